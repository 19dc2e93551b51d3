"""Feature vector of a seat's knowledge (section 13 of docs/rules/tribute.md).

Counts of each of the 125 cards in sixteen places, the patrons, the kind of decision, and some numbers. The enemy's hand
and draw pile are one list, as in the view; only the known upcoming cards of the observer have an order.
"""

from tapete.games.tribute.cards import COUNT
from tapete.games.tribute.effects import option_object
from tapete.games.tribute.state import (
    ACTIVATED,
    AGENTS,
    BASE,
    COOLDOWN,
    DRAFT,
    DRAW,
    EFFECT,
    FREE,
    HAND,
    HEALTH_BITS,
    PILE,
    PLACES,
    PLAYED,
    State,
)
from tapete.kernel import i8, kernel
from tapete.kernel.contract import FEATURES

PLANES = 16
(
    OWN_HAND,
    OWN_DRAW,
    OWN_COOLDOWN,
    OWN_PLAYED,
    OWN_AGENTS,
    OWN_HEALTH,
    OWN_READY,
    UPCOMING,
    ENEMY_UNSEEN,
    ENEMY_COOLDOWN,
    ENEMY_PLAYED,
    ENEMY_AGENTS,
    ENEMY_HEALTH,
    TAVERN_ROW,
    TAVERN_PILE,
    OPTIONS,
) = range(PLANES)
PATRONS_AT = PLANES * COUNT
PER_PATRON = 6  # in the game, mine, the enemy's, combo counter, on offer in the draft, place in game order
KINDS_AT = PATRONS_AT + 10 * PER_PATRON
NUMBERS_AT = KINDS_AT + 16
SIZE = NUMBERS_AT + 24

PLANE_NAMES = (
    "own hand", "own draw pile", "own cooldown", "own played cards", "own agents", "health of own agents",
    "own agents that can act", "own cards to come", "enemy's unseen cards", "enemy's cooldown", "enemy's played cards",
    "enemy's agents", "health of enemy's agents", "tavern", "tavern's pile", "cards to choose from",
)  # fmt: skip
PARTS = (
    *((name, COUNT) for name in PLANE_NAMES),
    ("patrons", 10 * PER_PATRON),
    ("kind of decision", 16),
    ("whose turn", 3),
    ("own numbers", 9),
    ("enemy's numbers", 9),
    ("choice", 3),
)


@kernel
def add_zone(state: State, zone: i8, plane: i8, out: FEATURES) -> None:
    for i in range(state.size[zone]):
        out[plane * COUNT + state.kind[state.cells[BASE[zone] + i]]] += 1.0


@kernel
def add_agents(state: State, seat: i8, count: i8, health: i8, ready: i8, out: FEATURES) -> None:
    for i in range(state.size[AGENTS + seat]):
        card = i8(state.kind[state.cells[BASE[AGENTS + seat] + i]])
        life = i8(state.life[seat, i])
        out[count * COUNT + card] += 1.0
        out[health * COUNT + card] += life & HEALTH_BITS
        if ready >= 0 and life < ACTIVATED:
            out[ready * COUNT + card] += 1.0


@kernel
def observe(state: State, observer: i8, out: FEATURES) -> None:
    """Write everything the observer knows, and nothing else."""
    out[:] = 0.0
    enemy = 1 - observer
    add_zone(state, HAND + observer, OWN_HAND, out)
    add_zone(state, DRAW + observer, OWN_DRAW, out)
    add_zone(state, COOLDOWN + observer, OWN_COOLDOWN, out)
    add_zone(state, PLAYED + observer, OWN_PLAYED, out)
    add_agents(state, observer, OWN_AGENTS, OWN_HEALTH, OWN_READY, out)
    add_zone(state, HAND + enemy, ENEMY_UNSEEN, out)
    add_zone(state, DRAW + enemy, ENEMY_UNSEEN, out)
    add_zone(state, COOLDOWN + enemy, ENEMY_COOLDOWN, out)
    add_zone(state, PLAYED + enemy, ENEMY_PLAYED, out)
    add_agents(state, enemy, ENEMY_AGENTS, ENEMY_HEALTH, -1, out)
    top = i8(state.size[DRAW + observer]) - 1
    for k in range(state.sure[observer]):
        out[UPCOMING * COUNT + state.kind[state.cells[BASE[DRAW + observer] + top - k]]] += 1.0 / (1.0 + k)
    for i in range(state.row_size):
        out[TAVERN_ROW * COUNT + state.kind[state.row[i]]] += 1.0
    for i in range(state.pile_size):
        out[TAVERN_PILE * COUNT + state.kind[state.pile[(i8(state.pile_start) + i) & (PILE - 1)]]] += 1.0
    mine = state.current == observer
    if mine and state.choice != FREE and state.choice != EFFECT and state.choice != DRAFT:
        for position in range(state.options):
            picked = False
            for k in range(state.picked):
                picked = picked or state.picks[k] == position
            if not picked:
                out[OPTIONS * COUNT + state.kind[option_object(state, position)]] += 1.0
    for patron in range(10):
        at = PATRONS_AT + PER_PATRON * patron
        place = i8(state.place[patron])
        if place >= 0:
            out[at] = 1.0
            out[at + 1] = state.favour[place] == observer
            out[at + 2] = state.favour[place] == enemy
            out[at + 3] = state.combo[place] / 4.0
            out[at + 5] = (place + 1) / PLACES
        out[at + 4] = (state.pool >> patron) & 1
    out[KINDS_AT + state.choice] = 1.0
    at = NUMBERS_AT
    out[at] = mine
    out[at + 1] = observer
    out[at + 2] = state.turn / 100.0
    for player in range(2):
        seat = observer if player == 0 else enemy
        first = at + 3 + 9 * player
        out[first] = state.coins[seat] / 10.0
        out[first + 1] = state.power[seat] / 10.0
        out[first + 2] = state.prestige[seat] / 40.0
        out[first + 3] = state.calls[seat]
        out[first + 4] = state.size[HAND + seat] / 5.0
        out[first + 5] = state.size[DRAW + seat] / 10.0
        out[first + 6] = state.size[COOLDOWN + seat] / 10.0
        out[first + 7] = state.size[PLAYED + seat] / 10.0
        out[first + 8] = state.size[AGENTS + seat] / 5.0
    if mine:
        out[at + 21] = state.least
        out[at + 22] = min(i8(state.most), 5)
        out[at + 23] = state.picked
