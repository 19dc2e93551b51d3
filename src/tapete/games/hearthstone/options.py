"""The options of Hearthstone, and how `deal` finds them: switches by name, then the decks of both seats."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from tapete.games.hearthstone import decks
from tapete.games.hearthstone.state import DECK
from tapete.options import Option

OPTIONS = (
    Option("deck", "MidrangeJadeShaman", "deck of both seats: a name, a deck code or a file", parse=decks.spelled_out),
    Option("deck0", "", "deck of seat 0, if not `deck`", parse=decks.spelled_out),
    Option("deck1", "", "deck of seat 1, if not `deck`", parse=decks.spelled_out),
    Option("decks", "given", "the given decks, or both drawn from the nine full lists", choices=("given", "mixed")),
    Option("variant", "framework", "list of a named deck: the framework's, or all 30 cards", choices=decks.VARIANTS),
    Option("positions", "all", "board positions offered for a played minion", choices=("all", "right")),
    Option("turn_limit", 50, "turn counter at which the game is drawn", low=1, high=1000),
    Option("sim", False, "the simulator's behaviour where the rules text lists one (QE/QC)", research=True),
    Option("deck_known", True, "whether players know each other's deck list"),
    Option("mulligan", True, "whether the first hands may be changed"),
    Option("factored", False, "decisions in steps: what, then target, then position", research=True),
    Option("ordered", False, "decks with a fixed order, as recorded games have them", research=True),
    Option("start_crystals", 0, "mana crystals before the first turn", low=0, high=9),
)

# What `deal` reads of the options, in this order; each place below has a name, so that a new line shifts nothing unseen
SWITCHES: dict[str, Callable[[Mapping[str, Any]], int]] = {
    "decks": lambda options: options["decks"] == "mixed",
    "sim": lambda options: options["sim"],
    "positions": lambda options: options["positions"] == "right",
    "turn_limit": lambda options: options["turn_limit"],
    "deck_known": lambda options: options["deck_known"],
    "mulligan": lambda options: options["mulligan"],
    "ordered": lambda options: options["ordered"],
    "start_crystals": lambda options: options["start_crystals"],
}
PLACE = {name: place for place, name in enumerate(SWITCHES)}
MIXED_DECKS, SIM, RIGHT_ONLY, TURN_LIMIT = (PLACE[n] for n in ("decks", "sim", "positions", "turn_limit"))
DECK_KNOWN, MULLIGAN, ORDERED, START_CRYSTALS = (
    PLACE[n] for n in ("deck_known", "mulligan", "ordered", "start_crystals")
)
# Then for each seat: hero, number of cards, cards
DECKS_AT = len(SWITCHES)
HERO, CARD_COUNT, FIRST_CARD = range(3)
DECK_LENGTH = FIRST_CARD + DECK


def encode(options: Mapping[str, Any]) -> list[int]:
    """What `deal` reads."""
    codes = [int(code(options)) for code in SWITCHES.values()]
    for seat in range(2):
        codes += decks.find(options[f"deck{seat}"] or options["deck"], options["variant"]).encoded()
    return codes


def bench_options(given: Mapping[str, Any]) -> Mapping[str, Any]:
    """Speed is measured over the nine decks mixed, unless a deck is asked for."""
    return {} if {"deck", "deck0", "deck1", "decks"} & set(given) else {"decks": "mixed"}


def by_steps(options: Mapping[str, Any]) -> bool:
    return options["factored"]
