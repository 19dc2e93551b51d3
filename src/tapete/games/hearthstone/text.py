"""Hearthstone at a terminal: the table, moves and events in words, and parsing of typed moves."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping, Sequence
from typing import Any

from tapete.core.presentation import Description, Event, Move
from tapete.core.state import State
from tapete.core.strings import Phrase, Words, fill, named, strings_beside
from tapete.games.hearthstone import cards as c
from tapete.games.hearthstone.names import MARKS

WORDS = strings_beside(__file__)


# The table


def table(description: Description, language: str) -> str:
    """Return the table of a description as text."""
    words = WORDS[language]
    observer = description["observer"]
    lines = [head(description, words)]
    for seat in (1, 0) if observer in (None, 0) else (0, 1):
        lines += side(description, seat, words)
    choice = description["choice"]
    if choice is not None and choice["options"] is not None:
        offered = [f"{i + 1} {named(words, card)}" for i, card in enumerate(choice["options"])]
        lines.append(words["text.choice"] + "; ".join(offered))
    return "\n".join(lines)


def head(description: Description, words: Words) -> str:
    """Return whose turn it is, or how the game ended."""
    if description["over"]:
        return fill(words, "text.draw" if description["winner"] is None else "text.won", description)
    return fill(words, "text.mulligan" if description["phase"] == "mulligan" else "text.decides", description)


def side(description: Description, seat: int, words: Words) -> list[str]:
    """Return a player's lines: numbers, board, hand, secrets."""
    player = description["players"][seat]
    own = description["observer"] in (None, seat)
    line = fill(words, "text.hero", {**player["hero"], "seat": seat})
    if player["hero"]["armor"]:
        line += fill(words, "text.armor", player["hero"])
    mana = player["mana"]
    available = mana["crystals"] + mana["temporary"] - mana["used"] - mana["locked"]
    line += fill(words, "text.mana", {**mana, "available": available})
    if mana["owed"]:
        line += fill(words, "text.overload", mana)
    line += fill(words, "text.power", player["power"]) + (words["text.used"] if player["power"]["used"] else "")
    if player["weapon"] is not None:
        line += fill(words, "text.weapon", player["weapon"])
    deck = player["deck"]
    line += fill(words, "text.deck", {"count": deck["count"] if "count" in deck else len(deck["cards"])})
    if player["fatigue"]:
        line += fill(words, "text.fatigue", player)
    minions = [f"{i + 1} {minion_text(minion, words)}" for i, minion in enumerate(player["board"])]
    hand = [f"{i + 1} {hand_text(entry, words)}" for i, entry in enumerate(player["hand"])]
    lines = [line, words["text.board"] + ("; ".join(minions) or "-"), words["text.hand"] + ("; ".join(hand) or "-")]
    if player["secrets"]:
        shown = [named(words, entry["card"]) if own else "?" for entry in player["secrets"]]
        lines.append(words["text.secrets"] + "; ".join(shown))
    return lines


def minion_text(minion: Mapping[str, Any], words: Words) -> str:
    marks = [mark for mark, flags in MARKS.items() if any(flag in minion["flags"] for flag in flags)]
    shown = ", ".join(named(words, mark) for mark in marks)
    text = f"{named(words, minion['card'])} {minion['attack']}/{minion['health']}"
    return f"{text} ({shown})" if shown else text


def hand_text(entry: Mapping[str, Any], words: Words) -> str:
    """Return a hand card with its printed cost, and a minion's size as far as it is known."""
    if entry["card"] is None:
        return "?"
    card = c.INDEX[entry["card"]]
    text = f"{named(words, entry['card'])} [{c.COST[card]}]"
    if "parts" in entry:
        return f"{text} ({named(words, entry['parts'])})"
    if c.TYPE[card] == c.MINION:
        return f"{text} {c.ATTACK[card] + entry['buff']}/{c.HEALTH[card] + entry['buff']}"
    return text


# Moves


def say(move: Move) -> Phrase:
    """Return a move in a few words."""
    kind = move["kind"]
    if kind == "mulligan":
        return {"say": "move.mulligan" if move["cards"] else "move.mulligan.none"}
    if kind == "attack":
        attacker = who_is(move["attacker"], "who.hero", "who.minion")
        if "target" not in move:
            return {"say": "move.attack.with", "attacker": attacker}
        return {"say": "move.attack", "attacker": attacker, "target": target_of(move)}
    if kind in ("target", "defender"):
        if move["target"] is None:
            return {"say": "move.target.none"}
        return {"say": f"move.{kind}", "target": target_of(move)}
    if kind == "position":
        return {"say": "move.position", "place": move["position"] + 1}
    if kind == "end":
        return {"say": "move.end"}
    parts: list[Phrase] = [{"say": f"move.{kind}", "place": move.get("place", 0) + 1}]
    if "option" in move:
        parts.append({"say": "part.as"})
    if move.get("target") is not None:
        parts.append({"say": "part.on", "target": target_of(move)})
    if "position" in move:
        parts.append({"say": "part.at", "place": move["position"] + 1})
    return {"say": "phrase.parts", "parts": parts}


def target_of(move: Move) -> Phrase:
    target = move["target"]
    side = "own" if target["seat"] == move["seat"] else "enemy"
    return who_is(target, f"who.{side}_hero", f"who.{side}")


def who_is(character: Mapping[str, Any], hero: str, minion: str) -> Phrase:
    if character["place"] is None:
        return {"say": hero}
    return {"say": minion, "place": character["place"] + 1, "card": character["card"]}


def event_phrase(event: Event, reader: int | None) -> Phrase:
    """Return an event as a sentence; events that concern the reader have their own wording."""
    words, key = WORDS["en"], f"event.{event['kind']}"
    if reader is not None:
        you = ".you" if event.get("seat") == reader else ""
        done_to = next((event[name] for name in ("target_seat", "to", "loser") if name in event), None)
        at_you = ".at_you" if done_to == reader else ""
        key += next((s for s in (you + at_you, you, at_you) if s and key + s in words), "")
    return {"say": key}


# Typed moves

END = {"end", "pass", "end turn", "fin", "paso", "pasar", "pasar turno", "terminar", "terminar turno", "acabar"}
SYNONYMS = {"power": "power", "poder": "power"}


def plain(text: str) -> str:
    """Return a text without case, accents and extra spaces."""
    letters = unicodedata.normalize("NFKD", text.casefold())
    return " ".join("".join(letter for letter in letters if not unicodedata.combining(letter)).split())


def parse(state: State, typed: str) -> int | None:
    """Return the legal action that a typed text means; None if no single action fits.

    The text is a short form, the words of an action in either language, or some of those words. If only the board
    position is left open, it is the right end.
    """
    wanted = plain(typed)
    if not wanted:
        return None
    legal = state.legal()
    moves = {action: state.move(action) for action in legal}
    if wanted in END:
        return next((action for action in legal if moves[action]["kind"] == "end"), None)
    if wanted in SYNONYMS:
        found = [action for action in legal if moves[action]["kind"] == "power"]
        return found[0] if len(found) == 1 else None
    texts = {action: [plain(state.action_text(action, language)) for language in WORDS] for action in legal}
    for fits in (lambda text: text == wanted, lambda text: wanted in text, lambda text: words_in(wanted, text)):
        found = [action for action in legal if any(fits(text) for text in texts[action])]
        if found:
            return only_one(found, moves)
    return None


def words_in(wanted: str, text: str) -> bool:
    """Return whether all typed words occur in a text, in their order."""
    left = iter(text.split())
    return all(any(word == other for other in left) for word in wanted.split())


def only_one(found: Sequence[int], moves: Mapping[int, Move]) -> int | None:
    """Return the one action that fits; of several that differ only in the board position, the rightmost."""
    if len({str({**moves[action], "position": None}) for action in found}) == 1:
        return found[-1]
    return None
