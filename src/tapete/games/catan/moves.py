"""Action ids of Catan (docs/rules/catan.md, section 7.1): the first of each group, in ascending order."""

from collections.abc import Iterable

import numpy as np

ROLL, END = 0, 1
SETTLE, CITY, ROAD, BUY = 2, 56, 110, 182
KNIGHT, ROADS, MONOPOLY, PLENTY = 183, 184, 185, 190
ROBBER, STEAL, DISCARD = 205, 224, 227
MARITIME, OFFER = 232, 252
ACCEPT, REJECT, CONFIRM, CANCEL = 312, 313, 314, 317
OFFER_STUDENT = 318
ADD_GIVE, ADD_WANT, OPEN = 358, 363, 368
COUNT = 369


def kinds_by_id(ranges: Iterable[tuple[int, int, int]], other: int) -> np.ndarray:
    """Return the kind of every id from ranges (first id, id after the last, kind); `other` for ids in no range."""
    table = np.full(COUNT, other, dtype=np.int8)
    for first, last, kind in ranges:
        table[first:last] = kind
    return table
