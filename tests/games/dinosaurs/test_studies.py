"""The studies of this game: what they count and compare."""

from __future__ import annotations

import json
from collections import defaultdict

import pytest

from tapete import studies
from tapete.games.dinosaurs import counting
from tapete.games.dinosaurs.cards import IDS, POINT_TYPES
from tapete.studies.dinosaurs import cards
from tapete.studies.study import playable, run_study


def test_the_study_of_cards_shows_won_lost_and_neither_for_every_card_and_disaster(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(cards.GAMES, "quick", 3000)
    rows = cards.counted("quick", 2)
    shares: dict[str, dict[str, float]] = defaultdict(dict)
    for row in rows:
        shares[row.label][row.agent] = row.ours
        assert row.ci95[0] <= row.ours <= row.ci95[1] and row.published is None and row.agrees is None
    assert len(shares) == POINT_TYPES * 5
    for outcomes in shares.values():
        assert list(outcomes) == ["won", "lost", "neither"]
        assert sum(outcomes.values()) == pytest.approx(1)
    worth = {
        name: shares[label]["won"] - shares[label]["lost"] for label in shares for name in [label] if "any" in label
    }
    assert max(worth, key=worth.__getitem__).startswith("Thunder Saw (P9E)")
    assert min(worth, key=worth.__getitem__).startswith("Twig (P1)")


def test_counts_by_row_add_up_to_counts_by_card() -> None:
    counts = counting.count(500, 1)
    by_card = cards.by_card(counts)
    assert by_card.sum() == counts.sum() and (by_card.sum(axis=(1, 2)) > 0).all()
    plain = IDS.index("P7")
    assert (by_card[plain] == counts[plain]).all()


def test_a_study_with_counts_is_told_as_data(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(cards.GAMES, "quick", 200)
    study = studies.find("dinosaurs/cards")
    monkeypatch.setattr(study, "lines", study.lines[:1])
    monkeypatch.setattr(study, "quick", 40)
    told = json.loads(json.dumps(run_study(study, scale="quick", seed=1).as_dict()))
    assert told["study"] == "dinosaurs/cards"
    assert len(told["rows"]) == 1 + POINT_TYPES * 5 * 3
    assert {row["measure"] for row in told["rows"]} == {"score", "share"}


@pytest.mark.parametrize(
    "name", ["dinosaurs/algorithms", "dinosaurs/memory", "dinosaurs/cards", "dinosaurs/calibration"]
)
def test_all_lines_of_a_study_can_be_played_here(name: str) -> None:
    study = studies.find(name)
    lines, skipped = playable(study)
    assert not skipped and len(lines) == len(study.lines)


def test_the_algorithms_of_the_thesis_are_compared() -> None:
    agents = {line.agents[0].partition(":")[0] for line in studies.find("dinosaurs/algorithms").lines}
    assert {"random", "easy", "medium", "minimax", "flat", "pimc", "ismcts", "hard"} <= agents
