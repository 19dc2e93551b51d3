"""Rule bots (docs/rules/dinosaurs_agents.md): `easy` plays its highest card, `medium` plays by a table of weights.

Both share the rules for effects, instants, sudden death and disasters (section 2). They read only their own hand, the
table and what an effect shows them.
"""

from tapete.games.dinosaurs.cards import (
    BERRY,
    BOOST,
    CLAW,
    DETOUR,
    FERN,
    FLIP,
    HAS_EFFECT,
    JUICE,
    LOOKOUT,
    PEBBLE,
    PIT,
    POINT_TYPES,
    SAP,
    SAW,
    SHELTER,
    SPRING,
    TYPES,
    VALUE,
    VINE,
)
from tapete.games.dinosaurs.round_features import SCORES, copies_held, index_of, rank, standing, write_scores
from tapete.games.dinosaurs.rules import (
    ADD_EFFECT_CARD,
    ADD_POINT_CARD,
    CHOOSE,
    DISCARD,
    KEEP,
    LOOK,
    PAIR,
    RESPONSE,
    ROB,
    SCORING,
    SELF,
    SUDDEN_DEATH,
    SWAP_TWO,
    SWAP_WITH_NEIGHBOUR,
    TAKE,
    TARGET,
    THROW,
    State,
    is_fatal,
    legal,
)
from tapete.games.dinosaurs.thesis_bots import (
    easy_as_coded,
    one_of_the_first_rivals,
    thesis_aim,
    thesis_instant,
    thesis_response,
)
from tapete.kernel import f8, i8, kernel, scratch_i8
from tapete.kernel.contract import ACTIONS, MEMORY, NUMBERS, below_in

# Rows of the table of weights: 0 to 18 the Point cards, then the cards whose value depends on the hand.
PEBBLE_ROWS = POINT_TYPES  # best other Point value in hand: none, 0 to 9
JUICE_ROWS = PEBBLE_ROWS + 11  # best other value with an effect: none, 0 to 9
SPRING_ROWS = JUICE_ROWS + 11  # mean value of the rest of the hand: below 3, 4, 5, more
BERRY_ROWS = SPRING_ROWS + 4  # boosts and saps in hand: none, one, more
ROWS = BERRY_ROWS + 3
TABLE_AT = 2  # index of the table in the parameters of `medium`


# Instants (section 2.3)


@kernel
def best_target(state: State, seat: i8, scores: SCORES, card: i8) -> i8:
    """Return four times the standing after the best use of a boost or sap, minus the relative seat of the target."""
    change = 4 if state.star else 2
    if card == SAP:
        change = -change
    inverted = i8(state.inversions) & 1
    best = -1000
    for ahead in range(state.players):
        target = (seat + ahead) % state.players
        if (state.alive >> target) & 1:
            scores[target] += change
            worth = 4 * standing(state, scores, seat, inverted) - ahead
            scores[target] -= change
            best = max(best, worth)
    return best


@kernel
def sensible_instant(state: State, actions: ACTIONS, n: i8) -> i8:
    """Choose the instant that raises the own standing most; pass if none does."""
    seat = i8(state.seat)
    scores = scratch_i8(4)
    write_scores(state, scores)
    inverted = i8(state.inversions) & 1
    best, chosen = standing(state, scores, seat, inverted), n - 1  # pass is the last action
    for i in range(n - 1):
        card = i8(actions[i])
        if card == FLIP:
            worth = standing(state, scores, seat, 1 - inverted)
        else:
            worth = (best_target(state, seat, scores, card) + 3) >> 2
        if worth > best:
            best, chosen = worth, i
    return chosen


@kernel
def aim_instant(state: State, actions: ACTIONS, n: i8) -> i8:
    """Choose the target that leaves the own standing best; among equal ones the nearest, oneself first."""
    seat = i8(state.seat)
    scores = scratch_i8(4)
    write_scores(state, scores)
    best = best_target(state, seat, scores, state.subject)
    ahead = (-best) & 3
    return index_of(actions, n, SELF + ahead)


@kernel
def avert(actions: ACTIONS, n: i8) -> i8:
    """Choose Shelter if held, otherwise Detour, otherwise pass."""
    for i in range(n):
        if actions[i] == SHELTER:
            return i
    for i in range(n):
        if actions[i] == DETOUR:
            return i
    return n - 1


@kernel
def give_disaster(state: State, actions: ACTIONS, n: i8) -> i8:
    """Give the disaster to a player whom it eliminates, otherwise to the one with most points."""
    seat, best, chosen = i8(state.seat), -1, 0
    for i in range(n):
        other = (seat + actions[i] - SELF) % state.players
        worth = i8(state.position[other])
        if is_fatal(state, other, state.disaster):
            worth += 1000
        if worth > best:
            best, chosen = worth, i
    return chosen


@kernel
def legal_sensible_instants(state: State, out: ACTIONS) -> i8:
    """List the legal actions of a search that decides instants by the sensible rule (`instants=sensible`)."""
    return legal_by_rule(state, out, 0)


@kernel
def legal_thesis_instants(state: State, out: ACTIONS) -> i8:
    """List the legal actions of a search that decides instants by the rule of the thesis's bots (`instants=thesis`)."""
    return legal_by_rule(state, out, 1)


@kernel
def legal_by_rule(state: State, out: ACTIONS, thesis_instants: i8) -> i8:
    """List the legal actions; where an instant could be played or aimed, only the choice of the rule."""
    n = legal(state, out)
    phase = i8(state.phase)
    if n > 1:
        chosen = -1
        if phase == SCORING:
            chosen = thesis_instant(state, out, n) if thesis_instants else sensible_instant(state, out, n)
        elif phase == TARGET:
            chosen = thesis_aim(state, out, n) if thesis_instants else aim_instant(state, out, n)
        elif phase == RESPONSE:
            chosen = avert(out, n)
        if chosen >= 0:
            out[0] = out[chosen]
            return 1
    return n


# Effects (section 2.2)


@kernel
def added_card(state: State, actions: ACTIONS, n: i8) -> i8:
    """Choose the smallest card that makes the seat highest, else the smallest that lifts it from lowest, else pass."""
    seat = i8(state.seat)
    scores = scratch_i8(4)
    write_scores(state, scores)
    inverted = i8(state.inversions) & 1
    now = standing(state, scores, seat, inverted)
    chosen, reached = n - 1, now
    for i in range(n - 1):
        value = i8(VALUE[actions[i]])
        scores[seat] += value
        worth = standing(state, scores, seat, inverted)
        scores[seat] -= value
        if worth > reached and (worth == 2 or now == -2):
            chosen, reached = i, worth
    return chosen


@kernel
def swapped_cards(state: State, actions: ACTIONS, n: i8) -> i8:
    """Choose the swap that improves the own rank most; pass if none does."""
    seat, players = i8(state.seat), i8(state.players)
    scores = scratch_i8(4)
    write_scores(state, scores)
    inverted = i8(state.inversions) & 1
    best, chosen = rank(state, scores, seat, inverted), n - 1
    for i in range(n - 1):
        action = i8(actions[i])
        one, other = seat, (seat + action - SELF) % players
        if action >= PAIR:
            one = (seat + (2 if action == PAIR + 2 else 1)) % players
            other = (seat + (2 if action == PAIR else 3)) % players
        gained = i8(VALUE[state.table[other]]) - VALUE[state.table[one]]
        scores[one] += gained
        scores[other] -= gained
        worth = rank(state, scores, seat, inverted)
        scores[one] -= gained
        scores[other] += gained
        if worth > best:
            best, chosen = worth, i
    return chosen


@kernel
def lowest_point_below(actions: ACTIONS, n: i8, limit: i8) -> i8:
    """Choose the lowest Point card if its value is below a limit, otherwise pass. Types ascend with their values."""
    for i in range(n - 1):
        if actions[i] < POINT_TYPES:
            return i if VALUE[actions[i]] < limit else n - 1
    return n - 1


@kernel
def common(state: State, actions: ACTIONS, n: i8, thesis_instants: i8, memory: MEMORY) -> i8:
    """Decide for both levels, outside their own choices of cards."""
    phase = i8(state.phase)
    if phase == SCORING:
        return thesis_instant(state, actions, n) if thesis_instants else sensible_instant(state, actions, n)
    if phase == TARGET:
        return thesis_aim(state, actions, n) if thesis_instants else aim_instant(state, actions, n)
    if phase == RESPONSE:
        return thesis_response(state, actions, n, memory) if thesis_instants else avert(actions, n)
    if phase == DISCARD:
        return lowest_point_below(actions, n, 4)
    if phase == THROW:
        return lowest_point_below(actions, n, 5)
    if phase == ADD_POINT_CARD or phase == ADD_EFFECT_CARD:
        return added_card(state, actions, n)
    if phase == LOOK:
        return 0
    if phase == ROB:
        return below_in(memory, 0, n - 1)
    if phase == SWAP_WITH_NEIGHBOUR or phase == SWAP_TWO:
        return swapped_cards(state, actions, n)
    if thesis_instants:
        return one_of_the_first_rivals(state, actions, n, memory)
    return give_disaster(state, actions, n)  # REDIRECT


# Easy


@kernel
def highest_card(actions: ACTIONS, n: i8) -> i8:
    """Choose the highest value; among equal ones the card without an effect."""
    best, chosen = -1, 0
    for i in range(n):
        card = i8(actions[i])
        worth = 2 * VALUE[card] + 1 - HAS_EFFECT[card]
        if worth > best:
            best, chosen = worth, i
    return chosen


@kernel
def easy(state: State, actions: ACTIONS, n: i8, params: NUMBERS, memory: MEMORY) -> i8:
    """Play the highest card; effects and instants by rule (section 2)."""
    if n == 1:
        return 0
    phase = i8(state.phase)
    if params[0] != 0.0:
        return easy_as_coded(state, actions, n, memory)
    if phase == CHOOSE or phase == SUDDEN_DEATH:
        return highest_card(actions, n)
    if phase == TAKE:
        for k in range(n):  # the highest Point card is the last one before the instants
            i = n - 1 - k
            if actions[i] < POINT_TYPES:
                return i
        return below_in(memory, 0, n)
    if phase == KEEP:
        first = 4 if actions[0] >= POINT_TYPES else i8(VALUE[actions[0]])
        second = 4 if actions[1] >= POINT_TYPES else i8(VALUE[actions[1]])
        return 0 if first >= second else 1
    return common(state, actions, n, i8(params[1]), memory)


# Medium (section 3)


@kernel
def row_of(state: State, seat: i8, card: i8, instants_count: i8) -> i8:
    """Return the row of the table for choosing a card, given the rest of the hand."""
    if card != PEBBLE and card != JUICE and card != SPRING and card != BERRY:
        return card
    best, total, cards, aids = -1, 0, 0, 0
    for other in range(TYPES):
        copies = copies_held(state, seat, other)
        cards += copies
        if other >= POINT_TYPES:
            total += copies * instants_count
            if other == BOOST or other == SAP:
                aids += copies
            continue
        if other == card:
            copies -= 1
        total += copies * VALUE[other]
        if copies > 0 and (card != JUICE or HAS_EFFECT[other]):
            best = max(best, i8(VALUE[other]))
    if card == PEBBLE:
        return PEBBLE_ROWS + best + 1
    if card == JUICE:
        return JUICE_ROWS + best + 1
    if card == BERRY:
        return BERRY_ROWS + min(aids, 2)
    return SPRING_ROWS + spring_bucket(total, cards)


@kernel
def spring_bucket(total: i8, cards: i8) -> i8:
    mean = total // max(cards, 1)
    if mean < 3:
        return 0
    if mean < 4:
        return 1
    return 2 if mean < 5 else 3


@kernel
def thesis_weight(row: i8) -> i8:
    """Return the thesis's weight of a row. Fern Juice plays by `juice_weight`; its rows here start our training."""
    if row >= BERRY_ROWS:
        return 4 + 2 * (row - BERRY_ROWS)
    if row >= SPRING_ROWS:
        return 8 - (row - SPRING_ROWS) if row < SPRING_ROWS + 3 else 4
    if row >= JUICE_ROWS:
        return row - JUICE_ROWS - 1 + 4
    if row >= PEBBLE_ROWS:
        return row - PEBBLE_ROWS - 1 + 1
    if row == CLAW:
        return 4
    if row == VINE:
        return 6
    if row == PIT:
        return 7
    if row == LOOKOUT:
        return 8
    if row == FERN:
        return 9
    if row == SAW:
        return 10
    return i8(VALUE[row])


@kernel
def keep_weight(state: State, seat: i8, card: i8) -> i8:
    """Return the value of taking or keeping a card."""
    if card == PEBBLE or card == CLAW:
        return 4
    if card == JUICE:
        return 6
    if card == SPRING or card == BERRY:
        total, cards, aids = 0, 1, 0
        for other in range(TYPES):
            copies = copies_held(state, seat, other)
            cards += copies
            total += copies * (i8(VALUE[other]) if other < POINT_TYPES else -1)
            if other == BOOST or other == SAP:
                aids += copies
        if card == BERRY:
            return 4 + 2 * min(aids, 2)
        return thesis_weight(SPRING_ROWS + spring_bucket(total, cards))
    if card < POINT_TYPES:
        return thesis_weight(card)
    berry = 2 if copies_held(state, seat, BERRY) > 0 else 0
    if card == BOOST:
        return 5 + berry
    if card == SAP:
        return 4 + berry
    return 9 if card == DETOUR else 7


@kernel
def juice_weight(state: State, seat: i8, memory: MEMORY) -> i8:
    """Return the thesis's weight of Fern Juice: four plus a sum over the hand.

    A card with an effect, the Juice included, is added if its value is above the sum so far. The sum depends on the
    order of the hand, which is random here, and is at least 3.
    """
    values = scratch_i8(6)
    count = 0
    for card in range(POINT_TYPES):
        if HAS_EFFECT[card]:
            for _ in range(copies_held(state, seat, card)):
                values[count] = VALUE[card]
                count += 1
    total = 0
    while count > 0:
        place = below_in(memory, 0, count)
        count -= 1
        if values[place] > total:
            total += values[place]
        values[place] = values[count]
    return total + 4


@kernel
def weight(state: State, seat: i8, card: i8, params: NUMBERS, memory: MEMORY) -> f8:
    """Return the value of choosing a card: from the table, or the thesis's weight."""
    if params[0] != 0.0:
        if card == JUICE:
            return f8(juice_weight(state, seat, memory))
        return f8(thesis_weight(row_of(state, seat, card, -1)))
    return params[TABLE_AT + 4 * row_of(state, seat, card, 0) + state.disaster]


@kernel
def medium(state: State, actions: ACTIONS, n: i8, params: NUMBERS, memory: MEMORY) -> i8:
    """Choose the card of most weight; decide the rest by rule, except taking, keeping and sudden death."""
    if n == 1:
        return 0
    phase, seat = i8(state.phase), i8(state.seat)
    if (phase > TAKE and phase != KEEP) or phase == SCORING or phase == RESPONSE or phase == DISCARD:
        return common(state, actions, n, i8(params[1]), memory)
    best, chosen = -1000.0, 0
    for i in range(n):
        card = i8(actions[i])
        if phase == CHOOSE:
            worth = weight(state, seat, card, params, memory)
        elif phase == SUDDEN_DEATH:
            worth = f8(VALUE[card] - HAS_EFFECT[card])
        else:
            worth = f8(keep_weight(state, seat, card))
        if worth > best:
            best, chosen = worth, i
    return chosen
