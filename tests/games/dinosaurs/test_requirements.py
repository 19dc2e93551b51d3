"""Functional requirements of section 7 of docs/rules/dinosaurs_agents.md that concern the engine."""

from __future__ import annotations

import pytest

import tapete
from tapete.agents.registry import make_agent
from tapete.cli.terminal import play_at_terminal
from tapete.errors import IllegalAction
from tapete.games.dinosaurs import rules
from tapete.games.dinosaurs.cards import DISASTERS, IDS
from tapete.games.dinosaurs.explain import WORDS
from tapete.games.dinosaurs.state_reader import cards_in, hand_of
from tapete.play.session import Session
from tapete.testing import random_game

from .crafted import PASS, SELF, card, choose, close_window, logged, pass_effects, start


def test_rf01_players_draw_to_five_and_an_empty_deck_is_refilled_from_the_discard_pile() -> None:
    reshuffles = 0
    for seed in range(10):
        left, turn = 69, 0
        for state, _ in random_game(tapete.load("dinosaurs"), seed):
            if state.turn != turn:
                turn = state.turn
                alive = [s for s in range(4) if int(state.record["alive"]) >> s & 1]
                assert all(len(hand_of(state, seat)) == 5 for seat in alive)
                if state.record["deck_left"] > left:
                    reshuffles += 1
                left = int(state.record["deck_left"])
    assert reshuffles > 3


def test_rf01_a_last_card_is_looked_at_before_the_discard_pile_is_shuffled() -> None:
    state = start(["P7E", "P5", "P5", "P5"], rest=["P9"])
    choose(state, "P7E", "P5", "P5", "P5")
    record = state.record
    cards = record["deck"][: record["deck_left"]].tolist()
    record["deck"] = 0
    record["deck"][0], record["deck_left"] = card("P9"), 1
    for kind in cards[:-1]:
        record["discards"][kind >> 4] += type(record["discards"][0])(1 << 4 * (kind & 15))
    state.play(card("P7E"))
    assert record["looked"][0] == card("P9")
    assert cards_in(*record["discards"]) == []
    assert record["deck_left"] == len(cards) - 2


def test_rf02_points_and_disasters_of_all_players_can_be_read_at_any_time() -> None:
    for state, _ in random_game(tapete.load("dinosaurs"), 5):
        text = state.text(state.seat)
        for seat in range(4):
            line = next(line for line in text.splitlines() if line.startswith(f"Seat {seat} "))
            assert f"{min(50, int(state.points()[seat]))}/50" in line
            for kind, count in enumerate(state.record["area"][seat].tolist()):
                assert (f"{count} {WORDS['en'][f'name.{DISASTERS[kind]}']}" in line) == (count > 0)


def test_rf03_the_thief_chooses_victim_and_card_and_no_other_player_sees_the_hand() -> None:
    state = start(["P1E", "P5 P9E IB", "P5", "P5"])
    choose(state, "P1E", "P5", "P5", "P5")
    state.play(SELF + 1)
    name = WORDS["en"]["name.P9E"]
    assert name in state.view(0).text()
    assert name not in state.text(2)
    state.play(card("P9E"))
    assert state.view(2).history[-1] == (0, None)
    assert state.view(0).history[-1] == (0, card("P9E"))


def test_rf04_every_player_alive_plays_one_point_card_that_is_hidden_until_all_have_chosen() -> None:
    state = start(["P9", "P1", "P2", "P3 IB"])
    for seat, name in enumerate(("P9", "P1", "P2")):
        assert state.seat == seat
        state.play(card(name))
        assert state.record["table"].tolist() == [rules.NONE] * 4
        assert WORDS["en"][f"name.{name}"] not in state.text(3)
    with pytest.raises(IllegalAction):
        state.play(card("IB"))
    state.play(card("P3"))
    assert state.record["table"].tolist() == [card(name) for name in ("P9", "P1", "P2", "P3")]


def test_rf05_effects_act_once_in_order_and_are_logged() -> None:
    state = start(["P8E", "P4E P1", "P0E P6", "P7E"])
    choose(state, "P8E", "P4E", "P0E", "P7E")
    asked = []
    while state.record["phase"] != rules.SCORING:
        asked.append((state.seat, int(state.record["phase"])))
        state.play(state.legal()[0])
    assert [seat for seat, _ in asked] == [2, 1, 1, 1, 3, 3, 0]
    for kind, count in ((rules.ADDED, 1), (rules.THREW, 3), (rules.LOOKED, 1), (rules.SWAPPED, 1)):
        assert len(logged(state, kind)) == count


def test_rf06_instants_hit_any_target_while_the_window_is_open_and_passing_is_possible() -> None:
    for target in range(4):
        state = start(["P9 IS", "P1", "P2", "P3"])
        choose(state, "P9", "P1", "P2", "P3")
        assert PASS in state.legal()
        state.play(card("IS"))
        state.play(SELF + target)
        assert state.record["saps"].tolist() == [int(seat == target) for seat in range(4)]


def test_rf08_elimination_follows_at_once() -> None:
    state = start(["P1", "P9", "P8", "P7"], ["natural"], facts={"areas": [[2, 0, 0, 0], *[[0] * 4] * 3]})
    choose(state, "P1", "P9", "P8", "P7")
    close_window(state)
    state.play(PASS)
    assert logged(state, rules.TOOK) == [(0, 0)]
    assert logged(state, rules.OUT) == [(0, 0)]
    assert state.record["phase"] == rules.CHOOSE and state.seat == 1


def test_rf10_every_card_has_a_help_text_and_every_decision_has_a_guide() -> None:
    for state, _ in random_game(tapete.load("dinosaurs"), 2):
        text = " ".join(state.text(state.seat).split())
        key = f"guide.{state.describe(state.seat)['phase']}"
        guides = [
            WORDS["en"][one].split("{")[0].split(": avert")[0] for one in (key, f"{key}.fatal") if one in WORDS["en"]
        ]
        assert any(f"You (seat {state.seat}): {guide}" in text for guide in guides)
        for kind in hand_of(state, state.seat):
            assert WORDS["en"].get(f"help.{IDS[kind]}", "without effect") in text


def test_rf12_nothing_can_be_played_after_the_end() -> None:
    state = start(["P9", "P1", "P2", "P3"], facts={"positions": [45, 0, 0, 0]})
    choose(state, "P9", "P1", "P2", "P3")
    pass_effects(state)
    close_window(state)
    assert state.over and state.legal() == [] and state.seat == -1
    assert "Rex wins (50 steps or more)" in state.text(1)
    assert "you win (50 steps or more)" in state.text(0)


@pytest.mark.parametrize("bots", [["easy"], ["medium", "easy"], ["easy", "medium", "net-search:iterations=20"]])
def test_rf09_and_rf13_a_person_plays_against_bots_of_chosen_levels(bots: list[str]) -> None:
    game = tapete.load("dinosaurs", players=len(bots) + 1)
    said: list[str] = []
    session = Session(game, [None, *bots], seed=3)
    play_at_terminal(session, 0, make_agent("easy", game), said.append, lambda prompt: "1")
    state = session.state
    assert state.over
    assert any("The game is over" in line for line in said)
    text = "\n".join(said)
    for seat, spec in enumerate(bots, start=1):
        name = WORDS["en"][f"name.{state.describe(0)['players'][seat]['dinosaur']}"]
        assert f"{name} has chosen." in text and f"{name} reveals " in text
        assert f"seat {seat} ({spec})" in said[-1]


def test_rf07_player_who_takes_the_disaster_may_discard_one_card_or_keep_all() -> None:
    state = start(["P1 P4 IB", "P9", "P8", "P7"], ["natural"])
    choose(state, "P1", "P9", "P8", "P7")
    close_window(state)
    state.play(PASS)
    assert state.describe(0)["phase"] == "discard" and state.seat == 0
    assert set(state.legal()) == {*hand_of(state, 0), PASS}
    kept = state.clone()
    kept.play(PASS)
    assert logged(kept, rules.GAVE_UP) == []
    state.play(card("IB"))
    assert logged(state, rules.GAVE_UP) == [(0, card("IB"))]
    averted = start(["P1 ID P4", "P9", "P8", "P7"], ["natural"])  # only a player who takes it
    choose(averted, "P1", "P9", "P8", "P7")
    close_window(averted)
    averted.play(card("ID"))
    assert averted.describe(0)["phase"] == "choose"


def test_several_people_choose_at_the_same_time_and_may_take_their_choice_back() -> None:
    session = Session(tapete.load("dinosaurs", players=3), [None, "easy", None], seed=5)
    session.advance()
    assert set(session.waiting) == {0, 2}
    late = session.legal(2)
    assert late and all(action < rules.SELF for action in late)
    session.play(2, late[0])
    assert set(session.waiting) == {0}
    session.withdraw(2)
    assert set(session.waiting) == {0, 2}
    session.play(2, late[-1])
    session.play(0, session.legal(0)[0])
    session.advance()
    shown = session.state.describe(1)
    assert shown["phase"] != "choose" and shown["players"][2]["revealed"] == IDS[late[-1]]


def test_eliminated_person_is_informed_and_can_follow_the_rest_of_the_game() -> None:
    position = start(["P1", "P9", "P8", "P7"], ["natural"], facts={"areas": [[2, 0, 0, 0], *[[0] * 4] * 3]})
    session = Session(position.game, [None, "easy", "easy", "easy"], seed=1, position=position)
    session.advance()
    session.play(0, card("P1"))
    while session.state.describe(0)["players"][0]["alive"]:
        session.advance()
        if 0 in session.waiting:
            session.play(0, session.legal(0)[-1])  # pass, and take the disaster
    session.advance()
    assert session.over
    said = [session.game.event_text(event, reader=0) for event in session.seen_by(0)]
    out = said.index("You are out of the game (3 Nature).")
    assert any(line.startswith("Round 2: ") for line in said[out:])
    assert not any(line.startswith("You ") for line in said[out + 1 :])
    assert said[-1].split()[1] == "wins:" or "share" in said[-1]
