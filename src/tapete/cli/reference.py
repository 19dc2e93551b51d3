"""Reference page, generated from docstrings: `python -m tapete.cli.reference > docs/reference/api.md`."""

from __future__ import annotations

import ast
import inspect
import textwrap
from pathlib import Path
from typing import Any

from tapete.core import definition, game, presentation, state
from tapete.kernel import Kernel, Native, contract, sampling
from tapete.kernel import types as kernel
from tapete.kernel.contract import FUNCTIONS, POLICY
from tapete.options import Option

HEAD = """# Reference

Generated from the docstrings of the package by `python -m tapete.cli.reference`; `help(tapete.Definition)` and the like say the
same. For how things go together see [write a game](../tutorials/write-a-game.md),
[a game step by step](../tutorials/love-letter.md) and
[write an agent](../tutorials/write-an-agent.md).
"""
TYPES = (
    "`i1 i2 i4 i8` (signed), `u1 u2 u4 u8` (unsigned), `f4 f8`, `boolean`; `Array[i4]`, `Matrix[u1]`, `Cube[f8]` for one, two "
    "and three dimensions. A state is a class whose annotations are its fields: `class State(GameState):` with `trump: i1`, "
    "`hand: Matrix[i1] = shape(SEATS, 6)`, read as `state.hand[seat, 2]`. `Record` is the base of other records. To a type "
    "checker scalars are `int`, `float` and `bool`. Inside a kernel, calling a type converts: `u8(1)`."
)
# Descriptions of the functions of the contract.
DOES = {
    "deal": "sets up a new game in a record of zeros; `options` has an i8 for each option, by its name",
    "legal": "writes the legal actions of `state.seat`, ascending, and returns how many; 0 when the game is over",
    "apply": "plays a legal action and resolves everything up to the next decision",
    "returns": "writes each seat's final reward: in [0, 1], summing to 1",
    "points": "writes each seat's score, at any time",
    "determinize": "resamples, with `state.rng`, everything that the observer cannot know",
    "observe": "writes the features of what the observer knows, given as an `Encoder`",
    "evaluate": "how good a position is for a seat, higher is better, given as an `Evaluation`",
    "evaluate_change": "how good a move was, given as an `Evaluation` with `rates_moves`",
    "solve": "exact values of the legal actions, 0 where it is not solvable; objective 0: winning, then points; 1: points",
    "hides": "what the others see of an action: 0 what it is, 1 that there was one, 2 nothing",
    "seen": "the id under which the others see an action, if its own would reveal more",
}


def first_line(text: str | None) -> str:
    return (text or "").strip().split("\n\n")[0].replace("\n", " ")


def declared(primitive: Native) -> str:
    """Return a primitive with its parameters and description."""
    result = inspect.get_annotations(primitive.declared)["return"]
    returned = "" if result == "None" else f" -> {result}"
    return f"- `{primitive.name}{_call(primitive.declared)}{returned}`: {first_line(primitive.__doc__)}"


def members(kind: type) -> list[str]:
    """Return the public methods and properties of a class, with their first sentence."""
    lines = []
    for name, value in vars(kind).items():
        if name.startswith("_") or not (inspect.isfunction(value) or isinstance(value, property)):
            continue
        about = first_line(inspect.getdoc(value))
        shown = name if isinstance(value, property) else f"{name}{_call(value)}"
        lines.append(f"- `{shown}`{': ' + about if about else ''}")
    return lines


def _call(function: Any) -> str:
    names = [p for p in inspect.signature(function).parameters if p != "self"]
    return f"({', '.join(names)})"


def fields(kind: type) -> list[str]:
    """Return the members of a dataclass, with the comments beside them in the source."""
    source = textwrap.dedent(inspect.getsource(kind))
    lines = source.split("\n")
    tree = ast.parse(source).body[0]
    assert isinstance(tree, ast.ClassDef)
    found = []
    before = 0
    for node in tree.body:
        if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            texts = [line.partition("#")[2].strip() for line in lines[before : node.end_lineno] if "#" in line]
            default = "" if node.value is None else " (optional)"
            found.append(f"- `{node.target.id}`{default}" + (f": {' '.join(texts)}" if texts else ""))
        before = node.end_lineno or 0
    return found


def page() -> str:
    """Return the whole page."""
    parts = [HEAD, "## Types of kernels\n", TYPES + "\n", "## Primitives of kernels\n", "From `tapete.kernel`:\n"]
    parts += [declared(value) for value in vars(kernel).values() if isinstance(value, Native)]
    words = ("draw_in", "below_in", "rows_in")
    parts += ["", "From `tapete.kernel.contract`, for the memory of policies:\n"]
    parts += [declared(getattr(contract, name)) for name in words]
    parts += ["", "## The functions of a game\n"]
    parts += [
        f"- `{found.shown(name)}`{'' if found.required else ' (optional)'}: {DOES[name]}"
        for name, found in FUNCTIONS.items()
    ]
    parts += [f"- `{POLICY.shown('policy')}`: a rule bot; the answer is an index into `actions`", ""]
    parts += ["## Parts for hidden information: `tapete.kernel.sampling`\n", first_line(sampling.__doc__) + "\n"]
    for value in vars(sampling).values():
        if isinstance(value, Kernel) and value.__module__ == "tapete.kernel.sampling":
            about = first_line(inspect.cleandoc(value.__doc__ or ""))
            parts.append(f"- `{value.__name__}{_call(value.function)}`{': ' + about if about else ''}")
    parts += ["", "## `Definition`\n", "```", inspect.getdoc(definition.Definition) or "", "```", ""]
    kinds: tuple[type, ...] = (
        definition.Evaluation,
        definition.Encoder,
        definition.BotSpec,
        definition.Weights,
        definition.Variant,
        definition.CounterSpec,
        definition.Counters,
        definition.Protocol,
        definition.Text,
        presentation.Presentation,
        Option,
    )
    for kind in kinds:
        parts += [f"## `{kind.__name__}`\n", first_line(inspect.getdoc(kind)) + "\n", *fields(kind), ""]
    faces: tuple[type, ...] = (game.Game, state.State, state.View)
    for kind in faces:
        parts += [f"## `{kind.__name__}`\n", first_line(inspect.getdoc(kind)) + "\n", *members(kind), ""]
    return "\n".join(parts).rstrip() + "\n"


def place() -> Path:
    """Return the path of the page in the repository."""
    return Path(__file__).parents[3] / "docs" / "reference" / "api.md"


if __name__ == "__main__":
    print(page(), end="")
