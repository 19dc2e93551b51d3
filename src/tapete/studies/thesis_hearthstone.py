"""What the experiments of the Hearthstone thesis have in common: its agents, its budgets, its matrices."""

from __future__ import annotations

from collections.abc import Sequence

from tapete.studies.study import Figure, Line, Study

GREEDY = "greedy:eval=midrange"
NOTES = (
    "Midrange Jade Shaman against itself, 100 games a cell, 50 from each seat. The thesis's simulations ran on the true state of "
    "a 2019 copy of the simulator; the agents here see what their seat sees.",
    "Budgets are milliseconds as published, on a program that simulates about ten times faster, so a line has more "
    "simulations than the published one had.",
)


def searcher(kind: str, constant: float, evaluation: str, milliseconds: float) -> str:
    """SimTree, MCTS1 or MCTS2 as a spec."""
    name = "share" if kind == "simtree" else "c"
    return f"{kind}:{name}={constant:g},eval={evaluation},ms={milliseconds:g}"


def against_greedy(title: str, table: str, lines: Sequence[tuple[str, float, str, float, float]], quick: int) -> Study:
    """A table of one kind of agent against the greedy one: (kind, constant, evaluation, milliseconds, wins in per cent)."""
    return Study(
        title,
        f"Hearthstone thesis, table {table}",
        "hearthstone",
        [
            Line(
                f"{kind} {constant:g} {evaluation}, {ms:g} ms",
                (searcher(kind, constant, evaluation, ms), GREEDY),
                (Figure(wins / 100, 100),),
            )
            for kind, constant, evaluation, ms, wins in lines
        ],
        quick=quick,
        full=400,
        notes=NOTES,
    )


def tournament(table: str, milliseconds: float, matrix: Sequence[Sequence[int]], quick: int) -> Study:
    """A table of seven agents, wins of 100 games of the row's agent against the column's."""
    agents = [
        GREEDY,
        searcher("simtree", 0.5, "midrange", milliseconds),
        searcher("simtree", 0.75, "utility", milliseconds),
        searcher("mcts1", 2.4, "utility", milliseconds),
        searcher("mcts1", 2.9, "midrange", milliseconds),
        searcher("mcts2", 1.5, "utility", milliseconds),
        searcher("mcts2", 3.0, "utility", milliseconds),
    ]
    pairs = [(i, j) for i in range(len(agents)) for j in range(i + 1, len(agents))]
    return Study(
        f"seven agents at {milliseconds:g} ms a decision",
        f"Hearthstone thesis, table {table}",
        "hearthstone",
        [
            Line(f"{agents[i]} v {agents[j]}", (agents[i], agents[j]), (Figure(matrix[i][j] / 100, 100),))
            for i, j in pairs
        ],
        quick=quick,
        full=400,
        notes=NOTES,
    )
