"""Agents that are trained: `train`."""

from __future__ import annotations

import sys
import time
import tomllib
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
)
from tapete.cli.locks import locked
from tapete.errors import BadOption, TapeteError

# Options of one family of methods, which the other would not heed.
OF_EVOLUTION = (
    "agent", "genes", "population", "evaluations", "pair_games", "schedule", "between", "reevaluate", "hall_of_fame",
    "hof_games", "hof_prune", "hof_at_switch", "count", "odd", "choice", "race", "equal_games", "phases", "network",
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
    from tapete.evolve.config import Config

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
    inner = whole_numbers("--hidden", hidden)
    agent = agent or network_agent(network, inner, activation, inputs, impossible, weight_span)
    agent = agent or (table_agent(game) if method == "table" else usual_agent(game, parse_options(option)))
    config = Config(
        game,
        agent,
        method,
        parse_options(option),
        list(against or usual_opponents(game, parse_options(option), schedule)),
        [name.strip() for name in genes.split(",") if name.strip()],
        population,
        evaluations,
        200 if games is None else games,
        pair_games,
        runs,
        seed,
        schedule,
        between,
        reevaluate,
        hall_of_fame,
        hof_games,
        hof_prune,
        hof_at_switch,
        count,
        odd,
        choice,
        fresh_games,
        yardstick,
        start=start,
        race=race,
        equal_games=equal_games,
        phases=whole_numbers("--phases", phases),
        network=network if network not in BY_TYPE else "",
        hidden=inner if network == "actions" else [],
        activation=activation or "tanh",
        encoder=encoder,
        weight_span=weight_span,
        settings=parse_settings(setting),
    )
    champion = carry_out(
        config, out, resume=resume, workers=workers, on=on, minutes=minutes, store=store, quiet=as_json
    )
    if as_json:
        print_json({"folder": str(out), **champion})
    else:
        print_champion(champion, out)


BY_TYPE = {"types": "types-net", "arguments": "arguments-net"}  # networks that are agents of a game


def network_agent(network: str, hidden: list[int], activation: str, inputs: str, impossible: str, span: float) -> str:
    """The agent whose weights are a network's, where the genome is one."""
    if network == "actions":
        return "net"
    if network not in BY_TYPE:
        return ""
    spec = f"{BY_TYPE[network]}:hidden={','.join(map(str, hidden))},inputs={inputs},span={span:g}"
    spec += f",activation={activation}" if activation else ""
    return spec + (f",impossible={impossible}" if network == "arguments" else "")


def whole_numbers(name: str, text: str) -> list[int]:
    """Numbers joined by commas."""
    parts = [part.strip() for part in text.split(",") if part.strip()]
    if not all(part.isdecimal() for part in parts):
        raise BadOption(f"{name} {text}: must be whole numbers joined by commas")
    return [int(part) for part in parts]


def table_agent(game: str) -> str:
    """Whose table a game fits."""
    from tapete.evolve.tables import method_of

    return method_of(game).AGENT


def usual_agent(game: str, options: dict[str, Any]) -> str:
    """What is trained where nothing is said: the game's own evolved bot, or the greedy one."""
    from tapete.agents.registry import kinds_for
    from tapete.catalogue import load

    return "evolved" if "evolved" in kinds_for(load(game, **options)) else "greedy"


def usual_opponents(game: str, options: dict[str, Any], schedule: str) -> list[str]:
    """Whom a training is measured by where nobody is named: the game's own choice, or its lower levels."""
    from tapete.catalogue import load

    if "fixed" not in schedule:
        return []
    loaded = load(game, **options)
    if loaded.definition.rivals is not None:
        return list(loaded.definition.rivals(loaded.options))
    return [loaded.levels.get("easy", "random"), loaded.levels.get("normal", "random")]


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
) -> dict[str, Any]:
    """Train into a folder, alone, with a line per generation; the store keeps a row that says where it is and how it stands."""
    from tapete.arena.store import Store
    from tapete.arena.store.training import note_training, open_training
    from tapete.evolve.config import Config
    from tapete.evolve.tables import TableTraining
    from tapete.evolve.training import Training, same_settings

    settings = folder / "run.toml"
    if settings.exists():
        if not resume:
            raise BadOption(f"--out {folder}: there is a training already; add --resume to go on with it")
        stored = Config.read(settings)
        given = config.as_dict()
        if minutes is not None:
            given["evaluations"] = stored.evaluations  # the number that the minutes became
        differing = same_settings(stored.as_dict(), given)
        if differing:
            raise BadOption(f"--resume: {folder} was begun with other settings ({', '.join(differing)})")
        config = stored
    elif folder.exists() and (not folder.is_dir() or any(p.name != ".lock" for p in folder.iterdir())):
        raise BadOption(f"--out {folder}: it exists and holds something else")
    elif minutes is not None:
        config.evaluations = evaluations_in(config, minutes, workers)
    fitted = config.method == "table"
    training = (
        TableTraining(config, folder, workers=workers) if fitted else Training(config, folder, workers=workers, on=on)
    )
    with locked(folder), open_store(store) as opened:
        kept = opened if isinstance(opened, Store) else None  # nothing is kept with --store none
        number = 0
        if kept is not None:
            made = training.tunable.seated.fingerprint()
            number = open_training(kept, folder, config.game, config.options, config.method, config.as_dict(), made)
        try:
            if isinstance(training, TableTraining):
                champion = training.train(*([] if quiet else [tell_pass]))
            else:
                champion = training.train(None if quiet else Teller(training))
        except KeyboardInterrupt:
            if kept is not None:
                note_training(kept, number, "stopped")
            fail(f"interrupted; the same command with --resume goes on from {folder}", 130)
        finally:
            training.crew.close()
        if kept is not None:
            note_training(kept, number, "finished", champion["score"])
        return champion


def evaluations_in(config: Any, minutes: float, workers: int | None) -> int:
    """How many evaluations fit into CPU-minutes, by the time that the first individuals take."""
    from tapete.evolve.training import Training

    if not 0 < minutes <= 100_000:
        raise BadOption(f"--minutes {minutes:g}: must be more than 0")
    probe = Training(config, Path("."), workers=1)
    vectors = probe.genes.start[None].repeat(2, axis=0)
    probe.field.against_bots(vectors, 1) if config.against else probe.field.coevolution(vectors, vectors[:0], 1)
    started = time.process_time()
    scores = (
        probe.field.against_bots(vectors, 2) if config.against else probe.field.coevolution(vectors, vectors[:0], 2)
    )
    each = max(1e-4, (time.process_time() - started) / 2)
    del scores
    wanted = int(minutes * 60 / config.runs / each)
    return max(config.population, wanted // config.population * config.population)


def tell_pass(number: int, played: int, moved: float | None) -> None:
    """A line of standard error for a table: games on a terminal, finished passes everywhere."""
    if moved is not None:
        print(f"\rpass {number}: {played:,} games, largest change {moved:.4f}", file=sys.stderr, flush=True)
    elif sys.stderr.isatty():
        print(f"\rpass {number}: {played:,} games", end="", file=sys.stderr, flush=True)


class Teller:
    """A line per generation on standard error."""

    def __init__(self, training: Any) -> None:
        self.training = training
        self.begun = time.perf_counter()
        self.done = 0
        self.evaluated = 0  # of this run, before the present generation
        config = training.config
        self.total = config.evaluations * config.runs
        counts = training.field.shared_out(training.field.games)
        told = str(counts[0]) if len(set(counts)) == 1 else f"{counts[-1]} or {counts[0]}" if counts else ""
        rounded = f" ({sum(counts)} in all: whole deals)" if sum(counts) > config.games else ""
        if config.against:
            print(
                f"{config.game}: {config.agent} by {config.method}, {len(training.genes)} genes, {config.runs} runs of "
                f"{config.evaluations} evaluations, {told} games against each of {', '.join(config.against)}{rounded}",
                file=sys.stderr,
            )

    def __call__(self, generation: Any) -> None:
        self.done += len(generation.fitness)
        spent = time.perf_counter() - self.begun
        row = generation.row()
        finished = generation.run * self.training.config.evaluations + generation.evaluations
        left = spent / max(1, self.done) * max(0, self.total - finished)
        games = generation.scores.games / max(generation.seconds, 1e-9)
        yardstick = f" yardstick {float(row['yardstick']):5.1f}" if row["yardstick"] else ""
        told = " ".join(f"{name} {float(row[name]):5.1f}" for name in ("best", "mean", "median", "worst", "deviation"))
        evaluated = generation.evaluations - (self.evaluated if generation.generation else 0)
        self.evaluated = generation.evaluations
        text = (
            f"run {row['run']} generation {row['generation']:3} {generation.mode:11} {told}{yardstick}  "
            f"{generation.evaluations} evaluations, {evaluated / max(generation.seconds, 1e-9):,.1f}/s, "
            f"{games:,.0f} games/s, {left:.0f} s left{'  ' + row['events'] if row['events'] else ''}"
        )
        print(text, file=sys.stderr, flush=True)


def print_champion(champion: dict[str, Any], folder: Path) -> None:
    """What a training has come to: every run, the champion, how to go on."""
    from rich.table import Table

    out = console()
    summary = champion["training"]
    table = Table(title=f"{champion['game']}: {champion['agent']}, {summary['games']:,} games", title_justify="left")
    for column in ("run", "in training", "fresh deals", *champion["against"]):
        table.add_column(column, justify="right", overflow="fold")
    for run in summary["runs"]:
        cells = [f"{100 * run['against'].get(bot, float('nan')):.1f}" for bot in champion["against"]]
        table.add_row(str(run["run"]), f"{100 * run['training']:.1f}", f"{100 * run['fresh']:.1f}", *cells)
    out.print(table)
    low, high = summary["ci95"]
    if len(summary["runs"]) > 1:
        out.print(
            f"mean of the runs' champions {100 * summary['mean']:.1f} % [{100 * low:.1f}, {100 * high:.1f}], "
            f"standard deviation {100 * summary['deviation']:.1f}"
        )
    out.print(f"the best of them once more, {champion['score_games']:,} other games: {100 * champion['score']:.1f} %")
    out.print(f"Next: tapete duel {champion['game']} {folder} OPPONENT")


def batch(
    path: Path, out: Path, *, resume: bool, workers: int | None, on: str | None, store: Path | None, as_json: bool
) -> None:
    """Several configurations, one after the other, each marked as completed or failed."""
    from tapete.evolve.config import Config

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
        configs.append((name, Config.from_dict(settings, f"{path}, training {place}")))
    results = []
    for name, config in configs:
        try:
            champion = carry_out(config, out / name, resume=True, workers=workers, on=on, store=store, quiet=as_json)
            results.append(
                {"name": name, "state": "completed", "score": champion["score"], "mean": champion["training"]["mean"]}
            )
        except TapeteError as problem:
            results.append({"name": name, "state": "failed", "why": str(problem)})
    if as_json:
        print_json({"trainings": results})
    else:
        for entry in results:
            told = (
                f"{100 * entry['mean']:.1f} % over runs, best {100 * entry['score']:.1f} %"
                if "mean" in entry
                else entry["why"]
            )
            print(f"{entry['name']}: {entry['state']}, {told}")
    if any(entry["state"] == "failed" for entry in results):
        raise typer.Exit(1)
