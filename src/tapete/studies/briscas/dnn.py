"""Network of the Briscas thesis: its set-up as coded and as described, and the effect of a fair teacher.

Every line trains networks from scratch and plays them. The upper limit of any pupil is how often its teacher gives the same
answer twice to one position: rows of the measure `agreement` show it beside the pupils' rates.
"""

from __future__ import annotations

import math
import os
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from tapete.agents.registry import make_agent
from tapete.arena.duel import EVEN, duel
from tapete.arena.experiment import ExperimentResult
from tapete.arena.names import marked
from tapete.arena.observations import observations
from tapete.arena.statistics import mean_interval, wilson
from tapete.arena.store import Store
from tapete.core.registry import load
from tapete.errors import TapeteError
from tapete.learn import dataset
from tapete.learn.config import NetworkConfig
from tapete.learn.rollouts import Played, RolloutRecorder, player
from tapete.seeds import derive
from tapete.studies import presets
from tapete.studies.study import MIN_GAMES, NORMAL, Figure, Job, Kept, Line, Picture, Row, Study, Task
from tapete.studies.thesis_briscas import ENGINE
from tapete.studies.training import folder_of

PUBLISHED_NETWORK = (
    "TAPETE_BRISCAS_NETWORK"  # environment: path of the authors' file, which does not come with this package
)
NAME = "briscas/dnn"
TEACHER = "thesis-mcts:iterations=300"
OPTIONS: dict[str, Any] = {**ENGINE}
RIVALS = {  # published wins of the network, of 500 games each
    "random": 0.664,
    "heuristic:as_coded=1": 0.202,
    "thesis-mcts:iterations=500": 0.142,
}
FAIR_RIVALS = ("ismcts:iterations=500", "cheap-winner")
ACCURACY, VALIDATED = 0.4596, 2924  # read from the published file's own metrics
SCALES = {  # seeds, games of the data set, games against each rival, games against searches, positions answered twice
    "quick": (1, 200, 200, 60, 120),
    "full": (5, 1000, 1000, 1000, 1000),
}
AS_CODED = dict(presets.find("briscas", "thesis")["settings"])
FAIR_TEACHER = "ismcts:iterations=300"
FAIR = {**AS_CODED, "soft": 1, "masked": 1, "by_example": 0}


@dataclass(frozen=True)
class SetUp:
    """Teachers, pupil and training settings of a line."""

    label: str
    teachers: tuple[str, ...]
    settings: dict[str, float]
    encoder: str = "thesis166"
    times: int = 1  # factor on the number of games that the thesis recorded
    data_options: dict[str, Any] = field(default_factory=lambda: {**ENGINE, "follow_suit": "follow"})
    published: bool = False


SET_UPS = (
    SetUp("as coded", (f"{TEACHER},obey=1",), AS_CODED, published=True),
    SetUp(
        "as described",
        (f"{TEACHER},obey=1", "heuristic:as_coded=1", "heuristic:as_coded=1,aggressive=1"),
        {**AS_CODED, "smoothing": 0.1},
        times=2,
    ),
    SetUp(
        "fair teacher, split by game",
        (FAIR_TEACHER,),
        FAIR,
        data_options=dict(ENGINE),
    ),
    SetUp(
        "fair teacher, briscas_v1 inputs",
        (FAIR_TEACHER,),
        FAIR,
        "briscas_v1",
        data_options=dict(ENGINE),
    ),
    SetUp(
        "fair teacher, embeddings of cards",
        (FAIR_TEACHER,),
        {**FAIR, "embedding": 16},
        "briscas_v1",
        data_options=dict(ENGINE),
    ),
    SetUp(
        "fair teacher, belief inputs",
        (FAIR_TEACHER,),
        FAIR,
        "briscas_belief",
        data_options=dict(ENGINE),
    ),
)


def recorded(set_up: SetUp, games: int, seed: int) -> dataset.DataSet:
    """Record games of the teachers, in the first seat, against random play, as in the thesis; keep only their moves."""
    game = load("briscas", **set_up.data_options)
    parts = []
    for number, teacher in enumerate(set_up.teachers):
        players = [player(make_agent(spec, game), recorded=True) for spec in (teacher, "random")]
        table = RolloutRecorder(game, players, [[0, 1]], encoder=set_up.encoder, forced=True, visits=True)
        count = max(1, games * set_up.times // len(set_up.teachers))
        parts.append(table.play(45 * count, derive(seed, number), games=count))
    header = {
        "format": dataset.FORMAT, "version": 1, "game": "briscas", "options": dict(game.options),
        "encoder": set_up.encoder, "agents": list(set_up.teachers), "seed": seed, "forced": True,
    }  # fmt: skip
    return dataset.DataSet(header, dataset.joined(parts))


def trained(set_up: SetUp, data: dataset.DataSet, folder: Path, seed: int) -> tuple[Path, float]:
    """Train a network by imitation; return it, and its agreement with its teacher on validation data."""
    from tapete.learn.training import NetworkTraining

    path = folder / "data.npz"
    if not path.exists():
        dataset.write(path, data)
    options = load("briscas", **OPTIONS).options
    alike = [name for name, value in options.items() if data.header["options"][name] == value]
    config = NetworkConfig(
        "briscas", "imitate", dict(ENGINE), encoder=set_up.encoder, layers=[64, 64], teachers=[str(path)], updates=100,
        checks=100, rivals=[], seed=seed, settings=set_up.settings,
        matters=alike,  # the thesis learned from games in which suit was followed, and played others
    )  # fmt: skip
    training = NetworkTraining(config, folder / "run")
    best = training.train()["runs"][0]["update"]
    rows = (folder / "run" / "progress.csv").read_text(encoding="utf-8").splitlines()
    columns = rows[0].split(",")
    agreement = next(
        float(row.split(",")[columns.index("agreement")]) for row in rows[1:] if row.split(",")[1] == str(best)
    )
    return folder / "run" / "champion.npz", agreement


def won(
    network: Path, rival: str, games: int, seed: int, store: Any = None, label: str = ""
) -> tuple[np.ndarray, Kept, ExperimentResult]:
    """Return, by deal, the share of games that a network wins alone, from either seat; and the games, which a store keeps."""
    game = load("briscas", **{**OPTIONS, "first_player": "seeded"})
    held = store if isinstance(store, Store) else None
    result = duel(game, [str(network), rival], games=games, seed=seed, workers=1, store=held, labels=["network", rival])
    assert result.outcome is not None
    outcome = replace(result.outcome, kind="study", settings={**result.outcome.settings, "lines": [label]})
    plan = result.played.plan
    mine = plan.at_seats == 0
    shares = (result.played.returns * mine).sum(axis=1) > 1 - EVEN
    points = np.stack([(result.played.points * held).sum(axis=1) for held in (mine, ~mine)], axis=1)
    kept = Kept(points, result.played.decisions.sum(axis=1), ("network", marked(rival, result.agents[1].clairvoyant)))
    return observations([plan]).sample([shares]).means, kept, outcome


def row(label: str, agent: str, means: np.ndarray, published: float | None, games: int) -> Row:
    """Build the row of a pupil's wins beside the published ones."""
    ours = float(means.mean())
    low, high = mean_interval(means)
    distance = agrees = None
    few = published is not None and games < MIN_GAMES
    if published is not None and not few:
        spread = ((high - low) / (2 * NORMAL)) ** 2 + published * (1 - published) / 500
        distance = abs(ours - published) / math.sqrt(spread)
        agrees = distance <= NORMAL
    return Row(label, agent, "wins", published, 500 if published is not None else None, ours, (low, high), games,
               distance, agrees, False, 0, par=0.5, too_few=few)  # fmt: skip


def measured(label: str, networks: Sequence[Path], task: Task, seed: int, *, published: bool) -> list[Row]:
    """Measure networks of several seeds, pooled, against every requested rival."""
    _, _, games, searched, _ = SCALES[task.scale]
    rows = []
    for number, rival in enumerate((*RIVALS, *FAIR_RIVALS)):
        line = f"{label} v {rival}"
        if not task.wants(line):
            continue
        count = task.games or (searched if "iterations" in rival else games)
        found = [won(one, rival, count, derive(seed, number, k), task.store, line) for k, one in enumerate(networks)]
        means = np.concatenate([shares for shares, _, _ in found])
        rows.append(row(line, label, means, RIVALS.get(rival) if published else None, len(means) * 2))
        points, decisions = (
            np.concatenate([getattr(kept, what) for _, kept, _ in found]) for what in ("points", "decisions")
        )
        rows[-1].kept = Kept(points, decisions, found[0][1].names)
        rows[-1].outcomes = tuple(outcome for _, _, outcome in found)
        rows[-1].folder = str(networks[0].parent)
    return rows


def share_row(label: str, agent: str, hits: float, of: int, published: float | None = None) -> Row:
    share = hits / max(1, of)
    interval = wilson(share, max(1, of), NORMAL)
    distance = agrees = None
    if published is not None:
        spread = ((interval[1] - interval[0]) / (2 * NORMAL)) ** 2 + published * (1 - published) / VALIDATED
        distance = abs(share - published) / math.sqrt(spread)
        agrees = distance <= NORMAL
    return Row(label, agent, "agreement", published, VALIDATED if published is not None else None, share, interval, of,
               distance, agrees, False, 0)  # fmt: skip


def agreement_with_itself(spec: str, options: dict[str, Any], positions: int, seed: int) -> tuple[int, int]:
    """Return how often an agent gives the same answer twice to one position with different seeds."""
    game = load("briscas", **options)
    agent = make_agent(spec, game)
    generator = np.random.default_rng(seed & 0xFFFFFFFF)
    same = decisions = 0
    number = 0
    while decisions < positions:
        state = game.deal(derive(seed, number) >> 1)
        number += 1
        for _ in range(int(generator.integers(0, 30))):
            if not state.over:
                state.apply(int(generator.choice(state.legal())))
        if state.over or len(state.legal()) < 2:
            continue
        answers = []
        for turn in range(2):
            agent.reset(derive(seed, number, turn))
            answers.append(agent.act(agent.view(state, derive(seed, number, 10 + turn))))
        same += answers[0] == answers[1]
        decisions += 1
    return same, decisions


def baselines(played: Played) -> float:
    """Return how often a uniform choice among the legal cards agrees with the recorded choice."""
    return float((1.0 / (played.legal_ends - played.legal_starts)).mean())


def labels_of(label: str) -> tuple[str, ...]:
    """Return the rows of a network: against every rival, and its agreement with its teacher."""
    return tuple(f"{label} v {rival}" for rival in (*RIVALS, *FAIR_RIVALS))


def published_weights(task: Task) -> list[Row]:
    """Return the authors' own network, if its file is named."""
    from tapete import nets
    from tapete.learn.convert import from_file

    given = os.environ.get(PUBLISHED_NETWORK)
    if not given:
        return []
    try:
        network = from_file(Path(given), load("briscas", **OPTIONS), "thesis166")
    except TapeteError as error:
        raise type(error)(f"{PUBLISHED_NETWORK}: {error}") from None
    folder = folder_of(NAME, task.scale, task.seed, "published weights")
    folder.mkdir(parents=True, exist_ok=True)
    return measured("published weights", [nets.save(folder / "champion.npz", network)], task, task.seed, published=True)


def pupils(number: int, set_up: SetUp, task: Task) -> list[Row]:
    """Record, train and play one set-up; existing data sets, networks and trainings are reused."""
    seeds, games, *_ = SCALES[task.scale]
    networks, hits, decisions, even = [], 0.0, 0, []
    for run in range(seeds):
        folder = folder_of(NAME, task.scale, task.seed, set_up.label) / str(run + 1)
        folder.mkdir(parents=True, exist_ok=True)
        path = folder / "data.npz"
        if not path.exists():
            task.log(
                f"{set_up.label}: recording {games * set_up.times:,} games, network {run + 1} of {seeds}, into {path}"
            )
            dataset.write(path, recorded(set_up, games, derive(task.seed, number, run)))
        data = dataset.read(path)
        task.log(f"{set_up.label}: learning from {len(data):,} decisions, network {run + 1} of {seeds}, into {folder}")
        network, agreement = trained(set_up, data, folder, task.seed + run)
        split = "example" if set_up.settings["by_example"] else "game"
        validated = len(data.rows("validation", split))
        networks.append(network)
        hits, decisions = hits + agreement * validated, decisions + validated
        even.append(baselines(data.played))
    rows = measured(set_up.label, networks, task, derive(task.seed, number), published=set_up.published)
    published = ACCURACY if set_up.published else None
    validation = share_row(f"{set_up.label}: validation", set_up.label, hits, decisions, published)
    if task.scale == "quick":  # a fifth of the games is too few for the published accuracy
        validation.standard_errors = validation.agrees = None
    rows.append(validation)
    rows.append(share_row(f"{set_up.label}: an even choice", "even", float(np.mean(even)) * decisions, decisions))
    return [entry for entry in rows if task.wants(entry.label)]


def repeated_decisions(spec: str, task: Task) -> list[Row]:
    same, of = agreement_with_itself(spec, dict(ENGINE), SCALES[task.scale][4], task.seed)
    return [share_row(f"{spec} asked twice", spec, same, of)]


def jobs() -> tuple[Job, ...]:
    return (
        Job("published weights", published_weights, labels_of("published weights")),
        *(
            Job(
                set_up.label,
                partial(pupils, number, set_up),
                (*labels_of(set_up.label), f"{set_up.label}: validation", f"{set_up.label}: an even choice"),
            )
            for number, set_up in enumerate(SET_UPS)
        ),
        *(Job(f"{spec} asked twice", partial(repeated_decisions, spec)) for spec in (TEACHER, FAIR_TEACHER)),
    )


def picture(figure: int, kind: str, caption: str, rival: str) -> Picture:
    """Return a figure of the thesis for the network trained as its program did; with the authors' weights, if given."""
    labels = (f"published weights v {rival}", f"{SET_UPS[0].label} v {rival}")
    return Picture(f"figure-{figure}", f"{caption} (figure {figure} of the thesis).", kind, labels)


RANDOM, HEURISTIC, SEARCH = RIVALS
PICTURES = (
    picture(13, "counted-wins", "Wins of the network against random", RANDOM),
    picture(14, "kept-boxes", "Points of the network and of random", RANDOM),
    picture(15, "counted-wins", "Wins of the network against the heuristic", HEURISTIC),
    picture(16, "counted-wins", "Wins of the network against the search", SEARCH),
    picture(17, "kept-boxes", "Points of the network and of the search", SEARCH),
    picture(18, "kept-scatter", "Decisions of a game and the network's lead over the heuristic", HEURISTIC),
)

STUDY = Study(
    "the thesis's network, and what its teacher allows",
    "Briscas thesis, section 5.8 (500 games a line); validation accuracy from the metrics inside its published file",
    "briscas",
    [
        Line(f"the teacher v {rival}", (TEACHER, rival), (Figure(None),), ENGINE)
        for rival in ("random", "heuristic:as_coded=1")
    ],
    quick=200,
    full=2000,
    notes=(
        "As coded: 1,000 games of the thesis's search with 300 iterations, first seat, against random play in the 39-card "
        "game; its moves only, forced ones too; 70 / 15 / 15 % by example, so that positions of one game are on both sides; "
        "166-64-64-40, drop-out 0.2 after each layer, L2 1e-4 on both hidden matrices, Adam 1e-3, batches of 32, at most 100 "
        "passes, patience 10, best weights kept. Initial weights are by He's rule, not Glorot's.",
        "As described: labels smoothed by 0.1, and the heuristic in both modes among the teachers. 90,000 examples cannot "
        "come from 1,000 games of at most 40 moves; twice the games are recorded.",
        f"The authors' own weights are not shipped: name their file in the environment variable {PUBLISHED_NETWORK} to have "
        "them played too.",
        "The published search is clairvoyant and all but certain of whatever it looked at first: asked twice it often answers "
        "differently, and no pupil can agree with it more often than it does itself.",
        "The quick scale records a fifth of the games, which is too few for the published accuracy.",
        "Data sets, trainings and networks are kept in `runs/studies/briscas/dnn` (or where TAPETE_RUNS says), games in the "
        'store; `--line "as coded"` trains one set-up, `--line "as coded v random"` plays one opponent, and what is there is '
        "not made again.",
        "Sequence models (LSTM, Transformer) are left aside: what was played is in the inputs of `briscas_v1` as sets, the "
        "order of play says little more in this game, and networks here play inside compiled searches, which take dense "
        "layers.",
    ),
    jobs=jobs(),
    pictures=PICTURES,
)
