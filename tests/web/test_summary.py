"""Summaries of finished games: correct facts, in both languages, and shown by the page."""

from __future__ import annotations

import asyncio
from itertools import pairwise
from typing import Any

import pytest
from drawing_stage import CHROMIUM
from finished import TABLES, finished, played
from serving import Running
from test_browser import visit

import tapete
from tapete.core.summary import GameSummary, as_data, rendered
from tapete.games.dinosaurs.presentation import ENDINGS as dinosaurs_ends
from tapete.games.tribute import summary as tribute_account
from tapete.games.tribute.presentation import ENDINGS as tribute_ends
from tapete.play.session import Session
from tapete.web.client import Client

__all__ = ["visit"]
NAMES = ["Ann", "Ben", "Col", "Dee"]


def gone_through(name: str) -> tuple[GameSummary, list[dict[str, Any]], list[dict[str, Any]]]:
    """Return the summary of a game, its moves, and the position after each of them."""
    record = played(name)
    session = Session.from_record(record, [None] * tapete.load(name, **TABLES[name]).seats)
    state = session.at(0)
    moves, tables = [], [state.describe(None)]
    for action in session.actions:
        moves.append(state.move(action))
        state.apply(action)
        tables.append(state.describe(None))
    account = session.account()
    assert account is not None
    return account, moves, tables


def values(account: GameSummary, name: str) -> list[Any]:
    return list(next(fact.values for fact in account.facts if fact.name == name))


def said(name: str, account: GameSummary, words: Any = None) -> None:
    """Check that the summary is sentences without an unfilled placeholder, in every language and for every reader."""
    words = words or tapete.load(name, **TABLES[name]).words
    for language in ("en", "es"):
        for reader in (None, 0, 1):
            found = rendered(account, words[language], reader=reader, names=NAMES)
            texts = [found["how"] or "", *found["moments"], *(fact["label"] for fact in found["facts"])]
            texts += [text for fact in found["facts"] for text in fact["values"]]
            assert not [text for text in texts if "{" in text or "None" in text or text.startswith("fact.")]


@pytest.mark.parametrize(
    ("name", "agent", "games"),
    [
        ("briscas", "random", 4),
        ("catan", "value", 1),
        ("dinosaurs", "random", 4),
        ("hearthstone", "random", 12),
        ("tribute", "random", 4),
    ],
)
def test_every_game_that_is_played_to_its_end_has_a_summary(name: str, agent: str, games: int) -> None:
    options = {"decks": "mixed"} if name == "hearthstone" else {}
    for seed in range(
        20, 20 + games
    ):  # both kinds of entries are in a deck of Hearthstone at the end of seeds 23 and 31
        game = tapete.load(name, **options)
        session = Session(game, [agent] * game.seats, seed)
        while not session.over:
            session.advance()
        account = session.account()
        assert account is not None
        said(name, account, game.words)


def test_briscas_adds_up_the_points_of_a_pair() -> None:
    for players in (2, 3, 4):
        game = tapete.load("briscas", players=players)
        session = Session(game, ["random"] * players, 4)
        while not session.over:
            session.advance()
        account = session.account()
        assert account is not None
        if players < 4:
            assert "pair" not in {fact.name for fact in account.facts}
            continue
        first, second = (side["points"] for side in session.state.describe(None)["sides"])
        assert values(account, "pair") == [first, second, first, second]
        said("briscas", account, game.words)


def test_hearthstone_reports_damage_to_heroes_and_use_of_mana() -> None:
    account, moves, tables = gone_through("hearthstone")
    said("hearthstone", account)
    end = tables[-1]
    assert account.how is not None and account.how["seat"] == end["winner"] and account.how["turn"] == end["turn"]
    parts = [fact for fact in account.facts if fact.name.startswith("taken_")]
    assert values(account, "taken") == [sum(fact.values[seat] for fact in parts) for seat in range(2)]  # type: ignore[misc]
    for seat in range(2):
        lost = sum(max(0, health(a, seat) - health(b, seat)) for a, b in pairwise(tables))
        assert values(account, "taken")[seat] == lost
        assert values(account, "played")[seat] == sum(m["kind"] == "play" and m["seat"] == seat for m in moves)
        spent = sum(max(0, used(b, seat) - used(a, seat)) for a, b in pairwise(tables))
        mana = values(account, "mana")[seat]
        assert mana["n"] == spent <= mana["all"]
        assert values(account, "deck")[seat] == sorted(end["players"][seat]["deck"]["cards"])


def health(table: dict[str, Any], seat: int) -> int:
    hero = table["players"][seat]["hero"]
    return int(hero["health"] + hero["armor"])


def used(table: dict[str, Any], seat: int) -> int:
    return int(table["players"][seat]["mana"]["used"])


def prestige_adds_up(account: GameSummary, end: dict[str, Any]) -> bool:
    """Check that gains minus losses equal the prestige."""
    names = {fact.name for fact in account.facts}
    lost = values(account, "prestige_lost") if "prestige_lost" in names else [0, 0]
    found = [
        sum(fact.values[seat] for fact in account.facts if fact.name.startswith("from_")) - lost[seat]  # type: ignore[misc]
        for seat in range(2)
    ]
    return found == [player["prestige"] for player in end["players"]] == values(account, "prestige")


def test_tribute_reports_lost_prestige_and_a_missing_loss_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """Some cards take prestige from the other player: without them the sources do not add up."""
    session = Session(tapete.load("tribute", patrons="ansei,hlaalu,orgnum,rajhin"), ["easy", "easy"], seed=0)
    session.advance()
    end = session.state.describe(None)
    account = session.account()
    assert account is not None and sum(values(account, "prestige_lost")) > 0
    taken = [e for e in session.seen_by(None) if e["kind"] == "lose_prestige"]
    for seat in range(2):
        assert values(account, "prestige_lost")[seat] == sum(e["number"] for e in taken if e["seat"] == seat)
    assert prestige_adds_up(account, end)
    whole = tribute_account.Side.count_event
    deaf = lambda side, event, step: event["kind"] == "lose_prestige" or whole(side, event, step)  # noqa: E731
    monkeypatch.setattr(tribute_account.Side, "count_event", deaf)
    broken = session.account()
    assert broken is not None and not prestige_adds_up(broken, end)


def test_tribute_reports_sources_of_prestige() -> None:
    account, moves, tables = gone_through("tribute")
    said("tribute", account)
    end = tables[-1]
    assert prestige_adds_up(account, end)
    for seat in range(2):
        bought = [move for move in moves if move["kind"] == "buy" and move["seat"] == seat]
        assert values(account, "coins")[seat] >= sum(move["cost"] for move in bought)
        assert len(values(account, "bought")[seat]) >= len(bought)
        called = [move["patron"] for move in moves if move["kind"] == "call" and move["seat"] == seat]
        assert values(account, "calls")[seat] == called
    assert account.how is not None and account.how["kind"] == end["reason"] and account.how["seat"] == end["winner"]


def test_catan_reports_dice_and_resources() -> None:
    account, moves, tables = gone_through("catan")
    said("catan", account)
    ends = sum(move["kind"] == "end" for move in moves)
    assert account.how is not None and account.how["round"] == ends // len(tables[0]["players"]) + 1
    (dice,) = account.charts
    assert sum(dice.rows[0]) == sum(move["kind"] == "roll" for move in moves) == pytest.approx(sum(dice.expected or ()))
    steps = list(zip(moves, pairwise(tables), strict=True))
    for seat in range(len(tables[0]["players"])):
        rolls = [pair for move, pair in steps if move["kind"] == "roll"]
        second = [pair for move, pair in steps if move["kind"] == "settle" and pair[0]["phase"] == "setup_settlement"]
        given = sum(max(0, cards(after, seat) - cards(before, seat)) for before, after in (*rolls, *second))
        assert values(account, "income")[seat] == given
        dry = "".join(" " if cards(b, seat) > cards(a, seat) else "x" for a, b in rolls)
        assert values(account, "waited")[seat] == max(map(len, dry.split(" ")))
    assert sum(values(account, "taken")) == sum(values(account, "robbed"))


def cards(table: dict[str, Any], seat: int) -> int:
    return int(table["players"][seat]["hand_count"])


def test_dinosaurs_report_the_race() -> None:
    account, _, tables = gone_through("dinosaurs")
    said("dinosaurs", account)
    (race,) = account.charts
    assert [row[-1] for row in race.rows] == [player["points"] for player in tables[-1]["players"]]
    assert len(race.labels) == tables[-1]["turn"] + 1 and all(a <= b for row in race.rows for a, b in pairwise(row))
    held = [sum(player["disasters"].values()) for player in tables[-1]["players"]]
    assert values(account, "disasters") == held
    assert account.how is not None and [account.how["seat"]] == tables[-1]["winners"]


def test_briscas_reports_tricks_and_losses() -> None:
    account, _, tables = gone_through("briscas")
    said("briscas", account)
    assert sum(values(account, "taken")) == 120 and sum(values(account, "tricks")) == len(tables[-1]["tricks"])


def test_briscas_reports_the_trick_that_took_a_side_past_half() -> None:
    """Two, three and four players; the sentence is checked against the sum of the tricks."""
    kinds = set()
    for players, seed in ((2, 0), (2, 1), (3, 0), (3, 1), (4, 0), (4, 1)):
        session = Session(tapete.load("briscas", players=players), ["random"] * players, seed=seed)
        session.advance()
        account, end = session.account(), session.state.describe(None)
        assert account is not None and account.how is not None
        how, best = account.how, max(side["points"] for side in end["sides"])
        kinds.add(how["kind"])
        assert (best > 60) == how["kind"].startswith("passed")
        if best > 60:
            side = next(side for side in end["sides"] if how["seat"] in side["seats"])
            upto = [trick for trick in end["tricks"][: how["trick"]] if trick["winner"] in side["seats"]]
            total = sum(trick["points"] for trick in upto)
            assert total > 60 >= total - how["points"] and upto[-1]["points"] == how["points"]
        elif how["kind"] == "ahead":
            assert how["points"] == best and best in (
                side["points"] for side in end["sides"] if how["seat"] in side["seats"]
            )
    assert kinds >= {"passed", "passed_pair"}, kinds


@pytest.mark.parametrize("game", list(TABLES))
def test_every_game_has_a_sentence_on_what_decided_it(game: str) -> None:
    """In both languages, for a player and for a spectator: the end never shows an empty line."""
    account = Session.from_record(played(game), [None] * tapete.load(game, **TABLES[game]).seats).account()
    assert account is not None
    words = tapete.load(game, **TABLES[game]).words
    for language in ("en", "es"):
        for reader in (None, 0):
            text = rendered(account, words[language], reader=reader, names=NAMES)["how"]
            assert text and text.endswith(".") and "{" not in text, (language, reader, text)


def test_every_way_in_which_a_game_can_end_has_its_sentence() -> None:
    renamed = {"fifty": "reached", "fifty_by_disasters": "reached_by_disasters"}
    ways = {
        "dinosaurs": {renamed.get(way, way) for way in dinosaurs_ends.values()} | {"shared"},
        "tribute": {*tribute_ends.values(), "draw"},
        "briscas": {"passed", "passed_pair", "even", "more_cards", "ahead"},
        "catan": {"won", "cap"},
        "hearthstone": {"hero", "fatigue", "both_fall", "turn_limit"},
    }
    for game, kinds in ways.items():
        words = tapete.load(game, **TABLES[game]).words
        missing = [(game, kind) for kind in kinds for lang in ("en", "es") if f"account.{kind}" not in words[lang]]
        assert not missing, missing


def test_an_account_is_a_secret_until_the_end(server: Running) -> None:
    with Client(f"{server.url}/play/briscas?seat=0&against=easy&seed=7&speed=instant") as client:
        client.until("state")
        client.send({"type": "account"})
        answer = client.until("refused")
        assert answer["code"] == "secret" and answer["to"] == "account"


@pytest.mark.slow
@pytest.mark.parametrize("game", list(TABLES))
def test_the_page_shows_the_account_in_both_languages(server: Running, visit: Any, game: str) -> None:
    page = visit().page
    page.goto(finished(server, game))
    page.locator("#end details#account > summary").click()  # one sheet behind the scene of the end
    rows = page.locator("#account tr[data-fact]")
    seats = tapete.load(game, **TABLES[game]).seats
    assert rows.first.locator("td").count() == seats
    english = page.locator("#account").inner_text()
    page.locator("#bar button[lang=en]").click()
    page.wait_for_function(
        "old => { const n = document.querySelector('#account'); return n && n.innerText !== old; }", arg=english
    )
    page.evaluate("document.querySelector('#account').open = true")
    spanish = page.locator("#account").inner_text()
    assert not (set(english.splitlines()[2:8]) & {line for line in spanish.splitlines() if len(line) > 14})
    page.set_viewport_size({"width": 480, "height": 320})
    page.wait_for_selector("#end details#account")
    page.locator("#end details#account > summary").click()
    assert page.locator("#end details#account tr[data-fact]").first.is_visible()


@pytest.mark.skipif(CHROMIUM is None, reason="no Chromium is installed")
def test_the_page_words_an_account_as_python_does(browser: Any, server: Running) -> None:
    """The server sends data; the page's sentences must equal those made in Python."""
    page = browser.new_page()
    page.goto(server.url)
    tell = """async ([account, words, given]) => (await import("/page/facts.js")).accountTold(account, words, given)"""
    for name in TABLES:
        account, _, _ = gone_through(name)
        words = tapete.load(name, **TABLES[name]).words
        for language in ("en", "es"):
            for reader in (None, 0, 1):
                wanted = rendered(account, words[language], reader=reader, names=NAMES)
                given = {"reader": reader, "names": NAMES}
                assert page.evaluate(tell, [as_data(account), dict(words[language]), given]) == wanted, (name, language)
    page.close()


def test_the_place_of_the_account_is_kept_until_it_is_computed(server: Running, visit: Any) -> None:
    """The summary may take seconds: meanwhile its name is there, and the buttons do not move when it comes."""
    url = finished(server, "briscas")
    table = server.manager.tables[url.split("/table/")[1].split("#")[0]]
    held = asyncio.run_coroutine_threadsafe(made_future(), server.loop).result()
    table._account = held
    page = visit().page
    page.goto(url)
    page.wait_for_selector("#end #accounting")
    page.wait_for_timeout(300)
    top = page.locator("#end .brass").bounding_box()["y"]
    server.loop.call_soon_threadsafe(held.set_result, table.session.account())
    page.wait_for_selector("#end #account")
    assert page.locator("#accounting").count() == 0
    assert abs(page.locator("#end .brass").bounding_box()["y"] - top) <= 2


async def made_future() -> asyncio.Future[Any]:
    return asyncio.get_running_loop().create_future()


def test_a_sap_is_cruel_only_if_its_victim_takes_the_disaster_of_that_round() -> None:
    game = tapete.load("dinosaurs")
    seen = 0
    for seed in range(30):
        session = Session(game, ["easy"] * game.seats, seed=seed)
        session.advance()
        state, took, saps = session.at(0), set(), set()
        for action in session.actions:
            before, move = state.describe(None), state.move(action)
            state.apply(action)
            for event in game.happened(before, move, state.describe(None)):
                if event["kind"] == "took":
                    took.add((event["seat"], before["turn"]))
                elif event["kind"] == "played" and event["card"] == "IS":
                    saps.add((event["seat"], event["target"], before["turn"]))
        account = session.account()
        assert account is not None
        for moment in account.moments:
            if moment["kind"] == "sap":
                seen += 1
                assert (moment["loser"], moment["round"]) in took, seed
                assert (moment["seat"], moment["loser"], moment["round"]) in saps, seed
    assert seen


LAST_WORDS = """async (keep) => {
    const { besideHead } = await import('/page/lastword.js'), scene = document.querySelector('#end'), found = [];
    scene.querySelectorAll('.bubble').forEach((one) => one.remove());
    const places = [...scene.querySelectorAll('.podium li')];
    for (const one of places.slice(keep)) one.remove();
    const of = (one) => one.getBoundingClientRect(), list = scene.querySelector('.podium');
    for (const one of scene.getAnimations({ subtree: true })) one.cancel();
    for (const place of list.children) {
        const bubble = document.createElement('p');
        bubble.className = 'bubble';
        bubble.textContent = 'I was looking at the clouds, and then at your cards. Next time!';
        place.prepend(bubble);
        besideHead(scene, bubble);
        const box = of(bubble);
        if (box.left < 0 || box.right > innerWidth || box.top < of(scene).top) found.push([place.dataset.seat, 'outside']);
        for (const other of scene.querySelectorAll('.podium .portrait, .podium .step, .ribbon, .how, .row')) {
            const b = of(other);
            if (b.width && b.left < box.right && b.right > box.left && b.top < box.bottom && b.bottom > box.top)
                found.push([place.dataset.seat, other.getAttribute('class')]);
        }
        bubble.remove();
        list.style.marginTop = '';
    }
    return found; }"""


def test_the_last_word_covers_no_face_and_no_words_whoever_speaks(server: Running, visit: Any) -> None:
    page = visit().page
    page.goto(finished(server, "dinosaurs", seed=6))
    page.wait_for_selector("#end .podium")
    page.wait_for_selector("#account")
    page.set_viewport_size({"width": 640, "height": 480})
    page.wait_for_selector("#end .bubble")
    page.evaluate("document.querySelector('#end .how').textContent = 'Rex reached 57 in round 10. '.repeat(4)")
    page.wait_for_timeout(100)
    how, said = (page.locator(f"#end {name}").bounding_box() for name in (".how", ".bubble"))
    assert said["y"] >= how["y"] + how["height"], "also when that line comes later"
    for seats in (4, 3, 2):
        for width, height in ((390, 844), (640, 480), (844, 390), (1280, 800)):
            page.set_viewport_size({"width": width, "height": height})
            page.wait_for_timeout(80)
            assert page.evaluate(LAST_WORDS, seats) == [], (seats, width, height)


def test_all_that_can_be_done_after_a_game_is_in_sight_in_a_low_window(server: Running, visit: Any) -> None:
    page = visit(width=1024, height=600, reduced_motion="reduce").page
    page.goto(finished(server, "dinosaurs", seed=6))
    page.wait_for_selector("#end #account")
    page.evaluate("document.querySelector('#end .podium').style.marginTop = '34px'")  # a bubble above the podium
    end = page.evaluate("[document.querySelector('#end').scrollHeight, document.querySelector('#end').clientHeight]")
    assert end[0] <= end[1], end
