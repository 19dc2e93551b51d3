"""What a card, a disaster or a dinosaur does, told from the card file."""

from __future__ import annotations

from tapete.games.dinosaurs.cards import CARDS, DINOSAURS, DISASTERS, FILE

FATAL = "Three of one kind, or one of each of three kinds, put a player out of the game"


def traits(dinosaur: int) -> str:
    """What a dinosaur adds to its scores."""
    return ", ".join(f"{n:+d} against {name}" for name, n in FILE["dinosaurs"][dinosaur]["traits"].items())


def explain(name: str) -> str | None:
    """What a name on the table means."""
    for card in CARDS:
        if name in (card["name"], card["id"]):
            kind = f"Point card of value {card['value']}" if "value" in card else "instant card"
            return f"{card['name']} ({card['id']}), {kind}: {card.get('text', 'No effect.')}"
    if name in DISASTERS:
        wild = "counts as any kind" if name == "meteor" else "one of three kinds"
        return f"{name}, a disaster ({wild}): {FATAL}; each disaster held moves its owner 1 point a round."
    if name in DINOSAURS:
        return f"{name}, a dinosaur: {traits(DINOSAURS.index(name))} disasters, added to its score of the round."
    return None


EXPLAINED = (*(card["name"] for card in CARDS), *(card["id"] for card in CARDS), *DISASTERS, *DINOSAURS)
