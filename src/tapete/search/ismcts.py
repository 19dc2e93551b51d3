"""Single-observer information-set MCTS (Cowling, Powley, Whitehouse 2012) for any number of seats.

Every iteration samples a world that the searcher holds possible and walks one tree, shared by all worlds, through the actions
that are legal in it. A choice that the searcher does not see leads to one node whatever it was.
"""

from tapete.contract import MEMORY, NUMBERS, rows_in
from tapete.kernel import ANY_STATE, kernel
from tapete.search.agent import search_kind
from tapete.search.driver import search_kernel
from tapete.search.simulate import fresh_world, measure, play_out
from tapete.search.tree import back_up, descend, plant
from tapete.search.workspace import Search


@kernel
def iterate(search: Search, params: NUMBERS, memory: MEMORY):
    world = rows_in(memory, search.world_at, ANY_STATE)[0]
    fresh_world(search, world, memory)
    descend(search, world, memory)
    play_out(search, world, memory)
    measure(search, world, params, memory)
    back_up(search, memory)


ISMCTS = search_kernel("ismcts", plant, iterate)

KINDS = (search_kind("ismcts", "information-set Monte Carlo tree search: a fresh world each iteration", ISMCTS),)
