"""What objects say of themselves, and what is refused when it is given instead of the right one."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import peek
import pytest

import tapete
from tapete import nets
from tapete.agents.registry import seat_agent
from tapete.arena.duel import duel
from tapete.core.game import Game
from tapete.errors import BadAgent, BadNetwork, BadOption


@pytest.fixture(scope="module")
def game() -> Game:
    return tapete.load("briscas", players=3)


def test_a_state_and_a_view_say_in_one_line_where_they_are_and_nothing_hidden(game: Game) -> None:
    state = game.deal(1)
    assert repr(state) == f"<state of briscas players=3: turn 0, seat {state.seat} to move>"
    assert repr(state.view(2)) == f"<view of seat 2 in briscas players=3: turn 0, seat {state.seat} to move>"
    assert repr(state) == repr(state.view(state.seat, 5).state)  # whatever the cards are
    while not state.over:
        state.apply(state.legal()[0])
    assert repr(state) == "<state of briscas players=3: over>"


def test_a_session_a_definition_and_a_bot_say_what_they_are() -> None:
    game = tapete.load("briscas")
    session = tapete.Session(game, ["heuristic", None], seed=1)
    assert repr(session) == f"<session of briscas, heuristic, a person: turn 0, waiting for seats {session.waiting}>"
    assert repr(game.definition) == "<definition of briscas>"
    assert repr(session.players[0].agent) == "<bot heuristic>"


def test_a_network_and_a_result_say_in_one_line_what_they_are(game: Game) -> None:
    network = nets.Network.random(game, (16, 8))
    assert "\n" not in repr(network) and len(repr(network)) < 400
    assert repr(network).startswith("<network for briscas") and "-16-8, policy and value heads" in repr(network)
    result = duel("briscas", ["random", "random"], games=2)
    assert repr(result).startswith("<duel of briscas, 2 games: random ")


def test_a_duel_takes_the_name_of_a_game_and_refuses_anything_else() -> None:
    assert duel("briscas", ["random", "random"], games=2, seed=1).games == 2
    with pytest.raises(BadOption, match=r"7 is not a game: give tapete.load\(NAME\), or the name"):
        duel(7, ["random", "random"], games=2)  # type: ignore[arg-type]


class Quiet:
    """An agent, once it is made."""

    def act(self, view) -> int:
        return view.legal()[0]


def test_a_class_is_refused_where_an_agent_is_wanted(game: Game) -> None:
    with pytest.raises(BadAgent, match=r"^Quiet is a class, not an agent: give an object, Quiet\(\)$"):
        duel(game, [Quiet, "random"], games=2)
    assert seat_agent(Quiet(), game).name == "Quiet"


def test_a_network_that_could_not_be_saved_is_refused_when_it_is_made(game: Game) -> None:
    made = nets.Network.random(game, (8,))
    given = {"encoder": made.encoder, "layers": made.layers, "arrays": made.arrays, "value": made.value}
    with pytest.raises(BadNetwork, match=r"the name of a game, 'briscas', not <game briscas players=3>"):
        nets.Network(game, {}, **given)  # type: ignore[arg-type]
    with pytest.raises(BadNetwork, match=r"^made=.* cannot be saved: Object of type int64"):
        nets.Network("briscas", {}, **given, made={"games": np.int64(3)})


def test_a_position_with_a_misspelt_member_gets_a_sentence() -> None:
    simple = Game(peek.PEEK, {}, interpreted=True)
    position = simple.deal(1).describe(None)
    position["dekc"] = position.pop("deck")
    with pytest.raises(BadOption, match=r"lacks 'deck'.*did you mean 'dekc'"):
        simple.set_up(position)


def test_the_package_shows_its_public_names_only() -> None:
    assert {"load", "Game", "agent"} <= set(dir(tapete))
    assert not {"Any", "TYPE_CHECKING", "annotations", "importlib"} & set(dir(tapete))
    homes = {name: getattr(tapete, name).__module__ for name in tapete._MODULE}
    assert homes == tapete._MODULE, "a public name is taken from the module that defines it"


def test_comparing_analysing_and_training_are_public(tmp_path: Path) -> None:
    game = tapete.load("briscas")
    assert tapete.duel(game, ["cheap-winner", "random"], games=20).games == 20
    assert tapete.tournament(game, ["cheap-winner", "random"], games=8).standings[0].wins >= 0
    legal = {action["action"] for action in tapete.analyse(game.deal(1), "ismcts:iterations=20")["actions"]}
    assert legal == set(game.deal(1).legal())
    settings = {
        "agent": "greedy",
        "against": ["random"],
        "evaluations": 6,
        "population": 3,
        "games": 4,
        "fresh_games": 8,
    }
    champion = tapete.train(game, method="es", out=tmp_path / "run", **settings)
    assert champion["configuration"]["evaluations"] == 6
    with pytest.raises(tapete.BadOption, match="must be one of es, ga"):
        tapete.train("briscas", method="sarsa", out=tmp_path / "other")
