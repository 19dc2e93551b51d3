"""Games for checks: random ones, and games of the game's own agents."""

from __future__ import annotations

from collections.abc import Iterator

from tapete.agents.player import Player
from tapete.agents.registry import kinds_for, seat_agent
from tapete.core.game import Game
from tapete.core.state import State
from tapete.errors import TapeteError
from tapete.seeds import derive

STEPS = 4000  # of one random game; longer ones are cut
# Players besides agents: always the first or the last legal action; an order of preference among all actions,
# drawn for each game and kept by every seat, which reaches what agents and chance avoid (all steal for ever); all agents in turn.
FIRST, LAST, STUBBORN, MIXED = "the first action", "the last action", "an order of preference", "all agents in turn"
Mover = Player | str


def legal_actions(state: State, step: int, seed: int) -> list[int]:
    """Return the legal actions of an unfinished game; raise an error if there are none or one is out of range."""
    legal = state.legal()
    game, where = state.game, f"at step {step} of seed {seed}"
    assert legal, f"seat {state.seat} has no legal action {where} although the game is not over"
    assert legal[0] >= 0 and legal[-1] < game.actions, (
        f"action {legal[-1] if legal[0] >= 0 else legal[0]} is legal {where}, but the definition says "
        f"actions={game.actions}, so ids go from 0 to {game.actions - 1}; raise it"
    )
    return legal


def random_game(game: Game, seed: int, *, steps: int = STEPS) -> Iterator[tuple[State, int]]:
    """Yield (state, action about to be played) along a random game. The state is the live one."""
    state = game.deal(seed)
    for step in range(steps):
        if state.over:
            return
        legal = legal_actions(state, step, seed)
        action = legal[derive(seed, step) % len(legal)]
        yield state, action
        state.apply(action)


def spread_game(game: Game, seed: int, *, most: int, every: int = 1) -> Iterator[tuple[int, State, int]]:
    """Yield (step, state, action about to be played) of a random game: the first few, then `most` spread over the whole."""
    length = sum(1 for _ in random_game(game, seed))
    apart = max(every, -(-length // most))
    for step, (state, action) in enumerate(random_game(game, seed)):
        if step < 4 or step % apart == 0:
            yield step, state, action


def players_of(game: Game) -> dict[str, list[Mover]]:
    """Return ways to play that reach endings which random play does not: by name, the players that answer in turn.

    Simple habits, the game's own native bots with their defaults, `greedy` if the game has an evaluation, and all of these
    agents in turn.
    """
    found: dict[str, list[Mover]] = {FIRST: [FIRST], LAST: [LAST], STUBBORN: [STUBBORN]}
    known = kinds_for(game)
    agents: list[Mover] = []
    for name in (*game.definition.bots, "greedy"):
        if name not in known or (name == "greedy" and (game.interpreted or not game.definition.evaluations)):
            continue
        try:
            agents.append(seat_agent(name, game))
        except TapeteError:
            continue  # it needs options without defaults
        found[name] = agents[-1:]
    quick = [agent for agent in agents if not searching([agent])]
    if len(quick) > 1:
        found[MIXED] = quick
    return found


def searching(players: list[Mover]) -> bool:
    """Return whether a search is among the players other than `greedy`, so that a game is slow."""
    return any(not isinstance(player, str) and player.name != "greedy" and _searches(player) for player in players)


def _searches(player: Player) -> bool:
    policy = getattr(player.agent, "policy", None)
    return getattr(policy, "iterations_at", None) is not None


def played_game(
    game: Game, players: list[Mover], seed: int, *, steps: int | None = None
) -> Iterator[tuple[State, int]]:
    """Yield (state, action about to be played) of a game in which the players answer in turn; a faulty answer becomes a random
    one.
    """
    state = game.deal(seed)
    for number, player in enumerate(players):
        if not isinstance(player, str):
            player.reset(derive(seed, number))
    step = 0
    while not state.over and (steps is None or step < steps):
        legal = legal_actions(state, step, seed)
        action = legal[0]
        player = players[derive(seed, step, 1) % len(players)]
        if len(legal) > 1 and isinstance(player, str):
            action = legal[-1] if player == LAST else action
            if player == STUBBORN:
                action = max(legal, key=lambda a: derive(seed, a, 4))
        elif len(legal) > 1:
            answer = player.decide(state, player.view(state, derive(seed, step, 2)))  # type: ignore[union-attr]  # the other players are texts
            action = legal[derive(seed, step) % len(legal)] if answer.fault else answer.action
        yield state, action
        state.apply(action)
        step += 1
