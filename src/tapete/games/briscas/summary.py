"""What a game of Briscas came to, beyond points: the best tricks, the trumps taken and the briscas lost."""

from __future__ import annotations

from collections.abc import Iterable

from tapete.core.summary import Account, Fact, Step

BRISCAS = ("A", "3")  # the faces worth ten points or more


def account(steps: Iterable[Step]) -> Account:
    """Facts of every seat, from the tricks that the last table tells."""
    last: Step | None = None
    for last in steps:
        pass
    if last is None:
        return Account()
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
    best = [max((trick["points"] for trick in tricks), default=0) for tricks in own]
    return Account(
        facts=[
            Fact("tricks", [len(tricks) for tricks in own]),
            Fact("taken", [sum(trick["points"] for trick in tricks) for tricks in own]),
            Fact("best_trick", best),
            Fact("trumps", trumps),
            Fact("briscas_lost", lost),
        ]
    )
