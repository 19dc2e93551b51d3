"""Tales of Tribute: a deck-building game for two, as the engine Scripts of Tribute plays it. Rules: docs/rules/tribute.md."""

from __future__ import annotations

from tapete.errors import BadOption
from tapete.game import Definition, Encoder, Evaluation, Options, State
from tapete.games.tribute import bots, cards, encoders, evaluations, facts, hidden, rates, rules, text
from tapete.games.tribute.bots import evolved
from tapete.games.tribute.table import DRAFT, EFFECT, FREE
from tapete.options import Option

ALL = tuple(number for number in range(10) if number != cards.TREASURY)
POOLS: dict[str, tuple[int, ...]] = {
    "9": ALL,
    "thesis": tuple(number for number in ALL if number != cards.PSIJIC),
    "cog2023": (cards.ANSEI, cards.CROWS, cards.RAJHIN, cards.HLAALU, cards.PELIN, cards.RED_EAGLE),
    "cog2024": (cards.ANSEI, cards.CROWS, cards.RAJHIN, cards.ORGNUM, cards.HLAALU, cards.PELIN, cards.RED_EAGLE),
    "cog2025": (cards.ANSEI, cards.CROWS, cards.RAJHIN, cards.ORGNUM, cards.PELIN, cards.ALESSIA),
}


def parse_patrons(given: str) -> str:
    """`draft`, or four patrons in game order (Treasury in the middle may be named or left out)."""
    if given.strip() in ("", "draft"):
        return "draft"
    order = [facts.patron_number(part) for part in given.split(",")]
    if len(order) == 5 and order[2] == cards.TREASURY:
        del order[2]
    if len(order) != 4 or len(set(order)) != 4 or cards.TREASURY in order:
        raise BadOption(f"patrons={given}: must be four different patrons other than Treasury, in game order")
    return ",".join(cards.PATRONS[number] for number in order)


OPTIONS = (
    Option(
        "preset",
        "none",
        "a whole set of conditions: `thesis` for those of the thesis's tables",
        choices=("none", "thesis"),
    ),
    Option("pool", "9", "patrons that can be drafted", choices=tuple(POOLS)),
    Option("patrons", "draft", "four patrons in game order instead of a draft: a,b,c,d", parse=parse_patrons),
    Option("turn_limit", 500, "turns after which the game is a draw", low=1, high=30000),
)


def encode(options: Options) -> list[int]:
    """What `deal` reads: the pool as bits, the turn limit, the four patrons or -1."""
    pool = sum(1 << number for number in POOLS[options["pool"]])
    patrons = options["patrons"]
    order = [-1] * 4 if patrons == "draft" else [facts.patron_number(name) for name in patrons.split(",")]
    return [pool, options["turn_limit"], *order]


def accepts(state: State, action: int) -> bool:
    """A card choice takes any option that is not picked yet, in whatever order (section 5.3)."""
    record = state.record
    position = action - rules.PICK
    if record["choice"] in (FREE, EFFECT, DRAFT) or not 0 <= position < record["options"]:
        return False
    picked = int(record["picked"])
    return picked < record["most"] and position not in record["picks"][:picked]


DEFINITION = Definition(
    name="tribute",
    title="Tales of Tribute",
    summary="deck-building duel for prestige and the favour of four patrons; 125 cards, draft",
    state=rules.State,
    kernels={
        "deal": rules.deal,
        "legal": rules.legal,
        "apply": rules.apply,
        "returns": rules.returns,
        "points": rules.points,
        "determinize": hidden.determinize,
    },
    options=OPTIONS,
    presets={"none": {}, "thesis": {"pool": "thesis"}},
    seats=2,
    actions=rules.ACTION_COUNT,
    max_legal=rules.MAX_LEGAL,
    max_decisions=200_000,
    points_span=(0.0, 200.0),
    text=text.TEXT,
    encode=encode,
    policies=bots.POLICIES,
    agent_defaults=bots.agent_defaults,
    evaluations={
        "phases": Evaluation(
            evaluations.evaluate,
            weights=evaluations.WEIGHTS,
            scale=(-10000.0, 10000.0),
            what="prestige, favours, cards, agents and tavern, weighted by phase of the game, as the winner of 2023 and 2024 did",
        ),
        "change": Evaluation(
            evolved.evaluate_change,
            weights=dict(zip(evolved.WEIGHTS, evolved.CHAMPIONS["B-1"], strict=True)),
            scale=(-20.0, 20.0),
            what="the thesis's score of a move with twenty weights",
            rates_moves=True,
            presets={
                name: dict(zip(evolved.WEIGHTS, values, strict=True)) for name, values in evolved.CHAMPIONS.items()
            },
        ),
    },
    encoders={
        "tribute_v1": Encoder(
            encoders.observe, encoders.SIZE, "counts of each card by place, patrons, decision, numbers"
        ),
    },
    series_seed=lambda seed, number: seed + number,
    accepts=accepts,
    random_rates=rates.random_rates,
    set_up=facts.set_up,
    conform="tapete.games.tribute.conform",
)
