"""The table in the browser: `serve`."""

from __future__ import annotations

import webbrowser
from pathlib import Path
from typing import Annotated

import typer

from tapete.cli.app import app
from tapete.errors import BadOption

LOCAL = ("127.0.0.1", "localhost", "::1")


@app.command()
def serve(
    port: Annotated[int, typer.Option("--port", help="0: any that is free")] = 8000,
    host: Annotated[str, typer.Option("--host", help="address to listen at; 0.0.0.0 lets others in")] = "127.0.0.1",
    name: Annotated[
        list[str] | None,
        typer.Option("--name", metavar="HOST", help="another name that this machine is reached by (repeatable)"),
    ] = None,
    agent: Annotated[
        list[str] | None,
        typer.Option("--agent", metavar="NAME=SPEC", help="let tables use this agent by a name (repeatable)"),
    ] = None,
    browser: Annotated[bool, typer.Option("--browser/--no-browser", help="open the browser")] = True,
    open_at: Annotated[str, typer.Option("--open", metavar="PATH", help="the page to open, such as /play/catan")] = "/",
    tables: Annotated[
        Path | None, typer.Option("--tables", metavar="FILE", help="where tables are kept (else beside the store)")
    ] = None,
    reload: Annotated[bool, typer.Option("--reload", help="read the page's files anew each time")] = False,
) -> None:
    """Serve the table in the browser: choose a game, play, watch, look at what each move was worth."""
    try:
        from tapete.web.server import make_app
        from tapete.web.server import serve as run
    except ModuleNotFoundError as error:
        raise BadOption(f"{error.name} is missing; install tapete[web]") from None
    from tapete.web.hall import Hall
    from tapete.web.keeper import Keeper, users_tables

    if not 0 <= port <= 65535:
        raise BadOption(f"--port {port}: must be from 0 to 65535")
    allowed = named_agents(agent or [])
    keeper = Keeper(tables if tables is not None else users_tables())
    names = {*(name or ()), host.strip("[]").lower()}
    if host in ("0.0.0.0", "::"):
        names.add("*")
    check_free(host, port)
    shown = "127.0.0.1" if host in ("0.0.0.0", "::", *LOCAL) else host

    def started(now: int) -> None:
        address = f"http://{shown}:{now}{open_at if open_at.startswith('/') else '/' + open_at}"
        print(f"The table stands at {address}  (Ctrl-C ends it)", flush=True)
        if browser:
            webbrowser.open(address)

    run(make_app(Hall(keeper, allowed=allowed), hosts=names, reload=reload), host, port, started=started)


def named_agents(given: list[str]) -> dict[str, str]:
    """Agents that the owner allows by name, files and modules too."""
    allowed = {}
    for item in given:
        short, equals, spec = item.partition("=")
        if not equals or not short.strip() or not spec.strip():
            raise BadOption(f"--agent {item}: must be NAME=SPEC")
        allowed[short.strip()] = spec.strip()
    return allowed


def check_free(host: str, port: int) -> None:
    """Say in a sentence that a port cannot be used, before anything starts."""
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
