"""Game at the terminal, based on a session: a person against agents, or agents only.

Moves by number or as people say them, events since the last move, hints with their reason, take-backs.
"""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from tapete.agents.player import Player
from tapete.core.game import Game
from tapete.core.state import State
from tapete.core.strings import listed, seat_name
from tapete.errors import TapeteError
from tapete.play.session import Session, result_of

WORDS: dict[str, dict[str, str]] = {
    "en": {
        "begin": "{title}, seed {seed}, you sit at seat {seat} ({others}).",
        "goodbye": "Goodbye. (The deal was seed {seed}.)",
        "again": "Another game? (y/n) ",
        "yes": "y",
        "seat": "seat",
        "help": "Type a move: {hint}.\nAlso: ? (this help), moves (list the legal moves), hint (ask for advice), look (show the "
        "table again), log (all that has happened), back (take your last move back), {what}{rules}quit.",
        "what": "what NAME (what a card or word of the table means), ",
        "rules": "rules (goal and course of the game), ",
        "number": "its number in the list",
        "prompt": "your move> ",
        "one": "You have one move: {text}",
        "more": "      ... and {n} more ('moves' lists all)",
        "advice": "{spec} would {text}",
        "advice-then": "{text}, then {next}",
        "advice-terms": "{spec} would {text} ({terms})",
        "advice-value": "{spec} would {text}: {value} against {other} for {text2}, after {n} tries",
        "advice-alone": "{spec} would {text} ({value} after {n} tries)",
        "advice-exact": "{spec} would {text}: it has worked the rest of the game out",
        "advice-none": "No advice.",
        "name-after": "Type a name after it, such as: what {name}",
        "unknown": "{typed!r} is not a legal move; type its number from the list ('moves' shows it) or ? for help.",
        "which": "{typed!r} could be {moves}; type more of it, or its number.",
        "or": "or",
        "forfeits": "{who} {text} and forfeits the game.",
        "win": "You win!",
        "draw": "A draw.",
        "won": "{who} won.",
        "back": "Back to your last choice.",
        "you": "you",
        "over": "The game is over.",
        "watch": "Enter: one move; g: go on by itself; p: pause (also Ctrl-C); f, s: faster, slower; b: back; t: table; q: leave",
    },
    "es": {
        "begin": "{title}, semilla {seed}, eres el jugador {seat} ({others}).",
        "goodbye": "Adiós. (El reparto era la semilla {seed}.)",
        "again": "¿Otra partida? (s/n) ",
        "yes": "s",
        "seat": "jugador",
        "help": "Escribe una jugada: {hint}.\nTambién: ? (esta ayuda), jugadas (todas las legales), pista (pide consejo), mesa "
        "(muestra la mesa otra vez), historial (todo lo que ha pasado), atras (deshace tu última jugada), {what}{rules}salir.",
        "what": "que NOMBRE (qué significa una carta o palabra de la mesa), ",
        "rules": "reglas (objetivo y desarrollo del juego), ",
        "number": "su número en la lista",
        "prompt": "tu jugada> ",
        "one": "Solo tienes una jugada: {text}",
        "more": "      ... y {n} más ('jugadas' las muestra todas)",
        "advice": "{spec} haría: {text}",
        "advice-then": "{text}, y luego {next}",
        "advice-terms": "{spec} haría: {text} ({terms})",
        "advice-value": "{spec} haría: {text}: {value} frente a {other} con {text2}, tras {n} intentos",
        "advice-alone": "{spec} haría: {text} ({value} tras {n} intentos)",
        "advice-exact": "{spec} haría: {text}; ha calculado el resto de la partida",
        "advice-none": "Sin consejo.",
        "name-after": "Escribe un nombre detrás, por ejemplo: que {name}",
        "unknown": "{typed!r} no es una jugada legal; escribe su número en la lista ('jugadas' la muestra) o ? para ayuda.",
        "which": "{typed!r} puede ser {moves}; escribe más, o su número.",
        "or": "o",
        "forfeits": "{who} {text} y pierde la partida.",
        "win": "¡Has ganado!",
        "draw": "Empate.",
        "won": "Ha ganado {who}.",
        "back": "De vuelta a tu última elección.",
        "you": "tú",
        "over": "La partida ha terminado.",
        "watch": "Intro: una jugada; g: sigue sola; p: pausa (también Ctrl-C); f, s: más rápido, más lento; b: atrás; "
        "t: mesa; q: salir",
    },
}

# What a person may type, in either language.
QUIT, HELP, MOVES, LOOK, LOG, HINT, BACK, RULES, WHAT = (
    ("quit", "q", "exit", "salir"),
    ("?", "help", "h?", "ayuda"),
    ("moves", "m", "jugadas"),
    ("look", "l", "mesa"),
    ("log", "history", "historial"),
    ("hint", "h", "pista"),
    ("back", "b", "undo", "atras", "atrás"),
    ("rules", "reglas"),
    ("what", "que", "qué"),
)
SHOWN = 20
HINT_WORLDS = 3  # sampled before a hint names a second action
REASONS = 3  # terms of a score in a hint
SPEEDS = (4.0, 2.0, 1.0, 0.5, 0.2, 0.05, 0.0)  # seconds a move

Say = Callable[[str], None]
Read = Callable[[str], str]


class Quit(Exception):
    """Signal that the person left the table."""


def names_of(game: Game) -> tuple[str, ...]:
    """Return the names that the game can explain."""
    presentation, text = game.definition.presentation, game.definition.text
    return (
        presentation.cards
        if presentation is not None and presentation.card is not None
        else text.names
        if text is not None
        else ()
    )


def split_specs(text: str) -> list[str]:
    """Split agents separated by commas; an item without a name (`c=1.4`) belongs to the agent before it."""
    specs: list[str] = []
    for item in text.split(","):
        if specs and "=" in item and ":" not in item and ":" in specs[-1]:
            specs[-1] += f",{item}"
        else:
            specs.append(item)
    return [spec.strip() for spec in specs]


class TerminalTable:
    """Session as displayed at a terminal: from a seat, or from none."""

    def __init__(self, session: Session, seat: int | None, say: Say, language: str = "en") -> None:
        self.session = session
        self.game = session.game
        self.seat = seat
        self.say = say
        self.language = language
        self.words = WORDS[language]
        self._printed = 0

    @property
    def names(self) -> list[str]:
        """The names of the seats."""
        words = self.game.words[self.language]
        return [
            self.words["you"] if seat == self.seat else f"{seat_name(words, seat)}{'' if p is None else f' ({p.spec})'}"
            for seat, p in enumerate(self.session.players)
        ]

    def print_new(self) -> None:
        """Print the events since the last call."""
        events = self.session.seen_by(self.seat)
        if self._printed > len(events):
            self._printed = len(events)  # moves were taken back
        for event in events[self._printed :]:
            text = self.game.event_text(event, self.language, reader=self.seat, names=self.names)
            self.say(text[:1].upper() + text[1:])
        self._printed = len(events)

    def print_all(self) -> None:
        """Print all events of the game again."""
        self._printed = 0
        self.print_new()

    def show(self) -> None:
        """Show the table."""
        state = self.session.state
        if self.seat is not None and self.seat in self.session.waiting:
            state = self.session.position_of(self.seat)
        self.say("\n" + state.text(self.seat, self.language))

    def result(self) -> str:
        """Return who won, as a sentence."""
        session = self.session
        if session.fault is not None:
            return self.words["forfeits"].format(who=self.names[session.fault.seat], text=session.fault.text)
        result = result_of(session)
        points = ", ".join(f"{name} {score:g}" for name, score in zip(self.names, result["points"], strict=True))
        winners = result["winners"]
        sides = {self.game.sides[s] for s in winners}
        if self.seat is not None and self.seat in winners:
            verdict = self.words["win" if sides == {self.game.sides[self.seat]} else "draw"]
        else:
            words = self.game.words[self.language]
            verdict = self.words["won"].format(who=listed(words, [self.names[s] for s in winners]))
        return f"{verdict[:1].upper()}{verdict[1:]} ({points})"


def play_at_terminal(
    session: Session, seat: int, adviser: Player, say: Say, read: Read, *, language: str = "en"
) -> Session:
    """Play one game of a person at a seat against the session's agents."""
    table = TerminalTable(session, seat, say, language)
    say(help_text(session.game, language))
    while not session.over:
        session.advance()
        table.print_new()
        if session.over:
            break
        if len(session.legal(seat)) > 1:  # a forced move gets one line, not the whole table
            table.show()
        action = read_action(table, adviser, read)
        if action is None:
            session.propose_take_back(seat)
            say(table.words["back"])
            table._printed = len(session.seen_by(seat))
            continue
        session.play(seat, action)
        table.print_new()
    table.show()
    say(table.result())
    return session


def help_text(game: Game, language: str = "en") -> str:
    words = WORDS[language]
    hint = game.words[language].get("terminal.hint") or game.definition.hint
    hint = hint or (game.definition.text.hint if game.definition.text else "")
    return words["help"].format(
        hint=hint or words["number"],
        what=words["what"] if names_of(game) else "",
        rules=words["rules"] if "rules" in game.words[language] else "",
    )


def read_action(table: TerminalTable, adviser: Player, read: Read) -> int | None:
    """Read the person's move until it is legal; None to take the last one back."""
    session, seat, say, words = table.session, table.seat, table.say, table.words
    assert seat is not None
    state = session.position_of(seat)
    legal = session.legal(seat)
    texts = move_texts(state, legal, table.language)
    if len(legal) == 1:
        say(words["one"].format(text=texts[0]))
        return legal[0]
    list_moves(texts, say, words)
    while True:
        text = read(words["prompt"]).strip()
        first = text.lower().split(" ")[0]
        if text.lower() in QUIT:
            raise Quit
        if text.lower() in HELP:
            say(help_text(state.game, table.language))
        elif text.lower() in MOVES:
            list_moves(texts, say, words, every=True)
        elif text.lower() in LOOK:
            table.show()
        elif text.lower() in LOG:
            table.print_all()
        elif text.lower() in HINT:
            seed = session.view(seat).seed
            say("\n".join([advice(state, adviser, seed, table.language), *why(state, adviser, seed, table.language)]))
        elif text.lower() in RULES and "rules" in state.game.words[table.language]:
            say(state.game.words[table.language]["rules"])
        elif text.lower() in BACK:
            try:
                session.last_choice(seat)
            except TapeteError as problem:
                say(f"{problem}")
                continue
            return None
        elif first in WHAT and names_of(state.game):
            say(meaning(state.game, text[len(first) :].strip(), table.language))
        elif text:
            action = understood(state, text, legal, texts)
            if action is not None:
                return action
            say(refusal(state, text, table.language) or not_understood(text, texts, words))


def meaning(game: Game, name: str, language: str) -> str:
    """Return the answer to `what NAME`."""
    if not name:
        return WORDS[language]["name-after"].format(name=names_of(game)[0])
    try:
        return game.explain(name, language)
    except TapeteError as problem:
        return f"{problem}"


def advice(state: State, adviser: Player, seed: int, language: str = "en") -> str:
    """Return another agent's choice here, and its reasons."""
    from tapete.agents.analysis import analyse

    words = WORDS[language]
    found: dict[str, Any] | None = None
    with contextlib.suppress(TapeteError):  # an agent without a search has no reasons
        found = analyse(state, adviser.spec, seed=seed)
    if found is None:
        answer = adviser.decide(state, adviser.view(state, seed))
        if answer.fault:
            return words["advice-none"]
        return words["advice"].format(spec=adviser.spec, text=state.action_text(answer.action, language))
    best, *others = found["actions"]
    data = {"spec": adviser.spec, "text": whole_move(state, best, seed, language), "n": f"{found['iterations']:,}"}
    if found["solved"]:
        return words["advice-exact"].format(**data)
    tried = [row for row in others if row["visits"]]
    if best["value"] is None or not found["iterations"]:
        terms = sorted(best.get("terms", {}).items(), key=lambda term: -abs(term[1]))[:REASONS]
        if not any(value for _, value in terms):
            return words["advice"].format(**data)
        return words["advice-terms"].format(
            **data, terms=", ".join(f"{name} {value:+.3g}" for name, value in terms if value)
        )
    data["value"] = worth(best)
    if not tried:
        return words["advice-alone"].format(**data)
    second = max(tried, key=lambda row: row["visits"])
    return words["advice-value"].format(
        **data, other=worth(second), text2=state.action_text(second["action"], language)
    )


def why(state: State, adviser: Player, seed: int, language: str = "en") -> list[str]:
    """Return verified statements about another agent's choice here against its next best, one per line."""
    from tapete.agents.analysis import analyse
    from tapete.agents.reasons import claim_text, reasons_for

    try:
        first, *others = analyse(state, adviser.spec, seed=seed)["actions"]
    except TapeteError:  # an agent without a search has no next best
        return []
    if not others or (others[0]["value"] is None and not others[0]["visits"]):
        return []
    *_, claims = reasons_for(state, first["action"], others[0]["action"], seed)
    return [f"  {claim_text(state.game, claim, language)}" for claim in claims or []]


def whole_move(state: State, row: Mapping[str, Any], seed: int, language: str) -> str:
    """Return an action in words, with the seat's own next one if it follows at once: a card and its target.

    It is examined in worlds of the seat's information set: if these offer different answers, chance intervenes.
    """
    text = state.action_text(row["action"], language)
    follows = row["line"][1]["action"] if len(row["line"]) > 1 else None
    if follows is None:
        return text
    worlds = [state.view(state.seat, seed + k).sample(seed + k) for k in range(HINT_WORLDS)]
    for world in worlds:
        world.play(row["action"])
    offered = {(world.seat, world.turn, tuple(world.legal())) for world in worlds if not world.over}
    if (
        len(offered) != 1
        or {(s, t) for s, t, _ in offered} != {(state.seat, state.turn)}
        or follows not in worlds[0].legal()
    ):
        return text
    return WORDS[language]["advice-then"].format(text=text, next=worlds[0].action_text(follows, language))


def worth(row: Mapping[str, Any]) -> str:
    """Return the win probability of a row of an analysis, or its value if it estimates none."""
    return f"{100 * row['chance']:.0f} %" if row["chance"] is not None else f"{row['value']:.3g}"


def move_texts(state: State, legal: Sequence[int], language: str = "en") -> list[str]:
    """Return the legal moves in words; equal ones are numbered."""
    seen: dict[str, int] = {}
    texts = []
    for action in legal:
        text = state.action_text(action, language)
        seen[text] = seen.get(text, 0) + 1
        texts.append(text if seen[text] == 1 else f"{text} ({seen[text]})")
    return texts


def list_moves(texts: Sequence[str], say: Say, words: Mapping[str, str], *, every: bool = False) -> None:
    shown = texts if every else texts[:SHOWN]
    say("\n".join(f"{number:4d}  {text}" for number, text in enumerate(shown, start=1)))
    if len(shown) < len(texts):
        say(words["more"].format(n=len(texts) - len(shown)))


def understood(state: State, typed: str, legal: Sequence[int], texts: Sequence[str]) -> int | None:
    """Return the legal action of a typed text: a number of the list, the game's own syntax, or the text of an action."""
    if typed.isdecimal() and typed.isascii() and 1 <= int(typed) <= len(legal):
        return legal[int(typed) - 1]
    action = state.parse(typed)
    if action is not None:
        return action
    lowered = " ".join(typed.lower().split())
    exact = [action for action, text in zip(legal, texts, strict=True) if text.lower() == lowered]
    if exact:
        return exact[0]
    matching = [action for action, text in zip(legal, texts, strict=True) if lowered in text.lower()]
    return matching[0] if len(matching) == 1 else None


def refusal(state: State, typed: str, language: str) -> str | None:
    """Return the game's own reason why a text is not a legal move now."""
    presentation = state.game.definition.presentation
    reason = (
        presentation.explain_illegal(state, typed, language)
        if presentation is not None and presentation.explain_illegal is not None
        else None
    )
    return f"{typed!r}: {reason}{'' if reason.endswith(('.', '?', '!')) else '.'}" if reason else None


def not_understood(typed: str, texts: Sequence[str], words: Mapping[str, str]) -> str:
    """Explain why a text was not accepted as a move."""
    meant = sorted(text for text in set(texts) if typed.lower() in text.lower()) if len(typed) > 2 else []
    if len(meant) > 1:
        moves = f"{', '.join(meant[:-1])} {words['or']} {meant[-1]}"
        return words["which"].format(typed=typed, moves=moves)
    return words["unknown"].format(typed=typed)


def watch_at_terminal(
    session: Session,
    say: Say,
    read: Read | None,
    *,
    seat: int | None = None,
    seconds: float = 1.0,
    language: str = "en",
    pause: Callable[[float], None] = time.sleep,
) -> Session:
    """Let agents play for a spectator: automatically at some speed, or step by step if `read` is given."""
    table = TerminalTable(session, seat, say, language)
    speed = min(range(len(SPEEDS)), key=lambda i: abs(SPEEDS[i] - seconds))
    going = read is None
    if read is not None:
        say(table.words["watch"])
    table.show()
    while not session.over:
        if going:
            try:
                _one_more(table)
                pause(seconds if read is None else SPEEDS[speed])
            except KeyboardInterrupt:
                if read is None:
                    raise
                going = False
            continue
        assert read is not None
        typed = read("> ").strip().lower()
        if typed in ("q", *QUIT):
            raise Quit
        if typed in ("", "n"):
            _one_more(table)
        elif typed == "g":
            going = True
        elif typed in ("f", "s"):
            speed = min(max(speed + (1 if typed == "f" else -1), 0), len(SPEEDS) - 1)
            say(f"{SPEEDS[speed]:g} s")
        elif typed in ("t", *LOOK):
            table.show()
        elif typed in BACK and session.actions:
            session.go_to(len(session.actions) - 1)
            table._printed = len(session.seen_by(seat))
            table.show()
        elif typed != "p":
            say(table.words["watch"])
    table.show()
    say(table.result())
    return session


def _one_more(table: TerminalTable) -> None:
    """Play one decision and print what is seen of it; the table is shown at the beginning of a turn."""
    turn = table.session.state.turn
    table.session.step()
    table.print_new()
    if table.session.state.turn != turn and not table.session.over:
        table.show()
