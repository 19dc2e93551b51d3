"""Comparison of the rule bots (docs/rules/briscas_agents.md, section 3.4): the calibration of our rules text."""

from collections.abc import Mapping

from tapete.studies.study import Figure, Line, Study

NAMES = {
    "thesis": "heuristic:as_coded=1",
    "aggressive": "heuristic:as_coded=1,aggressive=1",
    "heuristic": "heuristic",
    "cheap-winner": "cheap-winner",
    "random": "random",
}
TABLE = (  # first named, second, wins, mean point difference, deviation
    ("thesis", "random", 0.850, 37.8, 34.6),
    ("aggressive", "random", 0.646, 17.3, 44.5),
    ("heuristic", "random", 0.817, 33.2, 34.8),
    ("cheap-winner", "random", 0.874, 39.9, 33.0),
    ("heuristic", "thesis", 0.694, 16.8, 31.7),
    ("cheap-winner", "heuristic", 0.629, 8.3, 27.8),
    ("cheap-winner", "thesis", 0.770, 22.8, 29.5),
    ("thesis", "aggressive", 0.725, 23.9, 37.4),
)


def pair(
    specs: Mapping[str, str], a: str, b: str, wins: float, difference: float, games: int, deviation: float
) -> Line:
    """Return two named agents, with the wins and the mean point difference that were published for the first."""
    return Line(
        f"{a} v {b}",
        (specs[a], specs[b]),
        (Figure(wins, games), Figure(difference, games, measure="difference", deviation=deviation)),
    )


STUDY = Study(
    "rule bots against each other",
    "calibration by an independent program, 20,000 games a line, seats alternated, standard rules",
    "briscas",
    reference="calibration",
    lines=[pair(NAMES, a, b, wins, difference, 20_000, deviation) for a, b, wins, difference, deviation in TABLE],
    quick=4000,
    full=40_000,
)
