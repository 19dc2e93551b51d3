"""Options shared by all searches, and the settings that they make in a search's memory."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from tapete.core.bots import Bot, named_policy
from tapete.core.game import Game
from tapete.core.weight_files import chosen_weights
from tapete.errors import BadNetwork, BadOption, TapeteError
from tapete.kernel import Record
from tapete.kernel.contract import SLOTS
from tapete.nets import Bound, forward
from tapete.nets.bound import NetPolicy
from tapete.nets.files import named
from tapete.options import Option
from tapete.search.workspace import NO_LIMIT, PUCT, UCB1, UCB1_ANY, UCB1_TUNED

DEFAULT_ITERATIONS = 500
REWARDS = ("win", "points", "evaluation")
FINALS = ("robust", "max", "max-robust", "secure")

ITERATIONS = Option("iterations", 0, "iterations per decision; 0: no limit with ms, 500 without", low=0, high=10**9)
MS = Option("ms", 0.0, "milliseconds per decision; 0: no limit", low=0, high=10**7)
TURN_MS = Option(
    "turn_ms", 0.0, "milliseconds for a whole turn, shared out over its decisions; 0: no limit", low=0, high=10**8
)
C = Option("c", 0.7, "exploration constant: larger explores more", low=0, high=10**6, also=("exploration_constant",))
REWARD = Option("reward", "win", "reward that is maximised", choices=REWARDS)
NORMALISE = Option("normalise", True, "map rewards to [0, 1]; 0: raw values")
ROLLOUT = Option(
    "rollout",
    "random",
    "policy of the rollouts: random, net, or a native policy (NAME or NAME/option=value; NAME may be FILE.py:NAME)",
)
ROLLOUT_DEPTH = Option(
    "rollout_depth",
    -2,
    "decisions of a rollout before it is evaluated; -1: to the end; -2: 0 with eval=net, else to the end",
    low=-2,
    high=10**6,
)
EPSILON = Option("epsilon", 0.0, "share of random moves in rollouts by a policy", low=0, high=1)
FINAL = Option("final", "robust", "the move played: most visits, best mean, both, best lower bound", choices=FINALS)
EXACT = Option(
    "exact", "1", "use the game's exact solution: 0 never, 1 at the root, 2 inside the tree", choices=("0", "1", "2")
)
TREES = Option("trees", 1, "independent trees that share the iterations", low=1, high=1024)
THREADS = Option("threads", 1, "trees that run at a time", low=1, high=256)
REUSE = Option("reuse", False, "keep the part of the tree that was played into")
WIDEN = Option(
    "widen", 0.0, "progressive widening: at most this times the root of its visits children; 0: off", low=0, high=10**6
)
EVAL = Option("eval", "", "the evaluation to use: one of the game's, FILE.py:NAME, or net; empty: the game's first")
NET = Option("net", "own", "the network of eval=net and rollout=net: a file, or own (which comes with the game)")
GUIDE = Option("guide", "", "a network that gives priors and values: a file, or own; empty: none")
PRIORS_KINDS = ("kept", "fresh", "drawn")  # as KEPT, FRESH, DRAWN
PRIORS = Option(
    "priors",
    "kept",
    "of a guide: kept with the nodes, fresh at every position on the way, or fresh with others' moves drawn from them",
    choices=PRIORS_KINDS,
)
SYMMETRIC = Option("symmetric", True, "let the guide see positions under one of the game's symmetries, drawn each time")
SELECTS = ("auto", "ucb1", "ucb1-tuned", "puct")
SELECT = Option("select", "auto", "rule of selection; auto: puct with a guide, else ucb1", choices=SELECTS)
WEIGHTS = Option(
    "weights",
    "",
    "weights of the evaluation: a preset, numbers joined by /, a file, or a training's champion or folder; empty: defaults",
)
CLAIRVOYANT = Option("clairvoyant", False, "search the true state, hidden cards and all (for studies)")
NODES = Option("nodes", 0, "most nodes of a tree; 0: enough", low=0, high=1 << 26)

BUDGET = (ITERATIONS, MS, TURN_MS)
VALUES = (REWARD, NORMALISE, EVAL, WEIGHTS, NET)
SIMULATION = (ROLLOUT, ROLLOUT_DEPTH, EPSILON)
TREE = (C, SELECT, FINAL, EXACT, TREES, THREADS, REUSE, WIDEN, NODES)
ALL = (*BUDGET, *VALUES, *SIMULATION, *TREE, GUIDE, PRIORS, SYMMETRIC)


@dataclass
class Settings:
    """Options as fields of a search's memory, with the objects they refer to."""

    words: dict[str, Any]
    weights: np.ndarray
    rules: np.ndarray
    rollout: Bot | NetPolicy | None = None
    networks: tuple[Bound, ...] = ()  # their addresses are among the words and weights
    own: type[Record] | None = None  # the search's own record
    own_words: Mapping[str, Any] = field(default_factory=dict)


def can_evaluate(game: Game) -> bool:
    """Return True if positions can be evaluated: by an evaluation of the game, or by a network over its features."""
    return bool(game.definition.evaluations or game.definition.encoders)


def depth_of(options: Mapping[str, Any]) -> int:
    """Return the most decisions of a rollout; -1: no limit."""
    depth = options.get("rollout_depth", -1)
    if depth == ROLLOUT_DEPTH.default:
        return 0 if options.get("eval") == "net" else -1
    return depth


def rollout_policy(game: Game, given: str, networks: Networks) -> Bot | NetPolicy | None:
    """Return the policy that `rollout=` names; None: random."""
    if given in ("random", ""):
        return None
    if given == "net":
        return networks("net", "rollout=net").policy()
    try:
        return named_policy(game, given)
    except TapeteError as error:
        raise BadOption(f"rollout={given}: {error}") from error


class Networks:
    """Networks that options name, each bound once."""

    def __init__(self, game: Game, options: Mapping[str, Any]) -> None:
        self.game = game
        self.options = options
        self.bound: dict[str, Bound] = {}

    def __call__(self, option: str, needs: str) -> Bound:
        given = self.options.get(option, "own")
        if given not in self.bound:
            try:
                self.bound[given] = Bound(named(self.game, given), self.game)
            except BadNetwork as error:
                raise BadNetwork(f"{needs}: {error}") from None
        return self.bound[given]


@dataclass(frozen=True)
class Judge:
    """Evaluator of positions: an evaluation of the game, or a network."""

    slot: str
    address: int
    weights: np.ndarray
    scale: tuple[float, float]
    shares: bool = False  # whether its value for one of two seats is a share of the game; the other has the rest


def judge_of(game: Game, options: Mapping[str, Any], networks: Networks) -> Judge:
    """Return the evaluation that `eval=` names, with its weights."""
    name = options.get("eval") or None
    if name == "net":
        if options.get("weights"):
            raise BadOption("weights= belongs to an evaluation of the game; the weights of eval=net are in its file")
        bound = networks("net", "eval=net")
        if bound.network.value is None:
            raise BadNetwork("eval=net: this network has a policy head only, and an evaluation needs values")
        address = bound.address_of(forward.evaluate)
        return Judge("evaluate", address, bound.words(), bound.network.value_scale, shares=game.seats == 2)
    chosen = game.evaluation(name)
    weights = np.array(chosen_weights(options.get("weights", ""), chosen.weights, chosen.presets), dtype=np.float64)
    slot = "evaluate_change" if chosen.rates_moves else "evaluate"
    return Judge(slot, game.build.address(chosen.kernel), weights, chosen.scale)


def guide_words(game: Game, options: Mapping[str, Any], networks: Networks) -> dict[str, Any]:
    """Return the settings of selection and of the guide."""
    given, select = options.get("guide", ""), options.get("select", "auto")
    if select == "auto":
        select = "puct" if given else "ucb1"
    codes = {"ucb1": UCB1_ANY if given else UCB1, "ucb1-tuned": UCB1_TUNED, "puct": PUCT}
    words = {"select": codes[select]}
    raw = not options.get("normalise", True)
    if raw and (given or select == "ucb1-tuned"):
        raise BadOption(
            f"{f'guide={given}' if given else 'select=ucb1-tuned'} goes with rewards in [0, 1], not normalise=0"
        )
    if not given:
        if options.get("priors", "kept") != "kept":
            raise BadOption(f"priors={options['priors']} needs a network that gives some: guide=own, or a file")
        return words
    bound = networks("guide", f"guide={given}")
    turned = bound.network.policy and options.get("symmetric", True) and bound.take_symmetries() > 0
    kernel = forward.guide_turned if turned else forward.guide if bound.network.policy else forward.guide_by_value
    return words | {
        "guide": bound.address_of(kernel),
        "priors": PRIORS.code(options.get("priors", "kept")),
        "turned": int(turned),
        "net": bound.address,
        "guide_values": int(bound.network.value is not None),
        "widen": 0.0,  # priors take its place
    }


def settle(
    game: Game,
    options: Mapping[str, Any],
    *,
    evaluates: bool = False,
    sees_all: bool = False,
    own: type[Record] | None = None,
    own_words: Mapping[str, Any] | None = None,
    **words: Any,
) -> Settings:
    """Turn options into the settings of a search.

    `evaluates`: the search needs an evaluation for any reward. `sees_all`: it treats the worlds it searches as
    known. `words` are further settings, `own_words` those of its own record.
    """
    definition = game.definition
    reward = REWARDS[words["reward"]] if "reward" in words else options.get("reward", "win")
    reward = "win" if reward == "auto" else reward
    depth = depth_of(options)
    cut_off = depth >= 0 or bool(words.get("own_turn"))
    networks = Networks(game, options)
    needs = evaluates or reward == "evaluation" or (cut_off and reward == "win")
    available = bool(definition.evaluations) or bool(options.get("eval"))
    if options.get("eval") not in (None, "", "net"):
        game.evaluation(options["eval"])  # a wrong name is an error even where none is needed
    if needs and not available:
        hint = "eval=FILE.py:NAME takes one of yours, eval=net a network"
        raise BadOption(f"{game.name} has no evaluation, which this search needs ({hint})")
    judge = judge_of(game, options, networks) if available and (needs or cut_off) else None
    exact = int(options.get("exact", "0")) if game.has("solve") else 0
    raw = not options.get("normalise", True)
    optional = {"solve": bool(exact), "hides": game.has("hides"), "seen": game.has("seen")}
    rules = game.table(*(name for name, wanted in optional.items() if wanted))
    if judge is not None:
        rules[SLOTS[judge.slot]] = judge.address
    variants = [variant for variant in definition.search_variants if variant.when(options)]
    for variant in variants:
        rules[SLOTS[variant.function]] = game.build.address(variant.kernel)
    low, high = definition.points_span
    bottom, top = judge.scale if judge else (0.0, 1.0)
    settled = {
        "c": options.get("c", 0.7),
        "widen": options.get("widen", 0.0),
        "reward": REWARDS.index(reward),
        "objective": int(reward == "points"),
        "final": FINALS.index(options.get("final", "robust")),
        "exact": exact,
        "hides": int(optional["hides"] and not sees_all),
        "seen": int(optional["seen"] and not sees_all),
        "own_legal": int(any(variant.function == "legal" for variant in variants)),
        "evaluates": int(judge is not None),
        "rates_moves": int(judge is not None and judge.slot == "evaluate_change"),
        "clamp": int(not raw),
        "own_view": int(judge is not None and judge.shares and not raw),
        "points_low": 0.0 if raw else low,
        "points_scale": 1.0 if raw else 1.0 / (high - low),
        "evaluation_low": 0.0 if raw else bottom,
        "evaluation_scale": 1.0 if raw else 1.0 / (top - bottom),
        "rollout_depth": NO_LIMIT if depth < 0 else depth,
        "epsilon": options.get("epsilon", 0.0),
        "beyond": game.actions if definition.accepts is not None else 0,
        **guide_words(game, options, networks),
    } | words
    rollout = rollout_policy(game, options.get("rollout", "random"), networks)
    if rollout is not None:
        settled["rollout"] = rollout.native().address
    return Settings(
        settled,
        judge.weights if judge else np.zeros(1),
        rules,
        rollout,
        tuple(networks.bound.values()),
        own,
        own_words or {},
    )
