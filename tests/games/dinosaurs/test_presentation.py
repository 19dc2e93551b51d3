"""Descriptions, moves and events as data (docs/rules/dinosaurs.md, section 16)."""

from __future__ import annotations

import copy
import json
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from samples import sampled

import tapete
from tapete.core.definition import SEEN, UNNOTICED
from tapete.core.presentation import hidden_move
from tapete.core.state import State
from tapete.errors import BadNetwork, BadOption, IllegalAction, TapeteError
from tapete.games.dinosaurs import options, rules
from tapete.games.dinosaurs.cards import DISASTERS, IDS
from tapete.games.dinosaurs.explain import WORDS
from tapete.games.dinosaurs.state_reader import PHASES
from tapete.seeds import derive
from tapete.testing import random_game

from .crafted import PASS, SELF, card, choose, close_window, give, start

VARIANTS = [
    {},
    {"players": 2},
    {"players": 3, "preset": "thesis"},
    {"players": 3, "insurance_after_sudden_death": False},
]
NO_DISASTERS = [[0] * 4] * 4


def seen(state: State, action: int, reader: int) -> list[dict[str, Any]]:
    """Play an action and return the events that one seat sees."""
    before, mover, hidden = state.describe(reader), state.seat, state.hides(action)
    move = state.move(action) if reader == mover or hidden == SEEN else hidden_move(mover)
    state.play(action)
    if reader != mover and hidden == UNNOTICED:
        return []
    return state.game.happened(before, move, state.describe(reader))


def event_texts(state: State, action: int, reader: int, language: str = "en") -> list[str]:
    """Play an action and return the sentences that one seat reads."""
    return [state.game.event_text(event, language, reader=reader) for event in seen(state, action, reader)]


def only(events: list[dict[str, Any]], kind: str) -> list[dict[str, Any]]:
    """Return the events of a kind, without the members that all events have."""
    return [
        {k: v for k, v in event.items() if k not in ("kind", "dinosaurs")} for event in events if event["kind"] == kind
    ]


# Options


def test_option_changes_its_own_field_and_no_other() -> None:
    """`deal` reads the options by name."""
    assert set(options.encode(tapete.load("dinosaurs").options)) == set(options.DealOptions.dtype.names)
    changed = {
        "players": (3, "players", 3),
        "preset": ("thesis", "thesis", 1),
        "insurance_after_sudden_death": (False, "insurance_after_sudden_death", 0),
        "fifty_tie": ("joint", "joint_fifty", 1),
        "max_rounds": (17, "max_rounds", 17),
    }
    for option, (value, field, expected) in changed.items():
        record = tapete.load("dinosaurs", **{option: value}).deal(1).record
        assert record[field] == expected
        default = tapete.load("dinosaurs").deal(1).record
        others = [other for _, other, _ in changed.values() if other != field]
        assert all(record[other] == default[other] for other in others)
    assert tapete.load("dinosaurs", players=2).deal(1).record["two_player"] == 1
    assert tapete.load("dinosaurs", players=2, two_player_mode=False).deal(1).record["two_player"] == 0


# Descriptions


def test_seat_sees_its_own_cards_and_only_the_number_of_the_others() -> None:
    state = start(["P9E IB P1 P1 P2", "P3", "P4", "P5"])
    own, whole = state.describe(0), state.describe(None)
    assert own["players"][0]["hand"] == ["P1", "P1", "P2", "P9E", "IB"]
    assert [player["hand"] for player in own["players"][1:]] == [None] * 3
    assert [player["cards"] for player in own["players"]] == [5] * 4
    assert all(player["hand"] for player in whole["players"])
    assert "cards" not in own["deck"] and "in_order" not in own["deck"] and "cards" not in own["disaster_deck"]
    assert own["deck"]["count"] == 69 - 20 == len(whole["deck"]["cards"])


def test_hidden_choice_is_simultaneous_and_shows_only_which_seats_have_chosen() -> None:
    state = start(["P9", "P1", "P2", "P3"])
    for waiting in ([0, 1, 2, 3], [1, 2, 3], [2, 3], [3]):
        for seat in range(4):
            shown = state.describe(seat)
            assert shown["phase"] == "choose" and shown["simultaneous"] is True and shown["waiting"] == waiting
            for other, player in enumerate(shown["players"]):
                assert player["chosen"] == (other not in waiting)
                assert player["face_down"] is None or other == seat
        state.play(state.legal()[0])
    shown = state.describe(0)
    assert "simultaneous" not in shown and "waiting" not in shown


def test_sudden_death_waits_only_for_the_tied_players() -> None:
    state = start(["P3", "P9", "P3", "P8"], ["meteor"])
    choose(state, "P3", "P9", "P3", "P8")
    for seat in (0, 2):
        give(state, seat, "P7 P6")
    close_window(state)
    shown = state.describe(1)
    assert (shown["phase"], shown["simultaneous"], shown["waiting"], shown["tied"]) == (
        "sudden_death",
        True,
        [0, 2],
        [0, 2],
    )
    state.play(card("P7"))
    assert state.describe(1)["waiting"] == [2]
    assert state.describe(1)["players"][0]["chosen"] and state.describe(1)["players"][0]["face_down"] is None
    assert state.describe(0)["players"][0]["face_down"] == "P7"
    assert "against Rex" in state.text(2)


def test_scores_have_their_terms_and_standing() -> None:
    """3 + 5 added - 1 trait; then two Boosts count four each beside a Giant Berry."""
    state = start(["P3E P5E IB IB", "P6E", "P9", "P8"], ["emotional"])
    choose(state, "P3E", "P6E", "P9", "P8")
    state.play(card("P5E"))
    score = state.describe(1)["players"][0]["score"]
    terms = {"card": 3, "added": 5, "trait": -1, "boosts": 0, "saps": 0}
    assert score == {**terms, "total": 7, "final": 7, "standing": "lowest"}
    for _ in range(2):
        while state.seat != 0:
            state.play(PASS)
        state.play(card("IB"))
        state.play(SELF)
    shown = state.describe(3)["players"]
    assert shown[0]["score"] == {**terms, "boosts": 8, "total": 15, "final": 15, "standing": "highest"}
    assert [player["score"]["standing"] for player in shown] == ["highest", "lowest", "between", "between"]
    assert "score 3 +5 added -1 trait +8 Boost = 15: highest" in " ".join(state.text(3).split())
    assert "puntuación 3 +5 sumado -1 rasgo +8 Empujón = 15: la más alta" in " ".join(state.text(3, "es").split())


def test_score_under_an_exchange_has_its_final_value() -> None:
    state = start(["P5E", "P9", "P2", "P8"], ["meteor"])
    choose(state, "P5E", "P9", "P2", "P8")
    shown = state.describe(0)
    scores = [player["score"] for player in shown["players"]]
    assert shown["inverted"] and [score["total"] for score in scores] == [5, 9, 2, 9]
    assert [score["final"] for score in scores] == [5, 2, 9, 2]
    assert [score["standing"] for score in scores] == ["between", "lowest", "highest", "lowest"]
    assert "score 9, exchanged 2: lowest" in " ".join(state.text(0).split())


@pytest.mark.parametrize(
    ("area", "players", "fatal"),
    [
        ([2, 0, 0, 0], 4, ["natural", "meteor"]),  # three of a kind
        ([1, 1, 0, 0], 4, ["emotional", "meteor"]),  # three different
        ([2, 2, 0, 0], 4, list(DISASTERS)),
        ([0, 0, 0, 2], 4, list(DISASTERS)),
        ([1, 0, 0, 0], 4, []),
        ([2, 2, 0, 0], 2, []),  # two players: four of a kind, or two of each
        ([3, 0, 0, 0], 2, ["natural", "meteor"]),
        ([2, 2, 1, 0], 2, ["emotional", "meteor"]),
    ],
)
def test_fatal_disasters_are_shown(area: list[int], players: int, fatal: list[str]) -> None:
    """Sections 5 and 9 of the rules."""
    state = start(["P9"] + ["P8", "P7", "P6"][: players - 1], facts={"areas": [area, *NO_DISASTERS[: players - 1]]})
    shown = state.describe(1)["players"]
    assert shown[0]["fatal"] == fatal and shown[1]["fatal"] == []
    for seat, sentence in ((0, "one more puts you out"), (1, "one more puts it out")):
        assert (sentence in " ".join(state.text(seat).split())) == bool(fatal)


def test_passes_in_the_window_are_shown_until_an_instant_is_played() -> None:
    state = start(["P9", "P1 IB", "P2", "P3"])
    choose(state, "P9", "P1", "P2", "P3")
    assert state.seat == 0 and not any(player["passed"] for player in state.describe(2)["players"])
    state.play(PASS)
    assert [player["passed"] for player in state.describe(2)["players"]] == [True, False, False, False]
    state.play(card("IB"))
    state.play(SELF)
    assert not any(player["passed"] for player in state.describe(2)["players"])


def test_known_cards_of_a_hand_are_described_to_the_observer_and_the_victim() -> None:
    state = start(["P1E", "P5 P9 IB IB P8", "P5", "P5"])
    choose(state, "P1E", "P5", "P5", "P5")
    state.play(25)
    shown = [state.describe(seat) for seat in range(4)]
    assert shown[0]["victim"] == 1 and shown[0]["source"] == "P1E"
    assert shown[0]["players"][1]["seen_by"] == [["P8", "P9", "IB", "IB"], None, None, None]
    assert shown[1]["players"][1]["seen_by"][0] == ["P8", "P9", "IB", "IB"]
    assert shown[2]["players"][1]["seen_by"] == [None, None, [], None]


def test_only_the_looker_sees_the_two_cards() -> None:
    state = start(["P7E", "P5", "P5", "P5"], rest=["P9", "IB"])
    choose(state, "P7E", "P5", "P5", "P5")
    state.play(card("P7E"))
    assert [state.describe(seat)["looked"] for seat in (0, 1, 2)] == [["P9", "IB"], None, None]


def test_every_disaster_of_a_game_has_another_title() -> None:
    for seed in range(6):
        titles, turn = [], 0
        for state, _ in random_game(tapete.load("dinosaurs"), seed):
            if state.turn != turn:
                turn, shown = state.turn, state.describe(0)
                assert shown["title"].split(".")[0] == shown["disaster"]
                assert all(f"title.{shown['title']}" in words for words in WORDS.values())
                titles.append(shown["title"])
        named = [title for title in titles if title != "meteor"]
        assert len(set(named)) == len(named)


def hidden_leaves(whole: Any, own: Any, path: tuple = ()) -> Iterator[tuple]:
    """Yield the paths at which the full description says more than a seat's."""
    if isinstance(whole, dict):
        for name, value in whole.items():
            yield from hidden_leaves(value, own.get(name) if isinstance(own, dict) else None, (*path, name))
    elif isinstance(whole, list) and isinstance(own, list) and len(whole) == len(own):
        for place, (value, other) in enumerate(zip(whole, own, strict=True)):
            yield from hidden_leaves(value, other, (*path, place))
    elif whole != own:
        yield path


def at(description: Any, path: tuple) -> Any:
    for step in path:
        description = description[step]
    return description


def test_hidden_members_vary_between_the_sampled_worlds() -> None:
    """Except the disaster deck, which has no order, and what others know of each other, which sampled worlds omit."""
    varied: Counter[str] = Counter()
    for seed in range(4):
        for step, (state, _) in enumerate(random_game(tapete.load("dinosaurs"), seed)):
            if step % 9:
                continue
            seat = step % 4
            whole, own = state.describe(None), state.describe(seat)
            worlds = [state.view(seat, derive(seed, step, k)).state.describe(None) for k in range(25)]
            others = [player for other, player in enumerate(own["players"]) if other != seat]
            unseen = sum(player["cards"] + player["chosen"] - len(player["seen_by"][seat]) for player in others)
            for path in hidden_leaves(whole, own):
                member = str([p for p in path if isinstance(p, str)])
                if path[0] in ("observer", "options") or path[-1] == "in_order" or member == "['deck', 'next_shuffle']":
                    continue
                values = {json.dumps(at(world, path)) for world in worlds}
                if path[:2] == ("disaster_deck", "cards"):
                    assert Counter(whole["disaster_deck"]["cards"]) == Counter(own["disaster_deck"]["kinds"])
                elif "seen_by" in path and state.record["phase"] != rules.TAKE:
                    assert values == {"[]"}
                elif path[-1] == "hand" and Counter(at(own, (*path[:-1], "seen_by"))[seat]) == Counter(at(whole, path)):
                    assert len(values) == 1  # all of that hand is known
                elif len(values) > 1:
                    varied[member] += 1
                else:  # a known hand, or a deck that must hold all the rest
                    assert at(whole, path) == [] or (path == ("deck", "cards") and unseen == 0), (path, values)
    assert {"['rng']", "['players', 'hand']", "['players', 'face_down']", "['deck', 'cards']"} <= set(varied)


# Restoring


def test_edited_hand_changes_the_position() -> None:
    state = start(["P9 P1 P1 P2 P2", "P3", "P4", "P5"])
    whole = state.describe(None)
    whole["players"][0]["hand"].remove("P9")
    whole["players"][0]["hand"].append("P9E")
    whole["deck"]["cards"].remove("P9E")
    whole["deck"]["cards"].append("P9")
    changed = state.game.set_up(whole)
    assert changed.legal() == [card("P1"), card("P2"), card("P9E")]
    assert changed.describe(None)["players"][0]["hand"] == ["P1", "P1", "P2", "P2", "P9E"]
    changed.play(card("P9E"))


def test_edited_points_and_disasters_change_the_position() -> None:
    state = start(["P1", "P9", "P8", "P7"], ["natural"])
    whole = state.describe(None)
    whole["players"][2]["points"] = 45
    whole["players"][0]["disasters"]["natural"] = 2
    for _ in range(2):
        whole["disaster_deck"]["cards"].remove("natural")
    changed = state.game.set_up(whole)
    assert changed.points() == [0, 0, 45, 0]
    assert changed.describe(0)["players"][0]["fatal"] == ["natural", "meteor"]
    choose(changed, "P1", "P9", "P8", "P7")
    close_window(changed)
    assert changed.over and changed.returns() == [0, 0, 1, 0]  # Bronto: 8 and its trait


def test_order_of_given_decks_is_restored() -> None:
    state = start(["P9", "P1", "P2", "P3"], ["meteor", "natural", "predatory"], rest=["P5", "P6"])
    whole = state.describe(None)
    assert whole["deck"]["in_order"] and whole["deck"]["cards"][:2] == ["P5", "P6"]
    assert whole["disaster_deck"]["in_order"] and whole["disaster_deck"]["cards"][:2] == ["natural", "predatory"]
    assert state.game.set_up(json.loads(json.dumps(whole))) == state


WRONG: list[tuple[str, Any]] = [
    ("players", []),
    ("players", "four"),
    ("phase", "sleep"),
    ("phase", 3),
    ("phase", "scoring"),
    ("phase", "keep"),
    ("phase", "over"),
    ("seat", 2),
    ("seat", -1),
    ("seat", 10**30),
    ("turn", 0),
    ("turn", 10**12),
    ("turn", "x"),
    ("rng", -1),
    ("rng", 1 << 70),
    ("rng", float("inf")),
    ("over", True),
    ("over", 7),
    ("disaster", None),
    ("disaster", "flood"),
    ("disaster", "meteor"),
    ("discards", ["P9"]),
    ("discards", None),
    ("instants", ["IB"]),
    ("instants", ["P1"]),
    ("gone", ["IB"]),
    ("bottom", ["natural"]),
    ("bottom", [["natural"]]),
    ("bearer", 1),
    ("bearer", 9),
    ("tied", [0, 1]),
    ("tied", [0, 0]),
    ("without", [4]),
    ("victim", 2),
    ("looked", ["P1", "P1"]),
    ("throws_left", 2),
    ("throws_left", 10**20),
    ("passes", 99),
    ("after_sudden_death", 1),
    ("effects", []),
    ("effects.order", [0]),
    ("effects.asked", 3),
    ("effects.late", True),
    ("deck", None),
    ("deck.cards", ["P9"] * 49),
    ("deck.cards", [None]),
    ("deck.cards", {"P9": 3}),
    ("deck.in_order", "yes"),
    ("deck.next_shuffle", ["P9E"] * 5),
    ("disaster_deck.cards", ["meteor"] * 27),
    ("log", [{"kind": "revealed"}]),
    ("log", [{"kind": "revealed", "seat": 0, "card": "P77"}]),
    ("log", [{"kind": "played", "seat": 0, "card": "P1"}]),
    ("log", [{"kind": "scored", "seat": 0, "score": 10**9}]),
    ("log", [{"kind": "danced", "seat": 0}]),
    ("log", [{"kind": "passed", "seat": 0}] * 60),
    ("log", [7]),
    ("players.0", None),
    ("players.0.dinosaur", "cry"),
    ("players.0.dinosaur", "spino"),
    ("players.0.alive", False),
    ("players.0.alive", 1),
    ("players.0.points", -1),
    ("players.0.points", 50),
    ("players.0.points", 10**40),
    ("players.0.points", "7"),
    ("players.0.points", 7.5),
    ("players.0.disasters", {"natural": 3}),
    ("players.0.disasters", {"flood": 1}),
    ("players.0.disasters", {"natural": -1}),
    ("players.0.disasters", [0, 0, 0, 0]),
    ("players.0.hand", None),
    ("players.0.hand", []),
    ("players.0.hand", "P9"),
    ("players.0.hand", ["P9"] * 6),
    ("players.0.hand", ["IB"] * 5),
    ("players.0.hand", [17, 0, 0, 0, 0]),
    ("players.0.seen_by", [[], ["P9E"], [], []]),
    ("players.0.seen_by", [[]]),
    ("players.0.seen_by", None),
    ("players.0.theft", None),
    ("players.0.face_down", "P1"),
    ("players.0.revealed", "P9"),
    ("players.0.table", "P9"),
    ("players.0.added", 3),
    ("players.0.boosts", 1),
    ("players.0.saps", -1),
    ("options", {"players": 3}),
    ("options", {"players": 99}),
    ("options", {"preset": []}),
    ("options", {"dinosaurs": 5}),
    ("options", [1]),
    ("observer", 0),
    ("game", "briscas"),
]


@pytest.mark.parametrize(("where", "value"), WRONG, ids=[f"{where}={str(value)[:30]}" for where, value in WRONG])
def test_wrong_or_contradictory_descriptions_are_refused(where: str, value: Any) -> None:
    state = start(["P9 P1 P1 P2 P2", "P3", "P4", "P5"], ["predatory"])
    given = copy.deepcopy(state.describe(None))
    path = tuple(int(step) if step.isdigit() else step for step in where.split("."))
    assert repr(at(given, path)) != repr(value)
    at(given, path[:-1])[path[-1]] = value
    with pytest.raises(BadOption) as refused:
        state.game.set_up(given)
    assert len(str(refused.value)) > 10


@pytest.mark.parametrize(
    ("out", "taken", "sentence"),
    [
        (False, {"natural": 3}, "its disasters put it out"),
        (False, {"natural": 1, "predatory": 1, "emotional": 1}, "its disasters put it out"),
        (True, {"natural": 2}, "its disasters do not put it out"),
        (True, {"natural": 4}, "has more disasters than put it out"),
    ],
)
def test_players_are_out_exactly_if_their_disasters_eliminate_them(
    out: bool, taken: dict[str, int], sentence: str
) -> None:
    whole = start(["P9", "P3", "P4", "P5"], ["meteor"]).describe(None)
    player = whole["players"][3]
    for kind, count in taken.items():
        player["disasters"][kind] = count
        for _ in range(count):
            whole["disaster_deck"]["cards"].remove(kind)
    if out:
        whole["discards"] += player["hand"]
        player["hand"], player["alive"] = [], False
    with pytest.raises(BadOption, match=sentence):
        tapete.load("dinosaurs").set_up(whole)


NOT_READ = (
    "rules",
    "title",
    "inversions",
    "inverted",
    "doubled",
    "source",
    "winners",
    "reason",
    "returns",
    "waiting",
    "simultaneous",
)
PLAYER_NOT_READ = ("traits", "fatal", "cards", "chosen", "score", "passed")


def test_missing_member_that_determines_the_position_is_refused() -> None:
    whole = start(["P9", "P3", "P4", "P5"]).describe(None)
    game = tapete.load("dinosaurs")
    for name in whole:
        given = {other: value for other, value in copy.deepcopy(whole).items() if other != name}
        if name in (*NOT_READ, "game", "options", "observer"):
            if name not in ("game", "source"):
                assert game.set_up(given).to_bytes() == game.set_up(whole).to_bytes() or name == "options"
            continue
        with pytest.raises(BadOption, match=name):
            game.set_up(given)
    for name in whole["players"][0]:
        given = copy.deepcopy(whole)
        del given["players"][0][name]
        if name in PLAYER_NOT_READ:
            assert game.set_up(given).to_bytes() == game.set_up(whole).to_bytes()
            continue
        with pytest.raises(BadOption, match=rf"players\[0\]\.{name} is missing"):
            game.set_up(given)


def leaves(value: Any, path: tuple = ()) -> Iterator[tuple]:
    if isinstance(value, dict):
        for name, inner in value.items():
            yield from leaves(inner, (*path, name))
    elif isinstance(value, list):
        for place, inner in enumerate(value):
            yield from leaves(inner, (*path, place))
        yield path
    else:
        yield path


JUNK = [None, -1, 3, 10**25, 2.5, "", "P9E", "natural", True, [], {}, [0], ["P1"], float("nan")]


@pytest.mark.parametrize("given", sampled(VARIANTS, VARIANTS[:2]), ids=str)
def test_edited_description_is_refused_or_playable(given: dict) -> None:
    """Replace every leaf of descriptions from all phases by junk, with bounds checking."""
    game = tapete.Game(tapete.load("dinosaurs").definition, given, boundscheck=True)
    tried = taken = 0
    for seed in range(3):
        for step, (state, _) in enumerate(random_game(game, seed)):
            if step % 17:
                continue
            whole = state.describe(None)
            for number, path in enumerate(leaves(whole)):
                spoiled = copy.deepcopy(whole)
                junk = JUNK[derive(seed, step, number) % len(JUNK)]
                if not path:
                    continue
                at(spoiled, path[:-1])[path[-1]] = junk
                tried += 1
                try:
                    changed = game.set_up(spoiled)
                except TapeteError:
                    continue
                taken += 1
                if taken % 10 == 0:
                    for turn in range(600):
                        if changed.over:
                            break
                        legal = changed.legal()
                        assert legal
                        changed.apply(legal[derive(seed, turn) % len(legal)])
                    assert changed.over or changed.turn > 1
    assert tried > 2000 and taken > 100


# Moves


def test_move_may_be_incomplete_but_must_fit_one_action() -> None:
    state = start(["P9 IB", "P1", "P2", "P3"])
    assert state.action({"kind": "choose", "card": "P9"}) == card("P9")
    choose(state, "P9", "P1", "P2", "P3")
    assert state.action({"kind": "pass"}) == PASS
    state.play(state.action({"kind": "instant", "card": "IB"}))
    assert state.move(SELF + 2) == {"kind": "aim", "seat": 0, "target": 2, "dinosaurs": ["bronto"], "card": "IB"}
    assert state.action({"kind": "aim", "target": 2}) == SELF + 2
    for wrong in ({"kind": "aim"}, {"target": 2}, {"kind": "aim", "target": 7}, {"kind": "dance"}, {}):
        with pytest.raises(IllegalAction):
            state.action(wrong)
    assert [state.action_text(action) for action in state.legal()] == [
        "Boost on yourself",
        "Boost on Trike",
        "Boost on Bronto",
        "Boost on Stego",
    ]
    assert state.action_text(SELF, "es") == "Empujón a ti mismo"
    assert state.action_text(SELF + 1, "es") == "Empujón a Trici"


def all_kinds(games: int) -> tuple[set[str], set[str]]:
    """Return the kinds of moves and events of random games under five sets of options, after making every text."""
    moves, events = set(), set()
    for number, given in enumerate([*VARIANTS, {"preset": "thesis"}]):
        game = tapete.load("dinosaurs", **given)
        for seed in range(games):
            state = game.deal(derive(number, seed))
            step = 0
            while not state.over:
                legal = state.legal()
                action = legal[derive(seed, step) % len(legal)]
                step += 1
                moves.update(state.move(a)["kind"] for a in legal)
                reader = derive(seed, step, 7) % game.seats
                for event in seen(state, action, reader):
                    events.add(event["kind"])
                    for language in WORDS:
                        for who in (reader, None):
                            text = game.event_text(event, language, reader=who)
                            assert text[-1] in ".!" and "{" not in text and text[0] not in " ."
    return moves, events


@pytest.mark.parametrize("games", sampled([3, 10], [3]))
def test_every_kind_of_move_and_event_has_words_in_both_languages(games: int) -> None:
    """All kinds of moves occur in fifteen games, all events but the rare ones in fifty."""
    moves, events = all_kinds(games)
    for words in WORDS.values():
        assert {f"move.{kind}" for kind in moves} <= set(words)
        assert {f"event.{kind}" for kind in events} <= set(words)
    named = {key.split(".")[1] for key in WORDS.own["en"] if key.startswith("move.")}
    assert moves == named
    pieces = {"change", "cards", "out_with"}
    rare = {"redrew", "bottom", "without"}  # may be missing in fifty games
    expected = {key.split(".")[1] for key in WORDS.own["en"] if key.startswith("event.")} - pieces - rare
    assert len(expected & events) > len(expected) / 2 and (games < 10 or expected <= events)


def test_events_have_a_form_for_the_acting_seat() -> None:
    for words in WORDS.own.values():
        for key in [key for key, text in words.items() if key.startswith("event.") and "{seat:seat}" in text]:
            if not key.endswith((".me", ".self")):
                assert f"{key}.you" in words, key
        for phase in PHASES:
            assert f"phase.{phase}" in words and (phase == "over" or f"guide.{phase}" in words)


# Events


def test_reveal_names_every_card_the_cancelled_effects_and_the_order_of_effects() -> None:
    state = start(["P9E", "P4E", "P5E", "P3"])
    choose(state, "P9E", "P4E", "P5E")
    sentences = event_texts(state, card("P3"), 0)
    assert sentences == [
        "Stego has chosen.",
        "All cards up!",
        "You reveal Thunder Saw (9*).",
        "Trike reveals Hot Spring (4*).",
        "Bronto reveals Upside Pit (5*).",
        "Stego reveals Old Shovel (3).",
        "Thunder Saw (9*) cancels Hot Spring (4*) and Upside Pit (5*).",
    ]
    assert "Thunder Saw cancels Hot Spring (4*) and Upside Pit (5*)" in " ".join(state.text(1).split())
    state = start(["P4E", "P0E P9", "P6E", "P3"])
    choose(state, "P4E", "P0E", "P6E")
    sentences = event_texts(state, card("P3"), 1)
    assert "Giant Berry: Boosts and Saps count four this round." in sentences
    assert sentences[-1] == "Effects act in this order: you with Odd Pebble (0*) and Rex with Hot Spring (4*)."


def test_pits_and_flips_announce_exchanges_and_undo_each_other() -> None:
    state = start(["P5E", "P5E II", "P2", "P9"], ["meteor"])
    choose(state, "P5E", "P5E", "P2")
    assert "The exchanges undo each other: scores stay as they are." in event_texts(state, card("P9"), 0)
    state.play(PASS)
    assert event_texts(state, card("II"), 0) == [
        "Trike plays Flip.",
        "As it stands, the highest and the lowest scores will be exchanged.",
    ]
    for _ in range(3):
        state.play(PASS)
    sentences = event_texts(state, PASS, 2, "es")
    assert sentences[:2] == ["Trici pasa.", "Se intercambian la puntuación más alta y la más baja."]
    assert "Tienes la puntuación más alta y corres 10 casillas." in sentences  # 2 against 10


def test_boosts_name_player_and_target_for_each_reader() -> None:
    state = start(["P6 IB IS", "P7 IS", "P5", "P3"], ["meteor"])
    choose(state, "P6", "P7", "P5", "P3")
    assert event_texts(state, card("IB"), 1) == ["Rex plays Boost."]
    assert event_texts(state.clone(), SELF, 1) == ["Rex plays Boost on itself (6 to 8)."]
    assert event_texts(state.clone(), SELF, 0) == ["You play Boost on yourself (6 to 8)."]
    assert event_texts(state.clone(), SELF + 1, 1) == ["Rex plays Boost on you (7 to 9)."]
    assert event_texts(state.clone(), SELF + 1, 1, "es") == ["Rex juega Empujón sobre ti (de 7 a 9)."]
    assert event_texts(state, SELF + 2, 1) == ["Rex plays Boost on Bronto (5 to 7)."]
    event = seen(state, card("IS"), 0)[0]
    assert event == {"kind": "announced", "seat": 1, "card": "IS", "dinosaurs": ["rex", "cry", "bronto", "stego"]}
    assert state.game.event_text(event, names=["Ana", "Luis", "Eva", "Pau"], reader=0) == "Luis plays Sap."
    seats = [f"seat {seat} (net-search:iterations=20)" for seat in range(4)]  # names that only number the seats
    assert state.game.event_text(event, names=seats, reader=0) == "Trike plays Sap."


def test_boosts_and_saps_name_the_scores_that_the_table_shows() -> None:
    """With the highest and the lowest exchanged these are not the sums; where the shown one stays, there is no number."""
    state = start(["P5E", "P7 IB", "P4", "P9"], ["meteor"])
    choose(state, "P5E", "P7", "P4", "P9")
    state.play(PASS)
    state.play(card("IB"))
    assert event_texts(state.clone(), SELF + 2, 1) == ["You play Boost on Stego."]  # from 10 to 12: still shown with 4
    assert event_texts(state, SELF + 1, 1) == [
        "You play Boost on Bronto (10 to 6)."
    ]  # from 4 to 6, no longer the lowest


def test_stolen_card_is_shown_to_thief_and_victim_only() -> None:
    def robbed(reader: int) -> list[list[str]]:
        state = start(["P1E", "P5 P9 IB IB P8", "P5", "P5"])
        choose(state, "P1E", "P5", "P5", "P5")
        return [event_texts(state, 25, reader), event_texts(state, card("P9"), reader)]

    assert robbed(0) == [
        ["You look at the hand of Trike: Cold Brook (8), Sky Catapult (9), Boost and Boost."],
        ["You take Sky Catapult (9) from Trike."],
    ]
    assert robbed(1) == [["Rex looks at your hand."], ["Rex takes your Sky Catapult (9)."]]
    assert robbed(2) == [["Rex looks at the hand of Trike."], ["Rex takes a card from Trike."]]


def test_victim_sees_a_card_stolen_at_the_end_of_the_round_although_hands_are_refilled() -> None:
    state = start(["P1E P2", "P9 P8 P7 P7 P6", "P8", "P5"], ["meteor"], rest=["P7"] + ["P4"] * 4, preset="thesis")
    choose(state, "P1E", "P9", "P8", "P5")
    close_window(state)
    while state.record["phase"] != rules.ROB:
        state.play(PASS)
    state.play(25)
    events = seen(state, card("P7"), 1)
    assert only(events, "stole") == [{"seat": 0, "from": 1, "card": "P7"}]
    kinds = [event["kind"] for event in events]
    assert kinds == ["stole", "refilled", "round", "drew"]
    assert only(events, "drew")[0]["cards"] == sorted(only(events, "drew")[0]["cards"], key=IDS.index)
    assert len(only(events, "drew")[0]["cards"]) == 2  # one for the card played, one for the card taken


def test_events_show_the_two_cards_to_the_looker_only() -> None:
    def looked(reader: int) -> list[list[str]]:
        state = start(["P7E", "P5", "P5", "P5"], rest=["P9", "IB"])
        choose(state, "P7E", "P5", "P5", "P5")
        return [event_texts(state, card("P7E"), reader), event_texts(state, card("P9"), reader)]

    assert looked(0) == [
        ["You look at the top two cards: Sky Catapult (9) and Boost."],
        ["You keep Sky Catapult (9).", "You keep one of the top two cards and discard Boost."],
    ]
    assert looked(1) == [
        ["Rex looks at the top two cards."],
        ["Rex keeps one of the top two cards and discards Boost."],
    ]


def test_swaps_have_a_form_for_each_reader() -> None:
    state = start(["P2E", "P9", "P8", "P1"])
    choose(state, "P2E", "P9", "P8", "P1")
    assert event_texts(state.clone(), SELF + 1, 0) == ["You swap your card with that of Trike."]
    assert event_texts(state.clone(), SELF + 1, 1) == ["Rex swaps its card with yours."]
    assert event_texts(state.clone(), SELF + 1, 1, "es") == ["Rex cambia su carta por la tuya."]
    assert event_texts(state.clone(), SELF + 1, 2) == ["Rex swaps its card with that of Trike."]
    state = start(["P8E", "P9", "P8", "P1"])
    choose(state, "P8E", "P9", "P8", "P1")
    assert event_texts(state.clone(), 29, 3) == ["Rex swaps the cards of Trike and you."]
    assert event_texts(state.clone(), 29, 3, "es") == ["Rex intercambia tu carta y la de Trici."]
    assert event_texts(state, 29, 2) == ["Rex swaps the cards of Trike and Stego."]


def test_adding_nothing_is_an_event_for_its_player_only() -> None:
    state = start(["P0E P9", "P5", "P5", "P5"])
    choose(state, "P0E", "P5", "P5", "P5")
    assert event_texts(state.clone(), PASS, 0) == ["You do not use Odd Pebble (0*)."]
    assert event_texts(state, PASS, 1) == []


def test_events_of_the_end_of_a_round() -> None:
    state = start(
        ["P1 P4", "P9", "P8", "P7"], ["natural", "predatory"], rest=["P2"] * 4, facts={"positions": [3, 4, 5, 6]}
    )
    choose(state, "P1", "P9", "P8", "P7")
    for _ in range(3):
        state.play(PASS)
    assert event_texts(state, PASS, 0) == [
        "Stego passes.",
        "You score 1.",
        "Trike scores 8.",  # -1 against Nature
        "Bronto scores 9.",
        "Stego scores 7.",
        "Bronto has the highest score and runs 9 steps.",
        "You have the lowest score, 1.",
        "The disaster is coming at you.",
    ]
    assert event_texts(state, PASS, 0) == ["You take the disaster (Nature)."]
    sentences = event_texts(state, card("P4"), 0)
    assert sentences[:3] == [
        "You discard Bone Club (4) after the disaster.",
        "You run 1 more for your disasters.",
        "Everybody draws up to five.",
    ]
    assert sentences[3].startswith("Round 2: ") and sentences[3].endswith(" (Predators); your trait counts +1.")
    assert sentences[4].startswith("You draw ")
    assert state.points() == [4, 4, 14, 6]


def test_elimination_is_shown_to_every_seat_with_its_disasters() -> None:
    facts = {"areas": [[2, 0, 0, 0], *NO_DISASTERS[:3]]}
    for reader, threat, sentence in (
        (0, "The disaster is coming at you and would put you out.", "You are out of the game (3 Nature)."),
        (2, "The disaster is coming at Rex and would put it out.", "Rex is out of the game (3 Nature)."),
    ):
        state = start(["P1", "P9", "P8", "P7"], ["natural"], facts=facts)
        choose(state, "P1", "P9", "P8", "P7")
        for _ in range(3):
            state.play(PASS)
        assert threat in event_texts(state, PASS, reader)
        sentences = event_texts(state, PASS, reader)
        assert sentence in sentences
        assert not any(line.startswith("You draw") for line in sentences) or reader == 2
    assert state.describe(0)["players"][0]["alive"] is False
    assert "(out)" in state.text(0)


def test_sudden_death_names_the_tied_players_each_time() -> None:
    state = start(["P3", "P9", "P3", "P8"], ["meteor"])
    choose(state, "P3", "P9", "P3", "P8")
    for seat in (0, 2):
        give(state, seat, "P7 P6 P5")
    for _ in range(3):
        state.play(PASS)
    assert "Sudden death between you and Bronto: the lowest printed number takes the disaster." in event_texts(
        state, PASS, 0
    )
    assert event_texts(state, card("P7"), 2) == ["Rex has chosen."]
    assert event_texts(state, card("P7"), 0) == [
        "Bronto has chosen.",
        "You play Thorn Spear (7) in sudden death.",
        "Bronto plays Thorn Spear (7) in sudden death.",
        "Still tied: sudden death again between you and Bronto.",
    ]
    assert "contra Bronto" in state.text(0, "es")
    state.play(card("P6"))
    assert event_texts(state, card("P5"), 0, "es") == [
        "Bronto ya ha elegido.",
        "Juegas Tirachinas (6) en la muerte súbita.",
        "Bronto juega Sandalias veloces (5) en la muerte súbita.",
        "El desastre va a por Bronto.",
    ]


def test_player_without_a_point_card_in_sudden_death_is_named() -> None:
    state = start(["P3", "P9", "P3", "P8"], ["meteor"])
    choose(state, "P3", "P9", "P3", "P8")
    give(state, 0, "IB")
    give(state, 2, "P7")
    for _ in range(3):
        state.play(PASS)
    sentences = event_texts(state.clone(), PASS, 1)
    assert sentences[-3:] == [
        "Sudden death between Rex and Bronto: the lowest printed number takes the disaster.",
        "Rex has no Point card for sudden death.",
        "The disaster is coming at Rex.",
    ]
    give(state, 2, "IS")
    sentences = event_texts(state, PASS, 1)
    assert "The disaster (Meteor) goes to the bottom of its deck: nobody can break the tie." in sentences


def test_shelter_detour_and_full_ties_are_events() -> None:
    def before_the_disaster(hand: str) -> State:
        state = start([hand, "P9", "P8", "P7"], ["natural"])
        choose(state, "P1", "P9", "P8", "P7")
        close_window(state)
        return state

    sentences = event_texts(before_the_disaster("P1 ID"), card("ID"), 1)
    assert sentences[:2] == [
        "Rex plays Shelter.",
        "The disaster (Nature) goes to the bottom of its deck: Shelter was played.",
    ]
    state = before_the_disaster("P1 IR")
    assert event_texts(state, card("IR"), 3) == ["Rex plays Detour."]
    assert event_texts(state, SELF + 3, 3) == ["Rex plays Detour on you.", "The disaster is coming at you."]
    state = start(["P5", "P5"], ["meteor"], two_player_mode=False)
    choose(state, "P5", "P5")
    state.play(PASS)
    assert "The disaster (Meteor) goes to the bottom of its deck: everybody ties." in event_texts(state, PASS, 0)


def test_reshuffles_and_redrawn_hands_are_events() -> None:
    reshuffled = 0
    for seed in range(4):
        state = tapete.load("dinosaurs").deal(seed)
        step = 0
        while not state.over:
            left, legal = int(state.record["deck_left"]), state.legal()
            events = seen(state, legal[derive(seed, step) % len(legal)], 0)
            step += 1
            grown = int(state.record["deck_left"]) > left
            assert bool(only(events, "reshuffled")) == grown or not events
            reshuffled += grown
    assert reshuffled > 1
    state = start(["P1 P2 P3 P4 P5", "P9", "P8", "P7"], ["natural"], rest=["P6", "P6", "P6", "P6"])
    choose(state, "P5", "P9", "P8", "P7")
    close_window(state)
    state.play(PASS)
    give(state, 0, "IB IB IS IS")
    deck = state.record["deck"]
    deck[int(state.record["deck_left"]) - 1] = card("II")  # the card that completes the hand
    events = seen(state, PASS, 1)
    assert only(events, "redrew") == [{"seat": 0, "cards": ["IB", "IB", "IS", "IS", "II"]}]
    assert [event["kind"] for event in events][-3:] == ["round", "redrew", "drew"]


@pytest.mark.parametrize(
    ("facts", "hands", "reason", "sentence"),
    [
        ({"positions": [45, 0, 0, 0]}, ["P9", "P1", "P2", "P3"], "fifty", "You win: 50 steps or more."),
        (
            {"positions": [0, 0, 49, 0], "areas": [[0] * 4, [0] * 4, [1, 0, 0, 0], [0] * 4]},
            ["P9", "P1", "P2", "P3"],
            "fifty_by_disasters",
            "Bronto wins: 50 steps or more, thanks to its disasters.",
        ),
    ],
)
def test_end_has_its_reason(facts: dict, hands: list[str], reason: str, sentence: str) -> None:
    state = start(hands, ["meteor"], facts=facts)
    choose(state, *hands)
    sentences: list[str] = []
    while not state.over:
        sentences = event_texts(state, PASS, 0)
    assert sentences[-1] == sentence
    assert state.describe(0)["reason"] == reason and state.describe(0)["winners"] == [0 if reason == "fifty" else 2]


def test_steps_in_events_add_up_to_the_points() -> None:
    """Requirement RF-11, from events alone."""
    for seed in range(6):
        state, totals, step = tapete.load("dinosaurs").deal(seed), [0] * 4, 0
        while not state.over:
            legal = state.legal()
            for event in seen(state, legal[derive(seed, step) % len(legal)], step % 4):
                if event["kind"] in ("advanced", "moved"):
                    totals[event["seat"]] += event["steps"]
            step += 1
        assert totals == state.points()


# Levels


@pytest.mark.parametrize(("players", "hard", "best"), [(2, "hard-search", "hard-search"), (4, "net", "net-search")])
def test_levels_are_agents(players: int, hard: str, best: str) -> None:
    from tapete.agents.registry import kinds_for, make_agent

    game = tapete.load("dinosaurs", players=players)
    assert dict(game.levels) == {"easy": "easy", "normal": "medium", "hard": hard, "best": f"{best}:ms=1000"}
    for spec in game.levels.values():
        assert make_agent(spec, game)
    assert {"easy", "medium"} <= set(game.definition.bots) and "hard-search" in kinds_for(game)


def test_the_best_level_uses_the_network_where_one_comes_with_the_game() -> None:
    from tapete.agents.registry import kinds_for
    from tapete.nets import own

    for players in (2, 3, 4):
        for preset in ("official", "thesis"):
            game = tapete.load("dinosaurs", players=players, preset=preset)
            kinds = kinds_for(game)
            try:
                known = own(game).game == "dinosaurs"
            except BadNetwork:
                known = False
            assert ("net-search" in kinds) == known
            assert game.levels["best"].partition(":")[0] == ("net-search" if known else "hard-search")


# Rules page


def test_rules_page_names_every_member_move_and_event() -> None:
    page = (Path(__file__).parents[3] / "docs" / "rules" / "dinosaurs.md").read_text(encoding="utf-8")
    section = page[page.index("## 16. As data") :]
    named = set(re.findall(r"`([^`]+)`", section))
    header = {"game", "options", "rng", "observer", "seat", "turn", "over", "returns"}  # what all games share
    members, players = set(), set()
    for state, _ in random_game(tapete.load("dinosaurs"), 3):
        shown = state.describe(None)
        members |= set(shown)
        players |= set(shown["players"][0])
        assert set(shown["effects"]) | set(shown["deck"]) | set(shown["disaster_deck"]) <= named
    assert members - header <= named and players <= named and set(PHASES) <= named
    kinds = {key.split(".")[1] for key in WORDS.own["en"] if key.startswith(("move.", "event."))}
    assert kinds - {"change", "cards", "out_with"} <= named
