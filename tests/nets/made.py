"""Networks and files for tests; weights by integer arithmetic, so that they are the same everywhere and always."""

from __future__ import annotations

import io
import json
import zipfile
from pathlib import Path
from typing import Any

import numpy as np

from tapete.core.definition import Definition, Encoder, Text
from tapete.core.game import Game
from tapete.kernel import GameOptions, GameState, i1, i8, kernel, seed_rng, u8
from tapete.kernel.contract import ACTIONS, FEATURES, NUMBERS
from tapete.nets import Network
from tapete.nets.network import shapes_of

# Ladder: two seats in turn climb one or two steps; the seat that reaches step ten wins.


class Ladder(GameState):
    step: i1


TOP = 10
INPUTS = 37
MY_MOVE = 31


@kernel
def ladder_deal(state: Ladder, seed: u8, options: GameOptions) -> None:
    seed_rng(state, seed)


@kernel
def ladder_legal(state: Ladder, out: ACTIONS) -> i8:
    if state.over:
        return 0
    out[0], out[1] = 0, 1
    return 2


@kernel
def ladder_apply(state: Ladder, action: i8) -> None:
    state.step += 1 + action
    state.turn += 1
    state.seat = 1 - state.seat
    if state.step >= TOP:
        state.over = 1
        state.seat = -1


@kernel
def ladder_returns(state: Ladder, out: NUMBERS) -> None:
    out[0] = 1.0 if state.turn % 2 else 0.0
    out[1] = 1.0 - out[0]


@kernel
def ladder_points(state: Ladder, out: NUMBERS) -> None:
    out[0], out[1] = 0.0, 0.0


@kernel
def ladder_determinize(state: Ladder, observer: i8) -> None:
    """Nothing is hidden."""


@kernel
def ladder_observe(state: Ladder, observer: i8, out: FEATURES) -> None:
    for k in range(INPUTS):
        out[k] = 0.0
    out[state.step] = 1.0
    out[20 + observer] = 0.5
    out[30] = state.turn / 7.0
    out[MY_MOVE] = 1.0 if state.seat == observer else 0.0


LADDER = Definition(
    name="ladder",
    title="Ladder",
    summary="climb",
    state=Ladder,
    kernels={
        "deal": ladder_deal,
        "legal": ladder_legal,
        "apply": ladder_apply,
        "returns": ladder_returns,
        "points": ladder_points,
        "determinize": ladder_determinize,
    },
    options=(),
    seats=2,
    actions=2,
    max_legal=2,
    points_span=(0.0, 1.0),
    text=Text(state=lambda state, seat: f"step {state.record['step']}", action=lambda state, action: str(action + 1)),
    encoders={"ladder_v1": Encoder(ladder_observe, INPUTS, "the position")},
)


def made(
    game: Game,
    layers: tuple[int, ...] = (24, 16),
    *,
    policy: bool = True,
    value: str | None = "mover",
    encoder: str | None = None,
    salt: int = 1,
    **more: Any,
) -> Network:
    """Return a network whose weights are thousandths between -0.5 and 0.5."""
    name = encoder or next(iter(game.definition.encoders))
    outputs = None if value is None else game.seats if value == "seats" else 1
    shapes = shapes_of(game.features(name), layers, game.actions if policy else None, outputs)
    arrays = {}
    for number, (key, shape) in enumerate(shapes.items()):
        places = np.arange(int(np.prod(shape)), dtype=np.int64)
        mixed = (places * 7919 + (places * places) % 9973 + 104729 * number + 31 * salt) % 1000
        arrays[key] = ((mixed - 500) / 1000).astype(np.float32).reshape(shape)
    return Network(game.name, game.options, name, layers, arrays, value=value, **more)


def written(path: Path, header: Any, arrays: dict[str, np.ndarray], *, pickled: bool = False) -> Path:
    """Write a file of given members, right or wrong."""
    with zipfile.ZipFile(path, "w") as file:
        for name, array in {"header": np.array(json.dumps(header)), **arrays}.items():
            content = io.BytesIO()
            np.lib.format.write_array(content, array, allow_pickle=pickled)
            file.writestr(f"{name}.npy", content.getvalue())
    return path
