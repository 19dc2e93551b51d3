"""Why this move? Each legal action of a position with its visits, its value and the expected line of play."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from typing import Any

import numpy as np

from tapete.agents.attribution import rates_actions, terms_of
from tapete.agents.network import NetAgent
from tapete.agents.player import Player
from tapete.agents.registry import kinds_for, level_spec, make_agent
from tapete.agents.rules import rule_fired
from tapete.core.bots import Bot
from tapete.core.definition import HIDDEN, SEEN, UNNOTICED
from tapete.core.game import Game
from tapete.core.state import State, View
from tapete.errors import BadOption, TapeteError
from tapete.nets import Network
from tapete.nets.explain import explain, seen_after
from tapete.search.agent import SearchAgent, Snapshot
from tapete.search.settings import REWARDS
from tapete.search.workspace import (
    ACTION_MASK,
    HIDDEN_ACTION,
    NO_LIMIT,
    PARENT_SHIFT,
    SEAT_MASK,
    SEAT_SHIFT,
    Workspace,
)

Agent = SearchAgent | Bot | NetAgent

LINE = 8  # actions of an expected line
COUNTED = "mean share of the game in its simulations: 1 all won, 0 all lost"
EVALUATING = ("greedy", "greedy-turn", "minimax")  # searches whose values are evaluations, not results of simulations
REPLAYED_LINE = 4  # if the line is found by calling the agent again
LINE_WORLDS = 64  # sampled to find lines of a tree that are possible


def adviser(game: Game) -> str:
    """Return the search that explains a position: the game's own, its best level that is one, or the default."""
    if game.definition.adviser:
        return game.definition.adviser
    for name in ("best", "hard"):
        spec = level_spec(name, game) or name
        with contextlib.suppress(TapeteError):
            seated = make_agent(spec, game)
            if isinstance(seated.agent, SearchAgent) and not seated.clairvoyant:
                return spec
    return "ismcts" if "ismcts" in kinds_for(game) else "random"


def analyse(state: State, spec: str, *, seat: int | None = None, seed: int = 0) -> dict[str, Any]:
    """Return an agent's analysis of a position as plain data.

    `actions` lists every legal action, the one that would be played first: `visits` (0 if the position is solved), `value`
    (in the search's own terms: a mean reward in [0, 1] unless it works with raw values; the exact value if `solved`), `line`
    (the expected line of play, beginning with the action itself), `chance` (the value as the chance of the seat's side to win,
    from 0 to 1; None if the value does not estimate one); `meaning` says in a sentence what the values are, `counted` whether
    they are shares of simulated games that were won. Agents that rate every action by a score also have its `terms`, by name;
    a rule bot has the `rule` that decided (see `tapete.agents.rules`). `opening` is the action of the game's rule for first
    decisions (a mulligan), which overrides the agent in a game; None if the rule leaves this decision to the agent.
    If a network decides, guides or evaluates, `why` lists the named parts of its inputs that moved it: towards the action that
    would be played, and in its value of the position.
    """
    seated, agent, view, opened = prepared(state, spec, seat, seed)
    if isinstance(agent, Bot):
        found = _rated(seated, agent, view)
    elif isinstance(agent, NetAgent):
        found = _weighed(seated, agent, view)
    else:
        legal = view.legal()
        chosen = agent.search(view, legal) if len(legal) > 1 else 0
        found = _result(seated, agent, view, legal[chosen])
    return found | {"opening": opened}


def analyse_stream(
    state: State,
    spec: str,
    seed: int = 0,
    *,
    seconds: float | None = None,
    iterations: int | None = None,
    every: float = 0.1,
    seat: int | None = None,
) -> Iterator[dict[str, Any]]:
    """Yield an agent's analysis of a position while it searches: as from `analyse`, repeatedly, with `final` false until the end.

    The last one equals the result of `analyse`. Earlier ones have a line only for the leading action, in the one world that the
    agent was given. `seconds` or `iterations` replace the budget of the spec. The consumer may stop at any time.
    """
    if seconds is not None and not seconds > 0:
        raise BadOption(f"seconds={seconds}: must be above 0")
    if iterations is not None and iterations < 1:
        raise BadOption(f"iterations={iterations}: must be at least 1")
    seated, agent, view, opened = prepared(state, spec, seat, seed)
    if isinstance(agent, Bot):
        return iter([_rated(seated, agent, view) | {"opening": opened, "final": True}])
    if isinstance(agent, NetAgent):
        return iter([_weighed(seated, agent, view) | {"opening": opened, "final": True}])
    if seconds is not None or iterations is not None:
        agent.set_budget(iterations or 0, 1000 * (seconds or 0.0))
    return (found | {"opening": opened} for found in _stream(seated, agent, view, every))


def _stream(seated: Player, agent: SearchAgent, view: View, every: float) -> Iterator[dict[str, Any]]:
    for snapshot in agent.think(view, every=every):
        if snapshot.final:
            yield _result(seated, agent, view, snapshot.chosen) | {"final": True}
        else:
            yield _interim(seated, agent, view, snapshot) | {"final": False}


def _rated(seated: Player, agent: Bot, view: View) -> dict[str, Any]:
    """Return a bot's choice, its rating of every action if it has one, and the rule that decided."""
    fired = rule_fired(agent, view)
    chosen = agent.act(view)
    rows = []
    for action in view.legal():
        row = _row(view, action, 0, None, [])
        if agent.policy.terms is not None:
            row["terms"] = terms_of(agent, view, action)
            row["value"] = sum(row["terms"].values()) if row["terms"] else None
        rows.append(row)
    return _summary(seated, agent, view, chosen, rows, 0, False) | (
        {"rule": fired[1]} if fired and fired[0] == chosen else {}
    )


def _weighed(seated: Player, agent: NetAgent, view: View) -> dict[str, Any]:
    """Return a network's choice: its policy's probability of every action, or the value of the position after each."""
    bound, legal = agent.policy.bound, view.legal()
    if bound.network.policy:
        values = agent.policy.chances(view).tolist()
    else:
        values = [_worth_after(agent, view, action) for action in legal]
    chosen = agent.act(view)
    rows = [_row(view, action, 0, value, []) for action, value in zip(legal, values, strict=True)]
    return _summary(seated, agent, view, chosen, rows, 0, False) | {"why": reasons(bound.network, view, chosen)}


def _worth_after(agent: NetAgent, view: View, action: int) -> float:
    seen = seen_after(view, action, agent.policy.bound.network.encoder)
    if seen is None:
        world = view.state.clone()
        world.apply(action)
        return float(world.returns()[view.seat])
    bound = agent.policy.bound
    low, high = bound.network.value_scale
    forms = bound.forms(view, seen)[0] if agent.policy.forms else seen[None]
    return float(np.clip((bound.rows(forms)[1][:, 0] - low) / (high - low), 0.0, 1.0).mean())


def reasons(network: Network, view: View, chosen: int) -> list[dict[str, Any]]:
    """Return the parts of its inputs that moved a network: towards an action, and in its value of the position."""
    found = []
    with contextlib.suppress(BadOption):  # an action that ends the game needs no explanation
        found.append(explain(network, view, chosen).as_dict() | {"action": chosen})
    if network.policy and network.value is not None:
        found.append(explain(network, view).as_dict() | {"action": None})
    return found


def prepared(state: State, spec: str, seat: int | None, seed: int) -> tuple[Player, Agent, View, int | None]:
    """Return an agent prepared for a position, its view, and the action of its opening rule there."""
    game = state.game
    if state.over:
        raise BadOption("the game is over: there is nothing to analyse")
    seated = make_agent(spec, game)
    agent = seated.agent
    if not isinstance(agent, (SearchAgent, Bot, NetAgent)):
        raise BadOption(f"agent {seated.name!r} does not search, so it cannot analyse a position")
    observer = state.seat if seat is None else seat
    if observer != state.seat:
        raise BadOption(f"it is seat {state.seat} that decides here, not {observer}")
    view = seated.view(state, seed)
    seated.begin(game, observer)
    seated.reset(seed)
    return seated, agent, view, seated.opening.act(view) if seated.opening is not None else None


def _result(seated: Player, agent: SearchAgent, view: View, chosen: int) -> dict[str, Any]:
    """Return an agent's result, with lines that are possible in at least one world of its seat's information set."""
    legal = view.legal()
    iterations = agent.last_iterations if len(legal) > 1 else 0  # before the agent is called again, for lines
    solved = len(legal) > 1 and bool(agent.space.header["solved"])
    rows = _rows(seated, view, legal)
    if rates_actions(agent):
        for row in rows:
            row["terms"] = terms_of(agent, view, row["action"])
    why = [reason for bound in agent.settings.networks for reason in reasons(bound.network, view, chosen)]
    return _summary(seated, agent, view, chosen, rows, iterations, solved) | ({"why": why} if why else {})


def _interim(seated: Player, agent: SearchAgent, view: View, snapshot: Snapshot) -> dict[str, Any]:
    """Return an agent's intermediate result."""
    rows = [
        _row(view, action, snapshot.visits[i], snapshot.values[i], _played(view, snapshot, action))
        for i, action in enumerate(snapshot.legal)
    ]
    return _summary(seated, agent, view, snapshot.chosen, rows, snapshot.iterations, snapshot.solved)


def _summary(
    seated: Player,
    agent: Agent,
    view: View,
    chosen: int | None,
    rows: list[dict[str, Any]],
    iterations: int,
    solved: bool,
) -> dict[str, Any]:
    rows.sort(key=lambda row: (row["action"] != chosen, -row["visits"], -(row["value"] or 0.0)))
    meant = meaning(agent, solved)
    for row in rows:
        row["chance"] = _chance(agent, view, row, solved)
    return {
        "game": view.game.name,
        "agent": seated.spec,
        "seat": view.seat,
        "turn": view.turn,
        "clairvoyant": agent.clairvoyant,
        "iterations": iterations,
        "solved": solved,
        "meaning": meant,
        "counted": meant == COUNTED,
        "chosen": chosen,
        "actions": rows,
    }


def meaning(agent: Agent, solved: bool) -> str:
    """Describe the values of an agent's actions in a sentence, so that a scaled score is not mistaken for a share of wins."""
    if isinstance(agent, NetAgent):
        policy = agent.policy.bound.network.policy
        return (
            "the chance that the network's policy gives it"
            if policy
            else "the network's value of the position after it"
        )
    if isinstance(agent, Bot):
        return "the bot's own score, the sum of its terms" if agent.policy.terms is not None else ""
    words = agent.settings.words
    if solved:
        return "exact: what the rest of the game is worth to the seat"
    reward = REWARDS[int(words["reward"])]
    if gives_chances(agent) and estimates_chances(agent):
        if reward == "evaluation" or words.get("own_turn"):
            return "share of the game as the evaluation estimates it after the own turn, no counted wins"
        if words["evaluates"] and words["rollout_depth"] < NO_LIMIT:
            return "share of the game, estimated by the evaluation where simulations were cut, no counted wins"
    if reward == "evaluation" or words.get("own_turn") or agent.name in EVALUATING:
        how = "scaled to 0 to 1" if words["clamp"] and agent.name != "greedy" else "as it is"
        return f"the evaluation {how}, not a chance to win"
    if reward == "points":
        return "points at the end of simulations" + (", scaled to 0 to 1" if words["clamp"] else "")
    if words["evaluates"] and words["rollout_depth"] < NO_LIMIT:
        return "share of the game, a scaled evaluation where simulations were cut: good for comparing, no chance to win"
    if words.get("guide_values"):
        return "share of the game by the network that guides: good for comparing, no counted wins"
    return COUNTED


def side_size(game: Game, seat: int) -> int:
    """Return the number of seats that share a seat's win: 2 in a game of pairs."""
    return game.sides.count(game.sides[seat])


def _chance(agent: Agent, view: View, row: dict[str, Any], solved: bool) -> float | None:
    """Return the value of a row as the chance of the seat's side to win; None if it does not estimate one."""
    if solved:
        return exact_share(view.state, row["action"], view.seat)
    if row["value"] is None or not gives_chances(agent):
        return None
    return min(1.0, max(0.0, row["value"] * side_size(view.game, view.seat)))


def gives_chances(agent: Agent) -> bool:
    """Return whether an agent's values of unsolved positions estimate the seat's share of the game."""
    if isinstance(agent, Bot):
        return False
    if isinstance(agent, NetAgent):
        return not agent.policy.bound.network.policy
    words = agent.settings.words
    if not words["clamp"] or agent.name in EVALUATING or REWARDS[int(words["reward"])] == "points":
        return False
    rated = REWARDS[int(words["reward"])] == "evaluation" or words.get("own_turn")
    cut = words["evaluates"] and words["rollout_depth"] < NO_LIMIT
    return estimates_chances(agent) if rated or cut else True


def estimates_chances(agent: SearchAgent) -> bool:
    """Return whether the evaluation of a search estimates a share of the game: a network's value does, most weighted sums do
    not.
    """
    name = agent.options.get("eval") or None
    if name == "net":
        return True
    try:
        return agent.game.evaluation(name).chance
    except TapeteError:
        return False


def exact_share(state: State, action: int, seat: int) -> float:
    """Return the share of a side after an action of a solved position under perfect play."""
    world = state.clone()
    world.apply(action)
    while not world.over:
        values = world.solve()
        best = max(values, key=values.__getitem__) if values else world.legal()[0]
        world.apply(best)
    return side_share(world, seat)


def side_share(state: State, seat: int) -> float:
    """Return the share of a finished game that a seat's side wins, from 0 to 1."""
    sides = state.game.sides
    return sum(share for share, side in zip(state.returns(), sides, strict=True) if side == sides[seat])


def _played(view: View, snapshot: Snapshot, action: int) -> list[dict[str, Any]]:
    """Return the line of a snapshot as played in the agent's own world."""
    world, line = view.state.clone(), []
    for step in snapshot.line if action == snapshot.chosen else ():
        play_forced_moves(world)
        line.append(_step(world, step))
        world.apply(step)
    return line


def _rows(seated: Player, view: View, legal: list[int]) -> list[dict[str, Any]]:
    if len(legal) == 1:
        return [_row(view, legal[0], 0, None, [])]
    agent = seated.agent
    space = agent.space
    visits, values, _ = (list(part) for part in space.totals())
    solved = bool(space.header["solved"])
    known = [None if not solved and visits[i] == 0 else values[i] / max(1.0, visits[i]) for i in range(len(legal))]
    lines = [
        _replayed_line(seated, view, action) if solved or agent.nodes == 0 else _tree_line(agent.shown, view, action)
        for action in legal
    ]
    return [_row(view, action, int(visits[i]), known[i], lines[i]) for i, action in enumerate(legal)]


def _row(view: View, action: int, visits: int, value: float | None, line: list[dict[str, Any]]) -> dict[str, Any]:
    return {
        "action": action,
        "text": view.action_text(action),
        "visits": visits,
        "value": None if value is None else float(value),
        "line": line or [_step(view.state, action)],
    }


def _step(world: State, action: int) -> dict[str, Any]:
    return {"seat": world.seat, "action": action, "text": world.action_text(action), "move": world.move(action)}


def _tree_line(space: Workspace, view: View, action: int) -> list[dict[str, Any]]:
    """Follow an action down the most visited children that are possible in at least one world of the searcher's information
    set.
    """
    nodes = space.nodes()
    keys, visits = nodes["key"].copy(), nodes["visits"]
    keys[0] = -1  # the root is not a child
    parents = keys >> PARENT_SHIFT
    root = int(space.header["root"])
    worlds = [view.state.clone(), *(view.sample(k) for k in range(1, LINE_WORLDS))]
    candidates = np.flatnonzero(keys == ((root << PARENT_SHIFT) | (view.seat << SEAT_SHIFT) | action))
    line: list[dict[str, Any]] = []
    while len(line) < LINE:
        for world in worlds:
            play_forced_moves(world)
        followed = None
        for node in candidates[np.argsort(-visits[candidates], kind="stable")]:
            seat, seen = (int(keys[node]) >> SEAT_SHIFT) & SEAT_MASK, int(keys[node]) & ACTION_MASK
            fitting = [(world, step) for world in worlds if (step := _chosen_as(world, seat, seen, view)) is not None]
            if seen != HIDDEN_ACTION and visits[node] > 0 and fitting:
                followed = int(node)
                break
        if followed is None:
            break
        world, step = fitting[0]
        line.append(_step(world, step))
        parent = int(parents[followed])
        shown = SEEN if seat == view.seat or not space.header["hides"] else world.hides(step)
        if shown == HIDDEN:
            unseen = np.flatnonzero(keys == ((parent << PARENT_SHIFT) | (seat << SEAT_SHIFT) | HIDDEN_ACTION))
            followed = int(unseen[0]) if len(unseen) else followed
        candidates = np.flatnonzero(parents == (parent if shown == UNNOTICED else followed))
        for world, step in fitting:
            world.apply(step)
        worlds = [world for world, _ in fitting]
    return line


def _chosen_as(world: State, seat: int, seen: int, view: View) -> int | None:
    """Return the legal action of a seat that the searcher sees under an id; None if this world has none."""
    if world.over or world.seat != seat:
        return None
    if seat == view.seat or not world.game.has("seen"):
        return seen if seen in world.legal() else None
    return next((action for action in world.legal() if world.seen_as(action) == seen), None)


def play_forced_moves(world: State) -> None:
    """Play forced moves, which have no node in a tree."""
    while not world.over:
        legal = world.legal()
        if len(legal) > 1:
            return
        world.apply(legal[0])


def _replayed_line(seated: Player, view: View, action: int) -> list[dict[str, Any]]:
    """Return the line after an action if the same agent decides at every seat, in the view's own world."""
    agent = seated.agent
    world = view.state.clone()
    line = [_step(world, action)]
    world.apply(action)
    kept = agent.space.memory.copy()
    while not world.over and len(line) < REPLAYED_LINE:
        step = agent.act(seated.view(world, len(line)))
        line.append(_step(world, step))
        world.apply(step)
    agent.space.memory[:] = kept
    return line
