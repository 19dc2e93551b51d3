"""Evaluations of positions: by phases (winner of 2023 and 2024) and the sample bots' H; all evaluations by name.

See sections 3 and 5 of docs/rules/tribute_bots.md. The rating of a move is in `move_evaluation.py`.
"""

from typing import TypeAlias

import numpy as np

from tapete.core.definition import Evaluation
from tapete.games.tribute import move_evaluation
from tapete.games.tribute.cards import (
    AMBUSH,
    ANSEI,
    BEWILDERMENT,
    BLACK_SACRAMENT,
    CROWS,
    GRADE,
    HEALTH,
    PATRON,
    TAUNT,
    TIER,
    TREASURY,
    WRIT,
)
from tapete.games.tribute.state import (
    AGENTS,
    BASE,
    DRAFT,
    DRAW,
    HEALTH_BITS,
    NONE,
    PLACES,
    ROW,
    State,
)
from tapete.kernel import Array, f8, i8, kernel, scratch_f8, scratch_i8
from tapete.kernel.contract import NUMBERS

TERMS = (
    "prestige",
    "crows",
    "ansei",
    "tier",
    "card_limit",
    "combo_exponent",
    "own_agent",
    "enemy_agent",
    "upcoming_tier",
    "upcoming_combo",
    "tavern",
    "lead",
)
PRESTIGE, CROWS_FAVOUR, ANSEI_FAVOUR, CARD_TIER, LIMIT, EXPONENT = 0, 1, 2, 3, 4, 5
OWN_AGENT, ENEMY_AGENT, UPCOMING_TIER, UPCOMING_COMBO, TAVERN, LEAD = 6, 7, 8, 9, 10, 11
PHASES = ("early", "middle", "late")
PUBLISHED = np.array(
    [
        [14.4065, 115.4379, 244.1058],
        [357.1646, 401.2613, 439.4624],
        [69.7265, 65.1750, 51.4157],
        [32.4557, 15.3625, 17.8652],
        [3.5836, 9.8029, 6.1746],
        [1.4532, 2.0177, 1.7654],
        [2.4073, 1.2048, 0.6283],
        [-36.3817, -31.1209, -165.2158],
        [14.4527, 10.9973, 96.3872],
        [0.9856, 1.2678, 1.8798],
        [-1.0195, -1.6236, -1.8426],
        [469.6287, 562.8022, 436.4503],
    ]
)
WEIGHTS = {f"{term}_{phase}": float(PUBLISHED[t, p]) for t, term in enumerate(TERMS) for p, phase in enumerate(PHASES)}
BOUND = 10000.0


def bounds_of(name: str, weight: float) -> tuple[float, float]:
    """Return bounds for tuning: 0 to four times the published value; fixed ranges for exponents and card limits."""
    if name.startswith("combo_exponent"):
        return 0.5, 3.0
    if name.startswith("card_limit"):
        return 0.5, 40.0
    return (0.0, 4 * weight) if weight > 0 else (4 * weight, 0.0)


BOUNDS = {name: bounds_of(name, weight) for name, weight in WEIGHTS.items()}

RATING = np.array([(0.0, 1.0, 3.0, 15.0, 30.0, 50.0)[int(grade)] for grade in GRADE])
RATING[WRIT] = 10.0
RATING[BEWILDERMENT] = -3.0
WORDS: TypeAlias = Array[i8]
VALUES: TypeAlias = Array[f8]


@kernel
def power_after_taunts(state: State, seat: i8) -> i8:
    """Return the power that becomes prestige at the end of the turn, less what enemy taunts absorb."""
    power = i8(state.power[seat])
    enemy = 1 - seat
    for i in range(state.size[AGENTS + enemy]):
        if TAUNT[state.kind[state.cells[BASE[AGENTS + enemy] + i]]]:
            power -= min(power, i8(state.life[enemy, i]) & HEALTH_BITS)
    return power


@kernel
def calls_to_win(state: State, seat: i8) -> i8:
    """Return the number of calls a player needs for all four favours."""
    calls = 0
    for place in range(PLACES):
        patron, favour = i8(state.order[place]), i8(state.favour[place])
        if patron != TREASURY and favour != seat:
            calls += 1 if favour == NONE or patron == ANSEI else 2
    return calls


@kernel
def rate_cards(state: State, seat: i8, limit: f8, exponent: f8, counts: WORDS, out: VALUES) -> None:
    """Write the sum of a player's card ratings and the powers of its counts per patron.

    A large deck scales both down.
    """
    for patron in range(10):
        counts[patron] = 0
    total, size = 0.0, 0
    for zone in range(seat, AGENTS + 2, 2):
        for i in range(state.size[zone]):
            card = i8(state.kind[state.cells[BASE[zone] + i]])
            total += RATING[card]
            counts[PATRON[card]] += 1
        size += state.size[zone]
    scale = min(1.0, limit / max(1, size))
    combos = 0.0
    for place in range(PLACES):
        patron = i8(state.order[place])
        if patron != TREASURY and counts[patron] > 0:
            combos += (scale * counts[patron]) ** exponent
    out[0], out[1] = total * scale, combos


@kernel
def evaluate(state: State, seat: i8, weights: NUMBERS) -> f8:
    """Return the phase-dependent evaluation, from -10000 to 10000."""
    enemy = 1 - seat
    if state.choice == DRAFT:
        return 0.0
    if state.over:
        return 0.0 if state.winner == NONE else (BOUND if state.winner == seat else -BOUND)
    own_prestige, his = i8(state.prestige[seat]), i8(state.prestige[enemy])
    mine = own_prestige + power_after_taunts(state, seat)
    if calls_to_win(state, seat) == 0 or mine >= 80:
        return BOUND
    threat = calls_to_win(state, enemy)
    if threat <= 1 or (his >= 40 and mine <= his):
        return -BOUND
    phase = 1
    if own_prestige <= 10 and his <= 13:
        phase = 0
    elif own_prestige >= 27 or his >= 30:
        phase = 2
    value = weights[3 * PRESTIGE + phase] * (mine - his)
    if mine >= 40:
        value += weights[3 * LEAD + phase] * (mine - his)
    value += patron_term(state, seat, threat, weights, phase)
    own_counts, his_counts = scratch_i8(10), scratch_i8(10)
    own_cards, his_cards = scratch_f8(2), scratch_f8(2)
    limit, exponent = weights[3 * LIMIT + phase], weights[3 * EXPONENT + phase]
    rate_cards(state, seat, limit, exponent, own_counts, own_cards)
    rate_cards(state, enemy, limit, exponent, his_counts, his_cards)
    value += weights[3 * CARD_TIER + phase] * (own_cards[0] - his_cards[0]) + own_cards[1] - his_cards[1]
    value += agents_term(state, seat, weights, phase)
    for i in range(ROW):
        value += weights[3 * TAVERN + phase] * RATING[state.kind[state.row[i]]]
    top = i8(state.size[DRAW + seat])
    for k in range(min(3, i8(state.known[seat]))):
        card = i8(state.kind[state.cells[BASE[DRAW + seat] + top - 1 - k]])
        value += weights[3 * UPCOMING_TIER + phase] * GRADE[card]
        value += weights[3 * UPCOMING_COMBO + phase] * own_counts[PATRON[card]]
    return min(BOUND - 1.0, max(1.0 - BOUND, value))


@kernel
def patron_term(state: State, seat: i8, threat: i8, weights: NUMBERS, phase: i8) -> f8:
    if threat == 2:
        return -BOUND
    value = 0.0
    for place in range(PLACES):
        patron, favour = i8(state.order[place]), i8(state.favour[place])
        sign = 0.0 if favour == NONE else (1.0 if favour == seat else -1.0)
        if patron == CROWS:
            value -= weights[3 * CROWS_FAVOUR + phase] * sign
        elif patron == ANSEI:
            value += weights[3 * ANSEI_FAVOUR + phase] * sign
    return value


@kernel
def agents_term(state: State, seat: i8, weights: NUMBERS, phase: i8) -> f8:
    """Return the value of own agents by health, less the risk of knock-outs, and of the enemy's by tier and health."""
    enemy = 1 - seat
    value, best, second = 0.0, 0.0, 0.0
    for i in range(state.size[AGENTS + seat]):
        bonus = weights[3 * OWN_AGENT + phase] * weights[3 * PRESTIGE + phase] * (i8(state.life[seat, i]) & HEALTH_BITS)
        value += bonus
        if bonus > best:
            best, second = bonus, best
        elif bonus > second:
            second = bonus
    for i in range(ROW):
        card = i8(state.kind[state.row[i]])
        if card == AMBUSH:
            value -= 0.75 * (best + second)
        elif card == BLACK_SACRAMENT:
            value -= 0.75 * best
    for i in range(state.size[AGENTS + enemy]):
        card = i8(state.kind[state.cells[BASE[AGENTS + enemy] + i]])
        health = i8(state.life[enemy, i]) & HEALTH_BITS
        value += weights[3 * ENEMY_AGENT + phase] * GRADE[card] * ((health + 2.0) / HEALTH[card] + 2.0)
    return value


@kernel
def favours_value(state: State, seat: i8) -> i8:
    """Return the patrons' part of H: 50 for a favour, 10 for none, -50 for the enemy's; 100 less from two of its on."""
    value, hostile = 0, 0
    for place in range(PLACES):
        if state.order[place] != TREASURY:
            favour = i8(state.favour[place])
            value += 10 if favour == NONE else (50 if favour == seat else -50)
            hostile += i8(favour == 1 - seat)
    return value - 100 if hostile >= 2 else value


@kernel
def agents_value(state: State, seat: i8) -> i8:
    """Return the agents' part of H: tier and health of own agents, less the enemy's, each with 40 more."""
    value = 0
    for player in range(2):
        for i in range(state.size[AGENTS + player]):
            rating = 30 * i8(TIER[state.kind[state.cells[BASE[AGENTS + player] + i]]])
            rating += 3 * (i8(state.life[player, i]) & HEALTH_BITS)
            value += rating if player == seat else -(rating + 40)
    return value


@kernel
def cards_value(state: State, seat: i8, one_tier: i8) -> i8:
    """Return the cards' part of H: 10 times each tier (or `one_tier`), cubes of counts per patron, less the row.

    Cards of the row count by their tiers.
    """
    value = 0
    counts = scratch_i8(10)
    for patron in range(10):
        counts[patron] = 0
    for zone in range(seat, AGENTS, 2):
        for i in range(state.size[zone]):
            card = i8(state.kind[state.cells[BASE[zone] + i]])
            value += 10 * (i8(TIER[card]) if one_tier < 0 else one_tier)
            counts[PATRON[card]] += 1
    for patron in range(10):
        if patron != TREASURY:
            value += counts[patron] * counts[patron] * counts[patron]
    for i in range(ROW):
        value -= 2 * i8(TIER[state.kind[state.row[i]]])
    return value


@kernel
def sample_value(state: State, seat: i8) -> i8:
    """Return H of section 3, which the sample BeamSearch and MCTS share."""
    value = favours_value(state, seat) + 40 * i8(state.power[seat]) + 50 * i8(state.prestige[seat])
    if state.prestige[seat] < 30:
        value += agents_value(state, seat) + cards_value(state, seat, -1)
    return value


@kernel
def simulation_value(state: State, seat: i8, draws: i8) -> i8:
    """Return RandomSimulation's form of H.

    Power and prestige count once the enemy has 20 prestige, every card has the tier of the last agent looked at (an
    error of the source), and draws count.
    """
    enemy = 1 - seat
    value = favours_value(state, seat)
    if state.prestige[enemy] >= 20:
        value += 40 * i8(state.power[seat]) + 50 * i8(state.prestige[seat])
    if state.prestige[seat] >= 30:
        return value
    last = 0
    for player in range(2):
        owner = seat if player == 0 else enemy
        count = i8(state.size[AGENTS + owner])
        if count > 0:
            last = i8(TIER[state.kind[state.cells[BASE[AGENTS + owner] + count - 1]]])
    return value + agents_value(state, seat) + cards_value(state, seat, last) + 10 * draws


def named(weights: tuple[float, ...]) -> dict[str, float]:
    return dict(zip(move_evaluation.WEIGHTS, weights, strict=True))


MOVE_NOT_POSITION = "rates moves, so it is useful one move ahead only; the thesis's own bot is `evolved`"
EVALUATIONS = {
    "phases": Evaluation(
        evaluate,
        weights=WEIGHTS,
        scale=(-BOUND, BOUND),
        what="prestige, favours, cards, agents and tavern, weighted by phase, as by the winner of 2023 and 2024",
        bounds=BOUNDS,
    ),
    "change": Evaluation(
        move_evaluation.evaluate_change,
        weights=named(move_evaluation.CHAMPIONS["B-1"]),
        scale=(-20.0, 20.0),
        what=f"the thesis's score of a move with twenty weights, signs as in its program; {MOVE_NOT_POSITION}",
        rates_moves=True,
        presets={name: named(values) for name, values in move_evaluation.CHAMPIONS.items()},
        bounds=move_evaluation.BOUNDS,
    ),
    "change-text": Evaluation(
        move_evaluation.evaluate_change_by_text,
        weights=named(move_evaluation.BY_HAND),
        scale=(-20.0, 20.0),
        what=f"the same with the signs of the thesis's text: own features +, the enemy's -; {MOVE_NOT_POSITION}",
        rates_moves=True,
        bounds=move_evaluation.BOUNDS,
    ),
}
