"""Where a search keeps everything: one int64 array that starts with a `Search` record, followed by states and nodes.

The array is the `memory` of a native policy, so the same search runs from Python and inside the native match loop. Nothing
is allocated while a search runs. `Search` holds what searches share; what one search alone needs is a record of its own, found
at `search.own_at`.
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
WHOLE, BEGIN, GROW, GATHER, CHOOSE, ASK, TELL = range(7)  # command
UCB1, UCB1_ANY, UCB1_TUNED, PUCT = range(4)  # select; the second where children may not have been visited yet
KEPT, FRESH, DRAWN = range(3)  # priors
UNDECIDED = -1
MAX_DEPTH = 512  # levels of a tree; what lies deeper is played out
NO_LIMIT = 1 << 40


class Search(Record):
    """What all searches share: options, places in the memory, and the search under way."""

    rng: u8  # first, so that `draw(search)` and `below(search, n)` use it
    rules: Array[i8] = shape(TABLE_LENGTH)  # addresses of the game's functions
    # What the options say.
    iterations: i8
    trees: i8
    c: f8
    widen: f8  # at most this times the root of a node's visits children; 0: no limit
    reward: i8
    final: i8
    combine: i8
    exact: i8
    objective: i8  # of `solve`: 0 win first, 1 points
    own_turn: i8  # whether tree and play-outs end with the searcher's turn
    own_view: i8  # whether positions are evaluated for the searcher alone; others share the rest
    true_state: i8  # whether the searcher is clairvoyant: nothing is determinised
    seats: i8
    hides: i8  # whether others make choices that the searcher does not see
    seen: i8  # whether the searcher sees others' actions under ids of their own
    own_legal: i8  # whether the search leaves out some of the legal actions
    rates_moves: i8  # whether the evaluation compares with the position searched from
    evaluates: i8  # whether there is an evaluation
    clamp: i8
    points_low: f8
    points_scale: f8
    evaluation_low: f8
    evaluation_scale: f8
    rollout: i8  # address of a policy; 0: random
    beyond: i8  # ids below it may be played out although they are not listed; 0: the game takes none
    rollout_depth: i8
    epsilon: f8  # share of random moves in play-outs by a policy
    select: i8
    guide: i8  # address of what gives priors and values; 0: nothing
    net: i8  # what the guide goes by
    guide_values: i8  # whether its values stand for play-outs
    priors: i8  # KEPT, FRESH or DRAWN
    turned: i8  # whether it is asked about positions under one of the game's symmetries
    # Where things are, in words.
    own_at: i8  # the record of this one search
    own: i8  # its words
    root_at: i8  # the view that is searched
    base_at: i8  # the world of one tree, where a tree keeps to one
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
    squares_at: i8  # sums of squared rewards by node; 0: nobody needs them
    capacity: i8  # nodes there is room for
    states_at: i8  # states kept by searches that need more than one
    state_words: i8
    state_rows: i8
    # The search under way.
    command: i8
    quota: i8  # iterations to make now
    tree: i8
    seed: u8  # the view's, from which every tree's generator starts
    observer: i8
    turn: i8
    legal: i8  # how many actions the root has
    root: i8  # the node that stands for the view
    nodes: i8  # nodes in use
    depth: i8  # nodes on the path of this iteration
    done: i8  # iterations made in this tree
    spent: i8  # iterations made for this decision
    leaf: i8  # the node that this iteration has come to
    choices: i8  # actions listed there
    asking: i8  # the guide is to be asked about that leaf
    told: i8  # it has been: priors and rewards hold its answer
    solved: i8  # the game has solved the view; the totals hold its values
    finished: i8  # nothing is left to search
    kept: i8  # whether the tree goes on from the last decision's
    time_used: f8  # share of a budget of time that is gone


class Node(Record):
    """A node of a search tree."""

    key: i8  # parent, seat that chose, action
    value: f8  # sum of that seat's rewards
    visits: i4
    available: i4  # visits to the parent in which the action was legal
    slot: i4  # its place in the hash table
    prior: f4  # how likely a guide thinks the action, against its siblings


HEADER_WORDS = Search.size // 8
SEAT_SHIFT, PARENT_SHIFT = 24, 32
ACTION_MASK = (1 << SEAT_SHIFT) - 1
SEAT_MASK = (1 << (PARENT_SHIFT - SEAT_SHIFT)) - 1
HIDDEN_ACTION = ACTION_MASK  # a choice of another seat that the searcher does not see
SMALLEST_TABLE_BITS = 4


class Workspace:
    """The memory of one search, laid out for a game and a number of nodes."""

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
            ),  # right after the header, and then `own`, so that all are copied in one piece
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
        """What a fresh memory must be given from word 1 on: settings, addresses, places."""
        return self.memory[1 : int(self.header["own_at"]) + int(self.header["own"])].copy()

    def nodes(self) -> np.ndarray:
        """The nodes in use, as a structured array."""
        at = int(self.header["nodes_at"])
        count = int(self.header["nodes"])
        return self.memory[at : at + count * Node.size // 8].view(Node.dtype)

    def totals(self) -> np.ndarray:
        """Visits, values and votes of the root's actions, summed over the trees."""
        at, n = int(self.header["totals_at"]), int(self.header["legal"])
        return self.memory[at : at + 3 * n].view(np.float64).reshape(3, n)

    def legal(self) -> list[int]:
        at = int(self.header["legal_at"])
        n = int(self.header["legal"])
        return self.memory[at : at + (n + 1) // 2].view(np.int32)[:n].tolist()
