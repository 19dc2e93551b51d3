"""Tables 9.2 to 9.4 retrained: fixed, co-evolution and hybrid, with and without a hall of fame."""

import numpy as np

from tapete.agents.registry import make_agent
from tapete.core.registry import load
from tapete.evolve.compare import champions_of, vectors_for
from tapete.evolve.fitness import Evaluator
from tapete.seeds import derive
from tapete.studies.study import Job, Row, Study, Task
from tapete.studies.training import Trained, over_runs
from tapete.studies.tribute.table_9_2 import DRAFTS
from tapete.studies.tribute_trained import job, shares, training_picture, trainings

HYBRID = "fixed:0.4,coevolution:0.2,fixed:0.4"
FRESH = {
    "B-1": (32.5, 41.2, 50.1, 41.3, 47.0),
    "B-4": (47.9, 37.1, 40.4, 30.1, 43.2),
    "B-2": (42.8, 37.0, 35.8, 42.5, 39.9),
    "B-5": (33.6, 21.9, 48.8, 31.3, 41.9),
}
IN_TRAINING = {
    "B-1": (40.7, 43.2, 52.2, 52.6, 49.0),
    "B-4": (56.0, 43.0, 48.5, 42.0, 51.0),
    "B-2": (42.7, 40.7, 40.2, 42.6, 48.8),
    "B-5": (44.0, 33.0, 50.5, 41.5, 45.0),
    "B-3": (79.4, 79.4, 81.0, 79.4, 82.5),
    "B-6": (70.2, 75.4, 80.7, 84.2, 84.2),
}
AMONG = {"B-1": 34.95, "B-2": 32.42, "B-3": 82.43, "B-4": 33.98, "B-5": 39.97, "B-6": 76.25}  # table 9.4
MODES = {
    "B-1": ("fixed", 3),
    "B-4": ("fixed", 0),
    "B-2": (HYBRID, 3),
    "B-5": (HYBRID, 0),
    "B-3": ("coevolution", 3),
    "B-6": ("coevolution", 0),
}
SHARED = trainings("tribute/trained-9-2")
CONFIGURATIONS = {
    name: Trained(
        name,
        {"schedule": schedule, "hall_of_fame": hall},
        shares(*FRESH.get(name, ())),
        shares(*IN_TRAINING[name]),
        1000,
    )
    for name, (schedule, hall) in MODES.items()
}
PAIR_GAMES = {"quick": 4, "full": 40}


def against_each_other(task: Task) -> list[Row]:
    """Play the champions of all configurations against each other; missing trainings are run."""
    folders = {
        name: SHARED.train(trained, task.scale, task.seed, task.log)[1] for name, trained in CONFIGURATIONS.items()
    }
    return among({name: champions_of(folder) for name, folder in folders.items()}, task.scale, task.seed)


def among(genes: dict, scale: str, seed: int) -> list[Row]:
    """Return the shares of every configuration's champions against those of the others, mean over runs."""
    game = load("tribute", preset="thesis")
    tunable = next(iter(genes.values()))[0].tunable(game, make_agent)
    names = [name for name, (_, runs, _) in genes.items() for _ in runs]
    vectors = np.concatenate([vectors_for(tunable, runs) for _, runs, _ in genes.values()])
    pairs = [(i, j) for i in range(len(names)) for j in range(i + 1, len(names)) if names[i] != names[j]]
    shares_ = Evaluator(game, tunable, ()).pairs(vectors, pairs, PAIR_GAMES[scale], derive(seed, 94))
    total, met = np.zeros(len(names)), np.zeros(len(names))
    for (i, j), (one, other) in zip(pairs, shares_, strict=True):
        total[i] += one
        total[j] += other
        met[[i, j]] += 1
    each = total / met
    found = []
    for name in genes:
        own = np.array([share for share, label in zip(each, names, strict=True) if label == name])
        games = int(sum(met[i] for i, label in enumerate(names) if label == name)) * PAIR_GAMES[scale]
        label = f"{name}, against the champions of the others"
        found.append(over_runs(label, "evolved", own, (AMONG[name] / 100,), 25_000, games, judged=False, par=0.5))
    return found


STUDY = Study(
    "modes and hall of fame trained anew",
    "Tribute thesis, tables 9.2 to 9.4 and its repository: five runs each, champions measured by 1,000 games",
    "tribute",
    [],
    options={"preset": "thesis"},
    notes=(
        "By its program the published hall of fame never played: members were stored with weights and step "
        "sizes, forty numbers, and "
        "the bot takes twenty and otherwise plays the weights of an earlier session. Its log fits: 325 of 666 "
        "challenge games won, as "
        "in a mirror match. Here members play, so the lines with one (B-1, B-2, B-3) are not the same experiment.",
        "Parents were never measured again, so luck was kept as fitness: the published champions lose 5.1 "
        "(B-1) and 8.4 (B-4) points "
        "on new games.",
        "By the means of its own runs the published hybrid with a hall of fame (39.6) is above that "
        "without (35.5), the reverse of "
        "what one champion each shows; none of these gaps is larger than the runs differ by chance.",
        "All games between evolved bots in the thesis had the same four patrons (Ansei, Red Eagle, Saint "
        "Alessia, Orgnum), and so "
        "have those here.",
        DRAFTS,
    ),
    jobs=[*(job(SHARED, entry) for entry in CONFIGURATIONS.values()), Job("against each other", against_each_other)],
    pictures=(
        training_picture("9.3", "fitness", "B-1"),
        training_picture("9.4", "champions", "B-1"),
        training_picture("9.5", "bars", "B-1"),
        training_picture("9.6", "fitness", "B-3"),
        training_picture("9.7", "boxes", "B-3"),
    ),
)
