"""Presentation of a game: what a seat sees, moves and events, all as plain data that survives JSON.

A game gives a `Presentation`; everything that shows the game (terminal, page, records, analysis) is made from it. A game without
one gets a plain one from its texts.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from tapete.core.strings import COMMON, LANGUAGES, Phrase, Strings, Words, fill
from tapete.errors import BadOption, IllegalAction, nearest

if TYPE_CHECKING:
    from tapete.core.state import State
    from tapete.core.summary import GameSummary, Step

Description = dict[str, Any]
Move = dict[str, Any]
Event = dict[str, Any]

EXACT = 1 << 53  # integers beyond this are written as text, since JSON readers may hold numbers as doubles
LEVELS = ("easy", "normal", "hard", "best")


@dataclass(frozen=True)
class Presentation:
    """Presentation functions of a game. Everything but `describe` and `move` has a default."""

    # What a seat sees, without the header that all games share (see `described`); None: everything, enough for `restore`.
    describe: Callable[[State, int | None], Description]
    # A legal action of the seat to move as data: a `kind` and its arguments; distinct for all legal actions.
    move: Callable[[State, int], Move]
    # Puts what `describe(state, None)` gave into an empty state; a changed number gives the changed position.
    restore: Callable[[State, Mapping[str, Any]], None] | None = None
    # The action of a move; default: the legal action whose move is equal.
    action: Callable[[State, Mapping[str, Any]], int | None] | None = None
    # Events that one seat observed, from its description before, the move as it saw it, and its description after; nothing else.
    events: Callable[[Mapping[str, Any], Mapping[str, Any], Mapping[str, Any]], list[Event]] | None = None
    # Sentences by language, a mapping or files (`strings_beside(__file__)`): see `tapete.core.strings`.
    words: Mapping[str, Words] = field(default_factory=dict)
    # The table as a person reads it at a terminal, made from a description.
    text: Callable[[Description, str], str] | None = None
    # A move as a phrase, where that is not `move.KIND` filled by the move: the key as `say`, and members beside the move's own.
    move_phrase: Callable[[Move], Phrase] | None = None
    # An event as a phrase to a reader (a seat or None), where that is not `event.KIND` filled by the event itself.
    event_phrase: Callable[[Event, int | None], Phrase] | None = None
    # What seats are called in the sentence of an event where the table gives them no names of their own.
    called: Callable[[Event, Words, Sequence[str] | None], Sequence[str] | None] | None = None
    # An action as a person types it, in any language, where that is more than its text.
    parse: Callable[[State, str], int | None] | None = None
    # Why a typed text is not a legal move now, as a sentence in a language; None if there is no reason to give.
    explain_illegal: Callable[[State, str, str], str | None] | None = None
    # Data of a card, patron, keyword ... with a `text`; None for an unknown name.
    card: Callable[[str, str], dict[str, Any] | None] | None = None
    # The same if the options of a game change it: (name, language, options). Used instead of `card` where they are known.
    card_with_options: Callable[[str, str, Mapping[str, Any]], dict[str, Any] | None] | None = None
    cards: tuple[str, ...] = ()  # the names that `card` knows, as the table writes them
    # Summary of a finished game, from all its steps with everything shown: see `tapete.core.summary`.
    summary: Callable[[Iterable[Step]], GameSummary] | None = None
    # Members of a full description that seats are not shown although they follow from public information: `players[].drawn`.
    public: tuple[str, ...] = ()


def presentation_of(state: State) -> Presentation:
    """Return the presentation of a state's game, or a plain one made of its texts."""
    return state.game.definition.presentation or PLAIN


def described(state: State, seat: int | None) -> Description:
    """Return what a seat sees as data: the header that all games share, then the game's own members."""
    if seat is not None and not 0 <= seat < state.game.seats:
        raise ValueError(f"seat must be from 0 to {state.game.seats - 1}, not {seat}")
    found: Description = {"game": state.game.name}
    if seat is None:
        found["options"] = dict(state.game.options)
        found["rng"] = str(int(state.record["rng"]))
    found |= {"observer": seat, "seat": state.seat, "turn": state.turn, "over": state.over}
    if state.over:
        found["returns"] = state.returns()
    found |= presentation_of(state).describe(state, seat)
    return found


def restored(state: State, description: Mapping[str, Any]) -> None:
    """Write a full description into an empty state."""
    presentation = state.game.definition.presentation
    if presentation is None or presentation.restore is None:
        raise BadOption(f"{state.game.name} cannot be set up from a description")
    if description.get("observer") is not None:
        raise BadOption("a position is set up from a description of everything (seat=None), not of what one seat sees")
    for name in ("seat", "turn", "over", "rng"):
        if name not in description:
            raise BadOption(f"the description lacks {name!r}")
    record = state.record
    bounds = {"seat": (-1, state.game.seats - 1), "turn": (0, (1 << 31) - 1), "over": (0, 1), "rng": (0, (1 << 64) - 1)}
    for name, (low, high) in bounds.items():
        record[name] = whole(description, name, low, high)
    presentation.restore(state, description)


def whole(data: Mapping[str, Any], name: str, low: int | None = None, high: int | None = None) -> int:
    """Return a member of given data that must be a whole number, within bounds if given."""
    try:
        number = int(data[name])
        if isinstance(data[name], float) and number != data[name]:
            raise ValueError
    except KeyError:
        raise BadOption(f"{name!r} is missing") from None
    except (TypeError, ValueError, OverflowError):
        raise BadOption(f"{name}={data[name]!r}: must be a whole number") from None
    if (low is not None and number < low) or (high is not None and number > high):
        raise BadOption(f"{name}={number}: must be from {low} to {high}")
    return number


def large(number: int) -> int | str:
    """Return a number as JSON can hold it exactly: as text beyond 2^53."""
    number = int(number)
    return number if -EXACT <= number <= EXACT else str(number)


def move_of(state: State, action: int) -> Move:
    """Return an action of the seat to move, as data."""
    return presentation_of(state).move(state, int(action))


def action_of(state: State, move: Mapping[str, Any]) -> int:
    """Return the legal action of a move."""
    presentation = presentation_of(state)
    if presentation.action is not None:
        found = presentation.action(state, move)
        if found is not None and state.accepts(found):
            return found
    else:
        wanted = {name: value for name, value in move.items() if name != "seat"}
        for action in state.legal():
            own = {name: value for name, value in presentation.move(state, action).items() if name != "seat"}
            if own == wanted:
                return action
    raise IllegalAction(f"{json.dumps(dict(move))} is not a legal move now")


def hidden_move(seat: int) -> Move:
    """Return a hidden move: another seat sees only that it was made."""
    return {"seat": seat, "kind": "hidden"}


def words_of(presentation: Presentation | None, language: str) -> Words:
    """Return all strings of a language: the common ones and the game's."""
    if language not in LANGUAGES:
        raise BadOption(f"language {language!r}: must be one of {', '.join(LANGUAGES)}")
    own = presentation.words if presentation is not None else {}
    return own[language] if isinstance(own, Strings) else {**COMMON[language], **own.get(language, {})}


def move_phrase(presentation: Presentation, move: Move) -> Phrase:
    """Return the phrase of a move: the key of a template and values for its placeholders, beside the members of the move."""
    return (
        {"say": f"move.{move['kind']}"}
        if presentation.move_phrase is None or move["kind"] == "hidden"
        else presentation.move_phrase(move)
    )


def event_phrase(presentation: Presentation, event: Event, reader: int | None) -> Phrase:
    """Return the phrase of an event for one reader: the key of a template and values for its placeholders."""
    return (
        {"say": f"event.{event['kind']}"}
        if presentation.event_phrase is None
        else presentation.event_phrase(event, reader)
    )


def move_text(presentation: Presentation, move: Move, language: str, *, reader: int | None = None) -> str:
    """Return a move in words."""
    phrase = move_phrase(presentation, move)
    return fill(words_of(presentation, language), phrase["say"], {**move, **phrase}, reader=reader)


def event_text(
    presentation: Presentation,
    event: Event,
    language: str,
    *,
    reader: int | None = None,
    names: Sequence[str] | None = None,
) -> str:
    """Return an event in words, for a reader at a seat."""
    words, phrase = words_of(presentation, language), event_phrase(presentation, event, reader)
    called = names if presentation.called is None else presentation.called(event, words, names)
    return fill(words, phrase["say"], {**event, **phrase}, reader=reader, names=called)


def card_of(
    presentation: Presentation | None, name: str, language: str, game: str, options: Mapping[str, Any] | None = None
) -> dict[str, Any]:
    """Return the data of a name on the table under a game's options; case is ignored."""
    if presentation is None or presentation.card is None:
        raise BadOption(f"{game} has no names to explain")
    words_of(presentation, language)
    spelled = (
        name
        if name in presentation.cards
        else {known.casefold(): known for known in presentation.cards}.get(name.casefold())
    )
    known = spelled if spelled is not None else name
    if presentation.card_with_options is not None and options is not None:
        found = presentation.card_with_options(known, language, options)
    else:
        found = presentation.card(known, language)
    if found is None:
        raise BadOption(f"unknown name {name!r} in {game}; {nearest(name, presentation.cards)}")
    return found


# Games without a presentation


def _plain_describe(state: State, seat: int | None) -> Description:
    found: Description = {"lines": state.text(seat).splitlines()}
    if state.game.definition.public_points or seat is None:
        found["points"] = state.points()
    if not state.over and seat in (None, state.seat):
        found["moves"] = [_plain_move(state, action) for action in state.legal()]
    return found


def _plain_move(state: State, action: int) -> Move:
    return {"kind": "action", "seat": state.seat, "action": action, "text": state.action_text(action)}


def _plain_happened(before: Mapping[str, Any], move: Mapping[str, Any], after: Mapping[str, Any]) -> list[Event]:
    return [{"kind": "hidden", "seat": move["seat"]}] if move["kind"] == "hidden" else [dict(move)]


PLAIN = Presentation(
    describe=_plain_describe,
    move=_plain_move,
    events=_plain_happened,
    words={
        "en": {"event.action": "{seat:seat}: {text}"},
        "es": {"event.action": "{seat:seat}: {text}"},
    },
)
