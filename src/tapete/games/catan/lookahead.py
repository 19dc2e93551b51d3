"""Bots that try each action on a copy of their view: `victory-point`, `value` (docs/rules/catan_bots.md, section 1)."""

from typing import TypeAlias

from tapete.games.catan import moves
from tapete.games.catan.bots import is_offer
from tapete.games.catan.determinize import bounds
from tapete.games.catan.evaluations import f_value
from tapete.games.catan.packed_counts import LANES, lane
from tapete.games.catan.rules import apply, offer_index_of, robbed, steal
from tapete.games.catan.state import ANSWER, DECIDE, MAIN, MAX_SEATS, OFFERS, STEAL, VICTORY_POINT, State
from tapete.kernel import Array, boolean, copy_of, f8, i8, kernel, scratch_i8, u8
from tapete.kernel.contract import ACTIONS, MEMORY, NUMBERS, below_in

CELLS = MAX_SEATS * LANES
BY_POINTS, BY_F = 0, 1  # params[0]: the objective
CLAIRVOYANT = 1  # index in params
WORST = -1e300
INTEGERS: TypeAlias = Array[i8]


@kernel
def judge(state: State, seat: i8, params: NUMBERS) -> f8:
    """Return the seat's victory points, including hidden ones, or F."""
    if params[0] == BY_POINTS:
        return f8(state.visible[seat] + lane(state.cards[seat], VICTORY_POINT))
    return f_value(state, seat, params)


@kernel
def outcome(state: State, action: i8, seat: i8, params: NUMBERS) -> f8:
    """Return the value after an action, with chance sampled once; after a move of the robber, with the best victim."""
    trial = copy_of(state)
    apply(trial, action)
    victims = robbed(trial) if trial.phase == STEAL and not trial.over else 0
    best = WORST
    for victim in range(MAX_SEATS):
        world = copy_of(trial)
        if victims:
            if not victims & (1 << victim):
                continue
            steal(world, victim)
        best = max(best, judge(world, seat, params))
        if not victims:
            break
    return best


@kernel
def with_hand(state: State, seat: i8, give: u8, get: u8, params: NUMBERS) -> f8:
    """Return F as if the seat had exchanged some cards."""
    world = copy_of(state)
    world.hand[seat] = world.hand[seat] - give + get
    return f_value(world, seat, params)


@kernel
def poorest_acceptor(state: State, actions: ACTIONS, n: i8) -> i8:
    """Choose the acceptor with fewest public points."""
    best, fewest = 0, 100
    for i in range(n):
        if moves.CONFIRM <= actions[i] < moves.CANCEL:
            partner = (i8(state.seat) + i8(actions[i]) - moves.CONFIRM + 1) % i8(state.players)
            if state.visible[partner] < fewest:
                best, fewest = i, i8(state.visible[partner])
    return best


@kernel
def somebody_may_hold(state: State, seat: i8, high: INTEGERS, wanted: u8) -> boolean:
    """Return whether another seat may hold the wanted cards."""
    for other in range(state.players):
        if other != seat:
            enough = True
            for r in range(LANES):
                if high[other * LANES + r] < lane(wanted, r):
                    enough = False
            if enough:
                return True
    return False


@kernel
def best_offer(state: State, actions: ACTIONS, n: i8, floor: f8, params: NUMBERS) -> i8:
    """Return the menu offer with the highest F, if above the floor and not known to be impossible; -1 if none."""
    seat, menu = i8(state.seat), i8(state.offer_menu)
    low, high = scratch_i8(CELLS), scratch_i8(CELLS)
    bounds(state, seat, low, high)
    best, best_value = -1, floor
    for i in range(n):
        action = i8(actions[i])
        if is_offer(action) and action < moves.ADD_GIVE:
            index = offer_index_of(action)
            wanted = OFFERS[menu, index, 1]
            if somebody_may_hold(state, seat, high, wanted):
                value = with_hand(state, seat, OFFERS[menu, index, 0], wanted, params)
                if value > best_value:
                    best, best_value = i, value
    return best


@kernel
def look_ahead(state: State, actions: ACTIONS, n: i8, params: NUMBERS, memory: MEMORY) -> i8:
    """Choose the action with the best outcome: the first one by F, a random one of the best by points."""
    if n == 1:
        return 0
    by, seat, phase = i8(params[0]), i8(state.seat), i8(state.phase)
    trades = by == BY_F and params[CLAIRVOYANT] == 0.0
    if phase == ANSWER:
        if (
            trades
            and actions[0] == moves.ACCEPT
            and with_hand(state, seat, state.want, state.give, params) > f_value(state, seat, params)
        ):
            return 0
        return n - 1
    if phase == DECIDE:
        return poorest_acceptor(state, actions, n) if trades else n - 1
    best, best_value, equal = 0, WORST, 1
    for i in range(n):
        action = i8(actions[i])
        if is_offer(action):
            continue
        value = outcome(state, action, seat, params)
        if value > best_value:
            best, best_value, equal = i, value, 1
        elif value == best_value and by == BY_POINTS:
            equal += 1
            if below_in(memory, 0, equal) == 0:
                best = i
    if trades and phase == MAIN and state.offers == 0 and state.max_offers > 0:
        now = f_value(state, seat, params)
        offer = best_offer(state, actions, n, max(now, best_value), params)
        if offer >= 0:
            return offer
    return best
