"""Play-outs from Python: sampled worlds of a position, each action played in the same ones, a fast agent at every seat."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

import numpy as np

from tapete.agents.analysis import side_share
from tapete.agents.network import NetAgent
from tapete.agents.registry import level_spec, make_agent
from tapete.core.bots import Bot
from tapete.core.game import Game
from tapete.core.state import State, View
from tapete.errors import TapeteError
from tapete.seeds import derive

MOST_STEPS = 20_000  # of one play-out: more than any game has

Until = Callable[[State], bool]


def fast_player(game: Game, *specs: str) -> str:
    """Return the first of some agents that decides without a search; `random` if none does."""
    for spec in specs:
        try:
            seated = make_agent(level_spec(spec, game) or spec, game)
        except TapeteError:
            continue
        if isinstance(seated.agent, (Bot, NetAgent)) and not seated.clairvoyant and not seated.timed:
            return seated.spec
    return "random"


class Playouts:
    """Play-outs with the same agent at every seat."""

    def __init__(self, game: Game, spec: str) -> None:
        self.game = game
        self.spec = spec
        self.players = [make_agent(spec, game) for _ in range(game.seats)]
        for seat, player in enumerate(self.players):
            player.begin(game, seat)

    def worlds(self, state: State, action: int, seed: int, number: int) -> State:
        """Return world `number` of the seat to move, after the action; equal numbers give equal worlds before it."""
        world = state.view(state.seat, derive(seed, number)).state
        world.apply(action)
        return world

    def play_on(self, world: State, seed: int, until: Until | None = None) -> State:
        """Play a world on until a condition holds or the game is over."""
        for seat, player in enumerate(self.players):
            player.reset(derive(seed, seat))
        for step in range(MOST_STEPS):
            if world.over or (until is not None and until(world)):
                break
            legal = world.legal()
            action = legal[0]
            if len(legal) > 1:
                answer = self.players[world.seat].act(View(world, world.seat, derive(seed, step)))
                action = answer if answer is not None and answer in legal else legal[0]
            world.apply(action)
        return world

    def ends(
        self, state: State, actions: Sequence[int], seed: int, until: Until | None = None
    ) -> Iterator[tuple[State, ...]]:
        """Yield, world after world without end, the positions to which the actions lead."""
        number = 0
        while True:
            played = (self.worlds(state, action, seed, number) for action in actions)
            yield tuple(self.play_on(world, derive(seed, number, 1), until) for world in played)
            number += 1

    def shares(self, state: State, actions: Sequence[int], worlds: int, seed: int) -> np.ndarray:
        """Return the share of the mover's side in each world after each action: (worlds, actions)."""
        found = self.ends(state, actions, seed)
        return np.array([[side_share(end, state.seat) for end in next(found)] for _ in range(worlds)])
