"""Options of the game, and their encoding for `deal`."""

from __future__ import annotations

from tapete.core.definition import Options
from tapete.errors import BadOption
from tapete.games.dinosaurs.cards import DINOSAURS
from tapete.kernel import Array, GameOptions, i8, shape
from tapete.options import Option

SEATS = 4
BY_CHANCE = "random"
ALSO_CALLED = {"trike": "cry", "triceratops": "cry", "trici": "cry", "tyrannosaurus": "rex", "brontosaurus": "bronto"}


def dinosaurs(given: str) -> str:
    """Parse the option `dinosaurs`: by seat a dinosaur or `random`; other seats get one of the rest at random."""
    names = [ALSO_CALLED.get(name.strip(), name.strip()) for name in given.lower().split(",")]
    chosen = [name for name in names if name != BY_CHANCE]
    if len(set(chosen)) != len(chosen) or len(names) > SEATS or any(name not in DINOSAURS for name in chosen):
        raise BadOption(
            f"dinosaurs={given}: must be 'random' or different ones of {', '.join(DINOSAURS)}, by seat; seats that are not "
            "named, or named 'random', get one of the others at random"
        )
    while names and names[-1] == BY_CHANCE:
        names.pop()
    return ",".join(names) or BY_CHANCE


OPTIONS = (
    Option("players", 4, "number of players", low=2, high=SEATS),
    Option("preset", "official", "rules of the published game, or of the thesis", choices=("official", "thesis")),
    Option(
        "two_player_mode",
        True,
        "two players: no Point cards of value 1 to 3, and four disasters to lose",
        when={"players": (2,)},
    ),
    Option("insurance_after_sudden_death", True, "Shelter and Detour may avert a disaster received by sudden death"),
    Option("fifty_tie", "highest", "who wins when several reach 50 at once", choices=("highest", "joint")),
    Option("max_rounds", 200, "rounds after which the players alive share the win", low=1, high=200, research=True),
    Option(
        "dinosaurs",
        BY_CHANCE,
        "dinosaurs by seat, such as stego or rex,cry,bronto,stego; the rest at random",
        parse=dinosaurs,
    ),
)


class DealOptions(GameOptions):
    """Options that `deal` reads."""

    players: i8
    thesis: i8
    two_player: i8
    insurance_after_sudden_death: i8
    joint_fifty: i8
    max_rounds: i8
    dinosaurs: Array[i8] = shape(SEATS)  # by seat, -1 for a random one


def encode(options: Options) -> dict[str, int | list[int]]:
    """Return the numbers that `deal` reads."""
    if not isinstance(options["dinosaurs"], str):
        raise BadOption(f"dinosaurs={options['dinosaurs']!r}: must be names, separated by commas")
    chosen = [-1 if name == BY_CHANCE else DINOSAURS.index(name) for name in options["dinosaurs"].split(",")]
    return {
        "players": options["players"],
        "thesis": options["preset"] == "thesis",
        "two_player": options["two_player_mode"] and options["players"] == 2,
        "insurance_after_sudden_death": options["insurance_after_sudden_death"],
        "joint_fifty": options["fifty_tie"] == "joint",
        "max_rounds": options["max_rounds"],
        "dinosaurs": [chosen[seat] if seat < min(len(chosen), options["players"]) else -1 for seat in range(SEATS)],
    }
