"""Python access to a state's record: hands, known cards, decks, the log of the round, scores."""

from __future__ import annotations

from tapete.core.state import State
from tapete.games.dinosaurs import rules
from tapete.games.dinosaurs.cards import BOOST, DETOUR, DISASTERS, IDS, SAP, TRAIT, TYPES, VALUE

NONE = rules.NONE

PHASES = (  # in the order of the numbers in `rules`
    "choose",
    "sudden_death",
    "scoring",
    "response",
    "discard",
    "take",
    "add_point_card",
    "add_effect_card",
    "throw",
    "look",
    "keep",
    "rob",
    "swap_with_neighbour",
    "swap_two",
    "target",
    "redirect",
    "over",
)
ENDINGS = {
    rules.FIFTY_AT_AWARD: "fifty",
    rules.FIFTY_AT_END: "fifty_by_disasters",
    rules.LAST_ALIVE: "last_alive",
    rules.ROUND_LIMIT: "round_limit",
}
WHY_BOTTOM = {rules.FULL_TIE: "full_tie", rules.TIE_UNBROKEN: "tie_unbroken", rules.SHELTERED: "sheltered"}
AIMED = (BOOST, SAP, DETOUR)  # instants with a target
WITH_CARD = {
    rules.REVEALED: "revealed",
    rules.ADDED: "added",
    rules.THREW: "threw",
    rules.LOOKED: "looked",
    rules.FOUGHT: "fought",
    rules.GAVE_UP: "gave_up",
    rules.REDREW: "redrew",
}
WITH_NUMBER = {
    rules.STOLE: ("stole", "from"),
    rules.SCORED: ("scored", "score"),
    rules.ADVANCED: ("advanced", "steps"),
    rules.MOVED: ("moved", "steps"),
}
ALONE = {rules.WITHOUT: "without", rules.OUT: "out"}


def cards_in(low: int, high: int) -> list[int]:
    """Return the cards of a counted set, by ascending type."""
    both = int(low) | int(high) << 64
    return [card for card in range(TYPES) for _ in range(both >> 4 * card & 15)]


def hand_of(state: State, seat: int) -> list[int]:
    return cards_in(*state.record["hand"][seat])


def known_cards(state: State, observer: int, seat: int) -> list[int]:
    """Return the cards that an observer knows to be in another seat's hand (or face down before it)."""
    return sorted(int(card) - 1 for card in state.record["known"][observer][seat] if card)


def bottom_of(state: State) -> list[int]:
    """Return the disasters known to be at the bottom of their deck, the upper one first."""
    word = int(state.record["bottom"])
    return [word >> 2 * i & 3 for i in range(state.record["bottom_size"])]


def seats_in(bits: int, players: int) -> list[int]:
    """Return the seats of a set of bits."""
    return [seat for seat in range(players) if int(bits) >> seat & 1]


def events(state: State) -> list[tuple[int, int, int]]:
    """Return (kind, seat, value) of the public events since the last reveal."""
    found = []
    for entry in state.record["log"][: state.record["logged"]]:
        value = int(entry) & 255
        found.append((int(entry) >> 10, int(entry) >> 8 & 3, value - 256 if value > 127 else value))
    return found


def entry_of(kind: int, seat: int, value: int) -> dict[str, object]:
    """Return an entry of the log as data."""
    if kind == rules.BOTTOM:  # here the seat is the reason
        return {"kind": "bottom", "disaster": DISASTERS[value], "why": WHY_BOTTOM[seat]}
    if kind == rules.PLAYED:
        card = value & 31
        target = {"target": value >> 5} if card in AIMED else {}
        return {"kind": "played", "seat": seat, "card": IDS[card], **target}
    if kind == rules.SWAPPED:
        return {"kind": "swapped", "seat": seat, "one": value >> 2, "other": value & 3}
    if kind == rules.TOOK:
        return {"kind": "took", "seat": seat, "disaster": DISASTERS[value]}
    if kind in WITH_CARD:
        return {"kind": WITH_CARD[kind], "seat": seat, "card": IDS[value]}
    if kind in WITH_NUMBER:
        name, member = WITH_NUMBER[kind]
        return {"kind": name, "seat": seat, member: value}
    return {"kind": ALONE[kind], "seat": seat}


def provisional_score(state: State, seat: int) -> int | None:
    """Return the score of the round before any inversion; None for a seat without a card on the table."""
    record = state.record
    card = int(record["table"][seat])
    if card == NONE:
        return None
    step = 4 if record["star"] else 2
    return (
        int(VALUE[card])
        + int(record["added"][seat])
        + trait_of(state, seat)
        + step * (int(record["boosts"][seat]) - int(record["saps"][seat]))
    )


def trait_of(state: State, seat: int) -> int:
    """Return the trait of a seat's dinosaur against the face-up disaster; 0 if there is none."""
    disaster = int(state.record["disaster"])
    return int(TRAIT[state.record["dinosaur"][seat], disaster]) if disaster != NONE else 0
