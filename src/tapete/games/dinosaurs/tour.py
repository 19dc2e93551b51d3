"""The moments that the tour of Happy Little Dinosaurs shows."""

from __future__ import annotations

from tapete.core.tours import Data, Tour, me


def disasters(position: Data) -> int:
    return sum(int(count) for count in me(position)["disasters"].values())


TOUR = Tour(
    "medium",
    {},
    (
        lambda step: "advanced" in step.kinds() and max(player["points"] for player in step.after["players"]) >= 20,
        lambda step: "revealed" in step.kinds() or "reveal" in step.kinds(),
        lambda step: "advanced" in step.kinds(),
        lambda step: step.before["phase"] == "choose" and "revealed" in step.kinds(),
        lambda step: step.mine("played"),
        lambda step: disasters(step.after) > disasters(step.before),
        None,
    ),
)
