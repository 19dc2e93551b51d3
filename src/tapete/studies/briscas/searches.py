"""First measurements of corrected searches (docs/rules/briscas_agents.md, section 4.4)."""

from tapete.studies.study import Figure, Line, Study

TABLE = (  # searcher, opponent, wins, mean point difference, games
    ("clairvoyant:iterations=500,reward=win,c=0.7,exact=0", "random", 1.0, 50.1, 200),
    ("clairvoyant:iterations=500,reward=win,c=0.7,exact=0", "cheap-winner", 0.95, 25.9, 200),
    ("clairvoyant:iterations=200,reward=win,c=0.7,exact=0", "cheap-winner", 0.956, 23.4, 160),
    ("ismcts:iterations=100,reward=win,c=0.7,exact=0", "random", 0.87, 31.1, 300),
    ("ismcts:iterations=500,reward=win,c=0.7,exact=0", "random", 0.89, 34.5, 200),
    ("ismcts:iterations=500,reward=points,c=0.25,exact=0", "random", 0.95, 48.0, 160),
    ("ismcts:iterations=500,reward=win,c=0.7,exact=0", "heuristic:as_coded=1", 0.775, 11.8, 200),
    ("ismcts:iterations=500,reward=win,c=0.7,exact=0", "cheap-winner", 0.515, -8.4, 200),
    ("ismcts:iterations=500,reward=points,c=0.25,exact=0", "cheap-winner", 0.537, 4.2, 160),
    ("thesis-mcts:iterations=500", "ismcts:iterations=500,reward=win,c=0.7,exact=0", 0.52, 12.2, 100),
)

STUDY = Study(
    "searches without the thesis's faults",
    "measurements by an independent program (100 to 300 games a line), standard rules",
    "briscas",
    [
        Line(
            f"{a} v {b}",
            (a, b),
            (Figure(wins, games), Figure(difference, games, measure="difference", deviation=34.0)),
        )
        for a, b, wins, difference, games in TABLE
    ],
    quick=100,
    full=4000,
)
