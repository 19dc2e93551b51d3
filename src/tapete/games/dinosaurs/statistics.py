"""Counters of finished games."""

from tapete.core.definition import ActionTypes, Counters, CounterSpec
from tapete.games.dinosaurs.cards import TYPES
from tapete.games.dinosaurs.presentation import PASSES, TO_A_SEAT, WITH_A_CARD
from tapete.games.dinosaurs.rules import ACTION_COUNT, LOOK, PASS, PHASES, SELF, State
from tapete.kernel import kernel
from tapete.kernel.contract import NUMBERS

ENDS = ("not over", "fifty points at the award", "fifty points at the end of a round", "last one alive", "round limit")


@kernel
def count(state: State, out: NUMBERS) -> None:
    """Write the reason of the end, then for each seat its disasters and whether it was still in the game."""
    players = state.players
    out[0] = state.reason
    for seat in range(players):
        taken = 0
        for kind in range(4):
            taken += state.area[seat, kind]
        out[1 + seat] = taken
        out[1 + players + seat] = 1.0 if (state.alive >> seat) & 1 else 0.0


COUNTERS = Counters(
    count,
    (
        CounterSpec("end", "how the game ended", values=ENDS),
        CounterSpec("disasters", "disasters taken", by_seat=True),
        CounterSpec("survived", "whether it was still in the game at the end", by_seat=True),
    ),
)


def kinds_in(phase: int) -> dict[int, str]:
    """Return the kind of move of each action id in a phase."""
    with_a_card = "look" if phase == LOOK else WITH_A_CARD.get(phase)
    found = {} if with_a_card is None else dict.fromkeys(range(TYPES), with_a_card)
    to_a_seat = TO_A_SEAT.get(phase)
    if to_a_seat is not None:
        found |= dict.fromkeys(range(SELF, PASS), to_a_seat)
    return found | {PASS: PASSES.get(phase, "decline")}


ACTION_TYPES = ActionTypes.by_field("phase", [kinds_in(phase) for phase in range(PHASES)], ACTION_COUNT)
