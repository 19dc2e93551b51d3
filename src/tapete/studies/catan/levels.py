"""Levels of Catan at every number of players, with trade between players and, for four, without."""

from tapete.studies.levels import LevelSettings, study

STUDY = study(
    LevelSettings(
        "catan",
        {
            "four players": {"players": 4},
            "four players, no trade": {"players": 4, "max_offers": 0},
            "three players": {"players": 3},
            "two players": {"players": 2},
        },
        iterations=2000,
        caps={"normal": 2000, "hard": 2000, "best": 2000},
    ),
)
