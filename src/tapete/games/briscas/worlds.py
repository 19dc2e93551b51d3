"""Samples of many determinized worlds, to check what a seat may know."""

from tapete.games.briscas.determinize import cards_of, determinize, determinize_with_voids
from tapete.games.briscas.rules import State
from tapete.kernel import Matrix, copy_of, i8, kernel, mix, u8


@kernel
def sample_hands(state: State, observer: i8, free: i8, seed: u8, hands: Matrix[u8]) -> None:
    """Write the hands of one determinized world per row (as bits, by seat)."""
    for i in range(len(hands)):
        world = copy_of(state)
        world.rng = mix(seed, u8(i))
        if free:
            determinize(world, observer)
        else:
            determinize_with_voids(world, observer)
        for seat in range(state.players):
            hands[i, seat] = cards_of(world, seat)
