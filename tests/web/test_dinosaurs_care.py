"""Care for players of Happy Little Dinosaurs: no lost summaries, no forced passes, no presses on a button that just appeared."""

from __future__ import annotations

import itertools
import json
from typing import Any

import pytest
from drawing_stage import CHROMIUM, STAGES, opened, options_for
from drawn_positions import decisions

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="no Chromium is installed")
pytest.importorskip("playwright")

COUNTDOWN = """async ([shut, event, quiet = 0]) => {
    window.tapeteStory = true;
    const {countDown} = await import('/page/countdown.js');
    document.querySelector('#end')?.remove();
    const room = document.createElement('div'), card = document.createElement('section');
    if (shut) room.classList.add('shut');
    card.id = 'end';
    card.innerHTML = '<div class="row"></div>';
    document.body.append(card);
    countDown({about: {game: 'dinosaurs', seats: [{figure: 'rex'}]}, state: {log: null}, room}, card, quiet);
    await new Promise((done) => setTimeout(done, 10));
    const began = Boolean(card.querySelector('#countdown'));
    if (event) for (const x of [0, 20]) dispatchEvent(new (event.startsWith('pointer') ? PointerEvent : Event)(event, {clientX: x, clientY: 5}));
    const left = Boolean(card.querySelector('#countdown'));
    card.remove();
    return [began, left]; }"""


def test_any_input_event_cancels_the_way_back(page: Any) -> None:
    opened(page, "dinosaurs")
    assert page.evaluate(COUNTDOWN, [True, ""]) == [True, True]
    assert page.evaluate(COUNTDOWN, [False, ""]) == [True, True], "the panel beside the table is open by default"
    for event in ("pointermove", "pointerdown", "keydown", "wheel", "touchstart"):
        assert page.evaluate(COUNTDOWN, [True, event]) == [True, False], event
    assert page.evaluate(COUNTDOWN, [True, "", 60_000]) == [False, False], "who has just done something reads in peace"


PRESSES = """async () => {
    window.tapeteStory = true;
    const {Table} = await import('/page/table.js');
    const at = (key, left) => ({dataset: {key}, getBoundingClientRect: () => ({left, right: left + 50, top: 0, bottom: 50, width: 50, height: 50})});
    const table = {pressedAt: new Map(), shownAt: 0};
    const press = (key, left, ago) => { table.shownAt = performance.now() - ago; return Table.prototype.tooSoon.call(table, at(key, left)); };
    return [press('button:pass', 0, 0), press('button:pass', 0, 0), press('button:accept', 0, 50), press('button:accept', 100, 50), press('hand:P1', 0, 0), press('button:accept', 0, 500)]; }"""


def test_a_press_that_was_meant_for_the_button_before_does_nothing(page: Any) -> None:
    """Only a new button in the place of another one is guarded, and only for a moment."""
    opened(page, "dinosaurs")
    assert page.evaluate(PRESSES) == [False, False, True, False, False, False]


GUIDE = "([position, options]) => harness.show('dinosaurs', JSON.parse(position), options).guide"


def test_a_player_without_a_card_to_avert_gets_no_question(page: Any) -> None:
    game = opened(page, "dinosaurs")
    for position in itertools.chain.from_iterable(decisions(game, seed) for seed in range(3)):
        if position["description"]["phase"] != "response":
            continue
        only = [move for move in position["moves"] if move["kind"] == "accept"]
        for language, word in (("en", "avert it"), ("es", "evítalo")):
            told = page.evaluate(GUIDE, [json.dumps({**position, "moves": only}), options_for("1280x800", language)])
            assert word not in told, told
        if len(only) < len(position["moves"]):
            assert "avert it" in page.evaluate(GUIDE, [json.dumps(position), options_for("1280x800")])
            return
    pytest.fail("no disaster could be averted")


SAID = """([position, options]) => { harness.show('dinosaurs', JSON.parse(position), options);
    return [...document.querySelectorAll('#stage [data-zone=table]')].map((node) => [...node.querySelectorAll('text')].map((text) => text.textContent).join(' ')); }"""


@pytest.mark.parametrize("window", ["360x740", "1280x800"])
def test_a_card_says_what_its_effect_does_and_why_it_is_struck_through(page: Any, window: str) -> None:
    game = opened(page, "dinosaurs")
    position = next(one for one in decisions(game, 0) if one["description"]["phase"] in ("look", "throw", "rob"))
    seat = position["seat"]
    rule = game.words["en"][f"stage.rule_{position['description']['players'][seat]['table']}"]
    said = page.evaluate(SAID, [json.dumps(position), options_for(window)])
    assert sum(rule in text for text in said) == 1, said
    position["description"]["effects"]["cancelled"] = [seat]
    said = page.evaluate(SAID, [json.dumps(position), options_for(window)])
    assert sum("cancelled" in text for text in said) == 1 and not any(rule in text for text in said), said


BUTTONS = """([game, position, options]) => { harness.show(game, JSON.parse(position), options);
    return [...document.querySelectorAll('#stage [data-key^="button:"]')].map((node) => { const box = node.querySelector('.hit').getBoundingClientRect();
        return [node.dataset.key, node.dataset.role, [box.left, box.top, box.right, box.bottom]]; }); }"""


def test_taking_the_disaster_is_placed_apart_and_not_advised(page: Any) -> None:
    game = opened(page, "dinosaurs")
    found: dict[str, dict[str, Any]] = {}
    for position in itertools.islice(decisions(game, 2), 400):
        for move in position["moves"]:
            if move["kind"] in ("pass", "accept", "keep_all"):
                found.setdefault(move["kind"], position)
    assert len(found) == 3
    for window in ("480x320", "360x740", "1280x800"):
        drawn = {}
        for position in found.values():
            for key, role, box in page.evaluate(BUTTONS, ["dinosaurs", json.dumps(position), options_for(window)]):
                drawn[key] = box
                assert role != "primary" or key == "button:look", key
        left, top, right, bottom = drawn["button:accept"]
        for key in ("button:pass", "button:keep_all"):
            other = drawn[key]
            assert other[2] <= left or right <= other[0] or other[3] <= top or bottom <= other[1], (window, key)


ASK = """([position, options, name, more]) => harness.ask('dinosaurs', {...JSON.parse(position), ...more}, options, name)"""


def test_a_pass_without_a_choice_is_made_and_a_round_is_summed_up(page: Any) -> None:
    game = opened(page, "dinosaurs")
    options = options_for("1280x800")
    walked = list(itertools.islice(decisions(game, 2), 120))
    alone = next(one for one in walked if [move["kind"] for move in one["moves"]] == ["pass"])
    several = next(one for one in walked if len(one["moves"]) > 1 and one["moves"][-1]["kind"] == "pass")
    ask = lambda position, name, **more: page.evaluate(ASK, [json.dumps(position), options, name, more])  # noqa: E731
    assert ask(alone, "answered") == alone["moves"][0]["id"]
    assert ask(several, "answered") is None
    choosing = next(one for one in walked if one["description"]["phase"] == "choose")
    seat, turn = choosing["seat"], choosing["description"]["turn"]
    rivals = [other for other in range(4) if other != seat]
    text = {"en": "said", "es": "dicho"}
    told = [
        {"kind": "round", "round": turn - 1, "text": text},
        {"kind": "advanced", "seat": rivals[0], "steps": 8, "text": text},
        {"kind": "played", "seat": rivals[1], "card": "IR", "text": text},
        {"kind": "took", "seat": seat, "text": text},
        {"kind": "round", "round": turn, "text": text},
        {"kind": "drew", "seat": seat, "text": text},
    ]
    said = ask(choosing, "storyOf", events=told)
    first, second = (
        game.words["en"][f"name.{choosing['description']['players'][rival]['dinosaur']}"] for rival in rivals[:2]
    )
    assert said == f"{first} won the round: 8 steps. {second} sent the disaster on. You took the disaster."
    options.update(options_for("480x320"))
    assert ask(choosing, "storyOf", events=told).startswith(f"{first} +8. ")
    assert ask(choosing, "storyOf", events=told[4:]) == "Said"


WORDED = """async ([data, said, words]) => { const drawing = await import('/page/games/dinosaurs/draw.js'), {told} = await import('/page/telling.js');
    return told(data, said, {words, drawing, reader: 0}); }"""


@pytest.mark.parametrize(
    ("seat", "target", "card", "sentence"),
    [(0, 1, "IS", "Sap on Trike"), (0, 0, "IB", "Boost on yourself"), (1, 1, "IB", "Boost on itself")],
)
def test_moves_name_rivals_by_their_dinosaurs(page: Any, seat: int, target: int, card: str, sentence: str) -> None:
    game = opened(page, "dinosaurs")
    move = {"kind": "aim", "seat": seat, "target": target, "card": card, "dinosaurs": ["cry"]}
    assert page.evaluate(WORDED, [move, game.move_phrase(move), game.words["en"]]) == sentence


RANKED = """async (end) => { const {ranking} = await import('/page/games/dinosaurs/draw.js'); return ranking({description: end}); }"""


def test_eliminated_players_rank_last_in_the_final_card_too(page: Any) -> None:
    opened(page, "dinosaurs")
    players = [{"points": 50, "alive": True}, {"points": 40, "alive": False}, {"points": 12, "alive": True}]
    assert page.evaluate(RANKED, {"winners": [0], "players": players}) == [0, 2, 1]


COUNTS = """() => [0, 1, 2, 3].map((seat) => [...document.querySelectorAll(`#stage [data-key='seat:${seat}'] text`)]
    .map((text) => text.textContent).find((text) => /^[0-9]$/.test(text)))"""


def test_seats_stay_ready_while_their_choices_are_shown_one_after_the_other(page: Any) -> None:
    """The table shows hidden choices after the last one was made, so a seat that is still listed as waiting has chosen."""
    game = opened(page, "dinosaurs")
    state = game.deal(3)
    state.apply(state.legal()[0])
    position = {"description": state.describe(3), "moves": [], "events": [], "seat": 3}
    texts = "() => document.querySelector('#stage').textContent"
    page.evaluate(SHOWN, ["dinosaurs", json.dumps(position), options_for("1280x720")])
    assert "choosing" not in page.evaluate(texts) and page.evaluate(texts).count("ready") == 4
    assert page.evaluate(COUNTS) == ["4", "4", "4", "5"], "a card that lies face down is not in the hand"
    page.evaluate(
        SHOWN, ["dinosaurs", json.dumps({**position, "description": game.deal(3).describe(3)}), options_for("1280x720")]
    )
    assert page.evaluate(texts).count("choosing") == 4 and "ready" not in page.evaluate(texts)


SHOWN = "([game, position, options]) => { harness.show(game, JSON.parse(position), options); }"


def test_a_swapped_sum_is_shown_with_what_it_became(page: Any) -> None:
    """After an exchange the line of a card ends in the number of its disc."""
    layout, width, height = STAGES["390x844"]
    options = {"layout": layout, "width": width, "height": height, "language": "en", "theme": "light"}
    position = next(
        one
        for one in decisions(opened(page, "dinosaurs"), 1)
        if not one["description"].get("simultaneous") and one["description"]["players"][0].get("score")
    )
    score = position["description"]["players"][0]["score"]
    score["final"] = score["total"] + 3
    page.evaluate("([p, o]) => { harness.show('dinosaurs', p, o); }", [position, options])
    texts = page.evaluate("() => [...document.querySelectorAll('#stage text')].map((node) => node.textContent)")
    assert any(text.endswith(f"{score['total']} → {score['final']}") for text in texts), texts


RED = """() => [0, 1, 2, 3].filter((seat) => document.querySelector(`#stage [data-key='score:${seat}'] [stroke-dasharray]`))"""
OVER = "() => [0, 1, 2, 3].filter((seat) => document.querySelector(`#stage [data-key='figure:${seat}']`).children.length > 1)"


def test_a_diverted_disaster_hangs_over_its_new_bearer_alone(page: Any) -> None:
    """Crowns, one cloud and one red score; the card says that it comes at the reader, and after it nothing of the
    round is left on the back. What can no longer be averted is certain; what was averted comes at no one."""
    position = next(
        one
        for one in itertools.chain.from_iterable(decisions(opened(page, "dinosaurs"), seed) for seed in range(3))
        if one["description"]["phase"] == "response"
    )
    seen = position["description"]
    seen["bearer"] = position["seat"]
    for seat, player in enumerate(seen["players"]):
        player["fatal"] = []
        player["score"] = {**seen["players"][seen["bearer"]]["score"], "standing": "between" if seat == 0 else "lowest"}
    seen["bearer"] = position["seat"] = 0
    options = options_for("1280x800", "es")
    take, avert = ({"id": number, "kind": kind, "text": NO_TEXT} for number, kind in enumerate(("accept", "avert")))
    position["moves"] = [take, avert]
    page.evaluate("([p, o]) => { harness.show('dinosaurs', p, o); }", [position, options])
    assert page.evaluate(OVER) == [0]
    texts = "() => [...document.querySelectorAll('#stage text')].map((node) => node.textContent)"
    assert page.evaluate(RED) == [0]
    assert "viene a por ti" in page.evaluate(texts) and "recibiría el desastre" in page.evaluate(texts)
    page.evaluate(
        "([p, o]) => { harness.show('dinosaurs', p, o); }",
        [{**position, "moves": [take]}, options],
    )
    assert "recibe el desastre" in page.evaluate(texts) and "recibiría el desastre" not in page.evaluate(texts)
    averted = {**position, "moves": [], "description": {**seen, "took": [False] * 4}}
    page.evaluate("([p, o]) => { harness.show('dinosaurs', p, o); }", [averted, options])
    assert not [text for text in page.evaluate(texts) if "el desastre" in text] and page.evaluate(RED) == []
    seen.update(doubled=True, disaster=None)
    page.evaluate("([p, o]) => { harness.show('dinosaurs', p, o); }", [position, options])
    assert not [text for text in page.evaluate(texts) if text.endswith("×2")]


NO_TEXT = {"en": "", "es": ""}
WHY = "() => document.querySelector('#stage [data-zone=disaster]').dataset.why"


def test_a_press_on_the_disaster_says_why_it_matters(page: Any) -> None:
    position = next(one for one in decisions(opened(page, "dinosaurs"), 0) if one["description"]["phase"] == "choose")
    seen, seat = position["description"], position["seat"]
    page.evaluate(SHOWN, ["dinosaurs", json.dumps(position), options_for("1280x800")])
    assert "the lowest takes the disaster" in page.evaluate(WHY)
    seen["players"][seat]["fatal"] = [seen["disaster"]]
    page.evaluate(SHOWN, ["dinosaurs", json.dumps(position), options_for("1280x800")])
    assert "puts you out of the game" in page.evaluate(WHY)
    assert page.locator(f"#stage [data-key='skull:{seat}']").get_attribute("data-why") in page.evaluate(WHY)


FRAMED = """() => [...document.querySelectorAll('#stage [data-zone=hand]')].map((node) => node.dataset.state ?? '')"""


def test_a_picked_card_leaves_no_frame_on_another_copy_of_it(page: Any) -> None:
    def twins(position: dict[str, Any]) -> list[str]:
        hand = position["description"]["players"][position["seat"]]["hand"]
        return [card for card in hand if position["description"]["phase"] == "choose" and hand.count(card) > 1]

    game = opened(page, "dinosaurs")
    walked = itertools.chain.from_iterable(decisions(game, seed) for seed in range(3))
    position = next(one for one in walked if any(card[0] == "P" for card in twins(one)))
    card = next(card for card in twins(position) if card[0] == "P")
    page.evaluate(SHOWN, ["dinosaurs", json.dumps(position), options_for("1280x800", pick=[f"hand:{card}"])])
    framed = page.evaluate(FRAMED)
    assert framed.count("picked") == 1 and "can" not in framed, framed


OFFERED = "() => [...document.querySelectorAll('#stage [data-zone=seats][data-moves]')].map((node) => node.dataset.key)"


def test_a_vine_offers_the_neighbours_and_not_the_own_card(page: Any) -> None:
    """The own card is swapped in any case; a Greedy Fern says after the first card that another one is to be chosen."""
    walked = decisions(opened(page, "dinosaurs"), 0)
    position = next(one for one in walked if one["description"]["phase"] == "scoring")
    position["seat"], position["description"]["phase"] = 0, "swap_with_neighbour"
    position["moves"] = [{"id": other, "kind": "swap", "one": 0, "other": other, "text": NO_TEXT} for other in (1, 3)]
    page.evaluate(SHOWN, ["dinosaurs", json.dumps(position), options_for("1280x800")])
    assert sorted(page.evaluate(OFFERED)) == ["seat:1", "seat:3"]
    position["description"]["phase"] = "swap_two"
    position["moves"] = [
        {"id": sum(pair), "kind": "swap", "one": pair[0], "other": pair[1], "text": NO_TEXT}
        for pair in ((1, 2), (1, 3))
    ]
    asked = page.evaluate(GUIDE, [json.dumps(position), options_for("1280x800", pick=["seat:1"])])
    assert sorted(page.evaluate(OFFERED)) == ["seat:1", "seat:2", "seat:3"] and "now choose" in asked
