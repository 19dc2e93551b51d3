"""Draws docs/images/table.png: the table in the browser in the middle of a game. Needs Chromium. Run from the root."""

import random
from pathlib import Path

import tapete
from tapete.web.pictures import Look, picture

SEED, DECISIONS = 11, 150

game = tapete.load("catan")
state = game.deal(SEED)
draw = random.Random(SEED)
agents = [tapete.agent(spec) for spec in ("settler", "settler", "value", "settler")]
for seat, agent in enumerate(agents):
    agent.reset(draw.randrange(1 << 30))
while not state.over and not (len(state.history) > DECISIONS and state.seat == 0 and len(state.legal()) > 12):
    state.play(agents[state.seat].act(state.view(seed=draw.randrange(1 << 30))))
picture(state, 0, Look(1280, 800, whole=True), Path("docs/images/table.png"))
