"""Studies: each published table is a short file with its conditions and figures; `tapete study NAME` replicates it."""

from __future__ import annotations

import re
from importlib import import_module
from pkgutil import iter_modules

from tapete.errors import BadOption, nearest
from tapete.studies.durations import SECONDS
from tapete.studies.study import Study


def names() -> list[str]:
    """Return all studies, as `game/table`."""
    found = []
    for game in iter_modules(__path__):
        if game.ispkg:
            package = import_module(f"tapete.studies.{game.name}")
            found += [f"{game.name}/{module.name.replace('_', '-')}" for module in iter_modules(package.__path__)]
    return sorted(found, key=in_order)


def in_order(name: str) -> list[tuple[int, str]]:
    """Return a sort key that puts table 10 after table 9."""
    return [(int(part), "") if part.isdigit() else (0, part) for part in re.split(r"(\d+)", name)]


def find(name: str) -> Study:
    """Return a study by name."""
    if name not in names():
        raise BadOption(f"unknown study {name!r}; {nearest(name, names())}")
    game, _, table = name.partition("/")
    study = import_module(f"tapete.studies.{game}.{table.replace('-', '_')}").STUDY
    study.name, study.seconds = name, SECONDS.get(name)
    return study
