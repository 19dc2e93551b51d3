"""Options of Briscas (section 7 of docs/rules/briscas.md) and the values that kernels compare them with."""

from __future__ import annotations

from tapete.games.briscas.cards import SUITS
from tapete.kernel import GameOptions, i8
from tapete.options import Option

OPTIONS = (
    Option("players", 2, "players; four play in pairs (0 and 2 against 1 and 3)", low=2, high=4),
    Option("follow_suit", "none", "obligation to follow suit", choices=("none", "follow", "follow_or_trump")),
    Option(
        "phase",
        "always",
        "when the obligation holds",
        choices=("always", "stock_empty"),
        when={"follow_suit": ("follow", "follow_or_trump")},
    ),
    Option("exchange", "off", "exchange of the face-up trump for the seven or two", choices=("off", "on")),
    Option(
        "exchange_min_rounds",
        2,
        "rounds of draws that must be left for an exchange",
        low=1,
        high=11,
        when={"exchange": ("on",)},
    ),
    Option("exchange_requires_won_trick", True, "exchange only after winning a trick", when={"exchange": ("on",)}),
    Option("exchange_on_lead_only", True, "exchange only when on lead", when={"exchange": ("on",)}),
    Option("tie_break", "draw", "what decides equal points", choices=("draw", "most_cards")),
    Option(
        "first_player",
        "seeded",
        "who leads first; alternate: the next seat with each deal of a run",
        choices=("seeded", "0", "1", "2", "3", "alternate"),
    ),
    Option(
        "removed_two",
        "copas",
        "three players: suit of the two that is taken out",
        choices=SUITS,
        when={"players": (3,)},
    ),
    Option("early_stop", False, "stop as soon as a side has 61 points"),
    Option(
        "partners_see_hands",
        "never",
        "when partners see each other's cards",
        choices=("never", "start", "stock_empty"),
        when={"players": (4,)},
    ),
    Option("thesis_engine", False, "the 39-card game of the thesis's program, to reproduce its tables", research=True),
)


class Options(GameOptions):
    """Options that `deal` reads: a number for each."""

    players: i8
    follow_suit: i8
    phase: i8
    exchange: i8
    exchange_min_rounds: i8
    exchange_requires_won_trick: i8
    exchange_on_lead_only: i8
    tie_break: i8
    first_player: i8
    removed_two: i8
    early_stop: i8
    partners_see_hands: i8
    thesis_engine: i8


# An option of every search in this game.
OBEY = Option("obey", False, "under `thesis_engine`: follow `follow_suit` and assume that all players do")


def value(name: str, choice: str) -> int:
    """Return the number of a choice in kernels."""
    return next(option for option in OPTIONS if option.name == name).code(choice)


FREE = value("follow_suit", "none")
FOLLOW_OR_TRUMP = value("follow_suit", "follow_or_trump")
ALWAYS = value("phase", "always")
STOCK_EMPTY = value("phase", "stock_empty")
MOST_CARDS = value("tie_break", "most_cards")
SEEDED = value("first_player", "seeded")
SEAT_ZERO = value("first_player", "0")  # the numbers of the fixed seats are consecutive
ALTERNATE = value("first_player", "alternate")  # by the seed
SEE_NEVER = value("partners_see_hands", "never")
SEE_START = value("partners_see_hands", "start")
SEE_STOCK_EMPTY = value("partners_see_hands", "stock_empty")
