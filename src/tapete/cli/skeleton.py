"""`tapete new`: a small working game or agent with its test, for people who start."""

from __future__ import annotations

import keyword
import re
from pathlib import Path

from tapete.errors import BadOption

AGENT = '''"""An agent of your own. It plays every game; teach it something."""

import random


class {title}:
    """Plays a random legal action; replace `act` by something better."""

    name = "{name}"

    def __init__(self) -> None:
        self.random = random.Random(0)

    def reset(self, seed: int) -> None:
        """A new game starts: forget the last one, draw from this seed only."""
        self.random.seed(seed)

    def act(self, view) -> int:
        """Choose one of `view.legal()`. `view.sample(seed)` is a possible world to try actions on."""
        return self.random.choice(view.legal())
'''

AGENT_TEST = '''"""What must hold for the agent."""

import tapete
from tapete.arena.duel import duel
from tapete.testing import check_agent

from {name} import {title}


def test_it_never_peeks_and_always_answers_legally():
    check_agent(tapete.load("briscas"), {title}())


def test_it_plays_whole_games_without_faults():
    result = duel(tapete.load("briscas"), [{title}(), "random"], games=100, seed=1)
    assert result.agents[0].faults == 0
    assert result.agents[0].score > 0.3
'''

GAME = '''"""{title}: a race to {{GOAL}} with a hidden card each. A small complete game to start from.

On your turn you either draw (a card from 1 to 6 is added to your secret hand) or bank (your hand becomes points). A hand
over {{LIMIT}} is lost. The first to {{GOAL}} points wins.
"""

from tapete.contract import ACTIONS, FEATURES, NUMBERS, OPTIONS
from tapete.game import Definition, Encoder, State as GameState, Text
from tapete.kernel import below, i1, i2, i8, kernel, record, seed_rng, u8
from tapete.options import Option

SEATS = 2
GOAL = 30
LIMIT = 12
DRAW, BANK = 0, 1

State = record(
    ("hand", i2, SEATS),  # the sum of the cards held, known to their owner only
    ("cards", i1, SEATS),  # how many cards are held, known to all
    ("points", i2, SEATS),
    ("goal", i2),
)


@kernel
def deal(state: State, seed: u8, options: OPTIONS):
    seed_rng(state, seed)
    state.goal = options[0]
    state.seat = below(state, SEATS)


@kernel
def legal(state: State, out: ACTIONS) -> i8:
    if state.over:
        return 0
    out[0] = DRAW
    out[1] = BANK
    return 2


@kernel
def apply(state: State, action: i8):
    seat = i8(state.seat)
    if action == DRAW:
        state.hand[seat] += 1 + below(state, 6)
        state.cards[seat] += 1
    else:
        if state.hand[seat] <= LIMIT:
            state.points[seat] += state.hand[seat]
        state.hand[seat] = 0
        state.cards[seat] = 0
    state.turn += 1
    if state.points[seat] >= state.goal:
        state.over = 1
        state.seat = -1
    else:
        state.seat = 1 - seat


@kernel
def returns(state: State, out: NUMBERS):
    for seat in range(SEATS):
        out[seat] = 1.0 if state.points[seat] >= state.goal else 0.0


@kernel
def points(state: State, out: NUMBERS):
    for seat in range(SEATS):
        out[seat] = state.points[seat]


@kernel
def determinize(state: State, observer: i8):
    """The other hand is as many cards as everybody saw drawn, each from 1 to 6."""
    other = 1 - observer
    state.hand[other] = 0
    for _ in range(state.cards[other]):
        state.hand[other] += 1 + below(state, 6)


@kernel
def observe(state: State, observer: i8, out: FEATURES):
    other = 1 - observer
    out[0] = state.hand[observer] / LIMIT
    out[1] = state.cards[observer] / 6.0
    out[2] = state.cards[other] / 6.0
    out[3] = state.points[observer] / state.goal
    out[4] = state.points[other] / state.goal


def state_text(state: GameState, seat: int | None) -> str:
    record = state.record
    lines = [f"Race to {{int(record['goal'])}}"]
    for s in range(SEATS):
        hand = int(record["hand"][s]) if seat is None or seat == s else "?"
        lines.append(f"seat {{s}}: {{int(record['points'][s])}} points, {{int(record['cards'][s])}} cards (sum {{hand}})")
    return "\\n".join(lines)


def action_text(state: GameState, action: int) -> str:
    return ("draw a card", "bank the hand")[action]


DEFINITION = Definition(
    name="{name}",
    title="{title}",
    summary="a race with hidden hands",
    state=State,
    kernels={{
        "deal": deal,
        "legal": legal,
        "apply": apply,
        "returns": returns,
        "points": points,
        "determinize": determinize,
    }},
    options=(Option("goal", GOAL, "points to win", low=1, high=1000),),
    seats=SEATS,
    actions=2,
    max_legal=2,
    points_span=(0.0, 1000.0),
    text=Text(state_text, action_text),
    encoders={{"plain": Encoder(observe, 5, "own hand, cards and points of both")}},
)
'''

GAME_TEST = '''"""What must hold for the game: the battery that every game passes, and one rule of its own."""

import tapete
from tapete.testing import check_game

from {name} import BANK, DEFINITION, DRAW, LIMIT

tapete.register(DEFINITION)


def test_it_passes_the_battery():
    check_game(tapete.load("{name}"))


def test_a_hand_over_the_limit_is_lost():
    state = tapete.load("{name}").deal(seed=1)
    seat = state.seat
    state.record["hand"][seat] = LIMIT + 1
    state.play(BANK)
    assert state.points()[seat] == 0
    assert DRAW in state.legal()
'''

PYPROJECT = """[project]
name = "{name}"
version = "0.1.0"
dependencies = ["tapete"]

[project.entry-points."tapete.{group}"]
{name} = "{name}:{target}"

[tool.setuptools]
py-modules = ["{name}"]
"""


def make_skeleton(kind: str, name: str, folder: Path) -> list[Path]:
    """Write the files of a new game or agent; nothing that exists is overwritten."""
    module = name.replace("-", "_")
    if not re.fullmatch(r"[a-z][a-z0-9_]*", module) or keyword.iskeyword(module):
        raise BadOption(f"{name!r} cannot be a name: use lower-case letters, digits and hyphens, a letter first")
    title = "".join(word.capitalize() for word in module.split("_"))
    code, test = (AGENT, AGENT_TEST) if kind == "agent" else (GAME, GAME_TEST)
    group, target = ("agents", title) if kind == "agent" else ("games", "DEFINITION")
    files = {
        f"{module}.py": code.format(name=module, title=title),
        f"test_{module}.py": test.format(name=module, title=title),
        "pyproject.toml": PYPROJECT.format(name=module, group=group, target=target),
    }
    home = folder / module
    if home.exists():
        raise BadOption(f"{home} exists already; choose another name or place")
    home.mkdir(parents=True)
    for path, content in files.items():
        (home / path).write_text(content, encoding="utf-8")
    return [home / path for path in files]
