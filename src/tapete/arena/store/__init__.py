"""Store of results: one SQLite file with every game of every run.

Layout, database, packing, trainings, code versions, export.
"""

from tapete.arena.store.database import Store, StoredAgent, StoredMatch, StoredRun, users_store
from tapete.arena.store.export import export
from tapete.arena.store.locks import StoreError
from tapete.arena.store.versions import agent_version, rules_version

__all__ = [
    "Store",
    "StoreError",
    "StoredAgent",
    "StoredMatch",
    "StoredRun",
    "agent_version",
    "export",
    "rules_version",
    "users_store",
]
