"""Determinization helpers, as kernels: sets of kinds as bits, unseen cards as counts, deals that fit what is known.

They work on small arrays on the stack (`scratch_i8`), so any game can use them. Randomness comes from a word of such an
array: copy `state.rng` into it, call the helpers, and copy it back. A typical `determinize` counts what the observer
has not seen (all copies less the open cards and its own hand), fills the hidden places with kinds that fit
(`sample_kinds`, or `deal_with_voids` for whole hands of a trick game), and puts the rest into the pile (`listed`,
`mixed`).
"""

from __future__ import annotations

from tapete.kernel.contract import MEMORY, below_in
from tapete.kernel.types import i8, kernel

# Sets of kinds (or seats) as the bits of a number: bit k for kind k, below 63


@kernel
def has(mask: i8, kind: i8) -> i8:
    """Return 1 if a kind is in the set, else 0."""
    return (mask >> kind) & 1


@kernel
def with_kind(mask: i8, kind: i8) -> i8:
    """Return the set with a kind added."""
    return mask | (i8(1) << kind)


@kernel
def without(mask: i8, kind: i8) -> i8:
    """Return the set with a kind removed."""
    return mask & ~(i8(1) << kind)


@kernel
def above(kind: i8) -> i8:
    """Return the set of all kinds above one."""
    return ~((i8(2) << kind) - 1) & ((i8(1) << 62) - 1)


@kernel
def exchanged(mask: i8, one: i8, other: i8) -> i8:
    """Return the set with two members' numbers exchanged."""
    if has(mask, one) != has(mask, other):
        mask ^= (i8(1) << one) | (i8(1) << other)
    return mask


# Cards as counts by kind, and as lists


@kernel
def listed(count: MEMORY, kinds: i8, out: MEMORY) -> i8:
    """Write every card that is counted, kind by kind; return how many."""
    n = 0
    for kind in range(kinds):
        for _ in range(count[kind]):
            out[n] = kind
            n += 1
    return n


@kernel
def mixed(words: MEMORY, items: MEMORY, n: i8) -> None:
    """Shuffle the first n items; word 0 is the generator."""
    for i in range(n - 1, 0, -1):
        j = below_in(words, 0, i + 1)
        kept = items[i]
        items[i] = items[j]
        items[j] = kept


# Hidden single cards, each of which can be of some kinds only


@kernel
def ways(count: MEMORY, kinds: i8, may: MEMORY, places: i8, first: i8) -> i8:
    """Count the ways to fill the places from `first` on with counted cards; place p takes kinds of the set may[p]."""
    if first >= places:
        return 1
    total = 0
    for kind in range(kinds):
        if count[kind] > 0 and has(may[first], kind):
            count[kind] -= 1
            total += (count[kind] + 1) * ways(count, kinds, may, places, first + 1)
            count[kind] += 1
    return total


@kernel
def sample_kinds(words: MEMORY, count: MEMORY, kinds: i8, may: MEMORY, places: i8, out: MEMORY) -> i8:
    """Fill places with counted cards, all fitting deals being equally likely; subtract what is dealt from the counts.

    Return 1, or 0 where nothing fits (then nothing changes). Exact, and meant for few places: the work grows with kinds
    to the power of places.
    """
    if ways(count, kinds, may, places, 0) == 0:
        return 0
    for place in range(places):
        total = ways(count, kinds, may, places, place)
        wanted = below_in(words, 0, total)
        for kind in range(kinds):
            if count[kind] > 0 and has(may[place], kind):
                count[kind] -= 1
                share = (count[kind] + 1) * ways(count, kinds, may, places, place + 1)
                if wanted < share:
                    out[place] = kind
                    break
                wanted -= share
                count[kind] += 1
    return 1


# Whole hands, with cards that some seats are known not to hold


@kernel
def deal_with_voids(words: MEMORY, cards: MEMORY, n: i8, allowed: MEMORY, room: MEMORY, seats: i8, out: MEMORY) -> i8:
    """Deal n cards to seats with so much room; card i goes to a seat of the set allowed[i]. out[i] is the seat.

    Return 1, or 0 where no deal was found. Cards with the fewest seats are dealt first; a card without room makes some
    by moving another. Then pairs of cards swap seats where both may, often enough that all fitting deals are about
    equally likely.
    """
    for i in range(n):
        out[i] = -1
    for round in range(n):
        best = -1
        fewest = 99
        for i in range(n):
            if out[i] < 0:
                choices = 0
                for seat in range(seats):
                    if has(allowed[i], seat) and room[seat] > 0:
                        choices += 1
                if choices < fewest:
                    best = i
                    fewest = choices
        if fewest == 0:
            if not make_room(out, n, best, allowed, room, seats):
                return 0
            continue
        pick = below_in(words, 0, fewest)
        for seat in range(seats):
            if has(allowed[best], seat) and room[seat] > 0:
                if pick == 0:
                    out[best] = seat
                    room[seat] -= 1
                    break
                pick -= 1
    for _ in range(8 * n):
        i = below_in(words, 0, n)
        j = below_in(words, 0, n)
        if has(allowed[i], out[j]) and has(allowed[j], out[i]):
            kept = out[i]
            out[i] = out[j]
            out[j] = kept
    return 1


@kernel
def make_room(out: MEMORY, n: i8, card: i8, allowed: MEMORY, room: MEMORY, seats: i8) -> i8:
    """Give a card the place of another one that can go elsewhere; return 1 if there was one, else 0."""
    for j in range(n):
        if out[j] >= 0 and has(allowed[card], out[j]):
            for seat in range(seats):
                if room[seat] > 0 and has(allowed[j], seat):
                    out[card] = out[j]
                    out[j] = seat
                    room[seat] -= 1
                    return 1
    return 0
