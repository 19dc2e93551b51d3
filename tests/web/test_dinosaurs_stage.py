"""Drawn table of Happy Little Dinosaurs: every stage size in both languages, separate zones, and rounds in beats."""

from __future__ import annotations

import itertools
import json
import random
from collections import Counter
from functools import cache
from typing import Any

import pytest
from drawing_stage import CHROMIUM, STAGES, opened
from drawn_positions import decisions
from samples import WINDOWS, sampled

import tapete
from tapete.play.session import Session

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="no Chromium is installed")
pytest.importorskip("playwright")

EACH = 2  # steps of each kind of event that are played
LOOKED_AT = """([positions, options]) => JSON.parse(positions).map((position) => {
    harness.show('dinosaurs', position, options);
    const cut = [...document.querySelectorAll('#stage [data-cut]')].map((node) => `cut: ${node.textContent}`);
    const box = (node) => node.querySelector(':scope > .hit').getBoundingClientRect();
    const zones = ['seats', 'disaster', 'hand', 'buttons'].flatMap((zone) =>
        [...document.querySelectorAll(`#stage [data-zone=${zone}]`)].map((node) => [zone, node.dataset.key, box(node)]));
    const over = zones.flatMap(([zone, key, a]) => zones.filter(([other, , b]) => other !== zone
        && Math.min(a.right, b.right) - Math.max(a.left, b.left) > 3
        && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 3).map(([, other]) => `${key} lies over ${other}`));
    const narrow = [...document.querySelectorAll('#stage [data-zone=hand] > .hit')].map((node) => node.width.baseVal.value);
    const race = document.querySelectorAll('#stage [data-zone=track]').length;
    return {faults: [...harness.faults(), ...cut, ...over], narrowest: Math.min(999, ...narrow), race}; })"""


def stage_of(window: str, language: str = "en") -> dict[str, Any]:
    layout, width, height = STAGES[window]
    return {"layout": layout, "width": width, "height": height, "language": language, "theme": "light"}


@cache
def positions(players: int) -> list[dict[str, Any]]:
    """Return two decisions of every phase of two games, and both ends."""
    game = tapete.load("dinosaurs", players=players)
    found: list[dict[str, Any]] = []
    seen: Counter[str] = Counter()
    for seed in range(2):
        for position in decisions(game, seed):
            phase = str(position["over"]) + position["description"]["phase"]
            seen[phase] += 1
            if seen[phase] in (1, 9):
                found.append(position)
    return found


@pytest.mark.parametrize("window", sampled(STAGES, WINDOWS))
def test_every_phase_fits_its_stage(page: Any, window: str) -> None:
    """No text is cut, no zone overlaps another, hand cards can be read, and the race is drawn at every size."""
    opened(page, "dinosaurs")
    narrowest = 56 if STAGES[window][1] < 382 or STAGES[window][2] < 430 else 65
    for number, players in enumerate((4, 2, 3)):
        given = stage_of(window, ("en", "es")[(number + list(STAGES).index(window)) % 2])
        page.set_viewport_size({"width": given["width"], "height": given["height"]})
        shown = positions(players)[:: 1 if players == 4 else 3]
        for position, found in zip(shown, page.evaluate(LOOKED_AT, [json.dumps(shown), given]), strict=True):
            assert not found["faults"], (position["description"]["phase"], found["faults"][:5])
            assert found["narrowest"] >= narrowest
            assert found["race"] == (0 if position["over"] else players)


@cache
def steps() -> tuple[str, ...]:
    """Return steps of games as seat 0 sees them, some of every kind of event: before, after, and the events."""
    found: list[str] = []
    kinds: Counter[str] = Counter()
    game = tapete.load("dinosaurs")
    for seed in range(5):
        chance = random.Random(seed)
        session = Session(game, [None] * game.seats, seed=seed)
        told = 0
        while not session.over:
            before = session.state.describe(0)
            seat = session.waiting[0]
            session.play(seat, chance.choice(session.legal(seat)))
            events = session.seen_by(0)[told:]
            told = len(session.seen_by(0))
            own = {event["kind"] + str(event.get("card", ""))[:2] * (event["kind"] == "played") for event in events}
            if any(kinds[kind] < EACH for kind in own):
                kinds.update(own)
                texts = [{**event, "text": game.event_text(event, "en", reader=0)} for event in events]
                found.append(json.dumps({"before": before, "after": session.state.describe(0), "events": texts}))
    return tuple(found)


PLAYED = """async ([step, options, words]) => {
  const {beatsOf, written} = await import('/page/director.js'), {Fx} = await import('/page/fx.js');
  const {before, after, events} = JSON.parse(step), svg = document.getElementById('stage');
  let layer = document.getElementById('fx');
  if (!layer) { layer = document.createElement('div'); layer.id = 'fx'; document.body.append(layer); Object.assign(layer.style, {position: 'fixed', inset: 0, pointerEvents: 'none'}); }
  const fx = new Fx(layer, svg);
  const drawing = await import('/page/games/dinosaurs/draw.js');
  const picture = (description) => ({seat: 0, over: description.over, description, moves: [], events: events.map((e) => ({...e, text: {en: e.text, es: e.text}}))});
  const view = {...options, seat: 0, description: after, moves: [], picked: [], left: new Set(), names: [], say: (key) => words[key] ?? key};
  let shown = before; const made = [], faults = [];
  harness.show('dinosaurs', picture(before), options);
  for (const beat of beatsOf(drawing, before, after, events, view)) {
    const was = fx.measure(), next = written(shown, beat);
    fx.begin(was, {pace: 0.02});
    harness.show('dinosaurs', picture(next), options);
    if (!next.scene) faults.push(...harness.faults());
    const disaster = svg.querySelector('[data-key^="disaster:"]') !== null;
    const hand = [...svg.querySelectorAll('[data-zone=hand]')].map((node) => node.dataset.key.slice(5).split('#')[0]);
    const lanes = [...svg.querySelectorAll('[data-zone=lanes]')].filter((node) => node.dataset.ghost !== 'no').length;
    fx.found = null; shown = next;
    await beat.does?.(fx);
    fx.close();
    made.push({id: beat.id, ms: beat.ms, disaster, hand, lanes, tells: (beat.tells ?? []).map((e) => events.indexOf(e))});
  }
  const hidden = [...svg.querySelectorAll('[data-key]')].filter((node) => node.style.visibility === 'hidden').length;
  return {made, faults, hidden, left: layer.querySelectorAll('.actor').length, same: JSON.stringify(shown) === JSON.stringify(after)};
}"""


@pytest.mark.parametrize("every", sampled([4, 1], [4]))
def test_every_event_is_shown_once_and_the_last_beat_shows_the_position_sent(page: Any, every: int) -> None:
    """Each kind of event, on a large and a small stage in turn; nothing stays hidden or in the air."""
    game = opened(page, "dinosaurs")
    beats: set[str] = set()
    for number, step in enumerate(steps()[::every]):
        given = stage_of(("1280x800", "390x844")[number % 2])
        page.set_viewport_size({"width": given["width"], "height": given["height"]})
        found = page.evaluate(PLAYED, [step, given, game.words["en"]])
        events = json.loads(step)["events"]
        told = Counter(index for beat in found["made"] for index in beat["tells"])
        assert told == Counter(range(len(events))), ([event["kind"] for event in events], found["made"])
        assert found["same"] and not found["faults"], ([event["kind"] for event in events], found["faults"][:3])
        assert found["hidden"] == 0 and found["left"] == 0, events
        assert sum(beat["ms"] or 0 for beat in found["made"]) <= 10_000
        ids = [beat["id"] for beat in found["made"]]
        assert not any(beat["lanes"] for beat in found["made"]), "no ghosts when the lanes are gone"
        left = [ids.index(beat) for beat in ("falls", "bottom") if beat in ids]
        if left and "round" in ids:  # what has left does not come back before the next one is turned up
            assert not any(beat["disaster"] for beat in found["made"][min(left) : ids.index("round")]), ids
        for index, event in enumerate(events):  # a card that is played leaves the own hand with the beat that says so
            if event["kind"] in ("chose", "played", "threw", "gave_up") and event["seat"] == 0:
                before = json.loads(step)["before"]["players"][0]["hand"].count(event["card"])
                shown = next(beat["hand"] for beat in found["made"] if index in beat["tells"])
                assert shown.count(event["card"]) <= max(0, before - 1), (event["kind"], ids)
        beats |= set(ids)
    wanted = {"chose", "reveal", "count", "traits", "standing", "boost", "sap", "flip", "shelter", "detour", "runs"}
    wanted |= {"falls", "took", "moved", "scores", "round", "sudden_death", "fought", "you_out", "out", "over"}
    assert every > 1 or wanted <= beats, wanted - beats
    assert len(wanted & beats) >= 12


SIGNS = """([positions, options]) => JSON.parse(positions).map((position) => {
    harness.show('dinosaurs', position, options);
    const stage = document.getElementById('stage'), all = [...stage.querySelectorAll('*')];
    const texts = (node) => [...node.querySelectorAll('text')];
    const over = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1 && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 3;
    const hidden = [];
    for (const thing of stage.querySelectorAll('[data-zone=table], [data-zone=disaster]')) {
        const signs = [...thing.querySelectorAll('[data-sign], [data-key^="flag:"]')];
        for (const sign of signs) for (const text of texts(thing)) if (!sign.contains(text) && over(sign.getBoundingClientRect(), text.getBoundingClientRect())) hidden.push(`${sign.textContent} over ${text.textContent}`); }
    const last = Math.max(...all.map((node, i) => (node.dataset.zone === 'seats' ? i : -1)));
    const below = all.filter((node, i) => node.dataset.zone === 'scores' && i < last).length;
    const untold = [...stage.querySelectorAll('[data-zone=held]')].filter((node) => !node.closest('[data-why], [data-moves]')).length;
    return {hidden, below, untold, signs: stage.querySelectorAll('[data-sign], [data-key^="flag:"]').length}; })"""


@pytest.mark.parametrize("window", ["390x844", "640x480", "1280x800"])
def test_signs_hide_no_words_and_say_what_they_mean(page: Any, window: str) -> None:
    """The order of effects, what holds for the round, scores above the frames of neighbours, and held disasters."""
    game = opened(page, "dinosaurs")
    found: dict[str, dict[str, Any]] = {}
    for position in itertools.chain.from_iterable(decisions(game, seed) for seed in range(12)):
        seen = position["description"]
        kinds = [f"{seen['doubled']}{seen['inverted']}"] if seen["phase"] in ("scoring", "response") else []
        kinds += [f"order {seen['phase']}"] if len(seen["effects"]["order"]) > 1 else []
        for kind in kinds:
            found.setdefault(kind, position)
    given = stage_of(window, "es")
    page.set_viewport_size({"width": given["width"], "height": given["height"]})
    drawn = page.evaluate(SIGNS, [json.dumps(list(found.values())), given])
    assert sum(one["signs"] for one in drawn) > 6
    for kind, one in zip(found, drawn, strict=True):
        assert (one["hidden"], one["below"], one["untold"]) == ([], 0, 0), (kind, one)


@pytest.mark.parametrize(("window", "rim"), [("1024x600", 18), ("640x480", 7)])
def test_seats_keep_clear_of_the_edge_and_its_handle(page: Any, window: str, rim: int) -> None:
    opened(page, "dinosaurs")
    given = stage_of(window)
    page.set_viewport_size({"width": given["width"], "height": given["height"]})
    page.evaluate(LOOKED_AT, [json.dumps(positions(4)[:1]), given])
    boxes = page.evaluate(
        "() => [...document.querySelectorAll('#stage [data-key^=\"seat:\"] > .hit')].map((node) => node.getBoundingClientRect())"
        ".map((box) => [box.left, box.right])"
    )
    assert len(boxes) == 4
    assert min(left for left, _ in boxes) >= rim and max(right for _, right in boxes) <= given["width"] - rim


def test_an_elimination_names_its_cause_and_the_player(page: Any) -> None:
    game = opened(page, "dinosaurs")
    description = game.deal(3).describe(1)
    description["players"][1] |= {
        "alive": False,
        "disasters": {"natural": 1, "predatory": 1, "emotional": 1, "meteor": 0},
    }
    rex = game.words["en"][f"name.{description['players'][0]['dinosaur']}"]
    detour = {"kind": "played", "seat": 0, "card": "IR", "target": 1}
    events = [{"kind": "round", "round": 4}, detour, {"kind": "took", "seat": 1, "title": "natural.3"}]
    text = {"en": "", "es": ""}
    told = [{**event, "text": text} for event in [*events, {"kind": "out", "seat": 1}, {"kind": "round", "round": 5}]]
    ask = """([p, o]) => { const {title, text, more, node} = harness.ask('dinosaurs', p, o, 'out'); return [title, text, more, node.tagName]; }"""
    position = {"seat": 1, "over": False, "description": description, "moves": [], "events": told}
    said = page.evaluate(ask, [position, stage_of("1280x800")])
    assert said == [
        "You are out!",
        "Nature + Predators + Feelings: one of each.",
        f"{rex}'s Detour sent it to you.",
        "svg",
    ]
    alone = {**position, "events": [event for event in told if event["kind"] != "played"]}
    assert page.evaluate(ask, [alone, stage_of("1280x800")])[2] == "Hiccuping volcano was one too many."
    description["players"][1]["alive"] = True
    assert page.evaluate("([p, o]) => harness.ask('dinosaurs', p, o, 'out')", [position, stage_of("1280x800")]) is None


BANNERS = """async ([before, after, events]) => {
    const {beats} = await import('/page/games/dinosaurs/beats.js'), banners = [];
    const view = {seat: 0, description: after, names: [], say: (key, values) => `${key} ${values?.n ?? ''}`.trim()};
    for (const beat of beats(before, after, events, view))
        if (beat.id === 'without') await beat.does({ribbon: (text) => banners.push(text), shake: () => null});
    return banners; }"""


def test_several_without_a_point_card_have_one_banner_that_counts_them(page: Any) -> None:
    """The round ends with it: the position that is sent has forgotten who had no card."""
    before = opened(page, "dinosaurs").deal(3).describe(0)
    after = {**before, "turn": before["turn"] + 1, "without": []}
    events = [{"kind": "without", "seat": seat} for seat in (0, 2, 3)]
    ended = [{"kind": "bottom"}, {"kind": "round", "round": 2}]
    assert page.evaluate(BANNERS, [before, after, events + ended]) == ["stage.without_several 3"]
    alone = {**before, "without": [0]}
    assert page.evaluate(BANNERS, [before, alone, events[:1]]) == ["stage.without_you"]


def test_the_disaster_says_once_what_it_gives_the_reader(page: Any) -> None:
    """The reader's own number is in the first line; the second names the others."""
    opened(page, "dinosaurs")
    position = next(one for one in positions(4) if one["description"]["phase"] == "choose")
    told = json.loads(json.dumps(position))
    kind = told["description"]["disaster"]
    for seat, player in enumerate(told["description"]["players"]):
        player["traits"] = {kind: 1 if seat in (told["seat"], (told["seat"] + 1) % 4) else 0}
        player["fatal"] = []
    page.evaluate("([p, o]) => harness.show('dinosaurs', p, o)", [told, stage_of("1280x800")])
    card = page.locator("#stage [data-zone=disaster]").text_content()
    assert "you: +1" in card and card.count("+1") == 2, card


COVERED = """([position, options]) => {
    harness.show('dinosaurs', position, options);
    const box = (node) => node.getBoundingClientRect(), stage = document.getElementById('stage');
    const over = (a, b) => Math.min(a.right, b.right) > Math.max(a.left, b.left) && Math.min(a.bottom, b.bottom) > Math.max(a.top, b.top);
    const numbers = [...stage.querySelectorAll('.scene text')].filter((text) => /^[0-9]+$/.test(text.textContent)).map(box);
    const board = [...stage.querySelectorAll('[data-zone=finish] text')].map(box);
    const found = (zone, kept) => [...stage.querySelectorAll(zone)].filter((node) => kept.some((one) => over(box(node), one))).length;
    return [numbers.length, found('[data-zone=lanes]', numbers), board.length, found('[data-zone=track] text', board)]; }"""


@pytest.mark.parametrize("window", ["390x844", "1024x600", "1280x800"])
def test_dinosaurs_near_the_end_cover_neither_the_finish_nor_their_points(page: Any, window: str) -> None:
    opened(page, "dinosaurs")
    given = stage_of(window)
    page.set_viewport_size({"width": given["width"], "height": given["height"]})
    position = next(one for one in positions(4) if one["description"]["phase"] == "choose")
    race = json.loads(json.dumps(position))
    for player, points in zip(race["description"]["players"], (49, 48, 47, 45), strict=True):
        player["points"] = points
    assert page.evaluate(COVERED, [race, given]) == [0, 0, 1, 0]
    race["description"] |= {"over": True, "winners": [0], "reason": "fifty"}
    race["description"]["players"][0]["points"] = 55
    assert page.evaluate(COVERED, [{**race, "moves": []}, given]) == [4, 0, 0, 0]


REVEALED = """async ([before, after, events]) => {
    const {beats} = await import('/page/games/dinosaurs/beats.js');
    const view = {seat: 0, description: after, names: [], say: (key) => key};
    return beats(before, after, events, view).map(({id, shows, tells = []}) => [id, tells.map((event) => event.kind),
        Boolean(shows?.inverted || shows?.doubled || shows?.effects.cancelled.length), shows?.players.map(({score}) => score?.final ?? null)]); }"""


def test_a_reveal_gives_nothing_away_before_the_cards_are_up(page: Any) -> None:
    """The cards are named once they are up; scores change places, and Boosts count twice, with the beat that says so."""
    opened(page, "dinosaurs")
    step = next(
        step
        for step in map(json.loads, steps())
        if {"reveal", "inverted"} <= {event["kind"] for event in step["events"]}
    )
    shown = page.evaluate(REVEALED, [step["before"], step["after"], step["events"]])
    ids = [beat[0] for beat in shown]
    up, flip = ids.index("reveal"), ids.index("inverted")
    assert shown[up][1] == ["reveal"] and "revealed" in shown[up + 1][1]
    assert not any(beat[2] for beat in shown[: flip + 1]), shown
    plain = next(beat[3] for beat in shown if beat[0] == "standing")
    assert plain == [player["score"]["total"] for player in step["after"]["players"]]
    assert shown[-1][3] == [player["score"]["final"] for player in step["after"]["players"]]
