"""Things of other people: objects that a text names by file (`agent.py:Class`) or by module (`package.module:Class`), and
plug-ins that other packages install. Evaluations of games are among them.

Whatever goes wrong while they load is theirs, so it becomes one sentence and never a traceback.
"""

from __future__ import annotations

import ast
import contextlib
import hashlib
import importlib
import inspect
import math
import os
import re
import sys
import threading
import traceback
from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cache
from importlib.machinery import ModuleSpec
from importlib.metadata import EntryPoint, entry_points
from importlib.util import module_from_spec
from pathlib import Path
from types import ModuleType
from typing import Any, NoReturn

from tapete.core.definition import Definition, Evaluation
from tapete.errors import BadOption, TapeteError, nearest, said, shown
from tapete.kernel import Kernel, RecordType
from tapete.kernel.contract import FUNCTIONS

# A path with `=` or `,` in it cannot be told from an option of a spec, so it names nothing here.
REFERENCE = re.compile(
    r"(?P<where>[^=,]*\.py|[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)+):(?P<name>[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*)"
)


class CannotLoad(TapeteError):
    """Something outside is not there or does not load; the text is the end of a sentence that says what it was for."""


_leave = os._exit
_inside: Counter[tuple[int, int]] = Counter()  # processes and threads in which code of others is loaded or made
_one_at_a_time = threading.Lock()


def _refuse_to_leave(status: int) -> NoReturn:
    """In the place of `os._exit`. A process that code of others forks, and another thread, may leave as they like."""
    if (os.getpid(), threading.get_ident()) in _inside:
        raise SystemExit(f"it called os._exit({status})")
    _leave(status)


@contextlib.contextmanager
def no_exit() -> Iterator[None]:
    """While code of others is loaded or made, `os._exit` is an error like any other: it would end the program without a word."""
    here = os.getpid(), threading.get_ident()
    with _one_at_a_time:
        _inside[here] += 1
        os._exit = _refuse_to_leave
    try:
        yield
    finally:
        with _one_at_a_time:
            _inside[here] -= 1
            if not _inside[here]:
                del _inside[here]
            if not _inside:
                os._exit = _leave


def split_reference(text: str) -> tuple[str, str] | None:
    """`agent.py:Class` or `package.module:Class` in two; None for any other text."""
    found = REFERENCE.fullmatch(text.strip())
    return (found["where"], found["name"]) if found else None


def absolute_reference(text: str) -> str:
    """The same reference from every folder; what is no file is left as it is."""
    found = split_reference(text)
    if found is None or not found[0].endswith(".py"):
        return text
    return f"{Path(found[0]).expanduser().absolute()}:{found[1]}"


def load_object(text: str) -> Any:
    """The object that a reference names."""
    found = split_reference(text)
    if found is None:
        raise CannotLoad("it must be FILE.py:NAME or PACKAGE.MODULE:NAME")
    where, name = found
    module: Any = load_file(where) if where.endswith(".py") else load_module(where)
    thing = module
    for part in name.split("."):
        try:
            thing = getattr(thing, part)
        except AttributeError:
            public = [k for k, v in vars(module).items() if not k.startswith("_") and not isinstance(v, ModuleType)]
            raise CannotLoad(f"{where} has no {name!r}; {nearest(name, public)}") from None
    return thing


_files: dict[tuple[Path, bytes], ModuleType] = {}  # by place and contents


def load_file(given: str) -> ModuleType:
    """A Python file as a module, loaded once; a file that has changed is loaded anew. Files beside it can be imported from it."""
    path = Path(given).expanduser().absolute()
    try:
        source = path.read_bytes()
    except OSError as error:
        raise CannotLoad(f"{given}: {error.strerror or error}") from None
    name = f"{re.sub(r'[^A-Za-z0-9]', '_', path.stem)}_{hashlib.sha256(str(path).encode()).hexdigest()[:12]}"
    if (path, source) in _files:
        sys.modules[name] = _files[path, source]
        return _files[path, source]
    module = module_from_spec(ModuleSpec(name, None, origin=str(path)))
    module.__file__ = str(path)
    before = sys.modules.get(name)
    sys.modules[name] = module
    try:
        with sibling_imports_first(path.parent), no_exit():
            exec(compile(source, str(path), "exec"), module.__dict__)
    except (Exception, SystemExit) as error:
        sys.modules.pop(name)
        if before is not None:
            sys.modules[name] = before
        at = line_of(error, str(path))
        raise CannotLoad(f"{given} does not load ({said(error)}{at})") from error
    _files[path, source] = module
    return module


def line_of(error: BaseException, path: str) -> str:
    """The line of a file at which an error arose while it was loaded, as the end of a sentence; some errors say so themselves."""
    lines = [frame.lineno for frame in traceback.extract_tb(error.__traceback__) if frame.filename == path]
    return f", line {lines[-1]}" if lines and ", line " not in str(error) and " line " not in str(error) else ""


_folders: list[str] = []  # of files that were loaded, whose neighbours can be imported


@contextlib.contextmanager
def sibling_imports_first(folder: Path) -> Iterator[None]:
    """While a file runs, imports look beside it first, as for a script: its `tools.py` is not that of another folder."""
    here = str(folder)
    for name, module in list(sys.modules.items()):
        home = os.path.dirname(getattr(module, "__file__", None) or "")
        if home in _folders and home != here and (folder / f"{name}.py").is_file():
            del sys.modules[name]  # who imported it keeps it
    _folders.append(here)
    sys.path.insert(0, here)
    try:
        yield
    finally:
        sys.path.remove(here)
        if here not in sys.path:
            sys.path.append(here)  # for what is imported later


def load_module(name: str) -> ModuleType:
    """A module by name: an installed one, or one that lies in the current folder."""
    here = os.getcwd()
    if here not in sys.path and "" not in sys.path:
        sys.path.append(here)
    try:
        with no_exit():
            return importlib.import_module(name)
    except ModuleNotFoundError as error:
        if error.name is not None and (name == error.name or name.startswith(f"{error.name}.")):
            raise CannotLoad(f"there is no module {error.name!r}") from None
        raise CannotLoad(f"{name} does not load ({said(error)})") from error
    except (Exception, SystemExit) as error:
        raise CannotLoad(f"{name} does not load ({said(error)})") from error


def classes_in(path: Path) -> list[str]:
    """The public classes that a file defines, read without running it."""
    with contextlib.suppress(OSError, SyntaxError, ValueError):
        tree = ast.parse(path.read_bytes())
        return [node.name for node in tree.body if isinstance(node, ast.ClassDef) and not node.name.startswith("_")]
    return []


@cache
def plugins(group: str) -> dict[str, EntryPoint]:
    """The entry points of a group by name."""
    return {point.name: point for point in entry_points(group=group)}


def load_plugin(point: EntryPoint) -> Any:
    """What an installed plug-in names."""
    try:
        with no_exit():
            return point.load()
    except (Exception, SystemExit) as error:
        raise CannotLoad(f"its plug-in {point.value} does not load ({said(error)})") from error


# Evaluations: an `Evaluation`, or an object with the name of its `game` and its `evaluation`, for the states of one game.

EVALUATIONS = "tapete.evaluations"  # entry points of other packages


def outside_evaluation(name: str, definition: Definition) -> Evaluation | None:
    """The evaluation that a reference or the name of a plug-in means; None where it is neither."""
    reference, point = split_reference(name), plugins(EVALUATIONS).get(name)
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
