"""Every game of every run in one SQLite file: its layout, the database, packed games, trainings, versions of code, export."""

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
