"""Comparisons of agents, sweeps, disagreements, profiles of games, and counters of games."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import time

import numpy as np
import pytest
from command import tapete_command

import tapete
from tapete.arena.ab_test import compare_agents, comparison
from tapete.arena.clock import Clock
from tapete.arena.disagreements import disagree
from tapete.arena.duel import duel
from tapete.arena.experiment import read_outcome
from tapete.arena.game_profile import measure
from tapete.arena.game_statistics import Spread
from tapete.arena.names import split_name, split_names
from tapete.arena.observations import Sample
from tapete.arena.paired import adjusted, difference
from tapete.arena.store import Store
from tapete.arena.sweep import parse_template, sweep
from tapete.arena.time_scaling import rungs
from tapete.arena.tournament import tournament
from tapete.errors import BadOption


@pytest.fixture(scope="module")
def game():
    return tapete.load("briscas")


def command(*arguments: str, code: int = 0) -> subprocess.CompletedProcess:
    done = tapete_command(*arguments)
    assert done.returncode == code, done.stderr
    return done


# Names


@pytest.mark.parametrize(
    ("text", "name", "spec"),
    [
        ("MCTS (c = 1.4)=thesis-mcts:c=1.4", "MCTS (c = 1.4)", "thesis-mcts:c=1.4"),
        ("Random=random", "Random", "random"),
        ("random", "random", "random"),
        ("ismcts:iterations=5,rollout=cheap-winner", None, None),
        ("./agent.py:Class:option=value", None, None),
        ("Mine=./agent.py:Class:option=value", "Mine", "./agent.py:Class:option=value"),
        ("runs/hybrid", None, None),
    ],
)
def test_a_spec_may_have_a_name_before_it(text, name, spec):
    assert split_name(text) == (name or text, spec or text)


def test_two_agents_do_not_share_a_name():
    with pytest.raises(BadOption, match="both be called"):
        split_names(["A=random", "A=heuristic"])
    with pytest.raises(BadOption, match="NAME=SPEC"):
        split_name("x y = 5")


# Paired differences


def test_a_paired_difference_is_more_precise_than_two_scores():
    """Two agents share the luck of 400 deals and differ by 0.05: the paired interval shows it, unpaired ones do not."""
    generator = np.random.default_rng(2)
    luck = generator.random(400)
    first = Sample(np.arange(400), np.where(luck < 0.55, 2.0, 0.0), np.full(400, 2))
    second = Sample(np.arange(400), np.where(luck < 0.50, 2.0, 0.0), np.full(400, 2))
    found = difference(first, second)
    assert found.value == pytest.approx(0.05, abs=0.03)
    assert found.p < 0.01
    assert found.ci95[0] > 0
    assert found.games_needed < 800
    assert difference(first, first).p == 1.0


def test_a_paired_difference_covers_the_truth():
    """400 experiments at 95 %: between 91.5 and 98.5 %, except once in a thousand times."""
    generator, held = np.random.default_rng(1), 0
    for _ in range(400):
        luck = generator.random(80)
        deals = [
            Sample(np.arange(80), (luck + generator.normal(0, 0.2, 80) < 0.5 + gap) * 1.0, np.ones(80))
            for gap in (0.1, 0)
        ]
        low, high = difference(*deals).ci95
        held += low <= 0.1 <= high
    assert 0.915 <= held / 400 <= 0.985


def test_many_chances_are_adjusted_together():
    assert adjusted([0.01, 0.04, 0.03]) == pytest.approx([0.03, 0.06, 0.06])


def test_compare_says_which_is_better_and_comes_back_from_the_store(game, tmp_path):
    with Store(tmp_path / "s.db") as store:
        found = compare_agents(game, "cheap-winner", "random", against=["heuristic"], games=200, store=store)
        again = comparison(read_outcome(store, store.runs()[0]))
    assert found.difference.p < 0.01
    assert found.verdict.startswith("cheap-winner is better than random")
    assert again.as_dict()["difference"] == found.as_dict()["difference"]
    direct = compare_agents(game, "cheap-winner", "heuristic", games=100)
    assert direct.sides[0].score == pytest.approx(1 - direct.sides[1].score)
    with pytest.raises(BadOption, match="the same agent"):
        compare_agents(game, "random", "random")


def test_a_question_without_an_answer_says_how_many_games_it_needs(game):
    found = compare_agents(game, "heuristic", "heuristic:aggressive=1", against=["random"], games=6)
    if found.difference.p >= 0.05 and found.difference.value:
        assert "would need about" in found.verdict


# Sweeps


def test_steps_and_single_weights_can_be_swept(game):
    template = parse_template("ismcts:c={0.5..1:0.25}", game)
    assert template.axes[0].values == ("0.5", "0.75", "1")
    weights = parse_template("greedy:weights.points={0.5,2}", game)
    first, second = (weights.spec(point) for point in weights.grid())
    assert first.startswith("greedy:weights=0.5/")
    assert first.split("/")[1:] == second.split("/")[1:]
    tapete.agent(first, game)
    for wrong in ("ismcts:c={1..2:0}", "ismcts:c={1..2:-1}", "greedy:weights.pints={1,2}"):
        with pytest.raises(BadOption):
            parse_template(wrong, game)


def test_a_sweep_says_which_settings_are_within_noise_of_the_best(game):
    result = sweep(game, "heuristic:as_coded={0,1},aggressive={0,1}", ["cheap-winner"], games=400)
    best = max(result.trials, key=lambda trial: trial.score)
    assert best.behind is None
    assert best.within_noise
    worst = min(result.trials, key=lambda trial: trial.score)
    assert not worst.within_noise
    assert worst.behind.value == pytest.approx(best.score - worst.score)
    assert {effect.option for effect in result.effects} == {"as_coded", "aggressive"}
    assert min(effect.p for effect in result.effects) < 0.05


# Disagreement, ladder, measure


def test_agents_agree_with_themselves_and_differ_from_others(game):
    same = disagree(game, "heuristic", "heuristic", games=2, judged=0)
    assert same.overall.share == 1.0
    assert same.positions == []
    found = disagree(game, "heuristic", "random", games=3, judge="ismcts:iterations=50", judged=20)
    assert 0 < found.overall.share < 1
    assert set(found.by_phase) == {"opening", "middle", "end"}
    assert found.positions[0].cost is not None
    assert abs(found.positions[0].cost) >= abs(found.positions[-1].cost or 0)
    assert found.top[0]["top 2"].share >= found.top[0]["top 1"].share
    state = tapete.load("briscas").deal(found.positions[0].deal_seed)
    for action in found.positions[0].history:
        state.play(action)
    assert state.seat == found.positions[0].seat
    with pytest.raises(BadOption, match="sees everything"):
        disagree(game, "clairvoyant:iterations=5", "random", games=1)


def test_what_a_difference_costs_is_a_chance_to_win_also_where_the_end_game_is_solved(game):
    """Exact values of the end game are 1000 for a win plus points; the search's and the network's are shares."""
    found = disagree(game, "heuristic", "random", games=4, judged=400)
    assert found.judge == "hard"
    ends = [one for one in found.positions if one.decision >= 34]  # no stock: solved
    assert any(one.cost is not None for one in ends), "no solved position was judged"
    costs = [one.cost for one in found.positions if one.cost is not None]
    assert max(abs(cost) for cost in costs) <= 1.0
    assert all(one.cost in (-1.0, -0.5, 0.0, 0.5, 1.0) for one in ends if one.cost is not None)
    assert abs(found.costs["mean"]) <= 1.0 and 0.0 < found.costs["error"] < 0.5


def test_a_judge_that_gives_no_chances_has_both_moves_played_out(game):
    found = disagree(game, "cheap-winner", "random", games=2, judge="heuristic", judged=12)
    costs = [one.cost for one in found.positions if one.cost is not None]
    assert costs and all(-1.0 <= cost <= 1.0 for cost in costs)
    assert 0.0 < found.top[0]["top 1"].share < 1.0, "moves that the judge does not rank count against the agent"


def test_a_ladder_sets_strength_beside_time(game):
    found = rungs(tournament(game, ["random", "ismcts:iterations=50", "cheap-winner"], games=40))
    assert [rung.name for rung in found][-1] == "ismcts:iterations=50"
    assert found[0].best
    assert found[-1].thinking.ms > found[0].thinking.ms


def test_a_game_is_measured(game):
    found = measure(game, "cheap-winner", games=20)
    assert found.decisions.mean == 40
    assert found.choices.most == 3
    assert found.kinds == {"play": 40.0}
    assert len(found.plays) == 40
    assert sum(share.score for share in found.seats.values()) == pytest.approx(1)
    assert found.lead_changes.most > 0
    assert found.as_dict()["decisions"]["median"] == 40
    weight = sum(share.score * share.games for share in found.groups["trump"].values())
    assert weight == pytest.approx(20 * found.seats[0].score), "by trump suit it is the first seat's score"
    with pytest.raises(BadOption, match="no option of a seat has named values"):
        measure(game, games=2, by="deck")


@pytest.mark.slow
def test_decks_are_measured_against_each_other():
    found = measure(tapete.load("hearthstone"), games=20, by="deck").brought
    assert len(found) == 11
    assert sum(share.score for share in found.values()) == pytest.approx(11 / 2)
    scores = [share.score for share in found.values()]
    assert scores == sorted(scores, reverse=True)
    with pytest.raises(BadOption, match="did you mean 'deck'"):
        measure(tapete.load("hearthstone"), games=2, by="dek")


# Counters of games


@pytest.mark.parametrize("name", ["briscas", "dinosaurs"])
def test_native_counters_equal_those_in_python(name):
    game = tapete.load(name)
    agents = ["random"] * game.seats
    native = duel(game, agents, games=game.seats, seed=4)

    class Python:
        name = "random"

        def __init__(self):
            self.inner = tapete.agent("random")

        def reset(self, seed):
            self.inner.reset(seed)

        def act(self, view):
            return self.inner.act(view)

    python = duel(game, [Python() for _ in agents], games=game.seats, seed=4)
    assert native.played.counters.shape == (game.seats, game.counters_width)
    assert (native.played.counters == python.played.counters).all()
    assert (native.played.turns == python.played.turns).all()


def test_tricks_and_trumps_of_briscas_add_up_and_are_kept(game, tmp_path):
    with Store(tmp_path / "s.db") as store:
        played = duel(game, ["heuristic", "random"], games=40, store=store)
        kept = read_outcome(store, store.runs()[0]).matches[0].games
    assert (played.played.counters[:, :2].sum(axis=1) == 20).all()
    assert (kept.counters == played.played.counters).all()
    found = played.statistics
    assert found.agents[0].counters["tricks"].mean + found.agents[1].counters["tricks"].mean == pytest.approx(20)
    assert sum(found.counters["trump"].values()) == 40
    assert set(found.groups["trump"]) <= {"oros", "copas", "espadas", "bastos"}
    assert found.agents[0].wins == played.agents[0].wins


@pytest.mark.slow
@pytest.mark.parametrize(("name", "fact"), [("catan", "cities"), ("tribute", "favours"), ("hearthstone", "fatigue")])
def test_larger_games_count_how_they_ended(name, fact):
    found = duel(tapete.load(name), ["random"] * 2, games=8).statistics
    assert sum(found.ends.values()) == 8
    assert "over" not in found.ends
    assert fact in found.agents[0].counters
    if name == "tribute":
        assert len(found.groups["patron"]) >= 4
        assert sum(found.counters["patron"].values()) == 4 * 8


def test_a_spread_equals_the_textbook_value():
    found = Spread.of(np.array([1.0, 2.0, 3.0, 4.0, np.nan]))
    assert (found.count, found.mean, found.median, found.least, found.most) == (4, 2.5, 2.5, 1, 4)
    assert found.deviation == pytest.approx(np.std([1, 2, 3, 4], ddof=1))
    assert Spread.of(np.array([])) is None


# Limits


class Late:
    """Answers its first two decisions too late."""

    name = "late"

    def reset(self, seed):
        self.left = 2

    def act(self, view):
        if self.left:
            self.left -= 1
            time.sleep(0.5)
        return view.legal()[-1]


class Greedy:
    """Allocates far more memory than its limit."""

    def act(self, view):
        self.kept = np.ones(1 << 28)
        return view.legal()[0]


def test_a_late_answer_loses_or_is_ignored(game):
    lost = duel(game, [Late(), "random"], games=2, clock=Clock(decision=0.25))
    assert lost.agents[0].faults == 2
    heard = duel(game, [Late(), "random"], games=2, clock=Clock(decision=0.25, late="end-turn"))
    assert heard.agents[0].faults == 0
    assert (heard.played.decisions.sum(axis=1) == 40).all()
    with pytest.raises(BadOption, match="--late"):
        Clock(late="never")


@pytest.mark.skipif(sys.platform != "linux", reason="memory is limited by Linux")
def test_an_agent_that_takes_too_much_memory_loses_its_games(monkeypatch, game):
    from tapete.agents import registry

    monkeypatch.setattr(registry, "_registered", dict(registry._registered))
    tapete.register_agent(Greedy, "greedy-for-memory")
    result = duel(game, ["greedy-for-memory", "random"], games=2, on="processes", clock=Clock(memory=500))
    assert result.agents[0].faults == 2
    assert "MemoryError" in result.agents[0].first_fault
    assert result.reproducible


# Commands


def test_the_commands_answer_in_json_and_in_words(tmp_path):
    found = json.loads(command("compare", "briscas", "A=heuristic", "B=random", "--games", "40", "--json").stdout)
    assert [side["name"] for side in found["agents"]] == ["A", "B"]
    assert {"value", "ci95", "p", "games_needed"} <= set(found["difference"])
    assert "score of seat 0" in command("measure", "briscas", "--games", "4", "--quiet").stdout
    listed = command("agents", "briscas").stdout
    assert len(listed.splitlines()) < 30
    assert "iterations" in command("agents", "briscas", "ismcts").stdout
    assert "nobody" in command("agents", "briscas", "nobody", code=2).stderr
    log = tmp_path / "run.log"
    shown = command("tournament", "briscas", "Rules=heuristic", "random", "--games", "20", "--workers", "1", "--quiet", "--log",
                    str(log), "--record", str(tmp_path / "games.jsonl"), "--store", "none")  # fmt: skip
    assert "Rules" in shown.stdout
    assert "finished after 20 games" in log.read_text()
    assert len((tmp_path / "games.jsonl").read_text().splitlines()) == 20
    assert "20 games" in command("replay", str(tmp_path / "games.jsonl")).stdout


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["compare", "briscas", "random", "random"], "the same agent"),
        (["duel", "briscas", "random", "random", "--workers", "0"], "--workers"),
        (["duel", "briscas", "random", "random", "--columns", "three"], "--columns"),
        (["duel", "briscas", "random", "random", "--seats", "some"], "--seats"),
        (["duel", "briscas", "random", "random", "--late", "never"], "--late"),
        (["sweep", "briscas", "ismcts:c={1..2:0}", "--against", "random"], "step above 0"),
        (["measure", "briscas", "--games", "0"], "--games"),
        (["study", "nothing.toml"], "nothing.toml"),
    ],
)
def test_wrong_input_is_one_sentence(arguments, words):
    done = command(*arguments, code=2)
    assert words in done.stderr
    assert len(done.stderr.splitlines()) == 1
    assert not re.search("Traceback", done.stderr)
