"""Briscas: the Spanish trick game, for two, three or four players (in pairs). Rules: docs/rules/briscas.md."""

from __future__ import annotations

from tapete.game import Definition, Encoder, Evaluation, Options, Policy, Variant, derive
from tapete.games.briscas import encoders, hidden, policies, rules, text
from tapete.options import Option

OPTIONS = (
    Option("players", 2, "players; four play in pairs (0 and 2 against 1 and 3)", low=2, high=4),
    Option("follow_suit", "none", "obligation to follow suit", choices=("none", "follow", "follow_or_trump")),
    Option("phase", "always", "when the obligation holds", choices=("always", "stock_empty")),
    Option("exchange", "off", "exchange of the face-up trump for the seven or two", choices=("off", "on")),
    Option("exchange_min_rounds", 2, "rounds of draws that must be left for an exchange", low=1, high=11),
    Option("exchange_requires_won_trick", True, "exchange only after winning a trick"),
    Option("exchange_on_lead_only", True, "exchange only when on lead"),
    Option("tie_break", "draw", "what decides equal points", choices=("draw", "most_cards")),
    Option(
        "first_player",
        "seeded",
        "who leads first; alternate: the next seat with each deal of a run",
        choices=("seeded", "0", "1", "2", "3", "alternate"),
    ),
    Option("removed_two", "copas", "three players: suit of the two that is taken out", choices=text.SUITS),
    Option("early_stop", False, "stop as soon as a side has 61 points"),
    Option(
        "partners_see_hands", "never", "when partners see each other's cards", choices=("never", "start", "stock_empty")
    ),
    Option("thesis_engine", False, "the 39-card game of the thesis's program, to reproduce its tables"),
)

OBEY = Option("obey", False, "under `thesis_engine`: keep to `follow_suit` and expect it of everybody")

SEATS_IN_COMMON = 12  # a multiple of two, three and four players


def sides(options: Options) -> tuple[int, ...]:
    players = options["players"]
    return (0, 1, 0, 1) if players == 4 else tuple(range(players))


def series_seed(run_seed: int, deal: int) -> int:
    """Seeds of a series count the deals in their remainder, which is what `first_player=alternate` goes by."""
    seed = derive(run_seed, deal) >> 1
    return seed - seed % SEATS_IN_COMMON + deal % SEATS_IN_COMMON


def shows_voids(options: Options) -> bool:
    """Whether plays or first hands can say something about hidden cards."""
    return options["follow_suit"] != "none" or options["partners_see_hands"] == "start"


def features_v1(options: Options) -> int:
    return 256 + 120 * (options["players"] - 2)


DEFINITION = Definition(
    name="briscas",
    title="Briscas",
    summary="Spanish trick game with trumps and a stock; 2, 3 or 4 players (pairs)",
    state=rules.State,
    kernels={
        "deal": rules.deal,
        "legal": rules.legal,
        "apply": rules.apply,
        "returns": rules.returns,
        "points": rules.points,
        "determinize": hidden.determinize,
        "solve": encoders.solve,
    },
    options=OPTIONS,
    seats=lambda options: options["players"],
    actions=rules.ACTION_COUNT,
    max_legal=rules.MAX_LEGAL,
    max_decisions=rules.LOG,
    points_span=(0.0, 120.0),
    text=text.TEXT,
    sides=sides,
    series_seed=series_seed,
    variants=(Variant("determinize", hidden.determinize_with_voids, shows_voids),),
    evaluations={
        "default": Evaluation(
            encoders.evaluate,
            weights={
                "points": 1.0,
                "points_in_hand": 0.7,
                "trumps_in_hand": 3.0,
                "points_on_table": 0.5,
                "live_aces_and_threes": 1.0,
            },
            scale=(-120.0, 120.0),
            what="points won, in hand and on the table, trumps, aces and threes whose suit is still out",
        )
    },
    encoders={
        "briscas_v1": Encoder(encoders.observe_v1, features_v1, "hand, table, history and known cards by seat"),
        "thesis166": Encoder(encoders.observe_thesis, 166, "the thesis's inputs, without history"),
    },
    policies={
        "heuristic": Policy(
            policies.heuristic,
            "takes with the most valuable winner, otherwise throws the cheapest card",
            options=(
                Option("aggressive", False, "throw the most valuable card when it cannot win"),
                Option("as_coded", False, "the thesis's program: leads its best card, throws the strongest blank"),
            ),
            public=True,
        ),
        "cheap-winner": Policy(
            policies.cheap_winner, "wins cheaply, spends trumps only on tricks worth them", public=True
        ),
    },
    search_options=(OBEY,),
    search_variants=(Variant("legal", rules.legal_if_obeyed, lambda options: options.get("obey", False)),),
    set_up=text.set_up,
    conform="tapete.games.briscas.conform",
)
