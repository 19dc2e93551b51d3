"""Searches of the thesis as in its program, its Greedy Tree, and how searches see the opponent's plays."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import replace

import numpy as np
import pytest

import tapete
from tapete.agents.registry import make_agent
from tapete.core.game import Game
from tapete.errors import BadOption, UnknownAgent
from tapete.games.hearthstone import cards as c
from tapete.games.hearthstone import factored as steps
from tapete.games.hearthstone import rules, thesis_bots
from tapete.games.hearthstone.decks import find as find_deck
from tapete.search.workspace import ACTION_MASK, HIDDEN_ACTION, SEAT_MASK, SEAT_SHIFT

from .positions import RAPTOR, position

CAT, BLOODFEN, GRIZZLY = "CFM_315t", RAPTOR, "CS2_125"  # 1/1, 3/2, 3/3 with Taunt
GOLEM, TOTEM, MISHA = "AT_052", "CS2_052", "NEW1_032"  # 3/4, 0/2, 4/4 with Taunt
PORTAL = "KAR_073"  # a random minion of cost 1
END_TURN = 0
SPENT = {"crystals": 0}  # no hero power


def chosen(state: tapete.State, spec: str, seeds: range = range(8)) -> set[str]:
    """Return the texts of an agent's moves with several seeds of its own."""
    found = set()
    for seed in seeds:
        agent = make_agent(spec, state.game)
        agent.reset(seed)
        found.add(state.action_text(agent.act(state.view(seed=seed))))
    return found


def utility(state: tapete.State, seat: int = 0) -> float:
    return state.evaluate(seat, evaluation="utility")


def after(state: tapete.State, *actions: int) -> tapete.State:
    state = state.clone()
    for action in actions:
        state.play(action)
    return state


# The searches as coded


def test_the_coded_searches_end_the_turn_only_if_that_is_strictly_better() -> None:
    """One damage to a hero of 30 changes nothing in UtilityScore, which truncates 2 sqrt(health)."""
    state = position({"board": [CAT], **SPENT})
    (attack,) = state.legal()[1:]
    assert utility(after(state, attack)) == utility(state)
    for name in ("simtree-coded", "mcts1-coded"):
        assert chosen(state, f"{name}:iterations=20") == {state.action_text(attack)}
    assert chosen(state, "simtree:iterations=20") == {state.action_text(END_TURN)}  # the first of equals


def test_the_coded_mcts1_scores_the_end_of_the_turn_before_the_opponents_draw() -> None:
    """A bad attack costs less than the opponent's draw; the search as described compares the two."""
    state = position({"board": [CAT, CAT, CAT], **SPENT}, {"board": [GRIZZLY]})
    bad = state.legal()[1]
    loss = utility(state) - utility(after(state, bad))
    assert 0 < loss < utility(state) - utility(after(state, END_TURN))
    assert chosen(state, "mcts1-coded:iterations=1,c=0") == {state.action_text(END_TURN)}
    assert state.action_text(END_TURN) not in chosen(state, "mcts1:iterations=1,c=0")


@pytest.mark.filterwarnings("ignore:.*considered a subtype")
def test_random_play_of_the_coded_searches_leaves_out_the_last_entry_of_a_list() -> None:
    """After the attack of one minion only END_TURN and the other's attack are left: the latter is never taken."""
    state = position({"board": [BLOODFEN, BLOODFEN], **SPENT})
    first, second = state.legal()[1:]
    assert state.legal() == [END_TURN, first, second]
    once, twice = after(state, first), after(state, first, second)
    assert utility(once) != utility(twice)
    assert rolled_out(once, first=False) == {utility(once)}
    assert rolled_out(once, first=True) == {utility(once), utility(twice)}


def rolled_out(state: tapete.State, *, first: bool) -> set[float]:
    """Return the scores of random play from a position."""
    game = state.game
    params = np.array(thesis_bots.params_of(game, {"eval": "utility", "iterations": 1, "c": 1.0}))
    memory = np.zeros(thesis_bots.FLAT_MEMORY, dtype=np.int64)
    roll_out = game.build.function(thesis_bots.roll_out)
    table = game.table(evaluation="utility")
    found = set()
    for seed in range(30):
        memory[0] = seed + 1
        found.add(float(roll_out(table, state.clone().record, 0, first, params, memory)))
    return found


def test_chance_is_sampled_once_per_node_of_the_coded_mcts2() -> None:
    """The Portal's minion is drawn when the card is first tried, so every node after it has one integer score."""
    state = position({"hand": [PORTAL], "board": [BLOODFEN], "crystals": 2})
    agent = make_agent("mcts2-coded:iterations=300", state.game)
    agent.reset(1)
    agent.act(state.view(seed=1))
    words = agent.agent.memory[thesis_bots.NODES_AT : thesis_bots.NODES_AT + 400 * thesis_bots.NODE_WORDS]
    nodes = words.view(thesis_bots.Node.dtype)
    leaves = nodes[(nodes["children"] == 0) & (nodes["visits"] > 1)]
    assert len(leaves) > 3
    assert np.allclose(leaves["value"] % leaves["visits"], 0)
    assert nodes["visits"][0] == 300


@pytest.mark.parametrize("name", ["simtree-coded", "mcts1-coded", "mcts2-coded"])
def test_a_budget_of_actions_bounds_what_is_simulated(name) -> None:
    state = tapete.load("hearthstone", mulligan=False).deal(5)
    for _ in range(40):
        state.play(state.legal()[-1])
    agent = make_agent(f"{name}:actions=50", state.game)
    agent.reset(1)
    agent.act(state.view(seed=1))
    assert 40 <= agent.agent.memory[thesis_bots.USED] < 50 + 60  # the last simulation is finished


def test_a_coded_search_needs_a_score_of_positions() -> None:
    with pytest.raises(BadOption, match="rates moves"):
        make_agent("mcts2-coded:eval=eva", tapete.load("hearthstone"))


# The Greedy Tree


def ends_of_turn(state: tapete.State) -> Iterator[tuple[float, list[int]]]:
    """Yield every way to play the turn to its end, with the score of the position after it."""
    for action in state.legal():
        then = after(state, action)
        if then.over or then.turn != state.turn:
            yield utility(then), [action]
        else:
            yield from ((value, [action, *rest]) for value, rest in ends_of_turn(then))


def behind_taunt() -> tapete.State:
    """Return a position where two golems of 3/4 must die for a 4/4 with Taunt, the first without a visible gain."""
    return position({"board": [GOLEM, GOLEM, TOTEM], **SPENT}, {"board": [MISHA]})


def test_the_greedy_tree_finds_the_best_end_of_the_turn() -> None:
    state = behind_taunt()
    best = max(value for value, _ in ends_of_turn(state))
    agent = make_agent("greedy-tree:eval=utility", state.game)
    agent.reset(1)
    turn = state.turn
    while state.turn == turn:
        state.play(agent.act(state.view(seed=3)))
    assert utility(state) == best
    greedy = behind_taunt()
    while greedy.turn == turn:
        greedy.play(make_agent("greedy:eval=utility", greedy.game).act(greedy.view()))
    assert utility(greedy) < best  # one action at a time does not find it


def test_the_greedy_tree_plays_its_plan_to_the_end() -> None:
    """The budget is removed after the first action, so the bot cannot plan again."""
    state = behind_taunt()
    agent = make_agent("greedy-tree:eval=utility", state.game)
    agent.reset(1)
    agent.act(state.view(seed=3))
    length = int(agent.agent.memory[thesis_bots.PLAN_LENGTH])
    plan = agent.agent.memory[thesis_bots.PLAN : thesis_bots.PLAN + length].tolist()
    assert length > 2
    agent.agent.params[thesis_bots.P_ITERATIONS] = 0
    state.play(plan[0])
    for action in plan[1:]:
        assert agent.act(state.view(seed=9)) == action
        state.play(action)
    assert state.seat == 1


def test_names_of_the_thesis_are_suggested() -> None:
    game = tapete.load("hearthstone")
    for typed, ours in [("GreedyTree", "greedy-tree"), ("SimTree", "simtree"), ("MCTS1", "mcts1"), ("MCTS2", "mcts2")]:
        with pytest.raises(UnknownAgent, match=f"did you mean.*{ours}"):
            make_agent(typed, game)
    for name in ("simtree", "simtree-coded"):
        with pytest.raises(BadOption, match="'exploration_rate'; it is called 'share' here"):
            make_agent(f"{name}:exploration_rate=0.5", game)
    with pytest.raises(BadOption, match="it is called 'c' here"):
        make_agent("mcts2:exploration_constant=3", game)


# Visibility of the opponent's plays in a search


def names_in_tree(tested: Game, state: tapete.State, seat: int) -> set[int]:
    """Return the ids of a seat's actions in the tree of a search."""
    agent = make_agent("ismcts:iterations=600", tested)
    agent.act(tested.from_bytes(state.to_bytes()).view(seed=1))
    keys = agent.agent.space.nodes()["key"][1:]
    return {int(key) & ACTION_MASK for key in keys if (int(key) >> SEAT_SHIFT) & SEAT_MASK == seat}


@pytest.mark.parametrize("factored", [False, True])
def test_a_search_distinguishes_the_opponents_plays_by_card(factored) -> None:
    """In sampled worlds any card may be at any place of the opponent's hand: a place is another card each time."""
    game = tapete.load("hearthstone", factored=factored, mulligan=False)
    definition = game.definition
    blind = Game(
        replace(
            definition,
            kernels={name: kernel for name, kernel in definition.kernels.items() if name != "seen"},
            variants=tuple(variant for variant in definition.variants if variant.function != "seen"),
        ),
        game.options,
    )
    plays, first_card = range(rules.PLAY, rules.POWER), rules.ACTION_COUNT
    if factored:
        plays, first_card = range(steps.WHAT_PLAY, steps.WHAT_POWER), steps.ACTION_COUNT
    state = game.deal(3)
    rng = np.random.default_rng(1)
    while state.turn < 7:
        state.play(int(rng.choice(state.legal())))
    names = names_in_tree(game, state, 1 - state.seat)
    assert not names & set(plays)
    named = [name - first_card for name in names if first_card <= name < HIDDEN_ACTION]
    cards = {c.IDS[card if factored else card // rules.PLAY_OPTION] for card in named}
    assert len(cards) > 3
    assert cards <= {c.IDS[card] for card in find_deck("MidrangeJadeShaman", "framework").cards} | {"GAME_005"}
    assert names_in_tree(game, state, state.seat) & set(plays)  # its own plays by place: it knows the card there
    assert names_in_tree(blind, state, 1 - state.seat) & set(plays)


@pytest.mark.parametrize("name", ["simtree-coded", "mcts1-coded", "mcts2-coded"])
def test_the_coded_searches_respect_a_time_limit(name: str) -> None:
    """A millisecond ends long before so many iterations; a budget of one iteration ends before a minute."""
    state = position({"hand": [RAPTOR] * 4, "board": [RAPTOR] * 3}, {"board": [RAPTOR] * 3})
    for budget in ("ms=1", "ms=1,iterations=1000000", "ms=60000,iterations=1", "ms=60000,actions=1"):
        agent = make_agent(f"{name}:{budget}", state.game)
        assert agent.timed
        begun = time.monotonic()
        assert agent.agent.act(state.view()) in state.legal()
        assert time.monotonic() - begun < 10  # a loaded machine
    assert not make_agent(f"{name}:iterations=5", state.game).timed
