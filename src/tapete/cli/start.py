"""Getting ready and starting anew: `warm`, `new`."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from tapete.cli.app import app, fail
from tapete.errors import BadOption


@app.command()
def warm(
    game: Annotated[
        list[str] | None, typer.Argument(metavar="[GAME...]", help="games to compile; all if not given")
    ] = None,
) -> None:
    """Compile games, their agents and the searches ahead of time."""
    from tapete.catalogue import definition, game_names
    from tapete.cli.warm import warm_all

    names = list(game or game_names())
    for name in names:
        definition(name)
    failed = warm_all(names, lambda text: print(text, file=sys.stderr))
    if failed:
        fail(f"could not compile {', '.join(failed)}", 1)


@app.command()
def new(
    kind: Annotated[str, typer.Argument(metavar="game|agent")],
    name: Annotated[str, typer.Argument(metavar="NAME")],
    folder: Annotated[Path, typer.Option("--in", help="where to make its folder")] = Path("."),
) -> None:
    """Start a game or an agent of your own: a small working one with its test."""
    from tapete.cli.skeleton import make_skeleton

    if kind not in ("game", "agent"):
        raise BadOption(f"{kind!r} cannot be made; it must be game or agent")
    for path in make_skeleton(kind, name, folder):
        print(path)
    print(f"Try it: cd {folder / name.replace('-', '_')} && python -m pytest -q")
