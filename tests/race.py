"""A small complete game that tests break on purpose: a race to some points with a secret hand each."""

from __future__ import annotations

import numpy as np

from tapete.core.definition import BotSpec, Definition, Encoder, Evaluation, Text
from tapete.kernel import Array, GameOptions, GameState, below, f8, i1, i2, i8, kernel, scratch_i8, seed_rng, shape, u8
from tapete.kernel.contract import ACTIONS, FEATURES, MEMORY, NUMBERS
from tapete.options import Option

SEATS = 3
LIMIT = 12
TURNS = 1500  # then the seats with most points share
DRAW, BANK, BID = 0, 1, 2
FACES = (1, 2, 3, 4, 5, 6)
WORTH = np.array([0, 1, 2, 3, 4, 5, 6], dtype=np.int8)


class State(GameState):
    hand: Array[i2] = shape(SEATS)  # the sum of the cards held, known only to their owner
    cards: Array[i2] = shape(SEATS)  # the number of cards held, public
    points: Array[i2] = shape(SEATS)
    goal: i2
    players: i1


class Options(GameOptions):
    players: i8
    goal: i8


@kernel
def deal(state: State, seed: u8, options: Options) -> None:
    seed_rng(state, seed)
    state.players = options.players
    state.goal = options.goal
    state.seat = below(state, state.players)


@kernel
def legal(state: State, out: ACTIONS) -> i8:
    if state.over:
        return 0
    n = 0
    for action in (DRAW, BANK):
        out[n] = action
        n += 1
    for bid in range(state.cards[state.seat]):
        if n < 8:
            out[n] = BID + bid
            n += 1
    return n


@kernel
def card_drawn(state: State) -> i8:
    return i8(WORTH[FACES[below(state, 6)]])


@kernel
def banked(hand: i8) -> i8:
    if hand > LIMIT:
        return 0
    return hand


@kernel
def next_seat(state: State, seat: i8) -> None:
    state.seat = (seat + 1) % state.players


@kernel
def apply(state: State, action: i8) -> None:
    seat = i8(state.seat)
    if action == DRAW or action >= BID:
        state.hand[seat] += card_drawn(state)
        state.cards[seat] += 1
    else:
        state.points[seat] += banked(state.hand[seat])
        state.hand[seat] = 0
        state.cards[seat] = 0
    state.turn += 1
    if state.points[seat] >= state.goal or state.turn >= TURNS:
        state.over = 1
        state.seat = -1
    else:
        next_seat(state, seat)


@kernel
def returns(state: State, out: NUMBERS) -> None:
    best = i8(0)
    for seat in range(state.players):
        best = max(best, i8(state.points[seat]))
    winners = 0
    for seat in range(state.players):
        winners += state.points[seat] == best
    for seat in range(state.players):
        out[seat] = 1.0 / winners if state.points[seat] == best else 0.0


@kernel
def points(state: State, out: NUMBERS) -> None:
    for seat in range(state.players):
        out[seat] = state.points[seat]


@kernel
def determinize(state: State, observer: i8) -> None:
    count = scratch_i8(SEATS)
    for seat in range(state.players):
        count[seat] = state.cards[seat]
    for seat in range(state.players):
        if seat != observer:
            state.hand[seat] = 0
            for _ in range(count[seat]):
                state.hand[seat] += card_drawn(state)


@kernel
def observe(state: State, observer: i8, out: FEATURES) -> None:
    for i in range(state.players):
        seat = (observer + i) % state.players
        out[2 * i] = state.points[seat] / state.goal
        out[2 * i + 1] = state.cards[seat] / 6.0
    out[2 * state.players] = state.hand[observer] / LIMIT


@kernel
def evaluate(state: State, seat: i8, weights: NUMBERS) -> f8:
    return weights[0] * state.points[seat] / state.goal + weights[1] * banked(state.hand[seat]) / LIMIT


@kernel
def careful(state: State, actions: ACTIONS, n: i8, params: NUMBERS, memory: MEMORY) -> i8:
    """Bank from some sum on."""
    chosen = 0
    if state.hand[state.seat] >= params[0]:
        chosen = 1
    return chosen


def state_text(state, seat):
    shown = state.record
    lines = [f"race to {int(shown['goal'])}"]
    for s in range(state.game.seats):
        hand = int(shown["hand"][s]) if seat is None or seat == s else "?"
        lines.append(f"seat {s}: {int(shown['points'][s])} points, {int(shown['cards'][s])} cards, sum {hand}")
    return "\n".join(lines)


def action_text(state, action):
    return ("draw", "bank")[action] if action < BID else f"draw with bid {action - BID}"


DEFINITION = Definition(
    name="race",
    title="Race",
    summary="a race with secret hands",
    state=State,
    kernels={
        "deal": deal,
        "legal": legal,
        "apply": apply,
        "returns": returns,
        "points": points,
        "determinize": determinize,
    },
    options=(
        Option("players", 2, "players", low=2, high=SEATS),
        Option("goal", 30, "points to win", low=1, high=100),
    ),
    seats=lambda options: options["players"],
    actions=BID + 6,
    max_legal=8,
    max_decisions=2000,
    points_span=(0.0, 120.0),
    text=Text(state_text, action_text),
    encoders={"plain": Encoder(observe, lambda options: 2 * options["players"] + 1, "points and cards")},
    evaluations={"plain": Evaluation(evaluate, {"points": 1.0, "hand": 0.5}, (0.0, 6.0), "points and hand")},
    bots={
        "careful": BotSpec(
            careful, "banks from some sum on", (Option("from_sum", 9, "sum", low=1, high=12),), public=True
        )
    },
)
