"""A redraw in place: the document becomes the new drawing, and what is equal stays the same element."""

from __future__ import annotations

from itertools import islice
from typing import Any

import pytest
from drawing_stage import CHROMIUM, opened, options_for
from drawn_positions import decisions

from tapete.core.registry import own_games

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="no Chromium is installed")
pytest.importorskip("playwright")

# Random trees of groups, texts and things with a key; each is turned into the next.
TREES = """async (rounds) => {
    const {renew} = await import('/page/renew.js');
    let seed = 7;
    const random = (n) => { seed = (seed * 1103515245 + 12345) % 2147483648; return Math.floor(seed / 65536) % n; };
    const grown = (depth, keys) => {
        const made = document.createElementNS('http://www.w3.org/2000/svg', ['g', 'g', 'text', 'rect'][random(4)]);
        if (random(2)) made.setAttribute('class', 'c' + random(3));
        if (random(3) === 0) made.setAttribute('x', random(4));
        if (random(3) === 0) { const key = 'k' + random(9); if (!keys.has(key)) { keys.add(key); made.dataset.key = key; } }
        if (made.nodeName === 'text') made.textContent = 'word ' + random(4);
        else if (depth) for (let n = random(5); n > 0; n -= 1) made.append(grown(depth - 1, keys));
        return made;
    };
    const root = () => { const made = document.createElementNS('http://www.w3.org/2000/svg', 'g');
        const keys = new Set(); for (let n = 0; n < 4; n += 1) made.append(grown(3, keys)); return made; };
    const svg = document.querySelector('#stage');
    let now = root(), wrong = 0, looks = 0;
    svg.replaceChildren(now);
    for (let n = 0; n < rounds; n += 1) {
        const fresh = root(), wanted = fresh.cloneNode(true);
        const things = [...svg.querySelectorAll('[data-key]')].map((node) => [node, node.cloneNode(true)]);
        now = renew(now, fresh);
        if (!now.isEqualNode(wanted) || svg.childNodes.length !== 1) wrong += 1;
        looks += things.filter(([node, was]) => !node.isEqualNode(was)).length;
    }
    return {wrong, looks};
}"""
SAME = """async () => {
    const {renew} = await import('/page/renew.js');
    const from = (text) => { const g = document.createElementNS('http://www.w3.org/2000/svg', 'g'); g.innerHTML = text; return g; };
    const svg = document.querySelector('#stage');
    let now = from('<g class="hand"><g data-key="a"><text>1</text></g><g data-key="b"/><g data-key="c"/></g><text>old</text>');
    svg.replaceChildren(now);
    const node = (key) => svg.querySelector(`[data-key=${key}]`);
    const [hand, a, b, c] = [svg.querySelector('.hand'), node('a'), node('b'), node('c')];
    now = renew(now, from('<g class="hand wide"><g data-key="c"/><g data-key="a"><text>2</text></g></g><text>new</text>'));
    return {hand: svg.querySelector('.hand') === hand, c: node('c') === c, a: node('a') === a, gone: b.isConnected,
        before: a.textContent, after: node('a').textContent};
}"""
TWICE = """async ([game, position, options]) => {
    const drawing = await import(`/page/games/${game}/draw.js`), kit = await import('/page/kit.js');
    const [one, other] = [0, 1].map(() => drawing.draw(harness.viewOf(game, position, options), kit));
    const differ = [...one.children].filter((child, n) => !child.isEqualNode(other.children[n]));
    return differ.map((child) => child.outerHTML.slice(0, 200));
}"""


def test_document_becomes_the_new_drawing_and_old_things_keep_their_look(page: Any) -> None:
    assert page.evaluate(TREES, 400) == {"wrong": 0, "looks": 0}


def test_equal_things_stay_and_changed_ones_are_replaced(page: Any) -> None:
    found = page.evaluate(SAME)
    assert found == {"hand": True, "c": True, "a": False, "gone": False, "before": "1", "after": "2"}


@pytest.mark.parametrize("name", own_games())
def test_a_position_drawn_twice_is_equal(page: Any, name: str) -> None:
    """A number that counts drawings, in an id for example, would make every redraw new."""
    game = opened(page, name)
    for position in islice(decisions(game, seed=3), 0, 60, 12):
        assert page.evaluate(TWICE, [name, position, options_for("1280x800")]) == []
