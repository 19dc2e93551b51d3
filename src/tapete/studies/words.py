"""Translations of study labels: tables stay English, pictures do not."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from tapete.arena.drawing import Look

# Phrases of labels, axes and sources; what is not here is the name of an agent or a number.
SPANISH = {
    "second run in the repository": "segunda serie del repositorio",
    "raw results of figure 3": "datos de la figura 3",
    "nobody follows suit": "nadie sigue el palo",
    "play-outs by cheap-winner": "simulaciones con cheap-winner",
    "as published": "como se publicó",
    "as coded": "según el código",
    "as described": "según el texto",
    "as the first player": "como primer jugador",
    "as the second player": "como segundo jugador",
    "mean over all constants": "media de todas las constantes",
    "milliseconds for a decision": "milisegundos por decisión",
    "exploration rate": "tasa de exploración",
    "exploration constant": "constante de exploración",
    "exploration": "exploración",
    "thesis search": "búsqueda de la tesis",
    "thesis heuristic": "heurística de la tesis",
    "preset thesis": "preset=thesis",
    "fair search": "búsqueda sin trampas",
    "fair teacher": "maestro sin trampas",
    "split by game": "partido por partidas",
    "embeddings of cards": "cartas incrustadas",
    "belief inputs": "entradas de creencia",
    "published weights": "pesos publicados",
    "the network alone": "la red sola",
    "the teacher": "el maestro",
    "every minion's attack": "ataque de todos los esbirros",
    "greedy with midrange": "greedy con midrange",
    "greedy with utility": "greedy con utility",
    "code": "código",
    "text": "texto",
    "standard rules": "reglas oficiales",
    "official rules": "reglas oficiales",
    "two players": "dos jugadores",
    "three players": "tres jugadores",
    "four players": "cuatro jugadores",
    "first seat": "primer asiento",
    "sees the deck": "ve el mazo",
    "the other eleven": "los otros once",
    "the other five": "los otros cinco",
    "the other searches": "las otras búsquedas",
    "all opponents": "todos los rivales",
    "all four": "los cuatro",
    "clairvoyant": "clarividente",
    "in training": "al entrenar",
    "new games": "partidas nuevas",
    "generation": "generación",
    "tournament": "torneo",
    "iterations": "iteraciones",
    "minutes": "minutos",
    "without memory": "sin memoria",
    "with it": "con ella",
    "own trait": "rasgo propio",
    "any trait": "cualquier rasgo",
    "neither": "ninguna",
    "rounds": "rondas",
    "card": "carta",
    "won": "ganada",
    "lost": "perdida",
    "easy": "fácil",
    "normal": "normal",
    "hard": "difícil",
    "best": "mejor",
    "level": "nivel",
    "rerun": "repetición",
    "points": "puntos",
    "network": "red",
    "fair": "sin trampas",
    "each": "cada una",
    "any": "todo",
    "all": "todos",
    "then": "luego",
    "until trick": "hasta la baza",
    "guided": "guiada",
    "plain": "simple",
    "calibration": "calibración",
    "figure": "figura",
    "table": "tabla",
    "ours": "nuestro",
    "published": "publicado",
    "to": "a",
    "v": "contra",
}
PHRASES = re.compile(
    r"(?<![\w:=/.-])("
    + "|".join(re.escape(phrase) for phrase in sorted(SPANISH, key=len, reverse=True))
    + r")(?![\w:=/-])"
)


def say(look: Look, text: str) -> str:
    """Return a label of a study in the reader's language.

    Specs of agents, which have colons and equals signs, stay as they are.
    """
    if look.language != "es":
        return text
    return PHRASES.sub(lambda found: SPANISH[found.group(1)], text)


def translated(entries: Sequence[tuple[Any, ...]], look: Look) -> list[tuple[Any, ...]]:
    """Return the translated entries of a picture of published and own figures: label, published (source, value, games), ours,
    ...
    """
    return [
        (say(look, label), [(say(look, source), value, games) for source, value, games in published], *others)
        for label, published, *others in entries
    ]
