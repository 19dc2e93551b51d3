"""DecisionTree, the reference engine's rule bot (section 2 of docs/rules/tribute_bots.md), errors included.

It remembers, per patron, which cards wait to be played ("buckets" by their highest combo level) and which it has seen
this turn. The waiting cards are one list in memory, in the order they were registered; a bucket is the part of it with
that patron and level.
"""

from typing import TypeAlias

from tapete.games.tribute.bots.simple import tier_of
from tapete.games.tribute.bots.subset_choices import (
    OWN_AT,
    PLAN_AT,
    PLAN_SIZE,
    SERIES,
    follow_plan,
    in_plan,
    next_of_bot,
    start_bot,
)
from tapete.games.tribute.cards import (
    ACQUIRE_TAVERN,
    AGENT,
    AMBUSH,
    ANSEI,
    BLACK_SACRAMENT,
    BLACKMAIL,
    CONTRACT_AGENT,
    COST,
    CROWS,
    CURSE,
    DRAW_CARDS,
    GAIN_COIN,
    GAIN_POWER,
    GAIN_PRESTIGE,
    GOLD,
    HLAALU,
    IMPRISONMENT,
    LEFT,
    LEVEL_COUNT,
    NUMBER,
    OPERATION,
    OPP_DISCARD,
    ORGNUM,
    PATRON,
    PELIN,
    PSIJIC,
    RAJHIN,
    REPLACE_TAVERN,
    RETURN_TOP,
    RIGHT,
    TITHE,
    TREASURY,
    TYPE,
)
from tapete.games.tribute.effects import option_object
from tapete.games.tribute.rules import ACTIVATE, ATTACK, BUY, CALL, CHOOSE_EFFECT, END_TURN, MOST_OPTIONS
from tapete.games.tribute.state import (
    ACQUIRE,
    AGENTS,
    BASE,
    COOLDOWN,
    DESTROYING,
    DRAFT,
    EFFECT,
    FREE,
    HAND,
    HEALTH_BITS,
    HLAALU_CHOICE,
    KNOCKING_OUT,
    NONE,
    PELIN_CHOICE,
    PLACES,
    PLAYED,
    PSIJIC_CHOICE,
    REPLACE,
    RETURN,
    RETURN_AGENT,
    ROW,
    TREASURY_CHOICE,
    State,
)
from tapete.kernel import Array, boolean, i8, kernel, scratch_i8, u8
from tapete.kernel.contract import ACTIONS, MEMORY, NUMBERS

BIG = 5000
NOT_RATED = -1_000_000  # never the value of a rule
WORDS: TypeAlias = Array[i8]

IN_TURN = OWN_AT  # 1 after the first decision of a turn
DECK = OWN_AT + 1  # patron whose cards are being played
MOST_GOLD = OWN_AT + 2
SAFE = OWN_AT + 3  # per place in game order: cards of it played this turn
LEFT_OVER = SAFE + PLACES  # per place: waiting cards
SEEN = LEFT_OVER + PLACES  # 256 bits
WAITING = SEEN + 4  # number of waiting cards
LIST = WAITING + 1  # object, plus BOARD_BIT if last seen on the board
LONGEST_LIST = 240
STALE = LIST + LONGEST_LIST  # kept between games: 1 + the deck being played when a game ended in its turn
MEMORY_WORDS = STALE + 2
KEPT = 2  # STALE and the generator
OBJECT, BOARD_BIT = 255, 256

SEED_PARAM, FORM_PARAM, FIXED_PARAM, THESIS_PARAM = 0, 1, 2, 3


@kernel
def decision_tree(state: State, actions: ACTIONS, n: i8, params: NUMBERS, memory: MEMORY) -> i8:
    """Return one decision; -1 if it wants a move that is not legal."""
    if in_plan(state, memory):
        return follow_plan(state, actions, n, memory)
    if state.picked > 0:
        return 0
    start_bot(memory, i8(params[SEED_PARAM]))
    if state.choice == DRAFT:
        return next_of_bot(memory) % n
    counts = scratch_i8(10)
    size = count_cards(state, counts)
    update_memory(state, actions, n, params[FORM_PARAM] != 0.0, memory)
    thesis = params[THESIS_PARAM] != 0.0
    if state.choice != FREE:
        if state.choice == EFFECT:
            return choose_effect(state, counts, thesis)
        choose_cards(state, counts, size, thesis, memory)
        return follow_plan(state, actions, n, memory)
    if actions[0] < ATTACK:
        if memory[STALE] > 0:
            # Section 2.7: memory of a game that ended in its own turn; a deck that is not in this game is fatal.
            if state.place[memory[STALE] - 1] < 0:
                return -1 if params[FORM_PARAM] != 0.0 else n - 1
            memory[STALE] = 0
        chosen = play_next(state, actions, n, params[FIXED_PARAM] != 0.0, memory)
        if chosen < 0 and params[SEED_PARAM] == SERIES:
            memory[STALE] = 1 + memory[DECK]
        return chosen
    chosen = choose_purchase(state, actions, n, counts, thesis)
    if chosen >= 0:
        return chosen
    first_call = first_in(actions, n, CALL, END_TURN)
    if first_call >= 0:
        return best_patron(state, actions, n, counts, size, thesis, memory)
    if first_in(actions, n, ATTACK, BUY) >= 0:
        return best_attack(state, actions, n, thesis)
    for word in range(IN_TURN, LIST):
        memory[word] = 0
    return n - 1


@kernel
def first_in(actions: ACTIONS, n: i8, low: i8, high: i8) -> i8:
    """Return the index of the first action with an id from low to below high, or -1."""
    for i in range(n):
        if low <= actions[i] < high:
            return i
    return -1


@kernel
def call_of(state: State, actions: ACTIONS, n: i8, patron: i8) -> i8:
    """Return the index of the call of a patron, or -1."""
    place = i8(state.place[patron])
    return first_in(actions, n, CALL + place, CALL + place + 1) if place >= 0 else -1


@kernel
def count_cards(state: State, counts: WORDS) -> i8:
    """Count the cards in hand, played, cooldown and draw pile by patron; return their number."""
    seat = i8(state.seat)
    for patron in range(10):
        counts[patron] = 0
    total = 0
    for zone in range(seat, AGENTS, 2):
        for i in range(state.size[zone]):
            counts[PATRON[state.kind[state.cells[BASE[zone] + i]]]] += 1
        total += state.size[zone]
    return total


# Memory (section 2.1)


@kernel
def highest_level(card: i8) -> i8:
    """Return the bucket of a card: its highest effect slot that is not empty."""
    for level in range(3, 0, -1):
        if LEVEL_COUNT[card, level] > 0:
            return level
    return 0


@kernel
def is_seen(memory: MEMORY, thing: i8) -> boolean:
    return (u8(memory[SEEN + (thing >> 6)]) >> u8(thing & 63)) & u8(1) != u8(0)


@kernel
def is_waiting(memory: MEMORY, thing: i8) -> boolean:
    for k in range(memory[WAITING]):
        if memory[LIST + k] & OBJECT == thing:
            return True
    return False


@kernel
def remember(state: State, memory: MEMORY, thing: i8) -> None:
    """Put a card into its bucket."""
    if memory[WAITING] >= LONGEST_LIST:
        return
    memory[LIST + memory[WAITING]] = thing
    memory[WAITING] += 1
    memory[LEFT_OVER + state.place[PATRON[state.kind[thing]]]] += 1
    word = SEEN + (thing >> 6)
    memory[word] = i8(u8(memory[word]) | (u8(1) << u8(thing & 63)))


@kernel
def forget(state: State, memory: MEMORY, k: i8) -> None:
    """Take a card out of its bucket."""
    thing = memory[LIST + k] & OBJECT
    memory[LEFT_OVER + state.place[PATRON[state.kind[thing]]]] -= 1
    last = memory[WAITING] - 1
    for i in range(k, last):
        memory[LIST + i] = memory[LIST + i + 1]
    memory[WAITING] = last


@kernel
def index_in(state: State, zone: i8, thing: i8) -> i8:
    for i in range(state.size[zone]):
        if state.cells[BASE[zone] + i] == thing:
            return i
    return -1


@kernel
def update_memory(state: State, actions: ACTIONS, n: i8, older: boolean, memory: MEMORY) -> None:
    seat = i8(state.seat)
    if memory[IN_TURN]:
        forget_what_left(state, seat, memory)
    for zone in range(HAND + seat, AGENTS + 2, AGENTS):
        for i in range(state.size[zone]):
            thing = i8(state.cells[BASE[zone] + i])
            if not is_seen(memory, thing) and TYPE[state.kind[thing]] != CONTRACT_AGENT:
                remember(state, memory, thing)
    if not memory[IN_TURN]:
        memory[IN_TURN] = 1
        memory[MOST_GOLD] = 0
        if older:
            memory[DECK] = PSIJIC if state.place[PSIJIC] >= 0 else TREASURY
        else:
            memory[DECK] = PELIN if state.place[PELIN] >= 0 else i8(state.order[0])
        for i in range(state.size[AGENTS + seat]):
            thing = i8(state.cells[BASE[AGENTS + seat] + i])
            if TYPE[state.kind[thing]] == CONTRACT_AGENT:
                remember(state, memory, thing)
    elif state.choice == FREE:
        for i in range(n):
            if actions[i] < ATTACK:
                zone, index = HAND + seat, i8(actions[i])
                if actions[i] >= ACTIVATE:
                    zone, index = AGENTS + seat, i8(actions[i]) - ACTIVATE
                thing = i8(state.cells[BASE[zone] + index])
                if not is_waiting(memory, thing):
                    remember(state, memory, thing)
    memory[MOST_GOLD] = max(memory[MOST_GOLD], i8(state.coins[seat]))
    for k in range(memory[WAITING]):
        entry = memory[LIST + k]
        if index_in(state, AGENTS + seat, entry & OBJECT) >= 0:
            memory[LIST + k] = (entry & OBJECT) | BOARD_BIT
        elif index_in(state, HAND + seat, entry & OBJECT) >= 0:
            memory[LIST + k] = entry & OBJECT


@kernel
def forget_what_left(state: State, seat: i8, memory: MEMORY) -> None:
    """Remove cards from their buckets that were destroyed, discarded or returned since the last decision.

    Knocked-out agents stay, which is the bot's best-known error (section 2.7).
    """
    k = 0
    while k < memory[WAITING]:
        entry = memory[LIST + k]
        thing = entry & OBJECT
        here = index_in(state, HAND + seat, thing) >= 0 or index_in(state, AGENTS + seat, thing) >= 0
        knocked_out = False
        if not here and entry & BOARD_BIT:
            knocked_out = index_in(state, COOLDOWN + seat, thing) >= 0 or TYPE[state.kind[thing]] == CONTRACT_AGENT
            if TYPE[state.kind[thing]] == CONTRACT_AGENT:
                knocked_out = in_tavern(state, thing)
        if here or knocked_out:
            k += 1
        else:
            forget(state, memory, k)


@kernel
def in_tavern(state: State, thing: i8) -> boolean:
    for i in range(state.pile_size):
        if state.pile[(i8(state.pile_start) + i) & 127] == thing:
            return True
    for i in range(ROW):
        if state.row[i] == thing:
            return True
    return False


# Cards to play (section 2.3)


@kernel
def play_next(state: State, actions: ACTIONS, n: i8, fixed: boolean, memory: MEMORY) -> i8:
    """Play or activate the next card of the current deck; -1 if that is not legal any more."""
    seat = i8(state.seat)
    if fixed:  # never make the published bot's illegal move
        k = 0
        while k < memory[WAITING]:
            if move_of(state, actions, n, seat, memory[LIST + k] & OBJECT) < 0:
                forget(state, memory, k)
            else:
                k += 1
    k = next_card(state, memory)
    if k < 0:
        return n - 1
    thing = memory[LIST + k] & OBJECT
    place = i8(state.place[PATRON[state.kind[thing]]])
    forget(state, memory, k)
    memory[SAFE + place] += 1
    return move_of(state, actions, n, seat, thing)


@kernel
def move_of(state: State, actions: ACTIONS, n: i8, seat: i8, thing: i8) -> i8:
    """Return the index of the move that plays or activates a card, or -1."""
    index = index_in(state, AGENTS + seat, thing)
    action = ACTIVATE + index
    if index < 0:
        action = index_in(state, HAND + seat, thing)
    return first_in(actions, n, action, action + 1) if action >= 0 else -1


@kernel
def next_card(state: State, memory: MEMORY) -> i8:
    """Return the index in the waiting list of the card to play, or -1."""
    place = i8(state.place[memory[DECK]])
    if place < 0 or memory[LEFT_OVER + place] <= 0:
        place = -1
        for k in range(PLACES):  # Treasury first, then the others in game order
            other = 2 if k == 0 else (k - 1 if k <= 2 else k)
            if place < 0 and memory[LEFT_OVER + other] > 0:
                place = other
        if place < 0:
            return -1
        memory[DECK] = state.order[place]
    safe = memory[SAFE + place]
    for level in range(min(safe, 4)):
        for k in range(memory[WAITING]):
            card = i8(state.kind[memory[LIST + k] & OBJECT])
            if state.place[PATRON[card]] == place and highest_level(card) == level:
                return k
    reach = memory[LEFT_OVER + place] + safe - 1
    best, best_rank = -1, 1 << 40
    for bucket in range(4):
        for k in range(memory[WAITING]):
            card = i8(state.kind[memory[LIST + k] & OBJECT])
            if state.place[PATRON[card]] == place and highest_level(card) == bucket:
                slots, total = 0, 0
                for level in range(1, 4):
                    if level <= reach and LEVEL_COUNT[card, level] > 0:
                        slots += 1
                        total += level
                if 100 * slots + total < best_rank:
                    best, best_rank = k, 100 * slots + total
    return best


# Purchases and the tavern (sections 2.2 and 2.4)


@kernel
def choose_purchase(state: State, actions: ACTIONS, n: i8, counts: WORDS, thesis: boolean) -> i8:
    """Return the move of steps 2 to 4 of section 2.2; -1 if none applies."""
    seat = i8(state.seat)
    enemy = 1 - seat
    if state.prestige[enemy] > 40 and state.prestige[seat] < state.prestige[enemy]:
        for patron in (CROWS, ORGNUM):
            call = call_of(state, actions, n, patron)
            if call >= 0:
                return call
        for i in range(n):
            if BUY <= actions[i] < CALL:
                card = state.kind[state.row[actions[i] - BUY]]
                if card == IMPRISONMENT or card == BLACKMAIL:
                    return i
    if needs_coin(state, counts, thesis):
        call = call_of(state, actions, n, ANSEI)
        if call >= 0:
            return call
    best, best_value = -1, 0
    for i in range(n):
        if BUY <= actions[i] < CALL:
            if best < 0:
                best = i
            value = purchase_value(state, i8(state.kind[state.row[actions[i] - BUY]]), counts, thesis)
            if value > best_value:
                best, best_value = i, value
    if best >= 0 and best_value > 0:
        card = i8(state.kind[state.row[actions[best] - BUY]])
        if tier_of(card, thesis) <= 10 and counts[PATRON[card]] < 3:
            for patron in (ORGNUM, RAJHIN):
                call = call_of(state, actions, n, patron)
                if call >= 0:
                    return call
        return best
    return -1


@kernel
def needs_coin(state: State, counts: WORDS, thesis: boolean) -> boolean:
    """Return whether one more coin would buy a card worth having."""
    coins = i8(state.coins[state.seat])
    for i in range(ROW):
        card = i8(state.kind[state.row[i]])
        if COST[card] == coins + 1 and (tier_of(card, thesis) == 25 or counts[PATRON[card]] > 5):
            return True
    return False


@kernel
def purchase_value(state: State, card: i8, counts: WORDS, thesis: boolean) -> i8:
    seat = i8(state.seat)
    enemy = 1 - seat
    patron = i8(PATRON[card])
    if patron == TREASURY:
        if card == TITHE:
            favours = i8(state.calls[seat]) + 1
            for place in range(PLACES):
                favours += i8(state.favour[place] == seat)
            return BIG if favours == 4 else 0
        if card == BLACK_SACRAMENT or card == AMBUSH:
            agents = i8(state.size[AGENTS + enemy])
            return agents * (3 if card == BLACK_SACRAMENT else 6) + tiers_of(state, AGENTS + enemy, thesis)
        return 0
    value = counts[patron] * counts[patron] + tier_of(card, thesis) - i8(COST[card])
    for level in range(4):
        if LEVEL_COUNT[card, level] > 0:
            value += level * (level + 1)
    return value


@kernel
def tiers_of(state: State, zone: i8, thesis: boolean) -> i8:
    total = 0
    for i in range(state.size[zone]):
        total += tier_of(i8(state.kind[state.cells[BASE[zone] + i]]), thesis)
    return total


# Patrons and attacks (sections 2.2 and 2.5)


@kernel
def best_patron(state: State, actions: ACTIONS, n: i8, counts: WORDS, size: i8, thesis: boolean, memory: MEMORY) -> i8:
    seat = i8(state.seat)
    enemy = 1 - seat
    mine, his = 0, 0
    for place in range(PLACES):
        patron, favour = i8(state.order[place]), i8(state.favour[place])
        if patron == TREASURY:
            continue
        if patron == ANSEI:
            if favour == NONE:
                mine += 1
                his += 1
            if favour == seat:
                his += 1
            else:
                mine += 1
        else:
            if favour == seat:
                his += 2
            elif favour == enemy:
                mine += 2
            if favour != enemy:
                mine += 1
                his += 1
    if mine <= state.calls[seat]:
        for i in range(n):
            if CALL <= actions[i] < END_TURN and state.favour[actions[i] - CALL] != seat:
                return i
    if his <= 2:
        for i in range(n):
            if CALL <= actions[i] < END_TURN and state.favour[actions[i] - CALL] == enemy:
                if state.order[actions[i] - CALL] != CROWS or his == 1:
                    return i
    curses = played_curses(state)
    treasury = call_of(state, actions, n, TREASURY)
    if curses > 0 and treasury >= 0:
        return treasury
    best, best_value = -1, -1
    for i in range(n):
        if CALL <= actions[i] < END_TURN:
            patron = i8(state.order[actions[i] - CALL])
            value = patron_value(state, patron, counts, size, curses, thesis, memory)
            if value > best_value:
                best, best_value = i, value
    return best


@kernel
def played_curses(state: State) -> i8:
    seat = i8(state.seat)
    curses = 0
    for i in range(state.size[PLAYED + seat]):
        curses += i8(TYPE[state.kind[state.cells[BASE[PLAYED + seat] + i]]] == CURSE)
    return curses


@kernel
def patron_value(state: State, patron: i8, counts: WORDS, size: i8, curses: i8, thesis: boolean, memory: MEMORY) -> i8:
    seat = i8(state.seat)
    enemy = 1 - seat
    coins, prestige = i8(state.coins[seat]), i8(state.prestige[seat])
    if patron == ANSEI:
        return BIG if needs_coin(state, counts, thesis) or memory[MOST_GOLD] <= 6 else 0
    if patron == CROWS:
        if coins >= 10:
            return prestige // coins * BIG
        return BIG if coins - 1 + prestige >= 40 else 0
    if patron == RAJHIN:
        cards = 0
        for zone in range(enemy, AGENTS, 2):
            cards += state.size[zone]
        return 5 // cards if cards > 0 else 0
    if patron == PSIJIC:
        return tiers_of(state, AGENTS + enemy, thesis)
    if patron == ORGNUM:
        return 2 * (size // 5)
    if patron == HLAALU:
        if prestige > 30:
            return BIG
        best = 0
        for zone in (PLAYED + seat, COOLDOWN + seat):
            for i in range(state.size[zone]):
                best = max(best, sale_value(i8(state.kind[state.cells[BASE[zone] + i]]), counts, thesis))
        return best
    if patron == PELIN:
        total = 0
        for i in range(state.size[COOLDOWN + seat]):
            card = i8(state.kind[state.cells[BASE[COOLDOWN + seat] + i]])
            if TYPE[card] == AGENT:
                total += tier_of(card, thesis)
        return total
    if patron == TREASURY:
        total = 3 * curses
        for i in range(state.size[PLAYED + seat]):
            total += i8(tier_of(i8(state.kind[state.cells[BASE[PLAYED + seat] + i]]), thesis) <= 1)
        return total
    return 0


@kernel
def sale_value(card: i8, counts: WORDS, thesis: boolean) -> i8:
    owned = counts[PATRON[card]]
    return 20 * i8(COST[card]) - owned * owned - tier_of(card, thesis)


@kernel
def best_attack(state: State, actions: ACTIONS, n: i8, thesis: boolean) -> i8:
    """Return the attack on the agent of the highest tier, those that can be killed first."""
    best, best_value = -1, -1
    for i in range(n):
        if ATTACK <= actions[i] < BUY:
            value = attack_value(state, i8(actions[i]) - ATTACK, thesis)
            if value > best_value:
                best, best_value = i, value
    return best


@kernel
def attack_value(state: State, index: i8, thesis: boolean) -> i8:
    seat = i8(state.seat)
    enemy = 1 - seat
    value = tier_of(i8(state.kind[state.cells[BASE[AGENTS + enemy] + index]]), thesis)
    if i8(state.life[enemy, index]) & HEALTH_BITS <= state.power[seat]:
        value += 1000
    return value


@kernel
def value_of(state: State, action: i8, thesis: boolean) -> i8:
    """Return the rules' value of a purchase, call, attack or side of an OR; current gold counts as the turn's most."""
    counts = scratch_i8(10)
    size = count_cards(state, counts)
    if action >= CHOOSE_EFFECT and action < CHOOSE_EFFECT + 2:
        side = LEFT[state.source] if action == CHOOSE_EFFECT else RIGHT[state.source]
        return effect_value(state, i8(side), counts, thesis)
    if CALL <= action < END_TURN:
        memory = scratch_i8(MEMORY_WORDS)
        memory[MOST_GOLD] = state.coins[state.seat]
        patron = i8(state.order[action - CALL])
        return patron_value(state, patron, counts, size, played_curses(state), thesis, memory)
    if BUY <= action < CALL:
        return purchase_value(state, i8(state.kind[state.row[action - BUY]]), counts, thesis)
    if ATTACK <= action < BUY:
        return attack_value(state, action - ATTACK, thesis)
    return NOT_RATED


# Choices (section 2.6)


@kernel
def choose_cards(state: State, counts: WORDS, size: i8, thesis: boolean, memory: MEMORY) -> None:
    """Plan the answer to a card choice, in the bot's own order."""
    choice, options = i8(state.choice), i8(state.options)
    most = min(i8(state.most), options)
    if choice == TREASURY_CHOICE or choice == HLAALU_CHOICE or choice == PELIN_CHOICE or choice == PSIJIC_CHOICE:
        choose_for_patron(state, counts, thesis, memory)
        return
    best = choice == ACQUIRE or choice == KNOCKING_OUT or choice == RETURN or choice == RETURN_AGENT
    if choice == REPLACE:
        best = state.size[HAND + state.seat] == 0
    elif choice == DESTROYING:
        most = min(most, 0 if size <= 10 else 1)
    order = scratch_i8(MOST_OPTIONS)
    values = scratch_i8(MOST_OPTIONS)
    for i in range(options):  # by tier ascending; among equal tiers the card listed later comes first
        value = tier_of(i8(state.kind[option_object(state, i)]), thesis)
        j = i
        while j > 0 and values[j - 1] >= value:
            values[j], order[j] = values[j - 1], order[j - 1]
            j -= 1
        values[j], order[j] = value, i
    memory[PLAN_SIZE] = most
    first = options - most if best else 0
    for k in range(most):
        memory[PLAN_AT + k] = order[first + k]


@kernel
def choose_for_patron(state: State, counts: WORDS, thesis: boolean, memory: MEMORY) -> None:
    choice, seat = i8(state.choice), i8(state.seat)
    enemy = 1 - seat
    best, best_value = 0, -(1 << 40)
    for i in range(state.options):
        card = i8(state.kind[option_object(state, i)])
        owned, rating = counts[PATRON[card]], tier_of(card, thesis)
        if choice == TREASURY_CHOICE:  # the lowest value, first on ties
            value = rating + 2 * owned
            if card == GOLD:
                value = 0
            elif TYPE[card] == CURSE:
                value = -1000
            value = -value
            if value <= best_value:
                continue
        elif choice == HLAALU_CHOICE:
            value = (
                i8(COST[card]) - 1
                if state.prestige[enemy] >= state.prestige[seat]
                else sale_value(card, counts, thesis)
            )
        elif choice == PELIN_CHOICE:
            value = owned * owned + rating
        else:
            value = rating + (i8(state.life[enemy, i]) & HEALTH_BITS)
        if value >= best_value:
            best, best_value = i, value
    memory[PLAN_SIZE] = 1
    memory[PLAN_AT] = best


@kernel
def choose_effect(state: State, counts: WORDS, thesis: boolean) -> i8:
    """Return the side of higher value, the first on ties."""
    left = effect_value(state, i8(LEFT[state.source]), counts, thesis)
    right = effect_value(state, i8(RIGHT[state.source]), counts, thesis)
    return 1 if right > left else 0


@kernel
def effect_value(state: State, row: i8, counts: WORDS, thesis: boolean) -> i8:
    operation, number = i8(OPERATION[row]), i8(NUMBER[row])
    seat = i8(state.seat)
    enemy = 1 - seat
    coins = i8(state.coins[seat])
    if operation == GAIN_POWER:
        return BIG if state.prestige[enemy] >= 25 else 5 * number
    if operation == GAIN_PRESTIGE:
        return 10 * number
    if operation == DRAW_CARDS:
        return 500 * i8(state.size[HAND + seat])
    if operation == OPP_DISCARD:
        return BIG
    if operation == GAIN_COIN and state.prestige[enemy] <= 15:
        return BIG
    if operation == RETURN_TOP:
        total = 0
        size = i8(state.size[COOLDOWN + seat])
        for i in range(max(0, size - number), size):
            card = i8(state.kind[state.cells[BASE[COOLDOWN + seat] + i]])
            total += tier_of(card, thesis) + counts[PATRON[card]] * counts[PATRON[card]]
        return total
    if operation != GAIN_COIN and operation != ACQUIRE_TAVERN and operation != REPLACE_TAVERN:
        return 500
    value = 0
    held = state.size[HAND + seat] > 0
    for i in range(ROW):
        card = i8(state.kind[state.row[i]])
        cost, owned, rating = i8(COST[card]), counts[PATRON[card]], tier_of(card, thesis)
        if operation == GAIN_COIN:
            if (rating >= 10 or owned >= 3) and coins <= cost <= coins + number:
                value += 100
        elif operation == ACQUIRE_TAVERN:
            value = max(value, owned * owned + rating)
        elif held:
            value += 100 if cost > coins or rating < 10 else 0
        else:
            value += 150 if rating >= 10 else 0
    return value
