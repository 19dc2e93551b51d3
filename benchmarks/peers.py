"""Random play here and elsewhere, in one run on one core: `python benchmarks/peers.py [SECONDS]`.

Every library plays uniformly random games of its own, the way its documents show, for some CPU-seconds; what is counted is
decisions per CPU-second. Libraries that are not installed are left out. Games differ, so read orders of magnitude.
"""

from __future__ import annotations

import random
import sys
import time
from collections.abc import Callable

SEED = 1


def rate(play: Callable[[], int], seconds: float) -> float:
    """Decisions per CPU-second of whole games."""
    play()  # whatever is made or compiled the first time
    decisions, started = 0, time.process_time()
    while time.process_time() - started < seconds:
        decisions += play()
    return decisions / (time.process_time() - started)


def tapete_rates(seconds: float) -> dict[str, float]:
    import tapete
    from tapete.arena.bench import bench

    found = {}
    for name, options in (
        ("briscas", {}),
        ("dinosaurs", {}),
        ("catan", {"max_offers": 0}),
        ("hearthstone", {}),
        ("tribute", {}),
    ):
        result = bench(tapete.load(name, **options), ["random"], seconds=seconds)
        found[f"tapete {name}"] = result["random"]["decisions_per_second"]
    game = tapete.load("briscas")

    def in_python() -> int:
        state, n = game.deal(random.randrange(1 << 30)), 0
        while not state.over:
            state.apply(random.choice(state.legal()))
            n += 1
        return n

    found["tapete briscas, asked from Python"] = rate(in_python, seconds)
    return found


def openspiel_rates(seconds: float) -> dict[str, float]:
    import pyspiel

    found = {}
    for name in ("hearts", "euchre", "gin_rummy", "leduc_poker"):
        game = pyspiel.load_game(name)

        def play(game=game) -> int:
            state, n = game.new_initial_state(), 0
            while not state.is_terminal():
                if state.is_chance_node():
                    actions, chances = zip(*state.chance_outcomes(), strict=True)
                    state.apply_action(random.choices(actions, chances)[0])
                else:
                    state.apply_action(random.choice(state.legal_actions()))
                    n += 1
            return n

        found[f"open_spiel {name}, from Python"] = rate(play, seconds)
    return found


def rlcard_rates(seconds: float) -> dict[str, float]:
    import rlcard
    from rlcard.agents import RandomAgent

    found = {}
    for name in ("uno", "gin-rummy"):
        env = rlcard.make(name)
        env.set_agents([RandomAgent(env.num_actions) for _ in range(env.num_players)])

        def play(env=env) -> int:
            trajectories, _ = env.run(is_training=False)
            return sum(len(steps) // 2 for steps in trajectories)

        found[f"rlcard {name}"] = rate(play, seconds)
    return found


def pettingzoo_rates(seconds: float) -> dict[str, float]:
    from pettingzoo.classic import leduc_holdem_v4

    env = leduc_holdem_v4.env()

    def play() -> int:
        env.reset(seed=random.randrange(1 << 30))
        n = 0
        for _ in env.agent_iter():
            observation, _, ended, cut, _ = env.last()
            if ended or cut:
                env.step(None)
            else:
                env.step(random.choice(observation["action_mask"].nonzero()[0].tolist()))
                n += 1
        return n

    return {"pettingzoo leduc_holdem": rate(play, seconds)}


def catanatron_rates(seconds: float) -> dict[str, float]:
    from catanatron import Color, Game, RandomPlayer

    def play() -> int:
        game = Game([RandomPlayer(color) for color in (Color.RED, Color.BLUE, Color.WHITE, Color.ORANGE)])
        game.play()
        return len(game.state.actions if hasattr(game.state, "actions") else game.state.action_records)

    return {"catanatron": rate(play, seconds)}


def main() -> None:
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 2.0
    random.seed(SEED)
    rows: dict[str, float] = {}
    for measure in (tapete_rates, openspiel_rates, rlcard_rates, pettingzoo_rates, catanatron_rates):
        try:
            rows |= measure(seconds)
        except ImportError as error:
            print(f"left out: {error}", file=sys.stderr)
    width = max(map(len, rows))
    print(f"{'random play':{width}}  decisions per CPU-second, one core")
    for name, found in rows.items():
        print(f"{name:{width}}  {found:>14,.0f}")


if __name__ == "__main__":
    main()
