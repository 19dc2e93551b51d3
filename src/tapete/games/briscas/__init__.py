"""Briscas: the Spanish trick game, for two, three or four players (in pairs). Rules: docs/rules/briscas.md."""

from __future__ import annotations

from tapete.core.definition import BotSpec, Definition, Encoder, Evaluation, Options, Variant
from tapete.games.briscas import bots, determinize, encoders, endgame, evaluations, rules, suits
from tapete.games.briscas.claims import CLAIMS
from tapete.games.briscas.from_deal import set_up
from tapete.games.briscas.options import OBEY, OPTIONS
from tapete.games.briscas.presentation import PRESENTATION, known
from tapete.games.briscas.statistics import ACTION_TYPES, COUNTERS
from tapete.options import Option
from tapete.seeds import derive

PARTNER = Option("partner", True, "four players: feed a partner who holds the trick instead of overtaking him")

SEATS_IN_COMMON = 12  # a multiple of two, three and four players


def levels(options: Options) -> dict[str, str]:
    """Return the agent of each level; docs/rules/briscas_agents.md, section 3.6, has their scores against each other.

    The order held for two, three and four players, with follow-suit, with exchange and in the thesis's game. The
    network guides the search where it makes it stronger (docs/reference/networks.md).
    """
    usual = {"players": 2, "follow_suit": "none", "thesis_engine": False}
    how = "guide=own,c=1.5" if all(options[name] == value for name, value in usual.items()) else "rollout=cheap-winner"
    return {
        "easy": "heuristic:as_coded=1",
        "normal": "cheap-winner",
        "hard": f"ismcts:iterations={600 if options['players'] == 4 else 1000},rollout=cheap-winner",
        "best": f"ismcts:iterations=20000,{how}",
    }


def sides(options: Options) -> tuple[int, ...]:
    players = options["players"]
    return (0, 1, 0, 1) if players == 4 else tuple(range(players))


def series_seed(run_seed: int, deal: int) -> int:
    """Return a seed whose remainder counts the deals, because `first_player=alternate` reads the remainder."""
    seed = derive(run_seed, deal) >> 1
    return seed - seed % SEATS_IN_COMMON + deal % SEATS_IN_COMMON


def shows_voids(options: Options) -> bool:
    """Return whether plays or first hands can reveal something about hidden cards."""
    return options["follow_suit"] != "none" or options["partners_see_hands"] == "start"


def features_v1(options: Options) -> int:
    return encoders.size_of(encoders.parts_v1(options))


def features_belief(options: Options) -> int:
    return encoders.size_of(encoders.parts_belief(options))


def features_trick(options: Options) -> int:
    return encoders.size_of(encoders.parts_trick(options))


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
        "determinize": determinize.determinize,
        "solve": endgame.solve,
    },
    options=OPTIONS,
    seats=lambda options: options["players"],
    actions=rules.ACTION_COUNT,
    max_legal=rules.MAX_LEGAL,
    max_decisions=rules.LOG,
    points_span=(0.0, 120.0),
    presentation=PRESENTATION,
    known=known,
    levels=levels,
    sides=sides,
    series_seed=series_seed,
    variants=(Variant("determinize", determinize.determinize_with_voids, shows_voids),),
    evaluations={
        "default": Evaluation(
            evaluations.evaluate,
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
        "briscas_v1": Encoder(
            encoders.observe_v1, features_v1, "hand, table, history and known cards by seat", encoders.parts_v1
        ),
        "briscas_belief": Encoder(
            encoders.observe_belief,
            features_belief,
            "the same, and the probability of each card in each other hand",
            encoders.parts_belief,
        ),
        "briscas_trick": Encoder(
            encoders.observe_trick,
            features_trick,
            "the first, and who holds the trick, what it is worth, which cards take it",
            encoders.parts_trick,
        ),
        "thesis166": Encoder(
            encoders.observe_thesis,
            encoders.size_of(encoders.PARTS_THESIS),
            "the thesis's inputs, without history",
            encoders.PARTS_THESIS,
        ),
    },
    bots={
        "heuristic": BotSpec(
            bots.heuristic,
            "takes with the most valuable winner, else throws the cheapest card",
            options=(
                Option("aggressive", False, "throw the most valuable card when it cannot win"),
                Option("as_coded", False, "the thesis's program: leads its best card, throws the strongest blank"),
                PARTNER,
            ),
            public=True,
        ),
        "cheap-winner": BotSpec(
            bots.cheap_winner,
            "wins cheaply, spends trumps only on tricks worth them",
            options=(PARTNER,),
            public=True,
        ),
    },
    search_options=(OBEY,),
    search_variants=(Variant("legal", rules.legal_if_obeyed, lambda options: options.get("obey", False)),),
    symmetries=suits.symmetries,
    set_up=set_up,
    traces="tapete.games.briscas.traces",
    counters=COUNTERS,
    action_types=ACTION_TYPES,
    claims=CLAIMS,
)
