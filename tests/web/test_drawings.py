"""Drawings in a real browser: every legal move can be clicked, every text fits its box, and no drawing fails."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterator
from itertools import islice, product
from typing import Any

import pytest
from drawing_stage import CHROMIUM, MUTANTS, WINDOWS, drawing_of, opened, options_for
from drawn_positions import decisions, position_of
from samples import sampled

import tapete
from tapete.core.game import Game
from tapete.play.session import Session
from tapete.web.previews import previews
from tapete.web.spectator import description

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="no Chromium is installed")
pytest.importorskip("playwright")

GAMES: dict[str, tuple[str, dict[str, Any]]] = {
    "dinosaurs": ("dinosaurs", {}),
    "dinosaurs of two": ("dinosaurs", {"players": 2}),
    "briscas of two": ("briscas", {"exchange": "on"}),
    "briscas of three": ("briscas", {"players": 3, "follow_suit": "follow_or_trump"}),
    "briscas of four": ("briscas", {"players": 4, "partners_see_hands": "start"}),
    "catan": ("catan", {}),
    "catan with offers of any cards": ("catan", {"compose_trade": True, "players": 3}),
    "hearthstone": ("hearthstone", {"variant": "full"}),
    "hearthstone in steps": ("hearthstone", {"variant": "full", "factored": True}),
    "tribute": ("tribute", {}),
}
PLAYERS = {"catan": "value"}  # random play makes Catan last for thousands of turns
MOST = 72  # positions of one game in `make test`
BATCH = 100  # positions passed to the browser at once
PLAIN = ("480x320", "360x740", "768x1024", "1280x720", "1920x1080")
WITH_SIDE = [window for window in WINDOWS if window.endswith("with side")]
EACH = """([game, positions, options]) => JSON.parse(positions).map((position, number) => {
    try { const shown = harness.show(game, position, options); return [...harness.faults(), ...(shown.guide ? [] : ["no guide"])]; }
    catch (error) { return [`${error.message} ${error.stack.split("\\n")[1]}`]; } })"""


def faults_in(
    page: Any,
    name: str,
    positions: list[dict[str, Any]],
    window: str,
    language: str,
    theme: str,
    *,
    choosers: bool = False,
) -> list[str]:
    """Draw positions in one window and language, and return the faults of each. `choosers` also draws each thing picked."""
    given = options_for(window, language, theme, choosers=choosers)
    page.set_viewport_size({"width": given["width"], "height": given["height"]})
    found: list[str] = []
    for start in range(0, len(positions), BATCH):
        batch = positions[start : start + BATCH]
        for number, wrong in enumerate(page.evaluate(EACH, [name, json.dumps(batch), given])):
            found += [
                f"{window} {language} {start + number} {batch[number]['description'].get('phase')}: {w}" for w in wrong
            ]
    return found


def walked(game: Game, name: str, seed: int) -> Iterator[dict[str, Any]]:
    return decisions(game, seed, [PLAYERS[name]] * game.seats if name in PLAYERS else None)


@pytest.mark.parametrize("what", [what for what in GAMES if what != "hearthstone in steps"])
def test_every_legal_move_can_be_clicked_and_every_text_fits(page: Any, what: str) -> None:
    name, options = GAMES[what]
    game = opened(page, name, **options)
    positions = list(islice(walked(game, name, 0), MOST))
    for window, language, theme in (("480x320", "en", "light"), ("1280x720", "es", "dark")):
        faults = faults_in(page, name, positions[::9], window, language, theme)
        assert not faults, faults[:10]


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(10))
@pytest.mark.parametrize("what", list(GAMES))
def test_the_same_at_every_decision_of_ten_games(page: Any, what: str, seed: int) -> None:
    """Every decision in a small and in a large window; every fifth in the others; languages and themes in turn."""
    name, options = GAMES[what]
    game = opened(page, name, **options)
    positions = list(walked(game, name, seed))
    for number, window in enumerate(PLAIN):
        whole = window in ("480x320", "1280x720")
        language, theme = (("en", "light"), ("es", "dark"))[(seed + number) % 2]
        shown = positions if whole else positions[number::5]
        faults = faults_in(page, name, shown, window, language, theme, choosers=window == "1920x1080")
        assert not faults, faults[:10]
    print(f"{what}: {len(positions)} positions of game {seed}")


@pytest.mark.slow
@pytest.mark.parametrize("what", list(GAMES))
def test_every_drawing_fits_what_an_open_side_leaves(page: Any, what: str) -> None:
    name, options = GAMES[what]
    game = opened(page, name, **options)
    positions = list(islice(walked(game, name, 3), 240))[::6]
    for number, window in enumerate(WITH_SIDE):
        language, theme = (("en", "light"), ("es", "dark"))[number % 2]
        faults = faults_in(page, name, positions, window, language, theme)
        assert not faults, faults[:10]


def test_the_harness_finds_what_is_wrong(page: Any) -> None:
    """A drawing that omits a move, writes outside its box or draws no number is found."""
    game = opened(page, "dinosaurs")
    position = next(decisions(game, 0))
    given = options_for("1280x800")
    page.evaluate(
        "([game, position, options]) => harness.show(game, position, options)", ["dinosaurs", position, given]
    )
    assert page.evaluate("harness.faults()") == []
    thing = "document.querySelector('#stage [data-moves]')"
    broken = {
        "cannot be clicked": "document.querySelectorAll('[data-moves]').forEach((node) => node.removeAttribute('data-moves'))",
        "is not a move": f"{thing}.dataset.moves += ' 999'",
        "is covered": "document.querySelector('#stage > g').append(document.querySelector('#stage rect[fill=\"var(--cloth)\"]').cloneNode())",
        "two things have the key": f"{thing}.parentNode.append({thing}.cloneNode(true))",
        "has no label": f"{thing}.removeAttribute('aria-label')",
        "is not on the stage": f"{thing}.setAttribute('transform', 'translate(5000 0)')",
        "too small to hit": f"{thing}.querySelector('.hit').setAttribute('width', 4)",
        "outside its box": "document.querySelector('[data-box] text').setAttribute('x', 500)",
        "text off the stage": "document.querySelector('text').setAttribute('y', -5000)",
        "text over text": "(() => { const t = document.querySelector('[data-box] text'); t.after(t.cloneNode(true)); })()",
        "not a number": "document.querySelector('rect').setAttribute('width', NaN)",
        "text of": "document.querySelector('text').setAttribute('font-size', 6)",
    }
    for fault, harm in broken.items():
        page.evaluate(
            "([game, position, options]) => harness.show(game, position, options)", ["dinosaurs", position, given]
        )
        page.evaluate(harm)
        assert any(fault in found for found in page.evaluate("harness.faults()")), fault


# Mutants of drawings that omit something: game, replaced text, replacement
BROKEN_DRAWINGS = {
    "a card that is never lit": ("briscas", "move.card === card ||", "(move.card === card && worth(card) < 10) ||"),
    "a row of targets without its last": (
        "hearthstone",
        "board.map((minion, i) =>",
        "board.slice(0, 2).map((minion, i) =>",
    ),
    "no button for the end of the turn": ("tribute", "if (end.length) {", "if (end.length > 1) {"),
    "no corners for settlements": (
        "catan",
        'view.moves.filter((move) => move.kind === "settle" || move.kind === "city")',
        'view.moves.filter((move) => move.kind === "city")',
    ),
}


@pytest.mark.parametrize(
    "what",
    [
        what if game in ("briscas", "catan") else pytest.param(what, marks=pytest.mark.slow)
        for what, (game, *_) in BROKEN_DRAWINGS.items()
    ],
)
def test_a_drawing_that_leaves_out_a_move_is_found(page: Any, what: str) -> None:
    """The same positions in a drawing with one broken line must give a fault; otherwise the sweep proves nothing."""
    name, sound, broken = BROKEN_DRAWINGS[what]
    source = drawing_of(name).read_text()
    assert source.count(sound) == 1, "the line that is to be broken has changed"
    MUTANTS[f"page/games/{name}-broken/draw.js"] = source.replace(sound, broken)
    game = opened(page, name, f"{name}-broken", **GAMES.get(name, GAMES["briscas of two"])[1])
    positions = list(islice(walked(game, name, 3), 60 if name in ("hearthstone", "tribute") else 12))
    faults = faults_in(page, f"{name}-broken", positions, "1280x720", "en", "light", choosers=True)
    assert any("cannot be clicked" in fault or "distinguished in a list" in fault for fault in faults), faults[:5]


VIEWED = list(product(("briscas", "dinosaurs", "catan", "hearthstone", "tribute"), ("public", "all")))


@pytest.mark.parametrize(("name", "viewer"), sampled(VIEWED, [*VIEWED[::2], ("dinosaurs", "all")]))
def test_spectators_see_the_table_too(page: Any, name: str, viewer: str) -> None:
    """Positions as sent to a spectator, and with everything shown in a game of bots."""
    game = opened(page, name)
    positions = []
    for session, _, position in islice(states(game, name, 6), 2, 60, 12):
        seen = description(session.state, viewer)
        positions.append({**position, "description": seen, "seat": None, "moves": [], "events": []})
    faults = faults_in(page, name, positions, "1280x720", "en", "dark")
    assert not faults, faults[:5]


def asked(page: Any, name: str, position: dict[str, Any], what: str, *more: Any, language: str = "en") -> Any:
    """Return the result of a function of a drawing for a position."""
    return page.evaluate(
        "([game, position, options, name, more]) => harness.ask(game, JSON.parse(position), options, name, ...more)",
        [name, json.dumps(position), options_for("1280x720", language), what, list(more)],
    )


def states(game: Game, name: str, seed: int) -> Iterator[tuple[Session, int, dict[str, Any]]]:
    """Yield the decisions of a game of random moves, each with its session."""
    chance = random.Random(seed)
    session = Session(game, [None] * game.seats, seed=seed)
    while not session.over:
        seat = session.waiting[0]
        yield session, seat, position_of(session, seat, 0)
        session.play(seat, chance.choice(session.legal(seat)))


def test_counting_shows_what_the_reader_can_know_of_every_card(page: Any) -> None:
    game = opened(page, "briscas", exchange="on")
    for session, seat, position in islice(states(game, "briscas", 5), 0, None, 5):
        found = asked(page, "briscas", position, "whereabouts")
        table = session.state.describe(None)
        elsewhere = {card for other, player in enumerate(table["players"]) if other != seat for card in player["hand"]}
        elsewhere |= set(table["stock"]["cards"]) - {table["stock"]["face_up"]}
        assert len(found) == 40
        assert {card for card, (state, _) in found.items() if state in ("unseen", "known")} == elsewhere
        assert {card for card, (state, _) in found.items() if state == "hand"} == set(table["players"][seat]["hand"])
        played = {play["card"] for trick in table["tricks"] for play in trick["cards"]}
        assert {card for card, (state, _) in found.items() if state == "gone"} == played
        for card, (state, owner) in found.items():
            assert state != "known" or card in table["players"][owner]["hand"]


def test_the_end_of_a_turn_of_tribute_is_previewed_and_simple_cards_are_played_together(page: Any) -> None:
    game = opened(page, "tribute")
    ended = together = 0
    for session, seat, position in states(game, "tribute", 2):
        ending = [move["id"] for move in position["moves"] if move["kind"] == "end_turn"]
        if not ending:
            continue
        after = session.state.clone()
        after.apply(ending[0])
        *_, position["previews"] = previews(session.state, seat, ending)
        assert asked(page, "tribute", position, "endOf")["total"] == after.describe(seat)["players"][seat]["prestige"]
        ended += 1
        plays = [{"kind": "play", **entry} for entry in position["description"]["together"]]
        trial = session.state.clone()
        for play in plays:
            action = trial.action(play)
            assert action is not None, (play, plays)
            trial.apply(action)
            assert trial.describe(seat)["phase"] == "play", "a simple card opened a choice"
        together += len(plays) > 1
        if ended >= 25 and together >= 4:
            break
    assert ended >= 25 and together >= 4


@pytest.mark.parametrize("language", ["en", "es"])
def test_a_score_of_dinosaurs_says_what_would_happen_while_others_may_act(page: Any, language: str) -> None:
    """The winner and the loser of a round are not named before the last action; a seat and a card explain themselves."""
    game = opened(page, "dinosaurs", players=2)
    would, does = {
        "en": (("would win the round", "would take the disaster"), ("wins the round", "takes the disaster")),
        "es": (("ganaría la ronda", "recibiría el desastre"), ("gana la ronda", "recibe el desastre")),
    }[language]
    open_ones = (p for _, _, p in states(game, "dinosaurs", 5) if p["description"]["phase"] == "scoring")
    position = next(p for p in open_ones if p["description"]["players"][0]["score"]["standing"] != "tied")
    given = options_for("1280x800", language)
    page.evaluate("([p, o]) => harness.show('dinosaurs', JSON.parse(p), o)", [json.dumps(position), given])
    texts = page.evaluate("() => [...document.querySelectorAll('#stage text')].map((n) => n.textContent)")
    assert set(would) <= set(texts) and not set(does) & set(texts)
    for key in ("seat:0", f"hand:{position['description']['players'][position['seat']]['hand'][0]}"):
        told = page.evaluate(
            "([p, o, key]) => { const found = harness.ask('dinosaurs', JSON.parse(p), o, 'lens', key); return found.textContent; }",
            [json.dumps(position), given, key],
        )
        assert len(told) > 20 and not re.search(r"\([PI]\w+\)|undefined|\{", told), told


TRADES = {
    "en": ("You offer {give} to the others:", "What do you offer the others for their {want}?", ": which trade?"),
    "es": ("Ofreces {give} a los demás:", "¿Qué ofreces a los demás por su {want}?", ": ¿qué cambio?"),
}


@pytest.mark.parametrize("language", list(TRADES))
def test_a_trade_of_catan_names_the_partner_and_the_question(page: Any, language: str) -> None:
    """An offer to the others is never worded as a trade with the bank; on a small stage names and words are not cut."""
    game = opened(page, "catan", players=2)
    position = next(
        position
        for position in walked(game, "catan", 3)
        if {move["kind"] for move in position["moves"]} >= {"offer", "end"}
        and not any(move["kind"] == "bank" for move in position["moves"])
    )
    offer = next(move for move in position["moves"] if move["kind"] == "offer")
    give, want = next(iter(offer["give"])), next(iter(offer["want"]))
    words = {what: game.words[language][f"name.{kind}"] for what, kind in (("give", give), ("want", want))}
    picks = ([f"hand:{give}"], [f"bank:{want}"], [f"hand:{give}", f"bank:{want}"])
    for pick, question in zip(picks, TRADES[language], strict=True):
        told = page.evaluate(
            "([p, o]) => harness.show('catan', JSON.parse(p), o)",
            [json.dumps(position), options_for("1280x720", language, pick=pick)],
        )
        left = page.evaluate(
            "() => document.querySelectorAll('#stage :is([data-state=target], [data-state=can])').length"
        )
        assert question.format(**words) in told["guide"] or (len(pick) == 2 and not left)
    page.evaluate(
        "([p, o]) => harness.show('catan', JSON.parse(p), o)", [json.dumps(position), options_for("480x320", language)]
    )
    assert page.evaluate("() => document.querySelectorAll('#stage [data-zone=players] [data-cut]').length") == 0
    assert page.evaluate("() => document.querySelectorAll('#stage [data-zone=actions] [data-cut]').length") == 0


MAY = {
    "en": ("You can call a patron, or end your turn.", "You can buy or call a patron, or end your turn."),
    "es": (
        "Puedes llamar a un patrón, o terminar el turno.",
        "Puedes comprar o llamar a un patrón, o terminar el turno.",
    ),
}


PEGS = """() => [0, 1].map((seat) => document.querySelector(`#stage [data-key="peg:${seat}"] text`).textContent)"""


@pytest.mark.parametrize("language", list(MAY))
def test_tribute_shows_the_way_to_eighty_whole_reasons_and_what_can_be_done(page: Any, language: str) -> None:
    """One ribbon with both goals and both players' numbers, no patron's words cut, and a line that names only what is possible."""
    game = opened(page, "tribute", patrons="duke_of_crows,hlaalu,pelin,red_eagle")
    for _, _, position in islice(states(game, "tribute", 3), 4, 40, 12):
        page.evaluate(
            "([p, o]) => harness.show('tribute', JSON.parse(p), o)",
            [json.dumps(position), options_for("1280x800", language)],
        )
        texts = page.evaluate("() => [...document.querySelectorAll('#stage text')].map((n) => n.textContent)")
        assert "40" in texts and "80" in texts, "the goals stand on the one ribbon"
        pegs = page.evaluate(PEGS)
        assert pegs == [str(player["prestige"]) for player in position["description"]["players"]]
        assert not page.evaluate(
            "() => [...document.querySelectorAll('#stage [data-zone=patrons] [data-cut]')].map((n) => n.textContent)"
        )
        ends = [move for move in position["moves"] if move["kind"] == "end_turn"]
        for said, kinds in zip(MAY[language], (["call"], ["buy", "call"]), strict=True):
            moves = ends + [{**ends[0], "id": 900 + n, "kind": kind} for n, kind in enumerate(kinds)] if ends else []
            told = asked(page, "tribute", {**position, "moves": moves}, "guide", language=language) if moves else said
            assert told == said


ORDER_OF_BEATS = [
    "deal",
    "chooses",
    "card",
    "place",
    "cast",
    "attack",
    "shown",
    "hurt",
    "changed",
    "died",
    "ranks",
    "come",
    "draw",
    "turn",
    "offers",
    "end",
]


def test_a_step_of_hearthstone_is_shown_beat_by_beat(page: Any) -> None:
    """The pictures between two positions are in order, and each is drawn without a fault."""
    game = opened(page, "hearthstone", variant="full", deck0="RenoKazakusMage", deck1="MidrangeJadeShaman")
    seen: set[str] = set()
    before = None
    session_told = 0
    for session, seat, _ in islice(states(game, "hearthstone", 1), 90):
        now = position_of(session, 0, session_told)
        session_told = len(session.seen_by(0))
        if before is not None:
            given = options_for("1280x720")
            pictures = page.evaluate(
                "([before, after, options]) => harness.beats('hearthstone', JSON.parse(before), JSON.parse(after), options)",
                [json.dumps(before), json.dumps({**now, "moves": []}), given],
            )
            kinds = [picture["kind"] for picture in pictures]
            if "turn" in kinds and "draw" in kinds:  # what happens as the turn begins follows its banner
                assert kinds.index("turn") < kinds.index("draw"), kinds
            rest = [kind for kind in kinds if kind != "turn"]
            assert rest == sorted(rest, key=ORDER_OF_BEATS.index)
            assert not [fault for picture in pictures for fault in picture["faults"]]
            seen |= set(kinds)
        before = now
    assert {"deal", "card", "place", "attack", "hurt", "died", "come", "draw", "turn"} <= seen, seen


ASKED = {
    "en": ("{name}: whom does it affect? Choose a lit target.", "Put {name} at which place?"),
    "es": ("{name}: ¿a quién afecta? Elige un objetivo iluminado.", "¿En qué sitio pones a {name}?"),
}


def test_hearthstone_asks_for_the_target_and_then_for_the_place(page: Any) -> None:
    """One question after the other, in both languages; meanwhile no click on the table starts another move."""
    game = opened(page, "hearthstone", variant="full", deck0="BasicPaladin", deck1="BasicPaladin")

    def aimed(position: dict[str, Any]) -> list[dict[str, Any]]:
        return [move for move in position["moves"] if move.get("target") and move.get("position") is not None]

    position = next(
        position
        for seed in range(9)
        for _, _, position in states(game, "hearthstone", seed)
        if aimed(position) and any(move["kind"] == "attack" for move in position["moves"])
    )
    move = aimed(position)[0]
    card = f"hand:{move['card']}"
    attacker = next(move["attacker"]["key"] for move in position["moves"] if move["kind"] == "attack")
    shown = "([p, o]) => harness.show('hearthstone', JSON.parse(p), o)"
    told = page.evaluate(shown, [json.dumps(position), options_for("1280x720", pick=[attacker])])
    assert re.match(r"Whom does .+ attack\?", told["guide"])
    assert page.evaluate(
        "key => [...document.querySelectorAll('#stage [data-begins]')].some((n) => n.dataset.key === key)", attacker
    ), "a click on an attacker alone would send its only attack"
    for language, (whom, where) in ASKED.items():
        for pick, question in (([card], whom), ([card, move["target"]["key"]], where)):
            told = page.evaluate(
                "([p, o]) => harness.show('hearthstone', JSON.parse(p), o)",
                [json.dumps(position), options_for("1280x720", language, pick=pick)],
            )
            assert told["guide"] == question.format(name=game.words[language][f"name.{move['card']}"])
            lit = page.evaluate(
                "() => [...document.querySelectorAll('#stage [data-state=target]')].map((n) => n.dataset.key.split(':')[0])"
            )
            assert lit and ("gap" in lit) == (question == where) and (question == whom or set(lit) == {"gap"})
            begun = page.evaluate(
                "() => [...document.querySelectorAll('#stage [data-zone$=board][data-moves], #stage [data-zone=heroes][data-moves]')].flatMap((n) => n.dataset.moves.split(' ').map(Number))"
            )
            attacks = {move["id"] for move in position["moves"] if move["kind"] == "attack"}
            assert not attacks & set(begun), "a minion would attack instead"


def test_what_just_happened_in_hearthstone_names_what_was_played(page: Any) -> None:
    """The line on the table may be short: a card played by the opponent comes before the draw and the new turn."""
    game = opened(page, "hearthstone", variant="full", deck0="BasicPaladin", deck1="BasicPaladin")
    _, _, position = next(islice(states(game, "hearthstone", 2), 12, None))
    event = {"en": "Bot 2 plays Goldshire Footman", "es": "Bot 2 juega Goldshire Footman"}
    quiet = {"en": "you draw a card of a very long name that fills most of the line", "es": "robas una carta"}
    events = [{"kind": "plays", "seat": 1, "text": event}] + [
        {"kind": kind, "seat": 0, "text": quiet} for kind in ("ends", "draws", "turn")
    ]
    page.evaluate(
        "([p, o]) => harness.show('hearthstone', JSON.parse(p), o)",
        [json.dumps({**position, "events": events}), options_for("768x1024")],
    )
    texts = page.evaluate("() => [...document.querySelectorAll('#stage text')].map((n) => n.textContent)")
    assert any("plays Goldshire Footman" in text for text in texts)


def test_ending_a_turn_with_something_left_to_do_gives_one_warning(page: Any) -> None:
    game = opened(page, "hearthstone", variant="full")
    warned = 0
    for _, _, position in islice(states(game, "hearthstone", 4), 0, 100, 2):
        for move in position["moves"]:
            if move["kind"] == "end":
                kinds = {other["kind"] for other in position["moves"]}
                said = page.evaluate(
                    "([p, o, id]) => harness.ask('hearthstone', JSON.parse(p), o, 'warning', id, new Set())",
                    [json.dumps(position), options_for("1280x720", "es"), move["id"]],
                )
                hand = position["description"]["players"][position["seat"]]["hand"]
                assert (said is not None) == bool(kinds & {"attack", "play", "power"} or len(hand) >= 10), (kinds, said)
                warned += said is not None
    assert warned > 3


def test_sounds_and_tips_refer_to_existing_events() -> None:
    """A sound for an event that the game does not have would never be played."""
    for name in ("briscas", "dinosaurs", "catan", "tribute"):
        source = drawing_of(name).read_text()
        listed = re.search(r"export const sounds = \{(.*?)\}", source, re.S)
        assert listed is not None
        told = {key.split(".")[1] for key in tapete.load(name).words["en"] if key.startswith("event.")}
        assert set(re.findall(r"(\w+):", listed[1])) <= told, name


@pytest.mark.parametrize("name", ["briscas", "dinosaurs", "catan", "hearthstone", "tribute"])
def test_important_kinds_and_chapters_refer_to_existing_events(name: str) -> None:
    """A kind of event that the game does not have would never be important, nor begin a part of the log."""
    source = drawing_of(name).read_text()
    told = {key.split(".")[1] for key in tapete.load(name).words["en"] if key.startswith("event.")}
    for what in ("important", "chapters"):
        listed = re.search(rf"export const {what} = \[(.*?)\]", source, re.S)
        assert listed is not None
        kinds = re.findall(r'"(\w+)"', listed[1])
        assert kinds and set(kinds) <= told, what


def test_the_hidden_choice_is_shown_by_the_card_of_its_action() -> None:
    """The page knows its own hidden choice as an action; the drawing must mark the same card."""
    from tapete.games.dinosaurs.cards import IDS

    source = drawing_of("dinosaurs").read_text()
    listed = re.search(r"const ACTIONS = \[(.*?)\]", source, re.S)
    assert listed is not None
    assert re.findall(r'"(\w+)"', listed[1]) == list(IDS)


def test_suits_resources_and_disasters_differ_without_colour(page: Any) -> None:
    """Drawn in grey at 24 pixels, no two signs of a family look alike; 1 would be the same picture."""
    alike = page.evaluate("harness.likeness()")
    assert set(alike) == {"suits", "resources", "disasters"}
    assert max(alike.values()) < 0.7, alike
