"""Studies of users in a file (TOML), and result files that several users append to."""

from __future__ import annotations

import datetime
import json
import os
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import fields
from pathlib import Path
from typing import Any

from tapete._version import __version__
from tapete.core.registry import game_names
from tapete.errors import BadOption, nearest
from tapete.studies.study import MEASURES, Figure, Line, Picture, Study, StudyResult, Total, every_score

GIVEN = ("title", "source", "game", "quick", "full", "notes", "options", "lines", "totals", "pictures", "agent", "seed")


def read_file(path: Path) -> Study:
    """Return the study in a file."""
    try:
        data = tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise BadOption(f"study {path}: {error.strerror}") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise BadOption(f"study {path}: not valid TOML ({error})") from None
    where = f"study {path}"
    check_names(data, GIVEN, where)
    game = data.get("game")
    if game not in game_names():
        raise BadOption(f"{where}: game = {game!r}; {nearest(str(game), game_names())}")
    if not isinstance(data.get("lines"), list) or not data["lines"]:
        raise BadOption(f"{where}: it has no [[lines]]")
    lines = [line_of(entry, f"{where}, line {place + 1}") for place, entry in enumerate(data["lines"])]
    labels = [line.label for line in lines]
    if len(set(labels)) < len(labels):
        raise BadOption(f"{where}: two lines have the same label")
    seats = min(len(line.agents) for line in lines)
    totals = [total_of(entry, labels, seats, where) for entry in data.get("totals", ())]
    pictures = [made(Picture, tuples(entry), f"{where}, picture") for entry in data.get("pictures", ())]
    simple = {name: data[name] for name in ("quick", "full", "notes", "options", "agent", "seed") if name in data}
    for name in ("quick", "full"):
        if name in simple and (not isinstance(simple[name], int) or simple[name] < 1):
            raise BadOption(f"{where}: {name} = {simple[name]!r} must be a number of games")
    study = Study(
        str(data.get("title", path.stem)), str(data.get("source", path.name)), str(game), lines, totals=totals,
        pictures=pictures, name=path.stem, **simple,
    )  # fmt: skip
    study.full = max(study.full, study.quick)
    return study


def check_names(data: Mapping[str, Any], known: Sequence[str], where: str) -> None:
    if not isinstance(data, Mapping):
        raise BadOption(f"{where}: {data!r} must be a table of names and values")
    for name in data:
        if name not in known:
            raise BadOption(f"{where}: it knows no {name!r}; {nearest(name, known)}")


def made(kind: type, data: Mapping[str, Any], where: str) -> Any:
    """Build a part of a study from the data of a file."""
    check_names(data, [f.name for f in fields(kind)], where)
    try:
        return kind(**data)
    except TypeError as error:
        raise BadOption(f"{where}: {error}") from None


def tuples(data: Mapping[str, Any]) -> dict[str, Any]:
    return {name: tuple(value) if isinstance(value, list) else value for name, value in data.items()}


def line_of(data: Mapping[str, Any], where: str) -> Line:
    check_names(data, [f.name for f in fields(Line)], where)
    agents = data.get("agents")
    if not isinstance(agents, list) or len(agents) < 2 or not all(isinstance(spec, str) for spec in agents):
        raise BadOption(f"{where}: agents must be a list of two or more specs")
    figures = tuple(figure_of(entry, len(agents), where) for entry in data.get("figures", ()))
    seating = data.get("seating")
    if seating is not None:
        seating = tuple(tuple(row) for row in seating)
        if not all(isinstance(a, int) and 0 <= a < len(agents) for row in seating for a in row):
            raise BadOption(f"{where}: seating must be lists of numbers of its agents, from 0 on")
    deals = data.get("deals", [0, 1])
    if not isinstance(deals, list) or [type(part) for part in deals] != [int, int] or deals[0] < 0 or deals[1] < 1:
        raise BadOption(
            f"{where}: deals = {deals!r} must be the first deal, from 0 on, and the step to the next, from 1 on"
        )
    given = {name: data[name] for name in ("quick", "full", "options") if name in data} | {"deals": tuple(deals)}
    label = str(data.get("label", " v ".join(agents)))
    return Line(label, tuple(agents), figures or every_score(len(agents)), seating=seating, **given)


def figure_of(data: Mapping[str, Any], agents: int, where: str) -> Figure:
    figure = made(Figure, {"value": None, **data}, where)
    if figure.measure not in MEASURES:
        raise BadOption(f"{where}: measure = {figure.measure!r}; {nearest(str(figure.measure), MEASURES)}")
    if not isinstance(figure.agent, int) or not 0 <= figure.agent < agents:
        raise BadOption(f"{where}: agent = {figure.agent!r} must be the number of one of its agents, from 0 on")
    if figure.value is not None and figure.measure in ("wins", "score") and not 0 <= figure.value <= 1:
        raise BadOption(f"{where}: value = {figure.value!r} must be a share from 0 to 1")
    check_seat(figure, agents, where)
    return figure


def check_seat(figure: Figure, seats: int, where: str) -> None:
    if figure.seat is not None and (type(figure.seat) is not int or not 0 <= figure.seat < seats):
        raise BadOption(f"{where}: seat = {figure.seat!r} must be the number of a seat, from 0 to {seats - 1}")


def total_of(data: Mapping[str, Any], labels: Sequence[str], seats: int, where: str) -> Total:
    check_names(data, ("label", "parts", "figure"), where)
    parts = tuple((str(label), int(agent)) for label, agent in data.get("parts", ()))
    for label, _ in parts:
        if label not in labels:
            raise BadOption(f"{where}: a total names the line {label!r}; {nearest(label, labels)}")
    figure = made(Figure, {"value": None, **data.get("figure", {})}, where)
    check_seat(figure, seats, where)
    return Total(str(data.get("label", "total")), parts, figure)


# Appendable results


def check_board(path: Path, study: str) -> None:
    """Refuse a file that a result cannot be appended to, before any game is played."""
    if path.exists():
        read_board(path, study)
    if path.is_dir() or not os.access(path if path.exists() else path.parent, os.W_OK):
        raise BadOption(f"--append {path}: cannot be written")


def append_result(result: StudyResult, path: Path) -> list[dict[str, Any]]:
    """Append a result to a file; return all its results of this study, best first."""
    entry = {
        "study": result.study.name,
        "agent": result.study.agent or None,
        "seed": result.seed,
        "games": result.games,
        "version": __version__,
        "date": datetime.datetime.now(datetime.UTC).isoformat(timespec="seconds"),
        "rows": [row.as_dict() for row in result.rows],
    }
    board = read_board(path, result.study.name) if path.exists() else []
    try:
        with open(path, "a", encoding="utf-8") as out:
            out.write(json.dumps(entry) + "\n")
    except OSError as error:
        raise BadOption(f"--append {path}: {error.strerror}") from None
    return sorted([*board, entry], key=lambda held: -overall(held))


def read_board(path: Path, study: str) -> list[dict[str, Any]]:
    """Read the results of a study from a file."""
    found = []
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise BadOption(f"--append {path}: {getattr(error, 'strerror', None) or 'not a text file'}") from None
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        try:
            entry = json.loads(line)
            if entry["study"] == study:
                overall(entry)
                found.append(entry)
        except (json.JSONDecodeError, KeyError, TypeError, IndexError):
            raise BadOption(f"--append {path}: line {number} is not a result of a study") from None
    return found


def overall(entry: Mapping[str, Any]) -> float:
    """Return the figure by which results are ranked: the last row, which is the total of a benchmark."""
    return float(entry["rows"][-1]["ours"])
