"""Hearthstone: the nine decks of the AI competition, 312 cards. Rules: docs/rules/hearthstone.md."""

from __future__ import annotations

from tapete.core.game import Definition, Encoder, Variant
from tapete.games.hearthstone import (
    decks,
    encoders,
    evaluations,
    face,
    factored,
    facts,
    hidden,
    options,
    policies,
    rules,
)
from tapete.games.hearthstone.claims import CLAIMS
from tapete.games.hearthstone.protocols import PROTOCOLS
from tapete.games.hearthstone.tally import FACTS, kinds
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
        "determinize": hidden.determinize,
        "hides": hidden.hides,
        "seen": hidden.look,
    },
    options=options.OPTIONS,
    seats=2,
    actions=lambda given: factored.ACTION_COUNT if options.by_steps(given) else rules.ACTION_COUNT,
    max_legal=rules.MAX_LEGAL,
    max_decisions=4000,
    points_span=(0.0, 30.0),
    face=face.FACE,
    known=face.known,
    levels=face.levels,
    encode=options.encode,
    variants=(
        Variant("legal", factored.legal_step, options.by_steps),
        Variant("apply", factored.apply_step, options.by_steps),
        Variant("hides", hidden.hides_step, options.by_steps),
        Variant("seen", hidden.look_step, options.by_steps),
    ),
    evaluations=evaluations.EVALUATIONS,
    encoders={
        "hearthstone_v1": Encoder(
            encoders.observe, encoders.SIZE, "both sides as numbers, own hand card by card", encoders.PARTS
        )
    },
    policies=policies.POLICIES,
    opening=policies.OPENING,
    seat_options=(
        Option(
            "deck",
            "",
            "the deck this agent plays: a name, a deck code or a file; empty: the game's",
            parse=decks.spelled_out,
        ),
    ),
    agent_defaults={"greedy": {"ties": "last", "eval": "midrange"}},
    aliases=policies.ALIASES,
    bench_options=options.bench_options,
    set_up=facts.set_up,
    protocols=PROTOCOLS,
    conform="tapete.games.hearthstone.conform",
    facts=FACTS,
    kinds=kinds,
    end_turn=0,
    named={"decks": {name: decks.what(name) for name in decks.NAMES}},
    claims=CLAIMS,
)
