"""Agents of a kind: the options of the kind in a game, and the agent together with the game's opening rule."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from tapete.agents.player import Player
from tapete.core.bots import AgentFactory, Bot
from tapete.core.game import Game
from tapete.errors import BadAgent, TapeteError, said, shown
from tapete.options import resolve
from tapete.plugins import no_exit


def suited(kind: AgentFactory, game: Game) -> AgentFactory:
    """Return a kind with all its options in a game: those of searches, of the opening rule, of its seat (`deck=`)."""
    definition = game.definition
    if kind.searches:
        kind = replace(kind, options=(*kind.options, *definition.search_options))
    opening = definition.opening.options if definition.opening is not None and kind.opening else ()
    own = {option.name for option in kind.options}
    extra = {option.name: option for option in (*opening, *definition.seat_options) if option.name not in own}
    if not extra:
        return kind
    make = kind.make

    def make_without(game: Game, given: Mapping[str, Any]) -> Any:
        return make(game, {name: value for name, value in given.items() if name in own})

    return replace(kind, options=(*kind.options, *extra.values()), make=make_without)


def make_of_kind(kind: AgentFactory, name: str, given: Mapping[str, str], spec: str, game: Game) -> Player:
    """Create an agent of a kind with options."""
    options = resolve(kind.options, given, f"agent {name!r}")
    opening = game.definition.opening
    rule = Bot(game, "opening", opening, options) if opening is not None and kind.opening else None
    if not kind.outside:
        agent = kind.make(game, options)
        if (
            opening is not None
            and getattr(agent, "opens", False)
            and not {o.name for o in opening.options} & set(given)
        ):
            rule = None  # it was trained on first decisions, and the rule was not requested
        return Player(agent, name, spec, options, rule)
    try:
        with no_exit():
            made = kind.make(game, options)
        if not callable(getattr(made, "act", None)):
            raise BadAgent(f"agent {name!r}: {shown(made)} has no method act(view)")
        return Player(made, name, spec, options, rule)
    except TapeteError:
        raise
    except (Exception, SystemExit) as error:
        raise BadAgent(f"agent {name!r} cannot be made: it raised {said(error)}") from error
