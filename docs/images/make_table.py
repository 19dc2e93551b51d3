"""Draws docs/images/table.png: the table in the browser in the middle of a game. Needs Chromium. Run from the root."""

from pathlib import Path

import tapete
from tapete.play.session import Session
from tapete.web.pictures import PictureStyle, picture

SEED, DECISIONS, MOVES = 11, 150, 12

session = Session(tapete.load("catan"), [None, "settler", "value", "settler"], SEED)
mine = tapete.agent("settler")
while len(session.actions) < DECISIONS or len(session.legal(0)) < MOVES:
    session.play(0, mine.act(session.view(0))) if 0 in session.waiting else session.advance()
picture(session.state, 0, PictureStyle(1280, 800, whole=True), Path("docs/images/table.png"), session=session)
