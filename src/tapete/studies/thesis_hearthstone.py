"""What the experiments of the Hearthstone thesis have in common: its agents, its budgets, its faults, its matrices."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from tapete.studies.study import Figure, Line, Study

GAMES = 100
QUICK = {1: 400, 10: 200, 100: 80, 1000: 40}  # games of a line by milliseconds for a decision
FULL = 400
# Of the thesis's program (docs/rules/hearthstone_agents.md, section 4), by its clock of whole milliseconds
SIMULATIONS_PER_MS = {"simtree": 4, "mcts1": 2, "mcts2": 4}

NOTES = (
    "Midrange Jade Shaman against itself, both seats; published: 100 games a figure, wins only. The program's switch to repeat "
    "draws was never stored, so draws were counted as no win, here too.",
    "As published: the simulator's rules, no mulligan (its framework of 2019 skipped it), all agents try their actions "
    "on the true state, which is the thesis's fault, and greedy uses the utility score, as the thesis's code has it. The "
    "text says midrange: those lines are shown beside, and not judged. Fair: the game's rules, a mulligan, agents who see "
    "what their seat sees, and greedy with the midrange score; so it changes several things at once.",
    "Published budgets are milliseconds of another program; ours are the simulations that it will have made in them: four "
    "in a millisecond, or two of MCTS1, which evaluates many positions for each. Its SimTree ran while no more than T "
    "milliseconds had passed, that is T + 1 of them, MCTS1 and MCTS2 while fewer than T had. The rate was chosen to fit "
    "the rows of 1 and 10 ms, so agreement there says little; the other rows test it.",
    "The published searches had slips that ours have not: SimTree and MCTS1 valued the end of the turn as the position "
    "stands, ended it only if that was strictly better, and their random play left out the last action of a list; MCTS2 kept "
    "one position per node, so that chance fell once. Their lines need not agree.",
    "Not explained: agents that search with the utility score do 5 to 10 points better against greedy in the tables of 100 ms "
    "and more than ours; the Evo scores do far better in MCTS2 than ours with the formula of the last commit.",
)


class Version(NamedTuple):
    """How a cell is played: as published, as the text tells it, or without the faults."""

    suffix: str
    options: dict[str, Any]  # of the game
    agent: str  # what every spec gets
    greedy: str  # the greedy agent's score


SIMULATOR = {"sim": 1, "mulligan": 0}
AS_PUBLISHED = Version("", SIMULATOR, "clairvoyant=1", "utility")
AS_TOLD = Version(", greedy with midrange", SIMULATOR, "clairvoyant=1", "midrange")
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
        budget = budget_of(self.kind, milliseconds)
        return f"{self.kind}:{constant}={self.constant:g},eval={self.score},iterations={budget},{version.agent}"


def budget_of(kind: str, milliseconds: int) -> int:
    """Simulations that the thesis's program made in its time: SimTree's loop went on while the clock said T, too."""
    return (milliseconds + (kind == "simtree")) * SIMULATIONS_PER_MS[kind]


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
THREE = (Agent("mcts2", 3.0, "utility"), Agent("mcts2", 1.9, "evo1"), Agent("mcts2", 2.4, "evo1"))


def cell(label: str, first: Agent, second: Agent, milliseconds: int, wins: int) -> list[Line]:
    """A published figure: the line that repeats it, the one with the text's greedy agent, and the fair one."""
    versions = [AS_PUBLISHED, *([AS_TOLD] if GREEDY in (first, second) else []), FAIR]
    return [
        Line(
            label + version.suffix,
            (first.spec(milliseconds, version), second.spec(milliseconds, version)),
            (figure(version, wins),),
            version.options,
            quick=QUICK[milliseconds],
        )
        for version in versions
    ]


def figure(version: Version, wins: int) -> Figure:
    return Figure(None if version is FAIR else wins / GAMES, GAMES, judged=version is AS_PUBLISHED)


def every_attack(label: str, first: Agent, second: Agent, milliseconds: int, wins: int) -> Line:
    """The same cell with an Evo score that counts the attack of every minion: which one was played with is not known."""
    agents = [
        agent._replace(score=agent.score + "-all") if "evo" in agent.score else agent for agent in (first, second)
    ]
    return Line(
        f"{label}, every minion's attack",
        (agents[0].spec(milliseconds, AS_PUBLISHED), agents[1].spec(milliseconds, AS_PUBLISHED)),
        (Figure(wins / GAMES, GAMES, judged=False),),
        AS_PUBLISHED.options,
        quick=QUICK[milliseconds],
    )


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


def by_constant(
    table: str, kind: str, what: str, wins: Sequence[Sequence[float]], scores: Sequence[str] = ("utility", "midrange")
) -> Study:
    """A kind of agent against the greedy one at 100 ms: (constant, wins with each of the scores)."""
    cells = []
    for constant, *each in wins:
        for score, won in zip(scores, each, strict=True):
            agent = Agent(kind, constant, score)
            lines = cell(agent.label, agent, GREEDY, 100, int(won))
            if "evo" in score:
                lines.append(every_attack(agent.label, agent, GREEDY, 100, int(won)))
            cells.append(lines)
    return study(f"{kind} against greedy by {what}", table, cells)


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


def tournament(
    table: str, milliseconds: int, matrix: Sequence[Sequence[int]], agents: Sequence[Agent] = SEVEN
) -> Study:
    """Agents against each other: wins of the row's agent against the column's."""
    cells = []
    for i, first in enumerate(agents):
        for j in range(i + 1, len(agents)):
            second, label = agents[j], f"{first.label} v {agents[j].label}"
            lines = cell(label, first, second, milliseconds, matrix[i][j])
            if "evo" in first.score + second.score:
                lines.append(every_attack(label, first, second, milliseconds, matrix[i][j]))
            cells.append(lines)
    names = {3: "three", 7: "seven"}
    return study(f"{names[len(agents)]} agents at {milliseconds} ms a decision", table, cells)
