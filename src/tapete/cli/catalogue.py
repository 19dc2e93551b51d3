"""What there is: `games`, `agents`."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from tapete.cli.app import AsJson, OptionValues, app, console, parse_options, print_json


@app.command()
def games(
    game: Annotated[
        str | None, typer.Argument(metavar="[GAME]", help="one game, with all that can be named in it")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """List the games and their options, or one game with its evaluations, encoders and whatever else can be named."""
    from rich.table import Table

    from tapete.catalogue import definition, definitions

    found = [definition(game)] if game else list(definitions())
    if as_json:
        print_json({"games": [_described(d, whole=game is not None) for d in found]})
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
        if game is not None:
            for title, entries in _named(d).items():
                listed = Table(title=f"\n{title}", title_justify="left", box=None, pad_edge=False, show_header=False)
                for name, what in entries.items():
                    listed.add_row(f"  {name}", what)
                out.print(listed)
            out.print(f"\nagents: tapete agents {d.name}")
        out.print()


def _described(definition: Any, *, whole: bool) -> dict[str, Any]:
    told = {"name": definition.name, "summary": definition.summary, "options": _options(definition.options)}
    return {**told, **_named(definition)} if whole else told


def _named(definition: Any) -> dict[str, dict[str, str]]:
    """What specs and options can name in a game, with a line about each."""
    evaluations = {}
    for name, evaluation in definition.evaluations.items():
        weights = f"; weights: {', '.join(evaluation.weights)}" if evaluation.weights else ""
        presets = f"; presets: {', '.join(evaluation.presets)}" if evaluation.presets else ""
        evaluations[name] = f"{evaluation.what}{weights}{presets}"
    encoders = {name: encoder.what for name, encoder in definition.encoders.items()}
    protocols = {name: protocol.what for name, protocol in definition.protocols.items()}
    found = {"evaluations": evaluations, "encoders": encoders, **definition.named, "protocols": protocols}
    return {title: dict(entries) for title, entries in found.items() if entries}


@app.command()
def agents(
    game: Annotated[str, typer.Argument(metavar="GAME")],
    name: Annotated[str | None, typer.Argument(metavar="[NAME]", help="one agent, with all its options")] = None,
    option: OptionValues = None,
    as_json: AsJson = False,
) -> None:
    """List the agents that play a game, or the options of one: type, default, range.

    Examples: tapete agents briscas; tapete agents briscas ismcts
    """
    from rich.table import Table

    from tapete.agents.registry import find_kind, kinds_for, level_spec
    from tapete.catalogue import load
    from tapete.face import LEVELS

    loaded = load(game, **parse_options(option))
    kinds = kinds_for(loaded) if name is None else {name: find_kind(name, loaded)}
    if as_json:
        entries = [{"name": k.name, "what": k.what, "options": _options(k.options)} for k in kinds.values()]
        print_json({"game": game, "agents": entries})
        return
    table, out = Table(box=None, pad_edge=False), console()
    if name is not None:
        kind = kinds[name]
        out.print(f"{kind.name}: {kind.what}")
        for column in ("option", "type", "default", "range", "meaning"):
            table.add_column(column)
        for entry in kind.options:
            table.add_row(entry.name, entry.type_name, _shown(entry.default), entry.range_text, entry.what)
        out.print(table if kind.options else "It has no options.")
        return
    for column in ("agent", "options", "what"):
        table.add_column(column)
    for kind in kinds.values():
        table.add_row(kind.name, str(len(kind.options) or ""), kind.what)
    for level in LEVELS:
        spec = level_spec(level, loaded)
        if spec is not None:
            table.add_row(level, "", f"level: {spec}")
    out.print(table)
    out.print(f"options of one: tapete agents {game} NAME, for example tapete agents {game} ismcts")


def _options(options: Any) -> list[dict[str, Any]]:
    return [
        {"name": o.name, "type": o.type_name, "default": o.default, "range": o.range_text, "what": o.what}
        for o in options
    ]


def _shown(value: Any) -> str:
    return str(int(value)) if isinstance(value, bool) else "" if value is None else f"{value}"
