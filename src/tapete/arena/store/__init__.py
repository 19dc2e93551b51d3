"""Store of results: one SQLite file with every game of every run.

Layout, database, packing, trainings, code versions, writers of tables.
"""

from tapete.arena.store.database import Store, StoredAgent, StoredMatch, StoredRun, users_store
from tapete.arena.store.locks import StoreError
from tapete.arena.store.versions import agent_version, rules_version

__all__ = [
    "Store",
    "StoreError",
    "StoredAgent",
    "StoredMatch",
    "StoredRun",
    "agent_version",
    "rules_version",
    "users_store",
]
