"""Tales of Tribute compared with the check values and unit tests of docs/rules/tribute.md, and its invariants."""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import tapete
from tapete.errors import BadOption
from tapete.games.tribute import cards, rules
from tapete.games.tribute import state as table
from tapete.games.tribute.from_deal import facts, zone
from tapete.games.tribute.options import POOLS
from tapete.testing import random_game

FIRST_ORDER = "ansei,duke_of_crows,rajhin,pelin"
SECOND_ORDER = "saint_alessia,orgnum,hlaalu,red_eagle"
ALESSIA = ["saint_alessia", "orgnum", "hlaalu", "red_eagle"]
FILLER = ["Gold"] * 10


def names(numbers: list[int]) -> list[str]:
    return [cards.NAMES[number] for number in numbers]


def position(**given: Any) -> tapete.State:
    """Return a position of a game with Saint Alessia, unless other patrons are given."""
    return tapete.load("tribute").set_up({"patrons": ALESSIA, "draw0": FILLER, "draw1": FILLER, **given})


def do(state: tapete.State, *words: str) -> None:
    """Play moves by their texts."""
    for text in words:
        found = [action for action in state.legal() if state.action_text(action) == text]
        assert found, f"{text!r} is not legal; legal are {[state.action_text(a) for a in state.legal()]}"
        state.play(found[0])


# Section 2


def numbers(seed: int, count: int) -> list[int]:
    record = np.zeros(1, dtype=table.State.dtype)
    record[0]["rng"] = seed
    return [table.next_number(record[0]) for _ in range(count)]


def test_the_generator_gives_the_check_values() -> None:
    assert numbers(123, 5) == [23662056, 1954258727, 403018812, 1378704137, 468193109]
    assert numbers(0, 5) == [0, 2116118, 89401894, 379337185, 782977365]


def shuffled(seed: int, count: int) -> list[int]:
    record = np.zeros(1, dtype=table.State.dtype)
    record[0]["rng"] = seed
    keys = np.zeros(table.LONGEST, dtype=np.int64)
    table.shuffled_order(record[0], count, keys)
    return keys[:count].tolist()


def test_the_shuffle_gives_the_check_value() -> None:
    assert shuffled(42, 10) == [0, 6, 4, 9, 3, 5, 1, 7, 2, 8]


@given(st.integers(0, 2**48 - 1), st.integers(0, table.LONGEST))
def test_a_shuffle_is_a_stable_sort_by_one_key_per_element(seed: int, count: int) -> None:
    keys = numbers(seed, count)
    assert shuffled(seed, count) == sorted(range(count), key=lambda i: keys[i])


# Section 3


def test_set_up_of_the_first_check_value() -> None:
    state = tapete.load("tribute", patrons=FIRST_ORDER).deal(123)
    found = facts(state)
    assert names(found["row"]) == ["Shield Bearer", "Toll of Silver", "Rally", "Shadow's Slumber", "Harvest Season"]
    assert names(found["pile"][:5]) == ["Rally", "Tithe", "Toll of Silver", "Conquest", "Legion's Arrival"]
    assert len(found["row"]) + len(found["pile"]) == 99
    assert names(found["hand0"]) == ["Gold", "Gold", "Fortify", "Way of the Sword", "Gold"]
    assert names(found["draw0"]) == ["Swipe", "Peck", "Gold", "Gold", "Gold"]
    assert names(found["hand1"]) == ["Gold", "Peck", "Fortify", "Way of the Sword", "Swipe"]
    assert names(found["draw1"]) == ["Gold"] * 5
    assert found["rng"] == 87687370773669
    assert (found["coins0"], found["coins1"], found["turn"]) == (0, 1, 1)


def test_set_up_of_the_second_check_value() -> None:
    found = facts(tapete.load("tribute", patrons=SECOND_ORDER).deal(2024))
    expected = ["Maormer Cutter", "Luxury Exports", "Imprisonment", "Hostile Takeover", "Oathman"]
    assert names(found["row"]) == expected
    expected = ["Serpentguard Rider", "Black Sacrament", "Harvest Season", "Elder Witch", "Black Sacrament"]
    assert names(found["pile"][:5]) == expected
    assert len(found["row"]) + len(found["pile"]) == 101
    assert names(found["hand0"]) == ["Gold"] * 5
    assert names(found["hand1"]) == ["Gold", "Gold", "Sea Elf Raid", "War Song", "Gold"]
    assert found["rng"] == 110884382331102


def test_the_draft_gives_the_same_game_as_its_order() -> None:
    drafted = tapete.load("tribute").deal(123)
    seats = []
    for text in ("draft Ansei", "draft Duke of Crows", "draft Rajhin", "draft Pelin"):
        seats.append(drafted.seat)
        do(drafted, text)
    assert seats == [0, 1, 1, 0]
    assert facts(drafted) == facts(tapete.load("tribute", patrons=FIRST_ORDER).deal(123))
    assert int(drafted.record["moves"]) == 0


@pytest.mark.parametrize("pool", POOLS)
def test_a_pool_offers_its_patrons_and_never_treasury(pool: str) -> None:
    state = tapete.load("tribute", pool=pool).deal(1)
    offered = [action - rules.PICK_PATRON for action in state.legal()]
    assert offered == sorted(POOLS[pool])
    assert cards.TREASURY not in offered


def test_every_deck_has_the_size_of_the_rules() -> None:
    sizes = Counter()
    for card in cards.CARDS:
        sizes[card["patron"]] += card.get("copies", 0)
    assert sizes == {patron: {"pelin": 19, "saint_alessia": 21}.get(patron, 20) for patron in cards.PATRONS}


# Section 15


def test_a_rebel_gives_a_coin_only_with_the_next_alessia_card() -> None:
    state = position(hand0=["Alessian Rebel", "Soldier of the Empire"])
    do(state, "play Alessian Rebel")
    assert state.record["coins"][0] == 0
    do(state, "play Soldier of the Empire", "choose +2 coin")
    assert state.record["coins"][0] == 3


def test_alessia_sends_a_soldier_then_a_sergeant_and_then_costs_the_enemy_the_favour() -> None:
    state = position(coins0=8, calls0=2, coins1=4)
    do(state, "call Saint Alessia", "call Saint Alessia")
    assert names(zone(state.record, table.COOLDOWN)) == ["Soldier of the Empire", "Chainbreaker Sergeant"]
    assert state.record["favour"][0] == 0
    do(state, "end the turn", "call Saint Alessia")
    assert state.record["favour"][0] == -1
    assert state.record["power"][1] == 2


def test_a_priestess_discards_two_and_draws_two() -> None:
    state = position(hand0=["Priestess of the Eight", "War Song", "Sea Elf Raid"])
    do(
        state,
        "play Priestess of the Eight",
        "choose discard up to 2, draw as many",
        "donate War Song",
        "donate Sea Elf Raid",
    )
    assert names(zone(state.record, table.COOLDOWN)) == ["War Song", "Sea Elf Raid"]
    assert names(zone(state.record, table.HAND)) == ["Gold", "Gold"]


def test_knocking_out_all_clears_both_boards() -> None:
    state = position(hand0=["Saint's Wrath"], agents0=["Soldier of the Empire"], agents1=["Oathman"])
    do(state, "play Saint's Wrath", "choose knock out all agents")
    assert names(zone(state.record, table.COOLDOWN)) == ["Soldier of the Empire"]
    assert names(zone(state.record, table.COOLDOWN + 1)) == ["Oathman"]
    assert state.record["size"][table.AGENTS : table.AGENTS + 2].tolist() == [0, 0]


@pytest.mark.parametrize(
    ("agents", "target", "coins"), [(1, "Soldier of the Empire", 1), (2, "Soldier of the Empire", 2)]
)
def test_each_morihaus_pays_its_owner_once_per_knockout(agents: int, target: str, coins: int) -> None:
    board = ["Morihaus, Sacred Bull", "Morihaus, the Archer"][:agents] + ["Soldier of the Empire"]
    state = position(agents1=board, coins0=20, row=["Black Sacrament"] * 5, pile=["Black Sacrament"] * 20)
    do(state, "buy Black Sacrament for 2", f"knock out {target}")
    assert state.record["coins"][1] == coins


def test_a_chosen_morihaus_pays_nothing_but_the_other_does() -> None:
    board = ["Morihaus, Sacred Bull", "Morihaus, the Archer"]
    state = position(agents1=board, coins0=20, row=["Black Sacrament"] * 5, pile=["Black Sacrament"] * 20)
    do(state, "buy Black Sacrament for 2", "knock out Morihaus, the Archer")
    assert state.record["coins"][1] == 1


def test_a_morihaus_on_both_sides_pays_both() -> None:
    state = position(
        agents0=["Morihaus, Sacred Bull"],
        agents1=["Morihaus, the Archer", "Oathman"],
        coins0=2,
        row=["Black Sacrament"] * 5,
        pile=["Black Sacrament"] * 20,
    )
    do(state, "buy Black Sacrament for 2", "knock out Oathman")
    assert state.record["coins"].tolist() == [1, 1]


def test_damage_stays_until_the_next_turn() -> None:
    state = position(agents1=[["Hagraven", 3, 0]], power0=1)
    do(state, "attack Hagraven")
    assert state.record["power"][0] == 0
    do(state, "end the turn")
    assert facts(state)["agents1"] == [[cards.NUMBER_OF["Hagraven"], 2, 0]]


def test_a_destroyed_knight_commander_is_not_healed() -> None:
    patrons = ["pelin", "red_eagle", "hlaalu", "orgnum"]
    state = tapete.load("tribute").set_up(
        {
            "patrons": patrons,
            "hand0": ["Knight Commander", "Fortify"],
            "draw0": FILLER,
            "draw1": FILLER,
            "coins0": 3,
            "row": ["Bonfire"] * 5,
            "pile": ["Tithe"] * 20,
        }
    )
    do(state, "play Knight Commander", "buy Bonfire for 3", "destroy Knight Commander (agent)", "play Fortify")
    assert facts(state)["agents0"] == []
    assert facts(state)["pending"] is None


def test_a_wounded_knight_commander_is_healed_by_its_combo() -> None:
    state = tapete.load("tribute").set_up(
        {
            "patrons": ["pelin", "red_eagle", "hlaalu", "orgnum"],
            "hand0": ["Fortify"],
            "agents0": [["Knight Commander", 1, 0]],
        }
    )
    do(state, "activate Knight Commander", "play Fortify")
    printed = int(cards.HEALTH[cards.NUMBER_OF["Knight Commander"]])
    assert facts(state)["agents0"] == [[cards.NUMBER_OF["Knight Commander"], min(3, printed), 1]]


@pytest.mark.parametrize(("second", "winner"), [(39, 0), (40, None)])
def test_forty_prestige_must_be_matched_in_the_next_turn(second: int, winner: int | None) -> None:
    state = position(prestige0=40, prestige1=second, cur=1)
    do(state, "end the turn")
    assert state.over == (winner is not None)
    assert (state.returns() == [1.0, 0.0]) == (winner == 0)


# Sections 5 to 12


def test_a_choice_opened_by_a_bought_contract_lists_four_cards() -> None:
    row = ["Imperial Plunder", "Oathman", "Bonfire", "Tithe", "Hireling"]
    state = position(coins0=3, row=row, pile=["Black Sacrament"] * 20)
    do(state, "buy Imperial Plunder for 3")
    assert names(facts(state)["pending"]["options"]) == ["Oathman", "Bonfire", "Tithe", "Hireling"]
    assert names(facts(state)["row"]) == ["Black Sacrament", "Oathman", "Bonfire", "Tithe", "Hireling"]
    do(state, "replace Bonfire", "replace Hireling")
    assert names(facts(state)["row"]) == ["Black Sacrament", "Oathman", "Black Sacrament", "Tithe", "Black Sacrament"]
    assert names(facts(state)["pile"][-3:]) == ["Imperial Plunder", "Bonfire", "Hireling"]


def test_picks_in_another_order_are_accepted_and_decide_the_pile() -> None:
    state = position(hand0=["Priestess of the Eight", "War Song", "Sea Elf Raid"])
    do(state, "play Priestess of the Eight", "choose discard up to 2, draw as many")
    state.play(rules.PICK + 1)
    assert state.accepts(rules.PICK + 0) and rules.PICK not in state.legal()
    assert not state.accepts(rules.PICK + 1)
    state.play(rules.PICK + 0)
    assert names(zone(state.record, table.COOLDOWN)) == ["Sea Elf Raid", "War Song"]


def test_crows_with_one_coin_gives_no_power_but_moves_the_favour() -> None:
    state = tapete.load("tribute").set_up({"patrons": FIRST_ORDER.split(","), "coins0": 1})
    do(state, "call Duke of Crows")
    assert state.record["power"][0] == 0 and state.record["favour"][1] == 0
    assert "call Duke of Crows" not in [state.action_text(action) for action in state.legal()]


def test_power_left_over_hits_taunting_agents_before_it_becomes_prestige() -> None:
    state = tapete.load("tribute").set_up(
        {"patrons": FIRST_ORDER.split(","), "power0": 5, "agents1": [["Shield Bearer", 3, 0]], "draw0": FILLER}
    )
    do(state, "end the turn")
    assert state.record["prestige"][0] == 2
    assert facts(state)["agents1"] == []


def test_four_favours_win_only_at_the_end_of_the_turn() -> None:
    state = position(fav=[0, 0, -1, 0, -1], power0=2)
    do(state, "call Red Eagle")
    assert not state.over
    do(state, "end the turn")
    assert state.over and state.returns() == [1.0, 0.0] and state.record["reason"] == table.FAVOUR


def test_the_turn_limit_is_a_draw_without_an_end_of_turn() -> None:
    state = position(turn=501, power0=3)
    do(state, "end the turn")
    assert state.over and state.returns() == [0.5, 0.5] and state.record["prestige"][0] == 0


def test_an_owed_discard_is_the_first_decision_of_the_next_turn() -> None:
    patrons = ["rajhin", "hlaalu", "pelin", "ansei"]
    culprit = next(
        name
        for name, card in zip(cards.NAMES, cards.CARDS, strict=True)
        if card["patron"] == "rajhin" and ["opp_discard", 1] in card.get("play", [])
    )
    state = tapete.load("tribute").set_up({"patrons": patrons, "hand0": [culprit], "hand1": ["Swipe", "Gold"]})
    do(state, f"play {culprit}")
    while state.record["choice"] != table.FREE:
        state.play(state.legal()[0])
    do(state, "end the turn")
    assert state.seat == 1 and [state.action_text(a) for a in state.legal()] == ["discard Swipe", "discard Gold"]
    do(state, "discard Gold")
    assert names(zone(state.record, table.COOLDOWN + 1)) == ["Gold"]


# Invariants

POOL_NAMES = st.sampled_from(sorted(POOLS))


def all_objects(state: tapete.State) -> list[int]:
    record = state.record
    found = [int(thing) for thing in record["row"]]
    start, size = int(record["pile_start"]), int(record["pile_size"])
    found += [int(record["pile"][(start + i) % table.PILE]) for i in range(size)]
    for number in range(table.ZONES):
        first = int(table.BASE[number])
        found += record["cells"][first : first + int(record["size"][number])].tolist()
    return found


@given(POOL_NAMES, st.integers(0, 2**40))
def test_cards_are_conserved_and_numbers_stay_in_range(pool: str, seed: int) -> None:
    game = tapete.load("tribute", pool=pool)
    for state, _ in random_game(game, seed, steps=250):
        record = state.record
        if record["choice"] == table.DRAFT:
            continue
        objects = all_objects(state)
        assert len(objects) == len(set(objects)), "one object is in two places"
        assert max(objects) < record["objects"]
        assert len(record["row"]) == 5 and record["pile_size"] >= 15
        for field in ("coins", "power", "prestige", "calls", "known"):
            assert (record[field] >= 0).all(), f"{field} below 0"
        for seat in range(2):
            assert record["known"][seat] <= record["sure"][seat] <= record["size"][table.DRAW + seat]


@given(st.integers(0, 2**40))
def test_empty_cells_hold_nothing(seed: int) -> None:
    for state, _ in random_game(tapete.load("tribute"), seed, steps=200):
        record = state.record
        for number in range(table.ZONES):
            first, room = int(table.BASE[number]), int(table.CAPACITY_OF[number])
            assert not record["cells"][first + int(record["size"][number]) : first + room].any()
        if record["choice"] != table.DRAFT:
            assert np.count_nonzero(record["pile"]) <= record["pile_size"]


@given(st.integers(0, 2**40))
def test_a_view_keeps_visible_information(seed: int) -> None:
    for step, (state, _) in enumerate(random_game(tapete.load("tribute"), seed, steps=200)):
        if step % 9 or state.record["choice"] == table.DRAFT:
            continue
        for observer in range(2):
            true, seen = facts(state), facts(state.view(observer, seed + step).state)
            enemy = 1 - observer
            sure = int(state.record["sure"][observer])
            assert seen[f"draw{observer}"][:sure] == true[f"draw{observer}"][:sure]
            hidden = (f"draw{observer}", f"hand{enemy}", f"draw{enemy}", "pile", "rng", "pending")
            assert {k: v for k, v in seen.items() if k not in hidden} == {
                k: v for k, v in true.items() if k not in hidden
            }
            assert sorted(seen[f"draw{observer}"]) == sorted(true[f"draw{observer}"])
            assert sorted(seen[f"hand{enemy}"] + seen[f"draw{enemy}"]) == sorted(
                true[f"hand{enemy}"] + true[f"draw{enemy}"]
            )
            assert sorted(seen["pile"]) == sorted(true["pile"])
            if state.seat == observer:
                assert seen["pending"] == true["pending"]


def test_all_ways_to_deal_the_hidden_cards_are_equally_likely() -> None:
    """The enemy's hand of one of four different cards: each is held in a quarter of the samples (5 standard errors)."""
    state = position(hand1=["War Song"], draw1=["Gold", "Goods Shipment", "Sea Elf Raid"])
    samples = 4000
    held = Counter(names(facts(state.view(0, seed).state)["hand1"])[0] for seed in range(samples))
    for name in ("War Song", "Gold", "Goods Shipment", "Sea Elf Raid"):
        assert abs(held[name] - samples / 4) < 5 * (samples * 3 / 16) ** 0.5


def test_a_pelin_card_stays_known_but_is_not_a_known_draw() -> None:
    state = tapete.load("tribute").set_up(
        {
            "patrons": ["pelin", "rajhin", "hlaalu", "ansei"],
            "power0": 2,
            "cool0": ["Banneret"],
            "draw0": ["Gold", "Swipe"] * 4,
        }
    )
    do(state, "call Pelin")
    state.play(state.legal()[0])
    assert state.record["known"][0] == 0
    for seed in range(20):
        assert names(facts(state.view(0, seed).state)["draw0"])[0] == "Banneret"


def test_a_series_uses_consecutive_seeds() -> None:
    assert tapete.load("tribute").definition.series_seed(100, 7) == 107


@pytest.mark.parametrize(
    "patrons", ["ansei,ansei,pelin,rajhin", "ansei,pelin", "ansei,treasury,pelin,rajhin", "nobody,a,b,c"]
)
def test_wrong_patrons_are_refused_with_a_message(patrons: str) -> None:
    with pytest.raises(BadOption, match="patron"):
        tapete.load("tribute", patrons=patrons)


def test_the_state_is_small() -> None:
    assert table.State.size <= 2560


# Text for players


def test_table_text_shows_cost_and_effect_of_a_call() -> None:
    state = tapete.load("tribute").set_up(
        {
            "patrons": ["saint_alessia", "orgnum", "hlaalu", "red_eagle"],
            "fav": [1, 0, -1, -1, -1],
            "hand0": ["Gold"] * 2,
        }
    )
    mine, his = state.text(0), state.text(1)
    assert "Saint Alessia (favours the enemy) - 4 coins: +2 power" in mine
    assert "Saint Alessia (favours you) - 4 coins: a Chainbreaker Sergeant" in his
    assert "Orgnum (favours you) - 3 coins: +1 power for every 4 of your cards" in mine
    assert "2 x Gold [Treasury starter, cost 0: +1 coin]" in mine
    assert "2 x Gold [" not in his


def test_table_text_warns_when_forty_prestige_must_be_matched() -> None:
    given = {"patrons": ["saint_alessia", "orgnum", "hlaalu", "red_eagle"], "prestige0": 30}
    warning = "end this turn with as much"
    game = tapete.load("tribute")
    assert warning in game.set_up({**given, "prestige1": 40}).text(0)
    assert warning not in game.set_up({**given, "prestige1": 39}).text(0)
    assert warning not in game.set_up({**given, "prestige1": 40}).text(1)
