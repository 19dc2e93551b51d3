"""Table 9.1 retrained: ten hybrid schedules, with the population discarded at each border and with it carried over."""

from tapete.studies.study import Study
from tapete.studies.training import Trained
from tapete.studies.tribute.table_9_1 import SCHEDULES
from tapete.studies.tribute.table_9_2 import DRAFTS
from tapete.studies.tribute_trained import job, shares, training_picture, trainings

# Of the published runs 1 to 5: wins of 1,000 games against the four bots, and fitness in training, in per cent
FRESH = {
    "H-1": (33.2, 30.0, 46.8, 47.1, 39.0),
    "H-3": (33.6, 21.9, 48.8, 31.3, 41.9),
    "H-5": (36.6, 25.9, 42.4, 33.7, 41.7),
    "H-8": (30.3, 32.0, 35.6, 31.5, 25.7),
    "H-9": (32.0, 29.4, 39.1, 29.0, 34.6),
    # only the means of these are known
    "H-2": (30.1,),
    "H-4": (33.6,),
    "H-6": (28.8,),
    "H-7": (25.0,),
    "H-10": (25.5,),
}
IN_TRAINING = {
    "H-1": (34.0, 36.0, 49.0, 50.5, 45.5),
    "H-3": (44.0, 33.0, 50.5, 41.5, 45.0),
    "H-5": (43.0, 34.0, 41.0, 36.5, 45.0),
    "H-8": (33.0, 32.0, 33.0, 36.0, 33.5),
    "H-9": (36.5, 32.5, 41.5, 35.0, 40.0),
}
SHARED = trainings("tribute/trained-9-1")
CONFIGURATIONS = [
    Trained(
        f"{name}, {between}",
        {"schedule": schedule, "between": between},
        shares(*FRESH[name]) if between == "restart" else (),
        shares(*IN_TRAINING.get(name, ())) if between == "restart" else (),
        1000,
    )
    for name, schedule in SCHEDULES.items()
    for between in ("restart", "carry")
]


STUDY = Study(
    "ten hybrid schedules trained anew, restarted and carried over",
    "Tribute thesis, table 9.1 and its repository: five runs each, champions measured by 1,000 games",
    "tribute",
    [],
    options={"preset": "thesis"},
    notes=(
        "In the published program every segment of a schedule began with a new random population, so that a "
        "champion is that of "
        "the last segment alone (restart). Its text describes one population that goes on (carry). The author took the fall "
        "at each border for adaptation; in the published curves of H-3 the mean fitness is 35.8 at the end of the first "
        "fixed segment and 6.9 at the beginning of the second.",
        "A champion's fitness in training is the best of many noisy measurements of 200 games (standard error "
        "3.5 points) and was "
        "not measured again, so it flatters: by 5 to 8 points on average in the published runs.",
        "The runs of one configuration spread by 3 to 10 points, so one champion each cannot tell ten configurations apart.",
        "The quick scale trains H-3 alone, with a tenth of the evaluations.",
        DRAFTS,
    ),
    jobs=[job(SHARED, entry, quick=entry.label.startswith("H-3")) for entry in CONFIGURATIONS],
    pictures=(
        training_picture("9.1", "fitness", "H-3, restart"),
        training_picture("9.2", "population", "H-3, restart"),
    ),
)
