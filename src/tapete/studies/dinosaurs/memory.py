"""Does it help to remember the cards that were played? (docs/rules/dinosaurs_agents.md, section 4)"""

from tapete.studies.dinosaurs.calibration import TWO_AND_TWO
from tapete.studies.study import Figure, Line, Study

FIGURES = (Figure(0.63, 100, measure="score"), Figure(None, agent=1, measure="score"))
UNJUDGED = (Figure(None, measure="score"), Figure(None, agent=1, measure="score"))


def line(label: str, spec: str, figures: tuple[Figure, ...], **options: str) -> Line:
    """Return two seats without memory of the discards against two with it."""
    return Line(label, (f"{spec},memory=0", spec), figures, options, seating=TWO_AND_TWO)


STUDY = Study(
    "information-set search without and with memory of the discards",
    "Dinosaurs thesis: two seats without the extra information won 63 of 100 games against two seats with it",
    "dinosaurs",
    [
        line("two without memory v two with it", "ismcts:iterations=200", FIGURES),
        line("the same, preset thesis", "ismcts:iterations=200", FIGURES, preset="thesis"),
        line("the same with the play-outs of hard-search", "hard-search:iterations=200", UNJUDGED),
        line(
            "the same with the play-outs of hard-search, preset thesis",
            "hard-search:iterations=200",
            UNJUDGED,
            preset="thesis",
        ),
    ],
    quick=240,
    full=2400,
    notes=(
        "63 of 100 has the 95 % interval 53 to 72. The published result would mean that knowing more does harm, "
        "which points to a "
        "defect of that program; iterations and time were not given. Knowing the discards cannot make a correct "
        "search worse: expect no "
        "agreement.",
    ),
)
