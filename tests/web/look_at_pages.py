"""Take pictures of the whole page at decisions of real games: `python tests/web/look_at_pages.py FOLDER --games catan --at 0 4 9`.

A bot plays for the person through the list of moves, so that the positions are those of a sensible game. At the chosen decisions
a picture of the page is taken.
"""

from __future__ import annotations

import argparse
import random
from pathlib import Path
from typing import Any

from drawing_stage import CHROMIUM, FLAGS
from serving import Running

OPTIONS = {
    "briscas": "",
    "dinosaurs": "",
    "catan": "",
    "hearthstone": "&deck0=BasicPaladin&deck1=BasicPaladin&variant=full",
    "tribute": "&patrons=duke_of_crows,hlaalu,pelin,red_eagle",
}
BOTS = {
    "briscas": "cheap-winner",
    "dinosaurs": "medium",
    "catan": "value",
    "hearthstone": "random",
    "tribute": "max-prestige",
}


def answer(server: Running, page: Any, bot: Any, chance: random.Random) -> None:
    """Play the bot's move through the list."""
    table = server.manager.tables[page.url.split("/table/")[1].split("?")[0].split("#")[0]]
    action = bot.act(table.session.position_of(0).view(0, chance.getrandbits(60)))
    before = page.evaluate("document.querySelector('#table').dataset.decision")
    page.evaluate("id => document.querySelector(`#moves [data-action='${id}']`).click()", action)
    page.wait_for_function(
        "before => { const t = document.querySelector('#table'); return (t.dataset.decision !== before && t.hasAttribute('data-your-turn')) || t.hasAttribute('data-over'); }",
        arg=before,
        timeout=240_000,
    )


def visit(server: Running, browser: Any, name: str, args: argparse.Namespace) -> None:
    from tapete.play.session import Session

    width, height = map(int, args.window.split("x"))
    page = browser.new_page(viewport={"width": width, "height": height}, locale=args.language, color_scheme=args.theme)
    page.goto(
        f"{server.url}/play/{name}?seat=0&against=easy&seed={args.seed}&speed=instant{OPTIONS[name]}{args.more}",
        timeout=300_000,
    )
    page.wait_for_selector("[data-your-turn]", timeout=120_000)
    table = next(reversed(server.manager.tables.values()))
    game = table.session.game
    bot = Session(game, [BOTS[name]] + ["random"] * (game.seats - 1), seed=1).players[0]
    chance = random.Random(args.seed)
    for number in range(max(args.at) + 1):
        if page.query_selector("[data-over]"):
            break
        if number in args.at:
            page.wait_for_timeout(250)
            page.screenshot(path=args.folder / f"page-{name}-{args.window}-{args.language}-{number}.png")
        answer(server, page, bot, chance)
    page.wait_for_timeout(250)
    page.screenshot(path=args.folder / f"page-{name}-{args.window}-{args.language}-last.png")
    page.close()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--games", nargs="+", default=list(OPTIONS), choices=list(OPTIONS))
    parser.add_argument("--at", nargs="+", type=int, default=[0, 4, 9, 15], help="numbers of decisions")
    parser.add_argument("--window", default="1280x720")
    parser.add_argument("--language", default="en")
    parser.add_argument("--theme", default="light")
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--more", default="", help="what is added to the link, such as &points=4")
    args = parser.parse_args()
    args.folder.mkdir(parents=True, exist_ok=True)
    from playwright.sync_api import sync_playwright

    server = Running()
    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        for name in args.games:
            visit(server, browser, name, args)
        browser.close()
    server.stop()


if __name__ == "__main__":
    main()
