"""Information for players of Tales of Tribute: results of a turn, lost favours, cards that K leaves, and signs."""

from __future__ import annotations

import itertools
import re
from typing import Any

import pytest
from drawing_stage import CHROMIUM, STAGES, opened, options_for
from drawn_positions import decisions, facts_of

from tapete.core.strings import fill

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="no Chromium is installed")
pytest.importorskip("playwright")

PATRONS = "duke_of_crows,hlaalu,pelin,red_eagle"
ASK = "([position, options, name, more]) => harness.ask('tribute', position, options, name, ...more)"


def first(game: Any) -> dict[str, Any]:
    """Return the first position in which cards can be played."""
    return next(one for one in decisions(game, 1) if any(move["kind"] == "play" for move in one["moves"]))


def test_the_headline_adds_up_and_names_favours(page: Any) -> None:
    position = first(opened(page, "tribute", patrons=PATRONS))
    seat, text = position["seat"], {"en": "the Duke now favours nobody.", "es": "nada."}
    gained = [{"kind": "gain_coins", "seat": seat, "number": 1, "text": text}] * 3
    position["events"] = [*gained, {"kind": "gain_power", "seat": seat, "number": 2, "text": text}]
    told = page.evaluate(ASK, [position, options_for("1280x800"), "happenedIn", [2000]])
    assert told == "You gain 3 coins, 2 power"
    position["events"] = [
        {"kind": "neutral", "patron": "duke_of_crows", "text": text},
        {"kind": "buy", "seat": 1 - seat, "text": {"en": "Bot buys a very dear card.", "es": "nada."}},
    ]
    assert page.evaluate(ASK, [position, options_for("1280x800"), "happenedIn", [100]]) == "The Duke now favours nobody"


def test_the_opponents_turn_is_summed_up_while_it_is_shown(page: Any) -> None:
    """Favours gained or lost some steps before the prestige at the end of the turn are still named."""
    position = first(opened(page, "tribute", patrons=PATRONS))
    seat = position["seat"]

    def event(kind: str, text: str, **more: Any) -> dict[str, Any]:
        return {"kind": kind, "text": {"en": text, "es": text}, **more}

    last = event("gain_prestige", "Bot gains 3 prestige.", seat=1 - seat, number=3)
    earlier = [
        event("favour", "Hlaalu now favours you.", seat=seat),
        event("turn", "Turn 2.", seat=1 - seat),
        event("favour", "The Duke now favours Bot.", seat=1 - seat),
        event("neutral", "Pelin now favours nobody."),
    ]
    shown = {**position, "moves": [], "events": [last], "lately": [*earlier, last]}
    shown["description"] = {**position["description"], "current": 1 - seat}
    told = page.evaluate(ASK, [shown, options_for("1280x800"), "happenedIn", [2000]])
    assert told == "The Duke now favours Bot · Pelin now favours nobody · Bot gains 3 prestige"
    shown["lately"] = [earlier[1], event("call", "Bot calls the Duke.", seat=1 - seat), earlier[2]]
    told = page.evaluate(ASK, [shown, options_for("1280x800"), "happenedIn", [2000]])
    assert told == "Bot calls the Duke · The Duke now favours Bot", "what was done before its effects"


def test_the_ribbon_is_as_long_in_every_turn(page: Any) -> None:
    position = first(opened(page, "tribute", patrons=PATRONS))
    wide = []
    for seat in (0, 1):
        position["description"]["current"] = seat
        page.evaluate("([p, o]) => { harness.show('tribute', p, o); }", [position, options_for("1280x800")])
        wide.append(
            page.evaluate(
                "() => [...document.querySelectorAll('#stage text')].find((n) => n.textContent === '40').getBoundingClientRect().left"
            )
        )
    assert wide[0] == wide[1]


GOLD = """([position, options]) => { harness.show('tribute', position, options);
    return [...document.querySelectorAll('#stage [data-zone=buttons]')].filter((node) => node.innerHTML.includes('#F6BC3A')).map((node) => node.dataset.key); }"""


def test_gold_marks_the_button_that_continues_the_turn(page: Any) -> None:
    """It plays the cards while some are in hand, and ends the turn when none can be played."""
    position = first(opened(page, "tribute", patrons=PATRONS))
    rest = [move for move in position["moves"] if move["kind"] != "play"]
    for window in ("360x740", "1280x800"):
        assert page.evaluate(GOLD, [position, options_for(window)]) == ["button:all"]
        assert page.evaluate(GOLD, [{**position, "moves": rest}, options_for(window)]) == ["button:end"]


SAID = """([position, options]) => { harness.show('tribute', position, options);
    return [...document.querySelectorAll('#stage text')].map((node) => node.textContent); }"""


@pytest.mark.parametrize("window", ["390x844", "1280x800"])
def test_numbers_and_the_ribbon_are_labelled(page: Any, window: str) -> None:
    game = opened(page, "tribute", patrons=PATRONS)
    layout, width, height = STAGES[window]
    for language in ("en", "es"):
        options = {"layout": layout, "width": width, "height": height, "language": language, "theme": "light"}
        said = page.evaluate(SAID, [first(game), options])
        for name in ("coin", "power", "star", "calls", "draw", "cooldown"):
            assert game.words[language][f"stage.label_{name}"] in said, (language, name)
        assert any(text.startswith(("Prestige: 80", "Prestigio: gana 80")) for text in said), language


BOXES = """([position, options]) => { harness.show('tribute', position, options);
    const box = (node) => { const found = node.getBoundingClientRect(); return [found.left, found.top, found.right, found.bottom].map(Math.round); };
    const strip = [...document.querySelectorAll('#stage text')].find((node) => /you win/.test(node.textContent));
    return [box(strip.closest('g[data-box]')), [...document.querySelectorAll('#stage [data-zone=tavern], #stage [data-zone=played], #stage [data-zone=own_agents]')].map((node) => box(node.querySelector('.hit') ?? node))]; }"""


def test_the_warning_covers_no_card(page: Any) -> None:
    position = first(opened(page, "tribute", patrons=PATRONS))
    ends = next(move["id"] for move in position["moves"] if move["kind"] == "end_turn")
    threat = {"kind": "threat", "seat": position["seat"], "prestige": 45}
    position["previews"] = {ends: {"sure": False, "to": {}, "events": [threat]}}
    for window in ("480x320", "1280x800", "1920x1080"):
        (_, top, _, bottom), cards = page.evaluate(BOXES, [position, options_for(window)])
        assert len(cards) >= 5 and all(bottom <= card[1] or card[3] <= top for card in cards), window


def test_cards_that_k_leaves_are_marked(page: Any) -> None:
    game = opened(page, "tribute", patrons=PATRONS)
    seen = 0
    for position in itertools.islice(decisions(game, 3), 240):
        plays = position["description"]["together"] if position["moves"] else []
        hand = [move for move in position["moves"] if move["kind"] == "play"]
        if len(plays) < 2 or len(hand) == len(plays):
            continue
        seen += 1
        page.evaluate(
            "([position, options]) => harness.show('tribute', position, options)", [position, options_for("1280x800")]
        )
        marked = page.locator("#stage [data-zone=hand]", has_text=re.compile("choose|by itself")).count()
        told = page.locator("#stage [data-zone=hand]", has_text="combo").count()
        assert marked <= len(hand) - len(plays) <= marked + told
    assert seen


LEGEND = """async ([game, words, language]) => {
    const [drawing, kit] = [await import(`/page/games/${game}/draw.js`), await import('/page/kit.js')];
    const say = (key, values) => kit.fill(words[key], values);
    return drawing.legend(language, say, kit).map(([sign, text]) => [sign instanceof SVGElement, text]); }"""


@pytest.mark.parametrize("language", ["en", "es"])
def test_every_sign_on_a_card_is_explained(page: Any, language: str) -> None:
    game = opened(page, "tribute", patrons=PATRONS)
    told = page.evaluate(LEGEND, ["tribute", game.words[language], language])
    texts = {text for _, text in told}
    assert all(drawn for drawn, _ in told) and len(texts) == len(told)
    names: set[str] = set()

    def collect(effects: Any) -> None:
        for name, *rest in effects:
            if name == "either":
                collect(rest)
            else:
                names.add(name)

    for card in facts_of(game)["cards"][language].values():
        for effects in (card.get("effects") or {}).values():
            collect(effects)
    assert len(names) > 10
    for name in names:
        start = game.words[language][f"short.{name}"].split("{")[0].strip()
        assert any(text.lower().startswith(start.lower()) for text in texts), name


LEFT = """([position, options]) => { harness.show('tribute', position, options);
    const node = document.querySelector('#stage [data-key="button:all"]');
    return node && [node.getAttribute('aria-label'), JSON.parse(node.dataset.all)]; }"""


def test_the_last_card_keeps_its_button_and_its_warning(page: Any) -> None:
    """With one playable card K still plays it, whatever it asks; each turn that would lose it says so."""
    position = first(opened(page, "tribute", patrons=PATRONS))
    play = next(move for move in position["moves"] if move["kind"] == "play")
    others = [move for move in position["moves"] if move["kind"] != "play"]
    end = next(move for move in others if move["kind"] == "end_turn")
    description = {**position["description"], "together": []}
    shown = {**position, "description": description, "moves": [play, *others]}
    for window, label in (("1920x1080", "Play the last card (K)"), ("360x740", "Play the last card")):
        said, sent = page.evaluate(LEFT, [shown, options_for(window)])
        assert said.startswith(label) and sent == [{"kind": "play", "card": play["card"], "key": play["key"]}]
    assert page.evaluate(LEFT, [{**shown, "moves": others}, options_for("1280x800")]) is None
    warned = """([p, o, id]) => { const view = harness.viewOf('tribute', p, o); return import('/page/games/tribute/draw.js')
        .then(({warning}) => warning(view, id, new Set(['play', 'play:0', 'call', 'buy', 'activate']))); }"""
    found = page.evaluate(warned, [shown, options_for("1280x800"), end["id"]])
    assert found["kind"] == f"play:{description['turn']}" and "not played" in found["text"]


ASKED = """([position, options]) => { harness.show('tribute', position, options);
    const none = document.querySelector('#stage [data-key="button:done"]');
    return [[...document.querySelectorAll('#stage text')].map((node) => node.textContent).join(' '),
      none.innerHTML.includes('#F6BC3A')]; }"""


def test_a_question_of_the_tavern_is_asked_on_the_table_and_none_is_pale(page: Any) -> None:
    game = opened(page, "tribute", patrons=PATRONS)
    position = next(
        one
        for seed in range(60)
        for one in decisions(game, seed)
        if (one["description"]["choice"] or {}).get("kind") == "replace"
        and any(move["kind"] == "done" for move in one["moves"])
        and not one["description"]["choice"].get("picked")
    )
    said, golden = page.evaluate(ASKED, [position, options_for("1280x800")])
    assert "Replace up to" in said and "of the tavern" in said and not golden


def test_cards_of_coins_have_pictures_of_their_own(page: Any) -> None:
    opened(page, "tribute")
    names = ["Goods Shipment", "Hireling", "Toll of Silver", "Ragpicker", "Writ of Coin", "Gold"]
    drawn = page.evaluate(
        "(names) => import('/page/games/tribute/art.js').then(({stillLife}) => names.map((n) => stillLife(n).outerHTML))",
        names,
    )
    assert len(set(drawn)) == len(names)


PLATES = """([position, options]) => { harness.show('tribute', position, options);
    return [...document.querySelectorAll('#stage [data-zone=patrons]')].map((node) => [node.dataset.key.split(':')[1],
        [...node.querySelectorAll('text')].map((text) => text.textContent).join(' ')]); }"""


def test_a_plate_tells_what_a_call_does_and_what_bars_it(page: Any) -> None:
    """At 1024x600 both, at 640x480 one line of them."""
    game = opened(page, "tribute", patrons=PATRONS)
    position = first(game)
    barred = {entry["patron"]: entry["barred"] for entry in position["description"]["patrons"]}
    assert any(reason and reason["reason"] == "power" for reason in barred.values())
    for language in ("en", "es"):
        words = game.words[language]
        for window in ("1024x600", "640x480"):
            layout, width, height = STAGES[window]
            options = {"layout": layout, "width": width, "height": height, "language": language, "theme": "light"}
            page.set_viewport_size({"width": width, "height": height})
            for patron, said in page.evaluate(PLATES, [position, options]):
                call = words[f"call.{patron}.nobody"]
                reason = barred[patron] and fill(words, f"barred.{barred[patron]['reason']}", barred[patron])
                reason = reason and reason[0].upper() + reason[1:]
                if window == "1024x600":  # there is room for both but where the call is long
                    assert call in said and ((reason or "") in said or len(call) > 55 or len(reason) > 30), (
                        patron,
                        said,
                    )
                else:
                    assert (reason and reason in said) or call.split(":")[0] in said, (patron, said)


LINES = "() => [...document.querySelectorAll('#stage text')].filter((n) => /^(Bot|The Duke|You gain)/.test(n.textContent)).map((n) => [n.textContent, n.getBoundingClientRect().top])"


@pytest.mark.parametrize("window", ["1280x800", "390x844"])
def test_each_thing_that_the_opponent_did_has_a_line(page: Any, window: str) -> None:
    """The end of the reader's own turn is not among it."""
    position = first(opened(page, "tribute", patrons=PATRONS))
    seat = position["seat"]

    def event(kind: str, text: str, **more: Any) -> dict[str, Any]:
        return {"kind": kind, "text": {"en": text, "es": text}, **more}

    position["events"] = [
        event("gain_prestige", "You gain 3 prestige.", seat=seat, number=3),
        event("turn", "Turn 2.", seat=1 - seat),
        *(event("buy", f"Bot buys {name} for 2.", seat=1 - seat) for name in ("Toll of Flesh", "Rally")),
        event("favour", "The Duke now favours Bot.", seat=1 - seat),
        event("turn", "Turn 3.", seat=seat),
    ]
    layout, width, height = STAGES[window]
    page.set_viewport_size({"width": width, "height": height})
    options = {"layout": layout, "width": width, "height": height, "language": "en", "theme": "light"}
    page.evaluate("([p, o]) => { harness.show('tribute', p, o); }", [position, options])
    found = page.evaluate(LINES)
    told = [text for text, _ in found if text != "Bot"]
    assert told[-3:] == ["Bot buys Toll of Flesh for 2", "Bot buys Rally for 2", "The Duke now favours Bot"], found
    assert not any("You gain 3" in text for text in told)
