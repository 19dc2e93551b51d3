"""A training of a network as one page, finished or under way: its settings, its scores on fresh deals, its curve."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Any

from tapete.arena import plots, report
from tapete.arena.statistics import interval_of
from tapete.evolve.report import Page, in_minutes, made_by
from tapete.learn.compare import read_curve, read_result
from tapete.learn.config import NetworkConfig


def learning_report(folder: Path, out: Path, look: plots.Look = plots.DEFAULT) -> Path:
    """Everything about a training of a network, as one page with its pictures and tables beside it."""
    config, result, curve = NetworkConfig.read(folder / "run.toml"), read_result(folder), read_curve(folder)
    page = Page(out, look)
    page.parts.append(
        report.facts({name: value for name, value in config.as_dict().items() if value not in ("", [], {})})
    )
    if result is None:
        page.note(look.word("This training is not finished; the report shows how far it has come."))
    else:
        champions(result, page)
    for number, (title, curves) in enumerate(pictures(curve, config.runs).items()):
        shown = look.word(title) if config.runs == 1 else title
        caption = look.word(
            "Score at each check against {}, 95 % intervals. The best check is kept and measured on other deals.", shown
        )
        name = f"curve-{number + 1}" if number else "curve"
        named = {line_label(line, look): points for line, points in curves.items()}
        page.draw(name, caption, partial(plots.learning_curves, named, "CPU-minutes", look))
    if not curve:
        page.note(look.word("No check has been made: there is no curve."))
    data = {"configuration": config.as_dict(), "result": result, "curve": curve}
    title = look.word("A network for {} by {}", config.game, config.method)
    return page.finish(title, data, {"seed": config.seed, **made_by(folder)})


def line_label(line: str, look: plots.Look) -> str:
    """The name of a line: a rival, or a run in the reader's language."""
    number = line.removeprefix("run ")
    return look.word("run {}", number) if number != line and number.isdecimal() else line


def champions(result: dict[str, Any], page: Page) -> None:
    """Return a row for each run's best network, measured on fresh deals."""
    rivals = [score["rival"] for score in result["scores"]]
    rows = [
        (
            run["run"],
            run["update"],
            in_minutes(run["cpu_seconds"]),
            f"{run['games']:,}",
            *(report.score_text(score["score"], score["ci95"]) for score in run["scores"]),
        )
        for run in result["runs"]
    ]
    head = [page.look.word(word) for word in ("run", "update", "CPU time", "games")]
    head += [page.look.word("v {}", rival) for rival in rivals]
    page.table("networks", head, rows, page.look.word("On deals that had no part in training or in choosing."))


Curve = list[tuple[float, float, float, float]]  # CPU-minutes, score, interval


def pictures(curve: list[dict[str, Any]], runs: int) -> dict[str, dict[str, Curve]]:
    """Return the figures: all rivals of a single run in one; of several runs, one for each rival."""
    found: dict[str, dict[str, Curve]] = {}
    for row in curve:
        title, line = ("fixed rivals", row["rival"]) if runs == 1 else (row["rival"], f"run {row['run']}")
        low, high = interval_of(None if row["low"] is None else (row["low"], row["high"]))
        point = (row["cpu_seconds"] / 60, row["score"], low, high)
        found.setdefault(title, {}).setdefault(line, []).append(point)
    return found
