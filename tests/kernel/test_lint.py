"""Mistakes in a game are reported before compilation: file, line, kernel, and what to write instead."""

from __future__ import annotations

import importlib
import pkgutil
from pathlib import Path

import pytest

import tapete
from tapete.errors import BadKernel, TapeteError
from tapete.kernel import Kernel
from tapete.kernel.lint import check_kernel

# Text to replace, its replacement, and parts of the expected message.
MISTAKES: dict[str, tuple[str, str, list[str]]] = {
    "no type of a parameter of the contract": (
        "def apply(state: State, action: i8) -> None:",
        "def apply(state: State, action) -> None:",
        ["kernel apply", "'action' has no type", "`action: i8`"],
    ),
    "no type of a helper's parameter": (
        "def next_seat(state: State, seat: i8) -> None:",
        "def next_seat(state: State, seat) -> None:",
        ["kernel next_seat", "'seat' has no type"],
    ),
    "Python's int": ("def banked(hand: i8) -> i8:", "def banked(hand: int) -> i8:", ["kernel banked", "int", "write i8"]),
    "a result that is not a machine type": (
        "def banked(hand: i8) -> i8:",
        "def banked(hand: i8) -> float:",
        ["kernel banked", "the result is float", "write f8"],
    ),
    "no type of the result of a helper": (
        "def banked(hand: i8) -> i8:",
        "def banked(hand: i8):",
        ["kernel banked", "a value is returned", "add `-> i8`"],
    ),
    "no type of the result of legal": (
        "def legal(state: State, out: ACTIONS) -> i8:",
        "def legal(state: State, out: ACTIONS):",
        ["kernel legal", "a value is returned", "`-> i8`"],
    ),
    "legal without a return": (
        "            n += 1\n    return n\n\n\n@kernel\ndef card",
        "            n += 1\n\n\n@kernel\ndef card",
        ["kernel legal", "can end without `return`"],
    ),
    "a return of nothing": ("        return 0\n    n = 0", "        return\n    n = 0", ["kernel legal", "`return` has no value"]),
    "a float where an integer is declared": ("    return n\n", "    return n / 1\n", ["kernel legal", "fraction", "`//`"]),
    "a float kept in a name": (
        "    return n\n",
        "    half = n / 2\n    return half + 1\n",
        ["kernel legal", "fraction"],
    ),
    "a list": ("    n = 0\n", "    cards = [1, 2]\n    n = cards[0] - 1\n", ["kernel legal", "a list", "scratch_i8"]),
    "a list to loop over": ("for action in (DRAW, BANK)", "for action in [DRAW, BANK]", ["kernel legal", "a list", "tuple"]),
    "append": (
        "    n = 0\n",
        "    n = 0\n    out.append(DRAW)\n",
        ["kernel legal", "`.append()`", "no lists"],
    ),
    "a dictionary": ("    n = 0\n", "    n = {1: 0}[1]\n", ["kernel legal", "a dictionary", "NumPy array or a tuple"]),
    "raise": (
        "    state.turn += 1\n",
        "    state.turn += 1\n    if action > 99:\n        raise ValueError(action)\n",
        ["kernel apply", "`raise`", "never raise"],
    ),
    "try": (
        "    state.turn += 1\n",
        "    try:\n        state.turn += 1\n    except Exception:\n        pass\n",
        ["kernel apply", "`try`"],
    ),
    "assert": ("    state.turn += 1\n", "    assert action >= 0\n    state.turn += 1\n", ["kernel apply", "`assert`"]),
    "an f-string": ("    state.turn += 1\n", "    state.turn += 1\n    print(f'{action}')\n", ["kernel apply", "f-string", "print(a, b)"]),
    "a lambda": ("    n = 0\n", "    n = (lambda: 0)()\n", ["kernel legal", "a lambda"]),
    "a comprehension": ("    n = 0\n", "    n = sum(0 for _ in range(3))\n", ["kernel legal", "a generator"]),
    "a field that is not there": ("state.turn += 1", "state.tern += 1", ["kernel apply", "no field 'tern'", "did you mean 'turn'"]),
    "an array field that is not there": (
        "state.cards[seat] += 1",
        "state.crads[seat] += 1",
        ["kernel apply", "no field 'crads'", "'cards'"],
    ),
    "a name that is not there": ("card_drawn(state)\n        state.cards", "card_drwan(state)\n        state.cards", ["kernel apply", "'card_drwan' is not defined", "'card_drawn'"]),
    "a name that a module does not have": ("    n = 0\n", "    n = np.intp8(0)\n", ["kernel legal", "np has no 'intp8'", "did you mean", "'int8'"]),
    "a whole array overwritten": ("state.cards[seat] = 0", "state.cards = 0", ["kernel apply", "3 cells", "state.cards[i]"]),
    "a plain function": ("@kernel\ndef banked", "def banked", ["kernel apply", "'banked' is a plain function", "@kernel"]),
    "too many arguments": ("next_seat(state, seat)\n\n", "next_seat(state, seat, 1)\n\n", ["kernel apply", "next_seat takes 2 values, not 3"]),
    "np.zeros": ("    count = scratch_i8(SEATS)\n", "    count = np.zeros(3, np.int64)\n", ["kernel determinize", "`np.zeros` allocates", "scratch_i8"]),
    "np.random": ("FACES[below(state, 6)]", "FACES[np.random.randint(0, 6)]", ["kernel card_drawn", "np.random.randint", "below(state, n)"]),
    "sorted": ("    n = 0\n", "    n = 0\n    sorted(out)\n", ["kernel legal", "sorted()"]),
    "a list as a constant": ("FACES = (1, 2, 3, 4, 5, 6)", "FACES = [1, 2, 3, 4, 5, 6]", ["kernel card_drawn", "'FACES' is a list", "tuple"]),
    "a dictionary as a constant": ("FACES = (1, 2, 3, 4, 5, 6)", "FACES = dict(enumerate(range(6)))", ["kernel card_drawn", "'FACES' is a dict"]),
    "no decorator on a function of the contract": ("@kernel\ndef legal", "def legal", ["'legal'", "plain function", "decorate it with @kernel"]),
    "no decorator on a policy": ("@kernel\ndef careful", "def careful", ["'careful'", "plain function", "@kernel"]),
    "a function that is missing": ('        "determinize": determinize,\n', "", ["'determinize' is missing"]),
    "a function misnamed": ('"determinize": determinize', '"determinise": determinize', ["'determinise'", "did you mean 'determinize'"]),
    "an evaluation with other types": ("def evaluate(state: State, seat: i8, weights: NUMBERS) -> f8:", "def evaluate(state: State, weights: NUMBERS, seat: i8) -> f8:", ["evaluate", "it must be evaluate(state: State, seat: i8"]),
    "an option that `deal` does not know": ('Option("goal", ', 'Option("goals", ', ["`deal` reads the options players, goal,", "the game has players, goals"]),
    "an option that is not an i8": ("    players: i8\n    goal: i8\n", "    players: i8\n    goal: i2\n", ["'goal'", "must be an i8"]),
    "options as an array": ("def deal(state: State, seed: u8, options: Options)", "def deal(state: State, seed: u8, options: Array[i8])", ["it must be deal(state: State, seed: u8, options: Options)"]),
    "an option whose default is a text": ('Option("players", 2, ', 'Option("players", "2", ', ["'players'", "'2' is not a number"]),
    "actions that are not a number": ("actions=BID + 6", 'actions="8"', ["actions is '8'", "whole number"]),
}  # fmt: skip


@pytest.mark.parametrize("name", MISTAKES)
def test_a_mistake_is_reported_in_one_sentence_with_line_and_remedy(broken, name: str) -> None:
    old, new, said = MISTAKES[name]
    with pytest.raises(TapeteError) as caught:
        broken((old, new))
    text = str(caught.value)
    for part in said:
        assert part in text, f"{part!r} is not in: {text}"
    assert "\n" not in text
    if isinstance(caught.value.__cause__, BadKernel) and "kernel " in said[0]:
        assert ", line " in text


def test_the_reported_line_is_that_of_the_mistake(broken) -> None:
    with pytest.raises(TapeteError) as caught:
        broken(("state.turn += 1", "state.tern += 1"))
    text = str(caught.value)
    path, line = text.split(" does not load")[0].strip(), int(text.split(", line ")[1].split(",")[0])
    source = Path(path).read_text(encoding="utf-8").splitlines()
    assert "state.tern" in source[line - 1]


def test_the_game_itself_has_no_mistake(broken) -> None:
    game = tapete.Game(broken().DEFINITION, {})
    state = game.deal(1)
    state.play(state.legal()[0])


def test_kernels_of_the_package_have_no_mistake() -> None:
    """Hundreds of kernels that compile: a reported mistake in one of them is wrong."""
    found: dict[int, Kernel] = {}
    for module in pkgutil.walk_packages(tapete.__path__, "tapete."):
        if not module.name.startswith(
            (
                "tapete.games",
                "tapete.search",
                "tapete.agents",
                "tapete.nets",
                "tapete.core.loops",
                "tapete.play.vector_loops",
            )
        ):
            continue
        for value in vars(importlib.import_module(module.name)).values():
            if isinstance(value, Kernel):
                found[id(value)] = value
    assert len(found) > 700
    for kernel in found.values():
        check_kernel(kernel)


def test_a_mistake_in_a_kernel_outside_a_game_is_reported(broken) -> None:
    """A helper that is not part of a game is checked only when it is compiled."""
    module = broken(
        (
            "@kernel\ndef next_seat",
            "@kernel\ndef lonely(seat: i8) -> i8:\n    return missing + seat\n\n\n@kernel\ndef next_seat",
        )
    )
    with pytest.raises(BadKernel, match=r"line \d+, in the kernel lonely: 'missing' is not defined"):
        module.lonely(1)
