"""Self-play context shared by all methods: game, opponents, starting network, seeds of each update."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from tapete.agents.opening import with_opening
from tapete.agents.registry import make_agent
from tapete.core.bots import Bot
from tapete.core.game import Game
from tapete.core.registry import load as load_game
from tapete.errors import BadOption
from tapete.learn.config import NetworkConfig
from tapete.learn.rollouts import RolloutPlayer, opening_rule, player
from tapete.nets import Bound, Network, load
from tapete.nets.bound import symmetries_of
from tapete.nets.explain import parts_of
from tapete.seeds import derive

if TYPE_CHECKING:
    from tapete.learn.model import Model

POOL_STREAM = 7 << 40
ITSELF = "self"  # among opponents: the learner as it is
LEAST_EMBEDDED = 8  # inputs of a part that is worth an embedding


@dataclass
class SelfPlay:
    """Self-play of one run: game, seed, and pool of past networks."""

    config: NetworkConfig
    game: Game
    variants: list[Game]
    seed: int
    past: list[tuple[int, Network]] = field(default_factory=list)  # update after which it was the network

    def opening(self) -> Bot | None:
        """Return the rule for first decisions, if they are left to it."""
        return None if self.config.opening == "own" else opening_rule(self.game)

    def players(self, learner: RolloutPlayer, update: int, pool: float) -> tuple[list[RolloutPlayer], list[list[int]]]:
        """Return the players of an update's games and their seatings: the learner at all seats, or against opponents.

        `pool` is the share of games against a past network; with `--against` all games are against the fixed opponents, in
        equal shares, one of which may be `self`: the learner at all seats.
        """
        seats, sides = self.game.seats, self.game.sides
        alone = [[0 if side == own else 1 for side in sides] for own in dict.fromkeys(sides)]
        if self.config.against:
            fixed = [spec for spec in self.config.against if spec != ITSELF]
            others = [player(make_agent(spec, self.game), recorded=False) for spec in fixed]
            table = [[other * place for place in row] for other in range(1, len(others) + 1) for row in alone]
            own_games = [[0] * seats] * (len(alone) * (len(self.config.against) - len(fixed)))
            return [learner, *others], [*table, *own_games]
        past = [network for after, network in self.past if after <= update]
        if pool <= 0 or not past:
            return [learner], [[0] * seats]
        chosen = past[derive(self.seed, update, POOL_STREAM) % len(past)]
        other = Bound(chosen, self.game).policy(1.0 if chosen.policy else 0.0).native()
        opening = self.opening()
        if opening is not None:
            other = with_opening(other, opening.native())
        selfish = max(0, round(len(alone) * (1 - pool) / pool))
        return [learner, RolloutPlayer(other)], [*alone, *([[0] * seats] * selfish)]

    def alike(self) -> list[tuple[int, list[int]]]:
        """Group the parts of the feature vector that can share an embedding: their length, and where each begins."""
        found: dict[int, list[int]] = {}
        at = 0
        for _, size in parts_of(self.game, self.config.encoder or next(iter(self.game.definition.encoders))):
            if size >= LEAST_EMBEDDED:
                found.setdefault(size, []).append(at)
            at += size
        return [(size, starts) for size, starts in found.items() if len(starts) > 1]

    def model(self, network: Network, settings: Mapping[str, float], *, extra: int = 0) -> Model:
        """Return the trainable model of a network."""
        from tapete.learn.model import Model

        width = int(settings["embedding"])
        groups = self.alike() if width > 0 else []
        if width > 0 and not groups:
            raise BadOption(f"--set embedding={width}: no two parts of the inputs speak of the same things")
        return Model(network, extra=extra, embedding=width, groups=groups)

    def symmetries(self, encoder: str) -> list[tuple[np.ndarray, np.ndarray]]:
        """Return the game's symmetries, as permutations of features and of actions."""
        found = symmetries_of(self.game, encoder)
        if not found:
            raise BadOption(f"--set symmetric=1: {self.game.name} names no symmetries")
        return list(found)

    def update_seed(self, update: int) -> int:
        return derive(self.seed, update + 1)

    def generator(self, update: int) -> np.random.Generator:
        """Return the generator for random numbers that Python draws in an update."""
        return np.random.default_rng(derive(self.seed, update + 1, 1))


def starting_network(
    config: NetworkConfig,
    game: Game,
    seed: int,
    *,
    policy: bool,
    value: str | None,
    widths: tuple[int, ...] | None = None,
) -> Network:
    """Return the initial network: random, or another network's weights as far as they fit this game."""
    options = config.header_options(game)
    fresh = Network.random(
        game,
        widths or tuple(config.layers),
        encoder=config.encoder or None,
        policy=policy,
        value=value,
        seed=seed & 0xFFFFFFFF,
    )
    if not config.start:
        return rebuilt(fresh, fresh.arrays, options)
    given = load(start_file(config.start))
    if given.game != game.name:
        raise BadOption(f"--start {config.start}: it is a network for {given.game}, not for {game.name}")
    if given.encoder != fresh.encoder or given.layers != fresh.layers:
        shown = f"{given.encoder} and layers {','.join(map(str, given.layers))}"
        raise BadOption(f"--start {config.start}: it has {shown}; take the same (--encoder, --layers)")
    if given.value is not None and (given.value_activation, given.value_scale) != ("sigmoid", (0.0, 1.0)):
        low, high = given.value_scale
        raise BadOption(
            f"--start {config.start}: its values are {given.value_activation} from {low:g} to {high:g}; "
            "training goes on only from a sigmoid from 0 to 1"
        )
    arrays = {name: grafted(array, given.arrays.get(name)) for name, array in fresh.arrays.items()}
    arrays["w0"] = grafted_by_part(fresh, given, game, config.start)
    return rebuilt(replace(fresh, activation=given.activation), arrays, options)


def grafted(fresh: np.ndarray, given: np.ndarray | None) -> np.ndarray:
    """Copy the common part of another array into a fresh one.

    The vector of another variant may be longer (more seats), or it may have more actions; new entries keep their initial values.
    """
    if given is None or given.ndim != fresh.ndim:
        return fresh
    common = tuple(slice(0, min(a, b)) for a, b in zip(fresh.shape, given.shape, strict=True))
    out = fresh.copy()
    out[common] = given[common]
    return out


def grafted_by_part(fresh: Network, given: Network, game: Game, start: str) -> np.ndarray:
    """Copy the first layer part by part: a part of the same name may have another offset in another variant."""
    there = {name: value[0] if isinstance(value, list | tuple) else value for name, value in given.options.items()}
    before = parts_of(load_game(given.game, **there), given.encoder)
    if sum(size for _, size in before) != given.inputs:
        raise BadOption(f"--start {start}: its header does not say which variant of {game.name} its inputs are of")
    places: dict[str, tuple[int, int]] = {}
    at = 0
    for name, size in before:
        places[name] = (at, size)
        at += size
    out, at = fresh.arrays["w0"].copy(), 0
    for name, size in parts_of(game, fresh.encoder):
        begin, had = places.get(name, (0, 0))
        common = min(size, had)
        out[at : at + common] = given.arrays["w0"][begin : begin + common]
        at += size
    return out


def rebuilt(network: Network, arrays: dict | object, options: dict) -> Network:
    """Return the network with other weights and other options in its header."""
    return Network(
        network.game,
        options,
        network.encoder,
        network.layers,
        arrays,  # type: ignore[arg-type]  # arrays by name, as a network has them
        activation=network.activation,
        value=network.value,
        value_activation=network.value_activation,
        value_scale=network.value_scale,
    )


def start_file(given: str) -> Path:
    """Return the network file that `--start` names: a file, or a training's folder."""
    place = Path(given).expanduser()
    found = place / "champion.npz" if place.is_dir() else place
    if not found.is_file():
        raise BadOption(f"--start {given}: there is no such network")
    return found
