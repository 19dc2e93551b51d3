"""Exhaustive enumerator of the hands that an observer considers possible, to check the bounds kept in the state."""

from __future__ import annotations

from tapete.core.state import State
from tapete.games.catan import moves
from tapete.games.catan.packed_counts import unpack

World = tuple[tuple[int, ...], ...]


def hands_of(state: State) -> World:
    return tuple(tuple(unpack(word)) for word in state.record["hand"][: state.game.seats])


class Worlds:
    """All worlds that fit one observer's observations; None when there are too many."""

    def __init__(self, observer: int, hands: World, limit: int) -> None:
        self.observer, self.limit = observer, limit
        self.possible: set[World] | None = {hands}

    def step(self, before: State, action: int, after: State) -> None:
        """Apply one action, using only what the observer sees of it."""
        moved = bool((before.record["hand"] != after.record["hand"]).any())
        tells = moved or moves.MONOPOLY <= action < moves.PLENTY or action >= moves.OFFER
        if self.possible is None or not tells:
            return
        old, new = hands_of(before), hands_of(after)
        player = int(before.record["player"])
        if moves.ROBBER <= action < moves.DISCARD:
            victims = [seat for seat in range(len(old)) if sum(new[seat]) < sum(old[seat])]
            if victims:
                self.steal(player, victims[0], old, new)
        elif moves.MONOPOLY <= action < moves.PLENTY:
            resource = action - moves.MONOPOLY
            counts = [hand[resource] for hand in old]
            self.keep(lambda w: all(w[s][resource] == counts[s] for s in range(len(old)) if s != player))
            self.move(old, new)
        elif moves.OFFER <= action < moves.ACCEPT or moves.OFFER_STUDENT <= action < moves.ADD_GIVE:
            give = unpack(after.record["give"])
            self.keep(lambda w: all(a >= b for a, b in zip(w[player], give, strict=True)))
        elif moves.ADD_GIVE <= action < moves.ADD_WANT:
            give = unpack(after.record["give"])
            self.keep(lambda w: all(a >= b for a, b in zip(w[player], give, strict=True)))
        elif action == moves.ACCEPT:
            want, seat = unpack(before.record["want"]), before.seat
            self.keep(lambda w: all(a >= b for a, b in zip(w[seat], want, strict=True)))
            self.move(old, new)
        elif (
            action == moves.BUY
            or moves.CITY <= action < moves.BUY
            or moves.DISCARD <= action < moves.OFFER
            or new != old
        ):
            self.move(old, new)
        if self.possible is not None and len(self.possible) > self.limit:
            self.possible = None

    def keep(self, fits) -> None:
        self.possible = {world for world in self.possible if fits(world)}

    def move(self, old: World, new: World) -> None:
        """Move cards that came and went in public, dropping worlds in which a seat paid cards that it did not hold."""
        moved = set()
        for world in self.possible:
            hands = tuple(
                tuple(w + n - o for w, o, n in zip(*three, strict=True)) for three in zip(world, old, new, strict=True)
            )
            if min(map(min, hands)) >= 0:
                moved.add(hands)
        self.possible = moved

    def steal(self, thief: int, victim: int, old: World, new: World) -> None:
        taken = next(r for r in range(5) if new[victim][r] < old[victim][r])
        seen = self.observer in (thief, victim)
        moved = set()
        for world in self.possible:
            for r in range(5):
                if world[victim][r] > 0 and (not seen or r == taken):
                    hands = [list(hand) for hand in world]
                    hands[victim][r] -= 1
                    hands[thief][r] += 1
                    moved.add(tuple(map(tuple, hands)))
        self.possible = moved
