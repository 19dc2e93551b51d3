"""Hearthstone: the nine decks of the AI competition, 312 cards. Rules: docs/rules/hearthstone.md."""

from __future__ import annotations

from tapete.core.definition import Definition, Encoder, Variant
from tapete.games.hearthstone import (
    bots,
    decks,
    determinize,
    encoders,
    evaluations,
    factored,
    from_deal,
    options,
    presentation,
    rules,
)
from tapete.games.hearthstone.claims import CLAIMS
from tapete.games.hearthstone.protocols import PROTOCOLS
from tapete.games.hearthstone.statistics import COUNTERS, kinds
from tapete.options import Option

DEFINITION = Definition(
    name="hearthstone",
    title="Hearthstone",
    summary="collectible card game with minions, spells and secrets; the nine decks of the AI competition",
    state=rules.State,
    kernels={
        "deal": rules.deal,
        "legal": rules.legal,
        "apply": rules.apply,
        "returns": rules.returns,
        "points": rules.points,
        "determinize": determinize.determinize,
        "hides": determinize.hides,
        "seen": determinize.look,
    },
    options=options.OPTIONS,
    seats=2,
    actions=lambda given: factored.ACTION_COUNT if options.by_steps(given) else rules.ACTION_COUNT,
    max_legal=rules.MAX_LEGAL,
    max_decisions=4000,
    points_span=(0.0, 30.0),
    presentation=presentation.PRESENTATION,
    known=presentation.known,
    levels=presentation.levels,
    encode=options.encode,
    variants=(
        Variant("legal", factored.legal_step, options.by_steps),
        Variant("apply", factored.apply_step, options.by_steps),
        Variant("hides", determinize.hides_step, options.by_steps),
        Variant("seen", determinize.look_step, options.by_steps),
    ),
    evaluations=evaluations.EVALUATIONS,
    encoders={
        "hearthstone_v1": Encoder(
            encoders.observe, encoders.SIZE, "both sides as numbers, own hand card by card", encoders.PARTS
        )
    },
    bots=bots.BOTS,
    opening=bots.OPENING,
    seat_options=(
        Option(
            "deck",
            "",
            "the deck this agent plays: a name, a deck code or a file; empty: the game's",
            parse=decks.spelled_out,
        ),
    ),
    agent_defaults={"greedy": {"ties": "last", "eval": "midrange"}},
    aliases=bots.ALIASES,
    bench_options=options.bench_options,
    set_up=from_deal.set_up,
    protocols=PROTOCOLS,
    traces="tapete.games.hearthstone.traces",
    counters=COUNTERS,
    action_types=kinds,
    end_turn=0,
    named={"decks": {name: decks.what(name) for name in decks.NAMES}},
    claims=CLAIMS,
)
