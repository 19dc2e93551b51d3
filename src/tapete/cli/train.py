"""Agents that are trained: `train`."""

from __future__ import annotations

import sys
import time
import tomllib
from contextlib import nullcontext
from functools import partial
from pathlib import Path
from typing import Annotated, Any

import typer

from tapete.cli.app import (
    AsJson,
    On,
    OptionValues,
    StoreFile,
    app,
    console,
    fail,
    open_store,
    parse_options,
    print_json,
    was_given,
)
from tapete.cli.heartbeat import Lines
from tapete.cli.learn import (
    LEARNING,
    ChecksOption,
    LayersOption,
    MattersOption,
    OpeningOption,
    RivalOption,
    TeacherOption,
    UpdatesOption,
    VaryOption,
    learn,
    wait_text,
)
from tapete.cli.locks import locked
from tapete.cli.next_step import next_command
from tapete.errors import BadOption, TapeteError

# Options of one family of methods, which the other would not heed.
OF_EVOLUTION = (
    "agent", "genes", "population", "evaluations", "pair_games", "schedule", "between", "reevaluate", "hall_of_fame",
    "hof_games", "hof_prune", "hof_at_switch", "count", "odd", "deals", "choice", "race", "equal_games", "phases", "network",
    "hidden", "activation", "inputs", "impossible", "weight_span", "workers", "on",
)  # fmt: skip
OF_LEARNING = ("updates", "layers", "rival", "checks", "teacher", "vary", "matters", "opening", "preset")


def refuse_unheeded(context: typer.Context, method: str) -> None:
    """Refuse a method that does not exist, and options that were given and that the method knows nothing of."""
    from tapete.evolve.config import METHODS

    if method not in (*METHODS, *LEARNING):
        raise BadOption(f"--method {method}: must be one of {', '.join((*METHODS, *LEARNING))}")
    unheeded = OF_EVOLUTION if method in LEARNING else OF_LEARNING
    others = ", ".join(METHODS if method in LEARNING else LEARNING)
    for name in unheeded:
        if was_given(context, name):
            raise BadOption(f"--{name.replace('_', '-')}: --method {method} has no such option; {others} have")


@app.command()
def train(
    context: typer.Context,
    game: Annotated[str, typer.Argument(metavar="GAME|FILE.toml", help="a game, or a file of several configurations")],
    out: Annotated[Path, typer.Option("--out", metavar="FOLDER", help="where the training is kept")],
    method: Annotated[
        str, typer.Option("--method", help="es, ga, cma or random; td, ppo, imitate or expert for a network")
    ] = "es",
    agent: Annotated[str, typer.Option("--agent", metavar="SPEC", help="whose weights are trained")] = "",
    against: Annotated[
        list[str] | None, typer.Option("--against", metavar="SPEC", help="a fixed opponent (repeatable)")
    ] = None,
    genes: Annotated[
        str, typer.Option("--genes", metavar="NAME,...", help="train only these; c and the like too")
    ] = "",
    population: Annotated[int, typer.Option("--population", help="individuals of a generation")] = 10,
    evaluations: Annotated[int, typer.Option("--evaluations", help="individuals to evaluate in a run")] = 500,
    games: Annotated[
        int | None,
        typer.Option(
            "--games",
            help="games of an evaluation, over all opponents, in whole deals (200); of a network: to learn from",
        ),
    ] = None,
    pair_games: Annotated[int, typer.Option("--pair-games", help="games of a pair in co-evolution")] = 3,
    runs: Annotated[int, typer.Option("--runs", help="independent runs")] = 1,
    schedule: Annotated[
        str, typer.Option("--schedule", metavar="KIND[:SHARE],...", help="fixed, coevolution, or parts of both")
    ] = "fixed",
    between: Annotated[str, typer.Option("--between", help="at a border of the schedule: carry or restart")] = "carry",
    reevaluate: Annotated[str, typer.Option("--reevaluate", help="measure again: none, elite or all")] = "none",
    hall_of_fame: Annotated[
        int, typer.Option("--hall-of-fame", metavar="N", help="past champions kept as opponents")
    ] = 0,
    hof_games: Annotated[int, typer.Option("--hof-games", help="games against each of them")] = 3,
    hof_prune: Annotated[
        str, typer.Option("--hof-prune", metavar="SHARE:EVERY", help="how many leave, how often")
    ] = "0.35:8",
    hof_at_switch: Annotated[str, typer.Option("--hof-at-switch", help="keep, clear or separate")] = "keep",
    count: Annotated[str, typer.Option("--count", help="what counts: wins, or shares (a draw is half)")] = "wins",
    odd: Annotated[str, typer.Option("--odd", help="odd numbers of games: even (rounded up) or as-published")] = "even",
    deals: Annotated[
        str, typer.Option("--deals", help="of the individuals of a generation: shared, or own for each")
    ] = "shared",
    choice: Annotated[
        str, typer.Option("--choice", help="a run's champion: fresh (re-evaluated) or published")
    ] = "fresh",
    fresh_games: Annotated[
        int, typer.Option("--fresh-games", help="games on fresh deals for choosing and reporting")
    ] = 1000,
    yardstick: Annotated[
        int, typer.Option("--yardstick", help="games per generation of its best against the opponents; 0: none")
    ] = 0,
    start: Annotated[str, typer.Option("--start", metavar="PATH", help="begin from another training's champion")] = "",
    updates: UpdatesOption = None,
    layers: LayersOption = "",
    rival: RivalOption = None,
    checks: ChecksOption = 10,
    teacher: TeacherOption = None,
    vary: VaryOption = None,
    matters: MattersOption = "",
    opening: OpeningOption = "rule",
    race: Annotated[bool, typer.Option("--race", help="stop those early that are certainly in the worse half")] = False,
    equal_games: Annotated[
        bool, typer.Option("--equal-games", help="a generation of co-evolution plays as many games as a fixed one")
    ] = False,
    phases: Annotated[
        str, typer.Option("--phases", metavar="TURN,...", help="other weights from these turns of a game on")
    ] = "",
    network: Annotated[
        str, typer.Option("--network", help="the genome is a network: actions (any game), types or arguments (Catan)")
    ] = "",
    hidden: Annotated[str, typer.Option("--hidden", metavar="N,...", help="widths of the network's layers")] = "8",
    activation: Annotated[
        str, typer.Option("--activation", help="of its layers: tanh, relu or sigmoid; as usual if not given")
    ] = "",
    inputs: Annotated[str, typer.Option("--inputs", help="of types and arguments: scaled or raw")] = "scaled",
    impossible: Annotated[
        str, typer.Option("--impossible", help="of arguments: what an impossible one does: lose, nearest or best-legal")
    ] = "best-legal",
    encoder: Annotated[
        str,
        typer.Option(
            "--encoder", metavar="NAME", help="the features that a network reads; the game's first if not given"
        ),
    ] = "",
    weight_span: Annotated[
        float, typer.Option("--weight-span", help="its weights are between minus this and this")
    ] = 2,
    setting: Annotated[
        list[str] | None, typer.Option("--set", metavar="NAME=VALUE", help="a setting of the method (repeatable)")
    ] = None,
    seed: Annotated[int, typer.Option("--seed", help="seed of the first run")] = 123,
    minutes: Annotated[float | None, typer.Option("--minutes", help="CPU-minutes instead of --evaluations")] = None,
    preset: Annotated[
        str, typer.Option("--preset", metavar="NAME", help="a network: the settings of a published training (thesis)")
    ] = "",
    resume: Annotated[bool, typer.Option("--resume", help="go on with what the folder holds")] = False,
    workers: Annotated[int | None, typer.Option("--workers", help="cores to use; all if not given")] = None,
    on: On = None,
    option: OptionValues = None,
    store: StoreFile = None,
    as_json: AsJson = False,
) -> None:
    """Train an agent: its weights by evolution (`tapete train briscas --agent greedy --against cheap-winner --out runs/a`), or a
    network that learns (`tapete train briscas --method ppo --minutes 10 --out runs/b`)."""
    from tapete.evolve.defaults import completed

    if game.endswith(".toml"):
        batch(Path(game), out, resume=resume, workers=workers, on=on, store=store, as_json=as_json)
        return
    refuse_unheeded(context, method)
    if method in LEARNING:
        given = {
            "options": parse_options(option), "against": list(against or ()), "runs": runs, "seed": seed, "start": start,
            "checks": checks, "teachers": list(teacher or ()), "opening": opening, "encoder": encoder,
            "fresh_games": fresh_games, "settings": parse_settings(setting),
        }  # fmt: skip
        more: dict[str, Any] = {"layers": layers, "updates": updates, "matters": matters, "rivals": rival}
        if preset:
            from tapete.studies.presets import filled

            filled(game, preset, method, lambda name: was_given(context, name), given, more)
        learn(
            game, method, out, given, vary=vary, yardstick=yardstick, minutes=minutes, games=games,
            resume=resume, store=store, as_json=as_json, **more,
        )  # fmt: skip
        return
    config = completed(
        {
            "game": game, "agent": agent, "method": method, "options": parse_options(option),
            "against": list(against or ()), "genes": [name.strip() for name in genes.split(",") if name.strip()],
            "population": population, "evaluations": evaluations, "games": 200 if games is None else games,
            "pair_games": pair_games, "runs": runs, "seed": seed, "schedule": schedule, "between": between,
            "reevaluate": reevaluate, "hall_of_fame": hall_of_fame, "hof_games": hof_games, "hof_prune": hof_prune,
            "hof_at_switch": hof_at_switch, "count": count, "odd": odd, "deals": deals,
            "choice": choice, "fresh_games": fresh_games, "yardstick": yardstick,
            "start": start, "race": race, "equal_games": equal_games,
            "phases": whole_numbers("--phases", phases), "network": network,
            "hidden": whole_numbers("--hidden", hidden), "activation": activation, "inputs": inputs,
            "impossible": impossible, "encoder": encoder, "weight_span": weight_span,
            "settings": parse_settings(setting),
        }
    )  # fmt: skip
    champion = carry_out(
        config, out, resume=resume, workers=workers, on=on, minutes=minutes, store=store, quiet=as_json
    )
    if as_json:
        print_json({"folder": str(out), **champion})
    else:
        print_champion(champion, out)


def whole_numbers(name: str, text: str) -> list[int]:
    """Numbers joined by commas."""
    parts = [part.strip() for part in text.split(",") if part.strip()]
    if not all(part.isdecimal() for part in parts):
        raise BadOption(f"{name} {text}: must be whole numbers joined by commas")
    return [int(part) for part in parts]


def parse_settings(given: list[str] | None) -> dict[str, Any]:
    """`NAME=VALUE` pairs of the method, numbers as numbers."""
    found: dict[str, Any] = {}
    for name, value in parse_options(given).items():
        try:
            number = float(value)
        except ValueError:
            found[name] = value
        else:
            found[name] = int(number) if number.is_integer() and "." not in value else number
    return found


def carry_out(
    config: Any,
    folder: Path,
    *,
    resume: bool,
    workers: int | None,
    on: str | None = None,
    minutes: float | None = None,
    store: Path | None = None,
    quiet: bool = False,
    name: str = "",
) -> dict[str, Any]:
    """Train into a folder, alone; the store keeps a row with its folder and its state.

    A line per generation goes to standard error, each beginning with the name of the training where it has one.
    """
    from tapete.arena.store import Store
    from tapete.arena.store.training import note_training, open_training
    from tapete.evolve.config import EvolutionConfig
    from tapete.evolve.tables import TableTraining
    from tapete.evolve.training import EvolutionTraining, same_settings

    settings = folder / "run.toml"
    if settings.exists():
        if not resume:
            raise BadOption(f"--out {folder}: there is a training already; add --resume to go on with it")
        stored = EvolutionConfig.read(settings)
        given = config.as_dict()
        if minutes is not None:
            given["evaluations"] = stored.evaluations  # the number that the minutes became
        if not stored.against:
            given["against"] = stored.against  # an earlier co-evolution without opponents
        differing = same_settings(stored.as_dict(), given)
        if differing:
            raise BadOption(f"--resume: {folder} was begun with other settings ({', '.join(differing)})")
        config = stored
    elif folder.exists() and (not folder.is_dir() or any(p.name != ".lock" for p in folder.iterdir())):
        raise BadOption(f"--out {folder}: it exists and holds something else")
    elif minutes is not None:
        with nullcontext() if quiet else Lines(name):
            config.evaluations = evaluations_in(config, minutes, workers)
    fitted = config.method == "table"
    training = (
        TableTraining(config, folder, workers=workers)
        if fitted
        else EvolutionTraining(config, folder, workers=workers, on=on)
    )
    with locked(folder), open_store(store) as opened:
        kept = opened if isinstance(opened, Store) else None  # nothing is kept with --store none
        number = 0
        if kept is not None:
            made = training.tunable.seated.fingerprint()
            number = open_training(kept, folder, config.game, config.options, config.method, config.as_dict(), made)
        try:
            if isinstance(training, TableTraining):
                champion = training.train(*([] if quiet else [partial(print_pass, name)]))
            elif quiet:
                champion = training.train()
            else:
                with GenerationLines(training, name) as lines:
                    champion = training.train(lines, choosing=lines.choosing)
        except KeyboardInterrupt:
            if kept is not None:
                note_training(kept, number, "stopped")
            fail(f"interrupted; the same command with --resume goes on from {folder}", 130)
        finally:
            training.worker_pool.close()
        if kept is not None:
            note_training(kept, number, "finished", champion["score"])
        return champion


def evaluations_in(config: Any, minutes: float, workers: int | None) -> int:
    """How many evaluations fit into CPU-minutes, by the time that the first individuals take."""
    from tapete.evolve.training import EvolutionTraining

    if not 0 < minutes <= 100_000:
        raise BadOption(f"--minutes {minutes:g}: must be more than 0")
    probe = EvolutionTraining(config, Path("."), workers=1)
    vectors = probe.genes.start[None].repeat(2 if "fixed" in config.schedule else 2 * config.population, axis=0)

    def measure(seed: int) -> None:
        if "fixed" in config.schedule:
            probe.evaluator.against_bots(vectors, seed)
        else:  # parents and children meet each other
            probe.evaluator.coevolution(vectors, vectors[:0], seed)

    measure(1)
    started = time.process_time()
    measure(2)
    each = max(
        1e-4, (time.process_time() - started) / (len(vectors) if "fixed" in config.schedule else config.population)
    )
    wanted = int(minutes * 60 / config.runs / each)
    return max(config.population, wanted // config.population * config.population)


def print_pass(name: str, number: int, played: int, moved: float | None) -> None:
    """A line of standard error for a table: games on a terminal, finished passes everywhere."""
    text = f"{name}: pass {number}: {played:,} games" if name else f"pass {number}: {played:,} games"
    if moved is not None:
        print(f"\r{text}, largest change {moved:.4f}", file=sys.stderr, flush=True)
    elif sys.stderr.isatty():
        print(f"\r{text}", end="", file=sys.stderr, flush=True)


class GenerationLines(Lines):
    """A line per generation on standard error, and lines while champions are chosen."""

    def __init__(self, training: Any, name: str = "") -> None:
        super().__init__(name)
        self.training = training
        self.played = 0  # games of this process
        self.evaluated = 0  # of this run, before the present generation
        self.before = 0  # games of this run, before the present generation
        self.games_each = float("nan")  # of an evaluation, as it was last
        self.seconds = 0.0  # of all games so far
        self.write(start_line(training))

    def left(self, run: int, evaluations: int, choosing: int) -> float:
        """Seconds until everything is finished: evaluations and the choice of champions, by the games they need."""
        config = self.training.config
        missing = max(0, config.evaluations - evaluations) + config.evaluations * (config.runs - run - 1)
        games = missing * self.games_each if missing else 0.0
        games += choosing + self.training.choosing_games() * (config.runs - run - 1) + config.fresh_games
        return self.seconds / max(1, self.played) * games

    def __call__(self, generation: Any) -> None:
        row = generation.row()
        evaluated = generation.evaluations - (self.evaluated if generation.generation else 0)
        games = generation.games - (self.before if generation.generation else 0)
        if not self.played and generation.generation:  # taken up again: what this generation alone had
            evaluated, games = len(generation.fitness), generation.scores.games
        self.evaluated, self.before = generation.evaluations, generation.games
        self.played, self.seconds = self.played + games, self.seconds + generation.seconds
        self.games_each = games / max(1, evaluated)
        left = self.left(generation.run, generation.evaluations, self.training.choosing_games())
        yardstick = f" yardstick {float(row['yardstick']):5.1f}" if row["yardstick"] else ""
        text = " ".join(f"{name} {float(row[name]):5.1f}" for name in ("best", "mean", "median", "worst", "deviation"))
        self.write(
            f"run {row['run']} generation {row['generation']:3} {generation.mode:11} {text}{yardstick}  "
            f"{generation.evaluations} evaluations, {evaluated / max(generation.seconds, 1e-9):,.1f}/s, "
            f"{games / max(generation.seconds, 1e-9):,.0f} games/s, {wait_text(left)} left"
            f"{'  ' + row['events'] if row['events'] else ''}"
        )

    def choosing(self, news: Any) -> None:
        """A line while the champion of a run is chosen."""
        config = self.training.config
        rate = news.seconds / max(1, news.played)
        rest = self.training.choosing_games() * (config.runs - news.run - 1) + config.fresh_games * 2
        missing = config.evaluations * (config.runs - news.run - 1)
        games = news.games - news.played + rest + (missing * self.games_each if missing else 0.0)
        self.write(
            f"run {news.run + 1} choosing among {news.candidates} candidates on fresh deals: "
            f"{news.played:,} of {news.games:,} games, {wait_text(rate * games)} left"
        )


def start_line(training: Any) -> str:
    """Describe the games of a training: of each kind of fitness in its schedule, and of the measurement of champions."""
    config = training.config
    parts = []
    for place, (segment, evaluator) in enumerate(zip(training.segments, training.evaluators, strict=True)):
        games = fixed_games(evaluator, config) if segment.mode == "fixed" else pair_games(evaluator, config)
        if config.hall_of_fame:
            games += f" and {evaluator.counting(evaluator.hall_games)} against each of up to {config.hall_of_fame} past champions"
        parts.append((f"segment {place + 1} ({segment.mode})" if len(training.segments) > 1 else segment.mode, games))
    if len({(mode.partition("(")[2], games) for mode, games in parts}) == 1:
        parts = [(training.segments[0].mode, parts[0][1])]
    runs = f"{config.runs} runs of " if config.runs > 1 else ""
    fresh = sum(training.measuring.shared_out(max(config.fresh_games, len(training.rivals))))
    each = f"{fresh:,} games" if config.choice == "published" else f"{fresh:,} games of each candidate"
    return (
        f"{config.game}: {config.agent} by {config.method}, {len(training.genes)} genes, {runs}{config.evaluations} "
        f"evaluations; {'; '.join(f'{mode}: {games}' for mode, games in parts)}; champions are measured on fresh deals by "
        f"{each} against {', '.join(training.rivals)}"
    )


def fixed_games(evaluator: Any, config: Any) -> str:
    """The games of an evaluation against fixed opponents."""
    counts = evaluator.shared_out(evaluator.games)
    text = str(counts[0]) if len(set(counts)) == 1 else f"{counts[-1]} or {counts[0]}"
    rounded = f" ({sum(counts)} in all: whole deals)" if sum(counts) > evaluator.games else ""
    return f"{text} games against each of {', '.join(config.against)}{rounded}"


def pair_games(evaluator: Any, config: Any) -> str:
    """The games of a pair in a generation, in which parents are measured again with their children."""
    two_sides = len(set(evaluator.game.sides)) == 2
    pairs = config.population * (2 * config.population - 1) * (1 if two_sides else 2)
    about = "about " if config.equal_games else ""
    kind = "of each pair" if two_sides else "of each pair and order"
    return f"{about}{evaluator.counting(evaluator.pair_games_of(pairs))} games {kind} of the population"


def print_champion(champion: dict[str, Any], folder: Path) -> None:
    """Print the result of a training: every run, the champion, the next command."""
    from rich.table import Table

    from tapete.evolve.report import cost_of, in_minutes, per_cent

    out = console()
    summary = champion["training"]
    table = Table(title=f"{champion['game']}: {champion['agent']}, {summary['games']:,} games", title_justify="left")
    for column in ("run", "in training", "fresh deals [95 %]", *(f"v {bot}" for bot in champion["against"])):
        table.add_column(column, justify="right", overflow="fold")
    for run in summary["runs"]:
        cells = [f"{100 * run['against'].get(bot, float('nan')):.1f}" for bot in champion["against"]]
        fresh = per_cent(run["fresh"], run.get("fresh_ci95"), "unknown")
        table.add_row(str(run["run"]), f"{100 * run['training']:.1f}", fresh, *cells)
    out.print(table)
    if any(run.get("fresh_ci95") is None for run in summary["runs"]):
        out.print("unknown: agents remember earlier games, so the games of a run are dependent")
    if len(summary["runs"]) > 1 and summary["ci95"] is not None:
        low, high = summary["ci95"]
        out.print(
            f"mean of the runs' champions {100 * summary['mean']:.1f} % [{100 * low:.1f}, {100 * high:.1f}], "
            f"standard deviation {100 * summary['deviation']:.1f}"
        )
    out.print(
        f"the best of them once more, {champion['score_games']:,} other games: "
        f"{per_cent(champion['score'], champion.get('score_ci95'))} %"
    )
    cost = cost_of(folder)
    chosen = f", {summary['choosing_games']:,} to choose and measure champions" if "choosing_games" in summary else ""
    time_spent = f"; CPU time {in_minutes(cost.cpu_seconds)}" if cost.cpu_seconds is not None else ""
    out.print(f"{summary['games']:,} games in training{chosen}{time_spent}")
    out.print(
        f"Next: {next_command(champion['game'], folder, champion['options'], champion['against'])}", soft_wrap=True
    )


def batch(
    path: Path, out: Path, *, resume: bool, workers: int | None, on: str | None, store: Path | None, as_json: bool
) -> None:
    """Several configurations, one after the other, each marked as completed or failed; then compared with each other."""
    from tapete.evolve.defaults import completed

    try:
        data = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise BadOption(f"{path}: {error}") from None
    entries = data.get("training")
    if not isinstance(entries, list) or not entries:
        raise BadOption(f"{path}: must hold one [[training]] table per configuration")
    shared = {name: value for name, value in data.items() if name != "training"}
    configs = []
    for place, entry in enumerate(entries, start=1):
        settings = {**shared, **entry}
        name = str(settings.pop("name", f"training-{place}"))
        minutes = settings.pop("minutes", None)
        configs.append((name, minutes, completed(settings, f"{path}, training {place}")))
    results: list[dict[str, Any]] = []
    for name, minutes, config in configs:
        try:
            champion = carry_out(
                config, out / name, resume=True, workers=workers, on=on, minutes=minutes, store=store, quiet=as_json,
                name=name,
            )  # fmt: skip
            results.append(
                {"name": name, "state": "completed", "score": champion["score"], "mean": champion["training"]["mean"]}
            )
        except TapeteError as problem:
            results.append({"name": name, "state": "failed", "why": str(problem)})
    finished = [out / entry["name"] for entry in results if entry["state"] == "completed"]
    why, page = "", None
    if len(finished) > 1:
        games = max(config.fresh_games for _, _, config in configs)
        why, page = compare_finished(finished, out / "comparison", games, workers, as_json)
    if as_json:
        print_json({"trainings": results, "comparison": None if page is None else str(page)})
    else:
        for entry in results:
            text = (
                f"{100 * entry['mean']:.1f} % over runs, best {100 * entry['score']:.1f} %"
                if "mean" in entry
                else entry["why"]
            )
            print(f"{entry['name']}: {entry['state']}, {text}")
        if why:
            print(f"not compared: {why}")
        if page is not None:
            print(f"compared in {page}")
    if any(entry["state"] == "failed" for entry in results):
        raise typer.Exit(1)


def compare_finished(
    folders: list[Path], out: Path, games: int, workers: int | None, quiet: bool
) -> tuple[str, Path | None]:
    """Compare the trainings of a file and write the report; or say why they cannot be compared."""
    from tapete.cli.tables import print_trainings
    from tapete.evolve.compare import compare
    from tapete.evolve.comparison_report import comparison_report

    try:
        if quiet:
            found = compare(folders, games=games, workers=workers)
        else:
            with Lines("comparison") as lines:
                found = compare(folders, games=games, workers=workers, log=lines.write)
            print_trainings(found, console())
        return "", comparison_report(found, out)
    except TapeteError as problem:
        return str(problem), None
