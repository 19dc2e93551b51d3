"""Text protocol of the reference engine, Scripts of Tribute, for bots that are separate programs.

Before the game it names the patrons on offer; at each decision it sends the position as JSON and expects one line. This
module converts a position to a state (`EnginePosition`) and answers to lines, and compares a log of both with our
rules. docs/how-to/scripts-of-tribute.md lists what the protocol leaves out, and the assumptions made instead.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from tapete.core.game import Game
from tapete.core.state import State
from tapete.core.traces import TraceReport
from tapete.errors import BadRecord, IllegalAction
from tapete.games.tribute import cards
from tapete.games.tribute.names import SIDE_OF, source_of
from tapete.games.tribute.options import POOLS

PLAYERS = ("PLAYER1", "PLAYER2")
HANDFUL = 5
NO_CARD = 0  # an id that no card has: the only way to say "none of them" that the engine's parser accepts
OPERATIONS = {
    "DESTROY_CARD": cards.DESTROY,
    "CREATE_SUMMERSET_SACKING": cards.CREATE_CARD,
    "HEAL": cards.HEAL_SELF,
    **{name.upper(): number for number, name in enumerate(cards.OPERATIONS)},
}
# The engine's use of the chosen cards: our kind of choice, and the operation that opened it (None: a patron)
FOLLOW_UPS: dict[str, tuple[str, int | None]] = {
    "ENACT_CHOSEN_EFFECT": ("effect", cards.EITHER),
    "REPLACE_CARDS_IN_TAVERN": ("replace", cards.REPLACE_TAVERN),
    "ACQUIRE_CARDS": ("acquire", cards.ACQUIRE_TAVERN),
    "DESTROY_CARDS": ("destroy", cards.DESTROY),
    "DISCARD_CARDS": ("discard", cards.OPP_DISCARD),
    "REFRESH_CARDS": ("return", cards.RETURN_TOP),
    "TOSS_CARDS": ("toss", cards.TOSS),
    "KNOCKOUT_AGENTS": ("knockout", cards.KNOCKOUT),
    "DONATE": ("donate", cards.DONATE),
    "COMPLETE_HLAALU": ("hlaalu", None),
    "COMPLETE_PELLIN": ("pelin", None),
    "COMPLETE_PSIJIC": ("psijic", None),
    "COMPLETE_TREASURY": ("treasury", None),
}
CARD = re.compile(r"Card: (?P<name>.+?), Deck: (?P<deck>\w+), Cost: -?\d+, Type: (?P<type>\w+), UniqueId: (?P<id>\d+)")


class EnginePosition:
    """Position sent by the engine, as one of our states in which missing information is filled in."""

    def __init__(self, message: Mapping[str, Any], game: Game) -> None:
        self.message = message
        self.ids: list[int] = []  # the engine's number of each card, by our number
        try:
            self.seat = PLAYERS.index(message["CurrentPlayer"]["Player"])
            self.order = [patron.lower() for patron in message["PatronStates"]]
            self.completed: list[str] = message["CompletedActions"]
            self.state = game.set_up(self._described(game))
        except (KeyError, TypeError, ValueError, IndexError, AttributeError) as error:
            raise BadRecord(f"not a position of Scripts of Tribute: {error!r}") from error

    def _described(self, game: Game) -> dict[str, Any]:
        """Return the full position, in the form of `describe(None)`."""
        message, own, enemy = self.message, self.message["CurrentPlayer"], self.message["EnemyPlayer"]
        row, pile, skip = self._tavern()
        players = [self._enemy(enemy)]
        players.insert(self.seat, self._own(own))
        return {
            "game": game.name,
            "options": {**game.options, "patrons": ",".join(name for name in self.order if name != "treasury")},
            "rng": "1",
            "observer": None,
            "seat": self.seat,
            "turn": 1 + sum(entry.startswith("END_TURN") for entry in self.completed),
            "over": False,
            "phase": "choice" if message["PendingChoice"] else "play",
            "current": self.seat,
            "moves": 0,
            "patrons": self._patrons(),
            "tavern": {"row": row, "pile": pile, "pile_start": 0},
            "players": players,
            "choice": self._choice(skip),
            "queue": [source_of(self._row(text)) for text in message["UpcomingEffects"]],
            "queue_start": 0,
            "owed": [source_of(self._row(text)) for text in message["StartOfNextTurnEffects"]],
            "removed": [],
        }

    def _entry(self, card: Mapping[str, Any]) -> dict[str, Any]:
        """Return a card with one of our numbers."""
        self.ids.append(int(card["UniqueId"]))
        return {"card": card["name"], "key": len(self.ids) - 1}

    def _entries(self, given: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
        return [self._entry(card) for card in given]

    def _tavern(self) -> tuple[list, list, int | None]:
        """Return row and pile, and the row place that a choice must not offer.

        While a choice opened by a bought contract is pending, the row lacks a card: a card of the pile takes its place.
        """
        shown, pile = list(self.message["TavernAvailableCards"]), list(self.message["TavernCards"])
        shown_ids = {card["UniqueId"] for card in shown}
        pile = [card for card in pile if card["UniqueId"] not in shown_ids]
        skip = None
        if len(shown) == HANDFUL - 1:
            shown.append(pile.pop(0))
            skip = HANDFUL - 1
        return self._entries(shown), self._entries(pile), skip

    def _own(self, own: Mapping[str, Any]) -> dict[str, Any]:
        """Return the deciding player.

        The draw pile comes in its true order, which a player must not know: it is sorted.
        """
        known = list(own["KnownPile"])
        choice = self.message["PendingChoice"]
        if choice and choice["ChoiceFollowUp"] == "TOSS_CARDS":
            tossed = list(choice["PossibleCards"])
            known = tossed + [card for card in known if card["UniqueId"] not in {one["UniqueId"] for one in tossed}]
        ids = [card["UniqueId"] for card in known]
        rest = sorted((card for card in own["DrawPile"] if card["UniqueId"] not in ids), key=lambda card: card["name"])
        return {
            **self._numbers(own, own["PatronCalls"]),
            "hand": self._entries(own["Hand"]),
            "draw": self._entries([*known, *rest]),
            "knows": len(known),
            "shown": len(known),
        }

    def _enemy(self, enemy: Mapping[str, Any]) -> dict[str, Any]:
        """Return the enemy, who holds five cards, or all there are."""
        unseen = list(enemy["HandAndDraw"])
        return {
            **self._numbers(enemy, 1),
            "hand": self._entries(unseen[:HANDFUL]),
            "draw": self._entries(unseen[HANDFUL:]),
            "knows": 0,
            "shown": 0,
        }

    def _numbers(self, player: Mapping[str, Any], calls: int) -> dict[str, Any]:
        return {
            "prestige": player["Prestige"],
            "power": player["Power"],
            "coins": player["Coins"],
            "calls": calls,
            "played": self._entries(player["Played"]),
            "cooldown": self._entries(player["Cooldown"]),
            "agents": [
                {**self._entry(agent["Card"]), "health": agent["CurrentHP"], "ready": not agent["Activated"]}
                for agent in player["Agents"]
            ],
        }

    def _patrons(self) -> list[dict[str, Any]]:
        """Return favours and combos; combos are not sent, so they are derived from the cards played this turn."""
        played: dict[str, list[str]] = {}
        for entry in self.completed:
            if entry.startswith("END_TURN"):
                played.clear()
                continue
            found = list(CARD.finditer(entry))
            if found and counts_for_combo(entry, found[-1]["type"]):
                played.setdefault(found[-1]["deck"].lower(), []).append(found[-1]["name"])
        favours: dict[str, int | None] = {"NO_PLAYER_SELECTED": None}
        favours |= {name: seat for seat, name in enumerate(PLAYERS)}
        return [
            {
                "patron": patron,
                "favour": favours[favour],
                "combo": min(4, len(played.get(patron, ()))),
                "combo_cards": played.get(patron, [])[:3],
            }
            for patron, favour in zip(self.order, self.message["PatronStates"].values(), strict=True)
        ]

    def _choice(self, skip: int | None) -> dict[str, Any] | None:
        given = self.message["PendingChoice"]
        if not given:
            return None
        kind, operation = FOLLOW_UPS[given["ChoiceFollowUp"]]
        found: dict[str, Any] = {"kind": kind, "picked": [], "skip": skip if kind in ("replace", "acquire") else None}
        if operation is None:
            return found
        if operation == cards.EITHER:
            return {**found, **source_of(self._row(" OR ".join(given["PossibleEffects"])))}
        if kind == "return" and "RETURN_AGENT_TOP" in given["Context"]:
            found["kind"], operation = "return_agent", cards.RETURN_AGENT_TOP
        terms = [term for term in effect_terms(given["Context"]) if term[0] == operation]
        return {**found, **source_of(self._row_of(operation, terms[0][1] if terms else int(given["MaxChoices"])))}

    def _row(self, text: str) -> int:
        """Return an effect row that matches a text; the engine does not say whose effect it is."""
        terms = effect_terms(text)
        if " OR " not in text:
            return self._row_of(*terms[0])
        for row in range(len(cards.EFFECTS)):
            if cards.OPERATION[row] == cards.EITHER and self._plays(row):
                sides = [
                    (int(cards.OPERATION[side]), int(cards.NUMBER[side]))
                    for side in (cards.LEFT[row], cards.RIGHT[row])
                ]
                if sides == terms:
                    return row
        raise BadRecord(f"no card of this game has the effect {text!r}")

    def _row_of(self, operation: int, number: int) -> int:
        rows = [row for row in range(len(cards.EFFECTS)) if cards.OPERATION[row] == operation and self._plays(row)]
        rows.sort(key=lambda row: (abs(int(cards.NUMBER[row]) - number), row in SIDE_OF))
        if not rows:
            raise BadRecord(f"no card of this game has the effect {cards.OPERATIONS[operation]} {number}")
        return rows[0]

    def _plays(self, row: int) -> bool:
        return cards.PATRONS[cards.PATRON[cards.EFFECT_CARD[row]]] in self.order

    def answer(self, choose: Callable[[State], int]) -> tuple[list[int], str]:
        """Call `choose` until an answer is complete; return our actions and the line for the engine."""
        state, actions = self.state.clone(), []
        while True:
            action = choose(state)
            if not state.accepts(action):
                raise IllegalAction(f"action {action} is not legal in this position")
            move = state.move(action)
            actions.append(action)
            if move["kind"] not in ("pick", "done") or move["last"]:
                return actions, self.line(move)
            state.apply(action)

    def line(self, move: Mapping[str, Any]) -> str:
        """Return a complete answer as a line for the engine."""
        kind = move["kind"]
        if kind == "end_turn":
            return "END_TURN"
        if kind == "call":
            return f"PATRON {move['patron'].upper()}"
        if kind == "effect":
            return f"CHOICE {('LEFT', 'RIGHT')[move['side']]}"
        if kind in ("pick", "done"):
            return " ".join(
                ["CHOICE", *(str(self.ids[key]) for key in move["keys"])] if move["keys"] else ["CHOICE", str(NO_CARD)]
            )
        return f"{kind.upper()} {self.ids[move['key']]}"

    def actions_of(self, line: str) -> list[int]:
        """Return the actions that a line means to the engine; picks in the order of the options; [] if it fits none."""
        word, *rest = line.split()
        state = self.state
        if word == "CHOICE" and self.message["PendingChoice"] and rest and rest[0] not in ("LEFT", "RIGHT"):
            return self._picks({int(number) for number in rest})
        for action in state.legal():
            move = state.move(action)
            if move["kind"] not in ("pick", "done") and self.line(move) == line.strip():
                return [action]
        if not rest:
            return self.actions_of("END_TURN") if word != "END_TURN" else []
        return []

    def _picks(self, wanted: set[int]) -> list[int]:
        state, actions = self.state.clone(), []
        while True:
            moves = [(action, state.move(action)) for action in state.legal()]
            fitting = [
                (action, move) for action, move in moves if move["kind"] == "pick" and self.ids[move["key"]] in wanted
            ]
            fitting = fitting or [(action, move) for action, move in moves if move["kind"] == "done"]
            if not fitting:
                return []
            action, move = fitting[0]
            actions.append(action)
            if move["last"]:
                return actions
            state.apply(action)


def counts_for_combo(entry: str, kind: str) -> bool:
    """Return whether an action counts for a combo: a card played, an agent activated, a contract resolved."""
    if entry.startswith(("PLAY_CARD", "ACTIVATE_AGENT")):
        return True
    return entry.startswith(("BUY_CARD", "ACQUIRE_CARD")) and kind.startswith("CONTRACT")


def effect_terms(text: str) -> list[tuple[int, int]]:
    """Return (operation, number) of each part of an effect such as `GAIN_COIN 5 AND REPLACE_TAVERN 1`."""
    return [
        (OPERATIONS[name], int(number)) for name, number in re.findall(r"([A-Z_]+) (-?\d+)", text) if name in OPERATIONS
    ]


# The draft


class Draft:
    """Known state of the draft: the engine names the patrons on offer, not who took which."""

    def __init__(self) -> None:
        self.offered: list[str] = []
        self.own: list[str] = []

    def state(self, offered: Sequence[str], game: Game) -> State:
        """Return the pending pick as one of our states; whether we pick first is derived from what is missing."""
        names = [name.strip().lower() for name in offered]
        unknown = [name for name in names if name not in cards.PATRONS or name == "treasury"]
        if unknown:
            raise BadRecord(f"there is no patron {unknown[0]!r}")
        taken = self._taken(names)
        self.offered = names
        seat = (0, 1, 1, 0)[len(taken)]
        everything = {"game": game.name, "options": {**game.options, "patrons": "draft"}, "rng": "1", "observer": None}
        where = {"seat": seat, "current": seat, "turn": 0, "over": False, "moves": 0, "phase": "draft"}
        return game.set_up({**everything, **where, "draft": {"pool": names, "taken": taken}})

    def _taken(self, names: list[str]) -> list[str]:
        """Return the patrons taken before, in order.

        The first player picks first and last, the second player second and third.
        """
        if self.own:
            others = [name for name in self.offered if name not in names and name not in self.own]
            return [self.own[0], *others[:2]] if len(others) >= 2 else [self._first_taken(names), self.own[0]]
        pools = [{cards.PATRONS[number] for number in pool} for pool in POOLS.values()]
        if set(names) in pools:
            return []
        missing = [next(iter(pool - set(names))) for pool in pools if len(pool - set(names)) == 1 and set(names) < pool]
        return missing[:1]

    def _first_taken(self, names: list[str]) -> str:
        away = [name for name in cards.PATRONS if name not in (*names, *self.own, *self.offered, "treasury", "psijic")]
        return away[0] if away else "psijic"


# Logs


def check_log(entry: Mapping[str, Any], before: Mapping[str, Any] | None, game: Game, report: TraceReport) -> None:
    """Check one line of a bot's log: the position can be set up, the answer is legal here.

    If the previous answer, in the same turn, led to this position, our rules must lead there too, except for random
    results.
    """
    report.steps += 1
    position = EnginePosition(entry["state"], game)
    report.check("legal", True, bool(position.actions_of(entry["answer"])))
    if before is None or before["state"]["CurrentPlayer"]["Player"] != entry["state"]["CurrentPlayer"]["Player"]:
        return
    added = list(entry["state"]["CompletedActions"][len(before["state"]["CompletedActions"]) :])
    if any(text.startswith("END_TURN") for text in added):
        return
    old = EnginePosition(before["state"], game)
    for action in old.actions_of(before["answer"]):
        old.state.apply(action)
    drawn = any(text.startswith(("DRAW", "TOSS", "REFRESH", "DONATE")) for text in added)
    report.check("states", visible(position.state, position.seat, drawn), visible(old.state, position.seat, drawn))


def visible(state: State, seat: int, drawn: bool) -> dict[str, Any]:
    """Return what a player sees of a position, without what chance can have changed."""
    seen = state.describe(seat)
    players = [seen["players"][seat], seen["players"][1 - seat]]
    found = {
        "numbers": [[player[name] for name in ("prestige", "power", "coins")] for player in players],
        "calls": players[0]["calls"],
        "favours": [patron["favour"] for patron in seen["patrons"]],
        "combos": [patron["combo"] for patron in seen["patrons"]],
        "played": [[card["card"] for card in player["played"]] for player in players],
        "agents": [[(a["card"], a["health"], a["ready"]) for a in player["agents"]] for player in players],
        "cards": len(players[0]["hand"]) + len(players[0]["cooldown"]) + players[0]["draw_size"],
        "choice": None if seen["choice"] is None else [seen["choice"][name] for name in ("kind", "least", "most")],
    }
    if not drawn:
        found["hand"] = [card["card"] for card in players[0]["hand"]]
        found["cooldown"] = Counter(card["card"] for card in players[0]["cooldown"])
    return found
