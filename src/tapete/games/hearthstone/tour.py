"""The moments that the tour of Hearthstone shows."""

from __future__ import annotations

from tapete.core.tours import READER, Tour, me, other

TOUR = Tour(
    "random",
    {"deck0": "BasicPaladin", "deck1": "BasicPaladin", "variant": "full"},
    (
        lambda step: step.before["turn"] >= 2 and "turn" in step.kinds(),
        lambda step: step.after["turn"] >= 5 and step.after["current"] == READER and "turn" in step.kinds(),
        lambda step: step.mine("plays") and len(me(step.after)["board"]) > len(me(step.before)["board"]),
        lambda step: step.mine("attack_on"),
        lambda step: (
            any("taunt" in minion["flags"] for minion in other(step.after)["board"]) and step.mine("attack_on")
        ),
        lambda step: step.mine("uses", "uses_on", "uses_on_hero") or step.mine("equips"),
        None,
    ),
)
