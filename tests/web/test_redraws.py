"""Redraws: a drawing is measured once, built ahead of its beat, and parts that are kept are the right ones."""

from __future__ import annotations

from itertools import islice
from typing import Any

import pytest
from drawing_stage import CHROMIUM, MUTANTS, PAGE, drawing_of, opened, options_for, stage
from drawn_positions import decisions

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="no Chromium is installed")
pytest.importorskip("playwright")

# Three beats of a thing that goes to 200, stays there and goes to 300: how often it was measured, and where each
# beat saw it before and after.
BEATS = """async () => {
    const {Director} = await import('/page/director.js');
    const svg = document.querySelector('#stage'), layer = document.createElement('div');
    document.body.append(layer);
    const put = (x) => { svg.innerHTML = `<g data-key="a" transform="translate(${x} 50)"><rect class="hit" width="20" height="20"/></g>`; };
    const table = {stage: {svg, module: {}}, speed: 1, sound: {play() {}}, told() {},
        drawShown() { director.drawn(); put(director.shown.description.x); }};
    const director = new Director(table, layer), seen = [];
    put(100);
    director.shown = {description: {x: 100}, frame: 0, told: new Set(), guide: null};
    let times = 0;
    const plain = Element.prototype.getBoundingClientRect;
    Element.prototype.getBoundingClientRect = function () { if (this.dataset.key) times += 1; return plain.call(this); };
    for (const x of [200, null, 300])
        await director.beat({id: 'go', ms: 0, ...(x ? {shows: {x}} : {}),
            does: (fx) => { seen.push([fx.was.get('a').x, fx.at('a').x]); }}, 0.01).catch((error) => seen.push(String(error)));
    Element.prototype.getBoundingClientRect = plain;
    return {times, seen};
}"""
# The same beats: at the end of each frame, which drawing is seen and how many beats have begun to move.
SEEN = BEATS.replace(
    "put(100);",
    """put(100);
    const frames = [], probe = document.createElement('i');
    Object.assign(probe.style, {position: 'fixed', height: '1px'});
    document.body.append(probe);
    new ResizeObserver(() => frames.push([Number(svg.innerHTML.match(/translate.(\\d+)/)[1]), seen.length])).observe(probe);
    const loop = () => { probe.style.width = `${1 + frames.length % 2}px`; requestAnimationFrame(loop); };
    loop();
    while (frames.length < 2) await new Promise((done) => requestAnimationFrame(done));""",
).replace("return {times, seen}", "return frames")
QUIET = BEATS[BEATS.index("speed: 1") : BEATS.index(",\n        drawShown")]  # members of a table without sound
# Three beats whose drawings are built ahead of them: which were built, put in and drawn without that, by beat; `stale`
# lets the table change after the drawing of the third was built.
AHEAD = """async (stale) => {
    const {Director} = await import('/page/director.js');
    const svg = document.querySelector('#stage'), layer = document.createElement('div');
    document.body.append(layer);
    const said = [];
    let version = 0;
    const table = {stage: {svg, module: {}}, QUIET, showing() {}, after() {}, log: [],
        view: () => ({}), state: {}, redraw(built) { said.push(['end', built?.x ?? 'none']); },
        built(shown) { const x = shown?.description.x ?? 'sent'; said.push([director.shown.beat ?? '-', `builds ${x}`]); return {x, version}; },
        holds: (built) => built.version === version,
        drawShown(built) { director.drawn(); said.push([director.shown.beat, built ? `puts ${built.x}` : 'draws']); }};
    const director = new Director(table, layer), shows = [1, 2, 3].map((x) => ({x}));
    table.stage.module.beats = () => shows.map((one) => ({id: `b${one.x}`, ms: 900, shows: one,
        does: () => { if (stale && one.x === 2) setTimeout(() => { version += 1; }, 600); }}));
    director.play({x: 0}, {frames: [{frame: 1, describe: shows[2], events: []}]});
    await director.queue;
    return said;
}"""
DRAWN = """([game, position, options]) => import(`/page/games/${game}/draw.js`).then(async (drawing) => {
    const kit = await import('/page/kit.js');
    return drawing.draw(harness.viewOf(game, position, options), kit).outerHTML; })"""
STAGES = [
    options_for("1280x800"),
    options_for("1280x800", language="es"),
    options_for("1280x800", theme="dark"),
    options_for("1920x1080"),
    options_for("360x740"),
]


def mutant(path: str, source: str, old: str, new: str) -> dict[str, str]:
    assert source.count(old) == 1
    return {path: source.replace(old, new)}


def beats(broken: dict[str, str], script: str = BEATS) -> Any:
    MUTANTS.update(broken)
    try:
        with stage() as page:
            return page.evaluate(script)
    finally:
        MUTANTS.clear()


def test_a_drawing_is_measured_once_and_beats_see_where_things_were_and_are() -> None:
    assert beats({}) == {"times": 3, "seen": [[110, 210], [210, 210], [210, 310]]}


def test_no_frame_shows_a_drawing_whose_things_do_not_move_yet() -> None:
    found = {(x, moved) for x, moved in beats({}, SEEN)}
    assert {(100, 0)} < found <= {(100, 0), (200, 1), (200, 2), (300, 3)}
    source = (PAGE / "director.js").read_text()
    broken = mutant("page/director.js", source, "if (changed) await nextTask();", "if (changed) await nextFrame();")
    assert {(x, moved) for x, moved in beats(broken, SEEN)} & {(200, 0), (300, 2)}


@pytest.mark.parametrize(
    ("old", "new"), [("    this.rest = null;\n    this.fx", "    this.fx"), ("if (!this.rest)", "if (true)")]
)
def test_a_director_that_keeps_or_repeats_its_measures_is_found(old: str, new: str) -> None:
    source = (PAGE / "director.js").read_text()
    assert beats(mutant("page/director.js", source, old, new)) != beats({})


def ahead(broken: dict[str, str], *, stale: bool) -> Any:
    MUTANTS.update(broken)
    try:
        with stage() as page:
            return page.evaluate(AHEAD.replace("QUIET", QUIET), stale)
    finally:
        MUTANTS.clear()


def test_a_drawing_is_built_while_the_beat_before_it_moves() -> None:
    assert ahead({}, stale=False) == [
        ["-", "builds 1"],
        ["b1", "puts 1"],
        ["b1", "builds 2"],
        ["b2", "puts 2"],
        ["b2", "builds 3"],
        ["b3", "puts 3"],
        ["b3", "builds sent"],
        ["end", "sent"],
    ]


def test_a_drawing_built_ahead_of_a_change_is_not_put_in() -> None:
    right = ahead({}, stale=True)
    assert right[4:7] == [["b2", "builds 3"], ["b2", "builds 3"], ["b3", "puts 3"]]
    source = (PAGE / "director.js").read_text()
    broken = mutant("page/director.js", source, "      this.table.holds(ahead.built);\n    if", "      true;\n    if")
    assert ahead(broken, stale=True) != right


def drawn(name: str, broken: dict[str, str], order: list[int]) -> dict[int, list[str]]:
    """Draw positions for several stages one after the other in one page."""
    MUTANTS.update(broken)
    try:
        with stage() as page:
            positions = list(islice(decisions(opened(page, name), seed=3), 0, 40, 13))
            return {n: [page.evaluate(DRAWN, [name, one, STAGES[n]]) for one in positions] for n in order}
    finally:
        MUTANTS.clear()


@pytest.mark.parametrize(
    ("name", "file", "old", "new"),
    [
        pytest.param("hearthstone", "draw.js", " width, dim]", " dim]", marks=pytest.mark.slow),
        ("tribute", "art.js", " name, facts, width, height, options]", " name, facts, options]"),
    ],
)
def test_kept_parts_do_not_depend_on_what_was_drawn_before(name: str, file: str, old: str, new: str) -> None:
    order = list(range(len(STAGES)))
    forth, back = drawn(name, {}, order), drawn(name, {}, order[::-1])
    assert forth == back
    source = (drawing_of(name).parent / file).read_text()
    broken = mutant(f"page/games/{name}/{file}", source, old, new)
    assert drawn(name, broken, order) != drawn(name, broken, order[::-1])
