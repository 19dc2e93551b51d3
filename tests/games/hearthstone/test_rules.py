"""The thirty check cases of the rules text (section 21), invariants, hidden information, decks and recorded games."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import tapete
from tapete.arena.duel import duel
from tapete.arena.records import records_of
from tapete.errors import BadOption
from tapete.games.hearthstone import board as board_score
from tapete.games.hearthstone import cards as c
from tapete.games.hearthstone import decks, evaluations, from_deal, rules
from tapete.games.hearthstone import state as s
from tapete.testing import check_determinize, check_legal_until_over, random_game
from tapete.testing.traces import replay_traces

from . import native_checks
from .positions import (
    RAPTOR,
    attack,
    board,
    choose,
    deck,
    end,
    hand,
    health,
    mana,
    play,
    position,
    power,
    read,
    secrets,
    weapon,
)

DATA = Path(__file__).parents[2] / "data/hearthstone"
BOAR, YETI = "CS2_171", "CS2_179"
E0, E1, O0, O1 = ("enemy_board", 0), ("enemy_board", 1), ("own_board", 0), ("own_board", 1)


# Section 21


def test_case_01_every_draw_from_an_empty_deck_hurts_more() -> None:
    state = position({"hand": ["CS2_023"], "deck": []}, {"deck": []})
    play(state)
    assert health(state, 0) == 27
    assert state.record["fatigue"][0] == 2
    end(state)
    assert health(state, 1) == 29


def test_case_02_a_draw_with_ten_cards_is_burnt() -> None:
    state = position({}, {"hand": [RAPTOR] * 10})
    end(state)
    assert (read(state, "enemy held"), read(state, "enemy deck")) == (10, 4)


def test_case_03_overload_locks_crystals_on_the_next_own_turn() -> None:
    state = position({"hand": ["AT_052"], "crystals": 2})
    play(state)
    end(state)
    end(state)
    assert (int(state.record["crystals"][0]), int(state.record["locked"][0]), mana(state, 0)) == (3, 1, 2)


def test_case_04_trogg_grows_before_the_storm() -> None:
    state = position({"hand": ["EX1_259"], "board": ["LOE_018"]}, {"board": ["CS2_162"]})
    play(state)
    assert board(state, 0) == ["LOE_018 3/3"]
    assert board(state, 1)[0] in ("CS2_162 6/3 taunt", "CS2_162 6/2 taunt")


def test_case_05_weapon_discounts_and_upgrades() -> None:
    state = position({"hand": ["NEW1_022", "NEW1_018", "EX1_409"], "weapon": {"id": "CS2_112"}})
    play(state)
    assert mana(state, 0) == 10
    play(state)
    assert board(state, 0)[1] == "NEW1_018 7/3"
    play(state)
    assert weapon(state, 0) == "CS2_112 6/3"


def test_case_06_patches_comes_at_the_right_end() -> None:
    state = position({"hand": ["CS2_146"], "deck": [RAPTOR, "CFM_637"]})
    play(state, at=0)
    assert board(state, 0) == ["CS2_146 2/1", "CFM_637 1/1"]
    assert deck(state, 0) == [RAPTOR]
    assert all(from_deal.action_fact(state.record, a)[0] != "attack" for a in state.legal())


def test_case_07_patches_comes_before_the_hook_replaces_the_axe() -> None:
    state = position(
        {"hand": ["OG_312"], "deck": ["CFM_637"], "weapon": {"id": "CS2_106", "damage": 1, "durability": 1}}
    )
    play(state)
    assert board(state, 0) == ["OG_312 1/1", "CFM_637 1/1"]
    assert weapon(state, 0) == "OG_058 1/3"


def test_case_08_golems_grow() -> None:
    state = position({"hand": ["CFM_717", "CFM_707"]})
    play(state)
    play(state, 0, "enemy_hero")
    assert board(state, 0) == ["CFM_712_t01 1/1", "CFM_712_t02 2/2"]
    state = position({"hand": ["CFM_902"], "jade": 2}, {"hand": ["EX1_622"]})
    play(state)
    assert board(state, 0) == ["CFM_902 5/3", "CFM_712_t03 3/3"]
    end(state)
    play(state, 0, E0)
    assert board(state, 0) == ["CFM_712_t04 4/4", "CFM_712_t03 3/3"]


def test_case_09_combo_counts_cards_played_before() -> None:
    state = position({"hand": ["CS2_073", "GAME_005", "CS2_073", "EX1_613"], "board": [RAPTOR]})
    play(state, 0, O0)
    assert board(state, 0) == [f"{RAPTOR} 5/2"]
    play(state)
    play(state, 0, O0)
    assert board(state, 0) == [f"{RAPTOR} 9/2"]
    play(state)
    assert board(state, 0)[1] == "EX1_613 8/8"


@pytest.mark.parametrize(("cards", "left"), [([RAPTOR, BOAR, BOAR], 10), ([RAPTOR, BOAR], 30), ([], 30)])
def test_case_10_reno_needs_a_deck_without_duplicates(cards: list[str], left: int) -> None:
    state = position({"hand": ["LOE_011"], "deck": cards, "health": 10})
    play(state)
    assert health(state, 0) == left


def test_case_11_explosive_trap_cancels_the_attack() -> None:
    state = position({"board": [RAPTOR]}, {"secrets": ["EX1_610"]})
    attack(state, 0, "enemy_hero")
    assert (board(state, 0), health(state, 1), health(state, 0), secrets(state, 1)) == ([], 30, 28, [])


def test_case_12_ice_barrier() -> None:
    state = position({"board": [{"id": "CS2_162", "attack": 5}]}, {"secrets": ["EX1_289"]})
    attack(state, 0, "enemy_hero")
    assert (health(state, 1), read(state, "enemy armor"), secrets(state, 1)) == (30, 3, [])


def test_case_13_ice_block() -> None:
    state = position({"hand": ["CS2_029"]}, {"secrets": ["EX1_295"], "health": 3})
    play(state, 0, "enemy_hero")
    assert (health(state, 1), secrets(state, 1)) == (3, [])
    assert state.record["flags"][1] & c.IMMUNE
    end(state)
    assert not state.record["flags"][1] & c.IMMUNE


@pytest.mark.parametrize(("others", "snakes", "left"), [(6, 1, []), (7, 0, ["EX1_554"])])
def test_case_14_snake_trap_and_a_nearly_full_board(others: int, snakes: int, left: list[str]) -> None:
    state = position({"board": [BOAR]}, {"board": [RAPTOR] * others, "secrets": ["EX1_554"]})
    attack(state, 0, E0)
    assert sum(m.startswith("EX1_554t") for m in board(state, 1)) == snakes
    assert secrets(state, 1) == left


def test_case_15_dire_wolf_follows_its_neighbours() -> None:
    state = position({"board": [RAPTOR, "EX1_162", RAPTOR], "hand": [BOAR]})
    assert board(state, 0) == [f"{RAPTOR} 4/2", "EX1_162 2/2", f"{RAPTOR} 4/2"]
    play(state, at=1)
    assert board(state, 0) == [f"{RAPTOR} 3/2", f"{BOAR} 2/1 charge", "EX1_162 2/2", f"{RAPTOR} 4/2"]


def test_case_16_losing_an_aura_never_kills() -> None:
    state = position({"board": [{"id": "CFM_637"}, "NEW1_027"], "hand": ["CS2_189", "CS2_234"]})
    assert board(state, 0)[0] == "CFM_637 2/2"
    play(state, 0, O0)
    assert board(state, 0)[0] == "CFM_637 2/1"
    play(state, 0, O1)
    assert board(state, 0)[0] == "CFM_637 1/1"


def test_case_17_frothing_sees_both_blows() -> None:
    state = position({"board": ["EX1_604"]}, {"board": ["EX1_007"]})
    attack(state, 0, E0)
    assert board(state, 0) == ["EX1_604 4/3"]
    assert read(state, "enemy held") == 1


def test_case_18_an_imp_that_comes_during_the_potion_is_not_hit() -> None:
    state = position({"board": ["BRM_006"], "hand": ["CFM_065"]})
    play(state)
    assert board(state, 0) == ["BRM_006 2/2", "BRM_006t 1/1"]


def test_case_19_sylvanas_steals_nothing_that_dies_with_her() -> None:
    state = position({"board": ["EX1_016"]}, {"board": [{"id": "CS2_162", "damage": 0}]})
    attack(state, 0, E0)
    assert board(state, 0) == []
    assert board(state, 1) == []


def test_case_20_the_fourth_hyena_finds_no_room() -> None:
    state = position({"board": ["EX1_534", *[YETI] * 4, "EX1_534"], "hand": ["EX1_622", "EX1_622"]})
    for slot in from_deal.board_slots(state.record, 0):
        if c.IDS[state.record["card"][slot]] == "EX1_534":
            state.record["damage"][slot] = 4
        else:
            state.record["flags"][slot] |= c.SHIELD
    state = _with_hand(state, ["EX1_400"])
    play(state)
    shown = [m.split()[0] for m in board(state, 0)]
    assert (shown.count(YETI), shown.count("EX1_534t")) == (4, 3)


def _with_hand(state: tapete.State, cards: list[str]) -> tapete.State:
    """Give the position another hand and update its ledger."""
    record = state.record
    record["hand"][0] = 0
    for i, card_id in enumerate(cards):
        record["hand"][0, i] = c.INDEX[card_id]
    record["held"][0] = len(cards)
    record["ledger"] = sum(int(c.MARKS[card]) for card in from_deal.cards_in_zones(record)) % (1 << 64)
    return state


def test_case_21_cleric_draws_for_every_minion_healed() -> None:
    hurt = [{"id": YETI, "damage": 1}] * 3
    state = position({"board": ["CS2_235", *hurt], "hand": ["CS1_112"]})
    play(state)
    assert read(state, "own held") == 3


def test_case_22_auctioneer_draws_before_the_fan() -> None:
    state = position({"board": ["EX1_095", "EX1_012"], "hand": ["EX1_129"]}, {"board": ["CS2_162"]})
    play(state)
    assert read(state, "own held") == 2
    assert board(state, 1) == ["CS2_162 6/3 taunt"]


def test_case_23_brann_doubles_the_drake() -> None:
    state = position({"board": ["LOE_077"], "hand": ["EX1_043", *[RAPTOR] * 4]})
    play(state)
    assert board(state, 0)[1] == "EX1_043 4/9"


def test_case_24_doomguard_discards_the_golem_into_play() -> None:
    state = position({"hand": ["EX1_310", "KAR_205", RAPTOR]})
    play(state)
    assert hand(state, 0) == []
    assert board(state, 0) == ["EX1_310 5/7 charge", "KAR_205 3/3"]


def test_case_25_thawing() -> None:
    state = position({"board": [YETI, {"id": YETI, "flags": ["taunt", "frozen"]}]}, {"board": ["CS2_033"]})
    attack(state, 0, E0)
    assert "frozen" in board(state, 0)[0]
    end(state)
    assert ["frozen" in m for m in board(state, 0)] == [True, False]
    end(state)
    end(state)
    assert "frozen" not in board(state, 0)[0]


def test_case_26_al_akir_attacks_twice() -> None:
    state = position({"hand": ["NEW1_010"]}, {"board": [YETI]})
    play(state)
    attack(state, 0, E0)
    assert board(state, 0) == ["NEW1_010 3/5 taunt charge windfury"]
    attack(state, 0, E0)
    assert board(state, 0) == ["NEW1_010 3/2 taunt charge windfury"]
    assert board(state, 1) == []


def test_case_27_no_room_for_a_stolen_minion() -> None:
    state = position({"board": [RAPTOR] * 7, "hand": ["EX1_091"]}, {"board": [BOAR]})
    assert all(from_deal.action_fact(state.record, a)[0] != "play" for a in state.legal())
    state = position({"board": [RAPTOR] * 6, "hand": ["EX1_085"]}, {"board": [BOAR] * 4})
    play(state)
    assert (len(board(state, 0)), len(board(state, 1))) == (7, 3)


def test_case_28_potion_of_madness_gives_back() -> None:
    state = position({"hand": ["CFM_603"]}, {"board": ["CS2_065", RAPTOR]})
    play(state, 0, E0)
    attack(state, 0, "enemy_hero")
    assert health(state, 1) == 29
    end(state)
    assert board(state, 0) == []
    assert board(state, 1) == [f"{RAPTOR} 3/2", "CS2_065 1/3 taunt"]


def test_case_29_the_turn_limit_draws() -> None:
    state = position({}, {}, turn=49)
    end(state)
    assert state.over
    assert state.returns() == [0.5, 0.5]


def test_case_30_huntress_makes_secrets_free_and_a_second_copy_is_barred() -> None:
    state = position({"board": ["KAR_006"], "hand": ["EX1_610", "EX1_610", "EX1_554"], "crystals": 1, "used": 1})
    play(state)
    plays = [f for f in (from_deal.action_fact(state.record, a) for a in state.legal()) if f[0] == "play"]
    assert [f[1] for f in plays] == [1]


# Other rules


def test_kazakus_makes_a_potion_that_works() -> None:
    state = position({"hand": ["CFM_621"], "deck": [RAPTOR]})
    play(state)
    choose(state, 0)
    first = c.IDS[state.record["choice"][0]]
    choose(state, 0)
    assert first not in [c.IDS[card] for card in state.record["choice"]]
    choose(state, 0)
    assert hand(state, 0) == ["CFM_621t"]
    assert any(from_deal.action_fact(state.record, a)[0] == "play" for a in state.legal()) or mana(state, 0) < 1


def test_brann_opens_two_choices() -> None:
    state = position({"board": ["LOE_077"], "hand": ["CFM_649"]})
    play(state)
    choose(state, 0)
    assert read(state, "own choices") == 3
    choose(state, 0)
    assert (read(state, "own held"), read(state, "own choices")) == (2, 0)


def test_finley_offers_three_other_powers_and_the_new_one_is_fresh() -> None:
    state = position({"class": "warrior", "hand": ["LOE_076"]})
    power(state)
    play(state)
    offered = [c.IDS[card] for card in state.record["choice"]]
    assert len(set(offered)) == 3
    assert "CS2_102" not in offered
    choose(state, 0)
    assert c.IDS[state.record["power"][0]] == offered[0]
    assert not state.record["power_used"][0]


def test_legal_order_of_targets_is_own_hero_enemy_hero_enemy_minions_own_minions() -> None:
    state = position({"hand": ["CS2_029"], "board": [RAPTOR]}, {"board": [YETI]})
    shown = [from_deal.action_fact(state.record, a) for a in state.legal()]
    targets = [f[3] for f in shown if f[0] == "play"]
    assert targets == [["own_hero"], ["enemy_hero"], ["enemy_board", 0], ["own_board", 0]]


# Invariants


@settings(max_examples=20, deadline=None)
@given(st.integers(0, 2**60), st.booleans())
def test_no_card_is_lost_or_duplicated_and_no_dead_minion_stays(seed: int, sim: bool) -> None:
    mixed = tapete.load("hearthstone", decks="mixed", sim=sim)
    check = native_checks.checker(mixed)
    for state, _ in random_game(mixed, seed):
        assert check(state.record) == 0, native_checks.PROBLEMS[check(state.record)]


def test_games_of_all_81_deck_pairs_keep_the_invariants_with_bounds_checking() -> None:
    problems = native_checks.play_pairs(games_per_pair=12, seed=3)
    assert problems == 0, native_checks.PROBLEMS[problems]


@pytest.mark.parametrize(
    "options",
    [
        {"decks": "mixed"},
        {"decks": "mixed", "deck_known": False},
        {"decks": "mixed", "sim": True, "ordered": True},
        {"decks": "mixed", "factored": True},
        {"deck": "MidrangeBuffPaladin", "variant": "full", "positions": "right"},
    ],
    ids=str,
)
def test_views_leak_nothing_under_any_option(options: dict[str, Any]) -> None:
    varied = tapete.load("hearthstone", **options)
    for seed in range(10):
        check_legal_until_over(varied, seed)
        check_determinize(varied, seed)


@settings(max_examples=15, deadline=None)
@given(st.integers(0, 2**60), st.integers(0, 2**60))
def test_a_view_keeps_known_cards_and_holds_only_possible_ones(seed: int, view_seed: int) -> None:
    mixed = tapete.load("hearthstone", decks="mixed")
    for step, (state, _) in enumerate(random_game(mixed, seed)):
        if step % 9:
            continue
        for observer in range(2):
            world = state.view(observer, view_seed).state.record
            truth, other = state.record, 1 - observer
            assert hand(state, observer) == [c.IDS[i] for i in world["hand"][observer][: world["held"][observer]]]
            for i in range(truth["held"][other]):
                if truth["hand_origin"][other, i] == s.KNOWN:
                    assert truth["hand"][other, i] == world["hand"][other, i]
            assert _unknown(truth, other) == _unknown(world, other)
            zone = [int(card) for card in world["secrets"][other][: world["secret_count"][other]]]
            assert len(set(zone)) == len(zone)
            for i, card in enumerate(zone):
                assert not int(world["secret_not"][other, i]) & int(c.SECRET_BIT[card])
                assert c.CARD_CLASS[card] == c.CARD_CLASS[truth["secrets"][other, i]]


def _unknown(record: Any, seat: int) -> list[int]:
    """Return the cards of a seat that came from its list and were not seen: hand, deck and secrets."""
    listed = (s.FROM_DECK, s.LISTED)
    cards = [int(card) & s.CARD for card in record["deck"][seat][: record["deck_left"][seat]]]
    for zone, origin, count in (("hand", "hand_origin", "held"), ("secrets", "secret_origin", "secret_count")):
        for i in range(record[count][seat]):
            if record[origin][seat, i] in listed or record[origin][seat, i] >= s.FROM_RACE:
                cards.append(int(record[zone][seat, i]))
    return sorted(cards)


def test_which_secret_is_played_is_not_in_the_history() -> None:
    state = position({"hand": ["EX1_610", RAPTOR]})
    play(state)
    play(state)
    assert [hidden for _, _, hidden in state.history] == [True, False]


def test_a_secret_that_did_not_fire_is_ruled_out() -> None:
    state = position({"board": [BOAR]}, {"secrets": ["EX1_554"], "class": "hunter", "deck": ["EX1_610", "AT_060"]})
    attack(state, 0, "enemy_hero")
    for seed in range(40):
        assert state.view(0, seed).state.record["secrets"][1, 0] == c.INDEX["EX1_554"]


def test_unknown_lists_are_sampled_from_the_class_and_neutral_cards() -> None:
    unknown = tapete.load("hearthstone", decks="mixed", deck_known=False)
    state = unknown.deal(5)
    world = state.view(0, 9).state.record
    own_class = c.CARD_CLASS[world["card"][1]]
    for card in world["deck"][1][: world["deck_left"][1]]:
        assert c.COLLECTIBLE[card & s.CARD]
        assert c.CARD_CLASS[card & s.CARD] in (own_class, c.CLASSES.index("neutral"))


# Decks


def test_all_lists_keep_the_deck_rules() -> None:
    sizes = {name: len(deck.cards) for name, deck in decks.DECKS["framework"].items()}
    assert len(decks.COMPETITION) == 9
    assert all(len(deck.cards) == 30 for deck in decks.DECKS["full"].values())
    assert sizes["ZooDiscardWarlock"] == 11
    assert sizes["MidrangeJadeShaman"] == 30


@pytest.mark.parametrize(
    ("lines", "complaint"),
    [
        ("class mage\n2 CS2_029\n", "4 cards; a deck has 30"),
        ("class mage\n3 CS2_029\n", "at most 2"),
        ("class mage\n1 EX1_238\n", "is a shaman card"),
        ("class wizard\n", "there is no class"),
        ("class mage\n1 NOTHING\n", "there is no card"),
        ("class mage\nfireball\n", "not 'fireball'"),
    ],
)
def test_a_bad_deck_file_is_refused_with_a_reason(tmp_path: Path, lines: str, complaint: str) -> None:
    path = tmp_path / "mine.deck"
    path.write_text(lines if "4 cards" not in complaint else "class mage\n2 CS2_029\n2 CS2_024\n", encoding="utf-8")
    with pytest.raises(BadOption, match=complaint):
        tapete.load("hearthstone", deck=str(path))


def test_a_deck_file_can_be_played(tmp_path: Path) -> None:
    path = tmp_path / "short.deck"
    path.write_text("class mage\nshort\n2 CS2_029  # Fireball\n2 CS2_024\n", encoding="utf-8")
    state = tapete.load("hearthstone", deck0=str(path), mulligan=False).deal(1)
    assert sorted(hand(state, 0)) == ["CS2_024", "CS2_024", "CS2_029", "CS2_029"]


def test_a_record_holds_the_decks_that_agents_brought(tmp_path: Path) -> None:
    """It replays from either seat, even after the deck's file is deleted."""
    path = tmp_path / "my deck (1).deck"
    path.write_text("class mage\nshort\n2 CS2_029\n2 CS2_024\n", encoding="utf-8")
    game, specs = tapete.load("hearthstone"), [f"random:deck={path}", "random:deck=AggroPirateWarrior"]
    records = list(records_of(game, specs, duel(game, specs, games=4, seed=3, record=True).played))
    path.unlink()
    assert {tuple(record.agents) for record in records} == {tuple(specs), tuple(reversed(specs))}
    for record in records:
        assert list(record.states())[-1].over


# Agents


def test_the_mulligan_rule_keeps_or_replaces_expensive_cards() -> None:
    shaman = tapete.load("hearthstone")
    state = shaman.deal(3)
    costs = [int(c.COST[card]) for card in state.record["hand"][0][:3]]
    for mode, replaced in (("literal", [x <= 3 for x in costs]), ("intended", [x > 3 for x in costs])):
        action = tapete.agent(f"greedy:mulligan={mode}").act(state.view())
        assert [bool(action - rules.MULLIGAN >> i & 1) for i in range(3)] == replaced


def test_greedy_beats_random() -> None:
    """99.3 % on the simulator; 95 % leaves four standard errors of 200 games."""
    result = duel(tapete.load("hearthstone"), ["greedy", "random"], games=200, seed=1)
    assert result.agents[0].score > 0.95


def test_an_agent_brings_its_deck_to_whichever_seat_it_takes() -> None:
    """Random play of eleven cards loses to greedy play of thirty from both seats."""
    result = duel(
        tapete.load("hearthstone"),
        ["random:deck=ZooDiscardWarlock", "greedy:deck=AggroPirateWarrior"],
        games=60,
        seed=2,
    )
    assert result.agents[0].score < 0.2
    with pytest.raises(BadOption, match="neither a file nor a known deck"):
        duel(tapete.load("hearthstone"), ["greedy:deck=Nothing", "random"], games=2, seed=2)


def test_dynamic_lookahead_finds_the_kill_in_two_attacks() -> None:
    state = position({"board": [RAPTOR, RAPTOR]}, {"health": 6, "board": [BOAR]})
    agent = tapete.agent("dynamic-lookahead")
    for _ in range(2):
        state.play(agent.act(state.view()))
    assert state.over


def test_evaluations_of_a_position_match_the_rules_text() -> None:
    """Own 3/2 and 3/5 Taunt, enemy 1/1: computed by hand from section 2 of the agents text."""
    state = position({"board": [RAPTOR, YETI], "health": 20}, {"board": [BOAR], "health": 25})
    values = {name: state.evaluate(0, name) for name in ("midrange", "aggro", "control", "fatigue", "ramp")}
    assert values == {
        "midrange": 5 * 1 + 6 + 10 * -5 + 10 * 6 + 10 * 5,
        "aggro": 6 + 1000 * -5,
        "control": 50 * 1 + 25 * 5 + 6 + 10 * -5,
        "fatigue": 10 * 1 + 10 * 5 + 6 + 5 * -5,
        "ramp": 50 * 1 + 6 + 10 * -5 + 10 * 6 + 20 * 5,
    }
    # sides: 8 + 0 + 2 - 0 + 6 + 7 = 23 and 10 + 0 + 2 - 0 + 1 + 1 = 14
    assert state.evaluate(0, "utility") == 23 - 14


@pytest.mark.parametrize(("name", "others"), [("", "ramp"), ("-2019", "midrange")])
def test_by_deck_uses_the_own_class_and_by_class_that_of_the_player_to_move(name: str, others: str) -> None:
    """A Warrior against a Mage and a Mage against a Shaman, from the first one's seat, in both players' turns."""
    for own, enemy, by_own, by_enemy in (
        ("warrior", "mage", "aggro", "control"),
        ("mage", "shaman", "control", others),
    ):
        for current, framework in ((0, by_own), (1, by_enemy)):
            state = position(
                {"board": [RAPTOR, YETI], "health": 20, "class": own},
                {"board": [BOAR], "health": 25, "class": enemy},
                current=current,
            )
            assert state.evaluate(0, f"by-deck{name}") == state.evaluate(0, by_own)
            assert state.evaluate(0, f"by-class{name}") == state.evaluate(0, framework)


def test_every_term_of_the_board_score_matches_its_name() -> None:
    """Own 3/2 and 3/5 Taunt with 4 health against a 1/1 Charge and 7 health: one weight at a time."""
    state = position({"board": [RAPTOR, YETI], "health": 4}, {"board": [BOAR], "health": 7})
    function = state.game.build.function(board_score.board)

    def term(name: str) -> float:
        return function(state.record, 0, np.array([1.0 if name == other else 0.0 for other in board_score.WEIGHTS]))

    held, mana = state.record["held"], int(state.record["crystals"][0]) - int(state.record["used"][0])
    found = {name: term(name) for name in board_score.WEIGHTS}
    assert {name: value for name, value in found.items() if value} == pytest.approx(
        {
            name: value
            for name, value in {
                "own_health": 4, "enemy_health": -7, "own_low_health": -11, "enemy_low_health": 8,
                "own_hand": held[0], "enemy_hand": -held[1], "own_minions": 2, "enemy_minions": -1,
                "own_attack": 6, "enemy_attack": -1, "own_minion_health": 7, "enemy_minion_health": -1,
                "own_product": 6**0.5 + 15**0.5, "enemy_product": -1, "own_taunt": 5, "unspent": mana, "ready": 6,
            }.items()
            if value
        }
    )  # fmt: skip
    threatened = position({"board": [RAPTOR], "health": 1}, {"board": [BOAR], "health": 3})
    for name in ("danger", "threat"):
        one = np.array([1.0 if name == other else 0.0 for other in board_score.WEIGHTS])
        assert function(threatened.record, 0, one) == 1.0 and function(state.record, 0, one) == 0.0


def test_eva_rates_ending_the_turn_with_zero() -> None:
    shaman = tapete.load("hearthstone", mulligan=False)
    before = shaman.deal(1)
    after = before.clone()
    after.play(0)
    weights = np.array(list(evaluations.EVA.values()))
    assert shaman.build.function(evaluations.eva)(before.record, after.record, 0, weights) == 0.0


# Factored decisions


@settings(max_examples=10, deadline=None)
@given(st.integers(0, 2**60))
def test_factored_steps_lead_to_the_same_positions(seed: int) -> None:
    flat, steps = tapete.load("hearthstone", decks="mixed"), tapete.load("hearthstone", decks="mixed", factored=True)
    state, stepped = flat.deal(seed), steps.deal(seed)
    rng = np.random.default_rng(seed % 1000)
    while not state.over:
        legal = state.legal()
        action = int(rng.choice(legal))
        state.play(action)
        for _ in range(3):
            target = [a for a in stepped.legal() if _leads_to(stepped, a, action)]
            if not target:
                break
            stepped.play(target[0])
            if stepped.record["stage"] == 0:
                break
        assert stepped.to_bytes() == state.to_bytes()


def _leads_to(state: tapete.State, step: int, action: int) -> bool:
    from tapete.games.hearthstone import factored as f

    stage = int(state.record["stage"])
    if stage == 0:
        return f.what_of(action) == step
    if stage == 1:
        return f.target_of(action) == step
    return f.POSITION + (action - rules.PLAY) % 8 == step


# Recorded games


def test_recorded_games_are_replayed_without_a_difference() -> None:
    report = replay_traces(
        "hearthstone", [DATA / "games.jsonl.gz", DATA / "probes.jsonl.gz", DATA / "agent_decisions.jsonl"]
    )
    assert report.mismatches == 0, report.first
    assert report.checked["legal"] > 1000
    assert report.explained.total() - report.explained["RX02"] <= 0.005 * report.steps
    assert report.explained["RX02"] <= 0.01 * report.checked["option scores"]


def test_our_own_rules_differ_from_the_simulator_only_by_listed_quirks() -> None:
    report = replay_traces("hearthstone", [DATA / "probes.jsonl.gz"], {"sim": "0"})
    assert report.mismatches == 0, report.first
    assert {"QE06", "QE14", "QC01", "QC05", "QC10", "QC20", "QC27"} <= set(report.explained)


def test_a_changed_recording_is_noticed(tmp_path: Path) -> None:
    import gzip

    with gzip.open(DATA / "probes.jsonl.gz", "rt") as lines:
        line = lines.readline()
    entry = json.loads(line)
    entry["steps"][0]["state"]["players"][1]["hero"]["health"] -= 1
    path = tmp_path / "changed.jsonl"
    path.write_text(json.dumps(entry) + "\n", encoding="utf-8")
    report = replay_traces("hearthstone", [path])
    assert report.mismatches == 1
    assert report.first is not None
    assert report.first["step"] == 0
