"""Text of the game: the table from a description, moves and events as sentences, and parsing of typed moves."""

from __future__ import annotations

import textwrap
from collections.abc import Mapping, Sequence
from typing import Any

from tapete.core.state import State
from tapete.core.strings import Phrase, Words, fill, seat_name
from tapete.games.dinosaurs.cards import DINOSAURS, DISASTERS, IDS, LOOKOUT
from tapete.games.dinosaurs.explain import WORDS, help_of, identified
from tapete.games.dinosaurs.rules import PAIR, PASS, SELF

ROUTE = 25  # characters of a drawn escape route
WIDTH = 100  # of a line; longer ones are broken between words
INDENT = " " * 8


def label(card: str, language: str) -> str:
    """Return the name of a card with its value, with a star if it has an effect: `Tree Lookout (7*)`."""
    return WORDS[language][f"label.{card}"]


def labels(cards: Sequence[str], language: str) -> list[str]:
    return [label(card, language) for card in cards]


# The table


def table(description: Mapping[str, Any], language: str) -> str:
    """Return the table of a description as text."""
    return "\n".join(wrapped(line) for line in TableText(description, language).lines())


def wrapped(line: str) -> str:
    if len(line) <= WIDTH:
        return line
    return "\n".join(textwrap.wrap(line, WIDTH, subsequent_indent=INDENT, break_long_words=False))


class TableText:
    """Text of one description."""

    def __init__(self, description: Mapping[str, Any], language: str) -> None:
        self.given = description
        self.language = language
        self.words = WORDS[language]
        self.reader = description["observer"]
        self.names = [self.words[f"name.{player['dinosaur']}"] for player in description["players"]]

    def fill(self, key: str, **data: Any) -> str:
        return fill(self.words, key, data)

    def lines(self) -> list[str]:
        given = self.given
        lines = [self.head()]
        for seat, player in enumerate(given["players"]):
            lines += self.seat_lines(seat, player)
        if given["discards"]:
            counted = [
                f"{given['discards'].count(card)} {label(card, self.language)}"
                for card in dict.fromkeys(given["discards"])
            ]
            lines.append(self.fill("text.discards", cards=", ".join(counted)))
        force = self.in_force()
        if force:
            lines.append(self.fill("text.in_force", force="; ".join(force)))
        sentences = [self.sentence(entry) for entry in given["log"]]
        if sentences:
            fresh = given["over"] or any(player["table"] for player in given["players"])
            lines.append(self.fill("text.this_round" if fresh else "text.last_round", events="; ".join(sentences)))
        if self.reader is not None and given["players"][self.reader]["hand"]:
            lines.append(self.fill("text.hand", number=self.reader))
            lines += [self.hand_line(card) for card in given["players"][self.reader]["hand"]]
        return [*lines, self.last_line()]

    def head(self) -> str:
        given = self.given
        shown = self.words["text.disaster_gone"]
        if given["disaster"] is not None:
            shown = self.fill("text.disaster", title=self.words[f"title.{given['title']}"], kind=given["disaster"])
            if given["disaster"] == "meteor":
                shown = self.words["name.meteor"]
        decks = self.fill("text.disasters_left", count=given["disaster_deck"]["count"] + len(given["bottom"]))
        if given["bottom"]:
            decks += self.fill("text.bottom", bottom=given["bottom"])
        return self.fill("text.round", round=given["turn"], disaster=shown, decks=decks, deck=given["deck"]["count"])

    def seat_lines(self, seat: int, player: Mapping[str, Any]) -> list[str]:
        """Return a player's route, disasters and danger, then trait, cards and score."""
        goal = self.given["rules"]["goal"]
        mine = seat == self.reader
        area = [f"{count} {self.words[f'name.{kind}']}" for kind, count in player["disasters"].items() if count]
        points = min(player["points"], goal)
        line = self.fill(
            "text.seat",
            number=seat,
            mark=self.words["text.you"] if mine else " " * len(self.words["text.you"]),
            name=f"{self.names[seat]:<6}",
            points=f"{points:>2}",
            goal=goal,
            route=route(points, goal),
            area=", ".join(area) or self.words["text.none"],
        )
        if not player["alive"]:
            lines = [line + self.words["text.out"]]
        else:
            if player["fatal"] and not self.given["over"]:
                fatal = player["fatal"] if len(player["fatal"]) < len(DISASTERS) else self.words["text.fatal.any"]
                line += self.fill("text.fatal.you" if mine else "text.fatal", fatal=fatal)
            lines = [line, INDENT + "; ".join(self.details(player))]
        if self.reader is None and player["hand"]:
            lines.append(INDENT + self.fill("text.holds", cards=labels(player["hand"], self.language)))
        elif self.reader is not None and not mine and player["seen_by"][self.reader]:
            seen = sorted(player["seen_by"][self.reader], key=IDS.index)
            lines.append(INDENT + self.fill("text.known", cards=labels(seen, self.language)))
        return lines

    def details(self, player: Mapping[str, Any]) -> list[str]:
        traits = ", ".join(f"{value:+d} {self.words[f'name.{kind}']}" for kind, value in player["traits"].items())
        now = player["traits"].get(self.given["disaster"])
        found = [self.fill("text.trait_now" if now else "text.trait", traits=traits, now=f"{now or 0:+d}")]
        found.append(self.fill("text.cards", count=player["cards"]))
        if player["chosen"]:
            shown = player["face_down"]
            found.append(
                self.words["text.hidden"]
                if shown is None
                else self.fill("text.face_down", card=label(shown, self.language))
            )
        if player["table"]:
            found.append(self.fill("text.table", card=label(player["table"], self.language)))
        if player["score"]:
            found.append(self.score(player["score"]))
        if player["passed"]:
            found.append(self.words["text.passed"])
        return found

    def score(self, score: Mapping[str, Any]) -> str:
        """Return a score by its terms, and its standing: `score 3 +5 added -1 trait = 7: lowest`."""
        terms = [str(score["card"])]
        for name, key in (("added", "added"), ("trait", "trait_term"), ("boosts", "boosts"), ("saps", "saps")):
            if score[name]:
                terms.append(self.fill(f"text.{key}", number=f"{score[name]:+d}"))
        total = str(score["total"])
        if score["final"] != score["total"]:
            total = self.fill("text.exchanged", total=total, final=score["final"])
        shown = f"{' '.join(terms)} = {total}" if len(terms) > 1 else total
        standing = self.words[f"standing.{score['standing']}"]
        return self.fill("text.score", terms=self.fill("text.standing", score=shown, standing=standing))

    def in_force(self) -> list[str]:
        given = self.given
        found = [self.words["text.inverted"]] if given["inverted"] else []
        found += [self.words["text.doubled"]] if given["doubled"] else []
        stopped = [given["players"][seat]["revealed"] for seat in given["effects"]["cancelled"]]
        return found + ([self.fill("text.cancelled", cards=labels(stopped, self.language))] if stopped else [])

    def hand_line(self, card: str) -> str:
        text = help_of(card, self.language, self.given["rules"]) or self.words["help.point"]
        return f"  {label(card, self.language):<24} {text}"

    def sentence(self, entry: Mapping[str, Any]) -> str:
        phrase = sentence(entry, self.reader)
        return fill(self.words, phrase["say"], {**entry, **phrase}, reader=self.reader, names=self.names)

    def last_line(self) -> str:
        """Return the decision that is open and its seat, or the winners."""
        given = self.given
        if given["over"]:
            text = self.words[f"ending.{given['reason']}"]
            return self.fill("text.over", who=self.winners(given["winners"]), reason=text)
        seat = given["seat"]
        if self.reader in given.get("waiting", [seat]):
            return self.fill("text.asked.you", number=self.reader, asked=guide(given, self.language))
        tied = [self.names[other] for other in given["tied"]]
        source = self.words[f"name.{given['source']}"] if given["source"] else ""
        asked = self.fill(f"phase.{given['phase']}", tied=tied, throws_left=given["throws_left"], source=source)
        return self.fill("text.asked", number=seat, name=self.names[seat], asked=asked)

    def winners(self, winners: Sequence[int]) -> str:
        if len(winners) > 1:
            return self.fill("text.share", winners=self.called(winners))
        return (
            self.words["text.wins.you"]
            if winners[0] == self.reader
            else self.fill("text.wins", winners=self.called(winners))
        )

    def called(self, seats: Sequence[int]) -> list[str]:
        return [seat_name(self.words, seat, reader=self.reader, names=self.names) for seat in seats]


def route(points: int, goal: int) -> str:
    done = min(ROUTE, points * ROUTE // goal)
    return "=" * done + ">" + "." * (ROUTE - done)


def guide(description: Mapping[str, Any], language: str) -> str:
    """Return a sentence on the observer's decision, or on the players whom it waits for."""
    words, phase, reader = WORDS[language], description["phase"], description["observer"]
    names = [words[f"name.{player['dinosaur']}"] for player in description["players"]]
    if reader is not None and not description["players"][reader]["alive"]:
        return words["guide.out"]
    waiting = description.get("waiting", [description["seat"]])
    if reader not in waiting:
        return fill(words, "guide.wait", {"waiting": [names[seat] for seat in waiting]})
    key = f"guide.{phase}"
    if phase == "response" and description["disaster"] in description["players"][reader]["fatal"]:
        key += ".fatal"
    data = {
        "others": [names[seat] for seat in description["tied"] if seat != reader],
        "throws_left": description["throws_left"],
        "source": description["source"],
    }
    return fill(words, key, data)


# Moves and events as sentences


def say(move: Mapping[str, Any]) -> Phrase:
    """Return a move as a phrase for its player."""
    key, called = f"move.{move['kind']}", move.get("dinosaurs", ())
    if "target" in move:
        key += ".self" if move["target"] == move["seat"] and f"{key}.self" in WORDS["en"] else ""
        return {"say": key, "target": called[0]}
    if "one" in move:
        key += ".self" if move["one"] == move["seat"] else ""
        return {"say": key, "one": called[0], "other": called[1]}
    return {"say": key}


def event_phrase(event: Mapping[str, Any], reader: int | None) -> Phrase:
    """Return an event as a sentence for a reader."""
    return {"say": "sentence", "of": sentence(event, reader)}


def called(event: Mapping[str, Any], words: Words, names: Sequence[str] | None) -> list[str] | None:
    """Return the names of players: those of the table, or their dinosaurs where these only number the seats."""
    found = []
    for seat, dinosaur in enumerate(event.get("dinosaurs", ())):
        counted = seat_name(words, seat)
        name = counted if names is None else names[seat]
        found.append(words[f"name.{dinosaur}"] if f"{name} ".startswith(f"{counted} ") else name)
    return found or (None if names is None else list(names))


def sentence(event: Mapping[str, Any], reader: int | None) -> Phrase:
    """Return an event as a phrase: a whole sentence or a part of one."""
    kind = event["kind"]
    key = f"event.{kind}"
    phrase: Phrase = {}
    ending: Phrase | None = None
    if kind == "played" and "target" in event:
        key += ".on"
    elif kind == "stole" and "card" in event:
        key += ".known"
    elif kind == "threatened" and event["fatal"]:
        key += ".fatal"
    elif kind == "sudden_death" and event["again"]:
        key += ".again"
    elif kind == "redrew" and "cards" not in event:  # in a log: one entry a card
        phrase["cards"] = [event["card"]]
    elif kind == "effects":
        pairs = zip(event["seats"], event["cards"], strict=True)
        phrase["list"] = [{"say": "event.effects.one", "who": seat, "card": card} for seat, card in pairs]
    elif kind == "over":
        if len(event["winners"]) > 1:
            key += ".share"
        elif event["winners"][0] == reader:
            key += ".you"
    if "before" in event and "after" in event:
        ending = {"say": "event.change"}
    elif kind in ("peeked", "robbed") and "cards" in event:
        ending = {"say": "event.cards"}
    elif kind == "out" and "disasters" in event:
        held = [{"say": "event.out_with.one", "n": n, "id": name} for name, n in event["disasters"].items() if n]
        ending = {"say": "event.out_with", "disasters": held}
    elif kind == "round" and reader is not None and event["traits"][reader]:
        ending = {"say": "event.round.trait", "now": f"{event['traits'][reader]:+d}"}
    if kind == "swapped" and reader in (event["one"], event["other"]):
        phrase["third"] = event["other"] if event["one"] == reader else event["one"]
    acts = reader is not None and event.get("seat") == reader
    himself = "seat" in event and event["seat"] in (event.get("target"), event.get("one"))
    suffers = any(event.get(name) == reader for name in ("target", "from", "one", "other"))
    to_me = reader is not None and not acts and suffers
    phrase["say"] = variant(WORDS["en"], key, acts=acts, himself=himself, to_me=to_me)
    return phrase if ending is None else {"say": "joined", "of": phrase, "more": ending}


def variant(words: Words, key: str, *, acts: bool, himself: bool, to_me: bool) -> str:
    """Return the key of the most specific form of a sentence."""
    wanted = [suffix for suffix, there in ((".you", acts), (".self", himself), (".me", to_me)) if there]
    for suffixes in ([*wanted], wanted[:1], wanted[1:]):
        if f"{key}{''.join(suffixes)}" in words:
            return f"{key}{''.join(suffixes)}"
    return key


# Parsing

PASSING = ("pass", "stop", "p", "no", "-", "paso", "pasar", "pasa", "parar", "keep all", "take it")
LOOKING = ("peek", "look", "yes", "mirar", "miro", "sí", "si")


def parse(state: State, text: str) -> int | None:
    """Return the action of a card (id, such as P7E, or name), a player (dinosaur or seat), two players, or `pass`."""
    typed = " ".join(text.split()).casefold()
    legal = state.legal()
    if typed in PASSING:
        return PASS if PASS in legal else None
    looking = len(legal) == 2 and LOOKOUT in legal and PASS in legal and state.describe(state.seat)["phase"] == "look"
    if looking and typed in LOOKING:
        return LOOKOUT
    for language in WORDS:
        for card, name in enumerate(IDS):
            if typed == label(name, language).casefold():
                return card
    known = identified(typed)
    if known in IDS:
        return IDS.index(known)
    return parse_seats(state, typed, legal)


def parse_seats(state: State, typed: str, legal: Sequence[int]) -> int | None:
    """Return the action of a player, or of the two whose cards are swapped (`rex and stego`, `seat 1 and seat 3`)."""
    for joint in (" and ", " y ", ", ", "+"):
        typed = typed.replace(joint, "&")
    players = state.game.seats
    named = [seat_typed(state, part.strip()) for part in typed.split("&")]
    if None in named:
        return None
    ahead = sorted((seat - state.seat) % players for seat in named if seat is not None)
    if len(ahead) == 2 and ahead[0] == 0:  # the own card and another's
        ahead = ahead[1:]
    pairs = {(1, 2): PAIR, (1, 3): PAIR + 1, (2, 3): PAIR + 2}
    wanted = SELF + ahead[0] if len(ahead) == 1 else pairs.get((ahead[0], ahead[-1])) if len(ahead) == 2 else None
    return wanted if wanted in legal else None


def seat_typed(state: State, typed: str) -> int | None:
    """Return the seat of a word: `seat 2`, `jugador 2`, a dinosaur, `me`."""
    if typed in ("me", "myself", "you", "yo", "mí", "mi", "a mí"):
        return state.seat
    for seat in range(state.game.seats):
        if typed in (f"seat {seat}", f"jugador {seat}"):
            return seat
        if identified(typed) == DINOSAURS[int(state.record["dinosaur"][seat])]:
            return seat
    return None
