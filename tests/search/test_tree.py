"""Search tree: hidden choices, a full pool, widening, final choices, rewards, reuse."""

import numpy as np
import pytest
from toys import (
    ANSWER_NO,
    ANSWER_YES,
    DECLINE,
    FIRST_CARD,
    FIRST_PLACE,
    GAMBLE,
    SAY_HEADS,
    SAY_TAILS,
    SURE,
    WATCH,
    coin,
    places,
    whisper,
)

from tapete.agents.registry import make_agent
from tapete.core.game import Game
from tapete.errors import BadOption
from tapete.search.workspace import ACTION_MASK, CHOOSE, HIDDEN_ACTION, PARENT_SHIFT, SEAT_MASK, SEAT_SHIFT


def root_statistics(agent) -> tuple[np.ndarray, np.ndarray]:
    visits, values, _ = agent.agent.space.totals()
    return visits, values / np.maximum(visits, 1)


def test_a_hidden_choice_does_not_influence_the_searchers_later_choice() -> None:
    hidden, shown = Game(coin(hides=True), {}), Game(coin(hides=False), {})
    for seed in range(10):
        fair = make_agent("ismcts:iterations=1000", hidden)
        assert fair.act(hidden.deal(seed).view(seed=seed)) == SURE
        # If the game does not declare that the coin is hidden, the tree answers each side of it and expects to win.
        assert make_agent("ismcts:iterations=1000", shown).act(shown.deal(seed).view(seed=seed)) == GAMBLE


def test_clairvoyant_trees_see_hidden_choices() -> None:
    game = Game(coin(hides=True), {})
    for seed in range(10):  # it answers each side of the coin and expects to win
        assert make_agent("clairvoyant:iterations=1000", game).act(game.deal(seed).view(seed=seed)) == GAMBLE


def test_a_full_pool_stops_expansion_but_not_the_search(briscas: Game) -> None:
    agent = make_agent("ismcts:iterations=500,nodes=50", briscas)
    agent.act(briscas.deal(2).view())
    visits, _ = root_statistics(agent)
    assert visits.sum() == 500
    assert len(agent.agent.space.nodes()) <= 50


def test_visits_of_children_add_up_to_those_of_their_parent(briscas: Game) -> None:
    agent = make_agent("ismcts:iterations=800", briscas)
    agent.act(briscas.deal(4).view())
    nodes = agent.agent.space.nodes()
    below = np.bincount(nodes["key"][1:] >> PARENT_SHIFT, weights=nodes["visits"][1:], minlength=len(nodes))
    assert nodes["visits"][0] == 800 == below[0]
    inner = np.flatnonzero(below)
    assert (below[inner[1:]] == nodes["visits"][inner[1:]] - 1).all()  # the visit that added a node ended there
    assert (nodes["visits"][1:] <= nodes["available"][1:]).all()


def test_widening_limits_the_children_of_a_node(market: Game) -> None:
    state = market.deal(1)
    assert len(state.legal()) > 20
    narrow, wide = make_agent("ismcts:iterations=100,widen=0.5", market), make_agent("ismcts:iterations=100", market)
    narrow.act(state.view())
    wide.act(state.view())
    assert (root_statistics(narrow)[0] > 0).sum() == 5  # half the square root of a hundred
    assert (root_statistics(wide)[0] > 0).sum() == len(state.legal())


def test_widening_tries_the_rollout_policys_action_first(briscas: Game) -> None:
    for seed in range(10):
        view = briscas.deal(seed).view(seed=seed)
        narrow = make_agent("ismcts:iterations=20,widen=0.1,rollout=cheap-winner", briscas)
        assert narrow.act(view) == make_agent("cheap-winner", briscas).act(view)


@pytest.mark.parametrize(("final", "expected"), [("robust", 0), ("max", 2), ("max-robust", 0), ("secure", 1)])
def test_final_choices(final: str, expected: int, briscas: Game) -> None:
    agent = make_agent(f"ismcts:iterations=50,final={final},c=0.1", briscas).agent
    view = briscas.deal(1).view()
    agent.search(view, view.legal())
    agent.space.totals()[:] = [[100, 90, 1], [50, 54, 0.7], [0, 0, 0]]
    agent.space.header["command"] = CHOOSE
    from tapete.core.loops import native_loop

    args = (agent._actions, 3, agent.settings.weights, agent.space.memory)
    assert native_loop("choose")(agent.address, view.state.rows, 0, *args) == expected


def test_max_robust_extends_the_search_while_visits_and_means_disagree(briscas: Game) -> None:
    counts = set()
    for seed in range(60):
        agent = make_agent("ismcts:iterations=100,final=max-robust", briscas)
        agent.act(briscas.deal(seed).view(seed=seed))
        counts.add(agent.agent.last_iterations)
        visits, means = root_statistics(agent)
        assert agent.agent.last_iterations == 150 or visits.argmax() == means.argmax()
    assert counts <= {100, 110, 120, 130, 140, 150}
    assert len(counts) > 1


def test_votes_count_worlds_and_sums_count_visits(briscas: Game) -> None:
    agent = make_agent("pimc:iterations=300,worlds=6,combine=votes", briscas)
    agent.act(briscas.deal(3).view())
    visits, _, votes = agent.agent.space.totals()
    assert votes.sum() == 6
    assert visits.sum() == 300


@pytest.mark.parametrize("reward", ["win", "points", "evaluation"])
def test_rewards_are_mapped_to_the_unit_interval(reward: str, briscas: Game) -> None:
    state = briscas.deal(5)
    agent = make_agent(f"ismcts:iterations=200,reward={reward}", briscas)
    agent.act(state.view())
    means = root_statistics(agent)[1]
    assert ((means > 0.05) & (means < 0.95)).all()


def test_raw_points_stay_raw(briscas: Game) -> None:
    state = briscas.deal(5)
    raw = make_agent("flat:iterations=300,reward=points,normalise=0", briscas)
    scaled = make_agent("flat:iterations=300,reward=points", briscas)
    raw.act(state.view(seed=1))
    scaled.act(state.view(seed=1))
    assert np.allclose(root_statistics(raw)[1], 120 * root_statistics(scaled)[1])


def test_reuse_keeps_the_subtree_that_was_played_into(briscas: Game) -> None:
    state = briscas.deal(7)
    agents = [make_agent("ismcts:iterations=2000,reuse=1", briscas) for _ in range(2)]
    kept = 0
    for k in range(12):
        agent = agents[state.seat]
        action = agent.act(state.view(seed=k))
        nodes = agent.agent.space.nodes()
        parents = nodes["key"] >> PARENT_SHIFT
        assert (parents[1:] < np.arange(1, len(nodes))).all()
        below = np.bincount(parents[1:], weights=nodes["visits"][1:], minlength=len(nodes))
        assert (below <= nodes["visits"]).all()
        kept += nodes["visits"][0] > 2000
        assert agent.agent.last_iterations == 2000
        state.play(action)
    assert kept >= 5
    for agent in agents:
        agent.reset(1)
    first = agents[state.seat]
    first.act(state.view(seed=99))
    assert first.agent.space.nodes()["visits"][0] == 2000


def test_errors_about_options_name_valid_values(briscas: Game) -> None:
    for spec, words in [
        ("ismcts:rollout=cheap-winer", "cheap-winner"),
        ("ismcts:reward=evaluation,eval=nothing", "default"),
        ("greedy:weights=1/2", "5 weights are needed"),
        ("greedy:weights=strong", "numbers joined by /"),
        ("ismcts:iteration=5", "iterations"),
        ("greedy:weights=missing.json", "missing.json"),
    ]:
        with pytest.raises(BadOption, match=words):
            make_agent(spec, briscas)


def test_weights_come_from_presets_numbers_and_files(market: Game, tmp_path) -> None:
    path = tmp_path / "weights.json"
    path.write_text('{"other": 0.25}')
    for given, expected in [("selfish", [1, 0]), ("2/3", [2, 3]), (str(path), [1, 0.25])]:
        assert make_agent(f"greedy:weights={given}", market).agent.settings.weights.tolist() == expected


def test_an_unnoticed_choice_gives_no_information() -> None:
    """Seat 1 decides only if its bit is 1: a seat that notices the decision knows the bit, another can only guess."""
    for shows, expected in [(0, GAMBLE), (1, GAMBLE), (2, SURE)]:
        game = Game(whisper(shows), {})
        for seed in range(5):
            agent = make_agent("ismcts:iterations=1500", game)
            assert agent.act(game.deal(seed).view(seed=seed)) == expected, f"hides = {shows}"


def test_an_unnoticed_choice_adds_no_level_to_the_tree() -> None:
    game = Game(whisper(2), {})
    agent = make_agent("ismcts:iterations=1500", game)
    agent.act(game.deal(1).view())
    nodes = agent.agent.space.nodes()
    seats, actions = (nodes["key"] >> SEAT_SHIFT) & SEAT_MASK, nodes["key"] & ACTION_MASK
    parents = nodes["key"] >> PARENT_SHIFT
    gamble = int(np.flatnonzero((actions == GAMBLE) & (seats == 0) & (np.arange(len(nodes)) > 0))[0])
    assert len(nodes) == 7  # root, sure, gamble; below it two answers of seat 1 and two guesses
    assert sorted(actions[parents == gamble].tolist()) == [SAY_HEADS, SAY_TAILS, ANSWER_NO, ANSWER_YES]
    assert HIDDEN_ACTION not in actions
    guesses = nodes[(parents == gamble) & (seats == 0)]
    assert guesses["value"].sum() / guesses["visits"].sum() == pytest.approx(0.5, abs=0.1)


def test_reuse_continues_after_an_unnoticed_choice() -> None:
    game = Game(whisper(2), {})
    seed = next(seed for seed in range(20) if game.deal(seed).record["bit"] == 1)
    state = game.deal(seed)
    agent = make_agent("ismcts:iterations=400,reuse=1,c=5", game)
    agent.act(state.view(seed=1))
    state.play(GAMBLE)
    state.play(ANSWER_YES)
    assert state.view().history == [(0, GAMBLE)]
    agent.act(state.view(seed=2))
    assert agent.agent.space.nodes()["visits"][0] > 400  # the old tree's visits of the gamble are still there


def test_others_actions_are_distinguished_by_their_seen_ids() -> None:
    """Seat 1 shows one of four cards by naming its place, which says nothing; seat 0 then names the card."""
    for seen, expected in [("place", DECLINE), ("card", WATCH), ("pair", DECLINE)]:
        game = Game(places(seen), {})
        agents = [make_agent("ismcts:iterations=3000", game) for _ in range(5)]
        answers = [agent.act(game.deal(seed).view(seed=seed)) for seed, agent in enumerate(agents)]
        assert answers.count(expected) >= 4, f"seen as a {seen}"  # one of six searches needs more than 3,000 iterations


def test_actions_with_equal_seen_ids_share_a_child_and_count_once() -> None:
    game = Game(places("pair"), {})
    agent = make_agent("ismcts:iterations=1000,c=5", game)
    agent.act(game.deal(1).view())
    nodes = agent.agent.space.nodes()
    seats, actions = (nodes["key"] >> SEAT_SHIFT) & SEAT_MASK, nodes["key"] & ACTION_MASK
    shown = nodes[seats == 1]
    assert sorted(actions[seats == 1].tolist()) == [FIRST_CARD, FIRST_CARD + 1]
    watch = int(nodes["visits"][(actions == WATCH) & (seats == 0)][0])
    assert (shown["available"] <= watch).all()
    assert (shown["visits"] <= shown["available"]).all()
    assert shown["visits"].sum() == watch - 1


def test_a_clairvoyant_search_sees_others_actions_under_their_own_ids() -> None:
    game = Game(places("pair"), {})
    agent = make_agent("clairvoyant:iterations=500", game)
    agent.act(game.deal(1).view())
    nodes = agent.agent.space.nodes()
    seats, actions = (nodes["key"] >> SEAT_SHIFT) & SEAT_MASK, nodes["key"] & ACTION_MASK
    assert sorted(actions[seats == 1].tolist()) == [FIRST_PLACE + k for k in range(4)]


def test_reuse_is_disabled_where_others_actions_have_seen_ids() -> None:
    game = Game(places("card"), {})
    state = game.deal(1)
    agent = make_agent("ismcts:iterations=300,reuse=1", game)
    agent.act(state.view(seed=1))
    state.play(WATCH)
    state.play(FIRST_PLACE)
    agent.act(state.view(seed=2))
    assert agent.agent.space.nodes()["visits"][0] == 300
