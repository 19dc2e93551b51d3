"""A game at the terminal: a person against agents. Moves by number or as people say them, hints on request, no undo."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from tapete import loops
from tapete.agents.seated import Seated
from tapete.errors import TapeteError
from tapete.game import UNNOTICED, Game, State
from tapete.seeds import agent_seeds, derive

HELP = """Type a move: {hint}.
Also: ? (this help), moves (list the legal moves), hint (ask for advice), look (show the table again), {what}quit."""

Say = Callable[[str], None]
Read = Callable[[str], str]


class Quit(Exception):
    """The person left the table."""


def help_text(game: Game) -> str:
    what = "what NAME (what a card or word of the table means), " if names_of(game) else ""
    hint = game.definition.hint or (game.definition.text.hint if game.definition.text else "")
    return HELP.format(hint=hint or "its number in the list", what=what)


def names_of(game: Game) -> tuple[str, ...]:
    """The names that the game can explain."""
    face, text = game.definition.face, game.definition.text
    return face.cards if face is not None and face.card is not None else text.names if text is not None else ()


def meaning(game: Game, name: str) -> str:
    """The answer to `what NAME`."""
    if not name:
        return f"Type a name after it, such as: what {names_of(game)[0]}"
    try:
        return game.explain(name)
    except TapeteError as problem:
        return f"{problem}"


def split_specs(text: str) -> list[str]:
    """Agents separated by commas; an item without a name (`c=1.4`) belongs to the agent before it."""
    specs: list[str] = []
    for item in text.split(","):
        if specs and "=" in item and ":" not in item and ":" in specs[-1]:
            specs[-1] += f",{item}"
        else:
            specs.append(item)
    return [spec.strip() for spec in specs]


def play_at_terminal(
    game: Game, opponents: Sequence[Seated], seat: int, seed: int, adviser: Seated, say: Say, read: Read
) -> State:
    """One game. `opponents` sit at the other seats, in order."""
    state = game.deal(seed)
    others = iter(opponents)
    players: list[Seated | None] = [None if s == seat else next(others) for s in range(game.seats)]
    names = ["you" if p is None else f"seat {s} ({p.spec})" for s, p in enumerate(players)]
    seeds = agent_seeds(seed, np.zeros(1), np.zeros(1), game.seats)[0].tolist()
    for s, player in enumerate(players):
        if player is not None:
            fault = player.start(game, s, derive(seeds[s], loops.AGENT_STREAM))
            if fault.fault:
                say(f"{names[s]} {fault.text} and forfeits the game.")
                return state
    say(help_text(game))
    decisions = [0] * game.seats
    while not state.over:
        turn = state.seat
        player = players[turn]
        if player is None:
            say("\n" + state.text(seat))
            action = ask_person(
                state, seat, adviser, derive(seeds[seat], loops.VIEW_STREAM, decisions[seat]), say, read
            )
        else:
            view = player.view(state, derive(seeds[turn], loops.VIEW_STREAM, decisions[turn]))
            answer = player.ask(state, view)
            if answer.fault:
                say(f"{names[turn]} {answer.text} and forfeits the game.")
                return state
            action = answer.action
            hidden = state.hides(action)
            if hidden != UNNOTICED:
                say(f"{names[turn]}: {'chooses in secret' if hidden else state.action_text(action)}")
        state.apply(action)
        decisions[turn] += 1
    say("\n" + state.text(seat))
    say(result_text(state, seat, names))
    for s, player in enumerate(players):
        if player is not None:
            last = player.view(state, derive(seeds[s], loops.VIEW_STREAM, decisions[s]), s)
            problem = player.finish(state.returns(), last)
            if problem.fault:
                say(f"{names[s]} {problem.text} after the game.")
    return state


def ask_person(state: State, seat: int, adviser: Seated, seed: int, say: Say, read: Read) -> int:
    """The person's move; asks again until it is legal."""
    legal = state.legal()
    if len(legal) == 1:
        say(f"You have one move: {state.action_text(legal[0])}")
        return legal[0]
    list_moves(state, legal, say)
    while True:
        text = read("your move> ").strip()
        word = text.lower()
        if word in ("quit", "q", "exit"):
            raise Quit
        if word in ("?", "help", "h?"):
            say(help_text(state.game))
        elif word in ("moves", "m"):
            list_moves(state, legal, say, every=True)
        elif word in ("look", "l"):
            say(state.text(seat))
        elif word in ("hint", "h"):
            advice = adviser.ask(state, adviser.view(state, seed))
            say(
                f"No advice: it {advice.text}."
                if advice.fault
                else f"{adviser.spec} would {state.action_text(advice.action)}"
            )
        elif word.split(maxsplit=1)[:1] == ["what"] and names_of(state.game):
            say(meaning(state.game, text[len("what") :].strip()))
        elif text:
            action = understood(state, text, legal)
            if action is not None:
                return action
            say(not_understood(state, text, legal))


SHOWN = 20


def list_moves(state: State, legal: Sequence[int], say: Say, *, every: bool = False) -> None:
    shown = legal if every else legal[:SHOWN]
    say("\n".join(f"{number:4d}  {state.action_text(action)}" for number, action in enumerate(shown, start=1)))
    if len(shown) < len(legal):
        say(f"      ... and {len(legal) - len(shown)} more ('moves' lists all)")


def understood(state: State, text: str, legal: Sequence[int]) -> int | None:
    """The legal action that a text means: a number of the list, the game's own way, or the text of an action."""
    if text.isdigit() and 1 <= int(text) <= len(legal):
        return legal[int(text) - 1]
    action = state.parse(text)
    if action is not None:
        return action
    lowered = " ".join(text.lower().split())
    matching = [action for action in legal if state.action_text(action).lower() == lowered]
    if not matching:
        matching = [action for action in legal if lowered in state.action_text(action).lower()]
    return matching[0] if len(matching) == 1 else None


def not_understood(state: State, text: str, legal: Sequence[int]) -> str:
    """Why a text was not taken as a move."""
    words = {state.action_text(action) for action in legal}
    meant = sorted(move for move in words if text.lower() in move.lower()) if len(text) > 2 else []
    if len(meant) > 1:
        return f"{text!r} could be {', '.join(meant[:-1])} or {meant[-1]}; type more of it, or its number."
    return f"{text!r} is no legal move; type its number from the list ('moves' shows it) or ? for help."


def result_text(state: State, seat: int, names: Sequence[str]) -> str:
    """Who won."""
    returns = state.returns()
    points = ", ".join(f"{name} {score:g}" for name, score in zip(names, state.points(), strict=True))
    best = max(returns)
    winners = [s for s, share in enumerate(returns) if share > best - 1e-9]
    if seat in winners:
        together = {state.game.sides[s] for s in winners} == {state.game.sides[seat]}
        verdict = "You win!" if together else "A draw."
    else:
        verdict = f"{' and '.join(names[s] for s in winners)} won."
    return f"{verdict} ({points})"
