"""Drafting for any agent: by a list of patrons, or by statistics of patrons.

Both players play with all four patrons, so a patron helps the player who uses it better: the shares are those of one
bot, in games against a field of others, seat by seat. `patrons.json` holds the counts and how they were made;
`draft=FILE` reads those of any agent, which `tapete measure tribute --agent SPEC --draft FILE` counts.
"""

import json
from pathlib import Path

from tapete.core.definition import BotSpec, Options
from tapete.core.game import Game
from tapete.errors import BadOption
from tapete.games.tribute import cards
from tapete.games.tribute.rules import PICK_PATRON
from tapete.games.tribute.state import DRAFT, State
from tapete.kernel import i8, kernel
from tapete.kernel.contract import ACTIONS, MEMORY, NUMBERS
from tapete.options import Option

PATRONS = 10
NOT_WANTED = -1.0
OWN, STATISTICS = "own", "statistics"
ANY = "any"
FILE = Path(__file__).parents[1] / "patrons.json"
COUNTS = ".json"  # suffix of a file of counts
Bots = dict[str, dict[str, list[list[int]]]]
COUNTED: dict = json.loads(FILE.read_text(encoding="utf-8"))  # bot -> patron -> [[wins, games] in seat 0, in seat 1]


@kernel
def draft(state: State, actions: ACTIONS, n: i8, params: NUMBERS, memory: MEMORY) -> i8:
    """Return the most wanted patron on offer; -1 if none is wanted, or outside the draft."""
    if state.choice != DRAFT:
        return -1
    best, most = -1, NOT_WANTED
    for i in range(n):
        wanted = params[PATRONS * i8(state.seat) + i8(actions[i]) - PICK_PATRON]
        if wanted > most:
            best, most = i, wanted
    return best


def parse_draft(given: str) -> str:
    """Return `own`, `statistics`, a file of counts, or patrons in order of preference, joined by commas or slashes."""
    if given.strip().endswith(COUNTS):
        read_counts(given.strip())
        return given.strip()
    text = given.strip().lower()
    if text in ("", OWN):
        return OWN
    if text == STATISTICS:
        return STATISTICS
    wanted = [cards.patron_number(part) for part in text.replace("/", ",").split(",")]
    if len(set(wanted)) != len(wanted) or cards.TREASURY in wanted:
        raise BadOption(f"draft={given}: must be different patrons other than Treasury")
    return ",".join(cards.PATRONS[patron] for patron in wanted)


def read_counts(path: str) -> Bots:
    """Return the counts in a file, by bot and patron."""
    try:
        bots = json.loads(Path(path).read_text(encoding="utf-8"))["bots"]
        for counts in bots.values():
            for patron, seats in counts.items():
                cards.patron_number(patron)
                (wins, games), (others, more) = seats
                if not (0 <= wins <= games and 0 <= others <= more):
                    raise ValueError(f"{patron} has more wins than games")
    except OSError as error:
        raise BadOption(f"draft={path}: cannot be read ({error.strerror or error})") from None
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise BadOption(
            f"draft={path}: not a file of patron counts from `tapete measure tribute --draft` ({error})"
        ) from None
    return bots


def share(bots: Bots, patron: str, seat: int) -> float:
    """Return the share of games with a patron that bots won from a seat; NOT_WANTED if there were none."""
    found = [counts[patron][seat] for counts in bots.values() if patron in counts]
    wins, games = (sum(entry[k] for entry in found) for k in range(2))
    return wins / games if games else NOT_WANTED


def counted_bots(options: Options) -> Bots:
    """Return the counts by which a draft chooses."""
    if options["draft"] != STATISTICS:
        return read_counts(options["draft"])
    chosen = options["draft_counts"]
    return COUNTED["bots"] if chosen == ANY else {chosen: COUNTED["bots"][chosen]}


def wanted_patrons(game: Game, options: Options) -> list[float]:
    """Return how much each patron is wanted, for both seats."""
    if options["draft"] == OWN:
        return [NOT_WANTED] * (2 * PATRONS)
    if options["draft"] == STATISTICS or options["draft"].endswith(COUNTS):
        bots = counted_bots(options)
        return [
            NOT_WANTED if patron == "treasury" else share(bots, patron, seat)
            for seat in range(2)
            for patron in cards.PATRONS
        ]
    order = options["draft"].split(",")
    return [float(len(order) - order.index(p)) if p in order else NOT_WANTED for p in cards.PATRONS] * 2


OPENING = BotSpec(
    draft,
    "drafts the patrons that the option draft names",
    options=(
        Option(
            "draft",
            OWN,
            "patrons in order of preference: a,b,c,d; statistics or a file of counts (tapete measure tribute --draft): "
            "those it won with most often; own: the agent decides",
            parse=parse_draft,
        ),
        Option("draft_counts", ANY, "bot whose games draft=statistics uses", choices=(ANY, *COUNTED["bots"])),
    ),
    params=wanted_patrons,
    public=True,
)
