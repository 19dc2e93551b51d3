"""Levels of opponents: their decisions and their strength."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import tapete
from tapete.agents.registry import make_agent
from tapete.arena.duel import duel
from tapete.games.dinosaurs import bots, count_cards, fit, rules, weights
from tapete.games.dinosaurs.cards import IDS, JUICE, PEBBLE, SPRING
from tapete.testing import random_game

from .crafted import PASS, SELF, card, choose, give, start


def answer(spec: str, state: tapete.State, seed: int = 1) -> int | None:
    agent = make_agent(spec, state.game)
    agent.reset(seed)
    return agent.act(state.view(seed=seed))


def test_easy_plays_its_highest_card_and_prefers_one_without_effect() -> None:
    state = start(["P9E P9 P1 P1 IB", "P5", "P5", "P5"])
    assert answer("easy", state) == card("P9")
    assert {answer("easy:as_coded=1", state, seed) for seed in range(20)} == {card("P9"), card("P9E")}


def test_easy_adds_the_smallest_card_that_makes_it_highest_or_lifts_it_from_lowest() -> None:
    state = start(["P0E P6 P8 P9 P4", "P5", "P7", "P5"])
    choose(state, "P0E", "P5", "P7", "P5")
    assert answer("easy", state) == card("P8")
    give(state, 0, "P4 P6")
    assert answer("easy", state) == card("P6")
    give(state, 0, "P1 P2")
    assert answer("easy", state) == PASS


def test_easy_swaps_only_for_a_better_rank() -> None:
    state = start(["P2E", "P9", "P8", "P1"])
    choose(state, "P2E", "P9", "P8", "P1")
    assert answer("easy", state) == SELF + 1
    state = start(["P2E", "P1", "P8", "P1"])
    choose(state, "P2E", "P1", "P8", "P1")
    assert answer("easy", state) == PASS


def test_easy_throws_its_lowest_point_cards_below_five_and_never_an_instant() -> None:
    state = start(["P4E P1 P4 P5 IB", "P5", "P5", "P5"])
    choose(state, "P4E", "P5", "P5", "P5")
    for expected in ("P1", "P4"):
        assert answer("easy", state) == card(expected)
        state.play(card(expected))
    assert answer("easy", state) == PASS


def test_easy_takes_the_highest_point_card_of_its_victim() -> None:
    state = start(["P1E", "P5 P9 IB IB P8", "P5", "P5"])
    choose(state, "P1E", "P5", "P5", "P5")
    assert {answer("easy", state, seed) for seed in range(30)} == {25, 26, 27}
    state.play(25)
    assert answer("easy", state) == card("P9")


@pytest.mark.parametrize(("top", "kept"), [(("P9", "P1"), "P9"), (("IB", "P3"), "IB"), (("IB", "P5"), "P5")])
def test_easy_keeps_the_higher_card_and_counts_an_instant_as_four(top: tuple[str, str], kept: str) -> None:
    state = start(["P7E", "P5", "P5", "P5"], rest=top)
    choose(state, "P7E", "P5", "P5", "P5")
    assert answer("easy", state) == card("P7E")
    state.play(card("P7E"))
    assert answer("easy", state) == card(kept)


def test_a_boost_is_played_only_if_it_changes_the_standing() -> None:
    state = start(["P6 IB IS", "P7", "P5", "P3"])
    choose(state, "P6", "P7", "P5", "P3")
    assert answer("easy", state) == card("IB")
    state.play(card("IB"))
    assert answer("easy", state) == SELF
    state = start(["P6 IB IS", "P9", "P5", "P3"])
    choose(state, "P6", "P9", "P5", "P3")
    assert answer("easy", state) == PASS


def test_lowest_player_plays_a_flip() -> None:
    state = start(["P1 II", "P9", "P5", "P3"])
    choose(state, "P1", "P9", "P5", "P3")
    for spec in ("easy", "easy:instants=thesis", "easy:as_coded=1", "medium"):
        assert answer(spec, state) == card("II")


# The thesis's program (repository Alvaro211/HDL, commit 29d6abe, files as cited): `as_coded` and `instants=thesis`.

CODED = ("easy:as_coded=1", "easy:instants=thesis", "medium:instants=thesis")


def window(hands: list[str], chosen: list[str], seat: int, disaster: str = "meteor", **options: object) -> tapete.State:
    """Play up to a seat's decision in the scoring window, the others passing."""
    state = start(hands, [disaster], **options)
    choose(state, *chosen)
    while state.record["phase"] != rules.SCORING or state.seat != seat:
        state.play(PASS)
    return state


@pytest.mark.parametrize("spec", CODED)
def test_coded_bots_boost_or_sap_only_at_a_gap_of_zero(spec: str) -> None:
    """JugadaHechizos.cs: a gap is own minus highest, at most 0; played at -1 < gap < 3 unless last in the order."""
    hands, tie = ["P7 IB IS", "P7 IB", "P5", "P3"], ["P7", "P7", "P5", "P3"]
    state = window(hands, tie, 0)
    assert answer(spec, state) == card("IB")  # tied for the highest, the lower seat: on itself
    state.play(card("IB"))
    assert answer(spec, state) == SELF
    assert answer(spec, window(hands, tie, 1)) == PASS  # tied, but the last in order
    behind = window(["P6 IB IS", "P7", "P5", "P3"], ["P6", "P7", "P5", "P3"], 0)
    assert answer(spec, behind) == PASS  # one behind: the sign is wrong
    ahead = window(["P8 IB IS", "P7", "P5", "P3"], ["P8", "P7", "P5", "P3"], 0)
    assert answer(spec, ahead) == PASS


@pytest.mark.parametrize("spec", CODED)
def test_coded_bots_sap_the_seat_whose_number_is_players_left_minus_one(spec: str) -> None:
    state = window(["P7 IS", "P7", "P5", "P3"], ["P7", "P7", "P5", "P3"], 0)
    assert answer(spec, state) == card("IS")
    state.play(card("IS"))
    assert answer(spec, state) == SELF + 3
    state = window(["P7 IS", "P7", "P5"], ["P7", "P7", "P5"], 0)
    state.play(card("IS"))
    assert answer(spec, state) == SELF + 2


@pytest.mark.parametrize("spec", CODED)
def test_coded_bots_boost_seat_0_or_sap_themselves_under_an_exchange(spec: str) -> None:
    state = window(["P9", "P5E", "P3", "P3 IB IS"], ["P9", "P5E", "P3", "P3"], 3, "emotional")  # tied lowest, not first
    assert answer(spec, state) == card("IB")
    state.play(card("IB"))
    assert answer(spec, state) == SELF + 1  # seat 0
    state = window(["P9", "P5E", "P3", "P3 IS"], ["P9", "P5E", "P3", "P3"], 3, "predatory")
    assert state.describe(3)["players"][2]["score"]["total"] == 2  # Bronto -1: seat 3 is not tied
    assert answer(spec, state) == PASS
    state = window(["P9", "P5E", "P3", "P3 IS"], ["P9", "P5E", "P3", "P3"], 3, "emotional")
    assert answer(spec, state) == card("IS")
    state.play(card("IS"))
    assert answer(spec, state) == SELF


@pytest.mark.parametrize("spec", CODED)
def test_coded_bots_flip_as_first_of_the_lowest_or_as_last_of_the_highest_while_a_pit_is_active(spec: str) -> None:
    hands, chosen = ["P9", "P3 II", "P3 II", "P5"], ["P9", "P3", "P3", "P5"]
    assert answer(spec, window(hands, chosen, 1)) == card("II")
    assert answer(spec, window(hands, chosen, 2)) == PASS
    tie = window(["P5 II", "P5 II", "P5", "P5"], ["P5"] * 4, 0, "meteor", dinosaurs="rex")
    assert tie.describe(0)["players"][0]["score"]["total"] == 5
    assert answer(spec, tie) == card("II")
    pit = window(["P9 II", "P5E", "P9 II", "P3"], ["P9", "P5E", "P9", "P3"], 0)
    assert answer(spec, pit) == PASS
    assert answer(spec, window(["P9 II", "P5E", "P9 II", "P3"], ["P9", "P5E", "P9", "P3"], 2)) == card("II")


def test_coded_bot_swaps_with_the_best_neighbour() -> None:
    """JugadaEfectos.cs, Efecto2IA: both neighbours and the own card, descending, neighbours first among equals."""
    for cards, expected in (
        (["P2E", "P4", "P1", "P9"], SELF + 3),
        (["P2E", "P9", "P1", "P4"], SELF + 1),
        (["P2E", "P2", "P1", "P1"], SELF + 1),  # an equal card is swapped too
        (["P2E", "P1", "P9", "P1"], PASS),
    ):
        state = start(cards)
        choose(state, *cards)
        assert answer("easy:as_coded=1", state) == expected
    state = start(["P2E", "P1", "P5E", "P1"])
    choose(state, "P2E", "P1", "P5E", "P1")
    assert answer("easy:as_coded=1", state) == SELF + 1  # a lower card while a pit is active
    state = start(["P2E", "P2", "P5E", "P3"])
    choose(state, "P2E", "P2", "P5E", "P3")
    assert answer("easy:as_coded=1", state) == PASS


def test_coded_bot_swaps_its_own_card_by_the_fern_and_compares_cards_not_scores() -> None:
    """JugadaEfectos.cs, Efecto8IA: swap for the highest card; with it, an inverted loop draws the own seat."""
    cards = ["P8E", "P9", "P7", "P3"]
    state = start(cards, ["natural"], preset="thesis")  # Trike scores 8 as well, but its card is higher
    choose(state, *cards)
    assert answer("easy:as_coded=1", state) == SELF + 1
    cards = ["P8E", "P7", "P6", "P3"]
    state = start(cards, ["emotional"], preset="thesis")
    choose(state, *cards)
    found = {answer("easy:as_coded=1", state, seed) for seed in range(60)}
    assert found == {PASS, SELF + 1, SELF + 2, SELF + 3}
    state = start(cards, ["emotional"])  # the published rules do not allow it
    choose(state, *cards)
    assert {answer("easy:as_coded=1", state, seed) for seed in range(30)} == {PASS}


def test_coded_bot_never_robs_or_redirects_to_the_last_rival() -> None:
    """Efecto1IA and DarCartaDesastre: Range(0, 2), plus one from the own seat on."""
    for seat, expected in ((0, {1, 2}), (1, {0, 2}), (2, {0, 1}), (3, {0, 1})):
        cards = ["P5"] * 4
        cards[seat] = "P1E"
        state = start(cards)
        choose(state, *cards)
        found = {(seat + answer("easy:as_coded=1", state, seed) - SELF) % 4 for seed in range(40)}
        assert found == expected
    for seat, expected in ((1, {0, 2}), (3, {0, 1})):
        cards = ["P9", "P8", "P7", "P6"]
        cards[seat] = "P1"
        state = start([f"{name} IR" if name == "P1" else name for name in cards])
        choose(state, *cards)
        while state.record["phase"] != rules.RESPONSE:
            state.play(PASS)
        state.play(card("IR"))
        for spec in ("easy:as_coded=1", "medium:instants=thesis"):
            assert {(seat + answer(spec, state, seed) - SELF) % 4 for seed in range(40)} == expected


def test_coded_bot_averts_with_the_first_instant_in_hand() -> None:
    """TieneHechizosDisaster: the first of the two kinds; hands have no order here, so a random one."""
    state = start(["P1 ID ID IR", "P9", "P8", "P7"])
    choose(state, "P1", "P9", "P8", "P7")
    while state.record["phase"] != rules.RESPONSE:
        state.play(PASS)
    found = [answer("easy:as_coded=1", state, seed) for seed in range(90)]
    assert set(found) == {card("ID"), card("IR")}
    assert 45 < found.count(card("ID")) < 75  # two of three
    assert answer("easy", state) == card("ID")


def test_coded_bot_may_add_no_card_by_the_juice_if_none_helps() -> None:
    """ObtenerIdCartaEfecto0y3IA: then any card of the hand; our rules forbid one without effect, so it adds none."""
    state = start(["P3E P0E P1 P1 IB", "P9", "P9", "P8"])
    choose(state, "P3E", "P9", "P9", "P8")
    found = [answer("easy:as_coded=1", state, seed) for seed in range(120)]
    assert set(found) == {card("P0E"), PASS}
    assert 15 < found.count(card("P0E")) < 50  # one of four cards
    state = start(["P0E P1 P1 P2 IB", "P9", "P9", "P8"])
    choose(state, "P0E", "P9", "P9", "P8")
    assert {answer("easy:as_coded=1", state, seed) for seed in range(40)} == {card("P1"), card("P2")}


@pytest.mark.parametrize(
    ("top", "kept"), [(("P1", "P9"), "P1"), (("P1", "IB"), "P1"), (("IB", "P1"), "IB"), (("IB", "IS"), "IS")]
)
def test_coded_bot_keeps_the_first_card_unless_both_are_instants(top: tuple[str, str], kept: str) -> None:
    """PrepararEfecto7: the first if the second is not an instant or the first counts more (an instant counts -1)."""
    state = start(["P7E", "P5", "P5", "P5"], rest=top)
    choose(state, "P7E", "P5", "P5", "P5")
    state.play(card("P7E"))
    assert answer("easy:as_coded=1", state) == card(kept)


def test_weight_of_the_juice_depends_on_the_order_of_the_hand() -> None:
    """IA.cs, MonteCarlo: `maxAtaque += ataque` for each effect card above the sum so far."""
    import numpy as np

    from tapete.kernel.cache import Build

    weigh = Build("test-juice", [bots.juice_weight]).function(bots.juice_weight)
    memory = np.array([5], dtype=np.int64)
    for hand, expected in (
        ("P3E P6 P1 P1 P2", {7}),
        ("P3E P9E P1 P1 P2", {13, 16}),
        ("P3E P0E P1E IB IS", {7, 8}),  # 0 is never above the sum; 1 and then 3
        ("P3E P2E P8E P1 P1", {12, 14, 15, 17}),
    ):
        state = start([hand, "P5", "P5", "P5"])
        assert {weigh(state.record, 0, memory) for _ in range(200)} == expected


def test_detour_goes_to_a_player_whom_it_eliminates_else_to_the_leader() -> None:
    for areas, expected in (([[0] * 4] * 4, 3), ([[0] * 4, [0] * 4, [2, 0, 0, 0], [0] * 4], 2)):
        facts = {"areas": areas, "positions": [0, 5, 1, 20]}
        state = start(["P1 IR", "P9", "P8", "P7"], ["natural"], facts=facts)
        choose(state, "P1", "P9", "P8", "P7")
        while state.record["phase"] == rules.SCORING:
            state.play(PASS)
        assert answer("easy", state) == card("IR")
        state.play(card("IR"))
        assert answer("easy", state) == SELF + expected


def test_after_a_disaster_easy_throws_a_low_point_card_and_the_thesis_bot_an_instant() -> None:
    state = start(["P1 IB P3 P9 P9", "P9", "P8", "P7"], ["natural"])
    choose(state, "P1", "P9", "P8", "P7")
    while state.record["phase"] != rules.DISCARD:
        state.play(PASS)
    assert answer("easy", state) == card("P3")
    assert answer("easy:as_coded=1", state) == card("IB")
    give(state, 0, "IB P9")
    assert answer("easy", state) == PASS


def test_medium_saves_effect_cards_in_sudden_death() -> None:
    state = start(["P9", "P3", "P3"])
    choose(state, "P9", "P3", "P3")
    give(state, 1, "P7E P7 P1")
    give(state, 2, "P2")
    while state.record["phase"] == rules.SCORING:
        state.play(PASS)
    assert answer("medium", state) == card("P7")
    give(state, 1, "P7E P6")
    assert answer("medium", state) in (card("P7E"), card("P6"))
    assert answer("easy", state) == card("P7E")


@pytest.mark.parametrize(
    ("hand", "chosen"),
    [
        ("P9 P8E P1 P1 P1", "P8E"),  # 9 and 9: the first
        ("P9 P0E P9 P1 P1", "P0E"),  # best other value 9, plus 1
        ("P3E P9E P9 P1 P1", "P3E"),  # 9 or 3 + 9, and 4
        ("P3E P6 P1 P1 P2", "P3E"),  # the Juice itself counts: 3 + 4 = 7
        ("P3E P8 P1 P1 P2", "P8"),
        ("P4E P1 P1 P2 P7", "P4E"),  # rest of the hand 11 // 5 = 2: 8
        ("P6E IB IS P7 P1", "P6E"),  # two of boosts and saps: 8
        ("P6E P7 P1 P1 P2", "P7"),  # none: 4
        ("P5E P6 P1 P1 P2", "P5E"),
        ("P2E P5 P1 P1 P2", "P2E"),
    ],
)
def test_card_chosen_by_the_weights_of_the_thesis(hand: str, chosen: str) -> None:
    state = start([hand, "P5", "P5", "P5"])
    assert answer("medium:weights=thesis", state) == card(chosen)


def test_trained_table_is_stored_with_its_settings() -> None:
    stored = json.loads(weights.FILE.read_text())
    assert {"command", "seed", "games_per_pass", "largest_change_by_pass"} <= set(stored)
    assert list(stored["table"]) == weights.row_names()
    table = weights.stored(weights.FILE)
    assert len(table) == 4 * bots.ROWS
    worth = {name: sum(row) for name, row in stored["table"].items()}
    assert worth["P9"] > worth["P7"] > worth["P5"] > worth["P3"]
    assert worth["P9E"] > worth["P9"]
    assert IDS[PEBBLE] == "P0E" and IDS[JUICE] == "P3E" and IDS[SPRING] == "P4E"


def test_counted_table_agrees_with_a_new_count() -> None:
    """Section 4.2 of the thesis: rounds won, lost and neither, by card."""
    stored = json.loads(weights.COUNTED.read_text())
    assert stored["command"].endswith(f"--games {stored['games']} --seed {stored['seed']}")
    assert list(stored["table"]) == weights.row_names() and stored["games"] >= 100_000
    assert count_cards.counted(2000, 7) == count_cards.counted(2000, 7) != count_cards.counted(2000, 8)
    counts = count_cards.count(4000, 3)
    rounds = counts.sum()
    assert 4000 * 4 * 7 < rounds < 4000 * 4 * 13  # four players, about ten rounds
    # More than a quarter of the cards win and lose: scores tie, and players drop out.
    assert 0.25 < counts[..., count_cards.WON].sum() / rounds < 0.45
    assert 0.25 < counts[..., count_cards.LOST].sum() / rounds < 0.45
    fresh = count_cards.balance(counts)
    for row, name in enumerate(weights.row_names()):
        for kind in range(4):
            n = counts[row, kind].sum()
            if n > 500:  # within four standard errors of a difference of two shares
                assert abs(fresh[row, kind] - stored["table"][name][kind]) < 4 / n**0.5 + 0.001, name


def test_counted_weights_choose_the_card_that_wins_most_rounds() -> None:
    state = start(["P9E P9 P8 P1 P5E", "P5", "P5", "P5"])
    assert answer("medium:weights=counted", state) == card("P9E")
    state = start(["P2E P5 P4 P1 IB", "P5", "P5", "P5"])
    assert answer("medium:weights=counted", state) == card("P2E")  # a swap beats a five


def test_counting_script_writes_a_table_and_refuses_zero_games(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    out = tmp_path / "table.json"
    monkeypatch.setattr("sys.argv", ["counting", "--games", "300", "--seed", "4", "--out", str(out)])
    assert count_cards.main() == 0
    assert json.loads(out.read_text()) == count_cards.counted(300, 4)
    monkeypatch.setattr("sys.argv", ["counting", "--games", "0"])
    with pytest.raises(SystemExit) as refused:
        count_cards.main()
    assert refused.value.code == 2


@pytest.mark.slow
def test_evaluation_predicts_winners_better_than_equal_chances() -> None:
    found, likelihood, ignorant = fit.fit(4, 6000, 2)
    assert likelihood > ignorant + 0.2
    stored = list(tapete.load("dinosaurs").evaluation().weights.values())
    assert found[0] > 0 and stored[0] > 0  # steps
    assert found[2] < 0 and stored[2] < 0  # danger


def test_evaluations_are_probabilities_that_sum_to_one() -> None:
    for state, _ in random_game(tapete.load("dinosaurs"), 9):
        assert sum(state.evaluate(seat) for seat in range(4)) == pytest.approx(1)
    assert [state.evaluate(seat) for seat in range(4)] == pytest.approx(state.returns())


def test_agents_of_all_levels_and_options_play_legal_games() -> None:
    for preset, search in (("official", "net-search"), ("thesis", "hard-search")):
        game = tapete.load("dinosaurs", preset=preset)
        specs = [
            "easy:as_coded=1",
            "medium:weights=thesis,instants=thesis",
            "easy:instants=thesis",
            f"{search}:iterations=20",
        ]
        result = duel(game, specs, games=8, seed=3)
        assert all(agent.faults == 0 for agent in result.agents)


@pytest.mark.parametrize("instants", ["sensible", "thesis"])
def test_search_can_decide_instants_by_a_rule(instants: str) -> None:
    game = tapete.load("dinosaurs")
    asked = 0
    for seed in range(4):
        for state, _ in random_game(game, seed):
            if state.record["phase"] == rules.SCORING and len(state.legal()) > 1:
                expected = answer(f"easy:instants={instants}", state)
                assert answer(f"net-search:iterations=30,instants={instants}", state) == expected
                asked += 1
    assert asked > 20


# Strength, with tolerances of about three standard errors below the measured share (docs/rules/dinosaurs_agents.md, section 9)


@pytest.mark.parametrize(
    ("specs", "games", "least", "most"),
    [
        (["easy", "random"], 4000, 0.60, 0.66),
        (["easy:as_coded=1", "random"], 4000, 0.39, 0.445),
        (["medium", "easy"], 4000, 0.30, 0.38),
        (["medium", "medium:weights=thesis"], 8000, 0.25, 0.285),
    ],
)
def test_one_against_three(specs: list[str], games: int, least: float, most: float) -> None:
    result = duel(tapete.load("dinosaurs"), specs, games=games, seed=5)
    assert least <= result.agents[0].score <= most


@pytest.mark.slow
def test_net_search_beats_three_medium() -> None:
    result = duel(tapete.load("dinosaurs"), ["net-search:iterations=400", "medium"], games=1000, seed=1)
    assert result.agents[0].score >= 0.48


@pytest.mark.slow
def test_search_without_a_network_beats_three_medium() -> None:
    result = duel(tapete.load("dinosaurs"), ["hard-search:ms=20", "medium"], games=1000, seed=1)
    assert result.agents[0].score >= 0.32


@pytest.mark.slow
def test_remembering_the_discards_does_not_hurt() -> None:
    """Two against two, 2,000 games; one-sided with the half-width of the interval as tolerance."""
    specs = ["net-search:iterations=200", "net-search:iterations=200,memory=0"] * 2
    result = duel(tapete.load("dinosaurs"), specs, games=2000, seed=1)
    with_memory = result.agents[0].score + result.agents[2].score
    assert with_memory >= 0.5 - 0.022
