"""File of results: versions, locks, damage, folders that cannot be written, and trainings."""

from __future__ import annotations

import json
import os
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import threading
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest

import tapete
from tapete.agents import registry
from tapete.arena.experiment import read_outcome
from tapete.arena.schedule import Batch, GameResults, Schedule
from tapete.arena.store import Store, StoredAgent, StoreError, database, locks, schema
from tapete.arena.store.training import Point, add_points, curves, note_training, open_training, trainings
from tapete.arena.tidy import export
from tapete.arena.tournament import standings, tournament

FIRST = Path(__file__).parents[1] / "data" / "arena" / "store-1.db"  # written by version 0.1


@pytest.fixture
def old(tmp_path: Path) -> Path:
    """Return a store of the first version."""
    shutil.copy(FIRST, tmp_path / "old.db")
    return tmp_path / "old.db"


def content(path: Path) -> dict:
    """Return all contents of the store of the first version, as this version reads it."""
    with Store(path, write=False) as store:
        found = {}
        for run in store.runs():
            matches = store.matches(run.id)
            games = [store.games(match, run.seed) for match in matches]
            found[run.id] = {
                "title": run.title,
                "agents": run.agents,
                "marks": [(player.clairvoyant, player.timed) for player in run.players],
                "seed": run.seed,
                "returns": [g.returns.tolist() for g in games],
                "points": [g.points.sum() for g in games],
                "deals": [g.plan.deals.tolist() for g in games],
                "timed": [store.timing(match.id).tolist() for match in matches],
                "faults": [note.text for note in store.faults(run.id)],
            }
        return found


def check_content(found: dict) -> None:
    first, second, third = found.values()
    assert [run["title"] for run in found.values()] == [
        "briscas: 3 agents",
        "briscas: 2 agents",
        "briscas: clairvoyant:iterations=20 v ismcts:ms=0.05",
    ]
    assert first["agents"] == ["random", "heuristic", "cheap-winner"]
    assert (first["seed"], first["points"], first["timed"]) == (4, [1440.0], [[]])  # its times were wall times
    assert first["returns"][0][:3] == [[0.0, 0.0, 1.0], [0.5, 0.5, 0.0], [0.0, 0.0, 1.0]]
    assert second["faults"] == ["raised ValueError: no idea"] * 4
    assert second["returns"] == [[[0.0, 1.0], [1.0, 0.0], [0.0, 1.0], [1.0, 0.0]]]
    assert third["deals"] == [[0, 0, 1, 1]]
    assert first["marks"] == [(False, False)] * 3
    assert third["marks"] == [(True, False), (False, True)]


# Versions


def test_a_store_of_the_first_version_is_read_as_it_is_and_left_so(old: Path) -> None:
    before = old.read_bytes()
    check_content(content(old))
    assert old.read_bytes() == before
    assert [path.name for path in old.parent.iterdir()] == ["old.db"]


def test_a_store_of_the_first_version_is_migrated_when_it_is_written_to(old: Path) -> None:
    Store(old).close()
    with sqlite3.connect(old) as db:
        assert db.execute("PRAGMA user_version").fetchone()[0] == schema.VERSION == 3
    check_content(content(old))
    with Store(old) as store:
        result = tournament(tapete.load("briscas"), ["random", "heuristic"], games=4, seed=9, store=store)
        assert (result.outcome.played_now, len(store.runs())) == (4, 4)
    check_content(dict(list(content(old).items())[:3]))


def layout(path: Path | str) -> list[tuple]:
    with sqlite3.connect(path) as db:
        return sorted(db.execute("SELECT type, name, tbl_name FROM sqlite_master").fetchall()) + [
            (table, *column[1:])
            for table in ("run", "match", "batch", "fault", "agent", "training", "series")
            for column in db.execute(f"PRAGMA table_info({table})")
        ]


def test_a_migrated_store_is_laid_out_like_a_new_one(old: Path, tmp_path: Path) -> None:
    Store(old).close()
    Store(tmp_path / "new.db").close()
    assert layout(old) == layout(tmp_path / "new.db")


def test_the_first_layout_is_what_version_0_1_wrote(tmp_path: Path, monkeypatch) -> None:
    """`MIGRATIONS` is only extended, never edited."""

    def tables(path: Path) -> set[str]:
        with sqlite3.connect(path) as db:
            rows = db.execute("SELECT name, sql FROM sqlite_master WHERE type = 'table'").fetchall()
        return {
            (name, "".join(part for part in " ".join(sql.split("--")[0] for sql in text.splitlines()).split()))
            for name, text in rows
        }

    monkeypatch.setattr(schema, "MIGRATIONS", schema.MIGRATIONS[:1])
    with sqlite3.connect(tmp_path / "one.db", isolation_level=None) as db:
        schema.migrate(db)
    assert tables(tmp_path / "one.db") == tables(FIRST)


def test_a_change_of_layout_that_fails_half_way_leaves_the_store_as_it_was(old: Path, monkeypatch) -> None:
    broken = schema.MIGRATIONS[1].replace("CREATE TABLE series", "CREATE TABLE agent")
    monkeypatch.setattr(schema, "MIGRATIONS", [schema.MIGRATIONS[0], broken])
    with pytest.raises(StoreError, match="agent"):
        Store(old)
    with sqlite3.connect(old) as db:
        assert db.execute("PRAGMA user_version").fetchone()[0] == 1
    monkeypatch.undo()
    check_content(content(old))
    Store(old).close()
    check_content(content(old))


def test_a_process_killed_while_it_changes_the_layout_leaves_the_store_as_it_was(old: Path) -> None:
    code = (
        "import os, sys\n"
        "from tapete.arena.store import Store, schema\n"
        "schema.timed_by = lambda spec: os._exit(9)\n"
        "Store(sys.argv[1])\n"
    )
    assert subprocess.run([sys.executable, "-c", code, str(old)], check=False).returncode == 9
    check_content(content(old))
    Store(old).close()
    check_content(content(old))


def test_a_store_of_a_later_version_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "later.db"
    Store(path).close()
    with sqlite3.connect(path) as db:
        db.execute("PRAGMA user_version = 7")
    before = path.read_bytes()
    for write in (True, False):
        with pytest.raises(StoreError, match=r"written by a later version of tapete .*7.*upgrade tapete"):
            Store(path, write=write)
    assert path.read_bytes() == before


def test_a_file_that_is_not_a_store_is_refused_and_unchanged(tmp_path: Path) -> None:
    text, other, empty = tmp_path / "text.db", tmp_path / "other.db", tmp_path / "empty.db"
    text.write_text("these are not the games you are looking for" * 100)
    with sqlite3.connect(other) as db:
        db.execute("CREATE TABLE friend (name TEXT)")
    for path in (text, other):
        before = path.read_bytes()
        for write in (True, False):
            with pytest.raises(StoreError):
                Store(path, write=write)
        assert path.read_bytes() == before
    empty.touch()
    with pytest.raises(StoreError, match="is not a store"):
        Store(empty, write=False)
    Store(empty).close()
    with pytest.raises(StoreError, match="no such store"):
        Store(tmp_path / "nowhere.db", write=False)
    with pytest.raises(StoreError, match="no such folder"):
        Store(tmp_path / "no" / "a.db")


# Agents that no longer exist


def test_a_run_is_shown_and_exported_without_making_its_agents(old: Path, tmp_path: Path, monkeypatch) -> None:
    monkeypatch.setattr(registry, "make_agent", lambda *arguments: pytest.fail("an agent is made"))
    with Store(old, write=False) as store:
        for run in store.runs():
            outcome = read_outcome(store, run)
            assert standings(outcome).as_dict()["games"] == outcome.games > 0
        gone = read_outcome(store, store.run(2))
        assert gone.specs == ["gone", "random"]
        assert export(store, store.runs(), tmp_path / "games.csv") == 12 * 3 + 4 * 2 + 4 * 2
        assert read_outcome(store, store.run(3)).clairvoyant == [True, False]
        assert [read_outcome(store, run).reproducible for run in store.runs()] == [True, True, False]


def test_the_command_line_shows_a_run_of_an_agent_that_is_gone(old: Path) -> None:
    from command import tapete_command  # here, since other processes import this file

    shown = json.loads(tapete_command("results", "2", "--store", str(old), "--json", check=True).stdout)
    assert {entry["spec"]: entry["score"] for entry in shown["agents"]} == {"gone": 0.0, "random": 1.0}


def test_a_run_notes_what_its_agents_are(tmp_path: Path) -> None:
    with Store(tmp_path / "a.db") as store:
        tournament(tapete.load("briscas"), ["random", "ismcts:ms=0.05"], games=2, seed=1, store=store)
        (run,) = store.runs()
    assert [(player.name, player.timed, player.clairvoyant) for player in run.players] == [
        ("random", False, False),
        ("ismcts", True, False),
    ]
    assert len({player.fingerprint for player in run.players}) == 2
    assert json.dumps(run.as_dict()["players"])


# Locks and games that are played twice


def some_games(first: int, count: int) -> Batch:
    seatings = np.array([[0, 1], [1, 0]])
    plan = Schedule(1, seatings, np.arange(first, first + count), np.zeros(count, dtype=np.int64))
    returns = np.tile([1.0, 0.0], (count, 1))
    none = np.zeros((count, 2), dtype=np.int64)
    return Batch(GameResults(plan, returns, returns, none, none, np.zeros(count)), np.zeros((2, 6)))


AGENTS = [StoredAgent("a", "a", "1", False, False), StoredAgent("b", "b", "2", False, False)]


def opened(store: Store, seed: int = 1) -> tuple[int, int]:
    game = tapete.load("briscas")
    run = store.open_run("duel", "a v b", game, AGENTS, seed, {})
    return run, store.open_match(run, 0, game, [0, 1], np.array([[0, 1], [1, 0]]))


def test_games_that_are_there_already_are_refused_however_they_overlap(tmp_path: Path) -> None:
    with Store(tmp_path / "a.db") as store:
        _, match = opened(store)
        store.add(match, [0, 1], 10, some_games(10, 10))
        for first, count in ((10, 10), (5, 6), (19, 5), (12, 3), (0, 40)):
            with pytest.raises(StoreError, match="another process has played games of the same run"):
                store.add(match, [0, 1], first, some_games(first, count))
        for first, count in ((0, 10), (20, 5)):
            store.add(match, [0, 1], first, some_games(first, count))
        assert store.held(match) == [(0, 10), (10, 10), (20, 5)]


def test_two_stores_of_one_process_do_not_release_each_others_locks(tmp_path: Path) -> None:
    path = tmp_path / "a.db"
    first = Store(path)
    run, _ = opened(first)
    assert opened(first)[0] == run, "a store may ask for its own run again"
    second = Store(path)
    with pytest.raises(StoreError, match=f"another process is playing run {run}"):
        opened(second)
    other, _ = opened(second, seed=2)
    second.close()
    third = Store(path)
    with pytest.raises(StoreError, match="another process is playing"):
        opened(third)
    assert opened(third, seed=2)[0] == other
    first.close()
    assert opened(third)[0] == run
    third.close()
    assert [file.name for file in tmp_path.iterdir() if "lock" in file.name] == []


HOLD = """
import sys, time
sys.path.insert(0, sys.argv[2])
from test_store_file import Store, opened
store = Store(sys.argv[1])
print(opened(store), flush=True)
time.sleep(1000)
"""


def test_the_lock_is_beside_the_store_and_ends_with_its_process(tmp_path: Path) -> None:
    """Two processes with different temporary folders (two containers, two hosts) see each other's lock."""
    path = tmp_path / "a.db"
    environment = {**os.environ, "TMPDIR": str(tmp_path)}
    command = [sys.executable, "-c", HOLD, str(path), str(Path(__file__).parent)]
    process = subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True)
    try:
        assert process.stdout.readline()
        with Store(path) as store, pytest.raises(StoreError, match="another process is playing run 1"):
            opened(store)
    finally:
        process.kill()
        process.communicate()
    with Store(path) as store:
        assert opened(store)[0] == 1


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork")
def test_a_worker_that_outlives_its_owner_holds_no_lock(tmp_path: Path) -> None:
    store = Store(tmp_path / "a.db")
    opened(store)
    (lock,) = store._locks.values()
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        os.write(writing, b"closed" if lock.file == -1 else b"held")
        os._exit(0)
    os.waitpid(child, 0)
    assert os.read(reading, 10) == b"closed"
    with Store(tmp_path / "a.db") as other, pytest.raises(StoreError, match="another process"):
        opened(other)
    store.close()


def test_a_link_in_the_place_of_a_lock_is_not_followed(tmp_path: Path) -> None:
    victim = tmp_path / "victim"
    victim.write_text("precious")
    (tmp_path / "a.db.run1.lock").symlink_to(victim)
    with Store(tmp_path / "a.db") as store, pytest.raises(StoreError, match="cannot be locked"):
        opened(store)
    assert victim.read_text() == "precious"


def test_a_lock_whose_file_was_just_removed_is_taken_on_the_new_one(tmp_path: Path, monkeypatch) -> None:
    path = tmp_path / "a.db"
    removed = []

    def remove_once(file: int, where: Path) -> bool:
        if not removed:
            where.unlink()
            removed.append(where)
        return same(file, where)

    same = locks._same_file
    monkeypatch.setattr(locks, "_same_file", remove_once)
    lock = locks.lock_run(path, 1)
    assert removed[0].exists()
    with pytest.raises(StoreError, match="another process"):
        locks.lock_run(path, 1)
    lock.release()


def test_a_store_that_another_process_is_creating_is_not_a_strangers_database(tmp_path: Path, monkeypatch) -> None:
    path = tmp_path / "a.db"
    path.touch()
    read_version, creators = database.version_of, []

    def create_after_the_first_look(db: sqlite3.Connection) -> int:
        found = read_version(db)
        if not creators:
            creators.append(threading.Thread(target=lambda: Store(path).close()))
            creators[0].start()
            creators[0].join(1)  # an unguarded reader lets it finish at once; a guarded one makes it wait
        return found

    monkeypatch.setattr(database, "version_of", create_after_the_first_look)
    Store(path).close()
    creators[0].join()
    with Store(path, write=False) as store:
        assert store.runs() == []


TWICE = """
import sys
sys.path.insert(0, sys.argv[2])
from tapete.arena.store import database, locks
database.lock_run = lambda store, run: None  # as on a file system without locks
import tapete
from tapete.arena.tournament import tournament
from tapete.arena.store import Store
with Store(sys.argv[1]) as store:
    print(tournament(tapete.load("briscas"), ["random", "heuristic"], games=60000, seed=5, store=store).outcome.games)
"""


def test_two_processes_that_play_one_run_at_once_count_no_game_twice(tmp_path: Path) -> None:
    path = tmp_path / "a.db"
    command = [sys.executable, "-c", TWICE, str(path), str(Path(__file__).parent)]
    running = [subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) for _ in range(2)]
    told = [process.communicate()[1] for process in running]
    assert all("counted twice" in text or not text for text in told), told
    with Store(path) as store:
        tournament(tapete.load("briscas"), ["random", "heuristic"], games=60000, seed=5, store=store)
        (match,) = store.matches(1)
        held = store.held(match.id)
        assert sum(count for _, count in held) == 60000
        assert all(first + count <= following for (first, count), (following, _) in pairwise(held))


# Damage, and folders that cannot be written


def show_all(store: Store) -> None:
    for run in store.runs():
        standings(read_outcome(store, run))


def test_damage_is_reported_in_a_sentence(old: Path) -> None:
    whole = old.read_bytes()
    wrong = {
        "UPDATE batch SET data = x'00112233'": "the games from 0 on of match 0 are damaged",
        "UPDATE batch SET data = substr(data, 1, length(data) - 3)": "are damaged",
        "UPDATE match SET seatings = 'no JSON'": "it is damaged",
        "UPDATE match SET agents = 'null'": "it is damaged",
        "UPDATE batch SET timing = '7'": "it is damaged",
        "UPDATE run SET options = '{'": "it is damaged",
        "UPDATE run SET seed = 'many'": "it is damaged",
    }
    Store(old).close()
    for statement, sentence in wrong.items():
        with sqlite3.connect(old) as db:
            db.execute(statement)
        db.close()
        with Store(old, write=False) as store, pytest.raises(StoreError, match=sentence):
            show_all(store)
        for file in old.parent.glob("old.db*"):
            file.unlink()
        old.write_bytes(whole)
        Store(old).close()


def test_bytes_changed_anywhere_never_give_a_traceback(old: Path) -> None:
    whole = old.read_bytes()
    generator = np.random.default_rng(5)
    for _ in range(60):
        data = bytearray(whole)
        for place in generator.integers(100, len(data), 40):
            data[place] = generator.integers(256)
        old.write_bytes(data)
        try:
            with Store(old, write=False) as store:
                show_all(store)
        except tapete.TapeteError:
            pass
        except Exception as error:
            pytest.fail(f"{type(error).__name__}: {error}")


def fill(store: Store, match: int) -> None:
    for first in range(10, 100_000, 10):
        store.add(match, [0, 1], first, some_games(first, 10))


def test_a_full_disk_is_reported_in_a_sentence_and_loses_nothing(tmp_path: Path) -> None:
    with Store(tmp_path / "a.db") as store:
        _, match = opened(store)
        store.add(match, [0, 1], 0, some_games(0, 10))
        pages = store.db.execute("PRAGMA page_count").fetchone()[0]
        store.db.execute(f"PRAGMA max_page_count = {pages}")
        with pytest.raises(StoreError, match="full"):
            fill(store, match)
        store.db.execute("PRAGMA max_page_count = 1000000")
        held = sum(count for _, count in store.held(match))
        store.add(match, [0, 1], held, some_games(held, 10))
        assert store.held(match) == [(first, 10) for first in range(0, held + 10, 10)]


def test_a_locked_store_is_reported_in_a_sentence(tmp_path: Path, monkeypatch) -> None:
    path = tmp_path / "a.db"
    Store(path).close()
    connect = sqlite3.connect
    monkeypatch.setattr(database.sqlite3, "connect", lambda *a, **k: connect(*a, **{**k, "timeout": 0.1}))
    holder = connect(path, isolation_level=None)
    holder.execute("BEGIN EXCLUSIVE")
    try:
        with Store(path) as store, pytest.raises(StoreError, match="locked"):
            opened(store)
    finally:
        holder.close()


@pytest.fixture
def unwritable():
    """Yield a folder that the user can read but not write to."""
    folder = Path(tempfile.mkdtemp(prefix="tapete-readonly-"))
    root = os.geteuid() == 0 if hasattr(os, "geteuid") else False

    class Place:
        path = folder

        def __enter__(self) -> Path:
            for file in folder.iterdir():
                file.chmod(0o444)
            folder.chmod(0o555)
            if root:
                os.seteuid(65534)
            return folder

        def __exit__(self, *error) -> None:
            if root:
                os.seteuid(0)
            folder.chmod(0o755)

    yield Place()
    shutil.rmtree(folder)


@pytest.mark.skipif(os.name != "posix", reason="the rights of Unix")
@pytest.mark.parametrize("version", [1, 2])
def test_a_store_that_cannot_be_written_can_be_read(unwritable, version: int) -> None:
    path = unwritable.path / "a.db"
    shutil.copy(FIRST, path)
    if version == 2:
        Store(path).close()
    with unwritable:
        check_content(content(path))
        with pytest.raises(StoreError):
            Store(path)


@pytest.mark.skipif(os.name != "posix", reason="the rights of Unix")
def test_what_a_killed_process_left_beside_an_unwritable_store_is_read_too(unwritable) -> None:
    path = unwritable.path / "a.db"
    code = (
        "import os, sys; sys.path.insert(0, sys.argv[2])\n"
        "from test_store_file import *\n"
        "store = Store(sys.argv[1]); run, match = opened(store)\n"
        "store.add(match, [0, 1], 0, some_games(0, 25)); os._exit(0)\n"
    )
    subprocess.run([sys.executable, "-c", code, str(path), str(Path(__file__).parent)], check=True)
    assert (unwritable.path / "a.db-wal").stat().st_size > 0
    (unwritable.path / "a.db-shm").unlink()
    with unwritable, Store(path, write=False) as store:
        assert store.held(1) == [(0, 25)]


def test_an_export_that_fails_leaves_nothing_half(old: Path, tmp_path: Path, monkeypatch) -> None:
    target = tmp_path / "games.csv"
    target.write_text("what was there")
    with Store(old, write=False) as store:
        runs = store.runs()
        monkeypatch.setattr(
            store, "games", lambda *arguments: (_ for _ in ()).throw(OSError(28, "No space left on device"))
        )
        with pytest.raises(StoreError, match=r"games.csv cannot be written: No space left"):
            export(store, runs, target)
    assert target.read_text() == "what was there"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["games.csv", "old.db"]
    if Path("/dev/full").exists():
        with Store(old, write=False) as store, pytest.raises(StoreError, match=r"as \.csv or \.parquet"):
            export(store, store.runs(), Path("/dev/full"))


# Trainings


def test_a_training_is_one_row_found_again_by_its_folder(tmp_path: Path) -> None:
    game, settings = {"players": 2}, {"population": 20, "against": ["random"]}
    with Store(tmp_path / "a.db") as store:
        number = open_training(store, tmp_path / "runs" / "one", "briscas", game, "es", settings, "print")
        other = open_training(store, tmp_path / "runs" / "two", "briscas", game, "es", settings, "print")
        assert (
            open_training(store, tmp_path / "runs" / ".." / "runs" / "one", "briscas", game, "es", settings, "print")
            == number
        )
        note_training(store, number, "running", 0.61)
        note_training(store, number, "finished")
        add_points(
            store, [Point("best", 1, 0.5), Point("best", 0, 0.4, 0.3, 0.5), Point("mean", 0, 0.2)], training=number
        )
        add_points(store, [Point("best", 1, 0.7)], training=number)
        add_points(store, [Point("best", 1, 0.1)], training=other)
    with Store(tmp_path / "a.db", write=False) as store:
        first, second = trainings(store)
        assert (first.id, first.folder, first.state, first.champion) == (
            number,
            (tmp_path / "runs" / "one").resolve(),
            "finished",
            0.61,
        )
        assert (first.options, first.configuration, first.method, first.fingerprint) == (game, settings, "es", "print")
        assert (second.state, second.champion) == ("running", None)
        assert json.dumps(first.as_dict())
        assert curves(store, training=number) == {
            "best": [Point("best", 0, 0.4, 0.3, 0.5), Point("best", 1, 0.7)],
            "mean": [Point("mean", 0, 0.2)],
        }
    with Store(tmp_path / "a.db") as store:
        again = open_training(store, tmp_path / "runs" / "one", "briscas", game, "cma", settings, "print")
        assert curves(store, training=again) == {}, "another training in the same folder has curves of its own"
        assert len(trainings(store)) == 2
        with pytest.raises(StoreError, match="no training 99"):
            note_training(store, 99, "stopped")
        with pytest.raises(StoreError):
            add_points(store, [Point("best", 0, 1.0)])
        with pytest.raises(StoreError):
            add_points(store, [Point("best", 0, 1.0)], training=99)


def test_a_run_may_have_curves_too(tmp_path: Path) -> None:
    with Store(tmp_path / "a.db") as store:
        run, _ = opened(store)
        add_points(store, [Point("score", 100, 0.5, 0.4, 0.6)], run=run)
        assert curves(store, run=run) == {"score": [Point("score", 100, 0.5, 0.4, 0.6)]}
        assert curves(store, training=run) == {}
