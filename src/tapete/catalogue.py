"""Which games there are: those of the package, of other packages, and of this process."""

from __future__ import annotations

from importlib import import_module
from importlib.metadata import entry_points
from pkgutil import iter_modules
from typing import Any

from tapete.definition import Definition
from tapete.errors import UnknownGame, nearest
from tapete.game import Game

_registered: dict[str, Definition] = {}


def register(definition: Definition) -> Definition:
    """Make a game known to `tapete.load` in this process (packages use the entry point `tapete.games` instead)."""
    _registered[definition.name] = definition
    return definition


def game_names() -> list[str]:
    """All installed games."""
    import tapete.games

    own = {module.name for module in iter_modules(tapete.games.__path__) if module.ispkg}
    return sorted(own | {point.name for point in entry_points(group="tapete.games")} | set(_registered))


def definition(name: str) -> Definition:
    """What a game says about itself."""
    if name in _registered:
        return _registered[name]
    if name not in game_names():
        raise UnknownGame(f"there is no game {name!r}; {nearest(name, game_names())}")
    for point in entry_points(group="tapete.games"):
        if point.name == name:
            return point.load()
    return import_module(f"tapete.games.{name}").DEFINITION


def load(name: str, *, boundscheck: bool = False, **options: Any) -> Game:
    """A game by name, with its options: `tapete.load("briscas", players=2)`."""
    return Game(definition(name), options, boundscheck=boundscheck)
