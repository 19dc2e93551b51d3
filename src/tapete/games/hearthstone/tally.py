"""What is counted of every finished game."""

from tapete.contract import NUMBERS
from tapete.definition import Fact, Facts
from tapete.games.hearthstone.rules import health_of
from tapete.games.hearthstone.state import DRAW, State
from tapete.kernel import kernel

HERO, BOTH, LIMIT = range(3)


@kernel
def count(state: State, out: NUMBERS):
    """How it ended; then for each seat the fatigue it suffered and the cards left in its deck."""
    out[0] = HERO
    if state.result == DRAW:
        out[0] = LIMIT if health_of(state, 0) > 0 or health_of(state, 1) > 0 else BOTH
    for seat in range(2):
        out[1 + seat] = state.fatigue[seat]
        out[3 + seat] = state.deck_left[seat]


FACTS = Facts(
    count,
    (
        Fact("end", "how the game ended", values=("a hero died", "both heroes died", "turn limit")),
        Fact("fatigue", "the last damage by fatigue", by_seat=True),
        Fact("deck_left", "cards left in the deck", by_seat=True),
    ),
)
