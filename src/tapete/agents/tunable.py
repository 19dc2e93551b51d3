"""Tunable agents by spec."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from tapete.agents.genes import Tunable, tunable_of
from tapete.agents.registry import make_agent
from tapete.core.game import Game


def tunable(spec: str, game: Game, genes: Sequence[str] | None = None) -> Tunable:
    """Return a tunable agent by spec: all its weights, or the named genes (weights and settings of a search)."""
    return tunable_of(partial(make_agent, spec, game), game, genes)
