"""Bots of Tribute as agents: their options, and the params of their kernels (docs/rules/tribute_bots.md)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from tapete.core.definition import BotSpec, Options, Weights
from tapete.core.game import Game
from tapete.errors import BadOption
from tapete.games.tribute import evaluations, move_evaluation
from tapete.games.tribute.bots import beam, decision_tree, evolved, max_prestige, random_simulation, simple, turn_search
from tapete.games.tribute.bots.draft import COUNTED
from tapete.games.tribute.bots.subset_choices import BOT_MEMORY, FRESH, SERIES
from tapete.games.tribute.weights import USUAL, chosen_weights, parse_weights
from tapete.kernel import Kernel
from tapete.options import Option

# Bots of the reference engine: each has its own generator


def parse_seed(given: str) -> str:
    """Return `fresh`, `series`, or a number, as given."""
    text = given.strip().lower()
    if text in ("fresh", "series") or (text.isascii() and text.isdecimal() and int(text) < 1 << 48):
        return text
    raise BadOption(f"seed={given}: must be fresh, series or a whole number below 2^48")


SEED = Option(
    "seed",
    "fresh",
    "seed of the bot's generator: fresh each game, 123 once per series, or a number each game",
    parse=parse_seed,
)
LEAK = Option("leak", False, "simulate on the true state, generator included, as the reference engine let its bots do")
TIERS = Option("tiers", "present", "whose card tiers", choices=("present", "thesis"))


def seed_number(options: Options) -> float:
    return {"fresh": FRESH, "series": SERIES}.get(options["seed"]) or float(options["seed"])


def engine_bot(kernel: Kernel, what: str, *options: Option, memory: int = BOT_MEMORY, **more: Any) -> BotSpec:
    """Build a bot whose params are the seed, then its options in order.

    The last word of its memory, its generator, lasts for a series.
    """

    def params(game: Game, given: Options) -> list[float]:
        return [seed_number(given), *(float(option.code(given[option.name])) for option in options)]

    settings: dict[str, Any] = {"options": (SEED, *options), "params": params, "kept": 1, "in_order": in_series} | more
    return BotSpec(kernel, what, memory=memory, **settings)


def in_series(options: Options) -> bool:
    return options["seed"] == "series"


def leaks(options: Options) -> bool:
    return options["leak"]


def evolved_params(game: Game, options: Options) -> list[float]:
    """Return the seed, the form, ties and tiers, and the twenty weights."""
    settings = [float(option.code(options[option.name])) for option in (FORM, TIES, EVOLVED_TIERS)]
    return [seed_number(options), *settings, *chosen_weights(options)]


FORM = Option(
    "form",
    "code",
    "signs of the score: `code` as in the thesis's program; `text` as in its text: own features +, the enemy's -",
    choices=move_evaluation.FORMS,
)
TIES = Option(
    "ties", "last", "which of equally good moves: the last (its program) or the first (its text)", choices=evolved.TIES
)
EVOLVED_TIERS = Option("tiers", "thesis", "whose card tiers", choices=move_evaluation.TIER_LISTS)
CHAMPION = Option(
    "champion",
    USUAL,
    "weights of a published champion (form=code); usual: B-1, or with form=text weights written by hand",
    choices=(USUAL, *move_evaluation.CHAMPIONS),
)
WEIGHTS = Option(
    "weights",
    "",
    "instead of a champion: 20 numbers joined by /, a file (also the thesis's), or a training's champion or folder",
    parse=parse_weights,
)


# Searches: a budget of play-outs or of time

USUAL_ITERATIONS = 3000
ITERATIONS = Option("iterations", 0, "play-outs per decision; 0: what `ms` allows, or 3000", low=0, high=10_000_000)
MILLISECONDS = Option("ms", 0.0, "milliseconds per decision; 0: no clock", low=0, high=600_000)


def searching(mode: int, what: str, **more: Any) -> BotSpec:
    """Build a search whose params are its kind, its budget and the weights of the evaluation."""

    def params(game: Game, options: Options) -> list[float]:
        ms = options.get("ms", 0.0)
        iterations = options.get("iterations") or (0 if ms > 0 else USUAL_ITERATIONS)
        return [float(mode), float(ms), float(iterations), *evaluations.WEIGHTS.values()]

    return BotSpec(turn_search.searching_bot, what, params=params, **more)


def tree_search(mode: int, what: str) -> BotSpec:
    return searching(
        mode,
        what,
        options=(ITERATIONS, MILLISECONDS),
        memory=turn_search.SEARCH_MEMORY,
        timed=on_the_clock,
        iterations_at=turn_search.ITERATIONS_AT,
    )


def rated_by(bot: str) -> Callable[[Any, int, Any], Mapping[str, float]]:
    """Return a function that rates an action by the terms of a bot's score; compiled at its first call."""

    def rated(state: Any, action: int, params: Any) -> Mapping[str, float]:
        from tapete.games.tribute.bots.terms import terms

        return terms(state, action, bot, params)

    return rated


def on_the_clock(options: Options) -> bool:
    return options["ms"] > 0


BOTS = {
    "random": BotSpec(
        simple.choose_at_random,
        "a uniformly random move of the reference engine's list (complete card choices)",
        memory=BOT_MEMORY,
        public=True,
    ),
    "random-without-end-turn": engine_bot(
        simple.random_without_end_turn, "a random move; ends the turn only when nothing else is left", public=True
    ),
    "max-agents": engine_bot(
        simple.max_agents, "buys the best agent on offer, otherwise plays at random", TIERS, public=True
    ),
    "patron-favors": engine_bot(
        simple.patron_favors, "calls patrons that do not favour it yet, otherwise plays at random", public=True
    ),
    "max-prestige": engine_bot(
        max_prestige.max_prestige,
        "most prestige and power after two moves",
        LEAK,
        memory=max_prestige.PRESTIGE_MEMORY,
        clairvoyant=leaks,
        terms=rated_by("max-prestige"),
        true_generator=True,
    ),
    "decision-tree": engine_bot(
        decision_tree.decision_tree,
        "the reference engine's rule bot, errors included",
        Option("form", "present", "`2024`: as before July 2025", choices=("present", "2024")),
        Option("fixed", False, "never make the published bot's illegal move"),
        TIERS,
        memory=decision_tree.MEMORY_WORDS,
        terms=rated_by("decision-tree"),
        kept=decision_tree.KEPT,
        public=True,
    ),
    "evolved": engine_bot(
        evolved.evolved,
        "greedy with the thesis's twenty weights: its champions' or your own",
        options=(CHAMPION, WEIGHTS, FORM, TIES, EVOLVED_TIERS, SEED, LEAK),
        params=evolved_params,
        weights=Weights(move_evaluation.WEIGHTS, evolved.WEIGHTS_AT, move_evaluation.BOUNDS),
        terms=rated_by("evolved"),
        clairvoyant=leaks,
        true_generator=True,
    ),
    "beam": searching(
        turn_search.BEAM, "the sample BeamSearch: width 20, to the end of its turn", memory=beam.BEAM_MEMORY
    ),
    "random-simulation": searching(
        turn_search.RANDOM_SIMULATION,
        "the sample RandomSimulation: plays the best of many random turns",
        options=(replace(ITERATIONS, what="random turns per plan; 0: what `ms` allows, or 3000"), MILLISECONDS),
        memory=random_simulation.SIMULATION_MEMORY,
        timed=on_the_clock,
        iterations_at=turn_search.ITERATIONS_AT,
    ),
    "sample-mcts": tree_search(turn_search.SAMPLE_MCTS, "the sample MCTS of the reference engine"),
    "best-mcts3": tree_search(
        turn_search.BEST_MCTS3, "the winner of 2023 and 2024: three trees, move filters, evaluation by phase"
    ),
}


# Conditions of the thesis's tables: one seed, its tiers, the older decision tree, simulation on the true state
AS_IN_THE_THESIS: dict[str, dict[str, Any]] = {
    "random-without-end-turn": {"seed": "series"},
    "max-agents": {"seed": "series", "tiers": "thesis"},
    "patron-favors": {"seed": "series"},
    "max-prestige": {"seed": "series", "leak": True},
    "decision-tree": {"form": "2024", "tiers": "thesis", "seed": "series"},
    "evolved": {"seed": "123", "leak": True},
}


def agent_defaults(options: Options) -> Mapping[str, Mapping[str, Any]]:
    """Return default options: a bot drafts by its own statistics; with the thesis's preset, the thesis's settings."""
    found: dict[str, dict[str, Any]] = {name: {"draft_counts": name} for name in COUNTED["bots"]}
    if options["preset"] == "thesis":
        for name, defaults in AS_IN_THE_THESIS.items():
            found[name] = {**found.get(name, {}), **defaults}
    return found
