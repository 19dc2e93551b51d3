"""Exports of a table: pictures, a position as a link or text, the record, a whole game as one file."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from serving import Running
from test_browser import ALL, ASKED, link, play_by_list, session_of, visit

from tapete.core.summary import rendered

__all__ = ["visit"]


def taken(page: Any, words: str, folder: Path) -> bytes:
    """Return what a button of the share sheet downloads."""
    with page.expect_download() as found:
        page.locator("dialog button", has_text=words).first.click()
    path = folder / found.value.suggested_filename
    found.value.save_as(path)
    return path.read_bytes()


def share(page: Any) -> None:
    page.locator("#bar button").last.click()
    page.locator("dialog button", has_text="Share").click()


def check_shared(server: Running, visit: Any, tmp_path: Path, game: str) -> None:
    page = visit(permissions=["clipboard-read", "clipboard-write"]).open(link(server, game))
    share(page)
    assert "only what you see" in page.locator("dialog").inner_text()
    page.locator("dialog .close").click()
    play_by_list(page)
    session = session_of(server, page)
    page.locator("#end button", has_text="Replay").click()
    page.wait_for_selector("#replay")
    page.locator("#replay select").last.select_option("all")
    page.wait_for_function("() => document.querySelector('#table').dataset.step === '0'")
    for step in (1, 2):
        page.keyboard.press("]")
        page.wait_for_function("n => document.querySelector('#table').dataset.step === n", arg=str(step))
    share(page)
    assert taken(page, "Picture (SVG)", tmp_path).startswith(b"<svg")
    assert taken(page, "Picture (PNG)", tmp_path)[:4] == b"\x89PNG"
    record = json.loads(taken(page, "Record", tmp_path))
    assert record["actions"] == session.actions
    file = tmp_path / "game.html"
    file.write_bytes(taken(page, "one HTML file", tmp_path))
    page.locator("dialog button", has_text="as a link").click()
    page.wait_for_selector(".toast")
    address = page.evaluate("navigator.clipboard.readText()")
    assert address.startswith(f"{server.url}/open#p=")
    page.goto(address)
    page.wait_for_selector("#table", timeout=60_000)
    page.wait_for_selector(ASKED, timeout=60_000)
    assert session_of(server, page).at(0).describe(None) == session.at(2).describe(None)
    alone = visit(offline=True).page
    alone.goto(file.as_uri())
    alone.wait_for_selector("#stage > g")
    frames = int(alone.locator("#at").get_attribute("max"))
    alone.evaluate("n => { for (let k = 0; k < n; k += 1) document.querySelector('#on').click(); }", frames)
    assert alone.evaluate("document.body.dataset.step") == str(frames)
    check_account_in_file(alone, session)


def check_account_in_file(alone: Any, session: Any) -> None:
    """Check that the file of a game ends with its summary, as the page does, in both languages."""
    found = session.account()
    for language in ("en", "es"):
        if alone.locator("html").get_attribute("lang") != language:
            alone.locator("#language").click()
        names = [
            alone.evaluate(f"JSON.parse(document.querySelector('#story').textContent).names.{language}[{seat}]")
            for seat in range(session.game.seats)
        ]
        wanted = rendered(found, session.game.words[language], names=names)
        shown = alone.locator("#account")
        assert shown.is_visible() and (wanted["how"] or "") in shown.inner_text()
        for fact in wanted["facts"]:
            row = shown.locator(f"[data-fact={fact['name']}]")
            assert row.locator("td, dd").all_text_contents() == [text or "–" for text in fact["values"]]
        assert shown.locator("[data-chart]").count() == len(wanted["charts"])
    alone.set_viewport_size({"width": 480, "height": 320})
    alone.wait_for_selector("#account", state="hidden")
    alone.locator("#told").click()
    assert alone.locator("#account tr[data-fact]").first.is_visible()


def test_a_game_is_shared_in_every_way(server: Running, visit: Any, tmp_path: Path) -> None:
    check_shared(server, visit, tmp_path, "briscas")


@pytest.mark.slow
@pytest.mark.parametrize("game", ALL[1:])
def test_every_game_is_shared_in_every_way(server: Running, visit: Any, tmp_path: Path, game: str) -> None:
    check_shared(server, visit, tmp_path, game)
