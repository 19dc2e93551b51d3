"""Native side of the vector environment: the loops of `tapete.VectorRecord` with Gymnasium's additions.

An illegal action loses its game instead of stopping all games; rewards are those of the seats that played; the last
observation of a finished game is kept.
"""

from __future__ import annotations

from tapete.kernel import GameState, Record, boolean, f4, f8, i4, i8, kernel, u1
from tapete.kernel.contract import MEMORY, array_at, call_apply, call_observe, rows_in
from tapete.play.vector_loops import VectorRecord, clear_shown, deal_next, go_on, opponents_answer, show, write_end


class Extra(Record):
    """State that a vector environment adds to a vector."""

    # one for each thread
    ended: i8  # games that ended in this step
    illegal: i8  # of these, by an illegal action
    chosen_at: i8  # addresses: one entry per game
    rewards_at: i8
    illegal_at: i8
    final_at: i8  # one row of features per game


@kernel
def is_legal(vector: VectorRecord, i: i8, action: i8) -> boolean:
    """Return whether an action is listed; the mask may be an array that is still to be written."""
    legal = array_at(vector.legal_at + 4 * i * vector.most_legal, vector.most_legal, i4)
    for k in range(array_at(vector.counts_at, vector.count, i8)[i]):
        if legal[k] == action:
            return True
    return False


@kernel
def remember_the_end(vector: VectorRecord, extra: Extra, i: i8, seat: i8) -> None:
    """Keep the reward and the last observation of the seat that played."""
    returns = array_at(vector.returns_at + 8 * i * vector.seats, vector.seats, f8)
    array_at(extra.rewards_at, vector.count, f8)[i] = returns[seat]
    if vector.features > 0:
        state = array_at(vector.rows_at + i * vector.state_bytes, 1, GameState)[0]
        final = array_at(extra.final_at + 4 * i * vector.features, vector.features, f4)
        call_observe(vector.rules, state, seat, final)


@kernel
def env_step(words: MEMORY, extra_words: MEMORY, first: i8, last: i8, thread: i8) -> i8:
    """Play the chosen actions in games `first` up to `last`; return the first without a further decision of the caller, or -1.

    The arrays of masks (all zeros) and features may be new since the last step.
    """
    vector = rows_in(words, 0, VectorRecord)[0]
    extra = rows_in(extra_words, 0, Extra)[thread]
    chosen = array_at(extra.chosen_at, vector.count, i8)
    played = array_at(vector.played_at, vector.count, i8)
    illegal = array_at(extra.illegal_at, vector.count, u1)
    deals = array_at(vector.deals_at, vector.count, i8)
    stuck = i8(-1)
    ended = 0
    wrong = 0
    for i in range(first, last):
        legal = is_legal(vector, i, chosen[i])
        clear_shown(vector, i)
        state = array_at(vector.rows_at + i * vector.state_bytes, 1, GameState)[0]
        seat = i8(state.seat)
        played[i] = seat
        lost = i8(-1)
        if legal:
            call_apply(vector.rules, state, chosen[i])
            if vector.opponents:
                lost = opponents_answer(vector, i, thread)
        else:
            lost = seat
            illegal[i] = 1
            wrong += 1
        if not state.over and lost < 0:
            show(vector, i)
            continue
        write_end(vector, i, lost)
        remember_the_end(vector, extra, i, seat)
        ended += 1
        deals[i] += 1
        deal_next(vector, i, thread)
        if not go_on(vector, i, thread, False):
            stuck = stuck if stuck >= 0 else i8(i)
    extra.ended = ended
    extra.illegal = wrong
    return stuck
