"""What the names on a table of Catan mean, in our own words: goal, costs, pieces, cards, resources, robber, trade."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tapete.games.catan.board import RESOURCES, TERRAIN
from tapete.games.catan.describe import COSTS, some
from tapete.games.catan.options import OPTIONS
from tapete.games.catan.state import CARD_KINDS, CITIES, DECK_COUNTS, SETTLEMENTS
from tapete.games.catan.words import WORDS

# By id: kind, then names and text by language; names beyond the first are other ways to ask
ENTRIES: dict[str, tuple[str, dict[str, tuple[str, ...]], dict[str, str]]] = {
    "goal": (
        "rule",
        {"en": ("goal", "rules", "points"), "es": ("objetivo", "reglas", "puntos")},
        {
            "en": "Be the first with {points} victory points{own_turn}: 1 for a settlement, 2 for a city, 2 for "
            "Longest Road, 2 for Largest Army, 1 for each victory point card.",
            "es": "Llega primero a {points} puntos de victoria{own_turn}: 1 por poblado, 2 por ciudad, 2 por la "
            "ruta más larga, 2 por el mayor ejército y 1 por cada carta de punto de victoria.",
        },
    ),
    "costs": (
        "rule",
        {"en": ("costs", "cost", "prices"), "es": ("costes", "coste", "precios")},
        {
            "en": "Road: wood, brick. Settlement: wood, brick, sheep, wheat. City: 2 wheat, 3 ore. Development "
            "card: sheep, wheat, ore.",
            "es": "Carretera: madera y ladrillo. Poblado: madera, ladrillo, oveja y trigo. Ciudad: 2 de trigo y 3 "
            "de mineral. Carta de desarrollo: oveja, trigo y mineral.",
        },
    ),
    "turn": (
        "rule",
        {"en": ("turn",), "es": ("turno",)},
        {
            "en": "Roll the dice; then build, trade, buy cards and play one development card, in any order and as "
            "often as you can pay; then end the turn.{before_roll}",
            "es": "Tira los dados; después construye, comercia, compra cartas y juega una carta de desarrollo, en "
            "el orden que quieras y mientras puedas pagar; luego termina el turno.{before_roll}",
        },
    ),
    "setup": (
        "rule",
        {"en": ("set-up", "setup", "start"), "es": ("colocación inicial", "comienzo")},
        {
            "en": "Everybody places a settlement with a road, then, in the opposite order, a second one, which "
            "brings a card of each of its hexes. Look for many dots and different resources.",
            "es": "Cada jugador coloca un poblado con una carretera y luego, en orden inverso, un segundo, que da "
            "una carta de cada uno de sus hexágonos. Busca muchos puntitos y recursos distintos.",
        },
    ),
    "road": (
        "piece",
        {"en": ("road",), "es": ("carretera", "camino")},
        {
            "en": "Lies on an edge and continues your roads or starts at your buildings, but not past a building "
            "of somebody else. You have {stock}.",
            "es": "Va en una arista y continúa tus carreteras o sale de tus edificios, pero no pasa por un "
            "edificio ajeno. Tienes {stock}.",
        },
    ),
    "settlement": (
        "piece",
        {"en": ("settlement",), "es": ("poblado",)},
        {
            "en": "Stands on a corner at one of your roads, at least two edges from any other building; gets one "
            "card when the number of one of its hexes is rolled; 1 point. You have {stock}.",
            "es": "Va en una esquina junto a una de tus carreteras, a dos aristas o más de cualquier otro "
            "edificio; recibe una carta cuando sale el número de uno de sus hexágonos; 1 punto. Tienes "
            "{stock}.",
        },
    ),
    "city": (
        "piece",
        {"en": ("city",), "es": ("ciudad",)},
        {
            "en": "Takes the place of one of your settlements; gets two cards instead of one; 2 points. You have "
            "{stock}.",
            "es": "Sustituye a uno de tus poblados; recibe dos cartas en vez de una; 2 puntos. Tienes {stock}.",
        },
    ),
    "card": (
        "card",
        {"en": ("development card", "card"), "es": ("carta de desarrollo", "carta")},
        {
            "en": "Bought unseen: 14 knights, 5 victory points, 2 each of road building, year of plenty and "
            "monopoly. Playable from your next turn on, one a turn; victory points count at once and stay "
            "hidden.",
            "es": "Se compra sin verla: 14 caballeros, 5 puntos de victoria y 2 de construcción de carreteras, de "
            "año de abundancia y de monopolio. Se juega desde tu siguiente turno, una por turno; los puntos "
            "de victoria cuentan enseguida y ocultos.",
        },
    ),
    "knight": (
        "card",
        {"en": ("knight",), "es": ("caballero",)},
        {
            "en": "Move the robber to another hex and steal a card there. Three played knights bring Largest Army.",
            "es": "Mueve el ladrón a otro hexágono y roba allí una carta. Tres caballeros jugados dan el mayor "
            "ejército.",
        },
    ),
    "victory_point": (
        "card",
        {"en": ("victory point",), "es": ("punto de victoria",)},
        {
            "en": "One point from the moment you buy it; nobody else sees it before the end.",
            "es": "Un punto desde que la compras; nadie más la ve hasta el final.",
        },
    ),
    "road_building": (
        "card",
        {"en": ("road building",), "es": ("construcción de carreteras",)},
        {
            "en": "Place two roads without paying.",
            "es": "Coloca dos carreteras sin pagar.",
        },
    ),
    "year_of_plenty": (
        "card",
        {"en": ("year of plenty", "plenty"), "es": ("año de abundancia", "descubrimiento", "invento")},
        {
            "en": "Take two resource cards of your choice from the bank.",
            "es": "Toma de la banca dos cartas de recursos a tu elección.",
        },
    ),
    "monopoly": (
        "card",
        {"en": ("monopoly",), "es": ("monopolio",)},
        {
            "en": "Name a resource: everybody else gives you all cards of it.",
            "es": "Di un recurso: los demás te dan todas sus cartas de él.",
        },
    ),
    "robber": (
        "rule",
        {"en": ("robber", "seven"), "es": ("ladrón", "siete")},
        {
            "en": "A seven or a knight moves it. Its hex gives nothing, and the mover steals a card at random "
            "from a player with a building there. At a seven, whoever holds more than seven cards first "
            "discards half of them.",
            "es": "Lo mueve un siete o un caballero. Su hexágono no da nada, y quien lo mueve roba al azar una "
            "carta a un jugador con edificio allí. Con un siete, quien tenga más de siete cartas descarta "
            "antes la mitad.",
        },
    ),
    "harbour": (
        "rule",
        {"en": ("harbour", "harbor", "port"), "es": ("puerto",)},
        {
            "en": "A building on one of its two corners lets you give the bank three alike for one (3:1), or two "
            "of the harbour's resource (2:1).",
            "es": "Un edificio en una de sus dos esquinas te deja dar a la banca tres iguales por una (3:1), o "
            "dos del recurso del puerto (2:1).",
        },
    ),
    "bank": (
        "rule",
        {"en": ("bank",), "es": ("banca", "banco")},
        {
            "en": "Gives one card for four alike, fewer with a harbour. {limit}",
            "es": "Da una carta por cuatro iguales, menos con un puerto. {limit}",
        },
    ),
    "offer": (
        "rule",
        {"en": ("offer", "trade"), "es": ("oferta", "trato", "comercio")},
        {
            "en": "In your turn you may offer cards for others{offers}. {close} Nothing is given away, and no "
            "resource stands on both sides.",
            "es": "En tu turno puedes ofrecer cartas por otras{offers}. {close} No se regala nada, y ningún "
            "recurso está en los dos lados.",
        },
    ),
    "longest_road": (
        "bonus",
        {"en": ("Longest Road",), "es": ("ruta más larga", "gran ruta comercial")},
        {
            "en": "2 points for the longest unbroken road of five or more. A building of somebody else cuts it; a "
            "tie leaves it where it is.",
            "es": "2 puntos por la ruta sin cortes más larga, de cinco o más. Un edificio ajeno la corta; con "
            "empate se queda donde está.",
        },
    ),
    "largest_army": (
        "bonus",
        {"en": ("Largest Army",), "es": ("mayor ejército", "gran ejército")},
        {
            "en": "2 points for the first with three played knights, then for whoever has played more than its holder.",
            "es": "2 puntos para el primero que juegue tres caballeros, y después para quien haya jugado más que "
            "quien lo tiene.",
        },
    ),
    "dots": (
        "rule",
        {"en": ("dots", "pips"), "es": ("puntitos",)},
        {
            "en": "How many of the 36 throws of two dice give a number: 5 for 6 and 8, 4 for 5 and 9, down to 1 "
            "for 2 and 12.",
            "es": "Cuántas de las 36 tiradas de dos dados dan un número: 5 para 6 y 8, 4 para 5 y 9, hasta 1 para "
            "2 y 12.",
        },
    ),
    "desert": (
        "terrain",
        {"en": ("desert",), "es": ("desierto",)},
        {
            "en": "Gives nothing; the robber starts here.",
            "es": "No da nada; aquí empieza el ladrón.",
        },
    ),
}
USES = {
    "wood": ("road, settlement", "carretera y poblado"),
    "brick": ("road, settlement", "carretera y poblado"),
    "sheep": ("settlement, development card", "poblado y carta de desarrollo"),
    "wheat": ("settlement, city, development card", "poblado, ciudad y carta de desarrollo"),
    "ore": ("city, development card", "ciudad y carta de desarrollo"),
}


def _resource(name: str) -> tuple[str, dict[str, tuple[str, ...]], dict[str, str]]:
    hexes = TERRAIN.tolist().count(RESOURCES.index(name))
    english, spanish = USES[name]
    return (
        "resource",
        {"en": (WORDS["en"][f"name.{name}"],), "es": (WORDS["es"][f"name.{name}"],)},
        {
            "en": f"A resource of {hexes} of the 19 hexes, for: {english}.",
            "es": f"Un recurso de {hexes} de los 19 hexágonos, para {spanish}.",
        },
    )


ENTRIES |= {name: _resource(name) for name in RESOURCES}
_ids = {
    name.casefold(): entry
    for entry, (_, names, _) in ENTRIES.items()
    for own in names.values()
    for name in (*own, entry)
}
NAMES = tuple(
    dict.fromkeys(name for _, names, _ in ENTRIES.values() for language in ("en", "es") for name in names[language])
)


def card(name: str, language: str) -> dict[str, Any] | None:
    """What a name means in the standard game."""
    return card_under(name, language, {option.name: option.default for option in OPTIONS})


def card_under(name: str, language: str, options: Mapping[str, Any]) -> dict[str, Any] | None:
    """What a name means, asked in either language: its kind, numbers and a text; None for a name that is not of this game."""
    entry = _ids.get(name.casefold())
    if entry is None:
        return None
    kind, names, texts = ENTRIES[entry]
    found: dict[str, Any] = {"id": entry, "name": names[language][0], "kind": kind}
    if entry in COSTS:
        found["cost"] = some(COSTS[entry])
    stocks = {"road": options["roads"], "settlement": SETTLEMENTS, "city": CITIES, "bank": options["bank"] or None}
    if entry in stocks:
        found["stock"] = stocks[entry]
    if entry in CARD_KINDS:
        found["count"] = DECK_COUNTS[CARD_KINDS.index(entry)]
    text = texts[language]
    for place, filled in fills(options, language).items():
        text = text.replace(f"{{{place}}}", filled)
    found["text"] = text.replace("{stock}", str(found.get("stock")))
    return found


def fills(options: Mapping[str, Any], language: str) -> dict[str, str]:
    """What the options of a game change in the texts."""
    english = language == "en"

    def either(en: str, es: str) -> str:
        return en if english else es

    offers = options["max_offers"]
    if not options["bank"]:
        limit = either("It never runs out.", "Nunca se queda sin cartas.")
    elif options["shortage"] == "current":
        limit = either(
            "It has {stock} of each resource; if it cannot pay everybody, only a single player who is due some gets what is "
            "left.",
            "Tiene {stock} de cada recurso; si no le alcanza para todos, solo cobra lo que quede quien sea el único al que le "
            "toca.",
        )
    else:
        limit = either(
            "It has {stock} of each resource; if it cannot pay everybody, nobody gets any of that resource.",
            "Tiene {stock} de cada recurso; si no le alcanza para todos, nadie recibe de ese recurso.",
        )
    if options["trade_close"] == "confirm":
        close = either(
            "The others answer in order, and you choose with whom to trade.",
            "Los demás contestan por orden y tú eliges con quién cerrar el trato.",
        )
    else:
        close = either(
            "The others answer in order, and the first who accepts gets the trade.",
            "Los demás contestan por orden, y el trato es del primero que acepta.",
        )
    return {
        "points": str(options["points"]),
        "own_turn": either(" in your own turn", " en tu turno") if options["win"] == "own_turn" else "",
        "before_roll": either(
            " The development card may also be played before the roll.",
            " La carta de desarrollo también puede jugarse antes de tirar.",
        )
        if options["cards_before_roll"]
        else "",
        "limit": limit,
        "offers": either(f", {offers} times a turn at most", f", {offers} veces por turno como mucho")
        if offers
        else either(", but not in this game", ", pero no en esta partida"),
        "close": close,
    }
