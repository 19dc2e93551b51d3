"""Positions from full descriptions (`describe(None)`), which may have been edited by hand.

Cards, disasters, phase and seats are checked against each other first: a position that passes can be played on safely,
and a contradiction raises `BadOption`. Members that follow from others (scores, dangers, counts, waiting seats) are not
read.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from tapete.core.state import State
from tapete.errors import BadOption, shown
from tapete.games.dinosaurs import rules
from tapete.games.dinosaurs.cards import (
    BERRY,
    BOOST,
    CLAW,
    DECK,
    DETOUR,
    DINOSAURS,
    DISASTER_COPIES,
    DISASTERS,
    FERN,
    FLIP,
    HAS_EFFECT,
    IDS,
    JUICE,
    LOOKOUT,
    PEBBLE,
    PIT,
    POINT_TYPES,
    SAP,
    SAW,
    SPRING,
    TYPES,
    VINE,
    copies,
    words,
)
from tapete.games.dinosaurs.from_deal import listed, native, number, numbered
from tapete.games.dinosaurs.rules import GOAL, HAND, LOG, MAX_SEATS, NONE
from tapete.games.dinosaurs.state_reader import AIMED, ALONE, ENDINGS, PHASES, WHY_BOTTOM, WITH_CARD, WITH_NUMBER
from tapete.reading import mapping, member

MOST_POINTS = 90  # the most that a game can end with: see `points_span`
DECIDED_CARD = {  # phases in which an effect is decided, and the card that the deciding seat has revealed
    rules.ADD_POINT_CARD: PEBBLE,
    rules.ADD_EFFECT_CARD: JUICE,
    rules.THROW: SPRING,
    rules.LOOK: LOOKOUT,
    rules.KEEP: LOOKOUT,
    rules.ROB: CLAW,
    rules.TAKE: CLAW,
    rules.SWAP_WITH_NEIGHBOUR: VINE,
    rules.SWAP_TWO: FERN,
}
BY_THEMSELVES = (PIT, BERRY, SAW)  # effects without a decision


@dataclass
class PlayerData:
    """Player of a description, as numbers."""

    dinosaur: int
    alive: bool
    points: int
    area: list[int]
    hand: list[int]
    seen_by: list[list[int]]
    theft: bool
    face_down: int
    revealed: int
    table: int
    added: int
    boosts: int
    saps: int


@dataclass
class GivenPosition:
    """Position of a description as numbers, before it is written into a record."""

    phase: int
    seat: int
    over: bool
    turn: int
    disaster: int
    players: list[PlayerData]
    discards: list[int]
    instants: list[int]
    gone: list[int]
    deck: list[int]  # the next card to be drawn last
    in_order: bool
    next_shuffle: list[int]
    disasters: list[int]  # the same
    disasters_in_order: bool
    bottom: list[int]
    order: list[int]
    decided: int
    late: bool
    passes: int
    tied: list[int]
    without: list[int]
    after_sudden_death: bool
    bearer: int
    instant: int  # whose target is being chosen
    victim: int
    looked: list[int]
    throws_left: int
    log: list[tuple[int, int, int]]
    winners: list[int] = field(default_factory=list)
    reason: int = 0

    @property
    def alive(self) -> list[int]:
        return [seat for seat, player in enumerate(self.players) if player.alive]


def restore(state: State, description: Mapping[str, Any]) -> None:
    """Write a description into an empty state whose header is set."""
    native("take_options")(state.record, state.game.option_record)
    position = read(state, description)
    check_cards(state, position)
    check_disasters(state, position)
    check_players(state, position)
    check_table(position)
    check_question(state, position)
    write(state.record, position)
    check_danger(state, position)


# Reading


def switch(value: Any, what: str) -> bool:
    if not isinstance(value, bool):
        raise BadOption(f"{what}: must be true or false, not {shown(value)}")
    return value


def known_name(value: Any, names: tuple[str, ...], what: str) -> int:
    """Return the number of a name; a number is refused."""
    if not isinstance(value, str):
        raise BadOption(f"{what}: {shown(value)} is not one of {', '.join(names)}")
    return numbered(value, names, what)


def card(value: Any, what: str) -> int:
    """Return a card by its id, or NONE for None."""
    return NONE if value is None else known_name(value, IDS, what)


def cards(value: Any, what: str, most: int = DECK) -> list[int]:
    return [known_name(item, IDS, what) for item in listed(value, what, most)]


def kinds(value: Any, what: str) -> list[int]:
    return [known_name(item, DISASTERS, what) for item in listed(value, what, DECK)]


def seats(value: Any, what: str, players: int) -> list[int]:
    found = [number(item, what, 0, players - 1) for item in listed(value, what, players)]
    if len(set(found)) < len(found):
        raise BadOption(f"{what}: a seat appears twice")
    return found


def read(state: State, given: Mapping[str, Any]) -> GivenPosition:
    """Read the members that determine the position; the others follow from them."""
    seated = state.game.seats
    phase = known_name(member(given, "phase"), PHASES, "phase")
    deck, below = mapping(member(given, "deck"), "deck"), mapping(member(given, "disaster_deck"), "disaster_deck")
    effects = mapping(member(given, "effects"), "effects")
    bearer, victim, disaster = member(given, "bearer"), member(given, "victim"), member(given, "disaster")
    looked, source = member(given, "looked"), member(given, "source")
    players = listed(member(given, "players"), "players")
    if len(players) != seated:
        raise BadOption(f"players: {len(players)}, but {seated} play")
    position = GivenPosition(
        phase=phase,
        seat=int(state.record["seat"]),
        over=bool(number(int(state.record["over"]), "over", 0, 1)),
        turn=number(int(state.record["turn"]), "turn", 1, int(state.record["max_rounds"])),
        disaster=NONE if disaster is None else known_name(disaster, DISASTERS, "disaster"),
        players=[player(seat, mapping(data, f"players[{seat}]"), seated) for seat, data in enumerate(players)],
        discards=cards(member(given, "discards"), "discards"),
        instants=cards(member(given, "instants"), "instants"),
        gone=cards(member(given, "gone"), "gone"),
        deck=cards(member(deck, "cards", "deck."), "deck.cards")[::-1],
        in_order=switch(member(deck, "in_order", "deck."), "deck.in_order"),
        next_shuffle=cards(member(deck, "next_shuffle", "deck."), "deck.next_shuffle")[::-1],
        disasters=kinds(member(below, "cards", "disaster_deck."), "disaster_deck.cards")[::-1],
        disasters_in_order=switch(member(below, "in_order", "disaster_deck."), "disaster_deck.in_order"),
        bottom=kinds(member(given, "bottom"), "bottom"),
        order=seats(member(effects, "order", "effects."), "effects.order", seated),
        decided=number(member(effects, "asked", "effects."), "effects.asked", 0, MAX_SEATS),
        late=switch(member(effects, "late", "effects."), "effects.late"),
        passes=number(member(given, "passes"), "passes", 0, MAX_SEATS),
        tied=seats(member(given, "tied"), "tied", seated),
        without=seats(member(given, "without"), "without", seated),
        after_sudden_death=switch(member(given, "after_sudden_death"), "after_sudden_death"),
        bearer=NONE if bearer is None else number(bearer, "bearer", 0, seated - 1),
        instant=card(source, "source") if phase == rules.TARGET else NONE,
        victim=NONE if victim is None else number(victim, "victim", 0, seated - 1),
        looked=[] if looked is None else cards(looked, "looked", 2),
        throws_left=number(member(given, "throws_left"), "throws_left", 0, 3),
        log=[entry(item, f"log[{i}]", seated) for i, item in enumerate(listed(member(given, "log"), "log", LOG))],
    )
    if position.over:
        position.winners = seats(member(given, "winners"), "winners", seated)
        endings = tuple(ENDINGS.values())
        position.reason = list(ENDINGS)[known_name(member(given, "reason"), endings, "reason")]
    return position


def player(seat: int, given: Mapping[str, Any], seated: int) -> PlayerData:
    where = f"players[{seat}]."
    taken = mapping(member(given, "disasters", where), f"{where}disasters")
    seen = listed(member(given, "seen_by", where), f"{where}seen_by", seated)
    if len(seen) != seated:
        raise BadOption(f"{where}seen_by: {len(seen)} lists, but {seated} play")
    for name in taken:
        known_name(name, DISASTERS, f"{where}disasters")
    return PlayerData(
        dinosaur=known_name(member(given, "dinosaur", where), DINOSAURS, f"{where}dinosaur"),
        alive=switch(member(given, "alive", where), f"{where}alive"),
        points=number(member(given, "points", where), f"{where}points", 0, MOST_POINTS),
        area=[number(taken.get(kind, 0), f"{where}disasters.{kind}", 0, DECK) for kind in DISASTERS],
        hand=cards(member(given, "hand", where), f"{where}hand", HAND),
        seen_by=[cards(item, f"{where}seen_by[{i}]", HAND) for i, item in enumerate(seen)],
        theft=switch(member(given, "theft", where), f"{where}theft"),
        face_down=card(member(given, "face_down", where), f"{where}face_down"),
        revealed=card(member(given, "revealed", where), f"{where}revealed"),
        table=card(member(given, "table", where), f"{where}table"),
        added=number(member(given, "added", where), f"{where}added", 0, 9),
        boosts=number(member(given, "boosts", where), f"{where}boosts", 0, DECK),
        saps=number(member(given, "saps", where), f"{where}saps", 0, DECK),
    )


def entry(value: Any, where: str, seated: int) -> tuple[int, int, int]:
    """Return (kind, seat, value) of a log entry: the inverse of `state_reader.entry_of`."""
    given = mapping(value, where)
    kind = member(given, "kind", f"{where}.")

    def seat(name: str = "seat") -> int:
        return number(member(given, name, f"{where}."), f"{where}.{name}", 0, seated - 1)

    def the_card() -> int:
        return known_name(member(given, "card", f"{where}."), IDS, f"{where}.card")

    def disaster() -> int:
        return known_name(member(given, "disaster", f"{where}."), DISASTERS, f"{where}.disaster")

    if kind == "bottom":
        reasons = tuple(WHY_BOTTOM.values())
        why = known_name(member(given, "why", f"{where}."), reasons, f"{where}.why")
        return rules.BOTTOM, list(WHY_BOTTOM)[why], disaster()
    if kind == "played":
        played = the_card()
        if played < POINT_TYPES:
            raise BadOption(f"{where}: {IDS[played]} is not an instant")
        return rules.PLAYED, seat(), played + (32 * seat("target") if played in AIMED else 0)
    if kind == "swapped":
        return rules.SWAPPED, seat(), 4 * seat("one") + seat("other")
    if kind == "took":
        return rules.TOOK, seat(), disaster()
    for number_of, name in WITH_CARD.items():
        if kind == name:
            return number_of, seat(), the_card()
    for number_of, (name, what) in WITH_NUMBER.items():
        if kind == name:
            low, high = (0, seated - 1) if what == "from" else (-100, 100)
            return number_of, seat(), number(member(given, what, f"{where}."), f"{where}.{what}", low, high)
    for number_of, name in ALONE.items():
        if kind == name:
            return number_of, seat(), 0
    raise BadOption(f"{where}: there is no kind {shown(kind)} of entry")


# Checking


def check_cards(state: State, position: GivenPosition) -> None:
    """Check that every card of the deck in use is in exactly one place."""
    found = Counter(position.deck + position.discards + position.instants + position.gone + position.looked)
    for one in position.players:
        found.update(one.hand)
        found.update(card for card in (one.face_down, one.table) if card != NONE)
    expected = copies(bool(state.record["two_player"]))
    for kind in range(TYPES):
        if found[kind] != expected[kind]:
            raise BadOption(f"{IDS[kind]} appears {found[kind]} times; the deck in use has {expected[kind]} of it")
    for kind in position.instants + position.gone:
        if kind < POINT_TYPES:
            raise BadOption(f"instants and gone hold instants only, not {IDS[kind]}")
    if position.gone and not state.record["thesis"]:
        raise BadOption("gone: only under preset=thesis do instants leave the game")
    laid_out = Counter(position.next_shuffle)
    if len(position.next_shuffle) + len(position.deck) > DECK or any(laid_out[k] > expected[k] for k in laid_out):
        raise BadOption("deck.next_shuffle: more cards than there are")


def check_disasters(state: State, position: GivenPosition) -> None:
    """Check that every disaster is in exactly one place."""
    found = Counter(position.disasters + position.bottom)
    found.update([position.disaster] if position.disaster != NONE else [])
    for one in position.players:
        found.update({kind: count for kind, count in enumerate(one.area)})
    for kind, expected in enumerate(DISASTER_COPIES[int(state.record["thesis"])].tolist()):
        if found[kind] != expected:
            raise BadOption(f"{DISASTERS[kind]} disasters appear {found[kind]} times; there are {expected}")


def check_players(state: State, position: GivenPosition) -> None:
    """Check that players differ, that eliminated ones hold nothing, and that known cards are in their hands."""
    if len({one.dinosaur for one in position.players}) < len(position.players):
        raise BadOption("players: two have the same dinosaur")
    for seat, one in enumerate(position.players):
        where = f"players[{seat}]"
        if not one.alive and (one.hand or one.face_down != NONE):
            raise BadOption(f"{where}: a player who is out of the game holds no cards")
        if len(one.hand) + (one.face_down != NONE) > HAND:
            raise BadOption(f"{where}: {HAND} cards at most")
        if not position.over and one.points >= GOAL:
            raise BadOption(f"{where}.points: {one.points}, but the game ends at {GOAL}")
        if one.seen_by[seat]:
            raise BadOption(f"{where}.seen_by[{seat}]: must be empty for the player's own cards")
        for observer, seen in enumerate(one.seen_by):
            missing = Counter(seen) - Counter([*one.hand, one.face_down])
            if missing:
                raise BadOption(f"{where}.seen_by[{observer}]: {IDS[next(iter(missing))]} is not in that hand")
            if seen and not one.theft:
                raise BadOption(f"{where}: cards are known of a hand only after a theft (theft: true)")
    if position.over:
        if position.phase != rules.OVER or position.seat != NONE or not position.winners:
            raise BadOption("over: the phase must be over, the seat -1, and there must be a winner")
        if not set(position.winners) <= set(position.alive):
            raise BadOption("winners: only players who are not out can win")
    elif len(position.alive) < 2:
        raise BadOption("players: with one player left the game is over")
    elif position.phase == rules.OVER or position.seat not in position.alive:
        raise BadOption(f"seat: {position.seat} cannot be the seat to move")


def check_table(position: GivenPosition) -> None:
    """Check the cards on the table, which are there from the reveal on for all players alive, and what they do."""
    tables, revealed = ([getattr(one, name) for one in position.players] for name in ("table", "revealed"))
    if sorted(tables) != sorted(revealed) or any(
        (a == NONE) != (b == NONE) for a, b in zip(tables, revealed, strict=True)
    ):
        raise BadOption("players: the cards on the table are those that were revealed, perhaps swapped")
    if any(card >= POINT_TYPES for card in tables):
        raise BadOption("players: only Point cards lie on the table")
    open_now = position.phase != rules.CHOOSE
    for seat, one in enumerate(position.players):
        if (open_now and one.alive and one.table == NONE) or (not open_now and one.table != NONE):
            raise BadOption(
                f"players[{seat}].table: {'a card must' if open_now else 'no card may'} lie there in this phase"
            )
        if one.table == NONE and (one.added or one.boosts or one.saps):
            raise BadOption(f"players[{seat}]: nothing can be added without a card on the table")
        if one.added and one.revealed not in (PEBBLE, JUICE):
            raise BadOption(f"players[{seat}].added: only {IDS[PEBBLE]} and {IDS[JUICE]} add a card")
    for name, card in (("boosts", BOOST), ("saps", SAP)):
        played = position.instants.count(card) - (position.phase == rules.TARGET and position.instant == card)
        if sum(getattr(one, name) for one in position.players) != played:
            raise BadOption(f"{name}: as many as the {IDS[card]} among the instants played and aimed, {played}")
    if not open_now and position.instants:
        raise BadOption("instants: none can have been played before the reveal")
    deciding = [s for s, card in enumerate(revealed) if card != NONE and HAS_EFFECT[card] and card not in BY_THEMSELVES]
    if SAW in revealed:
        deciding = []
    if sorted(position.order) != deciding:
        raise BadOption(f"effects.order: must hold the seats whose effects ask something, {deciding}")
    if position.decided > len(position.order):
        raise BadOption(f"effects.asked: {position.decided} of {len(position.order)}")


def check_question(state: State, position: GivenPosition) -> None:
    """Check that the phase fits the seat to move and the cards on the table."""
    phase, seat, players = position.phase, position.seat, position.players
    tie = phase == rules.SUDDEN_DEATH
    taking_part = position.tied if tie else position.alive if phase == rules.CHOOSE else []
    for other, one in enumerate(players):
        chosen = other in taking_part and other < seat
        if (one.face_down != NONE) != chosen:
            raise BadOption(f"players[{other}].face_down: {'a card must' if chosen else 'no card may'} lie there")
        if one.face_down >= POINT_TYPES:
            raise BadOption(f"players[{other}].face_down: must be a Point card")
        if other in taking_part and not chosen and not any(card < POINT_TYPES for card in one.hand):
            raise BadOption(f"players[{other}].hand: has no Point card to choose")
    if taking_part and seat not in taking_part:
        raise BadOption(f"seat: {seat} has no part in this choice")
    if tie != bool(position.tied) or (tie and not 2 <= len(position.tied) < len(position.alive)):
        raise BadOption("tied: two or more players, but not all, in sudden death, and none otherwise")
    if not set(position.tied) <= set(position.alive):
        raise BadOption("tied: only players who are not out")
    check_disaster(position)
    if phase == rules.SCORING and position.passes >= len(position.alive):
        raise BadOption("passes: when all have passed the window is closed")
    if phase == rules.TARGET and position.instant not in (BOOST, SAP):
        raise BadOption(f"source: must be {IDS[BOOST]} or {IDS[SAP]}, whose target is being chosen")
    if phase == rules.TARGET and position.instant not in position.instants:
        raise BadOption("instants: must hold the one whose target is being chosen")
    if phase == rules.REDIRECT and DETOUR not in position.instants:
        raise BadOption(f"instants: must hold {IDS[DETOUR]} while its receiver is being chosen")
    if phase == rules.DISCARD and not players[seat].hand:
        raise BadOption(f"players[{seat}].hand: a player who may discard must have a card")
    if position.late and not state.record["thesis"]:
        raise BadOption("effects.late: only under preset=thesis do effects act at the end of the round")
    if phase in DECIDED_CARD:
        if (
            position.decided == 0
            or position.order[position.decided - 1] != seat
            or players[seat].revealed != DECIDED_CARD[phase]
        ):
            raise BadOption(f"effects: it must be seat {seat} that decides about its {IDS[DECIDED_CARD[phase]]}")
        if bool(state.record["thesis"]) and position.late != (DECIDED_CARD[phase] == CLAW):
            raise BadOption(f"effects.late: under preset=thesis only {IDS[CLAW]} acts at the end of the round")
    check_effect(state, position)


def check_disaster(position: GivenPosition) -> None:
    """Check that the disaster is face up until it is taken or put away, and its bearer known once it is awarded."""
    phase = position.phase
    gone = phase == rules.DISCARD or position.late
    if phase != rules.OVER and (position.disaster == NONE) != gone:
        raise BadOption(f"disaster: {'has gone' if gone else 'must lie open'} in this phase")
    bears = phase in (rules.RESPONSE, rules.REDIRECT, rules.DISCARD)
    if bears and position.bearer != position.seat:
        raise BadOption(f"bearer: must be the seat to move, {position.seat}")
    if not bears and not position.late and phase != rules.OVER and position.bearer != NONE:
        raise BadOption("bearer: must be empty, because no player bears the disaster yet")


def check_effect(state: State, position: GivenPosition) -> None:
    """Check the conditions of the effect that is being decided."""
    phase, seat, players = position.phase, position.seat, position.players
    if (phase == rules.TAKE) != (position.victim != NONE):
        raise BadOption("victim: is known exactly while a card is being taken")
    if phase == rules.TAKE:
        victim = players[position.victim]
        if position.victim == seat or not victim.alive or not victim.hand:
            raise BadOption("victim: another player who is not out and holds cards")
    if len(position.looked) != (2 if phase == rules.KEEP else 0):
        raise BadOption("looked: two cards exactly while one of them is being kept")
    if (phase == rules.THROW) != (position.throws_left > 0):
        raise BadOption("throws_left: 1 to 3 exactly while cards are being discarded by the Hot Spring")
    if phase == rules.THROW and not players[seat].hand:
        raise BadOption(f"players[{seat}].hand: has no card to discard")
    if phase == rules.SWAP_TWO and not state.record["thesis"] and len(position.alive) < 3:
        raise BadOption("phase: two other players are needed to swap their cards")


def check_danger(state: State, position: GivenPosition) -> None:
    """Check that players are out exactly if their disasters eliminate them (sections 5 and 9)."""
    fatal, record = native("is_fatal"), state.record
    for seat, one in enumerate(position.players):
        if bool(fatal(record, seat, NONE)) == one.alive:
            raise BadOption(f"players[{seat}]: its disasters {'put it out' if one.alive else 'do not put it out'}")
        held = [kind for kind, count in enumerate(one.area) if count]
        lived = one.alive
        for kind in held:
            record["area"][seat, kind] -= 1
            lived = lived or not fatal(record, seat, NONE)
            record["area"][seat, kind] += 1
        if not lived:
            raise BadOption(f"players[{seat}]: has more disasters than put it out")


# Writing


def bits(seats: list[int]) -> int:
    return sum(1 << seat for seat in seats)


def counted(cards: list[int]) -> tuple[int, int]:
    return words([cards.count(card) for card in range(TYPES)])


def write(record: Any, position: GivenPosition) -> None:
    """Fill the record. Counts of cards and the effects in force follow from where the cards are."""
    for name in ("deck", "disasters", "known", "log", "order"):
        record[name] = 0
    for name in ("face_down", "revealed", "table", "dinosaur"):
        record[name] = NONE
    for seat, one in enumerate(position.players):
        record["hand"][seat] = counted(one.hand)
        record["held"][seat] = len(one.hand)
        record["position"][seat] = one.points
        record["area"][seat] = one.area
        for name in ("dinosaur", "face_down", "revealed", "table", "added", "boosts", "saps"):
            record[name][seat] = getattr(one, name)
        for observer, seen in enumerate(one.seen_by):
            record["known"][observer, seat, : len(seen)] = [card + 1 for card in seen]
    record["discards"] = counted(position.discards)
    record["instants"] = counted(position.instants)[1]
    record["gone"] = counted(position.gone)[1]
    record["deck"][: len(position.deck)] = position.deck
    record["deck"][DECK - len(position.next_shuffle) :] = position.next_shuffle
    record["deck_left"], record["laid_out"] = len(position.deck), len(position.next_shuffle)
    record["stacked"], record["stacked_disasters"] = position.in_order, position.disasters_in_order
    record["disasters"][: len(position.disasters)] = position.disasters
    record["disasters_left"], record["bottom_size"] = len(position.disasters), len(position.bottom)
    record["bottom"] = np.uint64(sum(kind << 2 * i for i, kind in enumerate(position.bottom)))
    record["order"][: len(position.order)] = position.order
    record["order_size"], record["order_at"], record["late"] = len(position.order), position.decided, position.late
    revealed = [one.revealed for one in position.players]
    pits = 0 if SAW in revealed else revealed.count(PIT)
    record["inversions"] = pits + position.instants.count(FLIP)
    record["star"] = BERRY in revealed and SAW not in revealed
    record["phase"], record["disaster"], record["passes"] = position.phase, position.disaster, position.passes
    record["alive"], record["alive_count"] = bits(position.alive), len(position.alive)
    record["known_of"] = bits([seat for seat, one in enumerate(position.players) if one.theft])
    record["tied"], record["without"] = bits(position.tied), bits(position.without)
    record["after_sudden_death"], record["bearer"] = position.after_sudden_death, position.bearer
    record["subject"] = max(position.instant, position.victim, 0)
    record["looked"] = position.looked or NONE
    record["throws_left"] = position.throws_left
    record["logged"] = len(position.log)
    for place, (kind, seat, value) in enumerate(position.log):
        record["log"][place] = kind << 10 | seat << 8 | value & 255
    record["winners"], record["reason"] = bits(position.winners), position.reason
