"""An illegal typed move is refused with its reason."""

from __future__ import annotations

import random

import pytest

import tapete
from tapete.core.strings import LANGUAGES
from tapete.games.catan import moves
from tapete.games.catan.packed_counts import pack
from tapete.games.catan.refusals import why_not
from tapete.games.catan.state import DISCARD, MAIN, PRE_ROLL, ROBBER, STEAL
from tapete.games.catan.text import WORDS

from .positions import bare, game_with, give, path, place


def main_state(**options):
    """Set up seat 0 at 18 with a road to 30 and wood, brick and wheat in hand, and seat 1 at 36."""
    state = bare(MAIN, **options)
    place(state, 0, settlements=[18], roads=path(18, 24, 30))
    place(state, 1, settlements=[36], roads=path(36, 31))
    give(state, [1, 1, 0, 3, 0])
    return state


@pytest.mark.parametrize(
    ("said", "reason"),
    [
        ("settle 3 4", "that names two places; which one is meant?"),
        ("settle 18", "somebody has built at 18"),
        ("settle 35", "none of your roads leads to 35"),
        ("settle 41", "41 is next to the building at 36: two edges must lie between them"),
        ("city 18", "a city costs 2 wheat, 3 ore, and you lack 3 ore"),
        ("city 36", "you have no settlement at 36"),
        ("road 34-35", "34 and 35 are not next to each other"),
        ("road 31-36", "there is a road between 31 and 36 already"),
        ("road 0-3", "0-3 does not continue your roads"),
        ("buy", "a development card costs 1 sheep, 1 wheat, 1 ore, and you lack 1 sheep, 1 ore"),
        ("knight", "you hold no knight"),
        ("monopoly ore", "you hold no monopoly"),
        ("4 wheat for 1 ore with the bank", "the bank asks 4 wheat for one card"),
        ("2 ore for 1 wood", "you do not hold 2 ore"),
        ("roll", "not now. Build, trade, buy or play a card, or end your turn"),
        ("accept", "not now. Build, trade, buy or play a card, or end your turn"),
        ("end", None),
        ("hello", None),
        ("", None),
    ],
)
def test_refusals_have_their_reason(said, reason):
    assert why_not(main_state(), said, "en") == reason


def test_unpaid_settlement_names_the_missing_cards():
    state = main_state()
    assert why_not(state, "settle 30", "en") == "30 is next to the building at 36: two edges must lie between them"
    state = bare()
    place(state, 0, settlements=[18], roads=path(18, 24, 30))
    give(state, [1, 0, 0, 1, 0])
    assert why_not(state, "settle 30", "en") == (
        "a settlement costs 1 wood, 1 brick, 1 sheep, 1 wheat, and you lack 1 brick, 1 sheep"
    )
    assert why_not(state, "poblado 30", "es") == (
        "poblado: cuesta 1 madera, 1 ladrillo, 1 oveja, 1 trigo, y te falta 1 ladrillo, 1 oveja"
    )
    give(state, [1, 1, 1, 1, 0])
    state.record["settlements_left"][0] = 0
    assert why_not(state, "settle 30", "en") == "you have no settlement left"


def test_refused_cards_have_their_reason():
    state = main_state()
    state.record["cards"][0] = state.record["bought"] = pack([1, 0, 0, 0, 0])
    assert why_not(state, "knight", "en").startswith("the knight was bought this turn")
    state.record["bought"], state.record["card_played"] = 0, 1
    assert why_not(state, "knight", "en") == "you have played a development card this turn, and one is all"
    state = bare(PRE_ROLL, preset="thesis")
    state.record["cards"][0] = pack([1, 0, 0, 0, 0])
    assert why_not(state, "knight", "en") == "roll the dice first" == why_not(state, "end", "en")
    assert why_not(state, "caballero", "es") == "tira antes los dados"


def test_refusals_in_other_phases_name_the_open_decision():
    state = game_with().deal(1)
    assert why_not(state, "end", "en") == "not now. Place a settlement on a free corner"
    state.play(moves.SETTLE + 24)
    assert why_not(state, "road 0-3", "en").endswith("just placed, 24")
    state = bare(ROBBER)
    assert why_not(state, f"robber h{int(state.record['robber'])}", "en") == "the robber is there already"
    state = bare(DISCARD)
    give(state, [9, 0, 0, 0, 0])
    state.record["owed"][0] = 3
    assert why_not(state, "end", "en") == "not now. A seven: discard half of your cards, 3 to go"
    state = bare(STEAL)
    state.record["robber"] = 9
    place(state, 1, settlements=[18])
    place(state, 2, settlements=[30])
    give(state, [], [1, 0, 0, 0, 0], [1, 0, 0, 0, 0])
    assert why_not(state, "steal 3", "en") == "seat 3 has no building or no card there"
    assert why_not(state, "steal 1", "en") is None


def test_refused_offers_have_their_reason():
    state = main_state()
    state.record["offers"] = 3
    assert why_not(state, "1 wood for 1 ore", "en") == "you have made all your offers of this turn (3)"
    state.record["offers"], state.record["refused"] = 1, 1 << 3
    assert why_not(state, "1 wood for 1 ore", "en") == "that offer has failed this turn"
    give(state, [4, 0, 0, 0, 0], [0, 0, 0, 0, 19])
    assert why_not(state, "4 wood for 1 ore with the bank", "en") == "the bank has not enough ore"


def test_every_typed_move_is_legal_or_has_a_reason():
    """Type every move in both languages in many positions: it is legal or gets a reason, never an error."""
    said = {
        language: {text for action in range(moves.COUNT) if (text := typed(action, language)) is not None}
        for language in LANGUAGES
    }
    game, chooser = tapete.load("catan", turn_cap=30), random.Random(3)
    state = game.deal(3)
    asked = 0
    while not state.over:
        if chooser.random() < 0.03:
            for language in LANGUAGES:
                for text in sorted(said[language]):
                    reason = why_not(state, text, language)
                    assert (reason is None) == (state.parse(text) is not None), (text, reason)
                    assert reason is None or ("{" not in reason and "_" not in reason), reason
                    asked += 1
        state.apply(chooser.choice(state.legal()))
    assert asked > 4000


def typed(action: int, language: str) -> str | None:
    """Return a text for an action that names all it needs."""
    from tapete.games.catan.board import EDGE_PAIRS, RESOURCES

    names = [WORDS[language][f"name.{resource}"] for resource in RESOURCES]
    english = language == "en"
    if moves.SETTLE <= action < moves.CITY:
        return f"{'settle' if english else 'poblado'} {action - moves.SETTLE}"
    if moves.CITY <= action < moves.ROAD:
        return f"{'city' if english else 'ciudad'} {action - moves.CITY}"
    if moves.ROAD <= action < moves.BUY:
        first, second = EDGE_PAIRS[action - moves.ROAD]
        return f"{'road' if english else 'carretera'} {first}-{second}"
    if moves.MONOPOLY <= action < moves.PLENTY:
        return f"{'monopoly' if english else 'monopolio'} {names[action - moves.MONOPOLY]}"
    if moves.ROBBER <= action < moves.STEAL:
        return f"{'robber' if english else 'ladrón'} h{action - moves.ROBBER}"
    simple = {
        moves.ROLL: ("roll", "tirar"),
        moves.END: ("end", "terminar"),
        moves.BUY: ("buy", "comprar"),
        moves.KNIGHT: ("knight", "caballero"),
        moves.ROADS: ("road building", "construcción de carreteras"),
        moves.ACCEPT: ("accept", "aceptar"),
        moves.OFFER: ("1 wood for 1 brick", "1 madera por 1 ladrillo"),
    }
    return simple[action][0 if english else 1] if action in simple else None
