"""Positions from given facts: a whole deal, or an end game of two players. Wrong facts raise `BadOption`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from tapete.core.game import Game
from tapete.core.state import State
from tapete.errors import BadOption, shown
from tapete.games.briscas import rules
from tapete.games.briscas.cards import SUITS
from tapete.games.briscas.rules import CARDS, HAND, NONE
from tapete.kernel.cache import Build

ALL_POINTS = 120


def number(value: Any, what: str, low: int, high: int) -> int:
    """Return a value that must be a whole number within bounds."""
    if isinstance(value, bool) or not isinstance(value, (int, np.integer)):
        raise BadOption(f"{what}: {shown(value)} must be a whole number")
    if not low <= value <= high:
        raise BadOption(f"{what}: {shown(value)} must be from {low} to {high}")
    return int(value)


def numbers(value: Any, what: str, low: int, high: int) -> list[int]:
    """Return a value that must be a list of whole numbers within bounds."""
    return [number(item, what, low, high) for item in listed(value, what)]


def listed(value: Any, what: str) -> list[Any]:
    if not isinstance(value, (list, tuple, np.ndarray)):
        raise BadOption(f"{what}: must be a list, not {shown(value)}")
    return list(value)


def set_up(state: State, facts: Mapping[str, Any]) -> None:
    """Set up a deal (`deck` in the order dealt, `first`) or an end game (`trump`, `hands`, `leader`, `points`)."""
    adopt_options(state)
    if "deck" in facts:
        set_up_deal(state, facts)
    elif "hands" in facts:
        set_up_end_game(state, facts)
    else:
        raise BadOption("facts of Briscas are a `deck`, or the `hands` of an end game with its `trump`")


def adopt_options(state: State) -> None:
    _build().function(rules.take_options)(state.record, state.game.option_record)


def deck_in_play(game: Game) -> list[int]:
    """Return the cards of the game, ascending."""
    scratch = game.empty()
    adopt_options(scratch)
    return scratch.record["stock"][: _build().function(rules.gather_deck)(scratch.record)].tolist()


def set_up_deal(state: State, facts: Mapping[str, Any]) -> None:
    record = state.record
    players = int(record["players"])
    expected = deck_in_play(state.game)
    deck = numbers(facts["deck"], "deck", 0, CARDS - 1)
    if sorted(deck) != expected:
        raise BadOption(f"deck: must hold each of the {len(expected)} cards in play once")
    first = facts.get("first", 0)
    if isinstance(first, bool) or not isinstance(first, (int, np.integer)) or not 0 <= first < players:
        raise BadOption(f"first={shown(first)}: must be a seat from 0 to {players - 1}")
    record["first_player"] = first
    record["stock"][: len(deck)] = deck[::-1]
    _build().function(rules.hand_out)(record, len(deck))


def set_up_end_game(state: State, facts: Mapping[str, Any]) -> None:
    """Set up two hands without stock; all other cards have been played."""
    record = state.record
    hands = [numbers(hand, "hands", 0, CARDS - 1) for hand in listed(facts["hands"], "hands")]
    if int(record["players"]) != 2 or len(hands) != 2:
        raise BadOption("hands: an end game has two hands")
    held = [card for hand in hands for card in hand]
    if len(set(held)) != len(held) or any(len(hand) > HAND for hand in hands):
        raise BadOption("hands: at most three different cards each")
    if "trump" not in facts:
        raise BadOption("trump: an end game needs its suit, from 0 (oros) to 3 (bastos)")
    leader = number(facts.get("leader", 0), "leader", 0, 1)
    if not hands[leader]:
        raise BadOption(f"hands: seat {leader} leads and must hold a card")
    record["hand"][:] = NONE
    record["first_hand"][:] = NONE
    for seat, hand in enumerate(hands):
        record["hand"][seat, : len(hand)] = hand
        record["held"][seat] = len(hand)
    record["trump"] = number(facts["trump"], "trump", 0, len(SUITS) - 1)
    played = [card for card in range(CARDS) if card not in held]
    record["trump_card"] = next(card for card in played if card // 10 == record["trump"])
    if record["thesis_engine"]:
        played.remove(record["trump_card"])  # it was never in play
    record["played"][0] = np.uint64(sum(1 << card for card in played))
    for name, most in (("points", ALL_POINTS), ("captured", CARDS)):
        given = numbers(facts.get(name, (0, 0)), name, 0, most)
        if len(given) != 2 or sum(given) > most:
            raise BadOption(f"{name}: one number for each of the two seats, {most} together at most")
        record[name][:2] = given
    record["leader"] = record["first_player"] = record["seat"] = leader
    record["turn"] = len(played)


_builds: list[Build] = []


def _build() -> Build:
    if not _builds:
        _builds.append(Build("briscas-set-up", [rules.take_options, rules.gather_deck, rules.hand_out]))
    return _builds[0]
