"""Population: many vectors of one kind of agent play the same deals, hundreds in one native call, on all cores.

Nothing is parsed or compiled for a vector. The games are exactly those that a duel of the agent with these weights would play
from the same seed.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait

import numpy as np

from tapete.agents.genes import Tunable
from tapete.agents.player import Player
from tapete.agents.registry import make_agent
from tapete.arena.native_match import Buffers, NativeMatch
from tapete.arena.runner import games_by_seating
from tapete.arena.schedule import deal_seeds
from tapete.arena.seating import seatings
from tapete.core.bots import NativeHandle
from tapete.core.game import Game
from tapete.errors import BadOption
from tapete.kernel.cache import cores
from tapete.seeds import agent_seeds

CALL_SECONDS = (
    0.1  # of one native call, so that Ctrl-C and progress are never far away and no core waits long at the end
)

Progress = Callable[[int], None]


def play(
    game: Game,
    tunable: Tunable,
    vectors: np.ndarray,
    opponents: Sequence[str | Player],
    deals: int | Sequence[int] | np.ndarray,
    seed: int = 0,
    *,
    workers: int | None = None,
    progress: Progress | None = None,
) -> np.ndarray:
    """Play every vector against the same opponents on the same deals; return the shares by (vector, deal, seating).

    One opponent fills all other seats; otherwise there is one for each of them. Seatings are those of a duel.
    """
    others = [given if isinstance(given, Player) else make_agent(given, game) for given in opponents]
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
    played = Tables(game, rows, count, tables, base, variants, _numbers(deals), seed)
    return _shares(played, remembers, workers, progress)


def play_among(
    game: Game,
    tunable: Tunable,
    vectors: np.ndarray,
    pairs: Sequence[tuple[int, int]],
    deals: int | Sequence[int] | np.ndarray,
    seed: int = 0,
    *,
    workers: int | None = None,
    progress: Progress | None = None,
) -> np.ndarray:
    """Play vectors against each other on the same deals; return the first one's shares by (pair, deal, seating)."""
    base = np.array(seatings(game, 2), dtype=np.int64)
    rows = [tunable.policy(vector) for vector in vectors]
    held = np.array(pairs, dtype=np.int64).reshape(-1, 2)
    if held.size and (held.min() < 0 or held.max() >= len(rows)):
        raise BadOption("a pair names a vector that does not exist")
    tables = held[:, base]  # (pairs, seatings, seats)
    variants = games_by_seating(game, [tunable.seated, tunable.seated])
    remembers = tunable.seated.in_order
    played = Tables(game, rows, len(rows), tables, base, variants, _numbers(deals), seed)
    return _shares(played, remembers, workers, progress)


def _numbers(deals: int | Sequence[int] | np.ndarray) -> np.ndarray:
    given = np.asarray(deals, dtype=np.int64)
    return np.arange(int(given)) if given.ndim == 0 else given


class Tables:
    """Tables of native agents that all play the same deals: (table, deal, seating) in pieces, each one native call."""

    def __init__(
        self,
        game: Game,
        rows: Sequence[NativeHandle],
        alike: int,
        tables: np.ndarray,
        base: np.ndarray,
        variants: Callable[[Sequence[int]], Game],
        deals: np.ndarray,
        seed: int,
    ) -> None:
        self.game = game
        self.tables = tables  # (tables, seatings, seats): the row of `rows` at each seat
        self.own = base == 0  # (seatings, seats): where the measured vector sits
        self.native = NativeMatch(game, rows, alike)
        self.native.prepare()
        self.dealt = deal_seeds(game, seed, deals)
        seatings = range(len(base))
        secrets = [agent_seeds(seed, deals, np.full(len(deals), row), game.seats) for row in seatings]
        self.secrets = np.stack(secrets, axis=1)  # (deals, seatings, seats)
        games = [variants(seating) for seating in base]
        # If agents have options for their seats (a deck), every seating is a separate call.
        self.groups = [list(seatings)] if all(found is game for found in games) else [[row] for row in seatings]
        self.options = [games[group[0]].encoded_options for group in self.groups]
        self.shares = np.zeros((len(tables), len(deals), len(base)))

    def play(self, scratch: Buffers, places: np.ndarray) -> None:
        """Play some places of (table, deal), in the order of a duel: table, deal, seating."""
        table, deal = np.divmod(places, len(self.dealt))
        for group, options in zip(self.groups, self.options, strict=True):
            at_seats, seeds = self.tables[table][:, group], self.secrets[deal][:, group]
            flat = (len(places) * len(group), self.game.seats)
            played = self.native.play(
                scratch,
                np.ascontiguousarray(seeds.reshape(flat)),
                np.repeat(self.dealt[deal], len(group)),
                np.ascontiguousarray(at_seats.reshape(flat)),
                options=options,
            )
            mine = played.returns.reshape(at_seats.shape) * self.own[group]
            self.shares.reshape(-1, len(self.own))[places[:, None], group] = mine.sum(axis=2)


def _shares(tables: Tables, remembers: bool, workers: int | None, progress: Progress | None) -> np.ndarray:
    """Play all tables on all cores; return the share of the agent at place 0 of the seating by (table, deal, seating).

    If agents remember earlier games, each table is played alone and in order; otherwise in pieces of the length of a call.
    """
    count, deals, seatings = tables.shares.shape
    if remembers and len(tables.groups) > 1:
        raise BadOption("agents that remember earlier games cannot have options for their seats here")
    local = threading.local()
    rate = 0.0  # places a second of one thread

    def work(first: int, last: int) -> tuple[int, float]:
        if remembers or not hasattr(local, "scratch"):
            local.scratch = tables.native.scratch()
        started = time.perf_counter()
        tables.play(local.scratch, np.arange(first, last))
        return last - first, time.perf_counter() - started

    total, at = count * deals, 0
    worker_pool = workers or cores()
    with ThreadPoolExecutor(worker_pool) as pool:
        pending: set[Future[tuple[int, float]]] = set()
        try:
            while at < total or pending:
                while at < total and len(pending) <= worker_pool:
                    size = (
                        deals
                        if remembers
                        else max(1, min(int(rate * CALL_SECONDS), -(-(total - at) // (2 * worker_pool))))
                    )
                    pending.add(pool.submit(work, at, min(at + size, total)))
                    at += size
                finished, pending = wait(pending, return_when=FIRST_COMPLETED)
                for future in finished:
                    done, seconds = future.result()
                    rate = done / max(seconds, 1e-6)
                    if progress is not None:
                        progress(done * seatings)
        except BaseException:
            pool.shutdown(wait=True, cancel_futures=True)
            raise
    return tables.shares
