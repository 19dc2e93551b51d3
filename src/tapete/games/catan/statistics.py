"""Counters of finished games: sources of victory points, and how the game ended."""

from tapete.core.definition import ActionTypes, Counters, CounterSpec
from tapete.games.catan import moves
from tapete.games.catan.packed_counts import lane, total
from tapete.games.catan.state import KNIGHT, NONE, VICTORY_POINT, State
from tapete.kernel import bit_count, kernel
from tapete.kernel.contract import NUMBERS

LEFT_OUT = 1  # counters before those by seat


@kernel
def count(state: State, out: NUMBERS) -> None:
    """Write the end, then the numbers of each seat in the order of COUNTERS."""
    players = state.players
    out[0] = 1.0 if state.winner == NONE else 0.0
    for seat in range(players):
        out[LEFT_OUT + seat] = bit_count(state.settlements[seat])
        out[LEFT_OUT + players + seat] = bit_count(state.cities[seat])
        out[LEFT_OUT + 2 * players + seat] = 1.0 if state.longest_road == seat else 0.0
        out[LEFT_OUT + 3 * players + seat] = 1.0 if state.largest_army == seat else 0.0
        out[LEFT_OUT + 4 * players + seat] = lane(state.cards[seat], VICTORY_POINT)
        out[LEFT_OUT + 5 * players + seat] = lane(state.played[seat], KNIGHT)
        out[LEFT_OUT + 6 * players + seat] = bit_count(state.roads[seat, 0]) + bit_count(state.roads[seat, 1])
        out[LEFT_OUT + 7 * players + seat] = total(state.cards[seat]) + total(state.played[seat])


COUNTERS = Counters(
    count,
    (
        CounterSpec("end", "how the game ended", values=("victory", "turn cap")),
        CounterSpec("settlements", "settlements on the board", by_seat=True),
        CounterSpec("cities", "cities on the board", by_seat=True),
        CounterSpec("longest_road", "whether it holds the longest road", by_seat=True),
        CounterSpec("largest_army", "whether it holds the largest army", by_seat=True),
        CounterSpec("point_cards", "development cards that are victory points", by_seat=True),
        CounterSpec("knights", "knights played", by_seat=True),
        CounterSpec("roads", "roads on the board", by_seat=True),
        CounterSpec("cards_bought", "development cards bought", by_seat=True),
    ),
)

ACTION_TYPES = ActionTypes.ranges(
    moves.COUNT,
    (moves.ROLL, "roll"),
    (moves.END, "end"),
    (moves.SETTLE, "settle"),
    (moves.CITY, "city"),
    (moves.ROAD, "road"),
    (moves.BUY, "buy"),
    (moves.KNIGHT, "knight"),
    (moves.ROADS, "road_building"),
    (moves.MONOPOLY, "monopoly"),
    (moves.PLENTY, "plenty"),
    (moves.ROBBER, "robber"),
    (moves.STEAL, "steal"),
    (moves.DISCARD, "discard"),
    (moves.MARITIME, "bank"),
    (moves.OFFER, "offer"),
    (moves.ACCEPT, "accept"),
    (moves.REJECT, "reject"),
    (moves.CONFIRM, "confirm"),
    (moves.CANCEL, "cancel"),
    (moves.OFFER_STUDENT, "offer"),
    (moves.ADD_GIVE, "name_give"),
    (moves.ADD_WANT, "name_want"),
    (moves.OPEN, "open"),
)
