"""Kernels as plain Python: the same game for the same seed."""

from __future__ import annotations

import numpy as np
import pytest

import tapete
from tapete.arena.duel import duel
from tapete.core.game import Game
from tapete.kernel import Array, GameState, bit_count, i8, kernel, mix, shape, shuffle, trailing_zeros, u1, u8
from tapete.kernel.pure import Word, call
from tapete.seeds import derive


class Small(GameState):
    words: Array[u8] = shape(4)
    bytes: Array[u1] = shape(8)
    mask: u8


@kernel
def scramble(state: Small, seed: u8) -> i8:
    """Use everything in which machine numbers differ from Python's."""
    word = mix(seed, u8(7))
    for i in range(4):
        word = word * u8(6364136223846793005) + u8(1442695040888963407)
        word ^= word >> u8(29)
        state.words[i] = word
        state.bytes[i] = i8(word & u8(0xFFFF)) - 40000
        state.mask |= u8(1) << u8(word & u8(63))
    shuffle(state, state.bytes, 0, 8)
    return trailing_zeros(state.mask) + 100 * bit_count(state.mask) + state.bytes[0]


def test_machine_numbers_wrap_as_when_compiled() -> None:
    for seed in (0, 1, 2**63, 2**64 - 1):
        one, other = np.zeros(1, Small.dtype), np.zeros(1, Small.dtype)
        assert call(scramble, one[0], np.uint64(seed)) == scramble(other[0], np.uint64(seed))
        assert one.tobytes() == other.tobytes()


def test_a_word_wraps_with_words_and_is_signed_with_numbers() -> None:
    assert Word(2**64 - 1) + Word(1) == 0
    assert isinstance(Word(3) << Word(2), Word)
    assert Word(2**64 - 1) + 1 == 0
    assert type(Word(5) & 1) is int
    assert ~Word(0) == 2**64 - 1


def whole_games(one: Game, other: Game, games: int) -> int:
    """Play the same games in both and compare everything; return the decisions."""
    decisions = 0
    for seed in range(games):
        a, b = one.deal(seed), other.deal(seed)
        while not a.over:
            assert a.to_bytes() == b.to_bytes()
            assert a.legal() == b.legal()
            assert a.points() == b.points()
            for seat in range(one.seats):
                assert a.view(seat, 5).state.to_bytes() == b.view(seat, 5).state.to_bytes()
            for name in one.definition.encoders:
                assert (a.observe(encoder=name) == b.observe(encoder=name)).all()
            for name, evaluation in one.definition.evaluations.items():
                if not evaluation.rates_moves:
                    assert a.evaluate(a.seat, name) == pytest.approx(b.evaluate(b.seat, name), rel=1e-12, abs=1e-12)
            action = a.legal()[derive(seed, decisions) % len(a.legal())]
            assert a.hides(action) == b.hides(action)
            a.play(action)
            b.play(action)
            decisions += 1
        assert a.returns() == b.returns()
    return decisions


@pytest.mark.parametrize("players", [2, 4])
def test_briscas_is_the_same_game_in_python(players: int) -> None:
    native = tapete.load("briscas", players=players)
    assert whole_games(native, tapete.load("briscas", players=players, interpreted=True), games=2) >= 40


def test_a_third_party_game_is_the_same_in_python(broken) -> None:
    definition = broken().DEFINITION
    assert whole_games(Game(definition, {}), Game(definition, {}, interpreted=True), games=3) > 20


@pytest.mark.parametrize("agent", ["heuristic", "cheap-winner", "random"])
def test_policies_answer_the_same_in_python(agent: str) -> None:
    native, slow = tapete.load("briscas"), tapete.load("briscas", interpreted=True)
    one, other = tapete.agent(agent, native), tapete.agent(agent, slow)
    for seed in range(2):
        one.reset(seed)
        other.reset(seed)
        a, b = native.deal(seed), slow.deal(seed)
        while not a.over:
            answer = one.act(a.view(seed=seed))
            assert answer == other.act(b.view(seed=seed))
            a.play(answer)
            b.play(answer)


def test_a_duel_in_python_gives_the_result_of_the_native_one(monkeypatch) -> None:
    native = duel(tapete.load("briscas"), ["heuristic", "greedy"], games=4, seed=3)
    monkeypatch.setenv("TAPETE_PYTHON", "1")
    slow = duel(tapete.load("briscas"), ["heuristic", "greedy"], games=4, seed=3)
    assert [a.score for a in slow.agents] == [a.score for a in native.agents]
    assert [a.point_difference for a in slow.agents] == [a.point_difference for a in native.agents]


def test_an_index_beyond_the_end_raises_index_error_at_its_line(broken) -> None:
    definition = broken(("state.cards[seat] += 1", "state.cards[seat + 40] += 1")).DEFINITION
    state = Game(definition, {}, interpreted=True).deal(1)
    with pytest.raises(IndexError) as caught:
        state.play(0)
    assert any(entry.name == "apply" and "seat + 40" in str(entry) for entry in caught.traceback)
