"""Restore a position from a full description: every number is checked, derived members (`DERIVED`) are computed anew."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from tapete.core.state import State
from tapete.errors import BadOption, nearest, shown
from tapete.games.hearthstone import cards as c
from tapete.games.hearthstone import from_deal
from tapete.games.hearthstone import rules as r
from tapete.games.hearthstone import state as s
from tapete.games.hearthstone.moves import flat_move
from tapete.games.hearthstone.names import (
    CHOICE_NUMBERS,
    COUNTER_AT,
    FLAGS,
    IS_REFERENCE,
    ORIGIN_NUMBERS,
    POOL_NUMBERS,
    ROW_NUMBERS,
    SEAT_AT,
    SOURCE_AT,
    TARGET_AT,
    VALUE_AT,
    ingredients,
)

MOST = 9999  # of attack and health: far above what a game reaches, far below the limit of a field
PLAYABLE = (c.MINION, c.SPELL, c.WEAPON)
KINDS = {c.MINION: "minion", c.SPELL: "spell", c.WEAPON: "weapon", c.HERO_POWER: "hero power", c.HERO: "hero"}
MANA_LIMITS = {"crystals": 10, "used": 30, "temporary": 20, "locked": 100, "owed": 100}
COUNTER_LIMITS = {"fatigue": 999, "played": 120, "jade": 100, "totems": 120, "prepared": 20, "hidden_buffs": 50}
FIELD_OF = {"hidden_buffs": "big_buffs"}


# What a description holds beside the position, by part: computed from the rest, whatever is given
DERIVED = {
    "player": ("spell_damage", "battlecries_twice", "secrets_free"),
    "hero": ("attack", "key"),
    "weapon": ("attack_now",),
    "mana": ("available",),
    "card": ("cost",),
}
HEADER = ("game", "options", "rng", "observer", "seat", "turn", "over", "returns")
MEMBERS = (
    *(
        "phase",
        "current",
        "turn_limit",
        "winner",
        "players",
        "choice",
        "partial",
        "shown",
        "drawn",
        "stamps",
        "pending",
    ),
    *("hurt", "dirty", "late", "finley_class", "historian_class", "equip_bonus", "quirks", "script", "ledger"),
)


class Given:
    """Value in given data with its path, for error messages."""

    def __init__(self, value: Any, where: str) -> None:
        self.value = value
        self.where = where

    def wrong(self, must: str) -> BadOption:
        return BadOption(f"{self.where}={shown(self.value)}: {must}")

    def members(self, *known: str) -> None:
        """Raise an error unless the value is an object with known members only."""
        if not isinstance(self.value, Mapping):
            raise self.wrong("must be an object with members")
        for name in self.value:
            if name not in known:
                raise BadOption(f"{self.where} has an unknown member {name!r}; {nearest(str(name), known)}")

    def has(self, name: str) -> bool:
        return isinstance(self.value, Mapping) and self.value.get(name) is not None

    def __getitem__(self, name: str) -> Given:
        if not isinstance(self.value, Mapping):
            raise self.wrong("must be an object with members")
        if name not in self.value:
            raise BadOption(f"{self.where or 'the description'} lacks {name!r}")
        return Given(self.value[name], f"{self.where}.{name}" if self.where else name)

    def get(self, name: str, default: Any) -> Given:
        return self[name] if self.has(name) else Given(default, f"{self.where}.{name}")

    def items(self, most: int) -> list[Given]:
        if not isinstance(self.value, list):
            raise self.wrong("must be a list")
        if len(self.value) > most:
            raise BadOption(f"{self.where} has {len(self.value)} entries; at most {most} fit")
        return [Given(value, f"{self.where}[{i}]") for i, value in enumerate(self.value)]

    def number(self, low: int, high: int) -> int:
        if isinstance(self.value, bool) or not isinstance(self.value, int) or not low <= self.value <= high:
            raise self.wrong(f"must be a whole number from {low} to {high}")
        return self.value

    def flag(self) -> bool:
        if not isinstance(self.value, bool):
            raise self.wrong("must be true or false")
        return self.value

    def one_of(self, known: Mapping[str, int]) -> int:
        if not isinstance(self.value, str) or self.value not in known:
            raise self.wrong(nearest(str(self.value), known))
        return known[self.value]

    def card(self, *kinds: int) -> int:
        number = self.one_of(c.INDEX)
        if c.TYPE[number] not in kinds:
            raise self.wrong(f"{c.NAMES[number]} is not a {' or '.join(KINDS[kind] for kind in kinds)}")
        return number

    def key(self) -> tuple[int, int]:
        """Return a slot and its stamp."""
        slot, dash, stamp = str(self.value).partition("-")
        if not dash or not slot.isdecimal() or not stamp.isdecimal() or int(slot) >= s.SLOTS or int(stamp) > 255:
            raise self.wrong("must be a key such as '5-0': a slot from 0 to 15 and a stamp from 0 to 255")
        return int(slot), int(stamp)


def restore(state: State, description: Mapping[str, Any]) -> None:
    """Write a full description into an empty state."""
    given, record, options = Given(description, "the description"), state.record, state.game.options
    given.members(*HEADER, *MEMBERS)
    given.where = ""
    record["sim"] = c.ALL_QUIRKS if options["sim"] else 0
    record["deck_known"], record["ordered"] = options["deck_known"], options["ordered"]
    record["right_only"] = options["positions"] == "right"
    record["turn_limit"] = given["turn_limit"].number(1, 1000)
    record["current"] = given["current"].number(0, 1)
    record["free"] = r.HERO_FREE
    players = given["players"].items(2)
    if len(players) != 2:
        raise BadOption(f"players has {len(players)} entries; there are two")
    if given.has("stamps"):
        stamps = given["stamps"]
        stamps.members(*map(str, range(2, s.SLOTS)))
        for slot in stamps.value:
            record["stamp"][int(slot)] = stamps[slot].number(0, 255)
    claimed = 0
    for player in players:
        claimed |= sum({1 << minion["key"].key()[0] for minion in player["board"].items(s.BOARD) if minion.has("key")})
    boards = [put_player(record, seat, player, claimed) for seat, player in enumerate(players)]
    put_order(record, [entry for board in boards for entry in board])
    put_choice(record, given["choice"])
    put_pending(record, given)
    put_shown(record, given)
    put_rest(state, given)
    record["dirty"] = 3
    late = int(record["late"])
    state.game.build.function(r.settle)(record)
    record["late"] = late
    for board in boards:
        for slot, minion in board:
            put_numbers(record, slot, minion)
    record["dirty"] = given.get("dirty", 0).number(0, 3)
    record["ledger"] = from_deal.ledger_of(record)
    if given.has("ledger"):
        record["ledger"] = np.uint64(large(given["ledger"]))
    put_phase(state, given)


def large(given: Given) -> int:
    """Return a 64-bit number, given as text."""
    if not isinstance(given.value, str) or not given.value.isdecimal() or int(given.value) >= 1 << 64:
        raise given.wrong("must be a whole number below 2^64, written as text")
    return int(given.value)


# Players


def put_player(record: Any, seat: int, player: Given, claimed: int) -> list[tuple[int, Given]]:
    """Write one side; return its minions with their slots."""
    names = ("hero", "power", "weapon", "mana", "board", "hand", "deck", "secrets", "died")
    player.members(*names, *COUNTER_LIMITS, *DERIVED["player"])
    put_hero(record, seat, player["hero"])
    power = player["power"]
    power.members("card", "cost", "used")
    record["power"][seat] = power["card"].card(c.HERO_POWER)
    printed = int(c.COST[record["power"][seat]])
    if power["cost"].value not in (1, printed):
        raise power["cost"].wrong(f"a hero power costs {printed}, or 1 once it is cheap")
    record["power_cheap"][seat] = power["cost"].value != printed
    record["power_used"][seat] = power["used"].flag()
    if player.has("weapon"):
        put_weapon(record, seat, player["weapon"])
    mana = player["mana"]
    mana.members(*MANA_LIMITS, *DERIVED["mana"])
    for name, most in MANA_LIMITS.items():
        record[name][seat] = mana[name].number(0, most)
    for name, most in COUNTER_LIMITS.items():
        record[FIELD_OF.get(name, name)][seat] = player[name].number(0, most)
    for i, entry in enumerate(player["hand"].items(s.HAND)):
        put_hand_card(record, seat, i, entry)
        record["held"][seat] = i + 1
    put_deck(record, seat, player["deck"])
    died = player["died"].items(s.DIED)
    for i, entry in enumerate(died):
        record["died"][seat, i] = entry.card(c.MINION)
    record["died_count"][seat] = len(died)
    put_secrets(record, seat, player["secrets"])
    return put_board(record, seat, player["board"], claimed)


def put_hero(record: Any, seat: int, hero: Given) -> None:
    hero.members("card", "health", "max_health", "armor", "this_turn", "attacks", "flags", *DERIVED["hero"])
    record["card"][seat], record["side"][seat] = hero["card"].card(c.HERO), seat
    most = hero["max_health"].number(1, MOST)
    record["health"][seat] = most
    record["damage"][seat] = most - hero["health"].number(-MOST, most)
    record["armor"][seat] = hero["armor"].number(0, MOST)
    record["bonus"][seat] = hero["this_turn"].number(0, MOST)
    record["attacks"][seat] = hero["attacks"].number(0, 100)
    record["flags"][seat] = flags_in(hero["flags"])


def flags_in(given: Given) -> int:
    bits = 0
    for entry in given.items(len(FLAGS)):
        flag = entry.one_of(FLAGS)
        if bits & flag:
            raise entry.wrong("is listed twice")
        bits |= flag
    return bits


def put_weapon(record: Any, seat: int, weapon: Given) -> None:
    weapon.members("card", "attack", "durability", "damage", *DERIVED["weapon"])
    record["weapon"][seat] = weapon["card"].card(c.WEAPON)
    record["weapon_attack"][seat] = weapon["attack"].number(0, 100)
    record["weapon_damage"][seat] = weapon["damage"].number(0, 50)
    record["weapon_durability"][seat] = weapon["durability"].number(-50, 50) + int(record["weapon_damage"][seat])


def put_hand_card(record: Any, seat: int, i: int, entry: Given) -> None:
    entry.members("card", "from", "buff", "seen_buff", "parts", *DERIVED["card"])
    card = entry["card"].card(*PLAYABLE)
    record["hand"][seat, i] = card
    record["hand_origin"][seat, i] = entry.get("from", "deck").one_of(ORIGIN_NUMBERS)
    record["hand_seen"][seat, i] = entry.get("seen_buff", 0).number(0, 200)
    if c.POTION_SIZE[card]:
        record["hand_extra"][seat, i] = parts_in(card, entry["parts"])
    elif entry.has("parts"):
        raise entry["parts"].wrong(f"{c.NAMES[card]} is not a potion of Kazakus")
    elif c.TYPE[card] == c.MINION:
        record["hand_extra"][seat, i] = entry.get("buff", 0).number(0, 200)
    if entry.has("buff") and c.TYPE[card] != c.MINION:
        raise entry["buff"].wrong(f"{c.NAMES[card]} is not a minion, so it has no attack and health to raise")


def parts_in(card: int, given: Given) -> int:
    """Return a potion's two parts, packed."""
    pool = {name: rank for rank, name in enumerate(ingredients(card))}
    ranks = [entry.one_of(pool) for entry in given.items(2)]
    if len(ranks) != 2:
        raise given.wrong("a potion has two parts")
    return ranks[0] << 4 | ranks[1]


def put_deck(record: Any, seat: int, deck: Given) -> None:
    deck.members("cards")
    entries = deck["cards"].items(s.DECK)
    for i, entry in enumerate(reversed(entries)):
        seen = 0
        if isinstance(entry.value, Mapping):
            entry.members("card", "seen")
            seen = s.PUBLIC if entry["seen"].flag() else 0
            entry = entry["card"]
        record["deck"][seat, i] = entry.card(*PLAYABLE) | seen
    record["deck_left"][seat] = len(entries)


def put_secrets(record: Any, seat: int, secrets: Given) -> None:
    entries = secrets.items(s.SECRET_ZONE)
    for i, entry in enumerate(entries):
        entry.members("card", "from", "ruled_out")
        card = entry["card"].card(c.SPELL)
        if not c.SECRET_EVENT[card]:
            raise entry["card"].wrong(f"{c.NAMES[card]} is not a secret")
        if card in record["secrets"][seat][:i]:
            raise entry["card"].wrong("no two active secrets are the same")
        record["secrets"][seat, i] = card
        record["secret_origin"][seat, i] = entry.get("from", "deck").one_of(ORIGIN_NUMBERS)
        for other in entry.get("ruled_out", []).items(len(c.SECRETS)):
            bit = int(c.SECRET_BIT[other.card(c.SPELL)])
            if not bit or other.value == entry["card"].value:
                raise other.wrong("must be another secret")
            record["secret_not"][seat, i] = int(record["secret_not"][seat, i]) | bit
    record["secret_count"][seat] = len(entries)


# Boards

MINION = ("key", "card", "attack", "health", "max_health", "flags", "attacks", "this_turn", "order", "below_zero")


def put_board(record: Any, seat: int, board: Given, claimed: int) -> list[tuple[int, Given]]:
    """Write minions into their slots, those without a key into unclaimed ones; `put_numbers` sets attack and health."""
    found = []
    for i, minion in enumerate(board.items(s.BOARD)):
        minion.members(*MINION)
        free = int(record["free"])
        left = free & ~claimed
        slot, stamp = (left & -left).bit_length() - 1, None
        if minion.has("key"):
            slot, stamp = minion["key"].key()
            if slot < 2 or not free >> slot & 1:
                raise minion["key"].wrong("this slot is a hero's or taken")
        record["free"] = free & ~(1 << slot)
        if stamp is not None:
            record["stamp"][slot] = stamp
        card = minion["card"].card(c.MINION)
        record["card"][slot], record["side"][slot] = card, seat
        record["bonus"][slot] = minion.get("this_turn", 0).number(-MOST, MOST)
        most = minion.get("max_health", int(c.HEALTH[card])).number(-MOST, MOST)
        record["health"][slot] = most
        damage = most - minion.get("health", most).number(-MOST, most)
        record["damage"][slot] = damage
        record["flags"][slot] = flags_in(minion["flags"]) if minion.has("flags") else int(c.CARD_FLAGS[card])
        record["attacks"][slot] = minion.get("attacks", 0).number(0, 100)
        record["board"][seat] = int(record["board"][seat]) | slot << 4 * i
        record["minions"][seat] = i + 1
        found.append((slot, minion))
    return found


def put_order(record: Any, minions: list[tuple[int, Given]]) -> None:
    """Write the order of play; minions without a place came last."""
    places: dict[int, int] = {}
    for slot, minion in minions:
        if minion.has("order"):
            place = minion["order"].number(0, 2 * s.BOARD)
            if place in places:
                raise minion["order"].wrong("another minion has this place in the order of play")
            places[place] = slot
    ordered = [places[place] for place in sorted(places)]
    ordered += [slot for slot, minion in minions if not minion.has("order")]
    record["order"] = sum(slot << 4 * i for i, slot in enumerate(ordered))


def put_numbers(record: Any, slot: int, minion: Given) -> None:
    """Set attack and health without the bonuses of auras and of this turn."""
    card, aura = int(record["card"][slot]), int(record["aura_attack"][slot])
    if minion.has("attack"):
        attack = minion["attack"].number(0, MOST)
        if minion.has("below_zero"):
            if attack:
                raise minion["below_zero"].wrong("only an attack of 0 can be below zero")
            attack = -minion["below_zero"].number(1, MOST)
        record["attack"][slot] = attack - int(record["bonus"][slot]) - aura
    else:
        record["attack"][slot] = c.ATTACK[card]
    if minion.has("max_health"):
        record["health"][slot] = int(record["health"][slot]) - int(record["aura_health"][slot])


# Choice, stack and other unfinished business


def put_choice(record: Any, choice: Given) -> None:
    if choice.value is None:
        return
    choice.members("kind", "pool", "options", "size", "first")
    kind = choice["kind"].one_of(CHOICE_NUMBERS)
    record["choice_kind"] = kind
    record["choice_pool"] = choice["pool"].one_of(POOL_NUMBERS)
    wanted = (c.HERO_POWER,) if kind == s.HERO_POWER_CHOICE else PLAYABLE
    options = choice["options"].items(s.CHOICES)
    if not options:
        raise choice["options"].wrong("a choice offers something")
    sizes = {int(c.COST[card]): size for size, card in enumerate(c.SIZE_CARDS)}
    pool: dict[str, int] = {}
    if kind in (s.FIRST_PART, s.SECOND_PART):
        if choice["size"].value not in sizes:
            raise choice["size"].wrong(f"a potion costs {' or '.join(map(str, sizes))}")
        size = sizes[choice["size"].value]
        record["potion_size"] = size
        pool = {name: rank for rank, name in enumerate(ingredients(int(c.POTIONS[size])))}
        if kind == s.SECOND_PART:
            record["potion_part"] = 1 + choice["first"].one_of(pool)
    for i, entry in enumerate(options):
        card = entry.card(*wanted)
        if pool:
            entry.one_of(pool)
        if kind == s.POTION_SIZE_CHOICE and card != c.SIZE_CARDS[i]:
            raise entry.wrong(f"the sizes are {', '.join(c.IDS[size] for size in c.SIZE_CARDS)}")
        record["choice"][i] = card
    record["choice_count"] = len(options)


def put_pending(record: Any, given: Given) -> None:
    """Write the stack: the effects that resolve after the choice."""
    frames = given.get("pending", []).items(s.STACK)
    if frames and not record["choice_kind"]:
        raise given["pending"].wrong("something can only be pending while a choice is open")
    for i, frame in enumerate(frames):
        known = ("step",) if frame.has("step") else ("card", "effect", "line")
        frame.members(*known, "source", "target", "seat", "value", "counter", "deaths_first")
        name = tuple(frame[member].value for member in known)
        if not all(isinstance(part, (str, int)) for part in name) or name not in ROW_NUMBERS:
            raise BadOption(f"{frame.where}: there is no effect {name}")
        word = ROW_NUMBERS[name]
        for member, at in (("source", SOURCE_AT), ("target", TARGET_AT)):
            if frame.has(member):
                slot, stamp = frame[member].key()
                word |= (IS_REFERENCE | stamp << 4 | slot) << at
        word |= frame["seat"].number(0, 1) << SEAT_AT
        word |= frame["value"].number(0, 0xFFFF) << VALUE_AT
        word |= frame["counter"].number(0, 255) << COUNTER_AT
        if frame["deaths_first"].flag():
            word |= 1 << 39
        record["stack"][i] = np.uint64(word)
    record["top"] = len(frames)


def put_shown(record: Any, given: Given) -> None:
    """Write what the last step showed."""
    reasons = {name: number for number, name in enumerate(s.REASONS) if name}
    entries = given.get("shown", []).items(s.SHOWN)
    for i, entry in enumerate(entries):
        entry.members("why", "seat", "card")
        card, seat = entry["card"].card(*PLAYABLE), entry["seat"].number(0, 1)
        record["shown"][i] = card | seat << s.SHOWN_SEAT | entry["why"].one_of(reasons) << s.SHOWN_REASON
    record["shown_count"] = len(entries)
    drawn = given.get("drawn", [0, 0]).items(2)
    if len(drawn) != 2:
        raise given["drawn"].wrong("must be a number for each seat")
    record["drawn"] = [entry.number(0, 100) for entry in drawn]


def put_rest(state: State, given: Given) -> None:
    """Write what only the middle of a choice or a recorded game of the simulator holds."""
    record = state.record
    record["hurt"] = given.get("hurt", 0).number(0, 1)
    record["late"] = given.get("late", 0).number(0, 2)
    classes = {name: number for number, name in enumerate(c.CLASSES[: c.CLASS_POOLS])}
    for name in ("finley_class", "historian_class"):
        if given.has(name):
            record[name] = 1 + given[name].one_of(classes)
    if given.has("equip_bonus"):
        bonus = [entry.number(0, 20) for entry in given["equip_bonus"].items(2)]
        record["equip_bonus"] = [*bonus, 0, 0][:2]
    if given.has("quirks"):
        record["sim"] = sum({entry.one_of(c.QUIRK_BIT) for entry in given["quirks"].items(len(c.QUIRK_BIT))})
    if given.has("script"):
        script = given["script"]
        numbers = script["numbers"].items(s.SCRIPT)
        for i, pair in enumerate(numbers):
            if len(pair.items(2)) != 2:
                raise pair.wrong("must be a bound and a number")
            record["script_bound"][i], record["script_value"][i] = (e.number(0, 255) for e in pair.items(2))
        record["script_count"] = len(numbers)
        record["script_at"] = script["used"].number(0, len(numbers))


def put_phase(state: State, given: Given) -> None:
    """Check the phase and the seat to move; refuse positions that no game can reach."""
    record = state.record
    phase = given["phase"].value
    seat, over = given["seat"].number(-1, 1), bool(record["over"])
    known = ("mulligan", "choice", "main", "target", "position", "over")
    if phase not in known:
        raise given["phase"].wrong(nearest(str(phase), known))
    if over != (phase == "over") or over != (seat == -1):
        raise BadOption("over, phase and seat disagree about whether the game is over")
    if bool(record["choice_kind"]) != (phase == "choice"):
        raise BadOption("phase and choice disagree about whether a choice is open")
    health = [int(record["health"][owner]) - int(record["damage"][owner]) for owner in range(2)]
    if over:
        winner = given["winner"].value
        if winner not in (0, 1, None) or isinstance(winner, bool):
            raise given["winner"].wrong("must be 0, 1 or null for a draw")
        record["result"] = s.DRAW if winner is None else (s.WIN_0, s.WIN_1)[winner]
    elif given["winner"].value is not None:
        raise given["winner"].wrong("the game is not over")
    elif min(health) <= 0:
        raise BadOption(f"the hero of seat {health.index(min(health))} is dead, but the game is not over")
    elif not record["top"]:
        for slot in (slot for owner in range(2) for slot in from_deal.board_slots(record, owner)):
            left = int(record["health"][slot]) + int(record["aura_health"][slot]) - int(record["damage"][slot])
            if left <= 0 or int(record["flags"][slot]) & c.DOOMED:
                raise BadOption(f"a dead {c.NAMES[record['card'][slot]]} is on the board")
    if phase == "mulligan":
        record["mulligan"] = 2 - seat
    elif phase != "over" and seat != int(record["current"]):
        raise BadOption(f"seat {seat} is to move, but it is the turn of seat {int(record['current'])}")
    if phase in ("target", "position"):
        put_partial(state, given["partial"], 1 if phase == "target" else 2)
    elif given.has("partial"):
        raise given["partial"].wrong("only a target or a position can be left open")


def put_partial(state: State, given: Given, stage: int) -> None:
    """Write an unfinished decision in steps: the first action that it can still become."""
    if not state.game.options["factored"]:
        raise BadOption("a decision in steps needs the option factored=1")
    record = state.record
    out = np.zeros(r.MAX_LEGAL, dtype=np.int32)
    count = int(state.game.build.function(r.legal)(record, out))
    dropped = ("position",) if stage == 2 else ("position", "target")
    for action in out[:count].tolist():
        move = flat_move(record, action)
        if {name: value for name, value in move.items() if name not in dropped} == given.value:
            record["stage"], record["partial"] = stage, action
            return
    raise given.wrong("must be the beginning of a legal action")
