"""Options of Hearthstone, and their encoding for `deal`: switches by name, then the decks of both seats."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tapete.games.hearthstone import decks
from tapete.games.hearthstone.state import DECK
from tapete.kernel import GameOptions, Matrix, i8, shape
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

# A deck as `deal` reads it: hero, number of cards, cards
HERO, CARD_COUNT, FIRST_CARD = range(3)


class Options(GameOptions):
    """Options as `deal` reads them."""

    mixed: i8  # both decks drawn from the full lists
    sim: i8
    right_only: i8
    turn_limit: i8
    deck_known: i8
    mulligan: i8
    ordered: i8
    start_crystals: i8
    decks: Matrix[i8] = shape(2, FIRST_CARD + DECK)  # by seat


def encode(options: Mapping[str, Any]) -> dict[str, Any]:
    """Return the options as `deal` reads them."""
    named = [options[f"deck{seat}"] or options["deck"] for seat in range(2)]
    return {
        "mixed": options["decks"] == "mixed",
        "sim": options["sim"],
        "right_only": options["positions"] == "right",
        "turn_limit": options["turn_limit"],
        "deck_known": options["deck_known"],
        "mulligan": options["mulligan"],
        "ordered": options["ordered"],
        "start_crystals": options["start_crystals"],
        "decks": [decks.find(name, options["variant"]).encoded() for name in named],
    }


def bench_options(given: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return the options to add for `tapete bench`: the nine decks mixed, unless a deck is given."""
    return {} if {"deck", "deck0", "deck1", "decks"} & set(given) else {"decks": "mixed"}


def by_steps(options: Mapping[str, Any]) -> bool:
    return options["factored"]
