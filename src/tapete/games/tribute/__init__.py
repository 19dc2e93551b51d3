"""Tales of Tribute: deck-building game for two, as in the engine Scripts of Tribute. Rules: docs/rules/tribute.md."""

from __future__ import annotations

from tapete.core.definition import Definition, Encoder, Options
from tapete.core.state import State
from tapete.games.tribute import bots, determinize, encoders, evaluations, from_deal, presentation, rates, rules
from tapete.games.tribute.bots import draft
from tapete.games.tribute.claims import CLAIMS
from tapete.games.tribute.options import OPTIONS, PRESETS, encode
from tapete.games.tribute.protocols import PROTOCOLS
from tapete.games.tribute.state import DRAFT, EFFECT, FREE
from tapete.games.tribute.statistics import ACTION_TYPES, COUNTERS
from tapete.games.tribute.weights import champion_files

WORD = (1 << 64) - 1


def accepts(state: State, action: int) -> bool:
    """Return whether a card choice takes an option: any that is not picked yet, in any order (section 5.3)."""
    record = state.record
    position = action - rules.PICK
    if record["choice"] in (FREE, EFFECT, DRAFT) or not 0 <= position < record["options"]:
        return False
    picked = int(record["picked"])
    return picked < record["most"] and position not in record["picks"][:picked]


def series_seed(seed: int, number: int) -> int:
    """Return the seed of a game: a series has the seeds S, S + 1, ... (section 2)."""
    return (seed + number) & WORD


def rivals(options: Options) -> tuple[str, ...]:
    """Return the thesis's four reference bots; without its preset, the decision tree never makes illegal moves."""
    tree = "decision-tree:form=2024" + ("" if options["preset"] == "thesis" else ",fixed=1")
    return ("patron-favors", "max-agents", "max-prestige", tree)


def levels(options: Options) -> dict[str, str]:
    """Return the agents of the levels: none sees hidden cards or loses by illegal moves, whatever the preset.

    `hard` is the network, which wins nine games of ten against the tree, and `best` a search with its values, which at
    20 ms wins 0.64 of the games against `best-mcts3`, and 0.69 with the patrons of 2025
    (docs/reference/networks.md).
    """
    return {
        "easy": "max-agents:seed=fresh",
        "normal": "max-prestige:leak=0,seed=fresh",
        "hard": "net",
        "best": "ismcts:ms=1000,eval=net,c=0.2",
    }


DEFINITION = Definition(
    name="tribute",
    title="Tales of Tribute",
    summary="deck-building duel for prestige and the favour of four patrons; 125 cards, draft",
    state=rules.State,
    kernels={
        "deal": rules.deal,
        "legal": rules.legal,
        "apply": rules.apply,
        "returns": rules.returns,
        "points": rules.points,
        "determinize": determinize.determinize,
        "hides": determinize.hides,
    },
    options=OPTIONS,
    presets=PRESETS,
    seats=2,
    actions=rules.ACTION_COUNT,
    max_legal=rules.MAX_LEGAL,
    max_decisions=200_000,
    points_span=(0.0, 200.0),
    presentation=presentation.PRESENTATION,
    known=presentation.known,
    levels=levels,
    encode=encode,
    bots=bots.BOTS,
    opening=draft.OPENING,
    agent_defaults=bots.agent_defaults,
    rivals=rivals,
    evaluations=evaluations.EVALUATIONS,
    encoders={
        "tribute_v1": Encoder(
            encoders.observe,
            encoders.SIZE,
            "counts of each card by place, patrons, decision, numbers",
            encoders.PARTS,
        ),
    },
    series_seed=series_seed,
    accepts=accepts,
    random_rates=rates.random_rates,
    set_up=from_deal.set_up,
    protocols=PROTOCOLS,
    traces="tapete.games.tribute.traces",
    counters=COUNTERS,
    action_types=ACTION_TYPES,
    end_turn=rules.END_TURN,
    claims=CLAIMS,
    champion_files=champion_files,
)
