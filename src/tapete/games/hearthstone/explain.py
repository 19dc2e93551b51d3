"""Card texts in English and Spanish, generated from the card file that the rules are compiled from.

Each operation, trigger, condition, selector, expression and pool has a phrase (`strings/`); a card's sentence is
assembled from them, so it says what the rules do. "You" is the player of the card, "it" the chosen target or the
subject of the sentence. The rules described are those of `sim=0`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any

from tapete.core.strings import Words, fill, strings_beside
from tapete.games.hearthstone import cards as c

WORDS = strings_beside(__file__)
Facts = Mapping[str, Any]
LISTED = 5  # cards of a pool of at most this size are named
STATS = ("attack", "health", "durability")
SAID_BY_EFFECTS = ("battlecry", "deathrattle", "combo", "choose_one", "discover", "inspire")


class CardWriter:
    """Card texts in English."""

    language = "en"

    @property
    def words(self) -> Words:
        return WORDS[self.language]

    def word(self, table: str, name: str) -> str:
        return self.words[f"{table}.{name}"]

    def words_of(self, keywords: Iterable[str]) -> list[str]:
        return [self.words[f"keyword.{word}"] for word in keywords if word not in SAID_BY_EFFECTS]

    def listing(self, parts: Iterable[str], last: str | None = None) -> str:
        *first, final = parts
        return f"{', '.join(first)} {last or self.words['and']} {final}" if first else final

    def several(self, count: int | str, noun: str, note: str = "", many: str | None = None) -> str:
        """Return a count with its noun: `a Hound`, `2 Hounds`."""
        many = many or f"{noun}s"
        if isinstance(count, str):
            return f"as many {many}{note} as {self.words[f'expression.{count}']},"
        if count != 1:
            return f"{count} {many}{note}"
        article = "" if noun.startswith("The ") else "an " if noun[0].lower() in "aeiou" else "a "
        return f"{article}{noun}{note}"

    def named_cards(self, count: int | str, card: Facts) -> str:
        """Return cards that another card makes, with their values."""
        return self.several(count, card["name"], f" ({self.body(card)})")

    def body(self, card: Facts) -> str:
        """Return a card in brief, as made by another one: `0/1 beast with taunt`."""
        if card["type"] == "spell":
            return f"spell, {card['cost']} mana"
        size = f"{card['attack']}/{card.get('health', card.get('durability'))}"
        keywords = self.words_of(card.get("keywords", ()))
        return f"{size} {self.race_or_type(card)}" + (f" with {self.listing(keywords)}" if keywords else "")

    def noun(self, name: str) -> str:
        """Return a noun without its article."""
        return self.words[f"noun.{name}.one"].partition(" ")[2]

    def plural(self, name: str) -> str:
        return self.words[f"noun.{name}.many"]

    def race_or_type(self, card: Facts) -> str:
        return self.noun(card["race"]) if "race" in card else self.words[f"type.{card['type']}"]

    def selected(self, details: Facts) -> str:
        race = details.get("race", "minion")
        data = {"kinds": self.plural(race), "feminine": self.words[f"noun.{race}.feminine"]}
        return fill(self.words, f"selector.{details['sel']}", data)

    def whom(self, selected: Any) -> str:
        """Return the characters that a selector means."""
        details = selected if isinstance(selected, Mapping) else {"sel": selected}
        text = self.selected(details)
        if "keyword" in details:
            text += f" with {self.listing(self.words_of([details['keyword']]))}"
        if "not_race" in details:
            text += f" except {details['not_race']}s"
        if "not_card_name" in details:
            text += f" except {details['not_card_name']}"
        if "exclude" in details:
            text += " except " + {"target": "the target"}[details["exclude"]]
        if "random" in details:
            text = f"{'one' if details['random'] == 1 else details['random']} of {text} at random"
        return text

    def stat(self, name: str, value: Any) -> str:
        return f"+{value} {name}"

    def equal_to(self, stats: Iterable[str], expressions: Iterable[str]) -> str:
        return f"{self.listing(stats)} equal to {self.listing(expressions)}"

    def gain(self, operation: Facts) -> str:
        """Return what a buff adds: `+2/+1 and taunt`."""
        attack, health = operation.get("attack", 0), operation.get("health", 0)
        given_words = [*operation.get("keywords", ()), *([operation["keyword"]] if "keyword" in operation else ())]
        words = self.words_of(given_words)
        stats = {"attack": attack, "health": health, "durability": operation.get("durability", 0)}
        given = {name: value for name, value in stats.items() if value}
        counted = {value: self.words[f"expression.{value}"] for value in given.values() if isinstance(value, str)}
        if counted:
            return self.listing([self.equal_to(given, counted.values()), *words])
        if attack and health:
            return self.listing([f"+{attack}/+{health}", *words])
        return self.listing([*(self.stat(name, value) for name, value in given.items()), *words])

    def drawn(self, operation: Facts) -> str:
        """Return the random cards that an operation takes: `a random murloc`."""
        return self.several(operation["count"], f"random {self.taken(operation)}")

    def taken(self, operation: Facts) -> str:
        wanted = operation.get("filter", {})
        return wanted.get("race") or wanted.get("type") or ("minion" if operation["op"] == "summon_dead" else "card")

    def pool_cards(self, name: str) -> str:
        """Return the names of a small pool's cards."""
        ids = c.FILE.pools[name].get("ids", ())
        listed = 0 < len(ids) <= LISTED
        return f" ({self.listing((c.NAMES[c.INDEX[i]] for i in ids), self.words['joint.or'])})" if listed else ""

    def pool(self, name: str, count: int | str) -> tuple[str, str]:
        """Return a pool's cards: all of them, and `count` at random."""
        one, many = self.words[f"pool.{name}.one"], self.words[f"pool.{name}.many"]
        drawn = self.several(count, f"random {one}", self.pool_cards(name), f"random {many}")
        return many + self.pool_cards(name), drawn

    def filtered(self, operation: Facts) -> str:
        return self.listing(f"{word}s" for word, wanted in operation["filter"].items() if wanted)

    def cards(self, count: int) -> str:
        return self.several(count, "card")

    def spell_damage(self, factor: int) -> str:
        return "more with spell damage" if factor == 1 else f"and {factor} times your spell damage"

    def small_words(self, operation: Facts) -> dict[str, str]:
        """Return the parts of an operation's phrase that are not in a table."""
        return {
            "side": " of the opponent's board" if operation.get("side") == "opponent" else "",
            "weapon": self.words["selector.self"] if operation.get("weapon") == "self" else "your weapon",
            "give": f" with {self.listing(self.words_of(operation['give']))}" if "give" in operation else "",
        }

    def do(self, operation: Facts) -> str:
        """Return the phrase of one operation."""
        has, words = operation.get, self.words
        values: dict[str, Any] = {**operation, **self.small_words(operation)}
        if {"attack", "health", "durability", "keyword"} & set(operation):
            values["gain"] = self.gain(operation)
        for member, table in (("until", "time"), ("when", "time"), ("duration", "time"), ("at", "position")):
            values[member] = words[f"{table}.{operation[member]}"] if member in operation else ""
        values["more"] = f" ({self.spell_damage(has('spell_damage_factor', 1))})" if has("spell_damage") else ""
        if "to" in operation or "of" in operation:
            values["to"] = self.whom(has("to", has("of")))
        made = has("card", has("into"))
        if made in c.INDEX:
            values["card"] = self.named_cards(has("count", 1), c.FILE.cards[c.INDEX[made]])
        elif made is not None:
            values["into"] = words[f"destination.{made}"]
        if "pool" in operation:
            values["pools"], values["pool"] = self.pool(operation["pool"], has("count", 1))
        if "count" in operation:
            values["drawn"], values["count"] = self.drawn(operation), self.cards(operation["count"])
        if "filter" in operation:
            values["filter"] = self.filtered(operation)
        if "while" in operation:
            values["while"] = words[f"condition.{operation['while']}"]
        if "on_win" in operation:
            values["on_win"] = self.listing(map(self.do, operation["on_win"]))
        values["sizes"] = self.listing((str(c.COST[card]) for card in c.POTIONS), words["joint.or"])
        return fill(words, f"do.{operation['op']}", values)

    def aim(self, card: Facts) -> str:
        """Return the target to choose: `on an undamaged minion`."""
        if "target" not in card:
            return ""
        target = card["target"]
        state = [word for word in ("damaged", "undamaged") if target.get(word)]
        side = [target["side"]] if target["side"] != "any" else []
        noun = " ".join([*state, *side, target.get("race", target["kind"])])
        text = "on " + (self.several(1, noun) if state or side else f"any {noun}")
        if "max_attack" in target:
            text += f" with {target['max_attack']} attack or less"
        if "min_attack" in target:
            text += f" with {target['min_attack']} attack or more"
        return text + (" (if possible)" if target["mode"] == "if_available" else "")

    def if_all(self, conditions: Iterable[str]) -> str:
        return self.words["joint.if"] + self.listing(self.words[f"condition.{condition}"] for condition in conditions)

    def clause(self, effect: Facts) -> str:
        """Return an effect with its conditions, without its trigger."""
        then = self.words["joint.then"]
        text = then.join(map(self.do, effect["do"]))
        if "if" in effect:
            text = f"{self.if_all(effect['if'])}, {text}"
        if "else" in effect:
            text += self.words["joint.otherwise"] + then.join(map(self.do, effect["else"]))
        return text

    def only(self, conditions: Iterable[str]) -> str:
        return f"only {self.if_all(conditions)}"

    def option(self, card: Facts) -> str:
        """Return one side of a choice: its name and its effect."""
        head = self.aim(card)
        text = "; ".join(map(self.clause, card["effects"]))
        need = f", {self.only(card['playable_if'])}" if "playable_if" in card else ""
        return f"{card['name']} ({f'{head}: ' if head else ''}{text}{need})"

    def sentences(self, card: Facts) -> list[str]:
        """Return the effects of a card, one sentence per trigger."""
        effects = card.get("effects", ())
        found = []
        for trigger in dict.fromkeys(effect["on"] for effect in effects):
            own = [effect for effect in effects if effect["on"] == trigger]
            aimed = self.aim(card) if trigger in ("cast", "use", "battlecry") else ""
            instead = self.words["joint.instead"] if trigger == "combo" and len(effects) > 1 else ""
            head = ", ".join(filter(None, (self.words[f"trigger.{trigger}"], aimed, instead)))
            if trigger == "choose_one":
                options = (self.option(c.FILE.cards[c.INDEX[card_id]]) for card_id in own[0]["options"])
                text = self.listing(options, self.words["joint.or"])
            else:
                text = "; ".join(map(self.clause, own))
            found.append(f"{head}: {text}" if head else text)
        return found

    def kind(self, card: Facts) -> str:
        """Return class and type."""
        kind = self.words[f"type.{card['type']}"]
        if c.INDEX[card["id"]] in c.SIZE_CARDS:
            kind += ", a size for the potion to be made"
        elif "potion" in card:
            kind = f"{kind}, {self.word('potion', card['potion']['size'])} potion ingredient"
        return f"{self.word('class', card['class'])} {kind}"

    def numbers(self, card: Facts) -> list[str]:
        """Return cost and size."""
        found = [f"{card['cost']} mana"] if "cost" in card else []
        if card["type"] == "minion":
            return [*found, f"{card['attack']}/{card['health']}"]
        return found + [f"{card[name]} {name}" for name in STATS if name in card]

    def race(self, card: Facts) -> list[str]:
        return [self.noun(card["race"])] if "race" in card else []

    def marks(self, card: Facts) -> list[str]:
        """Return spell damage, overload, freezing and the hero power."""
        found = []
        if "spell_damage" in card:
            found.append(f"spell damage +{card['spell_damage']}")
        if "overload" in card:
            found.append(f"overload {card['overload']}")
        if card.get("freezes_damaged"):
            found.append("freezes what it damages")
        if "hero_power" in card:
            found.append(f"hero power {c.NAMES[c.INDEX[card['hero_power']]]}")
        return found

    def facts(self, card: Facts) -> list[str]:
        """Return the printed values: class and type, cost, size, race, keywords, cost rule, conditions to play it."""
        found = [self.kind(card), *self.numbers(card), *self.race(card), *self.words_of(card.get("keywords", ()))]
        found += self.marks(card)
        if "cost_rule" in card:
            rule = card["cost_rule"]
            by = self.words.get(f"expression.{rule['by']}", rule["by"])
            falls = f"{self.word('cost_rule', rule['op'])} {by}"
            found.append(falls + (f" {self.if_all(rule['if'])}" if "if" in rule else ""))
        if "playable_if" in card:
            found.append(self.only(card["playable_if"]))
        return found

    def card_text(self, card: Facts) -> str:
        """Return a card's facts, then its effects."""
        parts = [", ".join(self.facts(card)), *self.sentences(card)]
        return " ".join(f"{part[0].upper()}{part[1:]}." for part in parts)


class SpanishCardWriter(CardWriter):
    """Card texts in Spanish: nouns with articles and gender, `a el` as `al`."""

    language = "es"

    def several(self, count: int | str, noun: str, note: str = "", many: str | None = None) -> str:
        one, many = self.words[f"noun.{noun}.one"], many or self.plural(noun)
        if isinstance(count, str):
            return f"tantos {many}{note} como {self.words[f'expression.{count}']},"
        return f"{one if count == 1 else f'{count} {many}'}{note}"

    def named_cards(self, count: int | str, card: Facts) -> str:
        name, note = card["name"], f" ({self.body(card)})"
        if isinstance(count, str):
            return f"tantos {name}{note} como {self.words[f'expression.{count}']},"
        return f"{'' if name.startswith('The ') else 'un ' if count == 1 else f'{count} '}{name}{note}"

    def body(self, card: Facts) -> str:
        if card["type"] == "spell":
            return f"hechizo, {card['cost']} de maná"
        size = f"{card['attack']}/{card.get('health', card.get('durability'))}"
        keywords = self.words_of(card.get("keywords", ()))
        return f"{size}, {self.race_or_type(card)}" + (f" con {self.listing(keywords)}" if keywords else "")

    def feminine(self, noun: str) -> bool:
        return self.words[f"noun.{noun}.feminine"] == "yes"

    def whom(self, selected: Any) -> str:
        details = selected if isinstance(selected, Mapping) else {"sel": selected}
        text = self.selected(details)
        if "keyword" in details:
            text += f" con {self.listing(self.words_of([details['keyword']]))}"
        if "not_race" in details:
            text += f" salvo los {self.plural(details['not_race'])}"
        if "not_card_name" in details:
            text += f" salvo {details['not_card_name']}"
        if "exclude" in details:
            text += " salvo " + {"target": "el objetivo"}[details["exclude"]]
        if "random" in details:
            one = "una" if self.feminine(details.get("race", "minion")) else "uno"
            text = f"{one if details['random'] == 1 else details['random']} al azar de entre {text}"
        return text

    def stat(self, name: str, value: Any) -> str:
        return f"+{value} {self.words[f'stat.{name}']}"

    def equal_to(self, stats: Iterable[str], expressions: Iterable[str]) -> str:
        named = self.listing(self.words[f"stat.{name}"].removeprefix("de ") for name in stats)
        return f"{named} por valor de {self.listing(expressions)}"

    def drawn(self, operation: Facts) -> str:
        count = operation["count"]
        return f"{self.several(count, self.taken(operation))} al azar"

    def pool(self, name: str, count: int | str) -> tuple[str, str]:
        one, many = self.words[f"pool.{name}.one"], self.words[f"pool.{name}.many"]
        cards = self.pool_cards(name)
        return many + cards, f"{one if count == 1 else f'{count} {many}'}{cards}"

    def filtered(self, operation: Facts) -> str:
        return " ".join(
            self.words["secrets"] if word == "secret" else self.words.get(f"noun.{wanted}.many", str(wanted))
            for word, wanted in operation["filter"].items()
            if wanted
        )

    def spell_damage(self, factor: int) -> str:
        return "más con daño con hechizos" if factor == 1 else f"y {factor} veces tu daño con hechizos"

    def small_words(self, operation: Facts) -> dict[str, str]:
        return {
            "side": " de la mesa del rival" if operation.get("side") == "opponent" else "",
            "weapon": self.words["selector.self"] if operation.get("weapon") == "self" else "tu arma",
            "give": f" con {self.listing(self.words_of(operation['give']))}" if "give" in operation else "",
        }

    def aim(self, card: Facts) -> str:
        if "target" not in card:
            return ""
        target = card["target"]
        noun = target.get("race", target["kind"])
        one, feminine = self.words[f"noun.{noun}.one"], self.feminine(noun)
        words = {"damaged": "herido", "undamaged": "ileso", "friendly": "aliado", "enemy": "enemigo"}
        given = [word for word in ("damaged", "undamaged") if target.get(word)]
        given += [target["side"]] if target["side"] != "any" else []
        agreeing = [f"{words[word][:-1]}a" if feminine else words[word] for word in given]
        text = "sobre " + " ".join([one, *agreeing] if given else ["cualquier", one.partition(" ")[2]])
        if "max_attack" in target:
            text += f" con {target['max_attack']} de ataque o menos"
        if "min_attack" in target:
            text += f" con {target['min_attack']} de ataque o más"
        return text + (" (si es posible)" if target["mode"] == "if_available" else "")

    def only(self, conditions: Iterable[str]) -> str:
        return f"solo {self.if_all(conditions)}"

    def kind(self, card: Facts) -> str:
        found = f"{self.word('type', card['type'])} {self.word('class', card['class'])}"
        if c.INDEX[card["id"]] in c.SIZE_CARDS:
            return f"{found}, un tamaño para la poción que se prepara"
        if "potion" in card:
            return f"{found}, ingrediente de poción {self.word('potion', card['potion']['size'])}"
        return found

    def numbers(self, card: Facts) -> list[str]:
        found = [f"{card['cost']} de maná"] if "cost" in card else []
        if card["type"] == "minion":
            return [*found, f"{card['attack']}/{card['health']}"]
        return found + [f"{card[name]} {self.words[f'stat.{name}']}" for name in STATS if name in card]

    def marks(self, card: Facts) -> list[str]:
        found = []
        if "spell_damage" in card:
            found.append(f"daño con hechizos +{card['spell_damage']}")
        if "overload" in card:
            found.append(f"sobrecarga {card['overload']}")
        if card.get("freezes_damaged"):
            found.append("congela lo que daña")
        if "hero_power" in card:
            found.append(f"poder de héroe {c.NAMES[c.INDEX[card['hero_power']]]}")
        return found

    def card_text(self, card: Facts) -> str:
        text = super().card_text(card)
        for stiff, natural in (("convierte a sí mismo en", "se convierte en"), ("da a sí mismo", "gana")):
            text = text.replace(stiff, natural)
        return re.sub(r"\b([aA]|[dD]e) el\b", lambda found: {"a": "al", "d": "del"}[found[1][0].lower()], text)


WRITERS: dict[str, CardWriter] = {"en": CardWriter(), "es": SpanishCardWriter()}
GLOSSARY = (
    *("taunt", "charge", "divine_shield", "windfury", "stealth", "lifesteal", "elusive"),
    *("cannot_attack", "cannot_attack_heroes", "frozen", "immunity", "exhausted"),
    *("overload", "spell_damage", "hero_power", "secret", "armor", "fatigue", "battlecry", "deathrattle", "inspire"),
)
TYPE_NAMES = {"hero_power": "hero power"}


def cards_named(name: str) -> list[Facts]:
    """Return the cards with a name, only those of the decks if there are any; an id names one card."""
    if name in c.INDEX:
        return [c.FILE.cards[c.INDEX[name]]]
    found: list[Facts] = [card for card in c.FILE.cards[1:] if card["name"] == name]
    return [card for card in found if card["group"] == "deck"] or found


@cache
def glossary() -> dict[str, str]:
    """Return the words of the table: their names in every language, and the keywords of cards as they are in data."""
    named = {WORDS[language][f"glossary.{word}.name"]: word for language in WRITERS for word in GLOSSARY}
    return named | {word: word for word in GLOSSARY}


def explain(name: str, language: str = "en") -> str | None:
    """Return the explanation of a card, hero, hero power or word of the table; None for an unknown name."""
    writer = WRITERS[language]
    if name in glossary():
        word = glossary()[name]
        return f"{writer.words[f'glossary.{word}.name']}: {writer.words[f'glossary.{word}']}"
    cards = cards_named(name)
    texts = [writer.card_text(card) for card in cards]
    if not texts:
        return None
    shown = cards[0]["name"]
    if len(texts) > 3:  # the Jade Golems, by size
        return f"{shown}: {texts[0]}{writer.words['joint.up_to']}{texts[-1]}"
    return f"{shown}: {writer.words['joint.or_else'].join(dict.fromkeys(texts))}"


def card(name: str, language: str) -> dict[str, Any] | None:
    """Return a name on the table as data: printed values of a card, and the text of `explain`; None if unknown."""
    text = explain(name, language)
    if text is None:
        return None
    cards = cards_named(name)
    if not cards:
        return {"name": text.partition(": ")[0], "kind": "keyword", "text": text}
    first = cards[0]
    found: dict[str, Any] = {"name": first["name"], "kind": TYPE_NAMES.get(first["type"], first["type"])}
    found |= {"id": first["id"], "class": first["class"], "race": first.get("race"), "rarity": first.get("rarity")}
    for member in ("cost", "attack", "health", "durability", "overload", "spell_damage"):
        if member in first:
            found[member] = first[member]
    found["keywords"] = list(first.get("keywords", ()))
    if c.SECRET_EVENT[c.INDEX[first["id"]]]:
        found["secret"] = True
    return {**found, "text": text}


EXPLAINED = (
    *dict.fromkeys(c.NAMES[1:]),
    *glossary(),
)
