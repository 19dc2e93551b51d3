"""Happy Little Dinosaurs: survive the disasters or run fifty steps; 2 to 4 players. Rules: docs/rules/dinosaurs.md."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tapete.core.definition import BotSpec, Definition, Encoder, Evaluation, Variant, Weights
from tapete.games.dinosaurs import (
    bots,
    determinize,
    encoders,
    evaluations,
    from_deal,
    presentation,
    rules,
    terms,
    weights,
)
from tapete.games.dinosaurs.claims import CLAIMS
from tapete.games.dinosaurs.options import OPTIONS, encode
from tapete.games.dinosaurs.statistics import ACTION_TYPES, COUNTERS
from tapete.options import Option

INSTANTS = Option(
    "instants",
    "sensible",
    "rule for instants: best standing in the round, or the rule of the thesis's bots",
    choices=("sensible", "thesis"),
)

SEARCHED_INSTANTS = Option(
    "instants",
    "search",
    "how instants are decided: by the search like everything else, or by a rule",
    choices=("search", "sensible", "thesis"),
)
LEARNED_SEATS = (4,)  # numbers of players for which a network comes with the game
MEMORY = Option("memory", True, "remember the discard pile; 0: sample worlds as if its cards were unseen")


def learned(options: Mapping[str, Any]) -> bool:
    """Return whether a network comes with the game under these options."""
    return options["preset"] == "official" and options["players"] in LEARNED_SEATS


def aliases(options: Mapping[str, Any]) -> dict[str, tuple[str, str]]:
    """Return the searches by name; `net-search`, the stronger one at equal time, needs a network."""
    search = "ismcts:rollout=medium,rollout_depth=12,c=0.2"
    what = "information-set search; rollouts of a dozen decisions by `medium`, then the evaluation"
    found = {"hard-search": (search, what)}
    if learned(options):
        rated = "information-set search that rates positions by the network of the game"
        found["net-search"] = "ismcts:eval=net,c=0.2", rated
    return found


def levels(options: Mapping[str, Any]) -> dict[str, str]:
    """Return the agent of each level; docs/rules/dinosaurs_agents.md has their scores against each other."""
    hard, best = ("net", "net-search") if learned(options) else ("hard-search", "hard-search")
    return {"easy": "easy", "normal": "medium", "hard": hard, "best": f"{best}:ms=1000"}


DEFINITION = Definition(
    name="dinosaurs",
    title="Happy Little Dinosaurs",
    summary="hidden simultaneous choices, card effects, instants and elimination; 2 to 4 players",
    state=rules.State,
    kernels={
        "deal": rules.deal,
        "legal": rules.legal,
        "apply": rules.apply,
        "returns": rules.returns,
        "points": rules.points,
        "determinize": determinize.determinize,
        "hides": determinize.hides,
    },
    options=OPTIONS,
    seats=lambda options: options["players"],
    actions=rules.ACTION_COUNT,
    max_legal=rules.MAX_LEGAL,
    max_decisions=20_000,
    points_span=(0.0, 90.0),
    presentation=presentation.PRESENTATION,
    known=presentation.known,
    levels=levels,
    encode=encode,
    presets={"official": {}, "thesis": {}},
    evaluations={
        "default": Evaluation(
            evaluations.evaluate,
            weights={
                "steps": 0.59,
                "steps_squared": 0.098,
                "fatal_share": -0.867,
                "disasters_taken": 0.241,
                "points_in_hand": 0.061,
                "scoring_instants": 0.4,
                "disaster_instants": -0.033,
                "standing": 0.262,
            },
            scale=(0.0, 1.0),
            what="probability to win from steps, danger of elimination, the hand, and the standing in the round",
            chance=True,
        )
    },
    encoders={
        "dinosaurs_v1": Encoder(
            encoders.observe,
            encoders.FEATURE_COUNT,
            "hand, discards, known cards, table, areas and phase",
            encoders.PARTS,
        ),
    },
    bots={
        "easy": BotSpec(
            bots.easy,
            "plays its highest card; effects and instants by simple rules",
            options=(
                Option("as_coded", False, "the thesis's program with its flaws"),
                INSTANTS,
            ),
            public=True,
        ),
        "medium": BotSpec(
            bots.medium,
            "plays the card of most weight against the disaster",
            options=(
                Option(
                    "weights",
                    "ours",
                    "table of weights: trained by self-play, the thesis's, or rounds won minus rounds lost",
                    choices=("ours", "thesis", "counted"),
                ),
                INSTANTS,
            ),
            public=True,
            params=weights.medium_params,
            weights=Weights(weights.cell_names(), 2, (0.0, 1.0)),
            terms=terms.medium_terms,
        ),
    },
    aliases=aliases,
    search_options=(MEMORY, SEARCHED_INSTANTS),
    search_variants=(
        Variant(
            "determinize", determinize.determinize_without_discards, lambda options: not options.get("memory", True)
        ),
        Variant("legal", bots.legal_sensible_instants, lambda options: options.get("instants") == "sensible"),
        Variant("legal", bots.legal_thesis_instants, lambda options: options.get("instants") == "thesis"),
    ),
    set_up=from_deal.set_up,
    traces="tapete.games.dinosaurs.traces",
    counters=COUNTERS,
    action_types=ACTION_TYPES,
    claims=CLAIMS,
)
