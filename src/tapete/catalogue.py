"""Which games there are: those of the package, of other packages, and of this process."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from importlib import import_module
from pkgutil import iter_modules
from typing import Any

from tapete.definition import Definition
from tapete.errors import UnknownGame, nearest
from tapete.game import Game
from tapete.outside import CannotLoad, load_plugin, plugins

GROUP = "tapete.games"  # entry points of other packages
_registered: dict[str, Definition] = {}


def register(definition: Definition) -> Definition:
    """Make a game known to `tapete.load` in this process (packages use the entry point `tapete.games` instead)."""
    _registered[definition.name] = definition
    return definition


def own_games() -> list[str]:
    """The games of the package: one folder each."""
    return [module.name for module in iter_modules(import_module("tapete.games").__path__) if module.ispkg]


def game_names() -> list[str]:
    """All installed games."""
    return sorted({*own_games(), *plugins(GROUP), *_registered})


def definition(name: str) -> Definition:
    """What a game says about itself. A plug-in cannot take the place of a game of the package."""
    if name in _registered:
        return _registered[name]
    if name in own_games():
        return import_module(f"tapete.games.{name}").DEFINITION
    if name not in plugins(GROUP):
        raise UnknownGame(f"there is no game {name!r}; {nearest(name, game_names())}")
    try:
        found = load_plugin(plugins(GROUP)[name])
    except CannotLoad as error:
        raise UnknownGame(f"the game {name!r} cannot be used: {error}") from error
    if not isinstance(found, Definition):
        raise UnknownGame(f"the game {name!r} cannot be used: its plug-in names no Definition")
    return found


def definitions() -> Iterator[Definition]:
    """All games that can be used; a plug-in that does not load is left out."""
    for name in game_names():
        try:
            yield definition(name)
        except UnknownGame:
            continue


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


def game_at(
    module: str, name: str, options: Mapping[str, Any], boundscheck: bool, interpreted: bool | None = None
) -> Game:
    """The game that was found at a place."""
    found = getattr(import_module(module), name) if module else definition(name)
    return Game(found, options, boundscheck=boundscheck, interpreted=interpreted)


def load(name: str, *, boundscheck: bool = False, interpreted: bool | None = None, **options: Any) -> Game:
    """A game by name, with its options: `tapete.load("briscas", players=2)`.

    `boundscheck` compiles it so that every index is checked; `interpreted` runs its rules as plain Python, for a debugger
    (None: if the environment says `TAPETE_PYTHON=1`).
    """
    return Game(definition(name), options, boundscheck=boundscheck, interpreted=interpreted)
