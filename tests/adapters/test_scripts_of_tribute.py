"""Protocol of Scripts of Tribute: our agents play with a stand-in for the engine, fed by recorded games of the real one."""

from __future__ import annotations

import io
import itertools
import json
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from standin import StandIn

import tapete
from tapete.adapters.scripts_of_tribute import EngineBot, main, messages, serve
from tapete.games.tribute.engine_moves import actions_of
from tapete.games.tribute.external import Draft, EnginePosition
from tapete.games.tribute.names import CHOICES
from tapete.games.tribute.rules import DONE
from tapete.games.tribute.state import FREE
from tapete.games.tribute.traces import start
from tapete.reading import read_json_lines
from tapete.testing.traces import replay_traces

FULL = Path(__file__).parents[1] / "data" / "tribute" / "full_games.jsonl.gz"


def recorded(games: int) -> Any:
    """Yield every decision of some recorded games: the stand-in, and our actions of the recorded answer."""
    for entry in itertools.islice(read_json_lines(FULL), games):
        engine = StandIn(start(entry))
        for decision in entry["decisions"]:
            answer = decision["i"] if decision["i"] is not None else decision["move"][1]
            actions = actions_of(engine.state, answer)
            yield engine, actions
            engine.play(actions)


def comparable(state: tapete.State, seat: int) -> dict[str, Any]:
    """Return what a seat sees, without our numbers of cards and without what the protocol does not send."""
    seen = json.loads(json.dumps(state.describe(seat)))

    def stripped(value: Any) -> Any:
        if isinstance(value, dict):
            return {
                name: stripped(entry)
                for name, entry in value.items()
                if name not in ("key", "skip", "level", "place", "side")
            }
        return [stripped(entry) for entry in value] if isinstance(value, list) else value

    seen = stripped(seen)
    for name in ("removed", "made", "moves"):
        seen.pop(name, None)
    if seen["choice"] is not None:
        seen["choice"].pop("card", None)  # whose effect it is
    seen["queue"] = [{name: effect.get(name) for name in ("effect", "number", "sides")} for effect in seen["queue"]]
    seen["owed"] = len(seen["owed"])
    return seen


def test_positions_of_recorded_games_are_understood() -> None:
    """Compare our state with the state read back from the engine's message."""
    kinds: Counter[str] = Counter()
    game = tapete.load("tribute")
    for number, (engine, _) in enumerate(recorded(40)):
        state = engine.state
        kind = CHOICES.get(int(state.record["choice"]), "free")
        kinds[kind] += 1
        if number % 50 if kind == "free" else kinds[kind] > 25:
            continue
        choice = state.describe(None)["choice"]
        position = EnginePosition(json.loads(json.dumps(engine.message())), game)
        expected, got = comparable(state, state.seat), comparable(position.state, state.seat)
        if choice is not None and choice.get("skip") is not None:
            for seen in (expected, got):  # an unseen card fills the row
                seen["tavern"] = seen["choice"]["count"]
        own = expected["players"][state.seat], got["players"][state.seat]
        assert own[1]["knows"] <= own[0]["knows"]  # the protocol does not send that Pelin's card on top is known
        for seen in own:
            seen["knows"], seen["next_draws"] = 0, []
        enemy = expected["players"][1 - state.seat], got["players"][1 - state.seat]
        for seen in enemy:
            seen["knows"] = 0
        assert got == expected
        assert len(position.state.legal()) == len(state.legal())
    assert sum(kinds.values()) > 15_000
    assert set(kinds) == {"free", *CHOICES.values()}, kinds


def test_answers_survive_a_round_trip() -> None:
    """A recorded answer, written from our actions, is read back as the same actions by both parsers."""
    game = tapete.load("tribute")
    seen: Counter[int] = Counter()
    for number, (engine, actions) in enumerate(recorded(12)):
        choice = int(engine.state.record["choice"])
        seen[choice] += 1
        if number % 40 if choice == FREE else seen[choice] > 15:
            continue
        position = EnginePosition(json.loads(json.dumps(engine.message())), game)
        ordered = sorted(actions, key=lambda action: (action == DONE, action))  # the protocol keeps no order of picks
        given = iter(ordered)
        played, line = position.answer(lambda state, given=given: next(given))
        assert played == ordered
        assert engine.read(line) == ordered
        assert position.actions_of(line) == ordered


def test_the_order_of_the_draw_pile_is_not_used() -> None:
    """The engine sends the pile in its true order, which a fair agent must not see."""
    game = tapete.load("tribute")
    engine, _ = next(recorded(1))
    message = engine.message()
    turned = json.loads(json.dumps(message))
    turned["CurrentPlayer"]["DrawPile"].reverse()
    assert message["CurrentPlayer"]["DrawPile"] != turned["CurrentPlayer"]["DrawPile"]
    views = []
    for told in (message, turned):
        state = EnginePosition(told, game).state
        views.append(comparable(state.view(state.seat, 5).state, state.seat))
    assert views[0] == views[1]


def play_through(
    agents: list[str], log: Path | None = None, seed: int = 5, **options: Any
) -> tuple[StandIn, list[str]]:
    """Play a whole game of two bots, draft included, with every question and answer in the text protocol."""
    state = tapete.load("tribute", **options).deal(seed)
    out = [None if log is None else log.with_suffix(f".{seat}") for seat in range(2)]
    bots = [
        EngineBot(agents[seat], seed=seat, log=None if out[seat] is None else out[seat].open("w"), number=seat)
        for seat in range(2)
    ]
    engine = StandIn(state)
    lines = []
    rounds = [0, 0]
    while not state.over:
        seat = state.seat
        if state.describe(None)["phase"] == "draft":
            rounds[seat] += 1
            offered = [state.move(action)["patron"].upper() for action in state.legal()]
            sent, expected = f"{','.join(offered)} {rounds[seat]}\n", "patrons"
        else:
            sent, expected = engine.text(), "state"
        answer = io.StringIO()
        kind, content = next(messages(iter(sent.splitlines(keepends=True))))
        assert kind == expected
        if kind == "patrons":
            line = bots[seat].pick_patron(*content)
            state.apply(next(action for action in state.legal() if state.move(action)["patron"].upper() == line))
        else:
            serve(bots[seat], iter(sent.splitlines(keepends=True)), answer)
            line = answer.getvalue().strip("\n")
            engine.play(engine.read(line))
        lines.append(line)
    for bot in bots:
        serve(bot, iter(["FINISHED PLAYER1 PRESTIGE_OVER_40_NOT_MATCHED \n", "EOT\n"]), io.StringIO())
        if bot._log is not None:
            bot._log.close()
    return engine, lines


def test_two_bots_play_a_whole_game(tmp_path: Path) -> None:
    engine, lines = play_through(["max-prestige:leak=0", "max-agents"], tmp_path / "game", pool="thesis")
    assert engine.state.over
    words = Counter(line.split()[0] for line in lines)
    assert {"PLAY", "BUY", "PATRON", "CHOICE", "END_TURN"} <= set(words)
    for seat in range(2):
        report = replay_traces("tribute", [tmp_path / f"game.{seat}"])
        assert report.mismatches == 0, report.first
        assert report.games == 1
        assert report.checked["legal"] > 20
        assert report.checked["states"] > 10


def test_a_falsified_log_is_found(tmp_path: Path) -> None:
    play_through(["max-prestige:leak=0", "random-without-end-turn"], tmp_path / "game", seed=8, turn_limit=12)
    lines = [json.loads(line) for line in (tmp_path / "game.0").read_text().splitlines()]
    own = [number for number, line in enumerate(lines) if "state" in line]
    changed = json.loads(json.dumps(lines))
    changed[own[1]]["state"]["CurrentPlayer"]["Coins"] += 1  # more than the previous position gives
    illegal = json.loads(json.dumps(lines))
    illegal[own[0]]["answer"] = "PLAY 99999"
    for number, wrong in enumerate((changed, illegal)):
        path = tmp_path / f"wrong{number}"
        path.write_text("".join(json.dumps(line) + "\n" for line in wrong))
        report = replay_traces("tribute", [path])
        assert report.mismatches
        assert report.first is not None


def test_a_bot_derives_who_picks_from_the_offer() -> None:
    game = tapete.load("tribute")
    pool = ["ANSEI", "DUKE_OF_CROWS", "RAJHIN", "ORGNUM", "HLAALU", "PELIN", "RED_EAGLE", "SAINT_ALESSIA"]
    first, second = Draft(), Draft()
    assert first.state(pool, game).seat == 0
    first.own.append("ansei")
    assert second.state(pool[1:], game).seat == 1
    second.own.append("pelin")
    left = [patron for patron in pool if patron not in ("ANSEI", "PELIN")]
    state = second.state(["ANSEI" for _ in ()] + left, game)
    assert (state.seat, len(state.describe(None)["draft"]["taken"])) == (1, 2)
    last = first.state([patron for patron in left if patron != "HLAALU"], game)
    assert (last.seat, last.describe(None)["draft"]["taken"]) == (0, ["ansei", "hlaalu", "pelin"])


def test_the_program_answers_by_standard_input_and_output() -> None:
    engine = StandIn(tapete.load("tribute", patrons="ansei,rajhin,hlaalu,pelin").deal(1))
    sent = "ANSEI,DUKE_OF_CROWS,RAJHIN,ORGNUM,HLAALU,PELIN,RED_EAGLE,SAINT_ALESSIA 1\n" + engine.text()
    sent += "FINISHED PLAYER2 TURN_LIMIT_EXCEEDED\nLast few moves for context:\nEND_TURN\nEOT\n"
    program = [sys.executable, "-m", "tapete.adapters.scripts_of_tribute", "--agent", "max-agents"]
    found = subprocess.run(program, input=sent, capture_output=True, text=True, check=False)
    assert found.returncode == 0, found.stderr
    patron, line = found.stdout.splitlines()
    assert patron in sent.split(" ")[0].split(",")
    assert engine.read(line)


def test_an_invalid_position_is_refused_with_a_sentence(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture
) -> None:
    for sent, words in [
        ('{"CurrentPlayer": {}}\nEOT\n', "not a position"),
        ("{broken\nEOT\n", "JSON"),
        ("ANSEI,NOBODY 1\n", "nobody"),
    ]:
        monkeypatch.setattr(sys, "stdin", io.StringIO(sent))
        assert main(["--agent", "random"]) == 2
        said = capsys.readouterr().err
        assert words in said
        assert said.count("\n") == 1
    assert main(["--agent", "nobody"]) == 2
