"""Pictures of positions: screenshots of the page in an installed Chromium, or its drawing as SVG."""

from __future__ import annotations

import asyncio
import shutil
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tapete.core.state import State
from tapete.errors import TapeteError
from tapete.play.session import Session
from tapete.web.app import make_app
from tapete.web.room import Room, RoomSettings, SeatSlot
from tapete.web.rooms import RoomManager
from tapete.web.storage import RoomStore

# The headless build first: it starts twice as fast and paints with less work.
BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
FLAGS = ["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking", "--disable-sync"]


class NoBrowser(TapeteError):
    """Error for a machine without a browser."""


@dataclass(frozen=True)
class PictureStyle:
    """Appearance of a picture."""

    width: int = 1280
    height: int = 800
    theme: str = "light"
    language: str = "en"
    scale: float = 1.0
    whole: bool = False  # the page with its bar and list of moves, not only the table


def installed_chromium(*, full: bool = False) -> str | None:
    """Return the path of this machine's Chromium, if it has one; with `full` a build with a window is preferred."""
    names = sorted(BROWSERS, key=lambda name: full and "headless" in name)
    return next((path for name in names if (path := shutil.which(name))), None)


def chromium() -> str:
    """Return the path of this machine's Chromium, or raise NoBrowser."""
    found = installed_chromium()
    if found is None:
        raise NoBrowser("a picture needs Chromium, which is not on this machine")
    return found


@contextmanager
def browser() -> Iterator[Any]:
    """Yield a headless browser."""
    path = chromium()
    try:
        from playwright.sync_api import sync_playwright
    except ModuleNotFoundError:
        raise NoBrowser("a picture needs Playwright: pip install playwright") from None
    with sync_playwright() as driver:
        made = driver.chromium.launch(executable_path=path, args=FLAGS)
        yield made
        made.close()


class Showing:
    """Temporary server that shows one position."""

    def __init__(self, state: State, seat: int | None, *, session: Session | None = None) -> None:
        self.state, self.seat, self.session = state, seat, session
        self._ready = threading.Event()
        self._error: BaseException | None = None
        self.thread = threading.Thread(target=lambda: asyncio.run(self._serve()), daemon=True)

    def __enter__(self) -> str:
        self.thread.start()
        if not self._ready.wait(60) or self._error is not None:
            raise NoBrowser(f"the page could not be served ({self._error})")
        return self.address

    def __exit__(self, *error: object) -> None:
        self.server.should_exit = True
        self.thread.join(10)

    def _chairs(self) -> list[SeatSlot]:
        """Return the chairs: of the players if a game is shown, else of placeholders."""
        game = self.state.game
        chairs: list[SeatSlot] = []
        for seat in range(game.seats):
            player = None if self.session is None else self.session.players[seat]
            chairs.append(
                SeatSlot.for_person(f"P{seat + 1}")
                if player is None
                else SeatSlot.for_agent(player.spec, player.spec, game.name, chairs)
            )
        return chairs

    async def _serve(self) -> None:
        import uvicorn

        try:
            manager = RoomManager(RoomStore(None))
            chairs = self._chairs()
            settings = RoomSettings(speed="instant", reading=self.seat is None)
            table = Room("picture", self.state.game, chairs, 0, settings, manager.scheduler, position=self.state)
            if self.session is not None:
                table.session = self.session
            manager.tables[table.id] = table
            config = uvicorn.Config(make_app(manager), port=0, log_level="error", ws="websockets-sansio")
            self.server = uvicorn.Server(config)
            self.server.install_signal_handlers = lambda: None  # type: ignore[attr-defined]  # older versions of uvicorn call it
            running = asyncio.create_task(self.server.serve())
            while not self.server.started and not running.done():
                await asyncio.sleep(0.01)
            port = self.server.servers[0].sockets[0].getsockname()[1]
            token = "" if self.seat is None else f"#{chairs[self.seat].token}"
            self.address = f"http://127.0.0.1:{port}/table/{table.id}"
            self.token = token
        except BaseException as error:
            self._error = error
            raise
        finally:
            self._ready.set()
        await running


def picture(state: State, seat: int | None, look: PictureStyle, out: Path, *, session: Session | None = None) -> None:
    """Write a picture of a position, as a seat sees it (None: everything), as PNG or SVG by the file's suffix.

    With the session that led to it, the page's log shows the events.
    """
    showing = Showing(state, seat, session=session)
    with showing as address, browser() as made:
        context = made.new_context(
            viewport={"width": look.width, "height": look.height},
            device_scale_factor=look.scale,
            color_scheme=look.theme,
            reduced_motion="reduce",
        )
        page = context.new_page()
        page.add_init_script("localStorage.setItem('tapete', JSON.stringify({tips: false, mute: true}))")
        page.goto(f"{address}?lang={look.language}{showing.token}")
        page.wait_for_selector("#stage > g", timeout=60_000)
        page.wait_for_timeout(300)
        if not look.whole:
            page.evaluate("document.querySelector('#play').classList.add('shut'); window.table.redraw()")
            page.wait_for_timeout(200)
        if out.suffix == ".svg":
            text = page.evaluate("async () => (await import('/page/share.js')).picture(window.table)")
            out.write_text(text, encoding="utf-8")
        elif look.whole:
            page.screenshot(path=str(out))
        else:
            page.locator("#table").screenshot(path=str(out))
        context.close()
