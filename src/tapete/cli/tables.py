"""Terminal tables of the arena."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from tapete.arena.statistics import half_text, interval_text, is_known

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table

    from tapete.arena.ab_test import Comparison
    from tapete.arena.disagreements import Disagreement
    from tapete.arena.duel import DuelResult
    from tapete.arena.game_profile import GameProfile
    from tapete.arena.game_statistics import Statistics
    from tapete.arena.sweep import SweepResult
    from tapete.arena.time_scaling import Rung
    from tapete.arena.timing import Thinking
    from tapete.arena.tournament import TournamentResult
    from tapete.evolve.compare import TrainingComparison
    from tapete.studies.study import Study, StudyResult

WIDEST_CROSS_TABLE = 12
LEFT = ("agent", "partners", "setting", "study", "what", "source", "line", "value", "name")


def made(title: str, columns: Sequence[str]) -> Table:
    """Return an empty table; words are left-aligned, numbers right-aligned."""
    from rich.table import Table

    table = Table(title=title, title_justify="left")
    for column in columns:
        left = column in LEFT
        table.add_column(column, justify="left" if left else "right", overflow="fold", no_wrap=not left)
    return table


def print_rows(
    out: Console, title: str, columns: Sequence[str], rows: Sequence[Sequence[str]], drop: Sequence[str] = ()
) -> None:
    """Print a table; on a narrow terminal, drop columns of `drop` until no number is cut."""
    shown = list(range(len(columns)))

    def width() -> int:
        """Return the width of all columns, with words wrapped at 24 characters."""
        most = [max(len(text) for text in (columns[i], *(row[i] for row in rows))) for i in shown]
        return (
            sum(min(n, 24) if columns[i] in LEFT else n for i, n in zip(shown, most, strict=True)) + 3 * len(shown) + 1
        )

    for name in drop:
        if rows and width() > out.width and name in columns:
            shown.remove(columns.index(name))
    table = made(title, [columns[i] for i in shown])
    for row in rows:
        table.add_row(*(row[i] for i in shown))
    out.print(table)


def scored(score: float, interval: Sequence[float] | None) -> str:
    return f"{score:.3f} {interval_text(interval)}"


def time_of(thinking: Thinking | None) -> str:
    """Return the processor time per decision in a readable unit."""
    if thinking is None:
        return ""
    ms = thinking.ms
    return f"{ms:.3g} ms" if ms >= 0.1 else f"{1000 * ms:.2g} µs"


def print_thinking(entries: Sequence[tuple[str, Thinking | None]], out: Console) -> None:
    """Print the iterations of searches, if they were counted."""
    said = [f"{name} {t.iterations:,.0f}" for name, t in entries if t is not None and t.iterations is not None]
    if said:
        out.print(f"iterations per decision: {'; '.join(said)}")


def print_duel(result: DuelResult, out: Console, *, statistics: bool = True) -> None:
    """Print scores with their intervals, and the notes needed to trust them."""
    columns = ("agent", "score [95 %]", "par", "W/D/L", "points ahead", "time/move", "faults")
    rows = [
        (
            agent.shown,
            scored(agent.score, agent.ci95),
            f"{agent.par:.2f}",
            f"{agent.wins}/{agent.draws}/{agent.losses}",
            f"{agent.point_difference:+.1f}",
            time_of(agent.thinking),
            str(agent.faults),
        )
        for agent in result.agents
    ]
    none = ["faults"] if not any(agent.faults for agent in result.agents) else []
    print_rows(out, f"{result.game}, {result.games} games", columns, rows, [*none, "time/move", "points ahead"])
    if result.partnerships:
        print_partnerships(result, out)
    if result.sprt is not None:
        test = result.sprt
        verdict = {
            "H0": f"score {test.p0:g} rather than {test.p1:g}",
            "H1": f"score {test.p1:g} rather than {test.p0:g}",
        }
        out.print(
            f"sequential test: {verdict.get(test.decision, 'undecided')} (log evidence {test.llr:+.2f}); the intervals are "
            "valid for a run with a stopping rule"
        )
    for agent in result.agents:
        if agent.first_fault:
            out.print(f"{agent.shown} {agent.first_fault} ({agent.faults} games lost by faults)")
            print_trace(agent.first_trace, out)
    if statistics and result.statistics is not None:
        print_statistics(result.statistics, [agent.shown for agent in result.agents], out)
    print_thinking([(agent.shown, agent.thinking) for agent in result.agents], out)
    rate = result.played_now / result.seconds if result.seconds else 0
    if result.played_now < result.games:
        out.print(f"{result.games - result.played_now} games from the store, {result.played_now} played now")
    clock = "" if result.reproducible else "; clocks make this run not reproducible"
    out.print(f"{result.seconds:.1f} s, {rate:,.0f} games/s, seed {result.seed}{clock}")


def print_trace(trace: str | None, out: Console) -> None:
    """Print the traceback of an agent's first error, as Python writes it."""
    if trace:
        out.print(trace, soft_wrap=True)


def print_partnerships(result: DuelResult, out: Console) -> None:
    """Print the result of each set of partners."""
    table = made("partnerships", ("partners", "score of the side [95 %]", "W/D/L", "points ahead", "games"))
    for entry in sorted(result.partnerships, key=lambda entry: -entry.score):
        table.add_row(
            " + ".join(result.agents[agent].shown for agent in entry.agents),
            scored(entry.score, entry.ci95),
            f"{entry.wins}/{entry.draws}/{entry.losses}",
            f"{entry.point_difference:+.1f}",
            f"{entry.games:,}",
        )
    out.print(table)


def print_statistics(found: Statistics, names: Sequence[str], out: Console) -> None:
    """Print statistics of the games: points, lengths, seats, ends, and the game's own counters."""
    counters = list(dict.fromkeys(name for agent in found.agents for name in agent.counters))
    columns = ("agent", "points: mean ± s.d. (quartiles)", "by first seat", *counters)
    table = made("points, seats and counters of the game", columns)
    for name, agent in zip(names, found.agents, strict=True):
        seats = " ".join(f"{share.score:.2f}" for share in agent.seats.values())
        means = [f"{agent.counters[counter].mean:.2f}" if counter in agent.counters else "" for counter in counters]
        table.add_row(name, str(agent.points or ""), seats, *means)
    out.print(table)
    print_actions(found, names, out)
    for by, rows in found.groups.items():
        by_group = made(f"score by {by}", (by, *names))
        for value, shares in rows.items():
            by_group.add_row(value, *("" if s is None else f"{s.score:.3f} ({s.games:,})" for s in shares))
        out.print(by_group)
    words = [f"decisions per game {found.decisions}"] if found.decisions else []
    words += [f"turns {found.turns}"] if found.turns else []
    if found.seats:
        words.append("score by seat " + " ".join(f"{share.score:.3f}" for share in found.seats.values()))
    if len(found.ends) > 1 or "over" not in found.ends:
        words.append("ends: " + ", ".join(f"{name} {count:,}" for name, count in found.ends.items()))
    if words:
        out.print("; ".join(words))
    if found.limit_note:
        out.print(found.limit_note)


def print_actions(found: Statistics, names: Sequence[str], out: Console) -> None:
    """Print the actions per game of each agent, a line each. A single kind of action would repeat the number of decisions."""
    if len({kind for agent in found.agents for kind in agent.actions}) < 2:
        return
    for name, agent in zip(names, found.agents, strict=True):
        often = sorted(agent.actions.items(), key=lambda item: -item[1].mean)
        out.print(f"actions per game, {name}: " + ", ".join(f"{kind} {spread.mean:.2f}" for kind, spread in often))


def print_tournament(result: TournamentResult, out: Console, *, statistics: bool = True) -> None:
    """Print the ranking, the cross table, and the notes needed to trust them."""
    outcome = result.outcome
    ranked = sorted(range(len(result.standings)), key=lambda i: result.standings[i].rank)
    columns = (
        "",
        "agent",
        "rating [95 %]",
        "score [95 %]",
        "par",
        "games",
        "W/D/L",
        "points ahead",
        "time/move",
        "faults",
    )
    rows = []
    for number in ranked:
        s = result.standings[number]
        rows.append(
            (
                str(s.rank),
                s.shown,
                f"{s.rating:.0f} {interval_text(s.rating_ci95, '.0f')}",
                scored(s.score, s.ci95),
                f"{s.par:.2f}",
                f"{s.games:,}",
                f"{s.wins}/{s.draws}/{s.losses}",
                f"{s.points:+.1f}",
                time_of(s.thinking),
                str(s.faults),
            )
        )
    none = ["faults"] if not any(s.faults for s in result.standings) else []
    drop = [*none, "games", "time/move", "points ahead", "W/D/L", "par"]
    print_rows(out, f"{outcome.title}, {outcome.games:,} games", columns, rows, drop)
    if len(ranked) > 2:
        print_cross_table(result, ranked, out)
    if result.note:
        out.print(result.note)
    if result.fit is not None:
        out.print(result.fit.text)
    for s in result.standings:
        if s.faults:
            kinds = ", ".join(f"{count} {kind}" for kind, count in s.fault_kinds.items())
            out.print(f"{s.shown} lost {s.faults} games by faults ({kinds}); the first: it {s.first_fault}")
            print_trace(s.first_trace, out)
    if statistics:
        print_statistics(result.statistics, [s.shown for s in result.standings], out)
    print_thinking([(s.shown, s.thinking) for s in result.standings], out)
    clock = "" if outcome.reproducible else "; clocks make this run not reproducible"
    out.print(
        f"{outcome.played_now:,} games played now in {outcome.seconds:.1f} s, {outcome.from_store:,} taken from the store, "
        f"seed {outcome.seed}{clock}"
    )


def print_cross_table(result: TournamentResult, ranked: Sequence[int], out: Console) -> None:
    """Print the scores of agents against each other; at larger tables, how often one finished ahead of another."""
    title = "score of the row's agent in games with the column's, and half the 95 % interval"
    if result.ahead is not None:
        title = "how often the row's agent finished ahead of the column's (par 0.5), and half the 95 % interval"
    shown = ranked[:WIDEST_CROSS_TABLE]
    cross = made(title, ["agent", *(str(result.standings[number].rank) for number in shown)])
    for number in ranked:
        row = [f"{result.standings[number].rank} {result.standings[number].shown}"]
        for other in shown:
            cell = result.compared[number][other]
            row.append("" if cell is None else f"{cell.score:.3f} {half_text(cell.ci95)}")
        cross.add_row(*row)
    out.print(cross)


def print_sweep(result: SweepResult, out: Console) -> None:
    """Print all settings, best first."""
    title = f"{result.game}: {result.template} against {', '.join(result.opponents)} (par {result.par:.2f})"
    columns = ("setting", "score [95 %]", "behind the best [95 %]", "points ahead", "time/move", "games", "faults")
    rows = []
    for trial in sorted(result.trials, key=lambda trial: -trial.score):
        behind = trial.behind
        gap = "" if behind is None else f"{behind.value:+.3f} {interval_text(behind.ci95, '+.3f')}"
        rows.append(
            (
                trial.shown,
                scored(trial.score, trial.ci95),
                "best" if behind is None else gap + (" ~" if trial.within_noise else ""),
                f"{trial.point_difference:+.1f}",
                time_of(trial.thinking),
                f"{trial.games:,}",
                str(trial.faults),
            )
        )
    print_rows(out, title, columns, rows, ("faults", "games", "points ahead", "time/move"))
    out.print(result.note + (" ~ marks them." if any(t.behind and t.within_noise for t in result.trials) else ""))
    print_thinking([(trial.shown, trial.thinking) for trial in result.trials], out)
    data = result.as_dict()
    clock = "" if result.reproducible else "; clocks make this run not reproducible"
    out.print(
        f"{data['played_now']:,} games played now in {data['seconds']:.1f} s, {data['from_store']:,} taken from the store, "
        f"seed {result.seed}{clock}"
    )


def print_runs(runs: Sequence[Mapping[str, Any]], out: Console) -> None:
    """Print the runs of a store."""
    from rich.table import Table

    table = Table()
    for column in ("run", "kind", "title", "games", "faults", "seed", "started", "last played", "rules"):
        table.add_column(column, justify="right" if column in ("run", "games", "faults", "seed") else "left")
    for run in runs:
        words = [run["kind"], run["title"], f"{run['games']:,}", run["faults"], run["seed"]]
        table.add_row(
            str(run["id"]), *(str(word) for word in (*words, run["started"], run["updated"], run["rules"][:8]))
        )
    out.print(table)


def print_comparison(data: Mapping[str, Any], out: Console) -> None:
    """Print the agents, settings or lines that several runs have in common."""
    titles = [f"run {run['id']}: {run['title']}" for run in data["runs"]]
    table = made("score [95 %] by run", ["agent", *titles, "last - first [95 %]"])
    for agent in data["agents"]:
        cells = ["" if s is None else scored(s["score"], s["ci95"]) for s in agent["scores"]]
        change = agent["difference"]
        shown = "" if change is None else f"{change['value']:+.3f} {interval_text(change['ci95'], '+.3f')}"
        table.add_row(agent["spec"], *cells, shown)
    out.print(table)
    for warning in data["warnings"]:
        out.print(warning)


def print_studies(found: Sequence[Study], out: Console) -> None:
    table = made("", ("study", "what", "source"))
    for study in found:
        table.add_row(study.name, study.title, study.source)
    out.print(table)


def print_study(result: StudyResult, out: Console) -> None:
    """Print published and own figures: tables in their published shape, and the rest line by line."""
    from rich.table import Table

    from tapete.studies.report import matrices, rest, study_table

    out.print(f"{result.study.name}: {result.study.title} ({result.study.source})")
    for _, caption, header, cells in matrices(result):
        shaped = Table(title=caption, title_justify="left")
        for place, column in enumerate(header):
            shaped.add_column(column, justify="right" if place else "left", overflow="fold")
        for row in cells:
            shaped.add_row(*row)
        out.print(shaped)
    left = rest(result)
    if left:
        header, rows = study_table(result, left)
        table = Table()
        for column in header:
            right = "games" in column or "ours" in column
            table.add_column(column, justify="right" if right else "left", overflow="fold")
        line = agent = ""
        for cells_of in rows:
            if cells_of[0] != line:
                table.add_row(*cells_of)
            else:
                table.add_row("", cells_of[1] if cells_of[1] != agent else "", *cells_of[2:])
            line, agent = cells_of[:2]
        out.print(table)
    out.print(result.note)
    for text in result.study.notes:
        out.print(text)
    for text in result.skipped:
        out.print(f"left out: {text}")
    outcomes = [result.outcome, *(outcome for row in result.rows for outcome in row.outcomes)]
    now, stored = sum(one.played_now for one in outcomes), sum(one.from_store for one in outcomes)
    clock = "" if all(one.reproducible for one in outcomes) else "; clocks make this run not reproducible"
    games = f"{now:,} games played now in {sum(one.seconds for one in outcomes):.1f} s, {stored:,} taken from the store"
    if now + stored == 0:  # a study of trainings: their games belong to the trainings
        games = "all games were played by its trainings and tests"
    out.print(f"{games}, seed {result.seed}, scale {result.scale}{clock}")


def print_compared(result: Comparison, out: Console) -> None:
    """Print two agents on equal deals, their difference, and the verdict."""
    against = ", ".join(result.against) or "each other"
    table = made(f"{result.outcome.game}: on equal deals against {against}", ("agent", "score [95 %]", "par", "games"))
    for side in result.sides:
        table.add_row(side.shown, scored(side.score, side.ci95), f"{side.par:.2f}", f"{side.games:,}")
    out.print(table)
    found = result.difference
    series = any(match.games.plan.in_series for match in result.outcome.matches)
    units = f"{found.deals:,} {'blocks of deals' if series else 'deals'}"
    chance = f", p = {found.p:.3g}" if is_known(found.ci95) else ""
    out.print(f"difference {found.value:+.4f} {interval_text(found.ci95, '+.4f')} over {units}{chance}")
    out.print(result.verdict)
    outcome = result.outcome
    clock = "" if outcome.reproducible else "; clocks make this run not reproducible"
    out.print(
        f"{outcome.played_now:,} games played now in {outcome.seconds:.1f} s, {outcome.from_store:,} taken from the store, "
        f"seed {outcome.seed}{clock}"
    )


def print_disagreement(result: Disagreement, out: Console, shown: int) -> None:
    """Print how often two agents agree, by phase, with the judge, and where they differ most."""
    first, second = result.agents
    table = made(f"{result.game}: {first} and {second}", ("value", "positions", "agreement [95 %]"))
    table.add_row("all", f"{result.overall.positions:,}", scored(result.overall.share, result.overall.ci95))
    for phase, entry in result.by_phase.items():
        table.add_row(phase, f"{entry.positions:,}", scored(entry.share, entry.ci95))
    for name, rows in zip(result.agents, result.top, strict=True):
        for top, entry in rows.items():
            label = f"{name}: among the {top} of {result.judge}"
            table.add_row(label, f"{entry.positions:,}", scored(entry.share, entry.ci95))
    out.print(table)
    judged, error = int(result.costs["judged"] or 0), result.costs["error"]
    half = "±?" if error is None else f"± {2 * error:.4f}"
    out.print(
        f"where they differ, {first}'s move is worth {result.costs['mean']:+.4f} {half} more than "
        f"{second}'s in chance to win ({judged:,} positions judged by {result.judge})"
    )
    if not result.positions:
        return
    found = made("the most costly differences", ("deal", "decision", "seat", first, second, "worth more"))
    for position in result.positions[:shown]:
        cost = "" if position.cost is None else f"{position.cost:+.3f}"
        found.add_row(str(position.deal), str(position.decision), str(position.seat), *position.moves, cost)
    out.print(found)
    top_one = result.positions[0]
    actions = ",".join(str(action) for action in top_one.history)
    out.print(f"look at the first: tapete analyse {result.game} --seed {top_one.deal_seed} --actions '{actions}'")


def print_ladder(result: TournamentResult, rungs: Sequence[Rung], out: Console) -> None:
    """Print agents by their time, with their strength."""
    columns = ("agent", "time/move", "s.d.", "rating [95 %]", "score [95 %]", "no faster one is as strong")
    table = made(f"{result.outcome.title}, {result.outcome.games:,} games, the fastest first", columns)
    for rung in rungs:
        deviation = "" if rung.thinking is None else f"{rung.thinking.deviation:.2g} ms"
        rating = f"{rung.rating:.0f} {interval_text(rung.rating_ci95, '.0f')}"
        best = "*" if rung.best else ""
        table.add_row(rung.name, time_of(rung.thinking), deviation, rating, scored(rung.score, rung.ci95), best)
    out.print(table)
    out.print(result.note)
    if result.fit is not None:
        out.print(result.fit.text)


def print_measured(result: GameProfile, out: Console, most: int) -> None:
    """Print the profile of a game."""
    table = made(f"{result.game}: {result.games:,} games of {result.agent}", ("value", "mean ± s.d. (quartiles)"))
    rows = {
        "decisions per game": result.decisions,
        "turns per game": result.turns,
        "legal actions per decision": result.choices,
        "changes of the lead": result.lead_changes,
    }
    for name, spread in rows.items():
        if spread is not None:
            table.add_row(name, str(spread))
    table.add_row("decisions with one legal action", f"{100 * result.forced:.1f} %")
    table.add_row("won from behind at half time", f"{100 * result.comebacks:.1f} %")
    for seat, share in result.seats.items():
        table.add_row(f"score of seat {seat} (par {share.par:.2f})", scored(share.score, share.ci95))
    from tapete.arena.game_statistics import OVER

    for end, count in result.ends.items():
        if end != OVER:  # the game does not record how it ended
            table.add_row(f"end: {end}", f"{count:,}")
    for kind, often in result.kinds.items():
        table.add_row(f"actions per game: {kind}", f"{often:.2f}")
    out.print(table)
    titles = {f"score of the first seat by {by}": shares for by, shares in result.groups.items()}
    if result.brought:
        titles["score of each value, against all others"] = result.brought
    for title, shares in titles.items():
        par = next((f" (par {share.par:.2f})" for share in shares.values()), "")
        grouped = made(title + par, ("value", "score [95 %]", "games"))
        for value, share in shares.items():
            grouped.add_row(value, scored(share.score, share.ci95), f"{share.games:,}")
        out.print(grouped)
    plays = list(result.plays.items())
    if plays:
        cut = plays if len(plays) <= 2 * most else [*plays[:most], *plays[-most:]]
        cards = made(
            "score of the player of a card, in the games in which it was played",
            ("value", "score [95 %]", "by so many"),
        )
        for name, share in cut:
            cards.add_row(name, scored(share.score, share.ci95), f"{share.games:,}")
        out.print(cards)


def print_trainings(found: TrainingComparison, out: Console) -> None:
    """Print trainings side by side: one row each, their differences, and their champions against each other."""
    from rich.table import Table

    from tapete.evolve.comparison_report import matrix_rows, training_table, triangle_rows

    def show(title: str, header: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
        table = Table(title=title, title_justify="left")
        for place, column in enumerate(header):
            table.add_column(column, overflow="fold", justify="right" if place else "left")
        for row in rows:
            table.add_row(*row)
        out.print(table)

    title = (
        f"{found.game}: champions of all runs on the same fresh deals against {', '.join(found.against)}, in per cent"
    )
    show(title, *training_table(found))
    out.print("Intervals are over runs; a single run has none. The best is the champion that the training chose.")
    for carrier in dict.fromkeys(difference.carrier for difference in found.differences):
        played = f", played by {carrier}" if carrier else ""
        title = f"Differences in points, row less column [95 % over runs]{played}; * beyond chance"
        show(title, ("", *found.names[:-1]), triangle_rows(found, carrier))
    if found.meetings:
        title = "Champions against each other from every seat, in per cent: row against column"
        show(title, ("", *found.names, "mean"), matrix_rows(found))
