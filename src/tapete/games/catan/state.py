"""State of a game of Catan, its phases and its offers (docs/rules/catan.md, sections 2 and 7)."""

import numpy as np

from tapete.games.catan.board import HEXES, SITES
from tapete.games.catan.packed_counts import pack
from tapete.kernel import Array, GameState, Matrix, i1, i2, shape, u1, u8

MAX_SEATS = 4
PUBLIC = 4  # the column of the bounds for public knowledge
OBSERVERS = 5
NONE = -1
DECK = 25
BANK = 19  # cards of each resource in the standard game
ROADS, SETTLEMENTS, CITIES = 15, 5, 4
FIRST_ARMY = 3  # knights needed for Largest Army
HAND_LIMIT = 7  # after a seven a player with more cards discards half
MAX_ADDS = 16  # cards that can be named per turn in composed offers
COMPOSED = MAX_ADDS // 2  # the most composed offers in a turn: each names a card on both sides

SETUP_SETTLE, SETUP_ROAD, PRE_ROLL, DISCARD, ROBBER, STEAL, MAIN, FREE_ROAD, ANSWER, DECIDE, COMPOSE = range(11)
PHASES = (
    "setup_settlement",
    "setup_road",
    "before_roll",
    "discard",
    "robber",
    "steal",
    "main",
    "free_road",
    "answer",
    "decide",
    "compose",
)
KNIGHT, VICTORY_POINT, ROAD_BUILDING, PLENTY, MONOPOLY = range(5)
CARD_KINDS = ("knight", "victory_point", "road_building", "year_of_plenty", "monopoly")
DECK_COUNTS = (14, 5, 2, 2, 2)
FULL_DECK = np.array([kind for kind, count in enumerate(DECK_COUNTS) for _ in range(count)], dtype=np.int8)
PLAYABLE = u8(pack([255, 0, 255, 255, 255]))  # victory points are never played

ROAD_COST = u8(pack([1, 1, 0, 0, 0]))
SETTLEMENT_COST = u8(pack([1, 1, 1, 1, 0]))
CITY_COST = u8(pack([0, 0, 0, 2, 3]))
CARD_COST = u8(pack([0, 0, 1, 1, 1]))
FULL_BANK = u8(pack([BANK] * 5))
FOUR_TO_ONE = u8(pack([4] * 5))
EMPTY = u8(0)

MENU = 60  # offers in a menu: three shapes of twenty pairs

PAIR_GIVE = np.array([r for r in range(5) for s in range(5) if s != r], dtype=np.int8)
PAIR_GET = np.array([s for r in range(5) for s in range(5) if s != r], dtype=np.int8)


def _menu(shapes: tuple[tuple[int, int], ...]) -> np.ndarray:
    rows = []
    for give, want in shapes:
        for pair in range(20):
            rows.append([give << (8 * int(PAIR_GIVE[pair])), want << (8 * int(PAIR_GET[pair]))])
    return np.array(rows, dtype=np.uint64)


# By menu (standard, student) and index 0 to 59: cards given and cards wanted
OFFERS = np.array([_menu(((1, 1), (2, 1), (1, 2))), _menu(((1, 1), (2, 2), (3, 3)))], dtype=np.uint64)

CURRENT, ALL_OR_NOTHING = 0, 1  # shortage
STANDARD, STUDENT = 0, 1  # offer_menu
CONFIRM, FIRST_ACCEPTOR = 0, 1  # trade_close
OWN_TURN, ANY_TIME = 0, 1  # win


class State(GameState):
    """Position of Catan."""

    # Cards: five counts to a word (packed_counts.py), resources as in RESOURCES, cards as in CARD_KINDS
    hand: Array[u8] = shape(MAX_SEATS)  # resource cards
    cards: Array[u8] = shape(MAX_SEATS)  # unplayed development cards
    played: Array[u8] = shape(MAX_SEATS)  # development cards played
    rates: Array[u8] = shape(MAX_SEATS)  # best rate with the bank for each resource
    bank: u8
    bought: u8  # development cards that the player in turn has bought this turn
    # Knowledge of hands (section 2): the least count is hand - below, the greatest hand + above. PUBLIC is public
    # knowledge. Relative to the true hand, the bounds need no update when cards come and go in public.
    below: Matrix[u8] = shape(MAX_SEATS, OBSERVERS)
    above: Matrix[u8] = shape(MAX_SEATS, OBSERVERS)
    # The board: sets of nodes and edges
    settlements: Array[u8] = shape(MAX_SEATS)
    cities: Array[u8] = shape(MAX_SEATS)
    network: Array[u8] = shape(MAX_SEATS)  # nodes touched by own roads
    roads: Matrix[u8] = shape(MAX_SEATS, 2)
    all_roads: Array[u8] = shape(2)
    buildings: u8  # nodes with a building
    blocked: u8  # nodes where the distance rule forbids a settlement
    open_nodes: u8  # nodes with a free edge
    # The pending offer
    give: u8
    want: u8
    refused: u8  # menu offers that failed this turn, by index
    # Other offers that failed this turn: give and, shifted by 24, want in 4-bit counts
    refused_composed: Array[u8] = shape(COMPOSED)
    # hidden_discards: the discards of each seat for this seven, until the robber moves
    discarded: Array[u8] = shape(MAX_SEATS)
    offers: i2  # offers made this turn
    max_offers: i2  # options (section 9); the others are at the end
    turn_cap: i2
    terrain: Array[i1] = shape(HEXES)
    token: Array[i1] = shape(HEXES)  # 0 on the desert
    hexes_of: Matrix[i1] = shape(13, 2)  # hexes that produce on a sum of the dice; padded with NO_HEX
    harbour: Array[i1] = shape(SITES)
    deck: Array[i1] = shape(DECK)  # deck[deck_left - 1] is drawn next
    dice: Array[i1] = shape(2)  # the last roll
    forced_dice: Array[i1] = shape(2)  # for replays: the next roll; 0 when free
    forced_steal: i1  # for replays: 1 + the next stolen resource; 0 when free
    roads_left: Array[i1] = shape(MAX_SEATS)
    settlements_left: Array[i1] = shape(MAX_SEATS)
    cities_left: Array[i1] = shape(MAX_SEATS)
    visible: Array[i1] = shape(MAX_SEATS)  # victory points that all players see
    held_back: Array[i1] = shape(MAX_SEATS)  # visible points with which the seat, with its present cards, has not won
    road_length: Array[i1] = shape(MAX_SEATS)
    cyclic: Array[i1] = shape(MAX_SEATS)  # the road network may contain a cycle
    owed: Array[i1] = shape(MAX_SEATS)  # cards still to discard
    longest_road: i1  # seat or NONE
    largest_army: i1
    robber: i1  # hex
    phase: i1
    player: i1  # whose turn it is
    rolled: i1
    card_played: i1  # a development card was played this turn
    free_roads: i1  # roads of road building still to place
    last_settlement: i1  # set-up: where the road must start
    deck_left: i1
    adds: i1  # cards named this turn in composed offers
    offer_index: i1  # in the menu, of the pending offer; NONE for another one
    answered: u1  # seats (as bits) that have answered
    accepted: u1
    winner: i1
    # Options (section 9)
    players: i1
    points_to_win: i1
    shortage: i1
    bank_size: i1  # cards of each resource
    cards_before_roll: i1
    hidden_discards: i1
    offer_menu: i1
    compose_trade: i1
    blind_answers: i1
    trade_close: i1
    win: i1
    hand_cap: i1
