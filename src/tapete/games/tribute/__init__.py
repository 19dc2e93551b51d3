"""Tales of Tribute: a deck-building game for two, as the engine Scripts of Tribute plays it. Rules: docs/rules/tribute.md."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from tapete.errors import BadOption
from tapete.game import Definition, Encoder, Evaluation, Game, Options, Policy, State
from tapete.games.tribute import (
    cards,
    change,
    facts,
    features,
    hidden,
    policies,
    position,
    prestige,
    rates,
    rules,
    search,
    text,
    tree,
)
from tapete.games.tribute.table import DRAFT, EFFECT, FREE
from tapete.games.tribute.whole import BOT_MEMORY, FRESH, SERIES
from tapete.options import Option

ALL = tuple(number for number in range(10) if number != cards.TREASURY)
POOLS: dict[str, tuple[int, ...]] = {
    "9": ALL,
    "thesis": tuple(number for number in ALL if number != cards.PSIJIC),
    "cog2023": (cards.ANSEI, cards.CROWS, cards.RAJHIN, cards.HLAALU, cards.PELIN, cards.RED_EAGLE),
    "cog2024": (cards.ANSEI, cards.CROWS, cards.RAJHIN, cards.ORGNUM, cards.HLAALU, cards.PELIN, cards.RED_EAGLE),
    "cog2025": (cards.ANSEI, cards.CROWS, cards.RAJHIN, cards.ORGNUM, cards.PELIN, cards.ALESSIA),
}


def parse_patrons(given: str) -> str:
    """`draft`, or four patrons in game order (Treasury in the middle may be named or left out)."""
    if given.strip() in ("", "draft"):
        return "draft"
    order = [facts.patron_number(part) for part in given.split(",")]
    if len(order) == 5 and order[2] == cards.TREASURY:
        del order[2]
    if len(order) != 4 or len(set(order)) != 4 or cards.TREASURY in order:
        raise BadOption(f"patrons={given}: must be four different patrons other than Treasury, in game order")
    return ",".join(cards.PATRONS[number] for number in order)


OPTIONS = (
    Option(
        "preset",
        "none",
        "a whole set of conditions: `thesis` for those of the thesis's tables",
        choices=("none", "thesis"),
    ),
    Option("pool", "9", "patrons that can be drafted", choices=tuple(POOLS)),
    Option("patrons", "draft", "four patrons in game order instead of a draft: a,b,c,d", parse=parse_patrons),
    Option("turn_limit", 500, "turns after which the game is a draw", low=1, high=30000),
)


def encode(options: Options) -> list[int]:
    """What `deal` reads: the pool as bits, the turn limit, the four patrons or -1."""
    pool = sum(1 << number for number in POOLS[options["pool"]])
    patrons = options["patrons"]
    order = [-1] * 4 if patrons == "draft" else [facts.patron_number(name) for name in patrons.split(",")]
    return [pool, options["turn_limit"], *order]


# Bots


def parse_seed(given: str) -> str:
    """`fresh`, `series`, or a number."""
    text = given.strip().lower()
    if text in ("fresh", "series") or (text.isdigit() and int(text) < 1 << 48):
        return text
    raise BadOption(f"seed={given}: must be fresh, series or a whole number below 2^48")


SEED = Option(
    "seed",
    "fresh",
    "of the bot's generator: fresh each game, 123 once per series, or a number each game",
    parse=parse_seed,
)
LEAK = Option("leak", False, "simulate on the true state, generator included, as the reference engine let its bots do")
TIERS = Option("tiers", "present", "whose card tiers", choices=("present", "thesis"))


def seed_number(options: Options) -> float:
    return {"fresh": FRESH, "series": SERIES}.get(options["seed"]) or float(options["seed"])


def seed_and_options(game: Game, options: Options) -> list[float]:
    """The generator's seed, then the other options in order."""
    kind = game.definition.policies
    return [
        seed_number(options),
        *(float(_code(kind, name, options)) for name in options if name not in ("seed", "leak")),
    ]


def _code(kinds: Mapping[str, Policy], name: str, options: Options) -> int:
    for policy in kinds.values():
        for option in policy.options:
            if option.name == name:
                return option.code(options[name])
    raise KeyError(name)


def in_series(options: Options) -> bool:
    return options["seed"] == "series"


def read_weights(given: str) -> str:
    if given and not Path(given).is_file():
        raise BadOption(f"weights={given}: there is no such file")
    return given


def evolved_params(game: Game, options: Options) -> list[float]:
    """The seed and the twenty weights: a champion's, or those of a JSON file (by name, or a list in order)."""
    weights: Sequence[float] = change.CHAMPIONS[options["champion"]]
    if options["weights"]:
        try:
            read: Any = json.loads(Path(options["weights"]).read_text(encoding="utf-8"))
            if isinstance(read, dict):
                read = read.get("weights", read)
            weights = (
                [float(read[name]) for name in change.WEIGHTS] if isinstance(read, dict) else [float(x) for x in read]
            )
        except (OSError, ValueError, KeyError, TypeError) as error:
            raise BadOption(f"weights={options['weights']}: not a JSON file of the 20 weights ({error})") from None
        if len(weights) != len(change.WEIGHTS):
            raise BadOption(f"weights={options['weights']}: must hold 20 weights, not {len(weights)}")
    return [seed_number(options), *weights]


POLICIES = {
    "random": Policy(
        policies.choose_at_random,
        "every move of the reference engine's list (whole card choices) is equally likely",
        memory=BOT_MEMORY,
        public=True,
    ),
    "random-without-end-turn": Policy(
        policies.random_without_end_turn,
        "any move but the end of the turn, while there is one",
        options=(SEED,),
        memory=BOT_MEMORY,
        kept=1,
        public=True,
        params=seed_and_options,
        in_order=in_series,
    ),
    "max-agents": Policy(
        policies.max_agents,
        "buys the best agent on offer, otherwise plays at random",
        options=(SEED, TIERS),
        memory=BOT_MEMORY,
        kept=1,
        public=True,
        params=seed_and_options,
        in_order=in_series,
    ),
    "patron-favors": Policy(
        policies.patron_favors,
        "calls patrons that do not favour it yet, otherwise plays at random",
        options=(SEED,),
        memory=BOT_MEMORY,
        kept=1,
        public=True,
        params=seed_and_options,
        in_order=in_series,
    ),
    "max-prestige": Policy(
        prestige.max_prestige,
        "most prestige and power after two moves",
        options=(SEED, LEAK),
        memory=prestige.PRESTIGE_MEMORY,
        kept=1,
        params=seed_and_options,
        clairvoyant=lambda options: options["leak"],
        true_generator=True,
        in_order=in_series,
    ),
    "decision-tree": Policy(
        tree.decision_tree,
        "the reference engine's rule bot, faults included",
        options=(
            SEED,
            Option("form", "present", "`2024`: as before July 2025", choices=("present", "2024")),
            Option("fixed", False, "never make the published bot's illegal move"),
            TIERS,
        ),
        memory=tree.MEMORY_WORDS,
        kept=tree.KEPT,
        public=True,
        params=seed_and_options,
        in_order=in_series,
    ),
    "evolved": Policy(
        change.evolved,
        "greedy over the thesis's twenty evolved weights",
        options=(
            Option("champion", "B-1", "one of the six published champions", choices=tuple(change.CHAMPIONS)),
            Option("weights", "", "a JSON file of weights instead", parse=read_weights),
            SEED,
            LEAK,
        ),
        memory=BOT_MEMORY,
        kept=1,
        params=evolved_params,
        clairvoyant=lambda options: options["leak"],
        true_generator=True,
        in_order=in_series,
    ),
}


def search_params(mode: int) -> Callable[[Game, Options], list[float]]:
    """The kind of search, its budget, and the weights of the evaluation."""

    def params(game: Game, options: Options) -> list[float]:
        ms = options.get("ms", 0.0)
        iterations = options.get("iterations") or (0 if ms > 0 else USUAL_ITERATIONS)
        return [float(mode), float(ms), float(iterations), *position.WEIGHTS.values()]

    return params


USUAL_ITERATIONS = 3000
ITERATIONS = Option("iterations", 0, "play-outs per decision; 0: what `ms` allows, or 3000", low=0, high=10_000_000)
MILLISECONDS = Option("ms", 0.0, "milliseconds per decision; 0: no clock", low=0, high=600_000)


def on_the_clock(options: Options) -> bool:
    return options["ms"] > 0


POLICIES |= {
    "beam": Policy(
        search.searching_bot,
        "the sample BeamSearch: width 20, to the end of its turn",
        memory=search.BEAM_MEMORY,
        params=search_params(search.BEAM),
    ),
    "sample-mcts": Policy(
        search.searching_bot,
        "the sample MCTS of the reference engine",
        options=(ITERATIONS, MILLISECONDS),
        memory=search.SEARCH_MEMORY,
        params=search_params(search.SAMPLE_MCTS),
        timed=on_the_clock,
        iterations_at=search.ITERATIONS_AT,
    ),
    "best-mcts3": Policy(
        search.searching_bot,
        "the winner of 2023 and 2024: three trees, move filters, evaluation by phase",
        options=(ITERATIONS, MILLISECONDS),
        memory=search.SEARCH_MEMORY,
        params=search_params(search.BEST_MCTS3),
        timed=on_the_clock,
        iterations_at=search.ITERATIONS_AT,
    ),
}


def agent_defaults(options: Options) -> Mapping[str, Mapping[str, Any]]:
    """The conditions of the thesis's tables: one seed, its tiers, the older decision tree, simulation on the true state."""
    if options["preset"] != "thesis":
        return {}
    return {
        "random-without-end-turn": {"seed": "series"},
        "max-agents": {"seed": "series", "tiers": "thesis"},
        "patron-favors": {"seed": "series"},
        "max-prestige": {"seed": "series", "leak": True},
        "decision-tree": {"form": "2024", "tiers": "thesis", "seed": "series"},
        "evolved": {"seed": "123", "leak": True},
    }


def accepts(state: State, action: int) -> bool:
    """A card choice takes any option that is not picked yet, in whatever order (section 5.3)."""
    record = state.record
    position = action - rules.PICK
    if record["choice"] in (FREE, EFFECT, DRAFT) or not 0 <= position < record["options"]:
        return False
    picked = int(record["picked"])
    return picked < record["most"] and position not in record["picks"][:picked]


DEFINITION = Definition(
    name="tribute",
    title="Tales of Tribute",
    summary="deck-building duel for prestige and the favour of four patrons; 125 cards, draft",
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
    presets={"none": {}, "thesis": {"pool": "thesis"}},
    seats=2,
    actions=rules.ACTION_COUNT,
    max_legal=rules.MAX_LEGAL,
    max_decisions=200_000,
    points_span=(0.0, 200.0),
    text=text.TEXT,
    encode=encode,
    policies=POLICIES,
    agent_defaults=agent_defaults,
    evaluations={
        "phases": Evaluation(
            position.evaluate,
            weights=position.WEIGHTS,
            scale=(-10000.0, 10000.0),
            what="prestige, favours, cards, agents and tavern, weighted by phase of the game, as the winner of 2023 and 2024 did",
        ),
        "change": Evaluation(
            change.evaluate_change,
            weights=dict(zip(change.WEIGHTS, change.CHAMPIONS["B-1"], strict=True)),
            scale=(-20.0, 20.0),
            what="the thesis's score of a move with twenty weights",
            rates_moves=True,
            presets={name: dict(zip(change.WEIGHTS, values, strict=True)) for name, values in change.CHAMPIONS.items()},
        ),
    },
    encoders={
        "tribute_v1": Encoder(
            features.observe, features.SIZE, "counts of each card by place, patrons, decision, numbers"
        ),
    },
    series_seed=lambda seed, number: seed + number,
    accepts=accepts,
    random_rates=rates.random_rates,
    set_up=facts.set_up,
    conform="tapete.games.tribute.conform",
)
