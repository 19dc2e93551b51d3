"""Accessibility by axe: no serious fault on any screen, in both themes. Skipped if axe is not installed."""

from __future__ import annotations

from typing import Any

import pytest
from finished import finished
from serving import Running
from test_browser import ALL, ASKED, link, play_by_list, visit

from tapete.web.client import Client

__all__ = ["visit"]
GRAVE = ("serious", "critical")


def faults(page: Any) -> list[str]:
    """Return the serious faults that axe finds on a page."""
    axe = pytest.importorskip("axe_playwright_python.sync_playwright", reason="axe is not installed")
    found = axe.Axe().run(page).response["violations"]
    return [
        f"{fault['id']}: {fault['help']}: {fault['nodes'][0]['html'][:120]}"
        for fault in found
        if fault["impact"] in GRAVE
    ]


def lobby(server: Running, page: Any) -> None:
    page.goto(server.url)
    page.wait_for_selector("[data-game=briscas]")


def new_game(server: Running, page: Any) -> None:
    lobby(server, page)
    page.locator(".steps button", has_text="files").click()
    page.wait_for_selector("dialog .house label")


def options(server: Running, page: Any) -> None:
    lobby(server, page)
    page.locator("#bar button").last.click()


def table(server: Running, page: Any, game: str = "briscas") -> None:
    page.goto(link(server, game), timeout=300_000)
    page.wait_for_selector(ASKED, timeout=300_000)
    page.wait_for_selector("#stage [data-moves]")
    page.wait_for_timeout(300)


def analysis(server: Running, page: Any) -> None:
    table(server, page)
    page.keyboard.press("a")
    page.locator("#side button.primary:visible").click()
    page.wait_for_selector("[data-action-row]")


def waiting(server: Running, page: Any) -> None:
    with Client(server.url, join=False) as client:
        wish = {"game": "briscas", "seats": ["me", "friend"], "settings": {"waiting": True}}
        made = client.post("/api/tables", wish)
    page.goto(f"{server.url}/table/{made['id']}#{made['seats'][0]['token']}")
    page.wait_for_selector(".qr")


def ended(server: Running, page: Any) -> None:
    table(server, page)
    play_by_list(page)
    page.wait_for_selector("#end")


def shared(server: Running, page: Any) -> None:
    ended(server, page)
    page.locator("#end button", has_text="Share").click()


def replay(server: Running, page: Any) -> None:
    ended(server, page)
    page.locator("#end button", has_text="Replay").click()
    page.wait_for_selector("#replay")


def choosing(server: Running, page: Any) -> None:
    page.goto(f"{server.url}/choose/dinosaurs")
    page.locator(".chair[data-at=top]").click()


def watching(server: Running, page: Any) -> None:
    page.goto(f"{server.url}/watch/briscas?tables=2&against=random&speed=instant")
    page.wait_for_function("() => document.querySelectorAll('.mini-table[data-over]').length === 2")


def failed(server: Running, page: Any) -> None:
    page.goto(f"{server.url}/table/nothing")
    page.wait_for_selector("[role=alert]")


SCREENS = [lobby, choosing, new_game, options, table, analysis, waiting, replay, shared, watching, failed]


def test_the_first_screens_have_no_serious_fault(server: Running, visit: Any) -> None:
    page = visit(color_scheme="dark").page
    for screen in (new_game, table, waiting):
        screen(server, page)
        assert not faults(page), screen.__name__


@pytest.mark.slow
@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("screen", SCREENS, ids=lambda screen: screen.__name__)
def test_every_screen_has_no_serious_fault(server: Running, visit: Any, screen: Any, theme: str) -> None:
    page = visit(color_scheme=theme).page
    screen(server, page)
    assert not faults(page)


@pytest.mark.slow
@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("size", [(480, 320), (1280, 720)], ids=str)
@pytest.mark.parametrize("game", ALL)
def test_every_game_has_no_serious_fault(
    server: Running, visit: Any, game: str, size: tuple[int, int], theme: str
) -> None:
    """At the first decision, with something picked, and at the end with the summary of the game."""
    page = visit(width=size[0], height=size[1], color_scheme=theme).page
    table(server, page, game)
    assert not faults(page)
    page.locator("#stage [data-moves]").first.click(force=True)
    page.wait_for_timeout(200)
    assert not faults(page)
    page.goto(finished(server, game))
    page.wait_for_selector("#account")
    if page.query_selector("details#account:not([open])"):
        page.locator("#account > summary").click()
    assert not faults(page)


def test_a_fault_is_found(server: Running, visit: Any) -> None:
    page = visit().page
    lobby(server, page)
    page.evaluate("document.querySelector('#lobby').append(document.createElement('button'))")
    assert any("button-name" in fault for fault in faults(page))
