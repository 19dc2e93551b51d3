"""Games and options for the tests of adapters; long games are cut short."""

from __future__ import annotations

from typing import Any

CASES: list[tuple[str, dict[str, Any]]] = [
    ("briscas", {}),
    ("briscas", {"players": 3, "exchange": "on"}),
    ("briscas", {"players": 4, "partners_see_hands": "start"}),
    ("dinosaurs", {}),
    ("dinosaurs", {"players": 2, "preset": "thesis"}),
    ("catan", {"turn_cap": 25}),
    ("catan", {"players": 3, "turn_cap": 20, "blind_answers": True, "hidden_discards": True, "compose_trade": True}),
    ("hearthstone", {}),
    ("hearthstone", {"factored": True, "decks": "mixed", "turn_limit": 20}),
    ("tribute", {"turn_limit": 10}),
    ("tribute", {"patrons": "psijic,saint_alessia,rajhin,orgnum", "turn_limit": 10}),
]
FIRST = [next(case for case in CASES if case[0] == name) for name in dict(CASES)]  # one of each game


def called(case: Any) -> str:
    """Return the name of a case in reports."""
    return case if isinstance(case, str) else ",".join(f"{name}={value}" for name, value in case.items()) or "plain"
