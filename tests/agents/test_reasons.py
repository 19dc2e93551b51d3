"""Reasons for a hint's move: every claim is checked by rollouts of the test's own, read from descriptions."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

import tapete
from tapete.agents.playouts import fast_player
from tapete.agents.reasons import reasons_for, stated
from tapete.agents.registry import make_agent
from tapete.core.claims import Measure
from tapete.core.state import State, View
from tapete.seeds import derive
from tapete.web import analysis

GAMES = ("briscas", "dinosaurs", "catan", "hearthstone", "tribute")
CHECKED = 120  # worlds of the check
TOLERANCE = 4.5  # standard errors between two estimates; about one claim in 150,000 is outside by chance


def positions(game: tapete.Game, wanted: int, seed: int) -> Iterator[State]:
    """Yield distant decisions of games between random players and the level normal."""
    draw = random.Random(seed)
    normal = make_agent(game.levels["normal"], game)
    while True:
        state = game.deal(draw.getrandbits(40))
        wait = draw.randrange(40)
        while not state.over:
            legal = state.legal()
            if len(legal) > 1 and wait <= 0:
                yield state.clone()
                wanted -= 1
                wait = draw.randrange(60)
                if not wanted:
                    return
            wait -= 1
            chosen = draw.choice(legal) if draw.random() < 0.5 else normal.decide(state, normal.view(state, 1)).action
            state.apply(chosen)


# End of a rollout and its reading, from descriptions instead of the fields that the game's measures read


def stops(before: State, world: State, key: str) -> bool:
    name = before.game.name
    if name == "briscas":
        return world.turn > before.turn and world.turn % world.game.seats == 0
    if name == "dinosaurs":
        return world.turn > before.turn
    if name == "hearthstone":
        return key in ("damage", "removed", "minions") or world.turn > before.turn + 1
    if name == "catan":
        return key in ("points", "dots", "rivals") or world.describe(None)["player"] != before.describe(None)["player"]
    seen = world.describe(None)
    return key in ("power", "coins", "favours") or seen["phase"] == "draft" or seen["current"] != before.seat


def read(before: dict[str, Any], after: dict[str, Any], seat: int, key: str) -> float:
    if key in ("game", "lost"):
        share = sum(after.get("returns", [])[s] for s in [seat]) if after["over"] else 0.5
        return float(share == (1.0 if key == "game" else 0.0))
    old, new = before["players"], after["players"]
    if before["game"] == "briscas":
        trick = after["tricks"][len(before["tricks"])]
        mine = old[trick["winner"]]["side"] == old[seat]["side"]
        return float(mine) if key == "trick" else float(trick["points"] if mine else -trick["points"])
    if before["game"] == "dinosaurs":
        if key == "round":
            return float(any(event["kind"] == "advanced" and event["seat"] == seat for event in after["log"]))
        if key == "disaster":
            return float(sum(new[seat]["disasters"].values()) > sum(old[seat]["disasters"].values()))
        return float(not new[seat]["alive"]) if key == "out" else float(new[seat]["points"] - old[seat]["points"])
    if before["game"] == "catan":
        if key in ("points", "turn_points"):
            return float(new[seat]["points"] - old[seat]["points"])
        change = [dots(after, s) - dots(before, s) for s in range(len(old))]
        return float(change[seat] if key == "dots" else change[seat] - sum(change))
    if before["game"] == "hearthstone":
        other = 1 - seat
        if key == "damage":
            hero, later = old[other]["hero"], new[other]["hero"]
            return float(hero["health"] + hero["armor"] - later["health"] - later["armor"])
        if key == "removed":
            return float(len(old[other]["board"]) - len(new[other]["board"]))
        return float(len(new[seat]["board"]) - len(old[seat]["board"]))
    if key == "favours":
        held = [[sum(p["favour"] == s for p in seen["patrons"]) for s in (seat, 1 - seat)] for seen in (before, after)]
        return float(held[1][0] - held[0][0] - held[1][1] + held[0][1])
    return float(new[seat][key] - old[seat][key])


def dots(seen: dict[str, Any], seat: int) -> int:
    found = 0
    for hex in seen["hexes"]:
        if hex["id"] != seen["robber"]:
            owned = seen["players"][seat]
            found += hex["pips"] * sum(node in hex["corners"] for node in owned["settlements"])
            found += 2 * hex["pips"] * sum(node in hex["corners"] for node in owned["cities"])
    return found


def tried(state: State, action: int, claim: dict[str, Any], worlds: int) -> np.ndarray:
    """Return a measure of a move in worlds of the test's own, world by world."""
    game, seat, before = state.game, state.seat, state.describe(None)
    spec = fast_player(game, *game.definition.claims.players)
    players = [make_agent(spec, game) for _ in range(game.seats)]
    found = []
    for number in range(worlds):
        world = state.view(seat, derive(7_000_003, number)).state
        world.apply(action)
        for k, player in enumerate(players):
            player.begin(game, k)
            player.reset(1000 * number + k)
        while not world.over and not stops(state, world, claim["key"]):
            legal = world.legal()
            answer = players[world.seat].act(View(world, world.seat, number)) if len(legal) > 1 else legal[0]
            world.apply(answer if answer in legal else legal[0])
        found.append(read(before, world.describe(None), seat, claim["key"]))
    return np.array(found)


def check(name: str, wanted: int, seed: int, monkeypatch: Any) -> int:
    """Get hints in some positions and compare every claim with rollouts; return the number of claims."""
    monkeypatch.setattr(analysis, "HINT_ITERATIONS", 60)
    game, statements = tapete.load(name), 0
    for state in positions(game, wanted, seed):
        *_, hint = analysis.hint(state, seed)
        for claim in hint["claims"]:
            statements += 1
            actions = [move["action"] for move in hint["moves"]]
            best, other = (tried(state, action, claim, CHECKED) for action in actions)
            where = (name, [state.action_text(action) for action in actions], claim, best.mean(), other.mean())
            for values, said in ((best, claim["value"]), (other, claim["other"])):
                spread = max(values.std(), np.sqrt(max(said * (1 - said), 0.0)) if claim["share"] else 0.0)
                error = spread * np.sqrt(1 / claim["worlds"] + 1 / CHECKED)
                unseen = 3 / min(claim["worlds"], CHECKED) * max(1.0, abs(said))  # rule of three: unseen worlds
                assert abs(values.mean() - said) <= TOLERANCE * error + unseen, where
            measure = next(m for h in game.definition.claims.horizons for m in h.measures if m.key == claim["key"])
            if measure.better * (claim["value"] - claim["other"]) > measure.least:
                assert measure.better * (best.mean() - other.mean()) > 0, where
    return statements


@pytest.mark.parametrize(
    "name", [pytest.param(n, marks=pytest.mark.slow) if n in ("catan", "hearthstone") else n for n in GAMES]
)
def test_every_claim_of_a_hint_holds_in_independent_rollouts(name: str, monkeypatch: Any) -> None:
    assert check(name, 15, 4, monkeypatch) >= 1


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_every_claim_of_hints_in_two_hundred_positions_holds(name: str, monkeypatch: Any) -> None:
    print(name, check(name, 200, 11, monkeypatch), "statements in 200 positions")


@pytest.mark.parametrize("name", GAMES)
def test_every_measure_has_its_sentence_in_both_languages(name: str) -> None:
    game = tapete.load(name)
    keys = {f"claim.{m.key}" for horizon in game.definition.claims.horizons for m in horizon.measures}
    for language in ("en", "es"):
        assert {key for key in game.words[language] if key.startswith("claim.")} == keys
        assert all("{a}" in game.words[language][key] and "{b}" in game.words[language][key] for key in keys)


def test_a_difference_that_is_not_significant_is_not_claimed() -> None:
    measure = Measure("trick", lambda before, after, seat: 0.0)
    draw = np.random.default_rng(1)
    equal = (draw.random((200, 2)) < 0.4).astype(float)
    assert stated(measure, equal) is None
    better = np.stack([draw.random(200) < 0.8, draw.random(200) < 0.4], axis=1).astype(float)
    assert stated(measure, better) is not None and stated(measure, better[:, ::-1]) is None
    less = Measure("out", lambda before, after, seat: 0.0, better=-1)
    assert stated(less, better) is None and stated(less, better[:, ::-1]) is not None
    certain = np.ones((200, 2))
    assert stated(measure, certain) is None and stated(less, certain) is None, "both give it: no reason for one of them"
    certain[0, 1] = 0.0
    assert stated(measure, certain) is not None and stated(less, certain) is None


def test_claims_do_not_depend_on_hidden_information() -> None:
    """Two true worlds that look alike to the seat give the same claims."""
    state = tapete.load("dinosaurs").deal(8)
    twin = state.view(state.seat, 99).state
    assert (state.rows != twin.rows).any()
    first, second, *_ = state.legal()
    (*_, found), (*_, again) = (list(reasons_for(s, first, second, 3, seconds=None)) for s in (state, twin))
    assert found == again
