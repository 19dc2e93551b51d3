"""Fingerprints of agents: exactly the changes that affect play give another agent and another run."""

from __future__ import annotations

import importlib
import json
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

import tapete
from tapete.agents import registry
from tapete.agents.registry import make_agent
from tapete.arena.store import Store, agent_version, rules_version
from tapete.arena.tournament import tournament
from tapete.core.definition import BotSpec, Definition, Variant
from tapete.core.game import Game
from tapete.core.registry import definition
from tapete.games.briscas import evaluations, rules
from tapete.games.briscas.rules import State
from tapete.games.dinosaurs import weights as dinosaur_weights
from tapete.kernel import f8, i8, kernel
from tapete.kernel.cache import build_of
from tapete.kernel.contract import ACTIONS, MEMORY, NUMBERS
from tapete.options import Option

BRISCAS = definition("briscas")


@kernel
def evaluate_nothing(state: State, seat: i8, weights: NUMBERS) -> f8:
    return 0.0


@kernel
def first(state: State, actions: ACTIONS, n: i8, params: NUMBERS, memory: MEMORY) -> i8:
    return 0


@kernel
def last(state: State, actions: ACTIONS, n: i8, params: NUMBERS, memory: MEMORY) -> i8:
    return n - 1


@kernel
def fewer(state: State, out: ACTIONS) -> i8:
    return min(1, rules.legal(state, out))


@kernel
def unsolved(state: State, observer: i8, objective: i8, out: NUMBERS) -> i8:
    return 0


@kernel
def hides_nothing(state: State, action: i8) -> i8:
    return 0


def policy(kernel, **more) -> BotSpec:
    return BotSpec(kernel, "a test", **more)


def version(spec: str, changed: Callable[[Definition], Definition] = lambda definition: definition) -> str:
    return agent_version(make_agent(spec, Game(changed(BRISCAS), {})))


def with_policies(**policies: BotSpec) -> Callable[[Definition], Definition]:
    return lambda found: replace(found, bots={**found.bots, **policies})


def with_evaluation(**changes) -> Callable[[Definition], Definition]:
    def change(found: Definition) -> Definition:
        name = next(iter(found.evaluations))
        return replace(found, evaluations={name: replace(found.evaluations[name], **changes)})

    return change


def with_kernels(**kernels) -> Callable[[Definition], Definition]:
    return lambda found: replace(found, kernels={**found.kernels, **kernels})


def test_the_same_agent_has_the_same_version_again() -> None:
    for spec in ("random", "heuristic", "ismcts:iterations=50", "greedy"):
        assert version(spec) == version(spec)


def test_an_option_makes_another_agent() -> None:
    specs = [
        "ismcts",
        "ismcts:iterations=50",
        "ismcts:c=0.9",
        "ismcts:ms=5",
        "ismcts:trees=2",
        "ismcts:rollout=heuristic",
    ]
    specs += ["ismcts:rollout=heuristic,epsilon=0.1", "ismcts:exact=0", "ismcts:reuse=1", "pimc", "heuristic", "random"]
    assert len({version(spec) for spec in specs}) == len(specs)


@pytest.mark.parametrize("spec", ["greedy", "ismcts:rollout_depth=3"])
def test_another_evaluation_makes_another_agent(spec: str) -> None:
    assert version(spec, with_evaluation(kernel=evaluate_nothing)) != version(spec)


def test_an_unused_evaluation_does_not_change_the_fingerprint_of_a_search() -> None:
    assert version("ismcts", with_evaluation(kernel=evaluate_nothing)) == version("ismcts")


def test_another_default_weight_or_scale_of_an_evaluation_makes_another_agent() -> None:
    usual = next(iter(BRISCAS.evaluations.values())).weights
    weights = {name: value + 1 for name, value in usual.items()}
    assert version("greedy", with_evaluation(weights=weights)) != version("greedy")
    assert version("ismcts:rollout_depth=3", with_evaluation(scale=(-1.0, 7.0))) != version("ismcts:rollout_depth=3")


def test_weights_in_a_file_count_by_their_values_not_by_the_path(tmp_path: Path) -> None:
    term = next(iter(next(iter(BRISCAS.evaluations.values())).weights))
    found = []
    for folder, weight in (("a", 1.0), ("b", 1.0), ("a", 2.0)):
        (tmp_path / folder).mkdir(exist_ok=True)
        path = tmp_path / folder / "weights.json"
        path.write_text(json.dumps({term: weight}), encoding="utf-8")
        found.append(version(f"greedy:weights={path}"))
    assert found[0] == found[1] != found[2]


def test_a_rollout_policy_counts_with_its_code_and_its_numbers() -> None:
    one = with_policies(mine=policy(first))
    other = with_policies(mine=policy(last))
    numbers = with_policies(mine=policy(first, params=lambda game, options: [1.0]))
    versions = {version("ismcts:rollout=mine", change) for change in (one, other, numbers)}
    assert len(versions) == 3
    assert len({version("mine", change) for change in (one, other, numbers)}) == 3


def test_what_a_policy_reads_of_the_state_counts() -> None:
    assert version("mine", with_policies(mine=policy(first))) != version(
        "mine", with_policies(mine=policy(first, public=True))
    )


def test_a_kernel_whose_address_is_a_number_of_a_policy_counts() -> None:
    """Addresses change from process to process, so the fingerprint covers the code at the address."""

    def pointing_at(target):
        return policy(first, params=lambda game, options: [float(build_of(target).address(target)), 2.0])

    versions = [
        version("mine", with_policies(mine=pointing_at(target))) for target in (evaluate_nothing, evaluations.evaluate)
    ]
    assert versions[0] != versions[1]
    assert versions[0] == version("mine", with_policies(mine=pointing_at(evaluate_nothing)))


def test_a_kernel_that_replaces_a_rule_in_searches_counts() -> None:
    def with_variant(found: Definition) -> Definition:
        return replace(found, search_variants=(Variant("legal", fewer, lambda options: True),))

    assert version("ismcts", with_variant) != version("ismcts")


def test_the_exact_solution_and_what_is_hidden_count() -> None:
    assert version("ismcts", with_kernels(solve=unsolved)) != version("ismcts")
    assert version("ismcts", with_kernels(hides=hides_nothing)) != version("ismcts")


def with_opening(target) -> Callable[[Definition], Definition]:
    return lambda found: replace(
        found, opening=policy(target, public=True, options=(Option("care", False, "how to open"),))
    )


def test_the_opening_counts() -> None:
    openings = [
        version("heuristic"),
        version("heuristic", with_opening(first)),
        version("heuristic", with_opening(last)),
    ]
    openings.append(version("heuristic:care=1", with_opening(last)))
    assert len(set(openings)) == 4


def test_retrained_weights_in_the_package_make_another_agent(tmp_path: Path, monkeypatch) -> None:
    game = tapete.load("dinosaurs")
    before = agent_version(make_agent("medium", game))
    stored = json.loads(dinosaur_weights.FILE.read_text(encoding="utf-8"))
    name = next(iter(stored["table"]))
    stored["table"][name][0] += 1
    (tmp_path / "weights.json").write_text(json.dumps(stored), encoding="utf-8")
    monkeypatch.setattr(dinosaur_weights, "FILE", tmp_path / "weights.json")
    assert agent_version(make_agent("medium", game)) != before


def test_rules_count_with_their_options_and_their_seeds() -> None:
    def rules_of(changed: Callable[[Definition], Definition] = lambda found: found, **options) -> str:
        return rules_version(Game(changed(BRISCAS), options))

    versions = [
        rules_of(),
        rules_of(players=3),
        rules_of(with_kernels(legal=fewer)),
        rules_of(with_kernels(hides=hides_nothing)),
    ]
    versions.append(rules_of(lambda found: replace(found, series_seed=lambda seed, deal: deal)))
    versions.append(rules_of(lambda found: replace(found, accepts=lambda state, action: True)))
    assert len(set(versions)) == len(versions)
    assert rules_of(with_evaluation(kernel=evaluate_nothing)) == rules_of()


# Agents of other packages

PLUGIN = {
    "outside": "import outside_help\n\nclass Outside:\n    def act(self, view):\n        return outside_help.pick(view.legal())\n",
    "outside_help": "def pick(legal):\n    return legal[0]\n",
}


@pytest.fixture
def plugged(tmp_path: Path, monkeypatch) -> Callable[..., type]:
    """Return an agent from its own folder, after an edit of one of its files; registered as `outside`."""
    monkeypatch.setattr(registry, "_registered", dict(registry._registered))

    def plug(file: str = "outside", old: str = "", new: str = "") -> type:
        folder = tmp_path / f"plugged-{len(list(tmp_path.iterdir()))}"
        folder.mkdir()
        for name, text in PLUGIN.items():
            assert name != file or old in text
            (folder / f"{name}.py").write_text(text.replace(old, new, 1) if name == file else text, encoding="utf-8")
            sys.modules.pop(name, None)
        importlib.invalidate_caches()
        monkeypatch.syspath_prepend(str(folder))
        kind = importlib.import_module("outside").Outside
        tapete.register_agent(kind, "outside")
        return kind

    yield plug
    for name in PLUGIN:
        sys.modules.pop(name, None)


@pytest.mark.parametrize("name", ["briscas", "hearthstone"])
def test_an_edited_plug_in_is_another_agent_also_behind_an_opening(plugged, name: str) -> None:
    game = tapete.load(name)

    def now() -> str:
        return agent_version(make_agent("outside", game))

    plugged()
    before = now()
    plugged("outside", "class", "# only a comment\nclass")
    assert now() == before
    plugged("outside", "view.legal()", "view.legal()[::-1]")
    edited = now()
    plugged("outside_help", "legal[0]", "legal[-1]")
    assert len({before, edited, now()}) == 3


def test_a_plug_in_may_declare_further_dependencies(plugged, monkeypatch) -> None:
    kind = plugged()
    game = tapete.load("briscas")
    versions = []
    for network in ("first network", "second network"):
        monkeypatch.setattr(kind, "fingerprint", lambda self, network=network: network, raising=False)
        versions.append(agent_version(make_agent("outside", game)))
    assert versions[0] != versions[1]


def test_games_of_an_edited_plug_in_are_another_run(plugged, tmp_path: Path) -> None:
    game = tapete.load("briscas")
    with Store(tmp_path / "a.db") as store:

        def played() -> int:
            return tournament(game, ["outside", "random"], games=4, seed=1, store=store).outcome.played_now

        plugged()
        assert (played(), played()) == (4, 0)
        plugged("outside_help", "legal[0]", "legal[-1]")
        assert (played(), played()) == (4, 0)
        plugged("outside_help", "def", "# a comment\ndef")
        assert (played(), len(store.runs())) == (0, 2)


def test_every_kind_of_agent_of_a_game_has_a_version_of_its_own() -> None:
    game = tapete.load("briscas")
    kinds = [name for name in registry.kinds_for(game) if name not in registry._registered and name != "net"]
    versions = {name: agent_version(make_agent(name, game)) for name in kinds}
    assert len(set(versions.values())) == len(versions)
