"""Log, moves and analysis as a sheet in a small window: the stage is drawn for the room that is left."""

from __future__ import annotations

from typing import Any

import pytest
from drawing_stage import CHROMIUM
from serving import Running

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="no Chromium is installed")
pytest.importorskip("playwright")

SMALL = {"390x844": "below", "360x740": "below", "640x480": "below", "844x390": "beside", "820x600": "beside"}
SEEN = """() => {
    const box = (node) => node.getBoundingClientRect(), main = box(document.querySelector('#table')), side = box(document.querySelector('#side'));
    const drawn = document.querySelector('#stage').viewBox.baseVal;
    return {place: document.querySelector('#play').dataset.sheet, smaller: Math.max(drawn.width / main.width, drawn.height / main.height),
        apart: side.left >= main.right || side.top >= main.bottom,
        inside: side.right <= innerWidth && side.bottom <= document.querySelector('#guide').getBoundingClientRect().top + 1,
        sheet: [Math.round(side.width), Math.round(side.height)]}; }"""


def test_the_stage_beside_the_sheet_can_be_read(server: Running, browser: Any) -> None:
    """The sheet covers nothing, and nothing is drawn more than a tenth larger than it is shown."""
    page = browser.new_page(viewport={"width": 390, "height": 844})
    page.goto(f"{server.url}/play/briscas?seat=0&against=easy&seed=7&speed=instant")
    page.wait_for_selector("[data-your-turn]")
    page.evaluate("document.querySelector('#side [data-tab=analysis]').focus()")
    for window, place in SMALL.items():
        width, height = map(int, window.split("x"))
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_function("place => document.querySelector('#play').dataset.sheet === place", arg=place)
        page.wait_for_timeout(150)
        seen = page.evaluate(SEEN)
        assert seen["place"] == place and seen["apart"] and seen["inside"], (window, seen)
        assert seen["smaller"] < 1.1 and min(seen["sheet"]) >= 120, (window, seen)
    page.close()
