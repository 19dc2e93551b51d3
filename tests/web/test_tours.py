"""Tours and tips: the reader plays a round of a real game; words are beside the things they explain, never over them."""

from __future__ import annotations

import json
from typing import Any

import pytest
from serving import Running
from test_browser import OPTIONS, visit

import tapete
from tapete.web.previews import changes
from tapete.web.tours import READER, TourGame, folder_of, games_with_rounds, round_of, tour_of

__all__ = ["visit"]
GAMES = games_with_rounds()
TIPS = 10  # of each game
SIZES = [(1280, 800), (390, 844), (640, 480)]

OVERLAPS = """(boxes) => {
    const shared = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1 && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1;
    const of = (node) => node.getBoundingClientRect(), found = [];
    const { lesson } = window.table, words = document.querySelector('.tour'), arrow = document.querySelector('.pointer:not(.away)');
    const target = lesson.target && of(lesson.target.querySelector(':scope > .hit') ?? lesson.target);
    const main = of(window.table.main), kept = [...document.querySelectorAll('#stage [data-zone=offer], #stage [data-face]')].map(of);
    for (const [name, box] of [['words', of(words)]]) {
        if (shared(box, main)) found.push(`${name} over the stage`);
        if (target && shared(box, target)) found.push(`${name} over the target`);
        if (kept.some((other) => shared(box, other))) found.push(`${name} over a plate or an offer`);
        if (box.left < -1 || box.right > innerWidth + 1 || box.bottom > innerHeight + 1) found.push(`${name} outside`);
    }
    if (lesson.step && !target) found.push('nothing to press');
    if (arrow && target && shared(of(arrow), lesson.aimed(lesson.target))) found.push('the arrow over the target');
    if (target && (target.right > main.right + 1 || target.bottom > main.bottom + 1 || target.top < main.top - 1)) found.push('target outside');
    if (words.scrollHeight > words.clientHeight + 1) found.push('words are cut');
    if (document.documentElement.scrollWidth > innerWidth) found.push('scrolls sideways');
    return found;
}"""
TARGET = """() => { const { lesson } = window.table; const node = lesson.target; if (!node) return null;
    const box = (node.querySelector(':scope > .hit') ?? node).getBoundingClientRect(); return [box.left + box.width / 2, box.top + box.height / 2]; }"""


def touring(server: Running, page: Any, game: str) -> int:
    """Open a table at its tour and return the number of its steps."""
    page.goto(
        f"{server.url}/play/{game}?seat=0&against=easy&seed=7&speed=instant{OPTIONS.get(game, '')}", timeout=60_000
    )
    page.wait_for_selector("[data-your-turn]", timeout=120_000)
    address, token = page.url.split("#")
    page.goto(f"{address.split('?')[0]}?tour=1#{token}")
    page.wait_for_selector(".tour[data-step='1']")
    return len(tour_of(game)["round"]["steps"])


def press(page: Any, step: int, by: str) -> None:
    """Make the move of a step by pointer, key or button."""
    for _ in range(4):
        if page.evaluate("window.table.lesson.busy || window.table.lesson.at") is not step:
            return
        if by == "button":
            page.locator(".tour .show").click()
        elif by == "key":
            page.evaluate("() => { const t = window.table.lesson.target; t.setAttribute('tabindex', '0'); t.focus(); }")
            page.keyboard.press("Enter")
        else:
            page.mouse.click(*page.evaluate(TARGET))
        page.wait_for_timeout(60)


def walked(page: Any, steps: int, by: str = "pointer") -> list[str]:
    """Play a tour and return the faults of the layout at any step."""
    faults = []
    for step in range(steps):
        page.wait_for_selector(f".tour[data-step='{step + 1}']", timeout=20_000)
        faults += [f"{step + 1}: {fault}" for fault in page.evaluate(OVERLAPS)]
        if step < steps - 1:
            press(page, step, by)
    return faults


@pytest.mark.parametrize("game", GAMES)
def test_the_round_of_a_tour_is_a_real_game_and_its_words_fit_its_steps(game: str) -> None:
    told, made = tour_of(game)["round"], json.loads((folder_of(game) / "round.json").read_text())
    assert len(told["steps"]) == len(made["steps"]) + 1 and "move" not in told["steps"][-1]
    assert all(step["en"] and step["es"] and step["en"] != step["es"] for step in told["steps"])
    today = tapete.load(game, **told["options"]).deal(1).describe(READER)
    assert set(made["first"]) >= set(today) - {"simultaneous", "waiting"}, "made anew when descriptions change"
    for words, step in zip(told["steps"], made["steps"], strict=False):
        chosen = next(move for move in step["moves"] if move["id"] == step["id"])
        assert all(chosen["move"][name] == value for name, value in words["move"].items())
        assert step["frames"] and any(frame["events"] for frame in step["frames"])


def test_patches_lead_from_position_to_position() -> None:
    played = TourGame(tapete.load("dinosaurs"), "medium", 0)
    before = played.seen
    frame = played.play(READER, played.by_bot(READER))
    patch, whole = changes(before, [played.seen])
    assert whole and frame["to"] == patch


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_the_round_of_a_tour_can_be_made_anew(game: str) -> None:
    assert json.loads(json.dumps(round_of(game))) == json.loads((folder_of(game) / "round.json").read_text())


def test_the_reader_plays_a_round_by_pointer_and_is_led_back_after_a_wrong_click(server: Running, visit: Any) -> None:
    page = visit(width=390, height=844, reduced_motion="reduce").page
    steps = touring(server, page, "briscas")
    assert not page.query_selector("[data-your-turn]"), "the table itself waits"
    page.evaluate("window.table.lesson.pick(document.querySelector('#stage [data-moves]'))")
    assert page.locator(".toast", has_text="arrow").is_visible()
    assert page.locator(".tour").get_attribute("data-step") == "1"
    assert not walked(page, steps)
    page.locator(".tour .primary").click()
    page.wait_for_selector("[data-your-turn]")
    assert not page.query_selector(".tour, .pointer")


POINTED = """() => { const arrow = document.querySelector('.pointer').getBoundingClientRect(), { lesson } = window.table;
    const box = lesson.aimed(lesson.target), { points } = lesson.arrow.dataset;
    const away = { down: box.top - arrow.bottom, up: arrow.top - box.bottom, right: box.left - arrow.right, left: arrow.left - box.right }[points];
    const middle = [arrow.left + arrow.width / 2, arrow.top + arrow.height / 2], reach = arrow.width / 2 - 3;
    const [x, y] = { down: [0, 1], up: [0, -1], right: [1, 0], left: [-1, 0] }[points];
    return { away, tip: [middle[0] + reach * x, middle[1] + reach * y] }; }"""


def test_an_arrow_ends_at_the_thing_and_its_tip_can_be_pressed_while_the_table_keeps_its_place(
    server: Running, visit: Any
) -> None:
    page = visit(width=390, height=844, locale="es-ES", reduced_motion="reduce").page
    steps, heights = touring(server, page, "briscas"), set()
    for step in range(steps):
        page.wait_for_selector(f".tour[data-step='{step + 1}']", timeout=20_000)
        heights.add(page.evaluate("document.querySelector('.tour').offsetHeight"))
        for _ in range(4):
            if step == steps - 1 or page.evaluate("window.table.lesson.busy || window.table.lesson.at") is not step:
                break
            pointed = page.evaluate(POINTED)
            assert abs(pointed["away"]) <= 1, (step, pointed)
            page.mouse.click(*pointed["tip"])
            page.wait_for_timeout(60)
    assert len(heights) == 1, heights


def test_words_that_cover_the_stage_are_found(server: Running, visit: Any) -> None:
    page = visit(reduced_motion="reduce").page
    touring(server, page, "briscas")
    page.evaluate(
        "Object.assign(document.querySelector('.tour').style, {position: 'absolute', left: 0, right: 0, bottom: 0, height: '320px'})"
    )
    assert page.evaluate(OVERLAPS)


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_every_step_of_every_tour_covers_nothing_and_can_be_played(server: Running, visit: Any, game: str) -> None:
    for (width, height), by, locale in zip(
        SIZES, ("key", "pointer", "button"), ("en-US", "es-ES", "es-ES"), strict=True
    ):
        page = visit(width=width, height=height, locale=locale, reduced_motion="reduce").page
        assert not walked(page, touring(server, page, game), by), (width, height)


# For positions with the reader to move: the first tip that fits each.
FITTING = """async ([game, positions]) => {
    const { lessonsOf } = await import('/page/lessons.js'), found = {}, list = JSON.parse(positions);
    lessonsOf(game).tips.forEach((tip, k) => {
        const at = list.findIndex((p) => { try {
            return tip.when({ description: p.describe, moves: p.moves.map((m) => ({ ...m.move, id: m.id })), seat: 0 }, p.events);
        } catch { return false; } });
        if (at >= 0) found[k] = at;
    });
    return found;
}"""
SHOWN = """async ([game, number, position]) => {
    const { prefs, set } = await import('/page/prefs.js'), { lessonsOf } = await import('/page/lessons.js'), { table } = window;
    table.tips.close();
    const { events, ...message } = JSON.parse(position);
    set({ tips: false, seen: { [game]: lessonsOf(game).tips.map((_, k) => k).filter((k) => k !== number) } });
    await table.on_state({ ...message, log: [], decision: `tip.${number}.${innerWidth}` });
    set({ tips: true });
    table.tips.look(table.view(), events);
    const tip = document.querySelector('.tip');
    if (!tip) return ['no tip'];
    const at = lessonsOf(game).tips[number].at, of = (node) => node.getBoundingClientRect();
    const kept = ['[data-moves]', '[data-zone=offer]', '[data-zone=players]', '[data-face]', ...(at ? [`[data-zone="${at}"]`] : [])];
    const box = of(tip), stage = of(document.querySelector('#stage')), found = [];
    for (const selector of kept) for (const node of document.querySelectorAll(`#stage ${selector}`)) {
        const other = of(node); // also of parts that are clipped: nothing is seen above the stage
        other.y = Math.max(other.top, stage.top), other.height -= other.y - of(node).top;
        if (Math.min(box.right, other.right) - Math.max(box.left, other.left) > 1 && Math.min(box.bottom, other.bottom) - Math.max(box.top, other.top) > 1)
            found.push(`over ${selector} ${node.dataset.key ?? ''}`);
    }
    await new Promise((resolve) => setTimeout(resolve, 90));
    if (!tip.isConnected) found.push('gone at once');
    if (box.left < 0 || box.top < 0 || box.right > innerWidth + 1 || box.bottom > innerHeight + 1) found.push('outside');
    return found;
}"""


def asked_positions(game: str, bots: str, games: int, most: int) -> list[dict[str, Any]]:
    """Return what the server would send the first seat at its decisions, with the events since the last one."""
    loaded = tapete.load(game, **tour_of(game)["round"]["options"])
    found: list[dict[str, Any]] = []
    for seed in range(games):
        played, events = TourGame(loaded, bots, seed), []
        for _ in range(most):
            if played.session.over:
                break
            if READER in played.session.waiting:
                state, legal = played.session.position_of(READER), played.session.legal(READER)
                moves = [{"id": a, "said": loaded.move_phrase(state.move(a)), "move": state.move(a)} for a in legal]
                nothing = {"ready": [], "chosen": [], "over": False, "result": None, "asks": None, "paused": False}
                seen = {"describe": played.seen, "moves": moves, "waiting": [READER], "events": events}
                found.append({"type": "state", "frame": 1, "clock": None, **nothing, **seen})
                events = []
            seat = READER if READER in played.session.waiting else played.session.waiting[0]
            events = [*events, *played.play(seat, played.by_bot(seat))["events"]]
    return found


def uncovered(server: Running, page: Any, game: str, positions: list[dict[str, Any]]) -> tuple[list[Any], set[int]]:
    """Show every tip that fits one of the positions at each size; return what is covered, and the tips shown."""
    page.goto(
        f"{server.url}/play/{game}?seat=0&against=easy&seed=7&speed=instant{OPTIONS.get(game, '')}", timeout=60_000
    )
    page.wait_for_selector("[data-your-turn]", timeout=120_000)
    fitting = page.evaluate(FITTING, [game, json.dumps(positions)])
    faults = []
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_timeout(200)
        for number, place in fitting.items():
            found = page.evaluate(SHOWN, [game, int(number), json.dumps(positions[place])])
            faults += [(width, height, int(number) + 1, fault) for fault in found]
    return faults, {int(number) for number in fitting}


def test_no_tip_covers_its_subject_an_offer_or_a_plate(server: Running, visit: Any) -> None:
    page = visit(reduced_motion="reduce").page
    faults, shown = uncovered(server, page, "catan", asked_positions("catan", "settler", 1, 130))
    assert not faults, faults[:6]
    assert len(shown) >= 5
    page.set_viewport_size({"width": 390, "height": 844})
    page.evaluate("() => { window.table.tips.place = (node) => Object.assign(node.style, {left: '8px', top: '8px'}); }")
    position = asked_positions("catan", "settler", 1, 4)[0]
    assert page.evaluate(SHOWN, ["catan", 0, json.dumps(position)]), "a tip over the plates is found"


def test_a_tip_on_a_phone_leaves_the_table_in_place_and_stays_until_it_is_answered(server: Running, visit: Any) -> None:
    page = visit(width=390, height=844, has_touch=True, is_mobile=True).page
    page.clock.install()
    page.goto(f"{server.url}/play/catan?seat=0&against=easy&seed=7&speed=instant", timeout=60_000)
    page.wait_for_selector(".tip", timeout=20_000)
    sizes = "[document.querySelector('#table').clientHeight, document.querySelector('#stage').getAttribute('viewBox')]"
    before = page.evaluate(sizes)
    page.clock.fast_forward(30_000)  # a slow reader
    page.locator(".tip .link").tap(timeout=2000)
    assert not page.evaluate("JSON.parse(localStorage.getItem('tapete')).tips")
    assert page.locator(".tip").count() == 0
    assert page.evaluate(sizes) == before


COVERS = """() => { const box = (node) => node.getBoundingClientRect(), tip = box(document.querySelector('.tip'));
    const over = ({left, right, top, bottom}) => Math.min(tip.right, right) > Math.max(tip.left, left) && Math.min(tip.bottom, bottom) > Math.max(tip.top, top);
    return [...document.querySelectorAll('#bar > button, #bar .title, #bar .chip, #guide :is(p, button), #stage [data-moves], #stage [data-zone=track]')]
        .filter((node) => over(box(node))).map((node) => node.id || node.className?.baseVal || node.getAttribute('aria-label') || node.textContent); }"""


def test_a_tip_leaves_the_buttons_of_the_bar_and_the_race_free(server: Running, visit: Any) -> None:
    """Beside the buttons where the bar has room, else where the table has; also after the window has changed."""
    page = visit(reduced_motion="reduce", width=1280, height=800).page
    page.goto(f"{server.url}/play/dinosaurs?seat=0&against=easy&seed=7&speed=instant", timeout=60_000)
    page.wait_for_selector(".tip", timeout=20_000)
    for width, height in ((1280, 800), (1024, 600), (390, 844)):
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_timeout(200)
        assert page.evaluate(COVERS) == [], (width, height)


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_no_tip_of_any_game_covers_what_it_must_not(server: Running, visit: Any, game: str) -> None:
    bots = {"catan": "settler", "dinosaurs": "medium", "briscas": "cheap-winner", "tribute": "max-prestige:leak=0"}
    for locale in ("en-US", "es-ES"):
        page = visit(reduced_motion="reduce", locale=locale).page
        faults, shown = uncovered(
            server, page, game, asked_positions(game, bots.get(game, "greedy:eval=midrange"), 2, 400)
        )
        assert not faults, faults[:6]
        assert len(shown) >= TIPS // 2, shown


def test_who_leaves_the_lesson_of_the_lobby_is_back_in_the_lobby(server: Running, visit: Any) -> None:
    page = visit(width=390, height=844).page
    page.goto(f"{server.url}/choose/dinosaurs")
    page.locator(".steps .learn").click()
    page.wait_for_function("() => window.table?.lesson", timeout=60_000)
    page.locator(".tour .leave").click()
    page.wait_for_url("**/choose/dinosaurs")
    page.locator(".steps .learn").click()
    page.wait_for_function("() => window.table?.lesson", timeout=60_000)
    page.evaluate("table.lesson.leave()")  # to the end of the lesson: the game is played
    page.evaluate("import('/page/tours.js').then(({ tour }) => tour(table))")
    page.wait_for_function("() => window.table?.lesson")
    page.locator(".tour .leave").click()
    page.wait_for_function("() => !window.table.lesson")
    assert "/table/" in page.url, "in a game the lesson was a pause"


RESULTS = """() => new Promise((done) => { const { lesson } = table, draw = lesson.draw.bind(lesson), seen = [];
    lesson.show(4);
    table.pace = 'fast';
    lesson.draw = (d, events = [], motion) => {
        if (d) seen.push([Boolean(d.rolled), events.some(({ kind }) => kind === 'roll')]);
        return draw(d, events, motion); };
    lesson.play().then(() => done(seen)); })"""


def test_a_tour_tells_a_roll_when_the_dice_lie_still_and_points_at_nothing_when_it_is_left(
    server: Running, visit: Any
) -> None:
    page = visit(width=1280, height=800).page
    steps = touring(server, page, "catan")
    seen = page.evaluate(RESULTS)
    assert seen[0] == [False, False] and seen[-1] == [True, True], seen
    assert all(rolled for rolled, told in seen if told), seen
    page.evaluate(f"table.lesson.show({steps - 1})")
    page.locator(".tour .primary").click()
    page.wait_for_selector("[data-your-turn]")
    assert not page.query_selector("#stage > .preview")


def test_a_press_on_a_tip_that_has_just_gone_reaches_no_button_below(server: Running, visit: Any) -> None:
    page = visit(width=390, height=844, has_touch=True).page
    page.goto(f"{server.url}/play/catan?seat=0&against=easy&seed=7&speed=instant", timeout=60_000)
    page.wait_for_selector(".tip")
    under = """() => { const box = document.querySelector('.tip').getBoundingClientRect(); table.tips.close();
        return document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2).className; }"""
    assert page.evaluate(under) == "shield"
    page.wait_for_selector(".shield", state="detached")
