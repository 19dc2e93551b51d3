"""Drawings in a real browser: every legal move can be clicked, every text fits its box, and no drawing fails."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice
from typing import Any

import pytest
from drawing_stage import CHROMIUM, PAGE, options_for, stage
from drawn_positions import decisions, facts_of

import tapete

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="no Chromium is installed")
pytest.importorskip("playwright")

GAMES: dict[str, tuple[str, dict[str, Any]]] = {
    "dinosaurs": ("dinosaurs", {}),
    "dinosaurs of two": ("dinosaurs", {"players": 2}),
    "briscas of two": ("briscas", {"exchange": "on"}),
    "briscas of three": ("briscas", {"players": 3, "follow_suit": "follow_or_trump"}),
    "briscas of four": ("briscas", {"players": 4, "partners_see_hands": "start"}),
    "catan": ("catan", {}),
    "hearthstone": ("hearthstone", {"variant": "full"}),
    "tribute": ("tribute", {}),
}
MOST = 240  # positions of one game in `make test`: random play makes long games of Catan
WINDOWS = ("480x320", "360x740", "768x1024", "1280x720", "1920x1080")
EACH = """([game, positions, options]) => positions.map((position, number) => {
    try { const told = harness.show(game, position, options); return [...harness.faults(), ...(told.guide ? [] : ["no guide"])]; }
    catch (error) { return [`${error.message} ${error.stack.split("\\n")[1]}`]; } })"""


@pytest.fixture(scope="module")
def page() -> Iterator[Any]:
    with stage() as opened:
        yield opened


def drawn(page: Any, name: str, options: dict[str, Any], games: int, step: int, windows: tuple[str, ...]) -> None:
    """Draw positions of games, each in one window and language after the other, and refuse any fault."""
    game = tapete.load(name, **options)
    most = MOST if games == 1 else None
    positions = [position for seed in range(games) for position in islice(decisions(game, seed), most)]
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
    drawn(page, name, options, games=1, step=4, windows=("480x320", "1280x720"))


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


def test_the_hidden_choice_is_shown_by_the_card_of_its_action() -> None:
    """The page knows its own hidden choice as an action; the drawing must find the same card."""
    from tapete.games.dinosaurs.cards import IDS

    source = (PAGE / "games" / "dinosaurs.js").read_text()
    listed = re.search(r"const ACTIONS = \[(.*?)\]", source)
    assert listed is not None
    assert re.findall(r'"(\w+)"', listed[1]) == list(IDS)


def test_suits_resources_and_disasters_are_told_apart_without_colour(page: Any) -> None:
    """Drawn in grey at 24 pixels, no two signs of a family look alike; 1 would be the same picture."""
    alike = page.evaluate("harness.likeness()")
    assert set(alike) == {"suits", "resources", "disasters"}
    assert max(alike.values()) < 0.7, alike
