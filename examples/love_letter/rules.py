"""Rules of Love Letter, the classic sixteen cards, for two to four players.

Each player holds one card. In turn, a player draws a second card, plays one of the two and does what it says. The last
player left, or the highest card when the pile is empty, wins the round and a token. Seven, five or four tokens (two,
three, four players) win.
"""

from tapete.kernel import GameOptions, below, i8, kernel, seed_rng, shuffle, u8
from tapete.kernel.contract import ACTIONS, NUMBERS

from .knowledge import exchange_knowledge, forget_hand, learn_equal, learn_higher, learn_not, look, note_play
from .state import (
    BARON,
    CARDS,
    COPIES,
    COUNTESS,
    GOALS,
    GUARD,
    HANDMAID,
    KINDS,
    KING,
    NAMED,
    NOBODY,
    PRIEST,
    PRINCE,
    PRINCESS,
    SEATS,
    TARGETS,
    State,
)


@kernel
def action_id(card: i8, target: i8, named: i8) -> i8:
    return (card * TARGETS + target) * NAMED + named


@kernel
def card_of(action: i8) -> i8:
    return action // (TARGETS * NAMED)


@kernel
def target_of(action: i8) -> i8:
    return action // NAMED % TARGETS


@kernel
def named_of(action: i8) -> i8:
    """Return the kind that a Guard names."""
    return action % NAMED + 1


@kernel
def draw_card(state: State) -> i8:
    state.left -= 1
    card = i8(state.pile[state.left])
    state.pile[state.left] = 0
    return card


@kernel
def deal_round(state: State, starter: i8) -> None:
    """Lay one card aside (three more face up with two players), deal one to each player; the starter draws."""
    state.round += 1
    n = 0
    for kind in range(1, KINDS):
        for _ in range(COPIES[kind]):
            state.pile[n] = kind
            n += 1
    shuffle(state, state.pile, 0, CARDS)
    state.left = CARDS
    state.removed = draw_card(state)
    for i in range(3):
        state.open[i] = draw_card(state) if state.players == 2 else 0
    for seat in range(SEATS):
        playing = seat < state.players
        state.alive[seat] = playing
        state.safe[seat] = 0
        state.hand[seat] = draw_card(state) if playing else 0
        forget_hand(state, seat)
        if not playing:
            state.may[seat] = 0
        for kind in range(KINDS):
            state.discards[seat, kind] = 0
    state.seat = starter
    state.drawn = draw_card(state)


class Options(GameOptions):
    players: i8
    goal: i8  # 0: by the number of players


@kernel
def deal(state: State, seed: u8, options: Options) -> None:
    seed_rng(state, seed)
    state.players = options.players
    state.goal = options.goal if options.goal > 0 else GOALS[options.players]
    deal_round(state, below(state, state.players))


@kernel
def needs_target(card: i8) -> i8:
    return card == GUARD or card == PRIEST or card == BARON or card == PRINCE or card == KING


@kernel
def list_card(state: State, card: i8, out: ACTIONS, n: i8) -> i8:
    """Write the actions of one card and return their number so far; without a possible target it is NOBODY."""
    if not needs_target(card):
        out[n] = action_id(card, NOBODY, 0)
        return n + 1
    before = n
    for seat in range(state.players):
        own = seat == state.seat
        if state.alive[seat] and not state.safe[seat] and (not own or card == PRINCE):
            if card == GUARD:
                for kind in range(PRIEST, KINDS):
                    out[n] = action_id(card, seat, kind - 1)
                    n += 1
            else:
                out[n] = action_id(card, seat, 0)
                n += 1
    if n == before:
        out[n] = action_id(card, NOBODY, 0)
        n += 1
    return n


@kernel
def legal(state: State, out: ACTIONS) -> i8:
    if state.over:
        return 0
    low = min(i8(state.hand[state.seat]), i8(state.drawn))
    high = max(i8(state.hand[state.seat]), i8(state.drawn))
    if high == COUNTESS and (low == PRINCE or low == KING):
        return list_card(state, COUNTESS, out, 0)  # she must be played beside a Prince or the King
    n = list_card(state, low, out, 0)
    if high != low:
        n = list_card(state, high, out, n)
    return n


@kernel
def knock_out(state: State, seat: i8) -> None:
    """Put a player out of the round; the hand is shown."""
    state.discards[seat, state.hand[seat]] += 1
    state.hand[seat] = 0
    state.alive[seat] = 0
    state.safe[seat] = 0
    forget_hand(state, seat)
    state.may[seat] = 0


@kernel
def play_guard(state: State, target: i8, named: i8) -> None:
    if state.hand[target] == named:
        knock_out(state, target)
    else:
        learn_not(state, target, named)


@kernel
def play_baron(state: State, seat: i8, target: i8) -> None:
    """Put the lower hand out; equal hands stay, and all players know that they are equal."""
    mine, theirs = i8(state.hand[seat]), i8(state.hand[target])
    if mine == theirs:
        learn_equal(state, seat, target)
        return
    loser, winner = seat, target
    if theirs < mine:
        loser, winner = target, seat
    learn_higher(state, winner, i8(state.hand[loser]))
    knock_out(state, loser)


@kernel
def play_prince(state: State, target: i8) -> None:
    """Show the hand and draw another, the card laid aside if the pile is empty; the Princess puts her player out."""
    if state.hand[target] == PRINCESS:
        knock_out(state, target)
        return
    state.discards[target, state.hand[target]] += 1
    if state.left > 0:
        state.hand[target] = draw_card(state)
    else:
        state.hand[target] = state.removed
        state.removed = 0
    forget_hand(state, target)


@kernel
def play_king(state: State, seat: i8, target: i8) -> None:
    kept = state.hand[seat]
    state.hand[seat] = state.hand[target]
    state.hand[target] = kept
    exchange_knowledge(state, seat, target)


@kernel
def end_round(state: State) -> None:
    """Give a token to the highest hand, ties broken by the sum of discards; all players equal in both get one."""
    best, winners = -1, 0
    for seat in range(state.players):
        if state.alive[seat]:
            total = 0
            for kind in range(KINDS):
                total += kind * state.discards[seat, kind]
            worth = 1000 * state.hand[seat] + total
            if worth > best:
                best, winners = worth, 0
            if worth == best:
                winners |= 1 << seat
    count = 0
    for seat in range(state.players):
        if winners >> seat & 1:
            count += 1
            state.tokens[seat] += 1
            if state.tokens[seat] >= state.goal:
                state.over = 1
    if state.over:
        state.seat = -1
        state.drawn = 0
        return
    pick = below(state, count)  # one of the winners begins
    for seat in range(state.players):
        if winners >> seat & 1:
            if pick == 0:
                deal_round(state, seat)
                return
            pick -= 1


@kernel
def apply(state: State, action: i8) -> None:
    seat = i8(state.seat)
    card, target = card_of(action), target_of(action)
    if state.hand[seat] == card:
        state.hand[seat] = state.drawn
    state.drawn = 0
    state.discards[seat, card] += 1
    state.turn += 1
    note_play(state, seat, card)

    if card == PRINCESS:
        knock_out(state, seat)
    elif card == HANDMAID:
        state.safe[seat] = 1
    elif target != NOBODY:
        if card == GUARD:
            play_guard(state, target, named_of(action))
        elif card == PRIEST:
            look(state, seat, target)
        elif card == BARON:
            play_baron(state, seat, target)
        elif card == PRINCE:
            play_prince(state, target)
        elif card == KING:
            play_king(state, seat, target)

    left = 0
    for other in range(state.players):
        left += state.alive[other]
    if left == 1 or state.left == 0:
        end_round(state)
        return
    seat = (seat + 1) % state.players
    while not state.alive[seat]:
        seat = (seat + 1) % state.players
    state.safe[seat] = 0
    state.seat = seat
    state.drawn = draw_card(state)


@kernel
def returns(state: State, out: NUMBERS) -> None:
    """Share the win among the players that reached the goal."""
    winners = 0
    for seat in range(state.players):
        winners += state.tokens[seat] >= state.goal
    for seat in range(state.players):
        out[seat] = 1.0 / winners if state.tokens[seat] >= state.goal else 0.0


@kernel
def points(state: State, out: NUMBERS) -> None:
    for seat in range(state.players):
        out[seat] = state.tokens[seat]
