"""Looking back at stored runs: what there is, and how runs differ."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from tapete.arena.store import Store
from tapete.arena.tournament import Standing, TournamentResult


def list_runs(store: Store) -> list[dict[str, Any]]:
    """Every run with the number of its games and faults."""
    found = []
    for run in store.runs():
        games = sum(count for match in store.matches(run.id) for _, count in store.held(match.id))
        found.append({**run.as_dict(), "games": games, "faults": len(store.faults(run.id))})
    return found


def compare(results: Sequence[TournamentResult]) -> dict[str, Any]:
    """The agents of several runs side by side, with the change from the first to the last run."""
    specs = list(dict.fromkeys(spec for result in results for spec in result.outcome.specs))
    agents = []
    for spec in specs:
        found = [next((s for s in result.standings if s.spec == spec and s.games), None) for result in results]
        scores = [
            None if s is None else {"score": s.score, "ci95": list(s.ci95), "games": s.games, "rating": s.rating}
            for s in found
        ]
        first, last = found[0], found[-1]
        agents.append(
            {"spec": spec, "scores": scores, "difference": difference(first, last) if first and last else None}
        )
    warnings = []
    for name in ("game", "options", "settings"):
        if any(getattr(result.outcome, name) != getattr(results[0].outcome, name) for result in results):
            warnings.append(f"The runs differ in their {name}: their scores do not measure the same thing.")
    if any(set(result.outcome.specs) != set(results[0].outcome.specs) for result in results):
        warnings.append("The runs have different agents, so scores are against different opponents.")
    runs = [
        {"id": r.outcome.run, "title": r.outcome.title, "games": r.outcome.games, "seed": r.outcome.seed}
        for r in results
    ]
    return {"runs": runs, "agents": agents, "warnings": warnings}


def difference(first: Standing, last: Standing) -> dict[str, Any]:
    """The change of a score between two independent runs."""
    half = math.hypot(*((s.ci95[1] - s.ci95[0]) / 2 for s in (first, last)))
    value = last.score - first.score
    return {"value": value, "ci95": [value - half, value + half]}
