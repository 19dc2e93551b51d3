"""How a person reads Happy Little Dinosaurs: cards, the table, what happened, the moves, and games set up from facts."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

from tapete.errors import BadOption
from tapete.game import HIDDEN, SEEN, UNNOTICED, State, Text
from tapete.games.dinosaurs import rules
from tapete.games.dinosaurs.cards import (
    BOOST,
    CARDS,
    CLAW,
    DECK,
    DETOUR,
    DINOSAURS,
    DISASTER_COPIES,
    DISASTERS,
    FERN,
    FILE,
    IDS,
    JUICE,
    LOOKOUT,
    PEBBLE,
    SAP,
    SHELTER,
    SPRING,
    TRAIT,
    TYPES,
    VALUE,
    VINE,
    copies,
)
from tapete.games.dinosaurs.explain import EXPLAINED, explain
from tapete.games.dinosaurs.rules import NONE, PAIR, PASS, SELF

ROUTE = 25  # characters of a drawn escape route
PHASE_NAMES = {
    rules.CHOOSE: "choose a Point card, face down",
    rules.SUDDEN_DEATH: "sudden death: play a Point card, face down; the lowest printed value loses",
    rules.SCORING: "scores are being counted: play an instant or pass",
    rules.RESPONSE: "the disaster is about to be taken: avert it or pass",
    rules.DISCARD: "may discard one card",
    rules.TAKE: "take one card of the hand looked at",
    rules.ADD_POINT_CARD: f"{CARDS[PEBBLE]['name']}: discard a Point card to add its value, or pass",
    rules.ADD_EFFECT_CARD: f"{CARDS[JUICE]['name']}: discard a Point card with an effect to add its value, or pass",
    rules.THROW: f"{CARDS[SPRING]['name']}: discard a card or stop",
    rules.LOOK: f"{CARDS[LOOKOUT]['name']}: look at the top two cards or pass",
    rules.KEEP: f"{CARDS[LOOKOUT]['name']}: keep one of the two cards",
    rules.ROB: f"{CARDS[CLAW]['name']}: choose whose hand to look at, or pass",
    rules.SWAP_WITH_NEIGHBOUR: f"{CARDS[VINE]['name']}: swap with a neighbour or pass",
    rules.SWAP_TWO: f"{CARDS[FERN]['name']}: swap the cards of two players or pass",
    rules.TARGET: "choose a player for the instant",
    rules.REDIRECT: "choose who gets the disaster",
}
ENDINGS = {
    rules.FIFTY_AT_AWARD: "fifty points",
    rules.FIFTY_AT_END: "fifty points by disaster steps",
    rules.LAST_ALIVE: "the last one alive",
    rules.ROUND_LIMIT: "the limit of rounds",
}
WHY_BOTTOM = {
    rules.FULL_TIE: "everybody ties",
    rules.TIE_UNBROKEN: "nobody can break the tie",
    rules.SHELTERED: f"{CARDS[SHELTER]['name']} was played",
}


def card_name(card: int) -> str:
    """A card with its value, a star if it has an effect: `Tree Lookout (7*)`."""
    entry = CARDS[card]
    if "value" not in entry:
        return entry["name"]
    return f"{entry['name']} ({entry['value']}{'*' if 'effect' in entry else ''})"


def card_help(card: int) -> str:
    return CARDS[card].get("text", "A Point card without effect.")


def cards_in(low: int, high: int) -> list[int]:
    """The cards of a counted set, by ascending type."""
    both = int(low) | int(high) << 64
    return [card for card in range(TYPES) for _ in range(both >> 4 * card & 15)]


def hand_of(state: State, seat: int) -> list[int]:
    return cards_in(*state.record["hand"][seat])


def known_cards(state: State, observer: int, seat: int) -> list[int]:
    """Cards that an observer is sure to be in another seat's hand (or face down before it)."""
    return sorted(int(card) - 1 for card in state.record["known"][observer][seat] if card)


def bottom_of(state: State) -> list[int]:
    """Disasters known to be at the bottom of their deck, the upper one first."""
    word = int(state.record["bottom"])
    return [word >> 2 * i & 3 for i in range(state.record["bottom_size"])]


def events(state: State) -> list[tuple[int, int, int]]:
    """(kind, seat, value) of what everybody has seen since the last reveal."""
    found = []
    for entry in state.record["log"][: state.record["logged"]]:
        value = int(entry) & 255
        found.append((int(entry) >> 10, int(entry) >> 8 & 3, value - 256 if value > 127 else value))
    return found


CARD_EVENTS = {
    rules.REVEALED: "reveals {}",
    rules.ADDED: "adds {} to its score",
    rules.THREW: "discards {}",
    rules.LOOKED: "keeps one of the top two cards and discards {}",
    rules.FOUGHT: "plays {} in sudden death",
    rules.GAVE_UP: "discards {} after the disaster",
    rules.REDREW: "has no Point card, shows {} and draws anew",
}
NUMBER_EVENTS = {
    rules.STOLE: "takes a card from seat {}",
    rules.SCORED: "scores {}",
    rules.ADVANCED: "has the highest score and runs {} steps",
    rules.WITHOUT: "has no Point card for sudden death",
    rules.OUT: "is out of the game",
    rules.MOVED: "runs {} more for its disasters",
}


def event_text(kind: int, seat: int, value: int) -> str:
    """One event in words."""
    if kind == rules.BOTTOM:  # here the seat is the reason
        return f"the {DISASTERS[value]} disaster goes to the bottom: {WHY_BOTTOM[seat]}"
    if kind == rules.PLAYED:
        card, target = value & 31, value >> 5
        aimed = f" on {'itself' if target == seat else f'seat {target}'}" if card in (BOOST, SAP, DETOUR) else ""
        what = f"plays {card_name(card)}{aimed}"
    elif kind == rules.SWAPPED:
        what = f"swaps the cards of seats {value >> 2} and {value & 3}"
    elif kind == rules.TOOK:
        what = f"takes the {DISASTERS[value]} disaster"
    elif kind in CARD_EVENTS:
        what = CARD_EVENTS[kind].format(card_name(value))
    else:
        what = NUMBER_EVENTS[kind].format(value)
    return f"seat {seat} {what}"


def provisional_score(state: State, seat: int) -> int | None:
    """The score of the round before any inversion; None for a seat without a card on the table."""
    record = state.record
    card = int(record["table"][seat])
    if card == NONE:
        return None
    disaster = int(record["disaster"])
    trait = int(TRAIT[record["dinosaur"][seat], disaster]) if disaster != NONE else 0
    step = 4 if record["star"] else 2
    return (
        int(VALUE[card])
        + int(record["added"][seat])
        + trait
        + step * (int(record["boosts"][seat]) - int(record["saps"][seat]))
    )


def trait_text(dinosaur: int) -> str:
    traits = FILE["dinosaurs"][dinosaur]["traits"]
    return ", ".join(f"{value:+d} {name}" for name, value in traits.items())


def route_text(position: int) -> str:
    done = min(ROUTE, position * ROUTE // rules.GOAL)
    return "=" * done + ">" + "." * (ROUTE - done)


def seat_text(state: State, seat: int, observer: int | None) -> list[str]:
    """A player's route, disasters, card on the table and score."""
    record = state.record
    dinosaur, position = int(record["dinosaur"][seat]), int(record["position"][seat])
    area = [f"{count} {name}" for name, count in zip(DISASTERS, record["area"][seat].tolist(), strict=True) if count]
    alive = int(record["alive"]) >> seat & 1
    mark = "you" if seat == observer else "   "
    name = f"Seat {seat} {mark} {DINOSAURS[dinosaur]:<6}"
    line = f"{name} {position:>2}/{rules.GOAL} {route_text(position)} disasters: {', '.join(area) or 'none'}"
    lines = [line if alive else f"{line}  (out)"]
    details = [f"trait {trait_text(dinosaur)}", f"{int(record['held'][seat])} cards in hand"]
    table, score = int(record["table"][seat]), provisional_score(state, seat)
    if int(record["face_down"][seat]) != NONE:
        shown = seat == observer or observer is None
        details.append(f"face down: {card_name(int(record['face_down'][seat]))}" if shown else "a card face down")
    if table != NONE:
        details.append(f"on the table: {card_name(table)}")
        if record["disaster"] != NONE:
            details.append(f"score {score}")
    if alive:
        lines.append("        " + "; ".join(details))
    return lines


def state_text(state: State, seat: int | None) -> str:
    """The table as a seat sees it."""
    record = state.record
    disaster = int(record["disaster"])
    bottom = bottom_of(state)
    shown = DISASTERS[disaster] if disaster != NONE else "taken or put away"
    decks = f"{int(record['disasters_left']) + len(bottom)} disasters left"
    if bottom:
        decks += f", known at the bottom: {', '.join(DISASTERS[kind] for kind in bottom)}"
    lines = [f"Round {state.turn}   disaster: {shown}   ({decks}; {int(record['deck_left'])} cards in the deck)"]
    for player in range(int(record["players"])):
        lines += seat_text(state, player, seat)
        if seat is None and record["held"][player]:
            lines.append("        holds " + ", ".join(card_name(card) for card in hand_of(state, player)))
        elif seat is not None and player != seat and known_cards(state, seat, player):
            known = ", ".join(card_name(card) for card in known_cards(state, seat, player))
            lines.append(f"        you know of: {known}")
    discards = cards_in(*record["discards"])
    if discards:
        counted = [f"{discards.count(card)} {card_name(card)}" for card in sorted(set(discards))]
        lines.append(f"Discard pile: {', '.join(counted)}")
    force = []
    if int(record["inversions"]) % 2:
        force.append("highest and lowest scores will be exchanged")
    if record["star"]:
        force.append("boosts and saps count four")
    if force:
        lines.append("In force: " + "; ".join(force))
    happened = [event_text(*event) for event in events(state)]
    if happened:
        fresh = any(card != NONE for card in record["table"].tolist()) or state.over
        lines.append(("This round: " if fresh else "Last round: ") + "; ".join(happened) + ".")
    if seat is not None and record["held"][seat]:
        lines.append(f"Your hand (seat {seat}):")
        lines += [f"  {card_name(card):<20} {card_help(card)}" for card in hand_of(state, seat)]
    if state.over:
        winners = [str(s) for s in range(int(record["players"])) if int(record["winners"]) >> s & 1]
        names = f"seat {winners[0]} wins" if len(winners) == 1 else f"seats {', '.join(winners)} share the win"
        lines.append(f"The game is over: {names} ({ENDINGS[int(record['reason'])]}).")
    else:
        lines.append(f"Seat {state.seat}: {PHASE_NAMES[int(record['phase'])]}.")
    return "\n".join(lines)


VERBS = {
    rules.CHOOSE: "play {}",
    rules.SUDDEN_DEATH: "play {}",
    rules.SCORING: "play {}",
    rules.RESPONSE: "play {}",
    rules.DISCARD: "discard {}",
    rules.TAKE: "take {}",
    rules.ADD_POINT_CARD: "discard and add {}",
    rules.ADD_EFFECT_CARD: "discard and add {}",
    rules.THROW: "discard {}",
    rules.KEEP: "keep {}",
}


def action_text(state: State, action: int) -> str:
    """What an action does, in a few words."""
    record = state.record
    phase, players, seat = int(record["phase"]), int(record["players"]), state.seat
    if action == PASS:
        return {rules.THROW: "stop", rules.RESPONSE: "take the disaster", rules.DISCARD: "keep all cards"}.get(
            phase, "pass"
        )
    if action < TYPES:
        return "look at the top two cards" if phase == rules.LOOK else VERBS.get(phase, "{}").format(card_name(action))
    if action >= PAIR:
        near, far = ((1, 2), (1, 3), (2, 3))[action - PAIR]
        return f"swap the cards of seats {(seat + near) % players} and {(seat + far) % players}"
    other = (seat + action - SELF) % players
    who = "yourself" if other == seat else f"seat {other}"
    if phase == rules.TARGET:
        return f"{CARDS[int(record['subject'])]['name']} on {who}"
    return {
        rules.ROB: f"look at the hand of {who} and take a card",
        rules.SWAP_WITH_NEIGHBOUR: f"swap your card with that of {who}",
        rules.SWAP_TWO: f"swap your card with that of {who}",
        rules.REDIRECT: f"give the disaster to {who}",
    }.get(phase, who)


def parse(state: State, text: str) -> int | None:
    """A card by id (P7E) or name, a seat by number, `pass`."""
    cleaned = text.strip().lower()
    legal = state.legal()
    if cleaned in ("pass", "stop", "p", "no", "-"):
        return PASS if PASS in legal else None
    if cleaned == "look" and LOOKOUT in legal:
        return LOOKOUT
    for card in range(TYPES):
        if cleaned in (IDS[card].lower(), CARDS[card]["name"].lower(), card_name(card).lower()):
            return card
    if cleaned.startswith("seat "):
        players = state.game.seats
        named = [a for a in legal if SELF <= a < PAIR and f"seat {(state.seat + a - SELF) % players}" == cleaned]
        return named[0] if named else None
    return None


def known(state: State, observer: int) -> Mapping[str, Any]:
    """Cards sure to be in other hands, disasters known to be at the bottom, the two cards being looked at."""
    players = state.game.seats
    facts: dict[str, Any] = {
        "in_hands": {s: [IDS[c] for c in known_cards(state, observer, s)] for s in range(players) if s != observer},
        "bottom_disasters": [DISASTERS[kind] for kind in bottom_of(state)],
    }
    if state.record["phase"] == rules.KEEP and state.seat == observer:
        facts["looked_at"] = [IDS[card] for card in state.record["looked"].tolist()]
    return facts


def hides(state: State, action: int) -> int:
    """Cards chosen face down, taken from a hand or kept after a look are not seen by the others.

    Who adds nothing by Odd Pebble or Fern Juice may have had nothing to add, and then was not asked (section 7).
    """
    phase = int(state.record["phase"])
    if action == PASS and phase in (rules.ADD_POINT_CARD, rules.ADD_EFFECT_CARD):
        return UNNOTICED
    return HIDDEN if phase in (rules.CHOOSE, rules.SUDDEN_DEATH, rules.TAKE, rules.KEEP) else SEEN


def set_up(state: State, facts: Mapping[str, Any]) -> None:
    """A game from facts: `main` and `disasters` (decks, top first, as numbers or ids), `dinosaurs` by seat.

    Optional `positions` (steps of each seat) and `areas` (counts of natural, predatory, emotional, meteor of each seat) start the
    first round from there. Decks not given are shuffled from `seed`.
    """
    record, functions = state.record, set_up_functions()
    players = state.game.seats
    functions["take_options"](record, state.game.encoded_options)
    functions["seed_rng"](record, int(facts.get("seed", 0)))
    chosen = [numbered(d, DINOSAURS, "dinosaurs") for d in facts.get("dinosaurs", DINOSAURS[:players])]
    if len(chosen) < players or len(set(chosen[:players])) < players:
        raise BadOption(f"dinosaurs: {players} different ones, by seat")
    record["dinosaur"] = NONE
    record["dinosaur"][:players] = chosen[:players]
    if "main" in facts:
        main = [numbered(card, IDS, "main") for card in facts["main"]]
        expected = copies(bool(record["two_player"]))
        if [main.count(card) for card in range(TYPES)] != expected:
            raise BadOption(f"main: must hold the {sum(expected)} cards of the deck in use")
        record["deck"][: len(main)] = main[::-1]
        record["stacked"] = 1
    for seat, area in enumerate(facts.get("areas", ())):
        record["area"][seat] = area
    left = (DISASTER_COPIES[int(record["thesis"])] - record["area"].sum(axis=0)).tolist()
    if min(left) < 0:
        raise BadOption("areas: more disasters than there are")
    disasters = [kind for kind in range(4) for _ in range(left[kind])]
    if "disasters" in facts:
        disasters = [numbered(kind, DISASTERS, "disasters") for kind in facts["disasters"]][::-1]
        if [disasters.count(kind) for kind in range(4)] != left:
            raise BadOption(
                f"disasters: must hold {', '.join(f'{n} {d}' for n, d in zip(left, DISASTERS, strict=True))}"
            )
        record["stacked_disasters"] = 1
    record["disasters"] = 0
    record["disasters"][: len(disasters)] = disasters
    record["disasters_left"] = len(disasters)
    if "positions" in facts:
        record["position"][:players] = facts["positions"]
    functions["begin"](record)


def numbered(given: Any, names: tuple[str, ...], what: str) -> int:
    """A number, given as such or by its id."""
    if isinstance(given, str) and given in names:
        return names.index(given)
    if isinstance(given, int) and 0 <= given < len(names):
        return given
    raise BadOption(f"{what}: {given!r} is none of {', '.join(names)}")


@cache
def set_up_functions() -> dict[str, Any]:
    """The kernels that set up a game, callable from Python."""
    from tapete.kernel import Build

    used = {"take_options": rules.take_options, "seed_rng": rules.start_chance, "begin": rules.begin}
    build = Build("dinosaurs-set-up", list(used.values()))
    return {name: build.function(kernel) for name, kernel in used.items()}


def lay_out_reshuffle(state: State, deck: list[int]) -> None:
    """Say how the next reshuffle will fall, top card first (recorded games)."""
    record = state.record
    record["deck"][DECK - len(deck) :] = deck[::-1]
    record["laid_out"] = len(deck)


TEXT = Text(
    state=state_text,
    action=action_text,
    parse=parse,
    known=known,
    hint="a card by name or id (Tree Lookout, P7E, IB), 'seat 2', 'look', 'pass', or a number of the list",
    explain=explain,
    names=EXPLAINED,
)
