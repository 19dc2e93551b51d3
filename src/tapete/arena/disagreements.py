"""Where do two agents differ, and what does it cost? Both answer the same positions; a third agent judges."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

import numpy as np

from tapete.agents.analysis import analyse
from tapete.agents.player import Player
from tapete.agents.playouts import Playouts, fast_player
from tapete.agents.registry import make_agent
from tapete.arena.schedule import Progress, deal_seeds
from tapete.arena.statistics import cluster_interval, mean_and_error
from tapete.core import loops
from tapete.core.game import Game, too_long
from tapete.core.state import State
from tapete.errors import BadOption
from tapete.seeds import agent_seeds, derive

JUDGE = "hard"  # the game's level of that name
PRICED_WORLDS = 32  # worlds in which both moves are played out if the judge has no chance for one of them
PHASES = ("opening", "middle", "end")  # thirds of the decisions of a game


@dataclass
class Position:
    """Position in which the agents differ."""

    deal: int
    decision: int  # how many actions were played before
    seat: int
    turn: int
    moves: tuple[str, str]
    actions: tuple[int, int]
    cost: float | None  # win probability of the first agent's move minus the second's, by the judge
    history: list[int] = field(default_factory=list, repr=False)  # actions since the deal: `tapete analyse --actions`
    deal_seed: int = 0


@dataclass
class Agreement:
    """Rate at which two agents (or an agent and the judge) choose the same action."""

    positions: int
    share: float
    ci95: tuple[float, float]


@dataclass
class Disagreement:
    """Comparison of two agents on the same positions."""

    game: str
    options: dict[str, Any]
    agents: tuple[str, str]
    judge: str
    seed: int
    games: int
    overall: Agreement
    by_phase: dict[str, Agreement]
    top: list[dict[str, Agreement]]  # by agent: how often its move is among the judge's best N
    costs: dict[
        str, float | None
    ]  # mean of `Position.cost`, its standard error (games are the observations), how many were judged
    positions: list[Position]  # the most costly first

    def as_dict(self) -> dict[str, Any]:
        return {
            **{
                name: value
                for name, value in self.__dict__.items()
                if name not in ("overall", "by_phase", "top", "positions")
            },
            "overall": asdict(self.overall),
            "by_phase": {name: asdict(entry) for name, entry in self.by_phase.items()},
            "top": [{name: asdict(entry) for name, entry in rows.items()} for rows in self.top],
            "positions": [asdict(position) for position in self.positions],
        }


@dataclass
class ComparedDecision:
    """Decision with more than one legal action."""

    deal: int
    deal_seed: int
    state: State
    history: list[int]  # actions before it
    place: float  # in its game, from 0 to 1
    actions: tuple[int, int]
    ranks: tuple[int | None, int | None] = (None, None)  # of the two moves with the judge, from 1 on
    values: tuple[float | None, float | None] = (None, None)
    sampled: bool = False  # whether chance, not a difference, chose it to be judged

    @property
    def decision(self) -> int:
        return len(self.history)

    @property
    def differs(self) -> bool:
        return self.actions[0] != self.actions[1]

    @property
    def cost(self) -> float | None:
        """Win probability of the first agent's move minus the second's, by the judge."""
        first, second = self.values
        return first - second if first is not None and second is not None else None

    def position(self) -> Position:
        texts = tuple(self.state.action_text(action) for action in self.actions)
        return Position(
            self.deal, self.decision, self.state.seat, self.state.turn, texts, self.actions, self.cost,  # type: ignore[arg-type]  # set by `judge`
            self.history, self.deal_seed,
        )  # fmt: skip


def disagree(
    game: Game,
    first: str,
    second: str,
    *,
    judge: str = JUDGE,
    games: int = 20,
    seed: int = 0,
    judged: int = 400,
    progress: Progress | None = None,
) -> Disagreement:
    """Let both agents play each other and answer every decision; the judge rates a sample, and positions where they differ.

    `judged` limits the positions that the judge rates: half of them an even sample, half differences.
    """
    if games < 1:
        raise BadOption(f"--games {games}: must be at least 1")
    agents = [make_agent(spec, game) for spec in (first, second)]
    for agent in agents:
        if agent.clairvoyant:
            raise BadOption(f"{agent.spec} sees everything: what it knows, not how it plays, would make the difference")
    seen = []
    for number in range(games):
        seen += played(game, agents, number, seed)
        if progress is not None:
            progress(1)
    if judged > 0 and seen:
        rate(seen, judge, judged, seed)
    return summary(game, (first, second), judge, seed, games, seen)


def rate(seen: list[ComparedDecision], judge: str, judged: int, seed: int) -> None:
    """Let the judge rate an even sample of all positions, from which agents are ranked, and then those where they differ."""
    order = np.random.default_rng(seed & 0xFFFFFFFF).permutation(len(seen)).tolist()
    sample = order[: (judged + 1) // 2]
    differing = [i for i in order if seen[i].differs and i not in set(sample)][: judged - len(sample)]
    player: Playouts | None = None
    for i in (*sample, *differing):
        entry = seen[i]
        here = derive(seed, entry.deal, entry.decision)
        found = analyse(entry.state, judge, seed=here)
        rated = [row for row in found["actions"] if row["value"] is not None or row["visits"]]
        ranked = sorted(rated, key=lambda row: rank_key(row, found["chosen"]))
        places = {row["action"]: place for place, row in enumerate(ranked or found["actions"][:1], start=1)}
        last = max(3, len(places) + 1)  # rank of moves that the judge did not consider, or does not rate
        chances = {row["action"]: row["chance"] for row in found["actions"]}
        entry.ranks = tuple(places.get(action, last) for action in entry.actions)
        entry.values = tuple(chances[action] for action in entry.actions)
        if entry.differs and None in entry.values:
            player = player or Playouts(entry.state.game, fast_player(entry.state.game, judge, "normal"))
            entry.values = tuple(player.shares(entry.state, entry.actions, PRICED_WORLDS, here).mean(axis=0).tolist())
    for i in sample:
        seen[i].sampled = True


def rank_key(row: dict[str, Any], chosen: int) -> tuple[float, bool, float]:
    """Return a sort key, best first: by visits if there are any (the judge's own order), else the judge's choice, then by
    value.
    """
    return -row["visits"], row["action"] != chosen, -(row["value"] or 0.0)


def played(game: Game, agents: Sequence[Player], number: int, seed: int) -> list[ComparedDecision]:
    """Play a game between the two; return every decision with a choice, and both answers."""
    deals, seating = np.array([number]), np.array([number % 2])
    seeds = agent_seeds(seed, deals, seating, game.seats)[0].tolist()
    dealt = int(deal_seeds(game, seed, deals)[0])
    state = game.deal(dealt)
    copies = [[make_agent(agent.spec, game) for agent in agents] for _ in range(game.seats)]
    for seat, both in enumerate(copies):
        for agent in both:
            agent.start(game, seat, derive(seeds[seat], loops.AGENT_STREAM))
    decisions = [0] * game.seats
    found: list[ComparedDecision] = []
    history: list[int] = []
    while not state.over:
        if len(history) >= game.max_decisions:
            raise too_long(game, dealt)
        seat = state.seat
        view_seed = derive(seeds[seat], loops.VIEW_STREAM, decisions[seat])
        decisions[seat] += 1
        answers = [agent.decide(state, agent.view(state, view_seed, seat)) for agent in copies[seat]]
        for answer, agent in zip(answers, copies[seat], strict=True):
            if answer.fault:
                raise BadOption(f"{agent.spec} {answer.text}")
        if len(state.legal()) > 1:
            both_answers = (answers[0].action, answers[1].action)
            found.append(ComparedDecision(number, dealt, state.clone(), history.copy(), 0.0, both_answers))
        action = answers[(game.sides[seat] + number) % 2].action
        history.append(int(action))
        state.play(action)
    for entry in found:
        entry.place = entry.decision / max(1, len(history))
    return found


def agreement(seen: Sequence[ComparedDecision], alike: Sequence[float]) -> Agreement:
    """Return a share of positions; the games are the observations."""
    if not seen:
        return Agreement(0, 0.0, (0.0, 1.0))
    _, place = np.unique([entry.deal for entry in seen], return_inverse=True)
    share, interval, _ = cluster_interval(np.bincount(place, alike), np.bincount(place))
    return Agreement(len(seen), share, interval)


def mean_cost(judged: Sequence[ComparedDecision]) -> dict[str, float | None]:
    """Return the mean cost of some differences and its standard error; the games are the observations.

    None for a single game.
    """
    if not judged:
        return {"mean": 0.0, "error": None, "judged": 0.0}
    costs = np.array([entry.cost for entry in judged])
    _, place = np.unique([entry.deal for entry in judged], return_inverse=True)
    mean, error = mean_and_error(np.bincount(place, costs), np.bincount(place))
    return {"mean": mean, "error": error if math.isfinite(error) else None, "judged": float(len(costs))}


def summary(
    game: Game, agents: tuple[str, str], judge: str, seed: int, games: int, seen: list[ComparedDecision]
) -> Disagreement:
    """Summarise all positions."""

    def among(entries: Sequence[ComparedDecision]) -> Agreement:
        return agreement(entries, [float(not entry.differs) for entry in entries])

    by_phase = {
        name: among([entry for entry in seen if min(2, int(3 * entry.place)) == i]) for i, name in enumerate(PHASES)
    }
    top: list[dict[str, Agreement]] = []
    for side in (0, 1):
        rated = [entry for entry in seen if entry.sampled and entry.ranks[side] is not None]
        top.append(
            {f"top {n}": agreement(rated, [float((entry.ranks[side] or 99) <= n) for entry in rated]) for n in (1, 2)}
        )
    differing = [entry for entry in seen if entry.differs]
    cost = mean_cost([entry for entry in differing if entry.cost is not None])
    differing.sort(key=lambda entry: -abs(entry.cost or 0.0))
    positions = [entry.position() for entry in differing]
    return Disagreement(
        game.name, dict(game.options), agents, judge, seed, games, among(seen), by_phase, top, cost, positions
    )
