"""Learning from teachers: data sets, imitation, symmetries."""

from __future__ import annotations

import csv
import io
import json
import os
import subprocess
import sys
import threading
import zipfile
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from command import tapete_command

import tapete
from tapete import nets
from tapete.cli.app import app
from tapete.core.game import Game
from tapete.errors import BadOption
from tapete.games.catan.board import NO_HEX
from tapete.games.catan.symmetries import Turned, turns
from tapete.learn import dataset
from tapete.learn.config import NetworkConfig
from tapete.learn.rollouts import Played
from tapete.learn.training import NetworkTraining
from tapete.play.record import read_records

pytest.importorskip("torch")

from tapete.learn.imitate import taught


@pytest.fixture(scope="module")
def briscas() -> Game:
    return tapete.load("briscas")


@pytest.fixture(scope="module")
def recorded(briscas: Game) -> dataset.DataSet:
    return dataset.record_games(briscas, ["cheap-winner", "heuristic"], 60, seed=3)


# Data sets


def test_a_data_set_is_read_as_it_was_written(recorded: dataset.DataSet, tmp_path: Path) -> None:
    path = dataset.write(tmp_path / "a.npz", recorded)
    again = dataset.read(path)
    assert again.header["agents"] == ["cheap-winner", "heuristic"] and again.game().name == "briscas"
    for name in dataset.ARRAYS:
        assert np.array_equal(getattr(again.played, name), getattr(recorded.played, name)), name
    assert isinstance(again.played.features, np.memmap), "it is memory-mapped"
    assert path.read_bytes() == dataset.write(tmp_path / "b.npz", recorded).read_bytes()


def test_recorded_agents_take_all_seats_and_decide_as_usual(recorded: dataset.DataSet, briscas: Game) -> None:
    played = recorded.played
    assert played.games == 60
    assert {(int(s), int(p)) for s, p in zip(played.seat, played.player, strict=True)} == {
        (0, 0),
        (0, 1),
        (1, 0),
        (1, 1),
    }
    first = tapete.agent("cheap-winner", briscas)
    state = briscas.deal(int(played.deals[0]))
    for k in np.flatnonzero(played.game_of == 0):
        if played.player[k] == 0:
            assert first.act(state.view(state.seat, 1)) == played.action[k]
        state.apply(int(played.action[k]))


def test_a_split_by_game_keeps_games_whole_and_one_by_example_does_not(recorded: dataset.DataSet) -> None:
    games = recorded.played.game_of

    def of(split: str) -> dict[str, set[int]]:
        return {part: set(games[recorded.rows(part, split)].tolist()) for part in dataset.PARTS}

    by_game, by_example = of("game"), of("example")
    assert not by_game["train"] & by_game["validation"] and not by_game["train"] & by_game["test"]
    assert by_example["train"] & by_example["validation"]
    for split in dataset.SPLITS:
        rows = np.concatenate([recorded.rows(part, split) for part in dataset.PARTS])
        assert sorted(rows.tolist()) == list(range(len(recorded)))


@pytest.fixture(scope="module")
def games(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """File of recorded games."""
    path = tmp_path_factory.mktemp("records") / "games.jsonl"
    done = command(
        "duel", "briscas", "cheap-winner", "random", "--games", "4", "--record", str(path), "--store", "none"
    )
    assert done.returncode == 0, done.stderr
    return path


def test_a_data_set_from_records_equals_the_games(briscas: Game, games: Path) -> None:
    found = dataset.from_records(read_records(games))
    assert found.played.games == 4 and found.header["agents"] == ["cheap-winner", "random"]
    records = list(read_records(games))
    assert found.played.action.tolist() == [action for record in records for action in record.actions]
    assert found.played.returns.tolist() == [list(record.returns or ()) for record in records]
    state = briscas.deal(records[0].seed)
    assert np.array_equal(found.played.dense(np.array([0]))[0], state.view(state.seat, 1).observe())


def test_the_command_writes_a_data_set_that_imitation_takes(tmp_path: Path) -> None:
    out = str(tmp_path / "a.npz")
    done = command("dataset", "briscas", "cheap-winner", "--games", "30", "--out", out, "--json")
    assert done.returncode == 0, done.stderr
    summary = json.loads(done.stdout)
    assert summary["decisions"] == 1200 == sum(summary["parts"].values())
    for words in (
        ("nobody", "--out", out),
        ("random", "--out", str(tmp_path / "a.csv")),
        ("ismcts:ms=1", "--out", out),
    ):
        wrong = command("dataset", "briscas", *words)
        assert wrong.returncode == 2 and wrong.stderr.count("\n") == 1, wrong.stderr


def command(*words: str) -> subprocess.CompletedProcess:
    return tapete_command(*words, torch=True)


@pytest.mark.parametrize("words", ["--games 2", "--games 1000", "--choices-only", "--seed 0", "-o players=3"])
def test_options_that_would_change_recorded_games_are_refused(games: Path, tmp_path: Path, words: str) -> None:
    out = tmp_path / "a.npz"
    flag = {"-o": "--option"}.get(words.split()[0], words.split()[0])
    with pytest.raises(BadOption, match=f"^{flag}: .*leave it out"):
        app(["dataset", "briscas", str(games), "--out", str(out), *words.split()], standalone_mode=False)
    assert not out.exists()
    app(["dataset", "briscas", str(games), "--out", str(out)], standalone_mode=False)
    assert dataset.read(out).played.games == 4


@pytest.mark.parametrize("moment", ["record_games", "write"])
def test_after_ctrl_c_nothing_is_written(tmp_path: Path, moment: str) -> None:
    """A signal while games are played, and one while the file is written."""
    program = f"""if True:
        import os, signal, sys
        from tapete.cli import main
        from tapete.learn import dataset
        def interrupted(*given, **more):
            os.kill(os.getpid(), signal.SIGINT)
        setattr(*{{"record_games": (dataset, "record_games"), "write": (dataset.npy, "write_array")}}["{moment}"], interrupted)
        main()
    """
    out = tmp_path / "a.npz"
    words = ["dataset", "briscas", "random", "--games", "2", "--out", str(out)]
    done = subprocess.run([sys.executable, "-c", program, *words], capture_output=True, text=True)
    assert done.returncode == 130
    assert done.stderr.startswith(f"tapete: interrupted; nothing was written to {out}"), done.stderr
    assert done.stderr.count("\n") == 1 and not list(tmp_path.iterdir())


def corrupted(path: Path, recorded: dataset.DataSet, **changed: np.ndarray | None) -> Path:
    dataset.write(path, recorded)
    with zipfile.ZipFile(path) as file:
        members = {name: file.read(name) for name in file.namelist()}
    with zipfile.ZipFile(path, "w") as file:
        for name, content in members.items():
            array = changed.get(name.removesuffix(".npy"), content)
            if array is None:
                continue
            if isinstance(array, np.ndarray):
                out = io.BytesIO()
                np.lib.format.write_array(out, array, allow_pickle=True)
                array = out.getvalue()
            file.writestr(name, array)
    return path


def changed(array: np.ndarray | None, at: int | tuple[int, ...], value: float) -> np.ndarray:
    """Return a copy of an array with one entry changed."""
    assert array is not None
    found = array.copy()
    found[at] = value
    return found


def corruptions(name: str, played: Played) -> list[np.ndarray | None]:
    """Return corrupted versions of an array of a data set."""
    array = getattr(played, name)
    wrong = [None, np.array([{"a": 1}], dtype=object), np.array(3, dtype=array.dtype), array[..., None], array[:-1]]
    wrong += [array.astype(np.complex128), array.astype("U8")]
    wrong += [array.astype(np.int64 if array.dtype.kind == "f" else np.float64)]
    if array.dtype.itemsize > 1:
        wrong.append(array.astype(array.dtype.newbyteorder(">")))
    if name == "visits":
        del wrong[0]  # they are optional
    last = np.iinfo(array.dtype).max if array.dtype.kind in "iu" else np.inf
    if name not in ("deals", "option_row", "turn", "player"):  # any value of these is valid
        wrong += [changed(array, (3,) * array.ndim if array.ndim == 1 else (3, 0), last)]
    for values in {
        "feature_ends": [(0, -5), (-1, array[-1] + 50), (7, array[6] - 1)],
        "legal_ends": [(0, -5), (0, 0), (-1, array[-1] + 50), (7, array[6]), (7, array[6] - 1)],
        "features": [(3, played.inputs), (3, -1)],
        "numbers": [(0, np.nan), (5, -np.inf)],
        "legal": [(5, -7), (5, 42)],
        "visits": [(5, np.nan), (5, -1.0)],
        "standing": [(0, np.nan)],
        "standings": [((0, 1), np.nan)],
        "points": [((0, 1), np.nan)],
        "returns": [((0, 1), np.nan), ((0, 1), 1.5), ((0, 1), -0.5)],
        "seat": [(0, 99), (0, 2), (0, -1)],
        "player": [(0, -1)],
        "chosen": [(0, -3), (0, 10**6), (0, 3)],
        "game_of": [(0, -1), (0, 1), (-1, played.games)],
    }.get(name, []):
        wrong.append(changed(array, *values))
    if array.ndim == 2:
        wrong += [array[:, 0].copy(), array[:, :1].copy(), np.hstack([array, array])]
    return wrong


@pytest.mark.parametrize("name", dataset.ARRAYS)
def test_a_corrupted_data_set_is_refused_in_a_sentence(recorded: dataset.DataSet, tmp_path: Path, name: str) -> None:
    for number, array in enumerate(corruptions(name, recorded.played)):
        path = corrupted(tmp_path / f"{number}.npz", recorded, **{name: array})
        with pytest.raises(BadOption, match=rf"{number}\.npz is not a data set: .*\S") as caught:
            dataset.read(path)
        alike = array is not None and array.shape == getattr(recorded.played, name).shape
        assert repr(name) in str(caught.value) or not alike, (
            "the wrong array is named; with two lengths it may be either"
        )


def test_a_data_set_without_games_of_all_its_seats_is_refused(recorded: dataset.DataSet, tmp_path: Path) -> None:
    played = recorded.played
    alone = {name: getattr(played, name)[:, :1].copy() for name in ("returns", "points", "standings")}
    with pytest.raises(BadOption, match="by 2 seats"):
        dataset.read(corrupted(tmp_path / "a.npz", recorded, seat=np.zeros_like(played.seat), **alone))
    shorter = {name: getattr(played, name)[:-1] for name in ("deals", "option_row")}
    with pytest.raises(BadOption, match="'deals' has 59 entries for 60 games"):
        dataset.read(corrupted(tmp_path / "b.npz", recorded, **shorter))


def test_a_data_set_without_visits_or_games_is_valid(recorded: dataset.DataSet, tmp_path: Path) -> None:
    """A recording need not have visits, and one of abandoned games has no decisions."""
    assert dataset.read(corrupted(tmp_path / "a.npz", recorded, visits=None)).played.visits is None
    nothing = {name: getattr(recorded.played, name)[:0] for name in dataset.ARRAYS}
    assert len(dataset.read(corrupted(tmp_path / "b.npz", recorded, **nothing))) == 0


def test_unlisted_actions_are_encoded_after_the_legal_ones(tmp_path: Path) -> None:
    data = dataset.record_games(tapete.load("tribute"), ["random"], 2, seed=1)
    actions = data.game().actions
    count = int(data.played.legal_ends[0])
    for beyond in (0, actions - 1):
        path = corrupted(tmp_path / "a.npz", data, chosen=changed(data.played.chosen, 0, count + beyond))
        assert dataset.read(path).played.action[0] == -1
    with pytest.raises(BadOption, match="'chosen'"):
        dataset.read(corrupted(tmp_path / "b.npz", data, chosen=changed(data.played.chosen, 0, count + actions)))


@pytest.mark.parametrize(
    "header",
    [
        {"format": "other"},
        {"version": 2},
        {"game": None},
        {"game": 5},
        {"game": "chess"},
        {"game": "PROGRAM"},
        {"encoder": None},
        {"encoder": ["briscas_v1"]},
        {"encoder": "thesis166"},
        {"encoder": "nobody"},
        {"options": None},
        {"options": []},
        {"options": {"players": 7}},
        {"options": {"players": [2]}},
        {"options": {"players": float("inf")}},
        {"options": {"nothing": 1}},
        {"options": {"boundscheck": True}},
        {"agents": None},
        {"agents": [1]},
        {"inputs": None},
        {"inputs": "173"},
        {"inputs": 10**9},
        {"inputs": -1},
    ],
    ids=str,
)
def test_a_corrupted_header_is_refused(recorded: dataset.DataSet, tmp_path: Path, header: dict) -> None:
    program, mark = tmp_path / "program.py", tmp_path / "mark"
    program.write_text(f"open({str(mark)!r}, 'w')")
    whole = {**recorded.header, "inputs": recorded.played.inputs, **header}
    whole = {key: value for key, value in whole.items() if value is not None}
    if whole.get("game") == "PROGRAM":
        whole["game"] = str(program)
    why = "must be names and values" if not isinstance(whole.get("options"), dict) else ""
    with pytest.raises(BadOption, match=rf"a\.npz.*{why}"):
        dataset.read(corrupted(tmp_path / "a.npz", recorded, header=np.array(json.dumps(whole))))
    assert not mark.exists(), "a data file ran a program"


def test_an_incomplete_file_is_refused_in_a_sentence(recorded: dataset.DataSet, tmp_path: Path) -> None:
    whole = dataset.write(tmp_path / "whole.npz", recorded).read_bytes()
    (tmp_path / "cut.npz").write_bytes(whole[: len(whole) // 2])
    (tmp_path / "text.npz").write_text("no archive")
    (tmp_path / "folder.npz").mkdir()
    np.savez_compressed(tmp_path / "packed.npz", **dict(np.load(tmp_path / "whole.npz")))
    for header in ("[1]", "no JSON", "[" * 10**5):
        corrupted(tmp_path / f"{len(header)}.npz", recorded, header=np.array(header))
    names = [path.name for path in tmp_path.iterdir() if path.name != "whole.npz"]
    assert len(names) == 7
    for name in (*names, "nothing.npz"):
        with pytest.raises(BadOption, match=rf"{name} (is not a data set|cannot be read)"):
            dataset.read(tmp_path / name)


# Symmetries


@pytest.mark.parametrize("options", [{}, {"players": 3}, {"players": 4}, {"exchange": "on"}])
@pytest.mark.parametrize("encoder", ["briscas_v1", "briscas_belief", "briscas_trick", "thesis166"])
def test_renaming_suits_gives_the_same_game(options: dict, encoder: str) -> None:
    """Play a deck and the renamed one move for move: vectors, legal actions and results correspond."""
    from tapete.games.briscas.from_deal import deck_in_play

    game = tapete.load("briscas", **options)
    found = game.definition.symmetries(game.options, encoder)
    assert len(found) == (6 if options.get("players") == 3 else 24)
    generator = np.random.default_rng(1)
    deck = generator.permutation(deck_in_play(game))
    for features, actions in found[1::5]:
        one = game.set_up({"deck": deck.tolist(), "first": 1})
        other = game.set_up({"deck": actions[deck].tolist(), "first": 1})
        while not one.over:
            seen = [np.asarray(state.view(state.seat, 1).observe(encoder)) for state in (one, other)]
            renamed = np.zeros_like(seen[0])
            renamed[features] = seen[0]
            assert np.array_equal(renamed, seen[1])
            assert sorted(actions[one.legal()].tolist()) == other.legal()
            action = int(generator.choice(one.legal()))
            one.apply(action)
            other.apply(int(actions[action]))
        assert one.returns() == other.returns() and one.points() == other.points()


@pytest.mark.parametrize("options", [{}, {"players": 3}, {"players": 4}])
def test_beliefs_equal_the_frequencies_in_sampled_worlds(options: dict) -> None:
    """Over 600 worlds a share is off by less than 5 standard errors (at most 0.1), and known cards are exact."""
    game = tapete.load("briscas", **options)
    state = game.deal(4)
    generator = np.random.default_rng(2)
    for _ in range(9 * game.seats + 1):
        state.apply(int(generator.choice(state.legal())))
    view = state.view(state.seat, 1)
    seen = np.asarray(view.observe("briscas_belief"))
    first = game.features("briscas_v1")
    assert np.array_equal(seen[:first], np.asarray(view.observe("briscas_v1")))
    beliefs = seen[first:].reshape(game.seats - 1, 40)
    held = np.zeros_like(beliefs)
    for number in range(600):
        record = view.sample(number).record
        for k in range(1, game.seats):
            seat = (state.seat + k) % game.seats
            held[k - 1, record["hand"][seat][: record["held"][seat]]] += 1 / 600
    assert np.allclose(beliefs.sum(axis=1), held.sum(axis=1), atol=1e-4)
    assert np.abs(beliefs - held).max() < 0.1 and beliefs.max() > 0.02
    assert not held[beliefs == 0].any()


@pytest.mark.parametrize("players", [2, 3, 4])
def test_features_of_the_trick_equal_what_playing_each_card_brings(players: int) -> None:
    """A card takes the trick if it holds it once played; nothing beats it if no card still out would take it back."""
    game = tapete.load("briscas", players=players)
    first = game.features("briscas_v1")
    certain = 0
    for seed in range(6):
        state = game.deal(seed)
        generator = np.random.default_rng(seed)
        while not state.over:
            me, record = state.seat, state.record
            size, trick = int(record["trick_size"]), record["trick"][: int(record["trick_size"])].tolist()
            seen = np.asarray(state.view(me, 1).observe("briscas_trick"))
            assert np.array_equal(seen[:first], np.asarray(state.view(me, 1).observe("briscas_v1")))
            takes, unbeaten = np.zeros(40), np.zeros(40)
            hand = record["hand"][me][: record["held"][me]].tolist()
            played = {card for card in range(40) for mask in record["played"] if (int(mask) >> card) & 1}
            for card in hand:
                takes[card] = best_of([*trick, card], int(record["trump"])) == card
                out = [other for other in range(40) if other not in played and other not in hand]
                beaten = any(best_of([*trick, card, other], int(record["trump"])) == other for other in out)
                unbeaten[card] = takes[card] and (size + 1 == players or not beaten)
            certain += int(unbeaten.sum())
            holder, after = np.zeros(players - 1), np.zeros(players)
            if trick:
                place = trick.index(best_of(trick, int(record["trump"])))
                holder[(record["leader"] + place - me) % players - 1] = 1
            after[players - 1 - size] = 1
            worth = sum({0: 11, 1: 10, 2: 4, 3: 3, 4: 2}.get(card % 10, 0) for card in trick) / 30
            assert np.allclose(seen[first:], [*takes, *unbeaten, *holder, *after, worth])
            state.apply(int(generator.choice(state.legal())))
    assert certain > 20


def best_of(cards: list[int], trump: int) -> int:
    """Return the card that takes a trick, the leader's first: the strongest trump, else the strongest of the led suit."""
    trumps = [card for card in cards if card // 10 == trump]
    return min(trumps or [card for card in cards if card // 10 == cards[0] // 10])


def turned_board(state: tapete.State, turned: Turned) -> tapete.State:
    """Return the same position of Catan on a rotated or mirrored board, written field by field."""

    def bits(mask: int, to: np.ndarray) -> int:
        return sum(1 << int(to[k]) for k in range(len(to)) if (int(mask) >> k) & 1)

    other = state.clone()
    one, new = state.record, other.record
    for seat in range(4):
        for name in ("settlements", "cities", "network"):
            new[name][seat] = bits(one[name][seat], turned.nodes)
        edges = bits(int(one["roads"][seat][0]) | int(one["roads"][seat][1]) << 64, turned.edges)
        new["roads"][seat] = edges & (1 << 64) - 1, edges >> 64
    edges = bits(int(one["all_roads"][0]) | int(one["all_roads"][1]) << 64, turned.edges)
    new["all_roads"] = edges & (1 << 64) - 1, edges >> 64
    for name in ("buildings", "blocked", "open_nodes"):
        new[name] = bits(one[name], turned.nodes)
    for name in ("terrain", "token"):
        new[name][turned.hexes] = one[name]
    new["harbour"][turned.sites] = one["harbour"]
    new["robber"] = turned.hexes[one["robber"]]
    if one["last_settlement"] >= 0:
        new["last_settlement"] = turned.nodes[one["last_settlement"]]
    hexes = np.append(turned.hexes, NO_HEX)
    new["hexes_of"] = hexes[one["hexes_of"]]
    return other


def follow_on_two_boards(game: Game, turned: Turned, features: np.ndarray, actions: np.ndarray, encoder: str) -> None:
    """Play at random on a board and the same on the transformed one: features, legal actions and results correspond."""
    generator = np.random.default_rng(3)
    one = game.deal(11)
    other = turned_board(one, turned)
    for _ in range(400):
        if one.over:
            break
        for seat in range(game.seats):
            seen, expected = (np.asarray(state.observe(seat, encoder)) for state in (other, one))
            renamed = np.zeros_like(expected)
            renamed[features] = expected
            assert np.array_equal(renamed, seen)
        assert sorted(actions[one.legal()].tolist()) == sorted(other.legal())
        action = int(generator.choice(one.legal()))
        one.apply(action)
        other.apply(int(actions[action]))
    assert one.over == other.over and one.points() == other.points()


@pytest.mark.parametrize("encoder", ["catan_v1", "thesis279"])
def test_a_rotated_board_gives_the_same_game(encoder: str) -> None:
    game = tapete.load("catan")
    found = game.definition.symmetries(game.options, encoder)
    assert len(found) == len(list(turns())) == 6, "harbours allow three rotations and three reflections"
    assert np.array_equal(found[0][0], np.arange(len(found[0][0])))
    for turned, (features, actions) in zip(turns(), found, strict=True):
        follow_on_two_boards(game, turned, features, actions, encoder)
    with pytest.raises((AssertionError, tapete.TapeteError)):  # a rotation of the board without its actions
        follow_on_two_boards(game, turned, features, np.arange(len(actions)), encoder)


def test_examples_are_learned_in_their_symmetric_forms(recorded: dataset.DataSet, briscas: Game) -> None:
    features, actions = briscas.definition.symmetries(briscas.options, "briscas_v1")[7]
    rows = np.array([5, 2, 9])
    turned = dataset.turned(recorded.played, rows, features, actions)
    assert np.array_equal(turned.dense()[:, features], recorded.played.dense(rows))
    assert turned.action.tolist() == actions[recorded.played.action[rows]].tolist()


# Imitation


def imitation(teachers: list[str], **more) -> NetworkConfig:
    settings = {"rate": 0.003, "decisions": 4000, **more.pop("settings", {})}
    base = {
        "layers": [64],
        "updates": 8,
        "checks": 1,
        "games": 60,
        "fresh_games": 60,
        "rivals": [],
        "settings": settings,
    }
    return NetworkConfig("briscas", "imitate", teachers=teachers, **{**base, **more})


def agreement(folder: Path, briscas: Game) -> float:
    """Return how often a training's network plays as `cheap-winner`; a uniform choice agrees in a third."""
    pupil = nets.Bound(nets.load(folder / "champion.npz", briscas), briscas).policy()
    teacher = tapete.agent("cheap-winner", briscas)
    same, decisions = 0, 0
    for seed in range(12):
        state = briscas.deal(9000 + seed)
        while not state.over:
            view, legal = state.view(state.seat, 1), state.legal()
            if len(legal) > 1:
                decisions += 1
                same += legal[pupil.index(view, legal)] == teacher.act(view)
            state.apply(teacher.act(view))
    return same / decisions


def test_imitation_plays_like_its_teacher(tmp_path: Path, briscas: Game) -> None:
    NetworkTraining(imitation(["cheap-winner"]), tmp_path / "a").train()
    assert agreement(tmp_path / "a", briscas) > 0.7


def test_self_play_begins_with_lessons_where_there_are_teachers(tmp_path: Path, briscas: Game) -> None:
    """Afterwards its policy agrees with the teacher, and its critic correlates with future rewards.

    As many updates of self-play alone reach neither.
    """
    settings = {"decisions": 4000, "lessons": 0.9, "lesson_rate": 0.003, "lesson_batch": 256, "symmetric": 1}
    wanted = NetworkConfig(
        "briscas", "ppo", teachers=["cheap-winner"], layers=[64], updates=10, checks=0, rivals=[], games=60,
        fresh_games=60, settings=settings,
    )  # fmt: skip
    NetworkTraining(wanted, tmp_path / "a").train()
    assert agreement(tmp_path / "a", briscas) > 0.7
    learner = NetworkTraining(wanted, tmp_path / "a")._resume()[1]
    played = taught(learner.self_play, ["cheap-winner"], "briscas_v1", 2000, 99)
    said = learner.model.extra(learner.model.hidden(played, np.arange(len(played))))[:, 0].detach().numpy()
    ahead = played.standings[played.game_of, played.seat] - played.standing  # future points, and the result
    assert np.corrcoef(said, ahead + played.own_return)[0, 1] > 0.3
    NetworkTraining(replace(wanted, settings={**settings, "lessons": 0}), tmp_path / "b").train()
    assert agreement(tmp_path / "b", briscas) < 0.6


def test_imitation_records_its_validation_loss_and_counts_games_once(recorded: dataset.DataSet, tmp_path: Path) -> None:
    path = dataset.write(tmp_path / "set.npz", recorded)
    result = NetworkTraining(imitation([str(path)], updates=3), tmp_path / "a").train()
    with open(tmp_path / "a" / "progress.csv", encoding="utf-8", newline="") as source:
        rows = list(csv.DictReader(source))
    assert all(float(row["validation_loss"]) > 0 and row["value_loss"] == "" for row in rows)
    assert [int(row["games"]) for row in rows] == [recorded.played.games] * 3, "three passes over the same games"
    assert result["runs"][0]["games"] == recorded.played.games
    assert result["ci95"] is None, "one run has no interval over runs"


def test_imitation_stops_when_validation_does_not_improve(recorded: dataset.DataSet, tmp_path: Path) -> None:
    path = dataset.write(tmp_path / "set.npz", recorded)
    settings = {"patience": 2, "dropout": 0.2, "decay": 1e-4, "smoothing": 0.1, "masked": 0, "symmetric": 1, "fall": 1}
    wanted = imitation([str(path)], updates=60, checks=60, settings={**settings, "batch": 64, "rate": 0.02})
    result = NetworkTraining(wanted, tmp_path / "a").train()
    assert result["runs"][0]["update"] < 58, "it stopped early and kept the best network"
    again = NetworkTraining(wanted, tmp_path / "b").train()
    assert (tmp_path / "a" / "champion.npz").read_bytes() == (tmp_path / "b" / "champion.npz").read_bytes()
    assert again["runs"][0]["update"] == result["runs"][0]["update"]


def test_teachers_that_do_not_fit_are_refused(recorded: dataset.DataSet, tmp_path: Path) -> None:
    path = dataset.write(tmp_path / "set.npz", recorded)
    for teachers, more, why in (
        ([], {}, "needs an agent or a data set"),
        ([str(path), "random"], {}, "not both"),
        ([str(path)], {"encoder": "thesis166"}, "--encoder briscas_v1"),
        (["ismcts:ms=1"], {}, "does not run natively"),
        ([str(tmp_path / "ghost.npz")], {}, r"ghost\.npz: there is no such file"),
        (["~no-such-person/a.npz"], {}, r"~no-such-person/a\.npz: there is no such file"),
        ([str(path)], {"method": "ppo"}, r"need an agent, and this is a data set; .*--method imitate, then .*--start"),
    ):
        with pytest.raises(BadOption, match=why):
            NetworkTraining(replace(imitation(teachers), **more), tmp_path / "x").train()
    (tmp_path / "cut.npz").write_bytes(path.read_bytes()[:20_000])
    corrupted(tmp_path / "other.npz", recorded, header=np.array(json.dumps({"format": "other"})))
    for name, why in (
        ("cut.npz", "is not a data set: .*not a whole one"),
        ("other.npz", "does not say that it is a network"),
    ):
        with pytest.raises(tapete.TapeteError, match=f"{name}.*{why}"):
            NetworkTraining(imitation([str(tmp_path / name)]), tmp_path / "y")
    assert not (tmp_path / "y").exists()


def test_a_data_set_is_recognised_by_its_header(
    recorded: dataset.DataSet, briscas: Game, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Not by its name: an agent's spec may end in .npz, and a data set may have an agent's name."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HOME", str(tmp_path))
    nets.save("champion.npz", nets.Network.random(briscas, (8,), policy=True, value="mover", seed=1))
    dataset.write(Path("netset.npz"), recorded)
    dataset.write(Path("set"), recorded)
    spaced = np.array(json.dumps(json.loads(str(np.load("netset.npz")["header"])), indent=1, separators=(" ,", " : ")))
    corrupted(Path("spaced.npz"), recorded, header=spaced)
    os.mkfifo("pipe.npz")
    answered = threading.Thread(target=dataset.is_data_set, args=("pipe.npz",), daemon=True)
    answered.start()
    answered.join(20)
    assert not answered.is_alive(), "it must not wait for a pipe"
    Path("folder.npz").mkdir()
    Path("random").write_text("no archive")
    for text in ("netset.npz", "set", "spaced.npz", "~/netset.npz", str(tmp_path / "netset.npz")):
        assert dataset.is_data_set(text), text
        learner = NetworkTraining(imitation([text]), tmp_path / "x").learner(0)
        assert len(learner.sets) == 1 and not learner.agents
    guided = "ismcts:iterations=5,guide=champion.npz"
    for text in ("champion.npz", guided, "net:file=champion.npz"):
        assert not dataset.is_data_set(text), text
        learner = NetworkTraining(imitation([text]), tmp_path / "x").learner(0)
        assert learner.agents == [text] and not learner.sets
    for text in (
        "",
        "random",
        "ghost.npz",
        "folder.npz",
        "a\0b.npz",
        "x" * 5000,
        "~no-such-person/a.npz",
        "net:file=netset.npz",
    ):
        assert not dataset.is_data_set(text), text
    learner = NetworkTraining(imitation([guided], settings={"decisions": 100}), tmp_path / "x").learner(0)
    assert learner.update(0, 0.0)["decisions"] >= 100


def test_a_data_set_of_other_rules_or_features_is_refused_early(recorded: dataset.DataSet, tmp_path: Path) -> None:
    plain = str(dataset.write(tmp_path / "plain.npz", recorded))
    header = {**recorded.header, "options": {**recorded.header["options"], "exchange": "on"}}
    swapped = str(dataset.write(tmp_path / "swapped.npz", dataset.DataSet(header, recorded.played)))
    dinosaurs = dataset.record_games(tapete.load("dinosaurs"), ["random"], 2, seed=1)
    other = str(dataset.write(tmp_path / "other.npz", dinosaurs))
    for path, more, why in (
        (other, {}, "data set of 'dinosaurs', not of briscas"),
        (plain, {"encoder": "briscas_belief"}, "by briscas_v1, not by briscas_belief; say --encoder briscas_v1"),
        (plain, {"options": {"players": 3}}, "recorded with players=2, and the training has players=3; say --option"),
        (plain, {"options": {"exchange": "on"}}, "recorded with exchange=off, and the training has exchange=on"),
        (swapped, {}, "recorded with exchange=on, and the training has exchange=off; say --option exchange=on"),
        (swapped, {"vary": {"follow_suit": ["none", "follow"]}}, "exchange=on"),
        (swapped, {"matters": ["exchange"]}, "exchange=on"),
        (plain, {"options": {"players": 3}, "matters": ["exchange"]}, "seats or features"),
    ):
        with pytest.raises(BadOption, match=why):
            NetworkTraining(imitation([path], **more), tmp_path / "x").train()
    assert not (tmp_path / "x").exists()
    for path, more in (
        (plain, {}),
        (swapped, {"options": {"exchange": "on"}}),
        (swapped, {"vary": {"exchange": ["off", "on"]}}),
        (swapped, {"matters": ["players"]}),
    ):
        learner = NetworkTraining(imitation([path], **more), tmp_path / "x").learner(0)
        assert len(learner.sets) == 1, more


def test_a_data_set_of_a_game_in_a_file_is_read_with_that_game(tmp_path: Path) -> None:
    """The name of the game does not tell where it is."""
    place = str(Path(__file__).parents[2] / "examples" / "love_letter")
    game = tapete.load(place)
    data = dataset.record_games(game, ["random"], 30, seed=1)
    path = dataset.write(tmp_path / "a.npz", data)
    with pytest.raises(BadOption, match="unknown game"):
        dataset.read(path)
    assert len(dataset.read(path, game)) == len(data)
    assert len(NetworkTraining(replace(imitation([str(path)]), game=place), tmp_path / "x").learner(0).sets) == 1
