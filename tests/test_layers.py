"""Imports point one way: from the command line down to the kernel, never up, not even inside a function."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

import tapete

ROOT = Path(tapete.__file__).parent

# From the ground up. A room may import itself, those of its own floor and those below; what is above it does not exist for it.
FLOORS: tuple[tuple[str, ...], ...] = (
    ("_version", "errors", "options", "outside", "run_file", "compiling", "weight_files"),
    (
        "kernel",
        "guards",
        "interpreted",
        "mistakes",
        "fingerprint",
        "compiler",
        "build",
        "contract",
        "native",
        "loops",
        "vector_loops",
        "hidden",
    ),
    ("seeds", "words", "account", "claims", "face", "definition", "evaluations", "game", "catalogue", "conform"),
    ("policy",),
    ("nets",),
    ("games", "search"),
    ("agents",),
    ("records", "session", "vector"),
    ("arena",),
    ("evolve", "learn"),
    ("studies", "adapters", "web", "testing"),
    ("cli",),
    ("__init__",),  # the public names
)
FLOOR = {room: number for number, rooms in enumerate(FLOORS) for room in rooms}

# What has to look up, and why. Each must still be needed.
UPWARD = {
    ("catalogue", "games"): "finds the games of the package by their folder, and imports the one that is asked for",
}


@dataclass(frozen=True)
class Import:
    """One import of a module of the package, and where it stands."""

    module: str
    imported: str
    line: int
    typing_only: bool

    @property
    def rooms(self) -> tuple[str, str]:
        return room_of(self.module), room_of(self.imported)

    def __str__(self) -> str:
        return f"{self.module}, line {self.line}: imports {self.imported}"


def room_of(module: str) -> str:
    """The part of the package that a module belongs to: its name right below `tapete`."""
    return module.split(".")[1] if "." in module else "__init__"


def is_room(name: str) -> bool:
    """Whether a name of the package is a module or a folder; the others are public names of its `__init__`."""
    return (ROOT / name).is_dir() or (ROOT / f"{name}.py").is_file()


def module_of(path: Path, root: Path) -> str:
    parts = ["tapete", *path.relative_to(root).with_suffix("").parts]
    return ".".join(parts[:-1] if parts[-1] == "__init__" and len(parts) > 2 else parts)


def imports_of(tree: ast.AST, module: str, package: str, *, typing_only: bool = False) -> Iterator[Import]:
    """Every import of the package in a syntax tree: lazy ones, `import_module` with a fixed beginning, and those for typing."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test):
            for child in node.body:
                yield from imports_of(ast.Module([child], []), module, package, typing_only=True)
            continue
        for name in names_in(node, package):
            if name == "tapete" or name.startswith("tapete."):
                yield Import(module, name, node.lineno, typing_only)
        yield from imports_of(node, module, package, typing_only=typing_only)


def names_in(node: ast.AST, package: str) -> list[str]:
    """The modules that one statement or call imports, as full names."""
    if isinstance(node, ast.Import):
        return [alias.name for alias in node.names]
    if isinstance(node, ast.ImportFrom):
        start = ".".join(package.split(".")[: len(package.split(".")) - node.level + 1]) if node.level else ""
        base = ".".join(part for part in (start, node.module) if part)
        return (
            [f"tapete.{alias.name}" if is_room(alias.name) else base for alias in node.names]
            if base == "tapete"
            else [base]
        )
    if isinstance(node, ast.Call) and ast.unparse(node.func).split(".")[-1] in ("import_module", "__import__"):
        first = node.args[0] if node.args else None
        if isinstance(first, ast.JoinedStr):
            first = first.values[0]
        if isinstance(first, ast.Constant) and isinstance(first.value, str):
            return [first.value.rstrip(".")]
    return []


def all_imports(root: Path = ROOT) -> list[Import]:
    found = []
    for path in sorted(root.rglob("*.py")):
        module = module_of(path, root)
        package = module if path.name == "__init__.py" else module.rpartition(".")[0]
        found += imports_of(ast.parse(path.read_text(encoding="utf-8")), module, package)
    return found


def against(found: Import) -> bool:
    """Whether an import points up, or from one game to another."""
    here, there = found.rooms
    if here == there == "games":
        mine, other = found.module.split("."), found.imported.split(".")
        return len(other) > 2 and mine[2:3] != other[2:3]
    return FLOOR[there] > FLOOR[here]


@pytest.fixture(scope="module")
def imports() -> list[Import]:
    return all_imports()


def test_every_room_has_a_floor(imports: list[Import]) -> None:
    rooms = {room for found in imports for room in found.rooms}
    assert rooms <= set(FLOOR), f"say in FLOORS where {', '.join(sorted(rooms - set(FLOOR)))} belongs"


def test_no_module_imports_what_lies_above_it(imports: list[Import]) -> None:
    wrong = [str(found) for found in imports if against(found) and found.rooms not in UPWARD]
    assert not wrong, "\n".join(wrong)


def names_a_game(found: Import) -> bool:
    """Whether a module that is no game and no study knows a particular game."""
    return found.rooms[1] == "games" and found.rooms[0] not in ("games", "studies") and found.imported.count(".") > 1


def test_only_games_and_studies_know_a_particular_game(imports: list[Import]) -> None:
    wrong = [str(found) for found in imports if names_a_game(found)]
    assert not wrong, "\n".join(wrong)
    assert names_a_game(Import("tapete.arena.protocols", "tapete.games.hearthstone.decks", 1, False))


def test_every_exception_is_still_needed(imports: list[Import]) -> None:
    used = {found.rooms for found in imports if against(found)}
    assert set(UPWARD) <= used


MUTANTS = {
    "arena/duel.py": "from tapete.cli.tables import print_duel",
    "search/tree.py": "def late():\n    from tapete.agents.registry import make_agent",
    "kernel.py": "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from tapete.core.game import Game",
    "policy.py": "from importlib import import_module\nimport_module('tapete.search.ismcts')",
    "games/briscas/rules.py": "from tapete.games.catan import moves",
    "games/catan/rules.py": "from ..briscas import rules",
    "agents/player.py": "from tapete import arena",
    "arena/store/export.py": "import tapete",
}


@pytest.mark.parametrize("where", MUTANTS)
def test_an_import_that_points_up_is_found(where: str, tmp_path: Path) -> None:
    """The guard is shown a copy of one file with one wrong import added at its end."""
    copy = tmp_path / where
    copy.parent.mkdir(parents=True, exist_ok=True)
    copy.write_text((ROOT / where).read_text(encoding="utf-8") + "\n" + MUTANTS[where] + "\n", encoding="utf-8")
    found = [entry for entry in all_imports(tmp_path) if against(entry) and entry.rooms not in UPWARD]
    assert len(found) == 1, [str(entry) for entry in found]
