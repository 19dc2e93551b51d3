"""Briscas as data: views, restored positions, moves and events, in English and Spanish (docs/rules/briscas.md)."""

from __future__ import annotations

import copy
import json
import random
import re
from collections.abc import Iterator
from typing import Any

import pytest

import tapete
from tapete.agents.registry import make_agent
from tapete.arena.duel import duel
from tapete.core.strings import LANGUAGES
from tapete.games.briscas.cards import IDS
from tapete.games.briscas.text import SPELLINGS, WORDS, parse_card
from tapete.testing import check_presentation, random_game

OPTION_SETS: list[dict[str, Any]] = [
    {},
    {"exchange": "on", "exchange_requires_won_trick": 0, "exchange_on_lead_only": 0, "exchange_min_rounds": 1},
    {"follow_suit": "follow_or_trump", "phase": "stock_empty", "early_stop": 1},
    {"players": 3, "exchange": "on", "exchange_min_rounds": 1, "removed_two": "oros", "tie_break": "most_cards"},
    {"players": 3, "follow_suit": "follow", "early_stop": 1},
    {"players": 4, "partners_see_hands": "start", "follow_suit": "follow_or_trump", "exchange": "on"},
    {"players": 4, "partners_see_hands": "stock_empty", "follow_suit": "follow"},
    {"thesis_engine": 1, "follow_suit": "follow"},
    {"players": 3, "thesis_engine": 1},
    {"players": 4, "thesis_engine": 1},
]


def after(state: tapete.State, action: int, seat: int | None) -> list[dict[str, Any]]:
    """Play an action and return the events as a seat sees them."""
    before, move = state.describe(seat), state.move(action)
    state.play(action)
    return state.game.happened(before, move, state.describe(seat))


def kinds(events: list[dict[str, Any]]) -> list[str]:
    return [event["kind"] for event in events]


def cards(names: str) -> list[int]:
    return [parse_card(name) for name in names.split()]


def end_game(
    hands: tuple[str, str], points: tuple[int, int] = (0, 0), *, captured=(0, 0), **options: Any
) -> tapete.State:
    """Set up two players without stock; trump oros, seat 0 leads."""
    facts = {"trump": 0, "hands": [cards(hand) for hand in hands], "points": points, "captured": captured}
    return tapete.load("briscas", **options).set_up(facts)


def dealt(first_cards: str, **options: Any) -> tapete.State:
    """Set up a deal that begins with these cards; the others follow in order. Seat 0 leads."""
    game = tapete.load("briscas", **options)
    named = cards(first_cards)
    removed = {19} if game.seats == 3 and not game.options["thesis_engine"] else set()
    rest = [card for card in range(40) if card not in named and card not in removed]
    return game.set_up({"deck": [*named, *rest], "first": 0})


# Views


def test_seat_sees_its_hand_the_face_up_card_and_counts_but_no_other_hand() -> None:
    state = dealt("Ao 2c 3o 3c Ko 4c 7b")
    seen = state.describe(0)
    assert seen["players"][0]["hand"] == ["A-oros", "3-oros", "K-oros"]
    assert (seen["players"][1]["hand"], seen["players"][1]["count"]) == (None, 3)
    assert seen["stock"] == {"left": 34, "face_up": "7-bastos"}  # rules, section 2: 34 with the face-up card
    assert (seen["trump"], seen["turned"], seen["phase"], seen["seat"]) == ("bastos", "7-bastos", "lead", 0)
    assert state.describe(1)["players"][0]["hand"] is None


def test_description_has_the_winning_card_and_the_points_of_the_trick() -> None:
    state = dealt("Ao 2c 3o 3c Ko 4c 7b")
    state.play(cards("3o")[0])
    seen = state.describe(1)
    assert seen["phase"] == "answer"
    assert seen["trick"] == [{"seat": 0, "card": "3-oros"}]
    assert (seen["holds"], seen["trick_points"]) == ({"seat": 0, "card": "3-oros"}, 10)
    state.play(cards("3c")[0])
    assert state.describe(1)["tricks"] == [
        {"cards": [{"seat": 0, "card": "3-oros"}, {"seat": 1, "card": "3-copas"}], "winner": 0, "points": 20}
    ]
    assert state.describe(1)["sides"][0] == {"seats": [0], "points": 20, "cards": 2}


def test_partners_share_points_and_are_named(  # rules, section 7.3
) -> None:
    seen = tapete.load("briscas", players=4).deal(1).describe(1)
    assert [player["partner"] for player in seen["players"]] == [2, 3, 0, 1]
    assert [side["seats"] for side in seen["sides"]] == [[0, 2], [1, 3]]


def test_removed_two_is_named_with_three_players_only() -> None:
    assert tapete.load("briscas", players=3).deal(1).describe(0)["removed"] == "2-copas"
    assert tapete.load("briscas", players=3, removed_two="bastos").deal(1).describe(0)["removed"] == "2-bastos"
    assert tapete.load("briscas").deal(1).describe(0)["removed"] is None


def test_must_follow_is_set_only_where_the_obligation_applies() -> None:
    state = dealt("Ao 2c 3o 3c Ko 4c 7b", follow_suit="follow")
    assert state.describe(0)["must_follow"] is None
    state.play(cards("3o")[0])
    assert state.describe(1)["must_follow"] == "oros"
    free = dealt("Ao 2c 3o 3c Ko 4c 7b")
    free.play(cards("3o")[0])
    assert free.describe(1)["must_follow"] is None


def test_face_up_card_is_known_in_its_hand_until_it_is_played() -> None:
    """Rules, section 5: the loser of trick 17 takes it, and everybody sees that."""
    state = tapete.load("briscas").deal(4)
    face_up = state.describe(0)["turned"]
    while state.describe(0)["stock"]["left"]:
        state.play(state.legal()[0])
    holder = next(seat for seat in (0, 1) if face_up in state.describe(None)["players"][seat]["hand"])
    assert len(state.describe(0)["tricks"]) == 17
    assert holder != state.describe(0)["tricks"][-1]["winner"]
    for observer in (0, 1):
        assert state.describe(observer)["players"][holder]["known"] == [face_up]
    while face_up not in state.describe(0)["players"][holder]["played"]:
        state.play(state.legal()[0])
    assert state.describe(1 - holder)["players"][holder]["known"] == []


def test_partners_know_the_first_hands_that_they_have_seen() -> None:
    state = tapete.load("briscas", players=4, partners_see_hands="start").deal(2)
    whole = state.describe(None)
    seen = state.describe(1)
    assert sorted(seen["players"][3]["known"]) == sorted(whole["players"][3]["hand"])
    assert seen["players"][3]["first_hand"] == whole["players"][3]["hand"]
    assert seen["players"][0]["first_hand"] is None
    assert seen["players"][0]["known"] == []


def beyond(whole: Any, seen: Any, path: tuple = ()) -> Iterator[tuple]:
    """Yield the paths at which a full description says more than a seat's."""
    if isinstance(whole, dict) and isinstance(seen, dict):
        for name in whole:
            if name in seen:
                yield from beyond(whole[name], seen[name], (*path, name))
            else:
                yield (*path, name)
    elif isinstance(whole, list) and isinstance(seen, list) and len(whole) == len(seen):
        for i, (one, other) in enumerate(zip(whole, seen, strict=True)):
            yield from beyond(one, other, (*path, i))
    elif whole != seen:
        yield path


def at(data: Any, path: tuple) -> Any:
    for name in path:
        data = data[name]
    return data


@pytest.mark.parametrize("options", OPTION_SETS, ids=str)
def test_hidden_members_differ_between_the_worlds_that_a_seat_cannot_distinguish(options: dict[str, Any]) -> None:
    game = tapete.load("briscas", **options)
    for step, (state, _) in enumerate(random_game(game, 5)):
        if step not in (0, 9):
            continue
        for observer in range(game.seats):
            whole, seen = state.describe(None), state.describe(observer)
            worlds = [state.view(observer, seed).state.describe(None) for seed in range(40)]
            known_cards = [player["known"] for player in seen["players"]]
            sure = [("players", seat, "hand") for seat, known in enumerate(known_cards) if len(known) == 3]
            more = [
                path for path in beyond(whole, seen) if path[-1] not in ("observer", "known")
            ]  # the seat knows as much
            paths = [path for path in more if path not in sure]
            for path in paths:
                values = {json.dumps(at(world, path)) for world in worlds}
                assert len(values) > 1, f"{path} is the same in every world but hidden from seat {observer}"
            hidden = {path for path in paths if path[-1] == "hand"}
            assert hidden | set(sure) == {("players", seat, "hand") for seat in range(game.seats) if seat != observer}


# Restoring


@pytest.mark.parametrize("options", OPTION_SETS, ids=str)
def test_every_position_of_a_game_is_restored_from_its_description(options: dict[str, Any]) -> None:
    game = tapete.load("briscas", **options)
    check_presentation(game, seed=3, games=3)
    for seed in range(4):
        state = game.deal(seed)
        while True:
            again = tapete.load("briscas").set_up(json.loads(json.dumps(state.describe(None))))
            assert again.to_bytes() == state.to_bytes()
            assert again.game.options == game.options
            if state.over:
                break
            state.play(random.Random(seed + state.turn).choice(state.legal()))


def test_end_game_from_facts_is_restored_from_its_description() -> None:
    for options in ({}, {"follow_suit": "follow"}, {"thesis_engine": 1}):
        facts = {"trump": 0, "hands": [cards("Ao 4b"), cards("5b 2o")], "leader": 1, "points": (40, 30)}
        state = tapete.load("briscas", **options).set_up(facts)
        while not state.over:
            assert state.game.set_up(state.describe(None)).to_bytes() == state.to_bytes()
            state.play(state.legal()[0])
        assert state.game.set_up(state.describe(None)).to_bytes() == state.to_bytes()


def test_edited_hand_changes_the_position() -> None:
    state = dealt("Ao 2c 3o 3c Ko 4c 7b")
    description = state.describe(None)
    description["players"][0]["hand"][0], description["stock"]["cards"][5] = (
        description["stock"]["cards"][5],
        description["players"][0]["hand"][0],
    )
    changed = state.game.set_up(description)
    assert changed.describe(None)["players"][0]["hand"] == description["players"][0]["hand"]
    assert cards("Ao")[0] not in changed.legal()
    for _ in range(6):
        changed.play(changed.legal()[0])
        changed.play(changed.legal()[0])
    held = [card for seat in (0, 1) for card in changed.describe(None)["players"][seat]["hand"]]
    assert "A-oros" in held + [card for seat in (0, 1) for card in changed.describe(None)["players"][seat]["played"]]


def test_edited_score_changes_the_position() -> None:
    state = end_game(("Ao", "3o"), (10, 60))
    description = state.describe(None)
    description["sides"][0]["points"] = 45
    changed = state.game.set_up(description)
    for position, returns in ((state, [0.0, 1.0]), (changed, [1.0, 0.0])):
        position.play(cards("Ao")[0])
        position.play(cards("3o")[0])
        assert position.returns() == returns  # 10 + 21 against 60; 45 + 21 against 60


@pytest.mark.parametrize("options", OPTION_SETS, ids=str)
def test_position_can_be_given_without_its_history(options: dict[str, Any]) -> None:
    game = tapete.load("briscas", boundscheck=True, **options)
    for seed in range(6):
        state = game.deal(seed)
        for _ in range(game.seats * (2 + seed)):
            if not state.describe(None)["exchanges"]:
                state.play(min(state.legal()))
        if state.over or state.describe(None)["trick"]:
            continue
        description = state.describe(None)
        description |= {"tricks": [], "voids": [], "first_player": description["leader"]}
        for player in description["players"]:
            player["tricks"] = 0
        again = game.set_up(description)
        assert again.legal() == state.legal()
        while not again.over:
            again.play(again.legal()[-1])
            assert game.set_up(again.describe(None)).to_bytes() == again.to_bytes()
            for observer in range(game.seats):
                again.view(observer, seed).describe()


def test_seat_that_has_played_to_the_trick_holds_at_most_two_cards_while_there_is_stock() -> None:
    """Otherwise the draw would give a fourth."""
    state = tapete.load("briscas").deal(3)
    for _ in range(5):
        state.play(state.legal()[0])
    description = state.describe(None)
    leader = description["leader"]
    description |= {"tricks": [], "first_player": leader, "turn": 4}
    player = description["players"][leader]
    returned = next(card for card in player["played"] if card != description["trick"][0]["card"])
    player["played"].remove(returned)
    player["hand"].append(returned)
    with pytest.raises(tapete.BadOption, match="more than 3 cards with the one on the table"):
        state.game.set_up(description)


def test_seats_description_and_another_games_description_are_refused() -> None:
    game = tapete.load("briscas")
    with pytest.raises(tapete.BadOption, match="everything"):
        game.set_up(game.deal(1).describe(0))
    with pytest.raises(tapete.BadOption, match="not of briscas"):
        game.set_up({**game.deal(1).describe(None), "game": "catan"})


WRONG = [
    (lambda d: d["players"][0]["hand"].append("2-oros"), "players\\[0\\].hand"),
    (lambda d: d["players"][0]["hand"].__setitem__(0, "9-oros"), "is not a card"),
    (lambda d: d["players"][0]["hand"].__setitem__(0, 90), "is not a card"),
    (lambda d: d["players"][0]["hand"].__setitem__(0, d["players"][1]["hand"][0]), "two places"),
    (lambda d: d["players"][0].__setitem__("hand", []), "nowhere"),
    (lambda d: d["players"][0].__setitem__("known", [d["players"][0]["hand"][0]]), "known"),
    (lambda d: d["players"].pop(), "2 play"),
    (lambda d: d["players"].__setitem__(0, 5), "names with values"),
    (lambda d: d.__setitem__("turned", "2-oros"), "turned"),
    (lambda d: d.__setitem__("turned", -3), "is not a card"),
    (lambda d: d.__setitem__("trump", "copas"), "trump: 'copas' contradicts"),
    (lambda d: d.__setitem__("leader", 7), "from 0 to 1"),
    (lambda d: d.__setitem__("leader", 1 - d["leader"]), "leader: must be seat"),
    (lambda d: d.__setitem__("seat", 1 - d["seat"]), "seat="),
    (lambda d: d.__setitem__("turn", d["turn"] + 1), "cards have been played"),
    (lambda d: d.__setitem__("over", True), "over"),
    (lambda d: d["stock"].__setitem__("cards", "all"), "must be a list"),
    (lambda d: d["stock"]["cards"].reverse(), "the face-up card|lie under"),
    (lambda d: d["stock"].__setitem__("left", 3), "contradicts"),
    (lambda d: d["sides"][0].__setitem__("points", 121), "from 0 to 120"),
    (lambda d: d["sides"][0].__setitem__("points", 1e300), "whole number"),
    (lambda d: d["sides"][0].__setitem__("points", 10**5000), "something of type int"),
    (lambda d: [side.__setitem__("points", 61) for side in d["sides"]], "only 120"),
    (lambda d: d["tricks"].pop(), "by what has been played|was seat|contradicts|leader"),
    (lambda d: d["tricks"][0]["cards"].pop(), "must be 2"),
    (lambda d: d["tricks"][0]["cards"][0].__setitem__("seat", 5), "from 0 to 1"),
    (lambda d: d["tricks"][0].__setitem__("points", 99), "contradicts"),
    (lambda d: d["tricks"][0]["cards"].reverse(), "was seat"),
    (
        lambda d: d["exchanges"].append({"after_plays": 2, "seat": 0, "gives": "7-oros", "takes": "A-oros"}),
        "cannot have been made",
    ),
    (lambda d: d.pop("stock"), "stock is missing"),
    (lambda d: d["players"][1].pop("played"), "players\\[1\\].played is missing"),
    (lambda d: d.pop("seat"), "lacks 'seat'"),
]


@pytest.mark.parametrize(("edit", "reason"), WRONG, ids=[reason for _, reason in WRONG])
def test_contradiction_is_refused_with_its_reason(edit: Any, reason: str) -> None:
    state = tapete.load("briscas").deal(8)
    for _ in range(4):
        state.play(state.legal()[0])
    description = state.describe(None)
    edit(description)
    with pytest.raises(tapete.BadOption, match=reason):
        state.game.set_up(description)


def paths_of(data: Any, path: tuple = ()) -> Iterator[tuple]:
    yield path
    if isinstance(data, dict):
        for name in data:
            yield from paths_of(data[name], (*path, name))
    elif isinstance(data, list):
        for i in range(len(data)):
            yield from paths_of(data[i], (*path, i))


HOSTILE = (
    None,
    -1,
    2,
    1.5,
    10**30,
    True,
    "",
    "A-oros",
    "7-copas",
    [],
    ["A-oros"] * 50,
    {},
    {"seat": 0, "card": "A-oros"},
)


@pytest.mark.parametrize("options", OPTION_SETS, ids=str)
def test_edited_description_is_refused_or_playable(options: dict[str, Any]) -> None:
    """Replace, drop or repeat every member: the position is refused, or its game ends (with all indices checked)."""
    game = tapete.load("briscas", boundscheck=True, **options)
    generator = random.Random(1)
    state = game.deal(9)
    for _ in range(generator.randrange(12, 18)):
        state.play(generator.choice(state.legal()))
    whole = state.describe(None)
    refused = accepted = 0
    inside = [path for path in paths_of(whole) if path and path[0] != "options"]
    for path in inside:
        for value in (*generator.sample(HOSTILE, 4), "drop", "repeat", "swap"):
            description = copy.deepcopy(whole)
            parent = at(description, path[:-1])
            if value == "drop":
                del parent[path[-1]]
            elif value == "repeat":
                if not isinstance(parent, list):
                    continue
                parent.append(copy.deepcopy(parent[path[-1]]))
            elif value == "swap":
                other = generator.choice(inside)
                parent[path[-1]] = copy.deepcopy(at(whole, other))
            else:
                parent[path[-1]] = value
            try:
                made = game.set_up(description)
            except tapete.BadOption:
                refused += 1
                continue
            accepted += 1
            for observer in range(game.seats):
                made.view(observer, 1).describe()
            while not made.over:
                made.play(generator.choice(made.legal()))
                made.view(made.turn % game.seats, 2)
            assert len([card for player in made.describe(None)["players"] for card in player["played"]]) <= 40
    assert refused > 300
    assert accepted > 3


# Moves


def test_moves_name_the_card_and_convert_back_to_actions() -> None:
    state = dealt("Ao 2c 3o 3c Ko 4c 7b")
    assert state.move(cards("3o")[0]) == {"seat": 0, "kind": "play", "card": "3-oros"}
    assert state.action({"kind": "play", "card": "3-oros"}) == cards("3o")[0]
    for wrong in ({"kind": "play", "card": "2-bastos"}, {"kind": "play", "card": []}, {"kind": "fly"}, {}):
        with pytest.raises(tapete.IllegalAction, match="not a legal move"):
            state.action(wrong)


def test_exchange_names_both_cards() -> None:
    """Rules, section 7.2: the 7 of trumps buys the face-up ace."""
    state = dealt("7b 2c 3o 3c Ko 4c Ab", exchange="on", exchange_requires_won_trick=0)
    move = state.move(40)
    assert move == {"seat": 0, "kind": "exchange", "gives": "7-bastos", "takes": "A-bastos"}
    assert state.action(move) == 40
    assert state.action_text(40) == "exchange the seven of bastos for the ace of bastos"
    assert state.action_text(40, "es") == "cambiar el siete de bastos por el as de bastos"
    assert [state.parse(typed) for typed in ("exchange", "swap", "cambiar", "cambio el siete")] == [40] * 4


# Events


def test_events_of_a_lead_and_of_the_card_that_finishes_the_trick() -> None:
    state = dealt("Ao 2c 3o 3c Ko 4c 7b 6c 5c")
    assert after(state, cards("3o")[0], 1) == [{"kind": "lead", "number": 1, "seat": 0, "card": "3-oros"}]
    events = after(state, cards("3c")[0], 1)
    assert kinds(events) == ["play", "trick", "hidden_draw", "draw"]
    assert events[1] == {
        "kind": "trick",
        "seat": 0,
        "card": "3-oros",
        "points": 20,
        "cards": ["3-oros", "3-copas"],
        "side_points": 20,
    }
    assert events[2:] == [{"kind": "hidden_draw", "seat": 0}, {"kind": "draw", "seat": 1, "card": "5-copas"}]
    text = state.game.event_text
    assert text(events[1]) == "Seat 0 takes the trick with the three of oros: 20 points."
    assert text(events[1], reader=0) == "You take the trick with the three of oros: 20 points."
    assert text(events[1], "es") == "Jugador 0 se lleva la baza con el tres de oros: 20 puntos."
    assert text(events[1], "es", reader=0) == "Te llevas la baza con el tres de oros: 20 puntos."
    assert text(events[1], "es", names=["Ana", "Eva"]) == "Ana se lleva la baza con el tres de oros: 20 puntos."
    assert text(events[3], "es", reader=1) == "Robas el cinco de copas."


def test_a_lead_is_numbered_also_in_a_game_that_begins_in_its_middle() -> None:
    state = dealt("Ao 2c 3o 3c Ko 4c 7b 6c 5c")
    state.apply(cards("3o")[0])
    state.apply(cards("3c")[0])
    begun = state.game.set_up(state.describe(None))
    assert after(begun, begun.legal()[0], 1)[0]["number"] == 2


def test_full_view_shows_every_drawn_card() -> None:
    state = dealt("Ao 2c 3o 3c Ko 4c 7b 6c 5c")
    state.play(cards("3o")[0])
    events = after(state, cards("3c")[0], None)
    assert [event.get("card") for event in events[2:]] == ["6-copas", "5-copas"]


def test_last_draw_shows_who_takes_the_face_up_card_and_that_the_stock_is_empty() -> None:
    state = tapete.load("briscas").deal(4)
    turned = state.describe(0)["turned"]
    events = []
    while state.describe(0)["stock"]["left"]:
        events = after(state, state.legal()[0], 0)
    winner = events[1]["seat"]
    assert {"kind": "face_up", "seat": 1 - winner, "card": turned} in events
    assert events[-1] == {"kind": "stock_empty", "tricks": 3}  # rules, section 2: tricks 18 to 20 without a draw
    text = state.game.event_text
    assert text(events[-1]) == "No more cards to draw: the last 3 tricks."
    assert text(events[-1], "es") == "Se acabó el mazo: ya no se roba. Quedan 3 bazas."


def test_order_of_draws_in_the_rules_and_in_the_thesis_program() -> None:
    """Rules, sections 5 and 10: play order from the winner; in the thesis's program the others by seat."""
    for options, order in (({}, [1, 2, 0]), ({"thesis_engine": 1}, [1, 0, 2])):
        state = dealt("4o Ao 5o 4e 5e 6e 4b 5b 6b 7c", players=3, **options)
        state.play(cards("4o")[0])
        state.play(cards("Ao")[0])
        events = after(state, cards("5o")[0], None)
        assert [event["seat"] for event in events if event["kind"] == "draw"] == order


def test_exchange_is_shown_to_all() -> None:
    state = dealt("7b 2c 3o 3c Ko 4c Ab", exchange="on", exchange_requires_won_trick=0)
    assert after(state, 40, 1) == [{"kind": "exchange", "seat": 0, "gives": "7-bastos", "takes": "A-bastos"}]
    assert state.describe(1)["players"][0]["known"] == ["A-bastos"]
    assert state.describe(1)["stock"]["face_up"] == "7-bastos"
    assert state.describe(0)["exchanges"] == [{"seat": 0, "gives": "7-bastos", "takes": "A-bastos", "after_plays": 0}]


def test_player_who_does_not_follow_shows_a_void() -> None:
    """Rules, section 8: in `follow_or_trump` a card of neither the led suit nor trumps shows two voids."""
    state = dealt("Ao 2c 3o 3c Ko 4c 7b", follow_suit="follow_or_trump")
    state.play(cards("Ao")[0])
    events = after(state, cards("2c")[0], 0)
    assert [event for event in events if event["kind"] == "void"] == [
        {"kind": "void", "seat": 1, "suit": "oros"},
        {"kind": "void", "seat": 1, "suit": "bastos"},
    ]
    assert state.describe(0)["voids"][0] == {"seat": 1, "suit": "oros", "trick": 1}
    assert state.game.event_text(events[1], "es") == "Jugador 1 no tiene oros."


def test_partners_see_each_others_hands_when_the_stock_is_empty() -> None:
    state = tapete.load("briscas", players=4, partners_see_hands="stock_empty").deal(3)
    events = []
    while state.describe(0)["stock"]["left"]:
        events = after(state, state.legal()[0], 1)
    partner = events[-1]
    assert (partner["kind"], partner["seat"]) == ("partner", 3)
    assert sorted(partner["cards"]) == sorted(state.describe(None)["players"][3]["hand"])


def test_end_names_the_winner_and_the_points() -> None:
    state = end_game(("Ao", "3o"), (47, 52))
    state.play(cards("Ao")[0])
    events = after(state, cards("3o")[0], 0)
    assert events[-1] == {"kind": "won", "seats": [0], "points": 68, "others": [52], "cards": 2}
    text = state.game.event_text
    assert text(events[-1], reader=0) == "You win 68 to 52."
    assert text(events[-1], "es", reader=0) == "Ganas 68 a 52."
    assert text(events[-1], reader=1) == "Seat 0 wins 68 to 52."
    assert text(events[-1], "es", reader=1) == "Jugador 0 gana 68 a 52."


def test_sixty_to_sixty_is_a_draw_or_goes_to_more_cards() -> None:
    for tie_break, expected in (("draw", "tie"), ("most_cards", "won_by_cards")):
        state = end_game(("2o", "2c"), (60, 60), captured=(18, 20), tie_break=tie_break)
        state.play(cards("2o")[0])
        event = after(state, cards("2c")[0], 0)[-1]
        if expected == "tie":
            assert event == {"kind": "tie", "seats": [0, 1], "points": 60, "sides": 2, "others": []}
            assert state.game.event_text(event) == "60 to 60: nobody wins."
        else:  # 20 cards each after the last trick: still equal, a draw (rules, section 7)
            assert event["kind"] == "tie"
    state = end_game(("2o", "2c"), (60, 60), captured=(20, 18), tie_break="most_cards")
    state.play(cards("2o")[0])
    event = after(state, cards("2c")[0], 0)[-1]
    assert event == {"kind": "won_by_cards", "seats": [0], "points": 60, "others": [60], "cards": 22}
    assert state.game.event_text(event, reader=0) == "You win 60 to 60, with more cards."
    assert state.game.event_text(event, "es", reader=0) == "Ganas 60 a 60, por tener más cartas."


def last_play(game: tapete.Game, points: list[int]) -> tapete.State:
    """Return the position before the last play of a game that will end with these points."""
    state = game.deal(2)
    while sum(player["count"] for player in state.describe(None)["players"]) > 1:
        state.play(state.legal()[0])
    end = state.clone()
    end.play(end.legal()[0])
    trick = end.describe(None)["tricks"][-1]
    description = state.describe(None)
    for side, total in enumerate(points):
        won = trick["points"] if end.describe(None)["players"][trick["winner"]]["side"] == side else 0
        description["sides"][side]["points"] = total - won
    return game.set_up(description)


def test_result_of_three_players_names_both_other_scores_or_the_tie() -> None:
    game = tapete.load("briscas", players=3)
    state = last_play(game, [50, 30, 40])
    event = after(state, state.legal()[0], 0)[-1]
    assert event["others"] == [40, 30]
    assert game.event_text(event, reader=0) == "You win 50 to 40 and 30."
    assert game.event_text(event, "es", reader=0) == "Ganas 50 a 40 y 30."
    state = last_play(game, [45, 30, 45])
    event = after(state, state.legal()[0], 0)[-1]
    assert (event["kind"], event["seats"], event["others"]) == ("tie", [0, 2], [30])
    assert game.event_text(event, reader=2) == "You and seat 0 share the win with 45 points."


def test_a_pair_wins_together() -> None:
    game = tapete.load("briscas", players=4)
    state = last_play(game, [70, 50])
    event = after(state, state.legal()[0], 0)[-1]
    assert event["seats"] == [0, 2]
    assert game.event_text(event, reader=2) == "You and seat 0 win 70 to 50."
    assert game.event_text(event, "es", reader=1) == "Jugador 0 y jugador 2 ganan 70 a 50."


def test_early_stop_and_unfinished_trick_are_events() -> None:
    state = end_game(("Ao 4b", "3o 5b"), (52, 10), early_stop=1)
    state.play(cards("Ao")[0])
    events = after(state, cards("3o")[0], 0)
    assert kinds(events)[-2:] == ["stopped", "won"]
    assert events[-2]["points"] == 73
    for seed in range(20):  # rules, section 10: 39 plays, the last card counts for no side
        state = tapete.load("briscas", thesis_engine=1).deal(seed)
        while not state.over:
            events = after(state, state.legal()[0], 0)
        if state.turn == 39:
            assert kinds(events)[:2] == ["lead", "unfinished"]
            assert events[1]["cards"] == [events[0]["card"]]
            return
    raise AssertionError("no game of 39 plays among 20")


# Words


def test_every_kind_of_move_event_and_phase_in_fifty_games_has_words_in_both_languages() -> None:
    seen: set[str] = set()
    for seed in range(50):
        game = tapete.load("briscas", **OPTION_SETS[seed % len(OPTION_SETS)])
        for state, action in random_game(game, seed):
            observers = (None, seed % game.seats)
            before = [state.describe(observer) for observer in observers]
            move = state.move(action)
            following = state.clone()
            following.play(action)
            seen |= {f"move.{move['kind']}", f"phase.{before[0]['phase']}"}
            for observer, description in zip(observers, before, strict=True):
                for event in game.happened(description, move, following.describe(observer)):
                    seen.add(f"event.{event['kind']}")
                    for language in LANGUAGES:
                        text = game.event_text(event, language, reader=observer)
                        assert re.fullmatch(r"[^{}]*\.", text), text
                        assert not re.search(r"\w-(oros|copas|espadas|bastos)", text), text
    for language in LANGUAGES:
        assert seen <= set(WORDS[language])
    assert {kind for kind in WORDS.own["en"] if re.fullmatch(r"event\.\w+", kind)} - seen <= {
        "event.tie",
        "event.won_by_cards",
        "event.stopped",
    }, "an event that never happens"


def test_cards_have_their_spanish_names() -> None:
    """Rules, section 1: As, 3, Rey, Caballo, Sota, 7, 6, 5, 4, 2."""
    words = tapete.load("briscas").words["es"]
    names = [words[f"name.{card}"] for card in IDS[10:20]]
    assert names == [
        f"{face} de copas"
        for face in ("as", "tres", "rey", "caballo", "sota", "siete", "seis", "cinco", "cuatro", "dos")
    ]
    assert words["the.S-oros"] == "la sota de oros"


def test_table_in_spanish() -> None:
    state = dealt("Ao 2c So 3c Ko 4c 7b")
    state.play(cards("So")[0])
    text = state.text(1, "es")
    assert "Triunfo: bastos (siete de bastos bajo un mazo de 34)" in text
    assert "Puntos   jugador 0: 0   jugador 1: 0" in text
    assert "En la mesa:  carta del jugador 0" in text
    assert "│Sota  2│" in text
    assert [state.action_text(action, "es") for action in state.legal()] == [
        "jugar el tres de copas",
        "jugar el cuatro de copas",
        "jugar el dos de copas",
    ]


def test_table_shows_the_last_trick_and_its_winner() -> None:
    state = dealt("Ao 2c 3o 3c Ko 4c 7b")
    assert "Last trick" not in state.text(0)
    state.play(cards("3o")[0])
    state.play(cards("3c")[0])
    assert "Last trick: you 3-oros, seat 1 3-copas; you took 20 points" in state.text(0)
    assert "Last trick: seat 0 3-oros, you 3-copas; seat 0 took 20 points" in state.text(1)
    assert "Última baza: jugador 0, tres de oros; tú, tres de copas; se la llevó jugador 0: 20 puntos" in state.text(
        1, "es"
    )


@pytest.mark.parametrize(
    ("typed", "card"),
    [
        ("as de copas", "A-copas"),
        ("tres de oros", "3-oros"),
        ("tres de espadas", "3-espadas"),
        ("rey copas", "K-copas"),
        ("K de bastos", "K-bastos"),
        ("el caballo de espadas", "C-espadas"),
        ("Sota de Oros", "S-oros"),
        ("jugar la sota de bastos", "S-bastos"),
        ("12 de oros", "K-oros"),
        ("1 de espadas", "A-espadas"),
        ("siete oro", "7-oros"),
        ("play A-copas", "A-copas"),
        ("7o", "7-oros"),
        ("Kb", "K-bastos"),
        ("king of bastos", "K-bastos"),
        ("jack of cups", "S-copas"),
    ],
)
def test_cards_are_understood_in_both_languages(typed: str, card: str) -> None:
    assert IDS[parse_card(typed)] == card


def test_no_spelling_means_two_cards() -> None:
    from tapete.games.briscas.text import FACE_SPELLINGS, SUIT_SPELLINGS

    assert len(SPELLINGS) == sum(len(face) * len(suit) for face in FACE_SPELLINGS for suit in SUIT_SPELLINGS)
    for language in LANGUAGES:
        for number, card in enumerate(IDS):
            assert parse_card(WORDS[language][f"name.{card}"]) == number
            assert parse_card(WORDS[language][f"the.{card}"]) == number


def test_face_alone_is_parsed_if_only_one_card_has_it() -> None:
    state = dealt("Ao 2c 3o 3c Kc 4c 7b")
    assert state.parse("rey") == cards("Kc")[0]
    assert state.parse("king") == cards("Kc")[0]
    assert state.parse("sota") is None
    two = dealt("Ao 2c Ac 3c Kc 4c 7b")
    assert two.parse("as") is None
    assert dealt("2o 2c Ac 3c Kc 4c 7b").parse("²") is None


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_card_is_explained(language: str) -> None:
    game = tapete.load("briscas")
    total = 0
    for card in IDS:
        data = game.card(card, language)
        assert data["name"] == WORDS[language][f"name.{card}"]
        assert data["text"].lower().startswith(data["name"])
        total += data["points"]
    assert total == 120
    assert game.card("as de copas", language) == game.card("A-copas", language)
    for name in ("oros", "trump", "triunfo", "brisca", "baza", "exchange", "mazo"):
        assert game.card(name, language)["text"]
    with pytest.raises(tapete.BadOption, match="unknown name 'joker' in briscas"):
        game.card("joker", language)


def test_explanations_say_what_beats_a_card() -> None:
    game = tapete.load("briscas")
    assert game.explain("A-oros") == "Ace of oros: 11 points. Nothing of its suit beats it."
    assert game.explain("K-oros") == "King of oros: 4 points. In its suit the ace and the three beat it."
    assert (
        game.explain("S-oros", "es")
        == "Sota de oros: 2 puntos. En su palo le ganan el as, el tres, el rey y el caballo."
    )
    exchanged = "can be exchanged for the seven, the six, the five or the four"
    assert exchanged not in game.explain("2-oros")
    assert exchanged in tapete.load("briscas", exchange="on").explain("2-oros")  # rules, section 7.2


# Levels


@pytest.mark.parametrize("options", OPTION_SETS, ids=str)
def test_every_level_is_an_agent_without_hidden_information(options: dict[str, Any]) -> None:
    game = tapete.load("briscas", **options)
    assert list(game.levels) == ["easy", "normal", "hard", "best"]
    for spec in game.levels.values():
        agent = make_agent(spec, game)
        assert not agent.clairvoyant
    assert "partner=0" not in "".join(game.levels.values())


def score(players: int, stronger: str, weaker: str, games: int) -> float:
    """Return the score of a level above par against another."""
    game = tapete.load("briscas", players=players)
    result = duel(game, [game.levels[stronger], game.levels[weaker]], games=games, seed=2)
    return result.agents[0].score - (1 / 3 if players == 3 else 1 / 2)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_normal_beats_easy(players: int) -> None:
    """By 0.29, 0.20 and 0.31 in 4,000 games (briscas_agents.md, section 3.6); standard error here is at most 0.016."""
    assert score(players, "normal", "easy", 1000) > 0.1


@pytest.mark.slow
@pytest.mark.parametrize("players", [2, 3, 4])
def test_hard_beats_normal(players: int) -> None:
    """By 0.11, 0.09 and 0.12 in 1,000 games (briscas_agents.md, section 3.6); standard error here is at most 0.025."""
    assert score(players, "hard", "normal", 400) > 0
