"""RLCard environments: `make("dinosaurs")` works with RLCard's agents and examples.

Observations are features of what the player knows, payoffs the shares of the game. `env.run`, `env.step_back`, tournaments and
trajectories are RLCard's own.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from tapete.adapters.requirements import wanted
from tapete.adapters.stepper import Stepper, game_named
from tapete.agents.registry import seat_agent
from tapete.core import loops
from tapete.core.game import Game
from tapete.core.state import State
from tapete.errors import BadOption, IllegalAction
from tapete.play.vector import encoder_named
from tapete.seeds import derive

wanted("rlcard", "1.2", "2")

from rlcard.envs import Env  # noqa: E402


class LazyDescription(Mapping):
    """Lazy description of what a player sees, computed on first access."""

    def __init__(self, state: State, player: int) -> None:
        self._state = state
        self._player = player
        self._found: dict[str, Any] | None = None

    def _described(self) -> dict[str, Any]:
        if self._found is None:
            self._found = self._state.describe(self._player)
        return self._found

    def __getitem__(self, name: str) -> Any:
        return self._described()[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._described())

    def __len__(self) -> int:
        return len(self._described())


class TableGame:
    """Game of this package with the methods that RLCard's environments expect."""

    def __init__(self, table: Stepper, skip_forced: bool) -> None:
        self.table = table
        self.skip_forced = skip_forced
        self.allow_step_back = False
        self.np_random: np.random.RandomState = np.random.RandomState()
        self.history: list[State] = []

    def get_num_players(self) -> int:
        return self.table.game.seats

    def get_num_actions(self) -> int:
        return self.table.game.actions

    def init_game(self) -> tuple[int, int]:
        self.history.clear()
        self.table.deal(int(self.np_random.randint(0, 1 << 62, dtype=np.int64)))
        self._go_on()
        return self.table.seat, self.table.seat

    def step(self, action: int) -> tuple[int, int]:
        if self.allow_step_back:
            self.history.append(self.table.state())
        if self.table.over:
            raise IllegalAction("the game is over")
        legal = self.table.legal()
        if action not in legal:
            raise IllegalAction(f"action {action} is not legal for player {self.table.seat}: {legal[:12]}")
        mover = self.table.seat
        self.table.play(action)
        self._go_on()
        seat = mover if self.table.over else self.table.seat
        return seat, seat

    def _go_on(self) -> None:
        """Play forced decisions, if they are to be skipped."""
        while self.skip_forced and not self.table.over and len(legal := self.table.legal()) == 1:
            self.table.play(legal[0])

    def step_back(self) -> bool:
        if not self.history:
            return False
        self.table.put(self.history.pop())
        return True

    def get_state(self, player: int) -> int:
        return player

    def get_player_id(self) -> int:
        return max(self.table.seat, 0)

    def is_over(self) -> bool:
        return self.table.over


class TableEnv(Env):
    """RLCard environment of a game of this package."""

    def __init__(self, game: Game, encoder: str, config: Mapping[str, Any], skip_forced: bool) -> None:
        self.name = f"tapete-{game.name}"
        self.default_game_config: dict[str, Any] = {}
        self.table = Stepper(game, encoder)
        self.game = TableGame(self.table, skip_forced)
        super().__init__(dict(config))
        self.state_shape = [[game.features(encoder)] for _ in range(game.seats)]
        self.action_shape = [None for _ in range(game.seats)]

    def _extract_state(self, player: int) -> dict[str, Any]:
        legal = self.table.legal() if player == self.table.seat else []
        return {
            "obs": self.table.features(player),
            "legal_actions": OrderedDict.fromkeys(legal),
            "raw_obs": LazyDescription(self.table.state(), player),
            "raw_legal_actions": legal,
            "action_record": self.action_recorder,
        }

    def _decode_action(self, action_id: int) -> int:
        return int(action_id)

    def _get_legal_actions(self) -> list[int]:
        return self.table.legal()

    def get_payoffs(self) -> np.ndarray:
        """Return each player's share of the game; equal shares before the end."""
        return np.array(self.table.returns() if self.table.over else [1 / self.num_players] * self.num_players)

    def get_perfect_information(self) -> dict[str, Any]:
        return self.table.state().describe(None)


class RLCardAgent:
    """Agent of this package at an RLCard table: `env.set_agents([dqn, RLCardAgent(env, "easy"), ...])`."""

    use_raw = False

    def __init__(self, env: TableEnv, agent: Any, seed: int = 0) -> None:
        self.table = env.table
        self.agent = seat_agent(agent, env.table.game)
        self.seed = seed
        self._decisions = 0
        self.agent.reset(derive(seed, loops.AGENT_STREAM))

    def step(self, state: Mapping[str, Any]) -> int:
        self._decisions += 1
        world = self.table.state()
        answer = self.agent.decide(world, self.agent.view(world, derive(self.seed, loops.VIEW_STREAM, self._decisions)))
        if answer.fault:
            raise IllegalAction(f"{self.agent.spec}: {answer.text}")
        return answer.action

    def eval_step(self, state: Mapping[str, Any]) -> tuple[int, dict]:
        return self.step(state), {}


def make(
    game: str | Game,
    *,
    encoder: str | bool = True,
    seed: int | None = None,
    allow_step_back: bool = False,
    skip_forced: bool = False,
    **options: Any,
) -> TableEnv:
    """Create an RLCard environment: `make("dinosaurs", seed=1)`; other keywords are options of the game.

    `skip_forced=True` plays forced decisions itself, which shortens the way from a choice to its reward.
    """
    found = game_named(game, options)
    name = encoder_named(found, encoder)
    if name is None:
        raise BadOption("encoder: an RLCard environment needs one; True is the game's first")
    return TableEnv(found, name, {"seed": seed, "allow_step_back": allow_step_back}, skip_forced)


def shares(env: TableEnv, agents: Sequence[Any], games: int) -> np.ndarray:
    """Return the mean payoff of each agent over some games, with every agent at every seat equally often."""
    seats = env.num_players
    total = np.zeros(len(agents))
    for number in range(games):
        shift = number % seats
        order = [(seat + shift) % seats for seat in range(seats)]  # which agent sits at each seat
        env.set_agents([agents[one] for one in order])
        _, payoffs = env.run(is_training=False)
        for seat, one in enumerate(order):
            total[one] += payoffs[seat]
    return total / games
