"""Integrated gradients: which inputs moved a network (Sundararajan, Taly, Yan, Axiomatic attribution, 2017).

Every input gets a share of the difference between the network's output for a position and for a baseline; the shares
add up to that difference. They are summed over the encoder's named parts, which people can read. NumPy only.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from tapete.core.game import Game
from tapete.core.state import View
from tapete.errors import BadOption
from tapete.nets.network import Network

SAMPLED_GAMES, SAMPLED_DECISIONS = 20, 1000  # for the mean position: games, and most decisions of each
_means: dict[str, np.ndarray] = {}
STEPS = 64  # on the path from the baseline to the position
Bend = Callable[[np.ndarray], np.ndarray]
BENDS: dict[str, tuple[Bend, Bend]] = {  # activations, and their derivatives as functions of their values
    "relu": (lambda z: np.maximum(z, 0), lambda y: (y > 0).astype(np.float64)),
    "tanh": (np.tanh, lambda y: 1 - y * y),
    "sigmoid": (lambda z: 1 / (1 + np.exp(-z)), lambda y: y * (1 - y)),
}


@dataclass(frozen=True)
class Part:
    """Named part of the feature vector, and its share of the difference."""

    name: str
    share: float
    inputs: tuple[tuple[int, float, float], ...]  # the strongest: index in the vector, its value, its share


@dataclass(frozen=True)
class Explanation:
    """A network's output for a position and for the baseline, and the shares of the parts."""

    of: str  # "policy", "value", or "after" (the value of the position after an action)
    said: float
    baseline: float
    shares: np.ndarray  # by input
    parts: list[Part]

    def as_dict(self) -> dict[str, Any]:
        return {
            "of": self.of,
            "said": self.said,
            "baseline": self.baseline,
            "parts": [
                {"name": part.name, "share": part.share, "inputs": [list(one) for one in part.inputs]}
                for part in self.parts
            ],
        }


def parts_of(game: Game, encoder: str) -> list[tuple[str, int]]:
    """Return the named parts of a vector in order, with their lengths; the whole vector where the game names none."""
    found = game.definition.encoders[encoder].parts
    if found is None:
        return [(encoder, game.features(encoder))]
    return list(found(game.options) if callable(found) else found)


def explain(
    network: Network,
    view: View,
    action: int | None = None,
    *,
    baseline: np.ndarray | None = None,
    strongest: int = 3,
) -> Explanation:
    """Explain the logit of an action, relative to the mean of the legal ones, or (without an action) the value.

    The default baseline is the mean position of a sample of games (`mean_position`), so that inputs which never change
    get no share. A network with only a value head chooses among the positions after each action: an action is explained
    by that position, and the baseline is their mean.
    """
    game = view.game
    network.check_for(game)
    x = np.asarray(view.observe(network.encoder), dtype=np.float64)
    if action is not None and not network.policy:
        if action not in view.legal():
            raise BadOption(f"action {action} is not legal here")
        after = {one: seen for one in view.legal() if (seen := seen_after(view, one, network.encoder)) is not None}
        if action not in after:
            raise BadOption(f"action {action} ends the game: its value is the result, which needs no explanation")
        x, action = after[action], None
        baseline = np.mean(list(after.values()), axis=0) if baseline is None else baseline
        found = explain_vector(network, game, x, baseline, view.legal(), None, strongest)
        return replace(found, of="after")
    baseline = mean_position(game, network.encoder) if baseline is None else baseline
    return explain_vector(network, game, x, baseline, view.legal(), action, strongest)


def mean_position(game: Game, encoder: str) -> np.ndarray:
    """Return the mean feature vector of the seat to move, over the decisions of some random games."""
    key = f"{game.name} {sorted(game.options.items())} {encoder}"
    if key not in _means:
        draw = np.random.default_rng(1)
        rows: list[np.ndarray] = []
        for seed in range(SAMPLED_GAMES):
            state = game.deal(seed)
            for _ in range(SAMPLED_DECISIONS):
                if state.over:
                    break
                legal = state.legal()
                if len(legal) > 1:
                    rows.append(state.observe(state.seat, encoder))
                state.apply(legal[int(draw.integers(len(legal)))])
        seen = np.array(rows, dtype=np.float64) if rows else np.zeros((1, game.features(encoder)))
        _means[key] = np.where(np.ptp(seen, axis=0) == 0, seen[0], seen.mean(axis=0))  # exact where it never changes
    return _means[key].copy()


def seen_after(view: View, action: int, encoder: str) -> np.ndarray | None:
    """Return the deciding seat's features after an action, in the world of its view; None if the game is then over."""
    world = view.state.clone()
    world.apply(action)
    return None if world.over else np.asarray(world.observe(view.seat, encoder), dtype=np.float64)


def explain_vector(
    network: Network,
    game: Game,
    x: np.ndarray,
    baseline: np.ndarray | None,
    legal: Sequence[int],
    action: int | None,
    strongest: int,
) -> Explanation:
    """Explain a network's output for a feature vector."""
    start = np.zeros_like(x) if baseline is None else np.asarray(baseline, dtype=np.float64)
    if start.shape != x.shape:
        raise BadOption(f"a baseline has {len(x)} numbers here, not {start.shape}")
    head, of = head_of(network, legal, action)
    shares, said, before = integrated(network, start, x, head)
    return Explanation(of, said, before, shares, grouped(parts_of(game, network.encoder), x, shares, strongest))


def head_of(network: Network, legal: Sequence[int], action: int | None) -> tuple[tuple[np.ndarray, float], str]:
    """Return the explained output as a sum over the last layer: weights and a constant."""
    if action is None:
        if network.value is None:
            raise BadOption("this network has no value head: name an action")
        weights, bias = network.arrays["value_w"][:, 0], float(network.arrays["value_b"][0])
        return (weights.astype(np.float64), bias), "value"
    if action not in legal:
        raise BadOption(f"action {action} is not legal here")
    weights = network.arrays["policy_w"].astype(np.float64)
    biases = network.arrays["policy_b"].astype(np.float64)
    listed = list(legal)
    mean_w, mean_b = weights[:, listed].mean(axis=1), biases[listed].mean()
    return (weights[:, action] - mean_w, float(biases[action] - mean_b)), "policy"


def integrated(
    network: Network, start: np.ndarray, x: np.ndarray, head: tuple[np.ndarray, float], steps: int = STEPS
) -> tuple[np.ndarray, float, float]:
    """Return the shares of the inputs, the output at the end of the path, and that at its start, before activation.

    The path is divided into equal steps; the small rest that they miss is distributed in proportion.
    """
    middles = (np.arange(steps) + 0.5) / steps
    points = start[None] + middles[:, None] * (x - start)[None]
    shares = (x - start) * gradients(network, points, head).mean(axis=0)
    ends = forward(network, np.stack([start, x]), head)
    missing = (ends[1] - ends[0]) - shares.sum()
    size = np.abs(shares).sum()
    if size > 0:
        shares = shares + missing * np.abs(shares) / size
    return shares, float(ends[1]), float(ends[0])


def layers_of(network: Network, x: np.ndarray) -> list[np.ndarray]:
    """Return the output of each layer, in double precision."""
    found = []
    for number in range(len(network.layers)):
        x = x @ network.arrays[f"w{number}"].astype(np.float64) + network.arrays[f"b{number}"].astype(np.float64)
        x = BENDS[network.activation][0](x)
        found.append(x)
    return found


def forward(network: Network, x: np.ndarray, head: tuple[np.ndarray, float]) -> np.ndarray:
    last = layers_of(network, x)[-1] if network.layers else x
    return last @ head[0] + head[1]


def gradients(network: Network, x: np.ndarray, head: tuple[np.ndarray, float]) -> np.ndarray:
    """Return the gradients of the explained output with respect to the inputs, at some points."""
    found = layers_of(network, x)
    slope = np.broadcast_to(head[0], (len(x), len(head[0])))
    for number in reversed(range(len(network.layers))):
        out = found[number]
        slope = (slope * BENDS[network.activation][1](out)) @ network.arrays[f"w{number}"].astype(np.float64).T
    return slope


def grouped(
    parts: Sequence[tuple[str, int]], x: np.ndarray, shares: np.ndarray, strongest: int
) -> list[Part]:  # fmt: skip
    """Sum the shares by named part, the strongest first."""
    found, at = [], 0
    for name, count in parts:
        own = shares[at : at + count]
        best = [int(k) for k in np.argsort(-np.abs(own))[:strongest] if own[k] != 0]
        listed = tuple((at + k, float(x[at + k]), float(own[k])) for k in best)
        found.append(Part(name, float(own.sum()), listed))
        at += count
    return sorted(found, key=lambda part: -abs(part.share))


def importance(
    network: Network, game: Game, features: np.ndarray, *, of: str = "value", baseline: np.ndarray | None = None
) -> Mapping[str, float]:
    """Return how much each named part moves a network over many positions: the mean size of its shares, with sum 1.

    The default baseline is the mean of the positions. For the policy, the explained output is the logit of its
    favourite action relative to the mean of all actions.
    """
    rows = np.asarray(features, dtype=np.float64)
    start = rows.mean(axis=0) if baseline is None else np.asarray(baseline, dtype=np.float64)
    total = np.zeros(network.inputs)
    for x in rows:
        if of == "value":
            head, _ = head_of(network, [], None)
        else:
            last = layers_of(network, x[None])[-1][0] if network.layers else x
            logits = last @ network.arrays["policy_w"] + network.arrays["policy_b"]
            head, _ = head_of(network, range(network.actions), int(np.argmax(logits)))
        shares, _, _ = integrated(network, start, x, head, steps=16)
        total += np.abs(shares)
    found, at = {}, 0
    for name, count in parts_of(game, network.encoder):
        found[name] = float(total[at : at + count].sum() / max(total.sum(), 1e-300))
        at += count
    return dict(sorted(found.items(), key=lambda item: -item[1]))
