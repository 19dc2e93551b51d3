"""Options of Catan (docs/rules/catan.md, section 9)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tapete.games.catan.state import BANK as STANDARD_BANK
from tapete.games.catan.state import ROADS as STANDARD_ROADS
from tapete.kernel import GameOptions, i8
from tapete.options import Option

COUNTABLE = 51  # of each resource: a hand's cards are summed in one byte

OPTIONS = (
    Option("players", 4, "players", low=2, high=4),
    Option("numbers", "spiral", "placement of the number tokens", choices=("spiral", "random")),
    Option(
        "spiral_start",
        "random",
        "corner hex where the spiral starts",
        choices=("random", "0", "2", "7", "11", "16", "18"),
        when={"numbers": ("spiral",)},
        research=True,
    ),
    Option(
        "no_adjacent_red",
        True,
        "random numbers: no two of 6 and 8 on neighbouring hexes",
        when={"numbers": ("random",)},
    ),
    Option("harbours", "shuffled", "kinds of harbours over the nine sites", choices=("shuffled", "fixed")),
    Option("shortage", "current", "payment if the bank cannot pay all players", choices=("current", "all_or_nothing")),
    Option("roads", STANDARD_ROADS, "roads of each player, including those of the set-up", low=2, high=STANDARD_ROADS),
    Option(
        "bank",
        STANDARD_BANK,
        f"cards of each resource; 0: the most that can be counted ({COUNTABLE}), more than are ever used",
        low=0,
        high=COUNTABLE,
    ),
    Option("cards_before_roll", True, "a development card may be played before the roll"),
    Option("hidden_discards", False, "discards are shown only after the last one"),
    Option("max_offers", 3, "offers to other players per turn; 0: no domestic trade", low=0, high=1000),
    Option("offer_menu", "standard", "offers on the menu", choices=("standard", "student"), research=True),
    Option("compose_trade", False, "offers of any cards, named one by one"),
    Option("blind_answers", False, "answers to an offer are shown only after the last one"),
    Option("trade_close", "confirm", "who gets the trade", choices=("confirm", "first_acceptor")),
    Option("win", "own_turn", "when a player can win", choices=("own_turn", "any_time")),
    Option("points", 10, "victory points to win", low=3, high=20),
    Option(
        "hand_cap", 0, "cards in hand at which production stops for a player; 0: none", low=0, high=95, research=True
    ),
    Option("turn_cap", 1000, "player turns after which the game is a draw", low=1, high=30000, research=True),
    Option("preset", "official", "a set of values for the other options", choices=("official", "thesis")),
)
PRESETS: Mapping[str, Mapping[str, Any]] = {
    "official": {},
    "thesis": {
        "roads": 13,
        "bank": 0,
        "cards_before_roll": False,
        "hand_cap": 20,
        "win": "any_time",
        "max_offers": 5,
        "offer_menu": "student",
        "trade_close": "first_acceptor",
        "harbours": "fixed",
        "spiral_start": "0",
    },
}


class Options(GameOptions):
    """Options that `deal` reads: a number for each."""

    players: i8
    numbers: i8
    spiral_start: i8
    no_adjacent_red: i8
    harbours: i8
    shortage: i8
    roads: i8
    bank: i8
    cards_before_roll: i8
    hidden_discards: i8
    max_offers: i8
    offer_menu: i8
    compose_trade: i8
    blind_answers: i8
    trade_close: i8
    win: i8
    points: i8
    hand_cap: i8
    turn_cap: i8
    preset: i8


def bank_size(options: Mapping[str, Any]) -> int:
    """Return the number of cards of each resource in the game."""
    return options["bank"] or COUNTABLE


def longest_game(options: Mapping[str, Any]) -> int:
    """Return a limit of the decisions of a game: in a turn at most all cards are spent, and every offer is answered."""
    per_offer = options["players"] + 1
    per_turn = (
        305 + 5 * bank_size(options) + per_offer * options["max_offers"] + (0 if not options["compose_trade"] else 80)
    )
    return 16 + per_turn * options["turn_cap"]
