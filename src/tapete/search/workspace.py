"""Memory layout of a search: one int64 array that starts with a `Search` record, followed by states and nodes.

The array is the `memory` of a native policy, so the same search runs from Python and in the native match loop. Nothing
is allocated while a search runs. `Search` holds what searches share; a record at `search.own_at` holds what only one
search needs.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from tapete.core.game import Game
from tapete.kernel import Array, Record, f4, f8, i4, i8, shape, u8
from tapete.kernel.contract import TABLE_LENGTH

WIN, POINTS, EVALUATION = range(3)  # reward
ROBUST, MAX, MAX_ROBUST, SECURE = range(4)  # final
SUMS, VOTES = range(2)  # combine
NEVER, AT_THE_ROOT, IN_THE_TREE = range(3)  # exact
WHOLE, BEGIN, GROW, GATHER, CHOOSE, TO_LEAF, RESUME = range(7)  # command
UCB1, UCB1_ANY, UCB1_TUNED, PUCT = range(4)  # select; UCB1_ANY: where children may not have been visited yet
KEPT, FRESH, DRAWN = range(3)  # priors
UNDECIDED = -1
MAX_DEPTH = 512  # levels of a tree; positions below are rolled out
NO_LIMIT = 1 << 40


class Search(Record):
    """Header shared by all searches: options, offsets in the memory, and the state of the current search."""

    rng: u8  # first, so that `draw(search)` and `below(search, n)` use it
    rules: Array[i8] = shape(TABLE_LENGTH)  # addresses of the game's functions
    # Options.
    iterations: i8
    trees: i8
    c: f8
    widen: f8  # a node has at most this times the square root of its visits children; 0: no limit
    reward: i8
    final: i8
    combine: i8
    exact: i8
    objective: i8  # of `solve`: 0 win first, 1 points
    own_turn: i8  # whether tree and rollouts end with the searcher's turn
    own_view: i8  # whether positions are evaluated for the searcher alone; others share the rest
    true_state: i8  # whether the searcher is clairvoyant: no determinization
    seats: i8
    hides: i8  # whether others make choices that the searcher does not see
    seen: i8  # whether the searcher sees others' actions under ids of their own
    own_legal: i8  # whether the search leaves out some of the legal actions
    rates_moves: i8  # whether the evaluation compares with the root position
    evaluates: i8  # whether there is an evaluation
    clamp: i8
    points_low: f8
    points_scale: f8
    evaluation_low: f8
    evaluation_scale: f8
    rollout: i8  # address of a policy; 0: random
    beyond: i8  # ids below it may be played although they are not listed; 0: the game accepts none
    rollout_depth: i8
    epsilon: f8  # share of random moves in rollouts by a policy
    select: i8
    guide: i8  # address of a kernel that gives priors and values; 0: none
    net: i8  # address of the guide's network
    guide_values: i8  # whether its values replace rollouts
    priors: i8  # KEPT, FRESH or DRAWN
    turned: i8  # whether it sees positions under one of the game's symmetries
    # Offsets, in words.
    own_at: i8  # the search's own record
    own: i8  # its words
    root_at: i8  # the view that is searched
    base_at: i8  # the world of a tree, for searches with one world per tree
    world_at: i8  # the world of one iteration
    actions_at: i8
    children_at: i8
    priors_at: i8
    legal_at: i8  # legal actions at the root
    totals_at: i8  # visits, values and votes of the root's actions, summed over the trees
    rewards_at: i8
    solved_at: i8
    path_at: i8
    policy_params_at: i8
    policy_params: i8
    policy_memory_at: i8  # one part for each seat
    policy_memory: i8
    table_at: i8  # hash table from (node, seat, action) to the child
    table_shift: i8
    table_mask: i8
    nodes_at: i8
    squares_at: i8  # sums of squared rewards by node; 0: not needed
    capacity: i8  # nodes there is room for
    states_at: i8  # states kept by searches that need more than one
    state_words: i8
    state_rows: i8
    # Current search.
    command: i8
    quota: i8  # iterations to make now
    tree: i8
    seed: u8  # the view's, from which every tree's generator starts
    observer: i8
    turn: i8
    legal: i8  # how many actions the root has
    root: i8  # the node of the view
    nodes: i8  # nodes in use
    depth: i8  # nodes on the path of this iteration
    done: i8  # iterations made in this tree
    spent: i8  # iterations made for this decision
    leaf: i8  # the node that this iteration has reached
    choices: i8  # actions listed there
    needs_guide: i8  # the guide is to be called for that leaf
    guided: i8  # it has been called: priors and rewards hold its answer
    solved: i8  # the game has solved the view; the totals hold its values
    finished: i8  # nothing is left to search
    kept: i8  # whether the tree of the last decision is reused
    time_used: f8  # share of the time budget that is used


class Node(Record):
    """Node of a search tree."""

    key: i8  # parent, seat that chose, action
    value: f8  # sum of that seat's rewards
    visits: i4
    available: i4  # visits to the parent in which the action was legal
    slot: i4  # its place in the hash table
    prior: f4  # the guide's probability of the action among its siblings


HEADER_WORDS = Search.size // 8
SEAT_SHIFT, PARENT_SHIFT = 24, 32
ACTION_MASK = (1 << SEAT_SHIFT) - 1
SEAT_MASK = (1 << (PARENT_SHIFT - SEAT_SHIFT)) - 1
HIDDEN_ACTION = ACTION_MASK  # another seat's choice that the searcher does not see
SMALLEST_TABLE_BITS = 4


class Workspace:
    """Memory of one search, laid out for a game and a number of nodes."""

    def __init__(
        self,
        game: Game,
        *,
        nodes: int,
        states: int = 0,
        policy_params: np.ndarray | None = None,
        policy_memory: int = 0,
        frames: int = 0,
        own: type[Record] | None = None,
        squares: bool = False,
    ) -> None:
        definition = game.definition
        state_words = -(-game.state_bytes // 8)
        most = definition.max_legal
        bits = max(SMALLEST_TABLE_BITS, (2 * nodes - 1).bit_length())
        params = np.zeros(0) if policy_params is None else policy_params
        sizes = {
            "policy_params_at": len(
                params
            ),  # right after the header and followed by `own`, so that all are copied in one piece
            "own_at": 0 if own is None else own.size // 8,
            "root_at": state_words,
            "base_at": state_words,
            "world_at": state_words,
            "actions_at": (most + 1) // 2,
            "children_at": (most + 1) // 2,
            "priors_at": most,
            "legal_at": (most + 1) // 2,
            "totals_at": 3 * most,
            "rewards_at": game.seats,
            "solved_at": most,
            "path_at": MAX_DEPTH,
            "policy_memory_at": policy_memory * game.seats,
            "table_at": (1 << bits) // 2 if nodes else 0,
            "nodes_at": nodes * Node.size // 8,
            "states_at": states * state_words + frames,
        } | ({"squares_at": nodes} if squares else {})
        self.words = HEADER_WORDS + sum(sizes.values())
        self.memory = np.empty(self.words, dtype=np.int64)  # pages that are never used are never touched
        self.memory[:HEADER_WORDS] = 0
        self.header = self.memory[:HEADER_WORDS].view(Search.dtype)[0]
        at = HEADER_WORDS
        for name, size in sizes.items():
            self.header[name] = at
            at += size
        self.memory[HEADER_WORDS : HEADER_WORDS + len(params)].view(np.float64)[:] = params
        first, last = int(self.header["own_at"]), int(self.header["own_at"]) + sizes["own_at"]
        self.memory[first:last] = 0
        self.own: Any = self.memory[first:last].view(own.dtype)[0] if own is not None else None
        self.set(
            own=sizes["own_at"],
            policy_params=len(params),
            policy_memory=policy_memory,
            table_shift=64 - bits,
            table_mask=(1 << bits) - 1,
            capacity=nodes,
            state_words=state_words,
            state_rows=states,
            seats=game.seats,
        )

    def set(self, **values: Any) -> None:
        """Set words of the header by name."""
        for name, value in values.items():
            self.header[name] = value

    def set_own(self, values: Mapping[str, Any]) -> None:
        """Set words of the search's own record by name."""
        for name, value in values.items():
            self.own[name] = value

    def initial(self) -> np.ndarray:
        """Return the words of a fresh memory from word 1 on: settings, addresses, offsets."""
        return self.memory[1 : int(self.header["own_at"]) + int(self.header["own"])].copy()

    def nodes(self) -> np.ndarray:
        """Return the nodes in use, as a structured array."""
        at = int(self.header["nodes_at"])
        count = int(self.header["nodes"])
        return self.memory[at : at + count * Node.size // 8].view(Node.dtype)

    def totals(self) -> np.ndarray:
        """Return visits, values and votes of the root's actions, summed over the trees."""
        at, n = int(self.header["totals_at"]), int(self.header["legal"])
        return self.memory[at : at + 3 * n].view(np.float64).reshape(3, n)

    def legal(self) -> list[int]:
        at = int(self.header["legal_at"])
        n = int(self.header["legal"])
        return self.memory[at : at + (n + 1) // 2].view(np.int32)[:n].tolist()
