"""Claims of the studies of Catan."""

from __future__ import annotations

import random
import statistics

import tapete
from tapete import studies
from tapete.arena.duel import duel


def test_equal_players_are_not_compared_with_published_figures():
    """Equal players share the games in any case, so agreement with a published share would mean nothing."""
    for name in ("catan/thesis", "catan/bots"):
        for line in studies.find(name).lines:
            if any(figure.value is not None for figure in line.figures):
                assert len(set(line.agents)) > 1, line.label


def test_study_of_the_thesis_compares_no_figure_of_its_network():
    study = studies.find("catan/thesis")
    assert all(figure.value is None for line in study.lines for figure in line.figures)
    assert "network" in study.source and any("no network plays here" in note for note in study.notes)
    assert study.lines[0].agents == ("almost-random:as_coded=1,even=1", "almost-random:as_coded=1")


def test_untrained_type_player_wins_less_than_its_share():
    """16 % of 200 games (11.7 to 21.5) in an independent measurement; the weights make the opponent better."""
    game = tapete.load("catan", preset="thesis")
    result = duel(game, ["almost-random:as_coded=1,even=1", "almost-random:as_coded=1"], games=1200, seed=5, workers=1)
    assert 0.11 < result.agents[0].wins / 1200 < 0.215


def test_best_of_a_thousand_evaluations_is_as_the_study_notes():
    for share, median in ((0.16, 29), (0.18, 31)):
        chooser = random.Random(1)
        bests = []
        for _ in range(15):
            scores = (sum(chooser.random() < share for _ in range(100)) for _ in range(1000))
            bests.append(max(scores))
        assert abs(statistics.median(bests) - median) <= 1
