"""Briscas against the vectors of the rules text, recorded games, and the invariants of section 12."""

from __future__ import annotations

import gzip
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import tapete
from tapete.games.briscas import rules
from tapete.games.briscas.cards import FACES, SUITS
from tapete.games.briscas.presentation import hand_of
from tapete.games.briscas.text import parse_card
from tapete.testing import random_game
from tapete.testing.traces import replay_traces

GOLDEN = json.loads((Path(__file__).parents[2] / "data/briscas/golden.json").read_text(encoding="utf-8"))

OPTIONS = st.fixed_dictionaries(
    {
        "players": st.sampled_from([2, 3, 4]),
        "follow_suit": st.sampled_from(["none", "follow", "follow_or_trump"]),
        "phase": st.sampled_from(["always", "stock_empty"]),
        "exchange": st.sampled_from(["off", "on"]),
        "exchange_min_rounds": st.integers(1, 3),
        "exchange_requires_won_trick": st.booleans(),
        "exchange_on_lead_only": st.booleans(),
        "tie_break": st.sampled_from(["draw", "most_cards"]),
        "removed_two": st.sampled_from(SUITS),
        "partners_see_hands": st.sampled_from(["never", "stock_empty"]),
    }
)


def cards_everywhere(state: tapete.State) -> list[int]:
    """Return every card in a hand, in the stock or played, ascending."""
    record = state.record
    cards = [card for card in range(40) if any(int(played) >> card & 1 for played in record["played"])]
    for seat in range(state.game.seats):
        cards += hand_of(state, seat)
    cards += record["stock"][: record["stock_left"]].tolist()
    return sorted(cards)


@pytest.mark.parametrize("trick", GOLDEN["tricks"], ids=lambda trick: trick["why"])
def test_the_right_card_wins_the_trick(trick: Mapping[str, Any]) -> None:
    trump = SUITS.index(trick["trump"])
    cards = [parse_card(card) for card in trick["cards"]]
    best = 0
    for i in range(1, len(cards)):
        if rules.beats(cards[i], cards[best], trump):
            best = i
    assert best == trick["winner_pos"]
    assert sum(int(rules.POINTS[card]) for card in cards) == trick["points"]


@pytest.mark.parametrize("entry", GOLDEN["games"], ids=lambda e: f"{e['players']}p-{e['policy']}-{e['follow_suit']}")
def test_golden_games_play_as_written(entry: Mapping[str, Any]) -> None:
    follow = "follow" if entry["follow_suit"] else "none"
    game = tapete.load("briscas", players=entry["players"], follow_suit=follow)
    state = game.set_up({"deck": entry["deck"], "first": 0})
    winners, seat_points, last_draw = [], [0] * game.seats, []
    expected = entry["expected"]
    assert int(state.record["trump_card"]) == expected["trump_card"]
    while not state.over:
        before = state.clone()
        state.play(state.legal()[0 if entry["policy"] == "lowest_id" else -1])
        won = state.record["tricks_won"] - before.record["tricks_won"]
        if won.any():
            winner = int(won.argmax())
            winners.append(winner)
            seat_points[winner] += int(state.record["points"].sum() - before.record["points"].sum())
            if before.record["stock_left"] > 0 and state.record["stock_left"] == 0:
                left = int(before.record["stock_left"])
                order = [(winner + k) % game.seats for k in range(game.seats)]
                last_draw = [[seat, int(before.record["stock"][left - 1 - k])] for k, seat in enumerate(order)]
    assert winners == expected["winners"]
    assert len(winners) == expected["n_tricks"]
    assert seat_points == expected["points"]
    assert last_draw == expected["last_draw"]
    if expected["team_points"]:
        assert state.points()[:2] == expected["team_points"]


@pytest.mark.parametrize("entry", GOLDEN["endgames"], ids=lambda e: "-".join(e["leader"]))
def test_golden_end_games_have_their_exact_value(entry: Mapping[str, Any]) -> None:
    hands = [[parse_card(card) for card in entry[side]] for side in ("leader", "follower")]
    facts = {"trump": SUITS.index(entry["trump"]), "hands": hands, "leader": 0}
    values = tapete.load("briscas").set_up(facts).solve(objective=1)
    best = max(values.values())
    assert best == entry["value_leader_minus_follower"]
    assert sorted(card for card, value in values.items() if value == best) == sorted(
        map(parse_card, entry["optimal_leads"])
    )


def brute_force(state: tapete.State, observer: int, objective: int) -> float:
    """Return the minimax value by playing every line with the Python interface."""
    if state.over:
        mine, other = state.points()[observer], state.points()[1 - observer]
        difference = mine - other
        return difference + (1000 * ((mine > other) - (mine < other)) if objective == 0 else 0)
    values = []
    for action in state.legal():
        after = state.clone()
        after.apply(action)
        values.append(brute_force(after, observer, objective))
    return max(values) if state.seat == observer else min(values)


@given(seed=st.integers(0, 10**6), objective=st.sampled_from([0, 1]))
def test_solve_equals_brute_force(seed: int, objective: int) -> None:
    state = tapete.load("briscas").deal(seed)
    while state.record["stock_left"] > 0:
        state.apply(state.legal()[seed % len(state.legal())])
    assert state.solve(objective=objective), "the stock-less end game is solvable"
    for action, value in state.solve(objective=objective).items():
        after = state.clone()
        after.apply(action)
        assert value == brute_force(after, state.seat, objective)


def test_every_sixth_recorded_game_replays_without_a_mismatch(data: Path, tmp_path: Path) -> None:
    with gzip.open(data / "briscas/games.jsonl.gz", "rt", encoding="utf-8") as lines:
        (tmp_path / "some.jsonl").write_text("".join(list(lines)[::6]), encoding="utf-8")
    report = replay_traces("briscas", [tmp_path / "some.jsonl"])
    assert report.mismatches == 0, report.first
    assert report.games == 26
    assert report.checked["places"] > 500


@pytest.mark.slow
def test_all_recorded_games_replay_without_a_mismatch(data: Path) -> None:
    report = replay_traces("briscas", [data / "briscas/games.jsonl.gz"])
    assert report.mismatches == 0, report.first
    assert (report.games, report.steps, report.checked["places"]) == (152, 6003, 3374)


@given(options=OPTIONS, seed=st.integers(0, 2**63))
def test_every_card_is_in_one_place_and_points_add_up(options: Mapping[str, Any], seed: int) -> None:
    game = tapete.load("briscas", **options)
    deck = sorted(set(range(40)) - ({10 * SUITS.index(options["removed_two"]) + 9} if game.seats == 3 else set()))
    tricks = {2: 20, 3: 13, 4: 10}[game.seats]
    state = game.deal(seed)
    for live, _ in random_game(game, seed):
        state = live
        assert cards_everywhere(state) == deck
        if state.record["trick_size"] == 0:
            assert len({int(held) for held in state.record["held"][: game.seats]}) == 1
    assert cards_everywhere(state) == deck
    assert int(state.record["points"].sum()) == 120
    assert int(state.record["tricks_won"].sum()) == tricks


@given(seed=st.integers(0, 2**63), players=st.sampled_from([2, 3, 4]))
def test_renaming_the_seats_rotates_the_result(seed: int, players: int) -> None:
    game = tapete.load("briscas", players=players)
    deck = np.random.default_rng(seed).permutation([c for c in range(40) if players != 3 or c != 19]).tolist()
    results = []
    for first in range(players):
        state = game.set_up({"deck": deck, "first": first})
        while not state.over:
            state.apply(state.legal()[-1])
        returns = state.returns()
        results.append([returns[(first + k) % players] for k in range(players)])
    assert all(result == results[0] for result in results)


def test_loser_of_trick_17_takes_the_face_up_card() -> None:
    for seed in range(20):
        state = tapete.load("briscas").deal(seed)
        face_up = int(state.record["trump_card"])
        while state.record["stock_left"] > 2 or state.record["trick_size"] < 1:
            state.apply(state.legal()[0])
        state.apply(state.legal()[0])
        assert face_up in hand_of(state, 1 - int(state.record["leader"]))
        assert int(state.record["known"]) >> face_up & 1


def test_exchange_swaps_the_seven_and_is_public() -> None:
    game = tapete.load("briscas", exchange="on", exchange_requires_won_trick=0)
    deck = [5, 20, 21, 22, 23, 24, 0, *(c for c in range(40) if c not in (5, 20, 21, 22, 23, 24, 0))]
    state = game.set_up({"deck": deck, "first": 0})
    assert rules.EXCHANGE_SEVEN in state.legal()
    state.play(rules.EXCHANGE_SEVEN)
    assert state.seat == 0
    assert 0 in hand_of(state, 0)
    assert int(state.record["stock"][0]) == 5
    assert state.view(1).known["in_hands"] == {0: [0]}


def test_bad_facts_are_refused_with_a_message() -> None:
    game = tapete.load("briscas")
    with pytest.raises(tapete.BadOption, match="each of the 40 cards"):
        game.set_up({"deck": [0] * 40})
    with pytest.raises(tapete.BadOption, match="must be a seat"):
        game.set_up({"deck": list(range(40)), "first": 5})
    with pytest.raises(tapete.BadOption, match="not a card"):
        parse_card("joker")


def test_encoders_have_the_documented_shape() -> None:
    assert [tapete.load("briscas", players=n).features() for n in (2, 3, 4)] == [256, 376, 496]
    assert tapete.load("briscas").features("thesis166") == 166
    state = tapete.load("briscas").deal(3)
    features = state.observe(0)
    assert np.flatnonzero(features[:40]).tolist() == sorted(hand_of(state, 0))
    assert features[200 + int(state.record["trump_card"])] == 1
    assert features[240 + int(state.record["trump"])] == 1
    assert len(FACES) == 10
