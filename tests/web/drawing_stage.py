"""Headless browser with the harness page, served from files, without a network."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from drawn_positions import facts_of

import tapete
from tapete.core.game import Game
from tapete.web.pictures import installed_chromium

HERE = Path(__file__).parent
SOURCE = HERE.parents[1] / "src" / "tapete"
PAGE = SOURCE / "web" / "page"
CHROMIUM = installed_chromium()
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
KINDS = {
    ".js": "text/javascript",
    ".json": "application/json",
    ".css": "text/css",
    ".html": "text/html",
    ".woff2": "font/woff2",
}
DOCUMENT = (
    '<!doctype html><html><head><link rel="stylesheet" href="/page/kit.css"><style>body{margin:0;overflow:hidden}'
    "svg{display:block}</style></head><body>"
    '<svg id="stage" xmlns="http://www.w3.org/2000/svg"></svg><script type="module" src="/harness.js"></script></body></html>'
)
WINDOWS = {  # stage sizes by window
    "480x320": ("s", 480, 256),
    "360x740": ("s", 360, 524),
    "768x1024": ("m", 768, 752),
    "1280x720": ("l", 960, 620),
    "1280x800": ("l", 960, 700),
    "1920x1080": ("xl", 1520, 964),
    "3840x2160": ("xl", 1520, 964),  # drawn twice as large
    # Small windows with the side open, as they are drawn
    "390x844 with side": ("s", 382, 524),
    "360x740 with side": ("s", 375, 524),
    "640x480 with side": ("s", 628, 256),
    "844x390 with side": ("s", 488, 300),
    "700x700 with side": ("s", 352, 592),
    "820x600 with side": ("s", 551, 492),
}
STAGES = {  # stage of the page by window, with the side panel closed
    "360x740": ("s", 352, 632),
    "390x844": ("s", 382, 736),
    "844x390": ("s", 832, 300),
    "640x480": ("m", 628, 384),
    "700x700": ("m", 684, 592),
    "820x600": ("m", 804, 492),
    "1024x600": ("l", 1004, 492),
    "1280x800": ("l", 1260, 680),
    "1920x1080": ("xl", 1890, 945),
}


MUTANTS: dict[str, str] = {}  # drawings that are broken on purpose, by path


def drawing_of(name: str, file: str = "draw.js") -> Path:
    """Return a file of a game's table; `catan-broken` shares the other files of `catan`."""
    return SOURCE / "games" / name.split("-")[0] / "table" / file


def file_of(path: str) -> Path:
    """Return the file behind an address of the page."""
    if path == "harness.js":
        return HERE / "drawing_harness.js"
    parts = path.removeprefix("page/").split("/")
    return drawing_of(*parts[1:]) if parts[0] == "games" and len(parts) == 3 else PAGE.joinpath(*parts)


def answer(route: Any) -> None:
    path = route.request.url.split("://", 1)[1].split("/", 1)[1]
    if path in MUTANTS:
        route.fulfill(body=MUTANTS[path], content_type="text/javascript")
        return
    if not path:
        route.fulfill(body=DOCUMENT, content_type="text/html")
        return
    file = file_of(path)
    if file.is_file():
        route.fulfill(body=file.read_bytes(), content_type=KINDS[file.suffix])
    else:
        route.fulfill(status=404, body="")


@contextmanager
def stage() -> Iterator[Any]:
    """Yield a page with the harness; errors of the page fail the test that uses it."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        try:
            page = browser.new_page(viewport={"width": 1520, "height": 964})
            page.route("**/*", answer)
            page.goto("http://stage.test/")
            page.wait_for_function("window.harness !== undefined")
            yield page
        finally:
            browser.close()


def opened(page: Any, name: str, drawing: str = "", **options: Any) -> Game:
    """Open a game and its drawing (or another one, such as a broken one) on the stage."""
    game = tapete.load(name, **options)
    page.evaluate("([game, facts]) => harness.open(game, facts)", [drawing or name, facts_of(game)])
    return game


def options_for(window: str, language: str = "en", theme: str = "light", **more: Any) -> dict[str, Any]:
    layout, width, height = WINDOWS[window]
    return {"layout": layout, "width": width, "height": height, "language": language, "theme": theme, **more}


PLAYED = """async ([game, step, options]) => {
  const {beatsOf, written} = await import('/page/director.js'), {Fx} = await import('/page/fx.js');
  const {before, after, events} = JSON.parse(step), svg = document.getElementById('stage');
  let layer = document.getElementById('fx');
  if (!layer) { layer = document.createElement('div'); layer.id = 'fx'; document.body.append(layer); Object.assign(layer.style, {position: 'fixed', inset: 0, pointerEvents: 'none'}); }
  const fx = new Fx(layer, svg), lost = [], rolled = [], plain = Fx.prototype.at, count = Fx.prototype.count;
  fx.at = function (what) { const found = plain.call(this, what); if (!found && what) lost.push(String(what)); return found; };
  fx.count = function (name, ...more) { rolled.push([name, Boolean(svg.querySelector(`[data-number="${CSS.escape(name)}"]`))]); return count.call(this, name, ...more); };
  const drawing = await import(`/page/games/${game}/draw.js`);
  const picture = (description) => ({seat: 0, over: description.over, description, moves: [], events: events.map((e) => ({...e, text: {en: e.text, es: e.text}}))});
  const view = harness.viewOf(game, picture(after), options);
  let shown = before; const made = [], faults = [];
  harness.show(game, picture(before), options);
  for (const beat of beatsOf(drawing, before, after, events, view)) {
    const was = fx.measure(), next = written(shown, beat);
    fx.begin(was, {pace: 0.02});
    if (next !== shown) { harness.show(game, picture(next), options); faults.push(...harness.faults()); }
    fx.found = null; shown = next;
    await beat.does?.(fx);
    fx.close();
    made.push({id: beat.id, ms: beat.ms, tells: (beat.tells ?? []).map((e) => events.indexOf(e))});
  }
  const hidden = [...svg.querySelectorAll('[data-key]')].filter((node) => node.style.visibility === 'hidden').length;
  return {made, faults, lost, rolled, hidden, left: layer.querySelectorAll('.actor').length, same: JSON.stringify(shown) === JSON.stringify(after)};
}"""  # the beats of a step, at once: what each shows, moves and tells, and what is left over
