"""The moments that the tour of Tales of Tribute shows."""

from __future__ import annotations

from tapete.core.tours import READER, Tour, me

TOUR = Tour(
    "random",
    {"patrons": "duke_of_crows,hlaalu,pelin,red_eagle"},
    (
        lambda step: step.mine("gain_prestige") and "end_turn" in step.kinds(),
        lambda step: step.mine("play") and step.mine("gain_coins"),
        lambda step: step.mine("buy"),
        lambda step: step.mine("end_turn") and me(step.before)["power"] > 0,
        lambda step: step.mine("activate"),
        lambda step: "combo" in step.kinds() and step.after["current"] == READER,
        None,
    ),
)
