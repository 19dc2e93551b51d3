"""Lobby: it fits every window, its page knows no game, and it shows the game's own data."""

from __future__ import annotations

import itertools
import json
import re
from typing import Any

import pytest
from samples import sampled
from serving import Running
from test_browser import visit

import tapete
from tapete.core.registry import own_games
from tapete.games.hearthstone import lobby
from tapete.web.client import Client
from tapete.web.files import PAGE, lobby_of

__all__ = ["visit"]  # a fixture of the browser tests

SIZES = [
    (360, 740),
    (390, 844),
    (480, 320),
    (640, 480),
    (700, 700),
    (820, 600),
    (844, 390),
    (1024, 600),
    (1280, 800),
    (1920, 1080),
    (3840, 2160),
]
# Things outside the window that must be in reach, and cut text.
AWRY = """() => {
    const out = [...document.querySelectorAll('#start, .steps button, .chair, .choice, #bar button')].filter((node) => {
        const box = node.getBoundingClientRect();
        return box.right > innerWidth + 1 || box.left < -1 || box.bottom > innerHeight + 1 || box.top < -1; });
    const cut = [...document.querySelectorAll('.chair b, .chair small, .choice span, .steps span, .label')].filter(
        (node) => node.clientWidth && node.scrollWidth > node.clientWidth + 1);
    const wide = document.documentElement.scrollWidth > innerWidth;
    const short = Math.abs(document.body.getBoundingClientRect().height - innerHeight) > 2;
    return [...out, ...cut].map((node) => node.className + ': ' + node.textContent).concat(wide ? ['wide'] : [], short ? ['short'] : []); }"""


LOBBIES = itertools.product(("dinosaurs", "hearthstone", "tribute"), ("en", "es"))  # four seats, decks, medals


@pytest.mark.parametrize(("game", "language"), sampled(LOBBIES, [("dinosaurs", "en"), ("hearthstone", "es")]))
def test_the_lobby_fits_every_window(server: Running, visit: Any, game: str, language: str) -> None:
    page = visit().page
    page.set_viewport_size({"width": SIZES[0][0], "height": SIZES[0][1]})
    page.goto(f"{server.url}/choose/{game}?lang={language}")
    page.wait_for_selector(".chair .portrait")
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_timeout(60)
        assert not page.evaluate(AWRY), f"{game} {language} {width}x{height}"


def test_who_sits_opposite_is_the_partner_where_four_form_pairs(server: Running, visit: Any) -> None:
    for language, said in (("en", "your partner"), ("es", "tu pareja")):
        page = visit().page
        for seats in (["me", "easy", "normal", "easy"], ["me", "easy", "easy"], ["me", "easy"]):
            page.add_init_script(
                f"localStorage.setItem('tapete', JSON.stringify({{played: {{briscas: {{options: {{}}, seats: {json.dumps(seats)}}}}}}}))"
            )
            page.goto(f"{server.url}/choose/briscas?lang={language}")
            page.wait_for_selector(".chair .portrait")
            noted = page.locator(".chair .note").all()
            assert [note.inner_text() for note in noted] == ([said] if len(seats) == 4 else [])
            if noted:
                assert page.locator(".chair[data-at=top] .note").count() == 1
                for width, height in SIZES:
                    page.set_viewport_size({"width": width, "height": height})
                    page.wait_for_timeout(60)
                    assert not page.evaluate(AWRY), f"{language} {width}x{height}"


CENTRES = """(selector) => Object.fromEntries([...document.querySelectorAll(selector)].map((node) => {
    const {left, width} = node.getBoundingClientRect();
    return [node.dataset.seat ?? node.dataset.key.split(':')[1], left + width / 2]; }))"""


@pytest.mark.parametrize("seats", [["me", "friend", "easy"], ["me", "friend", "easy", "easy"]])
def test_players_sit_at_the_table_where_the_lobby_seats_them(server: Running, visit: Any, seats: list[str]) -> None:
    page = visit().page
    page.add_init_script(
        f"localStorage.setItem('tapete', JSON.stringify({{played: {{briscas: {{options: {{}}, seats: {json.dumps(seats)}}}}}}}))"
    )
    page.goto(f"{server.url}/choose/briscas")

    def from_left(selector: str) -> list[str]:
        page.wait_for_selector(f"{selector} >> nth=1")
        centres = page.evaluate(CENTRES, selector)
        return sorted((seat for seat in centres if seat != "0"), key=lambda seat: float(centres[seat]))

    lobby = from_left(".chair[data-seat]")
    assert lobby == [str(seat) for seat in range(len(seats) - 1, 0, -1)], "the next to play sits to the right"
    page.locator("#start, .steps button").first.click()
    page.wait_for_selector(".room #start", timeout=60_000)
    assert from_left(".room .chair[data-seat]") == lobby
    page.locator(".room #start").click()
    assert from_left("#stage [data-key^='seat:']") == lobby


HIDDEN = """() => [...document.querySelectorAll('.room #start, .room .invitation button, .room .invitation input, .room .chair')].filter((node) => {
    const {left, top, width, height} = node.getBoundingClientRect();
    return [0.2, 0.5, 0.8].some((part) => !node.contains(document.elementFromPoint(left + width * part, top + height / 2))); })
    .map((node) => node.className + ': ' + node.textContent)"""


def test_the_waiting_room_shows_link_seats_and_start_in_every_window(server: Running, visit: Any) -> None:
    page = visit().page
    page.goto(f"{server.url}/choose/briscas")
    page.locator(".steps button").first.click()
    page.wait_for_selector(".room #start", timeout=60_000)
    for width, height in SIZES:
        if (width, height) == (480, 320):
            continue  # there it is scrolled
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_timeout(60)
        assert not page.evaluate(HIDDEN), f"{width}x{height}"


def test_the_waiting_room_keeps_face_and_name_and_says_how_friends_reach_it(server: Running, visit: Any) -> None:
    page = visit(has_touch=True, is_mobile=True, width=390, height=844).page
    page.goto(f"{server.url}/choose/briscas")
    own = page.locator(".chair[data-at=me] .face").get_attribute("data-person")
    page.locator(".steps button").first.click()
    page.wait_for_selector(".room #start", timeout=60_000)
    assert page.locator(".room .chair.here .face").get_attribute("data-person") == own
    assert "tapete" not in page.locator(".room").inner_text(), "no command before it is wanted"
    page.locator(".room summary").click()
    page.wait_for_timeout(100)
    assert page.locator(".room code").inner_text().startswith("tapete serve --host")
    box = page.locator(".room code").bounding_box()
    assert box["y"] + box["height"] <= page.locator(".room .acts").bounding_box()["y"] + 1
    page.locator(".room .name input").fill("Ana")
    assert "kept" not in page.locator(".room .keep").get_attribute("class")
    page.locator(".room .keep").click()
    page.wait_for_function("() => document.querySelector('.room .chair.here b').textContent === 'Ana'")
    page.wait_for_selector(".room .keep.kept")


PHONES = ((390, 844), (360, 740), (640, 480))


def test_faces_and_reactions_are_not_covered_in_the_waiting_room_of_a_phone(server: Running, visit: Any) -> None:
    """The table waits, and the lobby says so instead of asking for a move."""
    page = visit(has_touch=True, is_mobile=True, locale="es-ES").page
    seats = ["me", "easy", "easy", "friend"]
    with Client(server.url, join=False) as client:
        made = client.post("/api/tables", {"game": "dinosaurs", "seats": seats, "settings": {"waiting": True}})
    page.goto(f"{server.url}/table/{made['id']}#{made['owner']}")
    page.wait_for_selector(".room .figures button", timeout=60_000)
    hidden = HIDDEN.replace(".room #start", ".room .emotes button, .room .note, .room #start")
    for width, height in PHONES:
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_timeout(120)
        assert page.locator(".room .emotes button").count() == 8
        covered = [name for name in page.evaluate(hidden) if height > 520 or not name.startswith("note")]
        assert not covered, f"{width}x{height}"  # a low window has no notes
    page.goto(f"{server.url}/choose/dinosaurs")
    page.wait_for_selector(".goon:not([hidden])")
    assert page.locator(".goon").inner_text().strip() == "Continuar: Dinosaurios felices, espera a los amigos"


def test_a_seat_is_taken_left_and_given_to_another(server: Running, visit: Any) -> None:
    page = visit().page
    page.goto(f"{server.url}/choose/briscas")
    page.locator(".chair[data-at=top]").click()
    page.locator("dialog [data-level=hard]").click()
    page.keyboard.press("Escape")
    assert "Hard" in page.locator(".chair[data-at=top]").inner_text(), "a level is chosen without a face, too"
    page.locator(".chair[data-at=top]").click()
    page.locator("dialog button[data-person=lin]").click()
    assert "Lin" in page.locator(".chair[data-at=top]").inner_text()
    page.locator(".chair.free[data-at=left]").click()
    page.locator("dialog button[data-person=nico]").click()
    assert page.locator(".chair[data-seat]").count() == 3
    assert "Lin" in page.locator(".chair[data-at=top]").inner_text(), "who sits stays where she is"
    page.locator(".chair[data-at=left]").click()
    page.locator("dialog summary").click()
    page.locator("dialog input").fill("random")
    page.locator("dialog button", has_text="Choose").click()
    page.locator("#start").click()
    page.wait_for_selector("#stage [data-key]", timeout=60_000)
    table = server.manager.tables[page.url.split("/table/")[1].split("#")[0]]
    assert [(chair.name, chair.label) for chair in table.chairs[1:]] == [("Lin", "hard"), ("random", "random")]
    page.goto(server.url)
    page.locator(".chair[data-seat='2']").click()
    page.locator("dialog button", has_text="Nobody").click()
    assert page.locator(".chair[data-seat]").count() == 2


def test_decks_are_chosen_by_pictures(server: Running, visit: Any) -> None:
    page = visit().page
    page.goto(f"{server.url}/choose/hearthstone")
    page.locator(".choice[data-option=deck0]").click()
    page.locator("dialog [data-item=MurlocDruid]").click()
    assert page.locator("dialog .cards li").count() >= 15
    page.locator("dialog button", has_text="Choose").click()
    page.wait_for_function("() => document.querySelector('.choice[data-option=deck0]').textContent === 'Druid'")
    page.goto(f"{server.url}/choose/tribute")
    page.locator(".choice.medals").click()
    said = page.locator("dialog [data-item=red_eagle] small").inner_text()
    assert said == "2 power: draw 1.", "a patron's call in the words of the game"


@pytest.mark.parametrize("language", ["en", "es"])
def test_a_pasted_deck_code_is_tried_before_it_is_taken(server: Running, visit: Any, language: str) -> None:
    about = lobby_of("hearthstone")["choices"][0]["paste"]
    code = "AAEBAQcChBeRvAIOHLACkQP/A44FqAXUBe4G5wfvB4KwAoiwAqC9Arm/AgA="  # of a full list of 30 cards
    page = visit().page
    page.goto(f"{server.url}/choose/hearthstone?lang={language}")
    page.locator(".choice[data-option=deck0]").click()
    field, said, take = (page.locator(f".pasting {what}") for what in ("input", ".said", "button"))
    for text, sentence in (("my deck", "bad"), (code[:20], "bad"), (code, "good")):
        field.fill(text)
        field.blur()
        page.wait_for_function(
            "(text) => document.querySelector('.pasting .said').textContent === text", arg=about[sentence][language]
        )
        assert take.is_enabled() == (sentence == "good")
    field.evaluate(
        """(node, text) => { const data = new DataTransfer(); data.setData("text", text);
            node.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, cancelable: true })); }""",
        f"### My deck\n# Class: Paladin\n#\n{code}\n#\n# To use this deck, copy it",
    )
    assert field.input_value() == code
    page.wait_for_function("() => !document.querySelector('.pasting button').disabled")
    assert said.inner_text()
    take.click()
    page.wait_for_function(
        "(text) => document.querySelector('.choice[data-option=deck0]').textContent === text",
        arg=about["short"][language],
    )


def test_the_decks_that_the_lobby_shows_are_the_games_own() -> None:
    assert json.loads(lobby.PATH.read_text(encoding="utf-8")) == lobby.decks()


@pytest.mark.parametrize("game", own_games())
def test_what_the_lobby_offers_can_be_played(game: str) -> None:
    about = lobby_of(game)
    assert set(about["title"]) == {"en", "es"} and about["cloth"]["ground"]
    assert tapete.load(game, **about["first_options"])
    for choice in about.get("choices", []):
        items = json.loads(lobby.PATH.read_text()) if isinstance(choice["items"], str) else choice["items"]
        names = [item["id"] for item in items]
        if "pick" in choice:
            assert tapete.load(game, **{choice["option"]: ",".join(names[-choice["pick"] :])})
        else:
            assert all(tapete.load(game, **{choice["option"].format(seat=0): name}) for name in names)
    for figure in about.get("figures", {}).get("people", {}):
        assert tapete.load(game, **{about["figures"]["option"]: figure})


def test_the_page_knows_no_game() -> None:
    names = re.compile(rf"\b({'|'.join(own_games())})\b", re.IGNORECASE)
    found = {
        file.name
        for file in PAGE.iterdir()
        if file.suffix in (".js", ".css", ".html", ".json") and names.search(file.read_text(encoding="utf-8"))
    }
    assert not found, "a game's name in the page: it belongs into the game's folder `table`"


def test_house_rules_leave_to_the_cloth_what_is_chosen_there(server: Running, visit: Any) -> None:
    page = visit().page
    for game, option in (
        ("tribute", "patrons"),
        ("hearthstone", "deck"),
        ("hearthstone", "deck1"),
        ("dinosaurs", "dinosaurs"),
    ):
        page.goto(f"{server.url}/choose/{game}")
        page.locator(".steps button", has_text="files").click()
        page.wait_for_selector(".house [data-option]")
        assert page.locator(f".house [data-option={option}]").count() == 0


def test_presets_are_named_in_the_readers_language_and_explained(server: Running, visit: Any) -> None:
    page = visit(locale="es-ES").page
    for game, names in (
        ("dinosaurs", ["habituales", "de investigación"]),
        ("tribute", ["la habitual", "de investigación"]),
    ):
        page.goto(f"{server.url}/choose/{game}")
        page.locator(".steps button", has_text="archivos").click()
        page.wait_for_selector(".house .preset")
        assert page.locator(".house .preset button").all_inner_texts() == names
        assert page.locator(".house .preset p").inner_text().startswith("«De investigación»: ")


def test_bots_are_watched_by_the_rules_that_the_lobby_shows(server: Running, visit: Any) -> None:
    page = visit().page
    page.goto(f"{server.url}/choose/briscas")
    page.locator(".steps button", has_text="files").click()
    page.locator("[data-option=early_stop] input").click()
    page.keyboard.press("Escape")
    page.locator(".steps button", has_text="Watch").click()
    assert page.locator("#watching label span").all_inner_texts() == ["Tables", "Level of the bots"]
    page.locator("#watching button").click()
    page.wait_for_url("**/table/*")
    table = server.manager.tables[re.search(r"/table/([\w-]+)", page.url)[1]]
    assert table.game.options["early_stop"] and {chair.kind for chair in table.chairs} == {"agent"}


def test_the_link_to_go_on_is_above_the_boxes_and_a_tour_shows_the_own_face(server: Running, visit: Any) -> None:
    page = visit(width=1024, height=600).page
    page.goto(f"{server.url}/play/catan?seat=0&against=easy&seed=7&speed=instant")
    page.wait_for_selector("[data-your-turn]", timeout=60_000)
    seats = "(prefs) => prefs.set({played: {catan: {seats: ['me', 'easy', 'easy']}}})"  # fewer than in the tour
    page.evaluate(f"import('/page/prefs.js').then({seats})")
    page.goto(f"{server.url}/choose/catan")
    page.wait_for_selector(".goon:not([hidden])")
    boxes = [page.locator(".goon").bounding_box(), *(tile.bounding_box() for tile in page.locator(".tile").all())]
    assert boxes[0]["y"] + boxes[0]["height"] <= min(box["y"] for box in boxes[1:])
    page.locator(".steps .learn").click()
    page.wait_for_selector("#stage [data-face='0']", timeout=60_000)
    page.wait_for_function("() => window.table.lesson")
    own = "import('/page/house.js').then(({face}) => ['calm', 'think'].map((mood) => face('you', mood).innerHTML))"
    assert page.evaluate("() => document.querySelector(\"#stage [data-face='0']\").innerHTML") in page.evaluate(own)


def test_the_lobby_seats_the_same_players_the_next_time(server: Running, visit: Any) -> None:
    """Also after a friend was invited, or nothing was begun; a stored wish that is impossible is left out."""
    page = visit().page
    page.goto(f"{server.url}/choose/briscas")
    page.locator(".chair.free[data-at=left]").click()
    page.locator("dialog [data-level=normal]").click()
    page.locator("dialog button[data-person=omar]").click()
    page.goto(f"{server.url}/choose/dinosaurs")
    own = page.locator(".chair[data-at=me] small").inner_text()
    page.locator(".chair[data-at=left]").click()
    page.locator("dialog [data-level=hard]").click()
    page.keyboard.press("Escape")
    page.locator(".steps button").first.click()
    page.wait_for_selector(".room #start", timeout=60_000)
    page.goto(f"{server.url}/choose/dinosaurs")
    assert page.locator(".chair[data-at=me] small").inner_text() == own
    assert "Hard" in page.locator(".chair[data-at=left]").inner_text()
    assert page.locator(".chair", has_text="Friend").count() == 0
    page.goto(f"{server.url}/choose/briscas")
    assert "Omar" in page.locator(".chair[data-at=left]").inner_text()
    broken = {
        "dinosaurs": {"seats": ["me"] * 9, "options": {"gone": 1, "max_rounds": -4}, "figures": ["nobody"]},
        "briscas": {"seats": ["me", "no-such-agent"], "people": {"1": "nobody"}, "options": "none"},
        "catan": 7,
    }
    page.evaluate("(played) => import('/page/prefs.js').then((prefs) => prefs.set({ played }))", broken)
    for game, seats in (("dinosaurs", 4), ("briscas", 2), ("catan", 4)):
        page.goto(f"{server.url}/choose/{game}")
        page.wait_for_selector(".chair[data-at=me] .portrait")
        assert page.locator(".chair[data-seat]").count() == seats
        assert page.locator(".toast").count() == 0
    page.goto(f"{server.url}/choose/dinosaurs")
    page.locator("#start").click()
    page.wait_for_selector("#stage [data-key]", timeout=60_000)


def test_the_tabs_of_a_small_dialog_stay_under_the_finger(server: Running, visit: Any) -> None:
    page = visit(has_touch=True, is_mobile=True, width=390, height=844).page
    page.goto(f"{server.url}/choose/briscas")
    for opener, tabs in (("#bar button:last-child", 4), (".steps button:last-child", 4)):
        page.locator(opener).click()
        assert "Keys" not in page.locator("dialog .section-tabs").inner_text(), "there is no keyboard"
        assert page.locator("dialog .section-tabs button").count() == tabs
        seen = []
        for number in range(tabs):
            page.locator("dialog .section-tabs button").nth(number).click()
            seen.append((page.locator("dialog").bounding_box(), page.locator("dialog .section-tabs").bounding_box()))
        assert all(one == seen[0] for one in seen)
        page.locator("dialog .close").click()


OVER_FACES = """() => { const own = document.querySelector('.chair .bubble').getBoundingClientRect();
    return [...document.querySelectorAll('.chair .portrait')].filter((face) => {
        const box = face.getBoundingClientRect(), middle = box.left + box.width / 2;
        return Math.abs(middle - Math.max(own.left, Math.min(own.right, middle))) < box.width / 2 - 1
            && box.top < own.bottom && box.bottom > own.top; }).length + (own.right > innerWidth || own.left < 0 ? 10 : 0); }"""


def test_on_a_phones_cloth_nothing_covers_a_face_or_what_is_drawn(server: Running, visit: Any) -> None:
    page = visit(width=390, height=844).page
    page.goto(f"{server.url}/choose/briscas")
    for at in ("top", "left", "right"):
        page.locator(f".chair[data-at={at}]").click()
        page.locator("dialog button[data-person]").nth(("top", "left", "right").index(at)).click()
        page.wait_for_selector(".chair .bubble")
        assert page.evaluate(OVER_FACES) == 0, at
    page.goto(f"{server.url}/choose/tribute")
    page.wait_for_selector(".choice.medals .item")
    medals, still = (page.locator(f"#cloth {name}").bounding_box() for name in (".medals", ".still"))
    assert medals["y"] + medals["height"] <= still["y"]
    page.locator(".choice.medals").click()
    sheet = page.locator("dialog.wide").bounding_box()
    assert (sheet["x"], sheet["width"]) == (0, 390), "from edge to edge"


# Rows of the shown groups that the wheel does not bring into view: between the edges of what scrolls.
UNREACHED = """async () => {
    const list = document.querySelector('dialog .settings'), out = [];
    for (const row of list.querySelectorAll('label, button, .row, textarea, p, summary')) {
        if (!row.getClientRects().length) continue;
        const inside = () => { const box = row.getBoundingClientRect(), all = list.getBoundingClientRect();
            return box.left >= all.left - 1 && box.right <= all.right + 1 && box.top >= all.top - 1 && box.bottom <= all.bottom + 1; };
        list.scrollTop = 0;
        for (let at = -1; !inside() && list.scrollTop > at; ) { at = list.scrollTop; list.scrollTop += 40; }
        if (!inside()) out.push(row.textContent.slice(0, 40)); }
    return out; }"""


@pytest.mark.parametrize("game", ["briscas", "dinosaurs", "catan", "hearthstone", "tribute"])
def test_every_house_rule_can_be_scrolled_into_view(server: Running, visit: Any, game: str) -> None:
    page = visit().page
    page.goto(f"{server.url}/choose/{game}?lang=es")
    page.wait_for_selector(".chair .portrait")
    for width, height in ((360, 740), (390, 844), (480, 320), (640, 480), (844, 390), (1024, 600), (1280, 800)):
        page.set_viewport_size({"width": width, "height": height})
        page.locator(".steps button:last-child").click()
        tabs = page.locator("dialog .section-tabs button:visible")
        for number in range(max(1, tabs.count())):
            if tabs.count():
                tabs.nth(number).click()
                assert page.evaluate("document.querySelector('dialog .settings').scrollTop") == 0, "from its start"
            assert not page.evaluate(UNREACHED), f"{width}x{height}, group {number}"
        page.locator("dialog .close").click()


def test_the_wheel_scrolls_the_house_rules(server: Running, visit: Any) -> None:
    page = visit(width=844, height=390).page
    page.goto(f"{server.url}/choose/catan")
    page.locator(".steps button:last-child").click()
    page.locator("dialog .settings").hover()
    page.mouse.wheel(0, 2000)
    page.wait_for_function("() => document.querySelector('dialog .settings').scrollTop > 100")


def test_what_is_unfolded_under_a_chair_stays_in_the_window(server: Running, visit: Any) -> None:
    page = visit().page
    page.goto(f"{server.url}/choose/dinosaurs")
    page.locator(".chair[data-at=right]").click()
    page.locator("dialog summary").click()
    page.wait_for_function("() => document.querySelector('dialog').getBoundingClientRect().bottom <= innerHeight")
    assert page.locator("dialog details button").last.is_visible()


def test_a_table_that_is_watched_is_called_so_in_the_lobby(server: Running, visit: Any) -> None:
    page = visit().page
    page.goto(f"{server.url}/play/briscas?seat=none&against=random&seed=7")
    page.wait_for_selector("#pacing")
    page.goto(server.url)
    page.wait_for_selector(".goon:not([hidden])")
    assert page.locator(".goon").inner_text().strip() == "Watch on: Briscas"
    page.goto(f"{server.url}/choose/briscas")
    page.locator(".chair[data-at=me]").click()
    page.locator("dialog input").fill("Iria")
    page.keyboard.press("Enter")
    page.wait_for_selector("dialog", state="detached")
    assert page.evaluate("import('/page/prefs.js').then(({ prefs }) => prefs.name)") == "Iria"


def test_all_keys_are_a_list_with_those_of_the_game(server: Running, visit: Any) -> None:
    page = visit().open(f"{server.url}/play/briscas?seat=0&against=random&seed=7&speed=instant")
    page.keyboard.press("o")
    page.locator("dialog .settings button", has_text="All keys").click()
    rows = page.locator(".all-keys div").all_inner_texts()
    assert [row.split() for row in rows if row.split()[0] in ("H", "C")] == [["H", "hint"], ["C", "Count"]]
