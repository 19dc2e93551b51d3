"""Standing of a seat in the round, and choices from a hand, for bots and evaluations."""

from typing import TypeAlias

from tapete.games.dinosaurs.cards import POINT_TYPES, TYPES, VALUE
from tapete.games.dinosaurs.rules import State, score_of
from tapete.kernel import Array, i8, kernel, u8
from tapete.kernel.contract import ACTIONS, MEMORY, below_in

SCORES: TypeAlias = Array[i8]


@kernel
def copies_held(state: State, seat: i8, card: i8) -> i8:
    return i8(state.hand[seat, card >> 4] >> u8(4 * (card & 15))) & 15


@kernel
def index_of(actions: ACTIONS, n: i8, action: i8) -> i8:
    """Return the index of an action in the list; 0 if it is missing."""
    for i in range(n):
        if actions[i] == action:
            return i
    return 0


@kernel
def write_scores(state: State, scores: SCORES) -> None:
    for seat in range(state.players):
        scores[seat] = score_of(state, seat) if (state.alive >> seat) & 1 else 0


@kernel
def standing(state: State, scores: SCORES, seat: i8, inverted: i8) -> i8:
    """Return +2 for a highest score after inversion, -2 for a lowest, 0 between them and if all are equal."""
    highest, lowest = -1000, 1000
    for other in range(state.players):
        if (state.alive >> other) & 1:
            highest = max(highest, scores[other])
            lowest = min(lowest, scores[other])
    result = 0
    if highest != lowest:
        if scores[seat] == highest:
            result = 2
        elif scores[seat] == lowest:
            result = -2
    return -result if inverted else result


@kernel
def rank(state: State, scores: SCORES, seat: i8, inverted: i8) -> i8:
    """Return ten times the standing; for a standing of 0 plus the seats below minus the seats above."""
    own = standing(state, scores, seat, inverted)
    result = 10 * own
    for other in range(state.players):
        if (state.alive >> other) & 1 and other != seat:
            if own != 0:
                continue
            if standing(state, scores, other, inverted) != 0:
                result += 1 if standing(state, scores, other, inverted) < 0 else -1
            elif scores[other] != scores[seat]:
                result += 1 if scores[other] < scores[seat] else -1
    return result


@kernel
def random_copy(state: State, owner: i8, actions: ACTIONS, n: i8, low: i8, high: i8, memory: MEMORY) -> i8:
    """Return the index of a random copy whose value is within limits (instants count -1); -1 if there is none."""
    total = 0
    for attempt in range(2):
        wanted = below_in(memory, 0, total) if attempt else 0
        for i in range(n):
            card = i8(actions[i])
            if card >= TYPES:
                continue
            value = -1 if card >= POINT_TYPES else i8(VALUE[card])
            if low <= value <= high:
                count = copies_held(state, owner, card)
                if attempt:
                    wanted -= count
                    if wanted < 0:
                        return i
                else:
                    total += count
        if total == 0:
            return -1
    return -1
