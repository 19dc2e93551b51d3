"""Viewers replay a session as one seat, the public (a spectator) or everything sees it.

Frames are numbered per viewer, so an unobserved decision leaves no gap. The public view is what the views of all seats agree
on, so a guest without a seat knows
nothing that a player does not.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from tapete.core.definition import SEEN, UNNOTICED
from tapete.core.presentation import Event, Move, hidden_move
from tapete.core.state import State
from tapete.play.session import Session, seen_move

Viewer = int | Literal["public", "all"]


@dataclass
class Frame:
    """Observed step: its events, and the table afterwards."""

    number: int
    events: list[Event]
    table: dict[str, Any]


@dataclass
class Spectator:
    """Replay of a session as one viewer sees it."""

    session: Session
    viewer: Viewer
    state: State = field(init=False)
    table: dict[str, Any] = field(init=False)  # its description after the last step
    done: int = 0  # engine steps replayed
    log: list[list[Event]] = field(default_factory=list)  # events of each frame
    steps: list[int] = field(default_factory=list)  # the engine step after each frame

    def __post_init__(self) -> None:
        self.state = self.session.at(0)
        self.table = description(self.state, self.viewer)

    def catch_up(self) -> list[Frame]:
        """Return the frames since the last call."""
        frames = []
        actions = self.session.actions
        while self.done < len(actions):
            action = actions[self.done]
            before = self.table
            move = visible_move(self.state, action, self.viewer)
            self.state.apply(action)
            self.done += 1
            self.table = description(self.state, self.viewer)
            if move is None:
                continue
            events = [dict(event) for event in happened(self.session, before, move, self.table)]
            self.log.append(events)
            self.steps.append(self.done)
            frames.append(Frame(len(self.log), events, self.table))
        return frames

    def position(self, frame: int) -> State:
        """Return the position after a frame; 0 is the deal."""
        if not 0 <= frame <= len(self.steps):
            raise IndexError(frame)
        return self.session.at(self.steps[frame - 1] if frame else 0)


def visible_move(state: State, action: int, viewer: Viewer) -> Move | None:
    """Return a move as a viewer sees it; None if it is not noticed."""
    if viewer == "all":
        return state.move(action)
    if viewer != "public":
        return seen_move(state, action, viewer)
    hidden = state.hides(action)
    if hidden == SEEN:
        return state.move(action)
    return None if hidden == UNNOTICED else hidden_move(state.seat)


def happened(session: Session, before: dict[str, Any], move: Move, after: dict[str, Any]) -> list[Event]:
    """Return the events that a viewer observed. If the game does not support a viewer without a seat, there are none."""
    if before.get("observer") is not None or "rng" in before:
        return session.game.happened(before, move, after)
    try:
        return session.game.happened(before, move, after)
    except (KeyError, TypeError, IndexError, ValueError, AttributeError, StopIteration):
        return []


def description(state: State, viewer: Viewer) -> dict[str, Any]:
    """Return the table as a viewer sees it."""
    if viewer == "all":
        return state.describe(None)
    if viewer == "public":
        return public(state)
    return state.describe(viewer)


def public(state: State) -> dict[str, Any]:
    """Return what all seats see alike."""
    return common([state.describe(seat) for seat in range(state.game.seats)])


def common(views: Sequence[Any]) -> Any:
    """Return what several descriptions agree on; None where they differ."""
    first = views[0]
    if all(view == first for view in views[1:]):
        return first
    if all(isinstance(view, dict) for view in views):
        return {name: common([view[name] for view in views]) for name in first if all(name in view for view in views)}
    if all(isinstance(view, list) for view in views):
        if all(len(view) == len(first) for view in views):
            return [common([view[place] for view in views]) for place in range(len(first))]
        others = [[json.dumps(item, sort_keys=True) for item in view] for view in views[1:]]
        return [item for item in first if all(json.dumps(item, sort_keys=True) in other for other in others)]
    return None
