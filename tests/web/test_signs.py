"""Signs that work without colour, and the layout of Briscas: cards, states, seats, tricks, exchange, reasons."""

from __future__ import annotations

import io
import itertools
import json
import random
from collections.abc import Iterator
from typing import Any

import pytest
from drawing_stage import CHROMIUM, MUTANTS, drawing_of, opened, options_for
from drawn_positions import position_of

import tapete
from tapete.play.session import Session

pytestmark = [pytest.mark.slow, pytest.mark.skipif(CHROMIUM is None, reason="no Chromium is installed")]
pytest.importorskip("playwright")


def positions(game: tapete.Game, seed: int, seat: int | None = 0) -> Iterator[tuple[Session, dict[str, Any]]]:
    """Return positions of a random game in which a seat (None: any) is to move, and its end."""
    chance = random.Random(seed)
    session = Session(game, [None] * game.seats, seed=seed)
    while not session.over:
        asked = session.waiting[0]
        if seat is None or asked == seat:
            yield session, position_of(session, asked, 0)
        session.play(asked, chance.choice(session.legal(asked)))
    yield session, position_of(session, 0, 0)


def show(page: Any, position: dict[str, Any], name: str = "briscas", **more: Any) -> Any:
    given = options_for("1280x720", **more)
    page.set_viewport_size({"width": given["width"], "height": given["height"]})
    return page.evaluate("([g, p, o]) => harness.show(g, JSON.parse(p), o)", [name, json.dumps(position), given])


# Cards and states in grey

CARDS = """async (file) => { const {spanishCard, GAPS} = await import(file); const gaps = {};
    for (const suit of Object.keys(GAPS)) for (const face of ['A', '7', 'K']) {
        const node = spanishCard(`${face}-${suit}`, 122); const line = node.querySelector('.frame').getAttribute('d');
        const top = line.split('M').filter(Boolean).filter((part) => /^[\\d.]+ 12[HL]/.test(part));
        gaps[`${face}-${suit}`] = top.length; }
    return gaps; }"""


def gaps_drawn(page: Any, file: str) -> dict[str, set[int]]:
    """Return the number of gaps in the upper line of the frame by suit, counted in the drawing."""
    found: dict[str, set[int]] = {}
    for card, parts in page.evaluate(CARDS, file).items():
        found.setdefault(card.split("-")[1], set()).add(parts - 1)
    return found


def test_the_frame_shows_the_suit_and_names_have_rank_and_suit(page: Any) -> None:
    wanted = {"oros": {0}, "copas": {1}, "espadas": {2}, "bastos": {3}}
    assert gaps_drawn(page, "/page/games/briscas/art.js") == wanted
    game = opened(page, "briscas")
    _, position = next(positions(game, 1))
    for language in ("en", "es"):
        show(page, position, language=language)
        labels = page.evaluate(
            "() => [...document.querySelectorAll('#stage [data-zone=my-hand], #stage [data-zone=hand]')].map((n) => [n.dataset.key, n.getAttribute('aria-label')])"
        )
        for card in position["description"]["players"][0]["hand"]:
            name = game.words[language][f"name.{card}"]
            assert any(name in label for _, label in labels), (name, labels)


STATES = ("", "can", "picked", "target", "no")
MARKS = """([states]) => import('/page/kit.js').then((kit) => { const svg = document.querySelector('#stage'); svg.setAttribute('viewBox', '0 0 900 240'); svg.setAttribute('width', 900); svg.setAttribute('height', 240);
    svg.replaceChildren(kit.definitions(), kit.rect(0, 0, 900, 240, {fill: '#808080'}), ...states.map((state, i) => kit.at(30 + 150 * i, 30, kit.front(96, 150), state === 'new' ? kit.rect(-3, -3, 102, 156, {rx: 10, fill: 'none', stroke: '#FFF7E6', 'stroke-width': 2, 'stroke-dasharray': '2 4'}) : kit.mark(state, 96, 150, 7))));
    svg.style.filter = 'grayscale(1)'; })"""


def differences(page: Any, states: tuple[str, ...]) -> dict[tuple[str, str], float]:
    """Return the share of a thing's pixels, in grey, by which each two states differ."""
    from PIL import Image, ImageChops

    page.set_viewport_size({"width": 900, "height": 240})
    page.evaluate(MARKS, [list(states)])
    whole = Image.open(io.BytesIO(page.screenshot())).convert("L")
    page.evaluate("document.querySelector('#stage').style.filter = ''")
    cut = {state: whole.crop((15 + 150 * i, 10, 165 + 150 * i, 200)) for i, state in enumerate(states)}
    found = {}
    for one, other in itertools.combinations(states, 2):
        seen = ImageChops.difference(cut[one], cut[other]).histogram()
        found[one, other] = sum(seen[16:]) / (96 * 150)
    return found


def test_states_differ_without_colour(page: Any) -> None:
    """In grey, any two states of a thing differ by more than 2 % of its pixels; a state that is not drawn would be found."""
    assert min(differences(page, (*STATES, "new")).values()) > 0.02, differences(page, (*STATES, "new"))
    assert differences(page, ("", "hidden-state"))["", "hidden-state"] == 0


# Briscas at the table


@pytest.mark.parametrize("players", [2, 3, 4])
def test_play_goes_to_the_right_and_partners_sit_opposite(page: Any, players: int) -> None:
    game = opened(page, "briscas", players=players)
    _, position = next(positions(game, 1))
    show(page, position)
    boxes = page.evaluate(
        """() => Object.fromEntries([...document.querySelectorAll('#stage [data-seat]')].map((n) => { const b = n.getBoundingClientRect(); return [n.dataset.seat, [b.x + b.width / 2, b.y + b.height / 2]]; }))"""
    )
    width, height = 960, 620
    assert set(boxes) >= {str(seat) for seat in range(1, players)}
    if players == 2:
        assert boxes["1"][1] < height / 3
    elif players == 3:
        assert boxes["1"][0] > width / 2 > boxes["2"][0]
    else:
        assert boxes["1"][0] > width * 0.66 and boxes["3"][0] < width * 0.34
        assert abs(boxes["2"][0] - width / 2) < width * 0.3 and boxes["2"][1] < height / 3
        assert position["description"]["players"][0]["partner"] == 2


def test_a_full_trick_is_held_before_it_is_swept(page: Any) -> None:
    game = opened(page, "briscas")
    seen = None
    for session, _ in positions(game, 3, None):
        now = position_of(session, 0, 0)
        if seen is not None and len(now["description"]["tricks"]) > len(seen["description"]["tricks"]):
            events = [event for event in now["events"] if event["step"] >= len(session.actions) - 1]
            held = page.evaluate(
                """async ([b, a, e]) => { const {beatsOf, written} = await import('/page/director.js'), drawing = await import('/page/games/briscas/draw.js');
                    let shown = b; return beatsOf(drawing, b, a, e, {seat: 0}).map((beat) => { shown = written(shown, beat); return [beat.ms, shown.trick.length]; }); }""",
                [seen["description"], now["description"], events],
            )
            assert any(hold >= 800 and cards == 2 for hold, cards in held), held
            return
        seen = now
    raise AssertionError("no trick")


WHY = "() => Object.fromEntries([...document.querySelectorAll('#stage [data-why]')].map((n) => [n.dataset.key, n.dataset.why]))"


def test_follow_suit_refuses_with_the_right_reason(page: Any) -> None:
    game = opened(page, "briscas", follow_suit="follow_or_trump")
    reasons: set[bool] = set()
    checked = 0
    for seed in range(12):
        for _, position in positions(game, seed, None):
            seen = position["description"]
            if seen["over"] or not seen["trick"] or (checked > 25 and len(reasons) == 2):
                continue
            checked += 1
            show(page, position)
            hand = seen["players"][position["seat"]]["hand"]
            legal = {move["card"] for move in position["moves"] if "card" in move}
            led = seen["trick"][0]["card"].split("-")[1]
            said = page.evaluate(WHY)
            for card in set(hand) - legal:
                follows = any(other.endswith(f"-{led}") for other in hand)
                why = next(text for key, text in said.items() if card in key)
                assert (f"follow {led}" in why) == follows, (why, card, hand)
                assert follows or "must trump" in why
                reasons.add(follows)
    assert reasons == {True, False}


def test_the_face_up_card_is_known_after_it_was_drawn_and_the_end_counts_120(page: Any) -> None:
    game = opened(page, "briscas")
    known = 0
    for session, position in (one for seed in range(5, 13) for one in positions(game, seed)):
        seen = position["description"]
        taken = [e for e in position["events"] if e["kind"] == "face_up" and e["seat"] == 1]
        if taken and taken[0]["card"] in seen["players"][1]["known"]:
            show(page, position)
            label = game.words["en"][f"name.{taken[0]['card']}"]
            assert any(
                label in text
                for text in page.locator("#stage [data-state=known]").evaluate_all(
                    "all => all.map((n) => n.getAttribute('aria-label'))"
                )
            )
            known += 1
        if session.over:
            show(page, position)
            texts = page.evaluate("() => [...document.querySelectorAll('#stage text')].map((n) => n.textContent)")
            worth = [
                int(text.split("(")[1].rstrip(")"))
                for text in texts
                if text.endswith(")") and "(" in text and text[0].isdigit()
            ]
            assert len(worth) == 10 and sum(worth) == 120
    assert known


def test_the_card_that_is_out_of_the_thesis_engine_is_barred(page: Any) -> None:
    strokes = "document.querySelectorAll('#stage path[stroke=\"#A3281F\"]').length"
    _, position = next(positions(opened(page, "briscas"), 1))
    show(page, position)
    plain = page.evaluate(strokes)
    _, position = next(positions(opened(page, "briscas", thesis_engine=True), 1))
    show(page, position)
    assert page.evaluate(strokes) == plain + 1


def test_a_card_without_its_frame_would_be_found(page: Any) -> None:
    source = drawing_of("briscas", "art.js").read_text()
    sound = "espadas: [80, 128]"
    assert source.count(sound) == 1
    MUTANTS["page/games/briscas-broken/art.js"] = source.replace(sound, "espadas: [104]")
    page.reload()  # drawn pictures are cached
    page.wait_for_function("window.harness !== undefined")
    assert gaps_drawn(page, "/page/games/briscas-broken/art.js")["espadas"] == {1}
