"""How a person reads Briscas: cards, the table, the moves, and positions given as facts."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from tapete.errors import BadOption
from tapete.game import State, Text
from tapete.games.briscas.rules import CARDS, EXCHANGE_SEVEN, EXCHANGE_TWO, HAND, NONE, POINTS, SEVEN, TWO

SUITS = ("oros", "copas", "espadas", "bastos")
FACES = ("A", "3", "K", "C", "S", "7", "6", "5", "4", "2")
FACE_WORDS = ("ace", "three", "king", "horse", "jack", "seven", "six", "five", "four", "two")
SIGNS = ("o", "c", "e", "b")


def card_name(card: int) -> str:
    return f"{FACES[card % 10]}-{SUITS[card // 10]}"


def card_words(card: int) -> str:
    return f"{FACE_WORDS[card % 10]} of {SUITS[card // 10]}"


def parse_card(text: str) -> int:
    """A card from its name, `A-copas` or `ac`."""
    cleaned = text.strip().lower().replace("-", "").replace(" ", "").replace("of", "")
    for card in range(CARDS):
        name = card_name(card).lower().replace("-", "")
        short = f"{FACES[card % 10].lower()}{SIGNS[card // 10]}"
        if cleaned in (name, short, f"{FACE_WORDS[card % 10]}{SUITS[card // 10]}"):
            return card
    raise BadOption(f"{text!r} is no card; a card is like A-copas, 7-oros or Kb")


def drawn(cards: list[int | None], trump: int | None = None) -> list[str]:
    """Cards side by side as text; None is a card face down."""
    rows = ["", "", "", "", ""]
    for card in cards:
        if card is None:
            lines = ("┌───────┐", "│░░░░░░░│", "│░░░░░░░│", "│░░░░░░░│", "└───────┘")
        else:
            face, suit = FACES[card % 10], SUITS[card // 10]
            mark = "*" if trump is not None and card // 10 == trump else " "
            worth = int(POINTS[card])
            points = f"{worth:>2}" if worth else "  "
            lines = ("┌───────┐", f"│{face:<3}{points:>4}│", f"│{suit:^7}│", f"│{mark:>7}│", "└───────┘")
        rows = [row + ("" if not row else " ") + line for row, line in zip(rows, lines, strict=True)]
    return rows


def hand_of(state: State, seat: int) -> list[int]:
    record = state.record
    return [int(card) for card in record["hand"][seat][: record["held"][seat]]]


def trick_of(state: State) -> list[tuple[int, int]]:
    """(seat, card) on the table, the leader's first."""
    record = state.record
    players = int(record["players"])
    return [((int(record["leader"]) + i) % players, int(record["trick"][i])) for i in range(record["trick_size"])]


def state_text(state: State, seat: int | None) -> str:
    """The table: trump, stock, points, what each player has played to the trick, and the hand."""
    record = state.record
    players, trump = int(record["players"]), int(record["trump"])
    lines = []
    left = int(record["stock_left"])
    if record["thesis_engine"]:
        shown = f"{card_words(int(record['trump_card']))} fixed trump and is out of the game; stock {left}"
    elif left > 0:
        shown = f"{card_words(int(record['stock'][0]))} under a stock of {left}"
    else:
        shown = "stock empty"
    lines.append(f"Trump {SUITS[trump]} ({shown})")
    sides = int(record["sides"])
    if players == 4:
        scores = [f"seats {side} and {side + 2}: {int(record['points'][side])}" for side in range(sides)]
    else:
        scores = [f"seat {side}: {int(record['points'][side])}" for side in range(sides)]
    lines.append("Points   " + "   ".join(scores))
    known = known_cards(state, NONE if seat is None else seat)
    for other in range(players):
        if seat is None:
            lines.append(f"Seat {other} holds {', '.join(card_name(c) for c in sorted(hand_of(state, other)))}")
        elif other != seat and known.get(other):
            lines.append(f"Seat {other} is known to hold {', '.join(card_name(c) for c in known[other])}")
    trick = trick_of(state)
    if trick:
        lines.append("On the table:  " + ",  ".join(f"seat {s} played" for s, _ in trick))
        lines += drawn([card for _, card in trick], trump)
    if seat is not None:
        hand = sorted(hand_of(state, seat))
        lines.append(f"Your hand (seat {seat}):" if hand else f"Your hand (seat {seat}) is empty")
        if hand:
            lines += drawn(list(hand), trump)
    if state.over:
        lines.append("The game is over.")
    return "\n".join(lines)


def action_text(state: State, action: int) -> str:
    trump = int(state.record["trump"])
    if action in (EXCHANGE_SEVEN, EXCHANGE_TWO):
        given = 10 * trump + (SEVEN if action == EXCHANGE_SEVEN else TWO)
        return f"exchange the {card_words(given)} for the {card_words(int(state.record['stock'][0]))}"
    return f"play {card_name(action)}"


def parse(state: State, text: str) -> int | None:
    """A card by name; `exchange` where one is possible."""
    legal = state.legal()
    if text.strip().lower().startswith(("ex", "swap")):
        exchanges = [action for action in legal if action >= CARDS]
        return exchanges[0] if len(exchanges) == 1 else None
    try:
        return parse_card(text.removeprefix("play "))
    except BadOption:
        return None


def known_cards(state: State, observer: int) -> dict[int, list[int]]:
    """Cards in other hands whose place the observer knows: taken face up or by exchange, or seen at a partner's."""
    record = state.record
    known = int(record["known"])
    players = int(record["players"])
    found = {}
    for seat in range(players):
        if seat == observer:
            continue
        cards = {card for card in hand_of(state, seat) if known >> card & 1}
        if players == 4 and seat == (observer + 2) % 4:
            if record["partners_see_hands"] == 1:
                cards |= set(hand_of(state, seat)) & {int(card) for card in record["first_hand"][seat]}
            elif record["partners_see_hands"] == 2 and record["stock_left"] == 0:
                cards = set(hand_of(state, seat))
        found[seat] = sorted(cards)
    return found


def known(state: State, observer: int) -> Mapping[str, Any]:
    return {"in_hands": known_cards(state, observer)}


def set_up(state: State, facts: Mapping[str, Any]) -> None:
    """A deal from facts: `deck` in the order dealt, `first` player. Or an end game: `trump`, `hands`, `leader`, `points`."""
    from tapete.games.briscas import rules

    record = state.record
    build = _set_up_build()
    build.function(rules.take_options)(record, state.game.encoded_options)
    players = int(record["players"])
    if "deck" in facts:
        deck = [int(card) for card in facts["deck"]]
        whole = int(build.function(rules.gather_deck)(record))
        expected = sorted(record["stock"][:whole].tolist())
        if sorted(deck) != expected:
            raise BadOption(f"deck: must hold each of the {whole} cards in play once")
        first = int(facts.get("first", 0))
        if not 0 <= first < players:
            raise BadOption(f"first={first}: must be a seat from 0 to {players - 1}")
        record["first_player"] = first
        record["stock"][:whole] = deck[::-1]
        build.function(rules.hand_out)(record, whole)
        return
    hands = [[int(card) for card in hand] for hand in facts["hands"]]
    if players != 2 or len(hands) != 2:
        raise BadOption("hands: an end game has two hands")
    held = [card for hand in hands for card in hand]
    if len(set(held)) != len(held) or any(len(hand) > HAND for hand in hands):
        raise BadOption("hands: at most three different cards each")
    record["hand"][:] = NONE
    record["first_hand"][:] = NONE
    for seat, hand in enumerate(hands):
        record["hand"][seat, : len(hand)] = hand
        record["held"][seat] = len(hand)
    record["trump"] = int(facts["trump"])
    played = [card for card in range(CARDS) if card not in held]
    record["trump_card"] = next((c for c in played if c // 10 == record["trump"]), played[0])
    record["played"][0] = np.uint64(sum(1 << card for card in played))
    record["points"][:2] = facts.get("points", (0, 0))
    record["captured"][:2] = facts.get("captured", (0, 0))
    record["leader"] = record["seat"] = int(facts.get("leader", 0))
    record["turn"] = CARDS - len(held)


_set_up: dict[str, Any] = {}


def _set_up_build() -> Any:
    from tapete.games.briscas import rules
    from tapete.kernel import Build

    if "build" not in _set_up:
        _set_up["build"] = Build("briscas-set-up", [rules.take_options, rules.gather_deck, rules.hand_out])
    return _set_up["build"]


TEXT = Text(
    state=state_text,
    action=action_text,
    parse=parse,
    known=known,
    hint="a card by name (A-copas, 7o, king of bastos), its number in the list, or 'exchange'",
)
