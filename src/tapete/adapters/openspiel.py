"""OpenSpiel games, and OpenSpiel bots as agents.

Importing this module registers every installed game: `pyspiel.load_game("tapete_briscas(players=3)")`. They are sequential
games of imperfect information. One chance node at the root picks the deal; all later chance is drawn by the rules from the
deal's own generator. (OpenSpiel's mode for that, sampled chance, cannot be serialised by games written in Python.) Choices that
are simultaneous at a table are made one after the other here, hidden from each other.
"""

from __future__ import annotations

import ctypes
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache
from hashlib import blake2b
from typing import Any

import numpy as np

from tapete.adapters.requirements import wanted
from tapete.core.definition import SEEN, UNNOTICED, Definition
from tapete.core.game import Game
from tapete.core.loops import native_loop
from tapete.core.registry import definition, game_names, load
from tapete.core.state import State, View
from tapete.errors import BadOption, IllegalAction
from tapete.seeds import derive

wanted("open_spiel", "2.0", "3", "pyspiel")

import pyspiel  # noqa: E402

# Parameters that all games have besides their options: how many deals the chance node picks from, and which
DEALS, SEED = "deals", "seed"
DEFAULTS = {DEALS: 4096, SEED: 0}
MOST_DEALS = 1 << 24


class Shared:
    """Immutable data that copies of an OpenSpiel state share."""

    def __deepcopy__(self, memo: Any) -> Any:
        return self


class SharedGame(Shared):
    """Game of this package, and its rules for native loops."""

    def __init__(self, name: str, options: tuple[tuple[str, Any], ...]) -> None:
        self.key = name, options
        self.game = load(name, **dict(options))
        self.hidden = self.game.table("hides") if self.game.has("hides") else None

    def __reduce__(self) -> Any:
        return loaded, self.key

    def hides(self, rows: np.ndarray, action: int) -> int:
        """Return what the other seats see of an action."""
        return SEEN if self.hidden is None else int(native_loop("hides")(self.hidden, rows, 0, action))

    def canonical(self, rows: np.ndarray, player: int) -> str:
        """Return a player's knowledge as a short text: equal for all states that the player cannot distinguish."""
        seen = rows.copy()
        native_loop("determinize")(self.game.rules, seen, 0, np.uint64(0), player)
        return blake2b(seen.tobytes(), digest_size=12).hexdigest()


@dataclass(frozen=True, eq=False)
class SharedState(Shared):
    """State of this package; each action replaces it."""

    rows: np.ndarray
    history: tuple[tuple[int, int | None, int], ...]  # seat, action, what the others saw of it
    seen: tuple[bytes, ...]  # by player: a digest of its observations
    texts: dict[Any, str] = field(default_factory=dict)  # cached texts


@cache
def loaded(name: str, options: tuple[tuple[str, Any], ...]) -> SharedGame:
    """Return a game with its options, loaded once: OpenSpiel creates one for each state that it deserialises."""
    return SharedGame(name, options)


class TapeteGame(pyspiel.Game):
    """Game of this package with its options chosen."""

    def __init__(self, game_type: pyspiel.GameType, params: Mapping[str, Any] | None = None) -> None:
        given = dict(params or {})
        self.deals, self.seed = (int(given.get(name, default)) for name, default in DEFAULTS.items())
        if not 1 <= self.deals <= MOST_DEALS:
            raise BadOption(f"deals={self.deals}: must be from 1 to {MOST_DEALS}")
        options = {name: plain(value) for name, value in given.items() if name not in DEFAULTS}
        self.tapete = loaded(game_of(game_type.short_name), tuple(sorted(options.items())))
        game = self.tapete.game
        super().__init__(
            game_type,
            pyspiel.GameInfo(
                num_distinct_actions=game.actions,
                max_chance_outcomes=self.deals,
                num_players=game.seats,
                min_utility=-1.0,
                max_utility=float(game.seats - 1),
                utility_sum=0.0,
                max_game_length=game.max_decisions,
            ),
            {name: spelled(value) for name, value in given.items()},
        )
        self.encoder = next(iter(game.definition.encoders), None)

    def max_chance_nodes_in_history(self) -> int:
        return 1

    def seed_of(self, deal: int) -> int:
        """Return the seed of a deal: its own number, unless a seed other than 0 was given."""
        return deal if self.seed == 0 else derive(self.seed, deal) >> 1

    def new_initial_state(self, text: str | None = None) -> TapeteState:
        if text is not None:
            raise BadOption("a game starts from its deal; a position comes from `serialize`")
        return TapeteState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer:
        if params:
            raise ValueError(f"observers take no parameters, such as {params}")
        recall = iig_obs_type is not None and iig_obs_type.perfect_recall
        return Observer(self.tapete.game, self.encoder, recall)


class TapeteState(pyspiel.State):
    """Position: a chance node before the deal, then a state of this package."""

    def __init__(self, game: TapeteGame) -> None:
        super().__init__(game)
        self._shared = game.tapete
        self._at: SharedState | None = None  # nothing is dealt yet
        self._seat = int(pyspiel.PlayerId.CHANCE)

    @property
    def tapete(self) -> State:
        """A copy of the underlying Tapete state."""
        at = self._dealt()
        return State(self._shared.game, at.rows.copy(), list(at.history))

    def table(self, player: int | None = None) -> str:
        """Return the table as readable text from a player's seat; by default with everything shown."""
        return self.tapete.text(player)

    def _dealt(self) -> SharedState:
        if self._at is None:
            raise BadOption("nothing is dealt yet: apply the chance node's outcome first")
        return self._at

    def _stand(self, at: SharedState) -> None:
        """Set the position."""
        self._at = at
        header = at.rows.view(self._shared.game.definition.state.dtype)[0, 0]
        self._seat = int(pyspiel.PlayerId.TERMINAL) if header["over"] else int(header["seat"])

    def _written(self, key: Any, write: Callable[[SharedState], str]) -> str:
        """Return a text of the position, computed once."""
        if self._at is None:
            return "not dealt yet"
        if key not in self._at.texts:
            self._at.texts[key] = write(self._at)
        return self._at.texts[key]

    # OpenSpiel's interface

    def current_player(self) -> int:
        return self._seat

    def is_terminal(self) -> bool:
        return self._seat == pyspiel.PlayerId.TERMINAL

    def chance_outcomes(self) -> list[tuple[int, float]]:
        if self._at is not None:
            raise ValueError("chance_outcomes() is for chance nodes")
        deals = self.get_game().deals
        return [(deal, 1 / deals) for deal in range(deals)]

    def _legal_actions(self, player: int) -> list[int]:
        return State(self._shared.game, self._dealt().rows).legal()

    def _apply_action(self, action: int) -> None:
        game = self._shared.game
        if self._at is None:
            rows = game.deal(self.get_game().seed_of(action)).rows
            self._stand(SharedState(rows, (), (b"",) * game.seats))
            return
        at = self._at
        if action not in self._legal_actions(self._seat):
            raise IllegalAction(f"action {action} is not legal for player {self._seat}")
        hidden = self._shared.hides(at.rows, action)
        rows = at.rows.copy()
        native_loop("apply")(game.rules, rows, 0, action)
        seen = tuple(
            before if hidden == UNNOTICED and player != self._seat else self._after(before, player, action, hidden)
            for player, before in enumerate(at.seen)
        )
        self._stand(SharedState(rows, (*at.history, (self._seat, action, hidden)), seen))

    def _after(self, before: bytes, player: int, action: int, hidden: int) -> bytes:
        """Return the digest of a player's observations extended by one action."""
        shown = action if player == self._seat or hidden == SEEN else "hidden"
        return blake2b(before + f"{self._seat}:{shown}".encode(), digest_size=12).digest()

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE or self._at is None:
            return f"deal {action}"
        return f"{action}: {self.tapete.action_text(action)}"

    def returns(self) -> list[float]:
        """Return zero-sum returns: a share of 1 / players is 0, the whole game players - 1, nothing -1."""
        seats = self._shared.game.seats
        if not self.is_terminal():
            return [0.0] * seats
        return [share * seats - 1.0 for share in self.tapete.returns()]

    def rewards(self) -> list[float]:
        return self.returns()

    def __str__(self) -> str:
        """Return the position in one line; `table()` shows all of it."""

        def write(at: SharedState) -> str:
            state = State(self._shared.game, at.rows)
            who = "over" if state.over else f"player {state.seat} to move"
            points = " ".join(f"{number:g}" for number in state.points())
            digest = blake2b(at.rows.tobytes(), digest_size=12).hexdigest()
            return f"{self._shared.game.name} turn {state.turn}, {who}, points {points}, state {digest}"

        return self._written("state", write)

    # Imperfect information

    def resample_from_infostate(self, player: int, probability: Callable[[], float] | None = None) -> TapeteState:
        """Sample another state of the player's information set."""
        seed = int(probability() * 2**53) if probability is not None else int(np.random.randint(1 << 53))
        view = self.tapete.view(player, derive(seed)).state
        sampled = self.clone()
        sampled._stand(SharedState(view.rows, tuple(view.history), self._dealt().seen))
        return sampled

    def seen_by(self, player: int, recall: bool) -> str:
        """Return a player's knowledge as a short text: equal if the player knows the same and, with recall, observed the same."""

        def write(at: SharedState) -> str:
            now = f"player {player}, seat {self._seat} to move, knows {self._shared.canonical(at.rows, player)}"
            return f"{now}, saw {at.seen[player].hex()}" if recall else now

        return self._written((player, recall), write)


class Observer:
    """Observer of a player: the features of the game's first encoder, and a text."""

    def __init__(self, game: Game, encoder: str | None, recall: bool) -> None:
        self.encoder = encoder
        self.recall = recall
        self.tensor = np.zeros(0 if encoder is None else game.features(encoder), dtype=np.float32)
        self.dict = {"features": self.tensor}

    def set_from(self, state: TapeteState, player: int) -> None:
        if state._at is None or self.encoder is None:
            self.tensor.fill(0)
        else:
            self.tensor[:] = State(state._shared.game, state._at.rows).observe(player, self.encoder)

    def string_from(self, state: TapeteState, player: int) -> str:
        return state.seen_by(player, self.recall)


# Registration


def short_name(name: str) -> str:
    """Return the OpenSpiel name of a game: `tapete_briscas`."""
    return "tapete_" + re.sub(r"[^a-z0-9]+", "_", name.lower())


_names: dict[str, str] = {}  # our name by OpenSpiel's


def game_of(short: str) -> str:
    """Return the game of an OpenSpiel name."""
    return _names[short]


def spelled(value: Any) -> Any:
    """Return an option's value in OpenSpiel's syntax; a text that its parser would misread is quoted."""
    if isinstance(value, (bool, int, float)):
        return value
    text = str(value)
    odd = re.fullmatch(r"-?[0-9.]*|true|false", text, re.IGNORECASE) or re.search(r"[,()=]", text)
    return "'" + text.replace(",", ";") + "'" if odd and not text.startswith("'") else text


def plain(value: Any) -> Any:
    """Return an option's value from OpenSpiel's syntax."""
    return value[1:-1].replace(";", ",") if isinstance(value, str) and value[:1] == "'" else value


def seats_of(found: Definition) -> tuple[int, int]:
    """Return the fewest and the most players."""
    players = next((option for option in found.options if option.name == "players"), None)
    if players is not None and players.low is not None and players.high is not None:
        return int(players.low), int(players.high)
    seats = Game(found, {}).seats
    return seats, seats


def register() -> Mapping[str, str]:
    """Register all installed games with OpenSpiel (done on import; repeat after adding games). Return names by game."""
    known = set(pyspiel.registered_names())
    found = {name: short_name(name) for name in game_names()}
    for name in game_names():
        for short in (short_name(name), f"python_{short_name(name)}"):
            _names[short] = name
            if short not in known:
                _register(definition(name), short)
    return found


def _register(found: Definition, short: str) -> None:
    fewest, most = seats_of(found)
    encoded = bool(found.encoders)
    game_type = pyspiel.GameType(
        short_name=short,
        long_name=f"{found.title} (Tapete)",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=most,
        min_num_players=fewest,
        provides_information_state_string=True,
        provides_information_state_tensor=encoded,
        provides_observation_string=True,
        provides_observation_tensor=encoded,
        parameter_specification={**DEFAULTS, **{option.name: spelled(option.default) for option in found.options}},
    )

    def make(params: Mapping[str, Any]) -> TapeteGame:
        return TapeteGame(game_type, params)

    # OpenSpiel releases it after Python has shut down, when nothing may be freed any more: one reference is never released.
    ctypes.pythonapi.Py_IncRef(ctypes.py_object(make))
    pyspiel.register_game(game_type, make)


# The reverse


class SpielBot:
    """OpenSpiel bot as an agent: `SpielBot(lambda game, seat: ISMCTSBot(game, ...))`.

    The bot is created for each game, for an OpenSpiel game with the same options. It gets a state in which everything that its
    seat cannot know is resampled, never the true one, so even a bot that reads hidden facts plays fairly.
    """

    def __init__(self, make: Callable[[pyspiel.Game, int], Any], name: str = "spiel") -> None:
        self.make = make
        self.name = name
        self._bot: Any = None

    def begin(self, game: Game, seat: int) -> None:
        self._game = pyspiel.load_game(short_name(game.name), {DEALS: 1, **_parameters(game)})
        self._bot = self.make(self._game, seat)

    def reset(self, seed: int) -> None:
        if self._bot is not None:
            self._bot.restart()

    def act(self, view: View) -> int:
        if self._bot is None:
            self.begin(view.game, view.seat)
        return int(self._bot.step(state_from(self._game, view)))


def _parameters(game: Game) -> dict[str, Any]:
    """Return the options of a game as OpenSpiel parameters."""
    return {option.name: spelled(game.options[option.name]) for option in game.definition.options}


def state_from(game: pyspiel.Game, view: View) -> TapeteState:
    """Return a view as an OpenSpiel state."""
    state = game.new_initial_state()
    state.apply_action(0)
    rows, history = view.state.rows.copy(), tuple(view.state.history)
    seen = tuple(
        blake2b(repr(State(view.game, rows, list(history)).seen_by(player)).encode(), digest_size=12).digest()
        for player in range(view.game.seats)
    )
    state._stand(SharedState(rows, history, seen))
    return state


NAMES = register()
__all__ = ["NAMES", "Observer", "SpielBot", "TapeteGame", "TapeteState", "register", "short_name", "state_from"]
