"""PIMC: perfect-information Monte Carlo (Ginsberg 2001), one UCT tree per determinization.

Each sampled world is searched as if it were known. Chance that is not settled in a world (dice, but not the order of a
deck) is drawn again in every iteration.
"""

from tapete.kernel import GameState, boolean, draw, kernel
from tapete.kernel.contract import MEMORY, NUMBERS, copy_state, rows_in
from tapete.options import Option
from tapete.search import settings as vocabulary
from tapete.search.agent import search_kind
from tapete.search.driver import search_kernel
from tapete.search.puct import evaluate_leaf, go_down
from tapete.search.simulate import fresh_world
from tapete.search.tree import plant
from tapete.search.workspace import Search

COMBINES = ("sums", "votes")
COMBINE = Option("combine", "sums", "the worlds' visits are summed, or each votes for its favourite", choices=COMBINES)
PIMC_WORLDS = Option("worlds", 10, "sampled worlds, each with a tree of its own (times `trees`)", low=1, high=1024)


@kernel
def start(search: Search, params: NUMBERS, memory: MEMORY) -> None:
    """Sample the world of this tree."""
    fresh_world(search, rows_in(memory, search.base_at, GameState)[0], memory)
    plant(search, params, memory)


@kernel
def walk(search: Search, params: NUMBERS, memory: MEMORY) -> boolean:
    """Walk down the tree in its world, with new chance events."""
    world = rows_in(memory, search.world_at, GameState)[0]
    copy_state(search.rules, world, rows_in(memory, search.base_at, GameState)[0])
    world.rng = draw(search)
    go_down(search, world, memory)
    return True


KINDS = (
    search_kind(
        "pimc",
        "perfect-information Monte Carlo: one tree for each of some sampled worlds",
        search_kernel("pimc", start, walk, evaluate_leaf),
        options=(PIMC_WORLDS, COMBINE, *(option for option in vocabulary.ALL if option is not vocabulary.REUSE)),
        sees_all=True,
        words=lambda game, options: {"combine": COMBINE.code(options["combine"])},
        facts=lambda game, options: {"trees": options["worlds"] * options["trees"]},
    ),
)
