"""Hearthstone in the browser: every kind of decision, the gaps between minions, the tokens of a minion, and the game in steps."""

from __future__ import annotations

import itertools
import json
import random
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from drawing_stage import CHROMIUM, PLAYED, STAGES, opened, options_for, stage
from drawn_positions import facts_of, position_of

import tapete
import tapete.games.hearthstone.decks as decks_of
from tapete.core.state import State
from tapete.play.session import Session

pytestmark = [pytest.mark.slow, pytest.mark.skipif(CHROMIUM is None, reason="no Chromium is installed")]
pytest.importorskip("playwright")
DECKS = {"variant": "full", "deck0": "RenoKazakusMage", "deck1": "MidrangeJadeShaman"}


@pytest.fixture(scope="module")
def page() -> Iterator[Any]:
    with stage() as empty:
        opened(empty, "hearthstone", **DECKS)
        yield empty


def positions(seed: int, **options: Any) -> Iterator[tuple[Session, dict[str, Any]]]:
    game = tapete.load("hearthstone", **{**DECKS, **options})
    chance = random.Random(seed)
    session = Session(game, [None, None], seed=seed)
    while not session.over:
        seat = session.waiting[0]
        yield session, position_of(session, seat, 0)
        session.play(seat, chance.choice(session.legal(seat)))


def drawn(page: Any, position: dict[str, Any], **more: Any) -> list[dict[str, str]]:
    given = options_for("1280x720", **more)
    page.evaluate("([p, o]) => harness.show('hearthstone', JSON.parse(p), o)", [json.dumps(position), given])
    return page.evaluate("() => [...document.querySelectorAll('#stage [data-key]')].map((n) => ({...n.dataset}))")


def test_a_minion_is_dropped_into_each_of_the_gaps(page: Any) -> None:
    """With n minions on the board there are n + 1 gaps, and each holds the moves with its own position."""
    checked = 0
    for _, position in positions(3):
        own = position["description"]["players"][position["seat"]]
        plays = [m for m in position["moves"] if m["kind"] == "play" and "position" in m and not m.get("target")]
        if position["description"]["phase"] != "main" or len(own["board"]) < 2 or not plays:
            continue
        place = plays[0]["place"]
        thing = next(
            t
            for t in drawn(page, position)
            if t.get("moves") and str(plays[0]["id"]) in t["moves"].split() and t["zone"] == "hand"
        )
        gaps = [t for t in drawn(page, position, pick=[thing["key"]]) if t["key"].startswith("gap:")]
        assert [gap["key"] for gap in gaps] == [f"gap:{n}" for n in range(len(own["board"]) + 1)]
        for number, gap in enumerate(gaps):
            ids = {int(one) for one in gap["moves"].split()}
            wanted = {
                m["id"]
                for m in position["moves"]
                if m["kind"] == "play" and m["place"] == place and m.get("position") == number
            }
            assert ids == wanted
        checked += 1
        if checked == 3:
            return
    raise AssertionError("too few minions")


WHO = {"en": "Who attacks {name}?", "es": "¿Quién ataca a {name}?"}


def test_an_enemy_picked_first_asks_for_its_attacker(page: Any) -> None:
    """The question names the enemy, those who can attack it are lit as such, and no click on it alone sends an attack."""
    position = next(p for _, p in positions(3) if any(move["kind"] == "attack" for move in p["moves"]))
    enemy = position["description"]["players"][1 - position["seat"]]["hero"]["key"]
    attackers = {
        m["attacker"]["key"] for m in position["moves"] if m["kind"] == "attack" and m["target"]["key"] == enemy
    }
    assert attackers
    for language, asked in WHO.items():
        told = page.evaluate(
            "([p, o]) => harness.show('hearthstone', JSON.parse(p), o)",
            [json.dumps(position), options_for("1280x720", language, pick=[enemy])],
        )
        assert told["guide"] == asked.format(name=f"Bot {1 - position['seat']}")
    things = {thing["key"]: thing for thing in drawn(page, position, pick=[enemy])}
    assert all(things[key]["state"] == "can" for key in attackers)
    assert "target" not in {thing.get("state") for thing in things.values()} and "begins" in things[enemy]


def test_two_clicks_that_name_one_move_make_it(page: Any) -> None:
    """Who answers what is picked does not begin anything: the page sends the move; where it asks first, it says what it asks."""
    position = next(p for _, p in positions(3) if any(move["kind"] == "attack" for move in p["moves"]))
    attack = next(move for move in position["moves"] if move["kind"] == "attack")
    attacker, target = attack["attacker"]["key"], attack["target"]["key"]
    for first, second in ((attacker, target), (target, attacker)):
        for picked in ([first], [first, second]):  # before the click, and as the page draws it anew after the click
            things = {thing["key"]: thing for thing in drawn(page, position, pick=picked)}
            assert "begins" not in things[second]
    told = page.evaluate(
        "([p, o]) => harness.show('hearthstone', JSON.parse(p), o)",
        [json.dumps(position), options_for("1280x720", pick=[attacker, target])],
    )
    assert told["guide"] is None


def test_a_card_without_words_of_the_game_shows_its_sentence(page: Any) -> None:
    """A spell without a keyword to stand for its sentence: the window gives way to it, or the parchment says that it is a spell."""
    position = next(p for _, p in positions(3) if p["description"]["phase"] == "main" and p["seat"] == 0)
    position["description"]["players"][0]["hand"][0]["card"] = "CS2_094"
    layout, width, height = STAGES["1280x800"]
    for language, words in (("en", "draw a card"), ("es", "robas una carta")):
        given = {"layout": layout, "width": width, "height": height, "language": language, "theme": "light"}
        page.evaluate("([p, o]) => harness.show('hearthstone', JSON.parse(p), o)", [json.dumps(position), given])
        text = page.evaluate(
            "() => [...document.querySelectorAll('#stage [data-card=CS2_094] text')].map((n) => n.textContent).join(' ')"
        )
        assert words in text, text


UNDER = """() => { const row = document.querySelector('#stage [data-key="gap:0"] > .hit').getBoundingClientRect();
    const last = [...document.querySelectorAll('#stage [data-key^="gap:"] > .hit')].at(-1).getBoundingClientRect();
    return Array.from({length: 40}, (_, i) => row.left + 2 + (last.right - row.left - 4) * i / 39).map((x) =>
      document.elementFromPoint(x, row.top + row.height / 2)?.closest('[data-moves]')?.dataset.key ?? null); }"""


def test_a_minion_goes_to_the_nearest_place_wherever_it_is_dropped(page: Any) -> None:
    """The places fill the own row from left to right, minions included; the first minion of a board asks for none."""
    seen = set()
    for _, position in positions(3):
        own = position["description"]["players"][position["seat"]]
        count = len(own["board"])
        plays = [m for m in position["moves"] if m["kind"] == "play" and "position" in m and not m.get("target")]
        if position["description"]["phase"] != "main" or count in seen or not plays:
            continue
        card = next(
            t["key"]
            for t in drawn(page, position)
            if t.get("zone") == "hand" and str(plays[0]["id"]) in t.get("moves", "").split()
        )
        things = drawn(page, position, pick=[card])
        under = page.evaluate(UNDER)
        assert under == sorted(under) and set(under) == {f"gap:{n}" for n in range(count + 1)}, under
        targets = {t["key"] for t in things if t.get("state") == "target"}
        assert targets == ({f"gap:{n}" for n in range(count + 1)} if count else set())
        seen.add(count)
        if len(seen) == 3:
            return
    raise AssertionError("too few minions")


LOOKS = {
    "taunt": ".taunt",
    "divine_shield": ".bubble",
    "stealth": ".veil",
    "frozen": ".ice",
}
TILE = """key => { const n = [...document.querySelectorAll('#stage [data-key]')].find((t) => t.dataset.key === key);
    n.removeAttribute('aria-label'); return n.outerHTML; }"""
DISCS = (
    "windfury",
    "charge",
    "lifesteal",
    "elusive",
    "immune",
    "cannot_attack",
    "cannot_attack_heroes",
    "borrowed",
    "doomed",
)


def test_every_flag_of_a_minion_has_a_token(page: Any) -> None:
    """Each flag changes the tile by a shape of its own; one that is not drawn would leave the tile as it was."""
    _, position = next(
        (s, p)
        for s, p in positions(3)
        if p["description"]["players"][0]["board"] and p["description"]["phase"] == "main"
    )
    minion = position["description"]["players"][0]["board"][0]

    def tile(flags: list[str]) -> Any:
        minion["flags"] = flags
        drawn(page, position)
        return page.evaluate(TILE, minion["key"])

    plain = tile([])
    for flag, shape in LOOKS.items():
        tile([flag])
        inside = page.evaluate(
            "([key, shape]) => [...document.querySelectorAll('#stage [data-key]')].find((t) => t.dataset.key === key).querySelectorAll(shape).length",
            [minion["key"], shape],
        )
        assert inside > 0, flag
    seen = {flag: tile([flag]) for flag in DISCS}
    assert all(look != plain for look in seen.values()), [flag for flag, look in seen.items() if look == plain]
    alike = {("cannot_attack", "cannot_attack_heroes")}  # both are barred
    for one in DISCS:
        for other in DISCS:
            if one < other and (one, other) not in alike:
                assert seen[one] != seen[other], (one, other)


def seen(state: State) -> dict[str, Any]:
    """Return a position as the seat to move sees it."""
    texts = {a: {language: state.action_text(a, language) for language in ("en", "es")} for a in state.legal()}
    moves = [{**state.move(action), "id": action, "text": text} for action, text in texts.items()]
    return {"seat": state.seat, "over": False, "description": state.describe(state.seat), "moves": moves, "events": []}


def clicked(page: Any, steps: State, keys: list[str], goal: State) -> int:
    """Return the step that a click on one of the things gives now, as a part of the whole move."""
    things = [thing for thing in drawn(page, seen(steps)) if thing.get("moves")]
    offered = [int(one) for thing in things if thing["key"] in keys for one in thing["moves"].split()]
    fitting = [step for step in dict.fromkeys(offered) if reaches(after(steps, step), goal)]
    assert fitting, (keys, [thing["key"] for thing in things])
    return fitting[0]


def after(state: State, action: int) -> State:
    later = state.clone()
    later.apply(action)
    return later


def reaches(state: State, goal: State, depth: int = 3) -> bool:
    """Return whether the steps so far can be completed to the whole move."""
    if state.over or state.describe(None)["partial"] is None:
        return bool(state.describe(None)["players"] == goal.describe(None)["players"])
    return depth > 0 and any(reaches(after(state, step), goal, depth - 1) for step in state.legal())


def test_the_same_things_are_clicked_where_a_move_is_made_in_steps(page: Any) -> None:
    """A game in whole moves and the same in steps: the clicks for a move are offered in the steps, and lead to the same position."""
    whole = tapete.load("hearthstone", **DECKS).deal(4)
    steps = tapete.load("hearthstone", **DECKS, factored=True).deal(4)
    chance = random.Random(4)
    kinds: set[str] = set()
    for _ in range(60):
        if whole.over:
            break
        position = seen(whole)
        action = chance.choice(whole.legal())
        kinds.add(whole.move(action)["kind"])
        found = page.evaluate(
            "([p, o, id]) => harness.thingsOf('hearthstone', JSON.parse(p), o, id)",
            [json.dumps(position), options_for("1280x720"), action],
        )
        whole.apply(action)
        while True:
            steps.apply(clicked(page, steps, found, whole))
            if steps.over or steps.describe(None)["partial"] is None:
                break
        assert steps.describe(None)["players"] == whole.describe(None)["players"]
    assert {"mulligan", "play", "attack", "power", "end"} <= kinds, kinds


# The fullest table on every stage

FLAGS = (
    ["taunt"],
    ["divine_shield"],
    ["frozen"],
    ["stealth"],
    ["windfury", "lifesteal"],
    ["taunt", "divine_shield"],
    [],
)
MINIONS = ("EX1_066", "CS2_033", "CFM_712_t05", "KAR_114", "EX1_572", "CS2_tk1", "CFM_815")
HAND = ("CFM_621", "CS2_029", "EX1_561", "LOE_011", "CFM_660", "EX1_295", "KAR_076", "CS2_033", "GAME_005", "EX1_145")


def fullest() -> dict[str, Any]:
    """Return a position with seven minions of every look on each side, ten cards in each hand, weapons, secrets, counters."""
    position = next(
        p
        for _, p in positions(3)
        if p["description"]["phase"] == "main"
        and p["seat"] == 0
        and all(player["board"] for player in p["description"]["players"])
    )
    for seat, player in enumerate(position["description"]["players"]):
        for number in range(len(player["board"]), 7):
            card = MINIONS[(number + 3 * seat) % 7]
            more = {"card": card, "key": f"x{seat}{number}", "flags": FLAGS[(number + seat) % 7], "place": number}
            player["board"].append({**player["board"][0], **more, "attack": number, "health": 12, "max_health": 14})
        player["weapon"] = {"card": "CS2_106", "attack": 3, "durability": 2, "attack_now": 3}
        player["mana"] = {**player["mana"], "crystals": 10, "available": 6, "locked": 1, "owed": 2}
        player["hero"] = {**player["hero"], "attack": 3, "armor": 12, "health": 10}
        player["secrets"] = [{"class": "hunter", "ruled_out": [], "card": None}] * 3
        player.update(jade=4, spell_damage=2)
    own, other = position["description"]["players"]
    kept = [card for card in HAND if card not in {entry["card"] for entry in own["hand"]}]
    own["hand"] += [
        {"card": card, "from": "deck", "seen_buff": 0, "buff": 0, "cost": number}
        for number, card in enumerate(kept[: 10 - len(own["hand"])])
    ]
    other["hand"] = [{"card": None, "from": "deck", "seen_buff": 0}] * 9 + [
        {"card": "GAME_005", "from": "known", "seen_buff": 0}
    ]
    position["description"]["turn"] = 46
    return position


BOXES = """() => [...document.querySelectorAll('#stage [data-zone][data-key]')].map((node) => {
    const box = (node.querySelector(':scope > .hit') ?? node).getBoundingClientRect();
    return {key: node.dataset.key, zone: node.dataset.zone, x: box.left, y: box.top, right: box.right, bottom: box.bottom,
        wide: Number(node.querySelector(':scope > .hit')?.getAttribute('width') ?? 0)};
})"""
LIES_ON = {"secrets"}  # discs on the rim of a hero


def overlaps(boxes: list[dict[str, Any]], least: float = 6) -> list[str]:
    """Return things of two zones that overlap by more than a rim."""
    found = []
    for number, one in enumerate(boxes):
        for other in boxes[number + 1 :]:
            if one["zone"] == other["zone"] or {one["zone"], other["zone"]} & LIES_ON:
                continue
            across = min(one["right"], other["right"]) - max(one["x"], other["x"])
            down = min(one["bottom"], other["bottom"]) - max(one["y"], other["y"])
            if across > least and down > least:
                found.append(f"{one['key']} / {other['key']}: {across:.0f}x{down:.0f}")
    return found


@pytest.mark.parametrize("window", list(STAGES))
def test_the_fullest_table_fits_every_stage(page: Any, window: str) -> None:
    """Nothing is cut, off the stage, too small or under another zone; cards in hand are 56 pixels wide, from 390 up 66."""
    position = fullest()
    layout, width, height = STAGES[window]
    page.set_viewport_size({"width": width, "height": height})
    for language, theme in (("en", "light"), ("es", "dark")):
        given = {"layout": layout, "width": width, "height": height, "language": language, "theme": theme}
        page.evaluate("([p, o]) => harness.show('hearthstone', JSON.parse(p), o)", [json.dumps(position), given])
        assert page.evaluate("harness.faults()") == []
        texts = page.evaluate("() => [...document.querySelectorAll('#stage text')].map((n) => n.textContent)")
        assert not [text for text in texts if text.endswith("…")]
        boxes = page.evaluate(BOXES)
        assert not overlaps(boxes)
        cards = [box["wide"] for box in boxes if box["zone"] == "hand"]
        assert len(cards) == 10 and min(cards) >= (66 if width >= 380 else 56)
        assert sum(box["zone"].endswith("_board") for box in boxes) == 14


# Motion


def steps(seed: int, games: int, each: int = 1) -> Iterator[str]:
    """Return steps of games as seat 0 sees them, some of every kind of event: before, after, and the events."""
    game = tapete.load("hearthstone", **DECKS)
    kinds: Counter[str] = Counter()
    for number in range(games):
        chance, told = random.Random(seed + number), 0
        session = Session(game, [None, None], seed=seed + number)
        while not session.over:
            before = session.state.describe(0)
            session.play(session.waiting[0], chance.choice(session.legal(session.waiting[0])))
            events, told = session.seen_by(0)[told:], len(session.seen_by(0))
            own = {event["kind"] for event in events}
            if any(kinds[kind] < each for kind in own):
                kinds.update(own)
                texts = [{**event, "text": game.event_text(event, "en", reader=0)} for event in events]
                yield json.dumps({"before": before, "after": session.state.describe(0), "events": texts})


def test_every_event_is_shown_once_and_every_rolling_number_is_drawn(page: Any) -> None:
    """On a large and a small stage in turn; nothing stays hidden, and the last beat shows the position sent."""
    ids: Counter[str] = Counter()
    rolled: Counter[str] = Counter()
    for number, step in enumerate(steps(3, 9)):
        layout, width, height = STAGES[("1280x800", "390x844")[number % 2]]
        page.set_viewport_size({"width": width, "height": height})
        given = {"layout": layout, "width": width, "height": height, "language": "en", "theme": "light"}
        found = page.evaluate(PLAYED, ["hearthstone", step, given])
        events = json.loads(step)["events"]
        told = Counter(index for beat in found["made"] for index in beat["tells"])
        assert told == Counter(range(len(events))), (events, found["made"])
        assert found["same"] and not found["faults"], (events, found["faults"][:3])
        assert found["hidden"] == 0 and found["left"] == 0, events
        assert sum(beat["ms"] or 0 for beat in found["made"]) <= 6000
        ids.update(beat["id"] for beat in found["made"])
        rolled.update(name.split(":")[0] for name, drawn_ in found["rolled"] if drawn_)
    assert {"card", "attack", "hurt", "died", "ranks", "draw", "turn", "offers", "chooses"} <= set(ids), ids
    assert {"health", "attack"} <= set(rolled), rolled
    assert "mana" not in rolled, "it would contradict the crystals beside it"


def test_a_turn_begins_with_its_banner_and_then_the_card_is_drawn(page: Any) -> None:
    """In the turn of either player the new turn and its crystals are shown before the card of the turn leaves the deck."""
    page.set_viewport_size({"width": 1280, "height": 800})
    for step in steps(3, 2, 4):
        kinds = {event["kind"] for event in json.loads(step)["events"]}
        if "turn" in kinds and kinds & {"draws", "draws_cards"} and json.loads(step)["before"]["phase"] == "main":
            order = [
                beat["id"] for beat in page.evaluate(PLAYED, ["hearthstone", step, options_for("1280x720")])["made"]
            ]
            assert order.index("turn") < order.index("draw"), order
            return
    raise AssertionError("no turn began")


def test_who_falls_has_no_health_left_and_does_not_sink_below_nothing(page: Any) -> None:
    """With the blow the numbers go to 0, before any word of death; a hero that lost more than it had shows 0."""
    wanted = {"minion", "hero"}
    for step in steps(3, 9, 40):
        given, kinds = json.loads(step), [event["kind"] for event in json.loads(step)["events"]]
        before, after, events = given["before"], given["after"], given["events"]
        if "minion" in wanted and kinds.count("dies") == 1 and "attack_on" in kinds and "fired" not in kinds:
            dead = next(event["key"] for event in events if event["kind"] == "dies")
            beat = "hurt"
        elif after["over"] and after["winner"] is not None:
            loser = after["players"][1 - after["winner"]]["hero"]
            loser["health"], dead, beat = -3, loser["key"], "end"
        else:
            continue
        made = page.evaluate(
            BEATS, ["hearthstone", {"before": before, "after": after, "events": events}, options_for("1280x720")]
        )
        assert any(one["id"] == beat for one in made), (beat, made)
        shown = next(one for one in made if one["id"] == beat)
        assert shown["numbers"][f"health:{dead}"] == "0", shown
        assert not any("dies" in one["tells"] for one in made[: made.index(shown) + 1])
        wanted.discard("minion" if beat == "hurt" else "hero")
        if not wanted:
            return
    raise AssertionError(wanted)


BEATS = """async ([game, {before, after, events}, options]) => {
    const drawing = await import(`/page/games/${game}/draw.js`), {beatsOf, written} = await import('/page/director.js');
    const picture = (description) => ({seat: 0, over: description.over, description, moves: [], events: []});
    let shown = before;
    return beatsOf(drawing, before, after, events, harness.viewOf(game, picture(after), options)).map((beat) => {
        shown = written(shown, beat);
        harness.show(game, picture(shown), options);
        const numbers = [...document.querySelectorAll('#stage [data-number]')].map((n) => [n.dataset.number, n.textContent]);
        return {id: beat.id, tells: (beat.tells ?? []).map((e) => e.kind), numbers: Object.fromEntries(numbers)};
    });
}"""  # the numbers on the table after each beat


def test_the_numbers_of_a_ready_hero_lie_over_its_ring(page: Any) -> None:
    """Attack and health are drawn after the ring and on the stage, also of a hero at the edge of a phone."""
    position = next(p for _, p in positions(3) if p["description"]["phase"] == "main" and p["seat"] == 0)
    hero = position["description"]["players"][0]["hero"]
    hero["attack"] = 3
    enemy = {"seat": 1, "place": None, **position["description"]["players"][1]["hero"]}
    attacker = {"seat": 0, "place": None, "key": hero["key"]}
    position["moves"].append(
        {**position["moves"][0], "id": 99999, "kind": "attack", "attacker": attacker, "target": enemy}
    )
    for name in ("390x844", "844x390", "1280x800"):
        layout, width, height = STAGES[name]
        given = {
            "layout": layout,
            "width": width,
            "height": height,
            "language": "es",
            "theme": "light",
            "pick": [hero["key"]],
        }
        told = page.evaluate("([p, o]) => harness.show('hearthstone', JSON.parse(p), o)", [json.dumps(position), given])
        found = page.evaluate(
            """key => { const node = [...document.querySelectorAll('#stage [data-key]')].find((n) => n.dataset.key === key);
            const number = node.querySelector(`[data-number="attack:${key}"]`), mark = node.querySelector('.mark');
            return {over: Boolean(mark.compareDocumentPosition(number) & Node.DOCUMENT_POSITION_FOLLOWING),
                left: number.parentNode.getBoundingClientRect().left}; }""",
            hero["key"],
        )
        assert found["over"] and found["left"] >= 0, (name, found)
        assert told["guide"] == "¿A quién ataca tu héroe?"


def test_no_two_cards_of_a_deck_look_alike(page: Any) -> None:
    """Each card of a tournament deck has a picture of its own, not only another colour; every look is drawn."""
    facts = facts_of(tapete.load("hearthstone", **DECKS))["cards"]["en"]
    file = Path(decks_of.__file__).parent / "decks.json"
    for deck in json.loads(file.read_text()):
        if "Toy" in deck["name"] or "Basic" in deck["name"]:
            continue
        cards = [facts[card] for card in deck["full"]]
        seen = page.evaluate(
            """async (cards) => { const {motif, pictured} = await import('/page/games/hearthstone/creatures.js');
            return cards.map((card) => { const {picture, tint} = motif(card);
                const drawn = pictured(picture, tint);
                if (!drawn.childElementCount) throw new Error(`nothing is drawn of ${picture}`);
                return [picture, drawn.innerHTML.replace(/#[0-9A-Fa-f]{3,6}/g, '')]; }); }""",
            cards,
        )
        count = Counter(shapes for _, shapes in seen)
        assert not [picture for picture, shapes in seen if count[shapes] > 1], deck["name"]


CUT = """() => [...document.querySelectorAll('#stage [data-zone$=board]')].map((tile) => {
    const box = (name) => { const found = tile.querySelector(`[data-number^="${name}:"]`)?.parentNode.getBoundingClientRect();
        return found && {left: found.left, right: found.right, top: found.top}; };
    const names = [...tile.querySelectorAll('text:not([data-number])')];
    return {zone: tile.dataset.zone, attack: box('attack'), health: box('health'),
        names: names.length, squeezed: names.some((text) => text.hasAttribute('textLength'))}; })"""


def test_numbers_of_neighbours_keep_apart_and_few_minions_have_names(page: Any) -> None:
    """No health touches the next attack on a phone; at 844x390 each has its whole name below it."""
    position = fullest()
    full = json.dumps(position)
    for window, count in (("390x844", 5), ("390x844", 4), ("844x390", 3)):
        position = json.loads(full)
        for player in position["description"]["players"]:
            del player["board"][count:]
        layout, width, height = STAGES[window]
        page.set_viewport_size({"width": width, "height": height})
        given = {"layout": layout, "width": width, "height": height, "language": "es", "theme": "light"}
        page.evaluate("([p, o]) => harness.show('hearthstone', JSON.parse(p), o)", [json.dumps(position), given])
        tiles = page.evaluate(CUT)
        assert len(tiles) == 2 * count and all(tile["names"] for tile in tiles)
        assert not [tile for tile in tiles if tile["squeezed"] and window == "844x390"]
        for one, other in itertools.pairwise(tiles):
            if one["zone"] == other["zone"]:
                assert one["health"]["right"] + 1 < other["attack"]["left"], (window, one, other)


def test_the_slate_names_what_caused_what_it_tells(page: Any) -> None:
    """A spell and all that it did: where not all fits, its name comes before its consequences."""
    position = next(p for _, p in positions(3) if p["description"]["phase"] == "main" and p["seat"] == 0)
    cause = {"kind": "plays_on", "seat": 1, "text": {"en": "bot 1 plays Frostbolt on your Sheep", "es": "x"}}
    more = [{"kind": "dies", "seat": 0, "text": {"en": f"consequence {'long ' * 12}{n}", "es": "x"}} for n in range(20)]
    position["events"] = [cause, *more]
    for window in ("1280x800", "1024x600", "390x844"):
        layout, width, height = STAGES[window]
        given = {"layout": layout, "width": width, "height": height, "language": "en", "theme": "light"}
        page.evaluate("([p, o]) => harness.show('hearthstone', JSON.parse(p), o)", [json.dumps(position), given])
        told = page.evaluate("() => [...document.querySelectorAll('#stage text')].map((n) => n.textContent).join(' ')")
        assert "plays Frostbolt" in " ".join(told.split()), (window, told)


def test_the_slate_tells_cards_that_a_card_draws_but_not_that_of_the_turn(page: Any) -> None:
    position = next(p for _, p in positions(3) if p["description"]["phase"] == "main" and p["seat"] == 0)
    said = {
        "turn": "turn 9",
        "draws_cards": f"you draw Hex {'and more ' * 40}",
        "plays": "bot 1 plays The Curator",
        "draws": "draws 3 cards",
    }
    position["events"] = [{"kind": kind, "seat": 0, "text": {"en": text, "es": text}} for kind, text in said.items()]
    drawn(page, position)
    told = page.evaluate("() => [...document.querySelectorAll('#stage text')].map((n) => n.textContent).join(' ')")
    assert "Draws 3 cards" in told and "You draw Hex" not in told


def test_what_cannot_be_played_is_told_by_more_than_colour(page: Any) -> None:
    """A padlock, not a line across the corner: no mark of a card goes beyond a few pixels beside its crystal."""
    position = fullest()
    page.set_viewport_size({"width": 1280, "height": 800})
    things = [t for t in drawn(page, position) if t.get("zone") == "hand"]
    shut = [t["key"] for t in things if t.get("state") == "no"]
    assert shut
    inside = page.evaluate(
        """keys => [...document.querySelectorAll('#stage [data-zone=hand]')].filter((n) => keys.includes(n.dataset.key))
        .map((n) => n.querySelector('.mark').getBoundingClientRect().width)""",
        shut,
    )
    assert all(0 < width < 40 for width in inside), inside


def test_mug_and_candle_answer_a_tap(page: Any) -> None:
    _, position = next((s, p) for s, p in positions(3) if p["description"]["phase"] == "main")
    looks = {}
    for toggles in ([], ["mug"], ["candle"]):
        drawn(page, position, toggles=toggles)
        looks[tuple(toggles)] = [page.evaluate(TILE, f"toy:{what}") for what in ("mug", "candle")]
    still = looks[()]
    assert looks[("mug",)][0] != still[0] and looks[("mug",)][1] == still[1]
    assert looks[("candle",)][1] != still[1] and looks[("candle",)][0] == still[0]


def test_a_secret_that_is_set_already_says_so(page: Any) -> None:
    game = tapete.load("hearthstone")
    side = {"class": "hunter", "deck": ["EX1_610"] * 3, "hand": ["EX1_610"], "secrets": ["EX1_610"]}
    state = game.set_up({"turn": 9, "current": 0, "players": [side, {"deck": ["CS2_172"] * 3}]})
    position = position_of(Session(game, [None, None], position=state), 0, 0)
    [card] = [thing for thing in drawn(page, position) if thing.get("zone") == "hand"]
    assert (card["state"], card["why"]) == ("no", "this secret is set already")


WORDED = """async ([position, seat, reader]) => {
    const { wording } = await import('/page/games/hearthstone/draw.js'), { description } = JSON.parse(position);
    const said = { say: 'move.attack', attacker: { say: 'who.hero' }, target: { say: 'who.enemy', place: 1 } };
    const data = { seat, attacker: { seat, place: null }, target: { seat: 1 - seat, place: 0, card: 'x' } };
    const { attacker, target } = wording(said, data, { description, reader });
    return [attacker.say, target.say];
}"""


def test_a_move_of_the_other_player_names_my_minion_as_mine(page: Any) -> None:
    position = json.dumps(next(p for _, p in positions(3)))
    assert page.evaluate(WORDED, [position, 0, 0]) == ["who.hero", "shown.enemy"]
    assert page.evaluate(WORDED, [position, 1, 0]) == ["shown.hero", "shown.yours"]
    assert page.evaluate(WORDED, [position, 1, None]) == ["shown.hero", "shown.enemy"]


def laid(page: Any, position: dict[str, Any], window: str, **more: Any) -> dict[str, dict[str, Any]]:
    """Return the boxes of the drawn things of a stage by key."""
    layout, width, height = STAGES[window]
    page.set_viewport_size({"width": width, "height": height})
    given = {"layout": layout, "width": width, "height": height, "language": "es", "theme": "light", **more}
    page.evaluate("([p, o]) => harness.show('hearthstone', JSON.parse(p), o)", [json.dumps(position), given])
    return {box["key"]: box for box in page.evaluate(BOXES)}


def test_nothing_on_a_phone_moves_with_the_number_of_cards(page: Any) -> None:
    """Heroes, minions and the button that ends the turn are where they were with ten cards, and shields on the mat."""
    position = fullest()
    for player in position["description"]["players"]:
        del player["board"][4:]
    position["moves"] = [move for move in position["moves"] if move["kind"] == "end"]
    hand = position["description"]["players"][0]["hand"]
    seen = []
    for cards in (10, 7, 5, 3, 1):
        del hand[cards:]
        things = laid(page, position, "390x844")
        seen.append({key: (box["x"], box["y"]) for key, box in things.items() if box["zone"] != "hand"})
    assert all(one == seen[0] for one in seen)


def test_an_offer_leaves_both_heroes_in_sight_and_can_be_put_away(page: Any) -> None:
    position = next(
        p
        for seed in range(3, 12)
        for _, p in positions(seed)
        if len((p["description"].get("choice") or {}).get("options") or []) == 3
    )
    choice, turn = position["description"]["choice"], position["description"]["turn"]
    for window in STAGES:
        things = laid(page, position, window)
        offered = [box for box in things.values() if box["zone"] == "choice"]
        heroes = [box for box in things.values() if box["zone"] == "heroes"]
        assert len(offered) == 3 and len(heroes) == 2
        assert not overlaps([*offered, *heroes, things["button:fold"]]), window
    things = laid(page, position, "390x844", toggles=[f"fold:{turn}:{','.join(choice['options'])}:"])
    assert "button:fold" in things and not [box for box in things.values() if box["zone"] == "choice"]


def test_a_card_with_a_long_sentence_shows_its_first_lines_and_a_picture(page: Any) -> None:
    position = next(p for _, p in positions(3) if p["description"]["phase"] == "main" and p["seat"] == 0)
    hand = position["description"]["players"][0]["hand"]
    hand[0]["card"] = "EX1_538"
    for entry in hand[1:]:
        entry["card"] = "CS2_033"
    laid(page, position, "1280x800")
    text = page.evaluate(
        "() => [...document.querySelectorAll('#stage [data-card=EX1_538] text')].map((n) => n.textContent).join(' ')"
    )
    assert "Solo si el rival" in text, text


def test_who_attacks_is_refused_what_taunt_protects(page: Any) -> None:
    """While an attacker is picked, enemies offer only its own moves, and the others say what stops them."""
    for _, position in positions(3):
        d = position["description"]
        if d["phase"] != "main" or position["seat"] != 0:
            continue
        attacks = [move for move in position["moves"] if move["kind"] == "attack"]
        enemies = {minion["key"] for minion in d["players"][1]["board"]} | {d["players"][1]["hero"]["key"]}
        for attacker in {move["attacker"]["key"] for move in attacks}:
            struck = {move["target"]["key"] for move in attacks if move["attacker"]["key"] == attacker}
            if enemies - struck:
                things = {thing["key"]: thing for thing in drawn(page, position, pick=[attacker])}
                assert all("moves" in things[key] for key in struck)
                assert all("moves" not in things[key] and things[key].get("why") for key in enemies - struck)
                return
    raise AssertionError("no taunt")


def test_a_low_window_tells_in_its_bar_what_the_other_did(page: Any) -> None:
    position = next(p for _, p in positions(3) if p["description"]["phase"] == "main" and len(p["moves"]) > 1)
    position["events"] = [
        {"kind": kind, "seat": 1, "text": {"en": text, "es": text}}
        for kind, text in (("attack_on", "su Imp ataca a tu Sheep"), ("dies", "muere tu Sheep"), ("turn", "turno 9"))
    ]
    given = {**options_for("1280x720", "es"), "layout": "s", "width": 832, "height": 300}
    told = page.evaluate("([p, o]) => harness.show('hearthstone', JSON.parse(p), o)", [json.dumps(position), given])
    assert told["guide"] == "Su Imp ataca a tu Sheep. Muere tu Sheep."
