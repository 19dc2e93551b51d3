"""Files that the page may fetch: those of the page and those of each game's folder `table`."""

from __future__ import annotations

import contextlib
import json
import mimetypes
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tapete.core.registry import game_names, load, own_games

PAGE = Path(__file__).parent / "page"
OWN = Path(__file__).parents[1] / "games"
SERVED = (".html", ".js", ".css", ".svg", ".json", ".woff2")
mimetypes.add_type("text/javascript", ".js")
mimetypes.add_type("font/woff2", ".woff2")


def page_files() -> dict[str, tuple[bytes, str]]:
    """Return all files that the page may fetch, read once: no other file can be requested."""
    found: dict[str, tuple[bytes, str]] = {}
    for path in sorted(PAGE.rglob("*")):
        if path.is_file() and path.suffix in SERVED:
            found[path.relative_to(PAGE).as_posix()] = path.read_bytes(), kind_of(path)
    for name, folder in table_folders().items():
        for path in sorted(folder.iterdir()):
            if path.is_file() and path.suffix in SERVED:
                found[f"games/{name}/{path.name}"] = path.read_bytes(), kind_of(path)
    return found


def table_folders() -> dict[str, Path]:
    """Return the folder `table` of every installed game that has one: its drawing, art, tour and lobby data."""
    found = {}
    for name in game_names():
        with contextlib.suppress(Exception):  # a broken plug-in is reported where it is played
            if (folder := table_folder(name)) is not None:
                found[name] = folder
    return found


def kind_of(path: Path) -> str:
    return mimetypes.guess_type(path.name)[0] or "application/octet-stream"


class Reloading(dict):
    """The page's files re-read from disk at each request, for authors of drawings."""

    def get(self, name: str, default: Any = None) -> Any:
        return page_files().get(name, default)

    def __getitem__(self, name: str) -> Any:
        return page_files()[name]

    def __iter__(self) -> Iterator[str]:
        return iter(page_files())


def table_folder(name: str) -> Path | None:
    """Return the folder `table` of a game, if it has one."""
    home = OWN / name if name in own_games() else load(name).home
    return home / "table" if home is not None and (home / "table").is_dir() else None


def lobby_of(name: str) -> dict[str, Any]:
    """Return what a game says about itself in the lobby (`table/lobby.json`): minutes, first options and more."""
    return data_of(name, "lobby.json")


def plain_of(name: str) -> dict[str, Any]:
    """Return the members of its description that a game without a drawing shows, and their roles (`table/plain.json`)."""
    return data_of(name, "plain.json")


def data_of(name: str, file: str) -> dict[str, Any]:
    """Return the contents of a data file in a game's folder `table`; empty if it is missing."""
    folder = table_folder(name)
    path = None if folder is None else folder / file
    return json.loads(path.read_text(encoding="utf-8")) if path is not None and path.is_file() else {}


def has_tour(name: str) -> bool:
    """Return whether a game brings a tour (`table/tour.json`)."""
    folder = table_folder(name)
    return folder is not None and (folder / "tour.json").is_file()
