"""Previews of moves: correct, equal within an information set, and empty where chance decides."""

from __future__ import annotations

import copy
import json
import shutil
import subprocess
from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
from drawing_stage import PAGE
from serving import Running
from test_browser import link, visit

import tapete
from tapete.core.state import State
from tapete.errors import TapeteError
from tapete.play.session import Session
from tapete.seeds import derive
from tapete.testing.leaks import twin_of
from tapete.testing.walk import spread_game
from tapete.web import previews
from tapete.web.client import Client
from tapete.web.handlers import known_answers
from tapete.web.room import resolved

__all__ = ["visit"]

POSITIONS = 20  # of each game
MOVES = 3  # tried at each
GAMES: dict[str, dict[str, Any]] = {
    "briscas": {"players": 4},
    "dinosaurs": {},
    "catan": {},
    "hearthstone": {"decks": "mixed"},
    "tribute": {},
}


def positions(name: str, seed: int = 3) -> Iterator[State]:
    game = tapete.load(name, **GAMES[name])
    for number in range(40):
        for _, state, _ in spread_game(game, derive(seed, number), most=12, every=7):
            if not state.over:
                yield state


def some(state: State) -> list[int]:
    legal = state.legal()
    return legal[:: -(-len(legal) // MOVES)]


def twins(name: str) -> Iterator[tuple[State, State, list[int]]]:
    """Return two positions of one information set of the seat to move, and moves of both."""
    for number, state in enumerate(positions(name)):
        twin = twin_of(state, state.seat, number)
        both = [] if twin is None else [action for action in some(state) if twin.accepts(action)]
        if twin is not None and twin.seat == state.seat and both:
            yield state, twin, both


def told(state: State, actions: list[int]) -> str:
    *_, found = previews.previews(state, state.seat, actions)
    return json.dumps(found, sort_keys=True)


@pytest.mark.parametrize("name", GAMES)
def test_worlds_of_one_information_set_have_the_same_previews(name: str) -> None:
    met = 0
    for state, twin, actions in islice(twins(name), POSITIONS):
        assert told(state, actions) == told(twin, actions)
        met += 1
    assert met == POSITIONS


def test_previews_of_the_true_world_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """Mutant: previews computed in the true position reveal hidden cards, and the test above finds it."""
    monkeypatch.setattr(previews, "sampled", lambda state, seat: [state.clone()] * previews.PREVIEW_WORLDS)
    assert any(
        told(state, actions) != told(twin, actions) for state, twin, actions in islice(twins("briscas"), POSITIONS)
    )


def patched(description: dict[str, Any], patch: dict[str, Any]) -> dict[str, Any]:
    """Return a description with the changes of a preview."""
    found = copy.deepcopy(description)
    for path, value in patch.items():
        *names, last = path.split(".")
        at: Any = found
        for name in names:
            at = at[int(name)] if isinstance(at, list) else at[name]
        if last.endswith("+"):
            at[last[:-1]] += value
        else:
            at[int(last) if isinstance(at, list) else last] = value
    return found


@pytest.mark.parametrize("name", GAMES)
def test_a_sure_preview_agrees_with_the_outcome(name: str) -> None:
    sure = told_of = 0
    for state in islice(positions(name, seed=5), POSITIONS):
        for action in some(state):
            found = previews.preview(state, state.seat, action)
            after = state.clone()
            after.apply(action)
            shown = after.describe(state.seat)
            events = state.game.happened(state.describe(state.seat), state.move(action), shown)
            assert all(event in events for event in found["events"]), (found["events"], events)
            told_of += len(found["events"])
            if found["sure"]:
                sure += 1
                assert patched(state.describe(state.seat), found["to"]) == shown, state.move(action)
            json.dumps(found)
    assert sure >= 5 and told_of >= sure, "hardly anything is foretold"


AFTER = """
import { readFileSync } from "node:fs";
import { after } from "./previews.mjs";
const cases = JSON.parse(readFileSync(process.argv[2], "utf-8"));
console.log(JSON.stringify(cases.map(([before, to, sure, path]) => after(before, { to, sure, events: [] }, path) ?? null)));
"""


def test_a_drawing_reads_members_after_a_move_at_any_depth(tmp_path: Path) -> None:
    """A member, one of its parts, its container, a list that grows; undefined if another part may differ."""
    before = {"holds": {"seat": 1, "card": "a"}, "players": [{"agents": [{"health": 3}]}], "tricks": [1], "n": 4}
    cases: list[tuple[dict[str, Any], bool, str, Any]] = [
        ({"n": 5}, False, "n", 5),
        ({}, False, "n", None),
        ({}, True, "n", 4),
        ({"holds": {"seat": 0}}, False, "holds.seat", 0),
        ({"holds.seat": 0}, True, "holds", {"seat": 0, "card": "a"}),
        ({"holds.seat": 0}, False, "holds", None),
        ({"tricks+": [2, 3]}, False, "tricks", [1, 2, 3]),
        ({"players.0.agents.0.health": 1}, False, "players.0.agents", [{"health": 1}]),
        ({"players.0.agents.0.health": 1}, False, "players", None),
    ]
    (tmp_path / "previews.mjs").write_text((PAGE / "previews.js").read_text())
    (tmp_path / "run.mjs").write_text(AFTER)
    (tmp_path / "cases.json").write_text(json.dumps([[before, *case[:3]] for case in cases]))
    run = subprocess.run([node(), "run.mjs", "cases.json"], capture_output=True, text=True, cwd=tmp_path, check=True)
    assert json.loads(run.stdout) == [wanted for *_, wanted in cases]


def node() -> str:
    """Return the Node of the machine, or that of Playwright."""
    found = shutil.which("node")
    return str(found or pytest.importorskip("playwright._impl._driver").compute_driver_executable()[0])


def test_the_points_of_a_trick_are_previewed_and_the_card_drawn_is_not() -> None:
    state = tapete.load("briscas").deal(4)
    state.apply(state.legal()[0])
    for action in state.legal():
        found = previews.preview(state, state.seat, action)
        after = state.clone()
        after.apply(action)
        shown = after.describe(state.seat)
        assert not found["sure"] and f"players.{state.seat}.hand" not in found["to"]
        assert found["to"]["tricks+"] == shown["tricks"]
        for side, entry in enumerate(shown["sides"]):
            assert found["to"].get(f"sides.{side}.points", 0) == entry["points"]


def test_an_instant_is_previewed_together_with_its_target() -> None:
    """Two moves in a row, as far as they are for the same seat; what is not legal then has no preview."""
    state = next(
        state
        for state in positions("dinosaurs")
        for action in state.legal()
        if state.move(action)["kind"] == "instant" and state.move(action)["card"] == "IB"
    )
    seat = state.seat
    boost = next(action for action in state.legal() if state.move(action).get("card") == "IB")
    after = state.clone()
    after.apply(boost)
    for aim in after.legal():
        shown = after.clone()
        shown.apply(aim)
        found = previews.preview(state, seat, [boost, aim])
        foreseen = patched(state.describe(seat), found["to"])["players"]
        wanted = [player["score"] for player in shown.describe(seat)["players"]]
        assert (
            [player["score"] for player in foreseen] == wanted != [p["score"] for p in state.describe(seat)["players"]]
        )
        assert [event["kind"] for event in found["events"]].count("played") == 1
    assert previews.preview(state, seat, [boost, boost]) == {"sure": False, "to": {}, "events": []}


def answered(lookup: Callable[..., Any], *given: Any) -> Any:
    try:
        return lookup(*given)
    except TapeteError:
        return None


def session(world: State) -> Session:
    return Session(world.game, [None] * world.game.seats, position=world)


def test_a_refused_preview_of_several_moves_reveals_no_hidden_card() -> None:
    """After a card is bought from the tavern of Tribute, the next one of the pile can be bought: the reader does not know it."""
    hidden = 0
    for state, twin, actions in islice(twins("tribute"), 100):
        for action in actions:
            after = state.clone()
            after.apply(action)
            for following in [] if after.over or after.seat != state.seat else after.legal():
                line = [state.move(action), after.move(following)]
                if answered(resolved, state, line) != answered(resolved, twin, line):
                    here, there = (
                        answered(known_answers, session(world), world.seat, [line]) for world in (state, twin)
                    )
                    assert here == there
                    hidden += 1
    assert hidden


def test_dice_are_not_previewed() -> None:
    state = next(
        state for state in positions("catan") if any(state.move(action)["kind"] == "roll" for action in state.legal())
    )
    roll = next(action for action in state.legal() if state.move(action)["kind"] == "roll")
    found = previews.preview(state, state.seat, roll)
    assert not found["sure"] and "dice" not in found["to"]


def test_a_seat_asks_for_previews_of_its_own_legal_moves_now(server: Running) -> None:
    with Client(link(server, "briscas")) as seat:
        state = seat.until("state")
        while not state["moves"]:
            state = seat.until("state")
        ids = [move["id"] for move in state["moves"]]
        seat.send({"type": "preview", "decision": state["decision"], "moves": ids})
        answer = seat.until("previews")
        assert answer["decision"] == state["decision"] and {int(key) for key in answer["moves"]} == set(ids)
        assert all(found["to"] for found in answer["moves"].values())
        for message, code in (
            ({"decision": "0.99", "moves": ids}, "stale"),
            ({"decision": state["decision"], "moves": [99_999]}, "illegal"),
            ({"decision": state["decision"], "moves": ids * 60}, "malformed"),
            ({"decision": state["decision"]}, "malformed"),
        ):
            seat.send({"type": "preview", **message})
            assert seat.until("refused")["code"] == code
        with Client(seat.url.partition("#")[0]) as spectator:
            spectator.send({"type": "preview", "decision": state["decision"], "moves": ids})
            assert spectator.until("refused")["code"] == "spectator"


def test_a_drawing_is_given_previews_and_drawn_again_with_them(server: Running, visit: Any) -> None:
    page = visit().page
    page.goto(link(server, "briscas"))
    page.wait_for_selector("#table[data-your-turn]")
    page.evaluate("() => { window.ids = table.state.moves.map((move) => move.id); table.view().preview(ids[0]); }")
    page.wait_for_function("() => table.view().preview(ids[0])")
    assert page.evaluate(
        "() => table.view().preview(ids[0]).to['players.0.count'] ?? table.view().after(ids[0], 'turn')"
    )


def test_the_pointed_thing_is_explained_again_when_its_preview_arrives(server: Running, visit: Any) -> None:
    page = visit().page
    page.goto(link(server, "briscas"))
    page.wait_for_selector("#table[data-your-turn]")
    told = page.evaluate(
        """() => { const [{id}] = table.state.moves, {module} = table.stage;
        const tell = (view, kit) => kit.group({}, kit.text(view.preview(id) ? 'known' : 'not yet', 0, 0, {size: 13}));
        table.stage.module = {...module, preview: tell};
        table.previews.reset(null); // the drawing has asked already
        table.preview('any'); return document.querySelector('#stage > .preview').textContent; }"""
    )
    assert told == "not yet"
    page.wait_for_function("() => document.querySelector('#stage > .preview')?.textContent === 'known'")
