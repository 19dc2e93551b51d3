"""Layers: imports point from the command line down to the kernel, no cycles, and no game is named outside its folder."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest

import tapete

ROOT = Path(tapete.__file__).parent

# From the bottom up. A part may import itself, those of its own floor and those below.
FLOORS: tuple[tuple[str, ...], ...] = (
    ("_version", "errors", "options", "reading"),
    ("kernel",),
    ("core", "plugins", "seeds"),
    ("nets",),
    ("games",),
    ("search",),
    ("agents",),
    ("play",),
    ("arena",),
    ("evolve", "learn"),
    ("studies", "adapters", "web", "testing"),
    ("cli", "__main__"),
    ("__init__",),  # the public names
)
FLOOR = {part: number for number, parts in enumerate(FLOORS) for part in parts}
MOST_AT_THE_TOP = 9  # modules

# Imports that point up, with their reasons. Each must still be needed.
UPWARD = {
    ("core", "games"): "finds the games of the package by their folder, and imports the requested one",
}

# Files outside `games` and `studies` that name one of the games, in code, strings or comments. This list may only shrink.
GAMES = ("briscas", "catan", "dinosaurs", "hearthstone", "tribute")
KNOWN_NAMES = {
    "adapters/__init__.py": "tribute",
    "adapters/gymnasium.py": "briscas",
    "adapters/openspiel.py": "briscas",
    "adapters/pettingzoo.py": "briscas dinosaurs",
    "adapters/rlcard.py": "dinosaurs",
    "adapters/scripts_of_tribute.py": "tribute",
    "agents/network.py": "briscas catan",
    "cli/app.py": "briscas catan dinosaurs",
    "cli/compare.py": "briscas",
    "cli/convert.py": "briscas",
    "cli/dataset.py": "briscas",
    "cli/demo.py": "briscas catan dinosaurs hearthstone tribute",
    "cli/play.py": "briscas catan",
    "cli/questions.py": "briscas catan tribute",
    "cli/serve.py": "catan",
    "cli/skeleton.py": "briscas",
    "cli/start.py": "briscas",
    "cli/study.py": "briscas hearthstone tribute",
    "cli/train.py": "briscas catan",
    "cli/warm.py": "briscas",
    "core/registry.py": "briscas",
    "core/weight_files.py": "tribute",
    "evolve/defaults.py": "dinosaurs",
    "evolve/es.py": "tribute",
    "evolve/ga.py": "catan hearthstone",
    "evolve/hall.py": "tribute",
    "evolve/report.py": "tribute",
    "evolve/training.py": "tribute",
    "learn/ppo.py": "catan",
    "learn/start.py": "briscas",
    "nets/network.py": "briscas",
    "search/flat.py": "hearthstone",
    "search/frontier.py": "hearthstone",
    "search/greedy_turn.py": "hearthstone",
    "search/presets.py": "hearthstone",
    "search/thesis_mcts.py": "briscas",
    "search/uct_turn.py": "hearthstone",
}


@dataclass(frozen=True)
class Import:
    """Import of a module of the package, with its line."""

    module: str
    imported: str
    line: int
    typing_only: bool

    @property
    def parts(self) -> tuple[str, str]:
        return part_of(self.module), part_of(self.imported)

    def __str__(self) -> str:
        return f"{self.module}, line {self.line}: imports {self.imported}"


def part_of(module: str) -> str:
    """Return the part of the package that a module belongs to: its name right below `tapete`."""
    return module.split(".")[1] if "." in module else "__init__"


def is_part(name: str) -> bool:
    """Return True if a name of the package is a module or a folder; the others are public names of its `__init__`."""
    return (ROOT / name).is_dir() or (ROOT / f"{name}.py").is_file()


def module_of(path: Path, root: Path) -> str:
    parts = ["tapete", *path.relative_to(root).with_suffix("").parts]
    return ".".join(parts[:-1] if parts[-1] == "__init__" and len(parts) > 2 else parts)


def imports_of(tree: ast.AST, module: str, package: str, *, typing_only: bool = False) -> Iterator[Import]:
    """Yield every import of the package: lazy ones, `import_module` with a fixed beginning, and those for typing."""
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
    """Return the modules that one statement or call imports, as full names."""
    if isinstance(node, ast.Import):
        return [alias.name for alias in node.names]
    if isinstance(node, ast.ImportFrom):
        start = ".".join(package.split(".")[: len(package.split(".")) - node.level + 1]) if node.level else ""
        base = ".".join(part for part in (start, node.module) if part)
        return (
            [f"tapete.{alias.name}" if is_part(alias.name) else base for alias in node.names]
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


@cache
def parsed(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


def all_imports(root: Path = ROOT) -> list[Import]:
    found = []
    for path in sorted(root.rglob("*.py")):
        module = module_of(path, root)
        package = module if path.name == "__init__.py" else module.rpartition(".")[0]
        found += imports_of(parsed(path), module, package)
    return found


def against(found: Import) -> bool:
    """Return True if an import points up, or from one game to another."""
    here, there = found.parts
    if here == there == "games":
        mine, other = found.module.split("."), found.imported.split(".")
        return len(other) > 2 and mine[2:3] != other[2:3]
    return FLOOR[there] > FLOOR[here]


@pytest.fixture(scope="module")
def imports() -> list[Import]:
    return all_imports()


def test_every_part_has_a_floor(imports: list[Import]) -> None:
    parts = {room for found in imports for room in found.parts}
    assert parts <= set(FLOOR), f"say in FLOORS where {', '.join(sorted(parts - set(FLOOR)))} belongs"


def test_no_module_imports_from_a_higher_floor(imports: list[Import]) -> None:
    wrong = [str(found) for found in imports if against(found) and found.parts not in UPWARD]
    assert not wrong, "\n".join(wrong)


def names_a_game(found: Import) -> bool:
    """Return True if a module outside games and studies imports a particular game."""
    return found.parts[1] == "games" and found.parts[0] not in ("games", "studies") and found.imported.count(".") > 1


def test_only_games_and_studies_know_a_particular_game(imports: list[Import]) -> None:
    wrong = [str(found) for found in imports if names_a_game(found)]
    assert not wrong, "\n".join(wrong)
    assert names_a_game(Import("tapete.arena.protocols", "tapete.games.hearthstone.decks", 1, False))


def test_every_exception_is_still_needed(imports: list[Import]) -> None:
    used = {found.parts for found in imports if against(found)}
    assert set(UPWARD) <= used


MUTANTS = {
    "arena/duel.py": "from tapete.cli.tables import print_duel",
    "search/tree.py": "def late():\n    from tapete.agents.registry import make_agent",
    "kernel/types.py": "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from tapete.core.game import Game",
    "core/bots.py": "from importlib import import_module\nimport_module('tapete.search.ismcts')",
    "games/briscas/rules.py": "from tapete.games.catan import moves",
    "games/catan/rules.py": "from ..briscas import rules",
    "agents/player.py": "from tapete import arena",
    "arena/store/writers.py": "import tapete",
}


@pytest.mark.parametrize("where", MUTANTS)
def test_an_import_that_points_up_is_found(where: str, tmp_path: Path) -> None:
    """The guard checks a copy of one file with one wrong import added at its end."""
    copy = tmp_path / where
    copy.parent.mkdir(parents=True, exist_ok=True)
    copy.write_text((ROOT / where).read_text(encoding="utf-8") + "\n" + MUTANTS[where] + "\n", encoding="utf-8")
    found = [entry for entry in all_imports(tmp_path) if against(entry) and entry.parts not in UPWARD]
    assert len(found) == 1, [str(entry) for entry in found]


# Cycles: modules that import each other, directly or through others


def graph(root: Path = ROOT) -> dict[str, set[str]]:
    """Return the modules that each module imports when it runs, lazily too."""
    paths = {module_of(path, root): path for path in sorted(root.rglob("*.py"))}
    whole = {module_of(path, ROOT) for path in ROOT.rglob("*.py")}
    edges: dict[str, set[str]] = {}
    for module, path in paths.items():
        package = module if path.name == "__init__.py" else module.rpartition(".")[0]
        edges[module] = set()
        for node in running(parsed(path)):
            for name in names_in(node, package):
                inner = {f"{name}.{alias.name}" for alias in node.names} if isinstance(node, ast.ImportFrom) else set()
                edges[module] |= ((inner & whole) or {name} & whole) - {module}
    return edges


def running(tree: ast.AST) -> Iterator[ast.AST]:
    """Yield the parts of a syntax tree that run, without those for type checkers."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test):
            continue
        yield node
        yield from running(node)


def reachable(edges: dict[str, set[str]], start: str) -> set[str]:
    found, pending = set(), [start]
    while pending:
        new = edges.get(pending.pop(), set()) - found
        found |= new
        pending += new
    return found


def cycles(edges: dict[str, set[str]]) -> list[set[str]]:
    """Return groups of modules that can all reach each other."""
    reach = {module: reachable(edges, module) for module in edges}
    groups = {
        frozenset(other for other in reach[module] if module in reach.get(other, ()))
        for module in edges
        if module in reach[module]
    }
    return [{module.removeprefix("tapete.") for module in group} for group in groups]


def test_no_import_cycles(edges: dict[str, set[str]]) -> None:
    found = [sorted(group) for group in cycles(edges)]
    assert not found, f"these modules import each other: {found}"


def test_a_lazy_import_that_closes_a_cycle_is_found(edges: dict[str, set[str]]) -> None:
    tree = ast.parse("def late():\n    from tapete.core import bots")
    assert [name for node in running(tree) for name in names_in(node, "tapete.kernel")] == ["tapete.core"]
    closed = {**edges, "tapete.core.strings": edges["tapete.core.strings"] | {"tapete.core.presentation"}}
    assert {"core.presentation", "core.strings"} in cycles(closed)


@pytest.fixture(scope="module")
def edges() -> dict[str, set[str]]:
    return graph()


# Size of the top level, and names of games


def test_the_top_level_stays_small() -> None:
    assert len(list(ROOT.glob("*.py"))) <= MOST_AT_THE_TOP


def games_named(root: Path) -> set[tuple[str, str]]:
    """Return the files outside `games` and `studies` that name a game, with the game."""
    found = set()
    for path in root.rglob("*"):
        place = path.relative_to(root)
        if place.parts[0] in ("games", "studies") or path.suffix not in (".py", ".js", ".ts", ".json", ".css", ".html"):
            continue
        text = path.read_text(encoding="utf-8").lower()
        found |= {
            (place.as_posix(), game) for game in GAMES if re.search(rf"(?<![a-z]){game}(?![a-z])", text) is not None
        }
    return found


def test_no_new_file_outside_games_and_studies_names_a_game() -> None:
    found = games_named(ROOT)
    known = {(place, game) for place, games in KNOWN_NAMES.items() for game in games.split()}
    assert not found - known, f"these name a game: {sorted(found - known)}"
    assert not known - found, f"take out of KNOWN_NAMES: {sorted(known - found)}"


@pytest.mark.parametrize(
    "text", ["load('briscas')", "// the table of Catan", '{"game": "hearthstone"}', "SCRIPTS_OF_TRIBUTE"]
)
def test_a_name_of_a_game_is_found_in_any_text(text: str, tmp_path: Path) -> None:
    for name in ("web/page/table.js", "games/briscas/rules.py", "arena/duel.py"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
    assert {place for place, _ in games_named(tmp_path)} == {"web/page/table.js", "arena/duel.py"}
