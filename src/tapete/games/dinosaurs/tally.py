"""What is counted of every finished game."""

from tapete.contract import NUMBERS
from tapete.definition import Fact, Facts
from tapete.games.dinosaurs.rules import State
from tapete.kernel import kernel

ENDS = ("not over", "fifty points at the award", "fifty points at the end of a round", "last one alive", "round limit")


@kernel
def count(state: State, out: NUMBERS):
    """How it ended; then for each seat the disasters taken, and whether it was still in the game."""
    players = state.players
    out[0] = state.reason
    for seat in range(players):
        taken = 0
        for kind in range(4):
            taken += state.area[seat, kind]
        out[1 + seat] = taken
        out[1 + players + seat] = 1.0 if (state.alive >> seat) & 1 else 0.0


FACTS = Facts(
    count,
    (
        Fact("end", "how the game ended", values=ENDS),
        Fact("disasters", "disasters taken", by_seat=True),
        Fact("survived", "whether it was still in the game at the end", by_seat=True),
    ),
)
