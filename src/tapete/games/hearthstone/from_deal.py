"""Positions and actions in the format of recorded games: `set_up` from facts, and actions as short lists."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tapete.errors import BadOption, nearest
from tapete.games.hearthstone import cards as c
from tapete.games.hearthstone import rules as r
from tapete.games.hearthstone import state as s
from tapete.games.hearthstone.decks import HERO_OF

OPTION_ROWS = ("own_hero", "enemy_hero", "enemy_board", "own_board")
FLAG_NAMES = {
    "taunt": c.TAUNT,
    "charge": c.CHARGE | c.BORROWED | c.AURA_CHARGE,
    "stealth": c.STEALTH | c.CONCEALED,
    "divine_shield": c.SHIELD,
    "elusive": c.ELUSIVE,
    "cannot_attack": c.CANNOT_ATTACK,
    "frozen": c.FROZEN,
    "windfury": c.WINDFURY,
    "lifesteal": c.LIFESTEAL,
    "cannot_attack_heroes": c.CANNOT_ATTACK_HEROES,
}
SET_FLAGS = {**FLAG_NAMES, "charge": c.CHARGE, "stealth": c.STEALTH}
CHOICE_KINDS = {"discover": s.DISCOVER, "hero_power": s.HERO_POWER_CHOICE, "kazakus": s.POTION_SIZE_CHOICE}


def card_number(card_id: str) -> int:
    if card_id not in c.INDEX:
        raise BadOption(f"there is no card {card_id!r}; {nearest(card_id, c.INDEX)}")
    return c.INDEX[card_id]


def slots_of(word: int, n: int) -> list[int]:
    return [int(word) >> 4 * i & 15 for i in range(n)]


def board_slots(record: Any, seat: int) -> list[int]:
    return slots_of(record["board"][seat], int(record["minions"][seat]))


# Actions


def target_fact(number: int) -> list[Any] | None:
    """Return a target number in the format of recorded games."""
    if number == c.NO_TARGET:
        return None
    if number in (c.TARGET_OWN_HERO, c.TARGET_ENEMY_HERO):
        return [OPTION_ROWS[number - 1]]
    if number >= c.TARGET_OWN:
        return ["own_board", number - c.TARGET_OWN]
    return ["enemy_board", number - c.TARGET_ENEMY]


def target_number(fact: list[Any] | None) -> int:
    if fact is None:
        return c.NO_TARGET
    return {
        "own_hero": c.TARGET_OWN_HERO,
        "enemy_hero": c.TARGET_ENEMY_HERO,
        "own_board": c.TARGET_OWN + (fact[1] if len(fact) > 1 else 0),
        "enemy_board": c.TARGET_ENEMY + (fact[1] if len(fact) > 1 else 0),
    }[fact[0]]


def action_fact(record: Any, action: int) -> list[Any]:
    """Return an action in the format of recorded games."""
    if action >= r.MULLIGAN:
        return ["mulligan", [i for i in range(4) if action - r.MULLIGAN >> i & 1]]
    if action >= r.CHOOSE:
        return ["choose", action - r.CHOOSE, c.IDS[record["choice"][action - r.CHOOSE]]]
    if action >= r.ATTACK_ACTION:
        attacker, defender = divmod(action - r.ATTACK_ACTION, 8)
        return [
            "attack",
            "hero" if attacker == 7 else attacker,
            ["enemy_hero"] if defender == 7 else ["enemy_board", defender],
        ]
    if action >= r.POWER:
        return ["power", target_fact(action - r.POWER)]
    if action >= r.PLAY:
        place, rest = divmod(action - r.PLAY, r.PLAY_CARD)
        option, rest = divmod(rest, r.PLAY_OPTION)
        target, position = divmod(rest, r.POSITIONS_PER_PLAY)
        card = record["hand"][record["seat"], place]
        return [
            "play",
            place,
            option if c.OPTION_A[card] else None,
            target_fact(target),
            position if c.TYPE[card] == c.MINION else None,
        ]
    return ["end"]


def action_number(fact: list[Any]) -> int:
    """Return the action number of a recorded action."""
    kind = fact[0]
    if kind == "end":
        return 0
    if kind == "mulligan":
        return r.MULLIGAN + sum(1 << i for i in fact[1])
    if kind == "choose":
        return r.CHOOSE + fact[1]
    if kind == "power":
        return r.POWER + target_number(fact[1])
    if kind == "attack":
        attacker = 7 if fact[1] == "hero" else fact[1]
        return r.ATTACK_ACTION + 8 * attacker + (7 if fact[2][0] == "enemy_hero" else fact[2][1])
    _, place, option, target, position = fact
    rest = (option or 0) * r.PLAY_OPTION + target_number(target) * r.POSITIONS_PER_PLAY + (position or 0)
    return r.PLAY + place * r.PLAY_CARD + rest


# Set-up of given positions


ZONES = {"board": s.BOARD, "hand": s.HAND, "deck": s.DECK, "secrets": s.SECRET_ZONE}


def set_up(state: Any, facts: Mapping[str, Any]) -> None:
    """Write a position into an empty state.

    `facts` has the members of a recorded state (docs/rules/hearthstone.md, section 24). Missing members have defaults:
    30 health, 10 mana crystals, the hero power of the class, empty zones. Decks are given from the top.
    """
    try:
        _check_zones(facts["players"])
        _put(state, facts)
    except (KeyError, TypeError, ValueError, IndexError, OverflowError, AttributeError) as error:
        raise BadOption(f"the facts are not a position of hearthstone ({type(error).__name__}: {error})") from None


def _check_zones(players: Any) -> None:
    if len(players) != 2:
        raise BadOption(f"players: two are needed, not {len(players)}")
    for seat, player in enumerate(players):
        for zone, most in ZONES.items():
            if len(player.get(zone, ())) > most:
                raise BadOption(f"players[{seat}].{zone}: {len(player[zone])} cards; at most {most} fit")


def _put(state: Any, facts: Mapping[str, Any]) -> None:
    record, options = state.record, state.game.options
    record["rng"] = facts.get("seed", 1)
    record["sim"], record["deck_known"] = c.ALL_QUIRKS if options["sim"] else 0, options["deck_known"]
    record["ordered"], record["turn_limit"] = options["ordered"], options["turn_limit"]
    record["right_only"] = options["positions"] == "right"
    record["turn"] = facts.get("turn", 1)
    record["current"] = record["seat"] = facts.get("current", 0)
    record["free"] = r.HERO_FREE
    entries: list[tuple[int, int]] = []
    temporary = {(eid, what): value for eid, what, operation, value in facts.get("one_turn", ()) if operation == "add"}
    for seat, player in enumerate(facts["players"]):
        _set_player(record, seat, player, temporary)
        entries += _set_board(record, seat, player.get("board", ()), temporary)
    record["order"] = sum(slot << 4 * i for i, (_, slot) in enumerate(sorted(entries)))
    record["dirty"] = 3
    record["ledger"] = ledger_of(record)
    _set_choice(record, facts.get("choice"))
    state.game.build.function(r.settle)(record)


def cards_in_zones(record: Any) -> list[int]:
    """Return every card that exists: boards, hands, decks, secrets and weapons."""
    found: list[int] = []
    for seat in range(2):
        found += [int(record["card"][slot]) for slot in board_slots(record, seat)]
        found += [int(card) for card in record["hand"][seat][: record["held"][seat]]]
        found += [int(card) & s.CARD for card in record["deck"][seat][: record["deck_left"][seat]]]
        found += [int(card) for card in record["secrets"][seat][: record["secret_count"][seat]]]
        if record["weapon"][seat]:
            found.append(int(record["weapon"][seat]))
    return found


def ledger_of(record: Any) -> int:
    """Return the expected ledger: the sum of the marks of all cards that exist."""
    return sum(int(c.MARKS[card]) for card in cards_in_zones(record)) % (1 << 64)


def _set_player(record: Any, seat: int, player: Mapping[str, Any], temporary: Mapping[tuple[int, str], int]) -> None:
    hero = player.get("hero", {})
    if "id" in hero:
        number = card_number(hero["id"])
    else:
        number = HERO_OF[player.get("class", "shaman")]
    record["card"][seat], record["side"][seat] = number, seat
    record["health"][seat] = hero.get("max_health", r.START_HEALTH)
    record["damage"][seat] = hero.get("damage", record["health"][seat] - hero.get("health", record["health"][seat]))
    record["armor"][seat] = hero.get("armor", 0)
    record["bonus"][seat] = hero.get("base_attack", 0)
    record["attacks"][seat] = hero.get("attacks", 0)
    for name, flag in (("frozen", c.FROZEN), ("immune", c.IMMUNE), ("exhausted", c.EXHAUSTED)):
        record["flags"][seat] |= flag if hero.get(name) else 0
    power = player.get("power", {})
    record["power"][seat] = card_number(power["id"]) if "id" in power else c.POWER_OF_HERO[number]
    record["power_used"][seat] = power.get("exhausted", False)
    record["power_cheap"][seat] = power.get("cost", 2) == 1
    weapon = player.get("weapon")
    if weapon:
        record["weapon"][seat] = card_number(weapon["id"])
        record["weapon_attack"][seat] = weapon.get("attack", c.ATTACK[record["weapon"][seat]])
        record["weapon_damage"][seat] = weapon.get("damage", 0)
        left = weapon.get("durability", c.HEALTH[record["weapon"][seat]] - record["weapon_damage"][seat])
        record["weapon_durability"][seat] = left + record["weapon_damage"][seat]
    for ours, theirs, default in (
        ("crystals", "crystals", 10),
        ("used", "used", 0),
        ("temporary", "temp", 0),
        ("locked", "locked", 0),
        ("owed", "owed", 0),
        ("fatigue", "fatigue", 0),
        ("played", "played_turn", 0),
        ("jade", "jade", 0),
        ("totems", "totems", 0),
        ("prepared", "prepared", 0),
    ):
        record[ours][seat] = player.get(theirs, default)
    hand = player.get("hand", ())
    for i, entry in enumerate(hand):
        entry = {"id": entry} if isinstance(entry, str) else entry
        card = card_number(entry["id"])
        record["hand"][seat, i] = card
        if c.TYPE[card] == c.MINION and "attack" in entry:
            record["hand_extra"][seat, i] = entry["attack"] - c.ATTACK[card]
        if "parts" in entry:
            pool = c.FILE.pools[c.POOLS[c.POOL_LESSER + c.POTION_SIZE[card] - 1]]["ids"]
            first, second = (pool.index(part) for part in entry["parts"])
            record["hand_extra"][seat, i] = first << 4 | second
        if "cost" in entry and c.TYPE[card] == c.SPELL and not c.SECRET_EVENT[card]:
            record["prepared"][seat] = max(int(record["prepared"][seat]), int(c.COST[card]) - entry["cost"])
    record["held"][seat] = len(hand)
    deck = player.get("deck", ())
    record["deck"][seat, : len(deck)] = [card_number(card_id) for card_id in reversed(deck)]
    record["deck_left"][seat] = len(deck)
    died = player.get("died", ())[: s.DIED]
    record["died"][seat, : len(died)] = [card_number(card_id) for card_id in died]
    record["died_count"][seat] = len(died)
    secrets = [entry if isinstance(entry, str) else entry["id"] for entry in player.get("secrets", ())]
    record["secrets"][seat, : len(secrets)] = [card_number(card_id) for card_id in secrets]
    record["secret_count"][seat] = len(secrets)


def _set_board(record: Any, seat: int, board: Any, temporary: Mapping[tuple[Any, str], int]) -> list[tuple[int, int]]:
    entries = []
    for i, entry in enumerate(board):
        entry = {"id": entry} if isinstance(entry, str) else entry
        slot = (int(record["free"]) & -int(record["free"])).bit_length() - 1
        record["free"] = int(record["free"]) & ~(1 << slot)
        card = card_number(entry["id"])
        record["card"][slot], record["side"][slot] = card, seat
        bonus = temporary.get((entry.get("eid"), "atk"), 0)
        record["bonus"][slot] = bonus
        record["attack"][slot] = entry.get("base_attack", entry.get("attack", c.ATTACK[card])) - bonus
        record["health"][slot] = entry.get("base_health", entry.get("max_health", entry.get("health", c.HEALTH[card])))
        record["damage"][slot] = entry.get("damage", 0)
        if c.AURA[card] == c.AURA_DAMAGED and entry.get("damage") and "base_attack" in entry:  # QC29
            record["attack"][slot] -= c.AURA_ATTACK[card]
        record["aura_attack"][slot] = entry.get("attack", 0) - entry["base_attack"] if "base_attack" in entry else 0
        if "base_health" in entry and "max_health" in entry:
            record["aura_health"][slot] = entry["max_health"] - entry["base_health"]
        flags = int(c.CARD_FLAGS[card])
        if "flags" in entry:
            flags = sum(SET_FLAGS[name] for name in entry["flags"] if name in SET_FLAGS)
        for enchantment in entry.get("ench", ()):
            if enchantment[0] == "EX1_128e":
                flags |= c.CONCEALED
                if not c.CARD_FLAGS[card] & c.STEALTH:
                    flags &= ~c.STEALTH
            elif enchantment[0] == "CFM_603e":
                flags |= c.BORROWED
            elif enchantment[0] == "DREAM_05e":
                flags |= c.NIGHTMARE_0 if record["current"] == 0 else c.NIGHTMARE_1
            elif enchantment[0].startswith("CS2_103"):
                flags |= c.GRANTED_CHARGE
        if c.AURA[card] == c.AURA_WEAPON_CHARGE and record["weapon"][seat]:
            flags |= c.AURA_CHARGE
            if not entry.get("granted_charge"):
                flags &= ~c.CHARGE
        if entry.get("exhausted"):
            flags |= c.EXHAUSTED
            if not entry.get("attacks"):
                flags |= c.FRESH
        record["flags"][slot] = flags
        record["attacks"][slot] = entry.get("attacks", 0)
        record["board"][seat] = int(record["board"][seat]) | slot << 4 * i
        entries.append((entry.get("order", seat * 100 + i), slot))
    record["minions"][seat] = len(board)
    return entries


def _set_choice(record: Any, choice: Mapping[str, Any] | None) -> None:
    if not choice:
        return
    record["choice_kind"] = CHOICE_KINDS[choice["kind"]]
    options = [card_number(card_id) for card_id in choice["options"]]
    record["choice"][: len(options)] = options
    record["choice_count"] = len(options)
    record["seat"] = choice.get("player", record["current"])
    picked = choice.get("picked") or ()
    if choice["kind"] == "kazakus" and picked:
        record["potion_size"] = list(c.SIZE_CARDS).index(card_number(picked[0]))
        record["choice_kind"] = s.FIRST_PART
        if len(picked) > 1:
            pool = c.FILE.pools[c.POOLS[c.POOL_LESSER + int(record["potion_size"])]]["ids"]
            record["potion_part"] = 1 + pool.index(picked[1])
            record["choice_kind"] = s.SECOND_PART
