"""Tours and tips: the reader plays a round of a real game; words stand beside what they speak of, never over it."""

from __future__ import annotations

import json
from typing import Any

import pytest
from serving import Running
from test_browser import OPTIONS, visit

import tapete
from tapete.web.previews import changes
from tapete.web.tours import READER, Course, folder_of, games_with_rounds, round_of, tour_of

__all__ = ["visit"]
GAMES = games_with_rounds()
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
    if (arrow && target && shared(of(arrow), target)) found.push('the arrow over the target');
    if (target && (target.right > main.right + 1 || target.bottom > main.bottom + 1 || target.top < main.top - 1)) found.push('target outside');
    if (words.scrollHeight > words.clientHeight + 1) found.push('words are cut');
    if (document.documentElement.scrollWidth > innerWidth) found.push('scrolls sideways');
    return found;
}"""
TARGET = """() => { const { lesson } = window.table; const node = lesson.target; if (!node) return null;
    const box = (node.querySelector(':scope > .hit') ?? node).getBoundingClientRect(); return [box.left + box.width / 2, box.top + box.height / 2]; }"""


def touring(server: Running, page: Any, game: str) -> int:
    """Open a table at its tour; how many steps that has."""
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
    """Go through a tour; what lies wrong at any step."""
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
    course = Course(tapete.load("dinosaurs"), "medium", 0)
    before = course.seen
    frame = course.play(READER, course.by_bot(READER))
    patch, whole = changes(before, [course.seen])
    assert whole and frame["to"] == patch


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_the_round_of_a_tour_can_be_made_anew(game: str) -> None:
    assert json.loads(json.dumps(round_of(game))) == json.loads((folder_of(game) / "round.json").read_text())


def test_the_reader_plays_a_round_by_pointer_and_is_led_back_from_astray(server: Running, visit: Any) -> None:
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
