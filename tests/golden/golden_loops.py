"""Golden games of every loop that plays a game: a digest of its results at fixed seeds.

`python tests/golden/golden_loops.py` rewrites `loops.txt`, for a change that is meant to change the results of a loop.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
from golden_decisions import digest

import tapete
from tapete.adapters.stepper import Stepper
from tapete.agents.registry import make_agent
from tapete.agents.tunable import tunable
from tapete.arena import population
from tapete.arena.duel import duel
from tapete.games.dinosaurs import count_cards, training
from tapete.games.tribute import rates
from tapete.kernel.cache import Build
from tapete.learn.rollouts import RolloutRecorder as Recorder
from tapete.learn.rollouts import opening_rule, player
from tapete.play.session import Session

FILE = Path(__file__).parent / "loops.txt"
BOTS = {
    "briscas": ("heuristic", "cheap-winner"),
    "catan": ("value", "weighted"),
    "dinosaurs": ("easy", "medium"),
    "hearthstone": ("greedy", "dynamic-lookahead"),
    "tribute": ("max-agents", "max-prestige"),
}


def native_matches(name: str) -> str:
    """Play a duel in the native match loop."""
    played = duel(tapete.load(name), BOTS[name], games=24, seed=5, workers=1).played
    return digest(played.returns, played.points, played.decisions)


def python_matches(name: str) -> str:
    """Play a duel in the loop that calls agents from Python, with recorded actions."""
    agents = [tapete.agent(spec) for spec in BOTS[name]]
    played = duel(tapete.load(name), agents, games=4, seed=5, workers=1, record=True).played
    return digest(played.returns, played.points, played.decisions, *(played.actions or []))


def vector(name: str) -> str:
    """Play games in step against a native opponent."""
    games = tapete.Vector(tapete.load(name), 3, seed=7, encoder=True, opponents=BOTS[name][0])
    generator, parts = np.random.default_rng(1), []
    for _ in range(150):
        parts += [games.mask.copy(), games.features.copy(), games.returns.copy(), games.seat.copy()]
        games.step(games.sample(generator))
    return digest(*parts)


def rollouts(name: str) -> str:
    """Record decisions for learning."""
    game = tapete.load(name)
    seats = [[seat % 2 for seat in range(game.seats)]]
    players = [player(make_agent(spec, game), recorded=True) for spec in BOTS[name]]
    played = Recorder(game, players, seats, opening=opening_rule(game), everybody=True).play(decisions=300, seed=3)
    return digest(played.features, played.numbers, played.legal, played.chosen, played.returns, played.deals)


def stepper(name: str) -> str:
    """Play one game step by step, for environments of other libraries."""
    game = tapete.load(name)
    table, generator, parts = Stepper(game, next(iter(game.definition.encoders))), np.random.default_rng(2), []
    seat = table.deal(11)
    for _ in range(150):
        if table.over:
            break
        legal = table.legal()
        parts += [table.features(seat), np.array(legal)]
        seat = table.play(legal[generator.integers(len(legal))])
    return digest(*parts, np.array(table.returns()))


def session(name: str) -> str:
    """Play a session with agents at all seats, as at the table in the browser."""
    game = tapete.load(name)
    held = Session(game, [BOTS[name][seat % 2] for seat in range(game.seats)], seed=9)
    held.advance()
    return digest(np.array(held.actions), np.array(held.returns()))


def populations() -> str:
    """Play many weight vectors of one agent at once, for evolution."""
    game = tapete.load("briscas")
    weights = tunable("greedy", game, None)
    vectors = np.random.default_rng(4).uniform(size=(3, len(weights.genes)))
    return digest(population.play(game, weights, vectors, ["cheap-winner"], 6, seed=2, workers=1))


def counted_rounds() -> str:
    return digest(count_cards.count(30, 1))


def fitted_table() -> str:
    """Fit a table. The last digits of the solution depend on the processor, by the kernels that OpenBLAS chooses."""
    table, _ = training.one_pass(tapete.load("dinosaurs"), training.first_table(), 0, 30, 1)
    return digest(np.round(table, 9) + 0.0)


def whole_moves() -> str:
    """Play random games of Tribute by whole moves, as the reference engine counts them."""
    game = tapete.load("tribute")
    loop = Build("tribute-rates", [rates.play_whole_moves]).function(rates.play_whole_moves)
    bots = Build("tribute-random", [rates.choose_at_random, rates.moves_made])
    addresses = bots.address(rates.choose_at_random), bots.address(rates.moves_made)
    rows = np.zeros((1, game.state_bytes), dtype=np.uint8)
    memory = np.zeros(rates.BOT_MEMORY, dtype=np.int64)
    memory[0] = 1
    actions = np.zeros(game.definition.max_legal, dtype=np.int32)
    moves = loop(game.rules, rows, game.encoded_options, *addresses, 0, 5, np.zeros(1), memory, actions)
    return digest(np.array([moves]), rows)


def cases() -> dict[str, Callable[[], str]]:
    """Return every loop in every game, by name."""
    each = (native_matches, python_matches, vector, rollouts, stepper, session)
    found: dict[str, Any] = {
        f"{loop.__name__} {name}": lambda loop=loop, name=name: loop(name) for loop in each for name in BOTS
    }
    alone = (populations, counted_rounds, fitted_table, whole_moves)
    return found | {loop.__name__: loop for loop in alone}


def read() -> dict[str, str]:
    """Return the digests of the file, by name."""
    lines = FILE.read_text(encoding="utf-8").splitlines() if FILE.exists() else []
    return {name: found for name, found in (line.rsplit(" ", 1) for line in lines)}


if __name__ == "__main__":
    FILE.write_text("".join(f"{name} {case()}\n" for name, case in cases().items()), encoding="utf-8")
