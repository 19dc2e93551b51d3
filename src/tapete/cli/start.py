"""Commands `warm` and `new`."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Annotated

import typer

from tapete.cli.app import app, fail
from tapete.errors import BadOption


@app.command()
def warm(
    game: Annotated[
        list[str] | None, typer.Argument(metavar="[GAME...]", help="games to compile (default: all)")
    ] = None,
    checked: Annotated[
        bool, typer.Option("--checked", help="also compile rules with every index checked, as `tapete check` runs them")
    ] = False,
) -> None:
    """Compile games, their agents and the searches ahead of time."""
    from tapete.cli.warm import warm_all
    from tapete.core.registry import definition, game_names

    names = list(game or game_names())
    for name in names:
        definition(name)
    failed = warm_all(names, lambda text: print(text, file=sys.stderr), checked)
    if failed:
        fail(f"could not compile {', '.join(failed)}", 1)


@app.command()
def new(
    kind: Annotated[str, typer.Argument(metavar="game|agent")],
    name: Annotated[str, typer.Argument(metavar="NAME")],
    folder: Annotated[Path, typer.Option("--in", help="where to create its folder")] = Path("."),
    native: Annotated[
        str | None, typer.Option("--native", metavar="GAME", help="an agent in machine code, for this game")
    ] = None,
) -> None:
    """Start a game or an agent of your own: a small working one with its test. `tapete new game my-game`"""
    from tapete.cli.skeleton import make_skeleton

    if kind not in ("game", "agent"):
        raise BadOption(f"{kind!r} is not a kind of project; it must be game or agent")
    if native is not None and kind != "agent":
        raise BadOption("--native GAME is for agents: tapete new agent --native GAME NAME")
    for path in make_skeleton(kind, name, folder, native):
        print(path)
    home = folder / name.replace("-", "_")
    module = home / "src" / name.replace("-", "_")
    print(f"Test it: cd {home} && {Path(sys.executable).name} -m pytest -q")
    if kind == "game":
        print(f"Check it: tapete check {_place(home)} --fast")
        print(f"Play it: tapete play {_place(home)} --against ismcts:iterations=200")
    else:
        what = "POLICY" if native else "".join(word.capitalize() for word in name.replace("-", "_").split("_"))
        print(f"Let it play: tapete duel {native or 'briscas'} {_place(module)}.py:{what} random --games 100")
    print(f"Install it, so that its name is enough: pip install --editable {home}")


def _place(path: Path) -> str:
    """Return a path that cannot be mistaken for a name."""
    text = str(path)
    return text if "/" in text or os.sep in text else f"./{text}"
