"""Does it help to remember the cards that were played? (docs/rules/dinosaurs_agents.md, section 4)"""

from tapete.studies.dinosaurs.calibration import TWO_AND_TWO
from tapete.studies.study import Figure, Line, Study

STUDY = Study(
    "information-set search without and with memory of the discards",
    "Dinosaurs thesis: two seats without the extra information won 63 of 100 games against two seats with it",
    "dinosaurs",
    [
        Line(
            "two without memory v two with it",
            ("ismcts:iterations=200,memory=0", "ismcts:iterations=200"),
            (Figure(0.63, 100, measure="score"), Figure(None, agent=1, measure="score")),
            seating=TWO_AND_TWO,
        ),
    ],
    quick=480,
    full=4000,
    notes=(
        "The published result would mean that knowing more does harm, which points to a defect of that program; iterations and "
        "time were not given. Knowing the discards cannot make a correct search worse: expect no agreement.",
    ),
)
