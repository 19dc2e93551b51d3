"""Can a game crash, hang or write out of bounds? Tested in a separate process, so that the result is a sentence.

The rules are played with bounds checking. Each call is noted beforehand in memory that both processes share, so that a call
that crashes or never returns is known by name; then the same call is repeated in plain Python, which knows the line.
"""

from __future__ import annotations

import mmap
import multiprocessing
import os
import signal
import sys
import time
import traceback
import warnings
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import numpy as np

from tapete.agents.registry import kinds_for, make_agent
from tapete.core.bots import Bot
from tapete.core.game import Game
from tapete.core.state import State
from tapete.errors import BadGame, TapeteError, UnknownGame, said
from tapete.kernel import Kernel
from tapete.kernel.cache import end_with_parent
from tapete.kernel.canary import canary_intact, with_canary
from tapete.kernel.pure import call
from tapete.seeds import derive

PATIENCE = 20.0  # seconds that one call of a rule may take
SLOW = 10.0  # seconds until the same call in plain Python is interrupted to find its line
NOTE_BYTES = 4096
FOUND, FINE = 3, 0  # exit codes of the process that plays
KERNEL_FILES = ("pure.py", "safety.py", "game.py")


def check_safety(
    game: Game,
    seed: int = 1,
    *,
    games: int = 3,
    steps: int = 400,
    patience: float = PATIENCE,
    bots: bool = True,
) -> None:
    """Play bounds-checked games in a separate process and report what goes wrong there.

    Without `bots` only the rules, encoders and evaluations are called; compiling large bots again takes long.
    """
    checked = Game(game.definition, game.options, boundscheck=True)
    compile_everything(checked)
    policies = [(name, _policy(checked, name)) for name in game.definition.bots if bots and name in kinds_for(game)]
    note = mmap.mmap(-1, NOTE_BYTES)
    context: Any = multiprocessing.get_context("fork" if sys.platform == "linux" else "spawn")
    if context.get_start_method() == "spawn":  # such a process gets neither the shared note nor a game of this process
        _spawned(context, checked, seed, games, steps, patience)
        return
    before = np.frombuffer(mmap.mmap(-1, max(1, game.state_bytes)), dtype=np.uint8).reshape(1, -1)
    process = context.Process(target=_play, args=(checked, seed, games, steps, policies, note, before), daemon=True)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)
        process.start()
    last, since = b"", time.monotonic()
    while process.is_alive():
        process.join(0.05)
        if note[:NOTE_BYTES] != last:
            last, since = note[:NOTE_BYTES], time.monotonic()
        elif time.monotonic() - since > patience:
            process.kill()
            process.join()
            what = _note_text(last)
            raise AssertionError(
                f"{what} does not return: stopped after {patience:g} s{_caught(checked, what, before)}"
            )
    if process.exitcode == FOUND:
        raise AssertionError(_note_text(note[:NOTE_BYTES]))
    if process.exitcode != FINE:
        code = process.exitcode or 0
        how = f"signal {signal.Signals(-code).name}" if code < 0 else f"exit code {code}"
        what = _note_text(note[:NOTE_BYTES])
        raise AssertionError(f"{what} crashes the process ({how}){_caught(checked, what, before)}")


def _spawned(context: Any, checked: Game, seed: int, games: int, steps: int, patience: float) -> None:
    """Do the same with spawned processes: errors are known, but not always their place."""
    try:
        process = context.Process(target=_play, args=(checked, seed, games, steps, [], None, None), daemon=True)
        process.start()
    except UnknownGame as error:
        warnings.warn(f"not played in a process of its own: {error}", stacklevel=3)
        return
    process.join(patience * games * 3)
    if process.is_alive():
        process.kill()
        raise AssertionError("a rule does not return; run it with TAPETE_PYTHON=1 to see where")
    if process.exitcode != FINE:
        raise AssertionError(f"a rule crashes the process (exit code {process.exitcode}); TAPETE_PYTHON=1 shows where")


def compile_everything(game: Game) -> None:
    """Compile everything that will be called, so that the time measured is time in the rules."""
    definition = game.definition
    _ = game.rules
    others = [name for name in ("hides", "seen", "solve") if game.has(name)]
    game.table(*others)
    for name in definition.encoders:
        game.table(encoder=name)
    for name in definition.evaluations:
        game.table(evaluation=name)


class _Notes:
    """Shared note on the next call, for the parent process."""

    def __init__(self, note: Any, before: np.ndarray | None) -> None:
        self.note, self.before = note, before
        self.where = ""

    def write(self, text: str) -> None:
        if self.note is not None:
            data = text.encode()[: NOTE_BYTES - 1]
            self.note[: len(data) + 1] = data + b"\0"

    def doing(self, what: str, state: State) -> None:
        if self.before is not None:
            self.before[:] = state.rows
        self.write(f"{what} {self.where}")


def _note_text(note: bytes) -> str:
    return note.split(b"\0", 1)[0].decode(errors="replace") or "the game"


def _play(checked: Game, seed: int, games: int, steps: int, bots: list, note: Any, before: np.ndarray | None) -> None:
    """Play in the child process, and exit with a code."""
    end_with_parent()
    notes = _Notes(note, before)
    try:
        for what, run, state, kernel, arguments in _calls(checked, seed, games, steps, bots, notes):
            notes.doing(what, state)
            rows = state.rows.copy()
            try:
                run()
            except IndexError:
                text = f"{what} {notes.where} goes beyond the end of an array"
                notes.write(text + _line(checked, rows, kernel, arguments))
                os._exit(FOUND)
    except TapeteError as error:
        notes.write(f"{error} ({notes.where})")
        os._exit(FOUND)
    except BaseException as error:
        notes.write(f"{said(error)} {notes.where}")
        traceback.print_exc()
        os._exit(FOUND)
    os._exit(FINE)


Call = tuple[str, Callable[[], Any], State, Kernel, tuple]


def _calls(game: Game, seed: int, games: int, steps: int, bots: list, notes: _Notes) -> Iterator[Call]:
    """Yield every call of a rule along some games, each before it is made."""
    kernels = game.kernels
    for number in range(games):
        dealt = derive(seed, number)
        notes.where = f"at the deal of seed {dealt}"
        state = game.empty()
        arguments: tuple = (np.uint64(dealt), game.encoded_options)
        yield "`deal`", partial(state._call, "deal", *arguments), state, kernels["deal"], arguments
        for step in range(steps):
            notes.where = f"at step {step} of seed {dealt}"
            yield from _readings(game, state, step, notes, bots)
            if state.over:
                break
            legal = state.legal()
            if not legal:
                raise BadGame("no action is legal although the game is not over")
            if not 0 <= state.seat < game.seats:
                raise BadGame(f"seat {state.seat} cannot decide")
            action = legal[derive(dealt, step) % len(legal)]
            if not 0 <= action < game.actions:
                raise BadGame(f"action {action} is legal, but there are only {game.actions}")
            yield (
                f"`apply` of action {action}",
                partial(state._call, "apply", action),
                state,
                kernels["apply"],
                (action,),
            )


def _readings(game: Game, state: State, step: int, notes: _Notes, bots: list) -> Iterator[Call]:
    """Yield all calls that read a position."""
    definition, kernels = game.definition, game.kernels
    listed = np.zeros(definition.max_legal, dtype=np.int32)
    yield "`legal`", partial(_guarded_legal, state), state, kernels["legal"], (listed,)
    numbers = np.zeros(game.seats)
    yield "`points`", partial(state._call, "points", numbers), state, kernels["points"], (numbers,)
    if state.over:
        yield "`returns`", partial(state._call, "returns", numbers), state, kernels["returns"], (numbers,)
    for seat in range(game.seats):
        if step % 5 == 0 or seat == state.seat:
            world = state.clone()
            run: Callable[[], Any] = partial(world._call, "determinize", np.uint64(step), seat)
            yield f"`determinize` for seat {seat}", run, world, kernels["determinize"], (seat,)
    if step % 3:
        return
    for name, encoder in definition.encoders.items():
        for seat in range(game.seats):
            out = np.zeros(game.features(name), dtype=np.float32)
            run = partial(state.observe, seat, name)
            yield f"the encoder {name!r}", run, state, encoder.kernel, (seat, out)
    for name, evaluation in definition.evaluations.items():
        if not evaluation.rates_moves:
            weights = np.array(list(evaluation.weights.values()), dtype=np.float64)
            for seat in range(game.seats):
                run = partial(state.evaluate, seat, name)
                yield f"the evaluation {name!r}", run, state, evaluation.kernel, (seat, weights)
    if state.over:
        return
    for name, agent in bots:
        if agent is None:
            continue
        view = agent.view(state, step)
        legal = state.legal()
        actions = np.array([*legal, *[0] * (definition.max_legal - len(legal))], dtype=np.int32)
        inner: Bot = agent.agent
        memory = inner.memory.copy()
        kernel, arguments = inner.policy.kernel, (actions, len(legal), inner.params, memory)
        yield f"the policy {name!r}", partial(_act, agent, view, state), view.state, kernel, arguments


def _policy(game: Game, name: str) -> Any:
    """Return a native policy of the game with its defaults, compiled; None if it is not available."""
    try:
        agent = make_agent(name, game)
    except TapeteError:
        return None
    if not isinstance(agent.agent, Bot):
        return None
    agent.native()
    agent.reset(1)
    return agent


def _guarded_legal(state: State) -> None:
    legal = state.legal()
    if legal != sorted(set(legal)):
        raise BadGame(f"legal actions must be ascending and different: {legal[:20]}")


def _act(agent: Any, view: Any, state: State) -> None:
    """Check one answer of a policy, with a guarded memory.

    The answers are not played here, so a plan in the policy's memory may have become invalid: it is called again with an empty
    memory before its answer is considered wrong.
    """
    inner: Bot = agent.agent
    if not _is_legal(_guarded_answer(inner, view), state):
        agent.reset(1)
        if not _is_legal(_guarded_answer(inner, view), state):
            raise BadGame(f"the policy {inner.name!r} answers beyond the legal actions")


def _guarded_answer(inner: Bot, view: Any) -> int | None:
    kept, room = inner.memory, with_canary(len(inner.memory), np.int64)
    room[:] = kept
    inner.memory = room
    try:
        answer = inner.act(view)
    finally:
        kept[:] = room
        inner.memory = kept
    if not canary_intact(room):
        raise BadGame(f"the policy {inner.name!r} writes past its memory of {len(kept)} words; raise `memory`")
    return answer


def _is_legal(answer: int | None, state: State) -> bool:
    return answer is None or (0 <= answer < state.game.actions and state.accepts(answer))


# The line


def _line(game: Game, rows: np.ndarray, kernel: Kernel, arguments: tuple) -> str:
    """Return the end of a sentence: where plain Python fails in the same call."""
    state = State(game, rows)
    if kernel is game.kernels["determinize"]:
        state.record["rng"] = np.uint64(1)
    try:
        call(kernel, state.record, *arguments)
    except Exception as error:
        own = [
            frame for frame in traceback.extract_tb(error.__traceback__) if not frame.filename.endswith(KERNEL_FILES)
        ]
        if own:
            frame = own[-1]
            return f": {os.path.relpath(frame.filename)}, line {frame.lineno}, in {frame.name}: {frame.line} ({said(error)})"
    return "; TAPETE_PYTHON=1 runs the rules as plain Python under a debugger"


def _caught(game: Game, what: str, before: np.ndarray) -> str:
    """Return the end of a sentence: the line at which the same call in plain Python is interrupted, in a separate process."""
    note = mmap.mmap(-1, NOTE_BYTES)
    kernels = {f"`{name}`": kernel for name, kernel in game.kernels.items()}
    kernel = next((kernel for name, kernel in kernels.items() if what.startswith(name)), None)
    if kernel is None or not hasattr(os, "fork"):
        return "; TAPETE_PYTHON=1 runs the rules as plain Python under a debugger"
    arguments = _arguments(game, what, before)
    child = os.fork()
    if child == 0:

        def interrupt(number: int, frame: Any) -> None:
            raise TimeoutError("still running")

        try:
            signal.signal(signal.SIGALRM, interrupt)
            signal.alarm(2)
            text = _line(game, before.copy(), kernel, arguments)
            data = text.encode()[: NOTE_BYTES - 1]
            note[: len(data) + 1] = data + b"\0"
        finally:
            os._exit(0)
    deadline = time.monotonic() + SLOW
    while os.waitpid(child, os.WNOHANG) == (0, 0):
        if time.monotonic() > deadline:
            os.kill(child, signal.SIGKILL)
            os.waitpid(child, 0)
            break
        time.sleep(0.01)
    text = note[:NOTE_BYTES].split(b"\0", 1)[0].decode(errors="replace")
    return text or "; TAPETE_PYTHON=1 runs the rules as plain Python under a debugger"


def _arguments(game: Game, what: str, before: np.ndarray) -> tuple:
    """Return the arguments of a call from its description."""
    words = what.split()
    if what.startswith("`apply`"):
        return (int(words[words.index("action") + 1]),)
    if what.startswith("`determinize`"):
        return (int(words[words.index("seat") + 1]),)
    if what.startswith("`deal`"):
        return np.uint64(int(words[words.index("seed") + 1])), game.encoded_options
    if what.startswith("`legal`"):
        return (np.zeros(game.definition.max_legal, dtype=np.int32),)
    return (np.zeros(game.seats),)
