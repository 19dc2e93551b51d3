"""State of Love Letter: cards, players in the round, and knowledge."""

from tapete.kernel import Array, GameState, Matrix, i1, i2, shape

SEATS, CARDS, KINDS = 4, 16, 9  # kind 0: no card
GUARD, PRIEST, BARON, HANDMAID, PRINCE, KING, COUNTESS, PRINCESS = range(1, KINDS)
COPIES = (0, 5, 2, 2, 2, 2, 1, 1, 1)
GOALS = (0, 0, 7, 5, 4)  # tokens to win, by players
NOBODY = 4  # target of a card that is played without one

# An action is the card, its target, and the kind that a Guard names (less one; 0 for other cards).
NAMED, TARGETS = 8, 5
ACTION_COUNT = KINDS * TARGETS * NAMED
MAX_LEGAL = 25  # a Guard on three seats naming seven kinds, and a Prince on four


class State(GameState):
    """Position of Love Letter."""

    players: i1
    goal: i1
    round: i2
    tokens: Array[i1] = shape(SEATS)
    alive: Array[i1] = shape(SEATS)  # still in this round
    safe: Array[i1] = shape(SEATS)  # protected by a Handmaid
    hand: Array[i1] = shape(SEATS)
    drawn: i1  # the second card of the seat to move
    pile: Array[i1] = shape(CARDS)  # the next card is pile[left - 1]; used cells are 0
    left: i1
    removed: i1  # laid aside face down
    open: Array[i1] = shape(3)  # laid aside face up, two players only
    discards: Matrix[i1] = shape(SEATS, KINDS)  # by seat and kind
    # Public knowledge of a hand
    may: Array[i2] = shape(SEATS)  # the kinds that it can be, as bits
    same: Array[i1] = shape(SEATS)  # the seats that hold the same kind, as bits
    looked: Matrix[i1] = shape(SEATS, SEATS)  # [who][whose]: has seen that hand; what was played since is in `since`
    since: Matrix[i2] = shape(SEATS, SEATS)
    # Knowledge of one seat alone
    saw: Matrix[i1] = shape(SEATS, SEATS)  # [who][whose]: the kind that is certainly still there, 0: none


ANY_KIND = 0b111111110
