"""Gymnasium environments: one learning seat, the others held by agents; one game, or many natively in step.

Importing this module registers an id for each game: `gymnasium.make("tapete/Briscas-v0", opponents="cheap-winner")`,
`gymnasium.make_vec("tapete/Briscas-v0", num_envs=1024)`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np

from tapete.adapters import vector_env_loops
from tapete.adapters.requirements import wanted
from tapete.adapters.stepper import Deals, Stepper, game_named
from tapete.agents.errors import FAULT_NAMES, Decision
from tapete.agents.player import Player, lost_by
from tapete.agents.registry import seat_agent
from tapete.core import loops
from tapete.core.game import Game
from tapete.core.loops import native
from tapete.core.registry import game_names
from tapete.core.state import State
from tapete.errors import BadOption
from tapete.play import vector_loops
from tapete.play.vector import Vector, encoder_named
from tapete.seeds import agent_seeds, derive

wanted("gymnasium", "1.0", "2")

import gymnasium  # noqa: E402
from gymnasium import spaces  # noqa: E402
from gymnasium.vector import AutoresetMode  # noqa: E402
from gymnasium.vector.utils import batch_space  # noqa: E402

SEAT_STREAM = 0x5EA7  # stream of a deal's seed for the learner's seat
MOST_SKIPPED = 1000  # deals in a row that end before the learner's first decision; then the opponents are at fault


def spaces_of(game: Game, encoder: str | None) -> tuple[spaces.Box, spaces.Discrete]:
    """Return the observation space and the action space of one game."""
    width = 0 if encoder is None else game.features(encoder)
    return spaces.Box(-np.inf, np.inf, (width,), np.float32), spaces.Discrete(game.actions)


class Environment(gymnasium.Env):
    """Environment of one game with one learning seat; `opponents` hold the others.

    `opponents` is an agent or spec for all other seats, a list with one for each other seat in order of seats, or a list with
    one for each seat and None for the learner's. `seat` is the learner's; by default the deal's seed decides. Observations are
    features (`encoder`); the reward is the learner's share of the game, at its end. An illegal action ends the game with reward
    0 and `info["illegal"]`. `info["action_mask"]` and `action_masks()` give the action mask.
    """

    metadata = {"render_modes": ["ansi", "human"], "render_fps": 1}  # noqa: RUF012 - as Gymnasium declares it

    def __init__(
        self,
        game: str | Game,
        *,
        opponents: Any = "random",
        seat: int | None = None,
        encoder: str | bool = True,
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        if render_mode not in (None, "ansi", "human"):
            raise BadOption(f"render_mode={render_mode!r}: must be 'ansi', 'human' or None")
        self.game = game_named(game, options)
        self.render_mode = render_mode
        self._encoder = encoder_named(self.game, encoder)
        if self._encoder is None:
            raise BadOption("encoder: an environment of one game needs one; True is the game's first")
        self._given, self._own = _seating(self.game, opponents, seat)
        self.observation_space, self.action_space = spaces_of(self.game, self._encoder)
        self._deals = Deals()
        self._tables: dict[int, Stepper] = {}
        self._players: list[Player | None] = []
        self._histories = False
        self.seat = -1  # the learner's
        self.fault: Decision | None = None  # of an opponent that forfeited
        self._faulty = -1

    # The interface

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[np.ndarray, dict]:
        """Deal a new game and play up to the learner's first decision; with a seed, the deal of `game.deal(seed)`."""
        super().reset(seed=seed)
        for _ in range(MOST_SKIPPED):
            self._start(self._deals.next(seed))
            self._let_opponents_answer()
            if not self._over:
                break
            seed = None  # a deal without a decision of the learner is skipped
        else:
            raise BadOption(
                f"{MOST_SKIPPED} deals in a row ended before the learner's first decision; its opponents do not play"
            )
        if self.render_mode == "human":
            self.render()
        return self._observation(), self._info()

    def step(self, action: Any) -> tuple[np.ndarray, float, bool, bool, dict]:
        """Play the learner's action and all answers to it, up to its next decision."""
        if not self._tables or self._over:
            raise BadOption("no game is being played: call reset() first")
        self._play(int(action))
        self._let_opponents_answer()
        over = self._over
        reward = self._returns()[self.seat] if over else 0.0
        if self.render_mode == "human":
            self.render()
        return self._observation(), reward, over, False, self._info()

    def action_masks(self) -> np.ndarray:
        """Return the action mask, as sb3-contrib's MaskablePPO requires."""
        return self.table.mask(self.seat).astype(bool)

    def render(self) -> str | None:
        """Return the table as the learner sees it."""
        if self.render_mode is None:
            gymnasium.logger.warn("render() is called without a render_mode: choose 'ansi' or 'human' in make()")
            return None
        text = self.table.state().text(self.seat)
        if self.render_mode == "ansi":
            return text
        print(text)
        return None

    @property
    def table(self) -> Stepper:
        """The current game."""
        if self.seat < 0:
            raise BadOption("no game is being played: call reset() first")
        return self._tables[self.seat]

    # A game

    def _start(self, deal: int) -> None:
        """Seat all players and deal."""
        seats = self.game.seats
        self.seat = derive(deal, SEAT_STREAM) % seats if self._own is None else self._own
        if self.seat not in self._tables:
            self._tables[self.seat] = Stepper(_game_with(self.game, self._seated()), self._encoder)
        self._players = self._seated()
        table = self.table
        table.deal(deal)
        self._history: list[tuple[int, int | None, int]] = []
        self.fault, self._faulty = None, -1
        self._decisions = [0] * seats
        self._seeds = agent_seeds(deal, np.zeros(1), np.array([self.seat]), seats)[0].tolist()
        self._histories = any(player is not None and player.native() is None for player in self._players)
        for number, player in enumerate(self._players):
            if player is not None and not self._over:
                answer = player.start(table.game, number, derive(self._seeds[number], loops.AGENT_STREAM))
                self._take_fault(number, answer)

    @property
    def _state(self) -> State:
        """The current position, with the history that Python agents may read."""
        return State(self.table.game, self.table.rows, self._history)

    def _seated(self) -> list[Player | None]:
        others = iter(self._given)
        return [None if number == self.seat else next(others) for number in range(self.game.seats)]

    @property
    def _over(self) -> bool:
        return self.table.over or self.fault is not None

    def _play(self, action: int) -> None:
        table = self.table
        if self._histories and table.mask()[action : action + 1].any() and action >= 0:
            self._history.append((table.seat, action, self._state.hides(action)))
        table.play(action)

    def _let_opponents_answer(self) -> None:
        table = self.table
        while not self._over and table.seat != self.seat:
            number = table.seat
            player = self._players[number]
            assert player is not None
            state = self._state
            view = player.view(state, derive(self._seeds[number], loops.VIEW_STREAM, self._decisions[number]))
            self._decisions[number] += 1
            answer = player.decide(state, view)
            self._take_fault(number, answer)
            if not answer.fault:
                self._answer(answer.action)
        if self._over:
            self._end_players()

    def _answer(self, action: int) -> None:
        """Play an opponent's action, which may be one that the game accepts without listing it."""
        table = self.table
        if action in table.legal():
            self._play(action)
        else:
            state = self._state
            state.apply(action)
            table.put(state)

    def _take_fault(self, number: int, answer: Decision) -> None:
        if answer.fault:
            self.fault, self._faulty = answer, number

    def _end_players(self) -> None:
        """Notify opponents of the end of the game."""
        returns = self._returns()
        for number, player in enumerate(self._players):
            if player is not None:
                seed = derive(self._seeds[number], loops.VIEW_STREAM, self._decisions[number])
                player.finish(returns, player.view(self._state, seed, number))

    def _returns(self) -> list[float]:
        return self.table.returns() if self.fault is None else lost_by(self.game, self._faulty)

    def _observation(self) -> np.ndarray:
        return self.table.features(self.seat)

    def _info(self) -> dict[str, Any]:
        found: dict[str, Any] = {"action_mask": self.table.mask(self.seat), "seat": self.seat}
        if self._over:
            found["action_mask"][:] = 0
            found["returns"] = self._returns()
            if self.table.lost is not None:
                found["illegal"] = True
            if self.fault is not None:
                found["fault"] = {"seat": self._faulty, "kind": FAULT_NAMES[self.fault.fault], "text": self.fault.text}
        return found


def _seating(game: Game, opponents: Any, seat: int | None) -> tuple[list[Player], int | None]:
    """Return the agents of the other seats, in order, and the learner's seat (None: chosen by the deal)."""
    if seat is not None:
        game.check_seat(seat)
    others = game.seats - 1
    if isinstance(opponents, str) or hasattr(opponents, "act") or not isinstance(opponents, Sequence):
        given = [opponents] * others
    elif len(opponents) == 1:
        given = list(opponents) * others
    elif len(opponents) == game.seats and sum(one is None for one in opponents) == 1:
        place = list(opponents).index(None)
        if seat not in (None, place):
            raise BadOption(f"opponents: the place of None is seat {place}, but seat={seat} is the learner's")
        seat, given = place, [one for one in opponents if one is not None]
    elif len(opponents) == others:
        given = list(opponents)
    else:
        raise BadOption(
            f"opponents: {others} other seats need one agent for all, {others} agents, or {game.seats} entries with None "
            f"at the learner's seat; not {len(opponents)} entries"
        )
    if any(one is None for one in given):
        raise BadOption("opponents: exactly one seat is the learner's; give every other one an agent")
    return [seat_agent(one, game) for one in given], seat


def _game_with(game: Game, players: Sequence[Player | None]) -> Game:
    """Return the game with the players' options for their seats (a deck)."""
    names = [option.name for option in game.definition.seat_options]
    brought = {
        f"{name}{seat}": player.options[name]
        for seat, player in enumerate(players)
        if player is not None
        for name in names
        if player.options.get(name)
    }
    return Game(game.definition, {**game.options, **brought}, boundscheck=game.boundscheck) if brought else game


class VectorEnv(gymnasium.vector.VectorEnv):
    """Vector environment: one call plays an action in each of many games and lets native opponents answer.

    `opponents` as for `tapete.Vector`: a native spec for all seats but the caller's, which rotates with each deal; a list with
    None where the caller decides; None (default): the caller plays all seats, `info["seat"]` says which. The reward of a step
    is the result of the seat that played, at the end of its game.

    Autoreset is in the same step: where `terminated` is set, the observation, mask and seat already belong to the next deal,
    and `info["final_obs"]` holds the last observation of the finished game, `info["returns"]` the result of every seat. An
    illegal action ends its game with reward 0 for the seat that played it, and `info["illegal"]` is set. Arrays are new at each
    step unless `copy=False`: then they are the same ones, overwritten.
    """

    metadata = {"autoreset_mode": AutoresetMode.SAME_STEP, "render_modes": ["ansi"]}  # noqa: RUF012

    def __init__(
        self,
        game: str | Game,
        num_envs: int = 1,
        *,
        opponents: Any = None,
        encoder: str | bool | None = True,
        threads: int = 1,
        copy: bool = True,
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        if render_mode not in (None, "ansi"):
            raise BadOption(f"render_mode={render_mode!r}: must be 'ansi' or None")
        self.game = game_named(game, options)
        self.render_mode = render_mode
        self.copy = copy
        self._deals = Deals()
        self.vector = Vector(
            self.game, num_envs, self._deals.next(None), encoder_named(self.game, encoder), opponents, threads=threads
        )
        self.num_envs = self.vector.count
        self.single_observation_space, self.single_action_space = spaces_of(self.game, self.vector.encoder)
        self.observation_space = batch_space(self.single_observation_space, self.num_envs)
        self.action_space = batch_space(self.single_action_space, self.num_envs)
        self._rewards = np.zeros(self.num_envs)
        self._illegal = np.zeros(self.num_envs, dtype=np.bool_)
        self._final = np.zeros_like(self.vector.features)
        self._cut = np.zeros(self.num_envs, dtype=np.bool_)
        self._extra = np.zeros(self.vector.threads, dtype=vector_env_loops.Extra.dtype)
        self._extra["chosen_at"] = self.vector._chosen.ctypes.data
        self._extra["rewards_at"] = self._rewards.ctypes.data
        self._extra["illegal_at"] = self._illegal.ctypes.data
        self._extra["final_at"] = self._final.ctypes.data
        self._words = self._extra.view(np.int64)
        self._ended = self._extra["ended"]
        self._wrong = self._extra["illegal"]
        self._pool = ThreadPoolExecutor(self.vector.threads) if self.vector.threads > 1 else None
        offsets = vector_loops.VectorRecord.dtype.fields
        assert offsets is not None
        self._mask_word, self._features_word = (offsets[name][1] // 8 for name in ("mask_at", "features_at"))
        self._step = native(vector_env_loops.env_step)
        self._mask, self._features = self.vector.mask, self.vector.features

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[np.ndarray, dict]:
        """Deal all games again. Game i's deal k depends only on (seed, i, k)."""
        if isinstance(seed, (list, tuple)):
            raise BadOption("seed: one number for all games; game i's deals follow from it and i")
        super().reset(seed=seed)
        self._new_arrays()
        self.vector.reset(self._deals.next(seed))
        return self._features, {"action_mask": self._mask, "seat": self._output(self.vector.seat)}

    def step(self, actions: Any) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray, dict]:
        """Play one action in each game, let opponents answer, and deal finished games again."""
        given = np.asarray(actions)
        if given.shape != (self.num_envs,) or given.dtype.kind not in "iu":
            raise BadOption(
                f"actions: {self.num_envs} whole numbers are needed, not {given.dtype} of shape {given.shape}"
            )
        vector = self.vector
        vector._chosen[:] = given
        if self._ended.any():
            self._rewards[:] = 0.0
            self._illegal[:] = False
        self._new_arrays()
        self._run()
        info: dict[str, Any] = {"action_mask": self._mask, "seat": self._output(vector.seat)}
        if self._ended.any():
            self._add_ends(info)
        return self._features, self._output(self._rewards), self._output(vector.done), self._output(self._cut), info

    def _output(self, array: np.ndarray) -> np.ndarray:
        return array.copy() if self.copy else array

    def _new_arrays(self) -> None:
        """Let the native side write masks and features into new arrays."""
        if not self.copy:
            return
        self._mask = np.zeros((self.num_envs, self.game.actions), dtype=np.uint8)
        self._features = np.empty(self._final.shape, dtype=np.float32)
        self.vector._words[self._mask_word] = self._mask.ctypes.data
        self.vector._words[self._features_word] = self._features.ctypes.data

    def _run(self) -> None:
        vector = self.vector
        if self._pool is None:
            vector._complain(self._step(vector._words, self._words, 0, vector.count, 0))
            return
        edges = np.linspace(0, vector.count, vector.threads + 1).astype(int).tolist()
        parts = [
            self._pool.submit(self._step, vector._words, self._words, edges[k], edges[k + 1], k)
            for k in range(vector.threads)
        ]
        vector._complain(max(part.result() for part in parts))

    def _add_ends(self, info: dict[str, Any]) -> None:
        """Add the results of finished games to `info` in Gymnasium's form: a value per game, and a mask of the finished games."""
        done = self.vector.done.copy()
        info["returns"], info["_returns"] = self.vector.returns.copy(), done
        info["played"], info["_played"] = self.vector.played.copy(), done
        if self._wrong.any():
            info["illegal"], info["_illegal"] = self._illegal.copy(), done
        if self._final.shape[1]:
            kept = np.empty(self.num_envs, dtype=object)
            for i in np.flatnonzero(done).tolist():
                kept[i] = self._final[i].copy()
            info["final_obs"], info["_final_obs"] = kept, done

    def sample(self, generator: np.random.Generator) -> np.ndarray:
        """Return a uniformly random legal action for each game."""
        return self.vector.sample(generator)

    def action_masks(self) -> np.ndarray:
        """Return the action mask of each game."""
        return self._mask.astype(bool)

    def render(self) -> tuple[str, ...] | None:
        """Return the tables as text, each from the seat to move."""
        if self.render_mode is None:
            return None
        return tuple(self.vector.state(i).text(int(self.vector.seat[i])) for i in range(self.num_envs))

    def close_extras(self, **kwargs: Any) -> None:
        if self._pool is not None:
            self._pool.shutdown()


def vector(game: str | Game, num_envs: int, **choices: Any) -> VectorEnv:
    """Create a vector environment: `vector("briscas", 1024, opponents="cheap-winner")`."""
    return VectorEnv(game, num_envs, **choices)


def identifier(name: str) -> str:
    """Return the id of a game: `tapete/Briscas-v0`."""
    return f"tapete/{''.join(part.capitalize() for part in re.split('[^A-Za-z0-9]+', name))}-v0"


def register() -> Mapping[str, str]:
    """Register an id for each installed game (done on import; repeat after adding games). Return ids by game."""
    found = {name: identifier(name) for name in game_names()}
    for name, known in found.items():
        if known not in gymnasium.registry:
            gymnasium.register(
                id=known,
                entry_point="tapete.adapters.gymnasium:Environment",
                vector_entry_point="tapete.adapters.gymnasium:VectorEnv",
                kwargs={"game": name},
            )
    return found


IDS = register()
