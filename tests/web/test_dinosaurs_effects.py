"""The ten effects of Happy Little Dinosaurs at the table, and a log that adds up."""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest
from drawing_stage import CHROMIUM, opened, options_for, stage

import tapete
from tapete.core.state import State
from tapete.play.session import Session
from tapete.web.previews import previews
from tapete.web.spectator import Spectator

# Phases in which an effect needs a decision, with its card; three effects need none
ASKING = {
    "add_point_card": "Odd Pebble",
    "rob": "Sticky Claw",
    "take": "Sticky Claw",
    "swap_with_neighbour": "Swinging Vine",
    "add_effect_card": "Fern Juice",
    "throw": "Hot Spring",
    "look": "Tree Lookout",
    "keep": "Tree Lookout",
    "swap_two": "Greedy Fern",
}
ALONE = {"inverted": "P5E", "doubled": "P6E", "cancelled": "P9E"}
EACH = 3  # positions of each kind


# The effects


def asked_positions() -> Iterator[tuple[str, State]]:
    """Yield decisions of effects in random games."""
    game = tapete.load("dinosaurs")
    for seed in range(600):
        chance = random.Random(seed)
        state = game.deal(seed)
        while not state.over:
            phase = state.describe(state.seat)["phase"] if state.record["phase"] else "choose"
            if phase in ASKING:
                yield phase, state.clone()
            state.apply(chance.choice(state.legal()))


@cache
def effects() -> dict[str, list[State]]:
    found: dict[str, list[State]] = {phase: [] for phase in ASKING}
    for phase, state in asked_positions():
        if len(found[phase]) < EACH:
            found[phase].append(state)
        if all(len(states) == EACH for states in found.values()):
            return found
    raise AssertionError({phase: len(states) for phase, states in found.items()})


def seen(state: State) -> dict[str, Any]:
    seat = state.seat
    texts = {a: {language: state.action_text(a, language) for language in ("en", "es")} for a in state.legal()}
    moves = [{**state.move(action), "id": action, "text": text} for action, text in texts.items()]
    *_, foreseen = previews(state, seat, state.legal())
    known = {"description": state.describe(seat), "moves": moves, "previews": foreseen}
    return {"seat": seat, "over": False, "events": [], **known}


@pytest.fixture(scope="module")
def drawn() -> Iterator[Any]:
    if CHROMIUM is None:
        pytest.skip("no Chromium is installed")
    pytest.importorskip("playwright")
    with stage() as page:
        opened(page, "dinosaurs")
        yield page


def finals(state: State, action: int | None) -> list[int | None] | None:
    """Return the score of each seat after an action (None: now); None where the round has gone on to its end."""
    after = state.clone()
    if action is not None:
        after.apply(action)
    shown = after.describe(None)
    if shown["turn"] != state.turn or shown["over"]:
        return None
    scores = [player["score"] for player in shown["players"]]
    return [None if score is None else score["final"] for score in scores] if any(scores) else None


@pytest.mark.slow
@pytest.mark.parametrize("phase", list(ASKING))
def test_an_effect_shows_its_outcome_before_the_choice(drawn: Any, phase: str) -> None:
    promised = 0
    for state in effects()[phase]:
        position = seen(state)
        for language in ("en", "es"):
            shown = drawn.evaluate(
                "([p, o]) => harness.show('dinosaurs', JSON.parse(p), o)",
                [json.dumps(position), options_for("1280x720", language)],
            )
            name = tapete.load("dinosaurs").words[language]
            card = next(
                key
                for key, value in tapete.load("dinosaurs").words["en"].items()
                if value == ASKING[phase] and key.startswith("name.")
            )
            assert shown["guide"].startswith(name[card]), shown["guide"]
            assert drawn.evaluate("harness.faults()") == []
        for move in position["moves"]:
            for key, left in pointed(move, position["moves"]):
                found = foretold(drawn, position, key, left)
                wanted = finals(state, move["id"])
                if wanted is None or wanted == finals(state, None):
                    continue
                assert found is not None, (phase, move)
                assert [None if one is None else one["final"] for one in found] == wanted, (phase, move)
                promised += 1
        deck = position["description"]["deck"]["count"]
        assert str(deck) in drawn.locator("[data-key=deck]").first.get_attribute("aria-label")
    assert promised or not phase.startswith(("add_", "swap_")), "the effect of these is shown before"


def test_scores_shown_for_a_pointed_move_agree_with_the_outcome(drawn: Any) -> None:
    """For a target of a Boost or Sap, a Flip, an added card, and two swapped cards."""
    game = tapete.load("dinosaurs")
    checked: Counter[str] = Counter()
    for seed in range(40):
        chance = random.Random(seed)
        state = game.deal(seed)
        while not state.over and state.turn < 9:
            own = [state.move(action) for action in state.legal()]
            kinds = {move["kind"] + move.get("card", "") * (move["kind"] == "instant") for move in own}
            if any(checked[kind] < EACH for kind in kinds & {"aim", "swap", "add", "instantII"}):
                position = seen(state)
                for move in position["moves"]:
                    for key, left in pointed(move, position["moves"]):
                        wanted = finals(state, move["id"])
                        if wanted is None or wanted == finals(state, None):
                            continue
                        found = foretold(drawn, position, key, left)
                        assert [None if one is None else one["final"] for one in found] == wanted, move
                        checked[move["kind"] + move.get("card", "") * (move["kind"] == "instant")] += 1
            state.apply(chance.choice(state.legal()))
        if all(checked[kind] >= EACH for kind in ("aim", "swap", "add", "instantII")):
            return
    raise AssertionError(checked)


def pointed(move: dict[str, Any], moves: list[dict[str, Any]]) -> list[tuple[str, list[int]]]:
    """Return what a person points at to make a move, and the remaining moves."""
    if move["kind"] == "swap":
        first = [one["id"] for one in moves if one["kind"] == "swap" and move["one"] in (one["one"], one["other"])]
        return [(f"seat:{move['other']}", first if len(moves) > 3 else [one["id"] for one in moves])]
    everything = [one["id"] for one in moves]
    if move["kind"] == "aim":
        return [(f"seat:{move['target']}", everything)]
    return [(f"hand:{move['card']}", everything)] if move["kind"] == "add" or move.get("card") == "II" else []


def foretold(drawn: Any, position: dict[str, Any], key: str, left: list[int]) -> Any:
    return drawn.evaluate(
        "([p, o, key]) => harness.ask('dinosaurs', JSON.parse(p), o, 'foretold', key)",
        [json.dumps(position), options_for("1280x720", left=left), key],
    )


# The log


@pytest.mark.parametrize("seed", [3, *(pytest.param(s, marks=pytest.mark.slow) for s in range(4, 12))])
def test_the_log_adds_up_to_the_points(seed: int) -> None:
    """The events that a seat sees give all points, disasters and eliminations; automatic effects are among them."""
    game = tapete.load("dinosaurs")
    session = Session(game, ["easy"] * 4, seed=seed)
    session.advance()
    spectator = Spectator(session, 0)
    spectator.catch_up()
    points, disasters, out = [0] * 4, [0] * 4, set()
    kinds: dict[str, list[dict[str, Any]]] = {}
    for event in (event for frame in spectator.log for event in frame):
        kinds.setdefault(event["kind"], []).append(event)
        if event["kind"] in ("advanced", "moved"):
            points[event["seat"]] += event["steps"]
        elif event["kind"] == "took":
            disasters[event["seat"]] += 1
        elif event["kind"] == "out":
            out.add(event["seat"])
        assert game.event_text(event, "en", reader=0) and game.event_text(event, "es", reader=0)
    end = session.state.describe(None)["players"]
    assert points == [player["points"] for player in end]
    assert disasters == [sum(player["disasters"].values()) for player in end]
    assert out == {seat for seat, player in enumerate(end) if not player["alive"]}
    revealed = [event["card"] for event in kinds["revealed"]]
    assert ("doubled" in kinds) <= ("P6E" in revealed) and ("cancelled" in kinds) <= ("P9E" in revealed)


@pytest.mark.slow
def test_automatic_effects_have_events() -> None:
    game = tapete.load("dinosaurs")
    missing = dict(ALONE)
    notices = 0
    for seed in range(60):
        session = Session(game, ["easy"] * 4, seed=seed)
        session.advance()
        for event in session.seen_by(0):
            missing.pop(event["kind"], None)
            notices += event["kind"] == "reshuffled"
        if not missing and notices:
            return
    raise AssertionError(f"without an event: {sorted(missing)}, {notices} reshuffles")
