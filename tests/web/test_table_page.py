"""Common page: the end of a game, seats, confirmation by touch, and the values of a hint."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from finished import finished
from serving import Running
from test_browser import decision, link, went_on

from tapete.core.strings import read_strings
from tapete.web import analysis
from tapete.web.analysis import SPREAD_COUNTED, alike

GAMES = Path(__file__).parents[2] / "src" / "tapete" / "games"
WITHIN = """([inner, outer]) => { const a = document.querySelector(inner).getBoundingClientRect(), b = document.querySelector(outer).getBoundingClientRect();
    return a.width > 0 && a.left >= b.left && a.right <= b.right + 1 && a.top >= b.top && a.bottom <= b.bottom + 1; }"""


SPOKEN_OVER = """() => { const node = document.createElement('p'), of = (one) => one.getBoundingClientRect();
    node.className = 'bubble voice';
    node.textContent = 'Ha! Did you see that?';
    table.main.append(node);
    table.voices.place(node, document.querySelector('#stage [data-face="1"]'));
    const box = of(node);
    node.remove();
    return [...document.querySelectorAll('#stage text')].filter((text) => of(text).width && of(text).left < box.right &&
        of(text).right > box.left && of(text).top < box.bottom && of(text).bottom > box.top).map((text) => text.textContent); }"""


def test_the_summary_of_a_game_fits_its_box_and_the_podium_names_its_unit(server: Running, browser: Any) -> None:
    page = browser.new_page(viewport={"width": 1280, "height": 800}, locale="en-US")
    page.goto(finished(server, "dinosaurs", seed=6))
    page.wait_for_selector("#account")
    steps = page.evaluate(
        "[...document.querySelectorAll('.podium .step')].map((s) => [+s.dataset.place, -s.offsetHeight])"
    )
    assert len(steps) == 4 and sorted(steps) == sorted(steps, key=lambda step: step[1]), "a worse place is lower"
    page.evaluate("table.side.open('analysis')")
    page.wait_for_timeout(150)
    before = page.locator("#end .ribbon").bounding_box()
    page.locator("#account > summary").click()
    assert page.locator("#end .ribbon").bounding_box() == before, "nothing moves"
    panel = page.locator("#account > section").bounding_box()
    assert panel["y"] >= before["y"] + before["height"], "the headline stays in sight"
    assert page.locator("#account h3").inner_text() == "How it went"
    assert page.evaluate(WITHIN, ["#account table", "#account > section"])
    assert page.evaluate(WITHIN, ["#account > section", "#end"])
    place = "document.querySelector('#end .picture').getBoundingClientRect()"
    page.evaluate(
        "document.querySelector('#end .how').after("
        "Object.assign(document.createElement('div'), { className: 'picture' }))"
    )
    podium = page.locator("#end .podium").bounding_box()
    left, bottom = page.evaluate(f"[{place}.right, {place}.bottom]")
    assert left <= podium["x"] or bottom <= podium["y"], "the picture is beside the podium or above it"
    lines = "[...document.querySelectorAll('#account .line:not(.under)')].map((line) => getComputedStyle(line).stroke)"
    assert len(set(page.evaluate(lines))) == 4
    stroke, colour = page.evaluate(lines)[0], page.evaluate("table.stage.module.seatColours(table.view())[0]")
    assert stroke == f"rgb({', '.join(str(int(colour[k : k + 2], 16)) for k in (1, 3, 5))})", "as on the table"
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


HIDDEN_BY_LENS = """() => { const box = (n) => n.getBoundingClientRect(), lens = box(document.querySelector('#lens'));
    const over = (b) => Math.max(0, Math.min(b.right, lens.right) - Math.max(b.left, lens.left)) * Math.max(0, Math.min(b.bottom, lens.bottom) - Math.max(b.top, lens.top));
    const things = '#stage [data-zone=seats] text, #stage [data-zone=trick][data-card], #stage [data-zone=hand], #stage [data-zone=my-hand], #primary, #stage [data-key=disaster]';
    return [...document.querySelectorAll(things)].filter((n) => over(box(n)) > 0.1 * box(n).width * box(n).height).map((n) => n.dataset.key ?? n.textContent); }"""


@pytest.mark.parametrize("address", ["briscas?players=4", "dinosaurs?"])
def test_by_touch_a_card_is_explained_where_nothing_happens_until_the_next_act(
    server: Running, browser: Any, address: str
) -> None:
    context = browser.new_context(
        viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True, locale="en-US"
    )
    page = context.new_page()
    page.add_init_script("localStorage.setItem('tapete', JSON.stringify({tips: false}))")
    page.goto(f"{server.url}/play/{address}&seat=0&against=easy&seed=7")
    page.wait_for_selector("[data-your-turn]", timeout=120_000)
    page.wait_for_function("() => !table.director.playing")
    card = page.locator("#stage [data-zone=hand][data-moves], #stage [data-zone=my-hand][data-moves]").first
    card.tap()
    page.wait_for_selector("#lens.foot")
    page.wait_for_timeout(100)
    assert page.evaluate(HIDDEN_BY_LENS) == []
    again = "() => { const card = document.querySelector('#stage [data-zone=hand], #stage [data-zone=my-hand]'); table.lens(card); return document.querySelector('#lens') !== null; }"
    for act in (
        "document.querySelector('#bar').dispatchEvent(new PointerEvent('pointerdown', {bubbles: true}))",
        "table.drawShown({view: table.view(), drawing: table.stage.build(table.view())})",
        "table.goTo(0)",
    ):
        assert page.evaluate(again)
        page.evaluate(f"() => {{ {act}; }}")
        page.wait_for_selector("#lens", state="detached", timeout=5000)
    context.close()


def test_touch_asks_at_most_once_before_a_button_acts(server: Running, browser: Any) -> None:
    context = browser.new_context(
        viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True, locale="en-US"
    )
    page = context.new_page()
    page.goto(f"{server.url}/play/tribute?seat=0&against=easy&seed=7&patrons=duke_of_crows,hlaalu,pelin,red_eagle")
    end = page.locator("#stage [data-key='button:end'][data-moves]")
    end.wait_for(timeout=120_000)
    assert page.evaluate("table.say('stage.first_hlaalu')") == "Which card do you sell?", "there is no key to press"
    end.tap()
    page.locator(".balloon.warning .row button").last.tap()  # not yet
    page.evaluate("table.state.moves = table.state.moves.filter(({ move }) => move.kind === 'end_turn')")
    page.evaluate("table.selection.reset(table.state.moves), table.redraw()")
    end.tap()
    assert not page.evaluate("table.asked"), "the only move there is needs one tap"
    context.close()


UNTIL_PASS = """async () => { const waiting = (ms) => new Promise((done) => setTimeout(done, ms));
    for (let k = 0; k < 200; k++) {
        if (table.asked && !table.director.playing && document.querySelector("#stage [data-key='button:pass'][data-moves]")
            && table.state.moves.length > 1) return true;
        if (table.asked) table.playListed(table.state.moves[0].id);
        await waiting(60);
    }
    return false; }"""
COVERED = """() => { const own = document.querySelector('#primary').getBoundingClientRect();
    return [...document.querySelectorAll("#stage [data-key^='button:'][data-moves] > .hit")].filter((other) => {
        const box = other.getBoundingClientRect();
        return box.left < own.right - 1 && box.right > own.left + 1 && box.top < own.bottom - 1 && box.bottom > own.top + 1;
    }).map((other) => other.parentNode.dataset.key); }"""


def test_touch_does_not_ask_about_passing_and_covers_no_other_button(server: Running, browser: Any) -> None:
    context = browser.new_context(
        viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True, locale="en-US"
    )
    page = context.new_page()
    page.add_init_script("localStorage.setItem('tapete', JSON.stringify({tips: false, confirm: 'always'}))")
    page.goto(f"{server.url}/play/dinosaurs?seat=0&against=easy&seed=7&speed=instant")
    page.wait_for_selector("[data-your-turn]", timeout=120_000)
    assert page.evaluate(UNTIL_PASS), "a pass is legal within a few rounds"
    button = page.locator("#stage [data-key='button:pass']")
    button.tap()
    page.wait_for_selector("#primary.near")
    assert page.evaluate(COVERED) == ["button:pass"], "the confirm button covers its own button alone"
    assert button.locator(".mark").evaluate("(mark) => getComputedStyle(mark).visibility") == "hidden"
    page.evaluate("table.escape(), import('/page/prefs.js').then(({ set }) => set({ confirm: 'touch' }))")
    page.wait_for_timeout(500)
    before = page.evaluate("table.state.decision")
    button.tap()
    page.wait_for_function(
        "(before) => !table.asked || table.state.decision !== before", arg=before
    )  # a plain button acts at once
    context.close()


def test_what_explains_a_thing_leaves_with_it_and_never_follows_a_click(server: Running, browser: Any) -> None:
    page = browser.new_page(viewport={"width": 1280, "height": 800}, locale="en-US")
    page.goto(f"{server.url}/play/briscas?seat=0&against=easy&seed=7")
    page.wait_for_selector("[data-your-turn]", timeout=120_000)
    page.wait_for_function("() => !table.director.playing")
    hand = page.locator("#stage [data-zone=hand][data-moves]").all()
    first, last = (card.bounding_box() for card in (hand[0], hand[-1]))
    page.mouse.move(first["x"] + first["width"] / 2, first["y"] + first["height"] / 2)
    page.wait_for_selector("#lens")
    # It is drawn anew meanwhile.
    page.evaluate("table.hints = table.state.moves.map((move) => move.id), table.redraw(), table.redraw()")
    page.wait_for_timeout(150)
    assert page.locator("#lens").count() == 1, "it is still pointed at"
    page.mouse.move(first["x"] + first["width"] / 2, first["y"] - 120)
    assert page.locator("#lens").count() == 0, "nothing is pointed at any more"
    page.mouse.move(last["x"] + last["width"] / 2, last["y"] + last["height"] / 2)
    page.mouse.down()
    page.mouse.up()  # within the time after which things are explained
    page.wait_for_timeout(700)
    assert page.locator("#lens").count() == 0, "it was played"
    page.close()


def test_a_press_during_a_playback_counts_in_the_position_reached(server: Running, browser: Any) -> None:
    page = browser.new_page(viewport={"width": 1280, "height": 800}, locale="en-US")
    page.add_init_script("localStorage.setItem('tapete', JSON.stringify({tips: false}))")  # nor warnings
    page.goto(
        f"{server.url}/play/tribute?seat=0&against=easy&seed=7&speed=fast&patrons=duke_of_crows,hlaalu,pelin,red_eagle"
    )
    page.wait_for_selector("#stage [data-key='button:end'][data-moves]", timeout=120_000)
    place = """(key) => { const { left, top, width, height } = table.thing(key).getBoundingClientRect();
        return [left + width / 2, top + height / 2]; }"""
    assert page.evaluate(SPOKEN_OVER) == [], "a bubble hides no name"
    shown = "() => table.asked && table.director.shown"
    everything, end = (page.evaluate(place, f"button:{name}") for name in ("all", "end"))
    page.mouse.click(*end)
    page.wait_for_function(shown, timeout=20_000)
    page.mouse.click(*end)  # pressed twice, not meant for the next turn
    assert page.evaluate("[table.asked, table.director.playing]") == [True, False]
    page.mouse.click(*everything)
    page.wait_for_function(shown)
    page.wait_for_timeout(100)
    assert page.locator("#stage [data-key='button:end']").count() == 0
    page.mouse.click(*end)  # where the button was before
    page.wait_for_function("() => table.state.describe.seat === 1", timeout=5000)
    page.close()


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


def opened_table(server: Running, browser: Any, game: str) -> Any:
    page = browser.new_page(viewport={"width": 1280, "height": 800}, locale="en-US")
    page.goto(link(server, game))
    page.wait_for_selector("[data-your-turn]", timeout=120_000)
    return page


def test_a_card_dragged_out_of_the_hand_is_played_and_one_let_go_in_it_is_not(server: Running, browser: Any) -> None:
    page = opened_table(server, browser, "tribute")
    page.wait_for_function("() => !table.director.playing")
    box = page.locator("#stage [data-zone=hand][data-moves]").first.bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    def drag(to_x: float, to_y: float) -> None:
        page.mouse.move(x, y)
        page.mouse.down()
        page.mouse.move(to_x, to_y, steps=5)
        page.mouse.up()

    before = decision(page)
    drag(x + 12, y)
    page.wait_for_timeout(300)
    assert decision(page) == before, "let go within the hand"
    drag(page.viewport_size["width"] / 2, y - 1.4 * box["height"])
    went_on(page, before)


def test_escape_folds_the_account_of_a_game(server: Running, browser: Any) -> None:
    page = browser.new_page(viewport={"width": 1280, "height": 800}, locale="en-US")
    page.goto(finished(server, "briscas"))
    page.locator("#account summary").click()
    assert page.locator("#account").get_attribute("open") is not None
    page.keyboard.press("Escape")
    assert page.locator("#account").get_attribute("open") is None and page.locator("#end").is_visible()


def test_theme_and_language_are_there_before_the_page_is_loaded(server: Running, browser: Any) -> None:
    context = browser.new_context(color_scheme="dark", locale="es-ES")
    page = context.new_page()
    page.route("**/page/app.js", lambda route: route.abort())
    page.goto(server.url)
    root = "() => [document.documentElement.dataset.theme, document.documentElement.lang]"
    assert page.evaluate(root) == ["dark", "es"]
    page.evaluate("() => localStorage.setItem('tapete', JSON.stringify({theme: 'light', language: 'en'}))")
    page.reload()
    assert page.evaluate(root) == ["light", "en"]
    context.close()


WAY = """key => { window.way = []; const note = () => { const boxes = [];
    for (const node of document.querySelectorAll(`#stage [data-key="${key}"]`)) if (getComputedStyle(node).visibility !== 'hidden') boxes.push(node.getBoundingClientRect());
    window.way.push(boxes.length ? Math.min(...boxes.map((box) => box.top + box.height / 2)) : null);
    if (window.way.length < 40) requestAnimationFrame(note); }; requestAnimationFrame(note); }"""


@pytest.mark.parametrize("name", ["briscas", "tribute"])
def test_a_dropped_card_does_not_go_home_before_its_move_is_shown(server: Running, browser: Any, name: str) -> None:
    page = opened_table(server, browser, name)
    page.wait_for_function("() => !table.director.playing")
    card = page.locator("#stage [data-zone=hand][data-moves]").first
    key, box = card.get_attribute("data-key"), card.bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 5, y - 60)
    page.mouse.move(page.viewport_size["width"] * 0.45, y - 1.3 * box["height"], steps=4)
    page.evaluate(WAY, key)
    page.mouse.up()
    page.wait_for_function("() => window.way.length >= 40")
    seen = [place for place in page.evaluate("() => window.way.slice(1)") if place is not None]
    assert all(place < y - 0.5 * box["height"] for place in seen), (y, seen)


PODIUM = """async () => { const {podium} = await import('/page/scenes.js');
    const seats = [0, 1, 2, 3].map((seat) => ({seat, side: seat % 2, kind: 'agent', label: 'easy', level: 'easy', person: ''}));
    const table = {seat: 0, names: ['A', 'B', 'C', 'D'], about: {game: 'briscas', seats}, say: (key, {n}) => `${n}`,
        state: {describe: {}, result: {winners: [1, 3], returns: [0, 0.5, 0, 0.5], points: [36, 84, 36, 84]}}};
    const node = podium(table, [1, 3, 0, 2].map((seat) => seats[seat]), () => []);
    return [...node.querySelectorAll('.step')].map((step) => step.dataset.place); }"""


def test_partners_share_a_place_on_the_podium(server: Running, browser: Any) -> None:
    page = opened_table(server, browser, "briscas")
    assert page.evaluate(PODIUM) == ["1", "1", "2", "2"], "the other pair is the second side"


def test_losers_with_equal_points_share_a_place_on_the_podium(server: Running, browser: Any) -> None:
    page = opened_table(server, browser, "briscas")
    alone = PODIUM.replace("side: seat % 2", "side: seat").replace("returns: [0, 0.5, 0, 0.5]", "returns: [0, 1, 0, 0]")
    assert page.evaluate(
        alone.replace("points: [36, 84, 36, 84]", "points: [2, 10, 2, 3]").replace("[1, 3, 0, 2]", "[1, 3, 2, 0]")
    ) == ["1", "2", "3", "3"]


ROWS = """rows => { const side = table.side; side.open('analysis'); side.tag = 7;
    side.analysis({tag: 7, agent: 'x', solved: true, final: true, iterations: 1, chosen: 3, actions: rows.map(([action, card, text]) =>
        ({action, text, move: {kind: 'pick', card}, visits: 1, value: 0.5, chance: 0.5, line: []}))});
    return [...document.querySelectorAll('[data-action-row]')].map((row) => Number(row.dataset.actionRow)); }"""


def test_moves_with_equal_cards_and_words_take_one_line_of_the_analysis(server: Running, browser: Any) -> None:
    page = browser.new_page(viewport={"width": 1280, "height": 800}, locale="en-US")
    page.goto(finished(server, "tribute"))
    page.wait_for_selector("#account")
    rows = [(1, "Gold", "trade Gold"), (2, "Gold", "trade Gold (hand)"), (3, "Gold", "trade Gold"), (4, None, "end")]
    assert page.evaluate(ROWS, [*rows, (5, None, "end")]) == [3, 2, 4, 5]
    page.close()


def test_a_press_on_a_table_that_was_waited_for_does_nothing_at_first(server: Running, browser: Any) -> None:
    """Who pressed the card that counted the seconds places no piece."""
    page = browser.new_page(viewport={"width": 1280, "height": 800})
    page.add_init_script(
        "sessionStorage.setItem('table-set', String(Date.now())); new MutationObserver(() => {"
        " if (document.querySelector('.shield')) window.shielded = true; }).observe(document, {childList: true, subtree: true})"
    )
    page.goto(link(server, "catan"))
    page.wait_for_selector("[data-your-turn]", timeout=120_000)
    page.wait_for_selector(".shield", state="detached")
    assert page.evaluate("window.shielded")
    page.close()


def test_a_piece_is_dragged_without_its_tile(server: Running, browser: Any) -> None:
    """The corner that is aimed at stays in sight; once dropped, nothing goes back to the tile."""
    page = browser.new_page(viewport={"width": 1280, "height": 800})
    page.add_init_script("localStorage.setItem('tapete', JSON.stringify({tips: false}))")
    page.goto(link(server, "catan"))
    page.wait_for_selector("[data-your-turn]", timeout=120_000)
    tile = page.locator("#stage [data-key='build:settlement']").bounding_box()
    corner = page.locator("#stage [data-key^='node:'][data-moves]").first.bounding_box()
    page.mouse.move(tile["x"] + 8, tile["y"] + 8)
    page.mouse.down()
    x, y = corner["x"] + corner["width"] / 2, corner["y"] + corner["height"] / 2
    page.mouse.move(x - 30, y, steps=3)
    page.mouse.move(x, y)
    ghost = page.evaluate(
        "() => { const { left, right, top, bottom } = document.querySelector('#stage > [aria-hidden=true]')"
        ".getBoundingClientRect(); return [right - left, (left + right) / 2, (top + bottom) / 2]; }"
    )
    assert ghost[0] < 0.7 * tile["width"] and abs(ghost[1] - x) < 3 and abs(ghost[2] - y) < 3, (ghost, x, y)
    before = decision(page)
    page.mouse.up()
    assert page.evaluate("table.stage.carried") is None
    page.wait_for_function("(before) => !table.asked || table.state.decision !== before", arg=before.split()[0])
    page.close()


EXPLAINED = """async () => { const { reasonHeard } = await import('/page/replay.js'), { table } = window;
    table.director.hold(true);
    table.explained = 3;
    reasonHeard(table, {frame: 3, eyes: 'all', seat: 0, text: 'call the Duke of Crows once more', terms: {prestige: 2, power: 1},
        next: {text: 'buy the Imprisonment for five coins of mine', terms: {}}});
    table.now.textContent = 'Duke of Crows now favours Ingrid, and Marina pays five coins.';
    table.fitNow();
    return [table.now.clientWidth, table.now.scrollHeight - table.now.clientHeight, document.querySelector('#guide .reason').offsetHeight]; }"""


def test_a_reason_leaves_room_for_what_happens(server: Running, browser: Any) -> None:
    page = browser.new_page(viewport={"width": 1280, "height": 800}, locale="en-US")
    page.goto(f"{server.url}/play/tribute?seat=none&against=random&seed=7")
    page.wait_for_selector("#guide #pacing")
    page.locator("#edge").click()
    width, cut, height = page.evaluate(EXPLAINED)
    assert width >= 220 and cut <= 2 and height <= 60


COACHED = "localStorage.setItem('tapete', JSON.stringify({tips: false, coach: 'on'}))"


def test_the_coach_looks_at_a_move_before_it_is_played(
    server: Running, browser: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A costly move waits for a second press however soon it was made; without chances to win the coach says so once."""
    costs = iter([("chance", 0.32), ("chance", 0.05), ("evaluation", 0.5)])
    monkeypatch.setattr(analysis, "cost", lambda *_: iter([dict(zip(("measure", "loss"), next(costs), strict=True))]))
    page = browser.new_page(viewport={"width": 1280, "height": 800}, locale="en-US")
    page.add_init_script(COACHED)
    page.goto(f"{server.url}/play/briscas?seat=0&against=easy&seed=7&speed=instant")
    card = page.locator("#stage [data-zone=hand][data-moves]").first
    asked = "() => window.table?.asked && !table.director.playing"
    page.wait_for_function(asked, timeout=120_000)
    decision = page.evaluate("table.state.decision")
    card.click()
    balloon = page.locator(".balloon[role=alert]")
    assert "by about 32 %" in balloon.inner_text() and page.evaluate("table.state.decision") == decision
    balloon.locator("button.primary").click()
    for _ in range(2):
        page.wait_for_function(f"(old) => table.state.decision !== old && ({asked})()", arg=decision)
        decision = page.evaluate("table.state.decision")
        page.evaluate("table.playListed(table.state.moves[0].id)")
    page.get_by_text("cannot tell the chance of winning").wait_for()
    page.wait_for_function("(old) => table.state.decision !== old", arg=decision)
    assert balloon.count() == 0
    page.close()


FIREBLAST = "hearthstone?seat=0&against=easy&seed=7&speed=instant&deck0=RenoKazakusMage&deck1=BasicPaladin"


def turns_on(page: Any, needed: str) -> None:
    """Keep the hand and end turns until a thing can act."""
    page.wait_for_selector("[data-your-turn]", timeout=120_000)
    for _ in range(6):
        if page.locator(f"#stage [data-key='{needed}'][data-moves]").count():
            return
        before = decision(page)
        page.evaluate(
            "table.playListed((table.state.moves.find((m) => m.move.kind === 'end') ?? table.state.moves[0]).id)"
        )
        went_on(page, before)


def test_what_is_dragged_at_a_target_leaves_an_arrow_and_a_target_that_cannot_be_says_why(
    server: Running, browser: Any
) -> None:
    page = browser.new_page(viewport={"width": 1280, "height": 800}, locale="en-US")
    page.goto(f"{server.url}/play/{FIREBLAST}")
    turns_on(page, "power:0")
    power, hero = (page.locator(f"#stage [data-key='{key}'] > .hit").bounding_box() for key in ("power:0", "1-0"))
    page.mouse.move(power["x"] + 20, power["y"] + 20)
    page.mouse.down()
    page.mouse.move(hero["x"] + 30, hero["y"] + 200, steps=5)
    assert page.locator("#stage > .dragged .arrow").count() == 1
    page.evaluate("table.redraw()")  # as what the move would do arrives
    page.mouse.move(hero["x"] + 30, hero["y"] + 30, steps=3)
    page.wait_for_selector("#stage > .preview")
    assert page.locator("#stage > .dragged .arrow").count() == 1
    page.evaluate("table.thing('0-0').dataset.why = 'it cannot be'")
    own = page.locator("#stage [data-key='0-0'] > .hit").bounding_box()
    page.evaluate("table.dropped(table.thing('power:0'), { left: true, on: table.thing('0-0') })")
    assert page.locator(".balloon.why").inner_text() == "it cannot be" and own
    assert page.evaluate("table.selection.picks.length") == 0
    page.mouse.move(power["x"] + 20, power["y"] + 20)
    page.mouse.up()
    assert page.locator("#stage > .dragged").count() == 0
    page.close()


def test_a_press_just_after_the_hand_moved_plays_no_other_card(server: Running, browser: Any) -> None:
    page = opened_table(server, browser, "briscas")
    page.wait_for_function("() => !table.director.playing")
    before = decision(page)
    card = page.locator("#stage [data-zone=hand][data-moves]").first.bounding_box()
    page.mouse.move(card["x"] + card["width"] / 2, card["y"] + card["height"] / 2)
    page.evaluate("""() => { const { hand } = table.state.describe.players[table.seat] ?? table.state.describe;
        hand.reverse(); table.redraw(); }""")
    page.mouse.down()
    page.mouse.up()
    page.wait_for_timeout(100)
    assert decision(page) == before and page.evaluate("table.asked && !table.selection.picks.length")
    page.close()


def test_a_tap_on_what_cannot_act_explains_it_with_the_reason(server: Running, browser: Any) -> None:
    context = browser.new_context(
        viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True, locale="en-US"
    )
    page = context.new_page()
    page.goto(f"{server.url}/play/{FIREBLAST}")
    turns_on(page, "power:0")
    locked = page.locator("#stage [data-zone=hand][data-why]").first
    locked.tap()
    page.wait_for_selector("#lens .why")
    assert "costs" in page.locator("#lens .why").inner_text() and page.locator("#lens h3").inner_text()
    context.close()
