"""The moments that the tour of Catan shows."""

from __future__ import annotations

from tapete.core.tours import Tour, me

TOUR = Tour(
    "value",
    {},
    (
        lambda step: any(player["points"] >= 6 for player in step.after["players"]) and "city" in step.kinds(),
        lambda step: "roll" in step.kinds() and me(step.after)["hand_count"] > me(step.before)["hand_count"],
        lambda step: step.before["phase"] == "setup_settlement" and step.mine("settle"),
        lambda step: step.mine("city") or step.mine("buy"),
        lambda step: step.mine("settle") and step.before["phase"] == "main",
        lambda step: "robber" in step.kinds() or "steal" in step.kinds(),
        None,
    ),
)
