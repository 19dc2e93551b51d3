"""Analysis at the table, as generators that a `Thinker` runs step by step: of a position, of a whole game, and hints."""

from __future__ import annotations

import contextlib
import math
import time
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from tapete.agents.analysis import adviser, analyse_stream, side_share
from tapete.agents.attribution import rates_actions, terms_of
from tapete.agents.player import Player
from tapete.agents.playouts import fast_player
from tapete.agents.reasons import reasons_for
from tapete.agents.registry import level_spec, make_agent
from tapete.agents.rules import rule_fired
from tapete.core.bots import Bot
from tapete.core.game import Game
from tapete.core.presentation import LEVELS
from tapete.core.state import State, View
from tapete.errors import TapeteError
from tapete.play.session import Session
from tapete.search.agent import SearchAgent
from tapete.seeds import derive
from tapete.web.previews import preview, sampled

HINT_ITERATIONS, HINT_LEAST = 2000, 300  # of a hint, and the fewest if that takes too long
HINT_SECONDS = 2.0
REVIEW_ITERATIONS = 600
AGAIN, AGAIN_SECONDS = 10, 1.0  # factor and time limit of the second search after an apparent mistake
EVERY = 0.2
MISTAKE = 0.03  # loss of win probability from which a decision is marked
SPREAD_COUNTED, SPREAD_RATED = 0.5, 0.15  # of one try of a move: a game won or lost by the side, or a position rated
CHANCE, EVALUATION, SCORE = "chance", "evaluation", "score"  # measures of values


def helpers(game: Game) -> list[str]:
    """Return the agents of hints and reviews, which may not be at the table: to be compiled before a table is used."""
    claims = game.definition.claims
    return [adviser(game), *([fast_player(game, *claims.players)] if claims is not None else [])]


def analysis(
    state: State, spec: str, seed: int, seconds: float | None, iterations: int | None
) -> Iterator[dict[str, Any]]:
    """Yield a search's analysis of a position while it runs."""
    seated = make_agent(spec, state.game)
    if not isinstance(seated.agent, (SearchAgent, Bot)) and not state.over:
        yield weighed(state, seated, seed)
        return
    winning = wins_at_once(state)
    for found in analyse_stream(state, spec, seed, seconds=seconds, iterations=iterations, every=EVERY):
        with_wins(found, winning)
        yield spoken(found, state) | {"measure": kind_of_values(seated, found)}


def wins_at_once(state: State) -> list[int]:
    """Return the actions that end the game with a win of the side to move: in every world that its seat may believe in.

    A search that wins from all moves in the end may rate them alike; a player wants to see the move that ends the game.
    """
    if state.over:
        return []
    worlds = sampled(state, state.seat)

    def wins(world: State, action: int) -> bool:
        after = world.clone()
        after.apply(action)
        return after.over and side_share(after, state.seat) == 1.0

    found = [action for action in state.legal() if all(wins(world, action) for world in worlds)]
    return found if len(found) < len(state.legal()) else []


def with_wins(found: dict[str, Any], winning: Sequence[int]) -> None:
    """Mark the rows of an analysis that win at once: they come first, and their chance is certain."""
    for row in found["actions"]:
        row["wins"] = row["action"] in winning
        if row["wins"] and row["chance"] is not None:
            row["chance"] = 1.0
    found["actions"].sort(key=lambda row: not row["wins"])


def kind_of_values(seated: Player, found: dict[str, Any]) -> str | None:
    """Return what the values of an analysis are: of a search as `measured` says, else a bot's own score."""
    measure, values = measured(found)
    if not values or measure == CHANCE:
        return measure if values else None
    return measure if measure is not None and isinstance(seated.agent, SearchAgent) else SCORE


def weighed(state: State, seated: Player, seed: int) -> dict[str, Any]:
    """Return the choice of an agent without a search; it has no values."""
    chosen = chosen_by(state, seated.spec, seed)
    rows: list[dict[str, Any]] = [
        {
            "action": action,
            **moved(state, action),
            "visits": 0,
            "value": None,
            "chance": None,
            "line": [],
        }
        for action in sorted(state.legal(), key=lambda action: action != chosen)
    ]
    about = {"game": state.game.name, "agent": seated.spec, "seat": state.seat, "turn": state.turn, "iterations": 0}
    return {**about, "measure": None, "solved": False, "chosen": chosen, "actions": rows, "final": True}


def spoken(found: dict[str, Any], state: State) -> dict[str, Any]:
    """Return the same analysis independent of language: moves with phrases instead of texts."""
    for row in found["actions"]:
        del row["text"]
        row |= moved(state, row["action"])
        for step in row["line"]:
            del step["text"]
            step["said"] = state.game.move_phrase(step["move"])
    return found


def moved(state: State, action: int, prefix: str = "") -> dict[str, Any]:
    """Return a move with its phrase."""
    move = state.move(action)
    return {f"{prefix}move": move, f"{prefix}said": state.game.move_phrase(move)}


def hint(state: State, seed: int) -> Iterator[dict[str, Any]]:
    """Yield the two best moves of a strong agent, their values, and verified statements about why (`tapete.core.claims`).

    `measure` says what the values are: win probabilities of the seat's side, or a scaled evaluation. An agent that cannot give
    reasons gives only its choice.
    """
    game = state.game
    spec = adviser(game)
    if not isinstance(make_agent(spec, game).agent, SearchAgent):
        moves = [{"action": chosen_by(state, spec, seed), "value": None}]
        yield {"final": True, "agent": spec, "solved": False, "measure": None, "moves": moves, "claims": []}
        return
    started = time.monotonic()
    winning = wins_at_once(state)
    for found in analyse_stream(state, spec, seed, iterations=HINT_ITERATIONS, every=0.05):
        done = found["final"] or (time.monotonic() - started > HINT_SECONDS and found["iterations"] >= HINT_LEAST)
        if not done:
            yield {"final": False}
            continue
        with_wins(found, winning)
        measure, values = measured(found)
        enough = [
            row["action"]
            for row in found["actions"]
            if found["solved"] or row["wins"] or 50 * row["visits"] >= found["iterations"]
        ]
        best = [
            {"action": row["action"], "value": values.get(row["action"]), "visits": row["visits"]}
            for row in found["actions"][:2]
        ]
        certain = found["solved"] or bool(winning)
        close = not certain and alike(best, SPREAD_COUNTED if found["counted"] else SPREAD_RATED)
        if not close and not certain and _value(best[-1]) > _value(best[0]):
            best.reverse()  # what is printed as better is recommended
        claims: list[dict[str, Any]] | None = []
        if len(best) == 2:
            for claims in reasons_for(state, best[0]["action"], best[1]["action"], derive(seed, 2)):
                if claims is None:
                    yield {"final": False}
        yield {
            "final": True,
            "agent": spec,
            "solved": found["solved"],
            "wins": bool(winning),
            "counted": found["counted"],
            "measure": measure,
            "close": close,
            "iterations": found["iterations"],
            "seconds": max(0.1, round(time.monotonic() - started, 1)),
            "moves": best,
            # Losses are reported only as win probabilities
            "values": [{"action": a, "value": values[a]} for a in enough if a in values and measure == CHANCE],
            "claims": claims,
        }
        return


def cost(state: State, action: int, seed: int) -> Iterator[dict[str, Any]]:
    """Yield the loss of a legal move before it is played, judged as `review` judges it afterwards."""
    spec = adviser(state.game)
    searches = isinstance(make_agent(spec, state.game).agent, SearchAgent)
    found = looked_at(state, spec, action, seed) if searches else None
    one = {"measure": None, "loss": 0.0} if found is None else judged(found, state, action, 0, None)
    yield {name: one[name] for name in ("measure", "loss")}


def _value(row: Mapping[str, Any]) -> float:
    return -math.inf if row["value"] is None else float(row["value"])


def alike(rows: Sequence[Mapping[str, Any]], spread: float) -> bool:
    """Return whether the values of two moves differ by less than the standard error of their difference."""
    if len(rows) < 2 or any(row["value"] is None or not row["visits"] for row in rows):
        return False
    error = spread * math.sqrt(sum(1 / row["visits"] for row in rows))
    return abs(_value(rows[0]) - _value(rows[1])) < error


def chosen_by(state: State, spec: str, seed: int) -> int:
    """Return an agent's action in a position."""
    seated = make_agent(spec, state.game)
    seated.begin(state.game, state.seat)
    seated.reset(seed)
    answer = seated.decide(state, seated.view(state, seed))
    return state.legal()[0] if answer.fault else answer.action


def would_play(state: State, seed: int) -> Iterator[dict[str, Any]]:
    """Yield the action of each level here."""
    for level in LEVELS:
        spec = level_spec(level, state.game) or level
        with contextlib.suppress(TapeteError):
            action = chosen_by(state, spec, seed)
            yield {"level": level, "agent": spec, "action": action, **moved(state, action)}


def why(session: Session, step: int, spec: str) -> dict[str, Any]:
    """Explain a move of a rule bot or a scoring agent: the rule that decides, or the terms of its score.

    The agent is called again in the position before the move, and its explanation is used only if it leads to the move that was
    played: a rule with the same action, a score that no other legal action exceeds. `next` is the best of the others.
    """
    state, action = session.at(step - 1), session.actions[step - 1]
    legal = state.legal()
    found: dict[str, Any] = {"seat": state.seat, "action": action, "agent": spec, "choices": len(legal)}
    found |= {**moved(state, action), "rule": None, "terms": None, "next": None}
    if len(legal) == 1:
        return found
    seated = make_agent(spec, state.game)
    agent = seated.agent
    view = seated.view(state, derive(1, step))
    seated.begin(state.game, state.seat)
    seated.reset(derive(2, step))
    if seated.opening is not None and seated.opening.act(view) is not None:
        return found  # the opening rule made this move
    if isinstance(agent, Bot):
        fired = rule_fired(agent, view)
        if fired is not None and fired[0] == action:
            found["rule"] = {name: fired[1][-1][name] for name in ("name", "says", "note")}
    if rates_actions(agent):
        found |= _scored(agent, view, state, action)
    return found


def _scored(agent: Any, view: View, state: State, action: int) -> dict[str, Any]:
    """Return the terms of an agent's score of an action and of the best other one; empty if the action is not its best."""
    terms = {other: terms_of(agent, view, other) for other in state.legal()}
    total = {other: sum(parts.values()) for other, parts in terms.items() if parts}
    if action not in total or total[action] < max(total.values()) - 1e-9:
        return {}
    others = [other for other in total if other != action]
    best = max(others, key=lambda other: total[other], default=None)
    best_terms = None if best is None else {**moved(state, best), "terms": terms[best], "total": total[best]}
    return {"terms": terms[action], "total": total[action], "next": best_terms}


def review(session: Session, steps: Sequence[int]) -> Iterator[dict[str, Any]]:
    """Yield the value of every decision of a game: the move played, the best move, and the cost of the difference.

    Values are win probabilities of the seat's side, from 0 to 1, and `chances` those of all sides; if the search uses an
    evaluation that does not estimate them, `measure` says so. The decisions of a turn are yielded together as far as the
    effects of its moves are certain. A finished game ends with a point without a decision.
    """
    game = session.game
    spec = adviser(game)
    searches = isinstance(make_agent(spec, game).agent, SearchAgent)
    frame_of = {step: frame for frame, step in enumerate(steps, start=1)}
    state = session.at(0)
    chances = Chances(game.sides)
    measure = None
    line: list[dict[str, Any]] = []  # of decisions of a seat in which every move's effects are certain
    for step, action in enumerate(session.actions):
        seat, certain = state.seat, False
        if searches:
            found = looked_at(state, spec, action, derive(1, step)) if len(state.legal()) > 1 else None
            if found is not None:
                one = judged(found, state, action, step, frame_of.get(step + 1))
                one["missed_win"] = found["actions"][0]["wins"] and lets_win_pass(state, session.actions[step:])
                measure = measure or one["measure"]
                line.append({**one, "out": seats_out(state)})
            certain = bool(line) and preview(state, seat, action)["sure"]
        state.apply(action)
        if certain and not state.over and state.seat == seat and step + 1 < len(session.actions):
            continue
        after = None
        if certain and state.over:
            after = sum(share for other, share in enumerate(state.returns()) if game.sides[other] == game.sides[seat])
        for one in settled(line, after):
            out = one.pop("out")
            yield {**one, "sides": list(game.sides), "chances": chances.after(one["seat"], one["played"], out)}
        line.clear()
    if state.over and measure == CHANCE:
        yield {
            "final": False,
            "end": True,
            "step": len(session.actions),
            "frame": frame_of.get(len(session.actions)),
            "measure": CHANCE,
            "loss": 0.0,
            "chances": chances.end(state.returns()),
        }
    yield {"final": True, "agent": spec, "measure": measure, "sides": list(game.sides)}


def lets_win_pass(state: State, actions: Sequence[int]) -> bool:
    """Return whether a side that could win at once neither did so nor still could at its next decision of the turn."""
    world = state.clone()
    for action in actions:
        world.apply(action)
        if world.over:
            return side_share(world, state.seat) < 1.0
        if world.turn != state.turn:
            return True
        if world.seat == state.seat:
            return not wins_at_once(world)
    return False


def settled(line: Sequence[dict[str, Any]], after: float | None) -> Sequence[dict[str, Any]]:
    """Correct the values of a line of certain moves by what came of them.

    A move whose effects are certain is worth what the same seat's next decision is worth: the search from there is a second
    estimate of it. `after` is the value of the position behind the last move, if that move's effects were certain, too.
    """
    for one in reversed(line):
        known = one["measure"] == CHANCE and None not in (one["played"], one["value"])
        if known and after is not None and after > one["played"]:
            one["played"] = after
            one["value"] = max(one["value"], after)
            if one["value"] - after < MISTAKE:
                one["loss"] = 0.0
            elif one["loss"]:
                one["loss"] = one["value"] - after
        after = one["value"] if known else None
    return line


def looked_at(state: State, spec: str, action: int, seed: int) -> dict[str, Any] | None:
    """Return a search's analysis of a position; it is repeated with more iterations if the played move seems to be a mistake."""
    found = None
    for found in analyse_stream(state, spec, seed, iterations=REVIEW_ITERATIONS, every=EVERY):
        pass
    if found is None:
        return None
    if not found["solved"] and raw_loss(found, action) >= MISTAKE:
        started = time.monotonic()
        for again in analyse_stream(state, spec, derive(seed, 1), iterations=AGAIN * REVIEW_ITERATIONS, every=EVERY):
            if again["iterations"] > found["iterations"]:
                found = again
            if time.monotonic() - started > AGAIN_SECONDS:
                break
    with_wins(found, wins_at_once(state))
    return found


def raw_loss(found: dict[str, Any], action: int) -> float:
    """Return the loss of an action against the search's choice, as far as it is known."""
    measure, values = measured(found)
    best, played = values.get(found["actions"][0]["action"]), values.get(action)
    return max(0.0, best - played) if measure is not None and best is not None and played is not None else 0.0


def seats_out(state: State) -> list[int]:
    """Return the eliminated seats of an unfinished game: those whose player has `alive` false."""
    players = state.describe(None).get("players", [])
    return [seat for seat, player in enumerate(players) if isinstance(player, dict) and player.get("alive") is False]


class Chances:
    """Win probabilities of every side along a game, from the values of each side's decisions.

    A search may rate all positions too low or too high for the side to move (a network or an evaluation in a variant that it
    was not made for does). The value of each side's latest decision is therefore normalised against the others' latest: the
    shares sum to 1, equal the values if those are right, and do not jump with the turn. A side without a seat left has 0.
    """

    def __init__(self, sides: Sequence[int]) -> None:
        self.sides = list(sides)
        self.latest: list[float | None] = [None] * len(set(sides))

    def after(self, seat: int, value: float | None, out: Sequence[int] = ()) -> list[float] | None:
        """Return the win probabilities after a seat's decision; None if values are not shares."""
        if value is not None:
            if not 0.0 <= value <= 1.0:
                return None
            self.latest[self.sides[seat]] = value
        alive = {side for other, side in enumerate(self.sides) if other not in out}
        known = {side: one for side, one in enumerate(self.latest) if one is not None and side in alive}
        if not known:
            return None
        silent = len(alive) - len(known)
        rest = max(0.0, 1.0 - sum(known.values())) / silent if silent else 0.0
        filled = [known.get(side, rest) if side in alive else 0.0 for side in range(len(self.latest))]
        total = sum(filled)
        return [one / total if total > 0 else (side in alive) / len(alive) for side, one in enumerate(filled)]

    def end(self, returns: Sequence[float]) -> list[float]:
        """Return each side's share of a finished game."""
        shares = [0.0] * len(self.latest)
        for share, side in zip(returns, self.sides, strict=True):
            shares[side] += share
        return shares


def measured(found: dict[str, Any]) -> tuple[str | None, dict[int, float]]:
    """Return the measure of an analysis (`chance` to win, scaled `evaluation`, None: neither), and the known values."""
    chances = {row["action"]: row["chance"] for row in found["actions"] if row.get("chance") is not None}
    if chances:
        return CHANCE, chances
    values = {row["action"]: row["value"] for row in found["actions"] if row["value"] is not None}
    return EVALUATION if all(0.0 <= value <= 1.0 for value in values.values()) else None, values


def doubt(found: dict[str, Any], one: int, other: int) -> float:
    """Return two standard errors of the difference between two moves of a search, from their visits."""
    if found["solved"]:
        return 0.0
    visits = {row["action"]: max(1, row["visits"]) for row in found["actions"]}
    spread = SPREAD_COUNTED if found["counted"] else SPREAD_RATED
    return 2.0 * spread * math.sqrt(1 / visits[one] + 1 / visits[other])


def judged(found: dict[str, Any], state: State, action: int, step: int, frame: int | None) -> dict[str, Any]:
    """Return one decision: its value, the best value, and the loss if the played move was searched."""
    measure, values = measured(found)
    best = found["actions"][0]
    played, top = values.get(action), values.get(best["action"])
    loss = raw_loss(found, action)
    if loss and loss < doubt(found, action, best["action"]):
        loss, played = 0.0, top  # a move with so few visits is not known to be worse
    return {
        "final": False,
        "step": step,
        "frame": frame,
        "seat": state.seat,
        "action": action,
        "measure": measure,
        "value": top,
        "played": played,
        "best": best["action"],
        **moved(state, action),
        **moved(state, best["action"], "best_"),
        "loss": loss if loss >= MISTAKE else 0.0,
    }
