"""Descriptions, moves and events as plain data (docs/rules/dinosaurs.md, section 16).

`text` makes texts of this data, `restore` restores a position from a full description.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from tapete.core.presentation import Description, Event, Move, Presentation
from tapete.core.state import State
from tapete.games.dinosaurs import rules
from tapete.games.dinosaurs.cards import (
    CARDS,
    CLAW,
    DECK,
    DETOUR,
    DINOSAURS,
    DISASTER_COPIES,
    DISASTERS,
    FERN,
    FILE,
    FLIP,
    HAS_EFFECT,
    IDS,
    JUICE,
    LOOKOUT,
    PEBBLE,
    SAW,
    SPRING,
    TYPES,
    VALUE,
    VINE,
)
from tapete.games.dinosaurs.explain import EXPLAINED, card, card_under
from tapete.games.dinosaurs.from_deal import native
from tapete.games.dinosaurs.restore import restore
from tapete.games.dinosaurs.rules import NONE, PAIR, PASS, SELF
from tapete.games.dinosaurs.state_reader import (
    ENDINGS,
    PHASES,
    bottom_of,
    cards_in,
    entry_of,
    events,
    hand_of,
    known_cards,
    provisional_score,
    seats_in,
    trait_of,
)
from tapete.games.dinosaurs.summary import summary
from tapete.games.dinosaurs.text import WORDS, called, event_phrase, parse, say, table

SOURCES = {  # the card whose effect is being decided
    rules.ADD_POINT_CARD: PEBBLE,
    rules.ADD_EFFECT_CARD: JUICE,
    rules.THROW: SPRING,
    rules.LOOK: LOOKOUT,
    rules.KEEP: LOOKOUT,
    rules.ROB: CLAW,
    rules.TAKE: CLAW,
    rules.SWAP_WITH_NEIGHBOUR: VINE,
    rules.SWAP_TWO: FERN,
    rules.REDIRECT: DETOUR,
}
HIDDEN_CHOICES = (rules.CHOOSE, rules.SUDDEN_DEATH)  # all players who take part choose at the same time, face down
TITLES = 8  # names of the disasters of a kind


def named(card: int) -> str | None:
    """Return the id of a card; None for no card."""
    return None if card == NONE else IDS[card]


def names(cards: list[int]) -> list[str]:
    return [IDS[card] for card in cards]


# Descriptions


def describe(state: State, seat: int | None) -> Description:
    """Describe the table, the seat's own cards and what it knows; None: all cards, enough for `restore`."""
    record = state.record
    players, phase = int(record["players"]), int(record["phase"])
    disaster, bearer = int(record["disaster"]), int(record["bearer"])
    alive, danger = seats_in(record["alive"], players), danger_of(state)
    found: Description = {
        "phase": PHASES[phase],
        "rules": rules_of(state),
        "disaster": None if disaster == NONE else DISASTERS[disaster],
        "title": title_of(state),
        "players": [player_of(state, player, seat, danger >> 4 * player & 15) for player in range(players)],
        "discards": names(cards_in(*record["discards"])),
        "instants": names(cards_in(0, record["instants"])),
        "gone": names(cards_in(0, record["gone"])),
        "deck": deck_of(state, seat),
        "disaster_deck": disaster_deck_of(state, seat),
        "bottom": [DISASTERS[kind] for kind in bottom_of(state)],
        "effects": {
            "order": record["order"][: record["order_size"]].tolist(),
            "asked": int(record["order_at"]),
            "late": bool(record["late"]),
            "cancelled": cancelled(state),
        },
        "inversions": int(record["inversions"]),
        "inverted": bool(record["inversions"] & 1),
        "doubled": bool(record["star"]),
        "passes": int(record["passes"]),
        "tied": seats_in(record["tied"], players),
        "without": seats_in(record["without"], players),
        "after_sudden_death": bool(record["after_sudden_death"]),
        "bearer": None if bearer == NONE else bearer,
        "source": source_of(state),
        "victim": int(record["subject"]) if phase == rules.TAKE else None,
        "looked": looked_at(state, seat),
        "throws_left": int(record["throws_left"]),
        "log": [entry_of(*event) for event in events(state)],
    }
    if phase in HIDDEN_CHOICES:
        taking_part = found["tied"] if phase == rules.SUDDEN_DEATH else alive
        found["simultaneous"] = True
        found["waiting"] = [player for player in taking_part if record["face_down"][player] == NONE]
    if state.over:
        found["winners"] = seats_in(record["winners"], players)
        found["reason"] = ENDINGS[int(record["reason"])]
    return found


def rules_of(state: State) -> dict[str, Any]:
    """Return the rules in force; they are public and follow from the options."""
    record = state.record
    return {
        "preset": "thesis" if record["thesis"] else "official",
        "two_player": bool(record["two_player"]),
        "players": int(record["players"]),
        "goal": rules.GOAL,
        "max_rounds": int(record["max_rounds"]),
        "insurance_after_sudden_death": bool(record["insurance_after_sudden_death"]),
        "fifty_tie": "joint" if record["joint_fifty"] else "highest",
    }


def player_of(state: State, player: int, observer: int | None, fatal: int) -> dict[str, Any]:
    """Describe one player as the observer sees it; `fatal` are bits of the disasters that would eliminate it."""
    record = state.record
    dinosaur, own = int(record["dinosaur"][player]), observer in (None, player)
    face_down = int(record["face_down"][player])
    return {
        "dinosaur": DINOSAURS[dinosaur],
        "traits": dict(FILE["dinosaurs"][dinosaur]["traits"]),
        "alive": bool(int(record["alive"]) >> player & 1),
        "points": int(record["position"][player]),
        "disasters": dict(zip(DISASTERS, record["area"][player].tolist(), strict=True)),
        "fatal": [name for kind, name in enumerate(DISASTERS) if fatal >> kind & 1],
        "cards": int(record["held"][player]),
        "hand": names(hand_of(state, player)) if own else None,
        "seen_by": [seen_by(state, player, other, observer) for other in range(int(record["players"]))],
        "theft": bool(int(record["known_of"]) >> player & 1),
        "chosen": face_down != NONE,
        "face_down": named(face_down) if own else None,
        "revealed": named(int(record["revealed"][player])),
        "table": named(int(record["table"][player])),
        "added": int(record["added"][player]),
        "boosts": int(record["boosts"][player]),
        "saps": int(record["saps"][player]),
        "score": score_of(state, player),
        "passed": has_passed(state, player),
    }


def seen_by(state: State, player: int, other: int, observer: int | None) -> list[str] | None:
    """Return the cards of a player's hand that another one knows; None if the observer is neither of the two."""
    if observer not in (None, player, other):
        return None
    return names([int(card) - 1 for card in state.record["known"][other][player] if card])


def score_of(state: State, player: int) -> dict[str, Any] | None:
    """Return a score by its terms, the score after an exchange, and its standing; None for a seat without a score."""
    record = state.record
    total = provisional_score(state, player)
    if total is None or record["disaster"] == NONE or not int(record["alive"]) >> player & 1:
        return None
    totals = {seat: provisional_score(state, seat) for seat in seats_in(record["alive"], int(record["players"]))}
    scores = [score for score in totals.values() if score is not None]
    high, low = max(scores), min(scores)
    final = total
    if record["inversions"] & 1:
        final = low if total == high else high if total == low else total
    step = 4 if record["star"] else 2
    return {
        "card": int(VALUE[record["table"][player]]),
        "added": int(record["added"][player]),
        "trait": trait_of(state, player),
        "boosts": step * int(record["boosts"][player]),
        "saps": -step * int(record["saps"][player]),
        "total": total,
        "final": final,
        "standing": "tied" if high == low else "highest" if final == high else "lowest" if final == low else "between",
    }


def has_passed(state: State, player: int) -> bool:
    """Return whether a player has passed in the open window since the last instant."""
    record = state.record
    alive = seats_in(record["alive"], int(record["players"]))
    if record["phase"] != rules.SCORING or player not in alive:
        return False
    before = (alive.index(state.seat) - alive.index(player)) % len(alive)
    return 0 < before <= int(record["passes"])


def deck_of(state: State, observer: int | None) -> dict[str, Any]:
    """Describe the main deck: its size; for None also its cards, the next one first if it has an order."""
    record = state.record
    left, laid_out = int(record["deck_left"]), int(record["laid_out"])
    found: dict[str, Any] = {"count": left}
    if observer is None:
        found["cards"] = names(record["deck"][:left].tolist()[::-1])
        found["in_order"] = bool(record["stacked"])
        found["next_shuffle"] = names(record["deck"][DECK - laid_out :].tolist()[::-1])
    return found


def disaster_deck_of(state: State, observer: int | None) -> dict[str, Any]:
    """Describe the disaster deck: its size and the number of each kind, which are public; for None also its cards."""
    record = state.record
    left = record["disasters"][: record["disasters_left"]].tolist()
    found: dict[str, Any] = {"count": len(left), "kinds": {name: left.count(k) for k, name in enumerate(DISASTERS)}}
    if observer is None:
        found["cards"] = [DISASTERS[kind] for kind in left[::-1]]
        found["in_order"] = bool(record["stacked_disasters"])
    return found


def title_of(state: State) -> str | None:
    """Return the title of the face-up disaster, a new one for each disaster of its kind (decoration only)."""
    record = state.record
    disaster = int(record["disaster"])
    if disaster == NONE:
        return None
    if disaster == DISASTERS.index("meteor"):
        return "meteor"
    left = record["disasters"][: record["disasters_left"]].tolist().count(disaster)
    turned_up = int(DISASTER_COPIES[int(record["thesis"]), disaster]) - left
    start = sum((i + 1) * int(record["dinosaur"][i]) for i in range(int(record["players"])))
    return f"{DISASTERS[disaster]}.{(start + turned_up) % TITLES}"


def cancelled(state: State) -> list[int]:
    """Return the seats whose effects the Thunder Saw cancels."""
    revealed = state.record["revealed"].tolist()
    if SAW not in revealed:
        return []
    return [seat for seat, shown in enumerate(revealed) if shown not in (NONE, SAW) and HAS_EFFECT[shown]]


def source_of(state: State) -> str | None:
    """Return the card whose effect, or the instant whose target, is being decided."""
    phase = int(state.record["phase"])
    if phase == rules.TARGET:
        return IDS[int(state.record["subject"])]
    return IDS[SOURCES[phase]] if phase in SOURCES else None


def looked_at(state: State, observer: int | None) -> list[str] | None:
    """Return the two cards of the Tree Lookout, for the seat that looks."""
    if state.record["phase"] != rules.KEEP or observer not in (None, state.seat):
        return None
    return names(state.record["looked"].tolist())


def danger_of(state: State) -> int:
    """Return the disasters that would eliminate each seat, as four bits a seat."""
    return int(native("danger")(state.record))


def known(state: State, observer: int) -> Mapping[str, Any]:
    """Return known cards of other hands, disasters known to be at the bottom, and the two cards being looked at."""
    players = state.game.seats
    facts: dict[str, Any] = {
        "in_hands": {s: names(known_cards(state, observer, s)) for s in range(players) if s != observer},
        "bottom_disasters": [DISASTERS[kind] for kind in bottom_of(state)],
    }
    looked = looked_at(state, observer)
    if looked is not None:
        facts["looked_at"] = looked
    return facts


# Moves

WITH_A_CARD = {
    rules.CHOOSE: "choose",
    rules.SUDDEN_DEATH: "fight",
    rules.SCORING: "instant",
    rules.RESPONSE: "avert",
    rules.DISCARD: "discard",
    rules.TAKE: "take",
    rules.ADD_POINT_CARD: "add",
    rules.ADD_EFFECT_CARD: "add",
    rules.THROW: "throw",
    rules.KEEP: "keep",
}
TO_A_SEAT = {
    rules.ROB: "rob",
    rules.TARGET: "aim",
    rules.REDIRECT: "redirect",
    rules.SWAP_WITH_NEIGHBOUR: "swap",
    rules.SWAP_TWO: "swap",
}
PASSES = {rules.SCORING: "pass", rules.RESPONSE: "accept", rules.DISCARD: "keep_all", rules.THROW: "stop"}


def move(state: State, action: int) -> Move:
    """Return a legal action as data."""
    record = state.record
    phase, players, seat = int(record["phase"]), int(record["players"]), state.seat
    found: Move = {"kind": "", "seat": seat}

    def seated(who: int) -> str:
        return DINOSAURS[int(record["dinosaur"][who])]

    if action == PASS:
        found["kind"] = PASSES.get(phase, "decline")
        if phase in SOURCES:
            found["source"] = IDS[SOURCES[phase]]
    elif action < TYPES and phase == rules.LOOK:
        found["kind"] = "look"
    elif action < TYPES:
        found |= {"kind": WITH_A_CARD[phase], "card": IDS[action]}
        if phase == rules.TAKE:
            found["from"] = int(record["subject"])
    elif phase in (rules.SWAP_WITH_NEIGHBOUR, rules.SWAP_TWO):
        one, other = seat, (seat + action - SELF) % players
        if action >= PAIR:
            near, far = ((1, 2), (1, 3), (2, 3))[action - PAIR]
            one, other = (seat + near) % players, (seat + far) % players
        found |= {"kind": TO_A_SEAT[phase], "one": one, "other": other, "dinosaurs": [seated(one), seated(other)]}
    else:
        target = (seat + action - SELF) % players
        found |= {"kind": TO_A_SEAT[phase], "target": target, "dinosaurs": [seated(target)]}
        if phase == rules.TARGET:
            found["card"] = IDS[int(record["subject"])]
    return found


def action(state: State, given: Mapping[str, Any]) -> int | None:
    """Return the legal action of a move given as data; all its members must match, but some may be missing."""
    wanted = {name: value for name, value in given.items() if name != "seat"}
    if "kind" not in wanted:
        return None
    fitting = []
    for legal in state.legal():
        own = move(state, legal)
        if all(name in own and own[name] == value for name, value in wanted.items()):
            fitting.append(legal)
    return fitting[0] if len(fitting) == 1 else None


# Events


def happened(before: Mapping[str, Any], done: Mapping[str, Any], after: Mapping[str, Any]) -> list[Event]:
    """Return the events of a move as one seat sees them."""
    story = Story(before, done, after)
    story.add_move()
    story.add_log()
    story.add_rest()
    dinosaurs = [player["dinosaur"] for player in before["players"]]
    return [{**event, "dinosaurs": dinosaurs} for event in story.events]


class Story:
    """Events of one step, from the descriptions of one seat before and after it."""

    def __init__(self, before: Mapping[str, Any], done: Mapping[str, Any], after: Mapping[str, Any]) -> None:
        self.before = before
        self.done = done
        self.after = after
        self.me = before["observer"]
        self.events: list[Event] = []

    def add(self, kind: str, **members: Any) -> None:
        self.events.append({"kind": kind, **members})

    def change(self, seat: int) -> dict[str, int]:
        """Return a seat's score before and after as the table shows it, exchanged or not; empty if it stays."""
        old, new = (when["players"][seat]["score"] for when in (self.before, self.after))
        if old is None or new is None or old["final"] == new["final"]:
            return {}
        return {"before": old["final"], "after": new["final"]}

    def add_move(self) -> None:
        """Add the event of the move itself, where the log has no entry."""
        before, after, done = self.before, self.after, self.done
        kind, seat = done["kind"], done["seat"]
        own = {"card": done["card"]} if "card" in done else {}
        if kind in ("choose", "fight") or (kind == "hidden" and before.get("simultaneous")):
            self.add("chose", seat=seat, **own)
        elif kind == "pass":
            self.add("passed", seat=seat)
        elif kind == "decline":
            self.add("declined", seat=seat, card=done["source"])
        elif kind == "stop":
            self.add("stopped", seat=seat)
        elif kind == "keep_all":
            self.add("kept_all", seat=seat)
        elif kind in ("instant", "avert") and after["phase"] in ("target", "redirect"):
            self.add("announced", seat=seat, card=done["card"])
        elif kind == "look":
            looked = after["looked"]
            self.add("peeked", seat=seat, **({} if looked is None else {"cards": looked}))
        elif kind == "rob":
            seen = after["players"][done["target"]]["seen_by"][seat]
            cards = {} if seen is None or seat != self.me else {"cards": seen}
            self.add("robbed", seat=seat, **{"from": done["target"]}, **cards)
        elif kind == "keep":
            self.add("kept", seat=seat, card=done["card"])

    def fresh(self) -> list[dict[str, Any]]:
        """Return the log entries of this step; a reveal starts a new log."""
        old, new = self.before["log"], self.after["log"]
        return new[len(old) :] if new[: len(old)] == old else new

    def add_log(self) -> None:
        """Add the events of the log with their consequences, in order."""
        fresh = [entry for entry in self.fresh() if entry["kind"] != "redrew"]
        revealed = [entry for entry in fresh if entry["kind"] == "revealed"]
        scored = [entry for entry in fresh if entry["kind"] == "scored"]
        fought = [entry for entry in fresh if entry["kind"] == "fought"]
        if revealed:
            self.add("reveal")
        if scored and self.before["inverted"]:
            self.add("exchanged")
        for entry in scored:
            self.add_entry(entry)
        for entry in fresh:
            if entry["kind"] == "advanced":
                self.add_entry(entry)
        if scored:
            self.add_lowest(scored)
        for entry in fresh:
            if entry["kind"] not in ("scored", "advanced"):
                self.add_entry(entry)
            if revealed and entry is revealed[-1]:
                self.add_reveal()
            if fought and entry is fought[-1] and self.after["phase"] == "sudden_death":
                self.add("sudden_death", seats=self.after["tied"], again=True)

    def add_entry(self, entry: Mapping[str, Any]) -> None:
        kind, members = entry["kind"], dict(entry)
        if kind == "added":
            members |= {"value": int(VALUE[IDS.index(entry["card"])]), **self.change(entry["seat"])}
        elif kind == "played" and "target" in entry and entry["card"] != IDS[DETOUR]:
            members |= self.change(entry["target"])
        elif kind == "stole":
            members |= self.stolen(entry["seat"], entry["from"])
        elif kind == "took":
            members["title"] = self.before["title"]
        elif kind == "bottom":
            members["title"] = self.before["title"]
        elif kind == "out":
            members["disasters"] = self.after["players"][entry["seat"]]["disasters"]
        self.events.append(members)
        if kind == "played" and entry["card"] == IDS[FLIP]:
            self.add("inverted" if self.after["inversions"] % 2 else "restored")

    def stolen(self, thief: int, victim: int) -> dict[str, str]:
        """Return the stolen card, for the two players who know it."""
        if "card" in self.done:
            return {"card": self.done["card"]}
        if victim != self.me:
            return {}
        old, new = (when["players"][thief]["seen_by"][victim] for when in (self.before, self.after))
        gained = list((Counter(new) - Counter(old)).elements())
        if not gained:  # the thief has redrawn its hand since
            hands = (Counter(when["players"][victim]["hand"]) for when in (self.before, self.after))
            gained = list((next(hands) - next(hands)).elements())
        return {"card": gained[0]} if gained else {}

    def add_reveal(self) -> None:
        """Add the events that follow from the revealed cards without a decision."""
        after = self.after
        shown = {seat: player["revealed"] for seat, player in enumerate(after["players"]) if player["revealed"]}
        saws = [seat for seat, card in shown.items() if card == IDS[SAW]]
        if saws and after["effects"]["cancelled"]:
            cards = [shown[seat] for seat in after["effects"]["cancelled"]]
            self.add("cancelled", seat=saws[0], card=IDS[SAW], seats=after["effects"]["cancelled"], cards=cards)
        if after["inversions"]:
            self.add("inverted" if after["inverted"] else "restored")
        if after["doubled"]:
            self.add("doubled")
        order = after["effects"]["order"]
        if order:
            self.add("effects", seats=order, cards=[shown[seat] for seat in order])

    def add_lowest(self, scored: list[dict[str, Any]]) -> None:
        """Add the event of the lowest score, unless all are equal or the game is over."""
        low = min(entry["score"] for entry in scored)
        if self.after["over"] or low == max(entry["score"] for entry in scored):
            return
        lowest = [entry["seat"] for entry in scored if entry["score"] == low]
        if len(lowest) == 1:
            self.add("lowest", seat=lowest[0], score=low)
        else:
            self.add("sudden_death", seats=lowest, again=False)

    def add_rest(self) -> None:
        """Add the events of the threatened bearer, cards drawn, the next round and the end."""
        before, after = self.before, self.after
        if after["phase"] == "response" and (before["phase"] != "response" or before["bearer"] != after["bearer"]):
            bearer = after["bearer"]
            fatal = after["disaster"] in after["players"][bearer]["fatal"]
            self.add("threatened", seat=bearer, disaster=after["disaster"], title=after["title"], fatal=fatal)
        if after["deck"]["count"] > before["deck"]["count"]:
            self.add("reshuffled", count=after["deck"]["count"])
        if after["turn"] != before["turn"]:
            self.add("refilled")
            traits = [
                player["traits"].get(after["disaster"], 0) if player["alive"] else 0 for player in after["players"]
            ]
            self.add("round", round=after["turn"], disaster=after["disaster"], title=after["title"], traits=traits)
            redrawn = [entry for entry in self.fresh() if entry["kind"] == "redrew"]
            for seat in sorted({entry["seat"] for entry in redrawn}):
                self.add("redrew", seat=seat, cards=[entry["card"] for entry in redrawn if entry["seat"] == seat])
            if self.me is not None and after["players"][self.me]["alive"]:
                drawn = self.drawn()
                if drawn:
                    self.add("drew", seat=self.me, cards=drawn)
        if after["over"] and not before["over"]:
            self.add("over", winners=after["winners"], reason=after["reason"])

    def drawn(self) -> list[str]:
        """Return the cards that the seat has drawn at the end of the round."""
        assert self.me is not None
        old, new = (Counter(when["players"][self.me]["hand"]) for when in (self.before, self.after))
        if any(event["kind"] == "redrew" and event["seat"] == self.me for event in self.events):
            return sorted(new.elements(), key=IDS.index)
        if self.done["seat"] == self.me and "card" in self.done and self.done["kind"] != "take":
            old[self.done["card"]] -= 1
        for event in self.events:
            if event["kind"] == "stole" and "card" in event:
                old[event["card"]] += 1 if event["seat"] == self.me else -1
        return sorted((new - old).elements(), key=IDS.index)


PRESENTATION = Presentation(
    describe=describe,
    move=move,
    restore=restore,
    action=action,
    events=happened,
    summary=summary,
    words=WORDS,
    text=table,
    move_phrase=say,
    event_phrase=event_phrase,
    called=called,
    parse=parse,
    card=card,
    card_with_options=card_under,
    cards=EXPLAINED,
)
assert len(PHASES) == rules.PHASES and len(CARDS) == TYPES
