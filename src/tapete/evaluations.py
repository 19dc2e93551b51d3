"""Evaluations of other people: in a file (`./score.py:NAME`), in a module, or in an installed package.

What the name stands for is an `Evaluation`, or an object with the name of its `game` and its `evaluation`. It is written for the
states of one game, and compiled and used like one of the game's own.
"""

from __future__ import annotations

import inspect
import math
from collections.abc import Mapping
from typing import Any

from tapete.contract import FUNCTIONS
from tapete.definition import Definition, Evaluation
from tapete.errors import BadOption, said, shown
from tapete.kernel import Kernel, RecordType
from tapete.outside import CannotLoad, load_object, load_plugin, plugins, split_reference

GROUP = "tapete.evaluations"  # entry points of other packages


def outside_evaluation(name: str, definition: Definition) -> Evaluation | None:
    """The evaluation that a reference or the name of a plug-in means; None where it is neither."""
    reference, point = split_reference(name), plugins(GROUP).get(name)
    if reference is None and point is None:
        return None
    try:
        found = load_object(name) if point is None else load_plugin(point)
    except CannotLoad as error:
        raise BadOption(f"eval={name}: {error}") from error
    evaluation, problem = evaluation_for(found, definition)
    if evaluation is None:
        raise BadOption(f"eval={name}: {problem}")
    return evaluation


def evaluation_for(found: Any, definition: Definition) -> tuple[Evaluation | None, str]:
    """What somebody gives as an evaluation of this game's states; None and why not, where it is none."""
    game, inner = getattr(found, "game", None), getattr(found, "evaluation", None)
    if isinstance(inner, Evaluation):
        if game != definition.name:
            return None, f"it is an evaluation of {shown(game)}, not of {definition.name}"
        found = inner
    if not isinstance(found, Evaluation):
        return None, f"{shown(found)} is no Evaluation"
    problem = wrong_kernel(found, definition) or wrong_numbers(found)
    return (None, problem) if problem else (found, "")


def wrong_kernel(evaluation: Evaluation, definition: Definition) -> str:
    """What is wrong with the function of an evaluation, if anything is."""
    kernel = evaluation.kernel
    if not isinstance(kernel, Kernel):
        return f"{shown(kernel)} is no function with @kernel"
    wanted = "evaluate_change" if evaluation.rates_moves else "evaluate"
    try:
        hints = inspect.get_annotations(kernel.function, eval_str=True)
        records = [hint for hint in hints.values() if isinstance(hint, RecordType)]
        if any(record.dtype != definition.state.dtype for record in records):
            return f"{kernel!r} takes the states of another game than {definition.name}"
        FUNCTIONS[wanted].check(wanted, kernel, definition.state)
    except Exception as error:  # annotations are somebody else's code
        return said(error)
    return ""


def wrong_numbers(evaluation: Evaluation) -> str:
    """What is wrong with the weights, the scale or the bounds of an evaluation, if anything is."""
    weights, bounds = evaluation.weights, evaluation.bounds
    if not isinstance(weights, Mapping) or not all(
        isinstance(name, str) and is_number(weights[name]) for name in weights
    ):
        return "its weights must be numbers by name"
    if not is_range(evaluation.scale):
        return f"its scale {shown(evaluation.scale)} must be two numbers, the lower one first"
    by_name = bounds if isinstance(bounds, Mapping) else {} if bounds is None else dict.fromkeys(weights, bounds)
    if {*by_name} != ({*weights} if bounds is not None else set()) or not all(map(is_range, by_name.values())):
        return "its bounds must be two numbers for each weight, the lower one first"
    return ""


def is_number(value: Any) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool) and math.isfinite(value)


def is_range(value: Any) -> bool:
    return isinstance(value, (tuple, list)) and len(value) == 2 and all(map(is_number, value)) and value[0] < value[1]
