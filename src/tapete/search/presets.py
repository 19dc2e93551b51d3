"""Published settings under their own names, for games that have the evaluation they were published with."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from tapete.core.bots import AgentFactory
from tapete.search import flat, frontier, uct_turn


def preset(name: str, what: str, kind: AgentFactory, evaluation: str, **values: Any) -> AgentFactory:
    """Return a kind with other defaults, for games that have an evaluation of that name."""
    values["eval"] = evaluation
    options = tuple(
        replace(option, default=option.value(values[option.name])) if option.name in values else option
        for option in kind.options
    )
    return replace(
        kind, name=name, what=what, options=options, plays=lambda game: evaluation in game.definition.evaluations
    )


KINDS = (
    preset(
        "simtree",
        "the Hearthstone thesis's SimTree (Simulation Tree Agent): flat:share=0.75,normalise=0,eval=utility; `share` is its "
        "EXPLORATION_RATE",
        flat.KINDS[0],
        "utility",
        share=0.75,
        normalise=False,
    ),
    preset(
        "mcts1",
        "the Hearthstone thesis's MCTS1: frontier:normalise=0,c=2.4,eval=utility; `c` is its C",
        frontier.KINDS[0],
        "utility",
        c=2.4,
        normalise=False,
    ),
    preset(
        "mcts2",
        "the Hearthstone thesis's MCTS2: uct-turn:normalise=0,c=3,eval=utility,final=max; `c` is its C",
        uct_turn.KINDS[0],
        "utility",
        c=3.0,
        normalise=False,
        final="max",
    ),
)
