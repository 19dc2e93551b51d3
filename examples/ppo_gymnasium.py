"""PPO on one page, in the manner of CleanRL, on the native vector environment: learns Briscas.

    python examples/ppo_gymnasium.py --steps 1000000

Needs `pip install "tapete[adapters,learn]"`. Prints the share of games won during training, and at the end with the
most likely actions instead of sampled ones. `--opponent cheap-winner` is stronger.
"""

from __future__ import annotations

import argparse
import time

import numpy as np
import torch
from torch import nn
from torch.distributions import Categorical

from tapete.adapters.gymnasium import VectorEnv


class Network(nn.Module):
    """Network with two layers shared by policy and value."""

    def __init__(self, features: int, actions: int, width: int = 128) -> None:
        super().__init__()
        self.trunk = nn.Sequential(nn.Linear(features, width), nn.ReLU(), nn.Linear(width, width), nn.ReLU())
        self.policy = nn.Linear(width, actions)
        self.value = nn.Linear(width, 1)
        nn.init.orthogonal_(self.policy.weight, 0.01)
        nn.init.orthogonal_(self.value.weight, 1.0)

    def forward(self, seen: torch.Tensor, mask: torch.Tensor) -> tuple[Categorical, torch.Tensor]:
        hidden = self.trunk(seen)
        logits = self.policy(hidden).masked_fill(~mask, -1e9)
        return Categorical(logits=logits, validate_args=False), self.value(hidden).squeeze(-1)


def main() -> float:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--game", default="briscas")
    parser.add_argument("--opponent", default="random")
    parser.add_argument("--steps", type=int, default=1_000_000, help="decisions of the learner in all")
    parser.add_argument("--envs", type=int, default=64)
    parser.add_argument("--rollout", type=int, default=20, help="decisions per game and update")
    parser.add_argument("--epochs", type=int, default=4)
    parser.add_argument("--batch", type=int, default=320)
    parser.add_argument("--learning-rate", type=float, default=1e-3)
    parser.add_argument("--gamma", type=float, default=1.0)
    parser.add_argument("--gae", type=float, default=0.9)
    parser.add_argument("--clip", type=float, default=0.2)
    parser.add_argument("--entropy", type=float, default=0.01)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()

    torch.manual_seed(args.seed)
    envs = VectorEnv(args.game, args.envs, opponents=args.opponent)
    network = Network(envs.single_observation_space.shape[0], int(envs.single_action_space.n))
    optimizer = torch.optim.Adam(network.parameters(), lr=args.learning_rate, eps=1e-5)

    shape = (args.rollout, args.envs)
    seen = torch.zeros(*shape, *envs.single_observation_space.shape)
    masks = torch.zeros(*shape, int(envs.single_action_space.n), dtype=torch.bool)
    actions, logs, values = torch.zeros(shape, dtype=torch.long), torch.zeros(shape), torch.zeros(shape)
    rewards, overs = torch.zeros(shape), torch.zeros(shape)

    now, info = envs.reset(seed=args.seed)
    mask = info["action_mask"]
    updates = max(1, args.steps // (args.rollout * args.envs))
    started = time.time()
    for update in range(1, updates + 1):
        optimizer.param_groups[0]["lr"] = args.learning_rate * (1 - (update - 1) / updates)
        shares = []
        for t in range(args.rollout):
            seen[t], masks[t] = torch.from_numpy(now), torch.from_numpy(mask).bool()
            with torch.no_grad():
                policy, values[t] = network(seen[t], masks[t])
            actions[t] = policy.sample()
            logs[t] = policy.log_prob(actions[t])
            now, reward, over, _, info = envs.step(actions[t].numpy())
            mask = info["action_mask"]
            rewards[t], overs[t] = torch.from_numpy(reward), torch.from_numpy(over)
            shares += reward[over].tolist()

        # Generalised advantage estimation; a game that ended has no value after it
        with torch.no_grad():
            _, after = network(torch.from_numpy(now), torch.from_numpy(mask).bool())
        advantages, running = torch.zeros(shape), torch.zeros(args.envs)
        for t in reversed(range(args.rollout)):
            following = after if t == args.rollout - 1 else values[t + 1]
            error = rewards[t] + args.gamma * following * (1 - overs[t]) - values[t]
            running = error + args.gamma * args.gae * (1 - overs[t]) * running
            advantages[t] = running
        targets = (advantages + values).flatten()
        advantages = advantages.flatten()

        flat = [part.flatten(0, 1) for part in (seen, masks, actions, logs)]
        for _ in range(args.epochs):
            for part in torch.randperm(len(advantages)).split(args.batch):
                policy, value = network(flat[0][part], flat[1][part])
                ratio = (policy.log_prob(flat[2][part]) - flat[3][part]).exp()
                gain = advantages[part]
                gain = (gain - gain.mean()) / (gain.std() + 1e-8)
                clipped = torch.clamp(ratio, 1 - args.clip, 1 + args.clip)
                loss = -torch.min(gain * ratio, gain * clipped).mean()
                loss = loss + 0.5 * (value - targets[part]).pow(2).mean() - args.entropy * policy.entropy().mean()
                optimizer.zero_grad()
                loss.backward()
                nn.utils.clip_grad_norm_(network.parameters(), 0.5)
                optimizer.step()
        if update % max(1, updates // 10) == 0:
            steps = update * args.rollout * args.envs
            speed = steps / (time.time() - started)
            print(f"{steps:9,} steps  won {np.mean(shares):.3f}  {speed:,.0f} steps/s", flush=True)

    shares = []
    now, info = envs.reset(seed=args.seed + 1)
    while len(shares) < 2000:
        with torch.no_grad():
            policy, _ = network(torch.from_numpy(now), torch.from_numpy(info["action_mask"]).bool())
        now, reward, over, _, info = envs.step(policy.logits.argmax(dim=1).numpy())
        shares += reward[over].tolist()
    print(f"against {args.opponent}: {np.mean(shares):.3f} of {len(shares)} games")
    return float(np.mean(shares))


if __name__ == "__main__":
    main()
