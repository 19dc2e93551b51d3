"""Battery of checks for games."""

from __future__ import annotations

import inspect
import json
import os
import pickle
import subprocess
import sys
import warnings

import numpy as np

from tapete.core.game import Game
from tapete.core.state import State
from tapete.play.vector import Vector
from tapete.seeds import derive
from tapete.testing.leaks import check_collisions, check_samples_vary, check_twins
from tapete.testing.play import check_deals, check_encoders, check_end, check_endings, check_hidden_choices
from tapete.testing.presentation import check_events, check_presentation
from tapete.testing.safety import check_safety
from tapete.testing.stores import check_stores
from tapete.testing.walk import STEPS, legal_actions, random_game, spread_game


def check_game(game: Game, *, games: int = 6, seed: int = 1, bots: bool = True) -> None:
    """Check everything that must hold for a game under one set of options. Checks that could crash come first, in a separate
    process.

    `bots`: whether its bots are also compiled with bounds checking, and called there too.
    """
    check_safety(game, seed, bots=bots)
    check_deals(game, seed)
    for k in range(games):
        check_legal_until_over(game, derive(seed, k))
        check_bytes_and_copies(game, derive(seed, k))
        check_actions_change_nothing_else(game, derive(seed, k), most=40)
        check_determinize(game, derive(seed, k))
    check_endings(game, seed, games=1)
    check_encoders(game, seed, games=1)
    check_hidden_choices(game, seed)
    check_stores(game, seed)
    check_scales(game, seed)
    check_presentation(game, seed)
    check_events(game, seed, short=True)
    check_collisions(game, seed=seed)
    check_twins(game, seed=seed)
    check_samples_vary(game, seed=seed)
    check_same_game_in_another_process(game, seed)
    check_vector_equals_single_games(game, seed)
    check_bounds(game, seed)


def check_legal_until_over(game: Game, seed: int) -> None:
    """Check that legal lists are ascending, within range and never empty, and that the final returns sum to 1."""
    state = game.deal(seed)
    turn = first = state.turn
    step = 0
    while not state.over:
        legal = legal_actions(state, step, seed)
        assert legal == sorted(set(legal)), f"legal actions are not ascending at step {step} of seed {seed}: {legal}"
        assert len(legal) <= game.definition.max_legal, f"more legal actions than max_legal: {len(legal)}"
        assert 0 <= state.seat < game.seats, f"seat {state.seat} cannot decide"
        assert state.turn >= turn, "turn went back"
        turn = state.turn
        assert step < game.max_decisions, (
            f"more decisions than max_decisions={game.max_decisions} at seed {seed}: raise it, unless the game never ends"
        )
        state.apply(legal[derive(seed, step) % len(legal)])
        step += 1
    assert turn > first or state.turn > first or step <= game.seats, (
        f"`turn` is {first} from the deal of seed {seed} to its end, {step} decisions later: count what the table sees "
        "(`state.turn += 1` for a play, a round or a player's turn)"
    )
    check_end(state, f"at the end of seed {seed}")


def check_bytes_and_copies(game: Game, seed: int) -> None:
    """Check that states survive bytes, pickling and copying, and continue the same way."""
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
    """Check that an action applied to a copy leaves all other states unchanged."""
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
    """Check that the same seed gives the same game in another process. A game that is not installed is loaded from its file."""
    if os.environ.get(CHILD):
        return  # this is the other process, running the file of the rules
    state = game.deal(seed)
    for live, _ in random_game(game, seed, steps=300):
        state = live
    deal = game.definition.kernels["deal"].function
    source = inspect.getsourcefile(deal) if deal.__module__ != "__main__" else None  # a script would run as a whole
    package = sys.modules.get(deal.__module__.rpartition(".")[0])
    if source is not None and getattr(package, "__file__", None):
        source = os.path.dirname(str(getattr(package, "__file__", "")))
    command = [sys.executable, "-c", ELSEWHERE, game.name, json.dumps(game.options), str(seed), source or ""]
    run = subprocess.run(command, capture_output=True, text=True, check=False, env={**os.environ, CHILD: "1"})
    if run.returncode == NOT_FOUND:
        warnings.warn(
            f"{game.name} could not be loaded in another process: it is not installed, and no module defines it",
            stacklevel=2,
        )
        return
    assert run.returncode == 0, f"another process could not play: {run.stderr[-500:]}"
    assert bytes.fromhex(run.stdout.strip()) == state.to_bytes(), "the same seed gives another game in another process"


NOT_FOUND, CHILD = 77, "TAPETE_ANOTHER_PROCESS"
ELSEWHERE = f"""
import importlib.util, json, os, sys, tapete
from tapete.testing import random_game
name, options, seed, source = sys.argv[1:]
try:
    game = tapete.load(name, **json.loads(options))
except tapete.UnknownGame:
    if not source:
        raise SystemExit({NOT_FOUND})
    if os.path.isdir(source):
        from tapete.core.registry import definition_at, register
        found = definition_at(source)
        if found.name != name:
            raise SystemExit({NOT_FOUND})
        register(found)
        source = ""
    if source:
        spec = importlib.util.spec_from_file_location("rules_of_a_game", source)
        module = importlib.util.module_from_spec(spec)
        sys.modules["rules_of_a_game"] = module
        spec.loader.exec_module(module)
        found = [d for d in vars(module).values() if isinstance(d, tapete.Definition) and d.name == name]
        if not found:
            raise SystemExit({NOT_FOUND})
        tapete.register(found[0])
    game = tapete.load(name, **json.loads(options))
state = None
for state, _ in random_game(game, int(seed), steps=300):
    pass
print(state.to_bytes().hex())
"""


def check_vector_equals_single_games(game: Game, seed: int) -> None:
    """Check that seats, masks, features and returns of games played in step equal those of single games, deal after deal."""
    vector = Vector(game, 5, seed=seed, encoder=True if game.definition.encoders else None)
    states = [game.deal(int(dealt)) for dealt in vector.seeds]
    for step in range(60):
        chosen = []
        for i, state in enumerate(states):
            where = f"game {i} of the vector at step {step}"
            assert vector.state(i) == state, f"{where} is in another state"
            assert vector.seat[i] == state.seat, f"{where} has another seat to move"
            legal = legal_actions(state, step, int(vector.seeds[i]))
            assert np.flatnonzero(vector.mask[i]).tolist() == legal, f"{where} has another mask"
            if game.definition.encoders:
                assert np.isfinite(vector.features[i]).all(), f"{where} has a feature that is not a finite number"
                assert (vector.features[i] == state.observe()).all(), f"{where} has other features"
            chosen.append(legal[derive(seed, step, i) % len(legal)])
            state.apply(chosen[-1])
        vector.step(chosen)
        vector.check()
        for i, state in enumerate(states):
            assert vector.done[i] == state.over, f"`done` of game {i} is wrong at step {step}"
            assert not state.over or vector.returns[i].tolist() == state.returns(), f"returns of game {i} differ"
            if state.over:
                states[i] = game.deal(int(vector.seeds[i]))


def check_determinize(game: Game, seed: int) -> None:
    """Check that a view keeps what its seat knows, leaks nothing, and does not change its knowledge when sampled again.

    The leak test: a sampled world differs from the true one only in what the seat cannot know, so the view of the sample and
    the view of the truth, sampled with one seed, must be the same bytes.
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
    for name, given in game.definition.encoders.items():
        if given.parts is not None:
            parts = given.parts(game.options) if callable(given.parts) else given.parts
            covered = sum(count for _, count in parts)
            assert covered == game.features(name), (
                f"the parts of {name} cover {covered} of {game.features(name)} features"
            )
            assert len({part for part, _ in parts}) == len(parts), f"two parts of {name} have the same name"


def _public_points(game: Game) -> bool:
    return game.definition.public_points


def check_evaluations(game: Game, state: State) -> None:
    """Check that evaluations of positions are finite."""
    for name, evaluation in game.definition.evaluations.items():
        if not evaluation.rates_moves:
            for seat in range(game.seats):
                value = state.evaluate(seat, name)
                assert np.isfinite(value), f"the evaluation {name} is {value}"


# Shares of positions in which an evaluation may leave its scale: the first one, the default of searches, and the
# others, whose published scores need not suit a search.
MOST_BEYOND, MOST_OF_OTHERS = 1 / 3, 0.9


def check_scales(game: Game, seed: int = 1, *, games: int = 4) -> None:
    """Check that evaluations stay within their scale, but for a few positions: searches cannot distinguish values beyond it."""
    found: dict[str, list[float]] = {}
    for k in range(games):
        for _, state, _ in spread_game(game, derive(seed, k), most=40):
            for name, evaluation in game.definition.evaluations.items():
                if not evaluation.rates_moves:
                    found.setdefault(name, []).extend(state.evaluate(seat, name) for seat in range(game.seats))
    for name, values in found.items():
        low, high = game.definition.evaluations[name].scale
        beyond = sum(not low <= value <= high for value in values) / len(values)
        most = MOST_BEYOND if name == next(iter(game.definition.evaluations)) else MOST_OF_OTHERS
        assert beyond <= most, (
            f"the evaluation {name} leaves its scale ({low:g}, {high:g}) in {beyond:.0%} of positions: it goes from "
            f"{min(values):.4g} to {max(values):.4g}, and searches take whatever is beyond for a sure loss or win; widen `scale`"
        )


def check_bounds(game: Game, seed: int, *, games: int = 3) -> None:
    """Check that games with bounds checking equal those without."""
    checked = Game(game.definition, game.options, boundscheck=True)
    for k in range(games):
        state = checked.deal(derive(seed, k))
        plain = game.deal(derive(seed, k))
        for step in range(STEPS):
            if state.over:
                break
            legal = legal_actions(state, step, derive(seed, k))
            if step % 5 == 0:
                state.view(step % game.seats, step)
            action = legal[derive(seed, k, step) % len(legal)]
            state.apply(action)
            plain.apply(action)
        assert state.to_bytes() == plain.to_bytes(), "bounds checking changes the game"
