"""Table of Briscas: at every size, in both languages, with any number of players, nothing is cut, covered or too small."""

from __future__ import annotations

import itertools
import json
import random
from collections import Counter
from typing import Any

import pytest
from drawing_stage import CHROMIUM, STAGES, opened, options_for
from drawn_positions import position_of
from samples import sampled
from test_signs import positions

from tapete.play.session import Session

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="no Chromium is installed")
pytest.importorskip("playwright")

SIZES = """() => ({hand: [...document.querySelectorAll('#stage [data-zone=hand] > .hit')].map((n) => n.getBoundingClientRect().width),
    cut: [...document.querySelectorAll('#stage [data-cut]')].map((n) => n.textContent),
    small: [...document.querySelectorAll('#stage text')].filter((n) => !n.closest('[data-fine]') && n.getAttribute('font-size') < 12).map((n) => n.textContent),
    ended: [...document.querySelectorAll('#stage text')].filter((n) => n.textContent.endsWith('…')).map((n) => n.textContent)})"""


@pytest.mark.parametrize(
    ("players", "language"), sampled(itertools.product((2, 3, 4), ("en", "es")), [(2, "en"), (4, "es")])
)
def test_nothing_is_cut_or_too_small_at_any_size(page: Any, players: int, language: str) -> None:
    game = opened(page, "briscas", players=players)
    looked = [position for k, (_, position) in enumerate(positions(game, 5, None)) if k % 9 == 0]
    session, _ = list(positions(game, 5, None))[-1]
    looked.append(position_of(session, 0, 0))
    wrong: list[Any] = []
    for window, (layout, width, height) in STAGES.items():
        page.set_viewport_size({"width": width, "height": height})
        given = {"layout": layout, "width": width, "height": height, "language": language, "theme": "light"}
        for position in looked:
            page.evaluate("([p, o]) => harness.show('briscas', JSON.parse(p), o)", [json.dumps(position), given])
            sizes = page.evaluate(SIZES)
            wrong += [(window, fault) for fault in page.evaluate("harness.faults()")]
            wrong += [(window, what, text) for what in ("cut", "ended", "small") for text in sizes[what]]
            wrong += [(window, "hand", wide) for wide in sizes["hand"] if wide < 56]
    assert not wrong, wrong


PILES = """() => { const box = (node) => { const b = node.getBoundingClientRect(); return [b.left, b.top, b.right, b.bottom]; };
    return [[...document.querySelectorAll('#stage [data-key^="pile:"]')].map(box), box(document.querySelector('#stage [data-key="score:0"]').parentNode)]; }"""


@pytest.mark.parametrize("window", ["390x844", "640x480"])
def test_piles_keep_clear_of_the_score_and_the_hem(page: Any, window: str) -> None:
    """A pile has a card across, which is wider than the pile."""
    game = opened(page, "briscas", players=2)
    position = next(
        one
        for _, one in positions(game, 5, None)
        if {trick["winner"] for trick in one["description"]["tricks"]} == {0, 1} and not one["over"]
    )
    layout, width, height = STAGES[window]
    page.set_viewport_size({"width": width, "height": height})
    given = {"layout": layout, "width": width, "height": height, "language": "en", "theme": "light"}
    page.evaluate("([p, o]) => harness.show('briscas', JSON.parse(p), o)", [json.dumps(position), given])
    piles, score = page.evaluate(PILES)
    assert len(piles) == 2
    for left, top, right, bottom in piles:
        assert right <= width - 8 and left >= 0 and top >= 0
        assert right <= score[0] or bottom <= score[1] or top >= score[3]


DECIDED = "[...document.querySelectorAll('#stage text')].filter((n) => n.textContent.includes('won already')).map((n) => n.textContent)"


def test_a_side_with_more_than_half_of_the_points_is_said_to_have_decided_the_game(page: Any) -> None:
    game = opened(page, "briscas", players=2)
    *_, position = (position for _, position in positions(game, 5, None) if not position["description"]["over"])
    given = {"layout": "s", "width": 390, "height": 740, "language": "en", "theme": "light"}
    for points, told in ((60, 0), (61, 1)):
        position["description"]["sides"][1]["points"] = points
        page.evaluate("([p, o]) => harness.show('briscas', JSON.parse(p), o)", [json.dumps(position), given])
        assert len(page.evaluate(DECIDED)) == told


def test_the_trump_card_is_named_and_its_number_stands_upright(page: Any) -> None:
    """Most of it is hidden under the stock; pointing at the pegs explains the games won before."""
    game = opened(page, "briscas", players=2)
    position = next(one for _, one in positions(game, 5, None))
    card = position["description"]["stock"]["face_up"]
    chairs = [{"seat": 0, "wins": 1}, {"seat": 1, "wins": 0}]
    for window, language, trump in (("1280x800", "en", "Trump"), ("390x844", "es", "Triunfo")):
        layout, width, height = STAGES[window]
        given = {"layout": layout, "width": width, "height": height, "language": language, "theme": "light"}
        page.evaluate(
            "([p, o]) => harness.show('briscas', JSON.parse(p), o)", [json.dumps(position), {**given, "chairs": chairs}]
        )
        texts = page.evaluate("() => [...document.querySelectorAll('#stage text')].map((n) => n.textContent)")
        assert f"{trump}: {game.words[language][f'name.{card}']}" in texts
        turned = page.evaluate(
            "card => [...document.querySelectorAll(`#stage [data-key='card:${card}'] text`)].filter((n) => !n.closest('[data-turned]')).length",
            card,
        )
        assert turned == 1
        assert "1" in page.evaluate("() => document.querySelector('#stage [data-key=pegs]').dataset.why")


LABELS = """([p, o]) => { harness.show('briscas', JSON.parse(p), o);
    return Object.fromEntries([...document.querySelectorAll('#stage [data-zone=hand]')].map((n) => [n.dataset.card, n.getAttribute('aria-label')])); }"""


def outcome(session: Session, seat: int, action: int) -> str:
    """Return what a card does to the trick, from the position after it."""
    after = session.state.clone()
    after.apply(action)
    seen, done = after.describe(seat), len(after.describe(seat)["tricks"])
    finished = done > len(session.state.describe(seat)["tricks"])
    winner = seen["tricks"][-1]["winner"] if finished else seen["holds"]["seat"]
    if winner == seat:
        return f"takes {seen['tricks'][-1]['points']}" if finished else "holds so far"
    if winner == seen["players"][seat]["partner"]:
        return f"partner: +{seen['tricks'][-1]['points']}" if finished else "partner holds"
    return f"loses {seen['tricks'][-1]['points']}" if finished else "does not win it"


@pytest.mark.parametrize("players", [2, 4])
def test_the_label_of_a_card_agrees_with_the_outcome_of_the_trick(page: Any, players: int) -> None:
    """Compare the label of each card in hand with the engine; the label of the first card of a trick has no outcome."""
    game = opened(page, "briscas", players=players)
    checked: Counter[str] = Counter()
    for k, (session, asked) in enumerate(positions(game, 7, None)):
        seat = asked["seat"]
        if session.over or k % 3:
            continue
        position = position_of(session, seat, 0, foretold=True)
        labels = page.evaluate(LABELS, [json.dumps(position), options_for("1280x800")])
        for move in position["moves"]:
            said = labels[move["card"]].split(". ")
            if not position["description"]["trick"]:
                assert len(said) == 1, said
                continue
            wanted = outcome(session, seat, move["id"])
            assert said[1] == wanted, (move, said)
            checked[wanted.split()[0]] += 1
    assert {"takes", "loses"} <= set(checked) and (players == 2 or {"holds", "partner", "partner:"} <= set(checked)), (
        checked
    )


PEGS = (
    "() => [...document.querySelectorAll('#stage [data-key=pegs] [data-peg]')].map((node) => Number(node.dataset.peg))"
)


@pytest.mark.parametrize(("players", "wins", "pegs"), [(2, [1, 2], {0: 1, 1: 2}), (4, [2, 1, 2, 1], {0: 2, 1: 1})])
def test_a_match_is_kept_with_pegs_on_the_hem(page: Any, players: int, wins: list[int], pegs: dict[int, int]) -> None:
    """One peg for each game that a side has won, holes for the others; a single game has none, and nothing is covered."""
    game = opened(page, "briscas", players=players)
    _, position = next(positions(game, 1))
    chairs = [{"seat": seat, "wins": n} for seat, n in enumerate(wins)]
    for window, (layout, width, height) in STAGES.items():
        page.set_viewport_size({"width": width, "height": height})
        given = {"layout": layout, "width": width, "height": height, "language": "en", "theme": "light"}
        show = "([p, o]) => harness.show('briscas', JSON.parse(p), o)"
        page.evaluate(show, [json.dumps(position), {**given, "chairs": chairs, "match": 3}])
        assert Counter(page.evaluate(PEGS)) == pegs and not page.evaluate("harness.faults()"), window
        label = page.locator("#stage [data-key=pegs]").get_attribute("aria-label")
        assert label.startswith("Match to 3: You ")
        page.evaluate(show, [json.dumps(position), {**given, "chairs": [{**c, "wins": 0} for c in chairs], "match": 0}])
        assert page.locator("#stage [data-key=pegs]").count() == 0


MOMENTS = """async ([before, position, options]) => {
    const { beatsOf, written } = await import('/page/director.js'), drawing = await import('/page/games/briscas/draw.js');
    const view = harness.viewOf('briscas', position, options), moments = [];
    let shown = before;
    for (const beat of beatsOf(drawing, before, position.description, position.events, view)) {
        shown = written(shown, beat);
        harness.show('briscas', { ...position, description: shown, moves: [], events: [] }, options);
        const seats = [...document.querySelectorAll('#stage [data-seat]')].filter((n) => /plays first/.test(n.textContent));
        moments.push([beat.id, drawing.status({ ...view, description: shown }), seats.map((n) => Number(n.dataset.seat))]);
    }
    return moments; }"""


@pytest.mark.parametrize("players", [2, 4])
def test_bar_and_seats_belong_to_the_trick_until_its_points_are_counted(page: Any, players: int) -> None:
    """No seat leads while cards move to who took the trick; then the winner does, and no trick follows the last."""
    game = opened(page, "briscas", players=players)
    session, last, told = Session(game, [None] * players, seed=3), 40 // players, 0
    chance, checked = random.Random(3), 0
    while not session.over:
        before, done = session.state.describe(0), len(session.state.describe(0)["tricks"])
        told = len(session.seen_by(0))
        session.play(session.waiting[0], chance.choice(session.legal(session.waiting[0])))
        position = position_of(session, 0, told)
        after = position["description"]
        if len(after["tricks"]) == done or (done % 3 and done + 1 < last):
            continue
        moments = page.evaluate(MOMENTS, [before, position, options_for("1280x800")])
        counted = [kind for kind, *_ in moments].index("score")
        assert {(bar, *leads) for _, bar, leads in moments[:counted]} == {(f"Trick {done + 1}",)}, moments
        if after["over"]:
            assert moments[counted][1:] == [f"Trick {last}", []], moments
        else:
            following = {(bar, *leads) for _, bar, leads in moments[counted:]}
            assert following == {(f"Trick {done + 2}", after["tricks"][-1]["winner"])}, moments
        checked += 1
    assert checked > 3


COMING = """async ([before, position, options, card]) => {
    const { beatsOf, written } = await import('/page/director.js'), drawing = await import('/page/games/briscas/draw.js');
    const view = harness.viewOf('briscas', position, options), moments = [];
    let shown = before;
    for (const beat of beatsOf(drawing, before, position.description, position.events, view)) {
        shown = written(shown, beat);
        moments.push([beat.id, drawing.whereabouts({ ...view, description: shown }).get(card)[0], beat.tells.length]);
    }
    return moments; }"""


def test_a_card_is_counted_and_named_when_it_has_landed(page: Any) -> None:
    game = opened(page, "briscas", players=2)
    session = Session(game, [None] * 2, seed=3)
    before, mover = session.state.describe(0), session.waiting[0]
    assert mover == 1, "the reader does not see that hand"
    session.play(mover, session.legal(mover)[0])
    position = position_of(session, 0, 0)
    card = position["description"]["trick"][0]["card"]
    for toggles, flies in ((["counting"], "unseen"), ([], "table")):
        moments = page.evaluate(COMING, [before, position, options_for("1280x800", toggles=toggles), card])
        assert moments == [["lead", flies, 0], ["landed", "table", 1]]


FLIGHT = """async ([before, after, options, card]) => {
    const { Fx } = await import('/page/fx.js'), { beats } = await import('/page/games/briscas/draw.js');
    const layer = document.createElement('div'); document.body.append(layer);
    const fx = new Fx(layer, document.getElementById('stage'));
    harness.show('briscas', before, options);
    const was = fx.measure();
    harness.show('briscas', after, options);
    fx.begin(was, { pace: 10 });
    beats(before.description, after.description, [{ kind: 'lead', seat: 0, card }], harness.viewOf('briscas', after, options))[0].does(fx);
    const faces = [...layer.querySelectorAll('.actor .face')].map((node) => node.textContent);
    fx.close(); layer.remove();
    return faces; }"""


def test_an_open_card_does_not_turn_over_on_its_way(page: Any) -> None:
    game = opened(page, "briscas", players=2)
    session = next(one for one, position in positions(game, 5, 0) if position["description"]["phase"] == "lead")
    before = position_of(session, 0, 0)
    card = before["moves"][0]["card"]
    session.play(0, before["moves"][0]["id"])
    faces = page.evaluate(FLIGHT, [before, position_of(session, 0, 0), options_for("1280x800"), card])
    assert len(faces) == 1


SEATS = """() => [...document.querySelectorAll('#stage [data-zone=seats], #stage [data-zone=hands]')].map((n) => {
    const b = n.getBoundingClientRect(); return [b.left, b.right, n.textContent]; })"""


@pytest.mark.parametrize("window", ["360x740", "390x844", "640x480", "844x390"])
@pytest.mark.parametrize("language", ["en", "es"])
def test_every_seat_shows_its_tricks_and_its_cards_inside_the_stage(page: Any, window: str, language: str) -> None:
    game = opened(page, "briscas", players=4)
    position = next(one for _, one in positions(game, 5) if len(one["description"]["tricks"]) == 2)
    layout, width, height = STAGES[window]
    page.set_viewport_size({"width": width, "height": height})
    given = {"layout": layout, "width": width, "height": height, "language": language, "theme": "light"}
    page.evaluate("([p, o]) => harness.show('briscas', JSON.parse(p), o)", [json.dumps(position), given])
    found = page.evaluate(SEATS)
    assert all(left >= 2 and right <= width - 2 for left, right, _ in found), found
    counts = [text for *_, text in found if "trick" in text or "baza" in text]
    assert len([text for text in counts if not text.startswith(("You", "Tú"))]) == 3, found
    assert not any(text.endswith("…") for *_, text in found), found


COUNTED = """() => { const box = (node) => { const b = node.getBoundingClientRect(); return [b.left, b.top, b.right, b.bottom]; };
    const panel = document.querySelector('#stage [data-key=counted]');
    return { panel: box(panel), texts: [...panel.querySelectorAll('text')].map((n) => [n.textContent, ...box(n)]),
        row: [...document.querySelectorAll('#stage [data-key=stock], #stage [data-key^="score:"]')].map(box),
        trick: [...document.querySelectorAll('#stage [data-zone=trick][data-card], #stage [data-zone=seats] text')].map(box) }; }"""


@pytest.mark.parametrize("window", ["360x740", "390x844", "640x480", "844x390", "700x700", "1024x600", "1280x800"])
@pytest.mark.parametrize(("players", "language"), [(2, "en"), (3, "es"), (4, "es"), (4, "en")])
def test_the_count_is_whole_and_leaves_trick_and_names_in_sight(
    page: Any, window: str, players: int, language: str
) -> None:
    game = opened(page, "briscas", players=players)
    position = next(
        one
        for seed in range(5, 15)
        for _, one in positions(game, seed)
        if len(one["description"]["tricks"]) > 2 and len(one["description"]["trick"]) == players - 1
    )
    layout, width, height = STAGES[window]
    page.set_viewport_size({"width": width, "height": height})
    given = {"layout": layout, "width": width, "height": height, "language": language, "theme": "light"}
    page.evaluate(
        "([p, o]) => harness.show('briscas', JSON.parse(p), o)",
        [json.dumps(position), {**given, "toggles": ["counting"]}],
    )
    found = page.evaluate(COUNTED)
    left, top, right, bottom = found["panel"]
    assert left >= 0 and top >= 0 and right <= width and bottom <= height
    for text, *box in found["texts"]:
        assert not text.endswith("…"), text
        assert box[0] >= left and box[2] <= right and box[1] >= top - 1 and box[3] <= bottom + 1, text
    assert len(found["trick"]) > players - 1
    for x0, y0, x1, y1 in found["trick"]:
        wide, tall = min(x1, right) - max(x0, left), min(y1, bottom) - max(y0, top)
        assert wide <= 0 or tall <= 0 or wide * tall < 0.12 * (x1 - x0) * (y1 - y0), (found["panel"], x0, y0, x1, y1)
    if window == "390x844":
        assert len(found["row"]) == 1 + min(players, 3) - (players == 4)
        assert all(bottom <= y0 for _, y0, _, _ in found["row"]), "stock and points stay in sight"


def test_the_button_of_an_exchange_says_all_of_it_in_every_window(page: Any) -> None:
    for players, language in ((2, "en"), (4, "es")):
        game = opened(page, "briscas", players=players, exchange="on")
        position = next(
            one
            for seed in range(20)
            for _, one in positions(game, seed)
            if any(move["kind"] == "exchange" for move in one["moves"])
        )
        trump = position["description"]["trump"]  # the suit with the longest name is the trump
        renamed = json.dumps(position).replace("espadas", "?").replace(trump, "espadas").replace("?", trump)
        for layout, width, height in STAGES.values():
            page.set_viewport_size({"width": width, "height": height})
            given = {"layout": layout, "width": width, "height": height, "language": language, "theme": "light"}
            page.evaluate("([p, o]) => harness.show('briscas', JSON.parse(p), o)", [renamed, given])
            said = page.locator("#stage [data-key^='button:exchange']").all_text_contents()
            assert said and not any("…" in text for text in said), (width, height, said)
            assert not page.evaluate("harness.faults()"), (width, height)
            asked, count = (
                page.locator(f"#stage [data-key^='{key}']").bounding_box() for key in ("button:exchange", "counting")
            )
            apart = asked["y"] + asked["height"] <= count["y"] + 1, count["x"] + count["width"] <= asked["x"] + 1
            assert any(apart), (width, height, asked, count)


OPEN_HAND = "() => [...document.querySelectorAll('#stage [data-zone=hands][data-state=known]')].map((n) => n.getBoundingClientRect()).map((b) => [b.left, b.right])"


def test_the_cards_that_a_partner_shows_do_not_hide_each_others_suits(page: Any) -> None:
    game = opened(page, "briscas", players=4, partners_see_hands="stock_empty")
    position = next(one for _, one in positions(game, 3) if not one["description"]["stock"]["left"])
    for window in ("1280x800", "844x390", "390x844"):
        layout, width, height = STAGES[window]
        given = {"layout": layout, "width": width, "height": height, "language": "es", "theme": "light"}
        page.evaluate("([p, o]) => harness.show('briscas', JSON.parse(p), o)", [json.dumps(position), given])
        cards = page.evaluate(OPEN_HAND)
        assert len(cards) == 3
        for (left, right), (following, _) in itertools.pairwise(cards):
            assert following - left > 0.65 * (right - left), (window, cards)
