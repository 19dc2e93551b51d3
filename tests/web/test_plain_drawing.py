"""Plain drawing of a game without its own: seats, cards and buttons as declared, or guessed from the members."""

from __future__ import annotations

import json
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
from drawing_stage import CHROMIUM, PAGE, STAGES
from drawn_positions import decisions, facts_of

from tapete.core.game import Game
from tapete.core.registry import definition, load

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="no Chromium is installed")
pytest.importorskip("playwright")

LETTER = Path(__file__).parents[2] / "examples" / "love_letter"
FAULTS = """([game, positions, options]) => JSON.parse(positions).flatMap((position) => {
    harness.show(game, position, options);
    const cut = [...document.querySelectorAll("#stage [data-cut]")].map((node) => `cut: ${node.textContent}`);
    return [...harness.faults(), ...cut].map((fault) => `${position.moves.length} moves: ${fault}`); })"""
SHOWN = """([game, position, options]) => { harness.show(game, JSON.parse(position), options);
    const stage = document.querySelector("#stage");
    return { texts: [...stage.querySelectorAll("text")].map((node) => node.textContent),
        backs: stage.querySelectorAll("[data-key*='hand'] [data-state=hidden]").length,
        seats: [...stage.querySelectorAll("[data-key^='seat:']")].map((node) => node.dataset.moves.split(" ").length),
        lit: [...stage.querySelectorAll("[data-key][data-moves]")].map((node) => node.dataset.key) }; }"""


def letters(players: int = 3) -> Game:
    return Game(definition(str(LETTER)), {"players": players}, interpreted=True)


def opened(page: Any, game: Game, name: str, plain: dict[str, Any]) -> None:
    facts = facts_of(game)
    words = {
        language: {**json.loads((PAGE / "strings" / f"{language}.json").read_text(encoding="utf-8")), **own}
        for language, own in facts["words"].items()
    }
    given = {**facts, "words": words, "plain": plain}
    page.evaluate("([game, facts]) => harness.open(game, facts)", [name, given])


def declared() -> dict[str, Any]:
    found: dict[str, Any] = json.loads((LETTER / "table" / "plain.json").read_text(encoding="utf-8"))
    return found


def options(window: str, language: str = "en") -> dict[str, Any]:
    layout, width, height = STAGES[window]
    return {"layout": layout, "width": width, "height": height, "language": language, "theme": "light"}


def shown(page: Any, name: str, position: dict[str, Any], window: str = "1280x800") -> dict[str, Any]:
    found: dict[str, Any] = page.evaluate(SHOWN, [name, json.dumps(position), options(window)])
    return found


def first_with(game: Game, wanted: Any, seeds: int = 20) -> dict[str, Any]:
    return next(p for seed in range(seeds) for p in decisions(game, seed) if p["moves"] and wanted(p))


@pytest.mark.parametrize("players", [2, 4])
def test_every_move_can_be_clicked_and_no_text_is_cut_at_any_size(page: Any, players: int) -> None:
    game = letters(players)
    opened(page, game, "love_letter", declared())
    positions = list(islice((p for seed in range(3) for p in decisions(game, seed)), 0, 60, 4))
    for window in ("390x844", "640x480", "844x390", "1280x800", "1920x1080"):
        for language in ("en", "es"):
            given = options(window, language)
            page.set_viewport_size({"width": given["width"], "height": given["height"]})
            assert page.evaluate(FAULTS, ["love_letter", json.dumps(positions), given]) == [], (window, language)


def test_a_game_without_declarations_is_drawn_from_its_members(page: Any) -> None:
    game = load("briscas")
    opened(page, game, "undeclared", {})
    positions = list(islice(decisions(game, 3), 0, 40, 5))
    given = options("1280x800")
    page.set_viewport_size({"width": given["width"], "height": given["height"]})
    assert page.evaluate(FAULTS, ["undeclared", json.dumps(positions), given]) == []


def test_a_yes_or_no_that_most_seats_share_is_not_shown(page: Any) -> None:
    game = letters(4)
    opened(page, game, "undeclared", {})
    position = first_with(game, lambda p: sum(one["in"] for one in p["description"]["players"]) == 3)
    texts = shown(page, "undeclared", position)["texts"]
    assert texts.count("in ") == 1 and not [text for text in texts if text.startswith("protected")]


def test_every_move_has_a_button_within_two_clicks(page: Any) -> None:
    game = letters(4)
    opened(page, game, "love_letter", declared())
    many = first_with(game, lambda p: len(p["moves"]) > 12)
    taken = page.evaluate(
        "([game, position, options]) => harness.acts(game, JSON.parse(position), options)",
        ["love_letter", json.dumps(many), options("640x480")],
    )
    assert all(found["acts"] <= 3 for found in taken.values())
    few = first_with(game, lambda p: 1 < len(p["moves"]) < 5)
    lit = shown(page, "love_letter", few, "390x844")["lit"]
    assert {f"button:{move['id']}" for move in few["moves"]} <= set(lit)


def test_hands_of_others_are_backs_and_played_cards_are_not_moves(page: Any) -> None:
    game = letters(3)
    opened(page, game, "love_letter", declared())

    def again(p: dict[str, Any]) -> bool:  # a card in hand that is among those played too
        played = p["description"]["players"][p["seat"]]["discards"]
        return any(move.get("card") in played for move in p["moves"])

    position = first_with(game, again)
    found = shown(page, "love_letter", position)
    hidden = sum(p["in"] and p["hand"] is None for p in position["description"]["players"])
    assert found["backs"] == hidden
    assert not [key for key in found["lit"] if "discards" in key]
    assert [key for key in found["lit"] if "hand" in key]


def test_members_are_shown_by_their_labels_in_the_order_declared_and_others_are_not(page: Any) -> None:
    game = letters(3)
    position = first_with(game, lambda p: True)
    opened(page, game, "love_letter", declared())
    texts = shown(page, "love_letter", position)["texts"]
    assert texts.index("Round ") < texts.index("Tokens to win ")
    assert not [text for text in texts if any(word in text for word in ("same", "looked", "since", "seen"))]
    opened(page, game, "love_letter", {"players": ["tokens"], "table": ["goal", "round"]})
    texts = shown(page, "love_letter", position)["texts"]
    assert texts.index("Tokens to win ") < texts.index("Round ")
    assert "Hand" not in texts and "Played" not in texts


def test_the_seat_that_a_move_names_is_a_target(page: Any) -> None:
    game = letters(3)
    opened(page, game, "love_letter", declared())
    position = first_with(game, lambda p: len({m["target"] for m in p["moves"] if "target" in m}) == 2)
    found = shown(page, "love_letter", position)
    targets = {move["target"] for move in position["moves"] if "target" in move}
    assert len(found["seats"]) == len(targets)
