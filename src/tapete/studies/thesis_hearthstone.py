"""Shared parts of the Hearthstone thesis's experiments: its agents, budgets, faults and matrices."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import combinations
from typing import Any, NamedTuple

from tapete.studies.shapes import cross_table, grid, row_by_row
from tapete.studies.study import Figure, Line, Picture, PublishedMatrix, Study, Total

GAMES = 100
QUICK = {1: 200, 10: 200, 100: 100, 1000: 20}  # games of a line by milliseconds for a decision
FULL = {1: 600, 10: 400, 100: 200, 1000: 100}
BY_CONSTANT = (40, 100)  # games of a line, quick and full, where a column's mean says more than its 21 lines
# Actions that the thesis's program simulated in a millisecond (docs/rules/hearthstone_agents.md, section 4)
ACTIONS_PER_MS = 9

NOTES = (
    "Midrange Jade Shaman against itself, both seats; published: 100 games a figure, wins only. The program's switch to "
    "repeat draws was never stored, so draws were counted as no win, here too.",
    "As published: the simulator's rules, no mulligan (its framework of 2019 skipped it), the searches as the thesis's "
    "program had them (`simtree-coded`, `mcts1-coded`, `mcts2-coded`), on the true state, which is the thesis's fault, and "
    "greedy with the utility score, as its code has it. The text says midrange: those lines are shown beside, and in tables "
    "C.4 to C.6 judged too, each reading by itself, since at most one of them can be right; elsewhere they are not judged. "
    "Fair: the game's rules, a mulligan, the searches as the text describes them, agents who see what their seat sees, greedy "
    "with midrange; so it changes several things at once.",
    f"Published budgets are milliseconds of another program; ours are the actions that it will have simulated in them: "
    f"{ACTIONS_PER_MS} in a millisecond for all three searches. Its SimTree ran while no more than T milliseconds had passed, "
    "that is T + 1 of them, MCTS1 and MCTS2 while fewer than T had. It read a clock of whole milliseconds, so that SimTree's "
    "exploration rate means 1/2 at 1 ms, whatever it is. The rate is 4 simulations of 2.3 actions: the actions "
    "were counted, the 4 were fitted once, to the rows of 1 and 10 ms, so that these agree partly by construction.",
)


REASONS = {
    "C.1": (
        "SimTree with midrange: the mean of the column differs (51.6 published, ours 46.6 in 2,100 games, 3.3 standard "
        "errors); the one with utility agrees (52.5, ours 54.0). As described both agree (53.3 and 50.6 in 840 games, "
        "1.0 standard errors away): what the last commit does otherwise costs these points. Tested besides: half the actions "
        "45.1, against greedy with midrange 58.7.",
    ),
    "C.11": (
        "All three means differ (47.3, 23.4 and 16.8 in 2,100 games each; published 55.7, 40.0 and 37.1), and which score was "
        "played with is not known: the thesis's last commit calls a method that none has. Counting every minion's attack gives "
        "70.5, 63.0 and 60.5, that with the number of minions once instead of twice 53.0, 49.5 and 49.5 (200 games each): the "
        "formula decides this table. Tested without effect: the search as described, known decks, more actions, a deck without "
        "random minions (docs/rules/hearthstone_agents.md, section 4.1).",
    ),
    **dict.fromkeys(
        ("C.4", "C.5", "C.6"),
        (
            "The agents are the best of 21 constants of tables C.1 to C.3. Played again by the thesis at 100 ms they lie 3.6 "
            "points (standard error 1.4) above the means of their columns, more than fresh games of equal constants would: ours "
            "tend to be lower there.",
        ),
    ),
}


class Version(NamedTuple):
    """Version of a cell: as published, as the text describes it, or without the faults."""

    suffix: str
    options: dict[str, Any]  # of the game
    agent: str  # added to every spec
    greedy: str  # the greedy agent's score


SIMULATOR = {"sim": 1, "mulligan": 0}
AS_PUBLISHED = Version("", SIMULATOR, "clairvoyant=1", "utility")
AS_DESCRIBED = Version(", greedy with midrange", SIMULATOR, "clairvoyant=1", "midrange")
EVERY_ATTACK = ", every minion's attack"
READINGS = (
    "code: greedy with utility",
    "text: greedy with midrange",
)  # the two candidates for the published opponent
FAIR = Version(", fair", {}, "mulligan=intended", "midrange")


class Agent(NamedTuple):
    """Agent of the thesis: its kind, the constant that the thesis varies, and its score."""

    kind: str
    constant: float
    score: str

    @property
    def label(self) -> str:
        return self.kind if self.kind == "greedy" else f"{self.kind} {self.constant:g} {self.score}"

    def spec(self, milliseconds: int, version: Version) -> str:
        if self.kind == "greedy":
            return f"greedy:eval={version.greedy},{version.agent}"
        name, budget = self.kind, f"iterations={simulations_in(self.kind, milliseconds)}"
        if version is not FAIR:
            name, budget = f"{self.kind}-coded", f"actions={actions_in(self.kind, milliseconds)}"
        constant = f"c={self.constant:g}"
        if self.kind == "simtree":
            share = self.constant if version is FAIR else explored(self.constant, milliseconds)
            constant = f"share={share:.6g}"
        return f"{name}:{constant},eval={self.score},{budget},{version.agent}"


def milliseconds_used(kind: str, milliseconds: int) -> int:
    """Return the milliseconds that the thesis's loop used: SimTree's also ran while the clock said T."""
    return milliseconds + (kind == "simtree")


def actions_in(kind: str, milliseconds: int) -> int:
    """Return the actions that the thesis's program simulated in its time."""
    return milliseconds_used(kind, milliseconds) * ACTIONS_PER_MS


def simulations_in(kind: str, milliseconds: int) -> int:
    """Return the whole simulations in that time: of 2.3 actions, or twice as many for MCTS1, which plays every action of a
    node.
    """
    return milliseconds_used(kind, milliseconds) * (2 if kind == "mcts1" else 4)


def explored(rate: float, milliseconds: int) -> float:
    """Return the share of SimTree's time spent on all actions in turn: while whole milliseconds / T were at most the rate."""
    ticks = range(milliseconds + 1)
    return sum(tick / milliseconds <= rate for tick in ticks) / len(ticks)


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


def cell(label: str, first: Agent, second: Agent, milliseconds: int, wins: int, both: bool = False) -> list[Line]:
    """Return the lines of a published figure: the replication, those shown beside it, and the fair one.

    `both`: it is judged against the opponent of the program and against that of the text.
    """
    games = QUICK[milliseconds], FULL[milliseconds]
    return [
        *repeated(label, first, second, milliseconds, wins, games, both),
        line(label, (first, second), milliseconds, wins, FAIR, games),
    ]


def repeated(
    label: str,
    first: Agent,
    second: Agent,
    milliseconds: int,
    wins: int,
    games: tuple[int, int],
    both: bool = False,
) -> list[Line]:
    """Return a figure with the greedy agent of the program and that of the text, and with the Evo score that it may have had."""
    lines = [line(label, (first, second), milliseconds, wins, AS_PUBLISHED, games)]
    if "evo" in first.score + second.score:
        attacking = (every_attack(first), every_attack(second))
        lines.append(line(label + EVERY_ATTACK, attacking, milliseconds, wins, AS_PUBLISHED, games, judged=False))
    if GREEDY in (first, second):
        lines.append(line(label, (first, second), milliseconds, wins, AS_DESCRIBED, games, judged=both))
    if both:
        lines = [replace(entry, figures=(replace(entry.figures[0], source=READINGS[place]),))
                 for place, entry in enumerate(lines)]  # fmt: skip
    return lines


def line(
    label: str,
    agents: tuple[Agent, Agent],
    milliseconds: int,
    wins: int,
    version: Version,
    games: tuple[int, int],
    judged: bool = True,
) -> Line:
    """Build a line with its games at quick and full scale; an unjudged line is played at the quick one."""
    judged = judged and version is not FAIR
    return Line(
        label + version.suffix,
        (agents[0].spec(milliseconds, version), agents[1].spec(milliseconds, version)),
        (Figure(None if version is FAIR else wins / GAMES, GAMES, judged=judged, rounding=0.0),),
        version.options,
        quick=games[0],
        full=games[1] if judged else games[0],
    )


def every_attack(agent: Agent) -> Agent:
    """Return the same with an Evo score that counts the attack of every minion: it is unknown which one was used."""
    return agent._replace(score=agent.score + "-all") if "evo" in agent.score else agent


# The thesis's figure of each table, or the part of it that a table is
FIGURES = {
    "C.1": "4.5", "C.2": "4.6", "C.3": "4.6", "C.4": "4.7", "C.5": "4.8", "C.6": "4.9", "C.7": "4.10", "C.8": "4.11",
    "C.9": "4.12", "C.10": "4.13", "C.11": "4.17", "C.12": "4.18", "C.13": "4.18", "C.14": "4.19", "C.15": "4.19",
}  # fmt: skip


def figure_of(table: str, caption: str) -> tuple[str, str]:
    """Return the name of a table's picture and its caption; if a figure shows several tables, each draws its own part."""
    number = FIGURES[table]
    shared = sum(number == other for other in FIGURES.values()) > 1
    name = f"figure-{number.replace('.', '-')}"
    part = ", part" if shared else ""
    return f"{name}-{table.lower().replace('.', '-')}" if shared else name, f"{caption} (figure {number}{part})."


def study(
    title: str,
    table: str,
    cells: Sequence[list[Line]],
    totals: Sequence[Total] = (),
    pictures: Sequence[Picture] = (),
    matrices: Sequence[PublishedMatrix] = (),
) -> Study:
    return Study(
        title,
        f"Hearthstone thesis, table {table}",
        "hearthstone",
        [line for lines in cells for line in lines],
        quick=min(QUICK.values()),
        full=max(FULL.values()),
        notes=(*NOTES, *REASONS.get(table, ())),
        totals=totals,
        pictures=pictures,
        matrices=matrices,
        names=names_of([line for lines in cells for line in lines]),
    )


def names_of(lines: Sequence[Line]) -> dict[str, str]:
    """Return the names of the agents: the kind, its constant and its score, as in the thesis."""
    found = {}
    for spec in dict.fromkeys(spec for line in lines for spec in line.agents):
        name, _, given = spec.partition(":")
        options = dict(part.partition("=")[::2] for part in given.split(","))
        constant = options.get("c") or options.get("share") or ""
        budget = options.get("actions") or options.get("iterations") or ""
        text = " ".join(part for part in (name, constant, options.get("eval", "")) if part)
        found[spec] = f"{text}, {budget}" if budget else text
    return found


def by_constant(
    table: str,
    kind: str,
    what: str,
    wins: Sequence[Sequence[float]],
    scores: Sequence[str] = ("utility", "midrange"),
    games: tuple[int, int] = BY_CONSTANT,
) -> Study:
    """Return the lines of a kind of agent against the greedy one at 100 ms: (constant, wins with each score); and column means.

    Every constant has its own deals, as in the thesis: with shared deals a mean over 21 lines would say no more than one line.
    """
    cells: list[list[Line]] = []
    totals: list[Total] = []
    for column, score in enumerate(scores, 1):
        agents = [(Agent(kind, row[0], score), int(row[column])) for row in wins]
        here = [
            [
                replace(line, deals=(place, len(agents)))
                for line in repeated(agent.label, agent, GREEDY, 100, won, games)
            ]
            for place, (agent, won) in enumerate(agents)
        ]
        suffixes = [line.label.removeprefix(agents[0][0].label) for line in here[0]]
        totals += [column_mean(score, suffix, agents) for suffix in suffixes]
        cells += here
    constants = tuple(f"{row[0]:g}" for row in wins)
    labels = tuple(Agent(kind, row[0], score).label for score in scores for row in wins)
    name, caption = figure_of(table, f"Wins of {kind} against greedy by {what}, as published and ours")
    picture = Picture(name, caption, "shares-over", labels, tuple(scores), constants, what)
    suffixes = list(dict.fromkeys(entry.label.removeprefix(labels[0]) for entry in cells[0]))
    matrix = grid(
        f"table-{table.lower().replace('.', '-')}", f"Table {table}: wins of {kind} against greedy", what,
        (*constants, "mean"), tuple(f"{score}{suffix}" for score in scores for suffix in suffixes),
        lambda i, j: column_label(kind, wins, scores[j // len(suffixes)], suffixes[j % len(suffixes)], i),
    )  # fmt: skip
    return study(f"{kind} against greedy by {what}", table, cells, totals, (picture,), (matrix,))


def column_label(kind: str, wins: Sequence[Sequence[float]], score: str, suffix: str, place: int) -> str:
    """Return the line of a constant, or below all of them their mean."""
    if place == len(wins):
        return f"mean over all constants, {score}{suffix}"
    return Agent(kind, wins[place][0], score).label + suffix


def column_mean(score: str, suffix: str, agents: Sequence[tuple[Agent, int]]) -> Total:
    """Return the total of a score over all constants: no column shows an effect of the constant, so the mean is more precise."""
    mean = sum(won for _, won in agents) / (GAMES * len(agents))
    parts = tuple((agent.label + suffix, 0) for agent, _ in agents)
    figure = Figure(mean, GAMES * len(agents), judged=not suffix, rounding=0.0)
    return Total(f"mean over all constants, {score}{suffix}", parts, figure)


def by_time(table: str, kind: str, wins: Sequence[tuple[str, float, int, int, int, int]]) -> Study:
    """Return the lines of a kind of agent against the greedy one: (score, constant, milliseconds, wins, by first and second
    seat).
    """
    labels = tuple(f"{Agent(kind, constant, score).label}, {ms} ms" for score, constant, ms, *_ in wins)
    cells = [
        cell(label, Agent(kind, constant, score), GREEDY, ms, won, both=True)
        for label, (score, constant, ms, won, *_) in zip(labels, wins, strict=True)
    ]
    games = GAMES // 2 * len(wins)
    totals = [
        Total(
            f"all, as the {name} player{version.suffix}",
            tuple((label + version.suffix, 0) for label in labels),
            Figure(sum(of_seat) / games, games, rounding=0.0, seat=seat, source=source),
        )
        for version, source in zip((AS_PUBLISHED, AS_DESCRIBED), READINGS, strict=True)
        for seat, (name, of_seat) in enumerate(zip(("first", "second"), list(zip(*wins, strict=True))[4:], strict=True))
    ]
    agents = tuple(dict.fromkeys(Agent(kind, constant, score).label for score, constant, *_ in wins))
    times = tuple(dict.fromkeys(str(ms) for _, _, ms, *_ in wins))
    name, caption = figure_of(table, f"Wins of {kind} against greedy by time for a decision, as published and ours")
    picture = Picture(name, caption, "shares-over", labels, agents, times, "milliseconds for a decision")
    matrices = [
        row_by_row(
            f"table-{table.lower().replace('.', '-')}{tag}", f"Table {table}: wins against {what}", "agent", agents,
            tuple(f"{ms} ms" for ms in times), [f"{agent}, {ms} ms{version.suffix}" for agent in agents for ms in times],
        )
        for version, tag, what in zip(
            (AS_PUBLISHED, AS_DESCRIBED, FAIR), ("", "-text", "-fair"), (*READINGS, "greedy, fair"), strict=True
        )
    ]  # fmt: skip
    return study(f"{kind} against greedy by time for a decision", table, cells, totals, (picture,), matrices)


def tournament(
    table: str, milliseconds: int, matrix: Sequence[Sequence[int]], agents: Sequence[Agent] = SEVEN
) -> Study:
    """Build a tournament table: wins of the row's agent against the column's."""
    pairs = list(combinations(range(len(agents)), 2))
    labels = tuple(f"{agents[i].label} v {agents[j].label}" for i, j in pairs)
    title = f"Wins of each agent at {milliseconds} ms a decision, by opponent, as published and ours"
    name, caption = figure_of(table, title)
    picture = Picture(
        name, caption, "bars-by-opponent", labels, tuple(agent.label for agent in agents),
        published=tuple(float(won) for row in matrix for won in row),
    )  # fmt: skip
    names = {3: "three", 7: "seven"}
    shares = [[won / GAMES for won in row] for row in matrix]
    matrices = [
        cross_table(
            f"table-{table.lower().replace('.', '-')}{tag}", f"Table {table}{version.suffix}: wins of the row's agent",
            [agent.label for agent in agents],
            {pair: f"{agents[pair[0]].label} v {agents[pair[1]].label}{version.suffix}" for pair in pairs},
            None if version is FAIR else shares,
        )
        for version, tag in ((AS_PUBLISHED, ""), (FAIR, "-fair"))
    ]  # fmt: skip
    return study(
        f"{names[len(agents)]} agents at {milliseconds} ms a decision",
        table,
        [
            cell(f"{agents[i].label} v {agents[j].label}", agents[i], agents[j], milliseconds, matrix[i][j])
            for i, j in pairs
        ],
        pictures=(picture,),
        matrices=matrices,
    )


Wins = Sequence[Sequence[int]]


def tournaments(title: str, tables: str, figure: str, matrices: Mapping[int, Wins], agents: Sequence[Agent]) -> Study:
    """Build several tournaments of the same agents, by milliseconds per decision, and their joint wins; as published only."""
    pairs = list(combinations(range(len(agents)), 2))
    lines = []
    for milliseconds, matrix in matrices.items():
        for i, j in pairs:
            label = f"{agents[i].label} v {agents[j].label}, {milliseconds} ms"
            games = QUICK[milliseconds], FULL[milliseconds]
            lines.append(line(label, (agents[i], agents[j]), milliseconds, matrix[i][j], AS_PUBLISHED, games))
    names = tuple(agent.label for agent in agents)
    picture = Picture(
        f"figure-{figure.replace('.', '-')}",
        f"Wins of each agent over the tournaments, by time for a decision, as published and ours (figure {figure}).",
        "bars-by-column", tuple(entry.label for entry in lines), names, tuple(f"{ms} ms" for ms in matrices),
        published=tuple(float(sum(matrix[row])) for row in range(len(agents)) for matrix in matrices.values()),
    )  # fmt: skip
    return Study(
        title, f"Hearthstone thesis, tables {tables} and figure {figure}", "hearthstone", lines, quick=min(QUICK.values()),
        full=max(FULL.values()), notes=NOTES, pictures=(picture,),
    )  # fmt: skip
