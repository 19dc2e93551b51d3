"""Hearthstone as data: descriptions and restoring, moves, events, texts in both languages, visibility of actions."""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator
from typing import Any

import pytest
from samples import sampled

import tapete
from tapete.core.definition import HIDDEN, SEEN
from tapete.core.presentation import hidden_move
from tapete.core.summary import Step
from tapete.errors import BadOption, IllegalAction
from tapete.games.hearthstone import cards as c
from tapete.games.hearthstone import determinize, from_deal, rules
from tapete.games.hearthstone import state as s
from tapete.games.hearthstone.presentation import catalogue
from tapete.games.hearthstone.summary import damage_in
from tapete.games.hearthstone.text import WORDS
from tapete.nets.files import own
from tapete.seeds import derive
from tapete.testing import check_presentation, random_game

from .positions import RAPTOR, attack, board, choose, end, game, play, position

BOAR, SENJIN, COIN, FIREBALL, HEX = "CS2_171", "CS2_179", "GAME_005", "CS2_029", "EX1_246"
E0, O0 = ("enemy_board", 0), ("own_board", 0)
OPTION_SETS: list[dict[str, Any]] = [
    {},
    {"decks": "mixed"},
    {"decks": "mixed", "sim": True, "ordered": True},
    {"decks": "mixed", "factored": True},
    {"decks": "mixed", "deck_known": False, "positions": "right"},
    {"deck": "MidrangeBuffPaladin", "variant": "full"},
]


def leaves(data: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[tuple[Any, ...], Any]]:
    if isinstance(data, (dict, list)):
        for step, value in data.items() if isinstance(data, dict) else enumerate(data):
            yield from leaves(value, (*path, step))
    else:
        yield path, data


def edited(description: dict[str, Any], path: tuple[Any, ...], value: Any) -> dict[str, Any]:
    data = copy.deepcopy(description)
    place = data
    for step in path[:-1]:
        place = place[step]
    place[path[-1]] = value
    return data


def seen(state: tapete.State, action: int, seat: int) -> list[dict[str, Any]]:
    """Play an action and return the events that a seat sees."""
    before = state.describe(seat)
    open_to_seat = seat == state.seat or state.hides(action) == SEEN
    move = state.move(action) if open_to_seat else hidden_move(state.seat)
    state.play(action)
    return state.game.happened(before, move, state.describe(seat))


def done(state: tapete.State, seat: int, fact: list[Any]) -> dict[str, dict[str, Any]]:
    """Play an action in the format of recorded games; return the last event of each kind."""
    return {event["kind"]: event for event in seen(state, from_deal.action_number(fact), seat)}


# Descriptions and restoring


@pytest.mark.parametrize("chosen", sampled(OPTION_SETS, OPTION_SETS[:2]), ids=str)
def test_presentation_is_consistent_in_random_games(chosen: dict[str, Any]) -> None:
    check_presentation(tapete.load("hearthstone", **chosen), 11, games=3, every=2)


@pytest.mark.parametrize("chosen", OPTION_SETS, ids=str)
def test_sampled_worlds_and_finished_games_are_restored_byte_for_byte(chosen: dict[str, Any]) -> None:
    varied = tapete.load("hearthstone", **chosen)
    state = varied.deal(0)
    for seed in range(6):
        for step, (live, _) in enumerate(random_game(varied, derive(5, seed))):
            state = live
            if step % 6 == 0:
                world = live.view(step % 2, step).state
                assert varied.set_up(world.describe(None)).to_bytes() == world.to_bytes()
        assert state.over
        assert varied.set_up(json.loads(json.dumps(state.describe(None)))).to_bytes() == state.to_bytes()


def test_an_edited_hand_is_another_position() -> None:
    state = position({"hand": [HEX, RAPTOR]}, {"board": [SENJIN]})
    description = state.describe(None)
    description["players"][0]["hand"][0] = {"card": FIREBALL}
    changed = game().set_up(description)
    assert [entry["card"] for entry in changed.describe(0)["players"][0]["hand"]] == [FIREBALL, RAPTOR]
    targets = [changed.move(a)["target"] for a in changed.legal() if changed.move(a).get("card") == FIREBALL]
    assert [target["place"] for target in targets] == [None, None, 0]
    changed.play(changed.action({"kind": "play", "card": FIREBALL, "target": targets[1]}))
    assert changed.describe(0)["players"][1]["hero"]["health"] == 24


def test_minion_numbers_include_auras() -> None:
    """Dire Wolf Alpha gives its neighbours +1 attack: a minion edited to 7 attack has 7, and 6 without the wolf."""
    state = position({"board": [RAPTOR, "EX1_162"], "hand": [HEX]})
    description = state.describe(None)
    assert description["players"][0]["board"][0]["attack"] == 4
    description["players"][0]["board"][0]["attack"] = 7
    description["players"][1]["hero"]["health"] = 12
    changed = game().set_up(description)
    assert board(changed, 0)[0] == f"{RAPTOR} 7/2"
    assert changed.points()[1] == 12
    play(changed, 0, ("own_board", 1))
    assert board(changed, 0)[0] == f"{RAPTOR} 6/2"


def test_a_minion_can_be_added_by_its_card_alone() -> None:
    description = position({"board": [RAPTOR]}).describe(None)
    description["players"][0]["board"].insert(0, {"card": "EX1_162"})
    changed = game().set_up(description)
    assert board(changed, 0) == [
        "EX1_162 2/2",
        f"{RAPTOR} 3/2",
    ]  # its given attack of 3 includes the wolf's bonus
    assert changed.describe(0)["players"][0]["board"][0]["order"] == 1


def test_a_choice_inside_a_battlecry_is_restored_with_pending_effects() -> None:
    state = position({"board": ["LOE_077"], "hand": ["CFM_649"]})  # Brann and Kabal Courier: two choices
    play(state)
    description = state.describe(None)
    assert description["phase"] == "choice" and description["choice"]["kind"] == "discover"
    assert {frame.get("card", frame.get("step")) for frame in description["pending"]} >= {"CFM_649"}
    again = game().set_up(json.loads(json.dumps(description)))
    for twin in (state, again):
        choose(twin, 0)
        choose(twin, 1)
    assert again.to_bytes() == state.to_bytes()
    assert state.describe(1)["players"][0]["hand"][0] == {
        "card": None,
        "from": "pool discover_mage_priest_warlock",
        "seen_buff": 0,
    }


BROKEN: list[tuple[tuple[Any, ...], Any, str]] = [
    (("players",), [], "there are two"),
    (("players", 0, "hand"), [{"card": RAPTOR}] * 11, "at most 10"),
    (("players", 0, "board"), [{"card": RAPTOR}] * 8, "at most 7"),
    (("players", 0, "board", 0, "card"), FIREBALL, "is not a minion"),
    (("players", 0, "board", 0, "key"), "1-0", "a hero's or taken"),
    (("players", 0, "board", 0, "key"), "99-0", "must be a key"),
    (("players", 0, "board", 0, "attack"), 10**30, "from 0 to 9999"),
    (("players", 0, "board", 0, "attack"), "three", "must be a whole number"),
    (("players", 0, "board", 0, "health"), 0, "a dead"),
    (("players", 0, "board", 0, "flags"), ["taunt", "taunt"], "twice"),
    (("players", 0, "board", 0, "flags"), ["flying"], "choose from|did you mean|none of"),
    (("players", 1, "board", 0, "order"), 0, "another minion has this place"),
    (("players", 0, "board", 0, "atack"), 3, "did you mean 'attack'"),
    (("players", 0, "hand", 0, "card"), "NOPE", "did you mean|none of"),
    (("players", 0, "hand", 0, "card"), None, "did you mean|none of"),
    (("players", 0, "hand", 0, "card"), "HERO_02", "is not a minion or spell or weapon"),
    (("players", 0, "hand", 0, "buff"), 3, "is not a minion"),
    (("players", 0, "hand", 0, "parts"), [], "not a potion"),
    (("players", 0, "hero", "health"), 31, "from -9999 to 30"),
    (("players", 0, "hero", "health"), 0, "is dead, but the game is not over"),
    (("players", 0, "mana", "crystals"), 11, "from 0 to 10"),
    (("players", 0, "mana"), 5, "must be an object"),
    (("players", 0, "power", "cost"), 0, "costs 2, or 1"),
    (("players", 0, "deck", "cards"), [RAPTOR] * 61, "at most 60"),
    (("players", 0, "secrets"), [{"card": "EX1_610"}] * 2, "no two active secrets"),
    (("players", 0, "secrets"), [{"card": FIREBALL}], "is not a secret"),
    (("players", 1, "weapon"), {"card": RAPTOR}, "is not a weapon"),
    (("players", 1, "died"), [COIN], "is not a minion"),
    (("current",), 2, "from 0 to 1"),
    (("phase",), "dinner", "choose from|did you mean"),
    (("phase",), "over", "disagree"),
    (("winner",), 0, "not over"),
    (("choice",), {"kind": "discover", "pool": "demons", "options": []}, "offers something"),
    (("pending",), [{"step": "damage"}], "while a choice is open"),
    (("shown",), [{"why": "burnt", "seat": 5, "card": COIN}], "from 0 to 1"),
    (("turn_limit",), 10**9, "from 1 to 1000"),
    (("dinner",), 1, "unknown member"),
    (("ledger",), 5, "written as text"),
]


@pytest.mark.parametrize(("path", "value", "complaint"), BROKEN, ids=lambda value: str(value)[:40])
def test_an_impossible_position_is_refused_with_a_reason(path: tuple[Any, ...], value: Any, complaint: str) -> None:
    description = position({"hand": [HEX], "board": [SENJIN]}, {"board": [RAPTOR]}).describe(None)
    with pytest.raises(BadOption, match=complaint):
        game().set_up(edited(description, path, value))


def test_a_changed_description_is_refused_or_playable() -> None:
    """Every member of four positions with values that are hostile somewhere: no crash, no number out of range."""
    mixed = game(decks="mixed")
    states = [live.clone() for step, (live, _) in enumerate(random_game(mixed, 4)) if step in (1, 25, 60)]
    states.append(position({"board": ["LOE_077"], "hand": ["CFM_649"]}))
    play(states[-1])
    accepted = 0
    for state in states:
        description = state.describe(None)
        for path, _ in leaves(description):
            if path[0] in ("options", "game", "rng", "turn", "over", "seat", "observer"):  # the core's own members
                continue
            for value in (None, "x", -1, 255, 10**12, True, [], {}, 1.5, RAPTOR):
                try:
                    changed = state.game.set_up(edited(description, path, value))
                except BadOption:
                    continue
                accepted += 1
                assert changed.describe(None) is not None
                legal = changed.legal()
                changed.play(legal[-1])
    assert accepted > 100


def test_a_missing_member_is_named() -> None:
    description = position().describe(None)
    for name in ("phase", "players", "current", "choice", "winner"):
        short = {key: value for key, value in description.items() if key != name}
        with pytest.raises(BadOption, match=f"lacks '{name}'"):
            game().set_up(short)


def test_facts_of_recorded_games_are_checked() -> None:
    for wrong in ({}, {"players": [{}]}, {"players": [{"board": [RAPTOR] * 9}, {}]}, {"players": [{"hand": 5}, {}]}):
        with pytest.raises(BadOption):
            game().set_up(wrong)
    with pytest.raises(BadOption, match="at most 7"):
        game().set_up({"players": [{"board": [RAPTOR] * 9}, {}]})
    for player in ({"hero": {"armor": 10**9}}, {"board": [{"id": RAPTOR, "attack": "x"}]}, {"hand": [{}]}, {"hero": 3}):
        with pytest.raises(BadOption, match="not a position of hearthstone"):
            game().set_up({"players": [player, {}]})


# Views


def test_hidden_information_varies_between_sampled_worlds() -> None:
    """Whatever the full description holds beyond a seat's own varies among the worlds that the seat gets."""
    mixed = tapete.load("hearthstone", decks="mixed")
    hidden, varied = set(), set()
    for seed in range(8):
        for step, (state, _) in enumerate(random_game(mixed, derive(3, seed))):
            if step % 8:
                continue
            whole = state.describe(None)
            for seat in range(2):
                own = dict(leaves(state.describe(seat)))
                hidden_paths = [(p, v) for p, v in leaves(whole) if p[0] not in ("rng", "options") and own.get(p) != v]
                for sample in range(4):
                    world = dict(leaves(state.view(seat, sample).state.describe(None)))
                    for path, value in hidden_paths:
                        name = tuple(step for step in path if not isinstance(step, int))
                        hidden.add(name)
                        if world.get(path) != value:
                            varied.add(name)
    assert {("observer",)} == hidden - varied, hidden - varied


def test_a_known_card_of_the_opponent_shows_only_certain_values() -> None:
    """The Coin and a returned minion are known; Don Han'Cho's +5/+5 on it is not."""
    state = position({"hand": ["EX1_581"]}, {"board": [SENJIN], "class": "rogue"})
    play(state, 0, E0)  # Sap: the Yeti goes back to its owner's hand
    state.record["hand_extra"][1, 0] = 5
    state.record["big_buffs"][1] = 1
    entry = {"card": SENJIN, "from": "known", "seen_buff": 0, "buff": 0}
    assert state.describe(0)["players"][1]["hand"] == [entry]
    for seed in range(5):
        assert state.view(0, seed).describe() == state.describe(0)
        assert state.view(0, seed).text() == state.text(0)
    assert "Sen'jin Shieldmasta [4] 3/5" in state.text(0)
    assert "Sen'jin Shieldmasta [4] 8/10" in state.text(1)


def test_the_own_deck_is_listed_without_order_and_the_other_as_unseen() -> None:
    state = position({"deck": [RAPTOR, SENJIN, BOAR]}, {"deck": [FIREBALL, HEX], "hand": [SENJIN]})
    own, other = (player["deck"] for player in state.describe(0)["players"])
    assert own["count"] == 3 and sorted(own["cards"]) == sorted([RAPTOR, SENJIN, BOAR])
    assert own["cards"] == position({"deck": [BOAR, RAPTOR, SENJIN]}).describe(0)["players"][0]["deck"]["cards"]
    assert other == {"count": 2, "unseen": sorted([FIREBALL, HEX, SENJIN]), "seen": []}


def test_only_the_owner_knows_that_a_drawn_card_was_seen_in_the_deck() -> None:
    description = position({}, {"deck": [RAPTOR, SENJIN]}).describe(None)
    description["players"][1]["deck"]["cards"] = [{"card": RAPTOR, "seen": True}, SENJIN]
    state = game().set_up(description)
    end(state)
    hands = [state.describe(seat)["players"][1]["hand"] for seat in range(2)]
    assert [(hand[0]["card"], hand[0]["from"]) for hand in hands] == [(None, "deck"), (RAPTOR, "seen in deck")]
    assert state.describe(0)["players"][1]["deck"]["seen"] == [RAPTOR]


def test_costs_attack_and_mana_are_current() -> None:
    state = position(
        {"hand": ["NEW1_022"], "weapon": {"id": "CS2_106"}, "used": 3, "locked": 1}, {"weapon": {"id": "CS2_106"}}
    )
    own, other = state.describe(0)["players"]
    assert own["hand"][0]["cost"] == 1  # Dread Corsair costs 4 less the weapon's 3 attack
    assert (own["hero"]["attack"], other["hero"]["attack"]) == (3, 0)  # a weapon counts in the own turn only
    assert own["mana"]["available"] == 6
    whole = state.describe(None)["players"][0]
    for member in ("hero", "mana", "weapon", "power", "board", "hand", "spell_damage"):
        assert whole[member] == own[member], member  # who sees everything sees that, too


def test_derived_members_of_a_full_description_are_computed_anew() -> None:
    state = position({"hand": ["NEW1_022"], "weapon": {"id": "CS2_106"}, "used": 3}, {})
    description = state.describe(None)
    description["players"][0]["mana"]["used"] = 1
    assert game().set_up(description).describe(0)["players"][0]["mana"]["available"] == 9


def test_an_unfinished_decision_in_steps_shows_its_card() -> None:
    steps = tapete.load("hearthstone", factored=True, ordered=True)
    description = position({"hand": [FIREBALL, RAPTOR]}, {"board": [SENJIN]}).describe(None)
    description["options"]["factored"] = True
    state = steps.set_up(description)
    assert seen(state, state.action({"kind": "play", "card": FIREBALL}), 1) == []  # not complete yet
    assert state.describe(1)["phase"] == "target"
    assert state.describe(1)["partial"] == {"kind": "play", "seat": 0, "place": 0, "card": FIREBALL}
    for seed in range(4):
        view = state.view(1, seed)
        assert view.describe() == state.describe(1)
        assert view.state.legal() == state.legal()
    assert steps.set_up(state.describe(None)).to_bytes() == state.to_bytes()
    aim = next(a for a in state.legal() if state.move(a)["target"]["card"] == SENJIN)
    events = seen(state, aim, 1)
    assert events[0] == {
        "kind": "plays_on",
        "seat": 0,
        "card": FIREBALL,
        "target": SENJIN,
        "target_seat": 1,
        "target_key": "2-0",
    }


# Visibility of actions


def test_mulligans_picks_and_secrets_are_hidden_a_new_power_is_not() -> None:
    assert tapete.load("hearthstone").deal(1).hides(rules.MULLIGAN) == HIDDEN
    state = position({"hand": ["EX1_610", RAPTOR], "class": "hunter"})
    assert [state.hides(a) for a in state.legal() if state.move(a)["kind"] == "play"] == [HIDDEN, SEEN]
    assert state.hides(0) == SEEN
    state = position({"hand": ["CFM_649"]})
    play(state)
    assert {state.hides(a) for a in state.legal()} == {HIDDEN}
    state = position({"hand": ["LOE_076"]})
    play(state)
    assert {state.hides(a) for a in state.legal()} == {SEEN}


def test_a_secret_is_hidden_in_steps_too() -> None:
    steps = tapete.load("hearthstone", factored=True, ordered=True)
    description = position({"hand": ["EX1_610", RAPTOR], "class": "hunter"}).describe(None)
    description["options"]["factored"] = True
    state = steps.set_up(description)
    hidden_cards = [state.move(a)["card"] for a in state.legal() if state.hides(a) == HIDDEN]
    assert hidden_cards == ["EX1_610"]


def test_plays_look_alike_by_card_not_by_place_in_hand() -> None:
    state = position({"hand": [RAPTOR, FIREBALL, RAPTOR, "AT_037"], "board": [SENJIN]}, {"board": [SENJIN]})
    look = state.game.build.function(determinize.look)
    numbers: dict[int, list[dict[str, Any]]] = {}
    for action in state.legal():
        number = look(state.record, action)
        assert 0 <= number < 1 << 16
        move = {k: v for k, v in state.move(action).items() if k != "place"}
        numbers.setdefault(number, []).append(move)
    assert all(move == moves[0] for moves in numbers.values() for move in moves)
    assert sum(len(moves) == 2 for moves in numbers.values()) == 2  # the Raptors, at two positions
    assert len(numbers) == len({json.dumps(moves[0], sort_keys=True) for moves in numbers.values()})


# Shown cards


def test_cards_that_left_all_zones_are_shown_until_the_next_action() -> None:
    state = position({}, {"hand": [RAPTOR] * 10, "deck": [SENJIN, BOAR]})
    end(state)
    burnt = [{"why": "burnt", "seat": 1, "card": SENJIN}]
    assert state.describe(0)["shown"] == state.describe(1)["shown"] == burnt
    assert state.view(0, 3).describe()["shown"] == burnt
    end(state)
    assert state.describe(0)["shown"] == []


def test_a_fired_secret_a_joust_and_discards_are_shown() -> None:
    state = position({"board": [SENJIN]}, {"secrets": ["EX1_610"], "class": "hunter"})
    attack(state, 0, "enemy_hero")
    assert state.describe(0)["shown"] == [{"why": "fired", "seat": 1, "card": "EX1_610"}]
    state = position({"hand": ["AT_077"], "deck": [SENJIN], "class": "paladin"}, {"deck": [RAPTOR]})
    play(state)
    assert [(e["why"], e["seat"], e["card"]) for e in state.describe(1)["shown"]] == [
        ("jousted", 0, SENJIN),
        ("jousted", 1, RAPTOR),
    ]
    state = position({"hand": ["EX1_310", RAPTOR, SENJIN], "class": "warlock"})
    play(state)
    assert {(e["why"], e["card"]) for e in state.describe(1)["shown"]} == {("discarded", RAPTOR), ("discarded", SENJIN)}


def test_ice_block_and_a_returned_card_without_room_are_shown() -> None:
    state = position({"hand": [FIREBALL]}, {"secrets": ["EX1_295"], "health": 3, "class": "mage"})
    play(state, 0, "enemy_hero")
    assert state.describe(0)["shown"] == [{"why": "fired", "seat": 1, "card": "EX1_295"}]
    state = position({"hand": ["EX1_581"]}, {"board": [SENJIN], "hand": [RAPTOR] * 10}, options={"sim": True})
    play(state, 0, E0)  # QC18: the simulator's minion vanishes
    assert state.describe(0)["shown"] == [{"why": "lost", "seat": 1, "card": SENJIN}]


def test_drawn_cards_are_counted_for_both() -> None:
    state = position({"hand": ["CS2_023"], "class": "mage"})
    play(state)  # Arcane Intellect
    assert state.describe(0)["drawn"] == state.describe(1)["drawn"] == [2, 0]
    end(state)
    assert state.describe(0)["drawn"] == [0, 1]


# Moves


def test_moves_have_texts_in_both_languages_that_parse_back() -> None:
    state = position(
        {"hand": [HEX, RAPTOR, "AT_037"], "board": [SENJIN], "weapon": {"id": "CS2_106"}, "class": "mage"},
        {"board": [RAPTOR]},
    )
    said = {
        ("play 1 Hex on enemy 1 Bloodfen Raptor", "jugar 1 Hex sobre su 1 Bloodfen Raptor"),
        ("play 2 Bloodfen Raptor at place 2", "jugar 2 Bloodfen Raptor en el sitio 2"),
        (
            "play 3 Living Roots as Grasping Roots on own hero",
            "jugar 3 Living Roots como Grasping Roots sobre tu héroe",
        ),
        ("1 Sen'jin Shieldmasta attacks enemy hero", "1 Sen'jin Shieldmasta ataca a su héroe"),
        ("hero attacks enemy 1 Bloodfen Raptor", "tu héroe ataca a su 1 Bloodfen Raptor"),
        ("Fireblast on own 1 Sen'jin Shieldmasta", "Fireblast sobre tu 1 Sen'jin Shieldmasta"),
        ("end turn", "terminar turno"),
    }
    found = {(state.action_text(a), state.action_text(a, "es")) for a in state.legal()}
    assert said <= found
    for action in state.legal():
        assert state.action(state.move(action)) == action
        assert state.parse(state.action_text(action)) == state.parse(state.action_text(action, "es")) == action
    move = next(state.move(a) for a in state.legal() if state.move(a)["kind"] == "attack")
    assert move["attacker"] == {"seat": 0, "place": 0, "card": SENJIN, "key": "2-0"}
    with pytest.raises(IllegalAction):
        state.action({"kind": "play", "card": "NOPE"})


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("end", "end turn"),
        ("TERMINAR", "end turn"),
        ("fin", "end turn"),
        ("hex raptor", "play 1 Hex on enemy 1 Bloodfen Raptor"),
        ("jugar 2 bloodfen", "play 2 Bloodfen Raptor at place 2"),  # the right end by default
        ("shieldmasta ataca a su heroe", "1 Sen'jin Shieldmasta attacks enemy hero"),
        ("poder", "Armor Up!"),
        ("power", "Armor Up!"),
    ],
)
def test_typed_moves_are_parsed(typed: str, meant: str) -> None:
    state = position({"hand": [HEX, RAPTOR], "board": [SENJIN], "class": "warrior"}, {"board": [RAPTOR]})
    action = state.parse(typed)
    assert action is not None and state.action_text(action) == meant


def test_ambiguous_typed_moves_are_refused() -> None:
    state = position({"hand": [HEX], "board": [SENJIN]}, {"board": [RAPTOR]})
    assert state.parse("hex") is None
    assert state.parse("xyzzy") is None
    assert state.parse("") is None


# Events, each from its own position


def test_events_of_an_attack_damage_deaths_and_shields() -> None:
    state = position({"board": [SENJIN]}, {"board": [{"id": RAPTOR, "flags": ["divine_shield"]}]})
    events = done(state, 1, ["attack", 0, ["enemy_board", 0]])
    assert events["attack_on"]["card"] == SENJIN and events["attack_on"]["target"] == RAPTOR
    assert events["shield_lost"]["card"] == RAPTOR
    assert (events["damage"]["card"], events["damage"]["amount"], events["damage"]["left"]) == (SENJIN, 3, 2)
    state = position({"board": [SENJIN]}, {"board": [RAPTOR]})
    assert done(state, 0, ["attack", 0, ["enemy_board", 0]])["dies"] | {"key": None} == {
        "kind": "dies",
        "seat": 1,
        "card": RAPTOR,
        "key": None,
        "amount": 3,
    }


def test_minions_that_die_have_the_damage_of_what_killed_them() -> None:
    def deaths(state: tapete.State, fact: list[Any]) -> list[tuple[str, int | None]]:
        events = seen(state, from_deal.action_number(fact), 0)
        return [(event["card"], event.get("amount")) for event in events if event["kind"] == "dies"]

    shielded = {"id": RAPTOR, "flags": ["divine_shield"]}
    state = position({"hand": ["CS2_032"]}, {"board": [RAPTOR, SENJIN, shielded, {"id": SENJIN, "damage": 2}]})
    assert deaths(state, ["play", 0, None, None, None]) == [(RAPTOR, 4), (SENJIN, 4)], "all that it reaches"
    state = position({"hand": ["EX1_581"], "board": [SENJIN]}, {"board": [RAPTOR]})
    assert deaths(state, ["attack", 0, ["enemy_board", 0]]) == [(RAPTOR, 3)]
    state = position({"board": [RAPTOR]}, {"secrets": ["EX1_610"], "class": "hunter"})
    assert deaths(state, ["attack", 0, ["enemy_hero"]]) == [(RAPTOR, 2)], "of the trap alone"
    state = position({"hand": ["CS2_108"]}, {"board": [{"id": RAPTOR, "damage": 1}]})
    assert deaths(state, ["play", 0, None, ["enemy_board", 0], None]) == [(RAPTOR, None)], "destroyed"


def test_a_summary_counts_the_damage_of_a_secret_apart_from_the_attack() -> None:
    state = position({"board": [SENJIN]}, {"secrets": ["EX1_610"], "class": "hunter"})
    before, action = state.describe(None), from_deal.action_number(["attack", 0, ["enemy_hero"]])
    move = state.move(action)
    state.play(action)
    after = state.describe(None)
    step = Step(before, move, state.game.happened(before, move, after), after)
    assert [damage_in(step, seat) for seat in range(2)] == [{"secret": 2}, {"attack": 3}]


def test_armor_that_a_hit_takes_again_is_given_and_lost() -> None:
    state = position({"board": [RAPTOR]}, {"secrets": ["EX1_289"], "class": "mage"})
    events = seen(state, from_deal.action_number(["attack", 0, ["enemy_hero"]]), 0)
    told = [(event["kind"], event.get("amount")) for event in events]
    assert told == [("attack_on_hero", None), ("fired", None), ("armor", 8), ("armor_lost", 3)]


def test_events_of_a_hero_weapon_armor_fatigue_and_the_end() -> None:
    state = position({"weapon": {"id": "CS2_106", "durability": 1}}, {"health": 20, "armor": 1})
    events = done(state, 0, ["attack", "hero", ["enemy_hero"]])
    assert events["hero_attack_on_hero"]["seat"] == 0
    assert events["hero_damage"] == {"kind": "hero_damage", "seat": 1, "amount": 3, "left": 18}
    assert events["weapon_gone"]["card"] == "CS2_106"
    state = position({"weapon": {"id": "CS2_106", "durability": 1}}, {"health": 1})
    assert done(state, 0, ["attack", "hero", ["enemy_hero"]])["hero_damage"]["left"] == 0, "no health below 0"
    state = position({"class": "warrior"}, {"deck": [], "fatigue": 2})
    assert done(state, 1, ["power", None])["armor"]["amount"] == 2
    events = done(state, 0, ["end"])
    assert events["fatigue"] == {"kind": "fatigue", "seat": 1, "amount": 3}
    assert events["turn"]["turn"] == 6
    state = position({"hand": [FIREBALL]}, {"health": 5})
    assert done(state, 1, ["play", 0, None, ["enemy_hero"], None])["wins"] == {"kind": "wins", "seat": 0, "loser": 1}
    state = position({}, {}, turn=49)
    assert "turn_limit" in done(state, 0, ["end"])


def test_events_of_cards_drawn_discarded_burnt_and_given() -> None:
    state = position({"hand": ["CS2_023"], "deck": [RAPTOR, SENJIN], "class": "mage"})
    assert done(state.clone(), 0, ["play", 0, None, None, None])["draws_cards"]["cards"] == [RAPTOR, SENJIN]
    assert done(state, 1, ["play", 0, None, None, None])["draws"]["count"] == 2
    state = position({}, {"hand": [RAPTOR] * 10, "deck": [SENJIN]})
    assert done(state, 0, ["end"])["burnt"] == {"kind": "burnt", "seat": 1, "card": SENJIN}
    state = position({"hand": ["EX1_308", RAPTOR], "class": "warlock"})  # Soulfire
    assert done(state, 1, ["play", 0, None, ["enemy_hero"], None])["discarded"]["card"] == RAPTOR
    state = position({"hand": ["CFM_630"], "crystals": 5, "class": "rogue"})  # Counterfeit Coin
    assert done(state, 1, ["play", 0, None, None, None])["mana"]["amount"] == 1
    state = position({"hand": ["OG_090"], "class": "mage"})  # Cabalist's Tome: three random mage spells
    events = seen(state.clone(), from_deal.action_number(["play", 0, None, None, None]), 1)
    assert [e["kind"] for e in events].count("gets_unseen") == 3
    events = seen(state, from_deal.action_number(["play", 0, None, None, None]), 0)
    assert [e["kind"] for e in events].count("gets") == 3


def test_events_of_minions_transformed_stolen_returned_and_shuffled_away() -> None:
    state = position({"hand": [HEX]}, {"board": [SENJIN]})
    turned = done(state, 1, ["play", 0, None, ["enemy_board", 0], None])["turns"]
    assert (turned["previous"], turned["card"], turned["seat"]) == (SENJIN, "hexfrog", 1)
    state = position({"hand": ["EX1_091"], "class": "priest"}, {"board": [BOAR]})  # Cabal Shadow Priest
    stolen = done(state, 0, ["play", 0, None, ["enemy_board", 0], 0])["stolen"]
    assert (stolen["card"], stolen["seat"], stolen["previous"]) == (BOAR, 0, 1)
    state = position({"hand": ["EX1_581"], "class": "rogue"}, {"board": [SENJIN]})  # Sap
    events = done(state, 1, ["play", 0, None, ["enemy_board", 0], None])
    assert events["returns"]["to"] == 1 and "gets" not in events and "dies" not in events
    state = position({"hand": ["LOE_104"], "class": "priest"}, {"board": [SENJIN]})  # Entomb
    assert done(state, 1, ["play", 0, None, ["enemy_board", 0], None])["shuffled"]["to"] == 0


def test_events_of_buffs_healing_freezing_overload_and_arrivals() -> None:
    state = position({"hand": ["AT_052"]})  # Totem Golem
    assert done(state, 1, ["play", 0, None, None, 0])["overload"]["amount"] == 1
    state = position({"hand": ["CS2_024"], "class": "mage"}, {"board": [SENJIN]})  # Frostbolt
    events = done(state, 1, ["play", 0, None, ["enemy_board", 0], None])
    assert events["frozen"]["card"] == SENJIN and events["damage"]["amount"] == 3
    state = position({"class": "priest", "board": [{"id": SENJIN, "damage": 3}]})
    assert done(state, 0, ["power", ["own_board", 0]])["heal"]["amount"] == 2
    state = position({"hand": ["DS1_070"], "board": [BOAR], "class": "hunter"})  # Houndmaster
    events = done(state, 1, ["play", 0, None, ["own_board", 0], 1])
    assert events["grows"]["by"] == "+2/+2" and events["gains"]["flag"] == "taunt"
    state = position({"hand": ["CFM_717"]})  # Jade Claws
    events = done(state, 1, ["play", 0, None, None, None])
    assert events["arrives"]["card"] == "CFM_712_t01" and events["equips"]["attack"] == 2
    state = position({"hand": ["CFM_753", RAPTOR], "class": "paladin"})  # Grimestreet Outfitter
    assert done(state, 1, ["play", 0, None, None, 0])["hand_grows"]["amount"] == 1


def test_events_of_secrets_and_choices_differ_by_seat() -> None:
    state = position({"hand": ["EX1_610"], "class": "hunter"})
    assert done(state.clone(), 0, ["play", 0, None, None, None])["sets"]["card"] == "EX1_610"
    assert done(state, 1, ["play", 0, None, None, None]) == {
        "sets_unseen": {"kind": "sets_unseen", "seat": 0, "class": "hunter"}
    }
    state = position({"board": [SENJIN]}, {"secrets": ["EX1_610"], "class": "hunter"})
    assert done(state, 0, ["attack", 0, ["enemy_hero"]])["fired"] == {"kind": "fired", "seat": 1, "card": "EX1_610"}
    state = position({"hand": ["CFM_649"]})  # Kabal Courier
    assert len(done(state.clone(), 0, ["play", 0, None, None, 0])["offer_discover"]["cards"]) == 3
    assert "is_offered" in done(state, 1, ["play", 0, None, None, 0])
    assert set(done(state, 1, ["choose", 0, None])) == {"picks", "gets_unseen"}
    dealt = tapete.load("hearthstone").deal(3)
    assert [e["kind"] for e in seen(dealt.clone(), rules.MULLIGAN + 3, 0)] == ["replaces"]
    assert seen(dealt, rules.MULLIGAN + 3, 1) == [{"kind": "decides_hand", "seat": 0}]


def test_event_texts_address_the_reader() -> None:
    hit = {"kind": "attack_on_hero", "seat": 1, "card": SENJIN, "target": "HERO_02", "target_seat": 0, "key": "2-0"}
    text_of = game().event_text
    assert text_of(hit, reader=0) == "seat 1's Sen'jin Shieldmasta attacks your hero"
    assert text_of(hit, reader=1) == "your Sen'jin Shieldmasta attacks the enemy hero"
    assert text_of(hit) == "seat 1's Sen'jin Shieldmasta attacks seat 0's hero"
    assert text_of(hit, "es", reader=0, names=["Ana", "Bot"]) == "Sen'jin Shieldmasta de Bot ataca a tu héroe"
    assert text_of({"kind": "wins", "seat": 1, "loser": 0}, "es", reader=0) == "gana jugador 1: ha caído tu héroe"
    assert text_of({"kind": "draws", "seat": 0, "count": 1}, "es", reader=0) == "robas 1 carta"


# Texts


def test_every_kind_of_move_and_event_of_fifty_games_has_words_in_both_languages() -> None:
    kinds = set()
    for chosen, games in (({"decks": "mixed"}, 36), ({"decks": "mixed", "factored": True}, 8), ({"sim": True}, 6)):
        varied = tapete.load("hearthstone", **chosen)
        for seed in range(games):
            for state, action in random_game(varied, derive(17, seed)):
                seat = seed % 2
                before, hides = state.describe(seat), state.hides(action)
                move = state.move(action) if seat == state.seat or not hides else hidden_move(state.seat)
                after = state.clone()
                after.apply(action)
                kinds.add(f"move.{move['kind']}")
                kinds |= {f"event.{event['kind']}" for event in varied.happened(before, move, after.describe(seat))}
    assert len(kinds) > 60
    for language in WORDS:
        missing = {kind for kind in kinds if kind not in varied.words[language]}
        assert not missing, (language, missing)


def test_table_text_in_spanish() -> None:
    state = position({"hand": [RAPTOR], "board": [{"id": SENJIN, "flags": ["taunt", "frozen"]}], "health": 20})
    text = state.text(0, "es")
    assert text.splitlines()[0] == "turno 5: decide el jugador 0"
    assert "jugador 0: Thrall, salud 20, maná 10/10, poder Totemic Call, mazo 5" in text
    assert "mesa: 1 Sen'jin Shieldmasta 3/5 (provocación, congelado)" in text
    assert "mano: 1 Bloodfen Raptor [2] 3/2" in text


# Names, levels, options


def test_cards_are_data_with_texts_in_both_languages() -> None:
    raptor = game().card("Bloodfen Raptor")
    assert (raptor["kind"], raptor["cost"], raptor["attack"], raptor["health"]) == ("minion", 2, 3, 2)
    assert game().card("bloodfen raptor", "es")["text"] == "Bloodfen Raptor: Esbirro neutral, 2 de maná, 3/2, bestia."
    assert game().card(HEX)["name"] == "Hex"
    assert game().card("carga", "es")["kind"] == "keyword"
    assert game().card("EX1_610")["secret"] is True
    with pytest.raises(BadOption, match="did you mean"):
        game().card("Fire bal")


def test_levels_name_agents_that_can_play() -> None:
    for chosen in ({}, {"factored": True}):
        played = tapete.load("hearthstone", mulligan=False, **chosen)
        assert list(played.levels) == ["easy", "normal", "hard", "best"]
        for spec in played.levels.values():
            state = played.deal(2)
            assert state.accepts(tapete.agent(spec).act(state.view()))
    for other in ({}, {"deck": "AggroPirateWarrior"}, {"deck1": "AggroPirateWarrior"}, {"decks": "mixed"}):
        assert tapete.load("hearthstone", **other).levels["hard"] == "net:mulligan=intended"
    assert own(tapete.load("hearthstone")).options["deck"] == "MidrangeJadeShaman", "the mirror has one of its own"
    assert len(own(tapete.load("hearthstone", decks="mixed")).options["deck"]) == 9, "the tournament's decks another"
    assert "deck" not in own(tapete.load("hearthstone", deck="BasicPaladin")).options, "and all others a third"
    steps = tapete.load("hearthstone", factored=True)
    assert steps.levels["hard"].startswith("mcts2"), "no network comes for decisions in steps"


def test_decks_and_evaluations_are_listed_with_a_line_each() -> None:
    listed = catalogue()
    assert listed["decks"]["ZooDiscardWarlock"].startswith("warlock, of the competition's nine; 11 cards")
    assert {"midrange", "utility", "evo1", "by-class-2019", "by-deck-2019"} <= set(listed["evaluations"])
    assert all(listed["decks"].values()) and all(listed["evaluations"].values())


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"decks": "mixed"}, "mixed"),
        ({"sim": True}, "sim"),
        ({"positions": "right"}, "right_only"),
        ({"turn_limit": 7}, "turn_limit"),
        ({"deck_known": False}, "deck_known"),
        ({"mulligan": False}, "mulligan"),
        ({"ordered": True}, "ordered"),
        ({"start_crystals": 4}, "start_crystals"),
    ],
    ids=str,
)
def test_every_option_is_encoded_in_its_field(change: dict[str, Any], field: str) -> None:
    plain, changed = (tapete.load("hearthstone", **given).option_record for given in ({}, change))
    assert [name for name in plain.dtype.names if (plain[name] != changed[name]).any()] == [field]


def test_the_decks_of_both_seats_are_encoded() -> None:
    state = tapete.load("hearthstone", deck0="RenoKazakusMage", deck1="AggroPirateWarrior", mulligan=False).deal(1)
    assert [c.CLASSES[c.CARD_CLASS[state.record["card"][seat]]] for seat in range(2)] == ["mage", "warrior"]


def test_a_state_fits_in_2048_bytes() -> None:
    assert tapete.load("hearthstone").state_bytes <= 2048
    assert s.SHOWN >= s.HAND
