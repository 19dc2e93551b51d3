"""Wrong, huge, negative, empty and foreign arguments: one sentence and exit code 2, never a traceback."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tapete.cli.app import main

HUGE = "99999999999999999999"
CALLS: list[list[str]] = [
    ["duel", "briscas", "random", "random", "--games", HUGE],
    ["duel", "briscas", "random", "random", "--games", "-3"],
    ["duel", "briscas", "random", "random", "--games", "nan"],
    ["duel", "briscas", "random", "random", "--games", ""],
    ["duel", "briscas", "random", "random", "--games", "2", "--record", "."],
    ["duel", "briscas", "random", "random", "--games", "2", "--record", ""],
    ["duel", "briscas", "random", "random", "--games", "2", "--record", "nowhere/at/all.jsonl"],
    ["duel", "briscas", "random", "", "--games", "2"],
    ["duel", "briscas", "random", "ismcts:iterations=²", "--games", "2"],
    ["duel", "briscas", "random", "ismcts:c=nan", "--games", "2"],
    ["duel", "briscas", "random", "ismcts:c=1e999", "--games", "2"],
    ["duel", "briscas", "random", "ismcts:iterations=" + HUGE, "--games", "2"],
    ["duel", "briscas", "random", "greedy:weights=none.json", "--games", "2"],
    ["duel", "briscas", "random", "random", "--sprt", "nan:0.5"],
    ["duel", "briscas", "random", "random", "--match", "0"],
    ["duel", "briscas", "random", "random", "--per-decision", "nan"],
    ["duel", "briscas", "random", "random", "--on", "the moon"],
    ["duel", "briscas", "random", "random", "-o", "players=" + HUGE],
    ["duel", "briscas", "random", "random", "-o", "=3"],
    ["duel", "ñandú", "random", "random"],
    ["tournament", "briscas", "random", "heuristic", "--games", HUGE],
    ["tournament", "briscas", "random", "heuristic", "--report", "/dev/null"],
    ["sweep", "briscas", "ismcts:iterations={}", "--against", "random"],
    ["sweep", "briscas", "ismcts:iterations={1,2}", "--against", "random", "--games", HUGE],
    ["bench", "briscas", "--seconds", "nan"],
    ["bench", "briscas", "--seconds", "1e-9"],
    ["bench", "briscas", "--seconds", "-1"],
    ["analyse", "briscas", "--actions", "--5"],
    ["analyse", "briscas", "--actions", "²"],
    ["analyse", "briscas", "--actions", HUGE],
    ["analyse", "briscas", "--position", "nowhere"],
    ["replay", "nowhere"],
    ["conform", "briscas", "nowhere"],
    ["play", "briscas", "--seat", "9"],
    ["watch", "briscas", "normal", "--seconds", "nan"],
    ["study", "no/such"],
    ["results", "99"],
    ["new", "game", "Ünïcode!"],
    ["new", "game", ""],
    ["new", "toy", "x"],
    ["warm", "chess"],
    ["train", "briscas", "--method", "magic", "--out", "x"],
    ["check", "nowhere.py"],
    ["check", "chess"],
    ["agents", "briscas", "nobody"],
    ["no-such-command"],
    ["--no-such-option"],
]


@pytest.mark.parametrize("call", CALLS, ids=lambda call: " ".join(call)[:70] or "empty")
def test_a_wrong_call_gives_one_sentence_and_exit_code_2(call: list[str], monkeypatch, capsys, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("sys.argv", ["tapete", *call])
    monkeypatch.setattr("tapete.cli.app.watch", lambda: None)
    with pytest.raises(SystemExit) as left:
        main()
    shown = capsys.readouterr()
    assert left.value.code == 2, shown.err
    assert "Traceback" not in shown.err and "internal error" not in shown.err
    assert shown.err.startswith("tapete: ") and shown.err.count("\n") == 1


WEIGHTS = ["null", '"text"', "[[1]]", "[1e400]", "{}", "[" * 5000, "NaN", '{"a": NaN}', f"[{'9' * 400}]", "[true]", ""]


@pytest.mark.parametrize("text", WEIGHTS, ids=range(len(WEIGHTS)))
def test_a_file_of_invalid_weights_is_refused(text: str, monkeypatch, capsys, tmp_path: Path) -> None:
    (tmp_path / "w.json").write_text(text, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("sys.argv", ["tapete", "duel", "briscas", "greedy:weights=w.json", "random", "--games", "2"])
    monkeypatch.setattr("tapete.cli.app.watch", lambda: None)
    with pytest.raises(SystemExit) as left:
        main()
    shown = capsys.readouterr()
    if text == "{}":
        assert left.value.code == 0  # nothing is changed
    else:
        assert left.value.code == 2, shown.err
        assert "w.json" in shown.err


def test_a_record_written_to_a_full_device_is_reported_lost(tapete) -> None:
    device = Path("/dev/full")
    if not device.exists():
        pytest.skip("there is no such device here")
    run = tapete("duel", "briscas", "random", "random", "--games", "2", "--record", "/dev/full")
    assert run.returncode == 1
    assert "space" in run.stderr and "Traceback" not in run.stderr
    assert "random" in run.stdout  # the result is shown anyway
    assert device.is_char_device()


def test_json_output_stays_valid_if_an_agent_prints(tapete, tmp_path: Path) -> None:
    (tmp_path / "loud.py").write_text(
        "import os, sys\n"
        "class Loud:\n"
        "    def __init__(self):\n"
        "        print('made'); sys.__stdout__.write('past'); os.write(1, b'raw')\n"
        "    def act(self, view):\n"
        "        print('acts'); os.write(1, b'raw'); return view.legal()[0]\n",
        encoding="utf-8",
    )
    run = tapete("duel", "briscas", "./loud.py:Loud", "random", "--games", "2", "--json")
    assert run.returncode == 0, run.stderr
    assert json.loads(run.stdout)["games"] == 2


@pytest.mark.parametrize(
    ("variables", "said"),
    [
        ({"TAPETE_CACHE": "~nosuchuser/x"}, "no such user"),
        ({"NUMBA_DISABLE_JIT": "1"}, "NUMBA_DISABLE_JIT"),
    ],
)
def test_a_wrong_environment_gives_one_sentence(tapete, variables: dict[str, str], said: str) -> None:
    run = tapete("duel", "briscas", "random", "random", "--games", "2", **variables)
    assert run.returncode == 2
    assert said in run.stderr and "Traceback" not in run.stderr


def test_an_ascii_terminal_causes_no_traceback(tapete) -> None:
    run = tapete("watch", "briscas", "random", "--language", "es", "--seconds", "0", PYTHONIOENCODING="ascii")
    assert run.returncode == 0, run.stderr
    assert "Traceback" not in run.stderr
