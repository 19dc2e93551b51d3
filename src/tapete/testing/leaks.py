"""Does a view show what its seat cannot know? Three tests, none of which trusts `determinize` to make the other world.

*Collisions*: two deals that have shown a seat the same so far must give it the same view. *Twins*: hidden facts in the
description of a position are exchanged, and a position is set up from it; if the seat sees no difference, its view must not
either. *Variation*: the members of a full description that a seat is not shown must differ between the worlds of its views.
"""

from __future__ import annotations

import hashlib
import json
import random
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from tapete.core.game import Game
from tapete.core.state import State
from tapete.errors import TapeteError
from tapete.seeds import derive
from tapete.testing.data import as_json
from tapete.testing.walk import legal_actions, spread_game

Path = tuple[str | int, ...]


# Collisions


def check_collisions(game: Game, *, deals: int = 300, plies: int = 4, groups: int = 1, seed: int = 1) -> int:
    """Check that a seat's observations determine its view, byte for byte; return how often two deals had shown the same.

    All deals of a group are played with the same random numbers, so that games with equal observations continue alike.
    """
    seen: dict[bytes, tuple[bytes, int]] = {}
    met = 0
    for number in range(deals):
        state = game.deal(derive(seed, number))
        chooser = random.Random(number % groups)
        trails: list[list[str]] = [[] for _ in range(game.seats)]
        for ply in range(plies + 1):
            for seat, trail in enumerate(trails):
                trail.append(_shown(state, seat))
                view = state.view(seat, seed)
                text = json.dumps([seat, trail, view.history])
                key = hashlib.sha256(text.encode()).digest()
                data = view.state.to_bytes()
                if key not in seen:
                    seen[key] = data, number
                    continue
                met += 1
                other, before = seen[key]
                assert data == other, (
                    f"deals {derive(seed, before)} and {derive(seed, number)} have shown seat {seat} the same for "
                    f"{ply} moves, but its views differ in {_fields(game.from_bytes(other), view.state)}"
                )
            if state.over:
                break
            legal = legal_actions(state, ply, derive(seed, number))
            state.apply(legal[chooser.randrange(len(legal))])
    return met


def _shown(state: State, seat: int) -> str:
    """Return everything that a seat is shown of a position."""
    moves = [state.move(action) for action in state.legal()] if state.seat == seat else None
    shown = as_json(state.describe(seat), f"what seat {seat} is shown")
    return shown if moves is None else shown + as_json(moves, f"the moves of seat {seat}")


# Twins


REFUSALS = 4  # of exchanges of two members, in as many positions, before it is no longer tried


def twin_of(
    state: State,
    seat: int,
    seed: int = 0,
    *,
    swaps: int = 12,
    tries: int = 200,
    refused: Counter[frozenset[str]] | None = None,
) -> State | None:
    """Return another position that a seat cannot distinguish from this one, by exchanging hidden facts of its description.

    None if the game cannot be set up from a description, or has no hidden facts that could differ. `refused` counts, over
    many positions, how often a game refused to exchange two members: those that never worked are no longer tried.
    """
    refused = Counter() if refused is None else refused
    game = state.game
    presentation = game.definition.presentation
    if presentation is None or presentation.restore is None:
        return None
    chooser = random.Random(seed)
    own = state.describe(seat)
    whole = state.describe(None)
    hidden = units(whole, own)
    best, made = None, 0
    for _ in range(tries):
        if made >= swaps or len(hidden) < 2:
            break
        one, other = chooser.sample(hidden, 2)
        first, second = _at(whole, one), _at(whole, other)
        if first == second or not alike(first, second):
            continue
        if isinstance(first, Mapping) and "key" in first and owner(one) != owner(other):
            continue  # an object with its own number stays with its owner, which may be public
        members = frozenset((_name(one, seat), _name(other, seat)))
        if refused[members] >= REFUSALS:
            continue
        _put(whole, one, second)
        _put(whole, other, first)
        twin = _indistinguishable(state, whole, seat, own)
        if twin is None:
            _put(whole, one, first)
            _put(whole, other, second)
            refused[members] += 1
        else:
            best, made = twin, made + 1
            refused[members] = -tries * REFUSALS  # it works: refusals have to do with single values
    return best


def _indistinguishable(state: State, edited: Mapping[str, Any], seat: int, own: Mapping[str, Any]) -> State | None:
    """Return the position of an edited description, if it is another one and the seat is shown the same."""
    try:
        twin = state.game.set_up(edited)
    except TapeteError:
        return None  # the game refuses this position
    if twin.describe(seat) != own or twin.to_bytes() == state.to_bytes():
        return None
    twin.history = [*state.history]
    twin._seen = {seat: (len(twin.history), state.seen_by(seat))}
    return twin


def units(whole: Mapping[str, Any], own: Mapping[str, Any]) -> list[Path]:
    """Return hidden things that can be exchanged: whole elements of lists (a card with its number), else single values."""
    found: dict[Path, None] = {}
    for path, _ in not_shown(whole, own):
        places = [i for i, step in enumerate(path) if isinstance(step, int) and path[i - 1] != "players"]
        found[path[: places[-1] + 1] if places else path] = None
    return list(found)


def owner(path: Path) -> Path:
    """Return the owner of a hidden thing: a player, or a zone of the table."""
    return path[:2] if path[0] == "players" else path[:1]


def alike(one: Any, other: Any) -> bool:
    """Return whether two things are of the same kind, so that they can be exchanged."""
    if isinstance(one, Mapping) and isinstance(other, Mapping):
        return set(one) == set(other)
    return type(one) is type(other) and not isinstance(one, (Mapping, list))


def check_twins(game: Game, *, games: int = 2, every: int = 5, most: int = 20, seed: int = 1) -> int:
    """Check that along random games, a seat's view, features, moves and texts equal those of a twin; return the number of
    twins.
    """
    found = 0
    refused: Counter[frozenset[str]] = Counter()
    for k in range(games):
        for step, state, _ in spread_game(game, derive(seed, k), most=most, every=every):
            for seat in range(game.seats):
                twin = twin_of(state, seat, derive(seed, k, step, seat), refused=refused)
                if twin is None:
                    continue
                found += 1
                check_twin(
                    state, twin, seat, derive(seed, k, step), f"seat {seat} at step {step} of seed {derive(seed, k)}"
                )
    return found


def check_twin(state: State, twin: State, seat: int, seed: int, where: str) -> None:
    """Check that nothing given to a seat distinguishes two positions."""
    view, other = state.view(seat, seed), twin.view(seat, seed)
    assert view.state.to_bytes() == other.state.to_bytes(), (
        f"hidden facts show in the view of {where}: {_fields(view.state, other.state)}"
    )
    assert view.known == other.known, f"what is known shows hidden facts to {where}"
    assert state.text(seat) == twin.text(seat), f"the text shows hidden facts to {where}"
    if state.seat == seat:
        assert state.legal() == twin.legal(), f"the legal actions show hidden facts to {where}"
    for encoder in game_encoders(state.game):
        assert (state.observe(seat, encoder) == twin.observe(seat, encoder)).all(), (
            f"{encoder} shows hidden facts to {where}"
        )


def game_encoders(game: Game) -> Sequence[str]:
    return tuple(game.definition.encoders)


# Variation


def check_samples_vary(
    game: Game,
    *,
    games: int = 4,
    every: int = 4,
    most: int = 25,
    samples: int = 6,
    seed: int = 1,
) -> None:
    """Check that facts which a seat is not shown differ among its sampled worlds.

    Members of the description are pooled over all positions and indices of lists. One whose true value varies, that seats are
    not shown, and that equals the truth in all sampled worlds, is a leak. `public` names members that follow from public
    information, though they are not shown.
    """
    presentation = game.definition.presentation
    public: set[str] = set(presentation.public) if presentation is not None else set()
    truths: dict[str, set[str]] = defaultdict(set)
    checked: Counter[str] = Counter()
    differing: Counter[str] = Counter()
    examples: dict[str, str] = {}
    for k in range(games):
        for step, state, _ in spread_game(game, derive(seed, k), most=most, every=every):
            whole = state.describe(None)
            for seat in range(game.seats):
                own = state.describe(seat)
                hidden = not_shown(whole, own)
                worlds = [state.view(seat, derive(seed, step, i)).state.describe(None) for i in range(samples)]
                for path, value in hidden:
                    name = _name(path, seat)
                    truths[name].add(repr(value))
                    checked[name] += samples
                    differing[name] += sum(_at(world, path) != value for world in worlds)
                    examples.setdefault(name, f"seat {seat} at step {step} of seed {derive(seed, k)}")
    suspects = {
        name
        for name, values in truths.items()
        if len(values) > 1
        and checked[name] >= 60
        and not differing[name]
        and name.replace("[own]", "[]").replace("[other]", "[]") not in public
    }
    for name in sorted(could_differ(game, suspects, every=every, seed=seed)):
        raise AssertionError(
            f"{name} is hidden ({examples[name]} and others), but {checked[name]} sampled worlds all had its true value"
        )


def could_differ(game: Game, names: set[str], *, every: int, seed: int, most: int = 10) -> set[str]:
    """Return the members that are really hidden: a position that the seat cannot distinguish has another value there.

    A seat may know for certain what it is not shown (in a game of two, the other seat's cards). If no such position can be
    made, because the game cannot be set up from a description, a member counts as hidden.
    """
    presentation = game.definition.presentation
    if presentation is None or presentation.restore is None:
        return names
    found: set[str] = set()
    for step, state, _ in spread_game(game, derive(seed, 0), most=most, every=every) if names else ():
        for seat in range(game.seats):
            twin = twin_of(state, seat, derive(seed, step, seat), swaps=4, tries=24)
            if twin is None:
                continue
            whole, other = state.describe(None), twin.describe(None)
            found |= {_name(path, seat) for path, value in leaves(whole) if _at(other, path) != value} & names
    return found


def not_shown(whole: Mapping[str, Any], own: Mapping[str, Any]) -> list[tuple[Path, Any]]:
    """Return the members of a full description that a seat is not shown (the moves of a plain face follow from the rest)."""
    known = ("rng", "moves", "options", "observer")
    return [(path, value) for path, value in leaves(whole) if path[0] not in known and _at(own, path) != value]


def leaves(data: Any, path: Path = ()) -> Iterator[tuple[Path, Any]]:
    """Yield every number, text and switch of a description, with its path."""
    if isinstance(data, Mapping):
        for name, value in data.items():
            yield from leaves(value, (*path, name))
    elif isinstance(data, list):
        for place, value in enumerate(data):
            yield from leaves(value, (*path, place))
    else:
        yield path, data


def _at(data: Any, path: Path) -> Any:
    """Return the value at a path; None if there is none."""
    for step in path:
        if isinstance(data, Mapping) and step in data:
            data = data[step]
        elif isinstance(data, list) and isinstance(step, int) and step < len(data):
            data = data[step]
        else:
            return None
    return data


def _put(data: Any, path: Path, value: Any) -> None:
    for step in path[:-1]:
        data = data[step]
    data[path[-1]] = value


def _name(path: Path, seat: int) -> str:
    """Return the name of a member: indices of lists are ignored, except whether a player is the seat itself."""
    parts = []
    for before, step in zip((None, *path), path, strict=False):
        if isinstance(step, int):
            parts.append(("[own]" if step == seat else "[other]") if before == "players" else "[]")
        else:
            parts.append(f".{step}" if parts else str(step))
    return "".join(parts)


def _fields(one: State, other: State) -> str:
    names = [name for name in one.record.dtype.names if one.record[name].tobytes() != other.record[name].tobytes()]
    return ", ".join(names) or "padding"
