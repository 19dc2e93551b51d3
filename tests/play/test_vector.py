"""Many games in step equal the games of single states, duels and other numbers of games."""

from __future__ import annotations

import copy
import pickle
from dataclasses import replace

import numpy as np
import pytest

import tapete
from tapete.agents.registry import make_agent
from tapete.arena.runner import MatchJob
from tapete.arena.schedule import Schedule
from tapete.core import loops
from tapete.core.bots import Bot
from tapete.core.definition import BotSpec
from tapete.core.game import Game
from tapete.errors import BadOption, IllegalAction
from tapete.kernel import GameState, i8, kernel
from tapete.kernel.contract import ACTIONS, MEMORY, NUMBERS
from tapete.seeds import agent_seeds, derive
from tapete.testing import check_vector_equals_single_games


def played(vector: tapete.Vector, steps: int, seed: int = 1) -> list[bytes]:
    """Return everything that the caller sees of some steps of random play."""
    generator, seen = np.random.default_rng(seed), []
    for _ in range(steps):
        arrays = (vector.seat, vector.mask, vector.features, vector.returns, vector.done, vector.rows, vector.deals)
        seen.append(b"".join(array.tobytes() for array in arrays))
        vector.step(vector.sample(generator))
    return seen


@pytest.mark.parametrize("name", ["briscas", "dinosaurs", "catan", "tribute", "hearthstone"])
def test_games_in_step_equal_single_games(name: str) -> None:
    check_vector_equals_single_games(tapete.load(name), 3)


@pytest.mark.parametrize("options", [{"players": 3}, {"players": 4, "follow_suit": "follow_or_trump"}])
def test_options_of_the_game_apply(options: dict) -> None:
    check_vector_equals_single_games(tapete.load("briscas", **options), 5)


def test_a_finished_game_is_dealt_again_in_the_same_step() -> None:
    vector = tapete.Vector(tapete.load("briscas"), 6, seed=4)
    generator = np.random.default_rng(2)
    for step in range(1, 121):
        vector.step(vector.sample(generator))
        over = step % 40 == 0  # a game of two players has 40 decisions
        assert (vector.done == over).all()
        assert (vector.returns.sum(axis=1) == over).all()
        assert (vector.deals == step // 40).all()
        assert (vector.mask.sum(axis=1) >= 1).all()
        assert (vector.records["over"] == 0).all()
        assert len(set(vector.seeds.tolist())) == 6


def test_the_arrays_stay_the_same_objects() -> None:
    vector = tapete.Vector(tapete.load("briscas"), 3, encoder=True)
    names = ("seat", "mask", "features", "returns", "done", "played", "deals", "seeds", "rows")
    before = [getattr(vector, name) for name in names]
    played(vector, 50)
    vector.reset(9)
    assert all(getattr(vector, name) is array for name, array in zip(names, before, strict=True))
    assert vector.mask.dtype == np.uint8
    assert vector.mask.shape == (3, vector.game.actions)
    assert vector.features.dtype == np.float32
    assert vector.features.shape == (3, vector.game.features())
    assert vector.returns.shape == (3, 2)
    assert tapete.Vector(vector.game, 3).features.shape == (3, 0)
    assert np.shares_memory(vector.records, vector.rows)


def test_a_deal_depends_on_seed_game_and_number_only() -> None:
    game = tapete.load("briscas")
    few, many = tapete.Vector(game, 3, seed=7), tapete.Vector(game, 8, seed=7)
    assert (few.rows == many.rows[:3]).all()
    for _ in range(85):
        few.step([few.legal(i)[0] for i in range(3)])
        many.step([many.legal(i)[0] for i in range(8)])
        assert (few.rows == many.rows[:3]).all()
    assert few.deals.tolist() == [2, 2, 2]
    assert (tapete.Vector(game, 3, seed=8).seeds != tapete.Vector(game, 3, seed=7).seeds).all()
    again = tapete.Vector(game, 3, seed=8)
    again.reset(7)
    first = tapete.Vector(game, 3, seed=7)
    assert (again.rows == first.rows).all()
    assert (again.played == -1).all()
    for k in range(3):  # the documented derivation
        assert int(first.seeds[k]) == derive(7, k) >> 1
        assert int(few.seeds[k]) == derive(7, (2 << 32) | k) >> 1


@pytest.mark.parametrize("opponents", [None, "cheap-winner", "ismcts:iterations=20", "random"])
def test_threads_change_nothing(opponents: str | None) -> None:
    game = tapete.load("briscas", players=3)
    seen = [
        played(tapete.Vector(game, 13, seed=2, encoder=True, opponents=opponents, threads=threads), 45)
        for threads in (1, 2, 5)
    ]
    assert seen[0] == seen[1] == seen[2]


@pytest.mark.parametrize("options", [{"players": 2}, {"players": 3, "exchange": "on"}])
@pytest.mark.parametrize(
    "spec", ["cheap-winner", "random", "greedy:worlds=2", "ismcts:iterations=30", "clairvoyant:iterations=20"]
)
def test_opponents_play_as_in_a_duel(spec: str, options: dict) -> None:
    """The caller answers as an agent of the duel would; deals, views and agents' seeds are those of the duel."""
    own = "ismcts:iterations=15"
    definition = replace(tapete.load("briscas").definition, series_seed=None)  # so that deals have derived seeds
    game = Game(definition, options)
    seed, count, seats = 11, 3, game.seats
    vector = tapete.Vector(game, count, seed=seed, opponents=spec)
    caller = make_agent(own, game)
    actions: dict[tuple[int, int], list[float]] = {}
    decisions = np.zeros(count, dtype=int)
    while len(actions) < 3 * count:
        chosen = []
        before = [(int(vector.deals[i]), int(vector.seat[i])) for i in range(count)]
        for i in range(count):
            deal, seat = before[i]
            assert seat == (i + deal) % seats
            drawn = int(agent_seeds(seed, np.array([(deal << 32) | i]), np.array([seat]), seats)[0, seat])
            caller.reset(derive(drawn, loops.AGENT_STREAM))
            view = caller.view(vector.state(i), derive(drawn, loops.VIEW_STREAM, int(decisions[i])))
            chosen.append(caller.act(view))
        decisions += 1
        vector.step(chosen)
        for i in np.flatnonzero(vector.done):
            actions[(int(i), before[i][0])] = vector.returns[i].tolist()
            decisions[i] = 0
    for (i, deal), returns in actions.items():
        own_seat = (i + deal) % seats
        seatings = np.array([[0 if s == t else 1 for s in range(seats)] for t in range(seats)])
        plan = Schedule(seed, seatings, np.array([(deal << 32) | i]), np.array([own_seat]))
        job = MatchJob(game, [own, spec])
        assert job.player().play(plan).games.returns[0].tolist() == returns


def test_one_opponent_takes_all_other_seats_and_the_callers_seat_rotates() -> None:
    game = tapete.load("briscas", players=3)
    vector = tapete.Vector(game, 4, seed=1, opponents="heuristic")
    assert vector.seat.tolist() == [0, 1, 2, 0]
    generator = np.random.default_rng(3)
    while not vector.done.any():
        vector.step(vector.sample(generator))
    ended = np.flatnonzero(vector.done)
    assert vector.seat[ended].tolist() == ((vector.played[ended] + 1) % 3).tolist()


def test_opponents_by_seat_leave_the_others_to_the_caller() -> None:
    game = tapete.load("briscas", players=3)
    vector = tapete.Vector(game, 5, seed=1, opponents=[None, "cheap-winner", None])
    generator, deciding = np.random.default_rng(3), set()
    for _ in range(90):
        deciding |= set(vector.seat.tolist())
        vector.step(vector.sample(generator))
    assert deciding == {0, 2}
    assert vector.deals.min() >= 2


@kernel
def gives_up(state: GameState, actions: ACTIONS, n: i8, params: NUMBERS, memory: MEMORY) -> i8:
    """Answer with index 0, but with no answer after as many decisions as its parameter says."""
    memory[1] += 1
    return -1 if memory[1] > params[0] else 0


def quitter(game: Game, after: int) -> Bot:
    return Bot(game, "quitter", BotSpec(gives_up, "", memory=2, params=lambda game, options: [after]), {})


def test_an_opponent_without_an_answer_forfeits_and_the_others_share() -> None:
    game = tapete.load("briscas", players=3)
    vector = tapete.Vector(game, 2, opponents=[None, quitter(game, 2), "random"])
    while not vector.done.all():
        vector.step(vector.sample(np.random.default_rng(1)))
    assert vector.returns.tolist() == [[0.5, 0.0, 0.5]] * 2


@kernel
def illegal_index(state: GameState, actions: ACTIONS, n: i8, params: NUMBERS, memory: MEMORY) -> i8:
    """Return an action that is not listed, in a game that accepts none."""
    return n + 1


def test_an_opponent_with_an_illegal_action_forfeits() -> None:
    game = tapete.load("briscas")
    lost = Bot(game, "lost", BotSpec(illegal_index, ""), {})
    vector = tapete.Vector(game, 3, opponents=[None, lost])
    vector.step(vector.sample(np.random.default_rng(1)))
    assert vector.done.all()
    assert (vector.returns == [1.0, 0.0]).all()


def test_a_game_without_a_decision_of_the_caller_is_skipped() -> None:
    game = tapete.load("briscas")
    vector = tapete.Vector(game, 40, opponents=[None, quitter(game, 0)])
    assert (vector.seat == 0).all()
    assert vector.deals.max() > 0  # where seat 1 began, it forfeited at once
    before = vector.deals.copy()
    vector.step(vector.sample(np.random.default_rng(1)))
    assert vector.done.all()
    assert (vector.returns == [1.0, 0.0]).all()
    assert (vector.deals > before).all()


def test_opponents_that_never_let_the_caller_play_are_refused() -> None:
    game = tapete.load("briscas", players=3, first_player="0")
    with pytest.raises(BadOption, match="ended before the caller's first decision"):
        tapete.Vector(game, 2, opponents=[quitter(game, 0), "random", None])


def test_illegal_actions_change_nothing() -> None:
    game = tapete.load("briscas")
    for threads in (1, 2):
        vector = tapete.Vector(game, 4, encoder=True, threads=threads)
        played(vector, 39)
        names = ("seat", "mask", "features", "returns", "done", "played", "deals", "seeds", "rows")
        before = [getattr(vector, name).tobytes() for name in names]
        fine = [int(vector.legal(i)[0]) for i in range(4)]
        absent = next(a for a in range(game.actions) if not vector.mask[3, a])
        for wrong in (absent, -1, -(2**63), 2**63 - 1, game.actions):
            with pytest.raises(IllegalAction, match=f"action {wrong} is not legal in game 3 .* {vector.legal(3)[0]}"):
                vector.step(np.array([*fine[:3], wrong]))
        with pytest.raises(IllegalAction):
            vector.step(np.array([*fine[:3], 2**64 - 1], dtype=np.uint64))
        for wrong in ([0], [0] * 5, [fine], 3, [], fine[:3] + [None], fine[:3] + ["a"]):
            with pytest.raises((ValueError, TypeError)):
                vector.step(wrong)
        for wrong in ([float("nan")] * 4, [float(a) for a in fine], [True] * 4, np.array(fine, dtype=complex)):
            with pytest.raises(ValueError, match="whole numbers"):
                vector.step(wrong)
        assert [getattr(vector, name).tobytes() for name in names] == before
        vector.step(np.array(fine, dtype=np.int16))
        assert vector.done.all()


def test_unchecked_steps_equal_checked_ones() -> None:
    game = tapete.load("briscas")
    one, two = tapete.Vector(game, 5), tapete.Vector(game, 5)
    generator = np.random.default_rng(1)
    for _ in range(50):
        actions = one.sample(generator)
        one.step(actions)
        two.step(actions, check=False)
        assert (one.rows == two.rows).all()


def test_wrong_arguments_are_refused_in_a_sentence() -> None:
    game = tapete.load("briscas")
    for arguments, words in [
        ({"count": 0}, "from 1 to"),
        ({"count": 2.5}, "whole number"),
        ({"count": True}, "whole number"),
        ({"seed": "7"}, "seed='7'"),
        ({"threads": 0}, "threads"),
        ({"encoder": "briscas_v2"}, "briscas_v1"),
        ({"opponents": "cheap-winer"}, "cheap-winner"),
        ({"opponents": "ismcts:ms=5"}, "has no native policy"),
        ({"opponents": [None]}, "2 seats need 2 entries"),
        ({"opponents": ["random", "random"]}, "must be None"),
        ({"opponents": 7}, "opponents=7"),
    ]:
        with pytest.raises(tapete.TapeteError, match=words):
            tapete.Vector(game, **{"count": 2, **arguments})


def test_a_vector_refuses_to_be_copied() -> None:
    vector = tapete.Vector(tapete.load("briscas"), 2)
    for duplicate in (copy.copy, copy.deepcopy, pickle.dumps):
        with pytest.raises(TypeError, match="belongs to its process"):
            duplicate(vector)


def test_sampled_actions_are_legal_and_every_one_occurs() -> None:
    vector = tapete.Vector(tapete.load("briscas"), 3000, seed=1)
    chosen = vector.sample(np.random.default_rng(5))
    places = [int(np.flatnonzero(vector.legal(i) == chosen[i])[0]) for i in range(3000)]
    assert (np.bincount(places, minlength=3) > 1000 - 5 * 26).all()  # five standard deviations of 3,000 thirds


def test_opponents_bring_their_own_decks_to_any_seat() -> None:
    vector = tapete.Vector(tapete.load("hearthstone"), 4, seed=1, opponents="random:deck=ZooDiscardWarlock")
    for i, seed in enumerate(vector.seeds.tolist()):
        own = i % 2
        expected = tapete.load("hearthstone", **{f"deck{1 - own}": "ZooDiscardWarlock"}).deal(seed).record["power"]
        assert vector.records["power"][i].tolist() == expected.tolist()
        assert len(set(expected.tolist())) == 2
