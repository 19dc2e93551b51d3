"""Cards as data: `cards.json`, checked and compiled into the tables that the rules read.

A card's effects are triggers with operations, selectors and conditions. Each list of operations becomes rows of an
op-code table that ends with a row `END`; per card the tables hold the first row of its battlecry (or spell, or hero
power), combo, deathrattle and event. Card 0 is "no card".
"""

from __future__ import annotations

import json
from importlib.resources import files
from typing import Any

import numpy as np


class CardFileError(ValueError):
    """Error in the card file: an entry that the rules do not support."""


CLASSES = ("druid", "hunter", "mage", "paladin", "priest", "rogue", "shaman", "warlock", "warrior", "neutral", "dream")
RACES = ("none", "beast", "demon", "dragon", "elemental", "mech", "murloc", "pirate", "totem")
RARITIES = ("none", "free", "common", "rare", "epic", "legendary")
MINION, SPELL, WEAPON, HERO_POWER, HERO = range(1, 6)
TYPES = {"minion": MINION, "spell": SPELL, "weapon": WEAPON, "hero_power": HERO_POWER, "hero": HERO}
BEAST, DRAGON, MURLOC, PIRATE, TOTEM = (RACES.index(r) for r in ("beast", "dragon", "murloc", "pirate", "totem"))

# Flags of a character on the board
TAUNT, SHIELD, STEALTH, CONCEALED, WINDFURY, CHARGE, LIFESTEAL, IMMUNE, ELUSIVE = (1 << i for i in range(9))
CANNOT_ATTACK, CANNOT_ATTACK_HEROES, FROZEN, EXHAUSTED, FRESH, DOOMED, BORROWED = (1 << i for i in range(9, 16))
NIGHTMARE_0, NIGHTMARE_1, AURA_CHARGE, GRANTED_CHARGE, LATE_CHARGE = (1 << i for i in range(16, 21))
KEYWORDS = {
    "taunt": TAUNT,
    "divine_shield": SHIELD,
    "stealth": STEALTH,
    "windfury": WINDFURY,
    "charge": CHARGE,
    "lifesteal": LIFESTEAL,
    "elusive": ELUSIVE,
    "cant_attack": CANNOT_ATTACK,
}
OTHER_KEYWORDS = ("battlecry", "deathrattle", "combo", "choose_one", "secret", "discover", "inspire")

# Events that cards on the board listen to; a bit each for `fire`
EVENTS = (
    "none",
    "turn_start",
    "turn_end",
    "self_damaged",
    "any_minion_damaged",
    "friendly_minion_damaged",
    "any_minion_healed",
    "after_friendly_summon",
    "own_card_played",
    "own_spell_cast",
    "any_secret_played",
    "own_overload",
    "friendly_minion_died",
    "own_card_discarded",
    "inspire",
    "after_self_attack",
)
(
    _,
    ON_TURN_START,
    ON_TURN_END,
    ON_SELF_DAMAGED,
    ON_MINION_DAMAGED,
    ON_FRIENDLY_DAMAGED,
    ON_MINION_HEALED,
    ON_FRIENDLY_SUMMON,
    ON_CARD_PLAYED,
    ON_SPELL_CAST,
    ON_SECRET_PLAYED,
    ON_OVERLOAD,
    ON_FRIENDLY_DIED,
    ON_DISCARD,
    ON_INSPIRE,
    ON_SELF_ATTACK,
) = range(len(EVENTS))
# Listeners of an event: all, those of the same side, only the subject, the others of its side
ANY_LISTENER, SAME_SIDE, SUBJECT_ONLY, SAME_SIDE_OTHERS = range(4)
RELATION = np.array([0, 1, 1, 2, 0, 1, 0, 3, 3, 1, 0, 1, 1, 1, 1, 2], dtype=np.int8)

# Secrets
HERO_ATTACKED, AFTER_HERO_ATTACKED, MINION_ATTACKED, WOULD_DIE = range(1, 5)
SECRET_EVENTS = {
    "secret:own_hero_attacked": HERO_ATTACKED,
    "secret:after_own_hero_attacked": AFTER_HERO_ATTACKED,
    "secret:own_minion_attacked": MINION_ATTACKED,
    "secret:own_hero_would_die": WOULD_DIE,
}

# Selectors
SELECTORS = (
    "none",
    "target",
    "self",
    "own_hero",
    "enemy_hero",
    "own_minions",
    "other_own_minions",
    "enemy_minions",
    "all_minions",
    "all_other_minions",
    "own_characters",
    "enemy_characters",
    "all_characters",
    "adjacent",
)
(
    SEL_NONE,
    SEL_TARGET,
    SEL_SELF,
    SEL_OWN_HERO,
    SEL_ENEMY_HERO,
    SEL_OWN_MINIONS,
    SEL_OTHER_OWN_MINIONS,
    SEL_ENEMY_MINIONS,
    SEL_ALL_MINIONS,
    SEL_ALL_OTHER_MINIONS,
    SEL_OWN_CHARACTERS,
    SEL_ENEMY_CHARACTERS,
    SEL_ALL_CHARACTERS,
    SEL_ADJACENT,
) = range(len(SELECTORS))

# Conditions
CONDITIONS = (
    "none",
    "dragon_in_hand",
    "no_duplicates_in_deck",
    "own_board_not_full",
    "opponent_board_not_full",
    "opponent_deck_not_empty",
    "own_beast_on_board",
    "own_hand_empty",
    "own_weapon_equipped",
    "another_own_pirate",
    "enemy_minions>=1",
    "enemy_minions>=3",
    "enemy_minions>=4",
    "target_is_beast",
    "some_basic_totem_missing",
)
(
    _,
    DRAGON_IN_HAND,
    NO_DUPLICATES,
    BOARD_NOT_FULL,
    OPPONENT_BOARD_NOT_FULL,
    OPPONENT_DECK_NOT_EMPTY,
    OWN_BEAST,
    HAND_EMPTY,
    WEAPON_EQUIPPED,
    ANOTHER_PIRATE,
    ENEMY_MINIONS_1,
    ENEMY_MINIONS_3,
    ENEMY_MINIONS_4,
    TARGET_IS_BEAST,
    TOTEM_MISSING,
) = range(len(CONDITIONS))
# Conditions that are tested where the event fires, each by the event that knows the answer
AT_THE_EVENT = {
    "dead_minion_is_beast": "friendly_minion_died",
    "played_minion_is_pirate": "in_deck:own_minion_played",
    "defender_is_minion_and_dies": "after_self_attack",
}

# Expressions
EXPRESSIONS = (
    "none",
    "own_weapon_attack",
    "own_hand_count",
    "enemy_minion_count",
    "overload_amount",
    "2*other_cards_played_this_turn",
    "own_totems_summoned_this_game",
)
_, EXP_WEAPON_ATTACK, EXP_HAND_COUNT, EXP_ENEMY_COUNT, EXP_OVERLOAD, EXP_CARDS_PLAYED, EXP_TOTEMS = range(
    len(EXPRESSIONS)
)

POSITIONS = ("right_end", "right_of_self", "death_position")
RIGHT_END, RIGHT_OF_SELF, DEATH_POSITION = range(3)

# Op-codes: those of the card file first, then the steps of playing, attacking and turns
OPERATIONS = (
    "end",
    "if",
    "skip",
    "temp_mana",
    "damage",
    "damage_range",
    "heal",
    "heal_full",
    "buff",
    "buff_hand",
    "set_attack",
    "swap_attack_health",
    "destroy",
    "destroy_at",
    "freeze",
    "transform",
    "return_to_hand",
    "take_control",
    "shuffle_minion_into_own_deck",
    "shuffle_copy_into_deck",
    "shuffle_into_deck",
    "summon",
    "summon_jade",
    "summon_random",
    "summon_copy_from_deck",
    "summon_dead",
    "summon_from_deck",
    "summon_self_from_deck",
    "opponent_summons_from_hand",
    "draw",
    "draw_from_deck",
    "add_card",
    "add_random_card",
    "discard_random",
    "discard_all",
    "discover",
    "create_kazakus_potion",
    "cast_potion_parts",
    "armor",
    "equip",
    "buff_weapon",
    "destroy_weapon",
    "joust",
    "next_spell_cost_reduction",
    "set_hero_power_cost",
    "spend_all_mana_damage",
    "set_hero_health",
    "prevent_damage",
    "step_damage",
    "step_heal",
    "step_battlecry",
    "step_after_summon",
    "step_secret",
    "step_equip",
    "step_inspire",
    "step_turn_over",
    "step_turn_draw",
    "step_turn_limit",
    "step_blow",
    "step_counter",
    "step_after_attack",
    "step_discard",
    "step_give_back",
    "step_reveal",
    "step_nightmare",
    "step_summon",
)
OP = {name: code for code, name in enumerate(OPERATIONS)}
(
    OP_END,
    OP_IF,
    OP_SKIP,
    OP_TEMP_MANA,
    OP_DAMAGE,
    OP_DAMAGE_RANGE,
    OP_HEAL,
    OP_HEAL_FULL,
    OP_BUFF,
    OP_BUFF_HAND,
    OP_SET_ATTACK,
    OP_SWAP,
    OP_DESTROY,
    OP_DESTROY_AT,
    OP_FREEZE,
    OP_TRANSFORM,
    OP_RETURN,
    OP_TAKE_CONTROL,
    OP_ENTOMB,
    OP_SHUFFLE_COPY,
    OP_SHUFFLE_CARD,
    OP_SUMMON,
    OP_SUMMON_JADE,
    OP_SUMMON_RANDOM,
    OP_SUMMON_COPY,
    OP_SUMMON_DEAD,
    OP_SUMMON_FROM_DECK,
    OP_SUMMON_SELF,
    OP_PULL_FROM_HAND,
    OP_DRAW,
    OP_DRAW_RACE,
    OP_ADD_CARD,
    OP_ADD_RANDOM,
    OP_DISCARD,
    OP_DISCARD_ALL,
    OP_DISCOVER,
    OP_KAZAKUS,
    OP_CAST_PARTS,
    OP_ARMOR,
    OP_EQUIP,
    OP_BUFF_WEAPON,
    OP_DESTROY_WEAPON,
    OP_JOUST,
    OP_PREPARE,
    OP_POWER_COST,
    OP_ALL_MANA_DAMAGE,
    OP_SET_HERO_HEALTH,
    OP_PREVENT,
    STEP_DAMAGE,
    STEP_HEAL,
    STEP_BATTLECRY,
    STEP_AFTER_SUMMON,
    STEP_SECRET,
    STEP_EQUIP,
    STEP_INSPIRE,
    STEP_TURN_OVER,
    STEP_TURN_DRAW,
    STEP_TURN_LIMIT,
    STEP_BLOW,
    STEP_COUNTER,
    STEP_AFTER_ATTACK,
    STEP_DISCARD,
    STEP_GIVE_BACK,
    STEP_REVEAL,
    STEP_NIGHTMARE,
    STEP_SUMMON,
) = range(len(OPERATIONS))

# Columns of a row
ROW_COLUMNS = (
    "op",
    "selector",
    "random",
    "race",
    "not_race",
    "not_name",
    "exclude_target",
    "amount",
    "health",
    "expression",
    "card",
    "count",
    "position",
    "side",  # of a summon: 1 the opponent's; of a buff or theft: 1 until the end of the turn
    "pool",
    "spell_damage",
)
C_OP, C_SELECTOR, C_RANDOM, C_RACE, C_NOT_RACE, C_NOT_NAME, C_EXCLUDE_TARGET, C_AMOUNT, C_HEALTH = range(9)
C_EXPRESSION, C_CARD, C_COUNT, C_POSITION, C_SIDE, C_POOL, C_SPELL_DAMAGE = range(9, 16)
COLUMNS = 16  # 32 bytes: two rows to a cache line; wider values (keywords, quirks) are in tables of their own
C_OPPONENT = C_UNTIL = C_SIDE
WIDE_COLUMNS = ("keywords", "sim")
UNTIL_END_OF_TURN = 1
# Differences of the simulator (rules, section 19): a bit each in `state.sim`
QUIRK_IDS = [
    "QE02",
    "QE06",
    "QE09",
    "QE11",
    "QE13",
    "QE14",
    "QE15",
    "QE16",
    "QE17",
    "QC01",
    "QC02",
    "QC03",
    "QC05",
    "QC06",
    "QC07",
    "QC08",
    "QC09",
    "QC10",
    "QC11",
    "QC12",
    "QC13",
    "QC15",
    "QC17",
    "QC18",
    "QC19",
    "QC20",
    "QC21",
    "QC26",
    "QC27",
    "QC28",
    "QC29",
]
QUIRK_BIT = {name: 1 << i for i, name in enumerate(QUIRK_IDS)}
ALL_QUIRKS = (1 << len(QUIRK_IDS)) - 1
QE02, QE06, QE09, QE11, QE13 = (QUIRK_BIT["QE" + n] for n in ("02", "06", "09", "11", "13"))
QE14, QE15, QE16, QE17 = (QUIRK_BIT["QE" + n] for n in ("14", "15", "16", "17"))
QC05, QC06, QC08, QC10, QC11, QC12, QC13 = (QUIRK_BIT["QC" + n] for n in ("05", "06", "08", "10", "11", "12", "13"))
QC17, QC18, QC20, QC21, QC26, QC28, QC29 = (QUIRK_BIT["QC" + n] for n in ("17", "18", "20", "21", "26", "28", "29"))
# Quirks that are marked on the rows of one operation of their cards
ROW_QUIRKS = {
    "QC01": "damage",
    "QC02": "damage",
    "QC03": "damage",
    "QC07": "if",
    "QC09": "discover",
    "QC15": "if",
    "QC19": "destroy",
    "QC27": "buff",
}

# Auras
(
    NO_AURA,
    AURA_ADJACENT,
    AURA_OTHERS,
    AURA_CHARGERS,
    AURA_WEAPON_ATTACK,
    AURA_WEAPON_CHARGE,
    AURA_DAMAGED,
    AURA_BATTLECRIES,
    AURA_SECRETS_FREE,
    AURA_SPELL_DAMAGE_WEAPON,
) = range(10)

# Cost rules
COST_WEAPON, COST_BRUISER, COST_TOTEMS = range(1, 4)

# Targets, numbered as in an action: 0 none, 1 own hero, 2 enemy hero, 3 to 9 enemy minions, 10 to 16 own minions
NO_TARGET, TARGET_OWN_HERO, TARGET_ENEMY_HERO, TARGET_ENEMY, TARGET_OWN = 0, 1, 2, 3, 10
TARGETS = 17
ENEMY_MINION_TARGETS, OWN_MINION_TARGETS = 0x7F << TARGET_ENEMY, 0x7F << TARGET_OWN

# Pools whose cards depend on a class start at the pool of the first class
POOLS = [
    "none",
    "minions_cost_1",
    "minions_cost_5",
    "mage_spells",
    "demons",
    "dream_cards",
    "animal_companions",
    "basic_totems_not_on_own_board",
    "basic_hero_powers",
    "kazakus_lesser",
    "kazakus_greater",
    "kazakus_superior",
    "discover_dragon",
    "discover_cost_1",
    "opponent_deck",
    "discover_mage_priest_warlock",
    "class_cards_of_opponent",
]
POOL = {name: number for number, name in enumerate(POOLS)}
POOL_TOTEMS, POOL_POWERS, POOL_LESSER = (
    POOL[n] for n in ("basic_totems_not_on_own_board", "basic_hero_powers", "kazakus_lesser")
)
POOL_DRAGON, POOL_COST_1, POOL_OPPONENT_DECK, POOL_COURIER, POOL_CLASS = (
    POOL[n]
    for n in (
        "discover_dragon",
        "discover_cost_1",
        "opponent_deck",
        "discover_mage_priest_warlock",
        "class_cards_of_opponent",
    )
)
CLASS_POOLS = 9
POOL_DRAGON_CLASS = POOL_CLASS + CLASS_POOLS  # the class cards of `discover_dragon`, by class
POOL_COST_1_CLASS = POOL_DRAGON_CLASS + CLASS_POOLS
POOL_COUNT = POOL_COST_1_CLASS + CLASS_POOLS


def _load() -> dict[str, Any]:
    return json.loads(files("tapete.games.hearthstone").joinpath("cards.json").read_text("utf-8"))


class CardFile:
    """Checked card file: cards in order, and the tables compiled from it."""

    def __init__(self, data: dict[str, Any]) -> None:
        self.cards: list[dict[str, Any]] = [{"id": "", "name": "nothing", "type": None}, *data["cards"]]
        self.index = {card["id"]: i for i, card in enumerate(self.cards) if i}
        if len(self.index) != len(self.cards) - 1:
            raise CardFileError("two cards have the same id")
        self.pools = data["pools"]
        self.rows: list[np.ndarray] = []
        self._row(op="end")  # row 0: nothing to do
        self.steps = {}
        for name in OPERATIONS:
            if name.startswith("step_"):
                self.steps[name] = len(self.rows)
                self._row(op=name)
                self._row(op="end")
        size = len(self.cards)
        self.tables = {
            name: np.zeros(size, dtype=np.int16)
            for name in (
                "type",
                "cost",
                "attack",
                "health",
                "race",
                "card_class",
                "rarity",
                "overload",
                "spell_damage",
                "main_row",
                "combo_row",
                "deathrattle_row",
                "event",
                "event_row",
                "secret_event",
                "aura",
                "aura_attack",
                "aura_health",
                "aura_race",
                "cost_rule",
                "freezes",
                "has_battlecry",
                "in_deck_pirate",
                "on_discard_row",
                "weapon_event",
                "target_mode",
                "target_race",
                "target_max",
                "target_min",
                "target_state",
                "target_dragon",
                "hero_power",
                "grows_late",
                "option_a",
                "option_b",
                "collectible",
                "same_name",
                "needs",
                "inspire",
                "needs_room",
            )
        }
        self.tables["keywords"] = np.zeros(size, dtype=np.int32)
        self.tables["target_mask"] = np.zeros(size, dtype=np.int32)
        for i in range(1, size):
            self._card(i, self.cards[i])
        self._pools()

    def card(self, card_id: str, where: str) -> int:
        if card_id not in self.index:
            raise CardFileError(f"{where}: there is no card {card_id!r}")
        return self.index[card_id]

    def _one_of(self, name: str, known: Any, where: str, what: str) -> int:
        if name not in known:
            raise CardFileError(f"{where}: unknown {what} {name!r}")
        return known[name] if isinstance(known, dict) else list(known).index(name)

    def _card(self, i: int, card: dict[str, Any]) -> None:
        where, t = card["id"], self.tables
        t["type"][i] = self._one_of(card["type"], TYPES, where, "type")
        t["cost"][i] = card.get("cost", 0)
        t["attack"][i] = card.get("attack", 0)
        t["health"][i] = card.get("health", card.get("durability", 0))
        t["race"][i] = self._one_of(card.get("race", "none"), RACES, where, "race")
        t["card_class"][i] = self._one_of(card["class"], CLASSES, where, "class")
        t["rarity"][i] = self._one_of(card.get("rarity", "none"), RARITIES, where, "rarity")
        t["overload"][i] = card.get("overload", 0)
        t["spell_damage"][i] = card.get("spell_damage", 0)
        t["freezes"][i] = card.get("freezes_damaged", False)
        t["collectible"][i] = card["group"] == "deck"
        t["same_name"][i] = min(k for k in range(1, len(self.cards)) if self.cards[k]["name"] == card["name"])
        for keyword in card.get("keywords", []):
            if keyword in KEYWORDS:
                t["keywords"][i] |= KEYWORDS[keyword]
            elif keyword not in OTHER_KEYWORDS:
                raise CardFileError(f"{where}: unknown keyword {keyword!r}")
        t["has_battlecry"][i] = "battlecry" in card.get("keywords", [])
        t["inspire"][i] = "inspire" in card.get("keywords", [])
        if "hero_power" in card:
            t["hero_power"][i] = self.card(card["hero_power"], where)
        if "QE15" in card.get("quirks", []):
            t["grows_late"][i] = 1
        self._target(i, card)
        for condition in card.get("playable_if", []):
            t["needs"][i] |= 1 << self._one_of(condition, CONDITIONS, where, "condition")
        self._cost_rule(i, card)
        by_trigger: dict[str, list[dict[str, Any]]] = {}
        for effect in card.get("effects", []):
            by_trigger.setdefault(effect["on"], []).append(effect)
        for trigger, effects in by_trigger.items():
            self._trigger(i, card, trigger, effects)

    def _target(self, i: int, card: dict[str, Any]) -> None:
        target, t, where = card.get("target"), self.tables, card["id"]
        if target is None:
            return
        own = {
            "character": 1 << TARGET_OWN_HERO | OWN_MINION_TARGETS,
            "minion": OWN_MINION_TARGETS,
            "hero": 1 << TARGET_OWN_HERO,
        }
        enemy = {
            "character": 1 << TARGET_ENEMY_HERO | ENEMY_MINION_TARGETS,
            "minion": ENEMY_MINION_TARGETS,
            "hero": 1 << TARGET_ENEMY_HERO,
        }
        mask = 0
        if target["side"] in ("any", "friendly"):
            mask |= own[target["kind"]]
        if target["side"] in ("any", "enemy"):
            mask |= enemy[target["kind"]]
        t["target_mask"][i] = mask
        t["target_mode"][i] = {"required": 1, "if_available": 2}[target["mode"]]
        t["target_race"][i] = self._one_of(target.get("race", "none"), RACES, where, "race")
        t["target_max"][i] = target.get("max_attack", 99)
        t["target_min"][i] = target.get("min_attack", 0)
        t["target_state"][i] = 1 if target.get("damaged") else 2 if target.get("undamaged") else 0
        if target.get("condition") not in (None, "dragon_in_hand"):
            raise CardFileError(f"{where}: unknown target condition")
        t["target_dragon"][i] = target.get("condition") == "dragon_in_hand"

    def _cost_rule(self, i: int, card: dict[str, Any]) -> None:
        rule = card.get("cost_rule")
        if rule is None:
            return
        known = {
            ("own_weapon_attack", ()): COST_WEAPON,
            (2, ("enemy_minions>=3",)): COST_BRUISER,
            ("own_totems_summoned_this_game", ()): COST_TOTEMS,
        }
        key = (rule["by"], tuple(rule.get("if", ())))
        if rule["op"] != "minus" or key not in known:
            raise CardFileError(f"{card['id']}: unknown cost rule {rule}")
        self.tables["cost_rule"][i] = known[key]

    def _trigger(self, i: int, card: dict[str, Any], trigger: str, effects: list[dict[str, Any]]) -> None:
        t, where = self.tables, card["id"]
        if trigger == "aura":
            self._aura(i, card, effects)
        elif trigger == "choose_one":
            t["option_a"][i], t["option_b"][i] = (self.card(option, where) for option in effects[0]["options"])
        elif trigger in ("battlecry", "cast", "use"):
            t["main_row"][i] = self._list(card, effects)
        elif trigger == "combo":
            t["combo_row"][i] = self._list(card, effects)
        elif trigger == "deathrattle":
            t["deathrattle_row"][i] = self._list(card, effects)
        elif trigger in SECRET_EVENTS:
            t["secret_event"][i] = SECRET_EVENTS[trigger]
            t["event_row"][i] = self._list(card, effects, ignore=("own_board_not_full",))
            t["needs_room"][i] = "own_board_not_full" in effects[0].get("if", [])
        elif trigger == "self_discarded":
            t["on_discard_row"][i] = self._list(card, effects)
        elif trigger == "in_deck:own_minion_played":
            t["in_deck_pirate"][i] = 1
            t["event_row"][i] = self._list(card, effects, ignore=("own_board_not_full",), event=trigger)
        elif trigger in ("own_hero_attacks", "friendly_secret_revealed"):
            t["weapon_event"][i] = 1 if trigger == "own_hero_attacks" else 2
            t["event_row"][i] = self._list(card, effects)
        elif trigger in EVENTS:
            if t["event"][i]:
                raise CardFileError(f"{where}: two event triggers")
            t["event"][i] = EVENTS.index(trigger)
            t["event_row"][i] = self._list(card, effects, event=trigger)
        else:
            raise CardFileError(f"{where}: unknown trigger {trigger!r}")

    def _aura(self, i: int, card: dict[str, Any], effects: list[dict[str, Any]]) -> None:
        t, where = self.tables, card["id"]
        (operation,) = effects[0]["do"]
        name = operation["op"]
        selected = operation.get("to")
        t["aura_attack"][i], t["aura_health"][i] = operation.get("attack", 0), operation.get("health", 0)
        if name == "aura_buff" and selected == "adjacent":
            kind = AURA_ADJACENT
        elif name == "aura_buff" and isinstance(selected, dict) and selected.get("keyword") == "charge":
            kind = AURA_CHARGERS
        elif name == "aura_buff":
            kind = AURA_OTHERS
            race = selected.get("race", "none") if isinstance(selected, dict) else "none"
            t["aura_race"][i] = self._one_of(race, RACES, where, "race")
        else:
            kinds = {
                ("self_buff_while", "own_weapon_equipped"): AURA_WEAPON_ATTACK,
                ("self_keyword_while", "own_weapon_equipped"): AURA_WEAPON_CHARGE,
                ("self_buff_while", "self_damaged"): AURA_DAMAGED,
                ("self_buff_while", "own_spell_damage>0"): AURA_SPELL_DAMAGE_WEAPON,
                ("aura_battlecries_twice", None): AURA_BATTLECRIES,
                ("aura_cost", None): AURA_SECRETS_FREE,
            }
            kind = self._one_of((name, operation.get("while")), kinds, where, "aura")  # type: ignore[arg-type]  # keys are pairs here
        t["aura"][i] = kind

    def _list(
        self, card: dict[str, Any], effects: list[dict[str, Any]], ignore: tuple[str, ...] = (), event: str = ""
    ) -> int:
        """Compile the effects of one trigger; return the number of their first row."""
        first = len(self.rows)
        for effect in effects:
            body = [self._operation(card, operation) for operation in effect["do"]]
            otherwise = [self._operation(card, operation) for operation in effect.get("else", [])]
            if otherwise:
                body.append(self._values(op="skip", count=len(otherwise)))
            tests = []
            for condition in effect.get("if", []):
                if condition in ignore:
                    continue
                if condition in AT_THE_EVENT:
                    if AT_THE_EVENT[condition] != event:
                        raise CardFileError(f"{card['id']}: {condition!r} cannot be tested at {event!r}")
                    continue
                code = self._one_of(condition, CONDITIONS, card["id"], "condition")
                tests.append((code, self._quirk(card, "if")))
            for k, (code, sim) in enumerate(tests):
                self._row(op="if", amount=code, count=len(body) + len(tests) - 1 - k, sim=sim)
            self.rows += [*body, *otherwise]
        self._row(op="end")
        return first

    def _quirk(self, card: dict[str, Any], operation: str) -> int:
        return sum(QUIRK_BIT[q] for q in card.get("quirks", []) if ROW_QUIRKS.get(q) == operation)

    def _operation(self, card: dict[str, Any], operation: dict[str, Any]) -> np.ndarray:
        given = dict(operation)
        where = card["id"]
        name = given.pop("op")
        row: dict[str, Any] = {"op": name, "sim": self._quirk(card, name)}
        selected = given.pop("to", given.pop("of", "none"))
        if isinstance(selected, dict):
            details = dict(selected)
            selected = details.pop("sel")
            row["random"] = details.pop("random", 0)
            row["race"] = self._one_of(details.pop("race", "none"), RACES, where, "race")
            row["not_race"] = self._one_of(details.pop("not_race", "none"), RACES, where, "race")
            if "not_card_name" in details:
                wanted = details.pop("not_card_name")
                row["not_name"] = next(k for k, c in enumerate(self.cards) if c["name"] == wanted)
            row["exclude_target"] = details.pop("exclude", None) == "target"
            if details:
                raise CardFileError(f"{where}: unknown selector member {sorted(details)}")
        if name == "buff" and selected == "own_hand_minions":
            row["op"] = "buff_hand"
            if given["attack"] != given["health"]:
                raise CardFileError(f"{where}: hand buffs are the same for attack and health")
        elif selected in ("own_hand", "opponent", "own"):
            row["side"] = selected == "opponent"
        else:
            row["selector"] = self._one_of(selected, SELECTORS, where, "selector")
        if name in ("give_keyword", "cant_attack_heroes"):
            row["op"], row["keywords"] = "buff", self._granted(given, name, where)
        for key in ("amount", "attack", "value", "min"):
            if key in given:
                self._number(row, "amount", given.pop(key), where)
        for key in ("health", "durability", "max"):
            if key in given:
                self._number(row, "health", given.pop(key), where)
        if "count" in given:
            self._number(row, "count", given.pop("count"), where)
        for keyword in given.pop("keywords", []):
            row["keywords"] = row.get("keywords", 0) | self._one_of(keyword, KEYWORDS, where, "keyword")
        if given.pop("until", None) == "end_of_turn":
            row["side"] = UNTIL_END_OF_TURN
        for key in ("card", "into"):
            if key in given and name not in ("discover",):
                row["card"] = self.card(given.pop(key), where)
        given.pop("into", None)
        if "at" in given:
            row["position"] = self._one_of(given.pop("at"), POSITIONS, where, "position")
        if given.pop("side", "own") == "opponent":
            row["side"] = 1
        if "pool" in given:
            pool = given.pop("pool")
            row["pool"] = self._one_of(pool, POOL, where, "pool")
            if pool not in self.pools:
                raise CardFileError(f"{where}: the pool {pool!r} is not in the card file")
        if given.pop("spell_damage", False):
            row["spell_damage"] = given.pop("spell_damage_factor", 1)
        if "race" in given.get("filter", {}):
            row["race"] = self._one_of(given["filter"]["race"], RACES, where, "race")
        for known in ("filter", "set_attack", "set_health", "weapon", "duration", "when", "give", "on_win"):
            given.pop(known, None)
        if given:
            raise CardFileError(f"{where}: unknown member {sorted(given)} of {name!r}")
        return self._values(**row)

    def _granted(self, given: dict[str, Any], name: str, where: str) -> int:
        keyword = given.pop("keyword", None)
        if name == "cant_attack_heroes":
            return CANNOT_ATTACK_HEROES
        if keyword == "stealth" and given.get("until") == "own_next_turn_start":
            return CONCEALED
        if keyword == "immune" and given.get("until") == "end_of_turn":
            return IMMUNE
        flag = self._one_of(keyword, KEYWORDS, where, "keyword")
        return flag | GRANTED_CHARGE if flag == CHARGE else flag

    def _number(self, row: dict[str, Any], column: str, value: Any, where: str) -> None:
        if isinstance(value, str):
            row["expression"] = self._one_of(value, EXPRESSIONS, where, "expression")
            row[column] = 1  # times the expression
        else:
            row[column] = value

    def _values(self, op: str, **columns: Any) -> np.ndarray:
        if op not in OP:
            raise CardFileError(f"unknown operation {op!r}")
        row = np.zeros(COLUMNS + len(WIDE_COLUMNS), dtype=np.int32)
        row[0] = OP[op]
        for name, value in columns.items():
            row[(*ROW_COLUMNS, *WIDE_COLUMNS).index(name)] = value
        return row

    def _row(self, op: str, **columns: Any) -> None:
        self.rows.append(self._values(op, **columns))

    def _pools(self) -> None:
        lists: list[list[int]] = [[] for _ in range(POOL_COUNT)]

        def cards(ids: list[str], where: str) -> list[int]:
            return [self.card(card_id, f"pool {where}") for card_id in ids]

        for name in POOLS[1:]:
            pool = self.pools.get(name)
            if pool is None:
                raise CardFileError(f"the pool {name!r} is missing")
            if "ids" in pool:
                lists[POOL[name]] = cards(pool["ids"], name)
        for number, card_class in enumerate(CLASSES[:CLASS_POOLS]):
            for name, first in (("discover_dragon", POOL_DRAGON_CLASS), ("discover_cost_1", POOL_COST_1_CLASS)):
                lists[first + number] = cards(self.pools[name]["by_class"][card_class], name)
                lists[POOL[name]] = cards(self.pools[name]["neutral"], name)
            lists[POOL_CLASS + number] = cards(self.pools["class_cards_of_opponent"]["lists"][card_class], card_class)
        for card_class, ids in self.pools["discover_mage_priest_warlock"]["lists"].items():
            if cards(ids, card_class) != lists[POOL_CLASS + CLASSES.index(card_class)]:
                raise CardFileError(f"pool of {card_class} cards: two lists that must agree differ")
        self.pool_start = np.cumsum([0, *map(len, lists)]).astype(np.int16)[:-1]
        self.pool_size = np.array([len(cards) for cards in lists], dtype=np.int16)
        self.pool_cards = np.array([card for cards in lists for card in cards], dtype=np.int16)


FILE = CardFile(_load())
CARDS = len(FILE.cards)
INDEX = FILE.index
IDS = [card["id"] for card in FILE.cards]
NAMES = [card["name"] for card in FILE.cards]
_ROWS = np.array(FILE.rows, dtype=np.int32)
ROWS = np.ascontiguousarray(_ROWS[:, :COLUMNS].astype(np.int16))
ROW_KEYWORDS = np.ascontiguousarray(_ROWS[:, COLUMNS])
ROW_QUIRK = np.ascontiguousarray(_ROWS[:, COLUMNS + 1])
POOL_START, POOL_SIZE, POOL_CARDS = FILE.pool_start, FILE.pool_size, FILE.pool_cards

TYPE, COST, ATTACK, HEALTH = (FILE.tables[n] for n in ("type", "cost", "attack", "health"))
RACE, CARD_CLASS, RARITY, OVERLOAD = (FILE.tables[n] for n in ("race", "card_class", "rarity", "overload"))
CARD_FLAGS, SPELL_DAMAGE, FREEZES = (FILE.tables[n] for n in ("keywords", "spell_damage", "freezes"))
MAIN_ROW, COMBO_ROW, DEATHRATTLE_ROW = (FILE.tables[n] for n in ("main_row", "combo_row", "deathrattle_row"))
EVENT, EVENT_ROW, SECRET_EVENT = (FILE.tables[n] for n in ("event", "event_row", "secret_event"))
AURA, AURA_ATTACK, AURA_HEALTH, AURA_RACE = (
    FILE.tables[n] for n in ("aura", "aura_attack", "aura_health", "aura_race")
)
COST_RULE, HAS_BATTLECRY, HAS_INSPIRE, NEEDS = (
    FILE.tables[n] for n in ("cost_rule", "has_battlecry", "inspire", "needs")
)
DISCARD_ROW, WEAPON_EVENT, IN_DECK_PIRATE = (
    FILE.tables[n] for n in ("on_discard_row", "weapon_event", "in_deck_pirate")
)
TARGET_MASK, TARGET_MODE, TARGET_RACE = (FILE.tables[n] for n in ("target_mask", "target_mode", "target_race"))
TARGET_MAX, TARGET_MIN, TARGET_STATE, TARGET_DRAGON = (
    FILE.tables[n] for n in ("target_max", "target_min", "target_state", "target_dragon")
)
POWER_OF_HERO, GROWS_LATE, COLLECTIBLE, SAME_NAME = (
    FILE.tables[n] for n in ("hero_power", "grows_late", "collectible", "same_name")
)
OPTION_A, OPTION_B = FILE.tables["option_a"], FILE.tables["option_b"]
# A trap that needs room does not fire on a full board
NEEDS_ROOM = FILE.tables["needs_room"]
EVENT_BIT = (1 << EVENT.astype(np.int32)) & ~1
# A mark per card for the ledger, which checks that no card is lost or duplicated
MARKS = np.random.default_rng(20161201).integers(1, 1 << 62, CARDS).astype(np.uint64)
# The potion of each size, as in our rules and as in the simulator (QC08); the ingredients in order of rank
POTIONS = np.array([INDEX[i] for i in ("CFM_621t", "CFM_621t14", "CFM_621t15")], dtype=np.int16)
SIZE_CARDS = np.array([INDEX[i] for i in ("CFM_621t11", "CFM_621t12", "CFM_621t13")], dtype=np.int16)
POTION_SIZE = np.zeros(CARDS, dtype=np.int8)  # 1 to 3 for a finished potion
POTION_SIZE[POTIONS] = POTION_SIZE[SIZE_CARDS] = (1, 2, 3)
SECRETS = [i for i in range(1, CARDS) if SECRET_EVENT[i]]
SECRET_BIT = np.zeros(CARDS, dtype=np.int16)
for _bit, _card in enumerate(SECRETS):
    SECRET_BIT[_card] = 1 << _bit
COIN, PATCHES, JADE = INDEX["GAME_005"], INDEX["CFM_637"], INDEX["CFM_712_t01"]
SPIRIT_CLAWS, ICE_BLOCK, MYSTIC_WOOL = INDEX["KAR_063"], INDEX["EX1_295"], INDEX["CFM_621t21"]


def step(name: str) -> int:
    """Return the row of a built-in step."""
    return FILE.steps["step_" + name]
