"""A fingerprint changes with everything that changes play, and with nothing else."""

from __future__ import annotations

import importlib
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from tapete.errors import CompileError
from tapete.kernel import Kernel, i8, kernel
from tapete.kernel.cache import fingerprint
from tapete.kernel.fingerprint import code_of, genuine, source_of

FILES = {
    "rule": '''
"""Rules of nothing."""

import math

import parts
from layouts import Node, State
from tables import DEEP, TABLE

from tapete.kernel.contract import MEMORY, rows_in
from tapete.kernel import below, f8, i8, kernel

BONUS = 1
UNUSED = 1


def make(step):
    factor = step * 10

    @kernel
    def scaled(x: i8) -> i8:
        return x * factor

    @kernel
    def outer(x: i8, more: i8 = step) -> i8:
        return scaled(x) + more

    return outer


rate = make(2)


@kernel
def helper(x: i8) -> i8:
    """Adds."""
    return x + BONUS  # one more


@kernel
def rule(state: State, memory: MEMORY) -> i8:
    """A rule."""
    node = rows_in(memory, 0, Node)[0]
    found = helper(state.turn) + TABLE[0] + DEEP[1][0] + parts.pick(node.a) + rate(below(state, 3), 1)
    if found > parts.inner.MOST:
        found = i8(math.sqrt(4.0))
    return found


@kernel
def apart(x: i8) -> i8:
    return x
''',
    "tables": "import numpy as np\nTABLE = np.array([10, 20])\nDEEP = (1, (2, {'a': [3]}))\n",
    "layouts": "from tapete.kernel import *\nclass Node(Record):\n    a: i8\n    b: i8\nclass State(GameState):\n    x: i8\n    y: i4\n",
    "parts": "from tapete.kernel import *\nimport inner\n@kernel\ndef pick(x: i8) -> i8:\n    return x\n",
    "inner": "MOST = 5\n",
}
# Of kernels above and of some values: equal on every machine, system and version of Python.
GOLDEN = {
    "rate": "a328bc2ff44b1851223cd9d741807d2c",
    "helper": "03f83bc1bbab1f52a7dcc8b7a3480423",
    "values": "98b8294a4c6b0fe6457e3f418860cece",
}


@pytest.fixture
def said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., str]:
    """Return the fingerprint of `rule` after an edit: `said("rule", "old", "new")`."""

    def load(file: str = "rule", old: str = "", new: str = "", *, name: str = "rule") -> str:
        folder = tmp_path / str(len(list(tmp_path.iterdir())))
        folder.mkdir()
        for module, text in FILES.items():
            assert module != file or old in text
            edited = text.replace(old, new, 1) if module == file else text
            (folder / f"{module}.py").write_text(edited, encoding="utf-8")
            sys.modules.pop(module, None)
        importlib.invalidate_caches()
        with monkeypatch.context() as patch:
            patch.syspath_prepend(str(folder))
            return fingerprint(getattr(importlib.import_module("rule"), name))

    yield load
    for module in FILES:
        sys.modules.pop(module, None)


@pytest.mark.parametrize(
    ("file", "old", "new"),
    [
        pytest.param("rule", "TABLE[0]", "TABLE[1]", id="the source"),
        pytest.param("rule", "BONUS = 1", "BONUS = 2", id="a number"),
        pytest.param("rule", "BONUS = 1", "BONUS = 1.0", id="the type of a number"),
        pytest.param("rule", "return x + BONUS", "return x - BONUS", id="a function it calls"),
        pytest.param("rule", "state: State", "state: Node", id="the type of a parameter"),
        pytest.param("rule", "memory: MEMORY) -> i8", "memory: MEMORY) -> f8", id="the type of the result"),
        pytest.param("rule", "rate = make(2)", "rate = make(3)", id="a value in a closure of a closure"),
        pytest.param("rule", "more: i8 = step", "more: i8 = 7", id="a default"),
        pytest.param("rule", "return x * factor", "return x + factor", id="a function inside a function"),
        pytest.param("rule", "math.sqrt", "math.exp", id="a function of another library"),
        pytest.param("rule", "below, ", "below, draw as below2, ", id="nothing: an import that is not used"),
        pytest.param("tables", "10, 20", "10, 21", id="a table"),
        pytest.param("tables", "[10, 20]", "[[10, 20]]", id="the shape of a table"),
        pytest.param("tables", "20]", "20], dtype=np.int16", id="the type of a table"),
        pytest.param("tables", "[3]", "[4]", id="a number deep in containers"),
        pytest.param("layouts", "    a: i8\n    b: i8\n", "    b: i8\n    a: i8\n", id="a record used by value"),
        pytest.param("layouts", "a: i8", "a: i4", id="the type of a field"),
        pytest.param("layouts", "y: i4", "y: Array[i4] = shape(2)", id="a field of a parameter's record"),
        pytest.param("parts", "return x", "return x + 1", id="a kernel of another module"),
        pytest.param("inner", "5", "6", id="a number in a module of a module"),
    ],
)
def test_a_change_of_play_changes_the_fingerprint(said, file: str, old: str, new: str, request) -> None:
    unchanged = "nothing" in request.node.callspec.id
    assert (said(file, old, new) == said()) == unchanged


@pytest.mark.parametrize(
    ("file", "old", "new"),
    [
        pytest.param("rule", "# one more", "# and then\n    # some", id="a comment"),
        pytest.param("rule", '"""Adds."""', '"""Adds one\n\n    or two."""', id="a docstring"),
        pytest.param("rule", '    """A rule."""\n', "", id="a docstring removed"),
        pytest.param("rule", "x + BONUS", "(x\n        + BONUS)", id="formatting"),
        pytest.param(
            "rule",
            "def apart(x: i8) -> i8:\n    return x",
            "def apart(x: i8) -> i8:\n    return 2 * x",
            id="another function",
        ),
        pytest.param("rule", "UNUSED = 1", "UNUSED = 2\n\n\n\n", id="a number that is not used"),
        pytest.param("rule", "BONUS = 1", "\n\nBONUS = 1", id="other lines"),
        pytest.param("tables", "import", '"""Tables."""\nimport', id="a text"),
    ],
)
def test_an_irrelevant_change_keeps_the_fingerprint(said, file: str, old: str, new: str) -> None:
    assert said(file, old, new) == said()


def test_the_fingerprint_is_the_same_on_every_machine(said) -> None:
    layout = np.dtype([("a", "i1"), ("b", "<f8", (2, 3))], align=True)
    values = fingerprint(
        (), 1, -2.5, "ñ", b"x", None, True, (1, [2, {"a": 3}]), np.arange(6.0).reshape(2, 3), layout, np.int8(3)
    )
    assert {"rate": said(name="rate"), "helper": said(name="helper"), "values": values} == GOLDEN


def test_the_order_of_a_set_or_a_mapping_does_not_matter() -> None:
    """Strings hash differently in every process; these two orders differ in this one."""
    forward, backward = {str(i): i for i in range(50)}, {str(i): i for i in reversed(range(50))}
    assert list(forward) != list(backward)
    assert fingerprint((), forward) == fingerprint((), backward)
    assert fingerprint((), set(forward)) == fingerprint((), frozenset(backward))
    code = "from tapete.kernel.cache import fingerprint; print(fingerprint((), {'a', 'b', 'c', 'd'}, {'x': 1, 'y': 2}))"
    seeds = {run_python(code, PYTHONHASHSEED=seed).stdout for seed in ("1", "2", "3")}
    assert len(seeds) == 1


def test_values_that_differ_have_different_fingerprints() -> None:
    values = [0, 0.0, False, None, "", "0", b"", (), (0,), [0], ((0,),), {"0": 0}, np.zeros(1), np.zeros(1, np.int8)]
    values += [np.zeros((1, 1)), np.int64(0), np.float32(0), 1, True, "a", ("a", "b"), ("a, b",), (("a",), "b")]
    assert len({fingerprint((), value) for value in values}) == len(values)
    assert len({fingerprint((), *values), fingerprint((), values)}) == 2


def plain_helper(x: int) -> int:
    return x + 1


class Odd:
    pass


ODD = Odd()


def test_a_plain_function_or_an_odd_object_in_a_kernel_is_refused() -> None:
    @kernel
    def careless(x: i8) -> i8:
        return plain_helper(x)

    @kernel
    def odd(x: i8) -> i8:
        return ODD.value

    with pytest.raises(CompileError, match=r"careless> uses 'plain_helper', a plain function: make it a kernel"):
        fingerprint(careless)
    with pytest.raises(CompileError, match=r"odd> uses 'ODD.value', a Odd: use numbers"):
        fingerprint(odd)
    with pytest.raises(CompileError, match="plain function"):
        careless(1)
    numba = pytest.importorskip("numba")
    jitted = numba.njit(plain_helper)

    @kernel
    def sly(x: i8) -> i8:
        return jitted(x)

    with pytest.raises(CompileError, match="plain function"):
        fingerprint(sly)


@kernel
def down(n: i8) -> i8:
    return 0 if n == 0 else up(n - 1)


@kernel
def up(n: i8) -> i8:
    return down(n) + 1


def test_kernels_may_call_each_other_recursively() -> None:
    assert fingerprint(down) != fingerprint(up)
    assert fingerprint([down, up]) == fingerprint([down, up])


def test_a_table_changed_in_memory_changes_the_fingerprint(said) -> None:
    first = said()
    loaded = sys.modules["rule"]
    assert fingerprint(loaded.rule) == first
    loaded.TABLE[1] += 1
    second = fingerprint(loaded.rule)
    loaded.BONUS = 9
    assert len({first, second, fingerprint(loaded.rule)}) == 3


def test_a_kernel_whose_file_was_edited_after_import_is_hashed_by_its_bytecode(tmp_path, monkeypatch) -> None:
    path = tmp_path / "edited_later.py"
    path.write_text("from tapete.kernel import *\n@kernel\ndef rule(x: i8) -> i8:\n    return x + 1\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    rule = importlib.import_module("edited_later").rule
    before = fingerprint(rule)
    assert genuine(rule)
    path.write_text(path.read_text().replace("x + 1", "x + 22"))
    after = fingerprint(rule)
    edited = importlib.reload(sys.modules.pop("edited_later") and importlib.import_module("edited_later")).rule
    assert len({before, after, fingerprint(edited)}) == 3
    assert source_of(rule).text.startswith("Python")  # its bytecode: the source is gone


def test_code_that_differs_from_its_source_is_not_genuine(tmp_path, monkeypatch) -> None:
    """As when Python loads bytecode of an older source with the same size and time."""
    path = tmp_path / "stale_module.py"
    path.write_text("from tapete.kernel import *\n@kernel\ndef rule(x: i8) -> i8:\n    return x + 1\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    rule = importlib.import_module("stale_module").rule
    path.write_text(path.read_text().replace("x + 1", "x + 2"))
    rule.stamp = Kernel(rule.function).stamp
    assert not genuine(rule)


def test_a_kernel_without_a_file_is_hashed_by_its_bytecode() -> None:
    def made(bonus: int, step: int) -> Kernel:
        space: dict = {}
        text = f"from tapete.kernel import *\nBONUS = {bonus}\n@kernel\ndef rule(x: i8) -> i8:\n    return x * {step} + BONUS\n"
        exec(text, space)
        return space["rule"]

    assert fingerprint(made(1, 2)) == fingerprint(made(1, 2))
    assert len({fingerprint(made(1, 2)), fingerprint(made(3, 2)), fingerprint(made(1, 4))}) == 3


# The platform itself: a copy of it is edited


def run_python(code: str, *arguments: str, **environment: str) -> subprocess.CompletedProcess:
    return subprocess.run(
        [sys.executable, "-c", code, *arguments],
        env={**os.environ, "PYTHONDONTWRITEBYTECODE": "1", **environment},
        capture_output=True,
        text=True,
        check=True,
    )


PRINT_FINGERPRINTS = """
import json, sys
import tapete
from tapete.core import loops
from tapete.kernel.cache import fingerprint
from tapete.search.ismcts import ISMCTS
game = tapete.load("briscas")
said = {name: fingerprint(kernel) for name, kernel in game.kernels.items()}
said |= {"ismcts": fingerprint(ISMCTS), "evaluate": fingerprint(game.evaluation().kernel)}
said |= {f"loop {name}": fingerprint(getattr(loops, name)) for name in ("returns", "play_matches", "sip_rounds", "copy_many")}
assert "numba" not in sys.modules
print(json.dumps(said))
"""


@pytest.fixture(scope="module")
def changed_by(tmp_path_factory) -> Callable[..., set[str]]:
    """Return the fingerprints of the platform that change when one of its files is edited."""
    copy = tmp_path_factory.mktemp("platform") / "src"
    source = Path(__file__).parents[2] / "src"
    shutil.copytree(source, copy, ignore=shutil.ignore_patterns("__pycache__", "*.egg-info", "*.json"))
    for data in source.rglob("*.json"):
        shutil.copy(data, copy / data.relative_to(source))
    before = json.loads(run_python(PRINT_FINGERPRINTS, PYTHONPATH=str(copy)).stdout)

    def changed(file: str, old: str, new: str) -> set[str]:
        path = copy / "tapete" / file
        text = path.read_text(encoding="utf-8")
        assert old in text, f"{file} does not contain {old!r}"
        try:
            path.write_text(text.replace(old, new, 1), encoding="utf-8")
            after = json.loads(run_python(PRINT_FINGERPRINTS, PYTHONPATH=str(copy)).stdout)
        finally:
            path.write_text(text, encoding="utf-8")
        assert before.keys() == after.keys()
        return {name for name in before if before[name] != after[name]}

    return changed


def test_a_field_of_a_search_node_changes_only_the_searches(changed_by) -> None:
    assert changed_by("search/workspace.py", "    visits: i4\n", "    visits: i8\n") == {"ismcts"}


def test_swapped_slots_of_the_contract_change_their_callers(changed_by) -> None:
    swapped = changed_by(
        "kernel/contract.py",
        '    "returns": Contract({"state": GameState, "out": NUMBERS}),\n    "points": Contract({"state": GameState, "out": NUMBERS}),\n',
        '    "points": Contract({"state": GameState, "out": NUMBERS}),\n    "returns": Contract({"state": GameState, "out": NUMBERS}),\n',
    )
    assert swapped == {"loop returns", "loop play_matches", "ismcts"}


def test_a_function_added_to_the_contract_changes_users_of_the_state_size(changed_by) -> None:
    added = changed_by(
        "kernel/contract.py",
        '    "hides": Contract(',
        '    "rates": Contract({"state": GameState}, i8, required=False),\n    "hides": Contract(',
    )
    assert added == {"loop play_matches", "loop copy_many", "ismcts"}


def test_a_changed_signature_of_the_contract_changes_its_callers(changed_by) -> None:
    old = '{"before": GameState, "after": GameState, "seat": i8,'
    assert changed_by("kernel/contract.py", old, old.replace("i8", "i4")) == {"ismcts"}


def test_a_changed_primitive_changes_its_users(changed_by) -> None:
    assert changed_by("kernel/intrinsics.py", "(27, 0x94D049BB133111EB)", "(28, 0x94D049BB133111EB)") == {
        *("deal", "determinize", "ismcts", "loop play_matches")
    }
    assert changed_by("kernel/intrinsics.py", "SECOND = 1_000_000_000", "SECOND = 1_000_000") == {"loop play_matches"}
    assert changed_by("kernel/intrinsics.py", "Shuffle items[first:last] (Fisher-Yates).", "Shuffle.") == set()


def test_a_changed_evaluation_changes_neither_rules_nor_loops(changed_by) -> None:
    changed = changed_by(
        "games/briscas/evaluations.py",
        "def evaluate(state: State, seat: i8, weights: NUMBERS) -> f8:",
        "def evaluate(state: State, seat: i8, weights: NUMBERS) -> f8:\n    if seat > 90:\n        return 0.0",
    )
    assert changed == {"evaluate"}


def test_comments_and_other_parts_of_the_platform_change_nothing(changed_by) -> None:
    assert changed_by("cli/app.py", '"""', '"""Changed. ') == set()
    assert changed_by("games/briscas/rules.py", '"""', '"""Changed. ') == set()
    assert changed_by("kernel/types.py", "Machine number type.", "A type.") == set()


# Python code of third-party agents

PLUGIN = {
    "mine/__init__.py": "from mine.agent import Mine\n",
    "mine/agent.py": "from . import helpers\nfrom mine.deep import table\nimport other\nclass Mine:\n    def act(self, view):\n        return helpers.pick(view, table.T)\n",
    "mine/helpers.py": "def pick(view, table):\n    from mine import lazily\n    return lazily.answer\n",
    "mine/lazily.py": "answer = 1\n",
    "mine/unused.py": "x = 1\n",
    "mine/deep/__init__.py": "",
    "mine/deep/table.py": "T = 5\n",
    "other.py": "y = 1\n",
    "alone.py": "import beside\nclass Alone:\n    def act(self, view):\n        return beside.z\n",
    "beside.py": "z = 1\n",
}


@pytest.mark.parametrize(
    ("file", "old", "new", "changed"),
    [
        ("mine/agent.py", "table.T", "table.T + 1", {"Mine"}),
        ("mine/agent.py", "class", "# a comment\nclass", set()),
        ("mine/helpers.py", "lazily.answer", "-lazily.answer", {"Mine"}),
        ("mine/lazily.py", "1", "2", {"Mine"}),
        ("mine/deep/table.py", "5", "6", {"Mine"}),
        ("mine/deep/__init__.py", "", "x = 1\n", {"Mine"}),
        ("mine/unused.py", "1", "2", set()),
        ("other.py", "1", "2", set()),
        ("alone.py", "beside.z", "beside.z + 1", {"Alone"}),
        ("beside.py", "1", "2", {"Alone"}),
    ],
)
def test_the_code_of_a_plug_in_is_its_file_and_its_own_imports(tmp_path, monkeypatch, file, old, new, changed) -> None:
    def codes(folder: Path) -> dict[str, str]:
        for name in [n for n in sys.modules if n.partition(".")[0] in ("mine", "other", "alone", "beside")]:
            del sys.modules[name]
        importlib.invalidate_caches()
        with monkeypatch.context() as patch:
            patch.syspath_prepend(str(folder))
            return {
                "Mine": code_of(importlib.import_module("mine").Mine),
                "Alone": code_of(importlib.import_module("alone").Alone),
            }

    found = []
    for version, (before, after) in enumerate([("", ""), (old, new)]):
        folder = tmp_path / str(version)
        for name, text in PLUGIN.items():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / name).write_text(text.replace(before, after, 1) if name == file and before != after else text)
        if not old and version:
            (folder / file).write_text(new)
        found.append(codes(folder))
    assert {name for name in found[0] if found[0][name] != found[1][name]} == changed


def test_a_plug_in_edited_after_its_import_is_hashed_by_its_running_code(tmp_path, monkeypatch) -> None:
    path = tmp_path / "running.py"
    path.write_text("class Mine:\n    def act(self, view):\n        return 1\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    old = importlib.import_module("running").Mine
    before = code_of(old)
    path.write_text("class Mine:\n    def act(self, view):\n        return 23\n")
    meanwhile = code_of(old)
    del sys.modules["running"]
    assert len({before, meanwhile, code_of(importlib.import_module("running").Mine)}) == 3


class One:
    def act(self, view):
        return view.legal()[0]


class Other(Odd):
    pass


def test_two_classes_of_one_file_have_different_hashes() -> None:
    assert code_of(One) != code_of(Other)


def test_a_class_without_a_file_is_hashed_by_its_bytecode() -> None:
    def made(answer: int) -> type:
        space: dict = {"__name__": "nowhere"}
        exec(f"class Mine:\n    def act(self, view):\n        return {answer}\n", space)
        return space["Mine"]

    assert code_of(made(1)) == code_of(made(1)) != code_of(made(2))
