"""Levels of Hearthstone, with the decks of the table's first options."""

from tapete.studies.levels import LevelSettings, study

STUDY = study(
    LevelSettings(
        "hearthstone", {"two players": {}}, iterations=10_000, caps={"normal": 2000, "hard": 2000, "best": 2000}
    ),
)
