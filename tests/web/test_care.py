"""Care for a person at the table: the scene of the end is seen, chosen seats are kept, a replay tells its own step."""

from __future__ import annotations

from typing import Any

from finished import finished
from serving import Running
from test_browser import link, session_of, visit

__all__ = ["visit"]
ENDS = """async () => { const {ending, noEnding} = await import('/page/menus.js'), {table} = window;
    table.sent = [];
    table.net.send = (message) => table.sent.push(message.type);
    noEnding(table);
    table.state.log = null;
    ending(table);
    const again = document.querySelector('#end .brass').getBoundingClientRect();
    return [again.left + again.width / 2, again.top + again.height / 2]; }"""


def test_a_press_meant_for_skipping_does_not_leave_the_scene_of_the_end(server: Running, visit: Any) -> None:
    page = visit().open(finished(server, "briscas"))
    page.wait_for_selector("#end")
    place = page.evaluate(ENDS)
    page.keyboard.press("Space")
    page.keyboard.press("Enter")
    page.mouse.click(*place)
    assert page.evaluate("document.activeElement.id") == "end", "keys go to the scene, not to a button"
    assert "again" not in page.evaluate("window.table.sent")
    page.locator("#end .brass").click()  # waits until the button can be pressed
    assert "again" in page.evaluate("window.table.sent")


def test_the_line_below_the_winner_does_not_name_the_winner_again(server: Running, visit: Any) -> None:
    page = visit().open(finished(server, "tribute"))
    page.wait_for_function("() => document.querySelector('#end .how')?.textContent")
    title, how = page.locator("#end h2").inner_text(), page.locator("#end .how").inner_text()
    assert not how.startswith(title.rstrip(".!")), (title, how)


SITTING = "Object.fromEntries([...document.querySelectorAll('#lobby .chair[data-seat]')].map(c => [c.dataset.at, c.querySelector('b').textContent]))"


def test_seats_of_the_lobby_stay_where_they_are_and_outlast_a_tour(server: Running, visit: Any) -> None:
    page = visit().page
    page.goto(f"{server.url}/choose/catan")
    page.wait_for_selector("#lobby .chair")
    before = page.evaluate(SITTING)
    page.locator(".chair[data-at=left]").click()
    page.locator("dialog button", has_text="Nobody").click()
    after = page.evaluate(SITTING)
    assert after == {at: who for at, who in before.items() if at != "left"}
    page.locator(".chair[data-at=left].free").click()
    page.locator("dialog .faces button").last.click()
    again = page.evaluate(SITTING)
    assert {at: again[at] for at in after} == after and "left" in again
    for at in ("left", "top"):
        page.locator(f".chair[data-at={at}]").click()
        page.locator("dialog button", has_text="Nobody").click()
    page.locator("#lobby .learn").click()
    page.wait_for_url("**/table/**", timeout=120_000)
    page.wait_for_selector(".tour", timeout=60_000)
    assert session_of(server, page).game.seats == 2
    page.goto(f"{server.url}/choose/catan")
    page.wait_for_selector("#lobby .chair")
    assert len(page.evaluate(SITTING)) == 2


def test_leaving_a_seat_to_a_bot_shows_at_once_that_it_is_being_prepared(server: Running, visit: Any) -> None:
    page = visit().open(link(server, "briscas"))
    page.wait_for_function("() => document.querySelector('#stage [data-moves]')")
    page.evaluate("() => { window.table.net.send = () => true; window.table.leave(); }")  # the server takes its time
    assert page.locator(".toast", has_text="getting ready").is_visible()
    assert page.locator("#now").inner_text().startswith("A bot is getting ready")
    assert not page.query_selector("[data-your-turn], #stage [data-moves], #primary:not([hidden])")


def test_a_replay_tells_what_had_happened_up_to_the_step(server: Running, visit: Any) -> None:
    page = visit().open(finished(server, "briscas"))
    page.locator("#end button", has_text="Replay").click()
    for step in (0, 1):
        page.wait_for_function("n => window.table.past?.frame === n", arg=step)
        told = "() => { const {table} = window; return [table.pastView(table.past).lately.length, table.story.log.slice(0, table.past.frame).flat().length]; }"
        lately, happened = page.evaluate(told)
        assert lately == happened, step
        page.keyboard.press("]")
