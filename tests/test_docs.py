"""Documents: their code runs, their links and the Python names they mention exist; no file has conflict markers of a merge."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from command import python_script

ROOT = Path(__file__).parents[1]
PAGES = sorted(path for path in (ROOT / "docs").rglob("*.md") if "_build" not in path.parts)
DOCUMENTS = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *PAGES]
NOT_RUN = {"CONTRIBUTING.md"}  # its code is an excerpt of a test
ENTRY_POINTS = {"tapete.agents", "tapete.evaluations", "tapete.games"}  # groups of entry points, which are not modules
GLOSSARY = ROOT / "docs" / "reference" / "glossary.md"


def blocks(path: Path) -> str:
    return "\n\n".join(re.findall(r"```python\n(.*?)```", path.read_text(encoding="utf-8"), flags=re.DOTALL))


# Documents whose code trains, or plays enough games for a report: five seconds and more.
LONG = {"read-a-report.md", "train-a-network.md", "gymnasium.md", "rlcard.md"}


@pytest.mark.parametrize(
    "path",
    [
        pytest.param(path, id=path.name, marks=pytest.mark.slow if path.name in LONG else ())
        for path in DOCUMENTS
        if path.name not in NOT_RUN and blocks(path)
    ],
)
def test_the_code_of_a_document_runs_from_top_to_bottom(path: Path, tmp_path: Path) -> None:
    script = tmp_path / "document.py"
    script.write_text(blocks(path), encoding="utf-8")
    run = python_script(script, cwd=tmp_path, torch=True)
    assert run.returncode == 0, run.stderr[-2000:]


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.name)
def test_links_between_documents_lead_to_files(path: Path) -> None:
    for target in re.findall(r"\]\(([^)#:]+)\)", path.read_text(encoding="utf-8")):
        assert (path.parent / target).exists(), f"{path.name} links to {target}"


def bound_names(statements: list[ast.stmt]) -> Iterator[tuple[str, list[ast.stmt]]]:
    """Yield the names that statements bind, each with the statements of its body if it is a class."""
    for node in statements:
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            yield node.name, node.body if isinstance(node, ast.ClassDef) else []
        elif isinstance(node, (ast.Assign, ast.AnnAssign)):
            for target in node.targets if isinstance(node, ast.Assign) else [node.target]:
                yield from ((name.id, []) for name in ast.walk(target) if isinstance(name, ast.Name))
        elif isinstance(node, (ast.Import, ast.ImportFrom)):
            yield from (((alias.asname or alias.name), []) for alias in node.names)
        elif isinstance(node, ast.If):
            yield from bound_names(node.body)


@cache
def names_of(module: Path) -> dict[str, list[ast.stmt]]:
    return dict(bound_names(ast.parse(module.read_text(encoding="utf-8")).body))


def exists(dotted: str) -> bool:
    """Return whether a dotted name is a module of the package or a name in one; read from the sources, without an import."""
    at, parts = ROOT / "src", dotted.split(".")
    while parts and (at / parts[0]).is_dir():
        at /= parts.pop(0)
    module = at / "__init__.py"
    if parts and (at / f"{parts[0]}.py").is_file():
        module = at / f"{parts.pop(0)}.py"
    found = names_of(module) if parts and module.is_file() else {}
    for name in parts:
        if name not in found:
            return False
        found = dict(bound_names(found[name]))
    return True


def python_names(text: str) -> set[str]:
    return set(re.findall(r"(?<![\w./-])tapete(?:\.\w+)+", text)) - ENTRY_POINTS


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.name)
def test_python_names_in_documents_exist(path: Path) -> None:
    missing = sorted(name for name in python_names(path.read_text(encoding="utf-8")) if not exists(name))
    assert not missing, f"{path.name}: {', '.join(missing)}"


def test_the_glossary_names_a_module_for_each_term() -> None:
    entries = re.findall(r"^- \*\*(.+?)\*\*: (.+)", GLOSSARY.read_text(encoding="utf-8"), flags=re.MULTILINE)
    assert len(entries) >= 35
    terms = [term for term, _ in entries]
    assert terms == sorted(terms, key=str.lower), "in alphabetical order"
    for term, meaning in entries:
        place = meaning.partition("*See* ")[2]
        assert python_names(place) or re.search(r"`tests/\w+`", place), term


@pytest.mark.parametrize(
    ("name", "known"),
    [
        ("tapete.arena.duel.duel", True),
        ("tapete.core.state.View.sample", True),
        ("tapete.Session", True),
        ("tapete.arena.duel.dual", False),
        ("tapete.core.state.View.simple", False),
        ("tapete.core.fields", False),
        ("tapete.pages", False),
    ],
)
def test_a_python_name_that_does_not_exist_is_found(name: str, known: bool) -> None:
    assert exists(name) is known


def test_no_file_has_conflict_markers() -> None:
    found = [ROOT / "Makefile", *ROOT.glob("*.*"), *(ROOT / "docs").rglob("*.md")]
    for folder in ("src", "tests", "examples", "benchmarks"):
        found += [
            path for path in (ROOT / folder).rglob("*") if path.suffix in (".py", ".js", ".css", ".html", ".toml")
        ]
    marks = ("<" * 7 + " ", ">" * 7 + " ")
    for path in found:
        if path.is_file():
            lines = path.read_text(encoding="utf-8", errors="replace").splitlines()
            assert not any(line.startswith(marks) for line in lines), path
