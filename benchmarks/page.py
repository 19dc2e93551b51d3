"""Cost of the table in a browser: kB over the wire, first paint, and frame times on a slowed processor.

`python benchmarks/page.py [GAME...] [--slowed 4] [--seconds 20] [--json FILE]`. Needs Playwright and Chromium. Run it on an idle
machine: frame times are wall times. A server of its own is started, with kernels compiled before anything is measured.
"""

from __future__ import annotations

import argparse
import json
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from tapete.core.registry import own_games

WINDOW = {"width": 1280, "height": 800}
LATE = 34.0  # ms: a frame that took longer than two of sixty in a second
PATIENCE = 180_000  # ms for the first question of a game: kernels may have to be compiled
CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
PAINTS = """() => new Promise((done) => {
    const found = { fcp: performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? null, lcp: null };
    new PerformanceObserver((list) => { found.lcp = list.getEntries().at(-1).startTime; })
        .observe({ type: "largest-contentful-paint", buffered: true });
    setTimeout(() => done(found), 300); })"""
# Presses buttons of the list whenever the table asks, and notes how long each frame took while something was being shown.
FRAMES = """(seconds) => new Promise((done) => {
    const table = document.querySelector("#table"), until = performance.now() + 1000 * seconds;
    const frames = []; let last = performance.now(), moves = 0, acted = 0, quiet = 0;
    const moving = () => document.getAnimations().some((one) => one.playState === "running" &&
        one.effect?.getComputedTiming().iterations !== Infinity);
    const step = (now) => {
        if (moving()) { quiet = 0; frames.push(now - last); } else quiet += 1;
        last = now;
        const all = table.hasAttribute("data-your-turn") ? document.querySelectorAll("#moves [data-action]") : [];
        if (all.length && quiet > 12 && now - acted > 400) {
            acted = now; all[(7 * moves + 3) % all.length].click(); moves += 1;
        }
        if (now > until || table.hasAttribute("data-over")) done({ frames, moves });
        else requestAnimationFrame(step);
    };
    requestAnimationFrame(step); })"""


def say(text: str) -> None:
    print(f"[{time.strftime('%H:%M:%S')}] {text}", file=sys.stderr, flush=True)


@contextmanager
def serving(port: int) -> Iterator[str]:
    """A server of this version on a port of its own."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "tapete", "serve", "--no-browser", "--port", str(port)]
        server = subprocess.Popen([*command, "--tables", f"{folder}/tables.db"], stdout=subprocess.DEVNULL)
        try:
            url = f"http://127.0.0.1:{port}"
            for _ in range(240):
                try:
                    urllib.request.urlopen(url, timeout=1).close()
                    break
                except OSError:
                    time.sleep(0.25)
            yield url
        finally:
            server.terminate()
            server.wait(20)


class Wire:
    """Bytes that came over the wire, as the browser counts them, headers included."""

    def __init__(self, devtools: Any) -> None:
        self.bytes: dict[str, int] = {}
        self._paths: dict[str, str] = {}
        devtools.send("Network.enable")
        devtools.on("Network.requestWillBeSent", self._asked)
        devtools.on("Network.loadingFinished", self._came)

    def _asked(self, event: dict[str, Any]) -> None:
        self._paths[event["requestId"]] = event["request"]["url"].split("://", 1)[1].partition("/")[2]

    def _came(self, event: dict[str, Any]) -> None:
        path = self._paths.get(event["requestId"], "?").split("?")[0]
        self.bytes[path] = self.bytes.get(path, 0) + int(event["encodedDataLength"])

    def kilobytes(self, game: str = "") -> dict[str, float]:
        """Return the sums by kind: the game's own files and words, fonts, everything else."""
        own = (f"page/games/{game}/", f"api/games/{game}/") if game else ("\0",)
        kinds = {"game": 0, "fonts": 0, "page": 0}
        for path, size in self.bytes.items():
            kinds["game" if path.startswith(own) else "fonts" if "/fonts/" in path else "page"] += size
        return {kind: size / 1000 for kind, size in kinds.items()}


def visit(browser: Any, address: str, ready: str, slowed: float, game: str = "") -> tuple[dict[str, Any], Any]:
    """Open an address with an empty cache; what came, when it was painted, and the page."""
    page = browser.new_context(viewport=WINDOW).new_page()
    devtools = page.context.new_cdp_session(page)
    wire = Wire(devtools)
    devtools.send("Emulation.setCPUThrottlingRate", {"rate": slowed})
    page.goto(address)
    page.wait_for_selector(ready, timeout=PATIENCE)
    page.wait_for_load_state("networkidle")
    return {**wire.kilobytes(game), **page.evaluate(PAINTS)}, page


def measured(browser: Any, url: str, game: str, slowed: float, seconds: float) -> dict[str, Any]:
    """One game: made at full speed, opened with an empty cache on a slowed processor, played for some seconds."""
    maker = browser.new_context().new_page()
    maker.goto(f"{url}/play/{game}?seat=0&against=easy&seed=7")
    maker.wait_for_selector("[data-your-turn]", timeout=PATIENCE)
    address = maker.url
    maker.context.close()
    found, page = visit(browser, address, "#stage [data-key]", slowed, game)
    page.keyboard.press("Escape")
    played = page.evaluate(FRAMES, seconds)
    page.context.close()
    frames = played["frames"]
    late = sum(frame > LATE for frame in frames) / len(frames) if frames else None
    middle = statistics.median(frames) if frames else None
    longest = max(frames, default=None)
    return {**found, "moves": played["moves"], "frames": len(frames), "late": late, "median": middle, "worst": longest}


COLUMNS = {
    "page": "page kB",
    "game": "game kB",
    "fonts": "fonts kB",
    "fcp": "FCP ms",
    "lcp": "LCP ms",
    "moves": "moves",
    "frames": "frames",
    "median": "median ms",
    "worst": "worst ms",
    "late": "late %",
}


def cell(name: str, value: Any) -> str:
    if value is None:
        return "-"
    return (
        f"{100 * value:.1f}"
        if name == "late"
        else f"{value:.1f}"
        if name in ("page", "game", "fonts")
        else f"{value:.0f}"
    )


def table(rows: dict[str, dict[str, Any]]) -> str:
    lines = [
        ["", *COLUMNS.values()],
        *([name, *(cell(key, row.get(key)) for key in COLUMNS)] for name, row in rows.items()),
    ]
    widths = [max(len(line[k]) for line in lines) for k in range(len(lines[0]))]
    return "\n".join(
        "  ".join(
            text.rjust(width) if k else text.ljust(width)
            for k, (text, width) in enumerate(zip(line, widths, strict=True))
        )
        for line in lines
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", 1)[0])
    parser.add_argument("games", nargs="*", default=own_games())
    parser.add_argument("--slowed", type=float, default=4.0, help="how many times slower the processor is made")
    parser.add_argument("--seconds", type=float, default=20.0, help="of play for the frame times of each game")
    parser.add_argument("--port", type=int, default=8099)
    parser.add_argument("--json", help="a file for the numbers")
    args = parser.parse_args()
    from playwright.sync_api import sync_playwright

    rows: dict[str, dict[str, Any]] = {}
    with serving(args.port) as url, sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        say(f"lobby, processor slowed {args.slowed:g} times")
        rows["lobby"], page = visit(browser, url, "#lobby .chair", args.slowed)
        page.context.close()
        for game in args.games:
            say(f"{game}: opening, then {args.seconds:g} s of play")
            try:
                rows[game] = measured(browser, url, game, args.slowed, args.seconds)
            except Exception as error:
                say(f"{game} failed: {str(error).splitlines()[0]}")
                rows[game] = {}
        browser.close()
    print(
        f"Processor slowed {args.slowed:g} times; kB over the wire with an empty cache; late: frames over {LATE:g} ms while"
    )
    print("something moves. The lobby's own row has all that the lobby loads.\n")
    print(table(rows))
    if args.json:
        with open(args.json, "w", encoding="utf-8") as file:
            json.dump(rows, file, indent=2)


if __name__ == "__main__":
    main()
