"""Third-party agents: in a file, in a module, in an installed package; and levels of a game as specs."""

from __future__ import annotations

import importlib.metadata
import json
import sys
import warnings
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from command import tapete_command

import tapete
from tapete import nets, plugins
from tapete.agents import registry
from tapete.agents.registry import absolute_spec, kinds_for, make_agent
from tapete.agents.spec import parse_spec
from tapete.arena.duel import duel
from tapete.cli.terminal import split_specs
from tapete.core.game import Game
from tapete.core.registry import definition
from tapete.errors import BadAgent, UnknownAgent

AGENT = '''"""Agents in a file."""

from tapete.options import Option
from tapete.core.bots import AgentFactory


class Picky:
    """Plays the legal action at a place in the list."""

    def __init__(self, place=0, last: bool = False, label="x", share=0.5, tools=None):
        self.place, self.last = place, last

    def act(self, view):
        legal = view.legal()
        return legal[-1] if self.last else legal[min(self.place, len(legal) - 1)]


class Knows(Picky):
    """Is handed the game."""

    def __init__(self, game, depth=2):
        super().__init__()
        self.game = game


class OnlyCatan(Picky):
    plays = "catan"


class NoAct:
    pass


class Raises(Picky):
    def __init__(self):
        raise RuntimeError("not in the mood")


class Leaves(Picky):
    def __init__(self):
        raise SystemExit(0)


class Needs(Picky):
    def __init__(self, network):
        pass


def factory(place=1):
    """Makes a picky one."""
    return Picky(place)


def nothing():
    return 7


KIND = AgentFactory("whatever", "a kind", (Option("n", 1, "which"),), lambda game, options: Picky(options["n"]))
NUMBER = 7
'''
POLICY = '''
from tapete.kernel.contract import ACTIONS, MEMORY, NUMBERS
from tapete.core.definition import BotSpec
from tapete.games.briscas.rules import State
from tapete.kernel import i8, kernel
from tapete.options import Option

@kernel
def pick(state: State, actions: ACTIONS, n: i8, params: NUMBERS, memory: MEMORY) -> i8:
    """The legal action at a place in the list."""
    return min(i8(params[0]), n - 1)

NTH = BotSpec(pick, "plays the action at a place", options=(Option("place", 0, "which", low=0),), public=True)
'''


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "agents.py").write_text(AGENT)
    (tmp_path / "bots.py").write_text(POLICY)
    (tmp_path / "broken.py").write_text("def f(:\n")
    (tmp_path / "leaves.py").write_text("import sys\nsys.exit(0)\n")
    (tmp_path / "imports.py").write_text("import a_package_that_is_not_there\n")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_a_class_in_a_file_is_part_of_a_spec() -> None:
    assert parse_spec("./a.py:Bot") == ("./a.py:Bot", {})
    assert parse_spec("a.py:Bot:depth=3,c=1.5") == ("a.py:Bot", {"depth": "3", "c": "1.5"})
    assert parse_spec("pack.module:Bot:depth=3") == ("pack.module:Bot", {"depth": "3"})
    assert parse_spec(r"C:\bots\a.py:Bot:x=1") == (r"C:\bots\a.py:Bot", {"x": "1"})
    assert parse_spec("ismcts:rollout=./a.py:P,c=1") == ("ismcts", {"rollout": "./a.py:P", "c": "1"})
    assert parse_spec("greedy:eval=./score.py:mine") == ("greedy", {"eval": "./score.py:mine"})
    assert split_specs("easy,./a.py:Bot:depth=3,c=1,random") == ["easy", "./a.py:Bot:depth=3,c=1", "random"]
    for wrong in ("./a.py:Bot:", "./a.py:Bot,depth=3", "a.py:Bot:depth"):
        with pytest.raises(tapete.BadOption):
            parse_spec(wrong)


@pytest.mark.parametrize("form", ["agents.py", "./agents.py", "{}/agents.py"])
def test_a_file_names_an_agent_by_any_path(folder: Path, form: str) -> None:
    game = tapete.load("briscas")
    view = game.deal(1).view()
    spec = form.format(folder)
    assert make_agent(f"{spec}:Picky", game).act(view) == view.legal()[0]
    assert make_agent(f"{spec}:Picky:place=1", game).act(view) == view.legal()[1]
    assert make_agent(f"{spec}:Picky:last=1", game).act(view) == view.legal()[-1]
    assert make_agent(f"{spec}:factory", game).act(view) == view.legal()[1]
    assert make_agent(f"{spec}:KIND:n=2", game).act(view) == view.legal()[2]
    assert make_agent(f"{spec}:Knows", game).agent.game is game
    assert make_agent("bots.py:NTH:place=2", game).act(view) == view.legal()[2]
    with pytest.raises(tapete.BadOption, match="did you mean 'place'"):
        make_agent(f"{spec}:Picky:plase=1", game)
    with pytest.raises(tapete.BadOption, match="whole number"):
        make_agent(f"{spec}:Picky:place=no", game)


def test_a_policy_in_a_file_plays_natively_with_its_options(folder: Path) -> None:
    game = tapete.load("briscas")
    assert make_agent("bots.py:NTH", game).native() is not None
    native = duel(game, ["bots.py:NTH:place=1", "random"], games=8, seed=1, record=True)
    python = duel(game, ["agents.py:Picky:place=1", "random"], games=8, seed=1, record=True)
    assert [a.tolist() for a in native.played.actions] == [a.tolist() for a in python.played.actions]
    with pytest.raises(BadAgent, match="does not play dinosaurs"):
        make_agent("bots.py:NTH", tapete.load("dinosaurs"))


def test_a_changed_file_is_another_agent_in_the_same_process(folder: Path) -> None:
    game = tapete.load("briscas")
    view = game.deal(1).view()
    before = make_agent("agents.py:Picky", game)
    (folder / "agents.py").write_text(AGENT.replace("legal[min(self.place, len(legal) - 1)]", "legal[-1]"))
    assert before.act(view) == view.legal()[0]
    assert make_agent("agents.py:Picky", game).act(view) == view.legal()[-1]


def test_two_folders_may_have_files_of_the_same_names(folder: Path) -> None:
    """As in a competition: each `bot.py` has a `tools_of_a_bot.py` of its own."""
    game = tapete.load("briscas")
    view = game.deal(1).view()
    for name, place in (("one", 0), ("two", -1)):
        (folder / name).mkdir()
        (folder / name / "bot.py").write_text(
            "from tools_of_a_bot import pick\n\nclass Bot:\n    def act(self, view):\n        return pick(view)\n"
        )
        (folder / name / "tools_of_a_bot.py").write_text(f"def pick(view):\n    return view.legal()[{place}]\n")
    bots = {name: make_agent(f"{name}/bot.py:Bot", game) for name in ("one", "two")}
    assert [bots[name].act(view) for name in ("one", "two")] == [view.legal()[0], view.legal()[-1]]
    assert bots["one"].fingerprint() != bots["two"].fingerprint()


def test_a_module_names_an_agent(folder: Path) -> None:
    package = folder / "mine_of_this_test"
    package.mkdir()
    (package / "__init__.py").write_text("")
    (package / "bots.py").write_text(AGENT)
    game = tapete.load("briscas")
    view = game.deal(1).view()
    try:
        assert make_agent("mine_of_this_test.bots:Picky:place=1", game).act(view) == view.legal()[1]
        with pytest.raises(BadAgent, match="did you mean 'Picky'"):
            make_agent("mine_of_this_test.bots:Piky", game)
        with pytest.raises(BadAgent, match=r"no module named 'mine_of_this_test\.none'"):
            make_agent("mine_of_this_test.none:Bot", game)
    finally:
        sys.path[:] = [entry for entry in sys.path if entry != str(folder)]


BAD = [
    ("nowhere.py:Bot", "No such file"),
    ("broken.py:Bot", "SyntaxError"),
    ("leaves.py:Bot", "SystemExit"),
    ("imports.py:Bot", "a_package_that_is_not_there"),
    ("agents.py:Piky", "did you mean 'Picky'"),
    ("agents.py:NoAct", "no method act"),
    ("agents.py:Raises", "not in the mood"),
    ("agents.py:Leaves", "SystemExit"),
    ("agents.py:Needs", "needs 'network'"),
    ("agents.py:nothing", "no method act"),
    ("agents.py:NUMBER", "not a class"),
    ("agents.py:OnlyCatan", "does not play briscas"),
    ("no.such.package:Bot", "no module named 'no'"),
    ("./agents.py", "such as ./agents.py:Picky"),
    ("./none/at/all", "it does not hold a training"),
    ("some.npz", "no such file"),
    (".", "unknown agent"),
    ("./", "it does not hold a training"),
    ("./:depth=3", "it does not hold a training"),
]


@pytest.mark.parametrize(("spec", "words"), BAD, ids=[spec for spec, _ in BAD])
def test_a_bad_agent_is_refused_in_one_sentence(folder: Path, spec: str, words: str) -> None:
    with pytest.raises(tapete.TapeteError, match=words) as caught:
        make_agent(spec, tapete.load("briscas"))
    assert len(str(caught.value).splitlines()) == 1


def test_the_command_line_takes_files_and_refuses_bad_ones_with_exit_code_2(folder: Path) -> None:
    for spec in ("agents.py:Leaves", "broken.py:Bot"):
        run = tapete_command("duel", "briscas", spec, "random", cwd=folder)
        assert run.returncode == 2, run.stderr
        assert run.stdout == ""
        assert len(run.stderr.strip().splitlines()) == 1, run.stderr
    run = tapete_command(
        "duel", "briscas", "./agents.py:Picky:place=1", "random", "--games", "20", "--json", cwd=folder
    )
    assert run.returncode == 0, run.stderr
    result = json.loads(run.stdout)
    assert result["agents"][0]["spec"] == "./agents.py:Picky:place=1"
    assert result["agents"][0]["faults"] == 0
    table = tapete_command(
        "tournament", "briscas", "./agents.py:Picky", "bots.py:NTH", "random", "--games", "4", "--json", cwd=folder
    )
    assert [agent["faults"] for agent in json.loads(table.stdout)["agents"]] == [0, 0, 0]
    swept = tapete_command(
        "sweep", "briscas", "agents.py:Picky:place={0,2}", "--against", "random", "--games", "4", "--json", cwd=folder
    )
    assert [trial["options"] for trial in json.loads(swept.stdout)["trials"]] == [{"place": "0"}, {"place": "2"}]


def test_a_rollout_policy_may_be_in_a_file(folder: Path) -> None:
    game = tapete.load("briscas")
    make_agent("ismcts:iterations=20,rollout=bots.py:NTH/place=1", game).act(game.deal(1).view())
    with pytest.raises(tapete.BadOption, match="did you mean 'NTH'"):
        make_agent("ismcts:rollout=bots.py:NTHH", game)
    with pytest.raises(tapete.BadOption, match="not a native policy"):
        make_agent("ismcts:rollout=agents.py:Picky", game)


def test_paths_in_a_spec_become_absolute(folder: Path) -> None:
    (folder / "w.json").write_text("{}")
    here = str(folder)
    assert absolute_spec("./agents.py:Picky:place=1") == f"{here}/agents.py:Picky:place=1"
    assert absolute_spec("greedy:weights=w.json,ties=last") == f"greedy:weights={here}/w.json,ties=last"
    assert absolute_spec("greedy:eval=score.py:mine") == f"greedy:eval={here}/score.py:mine"
    assert absolute_spec("ismcts:rollout=bots.py:NTH/place=1") == f"ismcts:rollout={here}/bots.py:NTH/place=1"
    assert absolute_spec("runs/one") == f"{here}/runs/one"
    for unchanged in ("random", "ismcts:iterations=500,c=1.4", "a.b:Bot:x=1", "greedy:weights=1/2/3"):
        assert absolute_spec(unchanged) == unchanged


def test_a_folder_of_a_training_is_an_agent(folder: Path) -> None:
    """`duel briscas mine random` beside the folder `mine`; an agent of that name takes precedence."""
    game = tapete.load("briscas")
    network = nets.Network.random(game, (16,), policy=True, value=None, seed=1)
    for name in ("mine", "runs/mine", "random"):
        (folder / name).mkdir(parents=True)
        nets.save(folder / name / "champion.npz", network)
    for spec in ("mine", "runs/mine", "./mine", "mine:temperature=1", "ismcts:iterations=5,guide=runs/mine"):
        make_agent(spec, game).act(game.deal(1).view())
    assert make_agent("mine", game).agent.name == "net" and make_agent("random", game).agent.name == "random"
    assert absolute_spec("mine", game) == f"{folder}/mine" and absolute_spec("random", game) == "random"
    assert absolute_spec("ismcts:guide=runs/mine", game) == f"ismcts:guide={folder}/runs/mine"
    with pytest.raises(tapete.UnknownAgent, match="unknown agent 'yours'"):
        make_agent("yours", game)


# Installed plug-ins


@pytest.fixture
def plugged(monkeypatch: pytest.MonkeyPatch) -> Iterator[dict[str, str]]:
    """Entry points as if packages had installed them: fill the dictionary first."""
    entries: dict[str, str] = {}

    def found(group: str) -> list:
        return (
            [importlib.metadata.EntryPoint(name, value, group) for name, value in entries.items()]
            if group == "tapete.agents"
            else []
        )

    caches = (plugins.plugins, registry.plugged_in, registry.left_out)
    monkeypatch.setattr(plugins, "entry_points", found)
    monkeypatch.setattr(registry, "_listed", {})
    for cached in caches:
        cached.cache_clear()
    yield entries
    monkeypatch.undo()
    for cached in caches:
        cached.cache_clear()


def test_a_broken_plug_in_is_reported_only_when_requested(plugged: dict[str, str]) -> None:
    plugged |= {"lost": "a_package_that_is_not_there:Bot", "wrong": "json:loads_not_there", "none": "json:decoder"}
    game = tapete.load("briscas")
    assert not {"lost", "wrong", "none"} & set(kinds_for(game))
    make_agent("random", game)
    with pytest.raises(UnknownAgent, match="did you mean"):
        make_agent("heuristik", game)
    for name, words in (("lost", "a_package_that_is_not_there"), ("wrong", "loads_not_there"), ("none", "not a class")):
        with pytest.raises(BadAgent, match=words) as caught:
            make_agent(name, game)
        assert len(str(caught.value).splitlines()) == 1


def test_a_plug_in_does_not_take_the_name_of_a_built_in_agent(plugged: dict[str, str]) -> None:
    plugged |= {"random": "tests.nothing:Bot", "heuristic": "json:JSONDecoder", "decoder": "json:JSONDecoder"}
    game = tapete.load("briscas")
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        make_agent("random", game)
    assert sum("'random' is left out" in str(entry.message) for entry in caught) == 1
    assert make_agent("random", game).native() is not None
    assert type(make_agent("heuristic", game).agent).__module__ == "tapete.core.bots"
    with pytest.raises(tapete.BadOption, match="already"):
        tapete.register_agent(object, "random")


def test_a_broken_game_does_not_break_the_list_of_games(monkeypatch: pytest.MonkeyPatch) -> None:
    from tapete.core import registry as catalogue

    points = [
        importlib.metadata.EntryPoint("chess", "a_package_that_is_not_there:GAME", "tapete.games"),
        importlib.metadata.EntryPoint("go", "json:loads", "tapete.games"),
        importlib.metadata.EntryPoint("briscas", "json:loads", "tapete.games"),
    ]
    monkeypatch.setattr(catalogue, "plugins", lambda group: {point.name: point for point in points})
    assert {"chess", "go"} <= set(catalogue.game_names())
    assert not {"chess", "go"} & {found.name for found in catalogue.definitions()}
    with pytest.raises(tapete.UnknownGame, match="a_package_that_is_not_there"):
        catalogue.load("chess")
    with pytest.raises(tapete.UnknownGame, match="not a Definition"):
        catalogue.load("go")
    assert catalogue.load("briscas").name == "briscas"
    with pytest.raises(UnknownAgent):
        make_agent("nobody", catalogue.load("briscas"))


def test_kinds_are_listed_once_and_again_when_an_agent_is_registered(monkeypatch: pytest.MonkeyPatch) -> None:
    made = []
    list_kinds = registry.list_kinds
    monkeypatch.setattr(registry, "list_kinds", lambda game: made.append(game) or list_kinds(game))
    monkeypatch.setattr(registry, "_registered", dict(registry._registered))
    game = tapete.load("briscas", early_stop=True)
    for _ in range(3):
        kinds_for(game)
        kinds_for(tapete.load("briscas", early_stop=True))
    assert len(made) == 1
    tapete.register_agent(lambda: None, "made-late")
    assert "made-late" in kinds_for(game)
    assert len(made) == 2
    kinds_for(tapete.load("briscas", players=3))
    assert len(made) == 3


# Levels


def leveled(**levels: str) -> Game:
    return Game(replace(definition("briscas"), levels=levels), {})


def test_a_level_is_a_spec_unless_an_agent_has_its_name() -> None:
    game = leveled(easy="random", hard="ismcts:iterations=40,c=1", heuristic="random")
    assert make_agent("easy", game).native() is not None
    hard = make_agent("hard", game)
    assert (hard.agent.iterations, hard.options["c"]) == (40, 1.0)
    assert make_agent("hard:iterations=7", game).agent.iterations == 7
    assert make_agent("heuristic", game).agent.name == "heuristic"
    with pytest.raises(UnknownAgent, match="did you mean 'hard'"):
        make_agent("haard", game)
    with pytest.raises(UnknownAgent, match="not an agent of this game"):
        make_agent("best", leveled(best="nobody:x=1"))
    assert duel(game, ["hard", "easy"], games=4, seed=1).games == 4


def test_the_levels_of_a_game_without_own_levels_are_searches() -> None:
    game = leveled()
    strengths = [make_agent(name, game).agent.iterations for name in ("easy", "normal", "hard", "best")]
    assert strengths == sorted(strengths)
    assert len(set(strengths)) == 4
    with pytest.raises(UnknownAgent):
        make_agent("medium", game)
