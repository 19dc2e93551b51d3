"""Tables on terminals that are too narrow for them: one line per number, so that nothing is cut and no name broken."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator
from typing import Any

from rich.console import Console
from rich.table import Table

WRAPPED = 16  # characters that a column of words needs at least


class FittingConsole(Console):
    """Console that prints a table line by line if it does not fit."""

    def print(self, *objects: Any, **how: Any) -> None:
        if len(objects) == 1 and isinstance(objects[0], Table) and needed(objects[0]) > self.width:
            for line in stacked(objects[0], self.width):
                super().print(line, soft_wrap=True)
        else:
            super().print(*objects, **how)


def needed(table: Table) -> int:
    """Return the width below which cells would be cut: numbers whole, words as far as they can be wrapped."""
    total = 1
    for column in table.columns:
        most = max(len(str(cell)) for cell in (column.header, *column.cells))
        total += 3 + (most if column.no_wrap else min(most, WRAPPED))
    return total


def stacked(table: Table, width: int) -> Iterator[str]:
    """Yield a table as lines: the subject of a row, and below it each number with the name of its column."""
    if table.title:
        yield from textwrap.wrap(str(table.title), width)
    headers = [str(column.header) for column in table.columns]
    first = next((i for i, column in enumerate(table.columns) if column.header and not column.no_wrap), 0)
    for row in zip(*(column.cells for column in table.columns), strict=True):
        cells = [str(cell) for cell in row]
        yield " ".join(cell for cell in cells[: first + 1] if cell)
        for header, cell in zip(headers[first + 1 :], cells[first + 1 :], strict=True):
            if cell:
                yield from textwrap.wrap(
                    f"{header}: {cell}" if header else cell,
                    width,
                    initial_indent="  ",
                    subsequent_indent="    ",
                    break_on_hyphens=False,
                    break_long_words=False,
                )
