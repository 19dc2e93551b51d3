"""Plain technical English in docstrings, comments, messages and documents: words to avoid, and what is still to be rewritten."""

from __future__ import annotations

import ast
import io
import re
import tokenize
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

import pytest

import tapete

PACKAGE = Path(tapete.__file__).parent
ROOT = Path(__file__).parents[1]
SOURCES = ("tests", "examples", "benchmarks")  # folders of Python files beside the package
PAGES = ("README.md", "CONTRIBUTING.md", "docs")  # documents: files and folders
GENERATED = "docs/reference/api.md"  # from docstrings of the package, which are checked there
AVOIDED = {
    "What": r"\A(?:#+ )?What\b",  # a noun clause as the title of a docstring or of a section
    "whoever": r"\b[Ww]hoever\b",
    "somebody": r"\b[Ss]omebody\b",
    "nobody": r"\b[Nn]obody\b",
    "told": r"\btold\b",
    "came to": r"\bc[ao]mes? to\b",
    "is no": r"(?<![Tt]here )\b(?:is|are|was) no\b(?! longer| more)",
    "manieth": r"manieth",
    "stranger": r"\bstranger",
    "stands, lies": r"\b(?:stands|lies)\b",
    "is asked": r"\b(?:is|are|was|be) asked\b",
}
PATTERNS = {name: re.compile(pattern) for name, pattern in AVOIDED.items()}
# Violations that are left, by file or folder. A number may only shrink; an entry at 0 is removed.
KNOWN = {
    "arena/store/schema.py": 1,  # a migration, which is never edited
    "games/catan/text.py": 1,  # words that players type
    "studies/catan/training.py": 1,  # a label of stored rows
    "studies/thesis_briscas.py": 1,  # a label of stored rows
    "studies/words.py": 1,  # its translation
}
KNOWN_OUTSIDE = {  # the same outside the package, by path from the root
    "examples/love_letter/presentation.py": 4,
    "tests/games": 10,  # words of players
    "tests/studies/test_trained.py": 2,  # a label of stored rows
    "tests/web/test_dinosaurs_care.py": 1,  # a name of the page
    "tests/web/test_foretold.py": 2,  # a name of the page, words of players
    "tests/web/test_redraws.py": 1,  # a name of the page
    "tests/web/test_replay.py": 2,  # a name of the page
    "tests/web/test_timeline.py": 2,  # code of the page
    "tests/web/test_tribute_care.py": 4,  # words of players
}
Text = tuple[int, str, str]  # line, kind, text


def texts_of(source: str) -> Iterator[Text]:
    """Yield the comments, docstrings and other strings of a module."""
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.COMMENT:
            yield token.start[0], "comment", token.string
    docstrings = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)):
            first = node.body[0] if node.body else None
            if isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant):
                docstrings.add(first.value)
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.lineno, "docstring" if node in docstrings else "string", node.value


ANYWHERE = re.compile("|".join([r"[\"']What\b", *(pattern for name, pattern in AVOIDED.items() if name != "What")]))


def violations(source: str) -> list[str]:
    """Return the avoided words of a module, each with its line; names in backticks do not count."""
    if not ANYWHERE.search(re.sub(r"[\"']\s*f?[\"']", "", source)):  # literals side by side are one text
        return []  # reading a module token by token takes time
    found = []
    for line, kind, text in texts_of(source):
        if kind == "string" and " " not in text:
            continue  # a key, not a sentence
        prose = re.sub(r"`[^`]*`", "``", text)
        for name, pattern in PATTERNS.items():
            if (name != "What" or kind == "docstring") and pattern.search(prose):
                found.append(f"{line}: {name!r} in {' '.join(text.split())[:80]!r}")
    return found


def violations_of_page(text: str) -> list[str]:
    """Return the avoided words of a document, each with its line; code does not count."""
    prose = re.sub(r"```.*?```", lambda block: "\n" * block[0].count("\n"), text, flags=re.DOTALL)
    found = []
    for number, line in enumerate(prose.split("\n"), 1):
        words = re.sub(r"`[^`]*`", "``", line)
        for name, pattern in PATTERNS.items():
            if (name != "What" or line.startswith("#")) and pattern.search(words):
                found.append(f"{number}: {name!r} in {line[:80]!r}")
    return found


def known_entry(path: str, known: Mapping[str, int]) -> str:
    """Return the entry of a list of known violations that covers a file; empty if there is none."""
    return next((entry for entry in known if path == entry or path.startswith(f"{entry}/")), "")


def check(found: Iterable[tuple[str, list[str]]], known: Mapping[str, int]) -> None:
    """Fail if a file has a violation that is not known, or if a known number is too large or can be removed."""
    counted: Counter[str] = Counter()
    new = []
    for name, here in found:
        if entry := known_entry(name, known):
            counted[entry] += len(here)
        else:
            new += [f"{name}:{one}" for one in here]
    assert not new, "see the style guide, section Language:\n" + "\n".join(new)
    grown = {entry: counted[entry] for entry, most in known.items() if counted[entry] > most}
    assert not grown, f"more than the known number: {grown}"
    done = [entry for entry in known if not counted[entry]]
    assert not done, f"remove the known entries that are at 0: {done}"


def files_of_package() -> Iterator[tuple[str, list[str]]]:
    for path in sorted(PACKAGE.rglob("*.py")):
        yield path.relative_to(PACKAGE).as_posix(), violations(path.read_text(encoding="utf-8"))


def files_outside() -> Iterator[tuple[str, list[str]]]:
    """Yield the violations of tests, examples, benchmarks and documents, by path from the root."""
    for path in sorted(path for folder in SOURCES for path in (ROOT / folder).rglob("*.py")):
        if path.name != Path(__file__).name:  # its examples are violations
            yield path.relative_to(ROOT).as_posix(), violations(path.read_text(encoding="utf-8"))
    for place in PAGES:
        for path in sorted((ROOT / place).rglob("*.md")) or [ROOT / place]:
            name = path.relative_to(ROOT).as_posix()
            if name != GENERATED and "_build" not in path.parts:
                yield name, violations_of_page(path.read_text(encoding="utf-8"))


def test_texts_of_the_package_avoid_unclear_words() -> None:
    check(files_of_package(), KNOWN)


def test_texts_of_tests_examples_and_documents_avoid_unclear_words() -> None:
    check(files_outside(), KNOWN_OUTSIDE)


@pytest.mark.parametrize(
    ("source", "word"),
    [
        ('"""What a module does."""', "What"),
        ('def f():\n    """Return a value, whoever calls."""', "whoever"),
        ("x = 1  # nobody reads this", "nobody"),
        ('raise ValueError(f"{name} is no game")', "is no"),
        ('raise ValueError("the file is " "no store of ours")', "is no"),
        ('raise ValueError("the agent was told")', "told"),
        ('"""Return what a duel came to."""', "came to"),
        ('"""Return the seat that is asked."""', "is asked"),
        ('"""Return where a file lies."""', "stands, lies"),
    ],
)
def test_an_unclear_word_is_found(source: str, word: str) -> None:
    assert [entry for entry in violations(source) if f"{word!r} in" in entry]


@pytest.mark.parametrize(
    "source",
    [
        '"""Call `told` with each match."""',
        'print("there is no such file")',
        '"""Return True if a game is no longer played."""',
        'label = "What a game is like"',
        'key = "nobody-asked"',
    ],
)
def test_plain_words_pass(source: str) -> None:
    assert not violations(source)


@pytest.mark.parametrize(
    ("page", "word"),
    [
        ("# What a seat knows", "What"),
        ("The file lies beside it.", "stands, lies"),
        ("```python\nnobody = 1\n```\nSomebody reads it.", "somebody"),
    ],
)
def test_an_unclear_word_in_a_document_is_found(page: str, word: str) -> None:
    assert [entry for entry in violations_of_page(page) if f"{word!r} in" in entry]


@pytest.mark.parametrize("page", ["Call `told`.", "```text\nnobody is asked\n```", "What is new is below."])
def test_code_in_a_document_does_not_count(page: str) -> None:
    assert not violations_of_page(page)


@pytest.mark.parametrize(
    ("found", "known", "message"),
    [
        ([("tests/a.py", ["1: 'told'"])], {}, "tests/a.py:1"),
        ([("tests/a.py", ["1: 'told'", "2: 'told'"])], {"tests": 1}, "more than"),
        ([("tests/a.py", [])], {"tests": 1}, "at 0"),
    ],
)
def test_new_more_and_outdated_entries_fail(
    found: list[tuple[str, list[str]]], known: dict[str, int], message: str
) -> None:
    with pytest.raises(AssertionError, match=message):
        check(found, known)
    check([("tests/a.py", ["1: 'told'"])], {"tests": 1})
