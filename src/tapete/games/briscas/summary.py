"""Summary of a game of Briscas: the best tricks, the trumps taken and the briscas lost."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from tapete.core.presentation import Event
from tapete.core.summary import Fact, GameSummary, Step

HALF = 60  # of the 120 points of the deck: a side with more wins
BRISCAS = ("A", "3")  # faces worth at least ten points


def summary(steps: Iterable[Step]) -> GameSummary:
    """Return the facts of every seat, from the tricks of the last description."""
    last: Step | None = None
    for last in steps:
        pass
    if last is None:
        return GameSummary()
    seen = last.after
    side_of = [player["side"] for player in seen["players"]]
    seats = range(len(side_of))
    own = [[trick for trick in seen["tricks"] if trick["winner"] == seat] for seat in seats]
    trumps = [
        sum(play["card"].endswith(f"-{seen['trump']}") for trick in own[s] for play in trick["cards"]) for s in seats
    ]
    lost = [
        sum(
            play["seat"] == seat and play["card"].split("-")[0] in BRISCAS and side_of[trick["winner"]] != side_of[seat]
            for trick in seen["tricks"]
            for play in trick["cards"]
        )
        for seat in seats
    ]
    points = [sum(trick["points"] for trick in tricks) for tricks in own]
    pairs = [sum(points[other] for other in seats if side_of[other] == side_of[seat]) for seat in seats]
    best = [max((trick["points"] for trick in tricks), default=0) for tricks in own]
    return GameSummary(
        ending(seen),
        facts=[
            Fact("tricks", [len(tricks) for tricks in own]),
            Fact("taken", points),
            *([Fact("pair", pairs)] if len(set(side_of)) < len(side_of) else []),
            Fact("best_trick", best),
            Fact("trumps", trumps),
            Fact("briscas_lost", lost),
        ],
    )


def ending(seen: Mapping[str, Any]) -> Event | None:
    """Return the trick that took a side past half of the points; if there is none, how the points ended."""
    if not seen["over"]:
        return None
    sides = seen["sides"]
    side_of = {seat: number for number, side in enumerate(sides) for seat in side["seats"]}
    points = [0] * len(sides)
    for number, trick in enumerate(seen["tricks"], start=1):
        side = side_of[trick["winner"]]
        points[side] += trick["points"]
        if points[side] > HALF:
            card = next(play["card"] for play in trick["cards"] if play["seat"] == trick["winner"])
            kind = "passed" if len(sides[side]["seats"]) == 1 else "passed_pair"
            return {
                "kind": kind,
                "seat": trick["winner"],
                "card": card,
                "points": trick["points"],
                "trick": number,
                "half": HALF,
            }
    best = max(seen["returns"])
    winners = [side for side in sides if seen["returns"][side["seats"][0]] >= best - 1e-9]
    seats = sorted(seat for side in winners for seat in side["seats"])
    own = winners[0]["points"]
    if len(winners) > 1:
        return {"kind": "even", "winners": seats, "points": own, "half": HALF}
    others = max(side["points"] for side in sides if side not in winners)
    if own == others:
        return {"kind": "more_cards", "winners": seats, "points": own, "cards": winners[0]["cards"]}
    lead = {"points": own, "more": own - others, "half": HALF}
    return {"kind": "ahead", "winners": seats, **lead} | ({"seat": seats[0]} if len(seats) == 1 else {})
