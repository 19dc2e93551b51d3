"""Reasons for the choices of `medium`: the cell of its table, or the rule, that gives a card its weight."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from tapete.games.dinosaurs import bots
from tapete.games.dinosaurs.cards import HAS_EFFECT, IDS, VALUE
from tapete.games.dinosaurs.weights import row_names


def medium_terms(state: Any, action: int, params: Any) -> Mapping[str, float]:
    """Return the terms of an action's weight by name; empty for decisions by rule alone."""
    phase, seat, build = int(state.record["phase"]), state.seat, state.game.build
    if phase == bots.CHOOSE:
        memory = np.zeros(8, dtype=np.int64)
        worth = build.function(bots.weight)(state.record, seat, action, np.asarray(params, dtype=np.float64), memory)
        row = build.function(bots.row_of)(state.record, seat, action, 0)
        return {row_names()[row]: float(worth)}
    if phase == bots.SUDDEN_DEATH:
        return {"value": float(VALUE[action]), "effect": -float(HAS_EFFECT[action])}
    if phase == bots.TAKE or phase == bots.KEEP:
        return {f"keeping {IDS[action]}": float(build.function(bots.keep_weight)(state.record, seat, action))}
    return {}
