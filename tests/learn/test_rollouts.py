"""Recorded games equal the games that were played."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from made import LADDER, made

import tapete
from tapete import nets
from tapete.agents.registry import make_agent
from tapete.core.game import Game
from tapete.core.loops import native
from tapete.learn import rollout_loop
from tapete.learn.rollouts import RolloutPlayer, RolloutRecorder, player
from tapete.nets import Bound


@pytest.fixture(scope="module")
def briscas() -> Game:
    return tapete.load("briscas")


def table(game: Game, *specs: str, **more) -> RolloutRecorder:
    players = [player(make_agent(spec, game), recorded=True) for spec in specs]
    seatings = [[(seat + turn) % len(specs) for seat in range(game.seats)] for turn in range(len(specs))]
    return RolloutRecorder(game, players, seatings, everybody=True, **more)


def test_recorded_decisions_replay_the_games(briscas: Game) -> None:
    played = table(briscas, "cheap-winner", "heuristic", forced=True).play(200, seed=5)
    assert played.games >= 5 and played.dropped == played.faults == 0
    features = played.dense()
    at = 0
    for number in range(played.games):
        state = briscas.deal(int(played.deals[number]))
        while not state.over:
            assert played.game_of[at] == number and played.seat[at] == state.seat and played.turn[at] == state.turn
            legal = played.legal[played.legal_starts[at] : played.legal_ends[at]]
            assert legal.tolist() == state.legal()
            assert features[at].tobytes() == np.asarray(state.view(state.seat, 1).observe(), dtype=np.float32).tobytes()
            points = state.points()
            ahead = (points[state.seat] - points[1 - state.seat]) / 120
            assert played.standing[at] == pytest.approx(ahead)
            state.apply(int(played.action[at]))
            at += 1
        assert played.returns[number].tolist() == list(state.returns())
    assert at == len(played)
    assert played.own_return.tolist() == [
        played.returns[g, s] for g, s in zip(played.game_of, played.seat, strict=True)
    ]


def test_recordings_depend_on_the_seed(briscas: Game) -> None:
    one, same, other = (table(briscas, "cheap-winner").play(100, seed=seed) for seed in (5, 5, 6))
    assert one.action.tobytes() == same.action.tobytes() and one.numbers.tobytes() == same.numbers.tobytes()
    assert one.deals.tolist() != other.deals.tolist()


def test_visits_of_a_search_are_recorded(briscas: Game) -> None:
    played = table(briscas, "ismcts:iterations=40,exact=0", visits=True).play(60, seed=2)
    assert played.visits is not None
    sums = np.add.reduceat(played.visits, played.legal_starts)
    assert set(sums.tolist()) == {40.0}
    most = [played.visits[a:b].argmax() for a, b in zip(played.legal_starts, played.legal_ends, strict=True)]
    agree = np.mean(np.array(most) == played.chosen)
    assert agree > 0.9  # equal visits go to the better mean


@pytest.mark.parametrize("trust", [1e-9, 3.0, 40.0])
def test_the_target_policy_is_the_prior_improved_by_simulations(trust: float, tmp_path: Path) -> None:
    """Computed by hand in a game without chance: prior times exp(trust (q - v)), q being the value after an action."""
    game = Game(LADDER, {})
    bound = Bound(made(game), game)
    file = nets.save(tmp_path / "a.npz", bound.network)
    spec = f"flat:rounds=2,paired=1,reward=win,eval=net,rollout_depth=0,net={file}"
    expert = player(make_agent(spec, game), recorded=True)
    played = RolloutRecorder(game, [expert], [[0, 0]], visits=True, trust=trust, rater=bound).play(60, seed=3)
    assert played.visits is not None
    logits, _ = bound.rows(played.dense())
    at = 0
    for number in range(played.games):
        state = game.deal(int(played.deals[number]))
        while not state.over:
            seat, legal = state.seat, state.legal()
            if len(legal) > 1:
                worth = []
                for action in legal:
                    after = state.clone()
                    after.apply(action)
                    seen = np.asarray(after.view(seat, 1).observe(), dtype=np.float32)[None]
                    worth.append(after.returns()[seat] if after.over else bound.rows(seen)[1][0, 0])
                prior = np.exp(logits[at, legal] - logits[at, legal].max())
                prior /= prior.sum()
                wanted = prior * np.exp(trust * (np.array(worth) - prior @ worth))
                noted = played.visits[played.legal_starts[at] : played.legal_ends[at]]
                assert noted == pytest.approx(wanted / wanted.sum(), abs=1e-5)
                assert played.chosen[at] == np.argmax(worth)
                at += 1
            state.apply(int(played.action[at - 1]) if len(legal) > 1 else legal[0])
    assert at == len(played)


def test_a_player_that_does_not_search_has_one_visit_for_its_choice(briscas: Game) -> None:
    played = table(briscas, "cheap-winner", visits=True).play(60, seed=2)
    assert played.visits is not None
    assert played.visits[played.legal_starts + played.chosen].tolist() == [1.0] * len(played)
    assert played.visits.sum() == len(played)


def test_targets_of_after_states_are_lambda_returns() -> None:
    """Computed by hand: backwards from the result, each seat's own positions, mixed with the values of later ones."""
    game = Game(LADDER, {})
    bound = Bound(made(game, policy=False), game)
    one = RolloutRecorder(
        game, [RolloutPlayer(bound.policy().native())], [[0, 0]], after=True, forced=True, lambda_=0.7, rater=bound
    )
    played = one.play(60, seed=3)
    _, values = bound.rows(played.dense())
    assert np.allclose(played.value, values[:, 0], atol=1e-6)
    for number in range(played.games):
        for seat in range(2):
            mine = np.flatnonzero((played.game_of == number) & (played.seat == seat))
            running = played.returns[number, seat]
            for k in mine[::-1]:
                assert played.target[k] == pytest.approx(running, abs=1e-6)
                running = 0.7 * running + 0.3 * played.value[k]


def test_advantages_follow_the_gae_formula() -> None:
    generator = np.random.default_rng(1)
    games = np.repeat(np.arange(4), 6).astype(np.int32)
    seats = generator.integers(0, 3, 24).astype(np.int8)
    values, rewards = (generator.normal(size=24).astype(np.float32) for _ in range(2))
    found = np.zeros(24, dtype=np.float32)
    native(rollout_loop.advantages)(games, seats, values, rewards, 0.9, 0.8, found)
    for number in range(4):
        for seat in range(3):
            mine = np.flatnonzero((games == number) & (seats == seat))
            for place, k in enumerate(mine):
                later = mine[place:]
                following = [*values[later[1:]], 0.0]
                errors = rewards[later] + 0.9 * np.array(following) - values[later]
                assert found[k] == pytest.approx(sum(error * 0.72**i for i, error in enumerate(errors)), abs=1e-5)


def test_games_that_exceed_the_limit_are_dropped(briscas: Game) -> None:
    played = table(briscas, "cheap-winner", longest=10).play(50, seed=1, games=3)
    assert played.games == len(played) == len(played.features) == 0 and played.dropped == 3


def test_a_timed_agent_cannot_be_recorded(briscas: Game) -> None:
    with pytest.raises(tapete.TapeteError, match="does not run natively"):
        table(briscas, "ismcts:ms=5")
