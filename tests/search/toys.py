"""Two tiny games with known answers, to test searches on."""

from tapete.contract import ACTIONS, NUMBERS, OPTIONS
from tapete.game import Definition, Evaluation, Text, Variant
from tapete.kernel import below, boolean, f8, i1, i2, i8, kernel, record, seed_rng, u8
from tapete.options import Option

TEXT = Text(state=lambda state, seat: f"turn {state.turn}", action=lambda state, action: f"action {action}")

# Coin: seat 0 takes a sure 0.6, or gambles on a coin that seat 1 hides and seat 0 then guesses.

SURE, GAMBLE, HEADS, TAILS, SAY_HEADS, SAY_TAILS = range(6)
Coin = record(("stage", i1), ("coin", i1), ("guess", i1))


@kernel
def coin_deal(state: Coin, seed: u8, options: OPTIONS):
    seed_rng(state, seed)


@kernel
def coin_legal(state: Coin, out: ACTIONS) -> i8:
    if state.over:
        return 0
    out[0] = 2 * state.stage
    out[1] = 2 * state.stage + 1
    return 2


@kernel
def coin_apply(state: Coin, action: i8):
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
def coin_returns(state: Coin, out: NUMBERS):
    if state.guess == SURE:
        out[0] = 0.6
    else:
        out[0] = 1.0 if state.guess - SAY_HEADS == state.coin - HEADS else 0.0
    out[1] = 1.0 - out[0]


@kernel
def coin_points(state: Coin, out: NUMBERS):
    out[0], out[1] = 0.0, 0.0


@kernel
def coin_determinize(state: Coin, observer: i8):
    if state.stage == 2 and observer == 0:
        state.coin = HEADS + below(state, 2)


@kernel
def coin_all_heads(state: Coin, observer: i8):
    """A wrong idea of what is possible, for a search option."""
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
Market = record(("owner", i1, GOODS), ("kinds", i1, (2, 5)), ("points", i2, 2), ("money", i1))


@kernel
def market_deal(state: Market, seed: u8, options: OPTIONS):
    seed_rng(state, seed)
    for good in range(GOODS):
        state.owner[good] = -1 if below(state, 3) else 2  # a third of the goods is not there
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
def market_apply(state: Market, action: i8):
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
def market_returns(state: Market, out: NUMBERS):
    difference = state.points[0] - state.points[1]
    out[0] = 1.0 if difference > 0 else 0.5 if difference == 0 else 0.0
    out[1] = 1.0 - out[0]


@kernel
def market_points(state: Market, out: NUMBERS):
    out[0], out[1] = state.points[0], state.points[1]


@kernel
def market_determinize(state: Market, observer: i8):
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
