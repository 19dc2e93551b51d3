"""What the experiments of the Hearthstone thesis have in common: its agents, its budgets, its faults, its matrices."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from tapete.studies.study import Figure, Line, Study

GAMES = 100
QUICK = {1: 400, 10: 200, 100: 40, 1000: 8}  # games of a line by milliseconds for a decision
FULL = 400
# Of the thesis's program (docs/rules/hearthstone_agents.md, section 4), whose clock used up the last millisecond
SIMULATIONS_PER_MS = {"simtree": 2, "mcts1": 1, "mcts2": 2}

NOTES = (
    "Midrange Jade Shaman against itself, both seats; published: 100 games a figure, draws played again (ours count as "
    "half).",
    "As published: the simulator's rules, no mulligan (its framework of 2019 skipped it), all agents try their actions "
    "on the true state, which is the thesis's fault, and greedy uses the utility score, as the thesis's code has it. "
    "Fair: the game's rules, a mulligan, agents who see what their seat sees, and greedy with the midrange score, as "
    "the text says.",
    "Published budgets are milliseconds of another program; ours are the simulations that it will have made in them: "
    "two in a millisecond, or one of MCTS1, which evaluates many positions for each. Four simulations of MCTS2 win "
    "21.7 % (published at 1 ms: 22 and 23), 21 win 49.2 % (at 10 ms: 55 and 48); a millisecond of ours holds so many "
    "more that MCTS2 wins 68 % even at 1 ms, against greedy with midrange. The rate was chosen to fit these rows, and "
    "the opponent's score fits better than the text's, so agreement there says little; the other rows test it.",
    "The published SimTree had three more faults, which ours has not: it valued the end of the turn without simulating "
    "it, its simulations never took the last action of a list, and they were evaluated before the turn ended. Its "
    "lines need not agree.",
)


class Version(NamedTuple):
    """How a cell is played: as published, or without the faults."""

    suffix: str
    options: dict[str, Any]  # of the game
    agent: str  # what every spec gets
    greedy: str  # the greedy agent's score


AS_PUBLISHED = Version("", {"sim": 1, "mulligan": 0}, "clairvoyant=1", "utility")
FAIR = Version(", fair", {}, "mulligan=intended", "midrange")


class Agent(NamedTuple):
    """An agent of the thesis: its kind, the constant that the thesis varies, and its score."""

    kind: str
    constant: float
    score: str

    @property
    def label(self) -> str:
        return self.kind if self.kind == "greedy" else f"{self.kind} {self.constant:g} {self.score}"

    def spec(self, milliseconds: int, version: Version) -> str:
        if self.kind == "greedy":
            return f"greedy:eval={version.greedy},{version.agent}"
        constant = "share" if self.kind == "simtree" else "c"
        budget = (milliseconds + 1) * SIMULATIONS_PER_MS[self.kind]
        return f"{self.kind}:{constant}={self.constant:g},eval={self.score},iterations={budget},{version.agent}"


GREEDY = Agent("greedy", 0, "")
SEVEN = (
    GREEDY,
    Agent("simtree", 0.5, "midrange"),
    Agent("simtree", 0.75, "utility"),
    Agent("mcts1", 2.4, "utility"),
    Agent("mcts1", 2.9, "midrange"),
    Agent("mcts2", 1.5, "utility"),
    Agent("mcts2", 3.0, "utility"),
)


def cell(label: str, first: Agent, second: Agent, milliseconds: int, wins: int) -> list[Line]:
    """A published figure: the line that repeats it, and the fair one."""
    return [
        Line(
            label + version.suffix,
            (first.spec(milliseconds, version), second.spec(milliseconds, version)),
            (Figure(wins / GAMES if version is AS_PUBLISHED else None, GAMES, measure="score"),),
            version.options,
            quick=QUICK[milliseconds],
        )
        for version in (AS_PUBLISHED, FAIR)
    ]


def study(title: str, table: str, cells: Sequence[list[Line]]) -> Study:
    lines = [line for both in cells for line in both]
    return Study(
        title,
        f"Hearthstone thesis, table {table}",
        "hearthstone",
        lines,
        quick=min(QUICK.values()),
        full=FULL,
        notes=NOTES,
    )


def by_constant(table: str, kind: str, what: str, wins: Sequence[tuple[float, int, int]]) -> Study:
    """A kind of agent against the greedy one at 100 ms: (constant, wins with the utility score, with the midrange "
    "score)."""
    agents = [
        (Agent(kind, constant, score), won)
        for constant, *both in wins
        for score, won in zip(("utility", "midrange"), both, strict=True)
    ]
    return study(
        f"{kind} against greedy by {what}",
        table,
        [cell(agent.label, agent, GREEDY, 100, won) for agent, won in agents],
    )


def by_time(table: str, kind: str, wins: Sequence[tuple[str, float, int, int]]) -> Study:
    """A kind of agent against the greedy one: (score, constant, milliseconds, wins)."""
    return study(
        f"{kind} against greedy by time for a decision",
        table,
        [
            cell(f"{Agent(kind, constant, score).label}, {ms} ms", Agent(kind, constant, score), GREEDY, ms, won)
            for score, constant, ms, won in wins
        ],
    )


def tournament(table: str, milliseconds: int, matrix: Sequence[Sequence[int]]) -> Study:
    """Seven agents against each other: wins of the row's agent against the column's."""
    pairs = [(i, j) for i in range(len(SEVEN)) for j in range(i + 1, len(SEVEN))]
    return study(
        f"seven agents at {milliseconds} ms a decision",
        table,
        [
            cell(f"{SEVEN[i].label} v {SEVEN[j].label}", SEVEN[i], SEVEN[j], milliseconds, matrix[i][j])
            for i, j in pairs
        ],
    )
