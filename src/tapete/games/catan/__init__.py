"""Catan: the base game for two to four players, trade included. Rules: docs/rules/catan.md."""

from __future__ import annotations

from tapete.game import Definition, Encoder, Evaluation, Options, Policy, Variant
from tapete.games.catan import encoders, evaluations, facts, hidden, lookahead, moves, policies, rules, settler, text
from tapete.games.catan.state import State
from tapete.games.catan.weights import DEFAULT_WEIGHTS, F_WEIGHTS, SETTLER
from tapete.options import Option

OPTIONS = (
    Option("players", 4, "players", low=2, high=4),
    Option("numbers", "spiral", "how number tokens are laid", choices=("spiral", "random")),
    Option(
        "spiral_start",
        "random",
        "corner hex where the spiral starts",
        choices=("random", "0", "2", "7", "11", "16", "18"),
    ),
    Option("no_adjacent_red", True, "random numbers: no two of 6 and 8 on neighbouring hexes"),
    Option("harbours", "shuffled", "kinds of harbours over the nine sites", choices=("shuffled", "fixed")),
    Option("shortage", "current", "a bank that cannot pay everybody", choices=("current", "all_or_nothing")),
    Option("hidden_discards", False, "discards are shown only after the last one"),
    Option("max_offers", 3, "offers to other players per turn; 0: no domestic trade", low=0, high=1000),
    Option("offer_menu", "standard", "offers on the menu", choices=("standard", "student")),
    Option("compose_trade", False, "offers of any cards, named one by one"),
    Option("blind_answers", False, "answers to an offer are shown only after the last one"),
    Option("trade_close", "confirm", "who gets the trade", choices=("confirm", "first_acceptor")),
    Option("win", "own_turn", "when a player can win", choices=("own_turn", "any_time")),
    Option("points", 10, "victory points to win", low=3, high=20),
    Option("hand_cap", 0, "cards in hand at which production stops for a player; 0: none", low=0, high=95),
    Option("turn_cap", 1000, "player turns after which the game is a draw", low=1, high=30000),
    Option("preset", "official", "a set of values for the other options", choices=("official", "thesis")),
)
PRESETS = {
    "official": {},
    "thesis": {
        "hand_cap": 20,
        "win": "any_time",
        "max_offers": 5,
        "offer_menu": "student",
        "trade_close": "first_acceptor",
        "harbours": "fixed",
        "spiral_start": "0",
    },
}


def longest_game(options: Options) -> int:
    """More decisions than any game can have: in a turn 95 cards are spent at most, and every offer is answered."""
    per_offer = options["players"] + 1
    per_turn = 400 + per_offer * options["max_offers"] + (0 if not options["compose_trade"] else 80)
    return 16 + per_turn * options["turn_cap"]


DEFINITION = Definition(
    name="catan",
    title="Catan",
    summary="settle an island: build, trade, rob; 2 to 4 players",
    state=State,
    kernels={
        "deal": rules.deal,
        "legal": rules.legal,
        "apply": rules.apply,
        "returns": rules.returns,
        "points": rules.points,
        "determinize": hidden.determinize,
    },
    options=OPTIONS,
    presets=PRESETS,
    seats=lambda options: options["players"],
    actions=moves.COUNT,
    max_legal=moves.COUNT,
    max_decisions=longest_game,
    points_span=(0.0, 20.0),
    public_points=False,
    text=text.TEXT,
    variants=(Variant("hides", rules.hides, lambda options: options["hidden_discards"] or options["blind_answers"]),),
    evaluations={
        "default": Evaluation(
            evaluations.evaluate,
            weights=DEFAULT_WEIGHTS,
            scale=(3.0, 21.0),
            what="points, production, places to build, plans, harbours, cards, the leader",
            presets={"f": F_WEIGHTS},
        )
    },
    encoders={
        "catan_v1": Encoder(
            encoders.observe, encoders.SIZE_V1, "board, own hand, bounds of the others, table; by seat"
        ),
        "thesis279": Encoder(encoders.observe_thesis, encoders.SIZE_THESIS, "the thesis's inputs"),
    },
    policies={
        "weighted": Policy(
            policies.weighted, "random, but cities, settlements and cards are far likelier; never trades", public=True
        ),
        "almost-random": Policy(
            policies.almost_random,
            "the thesis's opponent: a random type of action by weight, then any action of that type",
            options=(
                Option("as_coded", False, "must go on with twelve cards, as the program does, not only with more"),
            ),
            public=True,
        ),
        "victory-point": Policy(
            lookahead.look_ahead,
            "takes a victory point where it can, otherwise plays at random; never trades",
            params=lambda game, options: [lookahead.BY_POINTS, 0],
        ),
        "value": Policy(
            lookahead.look_ahead,
            "the action after which catanatron's value function F is highest; trades to raise it",
            options=(Option("clairvoyant", False, "the original: sees the true state and deck, never trades"),),
            clairvoyant=lambda options: bool(options["clairvoyant"]),
            params=lambda game, options: [lookahead.BY_F, int(options["clairvoyant"])],
        ),
        "settler": Policy(
            settler.settler,
            "our rule bot: opening by building time, plans, trades that help it more than the partner, robber by threat",
            params=lambda game, options: SETTLER,
        ),
    },
    agent_defaults={"ismcts": {"rollout_depth": 0, "c": 0.2}},
    hides=text.hides,
    set_up=facts.set_up,
    conform="tapete.games.catan.conform",
)
