"""Which kind of fitness counts when: `fixed:0.4,coevolution:0.2,fixed:0.4`."""

from __future__ import annotations

import math
import warnings
from dataclasses import dataclass

from tapete.errors import BadOption, nearest

MODES = ("fixed", "coevolution")


@dataclass(frozen=True)
class Segment:
    """A part of a run under one kind of fitness, and how many evaluations it may spend."""

    mode: str
    evaluations: int


def parse_schedule(text: str, evaluations: int, population: int) -> list[Segment]:
    """The segments of a run: shares of its evaluations in whole generations; the last takes what is left."""
    shares: list[tuple[str, float]] = []
    for item in text.split(","):
        mode, colon, given = (part.strip() for part in item.partition(":"))
        if mode not in MODES:
            raise BadOption(f"schedule {text!r}: {mode!r} is not a kind of fitness; {nearest(mode, MODES)}")
        try:
            number = float(given) if colon else 1.0
        except ValueError:
            number = math.nan
        if not 0 < number <= 1:
            raise BadOption(f"schedule {text!r}: {item.strip()!r} must be KIND:SHARE with a share above 0 and up to 1")
        shares.append((mode, number))
    total = sum(share for _, share in shares)
    if abs(total - 1) > 1e-9:
        warnings.warn(f"the shares of the schedule {text!r} sum to {total:g}; they are scaled to 1", stacklevel=2)
    segments, left = [], evaluations
    for place, (mode, share) in enumerate(shares):
        wanted = math.ceil(evaluations * share / total / population - 1e-9) * population
        spent = left if place == len(shares) - 1 else min(wanted, left)
        segments.append(Segment(mode, spent))
        left -= spent
    if any(segment.evaluations < population for segment in segments):
        raise BadOption(
            f"schedule {text!r}: {evaluations} evaluations of a population of {population} are too few for "
            f"{len(shares)} segments; each needs one generation"
        )
    return segments
