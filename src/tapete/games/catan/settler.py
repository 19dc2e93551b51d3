"""Our rule bot: opening by expected building time, plans, trades that help it more than the partner, robber by threat.

It evaluates positions with `evaluations.describe`, with one set of weights for the opening and one for the game. Rules
decide what the evaluation cannot see in one step: a knight before the roll, the value of a bought card before it is
known, and which trades to offer, accept and confirm.
"""

from typing import TypeAlias

from tapete.games.catan import moves
from tapete.games.catan.board import DESERT, HEX_NODES
from tapete.games.catan.bots import is_offer
from tapete.games.catan.evaluations import (
    T_HAND_CARDS,
    T_HAND_SYNERGY,
    T_NEAR_CITY,
    T_OVER_SEVEN,
    TERM_COUNT,
    best_pips,
    describe,
    hand_synergy,
    next_ring,
    produce_per_roll,
    rolls_to_pay,
    soon,
)
from tapete.games.catan.packed_counts import LANES, covers, lane, one, total
from tapete.games.catan.rules import apply, offer_index_of, robbed, steal
from tapete.games.catan.state import (
    ANSWER,
    CARD_COST,
    CITY_COST,
    DECIDE,
    DECK_COUNTS,
    EMPTY,
    KNIGHT,
    MAIN,
    MAX_SEATS,
    NONE,
    OFFERS,
    PRE_ROLL,
    ROAD_COST,
    SETTLEMENT_COST,
    SETUP_ROAD,
    STEAL,
    VICTORY_POINT,
    State,
)
from tapete.kernel import Array, boolean, copy_of, f8, i8, kernel, scratch_f8, scratch_i8, u8
from tapete.kernel.contract import ACTIONS, MEMORY, NUMBERS

# Indices of params: the weights of the opening, those of the game, then these
OPENING, GAME = 0, TERM_COUNT
MARGIN = 2 * TERM_COUNT  # least gain of an offer
PARTNER = MARGIN + 1  # share of the partner's gain that counts against a trade
DANGER = MARGIN + 2  # public points at which the bot no longer trades with a seat
PARAMS = MARGIN + 3
WORST = -1e300
WON = 1000.0
PLANS = 4
NUMBERS_TABLE: TypeAlias = Array[f8]
INTEGERS: TypeAlias = Array[i8]


@kernel
def weigh(state: State, seat: i8, params: NUMBERS, first: i8) -> f8:
    """Return the value of a position by the weights that start at an index of params."""
    if state.over:
        return WON if state.winner == seat else -WON
    terms = scratch_f8(TERM_COUNT)
    describe(state, seat, terms)
    value = 0.0
    for i in range(TERM_COUNT):
        value += params[first + i] * terms[i]
    return value


@kernel
def outcome(state: State, action: i8, seat: i8, params: NUMBERS, first: i8) -> f8:
    """Return the value after an action; a bought card is averaged over the unseen ones, a victim is the best one."""
    trial = copy_of(state)
    apply(trial, action)
    victims = robbed(trial) if trial.phase == STEAL and not trial.over else 0
    drawn = EMPTY
    if action == moves.BUY:
        drawn = trial.cards[seat] - state.cards[seat]
    best, mean, weight = WORST, 0.0, 0.0
    for k in range(5):
        world = copy_of(trial)
        if victims:
            if k >= MAX_SEATS or not victims & (1 << k):
                continue
            steal(world, k)
        elif drawn != EMPTY:
            unseen = unseen_cards(state, seat, k)
            if unseen == 0:
                continue
            world.cards[seat] += one(k) - drawn
            won = world.visible[seat] + lane(world.cards[seat], VICTORY_POINT) >= world.points_to_win
            world.over = 1 if won else 0
            world.winner = seat if won else NONE
            mean += unseen * weigh(world, seat, params, first)
            weight += unseen
            continue
        best = max(best, weigh(world, seat, params, first))
        if not victims:
            break
    return mean / weight if weight > 0.0 else best


@kernel
def unseen_cards(state: State, seat: i8, kind: i8) -> i8:
    """Return the number of development cards of a kind that the seat has not seen."""
    count = DECK_COUNTS[kind] - lane(state.cards[seat], kind)
    for other in range(state.players):
        count -= lane(state.played[other], kind)
    return count


@kernel
def knight_now(state: State, seat: i8) -> boolean:
    """Return whether to play a knight before the roll: it frees an own hex, or takes Largest Army."""
    own = state.settlements[seat] | state.cities[seat]
    if own & HEX_NODES[state.robber] != EMPTY and state.terrain[state.robber] != DESERT:
        return True
    knights, holder = lane(state.played[seat], KNIGHT) + 1, i8(state.largest_army)
    if knights < 3 or holder == seat:
        return False
    return holder == NONE or knights > lane(state.played[holder], KNIGHT)


# Trade: the value of a hand is what it can soon pay for


@kernel
def make_plan(state: State, seat: i8, production: NUMBERS_TABLE, costs: INTEGERS) -> None:
    """Write production and the costs of pieces with a place, ordered as the terms: city, settlement, card, road."""
    produce_per_roll(state, seat, production)
    network = state.network[seat] | state.settlements[seat] | state.cities[seat]
    spots = network & ~state.blocked
    costs[0] = i8(CITY_COST) if state.settlements[seat] != EMPTY and state.cities_left[seat] > 0 else 0
    costs[1], costs[3] = 0, 0
    if state.settlements_left[seat] > 0:
        if spots != EMPTY:
            costs[1] = i8(SETTLEMENT_COST)
        else:
            near = next_ring(state, seat, network) & ~network
            if best_pips(state, near & ~state.blocked) > 0:
                costs[1] = i8(SETTLEMENT_COST + ROAD_COST)
            elif best_pips(state, next_ring(state, seat, near) & ~network & ~near & ~state.blocked) > 0:
                costs[1] = i8(SETTLEMENT_COST + ROAD_COST + ROAD_COST)
    costs[2] = i8(CARD_COST) if state.deck_left > 0 else 0
    if spots == EMPTY and state.roads_left[seat] > 0:
        costs[3] = i8(ROAD_COST)


@kernel
def hand_worth(hand: u8, rates: u8, production: NUMBERS_TABLE, costs: INTEGERS, params: NUMBERS) -> f8:
    """Return the sum of the terms of the evaluation that depend on the hand."""
    held = total(hand)
    worth = params[GAME + T_HAND_SYNERGY] * hand_synergy(hand) + params[GAME + T_HAND_CARDS] * held / 10.0
    if held > 7:
        worth += params[GAME + T_OVER_SEVEN]
    for k in range(PLANS):
        if costs[k] != 0:
            worth += params[GAME + T_NEAR_CITY + k] * soon(rolls_to_pay(u8(costs[k]), hand, rates, production))
    return worth


@kernel
def trade_gain(state: State, seat: i8, give: u8, get: u8, params: NUMBERS) -> f8:
    """Return the change in the value of a seat's hand by an exchange."""
    production, costs = scratch_f8(LANES), scratch_i8(PLANS)
    make_plan(state, seat, production, costs)
    hand, rates = state.hand[seat], state.rates[seat]
    after = hand_worth(hand - give + get, rates, production, costs, params)
    return after - hand_worth(hand, rates, production, costs, params)


@kernel
def best_offer(state: State, actions: ACTIONS, n: i8, params: NUMBERS) -> i8:
    """Return the offer of most gain, the partner's deducted, among those that another seat gains by; -1 if none."""
    seat, menu, players = i8(state.seat), i8(state.offer_menu), i8(state.players)
    production, costs = scratch_f8(LANES), scratch_i8(PLANS)
    make_plan(state, seat, production, costs)
    hand, rates = state.hand[seat], state.rates[seat]
    now = hand_worth(hand, rates, production, costs, params)
    best, best_score = -1, 0.0
    for i in range(n):
        action = i8(actions[i])
        if not is_offer(action) or action >= moves.ADD_GIVE:
            continue
        index = offer_index_of(action)
        give, want = OFFERS[menu, index, 0], OFFERS[menu, index, 1]
        gain = hand_worth(hand - give + want, rates, production, costs, params) - now
        if gain < params[MARGIN] or gain <= best_score:
            continue
        for k in range(1, players):
            other = (seat + k) % players
            if covers(state.hand[other], want) and state.visible[other] < params[DANGER]:
                theirs = trade_gain(state, other, want, give, params)
                score = gain - params[PARTNER] * theirs
                if theirs > 0.0 and score > best_score:
                    best, best_score = i, score
    return best


@kernel
def accepts(state: State, seat: i8, params: NUMBERS) -> boolean:
    """Accept what helps more than it helps the player in turn, who must not be close to winning."""
    player = i8(state.player)
    if state.visible[player] >= params[DANGER]:
        return False
    gain = trade_gain(state, seat, state.want, state.give, params)
    if gain <= 0.0:
        return False
    return gain > params[PARTNER] * trade_gain(state, player, state.give, state.want, params)


@kernel
def confirm(state: State, actions: ACTIONS, n: i8, params: NUMBERS) -> i8:
    """Trade with the acceptor who has fewest public points, but not with one who is close to winning."""
    best, fewest = n - 1, 100
    for i in range(n):
        if moves.CONFIRM <= actions[i] < moves.CANCEL:
            partner = (i8(state.seat) + i8(actions[i]) - moves.CONFIRM + 1) % i8(state.players)
            if state.visible[partner] < min(f8(fewest), params[DANGER]):
                best, fewest = i, i8(state.visible[partner])
    return best


@kernel
def settler(state: State, actions: ACTIONS, n: i8, params: NUMBERS, memory: MEMORY) -> i8:
    """Choose the action with the best outcome; trades and the time before the roll by rule."""
    if n == 1:
        return 0
    seat, phase = i8(state.seat), i8(state.phase)
    if phase == ANSWER:
        return 0 if actions[0] == moves.ACCEPT and accepts(state, seat, params) else n - 1
    if phase == DECIDE:
        return confirm(state, actions, n, params)
    if phase == PRE_ROLL:
        return 1 if actions[1] == moves.KNIGHT and knight_now(state, seat) else 0
    first = OPENING if phase <= SETUP_ROAD else GAME
    best, best_value, best_action = 0, WORST, 0
    for i in range(n):
        action = i8(actions[i])
        if is_offer(action):
            continue
        value = outcome(state, action, seat, params, first)
        if value > best_value:
            best, best_value, best_action = i, value, action
    if phase == MAIN and state.offers < state.max_offers and best_action == moves.END:
        offer = best_offer(state, actions, n, params)
        if offer >= 0:
            return offer
    return best
