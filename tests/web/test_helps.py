"""Help at the table: counting, tours, warnings, several moves at once, undo."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from serving import Running

OPTIONS = {
    "hearthstone": "&deck0=BasicPaladin&deck1=BasicPaladin&variant=full",
    "tribute": "&patrons=duke_of_crows,hlaalu,pelin,red_eagle",
}


@pytest.fixture
def opened(server: Running, browser: Any) -> Iterator[Any]:
    """Open a table; errors on the console fail the test."""
    context = browser.new_context(viewport={"width": 1280, "height": 800}, locale="en-US")
    page = context.new_page()
    said: list[str] = []
    page.on("pageerror", lambda error: said.append(str(error)))
    page.on("console", lambda message: said.append(message.text) if message.type == "error" else None)

    def open_(game: str, more: str = "") -> Any:
        page.goto(
            f"{server.url}/play/{game}?seat=0&against=easy&seed=7&speed=instant{OPTIONS.get(game, '')}{more}",
            timeout=300_000,
        )
        page.wait_for_selector("[data-your-turn]", timeout=120_000)
        return page

    yield open_
    context.close()
    assert not said, said[:3]


def state_of(page: Any) -> str:
    return page.evaluate("document.querySelector('#table').dataset.decision")


def click_list(page: Any, pattern: str) -> None:
    """Click the first move of the list that matches, and wait for the next question."""
    before = state_of(page)
    page.evaluate(
        "p => [...document.querySelectorAll('#moves [data-action]')].find(b => new RegExp(p, 'i').test(b.textContent)).click()",
        pattern,
    )
    page.wait_for_function(
        "before => { const t = document.querySelector('#table'); return t.dataset.decision !== before && t.hasAttribute('data-your-turn'); }",
        arg=before,
        timeout=60_000,
    )


def test_cards_are_counted_and_a_tour_lets_the_reader_play_a_round(opened: Any) -> None:
    page = opened("briscas")
    address, token = page.url.split("#")
    page.goto(f"{address.split('?')[0]}?tour=1#{token}")
    page.wait_for_selector(".tour[data-step='1']")
    assert not page.query_selector("[data-your-turn]"), "the table waits while the round of the tour is played"
    told, stage = page.locator(".tour").bounding_box(), page.locator("#stage").bounding_box()
    assert stage["y"] + stage["height"] <= told["y"], "the words cover nothing of the table"
    page.set_viewport_size({"width": 844, "height": 390})
    page.wait_for_function("document.querySelector('.tour').offsetHeight < 80")  # the table keeps its height
    page.set_viewport_size({"width": 1280, "height": 800})
    assert page.locator("#bar .chip").first.inner_text() == "Tour", "the points of the table are not those of the tour"
    page.locator(".tour .show").click()
    page.wait_for_selector(".tour[data-step='2']", timeout=20_000)
    page.evaluate("table.wantsTour = false")  # as from the menu: the game goes on
    page.keyboard.press("Escape")
    page.wait_for_selector("[data-your-turn]")
    assert not page.query_selector(".tour")
    page.evaluate("document.activeElement.blur()")
    page.keyboard.press("c")
    page.wait_for_selector("[data-key=counted]")
    assert len(page.query_selector_all("[data-count]")) == 40
    assert len(page.query_selector_all("[data-count=hand]")) == 3
    page.keyboard.press("c")
    page.wait_for_selector("[data-key=counted]", state="detached")
    while not page.query_selector("[data-toggle=last]"):
        click_list(page, "play")
    for shut in (
        lambda: page.keyboard.press("Escape"),
        lambda: page.mouse.click(500, 780),
        lambda: page.locator("[data-key=last-large]").click(),
        lambda: page.locator("[data-key=counting]").click(),
        lambda: click_list(page, "play"),
    ):
        page.wait_for_selector("[data-your-turn]")
        page.keyboard.press("v")
        page.wait_for_selector("[data-key=last-large]")
        shut()
        page.wait_for_selector("[data-key=last-large]", state="detached")


@pytest.mark.slow
def test_simple_cards_are_played_together_and_ending_a_turn_gives_a_warning(opened: Any) -> None:
    page = opened("tribute")
    page.wait_for_selector("[data-key='button:all']")
    held = len(page.query_selector_all("#stage [data-zone=hand]"))
    before = state_of(page)
    page.keyboard.press("k")
    page.wait_for_function("b => document.querySelector('#table').dataset.decision !== b", arg=before)
    page.wait_for_selector("[data-your-turn]")
    assert len(page.query_selector_all("#stage [data-zone=hand]")) <= held - 2
    page.locator("[data-key='button:end']").click()
    page.wait_for_selector(".balloon.warning")
    assert page.locator(".balloon.warning p").inner_text()


@pytest.mark.slow
def test_a_settlement_is_moved_without_confirmation(opened: Any) -> None:
    page = opened("catan")
    click_list(page, "settle at")
    assert page.evaluate("document.querySelectorAll('#moves [data-action]').length") <= 3
    page.keyboard.press("u")
    page.wait_for_function("() => document.querySelectorAll('#moves [data-action]').length > 20", timeout=20_000)


@pytest.mark.slow
def test_a_turn_of_hearthstone_is_not_ended_by_mistake(opened: Any) -> None:
    page = opened("hearthstone")
    click_list(page, "replace nothing")
    for _ in range(8):
        if page.evaluate("document.querySelectorAll('#moves [data-action]').length") > 1:
            page.locator("[data-key='button:end']").click()
            page.wait_for_selector(".balloon.warning")
            before = state_of(page)
            page.locator("[data-key='button:end']").click()  # the second press ends it, or names what else is left
            page.wait_for_timeout(400)
            assert page.query_selector(".balloon.warning") or state_of(page) != before
            return
        click_list(page, "end")
    raise AssertionError("there was never anything to do")
