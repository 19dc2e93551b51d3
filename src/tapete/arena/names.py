"""Names of agents in tables and pictures: the reader's choice or the spec, with a mark for clairvoyant agents."""

from __future__ import annotations

import re
from collections.abc import Sequence

from tapete.errors import BadOption

SEES_EVERYTHING = " (sees everything)"
SPEC = re.compile(r"(~|\.{0,2}/|[A-Za-z])[^\s=]*(:|$)")  # how a spec begins: a name, a path, a class


def split_name(text: str) -> tuple[str, str]:
    """Split `MCTS (c = 1.4)=thesis-mcts:c=1.4` into a name and a spec; a spec alone is its own name."""
    head, equals, _ = text.partition("=")
    if not equals or (":" in head and not re.search(r"\s", head)):
        return text, text
    for found in re.finditer("=", text):
        name, spec = text[: found.start()].strip(), text[found.end() :].strip()
        if name and SPEC.match(spec):
            return name, spec
    raise BadOption(f"agent {text!r}: must be a spec, or NAME=SPEC to call it something else in tables and pictures")


def split_names(given: Sequence[str]) -> tuple[list[str], list[str]]:
    """Return the names and specs of agents; different agents need different names."""
    pairs = [split_name(text) for text in given]
    chosen: dict[str, str] = {}
    for name, spec in pairs:
        if name != spec and chosen.setdefault(name, spec) != spec:
            raise BadOption(f"two agents cannot both be called {name!r}")
    return [name for name, _ in pairs], [spec for _, spec in pairs]


def marked(name: str, clairvoyant: bool) -> str:
    """Return a name with its mark, so that a clairvoyant agent is not mistaken for a fair one."""
    return name + (SEES_EVERYTHING if clairvoyant else "")
