"""The options of Catan (docs/rules/catan.md, section 9) and their places in the array that `deal` reads.

Kernels name an option by its place, which follows from the tuple: an option put in anywhere shifts no other.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tapete.options import Option

OPTIONS = (
    Option("players", 4, "players", low=2, high=4),
    Option("numbers", "spiral", "how number tokens are laid", choices=("spiral", "random")),
    Option(
        "spiral_start",
        "random",
        "corner hex where the spiral starts",
        choices=("random", "0", "2", "7", "11", "16", "18"),
    ),
    Option("no_adjacent_red", True, "random numbers: no two of 6 and 8 on neighbouring hexes"),
    Option("harbours", "shuffled", "kinds of harbours over the nine sites", choices=("shuffled", "fixed")),
    Option("shortage", "current", "a bank that cannot pay everybody", choices=("current", "all_or_nothing")),
    Option("hidden_discards", False, "discards are shown only after the last one"),
    Option("max_offers", 3, "offers to other players per turn; 0: no domestic trade", low=0, high=1000),
    Option("offer_menu", "standard", "offers on the menu", choices=("standard", "student")),
    Option("compose_trade", False, "offers of any cards, named one by one"),
    Option("blind_answers", False, "answers to an offer are shown only after the last one"),
    Option("trade_close", "confirm", "who gets the trade", choices=("confirm", "first_acceptor")),
    Option("win", "own_turn", "when a player can win", choices=("own_turn", "any_time")),
    Option("points", 10, "victory points to win", low=3, high=20),
    Option("hand_cap", 0, "cards in hand at which production stops for a player; 0: none", low=0, high=95),
    Option("turn_cap", 1000, "player turns after which the game is a draw", low=1, high=30000),
    Option("preset", "official", "a set of values for the other options", choices=("official", "thesis")),
)
PRESETS: Mapping[str, Mapping[str, Any]] = {
    "official": {},
    "thesis": {
        "hand_cap": 20,
        "win": "any_time",
        "max_offers": 5,
        "offer_menu": "student",
        "trade_close": "first_acceptor",
        "harbours": "fixed",
        "spiral_start": "0",
    },
}

PLACES = {option.name: place for place, option in enumerate(OPTIONS)}
PLAYERS = PLACES["players"]
NUMBERS = PLACES["numbers"]
SPIRAL_START = PLACES["spiral_start"]
NO_ADJACENT_RED = PLACES["no_adjacent_red"]
HARBOURS = PLACES["harbours"]
SHORTAGE = PLACES["shortage"]
HIDDEN_DISCARDS = PLACES["hidden_discards"]
MAX_OFFERS = PLACES["max_offers"]
OFFER_MENU = PLACES["offer_menu"]
COMPOSE_TRADE = PLACES["compose_trade"]
BLIND_ANSWERS = PLACES["blind_answers"]
TRADE_CLOSE = PLACES["trade_close"]
WIN = PLACES["win"]
POINTS = PLACES["points"]
HAND_CAP = PLACES["hand_cap"]
TURN_CAP = PLACES["turn_cap"]


def longest_game(options: Mapping[str, Any]) -> int:
    """More decisions than any game can have: in a turn 95 cards are spent at most, and every offer is answered."""
    per_offer = options["players"] + 1
    per_turn = 400 + per_offer * options["max_offers"] + (0 if not options["compose_trade"] else 80)
    return 16 + per_turn * options["turn_cap"]
