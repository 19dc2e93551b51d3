"""Proximal policy optimisation by self-play, with masked actions: Schulman and others, Proximal policy optimization algorithms
(arXiv:1707.06347), with generalised advantage estimation (arXiv:1506.02438) and masks as in Huang and Ontanon (arXiv:2006.14171).

All seats are played by the network as it is (or some games against a past self, or against fixed opponents). A decision is
rewarded by the points that its side gets ahead until the same seat's next decision, and at the end by the result. The value head
that plays and guides searches learns the result itself; what advantages are measured by has an output of its own.

Where there are teachers, the first updates are lessons: fresh games of theirs, whose choices the policy imitates and whose ends
both values learn. A game in which untrained players get nowhere (Catan) is begun in minutes that way.
"""

from __future__ import annotations

import numpy as np

from tapete.core.loops import native
from tapete.learn import rollout_loop
from tapete.learn.config import settings_of
from tapete.learn.dataset import turned_at_random
from tapete.learn.imitate import listed, taught
from tapete.learn.model import Model, Tensor, Trainer, functional, legal_logits, torch
from tapete.learn.rollouts import Played, RolloutPlayer, RolloutRecorder, relative_returns
from tapete.learn.self_play import SelfPlay, starting_network
from tapete.nets import Bound

DEFAULTS: dict[str, float] = {
    "embedding": 0,  # numbers for each of the things that several parts of the inputs speak of; 0: none
    "decisions": 40_000,  # of an update
    "rate": 1e-3,
    "batch": 2048,
    "epochs": 3,
    "clip": 0.2,
    "entropy": 0.01,
    "value": 1.0,  # weight of the values' loss
    "norm": 0.5,  # of the gradient, at most
    "gamma": 1.0,
    "lambda": 0.9,
    "points": 1.0,  # reward for getting ahead by the whole span of points
    "win": 1.0,  # reward for a result of 1 instead of 0
    "pool": 0.0,
    "longest": 3000,
    "lessons": 0.2,  # share of the updates that imitate teachers, where there are any (--teacher)
    "lesson_rate": 2e-3,
    "lesson_batch": 1024,
    "symmetric": 0,  # see every example of a lesson in one of its symmetric forms
}


class Method:
    """One run."""

    def __init__(self, self_play: SelfPlay) -> None:
        self.self_play = self_play
        self.settings = settings_of(self_play.config, DEFAULTS)
        value = "mover" if self_play.game.seats == 2 else "seats"
        network = starting_network(self_play.config, self_play.game, self_play.seed, policy=True, value=value)
        self.trainer = Trainer(
            self_play.model(network, self.settings, extra=1), self.settings["rate"], norm=self.settings["norm"]
        )

    @property
    def model(self) -> Model:
        return self.trainer.model

    def update(self, number: int, progress: float) -> dict[str, float]:
        """Play some games with the network as it is, and learn from them a few times over; or have a lesson first."""
        settings, self_play = self.settings, self.self_play
        if self_play.config.teachers and progress < settings["lessons"]:
            return self.lesson(number, progress)
        bound = Bound(self.model.as_network(), self_play.game)
        players, seatings = self_play.players(RolloutPlayer(bound.policy(1.0).native()), number, settings["pool"])
        table = RolloutRecorder(
            self_play.game,
            players,
            seatings,
            encoder=self.model.network.encoder,
            variants=self_play.variants,
            opening=self_play.opening(),
            longest=int(settings["longest"]),
        )
        played = table.play(int(settings["decisions"]), self_play.update_seed(number))
        self.trainer.at(progress)
        return {
            "games": played.games,
            "decisions": len(played),
            "dropped": played.dropped,
            **self.learn(played, self_play.generator(number)),
        }

    def lesson(self, number: int, progress: float) -> dict[str, float]:
        """Let teachers play, imitate what they chose, and learn what came of it."""
        settings, self_play, generator = self.settings, self.self_play, self.self_play.generator(number)
        encoder = self.model.network.encoder
        played = taught(self_play, self_play.config.teachers, encoder, settings["decisions"], number)
        n = len(played)
        goal = np.zeros(n, dtype=np.float32)  # rewards from each decision on
        rewards = rewards_of(played, settings["points"], settings["win"])
        native(rollout_loop.advantages)(
            played.game_of, played.seat, np.zeros(n, dtype=np.float32), rewards, settings["gamma"], 1.0, goal
        )
        results = relative_returns(played, self.model.network.outputs or 1)
        turns = self_play.symmetries(encoder) if settings["symmetric"] else []
        self.trainer.at(progress, rate=settings["lesson_rate"])
        losses = []
        order = generator.permutation(np.flatnonzero(listed(played)))
        for rows in np.array_split(order, max(1, round(len(order) / settings["lesson_batch"]))):
            part, places = turned_at_random(played, rows, turns, generator)
            hidden = self.model.hidden(part, places)
            error = (self.model.extra(hidden)[:, 0] - torch.from_numpy(goal[rows])).square().mean()
            result = functional.binary_cross_entropy_with_logits(
                self.model.value(hidden), torch.from_numpy(results[rows])
            )
            loss = -self.chosen(hidden, part, places)[0].mean() + error + 0.25 * result
            self.trainer.step(loss)
            losses.append(float(loss.detach()))
        return {
            "games": played.games,
            "decisions": n,
            "dropped": played.dropped,
            "loss": float(np.mean(losses)) if losses else float("nan"),
        }

    def learn(self, played: Played, generator: np.random.Generator) -> dict[str, float]:
        settings, n = self.settings, len(played)
        values, chances = np.zeros(n, dtype=np.float32), np.zeros(n, dtype=np.float32)
        with torch.no_grad():
            for rows in np.array_split(np.arange(n), max(1, n // 4096)):
                hidden = self.model.hidden(played, rows)
                values[rows] = self.model.extra(hidden)[:, 0].numpy()
                chances[rows] = self.chosen(hidden, played, rows)[0].numpy()
        gained = np.zeros(n, dtype=np.float32)
        rewards = rewards_of(played, settings["points"], settings["win"])
        native(rollout_loop.advantages)(
            played.game_of, played.seat, values, rewards, settings["gamma"], settings["lambda"], gained
        )
        goal = gained + values
        gained = (gained - gained.mean()) / (gained.std() + 1e-8)
        results = relative_returns(played, self.model.network.outputs or 1)
        sums = {"loss": 0.0, "policy_loss": 0.0, "value_loss": 0.0, "entropy": 0.0, "kl": 0.0}
        steps = 0
        for _ in range(int(settings["epochs"])):
            for rows in np.array_split(generator.permutation(n), max(1, round(n / settings["batch"]))):
                hidden = self.model.hidden(played, rows)
                chance, entropy = self.chosen(hidden, played, rows)
                change = chance - torch.from_numpy(chances[rows])
                ratio, advantage = change.exp(), torch.from_numpy(gained[rows])
                clipped = ratio.clamp(1 - settings["clip"], 1 + settings["clip"])
                policy_loss = -torch.minimum(ratio * advantage, clipped * advantage).mean()
                error = (self.model.extra(hidden)[:, 0] - torch.from_numpy(goal[rows])).square().mean()
                result = functional.binary_cross_entropy_with_logits(
                    self.model.value(hidden), torch.from_numpy(results[rows])
                )
                value_loss = error + 0.25 * result
                loss = policy_loss + settings["value"] * value_loss - settings["entropy"] * entropy
                self.trainer.step(loss)
                for name, x in (
                    ("loss", loss), ("policy_loss", policy_loss), ("value_loss", value_loss),
                    ("entropy", entropy), ("kl", -change.mean()),
                ):  # fmt: skip
                    sums[name] += float(x.detach())
                steps += 1
        return {name: total / max(1, steps) for name, total in sums.items()}

    def chosen(self, hidden: Tensor, played: Played, rows: np.ndarray) -> tuple[Tensor, Tensor]:
        """Logarithms of the chances of the actions that were played, and the mean entropy."""
        logits, real = legal_logits(self.model.policy(hidden), played, rows)
        logs = functional.log_softmax(logits, dim=1)
        entropy = -(logs.exp() * logs).masked_fill(~real, 0.0).sum(dim=1).mean()
        return logs.gather(1, torch.from_numpy(played.chosen[rows].astype(np.int64))[:, None])[:, 0], entropy


def rewards_of(played: Played, points: float, win: float) -> np.ndarray:
    """Return the reward of each decision until the same seat's next one: its change of margin, and at the end the result."""
    n = len(played)
    out = np.zeros(n, dtype=np.float32)
    key = played.game_of.astype(np.int64) * 64 + played.seat
    order = np.argsort(key, kind="stable")
    last = np.ones(n, dtype=bool)
    last[:-1] = key[order][1:] != key[order][:-1]
    after = np.empty(n, dtype=np.float32)
    after[:-1] = played.standing[order][1:]
    ends = order[last]
    after[last] = played.standings[played.game_of[ends], played.seat[ends]]
    out[order] = points * (after - played.standing[order])
    out[ends] += win * played.own_return[ends].astype(np.float32)
    return out
