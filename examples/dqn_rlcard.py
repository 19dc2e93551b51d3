"""Train RLCard's DQN on Happy Little Dinosaurs against three random players, then score it against new ones.

    python examples/dqn_rlcard.py

Needs `pip install "tapete[adapters,learn]"`. An equal share is 0.25; the rule bot `easy` gets 0.64.

RLCard's agent learns little here without changes: 0.301 of 1,000 games after 2,500. Three changes make it learn:

- A game has some 26 real decisions and one payoff, at its end, which says little about any one of them. So the reward
  of a decision is the change in the chance to win, by the game's own evaluation, up to the learner's next decision.
  Over a game the rewards add up to the payoff, less the chance at the start.
- RLCard's network normalises each input by the variance of the last batches. A card that none of them held has almost
  none, and once it is drawn its input drowns all others. Our features are scaled already and are not normalised.
- Values start at 0 and rewards are multiplied by 10, so that what is learned is larger than the noise of an untrained
  network.

`--as-it-comes` leaves all three out.
"""

from __future__ import annotations

import argparse
import contextlib
import io
import time

import numpy as np
import torch
from rlcard.agents import DQNAgent, RandomAgent
from rlcard.utils import reorganize, set_seed

from tapete.adapters.rlcard import make, shares
from tapete.adapters.stepper import Stepper

REWARD_SCALE = 10


class Learner(DQNAgent):
    """RLCard's DQN that also records its chance to win at every decision."""

    def suit_features(self) -> None:
        """Disable the normalisation of inputs, and start with value 0 for every action."""
        for estimator in (self.q_estimator, self.target_estimator):
            layers = estimator.qnet.fc_layers
            layers[1] = torch.nn.Identity()
            torch.nn.init.zeros_(layers[-1].weight)
            torch.nn.init.zeros_(layers[-1].bias)

    def watch(self, table: Stepper) -> None:
        self.table, self.chances = table, []

    def step(self, state: dict) -> int:
        self.chances.append(self.table.state().evaluate(self.table.seat))
        return super().step(state)


def main() -> float:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--game", default="dinosaurs")
    parser.add_argument("--games", type=int, default=8000, help="games to learn from")
    parser.add_argument("--score-games", type=int, default=2000)
    parser.add_argument("--every", type=int, default=4, help="decisions per learning step")
    parser.add_argument("--as-it-comes", action="store_true", help="RLCard's network, no reward before the end")
    parser.add_argument("--learning-rate", type=float, default=5e-4)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()

    torch.set_num_threads(1)
    set_seed(args.seed)
    env = make(args.game, seed=args.seed, skip_forced=True)
    learner = Learner(
        num_actions=env.num_actions,
        state_shape=env.state_shape[0],
        mlp_layers=[128, 128],
        learning_rate=args.learning_rate,
        replay_memory_size=200_000,
        replay_memory_init_size=1000,
        update_target_estimator_every=200,
        discount_factor=0.9,
        epsilon_decay_steps=args.games * 26 // 2,
        epsilon_end=0.05,
        batch_size=128,
        train_every=args.every,
        device=torch.device("cpu"),
    )
    if not args.as_it_comes:
        learner.suit_features()
    others = [RandomAgent(env.num_actions) for _ in range(env.num_players - 1)]
    started, recent = time.process_time(), []
    for number in range(1, args.games + 1):
        own = number % env.num_players
        env.set_agents(others[:own] + [learner] + others[own:])
        learner.watch(env.table)
        trajectories, payoffs = env.run(is_training=True)
        rewards = REWARD_SCALE * np.diff([*learner.chances, payoffs[own]])
        with contextlib.redirect_stdout(io.StringIO()):  # RLCard prints the loss of every step
            for reward, step in zip(rewards, reorganize(trajectories, payoffs)[own], strict=True):
                learner.feed(step if args.as_it_comes else (*step[:2], reward, *step[3:]))
        recent.append(payoffs[own])
        if number % max(1, args.games // 10) == 0:
            print(f"{number:6,} games  share {np.mean(recent):.3f}  {time.process_time() - started:.0f} s", flush=True)
            recent.clear()

    scored = shares(make(args.game, seed=args.seed + 1, skip_forced=True), [learner, *others], args.score_games)
    print(f"alone against {env.num_players - 1} random: {scored[0]:.3f} over {args.score_games} games")
    return float(scored[0])


if __name__ == "__main__":
    main()
