"""Draws the table in the browser in the middle of a game, for each game of the gallery. Needs Chromium. Run from the root."""

from dataclasses import dataclass
from pathlib import Path

from PIL import Image

import tapete
from tapete.play.session import Session
from tapete.web.pictures import PictureStyle, picture

FOLDER = Path("docs/images")
QUALITY = 88  # an eighth of the size of a PNG


@dataclass(frozen=True)
class Scene:
    """A position of seat 0 at its turn, after so many decisions, with enough legal moves to be interesting."""

    agent: str
    opponents: tuple[str, ...]
    seed: int
    decisions: int
    moves: int


SCENES = {
    "briscas": Scene("heuristic", ("hard",), 7, 15, 3),
    "dinosaurs": Scene("medium", ("normal", "normal", "easy"), 5, 40, 5),
    "catan": Scene("settler", ("best", "hard", "normal"), 11, 150, 12),
    "hearthstone": Scene("greedy", ("normal",), 3, 40, 8),
    "tribute": Scene("max-prestige", ("normal",), 4, 96, 6),
}

for name, scene in SCENES.items():
    game = tapete.load(name)
    session = Session(game, [None, *scene.opponents], scene.seed)
    mine = tapete.agent(scene.agent)
    while len(session.actions) < scene.decisions or 0 not in session.waiting or len(session.legal(0)) < scene.moves:
        session.play(0, mine.act(session.view(0))) if 0 in session.waiting else session.advance()
        assert not session.over, f"{name}: no such position"
    path = FOLDER / f"{name}.png"
    picture(session.state, 0, PictureStyle(1280, 800, whole=True), path, session=session)
    Image.open(path).convert("RGB").save(path.with_suffix(".webp"), quality=QUALITY, method=6)
    path.unlink()
