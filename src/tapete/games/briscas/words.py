"""The sentences of Briscas in English and Spanish (`tapete.words` says how they are filled)."""

from __future__ import annotations

from tapete.games.briscas.cards import FACES, SUITS

FACE_WORDS = {
    "en": ("ace", "three", "king", "horse", "jack", "seven", "six", "five", "four", "two"),
    "es": ("as", "tres", "rey", "caballo", "sota", "siete", "seis", "cinco", "cuatro", "dos"),
}
FEMININE = ("S",)  # la sota


def _names(language: str) -> dict[str, str]:
    """Suits, faces and cards; `the.` is a card's name with its article."""
    of = {"en": "of", "es": "de"}[language]
    found = {f"name.{suit}": suit for suit in SUITS}
    for face, word in zip(FACES, FACE_WORDS[language], strict=True):
        found[f"face.{face}"] = word
        article = "the" if language == "en" else "la" if face in FEMININE else "el"
        for suit in SUITS:
            found[f"name.{face}-{suit}"] = f"{word} {of} {suit}"
            found[f"the.{face}-{suit}"] = f"{article} {word} {of} {suit}"
    return found


WORDS: dict[str, dict[str, str]] = {
    "en": {
        # Why a move is good, as tried out: {a} for the move, {b} for the next best
        "claim.trick": "your side takes the trick in {a} of the tries, the next best in {b}",
        "claim.points": "points in the trick on average: {a}, the next best {b}",
        **_names("en"),
        "hint": "a card by name (A-copas, 7o, king of bastos, rey de bastos), its number in the list, or 'exchange'",
        "phase.lead": "Your turn: lead any card.",
        "phase.answer": "Your turn: answer the {card}.",
        "phase.over": "The game is over.",
        "move.play": "play {card}",
        "move.exchange": "exchange the {gives} for the {takes}",
        "event.lead": "{seat:seat} leads the {card}.",
        "event.lead.you": "you lead the {card}.",
        "event.play": "{seat:seat} plays the {card}.",
        "event.play.you": "you play the {card}.",
        "event.exchange": "{seat:seat} exchanges the {gives} for the {takes}.",
        "event.exchange.you": "you exchange the {gives} for the {takes}.",
        "event.void": "{seat:seat} has no {suit}.",
        "event.void.you": "you have shown that you have no {suit}.",
        "event.trick": "{seat:seat} takes the trick with the {card}: {points} {points:point|points}.",
        "event.trick.you": "you take the trick with the {card}: {points} {points:point|points}.",
        "event.draw": "{seat:seat} draws the {card}.",
        "event.draw.you": "you draw the {card}.",
        "event.hidden_draw": "{seat:seat} draws a card.",
        "event.face_up": "{seat:seat} takes the face-up {card}.",
        "event.face_up.you": "you take the face-up {card}.",
        "event.stock_empty": "no more cards to draw: the last {tricks} {tricks:trick|tricks}.",
        "event.partner": "your partner, {seat:seat}, holds {cards:and}.",
        "event.unfinished": "the trick is not finished: {cards:and} {count:counts|count} for nobody.",
        "event.stopped": "{points} points are enough: the cards left are not played.",
        "event.won": "{winner} wins {points} to {others:and}.",
        "event.won.many": "{winner} win {points} to {others:and}.",
        "event.won.you": "you win {points} to {others:and}.",
        "event.won_by_cards": "{winner} wins {points} to {others:and}, with more cards.",
        "event.won_by_cards.many": "{winner} win {points} to {others:and}, with more cards.",
        "event.won_by_cards.you": "you win {points} to {others:and}, with more cards.",
        "event.tie": "{points} to {points}: nobody wins.",
        "event.tie.many": "{winner} share the win with {points} points.",
        # What the game came to
        "fact.tricks": "tricks taken",
        "fact.taken": "points in them",
        "fact.best_trick": "best trick",
        "fact.trumps": "trumps taken",
        "fact.briscas_lost": "aces and threes lost to others",
        "table.trump": "Trump {suit} ({stock})",
        "table.stock": "{card} under a stock of {left}",
        "table.stock_empty": "stock empty",
        "table.stock_thesis": "{card} fixed trump and is out of the game; stock {left}",
        "table.points": "Points",
        "table.side": "seat {seat}: {points}",
        "table.pair": "seats {seat} and {partner}: {points}",
        "table.last_trick": "Last trick: {plays}; {seat:seat} took {points} {points:point|points}",
        "table.last_trick.you": "Last trick: {plays}; you took {points} {points:point|points}",
        "table.play": "{seat:seat} {card}",
        "table.holds": "Seat {seat} holds {cards}",
        "table.known": "Seat {seat} is known to hold {cards}",
        "table.trick": "On the table:  {played}",
        "table.played": "seat {seat} played",
        "table.hand": "Your hand (seat {seat}):",
        "table.no_hand": "Your hand (seat {seat}) is empty",
        **{f"drawn.{face}": face for face in FACES},
    },
    "es": {
        # Why a move is good, as tried out: {a} for the move, {b} for the next best
        "claim.trick": "tu bando se lleva la baza en el {a} de los intentos; la siguiente jugada, en el {b}",
        "claim.points": "puntos de media en la baza: {a}; la siguiente jugada, {b}",
        **_names("es"),
        "hint": "una carta por su nombre (as de copas, 7o, rey de bastos), su número en la lista, o 'cambiar'",
        "phase.lead": "Te toca: sal con cualquier carta.",
        "phase.answer": "Te toca responder: han salido con {card}.",
        "phase.over": "La partida ha terminado.",
        "move.play": "jugar {card}",
        "move.exchange": "cambiar {gives} por {takes}",
        "event.lead": "{seat:seat} sale con {card}.",
        "event.lead.you": "sales con {card}.",
        "event.play": "{seat:seat} juega {card}.",
        "event.play.you": "juegas {card}.",
        "event.exchange": "{seat:seat} cambia {gives} por {takes}.",
        "event.exchange.you": "cambias {gives} por {takes}.",
        "event.void": "{seat:seat} no tiene {suit}.",
        "event.void.you": "has enseñado que no tienes {suit}.",
        "event.trick": "{seat:seat} se lleva la baza con {card}: {points} {points:punto|puntos}.",
        "event.trick.you": "te llevas la baza con {card}: {points} {points:punto|puntos}.",
        "event.draw": "{seat:seat} roba {card}.",
        "event.draw.you": "robas {card}.",
        "event.hidden_draw": "{seat:seat} roba una carta.",
        "event.face_up": "{seat:seat} se lleva la carta descubierta: {card}.",
        "event.face_up.you": "te llevas la carta descubierta: {card}.",
        "event.stock_empty": "se acabó el mazo: ya no se roba. {tricks:Queda|Quedan} {tricks} {tricks:baza|bazas}.",
        "event.partner": "tu compañero, {seat:seat}, tiene {cards:and}.",
        "event.unfinished": "la baza queda sin terminar: {cards:and} no {count:cuenta|cuentan} para nadie.",
        "event.stopped": "{points} puntos bastan: las cartas que quedan no se juegan.",
        "event.won": "{winner} gana {points} a {others:and}.",
        "event.won.many": "{winner} ganan {points} a {others:and}.",
        "event.won.you": "ganas {points} a {others:and}.",
        "event.won_by_cards": "{winner} gana {points} a {others:and}, por tener más cartas.",
        "event.won_by_cards.many": "{winner} ganan {points} a {others:and}, por tener más cartas.",
        "event.won_by_cards.you": "ganas {points} a {others:and}, por tener más cartas.",
        "event.tie": "{points} a {points}: empate, no gana nadie.",
        "event.tie.many": "{winner} empatan a {points} puntos.",
        # What the game came to
        "fact.tricks": "bazas ganadas",
        "fact.taken": "puntos en ellas",
        "fact.best_trick": "mejor baza",
        "fact.trumps": "triunfos ganados",
        "fact.briscas_lost": "ases y treses perdidos",
        "table.trump": "Triunfo: {suit} ({stock})",
        "table.stock": "{card} bajo un mazo de {left}",
        "table.stock_empty": "mazo agotado",
        "table.stock_thesis": "{card} marcó el triunfo y está fuera del juego; mazo de {left}",
        "table.points": "Puntos",
        "table.side": "jugador {seat}: {points}",
        "table.pair": "jugadores {seat} y {partner}: {points}",
        "table.last_trick": "Última baza: {plays}; se la llevó {seat:seat}: {points} {points:punto|puntos}",
        "table.last_trick.you": "Última baza: {plays}; te la llevaste tú: {points} {points:punto|puntos}",
        "table.play": "{seat:seat}, {card}",
        "table.holds": "El jugador {seat} tiene {cards}",
        "table.known": "Se sabe que el jugador {seat} tiene {cards}",
        "table.trick": "En la mesa:  {played}",
        "table.played": "carta del jugador {seat}",
        "table.hand": "Tu mano (jugador {seat}):",
        "table.no_hand": "Tu mano (jugador {seat}) está vacía",
        **{f"drawn.{face}": face for face in FACES},
        "drawn.A": "As",
        "drawn.K": "Rey",
        "drawn.C": "Cab",
        "drawn.S": "Sota",
    },
}
