"""Previews of drawings agree with the engine: roads of Catan, warnings, cards chosen before a call, and lenses."""

from __future__ import annotations

import itertools
import json
import random
import re
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest
from drawing_stage import CHROMIUM, MUTANTS, drawing_of, opened, options_for
from drawn_positions import decisions, facts_of, position_of

import tapete
from tapete.core.game import Game
from tapete.core.state import State
from tapete.core.strings import fill
from tapete.play.session import Session
from tapete.web.previews import preview, previews

pytestmark = [pytest.mark.slow, pytest.mark.skipif(CHROMIUM is None, reason="no Chromium is installed")]
pytest.importorskip("playwright")


def walked(game: Game, agent: str, seed: int, at_random: float = 0.2) -> Iterator[tuple[Session, int]]:
    """Yield the decisions of a game of agents; some of their moves are random, for more variety."""
    chance = random.Random(seed)
    session = Session(game, [None] * game.seats, seed=seed)
    agents = Session(game, [agent] * game.seats, seed=seed).players
    while not session.over:
        seat = session.waiting[0]
        yield session, seat
        player = agents[seat]
        assert player is not None
        if chance.random() < at_random:
            action = chance.choice(session.legal(seat))
        else:
            action = player.act(session.position_of(seat).view(seat, chance.getrandbits(60)))
        session.play(seat, action)


def asked(page: Any, name: str, position: dict[str, Any], what: str, *more: Any, language: str = "en") -> Any:
    return page.evaluate(
        "([game, position, options, name, more]) => harness.ask(game, JSON.parse(position), options, name, ...more)",
        [name, json.dumps(position), options_for("1280x720", language), what, list(more)],
    )


CUT = """([game, position, options]) => { harness.show(game, JSON.parse(position), options);
    return [...document.querySelectorAll('#stage [data-cut]')].map((node) => `${node.closest('[data-key]')?.dataset.key ?? ''}: ${node.textContent}`); }"""


@pytest.mark.parametrize("language", ["en", "es"])
@pytest.mark.parametrize(("name", "keys"), [("dinosaurs", "hand:"), ("tribute", "patron:")])
def test_rules_on_cards_and_plates_are_whole(page: Any, name: str, keys: str, language: str) -> None:
    options = {"patrons": "duke_of_crows,hlaalu,pelin,red_eagle"} if name == "tribute" else {}
    game = opened(page, name, **options)
    seen = 0
    for position in itertools.islice(decisions(game, 1), 0, 120, 4):
        cut = page.evaluate(CUT, [name, json.dumps(position), options_for("1280x720", language)])
        assert not [text for text in cut if text.startswith(keys)]
        seen += 1
    assert seen > 20


# Catan


def seen(state: State, action: int, foretold: bool = True) -> dict[str, Any]:
    """Return what the seat to move sees, with one of its moves and its preview."""
    seat = state.seat
    text = {language: state.action_text(action, language) for language in ("en", "es")}
    return {
        "seat": seat,
        "over": False,
        "description": state.describe(seat),
        "moves": [{**state.move(action), "id": action, "text": text}],
        "events": [],
        "previews": {action: preview(state, seat, action)} if foretold else {},
    }


def made(state: State, action: int) -> dict[str, Any]:
    """Return what the seat to move sees after its move."""
    after = state.clone()
    after.apply(action)
    return after.describe(state.seat)


def road_cases(games: int, plain: int) -> Iterator[tuple[State, int]]:
    """Return roads that can be built in random games: all that take the award, and some that do not."""
    game = tapete.load("catan")
    for seed in range(games):
        chance, state, left = random.Random(seed), game.deal(seed), plain
        while not state.over and state.record["turn"] < 120:
            roads = [a for a in state.legal() if state.move(a)["kind"] == "road"]
            if roads and not state.describe(None)["phase"].startswith("setup"):
                action = chance.choice(roads)
                held, holds = state.describe(None)["longest_road"], made(state, action)["longest_road"]
                if held != holds or left > 0:
                    left -= held == holds
                    yield state.clone(), action
            state.apply(chance.choice(roads or state.legal()))


WORDED = """async ([game, position, language, words, names]) => {
    const drawing = await import(`/page/games/${game}/draw.js`), {told} = await import('/page/telling.js');
    const given = {words, drawing, description: position.description, language, say: (key) => words[key], names};
    return [...position.moves, ...position.events].map((one) => told(one, one.said, given)); }"""


@pytest.mark.parametrize("language", ["en", "es"])
def test_places_of_catan_are_named_by_visible_hexes(page: Any, language: str) -> None:
    """No sentence names a number that is not on the board; the hexes that it names are those of the place."""
    game = opened(page, "catan")
    words = game.words[language]
    names = ["Ann", "Ben", "Col", "Dee"]
    kinds: Counter[str] = Counter()
    for session, seat in itertools.islice(walked(game, "value", 3), 0, 260, 3):
        position = position_of(session, seat, max(0, len(session.seen_by(seat)) - 8))
        told = page.evaluate(WORDED, ["catan", position, language, words, names])
        hexes = position["description"]["hexes"]
        for one, text in zip([*position["moves"], *position["events"]], told, strict=True):
            kinds[one["kind"]] += 1
            assert not re.search(r"\d-\d|\bh\d", text), text
            assert one["kind"] not in ("steal", "confirm") or one in position["events"] or text.split()[-1] in names
            places = one.get("edge") or ([one["node"]] if "node" in one else [])
            touched = [one_hex for one_hex in hexes if places and all(place in one_hex["corners"] for place in places)]
            for near in touched:
                ground = f"{words['name.' + near['terrain']]} {near['token'] or ''}".strip()
                assert ground in text, (ground, text)
    assert {"settle", "road", "robber"} <= set(kinds)


PLACES = """([game, position, options]) => { harness.show(game, JSON.parse(position), options);
    return Object.fromEntries([...document.querySelectorAll('#stage [data-key]')].filter((node) => /^(build|button):/.test(node.dataset.key))
        .map((node) => { const box = node.querySelector('.hit').getBoundingClientRect(); return [node.dataset.key, [box.left, box.top, box.right, box.bottom].map(Math.round)]; })); }"""


@pytest.mark.parametrize("window", ["480x320", "768x1024", "1280x720", "1920x1080"])
def test_buttons_of_catan_keep_their_places_and_no_answer_is_in_the_place_of_the_dice(page: Any, window: str) -> None:
    game = opened(page, "catan")
    places: dict[str, set[tuple[int, ...]]] = {}
    for session, seat in itertools.islice(walked(game, "value", 5), 0, 420, 3):
        position = json.dumps(position_of(session, seat, len(session.seen_by(seat))))
        for key, box in page.evaluate(PLACES, ["catan", position, options_for(window)]).items():
            places.setdefault(key, set()).add(tuple(box))
    fixed = [key for key in places if key.startswith("build:") or key in ("button:roll", "button:end", "button:bank")]
    assert len(fixed) == 7 and not [key for key in fixed if len(places[key]) > 1]
    for answer in places["button:accept"] | places["button:reject"]:
        for key in ("button:roll", "button:end"):
            ((left, top, right, bottom),) = places[key]
            assert answer[2] <= left or right <= answer[0] or answer[3] <= top or bottom <= answer[1], (window, key)


@pytest.mark.parametrize("language", ["en", "es"])
def test_cards_and_buttons_of_catan_say_what_to_choose(page: Any, language: str) -> None:
    """Year of plenty, monopoly, a city and the buttons of trade each ask their own question once they are pressed."""
    game = opened(page, "catan")
    keys = {
        "plenty": "card:year_of_plenty",
        "monopoly": "card:monopoly",
        "city": "build:city",
        "bank": "button:bank",
        "offer": "button:offer",
    }
    main = (one for one in walked(game, "value", 0) if one[0].state.describe(one[1])["phase"] == "main")
    session, seat = next(
        one for one in main if {"bank", "offer"} <= {one[0].state.move(a)["kind"] for a in one[0].legal(one[1])}
    )
    position = {**position_of(session, seat, 0), "events": []}
    mine = position["description"]["players"][seat]
    mine["cards"] = {**mine["cards"], "year_of_plenty": 1, "monopoly": 1}
    resources = list(mine["hand"])
    text = {"en": "", "es": ""}
    crafted: list[dict[str, Any]] = [
        {"kind": "plenty", "resources": [one, other]}
        for one, other in itertools.combinations_with_replacement(resources, 2)
    ]
    crafted += [{"kind": "monopoly", "resource": one} for one in resources]
    crafted += [{"kind": "city", "node": node, "hexes": [], "pips": 3, "harbour": None} for node in mine["settlements"]]
    position["moves"] += [{**move, "seat": seat, "id": 1000 + n, "text": text} for n, move in enumerate(crafted)]
    show = "([position, options]) => harness.show('catan', JSON.parse(position), options).guide"
    asked_for = {
        kind: page.evaluate(show, [json.dumps(position), {**options_for("1280x720", language), "pick": [key]}])
        for kind, key in keys.items()
    }
    assert len(set(asked_for.values())) == len(keys) and not any(
        text.startswith(game.words[language]["ask.main"]) for text in asked_for.values()
    ), asked_for


def test_rounds_of_catan_are_counted_as_people_count(page: Any) -> None:
    game = opened(page, "catan")
    ends = 0
    for session, seat in itertools.islice(walked(game, "value", 3, 0.0), 150):
        seen = session.state.describe(seat)
        if not seen["phase"].startswith("setup"):
            ends = sum(event["kind"] == "end" for event in session.seen_by(seat))
            got = page.evaluate("async (d) => (await import('/page/games/catan/draw.js')).roundOf(d)", seen)
            assert got == ends // game.seats + 1
    assert ends > 2 * game.seats


def wrong_roads(page: Any, drawing: str, cases: list[tuple[State, int]]) -> tuple[int, int]:
    """Return the number of roads with a wrong preview, and of those that take the award."""
    words, wrong, awards = tapete.load("catan").words["en"], 0, 0
    for state, action in cases:
        seat, now, later = state.seat, state.describe(state.seat), made(state, action)
        a, b = (one["players"][seat]["road_length"] for one in (now, later))
        told = fill(words, "draw.road_same" if a == b else "draw.road_grows", {"a": a, "b": b})
        if later["longest_road"] == seat != now["longest_road"]:
            awards += 1
            told += f" · {words['draw.road_takes']}"
        position = seen(state, action)
        wrong += asked(page, drawing, position, "roadLeads", position["moves"][0]) != told
    return wrong, awards


def test_a_road_shows_the_new_length_of_the_longest_one(page: Any) -> None:
    """The text agrees with the outcome; a drawing that reads its preview wrongly is found."""
    opened(page, "catan")
    cases = list(road_cases(3, 4))
    wrong, awards = wrong_roads(page, "catan", cases)
    assert wrong == 0 and awards > 2
    source = drawing_of("catan").read_text()
    mutants = {
        "same": ('before === after ? "road_same"', 'before !== after ? "road_same"'),
        "award": ('view.after(move.id, "longest_road") === seat', "true"),
        "other": ("`players.${seat}.road_length`);", "`players.${1 - seat}.road_length`);"),
    }
    for name, (sound, broken) in mutants.items():
        assert source.count(sound) == 1, name
        MUTANTS[f"page/games/catan-{name}/draw.js"] = source.replace(sound, broken)
        opened(page, "catan", f"catan-{name}")
        assert wrong_roads(page, f"catan-{name}", cases)[0] > 0, name
    opened(page, "catan")
    state, action = cases[0]
    position = seen(state, action, foretold=False)
    assert asked(page, "catan", position, "roadLeads", position["moves"][0]) == "", "nothing is said before it is known"


def test_the_second_settlement_shows_its_cards(page: Any) -> None:
    game = opened(page, "catan")
    met = 0
    for seed in range(3):
        chance, state = random.Random(seed), game.deal(seed)
        while state.describe(None)["phase"].startswith("setup"):
            action, seat = chance.choice(state.legal()), state.seat
            if state.move(action)["kind"] == "settle":
                hands = [one["players"][seat]["hand"] for one in (state.describe(seat), made(state, action))]
                got = {kind: n - hands[0][kind] for kind, n in hands[1].items() if n > hands[0][kind]}
                position = seen(state, action)
                told = asked(page, "catan", position, "gainsOfMove", position["moves"][0])
                assert Counter(told) == Counter({game.words["en"][f"name.{kind}"]: n for kind, n in got.items()})
                met += bool(got)
            state.apply(action)
    assert met >= 3 * game.seats - 1


def test_an_offer_shows_what_can_be_built_after_it(page: Any) -> None:
    """The hand after the trade pays for exactly what the offer promises and for what it paid before."""
    game = opened(page, "catan")
    words, promised = game.words["en"], 0
    paid = lambda told, seat: {  # noqa: E731
        what
        for what, cost in told["costs"].items()
        if all(told["players"][seat]["hand"][kind] >= n for kind, n in cost.items())
    }
    for session, seat in walked(game, "value", 2, at_random=0.5):
        state = session.state
        accept = [a for a in session.legal(seat) if state.move(a)["kind"] == "accept"]
        if not accept:
            continue
        position, now = position_of(session, seat, 0), state.describe(seat)
        after = state.clone()
        after.apply(accept[0])
        while after.describe(None)["phase"] == "answer":
            after.apply(next(a for a in after.legal() if after.move(a)["kind"] == "reject"))
        if after.describe(None)["phase"] == "decide":
            after.apply(next(a for a in after.legal() if after.move(a).get("partner") == seat))
        fresh = paid(after.describe(seat), seat) - paid(now, seat)
        (move,) = [move for move in position["moves"] if move["kind"] == "accept"]
        assert set(move["builds"]) == fresh
        page.evaluate(
            "([g, p, o]) => harness.show(g, JSON.parse(p), o)", ["catan", json.dumps(position), options_for("1280x720")]
        )
        shown = page.evaluate("() => document.querySelector('#stage [data-zone=offer]').textContent")
        told = fill(
            words, "draw.then_build", {"what": ", ".join(words[f"draw.{one}"].lower() for one in move["builds"])}
        )
        assert (told.replace(" ", "") in shown.replace(" ", "")) == bool(fresh)
        promised += bool(fresh)
        if promised == 3:
            return
    raise AssertionError("too few offers that lead to something")


# Hearthstone


def characters(told: dict[str, Any]) -> dict[str, int]:
    return {
        one["key"]: max(0, one["health"]) for player in told["players"] for one in (player["hero"], *player["board"])
    }


def test_the_previewed_health_of_a_move_of_hearthstone_is_what_is_left(page: Any) -> None:
    game = opened(page, "hearthstone", variant="full", deck0="RenoKazakusMage", deck1="MidrangeJadeShaman")
    changed: Counter[str] = Counter()
    for session, seat in walked(game, "random", 3, at_random=1.0):
        state = session.state
        if state.describe(seat)["phase"] != "main":
            continue
        attacks = [a for a in state.legal() if state.move(a)["kind"] == "attack"]
        aimed = [a for a in state.legal() if state.move(a)["kind"] in ("play", "power") and state.move(a).get("target")]
        for action in attacks[:2] + aimed[:1]:
            position = seen(state, action)
            now, later = characters(position["description"]), characters(made(state, action))
            told = asked(page, "hearthstone", position, "foretoldHealth", action)
            assert all(later.get(key, 0) == health for key, health in told.items())
            if position["previews"][action]["sure"]:
                assert {key for key in now if later.get(key, 0) != now[key]} == {
                    key for key in told if told[key] != now[key]
                }
            changed[state.move(action)["kind"]] += bool(told)
        if changed["attack"] >= 12 and sum(changed.values()) > changed["attack"]:
            return
    raise AssertionError(changed)


# Catan, beside the board


def test_a_turn_of_catan_is_not_ended_with_something_to_build(page: Any) -> None:
    """There is a warning before the end of a turn exactly if something can be built or a seven would halve the hand; each kind once."""
    game = opened(page, "catan")
    kinds: set[str] = set()
    for session, seat in walked(game, "value", 1, at_random=0.5):
        if session.state.describe(seat)["phase"] != "main":
            continue
        position = position_of(session, seat, 0)
        ends = [move["id"] for move in position["moves"] if move["kind"] == "end"]
        if not ends:
            continue
        build = any(move["kind"] in ("road", "settle", "city", "buy") for move in position["moves"])
        full = position["description"]["players"][seat]["hand_count"] > position["description"]["rules"]["hand_limit"]
        said = warning(page, position, ends[0], [])
        assert (said is not None) == (build or full), (said, build, full)
        if said is not None:
            assert said["kind"] == ("build" if build else "seven") and "{" not in said["text"]
            again = warning(page, position, ends[0], [said["kind"]])
            assert (again is not None) == (build and full)
            other = next(move["id"] for move in position["moves"] if move["id"] != ends[0]) if build else None
            assert other is None or warning(page, position, other, []) is None, "other moves are not warned of"
            kinds.add(said["kind"])
        if kinds == {"build", "seven"}:
            return
    raise AssertionError(kinds)


def warning(page: Any, position: dict[str, Any], action: int, heard: list[str]) -> Any:
    return page.evaluate(
        "([p, o, id, heard]) => harness.ask('catan', JSON.parse(p), o, 'warning', id, new Set(heard))",
        [json.dumps(position), options_for("1280x720", "es"), action, heard],
    )


# Pointer acts per move

VARIANTS: dict[str, tuple[str, dict[str, Any], str]] = {
    "briscas": ("briscas", {"exchange": "on"}, "random"),
    "dinosaurs": ("dinosaurs", {}, "random"),
    "catan": ("catan", {}, "value"),
    "hearthstone": (
        "hearthstone",
        {"variant": "full", "deck0": "RenoKazakusMage", "deck1": "MidrangeJadeShaman"},
        "random",
    ),
    "tribute": ("tribute", {}, "random"),
}
EVERY = {"briscas": 3, "hearthstone": 5}  # of short games more positions are taken
SEVERAL = ("mulligan",)  # moves of several cards: one act for each, and one to confirm


@pytest.mark.parametrize("what", list(VARIANTS))
def test_every_move_takes_four_acts_at_most(page: Any, what: str) -> None:
    """In sixty positions, rare kinds of moves first: every legal move takes at most four pointer acts in the drawing."""
    name, options, agent = VARIANTS[what]
    game = opened(page, name, **options)
    wanted = 60
    kinds: set[str] = set()
    found: list[dict[str, Any]] = []
    for seed in range(16):
        for number, (session, seat) in enumerate(
            walked(game, agent, seed, at_random=1.0 if agent == "random" else 0.3)
        ):
            own = {session.state.move(action)["kind"] for action in session.legal(seat)[:80]}
            if own - kinds or number % EVERY.get(name, 29) == 0:
                kinds |= own
                found.append(position_of(session, seat, 0))
            if len(found) >= wanted or number > 700:
                break
        if len(found) >= wanted:
            break
    assert len(found) >= wanted
    slow: list[str] = []
    for position in found:
        told = page.evaluate(
            "([g, p, o]) => harness.acts(g, JSON.parse(p), o)",
            [name, json.dumps(position), options_for("1280x720")],
        )
        for move in position["moves"]:
            most = len(move.get("places", ())) + 2 if move["kind"] in SEVERAL else 4
            if told[str(move["id"])]["acts"] > most:
                slow.append(f"{move['text']['en']}: {told[str(move['id'])]}")
    assert not slow, slow[:5]
    print(f"{what}: {len(found)} positions, {len(kinds)} kinds of moves: {sorted(kinds)}")


# Every kind of decision of Tribute, and the result of the end of a turn

CHOICES = {
    "effect",
    "replace",
    "acquire",
    "destroy",
    "discard",
    "return",
    "return_agent",
    "toss",
    "knockout",
    "donate",
    "hlaalu",
    "pelin",
    "psijic",
    "treasury",
}
PATRONS = (
    "duke_of_crows,hlaalu,pelin,red_eagle",
    "ansei,psijic,orgnum,rajhin",
    "saint_alessia,pelin,psijic,hlaalu",
    "rajhin,saint_alessia,red_eagle,ansei",
    None,
)


def tribute_rows() -> dict[str, tuple[str | None, dict[str, Any]]]:
    """Return the first position of every kind of decision, from games of random moves with all patrons."""
    found: dict[str, tuple[str | None, dict[str, Any]]] = {}
    for patrons, seed in itertools.product(PATRONS, range(6)):
        game = tapete.load("tribute", **({} if patrons is None else {"patrons": patrons}))
        for session, seat in walked(game, "max-agents", seed, 0.6):
            state = session.state
            kinds = {state.move(action)["kind"] for action in session.legal(seat)} - {"pick", "done"}
            choice = state.describe(seat)["choice"]
            new = ({choice["kind"]} if choice else kinds) - set(found)
            if new:
                position = position_of(session, seat, len(session.seen_by(seat)))
                found |= dict.fromkeys(new, (patrons, position))
    return found


def test_every_kind_of_decision_of_tribute_is_drawn_with_its_question(page: Any) -> None:
    """In one position of each kind, every legal move is clicked, in two languages and windows, and the guide has its own question."""
    rows = tribute_rows()
    assert CHOICES | {"draft", "play", "activate", "attack", "buy", "call", "end_turn"} <= set(rows), sorted(rows)
    for row, (patrons, position) in rows.items():
        game = opened(page, "tribute", **({} if patrons is None else {"patrons": patrons}))
        for window, language in (("480x320", "es"), ("1280x720", "en"), ("1280x720", "es")):
            show = "([p, o]) => [harness.show('tribute', JSON.parse(p), o).guide, harness.faults()]"
            guide, faults = page.evaluate(show, [json.dumps(position), options_for(window, language)])
            assert not faults, (row, window, faults[:4])
            asked_for = game.words[language].get(f"ask.{row}", "").split("{")[0]
            assert guide and guide.startswith(asked_for), (row, guide)


def test_the_end_of_a_turn_of_tribute_agrees_with_its_preview_in_fifty_positions(page: Any) -> None:
    """Prestige, lost coins and hit agents, from positions in which the end of the turn has an effect."""
    game = opened(page, "tribute", patrons="duke_of_crows,hlaalu,pelin,red_eagle")
    seen = powerful = 0
    for session, seat in itertools.chain(walked(game, "max-agents", 2, 0.4), walked(game, "max-prestige", 4, 0.4)):
        ends = ends_turn(session)
        if not ends or session.state.describe(seat)["current"] != seat:
            continue
        power = session.state.describe(seat)["players"][seat]["power"]
        if seen % 3 and not power:
            continue
        after = session.state.clone()
        after.apply(ends[0])
        told = asked(page, "tribute", foreseen(session.state, position_of(session, seat, 0), ends), "endOf")
        later = after.describe(seat)["players"]
        left = {agent["key"]: agent["health"] for agent in later[1 - seat]["agents"]}
        before = session.state.describe(seat)["players"]
        hit = [agent["health"] - left.get(agent["key"], 0) for agent in before[1 - seat]["agents"]]
        assert told["total"] == later[seat]["prestige"] and told["coins"] == before[seat]["coins"]
        assert [entry["n"] for entry in told["hits"]] == [damage for damage in hit if damage]
        seen, powerful = seen + 1, powerful + bool(power)
        if seen >= 60:
            break
    assert seen >= 50 and powerful >= 10, (seen, powerful)


# Hearthstone: steps in beats, face-down cards, and reasons

BEATS = """([before, after]) => import('/page/games/hearthstone/draw.js').then(({beats}) => beats(
    before.description, after.description, after.events, {seat: 0, language: 'en', names: ['You', 'Bot 1']}).map(({id, shows, tells}) => ({
    kind: id, events: tells.map((event) => event.kind), theirs: shows.players[1].board.map((one) => one.key),
    own: shows.players[0].board.map((one) => one.key), hand: shows.players[0].hand.length})))"""


def test_a_great_step_of_hearthstone_is_shown_wound_by_wound_death_and_arrival(page: Any) -> None:
    """Six minions are hurt, three of them die, two arrive and a card is drawn: each beat shows its part and nothing of the next."""
    opened(page, "hearthstone", variant="full", deck0="BasicPaladin", deck1="BasicPaladin")
    game = tapete.load("hearthstone", variant="full", deck0="BasicPaladin", deck1="BasicPaladin")
    session, _ = next(
        one
        for seed in range(20)
        for one in walked(game, "greedy:eval=midrange", seed, 0.3)
        if one[0].state.describe(0)["players"][1]["board"] and one[0].state.describe(0)["phase"] == "main"
    )
    before = {**position_of(session, 0, len(session.seen_by(0))), "moves": []}
    model = before["description"]["players"][1]["board"][0]
    before["description"]["players"][1]["board"] = [
        {**model, "key": f"t{n}", "place": n, "health": 4} for n in range(6)
    ]
    before["description"]["players"][0]["board"] = []
    after = json.loads(json.dumps(before))
    theirs, own = after["description"]["players"][1], after["description"]["players"][0]
    theirs["board"] = [{**minion, "health": 2} for minion in theirs["board"][:3]]
    own["board"] = [{**model, "key": f"o{n}", "place": n} for n in range(2)]
    own["hand"] = [*own["hand"], own["hand"][0]] if own["hand"] else own["hand"]
    words = {"en": "", "es": ""}
    after["events"] = [{"kind": "damage", "seat": 1, "key": f"t{n}", "amount": 2, "text": words} for n in range(6)]
    after["events"] += [{"kind": "dies", "seat": 1, "key": f"t{n}", "text": words} for n in (3, 4, 5)]
    pictures = page.evaluate(BEATS, [before, after])
    assert [picture["kind"] for picture in pictures] == ["hurt", "died", "ranks", "come", "draw"]
    hurt, died, ranks, come, draw = pictures
    assert (
        hurt["events"] == ["damage"] * 6
        and died["events"] == ["dies"] * 3
        and len(hurt["theirs"]) == 6
        and not hurt["own"]
    )
    assert len(died["theirs"]) == 6 and not died["own"], "they fall where they are"
    assert ranks["theirs"] == ["t0", "t1", "t2"] and not ranks["own"], "the others close up before anybody arrives"
    assert come["own"] == ["o0", "o1"] and come["theirs"] == ["t0", "t1", "t2"]
    held = len(before["description"]["players"][0]["hand"])
    assert {picture["hand"] for picture in pictures[:4]} == {held} and draw["hand"] == held + 1, (
        "the drawn card comes last"
    )


@pytest.mark.parametrize("language", ["en", "es"])
def test_moves_of_hearthstone_hold_no_numbers_that_read_like_counts(page: Any, language: str) -> None:
    """Places in hand and on the board are for typed moves; equal minions of a side are distinguished by their order."""
    game = opened(page, "hearthstone", deck0="BasicPaladin", deck1="BasicPaladin", variant="full")
    words, order, checked = game.words[language], 0, 0
    for session, seat in itertools.islice(walked(game, "greedy:eval=midrange", 3), 0, 200, 2):
        position = position_of(session, seat, len(session.seen_by(seat)))
        told = page.evaluate(WORDED, ["hearthstone", position, language, words, []])
        assert not [text for text in told if re.search(r"(?<!place )(?<!sitio )\b\d+ [A-Z]", text)]
        attacks = [text for text, one in zip(told, position["moves"], strict=True) if one["kind"] == "attack"]
        assert len(set(attacks)) == len(attacks), attacks
        order += sum(bool(re.search(r"\((1st|2nd|1\.º|2\.º)\)", text)) for text in attacks)
        checked += len(told)
    assert order and checked > 200


def hearthstone_with(page: Any, change: Any, wanted: Any, seed: int = 1) -> dict[str, Any]:
    """Return a position of a game with some property, changed for the drawing."""
    game = opened(page, "hearthstone", **VARIANTS["hearthstone"][1])
    for session, seat in walked(game, "random", seed, at_random=1.0):
        position = position_of(session, seat, 0)
        if position["description"]["phase"] == "main" and wanted(position):
            change(position)
            return position
    raise AssertionError("no such position")


def test_a_lens_lists_possible_secrets_and_the_rest_of_a_deck(page: Any) -> None:
    facts = facts_of(tapete.load("hearthstone", **VARIANTS["hearthstone"][1]))["cards"]["en"]
    known = {key: card for key, card in facts.items() if card.get("secret") and card["class"] == "hunter"}
    secrets = {card["name"] for card in known.values()}
    out = min(card["id"] for card in known.values())

    def with_secret(position: dict[str, Any]) -> None:
        enemy = position["description"]["players"][1 - position["seat"]]
        enemy["secrets"] = [{"class": "hunter", "ruled_out": [out], "card": None}]

    position = hearthstone_with(page, with_secret, lambda p: p["description"]["turn"] > 3)
    seat = position["seat"]
    for language in ("en", "es"):
        ask = [json.dumps(position), options_for("1280x720", language), f"secret:{1 - seat}:0"]
        told = page.evaluate("([p, o, key]) => harness.lensText('hearthstone', JSON.parse(p), o, key)", ask)
        assert {line.split(":")[0] for line in told["text"][1:]} == secrets and len(secrets) > 2
        assert [line.split(":")[0] for line in told["struck"]] == [facts[out]["name"]]
        ask[2] = f"deck:{seat}"
        told = page.evaluate("([p, o, key]) => harness.lensText('hearthstone', JSON.parse(p), o, key)", ask)
        cards = position["description"]["players"][seat]["deck"]["cards"]
        words = tapete.load("hearthstone").words[language]
        counted: Counter[str] = Counter()
        for line in told["text"][1:]:
            number, _, name = line.rpartition(" × ")
            counted[name] = int(number or 1)
        assert counted == Counter(words[f"name.{card}"] for card in cards)


WHY_NOT: dict[str, tuple[str, list[str]]] = {
    "taunt": ("A minion with taunt is in the way.", []),
    "stealth": ("It is stealthed: nobody can target it.", ["stealth"]),
    "immune": ("It is immune.", ["immune"]),
}


@pytest.mark.parametrize("kind", list(WHY_NOT))
def test_an_illegal_target_gives_the_reason(page: Any, kind: str) -> None:
    """An attacker is picked and an enemy minion cannot be attacked: the minion names the rule that forbids it."""
    said, flags = WHY_NOT[kind]

    def protect(position: dict[str, Any]) -> None:
        board = position["description"]["players"][1 - position["seat"]]["board"]
        board[0]["flags"] = list(flags)
        if kind == "taunt":
            board[1]["flags"] = ["taunt"]
        key = board[0]["key"]
        position["moves"] = [
            move for move in position["moves"] if move.get("target") is None or move["target"]["key"] != key
        ]

    def enough(position: dict[str, Any]) -> bool:
        attacks = [move for move in position["moves"] if move["kind"] == "attack" and move["target"]["place"] == 1]
        return bool(attacks) and len(position["description"]["players"][1 - position["seat"]]["board"]) > 1

    position = hearthstone_with(page, protect, enough)
    attacker = next(move["attacker"]["key"] for move in position["moves"] if move["kind"] == "attack")
    target = position["description"]["players"][1 - position["seat"]]["board"][0]["key"]
    found = page.evaluate(
        "([p, o, key]) => harness.whyOf('hearthstone', JSON.parse(p), o, key)",
        [json.dumps(position), options_for("1280x720", pick=[attacker]), target],
    )
    assert found["why"] == said and found["state"] == "no" and not found["moves"]


def test_an_unplayable_card_and_an_idle_minion_give_the_reason(page: Any) -> None:
    """Every card in hand and own minion that cannot be used has a reason, and the reason is true."""
    game = opened(page, "hearthstone", **VARIANTS["hearthstone"][1])
    reasons: dict[str, int] = {}
    for number, (session, seat) in enumerate(walked(game, "random", 2, at_random=1.0)):
        position = position_of(session, seat, 0)
        if position["description"]["phase"] != "main" or number % 3:
            continue
        own = position["description"]["players"][seat]
        page.evaluate(
            "([p, o]) => harness.show('hearthstone', JSON.parse(p), o)", [json.dumps(position), options_for("1280x720")]
        )
        things = page.evaluate(
            "() => [...document.querySelectorAll('#stage [data-zone=hand][data-key], #stage [data-zone=own_board][data-key]')].map((n) => [n.dataset.key, n.dataset.zone, n.dataset.moves ?? '', n.dataset.why ?? ''])"
        )
        minions = {minion["key"]: minion for minion in own["board"]}
        hand = iter(own["hand"])
        for key, zone, moves, why in things:
            entry = next(hand) if zone == "hand" else minions[key]
            assert bool(moves) != bool(why), (key, moves, why)
            if not why:
                continue
            reason = why.split(",")[0].rstrip("0123456789 ")
            reasons[reason] = reasons.get(reason, 0) + 1
            if reason == "costs":
                assert entry["cost"] > own["mana"]["available"]
            elif reason == "frozen":
                assert "frozen" in entry["flags"]
            elif reason == "has no attack":
                assert entry["attack"] == 0
            elif reason == "your board is full (7)":
                assert len(own["board"]) == 7
    assert {"costs", "arrived this turn", "has no attack"} <= set(reasons), reasons


# Tribute: the card before the call, patrons that cannot be called, the rule of forty


def tribute_calls(page: Any, patron: str, seed: int = 0) -> tuple[Session, int, dict[str, Any]]:
    options = {"patrons": "psijic,hlaalu,pelin,red_eagle"}
    game = opened(page, "tribute", **options)
    for other in range(seed, seed + 30):
        for number, (session, seat) in enumerate(walked(game, "random", other, at_random=1.0)):
            legal = [session.state.move(action) for action in session.legal(seat)]
            if any(move["kind"] == "call" and move["patron"] == patron for move in legal):
                return session, seat, position_of(session, seat, 0, foretold=True)
            if number > 600:
                break
    raise AssertionError(f"{patron} can never be called")


@pytest.mark.parametrize("patron", ["hlaalu", "treasury", "psijic"])
def test_the_card_is_chosen_before_the_call_is_sent(page: Any, patron: str) -> None:
    """With the patron picked, exactly the cards that its choice allows are lit, and each sends call and choice together."""
    session, seat, position = tribute_calls(page, patron)
    called = session.state.clone()
    called.apply(called.action({"kind": "call", "patron": patron}))
    wanted = {called.move(action)["key"] for action in called.legal() if called.move(action)["kind"] == "pick"}
    assert wanted
    for picked, offered in (([], set()), ([f"patron:{patron}"], wanted)):
        page.evaluate(
            "([p, o]) => harness.show('tribute', JSON.parse(p), o)",
            [json.dumps(position), options_for("1280x720", pick=picked)],
        )
        sent = page.evaluate(
            "() => [...document.querySelectorAll('#stage [data-all]')].filter((n) => n.dataset.key !== 'button:all').map((n) => JSON.parse(n.dataset.all))"
        )
        assert {both[1]["key"] for both in sent} == offered
        for both in sent:
            assert both[0] == {"kind": "call", "patron": patron}
            trial = session.state.clone()
            for move in both:
                action = trial.action(move)
                assert action is not None and trial.accepts(action)
                trial.apply(action)
            assert trial.describe(seat)["choice"] is None, "no choice is left open"


def test_every_patron_that_cannot_be_called_gives_the_reason(page: Any) -> None:
    game = opened(page, "tribute")
    reasons: set[str] = set()
    for seed in range(12):
        for number, (session, seat) in enumerate(walked(game, "random", seed, at_random=1.0)):
            if number > 400:
                break
            position = position_of(session, seat, 0)
            if position["description"]["phase"] != "play" or number % 4:
                continue
            callable_ = {move["patron"] for move in position["moves"] if move["kind"] == "call"}
            page.evaluate(
                "([p, o]) => harness.show('tribute', JSON.parse(p), o)",
                [json.dumps(position), options_for("1280x720", "es")],
            )
            shown = dict(
                page.evaluate(
                    "() => [...document.querySelectorAll('#stage [data-zone=patrons]')].map((n) => [n.dataset.key.slice(7), n.dataset.why ?? ''])"
                )
            )
            for entry in position["description"]["patrons"]:
                barred = entry["barred"]
                assert (barred is None) == (entry["patron"] in callable_), entry
                if barred:
                    said = fill(game.words["es"], f"barred.{barred['reason']}", {"n": 0, **barred})
                    assert shown[entry["patron"]] == said[0].upper() + said[1:]
                    reasons.add(barred["reason"])
        if len(reasons) >= 6:
            break
    assert {"calls", "favours", "coins", "power"} <= reasons, reasons
    print(sorted(reasons))


BANNER = "() => [...document.querySelectorAll('#stage text')].map((n) => n.textContent).filter((t) => /^(Ending now wins|If the enemy does not reach|You have \\d+, and need)/.test(t))"


def test_the_rule_of_forty_is_shown_exactly_when_it_decides(page: Any) -> None:
    """The banner about prestige says that ending the turn wins or loses exactly if the engine ends the game so."""
    game = opened(page, "tribute", patrons="duke_of_crows,hlaalu,pelin,red_eagle")
    told = {"lose": 0, "soon": 0}
    checked = 0
    for seed in range(4):
        for session, seat in walked(game, "max-prestige", seed, at_random=0.1):
            seen = session.state.describe(seat)
            if seen["phase"] != "play" or (checked > 50 and all(told.values())):
                continue
            ends = [action for action in session.legal(seat) if session.state.move(action)["kind"] == "end_turn"]
            if not ends:
                continue
            after = session.state.clone()
            after.apply(ends[0])
            later = after.describe(None)
            near = later["over"] or max(player["prestige"] for player in later["players"]) >= 40
            if not near and len(session.actions) % 16:
                continue
            checked += 1
            page.evaluate(
                "([p, o]) => harness.show('tribute', JSON.parse(p), o)",
                [json.dumps(foreseen(session.state, position_of(session, seat, 0), ends)), options_for("1280x720")],
            )
            text = " ".join(page.evaluate(BANNER))
            wins, loses = later["over"] and later["winner"] == seat, later["over"] and later["winner"] == 1 - seat
            assert wins == text.startswith("Ending now wins"), (text, later["reason"])
            assert loses == text.startswith("You have"), (text, later["reason"])
            if not later["over"]:
                own, other = later["players"][seat]["prestige"], later["players"][1 - seat]["prestige"]
                assert (own >= 40 and own > other) == text.startswith("If the enemy"), text
                told["soon"] += text.startswith("If the enemy")
            told["lose"] += loses
    assert checked > 50 and told["lose"] and told["soon"], told
    session, seat = next(
        one for one in walked(game, "max-prestige", 1) if len(one[0].actions) > 40 and ends_turn(one[0])
    )
    for prestige, wins in ((78, False), (80, True)):
        whole = session.state.describe(None)
        whole["players"][seat]["prestige"] = prestige - whole["players"][seat]["power"]
        whole["players"][1 - seat]["prestige"] = 10
        whole["players"][1 - seat]["agents"] = []
        state = game.set_up(whole)
        position = {**position_of(session, seat, 0), "description": state.describe(seat)}
        foreseen(state, position, ends_turn(session))
        page.evaluate(
            "([p, o]) => harness.show('tribute', JSON.parse(p), o)", [json.dumps(position), options_for("1280x720")]
        )
        state.apply(ends_turn(session)[0])
        assert state.over == wins == " ".join(page.evaluate(BANNER)).startswith("Ending now wins")


def foreseen(state: State, position: dict[str, Any], actions: list[int]) -> dict[str, Any]:
    """Add the previews of some moves to a position."""
    *_, position["previews"] = previews(state, position["seat"], actions)
    return position


def ends_turn(session: Session) -> list[int]:
    return [action for action in session.legal(session.waiting[0]) if session.state.move(action)["kind"] == "end_turn"]


def test_cards_put_on_top_are_drawn_in_the_order_of_the_picks(page: Any) -> None:
    """The engine gets picks in the order of marking: the last one is drawn first."""
    game = opened(page, "tribute")
    compared = 0
    for seed in range(60):
        for number, (session, seat) in enumerate(walked(game, "random", seed, at_random=1.0)):
            choice = session.state.describe(seat)["choice"]
            if number > 500 or compared >= 4:
                break
            if (
                choice is None
                or choice["kind"] != "return"
                or min(choice["most"], choice["count"]) < 2
                or choice["picked"]
            ):
                continue
            keys = [entry["key"] for entry in choice["options"]][: choice["most"]]
            order = [keys[-1], *keys[:-1]] if compared % 2 else keys[::-1]
            state = session.state.clone()
            for key in order:
                state.apply(state.action({"kind": "pick", "key": key}))
            told = state.describe(seat)["players"][seat]["next_draws"]
            top = [entry["key"] if isinstance(entry, dict) else entry for entry in told[: len(order)]]
            names = {entry["key"]: entry["card"] for entry in choice["options"]}
            assert top in (order[::-1], [names[key] for key in order[::-1]]), (order, told)
            compared += 1
    assert compared >= 4, compared


BOXES = """([position, options]) => { harness.show('catan', JSON.parse(position), options);
    return Object.fromEntries([...document.querySelectorAll('#stage [data-key^="bank:"], #stage [data-key^="pair:"]')].map((node) => {
        const box = node.querySelector('.hit').getBoundingClientRect(); return [node.dataset.key, [box.left, box.top, box.right, box.bottom]]; })); }"""


def catan_in_its_main_phase(game: Any) -> tuple[dict[str, Any], dict[str, Any]]:
    main = (one for one in walked(game, "value", 0) if one[0].state.describe(one[1])["phase"] == "main")
    session, seat = next(main)
    position = {**position_of(session, seat, 0), "events": []}
    return position, position["description"]["players"][seat]


@pytest.mark.parametrize("window", ["1280x720", "360x740"])
def test_year_of_plenty_takes_one_card_for_each_click(page: Any, window: str) -> None:
    """The first click on a tile takes one card; a second click on the same tile, which keeps its size, takes another."""
    game = opened(page, "catan")
    position, mine = catan_in_its_main_phase(game)
    mine["cards"] = {**mine["cards"], "year_of_plenty": 1}
    pairs = list(itertools.combinations_with_replacement(list(mine["hand"]), 2))
    position["moves"] = [
        {"kind": "plenty", "resources": list(pair), "id": number, "text": {"en": "-", "es": "-"}}
        for number, pair in enumerate(pairs)
    ]
    begun = page.evaluate(BOXES, [json.dumps(position), options_for(window, picked=["card:year_of_plenty"])])
    assert not [key for key in begun if key.startswith("pair:")], "no tile takes two cards at once"
    left = [number for number, pair in enumerate(pairs) if "ore" in pair]
    one = options_for(window, picked=["card:year_of_plenty", "bank:ore"], left=left)
    found = page.evaluate(BOXES, [json.dumps(position), one])
    assert [key for key in found if key.startswith("pair:")] == ["pair:ore"] and found["pair:ore"] == found["bank:ore"]


@pytest.mark.parametrize(("language", "gives", "wants"), [("en", "gives", "wants"), ("es", "da", "quiere")])
def test_a_spectator_of_catan_sees_offers_and_all_hands(page: Any, language: str, gives: str, wants: str) -> None:
    game = opened(page, "catan")
    position, mine = catan_in_its_main_phase(game)
    description = position["description"]
    description["offer"] = {"seat": 1, "give": {"ore": 1}, "want": {"wood": 1}, "answers": [None] * 4}
    names = list(mine["hand"])
    for number, player in enumerate(description["players"]):
        player["hand"] = {name: 10 * (number + 1) + place for place, name in enumerate(names)}
    watched = {**position, "seat": None, "moves": []}
    page.evaluate(BOXES, [json.dumps(watched), options_for("1920x1080", language)])  # small plates show counts alone
    texts = page.evaluate("() => [...document.querySelectorAll('#stage text')].map((node) => node.textContent)")
    assert gives in texts and wants in texts
    assert not {"you give", "you get", "das", "recibes"} & set(texts)
    assert {"20", "21", "30", "40"} <= set(texts), "the hands of the others are drawn as well"
