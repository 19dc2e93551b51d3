"""Which card wins the round? The training data of the thesis's second level (docs/rules/dinosaurs_agents.md, section 3)."""

from __future__ import annotations

import numpy as np

from tapete.arena.statistics import wilson
from tapete.games.dinosaurs import count_cards
from tapete.games.dinosaurs.cards import IDS, POINT_TYPES
from tapete.games.dinosaurs.explain import WORDS
from tapete.games.dinosaurs.weights import row_names
from tapete.studies.dinosaurs.calibration import TWO_AND_TWO
from tapete.studies.shapes import grid
from tapete.studies.study import NORMAL, Figure, Line, Picture, PublishedMatrix, Row, Study

GAMES = {"quick": 20_000, "full": 400_000}
COUNTED = "medium:weights=counted"


def by_card(counts: np.ndarray) -> np.ndarray:
    """Sum the counts of the table's rows by card."""
    cards = np.zeros((POINT_TYPES, *counts.shape[1:]), dtype=np.int64)
    for row, name in enumerate(row_names()):
        cards[IDS.index(name.split()[0].rstrip(","))] += counts[row]
    return cards


CARDS = tuple(IDS[:POINT_TYPES])
TRAITS = ("-1", "0", "+1", "any")  # the own trait that counts against the disaster of the round
SHOWN = ("won", "neither", "lost")


def label_of(card: str, trait: str, outcome: str) -> str:
    traits = "any trait" if trait == "any" else f"own trait {trait}"
    return f"{WORDS['en'][f'name.{card}']} ({card}), {traits}: {outcome}"


def counted(scale: str, seed: int) -> list[Row]:
    """Return, per card, over all traits of its player and for each, the shares of rounds won, neither, and lost, with
    intervals.
    """
    counts = by_card(count_cards.count_by_trait(GAMES[scale], seed)).sum(axis=1)
    rows = []
    for number, card in enumerate(CARDS):
        for place, trait in enumerate(TRAITS):
            part = counts[number].sum(axis=0) if trait == "any" else counts[number, place]
            rounds = int(part.sum())
            for outcome in SHOWN:
                share = int(part[count_cards.OUTCOMES.index(outcome)]) / max(1, rounds)
                label = label_of(card, trait, outcome)
                interval = wilson(share, max(1, rounds), NORMAL)
                rows.append(Row(label, "any hand", "share", None, None, share, interval, rounds, None, None, False, 0))
    return rows


def table() -> PublishedMatrix:
    columns = [("any", outcome) for outcome in SHOWN] + [(trait, "won") for trait in TRAITS[:-1]]
    names = tuple(outcome if trait == "any" else f"{outcome}, trait {trait}" for trait, outcome in columns)
    return grid(
        "cards", "Rounds by card, cards chosen at random, four players", "card",
        tuple(WORDS["en"][f"name.{card}"] for card in CARDS), names, lambda i, j: label_of(CARDS[i], *columns[j]), "share",
    )  # fmt: skip


PICTURE = Picture(
    "cards",
    "Share of rounds won, neither won nor lost, and lost, by card and by the own trait against the disaster.",
    "counted-maps",
    tuple(label_of(card, trait, outcome) for outcome in SHOWN for card in CARDS for trait in TRAITS),
    CARDS,
    TRAITS,
    "own trait",
    "",
    measure="share",
)


STUDY = Study(
    "rounds won, lost and neither, by card and own trait",
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
        "Split by disaster nothing would be seen: of each kind one dinosaur has +1 and one -1, which cancel. Split by the own "
        "trait it shows what a point is worth.",
        "A round is not the game: the first disaster moves one step every round, so losing early is not so bad.",
    ),
    counted=counted,
    matrices=(table(),),
    pictures=(PICTURE,),
)
