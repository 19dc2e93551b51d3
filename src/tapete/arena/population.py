"""Many vectors of one kind of agent at once: each plays the same deals, in one native call for all.

Nothing is parsed or compiled for a vector. The games are exactly those that a duel of the agent with these weights would play
from the same seed.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor

import numpy as np

from tapete.agents.registry import make_agent
from tapete.agents.tunable import Tunable
from tapete.arena.plan import deal_seeds
from tapete.arena.players import games_by_seating
from tapete.arena.seating import seatings
from tapete.arena.table import NativeTable
from tapete.build import cores
from tapete.errors import BadOption
from tapete.game import Game
from tapete.policy import NativePolicy
from tapete.seeds import agent_seeds

CALL_GAMES = 4096  # of one native call, so that Ctrl-C and progress are never far away

Progress = Callable[[int], None]


def play(
    game: Game,
    tunable: Tunable,
    vectors: np.ndarray,
    opponents: Sequence[str],
    deals: int | Sequence[int],
    seed: int = 0,
    *,
    workers: int | None = None,
    progress: Progress | None = None,
) -> np.ndarray:
    """Every vector against the same opponents on the same deals: shares of (vector, deal, seating).

    One opponent fills all other seats; otherwise there is one for each of them. Seatings are those of a duel.
    """
    others = [make_agent(spec, game) for spec in opponents]
    if len(others) not in (1, game.seats - 1) or not others:
        raise BadOption(f"{game.seats - 1} opponents sit at this table, or one that fills it, not {len(others)}")
    base = np.array(seatings(game, 1 + len(others)), dtype=np.int64)
    count = len(vectors)
    rows = [tunable.policy(vector) for vector in vectors]
    for other in others:
        native = other.native()
        if native is None:
            raise BadOption(f"{other.spec} does not run natively, so a population cannot play against it")
        rows.append(native)
    # seating k of vector v: place 0 is the vector, place i the i-th opponent, whose rows follow all vectors
    tables = np.where(base[None] == 0, np.arange(count)[:, None, None], count - 1 + base[None])
    variants = games_by_seating(game, [tunable.seated, *others])
    remembers = any(agent.in_order for agent in (tunable.seated, *others))
    return _shares(game, rows, count, tables, base, variants, remembers, _numbers(deals), seed, workers, progress)


def play_among(
    game: Game,
    tunable: Tunable,
    vectors: np.ndarray,
    pairs: Sequence[tuple[int, int]],
    deals: int | Sequence[int],
    seed: int = 0,
    *,
    workers: int | None = None,
    progress: Progress | None = None,
) -> np.ndarray:
    """Vectors against each other on the same deals: the first one's shares of (pair, deal, seating)."""
    base = np.array(seatings(game, 2), dtype=np.int64)
    rows = [tunable.policy(vector) for vector in vectors]
    held = np.array(pairs, dtype=np.int64).reshape(-1, 2)
    if held.size and (held.min() < 0 or held.max() >= len(rows)):
        raise BadOption("a pair names a vector that is not there")
    tables = held[:, base]  # (pairs, seatings, seats)
    variants = games_by_seating(game, [tunable.seated, tunable.seated])
    remembers = tunable.seated.in_order
    return _shares(game, rows, len(rows), tables, base, variants, remembers, _numbers(deals), seed, workers, progress)


def _numbers(deals: int | Sequence[int]) -> np.ndarray:
    return np.arange(deals) if isinstance(deals, int) else np.asarray(deals, dtype=np.int64)


def _shares(
    game: Game,
    rows: Sequence[NativePolicy],
    alike: int,
    tables: np.ndarray,
    base: np.ndarray,
    variants: Callable[[Sequence[int]], Game],
    remembers: bool,
    deals: np.ndarray,
    seed: int,
    workers: int | None,
    progress: Progress | None,
) -> np.ndarray:
    """Play (match, deal, seating) and return the share of whoever holds place 0 of the seating."""
    matches, count_of_seatings = tables.shape[:2]
    out = np.zeros((matches, len(deals), count_of_seatings))
    if not out.size:
        return out
    table = NativeTable(game, rows, alike)
    table.prepare()
    each = len(deals) * count_of_seatings
    # Where bots remember, a match is played by itself and in order; else as many matches as a call takes.
    step = 1 if remembers else max(1, CALL_GAMES // each)
    dealt = deal_seeds(game, seed, deals)
    secrets = [agent_seeds(seed, deals, np.full(len(deals), row), game.seats) for row in range(count_of_seatings)]
    own = base == 0
    groups = [list(range(count_of_seatings))]
    if any(variants(seating) is not game for seating in base):  # agents bring options for their seats
        if remembers:
            raise BadOption("agents that remember earlier games cannot bring options for their seats here")
        groups = [[row] for row in range(count_of_seatings)]

    def play_some(first: int) -> int:
        chosen = np.arange(first, min(first + step, matches))
        scratch = table.scratch()
        for group in groups:
            shape = (len(chosen), len(deals), len(group), game.seats)  # in the order of a duel: match, deal, seating
            at_seats = np.broadcast_to(tables[chosen][:, None, group], shape).reshape(-1, game.seats)
            seeds = np.stack([secrets[row] for row in group], axis=1).reshape(-1, game.seats)
            played = table.play(
                scratch,
                np.tile(seeds, (len(chosen), 1)),
                np.tile(np.repeat(dealt, len(group)), len(chosen)),
                np.ascontiguousarray(at_seats),
                options=variants(base[group[0]]).encoded_options,
            )
            shares = played.returns.reshape(shape)
            for place, row in enumerate(group):
                out[chosen, :, row] = shares[:, :, place, own[row]].sum(axis=-1)
        return len(chosen) * each

    starts = range(0, matches, step)
    with ThreadPoolExecutor(workers or cores()) as pool:
        pending = [pool.submit(play_some, first) for first in starts]
        try:
            for future in pending:
                done = future.result()
                if progress is not None:
                    progress(done)
        except BaseException:
            pool.shutdown(wait=True, cancel_futures=True)
            raise
    return out
