"""Every game of every run in one SQLite file: the database, packed games, versions of code, export."""

from tapete.arena.store.database import Store, StoredMatch, StoredRun, StoreError, users_store
from tapete.arena.store.export import export
from tapete.arena.store.versions import agent_version, rules_version

__all__ = [
    "Store",
    "StoreError",
    "StoredMatch",
    "StoredRun",
    "agent_version",
    "export",
    "rules_version",
    "users_store",
]
