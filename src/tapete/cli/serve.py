"""Commands `serve`, the table in the browser, and `picture`."""

from __future__ import annotations

import webbrowser
from pathlib import Path
from typing import Annotated

import typer

from tapete.cli.app import DealSeed, OptionValues, app, parse_options
from tapete.cli.play import check_language, check_place
from tapete.errors import BadOption

LOCAL = ("127.0.0.1", "localhost", "::1")


@app.command()
def serve(
    game: Annotated[
        list[str] | None,
        typer.Argument(metavar="[FILE]...", help="files or folders that define games, which are not installed"),
    ] = None,
    port: Annotated[int, typer.Option("--port", help="0: any that is free")] = 8000,
    host: Annotated[str, typer.Option("--host", help="address to listen at; 0.0.0.0 lets others in")] = "127.0.0.1",
    name: Annotated[
        list[str] | None,
        typer.Option("--name", metavar="HOST", help="another host name of this machine (repeatable)"),
    ] = None,
    agent: Annotated[
        list[str] | None,
        typer.Option("--agent", metavar="NAME=SPEC", help="let tables use this agent by a name (repeatable)"),
    ] = None,
    browser: Annotated[bool, typer.Option("--browser/--no-browser", help="open the browser")] = True,
    open_at: Annotated[str, typer.Option("--open", metavar="PATH", help="the page to open, such as /play/catan")] = "/",
    tables: Annotated[
        Path | None, typer.Option("--tables", metavar="FILE", help="file of the tables (default: beside the store)")
    ] = None,
    reload: Annotated[bool, typer.Option("--reload", help="re-read the page's files on each request")] = False,
) -> None:
    """Serve the table in the browser: choose a game, play, watch, review each move."""
    from tapete.core.registry import definition_at, is_place, register

    for place in game or ():
        if not is_place(place):
            raise BadOption(f"{place} is neither a file nor a folder; installed games are served without being named")
        register(definition_at(place))
    try:
        from tapete.web.app import make_app
        from tapete.web.app import serve as run
    except ModuleNotFoundError as error:
        raise BadOption(f"{error.name} is missing; install tapete[web]") from None
    from tapete.web.rooms import RoomManager
    from tapete.web.storage import RoomStore, default_path

    if not 0 <= port <= 65535:
        raise BadOption(f"--port {port}: must be from 0 to 65535")
    allowed = named_agents(agent or [])
    storage = RoomStore(tables if tables is not None else default_path())
    names = {*(name or ()), host.strip("[]").lower()}
    if host in ("0.0.0.0", "::"):
        names.add("*")
    check_free(host, port)
    shown = "127.0.0.1" if host in ("0.0.0.0", "::", *LOCAL) else host

    def started(now: int) -> None:
        address = f"http://{shown}:{now}{open_at if open_at.startswith('/') else '/' + open_at}"
        print(f"The table is at {address}  (Ctrl-C stops it)", flush=True)
        if browser:
            webbrowser.open(address)

    run(make_app(RoomManager(storage, allowed=allowed), hosts=names, reload=reload), host, port, started=started)


def named_agents(given: list[str]) -> dict[str, str]:
    """Parse the agents that the owner allows by name, including files and modules."""
    allowed = {}
    for item in given:
        short, equals, spec = item.partition("=")
        if not equals or not short.strip() or not spec.strip():
            raise BadOption(f"--agent {item}: must be NAME=SPEC")
        allowed[short.strip()] = spec.strip()
    return allowed


def check_free(host: str, port: int) -> None:
    """Refuse a port that cannot be used, before anything starts."""
    import socket

    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host.strip("[]"), port))
        except OSError as error:
            raise BadOption(
                f"--host {host} --port {port}: {error.strerror or error}; choose another with --port"
            ) from None


@app.command()
def picture(
    game: Annotated[str, typer.Argument(metavar="GAME")],
    out: Annotated[Path, typer.Option("--out", metavar="FILE", help="a .png or .svg file")],
    record: Annotated[Path | None, typer.Option("--record", help="a file of recorded games")] = None,
    number: Annotated[int, typer.Option("--game", help="which game of that file (from 1)")] = 1,
    at: Annotated[int | None, typer.Option("--at", help="after this many actions of the recorded game")] = None,
    position: Annotated[Path | None, typer.Option("--position", help="a position: JSON, as `whole` gives it")] = None,
    actions: Annotated[str, typer.Option("--actions", help="actions from the deal of --seed, with commas")] = "",
    seed: DealSeed = 0,
    option: OptionValues = None,
    seat: Annotated[int | None, typer.Option("--seat", help="the view of this seat (default: all cards)")] = None,
    size: Annotated[str, typer.Option("--size", metavar="WxH", help="of the window")] = "1280x800",
    scale: Annotated[float, typer.Option("--scale", help="2: twice as many pixels")] = 1.0,
    dark: Annotated[bool, typer.Option("--dark", help="the dark theme")] = False,
    page: Annotated[bool, typer.Option("--page", help="the whole page, not only the table")] = False,
    language: Annotated[str, typer.Option("--language", help="en or es")] = "en",
) -> None:
    """Draw a position as the browser shows it: `tapete picture catan --seed 7 --out catan.png`. Needs Chromium."""
    from tapete.arena.positions import from_actions, from_file, from_record
    from tapete.web.pictures import PictureStyle
    from tapete.web.pictures import picture as draw

    check_language(language)
    check_place(out, "--out")
    if out.suffix not in (".png", ".svg"):
        raise BadOption(f"--out {out}: must end in .png or .svg")
    width, _, height = size.partition("x")
    if not (width.isdecimal() and height.isdecimal() and 200 <= int(width) <= 7680 and 200 <= int(height) <= 4320):
        raise BadOption(f"--size {size}: must be WIDTHxHEIGHT, such as 1280x800")
    if not 0.5 <= scale <= 4:
        raise BadOption(f"--scale {scale:g}: must be from 0.5 to 4")
    options = parse_options(option)
    if record is not None:
        state = from_record(game, record, number, at)
    elif position is not None:
        state = from_file(game, options, position)
    else:
        state = from_actions(game, options, seed, actions)
    if seat is not None and not 0 <= seat < state.game.seats:
        raise BadOption(f"--seat {seat}: must be from 0 to {state.game.seats - 1}")
    draw(state, seat, PictureStyle(int(width), int(height), "dark" if dark else "light", language, scale, page), out)
