"""Common page: the end of a game, seats, confirmation by touch, and the values of a hint."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from finished import finished
from serving import Running

from tapete.core.strings import read_strings
from tapete.web.analysis import SPREAD_COUNTED, alike

GAMES = Path(__file__).parents[2] / "src" / "tapete" / "games"
WITHIN = """([inner, outer]) => { const a = document.querySelector(inner).getBoundingClientRect(), b = document.querySelector(outer).getBoundingClientRect();
    return a.width > 0 && a.left >= b.left && a.right <= b.right + 1 && a.top >= b.top && a.bottom <= b.bottom + 1; }"""


def test_the_summary_of_a_game_fits_its_box_and_the_podium_names_its_unit(server: Running, browser: Any) -> None:
    page = browser.new_page(viewport={"width": 1280, "height": 800}, locale="en-US")
    page.goto(finished(server, "dinosaurs", seed=6))
    page.wait_for_selector("#account")
    page.locator("#account > summary").click()
    assert page.evaluate(WITHIN, ["#account table", "details#account"])
    assert all(text.endswith(" steps") for text in page.locator(".podium .points").all_inner_texts())
    alive = page.evaluate("table.state.describe.players.map((player) => player.alive)")
    assert page.locator(".podium .gone").count() == alive.count(False) > 0
    page.close()


def test_the_lobbys_character_plays_and_touch_confirms_beside_the_card(server: Running, browser: Any) -> None:
    context = browser.new_context(
        viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True, locale="en-US"
    )
    page = context.new_page()
    page.goto(f"{server.url}/choose/dinosaurs")
    page.wait_for_selector("#start")
    shown = page.locator("#lobby .chair[data-at=me] .who small").inner_text()
    page.locator("#start").click()
    page.wait_for_selector("[data-your-turn]", timeout=120_000)
    assert page.evaluate("table.about.seats[table.seat].figure_name") == shown
    before = page.evaluate("table.stage.size()")
    card = "#stage [data-zone=hand][data-moves], #stage [data-zone=my-hand][data-moves]"
    page.locator(card).first.tap()
    box, button = page.locator("#stage [data-state=picked]").bounding_box(), page.locator("#primary").bounding_box()
    assert abs(button["y"] + button["height"] - box["y"]) < 24, "the button is above the card"
    assert page.locator("#lens.foot").is_visible()
    assert page.evaluate("table.stage.size()") == before
    page.wait_for_timeout(300)
    page.locator("#primary").tap()
    page.wait_for_selector("#lens", state="detached")
    context.close()


def test_marking_every_card_of_the_first_hand_leaves_the_button_to_press(server: Running, browser: Any) -> None:
    page = browser.new_page(viewport={"width": 1280, "height": 800}, locale="en-US")
    page.goto(f"{server.url}/play/hearthstone?seat=0&against=easy&seed=7")
    page.wait_for_selector("[data-your-turn]", timeout=120_000)
    page.keyboard.press("Escape")
    cards = page.locator("#stage [data-zone=hand][data-moves]")
    count = cards.count()
    for place in range(count):
        cards.nth(place).click()
        page.wait_for_timeout(450)
    assert page.evaluate("table.state.describe.phase") == "mulligan"
    assert page.locator("#stage [data-zone=hand][data-state=picked]").count() == count >= 3
    cards.nth(count - 1).click()
    assert page.locator("#stage [data-zone=hand][data-state=picked]").count() == count - 1, "the mark is taken back"
    page.locator('#stage [data-key="button:mulligan"]').click()
    page.wait_for_function("() => table.state.describe.phase !== 'mulligan'")
    page.close()


@pytest.mark.parametrize("name", ["briscas", "dinosaurs", "tribute"])
def test_a_game_has_one_title_in_lobby_and_table(name: str) -> None:
    title = json.loads((GAMES / name / "table" / "lobby.json").read_text())["title"]
    words = read_strings(GAMES / name / "strings")
    assert title == {language: words[language]["stage.title"] for language in ("en", "es")}


def test_two_moves_are_alike_within_the_error_of_their_values() -> None:
    rows = [{"value": 0.36, "visits": 1000}, {"value": 0.37, "visits": 900}]
    assert alike(rows, SPREAD_COUNTED)
    assert not alike([rows[0], {"value": 0.45, "visits": 900}], SPREAD_COUNTED)
    assert not alike([rows[0], {"value": None, "visits": 0}], SPREAD_COUNTED)
    assert not alike(rows[:1], SPREAD_COUNTED)
