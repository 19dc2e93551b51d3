"""Table of Tales of Tribute: every window of a phone or a desktop, separate zones, and steps in beats."""

from __future__ import annotations

import itertools
import json
import random
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

import pytest
from drawing_stage import CHROMIUM, STAGES, opened
from drawn_positions import decisions, facts_of, position_of
from samples import WINDOWS, sampled

import tapete
from tapete.core.game import Game
from tapete.core.state import State
from tapete.core.strings import fill
from tapete.play.session import Session

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="no Chromium is installed")
pytest.importorskip("playwright")

LOOK = """([positions, options]) => positions.map((position) => { harness.show('tribute', position, options);
    const boxes = {}, cards = [];
    for (const node of document.querySelectorAll('#stage [data-zone]')) {
        const box = (node.querySelector('.hit') ?? node).getBoundingClientRect(), zone = node.dataset.zone;
        if (zone === 'hand' && node.dataset.moves) cards.push(Number(node.querySelector('.hit').getAttribute('width')));
        const old = boxes[zone] ?? [9999, 9999, 0, 0];
        boxes[zone] = [Math.min(old[0], box.left), Math.min(old[1], box.top), Math.max(old[2], box.right), Math.max(old[3], box.bottom)];
    }
    return { faults: harness.faults(), cut: [...document.querySelectorAll('#stage [data-cut]')].map((node) => node.textContent),
        boxes, narrowest: Math.min(999, ...cards) }; })"""


def kinds_of(position: dict[str, Any]) -> str:
    """Return the kinds of questions in a position."""
    seen = position["description"]
    return str(seen["choice"]["kind"] if seen["choice"] else seen["phase"])


def varied() -> list[dict[str, Any]]:
    """Return positions with each kind of question, and the two fullest tables of some games."""
    found: dict[str, dict[str, Any]] = {}
    full: list[tuple[int, int, dict[str, Any]]] = []
    for patrons in ("saint_alessia,pelin,psijic,hlaalu", "ansei,orgnum,rajhin,duke_of_crows", None):
        game = tapete.load("tribute", **({} if patrons is None else {"patrons": patrons}))
        walk = itertools.islice(decisions(game, 1, ["max-agents"] * 2, 0.5), 400)
        for number, position in enumerate(walk):
            found.setdefault(kinds_of(position), position)
            players = position["description"]["players"]
            things = sum(len(one["agents"]) + len(one["played"]) + len(one["hand"] or ()) for one in players)
            full.append((things, number, position))
    return [*found.values(), *(one for *_, one in sorted(full, key=lambda entry: entry[:2])[-2:])]


@pytest.fixture(scope="module")
def tables() -> list[dict[str, Any]]:
    return varied()


@pytest.mark.parametrize("window", sampled(STAGES, WINDOWS))
def test_every_question_fits_every_window(page: Any, tables: list[dict[str, Any]], window: str) -> None:
    """Nothing is cut or covered, zones do not overlap, and cards of the hand are at least 56 wide."""
    opened(page, "tribute")
    layout, width, height = STAGES[window]
    page.set_viewport_size({"width": width, "height": height})
    for number, (language, theme) in enumerate((("en", "light"), ("es", "dark"))):
        options = {"layout": layout, "width": width, "height": height, "language": language, "theme": theme}
        shown = [*tables[number:-2:2], *tables[-2:]]  # the languages in turn, the fullest tables in both
        for position, seen in zip(shown, page.evaluate(LOOK, [shown, options]), strict=True):
            asked = (window, language, kinds_of(position))
            assert not seen["faults"] and not seen["cut"], (asked, seen["faults"][:3], seen["cut"][:3])
            assert seen["narrowest"] >= 56, (asked, seen["narrowest"])
            for (one, a), (other, b) in itertools.combinations(seen["boxes"].items(), 2):
                across, down = min(a[2], b[2]) - max(a[0], b[0]), min(a[3], b[3]) - max(a[1], b[1])
                assert across <= 6 or down <= 6, (asked, one, other, round(across), round(down))


def opened_hands(game: Game) -> dict[str, Any]:
    """Return a position in the middle of a game as a viewer of both hands sees it."""
    session = Session(game, ["max-agents"] * 2, seed=4)
    while len(session.actions) < 60:
        session.step()
    found = position_of(session, 0, len(session.seen_by(0)))
    found["description"]["players"][1]["hand"] = session.state.describe(1)["players"][1]["hand"]
    return {**found, "seat": None, "moves": []}


@pytest.mark.parametrize("window", sampled(STAGES, ["1024x600", "390x844"]))
def test_both_hands_lie_open_on_the_table(page: Any, window: str) -> None:
    """Looking back with all hands open: the other's hand is in his row, and covers nothing."""
    position = opened_hands(opened(page, "tribute"))
    layout, width, height = STAGES[window]
    page.set_viewport_size({"width": width, "height": height})
    options = {"layout": layout, "width": width, "height": height, "language": "es", "theme": "dark"}
    [seen] = page.evaluate(LOOK, [[position], options])
    held = len(position["description"]["players"][1]["hand"])
    assert held and page.locator("#stage [data-zone=their_hand]").count() == held
    assert not seen["faults"] and not seen["cut"], (seen["faults"][:3], seen["cut"][:3])
    mine = seen["boxes"].pop("their_hand")
    for zone, other in seen["boxes"].items():
        across, down = min(mine[2], other[2]) - max(mine[0], other[0]), min(mine[3], other[3]) - max(mine[1], other[1])
        assert across <= 6 or down <= 6, zone


def test_names_of_the_counters_are_above_the_cards_on_a_phone(page: Any, tables: list[dict[str, Any]]) -> None:
    opened(page, "tribute")
    layout, width, height = STAGES["390x844"]
    page.set_viewport_size({"width": width, "height": height})
    options = {"layout": layout, "width": width, "height": height, "language": "en", "theme": "light"}
    position = next(one for one in tables if kinds_of(one) == "play" and one["description"]["players"][0]["hand"])
    page.evaluate(LOOK, [[position], options])
    labels, cards = page.evaluate(
        "() => [[...document.querySelectorAll('#stage text')].filter((node) => ['coins', 'power', 'prestige'].includes(node.textContent))"
        ".map((node) => node.getBoundingClientRect().bottom),"
        "[...document.querySelectorAll('#stage [data-zone=hand]')].map((node) => node.getBoundingClientRect().top)]"
    )
    assert len(labels) == 3 and cards
    assert max(labels) <= min(cards) + 1.5  # of the space below a line of text


def steps(patrons: str | None, seed: int, most: int) -> Iterator[tuple[dict[str, Any], dict[str, Any]]]:
    """Return positions of seat 0 before and after each step of a game of bots, with its events between them."""
    game = tapete.load("tribute", **({} if patrons is None else {"patrons": patrons}))
    session = Session(game, [None, None], seed=seed)
    players = Session(game, ["max-agents", "max-prestige"], seed=seed).players
    seen, before = 0, position_of(session, 0, 0)
    for number in range(most):
        if session.over:
            return
        seat = session.waiting[0]
        agent = players[seat]
        assert agent is not None
        session.play(seat, agent.act(session.position_of(seat).view(seat, number)))
        after = position_of(session, 0, seen)
        seen = len(session.seen_by(0))
        yield before, after
        before = after


BEATS = """async ([pairs, options]) => { const { beatsOf, written } = await import('/page/director.js');
    const module = await import('/page/games/tribute/draw.js');
    return pairs.map(([before, after], number) => {
        const events = after.events, shown = [], faults = [];
        const view = { seat: 0, names: ['You', 'Bot'], language: options.language, card: (name) => options.cards[name] ?? null };
        const beats = beatsOf(module, before.description, after.description, events, view);
        let position = before.description;
        for (const beat of beats) {
            position = written(position, beat);
            if (number % 6 === 0) {
                harness.show('tribute', { ...after, description: position, moves: [], events: [] }, options);
                faults.push(...harness.faults().map((fault) => `${beat.id}: ${fault}`));
            }
            shown.push([beat.id, beat.ms ?? 0, position.players.map((one) => one.prestige)]);
        }
        const shownEvents = beats.flatMap((beat) => (beat.tells ?? []).map((event) => events.indexOf(event)));
        return { ids: shown.map(([id]) => id), ms: shown.reduce((sum, [, ms]) => sum + ms, 0), faults, events: shownEvents.sort((a, b) => a - b),
            same: JSON.stringify(position) === JSON.stringify(after.description), kinds: events.map((event) => event.kind) };
    }); }"""
OPTIONS = {"layout": "l", "width": 1260, "height": 680, "language": "en", "theme": "light"}
TOLD_IN_BEATS = {"play", "buy", "end_turn", "gains", "draw", "tavern", "turn", "sweep", "pay"}


def test_steps_are_shown_in_beats_that_end_at_the_position_sent(page: Any) -> None:
    """Each event is shown once, in a beat that draws without a fault; an own step takes little time."""
    options = {**OPTIONS, "cards": facts_of(opened(page, "tribute"))["cards"]["en"]}
    ids: Counter[str] = Counter()
    for patrons, seed in (
        ("duke_of_crows,hlaalu,pelin,red_eagle", 1),
        ("saint_alessia,rajhin,orgnum,ansei", 2),
        (None, 3),
    ):
        pairs = list(steps(patrons, seed, 60))
        for found, (_, after) in zip(page.evaluate(BEATS, [pairs, options]), pairs, strict=True):
            assert found["same"], found["ids"]
            assert found["events"] == list(range(len(after["events"]))), (found["ids"], found["kinds"])
            assert not found["faults"], found["faults"][:3]
            assert found["ms"] <= 4500, (found["ids"], found["ms"])
            ids.update(found["ids"])
    assert set(ids) >= TOLD_IN_BEATS | {"attack", "call", "favour", "combo", "draft"}, sorted(ids)
    assert ids["step"] <= sum(ids.values()) * 0.1, ids.most_common()


def test_numbers_wait_for_the_signs_that_carry_them(page: Any) -> None:
    """Prestige is written with the power that becomes it, and the new hand after the old one is discarded."""
    options = {**OPTIONS, "cards": facts_of(opened(page, "tribute"))["cards"]["en"]}
    ends = [pair for pair in steps("duke_of_crows,hlaalu,pelin,red_eagle", 4, 160) if pair[1]["events"]]
    ends = [(a, b) for a, b in ends if b["events"][0]["kind"] == "end_turn" and b["events"][0]["seat"] == 0]
    assert len(ends) > 3
    for found in page.evaluate(BEATS, [ends[:5], options]):
        order = [one for one in found["ids"] if one in ("end_turn", "sweep", "draw", "turn")]
        assert order == [one for one in ("end_turn", "sweep", "draw", "turn") if one in order], found["ids"]


def test_the_draft_lays_three_cards_of_the_patron_that_is_pointed_at(page: Any) -> None:
    game = opened(page, "tribute")
    position = next(decisions(game, 0))
    patron = position["description"]["draft"]["pool"][0]
    shown = "([p, o]) => { harness.show('tribute', JSON.parse(p), o); return document.querySelector('#stage .preview')?.textContent ?? ''; }"
    assert page.evaluate(shown, [json.dumps(position), OPTIONS]) == ""
    text = page.evaluate(shown, [json.dumps(position), {**OPTIONS, "point": f"patron:{patron}"}])
    assert game.words["en"][f"name.{patron}"] in text and len(text) > 60


TEXTS = """([position, options]) => { harness.show('tribute', JSON.parse(position), options);
    const text = (node) => [...node.querySelectorAll('text')].map((one) => one.textContent).join('').replaceAll(' ', '');
    return Object.fromEntries([...document.querySelectorAll('#stage [data-key]')].map((node) => [node.dataset.key, text(node)])); }"""


def promised(words: Mapping[str, str], before: dict[str, Any], after: dict[str, Any], patron: str) -> list[str]:
    """Return what a plate should say about a call, from the positions before and after it."""
    seat = before["observer"]
    old, new = before["players"][seat], after["players"][seat]
    power, coins, prestige = (new[name] - old[name] for name in ("power", "coins", "prestige"))
    found = []
    if power > 0 and coins < 0:
        found.append(fill(words, "stage.pays", {"a": -coins, "b": power}))
    elif power > 0:
        found.append(fill(words, "stage.gives_power", {"n": power}))
    if coins > 0:
        found.append(fill(words, "stage.gives_coins", {"n": coins}))
    if prestige > 0:
        found.append(fill(words, "stage.sells", {"n": prestige}))
    was, now = (next(p["favour"] for p in one["patrons"] if p["patron"] == patron) for one in (before, after))
    if was != now:
        found.append(words["stage.to_you" if now == seat else "stage.nobody"])
    return found


def tried(state: State, seat: int, before: dict[str, Any], move: dict[str, Any]) -> tuple[dict[str, Any], list[Any]]:
    """Return the position after a move, and the events."""
    later = state.clone()
    later.apply(state.action(move))
    after = later.describe(seat)
    return after, list(state.game.happened(before, move, after))


def interesting(move: dict[str, Any], events: list[dict[str, Any]]) -> set[str]:
    """Return what a move is an example of."""
    found = {"call"} if move["kind"] == "call" else set()
    if move["kind"] == "play" and any(event["kind"] == "combo" for event in events):
        found.add("combo")
    return found | ({"sale"} if move.get("choice") == "hlaalu" else set())


def test_promises_of_calls_cards_and_sales_agree_with_the_outcome(page: Any) -> None:
    """Patrons' plates, combos on cards of the hand and Hlaalu's prices against the engine's next position."""
    options = {**OPTIONS, "layout": "xl", "width": 1890, "height": 945}
    page.set_viewport_size({"width": 1890, "height": 945})
    checked: Counter[str] = Counter()
    for patrons, seed in (("duke_of_crows,hlaalu,orgnum,ansei", 1), ("saint_alessia,pelin,psijic,hlaalu", 2)):
        game = opened(page, "tribute", patrons=patrons)
        chance = random.Random(seed)
        session = Session(game, [None, None], seed=seed)
        players = Session(game, ["max-agents"] * 2, seed=seed).players
        for number in range(400):
            seat, state = session.waiting[0], session.state
            before = state.describe(seat)
            steps = [(move, *tried(state, seat, before, move)) for move in map(state.move, session.legal(seat))]
            wanted = {what for move, _, events in steps for what in interesting(move, events)}
            if any(checked[what] < 4 for what in wanted - {"call"}) or ("call" in wanted and number % 9 == 0):
                position = position_of(session, seat, 0, foretold=True)
                shown = page.evaluate(TEXTS, [json.dumps(position), options])
                for move, after, events in steps:
                    checked.update(interesting(move, events))
                    if move["kind"] == "call":
                        text = " · ".join(promised(game.words["en"], before, after, move["patron"]))
                        assert text.replace(" ", "") in shown[f"patron:{move['patron']}"], (text, shown)
                    elif move["kind"] == "play":
                        combo = next((event["number"] for event in events if event["kind"] == "combo"), None)
                        assert (f"combo{combo}now" in shown[f"card:{move['key']}"]) == (combo is not None)
                    elif move.get("choice") == "hlaalu":
                        gained = after["players"][seat]["prestige"] - before["players"][seat]["prestige"]
                        assert f"+{gained}prestige" in shown[f"card:{move['key']}"]
            agent = players[seat]
            assert agent is not None
            action = agent.act(session.position_of(seat).view(seat, number))
            session.play(seat, chance.choice(session.legal(seat)) if chance.random() < 0.3 else action)
            if session.over:
                break
    assert min(checked[what] for what in ("call", "combo", "sale")) >= 3, checked


def drawn_in(page: Any, window: str, position: dict[str, Any], read: str, language: str = "en") -> Any:
    """Draw a position in a window, and return what a script reads from it."""
    layout, width, height = STAGES[window]
    page.set_viewport_size({"width": width, "height": height})
    options = {"layout": layout, "width": width, "height": height, "language": language, "theme": "light"}
    shown = f"([p, o]) => {{ harness.show('tribute', JSON.parse(p), o); return ({read})(); }}"
    return page.evaluate(shown, [json.dumps(position), options])


def with_player(position: dict[str, Any], seat: int, **members: Any) -> dict[str, Any]:
    """Return a position in which a player has other members, and no move is legal."""
    found: dict[str, Any] = {**position, "moves": [], "description": dict(position["description"])}
    players = list(found["description"]["players"])
    players[seat] = {**players[seat], **members}
    found["description"]["players"] = players
    return found


WIDE = ("390x844", "360x740", "1280x800", "1920x1080")  # with room for the names of five cards
NAMES = ["Gold", "Peck", "Fortify", "War Song", "Gold", "Writ of Coin"]
PLAYED_FORM = """() => ['played', 'their_played'].map((zone) => [...document.querySelectorAll(`#stage [data-zone=${zone}]`)].map((node) =>
    [Number(node.querySelector('.hit').getAttribute('width')), node.querySelectorAll('text').length > 0]))"""


@pytest.mark.parametrize("window", sampled(STAGES, ["390x844", "1280x800"]))
def test_played_cards_keep_their_form_and_their_names(page: Any, window: str) -> None:
    """The fifth card of a turn changes neither the size nor the form of those before it, on either side."""
    position = next(one for one in decisions(opened(page, "tribute"), 1) if one["description"]["phase"] == "play")
    for zone, seat in enumerate((position["seat"], 1 - position["seat"])):
        forms = []
        for count in (1, 4, 5):
            played = [{"card": name, "key": 900 + number} for number, name in enumerate(NAMES[:count])]
            found = drawn_in(page, window, with_player(position, seat, played=played, agents=[]), PLAYED_FORM)[zone]
            assert len(found) == count and (window not in WIDE or all(named for _, named in found)), (zone, found)
            forms.append({(round(wide, 1), named) for wide, named in found})
        assert forms[0] == forms[1] == forms[2] and len(forms[0]) == 1, (window, forms)


def test_a_goal_of_the_ribbon_lies_over_the_pegs(page: Any) -> None:
    position = next(one for one in decisions(opened(page, "tribute"), 1) if one["description"]["phase"] == "play")
    over = """() => { const goal = [...document.querySelectorAll('#stage text')].find((node) => node.textContent === '40');
        return [0, 1].map((seat) => Boolean(document.querySelector(`#stage [data-key="peg:${seat}"]`).compareDocumentPosition(goal) & 4)); }"""
    assert drawn_in(page, "390x844", with_player(position, position["seat"], prestige=41), over) == [True, True]


GROUND = """() => { const text = [...document.querySelectorAll('#stage text')].find((node) => /41/.test(node.textContent) && node.textContent.length > 12);
    return text.closest('g[data-box], g').parentNode.innerHTML.match(/#7A1F16|#1F5A30/)[0]; }"""


def test_good_news_are_not_an_alarm(page: Any) -> None:
    """The strip on the rule of 40 is green where the reader is about to win, and red where he is about to lose."""
    position = next(one for one in decisions(opened(page, "tribute"), 1) if one["description"]["phase"] == "play")
    seat = position["seat"]
    end = next(move["id"] for move in position["moves"] if move["kind"] == "end_turn")
    threat = {"kind": "threat", "seat": seat, "prestige": 41}
    won = {"kind": "won", "seat": 1 - seat}
    shown = {**with_player(position, 1 - seat, prestige=41), "moves": position["moves"]}
    for event, ground in ((threat, "#1F5A30"), (won, "#7A1F16")):
        shown["previews"] = {end: {"sure": False, "to": {}, "events": [event]}}
        assert drawn_in(page, "390x844", shown, GROUND) == ground


BOUGHT = """([before, after, options]) => { const view = { seat: 0, names: ['You', 'Bot'], language: 'en', card: (name) => options.cards[name] ?? null };
    return Promise.all([import('/page/director.js'), import('/page/games/tribute/draw.js')]).then(([{ beatsOf, written }, module]) => {
        let position = before.description;
        return beatsOf(module, position, after.description, after.events, view).map((beat) => { position = written(position, beat);
            return [beat.id, position.tavern.row.map((one) => one?.key ?? null), position.players[0].cooldown.length]; }); }); }"""


def test_a_bought_card_leaves_a_gap_and_is_counted_where_it_arrives(page: Any) -> None:
    """The coins fly, the card leaves its place empty, then the cooldown pile counts it, then the next card comes."""
    options = {**OPTIONS, "cards": facts_of(opened(page, "tribute"))["cards"]["en"]}
    pairs = steps("duke_of_crows,hlaalu,pelin,red_eagle", 2, 60)
    bought = next(
        (before, after)
        for before, after in pairs
        if after["events"]
        and after["events"][0]["kind"] == "buy"
        and after["events"][0]["seat"] == 0
        and len(after["description"]["players"][0]["cooldown"]) > len(before["description"]["players"][0]["cooldown"])
    )
    before, after = (one["description"] for one in bought)
    shown = page.evaluate(BOUGHT, [*bought, options])
    old, new = ([entry["key"] for entry in one["tavern"]["row"]] for one in (before, after))
    gap = [mine if mine == theirs else None for mine, theirs in zip(old, new, strict=True)]
    count = len(before["players"][0]["cooldown"])
    assert shown[:3] == [["pay", old, count], ["buy", gap, count], ["rests", gap, count + 1]]
    assert shown[3] == ["tavern", new, count + 1]


def test_a_long_banner_has_two_lines_at_most_on_a_phone(page: Any) -> None:
    opened(page, "tribute")
    high, line = page.evaluate(
        """async () => { const layer = document.createElement('div'); layer.id = 'fx'; document.body.append(layer);
        Object.assign(layer.style, { position: 'fixed', left: 0, top: 0, width: '382px', height: '736px' });
        const link = document.createElement('link'); link.rel = 'stylesheet'; link.href = '/page/page.css';
        await new Promise((ready) => { link.onload = ready; document.head.append(link); });
        const node = document.createElement('div'); node.className = 'passing ribbon-fx long good';
        node.textContent = 'You have 41 prestige and win unless it is matched this turn.';
        layer.append(node); const style = getComputedStyle(node);
        const found = [node.clientHeight - parseFloat(style.paddingTop) - parseFloat(style.paddingBottom), parseFloat(style.lineHeight)];
        layer.remove(); link.remove(); return found; }"""
    )
    assert high <= 2.2 * line


MARKED = """([position, options, keys]) => import('/page/select.js').then(({ Selection }) => {
    const at = JSON.parse(position), selection = new Selection(() => {}), said = [];
    selection.reset(at.moves);
    const show = () => { harness.show('tribute', at, { ...options, picked: selection.picked }); };
    const thing = (key) => document.querySelector(`#stage [data-key="${key}"]`);
    show();
    for (const key of keys) { said.push(selection.pick(thing(key)).what); show(); }
    return { said, guide: harness.ask('tribute', at, { ...options, picked: selection.picked }, 'guide'), all: JSON.parse(thing('button:done')?.dataset.all ?? 'null'),
        states: keys.map((key) => thing(key).dataset.state), closed: document.querySelectorAll('#stage [data-zone=sheet][data-why]').length,
        label: thing('button:done')?.getAttribute('aria-label') }; })"""


def test_several_cards_are_marked_in_any_order_and_sent_together(page: Any) -> None:
    """The second mark may lie left of the first; a third waits until one is taken back; one button sends all of them."""
    game = opened(page, "tribute", patrons="duke_of_crows,hlaalu,pelin,red_eagle")
    sessions = 0
    for seed in range(1, 9):
        session = Session(game, [None, None], seed=seed)
        players = Session(game, ["max-agents"] * 2, seed=seed).players
        for number in range(400):
            if session.over:
                break
            seat = session.waiting[0]
            choice = session.state.describe(seat)["choice"]
            if choice and choice["kind"] == "destroy" and choice["most"] == 2 and len(choice["options"]) > 3:
                break
            agent = players[seat]
            assert agent is not None
            session.play(seat, agent.act(session.position_of(seat).view(seat, number)))
        else:
            continue
        if session.over:
            continue
        sessions += 1
        position = position_of(session, seat, 0)
        first, second, third = (f"card:{entry['key']}" for entry in position["description"]["choice"]["options"][:3])
        shown = json.dumps(position)
        one = page.evaluate(MARKED, [shown, OPTIONS, [third]])
        assert (one["label"], one["closed"], one["states"]) == ("Destroy 1", 0, ["picked"])
        assert one["guide"].endswith("1 of 2 chosen.") and [move["kind"] for move in one["all"]] == ["pick", "done"]
        two = page.evaluate(MARKED, [shown, OPTIONS, [third, first]])
        assert two["closed"] == len(position["description"]["choice"]["options"]) - 2
        assert two["states"] == ["picked"] * 2 and [move["kind"] for move in two["all"]] == ["pick", "pick"]
        back = page.evaluate(MARKED, [shown, OPTIONS, [third, first, first, second]])
        assert back["said"] == ["more", "more", "back", "more"] and back["states"] == ["picked", "no", "no", "picked"]
        state, actions = session.position_of(seat).clone(), []
        for move in two["all"]:
            action = game.definition.presentation.action(state, move)  # type: ignore[union-attr]
            assert action is not None
            actions.append(action)
            state.apply(action)
        session.play(seat, actions)
        assert session.state.describe(seat)["choice"] is None
        break
    assert sessions


SHOWN = """([before, after, options]) => { const view = { seat: 0, names: ['You', 'Bot'], language: 'en', card: (name) => options.cards[name] ?? null };
    return Promise.all([import('/page/director.js'), import('/page/games/tribute/draw.js')]).then(([{ beatsOf, written }, module]) => {
        let position = before.description;
        return beatsOf(module, position, after.description, after.events, view).map((beat) => { position = written(position, beat);
            return { id: beat.id, over: position.over, players: position.players, taken: (beat.tells ?? []).map((event) => event.kind) }; }); }); }"""


def test_numbers_change_and_new_cards_are_counted_when_they_have_arrived(page: Any) -> None:
    """Coins are as before while they fly, and a card that a patron gives is in the cooldown pile after its flight."""
    options = {**OPTIONS, "cards": facts_of(opened(page, "tribute"))["cards"]["en"]}
    seen: Counter[str] = Counter()
    for before, after in steps("saint_alessia,rajhin,orgnum,ansei", 2, 90):
        kinds = {event["kind"] for event in after["events"]}
        wanted = {"gain_coins", "create"} & kinds
        if not wanted or before["description"]["phase"] == "draft" or max(seen[kind] for kind in wanted) >= 3:
            continue
        seen.update(wanted)
        shown = page.evaluate(SHOWN, [before, after, options])
        ids = [beat["id"] for beat in shown]
        for player, old in enumerate(before["description"]["players"]):
            known = {entry["key"] for entry in old["cooldown"]}
            if "gains" in ids and after["events"][0]["kind"] == "play":
                assert shown[ids.index("gains")]["players"][player]["coins"] == old["coins"], ids
            for beat in shown[: ids.index("create") + 1 if "create" in ids else 0]:
                assert {entry["key"] for entry in beat["players"][player]["cooldown"]} <= known, ids
    assert seen["gain_coins"] and seen["create"], seen


def test_numbers_have_the_name_by_which_they_roll(page: Any) -> None:
    position = next(one for one in decisions(opened(page, "tribute"), 1) if one["description"]["phase"] == "play")
    named = "() => [...document.querySelectorAll('#stage [data-number]')].map((node) => node.dataset.number)"
    seat = position["seat"]
    wanted = {f"{what}:{seat}" for what in ("coin", "power", "star", "calls", "peg")} | {f"peg:{1 - seat}"}
    assert wanted <= set(drawn_in(page, "1280x800", position, named))


def test_a_win_is_shown_before_cards_are_put_away(page: Any) -> None:
    options = {**OPTIONS, "cards": facts_of(opened(page, "tribute"))["cards"]["en"]}
    before, after = next(
        pair
        for pair in steps("duke_of_crows,hlaalu,pelin,red_eagle", 4, 900)
        if pair[1]["description"]["over"] and pair[1]["events"][0]["kind"] == "end_turn"
    )
    shown = page.evaluate(SHOWN, [before, after, options])
    won = next(beat for beat in shown if beat["id"] == "won")
    assert "sweep" not in [beat["id"] for beat in shown] and won["over"]
    old = before["description"]["players"]
    assert [one["draw_size"] for one in won["players"]] == [one["draw_size"] for one in old]


PLACES = "() => Object.fromEntries([...document.querySelectorAll('#stage [data-key]')].map((n) => [n.dataset.key, n.getBoundingClientRect().toJSON()]))"


@pytest.mark.parametrize("window", ["360x740", "1280x800"])
def test_news_of_favours_and_played_cards_move_nothing(page: Any, window: str) -> None:
    """The tavern keeps its place when a line says that favours decide, End turn when no card is left to play."""
    position = next(one for one in decisions(opened(page, "tribute"), 1) if one["description"]["phase"] == "play")
    seat = position["seat"]
    first = drawn_in(page, window, position, PLACES)
    favoured = json.loads(json.dumps(position))
    for entry in [one for one in favoured["description"]["patrons"] if one["patron"] != "treasury"][:3]:
        entry["favour"] = 1 - seat
    played = {**position, "moves": [move for move in position["moves"] if move["kind"] != "play"]}
    row = [f"card:{entry['key']}" for entry in position["description"]["tavern"]["row"]]
    left_top = [(first[key]["left"], first[key]["top"]) for key in row]
    found = drawn_in(page, window, favoured, PLACES)
    assert [(found[key]["left"], found[key]["top"]) for key in row] == left_top
    end = drawn_in(page, window, played, PLACES)["button:end"]
    assert (end["left"], end["top"], end["width"]) == tuple(
        first["button:end"][name] for name in ("left", "top", "width")
    )


def test_medals_of_the_draft_keep_their_places_and_say_who_chose(page: Any) -> None:
    before, after = itertools.islice(decisions(opened(page, "tribute"), 1), 2)
    draft = after["description"]["draft"]
    assert draft["by"] == [0]
    old, new = (drawn_in(page, "1280x800", one, PLACES) for one in (before, after))
    for patron in draft["pool"]:
        assert old[f"patron:{patron}"]["left"] == new[f"patron:{patron}"]["left"], patron
    chosen = drawn_in(
        page, "1280x800", after, "() => document.querySelector('#stage .hit[fill=none]').parentNode.textContent"
    )
    assert len(chosen) > len(draft["taken"][0])


@pytest.mark.parametrize("window", ["360x740", "390x844"])
def test_every_contract_of_the_tavern_has_its_word_on_a_phone(page: Any, window: str) -> None:
    game = opened(page, "tribute")
    position = next(one for one in decisions(game, 1) if one["description"]["phase"] == "play")
    words = "() => [...document.querySelectorAll('#stage [data-zone=tavern]')].map((node) => [...node.querySelectorAll('text')].some((text) => text.textContent === 'contrato'))"
    cards = facts_of(game)["cards"]["en"]
    names = sorted(name for name, card in cards.items() if str(card.get("type", "")).startswith("contract"))
    for number in range(0, len(names) - 4, 5):
        row = [{"card": name, "key": 800 + place} for place, name in enumerate(names[number : number + 5])]
        description = {**position["description"], "tavern": {**position["description"]["tavern"], "row": row}}
        found = drawn_in(page, window, {**position, "description": description, "moves": []}, words, "es")
        assert found == [True] * 5, (names[number : number + 5], found)
