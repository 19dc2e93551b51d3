"""Effects, instants and disasters in single situations (sections 6, 7, 11 and 12 of docs/rules/dinosaurs.md)."""

from __future__ import annotations

import pytest

import tapete
from tapete.errors import IllegalAction
from tapete.games.dinosaurs import rules
from tapete.games.dinosaurs.state_reader import bottom_of, cards_in, hand_of, provisional_score

from .crafted import PASS, SELF, card, choose, close_window, give, logged, pass_effects, start


def hand(state: tapete.State, seat: int) -> list[int]:
    return hand_of(state, seat)


def discarded(state: tapete.State) -> list[int]:
    return cards_in(*state.record["discards"])


def test_the_pebble_adds_the_value_of_a_discarded_point_card() -> None:
    state = start(["P0E P7 IB P1 P1", "P5", "P5", "P5"])
    choose(state, "P0E", "P5", "P5", "P5")
    assert state.legal() == [card("P1"), card("P7"), PASS]
    state.play(card("P7"))
    assert provisional_score(state, 0) == 7
    assert card("P7") in discarded(state)
    assert logged(state, rules.ADDED) == [(0, card("P7"))]


def test_the_juice_takes_only_cards_with_an_effect() -> None:
    state = start(["P3E P9 P8E IB IS", "P5", "P5", "P5"])
    choose(state, "P3E", "P5", "P5", "P5")
    assert state.legal() == [card("P8E"), PASS]
    state.play(card("P8E"))
    assert provisional_score(state, 0) == 11


def test_effect_without_a_choice_is_skipped() -> None:
    state = start(["P3E P9 P9 IB IS", "P5", "P5", "P5"])
    choose(state, "P3E", "P5", "P5", "P5")
    assert state.record["phase"] == rules.SCORING


def test_the_claw_shows_a_hand_and_takes_one_card_of_it() -> None:
    state = start(["P1E", "P5 P9 IB IB P8", "P5", "P5"])
    choose(state, "P1E", "P5", "P5", "P5")
    assert state.legal() == [25, 26, 27, PASS]
    state.play(25)
    assert state.legal() == [card("P8"), card("P9"), card("IB")]
    state.play(card("P9"))
    assert card("P9") in hand(state, 0)
    assert hand(state, 1) == [card("P8"), card("IB"), card("IB")]


def test_the_vine_swaps_only_with_a_plain_card_of_a_neighbour() -> None:
    state = start(["P2E", "P9", "P8", "P4E"])
    choose(state, "P2E", "P9", "P8", "P4E")
    assert state.legal() == [25, PASS]  # not the seat opposite, not the card with an effect
    state.play(25)
    assert provisional_score(state, 0) == 9
    assert provisional_score(state, 1) == 2
    assert state.record["phase"] == rules.THROW and state.seat == 3  # seat 3's effect is next


def test_neighbours_are_the_nearest_players_alive() -> None:
    areas = [[0, 0, 0, 0], [0, 1, 1, 0], [0, 0, 0, 0], [0, 0, 0, 0]]
    state = start(["P2E P2E", "P1 P1", "P8 P8", "P9 P9"], ["natural", "meteor"], facts={"areas": areas})
    choose(state, "P2E", "P1", "P8", "P9")
    pass_effects(state)
    close_window(state)
    state.play(PASS)  # seat 1 takes its third kind of disaster
    assert logged(state, rules.OUT) == [(1, 0)]
    choose(state, "P2E", "P8", "P9")
    assert state.legal() == [26, 27, PASS]


def test_the_spring_discards_up_to_three_cards_of_any_kind() -> None:
    state = start(["P4E P1 P1 IB IR", "P5", "P5", "P5"])
    choose(state, "P4E", "P5", "P5", "P5")
    state.play(card("IR"))
    state.play(card("P1"))
    state.play(card("P1"))
    assert state.record["phase"] == rules.SCORING
    assert hand(state, 0) == [card("IB")]


def test_the_lookout_keeps_one_of_the_top_two_and_discards_the_other() -> None:
    state = start(["P7E", "P5", "P5", "P5"], rest=["P9", "P0E"])
    choose(state, "P7E", "P5", "P5", "P5")
    assert state.legal() == [card("P7E"), PASS]
    state.play(card("P7E"))
    assert state.legal() == [card("P0E"), card("P9")]
    state.play(card("P9"))
    assert card("P9") in hand(state, 0)
    assert card("P0E") in discarded(state)


def test_the_fern_swaps_the_cards_of_two_others_whose_added_values_stay() -> None:
    state = start(["P8E", "P0E P6", "P9", "P3"])
    choose(state, "P8E", "P0E", "P9", "P3")
    state.play(card("P6"))  # the pebble acts first: lower value
    assert state.legal() == [28, 29, 30, PASS]
    state.play(28)
    assert [provisional_score(state, seat) for seat in range(4)] == [8, 15, 0, 4]


def test_the_fern_does_nothing_with_two_players() -> None:
    state = start(["P8E", "P9"])
    choose(state, "P8E", "P9")
    assert state.record["phase"] == rules.SCORING


def test_the_saw_cancels_every_other_effect() -> None:
    state = start(["P9E", "P5E", "P6E", "P0E P9"])
    choose(state, "P9E", "P5E", "P6E", "P0E")
    assert state.record["phase"] == rules.SCORING
    assert state.record["inversions"] == 0
    assert state.record["star"] == 0


def test_two_berries_do_not_double_twice() -> None:
    state = start(["P6E IB", "P6E", "P5", "P4"])
    choose(state, "P6E", "P6E", "P5", "P4")
    state.play(card("IB"))
    state.play(SELF)
    assert provisional_score(state, 0) == 10


def test_equal_effects_of_players_with_equal_points_act_in_random_order() -> None:
    first = set()
    for seed in range(12):
        state = start(["P4E", "P4E", "P9", "P9"], facts={"seed": seed})
        choose(state, "P4E", "P4E", "P9", "P9")
        first.add(state.seat)
    assert first == {0, 1}


def test_the_window_rotates_and_reopens_after_every_instant() -> None:
    state = start(["P9 P9", "P8 IB", "P7", "P1 IS"])
    choose(state, "P9", "P8", "P7", "P1")
    asked = [state.seat]
    state.play(PASS)
    asked.append(state.seat)
    state.play(card("IB"))
    state.play(SELF)
    while state.record["phase"] == rules.SCORING:
        asked.append(state.seat)
        state.play(PASS)
    assert asked == [0, 1, 2, 3, 0, 1]
    state.play(PASS)
    state.play(PASS)
    choose(state, "P9", *[tapete.games.dinosaurs.cards.IDS[first_legal(state, seat)] for seat in (1, 2, 3)])
    pass_effects(state)
    assert state.seat == 1  # round 2 starts one seat further


def first_legal(state: tapete.State, seat: int) -> int:
    return next(kind for kind in hand(state, seat) if kind < 19 and kind not in (8,))


def test_instants_may_hit_any_player_alive() -> None:
    state = start(["P9 IB IS II", "P8", "P7", "P1"])
    choose(state, "P9", "P8", "P7", "P1")
    assert state.legal() == [card("IB"), card("IS"), card("II"), PASS]
    state.play(card("IS"))
    assert state.legal() == [24, 25, 26, 27]
    state.play(27)
    assert provisional_score(state, 3) == 0
    state.play(PASS)


def test_negative_highest_score_moves_no_player() -> None:
    state = start(["P1", "P2", "P3", "P4"])
    choose(state, "P1", "P2", "P3", "P4")
    state.record["added"][:4] = -10
    close_window(state)
    assert logged(state, rules.ADVANCED) == []
    assert state.points() == [0, 0, 0, 0]
    assert (state.record["phase"], state.seat) == (rules.RESPONSE, 0)


def test_a_shelter_sends_the_disaster_to_the_bottom() -> None:
    state = start(["P1 ID", "P9", "P8", "P7"], ["emotional"])
    choose(state, "P1", "P9", "P8", "P7")
    close_window(state)
    assert state.legal() == [card("ID"), PASS]
    state.play(card("ID"))
    assert bottom_of(state) == [2]
    assert state.record["area"].sum() == 0
    assert state.turn == 2


def test_a_detour_gives_the_disaster_to_another_player_who_may_answer() -> None:
    state = start(["P1 IR", "P9 ID", "P8", "P7"], ["natural"])
    choose(state, "P1", "P9", "P8", "P7")
    close_window(state)
    state.play(card("IR"))
    assert state.legal() == [25, 26, 27]
    state.play(25)
    assert (state.record["phase"], state.seat) == (rules.RESPONSE, 1)
    assert state.legal() == [card("ID"), PASS]
    state.play(PASS)
    assert state.record["area"][1].tolist() == [1, 0, 0, 0]
    assert (state.record["phase"], state.seat) == (rules.DISCARD, 1)


def test_player_who_takes_a_disaster_may_discard_one_card_or_decline() -> None:
    for answer in (PASS, card("IB")):
        state = start(["P1 IB P3", "P9", "P8", "P7"], ["natural"])
        choose(state, "P1", "P9", "P8", "P7")
        close_window(state)
        state.play(PASS)
        assert {card("IB"), card("P3"), PASS} <= set(state.legal())
        state.play(answer)
        assert state.points()[0] == 1  # a step for the disaster just taken
        assert (card("IB") in discarded(state)) == (answer != PASS)


def test_an_eliminated_player_discards_the_hand_and_plays_no_more() -> None:
    state = start(["P1 IB", "P9", "P8", "P7"], ["meteor"], facts={"areas": [[2, 0, 0, 0], *[[0] * 4] * 3]})
    choose(state, "P1", "P9", "P8", "P7")
    close_window(state)
    state.play(PASS)
    assert hand(state, 0) == []
    assert int(state.record["alive"]) == 0b1110
    assert card("IB") in discarded(state)
    assert state.seat == 1


def test_option_forbids_instants_after_sudden_death() -> None:
    for allowed in (True, False):
        state = start(["P9", "P3", "P3 ID"], ["meteor"], insurance_after_sudden_death=allowed)
        choose(state, "P9", "P3", "P3")
        give(state, 1, "P8")
        give(state, 2, "P1 ID")
        close_window(state)
        state.play(card("P8"))
        state.play(card("P1"))
        assert state.record["phase"] == (rules.RESPONSE if allowed else rules.DISCARD)
        assert state.seat == 2


def test_one_tied_player_without_a_point_card_takes_the_disaster() -> None:
    state = start(["P9", "P3", "P3"], ["meteor"])
    choose(state, "P9", "P3", "P3")
    give(state, 1, "IB IB")
    close_window(state)
    assert logged(state, rules.WITHOUT) == [(1, 0)]
    assert (state.record["phase"], state.seat) == (rules.RESPONSE, 1)


def test_a_hand_without_point_cards_is_exchanged_before_choosing() -> None:
    state = start(["IB IB IS IS II", "P9", "P8", "P7"], rest=["P5", "P5", "P4", "P4", "IB"])
    assert logged(state, rules.REDREW) == [(0, card(name)) for name in ("IB", "IB", "IS", "IS", "II")]
    assert hand(state, 0) == [card(name) for name in ("P4", "P4", "P5", "P5", "IB")]


def test_fifty_at_the_award_wins_before_the_disaster_is_given() -> None:
    state = start(["P9", "P1", "P2", "P3"], facts={"positions": [41, 0, 0, 0]})
    choose(state, "P9", "P1", "P2", "P3")
    close_window(state)
    assert state.over
    assert state.returns() == [1, 0, 0, 0]
    assert state.record["area"].sum() == 0
    with pytest.raises(IllegalAction):
        state.play(PASS)


@pytest.mark.parametrize(("switch", "expected"), [("highest", [0, 1, 0, 0]), ("joint", [0.5, 0.5, 0, 0])])
def test_winners_among_several_players_at_fifty(switch: str, expected: list[float]) -> None:
    state = start(["P9", "P9", "P2", "P3"], facts={"positions": [41, 42, 0, 0]}, fifty_tie=switch)
    choose(state, "P9", "P9", "P2", "P3")
    close_window(state)
    assert state.returns() == expected


def test_equal_totals_at_fifty_share_the_win() -> None:
    state = start(["P9", "P9", "P2", "P3"], facts={"positions": [41, 41, 0, 0]})
    choose(state, "P9", "P9", "P2", "P3")
    close_window(state)
    assert state.returns() == [0.5, 0.5, 0, 0]


def test_round_limit_shares_the_win_among_the_players_alive() -> None:
    state = start(["P9", "P1", "P2", "P3"], max_rounds=1)
    choose(state, "P9", "P1", "P2", "P3")
    close_window(state)
    state.play(PASS)
    state.play(PASS)
    assert state.returns() == [0.25] * 4


def test_two_player_mode_takes_out_the_cards_of_value_one_to_three() -> None:
    state = tapete.load("dinosaurs", players=2).deal(3)
    cards = state.record["deck"][: state.record["deck_left"]].tolist() + hand(state, 0) + hand(state, 1)
    assert len(cards) == 51
    assert not set(cards) & set(range(1, 7))


def test_illegal_cards_are_refused() -> None:
    state = start(["P9 IB", "P1", "P2", "P3"])
    with pytest.raises(IllegalAction):
        state.play(card("IB"))
    with pytest.raises(IllegalAction):
        state.play(card("P9E"))


# Preset thesis (section 11)


def test_thesis_has_three_meteors() -> None:
    state = tapete.load("dinosaurs", preset="thesis").deal(1)
    assert int(state.record["disasters_left"]) + 1 == 27


def test_thesis_vine_takes_only_cards_with_an_effect_that_stays_with_its_owner() -> None:
    state = start(["P2E", "P4E P1", "P8", "P9"], preset="thesis")
    choose(state, "P2E", "P4E", "P8", "P9")
    assert state.legal() == [25, PASS]
    state.play(25)
    assert provisional_score(state, 0) == 4
    assert (state.record["phase"], state.seat) == (rules.THROW, 1)


def test_thesis_fern_may_swap_the_own_card() -> None:
    state = start(["P8E", "P9"], preset="thesis")
    choose(state, "P8E", "P9")
    assert state.legal() == [25, PASS]
    state.play(25)
    assert provisional_score(state, 0) == 9


def test_thesis_claw_acts_at_the_end_of_the_round() -> None:
    state = start(["P1E", "P9 IB", "P8", "P7"], preset="thesis")
    choose(state, "P1E", "P9", "P8", "P7")
    assert state.record["phase"] == rules.SCORING
    close_window(state)
    state.play(PASS)
    state.play(PASS)
    assert (state.record["phase"], state.seat) == (rules.ROB, 0)
    assert state.points()[0] == 1
    state.play(25)
    state.play(card("IB"))
    assert state.turn == 2
    assert card("IB") in hand(state, 0)


def test_thesis_instants_that_were_played_leave_the_game() -> None:
    state = start(["P9 IB", "P1", "P2", "P3"], preset="thesis")
    choose(state, "P9", "P1", "P2", "P3")
    state.play(card("IB"))
    state.play(SELF)
    close_window(state)
    state.play(PASS)
    state.play(PASS)
    assert cards_in(0, state.record["gone"]) == [card("IB")]
    assert card("IB") not in discarded(state)
