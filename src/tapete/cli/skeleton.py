"""Skeleton of `tapete new`: a small working game or agent with its test."""

from __future__ import annotations

import json
import keyword
import re
from pathlib import Path

from tapete.core.registry import definition
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

RULES = '''"""The rules of {shown}: a race to 30 points with a secret hand each. Nothing but rules is here.

On your turn you either draw (a card from 1 to 6 is added to your secret hand) or bank (your hand becomes points). A hand
over 12 is lost. The first to 30 points wins; after 2,000 turns the most points do, so that every game ends. This file is
compiled; texts are in presentation.py, so that editing them compiles nothing.
"""

from tapete.kernel import Array, GameOptions, GameState, below, i2, i8, kernel, seed_rng, shape, u8
from tapete.kernel.contract import ACTIONS, FEATURES, MEMORY, NUMBERS

SEATS = 2
GOAL = 30
LIMIT = 12
TURNS = 2000  # a game without banking must end too
DRAW, BANK = 0, 1


class State(GameState):
    hand: Array[i2] = shape(SEATS)  # the sum of the cards held, known to their owner only
    cards: Array[i2] = shape(SEATS)  # how many cards are held, known to all
    points: Array[i2] = shape(SEATS)
    goal: i2


class Options(GameOptions):
    goal: i8


@kernel
def deal(state: State, seed: u8, options: Options) -> None:
    seed_rng(state, seed)
    state.goal = options.goal
    state.seat = below(state, SEATS)


@kernel
def legal(state: State, out: ACTIONS) -> i8:
    if state.over:
        return 0
    out[0] = DRAW
    out[1] = BANK
    return 2


@kernel
def apply(state: State, action: i8) -> None:
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
    if state.points[seat] >= state.goal or state.turn >= TURNS:
        state.over = 1
        state.seat = -1
    else:
        state.seat = 1 - seat


@kernel
def returns(state: State, out: NUMBERS) -> None:
    for seat in range(SEATS):
        ahead = i8(state.points[seat]) - i8(state.points[1 - seat])
        out[seat] = 1.0 if ahead > 0 else 0.5 if ahead == 0 else 0.0


@kernel
def points(state: State, out: NUMBERS) -> None:
    for seat in range(SEATS):
        out[seat] = state.points[seat]


@kernel
def determinize(state: State, observer: i8) -> None:
    """The other hand is as many cards as everybody saw drawn, each from 1 to 6."""
    other = 1 - observer
    state.hand[other] = 0
    for _ in range(state.cards[other]):
        state.hand[other] += 1 + below(state, 6)


@kernel
def observe(state: State, observer: i8, out: FEATURES) -> None:
    other = 1 - observer
    out[0] = state.hand[observer] / LIMIT
    out[1] = state.cards[observer] / 6.0
    out[2] = state.cards[other] / 6.0
    out[3] = state.points[observer] / state.goal
    out[4] = state.points[other] / state.goal


@kernel
def careful(state: State, actions: ACTIONS, n: i8, params: NUMBERS, memory: MEMORY) -> i8:
    """Banks from some sum on: `params` holds the options of the bot, in order. Answers an index into `actions`."""
    wanted = BANK if state.hand[state.seat] >= params[0] else DRAW
    for i in range(n):
        if actions[i] == wanted:
            return i
    return 0
'''

PRESENTATION = '''"""Presentation of {shown} to people and programs, as plain data. Nothing here is compiled: edit and run.

Sentences and labels are in strings/en.json and strings/es.json, what the browser shows is in table/plain.json.
"""

from tapete.core.state import State
from tapete.core.presentation import Presentation
from tapete.core.strings import strings_beside

from .rules import SEATS

KINDS = ("draw", "bank")


def describe(state: State, seat: int | None) -> dict:
    record = state.record
    return {{
        "goal": int(record["goal"]),
        "players": [
            {{
                "points": int(record["points"][s]),
                "cards": int(record["cards"][s]),
                "sum": int(record["hand"][s]) if seat is None or seat == s else None,
            }}
            for s in range(SEATS)
        ],
    }}


def restore(state: State, data: dict) -> None:
    state.record["goal"] = data["goal"]
    for s, player in enumerate(data["players"]):
        for field, member in (("points", "points"), ("cards", "cards"), ("hand", "sum")):
            state.record[field][s] = player[member]


def move(state: State, action: int) -> dict:
    return {{"kind": KINDS[action], "seat": state.seat}}


def happened(before: dict, made: dict, after: dict) -> list[dict]:
    """Return the events that a seat saw: here the move itself; its sentence is `event.KIND`."""
    return [made]


def text(shown: dict, language: str) -> str:
    label = strings_beside(__file__)[language]
    lines = [f"{{label['label.goal']}}: {{shown['goal']}}"]
    for s, player in enumerate(shown["players"]):
        total = "?" if player["sum"] is None else player["sum"]
        facts = (("points", player["points"]), ("cards", player["cards"]), ("sum", total))
        lines.append(f"{{s}}: " + ", ".join(f"{{label['label.' + name]}} {{value}}" for name, value in facts))
    return "\\n".join(lines)


PRESENTATION = Presentation(
    describe=describe, restore=restore, move=move, events=happened, words=strings_beside(__file__), text=text
)
'''

STRINGS = {
    "en": {
        "move.draw": "draw a card",
        "move.bank": "bank the hand",
        "event.draw": "{seat:seat} draws a card",
        "event.draw.you": "you draw a card",
        "event.bank": "{seat:seat} banks the hand",
        "event.bank.you": "you bank the hand",
        "label.goal": "Points to win",
        "label.points": "Points",
        "label.cards": "Cards",
        "label.sum": "Sum",
    },
    "es": {
        "move.draw": "robar una carta",
        "move.bank": "guardar la mano",
        "event.draw": "{seat:seat} roba una carta",
        "event.draw.you": "robas una carta",
        "event.bank": "{seat:seat} guarda la mano",
        "event.bank.you": "guardas la mano",
        "label.goal": "Puntos para ganar",
        "label.points": "Puntos",
        "label.cards": "Cartas",
        "label.sum": "Suma",
    },
}
PLAIN = {"players": ["points", "sum", {"member": "cards", "as": "pile"}], "table": ["goal"]}

GAME = '''"""{shown}: a race with hidden hands. A small complete game to start from."""

from tapete.core.definition import Definition, Encoder, BotSpec
from tapete.options import Option

from . import presentation, rules

DEFINITION = Definition(
    name="{name}",
    title="{shown}",
    summary="a race with hidden hands",
    state=rules.State,
    kernels={{
        "deal": rules.deal,
        "legal": rules.legal,
        "apply": rules.apply,
        "returns": rules.returns,
        "points": rules.points,
        "determinize": rules.determinize,
    }},
    options=(Option("goal", rules.GOAL, "points to win", low=1, high=1000),),
    seats=rules.SEATS,
    actions=2,
    max_legal=2,
    points_span=(0.0, 1000.0),
    presentation=presentation.PRESENTATION,
    bots={{
        "careful": BotSpec(
            rules.careful, "banks from some sum on", (Option("from_sum", 9, "sum to bank from", low=1, high=12),), public=True
        ),
    }},
    encoders={{"plain": Encoder(rules.observe, 5, "own hand, cards and points of both")}},
)
'''

GAME_TEST = '''"""What must hold for the game: the battery that every game passes, and one rule of its own."""

import tapete
from tapete.testing import check_game

from {name} import DEFINITION
from {name}.rules import BANK, DRAW, LIMIT

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

NATIVE = '''"""A native bot for {game}, in machine code. Its answer is an index into the legal actions.

`tapete duel {game} {name} random` lets it play, once it is installed (`pip install --editable .`), or at once as
`tapete duel {game} ./src/{name}.py:POLICY random`. The rules text of the game explains the action ids; a view of a
state holds these fields (name, type, cells):

{fields}
"""

from tapete.core.definition import BotSpec
from tapete.core.registry import definition
from tapete.kernel import i8, kernel
from tapete.kernel.contract import ACTIONS, MEMORY, NUMBERS, below_in
from tapete.options import Option

State = definition("{game}").state


@kernel
def choose(state: State, actions: ACTIONS, n: i8, params: NUMBERS, memory: MEMORY) -> i8:
    """Look at `state`, answer the index of one of the n `actions`. `params` are the options, in order; word 0 of `memory` is a
    generator of its own to draw from, the other words are what it remembers within a game."""
    if below_in(memory, 0, 100) < params[0]:
        return 0
    return below_in(memory, 0, n)


POLICY = BotSpec(
    choose,
    "a start: the first action so often, else a random one",
    options=(Option("first", 50, "how often it plays the first legal action, in per cent", low=0, high=100),),
    memory=1,
)
'''

NATIVE_TEST = '''"""What must hold for the bot."""

import tapete
from tapete.arena.duel import duel
from tapete.testing import check_agent

from {name} import POLICY

BOT = POLICY.kernel.function.__code__.co_filename + ":POLICY"


def test_it_never_peeks_and_always_answers_legally():
    check_agent(tapete.load("{game}"), BOT)


def test_it_plays_whole_games_without_faults():
    result = duel(tapete.load("{game}"), [BOT, "random"], games=4, seed=1)
    assert result.agents[0].faults == 0
'''

PYPROJECT = """[build-system]
requires = ["setuptools>=68"]
build-backend = "setuptools.build_meta"

[project]
name = "{name}"
version = "0.1.0"
dependencies = ["tapete"]

[project.entry-points."tapete.{group}"]
{name} = "{name}:{target}"

[tool.setuptools]
package-dir = {{ "" = "src" }}
{contents} = ["{name}"]
{data}
[tool.pytest.ini_options]
pythonpath = ["src"]
testpaths = ["tests"]
"""
PACKAGE_DATA = """
[tool.setuptools.package-data]
{name} = ["strings/*.json", "table/*"]
"""


def make_skeleton(kind: str, name: str, folder: Path, native: str | None = None) -> list[Path]:
    """Write the files of a new game or agent; existing files are not overwritten. `native`: the game of a native bot."""
    module = name.replace("-", "_")
    if not re.fullmatch(r"[a-z][a-z0-9_]*", module) or keyword.iskeyword(module):
        raise BadOption(f"{name!r} cannot be a name: use lower-case letters, digits and hyphens, a letter first")
    title = "".join(word.capitalize() for word in module.split("_"))
    shown = " ".join(word.capitalize() for word in module.split("_"))
    words = {
        "name": module,
        "title": title,
        "shown": shown,
        "game": native or "",
        "fields": fields_of(native) if native else "",
    }
    if kind == "game":
        parts = {
            f"src/{module}/{part}.py": text
            for part, text in (("__init__", GAME), ("rules", RULES), ("presentation", PRESENTATION))
        }
        parts |= {
            f"src/{module}/{place}.json": json.dumps(data, ensure_ascii=False, indent=2) + "\n"
            for place, data in (("strings/en", STRINGS["en"]), ("strings/es", STRINGS["es"]), ("table/plain", PLAIN))
        }
        group, target, contents, test = "games", "DEFINITION", "packages", GAME_TEST
    else:
        parts = {f"src/{module}.py": NATIVE if native else AGENT}
        group, target, contents = "agents", "POLICY" if native else title, "py-modules"
        test = NATIVE_TEST if native else AGENT_TEST
    files = {place: text.format(**words) if place.endswith(".py") else text for place, text in parts.items()}
    files[f"tests/test_{module}.py"] = test.format(**words)
    files["pyproject.toml"] = PYPROJECT.format(
        name=module,
        group=group,
        target=target,
        contents=contents,
        data=PACKAGE_DATA.format(name=module) if kind == "game" else "",
    )
    home = folder / module
    if home.exists():
        raise BadOption(f"{home} already exists; choose another name or folder")
    for path, content in files.items():
        (home / path).parent.mkdir(parents=True, exist_ok=True)
        (home / path).write_text(content, encoding="utf-8")
    return [home / path for path in files]


def fields_of(game: str) -> str:
    """Return the fields of a game's state, one per line."""
    dtype = definition(game).state.dtype
    lines = []
    for field in dtype.names or ():
        cells = " x ".join(map(str, dtype[field].shape))
        lines.append(f"    {field}: {dtype[field].base.name}" + (f", {cells}" if cells else ""))
    return "\n".join(lines)
