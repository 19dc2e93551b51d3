"""Tables on narrow terminals: nothing is cut, no name is broken."""

from __future__ import annotations

import io

import pytest

from tapete.cli.narrow import FittingConsole
from tapete.cli.tables import made

NAMES = ("random-without-end-turn", "ismcts:iterations=1000")


def printed(width: int) -> list[str]:
    out = FittingConsole(file=io.StringIO(), width=width, markup=False)
    table = made("briscas: 3 agents, 120 games", ("", "agent", "rating [95 %]", "score [95 %]", "W/D/L"))
    for rank, name in enumerate(NAMES, start=1):
        table.add_row(str(rank), name, "1693 [1588, 1797]", "0.800 [0.678, 0.884]", "64/0/16")
    out.print(table)
    return out.file.getvalue().splitlines()  # type: ignore[attr-defined]


@pytest.mark.parametrize("width", [30, 40, 60])
def test_a_table_that_does_not_fit_is_written_line_by_line(width: int) -> None:
    lines = printed(width)
    assert max(map(len, lines)) <= width
    for rank, name in enumerate(NAMES, start=1):
        assert f"{rank} {name}" in lines
    assert lines.count("  rating [95 %]: 1693 [1588, 1797]") == 2 or width == 30
    assert "0.884]" in "\n".join(lines)


def test_a_table_that_fits_is_a_table() -> None:
    lines = printed(100)
    assert any("rating [95 %]" in line and "agent" in line for line in lines)
    assert any(NAMES[0] in line and "64/0/16" in line for line in lines)
