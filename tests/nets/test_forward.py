"""Forward pass of the kernel: correct, and bit for bit the same on every processor."""

from __future__ import annotations

import hashlib
import math
import os
import platform
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from made import INPUTS, LADDER, made

import tapete
from tapete.core.game import Game
from tapete.core.loops import native
from tapete.nets import Bound, Network, forward
from tapete.nets.forward import exponential, hyperbolic, logistic

F = np.float32


def positions(game: Game, count: int = 40, steps: int = 17, encoder: str | bool = True) -> tapete.Vector:
    vector = tapete.Vector(game, count, seed=5, encoder=encoder)
    for step in range(steps):
        vector.step([vector.legal(i)[step % len(vector.legal(i))] for i in range(count)])
    return vector


def in_order(network: Network, features: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Compute the heads in the documented order, one float32 operation after the other."""
    hidden = features.astype(F)
    for number in range(len(network.layers)):
        sums = network.arrays[f"b{number}"].copy()
        for k in np.flatnonzero(hidden):
            sums = sums + hidden[k] * network.arrays[f"w{number}"][k]
        hidden = np.where(sums > 0, sums, F(0))
    padded = np.zeros(-(-len(hidden) // 16) * 16, dtype=F)
    padded[: len(hidden)] = hidden
    out = []
    for head in ("policy", "value"):
        results = []
        for column, bias in zip(network.arrays[f"{head}_w"].T, network.arrays[f"{head}_b"], strict=True):
            weights = np.zeros_like(padded)
            weights[: len(hidden)] = column
            lanes = np.zeros(16, dtype=F)
            for first in range(0, len(padded), 16):
                lanes = lanes + weights[first : first + 16] * padded[first : first + 16]
            while len(lanes) > 1:
                lanes = lanes[: len(lanes) // 2] + lanes[len(lanes) // 2 :]
            results.append(lanes[0] + bias)
        out.append(np.array(results, dtype=F))
    return out[0], out[1]


@pytest.mark.parametrize("layers", [(), (1,), (15,), (16, 17), (64,), (100, 3, 65), (128, 64), (31, 31, 31, 31)])
@pytest.mark.parametrize("activation", ["relu", "tanh", "sigmoid"])
def test_the_kernel_computes_what_numpy_computes(layers: tuple[int, ...], activation: str, briscas: Game) -> None:
    network = made(briscas, layers, activation=activation, value="seats")
    features = positions(briscas).features
    logits, values = Bound(network, briscas).rows(features)
    expected_logits, expected_values = network.batch(features)
    assert np.abs(logits - expected_logits).max() < 1e-5 * max(1.0, np.abs(expected_logits).max())
    assert np.abs(values - expected_values).max() < 1e-5
    assert np.ptp(logits) > 0.1


@pytest.mark.parametrize("layers", [(), (17,), (100, 33)])
def test_sums_are_made_in_the_documented_order_to_the_last_bit(layers: tuple[int, ...], briscas: Game) -> None:
    network = made(briscas, layers, value_activation="none")
    features = positions(briscas, count=6).features
    logits, values = Bound(network, briscas).rows(features)
    for i, vector in enumerate(features):
        expected_logits, expected_values = in_order(network, vector)
        assert logits[i].tobytes() == expected_logits.tobytes()
        assert values[i].astype(F).tobytes() == expected_values.tobytes()


def digest() -> str:
    """Hash the answers of some networks for some vectors and positions."""
    game = Game(LADDER, {})
    total = hashlib.sha256()
    places = np.arange(12 * INPUTS)
    features = ((places * 31 % 17 - 8) / 8 * (places % 3 == 0)).astype(F).reshape(12, INPUTS)
    state = game.deal(1)
    for activation in ("relu", "tanh", "sigmoid"):
        for value_activation in ("sigmoid", "tanh", "none"):
            network = made(game, (150, 24), activation=activation, value_activation=value_activation)
            bound = Bound(network, game)
            for array in (*bound.rows(features), *bound.evaluate(state.view())):
                total.update(np.asarray(array).tobytes())
    return total.hexdigest()


GOLDEN = "9ee1212eb6e43c6cc39e36ed51b1aa9816059b9ea4947c16726627dee275703f"


def test_results_are_bitwise_equal_on_every_machine() -> None:
    assert digest() == GOLDEN


@pytest.mark.parametrize("processor", ["x86-64", pytest.param("x86-64-v3", marks=pytest.mark.slow)])
def test_a_processor_with_narrower_vectors_gives_the_same_bits(processor: str, tmp_path: Path) -> None:
    if platform.machine() not in ("x86_64", "AMD64"):
        pytest.skip("the names of processors are those of this family")
    environment = {**os.environ, "NUMBA_CPU_NAME": processor, "NUMBA_CPU_FEATURES": "", "TAPETE_CACHE": str(tmp_path)}
    code = "import sys; sys.path.insert(0, sys.argv[1]); from test_forward import digest; print(digest())"
    command = [sys.executable, "-c", code, str(Path(__file__).parent)]
    run = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert run.stdout.strip() == GOLDEN, run.stderr[-500:]


@pytest.mark.parametrize("length", [1, 15, 16, 17, 37, 256, 1000])
def test_nonzeros_are_listed_in_order(length: int) -> None:
    generator = np.random.default_rng(length)
    padded = -(-length // 16) * 16
    for share in (0.0, 0.02, 0.3, 0.7, 1.0):
        vector = np.zeros(padded, dtype=np.float32)
        chosen = generator.random(length) < share
        vector[:length][chosen] = generator.choice([1.0, -0.5, np.nan, np.inf, 1e-45], chosen.sum())
        places = np.full(padded + 16, -7, dtype=np.int32)
        count = native(forward.list_nonzeros)(vector.ctypes.data, length, places.ctypes.data)
        assert places[:count].tolist() == np.flatnonzero(vector != 0).tolist()
        assert (places[padded:] == -7).all()  # nothing is written beyond the padded length


def test_exponentials_are_right_to_two_units_of_the_last_place() -> None:
    for x in [*np.linspace(-87, 88, 2001).astype(F), F(0), F(1e-30), F(-1e-30)]:
        expected = math.exp(float(x))
        assert abs(float(exponential(x)) - expected) <= 2.5 * np.spacing(F(expected))
    for x in np.linspace(-12, 12, 801).astype(F):
        assert abs(float(hyperbolic(x)) - math.tanh(float(x))) < 3e-7
        assert abs(float(logistic(x)) - 1 / (1 + math.exp(-float(x)))) < 3e-7
    for x in (F(1e30), F(-1e30), F(np.inf), F(-np.inf), F(np.nan)):
        assert math.isfinite(float(exponential(x)))
        assert -1 <= float(hyperbolic(x)) <= 1
        assert 0 <= float(logistic(x)) <= 1


def test_weights_so_large_that_sums_overflow_still_give_priors_and_values(briscas: Game) -> None:
    for activation in ("relu", "tanh", "sigmoid"):
        network = made(briscas, activation=activation)
        arrays = {name: array * F(3e37) for name, array in network.arrays.items()}
        huge = Network("briscas", {}, network.encoder, network.layers, arrays, activation=activation, value="mover")
        priors, values = Bound(huge, briscas).evaluate(positions(briscas, 1).state(0).view())
        assert priors.sum() == pytest.approx(1)
        assert ((values >= 0) & (values <= 1)).all()


def test_priors_are_the_soft_max_of_legal_logits_and_values_sum_to_one(briscas: Game) -> None:
    network = made(briscas)
    bound = Bound(network, briscas)
    vector = positions(briscas)
    logits, values = network.batch(vector.features)
    assert logits is not None and values is not None
    for i in range(len(vector)):
        view = vector.state(i).view()
        priors, shares = bound.evaluate(view)
        own = np.exp(logits[i][view.legal()].astype(float))
        assert priors == pytest.approx(own / own.sum(), abs=1e-5)
        assert shares is not None
        assert shares[view.seat] == pytest.approx(float(values[i, 0]), abs=1e-5)
        assert shares.sum() == pytest.approx(1)


def test_partners_share_a_value_and_more_sides_share_the_rest() -> None:
    pairs = tapete.load("briscas", players=4)
    bound = Bound(made(pairs, value_scale=(0.0, 2.0)), pairs)  # partners get at most half a return each
    view = pairs.deal(3).view()
    _, shares = bound.evaluate(view)
    assert shares is not None
    mate = (view.seat + 2) % 4
    assert shares[view.seat] == shares[mate]
    assert shares.sum() == pytest.approx(1)
    three = tapete.load("briscas", players=3)
    view = three.deal(3).view()
    _, shares = Bound(made(three), three).evaluate(view)
    assert shares is not None
    others = [shares[seat] for seat in range(3) if seat != view.seat]
    assert others[0] == others[1] == pytest.approx((1 - shares[view.seat]) / 2)


def test_a_head_for_every_seat_counts_from_the_observing_one() -> None:
    three = tapete.load("briscas", players=3)
    network = made(three, value="seats")
    bound = Bound(network, three)
    for seed in range(6):
        view = three.deal(seed).view()
        _, shares = bound.evaluate(view)
        _, values = network.batch(view.observe()[None])
        assert shares is not None and values is not None
        for k in range(3):
            assert shares[(view.seat + k) % 3] == pytest.approx(float(values[0, k]), abs=1e-5)


@pytest.mark.parametrize("name", ["dinosaurs", "catan", "tribute", "hearthstone"])
def test_a_network_evaluates_every_game_with_an_encoder(name: str) -> None:
    game = tapete.load(name)
    network = made(game, (32, 16))
    vector = positions(game, count=6, steps=8)
    logits, values = Bound(network, game).rows(vector.features)
    expected_logits, expected_values = network.batch(vector.features)
    assert np.allclose(logits, expected_logits, rtol=1e-4, atol=1e-4)
    assert np.allclose(values, expected_values, atol=1e-5)
    view = vector.state(0).view()
    priors, _ = Bound(network, game).evaluate(view)
    assert len(priors) == len(view.legal())


def test_threads_share_a_network(briscas: Game) -> None:
    from concurrent.futures import ThreadPoolExecutor

    bound = Bound(made(briscas, (128, 64)), briscas)
    features = positions(briscas, count=300).features
    alone = bound.rows(features)[0].tobytes()
    with ThreadPoolExecutor(4) as pool:
        assert all(found[0].tobytes() == alone for found in pool.map(lambda _: bound.rows(features), range(16)))
