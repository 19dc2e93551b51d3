"""Commands `play`, `watch`, `replay` and `analyse`."""

from __future__ import annotations

import contextlib
import sys
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any

import typer

from tapete.cli.app import (
    AsJson,
    DealSeed,
    OptionValues,
    app,
    check_place,
    console,
    parse_options,
    print_json,
    progress_bar,
)
from tapete.core.strings import LANGUAGES
from tapete.errors import BadOption

Language = Annotated[str, typer.Option("--language", help="en or es: language of the table")]


@app.command()
def play(
    game: Annotated[str, typer.Argument(metavar="GAME")],
    against: Annotated[
        str,
        typer.Option("--against", help="opponents (a level: easy, normal, hard, best; or agents), one fills all seats"),
    ] = "",
    seat: Annotated[int, typer.Option("--seat", help="your seat")] = 0,
    seed: Annotated[int | None, typer.Option("--seed", help="seed of the deal (default: a new one each time)")] = None,
    option: OptionValues = None,
    hints: Annotated[
        str, typer.Option("--hints", help="the agent that gives hints (default: the game's adviser)")
    ] = "",
    language: Language = "en",
    record: Annotated[Path | None, typer.Option("--record", help="write the game to this file (JSON lines)")] = None,
) -> None:
    """Play a game at the terminal: `tapete play briscas --against normal --language es`."""
    from tapete.agents.analysis import adviser as adviser_of
    from tapete.agents.registry import make_agent
    from tapete.arena.seating import load_for
    from tapete.cli.terminal import WORDS, Quit, play_at_terminal, split_specs
    from tapete.play.record import write_records
    from tapete.play.session import Session

    check_language(language)
    check_place(record, "--record")
    if sys.stdin is None or sys.stdin.closed:
        raise BadOption("play needs a person at the keyboard: standard input is closed")
    specs = split_specs(against) if against else []
    loaded = load_for(game, len(specs) + 1 if len(specs) > 1 else 0, parse_options(option))
    if not 0 <= seat < loaded.seats:
        raise BadOption(f"--seat {seat}: must be from 0 to {loaded.seats - 1}")
    specs = specs or [level(loaded, "normal")]
    if len(specs) == 1:
        specs *= loaded.seats - 1
    if len(specs) != loaded.seats - 1:
        raise BadOption(f"--against {against}: {loaded.seats - 1} opponents sit at this table, not {len(specs)}")
    others = iter(specs)
    players = [None if s == seat else make_agent(level(loaded, next(others)), loaded) for s in range(loaded.seats)]
    adviser = make_agent(level(loaded, hints) if hints else adviser_of(loaded), loaded)
    chosen = int(time.time() * 1000) % 1_000_000_000 if seed is None else seed
    words = WORDS[language]
    others_at = [f"{words['seat']} {at}: {player.spec}" for at, player in enumerate(players) if player is not None]
    with contextlib.suppress(ImportError):  # arrow keys and earlier lines, where the system has them
        import readline  # noqa: F401
    sessions: list[Session] = []
    try:
        while True:
            number = chosen + len(sessions)
            sessions.append(Session(loaded, players, number))
            print(
                words["begin"].format(
                    title=loaded.definition.title, seed=number, seat=seat, others="; ".join(others_at)
                )
            )
            play_at_terminal(sessions[-1], seat, adviser, print, input, language=language)
            if not sys.stdin.isatty() or input(words["again"]).strip().lower()[:1] != words["yes"]:
                break
    except (Quit, EOFError):
        print(words["goodbye"].format(seed=chosen + len(sessions) - 1))
    finally:
        if record is not None and any(session.actions for session in sessions):
            write_records(record, (session.record() for session in sessions if session.actions))


def level(game: Any, spec: str) -> str:
    """Return the agent of a level; a spec is unchanged."""
    from tapete.agents.registry import level_spec

    return level_spec(spec, game) or spec


def check_language(language: str) -> None:
    if language not in LANGUAGES:
        raise BadOption(f"--language {language}: must be {' or '.join(LANGUAGES)}")


@app.command()
def watch(
    game: Annotated[str, typer.Argument(metavar="GAME")],
    agent: Annotated[
        list[str],
        typer.Argument(metavar="AGENT...", help="agents or levels; one fills all seats, of two the first sits alone"),
    ],
    seed: DealSeed = 0,
    option: OptionValues = None,
    seat: Annotated[int | None, typer.Option("--seat", help="the view of this seat (default: all cards)")] = None,
    seconds: Annotated[
        float | None, typer.Option("--seconds", help="continue automatically, with this pause after each move")
    ] = None,
    language: Language = "en",
    record: Annotated[Path | None, typer.Option("--record", help="write the game to this file (JSON lines)")] = None,
) -> None:
    """Watch agents play, move by move: `tapete watch catan normal`."""
    from tapete.agents.registry import make_agent
    from tapete.arena.seating import fixed_seating, load_for
    from tapete.cli.terminal import Quit, watch_at_terminal
    from tapete.play.record import write_records
    from tapete.play.session import Session

    check_language(language)
    check_place(record, "--record")
    if seconds is not None and not 0 <= seconds <= 3600:
        raise BadOption(f"--seconds {seconds:g}: must be from 0 to 3600")
    loaded = load_for(game, len(agent) if len(agent) > 1 else 0, parse_options(option))
    if seat is not None and not 0 <= seat < loaded.seats:
        raise BadOption(f"--seat {seat}: must be from 0 to {loaded.seats - 1}")
    specs = agent * loaded.seats if len(agent) == 1 else agent
    if len(specs) != loaded.seats:
        specs = [agent[place] for place in fixed_seating(loaded, len(agent))[0]]
    session = Session(loaded, [make_agent(level(loaded, spec), loaded) for spec in specs], seed)
    try:
        read = input if seconds is None and sys.stdin.isatty() else None
        watch_at_terminal(session, print, read, seat=seat, seconds=seconds or 0.0, language=language)
    except (Quit, EOFError):
        print(f"Goodbye. (The deal was seed {seed}.)")
    finally:
        if record is not None and session.actions:
            write_records(record, iter([session.record()]))


@app.command()
def replay(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="games recorded with --record")],
    show: Annotated[int | None, typer.Option("--show", help="show game number N (from 1), move by move")] = None,
    as_json: AsJson = False,
) -> None:
    """Replay recorded games: check every action and result, or show one game."""
    from tapete.play.record import read_records

    records = list(read_records(file))
    if not records:
        raise BadOption(f"{file} holds no games")
    if show is not None:
        if not 1 <= show <= len(records):
            raise BadOption(f"--show {show}: {file} holds games 1 to {len(records)}")
        _show_record(records[show - 1])
        return
    actions = 0
    with progress_bar("replaying", len(records)) as progress:
        for record in records:
            for _ in record.states():
                pass
            actions += len(record.actions)
            if progress is not None:
                progress(1)
    if as_json:
        print_json({"file": str(file), "games": len(records), "actions": actions, "mismatches": 0})
    else:
        print(f"{len(records)} games, {actions} actions: all replay exactly")


def _show_record(record: Any) -> None:
    """Print the table at the beginning of each turn, and the events in between: dice, gains, robberies."""
    from tapete.core.strings import seat_name
    from tapete.play.session import seen_move

    actions, turn = iter(record.actions), None
    before: Any = None  # description, move, and the move in words
    for state in record.states():
        names = [f"{seat_name(state.game.words['en'], seat)} ({agent})" for seat, agent in enumerate(record.agents)]
        if before is not None:
            description, move, words = before
            events = state.game.happened(description, move, state.describe(None)) if move is not None else []
            texts = [state.game.event_text(event, names=names) for event in events] or [words]
            print("\n".join(text[:1].upper() + text[1:] for text in texts))
        if state.turn != turn or state.over:
            print(f"\n{state.text(None)}")
            turn = state.turn
        action = next(actions, None)
        if action is None:
            break
        words = f"{names[state.seat]}: {state.action_text(action)}"
        before = state.describe(None), seen_move(state, action, None), words
    print(f"returns {list(record.returns)}")


@app.command()
def analyse(
    game: Annotated[str, typer.Argument(metavar="GAME")],
    agent: Annotated[
        str, typer.Option("--agent", metavar="SPEC", help="the analysing agent")
    ] = "ismcts:iterations=5000",
    record: Annotated[Path | None, typer.Option("--record", help="a file of recorded games")] = None,
    number: Annotated[int, typer.Option("--game", help="which game of that file (from 1)")] = 1,
    at: Annotated[int | None, typer.Option("--at", help="after this many actions of the recorded game")] = None,
    position: Annotated[
        Path | None, typer.Option("--position", help="a position: JSON facts, or the bytes of a state")
    ] = None,
    actions: Annotated[
        str, typer.Option("--actions", help="actions from the deal of --seed, separated by commas")
    ] = "",
    seed: DealSeed = 0,
    option: OptionValues = None,
    as_json: AsJson = False,
) -> None:
    """Why this move? List each legal action of a position with visits, value and the expected line."""
    from rich.table import Table

    from tapete.agents.analysis import analyse as run
    from tapete.arena.positions import from_actions, from_file, from_record

    options = parse_options(option)
    if record is not None:
        state = from_record(game, record, number, at)
    elif position is not None:
        state = from_file(game, options, position)
    else:
        state = from_actions(game, options, seed, actions)
    result = run(state, agent, seed=seed)
    if as_json:
        print_json(result)
        return
    out = console()
    out.print(state.text(state.seat))
    rated = any("terms" in row for row in result["actions"])
    how = "solved exactly" if result["solved"] else f"{result['iterations']:,} iterations"
    if not result["solved"] and not result["iterations"]:
        how = "what it would play, and the terms of its scores" if rated else "what it would play, by its rules"
        how = "what its network would play" if "why" in result else how
    table = Table(title=f"seat {result['seat']}, {result['agent']} ({how})", title_justify="left")
    last = "terms of the value" if rated else "expected next (seat)"
    searched = any(row["visits"] for row in result["actions"])
    for column in ("action", "visits", "value", last) if searched else ("action", "value", last):
        table.add_column(column, justify="right" if column in ("visits", "value") else "left")
    for row in result["actions"]:
        value = "" if row["value"] is None else f"{row['value']:.3f}"
        line = ", ".join(f"{entry['text']} ({entry['seat']})" for entry in row["line"][1:])
        chosen = "> " if row["action"] == result["chosen"] else "  "
        detail = _terms(row.get("terms", {})) if rated else line
        visits = (f"{row['visits']:,}",) if searched else ()
        table.add_row(f"{chosen}{row['action']}: {row['text']}", *visits, value, detail)
    out.print(table)
    if result.get("rule"):
        out.print(f"rule: {_rule(result['rule'])}")
    if result["opening"] is not None:
        out.print(f"in a game its opening rule plays instead: {state.action_text(result['opening'])}")
    if result["meaning"] and any(row["value"] is not None for row in result["actions"]):
        out.print(f"value: {result['meaning']}")
    if same := _same_for_all([row["terms"] for row in result["actions"] if "terms" in row]):
        out.print(f"equal for all actions that have it, so not a reason to prefer one of them: {', '.join(same)}")
    for reason in result.get("why", []):
        out.print(_reason(reason), soft_wrap=True)


MOST_PARTS = 6  # parts of an explanation that are shown
EXPLAINED = {
    "policy": "what moved the network towards it, against the legal actions on average",
    "after": "what moved the network towards it: the position after it, against those after the legal actions on average",
    "value": "what moved its value of the position, against the mean position of random games",
}


def _same_for_all(rated: Sequence[Mapping[str, float]]) -> list[str]:
    """Return terms that shift several actions alike: they do not explain the choice."""
    by_name: dict[str, list[float]] = {}
    for terms in rated:
        for name, value in terms.items():
            by_name.setdefault(name, []).append(value)
    return [name for name, values in by_name.items() if len(values) > 1 and values[0] and len(set(values)) == 1]


def _reason(reason: Mapping[str, Any]) -> str:
    """Return an explanation in one line: parts of the inputs with their shares, the strongest first."""
    parts = [part for part in reason["parts"] if abs(part["share"]) >= 0.005][:MOST_PARTS]
    listed = ", ".join(f"{part['name']} {part['share']:+.2f}" for part in parts) or "nothing"
    total = reason["said"] - reason["baseline"]
    return f"{EXPLAINED[reason['of']]} ({total:+.2f} in all): {listed}"


def _rule(steps: Sequence[Mapping[str, Any]]) -> str:
    """Return the rule of a bot that decided: its docstring, the comment beside the line, the conditions, and its place."""
    last = steps[-1]
    said = " - ".join(text for text in (last["says"], last["note"]) if text) or last["name"]
    when = f" (where {last['when']})" if last["when"] else ""
    return f"{said}{when} [{' > '.join(step['name'] for step in steps)}, {last['file']}:{last['line']}]"


def _terms(terms: Mapping[str, float]) -> str:
    """Return the terms of a score, the largest first."""
    ordered = sorted(terms.items(), key=lambda item: -abs(item[1]))
    return ", ".join(f"{name} {value:+.3g}" for name, value in ordered if value)
