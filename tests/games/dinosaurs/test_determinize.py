"""Determinization: what a seat knows, and what stays hidden (section 10 of docs/rules/dinosaurs.md)."""

from __future__ import annotations

from collections import Counter

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

import tapete
from tapete.core.definition import HIDDEN, SEEN, UNNOTICED
from tapete.core.loops import native_loop
from tapete.games.dinosaurs import determinize, rules
from tapete.games.dinosaurs.cards import TYPES, copies
from tapete.games.dinosaurs.state_reader import bottom_of, cards_in, hand_of, known_cards
from tapete.kernel.contract import SLOTS
from tapete.seeds import derive
from tapete.testing import random_game

from .crafted import PASS, SELF, card, choose, close_window, give, pass_effects, start

SAMPLES = 40


def samples(state: tapete.State, observer: int, count: int = SAMPLES) -> list[tapete.State]:
    return [state.view(observer, seed).state for seed in range(count)]


def played_on(state: tapete.State, steps: int, seed: int) -> tapete.State:
    """Play some random decisions, or up to the end of the game."""
    for step in range(steps):
        if state.over:
            break
        legal = state.legal()
        state.apply(legal[derive(seed, step) % len(legal)])
    return state


def everything(state: tapete.State) -> list[int]:
    """Count the cards of each type in all places."""
    record = state.record
    cards = record["deck"][: record["deck_left"]].tolist() + cards_in(*record["discards"])
    cards += cards_in(0, record["instants"]) + cards_in(0, record["gone"])
    for seat in range(state.game.seats):
        cards += hand_of(state, seat)
    for field in ("table", "face_down", "looked"):
        cards += [c for c in record[field].tolist() if c != rules.NONE]
    return [cards.count(kind) for kind in range(TYPES)]


def test_thief_remembers_the_hand_it_saw_and_the_victim_the_card_it_lost() -> None:
    state = start(["P1E", "P5 P9 IB IB P8", "P5", "P5"])
    choose(state, "P1E", "P5", "P5", "P5")
    state.play(25)
    for world in samples(state, 0):
        assert hand_of(world, 1) == hand_of(state, 1)  # the hand being looked at
    state.play(card("P9"))
    for world in samples(state, 0):
        assert hand_of(world, 1) == [card("P8"), card("IB"), card("IB")]
    for world in samples(state, 1):
        assert card("P9") in hand_of(world, 0)
    assert len({tuple(hand_of(world, 1)) for world in samples(state, 2)}) > 5
    assert len({tuple(hand_of(world, 0)) for world in samples(state, 2)}) > 5
    assert known_cards(state, 2, 1) == []


def test_known_cards_are_forgotten_when_they_are_played_openly() -> None:
    state = start(["P1E", "P5 P9 IB IB P8", "P5", "P5"])
    choose(state, "P1E", "P5", "P5", "P5")
    state.play(25)
    state.play(card("P9"))
    state.play(PASS)  # seat 0 in the window
    state.play(card("IB"))
    state.play(SELF)
    assert known_cards(state, 0, 1) == [card("P8"), card("IB")]


def test_face_down_card_may_be_a_known_one() -> None:
    state = start(["P1E P7", "P5 P9 IB IB P8", "P5", "P5"], rest=["P6"] * 4)
    choose(state, "P1E", "P5", "P5", "P5")
    state.play(25)
    state.play(card("P9"))
    close_window(state)
    state.play(PASS)
    state.play(PASS)
    choose(state, "P7", "P8")  # seat 1 plays a card face down that seat 0 knows
    down = Counter(int(world.record["face_down"][1]) for world in samples(state, 0, 200))
    assert down[card("P8")] > 20
    assert len(down) > 1
    for world in samples(state, 0):
        held = [*hand_of(world, 1), int(world.record["face_down"][1])]
        assert not Counter([card("P8"), card("IB"), card("IB")]) - Counter(held)


def test_third_player_knows_one_copy_fewer_after_a_theft() -> None:
    state = start(["P1E P8", "P2 P4 IB IB P8", "P1E", "P7"])
    choose(state, "P1E", "P2", "P1E", "P7")
    thief = state.seat
    other = 2 - thief
    state.play(SELF + (1 - thief) % 4)
    state.play(card("P4"))
    assert known_cards(state, thief, 1) == [card("P8"), card("IB"), card("IB")]
    state.play(SELF + (1 - other) % 4)
    state.play(card("P8"))
    assert known_cards(state, thief, 1) == [card("IB")]


def test_only_the_looker_sees_the_top_two_cards() -> None:
    state = start(["P7E", "P5", "P5", "P5"], rest=["P9", "P0E"])
    choose(state, "P7E", "P5", "P5", "P5")
    state.play(card("P7E"))
    assert all(world.record["looked"].tolist() == [card("P9"), card("P0E")] for world in samples(state, 0))
    assert len({tuple(world.record["looked"].tolist()) for world in samples(state, 1)}) > 10
    assert state.view(0).known["looked_at"] == ["P9", "P0E"]
    assert "looked_at" not in state.view(1).known


def test_hidden_choices_change_nothing_in_the_views_of_others() -> None:
    views = []
    for chosen in ("P9", "P1", "P5E"):
        state = start(["P9 P1 P5E P5E IB", "P5", "P5", "P5"])
        state.play(card(chosen))
        views.append(
            [
                (v.state.to_bytes(), v.history, v.observe().tobytes(), v.text())
                for v in (state.view(1, 3), state.view(3, 4))
            ]
        )
    assert views[0] == views[1] == views[2]


def test_face_down_card_is_a_point_card_in_every_world() -> None:
    state = start(["P9 IB IB IS IS", "P5", "P5", "P5"])
    state.play(card("P9"))
    for world in samples(state, 2, 200):
        assert 0 <= world.record["face_down"][0] < 19


def test_every_player_who_must_choose_holds_a_point_card_in_every_world() -> None:
    state = tapete.load("dinosaurs").deal(4)
    for world in samples(state, 0, 300):
        for seat in range(4):
            assert hand_of(world, seat)[0] < 19


def test_sudden_death_reveals_which_players_hold_point_cards() -> None:
    state = start(["P9", "P3", "P3"], ["meteor"])
    choose(state, "P9", "P3", "P3")
    give(state, 1, "IB IB II")
    close_window(state)
    for world in samples(state, 0, 100):
        assert all(kind >= 19 for kind in hand_of(world, 1))
    state = start(["P9", "P3", "P3"], ["meteor"])
    choose(state, "P9", "P3", "P3")
    give(state, 1, "P4")
    give(state, 2, "P4")
    close_window(state)
    for world in samples(state, 0, 100):
        assert hand_of(world, 1)[0] < 19 and hand_of(world, 2)[0] < 19
    state.play(card("P4"))
    for world in samples(state, 0, 100):
        assert world.record["face_down"][1] < 19


def test_player_announced_to_have_no_point_card_may_have_stolen_one_since() -> None:
    """Preset thesis: Sticky Claw acts after sudden death."""
    for seed in range(20):
        state = start(["P9", "P1E", "P1E", "P5"], facts={"seed": seed}, preset="thesis")
        choose(state, "P9", "P1E", "P1E", "P5")
        if state.record["order"].tolist()[:2] == [1, 2]:
            break
    give(state, 1, "IB IB II")
    close_window(state)
    state.play(PASS)  # seat 1 takes the disaster
    state.play(PASS)  # and keeps its cards
    assert (state.seat, state.record["phase"]) == (1, rules.ROB)
    assert all(kind >= 19 for world in samples(state, 3) for kind in hand_of(world, 1))
    state.play(SELF + 3)  # seat 0
    state.play(state.legal()[0])
    assert hand_of(state, 1)[0] < 19
    assert (state.seat, state.record["phase"]) == (2, rules.ROB)
    for observer in (2, 3):
        assert any(hand_of(world, 1)[0] < 19 for world in samples(state, observer))


def test_disasters_at_the_bottom_keep_their_order() -> None:
    state = tapete.load("dinosaurs").deal(1)
    state.record["bottom"] = 0b100111
    state.record["bottom_size"] = 3
    for world in samples(state, 2, 5):
        assert bottom_of(world) == [3, 1, 2]
    assert state.view(2).known["bottom_disasters"] == ["meteor", "predatory", "emotional"]


def test_unseen_cards_are_dealt_in_proportion_to_their_copies() -> None:
    """5,000 worlds: the mean number of each type in a hand is within five standard errors of its share."""
    state = tapete.load("dinosaurs").deal(11)
    own = Counter(hand_of(state, 0))
    unseen = [count - own[kind] for kind, count in enumerate(copies(False))]
    drawn: Counter[int] = Counter()
    worlds = 5000
    for seed in range(worlds):
        drawn.update(hand_of(state.view(0, derive(9, seed)).state, 2))
    for kind, count in enumerate(unseen):
        share = count / sum(unseen)
        expected = 5 * worlds * share
        assert abs(drawn[kind] - expected) <= 5 * np.sqrt(expected * (1 - share) + 1)


def test_agent_without_memory_mixes_the_discard_pile_with_the_unseen_cards() -> None:
    game = tapete.load("dinosaurs")
    state = game.deal(2)
    while state.turn < 4 and not state.over:
        state.play(state.legal()[0])
    table = game.rules.copy()
    table[SLOTS["determinize"]] = game.build.address(determinize.determinize_without_discards)
    piles = set()
    for seed in range(20):
        world = state.clone()
        native_loop("determinize")(table, world.rows, 0, np.uint64(derive(3, seed)), 0)
        assert everything(world) == everything(state) == copies(False)
        assert hand_of(world, 0) == hand_of(state, 0)
        assert world.record["deck_left"] == state.record["deck_left"]
        piles.add(tuple(cards_in(*world.record["discards"])))
    assert len(piles) == 20


@given(st.integers(0, 2**32), st.integers(0, 150), st.integers(2, 4), st.sampled_from(["official", "thesis"]))
def test_every_world_holds_the_same_cards_and_hand_sizes(seed: int, steps: int, players: int, preset: str) -> None:
    state = played_on(tapete.load("dinosaurs", players=players, preset=preset).deal(seed), steps, seed)
    for observer in range(players):
        world = state.view(observer, seed).state
        assert everything(world) == everything(state)
        for field in (
            "held",
            "deck_left",
            "disasters_left",
            "discards",
            "position",
            "area",
            "table",
            "log",
            "phase",
            "alive",
        ):
            assert np.array_equal(world.record[field], state.record[field])
        assert hand_of(world, observer) == hand_of(state, observer)
        for seat in range(players):
            if seat != observer:
                known = Counter(known_cards(state, observer, seat))
                down = [c for c in [int(world.record["face_down"][seat])] if c != rules.NONE]
                assert not known - Counter(hand_of(world, seat) + down)


def test_worlds_are_found_even_if_almost_no_point_card_is_left() -> None:
    """Three hands with one of the three unseen Point cards each: the deals that fit are rare."""
    state = start(["P9 P9 P9 P8 P8", "P1 IB IB IB IB", "P2 IB IS IS IS", "P3 IS IS II II"])
    record = state.record
    instants = [kind for kind in record["deck"][: record["deck_left"]].tolist() if kind >= 19]
    points = [kind for kind in record["deck"][: record["deck_left"]].tolist() if kind < 19]
    record["deck"] = 0
    record["deck"][: len(instants)] = instants
    record["deck_left"] = len(instants)
    for kind in points:
        record["discards"][kind >> 4] += np.uint64(1 << 4 * (kind & 15))
    for world in samples(state, 0, 200):
        for seat in (1, 2, 3):
            assert sum(kind < 19 for kind in hand_of(world, seat)) == 1
        assert everything(world) == copies(False)


def test_adding_nothing_looks_the_same_with_and_without_a_card_to_add() -> None:
    """Only a holder of another effect card decides about Fern Juice (section 7); both cases look alike to others."""
    histories = []
    for rest in ("P5E P6 P6 IB", "P5 P6 P6 IB"):
        state = start([f"P3E {rest}", "P5", "P5", "P5"])
        choose(state, "P3E", "P5", "P5", "P5")
        assert (state.record["phase"] == rules.ADD_EFFECT_CARD) == ("P5E" in rest)
        pass_effects(state)
        assert state.view(0).history[-1] == ((0, PASS) if "P5E" in rest else (3, None))
        histories.append([state.view(seat).history for seat in (1, 2, 3)])
        assert state.view(1).state.history == state.view(1).sample(2).history
    assert histories[0] == histories[1]
    assert histories[0][0][-1] == (3, None)


PUBLIC = [
    "discards",
    "instants",
    "gone",
    "bottom",
    "position",
    "log",
    "area",
    "held",
    "revealed",
    "table",
    "added",
    "boosts",
    "saps",
    "order",
    "order_size",
    "order_at",
    "late",
    "alive",
    "disaster",
    "deck_left",
    "disasters_left",
    "bottom_size",
    "throws_left",
    "passes",
    "star",
    "inversions",
    "tied",
    "without",
    "bearer",
    "turn",
    "over",
]
UNNOTICED_PHASES = (rules.ADD_POINT_CARD, rules.ADD_EFFECT_CARD)


def looks_alike(one: tapete.State, other: tapete.State, observer: int) -> bool:
    """Return whether the table and the observer's own cards are the same."""
    same = all(np.array_equal(one.record[field], other.record[field]) for field in PUBLIC)
    looks = one.record["phase"] == rules.KEEP and one.seat == observer
    return same and hand_of(one, observer) == hand_of(other, observer) and not (looks and one.legal() != other.legal())


def play_alike(one: tapete.State, other: tapete.State, observer: int, number: int) -> bool:
    """Play both games on so that the observer sees the same; False if that is impossible."""
    for state in (one, other):
        if one.record["phase"] != other.record["phase"] and state.record["phase"] in UNNOTICED_PHASES:
            if state.seat == observer:
                return False
            state.apply(PASS)
            return True
    if (one.seat, int(one.record["phase"])) != (other.seat, int(other.record["phase"])):
        return False
    determinize = one.seat != observer and one.hides(one.legal()[0])
    both = sorted(set(one.legal()) & set(other.legal()))
    if one.record["phase"] in (rules.TAKE, rules.KEEP) and one.seat != observer and determinize:
        for state in (one, other):
            legal = state.legal()
            state.apply(legal[number % len(legal)])
        return True
    if not both:
        return False
    action = both[number % len(both)]
    one.apply(action)
    other.apply(action)
    return True


@settings(max_examples=300)
@given(st.integers(0, 2**32), st.integers(0, 120), st.integers(2, 4), st.sampled_from(["official", "thesis"]))
def test_games_that_look_alike_to_a_seat_give_it_the_same_view(
    seed: int, steps: int, players: int, preset: str
) -> None:
    """Play the true game and a sampled world on alike: what was hidden from a seat must stay hidden later."""
    state = played_on(tapete.load("dinosaurs", players=players, preset=preset).deal(seed), steps, seed)
    if state.over:
        return
    observer = derive(seed, 1) % players
    twin = state.view(observer, derive(seed, 2)).state
    twin.record["rng"] = state.record["rng"]
    for step in range(60):
        if state.over or not play_alike(state, twin, observer, derive(seed, step, 3)):
            return
        if not looks_alike(state, twin, observer):
            return
        if state.record["phase"] == rules.TAKE and state.seat == observer:
            return  # it looks at a hand
        if state.seat != twin.seat or state.record["phase"] != twin.record["phase"]:
            continue  # one of them has an unnoticed decision next
        views = [game.view(observer, 5) for game in (state, twin)]
        seen = [(v.state.to_bytes(), v.history, v.known, v.text(), v.observe().tobytes()) for v in views]
        assert seen[0] == seen[1]
        if state.seat == observer and not state.over:
            assert state.legal() == twin.legal()


def test_hides_tells_hidden_unnoticed_and_seen_decisions_apart() -> None:
    """Section 10: cards chosen, taken or kept are hidden; a pass by Odd Pebble or Fern Juice is unnoticed."""
    assert tapete.load("dinosaurs").has("hides")
    hidden_phases = {rules.CHOOSE, rules.SUDDEN_DEATH, rules.TAKE, rules.KEEP}
    met = set()
    for preset in ("official", "thesis"):
        for seed in range(12):
            for state, _ in random_game(tapete.load("dinosaurs", preset=preset), seed):
                phase = int(state.record["phase"])
                for action in state.legal():
                    expected = SEEN
                    if phase in hidden_phases:
                        expected = HIDDEN
                    elif phase in UNNOTICED_PHASES and action == PASS:
                        expected = UNNOTICED
                    assert state.hides(action) == expected
                    met.add((phase, expected))
    assert {expected for _, expected in met} == {SEEN, HIDDEN, UNNOTICED}
    assert {phase for phase, expected in met if expected == HIDDEN} == hidden_phases
