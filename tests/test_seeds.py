"""The seeds that an agent gets reveal nothing about the deal or the other agents."""

from __future__ import annotations

import hashlib
import random
import struct

import numpy as np

import tapete
from tapete.arena.runner import MatchJob
from tapete.arena.schedule import deal_seeds, mirrored
from tapete.arena.seating import seatings
from tapete.core import loops
from tapete.seeds import agent_seeds, derive, derive_all

WORD = (1 << 64) - 1
GOLDEN = 0x9E3779B97F4A7C15


def unshift(word: int, shift: int) -> int:
    result = word
    for _ in range(64 // shift + 1):
        result = word ^ (result >> shift)
    return result


def unscrambled(word: int) -> int:
    """Invert the mixing step of `derive`."""
    word = unshift(word, 31)
    for shift, factor in ((27, 0x94D049BB133111EB), (30, 0xBF58476D1CE4E5B9)):
        word = unshift(word * pow(factor, -1, 1 << 64) & WORD, shift)
    return word


def scrambled(word: int) -> int:
    for shift, factor in ((30, 0xBF58476D1CE4E5B9), (27, 0x94D049BB133111EB)):
        word = ((word ^ (word >> shift)) * factor) & WORD
    return word ^ (word >> 31)


def underived(result: int, *known: int) -> int:
    """Solve `derive(x, *known) == result` for x."""
    for number in reversed(known):
        result = ((unscrambled(result) - GOLDEN) & WORD) ^ scrambled((number + GOLDEN) & WORD)
    return result


class Thief:
    """Agent that records all seeds that it gets."""

    name = "thief"
    seeds: list[int]
    views: list[int]

    def __init__(self) -> None:
        self.seeds, self.views = [], []

    def reset(self, seed: int) -> None:
        self.seeds.append(seed)

    def act(self, view) -> int:
        self.views.append(view.seed)
        return view.legal()[0]


def test_the_attack_works_on_derived_seeds():
    run_seed, deal, seating, seat = 123456789, 3, 1, 1
    handed = derive(run_seed, deal, seating, loops.AGENT_STREAM + seat)
    assert underived(handed, deal, seating, loops.AGENT_STREAM + seat) == run_seed


def test_the_seeds_of_an_agent_reveal_neither_the_run_nor_the_deal():
    run_seed = 0x1234_5678_9ABC_DEF1
    game = tapete.load("briscas")
    plan = mirrored(run_seed, seatings(game, 2), range(4))
    thief = Thief()
    MatchJob(game, [thief, "random"]).player().play(plan)
    assert len(thief.seeds) == 8
    deals = {int(seed) for seed in deal_seeds(game, run_seed, np.arange(4))}
    secrets = deals | {run_seed} | {derive(run_seed, deal) for deal in range(4)}
    other = {int(s) for row in agent_seeds(run_seed, plan.deals, plan.seating, 2).tolist() for s in row}
    for handed in thief.seeds:
        mine = underived(handed, loops.AGENT_STREAM)
        assert mine in other  # the agent can compute its own seed of this game
        found = {handed, mine}
        for deal in range(4):
            for seating in range(2):
                found.add(underived(mine, deal, seating))
                found.add(underived(mine, deal, seating, loops.AGENT_STREAM))
                for seat in range(2):
                    found.add(underived(mine, deal, seating, seat))
                    found.add(underived(mine, seat))
        assert not found & secrets
        assert len(found & other) == 1, "one seat's seed leads to another's"
    for view_seed in thief.views[:200]:
        mine = {underived(view_seed, loops.VIEW_STREAM, k) for k in range(40)}
        assert len(mine & other) <= 1 and not mine & secrets


def siphash(key: bytes, message: bytes) -> int:
    """Return SipHash-2-4, after its paper (Aumasson and Bernstein 2012)."""
    k0, k1 = struct.unpack("<QQ", key)
    v = [k0 ^ 0x736F6D6570736575, k1 ^ 0x646F72616E646F6D, k0 ^ 0x6C7967656E657261, k1 ^ 0x7465646279746573]

    def rotate(word: int, count: int) -> int:
        return ((word << count) | (word >> (64 - count))) & WORD

    def rounds(count: int) -> None:
        for _ in range(count):
            v[0] = (v[0] + v[1]) & WORD
            v[1] = rotate(v[1], 13) ^ v[0]
            v[0] = rotate(v[0], 32)
            v[2] = (v[2] + v[3]) & WORD
            v[3] = rotate(v[3], 16) ^ v[2]
            v[0] = (v[0] + v[3]) & WORD
            v[3] = rotate(v[3], 21) ^ v[0]
            v[2] = (v[2] + v[1]) & WORD
            v[1] = rotate(v[1], 17) ^ v[2]
            v[2] = rotate(v[2], 32)

    padded = message + b"\0" * (7 - len(message) % 8) + bytes([len(message) & 0xFF])
    for (word,) in struct.iter_unpack("<Q", padded):
        v[3] ^= word
        rounds(2)
        v[0] ^= word
    v[2] ^= 0xFF
    rounds(4)
    return v[0] ^ v[1] ^ v[2] ^ v[3]


def test_agents_seeds_are_a_keyed_hash_of_deal_seating_and_seat():
    assert siphash(bytes(range(16)), bytes(range(15))) == 0xA129CA6149BE45E5  # the paper's example
    seeds = agent_seeds(77, np.array([0, 5]), np.array([1, 0]), 3)
    key = hashlib.blake2b(b"77", digest_size=16).digest()
    for game, (deal, seating) in enumerate([(0, 1), (5, 0)]):
        for seat in range(3):
            assert int(seeds[game, seat]) == siphash(key, struct.pack("<QQQ", deal, seating, seat))


def test_derive_equals_derive_all():
    draw = random.Random(5)
    for _ in range(500):
        numbers = [
            draw.choice([draw.randrange(100), draw.randrange(-(1 << 70), 1 << 70)]) for _ in range(draw.randrange(1, 5))
        ]
        assert derive(*numbers) == int(derive_all(*numbers))
    assert derive(np.int64(5), np.uint64((1 << 64) - 1)) == derive(5, -1)
