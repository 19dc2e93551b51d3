"""Symmetries of Briscas: suits can be renamed unless a rule names one."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import permutations
from typing import Any

import numpy as np

from tapete.games.briscas.cards import SUITS
from tapete.games.briscas.encoders import parts_of, size_of
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
    """Return the new index of each feature: cards in parts of forty, suits in parts of four."""
    parts = parts_of(encoder, options)
    places, first = np.arange(size_of(parts)), 0
    for _, size in parts:
        if size == CARDS:
            places[first : first + CARDS] = first + renamed_cards(suits, CARDS)
        elif size == len(SUITS):
            places[first : first + len(SUITS)] = first + np.array(suits)
        first += size
    return places
