"""Complete answers as the reference engine lists them: every subset of a card choice is one move.

Our actions pick card by card.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import combinations
from typing import Any

from tapete.core.state import State
from tapete.errors import BadRecord
from tapete.games.tribute import rules
from tapete.games.tribute.state import EFFECT, FREE


def subset_sizes(record: Any) -> range:
    """Return the numbers of cards that a choice may take, given its options."""
    options = int(record["options"])
    return range(min(int(record["least"]), options), min(int(record["most"]), options) + 1)


def count_moves(state: State) -> int:
    """Return the length of the reference engine's legal list."""
    record = state.record
    if record["choice"] in (FREE, EFFECT):
        return len(state.legal())
    return sum(math.comb(int(record["options"]), size) for size in subset_sizes(record))


def list_moves(state: State) -> list[list]:
    """Return the reference engine's legal list, in its order."""
    record = state.record
    if record["choice"] in (FREE, EFFECT):
        return [named(state, action) for action in state.legal()]
    positions = range(int(record["options"]))
    return [["choose", list(chosen)] for size in subset_sizes(record) for chosen in combinations(positions, size)]


def named(state: State, action: int) -> list:
    """Return a single action in the recorded form."""
    if action < rules.ACTIVATE:
        return ["play", action - rules.PLAY]
    if action < rules.ATTACK:
        return ["activate", action - rules.ACTIVATE]
    if action < rules.BUY:
        return ["attack", action - rules.ATTACK]
    if action < rules.CALL:
        return ["buy", action - rules.BUY]
    if action < rules.END_TURN:
        return ["patron", int(state.record["order"][action - rules.CALL])]
    if action == rules.END_TURN:
        return ["end"]
    return ["choose_effect", action - rules.CHOOSE_EFFECT]


def subset_of_rank(record: Any, rank: int) -> list[int]:
    """Return the subset at an index of the list of a card choice: smaller sizes first, each in lexicographic order."""
    options = int(record["options"])
    for size in subset_sizes(record):
        count = math.comb(options, size)
        if rank < count:
            chosen: list[int] = []
            position = 0
            while len(chosen) < size:
                with_it = math.comb(options - position - 1, size - len(chosen) - 1)
                if rank < with_it:
                    chosen.append(position)
                else:
                    rank -= with_it
                position += 1
            return chosen
        rank -= count
    raise BadRecord(f"there is no answer number {rank} to this choice of {options} cards")


def actions_of(state: State, answer: int | Sequence[int]) -> list[int]:
    """Return a recorded answer as our actions: an index into the legal list, or option positions in any order."""
    record = state.record
    if record["choice"] in (FREE, EFFECT):
        if not isinstance(answer, int):
            raise BadRecord("a list of positions answers a choice of cards only")
        return [state.legal()[answer]]
    positions = subset_of_rank(record, answer) if isinstance(answer, int) else list(answer)
    if len(set(positions)) != len(positions) or len(positions) not in subset_sizes(record):
        raise BadRecord(f"{positions} does not answer this choice")
    if any(not 0 <= position < record["options"] for position in positions):
        raise BadRecord(f"{positions}: there are {record['options']} options")
    actions = [rules.PICK + position for position in positions]
    return actions if len(positions) == subset_sizes(record)[-1] and positions else [*actions, rules.DONE]


def play_whole(state: State, answer: int | Sequence[int]) -> None:
    for action in actions_of(state, answer):
        state.apply(action)
