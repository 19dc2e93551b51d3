"""UCT inside the own turn (the Hearthstone thesis's "MCTS2"): what the others do later is left to the evaluation.

One untried action is added per iteration, the rest of the turn is played at random and evaluated, and the action with the best
mean is played. It is `ismcts` whose tree and play-outs end with the turn.
"""

from dataclasses import replace

from tapete.search import settings as vocabulary
from tapete.search.agent import search_kind
from tapete.search.ismcts import ISMCTS

OPTIONS = tuple(
    replace(option, default={"reward": "evaluation", "final": "max"}.get(option.name, option.default))
    for option in (*vocabulary.ALL, vocabulary.CLAIRVOYANT)
    if option is not vocabulary.GUIDE  # it ends with the turn, and a guide looks further
)

KINDS = (
    search_kind(
        "uct-turn",
        "UCT inside the own turn, whose end is evaluated",
        ISMCTS,
        options=OPTIONS,
        plays=vocabulary.can_evaluate,
        words=lambda game, options: {"own_turn": 1},
    ),
)
