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
    name: Annotated[
        list[str] | None, typer.Argument(metavar="[AGENT...]", help="show every option of these agents")
    ] = None,
    option: OptionValues = None,
    as_json: AsJson = False,
) -> None:
    """List the agents that play a game; of those that are named, every option with its type, default and range."""
    from tapete.agents.registry import kinds_for
    from tapete.catalogue import load
    from tapete.errors import UnknownAgent, nearest

    loaded = load(game, **parse_options(option))
    kinds = kinds_for(loaded)
    for wanted in name or ():
        if wanted not in kinds:
            raise UnknownAgent(f"there is no agent {wanted!r} for {game}; {nearest(wanted, kinds)}")
    chosen = {wanted: kinds[wanted] for wanted in name} if name else kinds
    if as_json:
        entries = [{"name": k.name, "what": k.what, "options": _options(k.options)} for k in chosen.values()]
        print_json({"game": game, "agents": entries})
        return
    if not name:
        width = max(map(len, kinds))
        for kind in kinds.values():
            print(f"{kind.name:{width}}  {_cut(kind.what, 76 - width)}")
        if loaded.levels:
            print("\nLevels:")
        for level, spec in loaded.levels.items():
            print(f"  {level:7} {spec}")
        print(f"\nOptions of one: tapete agents {game} {next(iter(kinds))}")
        return
    for kind in chosen.values():
        print(f"{kind.name}: {kind.what}")
        width = max((len(entry.name) for entry in kind.options), default=0)
        for entry in kind.options:
            values = entry.range_text or entry.type_name
            print(f"  {entry.name:{width}}  {_shown(entry.default) or '-'} ({values})")
            print(f"  {'':{width}}    {entry.what}")


def _cut(text: str, most: int) -> str:
    return text if len(text) <= most else f"{text[: most - 3]}..."


def _options(options: Any) -> list[dict[str, Any]]:
    return [
        {"name": o.name, "type": o.type_name, "default": o.default, "range": o.range_text, "what": o.what}
        for o in options
    ]


def _shown(value: Any) -> str:
    return str(int(value)) if isinstance(value, bool) else "" if value is None else f"{value}"
