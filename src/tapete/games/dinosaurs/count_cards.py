"""Training of the thesis's second level (its section 4.2): how often each card wins a round, loses it or does neither.

    python -m tapete.games.dinosaurs.count_cards --games 200000 --seed 1 --out counted.json

Games are played by four players whose cards are chosen at random, so that a card is not credited with the hand it was
chosen from; everything else is decided by the rules of `medium`. The highest scores win a round and the lowest lose it,
after any exchange; if all are equal, none does either. `medium:weights=counted` plays the card with the largest share
of rounds won minus rounds lost.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import Any

import numpy as np

from tapete.games.dinosaurs import bots as policies
from tapete.games.dinosaurs import round_features as standing
from tapete.games.dinosaurs import rules
from tapete.games.dinosaurs.cards import DISASTERS, TRAIT
from tapete.games.dinosaurs.options import DealOptions
from tapete.games.dinosaurs.weights import COUNTED, medium_params, row_names
from tapete.kernel import Array, Cube, copy_of, i8, kernel, mix, scratch_i4, scratch_i8, u8
from tapete.kernel.contract import MEMORY, NUMBERS

MAX_LEGAL, NONE = rules.MAX_LEGAL, rules.NONE
WON, LOST, NEITHER = range(3)
OUTCOMES = ("won", "lost", "neither")
TRAITS = 3  # -1, 0, +1
GAMES = 200_000


@kernel
def count_rounds(
    blank: Array[rules.State],
    options: DealOptions,
    seed: u8,
    games: i8,
    params: NUMBERS,
    memory: MEMORY,
    counts: Cube[i8],
) -> None:
    """Play games; count the outcomes of rounds by row of the chosen card, disaster and own trait (-1, 0, +1)."""
    actions = scratch_i4(MAX_LEGAL)
    scores, chosen_rows = scratch_i8(4), scratch_i8(4)
    for game in range(games):
        state = copy_of(blank[0])
        rules.deal(state, mix(seed, u8(game)), options)
        while not state.over:
            n = rules.legal(state, actions)
            chosen = policies.medium(state, actions, n, params, memory)
            seat = i8(state.seat)
            if state.phase == rules.CHOOSE:
                chosen = standing.random_copy(state, seat, actions, n, 0, 9, memory)
                chosen_rows[seat] = policies.row_of(state, seat, i8(actions[chosen]), 0)
            elif (
                state.phase == rules.SCORING and actions[chosen] == rules.PASS and state.passes + 1 == state.alive_count
            ):
                standing.write_scores(state, scores)
                for other in range(state.players):
                    if (state.alive >> other) & 1:
                        stands = standing.standing(state, scores, other, i8(state.inversions) & 1)
                        outcome = WON if stands > 0 else (LOST if stands < 0 else NEITHER)
                        trait = i8(TRAIT[state.dinosaur[other], state.disaster])
                        counts[chosen_rows[other], TRAITS * i8(state.disaster) + 1 + trait, outcome] += 1
            rules.apply(state, i8(actions[chosen]))


def count(games: int, seed: int, players: int = 4) -> np.ndarray:
    """Return the number of rounds by row of the table, disaster and outcome."""
    return count_by_trait(games, seed, players).sum(axis=2)


def count_by_trait(games: int, seed: int, players: int = 4) -> np.ndarray:
    """Return the number of rounds by row of the table, disaster, own trait (-1, 0, +1) and outcome."""
    from tapete.core.registry import load
    from tapete.kernel.cache import Build

    game = load("dinosaurs", players=players)
    params = np.array(medium_params(game, {"weights": "ours", "instants": "sensible"}))
    counts = np.zeros((policies.ROWS, len(DISASTERS) * TRAITS, len(OUTCOMES)), dtype=np.int64)
    blank = np.zeros(1, dtype=rules.State.dtype)
    play = Build("dinosaurs-counting", [count_rounds]).function(count_rounds)
    play(blank, game.option_record, np.uint64(seed), games, params, np.array([seed], dtype=np.int64), counts)
    return counts.reshape(policies.ROWS, len(DISASTERS), TRAITS, len(OUTCOMES))


def balance(counts: np.ndarray) -> np.ndarray:
    """Return the share of rounds won minus that of rounds lost; 0 where nothing was counted."""
    rounds = np.maximum(counts.sum(axis=2), 1)
    return (counts[..., WON] - counts[..., LOST]) / rounds


def counted(games: int, seed: int) -> dict[str, Any]:
    """Return the table with the settings that produced it."""
    counts = count(games, seed)
    worth = balance(counts)
    return {
        "command": f"python -m tapete.games.dinosaurs.count_cards --games {games} --seed {seed}",
        "games": games,
        "seed": seed,
        "rounds": int(counts.sum()),
        "columns": list(DISASTERS),
        "table": {name: [round(float(x), 4) for x in worth[row]] for row, name in enumerate(row_names())},
    }


def main() -> int:
    parser = argparse.ArgumentParser(
        description="Count the rounds that cards win and lose, for `medium:weights=counted`."
    )
    parser.add_argument("--games", type=int, default=GAMES)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, default=COUNTED, help="file for the table")
    chosen = parser.parse_args()
    if chosen.games < 1:
        parser.error("--games: at least 1")
    lines = json.dumps(counted(chosen.games, chosen.seed), indent=1).replace("\n   ", " ").replace("\n  ]", " ]")
    chosen.out.write_text(lines + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
