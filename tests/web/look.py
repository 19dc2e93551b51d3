"""Take pictures of every phase of a game: `python tests/web/look.py FOLDER --games catan --windows 480x320 1280x720`.

Plays games, keeps the first position of each kind of question (and one with a thing picked), and draws each in the chosen windows,
languages and themes, with the sentence of the guide below. `--sheet` puts all pictures of one window into one.
"""

from __future__ import annotations

import argparse
import itertools
import json
from pathlib import Path
from typing import Any

from drawing_stage import WINDOWS, opened, options_for, stage
from drawn_positions import decisions

import tapete

TABLES: dict[str, tuple[dict[str, Any], str | None]] = {
    "briscas": ({"exchange": "on"}, None),
    "dinosaurs": ({}, None),
    "catan": ({}, "value"),
    "hearthstone": ({"variant": "full"}, None),
    "tribute": ({}, None),
}
MOST = 4000  # positions that are searched for phases
CAPTION = """([words]) => { document.querySelector('#caption')?.remove(); const p = document.createElement('p'); p.id = 'caption';
    p.textContent = words; p.style.cssText = 'margin:0;padding:4px 8px;font:14px system-ui;background:#fffdf8;color:#222;height:20px;overflow:hidden';
    document.body.append(p); }"""
PICK = """() => { const all = [...document.querySelectorAll('#stage [data-moves]')].filter(t => t.dataset.moves.split(' ').length > 1 && t.dataset.state === 'can');
    return all.length ? all[Math.floor(all.length / 2)].dataset.key : null; }"""


def kind_of(position: dict[str, Any]) -> str:
    """Return the kind of question in a word: the phase, the open choice, and unusual moves."""
    seen = position["description"]
    words = [str(seen.get("phase"))]
    if seen.get("choice"):
        words.append(str(seen["choice"].get("kind")))
    kinds = {move.get("kind") for move in position["moves"]}
    words += sorted(kinds & {"exchange", "bank", "offer", "confirm", "plenty", "monopoly", "call", "attack", "power"})
    return "-".join(words)


def phases(name: str, options: dict[str, Any], player: str | None, games: int) -> dict[str, dict[str, Any]]:
    game = tapete.load(name, **options)
    found: dict[str, dict[str, Any]] = {}
    walks = (decisions(game, seed, [player] * game.seats if player else None) for seed in range(games))
    for position in itertools.islice(itertools.chain.from_iterable(walks), MOST):
        found.setdefault(kind_of(position), position)
    return found


def show(page: Any, name: str, position: dict[str, Any], given: dict[str, Any]) -> str:
    told = page.evaluate(
        "([game, position, options]) => harness.show(game, JSON.parse(position), options)",
        [name, json.dumps(position), given],
    )
    page.evaluate(CAPTION, [told["guide"] or ""])
    return str(told["guide"])


def take(page: Any, name: str, found: dict[str, dict[str, Any]], args: argparse.Namespace, folder: Path) -> list[Path]:
    made = []
    for window, language, theme in itertools.product(args.windows, args.languages, args.themes):
        given = options_for(window, language, theme, toggles=args.toggles)
        page.set_viewport_size({"width": given["width"], "height": given["height"] + 28})
        for kind, position in found.items():
            file = folder / f"{name}-{window}-{language}-{theme}-{kind}.png"
            show(page, name, position, given)
            page.screenshot(path=file)
            made.append(file)
            picked = page.evaluate(PICK) if args.picked else None
            if picked:
                show(page, name, position, {**given, "pick": [picked]})
                page.screenshot(path=file.with_stem(f"{file.stem}-picked"))
                made.append(file.with_stem(f"{file.stem}-picked"))
    return made


def sheet(files: list[Path], target: Path, columns: int) -> None:
    """Put all pictures of one size into one."""
    from PIL import Image, ImageDraw

    pictures = [Image.open(file) for file in files]
    wide, high = max(p.width for p in pictures), max(p.height for p in pictures) + 16
    rows = -(-len(pictures) // columns)
    whole = Image.new("RGB", (wide * columns, high * rows), "#888888")
    for number, (picture, file) in enumerate(zip(pictures, files, strict=True)):
        x, y = number % columns * wide, number // columns * high
        whole.paste(picture, (x, y + 16))
        ImageDraw.Draw(whole).text((x + 4, y + 2), file.stem, fill="#000000")
    whole.save(target)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--games", nargs="+", default=list(TABLES), choices=list(TABLES))
    parser.add_argument("--options", type=json.loads, default={}, help="options of the game, as JSON")
    parser.add_argument("--windows", nargs="+", default=["1280x720"], choices=list(WINDOWS))
    parser.add_argument("--languages", nargs="+", default=["en"])
    parser.add_argument("--themes", nargs="+", default=["light"])
    parser.add_argument("--seeds", type=int, default=2, help="games to walk through")
    parser.add_argument("--picked", action="store_true", help="also with one thing picked")
    parser.add_argument("--toggles", nargs="*", default=[], help="sheets of the drawing to open, such as counting")
    parser.add_argument("--sheet", type=int, default=0, help="pictures side by side on one sheet; 0: no sheet")
    args = parser.parse_args()
    args.folder.mkdir(parents=True, exist_ok=True)
    with stage() as page:
        for name in args.games:
            options, player = TABLES[name]
            found = phases(name, {**options, **args.options}, player, args.seeds)
            opened(page, name, **{**options, **args.options})
            made = take(page, name, found, args, args.folder)
            if args.sheet:
                for window in args.windows:
                    own = [file for file in made if f"-{window}-" in file.name]
                    sheet(own, args.folder / f"sheet-{name}-{window}.png", args.sheet)
            print(f"{name}: {len(made)} pictures of {len(found)} phases")


if __name__ == "__main__":
    main()
