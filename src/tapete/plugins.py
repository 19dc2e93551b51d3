"""Third-party objects: references by file (`agent.py:Class`) or by module (`package.module:Class`), and installed plug-ins.

Evaluations of games are among them. An error while loading becomes one sentence, never a traceback of ours.
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

# A path with `=` or `,` in it cannot be distinguished from an option of a spec, so it is not a reference.
REFERENCE = re.compile(
    r"(?P<where>[^=,]*\.py|[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)+):(?P<name>[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*)"
)


class CannotLoad(TapeteError):
    """Error for a third-party object that is missing or does not load; the message completes the caller's sentence."""


_leave = os._exit
_inside: Counter[tuple[int, int]] = Counter()  # processes and threads that load or create third-party objects
_one_at_a_time = threading.Lock()


def _refuse_to_leave(status: int) -> NoReturn:
    """Replace `os._exit` in this thread by an error. Forked processes and other threads may still exit."""
    if (os.getpid(), threading.get_ident()) in _inside:
        raise SystemExit(f"it called os._exit({status})")
    _leave(status)


@contextlib.contextmanager
def no_exit() -> Iterator[None]:
    """Turn `os._exit` into an ordinary error while third-party code is loaded or created: it would end the program silently."""
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
    """Split `agent.py:Class` or `package.module:Class` in two; return None for any other text."""
    found = REFERENCE.fullmatch(text.strip())
    return (found["where"], found["name"]) if found else None


def absolute_reference(text: str) -> str:
    """Return a reference with an absolute path; a reference that does not name a file is unchanged."""
    found = split_reference(text)
    if found is None or not found[0].endswith(".py"):
        return text
    return f"{Path(found[0]).expanduser().absolute()}:{found[1]}"


def load_object(text: str) -> Any:
    """Return the object that a reference names."""
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
    """Load a Python file as a module, once per contents. It can import the files beside it."""
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
    """Return the line at which loading a file failed, as the end of a sentence; empty if the error already names one."""
    lines = [frame.lineno for frame in traceback.extract_tb(error.__traceback__) if frame.filename == path]
    return f", line {lines[-1]}" if lines and ", line " not in str(error) and " line " not in str(error) else ""


_folders: list[str] = []  # of files that were loaded, whose neighbours can be imported


@contextlib.contextmanager
def sibling_imports_first(folder: Path) -> Iterator[None]:
    """Let imports look beside the running file first, as for a script: its `tools.py` is not that of another folder."""
    here = str(folder)
    for name, module in list(sys.modules.items()):
        home = os.path.dirname(getattr(module, "__file__", None) or "")
        if home in _folders and home != here and (folder / f"{name}.py").is_file():
            del sys.modules[name]  # modules that imported it keep it
    _folders.append(here)
    sys.path.insert(0, here)
    try:
        yield
    finally:
        sys.path.remove(here)
        if here not in sys.path:
            sys.path.append(here)  # for what is imported later


def load_module(name: str) -> ModuleType:
    """Import a module by name: an installed one, or one in the current folder."""
    here = os.getcwd()
    if here not in sys.path and "" not in sys.path:
        sys.path.append(here)
    try:
        with no_exit():
            return importlib.import_module(name)
    except ModuleNotFoundError as error:
        if error.name is not None and (name == error.name or name.startswith(f"{error.name}.")):
            raise CannotLoad(f"no module named {error.name!r}") from None
        raise CannotLoad(f"{name} does not load ({said(error)})") from error
    except (Exception, SystemExit) as error:
        raise CannotLoad(f"{name} does not load ({said(error)})") from error


def classes_in(path: Path) -> list[str]:
    """Return the public classes that a file defines, read without running it."""
    with contextlib.suppress(OSError, SyntaxError, ValueError):
        tree = ast.parse(path.read_bytes())
        return [node.name for node in tree.body if isinstance(node, ast.ClassDef) and not node.name.startswith("_")]
    return []


@cache
def plugins(group: str) -> dict[str, EntryPoint]:
    """Return the entry points of a group by name."""
    return {point.name: point for point in entry_points(group=group)}


def load_plugin(point: EntryPoint) -> Any:
    """Load the object that an installed plug-in names."""
    try:
        with no_exit():
            return point.load()
    except (Exception, SystemExit) as error:
        raise CannotLoad(f"its plug-in {point.value} does not load ({said(error)})") from error


# Evaluations: an `Evaluation`, or an object with the name of its `game` and its `evaluation`, for the states of one game.

EVALUATIONS = "tapete.evaluations"  # entry points of other packages


def outside_evaluation(name: str, definition: Definition) -> Evaluation | None:
    """Return the evaluation that a reference or a plug-in names; None if `name` is neither."""
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
    """Return a third-party object as an evaluation of this game's states, or None and the reason why it is not one."""
    game, inner = getattr(found, "game", None), getattr(found, "evaluation", None)
    if isinstance(inner, Evaluation):
        if game != definition.name:
            return None, f"it is an evaluation of {shown(game)}, not of {definition.name}"
        found = inner
    if not isinstance(found, Evaluation):
        return None, f"{shown(found)} is not an Evaluation"
    problem = wrong_kernel(found, definition) or wrong_numbers(found)
    return (None, problem) if problem else (found, "")


def wrong_kernel(evaluation: Evaluation, definition: Definition) -> str:
    """Return what is wrong with the function of an evaluation; empty if nothing is."""
    kernel = evaluation.kernel
    if not isinstance(kernel, Kernel):
        return f"{shown(kernel)} is not a function decorated with @kernel"
    wanted = "evaluate_change" if evaluation.rates_moves else "evaluate"
    try:
        hints = inspect.get_annotations(kernel.function, eval_str=True)
        records = [hint for hint in hints.values() if isinstance(hint, RecordType)]
        if any(record.dtype != definition.state.dtype for record in records):
            return f"{kernel!r} takes the states of another game than {definition.name}"
        FUNCTIONS[wanted].check(wanted, kernel, definition.state)
    except Exception as error:  # annotations are third-party code
        return said(error)
    return ""


def wrong_numbers(evaluation: Evaluation) -> str:
    """Return what is wrong with the weights, the scale or the bounds of an evaluation; empty if nothing is."""
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
