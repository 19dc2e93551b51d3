"""Principal variation: the most visited children after an action, in the world of the searcher's view."""

from __future__ import annotations

import numpy as np

from tapete.core.definition import SEEN, UNNOTICED
from tapete.core.loops import native
from tapete.kernel import GameState, i4, i8, kernel
from tapete.kernel.contract import ACTIONS, MEMORY, call_apply, call_legal, copy_state, rows_in
from tapete.search.simulate import finished
from tapete.search.tree import edge, find_child, shown_as, what_shows
from tapete.search.workspace import HIDDEN_ACTION, Node, Search, Workspace

LONGEST = 8


@kernel
def follow(memory: MEMORY, first: i8, out: ACTIONS) -> i8:
    """Write a line of actions that begins with `first`; return its length. It is playable in one world."""
    search = rows_in(memory, 0, Search)[0]
    nodes = rows_in(memory, search.nodes_at, Node)
    actions = rows_in(memory, search.actions_at, i4)
    world = rows_in(memory, search.world_at, GameState)[0]
    copy_state(search.rules, world, rows_in(memory, search.root_at, GameState)[0])
    node, action, count = search.root, first, 0
    while count < len(out):
        out[count] = action
        count += 1
        base = edge(node, i8(world.seat), 0)
        hidden = what_shows(search, world, action)
        if hidden == SEEN:
            node = find_child(search, base | shown_as(search, world, action), memory)
        elif hidden != UNNOTICED:
            node = find_child(search, base | HIDDEN_ACTION, memory)
        call_apply(search.rules, world, action)
        n = i8(0)
        while not finished(search, world):
            n = call_legal(search.rules, world, actions)
            if n > 1:
                break
            call_apply(search.rules, world, i8(actions[0]))
        if node < 0 or finished(search, world):
            break
        most = i8(0)
        for i in range(n):
            key = edge(node, i8(world.seat), shown_as(search, world, i8(actions[i])))
            child = find_child(search, key, memory)
            if child >= 0 and i8(nodes[child].visits) > most:
                most = i8(nodes[child].visits)
                action = i8(actions[i])
        if most == 0:
            break
    return count


def expected_line(space: Workspace, action: int) -> tuple[int, ...]:
    """Return the principal variation that begins with an action; forced moves are left out."""
    out = np.zeros(LONGEST, dtype=np.int32)
    return tuple(out[: native(follow)(space.memory, action, out)].tolist())
