"""Texts for people, typed moves, and games set up from facts."""

from __future__ import annotations

import random

import pytest

import tapete
from tapete.errors import BadOption
from tapete.games.dinosaurs import rules
from tapete.games.dinosaurs.cards import CARDS, DISASTERS, IDS
from tapete.games.dinosaurs.explain import WORDS
from tapete.games.dinosaurs.state_reader import events
from tapete.testing import random_game

from .crafted import PASS, SELF, card, choose, close_window, start


def test_table_shows_routes_disasters_cards_and_events() -> None:
    state = start(["P9 IB P1", "P1", "P2", "P3"], ["natural"], facts={"areas": [[0, 1, 0, 0], *[[0] * 4] * 3]})
    choose(state, "P9", "P1", "P2", "P3")
    close_window(state)
    text = " ".join(state.text(1).split())
    assert "(Nature)" in text
    assert "1 Predators" in text
    assert "Rex has the highest score and runs 9 steps" in text
    assert "you have the highest score and run 9 steps" in " ".join(state.text(0).split())
    assert " 9/50" in text
    for name in ("Sky Catapult (9)", "Twig (1)", "Dented Pot (2)", "Old Shovel (3)"):
        assert name in text


def test_table_shows_a_seat_only_its_own_hand() -> None:
    state = start(["P9E", "P1", "P2", "P3"])
    assert WORDS["en"]["name.P9E"] in state.text(0)
    assert WORDS["en"]["name.P9E"] not in state.text(1)


@pytest.mark.parametrize("players", [2, 3, pytest.param(4, marks=pytest.mark.slow)])
@pytest.mark.parametrize("preset", ["official", "thesis"])
def test_every_legal_action_has_a_text_of_its_own_that_can_be_typed(players: int, preset: str) -> None:
    game = tapete.load("dinosaurs", players=players, preset=preset)
    seen = set()
    for seed in range(12):
        for state, _ in random_game(game, seed):
            legal = state.legal()
            texts = [state.action_text(action) for action in legal]
            assert len(set(texts)) == len(texts)
            assert state.text(state.seat) and state.text(None)
            seen.add(int(state.record["phase"]))
            for action in legal:
                if action < rules.SELF or action == PASS:
                    if action != PASS:
                        assert state.parse(WORDS["en"][f"name.{IDS[action]}"]) == action
                        assert state.parse(WORDS["es"][f"name.{IDS[action]}"].upper()) == action
                    else:
                        assert state.parse("pass") == state.parse("paso") == action
    assert len(seen) >= (14 if players > 2 else 10)


def test_seats_can_be_typed() -> None:
    state = start(["P9 IB", "P1", "P2", "P3"])
    choose(state, "P9", "P1", "P2", "P3")
    state.play(card("IB"))
    assert state.parse("seat 2") == state.parse("jugador 2") == state.parse("Bronto") == SELF + 2
    assert state.parse("trike") == state.parse("Trici") == state.parse("cry") == SELF + 1
    assert state.parse("me") == state.parse("rex") == SELF
    assert state.parse("seat 7") is None


def test_two_seats_can_be_typed_where_their_cards_are_swapped() -> None:
    state = start(["P8E", "P1", "P2", "P3"])
    choose(state, "P8E", "P1", "P2", "P3")
    assert state.parse("trike and stego") == state.parse("seat 3, seat 1") == state.parse("trici y stego") == 29
    assert state.parse("bronto y stego") == 30
    assert state.parse("rex and stego") is None  # the own card: only under preset thesis
    state = start(["P8E", "P1", "P2", "P3"], preset="thesis")
    choose(state, "P8E", "P1", "P2", "P3")
    assert state.parse("rex and stego") == state.parse("stego") == SELF + 3


def test_word_for_the_lookout_is_not_a_command_of_the_terminal() -> None:
    state = start(["P7E", "P1", "P2", "P3"])
    choose(state, "P7E", "P1", "P2", "P3")
    assert "'look'" not in WORDS["en"]["terminal.hint"] and "'peek'" in WORDS["en"]["terminal.hint"]
    assert state.parse("peek") == state.parse("mirar") == card("P7E")


def test_logged_steps_add_up_to_the_points() -> None:
    for seed in range(20):
        totals, turn = [0.0] * 4, 1
        state = tapete.load("dinosaurs").deal(seed)
        while not state.over:
            legal = state.legal()
            state.play(legal[(seed * 7 + state.turn + len(state.history)) % len(legal)])
            if state.turn != turn or state.over:
                turn = state.turn
                for kind, seat, value in events(state):
                    if kind in (rules.ADVANCED, rules.MOVED):
                        totals[seat] += value
                assert totals == state.points()


def test_dinosaurs_can_be_fixed_by_seat() -> None:
    game = tapete.load("dinosaurs", dinosaurs="stego,rex,cry,bronto")
    assert game.deal(3).record["dinosaur"].tolist() == [3, 0, 1, 2]
    assert tapete.load("dinosaurs", players=2, dinosaurs="stego,rex,cry,bronto").deal(3).record[
        "dinosaur"
    ].tolist() == [3, 0, -1, -1]
    for wrong in ("rex,rex,cry,stego", "rex,cry,bronto,spino", "rex,cry,bronto,stego,random", ""):
        with pytest.raises(BadOption, match="at random"):
            tapete.load("dinosaurs", dinosaurs=wrong)


@pytest.mark.parametrize(("given", "seat"), [("stego", 0), ("random,stego", 1), ("random,random,random,stego", 3)])
def test_one_seat_can_choose_its_dinosaur_and_leave_the_rest_random(given: str, seat: int) -> None:
    """In the thesis the person picks one and the others get the rest."""
    game = tapete.load("dinosaurs", dinosaurs=given)
    deals = [game.deal(seed).record["dinosaur"].tolist() for seed in range(120)]
    assert all(deal[seat] == 3 and sorted(deal) == [0, 1, 2, 3] for deal in deals)
    assert len({tuple(deal) for deal in deals}) == 6


def test_a_dinosaur_may_be_called_by_the_name_on_the_table() -> None:
    for name in ("trike", "Trici", "triceratops"):
        assert tapete.load("dinosaurs", dinosaurs=name).options["dinosaurs"] == "cry"


def test_random_dinosaurs_are_different_and_vary() -> None:
    game = tapete.load("dinosaurs", players=3)
    deals = [tuple(game.deal(seed).record["dinosaur"][:3].tolist()) for seed in range(60)]
    assert all(len(set(deal)) == 3 for deal in deals)
    assert len(set(deals)) > 15


@pytest.mark.parametrize(
    "facts",
    [
        {"main": [0] * 69},
        {"main": ["P77"]},
        {"disasters": list(DISASTERS)},
        {"dinosaurs": ["rex", "rex", "cry", "stego"]},
        {"areas": [[9, 0, 0, 0]]},
    ],
    ids=str,
)
def test_impossible_facts_are_refused(facts: dict) -> None:
    with pytest.raises(BadOption):
        tapete.load("dinosaurs").set_up(facts)


def test_cards_disasters_and_dinosaurs_are_explained_by_name_and_id_in_both_languages() -> None:
    game = tapete.load("dinosaurs")
    for entry in CARDS:
        name = entry["id"]
        for language, words in WORDS.items():
            found = game.card(words[f"name.{name}"].upper(), language)
            assert found == game.card(name, language)
            assert found["name"] == words[f"name.{name}"]
            assert words.get(f"help.{name}", words["help.no_effect"]) in found["text"]
            assert found.get("value") == entry.get("value")
            assert ("value" in found) == (found["kind"] == "point")
    assert game.explain("rex").startswith("Rex (rex), a dinosaur: +1 against Predators, -1 against Feelings")
    assert game.explain("Trici", "es").startswith(
        "Trici (cry), un dinosaurio: +1 contra Sentimientos, -1 contra Naturaleza"
    )
    assert "counts as any kind" in game.explain("meteor")
    assert "vale por cualquier tipo" in game.explain("Meteorito", "es")


def test_card_texts_follow_the_preset() -> None:
    """Section 11 of docs/rules/dinosaurs.md: Vine with effect, Fern any two, Claw at the end of the round."""
    official, thesis = (tapete.load("dinosaurs", preset=preset) for preset in ("official", "thesis"))
    for language, without, with_one, late, own in (
        ("en", "has no effect", "has an effect", "At the end of the round", "your own included"),
        ("es", "no tiene efecto", "suya tiene efecto", "Al final de la ronda", "incluida la tuya"),
    ):
        assert without in official.explain("Swinging Vine", language)
        assert with_one in thesis.explain("Swinging Vine", language)
        assert late in thesis.explain("P1E", language) and late not in official.explain("P1E", language)
        assert own in thesis.explain("P8E", language) and own not in official.explain("P8E", language)
    state = start(["P2E P1E P8E", "P5", "P5", "P5"], preset="thesis")
    for phrase in ("has an effect", "At the end of the round", "your own included"):
        assert phrase in " ".join(state.text(0).split())


def test_texts_follow_the_number_of_players() -> None:
    """Section 9: four of one kind or two of each; Greedy Fern does nothing with two players."""
    four, two = tapete.load("dinosaurs"), tapete.load("dinosaurs", players=2)
    for name in ("natural", "meteor", "disaster", "rules"):
        assert "Three of one kind" in four.explain(name) and "Four of one kind" not in four.explain(name)
        assert "Four of one kind, or two of each" in two.explain(name) and "Three of one" not in two.explain(name)
        assert "Cuatro del mismo tipo, o dos de cada uno" in two.explain(name, "es")
    assert "Three of one kind" in tapete.load("dinosaurs", players=2, two_player_mode=False).explain("natural")
    assert "does nothing" in two.explain("Greedy Fern") and "does nothing" not in four.explain("Greedy Fern")
    assert "does nothing" not in tapete.load("dinosaurs", players=2, preset="thesis").explain("Greedy Fern")


def test_goal_and_rules_are_explained() -> None:
    game = tapete.load("dinosaurs")
    for language, goal, out in (
        ("en", "Run 50 steps, or be the last dinosaur standing", "with two players: four of one kind"),
        ("es", "Corre 50 casillas o sé el último dinosaurio en pie", "entre dos jugadores: cuatro del mismo tipo"),
    ):
        rules_text = game.words[language]["rules"]
        assert goal in rules_text and out in rules_text and "{" not in rules_text
        assert goal in game.card("rules", language)["text"]
    for word in ("trait", "instant", "effect", "sudden death", "score", "goal", "disaster"):
        assert game.explain(word).startswith(f"{word}: ")
    for word in ("rasgo", "instantánea", "efecto", "muerte súbita", "puntuación", "objetivo", "desastre"):
        assert game.explain(word, "es").startswith(f"{word}: ")


def test_steps_beyond_the_goal_are_drawn_as_the_goal() -> None:
    """Rules, section 8: positions are kept as they are and drawn capped at 50."""
    game, chooser = tapete.load("dinosaurs"), random.Random(1)
    for seed in range(60):
        state = game.deal(seed)
        while not state.over:
            state.apply(chooser.choice(state.legal()))
        most = int(max(state.points()))
        if most > 50:
            assert f"{most}/50" not in state.text(None) and "50/50" in state.text(None)
            return
    raise AssertionError("no player ran beyond the goal")
