"""Search with and without the network that comes with the game: strength against iterations and against milliseconds."""

from tapete.studies.study import Figure, Line, Study

ITERATIONS = (50, 100, 200, 500, 1000)
MILLISECONDS = (1, 5, 20)
TRICKS = (5, 10, 15, 18)  # until which the network decides alone
OURS = (Figure(None, measure="score"),)
GUIDED = "guide=own,reward=win"


def line(label: str, one: str, other: str) -> Line:
    return Line(label, (one, other), OURS)


STUDY = Study(
    "hybrid: search guided by a network",
    "Briscas thesis, table 5: an impression from the literature (search 70-75 %, network 60-70 %, hybrid 75-85 %), and the "
    "claim that hybrids need a tenth of the simulations; no figure of its own",
    "briscas",
    [
        line("the network alone v cheap-winner", "net", "cheap-winner"),
        line("the network alone v plain, 500 iterations", "net", "ismcts:iterations=500"),
        *(
            line(f"guided v plain, {n} iterations each", f"ismcts:iterations={n},{GUIDED}", f"ismcts:iterations={n}")
            for n in ITERATIONS
        ),
        *(
            line(
                f"guided {n} v plain {10 * n} iterations",
                f"ismcts:iterations={n},{GUIDED}",
                f"ismcts:iterations={10 * n}",
            )
            for n in ITERATIONS[:4]
        ),
        *(line(f"guided v plain, {ms} ms each", f"ismcts:ms={ms},{GUIDED}", f"ismcts:ms={ms}") for ms in MILLISECONDS),
        *(
            line(
                f"network until trick {k}, then 500 iterations v plain, 500",
                f"relay:first=net,then=ismcts/iterations=500,until={2 * k}",
                "ismcts:iterations=500",
            )
            for k in TRICKS
        ),
        line("guided, 200 iterations v cheap-winner", f"ismcts:iterations=200,{GUIDED}", "cheap-winner"),
        line(
            "guided, 200 iterations v play-outs by cheap-winner, 500",
            f"ismcts:iterations=200,{GUIDED}",
            "ismcts:iterations=500,rollout=cheap-winner",
        ),
    ],
    quick=100,
    full=2000,
    notes=(
        "Equal iterations say what the network's values are worth; equal milliseconds say what they are worth at their price "
        "(a guided iteration costs about twice a plain one); a tenth of the iterations tests the claim of simulations saved.",
        "The network that comes with the game advises and rates. Name another one with `--agent` in a duel: "
        "`ismcts:iterations=200,guide=FILE,reward=win`.",
        "Lines with milliseconds depend on the machine and on what else runs there.",
    ),
)
