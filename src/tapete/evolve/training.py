"""The trainer: runs of a strategy, generation by generation, in a folder that is the truth.

The folder holds `run.toml` (the configuration), `progress.csv` (a row per run and generation), `individuals.csv` (everybody who
was in a population), `checkpoint.json` (all that is needed to go on, written after every generation), `choosing.csv` (a row per
run: games and time that the choice of its champion took), `provenance.json` (program, command and machine) and, in the end,
`champion.json` and `champion.txt`. Everything is derived from the seed, so a training that was interrupted or killed ends where
it would have ended.
"""

from __future__ import annotations

import csv
import hashlib
import inspect
import json
import os
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

import numpy as np

from tapete.agents.carriers import carrier_for, carrier_of
from tapete.agents.champion import SCHEMA, read_champion
from tapete.agents.genes import Tunable
from tapete.agents.networked import NetworkTunable
from tapete.agents.registry import make_agent
from tapete.arena.provenance import provenance
from tapete.arena.statistics import mean_interval
from tapete.core.registry import load
from tapete.errors import BadOption, nearest
from tapete.evolve.cmaes import CovarianceAdaptation
from tapete.evolve.config import EvolutionConfig
from tapete.evolve.defaults import usual_opponents
from tapete.evolve.es import EvolutionStrategy
from tapete.evolve.fitness import Evaluator, Scores
from tapete.evolve.ga import GeneticAlgorithm
from tapete.evolve.hall import DIGITS, HallOfFame
from tapete.evolve.random_search import RandomSearch
from tapete.evolve.schedule import Segment, parse_schedule
from tapete.evolve.strategy import Genes, Strategy
from tapete.evolve.workers import make_worker_pool
from tapete.kernel.cache import cores
from tapete.nets import save
from tapete.seeds import derive

RUN_STEP = 1000  # the seeds of a training's runs are this far apart, as the Tribute thesis had them
# Streams of deals beside the generations'
CHOOSING, REPORTING, CHALLENGE, YARDSTICK, ROUND_ROBIN = (number << 40 for number in range(1, 6))
CHOOSING_PARTS = 12  # into which the choice of a champion is divided, so that its progress can be shown
NUMBERS = "champion.txt"  # the champion's genes alone, one number per line
ROUND_ROBIN_GAMES = 15  # of each pair of the runs' champions, as the Tribute thesis had them
NOT_SETTINGS = {"genes", "population", "seed", "start"}  # of a strategy: they have options of their own
STRATEGIES: dict[str, Callable[..., Strategy]] = {
    "es": EvolutionStrategy,
    "ga": GeneticAlgorithm,
    "cma": CovarianceAdaptation,
    "random": RandomSearch,
}

COLUMNS = (
    "run", "generation", "segment", "mode", "evaluations", "games", "seconds", "best", "mean", "median", "worst",
    "deviation", "diversity", "yardstick", "hall", "best_weights", "mean_weights", "best_steps", "mean_steps",
    "hall_weights", "breakdown", "timestamp", "events", "cpu_seconds",
)  # fmt: skip
CHOICES = ("run", "candidates", "games", "seconds", "cpu_seconds")  # columns of choosing.csv


# Plain members of a run's state that a checkpoint holds.
KEPT = (
    "segment", "spent", "generation", "games", "evaluations", "fresh_segment", "strategy_segment", "hall_changed",
    "measured",
)  # fmt: skip


@dataclass
class Generation:
    """Progress report of a generation."""

    run: int
    generation: int
    mode: str
    segment: int
    evaluations: int
    games: int
    seconds: float
    fitness: np.ndarray
    vectors: np.ndarray
    scores: Scores
    breakdown: dict[str, float]  # the best individual's share against each opponent, when it was last measured
    yardstick: float | None
    hall: np.ndarray  # its members
    steps: np.ndarray  # step sizes, the best individual's first; no row where the method has none
    events: list[str]
    cpu_seconds: float = float("nan")

    def row(self) -> dict[str, Any]:
        best = self.vectors[0]
        spread = float(np.linalg.norm(self.vectors - self.vectors.mean(axis=0), axis=1).mean())
        return {
            "run": self.run + 1,
            "generation": self.generation,
            "segment": self.segment + 1,
            "mode": self.mode,
            "evaluations": self.evaluations,
            "games": self.games,
            "seconds": f"{self.seconds:.3f}",
            "best": f"{100 * self.fitness.max():.3f}",
            "mean": f"{100 * self.fitness.mean():.3f}",
            "median": f"{100 * np.median(self.fitness):.3f}",
            "worst": f"{100 * self.fitness.min():.3f}",
            "deviation": f"{100 * self.fitness.std():.3f}",
            "diversity": f"{spread:.6f}",
            "yardstick": "" if self.yardstick is None else f"{100 * self.yardstick:.3f}",
            "hall": len(self.hall),
            "best_weights": listed(best),
            "mean_weights": listed(self.vectors.mean(axis=0)),
            "best_steps": listed(self.steps[0]) if len(self.steps) else "",
            "mean_steps": listed(self.steps.mean(axis=0)) if len(self.steps) else "",
            "hall_weights": json.dumps([[round(float(x), DIGITS) for x in member] for member in self.hall]),
            "breakdown": json.dumps({bot: round(100 * share, 3) for bot, share in self.breakdown.items()}),
            "timestamp": time.strftime("%Y-%m-%d %H:%M:%S"),
            "events": "; ".join(self.events),
            "cpu_seconds": f"{self.cpu_seconds:.3f}",
        }


def listed(values: np.ndarray) -> str:
    """Numbers as a list in a cell of a table."""
    return json.dumps([round(float(x), DIGITS) for x in values])


@dataclass
class Choosing:
    """Progress of choosing a run's champion on fresh deals; `run` is the number of runs while the best of them is measured."""

    run: int
    candidates: int
    played: int  # games so far
    games: int  # of all candidates
    seconds: float


Progress = Callable[[Generation], None]
OnChoosing = Callable[[Choosing], None]


@dataclass
class EvolutionState:
    """A run in progress: all that a checkpoint holds."""

    number: int
    strategy: Strategy
    hall: HallOfFame
    halls: dict[str, HallOfFame] = field(default_factory=dict)  # one per mode, where they are kept apart
    segment: int = 0
    spent: int = 0  # evaluations in this segment
    generation: int = 0
    games: int = 0
    evaluations: int = 0
    fresh_segment: bool = True  # the segment's first generation is still to come
    strategy_segment: int = 0  # in which segment the strategy began
    hall_changed: bool = False  # since the parents were last measured
    # Of each individual of the population: how often it was measured under the present opponents, and its last breakdown
    measured: dict[str, tuple[int, dict[str, float]]] = field(default_factory=dict)


class EvolutionTraining:
    """One configuration in one folder."""

    def __init__(
        self, config: EvolutionConfig, folder: Path, *, workers: int | None = None, on: str | None = None
    ) -> None:
        self.config = config
        self.folder = folder
        self.game = load(config.game, **config.options)
        self.tunable: Tunable = carrier_for(self.game, carrier_of(config), make_agent)
        share, every = config.prune
        self._hall = lambda: HallOfFame(config.hall_of_fame, share, every)
        self.segments: list[Segment] = parse_schedule(config.schedule, config.evaluations, config.population)
        self.worker_pool = make_worker_pool(on, carrier_of(config), workers)
        self.evaluators = [self._evaluator(segment) for segment in range(len(self.segments))]
        self.evaluator = self.evaluators[0]
        self.rivals = list(config.against) or usual_opponents(config.game, config.options)
        least = len(self.rivals) * self.evaluator.turns
        self.measuring = replace(  # fresh games; co-evolution alone needs opponents for nothing else
            self.evaluators[-1], against=self.rivals, games=max(config.fresh_games, least), race=False, equal_games=0
        )
        self.on_choosing: OnChoosing | None = None
        self.genes = Genes(self.tunable.names, self.tunable.start, self.tunable.low, self.tunable.high)
        self.champions: list[dict[str, Any]] = []  # of the runs that are finished
        for segment in range(len(self.segments)):
            self._strategy(0, 0, segment)  # refuses wrong settings before anything is written

    def _evaluator(self, segment: int) -> Evaluator:
        """Where individuals are measured in a segment."""
        config, (_, measuring) = self.config, self.config.at_segment(segment)
        evaluator = Evaluator(
            self.game,
            self.tunable,
            config.against,
            measuring["games"],
            measuring["pair_games"],
            measuring["hof_games"],
            config.count,
            config.odd,
            config.race,
            own_deals=config.deals == "own",
            worker_pool=self.worker_pool,
        )
        if config.equal_games:
            evaluator.equal_games = config.population * evaluator.bot_games
        return evaluator

    # Strategies

    def _strategy(self, run: int, begun: int, segment: int) -> Strategy:
        """A fresh strategy for a run with the settings of a segment; one that begins at a later one draws from another seed."""
        seed = self.run_seed(run) if begun == 0 else derive(self.run_seed(run), begun) >> 1
        start = None
        if self.config.start and begun == 0:
            start = first_vector(Path(self.config.start), self.genes)
        make = STRATEGIES[self.config.method]
        settings, _ = self.config.at_segment(segment)
        known = inspect.signature(make).parameters.keys() - NOT_SETTINGS
        for name in settings:
            if name not in known:
                raise BadOption(f"--method {self.config.method} has no setting {name!r}; {nearest(name, known)}")
        try:
            return make(self.genes, self.config.population, seed, start=start, **settings)
        except TypeError:
            given = ", ".join(f"{name}={value}" for name, value in settings.items())
            raise BadOption(f"--method {self.config.method}: a setting of {given} is of the wrong kind") from None

    def run_seed(self, run: int) -> int:
        return self.config.seed + RUN_STEP * run

    # The folder

    @property
    def checkpoint(self) -> Path:
        return self.folder / "checkpoint.json"

    def train(
        self,
        progress: Progress | None = None,
        *,
        stop: Callable[[], bool] = lambda: False,
        choosing: OnChoosing | None = None,
    ) -> dict[str, Any]:
        """Go on from where the folder is, until all runs are finished. Returns the champion of the training.

        `progress` is called after every generation, `choosing` while champions are chosen on fresh deals.
        """
        self.on_choosing = choosing
        finished = self.folder / "champion.json"
        if finished.exists():
            return json.loads(finished.read_text(encoding="utf-8"))
        state = self._resume()
        while True:
            while not self._finished(state):
                generation = self._generation(state)
                self._save(state, generation)
                if progress is not None:
                    progress(generation)
                if stop():
                    raise KeyboardInterrupt
            self.champions.append(self._champion_of(state))
            if len(self.champions) == self.config.runs:
                break
            state = self._begin(len(self.champions))
            self._save(state, None)
        return self._finish(finished)

    def _begin(self, number: int) -> EvolutionState:
        return EvolutionState(number, self._strategy(number, 0, 0), self._hall())

    def _resume(self) -> EvolutionState:
        if not self.checkpoint.exists():
            self.folder.mkdir(parents=True, exist_ok=True)
            self.config.write(self.folder / "run.toml")
            write_whole(self.folder / "provenance.json", json.dumps(provenance(), indent=1))
            state = self._begin(0)
            self._save(state, None)
            return state
        data = json.loads(self.checkpoint.read_text(encoding="utf-8"))
        self.champions = data["champions"]
        segment = min(data["segment"], len(self.segments) - 1)
        strategy = self._strategy(data["number"], data["strategy_segment"], segment)
        state = EvolutionState(data["number"], strategy, self._hall())
        state.strategy.restore(data["strategy"])
        state.hall.restore(data["hall"])
        for mode, kept in data["halls"].items():
            state.halls[mode] = self._hall()
            state.halls[mode].restore(kept)
        for name in KEPT:
            setattr(state, name, data[name])
        state.measured = {name: (times, breakdown) for name, (times, breakdown) in data["measured"].items()}
        self._trim(state)
        return state

    def _save(self, state: EvolutionState, generation: Generation | None) -> None:
        """Write a generation's row, then the checkpoint, each whole or not at all."""
        if generation is not None:
            self._append("progress.csv", COLUMNS, [generation.row()])
            names = ("run", "generation", "place", "fitness", *self.genes.names)
            rows = [
                {
                    "run": state.number + 1,
                    "generation": generation.generation,
                    "place": place,
                    "fitness": f"{value:.6f}",
                }
                | {name: f"{gene:.8f}" for name, gene in zip(self.genes.names, vector, strict=True)}
                for place, (vector, value) in enumerate(zip(generation.vectors, generation.fitness, strict=True))
            ]
            self._append("individuals.csv", names, rows)
        data = {
            "number": state.number,
            "strategy": state.strategy.as_dict(),
            "hall": state.hall.as_dict(),
            "halls": {mode: hall.as_dict() for mode, hall in state.halls.items()},
            "champions": self.champions,
            "bounds": {
                name: [float(low), float(high)]
                for name, low, high in zip(self.genes.names, self.genes.low, self.genes.high, strict=True)
            },
        } | {name: getattr(state, name) for name in KEPT}
        write_whole(self.checkpoint, json.dumps(data))

    def _append(self, name: str, columns: tuple[str, ...], rows: list[dict[str, Any]]) -> None:
        """Rows at the end of a file, in the columns that it began with."""
        path = self.folder / name
        begun = header_of(path) if path.exists() else []
        with open(path, "a", encoding="utf-8", newline="") as out:
            writer = csv.DictWriter(out, begun or columns, extrasaction="ignore")
            if not begun:
                writer.writeheader()
            writer.writerows(rows)

    def _trim(self, state: EvolutionState) -> None:
        """Forget rows of a generation that was written but not completed when the training was killed."""
        for name in ("progress.csv", "individuals.csv"):
            path = self.folder / name
            if not path.exists():
                continue
            with open(path, encoding="utf-8", newline="") as source:
                reader = csv.DictReader(source)
                columns = reader.fieldnames or ()
                kept = [
                    row
                    for row in reader
                    if row["generation"]
                    and (int(row["run"]), int(row["generation"])) < (state.number + 1, state.generation)
                ]
            partial = path.with_name(path.name + ".partial")
            with open(partial, "w", encoding="utf-8", newline="") as out:
                writer = csv.DictWriter(out, columns)
                writer.writeheader()
                writer.writerows(kept)
            partial.replace(path)

    # One generation

    def _finished(self, state: EvolutionState) -> bool:
        return state.segment >= len(self.segments)

    def _generation(self, state: EvolutionState) -> Generation:
        started, processed = time.perf_counter(), self._cpu_seconds()
        config, segment = self.config, self.segments[state.segment]
        seed = derive(self.run_seed(state.number), state.generation)
        events: list[str] = []
        if state.fresh_segment and state.segment:
            events.append(f"segment {state.segment + 1}: {segment.mode}")
            self._switch(state, segment.mode)
        carried = state.fresh_segment and state.segment > 0 and config.between == "carry"
        state.fresh_segment = False
        strategy, hall = state.strategy, state.hall.vectors if len(state.hall) else np.zeros((0, len(self.genes)))
        self.evaluator = self.evaluators[state.segment]
        reevaluate = config.at_segment(state.segment)[1]["reevaluate"]
        measure = self.evaluator.fixed if segment.mode == "fixed" else self.evaluator.coevolution
        if carried:  # the parents under the new kind of fitness; no children
            scores = measure(strategy.vectors, hall, seed)
            self._note(state, strategy.vectors, scores)
            strategy.update_fitness(scores.fitness)
            evaluated = len(strategy.vectors)
        else:
            proposed = strategy.ask()
            evaluated = len(proposed)
            parents = len(strategy.vectors)
            changed = segment.mode == "coevolution" or state.hall_changed
            again = parents and (
                segment.mode == "coevolution" or (strategy.survive and (reevaluate == "all" or state.hall_changed))
            )
            if again:  # parents are measured anew, on the same deals and opponents as their children
                together = np.concatenate([proposed, strategy.vectors])
                scores = measure(together, hall, seed)
                now = scores.fitness.copy()
                if not changed:  # more games under the same conditions: the mean of all measurements
                    names = [identity(vector) for vector in together]
                    before = dict(zip(names[evaluated:], strategy.fitness, strict=True))
                    for place, name in enumerate(names):
                        if name in before:
                            times = state.measured[name][0]
                            now[place] = (before[name] * times + now[place]) / (times + 1)
                self._note(state, together, scores, more=not changed)
                strategy.update_fitness(now[evaluated:])
                strategy.tell(now[:evaluated])
                state.hall_changed = False
            else:
                scores = measure(proposed, hall, seed)
                self._note(state, proposed, scores)
                strategy.tell(scores.fitness)
            if reevaluate == "elite" and not again and parents and strategy.survive:
                best = strategy.vectors[:1]
                fresh = measure(best, hall, derive(seed, 1))
                times = state.measured[identity(best[0])][0]
                self._note(state, best, fresh, more=True)
                mean = (strategy.fitness[:1] * times + fresh.fitness) / (times + 1)
                strategy.update_fitness(np.concatenate([mean, strategy.fitness[1:]]))
                scores.games += fresh.games
        kept = {identity(vector) for vector in strategy.vectors}
        state.measured = {name: known for name, known in state.measured.items() if name in kept}
        if len(scores.hall_lost):
            state.hall.note(scores.hall_lost)
        state.games += scores.games
        state.evaluations += evaluated
        state.spent += evaluated
        events += self._hall_of_fame(state, seed)
        yardstick = None
        if config.yardstick_games:
            measured = self.measuring.against_bots(
                strategy.vectors[:1], derive(seed, YARDSTICK), config.yardstick_games
            )
            yardstick = float(measured.fitness[0])
        found = Generation(
            state.number,
            state.generation,
            segment.mode,
            state.segment,
            state.evaluations,
            state.games,
            time.perf_counter() - started,
            strategy.fitness.copy(),
            strategy.vectors.copy(),
            scores,
            state.measured[identity(strategy.vectors[0])][1],
            yardstick,
            state.hall.vectors,
            strategy.step_sizes().copy(),
            events,
            self._cpu_seconds() - processed,
        )
        state.generation += 1
        if state.spent >= segment.evaluations:
            state.segment, state.spent, state.fresh_segment = state.segment + 1, 0, True
        return found

    def _note(self, state: EvolutionState, vectors: np.ndarray, scores: Scores, *, more: bool = False) -> None:
        """Remember of every individual that it was measured, and how it did against each opponent."""
        for name, place in {identity(vector): place for place, vector in enumerate(vectors)}.items():
            times = state.measured[name][0] if more and name in state.measured else 0
            breakdown = {bot: float(shares[place]) for bot, shares in scores.against.items()}
            state.measured[name] = times + 1, breakdown

    def _switch(self, state: EvolutionState, mode: str) -> None:
        """Adapt population and hall of fame to a new kind of fitness."""
        if self.config.between == "restart":
            state.strategy_segment = state.segment
            state.strategy = self._strategy(state.number, state.segment, state.segment)
            state.measured = {}
        elif state.segment in self.config.by_segment:
            before = state.strategy.as_dict()
            state.strategy = self._strategy(state.number, state.strategy_segment, state.segment)
            state.strategy.restore(before)
        if self.config.hof_at_switch == "clear":
            state.hall.clear()
        elif self.config.hof_at_switch == "separate":
            last = self.segments[state.segment - 1].mode
            state.halls[last] = state.hall
            state.hall = state.halls.pop(mode) if mode in state.halls else self._hall()

    def _hall_of_fame(self, state: EvolutionState, seed: int) -> list[str]:
        champion = state.strategy.vectors[0]

        def beats(member: np.ndarray) -> float:
            games = max(20, self.config.hof_games)
            pair = self.evaluator.pairs(np.stack([champion, member]), [(0, 1)], games, derive(seed, CHALLENGE))
            state.games += self.evaluator.deals(games) * self.evaluator.turns
            return float(pair[0, 0])

        before = len(state.hall), [member.tobytes() for member in state.hall.members]
        events = [state.hall.consider(champion, beats), state.hall.prune(state.generation)]
        if (len(state.hall), [member.tobytes() for member in state.hall.members]) != before:
            state.hall_changed = True
        return [event for event in events if event]

    # Champions

    def _cpu_seconds(self) -> float:
        """CPU time so far, of this process and of those that play for it."""
        return time.process_time() + self.worker_pool.cpu_seconds

    def choosing_games(self) -> int:
        """Games of choosing and measuring one run's champion, as far as they are known before it ends."""
        each = sum(self.measuring.shared_out(max(self.config.fresh_games, len(self.rivals))))
        candidates = self.config.population + self.config.hall_of_fame if self.config.choice == "fresh" else 0
        return each * (candidates + 1)

    def _champion_of(self, state: EvolutionState) -> dict[str, Any]:
        """The best of a run: of its last population as published, or of population and hall on fresh deals."""
        started, processed = time.perf_counter(), self._cpu_seconds()
        strategy = state.strategy
        candidates = strategy.candidates()
        if len(state.hall):
            candidates = np.concatenate([candidates, state.hall.vectors])
        training = float(strategy.fitness[0])
        place = played = 0
        if self.config.choice == "fresh":
            chosen = self._fresh(candidates, derive(self.run_seed(state.number), CHOOSING), state.number)
            place, played = int(np.argmax(chosen.fitness)), chosen.games
        vector = candidates[place]
        reported = self._fresh(vector[None], derive(self.run_seed(state.number), REPORTING))
        played += reported.games
        row = {
            "run": state.number + 1,
            "candidates": len(candidates),
            "games": played,
            "seconds": f"{time.perf_counter() - started:.3f}",
            "cpu_seconds": f"{self._cpu_seconds() - processed:.3f}",
        }
        self._append("choosing.csv", CHOICES, [row])
        return {
            "run": state.number + 1,
            "seed": self.run_seed(state.number),
            "training": training,
            "fresh": float(reported.fitness[0]),
            "fresh_ci95": self._interval(reported),
            "fresh_games": reported.games,
            "against": {bot: float(shares[0]) for bot, shares in reported.against.items()},
            "genes": dict(zip(self.genes.names, (round(float(x), 10) for x in vector), strict=True)),
            "games": state.games,
            "choosing_games": played,
            "evaluations": state.evaluations,
        }

    def _fresh(self, vectors: np.ndarray, seed: int, run: int | None = None) -> Scores:
        """Score vectors on fresh deals, against the opponents by which this training is measured."""
        started, games = time.perf_counter(), self.config.fresh_games
        found: list[Scores] = []
        parts = max(1, min(len(vectors) // cores(), CHOOSING_PARTS)) if run is not None else 1  # no core is idle
        for part in np.array_split(vectors, parts):
            found.append(self.measuring.against_bots(part, seed, games))
            if run is not None and self.on_choosing is not None:
                done, played = sum(len(one.fitness) for one in found), sum(one.games for one in found)
                whole = round(played / done * len(vectors))
                self.on_choosing(Choosing(run, len(vectors), played, whole, time.perf_counter() - started))
        return joined(found)

    def _interval(self, scores: Scores) -> list[float] | None:
        """The interval of a single vector's share over its deals; unknown where agents remember earlier games."""
        return None if self.remembering else scores.interval()

    @cached_property
    def remembering(self) -> bool:
        """Whether an agent of this training remembers earlier games, so that they are not independent."""
        agents = [self.tunable.seated, *(make_agent(spec, self.game) for spec in self.rivals)]
        return any(agent.in_order for agent in agents)

    def _finish(self, path: Path) -> dict[str, Any]:
        fresh = np.array([champion["fresh"] for champion in self.champions])
        vectors = np.array([[run["genes"][name] for name in self.genes.names] for run in self.champions])
        among, met = self._round_robin(vectors)
        published = self.config.choice == "published" and "fixed" not in self.config.schedule and len(among)
        place = int(np.argmax(among if published else fresh))
        vector = vectors[place]
        # once more on deals of its own: it was chosen as the best of its runs, which flatters it
        final = self._fresh(vector[None], derive(self.config.seed, REPORTING, CHOOSING))
        summary = {
            "runs": self.champions,
            "chosen": place + 1,
            "among_each_other": among.tolist(),
            "mean": float(fresh.mean()),
            "deviation": float(fresh.std(ddof=1)) if len(fresh) > 1 else None,
            "ci95": [float(end) for end in mean_interval(fresh)] if len(fresh) > 1 else None,
            "games": int(sum(champion["games"] for champion in self.champions)),
            "choosing_games": met + final.games + sum(one.get("choosing_games", 0) for one in self.champions),
        }
        genes = dict(zip(self.genes.names, (round(float(x), 10) for x in vector), strict=True))
        tuned = {gene.name for gene in self.tunable.genes if gene.param is not None}
        weights = {name: value for name, value in genes.items() if name in tuned}
        data = {
            "schema": SCHEMA,
            "game": self.config.game,
            "options": dict(self.config.options),
            "agent": self.config.agent,
            "genes": genes,
            "weights": weights,
            "score": float(final.fitness[0]),
            "score_ci95": self._interval(final),
            "score_games": final.games,
            "against": {bot: float(shares[0]) for bot, shares in final.against.items()},
            "training": summary,
            "configuration": self.config.as_dict(),
            "version": package_version(),
            "commit": provenance()["commit"],
        }
        if isinstance(self.tunable, NetworkTunable):
            made = {"training": data["configuration"], "score": data["score"], "score_games": data["score_games"]}
            save(self.folder / "champion.npz", self.tunable.network(vector, made))
        write_whole(self.folder / NUMBERS, "".join(f"{value!r}\n" for value in genes.values()))
        if self.game.definition.champion_files is not None:
            for name, text in self.game.definition.champion_files(self.config.agent, weights).items():
                write_whole(self.folder / name, text)
        write_whole(path, json.dumps(data, indent=1))
        return data

    def _round_robin(self, vectors: np.ndarray) -> tuple[np.ndarray, int]:
        """The share of each run's champion in games with those of the other runs, and the games; none of a single run."""
        if len(vectors) < 2:
            return np.zeros(0), 0
        evaluator = replace(self.evaluators[-1], pair_games=ROUND_ROBIN_GAMES, equal_games=0)
        scores = evaluator.coevolution(vectors, vectors[:0], derive(self.config.seed, ROUND_ROBIN))
        return scores.fitness, scores.games


def joined(parts: list[Scores]) -> Scores:
    """Scores of several groups of vectors on the same deals as one."""
    against = {bot: np.concatenate([part.against[bot] for part in parts]) for bot in parts[0].against}
    return Scores(
        np.concatenate([part.fitness for part in parts]),
        against,
        games=sum(part.games for part in parts),
        won=np.concatenate([part.won for part in parts]),
        counted=parts[0].counted,
    )


def first_vector(path: Path, genes: Genes) -> np.ndarray:
    """Where a training begins: another one's champion, or a file with one number per line, a number for each gene."""
    if path.suffix != ".txt":
        return read_champion(path).vector(genes.names, genes.start)
    try:
        numbers = np.array([float(line) for line in path.read_text(encoding="utf-8").split()])
    except (OSError, ValueError) as error:
        raise BadOption(f"--start {path}: must hold one number per line ({error})") from None
    if len(numbers) != len(genes) or not np.isfinite(numbers).all():
        raise BadOption(
            f"--start {path}: must hold {len(genes)} finite numbers, one per gene, and holds {len(numbers)}"
        )
    return numbers


def identity(vector: np.ndarray) -> str:
    """A name for an individual: the same genes, the same name."""
    return hashlib.blake2b(np.ascontiguousarray(vector, dtype=float).tobytes(), digest_size=8).hexdigest()


def package_version() -> str:
    try:
        return version("tapete")
    except PackageNotFoundError:
        return "unknown"


def header_of(path: Path) -> list[str]:
    with open(path, encoding="utf-8", newline="") as source:
        return next(csv.reader(source), [])


def write_whole(path: Path, text: str) -> None:
    """A file that is replaced in one step."""
    partial = path.with_name(path.name + ".partial")
    with open(partial, "w", encoding="utf-8") as out:
        out.write(text)
        out.flush()
        os.fsync(out.fileno())
    partial.replace(path)


def same_settings(one: Mapping[str, Any], other: Mapping[str, Any]) -> list[str]:
    """The names of settings that differ."""
    return sorted(name for name in {**one, **other} if one.get(name) != other.get(name))
