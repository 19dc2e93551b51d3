"""Love Letter, the example of the documentation: rules, knowledge of the seats, and its quotations in the tutorial."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest

from tapete.core.game import Game
from tapete.core.registry import definition
from tapete.core.state import State
from tapete.errors import BadOption
from tapete.seeds import derive

ROOT = Path(__file__).parents[2]
DEFINITION = definition(str(ROOT / "examples" / "love_letter"))
ALL = ["guard"] * 5 + [k for k in ("priest", "baron", "handmaid", "prince") for _ in range(2)]
ALL += ["king", "countess", "princess"]


def slow_game(players: int = 3) -> Game:
    """Return the game as plain Python, so that nothing is compiled to test a rule."""
    return Game(DEFINITION, {"players": players}, interpreted=True)


def position(hands: list[str], drawn: str, *, players: int = 3) -> State:
    """Return the first turn of seat 0 with given cards; the other cards are in the pile."""
    data = slow_game(players).deal(1).describe(None)
    rest = ALL.copy()
    for card in (*hands, drawn):
        rest.remove(card)
    data["seat"] = 0
    for player, hand in zip(data["players"], hands, strict=True):
        player["hand"] = hand
    data["drawn"], data["removed"] = drawn, rest.pop()
    data["open"] = [rest.pop() for _ in range(3)] if players == 2 else []
    data["pile"], data["left"] = rest, len(rest)
    return slow_game(players).set_up(data)


def play(state: State, **wanted: object) -> None:
    """Play the legal move that has these members."""
    for action in state.legal():
        if wanted.items() <= state.move(action).items():
            state.play(action)
            return
    raise AssertionError(f"{wanted} is not legal: {[state.move(a) for a in state.legal()]}")


def out(state: State) -> list[bool]:
    return [not player["in"] for player in state.describe(None)["players"]]


def test_a_guard_that_names_the_hand_puts_its_holder_out() -> None:
    state = position(["priest", "baron", "king"], "guard")
    play(state, card="guard", target=1, named="baron")
    assert out(state) == [False, True, False]


def test_a_wrong_guard_shows_all_seats_what_the_hand_is_not() -> None:
    state = position(["priest", "baron", "king"], "guard")
    play(state, card="guard", target=1, named="king")
    assert out(state) == [False, False, False]
    assert "king" not in state.describe(2)["may"][1]
    for seed in range(30):
        assert state.view(0, seed).state.describe(None)["players"][1]["hand"] != "king"


def test_a_guard_cannot_name_a_guard() -> None:
    state = position(["priest", "baron", "king"], "guard")
    assert "guard" not in {state.move(action).get("named") for action in state.legal()}


def test_the_countess_must_be_played_with_the_king() -> None:
    state = position(["countess", "guard", "guard"], "king")
    assert [state.move(action)["card"] for action in state.legal()] == ["countess"]


def test_a_handmaid_protects_until_the_next_turn() -> None:
    state = position(["handmaid", "guard", "guard"], "priest")
    play(state, card="handmaid")
    assert 0 not in {state.move(action).get("target") for action in state.legal()}


def test_a_card_without_possible_targets_is_played_without_a_target() -> None:
    state = position(["handmaid", "priest"], "guard", players=2)
    play(state, card="handmaid")
    assert {"play"} == {
        state.move(action)["kind"] for action in state.legal() if state.move(action)["card"] == "priest"
    }


def test_a_baron_puts_the_lower_hand_out() -> None:
    state = position(["baron", "guard", "king"], "prince")
    play(state, card="baron", target=1)
    assert out(state) == [False, True, False]
    assert set(state.describe(2)["may"][0]) <= {"priest", "baron", "handmaid", "prince", "king", "countess", "princess"}


def test_equal_hands_of_a_baron_stay_and_are_equal_in_every_world() -> None:
    state = position(["baron", "prince", "king"], "prince")
    play(state, card="baron", target=1)
    assert out(state) == [False, False, False]
    assert state.describe(0)["players"][1]["hand"] == "prince"
    for seed in range(20):
        hands = [player["hand"] for player in state.view(2, seed).state.describe(None)["players"]]
        assert hands[0] == hands[1]


def test_a_prince_on_the_princess_puts_her_holder_out() -> None:
    state = position(["prince", "princess", "king"], "guard")
    play(state, card="prince", target=1)
    assert out(state) == [False, True, False]


def test_a_king_exchanges_hands_and_both_know_them() -> None:
    state = position(["king", "princess", "baron"], "guard")
    play(state, card="king", target=1)
    assert state.describe(None)["players"][0]["hand"] == "princess"
    assert state.describe(1)["players"][0]["hand"] == "princess"
    assert state.describe(2)["players"][0]["hand"] is None


def test_who_plays_the_princess_is_out() -> None:
    state = position(["princess", "guard", "king"], "guard")
    play(state, card="princess")
    assert out(state) == [True, False, False]


def test_a_priest_shows_a_hand_to_one_seat_only() -> None:
    state = position(["priest", "baron", "king"], "guard")
    play(state, card="priest", target=1)
    assert state.describe(0)["players"][1]["hand"] == "baron"
    assert state.describe(2)["players"][1]["hand"] is None
    assert {state.view(0, s).state.describe(None)["players"][1]["hand"] for s in range(10)} == {"baron"}
    assert len({state.view(2, s).state.describe(None)["players"][1]["hand"] for s in range(30)}) > 2


def test_what_was_seen_is_forgotten_when_that_kind_is_played() -> None:
    state = position(["priest", "guard", "king"], "baron")
    play(state, card="priest", target=1)
    data = state.describe(None)
    data["drawn"], place = "handmaid", data["pile"].index("handmaid") if "handmaid" in data["pile"] else None
    if place is not None:
        data["pile"][place] = state.describe(None)["drawn"]
        state = state.game.set_up(data)
    play(state, card="guard", target=2, named="princess")
    assert state.describe(0)["players"][1]["hand"] is None


def test_the_hands_of_a_deal_are_sampled_by_their_chances() -> None:
    """Seat 0 of two holds a Prince and a Guard: the other hand is one of eleven unseen cards, all equally likely."""
    state = position(["prince", "baron"], "guard", players=2)
    shown = Counter(state.describe(0)["open"]) + Counter(["prince", "guard"])
    unseen = Counter(ALL) - shown
    drawn = Counter(state.view(0, seed).state.describe(None)["players"][1]["hand"] for seed in range(600))
    for kind, copies in unseen.items():
        share = copies / sum(unseen.values())
        assert abs(drawn[kind] / 600 - share) < 4 * (share * (1 - share) / 600) ** 0.5, kind


def test_an_impossible_position_is_refused() -> None:
    data = position(["prince", "baron", "king"], "guard").describe(None)
    data["players"][0]["hand"] = "princess"
    with pytest.raises(BadOption, match="there are 1 of prince, not 2"):
        slow_game().set_up(data)


def test_compiled_and_interpreted_games_are_equal() -> None:
    native, slow = Game(DEFINITION, {"players": 3}), slow_game()
    a, b = native.deal(5), slow.deal(5)
    for step in range(60):
        if a.over:
            break
        assert a.to_bytes() == b.to_bytes()
        assert a.legal() == b.legal()
        assert a.view(0, step).state.to_bytes() == b.view(0, step).state.to_bytes()
        action = a.legal()[derive(5, step) % len(a.legal())]
        a.play(action)
        b.play(action)
    assert step > 20


@pytest.mark.slow
@pytest.mark.parametrize("players", [2, 3, 4])
def test_love_letter_passes_the_battery(players: int) -> None:
    from tapete.testing import check_agent, check_game

    game = Game(DEFINITION, {"players": players})
    check_game(game)
    check_agent(game, "courtier")


@pytest.mark.slow
def test_courtier_beats_random() -> None:
    from tapete.arena.duel import duel

    result = duel(Game(DEFINITION, {}), ["courtier", "random"], games=1000, seed=1)
    assert result.agents[0].ci95[0] > 0.7


def test_the_tutorial_quotes_the_example() -> None:
    guide = (ROOT / "docs" / "tutorials" / "love-letter.md").read_text(encoding="utf-8")
    sources = "\n".join(path.read_text(encoding="utf-8") for path in (ROOT / "examples" / "love_letter").glob("*.py"))
    quoted = re.findall(r"```py\n(.*?)```", guide, flags=re.DOTALL)
    assert len(quoted) >= 5
    for block in quoted:
        for piece in block.split("...\n"):
            assert piece.strip() in sources, piece
