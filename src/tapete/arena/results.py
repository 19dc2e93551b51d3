"""Stored runs: list, read and compare them."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from typing import Any

from tapete.arena.ab_test import Comparison, comparison
from tapete.arena.duel import DuelResult, cut_at_decision, duel_result, judged
from tapete.arena.experiment import ExperimentResult, read_outcome
from tapete.arena.sprt import Sprt
from tapete.arena.statistics import interval_data
from tapete.arena.store import Store, StoredRun
from tapete.arena.sweep import SweepResult, read_sweep
from tapete.arena.tournament import TournamentResult, standings


def list_runs(store: Store) -> list[dict[str, Any]]:
    """Return every run with the numbers of its games and faults."""
    found = []
    for run in store.runs():
        games = sum(count for match in store.matches(run.id) for _, count in store.held(match.id))
        found.append({**run.as_dict(), "games": games, "faults": len(store.faults(run.id))})
    return found


STOPPED = re.compile(r"did not answer \((?P<limit>inf|[\d.e+]+) s\) and was stopped")


def doubtful_losses(store: Store, run: StoredRun) -> int:
    """Count the games of a run that were forfeited for time before their time was over, a bug of earlier versions.

    An agent without a limit cannot be late, and a game that took less than the limit of one answer had no late one.
    """
    stopped = {
        (note.deal, note.seating, note.agent): note for note in store.faults(run.id) if STOPPED.search(note.text)
    }
    if not stopped:
        return 0
    found = 0
    for match in read_outcome(store, run).matches:
        plan = match.games.plan
        for deal, seating, seconds in zip(plan.deals, plan.seating, match.games.seconds, strict=True):
            for (of_deal, of_seating, _), note in stopped.items():
                if (of_deal, of_seating) == (int(deal), int(seating)):
                    limit = float(STOPPED.search(note.text)["limit"])  # type: ignore[index]  # the note was made by this pattern
                    found += math.isinf(limit) or float(seconds) < limit
    return found


def read_result(
    store: Store, run: StoredRun
) -> DuelResult | TournamentResult | SweepResult | Comparison | ExperimentResult:
    """Read a stored run in its own type. A study is returned as its outcome; `tapete.studies` does more with it."""
    outcome = read_outcome(store, run)
    if run.kind == "duel":
        return stored_duel(outcome)
    if run.kind == "compare":
        return comparison(outcome)
    if run.kind == "sweep":
        return read_sweep([read_outcome(store, other) for other in runs_of_sweep(store, run)])
    return outcome if run.kind == "study" else standings(outcome)


def stored_duel(outcome: ExperimentResult) -> DuelResult:
    """Build a DuelResult from a stored outcome; a sequential test that ended it is applied again."""
    settings = outcome.notes.get("sprt")
    if settings is None:
        return duel_result(outcome)
    found = outcome.matches[0]
    state = judged(found.games, Sprt(**settings))
    cut_at_decision(found, state)
    return duel_result(outcome, state)


def runs_of_sweep(store: Store, run: StoredRun) -> list[StoredRun]:
    """Return the runs of one search for settings: it plays some, evaluates, and plays more."""
    said = run.notes.get("sweep")
    if said is None or said["search"] == "grid":
        return [run]

    def question(other: StoredRun) -> Any:
        notes = other.notes.get("sweep", {})
        settings = [notes.get(name) for name in ("template", "opponents", "search")]
        return (other.kind, other.game, other.options, other.seed, other.settings, other.rules, settings)

    return [other for other in store.runs() if question(other) == question(run)]


def entries_of(result: Any) -> dict[str, dict[str, Any]]:
    """Return the scores of a result by names that can be matched with another run: an agent, a setting, a line of a study."""
    parts: list[tuple[str, float, Sequence[float], int, float | None]]
    if isinstance(result, SweepResult):
        parts = [(trial.shown, trial.score, trial.ci95, trial.games, None) for trial in result.trials]
    elif isinstance(result, Comparison):
        parts = [(side.shown, side.score, side.ci95, side.games, None) for side in result.sides]
    elif isinstance(result, DuelResult):
        parts = [(agent.shown, agent.score, agent.ci95, result.games, None) for agent in result.agents]
    elif isinstance(result, TournamentResult):
        parts = [(s.shown, s.score, s.ci95, s.games, s.rating) for s in result.standings if s.games]
    else:
        parts = [(f"{r.label}: {r.shown}, {r.measure}", r.ours, r.ci95, r.games, None) for r in result.rows]
    found: dict[str, dict[str, Any]] = {}
    for name, score, interval, games, rating in parts:
        found.setdefault(name, {"score": score, "ci95": interval_data(interval), "games": games, "rating": rating})
    return found


def outcome_of(result: Any) -> ExperimentResult:
    return result.outcomes[0] if isinstance(result, SweepResult) else result.outcome


def compare(results: Sequence[Any]) -> dict[str, Any]:
    """Compare the agents, settings or lines of several runs, with the change from the first to the last run."""
    entries = [entries_of(result) for result in results]
    outcomes = [outcome_of(result) for result in results]
    agents = []
    for name in dict.fromkeys(name for entry in entries for name in entry):
        found = [entry.get(name) for entry in entries]
        change = difference(found[0], found[-1]) if found[0] and found[-1] else None
        agents.append({"spec": name, "scores": found, "difference": change})
    warnings = []
    if len({outcome.kind for outcome in outcomes}) > 1:
        warnings.append("The runs are of different kinds: their scores do not measure the same thing.")
    for name in ("game", "options", "settings"):
        if any(getattr(outcome, name) != getattr(outcomes[0], name) for outcome in outcomes):
            warnings.append(f"The runs differ in their {name}: their scores do not measure the same thing.")
    if any(set(outcome.specs) != set(outcomes[0].specs) for outcome in outcomes):
        warnings.append("The runs have different agents, so scores are against different opponents.")
    if len({outcome.seed for outcome in outcomes}) < len(outcomes):
        warnings.append("Runs from the same seed share their deals, so they are not independent.")
    runs = [{"id": o.run, "title": o.title, "games": o.games, "seed": o.seed} for o in outcomes]
    return {"runs": runs, "agents": agents, "warnings": warnings}


def difference(first: dict[str, Any], last: dict[str, Any]) -> dict[str, Any]:
    """Return the change of a score between two independent runs."""
    value = last["score"] - first["score"]
    if first["ci95"] is None or last["ci95"] is None:
        return {"value": value, "ci95": None}
    half = math.hypot(*((entry["ci95"][1] - entry["ci95"][0]) / 2 for entry in (first, last)))
    return {"value": value, "ci95": [value - half, value + half]}
