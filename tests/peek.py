"""A small game with private knowledge, for the tests of the leak tests.

Eight cards: one in each of two hands, the others face down in a row. On a turn a seat keeps its card, looks at the top
card (the look is public), or swaps its card for the top one; the card given away is face up. A seat that has looked at
a card that the other then takes knows the other's hand. After eight turns the higher card wins.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from tapete.core.definition import BotSpec, Definition, Encoder
from tapete.core.presentation import Presentation, whole
from tapete.core.state import State as Position
from tapete.kernel import Array, GameOptions, GameState, i1, i8, kernel, scratch_i8, seed_rng, shape, shuffle, u8
from tapete.kernel.contract import ACTIONS, FEATURES, MEMORY, NUMBERS

CARDS, TURNS = 8, 8
KEEP, LOOK, SWAP = range(3)


class State(GameState):
    hand: Array[i1] = shape(2)
    deck: Array[i1] = shape(CARDS)  # the top card is at `top`; the places before it are zero
    top: i1
    discards: Array[i1] = shape(CARDS)
    thrown: i1
    looked: Array[i1] = shape(2)  # whether the seat knows the top card
    knows: Array[i1] = shape(2)  # whether the seat knows the other's hand


@kernel
def deal(state: State, seed: u8, options: GameOptions) -> None:
    seed_rng(state, seed)
    for card in range(CARDS):
        state.deck[card] = card
    shuffle(state, state.deck, 0, CARDS)
    for seat in range(2):
        state.hand[seat] = state.deck[seat]
        state.deck[seat] = 0
    state.top = 2


@kernel
def legal(state: State, out: ACTIONS) -> i8:
    if state.over:
        return 0
    n = 0
    for action in range(3):
        if action == KEEP or state.top < CARDS:
            out[n] = action
            n += 1
    return n


@kernel
def apply(state: State, action: i8) -> None:
    seat = i8(state.seat)
    if action == LOOK:
        state.looked[seat] = 1
    elif action == SWAP:
        state.discards[state.thrown] = state.hand[seat]
        state.thrown += 1
        state.hand[seat] = state.deck[state.top]
        state.deck[state.top] = 0
        state.top += 1
        state.knows[1 - seat] = state.looked[1 - seat]
        state.looked[0] = 0
        state.looked[1] = 0
    state.turn += 1
    state.seat = 1 - seat
    if state.turn == TURNS:
        state.over = 1
        state.seat = -1


@kernel
def returns(state: State, out: NUMBERS) -> None:
    out[0] = 1.0 if state.hand[0] > state.hand[1] else 0.0
    out[1] = 1.0 - out[0]


@kernel
def points(state: State, out: NUMBERS) -> None:
    out[0] = state.thrown
    out[1] = state.thrown


@kernel
def hidden_cards(state: State, observer: i8, cards: Array[i8]) -> i8:
    """Write the cards whose place the observer does not know, ascending; return their number."""
    seen = u8(1) << u8(state.hand[observer])
    for i in range(state.thrown):
        seen |= u8(1) << u8(state.discards[i])
    if state.looked[observer]:
        seen |= u8(1) << u8(state.deck[state.top])
    if state.knows[observer]:
        seen |= u8(1) << u8(state.hand[1 - observer])
    n = 0
    for card in range(CARDS):
        if not (seen >> u8(card)) & u8(1):
            cards[n] = card
            n += 1
    return n


@kernel
def determinize(state: State, observer: i8) -> None:
    cards = scratch_i8(8)
    n = hidden_cards(state, observer, cards)
    shuffle(state, cards, 0, n)
    used = 0
    if not state.knows[observer]:
        state.hand[1 - observer] = cards[used]
        used += 1
    for i in range(state.top + state.looked[observer], CARDS):
        state.deck[i] = cards[used]
        used += 1


@kernel
def observe(state: State, observer: i8, out: FEATURES) -> None:
    out[0] = state.hand[observer]
    out[1] = state.top
    out[2] = state.deck[state.top] if state.looked[observer] and state.top < CARDS else -1
    out[3] = state.hand[1 - observer] if state.knows[observer] else -1


def describe(state: Position, seat: int | None) -> dict[str, Any]:
    r = state.record
    top = int(r["top"])

    def hand(of: int) -> int | None:
        return int(r["hand"][of]) if seat in (None, of) or r["knows"][seat] else None

    deck: list[int | None] = [int(card) for card in r["deck"][top:]]
    if seat is not None:
        deck = [card if i == 0 and r["looked"][seat] else None for i, card in enumerate(deck)]
    return {
        "players": [{"hand": hand(s), "looked": bool(r["looked"][s]), "knows": bool(r["knows"][s])} for s in range(2)],
        "deck": deck,
        "discards": [int(card) for card in r["discards"][: r["thrown"]]],
    }


def restore(state: Position, data: Mapping[str, Any]) -> None:
    r = state.record
    deck, discards = data["deck"], data["discards"]
    held = [whole(player, "hand", 0, CARDS - 1) for player in data["players"]]
    if sorted([*held, *deck, *discards]) != list(range(CARDS)):
        from tapete.errors import BadOption

        raise BadOption("every card must appear once")
    r["hand"] = held
    r["top"] = CARDS - len(deck)
    r["deck"][r["top"] :] = deck
    r["discards"][: len(discards)] = discards
    r["thrown"] = len(discards)
    r["looked"] = [player["looked"] for player in data["players"]]
    r["knows"] = [player["knows"] for player in data["players"]]


def move(state: Position, action: int) -> dict[str, Any]:
    return {"kind": ("keep", "look", "swap")[action], "seat": state.seat}


def happened(before: Mapping[str, Any], made: Mapping[str, Any], after: Mapping[str, Any]) -> list[dict[str, Any]]:
    events = [dict(made)]
    if made["kind"] == "swap":
        events.append({"kind": "thrown", "seat": made["seat"], "card": after["discards"][-1]})
    return events


def text(description: Mapping[str, Any], language: str) -> str:
    return f"{description['players']} {description['deck']} {description['discards']}"


PRESENTATION = Presentation(
    describe=describe,
    move=move,
    restore=restore,
    events=happened,
    text=text,
    words={
        "en": {
            "move.keep": "keep", "move.look": "look", "move.swap": "swap",
            "event.keep": "{seat:seat} keeps", "event.look": "{seat:seat} looks", "event.swap": "{seat:seat} swaps",
            "event.thrown": "{seat:seat} throws {card}",
        },
        "es": {
            "move.keep": "quedarse", "move.look": "mirar", "move.swap": "cambiar",
            "event.keep": "{seat:seat} se queda", "event.look": "{seat:seat} mira", "event.swap": "{seat:seat} cambia",
            "event.thrown": "{seat:seat} tira {card}",
        },
    },
)  # fmt: skip


@kernel
def by_own_hand(state: State, actions: ACTIONS, n: i8, params: NUMBERS, memory: MEMORY) -> i8:
    """Swap a low card."""
    return n - 1 if state.hand[state.seat] < CARDS // 2 else 0


@kernel
def by_their_hand(state: State, actions: ACTIONS, n: i8, params: NUMBERS, memory: MEMORY) -> i8:
    """Swap a card lower than the other's, which this seat must not know."""
    return n - 1 if state.hand[state.seat] < state.hand[1 - state.seat] else 0


PEEK = Definition(
    name="peek",
    title="Peek",
    summary="a toy with private knowledge",
    state=State,
    kernels={
        "deal": deal, "legal": legal, "apply": apply, "returns": returns, "points": points, "determinize": determinize,
    },
    options=(),
    seats=2,
    actions=3,
    max_legal=3,
    points_span=(0.0, 8.0),
    presentation=PRESENTATION,
    encoders={"plain": Encoder(observe, 4)},
    bots={
        "own": BotSpec(by_own_hand, "swaps a low card", public=True),
        "theirs": BotSpec(by_their_hand, "peeks", public=True),
    },
)  # fmt: skip


# Mutants: rules that leak


@kernel
def samples_nothing(state: State, observer: i8) -> None:
    """Leave the true state unchanged."""


@kernel
def forgets_the_hand(state: State, observer: i8) -> None:
    """Sample only the row; the other's hand stays."""
    hand = state.hand[1 - observer]
    shuffle(state, state.deck, i8(state.top) + i8(state.looked[observer]), CARDS)
    state.hand[1 - observer] = hand


@kernel
def keeps_what_the_other_knows(state: State, observer: i8) -> None:
    """Sample correctly except the top card that the other has looked at, which stays."""
    if state.looked[observer] or not state.looked[1 - observer]:
        determinize(state, observer)
        return
    state.looked[observer] = 1
    determinize(state, observer)
    state.looked[observer] = 0


@kernel
def shuffles_as_they_lie(state: State, observer: i8) -> None:
    """Shuffle every hidden card, but starting from its true place, so that the result depends on the truth."""
    first = i8(state.top) + i8(state.looked[observer])
    shuffle(state, state.deck, first, CARDS)
    if not state.knows[observer] and first < CARDS:
        card = state.deck[first]
        state.deck[first] = state.hand[1 - observer]
        state.hand[1 - observer] = card


def with_determinize(mutant: Any) -> Definition:
    return replace(PEEK, name=f"peek-{mutant.__name__}", kernels={**PEEK.kernels, "determinize": mutant})


def shows_a_card(state: Position, seat: int | None) -> dict[str, Any]:
    """Describe the game with all hands shown to every seat."""
    found = describe(state, seat)
    found["players"] = describe(state, None)["players"]
    return found


SHOWN = replace(PEEK, name="peek-shown", presentation=replace(PRESENTATION, describe=shows_a_card))
