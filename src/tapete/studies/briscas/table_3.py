"""Table 3 of the thesis: three players at one table (docs/rules/briscas_agents.md, section 6)."""

from tapete.studies.study import Figure, Line, Study

HEURISTIC, FAIR = "heuristic:as_coded=1", "heuristic"
PRINTED = ((0.536, 0.326, 0.138), (48.5, 40.0, 28.4))  # wins and mean points of the search, the heuristic, random
REPEATED = ((0.566, 0.282, 0.152), (49.8, 38.6, 28.7))  # the repository's rerun with 500 iterations
AS_PUBLISHED = {"thesis_engine": 1, "first_player": "0"}
IN_ORDER = ((0, 1, 2),)  # the search first, then the heuristic, then random, in every game


def figures(published: tuple[tuple[float, ...], tuple[float, ...]]) -> tuple[Figure, ...]:
    wins, points = published
    shares = [Figure(value, 500, agent) for agent, value in enumerate(wins)]
    return (*shares, *(Figure(value, 500, agent, "points", deviation=18.0) for agent, value in enumerate(points)))


UNPUBLISHED = tuple(Figure(None, agent=agent) for agent in range(3))

STUDY = Study(
    "three players: search, heuristic, random",
    "Briscas thesis, table 3 (500 games, 300 iterations), and the rerun in its repository (500 iterations)",
    "briscas",
    [
        Line(
            "as published, 300 iterations",
            ("thesis-mcts:iterations=300", HEURISTIC, "random"),
            figures(PRINTED),
            AS_PUBLISHED,
            IN_ORDER,
        ),
        Line(
            "rerun, 500 iterations",
            ("thesis-mcts:iterations=500", HEURISTIC, "random"),
            figures(REPEATED),
            AS_PUBLISHED,
            IN_ORDER,
        ),
        Line("clairvoyant, standard rules", ("clairvoyant:iterations=300", FAIR, "random"), UNPUBLISHED),
        Line("fair search, standard rules", ("ismcts:iterations=300", FAIR, "random"), UNPUBLISHED),
    ],
    options={"players": 3},
    quick=200,
    full=5000,
    notes=(
        "Chance level is 33.3 %. In the published runs only the search obeyed the obligation to follow suit; here nobody does, "
        "because the program's game takes every card. Published ties went to whoever was counted first; ours count for nobody.",
        "The deviation of published points is taken as 18 in a game, as the two-player files of the thesis have it.",
    ),
)
