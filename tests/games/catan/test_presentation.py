"""Descriptions, moves and events as data; positions given as data (docs/rules/catan.md, section 11)."""

from __future__ import annotations

import copy
import json
import random
import re
from collections.abc import Iterator
from typing import Any

import pytest
from samples import sampled

import tapete
from tapete.core.definition import HIDDEN
from tapete.core.game import Game
from tapete.core.presentation import hidden_move
from tapete.core.state import State
from tapete.core.strings import LANGUAGES
from tapete.errors import BadOption, IllegalAction
from tapete.games.catan import moves
from tapete.games.catan.board import RESOURCES
from tapete.games.catan.packed_counts import pack, unpack
from tapete.games.catan.state import DISCARD, KNIGHT, MAIN, PRE_ROLL, ROBBER, VICTORY_POINT
from tapete.games.catan.text import WORDS

from .positions import after_setup, bare, game_with, give, hand, path, place

VARIANTS = (
    {},
    {"hidden_discards": 1, "blind_answers": 1},
    {"compose_trade": 1, "players": 3},
    {"preset": "thesis"},
    {"players": 2, "max_offers": 0, "win": "any_time", "points": 6},
)
SOME = [
    pytest.param(options, id=str(options), marks=() if options in VARIANTS[:2] else pytest.mark.slow)
    for options in VARIANTS
]


def by_kind(state: State, chooser: random.Random) -> int:
    """Choose a random kind of move, then a move of that kind, so that builds, cards and trades come early."""
    kinds: dict[str, list[int]] = {}
    for action in state.legal():
        kinds.setdefault(state.move(action)["kind"], []).append(action)
    if len(kinds) > 1 and chooser.random() < 0.7:
        kinds.pop("end", None)
    return chooser.choice(kinds[chooser.choice(sorted(kinds))])


def played(game: Game, seed: int, steps: int = 100_000) -> Iterator[tuple[State, int]]:
    """Yield (state, next action) of a game of random kinds of moves."""
    state, chooser = game.deal(seed), random.Random(seed)
    for _ in range(steps):
        if state.over:
            return
        action = by_kind(state, chooser)
        yield state, action
        state.apply(action)


def events_of(state: State, action: int, seat: int | None) -> list[dict[str, Any]]:
    """Play an action and return its events for a seat (None: for an observer who sees everything)."""
    before, hidden = state.describe(seat), state.hides(action)
    move = hidden_move(state.seat) if hidden == HIDDEN and seat not in (None, state.seat) else state.move(action)
    state.play(action)
    return state.game.happened(before, move, state.describe(seat))


def event_texts(state: State, action: int, seat: int | None, language: str = "en") -> list[str]:
    return [state.game.event_text(event, language, reader=seat) for event in events_of(state, action, seat)]


# Positions as data


@pytest.mark.parametrize("options", SOME)
def test_position_restored_from_its_description_is_identical(options):
    game = game_with(turn_cap=60, **options)
    for seed in range(3):
        last = None
        for step, (state, _) in enumerate(played(game, seed)):
            last = state
            if step % 9 == 0:
                given = json.loads(json.dumps(state.describe(None)))
                assert game.set_up(given).to_bytes() == state.to_bytes()
                world = state.view(step % game.seats, seed=step).state
                assert game.set_up(world.describe(None)).to_bytes() == world.to_bytes()
        assert last is not None and last.over
        again = game.set_up(last.describe(None))
        assert again.to_bytes() == last.to_bytes() and again.returns() == last.returns()


def test_edited_hand_changes_the_position():
    state = after_setup(3)
    given = state.describe(None)
    before = hand(state, 1)
    given["players"][1]["hand"]["ore"] += 2
    changed = state.game.set_up(given)
    assert hand(changed, 1) == [*before[:4], before[4] + 2]
    assert unpack(changed.record["bank"])[4] == unpack(state.record["bank"])[4] - 2
    assert changed.view(2, seed=1).known["hands"][1]["ore"] == (before[4] + 2, before[4] + 2)


def test_edited_hand_stays_within_the_bounds_of_others():
    state = bare(ROBBER)
    give(state, [1, 0, 0, 0, 0], [0, 2, 0, 0, 1])
    state.record["robber"], state.record["rolled"] = 0, 1
    state.record["dice"][:] = (3, 4)
    place(state, 1, settlements=[18])
    state.play(moves.ROBBER + 9)
    given = state.describe(None)
    assert [doubt["by"] for doubt in given["players"][1]["doubts"]] == [2, 3, None]
    for name in ("brick", "ore"):
        edited = copy.deepcopy(given)
        edited["players"][1]["hand"][name] += 3
        known = state.game.set_up(edited).view(3).known["hands"][1][name]
        assert known[0] <= edited["players"][1]["hand"][name] <= known[1]


FOLLOWS = {  # members of a description and of its players that are computed from other facts
    "bank", "deck_left", "victims", "offers_left", "costs", "rules", "ended_by_cap", "points", "points_from", "road_length", "rates",
    "hand_count", "cards_count", "bought_count", "discarded_count", "settlements_left", "cities_left", "roads_left",
}  # fmt: skip


def clean(given: dict[str, Any]) -> dict[str, Any]:
    """Return a description without members that follow from others."""
    found = {name: copy.deepcopy(value) for name, value in given.items() if name not in FOLLOWS}
    found["players"] = [
        {name: value for name, value in player.items() if name not in FOLLOWS} for player in found["players"]
    ]
    return found


def test_dependent_members_are_computed_after_edits_of_pieces_robber_dice_and_board():
    given = clean(after_setup(2).describe(None))
    for player in given["players"]:
        player["settlements"], player["cities"], player["roads"] = [], [], []
    mine = given["players"][0]
    mine["settlements"], mine["cities"] = [0], [20]
    mine["roads"] = [[20, 25], [19, 25], [24, 19], [24, 18], [18, 13]]  # in either order of the ends
    given["players"][2]["settlements"] = [24]
    given["hexes"][6]["terrain"], given["hexes"][6]["token"] = "ore", 12
    given["hexes"] = [
        {"terrain": "ore", "token": 12} if hex["id"] == 6 else
        {"terrain": "wood", "token": 4} if hex["terrain"] == "desert" or hex["token"] == 12 else
        {"terrain": hex["terrain"], "token": hex["token"]}
        for hex in given["hexes"]
    ]  # fmt: skip
    given["hexes"] = unique_tokens(given["hexes"])
    given["harbours"][0]["kind"] = "sheep"
    given["harbours"] = [{"kind": harbour["kind"]} for harbour in given["harbours"]]
    given["robber"], given["dice"], given["rolled"], given["phase"] = 6, [6, 5], True, "main"
    state = tapete.load("catan").set_up(given)
    seen = state.describe(0)
    assert seen["players"][0]["points"] == 3 and seen["players"][2]["points"] == 1
    assert seen["players"][0]["road_length"] == 3  # cut by the settlement at 24
    assert seen["players"][0]["rates"]["sheep"] == 2
    assert seen["players"][0]["roads_left"] == 10 and seen["players"][0]["cities_left"] == 3
    assert seen["robber"] == 6 and seen["dice"] == [6, 5] and state.legal()[0] == moves.END
    while not state.over and state.turn < 60:
        state.play(random.Random(state.turn).choice(state.legal()))


def unique_tokens(hexes: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Change tokens so that each number is on at most two hexes."""
    free = [number for number in (2, 3, 4, 5, 6, 8, 9, 10, 11, 12) for _ in range(2)]
    for hex in hexes:
        hex["token"] = hex["token"] if hex["token"] in free else free[0]
        free.remove(hex["token"])
    return hexes


def test_description_of_another_game_or_of_one_seat_is_refused():
    state = after_setup(1)
    with pytest.raises(BadOption):
        state.game.set_up({**state.describe(None), "game": "briscas"})
    with pytest.raises(BadOption):
        state.game.set_up(state.describe(0))


def put(data: Any, way: str, value: Any) -> None:
    """Replace the value at the end of a path through data; DROP removes it."""
    *steps, last = [int(step) if step.isdigit() else step for step in way.split("/")]
    for step in steps:
        data = data[step]
    if value is DROP:
        del data[last]
    else:
        data[last] = value


DROP = "(left out)"
HOSTILE = [
    ("robber", 19),
    ("robber", -1),
    ("robber", 10**30),
    ("robber", "9"),
    ("robber", True),
    ("robber", None),
    ("robber", DROP),
    ("phase", "sleep"),
    ("phase", 6),
    ("phase", "discard"),
    ("phase", "free_road"),
    ("phase", "setup_settlement"),
    ("phase", "answer"),
    ("player", 4),
    ("player", 1),
    ("seat", 1),
    ("turn", 3),
    ("turn", 10**30),
    ("turn", None),
    ("seat", -5),
    ("seat", 10**30),
    ("seat", [0]),
    ("over", 5),
    ("rng", -1),
    ("rng", 10**30),
    ("rng", DROP),
    ("turn", 100_000),
    ("over", True),
    ("dice", [7, 1]),
    ("dice", [3]),
    ("dice", None),
    ("rolled", 1),
    ("rolled", False),
    ("free_roads", 1),
    ("last_settlement", 3),
    ("longest_road", 0),
    ("largest_army", 2),
    ("winner", 0),
    ("offer", {"seat": 0, "give": {"wood": 1}, "want": {"ore": 1}, "answers": [None] * 4}),
    ("offers_made", -1),
    ("cards_named", 99),
    ("refused", [{"give": {"wood": 1}, "want": {"wood": 1}}]),
    ("refused", [{"give": {"wood": 1}, "want": {"ore": 1}}] * 2),
    ("refused", [{"give": {}, "want": {"ore": 1}}]),
    ("deck", ["knight"] * 25),
    ("deck", ["dragon"]),
    ("deck/0", 3),
    ("deck_left", 3),
    ("hexes", []),
    ("hexes/0/terrain", "sea"),
    ("hexes/0/token", 7),
    ("hexes/0/token", 1),
    ("hexes/0/corners", [0, 1, 2, 3, 4, 5]),
    ("hexes/0/pips", 9),
    ("hexes/0", "wood 8"),
    ("harbours/2/kind", "gold"),
    ("harbours/2/nodes", [0, 3]),
    ("bank/wood", 3),
    ("bank", {"gold": 19}),
    ("players", []),
    ("players/0/settlements", [99]),
    ("players/0/settlements", [0, 0]),
    ("players/0/settlements", [0, 3]),
    ("players/0/settlements", [0, 5, 9, 16, 20, 30]),
    ("players/0/settlements", 5),
    ("players/0/settlements", "0"),
    ("players/0/roads", [[0, 1]]),
    ("players/0/roads", [[0, 3], [3, 0]]),
    ("players/0/roads", [[0]]),
    ("players/0/hand", {"wood": 20}),
    ("players/0/hand", {"wood": -1}),
    ("players/0/hand", {"gold": 1}),
    ("players/0/hand", {"wood": 1.5}),
    ("players/0/hand", None),
    ("players/0/hand", DROP),
    ("players/0/hand_count", 77),
    ("players/0/cards/knight", 3),
    ("players/0/played/victory_point", 1),
    ("players/1/bought", {"knight": 1}),
    ("players/0/points", 9),
    ("players/0/points_from/cities", 2),
    ("players/0/road_length", 5),
    ("players/0/roads_left", 12),
    ("players/0/rates/wood", 2),
    ("players/0/owed", 1),
    ("players/0/discarded", {"wood": 1}),
    ("players/0/not_won_with", 200),
    ("players/0/doubts", [{"by": 0, "counts": {}}]),
    ("players/0/doubts", [{"by": 1, "counts": {"wood": [2, 1]}}]),
    ("players/0/doubts", [{"by": 1, "counts": {"wood": [0, 99]}}]),
    ("players/0/seat", 2),
    ("players/0/colour", "red"),
    ("rules/points_to_win", 3),
    ("costs/road/wood", 0),
    ("weather", "fine"),
]


@pytest.mark.parametrize("bare_facts", [False, True], ids=["whole", "bare"])
@pytest.mark.parametrize(("way", "value"), HOSTILE, ids=lambda value: str(value)[:40])
def test_wrong_or_contradictory_data_is_refused(way, value, bare_facts):
    """In a full description, and in one without dependent members, which could reveal a wrong fact."""
    state = after_setup(5)
    state.play(moves.ROLL)
    assert state.record["phase"] == MAIN
    given = json.loads(json.dumps(state.describe(None)))
    if bare_facts:
        given = clean(given)
        if FOLLOWS & set(way.split("/")):
            pytest.skip("a dependent member, which is left out")
    put(given, way, value)
    with pytest.raises(BadOption, match=r"\w+ \w+"):
        state.game.set_up(given)


def leaves(data: Any, way: str = "") -> Iterator[str]:
    """Yield the paths to all values in data, including lists and mappings."""
    items = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    for name, value in items:
        here = f"{way}/{name}" if way else str(name)
        yield here
        yield from leaves(value, here)


@pytest.mark.parametrize("options", sampled(SOME, SOME[1:]))
def test_edited_description_is_refused_or_playable(options):
    """Put values of all kinds anywhere: the position is refused, or bounds-checked rules can play it on."""
    game = Game(tapete.load("catan").definition, {"turn_cap": 40, **options}, boundscheck=True)
    chooser = random.Random(7)
    states = [state.clone() for step, (state, _) in enumerate(played(game, 4, 900)) if step % 130 == 5]
    taken = refused = 0
    for state in states:
        whole = json.loads(json.dumps(state.describe(None)))
        ways = [way for way in leaves(whole) if way.partition("/")[0] not in ("game", "options", "observer", "rng")]
        for way in chooser.sample(ways, 20):
            for value in (None, True, -1, 0, 1, 7, 54, 1.5, "x", [], {}, [0], {"wood": 1}, DROP):
                given = copy.deepcopy(whole)
                put(given, way, value)
                try:
                    again = game.set_up(given)
                except BadOption:
                    refused += 1
                    continue
                taken += 1
                again.view(chooser.randrange(game.seats), seed=1)
                for _ in range(6):
                    if again.over:
                        break
                    again.apply(chooser.choice(again.legal()))
    assert taken > 10 and refused > 200


# Descriptions


def differing(one: Any, other: Any, way: str = "") -> Iterator[str]:
    """Yield the paths at which two descriptions differ, without list indices."""
    if isinstance(one, dict) and isinstance(other, dict):
        for name in {**one, **other}:
            yield from differing(one.get(name), other.get(name), f"{way}/{name}")
    elif isinstance(one, list) and isinstance(other, list) and len(one) == len(other) and way != "/deck":
        for a, b in zip(one, other, strict=True):
            yield from differing(a, b, way)
    elif one != other:
        yield way


@pytest.mark.parametrize("options", VARIANTS[:3], ids=str)
def test_hidden_members_vary_between_the_sampled_worlds(options):
    game = game_with(turn_cap=60, **options)
    hidden: set[str] = set()
    varies: set[str] = set()
    for seed in range(4):
        for step, (state, _) in enumerate(played(game, seed)):
            if step % 5:
                continue
            seat = step % game.seats
            whole, own = state.describe(None), state.describe(seat)
            hidden |= {way for way in differing(whole, own) if not way.endswith(("least", "most", "unseen_cards"))}
            for k in range(3):
                varies |= set(differing(whole, state.view(seat, seed=k).state.describe(None)))
    assert {"/deck", "/players/hand", "/players/cards"} <= hidden
    unchanged = hidden - varies - {"/observer", "/options"}
    # A hidden hand is None for the seat; in the worlds its members differ
    assert {way for way in unchanged if not any(other.startswith(f"{way}/") for other in varies)} == set()


def test_description_has_everything_for_the_table():
    state = bare()
    place(state, 0, settlements=[18], roads=path(18, 24))
    give(state, [1, 0, 0, 2, 0], [0, 2, 0, 0, 0])
    state.record["cards"][0] = pack([1, 1, 0, 0, 0])
    seen = state.describe(0)
    assert seen["phase"] == "main" and seen["player"] == 0 and seen["rules"]["points_to_win"] == 10
    assert seen["costs"]["city"] == {"wheat": 2, "ore": 3} and seen["offers_left"] == 3
    me, other = seen["players"][0], seen["players"][1]
    assert me["hand"] == {"wood": 1, "brick": 0, "sheep": 0, "wheat": 2, "ore": 0} and me["cards"]["knight"] == 1
    assert me["points"] == 2 and me["points_from"]["cards"] == 1 and me["roads"] == [[18, 24]]
    assert other["hand"] is None and other["hand_count"] == 2 and other["least"]["brick"] == 2 == other["most"]["brick"]
    assert other["cards"] is None and other["points_from"]["cards"] is None
    assert seen["unseen_cards"]["knight"] == 13
    assert [hex["corners"][0] for hex in seen["hexes"][:3]] == [0, 1, 2]  # the northern corners of the first row
    assert "deck" not in seen and seen["deck_left"] == 25


def test_description_tells_an_end_by_the_turn_cap():
    state = after_setup(1, turn_cap=1)
    assert state.describe(2)["ended_by_cap"] is False
    while not state.over:
        state.apply(by_kind(state, random.Random(1)))
    seen = state.describe(2)
    assert seen["ended_by_cap"] is True and seen["winner"] is None
    assert state.returns() == [0.25] * 4  # shared, because returns must sum to 1
    won = winning_state()
    won.play(moves.BUY)
    assert won.describe(1)["ended_by_cap"] is False and won.describe(1)["winner"] == 0


def winning_state() -> State:
    """Set up seat 0 with nine points, able to buy the tenth."""
    state = bare()
    place(state, 0, settlements=[0], cities=[9, 20, 30, 42])
    place(state, 1, settlements=[2])
    state.record["cards"][1] = pack([0, 2, 0, 0, 0])
    give(state, [0, 0, 1, 1, 1], [1, 0, 0, 0, 0])
    left = int(state.record["deck_left"])
    state.record["deck"][left - 1] = VICTORY_POINT
    return state


def test_sources_of_points_are_open_when_the_game_is_over():
    state = winning_state()
    assert state.describe(2)["players"][1]["cards"] is None
    state.play(moves.BUY)
    seen = state.describe(2)
    assert seen["players"][1]["cards"]["victory_point"] == 2 and seen["players"][1]["points"] == 3
    text = state.text(2)
    assert "seat 0 has won" in text
    assert "Seat 0: 10 = 1 from settlements, 8 from cities, 1 from victory point cards" in text
    assert "Seat 1: 3 = 1 from settlements, 2 from victory point cards" in text
    assert "Jugador 0: 10 = 1 por poblados, 8 por ciudades, 1 por cartas de punto de victoria" in state.text(2, "es")


# Moves


def test_move_names_its_places_and_cards():
    state = bare()
    place(state, 0, settlements=[18], roads=path(18, 24, 30))
    give(state, [4, 1, 1, 2, 3])
    found = {move["kind"]: move for move in map(state.move, state.legal())}
    assert found["settle"]["node"] == 30 and [hex["id"] for hex in found["settle"]["hexes"]] == [9, 10, 14]
    assert found["city"]["node"] == 18 and found["bank"]["give"] == {"wood": 4}
    assert {"kind": "road", "edge": [30, 35], "free": False, "seat": 0} in map(state.move, state.legal())
    assert state.action({"kind": "road", "edge": [35, 30]}) == state.action({"kind": "road", "edge": [30, 35]})
    assert state.action({"kind": "offer", "give": {"wheat": 2}, "want": {"ore": 1}}) == moves.OFFER + 20 + 15


@pytest.mark.parametrize(
    "move",
    [
        {},
        {"kind": "fly"},
        {"kind": ["roll"]},
        {"kind": "settle"},
        {"kind": "settle", "node": -1},
        {"kind": "settle", "node": 10**30},
        {"kind": "settle", "node": "30"},
        {"kind": "road", "edge": [0, 53]},
        {"kind": "road", "edge": 5},
        {"kind": "robber", "hex": -3},
        {"kind": "steal", "victim": 9},
        {"kind": "bank", "give": {"wood": 3}, "get": {"ore": 1}},
        {"kind": "bank", "give": {}, "get": {}},
        {"kind": "offer", "give": {"wood": 9}, "want": {"ore": 1}},
        {"kind": "offer", "give": 5, "want": None},
        {"kind": "discard", "resource": "gold"},
        {"kind": "plenty", "resources": ["ore"]},
    ],
    ids=str,
)
def test_invalid_move_is_refused(move):
    state = bare()
    give(state, [4, 1, 1, 2, 3])
    with pytest.raises(IllegalAction):
        state.action(move)


# Events


@pytest.mark.parametrize("options", VARIANTS, ids=str)
def test_roll_shows_every_seat_all_gains(options):
    """Compare a seat's event with the true hands, also for hands that it does not know."""
    game = game_with(turn_cap=80, **options)
    rolls = 0
    for seed in range(4):
        state, chooser = game.deal(seed), random.Random(seed)
        while not state.over:
            action = by_kind(state, chooser)
            if action != moves.ROLL:
                state.apply(action)
                continue
            seat = chooser.choice([None, *range(game.seats)])
            old = [hand(state, s) for s in range(game.seats)]
            event = events_of(state, action, seat)[0]
            got = {gain["seat"]: gain["cards"] for gain in event["gains"]}
            for s in range(game.seats):
                gained = dict(zip(RESOURCES, (b - a for a, b in zip(old[s], hand(state, s), strict=True)), strict=True))
                assert {name: count for name, count in gained.items() if count} == got.get(s, {})
            rolls += 1
    assert rolls > 150


def test_roll_names_cards_not_paid_because_of_robber_bank_and_full_hand():
    state = bare(PRE_ROLL, hand_cap=20)
    record = state.record
    record["terrain"][:] = [0, 1, 2, 3, 4] * 3 + [0, 1, 2, 5]
    record["token"][:], record["hexes_of"][:] = 0, 19
    for number, hexes in ((8, (9, 14)), (4, (3, 11))):
        record["token"][list(hexes)] = number
        record["hexes_of"][number] = hexes
    for hex in range(18):
        record["token"][hex] = record["token"][hex] or 2
    record["robber"] = 9
    place(state, 0, settlements=[30], roads=[])  # at 9, 10 and 14
    place(state, 1, cities=[45])  # at 14, 17 and 18
    place(state, 2, settlements=[18])  # at 4, 5 and 9
    give(state, [5, 5, 5, 4, 0], [0, 0, 0, 0, 17], [])  # hex 14 has ore, hex 9 too: one card is left in the bank
    record["bank"] = pack([14, 14, 14, 15, 2])
    record["forced_dice"][:] = (6, 2)
    events = events_of(state, moves.ROLL, 3)
    assert events[0]["sum"] == 8 and events[0]["gains"] == [] and events[0]["short"] == ["ore"]
    assert [(one["seat"], one["cards"]) for one in events[0]["blocked"]] == [(0, {"ore": 1}), (2, {"ore": 1})]
    assert state.game.event_text(events[0], "en", reader=2) == (
        "seat 0 rolls 8: nobody gets anything; the robber keeps 1 ore from seat 0; the robber keeps 1 ore from you; "
        "the bank is short of ore"
    )
    record["phase"], record["rolled"] = PRE_ROLL, 0
    give(state, [5, 5, 5, 5, 0], [1, 0, 0, 0, 0], [])
    record["forced_dice"][:] = (4, 4)
    event = events_of(state, moves.ROLL, 1)[0]
    assert event["capped"] == [0] and event["gains"] == [{"seat": 1, "cards": {"ore": 2}}]
    assert state.game.event_text(event, "es", reader=1).startswith("jugador 0 saca un 8: tú +2 minerales; ")


def test_seven_names_the_cards_owed_and_the_table_those_left():
    state = bare(PRE_ROLL)
    give(state, [9, 0, 0, 0, 0], [0, 3, 0, 0, 0], [0, 0, 8, 0, 0])
    state.record["forced_dice"][:] = (5, 2)
    assert event_texts(state, moves.ROLL, 2) == ["seat 0 rolls 7: seat 0 must discard 4; you must discard 4"]
    assert state.record["phase"] == DISCARD and "seat 0 to discard (4 to go)" in state.text(2)
    assert event_texts(state, moves.DISCARD, 2) == ["seat 0 discards wood"]
    assert "seat 0 to discard (3 to go)" in state.text(2) and "(le faltan 3)" in state.text(2, "es")


def test_stolen_card_is_named_to_thief_and_victim_only():
    for reader, said in (
        (0, "you steal a brick from seat 1"),
        (1, "seat 0 steals a brick from you"),
        (2, "seat 0 steals a card from seat 1"),
        (None, "seat 0 steals a brick from seat 1"),
    ):
        state = bare(ROBBER)
        state.record["robber"] = 0
        place(state, 1, settlements=[18])
        give(state, [], [0, 2, 0, 0, 0])
        assert event_texts(state, moves.ROBBER + 9, reader)[1] == said
    state = bare(ROBBER)
    state.record["robber"] = 0
    place(state, 1, settlements=[18])
    give(state, [], [0, 2, 0, 0, 0])
    assert event_texts(state, moves.ROBBER + 9, 1, "es")[1] == "jugador 0 te roba un ladrillo"


def test_stolen_card_is_hidden_from_other_seats():
    state = bare(ROBBER)
    state.record["robber"] = 0
    place(state, 1, settlements=[18])
    place(state, 2, settlements=[30])
    give(state, [], [0, 2, 0, 0, 1], [1, 0, 0, 0, 0])
    assert [event["kind"] for event in events_of(state, moves.ROBBER + 9, 3)] == ["robber"]
    assert events_of(state, moves.STEAL, 3) == [{"kind": "steal", "seat": 0, "victim": 1, "card": None}]


def test_bought_cards_are_named_to_the_buyer_only():
    for reader, said in ((0, "you buy a development card: knight"), (2, "seat 0 buys a development card")):
        state = bare()
        give(state, [0, 0, 1, 1, 1])
        state.record["deck"][24] = KNIGHT
        assert event_texts(state, moves.BUY, reader) == [said]


def test_monopoly_and_plenty_name_the_cards_taken():
    state = bare()
    state.record["cards"][0] = pack([0, 0, 0, 1, 1])
    give(state, [], [0, 2, 0, 0, 0], [0, 1, 3, 0, 0])
    assert event_texts(state, moves.MONOPOLY + 1, 2) == [
        "seat 0 plays monopoly on brick and gets 3 (2 from seat 1, 1 from you)"
    ]
    state.record["card_played"] = 0
    assert event_texts(state, moves.PLENTY + 4, 1, "es") == [
        "jugador 0 juega año de abundancia y toma 1 madera, 1 mineral"
    ]


def test_offer_answers_and_trade_are_events():
    state = bare()
    give(state, [0, 0, 0, 1, 0], [0, 0, 0, 0, 1])
    assert event_texts(state, moves.OFFER + 15, 1) == ["seat 0 offers 1 wheat for 1 ore"]
    assert event_texts(state, moves.ACCEPT, 1) == ["you accept"]
    assert event_texts(state, moves.REJECT, 1) == ["seat 2 refuses"]
    assert event_texts(state, moves.REJECT, 1) == ["seat 3 refuses"]
    assert event_texts(state, moves.CONFIRM, 1, "es") == ["jugador 0 te da 1 trigo y recibe 1 mineral"]
    assert hand(state, 0) == [0, 0, 0, 0, 1]
    state = bare()
    give(state, [0, 0, 0, 1, 0], [0, 0, 0, 0, 1])
    state.play(moves.OFFER + 15)
    assert [event_texts(state, moves.REJECT, 0) for _ in range(3)][-1] == ["seat 3 refuses", "nobody takes your offer"]
    state = bare(trade_close="first_acceptor")
    give(state, [0, 0, 0, 1, 0], [0, 0, 0, 0, 1])
    state.play(moves.OFFER + 15)
    assert event_texts(state, moves.ACCEPT, 3) == ["seat 1 accepts", "seat 0 gives 1 wheat to seat 1 and gets 1 ore"]


def test_a_refusal_without_a_choice_is_told_to_its_own_seat_alone():
    for said, reader in (("you lack the cards for it", 1), ("seat 1 refuses", 0), ("seat 1 refuses", 2)):
        state = bare()
        give(state, [0, 0, 0, 1, 0])
        state.play(moves.OFFER + 15)
        assert event_texts(state, moves.REJECT, reader) == [said]
    state = bare()
    give(state, [0, 0, 0, 1, 0], [0, 0, 0, 0, 1])
    state.play(moves.OFFER + 15)
    assert event_texts(state, moves.REJECT, 1) == ["you refuse"]


def test_blind_answers_are_shown_together_after_the_last_one():
    state = bare(blind_answers=1)
    give(state, [0, 0, 0, 1, 0], [0, 0, 0, 0, 1], [0, 0, 0, 0, 1])
    state.play(moves.OFFER + 15)
    assert event_texts(state, moves.ACCEPT, 0) == ["seat 1 has answered"]
    assert state.describe(0)["offer"]["answers"] == [None, "hidden", None, None]
    assert state.describe(1)["offer"]["answers"] == [None, "accept", None, None]
    assert event_texts(state, moves.REJECT, 2) == ["you refuse"]
    assert event_texts(state, moves.REJECT, 0) == [
        "seat 3 has answered",
        "the answers: seat 1 yes, seat 2 no, seat 3 no",
    ]


def test_hidden_discards_are_shown_together_after_the_last_one():
    state = bare(PRE_ROLL, hidden_discards=1)
    give(state, [8, 0, 0, 0, 0], [], [0, 4, 4, 0, 0])
    state.record["forced_dice"][:] = (5, 2)
    state.play(moves.ROLL)
    assert event_texts(state, moves.DISCARD, 1) == ["seat 0 discards a card"]
    seen = state.describe(1)
    assert seen["bank"]["wood"] == 11 and seen["players"][0]["discarded"] is None
    assert seen["players"][0]["discarded_count"] == 1 and state.describe(0)["bank"]["wood"] == 12
    for _ in range(3):
        state.play(moves.DISCARD)
    for _ in range(3):
        state.play(moves.DISCARD + 1)
    assert event_texts(state, moves.DISCARD + 2, 1) == [
        "seat 2 discards a card",
        "the discards: seat 0 4 wood; seat 2 3 brick, 1 sheep",
    ]


def test_bonuses_and_cut_roads_are_events():
    state = bare()
    place(state, 1, settlements=[2], roads=path(18, 24, 30, 36, 31, 37))
    state.record["longest_road"], state.record["visible"][1] = 1, 3
    place(state, 0, roads=path(29, 35, 30), settlements=[])
    give(state, [1, 1, 1, 1, 0])
    assert event_texts(state, moves.SETTLE + 30, 1) == [
        state.game.event_text({"kind": "settle", "seat": 0, **place_data(state, 30)}),
        "your road is cut to 3",
        "you lose Longest Road, which nobody holds now",
    ]
    state = bare()
    place(state, 0, settlements=[18], roads=path(18, 24, 30, 36, 31))
    give(state, [1, 1, 0, 0, 0])
    assert event_texts(state, state.action({"kind": "road", "edge": [31, 37]}), 0) == [
        "you build a road 31-37",
        "you take Longest Road with 5 roads",
    ]
    state = bare()
    state.record["cards"][0], state.record["played"][0] = pack([1, 0, 0, 0, 0]), pack([2, 0, 0, 0, 0])
    assert event_texts(state, moves.KNIGHT, 1) == ["seat 0 plays a knight", "seat 0 takes Largest Army with 3 knights"]


def place_data(state: State, node: int) -> dict[str, Any]:
    from tapete.games.catan.presentation import place_of

    return place_of(state, node)


def test_end_has_the_sources_of_points():
    state = winning_state()
    assert event_texts(state, moves.BUY, 0)[-1] == (
        "you have won with 10 points: 1 from settlements, 8 from cities, 1 from victory point cards"
    )
    state = after_setup(1, turn_cap=1)
    state.record["forced_dice"][:] = (6, 6)
    state.play(moves.ROLL)
    assert event_texts(state, moves.END, 0) == [
        "you end the turn",
        "the last of 1 turns has been played: nobody has won",
    ]


# Words


@pytest.mark.parametrize("games", sampled([10, 50], [10]))
def test_every_kind_of_move_and_event_has_words_in_both_languages(games: int):
    """All kinds occur in fifty games, most of them in ten."""
    seen: set[str] = set()
    said: set[str] = set()
    for number in range(games):
        options = VARIANTS[number % len(VARIANTS)]
        game = game_with(**{"turn_cap": 45, **options, "points": 4 if number % 3 else 10})
        reader = number % (game.seats + 1)
        seat = None if reader == game.seats else reader
        state, chooser = game.deal(number), random.Random(number)
        before = state.describe(seat)
        while not state.over:
            action = by_kind(state, chooser)
            move, hidden = state.move(action), state.hides(action)
            if move["kind"] not in said:
                assert all(state.action_text(action, language) for language in LANGUAGES)
                said.add(move["kind"])
            if hidden == HIDDEN and seat not in (None, state.seat):
                move = hidden_move(state.seat)
            state.apply(action)
            after = state.describe(seat)
            for event in game.happened(before, move, after):
                seen.add(event["kind"])
                for language in LANGUAGES:
                    text = game.event_text(event, language, reader=seat)
                    assert text and "{" not in text and "_" not in text, text
            before = after
    kinds = {key.split(".")[1] for key in WORDS.own["en"] if key.startswith("move.")}
    assert said <= kinds and len(said) > len(kinds) / 2 and (games < 50 or said == kinds)
    rare = {"road_cut", "longest_road_lost"}  # see test_bonuses_and_cut_roads_are_events
    events = {key.split(".")[1] for key in WORDS.own["en"] if key.startswith("event.")}
    assert seen <= events and len(seen) > len(events) / 2 and (games < 50 or seen | rare == events)


def test_spanish_table_has_no_english_words():
    english = {word.lower() for key in WORDS["en"] for word in re.findall(r"[A-Za-z]{3,}", WORDS["en"][key])}
    spanish = {word.lower() for key in WORDS["es"] for word in re.findall(r"[^\W\d_]{3,}", WORDS["es"][key])}
    for step, (state, action) in enumerate(played(game_with(turn_cap=40), 3)):
        if step % 20 == 0:
            shown = state.text(step % 4, "es") + state.action_text(action, "es")
            assert {word.lower() for word in re.findall(r"[A-Za-z]{3,}", shown)} & (english - spanish) == set()


# Explanations


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_name_is_explained_in_either_language(language):
    game = tapete.load("catan")
    for name in game.definition.presentation.cards:
        found = game.card(name, language)
        assert found["name"] and found["kind"] and len(found["text"]) > 20 and "{" not in found["text"]
        assert game.explain(name.upper(), language) == found["text"]
    with pytest.raises(BadOption, match="knight"):
        game.card("knigth", language)


def test_explanations_have_the_numbers_of_the_rules():
    game = tapete.load("catan")
    assert game.card("city")["cost"] == {"wheat": 2, "ore": 3} and game.card("city")["stock"] == 4
    assert game.card("caballero", "es")["count"] == 14 and game.card("Monopoly")["count"] == 2
    assert game.card("puntos", "es")["id"] == "goal" and "10" in game.explain("goal")
    assert "19" in game.explain("bank") and "4 of the 19" in game.explain("wheat")


def test_explanations_follow_the_options_of_the_game():
    thesis = tapete.load("catan", preset="thesis", points=8)
    assert thesis.explain("goal").startswith("Be the first with 8 victory points:")
    assert thesis.card("road")["stock"] == 13 and "You have 13" in thesis.explain("road")
    assert thesis.card("bank")["stock"] is None and "never runs out" in thesis.explain("bank")
    assert "before the roll" not in thesis.explain("turn") and "before the roll" in tapete.load("catan").explain("turn")
    assert "5 times a turn" in thesis.explain("offer") and "first who accepts" in thesis.explain("offer")
    assert "no en esta partida" in tapete.load("catan", max_offers=0).explain("oferta", "es")
