"""Text of Catan: the table, moves and events in words, and parsing of typed moves."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from tapete.core.presentation import Description, Event, Move
from tapete.core.state import State
from tapete.core.strings import Phrase, Words, fill, named, strings_beside
from tapete.games.catan import moves
from tapete.games.catan.board import COORDINATES, EDGE_PAIRS, NODE_POINTS, NODES, PAIRS, RESOURCES, edge_between
from tapete.games.catan.packed_counts import pack, unpack
from tapete.games.catan.state import DISCARD, MENU, OFFERS, SETUP_ROAD, STUDENT

HARBOUR_MARKS = {"wood": "w", "brick": "b", "sheep": "s", "wheat": "g", "ore": "o", "any": "?"}  # after a node's number
COLUMN, MARGIN = 7, 3  # characters per unit of x, and to the left of the board
ROOM = 9  # characters between two nodes of a hex
WORDS = strings_beside(__file__)


# Cards


def counted(cards: Mapping[str, int], key: str = "count") -> list[Phrase] | Phrase:
    """Return counted cards, such as `2 wood, 1 ore`; `key` names the template of one kind."""
    kinds = WORDS["en"]
    parts = [
        {"say": f"{key}.{name}" if f"{key}.{name}" in kinds else key, "n": count, "id": name}
        for name, count in cards.items()
        if count
    ]
    return parts or {"say": "nothing"}


def cards_text(words: Words, cards: Mapping[str, int]) -> str:
    return fill(words, "cards", {"cards": counted(cards)})


def ground(hex: Mapping[str, Any]) -> Phrase:
    """Return a hex by its terrain and number."""
    if hex["token"] is None:
        return {"say": "ground", "terrain": hex["terrain"]}
    return {"say": "ground.token", "terrain": hex["terrain"], "token": hex["token"]}


def ground_text(words: Words, hex: Mapping[str, Any]) -> str:
    phrase = ground(hex)
    return fill(words, phrase["say"], phrase)


def place_of(place: Mapping[str, Any]) -> Phrase:
    """Return a node by number with its hexes and harbour."""
    hexes = [ground(hex) for hex in place["hexes"]]
    if place["harbour"] is not None:
        two = {"say": "harbour.two", "id": place["harbour"]}
        hexes.append({"say": "harbour", "id": "3:1" if place["harbour"] == "any" else two})
    return {"say": "place", "node": place["node"], "hexes": hexes, "pips": place["pips"]}


def sources_of(sources: Mapping[str, int | None]) -> list[Phrase]:
    """Return the sources of points."""
    return [{"say": f"source.{name}", "n": number} for name, number in sources.items() if number]


# The board


def board_text(seen: Description, words: Words) -> list[str]:
    """Draw the island: nodes by number or building and seat, roads with their seat, hexes with terrain and token."""
    canvas = [[" "] * (MARGIN + 10 * COLUMN + 8) for _ in range(17)]

    def column(x: int) -> int:
        return MARGIN + (x + 5) * COLUMN

    def write(row: int, start: int, text: str) -> None:
        for offset, character in enumerate(text):
            canvas[row][start + offset] = character

    for hex in seen["hexes"]:
        q, r = COORDINATES[hex["id"]]
        centre, row = column(2 * q + r), 3 * r + 8
        name = ground_text(words, hex)
        if len(name) > ROOM:
            name = f"{name[:5]}. {hex['token']}"
        label = f"h{hex['id']} {words['table.robber']}" if seen["robber"] == hex["id"] else f"h{hex['id']}"
        write(row - 1, centre + 1 - len(name) // 2 if len(name) < ROOM else centre - 4, name)
        write(row, centre + 1 - len(label) // 2, label)
    owners = {tuple(edge): player["seat"] for player in seen["players"] for edge in player["roads"]}
    for a, b in EDGE_PAIRS:
        (xa, ya), (xb, _) = NODE_POINTS[a], NODE_POINTS[b]
        line = "|" if xa == xb else "\\" if xa < xb else "/"
        owner = owners.get((a, b), " ")
        if xa == xb:
            write(ya + 9, column(xa), f"{line}{owner}")
        else:
            write(ya + 8, min(column(xa), column(xb)) + 3, f"{owner}{line} ")
    buildings = nodes_text(seen)
    for node, (x, y) in enumerate(NODE_POINTS):
        write(y + 8, column(x) - 1, buildings[node])
    return ["".join(line).rstrip() for line in canvas]


def nodes_text(seen: Description) -> list[str]:
    """Return nodes as `24` with a harbour's mark, or as a settlement `s1` or city `C1` of a seat in brackets."""
    marks = {node: HARBOUR_MARKS[harbour["kind"]] for harbour in seen["harbours"] for node in harbour["nodes"]}
    texts = [f"{node:>2}{marks.get(node, ' ')}" for node in range(len(NODE_POINTS))]
    for player in seen["players"]:
        for letter, name in (("s", "settlements"), ("C", "cities")):
            for node in player[name]:
                texts[node] = f"[{letter}{player['seat']}]"
    return texts


def harbours_text(seen: Description, words: Words) -> list[str]:
    """Return the places of the harbours, with the marks of their nodes."""
    at: dict[str, list[str]] = {kind: [] for kind in HARBOUR_MARKS}
    for harbour in seen["harbours"]:
        at[harbour["kind"]].append("-".join(map(str, harbour["nodes"])))
    three = ", ".join(at.pop("any"))
    two = [f"{HARBOUR_MARKS[kind]} {named(words, kind)} {' '.join(nodes)}" for kind, nodes in at.items() if nodes]
    return [
        fill(words, "table.three", {"nodes": three or words["none"]}),
        fill(words, "table.two", {"nodes": ", ".join(two) or words["none"]}),
    ]


# The table


def table(seen: Description, language: str) -> str:
    """Return the whole table of a description."""
    words = WORDS[language]
    observer = seen["observer"]
    lines = [*board_text(seen, words), *harbours_text(seen, words), now_text(seen, words)]
    bank = cards_text(words, seen["bank"])
    lines.append(fill(words, "table.bank", {"cards": bank, "left": seen["deck_left"]}))
    lines += [seat_line(seen, player, words) for player in seen["players"]]
    if observer is not None:
        rates = seen["players"][observer]["rates"]
        listed = ", ".join(fill(words, "table.rate", {"id": name, "n": rates[name]}) for name in RESOURCES)
        lines.append(fill(words, "table.rates", {"rates": listed}))
    if seen["over"]:
        lines += end_text(seen, words)
    return "\n".join(lines)


def seat_text(words: Words, seat: int) -> str:
    return fill(words, "table.seat", {"seat": seat})


def now_text(seen: Description, words: Words) -> str:
    """Return the turn, the roll and the open decision, with the offer on the table."""
    turn = seen["turn"] - 2 * len(seen["players"])
    when = fill(words, "table.turn", {"number": turn + 1}) if turn >= 0 else words["table.setup"]
    dice = ""
    if seen["rolled"] and seen["dice"]:
        dice = fill(words, "table.dice", {"first": seen["dice"][0], "second": seen["dice"][1]})
    data = {"when": when, "player": seat_text(words, seen["player"]), "dice": dice, "what": request_text(seen, words)}
    return fill(words, "table.now", data)


def request_text(seen: Description, words: Words) -> str:
    phase = seen["phase"]
    if seen["over"]:
        return words["phase.over"]
    text = words[f"phase.{phase}"]
    if phase in ("discard", "answer", "decide"):
        text = fill(words, "table.to", {"seat": seat_text(words, seen["seat"]), "phase": text})
    if phase == "discard":
        text += fill(words, "table.owed", {"owed": seen["players"][seen["seat"]]["owed"]})
    if seen["offer"] is not None:
        sides = {name: cards_text(words, seen["offer"][name]) for name in ("give", "want")}
        text += fill(words, "table.offered", sides)
    return text


def seat_line(seen: Description, player: Mapping[str, Any], words: Words) -> str:
    """Return a seat's points, road, knights, bonuses and cards."""
    seat = player["seat"]
    extras = [
        fill(words, "table.road", {"n": player["road_length"]}),
        fill(words, "table.knights", {"n": player["played"]["knight"]}),
    ]
    extras += [words[f"name.{bonus}"] for bonus in ("longest_road", "largest_army") if seen[bonus] == seat]
    who = seat_text(words, seat)
    who = fill(words, "table.you", {"seat": who}) if seat == seen["observer"] else who[0].upper() + who[1:]
    data = {"points": f"{player['points']:>2}", "extras": ", ".join(extras), "holds": holds_text(player, words)}
    return f"{who:<16}" + fill(words, "table.line", data)


def holds_text(player: Mapping[str, Any], words: Words) -> str:
    if player["hand"] is not None:
        held = {"hand": cards_text(words, player["hand"]), "cards": cards_text(words, player["cards"])}
        text = fill(words, "table.holds", held)
        if player["bought"]:
            text += fill(words, "table.bought", {"cards": cards_text(words, player["bought"])})
        return text
    ranges = []
    for name in RESOURCES:
        least, most = player["least"][name], player["most"][name]
        if most:
            number = str(least) if least == most else f"{least}-{most}"
            ranges.append(fill(words, "table.range", {"n": number, "id": name}))
    data = {"count": player["hand_count"], "ranges": ", ".join(ranges) or words["none"], "cards": player["cards_count"]}
    return fill(words, "table.hidden", data)


def end_text(seen: Description, words: Words) -> list[str]:
    """Return the winner, and the sources of all players' points."""
    if seen["winner"] is None:
        lines = [fill(words, "table.cap", {"turns": seen["rules"]["turn_cap"]})]
    else:
        lines = [fill(words, "table.won", {"seat": seat_text(words, seen["winner"])})]
    for player in seen["players"]:
        data = {"points": player["points"], "sources": sources_of(player["points_from"]) or words["nothing"]}
        who = seat_text(words, player["seat"])
        lines.append(fill(words, "table.sources", {"seat": who[0].upper() + who[1:], **data}))
    return lines


# Moves and events


def members(data: Mapping[str, Any]) -> Phrase:
    """Return the values of a template that are phrases: cards, edges, places and ground of a move or an event."""
    ready: Phrase = {name: counted(data[name]) for name in ("give", "get", "want", "cards") if name in data}
    if "edge" in data:
        ready["edge"] = {"say": "edge", "one": data["edge"][0], "other": data["edge"][1]}
    if "node" in data:
        ready["place"] = place_of(data)
    if "terrain" in data:
        ready["ground"] = {"say": "hex", "hex": data["hex"], "ground": ground(data)}
    return ready


def say(move: Move) -> Phrase:
    """Return a move as a phrase."""
    ready = members(move)
    if "victim" in move:
        ready["victim"] = {"say": "seat.to", "seat": move["victim"]}
    if "partner" in move:
        ready["partner"] = {"say": "seat.with", "seat": move["partner"]}
    return {**ready, "say": f"move.{move['kind']}"}


def event_phrase(event: Event, reader: int | None) -> Phrase:
    """Return an event as a sentence for a reader."""

    def part(key: str, data: Mapping[str, Any]) -> Phrase:
        return {**data, **members(data), "say": f"part.{key}"}

    kind, key = event["kind"], f"event.{event['kind']}"
    phrase = members(event)
    if kind == "roll":
        phrase["more"] = roll_parts(event, part)
        key += "" if phrase["more"] else ".nothing"
    elif kind == "discards":
        phrase["list"] = [part("discarded", one) for one in event["discards"]]
    elif kind == "answers":
        phrase["list"] = [part("yes" if one["accepts"] else "no", one) for one in event["answers"]]
    elif kind == "monopoly":
        phrase["list"] = [part("taken", one) for one in event["taken"]]
        key += "" if phrase["list"] else ".nothing"
    elif kind == "won":
        phrase["sources"] = sources_of(event["points_from"])
    if event.get("card") is not None:
        key += ".shown"
    if event.get("lacks"):
        key += ".lacks"
    if reader is not None and reader in (event.get("victim"), event.get("partner")) and f"{key}.me" in WORDS["en"]:
        key += ".me"
    return {**phrase, "say": key}


def roll_parts(event: Event, part: Callable[[str, Mapping[str, Any]], Phrase]) -> list[list[Phrase] | Phrase]:
    """Return the parts of a roll: cards gained, cards not paid, cards owed."""
    gains = [part("gain", {"seat": one["seat"], "gain": counted(one["cards"], "plus")}) for one in event["gains"]]
    parts: list[list[Phrase] | Phrase] = [gains] if gains else [] if event["sum"] == 7 else [{"say": "part.no_gain"}]
    parts += [part("blocked", one) for one in event["blocked"]]
    if event["short"]:
        parts.append(part("short", {"resources": event["short"]}))
    parts += [part("capped", {"seat": seat}) for seat in event["capped"]]
    return parts + [part("owed", one) for one in event["owed"]]


# Parsing


def said_by(*texts: str) -> frozenset[str]:
    return frozenset(word for text in texts for word in text.split())


RESOURCE_WORDS = {
    word: r
    for r, text in enumerate((
        "wood lumber log madera lena",
        "brick clay ladrillo arcilla barro",
        "sheep wool oveja lana",
        "wheat grain corn trigo cereal grano",
        "ore stone rock mineral piedra roca",
    ))
    for word in text.split()
}  # fmt: skip
NUMBER_WORDS = {"a": 1, "an": 1, "one": 1, "two": 2, "three": 3, "four": 4} | {
    "un": 1, "una": 1, "uno": 1, "dos": 2, "tres": 3, "cuatro": 4,
}  # fmt: skip
ACCEPT = said_by("accept yes y ok deal", "aceptar acepto acepta si s vale trato")
REJECT = said_by("reject no n refuse decline", "rechazar rechazo rechaza")
CANCEL = said_by("cancel nobody withdraw", "cancelar cancelo retirar retiro nadie")
OPEN = said_by("open", "abrir")
GIVE = said_by("give", "anadir anado poner pongo doy dar")
WANT = said_by("want ask", "pedir pido quiero")
ROLL = said_by("roll dice", "tirar tiro tira dados")
END = said_by("end pass done", "terminar termino acabar fin pasar paso")
BUY = said_by("buy", "comprar compro")
CARD = said_by("card", "carta")
KNIGHT = said_by("knight", "caballero")
PLENTY = said_by("plenty", "abundancia descubrimiento invento")
MONOPOLY = said_by("monopoly", "monopolio")
ROADS = said_by("roads", "carreteras construccion")
ROAD = said_by("road", "carretera camino")
CITY = said_by("city", "ciudad")
SETTLE = said_by("settle settlement build", "poblado poner construir asentamiento")
ROBBER = said_by("robber move hex h", "ladron mover muevo hexagono")
STEAL = said_by("steal rob", "robar robo")
BANK = said_by("bank harbour port", "banca banco puerto")
OFFER = said_by("offer", "oferta ofrecer ofrezco")


def parse(state: State, text: str) -> int | None:
    """Return the action of a text, in English or Spanish; None if it is not a legal action."""
    said = " ".join(spoken(text))
    legal = set(state.legal())
    wanted = meant(state, said, said.split(), legal) if said else None
    return wanted if wanted in legal else None


def spoken(text: str) -> list[str]:
    """Return the words and numbers of a text without case, accents and brackets (the description of a place)."""
    plain = unicodedata.normalize("NFD", re.sub(r"\(.*?\)", "", text.strip().lower()))
    return re.findall(r"[a-z]+|\d+", "".join(letter for letter in plain if not unicodedata.combining(letter)))


def meant(state: State, said: str, words: list[str], legal: set[int]) -> int | None:
    """Return the action of some words, legal or not; an id beyond all actions for a seat that does not exist."""
    numbers = [int(word) for word in words if word.isascii() and word.isdecimal()]
    resources = [r for r in map(_resource, words) if r is not None]
    verb, every = words[0], set(words)
    one = numbers[0] if len(numbers) == 1 else None
    if verb in ACCEPT:
        return moves.ACCEPT
    if verb in REJECT:
        return moves.REJECT if moves.REJECT in legal else moves.CANCEL
    if verb in {"confirm", "with", "con", "cerrar"} or said.startswith(("trade with seat", "trade with player")):
        return moves.CONFIRM + _after(state, one)
    if verb in CANCEL:
        return moves.CANCEL
    if verb in OPEN or said.startswith(("make the offer", "hacer la oferta")):
        return moves.OPEN
    if (verb in GIVE or said.startswith("offer to give")) and len(resources) == 1:
        return moves.ADD_GIVE + resources[0]
    if verb in WANT and len(resources) == 1:
        return moves.ADD_WANT + resources[0]
    if {"for", "por"} & every:
        return _trade(state, words, legal)
    if verb in ROLL:
        return moves.ROLL
    if verb in END:
        return moves.END if moves.END in legal else moves.REJECT
    if verb in BUY or (verb in CARD and len(words) == 1) or said == "development card":
        return moves.BUY
    if every & MONOPOLY and resources:
        return moves.MONOPOLY + resources[0]
    if every & PLENTY and resources:
        return moves.PLENTY + PAIRS.tolist().index(sorted((resources[0], resources[-1])))
    if every & KNIGHT:
        return moves.KNIGHT
    if every & ROADS or "road building" in said:
        return moves.ROADS
    return _placed(state, verb, every, numbers, resources)


def _placed(state: State, verb: str, every: set[str], numbers: list[int], resources: list[int]) -> int | None:
    """Return the action of a move that names a place or a seat; None if one number too many makes it unclear."""
    one = numbers[0] if len(numbers) == 1 else None
    if every & ROAD:
        return _road(state, numbers)
    if every & STEAL:
        return moves.STEAL + _after(state, one)
    if resources and state.record["phase"] == DISCARD:
        return moves.DISCARD + resources[0]
    if one is None:
        return None
    if every & CITY:
        return moves.CITY + one if one < NODES else None
    if verb in SETTLE:
        return moves.SETTLE + one if one < NODES else None
    if verb in ROBBER:
        return moves.ROBBER + one if one < len(COORDINATES) else None
    return None


def _after(state: State, seat: int | None) -> int:
    """Return how many places clockwise a seat is, minus one; a large number for a seat that does not exist."""
    if seat is None or seat >= state.game.seats or seat == state.seat:
        return moves.COUNT
    return (seat - state.seat) % state.game.seats - 1


def _resource(word: str) -> int | None:
    """Return a resource by name, also in the plural."""
    for form in (word, word.removesuffix("s"), word.removesuffix("es")):
        if form in RESOURCE_WORDS:
            return RESOURCE_WORDS[form]
    return None


def _road(state: State, numbers: list[int]) -> int | None:
    """Return the road by its two nodes; in the set-up the far one is enough."""
    if len(numbers) == 1 and state.record["phase"] == SETUP_ROAD:
        numbers = [int(state.record["last_settlement"]), numbers[0]]
    if len(numbers) == 2 and (min(numbers), max(numbers)) in EDGE_PAIRS:
        return moves.ROAD + edge_between(numbers[0], numbers[1])
    return None


def _trade(state: State, words: list[str], legal: set[int]) -> int | None:
    """Return the action of `2 wheat for 1 ore`: the bank at its rate unless it says `offer`, else a menu offer."""
    middle = next(i for i, word in enumerate(words) if word in ("for", "por"))
    given, wanted = _amounts(words[:middle]), _amounts(words[middle + 1 :])
    if len(given) != 1 or len(wanted) != 1:
        return None
    (give, give_count), (get, get_count) = *given.items(), *wanted.items()
    if give == get:
        return None
    maritime = moves.MARITIME + 4 * give + get - (1 if get > give else 0)
    rate = unpack(state.record["rates"][state.seat])[give]
    bank_said, offer_said = bool(BANK & set(words)), bool(OFFER & set(words))
    if not offer_said and get_count in (1, None):
        if (give_count == rate and maritime in legal) or (bank_said and give_count in (rate, None)):
            return maritime
    if bank_said:
        return None
    sides = (
        pack([(give_count or 1) * (r == give) for r in range(5)]),
        pack([(get_count or 1) * (r == get) for r in range(5)]),
    )
    menu = int(state.record["offer_menu"])
    for index in range(MENU):
        if tuple(map(int, OFFERS[menu, index])) == sides:
            return (moves.OFFER_STUDENT - 20 if menu == STUDENT and index >= 20 else moves.OFFER) + index
    return None


def _amounts(words: Sequence[str]) -> dict[int, int | None]:
    """Return resources with their counts; None for a missing number."""
    found: dict[int, int | None] = {}
    count: int | None = None
    for word in words:
        resource = _resource(word)
        if word.isascii() and word.isdecimal():
            count = int(word)
        elif word in NUMBER_WORDS:
            count = NUMBER_WORDS[word]
        elif resource is not None:
            found[resource] = count
            count = None
    return found
