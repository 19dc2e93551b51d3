"""How a person reads Tales of Tribute: the table, the moves, and moves as typed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from tapete.game import State, Text
from tapete.games.tribute import rules
from tapete.games.tribute.cards import (
    ALESSIA,
    ANSEI,
    COST,
    CROWS,
    HEALTH,
    HLAALU,
    LEFT,
    LEVEL_COUNT,
    LEVEL_START,
    NAMES,
    NUMBER,
    OPERATION,
    OPERATIONS,
    ORGNUM,
    PATRON,
    PATRON_TITLES,
    PELIN,
    PSIJIC,
    RAJHIN,
    RED_EAGLE,
    RIGHT,
    SACKING,
    TAUNT,
    TREASURY,
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


# What a call costs and does (section 11), for a patron that favours the caller, nobody, the enemy
CALLS = {
    ANSEI: ("cannot be called; +1 coin at the start of your turns", *["2 power: +1 coin, and favours you at once"] * 2),
    CROWS: ("cannot be called", *["all coins: as much power, less 1"] * 2),
    HLAALU: ("a card of yours that costs 1 or more: its cost less 1 as prestige",) * 3,
    ORGNUM: (
        "3 coins: +1 power for every 4 of your cards, and a Summerset Sacking",
        "3 coins: +1 power for every 6 of your cards",
        "3 coins: +2 power",
    ),
    PELIN: ("2 power: put an agent from your cooldown on top of your draw pile",) * 3,
    PSIJIC: ("4 coins: send an enemy agent away",) * 3,
    RAJHIN: ("3 coins: a useless Bewilderment into the enemy's cooldown",) * 3,
    RED_EAGLE: ("2 power: draw 1",) * 3,
    ALESSIA: ("4 coins: a Chainbreaker Sergeant", "4 coins: a Soldier of the Empire", "4 coins: +2 power"),
    TREASURY: ("2 coins: trade a card of yours for a Writ of Coin",) * 3,
}
NEUTRAL = 1  # place in such a row
SHOWN_OF_PILE = 8


def effect_words(row: int) -> str:
    """What an effect row does."""
    operation = OPERATIONS[OPERATION[row]]
    if operation == "either":
        return f"({effect_words(int(LEFT[row]))} or {effect_words(int(RIGHT[row]))})"
    return PHRASES[operation].format(n=int(NUMBER[row]))


def effects_of(card: int) -> str:
    """What a card does, combos included."""
    levels = []
    for level in range(4):
        rows = range(int(LEVEL_START[card, level]), int(LEVEL_START[card, level]) + int(LEVEL_COUNT[card, level]))
        words = ", ".join(effect_words(row) for row in rows)
        if words:
            levels.append(words if level == 0 else f"combo {level + 1}: {words}")
    return "; ".join(levels) or "nothing"


def card_words(card: int) -> str:
    """A card on one line: name, patron, type, cost, effects."""
    kind = TYPES[TYPE[card]].replace("_", " ")
    health = f", {HEALTH[card]} health" if HEALTH[card] else ""
    taunt = ", taunt" if TAUNT[card] else ""
    return f"{NAMES[card]} [{PATRON_TITLES[PATRON[card]]} {kind}, cost {COST[card]}{health}{taunt}: {effects_of(card)}]"


def listed(cards: list[int]) -> str:
    """Cards in order, by name."""
    return ", ".join(NAMES[card] for card in cards) or "none"


def counted(cards: list[int]) -> str:
    """Cards whose order says nothing: sorted by number, copies counted."""
    numbers = Counter(cards)
    return ", ".join(f"{n} x {NAMES[card]}" if n > 1 else NAMES[card] for card, n in sorted(numbers.items())) or "none"


def board(record: Any, player: int) -> str:
    shown = []
    for card, health, active in agents(record, player):
        taunt, ready = ", taunt" if TAUNT[card] else "", "" if active else ", ready"
        shown.append(f"{NAMES[card]} ({health} health{taunt}{ready})")
    return ", ".join(shown) or "none"


def amount(number: int, what: str) -> str:
    return f"{number} {what}" if number == 1 else f"{number} {what}s"


def who(player: int, seat: int | None) -> str:
    return f"Seat {player}" if seat is None else ("You" if player == seat else "Enemy")


def state_text(state: State, seat: int | None) -> str:
    """The table as a seat sees it; with no seat, everything."""
    record = state.record
    if record["choice"] == DRAFT:
        return draft_text(record, seat)
    lines = patron_lines(record, state.turn, seat)
    lines.append("Tavern:")
    lines += [f"  {i + 1}. {card_words(card)}" for i, card in enumerate(tavern_row(record))]
    if seat is None:
        pile = tavern_pile(record)
        lines.append(f"Tavern pile ({len(pile)}): {listed(pile[:SHOWN_OF_PILE])}, ...")
    for player in (0, 1) if seat is None else (1 - seat, seat):
        lines += player_lines(record, player, seat)
    waiting = pending(record)
    if waiting is not None and not state.over:
        lines.append(choice_text(state, waiting, seat))
    if state.over:
        winner = int(record["winner"])
        ending = ENDS.get(int(record["reason"]), "a fault")
        lines.append(f"A draw by {ending}." if winner < 0 else f"{who(winner, seat)} won by {ending}.")
    elif seat is not None:
        lines += warning(record, seat)
    return "\n".join(lines)


def draft_text(record: Any, seat: int | None) -> str:
    pool = [patron for patron in range(10) if int(record["pool"]) >> patron & 1]
    taken = [PATRON_TITLES[record["order"][place]] for place in (0, 1, 3, 4)[: int(record["drafted"])]]
    text = f"Draft: {', '.join(PATRON_TITLES[patron] for patron in pool)} on offer; taken: {', '.join(taken) or 'none'}"
    if seat is None:
        return text
    return "\n".join([text, *(f"  {PATRON_TITLES[patron]}: {CALLS[patron][NEUTRAL]}" for patron in pool)])


def patron_lines(record: Any, turn: int, seat: int | None) -> list[str]:
    """Whom the patrons favour; for a seat also what a call of each would cost and do now."""
    favours = [(int(record["order"][place]), int(record["favour"][place])) for place in range(5)]
    if seat is None:
        shown = [f"{PATRON_TITLES[p]}: {'nobody' if f < 0 else who(f, seat).lower()}" for p, f in favours]
        return [f"Turn {turn}. Favours   " + "   ".join(shown)]
    lines = [f"Turn {turn}. Patrons:"]
    for place, (patron, favour) in enumerate(favours):
        whom = "nobody" if favour < 0 else "you" if favour == seat else "the enemy"
        standing = "" if patron == TREASURY else f" (favours {whom})"
        call = CALLS[patron][NEUTRAL if favour < 0 else 0 if favour == seat else 2]
        played = 0 if patron == TREASURY else int(record["combo"][place])  # Treasury's cards have no combos
        combo = f"; {amount(played, 'card')} played towards combos" if played else ""
        lines.append(f"  {PATRON_TITLES[patron]}{standing} - {call}{combo}")
    return lines


def player_lines(record: Any, player: int, seat: int | None) -> list[str]:
    """Numbers and cards of a player, as far as the seat knows them."""
    lines = [
        f"{who(player, seat)}: {record['prestige'][player]} prestige, {record['power'][player]} power, "
        f"{amount(record['coins'][player], 'coin')}, {amount(record['calls'][player], 'patron call')}"
    ]
    hand, draw = zone(record, HAND + player), zone(record, DRAW + player)
    if seat is None:
        lines += [f"  hand: {listed(hand)}", f"  draw pile: {listed(draw)}"]
    elif player == seat:
        lines.append(f"  hand: {'' if hand else 'none'}".rstrip())
        lines += [f"    {f'{n} x ' if n > 1 else ''}{card_words(card)}" for card, n in Counter(hand).items()]
        lines.append(f"  draw pile ({len(draw)}): {counted(draw)}")
        sure = int(record["sure"][player])
        if sure:
            lines.append(f"  next draws: {listed(draw[:sure])}")
    else:
        lines.append(f"  {len(hand)} in hand, {len(draw)} in the draw pile, together: {counted(hand + draw)}")
    lines.append(f"  played: {listed(zone(record, PLAYED + player))}")
    lines.append(f"  cooldown: {listed(zone(record, COOLDOWN + player))}")
    lines.append(f"  agents: {board(record, player)}")
    return lines


def warning(record: Any, seat: int) -> list[str]:
    """What would end the game after this turn (section 12)."""
    mine, his = int(record["prestige"][seat]), int(record["prestige"][1 - seat])
    if int(record["current"]) != seat or his < 40 or mine >= his:
        return []
    return [f"The enemy has {his} prestige: end this turn with as much (power left over becomes prestige) or you lose."]


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
    hint="its number in the list, or words of it (play gold, buy tithe, call ansei, end, done). You win with 80 prestige, with "
    "the favour of all four patrons, or with 40 prestige that the enemy does not match in the next turn",
    explain=explain,
    names=EXPLAINED,
)
