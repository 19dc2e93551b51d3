"""How a person reads Tales of Tribute: the table, the moves, and moves as typed."""

from __future__ import annotations

from tapete.game import State, Text


def state_text(state: State, seat: int | None) -> str:
    return ""


def action_text(state: State, action: int) -> str:
    return str(action)


TEXT = Text(state=state_text, action=action_text)
