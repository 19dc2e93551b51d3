"""PettingZoo environments: `env("briscas", players=3)`, one agent at a time, and `parallel_env`, all at once.

An observation is a dictionary of `observation` (the features of an encoder, or what the seat sees as plain data) and
`action_mask`. Rewards are the game's returns and come at the end. An illegal action loses the game for the side that played it.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from tapete.adapters.requirements import wanted
from tapete.adapters.stepper import Deals, Stepper, game_named
from tapete.agents.player import lost_by
from tapete.core.game import Game
from tapete.core.state import State
from tapete.errors import BadOption
from tapete.play.session import Session
from tapete.play.vector import encoder_named

wanted("gymnasium", "1.0", "2")
wanted("pettingzoo", "1.25", "2")

from gymnasium import spaces  # noqa: E402
from pettingzoo import AECEnv, ParallelEnv  # noqa: E402
from pettingzoo.utils.wrappers import OrderEnforcingWrapper  # noqa: E402

OBSERVATIONS = ("features", "describe")


class Described(dict):
    """Description of a seat's view as plain data."""

    dtype = np.dtype(object)  # required of every observation by PettingZoo's tests


class DescribedSpace(spaces.Space):
    """Space of descriptions of a game: dictionaries with its header."""

    def __init__(self, game: Game, seed: int | None = None) -> None:
        super().__init__((), np.dtype(object), seed)
        self.game = game

    def contains(self, x: Any) -> bool:
        return (
            isinstance(x, dict) and x.get("game") == self.game.name and {"observer", "seat", "turn", "over"} <= set(x)
        )

    @property
    def is_np_flattenable(self) -> bool:
        return False

    def sample(self, mask: Any = None, probability: Any = None) -> Described:
        """Return the first seat's description of a random deal."""
        return Described(self.game.deal(int(self.np_random.integers(1 << 62))).describe(0))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, DescribedSpace) and repr(self.game) == repr(other.game)

    def __repr__(self) -> str:
        return f"DescribedSpace({self.game!r})"


class Spaces:
    """Observation and action spaces, the same for all agents of a game."""

    def __init__(self, game: Game, observation: str, encoder: str | bool, waiting: bool = False) -> None:
        if observation not in OBSERVATIONS:
            raise BadOption(f"observation={observation!r}: must be one of {', '.join(OBSERVATIONS)}")
        self.encoder = encoder_named(game, encoder) if observation == "features" else None
        if observation == "features" and self.encoder is None:
            raise BadOption("encoder: features need one; observation='describe' goes without")
        seen: spaces.Space = DescribedSpace(game)
        if self.encoder is not None:
            seen = spaces.Box(-np.inf, np.inf, (game.features(self.encoder),), np.float32)
        actions = game.actions + waiting
        mask = spaces.Box(0, 1, (actions,), np.int8)
        self.agents = [f"player_{seat}" for seat in range(game.seats)]
        self.actions = {agent: spaces.Discrete(actions) for agent in self.agents}
        self.observations = {
            agent: spaces.Dict({"observation": _another(seen), "action_mask": _another(mask)}) for agent in self.agents
        }


def _another(space: spaces.Space) -> spaces.Space:
    """Return a space of the same kind with a generator of its own."""
    if isinstance(space, DescribedSpace):
        return DescribedSpace(space.game)
    assert isinstance(space, spaces.Box)
    return spaces.Box(space.low, space.high, space.shape, space.dtype)


def shown(state: State, render_mode: str | None) -> str | None:
    """Return (`ansi`) or print (`human`) the table as text, with everything shown."""
    if render_mode is None:
        raise BadOption("render_mode: choose 'ansi' or 'human' when the environment is made")
    text = state.text(None)
    if render_mode == "ansi":
        return text
    print(text)
    return None


def checked_mode(render_mode: str | None) -> str | None:
    if render_mode not in (None, "ansi", "human"):
        raise BadOption(f"render_mode={render_mode!r}: must be 'ansi', 'human' or None")
    return render_mode


class raw_env(AECEnv):  # PettingZoo's own name for it
    """Environment in which agents act one at a time, without PettingZoo's wrapper that checks the order of calls."""

    def __init__(
        self,
        game: str | Game,
        *,
        observation: str = "features",
        encoder: str | bool = True,
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        super().__init__()
        self.game = game_named(game, options)
        self.render_mode = checked_mode(render_mode)
        found = Spaces(self.game, observation, encoder)
        self.table = Stepper(self.game, found.encoder)
        self.metadata = {
            "name": f"tapete_{self.game.name}_v0",
            "render_modes": ["ansi", "human"],
            "is_parallelizable": False,
        }
        self.possible_agents = found.agents
        self.action_spaces = found.actions
        self.observation_spaces = found.observations
        self._seats = {agent: seat for seat, agent in enumerate(found.agents)}
        self._deals = Deals()

    def observation_space(self, agent: str) -> spaces.Space:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deal a new game; with a seed, the deal of `game.deal(seed)`."""
        seat = self.table.deal(self._deals.next(seed))
        self.agents = self.possible_agents.copy()
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._skip_agent_selection = None
        self.agent_selection = self.agents[seat]
        self._show()

    def step(self, action: Any) -> None:
        """Play for the selected agent, up to the next decision."""
        if self.table.seat < 0:
            self._was_dead_step(action)
            return
        seat = self.table.play(action)
        if seat >= 0:  # rewards are all zero until the end
            self.agent_selection = self.possible_agents[seat]
        else:
            self._end()
        if self.render_mode == "human":
            self._show()

    def _end(self) -> None:
        """Distribute the rewards of a finished game."""
        for agent, share in zip(self.agents, self.table.returns(), strict=True):
            self.rewards[agent] = self._cumulative_rewards[agent] = share
            self.terminations[agent] = True
        if self.table.lost is not None:
            self.infos[self.possible_agents[self.table.lost]]["illegal"] = True
        self._deads_step_first()

    def observe(self, agent: str) -> dict[str, Any]:
        seat = self._seats[agent]
        if self.table.encoder is None:
            seen: Any = Described(self.table.state().describe(seat))
        else:
            seen = self.table.features(seat)
        return {"observation": seen, "action_mask": self.table.mask(seat)}

    def state(self) -> np.ndarray:
        """Return the joint features of all seats, concatenated."""
        if self.table.encoder is None:
            raise BadOption("state() is made of features, which observation='describe' does not have")
        return np.concatenate([self.table.features(seat) for seat in range(self.game.seats)])

    def render(self) -> str | None:
        return shown(self.table.state(), self.render_mode)

    def _show(self) -> None:
        if self.render_mode == "human":
            self.render()

    def close(self) -> None:
        """Do nothing: no resource is held."""


def env(game: str | Game, **choices: Any) -> OrderEnforcingWrapper:
    """Create an environment in which agents act one at a time: `env("briscas", players=3)`.

    `observation` is "features" (with `encoder`: a name, True for the game's first) or "describe"; `render_mode` is "ansi" or
    "human"; every other keyword is an option of the game.
    """
    return OrderEnforcingWrapper(raw_env(game, **choices))


class parallel_env(ParallelEnv):  # PettingZoo's own name for it
    """Environment in which all agents answer at each step: the deciding ones with an action, the others by waiting.

    If choices are hidden and simultaneous (Happy Little Dinosaurs), all who choose decide in the same step; otherwise one agent
    does. The last action, `wait`, is the answer of an agent that does not have to decide.
    """

    def __init__(
        self,
        game: str | Game,
        *,
        observation: str = "features",
        encoder: str | bool = True,
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        self.game = game_named(game, options)
        self.render_mode = checked_mode(render_mode)
        found = Spaces(self.game, observation, encoder, waiting=True)
        self.wait = self.game.actions
        self.metadata = {"name": f"tapete_{self.game.name}_parallel_v0", "render_modes": ["ansi", "human"]}
        self.possible_agents = found.agents
        self.agents: list[str] = []
        self.action_spaces = found.actions
        self.observation_spaces = found.observations
        self._encoder = found.encoder
        self._deals = Deals()
        self._session: Session | None = None

    def observation_space(self, agent: str) -> spaces.Space:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[dict, dict]:
        """Deal a new game; with a seed, the deal of `game.deal(seed)`."""
        self._session = Session(self.game, [None] * self.game.seats, self._deals.next(seed))
        self.agents = self.possible_agents.copy()
        return self._observations(), {agent: {} for agent in self.agents}

    def step(self, actions: dict[str, Any]) -> tuple[dict, dict, dict, dict, dict]:
        """Play all answers at once.

        An illegal or missing one loses the game for its side; with several, the first seat's counts.
        """
        session = self._running()
        infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        lost = self._play(session, actions)
        over = session.over or lost is not None
        returns = [0.0] * self.game.seats
        if over:
            returns = session.returns() if lost is None else lost_by(self.game, lost)
        if lost is not None:
            infos[self.possible_agents[lost]]["illegal"] = True
        observations = self._observations(ended=over)
        rewards = dict(zip(self.agents, returns, strict=True))
        ended, cut = dict.fromkeys(self.agents, over), dict.fromkeys(self.agents, False)
        if over:
            self.agents = []
        if self.render_mode == "human":
            self.render()
        return observations, rewards, ended, cut, infos

    def _running(self) -> Session:
        if self._session is None or not self.agents:
            raise BadOption("no game is being played: call reset() first")
        return self._session

    def _play(self, session: Session, actions: dict[str, Any]) -> int | None:
        """Play the answers of the deciding seats; return the first seat with an illegal answer, if any."""
        deciding = session.waiting
        chosen = {seat: actions.get(self.possible_agents[seat], self.wait) for seat in deciding}
        for seat in deciding:
            if chosen[seat] not in session.legal(seat):
                return seat
        for seat in deciding:
            session.play(seat, int(chosen[seat]))
        return None

    def _observations(self, ended: bool = False) -> dict[str, dict[str, Any]]:
        """Return all observations. While a choice is hidden, each seat sees the table as it is when it chooses."""
        assert self._session is not None
        session = self._session
        deciding = {} if ended or session.over else {seat: session.position_of(seat) for seat in session.waiting}
        found = {}
        for seat, agent in enumerate(self.possible_agents):
            state = deciding.get(seat, session.state)
            mask = np.zeros(self.wait + 1, dtype=np.int8)
            mask[state.legal() if seat in deciding else self.wait] = 1
            seen = (
                Described(state.describe(seat)) if self._encoder is None else state.observe(seat, encoder=self._encoder)
            )
            found[agent] = {"observation": seen, "action_mask": mask}
        return found

    def render(self) -> str | None:
        if self._session is None:
            raise BadOption("no game is being played: call reset() first")
        return shown(self._session.state, self.render_mode)

    def close(self) -> None:
        """Do nothing: no resource is held."""
