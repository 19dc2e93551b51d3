"""Searches decide as in the golden file: the same actions from the same statistics, bit for bit."""

import json

import pytest
from decisions import FILE, TABLES, decisions

GOLDEN = json.loads(FILE.read_text(encoding="utf-8")) if FILE.exists() else {}


@pytest.mark.parametrize("table", TABLES)
def test_decisions_and_statistics_are_those_of_the_golden_file(table: str) -> None:
    load, specs = TABLES[table]
    game = load()
    assert list(GOLDEN[table]) == specs
    changed = [spec for spec in specs if decisions(game, spec) != GOLDEN[table][spec]]
    assert not changed, f"other decisions at {table}: {', '.join(changed)}"
