"""Deal of a game of Catan: options, board, harbours, deck (docs/rules/catan.md, sections 1 and 3)."""

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
from tapete.games.catan.options import COUNTABLE, Options
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

SPIRAL, RANDOM = 0, 1  # numbers
SHUFFLED, FIXED = 0, 1  # harbours


@kernel
def deal(state: State, seed: u8, options: Options) -> None:
    """Deal a new game: terrain, tokens, harbours and deck in random order; seat 0 places first."""
    seed_rng(state, seed)
    take_options(state, options)
    for hex in range(HEXES):
        state.terrain[hex] = TERRAIN[hex]
    shuffle(state, state.terrain, 0, HEXES)
    if options.numbers == SPIRAL:
        corner = options.spiral_start - 1
        lay_spiral(state, corner if corner >= 0 else below(state, 6))
    else:
        scatter_tokens(state, options.no_adjacent_red != 0)
    for site in range(SITES):
        state.harbour[site] = FIXED_HARBOURS[site]
    if options.harbours == SHUFFLED:
        shuffle(state, state.harbour, 0, SITES)
    for i in range(DECK):
        state.deck[i] = FULL_DECK[i]
    shuffle(state, state.deck, 0, DECK)
    begin(state)


@kernel
def take_options(state: State, options: Options) -> None:
    state.players = options.players
    state.points_to_win = options.points
    state.shortage = options.shortage
    state.bank_size = options.bank if options.bank > 0 else COUNTABLE
    state.cards_before_roll = options.cards_before_roll
    for seat in range(state.players):
        state.roads_left[seat] = options.roads
    state.hidden_discards = options.hidden_discards
    state.max_offers = options.max_offers
    state.offer_menu = options.offer_menu
    state.compose_trade = options.compose_trade
    state.trade_close = options.trade_close
    # If the first acceptor gets the trade, an answer shows that all seats before have refused.
    state.blind_answers = options.blind_answers if state.trade_close == CONFIRM else 0
    state.win = options.win
    state.hand_cap = options.hand_cap
    state.turn_cap = options.turn_cap


@kernel
def lay_spiral(state: State, corner: i8) -> None:
    """Place tokens A to R along the spiral, skipping the desert (section 1.3)."""
    laid = 0
    for k in range(HEXES):
        hex = i8(SPIRALS[corner, k])
        if state.terrain[hex] == DESERT:
            state.token[hex] = 0
        else:
            state.token[hex] = TOKENS[laid]
            laid += 1


@kernel
def scatter_tokens(state: State, no_adjacent_red: boolean) -> None:
    """Place tokens in random order; repeat while a six or eight touches another one, if that is forbidden."""
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
def begin(state: State) -> None:
    """Set what follows from the board: the robber on the desert, stocks, seat 0 to place."""
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
