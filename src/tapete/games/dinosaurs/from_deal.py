"""Games set up from given facts: the order of the decks, the dinosaurs, initial steps and disasters."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

from tapete.core.state import State
from tapete.errors import BadOption, shown
from tapete.games.dinosaurs import rules
from tapete.games.dinosaurs.cards import (
    DECK,
    DINOSAURS,
    DISASTER_COPIES,
    DISASTER_DECK,
    DISASTERS,
    IDS,
    TYPES,
    copies,
)
from tapete.games.dinosaurs.rules import NONE
from tapete.kernel import Kernel

MOST_STEPS = 32_000  # limit of the record


def set_up(state: State, facts: Mapping[str, Any]) -> None:
    """Set up a game from facts: `main` and `disasters` (decks, top first, as numbers or ids), `dinosaurs` by seat.

    Optional `positions` (steps of each seat) and `areas` (counts of natural, predatory, emotional, meteor of each seat)
    are the state of the first round. Decks not given are shuffled from `seed`.
    """
    record = state.record
    players = state.game.seats
    native("take_options")(record, state.game.option_record)
    native("start_chance")(record, number(facts.get("seed", 0), "seed", 0, (1 << 64) - 1))
    seated = listed(facts.get("dinosaurs", DINOSAURS[:players]), "dinosaurs")
    chosen = [numbered(dinosaur, DINOSAURS, "dinosaurs") for dinosaur in seated]
    if len(chosen) < players or len(set(chosen[:players])) < players:
        raise BadOption(f"dinosaurs: {players} different ones, by seat")
    record["dinosaur"] = NONE
    record["dinosaur"][:players] = chosen[:players]
    if "main" in facts:
        main = [numbered(card, IDS, "main") for card in listed(facts["main"], "main")]
        expected = copies(bool(record["two_player"]))
        if [main.count(card) for card in range(TYPES)] != expected:
            raise BadOption(f"main: must hold the {sum(expected)} cards of the deck in use")
        record["deck"][: len(main)] = main[::-1]
        record["stacked"] = 1
    for seat, area in enumerate(listed(facts.get("areas", ()), "areas", most=players)):
        counts = [number(count, f"areas[{seat}]", 0, DISASTER_DECK) for count in listed(area, f"areas[{seat}]")]
        if len(counts) != len(DISASTERS):
            raise BadOption(f"areas[{seat}]: must be the counts of {', '.join(DISASTERS)}")
        record["area"][seat] = counts
    left = (DISASTER_COPIES[int(record["thesis"])] - record["area"].sum(axis=0)).tolist()
    if min(left) < 0:
        raise BadOption("areas: more disasters than there are")
    disasters = [kind for kind in range(4) for _ in range(left[kind])]
    if "disasters" in facts:
        given = listed(facts["disasters"], "disasters")
        disasters = [numbered(kind, DISASTERS, "disasters") for kind in given][::-1]
        if [disasters.count(kind) for kind in range(4)] != left:
            raise BadOption(
                f"disasters: must hold {', '.join(f'{n} {d}' for n, d in zip(left, DISASTERS, strict=True))}"
            )
        record["stacked_disasters"] = 1
    record["disasters"] = 0
    record["disasters"][: len(disasters)] = disasters
    record["disasters_left"] = len(disasters)
    if "positions" in facts:
        positions = [number(steps, "positions", 0, MOST_STEPS) for steps in listed(facts["positions"], "positions")]
        if len(positions) != players:
            raise BadOption(f"positions: {len(positions)}, but {players} play")
        record["position"][:players] = positions
    native("begin")(record)


def number(value: Any, what: str, low: int, high: int) -> int:
    """Return a value that must be a whole number within bounds."""
    if isinstance(value, bool) or not isinstance(value, int):
        raise BadOption(f"{what}: must be a whole number, not {shown(value)}")
    if not low <= value <= high:
        raise BadOption(f"{what}: {shown(value)} is not from {low} to {high}")
    return value


def listed(value: Any, what: str, most: int | None = None) -> list[Any]:
    """Return a value that must be a list."""
    if not isinstance(value, Sequence) or isinstance(value, (str, bytes)):
        raise BadOption(f"{what}: must be a list, not {shown(value)}")
    if most is not None and len(value) > most:
        raise BadOption(f"{what}: {len(value)} entries, {most} at most")
    return list(value)


def numbered(given: Any, names: tuple[str, ...], what: str) -> int:
    """Return a number that is given as such or by its id."""
    if isinstance(given, str) and given in names:
        return names.index(given)
    if isinstance(given, int) and not isinstance(given, bool) and 0 <= given < len(names):
        return given
    raise BadOption(f"{what}: {shown(given)} is not one of {', '.join(names)}")


@cache
def native(name: str) -> Any:
    """Return a compiled kernel of the rules for calls from Python."""
    return _build().function(getattr(rules, name))


@cache
def _build() -> Any:
    from tapete.kernel.cache import Build

    called: list[Kernel] = [rules.take_options, rules.start_chance, rules.begin, rules.is_fatal, rules.danger]
    return Build("dinosaurs-set-up", called)


def lay_out_reshuffle(state: State, deck: list[int]) -> None:
    """Set the order of the next reshuffle, top card first (recorded games)."""
    record = state.record
    record["deck"][DECK - len(deck) :] = deck[::-1]
    record["laid_out"] = len(deck)
