"""Counters of finished games."""

from tapete.core.definition import ActionTypes, Counters, CounterSpec
from tapete.games.briscas.cards import SUITS
from tapete.games.briscas.rules import ACTION_COUNT, EXCHANGE_SEVEN, State
from tapete.kernel import kernel
from tapete.kernel.contract import NUMBERS


@kernel
def count(state: State, out: NUMBERS) -> None:
    """Count the tricks of each seat; write the trump suit and the first player."""
    players = state.players
    for seat in range(players):
        out[seat] = state.tricks_won[seat]
    out[players] = state.trump
    out[players + 1] = state.first_player


COUNTERS = Counters(
    count,
    (
        CounterSpec("tricks", "tricks won", by_seat=True),
        CounterSpec("trump", "trump suit", values=SUITS),
        CounterSpec("first_player", "the seat that led first"),
    ),
)

ACTION_TYPES = ActionTypes.ranges(ACTION_COUNT, (0, "play"), (EXCHANGE_SEVEN, "exchange"))
