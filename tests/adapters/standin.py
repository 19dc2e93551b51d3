"""Stand-in for the engine Scripts of Tribute: our rules, sent in the engine's text protocol.

Positions are written as by the engine's serialisers, independently of the code that reads them: cards with their own numbers,
piles as the engine sorts or does not sort them, the list of completed actions.
"""

from __future__ import annotations

import json
from typing import Any

from tapete.core.state import State
from tapete.games.tribute import cards
from tapete.games.tribute.engine_moves import actions_of
from tapete.games.tribute.from_deal import (
    PATRON_OF_CHOICE,
    agents,
    kinds_of,
    objects_in,
    option_objects,
    pile_objects,
    row_objects,
)
from tapete.games.tribute.state import (
    ACQUIRE,
    AGENTS,
    COOLDOWN,
    DESTROYING,
    DISCARD,
    DONATING,
    DRAW,
    EFFECT,
    FREE,
    HAND,
    HLAALU_CHOICE,
    KNOCKING_OUT,
    PELIN_CHOICE,
    PLAYED,
    PSIJIC_CHOICE,
    REPLACE,
    RETURN,
    RETURN_AGENT,
    TOSSING,
    TREASURY_CHOICE,
)

FIRST_ID = 10_000
NAMES = {
    cards.GAIN_COIN: "GAIN_COIN",
    cards.GAIN_POWER: "GAIN_POWER",
    cards.GAIN_PRESTIGE: "GAIN_PRESTIGE",
    cards.OPP_LOSE_PRESTIGE: "OPP_LOSE_PRESTIGE",
    cards.DRAW_CARDS: "DRAW",
    cards.OPP_DISCARD: "OPP_DISCARD",
    cards.REPLACE_TAVERN: "REPLACE_TAVERN",
    cards.ACQUIRE_TAVERN: "ACQUIRE_TAVERN",
    cards.DESTROY: "DESTROY_CARD",
    cards.RETURN_TOP: "RETURN_TOP",
    cards.RETURN_AGENT_TOP: "RETURN_AGENT_TOP",
    cards.TOSS: "TOSS",
    cards.KNOCKOUT: "KNOCKOUT",
    cards.KNOCKOUT_ALL: "KNOCKOUT_ALL",
    cards.PATRON_CALL: "PATRON_CALL",
    cards.CREATE_CARD: "CREATE_SUMMERSET_SACKING",
    cards.HEAL_SELF: "HEAL",
    cards.DONATE: "DONATE",
}
FOLLOW_UPS = {
    EFFECT: "ENACT_CHOSEN_EFFECT",
    REPLACE: "REPLACE_CARDS_IN_TAVERN",
    ACQUIRE: "ACQUIRE_CARDS",
    DESTROYING: "DESTROY_CARDS",
    DISCARD: "DISCARD_CARDS",
    RETURN: "REFRESH_CARDS",
    RETURN_AGENT: "REFRESH_CARDS",
    TOSSING: "TOSS_CARDS",
    KNOCKING_OUT: "KNOCKOUT_AGENTS",
    DONATING: "DONATE",
    HLAALU_CHOICE: "COMPLETE_HLAALU",
    PELIN_CHOICE: "COMPLETE_PELLIN",
    PSIJIC_CHOICE: "COMPLETE_PSIJIC",
    TREASURY_CHOICE: "COMPLETE_TREASURY",
}


def effect_text(row: int) -> str:
    if cards.OPERATION[row] == cards.EITHER:
        return f"{effect_text(int(cards.LEFT[row]))} OR {effect_text(int(cards.RIGHT[row]))}"
    return f"{NAMES[int(cards.OPERATION[row])]} {cards.NUMBER[row]}"


def slot_text(card: int, level: int) -> str:
    """Return all effects of a level of a card."""
    start, count = int(cards.LEVEL_START[card, level]), int(cards.LEVEL_COUNT[card, level])
    return " AND ".join(effect_text(row) for row in range(start, start + count))


def seat_name(seat: int) -> str:
    return "NO_PLAYER_SELECTED" if seat < 0 else f"PLAYER{seat + 1}"


class StandIn:
    """Game played by our rules and sent in the engine's protocol."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.completed: list[str] = []

    def card(self, thing: int) -> dict[str, Any]:
        number = int(self.state.record["kind"][thing])
        return {
            "name": cards.NAMES[number],
            "deck": cards.PATRONS[cards.PATRON[number]].upper(),
            "cost": int(cards.COST[number]),
            "type": cards.TYPES[cards.TYPE[number]].upper(),
            "HP": int(cards.HEALTH[number]) or -1,
            "taunt": bool(cards.TAUNT[number]),
            "UniqueId": FIRST_ID + thing,
            "effects": [slot_text(number, level) for level in range(4)],
        }

    def told(self, thing: int) -> str:
        card = self.card(thing)
        return (
            f"Card: {card['name']}, Deck: {card['deck']}, Cost: {card['cost']}, Type: {card['type']}, "
            f"UniqueId: {card['UniqueId']}"
        )

    def zone(self, number: int) -> list[dict[str, Any]]:
        return [self.card(thing) for thing in objects_in(self.state.record, number)]

    def by_kind(self, things: list[int]) -> list[dict[str, Any]]:
        kinds = dict(zip(things, kinds_of(self.state.record, things), strict=True))
        return [self.card(thing) for thing in sorted(things, key=lambda thing: kinds[thing])]

    def agents(self, seat: int) -> list[dict[str, Any]]:
        record = self.state.record
        things = objects_in(record, AGENTS + seat)
        return [
            {"CurrentHP": health, "Card": self.card(thing), "Activated": bool(activated)}
            for thing, (_, health, activated) in zip(things, agents(record, seat), strict=True)
        ]

    def message(self) -> dict[str, Any]:
        """Return the position as the engine serialises it for the player to move."""
        record = self.state.record
        seat, enemy = self.state.seat, 1 - self.state.seat
        choice = int(record["choice"])
        row = row_objects(record)
        if choice in (REPLACE, ACQUIRE) and 0 <= record["skip"] < len(row):
            del row[int(record["skip"])]
        mode = "NORMAL" if choice == FREE else "START_OF_TURN_CHOICE_PENDING" if choice == DISCARD else "CHOICE_PENDING"
        common = {
            player: {
                "Player": seat_name(player),
                "Cooldown": self.zone(COOLDOWN + player),
                "Played": self.zone(PLAYED + player),
                "Agents": self.agents(player),
                "Power": int(record["power"][player]),
                "Coins": int(record["coins"][player]),
                "Prestige": int(record["prestige"][player]),
            }
            for player in range(2)
        }
        draw = objects_in(record, DRAW + seat)
        return {
            "PatronStates": {
                cards.PATRONS[patron].upper(): seat_name(int(record["favour"][place]))
                for place, patron in enumerate(record["order"].tolist())
            },
            "TavernAvailableCards": [self.card(thing) for thing in row],
            "BoardState": "PATRON_CHOICE_PENDING" if choice in PATRON_OF_CHOICE else mode,
            "UpcomingEffects": [
                effect_text(r) for r in record["queue"][record["queue_start"] : record["queue_end"]].tolist()
            ],
            "StartOfNextTurnEffects": [effect_text(r) for r in record["owed"][: record["owed_count"]].tolist()],
            "GameEndState": "",
            "CurrentPlayer": {
                **common[seat],
                "Hand": self.zone(HAND + seat),
                "KnownPile": [self.card(thing) for thing in draw[: int(record["known"][seat])]],
                "PatronCalls": int(record["calls"][seat]),
                "DrawPile": [self.card(thing) for thing in draw],
            },
            "EnemyPlayer": {
                **common[enemy],
                "HandAndDraw": self.by_kind(objects_in(record, DRAW + enemy) + objects_in(record, HAND + enemy)),
            },
            "CompletedActions": list(self.completed),
            "TavernCards": self.by_kind(pile_objects(record)),
            "PendingChoice": self.choice(),
        }

    def choice(self) -> Any:
        record = self.state.record
        choice = int(record["choice"])
        if choice == FREE:
            return ""
        row = int(record["source"])
        context = "EFFECT_CHOICE"
        if choice in PATRON_OF_CHOICE:
            context = cards.PATRONS[PATRON_OF_CHOICE[choice]].upper()
        elif choice != EFFECT:
            context = slot_text(int(cards.EFFECT_CARD[row]), int(cards.EFFECT_LEVEL[row]))
        found = {
            "MaxChoices": int(record["most"]),
            "MinChoices": int(record["least"]),
            "Context": context,
            "ChoiceFollowUp": FOLLOW_UPS[choice],
            "Type": "EFFECT" if choice == EFFECT else "CARD",
        }
        if choice == EFFECT:
            return {**found, "PossibleEffects": [effect_text(int(side[row])) for side in (cards.LEFT, cards.RIGHT)]}
        return {**found, "PossibleCards": [self.card(thing) for _, thing in option_objects(record)]}

    def read(self, line: str) -> list[int]:
        """Return the actions of an answer as the engine's own parser reads it: an unreadable answer ends the turn."""
        tokens = line.split(" ")
        state, record = self.state, self.state.record
        choice = int(record["choice"])
        if len(tokens) >= 2 and tokens[0] == "CHOICE" and choice == EFFECT:
            return actions_of(state, 0 if tokens[1] == "LEFT" else 1)
        if len(tokens) >= 2 and tokens[0] == "CHOICE" and choice != FREE:
            wanted = {int(token) - FIRST_ID for token in tokens[1:]}
            options = [thing for _, thing in option_objects(record)]
            return actions_of(state, [i for i, thing in enumerate(options) if thing in wanted])
        assert choice == FREE, f"{line!r} does not answer a choice"
        for action in state.legal():
            move = state.move(action)
            told = {"end_turn": "END_TURN", "call": f"PATRON {str(move.get('patron')).upper()}"}.get(move["kind"])
            if line == (told or f"{move['kind'].upper()} {FIRST_ID + move.get('key', 0)}"):
                return [action]
        raise AssertionError(f"{line!r} is not a move now")

    def play(self, actions: list[int]) -> None:
        """Play a whole answer and record it as the engine would."""
        for action in actions:
            self.note(action)
            drawn = self._draws()
            turn = self.state.turn
            self.state.apply(action)
            if self.state.turn == turn and not self.state.over and self._draws() != drawn:
                self.completed.append("DRAW Card: Plunder, Deck: DUKE_OF_CROWS, Cost: 6, Type: ACTION, UniqueId: 1 1")

    def _draws(self) -> list[int]:
        return objects_in(self.state.record, DRAW + int(self.state.record["current"]))

    def note(self, action: int) -> None:
        move = self.state.move(action)
        kinds = {"play": "PLAY_CARD", "activate": "ACTIVATE_AGENT", "buy": "BUY_CARD", "attack": "ATTACK_AGENT"}
        if move["kind"] == "end_turn":
            self.completed.append("END_TURN ")
        elif move["kind"] in kinds:
            self.completed.append(f"{kinds[move['kind']]} {self.told(move['key'])}")
        elif move["kind"] == "call":
            self.completed.append(f"ACTIVATE_PATRON {move['patron'].upper()}")
        elif move["kind"] == "pick" and move["choice"] == "acquire":
            self.completed.append(f"ACQUIRE_CARD {self.told(move['key'])} {self.told(move['key'])}")

    def text(self) -> str:
        """Return the message: indented JSON over many lines, and the end mark."""
        return json.dumps(self.message(), indent=2) + "\nEOT\n"
