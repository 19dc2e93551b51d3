"""Expert iteration: Anthony, Tian and Barber, Thinking fast and slow with deep learning and tree search (arXiv:1705.08439);
with a network that both advises and rates, as in Silver and others, Mastering the game of Go without human knowledge (2017).

The network guides an information-set search, the search plays itself, and the network learns from it: its policy the visits of
the search, its value how the games ended. The next games are guided by what it has learned.
"""

from __future__ import annotations

import tempfile
from pathlib import Path

import numpy as np

from tapete.agents.registry import make_agent
from tapete.learn.config import settings_of
from tapete.learn.course import Course, starting_network
from tapete.learn.imitate import targets
from tapete.learn.model import Model, Trainer, functional, legal_logits, torch
from tapete.learn.played import Played, Table, player
from tapete.learn.ppo import relative_returns
from tapete.nets import save

DEFAULTS: dict[str, float] = {
    "embedding": 0,  # numbers for each of the things that several parts of the inputs speak of; 0: none
    "decisions": 4_000,  # of an update
    "iterations": 64,  # of the search, for a decision
    "c": 1.0,
    "epsilon": 0.05,  # share of moves that are played at random, after the search was asked
    "rate": 1e-3,
    "batch": 512,
    "epochs": 3,
    "value": 1.0,
    "norm": 1.0,
    "longest": 3000,
}


class Method:
    """One run."""

    def __init__(self, course: Course) -> None:
        self.course = course
        self.settings = settings_of(course.config, DEFAULTS)
        value = "mover" if course.game.seats == 2 else "seats"
        network = starting_network(course.config, course.game, course.seed, policy=True, value=value)
        self.trainer = Trainer(course.model(network, self.settings), self.settings["rate"], norm=self.settings["norm"])

    @property
    def model(self) -> Model:
        return self.trainer.model

    def update(self, number: int, progress: float) -> dict[str, float]:
        """Let the guided search play some games, and learn from them a few times over."""
        settings, course = self.settings, self.course
        self.trainer.at(progress)
        with tempfile.TemporaryDirectory() as folder:
            place = save(Path(folder) / "guide.npz", self.model.as_network())
            spec = f"ismcts:iterations={int(settings['iterations'])},c={settings['c']:g},reward=win,guide={place}"
            expert = player(make_agent(spec, course.game), recorded=True)
        players, seatings = course.company(expert, number, 0.0)
        table = Table(
            course.game, players, seatings, encoder=self.model.network.encoder, variants=course.variants,
            opening=course.opening(), visits=True, epsilon=settings["epsilon"], longest=int(settings["longest"]),
        )  # fmt: skip
        played = table.play(int(settings["decisions"]), course.update_seed(number))
        return {
            "games": played.games,
            "decisions": len(played),
            "dropped": played.dropped,
            **self.learn(played, course.generator(number)),
        }

    def learn(self, played: Played, generator: np.random.Generator) -> dict[str, float]:
        results = relative_returns(played, self.model.network.outputs or 1)
        sums, steps = {"loss": 0.0, "policy_loss": 0.0, "value_loss": 0.0}, 0
        for _ in range(int(self.settings["epochs"])):
            order = generator.permutation(len(played))
            for rows in np.array_split(order, max(1, round(len(played) / self.settings["batch"]))):
                hidden = self.model.hidden(played, rows)
                shown, real = legal_logits(self.model.policy(hidden), played, rows)
                goal = targets(played, rows, shown.shape[1], soft=True)
                policy_loss = -(goal * functional.log_softmax(shown, dim=1).masked_fill(~real, 0.0)).sum(dim=1).mean()
                value_loss = functional.binary_cross_entropy_with_logits(
                    self.model.value(hidden), torch.from_numpy(results[rows])
                )
                loss = policy_loss + self.settings["value"] * value_loss
                self.trainer.step(loss)
                for name, x in (("loss", loss), ("policy_loss", policy_loss), ("value_loss", value_loss)):
                    sums[name] += float(x.detach())
                steps += 1
        return {name: total / max(1, steps) for name, total in sums.items()}
