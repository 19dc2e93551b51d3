"""Positions for tests: a game after its set-up, with parts of the record set directly."""

from __future__ import annotations

import itertools
import random
from functools import cache
from typing import Any

import numpy as np

import tapete
from tapete.core.game import Game
from tapete.core.state import State
from tapete.games.catan import moves, rules
from tapete.games.catan.board import NODE_EDGE_WORDS, NODE_ZONE, NODES, edge_between
from tapete.games.catan.packed_counts import pack, unpack
from tapete.games.catan.state import MAIN
from tapete.kernel import Kernel
from tapete.kernel.cache import Build


@cache
def native(kernel: Kernel) -> Any:
    """Return a kernel of the rules that Python can call, with bounds checking."""
    return Build(f"test-{kernel.__name__}", [kernel], boundscheck=True, cached=False).function(kernel)


@cache
def game_with(**options: Any) -> Game:
    """Load a game, once for each set of options."""
    return tapete.load("catan", **options)


def after_setup(seed: int = 1, **options: Any) -> State:
    """Return a game after a random set-up."""
    state = game_with(**options).deal(seed)
    chooser = random.Random(seed)
    while state.record["phase"] < 2:
        state.apply(chooser.choice(state.legal()))
    return state


def bare(phase: int = MAIN, seat: int = 0, **options: Any) -> State:
    """Return an island without pieces, in the turn of a seat."""
    state = game_with(**options).deal(1)
    record = state.record
    record["phase"], record["seat"], record["player"] = phase, seat, seat
    record["rolled"] = 1 if phase == MAIN else 0
    record["turn"] = 2 * state.game.seats + 20
    return state


def give(state: State, *hands: list[int]) -> None:
    """Set the hands; the bank has the rest."""
    words = [pack(hand) for hand in hands] + [0] * (4 - len(hands))
    state.record["hand"][:] = words
    state.record["bank"] = np.uint64(pack([state.record["bank_size"]] * 5) - sum(words))


def place(
    state: State, seat: int, *, settlements: list[int] = (), cities: list[int] = (), roads: list[tuple[int, int]] = ()
) -> None:
    """Put pieces on the board and set what follows from them."""
    record = state.record
    for node in [*settlements, *cities]:
        record["cities" if node in cities else "settlements"][seat] |= np.uint64(1 << node)
        record["buildings"] |= np.uint64(1 << node)
        record["blocked"] |= NODE_ZONE[node]
        record["visible"][seat] += 2 if node in cities else 1
        record["cities_left" if node in cities else "settlements_left"][seat] -= 1
    for a, b in roads:
        edge = edge_between(a, b)
        native(rules.measure_road)(record, seat, edge)
        word, bit = edge // 64, np.uint64(1 << (edge % 64))
        record["roads"][seat, word] |= bit
        record["all_roads"][word] |= bit
        record["network"][seat] |= np.uint64((1 << a) | (1 << b))
        record["roads_left"][seat] -= 1
    record["open_nodes"] = np.uint64(
        sum(
            1 << node
            for node in range(NODES)
            if any(int(NODE_EDGE_WORDS[node, w]) & ~int(record["all_roads"][w]) for w in range(2))
        )
    )


def hand(state: State, seat: int) -> list[int]:
    return unpack(state.record["hand"][seat])


def path(*nodes: int) -> list[tuple[int, int]]:
    """Return the edges along a row of nodes."""
    return list(itertools.pairwise(nodes))


def settle_ids(state: State) -> list[int]:
    return [action - moves.SETTLE for action in state.legal() if moves.SETTLE <= action < moves.SETTLE + NODES]
