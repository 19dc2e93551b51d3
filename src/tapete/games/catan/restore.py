"""Positions of Catan from full descriptions (`describe(state, None)`), which may have been edited.

What follows from other facts (the bank, points, lengths of roads, stocks, rates) is computed. If the description states
it too, it must agree; only the bank and the sizes of hands may lag behind edited hands.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

import numpy as np

from tapete.core.state import State
from tapete.errors import BadOption, nearest, shown
from tapete.games.catan import roads, rules, setup
from tapete.games.catan.board import (
    ALL_NODES,
    DESERT,
    EDGE_PAIRS,
    HEXES,
    NO_HEX,
    NODE_EDGE_WORDS,
    NODE_SITE,
    NODE_ZONE,
    NODES,
    RESOURCES,
    SITES,
    edge_between,
    mask_of,
)
from tapete.games.catan.describe import HARBOURS, TERRAINS, describe
from tapete.games.catan.options import COUNTABLE
from tapete.games.catan.packed_counts import LANES, pack, unpack
from tapete.games.catan.state import (
    ANSWER,
    ANY_TIME,
    CARD_KINDS,
    CITIES,
    COMPOSE,
    COMPOSED,
    DECIDE,
    DECK,
    DECK_COUNTS,
    DISCARD,
    FIRST_ARMY,
    FREE_ROAD,
    KNIGHT,
    MAIN,
    MAX_ADDS,
    MENU,
    NONE,
    OFFERS,
    PHASES,
    PRE_ROLL,
    PUBLIC,
    SETTLEMENTS,
    SETUP_ROAD,
    SETUP_SETTLE,
    VICTORY_POINT,
)
from tapete.kernel import Kernel
from tapete.kernel.cache import Build

HEADER = {"game", "options", "rng", "observer", "seat", "turn", "over", "returns"}
ROLLED = (DISCARD, MAIN, ANSWER, DECIDE, COMPOSE)  # phases after the roll
MOST_OFFERS = 32_767
NAMED_ALIKE = 15  # cards of a kind that an offer can name


def restore(state: State, description: Mapping[str, Any]) -> None:
    """Write a full description into an empty state."""
    given = Given(description, "")
    record = state.record
    native(setup.take_options)(record, state.game.option_record)
    lay_board(record, given)
    lay_pieces(state, given)
    deal_hands(state, given)
    deal_cards(state, given)
    put_turn(state, given)
    put_offer(state, given)
    put_knowledge(state, given)
    count_points(state, given)
    check_seat(state, given)
    check_stated(state, given)


@cache
def native(kernel: Kernel) -> Any:
    functions: list[Kernel] = [setup.take_options, roads.longest_trail, rules.menu_index]
    return Build("catan-restore", functions).function(kernel)


# Reading given data


def refuse(path: str, problem: str) -> BadOption:
    return BadOption(f"{path}: {problem}")


class Given:
    """Part of the given data, with its path for messages."""

    def __init__(self, data: Any, path: str) -> None:
        if not isinstance(data, Mapping):
            raise refuse(path or "description", "must be names with values")
        self.data, self.path = data, path

    def at(self, name: str) -> str:
        return f"{self.path}.{name}" if self.path else name

    def value(self, name: str) -> Any:
        if name not in self.data:
            raise BadOption(f"{self.at(name)!r} is missing")
        return self.data[name]

    def whole(self, name: str, low: int, high: int) -> int:
        return whole(self.value(name), self.at(name), low, high)

    def flag(self, name: str) -> bool:
        value = self.value(name)
        if not isinstance(value, bool):
            raise refuse(self.at(name), f"must be true or false, not {value!r}")
        return value

    def choice(self, name: str, names: Sequence[str]) -> int:
        return place(self.value(name), names, self.at(name))

    def optional(self, name: str, low: int, high: int) -> int | None:
        """Return a whole number or None."""
        return None if self.value(name) is None else self.whole(name, low, high)

    def items(self, name: str, least: int, most: int) -> list[Any]:
        return items(self.value(name), self.at(name), least, most)

    def part(self, name: str) -> Given:
        return Given(self.value(name), self.at(name))

    def parts(self, name: str, least: int, most: int) -> list[Given]:
        return [Given(item, f"{self.at(name)}[{i}]") for i, item in enumerate(self.items(name, least, most))]

    def counts(self, name: str, names: Sequence[str], most: int) -> list[int]:
        """Return counts by name; a missing name counts 0."""
        part = self.part(name)
        for key in part.data:
            place(key, names, part.path)
        return [part.whole(key, 0, most) if key in part.data else 0 for key in names]


def whole(value: Any, path: str, low: int, high: int) -> int:
    if isinstance(value, bool) or not isinstance(value, int):
        raise refuse(path, f"must be a whole number, not {shown(value)}")
    if not low <= value <= high:
        raise refuse(path, f"must be from {low} to {high}, not {shown(value)}")
    return value


def place(value: Any, names: Sequence[str], path: str) -> int:
    if not isinstance(value, str) or value not in names:
        raise refuse(path, f"{shown(value)} is not one of {', '.join(names)}")
    return list(names).index(value)


def items(value: Any, path: str, least: int, most: int) -> list[Any]:
    if isinstance(value, (str, bytes)) or not isinstance(value, Sequence):
        raise refuse(path, f"must be a list, not {shown(value)}")
    if not least <= len(value) <= most:
        wanted = str(least) if least == most else f"{least} to {most}"
        raise refuse(path, f"must have {wanted} items, not {len(value)}")
    return list(value)


# The board


def lay_board(record: Any, given: Given) -> None:
    """Write the board: any terrain and harbours; a number is on at most two hexes, and the desert has none."""
    record["hexes_of"][:] = NO_HEX
    for hex, part in enumerate(given.parts("hexes", HEXES, HEXES)):
        terrain = part.choice("terrain", TERRAINS)
        token = part.optional("token", 2, 12) or 0
        if (terrain == DESERT) != (token == 0) or token == 7:
            raise refuse(part.at("token"), "must be null on the desert, and 2 to 12 but not 7 on every other hex")
        record["terrain"][hex], record["token"][hex] = terrain, token
        if token:
            free = np.flatnonzero(record["hexes_of"][token] == NO_HEX)
            if not len(free):
                raise refuse(part.at("token"), f"{token} is already on two other hexes")
            record["hexes_of"][token, free[0]] = hex
    for site, part in enumerate(given.parts("harbours", SITES, SITES)):
        record["harbour"][site] = part.choice("kind", HARBOURS)
    record["robber"] = given.whole("robber", 0, HEXES - 1)


def lay_pieces(state: State, given: Given) -> None:
    """Write settlements, cities and roads, and what follows from them: stocks, rates, lengths of roads."""
    record, stock = state.record, int(state.game.options["roads"])
    players = given.parts("players", state.game.seats, state.game.seats)
    taken: dict[int, str] = {}
    paved: dict[int, str] = {}
    for seat, player in enumerate(players):
        settlements = nodes_of(player, "settlements", SETTLEMENTS, taken)
        cities = nodes_of(player, "cities", CITIES, taken)
        edges = edges_of(player, stock, paved)
        record["settlements"][seat], record["cities"][seat] = mask_of(settlements), mask_of(cities)
        for edge in edges:
            record["roads"][seat, edge // 64] |= np.uint64(1 << edge % 64)
        record["network"][seat] = mask_of(sorted({node for edge in edges for node in EDGE_PAIRS[edge]}))
        record["settlements_left"][seat] = SETTLEMENTS - len(settlements)
        record["cities_left"][seat] = CITIES - len(cities)
        record["roads_left"][seat] = stock - len(edges)
        record["cyclic"][seat] = has_cycle(edges)
        record["rates"][seat] = pack(rates_at(record, [*settlements, *cities]))
    for node in taken:
        for other in taken:
            if other > node and int(NODE_ZONE[node]) >> other & 1:
                raise refuse(taken[other], f"{other} is next to {node}: buildings must be two edges apart")
    record["buildings"] = mask_of(sorted(taken))
    for node in taken:
        record["blocked"] |= NODE_ZONE[node]
    for seat in range(len(players)):
        record["all_roads"] |= record["roads"][seat]
    record["open_nodes"] = open_nodes(record)
    for seat in range(len(players)):
        low, high = record["roads"][seat]
        walls = record["buildings"] & ~(record["settlements"][seat] | record["cities"][seat])
        record["road_length"][seat] = native(roads.longest_trail)(low, high, record["network"][seat], walls)


def nodes_of(player: Given, name: str, stock: int, taken: dict[int, str]) -> list[int]:
    found = []
    for i, node in enumerate(player.items(name, 0, stock)):
        path = f"{player.at(name)}[{i}]"
        found.append(whole(node, path, 0, NODES - 1))
        if node in taken:
            raise refuse(path, f"there is a building at {node} already")
        taken[node] = path
    return found


def edges_of(player: Given, stock: int, paved: dict[int, str]) -> list[int]:
    found = []
    for i, pair in enumerate(player.items("roads", 0, stock)):
        path = f"{player.at('roads')}[{i}]"
        ends = [whole(node, path, 0, NODES - 1) for node in items(pair, path, 2, 2)]
        if (min(ends), max(ends)) not in EDGE_PAIRS:
            raise refuse(path, f"{ends[0]} and {ends[1]} are not next to each other")
        edge = edge_between(*ends)
        if edge in paved:
            raise refuse(path, f"there is a road between {ends[0]} and {ends[1]} already")
        paved[edge] = path
        found.append(edge)
    return found


def has_cycle(edges: Sequence[int]) -> bool:
    """Return whether some roads contain a cycle."""
    group = {node: node for edge in edges for node in EDGE_PAIRS[edge]}

    def root(node: int) -> int:
        while group[node] != node:
            node = group[node]
        return node

    for edge in edges:
        first, second = (root(node) for node in EDGE_PAIRS[edge])
        if first == second:
            return True
        group[first] = second
    return False


def rates_at(record: Any, nodes: Sequence[int]) -> list[int]:
    """Return the best rates with the bank that buildings give."""
    kinds = {int(record["harbour"][NODE_SITE[node]]) for node in nodes if NODE_SITE[node] < SITES}
    usual = 3 if HARBOURS.index("any") in kinds else 4
    return [2 if r in kinds else usual for r in range(LANES)]


def open_nodes(record: Any) -> np.uint64:
    """Return the nodes with a free edge."""
    full = 0
    for node in range(NODES):
        low, high = NODE_EDGE_WORDS[node] & ~record["all_roads"]
        full |= 0 if low or high else 1 << node
    return np.uint64(int(ALL_NODES) & ~full)


# Cards


def deal_hands(state: State, given: Given) -> None:
    """Write hands and hidden discards; the bank has the rest."""
    record, stock = state.record, int(state.record["bank_size"])
    out = [0] * LANES
    for seat, player in enumerate(given.parts("players", state.game.seats, state.game.seats)):
        hand = player.counts("hand", RESOURCES, stock)
        record["hand"][seat] = pack(hand)
        out = [a + b for a, b in zip(out, hand, strict=True)]
        discarded = player.counts("discarded", RESOURCES, stock)
        if any(discarded) and not (
            state.game.options["hidden_discards"] and given.value("phase") in ("discard", "robber")
        ):
            raise refuse(player.at("discarded"), "must be empty but for hidden discards before the robber moves")
        record["discarded"][seat] = pack(discarded)
    for name, count in zip(RESOURCES, out, strict=True):
        if count > stock:
            raise refuse("players", f"they hold {count} {name} together, but there are {stock}")
    bank = [stock - count for count in out]
    laid = [sum(unpack(word)[r] for word in record["discarded"]) for r in range(LANES)]
    if any(a > b for a, b in zip(laid, bank, strict=True)):
        raise refuse("players", "more cards are discarded than the bank has")
    record["bank"] = pack(bank)


def deal_cards(state: State, given: Given) -> None:
    """Write the development cards in hands, played and in the deck: all 25, each once."""
    record = state.record
    deck = [place(name, CARD_KINDS, f"deck[{i}]") for i, name in enumerate(given.items("deck", 0, DECK))]
    record["deck"][: len(deck)] = deck[::-1]
    record["deck_left"] = len(deck)
    there = Counter(deck)
    player_in_turn = given.whole("player", 0, state.game.seats - 1)
    for seat, player in enumerate(given.parts("players", state.game.seats, state.game.seats)):
        cards, played, bought = (player.counts(name, CARD_KINDS, DECK) for name in ("cards", "played", "bought"))
        record["cards"][seat], record["played"][seat] = pack(cards), pack(played)
        if played[VICTORY_POINT]:
            raise refuse(player.at("played"), "victory points are never played")
        if any(b > c for b, c in zip(bought, cards, strict=True)):
            raise refuse(player.at("bought"), "more than the seat holds")
        if seat == player_in_turn:
            record["bought"] = pack(bought)
        elif any(bought):
            raise refuse(player.at("bought"), "only the player in turn has bought cards this turn")
        for kind in range(len(CARD_KINDS)):
            there[kind] += cards[kind] + played[kind]
    for kind, name in enumerate(CARD_KINDS):
        if there[kind] != DECK_COUNTS[kind]:
            raise refuse("deck", f"there are {DECK_COUNTS[kind]} of {name} in the game, not {there[kind]}")


# The turn


def put_turn(state: State, given: Given) -> None:
    """Write phase, dice, the actions of the player in turn, and cards owed."""
    record, seats = state.record, state.game.seats
    phase = given.choice("phase", PHASES)
    record["phase"] = phase
    record["player"] = given.whole("player", 0, seats - 1)
    record["rolled"] = given.flag("rolled")
    record["card_played"] = given.flag("card_played")
    record["free_roads"] = given.whole("free_roads", 0, 2)
    record["offers"] = given.whole("offers_made", 0, MOST_OFFERS)
    record["adds"] = given.whole("cards_named", 0, MAX_ADDS)
    if given.value("dice") is not None:
        record["dice"][:] = dice_of(given, "dice")
    if "forced_dice" in given.data:
        record["forced_dice"][:] = dice_of(given, "forced_dice")
    if "forced_steal" in given.data:
        record["forced_steal"] = 1 + given.choice("forced_steal", RESOURCES)
    last = given.optional("last_settlement", 0, NODES - 1)
    if (last is not None) != (phase == SETUP_ROAD):
        raise refuse("last_settlement", "must be a node in the phase setup_road, otherwise null")
    record["last_settlement"] = last or 0
    for seat, player in enumerate(given.parts("players", seats, seats)):
        owed = player.whole("owed", 0, sum(unpack(record["hand"][seat])))
        if owed and phase != DISCARD:
            raise refuse(player.at("owed"), "cards are owed only in the phase discard")
        record["owed"][seat] = owed
    if record["rolled"] != (phase in ROLLED) and phase in (*ROLLED, PRE_ROLL, SETUP_SETTLE, SETUP_ROAD):
        raise refuse("rolled", f"does not fit the phase {PHASES[phase]}")
    if record["rolled"] and not record["dice"][0]:
        raise refuse("dice", "must be given after the roll")
    if (phase == FREE_ROAD) != (record["free_roads"] > 0):
        raise refuse("free_roads", "must be 1 or 2 in the phase free_road, otherwise 0")
    put_refused(record, given)


def dice_of(given: Given, name: str) -> list[int]:
    return [whole(die, given.at(name), 1, 6) for die in given.items(name, 2, 2)]


def exchange_of(part: Given) -> tuple[list[int], list[int]]:
    give, want = (part.counts(name, RESOURCES, NAMED_ALIKE) for name in ("give", "want"))
    if any(g and w for g, w in zip(give, want, strict=True)):
        raise refuse(part.path, "a resource is on both sides")
    return give, want


def put_refused(record: Any, given: Given) -> None:
    """Write the offers that cannot be made again this turn."""
    menu = {tuple(map(int, pair)): index for index, pair in enumerate(OFFERS[int(record["offer_menu"])])}
    others = []
    for part in given.parts("refused", 0, MENU + COMPOSED):
        give, want = exchange_of(part)
        if not any(give) or not any(want):
            raise refuse(part.path, "an offer must name cards on both sides")
        index = menu.get((pack(give), pack(want)))
        if index is not None:
            bit = np.uint64(1 << index)
            if record["refused"] & bit:
                raise refuse(part.path, "the same offer appears twice")
            record["refused"] |= bit
        else:
            others.append(nibbles(give) | nibbles(want) << 24)
    if len(others) > COMPOSED or len(set(others)) < len(others):
        raise refuse("refused", f"at most {COMPOSED} different offers that are not on the menu")
    record["refused_composed"][: len(others)] = others


def nibbles(counts: Sequence[int]) -> int:
    return sum(count << (4 * r) for r, count in enumerate(counts))


def put_offer(state: State, given: Given) -> None:
    """Write the offer on the table and the answers to it."""
    record, seats = state.record, state.game.seats
    phase, player = int(record["phase"]), int(record["player"])
    record["offer_index"] = NONE
    if (given.value("offer") is not None) != (phase in (ANSWER, DECIDE, COMPOSE)):
        raise refuse("offer", "must be given in the phases answer, decide and compose, otherwise null")
    if given.value("offer") is None:
        return
    part = given.part("offer")
    give, want = exchange_of(part)
    if part.whole("seat", 0, seats - 1) != player:
        raise refuse("offer.seat", "only the player in turn makes offers")
    if not (any(give) and any(want)) and (phase != COMPOSE or not (any(give) or any(want))):
        raise refuse("offer", "must name cards on both sides")
    if any(a > b for a, b in zip(give, unpack(record["hand"][player]), strict=True)):
        raise refuse("offer.give", "more than the player in turn holds")
    record["give"], record["want"] = pack(give), pack(want)
    if phase == COMPOSE:
        return
    record["offer_index"] = native(rules.menu_index)(record)
    answered, accepted = 1 << player, 0
    for seat, said in enumerate(part.items("answers", seats, seats)):
        if said is None:
            continue
        place(said, ("accept", "reject"), f"offer.answers[{seat}]")
        if seat == player:
            raise refuse(f"offer.answers[{seat}]", "the player in turn does not answer its own offer")
        answered |= 1 << seat
        if said == "accept":
            accepted |= 1 << seat
            if any(a > b for a, b in zip(want, unpack(record["hand"][seat]), strict=True)):
                raise refuse(f"offer.answers[{seat}]", "accepts without holding the wanted cards")
    record["answered"], record["accepted"] = answered, accepted
    if phase == DECIDE and not accepted:
        raise refuse("offer.answers", "no seat has accepted, so there is nothing to decide")


# Knowledge


def put_knowledge(state: State, given: Given) -> None:
    """Write the distance of each observer's counts from the true hands; an edited hand widens the counts."""
    record, seats = state.record, state.game.seats
    pending = record["phase"] == DISCARD
    for seat, player in enumerate(given.parts("players", seats, seats)):
        hand = unpack(int(record["hand"][seat]) + (int(record["discarded"][seat]) if pending else 0))
        done = set()
        for part in player.parts("doubts", 0, seats + 1):
            observer = part.optional("by", 0, seats - 1)
            column = PUBLIC if observer is None else observer
            if column in done or observer == seat:
                raise refuse(part.at("by"), "must be each other seat once, null for public knowledge")
            done.add(column)
            below, above = [0] * LANES, [0] * LANES
            ranges = part.part("counts")
            for name in ranges.data:
                r = place(name, RESOURCES, ranges.path)
                bounds = [
                    whole(count, ranges.at(name), 0, int(record["bank_size"])) for count in ranges.items(name, 2, 2)
                ]
                if bounds[0] > bounds[1]:
                    raise refuse(ranges.at(name), "the least count must be first")
                below[r], above[r] = max(0, hand[r] - bounds[0]), max(0, bounds[1] - hand[r])
            record["below"][seat, column], record["above"][seat, column] = pack(below), pack(above)


# Points and the end


def count_points(state: State, given: Given) -> None:
    """Write Longest Road, Largest Army and points, and check whether a seat must have won."""
    record, seats = state.record, state.game.seats
    record["longest_road"] = award(given, "longest_road", record["road_length"][:seats].tolist(), roads.MIN_LONGEST)
    knights = [unpack(word)[KNIGHT] for word in record["played"][:seats]]
    record["largest_army"] = award(given, "largest_army", knights, FIRST_ARMY)
    if record["largest_army"] == NONE and max(knights) >= FIRST_ARMY:
        raise refuse("largest_army", f"a seat has played {max(knights)} knights, so a seat must hold it")
    for seat, player in enumerate(given.parts("players", seats, seats)):
        buildings = int(record["settlements"][seat]).bit_count() + 2 * int(record["cities"][seat]).bit_count()
        bonus = 2 * int(record["longest_road"] == seat) + 2 * int(record["largest_army"] == seat)
        record["visible"][seat] = buildings + bonus
        record["held_back"][seat] = player.whole("not_won_with", 0, 127)
    winner = given.optional("winner", 0, seats - 1)
    record["winner"] = NONE if winner is None else winner
    check_points(state, given)


def award(given: Given, name: str, numbers: Sequence[int], least: int) -> int:
    """Return the holder of a bonus: one of the seats with most, if that is enough; ties favour the holder."""
    holder = given.optional(name, 0, len(numbers) - 1)
    best = max(numbers)
    if holder is not None and (numbers[holder] < best or best < least):
        raise refuse(name, f"seat {holder} has {numbers[holder]}; the most is {best}, the minimum {least}")
    if holder is None and best >= least and numbers.count(best) == 1:
        raise refuse(name, f"seat {numbers.index(best)} alone has {best}, so it must hold it")
    return NONE if holder is None else holder


def check_points(state: State, given: Given) -> None:
    record, goal = state.record, int(state.record["points_to_win"])
    winner = int(record["winner"])
    if winner != NONE and not state.over:
        raise refuse("winner", "must be null unless the game is over")
    for seat in range(state.game.seats):
        visible, hidden = int(record["visible"][seat]), unpack(record["cards"][seat])[VICTORY_POINT]
        if seat == winner and visible + hidden < goal:
            raise refuse("winner", f"seat {seat} has {visible + hidden} points; the goal is {goal}")
        if state.over:
            continue
        if visible + hidden >= goal and (seat == record["player"] or record["win"] == ANY_TIME):
            raise refuse(f"players[{seat}]", f"it has {visible + hidden} points and would have won already")
        if int(record["held_back"][seat]) + hidden >= goal:
            raise refuse(
                f"players[{seat}].not_won_with", f"with {hidden} victory point cards it would have won with that many"
            )


def check_seat(state: State, given: Given) -> None:
    """Check that turn, end and the seat to move fit the phase, and that there is a legal action."""
    record, seats = state.record, state.game.seats
    phase, seat, player, turn = int(record["phase"]), state.seat, int(record["player"]), state.turn
    if given.value("over") not in (False, True, 0, 1):
        raise refuse("over", "must be true or false")
    played = turn - 2 * seats
    last = int(record["turn_cap"])
    if turn < 0 or played > last or (played == last and not state.over):
        raise refuse("turn", f"must be from 0 to {2 * seats + last - 1}")
    if (turn < 2 * seats) != (phase in (SETUP_SETTLE, SETUP_ROAD)):
        raise refuse("turn", f"{turn} does not fit the phase {PHASES[phase]}: the set-up has {2 * seats} turns")
    if state.over:
        if seat != NONE:
            raise refuse("seat", "must be -1 when the game is over")
        if record["winner"] == NONE and played < last:
            raise refuse("over", f"there is no winner, and turn {last} has not been played")
        return
    due = [seat == player]
    if phase in (SETUP_SETTLE, SETUP_ROAD):
        due = [seat == player == (turn if turn < seats else 2 * seats - 1 - turn)]
    elif phase == DISCARD:
        due = [0 <= seat < seats and bool(record["owed"][seat])]
    elif phase == ANSWER:
        due = [0 <= seat < seats and not int(record["answered"]) >> seat & 1]
    if not all(due):
        raise refuse("seat", f"seat {seat} is not to move in the phase {PHASES[phase]}")
    if phase == SETUP_ROAD and not int(record["settlements"][seat]) >> int(record["last_settlement"]) & 1:
        raise refuse("last_settlement", f"seat {seat} has no settlement there")
    if not state.legal():
        raise refuse("phase", f"there is no legal action in the phase {PHASES[phase]}")


# Redundant facts


def check_stated(state: State, given: Given) -> None:
    """Check members that follow from others.

    After a hand was edited, the bank and the sizes of hands may be out of date, as long as they still agree with each
    other.
    """
    now = describe(state, None)
    wrong: list[str] = []
    compare({name: value for name, value in given.data.items() if name not in HEADER}, now, "", wrong)
    if counted_cards(given, now) == int(state.record["bank_size"]) * LANES:
        wrong = [path for path in wrong if path.partition(".")[0] != "bank" and not path.endswith(".hand_count")]
    if wrong:
        more = f" and {len(wrong) - 6} more" if len(wrong) > 6 else ""
        raise BadOption(f"{', '.join(wrong[:6])}{more}: contradicts the rest; correct it or leave it out")


def counted_cards(given: Given, now: Mapping[str, Any]) -> int:
    """Return the number of resource cards that the description counts in the bank and in the hands."""
    bank = given.counts("bank", RESOURCES, COUNTABLE) if "bank" in given.data else now["bank"].values()
    sizes = [
        player.whole("hand_count", 0, COUNTABLE * LANES) if "hand_count" in player.data else right["hand_count"]
        for player, right in zip(given.parts("players", 0, len(now["players"])), now["players"], strict=True)
    ]
    return sum(bank) + sum(sizes)


# Members that were read and checked above, in any order or form
READ = {"refused", "offer", "deck"}
READ_OF_PLAYERS = {
    "settlements", "cities", "roads", "hand", "cards", "played", "bought", "discarded", "doubts",
}  # fmt: skip


def compare(given: Any, right: Any, path: str, wrong: list[str]) -> None:
    """Collect the paths where given data differs from the right data; unknown names are refused at once."""
    if isinstance(right, Mapping) and isinstance(given, Mapping):
        for name, value in given.items():
            here = f"{path}.{name}" if path else str(name)
            if name not in right:
                raise BadOption(f"{here!r} is not a member of a description; {nearest(str(name), right)}")
            if name not in (READ_OF_PLAYERS if path.startswith("players[") and path.endswith("]") else READ):
                compare(value, right[name], here, wrong)
    elif isinstance(right, list) and isinstance(given, (list, tuple)) and len(right) == len(given):
        for i, (one, other) in enumerate(zip(given, right, strict=True)):
            compare(one, other, f"{path}[{i}]", wrong)
    elif type(given) is not type(right) or given != right:
        wrong.append(path)
