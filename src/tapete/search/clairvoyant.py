"""UCT on the true state, every seat for itself: what a search could do that sees all cards. For studies only.

It is `ismcts` whose every world is the true one; chance that is not settled yet (dice) falls anew in every iteration.
"""

from tapete.search.agent import search_kind
from tapete.search.ismcts import ISMCTS

KINDS = (
    search_kind(
        "clairvoyant",
        "UCT on the true state, hidden cards and all (for studies)",
        ISMCTS,
        sees_all=True,
        facts=lambda game, options: {"clairvoyant": True},
    ),
)
