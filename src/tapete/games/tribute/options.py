"""Options of Tales of Tribute, and their encoding for `deal`."""

from __future__ import annotations

from tapete.core.definition import Options
from tapete.errors import BadOption
from tapete.games.tribute import cards
from tapete.kernel import Array, GameOptions, i8, shape
from tapete.options import Option

ALL = tuple(number for number in range(10) if number != cards.TREASURY)
POOLS: dict[str, tuple[int, ...]] = {
    "9": ALL,
    "thesis": tuple(number for number in ALL if number != cards.PSIJIC),
    "cog2023": (cards.ANSEI, cards.CROWS, cards.RAJHIN, cards.HLAALU, cards.PELIN, cards.RED_EAGLE),
    "cog2024": (cards.ANSEI, cards.CROWS, cards.RAJHIN, cards.ORGNUM, cards.HLAALU, cards.PELIN, cards.RED_EAGLE),
    "cog2025": (cards.ANSEI, cards.CROWS, cards.RAJHIN, cards.ORGNUM, cards.PELIN, cards.ALESSIA),
}
SMALLER_POOLS = {
    pool: tuple(other for other, fewer in POOLS.items() if set(fewer) < set(patrons)) for pool, patrons in POOLS.items()
}
BY_DRAFT = "draft"


def parse_patrons(given: str) -> str:
    """Return `draft`, or four patrons in game order; Treasury in the middle may be given."""
    if given.strip() in ("", BY_DRAFT):
        return BY_DRAFT
    order = [cards.patron_number(part) for part in given.split(",")]
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
    Option("pool", "9", "patrons that can be drafted", choices=tuple(POOLS), covers=SMALLER_POOLS),
    Option("patrons", BY_DRAFT, "four patrons in game order instead of a draft: a,b,c,d", parse=parse_patrons),
    Option("turn_limit", 500, "turns after which the game is a draw", low=1, high=30000),
)
PRESETS = {"none": {}, "thesis": {"pool": "thesis"}}


class DealOptions(GameOptions):
    """Options as `deal` reads them."""

    pool: i8  # patrons that can be drafted, as bits
    turn_limit: i8
    order: Array[i8] = shape(4)  # the patrons in game order without Treasury, or -1


def encode(options: Options) -> dict[str, int | list[int]]:
    """Return the options as `deal` reads them."""
    patrons = options["patrons"]
    order = [-1] * 4 if patrons == BY_DRAFT else [cards.patron_number(name) for name in patrons.split(",")]
    pool = sum(1 << number for number in POOLS[options["pool"]])
    return {"pool": pool, "turn_limit": options["turn_limit"], "order": order}
