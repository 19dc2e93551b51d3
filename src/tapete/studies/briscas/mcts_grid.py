"""The thesis's grid of exploration constants and iterations (docs/rules/briscas_agents.md, section 4.2)."""

from tapete.studies.study import Figure, Line, Study

CONSTANTS = (0.5, 1.0, 1.4, 2.0)
ITERATIONS = (100, 500, 1000)
PRINTED = ((90, 92, 90), (94, 92, 88), (84, 94, 94), (90, 90, 90))  # wins in per cent of 50 games; rows are constants
REPEATED = ((96, 92, 98), (90, 98, 92), (84, 90, 92), (90, 88, 94))  # a second run of the same grid in the repository
AS_PUBLISHED = {"thesis_engine": 1, "first_player": "0"}


def pooled(row: int, column: int) -> float:
    return (PRINTED[row][column] + REPEATED[row][column]) / 200


STUDY = Study(
    "MCTS against random: exploration constant and iterations",
    "Briscas thesis, heat map of section 4.2 and the repeated run in its repository (50 games each, pooled)",
    "briscas",
    [
        Line(
            f"thesis search, c={c:g}, {n} iterations",
            (f"thesis-mcts:c={c:g},iterations={n}", "random"),
            (Figure(pooled(i, j), 100), Figure(None, measure="points")),
            AS_PUBLISHED,
            seating=((0, 1),),
        )
        for i, c in enumerate(CONSTANTS)
        for j, n in enumerate(ITERATIONS)
    ]
    + [
        Line(
            f"{name}, {n} iterations, standard rules",
            (f"{name}:iterations={n}", "random"),
            (Figure(None), Figure(None, measure="difference")),
        )
        for name in ("clairvoyant", "ismcts")
        for n in ITERATIONS
    ],
    quick=100,
    full=2000,
    notes=(
        "The published search sees all cards and takes its opponent for a helper; it is repeated here with both faults, in the "
        "39-card game of its program and always from the first seat. The lines below it are the same budget without the second "
        "fault (clairvoyant) and without either (ismcts), on mirrored deals of the standard game.",
        "No effect of the constant is demonstrated by the published figures: with rewards of up to 120 points it hardly matters.",
    ),
)
