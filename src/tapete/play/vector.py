"""Many games in step, for learning: `tapete.Vector`.

All games advance by one action per call, native opponents answer in between, and a finished game is dealt again in the same
step. The native side is in `tapete.play.vector_loops`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np

from tapete.agents.player import Player
from tapete.agents.registry import make_agent
from tapete.core.bots import NativeHandle
from tapete.core.game import Game, too_long
from tapete.core.loops import native
from tapete.core.state import State
from tapete.errors import BadGame, BadOption, IllegalAction
from tapete.kernel import Kernel
from tapete.kernel.canary import canary_intact, with_canary
from tapete.play import vector_loops
from tapete.seeds import WORD, agent_key

MOST_GAMES = 1 << 31


class Vector:
    """`count` games of one kind that advance together.

    The arrays stay the same objects and always hold the current values; copy what must outlast the next `step`:

    - `seat` (count): seat to move; `mask` (count, actions), uint8: action mask; `features` (count, features), float32;
    - `done` (count): whether the game ended in the last step; `returns` (count, seats): its rewards, zeros if it did not end;
    - `played` (count): the seat that the last step's action was for (-1 before the first), whose entry of `returns` is its own.

    Where `done` is set, `seat`, `mask` and `features` already belong to the next deal. Game i's deal k depends only on
    (seed, i, k), not on the number of games or threads or on the other games.
    """

    def __init__(
        self,
        game: Game,
        count: int,
        seed: int = 0,
        encoder: str | bool | None = None,
        opponents: Any = None,
        *,
        threads: int = 1,
    ) -> None:
        self.game = game
        self.count = _whole(count, "count", 1, MOST_GAMES)
        self.threads = min(_whole(threads, "threads", 1, 1024), self.count)
        self.encoder = encoder_named(game, encoder)
        width = 0 if self.encoder is None else game.features(self.encoder)
        self.rows = np.zeros((count, game.state_bytes), dtype=np.uint8)
        self.seat = np.full(count, -1, dtype=np.int64)
        self.mask = np.zeros((count, game.actions), dtype=np.uint8)
        self.features = with_canary((count, width), np.float32)
        self.returns = np.zeros((count, game.seats))
        self.done = np.zeros(count, dtype=np.bool_)
        self.played = np.full(count, -1, dtype=np.int64)
        self.deals = np.zeros(count, dtype=np.int64)  # number of the deal that each game is in
        self.seeds = np.zeros(count, dtype=np.uint64)  # seed of the deal: `game.deal(seed)` without opponents' options
        self._legal = with_canary((count, game.definition.max_legal), np.int32)
        self._counts = np.zeros(count, dtype=np.int64)
        self._chosen = np.zeros(count, dtype=np.int64)
        self._key = np.zeros(2, dtype=np.uint64)
        self._header = np.zeros(1, dtype=vector_loops.VectorRecord.dtype)
        self._words = self._header.view(np.int64)
        self._kept: list[Any] = []
        self._pool: ThreadPoolExecutor | None = None
        self._lay_out(*_policies(game, opponents))
        self.reset(seed)

    def __len__(self) -> int:
        return self.count

    def check(self) -> None:
        """Refuse a game that lists more actions or features than its definition declares. Too slow for every step."""
        if not canary_intact(self._legal) or int(self._counts.max(initial=0)) > self._legal.shape[1]:
            raise BadGame(f"{self.game.name} lists more legal actions than max_legal={self._legal.shape[1]}; raise it")
        listed = self._legal[np.arange(self._legal.shape[1]) < self._counts[:, None]]
        if listed.size and not 0 <= listed.min() <= listed.max() < self.game.actions:
            raise BadGame(
                f"{self.game.name} lists action {listed.max()}, but its definition says actions={self.game.actions}; raise it"
            )
        if not canary_intact(self.features):
            raise BadGame(
                f"an encoder of {self.game.name} writes more than its size of {self.features.shape[1]} features"
            )

    def __repr__(self) -> str:
        return f"<vector of {self.count} games of {self.game.name}>"

    def __reduce__(self) -> Any:
        raise TypeError("a Vector belongs to its process: make another one with the same seed instead of copying it")

    def _lay_out(self, policies: list[NativeHandle | None], moving: bool, games: list[Game]) -> None:
        """Pass the addresses of all arrays to the native side."""
        game, count, seats = self.game, self.count, self.game.seats
        opponents = np.zeros(seats, dtype=vector_loops.Opponent.dtype)
        at = 0
        for row, policy in zip(opponents, policies, strict=True):
            if policy is None:
                continue
            self._kept += fill_opponent(row, policy, at)
            at += policy.memory
        some = count if any(policies) else 0
        try:
            memory = np.zeros((some, at), dtype=np.int64)
        except MemoryError:
            raise BadOption(
                f"the opponents of {count} games need {8 * at * count / 1e9:.0f} GB; "
                "take fewer games or a search of fewer iterations"
            ) from None
        arrays: dict[str, np.ndarray] = {
            "rows": self.rows,
            "chosen": self._chosen,
            "seat": self.seat,
            "played": self.played,
            "done": self.done,
            "counts": self._counts,
            "deals": self.deals,
            "lengths": np.zeros(count, dtype=np.int64),
            "seeds": self.seeds,
            "legal": self._legal,
            "mask": self.mask,
            "features": self.features,
            "returns": self.returns,
            "memory": memory,
            "drawn": np.zeros((some, seats), dtype=np.uint64),
            "decisions": np.zeros((some, seats), dtype=np.int64),
            "options": np.array([one.encoded_options for one in games], dtype=np.int64),
            "sides": np.array(game.sides, dtype=np.int64),
            "opponents": opponents,
            "key": self._key,
            "views": np.zeros((self.threads, game.state_bytes), dtype=np.uint8),
            "scratch": np.zeros((self.threads, 4), dtype=np.uint64),
        }
        self._kept.append(arrays)
        header = self._header[0]
        for name, array in arrays.items():
            header[f"{name}_at"] = array.ctypes.data
        header["rules"][:] = game.rules if self.encoder is None else game.table(encoder=self.encoder)
        header["count"], header["seats"], header["actions"] = count, seats, game.actions
        header["most_legal"], header["features"] = game.definition.max_legal, self.features.shape[1]
        header["state_bytes"], header["options"] = game.state_bytes, len(game.encoded_options)
        header["beyond"] = game.actions if game.definition.accepts is not None else 0
        header["longest"] = game.max_decisions
        header["opponents"], header["moving"], header["memory"] = any(policies), moving, at

    def reset(self, seed: int | None = None) -> None:
        """Deal every game again from its first deal, from another seed if one is given."""
        if seed is not None:
            self.seed = _whole(seed, "seed", None, None)
            self._header[0]["seed"] = self.seed & WORD
            self._key[:] = agent_key(self.seed)
        self._run(vector_loops.vector_deal)
        self.check()

    def step(self, actions: Sequence[int] | np.ndarray, *, check: bool = True) -> None:
        """Play one action in each game, let opponents answer, and deal finished games again.

        Unless all actions are legal, `IllegalAction` is raised and nothing changes. With `check=False` the caller is
        responsible: an illegal action is undefined behaviour.
        """
        given = np.asarray(actions)
        if given.shape != (self.count,):
            raise ValueError(f"{self.count} games need {self.count} actions, not an array of shape {given.shape}")
        if given.dtype.kind not in "iu":
            raise ValueError(f"actions are whole numbers, not {given.dtype}")
        self._chosen[:] = given
        if check and self.threads == 1:
            stuck = native(vector_loops.vector_checked_step)(self._words)
            if stuck < -1:
                self._refuse(-2 - stuck, given)
            self._complain(stuck)
            return
        if check:
            refused = native(vector_loops.vector_refuses)(self._words)
            if refused >= 0:
                self._refuse(refused, given)
        self._run(vector_loops.vector_step)

    def _run(self, loop: Kernel) -> None:
        """Run a loop over all games, in as many parts as there are threads."""
        run: Callable[..., int] = native(loop)
        if self.threads == 1:
            self._complain(run(self._words, 0, self.count, 0))
            return
        if self._pool is None:
            self._pool = ThreadPoolExecutor(self.threads, thread_name_prefix="tapete-vector")
        edges = np.linspace(0, self.count, self.threads + 1).astype(int).tolist()
        parts = [self._pool.submit(run, self._words, edges[k], edges[k + 1], k) for k in range(self.threads)]
        self._complain(max(part.result() for part in parts))

    def _complain(self, stuck: int) -> None:
        endless = int(self._header[0]["endless"]) - 1 if stuck >= 0 else -1
        if endless >= 0:
            self._header[0]["endless"] = 0
            raise too_long(self.game, int(self.seeds[endless]))
        if stuck >= 0:
            raise BadOption(
                f"game {stuck}: {vector_loops.MOST_SKIPPED} deals in a row ended before the caller's first decision; "
                "its opponents do not play"
            )

    def _refuse(self, index: int, given: np.ndarray) -> None:
        legal = self.legal(index).tolist()
        shown = ", ".join(map(str, legal[:12])) + (", ..." if len(legal) > 12 else "")
        raise IllegalAction(f"action {given[index]} is not legal in game {index} (of seat {self.seat[index]}): {shown}")

    def legal(self, index: int) -> np.ndarray:
        """Return the legal actions of one game, ascending."""
        return self._legal[index, : self._counts[index]].copy()

    def sample(self, generator: np.random.Generator) -> np.ndarray:
        """Return a uniformly random legal action for each game."""
        places = (generator.random(self.count) * self._counts).astype(np.int64)
        return self._legal[np.arange(self.count), places].astype(np.int64)

    @property
    def records(self) -> np.ndarray:
        """The states as a structured array (a view, not a copy)."""
        return self.rows.view(self.game.definition.state.dtype)[:, 0]

    def state(self, index: int) -> State:
        """Return a copy of one game's state (it has no history)."""
        return State(self.game, self.rows[[index]])


def _whole(value: Any, name: str, low: int | None, high: int | None) -> int:
    """Return a whole number within its range; raise an error otherwise."""
    wanted = "a whole number" if low is None else f"a whole number from {low} to {high}"
    if isinstance(value, bool) or not isinstance(value, (int, np.integer)):
        raise BadOption(f"{name}={value!r} must be {wanted}")
    if low is not None and high is not None and not low <= value <= high:
        raise BadOption(f"{name}={value} must be {wanted}")
    return int(value)


def encoder_named(game: Game, given: str | bool | None) -> str | None:
    """Return the name of the requested encoder: True is the game's first, None none."""
    if given is None or given is False:
        return None
    if given is True:
        if not game.definition.encoders:
            raise BadOption(f"{game.name} has no encoder")
        return next(iter(game.definition.encoders))
    game.encoder(given)
    return given


def fill_opponent(row: Any, policy: NativeHandle, memory_at: int) -> list[Any]:
    """Write a native policy into an `Opponent` record; return the objects whose addresses it holds."""
    params = np.ascontiguousarray(policy.params, dtype=np.float64)
    initial = np.zeros(0) if policy.initial is None else policy.initial
    initial = np.ascontiguousarray(initial, dtype=np.int64)
    row["policy"], row["views"], row["clairvoyant"] = policy.address, policy.views, policy.clairvoyant
    row["forced"] = policy.forced
    row["params_at"], row["params"] = params.ctypes.data, len(params)
    row["initial_at"], row["initial"] = initial.ctypes.data, len(initial)
    row["memory_at"], row["memory"] = memory_at, policy.memory
    row["cleared"] = policy.memory if policy.cleared is None else policy.cleared
    return [policy, params, initial]


def _policies(game: Game, opponents: Any) -> tuple[list[NativeHandle | None], bool, list[Game]]:
    """Return the policy of each seat, whether the caller's seat rotates, and the game by the caller's seat (one if it does
    not).
    """
    if opponents is None:
        return [None] * game.seats, False, [game]
    if isinstance(opponents, (str, NativeHandle)) or hasattr(opponents, "act"):
        policy, options = _native(game, opponents)
        games = [
            _with_options(game, [None if seat == own else options for seat in range(game.seats)])
            for own in range(game.seats)
        ]
        return [policy] * game.seats, True, games
    if not isinstance(opponents, Sequence):
        raise BadOption(f"opponents={opponents!r}: must be an agent, or one (or None) for each seat")
    if len(opponents) != game.seats:
        raise BadOption(f"opponents: {game.seats} seats need {game.seats} entries, not {len(opponents)}")
    if all(agent is not None for agent in opponents):
        raise BadOption("opponents: one seat at least must be None, the caller's")
    found = [None if agent is None else _native(game, agent) for agent in opponents]
    brought = [None if entry is None else entry[1] for entry in found]
    return [None if entry is None else entry[0] for entry in found], False, [_with_options(game, brought)]


def _native(game: Game, agent: Any) -> tuple[NativeHandle, dict[str, Any]]:
    """Return the native policy of an agent and its options for its seat (a deck)."""
    if isinstance(agent, NativeHandle):
        return agent, {}
    seated = make_agent(agent, game) if isinstance(agent, str) else agent
    if hasattr(seated, "bind"):
        seated = seated.bind(game)
    offer = getattr(seated, "native", None)
    policy = offer() if offer is not None else None
    if policy is None:
        raise BadOption(f"{getattr(seated, 'spec', agent)!r} has no native policy, which an opponent in a Vector needs")
    options = seated.options if isinstance(seated, Player) else {}
    names = [option.name for option in game.definition.seat_options]
    return policy, {name: options[name] for name in names if options.get(name)}


def _with_options(game: Game, brought: Sequence[dict[str, Any] | None]) -> Game:
    """Return the game with the opponents' options for their seats."""
    own = {f"{name}{seat}": value for seat, given in enumerate(brought) for name, value in (given or {}).items()}
    return Game(game.definition, {**game.options, **own}, boundscheck=game.boundscheck) if own else game
