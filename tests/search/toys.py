"""Tiny games with known answers, for tests of searches."""

from tapete.core.definition import Definition, Evaluation, Text, Variant
from tapete.kernel import (
    Array,
    GameOptions,
    GameState,
    Matrix,
    below,
    boolean,
    f8,
    i1,
    i2,
    i8,
    kernel,
    seed_rng,
    shape,
    shuffle,
    u8,
)
from tapete.kernel.contract import ACTIONS, NUMBERS
from tapete.options import Option

TEXT = Text(state=lambda state, seat: f"turn {state.turn}", action=lambda state, action: f"action {action}")

# Coin: seat 0 takes a sure 0.6, or gambles on a coin that seat 1 hides and seat 0 then guesses.

SURE, GAMBLE, HEADS, TAILS, SAY_HEADS, SAY_TAILS = range(6)


class Coin(GameState):
    stage: i1
    coin: i1
    guess: i1


@kernel
def coin_deal(state: Coin, seed: u8, options: GameOptions) -> None:
    seed_rng(state, seed)


@kernel
def coin_legal(state: Coin, out: ACTIONS) -> i8:
    if state.over:
        return 0
    out[0] = 2 * state.stage
    out[1] = 2 * state.stage + 1
    return 2


@kernel
def coin_apply(state: Coin, action: i8) -> None:
    state.turn += 1
    if action == SURE or action >= SAY_HEADS:
        state.guess = action
        state.over = 1
        state.seat = -1
    else:
        if action != GAMBLE:
            state.coin = action
        state.stage += 1
        state.seat = 1 if state.stage == 1 else 0


@kernel
def coin_returns(state: Coin, out: NUMBERS) -> None:
    if state.guess == SURE:
        out[0] = 0.6
    else:
        out[0] = 1.0 if state.guess - SAY_HEADS == state.coin - HEADS else 0.0
    out[1] = 1.0 - out[0]


@kernel
def coin_points(state: Coin, out: NUMBERS) -> None:
    out[0], out[1] = 0.0, 0.0


@kernel
def coin_determinize(state: Coin, observer: i8) -> None:
    if state.stage == 2 and observer == 0:
        state.coin = HEADS + below(state, 2)


@kernel
def coin_all_heads(state: Coin, observer: i8) -> None:
    """Assume that the coin is heads: a wrong determinization, selected by a search option."""
    if state.stage == 2 and observer == 0:
        state.coin = HEADS


@kernel
def coin_hides(state: Coin, action: i8) -> i8:
    return 1 if state.stage == 1 else 0


def coin(hides: bool) -> Definition:
    kernels = {
        "deal": coin_deal,
        "legal": coin_legal,
        "apply": coin_apply,
        "returns": coin_returns,
        "points": coin_points,
        "determinize": coin_determinize,
    }
    return Definition(
        name=f"coin-{'hidden' if hides else 'shown'}",
        title="Coin",
        summary="guess a hidden coin",
        state=Coin,
        kernels=kernels | ({"hides": coin_hides} if hides else {}),
        options=(),
        seats=2,
        actions=6,
        max_legal=2,
        points_span=(0.0, 1.0),
        text=TEXT,
        search_options=(Option("sees", True, "whether the search knows that the coin may be tails"),),
        search_variants=(Variant("determinize", coin_all_heads, lambda options: not options["sees"]),),
    )


# Market: in a turn a seat takes goods, one by one, as long as its money lasts, then ends the turn. Three turns each.
# Good g costs g % 4 + 1; every kind (g % 5) is worth 3 g % 7 and each further good of a kind a seat has counts double.

GOODS = 40
END = 0
MONEY = 4
TURNS = 6


class Market(GameState):
    owner: Array[i1] = shape(GOODS)
    kinds: Matrix[i1] = shape(2, 5)
    points: Array[i2] = shape(2)
    money: i1


@kernel
def market_deal(state: Market, seed: u8, options: GameOptions) -> None:
    seed_rng(state, seed)
    for good in range(GOODS):
        state.owner[good] = -1 if below(state, 3) else 2  # a third of the goods is missing
    state.money = MONEY


@kernel
def affordable(state: Market, good: i8) -> boolean:
    return state.owner[good] == -1 and good % 4 + 1 <= state.money


@kernel
def market_legal(state: Market, out: ACTIONS) -> i8:
    if state.over:
        return 0
    out[0] = END
    n = 1
    for good in range(GOODS):
        if affordable(state, good):
            out[n] = good + 1
            n += 1
    return n


@kernel
def market_apply(state: Market, action: i8) -> None:
    seat = i8(state.seat)
    if action != END:
        good = action - 1
        state.owner[good] = seat
        state.money -= good % 4 + 1
        kind = good % 5
        state.kinds[seat, kind] += 1
        state.points[seat] += (3 * good % 7) * state.kinds[seat, kind]
        return
    state.money = MONEY
    state.turn += 1
    state.seat = 1 - seat
    if state.turn == TURNS:
        state.over = 1
        state.seat = -1


@kernel
def market_returns(state: Market, out: NUMBERS) -> None:
    difference = state.points[0] - state.points[1]
    out[0] = 1.0 if difference > 0 else 0.5 if difference == 0 else 0.0
    out[1] = 1.0 - out[0]


@kernel
def market_points(state: Market, out: NUMBERS) -> None:
    out[0], out[1] = state.points[0], state.points[1]


@kernel
def market_determinize(state: Market, observer: i8) -> None:
    """Nothing is hidden."""


@kernel
def market_evaluate(state: Market, seat: i8, weights: NUMBERS) -> f8:
    return weights[0] * state.points[seat] - weights[1] * state.points[1 - seat]


MARKET = Definition(
    name="market",
    title="Market",
    summary="buy goods",
    state=Market,
    kernels={
        "deal": market_deal,
        "legal": market_legal,
        "apply": market_apply,
        "returns": market_returns,
        "points": market_points,
        "determinize": market_determinize,
    },
    options=(),
    seats=2,
    actions=GOODS + 1,
    max_legal=GOODS + 1,
    points_span=(0.0, 500.0),
    text=TEXT,
    evaluations={
        "utility": Evaluation(
            market_evaluate,
            {"own": 1.0, "other": 1.0},
            (-100.0, 100.0),
            "points ahead",
            presets={"selfish": {"other": 0.0}},
        )
    },
)


# Whisper: seat 1 holds a bit that seat 0 does not know. Seat 0 takes a sure 0.6 or gambles; after a gamble seat 1 must
# decide only if its bit is 1, and no seat notices (`hides` returns `shows`); then seat 0 guesses the bit.

ANSWER_NO, ANSWER_YES = 6, 7


class Whisper(GameState):
    stage: i1
    bit: i1
    guess: i1


@kernel
def whisper_deal(state: Whisper, seed: u8, options: GameOptions) -> None:
    seed_rng(state, seed)
    state.bit = below(state, 2)


@kernel
def whisper_legal(state: Whisper, out: ACTIONS) -> i8:
    if state.over:
        return 0
    first = SURE if state.stage == 0 else ANSWER_NO if state.stage == 1 else SAY_HEADS
    out[0], out[1] = first, first + 1
    return 2


@kernel
def whisper_apply(state: Whisper, action: i8) -> None:
    if action == SURE or action == SAY_HEADS or action == SAY_TAILS:
        state.turn += 1
        state.guess = action
        state.over = 1
        state.seat = -1
    elif action == GAMBLE:
        state.turn += 1
        state.stage = 1 if state.bit else 2
        state.seat = 1 if state.bit else 0
    else:
        state.stage = 2
        state.seat = 0


@kernel
def whisper_returns(state: Whisper, out: NUMBERS) -> None:
    if state.guess == SURE:
        out[0] = 0.6
    else:
        out[0] = 1.0 if state.guess - SAY_HEADS == state.bit else 0.0
    out[1] = 1.0 - out[0]


@kernel
def whisper_points(state: Whisper, out: NUMBERS) -> None:
    out[0], out[1] = 0.0, 0.0


@kernel
def whisper_determinize(state: Whisper, observer: i8) -> None:
    if observer == 0:
        state.bit = below(state, 2)


@kernel
def shows_that_there_was_one(state: Whisper, action: i8) -> i8:
    return 1 if state.stage == 1 else 0


@kernel
def shows_nothing(state: Whisper, action: i8) -> i8:
    return 2 if state.stage == 1 else 0


def whisper(shows: int) -> Definition:
    """Return the game in which seat 1's answer is seen (0), hidden (1) or unnoticed (2)."""
    kernels = {
        "deal": whisper_deal,
        "legal": whisper_legal,
        "apply": whisper_apply,
        "returns": whisper_returns,
        "points": whisper_points,
        "determinize": whisper_determinize,
    }
    hides = (None, shows_that_there_was_one, shows_nothing)[shows]
    return Definition(
        name=f"whisper-{shows}",
        title="Whisper",
        summary="guess what was not said",
        state=Whisper,
        kernels=kernels if hides is None else kernels | {"hides": hides},
        options=(),
        seats=2,
        actions=8,
        max_legal=2,
        points_span=(0.0, 1.0),
        text=TEXT,
    )


# Places: seat 1 holds four different cards, each behind a place that says nothing about the card, and plays one of them
# openly by naming its place. Seat 0 (who may decline for a sure 0.6) then names the card, if it could see it.

PLACES = 4
DECLINE, WATCH, FIRST_PLACE, FIRST_NAME, FIRST_CARD = 0, 1, 2, 6, 16


class Places(GameState):
    stage: i1
    hand: Array[i1] = shape(PLACES)
    shown: i1
    guess: i1


@kernel
def places_deal(state: Places, seed: u8, options: GameOptions) -> None:
    seed_rng(state, seed)
    for place in range(PLACES):
        state.hand[place] = place
    shuffle(state, state.hand, 0, PLACES)
    state.shown = -1


@kernel
def places_legal(state: Places, out: ACTIONS) -> i8:
    if state.over:
        return 0
    if state.stage == 0:
        out[0], out[1] = DECLINE, WATCH
        return 2
    for k in range(PLACES):
        out[k] = (FIRST_PLACE if state.stage == 1 else FIRST_NAME) + k
    return PLACES


@kernel
def places_apply(state: Places, action: i8) -> None:
    state.turn += 1
    if action == WATCH:
        state.stage = 1
        state.seat = 1
    elif state.stage == 1:
        state.shown = state.hand[action - FIRST_PLACE]
        state.stage = 2
        state.seat = 0
    else:
        state.guess = action - FIRST_NAME
        state.stage = 3 if action == DECLINE else 4
        state.over = 1
        state.seat = -1


@kernel
def places_returns(state: Places, out: NUMBERS) -> None:
    if state.stage == 3:
        out[0] = 0.6
    else:
        out[0] = 1.0 if state.guess == state.shown else 0.0
    out[1] = 1.0 - out[0]


@kernel
def places_points(state: Places, out: NUMBERS) -> None:
    out[0], out[1] = 0.0, 0.0


@kernel
def places_determinize(state: Places, observer: i8) -> None:
    if observer == 0 and state.stage < 2:
        for place in range(PLACES):  # independent of the true hand
            state.hand[place] = place
        shuffle(state, state.hand, 0, PLACES)


@kernel
def places_seen(state: Places, action: i8) -> i8:
    """Show a played card as the card, not as its place."""
    return FIRST_CARD + state.hand[action - FIRST_PLACE] if state.stage == 1 else action


@kernel
def places_alike(state: Places, action: i8) -> i8:
    """Show cards 0 and 1 as alike, and cards 2 and 3."""
    return FIRST_CARD + state.hand[action - FIRST_PLACE] // 2 if state.stage == 1 else action


def places(seen: str) -> Definition:
    """Return the game in which seat 1's card is seen as its `place`, as itself (`card`), or as one of two (`pair`)."""
    kernels = {
        "deal": places_deal,
        "legal": places_legal,
        "apply": places_apply,
        "returns": places_returns,
        "points": places_points,
        "determinize": places_determinize,
    }
    shown = {"place": {}, "card": {"seen": places_seen}, "pair": {"seen": places_alike}}[seen]
    return Definition(
        name=f"places-{seen}",
        title="Places",
        summary="name the card that was played",
        state=Places,
        kernels=kernels | shown,
        options=(),
        seats=2,
        actions=20,
        max_legal=PLACES,
        points_span=(0.0, 1.0),
        text=TEXT,
    )
