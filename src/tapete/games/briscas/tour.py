"""The moments that the tour of Briscas shows."""

from __future__ import annotations

from tapete.core.tours import READER, Step, Tour, me


def trumped(step: Step) -> bool:
    """A trick that a trump took from another suit."""
    if len(step.after["tricks"]) == len(step.before["tricks"]):
        return False
    trick, trump = step.after["tricks"][-1], step.after["trump"]
    cards = {play["seat"]: play["card"] for play in trick["cards"]}
    return (
        trick["points"] >= 10
        and cards[trick["winner"]].endswith(trump)
        and not trick["cards"][0]["card"].endswith(trump)
    )


def plain_trick(step: Step) -> bool:
    return (
        len(step.after["tricks"]) > len(step.before["tricks"])
        and not trumped(step)
        and step.after["tricks"][-1]["points"] > 0
    )


def cheap_answer(step: Step) -> bool:
    """The reader throws a card that is worth nothing into a trick that he does not take."""
    if len(step.after["tricks"]) == len(step.before["tricks"]) or step.after["tricks"][-1]["winner"] == READER:
        return False
    return any(p["seat"] == READER and p["card"][0] in "24567" for p in step.after["tricks"][-1]["cards"])


TOUR = Tour(
    "cheap-winner",
    {"players": 2},
    (
        lambda step: len(step.after["tricks"]) >= 6 and "trick" in step.kinds(),
        lambda step: step.before["trick"] and any(card[0] in "A3" for card in me(step.before)["hand"]),
        plain_trick,
        trumped,
        lambda step: step.mine("draw"),
        cheap_answer,
        None,
    ),
)
