"""Love Letter for two to four players: the worked example of the documentation, a small game about hidden information.

`tapete check examples/love_letter`, `tapete play examples/love_letter --against courtier`.
"""

from tapete.core.definition import BotSpec, Definition, Encoder, Evaluation
from tapete.options import Option

from . import bots, knowledge, rules
from .presentation import PRESENTATION
from .state import ACTION_COUNT, MAX_LEGAL, State

DEFINITION = Definition(
    name="love_letter",
    title="Love Letter",
    summary="deduce the hands of the others before they deduce yours",
    state=State,
    kernels={
        "deal": rules.deal,
        "legal": rules.legal,
        "apply": rules.apply,
        "returns": rules.returns,
        "points": rules.points,
        "determinize": knowledge.determinize,
    },
    options=(
        Option("players", 2, "players", low=2, high=4),
        Option("goal", 0, "tokens to win; 0: seven, five or four for two, three or four players", low=0, high=13),
    ),
    seats=lambda options: options["players"],
    actions=ACTION_COUNT,
    max_legal=MAX_LEGAL,
    max_decisions=1000,
    points_span=(0.0, 13.0),
    presentation=PRESENTATION,
    bots={
        "courtier": BotSpec(
            bots.courtier,
            "names the likeliest card, compares hands when it would probably win, keeps what is worth most",
            (Option("leader", 1, "how much it prefers to attack the player with most tokens", low=0, high=10),),
            public=True,
        )
    },
    evaluations={
        "plain": Evaluation(
            bots.evaluate,
            {"tokens": 1.0, "left": 0.3, "hand": 0.1, "seen": 0.1, "seen_by": 0.1},
            scale=(-1.5, 1.5),
            what="tokens, then the players left in the round, the own hand and what is known",
        )
    },
    encoders={
        "plain": Encoder(bots.observe, bots.FEATURE_COUNT, "own cards, unseen cards, what is known of every seat")
    },
    levels={
        "easy": "greedy",
        "normal": "courtier",
        "hard": "ismcts:iterations=1000,rollout=courtier,reward=evaluation,rollout_depth=4",
        "best": "ismcts:iterations=10000,rollout=courtier,reward=evaluation,rollout_depth=4",
    },
)
