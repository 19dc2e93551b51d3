"""Checks of a game's presentation."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from tapete.core.game import Game
from tapete.core.state import State
from tapete.core.strings import LANGUAGES
from tapete.errors import raised_at, said
from tapete.play.session import seen_move
from tapete.seeds import derive
from tapete.testing.data import as_json, differing
from tapete.testing.walk import played_game, players_of, random_game, searching, spread_game


def check_presentation(game: Game, seed: int = 1, *, games: int = 2, every: int = 3, most: int = 40) -> None:
    """Check a game's presentation: plain data without hidden facts, words in every language, and the inverse functions.

    At every few steps of random games: descriptions survive JSON; a view has the same description as the true state, and so has
    every other world that the seat cannot distinguish; moves are distinct and lead back to their actions; events depend only on
    what one seat sees; a position set up from its description is the same position.
    """
    presentation = game.definition.presentation
    for k in range(games):
        for step, state, action in spread_game(game, derive(seed, k), most=most, every=every):
            where = f"at step {step} of seed {derive(seed, k)}"
            for language in LANGUAGES:
                check_texts(state, language, where)
            data = as_json(state.describe(None), "the description of everything", where)
            if presentation is not None and presentation.restore is not None:
                again = _called(game.set_up, "setting a position up from its own description", where, json.loads(data))
                assert again.to_bytes() == state.to_bytes(), (
                    f"a position set up from its description differs in {_differing(again, state)} {where}"
                )
            check_moves(state, where)
            after = state.clone()
            after.apply(action)
            for seat in range(game.seats):
                check_what_a_seat_sees(game, state, action, after, seat, derive(seed, k, step), where)


def check_moves(state: State, where: str = "") -> None:
    """Check that legal actions as data are distinct, survive JSON, and lead back to their actions."""
    legal = state.legal()
    moves = [_called(state.move, f"`move` of action {action}", where, action) for action in legal]
    shown = [as_json(move, f"the move of action {action}", where) for action, move in zip(legal, moves, strict=True)]
    assert len(set(shown)) == len(shown), f"two legal actions are the same move {where}"
    for action, move in zip(legal, moves, strict=True):
        assert isinstance(move.get("kind"), str), f"the move {move} has no kind {where}"
        assert state.action(json.loads(json.dumps(move))) == action, f"the move {move} leads to another action {where}"


COPIES = ("key", "keys")  # members that distinguish copies of one card


def check_texts(state: State, language: str, where: str = "", *, most: int = 8) -> None:
    """Check that legal actions have distinct words, and that typing them gives that action.

    Of long lists some are tried. Actions may read the same if a person need not distinguish them: copies of a card, whose moves
    differ only in their `key`, or choices after which the seat is shown the same.
    """
    legal = state.legal()
    texts: dict[str, int] = {}
    for action in legal:
        text = _called(state.action_text, f"the text of action {action}", f"in {language!r} {where}", action, language)
        assert text, f"the move {state.move(action)} has no words in {language!r} {where}"
        other = texts.setdefault(text, action)
        assert other == action or _alike(state, other, action), (
            f"actions {other} and {action} both read {text!r} in {language!r} {where}, but they are different moves: "
            f"{differing(state.move(other), state.move(action)) or 'what follows differs'}"
        )
    for action in legal[:: -(-len(legal) // most)]:
        text = state.action_text(action, language)
        meant = _called(state.parse, f"`parse` of {text!r}", where, text)
        other_text = text if meant in (None, action) else state.action_text(meant, language)
        assert other_text == text, (
            f"{text!r} is the text of action {action}, but `parse` takes it for action {meant} ({other_text!r}) {where}"
        )


def _alike(state: State, one: int, other: int) -> bool:
    """Return whether a person need not distinguish two actions."""
    moves = [{k: v for k, v in state.move(action).items() if k not in COPIES} for action in (one, other)]
    if moves[0] == moves[1]:
        return True
    after = [state.clone(), state.clone()]
    for world, action in zip(after, (one, other), strict=True):
        world.apply(action)
    return after[0].describe(state.seat) == after[1].describe(state.seat)


def _called(call: Callable[..., Any], what: str, where: str, *arguments: Any) -> Any:
    """Call a function of the game; an exception becomes a sentence."""
    try:
        return call(*arguments)
    except AssertionError:
        raise
    except Exception as error:
        place = raised_at(error)
        why = f"needs the words {error}, which are missing" if _lacks_words(error) else f"raises {said(error)}"
        raise AssertionError(f"{what} {why} {where}{f' ({place})' if place else ''}".rstrip()) from error


def _lacks_words(error: Exception) -> bool:
    """Return whether a key is missing from the words: `move.block`."""
    return isinstance(error, KeyError) and str(error).strip("'").startswith(("move.", "event.", "name."))


# Of a game the first steps are all examined; then each kind of move this often, and one of this many steps.
BEGINNING, LOOKS, EVERY = 100, 10, 10


def check_events(game: Game, seed: int = 1, *, games: int = 2, steps: int = 1500, short: bool = False) -> str:
    """Check that every event has words for every seat and for spectators, along random games and games of the game's own agents.

    The functions of the game that a table calls must not raise: the table would stop there. `short`: one random game and one in
    which all agents answer in turn, instead of one of each.
    """
    shapes: set[tuple] = set()
    counted = 0
    walks = [
        ("at random", derive(seed, k), random_game(game, derive(seed, k), steps=steps))
        for k in range(1 if short else games)
    ]
    dealt, players = derive(seed, games), players_of(game)
    names = [name for name in players if not searching(players[name])]
    for name in names[-1:] if short else names:
        walks.append((f"by {name}", dealt, played_game(game, players[name], dealt, steps=steps)))
    for who, number, walk in walks:
        looks: Counter[tuple] = Counter()
        for step, (state, action) in enumerate(walk):
            where = f"at step {step} of the game of seed {number} played {who}"
            move = _called(state.move, f"`move` of action {action}", where, action)
            key = (move.get("kind"), state.hides(action))
            looks[key] += 1
            after = state.clone()
            after.apply(action)
            if step >= BEGINNING and looks[key] > LOOKS and step % EVERY and not after.over:
                continue
            for seat in (*range(game.seats), None):
                for event in _events(game, state, action, after, seat, where):
                    counted += 1
                    shape = (seat is None, event.get("kind"), event.get("seat") == seat, *map(_shape, event.items()))
                    if shape not in shapes:
                        shapes.add(shape)
                        check_event(game, event, seat, where)
    return f"{counted:,} events of {len({shape[1] for shape in shapes})} kinds"


def _events(game: Game, state: State, action: int, after: State, seat: int | None, where: str) -> list[Any]:
    """Return the events that a seat, or a spectator, observed."""
    own, later = (_called(s.describe, f"`describe` for {_seat(seat)}", where, seat) for s in (state, after))
    move = seen_move(state, action, seat)
    return [] if move is None else _called(game.happened, f"`happened` for {_seat(seat)}", where, own, move, later)


def check_event(game: Game, event: Mapping[str, Any], seat: int | None, where: str = "") -> None:
    """Check that an event is plain data with words in every language, for its reader and for a table with names."""
    assert isinstance(event.get("kind"), str), f"the event {event} has no kind {where}"
    as_json(event, f"the event {event['kind']!r}", where)
    names = [f"Bot {number + 1}" for number in range(game.seats)]
    for language in LANGUAGES:
        for reader in {seat, None}:
            what = f"the event {event} in {language!r} for {_seat(reader)}"
            for given in (None, names):
                text_of = partial(game.event_text, reader=reader, names=given)
                assert _called(text_of, what, where, event, language), f"{what} has no words {where}"


def _shape(member: tuple[str, Any]) -> tuple:
    """Return what may change the words of an event: texts by their value, the rest by its type."""
    name, value = member
    return (name, value if isinstance(value, (str, bool)) or value is None else type(value).__name__)


def _seat(seat: int | None) -> str:
    return "spectators" if seat is None else f"seat {seat}"


def check_what_a_seat_sees(
    game: Game, state: State, action: int, after: State, seat: int, seed: int, where: str = ""
) -> None:
    """Check that a seat's description and events hold nothing that it cannot know."""
    own = _called(state.describe, f"`describe` for {_seat(seat)}", where, seat)
    as_json(own, f"what seat {seat} is shown", where)
    view = state.view(seat, seed)
    assert view.describe() == own, (
        f"the view of seat {seat} is described differently in {differing(view.describe(), own)} {where}"
    )
    move = seen_move(state, action, seat)
    if move is None:
        return
    events = _events(game, state, action, after, seat, where)
    as_json(events, f"the events for seat {seat}", where)
    sampled = after.view(seat, seed)
    assert game.happened(own, move, sampled.describe()) == events, f"events for seat {seat} show hidden facts {where}"
    for event in events:
        check_event(game, event, seat, where)
    for language in LANGUAGES:
        assert state.text(seat, language) == view.text(language), f"the text for seat {seat} shows hidden facts {where}"


def _differing(one: State, other: State) -> str:
    names = [name for name in one.record.dtype.names if one.record[name].tobytes() != other.record[name].tobytes()]
    return ", ".join(f"{n} ({one.record[n].tolist()} for {other.record[n].tolist()})" for n in names[:4]) or "padding"
