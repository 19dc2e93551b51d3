"""Which games there are: those of the package, of other packages, and of this process."""

from __future__ import annotations

import sys
from collections.abc import Mapping
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


def place_of(found: Definition) -> tuple[str, str]:
    """Where another process finds a definition: a module and a name in it, or no module and the name of an installed game."""
    if found.name not in _registered and found.name in game_names() and definition(found.name) is found:
        return "", found.name
    homes = {kernel.__module__ for kernel in found.kernels.values()}
    homes |= {home.rpartition(".")[0] for home in homes}
    for home in sorted(homes):
        for name, value in list(vars(sys.modules.get(home, object)).items()):
            if value is found:
                return home, name
    if _registered.get(found.name) is found:
        return "", found.name
    raise UnknownGame(
        f"other processes cannot find the game {found.name!r}: bind its definition to a name in the module of its rules"
    )


def game_at(module: str, name: str, options: Mapping[str, Any], boundscheck: bool) -> Game:
    """The game that was found at a place."""
    found = getattr(import_module(module), name) if module else definition(name)
    return Game(found, options, boundscheck=boundscheck)


def load(name: str, *, boundscheck: bool = False, **options: Any) -> Game:
    """A game by name, with its options: `tapete.load("briscas", players=2)`."""
    return Game(definition(name), options, boundscheck=boundscheck)
