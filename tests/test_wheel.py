"""The package as users get it: a wheel, installed and used outside the clone."""

from __future__ import annotations

import subprocess
import sys
import zipfile
from pathlib import Path

ROOT = Path(__file__).parents[1]


def test_a_wheel_works_outside_the_clone(tmp_path: Path) -> None:
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check"]
    build = [*pip, "wheel", "--no-deps", "--no-build-isolation", "--wheel-dir", str(tmp_path), str(ROOT)]
    made = subprocess.run(build, capture_output=True, text=True, check=False)
    assert made.returncode == 0, made.stderr[-1500:]
    wheel = next(tmp_path.glob("tapete-*.whl"))
    names = zipfile.ZipFile(wheel).namelist()
    data = [path.relative_to(ROOT / "src").as_posix() for path in (ROOT / "src/tapete").rglob("*.json")]
    assert set(data) <= set(names), "a card file is missing from the wheel"
    page = [path.relative_to(ROOT / "src").as_posix() for path in (ROOT / "src/tapete/web/page").rglob("*.*")]
    assert len(page) > 10 and set(page) <= set(names), "a file of the page is missing from the wheel"
    place = tmp_path / "installed"
    subprocess.run(
        [*pip, "install", "--quiet", "--no-deps", "--target", str(place), str(wheel)], check=True, capture_output=True
    )
    code = (
        "import sys; sys.path.insert(0, sys.argv[1]); import tapete; assert tapete.__file__.startswith(sys.argv[1]); "
        "from tapete.core.registry import game_names, definition; [definition(name) for name in game_names()]; "
        "from tapete.arena.duel import duel; "
        "print(duel(tapete.load('briscas'), ['heuristic', 'random'], games=50).games, len(game_names()))"
    )
    run = subprocess.run(
        [sys.executable, "-c", code, str(place)], capture_output=True, text=True, check=False, cwd=tmp_path
    )
    assert run.returncode == 0, run.stderr[-1500:]
    assert run.stdout.split()[0] == "50"
