"""Baselines against the thesis's opponents (docs/rules/catan_bots.md, section 5), for comparison with its network."""

from tapete.studies.study import Figure, Line, Study

OPPONENT = "almost-random:as_coded=1"
THESIS = {"preset": "thesis"}
OURS_ALONE = (Figure(None),)  # wins: a game that the turn cap ends is lost by all, as in the thesis

STUDY = Study(
    "baselines against the thesis's opponents",
    "Catan thesis: its evolved network won about 25 of 100 games (par), at best 30, against three almost random players",
    "catan",
    [
        Line("an untrained player of types", (f"{OPPONENT},even=1", OPPONENT), OURS_ALONE, THESIS),
        Line("weighted", ("weighted", OPPONENT), OURS_ALONE, THESIS),
        Line("value", ("value", OPPONENT), OURS_ALONE, THESIS),
        Line("settler", ("settler", OPPONENT), OURS_ALONE, THESIS),
        Line("settler, official rules", ("settler", "almost-random"), OURS_ALONE),
    ],
    quick=2000,
    full=20_000,
    notes=(
        "The thesis's figures are those of a network, and no network plays here, so none of them is compared with ours.",
        "The first line is where such a network starts: a type of action like an untrained one, every type alike, and then any "
        "action of that type, as the thesis's player does.",
        "The published 30 of 100 is the best of about a thousand evaluations of 100 games each, and the best was kept without "
        "being measured again. Of so many evaluations of a player whose true share is 16 to 18 %, the best is 29 to 31 in the "
        "median. A champion's share has to be measured on new games.",
    ),
)
