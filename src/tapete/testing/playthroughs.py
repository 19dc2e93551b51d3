"""Golden playthroughs: readable texts that show every change of behaviour as a diff."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

from tapete.core.game import Game
from tapete.core.registry import load
from tapete.seeds import derive


def playthrough(game: Game, seed: int, *, steps: int = 2000) -> str:
    """Return a random game as readable text: a golden file that shows every change of behaviour as a diff."""
    lines = [
        f"game: {game.name}",
        f"options: {json.dumps(game.options)}",
        f"seed: {seed}",
        f"state bytes: {game.state_bytes}",
    ]
    state = game.deal(seed)
    for step in range(steps):
        if state.over:
            break
        legal = state.legal()
        action = legal[derive(seed, step) % len(legal)]
        lines += ["", f"# step {step}, seat {state.seat}, turn {state.turn}", state.text(None)]
        lines += [f"seat {seat} points: {score:g}" for seat, score in enumerate(state.points())]
        lines.append(f"legal: {' '.join(map(str, legal))}")
        lines.append(f"plays {action}: {state.action_text(action)}")
        state.apply(action)
    lines += ["", "# end", state.text(None), f"points: {state.points()}", f"returns: {state.returns()}"]
    return "\n".join(line.rstrip() for line in "\n".join(lines).splitlines()) + "\n"


def check_playthrough(path: Path) -> None:
    """Check that a golden file equals a new playthrough. `python -m tapete.testing FILE...` rewrites them."""
    lines = path.read_text(encoding="utf-8").splitlines()
    name = lines[0].removeprefix("game: ")
    game = load(name, **json.loads(lines[1].removeprefix("options: ")))
    made = playthrough(game, int(lines[2].removeprefix("seed: "))).splitlines()
    for number, (expected, got) in enumerate(zip(lines, made, strict=False), start=1):
        assert expected == got, f"{path.name}, line {number}: expected {expected!r}, got {got!r}"
    assert len(lines) == len(made), f"{path.name} has {len(lines)} lines, the playthrough {len(made)}"


def rewrite_playthroughs(paths: Sequence[Path]) -> None:
    """Rewrite golden files with the game, options and seed they name."""
    for path in paths:
        lines = path.read_text(encoding="utf-8").splitlines()
        game = load(lines[0].removeprefix("game: "), **json.loads(lines[1].removeprefix("options: ")))
        path.write_text(playthrough(game, int(lines[2].removeprefix("seed: "))), encoding="utf-8")
