"""String files: complete in both languages, and filled alike by Python and by the page."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from peek import PRESENTATION

import tapete
from tapete.core.presentation import event_text, words_of
from tapete.core.strings import COMMON, LANGUAGES, fill, read_strings, strings_beside
from tapete.errors import TapeteError

ROOT = Path(tapete.__file__).parent
FOLDERS = [ROOT / "strings", ROOT / "web" / "page" / "strings", *sorted(ROOT.glob("games/*/strings"))]
VECTORS = json.loads((Path(__file__).parents[1] / "data" / "filled.json").read_text())


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.parent.name)
def test_strings_are_complete_in_both_languages_and_sorted(folder: Path) -> None:
    words = read_strings(folder)
    for language in LANGUAGES:
        text = (folder / f"{language}.json").read_text(encoding="utf-8")
        assert text == json.dumps(words[language], ensure_ascii=False, indent=2, sort_keys=True) + "\n"


def test_every_game_of_the_package_has_strings() -> None:
    assert {folder.parent.name for folder in FOLDERS} > {"briscas", "catan", "dinosaurs", "hearthstone", "tribute"}
    assert not list(ROOT.glob("games/*/words.py"))


DRAWN = [folder for folder in FOLDERS if "stage.title" in read_strings(folder)["en"]]


@pytest.mark.parametrize("folder", DRAWN, ids=lambda folder: folder.parent.name)
def test_a_drawing_uses_exactly_its_strings(folder: Path) -> None:
    """The keys that a drawing's modules name exist, and each key of the drawing is named there, whole or in part."""
    source = "".join(file.read_text() for file in sorted(folder.parent.glob("table/*.js")))
    keys = {key.removeprefix("stage.") for key in read_strings(folder)["en"] if key.startswith("stage.")}
    used = re.findall(r'word\(\s*\w+,\s*"(\w+)"|"stage\.([\w.]+)"', source)
    assert {one or other for one, other in used} <= keys
    parts = set(re.findall(r"[\"`](?:stage\.)?([\w.]+)(?:[\"`]|\$\{)", source))  # "KEY", or `KEY_${...}`
    parts |= {f"{part}{end}" for part in parts for end in ("_you", "_short")}
    begun = tuple(part for part in parts if part.endswith(("_", ".")))
    assert not {key for key in keys if key not in parts and not key.startswith(begun)} - {"title"}
    assert not re.search(r"\b(en|es): [{\"]", source), "words of a language in JavaScript"


GOOD = {"a": "{n} {n:card|cards} of {who:seat}", "b": "{size:s=small|big}"}
BROKEN: dict[str, tuple[Callable[[dict[str, str]], Any], str]] = {
    "key": (lambda words: words.pop("a"), "'a' is missing in es"),
    "place": (lambda words: words.update(a="{m} de {who:seat}"), "'a' has different places"),
    "plural": (lambda words: words.update(a="{n} {n:a|b|c} {who:seat}"), "needs two forms"),
    "select": (lambda words: words.update(b="{size:s=a|m=b}"), "a last one for all others"),
    "brace": (lambda words: words.update(b="{size:s=a|b"), "a brace"),
    "kind": (lambda words: words.update(a="{n:the, and} {who:seat}"), "is not a form"),
    "value": (lambda words: words.update(a=3), "whose values are texts"),
}


@pytest.mark.parametrize("fault", BROKEN)
def test_faulty_strings_are_refused_with_their_key(fault: str, tmp_path: Path) -> None:
    broken, message = BROKEN[fault]
    spanish = dict(GOOD)
    (tmp_path / "en.json").write_text(json.dumps(GOOD))
    (tmp_path / "es.json").write_text(json.dumps(spanish))
    assert read_strings(tmp_path) == {"en": GOOD, "es": GOOD}
    broken(spanish)
    (tmp_path / "es.json").write_text(json.dumps(spanish))
    with pytest.raises(TapeteError, match=message):
        read_strings(tmp_path)


@pytest.mark.parametrize("case", VECTORS["cases"], ids=lambda case: case["text"][:30] or "nothing")
def test_python_fills_the_shared_vectors(case: dict[str, Any]) -> None:
    filled = fill(VECTORS["words"], case["key"], case["data"], reader=case.get("reader"), names=case.get("names"))
    assert filled == case["text"]


SCRIPT = """
import {readFileSync} from "node:fs";
import {phrase} from "./fill.mjs";
const {words, cases} = JSON.parse(readFileSync(process.argv[2], "utf-8"));
console.log(JSON.stringify(cases.map(({key, data, reader = null, names = null}) => phrase(words, {say: key, ...data}, {reader, names}))));
"""


def test_the_page_fills_the_shared_vectors(tmp_path: Path) -> None:
    (tmp_path / "fill.mjs").write_text((ROOT / "web" / "page" / "fill.js").read_text())
    (tmp_path / "run.mjs").write_text(SCRIPT)
    vectors = Path(__file__).parents[1] / "data" / "filled.json"
    run = subprocess.run([node(), "run.mjs", str(vectors)], capture_output=True, text=True, cwd=tmp_path, check=False)
    assert run.returncode == 0, run.stderr
    assert json.loads(run.stdout) == [case["text"] for case in VECTORS["cases"]]


def node() -> str:
    """Return the path of Node on the machine, or of the one in Playwright."""
    found = shutil.which("node")
    if found is None:
        driver = pytest.importorskip("playwright._impl._driver")
        found = driver.compute_driver_executable()[0]
    return str(found)


def test_a_third_party_game_has_strings_in_files_or_in_a_mapping(tmp_path: Path) -> None:
    (tmp_path / "strings").mkdir()
    for language in LANGUAGES:
        (tmp_path / "strings" / f"{language}.json").write_text(json.dumps(PRESENTATION.words[language]))
    beside = replace(PRESENTATION, words=strings_beside(str(tmp_path / "game.py")))
    for language in LANGUAGES:
        assert (
            words_of(beside, language)
            == words_of(PRESENTATION, language)
            == {**COMMON[language], **PRESENTATION.words[language]}
        )
    assert event_text(beside, {"kind": "look", "seat": 1}, "es") == "jugador 1 mira"
