"""Fit the weights of the evaluation to self-play of `medium`, and print them.

    python -m tapete.games.dinosaurs.fit --positions 800000

The label of a position is who won later. The evaluation gives every player alive a strength, the exponential of a
weighted sum of terms (`evaluations.write_chances`), and the share of all strengths as the probability to win. The
weights maximise the likelihood of the winners (a conditional logit, by Newton's method).
"""

from __future__ import annotations

import argparse
import sys

import numpy as np

from tapete.games.dinosaurs import bots as policies
from tapete.games.dinosaurs import evaluations, rules
from tapete.games.dinosaurs.options import DealOptions
from tapete.games.dinosaurs.weights import medium_params
from tapete.kernel import Array, Cube, Matrix, copy_of, f8, i8, kernel, mix, scratch_f8, scratch_i4, u8
from tapete.kernel.contract import MEMORY, NUMBERS, below_in

MAX_LEGAL, FACTS = rules.MAX_LEGAL, evaluations.FACTS
RANDOM_MOVES, KEPT = 15, 25  # one move in 15 is random, one position in 25 is kept
STEPS = 12  # of Newton's method


@kernel
def gather(
    blank: Array[rules.State],
    options: DealOptions,
    seed: u8,
    params: NUMBERS,
    memory: MEMORY,
    facts: Cube[f8],
    alive: Matrix[f8],
    won: Matrix[f8],
) -> None:
    """Fill the arrays with positions of self-play: terms of every player alive, and its share of the win."""
    actions = scratch_i4(MAX_LEGAL)
    returns, own = scratch_f8(4), scratch_f8(FACTS)
    kept, game = 0, 0
    while kept < len(facts):
        state = copy_of(blank[0])
        rules.deal(state, mix(seed, u8(game)), options)
        game += 1
        first = kept
        while not state.over:
            n = rules.legal(state, actions)
            chosen = policies.medium(state, actions, n, params, memory)
            if below_in(memory, 0, RANDOM_MOVES) == 0:
                chosen = below_in(memory, 0, n)
            rules.apply(state, i8(actions[chosen]))
            if not state.over and kept < len(facts) and below_in(memory, 0, KEPT) == 0:
                for seat in range(state.players):
                    if (state.alive >> seat) & 1:
                        alive[kept, seat] = 1.0
                        evaluations.write_chances(state, seat, own)
                        for i in range(FACTS):
                            facts[kept, seat, i] = own[i]
                kept += 1
        rules.returns(state, returns)
        for k in range(first, kept):
            for seat in range(state.players):
                won[k, seat] = returns[seat]


def fit(players: int, positions: int, seed: int) -> tuple[np.ndarray, float, float]:
    """Return the weights, the mean log-likelihood of the winners under them, and under equal chances."""
    from tapete.core.registry import load
    from tapete.kernel.cache import Build

    game = load("dinosaurs", players=players)
    facts = np.zeros((positions, 4, FACTS))
    alive, won = np.zeros((positions, 4)), np.zeros((positions, 4))
    params = np.array(medium_params(game, {"weights": "ours", "instants": "sensible"}))
    blank = np.zeros(1, dtype=rules.State.dtype)
    collect = Build("dinosaurs-fit", [gather]).function(gather)
    memory = np.array([seed], dtype=np.int64)
    collect(blank, game.option_record, np.uint64(seed), params, memory, facts, alive, won)
    weights, likelihood = np.zeros(FACTS), 0.0
    for _ in range(STEPS):
        strength = np.exp(facts @ weights - (facts @ weights).max(axis=1, keepdims=True)) * alive
        chance = strength / strength.sum(axis=1, keepdims=True)
        likelihood = float((won * np.log(np.maximum(chance, 1e-12))).sum(axis=1).mean())
        slope = np.einsum("ns,nsf->f", won - chance, facts) / positions
        expected = np.einsum("ns,nsf->nf", chance, facts)
        curvature = (np.einsum("ns,nsf,nsg->fg", chance, facts, facts) - expected.T @ expected) / positions
        weights = weights + np.linalg.solve(curvature + 1e-9 * np.eye(FACTS), slope)
    return weights, likelihood, float(np.log(1 / alive.sum(axis=1)).mean())


def main() -> int:
    parser = argparse.ArgumentParser(description="Fit the weights of the evaluation.")
    parser.add_argument("--players", type=int, default=4)
    parser.add_argument("--positions", type=int, default=800_000)
    parser.add_argument("--seed", type=int, default=5)
    chosen = parser.parse_args()
    weights, likelihood, ignorant = fit(chosen.players, chosen.positions, chosen.seed)
    from tapete.games.dinosaurs import DEFINITION

    for name, weight in zip(DEFINITION.evaluations["default"].weights, weights.tolist(), strict=True):
        print(f"{name}: {weight:.3f}")
    print(f"log-likelihood {likelihood:.4f}, with equal chances {ignorant:.4f}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
