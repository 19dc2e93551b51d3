"""Happy Little Dinosaurs: survive the disasters or run fifty steps; 2 to 4 players. Rules: docs/rules/dinosaurs.md."""

from __future__ import annotations

from tapete.errors import BadOption
from tapete.game import Definition, Encoder, Evaluation, Options, Policy, Variant
from tapete.games.dinosaurs import cards, encoders, hidden, policies, rules, text, weights
from tapete.options import Option


def dinosaurs(given: str) -> str:
    """The value of the option `dinosaurs`: `random`, or the dinosaurs by seat."""
    names = [name.strip() for name in given.lower().split(",")]
    if names == ["random"]:
        return "random"
    if len(set(names)) != len(names) or any(name not in cards.DINOSAURS for name in names):
        raise BadOption(
            f"dinosaurs={given}: must be 'random' or different ones of {', '.join(cards.DINOSAURS)}, by seat"
        )
    return ",".join(names)


OPTIONS = (
    Option("players", 4, "number of players", low=2, high=4),
    Option("preset", "official", "rules of the published game, or of the thesis", choices=("official", "thesis")),
    Option("two_player_mode", True, "two players: no Point cards of value 1 to 3, and four disasters to lose"),
    Option("insurance_after_sudden_death", True, "instants may avert a disaster that sudden death gave"),
    Option("fifty_tie", "highest", "who wins when several reach 50 at once", choices=("highest", "joint")),
    Option("max_rounds", 200, "rounds after which those alive share the win", low=1, high=200),
    Option("dinosaurs", "random", "dinosaurs by seat, such as rex,cry,bronto,stego", parse=dinosaurs),
)


def encode(options: Options) -> list[int]:
    """What `deal` reads."""
    players = options["players"]
    seated = [-1] * 4
    if options["dinosaurs"] != "random":
        names = options["dinosaurs"].split(",")
        if len(names) < players:
            raise BadOption(f"dinosaurs={options['dinosaurs']}: {players} players need {players} dinosaurs")
        seated[:players] = [cards.DINOSAURS.index(name) for name in names[:players]]
    return [
        players,
        int(options["preset"] == "thesis"),
        int(options["two_player_mode"] and players == 2),
        int(options["insurance_after_sudden_death"]),
        int(options["fifty_tie"] == "joint"),
        options["max_rounds"],
        *seated,
    ]


INSTANTS = Option(
    "instants",
    "sensible",
    "how instants are played: for the best standing, or as the thesis's bots do",
    choices=("sensible", "thesis"),
)

SEARCHED_INSTANTS = Option(
    "instants",
    "search",
    "how instants are played: searched like all else, or by a rule",
    choices=("search", "sensible", "thesis"),
)
MEMORY = Option("memory", True, "remember the cards discarded so far; 0: sample worlds as if they were unknown")

DEFINITION = Definition(
    name="dinosaurs",
    title="Happy Little Dinosaurs",
    summary="hidden simultaneous choices, card effects, instants and elimination; 2 to 4 players",
    state=rules.State,
    kernels={
        "deal": rules.deal,
        "legal": rules.legal,
        "apply": rules.apply,
        "returns": rules.returns,
        "points": rules.points,
        "determinize": hidden.determinize,
        "hides": rules.hides,
    },
    options=OPTIONS,
    seats=lambda options: options["players"],
    actions=rules.ACTION_COUNT,
    max_legal=rules.MAX_LEGAL,
    max_decisions=20_000,
    points_span=(0.0, 90.0),
    text=text.TEXT,
    encode=encode,
    presets={"official": {}, "thesis": {}},
    evaluations={
        "default": Evaluation(
            encoders.evaluate,
            weights={
                "steps": 0.59,
                "steps_squared": 0.098,
                "fatal_share": -0.867,
                "disasters_taken": 0.241,
                "points_in_hand": 0.061,
                "scoring_instants": 0.4,
                "disaster_instants": -0.033,
                "standing": 0.262,
            },
            scale=(0.0, 1.0),
            what="chance to win from steps, danger of elimination, the hand, and how the round stands",
        )
    },
    encoders={
        "dinosaurs_v1": Encoder(
            encoders.observe, encoders.FEATURE_COUNT, "hand, discards, known cards, table, areas and phase"
        ),
    },
    policies={
        "easy": Policy(
            policies.easy,
            "plays its highest card; effects and instants by simple rules",
            options=(
                Option("as_coded", False, "the thesis's program with its flaws and its idle instants"),
                INSTANTS,
            ),
            public=True,
        ),
        "medium": Policy(
            policies.medium,
            "plays the card of most weight against the disaster",
            options=(
                Option(
                    "weights",
                    "ours",
                    "table of weights: trained by self-play, or the thesis's",
                    choices=("ours", "thesis"),
                ),
                INSTANTS,
            ),
            public=True,
            params=weights.medium_params,
        ),
    },
    aliases={
        "hard": (
            "ismcts:rollout=medium,rollout_depth=12,c=0.2",
            "information-set search; `medium` plays on for a dozen decisions, then the chances are evaluated",
        )
    },
    search_options=(MEMORY, SEARCHED_INSTANTS),
    search_variants=(
        Variant("determinize", hidden.determinize_without_discards, lambda options: not options.get("memory", True)),
        Variant("legal", policies.legal_sensible_instants, lambda options: options.get("instants") == "sensible"),
        Variant("legal", policies.legal_thesis_instants, lambda options: options.get("instants") == "thesis"),
    ),
    hides=text.hides,
    set_up=text.set_up,
    conform="tapete.games.dinosaurs.conform",
)
