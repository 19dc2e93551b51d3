"""Clairvoyant UCT: the true state, every seat for itself; an upper bound for studies only.

It is `ismcts` without determinization: every world is the true one. Chance that is not settled (dice) is drawn again in
every iteration.
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
