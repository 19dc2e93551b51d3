"""Happy Little Dinosaurs in the browser: choice of dinosaur and level, the endings, and the way back."""

from __future__ import annotations

import re
from functools import cache
from typing import Any

import pytest
from serving import Running
from test_browser import ASKED, decision, link, play_by_list, visit, went_on

import tapete
from tapete.core.presentation import LEVELS
from tapete.play.session import Session
from tapete.web.client import Client

__all__ = ["visit"]
ENDINGS = {"fifty": 1, "last_alive": 14, "out": 0}  # seeds of games of easy bots


def table_of(server: Running, page: Any) -> Any:
    return server.manager.tables[page.url.split("/table/")[1].split("#")[0].split("?")[0]]


GONE = """async () => {
    const {table} = window, {describe, log} = table.state, stage = document.querySelector('#stage'), offered = [];
    const asked = stage.querySelectorAll('[data-moves]').length;
    table.director.play(describe, {...table.state, frames: [{frame: table.log.length, describe, events: [{kind: 'passed', seat: 1, text: 'Passed.'}]}]});
    while (table.director.playing) {
        if (table.director.shown?.beat) offered.push(stage.querySelectorAll('[data-moves]').length);
        await new Promise((done) => setTimeout(done, 10)); }
    return [asked, offered]; }"""


def test_a_question_is_gone_while_its_answer_is_shown(server: Running, visit: Any) -> None:
    """Also where the first thing that is shown changes nothing on the table."""
    page = visit().open(link(server, "dinosaurs").replace("speed=instant", "speed=normal"))
    asked, offered = page.evaluate(GONE)
    assert asked and offered and not any(offered), (asked, offered)


BEGINS = """() => { const found = document.querySelector('#stage [data-begins]');
    return found ? found.dataset.key : null; }"""
STATE = """() => ({back: !document.querySelector('#back').hidden, primary: !document.querySelector('#primary').hidden,
    picked: [...document.querySelectorAll('#stage [data-state=picked]')].length, targets: document.querySelectorAll('#stage [data-all][data-state=target]').length,
    scores: [...document.querySelectorAll('#stage [data-all]')].filter((node) => node.textContent.includes(' › ')).length})"""


@pytest.mark.parametrize("touch", [False, True])
def test_an_instant_is_sent_with_its_target_and_can_be_put_back(server: Running, visit: Any, touch: bool) -> None:
    """A press on the card, and one on the target; until then *Back* or a second press undoes the first."""
    size = {"width": 390, "height": 844, "has_touch": True} if touch else {}
    page = visit(**size).open(link(server, "dinosaurs"))
    while page.evaluate(BEGINS) is None:
        before = decision(page)
        page.evaluate("document.querySelector('#moves [data-action]').click()")
        went_on(page, before)
    card = page.locator("#stage [data-begins]").first
    press = (lambda what: what.tap(position={"x": 20, "y": 60})) if touch else (lambda what: what.click())
    before = page.get_attribute("#table", "data-decision")
    press(card)
    page.wait_for_function("document.querySelectorAll('#stage [data-all]').length > 1")
    shown = page.evaluate(STATE)
    assert shown["back"] and not shown["primary"] and shown["picked"] == 1, shown
    page.click("#back")
    assert page.evaluate(STATE)["picked"] == 0
    press(card)
    press(card)
    assert page.evaluate(STATE)["picked"] == 0 and page.get_attribute("#table", "data-decision") == before
    press(card)
    page.wait_for_function(f"({STATE})().scores > 0")
    press(page.locator("#stage [data-all]").first)
    page.wait_for_function("before => document.querySelector('#table').dataset.decision !== before", arg=before)
    events = [event for frame in page.evaluate("window.table.log.map((frame) => frame.events)") for event in frame]
    assert [event for event in events if event["kind"] == "played" and event["seat"] == 0 and "target" in event]


# Choosing


SAID = """(texts) => { const {table} = window, now = document.querySelector('#now'), cut = [];
    const shown = (text, more) => {
        table.stage.module = {...table.stage.module, guide: () => text};
        table.guideNow();
        table.back.hidden = table.coach.hidden = more === 'play'; // else what is picked is played on the stage
        table.primary.hidden = more !== 'play';
        table.primary.textContent = 'Jugar Lanza de espinas (7)';
        table.coach.textContent = '?';
        table.fitNow();
        if (now.scrollHeight > now.clientHeight + 2 || now.getBoundingClientRect().bottom > innerHeight) cut.push(`${more}: ${text}`); };
    for (const text of texts) { shown(text, 'back'); if (/Muerte|Sudden/.test(text)) shown(text, 'play'); }
    return cut; }"""
PUT_IN = {"others": "Trici y Bronto", "waiting": "Trici, Bronto y Rex", "source": "Empujón", "throws_left": "3"}


@pytest.mark.parametrize("language", ["en", "es"])
def test_a_phone_shows_every_question_whole(server: Running, visit: Any, language: str) -> None:
    """Beside the buttons for the coach and the way back, or beside the one that plays the only card."""
    words = tapete.load("dinosaurs").words[language]
    asked = [text for key, text in words.items() if re.match(r"guide\.|stage\.(take_only|no_instant)", key)]
    texts = [re.sub(r"\{(\w+)[^}]*\}", lambda found: PUT_IN[found[1]], text) for text in asked]
    made = visit(width=360, height=740, has_touch=True, is_mobile=True, locale=language)
    page = made.open(link(server, "dinosaurs"))
    page.wait_for_selector("[data-your-turn]:not([data-showing])")
    for width, height in ((360, 740), (390, 844)):
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_timeout(150)
        assert len(texts) > 20 and page.evaluate(SAID, texts) == []


@pytest.mark.slow
def test_a_dinosaur_and_a_level_are_chosen_at_the_table(server: Running, visit: Any) -> None:
    page = visit().page
    page.goto(f"{server.url}/choose/dinosaurs")
    page.locator(".chair[data-at=left]").click()
    assert page.locator("dialog [data-figure]").count() == 4
    assert page.locator("dialog [data-level][aria-pressed=true]").get_attribute("data-level") == "easy"
    page.locator("dialog [data-level=normal]").click()
    page.keyboard.press("Escape")
    page.locator(".chair[data-at=me]").click()
    page.locator("dialog [data-figure=rex]").click()
    assert "Rex" in page.locator(".chair[data-at=me]").inner_text()
    page.locator("#start").click()
    page.wait_for_selector(ASKED, timeout=120_000)
    table = table_of(server, page)
    assert [chair.kind for chair in table.chairs] == ["person", "agent", "agent", "agent"]
    assert [chair.label for chair in table.chairs[1:]] == ["normal", "easy", "easy"]
    players = table.session.describe(0)["players"]
    assert players[0]["dinosaur"] == "rex" and len({player["dinosaur"] for player in players}) == 4
    page.goto(f"{server.url}/choose/dinosaurs?lang=es")
    page.wait_for_selector(".chair[data-at=me]")
    assert "Rex" in page.locator(".chair[data-at=me]").inner_text(), "who one was is remembered"
    assert "Normal" in page.locator(".chair[data-at=left]").inner_text(), "the level is remembered"
    page.wait_for_selector(".goon:not([hidden])")  # the open game can be continued


def test_another_level_plays_from_the_next_round(server: Running) -> None:
    url = f"{server.url}/play/dinosaurs?seat=0&against=easy&seed=7&speed=instant"
    with Client(url) as client:
        state = client.until("state")
        table = server.manager.tables[client.table]
        first = table.session.state.turn
        asked: set[tuple[int, str]] = set()
        ask = table._decide

        async def noted(question: Any) -> Any:
            asked.add((table.session.state.turn, question.player.spec))
            return await ask(question)

        table._decide = noted
        client.send({"type": "level", "level": "normal"})
        assert client.until("table")["next_level"] == "normal"
        while table.session.state.turn < first + 2 and not state["over"]:
            if state["moves"]:
                action = state["moves"][0]["id"]
                client.send({"type": "play", "decision": state["decision"], "actions": [action]})
            state = client.until("state")
        assert {(turn, spec) for turn, spec in asked if turn < first + 2} == {(first, "easy"), (first + 1, "medium")}
        assert {chair.label for chair in table.chairs[1:]} == {"normal"}
        for wrong in ("best:ms=9", "", "hall"):
            client.send({"type": "level", "level": wrong})
            assert client.until("refused")["code"] == "malformed"


def test_only_a_single_person_sets_the_level(server: Running) -> None:
    with Client(server.url, join=False) as client:
        made = client.post("/api/tables", {"game": "dinosaurs", "seats": ["me", "friend", "easy", "easy"]})
    with Client(f"{server.url}/table/{made['id']}#{made['seats'][0]['token']}") as client:
        client.until("state")
        client.send({"type": "level", "level": "hard"})
        assert client.until("refused")["code"] == "rules"


@pytest.mark.slow
def test_the_level_is_one_of_the_options(server: Running, visit: Any) -> None:
    page = visit().open(link(server, "dinosaurs"))
    page.keyboard.press("o")
    shown = page.locator("#bots-level option").evaluate_all("all => all.map((one) => one.value)")
    assert shown == list(LEVELS)
    page.locator("#bots-level").select_option("normal")
    page.wait_for_function("() => window.table.about.next_level === 'normal'")


# The endings


@cache
def game_that_ends(kind: str) -> Session:
    """Return a game of easy bots with this ending: 50 steps, one survivor, or the person out while others continue."""
    session = Session(tapete.load("dinosaurs"), ["easy"] * 4, seed=ENDINGS[kind])
    session.advance()
    end = session.state.describe(None)
    alive = end["players"][0]["alive"]
    assert kind == (end["reason"] if alive or end["reason"] == "last_alive" else "out") and len(end["winners"]) == 1
    return session


def ended_at(server: Running, page: Any, session: Session) -> Any:
    """Open the page of a table in play, and end its game at once."""
    page.goto(link(server, "dinosaurs"), timeout=300_000)
    page.wait_for_selector(ASKED, timeout=120_000)
    table = table_of(server, page)

    def end() -> None:
        table.session = Session.from_record(session.record(), table.session.players)
        table.update()

    server.loop.call_soon_threadsafe(end)
    page.wait_for_selector("#end")
    page.wait_for_function("() => document.querySelector('#end .how').textContent")
    return table


@pytest.mark.slow
@pytest.mark.parametrize("kind", list(ENDINGS))
def test_an_ending_names_its_cause_and_offers_no_move(server: Running, visit: Any, kind: str) -> None:
    session = game_that_ends(kind)
    page = visit().page
    table = ended_at(server, page, session)
    end = session.state.describe(None)
    (winner,) = end["winners"]
    said = page.locator("#end .how").inner_text()
    who = "You" if winner == 0 else table.names("en")[winner]
    verb = {"fifty": "reached", "last_alive": "last dinosaur standing", "out": ""}[kind]
    assert said.startswith(who) and verb in said and f"round {end['turn']}" in said
    assert page.locator("#end h2").inner_text() == ("You win!" if winner == 0 else f"{who} wins.")
    if kind == "out":
        assert page.locator("#account [data-fact=out] td").first.text_content().startswith("round ")
    assert not page.query_selector("[data-action], #stage [data-moves]")
    with Client(page.url.replace("?lang=en", "")) as client:
        state = client.until("state")
        client.send({"type": "play", "decision": state["decision"] or "", "actions": [0]})
        assert client.until("refused")["code"] in ("over", "stale", "turn", "passive")


@pytest.mark.slow
def test_twenty_seconds_after_the_end_the_dinosaurs_come_back(server: Running, visit: Any) -> None:
    page = visit().page
    page.clock.install()
    ended_at(server, page, game_that_ends("fifty"))
    seconds = lambda: int(re.findall(r"\d+", page.locator("#countdown").inner_text())[0])  # noqa: E731
    left = seconds()
    assert 10 < left <= 20
    page.clock.run_for(5_000)
    assert seconds() <= left - 5
    page.clock.run_for(20_000)
    page.wait_for_selector("#start")


@pytest.mark.slow
@pytest.mark.parametrize("how", ["stay", "key", "move", "wheel", "replay", "opened"])
def test_any_input_cancels_the_way_back(server: Running, visit: Any, how: str) -> None:
    page = visit(width=480, height=320).page
    page.clock.install()
    ended_at(server, page, game_that_ends("fifty"))
    if how == "stay":
        page.locator("#countdown .stay").click()
    elif how == "key":
        page.keyboard.press("l")
    elif how == "move":
        page.mouse.move(50, 50)
        page.mouse.move(90, 90)
    elif how == "wheel":
        page.mouse.wheel(0, 40)
    elif how == "replay":
        page.locator("#end button", has_text="Replay").click()
    else:
        page.reload()
        page.wait_for_selector("#end")
    page.wait_for_selector("#countdown", state="detached")
    page.clock.run_for(40_000)
    assert "/table/" in page.url


# What can be done


@pytest.mark.slow
def test_every_move_of_a_game_is_marked_and_explained(server: Running, visit: Any) -> None:
    """At every decision the legal moves are marked, and each card in hand explains itself."""
    page = visit().open(link(server, "dinosaurs"))
    page.evaluate(
        """() => { window.unmarked = []; const look = () => { if (!document.querySelector('[data-your-turn]')) return;
            for (const node of document.querySelectorAll('#stage [data-moves]')) {
                if (!['can', 'target', 'picked'].includes(node.dataset.state)) window.unmarked.push(node.dataset.key);
                if (node.dataset.zone === 'hand' && (node.getAttribute('aria-label') ?? '').length < 8) window.unmarked.push(node.dataset.key); } };
            new MutationObserver(look).observe(document.querySelector('#stage'), {childList: true, subtree: true}); }"""
    )
    play_by_list(page)
    assert page.evaluate("window.unmarked") == []
