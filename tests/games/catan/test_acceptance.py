"""Long checks: many whole games and networks, played and checked natively (`make acceptance`)."""

from __future__ import annotations

import random

import numpy as np
import pytest

import tapete
from tapete.arena.duel import duel
from tapete.games.catan import determinize as hidden
from tapete.games.catan import roads, rules, setup
from tapete.games.catan.board import EDGE_PAIRS
from tapete.games.catan.options import Options
from tapete.games.catan.packed_counts import LANES, ONES, lane, total
from tapete.games.catan.state import CITIES, DECK_COUNTS, NONE, ROADS, SETTLEMENTS, State
from tapete.kernel import Array, below, bit_count, copy_of, i8, kernel, scratch_i8, u8
from tapete.kernel.cache import Build
from tapete.kernel.contract import ACTIONS

from .test_determinize import compare_with_enumerator
from .test_roads import brute_force, random_network, words

pytestmark = pytest.mark.slow
CELLS = 20


@kernel
def conserved(state: State) -> i8:
    """Return 1 if all resources, development cards and pieces are there, in bounds, with one building per node."""
    everything = state.bank
    for seat in range(state.players):
        everything += state.hand[seat]
    if everything != u8(state.bank_size) * ONES:
        return 0
    for seat in range(state.players):
        for r in range(LANES):
            if lane(state.hand[seat], r) > state.bank_size:
                return 0
    for kind in range(LANES):
        count = 0
        for i in range(state.deck_left):
            count += 1 if state.deck[i] == kind else 0
        for seat in range(state.players):
            count += lane(state.cards[seat], kind) + lane(state.played[seat], kind)
        if count != DECK_COUNTS[kind]:
            return 0
    taken, built = u8(0), 0
    for seat in range(state.players):
        settlements, cities = bit_count(state.settlements[seat]), bit_count(state.cities[seat])
        built += settlements + cities
        taken |= state.settlements[seat] | state.cities[seat]
        paved = bit_count(state.roads[seat, 0]) + bit_count(state.roads[seat, 1])
        if settlements + state.settlements_left[seat] != SETTLEMENTS or cities + state.cities_left[seat] != CITIES:
            return 0
        if paved + state.roads_left[seat] > ROADS:
            return 0
    return 1 if taken == state.buildings and bit_count(taken) == built else 0


@kernel
def play_checked(
    state: State, blank: State, options: Options, actions: ACTIONS, first: i8, games: i8, out: Array[i8]
) -> None:
    """Play random games; count decisions, wins, draws and violations of conservation (checked every turn)."""
    for game in range(games):
        trial = copy_of(blank)
        setup.deal(trial, u8(first + game), options)
        turn = -1
        while not trial.over:
            n = rules.legal(trial, actions)
            if n < 1:
                out[3] += 1
                break
            rules.apply(trial, i8(actions[below(state, n)]))
            out[0] += 1
            if trial.turn != turn:
                turn = i8(trial.turn)
                out[3] += 1 - conserved(trial)
        if trial.winner == NONE:
            out[2] += 1
        else:
            out[1] += 1


@kernel
def check_bounds(
    state: State, blank: State, options: Options, actions: ACTIONS, first: i8, games: i8, out: Array[i8]
) -> None:
    """Play random games; check at every decision that true and sampled hands are within the observers' bounds."""
    low, high = scratch_i8(CELLS), scratch_i8(CELLS)
    for game in range(games):
        trial = copy_of(blank)
        setup.deal(trial, u8(first + game), options)
        while not trial.over:
            n = rules.legal(trial, actions)
            rules.apply(trial, i8(actions[below(state, n)]))
            for observer in range(trial.players):
                hidden.bounds(trial, observer, low, high)
                for seat in range(trial.players):
                    for r in range(LANES):
                        held = lane(trial.hand[seat], r)
                        out[0] += 1
                        if held < low[seat * LANES + r] or held > high[seat * LANES + r]:
                            out[1] += 1
            if below(state, 8) == 0 and not trial.over:
                observer = below(state, trial.players)
                hidden.bounds(trial, observer, low, high)
                world = copy_of(trial)
                hidden.determinize(world, observer)
                out[2] += 1
                out[3] += 1 - conserved(world)
                for seat in range(trial.players):
                    if total(world.hand[seat]) != total(trial.hand[seat]):
                        out[3] += 1
                    for r in range(LANES):
                        held = lane(world.hand[seat], r)
                        if held < low[seat * LANES + r] or held > high[seat * LANES + r]:
                            out[3] += 1


def run(loop, games: int, **options) -> list[int]:
    """Run a checking loop, compiled with bounds checking, and return its counts."""
    game = tapete.load("catan", **options)
    build = Build(f"test-{loop.__name__}", [loop], boundscheck=True)
    out = np.zeros(4, dtype=np.int64)
    actions = np.zeros(game.definition.max_legal, dtype=np.int32)
    build.function(loop)(game.empty().record, game.empty().record, game.option_record, actions, 1, games, out)
    return out.tolist()


def test_a_hundred_thousand_random_games_with_trade_end_and_conserve_everything():
    decisions, won, drawn, violations = run(play_checked, 100_000)
    assert violations == 0 and won + drawn == 100_000 and drawn < 2000
    assert decisions > 100_000_000


@pytest.mark.parametrize(
    "options",
    [
        {"compose_trade": 1},
        {"preset": "thesis"},
        {"players": 2},
        {"hidden_discards": 1, "blind_answers": 1, "players": 3},
    ],
)
def test_random_games_under_other_options_end_and_conserve_everything(options):
    _, won, drawn, violations = run(play_checked, 3000, **options)
    assert violations == 0 and won + drawn == 3000


@pytest.mark.parametrize(
    ("options", "games"), [({}, 2000), ({"preset": "thesis"}, 300), ({"compose_trade": 1, "players": 3}, 300)]
)
def test_no_bound_excludes_a_true_hand_in_two_thousand_random_games(options, games):
    compared, excluded, sampled, wrong = run(check_bounds, games, **options)
    assert excluded == 0 and wrong == 0
    assert compared > 10_000_000 * games // 2000 and sampled > 10_000 * games // 2000


@pytest.mark.parametrize("first", range(0, 2000, 250))
def test_exhaustive_enumerator_confirms_the_bounds_in_two_thousand_games(first):
    """Compare each game while two observers have at most two hundred possible worlds: to its end almost always."""
    game = tapete.load("catan", max_offers=1)
    seeds = range(first, first + 250)
    compared, exact = compare_with_enumerator(game, seeds, observers=2, limit=200, every=8)
    assert compared > 400_000
    assert exact > 0.98 * compared  # hulls of correlated worlds lose a little


def test_longest_road_equals_a_brute_force_trail_on_twenty_thousand_networks():
    build = Build("test-longest-trail", [roads.longest_trail], boundscheck=True)
    longest_trail = build.function(roads.longest_trail)
    chooser = random.Random(99)
    for _ in range(20_000):
        edges = random_network(chooser, chooser.randint(1, 15))
        nodes = sorted({node for edge in edges for node in EDGE_PAIRS[edge]})
        walls = set(chooser.sample(nodes, min(len(nodes), chooser.choice((0, 0, 1, 2, 3)))))
        masks = [np.uint64(sum(1 << node for node in members)) for members in (nodes, walls)]
        assert longest_trail(*words(edges), *masks) == brute_force(edges, walls)


@pytest.mark.parametrize(
    ("specs", "games", "options", "low", "high"),
    [
        (["value", "random"], 1000, {}, 0.97, 1.0),
        (["settler", "value"], 2000, {}, 0.30, 1.0),
        (["weighted", "random"], 10_000, {"players": 2, "max_offers": 0}, 0.55, 0.65),
        (["value:clairvoyant=1", "weighted"], 1000, {"players": 2, "max_offers": 0}, 0.97, 1.0),
        (["ismcts:iterations=2000", "value"], 100, {}, 0.30, 1.0),
    ],
)
def test_strength_of_the_agents(specs, games, options, low, high):
    result = duel(tapete.load("catan", **options), specs, games=games, seed=11).agents[0]
    assert low <= result.score <= high
    assert result.faults == 0
