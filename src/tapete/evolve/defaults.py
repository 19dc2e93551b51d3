"""Defaults of an evolution, the same for the command line, a file of trainings, and Python."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from importlib.util import find_spec
from types import ModuleType
from typing import Any

from tapete.agents.registry import kinds_for, make_agent
from tapete.core.registry import load
from tapete.errors import BadOption
from tapete.evolve.config import EvolutionConfig

BY_TYPE = {"types": "types-net", "arguments": "arguments-net"}  # networks that are agents of a game
# Settings of a file that have another name on the command line.
ALIASES = {"yardstick": "yardstick_games", "option": "options", "set": "settings"}
# Settings that say which agent carries the genes where the genome is a network; `run.toml` holds the agent instead.
OF_NETWORKS = ("inputs", "impossible")


def usual_agent(game: str, options: Mapping[str, Any]) -> str:
    """Return the agent that is trained by default: the game's own evolved bot, or the greedy one."""
    return "evolved" if "evolved" in kinds_for(load(game, **options)) else "greedy"


def usual_opponents(game: str, options: Mapping[str, Any]) -> list[str]:
    """Return the opponents that measure a training by default: the game's rivals, or its levels `easy` and `normal`."""
    loaded = load(game, **options)
    if loaded.definition.rivals is not None:
        return list(loaded.definition.rivals(loaded.options))
    levels = [loaded.levels.get("easy", "random"), loaded.levels.get("normal", "random")]
    native = [spec for spec in dict.fromkeys(levels) if make_agent(spec, loaded).native() is not None]
    return native or ["random"]


def method_of(game: str) -> ModuleType:
    """Return the module by which a game fits its table."""
    name = f"tapete.games.{game}.training"
    if find_spec(name) is None:
        raise BadOption(f"--method table: {game} has no table that is fitted; the dinosaurs have one")
    return import_module(name)


def table_agent(game: str) -> str:
    """Return the agent whose table a game fits."""
    return method_of(game).AGENT


def network_agent(network: str, hidden: list[int], activation: str, inputs: str, impossible: str, span: float) -> str:
    """Return the agent whose weights are a network's, where the genome is one."""
    if network == "actions":
        return "net"
    if network not in BY_TYPE:
        return ""
    spec = f"{BY_TYPE[network]}:hidden={','.join(map(str, hidden))},inputs={inputs},span={span:g}"
    spec += f",activation={activation}" if activation else ""
    return spec + (f",impossible={impossible}" if network == "arguments" else "")


def completed(given: Mapping[str, Any], where: str = "--method") -> EvolutionConfig:
    """Return the configuration of some settings, with defaults for the agent, the opponents and a network's shape."""
    settings = {ALIASES.get(name, name): value for name, value in given.items()}
    if "game" not in settings:
        raise BadOption(f"{where}: the setting 'game' is missing")
    game, options = str(settings["game"]), settings.get("options") or {}
    network, hidden = settings.get("network") or "", settings.get("hidden")
    hidden = [8] if hidden is None else [hidden] if isinstance(hidden, int) else list(hidden)
    inputs, impossible = (settings.pop(name, None) for name in OF_NETWORKS)
    if not settings.get("agent"):
        settings["agent"] = network_agent(
            network, hidden, settings.get("activation") or "", inputs or "scaled", impossible or "best-legal",
            settings.get("weight_span", 2.0),
        ) or (table_agent(game) if settings.get("method") == "table" else usual_agent(game, options))  # fmt: skip
    if not settings.get("against"):
        settings["against"] = usual_opponents(game, options)
    settings["network"] = "" if network in BY_TYPE else network
    settings["hidden"] = hidden if network == "actions" else []
    settings["activation"] = settings.get("activation") or "tanh"
    return EvolutionConfig.from_dict(settings, where)
