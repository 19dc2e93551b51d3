"""MCTS of the Briscas thesis, with its faults: UCT on the true state, in which every seat helps the searcher.

The root player's raw reward (the point difference with two players, else its points) is backed up and maximised at all
levels, the other seats' decisions included.
"""

from dataclasses import replace

from tapete.kernel import GameState, f8, kernel
from tapete.kernel.contract import MEMORY, NUMBERS, rows_in
from tapete.search import settings as vocabulary
from tapete.search.agent import search_kind
from tapete.search.driver import search_kernel
from tapete.search.ismcts import walk
from tapete.search.simulate import measure, play_out
from tapete.search.tree import back_up, plant
from tapete.search.workspace import POINTS, Search


@kernel
def leaf(search: Search, params: NUMBERS, memory: MEMORY) -> None:
    """Roll out and back up the searcher's reward as the reward of every seat."""
    world = rows_in(memory, search.world_at, GameState)[0]
    play_out(search, world, memory)
    measure(search, world, params, memory)
    rewards = rows_in(memory, search.rewards_at, f8)
    reward = rewards[search.observer]
    if search.seats == 2:
        reward -= rewards[1 - search.observer]
    for seat in range(search.seats):
        rewards[seat] = reward
    back_up(search, memory)


KINDS = (
    search_kind(
        "thesis-mcts",
        "the Briscas thesis's search: the true state, and opponents who help (for studies)",
        search_kernel("thesis-mcts", plant, walk, leaf),
        options=(*vocabulary.BUDGET, replace(vocabulary.C, default=1.4), vocabulary.FINAL),
        sees_all=True,
        words=lambda game, options: {
            "reward": POINTS,
            "clamp": 0,
            "points_low": 0.0,
            "points_scale": 1.0,
        },
        facts=lambda game, options: {"clairvoyant": True},
    ),
)
