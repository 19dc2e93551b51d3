"""Positions from full descriptions (`describe(None)`), which may have been edited by hand.

Cards, counts and turns are checked against each other first: a position that passes can be played on safely, and a
contradiction raises `BadOption`. Points and captured cards are not checked against the tricks, so that a position can
be given another score.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from tapete.core.state import State
from tapete.errors import BadOption, shown
from tapete.games.briscas.cards import CARD_OF_ID, IDS
from tapete.games.briscas.from_deal import ALL_POINTS, adopt_options, deck_in_play, listed, number
from tapete.games.briscas.options import SEE_START
from tapete.games.briscas.rules import (
    CARDS,
    EXCHANGE_SEVEN,
    EXCHANGE_TWO,
    HAND,
    MAX_SEATS,
    NONE,
    SEVEN,
    TWO,
    WINNING_POINTS,
    beats,
)
from tapete.reading import mapping, member


@dataclass
class GivenPosition:
    """Position of a description as numbers, before it is written into a record."""

    turned: int = 0
    first_player: int = 0
    leader: int = 0
    stock: list[int] = field(default_factory=list)  # the next card to be drawn first
    hands: list[list[int]] = field(default_factory=list)
    known: list[list[int]] = field(default_factory=list)
    played: list[list[int]] = field(default_factory=list)
    first_hands: list[list[int]] = field(default_factory=list)
    trick: list[tuple[int, int]] = field(default_factory=list)
    plays: list[tuple[int, int]] = field(default_factory=list)  # (seat, card), including those of the trick
    exchanges: list[tuple[int, int, int, int]] = field(default_factory=list)  # plays before it, seat, given, taken
    points: list[int] = field(default_factory=list)
    captured: list[int] = field(default_factory=list)


def fill_in(state: State, description: Mapping[str, Any]) -> None:
    """Write a description into an empty state whose header is set."""
    adopt_options(state)
    position = read(state, description)
    check_places(state, position)
    log = check_story(state, position)
    check_turn(state, position)
    write(state, position, log)


# Reading


def card(value: Any, what: str) -> int:
    if not isinstance(value, str) or value not in CARD_OF_ID:
        raise BadOption(f"{what}: {shown(value)} is not a card; cards are written like A-copas or 7-oros")
    return CARD_OF_ID[value]


def cards(value: Any, what: str, most: int = CARDS) -> list[int]:
    found = [card(item, what) for item in listed(value, what)]
    if len(set(found)) < len(found):
        raise BadOption(f"{what}: a card is there twice")
    if len(found) > most:
        raise BadOption(f"{what}: {len(found)} cards, {most} at most")
    return found


def read(state: State, description: Mapping[str, Any]) -> GivenPosition:
    """Read the members that determine the position; the others follow from them."""
    seats, sides = state.game.seats, int(state.record["sides"])
    position = GivenPosition(
        turned=card(member(description, "turned"), "turned"),
        first_player=number(member(description, "first_player"), "first_player", 0, seats - 1),
        leader=number(member(description, "leader"), "leader", 0, seats - 1),
        stock=cards(member(mapping(member(description, "stock"), "stock"), "cards", "stock."), "stock.cards"),
    )
    players = listed(member(description, "players"), "players")
    if len(players) != seats:
        raise BadOption(f"players: {len(players)}, but {seats} play")
    for seat, data in enumerate(players):
        where = f"players[{seat}]"
        player = mapping(data, where)
        position.hands.append(cards(member(player, "hand", f"{where}."), f"{where}.hand", HAND))
        position.known.append(cards(member(player, "known", f"{where}."), f"{where}.known", HAND))
        position.played.append(cards(member(player, "played", f"{where}."), f"{where}.played"))
        if state.record["partners_see_hands"] == SEE_START:
            first_hand = cards(member(player, "first_hand", f"{where}."), f"{where}.first_hand", HAND)
            if len(first_hand) != HAND:
                raise BadOption(f"{where}.first_hand: must be three cards")
            position.first_hands.append(first_hand)
    given = listed(member(description, "sides"), "sides")
    if len(given) != sides:
        raise BadOption(f"sides: {len(given)}, but there are {sides}")
    for side, data in enumerate(given):
        where = f"sides[{side}]"
        of_side = mapping(data, where)
        position.points.append(number(member(of_side, "points", f"{where}."), f"{where}.points", 0, ALL_POINTS))
        position.captured.append(number(member(of_side, "cards", f"{where}."), f"{where}.cards", 0, CARDS))
    for name, total, most in (("points", position.points, ALL_POINTS), ("cards", position.captured, CARDS)):
        if sum(total) > most:
            raise BadOption(f"sides: {sum(total)} {name} won, but there are only {most}")
    read_story(description, seats, position)
    return position


def read_story(description: Mapping[str, Any], seats: int, position: GivenPosition) -> None:
    """Read the finished tricks, the trick on the table, and the exchanges between the plays."""
    for i, data in enumerate(listed(member(description, "tricks"), "tricks")):
        where = f"tricks[{i}]"
        trick = read_trick(member(mapping(data, where), "cards", f"{where}."), f"{where}.cards", seats)
        if len(trick) != seats:
            raise BadOption(f"{where}.cards: must be {seats}")
        position.plays += trick
    position.trick = read_trick(member(description, "trick"), "trick", seats)
    if len(position.trick) >= seats:
        raise BadOption(f"trick: at most {seats - 1} cards can lie on the table")
    position.plays += position.trick
    for i, data in enumerate(listed(member(description, "exchanges"), "exchanges")):
        where = f"exchanges[{i}]"
        given = mapping(data, where)
        position.exchanges.append(
            (
                number(member(given, "after_plays", f"{where}."), f"{where}.after_plays", 0, CARDS),
                number(member(given, "seat", f"{where}."), f"{where}.seat", 0, seats - 1),
                card(member(given, "gives", f"{where}."), f"{where}.gives"),
                card(member(given, "takes", f"{where}."), f"{where}.takes"),
            )
        )


def read_trick(value: Any, what: str, seats: int) -> list[tuple[int, int]]:
    found = []
    for i, data in enumerate(listed(value, what)):
        where = f"{what}[{i}]"
        play = mapping(data, where)
        seat = number(member(play, "seat", f"{where}."), f"{where}.seat", 0, seats - 1)
        found.append((seat, card(member(play, "card", f"{where}."), f"{where}.card")))
    return found


# Checking


def check_places(state: State, position: GivenPosition) -> None:
    """Check that every card is in one place, and that no public card is in the hidden part of the stock."""
    record = state.record
    thesis, seats = bool(record["thesis_engine"]), state.game.seats
    deck = deck_in_play(state.game)
    if thesis:
        deck.remove(position.turned)  # out of the game (section 10)
    everywhere = sorted(
        [*position.stock, *(c for zone in (position.hands, position.played) for part in zone for c in part)]
    )
    for found in everywhere:
        if found not in deck:
            raise BadOption(f"{IDS[found]} is not in play")
        if everywhere.count(found) > 1:
            raise BadOption(f"{IDS[found]} is in two places: a card is in a hand, in the stock or played")
    for wanted in deck:
        if wanted not in everywhere:
            raise BadOption(f"{IDS[wanted]} is nowhere: a card is in a hand, in the stock or played")
    for seat, (hand, known) in enumerate(zip(position.hands, position.known, strict=True)):
        if not set(known) <= set(hand):
            raise BadOption(f"players[{seat}].known: must be cards of that hand")
        on_table = any(player == seat for player, _ in position.trick)
        if len(hand) + on_table > HAND:
            raise BadOption(f"players[{seat}].hand: more than {HAND} cards with the one on the table")
        if position.stock and not state.over and len(hand) + on_table < HAND:
            raise BadOption(
                f"players[{seat}].hand: {HAND} cards, one played to the trick included, while there is stock"
            )
    if not thesis and len(position.stock) % seats:
        raise BadOption(f"stock.cards: {len(position.stock)}, but {seats} players draw one each")
    face_up = {position.stock[-1]} if position.stock and not thesis else set()
    seen = face_up | {c for part in (*position.known, *position.played) for c in part}
    if not thesis and position.turned not in seen:
        raise BadOption("turned: that card must lie under the stock, be known in a hand, or have been played")
    first_hands = [c for hand in position.first_hands for c in hand]
    if len(set(first_hands)) < len(first_hands):
        raise BadOption("first_hand: a card was dealt twice")
    for seat, first_hand in enumerate(position.first_hands):
        if not set(first_hand) <= seen | set(position.hands[seat]):
            raise BadOption(f"players[{seat}].first_hand: a card of it is where it cannot have gone")


def check_story(state: State, position: GivenPosition) -> list[int]:
    """Return the actions of the tricks and exchanges, after checking that they can have led to this position."""
    record = state.record
    seats, thesis, trump = state.game.seats, bool(record["thesis_engine"]), position.turned // 10
    stock = max(0, len(position.stock) + sum(map(len, position.hands)) + len(position.plays) - HAND * seats)
    player, face_up = position.first_player, position.turned
    counts = [HAND] * seats
    known: list[set[int]] = [set() for _ in range(seats)]
    log: list[int] = []
    trick: list[tuple[int, int]] = []
    best = (NONE, NONE)
    exchanges = list(position.exchanges)
    logged: set[int] = set()
    for done in range(len(position.plays) + 1):
        while exchanges and exchanges[0][0] == done:
            _, seat, given, taken = exchanges.pop(0)
            if not may_exchange(state, given, taken, trump) or taken != face_up or seat != player:
                raise BadOption(f"exchanges: {IDS[given]} for {IDS[taken]} by seat {seat} cannot have been made then")
            log.append(EXCHANGE_SEVEN if given == 10 * trump + SEVEN else EXCHANGE_TWO)
            known[seat] = known[seat] - {given} | {taken}
            face_up = given
        if done == len(position.plays):
            break
        seat, played = position.plays[done]
        if seat != player:
            raise BadOption(f"tricks: play {done + 1} was seat {player}'s, not seat {seat}'s")
        if played in logged or played not in position.played[seat]:
            raise BadOption(f"tricks: {IDS[played]} must be among the cards that seat {seat} has played, once")
        logged.add(played)
        log.append(played)
        known[seat].discard(played)
        counts[seat] -= 1
        best = (seat, played) if not trick or beats.function(played, best[1], trump) else best
        trick.append((seat, played))
        player = (player + 1) % seats
        if len(trick) == seats:
            trick = []
            player = best[0]
            if state.over and record["early_stop"] and done + 1 == len(position.plays):
                continue
            order = [(player + k) % seats for k in range(seats)]
            if thesis:
                order = [player, *(s for s in range(seats) if s != player)]
            for drawer in order[: min(stock, seats)]:
                stock -= 1
                counts[drawer] += 1
                if stock == 0 and not thesis:
                    known[drawer].add(face_up)
    if exchanges:
        raise BadOption("exchanges: must be in order, none after more plays than there were")
    if position.stock and not thesis and position.stock[-1] != face_up:
        raise BadOption(f"stock.cards: the last must be {IDS[face_up]}, the face-up card")
    if (trick[0][0] if trick else player) != position.leader:
        raise BadOption(f"leader: must be seat {trick[0][0] if trick else player} by what has been played")
    if len(logged) == sum(map(len, position.played)):  # complete since the deal
        for seat in range(seats):
            if len(position.hands[seat]) != counts[seat]:
                raise BadOption(f"players[{seat}].hand: must be {counts[seat]} cards by what has been played")
            if set(position.known[seat]) != known[seat]:
                raise BadOption(
                    f"players[{seat}].known: must be {[IDS[c] for c in sorted(known[seat])]} by what was seen"
                )
    return log


def may_exchange(state: State, given: int, taken: int, trump: int) -> bool:
    """Return whether section 7.2 allows it: the seven for a better trump, the two for the seven to the four."""
    if not state.record["exchange"] or state.record["thesis_engine"] or taken // 10 != trump:
        return False
    strength = taken % 10
    return (given == 10 * trump + SEVEN and strength < SEVEN) or (given == 10 * trump + TWO and SEVEN <= strength < TWO)


def check_turn(state: State, position: GivenPosition) -> None:
    """Check the header: the seat to move, the number of cards played, whether the game is over."""
    played = sum(map(len, position.played))
    if state.turn != played:
        raise BadOption(f"turn={state.turn}: {played} cards have been played")
    turn = (position.leader + len(position.trick)) % state.game.seats
    finished = not position.hands[turn]
    stopped = bool(state.record["early_stop"]) and not position.trick and max(position.points) >= WINNING_POINTS
    if state.over and not (finished or stopped):
        raise BadOption(f"over: seat {turn} still has cards to play")
    if not state.over and finished:
        raise BadOption(f"over: seat {turn} has no card to play, so the game must be over")
    expected = NONE if state.over else turn
    if state.seat != expected:
        raise BadOption(f"seat={state.seat}: must be {expected}")


# Writing


def write(state: State, position: GivenPosition, log: list[int]) -> None:
    """Write the record, computing what follows from the position."""
    record = state.record
    seats, trump = state.game.seats, position.turned // 10
    record["trump_card"], record["trump"] = position.turned, trump
    record["first_player"], record["leader"] = position.first_player, position.leader
    record["stock"][: len(position.stock)] = position.stock[::-1]
    record["stock_left"] = len(position.stock)
    record["hand"][:] = NONE
    record["first_hand"][:] = NONE
    for seat in range(seats):
        hand = position.hands[seat]
        record["hand"][seat, : len(hand)] = hand
        record["held"][seat] = len(hand)
        record["played"][seat] = bits(position.played[seat])
    for seat, first_hand in enumerate(position.first_hands):
        record["first_hand"][seat] = first_hand
    record["known"] = bits([c for part in position.known for c in part])
    record["points"][: len(position.points)] = position.points
    record["captured"][: len(position.captured)] = position.captured
    record["log"][: len(log)] = log
    record["logged"] = len(log)
    record["trick"][: len(position.trick)] = [played for _, played in position.trick]
    record["trick_size"] = len(position.trick)
    write_tricks(state, position, trump)


def write_tricks(state: State, position: GivenPosition, trump: int) -> None:
    """Write the winners of the tricks, and the winning card of the trick on the table or of the last one."""
    record = state.record
    seats = state.game.seats
    won = [0] * MAX_SEATS
    for start in range(0, len(position.plays), seats):
        best = position.plays[start]
        for play in position.plays[start + 1 : start + seats]:
            best = play if beats.function(play[1], best[1], trump) else best
        record["best_seat"], record["best_card"] = best
        if start + seats <= len(position.plays):
            won[best[0]] += 1
    record["tricks_won"][:] = won


def bits(cards: list[int]) -> np.uint64:
    return np.uint64(sum(1 << c for c in cards))


def refuse_contradictions(given: Any, made: Any, where: str = "") -> None:
    """Check every other member of the description against the restored position."""
    if isinstance(made, Mapping) and isinstance(given, Mapping):
        for name in made:
            if name in given:
                refuse_contradictions(given[name], made[name], f"{where}.{name}" if where else name)
    elif isinstance(made, list) and isinstance(given, (list, tuple)) and len(given) == len(made):
        for i, (one, other) in enumerate(zip(given, made, strict=True)):
            refuse_contradictions(one, other, f"{where}[{i}]")
    elif given != made or isinstance(given, bool) != isinstance(made, bool):
        raise BadOption(f"{where}: {shown(given)} contradicts the rest, by which it is {shown(made)}")
