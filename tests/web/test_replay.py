"""Review of a game: explanations of a bot's move, rounds and mistakes on the timeline, open hands, and small windows."""

from __future__ import annotations

from typing import Any

import pytest
from finished import TABLES, finished, played
from serving import Running
from test_browser import visit

import tapete
from tapete.agents.attribution import terms_of
from tapete.agents.registry import level_spec, make_agent
from tapete.play.session import Session
from tapete.web import analysis
from tapete.web.client import Client

__all__ = ["visit"]
PHONES = [(390, 844), (360, 740), (844, 390), (640, 480)]
SMALLEST = 44  # pixels of a target for a thumb

LAID_OUT = """(least) => {
    const faults = [], seen = (node) => { const b = node.getBoundingClientRect(); return b.width > 1 && b.height > 1 ? b : null; };
    if (document.documentElement.scrollWidth > innerWidth || document.body.scrollWidth > innerWidth) faults.push('scrolls sideways');
    const parts = ['#bar', '#table', '#side', '#replay'].map((name) => [name, seen(document.querySelector(name))]).filter(([, b]) => b);
    for (const [one, a] of parts) for (const [other, b] of parts)
        if (one < other && Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1 && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1)
            faults.push(`${one} over ${other}`);
    for (const node of document.querySelectorAll('#replay button, #replay select, #side .tabs button')) {
        const b = seen(node); if (!b || !node.checkVisibility() || node.closest('#play.shut #side')) continue;
        const name = node.getAttribute('aria-label') || node.textContent;
        if (b.width < least - 0.5 || b.height < least - 0.5) faults.push(`${name}: ${b.width} x ${b.height}`);
        if (b.left < 0 || b.top < 0 || b.right > innerWidth + 0.5 || b.bottom > innerHeight + 0.5) faults.push(`${name} is outside`);
        const hit = document.elementFromPoint(b.left + b.width / 2, b.top + b.height / 2);
        if (!hit || !(node === hit || node.contains(hit) || hit.contains(node))) faults.push(`${name} is covered`);
    }
    for (const node of document.querySelectorAll('#replay .told, #replay .at')) if (node.checkVisibility() && node.scrollWidth > node.clientWidth + 1) faults.push(`cut: ${node.textContent}`);
    return faults;
}"""


def looked_back(server: Running, page: Any, game: str, share: float = 0.45) -> None:
    """Open a finished game at a position in its middle."""
    page.goto(finished(server, game))
    page.wait_for_selector("#end")
    page.evaluate("window.table.goTo(0)")
    page.wait_for_selector("#replay")
    page.evaluate("share => window.table.goTo(Math.round(window.table.past.frames * share))", share)
    page.wait_for_function("() => window.table.past.frame > 0")


MOVING = """() => { window.moved = []; const note = () => {
    for (const node of document.querySelectorAll('#fx .actor')) window.moved.push(1);
    if (window.table.reel.director.playing || window.moved.ticks === undefined) { window.moved.ticks = 1; setTimeout(note, 30); } else window.moved.done = true; };
    document.dispatchEvent(new KeyboardEvent('keydown', {key: ']', bubbles: true})); setTimeout(note, 60); }"""
DRAWN = """() => [...document.querySelectorAll('#stage [data-key]')].filter((node) => node.checkVisibility())
    .map((node) => { const b = node.getBoundingClientRect(); return [node.dataset.key, b.x, b.y]; }).sort()"""
CLOSE = 8  # pixels by which the stage may shift, as the line below it comes and goes


@pytest.mark.parametrize(
    "game",
    [
        "briscas",
        "hearthstone",
        *(pytest.param(name, marks=pytest.mark.slow) for name in ("catan", "dinosaurs", "tribute")),
    ],
)
def test_a_step_of_a_replay_moves_as_it_did_and_ends_where_a_jump_ends(server: Running, visit: Any, game: str) -> None:
    page = visit().page
    looked_back(server, page, game)
    moved = False
    for _ in range(4):
        frame = page.evaluate("window.table.past.frame")
        page.evaluate(MOVING)
        page.wait_for_function("frame => window.table.past.frame === frame + 1 && window.moved.done", arg=frame)
        moved = moved or page.evaluate("window.moved.length > 0")
        page.wait_for_function("() => !document.querySelector('#stage').getAnimations({subtree: true}).length")
        stepped = page.evaluate(DRAWN)
        page.evaluate("window.table.goTo(0)")
        page.wait_for_function("() => window.table.past.frame === 0")
        page.evaluate("frame => window.table.goTo(frame)", frame + 1)
        page.wait_for_function("frame => window.table.past.frame === frame", arg=frame + 1)
        page.wait_for_function("() => !document.querySelector('#stage').getAnimations({subtree: true}).length")
        jumped = page.evaluate(DRAWN)
        assert [key for key, *_ in jumped] == [key for key, *_ in stepped], (game, frame)
        for (key, *there), (_, *here) in zip(jumped, stepped, strict=True):
            assert here == pytest.approx(there, abs=CLOSE), (game, frame, key)
    assert moved, "nothing flew in four steps"


def test_a_rule_is_named_only_if_it_leads_to_the_move_played(monkeypatch: pytest.MonkeyPatch) -> None:
    session = Session(tapete.load("briscas"), ["cheap-winner", "cheap-winner"], seed=2)
    session.advance()
    free = [step for step in range(1, len(session.actions) + 1) if len(session.at(step - 1).legal()) > 1]
    found = [analysis.why(session, step, "cheap-winner") for step in free]
    assert all(one["rule"] and one["rule"]["says"] for one in found)
    others = [analysis.why(session, step, "heuristic")["rule"] for step in free[:20]]
    assert any(rule is None for rule in others), "another bot would not have played all of these"
    elsewhere = {"name": "x", "says": "", "note": None}
    monkeypatch.setattr(analysis, "rule_fired", lambda agent, view: (-1, [elsewhere]))
    assert analysis.why(session, free[0], "cheap-winner")["rule"] is None


@pytest.mark.parametrize(
    ("game", "agent"),
    [("dinosaurs", "medium"), ("hearthstone", "greedy:eval=midrange"), ("tribute", "max-prestige:leak=0")],
)
def test_the_terms_of_a_score_add_up_and_no_other_move_has_more(game: str, agent: str) -> None:
    loaded = tapete.load(game, **TABLES[game])
    session = Session(loaded, [agent] * loaded.seats, seed=1)
    session.advance()
    count = 0
    for step in range(1, len(session.actions), 3):
        found = analysis.why(session, step, agent)
        if not found["terms"]:
            continue
        count += 1
        assert sum(found["terms"].values()) == pytest.approx(found["total"])
        assert found["next"] is None or found["next"]["total"] <= found["total"] + 1e-9
        state, seated = session.at(step - 1), make_agent(agent, loaded)
        seated.begin(loaded, state.seat)
        seated.reset(analysis.derive(2, step))
        view = seated.view(state, analysis.derive(1, step))
        best = max(sum(terms_of(seated.agent, view, action).values()) for action in state.legal())
        assert found["total"] == pytest.approx(best)
        if count >= 12:
            break
    assert count >= 5


def test_explanations_and_unnoticed_steps_are_secret_during_a_game(server: Running) -> None:
    with Client(f"{server.url}/play/dinosaurs?seat=0&against=easy&seed=7&speed=instant") as client:
        client.until("state")
        client.send({"type": "at", "frame": 0, "story": True})
        past = client.until("past")
        assert "log" in past and "steps" not in past
        client.send({"type": "why", "frame": 1})
        assert client.until("refused")["code"] == "secret"


def test_a_bot_that_is_watched_with_open_hands_says_why_it_moved(server: Running, visit: Any) -> None:
    """The reason of the last move is below the table, and in full beside it; without open hands there is none."""
    with Client(server.url, join=False) as client:
        wish = {"game": "briscas", "seats": ["easy", "easy"], "settings": {"open": True, "speed": "relaxed"}}
        made = client.post("/api/tables", wish)
    page = visit().page
    page.goto(f"{server.url}/table/{made['id']}#{made['owner']}")
    page.wait_for_selector("#guide .reason", timeout=60_000)
    page.evaluate("window.table.net.send({type: 'pause', paused: true})")
    page.wait_for_timeout(1500)  # a move that was on its way is shown and explained
    page.wait_for_selector("#guide .reason", timeout=60_000)
    said = page.locator("#guide .reason span").inner_text()
    who = server.manager.tables[made["id"]].names("en")
    assert any(said.startswith(f"{name}: ") for name in who) and " – " in said, said
    page.locator("#guide .reason").click()
    page.wait_for_selector(".whybox:not([hidden])")
    page.locator("#side [data-tab=analysis]").click()
    page.evaluate("table.side.look('move'), table.side.start()")
    page.wait_for_selector("[data-action-row]", timeout=60_000)


def test_a_record_names_its_agents_and_gives_them_faces(server: Running) -> None:
    record = played("briscas")
    with Client(server.url, join=False) as client:
        made = client.post("/api/tables", {"record": record.as_json()})
    seats = server.manager.tables[made["id"]].chairs
    assert [chair.name for chair in seats] == list(record.agents)
    assert all(chair.spec == level_spec("easy", tapete.load("briscas")) for chair in seats)
    assert len({chair.person for chair in seats}) == len(seats) and all(chair.person for chair in seats)


def test_the_timeline_has_rounds_mistakes_and_reasons_and_the_log_links_to_them(server: Running, visit: Any) -> None:
    page = visit().page
    looked_back(server, page, "briscas")
    tricks = len(played("briscas").actions) // 2
    assert page.locator("#replay .marks .chapter").count() == tricks
    assert page.locator("#replay .at b").inner_text().startswith("Trick ")
    page.wait_for_selector("#replay .reason", timeout=20_000)
    assert page.locator("#replay .reason span").inner_text(), "the rule of the bot that moved"
    page.locator("#replay .reason").click()
    assert page.locator(".whybox h3").is_visible()
    page.locator("#side [data-tab=play]").click()
    point = {"type": "review", "final": False, "step": 6, "frame": 99, "seat": 0, "loss": 0.12, "measure": "chance"}
    point |= {"text": "a", "best_text": "b"}
    page.evaluate("point => window.table.heard(point)", {**point, "chances": [0.5, 0.5], "sides": [0, 1]})
    mark = page.locator("#replay .marks .mistake")
    frames = page.evaluate("window.table.past.frames")
    assert float(mark.evaluate("node => parseFloat(node.style.left)")) == pytest.approx(100 * 7 / frames)
    assert page.locator(".log li.lapse").first.get_attribute("data-lapse") == "−12 %"
    page.locator(".log li.lapse button").first.click()
    page.wait_for_function("() => window.table.past.frame === 7")
    page.locator("#side [data-tab=analysis]").click()
    page.locator("[data-look=game]").click()
    assert not page.locator("#analysis-agent").is_visible(), "one part at a time"
    page.locator(".mistakes button").click()
    page.wait_for_function("() => window.table.past.frame === 6")
    assert page.locator(".mistakes [aria-current] .loss").inner_text() == "−12 %"
    rated = {**point, "step": 8, "measure": "evaluation", "chances": [0.4, 0.6]}
    page.evaluate("point => { const side = table.side; side.points = []; table.heard(point); }", rated)
    assert page.locator(".mistakes .loss").inner_text() == "−12", "a rating is not a chance of winning"
    assert "not a chance" in page.locator(".look.game").inner_text()
    page.locator("#side [data-tab=play]").click()
    assert page.locator(".log li.lapse").first.get_attribute("data-lapse") == "−12"
    page.locator(".log li.lapse button").first.click()
    page.wait_for_function("() => window.table.past.frame === 9")
    page.evaluate("table.goTo(7)")
    page.wait_for_function("() => window.table.past.frame === 7")
    page.locator("#replay [aria-label='Next round']").click()
    page.wait_for_function("() => window.table.past.frame === 9")
    assert page.locator(".log li.now").first.get_attribute("data-chapter") == "Trick 5"
    page.locator("#replay .eyes").select_option("1")
    page.wait_for_function("() => window.table.past.eyes === 1 && window.table.past.frame === 9")


JUDGED = "#replay .told"  # what is said of the pressed decision
VISIBLE_LINES = """() => { const pane = document.querySelector('.pane.log').getBoundingClientRect();
    return [...document.querySelectorAll('.log li')].filter((line) => { const box = line.getBoundingClientRect();
        return box.top >= pane.top - 1 && box.top + box.height / 2 < pane.bottom; }).map((line) => Number(line.dataset.frame)); }"""


def test_on_a_phone_the_log_ends_with_the_step_and_a_pressed_decision_is_told(server: Running, visit: Any) -> None:
    page = visit(width=390, height=844).page
    looked_back(server, page, "briscas")
    page.evaluate("table.side.open('log'), table.goTo(9)")
    page.wait_for_function("() => table.past.frame === 9")
    page.wait_for_timeout(200)
    assert max(page.evaluate(VISIBLE_LINES)) == 9, "later events are not shown yet"
    assert page.evaluate("[...document.querySelectorAll('.log .later')].every((line) => line.dataset.frame > 9)")
    point = {"type": "review", "final": False, "frame": 99, "measure": "chance", "best_text": "play b"}
    point |= {"chances": [0.5, 0.5], "sides": [0, 1]}
    for step, seat, loss in ((6, 1, 0.3), (8, 0, 0.05), (10, 0, 0.12)):
        page.evaluate(
            "(point) => table.heard(point)", {**point, "step": step, "seat": seat, "loss": loss, "text": f"a{step}"}
        )
    page.evaluate("table.side.open('analysis'), table.side.look('game'), table.side.stretch(true)")
    assert page.locator(".mistakes .loss").all_inner_texts() == ["−12 %", "−5 %", "−30 %"], "one's own come first"
    missed = {**point, "step": 4, "seat": 0, "loss": 0.0, "missed_win": True, "text": "a4"}
    page.evaluate("(point) => table.heard(point)", missed)
    first = page.locator(".mistakes li").first
    assert first.locator(".loss").inner_text() == "missed a win", "before all losses"
    assert first.locator(".better").inner_text() == "This won the game: play b"
    page.evaluate("table.side.points.pop(), table.side.drawCurve()")
    assert page.locator(".mistakes .of").inner_text() == "Of the others"
    signs = page.locator(".lines li:has(path.mistake)").all_inner_texts()
    assert [text.strip().replace("\u00a0", " ") for text in signs] == [
        "costly decision",
        "cost 7 % or more",
        "of the others",
    ]
    page.locator(".mistakes button").first.click()
    page.wait_for_function("() => table.past.frame === 10")
    judged = page.locator(JUDGED).inner_text()
    assert judged == "You chose here: a10. Better: play b", "the decision that was pressed, not the step before"
    page.evaluate("table.goTo(11)")
    page.wait_for_function("() => table.past.frame === 11")
    assert "a10" not in page.locator(JUDGED).inner_text()
    page.locator("#replay .quit").click()
    page.wait_for_selector("#replay", state="detached")


def test_a_review_that_lost_its_connection_can_be_started_again(server: Running, visit: Any) -> None:
    page = visit().page
    page.goto(finished(server, "briscas"))
    page.wait_for_selector("#end")
    page.evaluate("table.net.send = () => true, table.side.open('analysis')")
    start, progress = page.locator(".look.game > .primary"), page.locator(".look.game progress")
    start.click()
    assert progress.is_visible() and not start.is_visible()
    page.evaluate("table.lost(2)")
    assert start.is_visible() and not progress.is_visible()


ENDED = """() => { const { reel } = table, before = reel.director.fx.ended;
    document.body.dispatchEvent(new KeyboardEvent('keydown', {key: ' ', bubbles: true}));
    return [before, reel.director.fx.ended]; }"""


def test_the_space_bar_ends_a_beat_of_a_replay_in_which_only_effects_move(server: Running, visit: Any) -> None:
    page = visit().page
    looked_back(server, page, "briscas")
    page.evaluate("Object.defineProperty(table.stage, 'moving', { get: () => false })")
    page.evaluate(
        "table.replaySpeed = 0.5, document.dispatchEvent(new KeyboardEvent('keydown', {key: ']', bubbles: true}))"
    )
    page.wait_for_function("() => table.reel.director.playing && !table.reel.director.fx.ended")
    assert page.evaluate(ENDED) == [False, True]


@pytest.mark.parametrize(
    "game", ["briscas", *(pytest.param(g, marks=pytest.mark.slow) for g in TABLES if g != "briscas")]
)
def test_every_hand_is_open_after_the_end(server: Running, visit: Any, game: str) -> None:
    page = visit().page
    looked_back(server, page, game)
    page.evaluate("window.table.side.open('hands')")
    shown = page.evaluate(
        "[...document.querySelectorAll('.hands section')].map((n) => n.querySelectorAll('.cards li svg').length)"
    )
    describe = page.evaluate("window.table.past.describe.players.map((p) => p.hand)")
    cards = [sum(bool(n) for n in hand.values()) if isinstance(hand, dict) else len(hand) for hand in describe]
    extra = [0] * len(cards)
    if game == "catan":
        extra = page.evaluate(
            "window.table.past.describe.players.map((p) => Object.values(p.cards).filter(Boolean).length)"
        )
    assert shown == [a + b for a, b in zip(cards, extra, strict=True)] and sum(shown)
    page.evaluate("window.table.goTo(0, 0)")
    page.wait_for_function("() => window.table.past.eyes === 0")
    assert page.locator("#side [data-tab=hands]").is_hidden(), "who sees one hand has no tab of all"


def faults_of(page: Any) -> list[str]:
    """Return the faults of the layout with the bar alone, and with each part of the side panel open."""
    found = [f"bar: {fault}" for fault in page.evaluate(LAID_OUT, SMALLEST)]
    for part in ("log", "analysis", "hands"):
        page.evaluate("part => window.table.side.open(part)", part)
        found += [f"{part}: {fault}" for fault in page.evaluate(LAID_OUT, SMALLEST)]
    page.evaluate("window.table.side.close()")
    return found


def test_looking_back_fits_a_phone_and_a_thumb(server: Running, visit: Any) -> None:
    page = visit(width=390, height=844, locale="es-ES").page
    looked_back(server, page, "briscas")
    page.wait_for_selector("#replay .reason", timeout=20_000)
    for width, height in PHONES:
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_timeout(150)
        assert not faults_of(page), (width, height, faults_of(page))
    page.evaluate("document.querySelector('#replay').style.marginTop = '-40px'")
    assert any("over" in fault for fault in faults_of(page)), "a bar that covers the stage is found"


@pytest.mark.slow
@pytest.mark.parametrize("game", list(TABLES))
def test_looking_back_fits_every_small_window_in_every_game(server: Running, visit: Any, game: str) -> None:
    for locale in ("en-US", "es-ES"):
        page = visit(width=390, height=844, locale=locale).page
        looked_back(server, page, game)
        for width, height in [*PHONES, (480, 320), (700, 700), (820, 600), (768, 1024), (1024, 600)]:
            page.set_viewport_size({"width": width, "height": height})
            page.wait_for_timeout(200)
            assert not faults_of(page), (locale, width, height, faults_of(page))


AHEAD = """async () => {
    const { table } = window, wrong = [], before = table.log.length;
    Object.defineProperty(table, 'speed', { get: () => 0.3 });
    const cards = (players) => players.map((player) => player.hand.length).join(' ');
    for (let n = 0; n < 120 && table.log.length < before + 12; n += 1) {
        const drawn = [...document.querySelectorAll('.hands section')].map((node) => node.querySelectorAll('.cards li svg').length).join(' ');
        const shown = cards(table.seen.players);
        if (drawn !== shown) wrong.push(`${drawn} beside ${shown}`);
        await new Promise((done) => setTimeout(done, 50));
    }
    return { wrong, steps: table.log.length - before };
}"""


def test_open_hands_are_those_that_the_table_shows(server: Running, visit: Any) -> None:
    page = visit().page
    wish = {"game": "briscas", "seats": ["random"] * 2, "settings": {"open": True}}
    with Client(server.url, join=False) as client:
        made = client.post("/api/tables", wish)
    page.goto(f"{server.url}/table/{made['id']}#{made['owner']}")
    page.wait_for_selector("#table[data-showing]")
    page.evaluate("window.table.side.open('hands')")
    found = page.evaluate(AHEAD)
    assert found["steps"] and not found["wrong"], found["wrong"][:5]
