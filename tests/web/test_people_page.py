"""People in the browser: a friend who leaves and returns, and a game that fails."""

from __future__ import annotations

from typing import Any

import pytest
from samples import sampled
from serving import Running
from test_app import answer
from test_browser import visit

from tapete.web import room
from tapete.web.client import Client

__all__ = ["visit"]


def table_for_two(server: Running) -> tuple[str, dict[str, Any]]:
    with Client(server.url, join=False) as client:
        wish = {"game": "briscas", "seats": ["me", "friend"], "seed": 3, "settings": {"speed": "instant"}}
        made = client.post("/api/tables", wish)
    return f"{server.url}/table/{made['id']}", made


def later(page: Any, ms: int) -> None:
    """Set the page's clock forward; only the last second runs frame by frame, which takes as long as it says."""
    page.clock.fast_forward(ms - 1000)
    page.clock.run_for(1000)


FAILED = [("en-US", "This game failed"), ("es-ES", "Este juego ha fallado")]
AWAY = [
    ("en-US", "Ana has been away for", "Wait", "A bot plays on", "Ana is back."),
    ("es-ES", "Ana lleva", "Esperar", "Que siga un bot", "Ana ha vuelto."),
]


@pytest.mark.parametrize(("locale", "asks", "wait", "bot", "back"), sampled(AWAY, AWAY[:1]))
def test_the_owner_lets_a_bot_play_for_a_friend_who_left(
    server: Running, visit: Any, monkeypatch: pytest.MonkeyPatch, locale: str, asks: str, wait: str, bot: str, back: str
) -> None:
    address, made = table_for_two(server)
    monkeypatch.setattr(room, "AWAY_SECONDS", 0.0)  # the page's clock is set forward, the server's is not
    owner = visit(locale=locale).page
    owner.clock.install()
    owner.goto(f"{address}#{made['seats'][0]['token']}")
    friend = f"{address}#{made['seats'][1]['token']}"
    owner.wait_for_selector("#stage [data-key]")
    with Client(friend) as ana:
        ana.until("state")
        ana.send({"type": "name", "name": "Ana"})  # after the drawing, which shows the new name too
        owner.wait_for_function("() => document.querySelector('#stage')?.textContent.includes('Ana')")
    owner.wait_for_selector("#bar .chip.away")
    later(owner, 15_000)
    assert owner.query_selector("#away") is None
    later(owner, 7_000)
    assert asks in owner.locator("#away").inner_text()
    owner.locator("#away button", has_text=wait).click()
    later(owner, 30_000)
    assert owner.query_selector("#away") is None, "who waits is not asked again at once"
    later(owner, 40_000)
    owner.locator("#away button", has_text=bot).click()
    owner.wait_for_function("() => /\\((for|por) Ana\\)/.test(document.querySelector('#bar').innerText)")
    with Client(friend) as ana:
        assert ana.until("table")["seat"] == 1
        owner.wait_for_selector(f"#toasts >> text={back}")
        owner.wait_for_function("() => !/\\((for|por) Ana\\)/.test(document.querySelector('#bar').innerText)")


def test_who_returns_from_the_lobby_reads_what_was_played_meanwhile(server: Running, visit: Any) -> None:
    address, made = table_for_two(server)
    (mover,) = server.manager.tables[made["id"]].session.waiting
    page = visit().page
    page.goto(f"{address}#{made['seats'][1 - mover]['token']}")
    page.wait_for_selector("#stage [data-key]")
    with Client(f"{address}#{made['seats'][mover]['token']}") as other:
        state = other.until("state")
        page.goto(server.url)
        page.wait_for_selector(".tile")
        other.send({"type": "play", "decision": state["decision"], "action": state["moves"][0]["id"]})
        other.until("state")
        page.goto(f"{address}#{made['seats'][1 - mover]['token']}")
        page.wait_for_selector("#stage [data-zone=trick][data-card]")
        assert page.evaluate("table.log.map(({events}) => events[0].kind)") == ["lead"]


@pytest.mark.parametrize(("locale", "text"), sampled(FAILED, FAILED[1:]))
def test_a_failing_game_is_reported_on_the_page(server: Running, visit: Any, locale: str, text: str) -> None:
    address, made = table_for_two(server)
    page = visit(locale=locale).page
    page.goto(f"{address}#{made['seats'][0]['token']}")
    page.wait_for_selector("#stage [data-key]")
    table = server.manager.tables[made["id"]]
    server.loop.call_soon_threadsafe(table.fail, KeyError("event.hidden"))
    page.wait_for_selector("#strip.failed")
    assert text in page.locator("#strip").inner_text()
    assert page.query_selector("[data-your-turn]") is None
    page.wait_for_timeout(1200)
    assert text in page.locator("#strip").inner_text() and page.locator("#hurry").is_hidden()
    page.locator("#strip button").click()
    page.wait_for_selector(".tile")


HEADER = """async () => { const {Table} = await import('/page/table.js');
    const tableAt = (points, seat) => ({players: [{points}], seat});
    const table = Object.assign(Object.create(Table.prototype), {seat: null, state: {describe: tableAt(27, 1), waiting: [1]}, director: {shown: {description: tableAt(6, 0)}},
        about: {seats: [{seat: 0, name: 'Ana', here: true}, {seat: 1, name: 'Bot 2', here: true}], levels: []}});
    const texts = () => [...table.chips().querySelectorAll('.chip')].map((chip) => [chip.textContent, chip.classList.contains('asked')]);
    const during = texts();
    table.director.shown = null;
    return [during, texts()]; }"""


def test_the_header_agrees_with_the_stage_and_does_not_run_ahead(server: Running, visit: Any) -> None:
    page = visit().page
    page.goto(server.url)
    page.wait_for_selector(".tile")
    during, after = page.evaluate(HEADER)
    assert during == [["Ana 6", True], ["Bot 2", False]]
    assert after == [["Ana 27", False], ["Bot 2", True]]


def test_the_waiting_room_says_who_is_there_and_gives_each_person_one_face(server: Running, visit: Any) -> None:
    wish = {"game": "briscas", "seats": ["me", "friend"], "names": {"0": "Ana"}, "settings": {"waiting": True}}
    with Client(server.url, join=False) as client:
        made = client.post("/api/tables", wish)
    links = [f"{server.url}/table/{made['id']}#{seat['token']}" for seat in made["seats"]]
    owner, guest = visit().page, visit(locale="es-ES").page
    owner.goto(links[0])
    owner.wait_for_selector(".room .invitation")
    assert "press Start" not in owner.locator(".room").inner_text(), "the button reads otherwise"
    assert owner.locator("#bar .turn").count() == 0 and owner.locator("#edge").is_hidden()
    assert owner.locator(".room .chair[data-at=me] .who").inner_text().split("\n") == ["Ana", "you"]
    guest.goto(links[1])
    guest.wait_for_selector(".room .chair.here [data-face='0']")
    owner.wait_for_selector(".room .chair.here [data-face='1']")
    assert owner.locator(".room h2").inner_text() == "Everybody is here"
    faces = "() => [0, 1].map((n) => document.querySelector(`.room .chair [data-face='${n}']`).innerHTML)"
    assert owner.evaluate(faces) == guest.evaluate(faces)


def test_a_request_to_take_back_ends_with_the_next_move(server: Running, visit: Any) -> None:
    address, made = table_for_two(server)
    page = visit().page
    page.goto(f"{address}#{made['seats'][0]['token']}")
    page.wait_for_selector("#stage [data-key]")

    def play(state: dict[str, Any]) -> dict[str, Any]:
        if state["waiting"] == [1]:
            return answer(friend, state)
        page.wait_for_selector("#table[data-your-turn]")
        page.evaluate("document.querySelector('#moves [data-action]').click()")
        return friend.until("state")

    with Client(f"{address}#{made['seats'][1]['token']}") as friend:
        state = play(play(friend.until("state")))
        friend.send({"type": "take_back"})
        page.wait_for_selector("#take-back")
        play(state)
        page.wait_for_selector("#take-back", state="detached")
