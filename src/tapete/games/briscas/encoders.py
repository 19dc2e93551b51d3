"""Feature vectors of a seat's information (section 9 of docs/rules/briscas.md)."""

from collections.abc import Mapping, Sequence
from typing import Any

from tapete.games.briscas.determinize import ALL_CARDS, cards_of, seen_by
from tapete.games.briscas.rules import ACES_AND_THREES, POINTS, SUIT, State, beats
from tapete.kernel import bit_count, i8, kernel, trailing_zeros, u8
from tapete.kernel.contract import FEATURES

ONE_OF_EACH_SUIT = sum(1 << (10 * suit) for suit in range(4))  # bits; shift by a strength for the cards of it

PARTS_THESIS = (
    ("first card", 40),
    ("second card", 40),
    ("third card", 40),
    ("trump suit", 4),
    ("card on the table", 40),
    ("own points", 1),
    ("others' points", 1),
)


def parts_v1(options: Mapping[str, Any]) -> list[tuple[str, int]]:
    """Return the parts of `briscas_v1` in order, with their lengths."""
    others = [f"seat +{k}" for k in range(1, options["players"])]
    cards = [
        "own hand",
        *(f"card on the table of {seat}" for seat in others),
        "cards played by me",
        *(f"cards played by {seat}" for seat in others),
        *(f"cards known of {seat}" for seat in others),
        "face-up card",
    ]
    rest = [
        ("trump suit", 4),
        ("own points", 1),
        ("others' points", 1),
        ("stock left", 1),
        ("trick", 1),
        ("on lead", 1),
        ("rule of following suit", 3),
        ("rule of exchange", 1),
        ("unseen trumps, aces and threes, points", 3),
    ]
    return [*((name, 40) for name in cards), *rest]


@kernel
def put_cards(cards: u8, at: i8, out: FEATURES) -> None:
    """Write a set of cards as forty features of 0 or 1, starting at `at`."""
    while cards:
        out[at + trailing_zeros(cards)] = 1.0
        cards &= cards - u8(1)


@kernel
def points_of(cards: u8) -> i8:
    """Return the points of a set of cards; the five weakest strengths count nothing."""
    points = i8(0)
    for strength in range(5):
        points += POINTS[strength] * bit_count(cards & (u8(ONE_OF_EACH_SUIT) << u8(strength)))
    return points


@kernel
def observe_v1(state: State, observer: i8, out: FEATURES) -> None:
    """Write `briscas_v1`: 256 numbers for two players, 120 more for each further seat."""
    out[:] = 0.0
    players = i8(state.players)
    put_cards(cards_of(state, observer), 0, out)
    at = 40
    for k in range(1, players):  # the card of each other seat on the table
        seat = (observer + k) % players
        for i in range(state.trick_size):
            if (state.leader + i) % players == seat:
                out[at + state.trick[i]] = 1.0
        at += 40
    put_cards(state.played[observer], at, out)
    at += 40
    for k in range(1, players):
        put_cards(state.played[(observer + k) % players], at, out)
        at += 40
    seen = seen_by(state, observer)
    for k in range(1, players):
        put_cards(cards_of(state, (observer + k) % players) & seen, at, out)
        at += 40
    in_stock = state.stock_left > 0 and not state.thesis_engine
    if in_stock:
        out[at + state.stock[0]] = 1.0
    at += 40
    out[at + state.trump] = 1.0
    side = observer % state.sides
    best_other = 0
    for other in range(state.sides):
        if other != side:
            best_other = max(best_other, i8(state.points[other]))
    out[at + 4] = state.points[side] / 120.0
    out[at + 5] = best_other / 120.0
    out[at + 6] = (state.stock_left - in_stock) / 33.0
    out[at + 7] = (state.turn // players + 1) / 20.0
    out[at + 8] = state.trick_size == 0 and state.seat == observer
    out[at + 9 + state.follow_suit] = 1.0
    out[at + 12] = state.exchange
    unseen = u8(ALL_CARDS) & ~seen
    out[at + 13] = bit_count(unseen & (u8(0x3FF) << u8(10 * state.trump))) / 10.0
    out[at + 14] = bit_count(unseen & u8(ACES_AND_THREES)) / 8.0
    out[at + 15] = points_of(unseen) / 120.0


def parts_belief(options: Mapping[str, Any]) -> list[tuple[str, int]]:
    """Return the parts of `briscas_belief`: those of `briscas_v1`, then one for each other hand."""
    return [*parts_v1(options), *((f"belief in the hand of seat +{k}", 40) for k in range(1, options["players"]))]


@kernel
def observe_belief(state: State, observer: i8, out: FEATURES) -> None:
    """Write `briscas_belief`: `briscas_v1`, then for each other seat the probability that it holds each card.

    A card in a known place has probability 0 or 1. Every unseen card is equally likely to be among the unknown cards of
    a hand.
    """
    observe_v1(state, observer, out)
    players = i8(state.players)
    at = 256 + 120 * (players - 2)
    for k in range(at, len(out)):
        out[k] = 0.0
    seen = seen_by(state, observer)
    unseen = u8(ALL_CARDS) & ~seen
    for k in range(1, players):
        held = cards_of(state, (observer + k) % players)
        put_cards(held & seen, at, out)
        chance = (bit_count(held) - bit_count(held & seen)) / max(1.0, 1.0 * bit_count(unseen))
        cards = unseen
        while cards:
            out[at + trailing_zeros(cards)] = chance
            cards &= cards - u8(1)
        at += 40


def parts_trick(options: Mapping[str, Any]) -> list[tuple[str, int]]:
    """Return the parts of `briscas_trick`: those of `briscas_v1`, then those of the trick on the table."""
    return [
        *parts_v1(options),
        ("own cards that take the trick", 40),
        ("own cards that nothing still out beats", 40),
        *((f"seat +{k} holds the trick", 1) for k in range(1, options["players"])),
        *((f"{k} seats play after me", 1) for k in range(options["players"])),
        ("points on the table", 1),
    ]


@kernel
def observe_trick(state: State, observer: i8, out: FEATURES) -> None:
    """Write `briscas_trick`: `briscas_v1`, then who holds the trick, what it is worth, and which own cards take it."""
    observe_v1(state, observer, out)
    players = i8(state.players)
    at = 256 + 120 * (players - 2)
    size = i8(state.trick_size)
    held = cards_of(state, observer)
    still_out = u8(ALL_CARDS) & ~held
    for seat in range(players):
        still_out &= ~state.played[seat]
    trumps = u8(0x3FF) << u8(10 * state.trump)
    cards = held
    while cards:
        card = i8(trailing_zeros(cards))
        cards &= cards - u8(1)
        if size == 0 or beats(card, state.best_card, state.trump):
            out[at + card] = 1.0
            first = u8(10 * SUIT[card])
            stronger = ((u8(1) << (u8(card) - first)) - u8(1)) << first
            if SUIT[card] != state.trump:
                stronger |= trumps
            if size + 1 == players or not still_out & stronger:
                out[at + 40 + card] = 1.0
    at += 80
    points = i8(0)
    for i in range(size):
        points += POINTS[state.trick[i]]
    if size > 0 and state.best_seat != observer:
        out[at + (state.best_seat - observer + players) % players - 1] = 1.0
    at += players - 1
    out[at + players - 1 - size] = 1.0
    out[at + players] = points / 30.0


@kernel
def observe_thesis(state: State, observer: i8, out: FEATURES) -> None:
    """Write `thesis166`: the thesis's inputs, without history, the hand in the order received."""
    out[:] = 0.0
    for place in range(state.held[observer]):
        out[40 * place + state.hand[observer, place]] = 1.0
    out[120 + state.trump] = 1.0
    if state.trick_size > 0:
        out[124 + state.trick[state.trick_size - 1]] = 1.0
    side = observer % state.sides
    out[164] = state.points[side] / 120.0
    best = 0
    for other in range(state.sides):
        if other != side:
            best = max(best, i8(state.points[other]))
    out[165] = best / 120.0


def parts_of(encoder: str, options: Mapping[str, Any]) -> Sequence[tuple[str, int]]:
    """Return the named parts of an encoder's vector in order, with their sizes."""
    if encoder == "thesis166":
        return PARTS_THESIS
    return {"briscas_v1": parts_v1, "briscas_belief": parts_belief, "briscas_trick": parts_trick}[encoder](options)


def size_of(parts: Sequence[tuple[str, int]]) -> int:
    """Return the length of a vector of named parts."""
    return sum(size for _, size in parts)
