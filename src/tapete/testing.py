"""The battery that every game passes, ours and other people's, and what must hold for every agent.

`check_game(game)` runs all checks; each is also a function of its own. A failed check raises `AssertionError` with a sentence.
"""

from __future__ import annotations

import copy
import json
import pickle
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from tapete.agents.seated import Seated
from tapete.arena.players import seat_agent, view_for
from tapete.catalogue import load
from tapete.face import hidden_move
from tapete.game import SEEN, UNNOTICED, Game, State
from tapete.seeds import derive
from tapete.vector import Vector
from tapete.words import LANGUAGES

STEPS = 4000  # of one random game; longer ones are cut


def random_game(game: Game, seed: int, *, steps: int = STEPS) -> Iterator[tuple[State, int]]:
    """(state, action about to be played) of a random game, then stops. The state is the live one."""
    state = game.deal(seed)
    for step in range(steps):
        if state.over:
            return
        legal = state.legal()
        action = legal[derive(seed, step) % len(legal)]
        yield state, action
        state.apply(action)


def check_game(game: Game, *, games: int = 6, seed: int = 1) -> None:
    """Everything that must hold for a game under one set of options."""
    for k in range(games):
        check_legal_until_over(game, derive(seed, k))
        check_bytes_and_copies(game, derive(seed, k))
        check_actions_change_nothing_else(game, derive(seed, k), most=40)
        check_determinize(game, derive(seed, k))
    check_face(game, seed)
    check_same_game_in_another_process(game, seed)
    check_vector_equals_single_games(game, seed)
    check_bounds(game, seed)


def check_legal_until_over(game: Game, seed: int) -> None:
    """Legal lists are ascending, within range and never empty; the end has returns that sum to 1."""
    state = game.deal(seed)
    turn = state.turn
    for step in range(1_000_000):
        if state.over:
            break
        legal = state.legal()
        assert legal, f"no legal action at step {step} of seed {seed} although the game is not over"
        assert legal == sorted(set(legal)), f"legal actions are not ascending at step {step} of seed {seed}: {legal}"
        assert legal[0] >= 0 and legal[-1] < game.actions, f"action out of range at step {step} of seed {seed}: {legal}"
        assert len(legal) <= game.definition.max_legal, f"more legal actions than max_legal: {len(legal)}"
        assert 0 <= state.seat < game.seats, f"seat {state.seat} cannot decide"
        assert state.turn >= turn, "turn went back"
        turn = state.turn
        state.apply(legal[derive(seed, step) % len(legal)])
    assert state.over, f"the game of seed {seed} does not end"
    assert state.seat == -1, "the seat is -1 when a game is over"
    assert not state.legal(), "nothing is legal when a game is over"
    returns = state.returns()
    assert abs(sum(returns) - 1) < 1e-9, f"returns {returns} do not sum to 1"
    assert all(0 <= share <= 1 for share in returns), f"returns {returns} leave [0, 1]"
    low, high = game.definition.points_span
    for score in state.points():
        assert low <= score <= high, f"points {score} leave the span {low} to {high}"


def check_bytes_and_copies(game: Game, seed: int) -> None:
    """States survive bytes, pickling and copying, and continue the same way."""
    for step, (state, action) in enumerate(random_game(game, seed)):
        if step % 7:
            continue
        copies = [game.from_bytes(state.to_bytes()), pickle.loads(pickle.dumps(state)), state.clone()]
        after = state.clone()
        after.apply(action)
        for twin in copies:
            assert twin == state, f"a copy differs at step {step} of seed {seed}"
            twin.apply(action)
            assert twin == after, f"a copy continues differently at step {step} of seed {seed}"


def check_actions_change_nothing_else(game: Game, seed: int, *, most: int) -> None:
    """Every action applied to a copy leaves all other states as they were."""
    for step, (state, _) in enumerate(random_game(game, seed)):
        if step % 11:
            continue
        before = state.to_bytes()
        legal = state.legal()
        for action in legal[:: max(1, len(legal) // most)]:
            after = state.clone()
            after.apply(action)
            assert state.to_bytes() == before, f"action {action} on a copy changed the original at step {step}"
            assert after.to_bytes() != before, f"action {action} changed nothing at step {step}"


def check_same_game_in_another_process(game: Game, seed: int) -> None:
    """The same seed gives the same game elsewhere (only games that can be loaded by name there)."""
    state = game.deal(seed)
    for live, _ in random_game(game, seed, steps=300):
        state = live
    code = (
        "import sys, json, tapete; from tapete.testing import random_game; "
        "game = tapete.load(sys.argv[1], **json.loads(sys.argv[2])); state = None\n"
        "for live, _ in random_game(game, int(sys.argv[3]), steps=300): state = live\n"
        "print(state.to_bytes().hex())"
    )
    command = [sys.executable, "-c", code, game.name, json.dumps(game.options), str(seed)]
    run = subprocess.run(command, capture_output=True, text=True, check=False)
    if run.returncode != 0 and "UnknownGame" in run.stderr:
        return
    assert run.returncode == 0, f"another process could not play: {run.stderr[-500:]}"
    assert bytes.fromhex(run.stdout.strip()) == state.to_bytes(), "the same seed gives another game in another process"


def check_vector_equals_single_games(game: Game, seed: int) -> None:
    """Seats, masks, features and returns of games played in step are those of single games, deal after deal."""
    vector = Vector(game, 5, seed=seed, encoder=True if game.definition.encoders else None)
    states = [game.deal(int(dealt)) for dealt in vector.seeds]
    for step in range(60):
        chosen = []
        for i, state in enumerate(states):
            where = f"game {i} of the vector at step {step}"
            assert vector.state(i) == state, f"{where} is in another state"
            assert vector.seat[i] == state.seat, f"{where} has another seat to move"
            assert np.flatnonzero(vector.mask[i]).tolist() == state.legal(), f"{where} has another mask"
            if game.definition.encoders:
                assert np.isfinite(vector.features[i]).all(), f"{where} has a feature that is not a finite number"
                assert (vector.features[i] == state.observe()).all(), f"{where} has other features"
            chosen.append(state.legal()[derive(seed, step, i) % len(state.legal())])
            state.apply(chosen[-1])
        vector.step(chosen)
        for i, state in enumerate(states):
            assert vector.done[i] == state.over, f"whether game {i} ended is told wrongly at step {step}"
            assert not state.over or vector.returns[i].tolist() == state.returns(), f"returns of game {i} differ"
            if state.over:
                states[i] = game.deal(int(vector.seeds[i]))


def check_determinize(game: Game, seed: int) -> None:
    """A view keeps what its seat knows, leaks nothing, and stays the same knowledge when sampled again.

    The leak test: a sampled world differs from the true one only in what the seat cannot know, so the view of the sample and the
    view of the truth, sampled with one seed, must be the same bytes.
    """
    for step, (state, _) in enumerate(random_game(game, seed)):
        if step % 5:
            continue
        for observer in range(game.seats):
            view = state.view(observer, derive(seed, step))
            other = state.view(observer, derive(seed, step, 1))
            where = f"seat {observer} at step {step} of seed {seed}"
            for world in (state, other.state):
                again = world.view(observer, derive(seed, step))
                assert again.state.to_bytes() == view.state.to_bytes(), f"hidden facts show in the view of {where}"
            for seat, done, hidden in view.state.history:
                assert seat == observer or not hidden or done is None, (
                    f"a hidden action of seat {seat} shows to {where}"
                )
            if step % 25 == 0:
                assert view.text() == state.text(observer), f"the text for {where} shows hidden facts"
            assert view.state.seat == state.seat, f"the view of {where} has another seat to move"
            assert view.state.turn == state.turn, f"the view of {where} has another turn"
            assert view.known == other.known, f"two samples differ in what {where} knows"
            assert view.points() == state.points() or not _public_points(game), f"the view of {where} has other points"
            if state.seat == observer:
                assert view.legal() == state.legal(), f"the view of {where} has other legal actions"
            for encoder in game.definition.encoders:
                features = state.observe(observer, encoder)
                assert (features == view.state.observe(observer, encoder)).all(), (
                    f"{encoder} shows hidden facts to {where}"
                )
        if game.definition.evaluations:
            check_evaluations(game, state)


def _public_points(game: Game) -> bool:
    return game.definition.public_points


def check_evaluations(game: Game, state: State) -> None:
    """Evaluations of positions are finite."""
    for name, evaluation in game.definition.evaluations.items():
        if not evaluation.rates_moves:
            for seat in range(game.seats):
                value = state.evaluate(seat, name)
                assert np.isfinite(value), f"the evaluation {name} is {value}"


def check_face(game: Game, seed: int = 1, *, games: int = 2, every: int = 5) -> None:
    """What a game shows of itself: plain data, nothing hidden in it, words in every language, and the way back.

    At every few steps of random games: descriptions survive JSON; a view describes itself as the truth does, and so does every
    other world that the seat cannot tell from it; moves are distinct and lead back to their actions; events come from what one
    seat sees, and two worlds alike give the same ones; a position set up from its description is the same position.
    """
    face = game.definition.face
    for k in range(games):
        for step, (state, action) in enumerate(random_game(game, derive(seed, k))):
            if step % every and step > 8:
                continue
            where = f"at step {step} of seed {derive(seed, k)}"
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
    """Legal actions as data are distinct, survive JSON, have words in every language, and lead back to their actions."""
    legal = state.legal()
    moves = [state.move(action) for action in legal]
    shown = [json.dumps(move, sort_keys=True) for move in moves]
    assert len(set(shown)) == len(shown), f"two legal actions are the same move {where}"
    for action, move in zip(legal, moves, strict=True):
        assert isinstance(move.get("kind"), str), f"the move {move} has no kind {where}"
        assert json.loads(json.dumps(move)) == move, f"the move {move} does not survive JSON {where}"
        assert state.action(json.loads(json.dumps(move))) == action, f"the move {move} leads to another action {where}"
        for language in LANGUAGES:
            assert state.action_text(action, language), f"the move {move} has no words in {language!r} {where}"


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


def check_bounds(game: Game, seed: int, *, games: int = 3) -> None:
    """Games played by code that checks every index."""
    checked = Game(game.definition, game.options, boundscheck=True)
    for k in range(games):
        state = checked.deal(derive(seed, k))
        plain = game.deal(derive(seed, k))
        for step in range(STEPS):
            if state.over:
                break
            legal = state.legal()
            if step % 5 == 0:
                state.view(step % game.seats, step)
            action = legal[derive(seed, k, step) % len(legal)]
            state.apply(action)
            plain.apply(action)
        assert state.to_bytes() == plain.to_bytes(), "bounds checking changes the game"


def check_agent(game: Game, agent: str | Any, *, games: int = 2, seed: int = 1, most: int = 60) -> None:
    """An agent answers legally, always the same way, and does not see hidden facts.

    It is asked about the true game and about another world that its seat cannot tell from it: with the same view seed both
    must get the same answer.
    """
    first, second = seat_agent(agent, game), seat_agent(copy.deepcopy(agent), game)
    asked = 0
    for k in range(games):
        first.reset(derive(seed, k))
        second.reset(derive(seed, k))
        for step, (state, _) in enumerate(random_game(game, derive(seed, k))):
            if asked >= most:
                return
            asked += 1
            view_seed = derive(seed, k, step)
            answer = _answer(first, state, view_seed)
            if answer is None:
                continue
            assert state.accepts(answer), f"{first.name} answered {answer}, which is not legal"
            if not first.clairvoyant:
                twin = state.view(state.seat, derive(view_seed, 7)).state
                other = _answer(second, twin, view_seed)
                assert other == answer, f"{first.name} decides by hidden facts at step {step}: {answer}, then {other}"


def _answer(agent: Seated, state: State, seed: int) -> int | None:
    return agent.act(view_for(state, agent, seed))


def playthrough(game: Game, seed: int, *, steps: int = 2000) -> str:
    """A random game as readable text: a golden file that shows every change of behaviour as a diff."""
    lines = [
        f"game: {game.name}",
        f"options: {json.dumps(game.options)}",
        f"seed: {seed}",
        f"state bytes: {game.state_bytes}",
    ]
    state = game.deal(seed)
    for step in range(steps):
        if state.over:
            break
        legal = state.legal()
        action = legal[derive(seed, step) % len(legal)]
        lines += ["", f"# step {step}, seat {state.seat}, turn {state.turn}", state.text(None)]
        lines += [f"seat {seat} points: {score:g}" for seat, score in enumerate(state.points())]
        lines.append(f"legal: {' '.join(map(str, legal))}")
        lines.append(f"plays {action}: {state.action_text(action)}")
        state.apply(action)
    lines += ["", "# end", state.text(None), f"points: {state.points()}", f"returns: {state.returns()}"]
    return "\n".join(line.rstrip() for line in "\n".join(lines).splitlines()) + "\n"


def check_playthrough(path: Path) -> None:
    """A golden file equals a playthrough made now. `python -m tapete.testing FILE...` writes them anew."""
    lines = path.read_text(encoding="utf-8").splitlines()
    name = lines[0].removeprefix("game: ")
    game = load(name, **json.loads(lines[1].removeprefix("options: ")))
    made = playthrough(game, int(lines[2].removeprefix("seed: "))).splitlines()
    for number, (expected, got) in enumerate(zip(lines, made, strict=False), start=1):
        assert expected == got, f"{path.name}, line {number}: expected {expected!r}, got {got!r}"
    assert len(lines) == len(made), f"{path.name} has {len(lines)} lines, the playthrough {len(made)}"


def rewrite_playthroughs(paths: Sequence[Path]) -> None:
    """Make golden files anew, with the game, options and seed they name."""
    for path in paths:
        lines = path.read_text(encoding="utf-8").splitlines()
        game = load(lines[0].removeprefix("game: "), **json.loads(lines[1].removeprefix("options: ")))
        path.write_text(playthrough(game, int(lines[2].removeprefix("seed: "))), encoding="utf-8")


if __name__ == "__main__":
    rewrite_playthroughs([Path(argument) for argument in sys.argv[1:]])
