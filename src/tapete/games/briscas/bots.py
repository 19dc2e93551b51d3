"""Rule bots (docs/rules/briscas_agents.md). They exchange whenever they can and choose among the legal cards."""

from tapete.games.briscas.rules import CARDS, POINTS, SUIT, State, beats, obliged
from tapete.kernel import boolean, i8, kernel
from tapete.kernel.contract import ACTIONS, MEMORY, NUMBERS


@kernel
def wins(state: State, card: i8) -> boolean:
    """Return whether a card would win the trick if it ended now."""
    return beats(card, state.best_card, state.trump)


@kernel
def exchange_in(actions: ACTIONS, n: i8) -> i8:
    """Return the index of the first legal exchange, or -1."""
    for i in range(n):
        if actions[i] >= CARDS:
            return i
    return -1


@kernel
def only_follower(state: State, actions: ACTIONS, n: i8) -> i8:
    """Return the index of the only card of the led suit; -1 if there is none or more than one.

    The thesis's heuristic looked at the legal cards only to see whether there was a choice (section 3.2).
    """
    found = i8(-1)
    for i in range(n):
        if SUIT[actions[i]] == SUIT[state.trick[0]]:
            if found >= 0:
                return -1
            found = i
    return found


@kernel
def in_hand_order(state: State, actions: ACTIONS, n: i8, place: i8) -> i8:
    """Return the index of the action that plays the card at a place of the hand; -1 if it is not legal."""
    for i in range(n):
        if actions[i] == state.hand[state.seat, place]:
            return i
    return -1


@kernel
def as_coded(state: State, actions: ACTIONS, n: i8, aggressive: boolean) -> i8:
    """Choose as the thesis's program (section 3.2): go through the hand in order and take the first of equal cards."""
    if obliged(state):
        only = only_follower(state, actions, n)
        if only >= 0:
            return only
    winner, winner_score = -1, -1000
    other, other_score = -1, -1000
    for place in range(state.held[state.seat]):
        i = in_hand_order(state, actions, n, place)
        if i < 0:
            continue
        card = i8(actions[i])
        score = 10 * POINTS[card] - card % 10  # most points, then the stronger one
        if (state.trick_size == 0 or wins(state, card)) and score > winner_score:
            winner, winner_score = i, score
        if not aggressive:
            score = -10 * POINTS[card] - card % 10
            if POINTS[card] == 0 and SUIT[card] != state.trump:
                score += 500
        if score > other_score:
            other, other_score = i, score
    return winner if winner >= 0 else other


@kernel
def partner_holds(state: State) -> boolean:
    """Return whether the player's partner is winning the trick so far (four players)."""
    return state.players == 4 and state.trick_size > 0 and state.best_seat == (state.seat + 2) % 4


@kernel
def for_partner(state: State, actions: ACTIONS, n: i8) -> i8:
    """Give points to a partner who wins for certain or with a trump; otherwise play the cheapest card (section 3.5).

    Points are given from a side suit; among equal cards, one that does not overtake, then the weakest.
    """
    last = state.trick_size == state.players - 1
    if not last and SUIT[state.best_card] != state.trump:
        return cheapest(state, actions, n)
    best, best_score = -1, -1
    for i in range(n):
        card = i8(actions[i])
        if SUIT[card] != state.trump:
            score = 100 * POINTS[card] + (0 if wins(state, card) else 10) + card % 10
            if score > best_score:
                best, best_score = i, score
    return best if best >= 0 else cheapest(state, actions, n)


@kernel
def heuristic(state: State, actions: ACTIONS, n: i8, params: NUMBERS, memory: MEMORY) -> i8:
    """Take the trick with the most valuable winner, otherwise throw the cheapest card (sections 3.1 and 3.2)."""
    aggressive = params[0] != 0.0
    exchange = exchange_in(actions, n)
    if exchange >= 0:
        return exchange
    if params[1] != 0.0:
        return as_coded(state, actions, n, aggressive)
    if params[2] != 0.0 and partner_holds(state):
        return for_partner(state, actions, n)
    best, best_score = -1, -1000
    if state.trick_size > 0:
        for i in range(n):  # the winning card with most points, then the stronger one
            card = i8(actions[i])
            if wins(state, card):
                score = 10 * POINTS[card] - card % 10
                if score > best_score:
                    best, best_score = i, score  # the winning card of most points
    if best >= 0:
        return best
    for i in range(n):
        card = i8(actions[i])
        trump = SUIT[card] == state.trump
        if aggressive:
            score = 10 * POINTS[card] - card % 10
        elif POINTS[card] == 0 and not trump:
            score = 500 + card % 10
        else:
            score = -20 * POINTS[card] - (10 if trump else 0) + card % 10
        if score > best_score:
            best, best_score = i, score  # nothing wins: the cheapest card (the most valuable one if aggressive)
    return best


@kernel
def cost(state: State, card: i8) -> i8:
    """Return the value of keeping a card: its points, and more for a trump."""
    price = i8(POINTS[card])
    if SUIT[card] == state.trump:
        price += 5 if card % 10 < 2 else 3
    return price


@kernel
def cheapest(state: State, actions: ACTIONS, n: i8) -> i8:
    """Return the index of the card of least cost; among equal ones not a trump, then the weakest."""
    best, best_score = 0, -1000000
    for i in range(n):
        card = i8(actions[i])
        score = -100 * cost(state, card) - (10 if SUIT[card] == state.trump else 0) + card % 10
        if score > best_score:
            best, best_score = i, score
    return best


@kernel
def cheap_winner(state: State, actions: ACTIONS, n: i8, params: NUMBERS, memory: MEMORY) -> i8:
    """Win without a trump if possible; spend a trump only on a trick that is worth it (section 3.3)."""
    exchange = exchange_in(actions, n)
    if exchange >= 0:
        return exchange
    if state.trick_size == 0:
        return cheapest(state, actions, n)
    if params[0] != 0.0 and partner_holds(state):
        return for_partner(state, actions, n)
    on_table = 0
    for i in range(state.trick_size):
        on_table += POINTS[state.trick[i]]
    free, free_score = -1, -1000
    trump, trump_score = -1, -1000
    for i in range(n):
        card = i8(actions[i])
        if not wins(state, card):
            continue
        if SUIT[card] != state.trump:
            score = 10 * POINTS[card] + card % 10
            if score > free_score:
                free, free_score = i, score
        else:
            score = -10 * POINTS[card] + card % 10
            if score > trump_score:
                trump, trump_score = i, score
    if free >= 0:
        return free
    if trump >= 0:
        needed = 10 if i8(actions[trump]) % 10 < 2 else 3
        if on_table >= needed or state.stock_left == 0:
            return trump
    return cheapest(state, actions, n)
