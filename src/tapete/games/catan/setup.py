"""Dealing a game of Catan: options, board, harbours, deck (docs/rules/catan.md, sections 1 and 3)."""

from tapete.games.catan import options as places
from tapete.games.catan.board import (
    ALL_NODES,
    DESERT,
    FIXED_HARBOURS,
    HEX_NEIGHBOURS,
    HEXES,
    NO_HEX,
    SITES,
    SPIRALS,
    TERRAIN,
    TOKENS,
)
from tapete.games.catan.packed_counts import ONES
from tapete.games.catan.state import (
    CITIES,
    CONFIRM,
    DECK,
    FOUR_TO_ONE,
    FULL_DECK,
    NONE,
    SETTLEMENTS,
    SETUP_SETTLE,
    State,
)
from tapete.kernel import below, boolean, i8, kernel, scratch_i8, seed_rng, shuffle, u8
from tapete.kernel.contract import OPTIONS

SPIRAL, RANDOM = 0, 1  # numbers
SHUFFLED, FIXED = 0, 1  # harbours


@kernel
def deal(state: State, seed: u8, options: OPTIONS):
    """A new game: terrain, tokens, harbours and deck in random order; seat 0 places first."""
    seed_rng(state, seed)
    take_options(state, options)
    for hex in range(HEXES):
        state.terrain[hex] = TERRAIN[hex]
    shuffle(state, state.terrain, 0, HEXES)
    if options[places.NUMBERS] == SPIRAL:
        corner = options[places.SPIRAL_START] - 1
        lay_spiral(state, corner if corner >= 0 else below(state, 6))
    else:
        scatter_tokens(state, options[places.NO_ADJACENT_RED] != 0)
    for site in range(SITES):
        state.harbour[site] = FIXED_HARBOURS[site]
    if options[places.HARBOURS] == SHUFFLED:
        shuffle(state, state.harbour, 0, SITES)
    for i in range(DECK):
        state.deck[i] = FULL_DECK[i]
    shuffle(state, state.deck, 0, DECK)
    begin(state)


@kernel
def take_options(state: State, options: OPTIONS):
    state.players = options[places.PLAYERS]
    state.points_to_win = options[places.POINTS]
    state.shortage = options[places.SHORTAGE]
    state.bank_size = options[places.BANK] if options[places.BANK] > 0 else places.COUNTABLE
    state.cards_before_roll = options[places.CARDS_BEFORE_ROLL]
    for seat in range(state.players):
        state.roads_left[seat] = options[places.ROADS]
    state.hidden_discards = options[places.HIDDEN_DISCARDS]
    state.max_offers = options[places.MAX_OFFERS]
    state.offer_menu = options[places.OFFER_MENU]
    state.compose_trade = options[places.COMPOSE_TRADE]
    state.trade_close = options[places.TRADE_CLOSE]
    # Where the first acceptor gets the trade, being asked shows that all before have refused.
    state.blind_answers = options[places.BLIND_ANSWERS] if state.trade_close == CONFIRM else 0
    state.win = options[places.WIN]
    state.hand_cap = options[places.HAND_CAP]
    state.turn_cap = options[places.TURN_CAP]


@kernel
def lay_spiral(state: State, corner: i8):
    """Tokens A to R along the spiral, the desert skipped (section 1.3)."""
    laid = 0
    for k in range(HEXES):
        hex = i8(SPIRALS[corner, k])
        if state.terrain[hex] == DESERT:
            state.token[hex] = 0
        else:
            state.token[hex] = TOKENS[laid]
            laid += 1


@kernel
def scatter_tokens(state: State, no_adjacent_red: boolean):
    """Tokens in random order; again while a six or eight touches another one, where that is forbidden."""
    order = scratch_i8(18)
    again = True
    while again:
        for k in range(18):
            order[k] = i8(TOKENS[k])
        for k in range(17, 0, -1):
            j = below(state, k + 1)
            order[k], order[j] = order[j], order[k]
        laid = 0
        red = u8(0)
        again = False
        for hex in range(HEXES):
            if state.terrain[hex] == DESERT:
                state.token[hex] = 0
                continue
            token = order[laid]
            laid += 1
            state.token[hex] = token
            if token == 6 or token == 8:
                if no_adjacent_red and red & HEX_NEIGHBOURS[hex]:
                    again = True
                red |= u8(1) << u8(hex)


@kernel
def begin(state: State):
    """What follows from the board: the robber on the desert, stocks, seat 0 to place."""
    for number in range(13):
        state.hexes_of[number, 0] = NO_HEX
        state.hexes_of[number, 1] = NO_HEX
    for hex in range(HEXES):
        if state.terrain[hex] == DESERT:
            state.robber = hex
        else:
            number = i8(state.token[hex])
            place = 0 if state.hexes_of[number, 0] == NO_HEX else 1
            state.hexes_of[number, place] = hex
    for seat in range(state.players):
        state.settlements_left[seat] = SETTLEMENTS
        state.cities_left[seat] = CITIES
        state.rates[seat] = FOUR_TO_ONE
    state.bank = u8(state.bank_size) * ONES
    state.open_nodes = ALL_NODES
    state.deck_left = DECK
    state.longest_road = NONE
    state.largest_army = NONE
    state.winner = NONE
    state.offer_index = NONE
    state.phase = SETUP_SETTLE
