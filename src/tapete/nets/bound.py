"""Network bound to a game: laid out for kernels, callable from Python, and usable as a native policy."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from tapete.core.bots import NativeHandle
from tapete.core.game import Game
from tapete.core.loops import native, native_loop
from tapete.core.state import View
from tapete.errors import BadNetwork
from tapete.kernel import Kernel
from tapete.kernel.cache import announce, build_of, fingerprint, resolved
from tapete.nets import forward
from tapete.nets.network import ACTIVATIONS, Network
from tapete.seeds import WORD

ALIGNMENT = 64  # bytes


class Bound:
    """A network's arrays in memory for kernels: `address` is that of a `Net` record, valid while this object exists."""

    def __init__(self, network: Network, game: Game) -> None:
        self.network = network.check_for(game)
        self.game = game
        if game.seats > forward.MOST_SEATS:
            raise BadNetwork(f"networks play games of at most {forward.MOST_SEATS} seats, not {game.seats}")
        self._kept: list[np.ndarray] = []
        self._turns: Sequence[tuple[np.ndarray, np.ndarray]] = ()
        self._record = np.zeros(1, dtype=forward.Net.dtype)
        self.address = int(self._record.ctypes.data)
        announce(self.address, self)
        self._build = build_of(forward.guide, game.boundscheck)
        self._lay_out()

    def fingerprint(self) -> str:
        """Hash what determines its answers: the weights, the rules of the game, the symmetries in use."""
        turns = [(features.tolist(), actions.tolist()) for features, actions in self._turns]
        return fingerprint((), self.network.fingerprint, resolved(self._record["rules"]), self.game.sides, turns)

    def take_symmetries(self) -> int:
        """Lay out the game's symmetries for kernels that transform positions; return how many there are."""
        if not self._turns:
            self._turns = symmetries_of(self.game, self.network.encoder)
            net = self._record[0]
            net["turns"] = len(self._turns)
            for name, column in (("feature_turns_at", 0), ("action_turns_at", 1)):
                places = np.array([turn[column] for turn in self._turns], dtype=np.int32)
                self._kept.append(places)
                net[name] = int(places.ctypes.data)
        return len(self._turns)

    def address_of(self, kernel: Kernel) -> int:
        """Return the address of a kernel of `tapete.nets.forward` that searches call."""
        return self._build.address(kernel)

    def _lay_out(self) -> None:
        net, network, game = self._record[0], self.network, self.game
        net["rules"][:] = game.table(encoder=network.encoder)
        net["seats"], net["sides"][: game.seats] = game.seats, game.sides
        net["inputs"], net["layers"] = network.inputs, len(network.layers)
        net["activation"] = ACTIVATIONS.index(network.activation)
        net["actions"], net["values"] = network.actions, network.outputs or 0
        kinds = {"sigmoid": forward.SIGMOID, "tanh": forward.TANH, "none": forward.NONE}
        net["value_activation"] = kinds[network.value_activation]
        net["low"], net["high"] = network.value_scale
        widths = [network.inputs, *network.layers]
        net["hidden"] = _padded(widths[-1])
        for number, width in enumerate(network.layers):
            net["widths"][number], net["strides"][number] = width, _padded(width)
            net["weights_at"][number] = self._place(network.arrays[f"w{number}"])
            net["biases_at"][number] = self._place(network.arrays[f"b{number}"])
        for head in ("policy", "value"):
            if f"{head}_w" in network.arrays:
                net[f"{head}_at"] = self._place(network.arrays[f"{head}_w"].T)
                net[f"{head}_bias_at"] = self._place(network.arrays[f"{head}_b"])
        widest = max(_padded(width) for width in widths)
        at = 4 * _padded(network.inputs)
        for name in ("first_at", "second_at", "indices_at"):
            net[name] = at
            at += 4 * widest
        net["turned_at"] = at
        net["room"] = at + 4 * _padded(network.inputs)

    def _place(self, array: np.ndarray) -> int:
        """Copy an array to an aligned address, its rows padded with zeros; return the address."""
        rows = array.reshape(-1, array.shape[-1])
        width = _padded(rows.shape[1])
        size = len(rows) * width
        raw = np.zeros(size + ALIGNMENT // 4, dtype=np.float32)
        first = (-raw.ctypes.data % ALIGNMENT) // 4
        placed = raw[first : first + size].reshape(len(rows), width)
        placed[:, : rows.shape[1]] = rows
        self._kept.append(raw)
        return int(placed.ctypes.data)

    def words(self, *numbers: float) -> np.ndarray:
        """Return parameters of a kernel that begin with this network's address, followed by numbers of its own."""
        params = np.array([0.0, *numbers])
        params[:1].view(np.int64)[0] = self.address
        return params

    def evaluate(self, view: View) -> tuple[np.ndarray, np.ndarray | None]:
        """Return priors of the legal actions, in order, and values of the seats, as a search gets them."""
        legal = view.legal()
        priors, values = np.zeros(len(legal)), np.zeros(self.game.seats)
        native(forward.call_guide)(
            self.address_of(forward.guide if self.network.policy else forward.guide_by_value),
            view.state.rows,
            0,
            view.seat,
            np.array(legal, dtype=np.int32),
            len(legal),
            self.address,
            priors,
            values,
        )
        return priors, None if self.network.value is None else values

    def rows(self, features: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Return logits and values of feature vectors, bit for bit as the kernel computes them in play."""
        given = np.ascontiguousarray(features, dtype=np.float32)
        if given.ndim != 2 or given.shape[1] != self.network.inputs:
            raise BadNetwork(f"features must have shape (n, {self.network.inputs}), not {given.shape}")
        logits = np.zeros((len(given), self.network.actions), dtype=np.float32)
        values = np.zeros((len(given), self.network.outputs or 0))
        native(forward.forward_rows)(self.address, given, logits, values)
        return logits, values

    def forms(self, view: View, features: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Return a feature vector under every symmetry of the game, and the ids of a view's legal actions there."""
        count, legal = self.take_symmetries(), view.legal()
        turned, actions = np.zeros((count, len(features)), dtype=np.float32), np.zeros((count, len(legal)), dtype=int)
        for row, (places, ids) in enumerate(self._turns):
            turned[row, places] = features
            actions[row] = ids[legal]
        return turned, actions

    def policy(self, temperature: float = 0.0, *, symmetric: bool = False) -> NetPolicy:
        return NetPolicy(self, temperature, symmetric=symmetric)


class NetPolicy:
    """Network as a policy: by its policy head, or without one by the value of the position after each action.

    `symmetric`: by its mean answer over the position's forms under the game's symmetries, if there are any.
    """

    PLAYS = 1  # raise it when a change of this code changes decisions

    def __init__(self, bound: Bound, temperature: float = 0.0, *, symmetric: bool = False) -> None:
        self.bound = bound
        self.kernel = forward.play_by_policy if bound.network.policy else forward.play_by_value
        self.forms = bound.take_symmetries() if symmetric else 0  # to average over; 0: only the position itself
        self.params = bound.words(temperature, self.forms)
        self.memory = np.zeros(1, dtype=np.int64)
        self.public = (
            bound.network.policy
        )  # features hold only what the seat knows; the position after an action holds more
        self._actions = np.empty(bound.game.definition.max_legal, dtype=np.int32)

    def reset(self, seed: int) -> None:
        self.memory.view(np.uint64)[0] = seed & WORD

    def index(self, view: View, legal: list[int]) -> int:
        """Return the index of the chosen action among the legal ones."""
        self._actions[: len(legal)] = legal
        address = self.bound.address_of(self.kernel)
        return native_loop("choose")(address, view.state.rows, 0, self._actions, len(legal), self.params, self.memory)

    def chances(self, view: View) -> np.ndarray:
        """Return the probability that the policy head gives each legal action, at temperature 1."""
        if not self.forms:
            return self.bound.evaluate(view)[0]
        turned, actions = self.bound.forms(view, view.observe(self.bound.network.encoder))
        logits = np.take_along_axis(self.bound.rows(turned)[0], actions, axis=1).mean(axis=0, dtype=np.float64)
        chances = np.exp(logits - logits.max())
        return chances / chances.sum()

    def native(self) -> NativeHandle:
        return NativeHandle(
            self.bound.address_of(self.kernel),
            self.params,
            len(self.memory),
            views=not self.public,
            forced=False,
            keep=self,
        )

    def fingerprint(self) -> str:
        """Hash what determines its decisions: the kernel, the network, the temperature."""
        return fingerprint(self.kernel, resolved(self.params), self.public, self.PLAYS)


def symmetries_of(game: Game, encoder: str) -> Sequence[tuple[np.ndarray, np.ndarray]]:
    """Return the permutations that leave a game unchanged: where each feature goes, and where each action goes."""
    found = game.definition.symmetries
    return () if found is None else found(game.options, encoder)


def _padded(width: int) -> int:
    return -(-width // forward.LANES) * forward.LANES
