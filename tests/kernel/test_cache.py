"""Cache of machine code: no stale code runs, nothing is compiled twice, and foreign files are not loaded."""

from __future__ import annotations

import hashlib
import json
import os
import pickle
import shutil
import subprocess
import sys
import threading
import time
from pathlib import Path

import numpy as np
import pytest

from tapete.kernel import cache as build
from tapete.kernel import i8, kernel, mix, u8
from tapete.kernel.cache import Build, announce, at, build_of, resolved
from tapete.kernel.contract import MEMORY
from tapete.seeds import derive

SOURCE = Path(__file__).parents[2] / "src"


def run_python(code: str, *arguments: str, **environment: str) -> subprocess.CompletedProcess:
    return subprocess.run(
        [sys.executable, "-c", code, *arguments],
        env={**os.environ, "PYTHONDONTWRITEBYTECODE": "1", **environment},
        capture_output=True,
        text=True,
        check=False,
    )


FILES = {
    "rule": '''
from layouts import Node
from tables import DEEP, TABLE
import parts

from tapete.kernel.contract import MEMORY, rows_in
from tapete.kernel import i8, kernel

BONUS = 1


@kernel
def helper(x: i8) -> i8:
    """Adds."""
    return x + BONUS  # one more


@kernel
def scalar(memory: MEMORY) -> i8:
    """A number that a helper reads."""
    return helper(memory[1])


@kernel
def table(memory: MEMORY) -> i8:
    return TABLE[1] + DEEP[1][0]


@kernel
def by_value(memory: MEMORY) -> i8:
    return rows_in(memory, 0, Node)[1].b


@kernel
def elsewhere(memory: MEMORY) -> i8:
    return parts.pick(memory[2])


def make(step):
    @kernel
    def inner(x: i8, memory: MEMORY) -> i8:
        """Long enough, and calling itself, so that it is not laid into its caller."""
        if x <= 0:
            return step
        for i in range(4, len(memory)):
            memory[i] = memory[i] * x + i // (x + 1) + (memory[i - 1] if i > 6 else memory[4] % (x + 2))
            if memory[i] % 7 == 3:
                memory[i] += inner(x - 1, memory)
        return inner(x - 1, memory) + step

    @kernel
    def closure(memory: MEMORY) -> i8:
        return inner(3, memory) + 0 * inner(4, memory)

    return closure


nested = make(1)
other = make(1000)
''',
    "tables": "import numpy as np\nTABLE = np.array([10, 20])\nDEEP = (1, (2, 3))\n",
    "layouts": "from tapete.kernel import *\nclass Node(Record):\n    a: i8\n    b: i8\n    c: i8\n",
    "parts": "from tapete.kernel import *\n@kernel\ndef pick(x: i8) -> i8:\n    return x\n",
}
ALL = ["scalar", "table", "by_value", "elsewhere", "nested", "other"]
ASK = """
import json, sys
sys.path.insert(0, ".")
import numpy as np
import rule
from tapete.kernel.cache import CALLABLE, Build
build = Build("probe", [rule.scalar])  # the others are not among its roots
said = {}
for name in sys.argv[1:]:
    asked = getattr(rule, name)
    value = build.function(asked)(np.arange(16))
    said[name] = [int(value), build.file(asked, CALLABLE).name if build.directory() else None]
print(json.dumps(said))
"""


class Project:
    """A folder of sources and the cache beside it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.cache = folder / "cache"
        for name, text in FILES.items():
            (folder / f"{name}.py").write_text(text, encoding="utf-8")

    def edit(self, name: str, old: str, new: str) -> None:
        path = self.folder / f"{name}.py"
        assert old in path.read_text(encoding="utf-8")
        path.write_text(path.read_text(encoding="utf-8").replace(old, new, 1), encoding="utf-8")

    def start(self, *names: str, **environment: str) -> subprocess.Popen:
        return subprocess.Popen(
            [sys.executable, "-c", ASK, *(names or ALL)],
            env={**os.environ, "PYTHONDONTWRITEBYTECODE": "1", "TAPETE_CACHE": str(self.cache), **environment},
            cwd=self.folder,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )

    def end(self, process: subprocess.Popen) -> tuple[dict[str, int], dict[str, str]]:
        out, errors = process.communicate()
        assert process.returncode == 0, errors
        said = json.loads(out)
        return {name: said[name][0] for name in said}, {name: said[name][1] for name in said}

    def ask(self, *names: str, **environment: str) -> tuple[dict[str, int], dict[str, str]]:
        """Return the values of some kernels, and their cache files, as a new process finds them."""
        return self.end(self.start(*names, **environment))

    def kept(self) -> dict[str, int]:
        """Return the files of the cache, each with a number that changes when it is rewritten."""
        return {path.name: path.stat().st_ino for path in self.cache.rglob("*") if path.is_file()}


@pytest.fixture
def project(tmp_path: Path) -> Project:
    return Project(tmp_path)


VALUES = {"scalar": 2, "table": 22, "by_value": 4, "elsewhere": 2, "nested": 4, "other": 4000}


def test_with_a_full_cache_only_edited_kernels_are_compiled(project: Project) -> None:
    values, files = project.ask()
    assert values == VALUES
    kept = project.kept()
    assert set(kept) == set(files.values())
    assert project.ask() == (values, files)
    assert project.kept() == kept

    project.edit("rule", "return x + BONUS  # one more", "return (\n        x + BONUS\n    )")
    project.edit("rule", '"""A number that a helper reads."""', '"""A number, and\n    what it is for."""')
    project.edit("parts", "def pick", "def unused(x: i8) -> i8:\n    return 2 * x\n@kernel\ndef pick")
    (project.folder / "notes.txt").write_text("a text")
    assert project.ask() == (values, files)
    assert project.kept() == kept, "comments, texts and other functions cause no compilation"

    project.edit("rule", "BONUS = 1", "BONUS = 5")
    project.edit("tables", "(2, 3)", "(7, 3)")
    project.edit("layouts", "    a: i8\n    b: i8\n", "    b: i8\n    a: i8\n")
    project.edit("parts", "    return x\n", "    return x + 1\n")
    project.edit("rule", "nested = make(1)", "nested = make(2)")
    edited, new_files = project.ask()
    assert edited == {"scalar": 6, "table": 27, "by_value": 3, "elsewhere": 3, "nested": 8, "other": 4000}
    assert {name for name in files if files[name] != new_files[name]} == set(ALL) - {"other"}


@pytest.mark.slow
def test_closures_of_one_function_compiled_in_different_processes_do_not_mix(project: Project) -> None:
    """Machine code is linked by function name, and Numba numbers the names anew in every process."""
    project.ask("nested")
    project.ask("other")
    assert project.ask("nested", "other")[0] == {"nested": 4, "other": 4000}
    assert project.ask("other", "nested")[0] == {"nested": 4, "other": 4000}


def test_code_of_an_edited_function_does_not_mix_with_its_old_code(project: Project) -> None:
    """A notebook loads a rule from the cache, then the rule is edited (to an earlier version) and loaded again."""
    project.ask("nested")
    project.edit("rule", "+ step", "+ 50 * step")
    assert project.ask("nested")[0] == {"nested": 151}
    project.edit("rule", "+ 50 * step", "+ step")
    code = ASK + (
        "import importlib, pathlib\n"
        "text = pathlib.Path('rule.py').read_text()\n"
        "pathlib.Path('rule.py').write_text(text.replace('+ step', '+ 50 * step'))\n"
        "importlib.reload(rule)\n"
        "print(Build('probe').function(rule.nested)(np.arange(16)))\n"
    )
    run = subprocess.run(
        [sys.executable, "-c", code, "nested"],
        env={**os.environ, "PYTHONDONTWRITEBYTECODE": "1", "TAPETE_CACHE": str(project.cache)},
        cwd=project.folder,
        capture_output=True,
        text=True,
        check=True,
    )
    assert run.stdout.split()[-1] == "151"


@pytest.mark.parametrize("count", [3, pytest.param(10, marks=pytest.mark.slow)])
def test_concurrent_processes_compile_correctly(project: Project, count: int) -> None:
    running = [project.start("nested") for _ in range(count)]
    found = [project.end(process) for process in running]
    assert all(values == {"nested": 4} for values, _ in found)
    assert set(project.kept()) == set(found[0][1].values())


@kernel
def kept_rule(n: i8) -> i8:
    return n + 41


@pytest.fixture
def kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The cache file of `kept_rule`."""
    monkeypatch.setenv("TAPETE_CACHE", str(tmp_path))
    assert Build("probe").function(kept_rule)(1) == 42
    (path,) = tmp_path.rglob("*.bin")
    return path


def hits(one: Build) -> int:
    """Return how many kernels of a build were loaded from the cache."""
    return sum(sum(function.stats.cache_hits.values()) for function in one._callable.values())


def test_a_kernel_is_loaded_from_its_file(kept: Path) -> None:
    again = Build("probe")
    assert again.function(kept_rule)(1) == 42
    assert hits(again) == 1


def damaged(data: bytes) -> list[bytes]:
    flipped = [bytearray(data) for _ in range(5)]
    for number, place in enumerate((3, 40, 100, len(data) // 2, len(data) - 1)):
        flipped[number][place] ^= 16
    return [*map(bytes, flipped), data[: len(data) // 2], data[:60], b"", b"nonsense" * 1000]


def test_a_damaged_file_is_compiled_again(kept: Path) -> None:
    for data in damaged(kept.read_bytes()):
        kept.write_bytes(data)
        again = Build("probe")
        assert again.function(kept_rule)(1) == 42
        assert hits(again) == 0
        assert kept.read_bytes() != data, "it is rewritten"


def test_a_file_of_another_kernel_is_rejected(kept: Path) -> None:
    @kernel
    def other_rule(n: i8) -> i8:
        return n - 41

    one = Build("probe")
    one.function(other_rule)
    (other,) = set(kept.parent.glob("*.bin")) - {kept}
    kept.write_bytes(other.read_bytes())
    again = Build("probe")
    assert again.function(kept_rule)(1) == 42
    assert hits(again) == 0


class Planted:
    """Payload of an attacker in the cache: loading it runs it."""

    def __init__(self, mark: Path) -> None:
        self.mark = mark

    def __reduce__(self):
        return os.mkdir, (str(self.mark),)


def test_a_planted_file_is_not_run(kept: Path, tmp_path: Path) -> None:
    head = kept.read_bytes()[:200].split(b"\n", 3)[:3]
    payload = pickle.dumps(Planted(tmp_path / "planted"))
    for data in (payload, b"\n".join([*head, payload])):
        kept.write_bytes(data)
        assert Build("probe").function(kept_rule)(1) == 42
        assert not (tmp_path / "planted").exists()
    head[2] = hashlib.sha256(payload).hexdigest().encode()
    kept.write_bytes(b"\n".join([*head, payload]))
    assert Build("probe").function(kept_rule)(1) == 42
    assert (tmp_path / "planted").exists(), "with the right checksum it is run, so the test above is effective"


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() != 0, reason="only root can give files away")
def test_files_of_another_user_are_not_loaded(kept: Path, monkeypatch) -> None:
    os.chown(kept, 65534, 65534)
    again = Build("probe")
    assert (again.function(kept_rule)(1), hits(again)) == (42, 0)
    assert kept.stat().st_uid == 0, "replaced by our own"
    os.chown(kept.parent, 65534, 65534)
    monkeypatch.setattr(build, "_warned", False)
    again = Build("probe")
    with pytest.warns(RuntimeWarning, match="belongs to another user"):
        assert (again.function(kept_rule)(1), hits(again)) == (42, 0)


def test_a_symbolic_link_in_the_cache_is_not_followed(kept: Path, tmp_path: Path) -> None:
    kept.rename(tmp_path / "elsewhere")
    kept.symlink_to(tmp_path / "elsewhere")
    again = Build("probe")
    assert (again.function(kept_rule)(1), hits(again)) == (42, 0)
    assert not kept.is_symlink()


@pytest.mark.slow
def test_the_cache_is_private_to_the_user(project: Project) -> None:
    code = "import os; os.umask(0)\n" + ASK
    environment = {
        "TAPETE_CACHE": str(project.cache),
        "PYTHONPATH": f"{project.folder}:{os.environ.get('PYTHONPATH', '')}",
    }
    assert run_python(code, "scalar", **environment).returncode == 0
    (file,) = project.cache.rglob("*.bin")
    assert [path.stat().st_mode & 0o777 for path in (project.cache, file.parent, file)] == [0o700, 0o700, 0o600]
    file.parent.chmod(0o777)
    assert run_python(code, "scalar", **environment).returncode == 0
    assert file.parent.stat().st_mode & 0o777 == 0o700


def test_an_unwritable_cache_gives_one_warning_and_compiles_in_memory(project: Project) -> None:
    (project.folder / "file").write_text("", encoding="utf-8")
    process = project.start(TAPETE_CACHE=str(project.folder / "file" / "cache"))
    out, errors = process.communicate()
    assert {name: value for name, (value, _) in json.loads(out).items()} == VALUES
    assert errors.count("cannot be written") == 1


def test_a_cache_in_the_home_of_an_unknown_user_is_refused(monkeypatch) -> None:
    monkeypatch.setenv("TAPETE_CACHE", "~nobody-of-that-name/x")
    with pytest.raises(build.BadOption, match="there is no such user"):
        build.cache_root()


def test_the_least_recently_used_files_are_pruned(tmp_path: Path, monkeypatch) -> None:
    monkeypatch.setattr(build, "KEPT_BYTES", 3500)
    ages = {
        "new.bin": 0,
        "busy.tmp": 10,
        "today.bin": 5000,
        "left.tmp": 6000,
        "yesterday.bin": 90_000,
        "old.bin": 10**6,
    }
    for name, age in ages.items():
        (tmp_path / name).write_bytes(bytes(1000))
        os.utime(tmp_path / name, (time.time() - age, time.time() - age))
    (tmp_path / "old.txt").write_text("not ours")
    build.prune(tmp_path)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["busy.tmp", "new.bin", "old.txt", "today.bin"]


def test_recently_used_files_are_not_pruned(tmp_path: Path, monkeypatch) -> None:
    monkeypatch.setattr(build, "KEPT_BYTES", 1)
    for number in range(5):
        (tmp_path / f"{number}.bin").write_bytes(bytes(1000))
    build.prune(tmp_path)
    assert len(list(tmp_path.iterdir())) == 5


def test_loading_a_file_counts_as_using_it(kept: Path) -> None:
    os.utime(kept, (1000, 1000))
    assert hits_of_a_new_build() == 1
    assert time.time() - kept.stat().st_mtime < 3600


def hits_of_a_new_build() -> int:
    again = Build("probe")
    again.function(kept_rule)
    return hits(again)


@kernel
def mixed(a: u8, b: u8) -> u8:
    return mix(a, b)


def test_a_cache_file_is_named_after_its_kernel(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TAPETE_CACHE", str(tmp_path))
    named = Build("named", [mixed])
    assert int(named.function(mixed)(np.uint64(1), np.uint64(2))) == derive(1, 2)
    assert [path.name.split("-")[0] for path in tmp_path.glob("named/*.bin")] == [f"{mixed.__module__}.mixed"]


TABLE = np.array([1, 2, 3])


@kernel
def looked_up(i: i8) -> i8:
    return TABLE[i]


@kernel
def first_reader(memory: MEMORY) -> i8:
    return looked_up(memory[0])


@kernel
def second_reader(memory: MEMORY) -> i8:
    return looked_up(memory[0]) + 100


def test_a_table_changed_between_two_compilations_is_read_anew(tmp_path, monkeypatch) -> None:
    """Otherwise the second file would be named by the new table and contain the old one."""
    monkeypatch.setenv("TAPETE_CACHE", str(tmp_path))
    one = Build("one")
    memory = np.zeros(1, dtype=np.int64)
    assert one.function(first_reader)(memory) == 1
    monkeypatch.setitem(globals(), "TABLE", np.array([7, 8, 9]))
    assert one.function(second_reader)(memory) == 107
    assert Build("one").function(second_reader)(memory) == 107
    assert Build("one").function(first_reader)(memory) == 7


def test_a_helper_can_be_requested_by_address() -> None:
    one = Build("one", cached=False)
    one.function(first_reader)
    address = one.address(looked_up)
    assert one.address(looked_up) == address
    bits = np.array([address]).view(np.float64)[0]
    assert at(address) is at(float(address)) is at(bits) is looked_up
    values = [1.5, float(address), address, bits, np.inf, np.nan, True, "text"]
    assert repr(resolved(values)) == repr([1.5, looked_up, looked_up, looked_up, np.inf, np.nan, True, "text"])
    assert resolved({"a": (np.array([address, 7]), np.array([float(address)]))}) == {"a": [[looked_up, 7], [looked_up]]}


def test_builds_with_the_same_flags_share_helpers(monkeypatch) -> None:
    """Bots and rules of one game are different builds; helpers that both call are compiled once."""
    from tapete.kernel import numba_backend

    compiled = []
    compile_helper = numba_backend.compile_helper
    monkeypatch.setattr(
        numba_backend, "compile_helper", lambda one, says: compiled.append(one.__name__) or compile_helper(one, says)
    )

    @kernel
    def shared(i: i8) -> i8:
        return i * 3

    @kernel
    def one_caller(i: i8) -> i8:
        return shared(i) + 1

    @kernel
    def another_caller(i: i8) -> i8:
        return shared(i) + 2

    assert Build("one", cached=False).function(one_caller)(4) == 13
    assert Build("two", cached=False).function(another_caller)(4) == 14
    assert compiled == ["shared"]
    assert Build("checked", boundscheck=True, cached=False).function(another_caller)(4) == 14
    assert compiled == ["shared", "shared"]


class Data:
    def fingerprint(self) -> str:
        return "data"


def test_an_address_of_data_resolves_to_the_fingerprint_of_the_data() -> None:
    data = Data()
    announce(123_456_789, data)
    assert resolved([123_456_789, data, 5]) == ["data", "data", 5]
    del data
    assert resolved(123_456_789) == 123_456_789


def test_kernels_of_one_package_share_a_build() -> None:
    from tapete.games.briscas import bots, rules
    from tapete.search.ismcts import ISMCTS

    assert build_of(rules.legal) is build_of(rules.apply) is build_of(bots.heuristic)
    assert build_of(rules.legal) is not build_of(rules.legal, boundscheck=True)
    assert {build_of(rules.legal).name, build_of(ISMCTS).name} == {"briscas", "search"}


def test_a_file_that_is_edited_and_reloaded_keeps_its_cache_folder(tmp_path: Path) -> None:
    from tapete.plugins import load_file

    text = "from tapete.kernel import *\n@kernel\ndef rule(x: i8) -> i8:\n    return x + {}\n"
    path = tmp_path / "my-bots.py"
    names = set()
    for number in (1, 2):
        path.write_text(text.format(number))
        module = load_file(str(path))
        names.add(build_of(module.rule).name)
        assert module.rule(1) == 1 + number
    assert names == {"my_bots"}


# Compilation in two processes


def test_a_process_with_threads_does_not_fork(monkeypatch) -> None:
    started, stop = threading.Event(), threading.Event()

    def wait() -> None:
        started.set()
        stop.wait()

    monkeypatch.setattr(build, "THREADED", ())
    only = [threading.main_thread()]
    monkeypatch.setattr(build.threading, "enumerate", lambda: only)  # as for a thread that a library has started
    if sys.platform != "linux":
        assert not build.may_fork()
        return
    threads = build._threads()
    monkeypatch.setattr(build, "_known_threads", lambda: threads)
    assert build.may_fork()
    thread = threading.Thread(target=wait)
    thread.start()
    started.wait()
    try:
        assert not build.may_fork()
    finally:
        stop.set()
        thread.join()
    monkeypatch.setattr(build, "THREADED", ("pytest",))
    assert not build.may_fork()
    monkeypatch.setattr(build, "THREADED", ())
    monkeypatch.setattr(build.sys, "platform", "darwin")
    assert not build.may_fork()


HANG = """
import os, sys, time
sys.path.insert(0, ".")
import rule
from tapete.kernel import cache as build
build.PATIENCE = 1.0
build.cores = lambda: 2
parent, address, forks = os.getpid(), build.Build.address, []
def slow(self, kernel):
    if os.getpid() != parent:
        time.sleep(1000)
    return address(self, kernel)
build.Build.address = slow
fork = os.fork
def counted():
    forks.append(1)
    return fork()
os.fork = counted
print(len(build.Build("probe").addresses([rule.scalar, rule.table, rule.by_value])), len(forks))
"""


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux forks")
def test_a_second_process_that_hangs_is_killed(project: Project) -> None:
    environment = {
        "TAPETE_CACHE": str(project.cache),
        "PYTHONPATH": f"{project.folder}:{os.environ.get('PYTHONPATH', '')}",
    }
    started = time.monotonic()
    run = run_python(HANG, **environment)
    assert run.stdout.split() == ["3", "1"], run.stderr
    assert time.monotonic() - started < 300


SHARE = """
import os, sys
sys.path.insert(0, ".")
import numpy, scipy.stats  # each has threads of its own
import rule
from tapete.kernel import cache as build
build.cores = lambda: 2
address = build.Build.address
def noted(self, kernel):
    if kernel not in self._addresses:
        os.write(1, f"{os.getpid()} {kernel.__name__}\\n".encode())
    return address(self, kernel)
build.Build.address = noted
probe = build.Build("probe")
build.compile_together((probe, kernel, build.ENTRY) for kernel in (rule.scalar, rule.table, rule.by_value, rule.scalar))
"""


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="only Linux forks")
def test_two_processes_share_the_compilation(project: Project) -> None:
    environment = {
        "TAPETE_CACHE": str(project.cache),
        "PYTHONPATH": f"{project.folder}:{os.environ.get('PYTHONPATH', '')}",
    }
    lines = [line.split() for line in run_python(SHARE, **environment).stdout.splitlines()]
    assert sorted(name for _, name in lines) == ["by_value", "scalar", "table"]
    assert len({process for process, _ in lines}) == 2
    assert run_python(SHARE, **environment).stdout == ""  # everything is on disk now


# The platform itself, edited while the cache is full

PLAY = """
import json, sys
import tapete
from tapete.agents.registry import make_agent
game = tapete.load("briscas")
state = game.deal(seed=7)
while not state.over:
    state.play(state.legal()[0])
searched = game.deal(seed=5)
agent = make_agent("ismcts:iterations=200", game).agent
agent.act(searched.view())
nodes = agent.space.nodes()
children = [int(node["visits"]) for node in nodes if int(node["key"]) >> 24 == 0][1:]
print(json.dumps({
    "points": state.points(), "returns": state.returns(), "evaluation": searched.evaluate(0),
    "visits": sum(children), "root": int(nodes["visits"][0]), "path": tapete.__file__,
}))
"""
EDITS = [
    (
        "kernel/contract.py",
        '    "returns": Contract({"state": GameState, "out": NUMBERS}),\n    "points": Contract({"state": GameState, "out": NUMBERS}),\n',
        '    "points": Contract({"state": GameState, "out": NUMBERS}),\n    "returns": Contract({"state": GameState, "out": NUMBERS}),\n',
    ),
    (
        "search/workspace.py",
        "    value: f8  # sum of that seat's rewards\n    visits: i4\n",
        "    visits: i8\n    value: f8\n",
    ),
    (
        "games/briscas/evaluations.py",
        "def evaluate(state: State, seat: i8, weights: NUMBERS) -> f8:",
        "def evaluate(state: State, seat: i8, weights: NUMBERS) -> f8:\n    if seat == 0:\n        return 1234.0",
    ),
]


@pytest.mark.slow
def test_an_edited_platform_does_not_run_stale_code(tmp_path: Path) -> None:
    """Slots of the contract are swapped, a search node gets another layout, an evaluation another value."""
    copy, cache = tmp_path / "src", tmp_path / "cache"
    shutil.copytree(SOURCE, copy, ignore=shutil.ignore_patterns("__pycache__", "*.egg-info"))
    environment = {"PYTHONPATH": str(copy), "TAPETE_CACHE": str(cache)}

    def play() -> dict:
        run = run_python(PLAY, **environment)
        assert run.returncode == 0, run.stderr
        found = json.loads(run.stdout)
        assert found.pop("path").startswith(str(copy))
        return found

    before = play()
    assert before["points"] != before["returns"]
    assert sum(before["returns"]) == 1
    assert sum(before["points"]) == 120
    kept = {path.name for path in cache.rglob("*.bin")}
    for file, old, new in EDITS:
        path = copy / "tapete" / file
        text = path.read_text(encoding="utf-8")
        assert old in text
        path.write_text(text.replace(old, new, 1), encoding="utf-8")
    assert play() == {**before, "evaluation": 1234.0}
    added = [path.name for path in cache.rglob("*.bin") if path.name not in kept]
    assert not [name for name in added if "rules.apply" in name or "rules.legal" in name or "loops.legal" in name]
    assert len(list((cache / "briscas").iterdir())) == len([n for n in kept if "briscas" in n]) + 1


def test_a_plain_build_compiles_the_same_without_a_cache(project: Project) -> None:
    values, files = project.ask("scalar", "table", TAPETE_PLAIN="1")
    assert values == {name: VALUES[name] for name in ("scalar", "table")}
    assert set(files.values()) == {None}
    assert not project.cache.exists()


@pytest.mark.slow
def test_a_plain_build_plays_the_same_without_a_cache(tmp_path: Path) -> None:
    code = "from tapete.cli import main; import sys; sys.argv[1:] = 'duel briscas heuristic random --games 40 --json'.split(); main()"
    found = {}
    for plain in ("0", "1"):
        cache = tmp_path / plain
        run = run_python(code, TAPETE_PLAIN=plain, TAPETE_CACHE=str(cache))
        assert run.returncode == 0, run.stderr
        agents = json.loads(run.stdout)["agents"]
        found[plain] = [(agent["spec"], agent["score"], agent["point_difference"]) for agent in agents]
        assert cache.exists() == (plain == "0")
    assert found["0"] == found["1"]
