"""Properties of every search: legal and repeatable answers, no hidden information, equal natively and from Python."""

import pytest
from toys import coin

import tapete
from tapete.agents.registry import kinds_for, make_agent
from tapete.arena.match import play
from tapete.arena.schedule import mirrored
from tapete.core.game import Game
from tapete.search.agent import SearchAgent
from tapete.testing import check_agent

FAIR = [
    "greedy",
    "greedy:worlds=3,ties=random",
    "greedy-turn:depth=3,trees=2",
    "flat:iterations=60",
    "flat:iterations=60,share=0.5,eval=default",
    "frontier:iterations=40",
    "uct-turn:iterations=40",
    "pimc:iterations=60,worlds=4",
    "pimc:iterations=60,worlds=5,combine=votes",
    "ismcts:iterations=60",
    "ismcts:iterations=60,exact=2,reward=points,final=max-robust",
    "ismcts:iterations=60,rollout=cheap-winner,epsilon=0.2,trees=3,final=secure",
    "ismcts:iterations=60,rollout=heuristic/aggressive=1,rollout_depth=4,widen=1.5",
    "ismcts:iterations=60,reward=evaluation,rollout_depth=0,normalise=0,weights=1/0.5/2/0.5/0,nodes=30",
    "minimax:depth=4,worlds=3",
]
CLAIRVOYANT = ["clairvoyant:iterations=60", "thesis-mcts:iterations=60"]
TABLES = [{"players": 2}, {"players": 3, "exchange": "on"}, {"players": 4, "follow_suit": "follow_or_trump"}]


class CalledFromPython:
    """Agent without its native policy."""

    def __init__(self, spec: str, game: Game) -> None:
        seated = make_agent(spec, game)
        self.agent, self.name, self.clairvoyant = seated.agent, spec, seated.clairvoyant

    def reset(self, seed: int) -> None:
        self.agent.reset(seed)

    def act(self, view):
        return self.agent.act(view)


@pytest.mark.parametrize("options", TABLES, ids=lambda options: f"{options['players']} players")
@pytest.mark.parametrize("spec", [*FAIR, "minimax:depth=3,worlds=2,others=maxn", *CLAIRVOYANT])
def test_answers_are_legal_repeatable_and_blind_to_hidden_cards(spec: str, options: dict) -> None:
    check_agent(tapete.load("briscas", **options), spec, games=2, most=50)


@pytest.mark.parametrize("spec", [*FAIR, *CLAIRVOYANT])
def test_native_games_are_the_games_played_from_python(spec: str, briscas: Game) -> None:
    plan = mirrored(5, [(0, 1), (1, 0)], range(3))
    native = play(briscas, [spec, "cheap-winner"], plan, workers=1, record=True).games
    asked = play(briscas, [CalledFromPython(spec, briscas), "cheap-winner"], plan, workers=1, record=True).games
    assert [list(game) for game in native.actions] == [list(game) for game in asked.actions]


@pytest.mark.parametrize(
    "spec",
    [
        "ismcts:iterations=90,trees=3",
        "pimc:iterations=90,worlds=3",
        "flat:iterations=90,trees=3",
        "minimax:depth=4,worlds=3",
        "greedy-turn:trees=3",
        "frontier:iterations=60,trees=3",
    ],
)
def test_the_move_is_the_same_for_any_number_of_threads(spec: str, briscas: Game) -> None:
    agents = [make_agent(f"{spec},threads={threads}", briscas) for threads in (1, 2, 3)]
    for seed in range(25):
        state = briscas.deal(seed)
        for _ in range(seed):
            state.play(state.legal()[0])
        answers = {agent.act(state.view(seed=seed)) for agent in agents}
        assert len(answers) == 1
        counted = {agent.agent.space.totals().tobytes() for agent in agents}
        assert len(counted) == 1
        assert len({agent.agent.last_iterations for agent in agents}) == 1


@pytest.mark.parametrize(
    "spec", ["minimax:depth=3,worlds=5", "greedy-turn:trees=5", "frontier:trees=5,iterations=2000"]
)
def test_every_world_is_searched_even_if_the_first_is_finished_early(spec: str, briscas: Game) -> None:
    agent = make_agent(spec, briscas)
    agent.act(briscas.deal(3).view())
    visits, _, votes = agent.agent.space.totals()
    assert votes.sum() == 5
    assert visits.min() >= 5


def test_a_forced_move_and_a_solved_position_need_no_iterations(briscas: Game) -> None:
    state = briscas.deal(1)
    agent = make_agent("ismcts:iterations=200", briscas)
    while state.record["stock_left"] > 0:
        assert agent.act(state.view()) in state.legal()
        assert agent.agent.last_iterations == 200
        state.play(state.legal()[0])
    assert state.solve()[agent.act(state.view())] == max(state.solve().values())
    assert agent.agent.last_iterations == 0
    plain = make_agent("ismcts:iterations=200,exact=0", briscas)
    plain.act(state.view())
    assert plain.agent.last_iterations == 200


def test_every_listed_search_plays_with_its_defaults(briscas: Game) -> None:
    searches = [name for name, kind in kinds_for(briscas).items() if kind.searches]
    assert set(searches) >= {
        "greedy",
        "greedy-turn",
        "flat",
        "frontier",
        "uct-turn",
        "pimc",
        "ismcts",
        "clairvoyant",
        "thesis-mcts",
        "minimax",
    }
    view = briscas.deal(3).view()
    for name in searches:
        agent = make_agent(name, briscas)
        assert isinstance(agent.agent, SearchAgent)
        assert agent.clairvoyant == (name in ("clairvoyant", "thesis-mcts"))
        assert agent.act(view) in view.legal()


@pytest.mark.parametrize("name", ["greedy", "flat", "frontier", "uct-turn"])
def test_clairvoyant_is_an_option_of_searches_published_with_full_information(name: str, briscas: Game) -> None:
    agent = make_agent(f"{name}:clairvoyant=1", briscas)
    assert agent.clairvoyant
    assert agent.native().clairvoyant
    assert agent.agent.space.header["true_state"] == 1


def test_a_game_adds_options_and_kernels_to_its_searches() -> None:
    game = Game(coin(hides=True), {})
    state = game.deal(1)
    state.play(1)
    state.play(3)
    believer = make_agent("ismcts:iterations=200,sees=0", game)
    assert believer.act(state.view()) == 4  # it assumes that the coin is heads
    fair = make_agent("ismcts:iterations=400", game)
    fair.act(state.view())
    visits, values, _ = fair.agent.space.totals()
    assert abs(values.sum() / visits.sum() - 0.5) < 0.125  # five standard errors of 400 guesses
