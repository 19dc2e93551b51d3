"""An agent at a table.

An agent is any object with `act(view) -> action`. `name`, `reset(seed)` and `clairvoyant` are optional; an agent that also
offers `native()` runs inside the native match loop.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from tapete.game import View
from tapete.policy import NativePolicy


@dataclass
class Seated:
    """An agent as the arena sees it: with a name, and defaults for what it does not say of itself."""

    agent: Any
    name: str
    spec: str
    options: Mapping[str, Any] = field(default_factory=dict)

    @property
    def clairvoyant(self) -> bool:
        return bool(getattr(self.agent, "clairvoyant", False))

    @property
    def timed(self) -> bool:
        """Whether its decisions depend on the clock, so that its games cannot be reproduced."""
        return bool(getattr(self.agent, "timed", False))

    @property
    def in_order(self) -> bool:
        """Whether it remembers earlier games, so that they must be played one after the other."""
        return bool(getattr(self.agent, "in_order", False))

    def native(self) -> NativePolicy | None:
        offer = getattr(self.agent, "native", None)
        return offer() if offer is not None else None

    def reset(self, seed: int) -> None:
        reset = getattr(self.agent, "reset", None)
        if reset is not None:
            reset(seed)

    def act(self, view: View) -> int | None:
        return self.agent.act(view)
