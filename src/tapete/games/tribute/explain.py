"""What a card or a patron does, in sentences: cards told from the card file, patrons from section 11 of the rules.

`text.py` has shorter words for the table. "You" is the player of the card.
"""

from __future__ import annotations

from typing import Any

from tapete.games.tribute.cards import (
    BEWILDERMENT,
    CARDS,
    NAMES,
    PATRON_TITLES,
    PATRONS,
    SACKING,
    SERGEANT,
    SOLDIER,
    WRIT,
)

# {n} is the number on the card, {s} the ending of the plural
OPERATIONS = {
    "gain_coin": "you gain {n} coin{s}",
    "gain_power": "you gain {n} power",
    "gain_prestige": "you gain {n} prestige",
    "opp_lose_prestige": "the enemy loses {n} prestige",
    "draw": "you draw {n} card{s}",
    "opp_discard": "the enemy begins the next turn by discarding {n} card{s} of the hand",
    "replace_tavern": "you may replace up to {n} card{s} of the tavern row",
    "acquire_tavern": "you may take a card of the tavern row of cost {n} or less for free",
    "destroy": "you may remove up to {n} of your cards in hand, on the board or played from the game",
    "return_top": "you may put up to {n} card{s} of your cooldown pile on top of your draw pile",
    "return_agent_top": "you may put up to {n} agent{s} of your cooldown pile on top of your draw pile",
    "toss": "you look at the top {n} card{s} of your draw pile and may move any of them to your cooldown pile",
    "knockout": "you knock out {n} enemy agent{s}, past taunt",
    "knockout_all": "all agents of both players are knocked out",
    "patron_call": "you may call patrons {n} more time{s} this turn",
    "create_card": "{n} new {card} card{s} go{es} to your cooldown pile",
    "heal_self": "it regains {n} health",
    "donate": "you may discard up to {n} card{s} of your hand and draw as many",
}
TYPES = {
    "action": "",
    "agent": "It stays on the board, and acts once in each turn of yours until it is killed.",
    "contract_action": "Bought, it acts at once and goes back to the tavern.",
    "contract_agent": "Bought, it acts at once, then once in each turn of yours; killed, it goes back to the tavern.",
    "starter": "",
    "curse": "It does nothing.",
}
STEP = "its favour moves a step towards you"
PATRON_TEXTS = {
    "ansei": "pay 2 power, unless it favours you: you gain 1 coin and its favour, and while you have it, each later turn of "
    "yours begins with 1 coin more.",
    "duke_of_crows": f"pay all your coins, 1 at least, unless it favours you: you gain 1 power less than you paid; {STEP}.",
    "rajhin": f"pay 3 coins: a {NAMES[BEWILDERMENT]} goes to the enemy's cooldown pile; {STEP}.",
    "psijic": f"pay 4 coins: you knock out an enemy agent, past taunt; {STEP}.",
    "orgnum": "pay 3 coins: you gain 1 power for each 6 cards you own; if it favours you, for each 4 cards, and a "
    f"{NAMES[SACKING]} goes to your cooldown pile; if it favours the enemy, 2 power; {STEP}.",
    "hlaalu": "give a card of cost 1 or more (hand, played or agent) out of the game: you gain 1 prestige less than it costs; "
    f"{STEP}.",
    "pelin": f"pay 2 power: an agent of your cooldown pile goes on top of your draw pile; {STEP}.",
    "red_eagle": f"pay 2 power: you draw 1 card; {STEP}.",
    "treasury": f"pay 2 coins and give a card (hand, played or agent) out of the game: a {NAMES[WRIT]} goes to your cooldown "
    "pile; it favours nobody.",
    "saint_alessia": f"pay 4 coins: a {NAMES[SOLDIER]} goes to your cooldown pile; if it favours you, a {NAMES[SERGEANT]}; if it "
    f"favours the enemy, you gain 2 power instead; {STEP}.",
}
GLOSSARY = {
    "taunt": "Must be attacked before other agents; power left at the end of the turn hits it before any becomes prestige.",
    "combo": "Further effects of a card that run when that many cards of its patron have been played or activated in the turn.",
    "contract": "A card that acts when it is bought and never goes to a player's piles.",
    "favour": "Patrons favour nobody, you or the enemy; a step leads from the enemy to nobody to you. Four favours win the game.",
    "prestige": "What the game is won by: power left at the end of a turn becomes prestige.",
    "power": "Attacks agents; what is left at the end of the turn becomes prestige.",
    "cooldown": "Where cards go after use; it is shuffled under the draw pile when that runs short.",
}


def effect(operation: str, *rest: Any) -> str:
    """What one effect of the card file does."""
    if operation == "either":
        return f"either {effect(*rest[0])}, or {effect(*rest[1])}"
    number = rest[0]
    return OPERATIONS[operation].format(
        n=number, s="" if number == 1 else "s", es="es" if number == 1 else "", card=rest[1] if rest[1:] else ""
    )


def card_text(card: dict[str, Any]) -> str:
    """A card's values, what it does when played, and at which combo it does more."""
    title = PATRON_TITLES[PATRONS.index(card["patron"])]
    facts = [f"{title} {card['type'].replace('_', ' ')}", f"cost {card['cost']}"]
    facts += [f"{card['hp']} health"] if "hp" in card else []
    facts += ["taunt"] if card.get("taunt") else []
    sentences = [f"{', '.join(facts)}."]
    for level, head in (("play", ""), *((f"combo{n}", f"with {n} {title} cards in a turn, ") for n in (2, 3, 4))):
        if level in card:
            text = head + ", then ".join(effect(*given) for given in card[level])
            sentences.append(f"{text[0].upper()}{text[1:]}.")
    if "coin_per_knockout" in card:
        coins = card["coin_per_knockout"]
        sentences.append(
            f"On the board, it gives you {coins} coin{'s' * (coins > 1)} whenever a card knocks out others."
        )
    return " ".join(filter(None, (*sentences, TYPES[card["type"]])))


def explain(name: str) -> str | None:
    """What a card, a patron or a word of the table means."""
    if name in NAMES:
        return f"{name}: {card_text(CARDS[NAMES.index(name)])}"
    if name in PATRON_TITLES:
        return f"{name}, a patron: {PATRON_TEXTS[PATRONS[PATRON_TITLES.index(name)]]}"
    return f"{name}: {GLOSSARY[name]}" if name in GLOSSARY else None


EXPLAINED = (*NAMES, *PATRON_TITLES, *GLOSSARY)
