"""What there is: `games`, `agents`."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from tapete.cli.app import AsJson, OptionValues, app, console, parse_options, print_json


@app.command()
def games(as_json: AsJson = False) -> None:
    """List the games and their options."""
    from rich.table import Table

    from tapete.catalogue import definitions

    found = list(definitions())
    if as_json:
        print_json({"games": [{"name": d.name, "summary": d.summary, "options": _options(d.options)} for d in found]})
        return
    out = console()
    for d in found:
        table = Table(title=f"{d.name}: {d.summary}", title_justify="left", box=None, pad_edge=False)
        for column in ("option", "default", "values", "meaning"):
            table.add_column(column)
        for option in d.options:
            table.add_row(
                f"  {option.name}", _shown(option.default), option.range_text or option.type_name, option.what
            )
        out.print(table)
        out.print()


@app.command()
def agents(
    game: Annotated[str, typer.Argument(metavar="GAME")], option: OptionValues = None, as_json: AsJson = False
) -> None:
    """List the agents that play a game, with every option, its type, default and range."""
    from rich.table import Table

    from tapete.agents.registry import kinds_for
    from tapete.catalogue import load

    kinds = kinds_for(load(game, **parse_options(option)))
    if as_json:
        entries = [{"name": k.name, "what": k.what, "options": _options(k.options)} for k in kinds.values()]
        print_json({"game": game, "agents": entries})
        return
    table = Table(box=None, pad_edge=False)
    for column in ("agent", "option", "type", "default", "range", "meaning"):
        table.add_column(column)
    for kind in kinds.values():
        table.add_row(kind.name, "", "", "", "", kind.what, style="bold")
        for entry in kind.options:
            range_text = entry.range_text
            table.add_row("", entry.name, entry.type_name, _shown(entry.default), range_text, entry.what)
    console().print(table)


def _options(options: Any) -> list[dict[str, Any]]:
    return [
        {"name": o.name, "type": o.type_name, "default": o.default, "range": o.range_text, "what": o.what}
        for o in options
    ]


def _shown(value: Any) -> str:
    return str(int(value)) if isinstance(value, bool) else "" if value is None else f"{value}"
