"""Sentences as data: how moves and events, which are plain dictionaries, become text in a language.

The strings of a game are files, `strings/en.json` and `strings/es.json` beside its modules: one flat mapping per language, from a
key to a template. The keys of a move are `move.KIND`, of an event `event.KIND`, of a name `name.ID`; others are the game's own.
A template holds places to fill:

    {card}              the value: a number as it is, a text by its `name.` where there is one, a list joined by commas
    {card:the}          the same by another form of the name: `the.ID` where there is one, else `name.ID`
    {card:raw}          the value itself, not its name
    {cards:and}         a list joined by commas and a last "and"; with a form: {cards:the and}
    {parts:spaced}      a list joined by spaces; {parts:semi}: by semicolons
    {to:seat}           the value is a seat: "you" for the reader, a name the table gives, or "seat 1"
    {to:object}         the same where the seat suffers something, for languages in which "you" is another word then
    {winners:seats}     a list of seats joined by commas and a last "and"
    {n:card|cards}      the first for 1, the second otherwise (the number itself is not written)
    {size:s=small|big}  the text of the value, the last for every other value
    {event:sentence}    with a capital and a full stop

A value may be a phrase: a mapping with the key of a template as `say`, and what fills its places beside the data round it. A
key with `.you` behind it (`event.trick.you`) is used instead where the `seat` of the data is the reader's, so that others'
moves are not worded as the reader's own. The page fills the same templates by the same rules (`web/page/fill.js`); both are
tested on `tests/data/filled.json`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache, cached_property
from pathlib import Path
from typing import Any

from tapete.errors import TapeteError

Words = Mapping[str, str]
LANGUAGES = ("en", "es")
JOINTS = {"spaced": " ", "semi": "; "}
Phrase = dict[str, Any]  # the key of a template as `say`, and what fills its places

_PLACE = re.compile(r"\{(\w+)(?::([^{}]*))?\}")


# Files


class Strings(Mapping[str, Words]):
    """The strings of a folder by language, the common ones included. Files are read and checked when first needed."""

    def __init__(self, folder: Path, common: Mapping[str, Words] | None = None) -> None:
        self.folder = folder
        self._common = common or {}

    @cached_property
    def own(self) -> dict[str, dict[str, str]]:
        """The strings of the files alone."""
        return read_strings(self.folder)

    @cached_property
    def _all(self) -> dict[str, Words]:
        return {language: {**self._common.get(language, {}), **own} for language, own in self.own.items()}

    def __getitem__(self, language: str) -> Words:
        return self._all[language]

    def __iter__(self) -> Iterator[str]:
        return iter(LANGUAGES)

    def __len__(self) -> int:
        return len(LANGUAGES)


COMMON = Strings(Path(__file__).parents[1] / "strings")


@cache
def strings_beside(module: str) -> Strings:
    """Return the strings of the folder `strings` beside a module, given by its `__file__`."""
    return Strings(Path(module).parent / "strings", COMMON)


def read_strings(folder: Path) -> dict[str, dict[str, str]]:
    """Read `en.json` and `es.json` of a folder; refuse them where a key or a place is missing in one language."""
    found = {}
    for language in LANGUAGES:
        path = folder / f"{language}.json"
        try:
            data = json.loads(path.read_text(encoding="utf-8"))
        except (OSError, ValueError) as error:
            raise TapeteError(f"{path}: cannot be read ({error})") from None
        if not isinstance(data, dict) or not all(isinstance(text, str) for text in data.values()):
            raise TapeteError(f"{path}: must be one JSON object whose values are texts")
        found[language] = data
    problems = problems_of(found)
    if problems:
        raise TapeteError(f"{folder}: {'; '.join(problems[:5])}")
    return found


def problems_of(words: Mapping[str, Words]) -> list[str]:
    """Return what is wrong with strings: keys of one language only, places that differ, plurals and selects without their
    forms.
    """
    found = []
    for key in dict.fromkeys(key for own in words.values() for key in own):
        lacking = [language for language, own in words.items() if key not in own]
        if lacking:
            found.append(f"{key!r} is missing in {', '.join(lacking)}")
            continue
        if len({frozenset(places(own[key], written=True)) for own in words.values()}) > 1:
            found.append(f"{key!r} has different places in the languages")
        for language, own in words.items():
            found += [f"{key!r} in {language}: {problem}" for problem in _problems(own[key])]
    return found


def _problems(template: str) -> Iterator[str]:
    """Yield what is wrong with one template."""
    rest = _PLACE.sub("", template)
    if "{" in rest or "}" in rest:
        yield f"a brace that opens or closes no place in {template!r}"
    for match in _PLACE.finditer(template):
        kind = match[2]
        if kind is None:
            continue
        forms = kind.split("|")
        if "=" in kind:
            if len(forms) < 2 or "=" in forms[-1] or not all("=" in form for form in forms[:-1]):
                yield f"{match[0]} needs the form of each value and a last one for all others"
        elif "|" in kind:
            if len(forms) != 2:
                yield f"{match[0]} needs two forms, for one and for many"
        elif not re.fullmatch(r"\w+( and)?", kind):
            yield f"{match[0]} is not a form of a name, nor a list, a seat, a plural or a select"


def places(template: str, *, written: bool = False) -> set[str]:
    """Return the data members that a template needs, or only those that it writes (plurals and selects agree with one)."""
    return {match[1] for match in _PLACE.finditer(template) if not written or "|" not in (match[2] or "")}


# Sentences


def fill(
    words: Words,
    key: str,
    data: Mapping[str, Any],
    *,
    reader: int | None = None,
    names: Sequence[str] | None = None,
) -> str:
    """Return the sentence of a key with its places filled from the data, worded for a reader."""
    if reader is not None and data.get("seat") == reader and f"{key}.you" in words:
        key = f"{key}.you"

    def written(value: Any, form: str = "name") -> str:
        if isinstance(value, Mapping):
            return fill(words, value["say"], {**data, **value}, reader=reader, names=names)
        if isinstance(value, (list, tuple)):
            return ", ".join(written(item, form) for item in value)
        return str(value) if form == "raw" else named(words, value, form)

    def filled(match: re.Match[str]) -> str:
        value, kind = data[match[1]], match[2]
        if kind is None:
            return written(value)
        if kind in ("seat", "object"):
            return seat_name(words, value, reader=reader, names=names, you="you" if kind == "seat" else "object")
        if kind == "seats":
            return listed(words, [seat_name(words, seat, reader=reader, names=names) for seat in value])
        if kind in JOINTS:
            return JOINTS[kind].join(written(item) for item in value)
        if kind == "sentence":
            return sentence(written(value))
        if "=" in kind:
            *forms, other = kind.split("|")
            return dict(form.split("=", 1) for form in forms).get(str(value), other)
        if "|" in kind:
            return kind.split("|")[0 if value == 1 else 1]
        form, _, _ = kind.removesuffix("and").partition(" ")
        if kind.endswith("and"):
            return listed(words, [written(item, form or "name") for item in value])
        return written(value, form)

    return _PLACE.sub(filled, words[key])


def named(words: Words, value: Any, form: str = "name") -> str:
    """Return a value as readable text."""
    if isinstance(value, bool):
        return words["yes" if value else "no"]
    if isinstance(value, (list, tuple)):
        return ", ".join(named(words, item, form) for item in value)
    if isinstance(value, float):
        return f"{value:g}"
    return words.get(f"{form}.{value}") or words.get(f"name.{value}", str(value))


def seat_name(
    words: Words, seat: int, *, reader: int | None = None, names: Sequence[str] | None = None, you: str = "you"
) -> str:
    """Return the name of a seat from a reader's point of view."""
    if seat == reader:
        return words[you]
    if names is not None:
        return names[seat]
    return fill(words, "seat", {"seat": seat})


def sentence(text: str) -> str:
    """Return a text with a capital, and a full stop unless it ends with a mark."""
    text = re.sub(r"[^¡¿]", lambda first: first[0].upper(), text, count=1)
    return text if text[-1:] in ".!?…" else f"{text}."


def listed(words: Words, items: Sequence[str]) -> str:
    """Join items as in a sentence: one, two and three."""
    if len(items) < 2:
        return "".join(items)
    return f"{', '.join(items[:-1])} {words['and']} {items[-1]}"
