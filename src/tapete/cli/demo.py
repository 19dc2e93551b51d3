"""Demo of `make demo`: a hand of cards move by move, then a small tournament of every game, with ratings and intervals.

The first use of a game compiles it. A second process starts with the last game while this one plays the first, so both cores
are busy and there is always output. The pictures of a game are drawn while the next ones are compiled.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from tapete.agents.registry import kinds_for
from tapete.agents.spec import parse_spec
from tapete.arena.clock import Clock
from tapete.arena.experiment import run_experiment
from tapete.arena.runner import MatchJob
from tapete.arena.seating import load_for_many
from tapete.arena.statistics import interval_text
from tapete.arena.tournament import TournamentResult, plan_tournament, standings
from tapete.core.game import Game
from tapete.core.registry import game_names, load
from tapete.kernel import cache
from tapete.kernel.progress import compile_progress

# Agents and games per pairing (per agent where more than two sit at a table): a second or two each on two cores. Bots that play
# moves on copies by themselves contain all the rules again, so they take as long to compile as the game; searches do not.
LINE_UPS: dict[str, tuple[list[str], int]] = {
    "briscas": (["random", "heuristic", "cheap-winner", "ismcts:iterations=100"], 200),
    "dinosaurs": (["random", "easy", "greedy", "net-search:iterations=50"], 60),
    "catan": (["random", "almost-random", "weighted", "greedy"], 48),
    "hearthstone": (["random", "greedy", "eva", "dynamic-lookahead"], 40),
    "tribute": (["random-without-end-turn", "max-agents", "patron-favors", "greedy"], 60),
}
OTHERS = ["random", "ismcts:iterations=50"], 100  # for a game of another package
FOLDER = Path("demo")
WIDTH = 78


def line_up(name: str) -> tuple[Game, list[str], int]:
    """Return a game, its agents, and the number of games."""
    specs, games = LINE_UPS.get(name, OTHERS)
    known = kinds_for(load(name))
    specs = [spec for spec in specs if parse_spec(spec)[0] in known]
    return load_for_many(name, len(specs), {}), specs, games


def order() -> list[str]:
    """Return the games in display order: the fastest to compile first."""
    names = game_names()
    return [name for name in LINE_UPS if name in names] + [name for name in names if name not in LINE_UPS]


# Two processes share the compiling: a game belongs to the one that claims it first


class CompileMarks:
    """Marks in a folder that two processes share: which compiles a game, and whether it is compiled."""

    def __init__(self, folder: str) -> None:
        self.folder = Path(folder)

    def claim(self, name: str) -> bool:
        """Claim a game; return False if the other process has claimed it."""
        try:
            os.close(os.open(self.folder / f"{name}.claimed", os.O_CREAT | os.O_EXCL))
        except FileExistsError:
            return False
        return True

    def done(self, name: str) -> None:
        (self.folder / f"{name}.done").touch()

    def is_done(self, name: str) -> bool:
        return (self.folder / f"{name}.done").exists()


def compile_from_the_end(folder: str) -> None:
    """Compile games from the last one on, in the second process."""
    cache.end_with_parent()
    cache.in_two = False
    claims = CompileMarks(folder)
    for name in reversed(order()):
        if claims.claim(name):
            game, specs, _ = line_up(name)
            MatchJob(game, specs).player().prepare()
            claims.done(name)


HELPER = "import sys; from tapete.cli.demo import compile_from_the_end; compile_from_the_end(sys.argv[1])"


def await_compiled(claims: CompileMarks, name: str, helper: subprocess.Popen) -> None:
    """Wait for the other process if it compiles this game; compile it here if that process has ended."""
    if claims.claim(name):
        return
    with compile_progress.of(name, lambda: 20.0, elsewhere=True):
        while not claims.is_done(name) and helper.poll() is None:
            time.sleep(0.1)


# What is shown


def show_hand() -> None:
    """Print the last tricks of one game of cards as events."""
    from tapete.play.session import Session

    game = load("briscas")
    session = Session(game, ["heuristic", "cheap-winner"], 7)
    print("Briscas: heuristic (seat 0) against cheap-winner (seat 1), the last tricks of a game\n")
    session.advance()
    for event in session.seen_by(None)[-14:]:
        print(f"  {game.event_text(event, 'en')}", flush=True)


def table_of(result: TournamentResult, title: str) -> str:
    """Return ranks, ratings and scores with their intervals, in less than 80 columns."""
    ranked = sorted(result.standings, key=lambda s: s.rank)
    width = max(len(s.spec) for s in ranked)
    lines = [title, f"  {'':2} {'agent':{width}}  {'rating [95 %]':>20}  {'score [95 %]':>22}"]
    for s in ranked:
        rating = f"{s.rating:.0f} {interval_text(s.rating_ci95, '.0f')}"
        score = f"{s.score:.3f} {interval_text(s.ci95)}"
        lines.append(f"  {s.rank:2} {s.spec:{width}}  {rating:>20}  {score:>22}")
        if s.faults:
            lines.append(f"     {s.faults} games lost by faults: {s.first_fault}"[:WIDTH])
    return "\n".join(lines)


def play_one(name: str) -> TournamentResult:
    """Play the tournament of one game."""
    game, specs, games = line_up(name)
    how: dict[str, Any] = {"format": "round-robin", "clock": Clock(), "clairvoyant": False}
    run = plan_tournament(game, specs, games=games, seed=1, **how)
    result = standings(run_experiment(run))
    outcome = result.outcome
    title = f"\n{game.definition.title}, {game.seats} players: {outcome.games:,} games in {outcome.seconds:.1f} s"
    print(table_of(result, title), flush=True)
    return result


def draw(name: str, result: TournamentResult) -> bool:
    """Draw two pictures of a tournament, if the drawing library is installed. A whole report takes ten seconds."""
    try:
        from tapete.arena import plots
        from tapete.arena.drawing import DEFAULT, DPI
    except ImportError:
        return False
    FOLDER.mkdir(exist_ok=True)
    for what, picture in (("ratings", plots.rating_ladder), ("cross-table", plots.cross_heat_map)):
        with DEFAULT.active():
            picture(result).savefig(FOLDER / f"{name}-{what}.png", dpi=DPI)
    return True


def command() -> str:
    """Return the command as it can be typed here: its name if it is on the path, else its location."""
    beside = Path(sys.executable).with_name("tapete.exe" if os.name == "nt" else "tapete")
    found = shutil.which("tapete")
    if found is not None and Path(found).resolve() == beside.resolve():
        return "tapete"
    try:
        return str(beside.relative_to(Path.cwd())) if beside.exists() else f"{sys.executable} -m tapete"
    except ValueError:
        return str(beside)


def main() -> int:
    started = time.perf_counter()
    cache.in_two = False
    drawn = False
    print("Five games, four agents each.")
    print("Games are compiled the first time they are used; that takes most of what follows.\n")
    with tempfile.TemporaryDirectory() as folder:
        claims = CompileMarks(folder)
        names = order()
        claims.claim(names[0])
        helper = subprocess.Popen(
            [sys.executable, "-c", HELPER, folder], stdout=subprocess.DEVNULL, env={**os.environ, "TAPETE_QUIET": "1"}
        )
        try:
            show_hand()
            for name in names:
                if name != names[0]:
                    await_compiled(claims, name, helper)
                result = play_one(name)
                if result.outcome.interrupted:
                    return 130
                drawn = draw(name, result)
        except KeyboardInterrupt:
            print("interrupted", file=sys.stderr)
            return 130
        finally:
            helper.terminate()
            helper.wait()
    print(f"\n{time.perf_counter() - started:.0f} s in all, seed 1: the same command plays the same games.")
    if drawn:
        print(f"Pictures: {FOLDER}{os.sep}*.png (a tournament with --report FOLDER writes a whole report)")
    name = command()
    print("Next:")
    print(f"  {name} play briscas --against normal     you against the machine")
    print(f"  {name} watch catan normal --seconds 0.5  agents against each other")
    print(f"  {name} serve                             the table in the browser (or: make play)")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
