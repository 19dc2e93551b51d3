"""Hearthstone: the nine competition decks. Rules: docs/rules/hearthstone.md."""

from __future__ import annotations

from tapete.game import Definition, Options, Text
from tapete.games.hearthstone import decks, hidden, rules, text
from tapete.options import Option

OPTIONS = (
    Option("deck", "MidrangeJadeShaman", "deck of both seats: a name or a file"),
    Option("deck0", "", "deck of seat 0, if not `deck`"),
    Option("deck1", "", "deck of seat 1, if not `deck`"),
    Option("decks", "given", "given, or both drawn from the nine full lists", choices=("given", "mixed")),
    Option("variant", "framework", "list of a named deck", choices=("framework", "full")),
    Option("positions", "all", "board positions offered for a played minion", choices=("all", "right")),
    Option("turn_limit", 50, "turn counter at which the game is drawn", low=1, high=1000),
    Option("sim", False, "the simulator's behaviour where the rules text lists one (QE/QC)"),
    Option("deck_known", True, "whether players know each other's deck list"),
    Option("mulligan", True, "whether the first hands may be changed"),
    Option("ordered", False, "decks with a fixed order, as recorded games have them"),
    Option("start_crystals", 0, "mana crystals before the first turn", low=0, high=9),
)


def encode(options: Options) -> list[int]:
    """What `deal` reads: switches, then hero, number of cards and cards of each seat."""
    codes = [options["decks"] == "mixed", options["sim"], options["positions"] == "right", options["turn_limit"]]
    codes += [options["deck_known"], options["mulligan"], options["ordered"], options["start_crystals"]]
    for seat in range(2):
        name = options[f"deck{seat}"] or options["deck"]
        codes += decks.find(name, options["variant"]).encoded()
    return [int(code) for code in codes]


DEFINITION = Definition(
    name="hearthstone",
    title="Hearthstone",
    summary="the nine decks of the AI competition, 312 cards",
    state=rules.State,
    kernels={
        "deal": rules.deal,
        "legal": rules.legal,
        "apply": rules.apply,
        "returns": rules.returns,
        "points": rules.points,
        "determinize": hidden.determinize,
    },
    options=OPTIONS,
    seats=2,
    actions=rules.ACTION_COUNT,
    max_legal=rules.MAX_LEGAL,
    points_span=(0.0, 30.0),
    text=Text(lambda s, o: "", lambda s, a: str(a)),
    encode=encode,
    set_up=text.set_up,
    conform="tapete.games.hearthstone.conform",
)
