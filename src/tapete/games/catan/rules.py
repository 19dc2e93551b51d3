"""Rules of Catan, the base game for two to four players (docs/rules/catan.md, whose sections are cited below)."""

from tapete.games.catan import moves, setup
from tapete.games.catan.board import (
    ALL_NODES,
    ANY,
    DESERT,
    EDGE_ENDS,
    HEX_NODES,
    HEXES,
    NO_HEX,
    NODE_EDGE_WORDS,
    NODE_HEXES,
    NODE_SITE,
    NODE_ZONE,
    PAIRS,
    SITES,
)
from tapete.games.catan.knowledge import note_monopoly, note_steal, show
from tapete.games.catan.packed_counts import BYTE, LANES, ONES, TOPS, covers, lane, one, present, smaller, total
from tapete.games.catan.roads import award_longest_road, close_nodes, measure_cut_roads, measure_road, road_sites
from tapete.games.catan.state import (
    ANSWER,
    ANY_TIME,
    CARD_COST,
    CITY_COST,
    COMPOSE,
    COMPOSED,
    CURRENT,
    DECIDE,
    DISCARD,
    EMPTY,
    FIRST_ACCEPTOR,
    FIRST_ARMY,
    FREE_ROAD,
    HAND_LIMIT,
    KNIGHT,
    MAIN,
    MAX_ADDS,
    MENU,
    MONOPOLY,
    NONE,
    OFFERS,
    PAIR_GET,
    PAIR_GIVE,
    PLAYABLE,
    PLENTY,
    PRE_ROLL,
    ROAD_BUILDING,
    ROAD_COST,
    ROBBER,
    SETTLEMENT_COST,
    SETUP_ROAD,
    SETUP_SETTLE,
    STEAL,
    STUDENT,
    VICTORY_POINT,
    State,
)
from tapete.kernel import below, bit_count, boolean, i8, kernel, scratch_i8, trailing_zeros, u1, u8
from tapete.kernel.contract import ACTIONS, NUMBERS

deal = setup.deal


# Legal actions (section 7)


@kernel
def legal(state: State, out: ACTIONS) -> i8:
    """List the legal actions of the seat to move, ascending; return their number."""
    phase = state.phase
    n = 0
    if phase == MAIN:
        n = add_builds(state, out)
    elif phase == PRE_ROLL:
        out[0] = moves.ROLL
        n = 1
    else:
        return 0 if state.over else legal_elsewhere(state, out)
    if state.over:
        return 0
    if not state.card_played and (phase == MAIN or state.cards_before_roll):
        n = add_cards(state, out, n)
    if phase == MAIN:
        n = add_maritime(state, out, n)
        if state.offers < state.max_offers:
            n = add_offers(state, out, n)
    return n


@kernel
def add_bits(out: ACTIONS, n: i8, members: u8, first: i8) -> i8:
    """Append first + i for every member i of a set."""
    while members:
        out[n] = first + trailing_zeros(members)
        n += 1
        members &= members - u8(1)
    return n


@kernel
def add_builds(state: State, out: ACTIONS) -> i8:
    """Add the end of the turn, settlements, cities, roads and a development card (sections 4.4 and 4.5)."""
    seat = i8(state.seat)
    hand = state.hand[seat]
    out[0] = moves.END
    n = 1
    if covers(hand, ROAD_COST):
        if covers(hand, SETTLEMENT_COST) and state.settlements_left[seat] > 0:
            n = add_bits(out, n, state.network[seat] & ~state.blocked, moves.SETTLE)
    if covers(hand, CITY_COST) and state.cities_left[seat] > 0:
        n = add_bits(out, n, state.settlements[seat], moves.CITY)
    if covers(hand, ROAD_COST) and state.roads_left[seat] > 0:
        n = add_roads(state, out, n)
    if covers(hand, CARD_COST) and state.deck_left > 0:
        out[n] = moves.BUY
        n += 1
    return n


@kernel
def add_roads(state: State, out: ACTIONS, n: i8) -> i8:
    seat = i8(state.seat)
    n = add_bits(out, n, road_sites(state, seat, 0), moves.ROAD)
    return add_bits(out, n, road_sites(state, seat, 1), moves.ROAD + 64)


@kernel
def add_cards(state: State, out: ACTIONS, n: i8) -> i8:
    """Add the development cards that were not bought this turn (section 4.5)."""
    seat = i8(state.seat)
    ready = (state.cards[seat] - state.bought) & PLAYABLE
    if ready == EMPTY:
        return n
    if lane(ready, KNIGHT) > 0:
        out[n] = moves.KNIGHT
        n += 1
    if lane(ready, ROAD_BUILDING) > 0 and can_build_road(state):
        out[n] = moves.ROADS
        n += 1
    if lane(ready, MONOPOLY) > 0:
        for r in range(LANES):
            out[n + r] = moves.MONOPOLY + r
        n += LANES
    if lane(ready, PLENTY) > 0:
        n = add_plenty(state, out, n)
    return n


@kernel
def can_build_road(state: State) -> boolean:
    seat = i8(state.seat)
    if state.roads_left[seat] == 0:
        return False
    return road_sites(state, seat, 0) != EMPTY or road_sites(state, seat, 1) != EMPTY


@kernel
def add_plenty(state: State, out: ACTIONS, n: i8) -> i8:
    """Add the pairs that the bank can pay; if the whole bank has one card, that card alone."""
    bank = state.bank
    last = total(bank) == 1
    for pair in range(15):
        first, second = i8(PAIRS[pair, 0]), i8(PAIRS[pair, 1])
        wanted = one(first) if last and first == second else one(first) + one(second)
        if covers(bank, wanted):
            out[n] = moves.PLENTY + pair
            n += 1
    return n


@kernel
def add_maritime(state: State, out: ACTIONS, n: i8) -> i8:
    """Add the trades with the bank at the best rate (section 4.6)."""
    seat = i8(state.seat)
    enough = ((state.hand[seat] | TOPS) - state.rates[seat]) & TOPS  # the top bit of each resource that pays the rate
    stocked = present(state.bank)
    while enough:
        r = trailing_zeros(enough) >> 3
        enough &= enough - u8(1)
        for k in range(4):
            get = k if k < r else k + 1
            out[n] = moves.MARITIME + 4 * r + k
            n += i8((stocked >> u8(8 * get)) & u8(1))
    return n


@kernel
def add_offers(state: State, out: ACTIONS, n: i8) -> i8:
    """Add the offers of the menu that have not failed this turn, and first cards of a composed offer (section 4.7)."""
    seat = i8(state.seat)
    hand, refused, menu = state.hand[seat], state.refused, i8(state.offer_menu)
    if hand == EMPTY:
        return n
    for index in range(MENU):
        if covers(hand, OFFERS[menu, index, 0]) and not (refused >> u8(index)) & u8(1):
            out[n] = offer_action(menu, index)
            n += 1
    if state.compose_trade and state.adds < MAX_ADDS:
        n = add_names(state, out, n)
    return n


@kernel
def offer_action(menu: i8, index: i8) -> i8:
    """Return the action id of an index in the menu."""
    return moves.OFFER_STUDENT + index - 20 if menu == STUDENT and index >= 20 else moves.OFFER + index


@kernel
def offer_index_of(action: i8) -> i8:
    """Return the index in its menu of an offer's action id."""
    return action - moves.OFFER_STUDENT + 20 if action >= moves.OFFER_STUDENT else action - moves.OFFER


@kernel
def add_names(state: State, out: ACTIONS, n: i8) -> i8:
    """Add the cards that can be named next in a composed offer: no resource on both sides, only cards in hand."""
    hand = state.hand[state.seat]
    for r in range(LANES):
        if lane(state.want, r) == 0 and lane(hand, r) > lane(state.give, r):
            out[n] = moves.ADD_GIVE + r
            n += 1
    for r in range(LANES):
        if lane(state.give, r) == 0 and lane(state.want, r) < state.bank_size:
            out[n] = moves.ADD_WANT + r
            n += 1
    return n


@kernel
def legal_elsewhere(state: State, out: ACTIONS) -> i8:
    """List the legal actions of every phase but PRE_ROLL and MAIN."""
    phase, seat = i8(state.phase), i8(state.seat)
    n = 0
    if phase == DISCARD:
        for r in range(LANES):
            out[n] = moves.DISCARD + r
            n += 1 if lane(state.hand[seat], r) > 0 else 0
    elif phase == ROBBER:
        for hex in range(HEXES):
            out[n] = moves.ROBBER + hex
            n += 1 if hex != state.robber else 0
    elif phase == STEAL:
        victims = robbed(state)
        for k in range(1, state.players):
            if victims & (1 << ((seat + k) % state.players)):
                out[n] = moves.STEAL + k - 1
                n += 1
    elif phase == FREE_ROAD:
        n = add_roads(state, out, 0)
    elif phase == SETUP_SETTLE:
        n = add_bits(out, 0, ALL_NODES & ~state.blocked, moves.SETTLE)
    elif phase == SETUP_ROAD:
        node = i8(state.last_settlement)
        n = add_bits(out, 0, NODE_EDGE_WORDS[node, 0] & ~state.all_roads[0], moves.ROAD)
        n = add_bits(out, n, NODE_EDGE_WORDS[node, 1] & ~state.all_roads[1], moves.ROAD + 64)
    elif phase == ANSWER:
        if covers(state.hand[seat], state.want):
            out[0] = moves.ACCEPT
            n = 1
        out[n] = moves.REJECT
        n += 1
    elif phase == DECIDE:
        for k in range(1, state.players):
            if state.accepted & (1 << ((seat + k) % state.players)):
                out[n] = moves.CONFIRM + k - 1
                n += 1
        out[n] = moves.CANCEL
        n += 1
    else:
        out[0] = moves.CANCEL
        n = 1
        if state.adds < MAX_ADDS:
            n = add_names(state, out, n)
        if state.give != EMPTY and state.want != EMPTY and not was_refused(state):
            out[n] = moves.OPEN
            n += 1
    return n


# Playing an action


@kernel
def apply(state: State, action: i8) -> None:
    """Play one action and resolve its consequences, up to the next decision."""
    if action < moves.SETTLE:
        if action == moves.ROLL:
            roll(state)
        else:
            end_turn(state)
    elif action < moves.CITY:
        settle(state, action - moves.SETTLE)
    elif action < moves.ROAD:
        build_city(state, action - moves.CITY)
    elif action < moves.BUY:
        build_road(state, action - moves.ROAD)
    elif action < moves.ROBBER:
        if action == moves.BUY:
            buy_card(state)
        else:
            play_card(state, action)
    elif action < moves.STEAL:
        move_robber(state, action - moves.ROBBER)
    elif action < moves.DISCARD:
        steal(state, (i8(state.seat) + action - moves.STEAL + 1) % i8(state.players))
    elif action < moves.MARITIME:
        discard(state, action - moves.DISCARD)
    elif action < moves.OFFER:
        trade_with_bank(state, action - moves.MARITIME)
    else:
        trade(state, action)


@kernel
def pay(state: State, seat: i8, cost: u8) -> None:
    """Pay cards to the bank, in public."""
    left = state.hand[seat] - cost
    state.hand[seat] = left
    state.bank += cost
    show(state, seat, left)


@kernel
def check_victory(state: State) -> None:
    """End the game if the player in turn (with `win=any_time` any player, in turn order) has the points (section 6)."""
    players = i8(state.players)
    candidates = players if state.win == ANY_TIME else 1
    seat = i8(state.player)
    for _ in range(candidates):
        if state.visible[seat] + lane(state.cards[seat], VICTORY_POINT) >= state.points_to_win:
            state.winner = seat
            finish(state)
            return
        seat = seat + 1 if seat + 1 < players else 0


@kernel
def finish(state: State) -> None:
    state.over = 1
    state.seat = NONE


# Set-up and building (sections 3 and 4.4)


@kernel
def settle(state: State, node: i8) -> None:
    """Build a settlement: a paid one, or one of the two of the set-up, the second of which yields a card per hex."""
    seat = i8(state.seat)
    bit = u8(1) << u8(node)
    state.settlements[seat] |= bit
    state.buildings |= bit
    state.blocked |= NODE_ZONE[node]
    state.settlements_left[seat] -= 1
    state.visible[seat] += 1
    site = i8(NODE_SITE[node])
    if site < SITES:
        use_harbour(state, seat, i8(state.harbour[site]))
    if state.phase == SETUP_SETTLE:
        state.last_settlement = node
        state.phase = SETUP_ROAD
        if state.turn >= state.players:
            first_cards(state, seat, node)
        return
    pay(state, seat, SETTLEMENT_COST)
    measure_cut_roads(state, seat, node)
    award_longest_road(state)
    check_victory(state)


@kernel
def use_harbour(state: State, seat: i8, kind: i8) -> None:
    """Set the rate 2:1 for one resource, or 3:1 for all without a better rate."""
    rates = state.rates[seat]
    if kind == ANY:
        state.rates[seat] = smaller(rates, u8(3) * ONES)
    else:
        state.rates[seat] = (rates & ~(BYTE << u8(8 * kind))) | (u8(2) << u8(8 * kind))


@kernel
def first_cards(state: State, seat: i8, node: i8) -> None:
    for k in range(3):
        hex = i8(NODE_HEXES[node, k])
        if hex != NO_HEX and state.terrain[hex] != DESERT:
            card = one(i8(state.terrain[hex]))
            if covers(state.bank, card):
                state.hand[seat] += card
                state.bank -= card


@kernel
def build_city(state: State, node: i8) -> None:
    seat = i8(state.seat)
    bit = u8(1) << u8(node)
    state.settlements[seat] &= ~bit
    state.cities[seat] |= bit
    state.settlements_left[seat] += 1
    state.cities_left[seat] -= 1
    state.visible[seat] += 1
    pay(state, seat, CITY_COST)
    check_victory(state)


@kernel
def build_road(state: State, edge: i8) -> None:
    """Build a road: of the set-up, free by road building, or paid."""
    seat = i8(state.seat)
    measure_road(state, seat, edge)
    word, bit = edge >> 6, u8(1) << u8(edge & 63)
    state.roads[seat, word] |= bit
    state.all_roads[word] |= bit
    state.network[seat] |= EDGE_ENDS[edge]
    state.roads_left[seat] -= 1
    close_nodes(state, edge)
    phase = state.phase
    if phase == SETUP_ROAD:
        next_placement(state)
        return
    if phase == MAIN:
        pay(state, seat, ROAD_COST)
    award_longest_road(state)
    check_victory(state)
    if phase == FREE_ROAD and not state.over:
        state.free_roads -= 1
        if state.free_roads == 0 or not can_build_road(state):
            state.free_roads = 0
            state.phase = MAIN if state.rolled else PRE_ROLL


@kernel
def next_placement(state: State) -> None:
    """Go on with the set-up in the order 0, 1, 2, 3, 3, 2, 1, 0; then seat 0 takes the first turn."""
    players = i8(state.players)
    state.turn += 1
    state.last_settlement = 0
    step = i8(state.turn)
    if step < 2 * players:
        state.seat = step if step < players else 2 * players - 1 - step
        state.phase = SETUP_SETTLE
        state.player = state.seat
    else:
        for seat in range(players):
            state.held_back[seat] = state.visible[seat]
        state.seat = 0
        state.player = 0
        state.phase = PRE_ROLL


# A turn (section 4)


@kernel
def roll(state: State) -> None:
    """Roll two dice: a seven leads to discards and the robber, any other sum to production."""
    if state.forced_dice[0] > 0:
        first, second = i8(state.forced_dice[0]), i8(state.forced_dice[1])
        state.forced_dice[0] = 0
        state.forced_dice[1] = 0
    else:
        both = below(state, 36)
        first, second = both // 6 + 1, both % 6 + 1
    state.dice[0] = first
    state.dice[1] = second
    state.rolled = 1
    if first + second == 7:
        call_discards(state)
    else:
        state.phase = MAIN
        produce(state, first + second)


@kernel
def produce(state: State, number: i8) -> None:
    """Give one card per settlement, two per city, of each hex with the number and without the robber (section 4.1)."""
    players = i8(state.players)
    due = scratch_i8(4)
    for seat in range(players):
        due[seat] = 0
    any_due = False
    for k in range(2):
        hex = i8(state.hexes_of[number, k])
        nodes = HEX_NODES[hex]
        if hex == state.robber or nodes & state.buildings == EMPTY:
            continue
        any_due = True
        shift = 8 * i8(state.terrain[hex])
        for seat in range(players):
            count = bit_count(state.settlements[seat] & nodes) + 2 * bit_count(state.cities[seat] & nodes)
            due[seat] += count << shift
    if not any_due:
        return
    if state.hand_cap > 0:
        for seat in range(players):
            due[seat] = i8(within_cap(state, seat, u8(due[seat])))
    wanted = u8(due[0]) + u8(due[1])
    for seat in range(2, players):
        wanted += u8(due[seat])
    if not covers(state.bank, wanted):
        for r in range(LANES):
            if lane(wanted, r) > lane(state.bank, r):
                ration(state, r, players, u8(due[0]), u8(due[1]), u8(due[2 % players]), u8(due[3 % players]))
                for seat in range(players):
                    due[seat] &= ~(255 << (8 * r))
    for seat in range(players):
        cards = u8(due[seat])
        state.hand[seat] += cards
        state.bank -= cards


@kernel
def within_cap(state: State, seat: i8, due: u8) -> u8:
    """Return the cards that a hand can take with `hand_cap`, in the order of the resources."""
    room = max(0, state.hand_cap - total(state.hand[seat]))
    taken = u8(0)
    for r in range(LANES):
        count = min(room, lane(due, r))
        taken |= u8(count) << u8(8 * r)
        room -= count
    return taken


@kernel
def ration(state: State, resource: i8, players: i8, due_0: u8, due_1: u8, due_2: u8, due_3: u8) -> None:
    """Ration a short resource: with `shortage=current` a single claimant takes what is left (section 4.1)."""
    claimants, claimant = 0, NONE
    for seat in range(players):
        due = due_0 if seat == 0 else due_1 if seat == 1 else due_2 if seat == 2 else due_3
        if lane(due, resource) > 0:
            claimants += 1
            claimant = seat
    if claimants == 1 and state.shortage == CURRENT:
        rest = u8(lane(state.bank, resource)) << u8(8 * resource)
        state.hand[claimant] += rest
        state.bank -= rest


@kernel
def end_turn(state: State) -> None:
    """Pass the turn on; the next player may already have won (section 6)."""
    player, players = i8(state.player), i8(state.players)
    visible = i8(state.visible[player])
    state.held_back[player] = max(visible, i8(state.held_back[player])) if state.win == ANY_TIME else visible
    state.bought = EMPTY
    state.rolled = 0
    state.card_played = 0
    if state.offers > 0 or state.adds > 0:
        state.offers = 0
        state.adds = 0
        state.refused = EMPTY
        for i in range(COMPOSED):
            state.refused_composed[i] = EMPTY
    player = player + 1 if player + 1 < players else 0
    state.player = player
    state.seat = player
    state.phase = PRE_ROLL
    state.turn += 1
    check_victory(state)
    if not state.over and state.turn - 2 * players >= state.turn_cap:
        finish(state)


# Seven and robber (sections 4.2 and 4.3)


@kernel
def call_discards(state: State) -> None:
    """Let every player with more than seven cards owe half of them, rounded down."""
    for seat in range(state.players):
        held = total(state.hand[seat])
        state.owed[seat] = held // 2 if held > HAND_LIMIT else 0
    state.phase = DISCARD
    next_discard(state)


@kernel
def next_discard(state: State) -> None:
    """Continue with the next player who owes cards, clockwise from the roller; after the last one the robber moves."""
    players, seat = i8(state.players), i8(state.player)
    for _ in range(players):
        if state.owed[seat] > 0:
            state.seat = seat
            return
        seat = seat + 1 if seat + 1 < players else 0
    if state.hidden_discards:
        for seat in range(players):
            if state.discarded[seat] != EMPTY:
                show(state, seat, state.hand[seat])
    state.seat = state.player
    state.phase = ROBBER


@kernel
def discard(state: State, resource: i8) -> None:
    """Discard one card to the bank; hidden discards are shown after the last one."""
    seat = i8(state.seat)
    card = one(resource)
    if state.hidden_discards:
        state.hand[seat] -= card
        state.bank += card
        state.discarded[seat] += card
    else:
        pay(state, seat, card)
    state.owed[seat] -= 1
    if state.owed[seat] == 0:
        next_discard(state)


@kernel
def robbed(state: State) -> i8:
    """Return the seats (as bits) that can be robbed: a building at the robber's hex and a card in hand."""
    nodes = HEX_NODES[state.robber]
    victims = 0
    for seat in range(state.players):
        if (state.settlements[seat] | state.cities[seat]) & nodes != EMPTY and state.hand[seat] != EMPTY:
            victims |= 1 << seat
    return victims & ~(1 << i8(state.player))


@kernel
def move_robber(state: State, hex: i8) -> None:
    """Move the robber; rob a single victim at once, let the player choose among several."""
    state.robber = hex
    if state.hidden_discards:  # discards that were shown before this move are put away
        for seat in range(state.players):
            state.discarded[seat] = EMPTY
    victims = robbed(state)
    if victims & (victims - 1):
        state.phase = STEAL
    elif victims:
        steal(state, trailing_zeros(u8(victims)))
    else:
        state.phase = MAIN if state.rolled else PRE_ROLL


@kernel
def steal(state: State, victim: i8) -> None:
    """Steal a random card of the victim, every card equally likely."""
    thief = i8(state.player)
    hand = state.hand[victim]
    resource = 0
    if state.forced_steal > 0:
        resource = state.forced_steal - 1
        state.forced_steal = 0
    else:
        card = below(state, total(hand))
        while card >= lane(hand, resource):
            card -= lane(hand, resource)
            resource += 1
    note_steal(state, thief, victim, resource)
    state.hand[victim] = hand - one(resource)
    state.hand[thief] += one(resource)
    state.phase = MAIN if state.rolled else PRE_ROLL


# Development cards (section 4.5)


@kernel
def buy_card(state: State) -> None:
    """Buy the top card of the deck; a victory point counts at once."""
    seat = i8(state.seat)
    pay(state, seat, CARD_COST)
    state.deck_left -= 1
    top = i8(state.deck_left)
    kind = i8(state.deck[top])
    state.deck[top] = 0
    state.cards[seat] += one(kind)
    state.bought += one(kind)
    state.held_back[seat] = state.visible[seat]
    if kind == VICTORY_POINT:
        check_victory(state)


@kernel
def play_card(state: State, action: i8) -> None:
    seat = i8(state.seat)
    state.card_played = 1
    if action == moves.KNIGHT:
        spend_card(state, seat, KNIGHT)
        award_largest_army(state, seat)
        check_victory(state)
        if not state.over:
            state.phase = ROBBER
    elif action == moves.ROADS:
        spend_card(state, seat, ROAD_BUILDING)
        state.free_roads = min(2, i8(state.roads_left[seat]))
        state.phase = FREE_ROAD
    elif action < moves.PLENTY:
        spend_card(state, seat, MONOPOLY)
        take_monopoly(state, seat, action - moves.MONOPOLY)
    else:
        spend_card(state, seat, PLENTY)
        first, second = i8(PAIRS[action - moves.PLENTY, 0]), i8(PAIRS[action - moves.PLENTY, 1])
        cards = one(first)
        if total(state.bank) > 1:
            cards += one(second)
        state.hand[seat] += cards
        state.bank -= cards


@kernel
def spend_card(state: State, seat: i8, kind: i8) -> None:
    state.cards[seat] -= one(kind)
    state.played[seat] += one(kind)


@kernel
def award_largest_army(state: State, seat: i8) -> None:
    """Award Largest Army to the first with three knights, then to a seat with more than the holder (section 5.3)."""
    knights, holder = lane(state.played[seat], KNIGHT), i8(state.largest_army)
    if holder == seat or knights < FIRST_ARMY:
        return
    if holder != NONE:
        if knights <= lane(state.played[holder], KNIGHT):
            return
        state.visible[holder] -= 2
    state.largest_army = seat
    state.visible[seat] += 2


@kernel
def take_monopoly(state: State, seat: i8, resource: i8) -> None:
    """Take all cards of a resource from the other players."""
    for other in range(state.players):
        if other != seat:
            cards = u8(lane(state.hand[other], resource)) << u8(8 * resource)
            state.hand[other] -= cards
            state.hand[seat] += cards
    note_monopoly(state, seat, resource)


# Trade (sections 4.6 and 4.7)


@kernel
def trade_with_bank(state: State, pair: i8) -> None:
    seat = i8(state.seat)
    give = i8(PAIR_GIVE[pair])
    rate = lane(state.rates[seat], give)
    pay(state, seat, u8(rate) << u8(8 * give))
    card = one(i8(PAIR_GET[pair]))
    state.hand[seat] += card
    state.bank -= card


@kernel
def trade(state: State, action: i8) -> None:
    """Apply an action of domestic trade."""
    seat = i8(state.seat)
    if action == moves.ACCEPT:
        answer(state, seat, True)
    elif action == moves.REJECT:
        answer(state, seat, False)
    elif action == moves.CANCEL:
        if state.phase == DECIDE:
            refuse_offer(state)
        clear_offer(state)
    elif moves.CONFIRM <= action < moves.CANCEL:
        exchange(state, (seat + action - moves.CONFIRM + 1) % i8(state.players))
        clear_offer(state)
    elif action < moves.ADD_GIVE:
        index = offer_index_of(action)
        state.give = OFFERS[state.offer_menu, index, 0]
        state.want = OFFERS[state.offer_menu, index, 1]
        open_offer(state, index)
    elif action == moves.OPEN:
        open_offer(state, menu_index(state))
    else:
        if action < moves.ADD_WANT:
            state.give += one(action - moves.ADD_GIVE)
            show(state, seat, state.hand[seat] - state.give)
        else:
            state.want += one(action - moves.ADD_WANT)
        state.adds += 1
        state.phase = COMPOSE


@kernel
def open_offer(state: State, index: i8) -> None:
    """Make the offer in `give` and `want`, which shows that the offerer holds its cards; the next seat answers."""
    state.offer_index = index
    state.offers += 1
    state.answered = u1(1 << i8(state.player))
    state.accepted = 0
    show(state, i8(state.player), state.hand[state.player] - state.give)
    state.phase = ANSWER
    next_answer(state)


@kernel
def next_answer(state: State) -> None:
    """Continue with the next seat clockwise that has not answered; after the last one the offerer decides."""
    players, player = i8(state.players), i8(state.player)
    for k in range(1, players):
        seat = (player + k) % players
        if not state.answered & (1 << seat):
            state.seat = seat
            return
    if state.blind_answers:
        for seat in range(players):
            if state.accepted & (1 << seat):
                show(state, seat, state.hand[seat] - state.want)
    state.seat = player
    if state.accepted:
        state.phase = DECIDE
    else:
        refuse_offer(state)
        clear_offer(state)


@kernel
def answer(state: State, seat: i8, accept: boolean) -> None:
    """Record an answer. ACCEPT shows that the seat holds the cards; with `first_acceptor` it closes the trade."""
    state.answered |= u1(1 << seat)
    if accept:
        state.accepted |= u1(1 << seat)
        if state.trade_close == FIRST_ACCEPTOR:
            show(state, seat, state.hand[seat] - state.want)
            exchange(state, seat)
            clear_offer(state)
            return
        if not state.blind_answers:
            show(state, seat, state.hand[seat] - state.want)
    next_answer(state)


@kernel
def exchange(state: State, partner: i8) -> None:
    """Exchange the cards. Both sides have shown what they give, so the bounds move along."""
    player = i8(state.player)
    state.hand[player] = state.hand[player] - state.give + state.want
    state.hand[partner] = state.hand[partner] - state.want + state.give


@kernel
def clear_offer(state: State) -> None:
    state.give = EMPTY
    state.want = EMPTY
    state.offer_index = NONE
    state.answered = 0
    state.accepted = 0
    state.seat = state.player
    state.phase = MAIN


@kernel
def nibbles(word: u8) -> u8:
    """Return five counts as 4-bit numbers (an offer names at most fifteen of a kind)."""
    packed = u8(0)
    for r in range(LANES):
        packed |= u8(lane(word, r)) << u8(4 * r)
    return packed


@kernel
def menu_index(state: State) -> i8:
    """Return the index in the menu of the offer in `give` and `want`, or NONE."""
    for index in range(MENU):
        if OFFERS[state.offer_menu, index, 0] == state.give and OFFERS[state.offer_menu, index, 1] == state.want:
            return index
    return NONE


@kernel
def was_refused(state: State) -> boolean:
    """Return whether the identical offer has failed this turn."""
    index = menu_index(state)
    if index != NONE:
        return (state.refused >> u8(index)) & u8(1) != EMPTY
    packed = nibbles(state.give) | (nibbles(state.want) << u8(24))
    for i in range(COMPOSED):
        if state.refused_composed[i] == packed:
            return True
    return False


@kernel
def refuse_offer(state: State) -> None:
    """Make the identical offer illegal for the rest of the turn."""
    index = i8(state.offer_index)
    if index != NONE:
        state.refused |= u8(1) << u8(index)
        return
    packed = nibbles(state.give) | (nibbles(state.want) << u8(24))
    for i in range(COMPOSED):
        if state.refused_composed[i] == EMPTY:
            state.refused_composed[i] = packed
            return


# The result (section 6)


@kernel
def returns(state: State, out: NUMBERS) -> None:
    """Write 1 for the winner; at the turn cap all seats share 1."""
    for seat in range(state.players):
        out[seat] = 1.0 / state.players if state.winner == NONE else 0.0
    if state.winner != NONE:
        out[state.winner] = 1.0


@kernel
def points(state: State, out: NUMBERS) -> None:
    """Write the victory points, including those of unplayed cards."""
    for seat in range(state.players):
        out[seat] = state.visible[seat] + lane(state.cards[seat], VICTORY_POINT)
