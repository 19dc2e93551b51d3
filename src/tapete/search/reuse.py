"""Tree reuse: keep the subtree that was played into for the next decision of the same game."""

from __future__ import annotations

import numpy as np

from tapete.core.loops import native
from tapete.core.state import View
from tapete.kernel import Array, f8, i4, i8, kernel
from tapete.kernel.contract import MEMORY, rows_in
from tapete.search.tree import add_child
from tapete.search.workspace import HIDDEN_ACTION, PARENT_SHIFT, SEAT_SHIFT, Node, Search, Workspace


@kernel
def keep_subtree(memory: MEMORY, root: i8, moved: Array[i4]) -> None:
    """Make a node the root and drop the nodes outside its subtree.

    A child's number is larger than its parent's, so the nodes move down in order.
    """
    search = rows_in(memory, 0, Search)[0]
    nodes = rows_in(memory, search.nodes_at, Node)
    used = search.nodes
    search.nodes = 0
    for node in range(root, used):
        parent = nodes[node].key >> PARENT_SHIFT
        moved[node] = -1
        if node != root and (parent < root or moved[parent] < 0):
            continue
        value, visits, available = nodes[node].value, nodes[node].visits, nodes[node].available
        prior = nodes[node].prior
        square = rows_in(memory, search.squares_at, f8)[node] if search.squares_at else 0.0
        rest = nodes[node].key & ((1 << PARENT_SHIFT) - 1)
        if node == root:
            new = 0
            nodes[0].slot = -1
            nodes[0].key = search.observer << SEAT_SHIFT
            search.nodes = 1
        else:
            new = add_child(search, (i8(moved[parent]) << PARENT_SHIFT) | rest, memory)
        moved[node] = new
        nodes[new].value = value
        nodes[new].visits = visits
        nodes[new].available = available
        nodes[new].prior = prior
        if search.squares_at:
            rows_in(memory, search.squares_at, f8)[new] = square
    search.root = 0


class Memory:
    """Last decision of an agent: the history and the seat it was made from."""

    def __init__(self) -> None:
        self.history: list[tuple[int, int | None]] | None = None
        self.seat = -1

    def forget(self) -> None:
        self.history = None

    def remember(self, view: View) -> None:
        self.history, self.seat = view.history, view.seat

    def go_on(self, space: Workspace, view: View) -> bool:
        """Re-root a tree at the view, if the game has continued from this seat's last decision along its edges."""
        before, now = self.history, view.history
        if before is None or view.seat != self.seat or len(now) <= len(before) or now[: len(before)] != before:
            return False
        keys = space.nodes()["key"]
        node = int(space.header["root"])
        for seat, action in now[len(before) :]:
            if seat != view.seat and view.game.has("seen"):
                return False  # a history holds others' actions as chosen, a tree as seen
            base = (node << PARENT_SHIFT) | (seat << SEAT_SHIFT)
            below = keys[node + 1 :]
            if not ((below >> SEAT_SHIFT) == (base >> SEAT_SHIFT)).any():
                continue  # a forced move, which has no node
            found = np.flatnonzero(below == base | (HIDDEN_ACTION if action is None else action))
            if len(found) == 0:
                return False
            node += 1 + int(found[0])
        if node == int(space.header["root"]):
            return False
        space.header["observer"] = view.seat
        native(keep_subtree)(space.memory, node, np.empty(len(keys), dtype=np.int32))
        return True
