"""Helpers for hidden information: every deal that fits is equally likely, and no other is dealt."""

from __future__ import annotations

from collections import Counter
from itertools import permutations

import numpy as np

from tapete.kernel import sampling
from tapete.kernel.pure import call


def words(seed: int) -> np.ndarray:
    return np.array([seed * 7919 + 1], dtype=np.int64)


def test_hidden_cards_are_sampled_by_the_number_of_deals_that_fit() -> None:
    """Three places, kinds 1 to 3 with 2, 1 and 1 copies; the second place cannot be kind 1."""
    counts, may = [0, 2, 1, 1], [0b1110, 0b1100, 0b1110]
    cards = [kind for kind, n in enumerate(counts) for _ in range(n)]
    deals = Counter(deal for deal in permutations(cards, 3) if all(may[p] >> k & 1 for p, k in enumerate(deal)))
    drawn: Counter[tuple[int, ...]] = Counter()
    generator = words(1)
    for _ in range(3000):
        out = np.zeros(3, dtype=np.int64)
        left = np.array(counts, dtype=np.int64)
        assert call(sampling.sample_kinds, generator, left, 4, np.array(may, dtype=np.int64), 3, out) == 1
        assert left.sum() == 1
        drawn[tuple(out.tolist())] += 1
    assert set(drawn) == set(deals)
    total = sum(deals.values())
    for deal, ways in deals.items():
        share = ways / total
        assert abs(drawn[deal] / 3000 - share) < 4.5 * (share * (1 - share) / 3000) ** 0.5, deal


def test_nothing_is_dealt_if_no_deal_fits() -> None:
    left = np.array([0, 1, 0], dtype=np.int64)
    out = np.zeros(2, dtype=np.int64)
    may = np.array([0b10, 0b10], dtype=np.int64)
    assert call(sampling.sample_kinds, words(2), left, 3, may, 2, out) == 0
    assert left.tolist() == [0, 1, 0]


def test_hands_respect_voids_and_room() -> None:
    """Nine cards for three seats; some seats cannot hold some cards."""
    allowed = np.array([0b001, 0b010, 0b110, 0b111, 0b111, 0b011, 0b100, 0b101, 0b111], dtype=np.int64)
    seen: set[tuple[int, ...]] = set()
    generator = words(3)
    for _ in range(200):
        out, room = np.zeros(9, dtype=np.int64), np.array([3, 3, 3], dtype=np.int64)
        cards = np.arange(9, dtype=np.int64)
        assert call(sampling.deal_with_voids, generator, cards, 9, allowed, room, 3, out) == 1
        assert Counter(out.tolist()) == {0: 3, 1: 3, 2: 3}
        assert all(allowed[i] >> out[i] & 1 for i in range(9))
        seen.add(tuple(out.tolist()))
    assert len(seen) >= 20


def test_all_deals_with_voids_are_about_equally_likely() -> None:
    allowed = np.array([0b01, 0b11, 0b11, 0b11], dtype=np.int64)
    drawn: Counter[tuple[int, ...]] = Counter()
    generator = words(4)
    for _ in range(900):
        out, room = np.zeros(4, dtype=np.int64), np.array([2, 2], dtype=np.int64)
        call(sampling.deal_with_voids, generator, np.arange(4, dtype=np.int64), 4, allowed, room, 2, out)
        drawn[tuple(out.tolist())] += 1
    assert len(drawn) == 3
    assert all(abs(n - 300) < 75 for n in drawn.values()), drawn


def test_sets_of_kinds() -> None:
    assert call(sampling.with_kind, 0b1, 3) == 0b1001
    assert call(sampling.without, 0b1001, 3) == 0b1
    assert call(sampling.exchanged, 0b0010, 1, 2) == 0b0100
    assert call(sampling.above, 2) & 0b11111 == 0b11000
