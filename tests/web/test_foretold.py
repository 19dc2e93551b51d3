"""What a drawing says before a move is what the engine does: roads of Catan, warnings, cards chosen before a call, and lenses."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from typing import Any

import pytest
from drawing_stage import CHROMIUM, MUTANTS, PAGE, options_for, stage
from drawn_positions import facts_of, position_of

import tapete
from tapete.game import Game
from tapete.session import Session

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="no Chromium is installed")
pytest.importorskip("playwright")


@pytest.fixture(scope="module")
def page() -> Iterator[Any]:
    with stage() as opened:
        yield opened


def opened(page: Any, name: str, **options: Any) -> Game:
    game = tapete.load(name, **options)
    page.evaluate("([game, facts]) => harness.open(game, facts)", [name, facts_of(game)])
    return game


def walked(game: Game, agent: str, seed: int, at_random: float = 0.2) -> Iterator[tuple[Session, int]]:
    """The decisions of a game of agents some of whose moves are left to chance, so that more can be seen."""
    chance = random.Random(seed)
    session = Session(game, [None] * game.seats, seed=seed)
    agents = Session(game, [agent] * game.seats, seed=seed).players
    while not session.over:
        seat = session.waiting[0]
        yield session, seat
        player = agents[seat]
        assert player is not None
        if chance.random() < at_random:
            action = chance.choice(session.legal(seat))
        else:
            action = player.act(session.asking(seat).view(seat, chance.getrandbits(60)))
        session.play(seat, action)


def asked(page: Any, name: str, position: dict[str, Any], what: str, *more: Any, language: str = "en") -> Any:
    return page.evaluate(
        "([game, position, options, name, more]) => harness.ask(game, JSON.parse(position), options, name, ...more)",
        [name, json.dumps(position), options_for("1280x720", language), what, list(more)],
    )


# Catan


def road_cases(wanted: int, games: int) -> list[tuple[dict[str, Any], int, list[int], int, bool]]:
    """Roads that could be built in random games: what a seat sees, the edge, and the engine's length and award afterwards."""
    game = tapete.load("catan")
    found: list[tuple[dict[str, Any], int, list[int], int, bool]] = []
    for seed in range(games):
        chance, state = random.Random(seed), game.deal(seed)
        while not state.over and len(found) < wanted * (seed + 1) / games:
            roads = [a for a in state.legal() if state.move(a)["kind"] == "road"]
            if roads and not state.describe(None)["phase"].startswith("setup"):
                action, seat = chance.choice(roads), state.seat
                told = state.describe(seat)
                seen = {"longest_road": told["longest_road"], "players": [few(player) for player in told["players"]]}
                after = state.clone()
                after.apply(action)
                later = after.describe(seat)
                takes = later["longest_road"] == seat != told["longest_road"]
                length = later["players"][seat]["road_length"]
                found.append((seen, seat, state.move(action)["edge"], length, takes))
            state.apply(chance.choice(roads or state.legal()))
    return found


def few(player: dict[str, Any]) -> dict[str, Any]:
    return {name: player[name] for name in ("seat", "roads", "settlements", "cities", "road_length")}


LEADS = """async ([file, cases]) => { const {roadLeads} = await import(file);
    return JSON.parse(cases).map(([description, seat, edge]) => roadLeads({description, seat}, edge)); }"""


def wrong_roads(page: Any, file: str, cases: list[Any]) -> int:
    found = page.evaluate(LEADS, [file, json.dumps([case[:3] for case in cases])])
    return sum((one["after"], one["takes"]) != case[3:] for one, case in zip(found, cases, strict=True))


def test_a_road_says_how_long_it_makes_the_longest_one(page: Any) -> None:
    assert wrong_roads(page, "/games/catan.js", road_cases(24, 2)) == 0


@pytest.mark.slow
def test_the_same_in_many_positions_and_wrong_lengths_are_found(page: Any) -> None:
    cases = road_cases(1200, 40)
    assert wrong_roads(page, "/games/catan.js", cases) == 0
    assert sum(case[4] for case in cases) > 5, "some take the award"
    source = (PAGE / "games" / "catan.js").read_text()
    mutants = {
        "walls": ("if (!first && walls.has(node)) return 0;", ""),
        "ties": ("player.road_length < length", "player.road_length <= length"),
        "least": ("LEAST_AWARDED = 5", "LEAST_AWARDED = 4"),
    }
    for name, (sound, broken) in mutants.items():
        assert source.count(sound) == 1, name
        MUTANTS[f"games/catan-{name}.js"] = source.replace(sound, broken)
        assert wrong_roads(page, f"/games/catan-{name}.js", cases) > 0, name


@pytest.mark.slow
def test_a_turn_of_catan_is_not_ended_with_something_to_build(page: Any) -> None:
    """A word before the end of a turn exactly where something can be built or a seven would halve the hand; each kind once."""
    game = opened(page, "catan")
    kinds: set[str] = set()
    for session, seat in walked(game, "value", 1, at_random=0.5):
        if session.state.describe(seat)["phase"] != "main":
            continue
        position = position_of(session, seat, 0)
        ends = [move["id"] for move in position["moves"] if move["kind"] == "end"]
        if not ends:
            continue
        build = any(move["kind"] in ("road", "settle", "city", "buy") for move in position["moves"])
        full = position["description"]["players"][seat]["hand_count"] > position["description"]["rules"]["hand_limit"]
        said = warning(page, position, ends[0], [])
        assert (said is not None) == (build or full), (said, build, full)
        if said is not None:
            assert said["kind"] == ("build" if build else "seven") and "{" not in said["text"]
            again = warning(page, position, ends[0], [said["kind"]])
            assert (again is not None) == (build and full)
            other = next(move["id"] for move in position["moves"] if move["id"] != ends[0]) if build else None
            assert other is None or warning(page, position, other, []) is None, "other moves are not warned of"
            kinds.add(said["kind"])
        if kinds == {"build", "seven"}:
            return
    raise AssertionError(kinds)


def warning(page: Any, position: dict[str, Any], action: int, heard: list[str]) -> Any:
    return page.evaluate(
        "([p, o, id, heard]) => harness.ask('catan', JSON.parse(p), o, 'warning', id, new Set(heard))",
        [json.dumps(position), options_for("1280x720", "es"), action, heard],
    )
