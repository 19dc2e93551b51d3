"""Agents decide and loops play as in the golden files: the same actions from the same seeds, bit for bit."""

from __future__ import annotations

import golden_loops as loops
import pytest
from golden_decisions import DECISIONS, TABLES, changed_silently, decisions, path_of, read

import tapete
from tapete.agents.registry import kinds_for, make_agent
from tapete.agents.spec import parse_spec
from tapete.core.bots import Bot
from tapete.core.game import Game
from tapete.core.state import View
from tapete.search.agent import SearchAgent

LOOPS, KEPT = loops.cases(), loops.read()


@pytest.mark.parametrize("table", TABLES)
def test_agents_decide_as_in_the_golden_file(table: str) -> None:
    game, golden = TABLES[table].load(), read(path_of(table))
    assert list(golden) == TABLES[table].specs
    assert all(len(actions) == DECISIONS for _, actions in golden.values())
    changed = [spec for spec, (_, actions) in golden.items() if decisions(game, spec)[1] != actions]
    assert not changed, (
        f"other decisions at {table}: {'; '.join(changed)}. If that is intended, raise PLAYS of the class that decides (a kernel "
        f"needs none) and run python tests/golden/golden_decisions.py {table}"
    )


@pytest.mark.parametrize("name", ["briscas", "catan", "dinosaurs", "hearthstone", "tribute"])
def test_every_kind_of_agent_has_golden_decisions(name: str) -> None:
    tables = [table for table in TABLES.values() if table.game == name]
    kept = {parse_spec(spec)[0] for table in tables for spec in table.specs}
    assert {kind for kind, found in kinds_for(tapete.load(name)).items() if not found.outside} == kept


@pytest.mark.parametrize("case", LOOPS)
def test_loops_play_as_in_the_golden_file(case: str) -> None:
    assert LOOPS[case]() == KEPT[case], "if that is intended, run python tests/golden/golden_loops.py"


def test_every_loop_has_golden_games() -> None:
    assert list(KEPT) == list(LOOPS)


# A changed decision is detected, and a new revision gives a new key


@pytest.fixture
def game() -> Game:
    return tapete.load("briscas")


def test_a_changed_decision_is_detected(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    golden = read(path_of("briscas"))
    act = Bot.act
    monkeypatch.setattr(Bot, "act", lambda self, view: view.legal()[0] if view.turn == 3 else act(self, view))
    now = {"heuristic": decisions(game, "heuristic")}
    assert now["heuristic"][1] != golden["heuristic"][1]
    assert changed_silently(golden, now) == ["heuristic"]  # the same key: the file cannot be rewritten


def test_a_new_revision_allows_changed_decisions(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    golden = read(path_of("briscas"))
    monkeypatch.setattr(Bot, "PLAYS", Bot.PLAYS + 1)
    monkeypatch.setattr(Bot, "act", lambda self, view: view.legal()[0])
    assert changed_silently(golden, {"heuristic": decisions(game, "heuristic")}) == []


@pytest.mark.parametrize("spec", ["heuristic", "ismcts:iterations=40", "net", "relay:first=heuristic,then=random"])
def test_a_revision_is_part_of_the_key(spec: str, game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    before = make_agent(spec, game).fingerprint()
    agent = make_agent(spec, game).agent
    decides = getattr(agent, "policy", agent) if spec == "net" else agent
    monkeypatch.setattr(type(decides), "PLAYS", type(decides).PLAYS + 1)
    assert make_agent(spec, game).fingerprint() != before


def test_code_that_does_not_decide_does_not_change_the_key(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    class Noisy(SearchAgent):
        """Search that was moved to another file and logs its decisions."""

        def act(self, view: View) -> int:
            self.log = [*getattr(self, "log", []), view.turn]
            return super().act(view)

    seated = make_agent("ismcts:iterations=40", game)
    before = seated.fingerprint()
    seated.agent.__class__ = Noisy
    assert seated.agent.fingerprint() == make_agent("ismcts:iterations=40", game).agent.fingerprint()
    assert before == make_agent("ismcts:iterations=40", game).fingerprint()
