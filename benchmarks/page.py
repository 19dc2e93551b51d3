"""Cost of the table in a browser: kB over the wire, first paint, and frame times on a slowed processor.

`python benchmarks/page.py [GAME...] [--window 390x844] [--slowed 4] [--seconds 20] [--busy] [--json FILE]`. Needs Playwright and
Chromium, of which the full build is preferred: the headless one paints with less work. A server of its own is started, with
kernels compiled before anything is measured. Frame times (late, median, worst) are wall times: read them on an idle machine.
Heavy frames are counted at full speed by the CPU time of the page's main thread, which depends less on what else the machine
does; with `--busy` only they are measured.
"""

from __future__ import annotations

import argparse
import bisect
import json
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from tapete.core.registry import own_games
from tapete.web.pictures import installed_chromium

LATE = 34.0  # ms: a frame that took longer than two of sixty in a second
TRACED = ["toplevel", "blink.user_timing"]  # tasks of the main thread, and where frames begin
PATIENCE = 180_000  # ms for the first decision of a game: kernels may have to be compiled
CHROMIUM = installed_chromium(full=True)
PAINTS = """() => new Promise((done) => {
    const found = { fcp: performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? null, lcp: null };
    new PerformanceObserver((list) => { found.lcp = list.getEntries().at(-1).startTime; })
        .observe({ type: "largest-contentful-paint", buffered: true });
    setTimeout(() => done(found), 300); })"""
# Presses buttons of the list whenever the table waits, and records how long each frame took during animations. Which of
# them run is noted as they begin: `document.getAnimations()` would bring all styles up to date once more in every frame.
FRAMES = """(seconds) => new Promise((done) => {
    const table = document.querySelector("#table"), until = performance.now() + 1000 * seconds;
    const frames = [], running = new Set();
    let last = performance.now(), moves = 0, acted = 0, quiet = 0;
    const note = (one) => {
        if (running.has(one) || one.playState !== "running" || one.effect?.getComputedTiming().iterations === Infinity) return;
        const ended = () => running.delete(one);
        running.add(one);
        one.finished.then(ended, ended);
    };
    const plain = Element.prototype.animate;
    Element.prototype.animate = function (...given) { const made = plain.apply(this, given); note(made); return made; };
    for (const name of ["transitionrun", "animationstart"])
        document.addEventListener(name, (event) => event.target.getAnimations({ subtree: true }).forEach(note), true);
    document.getAnimations().forEach(note);
    const moving = () => [...running].some((one) => one.effect.target.isConnected);
    const step = (now) => {
        const moves_now = moving();
        performance.mark(moves_now ? "frame moving" : "frame still");
        if (moves_now) { quiet = 0; frames.push(now - last); } else quiet += 1;
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
    """Start a server of this version on its own port."""
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
    """Counter of bytes over the wire, as the browser counts them, headers included."""

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


def window_of(text: str) -> dict[str, int]:
    """Return a window from its size as written, `390x844`."""
    width, _, height = text.partition("x")
    return {"width": int(width), "height": int(height)}


def visit(
    browser: Any, address: str, ready: str, window: dict[str, int], slowed: float, game: str = ""
) -> tuple[dict[str, Any], Any]:
    """Open an address with an empty cache; return bytes, paint times, and the page."""
    page = browser.new_context(viewport=window).new_page()
    devtools = page.context.new_cdp_session(page)
    wire = Wire(devtools)
    devtools.send("Emulation.setCPUThrottlingRate", {"rate": slowed})
    page.goto(address)
    page.wait_for_selector(ready, timeout=PATIENCE)
    page.wait_for_load_state("networkidle")
    return {**wire.kilobytes(game), **page.evaluate(PAINTS)}, page


@contextmanager
def traced(page: Any) -> Iterator[list[dict[str, Any]]]:
    """Trace what the page does meanwhile; the list is filled at the end."""
    devtools = page.context.new_cdp_session(page)
    events: list[dict[str, Any]] = []
    ended: list[Any] = []
    devtools.on("Tracing.dataCollected", lambda event: events.extend(event["value"]))
    devtools.on("Tracing.tracingComplete", lambda event: ended.append(event))
    devtools.send("Tracing.start", {"transferMode": "ReportEvents", "traceConfig": {"includedCategories": TRACED}})
    yield events
    devtools.send("Tracing.end")
    while not ended:
        page.wait_for_timeout(50)


def work_of_frames(events: list[dict[str, Any]]) -> list[float]:
    """Return the ms of CPU time that the main thread spent on each frame in which something moved.

    A frame's work are the tasks from the one that began it to the one that began the next frame.
    """
    marks = sorted((event for event in events if event["name"].startswith("frame ")), key=lambda event: event["ts"])
    if not marks:
        return []
    thread = (marks[0]["pid"], marks[0]["tid"])
    tasks = sorted(
        (event["ts"], event["tdur"] / 1000)
        for event in events
        if event["name"] == "ThreadControllerImpl::RunTask"
        and "tdur" in event
        and (event["pid"], event["tid"]) == thread
    )
    begins = [bisect.bisect_right(tasks, (mark["ts"], float("inf"))) - 1 for mark in marks]
    return [
        sum(task for _, task in tasks[begin:end])
        for begin, end, mark in zip(begins, begins[1:], marks[1:], strict=False)
        if mark["name"] == "frame moving"
    ]


def measured(
    browser: Any, url: str, game: str, window: dict[str, int], slowed: float, seconds: float, *, busy: bool
) -> dict[str, Any]:
    """Measure one game: create it at full speed, open it with an empty cache on a slowed processor, play it.

    Then play it again at full speed and count the frames whose work would be late on a slowed processor.
    """

    def started() -> str:
        maker = browser.new_context().new_page()
        maker.goto(f"{url}/play/{game}?seat=0&against=easy&seed=7")
        maker.wait_for_selector("[data-your-turn]", timeout=PATIENCE)
        address: str = maker.url
        maker.context.close()
        return address

    played: dict[str, Any] = {"frames": [], "moves": 0}
    found: dict[str, Any] = {}
    if not busy:
        found, page = visit(browser, started(), "#stage [data-key]", window, slowed, game)
        page.keyboard.press("Escape")
        played = page.evaluate(FRAMES, seconds)
        page.context.close()
    _, page = visit(browser, started(), "#stage [data-key]", window, 1.0, game)
    page.keyboard.press("Escape")
    with traced(page) as events:
        moves = page.evaluate(FRAMES, seconds)["moves"]
    page.context.close()
    work = work_of_frames(events)
    budget = LATE / slowed
    heavy = sum(one > budget for one in work)
    frames = played["frames"]
    late = sum(frame > LATE for frame in frames) / len(frames) if frames else None
    middle = statistics.median(frames) if frames else None
    longest = max(frames, default=None)
    return {
        **found,
        "moves": moves if busy else played["moves"],
        "frames": len(work) if busy else len(frames),
        "late": late,
        "median": middle,
        "worst": longest,
        "heaviest": max(work, default=None),
        "heavy": heavy / len(work) if work else None,
        "per_move": heavy / moves if moves else None,
        "cpu": sum(work) / moves if moves else None,
    }


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
    "heaviest": "heaviest ms",
    "heavy": "heavy %",
    "per_move": "heavy/move",
    "cpu": "CPU ms/move",
}


def cell(name: str, value: Any) -> str:
    if value is None:
        return "-"
    return (
        f"{100 * value:.1f}"
        if name in ("late", "heavy")
        else f"{value:.1f}"
        if name in ("page", "game", "fonts", "per_move", "heaviest")
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
    parser.add_argument("--window", default="1280x800", type=window_of, help="size of the window, such as 390x844")
    parser.add_argument("--slowed", type=float, default=4.0, help="factor by which the processor is slowed")
    parser.add_argument("--seconds", type=float, default=20.0, help="seconds of play per game for the frame times")
    parser.add_argument("--busy", action="store_true", help="count heavy frames only: the machine does other work too")
    parser.add_argument("--port", type=int, default=8099)
    parser.add_argument("--json", help="file for the numbers")
    args = parser.parse_args()
    from playwright.sync_api import sync_playwright

    rows: dict[str, dict[str, Any]] = {}
    with serving(args.port) as url, sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        say(f"lobby, processor slowed {args.slowed:g} times")
        rows["lobby"], page = visit(browser, url, "#lobby .chair", args.window, args.slowed)
        page.context.close()
        for game in args.games:
            say(f"{game}: opening, then {args.seconds:g} s of play")
            try:
                rows[game] = measured(browser, url, game, args.window, args.slowed, args.seconds, busy=args.busy)
            except Exception as error:
                say(f"{game} failed: {str(error).splitlines()[0]}")
                rows[game] = {}
        browser.close()
    print(
        "Window of {width} x {height}".format(**args.window),
        f"in {Path(CHROMIUM or 'the driver’s own Chromium').name}.",
    )
    print(
        f"Processor slowed {args.slowed:g} times; kB over the wire with an empty cache; late: frames over {LATE:g} ms while"
    )
    print(
        f"something moves; heavy: those with more than {LATE / args.slowed:g} ms of CPU time of the main thread at full"
    )
    print("speed. The lobby's own row has all that the lobby loads.\n")
    print(table(rows))
    if args.json:
        with open(args.json, "w", encoding="utf-8") as file:
            json.dump(rows, file, indent=2)


if __name__ == "__main__":
    main()
