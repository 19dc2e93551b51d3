"""New tables: compilation with progress, friends who join by link, several tables, stored runs."""

from __future__ import annotations

import hashlib
import http.client
import json
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from serving import Running
from test_browser import link, visit

import tapete
from tapete.core.strings import LANGUAGES
from tapete.web import messages, rooms
from tapete.web.client import Client, TableError

__all__ = ["visit"]


@pytest.fixture
def slow_rules(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make every table take as long as one whose game must be compiled."""
    made = rooms.RoomManager._make

    def slowly(self: Any, wish: dict[str, Any]) -> Any:
        time.sleep(3)
        return made(self, wish)

    monkeypatch.setattr(rooms.RoomManager, "_make", slowly)


def test_a_link_shows_progress_until_the_table_is_ready(server: Running, visit: Any, slow_rules: None) -> None:
    page = visit(locale="es-ES").page
    page.goto(link(server, "briscas", "&lang=es"))
    page.wait_for_selector(".setting progress")
    assert "Poniendo la mesa" in page.locator(".setting").inner_text()
    page.wait_for_function("() => document.querySelector('.setting progress').value > 0")
    page.locator(".setting .more").click()
    assert "120" in page.locator(".setting .lesson").inner_text(), "the rules can be read meanwhile"
    page.wait_for_selector("[data-your-turn]", timeout=60_000)
    assert "/table/" in page.url and "lang=es" in page.url


LATE = """async ([seconds, about]) => { const {settingCard} = await import('/page/setting.js');
    const card = settingCard('briscas'); document.querySelector('#lobby').replaceChildren(card);
    card.tell({seconds, about, done: 0.5}); return [card.innerText, document.querySelector('.setting progress').hasAttribute('value')]; }"""


def test_a_slow_table_says_so_and_can_be_left(server: Running, visit: Any) -> None:
    page = visit().page
    page.goto(server.url)
    page.wait_for_selector(".tile")
    text, measured = page.evaluate(LATE, [12, 40])
    assert "about 40 s" in text and measured
    text, measured = page.evaluate(LATE, [58, 40])
    assert "longer than the usual 40 s" in text and "about 40" not in text and not measured
    page.locator(".setting .back").click()
    page.wait_for_selector(".tile")


SLOW_MINE = """const real = window.fetch; window.fetch = (url, more) => !String(url).endsWith('/api/mine') ? real(url, more)
    : new Promise((done) => setTimeout(() => done(real(url, more)), Number(sessionStorage.getItem('wait'))));"""


@pytest.mark.slow
def test_the_list_of_own_tables_does_not_displace_the_games(server: Running, visit: Any) -> None:
    page = visit().open(link(server, "briscas"))
    page.add_init_script(SLOW_MINE)
    for wait in (300, 2200):  # the page waits for a quick answer, and shows a slow one below the games
        page.evaluate("ms => sessionStorage.setItem('wait', ms)", wait)
        page.goto(server.url)
        page.wait_for_selector(".tile")
        place = page.locator(".tile").first.bounding_box()
        page.wait_for_selector("text=Continue")
        assert page.locator(".tile").first.bounding_box() == place
        assert page.locator(".goon").get_attribute("title") == "against Pilar"


def test_programs_wait_for_the_table_itself(server: Running, slow_rules: None) -> None:
    with Client(f"{server.url}/play/briscas?seat=0&against=random&speed=instant") as client:
        assert client.until("state")["describe"]
    with Client(server.url, join=False) as client:
        told = client.post("/api/tables", {"game": "briscas", "seats": ["me", "random"], "patient": False})
        assert told["setting"] and 0 <= told["done"] < 1
        connection = http.client.HTTPConnection("127.0.0.1", server.port)
        for _ in range(100):
            connection.request("GET", f"/api/setting/{told['ticket']}")
            found = json.load(connection.getresponse())
            if "id" in found:
                break
            time.sleep(0.1)
        assert found["seats"][0]["token"]
        connection.request("GET", f"/api/setting/{told['ticket']}")
        assert connection.getresponse().status == 400, "a ticket is sent once"


@pytest.mark.parametrize("where", ["game", "position", "record"])
@pytest.mark.parametrize("name", ["./own.py", "own.py", "{folder}/own.py", "{folder}"])
def test_no_message_can_run_a_file(
    server: Running, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, where: str, name: str
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "own.py").write_text(f"open({str(tmp_path / 'ran')!r}, 'w').close()")
    game = name.format(folder=tmp_path)
    record = {
        "schema": "tapete-game/1", "game": game, "options": {}, "seed": 1, "agents": [], "actions": [], "returns": None,
    }  # fmt: skip
    wish = {"game": {"game": game}, "position": {"position": {"game": game}}, "record": {"record": json.dumps(record)}}
    with Client(server.url, join=False) as client, pytest.raises(TableError, match=r"unknown game|short text"):
        client.post("/api/tables", wish[where])
    assert not (tmp_path / "ran").exists()


def test_no_option_can_read_a_file(server: Running, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "secret").write_text("root:x:0:0")
    position = tapete.load("hearthstone").deal(1).describe(None)
    with Client(server.url, join=False) as client:
        for value in ("secret", "./secret", str(tmp_path / "secret"), "~/secret", "/etc/passwd"):
            for wish in (
                {"game": "hearthstone", "options": {"deck0": value}},
                {"position": {**position, "options": {**position["options"], "deck0": value}}},
            ):
                with pytest.raises(TableError) as found:
                    client.post("/api/tables", wish)
                assert "no files" in str(found.value) and "root" not in str(found.value)


def test_the_guard_against_files_can_fail(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without the guard the game reads the file that an option names, and prints its contents."""
    monkeypatch.setattr(messages, "names_file", lambda value: False)
    options = messages.plain_options({"deck0": "/etc/hostname"})
    with pytest.raises(tapete.errors.TapeteError) as found:
        tapete.load("hearthstone", **options)
    assert "hostname" in str(found.value)


def test_friends_wait_in_a_room_until_the_owner_starts(server: Running, visit: Any) -> None:
    with Client(server.url, join=False) as client:
        made = client.post(
            "/api/tables",
            {"game": "briscas", "seats": ["me", "friend"], "settings": {"waiting": True, "speed": "instant"}},
        )
    address = f"{server.url}/table/{made['id']}#"
    owner = visit().page
    owner.goto(address + made["seats"][0]["token"])
    owner.wait_for_selector(".room .qr")
    shown = owner.locator(".room .invitation input").input_value()
    assert shown == address + made["seats"][1]["token"]
    assert owner.query_selector("[data-your-turn]") is None and owner.query_selector("dialog[open]") is None
    friend = visit(locale="es-ES").page
    friend.goto(shown)
    friend.wait_for_selector(".room")
    assert friend.query_selector("#start") is None, "only the owner starts"
    friend.locator(".room input").fill("Ana")
    friend.keyboard.press("Tab")
    owner.wait_for_function("() => document.querySelector('.room .places').innerText.includes('Ana')")
    owner.locator("#start").click()
    for page in (owner, friend):
        page.wait_for_function("() => !document.querySelector('.room') && document.querySelector('#stage [data-key]')")
    session = server.manager.tables[made["id"]].session
    first = (owner, friend)[session.waiting[0]]
    first.wait_for_selector("[data-your-turn]")


def test_no_move_is_made_before_the_start_and_an_empty_seat_can_be_given_to_a_bot(server: Running) -> None:
    with Client(server.url, join=False) as client:
        wish = {"game": "briscas", "seats": ["me", "friend"], "settings": {"waiting": True, "speed": "instant"}}
        made = client.post("/api/tables", wish)
    with Client(f"{server.url}/table/{made['id']}#{made['seats'][0]['token']}") as owner:
        state = owner.until("state")
        assert state["moves"] == [] and state["waiting"] == []
        owner.send({"type": "play", "decision": state["decision"], "actions": [0]})
        assert owner.until("refused")["code"] == "waiting"
        with Client(f"{server.url}/table/{made['id']}") as spectator:
            spectator.send({"type": "start"})
            assert spectator.until("refused")["code"] == "rules"
        owner.send({"type": "replace", "seat": 1, "agent": "random"})
        assert owner.until("table")["seats"][1]["kind"] == "agent"
        owner.send({"type": "start"})
        while not state["moves"]:
            state = owner.until("state")


# Made with the package `qrcode`, byte mode, level M, each of the eight masks: the rows of all codes, hashed.
CODES = {
    "a": "7f3766ff9ae9627b",
    "http://127.0.0.1:8000/table/AbCdEfGhIjKl#0123456789abcdefghijklmn": "06c9a2790fc86909",
    "x" * 100: "2c4465650bd53800",
    "y" * 150: "c9a262d249971d31",
    "z" * 200: "cfb803e732e39ddb",
}


def test_a_qr_code_equals_that_of_another_program(server: Running, visit: Any) -> None:
    page = visit().page
    page.goto(f"{server.url}/table/nothing")
    rows = page.evaluate(
        "async (texts) => { const {matrix} = await import('/page/qr.js'); const masks = [0, 1, 2, 3, 4, 5, 6, 7];"
        "const one = (text, mask) => matrix(text, mask).map(row => row.map(Number).join('')).join('/');"
        "return texts.map(text => masks.map(mask => one(text, mask)).join(' ')); }",
        list(CODES),
    )
    assert [hashlib.sha256(row.encode()).hexdigest()[:16] for row in rows] == list(CODES.values())


def test_several_tables_of_bots_are_watched_at_once(server: Running, visit: Any) -> None:
    page, before = visit().page, len(server.manager.tables)
    page.goto(f"{server.url}/watch/briscas?tables=4&against=random&speed=instant")
    page.wait_for_function("() => document.querySelectorAll('.mini-table[data-over]').length === 4", timeout=60_000)
    assert page.locator(".mini-table .now").first.inner_text()
    assert page.locator(".mini-table .result").first.inner_text().count(":") == 2, "who won, and with how much"
    assert "4 of 4" in page.locator("#bar .done").inner_text()
    page.locator(".mini-stage").nth(1).click()
    shown = page.locator(".mini-table:visible")
    assert shown.count() == 1
    page.keyboard.press("Escape")
    assert shown.count() == 4
    page.keyboard.press("1")
    page.locator(".mini-table a:visible").click()
    page.wait_for_selector("#table[data-over]")
    page.go_back()
    page.wait_for_function("() => document.querySelectorAll('.mini-table[data-over]').length === 4")
    assert len(server.manager.tables) == 4 + before, "the same tables, not new ones"


def test_a_game_watched_at_several_tables_has_its_own_title_and_cloth(server: Running, visit: Any) -> None:
    page = visit(locale="es-ES").page
    page.goto(f"{server.url}/watch/dinosaurs?tables=1&against=random&players=2")
    page.wait_for_selector("#grid[data-cloth]")
    assert "Dinosaurios felices" in page.locator("#bar h1").inner_text()
    page.wait_for_selector(".mini-table .seat.asked", timeout=60_000)
    # Who answers an offer of Catan has no turn.
    page.goto(f"{server.url}/watch/catan?tables=1&against=random")
    page.wait_for_selector(".mini-table .seat.asked", timeout=60_000)
    module = page.evaluate("performance.getEntriesByType('resource').find((one) => one.name.endsWith('/draw.js')).name")
    assert (
        page.evaluate(f"import('{module}').then((made) => made.turn({{ description: {{ player: 2, seat: 0 }} }}))") == 2
    )


def until(holds: Callable[[], bool]) -> None:
    limit = time.monotonic() + 10
    while not holds():
        assert time.monotonic() < limit
        time.sleep(0.02)


def test_all_watched_tables_are_paused_and_hastened_together(server: Running, visit: Any) -> None:
    page = visit().page
    page.goto(f"{server.url}/watch/briscas?tables=2&against=random")
    page.wait_for_selector(".mini-table:nth-of-type(2) .seat")
    assert page.locator("#bar select").input_value() == "normal", "slow enough to be followed"
    tables = list(server.manager.tables.values())[-2:]
    page.wait_for_function("() => document.querySelector('.mini-table .now span').textContent")
    page.locator("#bar .go").click()
    until(lambda: all(table.paused for table in tables))
    page.reload()
    page.wait_for_selector(".mini-table:nth-of-type(2) .seat")
    assert page.locator("#bar .go").get_attribute("aria-label") == "Go on"
    assert all(table.paused for table in tables)
    english = page.locator(".mini-table .now span").first.text_content()
    page.locator("#bar > button:last-child").click()
    page.wait_for_function(
        "english => document.querySelector('.mini-table .now span').textContent !== english", arg=english
    )
    page.keyboard.press("p")
    until(lambda: not any(table.paused for table in tables))
    page.locator("#bar select").select_option("instant")
    page.wait_for_function("() => document.querySelectorAll('.mini-table[data-over]').length === 2", timeout=60_000)


def test_games_of_a_stored_run_are_opened(
    server: Running, visit: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from tapete.arena.duel import duel
    from tapete.arena.store import Store

    store = tmp_path / "results.db"
    with Store(store) as opened:
        duel(tapete.load("briscas"), ["random", "heuristic"], games=6, seed=3, store=opened)
    monkeypatch.setenv("TAPETE_STORE", str(store))
    page = visit().page
    page.goto(server.url)
    page.locator(".steps button", has_text="files").click()
    page.wait_for_selector("#runs [data-run]")
    page.locator("#runs [data-run] button").click()
    page.locator("#runs tbody button").nth(3).click()
    page.wait_for_selector("#table[data-over]", timeout=60_000)
    page.wait_for_selector("#replay")
    assert page.locator("#table").get_attribute("data-step") == "0", "a stored game is shown from its beginning"
    assert "heuristic" in page.locator("#table").text_content()


def test_every_option_of_every_game_is_worded_in_both_languages() -> None:
    missing = []
    for game in rooms.catalogue():
        for option in game["options"]:
            if option["name"] in ("players", "preset"):
                continue
            english, spanish = (option["words"].get(language, {}) for language in LANGUAGES)
            named = [choice for choice in option["choices"] if not choice.lstrip("-").isdecimal()]
            if not spanish.get("") or english.get("") == spanish[""] or not {*named} <= english.keys() & spanish.keys():
                missing.append(f"{game['name']}.{option['name']}")
            assert option["when"].keys() <= {other["name"] for other in game["options"]}
    assert not missing


def test_options_appear_when_they_matter(server: Running, visit: Any) -> None:
    page = visit(locale="es-ES").page
    page.goto(f"{server.url}/choose/briscas")
    page.locator(".steps button", has_text="Reglas").click()
    exchange = page.locator("[data-option=exchange] select")
    assert exchange.input_value() == "on", "as people play it"
    assert page.locator(".house .usual").count() == 0, "only what differs from the usual is marked"
    exchange.select_option("off")
    assert page.query_selector("[data-option=exchange_min_rounds]") is None
    assert page.locator("[data-option=exchange] .usual").inner_text() == "lo habitual: se puede"
    page.locator("[data-option=exchange] .usual").click()
    assert exchange.input_value() == "on" and page.locator(".house .usual").count() == 0
    assert "rondas de robo" in page.locator("[data-option=exchange_min_rounds]").inner_text()
    page.locator("[data-option=early_stop] input").click()
    page.locator(".house .all-usual").click()
    assert not page.locator("[data-option=early_stop] input").is_checked()
    page.keyboard.press("Escape")
    for _ in range(2):  # four players
        page.locator(".chair.free").first.click()
        page.locator("dialog .faces button").first.click()
    page.locator(".steps button", has_text="Reglas").click()
    assert page.query_selector("[data-option=partners_see_hands]") is not None
    page.locator(".house .about").click()  # the game's rules can be read before a table is set
    page.wait_for_selector("dialog .short svg")
    assert "120" in page.locator("dialog .short").inner_text()
