"""Rule bots (docs/rules/briscas_agents.md). They exchange whenever they can and choose among the legal cards."""

from tapete.contract import ACTIONS, MEMORY, NUMBERS
from tapete.games.briscas.rules import CARDS, POINTS, SUIT, State, beats, obliged
from tapete.kernel import boolean, i8, kernel


@kernel
def wins(state: State, card: i8) -> boolean:
    """Whether a card would hold the trick as it stands."""
    return beats(card, state.best_card, state.trump)


@kernel
def exchange_in(actions: ACTIONS, n: i8) -> i8:
    """Index of the first exchange on offer, or -1."""
    for i in range(n):
        if actions[i] >= CARDS:
            return i
    return -1


@kernel
def only_follower(state: State, actions: ACTIONS, n: i8) -> i8:
    """Index of the one card of the suit that was led; -1 where there is none or a choice.

    The thesis's heuristic asked what was legal only to see whether there was a choice (section 3.2).
    """
    found = i8(-1)
    for i in range(n):
        if SUIT[actions[i]] == SUIT[state.trick[0]]:
            if found >= 0:
                return -1
            found = i
    return found


@kernel
def heuristic(state: State, actions: ACTIONS, n: i8, params: NUMBERS, memory: MEMORY) -> i8:
    """Take the trick with the most valuable winner, otherwise throw the cheapest card (sections 3.1 and 3.2)."""
    aggressive, as_coded = params[0] != 0.0, params[1] != 0.0
    exchange = exchange_in(actions, n)
    if exchange >= 0:
        return exchange
    if as_coded and obliged(state):
        only = only_follower(state, actions, n)
        if only >= 0:
            return only
    leading = state.trick_size == 0
    best, best_score = -1, -1000
    for i in range(n):  # the winning card with most points, then the stronger one
        card = i8(actions[i])
        if (as_coded and leading) or (not leading and wins(state, card)):
            score = 10 * POINTS[card] - card % 10
            if score > best_score:
                best, best_score = i, score
    if best >= 0:
        return best
    for i in range(n):
        card = i8(actions[i])
        trump = SUIT[card] == state.trump
        weakness = -(card % 10) if as_coded else card % 10
        if aggressive:
            score = 10 * POINTS[card] - card % 10
        elif POINTS[card] == 0 and not trump:
            score = 500 + weakness
        elif as_coded:
            score = -10 * POINTS[card] + weakness
        else:
            score = -20 * POINTS[card] - (10 if trump else 0) + weakness
        if score > best_score:
            best, best_score = i, score
    return best


@kernel
def cost(state: State, card: i8) -> i8:
    """What a card is worth keeping: its points, and something for a trump."""
    price = i8(POINTS[card])
    if SUIT[card] == state.trump:
        price += 5 if card % 10 < 2 else 3
    return price


@kernel
def cheapest(state: State, actions: ACTIONS, n: i8) -> i8:
    """The card of least cost; equal ones: not a trump, then the weakest."""
    best, best_score = 0, -1000000
    for i in range(n):
        card = i8(actions[i])
        score = -100 * cost(state, card) - (10 if SUIT[card] == state.trump else 0) + card % 10
        if score > best_score:
            best, best_score = i, score
    return best


@kernel
def cheap_winner(state: State, actions: ACTIONS, n: i8, params: NUMBERS, memory: MEMORY) -> i8:
    """Capture for free with a side suit; spend a trump only where the trick is worth it (section 3.3)."""
    exchange = exchange_in(actions, n)
    if exchange >= 0:
        return exchange
    if state.trick_size == 0:
        return cheapest(state, actions, n)
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
