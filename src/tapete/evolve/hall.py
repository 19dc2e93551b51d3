"""The hall of fame: past champions that stay as opponents, so that what was learned is not unlearned.

After the variant of HofCC-Quality (Nogueira, Cotta and Fernández-Leiva 2013) in the Tribute thesis: the best of a generation
comes in while there is room, or by beating the weakest member; now and then the weakest leave. A member's weakness are the games
it lost to the present generation. A champion challenges once.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from tapete.errors import BadOption

DIGITS = 8  # by which two members are the same


@dataclass
class HallOfFame:
    """Up to `size` vectors. `prune_share` of them leave every `prune_every` generations, never the last one."""

    size: int
    prune_share: float = 0.35
    prune_every: int = 8
    members: list[np.ndarray] = field(default_factory=list)
    lost: list[float] = field(default_factory=list)  # share of games each lost to the present generation
    tried: set[tuple[float, ...]] = field(default_factory=set)  # champions that have challenged already

    def __post_init__(self) -> None:
        if self.size < 0:
            raise BadOption(f"hall of fame {self.size}: must be 0 (none) or more")
        if not 0 <= self.prune_share < 1 or self.prune_every < 1:
            raise BadOption("pruning needs a share from 0 to below 1 and a number of generations of at least 1")

    def __len__(self) -> int:
        return len(self.members)

    @property
    def vectors(self) -> np.ndarray:
        return np.array(self.members)

    def note(self, lost: np.ndarray) -> None:
        """How much of its games each member lost to the present generation."""
        self.lost = [float(share) for share in lost]

    def consider(self, champion: np.ndarray, beats: Callable[[np.ndarray], float]) -> str | None:
        """Let a generation's best in if it deserves it; `beats(member)` is its share of wins against a member. What happened."""
        if self.size == 0:
            return None
        name = key(champion)
        if any(key(member) == name for member in self.members):
            return None
        if len(self) < self.size:
            self.members.append(champion.copy())
            self.lost.append(0.0)
            return f"hall of fame: added, size {len(self)}"
        if name in self.tried:
            return None
        self.tried.add(name)
        weakest = int(np.argmax(self.lost))
        share = beats(self.members[weakest])
        if share <= 0.5:
            return f"hall of fame: lost the challenge ({share:.0%})"
        self.members[weakest] = champion.copy()
        self.lost[weakest] = 0.0
        return f"hall of fame: won the challenge ({share:.0%})"

    def prune(self, generation: int) -> str | None:
        """Now and then the weakest leave."""
        leave = int(len(self) * self.prune_share)
        if generation == 0 or generation % self.prune_every or leave == 0 or len(self) < 2:
            return None
        leave = min(leave, len(self) - 1)
        order = sorted(range(len(self)), key=lambda i: -self.lost[i])
        gone = set(order[:leave])
        self.members = [m for i, m in enumerate(self.members) if i not in gone]
        self.lost = [n for i, n in enumerate(self.lost) if i not in gone]
        return f"hall of fame: pruned {leave}, size {len(self)}"

    def clear(self) -> None:
        self.members, self.lost = [], []
        self.tried.clear()

    def as_dict(self) -> dict[str, Any]:
        return {
            "members": [member.tolist() for member in self.members],
            "lost": self.lost,
            "tried": sorted(list(name) for name in self.tried),
        }

    def restore(self, data: Mapping[str, Any]) -> None:
        self.members = [np.array(member, dtype=float) for member in data["members"]]
        self.lost = list(data["lost"])
        self.tried = {tuple(name) for name in data["tried"]}


def key(vector: np.ndarray) -> tuple[float, ...]:
    return tuple(np.round(vector, DIGITS).tolist())
