"""Checks of the table in a browser: log and spoken words, playback, pauses that reveal nothing, speed of answers."""

from __future__ import annotations

import random
import re
import time
from itertools import zip_longest
from typing import Any

import pytest
from drawing_stage import PAGE
from scipy.stats import ks_2samp
from serving import Running
from test_browser import ALL, decision, link, over, play_by_list, session_of, visit, went_on

from tapete.web.room import LONGEST_FORCED, Pace

__all__ = ["visit"]
LISTEN = """() => {
    window.heard = {say: [], alarm: []};
    for (const name of ['say', 'alarm']) new MutationObserver(() => window.heard[name].push(document.getElementById(name).textContent))
        .observe(document.getElementById(name), {childList: true, characterData: true, subtree: true});
}"""

SPOKEN = """() => {
    const shown = [...document.querySelectorAll('.toast')].map((toast) => toast.querySelector('p > span')?.textContent ?? '').find((text) => text.includes(': '));
    return shown && document.querySelector('#say').textContent.includes(shown) ? shown : null;
}"""


def worded(table: Any, events: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return events as the first seat reads them in English, worded by Python: the page must word them alike."""
    found = []
    for event in events:
        text = table.game.event_text(event, "en", reader=0, names=table.names("en"))
        found.append({**event, "text": text[:1].upper() + text[1:]})
    return found


def announces(event: dict[str, Any], after: dict[str, Any] | None) -> bool:
    """Return whether an event announces an instant of Dinosaurs that is played next: the log has one line for both."""
    same = after is not None and (event["kind"], after["kind"]) == ("announced", "played")
    return same and after is not None and (event["seat"], event["card"]) == (after["seat"], after["card"])


@pytest.mark.parametrize("game", ["briscas", pytest.param("dinosaurs", marks=pytest.mark.slow)])
def test_every_event_is_written_and_said_and_only_turn_and_end_are_alarms(
    server: Running, visit: Any, game: str
) -> None:
    page = visit().open(link(server, game))
    page.evaluate(LISTEN)
    first = page.locator(".log li").count()
    play_by_list(page)
    page.wait_for_selector("#end")
    page.wait_for_timeout(700)
    session = session_of(server, page)
    table = next(t for t in server.manager.tables.values() if t.session is session)
    events = [event for frame in table.spectator(0).log for event in frame]
    told = worded(table, events)
    texts = [event["text"] for event in told]
    written = [one["text"] for one, after in zip_longest(told, told[1:]) if not announces(one, after)]
    assert page.locator(".log li").all_inner_texts() == written[-400:]
    heard = page.evaluate("window.heard")
    said = " ".join(heard["say"])
    assert not [text for text in texts[first:] if text not in said]
    wrong = [
        text for text in heard["alarm"] if text and not re.match(r"Your turn: |You win|[A-Z][\w-]+ wins|A draw", text)
    ]
    assert not wrong, wrong
    assert not [text for text in heard["alarm"] if text in texts], "events are not alarms"


LEAVES = """() => { const wrong = [], list = document.querySelector('dialog .settings'), seen = new Set();
    for (const tab of document.querySelectorAll('dialog .section-tabs button')) {
        tab.click();
        if (list.scrollHeight > list.clientHeight + 1) wrong.push(`${tab.textContent} has to be scrolled`);
        for (const field of list.querySelectorAll('select, input, summary')) if (field.checkVisibility()) seen.add(field);
        if (tab.scrollWidth > tab.clientWidth) wrong.push(`${tab.textContent} is cut`);
    }
    if (seen.size !== list.querySelectorAll('select, input, summary').length) wrong.push('an option cannot be reached');
    return wrong;
}"""


def test_space_ends_what_moves_and_a_click_meanwhile_counts(server: Running, visit: Any) -> None:
    page = visit().open(link(server, "briscas").replace("speed=instant", "speed=relaxed"))
    before = decision(page)
    page.evaluate("document.querySelector('#moves [data-action]').click()")
    # In one step, because a slow machine may end the flight by itself between two.
    ended = page.wait_for_function(
        """() => {
            const running = (one) => one.playState === "running" && !(one instanceof CSSAnimation);
            const moved = document.querySelector("#stage").getAnimations({ subtree: true }).filter(running);
            if (!moved.length) return null;
            const table = document.querySelector("#table");
            table.focus();
            table.dispatchEvent(new KeyboardEvent("keydown", { key: " ", bubbles: true }));
            return { ended: moved.every((one) => one.playState !== "running") };
        }"""
    )
    assert ended.json_value()["ended"]
    went_on(page, before)
    before = decision(page)
    page.evaluate("document.querySelector('#moves [data-action]').click()")  # all remaining motion
    went_on(page, before)


def pauses(pace: Pace, forced: bool, draw: random.Random, number: int = 200) -> list[float]:
    """Return the waiting times of a bot that thinks for about half a second, in forced or in free positions."""
    found = []
    for _ in range(number):
        thought = min(1.2, draw.expovariate(1.6))
        for _ in range(3):
            pace.pause(min(1.2, draw.expovariate(1.6)), forced=False)  # its previous decisions
        spent = 0.001 if forced else thought
        found.append(max(pace.pause(spent, forced=forced), spent))
        pace.spent = 0.0
    return found


def test_pauses_do_not_reveal_a_forced_move(monkeypatch: pytest.MonkeyPatch) -> None:
    draw = random.Random(5)
    monkeypatch.setattr(random, "uniform", draw.uniform)
    monkeypatch.setattr(random, "choice", draw.choice)
    free, forced = (pauses(Pace(), value, draw) for value in (False, True))
    assert ks_2samp(free, forced).pvalue > 0.01
    hasty = [draw.uniform(0.25, 0.65) for _ in range(200)]  # mutant: a forced move is played at once
    assert ks_2samp(free, hasty).pvalue < 0.01
    assert max(forced) <= LONGEST_FORCED


def test_a_long_turn_of_bots_is_over_in_twelve_seconds() -> None:
    pace = Pace()
    assert sum(pace.pause(0.0, forced=False) for _ in range(30)) <= 12


def test_bots_that_nobody_waits_for_keep_their_pace() -> None:
    pace = Pace()
    assert min(pace.pause(0.0, forced=False, awaited=False) for _ in range(60)) >= 0.2


@pytest.mark.slow
def test_clicks_are_answered_at_once(server: Running, visit: Any) -> None:
    """From the press to the first painted change, and from the answer to the new position, over several games."""
    times: list[float] = []
    answers: list[float] = []
    page = visit().open(link(server, "briscas"))
    page.evaluate("localStorage.setItem('tapete', JSON.stringify({tips: false, confirm: 'always'}))")
    while len(times) < 100 or len(answers) < 20:
        page.goto(link(server, "briscas"))
        page.wait_for_selector("[data-your-turn]")
        page.evaluate(
            """() => { window.times = [];
            document.querySelector('#stage').addEventListener('pointerdown', () => { const start = performance.now();
                const seen = new MutationObserver(() => { seen.disconnect(); requestAnimationFrame(() => requestAnimationFrame(() => window.times.push(performance.now() - start))); });
                seen.observe(document.querySelector('#room'), {subtree: true, childList: true, attributes: true}); }, true); }"""
        )
        for number in range(60):
            if over(page):
                break
            place = page.evaluate(
                "n => { const all = document.querySelectorAll('#stage [data-moves]'); if (!all.length) return null;"
                "const box = all[n % all.length].getBoundingClientRect(); return [box.x + box.width / 2, box.y + box.height / 2]; }",
                number,
            )
            if place is None:
                page.wait_for_timeout(30)
                continue
            page.mouse.click(*place)
            page.wait_for_timeout(30)
            if number % 6 == 5 and page.query_selector("[data-your-turn]"):
                before, started = decision(page), time.perf_counter()
                page.evaluate("document.querySelector('#moves [data-action]').click()")
                went_on(page, before)
                answers.append(1000 * (time.perf_counter() - started))
        times += page.evaluate("window.times")
    times, answers = sorted(times), sorted(answers)
    print(
        f"{len(times)} clicks: 95 % within {times[int(0.95 * len(times))]:.0f} ms; answers {answers[int(0.95 * len(answers))]:.0f} ms"
    )
    assert times[int(0.95 * len(times))] < 100
    assert answers[int(0.95 * len(answers))] < 300


@pytest.mark.parametrize("game", ["briscas", *(pytest.param(name, marks=pytest.mark.slow) for name in ALL[1:])])
def test_a_hint_has_words_in_both_languages(server: Running, visit: Any, game: str) -> None:
    page = visit().open(link(server, game))
    said = []
    for language in ("en", "es"):
        page.wait_for_function("lang => document.documentElement.lang === lang", arg=language)
        page.evaluate("document.querySelectorAll('.toast').forEach((toast) => toast.remove())")
        page.keyboard.press("h")
        page.wait_for_selector("#stage .hintflag", timeout=60_000)
        page.wait_for_function(SPOKEN, timeout=60_000)
        said.append(page.evaluate(SPOKEN))
        budget = page.locator(".analysis option[value='0.5']").text_content()
        assert budget == {"en": "0.5 s", "es": "0,5 s"}[language]
        page.locator(f"#bar button[lang={language}]").click()
    assert said[0] != said[1] and all(len(text) > 20 for text in said)
    assert not any("-" in text.rpartition(";")[2] and "%" in text for text in said), "a score is not a chance"
    assert not any("undefined" in text or "{" in text or "claim." in text for text in said)


PICKED = """() => { table.selection.pick(document.querySelector('#stage [data-zone=hand][data-moves]')); table.redraw();
    const zones = (found) => [...document.querySelectorAll(found)].map((node) => node.closest('[data-moves]').dataset.zone);
    const found = [zones('#stage [data-key=trick][data-moves]'), zones('#stage .hintflag')];
    table.selection.undo(); table.redraw();
    return found; }"""
PRESS = "key => { document.body.dispatchEvent(new KeyboardEvent('keydown', {key, bubbles: true})); return document.querySelector('#advice').innerText; }"


def test_a_hint_is_announced_read_again_and_gone_after_the_move_and_an_old_analysis_says_so(
    server: Running, visit: Any
) -> None:
    page = visit().open(link(server, "briscas"))
    table = next(t for t in server.manager.tables.values() if t.session is session_of(server, page))
    assert "Looking for a hint" in page.evaluate(PRESS, "h"), "one sees that it is being thought"
    page.keyboard.press("h")
    page.wait_for_selector("#stage .hintflag", timeout=120_000)
    advice, stage = page.locator("#advice"), page.locator("#stage").bounding_box()
    text = advice.inner_text()
    assert re.search(r"H1 best:.*H2 next best:.*found in [0-9.]+ s", text.replace("\n", " ")), "the marks are explained"
    assert stage["y"] + stage["height"] <= advice.bounding_box()["y"], "nothing of the table is covered"
    assert page.evaluate(PICKED) == [["trick"], ["hand", "hand"]], "a hint marks cards, not where they are dropped"
    advice.locator("button").click()
    assert not advice.is_visible() and page.locator(".hintflag").count() == 0
    page.keyboard.press("h")
    assert advice.inner_text() == text, "what was found is read again at once"
    page.wait_for_timeout(100)
    assert table.help["hints"][0] == 1, "reading it again is not a second hint"
    page.keyboard.press("a")
    page.wait_for_selector("[data-action-row]", timeout=60_000)  # without pressing Analyse
    assert not page.locator(".analysis .old").is_visible()
    found = "{chosen: -1, actions: [{action: table.hinted.moves[0].action, text: 'this'}]}"
    page.evaluate(f"table.side.besideHint({found})")
    assert "the hint was “this”" in page.locator(".analysis").inner_text(), "another order than the hint's is explained"
    before = decision(page)
    page.evaluate("document.querySelector('#moves [data-action]').click()")
    went_on(page, before)
    assert page.locator(".analysis .old").is_visible(), "it is of an earlier position"
    assert not advice.is_visible()
    page.locator("#side button.primary:visible").click()
    page.wait_for_selector("[data-action-row]", timeout=60_000)
    assert not page.locator(".analysis .old").is_visible()


APART_FROM = """(names) => { const box = (name) => document.querySelector(name).getBoundingClientRect(), own = box('.toast.hint');
    return names.every((name) => { const other = box(name); return own.top >= other.bottom - 1 || own.bottom <= other.top + 1; }); }"""
FLAGS_AT = """() => [...document.querySelectorAll('#stage [data-zone=hand] > .hintflag')].map((flag) => {
    const card = flag.parentNode.querySelector('.hit').getBoundingClientRect(), own = flag.getBoundingClientRect();
    return (own.top + own.height / 2 - card.top) / card.height; })"""


def test_a_hint_on_a_phone_covers_neither_bar_nor_numbers_and_the_coach_has_a_sign(server: Running, visit: Any) -> None:
    page = visit(width=390, height=844, has_touch=True, is_mobile=True).open(link(server, "dinosaurs"))
    coach = page.locator("#coach")
    assert (coach.inner_text(), coach.get_attribute("aria-label")) == ("Hint", "Ask the coach")
    assert coach.locator("svg").count() == 1
    coach.click()
    page.wait_for_selector("#stage .hintflag", timeout=60_000)
    assert page.evaluate(APART_FROM, ["#bar", "#stage"])
    places = page.evaluate(FLAGS_AT)
    assert places and min(places) > 0.85, "at the foot of a card: its number is at the head"


HAND = "#stage [data-zone=hand][data-moves]"
CARD = """() => { const box = document.querySelector('#stage [data-zone=hand][data-moves]').getBoundingClientRect();
    return [box.x + box.width / 2, box.y + box.height / 2]; }"""
LIST_BESIDE = """() => { const thing = document.querySelector('#stage [data-moves]');
    window.table.choose(thing, thing.dataset.moves.split(' ').map(Number)); window.beside = thing.dataset.key; }"""
APART = """() => { const box = (found) => found.getBoundingClientRect(), list = box(document.querySelector('.balloon.chooser')), thing = box(window.table.thing(window.beside));
    return Math.max(thing.left - list.right, list.left - thing.right, thing.top - list.bottom, list.top - thing.bottom); }"""


def test_touch_needs_a_confirmation_and_the_mouse_does_not(server: Running, visit: Any) -> None:
    page = visit().open(link(server, "dinosaurs"))
    page.wait_for_selector(HAND)
    page.evaluate("selector => document.querySelector(selector).focus()", HAND)
    frame = "(() => { const at = document.activeElement, hit = getComputedStyle(at.querySelector('.hit')); return [getComputedStyle(at).outlineStyle, hit.stroke === 'none' ? 0 : parseFloat(hit.strokeWidth)]; })()"
    assert page.evaluate(frame) == ["none", 0], "no frame of the keyboard for the mouse"
    page.keyboard.press("l")
    page.evaluate("selector => document.querySelector(selector).focus()", HAND)
    assert page.evaluate(frame) == ["none", 0], "nor for who presses a letter"
    page.keyboard.press("l")
    page.evaluate("selector => document.querySelector(selector).focus()", HAND)
    page.keyboard.press("ArrowRight")
    assert page.evaluate(frame) == ["solid", 15], "the keyboard has one, of the thing's own shape"
    before = decision(page)
    page.mouse.click(*page.evaluate(CARD))
    went_on(page, before)
    page.wait_for_selector("#stage [data-moves]")
    page.evaluate(LIST_BESIDE)
    page.set_viewport_size({"width": 1000, "height": 640})
    page.wait_for_timeout(200)
    assert page.evaluate(APART) < 12, "what is open beside a thing stays beside it"
    for width, height in ((480, 320), (1280, 720)):  # the side panel is closed until it is requested
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_selector("#play.shut")
    page.keyboard.press("o")
    close, first = page.locator("dialog .close").bounding_box(), page.locator("dialog select").first.bounding_box()
    assert close["y"] + close["height"] <= first["y"], "the cross covers no field"
    names = [page.locator("dialog .close").get_attribute("aria-label")]
    page.locator("dialog select").first.select_option("es")
    names.append(page.locator("dialog .close").get_attribute("aria-label"))
    assert names == ["Close", "Cerrar"]
    for width, height in ((640, 480), (390, 844)):
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate(LEAVES) == [], "a small window shows each group of options whole"
    page = visit(has_touch=True).open(link(server, "dinosaurs"))
    page.wait_for_selector(HAND)
    before = decision(page)
    page.touchscreen.tap(*page.evaluate(CARD))
    page.wait_for_selector("#stage [data-state=picked]")
    assert decision(page) == before and page.locator("#primary").is_visible()


@pytest.mark.parametrize("spec", ["heuristic", "greedy"])
def test_the_terms_of_a_score_are_shown_for_every_move(server: Running, visit: Any, spec: str) -> None:
    from tapete.agents.analysis import analyse

    page = visit().open(link(server, "briscas"))
    state = session_of(server, page).position_of(0)
    alone = analyse(state, spec, seed=1)
    page.keyboard.press("a")
    page.locator("#analysis-agent").fill(spec)
    page.keyboard.press("Tab")
    page.locator("#side button.primary:visible").click()
    page.wait_for_selector("[data-action-row]")
    page.wait_for_function(
        "n => document.querySelectorAll('[data-action-row]').length === n", arg=len(alone["actions"])
    )
    if any(row.get("terms") for row in alone["actions"]):
        page.wait_for_selector(".terms td")
        shown = page.locator(".terms").first.inner_text()
        first = next(row for row in alone["actions"] if row["action"] == alone["chosen"])
        assert all(name.replace("_", " ") in shown for name in list(first["terms"])[:3])
    else:
        assert "fixed rules" in page.locator("#side").inner_text()


def shown_lines(page: Any, name: str) -> list[str]:
    page.locator(f".log [data-filter={name}]").click()
    pressed = page.locator(".log [data-filter][aria-pressed=true]")
    assert pressed.count() == 1 and pressed.get_attribute("data-filter") == name
    return page.locator(".log li").all_inner_texts()


def test_the_log_shows_all_ones_own_or_what_moves_the_game(server: Running, visit: Any) -> None:
    check_filters(server, visit().open(link(server, "briscas")))


FILTERS_BROKEN = {
    "mine": (
        'if (prefs.filter === "mine") return event.seat === this.table.seat;',
        'if (prefs.filter === "mine") return true;',
    ),
    "important": ("? kinds.includes(event.kind)", "? true"),
    "remembered": ("set({ filter: ", "Object.assign(prefs, { filter: "),
}


@pytest.mark.slow
@pytest.mark.parametrize("what", list(FILTERS_BROKEN))
def test_a_log_that_shows_something_else_is_found(server: Running, visit: Any, what: str) -> None:
    whole, broken = FILTERS_BROKEN[what]
    text = (PAGE / "side.js").read_text()
    assert text.count(whole) == 1
    made = visit()
    made.page.route(
        "**/page/side.js", lambda route: route.fulfill(body=text.replace(whole, broken), content_type="text/javascript")
    )
    with pytest.raises(AssertionError):
        check_filters(server, made.open(link(server, "briscas")))


def check_filters(server: Running, page: Any) -> None:
    page.keyboard.press("l")
    for _ in range(4):
        before = decision(page)
        page.evaluate("document.querySelector('#moves [data-action]').click()")
        went_on(page, before)
    table = next(t for t in server.manager.tables.values() if t.session is session_of(server, page))
    told = worded(table, [event for frame in table.spectator(0).log for event in frame])
    kinds = {"exchange", "trick", "face_up", "stock_empty", "stopped", "won", "won_by_cards", "tie"}
    own, moving = [e["text"] for e in told if e.get("seat") == 0], [e["text"] for e in told if e["kind"] in kinds]
    assert 0 < len(moving) < len(told) and 0 < len(own) < len(told)
    assert shown_lines(page, "important") == moving
    assert shown_lines(page, "mine") == own
    page.reload()
    page.wait_for_selector("[data-your-turn], [data-over]")
    page.wait_for_selector(".log li")
    assert page.locator(".log li").all_inner_texts() == own, "the choice is remembered"
    assert shown_lines(page, "all") == [event["text"] for event in told]


PACE = """() => new Promise((done) => {
    const seen = [], table = document.querySelector('#table'), was = table.dataset.decision;
    const look = () => {
        const {upTo, log} = window.table;
        if (table.hasAttribute('data-showing')) seen.push({upTo, last: Number(document.querySelector('.log li:last-child')?.dataset.frame ?? 0), frames: log.at(-1).frame,
            now: document.querySelector('#now').textContent, mine: table.hasAttribute('data-your-turn')});
        else if (seen.length && table.dataset.decision !== was && table.hasAttribute('data-your-turn')) { done({seen, now: document.querySelector('#now').textContent}); return; }
        requestAnimationFrame(look);
    };
    document.querySelector('#moves [data-action]').click();
    look();
})"""


@pytest.mark.slow
def test_log_and_frame_do_not_run_ahead_of_what_is_shown(server: Running, visit: Any) -> None:
    """While others' moves are played back, the log ends at the stage's position and the question waits; moves are available."""
    page = visit().open(link(server, "briscas").replace("speed=instant", "speed=normal"))
    behind = 0
    for _ in range(3):
        found = page.evaluate(PACE)
        assert all(step["last"] <= step["upTo"] <= step["frames"] for step in found["seen"])
        early = [step for step in found["seen"] if step["mine"]]
        assert all(step["now"] != found["now"] for step in early), "the question waits until all is shown"
        assert found["now"].startswith(("Your turn", "Answer"))
        behind += sum(step["upTo"] < step["frames"] for step in found["seen"])
    assert behind, "something was shown step by step"


@pytest.mark.slow
@pytest.mark.parametrize("game", ALL)
def test_rules_are_in_the_rules_and_the_tour_goes_on_at_one_place(server: Running, visit: Any, game: str) -> None:
    page = visit().open(link(server, game))
    page.keyboard.press("?")
    page.wait_for_selector("dialog[open]")
    assert page.locator("dialog p").count() >= 4
    assert "[" not in page.locator("dialog").inner_text(), "how a terminal writes its board is not a rule of this table"
    if game == "hearthstone":
        page.locator("dialog summary").click()
        assert "Charge: May attack in the turn" in page.locator("dialog details").inner_text()
    page.locator("dialog button.primary").click()
    places = set()
    for step in range(4):
        page.wait_for_selector(f".tour[data-step='{step + 1}'] .show", timeout=30_000)
        places.add(round(page.locator(".tour .show").bounding_box()["x"]))
        page.locator(".tour .show").click()
    assert len(places) == 1, places


@pytest.mark.slow
def test_the_coach_answers_on_request_and_rates_the_pick(server: Running, visit: Any) -> None:
    """On request the coach names the best move and the cost of the picked one; it is silent if off; it warns by itself."""
    page = visit().open(link(server, "briscas"))
    page.evaluate(
        "() => { const p = JSON.parse(localStorage.getItem('tapete') || '{}'); localStorage.setItem('tapete', JSON.stringify({...p, tips: false, confirm: 'always'})); }"
    )
    page.reload()
    page.wait_for_selector("[data-your-turn]")
    assert page.locator("#coach").is_visible()
    said = set()
    for place in range(3):
        page.locator("#stage [data-zone=my-hand], #stage [data-zone=hand]").nth(place).click()
        page.wait_for_selector("#stage [data-state=picked]")
        page.evaluate("document.querySelectorAll('.toast').forEach((toast) => toast.remove())")
        page.locator("#coach").click()
        page.wait_for_function(
            "() => [...document.querySelectorAll('.toast')].some((toast) => /^Your pick/.test(toast.textContent))",
            timeout=60_000,
        )
        text = page.locator(".toast").last.inner_text()
        said.add(
            re.match(r"Your pick (is as good as any|costs about \d+ %|was hardly looked at)\. .+: .+", text) is not None
        )
        page.keyboard.press("Escape")
    assert said == {True}
    page.locator("#coach").click()
    page.wait_for_function(
        "() => [...document.querySelectorAll('.toast')].some((toast) => /: /.test(toast.textContent) && !/^Your pick/.test(toast.textContent))",
        timeout=60_000,
    )
    for mode, visible in (("off", False), ("on", False), ("ask", True)):
        page.keyboard.press("o")
        page.locator("dialog select[aria-label=Coach]").select_option(mode)
        page.keyboard.press("Escape")
        page.wait_for_selector("dialog", state="detached")
        assert page.locator("#coach").is_visible() == visible, mode


@pytest.mark.slow
def test_the_face_up_trump_is_exchanged_by_a_button_and_by_dragging(server: Running, visit: Any) -> None:
    """Dragging the seven onto the trump and pressing the button make the same move, and the turn continues."""
    for how in ("button", "drag"):
        page = visit().open(link(server, "briscas", "&exchange=on"))
        table = next(t for t in server.manager.tables.values() if t.session is session_of(server, page))
        at = exchange_comes(table.session.game)
        table.session = at

        def again(table: Any = table) -> None:
            table.epoch += 1
            table._restart()

        server.loop.call_soon_threadsafe(again)
        page.wait_for_selector("#stage [data-key^='button:exchange']")
        move = next(at.state.move(a) for a in at.legal(0) if at.state.move(a)["kind"] == "exchange")
        if how == "button":
            page.locator("#stage [data-key^='button:exchange']").first.click()
        else:
            held, trump = (box_of(page, card) for card in (move["gives"], move["takes"]))
            page.mouse.move(*held)
            page.mouse.down()
            page.mouse.move((held[0] + trump[0]) / 2, (held[1] + trump[1]) / 2, steps=4)
            page.mouse.move(*trump, steps=4)
            page.mouse.up()
        page.wait_for_function(
            "card => [...document.querySelectorAll('#stage [data-zone=hand], #stage [data-zone=my-hand]')].some((n) => n.dataset.key.includes(card))",
            arg=move["takes"],
        )
        assert move["takes"] in table.session.describe(0)["players"][0]["hand"] and table.session.waiting == [0]


def test_a_call_that_needs_a_card_can_be_left_before_it_is_sent(server: Running, visit: Any) -> None:
    """Hlaalu is picked and its cards light up; Escape cancels it without a message. Then call and card are sent together."""
    from tapete.play.session import Session

    page = visit().open(link(server, "tribute"))
    table = next(t for t in server.manager.tables.values() if t.session is session_of(server, page))
    calls = {"kind": "call", "patron": "hlaalu"}
    for seed in range(60):
        chance = random.Random(seed)
        session = Session(table.session.game, [None, "random"], seed=seed)
        for _ in range(200):
            session.advance()
            if session.over or calls in [
                {k: v for k, v in session.state.move(a).items() if k in calls} for a in session.legal(0)
            ]:
                break
            session.play(0, chance.choice(session.legal(0)))
        else:
            continue
        if not session.over:
            break
    table.session = session

    def again() -> None:
        table.epoch += 1
        table._restart()

    server.loop.call_soon_threadsafe(again)
    page.wait_for_selector("#stage [data-key='patron:hlaalu'][data-moves][data-begins]")  # its preview has come
    before = len(session.actions)
    page.locator("#stage [data-key='patron:hlaalu']").click()
    page.wait_for_selector("#stage [data-key='patron:hlaalu'][data-state=picked]")
    page.wait_for_selector("#stage [data-all]:not([data-key='button:all'])")
    page.keyboard.press("Escape")
    page.wait_for_selector("#stage [data-key='patron:hlaalu'][data-state=picked]", state="detached")
    page.wait_for_timeout(300)
    assert len(session.actions) == before and session.describe(0)["choice"] is None
    page.locator("#stage [data-key='patron:hlaalu']").click()
    page.locator("#stage [data-all]:not([data-key='button:all'])").first.click()
    for _ in range(100):
        if len(session.actions) >= before + 2:
            break
        time.sleep(0.05)
    done = [event["kind"] for event in session.seen_by(0) if event["step"] >= before]
    assert "call" in done and "hlaalu" in done


def box_of(page: Any, card: str) -> tuple[float, float]:
    box = page.evaluate(
        "card => { const n = [...document.querySelectorAll('#stage [data-key]')].find((t) => t.dataset.key.endsWith(card) && !t.dataset.key.startsWith('button')); const b = (n.querySelector('.hit') ?? n).getBoundingClientRect(); return [b.x + b.width / 2, b.y + b.height / 2]; }",
        card,
    )
    return box[0], box[1]


def exchange_comes(game: Any) -> Any:
    """Return a game in which seat 0 may exchange its seven now."""
    from tapete.play.session import Session

    for seed in range(300):
        chance = random.Random(seed)
        session = Session(game, [None, "random"], seed=seed)
        while not session.over:
            session.advance()
            if session.over or 0 not in session.waiting:
                break
            if any(session.state.move(a)["kind"] == "exchange" for a in session.legal(0)):
                return session
            session.play(0, chance.choice(session.legal(0)))
    raise AssertionError("no seat may exchange")
