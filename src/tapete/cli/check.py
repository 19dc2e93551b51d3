"""Command `check`."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from tapete.cli.app import AsJson, OptionValues, app, parse_options, print_json

WORDS = {
    "never": "public, or known to every seat, or forgotten by determinize",
    "sometimes": "hidden if it could differ",
    "always": "hidden in every position examined",
}


@app.command()
def check(
    game: Annotated[str, typer.Argument(metavar="GAME|FILE", help="a game, a file or folder that defines one")],
    option: OptionValues = None,
    fast: Annotated[bool, typer.Option("--fast", help="the most important checks, in seconds")] = False,
    seed: Annotated[int, typer.Option("--seed", help="seed of the games that are played")] = 1,
    as_json: AsJson = False,
) -> None:
    """Check a game: correctness, crashes, leaks of hidden information. `tapete check ./my_game.py --fast`"""
    from tapete.core.registry import load
    from tapete.testing.report import Finding, changed_fields, findings

    loaded = load(game, **parse_options(option))
    found = []
    live = sys.stderr.isatty()
    for entry in findings(loaded, fast=fast, seed=seed):
        if not isinstance(entry, Finding):
            if live:
                print(f"  ... {entry}", end="\r", file=sys.stderr, flush=True)
            continue
        found.append(entry)
        if not as_json:
            if live:
                print("\033[K", end="", file=sys.stderr, flush=True)
            mark = "WRONG" if not entry.holds else "WARN " if entry.warnings else "ok   "
            print(f"{mark} {entry.what} ({entry.seconds:.1f} s)")
            for text in (entry.note, entry.wrong, *entry.warnings):
                if text:
                    print(f"      {text}")
            sys.stdout.flush()
    right = all(entry.holds for entry in found)
    fields = changed_fields(loaded, seed=seed, games=1 if fast else 3) if right else {}
    if as_json:
        print_json({"game": loaded.name, "holds": right, "checks": [e.as_dict() for e in found], "determinize": fields})
    elif fields:
        print("\nWhat determinize changes for an observing seat:")
        width = max(map(len, fields))
        for name, how in fields.items():
            print(f"  {name:{width}}  {how:9}  {WORDS[how]}")
        print("\nA field that is hidden from some seat and never changes is a leak.")
    if not right:
        raise typer.Exit(1)
