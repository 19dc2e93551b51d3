"""Positions built by hand, and functions that read them."""

from __future__ import annotations

from functools import cache
from typing import Any

import tapete
from tapete.games.hearthstone import cards as c
from tapete.games.hearthstone import from_deal
from tapete.games.hearthstone.decks import HERO_OF

RAPTOR = "CS2_172"  # a 3/2 without text


@cache
def game(**options: Any) -> tapete.Game:
    return tapete.load("hearthstone", **{"ordered": True, **options})


def position(own: dict[str, Any] | None = None, enemy: dict[str, Any] | None = None, **from_deal: Any) -> tapete.State:
    """Return a position: seat 0 to move with 10 crystals, five Raptors in each deck, nothing else unless given."""
    options = from_deal.pop("options", {})
    players = []
    for given in (own or {}, enemy or {}):
        player = {"deck": [RAPTOR] * 5, **given}
        if "health" in player or "armor" in player:
            player["hero"] = {
                "id": c.IDS[HERO_OF[player.get("class", "shaman")]],
                "max_health": 30,
                "health": player.pop("health", 30),
                "armor": player.pop("armor", 0),
            }
        players.append(player)
    return game(**options).set_up({"turn": 5, "current": 0, **from_deal, "players": players})


def play(
    state: tapete.State, place: int = 0, target: Any = None, at: int | None = None, option: int | None = None
) -> None:
    """Play a hand card; targets are in the format of recorded games: "enemy_hero", ("own_board", 1)."""
    seat = state.seat
    if isinstance(target, str):
        target = (target,)
    card = int(state.record["hand"][seat, place])
    if at is None and c.TYPE[card] == c.MINION:
        at = int(state.record["minions"][seat])
    fact = ["play", place, option, list(target) if target else None, at]
    state.play(from_deal.action_number(fact))


def power(state: tapete.State, target: Any = None) -> None:
    if isinstance(target, str):
        target = (target,)
    state.play(from_deal.action_number(["power", list(target) if target else None]))


def attack(state: tapete.State, attacker: int | str, target: Any) -> None:
    if isinstance(target, str):
        target = (target,)
    state.play(from_deal.action_number(["attack", attacker, list(target)]))


def end(state: tapete.State) -> None:
    state.play(0)


def choose(state: tapete.State, i: int) -> None:
    state.play(from_deal.action_number(["choose", i, None]))


def board(state: tapete.State, seat: int) -> list[str]:
    """Return the minions from left to right: "ID attack/health keywords"."""
    record = state.record
    found = []
    for slot in from_deal.board_slots(record, seat):
        attack = max(0, int(record["attack"][slot]) + int(record["bonus"][slot]) + int(record["aura_attack"][slot]))
        health = int(record["health"][slot]) + int(record["aura_health"][slot]) - int(record["damage"][slot])
        flags = [name for name, flag in from_deal.FLAG_NAMES.items() if int(record["flags"][slot]) & flag]
        found.append(" ".join([c.IDS[record["card"][slot]], f"{attack}/{health}", *flags]))
    return found


def hand(state: tapete.State, seat: int) -> list[str]:
    return [c.IDS[card] for card in state.record["hand"][seat][: state.record["held"][seat]]]


def hand_stats(state: tapete.State, seat: int) -> list[str]:
    """Return the hand cards with their buffed attack and health."""
    record = state.record
    found = []
    for i in range(record["held"][seat]):
        card, extra = int(record["hand"][seat, i]), int(record["hand_extra"][seat, i])
        found.append(f"{c.IDS[card]} {c.ATTACK[card] + extra}/{c.HEALTH[card] + extra}")
    return found


def deck(state: tapete.State, seat: int) -> list[str]:
    return [c.IDS[int(card) & 0xFFF] for card in state.record["deck"][seat][: state.record["deck_left"][seat]]]


def secrets(state: tapete.State, seat: int) -> list[str]:
    return [c.IDS[card] for card in state.record["secrets"][seat][: state.record["secret_count"][seat]]]


def health(state: tapete.State, seat: int) -> int:
    return int(state.record["health"][seat] - state.record["damage"][seat])


def weapon(state: tapete.State, seat: int) -> str | None:
    record = state.record
    if not record["weapon"][seat]:
        return None
    left = int(record["weapon_durability"][seat] - record["weapon_damage"][seat])
    return f"{c.IDS[record['weapon'][seat]]} {record['weapon_attack'][seat]}/{left}"


def mana(state: tapete.State, seat: int) -> int:
    record = state.record
    return int(record["crystals"][seat] + record["temporary"][seat] - record["used"][seat] - record["locked"][seat])


def read(state: tapete.State, key: str) -> Any:
    """Return a fact by name: "own board", "enemy health", ..."""
    side, what = key.split()
    seat = 0 if side == "own" else 1
    record = state.record
    return {
        "board": lambda: board(state, seat),
        "hand": lambda: hand(state, seat),
        "stats": lambda: hand_stats(state, seat),
        "held": lambda: int(record["held"][seat]),
        "deck": lambda: int(record["deck_left"][seat]),
        "deck_cards": lambda: sorted(deck(state, seat)),
        "secrets": lambda: secrets(state, seat),
        "health": lambda: health(state, seat),
        "armor": lambda: int(record["armor"][seat]),
        "weapon": lambda: weapon(state, seat),
        "mana": lambda: mana(state, seat),
        "owed": lambda: int(record["owed"][seat]),
        "jade": lambda: int(record["jade"][seat]),
        "frozen": lambda: bool(record["flags"][seat] & c.FROZEN),
        "bonus": lambda: int(record["bonus"][seat]),
        "cheap": lambda: bool(record["power_cheap"][seat]),
        "choices": lambda: int(record["choice_count"]),
    }[what]()
