"""Command `dataset`: observations and actions of agents, for learning."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

import typer

from tapete.cli.app import (
    AsJson,
    OptionValues,
    Seed,
    app,
    console,
    fail,
    parse_options,
    print_json,
    progress_bar,
    was_given,
)
from tapete.cli.arena import fixed_seats
from tapete.errors import BadOption

SETTLED = {  # arguments that recorded games fix, and why
    "games": ("--games", "all games of the records are taken"),
    "choices_only": ("--choices-only", "recorded games are taken with all their decisions"),
    "seed": ("--seed", "recorded games are dealt already"),
    "seats": ("--seats", "recorded games have their seats already"),
    "option": ("--option", "records include their options"),
}


@app.command()
def dataset(
    context: typer.Context,
    game: Annotated[str, typer.Argument(metavar="GAME")],
    agents: Annotated[
        list[str],
        typer.Argument(metavar="AGENT|RECORDS...", help="the agents, each at each seat in turn; or recorded games"),
    ],
    out: Annotated[Path, typer.Option("--out", metavar="FILE", help="the data set: an .npz file")],
    games: Annotated[int, typer.Option("--games", help="games to play")] = 1000,
    encoder: Annotated[
        str, typer.Option("--encoder", metavar="NAME", help="features (default: the game's first encoder)")
    ] = "",
    learn_from: Annotated[
        list[str] | None,
        typer.Option("--from", metavar="AGENT", help="keep only the decisions of this agent (repeatable)"),
    ] = None,
    seats: Annotated[
        str, typer.Option("--seats", metavar="all|fixed", help="fixed: every agent keeps its seat")
    ] = "all",
    choices_only: Annotated[bool, typer.Option("--choices-only", help="skip decisions with one legal action")] = False,
    seed: Seed = 0,
    option: OptionValues = None,
    as_json: AsJson = False,
) -> None:
    """Record agents' observations and actions: `tapete dataset briscas ismcts:iterations=500 --games 1000 --out set.npz`.

    All agents that play are recorded, `random` too: `--from AGENT` keeps one agent's decisions.
    """
    with said_if_interrupted(out):
        from tapete.core.registry import load
        from tapete.learn import dataset as sets
        from tapete.play.record import read_records

        if out.suffix != ".npz":
            raise BadOption(f"--out {out}: the name of a data set ends in .npz")
        if not out.parent.is_dir():
            raise BadOption(f"--out {out}: no such folder: {out.parent}")
        played = load(game, **parse_options(option))
        if encoder:
            played.encoder(encoder)
        records = [Path(given) for given in agents if given.endswith((".jsonl", ".jsonl.gz"))]
        if records and len(records) != len(agents):
            raise BadOption("agents or files of recorded games, not both at once")
        if records:
            refuse_settled(context)
            found = sets.from_records(
                (one for path in records for one in read_records(path)), encoder or None, learn_from or ()
            )
            if found.header["game"] != played.name:
                raise BadOption(f"{records[0]} holds games of {found.header['game']}, not of {played.name}")
        else:
            with progress_bar(f"{game}: {', '.join(agents)}", games) as show:
                found = sets.record_games(
                    played, agents, games, seed, encoder=encoder or None, forced=not choices_only,
                    learn_from=learn_from or (), fixed=fixed_seats(seats), progress=show,
                )  # fmt: skip
        sets.write(out, found)
    by_agent = sets.counts_by_agent(found)
    made = {
        "file": str(out), "game": played.name, "games": found.played.games, "decisions": len(found),
        "features": found.played.inputs, "encoder": found.encoder, "agents": list(found.header["agents"]),
        "by_agent": by_agent,
        "bytes": out.stat().st_size,
        "parts": {part: len(found.rows(part)) for part in sets.PARTS},
    }  # fmt: skip
    if by_agent.get("random") and len(by_agent) > 1:
        print(
            "tapete: the moves of random are among those to learn from; --from AGENT keeps one agent's", file=sys.stderr
        )
    if as_json:
        print_json(made)
        return
    counts = "; ".join(f"{spec}: {count:,}" for spec, count in by_agent.items())
    console().print(
        f"{out}: {made['decisions']:,} decisions of {made['games']:,} games, {made['features']} features ({made['encoder']}), "
        f"{out.stat().st_size / 1e6:.1f} MB\nof {counts}"
    )
    given = [word for entry in option or () for word in ("-o", entry)]
    command = ["tapete", "train", game, *given, "--method", "imitate", "--teacher", str(out), "--out", "runs/imitation"]
    print(f"Next: {shlex.join(command)}")


def refuse_settled(context: typer.Context) -> None:
    """Refuse arguments that would change recorded games."""
    for name, (flag, why) in SETTLED.items():
        if was_given(context, name):
            raise BadOption(f"{flag}: {why}; leave it out, or name agents instead of records")


@contextmanager
def said_if_interrupted(out: Path) -> Iterator[None]:
    """Report after Ctrl-C that the file was not written: a set is written in one step."""
    try:
        yield
    except KeyboardInterrupt:
        fail(f"interrupted; nothing was written to {out}, and the same command starts again", 130)
