"""Levels of Tales of Tribute."""

from tapete.studies.levels import LevelSettings, study

STUDY = study(
    LevelSettings("tribute", {"two players": {}}, iterations=10_000, caps={"normal": 2000, "hard": 2000, "best": 1000}),
    ("Patrons: each drafts two of the nine as its agent would.",),
)
