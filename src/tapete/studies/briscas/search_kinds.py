"""Kinds of search that the thesis names side by side: its table 2 gives impressions, this measures (thesis, section 2.5)."""

from itertools import combinations

from tapete.studies.study import Figure, Line, Study, Total

SEARCHES = {
    "minimax": "minimax:iterations=5000",
    "averaging over clairvoyance": "pimc:iterations=500",
    "flat Monte Carlo": "flat:iterations=500",
    "information-set MCTS": "ismcts:iterations=500",
}
BOTS = ("random", "heuristic:as_coded=1", "cheap-winner")
FIGURES = (Figure(None, measure="score"), Figure(None, measure="difference"))


def against(first: str, second: str) -> str:
    return f"{first} v {second}"


def of(name: str) -> tuple[tuple[str, int], ...]:
    """Return the lines of a search against the other searches, and which of the two it is."""
    return tuple((against(a, b), int(name == b)) for a, b in combinations(SEARCHES, 2) if name in (a, b))


STUDY = Study(
    "kinds of search against bots and each other",
    "Briscas thesis, table 2: aptitude in words, no figures",
    "briscas",
    [Line(against(name, bot), (spec, bot), FIGURES) for name, spec in SEARCHES.items() for bot in BOTS]
    + [
        Line(against(a, b), (SEARCHES[a], SEARCHES[b]), (Figure(None, measure="score"),))
        for a, b in combinations(SEARCHES, 2)
    ]
    + [
        Line(against("thesis search", name), ("thesis-mcts:iterations=500", spec), (Figure(None, measure="score"),))
        for name, spec in SEARCHES.items()
    ],
    quick=100,
    full=2000,
    totals=[Total(f"{name} v the other searches", of(name), Figure(None, measure="score")) for name in SEARCHES],
    notes=(
        "500 play-outs a decision for each Monte Carlo search; minimax plays 5,000 single actions, about as many as 500 "
        "play-outs of ten. Reports give the processor time of a decision, by which they should be weighed.",
        "The thesis's words: minimax low, averaging over clairvoyance very low, partially observable models medium, MCTS high. "
        "Its own search sees everything and takes its opponent for a helper; the last lines hold it against fair ones.",
    ),
)
