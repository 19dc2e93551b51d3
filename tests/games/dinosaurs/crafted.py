"""Games with given hands, for tests of particular situations."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import tapete
from tapete import State
from tapete.games.dinosaurs import rules
from tapete.games.dinosaurs.cards import DISASTER_COPIES, DISASTERS, IDS, copies, words
from tapete.games.dinosaurs.state_reader import events

PASS, SELF = rules.PASS, rules.SELF
SEATED = ("rex", "cry", "bronto", "stego")


def start(
    hands: Sequence[str],
    disasters: Sequence[str] = ("meteor",),
    *,
    rest: Sequence[str] = (),
    facts: Any = None,
    **options: Any,
) -> State:
    """Set up a game whose hands begin with the given cards (`"P6 IB"`), then `rest` on top of the deck."""
    players = len(hands)
    game = tapete.load("dinosaurs", players=players, **options)
    two_player, thesis = bool(game.option_record["two_player"]), int(game.option_record["thesis"])
    left = copies(two_player)
    given = [[IDS.index(name) for name in hand.split()] for hand in hands]
    top = [IDS.index(name) for name in rest]
    for card in [card for hand in given for card in hand] + top:
        left[card] -= 1
    assert min(left) >= 0, "more copies than the deck has"
    others = [card for card, count in enumerate(left) for _ in range(count)]
    for hand in given:
        while len(hand) < 5:
            hand.append(others.pop(0))
    kinds = [DISASTERS.index(name) for name in disasters]
    unseen = DISASTER_COPIES[thesis].tolist()
    for area in (facts or {}).get("areas", ()):
        unseen = [count - taken for count, taken in zip(unseen, area, strict=True)]
    for kind in kinds:
        unseen[kind] -= 1
    kinds += [kind for kind, count in enumerate(unseen) for _ in range(count)]
    deck = [card for hand in given for card in hand] + top + others
    return game.set_up({"main": deck, "disasters": kinds, "dinosaurs": SEATED[:players], **(facts or {})})


def card(name: str) -> int:
    return IDS.index(name)


def choose(state: State, *names: str) -> None:
    """Choose a card for every seat, in seat order."""
    for name in names:
        assert state.record["phase"] == rules.CHOOSE
        state.play(card(name))


def pass_effects(state: State) -> None:
    """Decline every effect up to the scoring window."""
    while state.record["phase"] in (
        rules.ADD_POINT_CARD,
        rules.ADD_EFFECT_CARD,
        rules.THROW,
        rules.LOOK,
        rules.ROB,
        rules.SWAP_WITH_NEIGHBOUR,
        rules.SWAP_TWO,
    ):
        state.play(PASS)


def close_window(state: State) -> None:
    """Pass until the scoring window is closed."""
    while state.record["phase"] == rules.SCORING:
        state.play(PASS)


def give(state: State, seat: int, names: str) -> None:
    """Replace a hand, without changing the deck."""
    cards = [card(name) for name in names.split()]
    state.record["hand"][seat] = words([cards.count(kind) for kind in range(24)])
    state.record["held"][seat] = len(cards)


def logged(state: State, kind: int) -> list[tuple[int, int]]:
    """Return (seat, value) of the events of a kind in the log."""
    return [(seat, value) for event, seat, value in events(state) if event == kind]
