"""Simple sample bots of the reference engine (sections 1 and 4 of docs/rules/tribute_bots.md)."""

from tapete.games.tribute.bots.subset_choices import (
    count_subsets,
    follow_plan,
    in_plan,
    is_card_choice,
    next_of_bot,
    pick_free,
    plan_subset,
    start_bot,
)
from tapete.games.tribute.cards import (
    AGENT,
    CONTRACT_AGENT,
    COST,
    THESIS_TIER,
    TIER,
    TITHE,
    TREASURY,
    TYPE,
)
from tapete.games.tribute.patrons import can_call
from tapete.games.tribute.rules import ATTACK, BUY, CALL, END_TURN
from tapete.games.tribute.state import FREE, PLACES, State
from tapete.kernel import boolean, copy_of, i8, kernel
from tapete.kernel.contract import ACTIONS, MEMORY, NUMBERS, below_in


@kernel
def choose_at_random(state: State, actions: ACTIONS, n: i8, params: NUMBERS, memory: MEMORY) -> i8:
    """Return a uniformly random move of the reference engine's list, in which a card choice is one move."""
    if is_card_choice(state):
        if not in_plan(state, memory):
            if state.picked > 0:
                return below_in(memory, 0, n)
            plan_subset(state, below_in(memory, 0, count_subsets(state)), memory)
        return follow_plan(state, actions, n, memory)
    return below_in(memory, 0, n)


@kernel
def random_without_end_turn(state: State, actions: ACTIONS, n: i8, params: NUMBERS, memory: MEMORY) -> i8:
    """Return a random move; END_TURN only if there is nothing else."""
    if in_plan(state, memory):
        return follow_plan(state, actions, n, memory)
    if state.picked > 0:
        return 0
    start_bot(memory, i8(params[0]))
    return pick_free(state, actions, n, memory)


@kernel
def tier_of(card: i8, thesis: boolean) -> i8:
    return i8(THESIS_TIER[card]) if thesis else i8(TIER[card])


@kernel
def max_agents(state: State, actions: ACTIONS, n: i8, params: NUMBERS, memory: MEMORY) -> i8:
    """Buy the best agent on offer, otherwise play at random."""
    if in_plan(state, memory):
        return follow_plan(state, actions, n, memory)
    if state.picked > 0:
        return 0
    start_bot(memory, i8(params[0]))
    if state.choice != FREE or n == 1:
        return pick_free(state, actions, n, memory)
    thesis = params[1] != 0.0
    playable = actions[0] < BUY and is_play_or_activation(i8(actions[0]))
    if playable:
        next_of_bot(memory)  # it picks a card to play and then ignores it
    best, best_tier, best_contract = -1, -1, True
    for i in range(n):
        if BUY <= actions[i] < CALL:
            card = i8(state.kind[state.row[actions[i] - BUY]])
            kind = TYPE[card]
            if kind == AGENT or kind == CONTRACT_AGENT:
                contract = kind == CONTRACT_AGENT
                tier = tier_of(card, thesis)
                if (best_contract and not contract) or (best_contract == contract and tier > best_tier):
                    best, best_tier, best_contract = i, tier, contract
    return best if best >= 0 else pick_free(state, actions, n, memory)


@kernel
def is_play_or_activation(action: i8) -> boolean:
    return action < ATTACK


@kernel
def patron_favors(state: State, actions: ACTIONS, n: i8, params: NUMBERS, memory: MEMORY) -> i8:
    """Call the first patron that does not favour it yet; buy Tithe for another call; otherwise play at random."""
    if in_plan(state, memory):
        return follow_plan(state, actions, n, memory)
    if state.picked > 0:
        return 0
    start_bot(memory, i8(params[0]))
    if state.choice == FREE and n > 1:
        seat = i8(state.seat)
        for i in range(n):
            if CALL <= actions[i] < END_TURN:
                place = actions[i] - CALL
                if state.order[place] != TREASURY and state.favour[place] != seat:
                    return i
        if state.calls[seat] == 0:
            for i in range(n):
                if BUY <= actions[i] < CALL and state.kind[state.row[actions[i] - BUY]] == TITHE:
                    if could_call_after(state):
                        return i
    return pick_free(state, actions, n, memory)


@kernel
def could_call_after(state: State) -> boolean:
    """Return whether, after buying Tithe, a patron that does not favour the player could be called.

    Tithe only costs coins and gives a call, so it is not played, and nothing hidden matters.
    """
    after = copy_of(state)
    seat = i8(state.seat)
    after.coins[seat] -= COST[TITHE]
    for place in range(PLACES):
        patron, favour = i8(after.order[place]), i8(after.favour[place])
        if patron != TREASURY and favour != seat and can_call(after, patron, favour):
            return True
    return False
