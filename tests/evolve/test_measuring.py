"""Fitness evaluation: racing, equal games, odd numbers, settings by segment, and the record of the best."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import numpy as np
import pytest
from typer.testing import CliRunner

import tapete
from tapete.cli.app import app
from tapete.errors import BadOption
from tapete.evolve.config import EvolutionConfig
from tapete.evolve.fitness import Evaluator
from tapete.evolve.training import EvolutionTraining, identity

SMALL = {
    "game": "briscas", "agent": "greedy", "against": ["cheap-winner", "random"], "population": 4, "evaluations": 16,
    "games": 16, "fresh_games": 40,
}  # fmt: skip


def training(tmp_path: Path, **settings) -> EvolutionTraining:
    return EvolutionTraining(EvolutionConfig(**{**SMALL, **settings}), tmp_path / "x")


def rows(folder: Path) -> list[dict]:
    with open(folder / "progress.csv", encoding="utf-8", newline="") as source:
        return list(csv.DictReader(source))


def crowd(made: EvolutionTraining, count: int = 12) -> np.ndarray:
    """Return the usual weights, some good ones, and their opposites, which lose nearly everything."""
    start = made.genes.start
    return np.stack([start, *(start * (1 + i / 100) for i in range(1, count // 2)), *[-start] * (count // 2)])


def test_equal_individuals_are_equally_lucky_on_shared_deals_only(tmp_path: Path) -> None:
    """Thirty copies of one vector, 40 games each: on own deals the fitness spreads like a share of 40 games."""
    spreads = {}
    for deals in ("shared", "own"):
        made = training(tmp_path / deals, games=40, deals=deals)
        vectors = np.stack([made.genes.start] * 30)
        fitness = made.evaluator.fixed(vectors, vectors[:0], 5).fitness
        spreads[deals] = fitness.std(ddof=1)
        again = made.evaluator.fixed(vectors[:10], vectors[:0], 5).fitness
        assert (again == fitness[:10]).all(), "a fitness does not depend on the size of the population"
    expected = np.sqrt(0.25 / 40)
    assert spreads["shared"] < 1e-9 and 0.4 * expected < spreads["own"] < 1.6 * expected


def test_a_race_needs_shared_deals(tmp_path: Path) -> None:
    with pytest.raises(BadOption, match=r"--race: .* needs --deals shared"):
        training(tmp_path, race=True, deals="own")


def test_a_race_saves_games_without_changing_the_best(tmp_path: Path) -> None:
    made = training(tmp_path, games=400, race=True)
    vectors = crowd(made)
    whole = made.evaluator.against_bots(vectors, 5)
    raced = made.evaluator.against_bots(vectors, 5, race=True)
    assert raced.games < 0.8 * whole.games
    good = np.arange(6)
    assert raced.fitness[good] == pytest.approx(whole.fitness[good])
    assert raced.fitness[6:].max() < raced.fitness[good].min(), "stopped individuals rank below the others"
    assert set(np.argsort(-raced.fitness)[:6]) == set(np.argsort(-whole.fitness)[:6])


def test_a_race_among_equals_stops_none(tmp_path: Path) -> None:
    made = training(tmp_path, games=400)
    vectors = np.repeat(made.genes.start[None], 8, axis=0)
    assert made.evaluator.against_bots(vectors, 5, race=True).games == 8 * 400


def test_a_race_hardly_ever_stops_one_of_the_better_half() -> None:
    """On shares drawn at random: eight equal individuals are judged on five looks at 99 %."""
    draws = np.random.default_rng(3)
    evaluator = Evaluator.__new__(Evaluator)
    stopped = 0
    for _ in range(400):
        played = np.full((8, 1, 50), np.nan)
        played[:, :, :10] = draws.random((8, 1, 10)) < 0.5
        stopped += 8 - len(evaluator._still_running(played, np.arange(8)))
    assert stopped / (400 * 8) < 0.05
    played = np.full((8, 1, 50), np.nan)
    played[:, 0, :10] = np.repeat([[1.0], [0.0]], 4, axis=0) + draws.random((8, 10)) / 100
    assert evaluator._still_running(played, np.arange(8)).tolist() == [0, 1, 2, 3]


def test_agents_that_remember_cannot_race(tmp_path: Path) -> None:
    with pytest.raises(BadOption, match="remembers earlier games"):
        EvolutionTraining(
            EvolutionConfig("tribute", "evolved", options={"preset": "thesis"}, against=["patron-favors"], race=True),
            tmp_path / "x",
        )


def test_a_generation_of_co_evolution_can_play_as_many_games_as_a_fixed_one(tmp_path: Path) -> None:
    made = training(tmp_path, games=200, population=10, evaluations=20, equal_games=True)
    draws = np.random.default_rng(1)
    vectors = draws.uniform(made.genes.low, made.genes.high, (20, len(made.genes)))
    for count in (10, 20):  # generation 0 has no parents
        scores = made.evaluator.coevolution(vectors[:count], vectors[:0], 3)
        assert scores.games == pytest.approx(10 * 200, rel=0.06)
    assert training(tmp_path).evaluator.coevolution(vectors[:4], vectors[:0], 3).games == 6 * 4


def test_the_hall_and_bots_count_by_their_games(tmp_path: Path) -> None:
    made = training(tmp_path, odd="as-published", hof_games=3, pair_games=3)
    evaluator, start = made.evaluator, made.genes.start
    vectors, hall = np.stack([start, -start, start / 2]), start[None] * 0.8
    alone = evaluator.coevolution(vectors, hall[:0], 9)
    among = evaluator.coevolution(vectors, hall, 9)
    shares = among.against["hall of fame"]
    assert set(np.round(shares * 3, 9)) <= {0.0, 1.0, 2.0, 3.0}
    assert among.fitness == pytest.approx((alone.fitness * 2 * 3 + shares * 3) / 9)
    assert alone.games == 3 * 3 and among.games == 3 * 3 + 3 * 3
    even = training(tmp_path, hof_games=3, pair_games=3).evaluator
    assert even.coevolution(vectors, hall[:0], 9).games == 3 * 4, "odd numbers are rounded up to whole deals"


def test_the_extra_game_of_an_odd_number_is_in_the_later_seat(tmp_path: Path) -> None:
    evaluator = training(tmp_path, odd="as-published").evaluator
    shares = np.arange(4.0).reshape(1, 2, 2)  # (pair, deal, seating)
    assert evaluator.chosen(shares, 3).tolist() == [[0.0, 1.0, 3.0]]
    assert evaluator.chosen(shares, 4).tolist() == [[0.0, 1.0, 2.0, 3.0]]


@pytest.mark.parametrize(("odd", "counts"), [("as-published", [6, 5]), ("even", [6, 6])])
def test_games_are_shared_out_evenly_and_the_first_bots_have_one_more(
    tmp_path: Path, odd: str, counts: list[int]
) -> None:
    made = training(tmp_path, games=11, odd=odd)
    assert made.evaluator.shared_out(11) == counts and made.evaluator.bot_games == sum(counts)
    assert made.evaluator.shared_out(10) == ([5, 5] if odd == "as-published" else [6, 6])
    vectors = np.stack([made.genes.start, made.genes.start * -1])
    found = made.evaluator.against_bots(vectors, 3)
    assert found.games == 2 * sum(counts)
    won = 0.0
    for number, (bot, count) in enumerate(zip(SMALL["against"], counts, strict=True)):
        shares = made.worker_pool.against(
            made.game, made.tunable, vectors, bot, np.arange(3), tapete.seeds.derive(3, number)
        )
        flat = (shares > 1 - 1e-9).reshape(2, 6).astype(float)
        counting = flat if count == 6 else flat[:, [0, 1, 2, 3, 5]]  # of the last deal the later seat
        assert found.against[bot] == pytest.approx(counting.mean(axis=1))
        won = won + counting.sum(axis=1)
    assert found.fitness == pytest.approx(won / sum(counts)), "all games have equal weight"


def test_a_race_with_unequal_numbers_of_games_counts_every_game_once(tmp_path: Path) -> None:
    made = training(tmp_path, games=399, race=True)
    assert made.evaluator.shared_out(399) == [200, 200]
    odd = training(tmp_path / "odd", games=399, race=True, odd="as-published")
    vectors = np.repeat(made.genes.start[None], 8, axis=0)
    assert odd.evaluator.against_bots(vectors, 5, race=True).games == 8 * 399


def test_step_sizes_hall_and_bounds_are_written_down(tmp_path: Path) -> None:
    made = training(tmp_path, hall_of_fame=2)
    made.train()
    for row in rows(tmp_path / "x"):
        assert len(json.loads(row["best_steps"])) == len(json.loads(row["mean_steps"])) == len(made.genes)
        assert len(json.loads(row["hall_weights"])) == int(row["hall"]) and row["timestamp"]
    checkpoint = json.loads((tmp_path / "x" / "checkpoint.json").read_text())
    first = json.loads(rows(tmp_path / "x")[-1]["best_steps"])
    assert first == pytest.approx(checkpoint["strategy"]["steps"][0], abs=1e-7)
    assert set(checkpoint["bounds"]) == set(made.genes.names)
    other = EvolutionTraining(EvolutionConfig(**{**SMALL, "method": "cma"}), tmp_path / "y")
    state = other._begin(0)
    widths = [float(other._generation(state).steps[0].mean()) for _ in range(2)]
    assert widths[0] == pytest.approx(0.2 * other.genes.span.mean(), rel=0.35) and widths[0] != widths[1]


def test_a_training_with_fewer_columns_continues_with_them(tmp_path: Path) -> None:
    made = training(tmp_path)
    news: list[object] = []
    with pytest.raises(KeyboardInterrupt):
        made.train(news.append, stop=lambda: bool(news))
    path = tmp_path / "x" / "progress.csv"
    known = rows(tmp_path / "x")
    with open(path, "w", encoding="utf-8", newline="") as out:
        writer = csv.DictWriter(out, ["run", "generation", "best", "mean"], extrasaction="ignore")
        writer.writeheader()
        writer.writerows(known)
    training(tmp_path).train()
    found = rows(tmp_path / "x")
    assert len(found) == 4 and all(set(row) == {"run", "generation", "best", "mean"} for row in found)


def test_the_spread_table_shows_agreement_of_runs_and_weights_at_bounds() -> None:
    from tapete.evolve.report import Progress, spread_rows

    best = np.array([[[0.0, 0.5, 1.0]], [[0.01, 0.9, 0.6]], [[0.02, 0.1, 0.99]]])
    blank = np.full((3, 1), np.nan)
    progress = Progress(
        ["a", "b", "c"], ["fixed"], ["1"], blank, blank, blank, blank, blank, best, best,
        bounds=np.array([[0.0, 1.0]] * 3),
    )  # fmt: skip
    found = {row[0]: row[4:] for row in spread_rows(progress)}
    assert found == {
        "a": ("agree", "3 of 3 at 0"),
        "b": ("differ", "none: moderate"),
        "c": ("in between", "2 of 3 at 1"),
    }
    progress.bounds = None
    assert all(row[4:] == ("-", "-") for row in spread_rows(progress))


def test_the_breakdown_of_the_best_individual_averages_to_its_fitness(tmp_path: Path) -> None:
    EvolutionTraining(EvolutionConfig(**{**SMALL, "evaluations": 32}), tmp_path / "x").train()
    for row in rows(tmp_path / "x"):
        breakdown = json.loads(row["breakdown"])
        assert set(breakdown) == {"cheap-winner", "random"}
        assert np.mean(list(breakdown.values())) == pytest.approx(float(row["best"]), abs=0.002)


@pytest.mark.parametrize("method", ["es", "ga"])
def test_survivors_have_the_mean_of_all_measurements(tmp_path: Path, method: str) -> None:
    made = training(tmp_path, reevaluate="all", population=6, evaluations=60, method=method)
    state = made._begin(0)
    seen: dict[str, list[float]] = {}
    inner = made.evaluator.fixed

    def noted(vectors: np.ndarray, hall: np.ndarray, seed: int):
        scores = inner(vectors, hall, seed)
        for name, value in {identity(v): float(f) for v, f in zip(vectors, scores.fitness, strict=True)}.items():
            seen.setdefault(name, []).append(value)
        return scores

    made.evaluators[0].fixed = noted  # type: ignore[method-assign]
    for _ in range(6):
        made._generation(state)
        best = identity(state.strategy.vectors[0])
        assert state.strategy.fitness[0] == pytest.approx(np.mean(seen[best]))
    assert max(len(values) for values in seen.values()) >= 3


def test_parents_that_do_not_compete_are_not_measured_again(tmp_path: Path) -> None:
    made = training(tmp_path, method="cma", reevaluate="all", evaluations=12)
    state = made._begin(0)
    made._generation(state)
    assert made._generation(state).scores.games == 4 * 16


def test_the_mean_of_cma_may_be_the_champion(tmp_path: Path) -> None:
    made = training(tmp_path, method="cma")
    state = made._begin(0)
    made._generation(state)
    candidates = state.strategy.candidates()
    assert len(candidates) == 5 and (candidates[4] == state.strategy.centre()).all()


def test_the_best_of_earlier_generations_is_a_candidate_of_cma_until_fitness_changes() -> None:
    from tapete.evolve.cmaes import CovarianceAdaptation
    from tapete.evolve.strategy import Genes

    strategy = CovarianceAdaptation(Genes.unit(3), 4, 5)
    first = strategy.ask().copy()
    strategy.tell(np.array([0.9, 0.1, 0.2, 0.3]))
    strategy.ask()
    strategy.tell(np.array([0.1, 0.4, 0.2, 0.3]))
    candidates = strategy.candidates()
    assert (candidates == first[0]).all(axis=1).sum() == 1 and len(candidates) <= 9
    again = CovarianceAdaptation(Genes.unit(3), 4, 5)
    again.restore(json.loads(json.dumps(strategy.as_dict())))
    assert (again.candidates() == candidates).all()
    strategy.update_fitness(np.array([0.5, 0.5, 0.5, 0.5]))
    assert not (strategy.candidates() == first[0]).all(axis=1).any()


def test_settings_change_at_the_border_of_a_segment(tmp_path: Path) -> None:
    schedule = "fixed:0.5,fixed:0.5"
    settings = {"mutation": "anew", "mutation@2": "bounded(0.5)", "games@2": 32, "elites": 1}
    made = training(tmp_path, method="ga", schedule=schedule, evaluations=26, settings=settings)
    assert made.config.at_segment(0)[0] == {"mutation": "anew", "elites": 1}
    assert made.config.at_segment(1)[0] == {"mutation": "bounded(0.5)", "elites": 1}
    made.train()
    found = rows(tmp_path / "x")
    first = next(row for row in found if row["segment"] == "1")
    border = next(row for row in found if row["segment"] == "2")
    before = [row for row in found if row["segment"] == "1"][-1]
    assert int(first["games"]) == 4 * 16
    assert int(border["games"]) - int(before["games"]) == 4 * 32
    assert border["mean_weights"] == before["mean_weights"], "the population is kept at the border"
    again = EvolutionTraining(made.config, tmp_path / "y")
    news: list[object] = []
    with pytest.raises(KeyboardInterrupt):
        again.train(news.append, stop=lambda: len(news) >= len(found) - 1)
    assert EvolutionTraining(EvolutionConfig.read(tmp_path / "y" / "run.toml"), tmp_path / "y").train() == json.loads(
        (tmp_path / "x" / "champion.json").read_text()
    )


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        ({"settings": {"mutation@3": "anew"}, "method": "ga"}, "from 2 to"),
        ({"settings": {"mutation@x": "anew"}, "method": "ga"}, "from 2 to"),
        ({"settings": {"mutation@2": "nonsense"}, "method": "ga"}, "nonsense"),
        ({"settings": {"games@2": "many"}}, "whole number"),
        ({"settings": {"games@2": 1}}, "need at least"),
        ({"settings": {"reevaluate@2": "some"}}, "must be one of"),
        ({"settings": {"step@2": 0.1}, "method": "cma"}, "restart only"),
        ({"settings": {"step": "wide"}, "method": "cma"}, "share of the genes"),
        ({"against": [], "schedule": "coevolution", "equal_games": True}, "there are none"),
    ],
)
def test_wrong_settings_are_refused_in_a_sentence(tmp_path: Path, settings: dict, words: str) -> None:
    with pytest.raises(tapete.TapeteError, match=words):
        training(tmp_path, **{"schedule": "fixed:0.5,fixed:0.5", **settings}).train()


def test_the_champions_of_the_runs_also_meet_each_other(tmp_path: Path) -> None:
    champion = EvolutionTraining(
        EvolutionConfig(
            "briscas", "greedy", schedule="coevolution", population=4, evaluations=8, runs=3, choice="published"
        ),
        tmp_path / "x",
    ).train()
    summary = champion["training"]
    assert len(summary["among_each_other"]) == 3
    assert summary["chosen"] == 1 + int(np.argmax(summary["among_each_other"]))
    chosen = summary["runs"][summary["chosen"] - 1]
    assert champion["genes"] == chosen["genes"]


def test_intervals_of_champions_whose_opponents_remember_are_called_unknown(tmp_path: Path) -> None:
    settings = EvolutionConfig(
        "tribute", "evolved", options={"preset": "thesis"}, against=["patron-favors"], population=2, evaluations=2,
        games=2, fresh_games=2, runs=1,
    )  # fmt: skip
    EvolutionTraining(settings, tmp_path / "run").train()
    shown = CliRunner().invoke(
        app, ["results", str(tmp_path / "run"), "--report", str(tmp_path / "r"), "--language", "es"]
    )
    assert "[unknown]" in shown.output and "agents remember earlier games" in shown.output
    assert "[desconocido]" in (tmp_path / "r" / "champions.tex").read_text(encoding="utf-8")
