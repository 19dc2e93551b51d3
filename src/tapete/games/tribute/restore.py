"""Restore a state from `describe(None)`, or from a changed description.

Everything is checked: names, numbers and their ranges, capacities, copies that are in two places. What follows from the
rest (bounds and options of a choice, sizes, legal calls) is not read but computed.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tapete.core.state import State
from tapete.errors import BadOption, nearest, shown
from tapete.games.tribute import cards
from tapete.games.tribute.checks import listed, mapping, member, number, part
from tapete.games.tribute.from_deal import MOST, PATRON_OF_CHOICE, option_objects
from tapete.games.tribute.names import CHOICES, ENDINGS, OPENED_BY, ROW_OF
from tapete.games.tribute.options import BY_DRAFT
from tapete.games.tribute.rules import MIDDLE
from tapete.games.tribute.state import (
    ACQUIRE,
    ACTIVATED,
    AGENTS,
    BASE,
    CAPACITY_OF,
    COOLDOWN,
    DISCARD,
    DRAFT,
    DRAW,
    EFFECT,
    HAND,
    KNOCKING_OUT,
    NO_SKIP,
    NONE,
    OBJECTS,
    OWED,
    PILE,
    PLACES,
    PLAYED,
    QUEUE,
    REPLACE,
    RETURN,
    RETURN_AGENT,
    ROW,
    TOSSING,
    TURN_LIMIT,
)

MOST_CALLS = 99
MOST_IN_PILE = 110  # leaves room in the ring for contracts that return
LEAST_CONTRACTS = ROW + 1  # contract actions never leave the tavern, so with these the pile cannot run empty
PICKERS = (0, 1, 1, 0)  # seats that draft, in order


def restore(state: State, data: Mapping[str, Any]) -> None:
    """Write a full description into an empty state, whose seat, turn, end and generator are already set."""
    record = state.record
    record["turn_limit"] = int(state.game.options["turn_limit"])
    record["winner"] = NONE
    record["favour"] = NONE
    record["place"] = NONE
    record["order"][MIDDLE] = cards.TREASURY
    record["current"] = number(data, "current", 0, 1)
    record["moves"] = number(data, "moves", 0, 2**31 - 1)
    if data.get("phase") == "draft":
        restore_draft(state, part(data, "draft"))
        return
    restore_patrons(record, data)
    Objects(record, data).place()
    for player, given in enumerate(listed(data, "players", least=2, most=2)):
        restore_numbers(record, player, mapping(given, f"players[{player}]"))
    restore_effects(record, data)
    restore_choice(record, data)
    restore_end(state, data)
    if record["turn"] < 1:
        raise BadOption(f"turn={record['turn']}: must be at least 1 after the draft")


# Checked reading


def patron_named(value: Any, where: str) -> int:
    if not isinstance(value, str) or value not in cards.PATRONS:
        raise BadOption(f"{where}: there is no patron {shown(value)}; there is {', '.join(cards.PATRONS)}")
    return cards.PATRONS.index(value)


def card_named(value: Any, where: str) -> int:
    if not isinstance(value, str) or value not in cards.NUMBER_OF:
        hint = f"; {nearest(value, cards.NAMES)}" if isinstance(value, str) else ""
        raise BadOption(f"{where}: there is no card {shown(value)}{hint}")
    return cards.NUMBER_OF[value]


def seat_or_none(data: Mapping[str, Any], name: str, where: str = "") -> int:
    if member(data, name, where or "the description") is None:
        return NONE
    return number(data, name, 0, 1, where)


# The draft and the patrons


def restore_draft(state: State, draft: Mapping[str, Any]) -> None:
    record = state.record
    if state.game.options["patrons"] != BY_DRAFT:
        raise BadOption("phase 'draft': this game has its patrons given and no draft")
    pool = [patron_named(patron, "draft.pool") for patron in listed(draft, "pool", most=10, where="draft.")]
    taken = [patron_named(patron, "draft.taken") for patron in listed(draft, "taken", most=3, where="draft.")]
    if len(set(pool + taken)) != len(pool + taken) or cards.TREASURY in pool + taken:
        raise BadOption("draft: a patron can be on offer or taken once, and Treasury never is")
    if len(pool) < 4 - len(taken):
        raise BadOption(f"draft.pool: {4 - len(taken)} patrons are still to be picked, {len(pool)} are on offer")
    if record["seat"] != PICKERS[len(taken)] or record["current"] != record["seat"]:
        raise BadOption(f"seat={record['seat']}: pick {len(taken) + 1} of the draft is seat {PICKERS[len(taken)]}'s")
    if record["over"] or record["turn"] != 0:
        raise BadOption("phase 'draft': turn must be 0, and the game not over")
    record["choice"] = DRAFT
    record["pool"] = sum(1 << patron for patron in pool)
    record["drafted"] = len(taken)
    for place, patron in zip((0, 1, 3), taken, strict=False):
        record["order"][place] = patron


def restore_patrons(record: Any, data: Mapping[str, Any]) -> None:
    given = [mapping(entry, "patrons: each patron") for entry in listed(data, "patrons", least=PLACES, most=PLACES)]
    order = [patron_named(member(entry, "patron", "a patron"), "patrons") for entry in given]
    if len(set(order)) != PLACES or order[MIDDLE] != cards.TREASURY:
        raise BadOption("patrons: must be five different ones in game order, Treasury third")
    record["order"] = order
    for place, (patron, entry) in enumerate(zip(order, given, strict=True)):
        where = f"patrons[{place}]."
        record["place"][patron] = place
        favour = seat_or_none(entry, "favour", where)
        if patron == cards.TREASURY and favour != NONE:
            raise BadOption("patrons: Treasury's favour must be null")
        record["favour"][place] = favour
        combo = number(entry, "combo", 0, 4, where)
        first = listed(entry, "combo_cards", least=min(combo, 3), most=min(combo, 3), where=where)
        record["combo"][place] = combo
        for i, name in enumerate(first):
            card = card_named(name, f"{where}combo_cards")
            if cards.PATRON[card] != patron:
                raise BadOption(f"{where}combo_cards: {name} is not a card of {cards.PATRONS[patron]}")
            record["first"][place, i] = card


# Cards


class Objects:
    """Assignment of a number to every card of a description: the `key` it names, or the next free one."""

    def __init__(self, record: Any, data: Mapping[str, Any]) -> None:
        self.record = record
        self.data = data

    def place(self) -> None:
        """Write all cards into their zones."""
        record, tavern = self.record, part(self.data, "tavern")
        row = self.cards_of(tavern, "row", "tavern.", least=ROW, most=ROW)
        pile = self.cards_of(tavern, "pile", "tavern.", least=1, most=MOST_IN_PILE)
        start = number(tavern, "pile_start", 0, PILE - 1, "tavern.")
        zones: list[tuple[int, list[tuple[int, int | None]]]] = []
        for player, given in enumerate(listed(self.data, "players", least=2, most=2)):
            where = f"players[{player}]."
            own = mapping(given, where.rstrip("."))
            for name, zone in (("hand", HAND), ("draw", DRAW), ("cooldown", COOLDOWN), ("played", PLAYED)):
                found = self.cards_of(own, name, where, most=int(CAPACITY_OF[zone + player]))
                if any(cards.TYPE[card] == cards.CONTRACT_ACTION for card, _ in found):
                    raise BadOption(f"{where}{name}: a contract action never is in a player's piles")
                zones.append((zone + player, found[::-1] if zone == DRAW else found))
            board = listed(own, "agents", most=int(CAPACITY_OF[AGENTS + player]), where=where)
            zones.append((AGENTS + player, self.cards_of(own, "agents", where, most=len(board))))
            self.place_health(player, board, where)
        removed = self.cards_of(self.data, "removed", "", most=OBJECTS)
        contracts = sum(cards.TYPE[card] == cards.CONTRACT_ACTION for card, _ in row + pile)
        if contracts < LEAST_CONTRACTS:
            raise BadOption(f"tavern: at least {LEAST_CONTRACTS} contract actions must be in row and pile")
        everything = [*row, *pile, *(entry for _, found in zones for entry in found), *removed]
        free = self.free_numbers(everything)
        numbered = [(card, next(free) if key is None else key) for card, key in everything]
        self.check_copies(numbered)
        at = iter(numbered)
        record["row"] = [next(at)[1] for _ in row]
        record["row_size"] = ROW
        for i in range(len(pile)):
            record["pile"][(start + i) % PILE] = next(at)[1]
        record["pile_start"], record["pile_size"] = start, len(pile)
        for zone, found in zones:
            first = int(BASE[zone])
            record["cells"][first : first + len(found)] = [next(at)[1] for _ in found]
            record["size"][zone] = len(found)
        for card, key in numbered:
            record["kind"][key] = card
        record["objects"] = 1 + max(key for _, key in numbered)

    def cards_of(
        self, data: Mapping[str, Any], name: str, where: str, *, least: int = 0, most: int
    ) -> list[tuple[int, int | None]]:
        """Return (card, number or None) of each entry: a name, or a name with a key."""
        found = []
        for entry in listed(data, name, least=least, most=most, where=where):
            given = {"card": entry} if isinstance(entry, str) else mapping(entry, f"{where}{name}: each card")
            card = card_named(member(given, "card", f"{where}{name}: a card"), f"{where}{name}")
            if self.record["place"][cards.PATRON[card]] < 0:
                raise BadOption(f"{where}{name}: {cards.NAMES[card]} is of a patron that is not in this game")
            key = given.get("key")
            found.append((card, None if key is None else number(given, "key", 0, OBJECTS - 1, f"{where}{name}: ")))
        return found

    def place_health(self, player: int, board: list[Any], where: str) -> None:
        for i, given in enumerate(board):
            at = f"{where}agents[{i}]."
            entry = mapping(given, at.rstrip("."))
            card = card_named(member(entry, "card", at.rstrip(".")), at.rstrip("."))
            if cards.TYPE[card] not in (cards.AGENT, cards.CONTRACT_AGENT):
                raise BadOption(f"{at}card: {cards.NAMES[card]} is not an agent")
            health = number(entry, "health", 1, int(cards.HEALTH[card]), at)
            ready = member(entry, "ready", at.rstrip("."))
            if not isinstance(ready, bool):
                raise BadOption(f"{at}ready={shown(ready)}: must be true or false")
            self.record["life"][player, i] = health + (0 if ready else ACTIVATED)

    def free_numbers(self, everything: list[tuple[int, int | None]]) -> Any:
        """Yield numbers for cards without a key: first those after all given ones, then the gaps."""
        taken = {key for _, key in everything if key is not None}
        highest = max(taken, default=-1)
        yield from range(highest + 1, OBJECTS)
        yield from (key for key in range(highest) if key not in taken)
        raise BadOption(f"at most {OBJECTS} cards can be in a game")

    def check_copies(self, numbered: list[tuple[int, int]]) -> None:
        """Check that every number is one card; copies may share one only if all are in use (section 17)."""
        kinds: dict[int, int] = {}
        shared = None
        for card, key in numbered:
            if kinds.setdefault(key, card) != card:
                raise BadOption(f"key {key} is both {cards.NAMES[kinds[key]]} and {cards.NAMES[card]}")
        if len(numbered) > len(kinds):
            seen: set[int] = set()
            shared = next(key for _, key in numbered if key in seen or seen.add(key))  # type: ignore[func-returns-value]  # add returns None
        if shared is not None and len(kinds) < OBJECTS:
            raise BadOption(f"key {shared} ({cards.NAMES[kinds[shared]]}) is in two places")
        missing = next((key for key in range(max(kinds) + 1) if key not in kinds), None)
        if missing is not None:
            raise BadOption(f"no card has the key {missing}; a card that left the game belongs to 'removed'")


def restore_numbers(record: Any, player: int, given: Mapping[str, Any]) -> None:
    where = f"players[{player}]."
    for name in ("prestige", "power", "coins"):
        record[name][player] = number(given, name, 0, MOST, where)
    record["calls"][player] = number(given, "calls", 0, MOST_CALLS, where)
    drawable = min(int(record["size"][DRAW + player]), 127)
    record["sure"][player] = number(given, "knows", 0, drawable, where)
    record["known"][player] = number(given, "shown", 0, int(record["sure"][player]), where)


# Effects and choices


def restore_effects(record: Any, data: Mapping[str, Any]) -> None:
    queue = [effect_row(record, entry, "queue") for entry in listed(data, "queue", most=QUEUE)]
    start = number(data, "queue_start", 0, QUEUE - len(queue))
    if start and not queue:
        raise BadOption("queue_start: must be 0 where no effect waits")
    if queue and data.get("choice") is None:
        raise BadOption("queue: effects wait only while a choice is pending")
    record["queue"][start : start + len(queue)] = queue
    record["queue_start"], record["queue_end"] = start, start + len(queue)
    owed = [effect_row(record, entry, "owed") for entry in listed(data, "owed", most=OWED)]
    if any(cards.OPERATION[row] != cards.OPP_DISCARD for row in owed):
        raise BadOption("owed: only discards of the opponent are owed")
    record["owed"][: len(owed)] = owed
    record["owed_count"] = len(owed)


def effect_row(record: Any, given: Any, where: str) -> int:
    """Return the row of an effect given by card, level, place and side."""
    entry = mapping(given, f"{where}: each effect")
    card = card_named(member(entry, "card", f"{where}: an effect"), where)
    level = number(entry, "level", 1, 4, f"{where}: ")
    place = number(entry, "place", 0, 9, f"{where}: ")
    row = ROW_OF.get((card, level - 1, place))
    if row is None or record["place"][cards.PATRON[card]] < 0:
        raise BadOption(f"{where}: {cards.NAMES[card]} has no effect {place} at level {level} in this game")
    if entry.get("side") is None:
        return row
    side = number(entry, "side", 0, 1, f"{where}: ")
    if cards.OPERATION[row] != cards.EITHER:
        raise BadOption(f"{where}: this effect of {cards.NAMES[card]} has no sides")
    return int((cards.LEFT, cards.RIGHT)[side][row])


def restore_choice(record: Any, data: Mapping[str, Any]) -> None:
    """Write the pending choice from its kind and source; bounds and options follow from the position."""
    given = data.get("choice")
    if given is None:
        return
    entry = mapping(given, "choice")
    kinds = {name: kind for kind, name in CHOICES.items()}
    name = member(entry, "kind", "choice")
    if not isinstance(name, str) or name not in kinds:
        raise BadOption(f"choice.kind: there is no {shown(name)}; there is {', '.join(kinds)}")
    kind = kinds[name]
    record["choice"] = kind
    n = 1
    if kind in PATRON_OF_CHOICE:
        if record["place"][PATRON_OF_CHOICE[kind]] < 0:
            raise BadOption(f"choice.kind: {name} is not in this game")
    else:
        row = effect_row(record, entry, "choice")
        if cards.OPERATION[row] != OPENED_BY[kind]:
            raise BadOption(f"choice: that effect of {entry['card']} opens no choice to {name}")
        record["source"] = row
        n = int(cards.NUMBER[row])
    record["skip"] = NO_SKIP
    if kind in (REPLACE, ACQUIRE) and entry.get("skip") is not None:
        record["skip"] = number(entry, "skip", 0, ROW - 1, "choice.")
    if kind == EFFECT:
        record["least"], record["most"], record["options"] = 1, 1, 2
        return
    if kind == TOSSING:
        drawable = int(record["size"][DRAW + record["current"]])
        record["options"] = min(n, drawable)
        if record["sure"][record["current"]] < record["options"]:
            raise BadOption("players: a player who looks at cards knows them; 'knows' is too small")
    else:
        record["options"] = len(option_objects(record))
    options = int(record["options"])
    exact = kind in (DISCARD, KNOCKING_OUT)
    n = 1 if kind == ACQUIRE else n  # its number is a cost
    most = min(n, options) if exact or kind in (RETURN, RETURN_AGENT, TOSSING) else n
    record["most"] = most
    record["least"] = most if exact or kind in PATRON_OF_CHOICE else 0
    picked = listed(entry, "picked", most=8, where="choice.")
    picks = [number({"picked": pick}, "picked", 0, max(0, options - 1), "choice.") for pick in picked]
    if len(set(picks)) != len(picks) or (picks and len(picks) >= min(most, options)):
        raise BadOption("choice.picked: must be different options, fewer than the choice takes")
    record["picks"][: len(picks)] = picks
    record["picked"] = len(picks)


# The end


def restore_end(state: State, data: Mapping[str, Any]) -> None:
    record = state.record
    reasons = {name: reason for reason, name in ENDINGS.items()}
    reason = data.get("reason")
    if not state.over:
        if record["over"] != 0 or record["seat"] != record["current"]:
            raise BadOption(f"seat={record['seat']}: seat {record['current']} is to move")
        if reason is not None or data.get("winner") is not None:
            raise BadOption("winner, reason: the game is not over")
        return
    if record["over"] != 1 or record["seat"] != NONE:
        raise BadOption("seat: must be -1 when the game is over")
    if not isinstance(reason, str) or reason not in reasons:
        raise BadOption(f"reason={shown(reason)}: must be one of {', '.join(reasons)}")
    record["reason"] = reasons[reason]
    record["winner"] = seat_or_none(data, "winner")
    if (record["winner"] == NONE) != (record["reason"] == TURN_LIMIT):
        raise BadOption("winner: must be null for the turn limit, and a seat for any other reason")
