"""Games of the arena as records."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tapete.agents.registry import seat_agent
from tapete.agents.seated import Seated
from tapete.arena.plan import Games, deal_seeds
from tapete.arena.players import games_by_seating
from tapete.game import Game
from tapete.records import Record


def records_of(
    game: Game, specs: Sequence[str], played: Games, seated: Sequence[Seated] | None = None
) -> Iterator[Record]:
    """The records of games that were played with their actions kept; `seated` are the agents, if they are at hand."""
    plan = played.plan
    of = games_by_seating(game, seated or [seat_agent(spec, game) for spec in specs])
    seeds = deal_seeds(game, plan.seed, plan.deals)
    for i, actions in enumerate(played.actions or ()):
        seating = plan.seatings[plan.seating[i]]
        faults = played.faults[i].nonzero()[0]
        yield Record(
            game.name,
            of(seating).options,
            int(seeds[i]),
            [specs[agent] for agent in seating],
            actions.tolist(),
            played.returns[i].tolist(),
            int(faults[0]) if len(faults) else None,
        )
