"""Previews of moves: what a move would change for its seat, as far as the seat can know.

The move is played in several worlds of the seat's information set, each with its own hidden facts and chance. A member of
`describe(seat)` is predicted if it is the same in all of them; what differs depends on a hidden fact or on chance and is left
out. Worlds are sampled from the seat's own view with fixed seeds, and a view is the same for every position that looks the same
to the seat (the battery checks that): so a preview is a function of the seat's knowledge and reveals nothing.

It can be wrong, though rarely: an event in a share p of the worlds is missed with probability (1 - p) ** PREVIEW_WORLDS. A
move in which the generator was used in any world is never `sure`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from tapete.core.definition import SEEN
from tapete.core.state import State
from tapete.seeds import derive

PREVIEW_WORLDS = 8
SEED = 20_231

Patch = dict[
    str, Any
]  # path of a changed member (`players.0.hand_count`) -> its new value; `log+`: what a list gets at its end


def preview(
    state: State, seat: int, action: int | Sequence[int], worlds: Sequence[State] | None = None
) -> dict[str, Any]:
    """Return the effects of an action, or of several in a row: `to`, the certain changes; `sure`, whether nothing else changes;
    `events`, the certain events.
    """
    line = (action,) if isinstance(action, int) else tuple(action)
    found = sampled(state, seat) if worlds is None else worlds
    before, sure, after, happened = found[0].describe(seat), True, [], []
    for world in found:
        tried, seen, events = world.clone(), before, []
        for number, one in enumerate(line):
            impossible = number and (tried.over or tried.seat != seat or not tried.accepts(one))
            # The effects of a hidden choice are known when all have chosen.
            if impossible or tried.hides(one) != SEEN:
                return {"sure": False, "to": {}, "events": []}
            move = tried.move(one)
            tried.apply(one)
            now = tried.describe(seat)
            events += state.game.happened(seen, move, now)
            seen = now
        sure = sure and tried.record["rng"] == world.record["rng"]
        after.append(seen)
        happened.append(events)
    patch, certain = changes(before, after)
    shared = [event for event in happened[0] if all(event in others for others in happened[1:])]
    return {"sure": bool(sure and certain), "to": patch, "events": shared}


def previews(state: State, seat: int, actions: Sequence[int]) -> Iterator[dict[int, dict[str, Any]] | None]:
    """Yield None after each action, then all previews by action; they share the sampled worlds."""
    worlds = sampled(state, seat)
    found = {}
    for action in actions:
        found[action] = preview(state, seat, action, worlds)
        yield None
    yield found


def sampled(state: State, seat: int) -> list[State]:
    """Return sampled worlds of the seat's information set."""
    return [state.view(seat, derive(SEED, number)).state for number in range(PREVIEW_WORLDS)]


def changes(before: Any, after: Sequence[Any], path: str = "") -> tuple[Patch, bool]:
    """Return the smallest members that change to the same value in several descriptions, and whether nothing else changes.

    A list within a member (a hand, a pile) in which one item is uncertain is so as a whole: that another item is the same in
    all worlds may be an accident. Lists of things at the top (players, sides, patrons) have a place for each.
    """
    if all(one == before for one in after):
        return {}, True
    if all(isinstance(one, Mapping) and one.keys() == before.keys() for one in (before, *after)):
        parts = [
            (f"{path}.{name}" if path else str(name), before[name], [one[name] for one in after]) for name in before
        ]
    elif all(isinstance(one, list) and len(one) == len(before) for one in (before, *after)):
        parts = [(f"{path}.{place}", item, [one[place] for one in after]) for place, item in enumerate(before)]
    elif any(one != after[0] for one in after[1:]):
        return {}, False
    elif isinstance(before, list) and isinstance(after[0], list) and after[0][: len(before)] == before:
        return {f"{path}+": after[0][len(before) :]}, True
    else:
        return {path: after[0]}, True
    found: Patch = {}
    whole = True
    for name, old, new in parts:
        patch, certain = changes(old, new, name)
        found |= patch
        whole = whole and certain
    if not whole and isinstance(before, list) and ("." in path or not isinstance(before[0], Mapping)):
        return {}, False
    return found, whole
