"""One pass of self-play that fits the table of `medium`, for `tapete train dinosaurs --method table`.

A cell is the value of choosing a card (a row, see `bots.row_of`) against a disaster: the result of the round (1
highest, 0.5 between, 0 lowest) and the share of the game won later, over self-play of the table so far. A tenth of the
choices is random, and only these are counted, because a card that the table chooses says as much about the rest of the
hand as about itself. For the same reason the cells are fitted by least squares together with a term for each card held,
so that a cell is what choosing the card adds, independently of the hand (docs/rules/dinosaurs_agents.md, section 3).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from tapete.games.dinosaurs import bots as policies
from tapete.games.dinosaurs import round_features as standing
from tapete.games.dinosaurs import rules
from tapete.games.dinosaurs.cards import DISASTERS
from tapete.games.dinosaurs.options import DealOptions
from tapete.games.dinosaurs.weights import CELLS, row_names
from tapete.kernel import Array, Matrix, copy_of, f8, i8, kernel, mix, scratch_f8, scratch_i4, scratch_i8, u8
from tapete.kernel.contract import MEMORY, NUMBERS, below_in

MAX_LEGAL, NONE = rules.MAX_LEGAL, rules.NONE
UNKNOWNS = CELLS + policies.ROWS  # the gain from choosing a card, by disaster; the value of holding it
TERMS = 6  # of a choice: its cell, and a row for each different Point card in hand
CHOICES = 800  # four seats, 200 rounds
ALL_TERMS = CHOICES * TERMS
RANDOM_CHOICES = 10  # one choice in 10 is random
ROUND_SHARE = 0.1  # weight of the round's result in the value of a choice
CONVERGED = 0.01
PART = 20_000  # games between two progress reports
LITTLE_DATA = 10_000  # a cell chosen less often is too uncertain for the test of convergence
RIDGE = 5.0  # pulls cells without data to zero


@kernel
def self_play(
    blank: Array[rules.State],
    options: DealOptions,
    seed: u8,
    first: i8,
    games: i8,
    round_share: f8,
    params: NUMBERS,
    memory: MEMORY,
    sums: NUMBERS,
    products: Matrix[f8],
) -> None:
    """Play games of the table against itself; add up the normal equations of the value of every random choice."""
    actions = scratch_i4(MAX_LEGAL)
    terms, lengths = scratch_i8(ALL_TERMS), scratch_i8(CHOICES)
    seats, results = scratch_i8(CHOICES), scratch_f8(CHOICES)
    latest, scores = scratch_i8(4), scratch_i8(4)
    returns = scratch_f8(4)
    for game in range(games):
        state = copy_of(blank[0])
        rules.deal(state, mix(seed, u8(first + game)), options)
        made = 0
        while not state.over:
            n = rules.legal(state, actions)
            chosen = policies.medium(state, actions, n, params, memory)
            seat = i8(state.seat)
            if state.phase == rules.CHOOSE:
                latest[seat] = NONE
                if below_in(memory, 0, RANDOM_CHOICES) == 0:
                    chosen = below_in(memory, 0, n)
                    at = made * TERMS
                    terms[at] = 4 * policies.row_of(state, seat, i8(actions[chosen]), 0) + state.disaster
                    for i in range(n):
                        terms[at + 1 + i] = CELLS + policies.row_of(state, seat, i8(actions[i]), 0)
                    lengths[made] = 1 + n
                    seats[made], latest[seat] = seat, made
                    made += 1
            elif (
                state.phase == rules.SCORING and actions[chosen] == rules.PASS and state.passes + 1 == state.alive_count
            ):
                standing.write_scores(state, scores)
                for other in range(state.players):
                    if (state.alive >> other) & 1 and latest[other] != NONE:
                        stands = standing.standing(state, scores, other, i8(state.inversions) & 1)
                        results[latest[other]] = 0.5 + 0.25 * stands
            rules.apply(state, i8(actions[chosen]))
        rules.returns(state, returns)
        for k in range(made):
            worth = round_share * results[k] + (1.0 - round_share) * returns[seats[k]]
            for i in range(lengths[k]):
                one = terms[k * TERMS + i]
                sums[one] += worth
                for j in range(lengths[k]):
                    products[one, terms[k * TERMS + j]] += 1.0


AGENT = "medium"


def one_pass(
    game: Any,
    table: np.ndarray,
    number: int,
    games: int,
    seed: int,
    round_share: float = ROUND_SHARE,
    progress: Callable[[int], None] = lambda played: None,
) -> tuple[np.ndarray, float]:
    """Fit a table to games of the last one's self-play; return it and the largest change of a cell with enough data."""
    from tapete.kernel.cache import Build

    play = Build("dinosaurs-training", [self_play]).function(self_play)
    blank = np.zeros(1, dtype=rules.State.dtype)
    memory = np.array([1000 * seed + number], dtype=np.int64)
    sums, products = np.zeros(UNKNOWNS), np.zeros((UNKNOWNS, UNKNOWNS))
    params = np.concatenate([[0.0, 0.0], table])
    stream = np.uint64(1000 * seed + number)
    for first in range(0, games, PART):
        part = min(PART, games - first)
        play(blank, game.option_record, stream, first, part, round_share, params, memory, sums, products)
        progress(first + part)
    fresh = np.linalg.solve(products + RIDGE * np.eye(UNKNOWNS), sums)[:CELLS]
    certain = np.diag(products)[:CELLS] >= LITTLE_DATA
    return fresh, float(np.abs(fresh - table)[certain].max()) if certain.any() else 1.0


def as_file(table: np.ndarray) -> dict[str, Any]:
    """Return a table as stored: a row for each card, a column for each disaster."""
    rows = {name: [round(float(x), 4) for x in table[4 * row : 4 * row + 4]] for row, name in enumerate(row_names())}
    return {"columns": list(DISASTERS), "table": rows}


def first_table() -> np.ndarray:
    """Return the thesis's weights in tenths, the same for every disaster."""
    from tapete.kernel.cache import Build

    weight = Build("dinosaurs-weights", [policies.thesis_weight]).function(policies.thesis_weight)
    return np.array([[weight(row) / 10.0] * 4 for row in range(policies.ROWS)]).reshape(-1)
