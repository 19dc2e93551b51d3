"""Scenes of the tours: moments of real games for each panel (`python -m tapete.web.scenes`).

A tour of the rules runs on the table's own stage. Each panel is shown with a few frames of a game that bots played, as the
first seat saw them: the first moment that shows the panel's subject. The frames are stored beside the page, so that a tour
needs neither a server with agents nor luck; this module rewrites them when a game's descriptions change.
"""

from __future__ import annotations

import argparse
import contextlib
import importlib
import json
import random
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

from tapete.core.game import Game
from tapete.core.registry import load, own_games
from tapete.core.strings import LANGUAGES
from tapete.core.tours import READER, Data, Step, Tour
from tapete.play.session import Session
from tapete.web.house import rivals_of

GAMES = Path(__file__).parents[1] / "games"
GAMES_TRIED = 6
MOST_STEPS = 500


def tours() -> dict[str, Tour]:
    """Return the tours of all games of the package that have one."""
    found = {}
    for name in own_games():
        with contextlib.suppress(ModuleNotFoundError):
            found[name] = importlib.import_module(f"tapete.games.{name}.tour").TOUR
    return found


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
    """Return the two frames of a step, the second with its events: the reader's page makes the sentences."""
    names = {language: rivals_of(game.name, game.seats, step.before, language) for language in LANGUAGES}
    told = [{**event, "said": game.event_phrase(event, READER)} for event in step.events]
    return [
        {"describe": step.before, "events": [], "names": names},
        {"describe": step.after, "events": told, "names": names},
    ]


def path_of(name: str) -> Path:
    """Return the file that keeps the scenes of a game's tour."""
    return GAMES / name / "table" / "scenes.json"


def scenes_of(name: str) -> Data:
    """Return the panels of a game's tour."""
    tour = tours()[name]
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
    parser.add_argument("games", nargs="*", default=list(tours()))
    for name in parser.parse_args().games:
        made = scenes_of(name)
        text = json.dumps(made, ensure_ascii=False, separators=(",", ":"))
        path_of(name).write_text(text + "\n")
        empty = [number + 1 for number, panel in enumerate(made["panels"]) if panel is None]
        print(f"{name}: {len(text) // 1000} kB{f', no scene for panels {empty}' if empty else ''}")


if __name__ == "__main__":
    main()
