"""The options that all searches share, spelled the same everywhere, and what they set in a search's memory."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from tapete.contract import SLOTS
from tapete.errors import BadOption, TapeteError, nearest
from tapete.game import Evaluation, Game
from tapete.options import Option
from tapete.policy import PolicyAgent, named_policy
from tapete.search.workspace import NO_LIMIT

DEFAULT_ITERATIONS = 500
REWARDS = ("win", "points", "evaluation")
FINALS = ("robust", "max", "max-robust", "secure")

ITERATIONS = Option("iterations", 0, "iterations per decision; 0: no limit with ms, 500 without", low=0, high=10**9)
MS = Option("ms", 0.0, "milliseconds per decision; 0: no limit", low=0, high=10**7)
TURN_MS = Option(
    "turn_ms", 0.0, "milliseconds for a whole turn, shared out over its decisions; 0: no limit", low=0, high=10**8
)
C = Option("c", 0.7, "exploration: larger looks wider", low=0, high=10**6)
REWARD = Option("reward", "win", "what is maximised", choices=REWARDS)
NORMALISE = Option("normalise", True, "map rewards to [0, 1]; 0: raw values")
ROLLOUT = Option(
    "rollout",
    "random",
    "who plays simulations out: random, or a native policy (NAME or NAME/option=value; NAME may be FILE.py:NAME)",
)
ROLLOUT_DEPTH = Option(
    "rollout_depth", -1, "decisions of a play-out before it is evaluated; -1: to the end", low=-1, high=10**6
)
EPSILON = Option("epsilon", 0.0, "share of random moves in play-outs by a policy", low=0, high=1)
FINAL = Option("final", "robust", "the move played: most visits, best mean, both, best lower bound", choices=FINALS)
EXACT = Option(
    "exact", "1", "use the game's exact solution: 0 never, 1 at the root, 2 inside the tree", choices=("0", "1", "2")
)
TREES = Option("trees", 1, "independent trees that share the iterations", low=1, high=1024)
THREADS = Option("threads", 1, "how many trees run at a time", low=1, high=256)
REUSE = Option("reuse", False, "keep the part of the tree that was played into")
WIDEN = Option(
    "widen", 0.0, "progressive widening: at most this times the root of its visits children; 0: off", low=0, high=10**6
)
EVAL = Option("eval", "", "the evaluation to use: one of the game's, or FILE.py:NAME; empty: the game's first")
WEIGHTS = Option(
    "weights", "", "weights of the evaluation: a preset, numbers joined by /, or a JSON file; empty: defaults"
)
CLAIRVOYANT = Option("clairvoyant", False, "search the true state, hidden cards and all (for studies)")
NODES = Option("nodes", 0, "room for nodes in a tree; 0: enough", low=0, high=1 << 26)

BUDGET = (ITERATIONS, MS, TURN_MS)
VALUES = (REWARD, NORMALISE, EVAL, WEIGHTS)
SIMULATION = (ROLLOUT, ROLLOUT_DEPTH, EPSILON)
TREE = (C, FINAL, EXACT, TREES, THREADS, REUSE, WIDEN, NODES)
ALL = (*BUDGET, *VALUES, *SIMULATION, *TREE)


@dataclass
class Settings:
    """Options as a search's memory takes them, with what must stay alive or be laid out with it."""

    words: dict[str, Any]
    weights: np.ndarray
    rules: np.ndarray
    rollout: PolicyAgent | None = None


def weights_of(game: Game, evaluation: Evaluation, given: str) -> np.ndarray:
    """The weights that `weights=` names."""
    names = list(evaluation.weights)
    chosen = dict(evaluation.weights)
    if given in evaluation.presets:
        chosen |= evaluation.presets[given]
    elif given.endswith(".json"):
        try:
            found = json.loads(Path(given).read_text())
        except (OSError, ValueError) as error:
            raise BadOption(f"weights={given}: {error}") from None
        if isinstance(found, Mapping):
            for name in found:
                if name not in chosen:
                    raise BadOption(f"weights={given}: there is no weight {name!r}; {nearest(str(name), names)}")
            chosen |= {name: float(value) for name, value in found.items()}
        else:
            chosen = _by_position(names, found, given)
    elif given:
        try:
            chosen = _by_position(names, [float(item) for item in given.split("/")], given)
        except ValueError:
            known = f"; presets: {', '.join(evaluation.presets)}" if evaluation.presets else ""
            raise BadOption(f"weights={given}: must be numbers joined by /, or a JSON file{known}") from None
    return np.array([chosen[name] for name in names], dtype=np.float64)


def _by_position(names: list[str], values: list[float], given: str) -> dict[str, float]:
    if len(values) != len(names):
        raise BadOption(f"weights={given}: {len(names)} weights are needed ({', '.join(names)}), not {len(values)}")
    return dict(zip(names, values, strict=True))


def rollout_policy(game: Game, given: str) -> PolicyAgent | None:
    """The policy that `rollout=` names; None: random."""
    if given in ("random", ""):
        return None
    try:
        return named_policy(game, given)
    except TapeteError as error:
        raise BadOption(f"rollout={given}: {error}") from error


def settle(game: Game, options: Mapping[str, Any], *, evaluates: bool = False, **words: Any) -> Settings:
    """From options to words. `evaluates` says that the search needs an evaluation whatever its reward; `words` are its own."""
    definition = game.definition
    reward = REWARDS[words["reward"]] if "reward" in words else options.get("reward", "win")
    reward = "win" if reward == "auto" else reward
    depth = options.get("rollout_depth", -1)
    cut_off = depth >= 0 or bool(words.get("own_turn"))
    needs = evaluates or reward == "evaluation" or (cut_off and reward == "win")
    named = options.get("eval") or next(iter(definition.evaluations), None)
    if needs and named is None:
        raise BadOption(f"{game.name} has no evaluation, which this search needs: name one of yours, eval=FILE.py:NAME")
    evaluation = None if named is None else game.evaluation(named)
    uses = evaluation is not None and (needs or cut_off)
    exact = int(options.get("exact", "0")) if game.has("solve") else 0
    raw = not options.get("normalise", True)
    rules = game.table(
        *(["solve"] if exact else []),
        *(["hides"] if game.has("hides") else []),
        evaluation=named if uses else None,
    )
    variants = [variant for variant in definition.search_variants if variant.when(options)]
    for variant in variants:
        rules[SLOTS[variant.function]] = game.build.address(variant.kernel)
    weights = weights_of(game, evaluation, options.get("weights", "")) if uses and evaluation else np.zeros(1)
    low, high = definition.points_span
    bottom, top = evaluation.scale if evaluation else (0.0, 1.0)
    settled = {
        "c": options.get("c", 0.7),
        "widen": options.get("widen", 0.0),
        "reward": REWARDS.index(reward),
        "objective": int(reward == "points"),
        "final": FINALS.index(options.get("final", "robust")),
        "exact": exact,
        "hides": int(game.has("hides")),
        "own_legal": int(any(variant.function == "legal" for variant in variants)),
        "evaluates": int(uses),
        "rates_moves": int(uses and evaluation is not None and evaluation.rates_moves),
        "clamp": int(not raw),
        "points_low": 0.0 if raw else low,
        "points_scale": 1.0 if raw else 1.0 / (high - low),
        "evaluation_low": 0.0 if raw else bottom,
        "evaluation_scale": 1.0 if raw else 1.0 / (top - bottom),
        "rollout_depth": NO_LIMIT if depth < 0 else depth,
        "epsilon": options.get("epsilon", 0.0),
    } | words
    rollout = rollout_policy(game, options.get("rollout", "random"))
    if rollout is not None:
        settled["rollout"] = rollout.native().address
    return Settings(settled, weights, rules, rollout)
