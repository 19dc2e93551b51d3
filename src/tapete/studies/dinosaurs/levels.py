"""Levels of Dinosaurs at every number of players."""

from tapete.studies.levels import LevelSettings, study

STUDY = study(
    LevelSettings(
        "dinosaurs",
        {f"{name} players": {"players": count} for count, name in ((4, "four"), (3, "three"), (2, "two"))},
        iterations=10_000,
        caps={"normal": 4000, "hard": 2000, "best": 1500},
    ),
    ("Four players: `hard` is the network alone, `best` a search with it. Elsewhere both are the same search.",),
)
