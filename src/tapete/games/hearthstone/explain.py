"""What a card does, in English, told from the card file that the rules are compiled from.

Each operation, trigger, condition, selector, expression and pool has a phrase of its own; a card's sentence is put together
from them, so it says what the rules do. "You" is the player of the card, "it" the chosen target or what the sentence began with.
The rules told are those of `sim=0`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from tapete.games.hearthstone import cards as c

Facts = Mapping[str, Any]

TRIGGERS = {
    "cast": "",
    "use": "",
    "battlecry": "when played",
    "combo": "if you have played another card before it this turn",
    "deathrattle": "when it dies",
    "aura": "",
    "choose_one": "choose one",
    "turn_start": "at the start of your turn",
    "turn_end": "at the end of your turn",
    "self_damaged": "whenever it is damaged",
    "any_minion_damaged": "whenever a minion is damaged",
    "friendly_minion_damaged": "whenever a minion of yours is damaged",
    "any_minion_healed": "whenever a minion is healed",
    "after_friendly_summon": "after another minion of yours is summoned",
    "own_card_played": "whenever you play another card",
    "own_spell_cast": "whenever you cast a spell",
    "any_secret_played": "whenever a secret is played",
    "own_overload": "whenever you play a card with overload",
    "friendly_minion_died": "whenever another minion of yours dies",
    "own_card_discarded": "whenever you discard a card",
    "self_discarded": "when you discard it",
    "inspire": "whenever you use your hero power",
    "after_self_attack": "after it attacks",
    "own_hero_attacks": "whenever your hero attacks",
    "friendly_secret_revealed": "whenever a secret of yours is revealed",
    "in_deck:own_minion_played": "in your deck, when you play a minion",
    "secret:own_hero_attacked": "when your hero is attacked",
    "secret:after_own_hero_attacked": "after your hero is attacked",
    "secret:own_minion_attacked": "when a minion of yours is attacked",
    "secret:own_hero_would_die": "when damage would kill your hero",
}
CONDITIONS = {
    "dragon_in_hand": "you hold a dragon",
    "no_duplicates_in_deck": "no two cards of your deck are equal",
    "own_board_not_full": "your board has room",
    "opponent_board_not_full": "the opponent's board has room",
    "opponent_deck_not_empty": "the opponent's deck has cards",
    "own_beast_on_board": "you have a beast in play",
    "own_hand_empty": "your hand is empty",
    "own_weapon_equipped": "you have a weapon",
    "another_own_pirate": "you have another pirate in play",
    "enemy_minions>=1": "the opponent has a minion",
    "enemy_minions>=3": "the opponent has 3 minions or more",
    "enemy_minions>=4": "the opponent has 4 minions or more",
    "target_is_beast": "it is a beast",
    "some_basic_totem_missing": "a basic totem is not in play on your side",
    "dead_minion_is_beast": "the dead one is a beast",
    "played_minion_is_pirate": "that minion is a pirate",
    "defender_is_minion_and_dies": "the defender is a minion and dies",
    "self_damaged": "it is damaged",
    "own_spell_damage>0": "you have spell damage",
}
# {kind} becomes "minion" or a race
SELECTORS = {
    "target": "it",
    "self": "itself",
    "own_hero": "your hero",
    "enemy_hero": "the enemy hero",
    "own_minions": "your {kind}s",
    "other_own_minions": "your other {kind}s",
    "enemy_minions": "the enemy {kind}s",
    "all_minions": "all {kind}s",
    "all_other_minions": "all other {kind}s",
    "own_characters": "your hero and minions",
    "enemy_characters": "the enemy hero and minions",
    "all_characters": "all heroes and minions",
    "adjacent": "its neighbours",
    "own_hand_minions": "the minions in your hand",
    "own_hand": "your hand",
    "own": "your",
    "opponent": "the opponent's",
}
EXPRESSIONS = {
    "own_weapon_attack": "your weapon's attack",
    "own_hand_count": "the number of cards in your hand",
    "enemy_minion_count": "the number of enemy minions",
    "overload_amount": "that overload",
    "2*other_cards_played_this_turn": "twice the number of other cards you have played this turn",
    "own_totems_summoned_this_game": "the number of totems you have summoned this game",
}
# {s} is the ending of the plural
POOLS = {
    "minions_cost_1": "minion{s} of cost 1",
    "minions_cost_5": "minion{s} of cost 5",
    "mage_spells": "mage spell{s}",
    "demons": "demon{s}",
    "dream_cards": "dream card{s}",
    "animal_companions": "animal companion{s}",
    "basic_totems_not_on_own_board": "basic totem{s} that you do not have in play",
    "basic_hero_powers": "other basic hero power{s}",
    "discover_dragon": "dragon{s} of your class or neutral",
    "discover_cost_1": "card{s} of cost 1 of your class or neutral",
    "opponent_deck": "card{s} of the opponent's deck",
    "discover_mage_priest_warlock": "card{s}, one each of mage, priest and warlock",
    "class_cards_of_opponent": "card{s} of the opponent's class",
}
LISTED = 5  # the cards of a pool no larger than this are named
POSITIONS = {
    "right_end": " at the right end",
    "right_of_self": " to its right",
    "death_position": " in its place",
}
TIMES = {
    "end_of_turn": " until the end of the turn",
    "own_next_turn_start": " until your next turn",
    "casters_next_turn_start": " at the start of your next turn",
    "game": " for the rest of the game",
}
COST_RULES = {"minus": "costs less by"}
DESTINATIONS = {"hand": "goes to your hand", "hero_power": "becomes your hero power"}
OPERATIONS = {
    "temp_mana": "gives you {amount} mana this turn",
    "damage": "deals {amount} damage to {to}{more}",
    "damage_range": "deals {min} to {max} damage to each of {to}{more}",
    "heal": "restores {amount} health to {to}",
    "heal_full": "restores {to} to full health",
    "buff": "gives {to} {gain}{until}",
    "give_keyword": "gives {to} {gain}{until}",
    "cant_attack_heroes": "keeps {to} from attacking heroes{until}",
    "set_attack": "sets {to} to {value} attack",
    "swap_attack_health": "makes {to} exchange attack and health",
    "destroy": "destroys {to}",
    "destroy_at": "destroys {to}{when}",
    "freeze": "freezes {to}",
    "transform": "turns {to} into {card}",
    "return_to_hand": "puts {to} back into the hand of the player who has it",
    "take_control": "puts {to} under your control{give}{until}",
    "shuffle_minion_into_own_deck": "shuffles {to} into your deck",
    "shuffle_copy_into_deck": "shuffles a copy of {to} into your deck",
    "shuffle_into_deck": "shuffles {card} into your deck",
    "summon": "summons {card}{at}{side}",
    "summon_jade": "summons a Jade Golem (1/1 larger than your last){at}",
    "summon_random": "summons {pool}{at}",
    "summon_copy_from_deck": "summons a copy of {drawn} of your deck as {set_attack}/{set_health}{at}",
    "summon_dead": "summons {drawn} of yours that died this game{at}",
    "summon_from_deck": "summons {drawn} from your deck{at}",
    "summon_self_from_deck": "comes into play{at}",
    "opponent_summons_from_hand": "the opponent summons {drawn} from hand{at}",
    "draw": "you draw {count}",
    "draw_from_deck": "you draw {drawn}",
    "add_card": "puts {card} into {to}",
    "add_random_card": "puts {pool} into {to}",
    "discard_random": "you discard {drawn}",
    "discard_all": "you discard your hand",
    "discover": "offers you three {pools}: the one you choose {into}",
    "create_kazakus_potion": "you make a potion for your hand: its size ({sizes} mana), then two ingredients, each out of three",
    "cast_potion_parts": "does what its two ingredients do",
    "armor": "gives your hero {amount} armor",
    "equip": "equips you with {card}",
    "buff_weapon": "gives {weapon} {gain}",
    "destroy_weapon": "destroys {to} weapon",
    "joust": "each deck shows a random minion; if yours costs more, {on_win}",
    "next_spell_cost_reduction": "your next spell costs {amount} less{until}",
    "set_hero_power_cost": "your hero power costs {value}{duration}",
    "spend_all_mana_damage": "spends all your mana and deals as much damage to {to}{more}",
    "set_hero_health": "sets {to} to {value} health",
    "prevent_damage": "prevents that damage",
    "aura_buff": "{to} have {gain}",
    "self_buff_while": "has {gain} while {while}",
    "self_keyword_while": "has {gain} while {while}",
    "aura_cost": "{filter} in {to} cost {set}",
    "aura_battlecries_twice": "what {to} minions and weapons do when played happens twice",
}
GLOSSARY = {
    "taunt": "Enemies must attack minions with taunt before others.",
    "charge": "May attack in the turn in which it comes into play.",
    "divine shield": "The next damage to it is ignored, and the shield is gone.",
    "windfury": "May attack twice a turn.",
    "stealth": "The enemy can neither attack nor target it until it attacks; random effects and effects on all still hit it.",
    "lifesteal": "The damage it deals heals your hero.",
    "elusive": "Spells and hero powers of either player cannot target it.",
    "cannot attack": "It never attacks.",
    "cannot attack heroes": "It may attack minions only.",
    "frozen": "It misses its next attack.",
    "immunity": "Takes no damage, and the enemy can neither attack nor target it.",
    "exhausted": "It cannot attack this turn, or not again.",
    "overload": "That much of your mana is locked in your next turn.",
    "spell damage": "Your spells deal that much more damage.",
    "hero power": "May be used once a turn.",
    "secret": "Lies face down until what it waits for happens in the opponent's turn; each works once.",
    "armor": "Damage to the hero takes it away before health.",
    "fatigue": "Each draw from an empty deck costs your hero health: 1, then 2, then 3, ...",
}
KEYWORDS = {"cant_attack": "cannot attack", "immune": "immunity"}  # as the table names them, where not by the same word
TOLD_BY_EFFECTS = ("battlecry", "deathrattle", "combo", "choose_one", "discover", "inspire")


def words_of(keywords: Iterable[str]) -> list[str]:
    return [KEYWORDS.get(word, word.replace("_", " ")) for word in keywords if word not in TOLD_BY_EFFECTS]


def listing(parts: Iterable[str], last: str = "and") -> str:
    *first, final = parts
    return f"{', '.join(first)} {last} {final}" if first else final


def several(count: int | str, noun: str, note: str = "") -> str:
    """`a Hound`, `2 Hounds`; `noun` may say where the ending of its plural goes."""
    noun = noun if "{s}" in noun else noun + "{s}"
    if isinstance(count, str):
        return f"as many {noun.format(s='s')}{note} as {EXPRESSIONS[count]},"
    if count != 1:
        return f"{count} {noun.format(s='s')}{note}"
    article = "" if noun.startswith("The ") else "an " if noun[0].lower() in "aeiou" else "a "
    return f"{article}{noun.format(s='')}{note}"


def body(card: Facts) -> str:
    """A card in brief, where another one makes it: `0/1 beast with taunt`."""
    if card["type"] == "spell":
        return f"spell, {card['cost']} mana"
    size = f"{card['attack']}/{card.get('health', card.get('durability'))}"
    keywords = words_of(card.get("keywords", ()))
    kind = card.get("race", card["type"])
    return f"{size} {kind}" + (f" with {listing(keywords)}" if keywords else "")


def whom(selected: Any) -> str:
    """Those that a selector means."""
    details = selected if isinstance(selected, Mapping) else {"sel": selected}
    text = SELECTORS[details["sel"]].format(kind=details.get("race", "minion"))
    if "keyword" in details:
        text += f" with {listing(words_of([details['keyword']]))}"
    if "not_race" in details:
        text += f" except {details['not_race']}s"
    if "not_card_name" in details:
        text += f" except {details['not_card_name']}"
    if "exclude" in details:
        text += " except " + {"target": "the target"}[details["exclude"]]
    if "random" in details:
        text = f"{'one' if details['random'] == 1 else details['random']} of {text} at random"
    return text


def gain(operation: Facts) -> str:
    """What a buff adds: `+2/+1 and taunt`."""
    attack, health = operation.get("attack", 0), operation.get("health", 0)
    words = words_of([*operation.get("keywords", ()), *([operation["keyword"]] if "keyword" in operation else ())])
    stats = {"attack": attack, "health": health, "durability": operation.get("durability", 0)}
    given = {name: value for name, value in stats.items() if value}
    counted = {value: EXPRESSIONS[value] for value in given.values() if isinstance(value, str)}
    if counted:
        return listing([f"{listing(given)} equal to {listing(counted.values())}", *words])
    if attack and health:
        return listing([f"+{attack}/+{health}", *words])
    return listing([*(f"+{value} {name}" for name, value in given.items()), *words])


def drawn(operation: Facts) -> str:
    """Random cards that an operation takes: `a random murloc`."""
    wanted = operation.get("filter", {})
    noun = wanted.get("race") or wanted.get("type") or ("minion" if operation["op"] == "summon_dead" else "card")
    return several(operation["count"], f"random {noun}")


def pool_cards(name: str) -> str:
    """The names of a small pool's cards."""
    ids = c.FILE.pools[name].get("ids", ())
    return f" ({listing((c.NAMES[c.INDEX[i]] for i in ids), 'or')})" if 0 < len(ids) <= LISTED else ""


def do(operation: Facts) -> str:
    """What one operation does."""
    has = operation.get
    values: dict[str, Any] = {**operation, "give": ""}
    if {"attack", "health", "durability", "keyword"} & set(operation):
        values["gain"] = gain(operation)
    for member, table in (("until", TIMES), ("when", TIMES), ("duration", TIMES), ("at", POSITIONS)):
        values[member] = table[operation[member]] if member in operation else ""
    values["side"] = " of the opponent's board" if has("side") == "opponent" else ""
    values["weapon"] = SELECTORS["self"] if has("weapon") == "self" else "your weapon"
    factor = has("spell_damage_factor", 1)
    more = "more with spell damage" if factor == 1 else f"and {factor} times your spell damage"
    values["more"] = f" ({more})" if has("spell_damage") else ""
    if "to" in operation or "of" in operation:
        values["to"] = whom(has("to", has("of")))
    made = has("card", has("into"))
    if made in c.INDEX:
        card = c.FILE.cards[c.INDEX[made]]
        values["card"] = several(has("count", 1), card["name"], f" ({body(card)})")
    elif made is not None:
        values["into"] = DESTINATIONS[made]
    if "pool" in operation:
        pool = POOLS[operation["pool"]]
        values["pools"] = pool.format(s="s") + pool_cards(operation["pool"])
        values["pool"] = several(has("count", 1), f"random {pool}", pool_cards(operation["pool"]))
    if "count" in operation:
        values["drawn"], values["count"] = drawn(operation), several(operation["count"], "card")
    if "filter" in operation:
        values["filter"] = listing(f"{word}s" for word, wanted in operation["filter"].items() if wanted)
    if "give" in operation:
        values["give"] = f" with {listing(words_of(operation['give']))}"
    if "while" in operation:
        values["while"] = CONDITIONS[operation["while"]]
    if "on_win" in operation:
        values["on_win"] = listing(map(do, operation["on_win"]))
    values["sizes"] = listing((str(c.COST[card]) for card in c.POTIONS), "or")
    return OPERATIONS[operation["op"]].format_map(values)


def aim(card: Facts) -> str:
    """The target that is chosen: `on an undamaged minion`."""
    if "target" not in card:
        return ""
    target = card["target"]
    state = [word for word in ("damaged", "undamaged") if target.get(word)]
    side = [target["side"]] if target["side"] != "any" else []
    noun = " ".join([*state, *side, target.get("race", target["kind"])])
    text = "on " + (several(1, noun) if state or side else f"any {noun}")
    if "max_attack" in target:
        text += f" with {target['max_attack']} attack or less"
    if "min_attack" in target:
        text += f" with {target['min_attack']} attack or more"
    return text + (" (if possible)" if target["mode"] == "if_available" else "")


def if_all(conditions: Iterable[str]) -> str:
    return "if " + listing(CONDITIONS[condition] for condition in conditions)


def clause(effect: Facts) -> str:
    """An effect with its conditions, without its trigger."""
    text = ", then ".join(map(do, effect["do"]))
    if "if" in effect:
        text = f"{if_all(effect['if'])}, {text}"
    if "else" in effect:
        text += "; otherwise " + ", then ".join(map(do, effect["else"]))
    return text


def option(card: Facts) -> str:
    """One side of a choice: its name and what it does."""
    head = aim(card)
    text = "; ".join(map(clause, card["effects"]))
    need = f", only {if_all(card['playable_if'])}" if "playable_if" in card else ""
    return f"{card['name']} ({f'{head}: ' if head else ''}{text}{need})"


def sentences(card: Facts) -> list[str]:
    """What a card does, a sentence for each trigger."""
    effects = card.get("effects", ())
    found = []
    for trigger in dict.fromkeys(effect["on"] for effect in effects):
        own = [effect for effect in effects if effect["on"] == trigger]
        aimed = aim(card) if trigger in ("cast", "use", "battlecry") else ""
        instead = "instead" if trigger == "combo" and len(effects) > 1 else ""
        head = ", ".join(filter(None, (TRIGGERS[trigger], aimed, instead)))
        if trigger == "choose_one":
            text = listing((option(c.FILE.cards[c.INDEX[card_id]]) for card_id in own[0]["options"]), "or")
        else:
            text = "; ".join(map(clause, own))
        found.append(f"{head}: {text}" if head else text)
    return found


def facts(card: Facts) -> list[str]:
    """The printed values: class and type, cost, size, race, keywords, and when it may be played."""
    kind = card["type"].replace("_", " ")
    if c.INDEX[card["id"]] in c.SIZE_CARDS:
        kind += ", a size for the potion to be made"
    elif "potion" in card:
        kind = f"{kind}, {card['potion']['size']} potion ingredient"
    found = [f"{card['class']} {kind}"]
    if "cost" in card:
        found.append(f"{card['cost']} mana")
    if card["type"] == "minion":
        found.append(f"{card['attack']}/{card['health']}")
    else:
        found += [f"{card[name]} {name}" for name in ("attack", "health", "durability") if name in card]
    found += [card["race"]] if "race" in card else []
    found += words_of(card.get("keywords", ()))
    if "spell_damage" in card:
        found.append(f"spell damage +{card['spell_damage']}")
    if "overload" in card:
        found.append(f"overload {card['overload']}")
    if card.get("freezes_damaged"):
        found.append("freezes what it damages")
    if "hero_power" in card:
        found.append(f"hero power {c.NAMES[c.INDEX[card['hero_power']]]}")
    if "cost_rule" in card:
        rule = card["cost_rule"]
        falls = f"{COST_RULES[rule['op']]} {EXPRESSIONS.get(rule['by'], rule['by'])}"
        found.append(falls + (f" {if_all(rule['if'])}" if "if" in rule else ""))
    if "playable_if" in card:
        found.append(f"only {if_all(card['playable_if'])}")
    return found


def card_text(card: Facts) -> str:
    """A card's facts, then what it does."""
    parts = [", ".join(facts(card)), *sentences(card)]
    return " ".join(f"{part[0].upper()}{part[1:]}." for part in parts)


def explain(name: str) -> str | None:
    """What a card, hero, hero power or word of the table means."""
    if name in GLOSSARY:
        return f"{name}: {GLOSSARY[name]}"
    cards = [card for card in c.FILE.cards[1:] if card["name"] == name]
    # A card of the decks tells of the forms it takes
    texts = [card_text(card) for card in [card for card in cards if card["group"] == "deck"] or cards]
    if not texts:
        return None
    if len(texts) > 3:  # the golems, by size
        return f"{name}: {texts[0]} Up to: {texts[-1]}"
    return f"{name}: {' Or: '.join(dict.fromkeys(texts))}"


EXPLAINED = (*dict.fromkeys(c.NAMES[1:]), *GLOSSARY)
