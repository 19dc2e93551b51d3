"""Love Letter as plain data: descriptions, moves and events, in English and Spanish."""

from collections.abc import Mapping
from typing import Any

from tapete import State
from tapete.core.presentation import Presentation, whole
from tapete.errors import BadOption

from .rules import card_of, named_of, target_of
from .state import COPIES, GUARD, KINDS, NOBODY

KEYS = ("", "guard", "priest", "baron", "handmaid", "prince", "king", "countess", "princess")
# Knowledge by pairs of seats, for `restore`: name -> largest value.
PAIRS = {"looked": 1, "since": 510, "saw": 8}


def describe(state: State, seat: int | None) -> dict[str, Any]:
    """Return what a seat sees: its own cards, open cards, what it knows for certain. `None`: everything."""
    record = state.record
    players = []
    for s in range(state.game.seats):
        player: dict[str, Any] = {
            "tokens": int(record["tokens"][s]),
            "in": bool(record["alive"][s]),
            "safe": bool(record["safe"][s]),
        }
        player["discards"] = [KEYS[k] for k in range(1, KINDS) for _ in range(int(record["discards"][s][k]))]
        known = seat is None or s == seat or (record["saw"][seat][s] > 0)
        player["hand"] = KEYS[int(record["hand"][s])] if known and record["alive"][s] else None
        players.append(player)
    found = {
        "round": int(record["round"]),
        "goal": int(record["goal"]),
        "left": int(record["left"]),
        "players": players,
    }
    found["open"] = [KEYS[int(k)] for k in record["open"] if k]
    found["drawn"] = KEYS[int(record["drawn"])] if seat is None or seat == state.seat else None
    # Public knowledge of hands, and the hands that this seat has looked at.
    found["may"] = [
        [KEYS[k] for k in range(1, KINDS) if int(record["may"][s]) >> k & 1] for s in range(state.game.seats)
    ]
    found["same"] = [int(record["same"][s]) for s in range(state.game.seats)]
    found["looked"] = record["looked"].tolist()
    found["since"] = record["since"].tolist()
    found["seen_by"] = [int(record["saw"][s][seat]) > 0 for s in range(state.game.seats)] if seat is not None else None
    if seat is None:
        found["pile"] = [KEYS[int(k)] for k in record["pile"][: int(record["left"])]]
        found["removed"] = KEYS[int(record["removed"])] or None
        found["saw"] = record["saw"].tolist()
    return found


def kind_named(value: Any, what: str) -> int:
    if value is None:
        return 0
    if value not in KEYS[1:]:
        raise BadOption(f"{what}={value!r}: there is no such card")
    return KEYS.index(value)


def restore(state: State, data: Mapping[str, Any]) -> None:
    """Restore a state from `describe(None)`; contradictions are refused."""
    record, seats = state.record, state.game.seats
    record["players"], record["goal"] = seats, whole(data, "goal", 1, 13)
    record["round"], record["left"] = whole(data, "round", 0, 30000), whole(data, "left", 0, 16)
    players, pile = data["players"], data["pile"]
    if len(players) != seats or len(pile) != record["left"]:
        raise BadOption("players and pile must have as many entries as the position says")
    for s, player in enumerate(players):
        record["tokens"][s] = whole(player, "tokens", 0, 13)
        record["alive"][s], record["safe"][s] = bool(player["in"]), bool(player["safe"])
        record["hand"][s] = kind_named(player["hand"], "hand")
        if bool(record["hand"][s]) != bool(record["alive"][s]):
            raise BadOption(f"seat {s}: a player in the round holds a card, one who is out holds none")
        for name in player["discards"]:
            record["discards"][s][kind_named(name, "discards")] += 1
    for i, name in enumerate(data["open"][:3]):
        record["open"][i] = kind_named(name, "open")
    for i, name in enumerate(pile):
        record["pile"][i] = kind_named(name, "pile")
    record["removed"] = kind_named(data["removed"], "removed")
    record["drawn"] = kind_named(data["drawn"] or None, "drawn")
    for s in range(seats):
        record["may"][s] = sum(1 << kind_named(name, "may") for name in data["may"][s])
        record["same"][s] = data["same"][s]
    for name, most in PAIRS.items():
        rows = [[min(max(int(cell), 0), most) for cell in row] for row in data[name]]
        record[name][:] = rows
    check_cards(record)


def check_cards(record: Any) -> None:
    """Check that all sixteen cards are there once, and that known cards are where they were seen."""
    cards = [*record["hand"], record["drawn"], *record["pile"], record["removed"], *record["open"]]
    for kind in range(1, KINDS):
        there = sum(int(card) == kind for card in cards) + int(record["discards"][:, kind].sum())
        if there != COPIES[kind]:
            raise BadOption(f"there are {there} of {KEYS[kind]}, not {COPIES[kind]}")
    for who in range(4):
        for whose in range(4):
            saw = int(record["saw"][who][whose])
            if saw and saw != record["hand"][whose]:
                raise BadOption(f"seat {who} cannot know a card that seat {whose} does not hold")
            looked = record["looked"][who][whose] and not int(record["since"][who][whose]) >> saw & 1
            if saw and (who == whose or not looked):
                raise BadOption(f"seat {who} has not seen the hand of seat {whose}")
            if record["alive"][whose] and not int(record["may"][whose]) >> int(record["hand"][whose]) & 1:
                raise BadOption(f"seat {whose} holds a card that everybody knows it does not hold")


def move(state: State, action: int) -> dict[str, Any]:
    card, target = card_of.function(action), target_of.function(action)
    found = {"kind": "play", "seat": state.seat, "card": KEYS[card]}
    if target != NOBODY:
        found["target"] = target
        found["kind"] = "play_on"
        if card == GUARD:
            found["kind"], found["named"] = "name", KEYS[named_of.function(action)]
    return found


def happened(before: Mapping[str, Any], made: Mapping[str, Any], after: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Return the events of a move as one seat saw it: the play, players out, cards seen, rounds won."""
    events: list[dict[str, Any]] = [dict(made)]
    if after["round"] == before["round"] and not after["over"]:
        for s, (was, now) in enumerate(zip(before["players"], after["players"], strict=True)):
            if was["in"] and not now["in"]:
                events.append({"kind": "out", "seat": s, "card": now["discards"][-1] if now["discards"] else "guard"})
        if made.get("card") == "priest" and "target" in made and after["players"][made["target"]]["hand"]:
            if after["observer"] == made["seat"]:
                hand = after["players"][made["target"]]["hand"]
                events.append({"kind": "saw", "seat": made["seat"], "target": made["target"], "card": hand})
    for s, (was, now) in enumerate(zip(before["players"], after["players"], strict=True)):
        if now["tokens"] > was["tokens"]:
            events.append({"kind": "token", "seat": s, "n": now["tokens"]})
    return events


NAMES = {
    "en": ("Guard", "Priest", "Baron", "Handmaid", "Prince", "King", "Countess", "Princess"),
    "es": ("Guardia", "Sacerdote", "Barón", "Doncella", "Príncipe", "Rey", "Condesa", "Princesa"),
}
WHAT = {
    "en": (
        "Name another card than the Guard: who holds it is out.",
        "Look at a hand.",
        "Compare hands with somebody: the lower one is out.",
        "Nobody can choose you until your next turn.",
        "Somebody, perhaps you, lays the hand open and draws another.",
        "Exchange hands with somebody.",
        "Does nothing, but must be played if you hold the King or a Prince.",
        "Who lays her down, for whatever reason, is out.",
    ),
    "es": (
        "Nombra una carta que no sea la Guardia: quien la tenga queda fuera.",
        "Mira una mano.",
        "Compara tu mano con otra: la más baja queda fuera.",
        "Nadie puede elegirte hasta tu próximo turno.",
        "Alguien, quizá tú, descarta su mano y roba otra.",
        "Cambia tu mano por otra.",
        "No hace nada, pero hay que jugarla si tienes al Rey o a un Príncipe.",
        "Quien la descarta, por lo que sea, queda fuera.",
    ),
}
WORDS = {
    "en": {
        "move.play": "play the {card}",
        "move.play_on": "play the {card} on {target:seat}",
        "move.name": "play the Guard on {target:seat}, naming the {named}",
        "event.play": "{seat:seat} plays the {card}",
        "event.play.you": "you play the {card}",
        "event.play_on": "{seat:seat} plays the {card} on {target:seat}",
        "event.play_on.you": "you play the {card} on {target:seat}",
        "event.name": "{seat:seat} plays the Guard on {target:seat} and names the {named}",
        "event.name.you": "you play the Guard on {target:seat} and name the {named}",
        "event.out": "{seat:seat} is out of the round with the {card}",
        "event.out.you": "you are out of the round with the {card}",
        "event.saw": "{seat:seat} sees the {card} of {target:seat}",
        "event.saw.you": "you see the {card} of {target:seat}",
        "event.token": "{seat:seat} wins the round: {n} {n:token|tokens}",
        "event.token.you": "you win the round: {n} {n:token|tokens}",
        "label.hand": "Hand",
        "label.discards": "Played",
        "label.tokens": "Tokens",
        "label.safe": "protected",
        "label.out": "out of the round",
        "label.round": "Round",
        "label.goal": "Tokens to win",
        "label.left": "Pile",
        "label.open": "Laid aside",
    },
    "es": {
        "move.play": "jugar {card}",
        "move.play_on": "jugar {card} con {target:seat}",
        "move.name": "jugar Guardia con {target:seat} y nombrar {named}",
        "event.play": "{seat:seat} juega {card}",
        "event.play.you": "juegas {card}",
        "event.play_on": "{seat:seat} juega {card} con {target:seat}",
        "event.play_on.you": "juegas {card} con {target:seat}",
        "event.name": "{seat:seat} juega Guardia con {target:seat} y nombra {named}",
        "event.name.you": "juegas Guardia con {target:seat} y nombras {named}",
        "event.out": "{seat:seat} queda fuera de la ronda con {card}",
        "event.out.you": "quedas fuera de la ronda con {card}",
        "event.saw": "{seat:seat} ve {card} de {target:seat}",
        "event.saw.you": "ves {card} de {target:seat}",
        "event.token": "{seat:seat} gana la ronda: {n} {n:ficha|fichas}",
        "event.token.you": "ganas la ronda: {n} {n:ficha|fichas}",
        "label.hand": "Mano",
        "label.discards": "Jugadas",
        "label.tokens": "Fichas",
        "label.safe": "bajo protección",
        "label.out": "fuera de la ronda",
        "label.round": "Ronda",
        "label.goal": "Fichas para ganar",
        "label.left": "Mazo",
        "label.open": "Apartadas",
    },
}
for _language, _names in NAMES.items():
    WORDS[_language] |= {f"name.{key}": name for key, name in zip(KEYS[1:], _names, strict=True)}


def text(shown: Mapping[str, Any], language: str) -> str:
    """Return the table as a person reads it."""
    spanish = language == "es"
    names = {None: "?", "": "-"} | dict(zip(KEYS[1:], NAMES[language], strict=True))
    lines = [
        f"Ronda {shown['round']}, {shown['left']} cartas en el mazo; gana quien llegue a {shown['goal']} fichas."
        if spanish
        else f"Round {shown['round']}, {shown['left']} cards in the pile; {shown['goal']} tokens win."
    ]
    if shown["open"]:
        lines.append(("Apartadas: " if spanish else "Laid aside: ") + ", ".join(names[key] for key in shown["open"]))
    for s, player in enumerate(shown["players"]):
        who = f"jugador {s}" if spanish else f"seat {s}"
        you = (" (tú)" if spanish else " (you)") if s == shown["observer"] else ""
        hand = names[player["hand"]] if player["in"] else ("fuera" if spanish else "out")
        if s == shown["seat"] and shown["drawn"]:
            hand += f" + {names[shown['drawn']]}"
        safe = (" protegido" if spanish else " protected") if player["safe"] else ""
        played = ", ".join(names[key] for key in player["discards"]) or "-"
        lines.append(f"{who}{you}: {player['tokens']} [{hand}]{safe}  {played}")
    return "\n".join(lines)


def card(name: str, language: str) -> dict[str, Any] | None:
    found = {
        **dict(zip(KEYS[1:], range(8), strict=True)),
        **{n: i for n, i in zip(NAMES[language], range(8), strict=True)},
    }
    if name not in found:
        return None
    i = found[name]
    return {"name": NAMES[language][i], "value": i + 1, "copies": COPIES[i + 1], "text": WHAT[language][i]}


PRESENTATION = Presentation(
    describe=describe,
    move=move,
    restore=restore,
    events=happened,
    words=WORDS,
    text=text,
    card=card,
    cards=(*NAMES["en"], *NAMES["es"]),
)
