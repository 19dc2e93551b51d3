"""The whole configuration of a training of networks, as it is given, checked, and written to `run.toml`."""

from __future__ import annotations

import itertools
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar

from tapete.core.game import Game
from tapete.core.registry import load
from tapete.errors import BadOption, nearest
from tapete.evolve.run_file import RunFile

METHODS = ("td", "ppo", "imitate", "expert")
TAUGHT = ("imitate", "ppo")  # methods that learn from teachers
OPENINGS = ("rule", "own")
MOST_UPDATES = 10_000_000


@dataclass
class NetworkConfig(RunFile):
    """Everything that decides what a training does. Its network follows from this alone, on one thread of one machine."""

    NEEDED: ClassVar = ("game", "method")

    game: str
    method: str
    options: dict[str, Any] = field(default_factory=dict)
    vary: dict[str, list[str]] = field(default_factory=dict)  # options that change from game to game
    matters: list[str] = field(default_factory=list)  # options that the network is for; none: all that do not vary
    encoder: str = ""  # none: the game's first
    layers: list[int] = field(default_factory=lambda: [128, 64])
    start: str = ""  # a network, or a training's folder, to begin from
    updates: int = 100
    against: list[str] = field(default_factory=list)  # fixed opponents instead of itself
    teachers: list[str] = field(default_factory=list)  # `imitate`: agents or data sets; `ppo`: agents, for its lessons
    opening: str = "rule"  # first decisions by the game's rule, or learned
    runs: int = 1
    seed: int = 123
    rivals: list[str] = field(default_factory=list)  # by which progress is measured
    checks: int = 10  # how often in a run
    games: int = 1000  # of a check, against each rival
    fresh_games: int = 2000  # against each rival, on other deals, for what is reported
    settings: dict[str, Any] = field(default_factory=dict)  # of the method

    def __post_init__(self) -> None:
        if self.method not in METHODS:
            raise BadOption(f"--method {self.method}: must be one of {', '.join(METHODS)}")
        if self.against and self.method == "imitate":
            raise BadOption("--against: --method imitate has no opponents; its teachers play each other")
        if self.teachers and self.method not in TAUGHT:
            raise BadOption(f"--teacher: --method {self.method} has no teachers; {' and '.join(TAUGHT)} have")
        if self.opening not in OPENINGS:
            raise BadOption(f"--opening {self.opening}: must be one of {', '.join(OPENINGS)}")
        for name, given, low, high in (
            ("updates", self.updates, 1, MOST_UPDATES),
            ("runs", self.runs, 1, 1000),
            ("checks", self.checks, 0, 10_000),
            ("yardstick", self.games, 2, 10_000_000),
            ("fresh-games", self.fresh_games, 2, 10_000_000),
        ):
            if not low <= given <= high:
                raise BadOption(f"--{name} {given}: must be from {low} to {high}")
        if not self.layers or not all(1 <= width <= 8192 for width in self.layers) or len(self.layers) > 8:
            raise BadOption(f"--layers {','.join(map(str, self.layers))}: one to eight widths from 1 to 8192")

    def load(self) -> Game:
        """The game; where options vary, with the first of their values."""
        return load(self.game, **{**self.options, **{name: values[0] for name, values in self.vary.items()}})

    def variants(self) -> list[Game]:
        """The game with all values of the options that vary."""
        if not self.vary:
            return [self.load()]
        names = list(self.vary)
        found = [
            load(self.game, **{**self.options, **dict(zip(names, values, strict=True))})
            for values in itertools.product(*self.vary.values())
        ]
        first = found[0]
        if any(one.seats != first.seats or one.actions != first.actions for one in found):
            raise BadOption("--vary: the number of seats and of actions must stay the same")
        return found

    def header_options(self, game: Game) -> dict[str, Any]:
        """The options that the network's header names: it is for games that have these."""
        for name in self.matters:
            if name not in game.options:
                raise BadOption(f"--matters {name}: {game.name} has no such option; {nearest(name, game.options)}")
        names = self.matters or [name for name in game.options if name not in self.vary]
        return {name: game.options[name] for name in names if name not in self.vary}


MOST = 1e9
LIMITS: dict[str, tuple[float, float]] = {  # of the methods' settings; a share is from 0 to 1
    **dict.fromkeys(("decisions", "batch", "lesson_batch", "epochs", "longest"), (1, MOST)),
    **dict.fromkeys(("embedding", "rounds", "depth", "tree", "patience"), (0, MOST)),
    **dict.fromkeys(("rate", "lesson_rate"), (1e-12, 10.0)),
    **dict.fromkeys(("lambda", "gamma", "epsilon", "pool", "lessons", "fall"), (0.0, 1.0)),
    **dict.fromkeys(("dropout", "smoothing"), (0.0, 0.999)),
    **dict.fromkeys(("symmetric", "soft", "masked", "by_example"), (0, 1)),
    **dict.fromkeys(("points", "win", "clip", "entropy", "value", "norm", "decay", "trust", "c"), (0.0, MOST)),
}
SHARES = {"td": ("points",), "expert": ("points",)}  # what is a share in one method and a weight in another
WHOLE = {
    "decisions", "batch", "lesson_batch", "epochs", "longest", "embedding", "rounds", "depth", "tree", "patience",
    "symmetric", "soft", "masked", "by_example",
}  # fmt: skip


def settings_of(config: NetworkConfig, defaults: Mapping[str, float]) -> dict[str, float]:
    """The settings of a method: defaults, and what the user says; a name that it does not know is refused."""
    found = dict(defaults)
    for name, value in config.settings.items():
        if name not in defaults:
            raise BadOption(f"--set {name}: --method {config.method} has no such setting; {nearest(name, defaults)}")
        if isinstance(value, str) or value != value:
            raise BadOption(f"--set {name}={value}: must be a number")
        low, high = (0.0, 1.0) if name in SHARES.get(config.method, ()) else LIMITS[name]
        if not low <= value <= high or (name in WHOLE and value != int(value)):
            kind = "a whole number" if name in WHOLE else "a number"
            raise BadOption(f"--set {name}={value:g}: must be {kind} from {low:g} to {high:g}")
        found[name] = value
    return found
