"""What must hold for what a game shows of itself."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any

from tapete.errors import raised_at, said
from tapete.face import hidden_move
from tapete.game import SEEN, UNNOTICED, Game, State
from tapete.seeds import derive
from tapete.testing.walk import spread_game
from tapete.words import LANGUAGES


def check_face(game: Game, seed: int = 1, *, games: int = 2, every: int = 3, most: int = 40) -> None:
    """What a game shows of itself: plain data, nothing hidden in it, words in every language, and the way back.

    At every few steps of random games: descriptions survive JSON; a view describes itself as the truth does, and so does every
    other world that the seat cannot tell from it; moves are distinct and lead back to their actions; events come from what one
    seat sees, and two worlds alike give the same ones; a position set up from its description is the same position.
    """
    face = game.definition.face
    for k in range(games):
        for step, state, action in spread_game(game, derive(seed, k), most=most, every=every):
            where = f"at step {step} of seed {derive(seed, k)}"
            for language in LANGUAGES:
                check_texts(state, language, where)
            whole = state.describe(None)
            assert json.loads(json.dumps(whole)) == whole, (
                f"the description of everything does not survive JSON {where}"
            )
            assert _exact(whole), f"a number beyond 2^53 is not written as text {where}"
            if face is not None and face.restore is not None:
                again = game.set_up(json.loads(json.dumps(whole)))
                assert again.to_bytes() == state.to_bytes(), (
                    f"a position set up from its description differs in {_differing(again, state)} {where}"
                )
            check_moves(state, where)
            after = state.clone()
            after.apply(action)
            for seat in range(game.seats):
                check_what_a_seat_sees(game, state, action, after, seat, derive(seed, k, step), where)


def check_moves(state: State, where: str = "") -> None:
    """Legal actions as data are distinct, survive JSON, and lead back to their actions."""
    legal = state.legal()
    moves = [state.move(action) for action in legal]
    shown = [json.dumps(move, sort_keys=True) for move in moves]
    assert len(set(shown)) == len(shown), f"two legal actions are the same move {where}"
    for action, move in zip(legal, moves, strict=True):
        assert isinstance(move.get("kind"), str), f"the move {move} has no kind {where}"
        assert json.loads(json.dumps(move)) == move, f"the move {move} does not survive JSON {where}"
        assert state.action(json.loads(json.dumps(move))) == action, f"the move {move} leads to another action {where}"


def check_texts(state: State, language: str, where: str = "", *, most: int = 8) -> None:
    """Legal actions have words, and whoever types them means that action, however the game reads what is typed.

    Of long lists some are tried. Actions that read the same (copies of a card) may stand for each other.
    """
    legal = state.legal()
    for action in legal[:: -(-len(legal) // most)]:
        text = _told(state.action_text, f"the text of action {action}", where, action, language)
        assert text, f"the move {state.move(action)} has no words in {language!r} {where}"
        meant = _told(state.parse, f"`parse` of {text!r}", where, text)
        other = text if meant in (None, action) else state.action_text(meant, language)
        assert other == text, (
            f"{text!r} is the text of action {action}, but `parse` takes it for action {meant} ({other!r}) {where}"
        )


def _told(ask: Callable[..., Any], what: str, where: str, *arguments: Any) -> Any:
    """What a function of the game answers; what it raises becomes a sentence."""
    try:
        return ask(*arguments)
    except Exception as error:
        raise AssertionError(f"{what} raises {said(error)} {where} ({raised_at(error)})") from error


def check_what_a_seat_sees(
    game: Game, state: State, action: int, after: State, seat: int, seed: int, where: str = ""
) -> None:
    """A seat's description and events hold nothing that it cannot know."""
    own = state.describe(seat)
    assert json.loads(json.dumps(own)) == own, f"what seat {seat} sees does not survive JSON {where}"
    assert _exact(own), f"a number beyond 2^53 is not written as text {where}"
    view = state.view(seat, seed)
    assert view.describe() == own, (
        f"the view of seat {seat} is described differently in {_members(view.describe(), own)} {where}"
    )
    later = after.describe(seat)
    hidden = state.hides(action)
    if seat != state.seat and hidden == UNNOTICED:
        return
    move = state.move(action) if seat == state.seat or hidden == SEEN else hidden_move(state.seat)
    events = game.happened(own, move, later)
    assert json.loads(json.dumps(events)) == events, f"events for seat {seat} do not survive JSON {where}"
    sampled = after.view(seat, seed)
    assert game.happened(own, move, sampled.describe()) == events, f"events for seat {seat} show hidden facts {where}"
    for event in events:
        assert isinstance(event.get("kind"), str), f"the event {event} has no kind {where}"
        for language in LANGUAGES:
            for reader in (seat, None):
                text = game.event_text(event, language, reader=reader)
                assert text, f"the event {event} has no words in {language!r} {where}"
    for language in LANGUAGES:
        assert state.text(seat, language) == view.text(language), f"the text for seat {seat} shows hidden facts {where}"


def _exact(value: Any) -> bool:
    """Whether all numbers in data can be held by a double."""
    if isinstance(value, Mapping):
        return all(_exact(v) for v in value.values())
    if isinstance(value, list):
        return all(map(_exact, value))
    return not isinstance(value, int) or abs(value) <= 1 << 53


def _differing(one: State, other: State) -> str:
    names = [name for name in one.record.dtype.names if one.record[name].tobytes() != other.record[name].tobytes()]
    return ", ".join(f"{n} ({one.record[n].tolist()} for {other.record[n].tolist()})" for n in names[:4]) or "padding"


def _members(one: Mapping[str, Any], other: Mapping[str, Any]) -> str:
    names = [name for name in {**one, **other} if one.get(name) != other.get(name)]
    return ", ".join(f"{n} ({one.get(n)} for {other.get(n)})" for n in names[:4])
