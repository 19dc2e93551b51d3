"""No module of the package calls a kernel from Python: that would compile it, even in the server's event loop."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

import tapete
from tapete.errors import CompileError
from tapete.kernel import i8, kernel
from tapete.kernel.types import Kernel
from tapete.testing import allow_kernel_calls

SOURCE = Path(tapete.__file__).parent


@kernel
def doubled(number: i8) -> i8:
    return 2 * number


def test_a_kernel_is_not_compiled_by_a_call_from_python(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Kernel, "compiled", None)
    with pytest.raises(CompileError, match=r"doubled> was called from Python.*doubled\.function.*allow_kernel_calls"):
        doubled(4)
    assert doubled.function(4) == 8, "plain Python"
    allow_kernel_calls()
    assert doubled(4) == 8


def is_kernel(function: ast.FunctionDef) -> bool:
    return any(isinstance(mark, ast.Name) and mark.id == "kernel" for mark in function.decorator_list)


def registered(tree: ast.AST) -> set[str]:
    """Return the functions that become kernels by a call, `kernel(policy)`."""
    calls = (node for node in ast.walk(tree) if isinstance(node, ast.Call))
    return {
        call.args[0].id
        for call in calls
        if isinstance(call.func, ast.Name) and call.func.id == "kernel" and isinstance(call.args[0], ast.Name)
    }


class Calls:
    """Calls of kernels outside kernels, found in the sources of modules."""

    def __init__(self, sources: dict[str, str]) -> None:
        self.trees = {name: ast.parse(text) for name, text in sources.items()}
        self.names: dict[
            str, dict[str, str]
        ] = {}  # of each module: the meaning of its names, as `module` or `module:name`
        for name, tree in self.trees.items():
            own = self.names[name] = {}
            for node in ast.walk(tree):
                if isinstance(node, ast.ImportFrom) and node.module and not node.level:
                    for item in node.names:
                        whole = f"{node.module}.{item.name}"
                        own[item.asname or item.name] = whole if whole in self.trees else f"{node.module}:{item.name}"
                elif isinstance(node, ast.Import):
                    own.update({item.asname: item.name for item in node.names if item.asname})
            for node in tree.body:
                if isinstance(node, ast.FunctionDef):
                    own[node.name] = "a kernel" if is_kernel(node) else "a function"

    def meaning(self, module: str, name: str) -> str:
        """Return the meaning of a name of a module, through the modules that re-export it."""
        found = self.names.get(module, {}).get(name, "")
        if ":" in found and not found.startswith(f"{module}:"):
            return self.meaning(*found.split(":"))
        return found

    def target(self, module: str, called: ast.expr) -> str:
        if isinstance(called, ast.Name):
            return self.meaning(module, called.id)
        if isinstance(called, ast.Attribute) and isinstance(called.value, ast.Name):
            return self.meaning(self.meaning(module, called.value.id), called.attr)
        return ""

    def found(self) -> list[str]:
        sites: list[str] = []
        for module, tree in self.trees.items():
            made = registered(tree)

            def walk(node: ast.AST, module: str = module, made: set[str] = made) -> None:
                if isinstance(node, ast.FunctionDef) and (is_kernel(node) or node.name in made):
                    return
                if isinstance(node, ast.Call) and self.target(module, node.func) == "a kernel":
                    sites.append(f"{module}, line {node.lineno}: {ast.unparse(node)[:80]}")
                for child in ast.iter_child_nodes(node):
                    walk(child, module, made)

            walk(tree)
        return sites


def test_no_module_calls_a_kernel_from_python() -> None:
    sources = {}
    for path in SOURCE.rglob("*.py"):
        parts = path.relative_to(SOURCE.parent).with_suffix("").parts
        sources[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path.read_text()
    calls = Calls(sources)
    assert calls.meaning("tapete.games.briscas.bots", "beats") == "a kernel", "re-exports are followed"
    assert calls.found() == []


def test_calls_of_kernels_from_python_are_found() -> None:
    rules = "@kernel\ndef beats(a: i8) -> i8:\n    return a\n@kernel\ndef inner(a: i8) -> i8:\n    return beats(a)\n"
    text = "from game.rules import beats\nfrom game import rules\ndef one():\n    return beats(1)\ndef two():\n    return rules.inner(2)\n"
    made = "from game.rules import beats\ndef search():\n    def policy(a: i8):\n        return beats(a)\n    return kernel(policy)\n"
    found = Calls({"game": "", "game.rules": rules, "game.text": text, "game.made": made}).found()
    assert [site.partition(": ")[2] for site in found] == ["beats(1)", "rules.inner(2)"]
