"""Table 4.4: eleven experiments with the second genome of thirteen weights."""

from tapete.studies.hearthstone_ga import NOTES, experiment, jobs, pictures, shared
from tapete.studies.study import Study
from tapete.studies.thesis_hearthstone import SIMULATOR

SCRAMBLE = "scramble(4,repeat)"
EXPERIMENTS = [
    experiment(1, 0.53, 400, 5, 55, 0.35, "tournament(25)", "combination", SCRAMBLE),
    experiment(2, 0.57, 400, 3, 77, 0.4, "tournament(25)", "cut(3)", "anew"),
    experiment(3, 0.555, 400, 3, 77, 0.35, "tournament(60)", "uniform", "anew"),
    experiment(4, 0.51, 400, 3, 77, 0.5, "rank", "cut(2)", "bounded(0.25)"),
    experiment(5, 0.51, 400, 3, 55, 0.4, "roulette", "combination", SCRAMBLE),
    experiment(6, 0.54, 400, 3, 67, 0.2, "rank", "uniform", SCRAMBLE),
    experiment(7, 0.5, 400, 3, 67, 0.15, "roulette", "cut(4)", "bounded(0.25)"),
    experiment(8, 0.555, 400, 3, 67, 0.45, "tournament(50)", "cut(3)", "anew"),
    experiment(9, 0.545, 400, 5, 55, 0.4, "tournament(30)", "cut(3)", SCRAMBLE),
    experiment(10, 0.555, 400, 5, 55, 0.35, "tournament(40)", "combination", "anew"),
    experiment(11, 0.56, 400, 5, 55, 0.4, "tournament(50)", "combination", SCRAMBLE),
]
SHARED = shared("hearthstone/table-4-4", "evo1")


STUDY = Study(
    "the genetic algorithm with the second genome",
    "Hearthstone thesis, table 4.4: greedy in the Jade Shaman mirror against greedy with the midrange score, 200 games a fitness",
    "hearthstone",
    [],
    notes=NOTES,
    options=SIMULATOR,
    jobs=jobs(SHARED, EXPERIMENTS),
    pictures=pictures("4.16", EXPERIMENTS),
)
