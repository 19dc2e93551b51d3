"""Commands: their output; wrong input gives one sentence and exit code 2."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from command import tapete_command

from tapete.cli.terminal import split_specs
from tapete.play.record import read_records


def tapete(*arguments: str, stdin: str | None = None, **environment: str) -> subprocess.CompletedProcess:
    return tapete_command(*arguments, stdin=stdin or "", environment=environment, timeout=300)


WRONG = [
    (["duel", "brisca", "random", "random"], "did you mean 'briscas'"),
    (["duel", "briscas", "randon", "random"], "did you mean 'random'"),
    (["duel", "briscas", "random", "random", "--games", "0"], "at least 1"),
    (["duel", "briscas", "random", "random", "--games", "many"], "integer"),
    (["duel", "briscas", "ismcts:iteration=5", "random"], "did you mean 'iterations'"),
    (["duel", "briscas", "ismcts:iterations", "random"], "option=value"),
    (["duel", "briscas", "random"], "at least two agents"),
    (["duel", "briscas", "random", "random", "--option", "players"], "NAME=VALUE"),
    (["duel", "briscas", "random", "random", "--option", "players=9"], "from 2 to 4"),
    (["duel", "briscas", "random", "random", "--record", "/nowhere/at/all.jsonl"], "no such folder"),
    (["agents", "chess"], "unknown game"),
    (["bench", "briscas", "--seconds", "0"], "more than 0"),
    (["bench", "briscas", "--agent", "nobody"], "unknown agent"),
    (["replay", "/nowhere.jsonl"], "No such file"),
    (["conform", "briscas", "/nowhere.jsonl"], "No such file"),
    (["play", "briscas", "--seat", "9"], "from 0 to 1"),
    (["play", "briscas", "--against", "random,random,random,random"], "4"),
    (["new", "engine", "x"], "game or agent"),
    (["new", "agent", "9lives"], "cannot be a name"),
    (["warm", "chess"], "unknown game"),
    (["frobnicate"], "frobnicate"),
]


@pytest.mark.parametrize(
    ("arguments", "said"), WRONG, ids=lambda value: " ".join(value) if isinstance(value, list) else ""
)
def test_wrong_input_is_one_sentence_and_exit_code_2(arguments: list[str], said: str) -> None:
    run = tapete(*arguments)
    assert run.returncode == 2, run.stderr
    assert run.stdout == ""
    assert len(run.stderr.strip().splitlines()) == 1, run.stderr
    assert said in run.stderr


def test_a_duel_prints_json_and_nothing_else() -> None:
    run = tapete("duel", "briscas", "cheap-winner", "random", "--games", "201", "--seed", "3", "--json")
    assert run.returncode == 0, run.stderr
    result = json.loads(run.stdout)
    assert result["games"] == 202
    first = result["agents"][0]
    members = {
        "spec",
        "wins",
        "draws",
        "losses",
        "score",
        "ci95",
        "seat_scores",
        "point_difference",
        "ms_per_decision",
        "faults",
    }
    assert members <= set(first)
    assert first["ci95"][0] < first["score"] < first["ci95"][1]
    assert first["wins"] + first["draws"] + first["losses"] == 202
    again = json.loads(
        tapete("duel", "briscas", "cheap-winner", "random", "--games", "201", "--seed", "3", "--json").stdout
    )
    assert again["agents"][0]["score"] == first["score"]


UNSHOWABLE = """
class Bot:
    def act(self, view):
        raise ValueError("[/b] :smile: [red]")
"""


def test_brackets_in_names_and_errors_are_printed_as_they_are(tmp_path: Path) -> None:
    path = tmp_path / "bot[1].py"
    path.write_text(UNSHOWABLE)
    for command in (["duel", "briscas"], ["tournament", "briscas"]):
        run = tapete(*command, f"{path}:Bot", "random", "--games", "2")
        assert run.returncode == 0, run.stderr
        assert "[/b] :smile: [red]" in run.stdout
        assert "bot[1].py:Bot" in run.stdout.replace("\n", "")


def test_recorded_games_replay_and_a_cut_file_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    run = tapete("duel", "briscas", "heuristic", "random", "--games", "20", "--record", str(path))
    assert run.returncode == 0, run.stderr
    records = list(read_records(path))
    assert len(records) == 20
    assert records[0].agents == ["heuristic", "random"]
    assert records[1].agents == ["random", "heuristic"]
    assert records[0].seed == records[1].seed
    assert "20 games" in tapete("replay", str(path)).stdout
    assert "returns" in tapete("replay", str(path), "--show", "3").stdout
    whole = path.read_text(encoding="utf-8")
    path.write_text(whole[:-40], encoding="utf-8")
    run = tapete("replay", str(path))
    assert (run.returncode, "line 20" in run.stderr) == (2, True), run.stderr
    path.write_text(whole.replace('"actions":[', '"actions":[41,', 1), encoding="utf-8")
    run = tapete("replay", str(path))
    assert (run.returncode, "not legal" in run.stderr) == (2, True), run.stderr


def test_conform_exits_1_on_a_mismatch_and_2_on_an_unreadable_file(data: Path, tmp_path: Path) -> None:
    import gzip

    with gzip.open(data / "briscas/games.jsonl.gz", "rt", encoding="utf-8") as lines:
        line = next(lines)
    good, bad, cut = tmp_path / "good.jsonl", tmp_path / "bad.jsonl", tmp_path / "cut.jsonl"
    good.write_text(line, encoding="utf-8")
    assert tapete("conform", "briscas", str(good)).returncode == 0
    entry = json.loads(line)
    entry["events"][3]["l"][0] += 1
    bad.write_text(json.dumps(entry), encoding="utf-8")
    run = tapete("conform", "briscas", str(bad), "--json")
    report = json.loads(run.stdout)
    assert run.returncode == 1
    assert (report["mismatches"], report["first"]["what"], report["first"]["step"]) == (1, "legal", 3)
    cut.write_text(line[:500], encoding="utf-8")
    assert tapete("conform", "briscas", str(cut)).returncode == 2


def test_lists_of_games_and_agents_are_complete() -> None:
    games = json.loads(tapete("games", "--json").stdout)["games"]
    assert "briscas" in [game["name"] for game in games]
    agents = json.loads(tapete("agents", "briscas", "--json").stdout)["agents"]
    assert {"random", "heuristic", "cheap-winner", "greedy", "ismcts"} <= {agent["name"] for agent in agents}
    for agent in agents:
        for option in agent["options"]:
            assert {"name", "type", "default", "range", "what"} <= set(option)


def test_agents_takes_specs_and_levels_where_it_takes_names() -> None:
    shown = json.loads(tapete("agents", "briscas", "ismcts:iterations=500", "normal", "--json").stdout)["agents"]
    assert shown[0]["name"] == "ismcts" and len(shown) == 2


def test_bench_reports_what_scripts_rely_on() -> None:
    run = tapete("bench", "briscas", "--seconds", "0.2", "--agent", "ismcts:iterations=100", "--json")
    assert run.returncode == 0, run.stderr
    result = json.loads(run.stdout)
    assert result["state_bytes"] <= 256
    assert result["random"]["decisions_per_second"] == pytest.approx(
        40 * result["random"]["games_per_second"], rel=0.01
    )
    assert 0 < result["load_seconds"] < result["compile_seconds"]
    agent = result["agents"][0]
    assert agent["iterations_per_second"] > 0
    assert agent["playouts_per_second"] > 0
    assert result["reference_loops_per_second"] > 0


def test_a_person_can_play_a_game_at_the_terminal() -> None:
    run = tapete(
        "play", "briscas", "--against", "heuristic", "--seed", "5", stdin="moves\nhint\nwhatever\n" + "1\n" * 60
    )
    assert run.returncode == 0, run.stderr
    assert "seed 5" in run.stdout
    assert "would play" in run.stdout
    assert "not a legal move" in run.stdout
    assert any(word in run.stdout for word in ("You win!", "A draw.", "won."))


def test_the_table_explains_a_card_by_name() -> None:
    typed = "what oathman\nwhat GOLD\nwhat is love\nwhat blackmial\nwhat\nquit\n"
    run = tapete("play", "tribute", "--against", "random", "--seed", "5", "--hints", "random", stdin=typed)
    assert run.returncode == 0, run.stderr
    assert "what NAME" in run.stdout
    assert "Oathman: Hlaalu agent, cost 6, 2 health." in run.stdout
    assert "Gold: Treasury starter, cost 0. You gain 1 coin." in run.stdout
    assert "unknown name 'is love' in tribute; " in run.stdout
    assert "unknown name 'blackmial' in tribute; did you mean 'Blackmail'" in run.stdout
    assert "Type a name after it, such as: what Currency Exchange" in run.stdout
    assert "not a legal move" not in run.stdout


def test_a_card_is_explained_by_any_of_its_names() -> None:
    typed = "what king of oros\nwhat sota de copas\nwhat is love\nquit\n"
    run = tapete("play", "briscas", "--against", "random", "--seed", "5", stdin=typed)
    assert "what NAME" in run.stdout
    assert "King of oros: 4 points." in run.stdout
    assert "Jack of copas: 2 points." in run.stdout
    assert "unknown name 'is love' in briscas" in run.stdout


def test_quitting_a_game_is_not_an_error() -> None:
    for typed in ("quit\n", ""):
        run = tapete("play", "briscas", "--against", "random", "--seed", "1", stdin=typed)
        assert run.returncode == 0
        assert "Goodbye" in run.stdout


def test_opponents_are_split_at_commas_but_not_inside_their_options() -> None:
    assert split_specs("easy,medium,hard") == ["easy", "medium", "hard"]
    assert split_specs("ismcts:iterations=5,c=1,random") == ["ismcts:iterations=5,c=1", "random"]


@pytest.mark.parametrize("kind", ["game", pytest.param("agent", marks=pytest.mark.slow)])
def test_a_new_skeleton_passes_its_own_test(tmp_path: Path, kind: str) -> None:
    run = tapete("new", kind, "my-thing", "--in", str(tmp_path))
    assert run.returncode == 0, run.stderr
    home = tmp_path / "my_thing"
    check = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider"],
        cwd=home,
        capture_output=True,
        text=True,
        check=False,
    )
    assert check.returncode == 0, check.stdout[-2000:]
    again = tapete("new", kind, "my-thing", "--in", str(tmp_path))
    assert (again.returncode, "already exists" in again.stderr) == (2, True)


def test_an_interrupted_duel_reports_what_it_has() -> None:
    command = [
        sys.executable,
        "-m",
        "tapete",
        "duel",
        "briscas",
        "ismcts:iterations=2000",
        "random",
        "--games",
    ]
    subprocess.run(
        [*command, "2"], capture_output=True, check=True
    )  # so that nothing is compiled when it is interrupted

    def listen() -> None:
        signal.signal(signal.SIGINT, signal.SIG_DFL)  # the caller of the tests may ignore it

    for seconds in (4, 8, 16, 32):  # until it has begun to play, which takes longer on a loaded machine
        process = subprocess.Popen(
            [*command, "100000"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, preexec_fn=listen
        )
        time.sleep(seconds)
        process.send_signal(signal.SIGINT)
        out, error = process.communicate(timeout=60)
        if "interrupted after" in error:
            break
    assert process.returncode == 130, error
    assert "interrupted after" in error
    assert "ismcts" in out


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is always full")
def test_a_full_disk_is_one_sentence_and_exit_code_1() -> None:
    with open("/dev/full", "w", encoding="utf-8") as full:
        command = [sys.executable, "-m", "tapete", "games", "--json"]
        run = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, text=True, check=False)
    assert run.returncode == 1
    assert len(run.stderr.strip().splitlines()) == 1, run.stderr


def test_a_forked_command_prints_the_same_as_a_started_one() -> None:
    """Most tests fork commands instead of starting them (`tests/command.py`)."""
    for words in (["games", "--json"], ["duel", "briscas", "randon", "random"], ["frobnicate"]):
        started = subprocess.run([sys.executable, "-m", "tapete", *words], capture_output=True, text=True)
        forked = tapete(*words)
        assert (forked.returncode, forked.stdout, forked.stderr) == (started.returncode, started.stdout, started.stderr)


def test_a_warning_is_printed_once() -> None:
    weights = "/".join(["5"] * 20)
    done = tapete("duel", "tribute", f"evolved:weights={weights}", "random", "--games", "2", TAPETE_STORE="none")
    assert done.returncode == 0 and done.stderr.count("outside 0 to 1") == 1
