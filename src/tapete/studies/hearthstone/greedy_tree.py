"""The Greedy Tree, which the thesis describes and gave up for its cost, against the agents that it measured instead."""

from tapete.studies.study import Figure, Line, Study
from tapete.studies.thesis_hearthstone import AS_PUBLISHED, FAIR, SEVEN, Agent, Version

ACTIONS = 3000  # for a plan (greedy-tree) or a decision (greedy-turn)
MILLISECONDS = 100


def line(name: str, rival: Agent, version: Version) -> Line:
    opponent = rival.spec(MILLISECONDS, version)
    if rival.kind == "greedy":
        opponent = f"greedy:eval=utility,{version.agent}"
    return Line(
        f"{name} v {rival.label}{version.suffix}",
        (f"{name}:eval=utility,iterations={ACTIONS},{version.agent}", opponent),
        (Figure(None),),
        version.options,
    )


STUDY = Study(
    "the Greedy Tree against the agents of the tournaments at 100 ms a decision",
    "Hearthstone thesis, section 4.1.1 (no figures: a turn took it ten minutes)",
    "hearthstone",
    [
        *(line("greedy-tree", rival, AS_PUBLISHED) for rival in SEVEN),
        *(line("greedy-tree", rival, FAIR) for rival in SEVEN),
        *(line("greedy-turn", rival, FAIR) for rival in SEVEN),
    ],
    quick=40,
    full=200,
    notes=(
        f"All sequences of the own turn, {ACTIONS:,} actions at most, scored by utility at its end. `greedy-tree` walks depth "
        "first and plays its plan to the end, as the thesis has it; `greedy-turn` deepens action by action and plans anew at "
        "every decision.",
        "The conditions are those of the thesis's tournaments (the simulator's rules, no mulligan, the true state) and fair "
        "ones; greedy uses the utility score in both.",
    ),
)
