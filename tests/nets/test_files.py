"""Network files: the same bytes for the same network, and one clear sentence for files that are not networks."""

from __future__ import annotations

import hashlib
import io
import json
import pickle
import shutil
import time
import zipfile
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from made import INPUTS, LADDER, made, written

import tapete
from tapete import nets
from tapete.agents.registry import make_agent
from tapete.core.game import Game
from tapete.errors import BadNetwork
from tapete.nets import Bound, Network


@pytest.fixture(scope="session")
def ladder() -> Game:
    return Game(LADDER, {})


@pytest.mark.parametrize("words", [{}, {"policy": False}, {"value": None}, {"value": "seats", "layers": ()}])
def test_a_saved_network_is_loaded_unchanged(words: dict, ladder: Game, tmp_path: Path) -> None:
    network = made(
        ladder, activation="tanh", value_activation="none", value_scale=(-2.0, 3.5), made={"by": "hand"}, **words
    )
    path = nets.save(tmp_path / "one.npz", network)
    again = nets.load(path, ladder)
    assert again.header() == network.header()
    assert set(again.arrays) == set(network.arrays)
    assert all(again.arrays[name].tobytes() == array.tobytes() for name, array in network.arrays.items())
    assert again.fingerprint == network.fingerprint


def test_the_same_network_gives_the_same_bytes_at_any_time(ladder: Game, tmp_path: Path) -> None:
    first = nets.save(tmp_path / "a.npz", made(ladder)).read_bytes()
    time.sleep(2.1)  # a zip file's clock ticks every two seconds
    backwards = dict(reversed(made(ladder).arrays.items()))
    assert nets.save(tmp_path / "b.npz", replace(made(ladder), arrays=backwards)).read_bytes() == first
    assert hashlib.sha256(first).hexdigest() == "2ebbe2a6448533e07cef6f0f0542fa0e1b1072b2bdd09d3db0f5f733af74db46"
    assert not list(tmp_path.glob("*.tmp"))


def test_numpy_reads_our_files_and_we_read_numpys(ladder: Game, tmp_path: Path) -> None:
    network = made(ladder)
    path = nets.save(tmp_path / "ours.npz", network)
    with np.load(path, allow_pickle=False) as file:
        assert json.loads(str(file["header"]))["game"] == "ladder"
        assert (file["w0"] == network.arrays["w0"]).all()
        for saved in (np.savez, np.savez_compressed):
            saved(tmp_path / "numpys.npz", **file)
            assert nets.load(tmp_path / "numpys.npz").fingerprint == network.fingerprint


def test_a_fingerprint_ignores_how_a_network_was_made(ladder: Game) -> None:
    network = made(ladder)
    assert replace(network, made={"seconds": 3}).fingerprint == network.fingerprint
    changed = {name: array.copy() for name, array in network.arrays.items()}
    changed["b1"][3] = np.nextafter(changed["b1"][3], np.float32(1))
    others = [
        replace(network, arrays=changed),
        replace(network, activation="tanh"),
        replace(network, value_scale=(0.0, 2.0)),
        replace(network, encoder="another"),
        replace(network, options={"a": 1}),
    ]
    assert len({network.fingerprint, *(other.fingerprint for other in others)}) == 6


def refusals(ladder: Game, folder: Path) -> list[tuple[Path, str]]:
    """Return files that are not networks, or wrong ones, with a part of the expected message."""
    network = made(ladder, (24,))
    header, arrays = network.header(), dict(network.arrays)
    whole = nets.save(folder / "whole.npz", network).read_bytes()
    found: list[tuple[Path, str]] = []

    def add(name: str, content: bytes | Path, words: str) -> None:
        path = content if isinstance(content, Path) else folder / name
        if isinstance(content, bytes):
            path.write_bytes(content)
        found.append((path, words))

    add("empty.npz", b"", "is not a network")
    add("text.npz", b"hello", "is not a network")
    add("pickle.npz", pickle.dumps({"w0": 1}), "is not a network")
    add("cut.npz", whole[: len(whole) // 2], "is not a network")
    add("cut-end.npz", whole[:-30], "is not a network")
    flipped = bytearray(whole)
    flipped[len(whole) // 3] ^= 255
    add("flipped.npz", bytes(flipped), "is not a network|cannot be read|cut off")
    add("", folder / "absent.npz", "cannot be read: No such file")
    (folder / "folder.npz").mkdir(exist_ok=True)
    add("", folder / "folder.npz", "cannot be read: Is a directory")
    np.savez(folder / "foreign.npz", w0=np.zeros((3, 3)))
    add("", folder / "foreign.npz", "no header")
    np.savez(folder / "foreign2.npz", header=np.zeros(3))
    add("", folder / "foreign2.npz", "not a text")
    np.savez(folder / "foreign3.npz", header=np.array("{not json"))
    add("", folder / "foreign3.npz", "not JSON")
    np.savez(folder / "foreign4.npz", header=np.array("[1, 2]"))
    add("", folder / "foreign4.npz", "does not say that it is")
    np.savez(folder / "nan.npz", header=np.array(json.dumps({**header, "value_scale": [float("nan"), 1]})))
    add("", folder / "nan.npz", "the header holds NaN")
    np.savez(folder / "deep.npz", header=np.array("[" * 9000))
    add("", folder / "deep.npz", "not JSON")
    with zipfile.ZipFile(folder / "raw.npz", "w") as file:
        file.writestr("header.npy", b"not an array")
    add("", folder / "raw.npz", "'header' cannot be read")
    for number, (change, words) in enumerate(
        [
            ({"version": 2}, "version 2 of the format"),
            ({"layers": 24}, "list of at most 16 widths"),
            ({"layers": [0]}, "'layers' must be a whole number above 0"),
            ({"layers": [True]}, "'layers' must be"),
            ({"layers": [24.0]}, "'layers' must be"),
            ({"layers": [1] * 40}, "at most 16 widths"),
            ({"inputs": -1}, "'inputs' must be"),
            ({"inputs": 10**12}, "'inputs' must be"),
            ({"inputs": 10**8, "layers": [10**8]}, "more than"),
            ({"inputs": INPUTS + 1}, "its header says"),
            ({"policy": "2"}, "'policy' must be"),
            ({"activation": "swish"}, "no activation 'swish'"),
            ({"activation": 3}, "'activation' must be a text"),
            ({"activation": None}, "no activation None"),
            ({"value": "everyone"}, "no kind of value 'everyone'"),
            ({"value_outputs": 2, "value": "mover"}, "its header says"),
            ({"value_activation": "relu"}, "no activation of values 'relu'"),
            ({"value_scale": [1.0, 1.0]}, "the smaller one first"),
            ({"value_scale": "0..1"}, "two numbers"),
            ({"game": 7}, "'game' must be a text"),
            ({"options": [1]}, "'options' must hold names"),
            ({"made": None}, "'made' must hold names"),
        ]
    ):
        add("", written(folder / f"header{number}.npz", {**header, **change}, arrays), words)
    lacking = {name: value for name, value in header.items() if name != "encoder"}
    add("", written(folder / "lacking.npz", lacking, arrays), "does not say 'encoder'")
    for number, (name, array, words) in enumerate(
        [
            ("w0", arrays["w0"].astype(np.float64), "'w0' holds float64, not float32"),
            ("w0", arrays["w0"][:, :5], "'w0' has shape"),
            ("w0", arrays["w0"].reshape(-1), "'w0' has shape"),
            ("b0", np.full(24, np.nan, dtype=np.float32), "'b0' holds a value that is not a finite number"),
            ("value_b", np.full(1, np.inf, dtype=np.float32), "'value_b' holds a value"),
            ("w7", arrays["w0"], "'w7.npy', which belongs to no layer"),
            ("../w0", arrays["w0"], "belongs to no layer"),
        ]
    ):
        add("", written(folder / f"array{number}.npz", header, {**arrays, name: array}), words)
    fewer = {name: array for name, array in arrays.items() if name != "policy_b"}
    add("", written(folder / "fewer.npz", header, fewer), "'policy_b' is missing")
    objects = {**arrays, "w0": np.array([{"a": 1}], dtype=object)}
    add("", written(folder / "objects.npz", header, objects, pickled=True), "a pickle, which is never read")
    with zipfile.ZipFile(folder / "huge.npz", "w") as file:  # an array that is shorter than its header says
        content = io.BytesIO()
        np.lib.format.write_array(content, np.array(json.dumps(header)))
        file.writestr("header.npy", content.getvalue())
        for name, array in arrays.items():
            content = io.BytesIO()
            np.lib.format.write_array(content, array)
            file.writestr(f"{name}.npy", content.getvalue()[: -4 if name == "w0" else None])
    add("", folder / "huge.npz", "'w0' is cut off")
    return found


def test_a_file_that_is_not_a_network_is_refused_in_one_sentence(ladder: Game, tmp_path: Path) -> None:
    for path, words in refusals(ladder, tmp_path):
        with pytest.raises(BadNetwork, match=words) as caught:
            nets.load(path)
        text = str(caught.value)
        assert path.name in text, text
        assert "\n" not in text


class Trap:
    """Pickle that opens a file when it is loaded."""

    def __reduce__(self):
        return (open, ("trapped", "w"))


def test_a_pickle_in_a_network_file_is_never_run(ladder: Game, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    network = made(ladder)
    for name in ("w0", "header"):
        trapped = {**network.arrays, name: np.array([Trap()], dtype=object)}
        path = written(tmp_path / "trap.npz", network.header(), trapped, pickled=True)
        with pytest.raises(BadNetwork):
            nets.load(path)
    assert not (tmp_path / "trapped").exists()


def test_a_network_for_another_game_is_refused_with_its_own_game(ladder: Game, tmp_path: Path) -> None:
    briscas = tapete.load("briscas")
    path = nets.save(tmp_path / "n.npz", made(briscas))
    with pytest.raises(BadNetwork, match=r"n\.npz: this network is for briscas, not for ladder"):
        nets.load(path, ladder)
    with pytest.raises(BadNetwork, match=r"256 features.*376.*players=2"):
        nets.load(path, tapete.load("briscas", players=3))
    with pytest.raises(BadNetwork, match="needs the encoder 'briscas_v9', and briscas has briscas_v1"):
        replace(made(briscas), encoder="briscas_v9").check_for(briscas)
    narrow = made(briscas, value=None)
    arrays = dict(narrow.arrays) | {
        "policy_w": narrow.arrays["policy_w"][:, :7],
        "policy_b": narrow.arrays["policy_b"][:7],
    }
    with pytest.raises(BadNetwork, match="knows 7 actions"):
        Bound(replace(narrow, arrays=arrays), briscas)
    seats = made(briscas, value="seats")
    three = {"value_w": np.zeros((16, 3), dtype=np.float32), "value_b": np.zeros(3, dtype=np.float32)}
    with pytest.raises(BadNetwork, match="rates 3 seats, and the game has 2"):
        replace(seats, arrays={**seats.arrays, **three}).check_for(briscas)


def test_a_network_without_a_head_or_with_wrong_arrays_is_refused(ladder: Game) -> None:
    for words, sentence in [
        ({"policy": False, "value": None}, "neither"),
        ({"layers": (8,) * 17}, "at most 16 layers"),
    ]:
        with pytest.raises(BadNetwork, match=sentence):
            made(ladder, **words)
    network = made(ladder)
    with pytest.raises(ValueError, match="read-only"):
        network.arrays["w0"][0, 0] = 1.0
    with pytest.raises(BadNetwork, match=r"shape \(n, 37\)"):
        network.batch(np.zeros((3, 5)))
    with pytest.raises(BadNetwork, match=r"shape \(n, 37\)"):
        Bound(network, ladder).rows(np.zeros(37))


def test_a_path_that_cannot_be_written_is_refused(ladder: Game, tmp_path: Path) -> None:
    with pytest.raises(BadNetwork, match="cannot be written"):
        nets.save(tmp_path / "nowhere" / "n.npz", made(ladder))


def test_the_networks_that_come_with_a_game_are_chosen_by_its_options(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from tapete.nets import files

    two, three = tapete.load("briscas"), tapete.load("briscas", players=3)
    monkeypatch.setattr(files, "shipped", lambda game: sorted(tmp_path.glob("*.npz")))
    with pytest.raises(BadNetwork, match="none comes with it; name a file"):
        nets.own(two)
    general = replace(made(two, salt=1), options={"players": 2})
    special = replace(made(two, salt=2), options={"players": 2, "exchange": "on"})
    nets.save(tmp_path / "a.npz", general)
    nets.save(tmp_path / "b.npz", special)
    assert nets.own(two).fingerprint == general.fingerprint
    assert nets.own(tapete.load("briscas", exchange="on")).fingerprint == special.fingerprint
    with pytest.raises(
        BadNetwork, match=r"a\.npz is for players=2; b\.npz is for exchange=on and players=2; name a file"
    ):
        nets.own(three)
    for path in tmp_path.glob("*.npz"):
        path.unlink()
    nets.save(tmp_path / "c.npz", replace(made(three), options={}))
    with pytest.raises(BadNetwork, match=r"c\.npz does not fit: this network takes \d+ features"):
        nets.own(two)  # the options fit


def test_a_network_plays_what_the_values_of_its_options_cover(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A network for all patrons plays every smaller pool; one for six of them does not play pools with others."""
    from tapete.nets import files

    monkeypatch.setattr(files, "shipped", lambda game: sorted(tmp_path.glob("*.npz")))
    games = {pool: tapete.load("tribute", pool=pool) for pool in ("9", "thesis", "cog2023", "cog2024", "cog2025")}
    everything = replace(made(games["9"], salt=1), options={"pool": "9"})
    nets.save(tmp_path / "a.npz", everything)
    for game in games.values():
        assert nets.own(game).fingerprint == everything.fingerprint
    special = replace(made(games["9"], salt=2), options={"pool": "cog2024"})
    nets.save(tmp_path / "b.npz", special)
    assert [pool for pool, game in games.items() if nets.own(game).fingerprint == special.fingerprint] == ["cog2024"]
    assert [pool for pool, game in games.items() if special.fits(game)] == ["cog2023", "cog2024"]
    assert special.misfit(games["cog2025"]) == "is for pool=cog2024"


def test_the_network_of_tribute_plays_every_competition_and_is_the_level_hard() -> None:
    game = tapete.load("tribute")
    for options in ({}, *(protocol.options for protocol in game.definition.protocols.values()), {"preset": "thesis"}):
        there = tapete.load("tribute", **options)
        assert nets.own(there).options == {"pool": "9"}
        assert there.levels["hard"] == "net" and make_agent("net", there) and make_agent("greedy:eval=net", there)


def test_shipped_networks_are_in_the_games_folder() -> None:
    game = tapete.load("briscas")
    folder = Path(tapete.__file__).parent / "games" / "briscas" / "nets"
    before = nets.shipped(game)
    assert all(path.parent == folder for path in before)
    missing = not folder.exists()
    folder.mkdir(exist_ok=True)
    try:
        path = nets.save(folder / "zz-test.npz", made(game))
        assert path in nets.shipped(game)
    finally:
        (folder / "zz-test.npz").unlink(missing_ok=True)
        if missing:
            shutil.rmtree(folder)


def test_a_random_network_is_the_same_for_a_seed(ladder: Game) -> None:
    one, two = Network.random(ladder, (8,), seed=1), Network.random(ladder, (8,), seed=1)
    assert one.fingerprint == two.fingerprint != Network.random(ladder, (8,), seed=2).fingerprint
    assert one.fits(ladder)
    assert one.header()["options"] == ladder.options
