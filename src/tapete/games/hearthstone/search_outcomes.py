"""Native helpers of `conform`: search for the random outcome that gives a recorded state or score."""

from typing import TypeAlias

from tapete.games.hearthstone.cards import (
    CANNOT_ATTACK,
    CANNOT_ATTACK_HEROES,
    ELUSIVE,
    FROZEN,
    IMMUNE,
    LIFESTEAL,
    SHIELD,
    TAUNT,
    WINDFURY,
)
from tapete.games.hearthstone.evaluations import linear
from tapete.games.hearthstone.state import (
    CARD,
    State,
    health_of,
    minion_attack,
    slot_at,
)
from tapete.kernel import Array, GameState, f8, i8, kernel, mix, u8
from tapete.kernel.contract import MEMORY, NUMBERS, call_apply, copy_state, rows_in

TABLE: TypeAlias = Array[i8]
STATE_WORDS = State.size // 8
SEEN_FLAGS = TAUNT | SHIELD | WINDFURY | LIFESTEAL | ELUSIVE | FROZEN | CANNOT_ATTACK | CANNOT_ATTACK_HEROES


@kernel
def fold(h: u8, x: i8) -> u8:
    return (h ^ u8(x + 1000003)) * u8(0x9E3779B97F4A7C15) ^ (h >> u8(29))


@kernel
def fingerprint(state: State) -> u8:
    """Return a hash of what a recorded state shows, to compare many outcomes quickly."""
    h = fold(fold(u8(1), i8(state.turn)), i8(state.over))
    for i in range(state.choice_count):
        h = fold(h, i8(state.choice[i]))
    for seat in range(2):
        h = fold(fold(h, health_of(state, seat)), i8(state.armor[seat]))
        h = fold(fold(h, i8(state.flags[seat]) & (FROZEN | IMMUNE)), i8(state.power[seat]))
        h = fold(fold(h, i8(state.weapon[seat])), i8(state.weapon_durability[seat]) - i8(state.weapon_damage[seat]))
        h = fold(fold(h, i8(state.weapon_attack[seat])), i8(state.secret_count[seat]))
        h = fold(fold(h, i8(state.used[seat])), i8(state.fatigue[seat]))
        h = fold(fold(h, i8(state.held[seat])), i8(state.deck_left[seat]))
        for i in range(state.held[seat]):
            h = fold(fold(h, i8(state.hand[seat, i])), i8(state.hand_extra[seat, i]))
        for i in range(state.deck_left[seat]):
            h = fold(h, i8(state.deck[seat, i]) & CARD)
        for i in range(state.minions[seat]):
            slot = slot_at(state.board[seat], i)
            h = fold(fold(h, i8(state.card[slot])), minion_attack(state, slot))
            h = fold(fold(h, health_of(state, slot)), i8(state.damage[slot]))
            h = fold(h, i8(state.flags[slot]) & SEEN_FLAGS)
    return h


@kernel
def begin_again(rules: TABLE, words: MEMORY, seed: u8, k: i8) -> u8:
    """Copy the position to its neighbour with a new generator state; return that state."""
    after = rows_in(words, STATE_WORDS, GameState)[0]
    copy_state(rules, after, rows_in(words, 0, GameState)[0])
    after.rng = mix(seed, u8(k)) | u8(1)
    return after.rng


@kernel
def find_outcome(rules: TABLE, words: MEMORY, action: i8, wanted: u8, seed: u8, tries: i8) -> u8:
    """Return a seed with which the action leads to the wanted fingerprint, or 0.

    `words` holds the position and room for another.
    """
    for k in range(tries):
        used = begin_again(rules, words, seed, k)
        call_apply(rules, rows_in(words, STATE_WORDS, GameState)[0], action)
        if fingerprint(rows_in(words, STATE_WORDS, State)[0]) == wanted:
            return used
    return u8(0)


@kernel
def find_score(
    rules: TABLE, words: MEMORY, action: i8, seat: i8, weights: NUMBERS, wanted: f8, seed: u8, tries: i8
) -> i8:
    """Return 1 if the action can lead to a position with the wanted score, else 0."""
    for k in range(tries):
        used = begin_again(rules, words, seed, k)
        after = rows_in(words, STATE_WORDS, State)[0]
        call_apply(rules, rows_in(words, STATE_WORDS, GameState)[0], action)
        if linear(after, seat, weights) == wanted:
            return 1
        if after.rng == used:
            return 0
    return 0


@kernel
def find_mulligan(rules: TABLE, words: MEMORY, action: i8, wanted: State, seat: i8, seed: u8, tries: i8) -> i8:
    """Return 1 if a mulligan can give the seat the wanted hand and deck, else 0."""
    for k in range(tries):
        begin_again(rules, words, seed, k)
        after = rows_in(words, STATE_WORDS, State)[0]
        call_apply(rules, rows_in(words, STATE_WORDS, GameState)[0], action)
        same = after.deck_left[seat] == wanted.deck_left[seat]
        for i in range(wanted.held[seat]):
            same = same and after.hand[seat, i] == wanted.hand[seat, i]
        for i in range(wanted.deck_left[seat]):
            same = same and after.deck[seat, i] == wanted.deck[seat, i]
        if same:
            return 1
    return 0
