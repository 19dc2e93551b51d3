"""Table 4.3: five experiments with the first genome of twelve weights."""

from tapete.studies.hearthstone_ga import NOTES, experiment, jobs, pictures, shared
from tapete.studies.study import Study
from tapete.studies.thesis_hearthstone import SIMULATOR

EXPERIMENTS = [
    experiment(1, 0.455, 200, 5, 65, 0.35, "roulette", "uniform", "anew"),
    experiment(2, 0.48, 200, 5, 65, 0.4, "tournament(25)", "cut(3)", "anew"),
    experiment(3, 0.475, 200, 5, 75, 0.5, "tournament(20)", "cut(2)", "bounded(0.25)"),
    experiment(4, 0.4, 200, 5, 95, 0.4, "rank", "combination", "anew"),
    experiment(5, 0.41, 200, 5, 95, 0.5, "roulette", "uniform", "bounded(0.35)"),
]
SHARED = shared("hearthstone/table-4-3", "evo-first-coded")


STUDY = Study(
    "the genetic algorithm with the first genome",
    "Hearthstone thesis, table 4.3: greedy in the Jade Shaman mirror against greedy with the midrange score, "
    "200 games a fitness",
    "hearthstone",
    [],
    notes=(
        *NOTES,
        "The program's version of this genome takes points off a hand of more than three cards, a slip that "
        "may be why no row reached 0.5.",
    ),
    options=SIMULATOR,
    jobs=jobs(SHARED, EXPERIMENTS),
    pictures=pictures("4.15", EXPERIMENTS),
)
