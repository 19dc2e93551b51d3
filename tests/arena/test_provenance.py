"""Provenance of a report's figures."""

import sys
from importlib.metadata import version
from pathlib import Path

from tapete._version import __version__
from tapete.arena.provenance import bibtex, command, in_words, provenance


def test_provenance_names_program_libraries_and_machine():
    found = provenance()
    assert found["version"] == __version__
    assert found["numpy"] == version("numpy") and found["numba"] == version("numba")
    assert found["machine"] and found["python"]
    words = in_words(found | {"commit": "0123456789ab"})
    assert words["program"] == f"tapete {__version__} (0123456789ab)"
    assert f"NumPy {version('numpy')}" in words["libraries"]


def test_command_is_quoted_as_a_shell_needs_it(monkeypatch):
    monkeypatch.setattr(sys, "argv", ["/usr/bin/tapete", "duel", "briscas", "a b"])
    assert command() == "tapete duel briscas 'a b'"
    monkeypatch.setattr(sys, "argv", ["/usr/bin/pytest", "-q"])
    assert command() == "" and "command" not in in_words()


def test_bibtex_cites_what_the_citation_file_says():
    said = (Path(__file__).parents[2] / "CITATION.cff").read_text(encoding="utf-8")
    title = next(line.partition(":")[2].strip().strip('"') for line in said.splitlines() if line.startswith("title:"))
    entry = bibtex()
    assert f"{{{{{title}}}}}" in entry and __version__ in entry and "The Tapete developers" in entry
    assert entry.count("{") == entry.count("}")
