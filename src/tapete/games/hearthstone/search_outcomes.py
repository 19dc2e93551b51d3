"""Native helpers of `conform`: costs of hand cards, and the search for an outcome of chance that gives a recorded state."""

from tapete.contract import NUMBERS
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
from tapete.games.hearthstone.effects import (
    attack_of,
)
from tapete.games.hearthstone.features import (
    linear,
)
from tapete.games.hearthstone.rules import (
    apply,
    cost_of,
    power_cost,
    replace_cards,
)
from tapete.games.hearthstone.state import (
    CARD,
    State,
    health_of,
    minion_attack,
    slot_at,
)
from tapete.kernel import array, copy_of, f8, i8, kernel, mix, u8

COST_ROW = 12  # ten hand cards, the hero power, the hero's attack
SEEN_FLAGS = TAUNT | SHIELD | WINDFURY | LIFESTEAL | ELUSIVE | FROZEN | CANNOT_ATTACK | CANNOT_ATTACK_HEROES


@kernel
def numbers_of(state: State, out: array(i8)):
    """For each seat: the costs of the hand cards and of the hero power, and the hero's attack."""
    for seat in range(2):
        for i in range(state.held[seat]):
            out[seat * COST_ROW + i] = cost_of(state, seat, i8(state.hand[seat, i]))
        out[seat * COST_ROW + 10] = power_cost(state, seat)
        out[seat * COST_ROW + 11] = attack_of(state, seat)


@kernel
def fold(h: u8, x: i8) -> u8:
    return (h ^ u8(x + 1000003)) * u8(0x9E3779B97F4A7C15) ^ (h >> u8(29))


@kernel
def fingerprint(state: State) -> u8:
    """A hash of what a recorded state shows, to compare many outcomes quickly."""
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
def find_outcome(state: State, action: i8, wanted: u8, seed: u8, tries: i8) -> u8:
    """A seed with which the action leads to the wanted fingerprint, or 0."""
    for k in range(tries):
        after = copy_of(state)
        after.rng = mix(seed, u8(k)) | u8(1)
        apply(after, action)
        if fingerprint(after) == wanted:
            return mix(seed, u8(k)) | u8(1)
    return u8(0)


@kernel
def find_score(state: State, action: i8, seat: i8, weights: NUMBERS, wanted: f8, seed: u8, tries: i8) -> i8:
    """Whether the action can lead to a position with the wanted score: 1 yes, 0 no."""
    for k in range(tries):
        after = copy_of(state)
        before = mix(seed, u8(k)) | u8(1)
        after.rng = before
        apply(after, action)
        if linear(after, seat, weights) == wanted:
            return 1
        if after.rng == before:
            return 0
    return 0


@kernel
def find_mulligan(state: State, seat: i8, mask: i8, wanted: State, seed: u8, tries: i8) -> i8:
    """Whether replacing these cards can give the wanted hand and deck: 1 yes, 0 no."""
    for k in range(tries):
        after = copy_of(state)
        after.rng = mix(seed, u8(k)) | u8(1)
        replace_cards(after, seat, mask)
        same = True
        for i in range(after.held[seat]):
            same = same and after.hand[seat, i] == wanted.hand[seat, i]
        for i in range(after.deck_left[seat]):
            same = same and after.deck[seat, i] == wanted.deck[seat, i]
        if same:
            return 1
    return 0
