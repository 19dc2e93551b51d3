"""Tables of the card file: the 24 card types, the four disasters and the four dinosaurs.

An unordered set of cards (a hand, the discard pile) is 24 counts of four bits each, in two words: types 0 to 15 in the
low word, 16 to 23 in the high one.
"""

import json
from pathlib import Path

import numpy as np

FILE = json.loads(Path(__file__).with_name("cards.json").read_text(encoding="utf-8"))
CARDS = FILE["cards"]
IDS = tuple(card["id"] for card in CARDS)
TYPES = len(CARDS)
DISASTERS = tuple(disaster["id"] for disaster in FILE["disasters"])
DINOSAURS = tuple(dinosaur["id"] for dinosaur in FILE["dinosaurs"])

PEBBLE, CLAW, VINE, JUICE, SPRING = (IDS.index(name) for name in ("P0E", "P1E", "P2E", "P3E", "P4E"))
PIT, BERRY, LOOKOUT, FERN, SAW = (IDS.index(name) for name in ("P5E", "P6E", "P7E", "P8E", "P9E"))
BOOST, SAP, FLIP, SHELTER, DETOUR = (IDS.index(name) for name in ("IB", "IS", "II", "ID", "IR"))
POINT_TYPES = BOOST  # types below this one are Point cards
METEOR = DISASTERS.index("meteor")

VALUE = np.array([card.get("value", 0) for card in CARDS], dtype=np.int8)
HAS_EFFECT = np.array(["effect" in card for card in CARDS], dtype=np.int8)
TRAIT = np.array([[d["traits"].get(name, 0) for name in DISASTERS] for d in FILE["dinosaurs"]], dtype=np.int8)


def copies(two_player: bool) -> list[int]:
    """Return the number of copies of each type in the deck in use (sections 2 and 9)."""
    removed = FILE["two_players_remove_values"] if two_player else []
    return [0 if card.get("value") in removed else card["copies"] for card in CARDS]


def words(counts: list[int]) -> tuple[int, int]:
    """Return the counts of the 24 types as a low and a high word."""
    low = sum(count << 4 * i for i, count in enumerate(counts[:16]))
    return low, sum(count << 4 * i for i, count in enumerate(counts[16:]))


def lanes(wanted: set[int]) -> tuple[int, int]:
    """Return the bits of the given types in the two words."""
    return words([15 if card in wanted else 0 for card in range(TYPES)])


FULL_DECK = np.array([words(copies(False)), words(copies(True))], dtype=np.uint64)  # by two-player mode
DECK_SIZES = np.array([sum(copies(False)), sum(copies(True))], dtype=np.int64)
DECK = int(DECK_SIZES[0])
ORDERED_DECK = np.array(  # the deck in use by ascending type, padded with zeros
    [
        np.pad(np.repeat(np.arange(TYPES), copies(mode)), (0, DECK - int(DECK_SIZES[int(mode)])))
        for mode in (False, True)
    ],
    dtype=np.uint8,
)
DISASTER_COPIES = np.array(  # by preset: official, thesis
    [[d["copies"] for d in FILE["disasters"]], [d.get("copies_thesis", d["copies"]) for d in FILE["disasters"]]],
    dtype=np.int64,
)
DISASTER_DECK = int(DISASTER_COPIES[0].sum())
