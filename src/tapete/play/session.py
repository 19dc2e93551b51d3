"""Session: a game with people and agents at its seats, independent of any display.

A `Session` knows which seats may answer now (several at once if choices are hidden and simultaneous), refuses illegal
answers, lets agents answer, reports to each seat the events that it observed, takes moves back by agreement, and can be saved
as a record. A terminal, a page or a test uses it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from tapete.agents.errors import FAULT_NAMES, Decision
from tapete.agents.player import Player, lost_by
from tapete.agents.registry import seat_agent
from tapete.core import loops
from tapete.core.definition import SEEN, UNNOTICED
from tapete.core.game import Game
from tapete.core.presentation import Event, Move, hidden_move
from tapete.core.state import State, View
from tapete.core.summary import GameSummary, steps_of
from tapete.errors import IllegalAction, TapeteError
from tapete.play.record import GameRecord
from tapete.seeds import agent_seeds, derive

PERSON = "person"


class NotYourTurn(TapeteError):
    """Error for an answer from a seat that does not have to decide now."""


@dataclass
class Fault:
    """Fault by which an agent forfeited a game."""

    seat: int
    kind: str
    text: str


@dataclass(frozen=True)
class Question:
    """Pending decision of an agent: the position, its view, and the number of earlier decisions of its seat."""

    seat: int
    player: Player
    world: State
    view: View
    number: int


@dataclass
class SeatHistory:
    """Events that one seat has observed, and the position up to which they were computed."""

    state: State
    done: int = 0
    events: list[Event] = field(default_factory=list)


class Session:
    """Game in progress. `players` has one entry per seat: an agent, a spec, or None for a person."""

    def __init__(
        self,
        game: Game,
        players: Sequence[Any | None],
        seed: int = 0,
        *,
        position: State | None = None,
    ) -> None:
        if len(players) != game.seats:
            raise IllegalAction(f"{game.seats} sit at this table, not {len(players)}")
        self.game = game
        self.seed = seed
        self.players: list[Player | None] = [None if p is None else seat_agent(p, game) for p in players]
        self.actions: list[int] = []
        self.fault: Fault | None = None
        self._position = None if position is None else position.describe(None)
        self._first = game.deal(seed) if position is None else position.clone()
        self.state = self._first.clone()
        self._seeds = agent_seeds(seed, np.zeros(1), np.zeros(1), game.seats)[0].tolist()
        self._decisions = [0] * game.seats  # decisions of each seat, from which its views are seeded
        self._chosen: dict[int, list[int]] = {}  # hidden choices, until the others have chosen
        self._watchers: dict[int | None, SeatHistory] = {}
        self._agreed: set[int] = set()  # people who agree to the take-back that is proposed
        self._proposer: int | None = None
        self._playing: set[int] = set()  # seats whose agents have begun this game and have not been notified of its end
        self._start_agents()

    def __repr__(self) -> str:
        players = ", ".join("a person" if player is None else player.name for player in self.players)
        where = "over" if self.over else f"turn {self.state.turn}, waiting for seats {self.waiting}"
        return f"<session of {repr(self.game)[6:-1]}, {players}: {where}>"

    def _start_agents(self) -> None:
        for seat in range(self.game.seats):
            self._start(seat)

    def _start(self, seat: int) -> None:
        player = self.players[seat]
        if player is None or self.over:
            return
        answer = player.start(self.game, seat, derive(self._seeds[seat], loops.AGENT_STREAM))
        if answer.fault:
            self._fail(seat, answer)
        else:
            self._playing.add(seat)

    def _fail(self, seat: int, answer: Decision) -> None:
        """End the game by an agent's fault."""
        self.fault = Fault(seat, FAULT_NAMES[answer.fault], answer.text)
        self._end_agents()

    def _end_agents(self) -> None:
        """Notify every agent that has begun the game of its end.

        An agent that fails now forfeits, unless the game has a fault already.
        """
        for seat in sorted(self._playing):
            self._playing.discard(seat)
            player = self.players[seat]
            if player is not None:
                seed = derive(self._seeds[seat], loops.VIEW_STREAM, self._decisions[seat])
                answer = player.finish(self.returns(), player.view(self.state, seed, seat))
                if answer.fault and self.fault is None:
                    self.fault = Fault(seat, FAULT_NAMES[answer.fault], answer.text)

    # Who may answer

    @property
    def over(self) -> bool:
        """Whether the game has ended, by its rules or because an agent failed."""
        return self.state.over or self.fault is not None

    @property
    def people(self) -> list[int]:
        """The seats that people hold."""
        return [seat for seat, player in enumerate(self.players) if player is None]

    @property
    def waiting(self) -> list[int]:
        """The seats that may answer now: the one to move, or all that have not chosen where choices are hidden."""
        return [] if self.over else [seat for seat in self._round() if seat not in self._chosen]

    def legal(self, seat: int) -> list[int]:
        """Return the legal actions of a seat now; an empty list if it does not have to decide."""
        return self.position_of(seat).legal() if seat in self.waiting else []

    def _round(self) -> dict[int, State]:
        """Return the seats that choose at the same time, each with the position in which it decides.

        If a choice is hidden, the next seat decides before it is revealed and cannot see it, so the position of that seat may be
        built with any choice of the others.
        """
        deciding = {self.state.seat: self.state}
        worlds = [self.state, self.state]
        while _is_hidden(worlds[0]):
            turn = worlds[0].turn
            worlds = [_after_hidden_choice(worlds[0], 0), _after_hidden_choice(worlds[1], -1)]
            one, other = worlds
            seat = one.seat
            if one.over or one.turn != turn or seat in deciding or other.seat != seat or not _is_hidden(one):
                break
            if one.describe(seat) != other.describe(seat):
                break  # the seat's view depends on the earlier choice, so it must wait
            deciding[seat] = one
        return deciding

    def position_of(self, seat: int) -> State:
        """Return the position in which a seat decides."""
        found = self._round().get(seat) if not self.over else None
        if found is None:
            raise NotYourTurn(f"seat {seat} does not have to decide now" if not self.over else "the game is over")
        return found

    # Answers

    def position_to_check(self, seat: int, count: int) -> State:
        """Return a copy of the position in which an answer of a number of actions is checked.

        Several are checked in a world sampled from what the seat knows: the refusal of a later action must not reveal
        what an earlier one would reveal.
        """
        position = self.position_of(seat)
        return position.clone() if count == 1 else position.view(seat).state

    def play(self, seat: int, actions: int | Iterable[int]) -> None:
        """Answer for a seat: one action, or several of which all are played or none.

        Only where an earlier action changes what is legal by chance or by a hidden fact, the answer ends before the first
        one that is not.
        """
        given = [int(a) for a in actions] if isinstance(actions, Iterable) else [int(actions)]
        if not given:
            raise IllegalAction("an answer has at least one action")
        if self.over:
            raise NotYourTurn("the game is over")
        if seat in self._chosen:
            raise NotYourTurn(f"seat {seat} has chosen already; withdraw the choice to make another")
        world = self.position_to_check(seat, len(given))
        for number, action in enumerate(given):
            if number and (world.over or world.seat != seat):
                raise IllegalAction(f"after {number} actions it is not for seat {seat} to go on; none was played")
            if not world.accepts(action):
                which = (
                    f"action {action}" if len(given) == 1 else f"action {action} (number {number + 1} of {len(given)})"
                )
                raise IllegalAction(f"{which} is not legal for seat {seat}{'; none was played' if number else ''}")
            world.apply(action)
        self._agreed.clear()
        self._proposer = None
        if len(self._round()) == 1:
            self._apply_all(seat, given)
            return
        self._chosen[seat] = given
        self._reveal()

    def decisions(self, seat: int) -> int:
        """Return the number of decisions that a seat has played."""
        return self._decisions[seat]

    def chosen(self, seat: int) -> list[int]:
        """Return a seat's hidden choice that is not revealed yet."""
        return list(self._chosen.get(seat, ()))

    @property
    def choosing(self) -> list[int]:
        """The seats that choose at the same time, including those that have chosen."""
        return [] if self.over else list(self._round())

    def withdraw(self, seat: int) -> None:
        """Withdraw a hidden choice, before all are in."""
        if seat not in self._chosen:
            raise NotYourTurn(f"seat {seat} has no choice that it could withdraw")
        del self._chosen[seat]

    def _reveal(self) -> None:
        """Play the hidden choices once all are in, in the order of the rules."""
        if any(seat not in self._chosen for seat in self._round()):
            return
        chosen, self._chosen = self._chosen, {}
        for seat in list(self._round()):
            self._apply_all(seat, chosen[seat])

    def _apply_all(self, seat: int, actions: Iterable[int]) -> None:
        """Play the actions of an answer, up to the first that chance or a hidden fact has made illegal."""
        for number, action in enumerate(actions):
            if number and (self.state.over or self.state.seat != seat or not self.state.accepts(action)):
                return
            self._apply(seat, action)

    def _apply(self, seat: int, action: int) -> None:
        self._decisions[seat] += 1
        self.actions.append(action)
        self.state.apply(action)
        if self.state.over:
            self._end_agents()

    def advance(self) -> int:
        """Let agents answer until a person must decide or the game is over; return the number of decisions played."""
        before = len(self.actions)
        while self.step():
            pass
        return len(self.actions) - before

    def step(self) -> bool:
        """Let one agent answer; return False if no agent has to decide."""
        question = self.question()
        return question is not None and self.answer(question, question.player.decide(question.world, question.view))

    def question(self) -> Question | None:
        """Return the next decision of an agent, so that it can be computed elsewhere; None if no agent has to decide."""
        for seat in self.waiting:
            player = self.players[seat]
            if player is not None:
                return Question(seat, player, self.position_of(seat), self.view(seat), self._decisions[seat])
        return None

    def answer(self, question: Question, answer: Decision) -> bool:
        """Play an agent's answer; return False if it ended the game by a fault or the question is outdated."""
        seat = question.seat
        if (
            self.players[seat] is not question.player
            or self._decisions[seat] != question.number
            or seat not in self.waiting
        ):
            return False
        if answer.fault:
            self._fail(seat, answer)
            return False
        self.play(seat, answer.action)
        return True

    def view(self, seat: int) -> View:
        """Return the view that a seat's player gets for its next decision."""
        seed = derive(self._seeds[seat], loops.VIEW_STREAM, self._decisions[seat])
        player = self.players[seat]
        world = self.position_of(seat)
        return world.view(seat, seed) if player is None else player.view(world, seed)

    def replace(self, seat: int, player: Any | None) -> None:
        """Put another player at a seat: for a person who leaves, or an agent that failed."""
        self.players[seat] = None if player is None else seat_agent(player, self.game)
        self._playing.discard(seat)
        if self.fault is not None and self.fault.seat == seat:
            self.fault = None
            self._start_agents()  # the others were notified of the end of the game
        else:
            self._start(seat)

    # What was seen

    def seen_by(self, seat: int | None) -> list[Event]:
        """Return the events that a seat observed, in order, each with its `step`. None: the public events."""
        watcher = self._watchers.get(seat)
        if watcher is None or watcher.done > len(self.actions):
            watcher = self._watchers[seat] = SeatHistory(self._first.clone())
        state = watcher.state
        while watcher.done < len(self.actions):
            action = self.actions[watcher.done]
            before = state.describe(seat)
            move = seen_move(state, action, seat)
            state.apply(action)
            if move is not None:
                events = self.game.happened(before, move, state.describe(seat))
                watcher.events += [{"step": watcher.done, **event} for event in events]
            watcher.done += 1
        return list(watcher.events)

    def describe(self, seat: int | None) -> dict[str, Any]:
        """Return the table as a seat sees it now.

        While choices are hidden and simultaneous, it is the seat's own turn to choose, and another seat is `waiting` until it has
        chosen, in whatever order the rules call the seats.
        """
        found = self.state.describe(seat)
        if seat is not None and len(self.choosing) > 1 and seat in self.choosing:
            found["seat"] = seat
            if isinstance(found.get("waiting"), list):
                found["waiting"] = [other for other in found["waiting"] if other not in self._chosen]
        return found

    def returns(self) -> list[float]:
        """Return the share of each seat: by the rules, or because an agent failed."""
        return lost_by(self.game, self.fault.seat) if self.fault is not None else self.state.returns()

    # Going back

    def propose_take_back(self, seat: int) -> bool:
        """Propose to go back to before a person's last real choice; return True if that happened at once (no other person to
        agree).
        """
        self.last_choice(seat)
        self._proposer, self._agreed = seat, {seat}
        return self._take_back_if_agreed()

    def agree(self, seat: int) -> bool:
        """Agree to the proposed take-back; return True if all have agreed and it happened."""
        if self._proposer is None:
            raise NotYourTurn("no take-back is proposed")
        self._agreed.add(seat)
        return self._take_back_if_agreed()

    @property
    def proposer(self) -> int | None:
        """The seat that has proposed a take-back, while it is open."""
        return self._proposer

    def refuse(self) -> None:
        """Refuse the proposed take-back: the game continues."""
        self._proposer, self._agreed = None, set()

    def _take_back_if_agreed(self) -> bool:
        if not set(self.people) <= self._agreed or self._proposer is None:
            return False
        self.go_to(self.last_choice(self._proposer))
        return True

    def last_choice(self, seat: int) -> int:
        """Return the step at which a seat last had a choice."""
        state = self._first.clone()
        found = None
        for step, action in enumerate(self.actions):
            if state.seat == seat and len(state.legal()) > 1:
                found = step
            state.apply(action)
        if found is None:
            raise NotYourTurn(f"seat {seat} has made no choice that could be taken back")
        return found

    def shown_nothing_new(self, seat: int, step: int) -> bool:
        """Return whether only this seat has acted since a step, still has to decide, and learned nothing by it.

        Whatever chance or hidden cards decided would differ in other worlds. So the actions are repeated in worlds that the seat
        cannot distinguish from the true one, and must lead to the same description.
        """
        state = self._first.clone()
        for action in self.actions[:step]:
            state.apply(action)
        later, trial = self.actions[step:], state.clone()
        for action in later:
            if trial.seat != seat:
                return False
            trial.apply(action)
        return not trial.over and trial.seat == seat and _same_in_other_worlds(state, later, trial.describe(seat), seat)

    def undo(self, seat: int) -> bool:
        """Take back a seat's last choice without agreement, if it revealed nothing new; return False if it did."""
        step = self.last_choice(seat)
        if not self.shown_nothing_new(seat, step):
            return False
        self.go_to(step)
        return True

    def go_to(self, step: int) -> None:
        """Go back to before a step; agents lose their memory of the game."""
        if not 0 <= step <= len(self.actions):
            raise IllegalAction(f"step {step}: must be from 0 to {len(self.actions)}")
        kept, self.actions = self.actions[:step], []
        self.state = self._first.clone()
        self._decisions = [0] * self.game.seats
        self._chosen.clear()
        self._watchers.clear()
        self.refuse()
        self.fault = None
        self._playing.clear()
        for action in kept:
            self._apply(self.state.seat, action)
        self._start_agents()

    # The record

    def at(self, step: int) -> State:
        """Return the position before a step; step `len(actions)` is the current position."""
        if not 0 <= step <= len(self.actions):
            raise IllegalAction(f"step {step}: must be from 0 to {len(self.actions)}")
        state = self._first.clone()
        for action in self.actions[:step]:
            state.apply(action)
        return state

    def account(self) -> GameSummary | None:
        """Return the summary of the game, from all its steps with everything shown; None if the game does not define one."""
        presentation = self.game.definition.presentation
        if presentation is None or presentation.summary is None:
            return None
        return presentation.summary(steps_of(self._first.clone(), list(self.actions)))

    def record(self) -> GameRecord:
        """Return the game so far as a record: the seed (or the first position) and the actions."""
        return GameRecord(
            self.game.name,
            self.game.options,
            self.seed,
            [PERSON if player is None else player.spec for player in self.players],
            list(self.actions),
            self.returns() if self.over else None,
            None if self.fault is None else self.fault.seat,
            self._position,
        )

    @staticmethod
    def from_record(record: GameRecord, players: Sequence[Any | None]) -> Session:
        """Continue a recorded game."""
        game = record.load_game()
        first = None if record.position is None else game.set_up(record.position)
        session = Session(game, players, record.seed, position=first)
        for action in record.actions:
            if not session.state.accepts(action):
                raise IllegalAction(f"action {action} at step {len(session.actions)} of the record is not legal")
            session._apply(session.state.seat, action)
        return session


def seen_move(state: State, action: int, seat: int | None) -> Move | None:
    """Return a move as a seat sees it (None: with everything shown); None if the seat does not notice it."""
    hidden = state.hides(action)
    if seat is None or seat == state.seat or hidden == SEEN:
        return state.move(action)
    return None if hidden == UNNOTICED else hidden_move(state.seat)


def _is_hidden(state: State) -> bool:
    """Return whether the other seats do not see which action the seat to move takes."""
    return not state.over and state.hides(state.legal()[0]) != SEEN


def _after_hidden_choice(state: State, place: int) -> State:
    """Return the position after the hidden choices of the seat to move, each the first or the last legal action."""
    world, seat = state.clone(), state.seat
    while world.seat == seat and _is_hidden(world):
        world.apply(world.legal()[place])
    return world


def result_of(session: Session) -> Mapping[str, Any]:
    """Return the result of a game as data: shares, points, winners, fault."""
    returns = session.returns()
    best = max(returns)
    return {
        "returns": returns,
        "points": session.state.points(),
        "winners": [seat for seat, share in enumerate(returns) if share > best - 1e-9],
        "fault": None if session.fault is None else vars(session.fault),
    }


OTHER_WORLDS = 12  # worlds in which actions must reveal nothing new


def _same_in_other_worlds(state: State, actions: list[int], seen: Any, reader: int) -> bool:
    """Return whether actions lead to the same description in worlds that the reader cannot distinguish from this one."""
    for seed in range(OTHER_WORLDS):
        world = state.view(reader, seed).state
        for action in actions:
            if world.over or not world.accepts(action):
                return False
            world.apply(action)
        if world.describe(reader) != seen:
            return False
    return True
