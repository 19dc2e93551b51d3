"""Commands `games` and `agents`."""

from __future__ import annotations

import textwrap
from collections.abc import Mapping, Sequence
from typing import Annotated, Any

import typer

from tapete.cli.app import AsJson, OptionValues, app, console, parse_options, print_json
from tapete.options import Option


@app.command()
def games(
    game: Annotated[str | None, typer.Argument(metavar="[GAME]", help="one game, with all its names")] = None,
    as_json: AsJson = False,
) -> None:
    """List the games; with a name, all options, evaluations, encoders and other names of that game."""
    from tapete.core.registry import definition, definitions

    found = [definition(game)] if game else list(definitions())
    if as_json:
        print_json({"games": [_described(d, whole=game is not None) for d in found]})
        return
    if game is None:
        print_names({d.name: d.summary for d in found})
        print()
        print_wrapped(f"Options of one: tapete games {found[0].name}")
        return
    d = found[0]
    print_wrapped(f"{d.name}: {d.summary}")
    print_options(d.options)
    for title, entries in _named(d).items():
        print(f"\n{title}")
        print_names(entries, indent=2)
    print(f"\nagents: tapete agents {d.name}")


NARROW = 50  # columns below which names are printed above their meaning


def columns() -> int:
    """Return the output width: the terminal's, at most what is readable."""
    return max(20, min(console().width, 80))


def print_wrapped(text: str, indent: int = 0) -> None:
    """Print a text wrapped; names with hyphens stay whole."""
    margin = " " * indent
    print(
        textwrap.fill(
            text,
            columns(),
            initial_indent=margin,
            subsequent_indent=margin,
            break_on_hyphens=False,
            break_long_words=False,
        )
        or margin
    )


def print_names(entries: Mapping[str, str], indent: int = 0) -> None:
    """Print names with their meaning: beside them, or below on a narrow terminal."""
    width = indent + max((len(name) for name in entries), default=0) + 2
    for name, what in entries.items():
        if columns() < NARROW or width > columns() // 2:
            print(f"{'':{indent}}{name}")
            print_wrapped(what, indent + 2)
        else:
            lines = textwrap.wrap(what, columns() - width, break_on_hyphens=False, break_long_words=False) or [""]
            for number, line in enumerate(lines):
                print(f"{'':{indent}}{name if number == 0 else '':{width - indent}}{line}".rstrip())


def print_options(options: Sequence[Option]) -> None:
    """Print every option with its default and range, and its description below."""
    width = max((len(option.name) for option in options), default=0)
    for option in options:
        values = f"{_shown(option.default) or '-'} ({option.range_text or option.type_name})"
        if 4 + width + len(values) <= columns():
            print(f"  {option.name:{width}}  {values}")
        else:
            print(f"  {option.name}")
            print_wrapped(values.replace("|", " | "), 4)
        print_wrapped(option.what, 6)


def _described(definition: Any, *, whole: bool) -> dict[str, Any]:
    entry = {"name": definition.name, "summary": definition.summary, "options": _options(definition.options)}
    return {**entry, **_named(definition)} if whole else entry


def _named(definition: Any) -> dict[str, dict[str, str]]:
    """Return the names that specs and options can use in a game, with a line about each."""
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
        list[str] | None,
        typer.Argument(metavar="[AGENT...]", help="show every option of these agents (names, specs or levels)"),
    ] = None,
    option: OptionValues = None,
    as_json: AsJson = False,
) -> None:
    """List the agents that play a game; with names, all options of those agents with type, default and range."""
    from tapete.agents.registry import kinds_for
    from tapete.agents.spec import parse_spec
    from tapete.core.registry import load
    from tapete.errors import UnknownAgent, nearest

    loaded = load(game, **parse_options(option))
    kinds = kinds_for(loaded)
    names = [parse_spec(loaded.levels.get(given, given))[0] for given in name or ()]
    for wanted in names:
        if wanted not in kinds:
            raise UnknownAgent(f"unknown agent {wanted!r} for {game}; {nearest(wanted, kinds)}")
    chosen = {wanted: kinds[wanted] for wanted in names} if names else kinds
    if as_json:
        entries = [{"name": k.name, "what": k.what, "options": _options(k.options)} for k in chosen.values()]
        print_json({"game": game, "agents": entries})
        return
    if not name:
        print_names({kind.name: kind.what for kind in kinds.values()})
        if loaded.levels:
            print("\nLevels:")
        print_names(loaded.levels, indent=2)
        print()
        print_wrapped(f"Options of one: tapete agents {game} {next(iter(kinds))}")
        return
    for kind in chosen.values():
        print_wrapped(f"{kind.name}: {kind.what}")
        print_options(kind.options)


def _options(options: Any) -> list[dict[str, Any]]:
    return [
        {"name": o.name, "type": o.type_name, "default": o.default, "range": o.range_text, "what": o.what}
        for o in options
    ]


def _shown(value: Any) -> str:
    return str(int(value)) if isinstance(value, bool) else "" if value is None else f"{value}"
