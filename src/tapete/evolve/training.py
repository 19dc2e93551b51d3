"""The trainer: runs of a strategy, generation by generation, in a folder that is the truth.

The folder holds `run.toml` (the configuration), `progress.csv` (a row per run and generation), `individuals.csv` (everybody who
was in a population), `checkpoint.json` (all that is needed to go on, written after every generation) and, in the end,
`champion.json`. Everything is derived from the seed, so a training that was interrupted or killed ends where it would have ended.
"""

from __future__ import annotations

import csv
import json
import os
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

import numpy as np

from tapete.agents.champion import SCHEMA, read_champion
from tapete.agents.tunable import Tunable, tunable
from tapete.arena.statistics import mean_interval
from tapete.catalogue import load
from tapete.errors import BadOption
from tapete.evolve.cmaes import CovarianceAdaptation
from tapete.evolve.config import Config
from tapete.evolve.es import EvolutionStrategy
from tapete.evolve.fitness import Field, Scores
from tapete.evolve.ga import GeneticAlgorithm
from tapete.evolve.hall import HallOfFame
from tapete.evolve.random_search import RandomSearch
from tapete.evolve.schedule import Segment, parse_schedule
from tapete.evolve.strategy import Genes, Strategy
from tapete.seeds import derive

RUN_STEP = 1000  # the seeds of a training's runs are this far apart, as the Tribute thesis had them
CHOOSING, REPORTING, CHALLENGE, YARDSTICK = (
    1 << 40,
    2 << 40,
    3 << 40,
    4 << 40,
)  # streams of deals beside the generations'
STRATEGIES: dict[str, Callable[..., Strategy]] = {
    "es": EvolutionStrategy,
    "ga": GeneticAlgorithm,
    "cma": CovarianceAdaptation,
    "random": RandomSearch,
}

COLUMNS = (
    "run", "generation", "segment", "mode", "evaluations", "games", "seconds", "best", "mean", "median", "worst",
    "deviation", "diversity", "yardstick", "hall", "best_weights", "mean_weights", "breakdown", "events",
)  # fmt: skip


# Plain members of a run's state that a checkpoint holds.
KEPT = (
    "segment", "spent", "generation", "games", "evaluations", "fresh_segment", "strategy_segment", "hall_changed",
)  # fmt: skip


@dataclass
class Generation:
    """What is told of a generation."""

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
    yardstick: float | None
    hall: int
    events: list[str]

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
            "hall": self.hall,
            "best_weights": json.dumps([round(float(x), 8) for x in best]),
            "mean_weights": json.dumps([round(float(x), 8) for x in self.vectors.mean(axis=0)]),
            "breakdown": json.dumps(
                {bot: round(100 * float(shares.max()), 3) for bot, shares in self.scores.against.items()}
            ),
            "events": "; ".join(self.events),
        }


Told = Callable[[Generation], None]


@dataclass
class RunState:
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


class Training:
    """One configuration in one folder."""

    def __init__(self, config: Config, folder: Path, *, workers: int | None = None) -> None:
        self.config = config
        self.folder = folder
        self.game = load(config.game, **config.options)
        self.tunable: Tunable = tunable(config.agent, self.game, config.genes or None)
        share, every = config.prune
        self._hall = lambda: HallOfFame(config.hall_of_fame, share, every)
        self.segments: list[Segment] = parse_schedule(config.schedule, config.evaluations, config.population)
        self.field = Field(
            self.game,
            self.tunable,
            config.against,
            config.games,
            config.pair_games,
            config.hof_games,
            config.count,
            config.odd,
            workers,
        )
        self.genes = Genes(self.tunable.names, self.tunable.start, self.tunable.low, self.tunable.high)
        self.champions: list[dict[str, Any]] = []  # of the runs that are finished
        self._strategy(0, 0)  # refuses wrong settings before anything is written

    # Strategies

    def _strategy(self, run: int, segment: int) -> Strategy:
        """A fresh strategy for a run; a restart at a later segment draws from another seed."""
        seed = self.run_seed(run) if segment == 0 else derive(self.run_seed(run), segment) >> 1
        start = None
        if self.config.start and segment == 0:
            start = read_champion(Path(self.config.start)).vector(self.genes.names, self.genes.start)
        make = STRATEGIES[self.config.method]
        try:
            return make(self.genes, self.config.population, seed, start=start, **self.config.settings)
        except TypeError:
            wrong = ", ".join(self.config.settings)
            raise BadOption(f"--method {self.config.method} does not take the settings {wrong}") from None

    def run_seed(self, run: int) -> int:
        return self.config.seed + RUN_STEP * run

    # The folder

    @property
    def checkpoint(self) -> Path:
        return self.folder / "checkpoint.json"

    def train(self, told: Told | None = None, *, stop: Callable[[], bool] = lambda: False) -> dict[str, Any]:
        """Go on from where the folder is, until all runs are finished. Returns the champion of the training."""
        finished = self.folder / "champion.json"
        if finished.exists():
            return json.loads(finished.read_text(encoding="utf-8"))
        state = self._resume()
        while True:
            while not self._finished(state):
                generation = self._generation(state)
                self._save(state, generation)
                if told is not None:
                    told(generation)
                if stop():
                    raise KeyboardInterrupt
            self.champions.append(self._champion_of(state))
            if len(self.champions) == self.config.runs:
                break
            state = self._begin(len(self.champions))
            self._save(state, None)
        return self._finish(finished)

    def _begin(self, number: int) -> RunState:
        return RunState(number, self._strategy(number, 0), self._hall())

    def _resume(self) -> RunState:
        if not self.checkpoint.exists():
            self.folder.mkdir(parents=True, exist_ok=True)
            self.config.write(self.folder / "run.toml")
            state = self._begin(0)
            self._save(state, None)
            return state
        data = json.loads(self.checkpoint.read_text(encoding="utf-8"))
        self.champions = data["champions"]
        state = RunState(data["number"], self._strategy(data["number"], data["strategy_segment"]), self._hall())
        state.strategy.restore(data["strategy"])
        state.hall.restore(data["hall"])
        for mode, kept in data["halls"].items():
            state.halls[mode] = self._hall()
            state.halls[mode].restore(kept)
        for name in KEPT:
            setattr(state, name, data[name])
        self._trim(state)
        return state

    def _save(self, state: RunState, generation: Generation | None) -> None:
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
        } | {name: getattr(state, name) for name in KEPT}
        write_whole(self.checkpoint, json.dumps(data))

    def _append(self, name: str, columns: tuple[str, ...], rows: list[dict[str, Any]]) -> None:
        path = self.folder / name
        new = not path.exists()
        with open(path, "a", encoding="utf-8", newline="") as out:
            writer = csv.DictWriter(out, columns)
            if new:
                writer.writeheader()
            writer.writerows(rows)

    def _trim(self, state: RunState) -> None:
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

    def _finished(self, state: RunState) -> bool:
        return state.segment >= len(self.segments)

    def _generation(self, state: RunState) -> Generation:
        started = time.perf_counter()
        config, segment = self.config, self.segments[state.segment]
        seed = derive(self.run_seed(state.number), state.generation)
        events: list[str] = []
        if state.fresh_segment and state.segment:
            events.append(f"segment {state.segment + 1}: {segment.mode}")
            self._switch(state, segment.mode)
        carried = state.fresh_segment and state.segment > 0 and config.between == "carry"
        state.fresh_segment = False
        strategy, hall = state.strategy, state.hall.vectors if len(state.hall) else np.zeros((0, len(self.genes)))
        measure = self.field.fixed if segment.mode == "fixed" else self.field.coevolution
        if carried:
            scores = measure(strategy.vectors, hall, seed)  # the parents under the new kind of fitness; no children
            strategy.retell(scores.fitness)
            evaluated = len(strategy.vectors)
        else:
            asked = strategy.ask()
            evaluated = len(asked)
            parents = len(strategy.vectors)
            again = parents and (segment.mode == "coevolution" or config.reevaluate == "all" or state.hall_changed)
            if again:  # parents are measured anew, on the same deals and opponents as their children
                scores = measure(np.concatenate([asked, strategy.vectors]), hall, seed)
                strategy.retell(
                    self._mixed(strategy.fitness, scores.fitness[evaluated:], segment.mode, state.hall_changed)
                )
                strategy.tell(scores.fitness[:evaluated])
                state.hall_changed = False
            else:
                scores = measure(asked, hall, seed)
                strategy.tell(scores.fitness)
            if config.reevaluate == "elite" and not again and parents:
                fresh = measure(strategy.vectors[:1], hall, derive(seed, 1)).fitness
                strategy.retell(np.concatenate([(strategy.fitness[:1] + fresh) / 2, strategy.fitness[1:]]))
                scores.games += scores.games // max(1, evaluated)
        if len(scores.hall_lost):
            state.hall.note(scores.hall_lost)
        state.games += scores.games
        state.evaluations += evaluated
        state.spent += evaluated
        events += self._hall_of_fame(state, seed)
        yardstick = None
        if config.yardstick_games and config.against:
            measured = self.field.against_bots(strategy.vectors[:1], derive(seed, YARDSTICK), config.yardstick_games)
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
            yardstick,
            len(state.hall),
            events,
        )
        state.generation += 1
        if state.spent >= segment.evaluations:
            state.segment, state.spent, state.fresh_segment = state.segment + 1, 0, True
        return found

    def _mixed(self, old: np.ndarray, new: np.ndarray, mode: str, changed: bool) -> np.ndarray:
        """The parents' fitness: the new one where opponents have changed, else the mean of both measurements."""
        return new if mode == "coevolution" or changed else (old + new) / 2

    def _switch(self, state: RunState, mode: str) -> None:
        """What happens to population and hall of fame where the kind of fitness changes."""
        if self.config.between == "restart":
            state.strategy = self._strategy(state.number, state.segment)
            state.strategy_segment = state.segment
        if self.config.hof_at_switch == "clear":
            state.hall.clear()
        elif self.config.hof_at_switch == "separate":
            before = self.segments[state.segment - 1].mode
            state.halls[before] = state.hall
            state.hall = state.halls.pop(mode) if mode in state.halls else self._hall()

    def _hall_of_fame(self, state: RunState, seed: int) -> list[str]:
        champion = state.strategy.vectors[0]

        def beats(member: np.ndarray) -> float:
            games = max(20, self.config.hof_games)
            pair = self.field.pairs(np.stack([champion, member]), [(0, 1)], games, derive(seed, CHALLENGE))
            state.games += self.field.deals(games) * self.field.turns
            return float(pair[0, 0])

        before = len(state.hall), [member.tobytes() for member in state.hall.members]
        events = [state.hall.consider(champion, beats), state.hall.prune(state.generation)]
        if (len(state.hall), [member.tobytes() for member in state.hall.members]) != before:
            state.hall_changed = True
        return [event for event in events if event]

    # Champions

    def _champion_of(self, state: RunState) -> dict[str, Any]:
        """The best of a run: of its last population as published, or of population and hall on fresh deals."""
        strategy = state.strategy
        candidates = strategy.vectors
        if len(state.hall):
            candidates = np.concatenate([candidates, state.hall.vectors])
        training = float(strategy.fitness[0])
        place = 0
        if self.config.choice == "fresh":
            chosen = self._fresh(candidates, derive(self.run_seed(state.number), CHOOSING))
            place = int(np.argmax(chosen.fitness))
        vector = candidates[place]
        reported = self._fresh(vector[None], derive(self.run_seed(state.number), REPORTING))
        return {
            "run": state.number + 1,
            "seed": self.run_seed(state.number),
            "training": training,
            "fresh": float(reported.fitness[0]),
            "fresh_games": reported.games,
            "against": {bot: float(shares[0]) for bot, shares in reported.against.items()},
            "genes": dict(zip(self.genes.names, (round(float(x), 10) for x in vector), strict=True)),
            "games": state.games,
            "evaluations": state.evaluations,
        }

    def _fresh(self, vectors: np.ndarray, seed: int) -> Scores:
        """Vectors on deals that nobody was trained on; without bots, among each other."""
        if self.config.against:
            return self.field.against_bots(vectors, seed, self.config.fresh_games)
        if len(vectors) == 1:
            vectors = np.concatenate([vectors, self.genes.start[None]])
            scores = self.field.coevolution(vectors, np.zeros((0, len(self.genes))), seed)
            return Scores(scores.fitness[:1], {"the untrained agent": scores.fitness[:1]}, games=scores.games)
        return self.field.coevolution(vectors, np.zeros((0, len(self.genes))), seed)

    def _finish(self, path: Path) -> dict[str, Any]:
        fresh = np.array([champion["fresh"] for champion in self.champions])
        best = self.champions[int(np.argmax(fresh))]
        vector = np.array([best["genes"][name] for name in self.genes.names])
        # once more on deals of its own: it was chosen as the best of its runs, which flatters it
        final = self._fresh(vector[None], derive(self.config.seed, REPORTING, CHOOSING))
        low, high = mean_interval(fresh) if len(fresh) > 1 else (float(fresh[0]), float(fresh[0]))
        summary = {
            "runs": self.champions,
            "mean": float(fresh.mean()),
            "deviation": float(fresh.std(ddof=1)) if len(fresh) > 1 else 0.0,
            "ci95": [float(low), float(high)],
            "games": int(sum(champion["games"] for champion in self.champions)),
        }
        genes = dict(zip(self.genes.names, (round(float(x), 10) for x in vector), strict=True))
        tuned = {gene.name for gene in self.tunable.genes if gene.param is not None}
        data = {
            "schema": SCHEMA,
            "game": self.config.game,
            "options": dict(self.config.options),
            "agent": self.config.agent,
            "genes": genes,
            "weights": {name: value for name, value in genes.items() if name in tuned},
            "score": float(final.fitness[0]),
            "score_games": final.games,
            "against": {bot: float(shares[0]) for bot, shares in final.against.items()},
            "training": summary,
            "configuration": self.config.as_dict(),
            "version": package_version(),
        }
        write_whole(path, json.dumps(data, indent=1))
        return data


def package_version() -> str:
    try:
        return version("tapete")
    except PackageNotFoundError:
        return "unknown"


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
