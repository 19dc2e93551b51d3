"""Moves as data: a complete action, or one step of a decision in steps."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tapete.core.presentation import Move
from tapete.core.state import State
from tapete.games.hearthstone import cards as c
from tapete.games.hearthstone import factored, from_deal
from tapete.games.hearthstone import rules as r
from tapete.games.hearthstone.names import ids, key_of


def target_of(record: Any, number: int) -> dict[str, Any] | None:
    """Return a target as data: seat, place (None: the hero), card and key."""
    seat = int(record["seat"])
    if number == c.NO_TARGET:
        return None
    if number in (c.TARGET_OWN_HERO, c.TARGET_ENEMY_HERO):
        return character(record, seat if number == c.TARGET_OWN_HERO else 1 - seat, None)
    if number >= c.TARGET_OWN:
        return character(record, seat, number - c.TARGET_OWN)
    return character(record, 1 - seat, number - c.TARGET_ENEMY)


def character(record: Any, owner: int, place: int | None) -> dict[str, Any]:
    slot = owner if place is None else from_deal.board_slots(record, owner)[place]
    return {"seat": owner, "place": place, "card": c.IDS[record["card"][slot]], "key": key_of(record, slot)}


def flat_move(record: Any, action: int) -> Move:
    """Return a complete action as data."""
    seat = int(record["seat"])
    fact = from_deal.action_fact(record, action)
    kind = fact[0]
    move: Move = {"kind": kind, "seat": seat}
    if kind == "mulligan":
        move |= {"places": fact[1], "cards": ids(record["hand"][seat][fact[1]])}
    elif kind == "choose":
        move |= {"index": fact[1], "card": fact[2]}
    elif kind == "power":
        move |= {"card": c.IDS[record["power"][seat]], "target": target_of(record, action - r.POWER)}
    elif kind == "attack":
        attacker, defender = divmod(action - r.ATTACK_ACTION, 8)
        move |= {
            "attacker": character(record, seat, None if attacker == 7 else attacker),
            "target": character(record, 1 - seat, None if defender == 7 else defender),
        }
    elif kind == "play":
        _, place, option, target, position = fact
        card = int(record["hand"][seat, place])
        move |= {"place": place, "card": c.IDS[card]}
        if option is not None:
            move["option"] = c.IDS[(c.OPTION_A, c.OPTION_B)[option][card]]
        move["target"] = target_of(record, from_deal.target_number(target))
        if position is not None:
            move["position"] = position
    return move


def partial_of(state: State) -> Move | None:
    """Return the action so far of a decision in steps; None at its first step."""
    record = state.record
    if not record["stage"]:
        return None
    move = flat_move(record, int(record["partial"]))
    if record["stage"] == 1:
        move.pop("target", None)
    move.pop("position", None)
    return move


def step_move(state: State, action: int) -> Move:
    """Return one step of a decision in steps; steps after the first also hold the action so far."""
    record = state.record
    seat = int(record["seat"])
    f = factored
    if action >= f.TARGET:
        move: Move = {"kind": "target", "seat": seat, "of": partial_of(state)}
        if action >= f.POSITION:
            return {**move, "kind": "position", "position": action - f.POSITION}
        if action >= f.DEFENDER:
            place = action - f.DEFENDER
            return {**move, "kind": "defender", "target": character(record, 1 - seat, None if place == 7 else place)}
        return {**move, "target": target_of(record, action - f.TARGET)}
    if action >= f.WHAT_MULLIGAN:
        return flat_move(record, r.MULLIGAN + action - f.WHAT_MULLIGAN)
    if action >= f.WHAT_CHOOSE:
        return flat_move(record, r.CHOOSE + action - f.WHAT_CHOOSE)
    if action >= f.WHAT_ATTACK:
        attacker = action - f.WHAT_ATTACK
        return {
            "kind": "attack",
            "seat": seat,
            "attacker": character(record, seat, None if attacker == 7 else attacker),
        }
    if action >= f.WHAT_POWER:
        return {"kind": "power", "seat": seat, "card": c.IDS[record["power"][seat]]}
    if action == 0:
        return {"kind": "end", "seat": seat}
    place, option = divmod(action - f.WHAT_PLAY, 2)
    card = int(record["hand"][seat, place])
    move = {"kind": "play", "seat": seat, "place": place, "card": c.IDS[card]}
    if c.OPTION_A[card]:
        move["option"] = c.IDS[(c.OPTION_A, c.OPTION_B)[option][card]]
    return move


def move_of(state: State, action: int) -> Move:
    """Return an action of the seat to move, as data."""
    return step_move(state, action) if state.game.options["factored"] else flat_move(state.record, action)


def action_of(state: State, move: Mapping[str, Any]) -> int | None:
    """Return the legal action that a move means; members may be left out as long as only one action fits."""
    wanted = {name: value for name, value in move.items() if name != "seat"}
    fitting = []
    for action in state.legal():
        own = move_of(state, action)
        if all(name in own and own[name] == value for name, value in wanted.items()):
            if len(own) - 1 == len(wanted):
                return action
            fitting.append(action)
    return fitting[0] if len(fitting) == 1 else None
