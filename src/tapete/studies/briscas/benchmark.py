"""An open benchmark for Briscas: fixed deals, a ladder of opponents, one figure to compare (docs/how-to/compare-agents.md)."""

from tapete.studies.study import Figure, Line, Study, Total

LADDER = {
    "random": "random",
    "thesis heuristic": "heuristic:as_coded=1",
    "heuristic": "heuristic",
    "cheap-winner": "cheap-winner",
    "fair search, 100 iterations": "ismcts:iterations=100",
    "fair search with good play-outs, 500 iterations": "ismcts:iterations=500,rollout=cheap-winner",
}
FIGURES = (Figure(None, measure="score"), Figure(None, measure="difference"))

STUDY = Study(
    "the open benchmark: one agent against a ladder of six",
    "a protocol of this project: standard rules for two, mirrored deals of the seed 2025",
    "briscas",
    [Line(f"v {name}", ("{agent}", spec), FIGURES) for name, spec in LADDER.items()],
    quick=200,
    full=2000,
    agent="cheap-winner",
    seed=2025,
    totals=[Total("all opponents", tuple((f"v {name}", 0) for name in LADDER), Figure(None, measure="score"))],
    notes=(
        "Deals, opponents and rules are fixed: `tapete study briscas/benchmark --agent SPEC --scale full --append FILE` adds a "
        "line to a file that others can add to as well. The figure to quote is the last, the score over all opponents, with its "
        "interval and whether the agent sees everything.",
    ),
)
