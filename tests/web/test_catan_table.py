"""Table of Catan: beats show every event once and end at the position sent; sizes, hands, the copy of the still board."""

from __future__ import annotations

import copy
import json
import random
import re
from collections import Counter
from functools import cache
from typing import Any

import pytest
from drawing_stage import CHROMIUM, PAGE, PLAYED, STAGES, drawing_of, opened, options_for
from drawn_positions import LANGUAGES, decisions
from samples import WINDOWS, sampled

import tapete
from tapete.play.session import Session

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="no Chromium is installed")
pytest.importorskip("playwright")

EACH = 1  # steps of every kind of event


def stage_of(window: str, language: str = "en") -> dict[str, Any]:
    layout, width, height = STAGES[window]
    return {"layout": layout, "width": width, "height": height, "language": language, "theme": "light"}


@cache
def steps() -> tuple[str, ...]:
    """Return steps of games as seat 0 sees them, some of every kind of event: before, after, and the events."""
    found: list[str] = []
    kinds: Counter[str] = Counter()
    for seed, options in enumerate(({"points": 8}, {"points": 6, "players": 3, "hidden_discards": True})):
        game = tapete.load("catan", **options)
        chance = random.Random(seed)
        session = Session(game, [None] * game.seats, seed=seed)
        agents = Session(game, ["value"] * game.seats, seed=seed).players
        told = 0
        while not session.over:
            seat = session.waiting[0]
            before = session.state.describe(0)
            agent = agents[seat]
            assert agent is not None
            legal = session.legal(seat)
            wise = agent.act(session.position_of(seat).view(seat, chance.getrandbits(60)))
            session.play(seat, chance.choice(legal) if chance.random() < 0.25 else wise)
            events = session.seen_by(0)[told:]
            told = len(session.seen_by(0))
            own = {event["kind"] for event in events}
            if any(kinds[kind] < EACH for kind in own):
                kinds.update(own)
                texts = [{**event, "text": game.event_text(event, "en", reader=0)} for event in events]
                after = session.state.describe(0)
                found.append(json.dumps({"before": before, "after": after, "events": texts}))
    return tuple(found)


@pytest.mark.slow
def test_every_event_is_shown_once_and_the_last_beat_shows_the_position_sent(page: Any) -> None:
    """Each kind of event, on a large and a small stage in turn: every flight starts and ends at a drawn thing."""
    opened(page, "catan")
    kinds: Counter[str] = Counter()
    for number, step in enumerate(steps()):
        given = stage_of(("1280x800", "390x844")[number % 2])
        page.set_viewport_size({"width": given["width"], "height": given["height"]})
        found = page.evaluate(PLAYED, ["catan", step, given])
        events = json.loads(step)["events"]
        told = Counter(index for beat in found["made"] for index in beat["tells"])
        assert told == Counter(range(len(events))), (events, found["made"])
        assert found["same"] and not found["faults"], (events, found["faults"][:3])
        assert not found["lost"], ([event["kind"] for event in events], found["lost"])
        assert found["hidden"] == 0 and found["left"] == 0, events
        assert sum(beat["ms"] or 0 for beat in found["made"]) <= 6000
        for beat in found["made"]:
            if beat["id"] not in ("rest", "step"):
                kinds.update(events[index]["kind"] for index in beat["tells"])
    wanted = {"roll", "settle", "road", "city", "robber", "steal", "buy", "trade", "offer", "won", "longest_road"}
    assert wanted <= set(kinds), wanted - set(kinds)


@cache
def walk() -> tuple[dict[str, Any], ...]:
    game = tapete.load("catan", compose_trade=True, points=6)
    return tuple(decisions(game, 4, ["value"] * game.seats))


@pytest.mark.parametrize("window", sampled(STAGES, WINDOWS))
def test_moves_and_texts_at_every_size(page: Any, window: str) -> None:
    """Decisions of a game and its end, in either language: nothing is cut or covered, every move can be clicked."""
    opened(page, "catan", compose_trade=True, points=6)
    number = list(STAGES).index(window)
    given = stage_of(window, LANGUAGES[number % 2])
    page.set_viewport_size({"width": given["width"], "height": given["height"]})
    positions = [*walk()[3 * number : -4 : 37], walk()[-1]]
    for position in positions:
        found = page.evaluate(
            "([p, o]) => { harness.show('catan', JSON.parse(p), o); return [...harness.faults(), "
            "...[...document.querySelectorAll('#stage [data-cut]')].map((node) => `cut: ${node.textContent}`)]; }",
            [json.dumps(position), given],
        )
        assert not found, (position["description"]["phase"], found[:5])
        assert page.evaluate(
            "() => [...document.querySelectorAll('#stage [data-key^=\"hand:\"] > .hit')]"
            ".every((node) => node.width.baseVal.value >= 55.9)"
        )


BUBBLE = """() => { const bubble = document.querySelector('#stage .preview'); bubble.classList.add('drawing');
    const frame = bubble.querySelector('rect').getBoundingClientRect();
    return Math.min(...[...bubble.querySelectorAll('text')].flatMap((text) => { const ink = text.getBoundingClientRect();
      return [ink.left - frame.left, frame.right - ink.right, ink.left, innerWidth - ink.right]; })); }"""


@pytest.mark.parametrize("window", ["1280x800", "390x844", "640x480"])
def test_the_bubble_of_a_corner_holds_its_words(page: Any, window: str) -> None:
    """Monospaced digits are wider than measured; the words still keep clear of the edge, in both languages."""
    position = next(decisions(opened(page, "catan"), 1))
    corners = sorted(position["moves"], key=lambda move: -len(str(move["hexes"])))[:3]
    for language in LANGUAGES:
        given = stage_of(window, language)
        page.set_viewport_size({"width": given["width"], "height": given["height"]})
        for move in corners:
            page.evaluate(
                "([p, o]) => { harness.show('catan', JSON.parse(p), o); }",
                [json.dumps(position), {**given, "point": f"node:{move['node']}"}],
            )
            assert page.evaluate(BUBBLE) >= 4


def test_a_trade_under_way_shows_no_bubble_on_the_map(page: Any) -> None:
    """The bubble of a road disappears once a card is picked for a trade."""
    game = opened(page, "catan")
    position = next(
        one
        for one in decisions(game, 1, ["value"] * game.seats)
        if {"offer", "road"} <= {move["kind"] for move in one["moves"]}
    )
    edge = next(move["edge"] for move in position["moves"] if move["kind"] == "road")
    give = next(next(iter(move["give"])) for move in position["moves"] if move["kind"] == "offer")
    for picked, shown in (([], 1), ([f"hand:{give}"], 0)):
        given = {**stage_of("1280x800"), "pick": picked, "point": f"edge:{edge[0]}-{edge[1]}"}
        page.evaluate("([p, o]) => { harness.show('catan', JSON.parse(p), o); }", [json.dumps(position), given])
        assert page.evaluate("() => document.querySelectorAll('#stage .preview').length") == shown


def test_one_click_of_a_mouse_builds(page: Any) -> None:
    """The page asks for confirmation only if the target of a move is elsewhere, never for a corner or an edge."""
    position = next(decisions(opened(page, "catan"), 1))
    picked = f"node:{position['moves'][0]['node']}"
    given = {**stage_of("1280x800"), "pick": [picked]}
    page.evaluate("([p, o]) => { harness.show('catan', JSON.parse(p), o); }", [json.dumps(position), given])
    assert page.evaluate("() => document.querySelectorAll('#stage [data-state=picked]').length") == 1
    assert (
        page.evaluate("() => document.querySelectorAll('#stage [data-state=target], #stage [data-begins]').length") == 0
    )


CLEAR = """() => { const found = [], box = (node) => node.getBoundingClientRect();
    document.querySelector('#stage > g').classList.add('drawing');
    for (const pile of document.querySelectorAll('#stage [data-zone=bank]')) {
      const text = pile.querySelector('text'), sign = text.previousElementSibling;
      found.push(box(text).left - box(sign).right); }
    for (const way of document.querySelectorAll('#stage [data-zone=trade]')) {
      const text = box(way.querySelector('text'));
      const cards = [...way.children].slice([...way.children].findIndex((node) => node.querySelector('text')) + 1);
      found.push(...cards.filter((node) => node.localName === 'g').map((node) => box(node).top - text.bottom)); }
    return found; }"""


@pytest.mark.parametrize("window", ["1280x800", "390x844", "640x480"])
def test_words_and_figures_of_a_trade_keep_clear_of_pictures(page: Any, window: str) -> None:
    """The number of a pile does not overlap its sign, nor the label of a trade its cards."""
    game = opened(page, "catan")
    walked = decisions(game, 1, ["value"] * game.seats)
    position = next(one for one in walked if any(move["kind"] == "offer" for move in one["moves"]))
    offer = next(move for move in position["moves"] if move["kind"] == "offer")
    give, want = f"hand:{next(iter(offer['give']))}", f"bank:{next(iter(offer['want']))}"
    for picked in ([], [give, want]):
        page.evaluate(
            "([p, o]) => { harness.show('catan', JSON.parse(p), o); }",
            [json.dumps(position), {**stage_of(window), "pick": picked}],
        )
        gaps = page.evaluate(CLEAR)
        assert len(gaps) >= 3 and min(gaps) >= -0.5, (picked, gaps)


def test_the_still_board_is_built_once_and_copied(page: Any) -> None:
    """A redraw of the same island takes no new gradient; another size does."""
    game = opened(page, "catan")
    position = json.dumps(next(decisions(game, 0)))
    ids = "() => [...document.querySelectorAll('#stage radialGradient')].map((node) => node.id)"
    show = "([p, o]) => { harness.show('catan', JSON.parse(p), o); }"
    seen = []
    for window in ("1280x800", "1280x800", "390x844"):
        page.evaluate(show, [position, stage_of(window)])
        seen.append(page.evaluate(ids))
    assert seen[0] == seen[1] and not set(seen[1]) & set(seen[2])
    assert len(set(seen[0])) == len(seen[0]) > 6


def test_a_free_offer_is_begun_with_any_card(page: Any) -> None:
    """If any cards may be offered, a picked card leads to an offer with any card of the other side."""
    game = opened(page, "catan", compose_trade=True)
    position = next(
        one
        for one in decisions(game, 1, ["value"] * game.seats)
        if {"offer", "name_give"} <= {move["kind"] for move in one["moves"]}
    )
    give = next(move for move in position["moves"] if move["kind"] == "name_give")
    want = next(move for move in position["moves"] if move["kind"] == "offer" and give["resource"] in move["give"])
    picks = [f"hand:{give['resource']}"], [f"hand:{give['resource']}", f"bank:{next(iter(want['want']))}"]
    for pick in picks:
        page.evaluate(
            "([p, o]) => { harness.show('catan', JSON.parse(p), o); }",
            [json.dumps(position), options_for("1280x720", pick=pick)],
        )
        found = page.evaluate(
            "() => [...document.querySelectorAll('#stage [data-zone=trade]')].map((n) => n.dataset.moves)"
        )
        assert str(give["id"]) in found, (pick, found)


@pytest.mark.parametrize("name", ["catan", "hearthstone"])
def test_no_sentence_is_written_in_a_drawing(name: str) -> None:
    """Words are in strings/*.json; except for the title no file of the table has texts by language."""
    files = sorted(drawing_of(name).parent.glob("*.js"))
    lines = [line for file in files for line in file.read_text(encoding="utf-8").splitlines()]
    assert not [line for line in lines if re.search(r"\b(en|es): [\"'`{]", line) and "const title" not in line]
    assert not [line for line in lines if re.search(r"[¿¡áéíóúñ]", line)]


def test_seats_have_the_colours_of_their_pieces(page: Any) -> None:
    """Charts and signs of the page use the piece's colour; the white one is grey on paper and white on a dark table."""
    opened(page, "catan")
    fronts = page.evaluate("async () => (await import('/page/games/catan/art.js')).SEATS.map(([front]) => front)")
    style = (PAGE / "kit.css").read_text(encoding="utf-8")
    light = dict(re.findall(r"--seat-(\d): (#\w+)", style)[:4])
    dark = dict(re.findall(r"--seat-(\d): (#\w+)", style)[4:])
    assert [light[seat] for seat in "013"] == [fronts[int(seat)].lower() for seat in "013"]
    assert dark["2"] == fronts[2].lower()
    red, green, blue = (int(light["2"][at : at + 2], 16) for at in (1, 3, 5))
    assert max(red, green, blue) - min(red, green, blue) < 40, "a grey"


def test_the_end_shows_the_island_of_the_winner(page: Any) -> None:
    """Every settlement and city of the winner shows its points; a game without a winner has no such picture."""
    opened(page, "catan", compose_trade=True, points=6)
    told = copy.deepcopy(walk()[-1]["description"])
    shown = """([d, o]) => { const view = {...harness.viewOf('catan', d, o), description: d.description};
        return import('/page/games/catan/draw.js').then(({ending}) => { const found = ending(view);
          return found && [found.sentence, ...[...found.picture.querySelectorAll('text')].map((node) => node.textContent)]; }); }"""
    winner = told["players"][told["winner"]]
    winner["cities"].append(winner["settlements"].pop())
    winner["points_from"].update(settlements=len(winner["settlements"]), cities=2 * len(winner["cities"]))
    winner["points_from"].update(longest_road=2, largest_army=0, cards=1)
    winner["points"] = sum(winner["points_from"].values())
    houses = ["+1"] * len(winner["settlements"]) + ["+2"] * len(winner["cities"])
    position = {**walk()[-1], "description": told}
    sentence, *found = page.evaluate(shown, [position, stage_of("1280x800")])
    assert found == [*houses, "+2", "+1"] and sum(map(int, found)) == winner["points"]
    assert sentence.startswith(f"{winner['points']} points: ") and "road 2, cards 1." in sentence
    told["winner"] = None
    assert page.evaluate(shown, [position, stage_of("1280x800")]) is None


BANK = """() => [...document.querySelectorAll('#stage [data-zone=bank][data-key^="bank:"]')].map((node) =>
    [node.dataset.state ?? '', (node.dataset.moves ?? '').split(' ').filter(Boolean).map(Number)])"""


@pytest.mark.parametrize("kind", sampled(["monopoly", "plenty"], ["monopoly"]))
def test_a_development_card_is_picked_before_the_bank_asks_for_its_resource(page: Any, kind: str) -> None:
    """A click on the bank alone never plays a card; once the card is picked, each pile offers it."""
    game = opened(page, "catan", players=2)
    position = next(
        one
        for seed in range(20)
        for one in decisions(game, seed, ["value"] * 2)
        if kind in {move["kind"] for move in one["moves"]}
    )
    own = {move["id"] for move in position["moves"] if move["kind"] == kind}
    show = "([p, o]) => harness.show('catan', JSON.parse(p), o).guide"
    page.evaluate(show, [json.dumps(position), stage_of("1280x800")])
    assert not any(own & set(moves) for _, moves in page.evaluate(BANK))
    card = {"monopoly": "card:monopoly", "plenty": "card:year_of_plenty"}[kind]
    guide = page.evaluate(show, [json.dumps(position), {**stage_of("1280x800"), "pick": [card]}])
    piles = page.evaluate(BANK)
    assert "bank's row" in guide and any(state == "can" for state, _ in piles)
    assert own <= {move for _, moves in piles for move in moves}


@pytest.mark.parametrize("window", ["1024x600", "640x480"])
def test_a_low_stage_for_two_tells_what_happened_and_names_the_bank(page: Any, window: str) -> None:
    """The bank has its title and is above the hand, as on a large stage; the last event has a line of its own."""
    game = opened(page, "catan", players=2)
    position = next(one for one in decisions(game, 1, ["value"] * 2) if one["description"]["phase"] == "main")
    for language, title in (("en", "Bank"), ("es", "Banca")):
        page.evaluate(
            "([p, o]) => { harness.show('catan', JSON.parse(p), o); }",
            [json.dumps(position), stage_of(window, language)],
        )
        story = page.evaluate("() => document.querySelector('#stage [data-zone=story]')?.textContent ?? ''")
        assert len(story) > 8, story
        texts = page.evaluate("() => [...document.querySelectorAll('#stage text')].map((node) => node.textContent)")
        assert title in texts
        bank, hand = page.evaluate(
            "() => ['bank', 'hand'].map((zone) => document.querySelector(`#stage [data-key^=\"${zone}:\"]`)"
            ".getBoundingClientRect().top)"
        )
        assert bank < hand


def test_a_phone_for_two_tells_the_goal_and_what_happened(page: Any) -> None:
    """Plates say how many points win and have signs that differ; the bubble of a picked corner leaves room for the button above it."""
    game = opened(page, "catan", players=2, points=9)
    given = stage_of("390x844")
    page.set_viewport_size({"width": given["width"], "height": given["height"]})
    show = "([p, o]) => { harness.show('catan', JSON.parse(p), o); }"
    walked = decisions(game, 1, ["value"] * 2)
    corner = next(walked)
    key = f"node:{corner['moves'][0]['node']}"
    page.evaluate(show, [json.dumps(corner), {**given, "pick": [key], "point": key}])
    bubble, place = page.evaluate(
        "key => [document.querySelector('#stage .preview rect'), document.querySelector(`#stage [data-key='${key}'] > .hit`)]"
        ".map((node) => { const {top, bottom} = node.getBoundingClientRect(); return (top + bottom) / 2; })",
        key,
    )
    assert bubble > place
    position = next(one for one in walked if one["description"]["phase"] == "main")
    page.evaluate(show, [json.dumps(position), given])
    texts = page.evaluate(
        "() => [...document.querySelectorAll('#stage [data-zone=players] text')].map((n) => n.textContent)"
    )
    assert texts.count("/9") == 2
    signs = page.evaluate(
        "() => [...document.querySelectorAll('#stage [data-key=\"player:0\"] text')].filter((n) => /^[0-9]+$/.test(n.textContent) && n.previousElementSibling)"
        ".slice(-4).map((n) => n.previousElementSibling.getBoundingClientRect().width)"
    )
    assert min(signs) >= 10, signs
    story = page.evaluate("() => document.querySelector('#stage [data-zone=story]')?.textContent ?? ''")
    assert len(story) > 8


def offered() -> dict[str, Any]:
    """Return a position of seat 0 in which it answers an offer that leads to something."""
    return next(one for one in walk() if one["seat"] == 0 and any(move["kind"] == "accept" for move in one["moves"]))


BOXES = """zones => { const box = (node) => { const b = node.getBoundingClientRect(); return [b.left, b.top, b.right, b.bottom]; };
    return Object.fromEntries(zones.map((zone) => [zone, [...document.querySelectorAll(`#stage [data-key^="${zone}:"], #stage [data-zone="${zone}"][data-box]`)].map(box)])); }"""


def apart(one: list[float], other: list[float]) -> bool:
    return one[2] <= other[0] + 1 or other[2] <= one[0] + 1 or one[3] <= other[1] + 1 or other[3] <= one[1] + 1


@pytest.mark.parametrize("window", sampled(STAGES, ["844x390", "1024x600"]))
def test_an_offer_covers_neither_the_hand_nor_the_answers(page: Any, window: str) -> None:
    """Who answers sees what he holds; on a narrow stage the guide names what the offer leads to."""
    opened(page, "catan", compose_trade=True, points=6)
    given = stage_of(window)
    page.set_viewport_size({"width": given["width"], "height": given["height"]})
    page.evaluate("([p, o]) => { harness.show('catan', JSON.parse(p), o); }", [json.dumps(offered()), given])
    boxes = page.evaluate(BOXES, ["hand", "offer", "button", "story"])
    assert boxes["offer"] and len(boxes["hand"]) == 5 and len(boxes["button"]) >= 2
    for sheet in boxes["offer"]:
        for zone in ("hand", "button", "story"):
            assert all(apart(sheet, box) for box in boxes[zone]), (zone, sheet, boxes[zone])
    for story in boxes["story"]:
        assert all(apart(story, box) for box in boxes["button"])


@pytest.mark.parametrize("window", sampled(["640x480", "390x844", "360x740"], ["640x480", "390x844"]))
def test_a_small_stage_for_four_names_the_bank_and_the_hand_and_keeps_them_apart(page: Any, window: str) -> None:
    """In Spanish, whose names are longer: title of the bank, names of the cards; their numbers do not reach the bank."""
    opened(page, "catan", compose_trade=True, points=6)
    given = stage_of(window, "es")
    page.set_viewport_size({"width": given["width"], "height": given["height"]})
    position = next(one for one in walk() if one["description"]["phase"] == "main" and len(one["moves"]) > 3)
    page.evaluate("([p, o]) => { harness.show('catan', JSON.parse(p), o); }", [json.dumps(position), given])
    texts = page.evaluate("() => [...document.querySelectorAll('#stage text')].map((node) => node.textContent)")
    assert {"ladrillo", "mineral"} <= set(texts)
    assert "Banca" in texts or window == "360x740"
    bank, hand = page.evaluate(
        "() => ['bank', 'hand'].map((zone) => [...document.querySelectorAll(`#stage [data-key^=\"${zone}:\"]`)]"
        ".map((node) => node.getBoundingClientRect()).map((box) => [box.top, box.bottom]))"
    )
    assert max(bottom for _, bottom in bank) <= min(top for top, _ in hand) + 0.5


def test_offers_that_nobody_takes_do_not_push_a_trade_out_of_the_story(page: Any) -> None:
    """Talk about trade is shown only where nothing has changed the table since the person last decided."""
    game = opened(page, "catan", players=2)
    position = next(one for one in decisions(game, 1, ["value"] * 2) if one["description"]["phase"] == "main")
    told = {"en": "you give 1 sheep", "es": "das 1 oveja"}
    traded = {"kind": "trade", "seat": 1, "partner": 0, "give": {"wheat": 1}, "get": {"sheep": 1}, "text": told}
    refused = [{"kind": kind, "seat": 1, "text": {"en": kind, "es": kind}} for kind in ("offer", "refused")]
    story = "() => document.querySelector('#stage [data-zone=story]')?.textContent ?? ''"
    for window in ("1280x800", "1024x600"):
        for events, trade in (([traded, *refused], True), (refused, False)):
            shown = json.dumps({**position, "events": events})
            page.evaluate("([p, o]) => { harness.show('catan', JSON.parse(p), o); }", [shown, stage_of(window)])
            text = page.evaluate(story)
            assert ("You give" in text, "Refused" in text) == (trade, not trade), text


def test_a_corner_where_one_may_not_settle_says_which_may_be_chosen(page: Any) -> None:
    """In the set-up and where one may settle later, every other corner has the reason; a trade that is begun has none."""
    game = opened(page, "catan", players=2)
    walked = list(decisions(game, 1, ["value"] * 2))
    closed = (
        "() => [...document.querySelectorAll('#stage [data-zone=closed]')].map((n) => [Number(n.dataset.key.split(':')[1]),"
        " n.dataset.why])"
    )
    show = "([p, o]) => { harness.show('catan', JSON.parse(p), o); }"
    second = next(one for one in walked[1:] if one["description"]["phase"] == "setup_settlement")
    later = next(
        one
        for one in walked
        if one["description"]["phase"] == "main" and any(move["kind"] == "settle" for move in one["moves"])
    )
    for position, said in ((second, "between any two buildings"), (later, "on your roads")):
        page.evaluate(show, [json.dumps(position), stage_of("1280x800")])
        found = page.evaluate(closed)
        may = {move["node"] for move in position["moves"] if "node" in move}
        assert {node for node, _ in found} == set(range(54)) - may
        assert all(said in why for _, why in found)
    page.evaluate(show, [json.dumps(later), {**stage_of("1280x800"), "picked": ["button:offer"]}])
    assert page.evaluate(closed) == []
    other = next(one for one in walked if one["description"]["phase"] == "setup_road")
    page.evaluate(show, [json.dumps(other), stage_of("1280x800")])
    assert page.evaluate(closed) == []


SHOW = "([p, o]) => { harness.show('catan', JSON.parse(p), o); }"
LIT = """() => [...document.querySelectorAll('#stage [data-small]')].map((node) => [node.dataset.key, node.children.length])"""
MEANT = """([key, right, down]) => { const hit = document.querySelector(`#stage [data-key="${key}"] > .hit`).getBoundingClientRect();
    return document.elementFromPoint(hit.left + hit.width / 2 + right, hit.top + hit.height / 2 + down)
      ?.closest('[data-moves]')?.dataset.key; }"""
CONFIRM = """async ([p, o]) => { const {confirmPlace} = await import('/page/games/catan/draw.js');
    const view = {...harness.viewOf('catan', p, o), left: new Set(o.left)}, place = confirmPlace(view);
    const apart = (a, b) => a.right <= b.left + 1 || b.right <= a.left + 1 || a.bottom <= b.top + 1 || b.bottom <= a.top + 1;
    const box = {left: place.x, top: place.y, right: place.x + place.width, bottom: place.y + place.height};
    return [...document.querySelectorAll('#stage [data-key]')].filter((node) => !/^corner|^hex/.test(node.dataset.key)
      && !apart(box, node.getBoundingClientRect())).map((node) => node.dataset.key); }"""


def main_with(*kinds: str, **options: Any) -> dict[str, Any]:
    """Return a position of the main phase with moves of some kinds."""
    game = tapete.load("catan", **options)
    walked = (one for seed in range(9) for one in decisions(game, seed, ["value"] * game.seats))
    return next(
        one
        for one in walked
        if one["description"]["phase"] == "main" and set(kinds) <= {move["kind"] for move in one["moves"]}
    )


@pytest.mark.parametrize("window", ["390x844", "640x480", "844x390"])
def test_a_place_is_confirmed_where_nothing_is_covered_and_others_stay_lit(page: Any, window: str) -> None:
    """Once a road is picked the other edges keep their marks, and the button by touch covers no other thing."""
    opened(page, "catan")
    position = main_with("road", "offer")
    roads = [move for move in position["moves"] if move["kind"] == "road"]
    key = f"edge:{roads[0]['edge'][0]}-{roads[0]['edge'][1]}"
    given = {**stage_of(window), "left": [roads[0]["id"]], "picked": [key], "point": key}
    page.set_viewport_size({"width": given["width"], "height": given["height"]})
    page.evaluate(SHOW, [json.dumps(position), given])
    drawn = {name: parts for name, parts in page.evaluate(LIT) if name.startswith("edge:")}
    assert len(drawn) == len(roads) and min(drawn.values()) >= 3, drawn
    assert page.evaluate(CONFIRM, [{**position, "previews": None}, given]) == []
    words, hand = page.evaluate(
        "() => ['.preview', '[data-key^=\"hand:\"]'].map((one) => document.querySelector('#stage ' + one))"
        ".map((node) => node.getBoundingClientRect()).map((box) => [box.left, box.bottom, box.top])"
    )
    assert words[1] <= hand[2] + 1, "the words are above the hand"


def test_a_touch_beside_a_road_means_the_nearest_place(page: Any) -> None:
    """Up to 24 px from a place on a phone a touch means it, or a place that is nearer."""
    opened(page, "catan")
    position = main_with("road", "settle")
    given = stage_of("390x844")
    page.set_viewport_size({"width": given["width"], "height": given["height"]})
    page.evaluate(SHOW, [json.dumps(position), given])
    places = page.evaluate(
        "() => [...document.querySelectorAll('#stage [data-small]')].map((node) => {"
        "const box = node.querySelector('.hit').getBoundingClientRect();"
        "return [node.dataset.key, box.left + box.width / 2, box.top + box.height / 2]; })"
    )
    for key, x, y in places:
        for right, down in ((0, 0), (15, 8), (-15, 8), (0, -21), (21, 0)):
            near = min(places, key=lambda one: (one[1] - x - right) ** 2 + (one[2] - y - down) ** 2)
            rest = sorted(((a - x - right) ** 2 + (b - y - down) ** 2) ** 0.5 for _, a, b in places)
            if rest[1] - rest[0] > 1:
                assert page.evaluate(MEANT, [key, right, down]) == near[0], (key, right, down)


def test_cards_that_a_seven_costs_are_marked_and_leave_together(page: Any) -> None:
    """A press on the hand marks, a press on a marked card gives it back, one button sends all; the rules accept them."""
    game = opened(page, "catan", players=2)
    chance = random.Random(5)
    session = Session(game, [None] * 2, seed=5)
    while session.state.describe(0)["phase"] != "discard":
        session.play(session.waiting[0], chance.choice(session.legal(session.waiting[0])))
    seat = session.waiting[0]
    state = session.position_of(seat)
    described = state.describe(seat)
    player = described["players"][seat]
    position = {
        "seat": seat,
        "over": False,
        "description": described,
        "events": [],
        "moves": [
            {**state.move(action), "id": action, "text": {"en": "discard", "es": "descartar"}}
            for action in session.legal(seat)
        ],
    }
    toggles: list[str] = []
    given = stage_of("390x844")
    page.set_viewport_size({"width": given["width"], "height": given["height"]})
    things = (
        "() => [...document.querySelectorAll('#stage [data-toggle], #stage [data-all]')]"
        ".map((node) => [node.dataset.key, node.dataset.toggle ?? null, JSON.parse(node.dataset.all ?? 'null')])"
    )
    for number in range(player["owed"] + 1):
        page.evaluate(SHOW, [json.dumps(position), {**given, "toggles": toggles}])
        found = page.evaluate(things)
        assert not page.evaluate("() => harness.faults().filter((one) => !one.startsWith('move'))")
        assert len([key for key, *_ in found if key.startswith("back:")]) == number
        hand = [toggle for key, toggle, _ in found if key.startswith("hand:")]
        assert bool(hand) == (number < player["owed"])
        toggles += hand[:1]
    (sent,) = [moves for *_, moves in found if moves]
    assert len(sent) == player["owed"]
    back = next(toggle for key, toggle, _ in found if key.startswith("back:"))
    assert back in toggles
    for move in sent:
        session.play(seat, session.position_of(seat).action(move))
    assert session.waiting[0] != seat or session.state.describe(seat)["phase"] != "discard"


def test_the_bank_says_its_rate_and_a_trade_waits_for_its_button(page: Any) -> None:
    """Cards that the bank takes show the rate; two picks that leave one trade show it in trays with a button."""
    opened(page, "catan")
    position = main_with("bank", "offer")
    position["moves"] = [move for move in position["moves"] if move["kind"] != "offer"]
    bank = next(move for move in position["moves"] if move["kind"] == "bank")
    give, get = next(iter(bank["give"])), next(iter(bank["get"]))
    for window in ("1280x800", "390x844", "844x390"):
        page.evaluate(SHOW, [json.dumps(position), {**stage_of(window), "pick": [f"hand:{give}", f"bank:{get}"]}])
        rate, begins, button = page.evaluate(
            f"() => [document.querySelector('#stage [data-key=\"hand:{give}\"]').textContent, "
            "document.querySelectorAll('#stage [data-key^=\"hand:\"][data-begins]').length, "
            "document.querySelector('#stage [data-key^=\"trade:\"]')?.dataset.moves]"
        )
        assert f"{bank['give'][give]}:1" in rate and begins and button == str(bank["id"])


@pytest.mark.parametrize("window", ["390x844", "640x480", "844x390"])
def test_the_story_has_room_beside_development_cards(page: Any, window: str) -> None:
    """A small window reports a roll in which every player gains, also beside two kinds of cards."""
    opened(page, "catan")
    position = copy.deepcopy(main_with("offer"))
    player = position["description"]["players"][position["seat"]]
    gains = "you roll a 6: you +2 wood, Bruno +1 wheat +1 sheep, Nico +2 ore, Pilar +1 brick"
    told = ["Pilar ends the turn", "Nico moves the robber to ore 8", gains]
    kinds = ["robber", "robber", "roll"]
    position["events"] = [
        {"kind": kind, "seat": 1, "text": {"en": text, "es": text}, "gains": []}
        for kind, text in zip(kinds, told, strict=True)
    ]
    for held in (0, 2):
        player["cards"] = {**player["cards"], "knight": held, "monopoly": held}
        given = stage_of(window, "es")
        page.set_viewport_size({"width": given["width"], "height": given["height"]})
        page.evaluate(SHOW, [json.dumps(position), given])
        story = page.evaluate("() => document.querySelector('#stage [data-zone=story]')?.textContent ?? ''")
        assert "6" in story, (window, held, story)


def test_the_robber_is_above_the_pieces(page: Any) -> None:
    opened(page, "catan")
    page.evaluate(SHOW, [json.dumps(main_with("offer")), stage_of("390x844")])
    keys = page.evaluate("() => [...document.querySelectorAll('#stage [data-key]')].map((node) => node.dataset.key)")
    pieces = [at for at, key in enumerate(keys) if re.match(r"road:|node:\d+:", key)]
    assert keys.count("robber") == 1 and keys.index("robber") > max(pieces)


def test_an_offer_that_failed_keeps_its_place_among_the_ways_to_trade(page: Any) -> None:
    opened(page, "catan")
    position = copy.deepcopy(main_with("bank", "offer"))
    ways: dict[tuple[str, str], list[dict[str, Any]]] = {}
    for move in position["moves"]:
        if move["kind"] == "offer":
            ways.setdefault((next(iter(move["give"])), next(iter(move["want"]))), []).append(move)
    (give, want), same = max(ways.items(), key=lambda way: len(way[1]))
    assert len(same) > 2
    gone = same[0]
    position["moves"].remove(gone)
    said = {"text": {"en": "x", "es": "x"}}
    offer = {"kind": "offer", "seat": position["seat"], "give": gone["give"], "want": gone["want"], **said}
    for lately, shown in (([offer], True), ([offer, {"kind": "end", "seat": 1, **said}], False)):
        given = {**stage_of("1280x800"), "pick": [f"hand:{give}", f"bank:{want}"]}
        page.evaluate(SHOW, [json.dumps({**position, "lately": lately}), given])
        tiles = page.evaluate(
            "() => [...document.querySelectorAll('#stage [data-zone=trade]')].map((node) => node.dataset.key)"
        )
        refused = [at for at, key in enumerate(tiles) if key.startswith("refused:")]
        assert len(refused) == shown and (not shown or refused[0] < tiles.index(f"trade:{same[1]['id']}")), tiles


def test_a_trade_with_somebody_else_after_one_accepted_is_told(page: Any) -> None:
    opened(page, "catan")
    position = copy.deepcopy(main_with("offer"))
    seat = position["seat"]
    maker, other = (seat + 1) % 4, (seat + 2) % 4
    said = {"text": {"en": "they trade", "es": "cambian"}}
    offer = {"kind": "offer", "seat": maker, **said}
    trade = {"kind": "trade", "seat": maker, "partner": other, "give": {"ore": 1}, "get": {"wood": 1}, **said}
    accept = {"kind": "accept", "seat": seat, **said}
    for events, told in (([offer, accept, trade], True), ([offer, trade], False)):
        page.evaluate(SHOW, [json.dumps({**position, "events": events, "lately": events}), stage_of("1280x800")])
        story = page.evaluate("() => document.querySelector('#stage [data-zone=story]').textContent")
        assert ("with you" in story) == told, story


def test_the_robber_on_a_hex_of_ones_own_is_warned_of_unless_it_pays_nothing_anyway(page: Any) -> None:
    """The robber goes to each hex in turn; the reader has a building at the desert, too."""
    game = opened(page, "catan")
    walked = (one for seed in range(9) for one in decisions(game, seed, ["value"] * game.seats))
    position = copy.deepcopy(next(one for one in walked if any(move["kind"] == "robber" for move in one["moves"])))
    seen = position["description"]
    desert = next(hexagon for hexagon in seen["hexes"] if hexagon["token"] is None)
    move = next(move for move in position["moves"] if move["kind"] == "robber")
    position["moves"] = [{**move, "id": hexagon["id"], "hex": hexagon["id"]} for hexagon in seen["hexes"]]
    own = seen["players"][position["seat"]]
    own["settlements"].append(desert["corners"][0])
    for hexagon in seen["hexes"]:
        said = page.evaluate(
            "([p, o, id]) => harness.ask('catan', JSON.parse(p), o, 'warning', id, new Set())",
            [json.dumps(position), stage_of("1280x800"), hexagon["id"]],
        )
        pays = hexagon is not desert and set(hexagon["corners"]) & {*own["settlements"], *own["cities"]}
        assert (said is not None) == bool(pays), (hexagon, said)


def stage_answers(page: Any, position: dict[str, Any], window: str, script: str, **more: Any) -> Any:
    page.evaluate(SHOW, [json.dumps(position), {**stage_of(window), **more}])
    return page.evaluate(script)


def test_the_gain_of_a_roll_hides_no_card_of_an_open_hand(page: Any) -> None:
    """The chip of a gain has its place only beside all kinds that are known of a hand."""
    opened(page, "catan")
    position = copy.deepcopy(main_with("offer"))
    other = position["description"]["players"][1]
    gains = [{"seat": 1, "cards": {"sheep": 1}}]
    position["events"] = [{"kind": "roll", "seat": 1, "gains": gains, "text": {"en": "x", "es": "x"}}]
    plate = "() => document.querySelector('#stage [data-key=\"player:1\"]').textContent"
    for kinds in (("wood", "sheep"), ("wood", "sheep", "wheat", "ore"), tuple(other["least"])):
        for bound in ("least", "most"):
            other[bound] = {kind: 7 if kind in kinds else 0 for kind in other[bound]}
        for window in ("1280x800", "1920x1080"):
            text = stage_answers(page, position, window, plate)
            assert text.count("7") >= len(kinds), (kinds, window, text)
            assert "+1" in text or len(kinds) > 2, (window, text)


def test_a_pile_completes_a_card_that_names_a_resource(page: Any) -> None:
    """With the card picked a pile plays it at the click that picks it, as building does; a trade waits for its button."""
    opened(page, "catan")
    position = copy.deepcopy(main_with("offer"))
    kinds = list(position["description"]["bank"])
    for number, kind in enumerate(kinds):
        move = {"kind": "monopoly", "resource": kind, "id": 9000 + number, "text": {"en": "x", "es": "x"}}
        position["moves"].append(move)
    me = position["description"]["players"][position["seat"]]
    me["cards"] = {**me["cards"], "monopoly": 1}
    waiting = "() => document.querySelectorAll('#stage [data-key^=\"bank:\"][data-begins]').length"
    assert stage_answers(page, position, "1280x800", waiting, pick=["card:monopoly"]) == 0
    give = next(iter(next(move for move in position["moves"] if move["kind"] == "offer")["give"]))
    assert stage_answers(page, position, "1280x800", waiting, pick=[f"hand:{give}"]) > 0


def test_nothing_is_offered_for_its_like(page: Any) -> None:
    """A card that is given lights every pile but its own, also where any cards may be offered."""
    opened(page, "catan", compose_trade=True)
    position = next(one for one in walk() if {"offer", "name_give"} <= {move["kind"] for move in one["moves"]})
    give = next(move["resource"] for move in position["moves"] if move["kind"] == "name_give")
    lit = (
        "() => [...document.querySelectorAll('#stage [data-key^=\"bank:\"][data-state=can]')].map((n) => n.dataset.key)"
    )
    assert f"bank:{give}" not in stage_answers(page, position, "1280x800", lit, pick=[f"hand:{give}"])


def test_a_card_named_for_an_offer_is_taken_back(page: Any) -> None:
    """A click on it withdraws the offer and names the other cards again, which the rules accept."""
    game = opened(page, "catan", compose_trade=True)
    session = Session(game, [None] * game.seats, seed=4)
    chance = random.Random(4)
    while session.state.describe(0)["phase"] != "main" or session.state.describe(0)["player"] != 0:
        session.play(session.waiting[0], chance.choice(session.legal(session.waiting[0])))
    hand = session.state.describe(0)["players"][0]["hand"]
    give = [kind for kind, held in hand.items() if held][:2]
    want = next(kind for kind in hand if kind not in give)
    for kind, side in [*((one, "give") for one in give), (want, "want")]:
        session.play(0, session.state.action({"kind": f"name_{side}", "resource": kind}))
    moves = [
        {**session.state.move(action), "id": action, "text": {"en": "x", "es": "x"}} for action in session.legal(0)
    ]
    position = {"seat": 0, "over": False, "description": session.state.describe(0), "events": [], "moves": moves}
    named = (
        "() => [...document.querySelectorAll('#stage [data-zone=named]')].map((n) => [n.dataset.key, n.dataset.all])"
    )
    found = stage_answers(page, position, "390x844", named)
    assert len(found) == len(give) + 1 and found[-1][0] == "named:last"
    for move in json.loads(found[0][1]):
        session.play(0, session.state.action(move))
    offer = session.state.describe(0)["offer"]
    assert (list(offer["give"]), list(offer["want"])) == (give[1:], [want])


def test_the_offers_that_are_left_are_said_and_why_there_is_none(page: Any) -> None:
    opened(page, "catan")
    position = copy.deepcopy(main_with("bank", "offer"))
    button = "() => document.querySelector('#stage [data-key=\"button:offer\"]').textContent"
    position["description"]["offers_left"] = 2
    assert "2 left" in stage_answers(page, position, "1280x800", button)
    position["description"]["offers_left"] = 0
    position["moves"] = [move for move in position["moves"] if move["kind"] in ("end", "buy")]
    hand = "() => [...document.querySelectorAll('#stage [data-key^=\"hand:\"]')].map((n) => n.dataset.why ?? '')"
    assert any("all your offers" in why for why in stage_answers(page, position, "1280x800", hand))


def test_the_ways_to_trade_keep_their_order_whether_the_bank_trades_or_not(page: Any) -> None:
    opened(page, "catan")
    position = main_with("bank", "offer")
    bank = next(
        move
        for move in position["moves"]
        if move["kind"] == "bank"
        and any(one["kind"] == "offer" and set(one["give"]) == set(move["give"]) for one in position["moves"])
    )
    pick = [f"hand:{next(iter(bank['give']))}", f"bank:{next(iter(bank['get']))}"]
    ways = "() => [...document.querySelectorAll('#stage [data-zone=trade]')].map((n) => n.dataset.key)"
    found = stage_answers(page, position, "1280x800", ways, pick=pick)
    offers = {f"trade:{move['id']}" for move in position["moves"] if move["kind"] == "offer"}
    assert found[0] in offers and found[-1] == f"trade:{bank['id']}", found


def test_the_story_has_no_empty_line(page: Any) -> None:
    """A sentence gets as many lines as it is drawn in."""
    opened(page, "catan")
    position = copy.deepcopy(main_with("offer"))
    height = "() => Number(document.querySelector('#stage [data-zone=story]').dataset.box.split(' ')[1])"
    lines = "() => document.querySelectorAll('#stage [data-zone=story] text').length - 1"
    for length in range(20, 90, 3):
        text = ("Nico moves the robber to ore and " * 4)[:length]
        position["events"] = [{"kind": "robber", "seat": 1, "text": {"en": text, "es": text}}]
        high = stage_answers(page, position, "1280x800", height)
        assert high < 38 + 18.3 * page.evaluate(lines) + 1, text


def test_an_own_offer_is_closed_by_one_tap_and_an_answer_keeps_the_story(page: Any) -> None:
    """The button that closes it says all; accepting what another one offers is still confirmed, below the story."""
    opened(page, "catan", compose_trade=True)
    plain = "() => [...document.querySelectorAll('#stage [data-plain]')].map((node) => node.dataset.key)"
    closing = next(one for one in walk() if "confirm" in {move["kind"] for move in one["moves"]})
    assert any(key.startswith("button:with:") for key in stage_answers(page, closing, "390x844", plain))
    asked = copy.deepcopy(next(one for one in walk() if "accept" in {move["kind"] for move in one["moves"]}))
    asked["events"] = [{"kind": "offer", "seat": 1, "text": {"en": "x", "es": "x"}}]
    assert not stage_answers(page, asked, "390x844", plain)
    story = "() => document.querySelectorAll('#stage [data-zone=story]').length"
    assert stage_answers(page, asked, "390x844", story, pick=["button:accept"]) == 1
