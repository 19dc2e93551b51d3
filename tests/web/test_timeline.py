"""One timeline: all texts at a table (stage, bar, guide, log) agree with the shown position, sampled through whole games."""

from __future__ import annotations

import re
from typing import Any

import pytest
from drawing_stage import CHROMIUM, PAGE
from serving import Running
from test_browser import decision, link, visit, went_on  # noqa: F401

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="no Chromium is installed")
pytest.importorskip("playwright")

# The server answers at once; the page shows it at its own pace. All visible texts are sampled every 50 ms.
SAMPLED = """async ([pace, most]) => {
    const {table} = window, main = document.querySelector('#table'), seen = [];
    Object.defineProperty(table, 'speed', {get: () => pace});
    const texts = (query) => [...document.querySelectorAll(query)].map((node) => node.textContent);
    const look = () => {
        const {shown} = table.director, position = shown?.description ?? table.state.describe;
        const scores = [...document.querySelectorAll('#stage [data-number^="score:"]')].sort((a, b) => a.dataset.number.localeCompare(b.dataset.number));
        if (scores.some((node) => 'rolling' in node.dataset)) return;
        seen.push({showing: shown !== null, beat: shown?.beat ?? null, over: position.over, ends: position.taking || (!position.trick.length && !position.players.some((player) => player.count)), points: position.sides.map((side) => side.points), tricks: position.tricks.length, trick: position.trick.length,
            drawn: {points: scores.map((node) => Number(node.textContent)), trick: document.querySelectorAll('#stage [data-zone=trick][data-key^="card:"]').length},
            bar: document.querySelector('#bar .turn')?.textContent ?? '', guide: document.querySelector('#now').textContent, log: texts('.log li'), asked: main.hasAttribute('data-your-turn'), moves: texts('#moves [data-action]').length});
    };
    const sampling = setInterval(look, 50);
    for (let n = 0; n < most && !main.hasAttribute('data-over');) {
        const move = main.hasAttribute('data-your-turn') && !main.hasAttribute('data-showing') ? document.querySelector('#moves [data-action]') : null;
        if (move) { move.click(); n += 1; }
        await new Promise((done) => setTimeout(done, 10));
    }
    while (main.hasAttribute('data-showing')) await new Promise((done) => setTimeout(done, 10));
    clearInterval(sampling);
    const last = table.director.shown === null && table.seen === table.state.describe;
    return {seen, last, log: texts('.log li'), sent: table.log.flatMap((frame) => frame.events).filter((event) => event.text).length};
}"""


def ahead(found: dict[str, Any]) -> list[str]:
    """Return texts that the stage did not show yet, or no longer shows."""
    wrong = []
    for step in found["seen"]:
        taken = [
            int(line[1])
            for text in step["log"]
            if (line := re.search(r"take(?:s)? the trick with .*: (\d+) point", text))
        ]
        where = f"{step['beat']} {step['tricks']}"
        if not step["over"]:
            if step["drawn"]["points"] != step["points"]:
                wrong.append(f"{where}: points {step['drawn']['points']}, shown {step['points']}")
            if step["bar"] != f"Trick {step['tricks'] + (0 if step['ends'] else 1)}":
                wrong.append(f"{where}: bar {step['bar']}")
            if step["drawn"]["trick"] != step["trick"]:
                wrong.append(f"{where}: {step['drawn']['trick']} cards in the trick of {step['trick']}")
        if sum(step["points"]) not in (sum(taken), sum(taken[:-1])) or len(taken) - step["tricks"] not in (0, 1):
            wrong.append(f"{where}: the log has {taken}, shown are {step['points']}")
        if step["beat"] in ("lead", "play", "void") and len(taken) != step["tricks"]:
            wrong.append(f"{where}: the log has the trick before its last card is played")
        if step["showing"] and re.match(r"Your turn|Answer|You win|The game is over", step["guide"]):
            wrong.append(f"{where}: guide {step['guide']}")
        if step["asked"] and not step["moves"]:
            wrong.append(f"{where}: no moves in the list")
    return wrong


def test_no_text_runs_ahead_of_the_stage(server: Running, visit: Any) -> None:  # noqa: F811
    found = visit().open(link(server, "briscas")).evaluate(SAMPLED, [0.12, 60])
    assert not (wrong := ahead(found)), wrong[:5]
    kinds = {step["beat"] for step in found["seen"]}
    assert {"lead", "crown", "sweep", "draw", "hidden_draw", "count"} <= kinds, "a whole game was seen in its beats"
    assert found["last"] and len(found["log"]) == found["sent"], "in the end what is shown is what was sent"


BYPASSED = {
    "bar": ("table.js", "return this.director.shown ? this.shownView() : this.view();", "return this.view();"),
    "log": ("table.js", "if (!shown || frame < shown.frame) return events;", "return events;"),
    "guide": ("table.js", "else if (this.director.shown)\n", "else if (this.director.missing)\n"),
    "stage": (
        "table.js",
        "const { description, told } = shown;",
        "const { told } = shown, description = this.state.describe;",
    ),
}


@pytest.mark.slow
@pytest.mark.parametrize("what", list(BYPASSED))
def test_a_text_that_bypasses_the_shown_position_is_found(server: Running, visit: Any, what: str) -> None:  # noqa: F811
    file, whole, broken = BYPASSED[what]
    text = (PAGE / file).read_text()
    assert text.count(whole) == 1
    made = visit()
    made.page.route(
        f"**/page/{file}", lambda route: route.fulfill(body=text.replace(whole, broken), content_type="text/javascript")
    )
    assert ahead(made.open(link(server, "briscas")).evaluate(SAMPLED, [0.3, 4]))


def test_space_ends_one_beat_and_a_legal_move_ends_all(server: Running, visit: Any) -> None:  # noqa: F811
    page = visit().open(link(server, "briscas"))
    page.evaluate("Object.defineProperty(window.table, 'speed', {get: () => 4, configurable: true})")
    page.evaluate("document.querySelector('#moves [data-action]').click()")
    beat = "() => window.table.director.shown?.beat"
    page.wait_for_function(beat)
    first = page.evaluate(beat)
    page.evaluate("document.querySelector('#table').focus()")
    page.keyboard.press(" ")
    page.wait_for_function("(first) => ![undefined, first].includes(window.table.director.shown?.beat)", arg=first)
    page.wait_for_selector("[data-your-turn][data-showing]")
    before = page.evaluate("document.querySelector('#table').dataset.decision")
    page.evaluate("document.querySelector('#moves [data-action]').click()")
    page.wait_for_function("(before) => document.querySelector('#table').dataset.decision !== before", arg=before)


FAULTS = {
    "an act after what was shown": "director.then(() => { throw new Error('act') })",
    "a redraw after a failed message": """const { redraw } = table, { run } = director;
        let fails = true;
        director.run = function (...given) {
            if (!fails) return run.apply(this, given);
            fails = false;
            table.redraw = () => { table.redraw = redraw; throw new Error('redraw') };
            return Promise.reject(new Error('run'));
        }""",
}
COUNTED = """const counts = { play: 0, run: 0 };
    for (const name of Object.keys(counts)) {
        const plain = director[name];
        director[name] = function (...given) { counts[name] += 1; return plain.apply(this, given) };
    }
    window.counts = counts;"""


@pytest.mark.parametrize("fault", list(FAULTS))
def test_a_fault_of_a_drawing_does_not_end_the_timeline(server: Running, visit: Any, fault: str) -> None:  # noqa: F811
    made = visit()
    page = made.open(link(server, "briscas"))
    page.evaluate("Object.defineProperty(window.table, 'speed', {get: () => 0.1, configurable: true})")
    page.evaluate(f"() => {{ const table = window.table, director = table.director; {FAULTS[fault]}; {COUNTED} }}")
    for _ in range(2):
        before = decision(page)
        page.evaluate("document.querySelector('#moves [data-action]').click()")
        went_on(page, before)
        page.wait_for_function("() => window.counts.run > 0 && !window.table.director.playing")
    counts = page.evaluate("() => window.counts")
    assert counts["run"] == counts["play"] > 1
    assert any(text in said for said in made.said for text in ("act", "redraw"))
    made.said.clear()


# Changes of the page while bots are watched; none of them may end what is being shown.
CHANGES = [
    "() => dispatchEvent(new Event('resize'))",
    "() => import('/page/prefs.js').then((prefs) => prefs.set({theme: 'dark'}))",
    "() => import('/page/prefs.js').then((prefs) => prefs.set({language: 'es'}))",
    "() => window.table.side.open('log')",
]


def test_bots_that_are_watched_are_shown_in_their_order_whatever_changes(server: Running, visit: Any) -> None:  # noqa: F811
    """A resize, another look or language and the side leave the timeline where it is; a pause holds it."""
    page = visit().page
    page.goto(f"{server.url}/play/briscas?seat=none&against=easy&seed=7")
    page.wait_for_function("() => window.table?.director.shown")
    page.evaluate("Object.defineProperty(window.table, 'speed', {get: () => 3, configurable: true})")
    page.wait_for_function("() => window.table.director.messages > 1")
    timeline = page.evaluate("() => window.table.director.generation")
    for change in CHANGES:
        page.evaluate(change)
        page.wait_for_timeout(150)
        assert page.evaluate("() => window.table.director.generation") == timeline, change
        assert page.evaluate("() => window.table.director.shown"), change
    page.wait_for_function("() => window.table.rewording === false")
    page.evaluate("Object.defineProperty(window.table, 'speed', {get: () => 0.3})")
    page.locator("#pacing .go").click()
    page.evaluate("() => window.table.director.endBeat()")
    page.wait_for_function("() => !window.table.director.fx.running.size")
    place = "() => `${window.table.director.shown?.frame} ${window.table.director.shown?.beat}`"
    held = page.evaluate(place)
    page.wait_for_timeout(300)
    assert page.evaluate(place) == held and page.locator("#now").inner_text() == "En pausa."
    page.locator("#pacing .go").click()
    page.wait_for_function(
        "(held) => `${table.director.shown?.frame} ${table.director.shown?.beat}` !== held", arg=held
    )
    page.evaluate("() => window.table.goTo(0)")
    page.wait_for_function("() => window.table.past")
    frame = page.evaluate("() => window.table.state.frame")
    page.wait_for_function("(frame) => window.table.state.frame > frame + 4", arg=frame)  # looking back holds no bot up
