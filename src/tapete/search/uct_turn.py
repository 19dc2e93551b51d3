"""UCT within the searcher's own turn, whose end is evaluated (the Hearthstone thesis's "MCTS2").

Each iteration adds one untried action, plays the rest of the turn at random and evaluates it; the action with the best
mean is played. It is `ismcts` (selection: `tree.py`) with a tree and rollouts that end with the turn.
"""

from dataclasses import replace

from tapete.search import settings as vocabulary
from tapete.search.agent import search_kind
from tapete.search.ismcts import ISMCTS

OPTIONS = tuple(
    replace(option, default={"reward": "evaluation", "final": "max"}.get(option.name, option.default))
    for option in (*vocabulary.ALL, vocabulary.CLAIRVOYANT)
    if option is not vocabulary.GUIDE  # the search ends with the turn, a guide looks further
)

KINDS = (
    search_kind(
        "uct-turn",
        "UCT within the own turn, whose end is evaluated",
        ISMCTS,
        options=OPTIONS,
        plays=vocabulary.can_evaluate,
        words=lambda game, options: {"own_turn": 1},
    ),
)
