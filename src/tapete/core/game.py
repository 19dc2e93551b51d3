"""Python interface of a game: `Game`, made of a definition and chosen options.

A game package exports a `Definition`. `tapete.load` turns it, with chosen options, into a `Game`. Kernels are compiled when
they are first needed.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np

from tapete.core.definition import (
    ActionTypes,
    CounterSpec,
    Definition,
    Encoder,
    Evaluation,
    Options,
    columns_of,
)
from tapete.core.loops import native_loop
from tapete.core.presentation import (
    PLAIN,
    Description,
    Event,
    Move,
    card_of,
    event_phrase,
    event_text,
    move_phrase,
    move_text,
    restored,
    words_of,
)
from tapete.core.state import CHECK_BYTES, State, checksum
from tapete.core.strings import LANGUAGES, Phrase
from tapete.errors import BadGame, BadOption, nearest
from tapete.kernel import GameOptions, Kernel, offset_of
from tapete.kernel.cache import Build, build_of
from tapete.kernel.contract import FUNCTIONS, SIZE_SLOT, SLOTS, TABLE_LENGTH, options_of
from tapete.kernel.pure import wanted as interpreted_wanted
from tapete.options import resolve
from tapete.plugins import outside_evaluation
from tapete.seeds import WORD


class FrozenOptions(dict):
    """Read-only dictionary."""

    def _refuse(self, *arguments: Any, **more: Any) -> Any:
        raise TypeError("the options of a game cannot be changed; load another game")

    __setitem__ = __delitem__ = __ior__ = _refuse
    clear = pop = popitem = setdefault = update = _refuse

    def __reduce__(self) -> Any:
        return FrozenOptions, (dict(self),)


class Game:
    """Game with its options chosen. Create one with `tapete.load`."""

    def __init__(
        self, definition: Definition, given: Options, *, boundscheck: bool = False, interpreted: bool | None = None
    ) -> None:
        self.interpreted = interpreted_wanted() if interpreted is None else interpreted
        self.definition = definition
        self.name = definition.name
        self.options: dict[str, Any] = FrozenOptions(self._resolve(given))
        self.boundscheck = boundscheck
        seats = definition.seats
        self.seats: int = seats(self.options) if callable(seats) else seats
        actions = definition.actions
        self.actions: int = actions(self.options) if callable(actions) else actions
        longest = definition.max_decisions
        self.max_decisions: int = longest(self.options) if callable(longest) else longest
        sides = definition.sides
        self.sides: tuple[int, ...] = tuple(sides(self.options)) if sides else tuple(range(self.seats))
        self.kernels = dict(definition.kernels)
        for variant in definition.variants:
            if variant.when(self.options):
                self.kernels[variant.function] = variant.kernel
        self._encoded = self._encode()
        self._tables: dict[Any, np.ndarray] = {}  # by requested kernels: a state needs its table at every decision
        self.settled = True

    def __setattr__(self, name: str, value: Any) -> None:
        """Refuse to change a game: all its agents share it, third-party agents too."""
        if "settled" in self.__dict__:
            raise AttributeError(f"{self!r} cannot be changed; load another one for other options")
        super().__setattr__(name, value)

    @property
    def encoded_options(self) -> np.ndarray:
        """The options as `deal` reads them, as a copy."""
        return self._encoded.copy()

    @property
    def option_record(self) -> Any:
        """The same by name, for kernels that Python calls."""
        return self.encoded_options.view(options_of(self.kernels["deal"]).dtype)[0]

    def _encode(self) -> np.ndarray:
        """Return the options as words, in the order of the record that `deal` reads."""
        definition, record = self.definition, options_of(self.kernels["deal"])
        values: Mapping[str, Any]
        if definition.encode:
            values = definition.encode(self.options)
        else:
            values = {option.name: option.code(self.options[option.name]) for option in definition.options}
        if record is GameOptions:  # it reads none
            return np.array(list(values.values()), dtype=np.int64)
        definition.check_options(values)
        filled = np.zeros(1, dtype=record.dtype)
        for name, value in values.items():
            filled[name] = value
        return filled.view(np.int64)

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

    def with_options(self, options: Options) -> Game:
        """Return the same game, run the same way, with other options."""
        if options == self.options:
            return self
        return Game(self.definition, options, boundscheck=self.boundscheck, interpreted=self.interpreted)

    @property
    def home(self) -> Path | None:
        """Folder of its sources and tables, and of the networks and champions shipped with it; None if it is not in a file."""
        file = getattr(sys.modules.get(self.definition.kernels["deal"].__module__), "__file__", None)
        return None if file is None else Path(file).parent

    @cached_property
    def build(self) -> Build:
        return build_of(self.kernels["deal"], self.boundscheck)

    @property
    def state_bytes(self) -> int:
        """Bytes of one position."""
        return self.definition.state.size

    def table(self, *needs: str, evaluation: str | None = None, encoder: str | None = None) -> np.ndarray:
        """Return a copy of the address table for native loops: the required kernels, and those requested by name."""
        wanted = self.needed(*needs)
        if evaluation is not None:
            chosen = self.evaluation(evaluation)
            wanted["evaluate_change" if chosen.rates_moves else "evaluate"] = chosen.kernel
        if encoder is not None:
            wanted["observe"] = self.encoder(encoder).kernel
        key = tuple(wanted.items())  # the kernels themselves: an evaluation from a file may be another one by now
        if key not in self._tables:
            table = np.zeros(TABLE_LENGTH, dtype=np.int64)
            table[SIZE_SLOT] = self.state_bytes
            for name, address in zip(wanted, self.build.addresses(list(wanted.values())), strict=True):
                table[SLOTS[name]] = address
            self._tables[key] = table
        return self._tables[key].copy()

    def needed(self, *names: str) -> dict[str, Kernel]:
        """Return the required kernels, and those of the requested names that this game has."""
        return {
            name: self.kernels[name]
            for name, contract in FUNCTIONS.items()
            if name in self.kernels and (contract.required or name in names)
        }

    @cached_property
    def rules(self) -> np.ndarray:
        """The address table of the required kernels: deal, legal, apply, returns, points, determinize."""
        return self.table()

    # Counters of finished games

    @cached_property
    def counter_columns(self) -> list[tuple[CounterSpec, int | None, int]]:
        """Columns of the counters of a finished game: (counter, seat or None, index)."""
        counted = () if self.definition.counters is None else self.definition.counters.entries
        acted = () if self.action_types is None else self.action_types.entries
        return columns_of((*counted, *acted), self.seats)

    @property
    def counters_width(self) -> int:
        """Number of columns of the counters of a finished game."""
        return len(self.counter_columns)

    @cached_property
    def action_types(self) -> ActionTypes | None:
        """The kinds of actions, if the game defines them."""
        found = self.definition.action_types
        kinds = found(self.options) if callable(found) else found
        if kinds is not None and kinds.table.shape[1] != self.actions:
            raise BadGame(f"{self.name}: its table of kinds has {kinds.table.shape[1]} actions, not {self.actions}")
        fields: Mapping[str, Any] = self.definition.state.dtype.fields or {}
        if kinds is not None and kinds.field and (kinds.field not in fields or fields[kinds.field][0].itemsize != 1):
            raise BadGame(
                f"{self.name}: its kinds of actions depend on {kinds.field!r}, which must be a field of one byte"
            )
        return kinds

    @cached_property
    def action_types_at(self) -> int:
        """The first column that counts actions; earlier columns are counted when the game is over."""
        return self.counters_width - (0 if self.action_types is None else len(self.action_types.names) * self.seats)

    @cached_property
    def action_types_field(self) -> int:
        """The byte of a state that selects the row of the table of kinds; -1 if the table has one row."""
        if self.action_types is None or not self.action_types.field:
            return -1
        return offset_of(self.definition.state, self.action_types.field)

    def kind_of(self, state: State, action: int) -> int:
        """Return the number of an action's kind; -1 if it has none."""
        if self.action_types is None or not 0 <= action < self.actions:
            return -1
        row = 0 if self.action_types_field < 0 else int(state.rows[0, self.action_types_field])
        return int(self.action_types.table[row, action]) if row < len(self.action_types.table) else -1

    @cached_property
    def counters_address(self) -> int:
        """The native address of the counting kernel; 0 if the game counts nothing."""
        facts = self.definition.counters
        return 0 if facts is None else build_of(facts.kernel, self.boundscheck).address(facts.kernel)

    def counters_of(self, state: State) -> np.ndarray:
        """Return the counters of a game in its current state."""
        out = np.zeros(self.counters_width)
        if self.counters_address:
            native_loop("count")(self.counters_address, state.rows, 0, out[: self.action_types_at])
        return out

    def evaluation(self, name: str | None = None) -> Evaluation:
        """Return an evaluation by name: the game's own (by default the first), one in a file, or one of another package."""
        known = self.definition.evaluations
        found = None if name is None or name in known else outside_evaluation(name, self.definition)
        return found or _named(known, name, "evaluation", self.name)

    def encoder(self, name: str | None = None) -> Encoder:
        """Return an encoder by name, by default the first."""
        return _named(self.definition.encoders, name, "encoder", self.name)

    def features(self, encoder: str | None = None) -> int:
        """Return the length of the feature vector."""
        size = self.encoder(encoder).size
        return size(self.options) if callable(size) else size

    def has(self, function: str) -> bool:
        """Return whether the game offers an optional function of the contract."""
        return function in self.kernels

    def check_seat(self, seat: int) -> int:
        """Return the seat if the game has it; raise an error that names the seats otherwise."""
        if not 0 <= seat < self.seats:
            over = " (a finished game has no seat to move: name a seat)" if seat == -1 else ""
            raise ValueError(f"seat must be from 0 to {self.seats - 1}, not {seat}{over}")
        return int(seat)

    def deal(self, seed: int = 0) -> State:
        """Deal a new game from a seed."""
        state = self.empty()
        state._call("deal", np.uint64(seed & WORD), self.encoded_options)
        return state

    def empty(self) -> State:
        """Return a state of zeros, to be filled by `set_up` or from bytes."""
        return State(self, np.zeros((1, self.state_bytes), dtype=np.uint8))

    def from_bytes(self, data: bytes) -> State:
        """Return the state that `to_bytes` wrote.

        Other bytes are refused: rules that meet an impossible state may crash.
        """
        wanted = self.state_bytes + CHECK_BYTES
        if len(data) != wanted:
            raise BadOption(f"a state of {self.name} has {wanted} bytes, not {len(data)}")
        rows = np.frombuffer(data[:-CHECK_BYTES], dtype=np.uint8).reshape(1, -1).copy()
        if checksum(self.name, rows) != data[-CHECK_BYTES:]:
            raise BadOption(f"these bytes are not a state of {self.name}: they are damaged or of another game")
        return State(self, rows)

    def set_up(self, facts: Mapping[str, Any]) -> State:
        """Build a state from `state.describe(None)`, possibly edited, or from facts as the game's page lists them.

        A description includes its options; one of another game is refused.
        """
        if not isinstance(facts, Mapping):
            raise BadOption(f"facts are names with values, not {type(facts).__name__}")
        if "game" in facts:
            if facts["game"] != self.name:
                raise BadOption(f"this is a position of {facts['game']!r}, not of {self.name}")
            options = facts.get("options", self.options)
            if not isinstance(options, Mapping):
                raise BadOption(f"options are names with values, not {type(options).__name__}")
            state = self.with_options(options).empty()
            set_up: Callable[[State, Mapping[str, Any]], None] = restored
        elif self.definition.set_up is None:
            raise BadOption(f"{self.name} cannot be set up from facts")
        else:
            state, set_up = self.empty(), self.definition.set_up
        try:
            set_up(state, facts)
        except KeyError as error:
            raise BadOption(_lacking(str(error.args[0]) if error.args else "", facts)) from error
        return state

    @property
    def words(self) -> Mapping[str, Mapping[str, str]]:
        """Sentences and names by language: `game.words["es"]["name.oros"]`."""
        return {language: words_of(self.definition.presentation, language) for language in LANGUAGES}

    @property
    def levels(self) -> Mapping[str, str]:
        """The agents of the levels `easy`, `normal`, `hard` and `best` under this game's options."""
        levels = self.definition.levels
        return dict(levels(self.options) if callable(levels) else levels)

    def happened(self, before: Description, move: Move, after: Description) -> list[Event]:
        """Return the events that a seat observed, from its description before, the move as it saw it, and its description
        after.
        """
        presentation = self.definition.presentation or PLAIN
        return presentation.events(before, move, after) if presentation.events is not None else []

    def event_text(
        self, event: Event, language: str = "en", *, reader: int | None = None, names: Sequence[str] | None = None
    ) -> str:
        """Return an event as a sentence, worded for the reader's seat."""
        return event_text(self.definition.presentation or PLAIN, event, language, reader=reader, names=names)

    def move_text(self, move: Move, language: str = "en") -> str:
        """Return a move in a few words."""
        return move_text(self.definition.presentation or PLAIN, move, language)

    def move_phrase(self, move: Move) -> Phrase:
        """Return the phrase of a move: the key of a template and values for its placeholders."""
        return move_phrase(self.definition.presentation or PLAIN, move)

    def event_phrase(self, event: Event, reader: int | None = None) -> Phrase:
        """Return the phrase of an event for one reader."""
        return event_phrase(self.definition.presentation or PLAIN, event, reader)

    def card(self, name: str, language: str = "en") -> dict[str, Any]:
        """Return the data of a name on the table (a card, a hero, a keyword), with a `text` in our own words."""
        return card_of(self.definition.presentation, name, language, self.name, self.options)

    def explain(self, name: str, language: str = "en") -> str:
        """Explain a name on the table in a sentence or two; case is ignored."""
        text = self.definition.text
        if self.definition.presentation is not None and self.definition.presentation.card is not None:
            return self.card(name, language)["text"]
        if text is None or text.explain is None:
            raise BadOption(f"{self.name} has no names to explain")
        spelled = name if name in text.names else {known.casefold(): known for known in text.names}.get(name.casefold())
        meaning = text.explain(spelled) if spelled is not None else None
        if meaning is None:
            raise BadOption(f"unknown name {name!r} in {self.name}; {nearest(name, text.names)}")
        return meaning


def _lacking(name: str, facts: Mapping[str, Any]) -> str:
    """Return the error message about a member missing from given facts."""
    like = nearest(name, _member_names(facts))
    hint = f"; {like}" if like.startswith("did you mean") else ""
    return f"the position lacks {name!r}, or {name!r} in it is unknown to the game{hint}"


def _member_names(data: Any) -> set[str]:
    """Return the names of all members of data, at any depth."""
    if isinstance(data, Mapping):
        return {str(name) for name in data}.union(*map(_member_names, data.values()))
    return set().union(*map(_member_names, data)) if isinstance(data, list) else set()


def too_long(game: Game, seed: int) -> BadGame:
    """Return the error for a game with more decisions than its definition allows."""
    return BadGame(
        f"the game of {game.name} dealt from seed {seed} has more than {game.max_decisions} decisions, which its definition "
        "says are the most: let a rule end it, such as a limit of turns, or raise max_decisions"
    )


def _named(known: Mapping[str, Any], name: str | None, what: str, game: str) -> Any:
    if name is None and known:
        return next(iter(known.values()))
    if name is None or name not in known:
        raise BadOption(f"{game} has no {what} {name!r}; {nearest(str(name), known)}")
    return known[name]
