"""Positions of Catan from given facts: a board, harbours and a deck, for replays, tests and puzzles."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from functools import cache
from typing import Any

from tapete.core.state import State
from tapete.errors import BadOption
from tapete.games.catan import setup
from tapete.games.catan.board import DESERT, FIXED_HARBOURS, HEXES, RESOURCES, SITES, TERRAIN, TOKENS
from tapete.games.catan.state import CARD_KINDS, DECK, FULL_DECK
from tapete.kernel import Kernel
from tapete.kernel.cache import Build

TERRAIN_NAMES = (*RESOURCES, "desert")


@cache
def _function(kernel: Kernel) -> Any:
    return Build("catan-set-up", [setup.take_options, setup.begin]).function(kernel)


def set_up(state: State, facts: Mapping[str, Any]) -> None:
    """Set up a new game on a given board.

    `terrain` (19 names), `tokens` (19, None on the desert), `harbours` (9 names, `any` for 3:1), `deck` (25 cards,
    first = drawn first), optionally `robber` (a hex).
    """
    record = state.record
    _function(setup.take_options)(record, state.game.option_record)
    terrain = [_place(name, TERRAIN_NAMES, "terrain") for name in facts["terrain"]]
    tokens = [int(token or 0) for token in facts["tokens"]]
    harbours = [_place(name, (*RESOURCES, "any"), "harbours") for name in facts["harbours"]]
    deck = [_place(str(name).replace(" ", "_"), CARD_KINDS, "deck") for name in facts["deck"]]
    _require(Counter(terrain) == Counter(TERRAIN.tolist()), f"terrain: must be the {HEXES} tiles of the game")
    _require(Counter(tokens) == Counter([*TOKENS.tolist(), 0]), "tokens: must be the 18 tokens of the game and None")
    _require(tokens.index(0) == terrain.index(DESERT), "tokens: the desert has none, every other hex has one")
    _require(
        Counter(harbours) == Counter(FIXED_HARBOURS.tolist()), f"harbours: must be the {SITES} harbours of the game"
    )
    _require(Counter(deck) == Counter(FULL_DECK.tolist()), f"deck: must be the {DECK} cards of the game")
    record["terrain"][:] = terrain
    record["token"][:] = tokens
    record["harbour"][:] = harbours
    record["deck"][:] = deck[::-1]
    _function(setup.begin)(record)
    if "robber" in facts:
        _require(0 <= int(facts["robber"]) < HEXES, f"robber={facts['robber']}: must be a hex from 0 to {HEXES - 1}")
        record["robber"] = int(facts["robber"])


def _place(name: Any, names: tuple[str, ...], what: str) -> int:
    if name not in names:
        raise BadOption(f"{what}: {name!r} is not one of {', '.join(names)}")
    return names.index(name)


def _require(holds: bool, message: str) -> None:
    if not holds:
        raise BadOption(message)
