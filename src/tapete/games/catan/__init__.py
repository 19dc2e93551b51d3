"""Catan: the base game for two to four players, with trade. Rules: docs/rules/catan.md."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tapete.core.definition import BotSpec, Definition, Encoder, Evaluation, Variant, Weights
from tapete.games.catan import (
    bots,
    determinize,
    encoders,
    evaluations,
    from_deal,
    lookahead,
    moves,
    neural,
    rules,
    settler,
    symmetries,
    terms,
)
from tapete.games.catan.claims import CLAIMS
from tapete.games.catan.describe import known
from tapete.games.catan.evaluations import F_AT, F_NUMBERS
from tapete.games.catan.options import OPTIONS, PRESETS, longest_game
from tapete.games.catan.presentation import PRESENTATION
from tapete.games.catan.state import State
from tapete.games.catan.statistics import ACTION_TYPES, COUNTERS
from tapete.games.catan.weights import DEFAULT_WEIGHTS, F_WEIGHTS, SETTLER, SETTLER_BOUNDS, SETTLER_NAMES
from tapete.options import Option


def levels(options: Mapping[str, Any]) -> dict[str, str]:
    """Return the agent of each level; docs/rules/catan_bots.md has their scores against each other.

    `normal` places its first settlements as `easy` does and then plays as `hard`. No search was shown to beat `settler`.
    """
    set_up = 2 * options["players"]  # turns
    return {
        "easy": "almost-random",
        "normal": f"relay:first=almost-random,then=value,until={set_up}",
        "hard": "value",
        "best": "settler",
    }


DEFINITION = Definition(
    name="catan",
    title="Catan",
    summary="settle an island: build, trade, rob; 2 to 4 players",
    state=State,
    kernels={
        "deal": rules.deal,
        "legal": rules.legal,
        "apply": rules.apply,
        "returns": rules.returns,
        "points": rules.points,
        "determinize": determinize.determinize,
    },
    options=OPTIONS,
    presets=PRESETS,
    seats=lambda options: options["players"],
    actions=moves.COUNT,
    max_legal=moves.COUNT,
    max_decisions=longest_game,
    points_span=(0.0, 20.0),
    public_points=False,
    presentation=PRESENTATION,
    known=known,
    variants=(
        Variant("hides", determinize.hides, lambda options: options["hidden_discards"] or options["blind_answers"]),
    ),
    evaluations={
        "default": Evaluation(
            evaluations.evaluate,
            weights=DEFAULT_WEIGHTS,
            scale=(2.0, 21.0),
            what="points, production, places to build, plans, harbours, cards, the leader; searches scale it from 0 (2 or "
            "less) to 1 (21 or more): about 0.2 in the set-up, 0.4 in mid-game, 0.7 near victory; not a probability",
            presets={"f": F_WEIGHTS},
        )
    },
    encoders={
        "catan_v1": Encoder(
            encoders.observe,
            encoders.SIZE_V1,
            "board, own hand, bounds of the others, table; by seat",
            encoders.PARTS_V1,
        ),
        "thesis279": Encoder(
            encoders.observe_thesis,
            encoders.SIZE_THESIS,
            "the 279 inputs of the thesis's network",
            encoders.PARTS_THESIS,
        ),
        "terms": Encoder(
            encoders.observe_terms, evaluations.TERM_COUNT, "the terms of the evaluation, for small networks"
        ),
    },
    bots={
        "weighted": BotSpec(
            bots.weighted, "random, but cities, settlements and cards are far more likely; never trades", public=True
        ),
        "almost-random": BotSpec(
            bots.almost_random,
            "the thesis's opponent: a random type of action by weight, then any action of that type",
            options=(
                Option(
                    "as_coded",
                    False,
                    "as the thesis's program: goes on with twelve cards, not only with more; draws placements with their "
                    "road, the robber with its victim and sets of discards as one action",
                ),
                Option("even", False, "all types equally likely, free to end the turn, like an untrained network"),
            ),
            public=True,
        ),
        "victory-point": BotSpec(
            lookahead.look_ahead,
            "takes a victory point if it can, otherwise plays at random; never trades",
            params=lambda game, options: [lookahead.BY_POINTS, 0],
        ),
        "value": BotSpec(
            lookahead.look_ahead,
            "maximises catanatron's value function F after its action; trades to raise it",
            options=(Option("clairvoyant", False, "the original: sees the true state and deck, never trades"),),
            clairvoyant=lambda options: bool(options["clairvoyant"]),
            params=lambda game, options: [lookahead.BY_F, int(options["clairvoyant"]), *F_NUMBERS.values()],
            weights=Weights(tuple(F_NUMBERS), F_AT, {name: (0.0, 2 * value) for name, value in F_NUMBERS.items()}),
        ),
        "settler": BotSpec(
            settler.settler,
            "our rule bot: opening by building time, plans, trades that help it more than the partner, robber by threat",
            params=lambda game, options: SETTLER,
            weights=Weights(SETTLER_NAMES, 0, SETTLER_BOUNDS),
            terms=terms.settler_terms,
        ),
        **neural.BOTS,
    },
    levels=levels,
    # Its rollouts follow the settler for a few moves: search alone trades badly (catan_bots.md, 7.1).
    adviser="ismcts:rollout=settler,rollout_depth=6,c=0.06",
    agent_defaults={"ismcts": {"rollout_depth": 0, "c": 0.19}},
    set_up=from_deal.set_up,
    traces="tapete.games.catan.traces",
    symmetries=symmetries.symmetries,
    counters=COUNTERS,
    action_types=ACTION_TYPES,
    end_turn=moves.END,
    claims=CLAIMS,
)
