"""Table in a real browser: whole games by clicks, by the list and by keys; reload, restart, two browsers, languages, sizes."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from samples import sampled
from serving import Running

import tapete
from tapete.play.record import checked
from tapete.web.client import Client

ALL = ["briscas", "dinosaurs", "catan", "hearthstone", "tribute"]
OPTIONS = {
    "catan": "&points=4",  # a person who clicks at random would need hours for ten
    "hearthstone": "&deck0=BasicPaladin&deck1=BasicPaladin&variant=full",
    "tribute": "&patrons=duke_of_crows,hlaalu,pelin,red_eagle",
}
ASKED = "[data-your-turn], [data-over]"


class Visit:
    """Page with its console messages and the targets of its requests."""

    def __init__(self, browser: Any, *, width: int = 1280, height: int = 800, **more: Any) -> None:
        self.context = browser.new_context(viewport={"width": width, "height": height}, **{"locale": "en-US", **more})
        self.page = self.context.new_page()
        self.said: list[str] = []
        self.asked: set[str] = set()
        self.page.on("console", lambda message: self.said.append(message.text) if message.type == "error" else None)
        self.page.on("pageerror", lambda error: self.said.append(str(error)))
        self.page.on("request", lambda request: self.asked.add(request.url.split("/")[2]))

    def open(self, url: str) -> Any:
        self.page.goto(url, timeout=60_000)
        self.page.wait_for_selector(ASKED, timeout=300_000)  # meanwhile the page says that the table is being prepared
        return self.page

    def close(self) -> None:
        self.context.close()


@pytest.fixture
def visit(browser: Any) -> Iterator[Any]:
    visits: list[Visit] = []

    def make(**more: Any) -> Visit:
        visits.append(Visit(browser, **more))
        return visits[-1]

    yield make
    for made in visits:
        made.close()
        assert not made.said, f"the console says: {made.said[:3]}"


def link(server: Running, game: str, more: str = "") -> str:
    return f"{server.url}/play/{game}?seat=0&against=easy&seed=7&speed=instant{OPTIONS.get(game, '')}{more}"


def session_of(server: Running, page: Any) -> Any:
    return server.manager.tables[re.search(r"/table/([\w-]+)", page.url)[1]].session


def decision(page: Any) -> str:
    return page.evaluate(
        "document.querySelector('#table').dataset.decision + ' ' + document.querySelector('#table').hasAttribute('data-over')"
    )


def went_on(page: Any, before: str) -> None:
    page.wait_for_function(
        "before => { const t = document.querySelector('#table'); const now = t.dataset.decision + ' ' + t.hasAttribute('data-over');"
        "return now !== before && (t.hasAttribute('data-your-turn') || t.hasAttribute('data-over')); }",
        arg=before,
        timeout=60_000,
    )


def over(page: Any) -> bool:
    return page.query_selector("[data-over]") is not None


BY_LIST = """async ([most, seconds]) => {
    const table = document.querySelector('#table'), until = performance.now() + 1000 * seconds;
    for (let n = 0; n < most && performance.now() < until;) {
        if (table.hasAttribute('data-over')) return n;
        const all = table.hasAttribute('data-your-turn') ? document.querySelectorAll('#moves [data-action]') : [];
        if (all.length) { all[(7 * n + 3) % all.length].click(); n += 1; }
        await new Promise((done) => setTimeout(done, 4));
    }
    return -1;
}"""


def play_by_list(page: Any, most: int = 5000, seconds: float = 240) -> None:
    """Press buttons of the list until the game is over; the loop runs in the page, as fast as it answers."""
    assert page.evaluate(BY_LIST, [most, seconds]) >= 0, "the game does not end"


def play_by_clicks(page: Any, most: int = 3000, picks: int = 12) -> None:
    """Click on lit things until the game is over."""
    for number in range(most):
        if over(page):
            return
        before = decision(page)
        page.wait_for_function("() => document.querySelector('#stage [data-moves]')")
        for step in range(picks):
            place = page.evaluate(
                """([n, step]) => {
                const open = document.querySelector('.balloon.chooser button');
                const lit = open ? [open] : [...document.querySelectorAll('#stage [data-moves]')].filter(t => ['can', 'target'].includes(t.dataset.state));
                const primary = document.querySelector('#primary:not([hidden])');
                if (step > 0 && primary && !open) { const b = primary.getBoundingClientRect(); return [b.x + b.width / 2, b.y + b.height / 2]; }
                const picked = [...document.querySelectorAll('#stage [data-moves][data-state=picked]')];
                const t = lit.length ? lit[(n + step) % lit.length] : picked[0];
                if (!t) return null;
                const b = t.getBoundingClientRect();
                return [b.x + b.width / 2, b.y + b.height / 2];
            }""",
                [number, step],
            )
            if place is None:
                break
            page.mouse.click(*place)
            page.wait_for_timeout(40)
            if decision(page) != before or not page.query_selector("[data-your-turn]"):
                break
        went_on(page, before)
    raise AssertionError("the game does not end")


def check_end(server: Running, page: Any, url: str) -> None:
    """Check that the game is over, that no move is left, and that its record replays."""
    assert page.query_selector_all("[data-action]") == []
    session = session_of(server, page)
    record = checked(json.loads(session.record().as_json()), "the record")
    assert list(record.states())[-1].over


@pytest.mark.parametrize("game", sampled(["briscas", "dinosaurs"], ["briscas"]))
def test_a_link_leads_to_the_first_move(server: Running, visit: Any, game: str) -> None:
    seen = visit(width=1280, height=720)
    page = seen.open(link(server, game))
    assert page.query_selector("dialog[open]") is None
    page.wait_for_function("() => document.querySelectorAll('#stage [data-moves]').length > 0")
    session = session_of(server, page)
    listed = "n => [...document.querySelectorAll('#moves [data-action]')].filter(b => b.offsetParent).length === n"
    page.wait_for_function(listed, arg=len(session.legal(0)))
    buttons = [b for b in page.query_selector_all("#moves [data-action]") if b.is_visible()]
    assert sorted(int(b.get_attribute("data-action")) for b in buttons) == session.legal(0)
    texts = [b.inner_text() for b in buttons]
    assert len(set(texts)) == len(texts) and all(texts)
    drawn = page.evaluate(
        "[...document.querySelectorAll('#stage [data-moves]')].flatMap(t => t.dataset.moves.split(' ').map(Number))"
    )
    assert sorted(set(drawn)) == session.legal(0)
    assert seen.asked == {f"127.0.0.1:{server.port}"}, "nothing comes from elsewhere"


def test_a_whole_game_by_the_list_of_moves(server: Running, visit: Any) -> None:
    page = visit(width=1280, height=720).open(link(server, "briscas"))
    play_by_list(page)
    check_end(server, page, page.url)
    page.wait_for_selector("#end")
    assert page.locator("#end h2").inner_text()
    assert page.locator("#end .podium li").count() == 2
    page.set_viewport_size({"width": 390, "height": 844})
    said = page.locator("#end .bubble").bounding_box()
    assert said["x"] >= 0 and said["x"] + said["width"] <= 390, "the last word is read to its end on a phone"
    page.set_viewport_size({"width": 1280, "height": 720})
    page.locator("#end .aside").click()
    assert page.query_selector("#end") is None, "the scene leaves the table visible"
    page.locator("#result").click()
    page.locator("#end button", has_text="Other level").click()
    page.locator("dialog button", has_text="Easy").click()
    page.wait_for_selector("[data-your-turn]")


@pytest.mark.parametrize("game", ["dinosaurs"])
def test_a_whole_game_by_clicks_in_the_drawing(server: Running, visit: Any, game: str) -> None:
    page = visit().open(link(server, game))
    play_by_clicks(page)
    check_end(server, page, page.url)


@pytest.mark.slow
@pytest.mark.parametrize("game", ALL)
@pytest.mark.parametrize("how", [play_by_clicks, play_by_list], ids=["clicks", "list"])
def test_every_game_is_played_whole(server: Running, visit: Any, game: str, how: Any) -> None:
    page = visit().open(link(server, game))
    how(page)
    check_end(server, page, page.url)


def test_a_whole_game_with_the_keyboard_alone(server: Running, visit: Any) -> None:
    page = visit().open(link(server, "briscas"))
    page.evaluate("localStorage.setItem('tapete', JSON.stringify({tips: false}))")
    page.reload()
    page.wait_for_selector(ASKED)
    for number in range(60):
        if over(page):
            break
        before = decision(page)
        page.wait_for_function("() => document.querySelector('#stage [data-moves]')")
        for _ in range(40):
            if page.evaluate("document.activeElement.closest?.('#stage [data-moves]') !== null"):
                break
            page.keyboard.press("Tab")
        ring = page.evaluate("parseFloat(getComputedStyle(document.activeElement).outlineWidth)")
        assert ring >= 3, "what has the focus shows it"
        if number % 2:
            page.keyboard.press("ArrowRight")
        page.keyboard.press("Enter")
        page.wait_for_timeout(60)
        if decision(page) == before and page.query_selector("[data-your-turn]"):
            page.keyboard.press("Enter")
        went_on(page, before)
        assert page.evaluate("document.activeElement !== document.body")
    assert over(page)


def test_a_game_continues_after_a_reload_and_a_lost_connection(visit: Any, tmp_path: Path) -> None:
    first = Running(tmp_path / "tables.db")
    page = visit().open(link(first, "briscas"))
    for number in range(3):
        before = decision(page)
        page.evaluate("document.querySelector('#moves [data-action]').click()")
        went_on(page, before)
    page.wait_for_selector(ASKED)
    page.wait_for_function("() => document.querySelectorAll('#moves [data-action]').length > 0")
    moves = page.locator("#moves").inner_text()
    page.reload()
    page.wait_for_selector(ASKED)
    listed = "text => document.querySelector('#moves').innerText === text"  # after the game's words have arrived
    page.wait_for_function(listed, arg=moves)
    time.sleep(0.5)
    port = first.port
    first.stop()
    page.wait_for_selector("#strip", timeout=20_000)
    assert page.query_selector("[data-your-turn]") is None
    second = Running(tmp_path / "tables.db", port=port)
    try:
        page.wait_for_selector("[data-your-turn]", timeout=20_000)
        page.wait_for_function(listed, arg=moves)
        assert page.query_selector("#strip") is None
        before = decision(page)
        page.evaluate("document.querySelector('#moves [data-action]').click()")
        went_on(page, before)
    finally:
        page.goto("about:blank")
        second.stop()
        page.context.close()


def test_two_browsers_at_one_table(server: Running, visit: Any) -> None:
    with Client(server.url, join=False) as client:
        made = client.post(
            "/api/tables", {"game": "briscas", "seats": ["me", "friend"], "settings": {"speed": "instant"}}
        )
    pages = []
    for seat in made["seats"]:
        page = visit().page
        page.goto(f"{server.url}/table/{made['id']}#{seat['token']}")
        page.wait_for_selector("#stage [data-key]")
        pages.append(page)
    watcher = visit().page
    watcher.goto(f"{server.url}/table/{made['id']}")
    watcher.wait_for_selector("#stage > g")
    session = server.manager.tables[made["id"]].session
    for _ in range(6):
        page = pages[session.waiting[0]]
        page.wait_for_selector("[data-your-turn]")
        before = len(session.actions)
        page.evaluate("document.querySelector('#moves [data-action]').click()")
        for _ in range(100):
            if len(session.actions) > before:
                break
            time.sleep(0.02)
    hidden = [set(session.state.describe(seat)["players"][seat]["hand"]) for seat in range(2)]
    time.sleep(0.4)
    for seat, page in enumerate(pages):
        names = [tapete.load("briscas").words["en"][f"name.{card}"] for card in hidden[1 - seat]]
        content = page.content()
        assert not any(f'data-key="{card}"' in content for card in hidden[1 - seat])
        assert not any(name in page.locator("#say").inner_text() for name in names)
    assert not any(card in watcher.content() for card in hidden[0] | hidden[1])
    mover = pages[1 - session.waiting[0]]
    mover.keyboard.press("u")
    other = pages[session.waiting[0]]
    other.wait_for_selector(".asking")
    before = len(session.actions)
    other.locator(".asking button").first.click()
    for _ in range(100):
        if len(server.manager.tables[made["id"]].session.actions) < before:
            break
        time.sleep(0.02)
    assert len(server.manager.tables[made["id"]].session.actions) < before


def test_the_dom_of_a_seat_never_holds_a_card_it_does_not_see(server: Running, visit: Any) -> None:
    page = visit().open(link(server, "briscas"))
    session = session_of(server, page)
    words = tapete.load("briscas").words["en"]
    for _ in range(12):
        own = json.dumps(session.describe(0))
        stock = [card for card in session.state.describe(None)["stock"]["cards"] if card not in own]
        secret = stock + [card for card in session.state.describe(None)["players"][1]["hand"] if card not in own]
        shown = page.evaluate("document.querySelector('#room').outerHTML + document.querySelector('#say').textContent")
        assert not [card for card in secret if f'"{card}"' in shown or words[f"name.{card}"] in shown]
        if over(page):
            break
        before = decision(page)
        page.evaluate("document.querySelector('#moves [data-action]').click()")
        went_on(page, before)


def test_the_language_is_switched_in_the_middle_of_a_choice(server: Running, visit: Any) -> None:
    page = visit().open(link(server, "dinosaurs"))
    ids = page.evaluate("[...document.querySelectorAll('#moves [data-action]')].map(b => b.dataset.action)")
    english = page.locator("#moves").inner_text()
    page.locator("#bar button[lang=en]").click()
    page.wait_for_function(
        "document.documentElement.lang === 'es' && !document.querySelector('#moves').innerText.includes('pass')"
    )
    page.wait_for_function("before => document.querySelector('#moves').innerText !== before", arg=english)
    assert page.evaluate("[...document.querySelectorAll('#moves [data-action]')].map(b => b.dataset.action)") == ids
    text = page.evaluate("document.body.innerText")
    assert "Jugadas" in text and page.locator("#bar [aria-label='Menú']").count() == 1
    assert not re.search(r"\b(move|event|name)\.[a-z_]+", text), "a raw key is shown"
    page.reload()
    page.wait_for_selector(ASKED)
    assert page.evaluate("document.documentElement.lang") == "es"


SIZES = [(480, 320), (360, 740), (768, 1024), (1280, 720), (1920, 1080)]


@pytest.mark.parametrize(
    "size",
    [size if size in (SIZES[0], SIZES[3]) else pytest.param(size, marks=pytest.mark.slow) for size in SIZES],
    ids=lambda size: f"{size[0]}x{size[1]}",
)
def test_everything_that_can_be_chosen_can_be_reached_at_every_size(
    server: Running, visit: Any, size: tuple[int, int]
) -> None:
    page = visit(width=size[0], height=size[1]).open(link(server, "dinosaurs"))
    page.evaluate("localStorage.setItem('tapete', JSON.stringify({tips: false}))")
    page.reload()
    page.wait_for_selector(ASKED)
    page.wait_for_function("() => document.querySelector('#stage [data-moves]')")
    missed = page.evaluate(
        """() => [...document.querySelectorAll('#stage [data-moves]')].filter(t => ['can', 'target'].includes(t.dataset.state)).filter(t => {
            const b = t.getBoundingClientRect(); const hit = document.elementFromPoint(b.x + b.width / 2, b.y + b.height / 2);
            return !(hit && t.contains(hit)) || b.left < -1 || b.top < -1 || b.right > innerWidth + 1 || b.bottom > innerHeight + 1; }).map(t => t.dataset.key)"""
    )
    assert not missed, f"out of reach: {missed}"
    assert page.locator("#now").is_visible()
    assert page.evaluate(
        "document.scrollingElement.scrollHeight <= innerHeight + 1 && document.scrollingElement.scrollWidth <= innerWidth + 1"
    )
    small = page.evaluate(
        """() => [...document.querySelectorAll('body *')].filter(n => n.childNodes.length && [...n.childNodes].some(c => c.nodeType === 3 && c.textContent.trim()) && n.getClientRects().length && !n.closest('.sr, script, style, .skip'))
            .map(n => [parseFloat(getComputedStyle(n).fontSize), n.textContent.trim().slice(0, 30)]).filter(([size]) => size < 10.9)"""
    )
    assert not [entry for entry in small if "svg" not in entry[1]][:3], small[:3]


def test_controls_have_names_and_colours_have_contrast(server: Running, visit: Any) -> None:
    for theme in ("light", "dark"):
        page = visit(color_scheme=theme).open(link(server, "briscas"))
        nameless = page.evaluate(
            """() => [...document.querySelectorAll('button, a, input, select, textarea, [role=button], [role=img], dialog')].filter(n => n.getClientRects().length)
                .filter(n => !(n.getAttribute('aria-label') || n.textContent.trim() || n.labels?.length || n.title)).map(n => n.outerHTML.slice(0, 80))"""
        )
        assert not nameless, nameless
        scheme = page.evaluate("getComputedStyle(document.documentElement).colorScheme")
        assert scheme == theme, "scroll bars and empty boxes are those of the theme"
        assert page.evaluate(
            "new Set([...document.querySelectorAll('[id]')].map(n => n.id)).size === document.querySelectorAll('[id]').length"
        )
        tokens = page.evaluate(
            "names => Object.fromEntries(names.map(n => [n, getComputedStyle(document.documentElement).getPropertyValue('--' + n).trim()]))",
            [
                "tabletop",
                "on-tabletop",
                "panel",
                "panel-2",
                "ink",
                "ink-2",
                "accent",
                "on-accent",
                "cloth",
                "on-cloth",
                "on-cloth-2",
                "card",
                "card-ink",
                "good",
                "bad",
                "info",
                "warn",
                "line",
            ],
        )
        pairs = [
            ("ink", "panel"),
            ("ink-2", "panel"),
            ("on-tabletop", "tabletop"),
            ("ink-2", "panel-2"),
            ("on-accent", "accent"),
            ("on-cloth", "cloth"),
            ("on-cloth-2", "cloth"),
            ("card-ink", "card"),
            ("good", "panel"),
            ("bad", "panel"),
            ("info", "panel"),
            ("warn", "panel"),
        ]
        for front, ground in pairs:
            assert contrast(tokens[front], tokens[ground]) >= 4.5, (theme, front, ground)
        assert contrast(tokens["line"], tokens["panel"]) >= 3


def contrast(one: str, other: str) -> float:
    def light(colour: str) -> float:
        parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
        red, green, blue = (c / 12.92 if c <= 0.03928 else ((c + 0.055) / 1.055) ** 2.4 for c in parts)
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue

    first, second = sorted((light(one), light(other)), reverse=True)
    return (first + 0.05) / (second + 0.05)


def test_hint_analysis_replay_and_a_file_that_plays_without_a_server(
    server: Running, visit: Any, tmp_path: Path
) -> None:
    seen = visit()
    page = seen.open(link(server, "briscas"))
    page.keyboard.press("h")
    page.wait_for_selector("#stage .hintflag", timeout=20_000)
    page.keyboard.press("a")
    page.locator("#side button", has_text="Analyse").first.click()
    page.wait_for_selector("[data-action-row]", timeout=20_000)
    page.wait_for_function(
        "document.querySelectorAll('[data-action-row]').length === document.querySelectorAll('#stage [data-moves]').length"
    )
    page.keyboard.press("m")
    play_by_list(page)
    frames = len(session_of(server, page).actions)
    page.wait_for_selector("#end")
    page.locator("#end button", has_text="Replay").click()
    page.wait_for_selector("#replay")
    page.locator("#replay select").nth(1).select_option("all")
    page.wait_for_function("() => document.querySelector('#table').dataset.step === '0'")
    page.keyboard.press("End")
    page.wait_for_function("n => document.querySelector('#table').dataset.step === String(n)", arg=frames)
    page.keyboard.press("[")
    page.wait_for_function("n => document.querySelector('#table').dataset.step === String(n)", arg=frames - 1)
    text = page.evaluate(
        "async () => { const {wholeGame} = await import('/page/export.js'); return await wholeGame(window.table); }"
    )
    svg = page.evaluate(
        "async () => { const {picture} = await import('/page/share.js'); return picture(window.table); }"
    )
    assert svg.startswith("<svg") and "var(--" not in svg and "data-moves" not in svg
    size = page.evaluate(
        "async () => { const {bitmap} = await import('/page/share.js'); return (await bitmap(window.table, 1)).size; }"
    )
    assert size > 5000
    file = tmp_path / "game.html"
    file.write_text(text, encoding="utf-8")
    alone = visit(offline=True)
    alone.page.goto(file.as_uri())
    alone.page.wait_for_selector("#stage > g")
    assert "unsafe" not in alone.page.locator("meta[http-equiv]").get_attribute("content")
    for _ in range(frames):
        alone.page.evaluate("document.querySelector('#on').click()")
    assert alone.page.evaluate("document.body.dataset.step") == str(frames)
    assert alone.page.locator("#now").inner_text()


def test_less_motion_means_no_transforms(server: Running, visit: Any) -> None:
    page = visit(reduced_motion="reduce").open(link(server, "briscas").replace("speed=instant", "speed=fast"))
    assert page.evaluate("document.documentElement.dataset.motion") == "less"
    page.evaluate("document.querySelector('#moves [data-action]').click()")
    for _ in range(10):
        longest = page.evaluate(
            "Math.max(0, ...document.getAnimations().map(a => a.effect.getTiming().duration)) + (document.getAnimations().some(a => a.effect.getKeyframes().some(k => 'transform' in k)) ? 1000 : 0)"
        )
        assert longest <= 120
        page.wait_for_timeout(40)


def test_sound_waits_for_a_gesture_and_volumes_are_squares(server: Running, visit: Any) -> None:
    page = visit().open(link(server, "briscas"))
    assert page.evaluate("window.table.sound.context === undefined")
    page.mouse.click(5, 5)
    assert page.evaluate("window.table.sound.context !== undefined")
    gains = page.evaluate(
        "async () => { const {gainOf} = await import('/page/sound.js'); return [0, 50, 100].map(gainOf); }"
    )
    assert gains == [0, 0.25, 1]
    page.evaluate("async () => { const {set} = await import('/page/prefs.js'); set({effects: 50, music: 20}); }")
    assert abs(page.evaluate("window.table.sound.effects.gain.value") - 0.25) < 1e-6
    page.reload()
    page.wait_for_selector(ASKED)
    assert page.evaluate("JSON.parse(localStorage.getItem('tapete')).music") == 20


def test_the_lobby_makes_tables_and_opens_positions(server: Running, visit: Any) -> None:
    page = visit().page
    page.goto(server.url)
    page.wait_for_selector("[data-game=briscas]")
    page.locator("[data-game=briscas]").click()
    page.locator("#start").click()
    page.wait_for_selector(ASKED, timeout=60_000)
    page.goto(server.url)
    page.wait_for_selector("text=Continue")
    position = tapete.load("briscas").deal(5).describe(None)
    page.locator(".steps button", has_text="files").click()
    page.locator("dialog textarea").fill(json.dumps(position))
    page.locator("dialog button", has_text=re.compile("^Open$")).click()
    page.wait_for_selector(ASKED, timeout=60_000)
    assert session_of(server, page).state.describe(0)["trump"] == position["trump"]


def test_a_wrong_link_gives_a_clear_error(server: Running, browser: Any) -> None:
    seen = Visit(browser)
    for path, words in (("/table/nothing", "There is no such table."), ("/play/briscas?colour=red", "has no option")):
        seen.page.goto(server.url + path)
        seen.page.wait_for_selector("[role=alert]")
        assert words in seen.page.locator("[role=alert]").inner_text()
    seen.close()


def test_a_new_game_from_the_skeleton_is_played_in_the_plain_drawing(
    server: Running, visit: Any, tmp_path: Path
) -> None:
    import sys

    from tapete.cli.skeleton import make_skeleton

    make_skeleton("game", "sprint", tmp_path)
    sys.path.insert(0, str(tmp_path / "sprint" / "src"))
    try:
        import sprint
    finally:
        sys.path.pop(0)
    tapete.register(sprint.DEFINITION)
    page = visit().open(f"{server.url}/play/sprint?seat=0&against=random&speed=instant")
    before = decision(page)
    page.locator("#stage [data-moves]").first.click()
    went_on(page, before)
    play_by_list(page)
    check_end(server, page, page.url)


def test_moves_of_a_game_without_a_drawing_name_the_people_at_the_table(server: Running, visit: Any) -> None:
    from tapete.core.registry import definition

    tapete.register(definition(str(Path(__file__).parents[2] / "examples" / "love_letter")))
    page = visit().open(f"{server.url}/play/love_letter?players=3&seat=0&against=normal&seed=7&speed=instant")
    page.wait_for_selector(ASKED)
    identity = re.search(r"/table/([\w-]+)", page.url)[1]
    names = [chair.name for chair in server.manager.tables[identity].chairs[1:]]
    texts = page.locator("#stage [data-key^='button:']").all_text_contents()
    assert texts and any(name in text for name in names for text in texts)
    assert not [text for text in texts if "seat" in text]
    assert page.locator("#stage [data-key^='seat:']").count() > 0
