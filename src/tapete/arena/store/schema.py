"""Schema of the database of results, and its migrations.

The first entry of `MIGRATIONS` creates the tables of an empty file, every other one changes a file of the version before it. A
new store goes through all of them, so there is no second description that could differ. They are never edited, only added to.
"""

from __future__ import annotations

import contextlib
import re
import sqlite3
from collections.abc import Iterator

MIGRATIONS = [
    # 1: runs, matches, games in packed batches, faults.
    """
    CREATE TABLE run (
        id INTEGER PRIMARY KEY,
        key TEXT NOT NULL UNIQUE,    -- a hash of everything below that decides what is played
        kind TEXT NOT NULL,          -- duel, tournament, sweep, study
        title TEXT NOT NULL,
        game TEXT NOT NULL,
        options TEXT NOT NULL,       -- JSON
        agents TEXT NOT NULL,        -- JSON: specs
        seed TEXT NOT NULL,
        settings TEXT NOT NULL,      -- JSON: format, time control and the like
        rules TEXT NOT NULL,         -- version of the rules: a hash of their code
        version TEXT NOT NULL,       -- of the package
        started TEXT NOT NULL,
        updated TEXT NOT NULL,
        seconds REAL NOT NULL DEFAULT 0
    );
    CREATE TABLE match (
        id INTEGER PRIMARY KEY,
        run INTEGER NOT NULL REFERENCES run(id) ON DELETE CASCADE,
        number INTEGER NOT NULL,
        options TEXT NOT NULL,       -- JSON: of the game
        agents TEXT NOT NULL,        -- JSON: places in the run's agents
        seatings TEXT NOT NULL,      -- JSON: for each seating the agent of the match at every seat
        UNIQUE (run, number)
    );
    CREATE TABLE batch (
        id INTEGER PRIMARY KEY,
        match INTEGER NOT NULL REFERENCES match(id) ON DELETE CASCADE,
        first INTEGER NOT NULL,      -- place of its first game in the plan of the match
        games INTEGER NOT NULL,
        timing TEXT NOT NULL,        -- JSON: seconds and decisions timed, by agent of the match
        data BLOB NOT NULL,
        UNIQUE (match, first)
    );
    CREATE TABLE fault (
        match INTEGER NOT NULL REFERENCES match(id) ON DELETE CASCADE,
        deal INTEGER NOT NULL, turn INTEGER NOT NULL, seat INTEGER NOT NULL,
        agent INTEGER NOT NULL,      -- place in the run's agents
        kind INTEGER NOT NULL, text TEXT NOT NULL,
        UNIQUE (match, deal, turn, seat)
    );
    """,
    # 2: what must be known of agents to show a run without making them; trainings; curves.
    """
    CREATE TABLE agent (
        run INTEGER NOT NULL REFERENCES run(id) ON DELETE CASCADE,
        place INTEGER NOT NULL,      -- in the run's list of agents
        spec TEXT NOT NULL,
        name TEXT NOT NULL,          -- to be shown
        fingerprint TEXT NOT NULL,   -- of what it plays; empty where version 1 did not note it
        clairvoyant INTEGER NOT NULL,
        timed INTEGER NOT NULL,
        PRIMARY KEY (run, place)
    ) WITHOUT ROWID;
    INSERT INTO agent
        SELECT run.id, each.key, each.value, name_of(each.value), '',
            clairvoyant_by(each.value) AND (run.kind <> 'tournament' OR json_extract(run.settings, '$.clairvoyant') IS 1),
            timed_by(each.value)
        FROM run, json_each(run.agents) AS each;
    ALTER TABLE run DROP COLUMN agents;
    ALTER TABLE fault RENAME COLUMN turn TO seating;
    CREATE TABLE training (
        id INTEGER PRIMARY KEY,
        folder TEXT NOT NULL UNIQUE, -- where everything about it is; the whole path
        game TEXT NOT NULL,
        options TEXT NOT NULL,       -- JSON: of the game
        method TEXT NOT NULL,
        configuration TEXT NOT NULL, -- JSON: all that it was asked for
        fingerprint TEXT NOT NULL,   -- of what is trained and against whom
        started TEXT NOT NULL,
        updated TEXT NOT NULL,
        state TEXT NOT NULL,         -- running, stopped, finished
        champion REAL                -- score of the best so far, in the training's own terms
    );
    CREATE TABLE series (
        run INTEGER REFERENCES run(id) ON DELETE CASCADE,
        training INTEGER REFERENCES training(id) ON DELETE CASCADE,
        name TEXT NOT NULL,
        step INTEGER NOT NULL,
        value REAL NOT NULL,
        low REAL, high REAL,         -- an interval, where there is one
        CHECK ((run IS NULL) <> (training IS NULL))
    );
    CREATE UNIQUE INDEX series_of_run ON series (run, name, step) WHERE run IS NOT NULL;
    CREATE UNIQUE INDEX series_of_training ON series (training, name, step) WHERE training IS NOT NULL;
    """,
    # 3: how a run is to be shown: names of agents, the lines and figures of a study, the settings of a sweep.
    """
    ALTER TABLE run ADD COLUMN notes TEXT NOT NULL DEFAULT '{}';
    """,
]
VERSION = len(MIGRATIONS)


def migrate(db: sqlite3.Connection) -> None:
    """Migrate a database to this version in one transaction."""
    for name, function in (("name_of", name_of), ("clairvoyant_by", clairvoyant_by), ("timed_by", timed_by)):
        db.create_function(name, 1, function, deterministic=True)
    with transaction(db):
        for number, script in enumerate(MIGRATIONS[version_of(db) :], version_of(db) + 1):
            for statement in re.sub(r"--.*", "", script).split(";"):
                if statement.strip():
                    db.execute(statement)
            db.execute(f"PRAGMA user_version = {number}")


def version_of(db: sqlite3.Connection) -> int:
    """Return the version of a database; 0 for an empty one."""
    return int(db.execute("PRAGMA user_version").fetchone()[0])


@contextlib.contextmanager
def transaction(db: sqlite3.Connection) -> Iterator[None]:
    """Commit everything inside the block, or nothing."""
    db.execute("BEGIN IMMEDIATE")
    try:
        yield
    except BaseException:
        if db.in_transaction:
            db.execute("ROLLBACK")
        raise
    db.execute("COMMIT")


# Data about agents that version 1 did not store, derived from specs. A tournament had clairvoyant agents only on request.


def name_of(spec: str) -> str:
    return spec.partition(":")[0].strip()


def clairvoyant_by(spec: str) -> bool:
    return name_of(spec) in ("clairvoyant", "thesis-mcts") or bool(
        re.search(r"\b(clairvoyant|leak)=(1|true|on|yes)\b", spec, re.IGNORECASE)
    )


def timed_by(spec: str) -> bool:
    return any(float(ms) > 0 for ms in re.findall(r"\b(?:turn_)?ms=([0-9.]+)", spec))
