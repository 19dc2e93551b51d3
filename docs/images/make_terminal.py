"""Draws docs/images/terminal.svg: a duel and a hand of Briscas as the terminal shows them. Run from the repository's root."""

import re
from pathlib import Path

from rich.console import Console
from rich.table import Table

import tapete
from tapete.arena.duel import duel

GAMES, SEED = 2000, 1
MATCHES = (("heuristic", "random"), ("cheap-winner", "heuristic"), ("ismcts:iterations=500", "random"))

console = Console(record=True, width=92, highlight=False, file=open("/dev/null", "w", encoding="utf-8"))  # noqa: SIM115
console.print("$ tapete duel briscas cheap-winner heuristic   [dim]# and others[/dim]")
table = Table()
for column in ("agent", "against", "score", "95 % interval", "points"):
    table.add_column(column, justify="left" if column in ("agent", "against") else "right")
for specs in MATCHES:
    first = duel(tapete.load("briscas"), specs, games=GAMES, seed=SEED).agents[0]
    low, high = first.ci95
    table.add_row(*specs, f"{first.score:.3f}", f"{low:.3f} to {high:.3f}", f"{first.point_difference:+.1f}")
console.print(table)
console.print(f"[dim]{GAMES:,} games each, every deal played from both seats, seed {SEED}[/dim]\n")
console.print("$ tapete play briscas --against ismcts")
state = tapete.load("briscas").deal(seed=7)
state.play(state.legal()[0])
console.print(state.text(state.seat), highlight=False)
console.print("your move> _")
picture = re.sub(
    r"@font-face\s*{.*?}", "", console.export_svg(title="tapete"), flags=re.DOTALL
)  # no fonts from elsewhere
Path("docs/images/terminal.svg").write_text(picture.replace("Fira Code", "monospace"), encoding="utf-8")
