"""Report of the battery: the checks, their findings, and the effect of `determinize` on each field."""

from __future__ import annotations

import time
import warnings
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import Any

from tapete.core.game import Game
from tapete.errors import TapeteError, raised_at, said
from tapete.kernel import GameState, Kernel
from tapete.kernel.lint import check_kernels
from tapete.seeds import derive
from tapete.testing.agents import check_agent
from tapete.testing.battery import (
    check_actions_change_nothing_else,
    check_bounds,
    check_bytes_and_copies,
    check_determinize,
    check_legal_until_over,
    check_same_game_in_another_process,
    check_scales,
    check_vector_equals_single_games,
)
from tapete.testing.leaks import check_collisions, check_samples_vary, check_twins
from tapete.testing.play import CheckWarning, check_deals, check_encoders, check_endings, check_hidden_choices
from tapete.testing.presentation import check_events, check_presentation
from tapete.testing.safety import check_safety
from tapete.testing.stores import check_stores
from tapete.testing.walk import spread_game

NEVER, SOMETIMES, ALWAYS = "never", "sometimes", "always"


@dataclass
class Finding:
    """Result of one check: what must hold, and what is wrong if it does not."""

    what: str
    seconds: float
    wrong: str = ""
    note: str = ""
    warnings: tuple[str, ...] = ()  # probable mistakes

    @property
    def holds(self) -> bool:
        return not self.wrong

    def as_dict(self) -> dict[str, Any]:
        return {
            "what": self.what,
            "holds": self.holds,
            "wrong": self.wrong or None,
            "warnings": list(self.warnings),
            "note": self.note or None,
        }


def checks_of(game: Game, *, fast: bool = False, seed: int = 1) -> list[tuple[str, Callable[[], Any]]]:
    """Return the checks, each with its description. Those that could crash come first."""
    count = 2 if fast else 6

    def each(check: Callable[..., Any], **more: Any) -> Callable[[], Any]:
        return lambda: [check(game, derive(seed, k), **more) for k in range(count)] and None

    found: list[tuple[str, Callable[[], Any]]] = [
        ("the kernels have no mistake that their source shows", lambda: check_kernels(kernels_of(game))),
        (
            "no rule crashes, hangs or goes beyond the end of an array",
            lambda: check_safety(game, seed, games=1 if fast else 3, steps=150 if fast else 400),
        ),
        ("deals from different seeds differ", lambda: check_deals(game, seed)),
        ("games end; legal actions, returns and points are as they must be", each(check_legal_until_over)),
        (
            "so they do when the game's own agents play",
            lambda: check_endings(with_bounds(game) if fast else game, seed, games=2 if fast else 6),
        ),
        ("encoders write all their features", lambda: check_encoders(game, seed, games=1 if fast else 3)),
        ("states survive bytes and copies, and go on the same way", each(check_bytes_and_copies)),
        (
            "an action changes its own state and no other",
            each(check_actions_change_nothing_else, most=10 if fast else 40),
        ),
        ("every number fits the field it is stored in", lambda: check_stores(game, seed, games=1 if fast else 2)),
        ("evaluations keep to their scales", lambda: check_scales(game, seed, games=1 if fast else 4)),
        ("a view keeps what its seat knows", each(check_determinize)),
        ("what others see of a choice fits the rules", lambda: check_hidden_choices(game, seed)),
        (
            "deals that have shown a seat the same give it the same view",
            lambda: f"{check_collisions(game, seed=seed, deals=80 if fast else 300):,} pairs of deals compared",
        ),
    ]
    if fast:
        return found
    found += [
        (
            "descriptions, moves, events and texts show nothing hidden, and lead back",
            lambda: check_presentation(game, seed),
        ),
        ("every event of every seat has words", lambda: check_events(game, seed)),
        (
            "hidden facts that change places change no view",
            lambda: _twins(game, check_twins(game, seed=seed)),
        ),
        ("hidden facts differ between the worlds a seat is given", lambda: check_samples_vary(game, seed=seed)),
        (
            "the same seed gives the same game in another process",
            lambda: check_same_game_in_another_process(game, seed),
        ),
        ("games in step are the same as single ones", lambda: check_vector_equals_single_games(game, seed)),
        ("checking every index changes nothing", lambda: check_bounds(game, seed)),
    ]
    for name in game.definition.bots:
        what = f"the policy {name} answers legally, always the same, from what it may know"
        found.append((what, partial(check_agent, game, name)))
    return found


def with_bounds(game: Game) -> Game:
    """Return the game as compiled by `check_safety`, including its bots, so that nothing is compiled again."""
    return Game(game.definition, game.options, boundscheck=True)


def _twins(game: Game, found: int) -> str:
    """Return how many positions with exchanged hidden facts were compared, or why none was."""
    presentation = game.definition.presentation
    if presentation is None or presentation.restore is None:
        return "not done: the game has no `restore`, so nothing can change places"
    if not found:
        return (
            "not done: no changed description led `restore` to a position that looks the same to its seat; is it right, "
            "and is anything hidden?"
        )
    return f"{found:,} positions with hidden facts exchanged"


def findings(game: Game, *, fast: bool = False, seed: int = 1) -> Iterator[Finding | str]:
    """Yield the description of each check (a text), then its finding."""
    for what, check in checks_of(game, fast=fast, seed=seed):
        yield what
        started = time.perf_counter()
        note = wrong = ""
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always", CheckWarning)
            try:
                note = check() or ""
            except (AssertionError, TapeteError) as error:
                wrong = str(error) or "it does not hold"
            except Exception as error:
                place = raised_at(error)
                wrong = f"{said(error)} ({place})" if place else said(error)
        warnings_shown = tuple(str(entry.message) for entry in caught if issubclass(entry.category, CheckWarning))
        yield Finding(what, time.perf_counter() - started, wrong, note, warnings_shown)
        if wrong and what.startswith(("the kernels", "no rule crashes")):
            return  # the next checks would crash this process


def kernels_of(game: Game) -> list[Kernel]:
    """Return all kernels that a game's definition names."""
    definition = game.definition
    others = (definition.variants, definition.search_variants, definition.evaluations.values())
    kernels = [*definition.kernels.values(), *(entry.kernel for group in others for entry in group)]
    kernels += [encoder.kernel for encoder in definition.encoders.values()]
    return kernels + [policy.kernel for policy in definition.bots.values()]


def changed_fields(game: Game, *, games: int = 3, samples: int = 4, most: int = 25, seed: int = 1) -> dict[str, str]:
    """Return the effect of views on each field of the state: whether `determinize` never, sometimes or always changes it."""
    names = [name for name in game.definition.state.dtype.names or () if name not in (GameState.dtype.names or ())]
    changed = dict.fromkeys(names, 0)
    looks = 0
    for k in range(games):
        for step, state, _ in spread_game(game, derive(seed, k), most=most):
            for seat in range(game.seats):
                looks += 1
                worlds = [state.view(seat, derive(seed, k, step, i)).state.record for i in range(samples)]
                for name in names:
                    true = state.record[name].tobytes()
                    changed[name] += any(world[name].tobytes() != true for world in worlds)
    return {n: NEVER if not c else ALWAYS if c == looks else SOMETIMES for n, c in changed.items()}
