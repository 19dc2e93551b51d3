"""Declaration of a game: a `Definition` with its evaluations, encoders, policies and texts."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from tapete.core.claims import Claims
from tapete.core.presentation import Presentation
from tapete.errors import BadDefinition, nearest
from tapete.kernel import GameOptions, GameState, Kernel
from tapete.kernel.contract import COUNTERS, FUNCTIONS, POLICY, Contract, options_of
from tapete.kernel.lint import check_kernels, foreign
from tapete.options import Option

if TYPE_CHECKING:
    from tapete.core.game import Game
    from tapete.core.state import State

Options = Mapping[str, Any]
SEEN, HIDDEN, UNNOTICED = range(3)  # what others see of a decision: the action, that there was one, nothing


Bounds = tuple[float, float]


@dataclass(frozen=True)
class Weights:
    """Tunable numbers among a policy's params: their names in order, the index of the first, and their bounds."""

    names: tuple[str, ...]  # of the weights, in order
    at: int  # place of the first among the params
    # Bounds for tuning, for all or by name; None: up to twice the largest default, either sign.
    bounds: Bounds | Mapping[str, Bounds] | None = None


@dataclass(frozen=True)
class Evaluation:
    """Weighted evaluation: of a position (`evaluate`) or of a move (`evaluate_change`)."""

    kernel: (
        Kernel  # `(state, seat, weights) -> f8`, or `(before, after, seat, weights) -> f8` of a move; higher is better
    )
    weights: Mapping[str, float]  # names and defaults
    scale: tuple[float, float]  # values at or below / above which the result counts as 0 / 1
    what: str = ""  # a few words for lists
    rates_moves: bool = False  # whether the kernel rates a move, not a position
    chance: bool = (
        False  # whether its scaled value estimates a seat's share of the game, so that it may be called a chance
    )
    presets: Mapping[str, Mapping[str, float]] = field(default_factory=dict)  # `weights=NAME`
    # Bounds of the weights for tuning, for all or by name; None: up to twice the largest default, either sign.
    bounds: Bounds | Mapping[str, Bounds] | None = None


@dataclass(frozen=True)
class Encoder:
    """Feature vector of an observer's knowledge."""

    kernel: Kernel  # `(state, observer, out)`: writes float32 features of what the observer knows
    size: int | Callable[[Options], int]  # how many features, fixed or by the options of the game
    what: str = ""  # a few words for lists
    # Its parts in order, with their lengths, which cover it; explanations of networks refer to them
    parts: Sequence[tuple[str, int]] | Callable[[Options], Sequence[tuple[str, int]]] | None = None


@dataclass(frozen=True)
class BotSpec:
    """Rule bot that runs inside native loops: `kernel(state, actions, n, params, memory) -> index`.

    Its options become `params`, in order. `memory` holds its own words; word 0 is its random generator. `public` says that it
    reads only what its seat knows, so it needs no determinized view.
    """

    kernel: Kernel  # returns an index into `actions`
    what: str  # what it does, in a few words for lists
    options: tuple[Option, ...] = ()  # its switches; their numbers are `params`, in order
    memory: int = 1  # words of its own; word 0 is its random generator
    public: bool = False  # whether it reads only what its seat knows: then no view is sampled for it
    clairvoyant: bool | Callable[[Options], bool] = False  # whether it gets the true state; marked in tables
    params: Callable[[Any, Options], Sequence[float]] | None = (
        None  # (game, options) -> params, where not one per option
    )
    true_generator: bool = False  # whether a clairvoyant policy also gets the game's own generator
    kept: int = 0  # words at the end of its memory that last from game to game
    in_order: Callable[[Options], bool] | None = (
        None  # whether games must be played in order; default: if it has `kept` words
    )
    timed: Callable[[Options], bool] | None = None  # whether its decisions depend on the clock
    iterations_at: int | None = None  # word of its memory that counts the iterations of its last search
    weights: Weights | Callable[[Options], Weights] | None = None  # tunable params
    # (the state it decides from, a legal action, params) -> terms of its score of the action, by name; none: not rated
    terms: Callable[[Any, int, Any], Mapping[str, float]] | None = None


@dataclass(frozen=True)
class Variant:
    """Kernel that replaces the usual one under some options, so that other options need not compile it."""

    function: str  # of the contract: `legal`, `apply`, ...
    kernel: Kernel  # its replacement
    when: Callable[[Options], bool]  # under which options of the game


@dataclass(frozen=True)
class Text:
    """Text rendering of a game for people."""

    state: Callable[[State, int | None], str]  # the table as a seat sees it; None: everything
    action: Callable[[State, int], str]  # what an action does, in a few words
    parse: Callable[[State, str], int | None] | None = (
        None  # an action as a person types it, where that is more than its text
    )
    known: Callable[[State, int], Mapping[str, Any]] | None = None  # what a seat knows for certain of hidden things
    hint: str = ""  # one line for the terminal: how moves are typed
    explain: Callable[[str], str | None] | None = None  # explanation of a name on the table, in a sentence or two
    names: tuple[str, ...] = ()  # the names that `explain` knows, as the table writes them


ACTIONS_OF = "actions."  # prefix of counters of actions of a kind


@dataclass(frozen=True)
class CounterSpec:
    """Counter of finished games: how a game ended, a seat's cities, the patrons in it."""

    name: str  # as in tables; `end` is how a game ended
    what: str  # a few words for lists
    by_seat: bool = False  # whether there is one number for each seat
    values: tuple[str, ...] = ()  # names of the numbers 0, 1, ... if they are not quantities
    several: int = 1  # how many numbers, such as the four patrons of a game


@dataclass(frozen=True)
class Counters:
    """Counters of finished games: `kernel(state, out)` writes one number per entry, or one per seat, or several.

    A counter named `end` says how a game ended.
    """

    kernel: Kernel  # `(state, out)`, called when a game is over
    entries: tuple[CounterSpec, ...]  # what it writes, in order


def columns_of(entries: Sequence[CounterSpec], seats: int) -> list[tuple[CounterSpec, int | None, int]]:
    """Expand counters into columns: (counter, seat or None, index)."""
    return [
        (counter, seat, place)
        for counter in entries
        for seat in (range(seats) if counter.by_seat else (None,))
        for place in range(counter.several)
    ]


@dataclass(frozen=True, eq=False)
class ActionTypes:
    """Kinds of actions, as data, so that every loop can count them.

    `table` gives the number of the kind of every action id. If an id means different things at different times, a field of the
    state (of one byte) selects the row of the table.
    """

    names: tuple[str, ...]
    table: np.ndarray  # (values of the field, action ids): indices into `names`, -1 for ids that are not actions
    field: str = ""  # empty: the table has one row

    @staticmethod
    def ranges(count: int, *begins: tuple[int, str]) -> ActionTypes:
        """Build kinds from ranges of ids: the first id of each range, ascending, and its kind; `count` ids in all."""
        names = tuple(dict.fromkeys(name for _, name in begins))
        table = np.full((1, count), -1, dtype=np.int16)
        for first, name in begins:
            table[0, first:] = names.index(name)
        return ActionTypes(names, table)

    @staticmethod
    def by_field(field: str, rows: Sequence[Mapping[int, str]], count: int) -> ActionTypes:
        """Build kinds of ids for each value of a field of the state."""
        names = tuple(dict.fromkeys(name for row in rows for name in row.values()))
        table = np.full((len(rows), count), -1, dtype=np.int16)
        for row, found in enumerate(rows):
            for action, name in found.items():
                table[row, action] = names.index(name)
        return ActionTypes(names, table, field)

    @property
    def entries(self) -> tuple[CounterSpec, ...]:
        """Counters of the actions of each kind, by seat."""
        return tuple(
            CounterSpec(f"{ACTIONS_OF}{name}", f"actions of the kind {name}", by_seat=True) for name in self.names
        )


@dataclass(frozen=True)
class Protocol:
    """Conditions of a competition, so that a tournament can be compared with it."""

    what: str  # which competition, in a few words
    options: Mapping[str, Any] = field(default_factory=dict)  # of the game
    variants: tuple[Mapping[str, Any], ...] = ({},)  # further options; every pairing is played in all of them
    seconds: Mapping[str, float] = field(default_factory=dict)  # time control: per `decision`, `turn`, `game`
    games: int | None = None  # per pairing, where the competition fixed it
    memory: float | None = None  # megabytes that agents may take
    late: str = "lose"  # effect of a late answer: `lose`, or `end-turn`


@dataclass(frozen=True)
class Definition:
    """Declaration of a game. Everything but the first ten members has a default.

    Fields:

    name: its name in commands
    title: its name as people write it
    summary: one line for lists
    state: the record of a position
    kernels: the functions of the contract, but for `observe` and the evaluations
    options: its switches, in the order in which `deal` reads them
    seats: number of seats
    actions: action ids are 0 .. actions - 1
    max_legal: the most actions that can be legal at once
    points_span: what `points` can be, for searches that maximise points
    text: text rendering, for a game without a `presentation`
    presentation: what seats see, moves and events as data; see `tapete.core.presentation`
    levels: `easy`, `normal`, `hard`, `best` -> the agent of that strength under these options
    known: hidden facts that a seat knows for certain
    hint: one line for the terminal: how moves are typed
    public_points: whether every seat sees all points
    max_decisions: more than any game can have; sizes the buffer of a recorded game
    encode: options -> what `deal` reads, by name; default: one number per option
    sides: side of each seat; default: every seat for itself
    variants: kernels that some options replace
    presets: values of the option `preset`
    evaluations: the first is the default
    encoders: the first is the default
    bots: rule bots that run in native loops, by name
    opening: answers first decisions for all agents but `random`; -1 for those that it leaves to the agent
    seat_options: game options an agent may set for its own seat: `deck` sets `deck0` or `deck1`
    agent_defaults: agent name -> options that suit this game (or a function of the game's options)
    rivals: default opponents in the evaluation of trainings, as specs; None: the levels easy and normal
    aliases: agent name -> (spec, description), or a function of the game's options
    series_seed: (run seed, deal number) -> seed; default: a hash of both
    accepts: actions that `apply` takes although `legal` does not list them
    search_options: options of its own that every search of this game takes
    search_variants: kernels that replace rules inside a search under those options
    symmetries: (options, encoder) -> renamings under which the game stays the same: feature i becomes features[i],
        action a actions[a]
    set_up: write given facts (deck order, board) into a state
    bench_options: options given to `tapete bench` -> those to add to them
    random_rates: measurement of random play, if not decision by decision
    protocols: `--protocol NAME`: conditions of competitions
    counters: counters of finished games
    action_types: types of its actions, counted as they are played
    end_turn: the action that ends a turn, for time controls under which a late answer ends the turn
    traces: module whose `replay(path, options)` checks recorded games
    named: values that options can name, with a line about each
    adviser: spec of the search that gives hints and reviews; default: the level `best` or `hard` if it is a search, else `ismcts`
    claims: measures of short play-outs with which hints explain why a move is good; see `tapete.core.claims`
    champion_files: (agent, weights by name) -> further files of a training's champion, for other programs: name -> text
    """

    name: str
    title: str
    summary: str
    state: type[GameState]
    kernels: Mapping[str, Kernel]
    options: tuple[Option, ...]
    seats: int | Callable[[Options], int]
    actions: int | Callable[[Options], int]
    max_legal: int
    points_span: tuple[float, float]
    text: Text | None = None
    presentation: Presentation | None = None
    levels: Mapping[str, str] | Callable[[Options], Mapping[str, str]] = field(default_factory=dict)
    known: Callable[[State, int], Mapping[str, Any]] | None = None
    hint: str = ""
    public_points: bool = True
    max_decisions: int | Callable[[Options], int] = 10_000
    encode: Callable[[Options], Mapping[str, int | Sequence[Any]]] | None = None
    sides: Callable[[Options], Sequence[int]] | None = None
    variants: tuple[Variant, ...] = ()
    presets: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    evaluations: Mapping[str, Evaluation] = field(default_factory=dict)
    encoders: Mapping[str, Encoder] = field(default_factory=dict)
    bots: Mapping[str, BotSpec] = field(default_factory=dict)
    opening: BotSpec | None = None
    seat_options: tuple[Option, ...] = ()
    agent_defaults: Mapping[str, Mapping[str, Any]] | Callable[[Options], Mapping[str, Mapping[str, Any]]] = field(
        default_factory=dict
    )
    rivals: Callable[[Options], Sequence[str]] | None = None
    aliases: Mapping[str, tuple[str, str]] | Callable[[Options], Mapping[str, tuple[str, str]]] = field(
        default_factory=dict
    )
    series_seed: Callable[[int, int], int] | None = None
    accepts: Callable[[State, int], bool] | None = None
    search_options: tuple[Option, ...] = ()
    search_variants: tuple[Variant, ...] = ()
    symmetries: Callable[[Options, str], Sequence[tuple[np.ndarray, np.ndarray]]] | None = None
    set_up: Callable[[State, Mapping[str, Any]], None] | None = None
    bench_options: Callable[[Options], Options] | None = None
    random_rates: Callable[[Game, float], dict[str, float]] | None = None
    protocols: Mapping[str, Protocol] = field(default_factory=dict)
    counters: Counters | None = None
    action_types: ActionTypes | Callable[[Options], ActionTypes] | None = None
    end_turn: int | None = None
    traces: str | None = None
    named: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    adviser: str = ""
    claims: Claims | None = None
    champion_files: Callable[[str, Mapping[str, float]], Mapping[str, str]] | None = None

    def __repr__(self) -> str:
        return f"<definition of {self.name}>"

    def __post_init__(self) -> None:
        self._check_kernels()
        if self.text is None and (self.presentation is None or self.presentation.text is None):
            raise BadDefinition(
                f"{self.name}: a `text`, or a `presentation` with a text, is missing: people could not read the game"
            )
        if self.opening is not None and not self.opening.public:
            raise BadDefinition(
                f"{self.name}: the opening must be a public policy, because every agent's state is shown to it"
            )
        for what, value in (("seats", self.seats), ("actions", self.actions), ("max_legal", self.max_legal)):
            if isinstance(value, bool) or not (callable(value) or isinstance(value, (int, np.integer))):
                raise BadDefinition(f"{self.name}: {what} is {value!r}; it must be a whole number")
            if not callable(value) and value < 1:
                raise BadDefinition(f"{self.name}: {what} is {value}; it must be at least 1")
        for option in self.options:
            if not isinstance(option, Option):
                raise BadDefinition(f"{self.name}: {option!r} is not an Option; write Option(name, default, what)")
        if self.encode is None:
            self.check_options([option.name for option in self.options])

    def check_options(self, names: Iterable[str]) -> None:
        """Check that the record of options that `deal` reads has a number for each of these names."""
        record = options_of(self.kernels["deal"])
        if record is GameOptions:
            return  # it reads none
        fields = record.dtype.names or ()
        if set(fields) != set(names):
            raise BadDefinition(
                f"{self.name}: `deal` reads the options {', '.join(fields)}, but the game has {', '.join(names)}"
            )
        wrong = [field for field in fields if record.dtype[field].base != np.int64]
        if wrong:
            raise BadDefinition(f"{self.name}: the option {wrong[0]!r} that `deal` reads must be an i8")

    def _check_kernels(self) -> None:
        """Check that every kernel has the types of its role and no mistake that its source shows."""
        given = [
            *self.kernels.items(),
            *((v.function, v.kernel) for v in (*self.variants, *self.search_variants)),
        ]
        for name, _ in given:
            if name not in FUNCTIONS:
                raise BadDefinition(
                    f"{self.name}: {name!r} is not a function of the contract; {nearest(name, FUNCTIONS)}"
                )
        placed = [(name, FUNCTIONS[name], kernel) for name, kernel in given]
        placed += [
            ("evaluate_change" if e.rates_moves else "evaluate", _evaluating(e), e.kernel)
            for e in self.evaluations.values()
        ]
        placed += [("observe", FUNCTIONS["observe"], encoder.kernel) for encoder in self.encoders.values()]
        if self.counters is not None:
            placed.append(("counters", COUNTERS, self.counters.kernel))
        policies = [*self.bots.values(), *([self.opening] if self.opening is not None else [])]
        placed += [("policy", POLICY, policy.kernel) for policy in policies]
        for name, _, kernel in placed:
            if not isinstance(kernel, Kernel):
                shown = getattr(kernel, "__name__", repr(kernel))
                raise BadDefinition(
                    f"{self.name}: {shown!r}, given for {name}, is a plain function; decorate it with @kernel"
                )
        check_kernels(kernel for _, _, kernel in placed if foreign(kernel))
        for name, contract, kernel in placed:
            any_game = name not in self.kernels and GameState in kernel_types(kernel)
            contract.check(name, kernel, GameState if any_game else self.state)
        missing = [name for name, contract in FUNCTIONS.items() if contract.required and name not in self.kernels]
        if missing:
            raise BadDefinition(f"{self.name}: the function {missing[0]!r} is missing")


def kernel_types(kernel: Kernel) -> list[Any]:
    """Return the types in a kernel's annotations."""
    return list(inspect.get_annotations(kernel.function, eval_str=True).values())


def _evaluating(evaluation: Evaluation) -> Contract:
    return FUNCTIONS["evaluate_change" if evaluation.rates_moves else "evaluate"]
