"""The whole configuration of an evolution, as it is given, checked, and written to `run.toml`."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, ClassVar

from tapete.errors import BadOption
from tapete.evolve.run_file import RunFile

METHODS = ("es", "ga", "cma", "random", "table")
BETWEEN = ("carry", "restart")
AT_SWITCH = ("keep", "clear", "separate")
REEVALUATE = ("none", "elite", "all")
CHOICES = ("fresh", "published")
DEALS = ("shared", "own")
NETWORKS = ("", "actions")
BY_SEGMENT = (
    "games",
    "pair_games",
    "hof_games",
    "reevaluate",
)  # what may change at a border beside the method's settings


@dataclass
class EvolutionConfig(RunFile):
    """Everything that decides what an evolution does. Its champion follows from this alone."""

    NEEDED: ClassVar = ("game", "agent")

    game: str
    agent: str
    method: str = "es"
    options: dict[str, Any] = field(default_factory=dict)
    against: list[str] = field(default_factory=list)
    genes: list[str] = field(default_factory=list)  # none: all weights of the agent
    population: int = 10
    evaluations: int = 500
    games: int = 200
    pair_games: int = 3
    runs: int = 1
    seed: int = 123
    schedule: str = "fixed"
    between: str = "carry"
    reevaluate: str = "none"
    hall_of_fame: int = 0
    hof_games: int = 3
    hof_prune: str = "0.35:8"
    hof_at_switch: str = "keep"
    count: str = "wins"
    odd: str = "even"
    deals: str = "shared"  # `own`: every individual is measured on deals of its own
    choice: str = "fresh"
    fresh_games: int = 1000  # by which champions are chosen, and again as many by which they are reported
    yardstick_games: int = 0  # per generation, for the best one, on deals of its own; 0: none
    start: str = ""  # a champion to begin from
    race: bool = False  # those that are certainly in the worse half of a generation stop early
    equal_games: bool = False  # a generation of co-evolution plays as many games as a fixed one
    phases: list[int] = field(default_factory=list)  # turns at which other weights begin to count
    network: str = ""  # `actions`: the genome is a network that values the positions after each action
    hidden: list[int] = field(default_factory=list)  # widths of its layers
    activation: str = "tanh"
    encoder: str = ""  # of the game; the first one if not given
    weight_span: float = 2.0  # its weights are between minus this and this
    settings: dict[str, Any] = field(
        default_factory=dict
    )  # of the method: form, select, ...; NAME@2: from segment 2 on

    def __post_init__(self) -> None:
        for name, known in (
            ("method", METHODS),
            ("between", BETWEEN),
            ("reevaluate", REEVALUATE),
            ("hof_at_switch", AT_SWITCH),
            ("choice", CHOICES),
            ("deals", DEALS),
            ("network", NETWORKS),
        ):
            if getattr(self, name) not in known:
                given = getattr(self, name)
                raise BadOption(f"--{name.replace('_', '-')} {given}: must be one of {', '.join(known)}")
        for name, low in (
            ("population", 2),
            ("games", 1),
            ("pair_games", 1),
            ("runs", 1),
            ("hof_games", 1),
            ("hall_of_fame", 0),
            ("fresh_games", 1),
            ("yardstick_games", 0),
        ):
            if getattr(self, name) < low:
                raise BadOption(f"--{name.replace('_', '-')} {getattr(self, name)}: must be at least {low}")
        if self.evaluations < self.population:
            raise BadOption(
                f"--evaluations {self.evaluations}: a population of {self.population} needs at least as many"
            )
        self.prune  # noqa: B018 - checked now
        if "fixed" in self.schedule and not self.against:
            raise BadOption("--against: a fixed fitness needs at least one opponent")
        if self.equal_games and not self.against:
            raise BadOption("--equal-games: equal to those against the opponents of --against, and there are none")
        if self.race and self.deals == "own":
            raise BadOption("--race: individuals are compared on the same deals, so it needs --deals shared")
        self.by_segment  # noqa: B018 - checked now

    @property
    def by_segment(self) -> dict[int, dict[str, Any]]:
        """Return the settings that change at the start of a segment (from 0): of the method, of the evaluation."""
        segments = self.schedule.count(",") + 1
        found: dict[int, dict[str, Any]] = {}
        for given, value in self.settings.items():
            name, mark, number = given.partition("@")
            if not mark:
                continue
            if not number.isdecimal() or not 2 <= int(number) <= segments:
                raise BadOption(
                    f"--set {given}: what follows the @ must be a segment of the schedule, from 2 to {segments}"
                )
            if name in BY_SEGMENT[:3] and (not isinstance(value, int) or value < 1):
                raise BadOption(f"--set {given}={value}: must be a whole number of games, at least 1")
            if name == "reevaluate" and value not in REEVALUATE:
                raise BadOption(f"--set {given}={value}: must be one of {', '.join(REEVALUATE)}")
            if self.method == "cma" and name not in BY_SEGMENT and self.between == "carry":
                raise BadOption(
                    f"--set {given}: cma learns its own settings; they can change with --between restart only"
                )
            found.setdefault(int(number) - 1, {})[name] = value
        return found

    def at_segment(self, segment: int) -> tuple[dict[str, Any], dict[str, Any]]:
        """The settings of the method, and of the measuring, as they are in a segment."""
        method = {name: value for name, value in self.settings.items() if "@" not in name}
        measuring = {name: getattr(self, name) for name in BY_SEGMENT}
        for number in sorted(self.by_segment):
            if number <= segment:
                for name, value in self.by_segment[number].items():
                    (measuring if name in BY_SEGMENT else method)[name] = value
        return method, measuring

    @property
    def prune(self) -> tuple[float, int]:
        """Share and number of generations of `--hof-prune SHARE:EVERY`."""
        share, colon, every = self.hof_prune.partition(":")
        try:
            found = float(share), int(every)
        except ValueError:
            found = -1.0, 0
        if not colon or not 0 <= found[0] < 1 or found[1] < 1:
            raise BadOption(f"--hof-prune {self.hof_prune}: must be SHARE:EVERY, such as 0.35:8")
        return found
