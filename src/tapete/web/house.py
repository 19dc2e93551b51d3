"""Cast of the house: the named characters that represent agents chosen by level."""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Mapping
from functools import cache
from typing import Any

from tapete.core.presentation import LEVELS
from tapete.web.files import PAGE, lobby_of


@cache
def people() -> dict[str, dict[str, Any]]:
    """Return the cast by id: name, level and lines."""
    found: dict[str, dict[str, Any]] = json.loads((PAGE / "cast.json").read_text(encoding="utf-8"))["people"]
    return found


@cache
def _about(game: str) -> dict[str, Any]:
    return lobby_of(game)


def person_for(level: str, game: str, taken: Collection[str], wanted: str = "") -> str:
    """Return the character for a level: the requested one, the game's favourites, then the others; "" if all are at the table.

    A character sits at a table only once. If all characters of the level are taken, one of the nearest level is used.
    """
    cast = people()
    if cast.get(wanted, {}).get("level") == level and wanted not in taken:
        return wanted
    favourites = _about(game).get("favourites", [])
    far = {person: abs(LEVELS.index(about["level"]) - LEVELS.index(level)) for person, about in cast.items()}
    order = sorted(cast, key=lambda person: (far[person], person not in favourites))
    return next((person for person in order if person not in taken), "")


def agent_name(
    label: str, game: str, taken: Collection[str], names: Collection[str], wanted: str = ""
) -> tuple[str, str]:
    """Return character and name of an agent: a character of the house for a level, else the spec."""
    person = person_for(label, game, taken, wanted) if label in LEVELS else ""
    if person:
        return person, people()[person]["name"]
    number = 1 + sum(name == label or name.startswith(f"{label} (") for name in names)
    return "", label if number == 1 else f"{label} ({number})"


def figures_of(game: str, seats: int, described: Callable[[], Mapping[str, Any]]) -> list[str]:
    """Return the figure of each seat, in a game whose players have figures; else ""."""
    figures = _about(game).get("figures")
    if figures is None:
        return [""] * seats
    return [str(player.get(figures["member"]) or "") for player in described()["players"]]


def chosen_figures(game: str) -> dict[str, str]:
    """Return the figures that players may choose, with the option of the game that assigns them."""
    figures = _about(game).get("figures") or {}
    return dict.fromkeys(figures.get("people", {}), figures["option"]) if figures.get("option") else {}


def figure_name(game: str, figure: str, language: str) -> str:
    """Return the name of a figure."""
    return str(_about(game)["figures"]["people"].get(figure, {}).get("name", {}).get(language, figure))


def rivals_of(game: str, seats: int, described: Mapping[str, Any], language: str) -> list[str]:
    """Return the names of the players in a game that is only shown: their figures, or the characters of the first level."""
    figures = figures_of(game, seats, lambda: described)
    sitting: list[str] = []
    for _ in range(seats):
        sitting.append(person_for(LEVELS[0], game, sitting))
    return [
        figure_name(game, figure, language) if figure else people()[person]["name"]
        for figure, person in zip(figures, sitting, strict=True)
    ]
