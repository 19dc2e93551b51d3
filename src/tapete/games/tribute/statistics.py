"""Counters of finished games: ending, patrons and favours; kinds of actions."""

from tapete.core.definition import ActionTypes, Counters, CounterSpec
from tapete.games.tribute import rules
from tapete.games.tribute.cards import PATRON_TITLES, TREASURY
from tapete.games.tribute.state import PLACES, State
from tapete.kernel import kernel
from tapete.kernel.contract import NUMBERS

ENDS = ("not over", "80 prestige", "favour of all patrons", "40 prestige", "turn limit")


@kernel
def count(state: State, out: NUMBERS) -> None:
    """Write how the game ended, the patrons in game order (-1 for Treasury), and the favours of each seat."""
    out[0] = state.reason
    out[1 + PLACES] = 0.0
    out[2 + PLACES] = 0.0
    for place in range(PLACES):
        patron = state.order[place]
        out[1 + place] = -1.0 if patron == TREASURY else patron
        for seat in range(2):
            if state.favour[place] == seat:
                out[1 + PLACES + seat] += 1.0


COUNTERS = Counters(
    count,
    (
        CounterSpec("end", "how the game ended", values=ENDS),
        CounterSpec("patron", "patrons in the game", values=PATRON_TITLES, several=PLACES),
        CounterSpec("favours", "patrons that favour it", by_seat=True),
    ),
)

ACTION_TYPES = ActionTypes.ranges(
    rules.ACTION_COUNT,
    (rules.PLAY, "play"),
    (rules.ACTIVATE, "activate"),
    (rules.ATTACK, "attack"),
    (rules.BUY, "buy"),
    (rules.CALL, "call"),
    (rules.END_TURN, "end_turn"),
    (rules.DONE, "done"),
    (rules.PICK, "pick"),
    (rules.CHOOSE_EFFECT, "effect"),
    (rules.PICK_PATRON, "draft"),
)
