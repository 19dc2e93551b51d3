"""Which card wins the round? What the thesis's second level was trained on (docs/rules/dinosaurs_agents.md, section 3)."""

from __future__ import annotations

import numpy as np

from tapete.arena.statistics import wilson
from tapete.games.dinosaurs import counting
from tapete.games.dinosaurs.cards import DISASTERS, IDS, POINT_TYPES
from tapete.games.dinosaurs.weights import row_names
from tapete.games.dinosaurs.words import ENGLISH
from tapete.studies.dinosaurs.calibration import TWO_AND_TWO
from tapete.studies.study import NORMAL, Figure, Line, Row, Study

GAMES = {"quick": 20_000, "full": 400_000}
COUNTED = "medium:weights=counted"


def by_card(counts: np.ndarray) -> np.ndarray:
    """Counts of the rows of the table, added up by card."""
    cards = np.zeros((POINT_TYPES, *counts.shape[1:]), dtype=np.int64)
    for row, name in enumerate(row_names()):
        cards[IDS.index(name.split()[0].rstrip(","))] += counts[row]
    return cards


def counted(scale: str, seed: int) -> list[Row]:
    """Per card, against every disaster and each: the shares of rounds won, lost and neither, with intervals."""
    counts = by_card(counting.count(GAMES[scale], seed))
    rows = []
    for card in range(POINT_TYPES):
        name = f"{ENGLISH[f'name.{IDS[card]}']} ({IDS[card]})"
        parts = [("any disaster", counts[card].sum(axis=0))]
        parts += [(ENGLISH[f"name.{kind}"], counts[card, place]) for place, kind in enumerate(DISASTERS)]
        for against, part in parts:
            rounds = int(part.sum())
            for outcome, count in zip(counting.OUTCOMES, part.tolist(), strict=True):
                share = count / max(1, rounds)
                label = f"{name} v {against}"
                interval = wilson(share, rounds, NORMAL)
                rows.append(Row(label, outcome, "share", None, None, share, interval, rounds, None, None, False, 0))
    return rows


STUDY = Study(
    "rounds won, lost and neither, by card and disaster",
    "Dinosaurs thesis, section 4.2: it counted these to train its second level, and reports no figure",
    "dinosaurs",
    [
        Line(f"1 {COUNTED} v 3 {other}", (COUNTED, other), (Figure(None, measure="score"),))
        for other in ("random", "easy", "medium:weights=thesis", "medium")
    ]
    + [
        Line(f"2 {COUNTED} v 2 {other}", (COUNTED, other), (Figure(None, measure="score"),), seating=TWO_AND_TWO)
        for other in ("easy", "medium:weights=thesis", "medium")
    ],
    quick=2400,
    full=12_000,
    notes=(
        "Rows `won`, `lost`, `neither`: tables of four, cards chosen at random, all else by the rules of `medium`; "
        "rounds of one game "
        "hang together a little, which the intervals do not know. Highest scores win, lowest lose, after any "
        "exchange.",
        "`medium:weights=counted` plays the card with most rounds won less rounds lost, by disaster and, as in the "
        "thesis, by the rest of "
        "the hand for Odd Pebble, Fern Juice, Hot Spring and Giant Berry.",
        "A round is not the game: the first disaster moves one step every round, so losing early is not so bad.",
    ),
    counted=counted,
)
