"""Drawings in a real browser: every legal move can be clicked, every text fits its box, and no drawing fails."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from drawing_stage import CHROMIUM, options_for, stage
from drawn_positions import decisions, facts_of

import tapete

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="no Chromium is installed")
pytest.importorskip("playwright")

GAMES: dict[str, tuple[str, dict[str, Any]]] = {
    "dinosaurs": ("dinosaurs", {}),
    "dinosaurs of two": ("dinosaurs", {"players": 2}),
}
WINDOWS = ("480x320", "360x740", "768x1024", "1280x720", "1920x1080")
EACH = """([game, positions, options]) => positions.map((position, number) => {
    try { const told = harness.show(game, position, options); return [...harness.faults(), ...(told.guide ? [] : ["no guide"])]; }
    catch (error) { return [`${error.message} ${error.stack.split("\\n")[1]}`]; } })"""


@pytest.fixture(scope="module")
def page() -> Iterator[Any]:
    with stage() as opened:
        yield opened


def drawn(page: Any, name: str, options: dict[str, Any], games: int, step: int, windows: tuple[str, ...]) -> None:
    """Draw positions of whole games, each in one window and language after the other, and refuse any fault."""
    game = tapete.load(name, **options)
    positions = [position for seed in range(games) for position in decisions(game, seed)]
    page.evaluate("([game, facts]) => harness.open(game, facts)", [name, facts_of(game)])
    shown = positions[::step] + positions[-game.seats :]
    for number, window in enumerate(windows):
        for language in ("en", "es") if len(windows) > 2 else (("en", "es")[number % 2],):
            given = options_for(window, language, "dark" if number % 2 else "light")
            page.set_viewport_size({"width": given["width"], "height": given["height"]})
            found = page.evaluate(EACH, [name, shown, given])
            faults = [f"{window} {language}: {fault}" for position in found for fault in position]
            assert not faults, faults[:10]


@pytest.mark.parametrize("what", list(GAMES))
def test_every_legal_move_can_be_clicked_and_every_text_fits(page: Any, what: str) -> None:
    name, options = GAMES[what]
    drawn(page, name, options, games=1, step=3, windows=("480x320", "1280x720"))


@pytest.mark.slow
@pytest.mark.parametrize("what", list(GAMES))
def test_the_same_at_every_decision_of_ten_games_in_every_window(page: Any, what: str) -> None:
    name, options = GAMES[what]
    drawn(page, name, options, games=10, step=1, windows=WINDOWS)


def test_the_harness_finds_what_is_wrong(page: Any) -> None:
    """A drawing that leaves out a move, writes beside its box or draws no number is refused."""
    game = tapete.load("dinosaurs")
    position = next(decisions(game, 0))
    page.evaluate("([game, facts]) => harness.open(game, facts)", ["dinosaurs", facts_of(game)])
    given = options_for("1280x800")
    page.evaluate(
        "([game, position, options]) => harness.show(game, position, options)", ["dinosaurs", position, given]
    )
    assert page.evaluate("harness.faults()") == []
    broken = {
        "cannot be clicked": "document.querySelectorAll('[data-moves]').forEach((node) => node.removeAttribute('data-moves'))",
        "outside its box": "document.querySelector('[data-box] text').setAttribute('x', 500)",
        "not a number": "document.querySelector('rect').setAttribute('width', NaN)",
        "text of": "document.querySelector('text').setAttribute('font-size', 6)",
    }
    for fault, harm in broken.items():
        page.evaluate(
            "([game, position, options]) => harness.show(game, position, options)", ["dinosaurs", position, given]
        )
        page.evaluate(harm)
        assert any(fault in found for found in page.evaluate("harness.faults()")), fault
