"""Rule of a bot that decided: its policy is run again in plain Python, and the path to its answer is traced.

The native policy is not touched: the same source is interpreted on a copy of the position and of the bot's memory, so the
explanation cannot differ from the decision.
"""

from __future__ import annotations

import ast
import linecache
import sys
from functools import lru_cache
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

import numpy as np

from tapete.core.bots import Bot
from tapete.core.state import View
from tapete.kernel import pure

MOST_LINES = 300_000  # of Python that a policy may run: one that looks far ahead, or searches, is not explained
HELPERS = ("index_of", "next_of_bot")  # of the games: they look up an action or draw a number, and decide nothing


class _TooLong(Exception):
    """Error for a policy that runs longer than a rule would."""


class _Watch:
    """Trace function: keeps where each function returned and what its last return statement called."""

    def __init__(self, folder: str) -> None:
        self.folder = folder  # of the bot's own source
        self.open: list[dict[str, Any]] = []
        self.last: dict[str, Any] | None = None
        self.lines = 0

    def __call__(self, frame: FrameType, event: str, argument: Any) -> Any:
        if not frame.f_code.co_filename.startswith(self.folder):
            return None
        entry: dict[str, Any] = {"code": frame.f_code, "inner": None, "inner_line": -1, "line": frame.f_lineno}
        entry["run"] = []  # its lines, in the order in which they ran
        parent = self.open[-1] if self.open else None
        self.open.append(entry)

        def local(frame: FrameType, event: str, argument: Any) -> Any:
            if event == "line":
                self.lines += 1
                if self.lines > MOST_LINES:
                    raise _TooLong
                entry["line"] = frame.f_lineno
                entry["run"].append(frame.f_lineno)
            elif event == "return":
                self.open.pop()
                entry["answer"] = argument
                if parent is None:
                    self.last = entry
                else:
                    parent["inner"], parent["inner_line"] = entry, parent["line"]
            return local

        return local


def rule_fired(agent: Bot, view: View) -> tuple[int, list[dict[str, Any]]] | None:
    """Return a bot's next answer and the path to it, from the policy to the deciding rule; None if it cannot be traced.

    The bot's memory and the view stay as they are. Each step is a function of the bot: `name`, `says` (the
    first line of its docstring), `when` (the conditions under which it decides, as written), `note` (the comment beside
    the line), `file` and `line`.
    """
    legal = view.legal()
    actions = np.array(legal, dtype=np.int32)
    own = agent.policy.kernel.function.__code__.co_filename
    watch = _Watch(str(Path(own).parent))
    before = sys.gettrace()
    try:
        sys.settrace(watch)
        world = view.state.clone()
        index = pure.call(agent.policy.kernel, world.record, actions, len(legal), agent.params, agent.memory.copy())
    except Exception:  # a policy that reads compiled code by its address, or that searches
        return None
    finally:
        sys.settrace(before)
    if not 0 <= index < len(legal):
        return None
    steps, entry = [], watch.last
    while entry is not None:
        found, calls = _at(entry["code"], entry["line"], entry["run"])
        steps.append(found)
        follows = calls and entry["inner"] is not None and entry["inner_line"] == entry["line"]
        entry = entry["inner"] if follows and entry["inner"]["code"].co_name not in HELPERS else None
    return (legal[int(index)], steps) if steps else None


def _at(code: CodeType, line: int, run: list[int]) -> tuple[dict[str, Any], bool]:
    """Return the source facts where a function decides, and whether its return statement delegates to another function.

    A function that returns a variable has decided where it set it last.
    """
    function = _functions(code.co_filename).get(code.co_firstlineno)
    found: dict[str, Any] = {"name": code.co_name, "says": "", "when": None, "note": None}
    found |= {"file": Path(code.co_filename).name, "line": line}
    if function is None:
        return found, False
    found["says"] = (ast.get_docstring(function) or "").partition("\n")[0]
    conditions, statement = _path_to(function, line)
    answer = statement.value if isinstance(statement, ast.Return) else None
    if isinstance(answer, ast.Name):
        set_at = {
            node.lineno for node in ast.walk(function) if isinstance(node, ast.Assign) and answer.id in _targets(node)
        }
        decided = next((ran for ran in reversed(run) if ran in set_at), None)
        if decided is not None:
            found["line"] = decided
            conditions = _path_to(function, decided)[0]
    if conditions:
        found["when"] = "; ".join(conditions)
    found["note"] = linecache.getline(code.co_filename, found["line"]).partition("  # ")[2].strip() or None
    return found, isinstance(answer, (ast.Call, ast.IfExp))


def _targets(node: ast.Assign) -> set[str]:
    """Return the names that a statement assigns."""
    return {one.id for target in node.targets for one in ast.walk(target) if isinstance(one, ast.Name)}


@lru_cache(maxsize=64)
def _functions(file: str) -> dict[int, ast.FunctionDef]:
    """Return the functions of a file by the line of their first decorator."""
    try:
        tree = ast.parse(Path(file).read_text(encoding="utf-8"))
    except (OSError, SyntaxError):
        return {}
    found = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]
    return {min([node.lineno, *(d.lineno for d in node.decorator_list)]): node for node in found}


def _path_to(node: ast.AST, line: int) -> tuple[list[str], ast.stmt | None]:
    """Return the conditions around the statement at a line of a function, as written, and the statement."""
    for name in ("body", "orelse"):
        for child in getattr(node, name, []):
            if isinstance(child, ast.stmt) and child.lineno <= line <= (child.end_lineno or child.lineno):
                inner = [] if isinstance(child, ast.Return) else _path_to(child, line)[0]
                conditions = []
                if isinstance(node, ast.If):
                    test = ast.unparse(node.test)
                    conditions = [test if name == "body" else f"not ({test})"]
                deepest = child if isinstance(child, ast.Return) else _path_to(child, line)[1] or child
                return conditions + inner, deepest
    return [], None
