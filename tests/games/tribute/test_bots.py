"""Bots of Tribute: recorded choices, end-to-end check values, shortcuts without effect, published strength."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import tapete
from tapete.agents.registry import make_agent
from tapete.arena.duel import duel
from tapete.core.loops import native_loop
from tapete.games.tribute import evaluations, move_evaluation, rules
from tapete.games.tribute import state as table
from tapete.games.tribute.bots import simple, subset_choices, turn_search
from tapete.games.tribute.bots.recorded import KERNELS, BotChecker
from tapete.games.tribute.engine_moves import actions_of, count_moves, play_whole, subset_of_rank
from tapete.games.tribute.from_deal import zone
from tapete.games.tribute.traces import reference_determinisation, start
from tapete.reading import read_json_lines
from tapete.seeds import derive
from tapete.testing import random_game
from tapete.testing.traces import replay_traces


@pytest.mark.parametrize(
    ("name", "games", "steps"), [("full_games", 40, 15244), ("games", 400, 151586), ("determinise", 457, 457)]
)
def test_recorded_games_of_the_reference_engine_replay_bit_by_bit(
    data: Path, name: str, games: int, steps: int
) -> None:
    report = replay_traces("tribute", [data / f"tribute/{name}.jsonl.gz"])
    assert report.mismatches == 0, report.first
    assert (report.games, report.steps) == (games, steps)


def test_our_bots_choose_what_the_reference_bots_chose(data: Path) -> None:
    report = replay_traces("tribute", [data / "tribute/bot_decisions.jsonl.gz"])
    assert report.mismatches == 0, report.first
    assert report.checked["bot choices"] == 9732
    assert report.checked["bot generators"] == 7218
    assert report.checked["bot tables"] == 1477


def test_decision_tree_plays_as_recorded_from_either_seat(data: Path) -> None:
    """It draws no random number after the draft, so the games recorded for the rules also check its choices."""
    choices = 0
    for name in ("full_games", "games"):
        for entry in read_json_lines(data / f"tribute/{name}.jsonl.gz"):
            if "DecisionTree" not in entry["players"]:
                continue
            state = start(entry)
            bots = [
                BotChecker(*KERNELS[kind], {"seed": None, "decisions": []}) if kind == "DecisionTree" else None
                for kind in entry["players"]
            ]
            for answer in answers(entry):
                bot = bots[state.seat]
                if bot is not None:
                    choices += 1
                    expected = None if answer is None else actions_of(state, answer)
                    assert bot.answer(state) == expected, (name, entry["game"], choices)
                if answer is None:  # not legal: the bot lost
                    break
                play_whole(state, answer)
    assert choices == 8161


def answers(entry: dict) -> list:
    if "i" in entry:
        return entry["i"]
    return [step["move"][1] if step["i"] is None else step["i"] for step in entry["decisions"]]


# Section 16.1: order, seed, winner, turns, decisions, prestige, generator state
CHECKS = [
    ("ansei,duke_of_crows,rajhin,pelin", 7, 0, 42, 364, [40, 38], 230561118298703),
    ("ansei,duke_of_crows,rajhin,pelin", 1007, 0, 64, 567, [40, 0], 196677352057432),
    ("saint_alessia,orgnum,hlaalu,red_eagle", 8, 1, 45, 424, [40, 45], 104365952753061),
    ("saint_alessia,orgnum,hlaalu,red_eagle", 1008, 1, 41, 366, [29, 45], 234763791612764),
    ("psijic,saint_alessia,rajhin,orgnum", 9, 0, 46, 436, [41, 22], 155023357566161),
    ("psijic,saint_alessia,rajhin,orgnum", 1009, 0, 56, 472, [43, 23], 224809386197290),
    ("hlaalu,pelin,psijic,red_eagle", 10, 0, 38, 334, [45, 44], 47221069640263),
    ("hlaalu,pelin,psijic,red_eagle", 1010, 0, 34, 318, [42, 29], 272662934469912),
    ("duke_of_crows,ansei,orgnum,saint_alessia", 11, 0, 52, 485, [44, 35], 92852697002527),
    ("duke_of_crows,ansei,orgnum,saint_alessia", 1011, 1, 35, 367, [13, 49], 229822178126490),
]


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: f"{check[0]}-{check[1]}")
def test_whole_games_end_as_on_the_reference_engine(check: tuple) -> None:
    order, seed, winner, turns, decisions, prestige, generator = check
    state = tapete.load("tribute", patrons=order).deal(seed)
    bots = [BotChecker(*KERNELS["RandomWithoutEndTurn"], {"seed": 123, "decisions": []}) for _ in range(2)]
    while not state.over:
        state.apply(bots[state.seat].choose(state))
    record = state.record
    assert int(record["winner"]) == winner and record["reason"] == table.PRESTIGE_40
    assert (state.turn - 1, int(record["moves"])) == (turns, decisions)
    assert record["prestige"].tolist() == prestige
    assert int(record["rng"]) == generator


# Complete answers


@given(st.integers(0, 12), st.integers(0, 4), st.integers(0, 4))
def test_every_rank_is_one_subset_in_the_order_of_the_rules(options: int, least: int, extra: int) -> None:
    game = tapete.load("tribute")
    state = game.empty()
    state.record["choice"] = table.DESTROYING
    state.record["options"], state.record["least"], state.record["most"] = options, least, least + extra
    sizes = range(min(least, options), min(least + extra, options) + 1)
    expected = [list(chosen) for size in sizes for chosen in combinations(range(options), size)]
    assert subset_choices.count_subsets(state.record) == len(expected) == count_moves(state)
    memory = np.zeros(32, dtype=np.int64)
    for rank, subset in enumerate(expected):
        subset_choices.plan_subset(state.record, rank, memory)
        assert (
            memory[subset_choices.PLAN_AT : subset_choices.PLAN_AT + memory[subset_choices.PLAN_SIZE]].tolist()
            == subset
        )
        assert subset_of_rank(state.record, rank) == subset


def test_random_is_uniform_over_complete_answers() -> None:
    """Up to two of four cards: 11 answers, each within 5 standard errors of its share."""
    state = tapete.load("tribute").set_up(
        {
            "patrons": ["saint_alessia", "orgnum", "hlaalu", "red_eagle"],
            "hand0": ["Priestess of the Eight", *["Gold"] * 4],
        }
    )
    state.play(0)
    state.play(rules.CHOOSE_EFFECT + 1)
    agent = make_agent("random", state.game)
    seen: Counter[tuple[int, ...]] = Counter()
    trials = 3300
    for trial in range(trials):
        agent.reset(derive(trial, 5))
        world, picks = state.clone(), []
        while world.record["choice"] == table.DONATING:
            action = agent.act(world.view(0, trial))
            if action != rules.DONE:
                picks.append(action - rules.PICK)
            world.play(action)
        seen[tuple(picks)] += 1
    assert len(seen) == 11
    for count in seen.values():
        assert abs(count - trials / 11) < 5 * (trials * 10 / 121) ** 0.5


# Shortcuts


@settings(max_examples=3)
@given(st.integers(0, 2**40))
def test_determinization_changes_no_score_of_the_evolved_bot(seed: int) -> None:
    """Its source determinizes after each move it tries; ours does not."""
    game = tapete.load("tribute")
    table_of_change = game.table(evaluation="change")
    for state, action in random_game(game, seed, steps=250):
        if state.record["choice"] == table.DRAFT or action == rules.END_TURN:
            continue
        after = state.clone()
        after.apply(action)
        scores = []
        for _ in range(2):
            rows = np.concatenate([state.rows, after.rows])
            weights = np.array(move_evaluation.CHAMPIONS["H-8"])
            scores.append(native_loop("evaluate_change")(table_of_change, rows, 0, 1, state.seat, weights))
            reference_determinisation()(after.record, np.uint64(123))
        assert scores[0] == scores[1]


def test_only_leaking_bots_are_clairvoyant() -> None:
    game = tapete.load("tribute")
    assert make_agent("evolved:leak=1", game).clairvoyant
    assert not make_agent("evolved", game).clairvoyant
    assert not make_agent("max-prestige", game).clairvoyant


# The kept tree of the sample MCTS (section 3 of tribute_bots.md)


def visits_after_one_more_iteration(state: tapete.State, seed: int) -> tuple[int, bool]:
    """Play a move of 200 iterations, then one of a single iteration with the first one's memory.

    Return the visits of the second move's node, and whether the first search had expected the hand.
    """
    agent, brief = (make_agent(f"sample-mcts:iterations={n}", state.game).agent for n in (200, 1))
    agent.reset(seed)
    state.play(agent.act(state.view(0, seed)))
    brief.memory[:] = agent.memory
    words = agent.memory[turn_search.WORLD_AT :]
    world = words.view(np.uint8)[: table.State.size].view(table.State.dtype)[0]
    real, expected = (zone(record, table.HAND) for record in (state.record, world))
    brief.act(state.view(0, seed + 1))
    return int(brief.memory[turn_search.TREE_AT + turn_search.VISITS]), real == expected


PATRONS = ["duke_of_crows", "pelin", "rajhin", "red_eagle"]


def test_the_sample_mcts_keeps_its_tree_when_the_moves_are_as_expected() -> None:
    game = tapete.load("tribute")
    given = {"patrons": PATRONS, "hand0": ["War Song", "Fortify", "Rally"], "draw0": ["Gold"] * 5}
    visits, expected_hand = visits_after_one_more_iteration(game.set_up(given), 5)
    assert expected_hand and visits > 5  # a new tree would have visited one child, once


def test_the_sample_mcts_starts_a_new_tree_after_an_unexpected_draw() -> None:
    game = tapete.load("tribute")
    pile = ["Rally", "War Song", "Fortify", "Pool of Shadow", "Imprisonment"]
    seen = set()
    for seed in range(20):
        given = {"patrons": PATRONS, "hand0": ["Pilfer"], "draw0": pile}
        visits, expected_hand = visits_after_one_more_iteration(game.set_up(given), seed)
        assert (visits > 1) == expected_hand
        seen.add(expected_hand)
    assert seen == {False, True}


@given(st.lists(st.tuples(st.integers(0, 200), st.integers(1, 5)), min_size=1, max_size=40), st.integers(0, 4))
def test_a_kept_subtree_is_unchanged(growth: list[tuple[int, int]], kept: int) -> None:
    memory = np.zeros(turn_search.TREE_AT + turn_search.NODE * 400, dtype=np.int64)
    used = 1
    for pick, children in growth:  # give children to a node without children
        nodes = [turn_search.TREE_AT + turn_search.NODE * i for i in range(used)]
        leaves = [node for node in nodes if memory[node + turn_search.FIRST] == 0]
        node = leaves[pick % len(leaves)]
        memory[node + turn_search.FIRST] = turn_search.TREE_AT + turn_search.NODE * used
        memory[node + turn_search.CHILDREN] = children
        for i in range(used, used + children):
            memory[turn_search.TREE_AT + turn_search.NODE * i + turn_search.VISITS] = i + 1000
        used += children
    memory[turn_search.USED] = used

    def shape(node: int) -> tuple:
        first = int(memory[node + turn_search.FIRST])
        count = int(memory[node + turn_search.CHILDREN])
        return int(memory[node + turn_search.VISITS]), [shape(first + turn_search.NODE * i) for i in range(count)]

    def size(tree: tuple) -> int:
        return 1 + sum(size(child) for child in tree[1])

    child = int(memory[turn_search.TREE_AT + turn_search.FIRST]) + turn_search.NODE * (
        kept % int(memory[turn_search.TREE_AT + turn_search.CHILDREN])
    )
    expected = shape(child)
    turn_search.keep_subtree(memory, child)
    assert shape(turn_search.TREE_AT) == expected
    assert memory[turn_search.USED] == size(expected)
    assert not memory[
        turn_search.TREE_AT + turn_search.OWNER : turn_search.TREE_AT
        + turn_search.NODE * size(expected) : turn_search.NODE
    ].any()


# Evaluations


@settings(max_examples=10)
@given(st.integers(0, 2**40))
def test_evaluations_are_finite_and_do_not_see_hidden_cards(seed: int) -> None:
    game = tapete.load("tribute")
    for step, (state, _) in enumerate(random_game(game, seed, steps=300)):
        if step % 10 == 0:
            for seat in range(2):
                value = state.evaluate(seat, "phases")
                assert -evaluations.BOUND <= value <= evaluations.BOUND
                assert state.view(seat, step).state.evaluate(seat, "phases") == value


def test_four_favours_and_eighty_prestige_are_certain_wins() -> None:
    patrons = ["saint_alessia", "orgnum", "hlaalu", "red_eagle"]
    game = tapete.load("tribute")
    assert game.set_up({"patrons": patrons, "fav": [0, 0, -1, 0, 0]}).evaluate(0) == evaluations.BOUND
    assert game.set_up({"patrons": patrons, "prestige0": 78, "power0": 2}).evaluate(0) == evaluations.BOUND
    assert game.set_up({"patrons": patrons, "fav": [1, 1, -1, 1, -1]}).evaluate(0) == -evaluations.BOUND


# Options


def test_the_thesis_preset_sets_the_conditions_of_the_thesis() -> None:
    game = tapete.load("tribute", preset="thesis")
    assert game.options["pool"] == "thesis"
    evolved, tree = make_agent("evolved", game), make_agent("decision-tree", game)
    assert evolved.clairvoyant and evolved.options["seed"] == "123" and not evolved.in_order
    assert tree.options["form"] == "2024" and tree.options["tiers"] == "thesis" and tree.in_order


def test_a_series_is_the_same_with_any_number_of_workers() -> None:
    game = tapete.load("tribute", preset="thesis")
    one = duel(game, ["evolved", "patron-favors"], games=40, seed=5, workers=1)
    two = duel(game, ["evolved", "patron-favors"], games=40, seed=5, workers=2)
    assert (one.played.returns == two.played.returns).all()
    assert (one.played.decisions == two.played.decisions).all()


# Strength: published figures, with tolerances of four standard errors of the difference


@pytest.mark.parametrize(
    ("opponent", "published"),
    [("patron-favors", 68.6), ("max-agents", 76.8), ("max-prestige", 34.1), ("decision-tree", 24.1)],
)
def test_champion_b1_is_as_strong_as_published(opponent: str, published: float) -> None:
    games = 2000
    result = duel(tapete.load("tribute", preset="thesis"), ["evolved", opponent], games=games, seed=42)
    error = (published * (100 - published) * (1 / games + 1 / 5000)) ** 0.5
    assert abs(100 * result.agents[0].score - published) < 4 * error


@pytest.mark.parametrize(
    ("pool", "first", "second", "published", "error"),
    [
        ("9", "max-agents", "random-without-end-turn", 56.3, 1.1),
        ("9", "max-prestige:leak=1", "patron-favors", 79.5, 1.3),
        ("9", "decision-tree", "patron-favors", 85.0, 0.8),
        ("9", "decision-tree", "random", 92.3, 0.6),
        ("cog2023", "patron-favors", "random-without-end-turn", 41.4, 0.5),
        ("cog2023", "decision-tree", "max-agents", 98.8, 0.2),
    ],
)
def test_sample_bots_are_as_strong_as_on_the_reference_engine(
    pool: str, first: str, second: str, published: float, error: float
) -> None:
    games = 2000
    result = duel(tapete.load("tribute", pool=pool), [first, second], games=games, seed=900_000)
    spread = (error**2 + published * (100 - published) / games) ** 0.5
    assert abs(100 * result.agents[0].score - published) < 4 * spread


def test_decision_tree_makes_its_illegal_move_only_when_it_is_not_fixed() -> None:
    game = tapete.load("tribute")
    faulty = duel(game, ["decision-tree", "random"], games=600, seed=3)
    fixed = duel(game, ["decision-tree:fixed=1", "random"], games=600, seed=3)
    assert faulty.agents[0].faults > 0
    assert fixed.agents[0].faults == 0 and fixed.agents[0].score > faulty.agents[0].score


def test_best_mcts3_beats_the_decision_tree() -> None:
    result = duel(
        tapete.load("tribute", pool="cog2023"), ["best-mcts3:iterations=300", "decision-tree"], games=40, seed=1
    )
    assert result.agents[0].score > 0.7  # 92 % with 1,000 iterations
    assert result.agents[0].faults == 0


def test_random_is_the_reference_engines_random_bot() -> None:
    assert simple.choose_at_random is tapete.load("tribute").definition.bots["random"].kernel


@pytest.mark.parametrize(
    ("opponent", "low", "high"), [("max-prestige:leak=1", 0.55, 1.0), ("decision-tree", 0.0, 0.45)]
)
def test_random_simulation_is_between_max_prestige_and_decision_tree(opponent: str, low: float, high: float) -> None:
    """Published in 2023: 89.1 and 18.0 % with half a second per plan; here 300 turns per plan and the present cards."""
    game = tapete.load("tribute", pool="cog2023")
    result = duel(game, ["random-simulation:iterations=300", opponent], games=60, seed=3)
    assert low <= result.agents[0].score <= high
    assert result.agents[0].faults == 0


def test_random_simulation_plays_its_plan_and_plans_again_after_a_draw() -> None:
    """Without draws and choices one plan lasts the turn: no further turns are simulated."""
    game = tapete.load("tribute")
    agent = make_agent("random-simulation:iterations=50", game)
    state = game.set_up({"patrons": PATRONS, "hand0": ["Gold", "Peck", "Swipe"], "draw0": ["Gold"] * 9})
    agent.reset(1)
    state.play(agent.act(state.view(0, 1)))
    agent.agent.memory[1] = 0
    state.play(agent.act(state.view(0, 2)))
    assert agent.agent.memory[1] == 0
    drawing = game.set_up({"patrons": PATRONS, "hand0": ["Pilfer"], "draw0": ["Gold"] * 9})
    agent.reset(1)
    while "play Pilfer" in [drawing.action_text(action) for action in drawing.legal()]:
        drawing.play(agent.act(drawing.view(0, 1)))
    agent.agent.memory[1] = 0
    agent.act(drawing.view(0, 2))
    assert agent.agent.memory[1] == 50


@pytest.mark.parametrize("form", ["present", "2024"])
def test_a_fixed_decision_tree_never_forfeits(form: str) -> None:
    """The published one does with the pool of eight, mostly after Saint's Wrath (section 2.7)."""
    game = tapete.load("tribute", pool="thesis")
    faults = [
        duel(game, ["evolved", f"decision-tree:form={form},{fixed}tiers=thesis"], games=600, seed=5).agents[1].faults
        for fixed in ("", "fixed=1,")
    ]
    assert faults[0] > 0 and faults[1] == 0
