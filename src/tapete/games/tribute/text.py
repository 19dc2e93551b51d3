"""How a person reads Tales of Tribute: the table, the moves, and moves as typed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from tapete.game import State, Text
from tapete.games.tribute import rules
from tapete.games.tribute.cards import (
    COST,
    HEALTH,
    LEFT,
    LEVEL_COUNT,
    LEVEL_START,
    NAMES,
    NUMBER,
    OPERATION,
    OPERATIONS,
    PATRON,
    PATRON_TITLES,
    RIGHT,
    SACKING,
    TAUNT,
    TYPE,
    TYPES,
)
from tapete.games.tribute.explain import EXPLAINED, explain
from tapete.games.tribute.facts import agents, option_cards, pending, tavern_pile, tavern_row, zone
from tapete.games.tribute.table import (
    AGENTS,
    COOLDOWN,
    DRAFT,
    DRAW,
    EFFECT,
    FAVOUR,
    HAND,
    PLAYED,
    PRESTIGE_40,
    PRESTIGE_80,
    TURN_LIMIT,
)

PHRASES = {
    "gain_coin": "+{n} coin",
    "gain_power": "+{n} power",
    "gain_prestige": "+{n} prestige",
    "opp_lose_prestige": "enemy loses {n} prestige",
    "draw": "draw {n}",
    "opp_discard": "enemy discards {n}",
    "replace_tavern": "replace up to {n} in the tavern",
    "acquire_tavern": "take a tavern card of cost {n} or less",
    "destroy": "destroy up to {n}",
    "return_top": "return up to {n} to the top",
    "return_agent_top": "return up to {n} agents to the top",
    "toss": "look at {n}, toss any",
    "knockout": "knock out {n}",
    "knockout_all": "knock out all agents",
    "patron_call": "+{n} patron call",
    "create_card": "create {n} " + NAMES[SACKING],
    "heal_self": "heal {n}",
    "donate": "discard up to {n}, draw as many",
}
CHOICE_WORDS = {
    "replace": "replace",
    "acquire": "take",
    "destroy": "destroy",
    "discard": "discard",
    "return": "put on top",
    "toss": "toss",
    "knockout": "knock out",
    "donate": "donate",
    "hlaalu": "sell to Hlaalu",
    "pelin": "put on top for Pelin",
    "psijic": "send away with Psijic",
    "treasury": "trade at the Treasury",
}
ENDS = {
    PRESTIGE_80: "80 prestige",
    FAVOUR: "the favour of all four patrons",
    PRESTIGE_40: "40 prestige, not matched",
    TURN_LIMIT: "the turn limit",
}


SHOWN_OF_PILE = 8


def effect_words(row: int) -> str:
    """What an effect row does."""
    operation = OPERATIONS[OPERATION[row]]
    if operation == "either":
        return f"({effect_words(int(LEFT[row]))} or {effect_words(int(RIGHT[row]))})"
    return PHRASES[operation].format(n=int(NUMBER[row]))


def card_words(card: int) -> str:
    """A card on one line: name, patron, type, cost, effects."""
    kind = TYPES[TYPE[card]].replace("_", " ")
    health = f", {HEALTH[card]} health" if HEALTH[card] else ""
    taunt = ", taunt" if TAUNT[card] else ""
    levels = []
    for level in range(4):
        rows = range(int(LEVEL_START[card, level]), int(LEVEL_START[card, level]) + int(LEVEL_COUNT[card, level]))
        words = ", ".join(effect_words(row) for row in rows)
        if words:
            levels.append(words if level == 0 else f"combo {level + 1}: {words}")
    what = "; ".join(levels) or "nothing"
    return f"{NAMES[card]} [{PATRON_TITLES[PATRON[card]]} {kind}, cost {COST[card]}{health}{taunt}: {what}]"


def listed(cards: list[int]) -> str:
    """Cards in order, by name."""
    return ", ".join(NAMES[card] for card in cards) or "none"


def counted(cards: list[int]) -> str:
    """Cards whose order says nothing: sorted by number, copies counted."""
    numbers = Counter(cards)
    return ", ".join(f"{n} x {NAMES[card]}" if n > 1 else NAMES[card] for card, n in sorted(numbers.items())) or "none"


def board(record: Any, seat: int) -> str:
    shown = [
        f"{NAMES[card]} ({health} health{'' if active else ', ready'})" for card, health, active in agents(record, seat)
    ]
    return ", ".join(shown) or "none"


def who(player: int, seat: int | None) -> str:
    return f"Seat {player}" if seat is None else ("You" if player == seat else "Enemy")


def state_text(state: State, seat: int | None) -> str:
    """The table as a seat sees it; with no seat, everything."""
    record = state.record
    lines = []
    if record["choice"] == DRAFT:
        pool = [PATRON_TITLES[patron] for patron in range(10) if int(record["pool"]) >> patron & 1]
        taken = [PATRON_TITLES[record["order"][place]] for place in (0, 1, 3, 4)[: int(record["drafted"])]]
        return f"Draft: {', '.join(pool)} on offer; taken: {', '.join(taken) or 'none'}"
    favours = []
    for place in range(5):
        favour = int(record["favour"][place])
        whom = "nobody" if favour < 0 else who(favour, seat).lower()
        favours.append(f"{PATRON_TITLES[record['order'][place]]}: {whom}")
    lines.append(f"Turn {state.turn}. Favours   " + "   ".join(favours))
    lines.append("Tavern:")
    lines += [f"  {i + 1}. {card_words(card)}" for i, card in enumerate(tavern_row(record))]
    if seat is None:
        pile = tavern_pile(record)
        lines.append(f"Tavern pile ({len(pile)}): {listed(pile[:SHOWN_OF_PILE])}, ...")
    for player in (0, 1) if seat is None else (1 - seat, seat):
        lines.append(
            f"{who(player, seat)}: {record['prestige'][player]} prestige, {record['power'][player]} power, "
            f"{record['coins'][player]} coins, {record['calls'][player]} patron calls"
        )
        hand, draw = zone(record, HAND + player), zone(record, DRAW + player)
        if seat is None or player == seat:
            lines.append(f"  hand: {listed(hand)}")
            if seat is None:
                lines.append(f"  draw pile: {listed(draw)}")
            else:
                sure = int(record["sure"][player])
                lines.append(f"  draw pile ({len(draw)}): {counted(draw)}")
                if sure:
                    lines.append(f"  next draws: {listed(draw[:sure])}")
        else:
            lines.append(f"  {len(hand)} in hand, {len(draw)} in the draw pile, together: {counted(hand + draw)}")
        lines.append(f"  played: {listed(zone(record, PLAYED + player))}")
        lines.append(f"  cooldown: {listed(zone(record, COOLDOWN + player))}")
        lines.append(f"  agents: {board(record, player)}")
    waiting = pending(record)
    if waiting is not None and not state.over:
        lines.append(choice_text(state, waiting, seat))
    if state.over:
        winner = int(record["winner"])
        ending = ENDS.get(int(record["reason"]), "a fault")
        lines.append(f"A draw by {ending}." if winner < 0 else f"{who(winner, seat)} won by {ending}.")
    return "\n".join(lines)


def choice_text(state: State, waiting: Mapping[str, Any], seat: int | None) -> str:
    """What is being chosen; the options of the other player's hidden cards stay hidden."""
    record = state.record
    source = PATRON_TITLES[waiting["patron"]] if "patron" in waiting else NAMES[waiting["card"]]
    if record["choice"] == EFFECT:
        row = int(record["source"])
        return f"{source}: {effect_words(int(LEFT[row]))}, or {effect_words(int(RIGHT[row]))}?"
    least, most = waiting["min"], min(waiting["max"], len(waiting["options"]))
    number = str(most) if least == most else f"{least} to {most}"
    text = f"{source}: {CHOICE_WORDS[waiting['kind']]} {number}"
    if seat is not None and seat != record["current"]:
        return text
    picked = [waiting["options"][position] for position in record["picks"][: record["picked"]].tolist()]
    return f"{text} of {listed(waiting['options'])}" + (f" (so far {listed(picked)})" if picked else "")


def action_text(state: State, action: int) -> str:
    record = state.record
    seat = int(record["current"])
    if action >= rules.PICK_PATRON:
        return f"draft {PATRON_TITLES[action - rules.PICK_PATRON]}"
    if action >= rules.CHOOSE_EFFECT:
        row = int(record["source"])
        return f"choose {effect_words(int((LEFT if action == rules.CHOOSE_EFFECT else RIGHT)[row]))}"
    if action >= rules.PICK:
        waiting = pending(record)
        card = option_cards(record)[action - rules.PICK]
        return f"{CHOICE_WORDS[waiting['kind']] if waiting else 'pick'} {NAMES[card]}"
    if action == rules.DONE:
        return "choose no more" if record["picked"] else "choose none"
    if action == rules.END_TURN:
        return "end the turn"
    if action >= rules.CALL:
        return f"call {PATRON_TITLES[record['order'][action - rules.CALL]]}"
    if action >= rules.BUY:
        card = tavern_row(record)[action - rules.BUY]
        return f"buy {NAMES[card]} for {COST[card]}"
    if action >= rules.ATTACK:
        return f"attack {NAMES[zone(record, AGENTS + 1 - seat)[action - rules.ATTACK]]}"
    if action >= rules.ACTIVATE:
        return f"activate {NAMES[zone(record, AGENTS + seat)[action - rules.ACTIVATE]]}"
    return f"play {NAMES[zone(record, HAND + seat)[action - rules.PLAY]]}"


def parse(state: State, text: str) -> int | None:
    """The legal action whose words contain what was typed; `end` and `done` in short."""
    legal = state.legal()
    typed = " ".join(text.strip().lower().split())
    if typed in ("end", "e", "pass") and rules.END_TURN in legal:
        return rules.END_TURN
    if typed in ("done", "d", "none") and rules.DONE in legal:
        return rules.DONE
    if len(typed) < 3:
        return None
    words = {action: action_text(state, action).lower() for action in legal}
    exact = [action for action in legal if words[action] == typed]
    found = exact or [action for action in legal if typed in words[action]]
    same = {words[action] for action in found}
    return found[0] if len(same) == 1 else None


def known(state: State, observer: int) -> Mapping[str, Any]:
    """The cards a seat knows it will draw next, and the enemy's unseen cards as a whole."""
    record = state.record
    enemy = 1 - observer
    unseen = sorted(zone(record, HAND + enemy) + zone(record, DRAW + enemy))
    return {
        "next_draws": [NAMES[card] for card in zone(record, DRAW + observer)[: int(record["sure"][observer])]],
        "draw_pile": [NAMES[card] for card in sorted(zone(record, DRAW + observer))],
        "enemy_hand_and_draw_pile": [NAMES[card] for card in unseen],
        "enemy_hand_size": int(record["size"][HAND + enemy]),
        "tavern_pile": [NAMES[card] for card in sorted(tavern_pile(record))],
    }


TEXT = Text(
    state=state_text,
    action=action_text,
    parse=parse,
    known=known,
    hint="a move in words (play gold, buy tithe, call ansei, end, done), part of them, or its number in the list",
    explain=explain,
    names=EXPLAINED,
)
