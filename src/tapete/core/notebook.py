"""HTML representations for notebooks (`_repr_html_`): everything is escaped, nothing is loaded."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from html import escape

BOARD = "line-height:1.25;padding:8px 12px;border:1px solid;border-radius:8px;display:inline-block;overflow:auto"


def board_html(title: str, board: str) -> str:
    """Return a text board below a title."""
    return f'<div><b>{escape(title)}</b><br><pre style="{BOARD}">{escape(board)}</pre></div>'


def table_html(title: str, head: Sequence[str], rows: Iterable[Sequence[object]], note: str = "") -> str:
    """Return a table below a title, with a note under it."""
    top = "".join(f"<th>{escape(cell)}</th>" for cell in head)
    body = "".join("<tr>" + "".join(f"<td>{escape(shown(cell))}</td>" for cell in row) + "</tr>" for row in rows)
    below = f"<p>{escape(note)}</p>" if note else ""
    return f"<div><b>{escape(title)}</b><table><thead><tr>{top}</tr></thead><tbody>{body}</tbody></table>{below}</div>"


def shown(value: object) -> str:
    """Return a cell: numbers with three digits behind the point, intervals in brackets, a dash for unknown values."""
    if isinstance(value, tuple):
        return "–" if any(math.isnan(end) for end in value) else f"[{value[0]:.3f}, {value[1]:.3f}]"
    if isinstance(value, float):
        return "–" if math.isnan(value) else f"{value:.3f}"
    if isinstance(value, int):
        return f"{value:,}"
    return "–" if value is None else str(value)
