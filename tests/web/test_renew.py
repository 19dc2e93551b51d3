"""A redraw in place: the document becomes the new drawing, and only what differs is touched."""

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
        if (random(3) === 0) { const key = 'k' + random(5); if (!keys.has(key)) { keys.add(key); made.dataset.key = key; } }
        if (made.nodeName === 'text') made.textContent = 'word ' + random(4);
        else if (depth) for (let n = random(5); n > 0; n -= 1) made.append(grown(depth - 1, keys));
        return made;
    };
    const root = () => { const made = document.createElementNS('http://www.w3.org/2000/svg', 'g');
        const keys = new Set(); for (let n = 0; n < 4; n += 1) made.append(grown(3, keys)); return made; };
    const svg = document.querySelector('#stage');
    let now = root(), wrong = 0, looks = 0, kept = 0;
    svg.replaceChildren(now);
    for (let n = 0; n < rounds; n += 1) {
        const fresh = root(), wanted = fresh.cloneNode(true);
        const things = [...svg.querySelectorAll('[data-key]')].map((node) => [node, node.cloneNode(true)]);
        const before = new Map();
        now = renew(now, fresh, (thing) => before.set(thing, thing.cloneNode(true)));
        if (!now.isEqualNode(wanted) || svg.childNodes.length !== 1) wrong += 1;
        looks += things.filter(([node, was]) => !(before.get(node) ?? node).isEqualNode(was)).length;
        kept += before.size;
    }
    return {wrong, looks, changed: kept > 20};
}"""
SAME = """async () => {
    const {renew} = await import('/page/renew.js');
    const from = (text) => { const g = document.createElementNS('http://www.w3.org/2000/svg', 'g'); g.innerHTML = text; return g; };
    const svg = document.querySelector('#stage');
    let now = from('<g class="hand"><g data-key="a"><text>1</text></g><g data-key="b"/><g data-key="c"/></g><text>old</text>');
    svg.replaceChildren(now);
    const node = (key) => svg.querySelector(`[data-key=${key}]`);
    const [hand, a, b, c] = [svg.querySelector('.hand'), node('a'), node('b'), node('c')];
    const changed = [];
    now = renew(now, from('<g class="hand wide"><g data-key="c"/><g data-key="a"><text>2</text></g></g><text>new</text>'),
        (thing) => changed.push([thing.dataset.key, thing.textContent]));
    return {hand: svg.querySelector('.hand') === hand, c: node('c') === c, a: node('a') === a, gone: b.isConnected,
        changed, after: node('a').textContent};
}"""
# One child is put into the middle, one attribute changes, one text changes: how much of the document was touched.
TOUCHED = """async () => {
    const {renew} = await import('/page/renew.js');
    const from = (text) => { const g = document.createElementNS('http://www.w3.org/2000/svg', 'g'); g.innerHTML = text; return g; };
    const svg = document.querySelector('#stage'), many = '<path d="M0 0H1"/>'.repeat(20);
    let now = from(`<g data-key="a" transform="translate(1 1)">${many}<text>1</text></g><g>${many}<rect/></g>`);
    svg.replaceChildren(now);
    const watch = new MutationObserver(() => {});
    watch.observe(svg, {subtree: true, childList: true, attributes: true, characterData: true});
    now = renew(now, from(`<g data-key="a" transform="translate(2 1)">${many}<text>2</text></g><g>${many}<circle/><rect/></g>`));
    return watch.takeRecords().map(({type, attributeName, target, addedNodes}) =>
        [type, attributeName ?? addedNodes[0]?.nodeName ?? target.data]);
}"""
TWICE = """async ([game, position, options]) => {
    const drawing = await import(`/page/games/${game}/draw.js`), kit = await import('/page/kit.js');
    const [one, other] = [0, 1].map(() => drawing.draw(harness.viewOf(game, position, options), kit));
    const differ = [...one.children].filter((child, n) => !child.isEqualNode(other.children[n]));
    return differ.map((child) => child.outerHTML.slice(0, 200));
}"""

# Positions drawn with shells of parts, each put in the place of the last one: whether the document becomes what is drawn
# with whole parts, and how many elements the shells saved.
SPARED = """async ([game, positions, options]) => {
    const drawing = await import(`/page/games/${game}/draw.js`), kit = await import('/page/kit.js');
    const {renew} = await import('/page/renew.js'), {made, filled} = await import('/page/parts.js');
    const svg = document.querySelector('#stage'), wrong = [];
    let now = null, spared = 0, all = 0;
    for (const position of positions) {
        const draw = () => drawing.draw(harness.viewOf(game, position, options), kit);
        const fresh = made(draw, true), wanted = draw();
        spared += fresh.querySelectorAll('*').length;
        all += wanted.querySelectorAll('*').length;
        if (now) now = renew(now, fresh);
        else svg.replaceChildren(now = filled(fresh));
        const found = now.cloneNode(true);
        for (const node of found.querySelectorAll('[data-copy]')) node.removeAttribute('data-copy');
        if (!found.isEqualNode(wanted)) wrong.push([...wanted.children].findIndex((child, k) => !child.isEqualNode(found.children[k])));
    }
    return {wrong, share: spared / all};
}"""


def test_document_becomes_the_new_drawing_and_old_things_keep_their_look(page: Any) -> None:
    assert page.evaluate(TREES, 2000) == {"wrong": 0, "looks": 0, "changed": True}


def test_things_stay_and_their_look_is_told_before_they_change(page: Any) -> None:
    found = page.evaluate(SAME)
    assert found == {"hand": True, "c": True, "a": True, "gone": False, "changed": [["a", "1"]], "after": "2"}


def test_only_what_differs_is_touched(page: Any) -> None:
    touched = page.evaluate(TOUCHED)
    assert sorted(touched) == [["attributes", "transform"], ["characterData", "2"], ["childList", "circle"]]


@pytest.mark.parametrize("name", own_games())
def test_a_position_drawn_twice_is_equal(page: Any, name: str) -> None:
    """A number that counts drawings, in an id for example, would make every redraw new."""
    game = opened(page, name)
    for position in islice(decisions(game, seed=3), 0, 60, 12):
        assert page.evaluate(TWICE, [name, position, options_for("1280x800")]) == []


@pytest.mark.parametrize("name", own_games())
def test_drawings_made_with_shells_become_whole_in_the_document(page: Any, name: str) -> None:
    positions = list(islice(decisions(opened(page, name), seed=3), 0, 60, 6))
    found = page.evaluate(SPARED, [name, positions, options_for("1280x800")])
    assert found["wrong"] == [] and found["share"] < 0.8, found
