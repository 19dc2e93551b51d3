"""Levels of Briscas at every number of players, and with the exchange that most tables play."""

from tapete.studies.levels import LevelSettings, study

STUDY = study(
    LevelSettings(
        "briscas",
        {
            "two players": {"players": 2},
            "two players, exchange": {"players": 2, "exchange": "on"},
            "three players": {"players": 3},
            "four players": {"players": 4},
        },
        iterations=20_000,
        caps={"normal": 4000, "hard": 2000, "best": 2000},
    ),
    ("Four players are two sides of two; a level plays both seats of its side.",),
)
