"""Registry of agents: from a spec such as `ismcts:iterations=500,c=1.4` to an agent that plays a game.

A spec names a kind of agent (of the package, the game, a plug-in or this process), a class in a file (`./agent.py:Class`) or in a
module (`package.module:Class`), a path (a training's folder, a network), or a level of the game (`easy` to `best`).
"""

from __future__ import annotations

import inspect
import os
import warnings
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import cache
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules
from typing import Any

from tapete.agents import network, simple, switch
from tapete.agents.factory import make_of_kind, suited
from tapete.agents.player import Player
from tapete.agents.spec import parse_spec
from tapete.core.bots import AgentFactory, Bot, fits
from tapete.core.definition import BotSpec, Definition
from tapete.core.game import Game
from tapete.core.presentation import LEVELS
from tapete.core.registry import definitions
from tapete.core.state import View
from tapete.errors import BadAgent, BadOption, TapeteError, UnknownAgent, nearest, shown
from tapete.options import Option, hint
from tapete.plugins import (
    CannotLoad,
    absolute_reference,
    classes_in,
    load_object,
    load_plugin,
    no_exit,
    plugins,
    split_reference,
)

LEVEL_ITERATIONS = dict(
    zip(LEVELS, (50, 500, 2000, 10000), strict=True)
)  # in a game that names no agents for its levels
GROUP = "tapete.agents"  # entry points of other packages
FILE_ENDINGS = (".json", ".npz")  # a value of an option that ends so is a file
WEIGHTS = "weights"  # the option of agents and evaluations that may name a file of any kind
CHAMPIONS = ("champion.npz", "champion.json")  # what a training leaves in its folder


def is_path(name: str, game: Game | None = None) -> bool:
    """Return whether the name in a spec is a file or folder, not a class.

    A plain word is one if a training left a folder of that name, provided the game is known and has no such agent.
    """
    if split_reference(name) is not None:
        return False
    if "/" in name or os.sep in name or name.endswith((".npz", ".py")):
        return True
    return game is not None and trained(name) and name not in kinds_for(game) and level_spec(name, game) is None


def trained(name: str) -> bool:
    """Return whether a folder holds the result of a training."""
    return any(os.path.isfile(os.path.join(name, file)) for file in CHAMPIONS)


def absolute_spec(spec: str, game: Game | None = None) -> str:
    """Return the spec with absolute paths, for workers that run in other folders."""
    name, options = parse_spec(spec)
    named = str(Path(name).expanduser().absolute()) if is_path(name, game) else absolute_reference(name)
    values = {
        key: absolute_weights(value) if key == WEIGHTS else absolute_value(value) for key, value in options.items()
    }
    if (named, values) == (name, options):
        return spec
    return named + (":" if values else "") + ",".join(f"{key}={value}" for key, value in values.items())


def absolute_weights(value: str) -> str:
    """Return the value of `weights=` with the absolute path of the file or training folder, if it names one."""
    return str(Path(value).absolute()) if os.path.isfile(value) or trained(value) else value


def absolute_value(value: str) -> str:
    """Return the value of an option with the absolute path of the file, if it names one."""
    if (value.endswith(FILE_ENDINGS) and os.path.isfile(value)) or ("/" in value and trained(value)):
        return str(Path(value).absolute())
    start, slash, rest = value.partition(".py:")
    name, more, options = rest.partition("/")  # `rollout=./bots.py:NAME/option=value`
    return absolute_reference(f"{start}.py:{name}") + more + options if slash else value


# Kinds of agents


@cache
def generic_kinds() -> dict[str, AgentFactory]:
    """Return the game-independent kinds: the simple ones, networks and the searches."""
    import tapete.search

    found = {kind.name: kind for kind in (*simple.KINDS, *network.KINDS, RELAY)}
    for module in iter_modules(tapete.search.__path__):
        for kind in getattr(import_module(f"tapete.search.{module.name}"), "KINDS", ()):
            found[kind.name] = kind
    return found


def kind_of(name: str, target: Any) -> AgentFactory:
    """Turn an `AgentFactory`, a native `BotSpec`, or any callable that creates an agent into a kind of agent.

    The parameters of a class whose default is a number, a switch or a text are its options.
    """
    if isinstance(target, AgentFactory):
        return replace(target, name=name, outside=True)
    if isinstance(target, BotSpec):
        return replace(policy_kind(name, target), plays=lambda game: fits(target, game), outside=True)
    if not callable(target):
        raise BadAgent(f"agent {name!r}: {shown(target)} is not a class, an AgentFactory or a BotSpec")
    if isinstance(target, type) and not callable(getattr(target, "act", None)):
        raise BadAgent(f"agent {name!r}: the class {target.__name__} has no method act(view)")
    options, wants_game = options_of(name, target)

    def make(game: Game, given: Mapping[str, Any]) -> Any:
        return target(game=game, **given) if wants_game else target(**given)

    what = (inspect.getdoc(target) or "").strip().split("\n")[0]
    return AgentFactory(name, what, options, make, plays_of(target), outside=True)


def options_of(name: str, target: Any) -> tuple[tuple[Option, ...], bool]:
    """Return the options of a class, and whether it takes the game."""
    try:
        parameters = inspect.signature(target).parameters.values()
    except (TypeError, ValueError):
        return (), False
    options, wants_game = [], False
    declared = getattr(target, "options", ())
    said_of = {o.name: o for o in (declared if isinstance(declared, (tuple, list)) else ()) if isinstance(o, Option)}
    for parameter in parameters:
        if parameter.kind in (parameter.VAR_POSITIONAL, parameter.VAR_KEYWORD):
            continue
        if parameter.name == "game":
            wants_game = True
        elif parameter.name in said_of:
            options.append(said_of[parameter.name])
        elif parameter.default is parameter.empty:
            raise BadAgent(f"agent {name!r}: its constructor needs {parameter.name!r}, which has no default")
        elif isinstance(parameter.default, (bool, int, float, str)):
            options.append(Option(parameter.name, parameter.default, "as its constructor takes it"))
    return tuple(options), wants_game


def plays_of(target: Any) -> Callable[[Game], bool]:
    """Return the predicate of games that an agent plays: `plays` is a function of the game or some names; without it, all."""
    plays = getattr(target, "plays", None)
    if plays is None:
        return lambda game: True
    if callable(plays):
        return plays
    names = (plays,) if isinstance(plays, str) else tuple(plays)
    return lambda game: game.name in names


def policy_kind(name: str, policy: BotSpec) -> AgentFactory:
    """Return a native policy as a kind of agent. `random` also answers first decisions itself."""

    def make(game: Game, options: Mapping[str, Any]) -> Any:
        return Bot(game, name, policy, options)

    return AgentFactory(name, policy.what, policy.options, make, opening=name != "random")


_registered: dict[str, AgentFactory] = {}
_changes = 0  # number of registrations: kinds listed earlier are outdated


def register_agent(kind: AgentFactory | Callable[[], Any], name: str | None = None) -> None:
    """Make an agent known in this process (packages use the entry point `tapete.agents` instead)."""
    global _changes
    chosen = name or getattr(kind, "name", None) or getattr(kind, "__name__", "agent").lower()
    if chosen in generic_kinds():
        raise BadOption(f"there is an agent {chosen!r} already; give yours another name")
    _registered[chosen] = kind_of(chosen, kind)
    _changes += 1


@cache
def plugged_in() -> tuple[dict[str, AgentFactory], dict[str, TapeteError]]:
    """Return the agents of other packages, and the errors of those that do not load, for when one is requested."""
    found: dict[str, AgentFactory] = {}
    broken: dict[str, TapeteError] = {}
    for name, point in plugins(GROUP).items():
        if name in generic_kinds():
            left_out(name)
            continue
        try:
            found[name] = kind_of(name, load_plugin(point))
        except (CannotLoad, BadAgent) as error:
            broken[name] = error
    return found, broken


@cache
def left_out(name: str) -> None:
    """Warn once that a third-party agent does not get the name of an existing one."""
    warnings.warn(f"an agent plug-in named {name!r} is left out: a built-in agent has that name", stacklevel=2)


_listed: dict[tuple, tuple[Definition, dict[str, AgentFactory]]] = {}  # each with the object that keeps its key unique
MOST_LISTED = 256


def kinds_for(game: Game) -> dict[str, AgentFactory]:
    """Return every kind of agent that plays a game, with the defaults that suit it."""
    key = (id(game.definition), repr(game.options), id(_registered), _changes)
    if key not in _listed:
        if len(_listed) >= MOST_LISTED:
            _listed.clear()
        _listed[key] = game.definition, list_kinds(game)
    return dict(_listed[key][1])


def list_kinds(game: Game) -> dict[str, AgentFactory]:
    definition = game.definition
    outside = {**plugged_in()[0], **_registered}
    own = {name: policy_kind(name, policy) for name, policy in definition.bots.items()}
    own |= shipped_champions(game)
    named = definition.aliases
    aliases = named(game.options) if callable(named) else named
    for name in outside.keys() & {*own, *aliases}:
        left_out(name)
    found = {**outside, **generic_kinds(), **own}
    found = {name: suited(kind, game) for name, kind in found.items() if plays(kind, game)}
    suits = definition.agent_defaults
    for name, defaults in (suits(game.options) if callable(suits) else suits).items():
        if name in found:
            found[name] = with_defaults(found[name], defaults)
    for alias, (spec, what) in aliases.items():
        name, given = parse_spec(spec)
        if name in found:
            found[alias] = replace(with_defaults(found[name], given), name=alias, what=what)
    return dict(sorted(found.items()))


def plays(kind: AgentFactory, game: Game) -> bool:
    """Return whether a kind of agent declares that it plays a game."""
    if not kind.outside:
        return kind.plays(game)
    try:
        with no_exit():
            return bool(kind.plays(game))
    except (Exception, SystemExit):
        return False


def with_defaults(kind: AgentFactory, defaults: Mapping[str, Any]) -> AgentFactory:
    """Return the same kind with other defaults."""
    known = {option.name for option in kind.options}
    for name in defaults:
        if name not in known:
            raise BadOption(f"agent {kind.name!r} has no option {name!r}; {hint(name, kind.options)}")
    options = tuple(
        replace(option, default=option.value(defaults[option.name])) if option.name in defaults else option
        for option in kind.options
    )
    return replace(kind, options=options)


# From a name to a kind


def find_kind(name: str, game: Game) -> AgentFactory:
    """Return the kind of agent that a spec names."""
    kinds = kinds_for(game)
    if name in kinds:
        return kinds[name]
    if split_reference(name) is not None:
        return class_agent(name, game)
    level = level_spec(name, game)
    if level is not None:
        base, given = parse_spec(level)
        if base not in kinds:
            raise UnknownAgent(f"the level {name!r} of {game.name} is {level}, which is not an agent of this game")
        return with_defaults(kinds[base], given)
    broken = plugged_in()[1]
    if name in broken:
        raise BadAgent(f"agent {name!r} cannot be used: {broken[name]}") from broken[name]
    elsewhere = [other.name for other in definitions() if other.name != game.name and name in other.bots]
    other = f"it plays {' and '.join(elsewhere)} only" if elsewhere else nearest(name, [*kinds, *LEVELS])
    raise UnknownAgent(f"unknown agent {name!r} for {game.name}; {other}")


def level_spec(name: str, game: Game) -> str | None:
    """Return the agent of a level, unless an agent has that name.

    A level without an agent in this game is a search.
    """
    kinds = kinds_for(game)
    if name in kinds or name not in {*LEVELS, *game.levels}:
        return None
    return game.levels.get(name) or (f"ismcts:iterations={LEVEL_ITERATIONS[name]}" if "ismcts" in kinds else "random")


def class_agent(name: str, game: Game) -> AgentFactory:
    """Return the agent in a file or a module: `./agent.py:Class`, `package.module:Class`."""
    try:
        kind = kind_of(name, load_object(name))
    except CannotLoad as error:
        raise BadAgent(f"agent {name!r}: {error}") from error
    if not plays(kind, game):
        raise BadAgent(f"agent {name!r} does not play {game.name}")
    return suited(kind, game)


def path_agent(path: str, given: Mapping[str, str], game: Game) -> Player:
    """Return the agent at a path: a network, or the champion in a training's folder."""
    place = Path(path).expanduser()
    if place.suffix == ".py":
        found = [f"{path}:{name}" for name in classes_in(place)]
        hint = f" such as {found[0]}" if found else f", {path}:NAME"
        raise UnknownAgent(
            f"agent {path!r}: name a class of the file{hint}" if place.exists() else f"no such file: {path}"
        )
    if place.is_dir() and (place / "champion.npz").is_file():
        place = place / "champion.npz"
    if place.suffix == ".npz":
        if not place.is_file():
            raise UnknownAgent(f"unknown agent {path!r}: no such file")
        if "net" not in kinds_for(game):
            raise UnknownAgent(f"agent {path!r}: {game.name} has no agent that plays a network")
        return make_named("net", {"file": str(place), **given}, path, game)
    return make_of_kind(champion_kind(path, place, game), path, given, path, game)


def champion_kind(path: str, place: Path, game: Game) -> AgentFactory:
    """Return the champion of a training as a kind of agent with the options of its seat; the training fixed the others."""
    from tapete.agents.champion import read_champion

    champion = read_champion(place)
    kind = find_kind(parse_spec(champion.agent)[0], game)
    what = f"champion of a training of {champion.agent}"
    made = AgentFactory(
        path, what, (), lambda game, options: champion.agent_for(game, make_agent), opening=kind.opening
    )
    return suited(made, game)


def shipped_champions(game: Game) -> dict[str, AgentFactory]:
    """Return the kind `champion` if a game has shipped champions."""
    from tapete.agents.champion import read_champion, shipped

    files = shipped(game)
    if not files:
        return {}
    names = Option("name", next(iter(files)), "which of the shipped ones", choices=tuple(files))

    def make(game: Game, options: Mapping[str, Any]) -> Any:
        return read_champion(files[options["name"]]).agent_for(game, make_agent)

    return {"champion": AgentFactory("champion", "weights found by a training", (names,), make)}


# From a spec to an agent


def make_agent(spec: str, game: Game) -> Player:
    """Create the agent of a spec, ready to play a game. A name with a / or ending in .npz that is not a class is a path."""
    name, given = parse_spec(spec)
    return path_agent(name, given, game) if is_path(name, game) else make_named(name, given, spec.strip(), game)


def make_named(name: str, given: Mapping[str, str], spec: str, game: Game) -> Player:
    """Create an agent by the name of its kind and options."""
    return make_of_kind(find_kind(name, game), name, given, spec, game)


def make_relay(game: Game, options: Mapping[str, Any]) -> switch.RelayAgent:
    """Create a relay; its options name two agents by `NAME/option=value/option=value`."""
    return switch.RelayAgent([relay_part(game, what, options[what]) for what in ("first", "then")], options["until"])


def relay_part(game: Game, what: str, given: str) -> Player:
    """Create one of the two agents of a relay."""
    name, slash, options = given.partition("/")
    try:
        return make_agent(f"{name}:{options.replace('/', ',')}" if slash else name, game)
    except TapeteError as error:
        raise type(error)(f"agent 'relay', {what}={given}: {error}") from None


RELAY = AgentFactory("relay", "one agent until a turn of the game, another from then on", switch.OPTIONS, make_relay)


def seat_agent(given: str | Any, game: Game) -> Player:
    """Return an agent given by spec or as an object. An object also answers first decisions itself."""
    if isinstance(given, str):
        return make_agent(given, game)
    if isinstance(given, type):
        raise BadAgent(f"{given.__name__} is a class, not an agent: give an object, {given.__name__}()")
    if not callable(getattr(given, "act", None)):
        raise BadAgent(f"{shown(given)} is not an agent: it has no method act(view)")
    if isinstance(given, SpecAgent):
        return given.bind(game)
    name = str(getattr(given, "name", type(given).__name__))
    return Player(given, name, name)


class SpecAgent:
    """Agent of a spec, created for the game of its first view."""

    def __init__(self, spec: str) -> None:
        parse_spec(spec)
        self.name = self.spec = spec
        self._seed: int | None = None
        self._bound: Player | None = None
        self._game: Game | None = None

    def __repr__(self) -> str:
        return f"<agent {self.spec}>"

    def bind(self, game: Game) -> Player:
        if self._bound is None or self._game is not game:
            self._bound, self._game = make_agent(self.spec, game), game
            self._bound.reset(self._seed or 0)
        return self._bound

    def begin(self, game: Game, seat: int) -> None:
        self.bind(game).begin(game, seat)

    def reset(self, seed: int) -> None:
        self._seed = seed
        if self._bound is not None:
            self._bound.reset(seed)

    def act(self, view: View) -> int | None:
        return self.bind(view.game).act(view)

    def end(self, returns: list[float], view: View) -> None:
        self.bind(view.game).end(returns, view)


def agent(spec: str, game: Game | None = None) -> SpecAgent:
    """Return an agent by spec: `tapete.agent("ismcts:iterations=500")`. With a game, the spec is checked at once."""
    found = SpecAgent(spec)
    if game is not None:
        found.bind(game)
    return found
