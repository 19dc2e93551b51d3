"""Golden decisions: 200 decisions of every kind of agent in every game.

`python tests/golden/golden_decisions.py [GAME...]` rewrites the files, for a change that is meant to change play. It
refuses to write other decisions of an agent whose key is unchanged: stored games would be continued by another player.
A change of Python code that decides needs a new `PLAYS` in its class; a change of a kernel gives a new key by itself.
"""

from __future__ import annotations

import hashlib
import sys
import textwrap
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

import tapete
from tapete.agents.player import Player
from tapete.agents.registry import make_agent
from tapete.core.game import Game
from tapete.seeds import derive

FOLDER = Path(__file__).parent
DECISIONS = 200
NO_ANSWER = -1  # an agent without an answer forfeits; the next game is dealt

TREES = [
    "ismcts:iterations=40",
    "ismcts:iterations=40,trees=2,final=secure",
    "ismcts:iterations=30,reuse=1",
    "ismcts:iterations=30,widen=1.5,final=max",
    "pimc:iterations=40,worlds=4",
    "flat:iterations=40",
    "clairvoyant:iterations=40",
    "thesis-mcts:iterations=40",
]
EVALUATED = [
    "greedy",
    "greedy:worlds=2,ties=random",
    "greedy-turn:depth=3",
    "frontier:iterations=20",
    "uct-turn:iterations=30",
    "ismcts:iterations=30,reward=evaluation,rollout_depth=2",
    "minimax:depth=2,worlds=2",
]
NETWORKS = ["net", "ismcts:iterations=20,eval=net"]
GUIDED = ["ismcts:iterations=20,guide=own", "ismcts:iterations=20,guide=own,priors=drawn", "net:symmetric=1"]
ALWAYS = ["random", *TREES, *EVALUATED]


@dataclass(frozen=True)
class Table:
    """Game with its options, and the agents whose decisions are recorded."""

    game: str
    options: dict[str, Any]
    specs: list[str]

    def load(self) -> Game:
        return tapete.load(self.game, **self.options)


TABLES = {
    "briscas": Table(
        "briscas",
        {},
        [
            *ALWAYS,
            *NETWORKS[:1],
            *GUIDED,
            "heuristic",
            "heuristic:as_coded=1",
            "heuristic:aggressive=1",
            "cheap-winner",
            "ismcts:iterations=40,exact=2,reward=points",
            "ismcts:iterations=40,rollout=cheap-winner,epsilon=0.2",
            "relay:first=cheap-winner,then=heuristic,until=8",
            "minimax:depth=4,worlds=2,exact=2",
        ],
    ),
    "briscas-pairs": Table(
        "briscas", {"players": 4, "exchange": "on"}, ["random", "heuristic", "cheap-winner", "ismcts:iterations=30"]
    ),
    "catan": Table(
        "catan",
        {},
        [
            *ALWAYS,
            *NETWORKS[:1],
            *GUIDED[:1],
            "almost-random",
            "settler",
            "value",
            "victory-point",
            "weighted",
            "champion",
            "types-net",
            "arguments-net",
            "ismcts:iterations=10,rollout=settler,rollout_depth=6",
            "relay:first=weighted,then=value,until=12",
        ],
    ),
    "catan-thesis": Table("catan", {"preset": "thesis"}, ["almost-random:as_coded=1", "types-net", "settler"]),
    "dinosaurs": Table(
        "dinosaurs",
        {},
        [*ALWAYS, *NETWORKS, "easy", "easy:as_coded=1", "medium", "medium:weights=counted", "net-search:iterations=20"]
        + ["hard-search:iterations=20", "relay:first=easy,then=medium,until=4"],
    ),
    "hearthstone": Table(
        "hearthstone",
        {"decks": "mixed"},
        [
            *ALWAYS,
            *NETWORKS,
            "dynamic-lookahead",
            "eva",
            "champion",
            "greedy-tree",
            "mcts1:iterations=20",
            "mcts1-coded:iterations=20",
            "mcts2:iterations=20",
            "mcts2-coded:iterations=20",
            "simtree:iterations=20",
            "simtree-coded:iterations=20",
            "greedy:eval=midrange,mulligan=intended",
            "greedy:eval=by-class-2019",
            "greedy:eval=by-deck-2019",
            "relay:first=greedy,then=eva,until=6",
        ],
    ),
    "tribute": Table(
        "tribute",
        {},
        [
            *ALWAYS,
            *NETWORKS,
            "beam",
            "best-mcts3:iterations=20",
            "champion",
            "decision-tree",
            "decision-tree:fixed=1",
            "evolved",
            "evolved:champion=B-3,leak=1",
            "max-agents",
            "max-prestige",
            "patron-favors",
            "random-simulation",
            "random-without-end-turn",
            "sample-mcts",
            "relay:first=max-agents,then=max-prestige,until=10",
        ],
    ),
}


def decisions(game: Game, spec: str, count: int = DECISIONS) -> tuple[str, list[int]]:
    """Return the key of an agent, and its first decisions with a choice, at all seats of successive deals."""
    seats: list[Player] = [make_agent(spec, game) for _ in range(game.seats)]
    found: list[int] = []
    deal = 0
    while len(found) < count:
        state = game.deal(deal)
        for seat, agent in enumerate(seats):
            agent.begin(game, seat)
            agent.reset(derive(deal, seat))
        step = 0
        while not state.over and len(found) < count:
            agent = seats[state.seat]
            answer = agent.act(agent.view(state, derive(deal, 100 + step)))
            action = NO_ANSWER if answer is None else int(answer)
            if len(state.legal()) > 1:
                found.append(action)
            if action == NO_ANSWER:
                break
            state.apply(action)
            step += 1
        deal += 1
    return seats[0].fingerprint(), found


def digest(*parts: Any) -> str:
    """Hash arrays and numbers."""
    total = hashlib.sha256()
    for part in parts:
        total.update(np.ascontiguousarray(part).tobytes())
    return total.hexdigest()[:16]


# Files: for each agent its spec, its key, and its decisions


def path_of(name: str) -> Path:
    return FOLDER / f"{name}.txt"


def read(path: Path) -> dict[str, tuple[str, list[int]]]:
    """Return the entries of a file: key and decisions by spec."""
    found: dict[str, tuple[str, list[int]]] = {}
    if path.exists():
        for block in path.read_text(encoding="utf-8").split("\n\n"):
            head, *lines = block.strip().splitlines()
            spec, key = head.rsplit(" ", 1)
            found[spec] = key, [int(word) for line in lines for word in line.split()]
    return found


def write(path: Path, entries: dict[str, tuple[str, list[int]]]) -> None:
    blocks = [
        f"{spec} {key}\n" + "\n".join(textwrap.wrap(" ".join(map(str, actions)), 110))
        for spec, (key, actions) in entries.items()
    ]
    path.write_text("\n\n".join(blocks) + "\n", encoding="utf-8")


def changed_silently(before: dict[str, tuple[str, list[int]]], after: dict[str, tuple[str, list[int]]]) -> list[str]:
    """Return the agents that decide differently under the same key."""
    return [
        spec
        for spec, (key, actions) in after.items()
        if spec in before and before[spec][0] == key and before[spec][1] != actions
    ]


def main(names: list[str]) -> int:
    for name in names or list(TABLES):
        table = TABLES[name]
        game = table.load()
        entries = {spec: decisions(game, spec) for spec in table.specs}
        silent = changed_silently(read(path_of(name)), entries)
        if silent:
            print(f"{name}: other decisions under the same key: {'; '.join(silent)}. Raise PLAYS.", file=sys.stderr)
            return 1
        write(path_of(name), entries)
        print(f"{path_of(name).name}: {len(entries)} agents")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
