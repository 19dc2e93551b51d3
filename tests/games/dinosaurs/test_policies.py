"""The levels of opponent: what they decide, and how strong they are."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import tapete
from tapete.agents.registry import make_agent
from tapete.arena.duel import duel
from tapete.games.dinosaurs import fit, policies, rules, training, weights
from tapete.games.dinosaurs.cards import IDS, JUICE, PEBBLE, SPRING
from tapete.testing import random_game

from .crafted import PASS, SELF, card, choose, give, start


def answer(spec: str, state: tapete.State, seed: int = 1) -> int | None:
    agent = make_agent(spec, state.game)
    agent.reset(seed)
    return agent.act(state.view(seed=seed))


def test_easy_plays_its_highest_card_and_prefers_the_plain_one() -> None:
    state = start(["P9E P9 P1 P1 IB", "P5", "P5", "P5"])
    assert answer("easy", state) == card("P9")
    assert {answer("easy:as_coded=1", state, seed) for seed in range(20)} == {card("P9"), card("P9E")}


def test_easy_adds_the_smallest_card_that_makes_it_highest_or_lifts_it_from_lowest() -> None:
    state = start(["P0E P6 P8 P9 P4", "P5", "P7", "P5"])
    choose(state, "P0E", "P5", "P7", "P5")
    assert answer("easy", state) == card("P8")
    give(state, 0, "P4 P6")
    assert answer("easy", state) == card("P6")
    give(state, 0, "P1 P2")
    assert answer("easy", state) == PASS


def test_easy_swaps_only_for_a_better_rank() -> None:
    state = start(["P2E", "P9", "P8", "P1"])
    choose(state, "P2E", "P9", "P8", "P1")
    assert answer("easy", state) == SELF + 1
    state = start(["P2E", "P1", "P8", "P1"])
    choose(state, "P2E", "P1", "P8", "P1")
    assert answer("easy", state) == PASS


def test_easy_throws_its_lowest_point_cards_below_five_and_never_an_instant() -> None:
    state = start(["P4E P1 P4 P5 IB", "P5", "P5", "P5"])
    choose(state, "P4E", "P5", "P5", "P5")
    for expected in ("P1", "P4"):
        assert answer("easy", state) == card(expected)
        state.play(card(expected))
    assert answer("easy", state) == PASS


def test_easy_takes_the_highest_point_card_of_its_victim() -> None:
    state = start(["P1E", "P5 P9 IB IB P8", "P5", "P5"])
    choose(state, "P1E", "P5", "P5", "P5")
    assert {answer("easy", state, seed) for seed in range(30)} == {25, 26, 27}
    state.play(25)
    assert answer("easy", state) == card("P9")


@pytest.mark.parametrize(("top", "kept"), [(("P9", "P1"), "P9"), (("IB", "P3"), "IB"), (("IB", "P5"), "P5")])
def test_easy_keeps_the_higher_card_and_counts_an_instant_as_four(top: tuple[str, str], kept: str) -> None:
    state = start(["P7E", "P5", "P5", "P5"], rest=top)
    choose(state, "P7E", "P5", "P5", "P5")
    assert answer("easy", state) == card("P7E")
    state.play(card("P7E"))
    assert answer("easy", state) == card(kept)


def test_a_boost_is_played_only_if_it_changes_the_standing() -> None:
    state = start(["P6 IB IS", "P7", "P5", "P3"])
    choose(state, "P6", "P7", "P5", "P3")
    assert answer("easy", state) == card("IB")
    state.play(card("IB"))
    assert answer("easy", state) == SELF
    state = start(["P6 IB IS", "P9", "P5", "P3"])
    choose(state, "P6", "P9", "P5", "P3")
    assert answer("easy", state) == PASS
    assert answer("easy:instants=thesis", state) == PASS


def test_a_flip_is_played_by_whoever_is_lowest() -> None:
    state = start(["P1 II", "P9", "P5", "P3"])
    choose(state, "P1", "P9", "P5", "P3")
    for spec in ("easy", "easy:instants=thesis", "easy:as_coded=1", "medium"):
        assert answer(spec, state) == card("II")


def test_a_detour_goes_to_whom_it_eliminates_else_to_the_leader() -> None:
    for areas, expected in (([[0] * 4] * 4, 3), ([[0] * 4, [0] * 4, [2, 0, 0, 0], [0] * 4], 2)):
        facts = {"areas": areas, "positions": [0, 5, 1, 20]}
        state = start(["P1 IR", "P9", "P8", "P7"], ["natural"], facts=facts)
        choose(state, "P1", "P9", "P8", "P7")
        while state.record["phase"] == rules.SCORING:
            state.play(PASS)
        assert answer("easy", state) == card("IR")
        state.play(card("IR"))
        assert answer("easy", state) == SELF + expected


def test_after_a_disaster_easy_throws_a_low_point_card_and_the_thesis_bot_an_instant() -> None:
    state = start(["P1 IB P3 P9 P9", "P9", "P8", "P7"], ["natural"])
    choose(state, "P1", "P9", "P8", "P7")
    while state.record["phase"] != rules.DISCARD:
        state.play(PASS)
    assert answer("easy", state) == card("P3")
    assert answer("easy:as_coded=1", state) == card("IB")
    give(state, 0, "IB P9")
    assert answer("easy", state) == PASS


def test_medium_saves_effect_cards_in_sudden_death() -> None:
    state = start(["P9", "P3", "P3"])
    choose(state, "P9", "P3", "P3")
    give(state, 1, "P7E P7 P1")
    give(state, 2, "P2")
    while state.record["phase"] == rules.SCORING:
        state.play(PASS)
    assert answer("medium", state) == card("P7")
    give(state, 1, "P7E P6")
    assert answer("medium", state) in (card("P7E"), card("P6"))
    assert answer("easy", state) == card("P7E")


@pytest.mark.parametrize(
    ("hand", "chosen"),
    [
        ("P9 P8E P1 P1 P1", "P8E"),  # 9 and 9: the first
        ("P9 P0E P9 P1 P1", "P0E"),  # best other value 9, plus 1
        ("P3E P9E P9 P1 P1", "P3E"),  # 9 + 4
        ("P4E P1 P1 P2 P7", "P4E"),  # rest of the hand 11 // 5 = 2: 8
        ("P6E IB IS P7 P1", "P6E"),  # two of boosts and saps: 8
        ("P6E P7 P1 P1 P2", "P7"),  # none: 4
        ("P5E P6 P1 P1 P2", "P5E"),
        ("P2E P5 P1 P1 P2", "P2E"),
    ],
)
def test_the_weights_of_the_thesis(hand: str, chosen: str) -> None:
    state = start([hand, "P5", "P5", "P5"])
    assert answer("medium:weights=thesis", state) == card(chosen)


def test_the_trained_table_is_stored_with_how_it_was_made() -> None:
    stored = json.loads(weights.FILE.read_text())
    assert {"command", "seed", "games_per_pass", "largest_change_by_pass"} <= set(stored)
    assert list(stored["table"]) == weights.row_names()
    table = weights.trained()
    assert len(table) == 4 * policies.ROWS
    worth = {name: sum(row) for name, row in stored["table"].items()}
    assert worth["P9"] > worth["P7"] > worth["P5"] > worth["P3"]
    assert worth["P9E"] > worth["P9"]
    assert IDS[PEBBLE] == "P0E" and IDS[JUICE] == "P3E" and IDS[SPRING] == "P4E"


def test_training_is_reproducible_and_finds_that_high_cards_are_better() -> None:
    first, second = (training.train(4, 3000, 1, 7) for _ in range(2))
    assert first == second
    assert sum(first["table"]["P9"]) > sum(first["table"]["P1"])


def test_training_goes_on_after_an_interruption_and_gives_the_same_table(tmp_path: Path) -> None:
    kept = tmp_path / "table.part"
    heard: list[tuple[int, int, float | None]] = []

    def interrupt(number: int, played: int, moved: float | None) -> None:
        heard.append((number, played, moved))
        if number == 2:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        training.train(4, 400, 3, 7, kept=kept, tell=interrupt)
    assert [entry[:2] for entry in heard] == [(1, 400), (1, 400), (2, 400)]
    heard.clear()
    again = training.train(4, 400, 3, 7, kept=kept, tell=lambda *entry: heard.append(entry))
    assert [number for number, _, moved in heard if moved is not None] == [2, 3]
    assert again == training.train(4, 400, 3, 7)
    assert again != training.train(4, 400, 3, 8, kept=kept)  # what was kept belongs to another seed


def test_training_stops_when_no_cell_moves_any_more(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(training, "LITTLE_DATA", 1)
    assert len(training.train(4, 400, 3, 7)["largest_change_by_pass"]) == 3
    monkeypatch.setattr(training, "CONVERGED", 100.0)
    assert len(training.train(4, 400, 3, 7)["largest_change_by_pass"]) == 1


def test_the_training_script_writes_a_table_and_refuses_nonsense(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "table.json"
    command = ["training", "--games", "400", "--passes", "2", "--out", str(out)]
    monkeypatch.setattr("sys.argv", command)
    assert training.main() == 0
    assert json.loads(out.read_text()) == training.train(4, 400, 2, 1)
    assert list(tmp_path.iterdir()) == [out]
    assert "pass 2: 400 games" in capsys.readouterr().err
    monkeypatch.setattr("sys.argv", [*command, "--games", "0"])
    with pytest.raises(SystemExit) as refused:
        training.main()
    assert refused.value.code == 2


def test_the_evaluation_predicts_winners_better_than_equal_chances() -> None:
    found, likelihood, ignorant = fit.fit(4, 6000, 2)
    assert likelihood > ignorant + 0.2
    stored = list(tapete.load("dinosaurs").evaluation().weights.values())
    assert found[0] > 0 and stored[0] > 0  # steps
    assert found[2] < 0 and stored[2] < 0  # danger


def test_evaluations_are_chances_that_sum_to_one() -> None:
    for state, _ in random_game(tapete.load("dinosaurs"), 9):
        assert sum(state.evaluate(seat) for seat in range(4)) == pytest.approx(1)
    assert [state.evaluate(seat) for seat in range(4)] == pytest.approx(state.returns())


def test_agents_of_all_levels_and_options_play_legal_games() -> None:
    for preset in ("official", "thesis"):
        game = tapete.load("dinosaurs", preset=preset)
        specs = [
            "easy:as_coded=1",
            "medium:weights=thesis,instants=thesis",
            "easy:instants=thesis",
            "hard:iterations=20",
        ]
        result = duel(game, specs, games=8, seed=3)
        assert all(agent.faults == 0 for agent in result.agents)


@pytest.mark.parametrize("instants", ["sensible", "thesis"])
def test_a_search_can_leave_instants_to_a_rule(instants: str) -> None:
    game = tapete.load("dinosaurs")
    asked = 0
    for seed in range(4):
        for state, _ in random_game(game, seed):
            if state.record["phase"] == rules.SCORING and len(state.legal()) > 1:
                expected = answer(f"easy:instants={instants}", state)
                assert answer(f"hard:iterations=30,instants={instants}", state) == expected
                asked += 1
    assert asked > 20


# Strength, with tolerances of about three standard errors below the measured share (docs/rules/dinosaurs_agents.md, section 9)


@pytest.mark.parametrize(
    ("specs", "games", "least", "most"),
    [
        (["easy", "random"], 4000, 0.60, 0.66),
        (["easy:as_coded=1", "random"], 4000, 0.35, 0.44),
        (["medium", "easy"], 4000, 0.30, 0.38),
        (["medium", "medium:weights=thesis"], 8000, 0.235, 0.27),
    ],
)
def test_one_against_three(specs: list[str], games: int, least: float, most: float) -> None:
    result = duel(tapete.load("dinosaurs"), specs, games=games, seed=5)
    assert least <= result.agents[0].score <= most


@pytest.mark.slow
def test_hard_beats_three_medium() -> None:
    result = duel(tapete.load("dinosaurs"), ["hard:ms=20", "medium"], games=4000, seed=1)
    assert result.agents[0].score >= 0.32


@pytest.mark.slow
def test_remembering_the_discards_does_not_hurt() -> None:
    """Two against two, 2,000 games; one-sided with the half-width of the interval as tolerance."""
    specs = ["hard:iterations=200", "hard:iterations=200,memory=0"] * 2
    result = duel(tapete.load("dinosaurs"), specs, games=2000, seed=1)
    with_memory = result.agents[0].score + result.agents[2].score
    assert with_memory >= 0.5 - 0.022
