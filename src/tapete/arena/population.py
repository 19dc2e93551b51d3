"""Many vectors of one kind of agent at once: each plays the same deals, in one native call for all.

Nothing is parsed or compiled for a vector. The games are exactly those that a duel of the agent with these weights would play
from the same seed.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

import numpy as np

from tapete import loops
from tapete.agents.registry import make_agent
from tapete.agents.tunable import Tunable
from tapete.arena.plan import deal_seeds
from tapete.arena.players import games_by_seating
from tapete.arena.seating import seatings
from tapete.build import cores
from tapete.errors import BadOption
from tapete.game import Game, native_loop
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


@dataclass
class Crew:
    """Rows of the match loop's table of agents."""

    table: np.ndarray
    params: np.ndarray
    initial: np.ndarray
    words: int  # of memory, all agents and seats together


def crew_of(rows: Sequence[NativePolicy], alike: int, seats: int) -> Crew:
    """The table of some agents. The first `alike` are of one kind and share their memory, which every game clears."""
    table = np.zeros((len(rows), loops.AGENT_COLUMNS), dtype=np.int64)
    params, initial, memory = 0, 0, 0
    for number, (row, agent) in enumerate(zip(table, rows, strict=True)):
        first = 0 if agent.initial is None else len(agent.initial)
        row[loops.POLICY] = agent.address
        row[loops.PARAMS_AT], row[loops.PARAMS_N] = params, len(agent.params)
        row[loops.MEMORY_AT], row[loops.MEMORY_N] = memory, agent.memory
        row[loops.CLEARED_N] = agent.memory if agent.cleared is None else agent.cleared
        row[loops.INITIAL_AT], row[loops.INITIAL_N] = initial, first
        row[loops.VIEWS], row[loops.CLAIRVOYANT], row[loops.FORCED] = agent.views, agent.clairvoyant, agent.forced
        params += len(agent.params)
        initial += first
        if number >= alike - 1:  # the kind's memory is laid out once
            memory += agent.memory * seats
    return Crew(
        table,
        np.concatenate([np.zeros(0), *(agent.params for agent in rows)]),
        np.concatenate([np.zeros(0, dtype=np.int64), *(a.initial for a in rows if a.initial is not None)]),
        memory,
    )


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
    matches, turns = tables.shape[:2]
    out = np.zeros((matches, len(deals), turns))
    if not out.size:
        return out
    crew = crew_of(rows, alike, game.seats)
    _ = game.rules
    loop = native_loop("play_matches")
    sides = np.array(game.sides, dtype=np.int64)
    each = len(deals) * turns
    # Where bots remember, a match is played by itself and in order; else as many matches as a call takes.
    step = 1 if remembers else max(1, CALL_GAMES // each)
    dealt = deal_seeds(game, seed, deals)
    secrets = [agent_seeds(seed, deals, np.full(len(deals), turn), game.seats) for turn in range(turns)]
    own = base == 0
    groups = [list(range(turns))]
    if any(variants(seating) is not game for seating in base):  # agents bring options for their seats
        if remembers:
            raise BadOption("agents that remember earlier games cannot bring options for their seats here")
        groups = [[turn] for turn in range(turns)]

    def play_some(first: int) -> int:
        chosen = np.arange(first, min(first + step, matches))
        memory = np.zeros(crew.words, dtype=np.int64)
        scratch = np.zeros((2, game.state_bytes), dtype=np.uint8)
        actions = np.zeros(game.definition.max_legal, dtype=np.int32)
        for group in groups:
            count = len(chosen) * len(deals) * len(group)
            # in the order of a duel: match, deal, seating
            seating = np.ascontiguousarray(
                np.broadcast_to(
                    tables[chosen][:, None, group], (len(chosen), len(deals), len(group), game.seats)
                ).reshape(count, game.seats)
            )
            seeds = np.stack([secrets[turn] for turn in group], axis=1).reshape(-1, game.seats)
            returns, points = np.zeros((count, game.seats)), np.zeros((count, game.seats))
            decisions, faults = np.zeros((2, count, game.seats), dtype=np.int64)
            spent = np.zeros((2, len(rows)), dtype=np.int64)
            loop(
                game.rules,
                scratch,
                variants(base[group[0]]).encoded_options,
                sides,
                np.tile(seeds, (len(chosen), 1)),
                np.tile(np.repeat(dealt, len(group)), len(chosen)),
                seating,
                crew.table,
                crew.params,
                crew.initial,
                memory,
                actions,
                returns,
                points,
                decisions,
                faults,
                spent[0],
                spent[1],
                np.zeros(0, dtype=np.int32),
                np.zeros(count, dtype=np.int64),
                np.zeros(count, dtype=np.int64),
                0,
                game.actions if game.definition.accepts is not None else 0,
            )
            shaped = returns.reshape(len(chosen), len(deals), len(group), game.seats)
            for place, turn in enumerate(group):
                out[chosen, :, turn] = shaped[:, :, place, own[turn]].sum(axis=-1)
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
