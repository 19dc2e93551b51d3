"""Why this move? Each legal action of a position with its visits, its value and the line that the search expects."""

from __future__ import annotations

from typing import Any

import numpy as np

from tapete.agents.registry import make_agent
from tapete.agents.seated import Seated
from tapete.errors import BadOption
from tapete.game import State, View
from tapete.search.agent import SearchAgent
from tapete.search.workspace import ACTION_MASK, HIDDEN_ACTION, PARENT_SHIFT, SEAT_MASK, SEAT_SHIFT, Workspace

LINE = 8  # actions of an expected line
ASKED_LINE = 4  # where the line is found by asking the agent again
WORLDS = 64  # in which lines of a tree must be possible


def analyse(state: State, spec: str, *, seat: int | None = None, seed: int = 0) -> dict[str, Any]:
    """What an agent thinks of a position, as plain data.

    `actions` lists every legal action, the one that would be played first: `visits` (0 where the position is solved), `value`
    (in the search's own terms: a mean reward in [0, 1] unless it works with raw values; the exact value where `solved`), `line`
    (what the search expects to follow, the action itself first).
    """
    game = state.game
    if state.over:
        raise BadOption("the game is over: there is nothing to analyse")
    seated = make_agent(spec, game)
    agent = seated.agent
    if not isinstance(agent, SearchAgent):
        raise BadOption(f"agent {seated.name!r} does not search, so it has nothing to tell about a position")
    observer = state.seat if seat is None else seat
    if observer != state.seat:
        raise BadOption(f"it is seat {state.seat} that decides here, not {observer}")
    view = seated.view(state, seed)
    legal = view.legal()
    seated.begin(game, observer)
    seated.reset(seed)
    chosen = agent.search(view, legal) if len(legal) > 1 else 0
    iterations = agent.last_iterations if len(legal) > 1 else 0
    solved = len(legal) > 1 and bool(agent.space.header["solved"])
    rows = _rows(seated, view, legal)
    rows.sort(key=lambda row: (row["action"] != legal[chosen], -row["visits"], -(row["value"] or 0.0)))
    return {
        "game": game.name,
        "agent": seated.spec,
        "seat": observer,
        "turn": state.turn,
        "clairvoyant": agent.clairvoyant,
        "iterations": iterations,
        "solved": solved,
        "chosen": legal[chosen],
        "actions": rows,
    }


def _rows(seated: Seated, view: View, legal: list[int]) -> list[dict[str, Any]]:
    if len(legal) == 1:
        return [_row(view, legal[0], 0, None, [])]
    agent = seated.agent
    space = agent.space
    visits, values, _ = (list(part) for part in space.totals())
    solved = bool(space.header["solved"])
    known = [None if not solved and visits[i] == 0 else values[i] / max(1.0, visits[i]) for i in range(len(legal))]
    lines = [
        _asked_line(seated, view, action) if solved or agent.nodes == 0 else _tree_line(space, view, action)
        for action in legal
    ]
    return [_row(view, action, int(visits[i]), known[i], lines[i]) for i, action in enumerate(legal)]


def _row(view: View, action: int, visits: int, value: float | None, line: list[dict[str, Any]]) -> dict[str, Any]:
    return {
        "action": action,
        "text": view.action_text(action),
        "visits": visits,
        "value": None if value is None else float(value),
        "line": line or [_step(view.state, action)],
    }


def _step(world: State, action: int) -> dict[str, Any]:
    return {"seat": world.seat, "action": action, "text": world.action_text(action)}


def _tree_line(space: Workspace, view: View, action: int) -> list[dict[str, Any]]:
    """From an action down the most visited children that fit at least one world that the searcher holds possible."""
    nodes = space.nodes()
    keys, visits = nodes["key"].copy(), nodes["visits"]
    keys[0] = -1  # the root is nobody's child
    parents = keys >> PARENT_SHIFT
    root = int(space.header["root"])
    worlds = [view.state.clone(), *(view.sample(k) for k in range(1, WORLDS))]
    candidates = np.flatnonzero(keys == ((root << PARENT_SHIFT) | (view.seat << SEAT_SHIFT) | action))
    line: list[dict[str, Any]] = []
    while len(line) < LINE:
        for world in worlds:
            play_forced_moves(world)
        followed = None
        for node in candidates[np.argsort(-visits[candidates], kind="stable")]:
            seat, step = (int(keys[node]) >> SEAT_SHIFT) & SEAT_MASK, int(keys[node]) & ACTION_MASK
            fitting = [world for world in worlds if not world.over and world.seat == seat and step in world.legal()]
            if step != HIDDEN_ACTION and fitting:
                followed = int(node)
                break
        if followed is None:
            break
        line.append(_step(fitting[0], step))
        unseen = np.flatnonzero(
            keys == ((int(parents[followed]) << PARENT_SHIFT) | (seat << SEAT_SHIFT) | HIDDEN_ACTION)
        )
        hidden = len(unseen) > 0 and seat != view.seat
        candidates = np.flatnonzero(parents == (int(unseen[0]) if hidden else followed))
        for world in fitting:
            world.apply(step)
        worlds = fitting
    return line


def play_forced_moves(world: State) -> None:
    """Forced moves have no node in a tree."""
    while not world.over:
        legal = world.legal()
        if len(legal) > 1:
            return
        world.apply(legal[0])


def _asked_line(seated: Seated, view: View, action: int) -> list[dict[str, Any]]:
    """From an action on, what the same agent would do at every seat, in the view's own world."""
    agent = seated.agent
    world = view.state.clone()
    line = [_step(world, action)]
    world.apply(action)
    kept = agent.space.memory.copy()
    while not world.over and len(line) < ASKED_LINE:
        step = agent.act(seated.view(world, len(line)))
        line.append(_step(world, step))
        world.apply(step)
    agent.space.memory[:] = kept
    return line
