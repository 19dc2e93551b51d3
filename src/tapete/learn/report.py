"""A training of a network as one page, finished or under way: its settings, its scores on fresh deals, its curve."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from tapete.arena import plots, report
from tapete.learn.compare import read_curve, read_result
from tapete.learn.config import Config


def learning_report(folder: Path, out: Path) -> Path:
    """Everything about a training of a network, as one page with its picture beside it."""
    config, result, curve = Config.read(folder / "run.toml"), read_result(folder), read_curve(folder)
    parts = [report.facts({name: value for name, value in config.as_dict().items() if value not in ("", [], {})})]
    if result is None:
        parts.append(report.note("This training is not finished; the report shows how far it has come."))
    else:
        parts.append(champions(result))
    for number, (title, curves) in enumerate(pictures(curve, config.runs).items()):
        drawn = plots.learning_curves(curves, "CPU-minutes")
        caption = (
            f"Score at each check against {title}, 95 % intervals. The best check is kept and measured on other deals."
        )
        parts.append(report.picture(plots.save(drawn, out, f"curve-{number + 1}" if number else "curve"), caption))
    if not curve:
        parts.append(report.note("No check has been made: there is no curve."))
    data = {"configuration": config.as_dict(), "result": result, "curve": curve}
    return report.write(out, f"A network for {config.game} by {config.method}", parts, data)


def champions(result: dict[str, Any]) -> str:
    """A row for each run's best network, measured on deals that nobody was chosen by."""
    rivals = [score["rival"] for score in result["scores"]]
    rows = [
        (
            run["run"],
            run["update"],
            f"{run['cpu_seconds'] / 60:.1f}",
            f"{run['games']:,}",
            *(report.score_text(score["score"], score["ci95"]) for score in run["scores"]),
        )
        for run in result["runs"]
    ]
    head = ("run", "update", "CPU-minutes", "games", *rivals)
    return report.table(head, rows, "On deals that had no part in training or in choosing")


Curve = list[tuple[float, float, float, float]]  # CPU-minutes, score, interval


def pictures(curve: list[dict[str, Any]], runs: int) -> dict[str, dict[str, Curve]]:
    """What is drawn: all rivals of a single run in one picture; of several runs, a picture for each rival."""
    found: dict[str, dict[str, Curve]] = {}
    for row in curve:
        title, line = ("fixed rivals", row["rival"]) if runs == 1 else (row["rival"], f"run {row['run']}")
        point = (row["cpu_seconds"] / 60, row["score"], row["low"], row["high"])
        found.setdefault(title, {}).setdefault(line, []).append(point)
    return found
