"""Briscas as data: what a seat sees, moves, and events ("As data" in docs/rules/briscas.md).

A card is its id (`A-oros`), a suit its name. A description contains all finished tricks, which are public, so that a
reader needs nothing else to show the last trick, to count cards or to add up a result.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from tapete.core.presentation import Description, Event, Move, Presentation
from tapete.core.state import State
from tapete.games.briscas import explain, text
from tapete.games.briscas.cards import CARD_OF_ID, IDS, SUITS, ids
from tapete.games.briscas.options import FOLLOW_OR_TRUMP, FREE, SEE_START, SEE_STOCK_EMPTY, STOCK_EMPTY
from tapete.games.briscas.restore import fill_in, refuse_contradictions
from tapete.games.briscas.rules import CARDS, EXCHANGE_SEVEN, EXCHANGE_TWO, HAND, POINTS, SEVEN, TWO, beats
from tapete.games.briscas.summary import summary


def hand_of(state: State, seat: int) -> list[int]:
    """Return the cards of a seat, in the order received."""
    record = state.record
    return record["hand"][seat][: record["held"][seat]].tolist()


def trick_of(state: State) -> list[tuple[int, int]]:
    """Return (seat, card) of the cards on the table, the leader's first."""
    record = state.record
    players = int(record["players"])
    return [((int(record["leader"]) + i) % players, int(record["trick"][i])) for i in range(record["trick_size"])]


def cards_in(bits: int) -> list[int]:
    return [card for card in range(CARDS) if bits >> card & 1]


# Known cards of other hands


def known_cards(state: State, observer: int | None) -> dict[int, list[int]]:
    """Return the cards in other hands that the observer knows: taken face up, by exchange, or seen at a partner's."""
    record = state.record
    players = int(record["players"])
    found = {}
    for seat in range(players):
        if seat == observer:
            continue
        hand = hand_of(state, seat)
        cards = {card for card in hand if int(record["known"]) >> card & 1}
        if players == 4 and observer is not None and seat == (observer + 2) % 4:
            if record["partners_see_hands"] == SEE_START:
                cards |= set(hand) & set(record["first_hand"][seat].tolist())
            elif record["partners_see_hands"] == SEE_STOCK_EMPTY and record["stock_left"] == 0:
                cards = set(hand)
        found[seat] = sorted(cards)
    return found


def known(state: State, observer: int) -> Mapping[str, Any]:
    return {"in_hands": known_cards(state, observer)}


# History


@dataclass
class Past:
    """Public history from the log: finished tricks, exchanges, and voids shown."""

    tricks: list[dict[str, Any]] = field(default_factory=list)
    exchanges: list[dict[str, Any]] = field(default_factory=list)
    voids: list[dict[str, Any]] = field(default_factory=list)


def past_of(state: State) -> Past:
    """Return the public history, in order."""
    record = state.record
    players, trump = int(record["players"]), int(record["trump"])
    actions = record["log"][: record["logged"]].tolist()
    plays = sum(action < CARDS for action in actions)
    stock = max(0, int(record["stock_left"]) + int(record["held"].sum()) + plays - HAND * players)  # when the log began
    player, face_up = int(record["first_player"]), int(record["trump_card"])
    past = Past()
    trick: list[tuple[int, int]] = []
    done = 0
    for action in actions:
        if action >= CARDS:
            given = given_in_exchange(trump, action)
            past.exchanges.append({"seat": player, "gives": IDS[given], "takes": IDS[face_up], "after_plays": done})
            face_up = given
            continue
        if trick and binding(state, stock) and action // 10 != trick[0][1] // 10:
            missing = [trick[0][1] // 10]
            if record["follow_suit"] == FOLLOW_OR_TRUMP and action // 10 != trump and trump not in missing:
                missing.append(trump)
            number = len(past.tricks) + 1
            past.voids += [{"seat": player, "suit": SUITS[suit], "trick": number} for suit in missing]
        trick.append((player, action))
        done += 1
        player = (player + 1) % players
        if len(trick) == players:
            winner = holder(trick, trump)[0]
            past.tricks.append({"cards": on_table(trick), "winner": winner, "points": worth(trick)})
            trick = []
            player = winner
            stock = max(0, stock - players)
    return past


def binding(state: State, stock: int) -> bool:
    """Return whether followers must follow suit while the stock has so many cards."""
    record = state.record
    if record["follow_suit"] == FREE or record["thesis_engine"]:
        return False
    return record["phase"] != STOCK_EMPTY or stock == 0


def given_in_exchange(trump: int, action: int) -> int:
    return 10 * trump + (SEVEN if action == EXCHANGE_SEVEN else TWO)


def holder(trick: list[tuple[int, int]], trump: int) -> tuple[int, int]:
    """Return (seat, card) of the play that is winning a trick."""
    best = trick[0]
    for play in trick[1:]:
        if beats.function(play[1], best[1], trump):
            best = play
    return best


def on_table(trick: list[tuple[int, int]]) -> list[dict[str, Any]]:
    return [{"seat": seat, "card": IDS[card]} for seat, card in trick]


def worth(trick: list[tuple[int, int]]) -> int:
    return sum(int(POINTS[card]) for _, card in trick)


# The table


def describe(state: State, seat: int | None) -> Description:
    """Describe trump, stock, tricks, and each player's cards as far as the seat sees them; None: all of them."""
    record = state.record
    trump, thesis = int(record["trump"]), bool(record["thesis_engine"])
    trick, past = trick_of(state), past_of(state)
    held_by = holder(trick, trump) if trick else None
    removed = state.game.options["removed_two"] if state.game.seats == 3 and not thesis else None
    bound = bool(trick) and not state.over and binding(state, int(record["stock_left"]))
    return {
        "options": dict(state.game.options),
        "phase": "over" if state.over else "answer" if trick else "lead",
        "trump": SUITS[trump],
        "turned": IDS[record["trump_card"]],
        "removed": f"2-{removed}" if removed else None,
        "stock": describe_stock(state, seat),
        "first_player": int(record["first_player"]),
        "leader": int(record["leader"]),
        "trick": on_table(trick),
        "trick_points": worth(trick),
        "holds": on_table([held_by])[0] if held_by else None,
        "must_follow": SUITS[trick[0][1] // 10] if bound else None,
        "players": [describe_player(state, seat, other, past) for other in range(state.game.seats)],
        "sides": [describe_side(state, side) for side in range(record["sides"])],
        "tricks": past.tricks,
        "exchanges": past.exchanges,
        "voids": past.voids,
    }


def describe_stock(state: State, seat: int | None) -> dict[str, Any]:
    """Describe the stock: cards left and the face-up card; for None also its cards in the order of drawing."""
    record = state.record
    left = int(record["stock_left"])
    face_up = left > 0 and not record["thesis_engine"]
    found: dict[str, Any] = {"left": left, "face_up": IDS[record["stock"][0]] if face_up else None}
    if seat is None:
        found["cards"] = ids(record["stock"][:left][::-1].tolist())
    return found


def describe_player(state: State, observer: int | None, seat: int, past: Past) -> dict[str, Any]:
    """Describe one player: the hand if it is visible, its known cards, the cards it has played."""
    record = state.record
    in_pairs = state.game.seats == 4
    hand = hand_of(state, seat)
    if seat == observer:
        known = [card for card in sorted(hand) if int(record["known"]) >> card & 1]
    else:
        known = known_cards(state, observer)[seat]
    found: dict[str, Any] = {
        "side": seat % int(record["sides"]),
        "partner": (seat + 2) % 4 if in_pairs else None,
        "count": len(hand),
        "hand": ids(hand) if observer in (seat, None) else None,
        "known": ids(known),
        "played": ids(cards_in(int(record["played"][seat]))),
        "tricks": sum(trick["winner"] == seat for trick in past.tricks),
    }
    if record["partners_see_hands"] == SEE_START:
        seen = observer is None or seat % 2 == observer % 2
        found["first_hand"] = ids(record["first_hand"][seat].tolist()) if seen else None
    return found


def describe_side(state: State, side: int) -> dict[str, Any]:
    record = state.record
    seats = [seat for seat in range(state.game.seats) if seat % int(record["sides"]) == side]
    return {"seats": seats, "points": int(record["points"][side]), "cards": int(record["captured"][side])}


# Moves


def move(state: State, action: int) -> Move:
    """Return a play or an exchange of the face-up trump as data."""
    if action in (EXCHANGE_SEVEN, EXCHANGE_TWO):
        given = given_in_exchange(int(state.record["trump"]), action)
        return {
            "seat": state.seat,
            "kind": "exchange",
            "gives": IDS[given],
            "takes": IDS[state.record["stock"][0]],
        }
    return {"seat": state.seat, "kind": "play", "card": IDS[action]}


def action(state: State, wanted: Mapping[str, Any]) -> int | None:
    """Return the action of a move given as data; it need not be legal."""
    kind = wanted.get("kind")
    if kind == "play":
        card = wanted.get("card")
        return CARD_OF_ID.get(card) if isinstance(card, str) else None
    if kind == "exchange":
        for exchange in (EXCHANGE_SEVEN, EXCHANGE_TWO):
            if IDS[given_in_exchange(int(state.record["trump"]), exchange)] == wanted.get("gives"):
                return exchange
    return None


# Events


def happened(before: Mapping[str, Any], move: Mapping[str, Any], after: Mapping[str, Any]) -> list[Event]:
    """Return the events of a move: the card or exchange, voids shown, the trick it finished, the draws, the end."""
    seat = move["seat"]
    if move["kind"] == "exchange":
        return [{"kind": "exchange", "seat": seat, "gives": move["gives"], "takes": move["takes"]}]
    events: list[Event] = [{"kind": "play", "seat": seat, "card": move["card"]}]
    if not before["trick"]:
        events[0] |= {"kind": "lead", "number": len(before["tricks"]) + 1}
    for void in after["voids"][len(before["voids"]) :]:
        events.append({"kind": "void", "seat": void["seat"], "suit": void["suit"]})
    if len(after["tricks"]) > len(before["tricks"]):
        events.append(trick_won(before, after))
        events += draws(before, after)
    if after["over"]:
        events += ending(after)
    return events


def trick_won(before: Mapping[str, Any], after: Mapping[str, Any]) -> Event:
    """Return the event of a finished trick: its winner, the winning card, all cards and points."""
    trick = after["tricks"][-1]
    winner = trick["winner"]
    return {
        "kind": "trick",
        "seat": winner,
        "card": next(play["card"] for play in trick["cards"] if play["seat"] == winner),
        "points": trick["points"],
        "cards": [play["card"] for play in trick["cards"]],
        "side_points": after["sides"][after["players"][winner]["side"]]["points"],
    }


def draws(before: Mapping[str, Any], after: Mapping[str, Any]) -> list[Event]:
    """Return the draws after a trick, in order; with the card only if this seat saw it."""
    winner, players = after["tricks"][-1]["winner"], len(after["players"])
    order = [(winner + k) % players for k in range(players)]
    if after["options"]["thesis_engine"]:
        order = [winner, *(seat for seat in range(players) if seat != winner)]
    drawn = before["stock"]["left"] - after["stock"]["left"]
    events: list[Event] = []
    for place, seat in enumerate(order[:drawn]):
        hand = after["players"][seat]["hand"]
        if before["stock"]["face_up"] and before["stock"]["left"] - place == 1:
            events.append({"kind": "face_up", "seat": seat, "card": before["stock"]["face_up"]})
        elif hand is not None:
            events.append({"kind": "draw", "seat": seat, "card": hand[-1]})
        else:
            events.append({"kind": "hidden_draw", "seat": seat})
    if drawn and after["stock"]["left"] == 0:
        events.append({"kind": "stock_empty", "tricks": max(player["count"] for player in after["players"])})
        partner = None if after["observer"] is None else after["players"][after["observer"]]["partner"]
        if partner is not None and after["options"]["partners_see_hands"] == "stock_empty":
            events.append({"kind": "partner", "seat": partner, "cards": after["players"][partner]["known"]})
    return events


def ending(after: Mapping[str, Any]) -> list[Event]:
    """Return the cards left over, and the winners with their points."""
    events: list[Event] = []
    if after["trick"]:
        events.append({"kind": "unfinished", "cards": [play["card"] for play in after["trick"]]})
    elif after["options"]["early_stop"] and any(player["count"] for player in after["players"]):
        events.append({"kind": "stopped", "points": max(side["points"] for side in after["sides"])})
    sides = after["sides"]
    best = max(after["returns"])
    winners = [side for side in sides if after["returns"][side["seats"][0]] >= best - 1e-9]
    losers = [side for side in sides if side not in winners]
    seats = sorted(seat for side in winners for seat in side["seats"])
    others = sorted((side["points"] for side in losers), reverse=True)
    points = winners[0]["points"]
    if len(winners) > 1:
        return [*events, {"kind": "tie", "seats": seats, "points": points, "sides": len(winners), "others": others}]
    kind = "won_by_cards" if points in others else "won"
    return [*events, {"kind": kind, "seats": seats, "points": points, "others": others, "cards": winners[0]["cards"]}]


# Restoring


def restore(state: State, description: Mapping[str, Any]) -> None:
    """Restore the position of a full description, which may have been edited."""
    fill_in(state, description)
    state.record["voids"] = sum(1 << seat for seat in {void["seat"] for void in past_of(state).voids})
    refuse_contradictions(description, describe(state, None))


PRESENTATION = Presentation(
    describe=describe,
    move=move,
    restore=restore,
    action=action,
    events=happened,
    summary=summary,
    words=text.WORDS,
    text=text.table,
    event_phrase=text.event_phrase,
    parse=text.parse,
    card=explain.card,
    card_with_options=explain.card,
    cards=explain.NAMES,
)
