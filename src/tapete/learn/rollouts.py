"""Games played for learning: who sits where, what is recorded, and what comes of it as arrays."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from tapete.agents.player import Player
from tapete.core.bots import Bot, NativeHandle
from tapete.core.game import Game
from tapete.core.loops import native
from tapete.errors import BadOption
from tapete.learn import rollout_loop
from tapete.nets import Bound
from tapete.play.vector import fill_opponent
from tapete.play.vector_loops import Opponent
from tapete.search.agent import SearchAgent
from tapete.seeds import WORD

LONGEST = 5000  # decisions of a game that is recorded; an untrained player may go on for ever
LAST = 1 << 62


@dataclass
class Played:
    """Recorded decisions, game by game in order of play. Rows of features and of legal actions end at the `ends`."""

    game_of: np.ndarray  # int32: place in the arrays by game
    seat: np.ndarray
    turn: np.ndarray
    chosen: np.ndarray  # int32: place among the legal actions
    player: np.ndarray
    value: np.ndarray  # of the position, by the network that rates
    target: np.ndarray  # lambda-return
    standing: np.ndarray  # points ahead before the decision, as a share of the span
    feature_ends: np.ndarray
    legal_ends: np.ndarray
    features: np.ndarray  # int32: places that are not zero
    numbers: np.ndarray  # float32: what is there
    legal: np.ndarray  # int32: action ids
    visits: np.ndarray | None  # float32, beside `legal`
    returns: np.ndarray  # (games, seats)
    points: np.ndarray
    standings: np.ndarray  # (games, seats): points ahead at the end
    deals: np.ndarray  # seeds that were dealt
    option_row: np.ndarray
    inputs: int
    dropped: int  # games that did not end in time, or did not fit
    faults: int

    def __len__(self) -> int:
        return len(self.seat)

    @property
    def games(self) -> int:
        return len(self.returns)

    @cached_property
    def feature_starts(self) -> np.ndarray:
        return self.rows_from(self.feature_ends)

    @cached_property
    def legal_starts(self) -> np.ndarray:
        return self.rows_from(self.legal_ends)

    @property
    def own_return(self) -> np.ndarray:
        """Return the value of the game for the seat that decided."""
        return self.returns[self.game_of, self.seat]

    def rows_from(self, ends: np.ndarray) -> np.ndarray:
        """Where rows begin, for rows that end at `ends`."""
        return np.concatenate([[0], ends[:-1]])

    def dense(self, rows: np.ndarray | None = None) -> np.ndarray:
        """Feature vectors with their zeros."""
        starts, ends = self.feature_starts, self.feature_ends
        chosen = np.arange(len(self)) if rows is None else np.asarray(rows)
        counts = ends[chosen] - starts[chosen]
        out = np.zeros((len(chosen), self.inputs), dtype=np.float32)
        places = flat_places(starts[chosen], counts)
        out[np.repeat(np.arange(len(chosen)), counts), self.features[places]] = self.numbers[places]
        return out

    @property
    def action(self) -> np.ndarray:
        """Ids of the actions that were chosen; -1 where one was chosen that is not listed."""
        counts = self.legal_ends - self.legal_starts
        places = self.legal_starts + np.minimum(self.chosen, counts - 1)
        return np.where(self.chosen < counts, self.legal[places], -1)


def flat_places(starts: np.ndarray, counts: np.ndarray) -> np.ndarray:
    """Places of all entries of some rows, one row after the other."""
    total = int(counts.sum())
    firsts = np.cumsum(counts) - counts
    return np.arange(total) - np.repeat(firsts, counts) + np.repeat(starts, counts)


def relative_returns(played: Played, outputs: int, points: float = 0.0) -> np.ndarray:
    """Everybody's returns counted from the seat that decided, or its own alone; `points` is the share of standings in them."""
    seats = played.returns.shape[1]
    worth = played.returns
    if points:
        worth = (1 - points) * worth + points * np.clip(0.5 + 0.5 * played.standings, 0.0, 1.0)
    turned = (played.seat[:, None].astype(np.int64) + np.arange(outputs)[None]) % seats
    return worth[played.game_of[:, None], turned].astype(np.float32)


@dataclass(frozen=True)
class RolloutPlayer:
    """Player of rollouts: a native policy, and whether it is a search whose visits can be read."""

    policy: NativeHandle
    searches: bool = False


def player(seated: Player, *, recorded: bool) -> RolloutPlayer:
    """An agent as a player. One that is recorded comes without its opening rule, which the recording asks itself."""
    policy = seated.agent.native() if recorded and hasattr(seated.agent, "native") else seated.native()
    if policy is None:
        raise BadOption(
            f"{seated.spec} does not run natively (a clock, a kept tree, or Python), so it cannot play here"
        )
    return RolloutPlayer(policy, isinstance(seated.agent, SearchAgent))


def opening_rule(game: Game) -> Bot | None:
    """The rule for first decisions, as the game has it; None: it has none."""
    opening = game.definition.opening
    if opening is None:
        return None
    return Bot(game, "opening", opening, {option.name: option.default for option in opening.options})


class RolloutRecorder:
    """Where games are played and recorded, for as many decisions as one asks for. Player 0 is the learner."""

    def __init__(
        self,
        game: Game,
        players: Sequence[RolloutPlayer],
        seatings: Sequence[Sequence[int]],
        *,
        encoder: str | None = None,
        variants: Sequence[Game] = (),
        opening: Bot | None = None,
        after: bool = False,
        forced: bool = False,
        everybody: bool = False,
        visits: bool = False,
        trust: float = 0.0,
        epsilon: float = 0.0,
        lambda_: float = 1.0,
        by_points: float = 0.0,
        longest: int = LONGEST,
        rater: Bound | None = None,
    ) -> None:
        if len(players) > rollout_loop.MOST_PLAYERS:
            raise BadOption(f"at most {rollout_loop.MOST_PLAYERS} agents can be recorded, not {len(players)}")
        self.game = game
        self.players = list(players)
        self.rater = rater
        self.visits = visits
        self.opening = opening
        self.inputs = game.features(encoder)
        self._words = np.zeros(rollout_loop.Recording.size // 8, dtype=np.int64)
        self._header = self._words.view(rollout_loop.Recording.dtype)[0]
        self._kept: list[Any] = []
        name = encoder or next(iter(game.definition.encoders))
        header = self._header
        header["rules"][:] = game.table(encoder=name)
        header["seats"], header["inputs"], header["state_bytes"] = game.seats, self.inputs, game.state_bytes
        header["most_legal"] = game.definition.max_legal
        header["beyond"] = game.actions if game.definition.accepts is not None else 0
        header["after"], header["forced"], header["everybody"] = after, forced, everybody
        header["trust"] = trust
        header["epsilon"], header["lambda_"], header["by_points"] = epsilon, lambda_, by_points
        header["low"], header["high"] = game.definition.points_span
        header["longest"], header["last"] = min(longest, game.max_decisions), LAST
        rows = np.array([one.encoded_options for one in (variants or [game])], dtype=np.int64)
        header["option_rows"], header["options"] = rows.shape
        table = np.array(seatings, dtype=np.int64)
        header["seatings"] = len(table)
        self._seat(table)
        self._place("rows", np.zeros(2 * game.state_bytes, dtype=np.uint8))
        self._place("options", rows)
        self._place("seatings", table)
        self._place("sides", np.array(game.sides, dtype=np.int64))
        self._place("actions", np.zeros(game.definition.max_legal, dtype=np.int32))
        self._open()
        self._room()

    def _place(self, name: str, array: np.ndarray) -> np.ndarray:
        self._kept.append(array)
        self._header[f"{name}_at"] = array.ctypes.data
        return array

    def _seat(self, seatings: np.ndarray) -> None:
        """Pass the players to the native side, with memory at every seat."""
        table = np.zeros(rollout_loop.MOST_PLAYERS, dtype=Opponent.dtype)
        at = bits = 0
        for number, (row, one) in enumerate(zip(table, self.players, strict=False)):
            policy = one.policy
            self._kept += fill_opponent(row, policy, at)
            at += -(-policy.memory // 8) * 8
            bits |= int(one.searches) << number
        self._header["memory"] = at
        self._header["visits"] = bits if self.visits else 0
        self._place("players", table)
        self._place("memory", np.zeros(at * self.game.seats, dtype=np.int64))

    def _open(self) -> None:
        if self.opening is None:
            return
        policy = self.opening.native()
        params = np.ascontiguousarray(policy.params, dtype=np.float64)
        memory = np.zeros(max(1, policy.memory), dtype=np.int64)
        self._kept += [policy, params, memory]
        self._header["opening"] = policy.address
        self._header["opening_params"], self._header["opening_params_at"] = len(params), params.ctypes.data
        self._header["opening_memory"], self._header["opening_memory_at"] = len(memory), memory.ctypes.data

    def _room(self) -> None:
        """Where features are written before they are kept, aligned; the network that rates thinks there."""
        size = 4 * (-(-self.inputs // 16) * 16)
        if self.rater is not None:
            size = max(size, int(self.rater._record[0]["room"]))
            self._header["net"] = self.rater.address
        raw = np.zeros(size + 64, dtype=np.uint8)
        self._kept.append(raw)
        self._header["room_at"] = raw.ctypes.data + (-raw.ctypes.data % 64)

    def play(self, decisions: int, seed: int, *, first: int = 0, games: int | None = None) -> Played:
        """Play games from number `first` on until there are so many decisions, or so many games are played."""
        header = self._header
        room = min(2 * decisions + 4096, decisions + 200_000)
        inputs = max(16, self.inputs)
        features = int(room * min(inputs, self._density) + inputs * 2)
        legal = int(room * min(self.game.definition.max_legal, self._breadth) + 2 * self.game.definition.max_legal)
        most_games = room + 1
        arrays: dict[str, np.ndarray] = {
            "in_game": np.zeros(room, dtype=np.int32),
            "seat": np.zeros(room, dtype=np.int8),
            "turn": np.zeros(room, dtype=np.int32),
            "chosen": np.zeros(room, dtype=np.int32),
            "player": np.zeros(room, dtype=np.int8),
            "value": np.zeros(room, dtype=np.float32),
            "target": np.zeros(room, dtype=np.float32),
            "standing": np.zeros(room, dtype=np.float32),
            "feature_ends": np.zeros(room, dtype=np.int64),
            "legal_ends": np.zeros(room, dtype=np.int64),
            "feature": np.zeros(features + 16, dtype=np.int32),  # places are written sixteen at a time
            "number": np.zeros(features + 16, dtype=np.float32),
            "legal": np.zeros(legal, dtype=np.int32),
            "returns": np.zeros((most_games, self.game.seats)),
            "points": np.zeros((most_games, self.game.seats)),
            "standings": np.zeros((most_games, self.game.seats), dtype=np.float32),
            "deal": np.zeros(most_games, dtype=np.uint64),
            "row": np.zeros(most_games, dtype=np.int32),
        }
        if self.visits:
            arrays["visits"] = np.zeros(legal, dtype=np.float32)
        for name, array in arrays.items():
            header[f"{name}_at"] = array.ctypes.data
        header["seed"], header["game"], header["wanted"] = seed & WORD, first, decisions
        header["last"] = LAST if games is None else first + games
        header["most_decisions"], header["most_features"] = room, features
        header["most_actions"], header["most_games"] = legal, most_games
        for name in ("decisions", "features", "legal", "games", "dropped", "faults"):
            header[name] = 0
        native(rollout_loop.play_and_record)(self._words)
        if games is None and not header["games"]:
            longest, dropped = int(header["longest"]), int(header["dropped"])
            raise BadOption(
                f"none of {dropped} games of {self.game.name} ended within longest={longest} decisions, or fitted; allow more"
            )
        return self._taken(arrays)

    _density = 400  # entries of a feature vector that are not zero, as far as there is room for them on average
    _breadth = 40  # legal actions, likewise

    @property
    def next_game(self) -> int:
        """The number of the game after the last one that was played."""
        return int(self._header["game"])

    def _taken(self, arrays: Mapping[str, np.ndarray]) -> Played:
        header = self._header
        n, games = int(header["decisions"]), int(header["games"])
        features, legal = int(header["features"]), int(header["legal"])
        return Played(
            arrays["in_game"][:n],
            arrays["seat"][:n],
            arrays["turn"][:n],
            arrays["chosen"][:n],
            arrays["player"][:n],
            arrays["value"][:n],
            arrays["target"][:n],
            arrays["standing"][:n],
            arrays["feature_ends"][:n],
            arrays["legal_ends"][:n],
            arrays["feature"][:features],
            arrays["number"][:features],
            arrays["legal"][:legal],
            arrays["visits"][:legal] if self.visits else None,
            arrays["returns"][:games],
            arrays["points"][:games],
            arrays["standings"][:games],
            arrays["deal"][:games],
            arrays["row"][:games],
            self.inputs,
            int(header["dropped"]),
            int(header["faults"]),
        )
