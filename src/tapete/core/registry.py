"""Registry of games: those of the package, of other packages, and of this process."""

from __future__ import annotations

import copyreg
import os
import sys
from collections.abc import Iterator, Mapping
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules
from types import ModuleType
from typing import Any

from tapete.core.definition import Definition
from tapete.core.game import Game
from tapete.errors import BadOption, UnknownGame, nearest, shown
from tapete.plugins import CannotLoad, load_file, load_module, load_plugin, plugins

GROUP = "tapete.games"  # entry points of other packages
_registered: dict[str, Definition] = {}


def register(definition: Definition) -> Definition:
    """Make a game known to `tapete.load` in this process (packages use the entry point `tapete.games` instead)."""
    _registered[definition.name] = definition
    return definition


def own_games() -> list[str]:
    """Return the games of the package: one folder each."""
    return [module.name for module in iter_modules(import_module("tapete.games").__path__) if module.ispkg]


def game_names() -> list[str]:
    """Return all installed games."""
    return sorted({*own_games(), *plugins(GROUP), *_registered})


def definition(name: str) -> Definition:
    """Return the definition of a game by name or path. A plug-in cannot replace a game of the package."""
    if is_place(name):
        return definition_at(name)
    if name in _registered:
        return _registered[name]
    if name in own_games():
        return import_module(f"tapete.games.{name}").DEFINITION
    if name not in plugins(GROUP):
        raise UnknownGame(f"unknown game {name!r}; {nearest(name, game_names())}")
    try:
        found = load_plugin(plugins(GROUP)[name])
    except CannotLoad as error:
        raise UnknownGame(f"the game {name!r} cannot be used: {error}") from error
    if not isinstance(found, Definition):
        raise UnknownGame(f"the game {name!r} cannot be used: its plug-in is not a Definition")
    return found


def is_place(name: str) -> bool:
    """Return whether the name of a game is a file or folder: `./race.py`, `examples/love_letter`."""
    return name in (".", "..") or name.endswith(".py") or "/" in name or os.sep in name


def definition_at(place: str) -> Definition:
    """Return the game in a file, in the folder of a package, or in the folder of a project with a package in `src`."""
    path = Path(place).expanduser().absolute()
    if not path.exists():
        raise UnknownGame(f"no game at {place}: no such file or folder")
    try:
        module = load_file(str(path)) if path.is_file() else load_package(path)
    except CannotLoad as error:
        raise UnknownGame(f"the game at {place} cannot be used: {error}") from error
    found = {id(value): value for value in vars(module).values() if isinstance(value, Definition)}
    chosen = getattr(module, "DEFINITION", None)
    if isinstance(chosen, Definition):
        return chosen
    if len(found) != 1:
        what = "several games" if found else "no game"
        raise UnknownGame(f"found {what} at {place}; bind one Definition to the name DEFINITION")
    return next(iter(found.values()))


def load_package(folder: Path) -> ModuleType:
    """Return the package in a folder: the folder itself, or the one in its `src`."""
    if not (folder / "__init__.py").is_file():
        inner = sorted(path.parent for path in (folder / "src").glob("*/__init__.py"))
        if len(inner) != 1:
            raise CannotLoad(f"{folder} is not a package: it has neither __init__.py nor one package in src")
        folder = inner[0]
    if not folder.name.isidentifier():
        raise CannotLoad(f"{folder.name!r} cannot be the name of a package")
    if str(folder.parent) not in sys.path:
        sys.path.insert(0, str(folder.parent))
    module = load_module(folder.name)
    if folder.resolve() not in [Path(home).resolve() for home in getattr(module, "__path__", ())]:
        raise CannotLoad(f"another module is called {folder.name!r}; give the folder another name")
    return module


def definitions() -> Iterator[Definition]:
    """Yield all usable games; plug-ins that do not load are skipped."""
    for name in game_names():
        try:
            yield definition(name)
        except UnknownGame:
            continue


def place_of(found: Definition) -> tuple[str, str]:
    """Return where another process finds a definition: (module, name), or ("", name of an installed game)."""
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
    """Return the game at a place from `place_of`."""
    found = getattr(import_module(module), name) if module else definition(name)
    return Game(found, options, boundscheck=boundscheck, interpreted=interpreted)


def pickled(game: Game) -> tuple[Any, ...]:
    """Reduce a game to its place and options: another process loads it from there."""
    return game_at, (*place_of(game.definition), game.options, game.boundscheck, game.interpreted)


copyreg.pickle(Game, pickled)


def as_game(given: Game | str) -> Game:
    """Return a game itself, or the game of that name with its default options."""
    if isinstance(given, str):
        return load(given)
    if not isinstance(given, Game):
        raise BadOption(f"{shown(given)} is not a game: give tapete.load(NAME), or the name")
    return given


def load(name: str, *, boundscheck: bool = False, interpreted: bool | None = None, **options: Any) -> Game:
    """Load a game by name, with its options: `tapete.load("briscas", players=2)`.

    `boundscheck` compiles it so that every index is checked; `interpreted` runs its rules as plain Python, for a debugger
    (None: if the environment says `TAPETE_PYTHON=1`).
    """
    return Game(definition(name), options, boundscheck=boundscheck, interpreted=interpreted)
