"""Text of Tales of Tribute: the table from a description, moves and events from their data, and typed moves.

Moves have the same words only if they have the same effect: another place or other health is worded differently.
"""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from tapete.core.presentation import Description, Event, Move
from tapete.core.state import State
from tapete.core.strings import LANGUAGES, Phrase, Words, fill, named
from tapete.games.tribute import rules
from tapete.games.tribute.cards import CARDS, NUMBER_OF
from tapete.games.tribute.explain import WORDS, card_in_short, effect_phrase

SHOWN_OF_PILE = 8
SEVERAL_PLACES = ("destroy", "hlaalu", "treasury")  # choices whose cards are in more than one place


# The table


def text(seen: Description, language: str) -> str:
    """Return the table as a seat sees it; with no observer, everything."""
    words, observer = WORDS[language], seen["observer"]
    if seen["phase"] == "draft":
        return draft_text(seen, words)
    lines = patron_lines(seen, words)
    lines.append(words["table.tavern"])
    for place, entry in enumerate(seen["tavern"]["row"], start=1):
        lines.append(fill(words, "table.row", {"place": place, "card": card_in_short(entry["card"], language)}))
    if observer is None:
        pile = seen["tavern"]["pile"]
        lines.append(fill(words, "table.pile", {"n": len(pile), "cards": listed(pile[:SHOWN_OF_PILE], words)}))
    for player in (0, 1) if observer is None else (1 - observer, observer):
        lines += player_lines(seen, player, words, language)
    if seen["choice"] is not None and not seen["over"]:
        lines.append(choice_text(seen["choice"], words, language))
    if seen["over"]:
        lines.append(ending_text(seen, words))
    elif observer is not None:
        lines += warning(seen, words)
    return "\n".join(lines)


def draft_text(seen: Description, words: Words) -> str:
    draft = seen["draft"]
    offered = {"pool": draft["pool"], "taken": draft["taken"] or words["none"]}
    lines = [fill(words, "table.draft", offered)]
    if seen["observer"] is not None:
        for patron in draft["pool"]:
            lines.append(fill(words, "table.draft.patron", {"patron": patron, "call": words[f"call.{patron}.nobody"]}))
    return "\n".join(lines)


def patron_lines(seen: Description, words: Words) -> list[str]:
    """Return the patrons' favours; for a seat also the cost and effect of a call of each now."""
    observer, turn = seen["observer"], seen["turn"]
    if observer is None:
        favours = []
        for entry in seen["patrons"]:
            whom = words["nobody"] if entry["favour"] is None else who(entry["favour"], None, words).lower()
            favours.append(fill(words, "table.favour", {"patron": entry["patron"], "whom": whom}))
        return [fill(words, "table.favours", {"turn": turn, "favours": "   ".join(favours)})]
    lines = [fill(words, "table.patrons", {"turn": turn})]
    for entry in seen["patrons"]:
        patron, favour = entry["patron"], entry["favour"]
        whom = "nobody" if favour is None else "you" if favour == observer else "enemy"
        treasury = patron == "treasury"  # it has no favour, and its cards have no combos
        combo = fill(words, "table.combo", {"n": entry["combo"]}) if entry["combo"] and not treasury else ""
        data = {
            "patron": patron,
            "standing": "" if treasury else words[f"standing.{whom}"],
            "call": words[f"call.{patron}.{whom}"],
            "combo": combo,
        }
        lines.append(fill(words, "table.patron", data))
    return lines


def player_lines(seen: Description, player: int, words: Words, language: str) -> list[str]:
    """Return numbers and cards of a player, as far as the seat knows them."""
    observer, entry = seen["observer"], seen["players"][player]
    lines = [fill(words, "table.numbers", {**entry, "who": who(player, observer, words)})]
    if observer is None:
        lines.append(fill(words, "table.hand", {"cards": listed(entry["hand"], words)}))
        lines.append(fill(words, "table.draw", {"cards": listed(entry["draw"], words)}))
    elif player == observer:
        hand = Counter(held["card"] for held in entry["hand"])
        lines.append(words["table.hand.own"] if hand else fill(words, "table.hand", {"cards": words["none"]}))
        for card, n in hand.items():
            times = fill(words, "table.times", {"n": n}) if n > 1 else ""
            lines.append(fill(words, "table.hand.card", {"times": times, "card": card_in_short(card, language)}))
        lines.append(fill(words, "table.draw.own", {"n": entry["draw_size"], "cards": counted(entry["draw"], words)}))
        if entry["next_draws"]:
            lines.append(fill(words, "table.next", {"cards": ", ".join(entry["next_draws"])}))
    else:
        unseen = {"hand": entry["hand_size"], "draw": entry["draw_size"], "cards": counted(entry["unseen"], words)}
        lines.append(fill(words, "table.unseen", unseen))
    lines.append(fill(words, "table.played", {"cards": listed(entry["played"], words)}))
    lines.append(fill(words, "table.cooldown", {"cards": listed(entry["cooldown"], words)}))
    lines.append(fill(words, "table.agents", {"cards": board(entry["agents"], words)}))
    return lines


def choice_text(choice: Mapping[str, Any], words: Words, language: str) -> str:
    """Return the pending choice; only the chooser sees the options."""
    source = named(words, choice["patron"] if choice["card"] is None else choice["card"])
    if choice["kind"] == "effect":
        left, right = (in_short(side) for side in choice["sides"])
        return fill(words, "table.choice.effect", {"source": source, "left": left, "right": right})
    least = choice["least"]
    most = choice["most"] if choice["count"] is None else min(choice["most"], choice["count"])
    number = str(most) if least == most else fill(words, "table.choice.range", {"least": least, "most": most})
    what = words[f"choice.{choice['kind']}"]
    found = fill(words, "table.choice", {"source": source, "what": what, "number": number})
    options = choice["options"]
    if options is None:
        return found
    found = fill(words, "table.choice.options", {"what": found, "options": listed(options, words)})
    picked = [options[position] for position in choice["picked"]]
    return fill(words, "table.choice.picked", {"what": found, "picked": listed(picked, words)}) if picked else found


def ending_text(seen: Description, words: Words) -> str:
    ending = words[f"end.{seen['reason']}"]
    if seen["winner"] is None:
        return fill(words, "table.drawn", {"ending": ending})
    return fill(words, "table.won", {"who": who(seen["winner"], seen["observer"], words), "ending": ending})


def warning(seen: Description, words: Words) -> list[str]:
    """Return a warning if the enemy wins by prestige after this turn (section 12)."""
    observer = seen["observer"]
    mine, his = (seen["players"][player]["prestige"] for player in (observer, 1 - observer))
    if seen["current"] != observer or his < rules.SHORT_WIN or mine >= his:
        return []
    return [fill(words, "table.warning", {"prestige": his})]


def listed(entries: Sequence[Mapping[str, Any]], words: Words) -> str:
    """Return cards in order, by name."""
    return ", ".join(entry["card"] for entry in entries) or words["none"]


def counted(names: Sequence[str], words: Words) -> str:
    """Return cards without an order, copies counted."""
    found = []
    for name, n in Counter(names).items():
        found.append(f"{fill(words, 'table.times', {'n': n})}{name}" if n > 1 else name)
    return ", ".join(found) or words["none"]


def board(entries: Sequence[Mapping[str, Any]], words: Words) -> str:
    shown = []
    for entry in entries:
        taunt = words["table.agent.taunt"] if CARDS[NUMBER_OF[entry["card"]]].get("taunt") else ""
        ready = words["table.agent.ready"] if entry["ready"] else ""
        data = {"card": entry["card"], "health": entry["health"], "taunt": taunt, "ready": ready}
        shown.append(fill(words, "table.agent", data))
    return ", ".join(shown) or words["none.agents"]


def who(player: int, observer: int | None, words: Words) -> str:
    if observer is None:
        return fill(words, "who.seat", {"seat": player})
    return words["who.you" if player == observer else "who.enemy"]


def in_short(effect: Mapping[str, Any]) -> Phrase:
    """Return the short phrase of an effect given as data."""
    if effect["effect"] == "either":
        left, right = (in_short(side) for side in effect["sides"])
        return {"say": "short.either", "left": left, "right": right}
    return effect_phrase([effect["effect"], effect["number"]], "short")


# Moves and events


def say(move: Move) -> Phrase:
    """Return a move in a few words."""
    kind = move["kind"]
    if kind == "effect":
        return {"say": "move.effect", "what": in_short(move)}
    if kind == "pick":
        what = {"say": f"pick.{move['choice']}", "card": move["card"]}
        elsewhere = move["choice"] in SEVERAL_PLACES and move["zone"] != "hand"
        return {"say": "move.pick.where" if elsewhere else "move.pick", "what": what, "where": move["zone"]}
    if kind == "done":
        return {"say": "move.done" if move["cards"] else "move.done.none"}
    if kind == "attack" and move["alike"] > 1:
        return {"say": "move.attack.wounded"}
    return {"say": f"move.{kind}"}


def event_phrase(event: Event, reader: int | None) -> Phrase:
    """Return an event as a sentence."""
    phrase: Phrase = {"say": f"event.{event['kind']}"}
    if event["kind"] == "effect":
        phrase["what"] = in_short(event)
    if event["kind"] in ("won", "drawn"):
        phrase["ending"] = event["reason"]
    return phrase


# Typed moves

SHORTCUTS = {
    rules.END_TURN: ("end", "e", "pass", "fin", "terminar", "termina", "pasar", "paso"),
    rules.DONE: ("done", "d", "none", "ya", "listo", "nada", "ninguna", "ninguno"),
}
VERBS = {  # spoken forms, and the wording of the moves
    "juega ": "jugar ",
    "activa ": "activar ",
    "ataca a ": "atacar a ",
    "compra ": "comprar ",
    "llama a ": "llamar a ",
    "elige a ": "elegir a ",
}


def parse(state: State, typed: str) -> int | None:
    """Return the legal action whose text, in any language, contains the typed words, or of a shortcut (`end`, `done`).

    If several moves have the same text, they have the same effect, and the first is taken.
    """
    legal = state.legal()
    wanted = plain(typed)
    for action, shortcuts in SHORTCUTS.items():
        if wanted in shortcuts and action in legal:
            return action
    for verb, worded in VERBS.items():
        if wanted.startswith(verb):
            wanted = worded + wanted.removeprefix(verb)
    if len(wanted) < 3:
        return None
    for language in LANGUAGES:
        said = [plain(state.action_text(action, language)) for action in legal]
        found = [i for i, words in enumerate(said) if words == wanted]
        found = found or [i for i, words in enumerate(said) if wanted in words]
        if len({said[i] for i in found}) == 1:
            return legal[found[0]]
    return None


def plain(typed: str) -> str:
    """Return a text in lower case without accents, with single spaces."""
    letters = unicodedata.normalize("NFD", typed.strip().lower())
    return " ".join("".join(c for c in letters if not unicodedata.combining(c)).split())
