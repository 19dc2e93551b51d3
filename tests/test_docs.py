"""The code in the documents runs, links lead to files, and no merge conflict is left."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from command import python_script

ROOT = Path(__file__).parents[1]
DOCUMENTS = [ROOT / "README.md", *sorted(path for path in (ROOT / "docs").rglob("*.md") if "_build" not in path.parts)]


def blocks(path: Path) -> str:
    return "\n\n".join(re.findall(r"```python\n(.*?)```", path.read_text(encoding="utf-8"), flags=re.DOTALL))


# Documents whose code trains, or plays enough games for a report: five seconds and more.
LONG = {"read-a-report.md", "train-a-network.md", "gymnasium.md", "rlcard.md"}


@pytest.mark.parametrize(
    "path",
    [
        pytest.param(path, id=path.name, marks=pytest.mark.slow if path.name in LONG else ())
        for path in DOCUMENTS
        if blocks(path)
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


def test_no_file_contains_conflict_markers() -> None:
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
