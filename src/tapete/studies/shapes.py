"""Tables in their published shape: builders of matrices from the labels of lines."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from tapete.studies.study import Cell, PublishedMatrix


def grid(
    name: str,
    caption: str,
    corner: str,
    rows: Sequence[str],
    columns: Sequence[str],
    label: Callable[[int, int], str | None],
    measure: str = "wins",
) -> PublishedMatrix:
    """Build a matrix of rows by columns; `label` names the line, total or counted row of a cell, None for an empty cell."""
    cells = tuple(
        tuple(None if (found := label(i, j)) is None else Cell(found, measure=measure) for j in range(len(columns)))
        for i in range(len(rows))
    )
    return PublishedMatrix(name, caption, corner, tuple(rows), tuple(columns), cells)


def row_by_row(
    name: str,
    caption: str,
    corner: str,
    rows: Sequence[str],
    columns: Sequence[str],
    labels: Sequence[str],
    measure: str = "wins",
    source: str | None = None,
) -> PublishedMatrix:
    """Build a grid whose lines are given row by row, with the figures of one source."""
    found = [Cell(label, measure=measure, source=source) for label in labels]
    size = len(columns)
    cells = tuple(tuple(found[i * size : (i + 1) * size]) for i in range(len(rows)))
    return PublishedMatrix(name, caption, corner, tuple(rows), tuple(columns), cells)


def cross_table(
    name: str,
    caption: str,
    agents: Sequence[str],
    labels: Mapping[tuple[int, int], str],
    published: Sequence[Sequence[float]] | None = None,
    measure: str = "wins",
) -> PublishedMatrix:
    """Build a matrix of row agent against column agent; `labels` name the line of each pair, the lower agent number first."""
    cells = tuple(
        tuple(
            None
            if i == j
            else Cell(
                labels[min(i, j), max(i, j)],
                int(i > j),
                measure,
                None if published is None or i < j else published[i][j],
            )
            for j in range(len(agents))
        )
        for i in range(len(agents))
    )
    return PublishedMatrix(name, caption, "row against column", tuple(agents), tuple(agents), cells)
