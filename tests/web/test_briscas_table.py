"""The table of Briscas: at every size, in both languages, with any number of players, nothing is cut, covered or too small."""

from __future__ import annotations

import json
from typing import Any

import pytest
from drawing_stage import CHROMIUM, STAGES, opened
from drawn_positions import position_of
from test_signs import positions

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="no Chromium is installed")
pytest.importorskip("playwright")

SIZES = """() => ({hand: [...document.querySelectorAll('#stage [data-zone=hand] > .hit')].map((n) => n.getBoundingClientRect().width),
    cut: [...document.querySelectorAll('#stage [data-cut]')].map((n) => n.textContent),
    small: [...document.querySelectorAll('#stage text')].filter((n) => !n.closest('[data-fine]') && n.getAttribute('font-size') < 12).map((n) => n.textContent),
    ended: [...document.querySelectorAll('#stage text')].filter((n) => n.textContent.endsWith('…')).map((n) => n.textContent)})"""


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("language", ["en", "es"])
def test_nothing_is_cut_or_too_small_at_any_size(page: Any, players: int, language: str) -> None:
    game = opened(page, "briscas", players=players)
    looked = [position for k, (_, position) in enumerate(positions(game, 5, None)) if k % 9 == 0]
    session, _ = list(positions(game, 5, None))[-1]
    looked.append(position_of(session, 0, 0))
    wrong: list[Any] = []
    for window, (layout, width, height) in STAGES.items():
        page.set_viewport_size({"width": width, "height": height})
        given = {"layout": layout, "width": width, "height": height, "language": language, "theme": "light"}
        for position in looked:
            page.evaluate("([p, o]) => harness.show('briscas', JSON.parse(p), o)", [json.dumps(position), given])
            sizes = page.evaluate(SIZES)
            wrong += [(window, fault) for fault in page.evaluate("harness.faults()")]
            wrong += [(window, what, text) for what in ("cut", "ended", "small") for text in sizes[what]]
            wrong += [(window, "hand", wide) for wide in sizes["hand"] if wide < 56]
    assert not wrong, wrong
