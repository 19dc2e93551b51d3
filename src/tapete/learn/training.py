"""The trainer of networks: runs of a method, update by update, in a folder that is the truth.

The folder holds `run.toml` (the configuration), `progress.csv` (a row per update), `curve.csv` (scores against the rivals at each
check, with intervals), `provenance.json` (program, command and machine), `checkpoint.npz` (all that is needed to go on: weights,
moments of the optimiser, where it is), in the end `champion.npz`, a network that is an agent, of several runs each one's best
(`run-1.npz`, ...), and `result.json`. Whatever an update draws is derived from the seed and its number, so a training that was
interrupted or killed ends where it would have ended.
"""

from __future__ import annotations

import csv
import json
import os
import platform
import time
import zipfile
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from importlib import import_module
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any, Protocol

import numpy as np

from tapete.agents.registry import make_agent
from tapete.arena.duel import duel
from tapete.arena.observations import observations
from tapete.arena.provenance import provenance
from tapete.arena.statistics import interval_data, is_known, mean_interval
from tapete.core.game import Game
from tapete.errors import BadOption, TapeteError
from tapete.learn import dataset
from tapete.learn.config import NetworkConfig
from tapete.learn.rollouts import player
from tapete.learn.self_play import ITSELF, SelfPlay
from tapete.nets import Network, files, save
from tapete.seeds import derive

RUN_STEP = 1000  # between the seeds of a training's runs
CHOOSING, REPORTING = 1 << 40, 2 << 40  # streams of deals beside the updates'
PROGRESS = (
    "run", "update", "games", "decisions", "dropped", "cpu_seconds", "loss", "policy_loss", "value_loss", "entropy", "kl",
    "agreement", "validation_loss",
)  # fmt: skip
CURVE = ("run", "update", "cpu_seconds", "decisions", "rival", "games", "score", "low", "high")
PROBED = 5  # updates by which the time of one is measured, from all parts of a training alike
NETWORK_OF_RUN = "run-{}.npz"  # the best network of a run, where there are several
LEAST_SECONDS = 20.0  # between two checkpoints


class Learner(Protocol):
    """A method in the middle of a run."""

    trainer: Any

    @property
    def model(self) -> Any: ...

    def update(self, number: int, progress: float) -> dict[str, float]: ...


@dataclass
class Score:
    """How a network did against a rival."""

    rival: str
    games: int
    score: float
    low: float
    high: float

    def as_dict(self) -> dict[str, Any]:
        return {
            "rival": self.rival,
            "games": self.games,
            "score": self.score,
            "ci95": interval_data((self.low, self.high)),
        }


@dataclass
class UpdateProgress:
    """Progress report after an update, and after a check."""

    run: int
    update: int
    numbers: Mapping[str, float]
    seconds: float
    scores: Sequence[Score] = ()
    measuring: int = 0  # games on fresh deals that the run's best network is about to play


@dataclass
class NetworkRunState:
    """A run in progress."""

    number: int
    update: int = 0
    cpu_seconds: float = 0.0
    games: int = 0
    decisions: int = 0
    best: float = -1e300
    best_update: int = -1
    best_scores: list[dict[str, Any]] = field(default_factory=list)
    best_arrays: dict[str, np.ndarray] = field(default_factory=dict)


class NetworkTraining:
    """One configuration in one folder."""

    def __init__(self, config: NetworkConfig, folder: Path) -> None:
        self.config = config
        self.folder = folder
        self.game: Game = config.load()
        self.variants = config.variants()
        config.header_options(self.game)
        self.champions: list[dict[str, Any]] = []
        self.networks: list[dict[str, np.ndarray]] = []  # arrays of the runs' champions
        self.self_play: SelfPlay | None = None
        self.measured_games, self.measured_seconds = 0, 0.0  # of checks so far, by which later ones are foretold
        check_agents(self.game, config)

    # The method

    def learner(self, run: int) -> Learner:
        """The method at the beginning of a run."""
        from tapete.learn.model import one_thread

        one_thread()
        module = import_module(f"tapete.learn.{self.config.method}")
        self.self_play = SelfPlay(self.config, self.game, self.variants, self.run_seed(run))
        return module.Method(self.self_play)

    def run_seed(self, run: int) -> int:
        return derive(self.config.seed + RUN_STEP * run, 99)

    def seconds_per_update(self) -> float:
        """CPU time of an update, measured on a learner that is thrown away."""
        learner = self.learner(0)
        learner.update(0, 0.0)
        started = time.process_time()
        for number in range(PROBED):
            learner.update(number, (number + 0.5) / PROBED)
        return (time.process_time() - started) / PROBED

    # The folder

    @property
    def checkpoint(self) -> Path:
        return self.folder / "checkpoint.npz"

    def train(self, progress: Callable[[UpdateProgress], None] | None = None) -> dict[str, Any]:
        """Go on from where the folder is, until all runs are finished. Returns what came of it."""
        finished = self.folder / "result.json"
        if finished.exists() and (self.folder / "champion.npz").exists():
            try:
                return json.loads(finished.read_text(encoding="utf-8"))
            except ValueError:
                pass  # damaged: the checkpoint makes it anew
        state, learner = self._resume()
        while True:
            try:
                self._run(state, learner, progress)
            except TapeteError:
                self._forget(state)
                raise
            if progress is not None and self.config.rivals:
                progress(UpdateProgress(state.number, state.update, {}, 0.0, measuring=self.fresh_games()))
            self._champion_of(state, learner)
            if len(self.champions) == self.config.runs:
                break
            state, learner = NetworkRunState(len(self.champions)), self.learner(len(self.champions))
            self._save(state, learner)
        return self._finish()

    def _run(self, state: NetworkRunState, learner: Learner, progress: Callable[[UpdateProgress], None] | None) -> None:
        updates = self.config.updates
        every = max(1, -(-updates // self.config.checks)) if self.config.checks else updates + 1
        saved = time.perf_counter()
        while state.update < updates:
            number = state.update
            self._remember(learner, number)
            started = time.process_time()
            numbers = learner.update(number, number / updates)
            seconds = time.process_time() - started
            if not all(np.isfinite(array).all() for array in learner.model.arrays().values()):
                raise BadOption(
                    f"update {number + 1} made weights that are not finite numbers; try a smaller --set rate"
                )
            state.update += 1
            state.cpu_seconds += seconds
            if not numbers.get("passes") or number == 0:  # later passes over a data set play and read no other games
                state.games += int(numbers.get("games", 0))
            state.decisions += int(numbers.get("decisions", 0))
            self._append("progress.csv", PROGRESS, [self._row(state, numbers)])
            scores: list[Score] = []
            if state.update % every == 0 or state.update == updates:
                scores = self._check(state, learner)
            if progress is not None:
                progress(UpdateProgress(state.number, state.update, numbers, seconds, scores))
            if scores or time.perf_counter() - saved > LEAST_SECONDS:
                self._save(state, learner)
                saved = time.perf_counter()
            patience = getattr(learner, "patience", 0)
            if patience and state.best_update >= 0 and state.update - state.best_update >= patience:
                break
        self._save(state, learner)

    def _forget(self, state: NetworkRunState) -> None:
        """Leave no training behind that failed before it learned anything: its settings were wrong."""
        if state.update == 0 and not self.champions:
            for name in ("run.toml", "checkpoint.npz", "provenance.json"):
                (self.folder / name).unlink(missing_ok=True)

    def _row(self, state: NetworkRunState, numbers: Mapping[str, float]) -> dict[str, Any]:
        row: dict[str, Any] = dict.fromkeys(PROGRESS, "")
        row.update({name: f"{x:.6g}" if isinstance(x, float) else x for name, x in numbers.items() if name in PROGRESS})
        return row | {
            "run": state.number + 1,
            "update": state.update,
            "games": state.games,
            "decisions": state.decisions,
            "cpu_seconds": f"{state.cpu_seconds:.2f}",
        }

    def _remember(self, learner: Learner, number: int) -> None:
        """Keep the network as a past self now and then, where games are played against such."""
        pool = float(self.config.settings.get("pool", 0.0))
        every = max(1, self.config.updates // 20)
        if pool <= 0 or number == 0 or number % every or self.self_play is None:
            return
        place = self.folder / "past" / f"{self.self_play.seed:x}-{number}.npz"
        if not place.exists():
            place.parent.mkdir(exist_ok=True)
            save(place, learner.model.as_network())
        self.self_play.past.append((number, files.load(place)))

    # Checks

    def _check(self, state: NetworkRunState, learner: Learner) -> list[Score]:
        """Measure the network against the rivals; remember it if it is the best so far."""
        network = learner.model.as_network()
        scores = self.measure(network, self.config.games, derive(self.run_seed(state.number), CHOOSING))
        mean = float(np.mean([score.score for score in scores])) if scores else quality_of(learner, state.update)
        if mean >= state.best:
            state.best, state.best_update = mean, state.update
            state.best_scores = [score.as_dict() for score in scores]
            state.best_arrays = {name: np.array(array) for name, array in network.arrays.items()}
        rows = [
            {
                "run": state.number + 1,
                "update": state.update,
                "cpu_seconds": f"{state.cpu_seconds:.2f}",
                "decisions": state.decisions,
                "rival": score.rival,
                "games": score.games,
                "score": f"{score.score:.5f}",
                "low": f"{score.low:.5f}" if is_known((score.low, score.high)) else "",
                "high": f"{score.high:.5f}" if is_known((score.low, score.high)) else "",
            }
            for score in scores
        ]
        self._append("curve.csv", CURVE, rows)
        return scores

    def measure(self, network: Network, games: int, seed: int) -> list[Score]:
        """A network, as an agent without search, against every rival; where options vary, in all variants alike."""
        place = self.folder / ".measured.npz"
        save(place, replace(network, made={"configuration": self.config.as_dict()}))
        started = time.perf_counter()
        found = scores_against(self.variants, str(place), self.config.rivals, games, seed)
        self.measured_games += sum(score.games for score in found)
        self.measured_seconds += time.perf_counter() - started
        return found

    def fresh_games(self) -> int:
        """Games on fresh deals that measure the best network of a run."""
        return self.config.fresh_games * len(self.config.rivals)

    # Champions

    def _champion_of(self, state: NetworkRunState, learner: Learner) -> None:
        """The best network of a run, chosen on one set of deals and measured on another."""
        arrays = state.best_arrays or learner.model.arrays()
        network = self._network(learner, arrays, {})
        fresh = self.measure(network, self.config.fresh_games, derive(self.run_seed(state.number), REPORTING))
        self.networks.append(arrays)
        self.champions.append(
            {
                "run": state.number + 1,
                "seed": self.config.seed + RUN_STEP * state.number,
                "update": state.best_update if state.best_update >= 0 else state.update,
                "chosen_by": state.best_scores,
                "scores": [score.as_dict() for score in fresh],
                "games": state.games,
                "decisions": state.decisions,
                "cpu_seconds": state.cpu_seconds,
            }
        )

    def _network(self, learner: Learner, arrays: Mapping[str, np.ndarray], made: Mapping[str, Any]) -> Network:
        n = learner.model.network
        return Network(
            n.game, n.options, n.encoder, n.layers, arrays,
            activation=n.activation, value=n.value, value_activation=n.value_activation, value_scale=n.value_scale,
            made=made,
        )  # fmt: skip

    def _finish(self) -> dict[str, Any]:
        chosen = [
            float(np.mean([score["score"] for score in one["chosen_by"]])) if one["chosen_by"] else 0.0
            for one in self.champions
        ]
        place = int(np.argmax(chosen))
        best = self.champions[place]
        made = {
            "method": self.config.method,
            "configuration": self.config.as_dict(),
            "run": best["run"],
            "seed": best["seed"],
            "update": best["update"],
            "games": best["games"],
            "decisions": best["decisions"],
            "scores": best["scores"],
            "versions": versions(),
        }
        learner = self.learner(place)
        if len(self.networks) > 1:
            for number, arrays in enumerate(self.networks):
                short = {"configuration": self.config.as_dict()}
                save(self.folder / NETWORK_OF_RUN.format(number + 1), self._network(learner, arrays, short))
        save(self.folder / "champion.npz", self._network(learner, self.networks[place], made))
        means = np.array([np.mean([score["score"] for score in one["scores"]] or [0.0]) for one in self.champions])
        result = {
            "schema": "tapete-learned/1",
            "game": self.config.game,
            "options": dict(self.config.options),
            "method": self.config.method,
            "network": "champion.npz",
            "score": float(means[place]),
            "scores": best["scores"],
            "runs": self.champions,
            "mean": float(means.mean()),
            "ci95": [float(end) for end in mean_interval(means)] if len(means) > 1 else None,
            "cpu_seconds": sum(one["cpu_seconds"] for one in self.champions),
            "configuration": self.config.as_dict(),
            "versions": versions(),
        }
        write_whole(self.folder / "result.json", json.dumps(result, indent=1).encode())
        (self.folder / ".measured.npz").unlink(missing_ok=True)
        return result

    # Checkpoints

    def _save(self, state: NetworkRunState, learner: Learner) -> None:
        """Write all that is needed to go on, whole or not at all."""
        plain = {name: value for name, value in vars(state).items() if name != "best_arrays"}
        arrays = {f"learner.{name}": array for name, array in learner.trainer.as_arrays().items()}
        arrays |= {f"best.{name}": array for name, array in state.best_arrays.items()}
        for number, champion in enumerate(self.networks):
            arrays |= {f"run{number}.{name}": array for name, array in champion.items()}
        header = np.array(json.dumps({"state": plain, "champions": self.champions}))
        partial = self.checkpoint.with_name("checkpoint.partial.npz")
        with open(partial, "wb") as out:
            np.savez(out, header=header, **arrays)
            out.flush()
            os.fsync(out.fileno())
        partial.replace(self.checkpoint)

    def _resume(self) -> tuple[NetworkRunState, Learner]:
        if not self.checkpoint.exists():
            state, learner = NetworkRunState(0), self.learner(0)  # refuses wrong settings, before anything is written
            self.folder.mkdir(parents=True, exist_ok=True)
            self.config.write(self.folder / "run.toml")
            write_whole(self.folder / "provenance.json", json.dumps(provenance(), indent=1).encode())
            self._save(state, learner)
            self._trim(state)
            return state, learner
        try:
            with np.load(self.checkpoint, allow_pickle=False) as data:
                arrays = {name: data[name] for name in data.files}
            header = json.loads(str(arrays.pop("header")))
            self.champions = header["champions"]
            self.networks = [part(arrays, f"run{number}.") for number in range(len(self.champions))]
            state = NetworkRunState(**header["state"], best_arrays=part(arrays, "best."))
            learner = self.learner(state.number)
            learner.trainer.restore(part(arrays, "learner."))
        except (OSError, ValueError, KeyError, TypeError, zipfile.BadZipFile) as error:
            raise BadOption(
                f"{self.checkpoint}: it cannot be read ({error}); remove the folder to start over"
            ) from None
        self._recall(state)
        self._trim(state)
        return state, learner

    def _recall(self, state: NetworkRunState) -> None:
        """Past selves of the run that goes on."""
        if self.self_play is None:
            return
        found = [
            (int(place.stem.partition("-")[2]), place)
            for place in (self.folder / "past").glob(f"{self.self_play.seed:x}-*.npz")
        ]
        self.self_play.past = [(after, files.load(place)) for after, place in sorted(found) if after < state.update]

    def _append(self, name: str, columns: tuple[str, ...], rows: list[dict[str, Any]]) -> None:
        path = self.folder / name
        new = not path.exists()
        with open(path, "a", encoding="utf-8", newline="") as out:
            writer = csv.DictWriter(out, columns)
            if new:
                writer.writeheader()
            writer.writerows(rows)

    def _trim(self, state: NetworkRunState) -> None:
        """Forget rows that were written after the last checkpoint of a training that was killed."""
        for name, columns in (("progress.csv", PROGRESS), ("curve.csv", CURVE)):
            path = self.folder / name
            if not path.exists():
                continue
            with open(path, encoding="utf-8", newline="") as source:
                kept = [row for row in csv.DictReader(source) if _whole(row, state)]
            partial = path.with_name(path.name + ".partial")
            with open(partial, "w", encoding="utf-8", newline="") as out:
                writer = csv.DictWriter(out, columns)
                writer.writeheader()
                writer.writerows(kept)
            partial.replace(path)


def _whole(row: Mapping[str, str | None], state: NetworkRunState) -> bool:
    try:
        return (int(row["run"] or ""), int(row["update"] or "")) <= (state.number + 1, state.update)
    except (TypeError, ValueError):
        return False


def quality_of(learner: Learner, update: int) -> float:
    """Return the criterion of the best network without rivals: what the method reports, or the last update."""
    says = getattr(learner, "quality", None)
    found = says() if says is not None else None
    return float(update) if found is None else float(found)


def part(arrays: Mapping[str, np.ndarray], prefix: str) -> dict[str, np.ndarray]:
    return {name[len(prefix) :]: array for name, array in arrays.items() if name.startswith(prefix)}


def check_agents(game: Game, config: NetworkConfig) -> None:
    """Refuse unknown agents, and those that cannot play natively or do not fit, before anything is trained or written."""
    for spec in config.rivals:
        make_agent(spec, game)
    for spec in config.against:
        if spec != ITSELF:
            player(make_agent(spec, game), recorded=False)
    for text in config.teachers:
        path = dataset.path_of(text)
        if not dataset.is_data_set(text):
            if ":" not in text and text.endswith(".npz") and not os.path.exists(path):
                raise BadOption(f"--teacher {text}: there is no such file")
            player(make_agent(text, game), recorded=True)
        elif config.method == "imitate":
            dataset.check_fits(path, dataset.read_header(path), game, config)
        else:
            raise BadOption(
                f"--teacher {text}: lessons of {config.method} need an agent, and this is a data set; "
                "learn from it with --method imitate, then go on with --start"
            )


def scores_against(variants: Sequence[Game], agent: str, rivals: Sequence[str], games: int, seed: int) -> list[Score]:
    """An agent against every rival on mirrored deals; where there are variants, as many games in each."""
    found = []
    for rival in rivals:
        each = max(2, -(-games // len(variants)))
        results = [
            duel(game, [agent, rival], games=each, seed=derive(seed, number), workers=1)
            for number, game in enumerate(variants)
        ]
        if any(result.interrupted for result in results):
            raise KeyboardInterrupt
        played = sum(result.games for result in results)
        if len(results) == 1:
            low, high = results[0].agents[0].ci95
            score = results[0].agents[0].score
        else:
            plans = [replace(result.played.plan, variant=number) for number, result in enumerate(results)]
            shares = [(r.played.returns * (r.played.plan.at_seats == 0)).sum(axis=1) for r in results]
            score, (low, high), _ = observations(plans).sample(shares).interval()
        found.append(Score(rival, played, float(score), float(low), float(high)))
    return found


def versions() -> dict[str, str]:
    """Return the versions of the libraries that trained a network."""
    found = {"python": platform.python_version()}
    for name in ("tapete", "numpy", "numba", "torch"):
        try:
            found[name] = version(name)
        except PackageNotFoundError:
            found[name] = "unknown"
    return found


def write_whole(path: Path, content: bytes) -> None:
    """A file that is replaced in one step."""
    partial = path.with_name(path.name + ".partial")
    with open(partial, "wb") as out:
        out.write(content)
        out.flush()
        os.fsync(out.fileno())
    partial.replace(path)
