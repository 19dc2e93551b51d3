"""Scenes of the tours: moments of real games for each panel (`python -m tapete.web.scenes`).

A tour of the rules runs on the table's own stage. Each panel is shown with a few frames of a game that bots played, as the
first seat saw them: the first moment that shows the panel's subject. The frames are stored beside the page, so that a tour
needs neither a server with agents nor luck; this module rewrites them when a game's descriptions change.
"""

from __future__ import annotations

import argparse
import json
import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any

from tapete.core.game import Game
from tapete.core.registry import load
from tapete.core.strings import LANGUAGES
from tapete.play.session import Session
from tapete.web.house import rivals_of

Data = dict[str, Any]
GAMES = Path(__file__).parents[1] / "games"
READER = 0
GAMES_TRIED = 6
MOST_STEPS = 500


@dataclass(frozen=True)
class Step:
    """Step of a game as the reader saw it."""

    before: Data
    after: Data
    events: list[Data]

    def kinds(self) -> set[str]:
        return {event["kind"] for event in self.events}

    def mine(self, *kinds: str) -> bool:
        return any(event["kind"] in kinds and event.get("seat") == READER for event in self.events)


Moment = Callable[[Step], Any]


@dataclass(frozen=True)
class Tour:
    """Games of a tour and the moment of each panel.

    The last panel has no moment: it shows the table itself, and the first move can be made.
    """

    players: str
    options: Data
    moments: tuple[Moment | None, ...]


def me(position: Data) -> Data:
    found: Data = position["players"][READER]
    return found


def other(position: Data) -> Data:
    found: Data = position["players"][1 - READER]
    return found


def trumped(step: Step) -> bool:
    """Return whether a trump took the trick from another suit."""
    if len(step.after["tricks"]) == len(step.before["tricks"]):
        return False
    trick, trump = step.after["tricks"][-1], step.after["trump"]
    cards = {play["seat"]: play["card"] for play in trick["cards"]}
    return (
        trick["points"] >= 10
        and cards[trick["winner"]].endswith(trump)
        and not trick["cards"][0]["card"].endswith(trump)
    )


def plain_trick(step: Step) -> bool:
    return (
        len(step.after["tricks"]) > len(step.before["tricks"])
        and not trumped(step)
        and step.after["tricks"][-1]["points"] > 0
    )


def cheap_answer(step: Step) -> bool:
    """Return whether the reader throws a worthless card into a trick that they do not take."""
    if len(step.after["tricks"]) == len(step.before["tricks"]) or step.after["tricks"][-1]["winner"] == READER:
        return False
    return any(p["seat"] == READER and p["card"][0] in "24567" for p in step.after["tricks"][-1]["cards"])


def disasters(position: Data) -> int:
    return sum(int(count) for count in me(position)["disasters"].values())


TOURS: dict[str, Tour] = {
    "briscas": Tour(
        "cheap-winner",
        {"players": 2},
        (
            lambda step: len(step.after["tricks"]) >= 6 and "trick" in step.kinds(),
            lambda step: step.before["trick"] and any(card[0] in "A3" for card in me(step.before)["hand"]),
            plain_trick,
            trumped,
            lambda step: step.mine("draw"),
            cheap_answer,
            None,
        ),
    ),
    "hearthstone": Tour(
        "random",
        {"deck0": "BasicPaladin", "deck1": "BasicPaladin", "variant": "full"},
        (
            lambda step: step.before["turn"] >= 2 and "turn" in step.kinds(),
            lambda step: step.after["turn"] >= 5 and step.after["current"] == READER and "turn" in step.kinds(),
            lambda step: step.mine("plays") and len(me(step.after)["board"]) > len(me(step.before)["board"]),
            lambda step: step.mine("attack_on"),
            lambda step: (
                any("taunt" in minion["flags"] for minion in other(step.after)["board"]) and step.mine("attack_on")
            ),
            lambda step: step.mine("uses", "uses_on", "uses_on_hero") or step.mine("equips"),
            None,
        ),
    ),
    "tribute": Tour(
        "random",
        {"patrons": "duke_of_crows,hlaalu,pelin,red_eagle"},
        (
            lambda step: step.mine("gain_prestige") and "end_turn" in step.kinds(),
            lambda step: step.mine("play") and step.mine("gain_coins"),
            lambda step: step.mine("buy"),
            lambda step: step.mine("end_turn") and me(step.before)["power"] > 0,
            lambda step: step.mine("activate"),
            lambda step: "combo" in step.kinds() and step.after["current"] == READER,
            None,
        ),
    ),
    "catan": Tour(
        "value",
        {},
        (
            lambda step: any(player["points"] >= 6 for player in step.after["players"]) and "city" in step.kinds(),
            lambda step: "roll" in step.kinds() and me(step.after)["hand_count"] > me(step.before)["hand_count"],
            lambda step: step.before["phase"] == "setup_settlement" and step.mine("settle"),
            lambda step: step.mine("city") or step.mine("buy"),
            lambda step: step.mine("settle") and step.before["phase"] == "main",
            lambda step: "robber" in step.kinds() or "steal" in step.kinds(),
            None,
        ),
    ),
    "dinosaurs": Tour(
        "medium",
        {},
        (
            lambda step: "advanced" in step.kinds() and max(player["points"] for player in step.after["players"]) >= 20,
            lambda step: "revealed" in step.kinds() or "reveal" in step.kinds(),
            lambda step: "advanced" in step.kinds(),
            lambda step: step.before["phase"] == "choose" and "revealed" in step.kinds(),
            lambda step: step.mine("played"),
            lambda step: disasters(step.after) > disasters(step.before),
            None,
        ),
    ),
}


def steps_of(game: Game, tour: Tour, seed: int) -> Iterator[Step]:
    """Yield a game between bots, step by step, as the reader sees it."""
    chance = random.Random(seed)
    session = Session(game, [None] * game.seats, seed=seed)
    bots = Session(game, [tour.players] * game.seats, seed=seed).players
    before, told = session.state.describe(READER), 0
    while not session.over:
        seat = session.waiting[0]
        bot = bots[seat]
        assert bot is not None
        session.play(seat, bot.act(session.asking(seat).view(seat, chance.getrandbits(60))))
        after, events = session.state.describe(READER), session.seen_by(READER)
        yield Step(before, after, list(events[told:]))
        before, told = after, len(events)


def frames_of(game: Game, step: Step) -> list[Data]:
    """Return the two frames of a step, the second with its events in the sentences of both languages."""
    told = {}
    names = {language: rivals_of(game.name, game.seats, step.before, language) for language in LANGUAGES}
    for language in LANGUAGES:
        own = names[language]
        sentences = (game.event_text(event, language, reader=READER, names=own) for event in step.events)
        told[language] = [
            {**event, "text": text[:1].upper() + text[1:]} for event, text in zip(step.events, sentences, strict=True)
        ]
    nothing: dict[str, list[Data]] = {language: [] for language in LANGUAGES}
    return [
        {"describe": step.before, "events": nothing, "names": names},
        {"describe": step.after, "events": told, "names": names},
    ]


def path_of(name: str) -> Path:
    """Return the file that keeps the scenes of a game's tour."""
    return GAMES / name / "table" / "scenes.json"


def scenes_of(name: str) -> Data:
    """Return the panels of a game's tour."""
    tour = TOURS[name]
    game = load(name, **tour.options)
    found: list[list[Data] | None] = [None] * len(tour.moments)
    for seed in range(GAMES_TRIED):
        for step in islice(steps_of(game, tour, seed), MOST_STEPS):
            for number, moment in enumerate(tour.moments):
                if found[number] is None and moment is not None and moment(step):
                    found[number] = frames_of(game, step)
                    break  # no two panels show the same moment
        if all(panel or not moment for panel, moment in zip(found, tour.moments, strict=True)):
            break
    return {"game": name, "seats": game.seats, "options": dict(game.options), "panels": found}


def main() -> None:
    parser = argparse.ArgumentParser(description="Rewrite the scenes of the tours.")
    parser.add_argument("games", nargs="*", default=list(TOURS))
    for name in parser.parse_args().games:
        made = scenes_of(name)
        text = json.dumps(made, ensure_ascii=False, separators=(",", ":"))
        path_of(name).write_text(text + "\n")
        empty = [number + 1 for number, panel in enumerate(made["panels"]) if panel is None]
        print(f"{name}: {len(text) // 1000} kB{f', no scene for panels {empty}' if empty else ''}")


if __name__ == "__main__":
    main()
