"""Round that the reader of a tour plays: a few moves of a real game (`python -m tapete.web.tours`).

`tour.json` of a game says in `round` where it is cut from (`options`, `seed`, the `bot` that plays, how many decisions of the
reader are `skip`ped) and in `steps` what the reader is shown and which move is made there. `round.json` beside it is made from
that: positions, legal moves and events as the server would send them. So a tour needs neither a server that thinks nor luck.
"""

from __future__ import annotations

import argparse
import json
import random
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from tapete.core.game import Game
from tapete.core.registry import load
from tapete.core.strings import LANGUAGES
from tapete.play.session import Session
from tapete.web.house import rivals_of
from tapete.web.previews import changes

Data = dict[str, Any]
GAMES = Path(__file__).parents[1] / "games"
READER = 0
MOST = 400  # decisions that a round may take


def folder_of(name: str) -> Path:
    """Return the folder with the files of a game's table."""
    return GAMES / name / "table"


def games_with_rounds() -> list[str]:
    """Return the games whose tour has a round to play."""
    found = (path.parents[1].name for path in GAMES.glob("*/table/tour.json"))
    return sorted(name for name in found if "round" in tour_of(name))


def tour_of(name: str) -> Data:
    """Return the data of a game's tour."""
    found: Data = json.loads((folder_of(name) / "tour.json").read_text())
    return found


class TourGame:
    """Game that is played for a tour, as the reader sees it."""

    def __init__(self, game: Game, bot: str, seed: int) -> None:
        self.game = game
        self.session = Session(game, [None] * game.seats, seed=seed)
        self.bots = Session(game, [bot] * game.seats, seed=seed).players
        self.chance = random.Random(seed)
        self.seen: Any = self.session.state.describe(READER)
        self.events_shown = 0

    def wanted(self, members: Mapping[str, Any]) -> int:
        """Return the first legal move of the reader with these members."""
        state = self.session.position_of(READER)
        for action in self.session.legal(READER):
            move = state.move(action)
            if all(move.get(name) == value for name, value in members.items()):
                return action
        raise ValueError(f"no legal move of {self.game.name} has {dict(members)}")

    def by_bot(self, seat: int) -> int:
        """Return the bot's action at a seat."""
        bot = self.bots[seat]
        assert bot is not None
        return int(bot.act(self.session.position_of(seat).view(seat, self.chance.getrandbits(60))))

    def play(self, seat: int, action: int) -> Data:
        """Make a move; return what it changed for the reader, and its events."""
        self.session.play(seat, action)
        after, events = self.session.state.describe(READER), self.session.seen_by(READER)
        patch, _ = changes(self.seen, [after])
        fresh = [{**event, "said": self.game.event_phrase(event, READER)} for event in events[self.events_shown :]]
        self.seen, self.events_shown = after, len(events)
        return {"to": patch, "events": fresh}


def round_of(name: str) -> Data:
    """Return the round of a game's tour: each step with the legal moves, the right one, and the events until the next step."""
    script = tour_of(name)["round"]
    game = load(name, **script.get("options", {}))
    played = TourGame(game, script["bot"], script["seed"])
    skip: int = script.get("skip", 0)
    steps: list[Data] = []
    wishes = [step["move"] for step in script["steps"] if "move" in step]
    first: Any = None
    for _ in range(MOST):
        if played.session.over or (len(steps) == len(wishes) and READER in played.session.waiting):
            break
        if READER not in played.session.waiting:
            seat = played.session.waiting[0]
            frame = played.play(seat, played.by_bot(seat))
            if steps:
                steps[-1]["frames"].append(frame)
            continue
        if skip:
            skip -= 1
            played.play(READER, played.by_bot(READER))
            continue
        if first is None:
            first = played.seen
        state, legal = played.session.position_of(READER), played.session.legal(READER)
        moves = [{"id": a, "said": game.move_phrase(state.move(a)), "move": state.move(a)} for a in legal]
        wish = wishes[len(steps)]
        action = played.wanted(wish) if wish else played.by_bot(READER)
        steps.append({"moves": moves, "id": action, "frames": []})
        steps[-1]["frames"].append(played.play(READER, action))
    names = {language: rivals_of(name, game.seats, first, language) for language in LANGUAGES}
    return {"options": dict(game.options), "names": names, "first": first, "steps": steps}


def main() -> None:
    parser = argparse.ArgumentParser(description="Make the rounds of the tours anew.")
    parser.add_argument("games", nargs="*", default=games_with_rounds())
    for name in parser.parse_args().games:
        text = json.dumps(round_of(name), ensure_ascii=False, separators=(",", ":"))
        (folder_of(name) / "round.json").write_text(text + "\n")
        print(f"{name}: {len(text) // 1000} kB")


if __name__ == "__main__":
    main()
