"""Games that end within a sequence, and auras that depend on other effects (sections 9, 11, 17, 19).

What happens after a hero's death, and when an aura notices a lost keyword, follows our rules with `sim=0` and the
simulator with `sim=1`.
"""

from __future__ import annotations

from typing import Any

import pytest

import tapete
from tapete.games.hearthstone import cards as c
from tapete.games.hearthstone import from_deal

from .positions import RAPTOR, attack, board, deck, end, hand, health, play, position, read, weapon

NOVA, HYENA, JUGGLER, ARCHER, BOAR = "CS1_112", "EX1_531", "NEW1_019", "CS2_189", "CS2_171"
WARSONG, DECKHAND, AXE, OOZE = "EX1_084", "CS2_146", "CS2_106", "EX1_066"
FILE = {card["id"]: card for card in c.FILE.cards[1:]}


def cards_with(trigger: str) -> list[str]:
    return [i for i, card in FILE.items() if any(effect["on"] == trigger for effect in card.get("effects", ()))]


DEATHRATTLES = cards_with("deathrattle")


def snapshot(state: tapete.State) -> dict[str, Any]:
    """Return everything that deathrattles of the pool can change, on both sides."""
    return {
        f"{what} {seat}": read_it(state, seat)
        for what, read_it in (("board", board), ("hand", hand), ("deck", deck), ("weapon", weapon))
        for seat in range(2)
    } | {"jade": [int(n) for n in state.record["jade"]], "own health": health(state, 0)}


def doomed(card: str, hero: int, sim: bool, *others: str) -> tapete.State:
    """Return a position where Holy Nova kills a minion of seat 1 with 2 health left, and its hero if it has 2 left."""
    dying = {"id": card, "damage": max(0, int(FILE[card]["health"]) - 2), "flags": []}  # no shield for Tirion
    strong = [{"id": other, "health": 9} for other in others]
    return position(
        {"hand": [NOVA], "board": [RAPTOR, BOAR]},
        {"board": [dying, *strong], "health": hero, "hand": ["EX1_043"]},  # a dragon in hand, for Chillmaw
        options={"sim": sim},
    )


# A hero dies together with minions


def test_these_tests_cover_all_cards_that_react_to_deaths() -> None:
    assert cards_with("friendly_minion_died") == [HYENA]
    assert len(DEATHRATTLES) == 9


@pytest.mark.parametrize("card", DEATHRATTLES)
def test_the_simulator_runs_deathrattles_after_a_hero_died(card: str) -> None:
    ended, going_on = doomed(card, 2, True), doomed(card, 30, True)
    for state in (ended, going_on):
        play(state)
    assert ended.over and not going_on.over
    assert ended.returns() == [1.0, 0.0]
    assert snapshot(ended) == snapshot(going_on)


@pytest.mark.parametrize("card", DEATHRATTLES)
def test_by_our_rules_a_dead_hero_ends_the_game_before_deathrattles(card: str) -> None:
    state = doomed(card, 2, False)
    before = snapshot(state)
    play(state)
    assert state.over
    assert state.returns() == [1.0, 0.0]
    expected = before | {"board 1": [], "hand 0": []}
    assert snapshot(state) == expected
    assert [c.IDS[i] for i in state.record["died"][1][:1]] == [card]


@pytest.mark.parametrize(("sim", "grown"), [(True, "EX1_531 4/8"), (False, "EX1_531 2/7")])
def test_a_hyena_sees_a_beast_die_with_its_hero_in_the_simulator_only(sim: bool, grown: str) -> None:
    state = doomed(BOAR, 2, sim, HYENA)
    play(state)
    assert state.over
    assert board(state, 1) == [grown]


@pytest.mark.parametrize(("sim", "grown"), [(True, "EX1_531 4/3"), (False, "EX1_531 2/2")])
def test_a_hyena_of_the_winner_sees_a_beast_die_in_the_simulator_only(sim: bool, grown: str) -> None:
    state = position({"hand": [NOVA], "board": [BOAR, HYENA]}, {"health": 2}, options={"sim": sim})
    state.record["damage"][2] = 50  # the Boar dies in the death step that finds the enemy hero dead
    play(state)
    assert state.over
    assert board(state, 0) == [grown]


def test_fatigue_of_a_dead_hero_does_not_change_the_result() -> None:
    """Darkshire Librarian draws from an empty deck; the fatigue of the dead hero does not change the result."""
    for sim in (True, False):
        state = position(
            {"hand": [NOVA], "health": 30},
            {"board": [{"id": "OG_109", "damage": 0}], "health": 2, "deck": [], "fatigue": 5},
            options={"sim": sim},
        )
        play(state)
        assert state.over and state.returns() == [1.0, 0.0]
        assert int(state.record["fatigue"][1]) == (6 if sim else 5)


@pytest.mark.parametrize(("sim", "left"), [(True, 4), (False, 5)])
def test_triggers_after_a_lethal_battlecry_run_in_the_simulator_only(sim: bool, left: int) -> None:
    """Elven Archer kills the hero; the Juggler throws after the summon, at the one enemy still alive."""
    state = position(
        {"hand": [ARCHER], "board": [JUGGLER]}, {"board": [{"id": "CS2_179"}], "health": 1}, options={"sim": sim}
    )
    play(state, 0, "enemy_hero")
    assert state.over and state.returns() == [1.0, 0.0]
    assert board(state, 1) == [f"CS2_179 3/{left} taunt"]


@pytest.mark.parametrize(("sim", "turn", "held"), [(True, 6, 1), (False, 5, 0)])
def test_a_turn_begins_after_a_hero_died_in_the_simulator_only(sim: bool, turn: int, held: int) -> None:
    state = position({"board": ["EX1_298"]}, {"health": 8}, options={"sim": sim})  # Ragnaros
    end(state)
    assert state.over and state.returns() == [1.0, 0.0]
    assert (state.turn, read(state, "enemy held")) == (turn, held)


def test_two_heroes_dead_in_one_death_step_are_a_draw_in_both_rules() -> None:
    for sim in (True, False):
        state = position({"hand": [NOVA], "health": 0}, {"health": 2}, options={"sim": sim})
        state.record["damage"][0] = 33  # beyond what Nova's healing gives back
        play(state)
        assert state.over and state.returns() == [0.5, 0.5]


# Auras that depend on a keyword, a weapon, damage, spell damage


def test_these_tests_cover_all_conditional_auras() -> None:
    dependent = {}
    for card_id in cards_with("aura"):
        for effect in FILE[card_id]["effects"]:
            for operation in effect["do"] if effect["on"] == "aura" else ():
                selected = operation.get("to")
                if isinstance(selected, dict) and "keyword" in selected:
                    dependent[card_id] = f"keyword {selected['keyword']}"
                elif "while" in operation:
                    dependent[card_id] = operation["while"]
    assert dependent == {
        WARSONG: "keyword charge",
        DECKHAND: "own_weapon_equipped",
        "CFM_325": "own_weapon_equipped",
        "KAR_063": "own_spell_damage>0",
        "OG_218": "self_damaged",
    }


def armed_pair(sim: bool, first: str, second: str) -> tapete.State:
    """Return a Deckhand and a Warsong Commander, the first older, and an axe with one use left."""
    return position(
        {"board": [first, second], "weapon": {"id": AXE, "durability": 1}, "class": "warrior"},
        {"board": [{"id": RAPTOR, "health": 9}], "hand": [OOZE]},
        options={"sim": sim},
    )


@pytest.mark.parametrize("first", [DECKHAND, WARSONG])
def test_warsong_counts_a_charge_that_comes_from_a_weapon(first: str) -> None:
    second = WARSONG if first == DECKHAND else DECKHAND
    for sim in (True, False):
        state = armed_pair(sim, first, second)
        assert f"{DECKHAND} 3/1 charge" in board(state, 0)


@pytest.mark.parametrize("first", [DECKHAND, WARSONG])
def test_by_our_rules_the_bonus_is_lost_with_the_charge(first: str) -> None:
    state = armed_pair(False, first, WARSONG if first == DECKHAND else DECKHAND)
    attack(state, "hero", "enemy_hero")
    assert weapon(state, 0) is None
    assert f"{DECKHAND} 2/1" in board(state, 0)


def test_the_simulator_keeps_the_bonus_of_a_younger_warsong_for_one_action() -> None:
    state = armed_pair(True, DECKHAND, WARSONG)
    attack(state, "hero", "enemy_hero")
    assert weapon(state, 0) is None
    assert board(state, 0)[0] == f"{DECKHAND} 3/1"  # the bonus without the keyword
    again = state.game.set_up(state.describe(None))
    assert again.to_bytes() == state.to_bytes()
    end(state)
    assert board(state, 0)[0] == f"{DECKHAND} 2/1"


def test_the_late_bonus_counts_in_the_attack_of_that_one_action() -> None:
    """QE09: the Deckhand may still attack; it deals 3, and only then are the auras updated."""
    state = armed_pair(True, DECKHAND, WARSONG)
    attack(state, "hero", "enemy_hero")
    attack(state, 0, ("enemy_board", 0))
    assert board(state, 1) == [f"{RAPTOR} 3/6"]


def test_an_older_warsong_notices_at_once_in_the_simulator() -> None:
    state = armed_pair(True, WARSONG, DECKHAND)
    attack(state, "hero", "enemy_hero")
    assert board(state, 0)[1] == f"{DECKHAND} 2/1"


@pytest.mark.parametrize("sim", [True, False])
def test_a_weapon_that_is_destroyed_within_a_longer_sequence_leaves_no_bonus(sim: bool) -> None:
    """Acidic Swamp Ooze's battlecry is followed by another death step with its update of the auras."""
    state = armed_pair(sim, DECKHAND, WARSONG)
    end(state)
    play(state)
    assert weapon(state, 0) is None
    assert board(state, 0)[0] == f"{DECKHAND} 2/1"


@pytest.mark.parametrize("sim", [True, False])
def test_a_new_weapon_brings_charge_and_bonus_back(sim: bool) -> None:
    state = armed_pair(sim, DECKHAND, WARSONG)
    attack(state, "hero", "enemy_hero")
    record = state.record
    record["hand"][0, 0], record["held"][0] = c.INDEX[AXE], 1
    play(state)
    assert board(state, 0)[0] == f"{DECKHAND} 3/1 charge"


def attackers(state: tapete.State) -> set[int | str]:
    """Return the characters of the seat to move that may attack: places on the board, "hero"."""
    found = (from_deal.action_fact(state.record, action) for action in state.legal())
    return {fact[1] for fact in found if fact[0] == "attack"}


@pytest.mark.parametrize(("sim", "ready"), [(True, {0}), (False, set())])
def test_a_deckhand_of_this_turn_attacks_after_the_weapon_broke_in_the_simulator_only(sim: bool, ready: set) -> None:
    """QE09: the hero's attack breaks the axe; the simulator still offers the Deckhand's attacks, our rules do not."""
    state = position(
        {"hand": [DECKHAND], "weapon": {"id": AXE, "durability": 1}, "class": "warrior"}, options={"sim": sim}
    )
    play(state)
    assert attackers(state) == {0, "hero"}
    attack(state, "hero", "enemy_hero")
    assert weapon(state, 0) is None
    assert board(state, 0) == [f"{DECKHAND} 2/1"]
    assert attackers(state) == ready


@pytest.mark.parametrize("sim", [True, False])
def test_a_deckhand_of_an_earlier_turn_attacks_after_the_weapon_broke(sim: bool) -> None:
    state = position({"board": [DECKHAND], "weapon": {"id": AXE, "durability": 1}}, options={"sim": sim})
    attack(state, "hero", "enemy_hero")
    assert attackers(state) == {0}


@pytest.mark.parametrize("sim", [True, False])
def test_a_granted_charge_outlasts_the_weapon_by_our_rules_only(sim: bool) -> None:
    """The simulator keeps one mark of Charge for all sources; the Deckhand's aura clears it with the weapon (QE09)."""
    state = position(
        {"hand": [DECKHAND, "CS2_103"], "weapon": {"id": AXE, "durability": 1}, "class": "warrior"},
        {"board": [{"id": RAPTOR, "health": 9}]},
        options={"sim": sim},
    )
    play(state)
    play(state, 0, ("own_board", 0))  # Charge
    attack(state, "hero", "enemy_hero")
    granted = board(state, 0)[0]
    assert ("charge" in granted) == (not sim)
    assert attackers(state) == {0}  # by the simulator because losing Charge leaves it ready


@pytest.mark.parametrize("enemy_armed", [True, False])
def test_a_deckhand_taken_over_by_an_armed_player_has_charge(enemy_armed: bool) -> None:
    enemy = {"board": [DECKHAND], "class": "warrior"} | ({"weapon": {"id": AXE}} if enemy_armed else {})
    state = position({"hand": ["EX1_091"], "weapon": {"id": AXE}}, enemy)
    play(state, 0, ("enemy_board", 0))  # Cabal Shadow Priest
    assert board(state, 0)[1] == f"{DECKHAND} 2/1 charge"
    assert attackers(state) == {1, "hero"}


@pytest.mark.parametrize("enemy_armed", [True, False])
def test_a_deckhand_taken_over_by_an_unarmed_player_waits_a_turn(enemy_armed: bool) -> None:
    enemy = {"board": [DECKHAND], "class": "warrior"} | ({"weapon": {"id": AXE}} if enemy_armed else {})
    state = position({"hand": ["EX1_091"]}, enemy)
    play(state, 0, ("enemy_board", 0))
    assert board(state, 0)[1] == f"{DECKHAND} 2/1"
    assert attackers(state) == set()


@pytest.mark.parametrize("sim", [True, False])
def test_a_borrowed_minion_has_the_bonus_only_while_it_has_charge(sim: bool) -> None:
    state = position({"board": [WARSONG], "hand": ["CFM_603"]}, {"board": [{"id": "CS2_065"}]}, options={"sim": sim})
    play(state, 0, ("enemy_board", 0))  # Potion of Madness on a Voidwalker
    assert board(state, 0)[1] == "CS2_065 2/3 taunt charge"
    end(state)
    assert board(state, 1) == ["CS2_065 1/3 taunt"]


@pytest.mark.parametrize("sim", [True, False])
def test_a_granted_charge_brings_the_bonus_and_a_transformed_minion_loses_it(sim: bool) -> None:
    state = position({"board": [WARSONG, RAPTOR], "hand": ["CS2_103", "CS2_022"]}, options={"sim": sim})
    play(state, 0, ("own_board", 1))  # Charge
    granted = board(state, 0)[1]
    assert "charge" in granted and granted.startswith(f"{RAPTOR} 4/")
    play(state, 0, ("own_board", 1))  # Polymorph; the simulator lets a granted Charge survive (QC21)
    assert board(state, 0)[1] == ("CS2_tk1 2/1 charge" if sim else "CS2_tk1 1/1")


@pytest.mark.parametrize("sim", [True, False])
def test_a_buccaneer_loses_its_attack_with_the_weapon(sim: bool) -> None:
    state = position(
        {"board": ["CFM_325"], "weapon": {"id": AXE, "durability": 1}, "class": "warrior"}, options={"sim": sim}
    )
    assert board(state, 0) == ["CFM_325 3/1"]
    attack(state, "hero", "enemy_hero")
    assert board(state, 0) == ["CFM_325 1/1"]


def test_bloodhoof_brave_has_its_bonus_only_while_damaged() -> None:
    """+3 attack while damaged; a swap or the loss of an aura's health can remove the damage."""
    brave = {"id": "OG_218", "damage": 1}
    state = position({"board": [brave], "hand": ["EX1_059"]})  # Crazed Alchemist
    assert board(state, 0) == ["OG_218 5/5 taunt"]
    play(state, 0, ("own_board", 0))  # 5 attack and 5 health change places; without damage there is no bonus
    assert board(state, 0)[0] == "OG_218 5/5 taunt"
    assert int(state.record["aura_attack"][2]) == 0
    state = position({"board": [brave, "CS2_222"], "hand": ["EX1_246"]})  # Stormwind Champion: +1/+1 to the others
    assert board(state, 0)[0] == "OG_218 6/6 taunt"
    play(state, 0, ("own_board", 1))  # Hex on the Champion: the damage goes with its health
    assert board(state, 0)[0] == "OG_218 2/6 taunt"


def test_spirit_claws_follow_the_current_spell_damage() -> None:
    state = position(
        {"board": ["CS2_052"], "weapon": {"id": "KAR_063"}},
        {"board": [{"id": RAPTOR, "health": 9}], "hand": ["EX1_246"]},
    )
    assert state.describe(0)["players"][0]["hero"]["attack"] == 3
    end(state)
    play(state, 0, ("enemy_board", 0))  # Hex on the Wrath of Air Totem
    end(state)
    assert state.describe(0)["players"][0]["hero"]["attack"] == 1
