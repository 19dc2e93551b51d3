"""Symmetries of Briscas: suits can be renamed unless a rule names one."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import permutations
from typing import Any

import numpy as np

from tapete.games.briscas.cards import SUITS
from tapete.games.briscas.rules import ACTION_COUNT, CARDS

RANKS = 10


def symmetries(options: Mapping[str, Any], encoder: str) -> list[tuple[np.ndarray, np.ndarray]]:
    """Return renamings of suits as permutations of features and actions; with three players `removed_two` stays."""
    fixed = SUITS.index(options["removed_two"]) if options["players"] == 3 else None
    return [
        (renamed_features(options, encoder, suits), renamed_cards(suits, ACTION_COUNT))
        for suits in permutations(range(len(SUITS)))
        if fixed is None or suits[fixed] == fixed
    ]


def renamed_cards(suits: tuple[int, ...], size: int) -> np.ndarray:
    """Return the new index of each card; indices after the cards (the exchanges) stay."""
    places = np.arange(size)
    cards = np.arange(CARDS)
    places[:CARDS] = RANKS * np.array(suits)[cards // RANKS] + cards % RANKS
    return places


def renamed_features(options: Mapping[str, Any], encoder: str, suits: tuple[int, ...]) -> np.ndarray:
    """Return the new index of each feature: vectors are blocks of forty cards and one of four suits."""
    if encoder == "thesis166":
        places, cards, trump = np.arange(166), [0, 40, 80, 124], 120
    else:
        blocks = 3 * options["players"]
        more = {"briscas_belief": options["players"] - 1, "briscas_trick": 2}.get(encoder, 0)
        rest = 2 * options["players"] if encoder == "briscas_trick" else 0
        trump = 40 * blocks
        cards = [*(40 * k for k in range(blocks)), *(trump + 16 + 40 * k for k in range(more))]
        places = np.arange(trump + 16 + 40 * more + rest)
    for first in cards:
        places[first : first + CARDS] = first + renamed_cards(suits, CARDS)
    places[trump : trump + len(SUITS)] = trump + np.array(suits)
    return places
