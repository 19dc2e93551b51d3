"""ISMCTS: single-observer information-set Monte Carlo tree search (Cowling, Powley, Whitehouse 2012).

Every iteration samples a determinization (a world that is possible for the searcher) and walks one tree, shared by all
worlds, along the actions that are legal in it. Choices that the searcher does not see share one node. Any number of
seats.
"""

from tapete.kernel import GameState, boolean, kernel
from tapete.kernel.contract import MEMORY, NUMBERS, rows_in
from tapete.search.agent import search_kind
from tapete.search.driver import search_kernel
from tapete.search.puct import evaluate_leaf, go_down
from tapete.search.simulate import fresh_world
from tapete.search.tree import plant
from tapete.search.workspace import Search


@kernel
def walk(search: Search, params: NUMBERS, memory: MEMORY) -> boolean:
    """Sample a world and walk down the tree in it."""
    world = rows_in(memory, search.world_at, GameState)[0]
    fresh_world(search, world, memory)
    go_down(search, world, memory)
    return True


ISMCTS = search_kernel("ismcts", plant, walk, evaluate_leaf)

KINDS = (search_kind("ismcts", "information-set Monte Carlo tree search: a fresh world each iteration", ISMCTS),)
