"""Studies of this game: their counts and comparisons."""

from __future__ import annotations

import json
from collections import defaultdict

import numpy as np
import pytest

from tapete import studies
from tapete.games.dinosaurs import count_cards
from tapete.games.dinosaurs.cards import IDS, POINT_TYPES
from tapete.studies.dinosaurs import cards
from tapete.studies.study import StudyResult, playable, run_study


def test_study_of_cards_shows_won_neither_and_lost_for_every_card_and_own_trait(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(cards.GAMES, "quick", 3000)
    rows = cards.counted("quick", 2)
    shares: dict[str, dict[str, float]] = defaultdict(dict)
    for row in rows:
        label, _, outcome = row.label.rpartition(": ")
        shares[label][outcome] = row.ours
        assert row.ci95[0] <= row.ours <= row.ci95[1] and row.published is None and row.agrees is None
    assert len(shares) == POINT_TYPES * 4
    for outcomes in shares.values():
        assert list(outcomes) == ["won", "neither", "lost"]
        assert sum(outcomes.values()) == pytest.approx(1)
    worth = {label: found["won"] - found["lost"] for label, found in shares.items() if "any trait" in label}
    assert max(worth, key=worth.__getitem__).startswith("Thunder Saw (P9E)")
    assert min(worth, key=worth.__getitem__).startswith("Twig (P1)")
    won = [np.mean([shares[f"{name}, own trait {trait}"]["won"] for name in CARDS]) for trait in ("-1", "0", "+1")]
    assert won[0] + 0.03 < won[1] < won[2] - 0.03, "a higher trait wins more rounds"


CARDS = [label_of.partition(",")[0] for label_of in cards.PICTURE.lines[:: len(cards.TRAITS)][:POINT_TYPES]]


def test_picture_of_cards_is_a_matrix_in_both_languages(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("matplotlib")
    from tapete.arena.drawing import Look, problems
    from tapete.studies.pictures import draw

    monkeypatch.setitem(cards.GAMES, "quick", 300)
    study = studies.find("dinosaurs/cards")
    result = StudyResult(study, "quick", 1, cards.counted("quick", 1), None, [], None)
    for look in (Look(), Look("one", "es")):
        with look.active():
            drawn = draw(result, cards.PICTURE, look)
            assert drawn is not None and problems(drawn) == []


def test_counts_by_row_add_up_to_counts_by_card() -> None:
    counts = count_cards.count(500, 1)
    by_card = cards.by_card(counts)
    assert by_card.sum() == counts.sum() and (by_card.sum(axis=(1, 2)) > 0).all()
    plain = IDS.index("P7")
    assert (by_card[plain] == counts[plain]).all()


def test_study_with_counts_is_exported_as_data(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(cards.GAMES, "quick", 200)
    study = studies.find("dinosaurs/cards")
    monkeypatch.setattr(study, "lines", study.lines[:1])
    monkeypatch.setattr(study, "quick", 40)
    data = json.loads(json.dumps(run_study(study, scale="quick", seed=1).as_dict()))
    assert data["study"] == "dinosaurs/cards"
    assert len(data["rows"]) == 1 + POINT_TYPES * 4 * 3
    assert {row["measure"] for row in data["rows"]} == {"score", "share"}


@pytest.mark.parametrize(
    "name", ["dinosaurs/algorithms", "dinosaurs/memory", "dinosaurs/cards", "dinosaurs/calibration"]
)
def test_all_lines_of_a_study_can_be_played_here(name: str) -> None:
    study = studies.find(name)
    lines, skipped = playable(study)
    assert not skipped and len(lines) == len(study.lines)


def test_study_compares_the_algorithms_of_the_thesis() -> None:
    agents = {line.agents[0].partition(":")[0] for line in studies.find("dinosaurs/algorithms").lines}
    assert {"random", "easy", "medium", "minimax", "flat", "pimc", "ismcts", "net-search"} <= agents
