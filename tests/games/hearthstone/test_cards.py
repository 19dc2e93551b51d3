"""One case per card of the pool: a position, the actions, and what must hold afterwards.

Expected values are written from the card's effect in the rules files. Cards without an effect are checked against their
printed values.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import pytest

import tapete
from tapete.games.hearthstone import cards as c

from .positions import (
    RAPTOR,
    attack,
    board,
    choose,
    end,
    hand,
    play,
    position,
    power,
    read,
)

BOAR, FOOTMAN, YETI = "CS2_171", "CS1_042", "CS2_179"  # 1/1 Charge, 1/2 Taunt, 3/5 Taunt
R, B = f"{RAPTOR} 3/2", f"{BOAR} 1/1 charge"


@dataclass
class Case:
    """Test case of a card that seat 0 plays; `then` continues; `expect` must hold at the end."""

    card: str
    expect: dict[str, Any]
    own: dict[str, Any] = field(default_factory=dict)
    enemy: dict[str, Any] = field(default_factory=dict)
    target: Any = None
    at: int | None = None
    option: int | None = None
    then: Callable[[tapete.State], None] | None = None
    before: Callable[[tapete.State], None] | None = None


def case(card: str, expect: dict[str, Any], **details: Any) -> Case:
    return Case(card, expect, **details)


def one_of(*options: Any) -> Callable[[Any], bool]:
    return lambda value: value in options


def minions(*names: str, **more: Any) -> dict[str, Any]:
    return {"board": list(names), **more}


def hurt(card: str, damage: int) -> dict[str, Any]:
    return {"id": card, "damage": damage}


def in_pool(pool: str, n: int = 1) -> Callable[[list[str]], bool]:
    ids = set(c.FILE.pools[pool]["ids"])
    return lambda cards: len(cards) == n and set(cards) <= ids


ENEMY_HERO, OWN_HERO, E0, E1, O0, O1 = (
    "enemy_hero",
    "own_hero",
    ("enemy_board", 0),
    ("enemy_board", 1),
    ("own_board", 0),
    ("own_board", 1),
)

CASES = [
    # Druid
    case("EX1_169", {"own mana": 6}, own={"crystals": 5}),
    case("AT_037", {"enemy health": 28}, option=0, target=ENEMY_HERO),
    case("AT_037", {"own board": ["AT_037t 1/1"] * 2}, option=1),
    case("AT_042", {"own board": ["AT_042t 2/1 charge"]}, option=0),
    case("AT_042", {"own board": ["AT_042t2 3/2 stealth"]}, option=1),
    case("OG_048", {"own board": [f"{BOAR} 3/3 charge"], "own held": 1}, own=minions(BOAR), target=O0),
    case("OG_048", {"own board": ["CS1_042 3/4 taunt"], "own held": 0}, own=minions(FOOTMAN), target=O0),
    case("CS2_011", {"own board": [f"{RAPTOR} 5/2"], "own bonus": 2}, own=minions(RAPTOR)),
    case(
        "AT_039",
        {"own bonus": 2},
        own={"class": "warrior"},
        then=lambda s: power(s),
    ),
    case(
        "CS2_012",
        {"enemy board": [f"{YETI} 3/1 taunt"], "enemy health": 29},
        enemy=minions(YETI, BOAR),
        target=E0,
    ),
    case("EX1_165", {"own board": ["EX1_165t1 4/4 charge"]}, option=0),
    case("EX1_165", {"own board": ["EX1_165t2 4/6 taunt"]}, option=1),
    # Hunter
    case("CFM_315", {"own board": [R, "CFM_315 1/1", "CFM_315t 1/1", B]}, own=minions(RAPTOR, BOAR), at=1),
    case(
        "AT_060",
        {"own board": ["CS2_125 3/3 taunt"], "own secrets": [], "own health": 29},
        enemy=minions(BOAR),
        then=lambda s: (end(s), attack(s, 0, ENEMY_HERO)),
    ),
    case("BRM_013", {"enemy health": 27, "own held": 1}, target=ENEMY_HERO),
    case("BRM_013", {"enemy health": 27, "own held": 1}, own={"hand": [RAPTOR]}, target=ENEMY_HERO),
    case(
        "EX1_531",
        {"own board": ["EX1_531 4/3"]},
        own=minions(BOAR, hand=["CS2_034"]) | {"hand": ["EX1_308"]},
        then=lambda s: play(s, 0, O0),
    ),
    case(
        "EX1_554",
        {"own board": [f"{YETI} 3/4 taunt", *["EX1_554t 1/1"] * 3], "own secrets": []},
        own=minions(YETI),
        enemy=minions(BOAR),
        then=lambda s: (end(s), attack(s, 0, ("enemy_board", 0))),
    ),
    case(
        "EX1_610",
        {"enemy board": [], "own health": 30, "enemy health": 28},
        enemy=minions(RAPTOR),
        then=lambda s: (end(s), attack(s, 0, ENEMY_HERO)),
    ),
    case(
        "EX1_536",
        {"own weapon": "EX1_536 3/3"},
        own={"secrets": ["EX1_289"]},
        enemy=minions(BOAR),
        then=lambda s: (end(s), attack(s, 0, ENEMY_HERO)),
    ),
    case("EX1_538", {"own board": ["EX1_538t 1/1 charge"] * 2}, enemy=minions(BOAR, BOAR)),
    case("EX1_539", {"enemy health": 27}, target=ENEMY_HERO),
    case("EX1_539", {"enemy health": 25}, own=minions(BOAR), target=ENEMY_HERO),
    case("KAR_006", {"own secrets": ["EX1_610"], "own mana": 0}, own={"hand": ["EX1_610"], "crystals": 3}, then=play),
    case(
        "NEW1_031",
        {"own board": one_of(["NEW1_032 4/4 taunt"], ["NEW1_033 2/4"], ["NEW1_034 4/2 charge"])},
    ),
    case("DS1_070", {"own board": [f"{BOAR} 3/3 taunt charge", "DS1_070 4/3"]}, own=minions(BOAR), target=O0),
    case(
        "EX1_534",
        {"own board": ["EX1_534t 2/2"] * 2},
        own={"hand": ["EX1_622"]},
        then=lambda s: play(s, 0, O0),
    ),
    # Mage
    case(
        "OG_086",
        {"enemy board": [f"{YETI} 3/1 taunt"], "own mana": 0},
        own={"crystals": 4},
        enemy=minions(YETI),
        target=E0,
    ),
    case("AT_004", {"enemy board": [f"{YETI} 3/1 taunt"]}, own=minions("EX1_012"), enemy=minions(YETI), target=E0),
    case("KAR_009", {"own board": ["KAR_009 1/1"], "own hand": in_pool("mage_spells")}),
    case("CS2_024", {"enemy board": [f"{YETI} 3/2 taunt frozen"]}, enemy=minions(YETI), target=E0),
    case("CFM_065", {"own board": [], "enemy board": [f"{YETI} 3/3 taunt"]}, own=minions(RAPTOR), enemy=minions(YETI)),
    case("CFM_660", {"own deck": 6, "own deck_cards": sorted([RAPTOR] * 5 + [BOAR])}, own=minions(BOAR), target=O0),
    case("CS2_023", {"own hand": [RAPTOR] * 2}),
    case(
        "EX1_289",
        {"own armor": 7, "own health": 30, "own secrets": []},
        enemy=minions(BOAR),
        then=lambda s: (end(s), attack(s, 0, ENEMY_HERO)),
    ),
    case(
        "EX1_295",
        {"own health": 1, "own secrets": []},
        own={"health": 1},
        enemy=minions(BOAR),
        then=lambda s: (end(s), attack(s, 0, ENEMY_HERO)),
    ),
    case("LOE_002", {"enemy health": 27, "own deck_cards": sorted([RAPTOR] * 5 + ["LOE_002t"])}, target=ENEMY_HERO),
    case("CS2_022", {"enemy board": ["CS2_tk1 1/1"]}, enemy=minions(YETI), target=E0),
    case("CS2_029", {"enemy health": 24}, target=ENEMY_HERO),
    case(
        "CS2_033",
        {"own board": ["CS2_033 3/5"], "enemy board": []},
        enemy=minions(BOAR),
        then=lambda s: (end(s), attack(s, 0, E0)),
    ),
    case("OG_090", {"own hand": in_pool("mage_spells", 3)}),
    case("CS2_028", {"enemy board": [f"{YETI} 3/3 taunt frozen"]}, enemy=minions(YETI, RAPTOR)),
    case("CS2_032", {"enemy board": [f"{YETI} 3/1 taunt"]}, enemy=minions(YETI, RAPTOR)),
    case("KAR_076", {"enemy health": 25, "own board": lambda b: len(b) == 1}, target=ENEMY_HERO),
    # Paladin
    case("CFM_305", {"own stats": [f"{RAPTOR} 4/3"]}, own={"hand": [RAPTOR]}),
    case("AT_077", {"own weapon": "AT_077 2/3"}, own={"deck": ["NEW1_030"]}, enemy={"deck": [BOAR]}),
    case("AT_077", {"own weapon": "AT_077 2/2"}, own={"deck": [BOAR]}, enemy={"deck": [BOAR]}),
    case("CFM_753", {"own stats": [f"{RAPTOR} 4/3"], "own board": ["CFM_753 1/1"]}, own={"hand": [RAPTOR]}),
    case("CFM_815", {"own board": ["CFM_815 2/2 taunt divine_shield lifesteal"]}),
    case("EX1_382", {"enemy board": [f"{YETI} 1/5 taunt"]}, enemy=minions(YETI), target=E0),
    case(
        "CS2_097",
        {"own health": 22, "enemy health": 26},
        own={"health": 20},
        then=lambda s: attack(s, "hero", ENEMY_HERO),
    ),
    case("CFM_639", {"own stats": [f"{RAPTOR} 4/3"]}, own={"hand": [RAPTOR]}, then=end),
    case(
        "EX1_383",
        {"own weapon": "EX1_383t 5/3", "own board": []},
        own={"hand": ["EX1_371", "EX1_622"], "crystals": 10, "temp": 5},
        then=lambda s: play(s, 1, O0),
    ),
    # Priest
    case("BRM_004", {"own board": ["BRM_004 2/3"]}, own={"hand": ["NEW1_023"]}),
    case("BRM_004", {"own board": ["BRM_004 2/1"]}),
    case("CFM_603", {"own board": [f"{BOAR} 1/1 charge"], "enemy board": []}, enemy=minions(BOAR), target=E0),
    case("CS2_004", {"own board": [f"{RAPTOR} 3/4"], "own held": 1}, own=minions(RAPTOR), target=O0),
    case(
        "CS2_235",
        {"own held": 1, "own board": [f"{YETI} 3/5 taunt", "CS2_235 1/3"]},
        own={"class": "priest", "board": [hurt(YETI, 2)]},
        then=lambda s: power(s, O0),
    ),
    case("AT_116", {"own board": ["AT_116 2/4 taunt"]}, own={"hand": ["NEW1_023"]}),
    case("CS2_234", {"enemy board": []}, enemy=minions(YETI), target=E0),
    case("CFM_626", {"own board": [f"{RAPTOR} 3/5", "CFM_626 3/4"]}, own=minions(RAPTOR), target=O0),
    case("EX1_622", {"enemy board": []}, enemy=minions("CS2_162"), target=E0),
    case("KAR_035", {"own health": 23}, own={"health": 20, "hand": ["GAME_005"]}, then=play),
    case("CFM_020", {"own cheap": True}, own={"deck": [RAPTOR, BOAR]}),
    case("CFM_020", {"own cheap": False}, own={"deck": [RAPTOR, RAPTOR]}),
    case(
        "CFM_605",
        {"own hand": one_of(["NEW1_023", BOAR]), "enemy deck": 2},
        own={"hand": ["NEW1_023"]},
        enemy={"deck": [BOAR, BOAR]},
        then=lambda s: choose(s, 0),
    ),
    case(
        "CS1_112",
        {"enemy health": 28, "own health": 22, "enemy board": [], "own board": [f"{YETI} 3/5 taunt"]},
        own={"health": 20, "board": [hurt(YETI, 2)]},
        enemy=minions(RAPTOR),
    ),
    case(
        "CFM_662",
        {"enemy board": ["NEW1_023 3/2 elusive"], "own board": []},
        own=minions(YETI),
        enemy=minions("NEW1_023"),
    ),
    case("EX1_091", {"own board": ["EX1_091 4/5", B], "enemy board": []}, enemy=minions(BOAR), target=E0),
    case("LOE_104", {"enemy board": [], "own deck": 6}, enemy=minions(YETI), target=E0),
    # Rogue
    case("CFM_630", {"own mana": 6}, own={"crystals": 5}),
    case("CS2_072", {"enemy board": [f"{YETI} 3/3 taunt"]}, enemy=minions(YETI), target=E0),
    case("EX1_145", {"own mana": 9, "own held": 2}, own={"hand": ["CS2_023"]}, then=play),
    case("EX1_128", {"own board": [f"{RAPTOR} 3/2 stealth"]}, own=minions(RAPTOR)),
    case("EX1_128", {"own board": [R]}, own=minions(RAPTOR), then=lambda s: (end(s), end(s))),
    case(
        "KAR_069",
        {"own hand": lambda h: len(h) == 1 and c.CARD_CLASS[c.INDEX[h[0]]] == c.CLASSES.index("mage")},
        enemy={"class": "mage"},
    ),
    case("CS2_073", {"own board": [f"{RAPTOR} 5/2"]}, own=minions(RAPTOR), target=O0),
    case("CS2_073", {"own board": [f"{RAPTOR} 7/2"]}, own=minions(RAPTOR, played_turn=1), target=O0),
    case("EX1_124", {"enemy health": 28}, target=ENEMY_HERO),
    case("EX1_124", {"enemy health": 25}, own=minions("EX1_012", played_turn=1), target=ENEMY_HERO),
    case("EX1_581", {"enemy board": [], "enemy hand": [YETI]}, enemy=minions(YETI), target=E0),
    case("EX1_129", {"enemy board": [f"{YETI} 3/4 taunt"], "own held": 1}, enemy=minions(YETI, BOAR)),
    case("EX1_613", {"own board": ["EX1_613 2/2"]}),
    case("EX1_613", {"own board": ["EX1_613 6/6"]}, own={"played_turn": 2}),
    case(
        "LOE_012",
        {"own hand": ["GAME_005"], "own board": []},
        own={"hand": ["EX1_622"]},
        then=lambda s: play(s, 0, O0),
    ),
    # Shaman
    case("EX1_238", {"enemy health": 27, "own owed": 1}, target=ENEMY_HERO),
    case("LOE_018", {"own board": ["LOE_018 2/3"]}, own={"hand": ["EX1_238"]}, then=lambda s: play(s, 0, ENEMY_HERO)),
    case("AT_052", {"own board": ["AT_052 3/4"], "own owed": 1}),
    case("CFM_717", {"own board": ["CFM_712_t01 1/1"], "own weapon": "CFM_717 2/2", "own owed": 1}),
    case("KAR_063", {"enemy health": 27}, own=minions("EX1_012"), then=lambda s: attack(s, "hero", ENEMY_HERO)),
    case("KAR_063", {"enemy health": 29}, then=lambda s: attack(s, "hero", ENEMY_HERO)),
    case(
        "KAR_073", {"enemy board": [f"{YETI} 3/4 taunt"], "own board": lambda b: len(b) >= 1}, enemy=minions(YETI, BOAR)
    ),
    case(
        "EX1_259",
        {"enemy board": one_of([f"{YETI} 3/3 taunt"], [f"{YETI} 3/2 taunt"]), "own owed": 2},
        enemy=minions(YETI),
    ),
    case(
        "EX1_565", {"own board": [f"{RAPTOR} 5/2", "EX1_565 0/3", f"{RAPTOR} 5/2"]}, own=minions(RAPTOR, RAPTOR), at=1
    ),
    case("CFM_707", {"enemy health": 26, "own board": ["CFM_712_t01 1/1"], "own jade": 1}, target=ENEMY_HERO),
    case("EX1_246", {"enemy board": ["hexfrog 0/1 taunt"]}, enemy=minions(YETI), target=E0),
    case("OG_028", {"own mana": 0, "own board": ["OG_028 5/5 taunt"]}, own={"crystals": 4, "totems": 2}),
    case("NEW1_010", {"own board": ["NEW1_010 3/5 taunt charge divine_shield windfury"]}),
    # Warlock
    case("CS2_065", {"own board": ["CS2_065 1/3 taunt"]}),
    case("EX1_308", {"enemy health": 26, "own held": 0}, own={"hand": [RAPTOR]}, target=ENEMY_HERO),
    case("EX1_319", {"own health": 27}),
    case("KAR_089", {"own hand": [RAPTOR]}, own={"hand": ["EX1_308", BOAR]}, then=lambda s: play(s, 0, ENEMY_HERO)),
    case(
        "OG_241",
        {"own board": ["OG_241a 1/1"]},
        own={"hand": ["EX1_308"]},
        then=lambda s: play(s, 0, O0),
    ),
    case(
        "LOE_023",
        {"own hand": lambda h: len(h) == 1 and c.COST[c.INDEX[h[0]]] == 1},
        own={"class": "warlock"},
        then=lambda s: choose(s, 0),
    ),
    case("OG_109", {"own held": 0, "own board": ["OG_109 3/2"]}, own={"hand": [BOAR]}),
    case(
        "BRM_006",
        {"own board": ["BRM_006 2/3", "BRM_006t 1/1", R]},
        own=minions(RAPTOR, hand=["CS2_034"]) | {"class": "mage", "hand": []},
        at=0,
        then=lambda s: power(s, O0),
    ),
    case("KAR_205", {"own board": ["KAR_205 3/3"]}),
    case(
        "OG_113",
        {"own board": ["OG_113 2/5", B]},
        own={"hand": [BOAR]},
        then=lambda s: play(s, 0),
    ),
    case("EX1_310", {"own board": ["EX1_310 5/7 charge"], "own held": 1}, own={"hand": [BOAR] * 3}),
    # Warrior
    case("EX1_409", {"own weapon": "EX1_409t 1/3"}),
    case("EX1_409", {"own weapon": "CS2_106 4/3"}, own={"weapon": {"id": "CS2_106"}}),
    case("OG_312", {"own weapon": "OG_058 1/3"}),
    case("CS2_105", {"enemy health": 26}, then=lambda s: attack(s, "hero", ENEMY_HERO)),
    case("CS2_106", {"own weapon": "CS2_106 3/2"}),
    case(
        "EX1_604",
        {"own board": [f"{YETI} 3/4 taunt", "EX1_604 4/3"]},
        own={"board": [YETI], "hand": ["EX1_400"]},
        then=play,
    ),
    case("OG_315", {"own weapon": "CS2_106 3/2"}, own={"weapon": {"id": "CS2_106"}}),
    case("OG_315", {"own weapon": "CS2_106 4/3"}, own=minions("CFM_637", weapon={"id": "CS2_106"})),
    case("NEW1_011", {"own board": ["NEW1_011 4/3 charge"]}),
    case("CS2_112", {"own weapon": "CS2_112 5/2"}),
    # Neutral
    case("CFM_325", {"own board": ["CFM_325 1/1"]}),
    case("CFM_325", {"own board": ["CFM_325 3/1"]}, own={"weapon": {"id": "CS2_106"}}),
    case("CFM_637", {"own board": ["CFM_637 1/1"]}),
    case("CS2_146", {"own board": ["CS2_146 2/1"]}),
    case(
        "CS2_146",
        {"own board": ["CS2_146 2/1 charge"], "enemy health": 28},
        own={"weapon": {"id": "CS2_106"}},
        then=lambda s: attack(s, 0, ENEMY_HERO),
    ),
    case("CS2_188", {"own board": [f"{RAPTOR} 5/2", "CS2_188 1/1"]}, own=minions(RAPTOR), target=O0),
    case("CS2_188", {"own board": [R, "CS2_188 1/1"]}, own=minions(RAPTOR), target=O0, then=end),
    case("EX1_010", {"own board": ["EX1_010 2/1 stealth"]}),
    case("EX1_080", {"own board": ["EX1_080 2/3"]}, own={"hand": ["EX1_289"]}, then=play),
    case("LOE_076", {"own choices": 3}),
    case("AT_094", {"enemy health": 29}),
    case(
        "CFM_790",
        {"own board": ["CFM_790 2/6 taunt"], "enemy board": [R], "enemy held": 1},
        enemy={"hand": [RAPTOR, "CS2_029"]},
    ),
    case("CS2_173", {"own board": ["CS2_173 2/1 charge"]}),
    case(
        "EX1_012",
        {"own board": ["EX1_012 1/1"], "enemy health": 23},
        own={"hand": ["CS2_029"]},
        then=lambda s: play(s, 0, ENEMY_HERO),
    ),
    case("EX1_059", {"own board": [f"{RAPTOR} 2/3", "EX1_059 2/2"]}, own=minions(RAPTOR), target=O0),
    case("EX1_066", {"enemy weapon": None}, enemy={"weapon": {"id": "CS2_106"}}),
    case(
        "EX1_162", {"own board": [f"{RAPTOR} 4/2", "EX1_162 2/2", f"{RAPTOR} 4/2"]}, own=minions(RAPTOR, RAPTOR), at=1
    ),
    case("KAR_062", {"own choices": 3}, own={"hand": ["NEW1_023"]}),
    case("KAR_062", {"own choices": 0}, own={"hand": [RAPTOR]}),
    case("NEW1_018", {"own board": ["NEW1_018 5/3"]}, own={"weapon": {"id": "CS2_106"}}),
    case("NEW1_019", {"enemy health": 29}, own={"hand": [BOAR]}, then=lambda s: play(s, 0)),
    case(
        "NEW1_021",
        {"own board": [], "enemy board": []},
        own=minions(RAPTOR),
        enemy=minions(YETI),
        then=lambda s: (end(s), end(s)),
    ),
    case("NEW1_023", {"own board": ["NEW1_023 3/2 elusive"]}),
    case("AT_087", {"own board": ["AT_087 2/1 charge divine_shield"]}),
    case("CFM_649", {"own choices": 3}),
    case(
        "EX1_007",
        {"own held": 1, "own board": ["EX1_007 1/2"]},
        own={"class": "mage"},
        then=lambda s: power(s, O0),
    ),
    case("EX1_044", {"own board": ["EX1_044 3/3"]}, own={"hand": ["GAME_005"]}, then=play),
    case(
        "EX1_085",
        {"own board": lambda b: len(b) == 2, "enemy board": lambda b: len(b) == 3},
        enemy=minions(*[RAPTOR] * 4),
    ),
    case("EX1_085", {"enemy board": [R] * 3}, enemy=minions(*[RAPTOR] * 3)),
    case("EX1_507", {"own board": ["CS2_168 4/1", "EX1_507 3/3"]}, own=minions("CS2_168")),
    case("KAR_095", {"own board": [f"{BOAR} 2/2 charge", "CS2_168 3/2", "KAR_095 3/3"]}, own=minions(BOAR, "CS2_168")),
    case(
        "LOE_077",
        {"own hand": [RAPTOR] * 2},
        own={"hand": ["CS2_147"]},
        then=lambda s: play(s, 0),
    ),
    case("NEW1_027", {"own board": ["CFM_637 2/2", "NEW1_027 3/3"]}, own=minions("CFM_637")),
    case("AT_017", {"own board": ["AT_017 3/6 taunt"]}, own={"hand": ["NEW1_023"]}),
    case("AT_111", {"own health": 14, "enemy health": 24}, own={"health": 10}, enemy={"health": 20}),
    case("CFM_621", {"own choices": 3}, own={"deck": [RAPTOR]}),
    case("CFM_621", {"own choices": 0}, own={"deck": [RAPTOR, RAPTOR]}),
    case("CFM_651", {"own weapon": "CS2_106 4/2"}, own={"weapon": {"id": "CS2_106"}}),
    case("CS2_179", {"own board": ["CS2_179 3/5 taunt"]}),
    case("EX1_043", {"own board": ["EX1_043 4/3"]}, own={"hand": [RAPTOR] * 2}),
    case(
        "EX1_093",
        {"own board": [f"{RAPTOR} 4/3 taunt", "EX1_093 2/3", f"{RAPTOR} 4/3 taunt"]},
        own=minions(RAPTOR, RAPTOR),
        at=1,
    ),
    case(
        "NEW1_022",
        {"own mana": 0, "own board": ["NEW1_022 3/3 taunt"]},
        own={"crystals": 1, "weapon": {"id": "CS2_106"}},
    ),
    case("BRM_034", {"enemy health": 27}, own={"hand": ["NEW1_023"]}, target=ENEMY_HERO),
    case(
        "CFM_344",
        {"own board": lambda b: sorted(x.split()[0] for x in b) == ["CFM_344", "CS2_168", "EX1_507"], "own deck": 1},
        own={"deck": ["CS2_168", "EX1_507", RAPTOR], "board": [{"id": "CFM_344"}], "hand": []},
        enemy=minions(BOAR),
        before=lambda s: attack(s, 0, E0),
    ),
    case("CFM_652", {"own mana": 0}, own={"crystals": 3}, enemy=minions(*[BOAR] * 3)),
    case("EX1_116", {"own board": ["EX1_116 6/2 charge"], "enemy board": ["EX1_116t 1/1"] * 2}),
    case("EX1_284", {"own held": 1, "own board": ["EX1_284 4/4"]}),
    case("KAR_114", {"own board": ["KAR_114 3/4", "CS2_162 1/1 taunt"], "own deck": 1}, own={"deck": ["CS2_162"]}),
    case("OG_145", {"own board": ["OG_145 3/4 taunt divine_shield"]}),
    case("CFM_902", {"own board": ["CFM_902 5/3", "CFM_712_t01 1/1"]}),
    case(
        "EX1_016",
        {"own board": [f"{YETI} 3/5 taunt"], "enemy board": []},
        own={"hand": ["EX1_622"]},
        enemy=minions(YETI),
        then=lambda s: play(s, 0, O0),
    ),
    case("EX1_067", {"own board": ["EX1_067 4/2 charge divine_shield"]}),
    case("EX1_095", {"own held": 1}, own={"hand": ["GAME_005"]}, then=play),
    case("KAR_033", {"enemy board": []}, own={"hand": ["NEW1_023"]}, enemy=minions(YETI), target=E0),
    case("LOE_011", {"own health": 30}, own={"health": 5, "deck": [RAPTOR, BOAR]}),
    case("LOE_011", {"own health": 5}, own={"health": 5, "deck": [RAPTOR, BOAR, BOAR]}),
    case(
        "AT_123",
        {"enemy board": [f"{YETI} 3/2 taunt"], "own board": []},
        own={"hand": ["EX1_622", "NEW1_023"], "temp": 5},
        enemy=minions(YETI),
        then=lambda s: play(s, 0, O0),
    ),
    case("CFM_685", {"own stats": [f"{RAPTOR} 8/7"]}, own={"hand": [RAPTOR]}),
    case("KAR_061", {"own hand": ["NEW1_023"], "own deck": 1}, own={"deck": ["NEW1_023", YETI]}),
    case("EX1_298", {"enemy health": 22}, then=end),
    case("EX1_561", {"enemy health": 15}, target=ENEMY_HERO),
    case("EX1_572", {"own hand": in_pool("dream_cards")}, then=end),
    # Dream cards and other generated spells
    case(
        "DREAM_02",
        {"enemy health": 25, "own health": 25, "own board": ["EX1_572 4/12"], "enemy board": []},
        own=minions("EX1_572"),
        enemy=minions(YETI),
    ),
    case("DREAM_04", {"enemy board": [], "enemy hand": [YETI]}, enemy=minions(YETI), target=E0),
    case("DREAM_05", {"enemy board": [f"{YETI} 8/10 taunt"]}, enemy=minions(YETI), target=E0),
    case("DREAM_05", {"enemy board": []}, enemy=minions(YETI), target=E0, then=lambda s: (end(s), end(s))),
    case("GAME_005", {"own mana": 6}, own={"crystals": 5}),
    case("LOE_002t", {"enemy health": 24}, target=ENEMY_HERO),
    # Auxiliary decks
    case("EX1_607", {"own board": [f"{YETI} 5/4 taunt"]}, own=minions(YETI), target=O0),
    case("CS2_103", {"own board": [f"{RAPTOR} 3/2 charge cannot_attack_heroes"]}, own=minions(RAPTOR), target=O0),
    case("CS2_189", {"enemy health": 29}, target=ENEMY_HERO),
    case(
        "EX1_400",
        {"own board": [f"{YETI} 3/4 taunt"], "enemy board": [f"{RAPTOR} 3/1"]},
        own=minions(YETI),
        enemy=minions(RAPTOR),
    ),
    case("EX1_084", {"own board": [f"{BOAR} 2/1 charge", "EX1_084 2/3"]}, own=minions(BOAR)),
    case("EX1_402", {"own armor": 2}, own={"board": [YETI], "hand": ["EX1_400"]}, then=play),
    case(
        "NEW1_030",
        {"own board": ["NEW1_030 12/12"], "enemy board": [], "own held": 0},
        own={"board": [YETI], "hand": [BOAR]},
        enemy=minions(YETI),
    ),
    case("OG_218", {"own board": ["OG_218 5/5 taunt"]}, own={"hand": ["EX1_400"]}, then=play),
    case("CS2_108", {"enemy board": []}, enemy={"board": [hurt(YETI, 1)]}, target=E0),
    case("CS2_087", {"own board": [f"{RAPTOR} 6/2"]}, own=minions(RAPTOR), target=O0),
    case("CS2_147", {"own held": 1}),
    case("CS2_094", {"enemy health": 27, "own held": 1}, target=ENEMY_HERO),
    case("EX1_371", {"own board": [f"{RAPTOR} 3/2 divine_shield"]}, own=minions(RAPTOR), target=O0),
    case("CS2_089", {"own health": 16}, own={"health": 10}, target=OWN_HERO),
    case("CS2_141", {"enemy health": 29}, target=ENEMY_HERO),
    case("EX1_593", {"enemy health": 27}),
    case("CS2_122", {"own board": [f"{RAPTOR} 4/2", "CS2_122 2/2"]}, own=minions(RAPTOR)),
    case("CS2_150", {"enemy health": 28}, target=ENEMY_HERO),
    case("CS2_222", {"own board": [f"{RAPTOR} 4/3", "CS2_222 6/6"]}, own=minions(RAPTOR)),
    # Tokens with an effect
    case("NEW1_033", {"own board": [f"{RAPTOR} 4/2", "NEW1_033 2/4"]}, own=minions(RAPTOR)),
    case("NEW1_009", {"own board": [f"{YETI} 3/5 taunt", "NEW1_009 0/2"]}, own={"board": [hurt(YETI, 1)]}, then=end),
    case("CS2_052", {"enemy health": 23}, own={"hand": ["CS2_029"]}, then=lambda s: play(s, 0, ENEMY_HERO)),
]
COVERED = {entry.card for entry in CASES}


@pytest.mark.parametrize("entry", CASES, ids=lambda entry: f"{entry.card}-{c.NAMES[c.INDEX[entry.card]]}")
def test_card(entry: Case) -> None:
    own = {"crystals": 10, **entry.own}
    own["hand"] = [*([] if entry.before else [entry.card]), *own.get("hand", [])]
    state = position(own, entry.enemy)
    if entry.before:
        entry.before(state)
    else:
        play(state, 0, entry.target, entry.at, entry.option)
    if entry.then:
        entry.then(state)
    for key, wanted in entry.expect.items():
        got = read(state, key)
        assert wanted(got) if callable(wanted) else got == wanted, f"{key}: {got}"


PRINTED = [
    card["id"]
    for card in c.FILE.cards[1:]
    if card["type"] in ("minion", "weapon") and card["group"] != "choice" and not card.get("effects")
]


@pytest.mark.parametrize("card_id", PRINTED)
def test_card_without_effects_arrives_with_its_printed_values(card_id: str) -> None:
    card = c.FILE.cards[c.INDEX[card_id]]
    state = position({"hand": [card_id], "crystals": 10})
    play(state, 0)
    if card["type"] == "weapon":
        assert read(state, "own weapon") == f"{card_id} {card['attack']}/{card['durability']}"
    else:
        shown = board(state, 0)[0].split()
        assert shown[:2] == [card_id, f"{card['attack']}/{card['health']}"]
        names = {"cant_attack": "cannot_attack"}
        keywords = {names.get(k, k) for k in card.get("keywords", []) if k in c.KEYWORDS}
        assert set(shown[2:]) == keywords


HERO_POWERS = {
    "druid": ({"own armor": 1, "own bonus": 1}, None),
    "hunter": ({"enemy health": 28}, None),
    "mage": ({"enemy health": 29}, ENEMY_HERO),
    "paladin": ({"own board": ["CS2_101t 1/1"]}, None),
    "priest": ({"own health": 22}, OWN_HERO),
    "rogue": ({"own weapon": "CS2_082 1/2"}, None),
    "shaman": ({"own board": one_of(["CS2_050 1/1"], ["CS2_051 0/2 taunt"], ["CS2_052 0/2"], ["NEW1_009 0/2"])}, None),
    "warlock": ({"own health": 18, "own held": 1}, None),
    "warrior": ({"own armor": 2}, None),
}


@pytest.mark.parametrize("name", HERO_POWERS)
def test_hero_power(name: str) -> None:
    expect, target = HERO_POWERS[name]
    state = position({"class": name, "health": 20})
    power(state, target)
    assert read(state, "own mana") == 8
    for key, wanted in expect.items():
        got = read(state, key)
        assert wanted(got) if callable(wanted) else got == wanted, f"{key}: {got}"


SIZES = {"lesser": "CFM_621t", "greater": "CFM_621t14", "superior": "CFM_621t15"}
AMOUNTS = {
    "Felbloom": {"lesser": 2, "greater": 4, "superior": 6},
    "Netherbloom": {"lesser": "CFM_621_m4 2/2", "greater": "CFM_621_m2 5/5", "superior": "CFM_621_m3 8/8"},
    "Ichor of Undeath": {"lesser": 1, "greater": 2, "superior": 3},
    "Heart of Fire": {"lesser": 3, "greater": 5, "superior": 8},
    "Stonescale Oil": {"lesser": 4, "greater": 7, "superior": 10},
    "Goldthorn": {"lesser": 2, "greater": 4, "superior": 6},
    "Icecap": {"lesser": 1, "greater": 2, "superior": 3},
    "Kingsblood": {"lesser": 1, "greater": 2, "superior": 3},
    "Shadow Oil": {"lesser": 1, "greater": 2, "superior": 3},
}
INGREDIENTS = [card for card in c.FILE.cards[1:] if card["group"] == "potion_ingredient"]


@pytest.mark.parametrize("card", INGREDIENTS, ids=lambda card: f"{card['id']}-{card['name']}-{card['potion']['size']}")
def test_potion_ingredient(card: dict[str, Any]) -> None:
    """Test a potion of this ingredient and Stonescale Oil (or Kingsblood, for Stonescale Oil itself)."""
    size, name = card["potion"]["size"], card["name"]
    ids = c.FILE.pools[f"kazakus_{size}"]["ids"]
    companion = "Kingsblood" if name == "Stonescale Oil" else "Stonescale Oil"
    partner = next(i for i in ids if c.NAMES[c.INDEX[i]] == companion)
    parts = sorted([card["id"], partner], key=ids.index)
    entry = {"id": SIZES[size], "parts": parts}
    boards = {"own": [YETI], "enemy": ["CS2_222"] * 3 if name == "Mystic Wool" else [YETI] * 3}
    state = position(
        {"hand": [entry], "board": boards["own"], "died": ["CS2_162"] * 3, "crystals": 10}, {"board": boards["enemy"]}
    )
    play(state, 0, ENEMY_HERO if name == "Heart of Fire" else None)
    armor = AMOUNTS["Stonescale Oil"][size] if name != "Stonescale Oil" else AMOUNTS[name][size]
    assert read(state, "own armor") == armor
    if name == "Mystic Wool":
        sheep = [m for seat in ("own board", "enemy board") for m in read(state, seat) if m.startswith("CFM_621_m5")]
        assert len(sheep) == (1 if size == "greater" else 4)
        return
    amount = AMOUNTS[name][size]
    if name == "Felbloom":
        left = 5 - amount
        assert read(state, "enemy board") == ([f"{YETI} 3/{left} taunt"] * 3 if left > 0 else [])
    elif name == "Netherbloom":
        assert read(state, "own board")[1:] == [amount]
    elif name == "Ichor of Undeath":
        assert read(state, "own board")[1:] == ["CS2_162 6/5 taunt"] * amount
    elif name == "Heart of Fire":
        assert read(state, "enemy health") == 30 - amount
    elif name == "Goldthorn":
        assert read(state, "own board") == [f"{YETI} 3/{5 + amount} taunt"]
    elif name == "Icecap":
        assert sum("frozen" in m for m in read(state, "enemy board")) == amount
    elif name == "Kingsblood":
        assert read(state, "own held") == amount
    elif name == "Shadow Oil":
        assert in_pool("demons", amount)(hand(state, 0))


def test_every_card_has_a_case() -> None:
    """Choices are played as options of their parent, size cards in the test of Kazakus, heroes not at all."""
    elsewhere = {card["id"] for card in c.FILE.cards[1:] if card["group"] in ("hero", "choice", "hero_power")}
    elsewhere |= {card["id"] for card in INGREDIENTS} | set(SIZES.values()) | set(PRINTED)
    missing = {card["id"] for card in c.FILE.cards[1:]} - COVERED - elsewhere
    assert not missing, sorted(missing)
