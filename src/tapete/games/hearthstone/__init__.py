"""Hearthstone: the nine decks of the AI competition, 312 cards. Rules: docs/rules/hearthstone.md."""

from __future__ import annotations

from tapete.game import Definition, Encoder, Evaluation, Options, Policy, Variant
from tapete.games.hearthstone import decks, encoders, evaluations, factored, facts, hidden, policies, rules
from tapete.options import Option

OPTIONS = (
    Option("deck", "MidrangeJadeShaman", "deck of both seats: a name or a file", parse=decks.spelled_out),
    Option("deck0", "", "deck of seat 0, if not `deck`", parse=decks.spelled_out),
    Option("deck1", "", "deck of seat 1, if not `deck`", parse=decks.spelled_out),
    Option("decks", "given", "the given decks, or both drawn from the nine full lists", choices=("given", "mixed")),
    Option("variant", "framework", "list of a named deck: the framework's, or all 30 cards", choices=decks.VARIANTS),
    Option("positions", "all", "board positions offered for a played minion", choices=("all", "right")),
    Option("turn_limit", 50, "turn counter at which the game is drawn", low=1, high=1000),
    Option("sim", False, "the simulator's behaviour where the rules text lists one (QE/QC)"),
    Option("deck_known", True, "whether players know each other's deck list"),
    Option("mulligan", True, "whether the first hands may be changed"),
    Option("factored", False, "decisions in steps: what, then target, then position"),
    Option("ordered", False, "decks with a fixed order, as recorded games have them"),
    Option("start_crystals", 0, "mana crystals before the first turn", low=0, high=9),
)


def encode(options: Options) -> list[int]:
    """What `deal` reads: switches, then hero, number of cards and cards of each seat."""
    codes = [options["decks"] == "mixed", options["sim"], options["positions"] == "right", options["turn_limit"]]
    codes += [options["deck_known"], options["mulligan"], options["ordered"], options["start_crystals"]]
    for seat in range(2):
        name = options[f"deck{seat}"] or options["deck"]
        codes += decks.find(name, options["variant"]).encoded()
    return [int(code) for code in codes]


def bench_options(given: Options) -> Options:
    """Speed is measured over the nine decks mixed, unless a deck is asked for."""
    return {} if {"deck", "deck0", "deck1", "decks"} & set(given) else {"decks": "mixed"}


def by_steps(options: Options) -> bool:
    return options["factored"]


EVALUATIONS = {
    name: Evaluation(
        evaluations.linear, evaluations.linear_weights(name), (-6000.0, 6000.0), f"the framework's {name} score"
    )
    for name in evaluations.SCORES
}
EVALUATIONS |= {
    "by-class": Evaluation(
        evaluations.by_class, {}, (-6000.0, 6000.0), "aggro for Warrior, control for Mage, else ramp"
    ),
    "utility": Evaluation(evaluations.utility, {}, (-60.0, 60.0), "UtilityScore of TFGHS"),
}
EVALUATIONS |= {
    name: Evaluation(
        evaluations.evo,
        dict(zip(evaluations.EVO, weights, strict=True)),
        (-12.0, 12.0),
        "EvoScore: 13 evolved weights",
        presets={k: dict(zip(evaluations.EVO, w, strict=True)) for k, w in evaluations.EVO_WEIGHTS.items()},
    )
    for name, weights in evaluations.EVO_WEIGHTS.items()
}
EVALUATIONS |= {
    "lookahead": Evaluation(
        evaluations.lookahead,
        dict(zip(evaluations.LOOKAHEAD, evaluations.LOOKAHEAD_WEIGHTS["2020"], strict=True)),
        (-300.0, 300.0),
        "the score of DynamicLookahead",
        presets={k: dict(zip(evaluations.LOOKAHEAD, w, strict=True)) for k, w in evaluations.LOOKAHEAD_WEIGHTS.items()},
    ),
    "predator": Evaluation(evaluations.predator, {}, (-60000.0, 60000.0), "the state score of PredatorMCTS"),
    "alvaro": Evaluation(evaluations.alvaro, {}, (0.0, 1.0), "the leaf value of AlvaroAgent"),
    "eva": Evaluation(
        evaluations.eva, evaluations.EVA, (-30.0, 30.0), "EVA: 21 weights on a move's changes", rates_moves=True
    ),
}

DEFINITION = Definition(
    name="hearthstone",
    title="Hearthstone",
    summary="collectible card game with minions, spells and secrets; the nine decks of the AI competition",
    state=rules.State,
    kernels={
        "deal": rules.deal,
        "legal": rules.legal,
        "apply": rules.apply,
        "returns": rules.returns,
        "points": rules.points,
        "determinize": hidden.determinize,
    },
    options=OPTIONS,
    seats=2,
    actions=lambda options: factored.ACTION_COUNT if options["factored"] else rules.ACTION_COUNT,
    max_legal=rules.MAX_LEGAL,
    max_decisions=4000,
    points_span=(0.0, 30.0),
    text=facts.TEXT,
    encode=encode,
    variants=(
        Variant("legal", factored.legal_step, by_steps),
        Variant("apply", factored.apply_step, by_steps),
    ),
    evaluations=EVALUATIONS,
    encoders={
        "hearthstone_v1": Encoder(encoders.observe, encoders.SIZE, "both sides as numbers, own hand card by card")
    },
    policies={
        "dynamic-lookahead": Policy(
            policies.dynamic_lookahead,
            "the best score reachable in the own turn, one to three actions deep",
            options=(Option("weights", "2020", "weights of that year's winner", choices=("2019", "2020")),),
            memory=policies.LOOKAHEAD_MEMORY,
            params=policies.lookahead_params,
        ),
    },
    opening=Policy(
        policies.mulligan,
        "the framework's mulligan rule",
        options=(
            Option(
                "mulligan",
                "literal",
                "first hand: keep what costs more than 3 as the framework does, replace that, or decide oneself",
                choices=("literal", "intended", "own"),
            ),
        ),
        public=True,
    ),
    seat_options=(
        Option("deck", "", "the deck this agent plays: a name or a file; empty: the game's", parse=decks.spelled_out),
    ),
    agent_defaults={"greedy": {"ties": "last", "eval": "midrange"}},
    aliases={
        "eva": ("greedy:eval=eva,ties=last", "greedy on the change that one action makes, 21 evolved weights"),
    },
    hides=facts.hides,
    bench_options=bench_options,
    set_up=facts.set_up,
    conform="tapete.games.hearthstone.conform",
)
