"""The Python face of a kernel: `Game`, `State`, `View`, `Batch`, and what a game package says about itself.

A game package exports a `Definition`. `tapete.load` turns it, with chosen options, into a `Game`. Nothing is compiled before
it is needed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from importlib import import_module
from importlib.metadata import entry_points
from pkgutil import iter_modules
from typing import Any

import numpy as np

from tapete.contract import FUNCTIONS, SIZE_SLOT, SLOTS, TABLE_LENGTH
from tapete.errors import BadOption, IllegalAction, UnknownGame, nearest
from tapete.face import (
    PLAIN,
    Description,
    Event,
    Face,
    Move,
    action_of,
    card_of,
    described,
    event_text,
    move_of,
    move_text,
    restored,
    words_of,
)
from tapete.kernel import Build, Kernel, Record
from tapete.options import Option, resolve
from tapete.words import LANGUAGES

Options = Mapping[str, Any]
WORD = (1 << 64) - 1
SEEN, HIDDEN, UNNOTICED = range(3)  # what others see of a decision: what was done, that there was one, nothing at all


def derive(*numbers: int) -> int:
    """A seed derived from several numbers: the same hash as `mix` in kernels, folded from the left."""
    return int(derive_all(*numbers))


def derive_all(*numbers: int | np.ndarray) -> Any:
    """`derive` for arrays of numbers, element by element."""
    words = [np.asarray(n).astype(np.uint64) if isinstance(n, np.ndarray) else np.uint64(n & WORD) for n in numbers]
    result = words[0]
    with np.errstate(over="ignore"):
        for word in words[1:]:
            result = _scrambled((result ^ _scrambled(word + GOLDEN)) + GOLDEN)
    return result


GOLDEN = np.uint64(0x9E3779B97F4A7C15)
_STEPS = ((np.uint64(30), np.uint64(0xBF58476D1CE4E5B9)), (np.uint64(27), np.uint64(0x94D049BB133111EB)))


def _scrambled(word: Any) -> Any:
    for shift, factor in _STEPS:
        word = (word ^ (word >> shift)) * factor
    return word ^ (word >> np.uint64(31))


@dataclass(frozen=True)
class Evaluation:
    """A weighted evaluation: of a position (`evaluate`) or of a move (`evaluate_change`)."""

    kernel: Kernel
    weights: Mapping[str, float]  # names and defaults
    scale: tuple[float, float]  # values at or below / above which the result counts as 0 / 1
    what: str = ""
    rates_moves: bool = False
    presets: Mapping[str, Mapping[str, float]] = field(default_factory=dict)  # `weights=NAME`


@dataclass(frozen=True)
class Encoder:
    """A feature vector of what an observer knows."""

    kernel: Kernel
    size: int | Callable[[Options], int]
    what: str = ""


@dataclass(frozen=True)
class Policy:
    """A rule bot that runs inside native loops: `kernel(state, actions, n, params, memory) -> index`.

    Its options become `params`, in order. `memory` words are its own; word 0 is its random generator. `public` says that it
    reads nothing that its seat does not know, so it needs no determinised view.
    """

    kernel: Kernel
    what: str
    options: tuple[Option, ...] = ()
    memory: int = 1
    public: bool = False
    clairvoyant: bool | Callable[[Options], bool] = False
    params: Callable[[Any, Options], Sequence[float]] | None = (
        None  # (game, options) -> params, where not one per option
    )
    true_generator: bool = False  # a clairvoyant one is handed the game's own generator too
    kept: int = 0  # words at the end of its memory that last from game to game
    in_order: Callable[[Options], bool] | None = None  # whether it remembers, so that its games must be played in order
    timed: Callable[[Options], bool] | None = None  # whether its decisions depend on the clock
    iterations_at: int | None = None  # word of its memory that counts the iterations of its last search


@dataclass(frozen=True)
class Variant:
    """A kernel that takes the place of the usual one under some options, so that the others need not compile it."""

    function: str
    kernel: Kernel
    when: Callable[[Options], bool]


@dataclass(frozen=True)
class Text:
    """How a person reads a game."""

    state: Callable[[State, int | None], str]  # the table as a seat sees it; None: everything
    action: Callable[[State, int], str]  # what an action does, in a few words
    parse: Callable[[State, str], int | None] | None = (
        None  # an action as a person types it, where that is more than its text
    )
    known: Callable[[State, int], Mapping[str, Any]] | None = None  # what a seat knows for certain of hidden things
    hint: str = ""  # one line for the terminal: how moves are typed
    explain: Callable[[str], str | None] | None = None  # what a name on the table means, in a sentence or two
    names: tuple[str, ...] = ()  # the names that `explain` knows, as the table writes them


@dataclass(frozen=True)
class Definition:
    """What a game package says about itself."""

    name: str
    title: str
    summary: str
    state: Record
    kernels: Mapping[str, Kernel]  # the functions of the contract, but for `observe` and the evaluations
    options: tuple[Option, ...]
    seats: int | Callable[[Options], int]
    actions: int | Callable[[Options], int]  # action ids are 0 .. actions - 1
    max_legal: int  # the most actions that can be legal at once
    points_span: tuple[float, float]  # what `points` can be, for searches that maximise points
    text: Text | None = None  # how a person reads it, for a game without a `face`
    face: Face | None = None  # what seats see, moves and events as data; see `tapete.face`
    levels: Mapping[str, str] | Callable[[Options], Mapping[str, str]] = field(
        default_factory=dict
    )  # `easy`, `normal`, `hard`, `best`: the agent that plays so well under these options
    known: Callable[[State, int], Mapping[str, Any]] | None = None  # what a seat knows for certain of hidden things
    hint: str = ""  # one line for the terminal: how moves are typed
    public_points: bool = True  # whether everybody sees everybody's points
    max_decisions: int | Callable[[Options], int] = (
        10_000  # more than any game can have; sizes the buffer of a recorded game
    )
    encode: Callable[[Options], Sequence[int]] | None = (
        None  # options -> what `deal` reads; default: one number per option
    )
    sides: Callable[[Options], Sequence[int]] | None = None  # side of each seat; default: every seat for itself
    variants: tuple[Variant, ...] = ()  # kernels that some options replace
    presets: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)  # values of the option `preset`
    evaluations: Mapping[str, Evaluation] = field(default_factory=dict)  # the first is the default
    encoders: Mapping[str, Encoder] = field(default_factory=dict)  # the first is the default
    policies: Mapping[str, Policy] = field(default_factory=dict)
    opening: Policy | None = None  # answers first decisions for all agents but `random`; -1 where it has nothing to say
    seat_options: tuple[
        Option, ...
    ] = ()  # game options an agent may set for its own seat: `deck` sets `deck0` or `deck1`
    # agent name -> options that suit this game (or a function of the game's options that says so)
    agent_defaults: Mapping[str, Mapping[str, Any]] | Callable[[Options], Mapping[str, Mapping[str, Any]]] = field(
        default_factory=dict
    )
    aliases: Mapping[str, tuple[str, str]] = field(
        default_factory=dict
    )  # agent name -> (spec it stands for, what it is)
    series_seed: Callable[[int, int], int] | None = None  # (run seed, deal number) -> seed; default: a hash of both
    accepts: Callable[[State, int], bool] | None = (
        None  # actions that `apply` takes although `legal` does not list them
    )
    search_options: tuple[Option, ...] = ()  # options of its own that every search of this game takes
    search_variants: tuple[Variant, ...] = ()  # kernels that those options put in the rules' place inside a search
    hides: Callable[[State, int], int] | None = None  # what the others see of an action: SEEN, HIDDEN or UNNOTICED
    set_up: Callable[[State, Mapping[str, Any]], None] | None = None  # put given facts (deck order, board) into a state
    bench_options: Callable[[Options], Options] | None = None  # options given to `tapete bench` -> those to add to them
    random_rates: Callable[[Game, float], dict[str, float]] | None = (
        None  # how to measure random play, where not decision by decision
    )
    conform: str | None = None  # module whose `replay(path, options)` checks recorded games

    def __post_init__(self) -> None:
        for name, kernel in [
            *self.kernels.items(),
            *((v.function, v.kernel) for v in (*self.variants, *self.search_variants)),
        ]:
            if name not in FUNCTIONS:
                raise TypeError(f"{self.name}: {name!r} is no function of the contract; {nearest(name, FUNCTIONS)}")
            FUNCTIONS[name].check(name, kernel, self.state)
        missing = [name for name, contract in FUNCTIONS.items() if contract.required and name not in self.kernels]
        if missing:
            raise TypeError(f"{self.name}: the function {missing[0]!r} is missing")
        if self.text is None and (self.face is None or self.face.text is None):
            raise TypeError(f"{self.name}: neither `text` nor a `face` with a text says how a person reads it")


class Game:
    """A game with its options chosen. Make one with `tapete.load`."""

    def __init__(self, definition: Definition, given: Options, *, boundscheck: bool = False) -> None:
        self.definition = definition
        self.name = definition.name
        self.options = self._resolve(given)
        self.boundscheck = boundscheck
        seats = definition.seats
        self.seats: int = seats(self.options) if callable(seats) else seats
        actions = definition.actions
        self.actions: int = actions(self.options) if callable(actions) else actions
        longest = definition.max_decisions
        self.max_decisions: int = longest(self.options) if callable(longest) else longest
        sides = definition.sides
        self.sides: tuple[int, ...] = tuple(sides(self.options)) if sides else tuple(range(self.seats))
        encoded = (
            definition.encode(self.options)
            if definition.encode
            else [option.code(self.options[option.name]) for option in definition.options]
        )
        self.encoded_options = np.array(encoded, dtype=np.int64)
        self.kernels = dict(definition.kernels)
        for variant in definition.variants:
            if variant.when(self.options):
                self.kernels[variant.function] = variant.kernel

    def _resolve(self, given: Options) -> dict[str, Any]:
        definition = self.definition
        preset = given.get("preset")
        if preset is not None and definition.presets:
            if not isinstance(preset, str) or preset not in definition.presets:
                raise BadOption(f"preset={preset}: {nearest(str(preset), definition.presets)}")
            given = {**definition.presets[preset], **given}
        return resolve(definition.options, given, f"game {definition.name!r}")

    def __repr__(self) -> str:
        changed = {o.name: self.options[o.name] for o in self.definition.options if self.options[o.name] != o.default}
        return f"<game {self.name}{''.join(f' {name}={value}' for name, value in changed.items())}>"

    def __reduce__(self) -> Any:
        return load, (self.name,), {"options": self.options}

    def __setstate__(self, state: Mapping[str, Any]) -> None:
        self.__init__(self.definition, state["options"])  # type: ignore[misc]

    @cached_property
    def build(self) -> Build:
        return _build(self.definition, self.boundscheck)

    @property
    def state_bytes(self) -> int:
        return self.definition.state.size

    def table(self, *needs: str, evaluation: str | None = None, encoder: str | None = None) -> np.ndarray:
        """Addresses of the rules for native loops: what every loop needs, and what is asked for by name."""
        table = np.zeros(TABLE_LENGTH, dtype=np.int64)
        table[SIZE_SLOT] = self.state_bytes
        wanted: dict[str, Kernel] = {}
        for name, contract in FUNCTIONS.items():
            if name in self.kernels and (contract.required or name in needs):
                wanted[name] = self.kernels[name]
        if evaluation is not None:
            chosen = self.evaluation(evaluation)
            wanted["evaluate_change" if chosen.rates_moves else "evaluate"] = chosen.kernel
        if encoder is not None:
            wanted["observe"] = self.encoder(encoder).kernel
        for name, address in zip(wanted, self.build.addresses(list(wanted.values())), strict=True):
            table[SLOTS[name]] = address
        return table

    @cached_property
    def rules(self) -> np.ndarray:
        """The table of what every loop needs: deal, legal, apply, returns, points, determinize."""
        return self.table()

    def evaluation(self, name: str | None = None) -> Evaluation:
        return _named(self.definition.evaluations, name, "evaluation", self.name)

    def encoder(self, name: str | None = None) -> Encoder:
        return _named(self.definition.encoders, name, "encoder", self.name)

    def features(self, encoder: str | None = None) -> int:
        """Length of the feature vector."""
        size = self.encoder(encoder).size
        return size(self.options) if callable(size) else size

    def has(self, function: str) -> bool:
        """Whether the game offers an optional function of the contract."""
        return function in self.kernels

    def deal(self, seed: int = 0) -> State:
        """A new game from a seed."""
        state = self.empty()
        state._call("deal", np.uint64(seed & WORD), self.encoded_options)
        return state

    def empty(self) -> State:
        """A state of zeros, for `set_up` and for reading bytes."""
        return State(self, np.zeros((1, self.state_bytes), dtype=np.uint8))

    def from_bytes(self, data: bytes) -> State:
        """The state that `to_bytes` wrote."""
        if len(data) != self.state_bytes:
            raise ValueError(f"a state of {self.name} has {self.state_bytes} bytes, not {len(data)}")
        return State(self, np.frombuffer(data, dtype=np.uint8).reshape(1, -1).copy())

    def set_up(self, facts: Mapping[str, Any]) -> State:
        """A state from `state.describe(None)`, perhaps with something changed, or from facts as the game's page tells them.

        A description brings its own options; it is refused where it is of another game.
        """
        if not isinstance(facts, Mapping):
            raise BadOption(f"facts are names with values, not {type(facts).__name__}")
        if "game" in facts:
            if facts["game"] != self.name:
                raise BadOption(f"this is a position of {facts['game']!r}, not of {self.name}")
            options = facts.get("options", self.options)
            if not isinstance(options, Mapping):
                raise BadOption(f"options are names with values, not {type(options).__name__}")
            state = Game(self.definition, options, boundscheck=self.boundscheck).empty()
            restored(state, facts)
            return state
        if self.definition.set_up is None:
            raise BadOption(f"{self.name} cannot be set up from facts")
        state = self.empty()
        self.definition.set_up(state, facts)
        return state

    @property
    def words(self) -> Mapping[str, Mapping[str, str]]:
        """Sentences and names by language: `game.words["es"]["name.oros"]`."""
        return {language: words_of(self.definition.face, language) for language in LANGUAGES}

    @property
    def levels(self) -> Mapping[str, str]:
        """`easy`, `normal`, `hard`, `best`: the agent that plays so well under this game's options."""
        levels = self.definition.levels
        return dict(levels(self.options) if callable(levels) else levels)

    def happened(self, before: Description, move: Move, after: Description) -> list[Event]:
        """What a seat saw happen: its description before, the move as it saw it, its description after."""
        face = self.definition.face or PLAIN
        return face.happened(before, move, after) if face.happened is not None else []

    def event_text(
        self, event: Event, language: str = "en", *, reader: int | None = None, names: Sequence[str] | None = None
    ) -> str:
        """An event as a sentence, worded for the reader's seat."""
        return event_text(self.definition.face or PLAIN, event, language, reader=reader, names=names)

    def move_text(self, move: Move, language: str = "en") -> str:
        """A move as a few words."""
        return move_text(self.definition.face or PLAIN, move, language)

    def card(self, name: str, language: str = "en") -> dict[str, Any]:
        """What a name on the table (a card, a hero, a keyword) is: data with a `text` in our own words."""
        return card_of(self.definition.face, name, language, self.name, self.options)

    def explain(self, name: str, language: str = "en") -> str:
        """What a name on the table means, in a sentence or two; case does not matter."""
        text = self.definition.text
        if self.definition.face is not None and self.definition.face.card is not None:
            return self.card(name, language)["text"]
        if text is None or text.explain is None:
            raise BadOption(f"{self.name} has no names to explain")
        spelled = name if name in text.names else {known.casefold(): known for known in text.names}.get(name.casefold())
        meaning = text.explain(spelled) if spelled is not None else None
        if meaning is None:
            raise BadOption(f"there is no {name!r} in {self.name}; {nearest(name, text.names)}")
        return meaning

    def batch(self, seeds: Iterable[int]) -> Batch:
        """Many games at once, one array."""
        return Batch(self, seeds)


@dataclass
class State:
    """One position of a game."""

    game: Game
    rows: np.ndarray  # one row of bytes
    # Seat, action, what the others saw of it; in a sampled world the action is None where its observer did not see it.
    history: list[tuple[int, int | None, int]] = field(default_factory=list)
    # By observer: how far the history has been gone through, and what the observer saw of it.
    _seen: dict[int, tuple[int, list]] = field(default_factory=dict, repr=False, compare=False)

    def __post_init__(self) -> None:
        self.record: Any = self.rows.view(self.game.definition.state.dtype)[0, 0]

    def _call(self, loop: str, *arguments: Any) -> Any:
        return native_loop(loop)(self.game.rules, self.rows, 0, *arguments)

    @property
    def seat(self) -> int:
        """Who must decide; -1 when the game is over."""
        return int(self.record["seat"])

    @property
    def over(self) -> bool:
        return bool(self.record["over"])

    @property
    def turn(self) -> int:
        return int(self.record["turn"])

    def legal(self) -> list[int]:
        """The legal actions, ascending."""
        out = np.empty(self.game.definition.max_legal, dtype=np.int32)
        return out[: self._call("legal", out)].tolist()

    def play(self, action: int) -> None:
        """Play one action and resolve everything up to the next decision."""
        if self.over:
            raise IllegalAction("the game is over")
        if not self.accepts(action):
            legal = self.legal()
            shown = ", ".join(map(str, legal[:12])) + (", ..." if len(legal) > 12 else "")
            raise IllegalAction(f"action {action} is not legal for seat {self.seat}; legal are {shown}")
        self.apply(int(action))

    def accepts(self, action: int) -> bool:
        """Whether an action may be played now."""
        also = self.game.definition.accepts
        return action in self.legal() or (also is not None and also(self, action))

    def apply(self, action: int) -> None:
        """Play an action known to be legal."""
        self.history.append((self.seat, action, self.hides(action)))
        self._call("apply", action)

    def hides(self, action: int) -> int:
        """What the other seats will see of an action: SEEN, HIDDEN or UNNOTICED."""
        hides = self.game.definition.hides
        if hides is not None:
            return int(hides(self, action))
        if not self.game.has("hides"):
            return SEEN
        return int(native_loop("hides")(self.game.table("hides"), self.rows, 0, action))

    def returns(self) -> list[float]:
        """The reward of each seat: in [0, 1], summing to 1. All equal while the game goes on."""
        if not self.over:
            return [1 / self.game.seats] * self.game.seats
        out = np.zeros(self.game.seats)
        self._call("returns", out)
        return out.tolist()

    def points(self) -> list[float]:
        """The game's own score of each seat."""
        out = np.zeros(self.game.seats)
        self._call("points", out)
        return out.tolist()

    def clone(self) -> State:
        return State(self.game, self.rows.copy(), self.history.copy())

    def view(self, seat: int | None = None, seed: int = 0) -> View:
        """What a seat sees: a copy in which everything it cannot know has been sampled anew."""
        observer = self.seat if seat is None else seat
        if not 0 <= observer < self.game.seats:
            raise ValueError(f"seat must be from 0 to {self.game.seats - 1}, not {observer}")
        sampled = State(self.game, self.rows.copy(), self.seen_by(observer))
        sampled._call("determinize", np.uint64(seed & WORD), observer)
        return View(sampled, observer, seed)

    def seen_by(self, observer: int) -> list[tuple[int, int | None, int]]:
        """The history without what the others did in secret."""
        if self.game.definition.hides is None and not self.game.has("hides"):
            return self.history.copy()
        done, seen = self._seen.get(observer, (0, []))
        seen += [
            (seat, action if seat == observer or hidden == SEEN else None, hidden)
            for seat, action, hidden in self.history[done:]
            if seat == observer or hidden != UNNOTICED
        ]
        self._seen[observer] = (len(self.history), seen)
        return seen.copy()

    def evaluate(self, seat: int, evaluation: str | None = None, weights: Sequence[float] | None = None) -> float:
        """The weighted evaluation of this position for a seat."""
        chosen = self.game.evaluation(evaluation)
        if chosen.rates_moves:
            raise BadOption(f"the evaluation {evaluation!r} rates moves, not positions")
        values = np.array(list(chosen.weights.values()) if weights is None else weights, dtype=np.float64)
        table = self.game.table(evaluation=evaluation or next(iter(self.game.definition.evaluations)))
        return native_loop("evaluate")(table, self.rows, 0, seat, values)

    def solve(self, observer: int | None = None, objective: int = 0) -> dict[int, float]:
        """Exact value of each legal action where the position is solvable; empty where it is not."""
        if not self.game.has("solve") or self.over:
            return {}
        out = np.zeros(self.game.definition.max_legal)
        seat = self.seat if observer is None else observer
        n = native_loop("solve")(self.game.table("solve"), self.rows, 0, seat, objective, out)
        return dict(zip(self.legal(), out[:n].tolist(), strict=True)) if n else {}

    def observe(self, observer: int | None = None, encoder: str | None = None) -> np.ndarray:
        """The feature vector of what a seat knows."""
        table = self.game.table(encoder=encoder or next(iter(self.game.definition.encoders), ""))
        out = np.zeros(self.game.features(encoder), dtype=np.float32)
        native_loop("observe")(table, self.rows, 0, self.seat if observer is None else observer, out)
        return out

    def describe(self, seat: int | None = None) -> Description:
        """What a seat sees, as plain data; from nobody's seat in particular: everything, enough to go on from."""
        return described(self, seat)

    def move(self, action: int) -> Move:
        """A legal action as data: its `kind` and what it touches."""
        return move_of(self, action)

    def action(self, move: Mapping[str, Any]) -> int:
        """The legal action that a move means: the way back from `move`."""
        return action_of(self, move)

    def text(self, seat: int | None = None, language: str = "en") -> str:
        """The table as a person reads it, from a seat; from nobody's in particular, everything is shown."""
        face, text = self.game.definition.face, self.game.definition.text
        if face is not None and face.text is not None:
            words_of(face, language)
            return face.text(self.describe(seat), language)
        assert text is not None
        return text.state(self, seat)

    def action_text(self, action: int, language: str = "en") -> str:
        """What an action of the seat to move does, in a few words."""
        face, text = self.game.definition.face, self.game.definition.text
        if face is not None:
            return move_text(face, self.move(action), language)
        assert text is not None
        return text.action(self, action)

    def parse(self, typed: str) -> int | None:
        """The legal action that a person means by a text, where the game understands it."""
        face, text = self.game.definition.face, self.game.definition.text
        parse = face.parse if face is not None else text.parse if text is not None else None
        action = parse(self, typed) if parse is not None else None
        return action if action is not None and self.accepts(action) else None

    def to_bytes(self) -> bytes:
        return self.rows.tobytes()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, State) and self.game.name == other.game.name and self.to_bytes() == other.to_bytes()

    def __hash__(self) -> int:
        return hash(self.to_bytes())

    def __reduce__(self) -> Any:
        return State, (self.game, self.rows, self.history)


class View:
    """What an agent decides from. Hidden facts in it are one sample, not knowledge."""

    def __init__(self, sampled: State, observer: int, seed: int, *, clairvoyant: bool = False) -> None:
        self.game = sampled.game
        self.state = sampled
        self.seat = observer
        self.seed = seed
        self.clairvoyant = clairvoyant

    @property
    def turn(self) -> int:
        return self.state.turn

    def legal(self) -> list[int]:
        return self.state.legal()

    def observe(self, encoder: str | None = None) -> np.ndarray:
        return self.state.observe(self.seat, encoder)

    def text(self, language: str = "en") -> str:
        return self.state.text(self.seat, language)

    def action_text(self, action: int, language: str = "en") -> str:
        return self.state.action_text(action, language)

    def describe(self) -> Description:
        """What this seat sees, as plain data."""
        return self.state.describe(self.seat)

    def points(self) -> list[float]:
        return self.state.points()

    @property
    def known(self) -> Mapping[str, Any]:
        """What this seat knows for certain of hidden things."""
        known = self.game.definition.known or (self.game.definition.text.known if self.game.definition.text else None)
        return known(self.state, self.seat) if known else {}

    @property
    def history(self) -> list[tuple[int, int | None]]:
        """(seat, action) pairs since the deal; None where the others' choice was hidden."""
        return [(seat, action) for seat, action, _ in self.state.history]

    def sample(self, seed: int = 0) -> State:
        """Another world that fits what this seat knows, to simulate on."""
        if self.clairvoyant:
            world = self.state.clone()
            world.record["rng"] = np.uint64(derive(self.seed, seed))
            return world
        return self.state.view(self.seat, derive(self.seed, seed)).state


class Batch:
    """N games of one kind in one array, for learning."""

    def __init__(self, game: Game, seeds: Iterable[int]) -> None:
        self.game = game
        given = np.array([seed & WORD for seed in seeds], dtype=np.uint64)
        self.rows = np.zeros((len(given), game.state_bytes), dtype=np.uint8)
        self._actions = np.empty(game.definition.max_legal, dtype=np.int32)
        native_loop("deal_all")(game.rules, self.rows, given, game.encoded_options)

    def __len__(self) -> int:
        return len(self.rows)

    @property
    def records(self) -> np.ndarray:
        """The states as a structured array (a view, not a copy)."""
        return self.rows.view(self.game.definition.state.dtype)[:, 0]

    def __getitem__(self, index: int) -> State:
        return State(self.game, self.rows[index : index + 1].copy())

    def legal(self) -> np.ndarray:
        """Masks of the legal actions, one row per game."""
        masks = np.zeros((len(self), self.game.actions), dtype=np.uint8)
        native_loop("legal_all")(self.game.rules, self.rows, masks, self._actions)
        return masks.view(bool)

    def apply(self, actions: Sequence[int] | np.ndarray) -> None:
        """Play one action in each game; games that are over stay as they are."""
        chosen = np.ascontiguousarray(actions, dtype=np.int32)
        if chosen.shape != (len(self),):
            raise ValueError(f"{len(self)} games need {len(self)} actions, not {chosen.shape}")
        active = np.flatnonzero(self.records["over"] == 0)
        inside = (chosen[active] >= 0) & (chosen[active] < self.game.actions)
        if not inside.all() or not self.legal()[active, chosen[active]].all():
            raise IllegalAction("an action is not legal in its game")
        native_loop("apply_all")(self.game.rules, self.rows, chosen)

    def observe(self, observers: Sequence[int] | np.ndarray, encoder: str | None = None) -> np.ndarray:
        """One feature vector per game, each as its observer sees it."""
        table = self.game.table(encoder=encoder or next(iter(self.game.definition.encoders), ""))
        out = np.zeros((len(self), self.game.features(encoder)), dtype=np.float32)
        native_loop("observe_all")(table, self.rows, np.ascontiguousarray(observers, dtype=np.int64), out)
        return out


def native_loop(name: str) -> Callable:
    from tapete import loops

    return loops.native(getattr(loops, name))


def _named(known: Mapping[str, Any], name: str | None, what: str, game: str) -> Any:
    if name is None and known:
        return next(iter(known.values()))
    if name is None or name not in known:
        raise BadOption(f"{game} has no {what} {name!r}; {nearest(str(name), known)}")
    return known[name]


_builds: dict[tuple[str, bool], Build] = {}


def _build(definition: Definition, boundscheck: bool) -> Build:
    """One build per game and process, whatever the options."""
    key = (definition.name, boundscheck)
    if key not in _builds or _builds[key].owner is not definition:
        variants = (*definition.variants, *definition.search_variants)
        roots = list(definition.kernels.values()) + [variant.kernel for variant in variants]
        roots += [e.kernel for e in definition.evaluations.values()] + [e.kernel for e in definition.encoders.values()]
        _builds[key] = Build(definition.name, roots, boundscheck=boundscheck, owner=definition)
    return _builds[key]


_registered: dict[str, Definition] = {}


def register(definition: Definition) -> Definition:
    """Make a game known to `tapete.load` in this process (packages use the entry point `tapete.games` instead)."""
    _registered[definition.name] = definition
    return definition


def game_names() -> list[str]:
    """All installed games."""
    import tapete.games

    own = {module.name for module in iter_modules(tapete.games.__path__) if module.ispkg}
    return sorted(own | {point.name for point in entry_points(group="tapete.games")} | set(_registered))


def definition(name: str) -> Definition:
    """What a game says about itself."""
    if name in _registered:
        return _registered[name]
    if name not in game_names():
        raise UnknownGame(f"there is no game {name!r}; {nearest(name, game_names())}")
    for point in entry_points(group="tapete.games"):
        if point.name == name:
            return point.load()
    return import_module(f"tapete.games.{name}").DEFINITION


def load(name: str, *, boundscheck: bool = False, **options: Any) -> Game:
    """A game by name, with its options: `tapete.load("briscas", players=2)`."""
    return Game(definition(name), options, boundscheck=boundscheck)
