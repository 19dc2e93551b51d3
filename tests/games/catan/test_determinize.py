"""Determinization: facts that it keeps or samples, and the bounds of section 2 of docs/rules/catan.md."""

from __future__ import annotations

import random
from collections import Counter

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import tapete
from tapete.core.game import Game
from tapete.core.state import State
from tapete.games.catan import determinize, moves
from tapete.games.catan.packed_counts import pack, unpack
from tapete.games.catan.state import ANSWER, DECK_COUNTS, DISCARD, FULL_BANK, MAIN, OBSERVERS, VICTORY_POINT
from tapete.kernel.cache import Build

from .positions import game_with
from .worlds import Worlds, hands_of

VARIANTS = (
    {},
    {"hidden_discards": 1},
    {"blind_answers": 1},
    {"compose_trade": 1, "players": 3},
    {"preset": "thesis"},
    {"players": 2, "max_offers": 0},
)
_bounds = Build("catan-bounds", [determinize.bounds], cached=False)


def bounds(state: State, observer: int) -> tuple[list[list[int]], list[list[int]]]:
    """Return least and greatest counts by seat and resource."""
    low, high = np.zeros(20, dtype=np.int64), np.zeros(20, dtype=np.int64)
    _bounds.function(determinize.bounds)(state.record, observer, low, high)
    return low.reshape(4, 5).tolist(), high.reshape(4, 5).tolist()


def hidden_discards(state: State, seat: int) -> np.uint64:
    """Return the discards that a seat has not shown yet."""
    return state.record["discarded"][seat] if state.record["phase"] == DISCARD else np.uint64(0)


def random_state(options: dict, seed: int, steps: int) -> State:
    """Return a position after some random decisions; the last one before the end if the game is shorter."""
    state = game_with(**options).deal(seed)
    chooser = random.Random(seed)
    for _ in range(steps):
        before = state.clone()
        state.apply(chooser.choice(state.legal()))
        if state.over:
            return before
    return state


@given(st.sampled_from(VARIANTS), st.integers(0, 10**6), st.integers(0, 900), st.integers(0, 3))
@settings(max_examples=250, deadline=None)
def test_view_depends_only_on_the_observers_knowledge(options, seed, steps, observer):
    state = random_state(options, seed, steps)
    observer %= state.game.seats
    other_world = state.view(observer, seed=11).state
    first, second = state.view(observer, seed=5).state, other_world.view(observer, seed=5).state
    for name in state.record.dtype.names:
        assert np.array_equal(first.record[name], second.record[name]), name
    assert first.to_bytes() == second.to_bytes()


@given(st.sampled_from(VARIANTS), st.integers(0, 10**6), st.integers(0, 900), st.integers(0, 3))
@settings(max_examples=250, deadline=None)
def test_sampled_world_keeps_everything_the_observer_knows(options, seed, steps, observer):
    state = random_state(options, seed, steps)
    observer %= state.game.seats
    view = state.view(observer, seed=seed).state
    old, new = state.record, view.record
    hiding = state.game.options["hidden_discards"] and old["phase"] == DISCARD
    assert unpack(old["hand"][observer]) == unpack(new["hand"][observer])
    assert old["cards"][observer] == new["cards"][observer]
    for seat in range(state.game.seats):
        assert sum(unpack(old["hand"][seat])) == sum(unpack(new["hand"][seat]))
        assert sum(unpack(old["cards"][seat])) == sum(unpack(new["cards"][seat]))
    assert sum(map(int, new["hand"])) + int(new["bank"]) == pack([new["bank_size"]] * 5)
    assert bounds(state, observer) == bounds(view, observer)
    if not hiding:
        assert old["bank"] == new["bank"]
    deck = Counter(new["deck"][: new["deck_left"]].tolist())
    for kind, count in enumerate(DECK_COUNTS):
        held = sum(unpack(word)[kind] for word in [*new["cards"], *new["played"]])
        assert deck[kind] + held == count
    assert not new["deck"][new["deck_left"] :].any()
    fixed = {"hand", "cards", "deck", "below", "above", "bought", "rng", "accepted", "bank", "discarded"}
    for name in set(old.dtype.names) - fixed:
        assert np.array_equal(old[name], new[name]), name
    if old["phase"] != ANSWER or not state.game.options["blind_answers"]:
        assert old["accepted"] == new["accepted"]


@given(st.sampled_from(VARIANTS), st.integers(0, 10**6), st.integers(0, 900), st.integers(0, 3))
@settings(max_examples=150, deadline=None)
def test_no_bound_of_any_observer_excludes_a_hand_in_the_true_or_in_a_sampled_world(options, seed, steps, observer):
    state = random_state(options, seed, steps)
    seats = state.game.seats
    for world in (state, state.view(observer % seats, seed=3).state):
        for watcher in range(seats):
            low, high = bounds(world, watcher)
            for seat in range(seats):
                hidden_cards = hidden_discards(world, seat) if seat != watcher else np.uint64(0)
                hand = unpack(world.record["hand"][seat] + hidden_cards)
                assert all(a <= b <= c for a, b, c in zip(low[seat], hand, high[seat], strict=True))
        for seat in range(seats):
            hand = unpack(world.record["hand"][seat] + hidden_discards(world, seat))
            for watcher in range(OBSERVERS):
                assert all(a <= b for a, b in zip(unpack(world.record["below"][seat, watcher]), hand, strict=True))


def compare_with_enumerator(
    game: Game, seeds: range, *, observers: int, limit: int, steps: int = 100_000, every: int = 1
) -> tuple[int, int]:
    """Play random games while there are not too many worlds, and check that no bound excludes a possible one.

    Return the number of hands compared, and of those with exact bounds.
    """
    compared = exact = 0
    for seed in seeds:
        state = game.deal(seed)
        chooser = random.Random(seed)
        worlds = [Worlds(observer, hands_of(state), limit) for observer in range(observers)]
        for step in range(steps):
            if state.over or all(w.possible is None for w in worlds):
                break
            before = state.clone()
            action = chooser.choice(state.legal())
            state.apply(action)
            for w in worlds:
                w.step(before, action, state)
                if w.possible is None or step % every:
                    continue
                assert hands_of(state) in w.possible
                low, high = bounds(state, w.observer)
                for seat in range(game.seats):
                    least = [min(world[seat][r] for world in w.possible) for r in range(5)]
                    greatest = [max(world[seat][r] for world in w.possible) for r in range(5)]
                    assert all(a <= b for a, b in zip(low[seat], least, strict=True))
                    assert all(a >= b for a, b in zip(high[seat], greatest, strict=True))
                    compared += 1
                    exact += low[seat] == least and high[seat] == greatest
    return compared, exact


@pytest.mark.parametrize("options", [{}, {"players": 3}, {"preset": "thesis"}])
def test_bounds_contain_every_world_of_an_exhaustive_enumerator(options):
    game = tapete.load("catan", **options)
    compared, exact = compare_with_enumerator(game, range(12), observers=game.seats, limit=2000, steps=600)
    assert compared > 10_000
    assert exact > 0.85 * compared  # hulls of correlated worlds lose a little


def after_setup(options: dict) -> State:
    """Return a game after a random set-up, in which all hands are public."""
    state = tapete.load("catan", **options).deal(1)
    chooser = random.Random(1)
    while state.record["phase"] < 2:
        state.apply(chooser.choice(state.legal()))
    return state


def test_every_hand_is_known_to_all_before_the_first_steal():
    state = after_setup({})
    for observer in range(4):
        view = state.view(observer, seed=9).state
        assert hands_of(view) == hands_of(state)


def test_steal_is_known_to_thief_and_victim_only():
    state = after_setup({})
    record = state.record
    record["hand"][:] = [0, pack([1, 1, 0, 0, 0]), 0, pack([0, 0, 0, 1, 1])]
    record["bank"] = FULL_BANK - record["hand"].sum()
    record["forced_steal"] = 1
    from tapete.games.catan import rules

    Build("steal", [rules.steal], cached=False).function(rules.steal)(record, 1)  # seat 0 takes wood from seat 1
    assert bounds(state, 0)[0][1] == [0, 1, 0, 0, 0] == bounds(state, 0)[1][1]
    assert bounds(state, 1)[0][0] == [1, 0, 0, 0, 0] == bounds(state, 1)[1][0]
    assert bounds(state, 2)[0][0] == [0, 0, 0, 0, 0]
    assert bounds(state, 2)[1][0] == [1, 1, 0, 0, 0] == bounds(state, 2)[1][1]
    assert bounds(state, 2)[0][3] == [0, 0, 0, 1, 1]
    seen = Counter(hands_of(state.view(2, seed=seed).state)[0] for seed in range(400))
    assert set(seen) == {(1, 0, 0, 0, 0), (0, 1, 0, 0, 0)}
    assert 140 < seen[1, 0, 0, 0, 0] < 260  # fair coin, 400 tosses: six standard deviations


def test_no_player_has_already_won_in_a_sampled_world():
    state = after_setup({})
    record = state.record
    record["player"], record["seat"], record["phase"] = 2, 2, 6
    record["visible"][:] = [9, 8, 9, 7]
    record["held_back"][:] = [9, 8, 2, 7]
    record["cards"][:] = [pack([1, 0, 0, 0, 0])] * 3 + [pack([1, 3, 0, 0, 0])]
    record["deck"][:] = 0
    rest = [kind for kind, count in enumerate((10, 2, 2, 2, 2)) for _ in range(count)]
    record["deck"][: len(rest)] = rest
    record["deck_left"] = len(rest)
    seen = [Counter() for _ in range(4)]
    for seed in range(300):
        world = state.view(3, seed=seed).state
        for seat in range(4):
            seen[seat][unpack(world.record["cards"][seat])[VICTORY_POINT]] += 1
    assert set(seen[0]) == {0} and set(seen[2]) == {0}
    assert set(seen[1]) == {0, 1}
    assert set(seen[3]) == {3}


@given(st.integers(0, 10**6))
@settings(max_examples=60, deadline=None)
def test_feasible_deal_is_found_even_within_narrow_bounds(seed):
    """Call the slow path of the sampler directly, with random hands and bounds."""
    chooser = random.Random(seed)
    state = after_setup({})
    record = state.record
    hands = [[chooser.randrange(4) for _ in range(5)] for _ in range(4)]
    record["hand"][:] = [pack(hand) for hand in hands]
    record["bank"] = FULL_BANK - record["hand"].sum()
    free, left = np.zeros(4, dtype=np.int64), np.zeros(5, dtype=np.int64)
    room = np.zeros(20, dtype=np.int64)
    for seat in range(1, 4):
        for r in range(5):
            room[seat * 5 + r] = hands[seat][r] + chooser.choice((0, 0, 1))
            free[seat] += hands[seat][r]
            left[r] += hands[seat][r]
    dealt = np.zeros(20, dtype=np.int64)
    build = _slow
    build.function(determinize.build_feasible)(record, 0, room, free, left, dealt)
    build.function(determinize.mix_hands)(record, 0, room, dealt)
    assert (dealt >= 0).all() and (dealt <= room).all()
    assert dealt.reshape(4, 5)[1:].sum(axis=1).tolist() == free[1:].tolist()
    assert dealt.reshape(4, 5)[1:].sum(axis=0).tolist() == left.tolist()


_slow = Build("catan-slow-deal", [determinize.build_feasible, determinize.mix_hands], cached=False)


def test_blind_answers_are_hidden_until_the_last_one():
    for seed in range(200):
        state = random_state({"blind_answers": 1}, seed, 60)
        while not state.over and not (
            state.record["phase"] == ANSWER and bin(state.record["answered"]).count("1") == 3
        ):
            state.apply(random.Random(seed).choice(state.legal()))
        if state.over:
            continue
        seen = {int(state.view(state.seat, seed=s).state.record["accepted"]) for s in range(40)}
        flipped = state.clone()
        flipped.record["accepted"] = 0
        assert seen == {int(flipped.view(state.seat, seed=s).state.record["accepted"]) for s in range(40)}
        if len(seen) > 1:
            return
    pytest.fail("no offer that an earlier seat could have accepted")


def test_player_in_turn_holds_no_points_that_would_have_won_on_its_last_turn():
    """It showed nine points at the end of its last turn; two of them have gone since, and no card was bought."""
    state = after_setup({})
    record = state.record
    record["player"], record["seat"], record["phase"] = 2, 2, 6
    record["visible"][2], record["held_back"][2] = 7, 9
    record["cards"][2] = pack([2, 0, 0, 0, 0])
    record["deck"][:] = 0
    rest = [kind for kind, count in enumerate((12, 5, 2, 2, 2)) for _ in range(count)]
    record["deck"][: len(rest)] = rest
    record["deck_left"] = len(rest)
    for seed in range(200):
        assert unpack(state.view(0, seed=seed).state.record["cards"][2])[VICTORY_POINT] == 0


def test_answers_are_not_blind_if_the_first_acceptor_gets_the_trade():
    state = after_setup({"blind_answers": 1, "trade_close": "first_acceptor"})
    record = state.record
    record["hand"][:] = [pack([1, 0, 0, 0, 0]), 0, pack([0, 1, 0, 0, 0]), 0]
    record["bank"] = FULL_BANK - record["hand"].sum()
    record["phase"], record["rolled"] = MAIN, 1
    state.play(moves.OFFER)  # wood for brick
    state.play(moves.REJECT)
    state.play(moves.ACCEPT)
    assert state.view(3).history[-3:] == [(0, moves.OFFER), (1, moves.REJECT), (2, moves.ACCEPT)]


def test_hidden_discards_are_shown_after_the_last_one_until_the_robber_moves():
    state = after_setup({"hidden_discards": 1})
    record = state.record
    record["hand"][:] = [pack([4, 4, 0, 0, 0]), pack([0, 0, 8, 0, 0]), 0, 0]
    record["bank"] = FULL_BANK - record["hand"].sum()
    record["forced_dice"][:] = (3, 4)
    state.play(moves.ROLL)
    for _ in range(4):
        state.play(moves.DISCARD)
    state.play(moves.DISCARD + 2)
    assert {state.hides(moves.DISCARD), state.hides(moves.DISCARD + 4), state.hides(moves.ROLL)} == {0, 1}
    seen = {tuple(unpack(state.view(2, seed=s).state.record["discarded"][0])) for s in range(700)}
    assert len(seen) == 5  # four of eight cards; the rarest of the five kinds of hands is one in 70
    for _ in range(3):
        state.play(moves.DISCARD + 2)
    assert [unpack(word) for word in state.view(2).state.record["discarded"]][:2] == [[4, 0, 0, 0, 0], [0, 0, 4, 0, 0]]
    assert bounds(state, 2)[0][:2] == [[0, 4, 0, 0, 0], [0, 0, 4, 0, 0]] == bounds(state, 2)[1][:2]
    state.play(state.legal()[0])
    assert not record["discarded"].any()


def test_all_cards_are_open_when_the_game_is_over():
    state = after_setup({})
    record = state.record
    record["phase"], record["rolled"] = MAIN, 1
    record["visible"][0], record["cards"][1] = 9, pack([1, 2, 0, 0, 1])
    record["deck"][record["deck_left"] - 1] = VICTORY_POINT
    record["hand"][0] = pack([0, 0, 1, 1, 1])
    state.play(moves.BUY)
    assert state.over and record["winner"] == 0
    view = state.view(2, seed=3).state
    assert unpack(view.record["cards"][1]) == [1, 2, 0, 0, 1] and hands_of(view) == hands_of(state)


SHOWN_LATER = {"hand", "cards", "deck", "below", "above", "rng", "bought", "discarded"}  # or never


def looks_alike(one: State, other: State, observer: int) -> bool:
    """Return whether the table and the observer's own cards are the same."""
    hidden_now = set(SHOWN_LATER)
    hidden_now |= {"bank"} if one.record["hidden_discards"] and one.record["phase"] == DISCARD else set()
    hidden_now |= {"accepted"} if one.record["blind_answers"] and one.record["phase"] == ANSWER else set()
    public = set(one.record.dtype.names) - hidden_now
    sizes = [[sum(unpack(word)) for word in world.record["hand"]] for world in (one, other)]
    return (
        all(np.array_equal(one.record[name], other.record[name]) for name in public)
        and sizes[0] == sizes[1]
        and all(one.record[name][observer] == other.record[name][observer] for name in ("hand", "cards"))
    )


@pytest.mark.parametrize(
    "options",
    [
        *VARIANTS[:3],
        *(
            pytest.param(options, marks=pytest.mark.slow)
            for options in (*VARIANTS[3:], {"hidden_discards": 1, "blind_answers": 1, "win": "any_time"})
        ),
    ],
    ids=str,
)
def test_worlds_that_look_alike_to_a_seat_give_it_the_same_view(options):
    """Play two worlds of one view on alike: what was hidden from a seat must stay hidden later."""
    compared = 0
    for seed in range(8):
        state = random_state(options, seed, 100 * seed)
        chooser = random.Random(seed)
        observer = chooser.randrange(state.game.seats)
        worlds = [state.view(observer, seed=s).state for s in (1, 2)]
        worlds[1].record["rng"] = worlds[0].record["rng"]
        for _ in range(100):
            legal = [world.legal() for world in worlds]
            if worlds[0].seat == observer:
                assert legal[0] == legal[1]
            unseen = worlds[0].seat != observer and worlds[0].hides(legal[0][0]) and chooser.random() < 0.3
            both = sorted(set(legal[0]) & set(legal[1]))
            if not both:
                break
            action = chooser.choice(both)
            for world, own in zip(worlds, legal, strict=True):
                world.apply(chooser.choice(own) if unseen else action)
            if not looks_alike(*worlds, observer) or worlds[0].over:
                break
            views = [world.view(observer, seed=5) for world in worlds]
            seen = [(v.state.to_bytes(), v.history, v.known, v.text(), v.observe().tobytes()) for v in views]
            assert seen[0] == seen[1]
            compared += 1
    assert compared > 200
