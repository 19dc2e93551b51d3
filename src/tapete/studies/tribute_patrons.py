"""Which patrons win? Counts of a field of fair bots over every set of four patrons, for `draft=statistics` in Tribute.

`python -m tapete.studies.tribute_patrons` replays the games and writes the same file.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator, Sequence
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np

from tapete.arena.duel import duel
from tapete.arena.schedule import Progress
from tapete.core.game import Game
from tapete.core.registry import load
from tapete.games.tribute import cards
from tapete.games.tribute.options import POOLS
from tapete.seeds import derive

FIELD = {  # names in the file, and the agents that played; none sees hidden cards or loses by a fault
    "max-agents": "max-agents",
    "patron-favors": "patron-favors",
    "max-prestige": "max-prestige",
    "decision-tree": "decision-tree:fixed=1",
    "evolved": "evolved",
}
PATRONS = ("ansei", "duke_of_crows", "rajhin", "psijic", "orgnum", "hlaalu", "pelin", "red_eagle", "saint_alessia")
GAMES = 40
SEED = 1
Counts = dict[str, dict[str, list[list[int]]]]


def sets_of_patrons(patrons: Sequence[str] = PATRONS) -> Iterator[tuple[int, tuple[str, ...]]]:
    """Yield every set of four, in an order drawn from the seed: the order of the game decides ties of some bots."""
    for number, chosen in enumerate(combinations(PATRONS, 4)):
        if set(chosen) <= set(patrons):
            yield number, tuple(sorted(chosen, key=lambda patron: derive(SEED, number, PATRONS.index(patron))))


def count(pairs: Sequence[tuple[str, str]], games: int, *, sets: int | None = None) -> Counts:
    """Return [wins, games] of each bot with each patron in the game, by seat.

    A draw is half a win, so wins are counted in halves.
    """
    found: Counts = {bot: {patron: [[0, 0], [0, 0]] for patron in PATRONS} for bot in FIELD}
    for number, order in list(sets_of_patrons())[:sets]:
        game = load("tribute", patrons=",".join(order))
        for pair in pairs:
            played = duel(game, [FIELD[bot] for bot in pair], games=games, seed=derive(SEED, number) >> 16).played
            holders = played.plan.at_seats
            for k, bot in enumerate(pair):
                for seat in range(2):
                    mine = holders[:, seat] == k
                    halves = int(np.rint(2 * played.returns[mine, seat]).sum())
                    for patron in order:
                        found[bot][patron][seat][0] += halves
                        found[bot][patron][seat][1] += 2 * int(mine.sum())
    return found


def count_agent(
    game: Game, agent: str, games: int, *, workers: int | None = None, progress: Progress | None = None
) -> tuple[Counts, int]:
    """Return [wins, games] of an agent against the field, in halves, with each patron of a game's pool; and the number of games.

    The games are distributed over all sets of four patrons and the field's bots, at least one mirrored deal each.
    """
    patrons = [cards.PATRONS[number] for number in POOLS[game.options["pool"]]]
    sets = list(sets_of_patrons(patrons))
    each = 2 * max(1, round(games / (2 * len(sets) * len(FIELD))))
    found = {agent: {patron: [[0, 0], [0, 0]] for patron in patrons}}
    for number, order in sets:
        there = load("tribute", **{**game.options, "patrons": ",".join(order)})
        for rival in FIELD.values():
            seed = derive(SEED, number) >> 16
            played = duel(there, [agent, rival], games=each, seed=seed, workers=workers, progress=progress).played
            for seat in range(2):
                mine = played.plan.at_seats[:, seat] == 0
                halves = int(np.rint(2 * played.returns[mine, seat]).sum())
                for patron in order:
                    found[agent][patron][seat][0] += halves
                    found[agent][patron][seat][1] += 2 * int(mine.sum())
    return found, each * len(sets) * len(FIELD)


def write_agent(path: Path, found: Counts, games: int, pool: str) -> None:
    """Write the counts of an agent for `draft=FILE`."""
    about = "wins and games in halves (a draw is half a win) from seats 0 and 1, with each patron in the game"
    data = {"about": about, "games": games, "pool": pool, "against": list(FIELD.values()), "bots": found}
    path.write_text(json.dumps(data, indent=1) + "\n", encoding="utf-8")


def write(path: Path, found: Counts, games: int) -> None:
    pairs = len(list(combinations(FIELD, 2)))
    text = {
        "about": "wins and games in halves (a draw is half a win) of each bot from seats 0 and 1, with each patron in the game",
        "made_by": f"python -m tapete.studies.tribute_patrons --games {games}",
        "games": games * pairs * len(list(sets_of_patrons())),
        "agents": FIELD,
    }
    lines = [f" {json.dumps(bot)}: {json.dumps(by_patron)}" for bot, by_patron in found.items()]
    head = ",\n".join(f"{json.dumps(name)}: {json.dumps(value)}" for name, value in text.items())
    path.write_text(f"{{\n{head},\n" + '"bots": {\n' + ",\n".join(lines) + "\n}\n}\n", encoding="utf-8")


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tapete.studies.tribute_patrons", description=__doc__)
    parser.add_argument("--games", type=int, default=GAMES, help="games of each pair of bots with each set of patrons")
    parser.add_argument("--out", type=Path, default=Path("patrons.json"), help="file to write")
    given: Any = parser.parse_args(arguments)
    write(given.out, count(list(combinations(FIELD, 2)), given.games), given.games)
    print(f"{given.out} written", file=sys.stderr)
    return 0


if __name__ == "__main__":
    sys.exit(main())
