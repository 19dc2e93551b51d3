"""Tips at the table are true whenever they are given: each that fits a position is checked against engine and drawing."""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest
from drawing_stage import CHROMIUM, opened, options_for
from drawn_positions import position_of

from tapete.core.game import Game
from tapete.core.state import State
from tapete.play.session import Session
from tapete.web.previews import preview, previews

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="no Chromium is installed")
pytest.importorskip("playwright")

FITTING = """async ([game, list, options, rules]) => {
    const { TIPS } = await import(`/page/games/${game}/tips.js`);
    return JSON.parse(list).map((position) => {
        const view = { ...harness.viewOf(game, position, options), options: rules };
        return TIPS.filter((tip) => { try { return tip.when(view, view.events); } catch { return false; } }).map((tip) => tip.key);
    });
}"""
OPTIONS: dict[str, list[dict[str, Any]]] = {
    "briscas": [
        {"players": 2, "exchange": "on"},
        {"players": 4},
        {"players": 3},
        {"players": 2, "follow_suit": "follow"},
    ],
    "catan": [{}, {"points": 8}],
    "dinosaurs": [{}, {"players": 2}],
    "hearthstone": [{"deck": "MidrangeJadeShaman"}, {"deck": "MidrangeSecretHunter"}],
    "tribute": [{}, {"patrons": "duke_of_crows,hlaalu,pelin,red_eagle"}],
}
AGENTS = {"catan": "settler", "dinosaurs": "medium", "tribute": "greedy", "hearthstone": "greedy"}
READERS = {"catan": 1, "dinosaurs": 2, "hearthstone": 1, "tribute": 1}  # seats whose positions are looked at
GAMES = {"briscas": 5, "dinosaurs": 4, "catan": 1, "hearthstone": 2, "tribute": 2}


@dataclass
class Asked:
    """A decision: its position as the page gets it, and the state of the engine."""

    page: Any
    name: str
    game: Game
    state: State
    position: dict[str, Any]

    @property
    def d(self) -> dict[str, Any]:
        found: dict[str, Any] = self.position["description"]
        return found

    @property
    def seat(self) -> int:
        return int(self.position["seat"])

    @property
    def me(self) -> dict[str, Any]:
        found: dict[str, Any] = self.d["players"][self.seat]
        return found

    @property
    def moves(self) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = self.position["moves"]
        return found

    def of(self, *kinds: str) -> list[dict[str, Any]]:
        return [move for move in self.moves if move["kind"] in kinds]

    def after(self, move: dict[str, Any]) -> dict[str, Any]:
        """Return the description after a move, with everything shown."""
        state = self.state.clone()
        state.apply(move["id"])
        found: dict[str, Any] = state.describe(None)
        return found

    def drawn(self, query: str) -> int:
        """Count the things in the drawing that match a selector."""
        show = "([g, p, o, q]) => { harness.show(g, JSON.parse(p), o); return document.querySelectorAll(q).length; }"
        return int(self.page.evaluate(show, [self.name, json.dumps(self.position), options_for("1280x800"), query]))

    def happened(self, kind: str) -> list[dict[str, Any]]:
        return [event for event in self.position["events"] if event["kind"] == kind and event.get("seat") == self.seat]


def decisions(page: Any, name: str, options: dict[str, Any], seeds: range) -> list[Asked]:
    """Return the decisions of games, some of whose moves are random, with the events since the decision before."""
    game = opened(page, name, **options)
    found: list[Asked] = []
    for seed in seeds:
        chance = random.Random(seed)
        session = Session(game, [None] * game.seats, seed=seed)
        agents = Session(game, [AGENTS[name]] * game.seats, seed=seed).players if name in AGENTS else None
        told = [0] * game.seats
        while not session.over:
            seat = session.waiting[0]
            state = session.position_of(seat)
            if seat < READERS.get(name, game.seats):
                found.append(Asked(page, name, game, state.clone(), position_of(session, seat, told[seat])))
                told[seat] = len(session.seen_by(seat))
            agent = agents[seat] if agents and chance.random() < 0.8 else None
            action = (
                agent.act(state.view(seat, chance.getrandbits(60))) if agent else chance.choice(session.legal(seat))
            )
            session.play(seat, action)
    return found


# Briscas

POINTS = {"A": 11, "3": 10, "K": 4, "C": 3, "S": 2}


def worth(card: str) -> int:
    return POINTS.get(card[0], 0)


def taken(asked: Asked, move: dict[str, Any]) -> int | None:
    """Return the points that a play wins for the reader's side; None where it does not take the trick at once."""
    after = asked.after(move)
    if len(after["tricks"]) == len(asked.d["tricks"]):
        return None
    trick = after["tricks"][-1]
    return int(trick["points"]) if after["players"][trick["winner"]]["side"] == asked.me["side"] else -1


def loser_draws_face_up(asked: Asked) -> bool:
    state, face_up = asked.state.clone(), asked.d["stock"]["face_up"]
    done = len(asked.d["tricks"])
    while len(state.describe(None)["tricks"]) == done:
        state.apply(state.legal()[-1])
    after = state.describe(None)
    return face_up in after["players"][1 - after["tricks"][-1]["winner"]]["hand"]


BRISCAS: dict[str, Callable[[Asked], Any]] = {
    "tip.1": lambda a: a.d["trick"] and {m["card"] for m in a.of("play")} == set(a.me["hand"]),
    "tip.2": lambda a: not a.d["trick"] and {worth(m["card"]) >= 10 for m in a.of("play")} == {True, False},
    "tip.3": lambda a: all(taken(a, m) in (0, -1) for m in a.of("play")),
    "tip.4": lambda a: any(
        (taken(a, m) or 0) >= 10 and not worth(m["card"]) and m["card"].endswith(a.d["trump"]) for m in a.of("play")
    ),
    "tip.5": lambda a: not a.d["trick"] and a.d["leader"] == a.seat and a.happened("draw") + a.happened("face_up"),
    "tip.6": lambda a: a.d["stock"]["left"] and any(e["card"] in a.me["hand"] for e in a.happened("draw")),
    "tip.7": lambda a: a.of("exchange"),
    "tip.8": lambda a: any(worth(m["card"]) and (taken(a, m) or -1) > 0 for m in a.of("play")),
    "tip.9": lambda a: a.of("play") and loser_draws_face_up(a),
    "tip.10": lambda a: not a.d["stock"]["left"] and len(a.me["hand"]) > 1,
}

# Catan


def first_cards(asked: Asked) -> bool:
    for move in asked.of("settle")[:3]:
        gained = sum(asked.after(move)["players"][asked.seat]["hand"].values()) - asked.me["hand_count"]
        if gained != sum(hexagon["token"] is not None for hexagon in move["hexes"]):
            return False
    return True


def others_lead(asked: Asked) -> int:
    """Return by how many points another player is ahead of the reader, as far as points are seen."""
    return max(p["points"] for p in asked.d["players"] if p["seat"] != asked.seat) - int(asked.me["points"])


CATAN: dict[str, Callable[[Asked], Any]] = {
    "tip.1": lambda a: a.of("settle") and not a.me["settlements"],
    "tip.2": first_cards,
    "tip.3": lambda a: a.of("roll"),
    "tip.4": lambda a: a.d["rolled"] and a.drawn("#stage [data-zone=board][data-state=can]"),
    "tip.5": lambda a: a.me["hand_count"] // 2 >= 4 and len(a.moves) > 1,
    "tip.6": lambda a: a.of("bank"),
    "tip.7": lambda a: a.of("accept"),
    "tip.8": lambda a: sum(a.me["bought"].values()) > a.me["bought"].get("victory_point", 0),
    "tip.9": lambda a: a.of("robber") and others_lead(a) > 0,
    "tip.10": lambda a: (
        others_lead(a) > 0
        and max(p["points"] for p in a.d["players"]) == a.game.options["points"] - 2
        and a.of("offer", "accept")
    ),
}

# Dinosaurs


def foretold(asked: Asked) -> bool:
    """Whether each player in the game may get a Boost or Sap, and what each would change is known."""
    alive = {seat for seat, player in enumerate(asked.d["players"]) if player["alive"]}
    for move in asked.of("instant"):
        if move["card"] in ("IB", "IS"):
            state = asked.state.clone()
            state.apply(move["id"])
            targets = {state.move(action)["target"]: action for action in state.legal()}
            lines = [preview(asked.state, asked.seat, [move["id"], action]) for action in targets.values()]
            if set(targets) != alive or not all(line["to"] for line in lines):
                return False
    return True


DINOSAURS: dict[str, Callable[[Asked], Any]] = {
    "tip.1": lambda a: len(a.of("choose")) == len(a.moves),
    "tip.2": lambda a: a.of("choose") and abs(a.me["traits"][a.d["disaster"]]) == 1,
    "tip.3": lambda a: a.of("choose") and any(card[0] == "I" for card in a.me["hand"]),
    "tip.4": lambda a: a.of("decline") and len(a.moves) > 1,
    "tip.5": lambda a: any(m["card"] in ("IB", "IS") for m in a.of("instant")) and foretold(a),
    "tip.6": lambda a: a.happened("advanced"),
    "tip.7": lambda a: a.me["alive"] and sum(a.me["disasters"].values()) == 1 and a.d["turn"] <= 4,
    "tip.8": lambda a: a.drawn(f"#stage [data-key='skull:{a.seat}']"),
    "tip.9": lambda a: a.d["phase"] == "sudden_death",
    "tip.10": lambda a: (
        any(m["card"] == "IS" for m in a.of("instant"))
        and not a.d["inverted"]
        and 50 > max(p["points"] for p in a.d["players"] if p is not a.me and p["alive"]) >= 39
        and a.me["points"] < max(p["points"] for p in a.d["players"] if p is not a.me and p["alive"])
    ),
}

# Tribute


def favour_moves(asked: Asked) -> bool:
    def favours(description: dict[str, Any]) -> dict[str, Any]:
        return {patron["patron"]: patron["favour"] for patron in description["patrons"]}

    return any(
        move["patron"] != "treasury" and favours(asked.after(move))[move["patron"]] != favours(asked.d)[move["patron"]]
        for move in asked.of("call")
    )


def warned_at_the_end(asked: Asked) -> bool:
    """Whether the line above the button that ends the turn is drawn, as good news or as a warning."""
    *_, foreseen = previews(asked.state, asked.seat, [move["id"] for move in asked.moves])
    shown = Asked(asked.page, asked.name, asked.game, asked.state, {**asked.position, "previews": foreseen})
    return shown.drawn("#stage :is([fill='#7A1F16'], [fill='#1F5A30'])") > 0


TRIBUTE: dict[str, Callable[[Asked], Any]] = {
    "tip.1": lambda a: a.d["phase"] == "draft",
    "tip.2": lambda a: a.drawn("#stage [data-key='button:all']"),
    "tip.3": lambda a: a.of("buy") and a.of("end_turn") and not a.of("play"),
    "tip.4": lambda a: a.of("buy") and any(patron["combo"] for patron in a.d["patrons"]),
    "tip.5": lambda a: a.me["agents"],
    "tip.6": lambda a: a.of("attack") and a.me["power"],
    "tip.7": favour_moves,
    "tip.8": lambda a: any(m["card"] == "Bewilderment" for m in a.of("play")),
    "tip.9": lambda a: a.d["choice"] or any(m["patron"] == "treasury" for m in a.of("call")),
    "tip.10": warned_at_the_end,
}

# Hearthstone


def somebody_dies(asked: Asked) -> bool:
    enemy = asked.d["players"][1 - asked.seat]["board"]
    for move in asked.of("attack"):
        target = move["target"]["key"]
        if any(one["key"] == target for one in enemy):
            after = asked.after(move)["players"][1 - asked.seat]["board"]
            if not any(one["key"] == target for one in after):
                return True
    return False


def only_taunts(asked: Asked) -> bool:
    enemy = {one["key"]: one for one in asked.d["players"][1 - asked.seat]["board"]}
    targets = {move["target"]["key"] for move in asked.of("attack")}
    return bool(targets) and all(key in enemy and "taunt" in enemy[key]["flags"] for key in targets)


def lethal(asked: Asked) -> bool:
    """Whether attacks at the hero alone, one after the other, end the game (unless a secret stops them)."""
    state = asked.state.clone()
    while not state.over:
        moves = [{**state.move(action), "id": action} for action in state.legal()]
        hero = state.describe(asked.seat)["players"][1 - asked.seat]["hero"]["key"]
        attack = next((m for m in moves if m["kind"] == "attack" and m["target"]["key"] == hero), None)
        if attack is None:
            return False
        state.apply(attack["id"])
    return True


HEARTHSTONE: dict[str, Callable[[Asked], Any]] = {
    "tip.1": lambda a: a.of("mulligan") and any(card["cost"] > 3 for card in a.me["hand"]),
    "tip.2": lambda a: len({m.get("position") for m in a.of("play")} - {None}) > 1,
    "tip.3": lambda a: a.of("attack"),
    "tip.4": somebody_dies,
    "tip.5": only_taunts,
    "tip.6": lambda a: a.of("power") and not a.of("play"),
    "tip.7": lambda a: a.d["players"][1 - a.seat]["secrets"] and a.of("attack"),
    "tip.8": lambda a: a.me["mana"]["owed"] > 0,
    "tip.9": lambda a: len(a.me["board"]) == 7 or len(a.me["hand"]) >= 9,
    "tip.10": lambda a: a.d["players"][1 - a.seat]["secrets"] or lethal(a),
}
TRUE = {
    "briscas": BRISCAS,
    "catan": CATAN,
    "dinosaurs": DINOSAURS,
    "hearthstone": HEARTHSTONE,
    "tribute": TRIBUTE,
}
MOST = 8  # positions in which one tip is checked


@pytest.mark.parametrize("name", list(TRUE))
def test_every_tip_is_true_in_every_position_that_it_fits(page: Any, name: str) -> None:
    checked: Counter[str] = Counter()
    for number, options in enumerate(OPTIONS[name]):
        asked = decisions(page, name, options, range(10 * number, 10 * number + GAMES[name]))
        given = options_for("1280x800")
        fits = page.evaluate(FITTING, [name, json.dumps([one.position for one in asked]), given, options])
        random.Random(1).shuffle(pairs := list(zip(asked, fits, strict=True)))
        for one, keys in pairs:
            for key in keys:
                if checked[key] >= MOST * (number + 1):
                    continue
                checked[key] += 1
                assert TRUE[name][key](one), (key, options, one.d)
    assert set(checked) >= set(TRUE[name]), f"never given: {set(TRUE[name]) - set(checked)}"
