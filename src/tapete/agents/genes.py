"""Tunable agents: the names, start values and bounds of their weights, and the native policy of a vector.

No spec is parsed and nothing is compiled for a vector: the policy of one agent is taken once, and its numbers are replaced.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fnmatch import fnmatchcase

import numpy as np

from tapete.agents.player import Player
from tapete.core.bots import Bot, NativeHandle
from tapete.core.definition import Bounds, Evaluation
from tapete.core.game import Game
from tapete.errors import BadOption, nearest
from tapete.kernel import offset_of
from tapete.search.agent import SearchAgent
from tapete.search.workspace import Search

# Numbers of a search that can be genes beside the weights, with the bounds they are tuned in.
SEARCH_GENES: dict[str, Bounds] = {
    "c": (0.0, 3.0),
    "rollout_depth": (0.0, 40.0),
    "widen": (0.5, 10.0),
    "epsilon": (0.0, 1.0),
}
WHOLE = {"rollout_depth"}  # genes that are whole numbers
ALL = "weights"  # among the names of genes: every weight


@dataclass(frozen=True)
class Gene:
    """Tunable number of an agent: its index in the params, or its field of a search's settings."""

    name: str
    start: float
    low: float
    high: float
    param: int | None = None
    word: int | None = None  # in `initial`, for a search's setting


@dataclass
class Tunable:
    """Agent that can be built from a vector of genes."""

    game: Game
    seated: Player
    native: NativeHandle
    genes: list[Gene]
    make: Callable[[], Player]  # creates the agent anew
    _params: list[int] = field(init=False)

    def __post_init__(self) -> None:
        self._params = [i for i, gene in enumerate(self.genes) if gene.param is not None]
        self._places = np.array([self.genes[i].param for i in self._params], dtype=np.int64)
        self._words = [(i, gene) for i, gene in enumerate(self.genes) if gene.word is not None]

    @property
    def spec(self) -> str:
        return self.seated.spec

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(gene.name for gene in self.genes)

    @property
    def start(self) -> np.ndarray:
        return np.array([gene.start for gene in self.genes])

    @property
    def low(self) -> np.ndarray:
        return np.array([gene.low for gene in self.genes])

    @property
    def high(self) -> np.ndarray:
        return np.array([gene.high for gene in self.genes])

    def policy(self, vector: np.ndarray) -> NativeHandle:
        """Return the native policy of a vector of genes."""
        values = np.asarray(vector, dtype=np.float64)
        if values.shape != (len(self.genes),):
            raise BadOption(f"{self.spec} has {len(self.genes)} genes, not {values.shape}")
        params = self.native.params.copy()
        params[self._places] = values[self._params]
        initial = self.native.initial
        if self._words and initial is not None:
            initial = initial.copy()
            for i, gene in self._words:
                kind = Search.dtype[gene.name]
                number = round(values[i]) if gene.name in WHOLE else values[i]
                initial[gene.word : gene.word + 1].view(kind)[0] = number  # type: ignore[operator]  # a word is given for each of these genes
        return replace(self.native, params=params, initial=initial)

    def agent(self, vector: np.ndarray) -> Player:
        """Create an independent agent from a vector of genes."""
        values = np.asarray(vector, dtype=np.float64)
        made = self.make()
        inner = made.agent
        numbers = inner.params if isinstance(inner, Bot) else inner.settings.weights
        numbers[self._places] = values[self._params]
        for i, gene in self._words:
            inner.settings.words[gene.name] = round(values[i]) if gene.name in WHOLE else values[i]
        if isinstance(inner, SearchAgent):
            inner._spaces.clear()  # laid out again with these settings
        return made


def tunable_of(make: Callable[[], Player], game: Game, genes: Sequence[str] | None = None) -> Tunable:
    """Return the tunable form of an agent: all its weights, or the named genes (weights and settings of a search)."""
    seated = make()
    native = seated.native()
    if native is None:
        raise BadOption(f"{seated.spec} does not run natively (a clock, a memory, or Python), so it cannot be tuned")
    found = list(_weights(seated, native))
    options = list(_settings(seated, native))
    if genes is not None:
        known = {gene.name: gene for gene in [*options, *found]}
        wanted = [name for given in genes for name in named_by(given, found, known)]
        for name in wanted:
            if name not in known:
                raise BadOption(f"{seated.spec} has no gene {name!r}; {nearest(name, [ALL, *known])}")
        found = [known[name] for name in dict.fromkeys(wanted)]
    if not found:
        raise BadOption(f"{seated.spec} has no weights that could be tuned")
    return Tunable(game, seated, native, found, make)


def named_by(given: str, weights: Sequence[Gene], known: Iterable[str]) -> list[str]:
    """Return the genes that a name selects: itself, `weights` for every weight, or a pattern such as `types_b1_*`."""
    if given == ALL:
        return [gene.name for gene in weights]
    matching = [name for name in known if fnmatchcase(name, given)] if set(given) & set("*?[") else []
    return matching or [given]


def _weights(seated: Player, native: NativeHandle) -> list[Gene]:
    agent = seated.agent
    if isinstance(agent, Bot) and agent.policy.weights is not None:
        weights = agent.policy.weights
        if callable(weights):
            weights = weights(seated.options)
        values = agent.params[weights.at : weights.at + len(weights.names)]
        return _genes(weights.names, values, weights.bounds or usual_bounds(values.tolist()), weights.at)
    if isinstance(agent, SearchAgent) and agent.settings.words["evaluates"]:
        evaluation = agent.game.evaluation(agent.options.get("eval") or None)
        return _genes(tuple(evaluation.weights), agent.settings.weights, bounds_of(evaluation), 0)
    return []


def bounds_of(evaluation: Evaluation) -> Bounds | Mapping[str, Bounds]:
    """Return the bounds within which the weights of an evaluation are tuned."""
    return evaluation.bounds or usual_bounds(evaluation.weights.values())


def usual_bounds(values: Iterable[float]) -> Bounds:
    """Return the default bounds: twice the largest weight, either sign."""
    largest = max((abs(value) for value in values), default=1.0) or 1.0
    return (-2 * largest, 2 * largest)


def _genes(names: Sequence[str], values: np.ndarray, bounds: Bounds | Mapping[str, Bounds], at: int) -> list[Gene]:
    made = []
    for place, name in enumerate(names):
        low, high = bounds[name] if isinstance(bounds, Mapping) else bounds
        made.append(Gene(name, float(np.clip(values[place], low, high)), low, high, param=at + place))
    return made


def _settings(seated: Player, native: NativeHandle) -> list[Gene]:
    """Return the settings of a search that can be genes."""
    agent = seated.agent
    if not isinstance(agent, SearchAgent) or native.initial is None:
        return []
    own = agent.space.initial()
    shift = len(native.initial) - len(own)
    made = []
    for name, (low, high) in SEARCH_GENES.items():
        if name not in agent.options:
            continue
        offset = offset_of(Search, name)
        start = float(np.clip(agent.options[name], low, high))
        made.append(Gene(name, start, low, high, word=shift + offset // 8 - 1))
    return made
