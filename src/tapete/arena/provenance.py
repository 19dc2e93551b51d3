"""Provenance of a result: the program, the command, the machine, and how to cite it."""

from __future__ import annotations

import json
import os
import platform
import shlex
import subprocess
import sys
from functools import cache
from importlib.metadata import PackageNotFoundError, distribution, version
from pathlib import Path

from tapete._version import __version__

TITLE = "Tapete: a platform for tabletop-game AI with hidden information"  # as in CITATION.cff
AUTHORS = "{The Tapete developers}"


def provenance() -> dict[str, str]:
    """Return version, commit, command, machine and library versions, as text that goes into JSON as it is.

    `commit` is empty where the program does not come from a repository, `command` where no `tapete` command was given.
    """
    return {
        "version": __version__,
        "commit": commit(),
        "command": command(),
        "machine": machine(),
        "python": platform.python_version(),
        "numpy": library("numpy"),
        "numba": library("numba"),
    }


def in_words(found: dict[str, str] | None = None) -> dict[str, str]:
    """Return the provenance as a report lists it: only what is known, the program with its commit in one entry."""
    found = provenance() if found is None else found
    program = f"tapete {found['version']}" + (f" ({found['commit']})" if found["commit"] else "")
    libraries = ", ".join(
        f"{name} {found[key]}"
        for name, key in (("Python", "python"), ("NumPy", "numpy"), ("Numba", "numba"))
        if found[key]
    )
    entries = {"command": found["command"], "program": program, "libraries": libraries, "machine": found["machine"]}
    return {name: value for name, value in entries.items() if value}


def bibtex(found: dict[str, str] | None = None) -> str:
    """Return a BibTeX entry for the program in this version."""
    found = provenance() if found is None else found
    note = f"Version {found['version']}" + (f", commit {found['commit']}" if found["commit"] else "")
    return "\n".join(
        [
            "@software{tapete,",
            f"  title = {{{{{TITLE}}}}},",
            f"  author = {{{AUTHORS}}},",
            f"  version = {{{found['version']}}},",
            f"  note = {{{note}}}",
            "}",
            "",
        ]
    )


def command() -> str:
    """Return the command line as it was given; empty where another program or a notebook runs."""
    program = Path(sys.argv[0])
    module = program.name == "__main__.py" and "tapete" in program.parts  # `python -m tapete`
    called = program.stem == "tapete" or module
    return shlex.join(("tapete", *sys.argv[1:])) if called else ""


@cache
def commit() -> str:
    """Return the commit of the sources, with `-dirty` where they were changed; empty where it is not known."""
    folder = Path(__file__).resolve().parent
    root = next((parent for parent in folder.parents if (parent / ".git").exists()), None)
    if root is None or not (root / "src" / "tapete").is_dir():
        return installed_commit()
    try:
        done = subprocess.run(
            ["git", "-C", str(root), "describe", "--always", "--dirty", "--abbrev=12", "--exclude", "*"],
            capture_output=True, text=True, timeout=5, check=True,
        )  # fmt: skip
    except (OSError, subprocess.SubprocessError):
        return ""
    return done.stdout.strip()


def installed_commit() -> str:
    """Return the commit that pip installed from, where it was a repository."""
    try:
        text = distribution("tapete").read_text("direct_url.json")
        return json.loads(text)["vcs_info"]["commit_id"][:12] if text else ""
    except (PackageNotFoundError, KeyError, ValueError, TypeError):
        return ""


@cache
def machine() -> str:
    """Return system, processor and number of cores."""
    name = platform.machine()
    try:
        with open("/proc/cpuinfo", encoding="utf-8") as lines:
            name = next((line.partition(":")[2].strip() for line in lines if line.startswith("model name")), name)
    except OSError:
        name = platform.processor() or name
    cores = os.cpu_count()
    return f"{platform.system()} {platform.machine()}, {name}" + (f", {cores} cores" if cores else "")


@cache
def library(name: str) -> str:
    try:
        return version(name)
    except PackageNotFoundError:
        return ""
