"""Reasons for the settler's choices: what each of its weights adds to the expected outcome."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from tapete.games.catan import settler
from tapete.games.catan.bots import is_offer
from tapete.games.catan.evaluations import TERMS
from tapete.games.catan.state import ANSWER, DECIDE, PRE_ROLL, SETUP_ROAD


def settler_terms(state: Any, action: int, params: Any) -> Mapping[str, float]:
    """Return the terms by name; empty for trades and the time before the roll, which are decided by rule."""
    phase, seat = int(state.record["phase"]), state.seat
    if phase in (ANSWER, DECIDE, PRE_ROLL) or is_offer.function(action):
        return {}
    first = settler.OPENING if phase <= SETUP_ROAD else settler.GAME
    outcome = state.game.build.function(settler.outcome)
    params = np.asarray(params, dtype=np.float64)
    whole = outcome(state.record, action, seat, params, first)
    found = {}
    for i, name in enumerate(TERMS):
        without = params.copy()
        without[first + i] = 0.0
        found[name] = float(whole - outcome(state.record, action, seat, without, first))
    return {name: value for name, value in found.items() if value} or {"over": float(whole)}
