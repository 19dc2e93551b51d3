"""From a spec such as `ismcts:iterations=500,c=1.4` to an agent that plays a game."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import cache
from importlib import import_module
from importlib.metadata import entry_points
from pkgutil import iter_modules
from typing import Any

from tapete.agents import net, simple
from tapete.agents.opening import with_opening
from tapete.agents.seated import Seated
from tapete.catalogue import definition as game_definition
from tapete.catalogue import game_names
from tapete.errors import BadOption, UnknownAgent, nearest
from tapete.game import Game, View
from tapete.options import Option, resolve
from tapete.policy import AgentKind, PolicyAgent


def parse_spec(spec: str) -> tuple[str, dict[str, str]]:
    """Split `name:option=value,option=value`."""
    name, colon, rest = spec.strip().partition(":")
    if not name or (colon and not rest):
        raise BadOption(f"agent {spec!r}: must be NAME or NAME:option=value,option=value")
    options: dict[str, str] = {}
    for item in rest.split(",") if rest else ():
        key, equals, value = item.partition("=")
        if not equals or not key.strip() or not value.strip():
            raise BadOption(f"agent {spec!r}: {item!r} must be option=value")
        if key.strip() in options:
            raise BadOption(f"agent {spec!r}: option {key.strip()!r} is given twice")
        options[key.strip()] = value.strip()
    return name, options


@cache
def generic_kinds() -> dict[str, AgentKind]:
    """Kinds that belong to no game: the simple ones, networks and the searches."""
    import tapete.search

    found = {kind.name: kind for kind in (*simple.KINDS, *net.KINDS)}
    for module in iter_modules(tapete.search.__path__):
        for kind in getattr(import_module(f"tapete.search.{module.name}"), "KINDS", ()):
            found[kind.name] = kind
    return found


def _plugin_kind(name: str, target: Any) -> AgentKind:
    """An agent of another package: an `AgentKind`, or anything that makes an agent when called."""
    if isinstance(target, AgentKind):
        return target

    def make(game: Game, options: Mapping[str, Any]) -> Any:
        return target(**options)

    return AgentKind(name, (getattr(target, "__doc__", None) or "").strip().split("\n")[0], (), make)


_registered: dict[str, AgentKind] = {}


def register_agent(kind: AgentKind | Callable[[], Any], name: str | None = None) -> None:
    """Make an agent known in this process (packages use the entry point `tapete.agents` instead)."""
    if isinstance(kind, AgentKind):
        _registered[kind.name] = kind
    else:
        chosen = name or getattr(kind, "name", None) or getattr(kind, "__name__", "agent").lower()
        _registered[chosen] = _plugin_kind(chosen, kind)


def kinds_for(game: Game) -> dict[str, AgentKind]:
    """Every kind of agent that plays a game, with the defaults that suit it."""
    definition = game.definition
    found = dict(generic_kinds())
    for point in entry_points(group="tapete.agents"):
        found[point.name] = _plugin_kind(point.name, point.load())
    found |= _registered
    for name, policy in definition.policies.items():

        def make(game: Game, options: Mapping[str, Any], name: str = name, policy: Any = policy) -> Any:
            return PolicyAgent(game, name, policy, options)

        found[name] = AgentKind(name, policy.what, policy.options, make)
    found = {name: kind for name, kind in found.items() if kind.plays(game)}
    if definition.opening is not None:
        found = {name: kind if name == "random" else with_opening(kind, game) for name, kind in found.items()}
    if definition.seat_options:
        found = {name: with_seat_options(kind, definition.seat_options) for name, kind in found.items()}
    for name, kind in found.items():
        if kind.searches and definition.search_options:
            found[name] = replace(kind, options=(*kind.options, *definition.search_options))
    suited = definition.agent_defaults
    for name, defaults in (suited(game.options) if callable(suited) else suited).items():
        if name in found:
            found[name] = with_defaults(found[name], defaults)
    for alias, (spec, what) in definition.aliases.items():
        name, given = parse_spec(spec)
        if name in found:
            found[alias] = replace(with_defaults(found[name], given), name=alias, what=what)
    return dict(sorted(found.items()))


def with_seat_options(kind: AgentKind, options: tuple[Option, ...]) -> AgentKind:
    """The same kind, with options that set up the seat it plays (`deck=`) and are read by the arena."""
    own = {option.name for option in kind.options}
    make = kind.make

    def make_without(game: Game, given: Mapping[str, Any]) -> Any:
        return make(game, {name: value for name, value in given.items() if name in own})

    extra = tuple(option for option in options if option.name not in own)
    return replace(kind, options=(*kind.options, *extra), make=make_without)


def with_defaults(kind: AgentKind, defaults: Mapping[str, Any]) -> AgentKind:
    """The same kind with other defaults."""
    known = {option.name for option in kind.options}
    for name in defaults:
        if name not in known:
            raise BadOption(f"agent {kind.name!r} has no option {name!r}; {nearest(name, known)}")
    options = tuple(
        replace(option, default=option.value(defaults[option.name])) if option.name in defaults else option
        for option in kind.options
    )
    return replace(kind, options=options)


def make_agent(spec: str, game: Game) -> Seated:
    """The agent that a spec names, ready to play a game."""
    name, given = parse_spec(spec)
    kinds = kinds_for(game)
    if name not in kinds:
        elsewhere = [other for other in game_names() if other != game.name and name in game_definition(other).policies]
        hint = f"it plays {' and '.join(elsewhere)} only" if elsewhere else nearest(name, kinds)
        raise UnknownAgent(f"there is no agent {name!r} for {game.name}; {hint}")
    options = resolve(kinds[name].options, given, f"agent {name!r}")
    return Seated(kinds[name].make(game, options), name, spec.strip(), options)


class SpecAgent:
    """The agent that a spec names, for whichever game it is first asked about."""

    def __init__(self, spec: str) -> None:
        parse_spec(spec)
        self.name = self.spec = spec
        self._seed: int | None = None
        self._bound: Seated | None = None
        self._game: Game | None = None

    def __repr__(self) -> str:
        return f"<agent {self.spec}>"

    def bind(self, game: Game) -> Seated:
        if self._bound is None or self._game is not game:
            self._bound, self._game = make_agent(self.spec, game), game
            self._bound.reset(self._seed or 0)
        return self._bound

    def reset(self, seed: int) -> None:
        self._seed = seed
        if self._bound is not None:
            self._bound.reset(seed)

    def act(self, view: View) -> int | None:
        return self.bind(view.game).act(view)


def agent(spec: str, game: Game | None = None) -> SpecAgent:
    """An agent by spec: `tapete.agent("ismcts:iterations=500")`. With a game, the spec is checked at once."""
    found = SpecAgent(spec)
    if game is not None:
        found.bind(game)
    return found
