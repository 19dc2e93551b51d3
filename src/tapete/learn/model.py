"""A network in PyTorch, as training sees it: from and to the arrays of `nets.Network`; an optimiser that can be written down."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from tapete.errors import BadOption
from tapete.learn.rollouts import Played, flat_places
from tapete.learn.sparse import sparse_layer
from tapete.nets import Network

try:
    import torch
    from torch import Tensor, nn
    from torch.nn import functional
except ImportError:
    raise BadOption(
        "learning needs PyTorch, which is not installed: pip install 'tapete[learn]' (playing does not need it)"
    ) from None

LANES = 16  # a first layer whose width is not a multiple of it is padded in training


class Model(nn.Module):
    """Dense layers and heads with the shapes of a `Network`; `extra` outputs beside its value head serve training only.

    With an `embedding`, inputs that speak of the same things in the same order (`groups`: how many, and where each block of them
    begins; forty cards in the hand, forty that were played) are first mapped to so many numbers each by one table, and the first
    layer has weights of its own for each block. When the network is saved, both are folded into its first layer.
    """

    def __init__(
        self, network: Network, *, extra: int = 0, embedding: int = 0, groups: Sequence[tuple[int, list[int]]] = ()
    ) -> None:
        super().__init__()
        self.network = network
        self.groups = list(groups) if embedding else []
        self.weights = nn.ParameterDict(
            {name: nn.Parameter(torch.tensor(np.array(array))) for name, array in network.arrays.items()}
        )
        if extra:
            width = network.layers[-1] if network.layers else network.inputs
            self.weights["extra_w"] = nn.Parameter(torch.zeros(width, extra))
            self.weights["extra_b"] = nn.Parameter(torch.zeros(extra))
        for number, (size, starts) in enumerate(self.groups):
            blocks = np.stack([network.arrays["w0"][start : start + size] for start in starts])
            table, mixed = factored(blocks, embedding)
            self.weights[f"embedding{number}"] = nn.Parameter(torch.from_numpy(table))
            self.weights[f"mixing{number}"] = nn.Parameter(torch.from_numpy(mixed))
        self._first = sparse_layer()

    def first_layer(self) -> Tensor:
        """Weights of the first layer, embeddings folded in."""
        whole = self.weights["w0"]
        if not self.groups:
            return whole
        blocks: dict[int, Tensor] = {}
        for number, (_, starts) in enumerate(self.groups):
            folded = self.weights[f"embedding{number}"] @ self.weights[f"mixing{number}"]
            blocks |= dict(zip(starts, folded, strict=True))
        rows, at = [], 0
        for start, block in sorted(blocks.items(), key=lambda item: item[0]):
            rows += [whole[at:start], block]
            at = start + len(block)
        rows.append(whole[at:])
        return torch.cat(rows)

    def hidden(
        self, played: Played, rows: np.ndarray, *, dropout: float = 0.0, generator: np.random.Generator | None = None
    ) -> Tensor:
        """Return the inputs of the heads; with dropout after every layer in training."""
        if not self.network.layers:
            raise BadOption("a network without hidden layers cannot be trained here: give it at least one")
        first = self.first_layer()
        width = first.shape[1]
        if width % LANES:
            first = functional.pad(first, (0, -width % LANES))
        starts, ends = played.feature_starts, played.feature_ends
        x = self._first(first, rows, starts, ends, played.features, played.numbers)[:, :width]
        x = _dropped(_activated(x + self.weights["b0"], self.network.activation), dropout, generator)
        for number in range(1, len(self.network.layers)):
            x = _activated(x @ self.weights[f"w{number}"] + self.weights[f"b{number}"], self.network.activation)
            x = _dropped(x, dropout, generator)
        return x

    def policy(self, hidden: Tensor) -> Tensor:
        return hidden @ self.weights["policy_w"] + self.weights["policy_b"]

    def value(self, hidden: Tensor) -> Tensor:
        """Outputs of the value head before its activation."""
        return hidden @ self.weights["value_w"] + self.weights["value_b"]

    def extra(self, hidden: Tensor) -> Tensor:
        return hidden @ self.weights["extra_w"] + self.weights["extra_b"]

    def arrays(self, *, whole: bool = False) -> dict[str, np.ndarray]:
        """Weights as arrays, embeddings folded in; `whole`: as they are trained, with those that serve training only."""
        found = {name: weight.detach().numpy().copy() for name, weight in self.weights.items()}
        if whole:
            return found
        found["w0"] = self.first_layer().detach().numpy().copy()
        return {name: array for name, array in found.items() if name in self.network.arrays}

    def as_network(self, made: Mapping[str, Any] | None = None) -> Network:
        n = self.network
        return Network(
            n.game, n.options, n.encoder, n.layers, self.arrays(),
            activation=n.activation, value=n.value, value_activation=n.value_activation, value_scale=n.value_scale,
            made=dict(made or {}),
        )  # fmt: skip


def factored(blocks: np.ndarray, width: int) -> tuple[np.ndarray, np.ndarray]:
    """A table and one matrix for each block whose products are as near to the blocks as so few numbers allow."""
    count, size, outputs = blocks.shape
    left, strength, right = np.linalg.svd(
        blocks.transpose(1, 0, 2).reshape(size, -1).astype(np.float64), full_matrices=False
    )
    kept = min(width, len(strength))
    root = np.sqrt(strength[:kept])
    mixed = (root[:, None] * right[:kept]).reshape(kept, count, outputs).transpose(1, 0, 2)
    return (left[:, :kept] * root).astype(np.float32), np.ascontiguousarray(mixed, dtype=np.float32)


def _activated(x: Tensor, activation: str) -> Tensor:
    return {"relu": torch.relu, "tanh": torch.tanh, "sigmoid": torch.sigmoid}[activation](x)


def _dropped(x: Tensor, share: float, generator: np.random.Generator | None) -> Tensor:
    """Drop-out whose draws come from a generator of our own, so that a training can be taken up again."""
    if share <= 0.0 or generator is None:
        return x
    kept = torch.from_numpy(generator.random(x.shape, dtype=np.float32) >= share)
    return x * kept / (1.0 - share)


def legal_logits(logits: Tensor, played: Played, rows: np.ndarray) -> tuple[Tensor, Tensor]:
    """Logits of the legal actions of some decisions, padded with minus infinity to the widest, and where they are real."""
    starts = played.legal_starts[rows]
    counts = played.legal_ends[rows] - starts
    width = int(counts.max())
    mask = np.arange(width)[None, :] < counts[:, None]
    ids = np.zeros((len(rows), width), dtype=np.int64)
    ids[mask] = played.legal[flat_places(starts, counts)]
    real = torch.from_numpy(mask)
    return logits.gather(1, torch.from_numpy(ids)).masked_fill(~real, -1e9), real


class Trainer:
    """A model and its optimiser (Adam), with a rate that falls in a straight line."""

    def __init__(self, model: Model, rate: float, *, norm: float = 0.0, weight_decay: float = 0.0) -> None:
        self.model = model
        self.rate = rate
        self.norm = norm
        self.optimiser = torch.optim.Adam(model.parameters(), lr=rate, fused=True, weight_decay=weight_decay)

    def at(self, progress: float, floor: float = 0.05, rate: float | None = None) -> None:
        """Set the rate for a share of the training that is done; `rate` is another one than usual."""
        for group in self.optimiser.param_groups:
            group["lr"] = (rate or self.rate) * max(floor, 1.0 - (1.0 - floor) * progress)

    def step(self, loss: Tensor) -> None:
        self.optimiser.zero_grad(set_to_none=True)
        loss.backward()
        if self.norm:
            nn.utils.clip_grad_norm_(self.model.parameters(), self.norm, foreach=True)
        self.optimiser.step()

    def as_arrays(self) -> dict[str, np.ndarray]:
        """All that is needed to go on: weights, moments, number of steps."""
        found = {f"weight.{name}": array for name, array in self.model.arrays(whole=True).items()}
        for name, weight in self.model.weights.items():
            state = self.optimiser.state.get(weight)
            if state:
                found[f"mean.{name}"] = state["exp_avg"].numpy().copy()
                found[f"square.{name}"] = state["exp_avg_sq"].numpy().copy()
                found[f"steps.{name}"] = np.array(float(state["step"]), dtype=np.float32)
        return found

    def restore(self, arrays: Mapping[str, np.ndarray]) -> None:
        with torch.no_grad():
            for name, weight in self.model.weights.items():
                kept = np.array(arrays[f"weight.{name}"])
                if kept.shape != tuple(weight.shape):
                    raise ValueError(f"{name} has the shape {kept.shape}, not {tuple(weight.shape)}")
                weight.copy_(torch.from_numpy(kept))
                if f"mean.{name}" in arrays:
                    self.optimiser.state[weight] = {
                        "step": torch.tensor(float(arrays[f"steps.{name}"]), dtype=torch.float32),
                        "exp_avg": torch.from_numpy(np.array(arrays[f"mean.{name}"])),
                        "exp_avg_sq": torch.from_numpy(np.array(arrays[f"square.{name}"])),
                    }


def one_thread() -> None:
    """Sums in one order, so that the same seed gives the same network."""
    torch.set_num_threads(1)
