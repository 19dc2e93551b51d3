"""Values of after-states by self-play: TD(lambda) as Tesauro's backgammon program learned (Temporal difference learning and
TD-Gammon, Communications of the ACM 38(3), 1995; lambda-returns as in Sutton and Barto, Reinforcement Learning, chapter 12).

The network gives the value of a position for the player who has just moved. Games are played natively: every player takes
the action with the best after-state in a sampled world, now and then another one (exploration). The value of each after-state
is then moved towards a mixture of the values of the same player's later after-states and of the result. Nothing here knows
the game.
"""

from __future__ import annotations

import numpy as np

from tapete.learn.config import settings_of
from tapete.learn.dataset import turned_at_random
from tapete.learn.model import Model, Trainer, functional, torch
from tapete.learn.rollouts import RolloutPlayer, RolloutRecorder
from tapete.learn.self_play import SelfPlay, starting_network
from tapete.nets import Bound

DEFAULTS: dict[str, float] = {
    "embedding": 0,  # numbers for each of the things that several parts of the inputs speak of; 0: none
    "decisions": 40_000,  # of an update
    "rate": 2e-3,
    "batch": 1024,
    "epochs": 1,
    "lambda": 0.9,
    "epsilon": 0.05,  # share of random moves, falling to a fifth of it
    "symmetric": 0,  # see every position in one of its symmetric forms
    "points": 0.0,  # share of points in what a game is worth
    "pool": 0.0,  # share of games against a past self
    "longest": 3000,  # decisions of a game that is learned from
}


class Method:
    """One run."""

    def __init__(self, self_play: SelfPlay) -> None:
        self.self_play = self_play
        self.settings = settings_of(self_play.config, DEFAULTS)
        network = starting_network(self_play.config, self_play.game, self_play.seed, policy=False, value="mover")
        self.trainer = Trainer(self_play.model(network, self.settings), self.settings["rate"])

    @property
    def model(self) -> Model:
        return self.trainer.model

    def update(self, number: int, progress: float) -> dict[str, float]:
        """Play some games with the network as it is, and learn from them."""
        settings, self_play = self.settings, self.self_play
        bound = Bound(self.model.as_network(), self_play.game)
        players, seatings = self_play.players(RolloutPlayer(bound.policy().native()), number, settings["pool"])
        table = RolloutRecorder(
            self_play.game,
            players,
            seatings,
            encoder=self.model.network.encoder,
            variants=self_play.variants,
            opening=self_play.opening(),
            after=True,
            forced=True,
            epsilon=settings["epsilon"] * (1.0 - 0.8 * progress),
            lambda_=settings["lambda"],
            by_points=settings["points"],
            longest=int(settings["longest"]),
            rater=bound,
        )
        played = table.play(int(settings["decisions"]), self_play.update_seed(number))
        self.trainer.at(progress)
        generator = self_play.generator(number)
        turns = self_play.symmetries(self.model.network.encoder) if settings["symmetric"] else []
        losses = []
        for _ in range(int(settings["epochs"])):
            for rows in np.array_split(
                generator.permutation(len(played)), max(1, round(len(played) / settings["batch"]))
            ):
                targets = torch.from_numpy(played.target[rows])
                part, places = turned_at_random(played, rows, turns, generator)
                hidden = self.model.hidden(part, places)
                loss = functional.binary_cross_entropy_with_logits(self.model.value(hidden)[:, 0], targets)
                self.trainer.step(loss)
                losses.append(float(loss.detach()))
        return {
            "games": played.games,
            "decisions": len(played),
            "dropped": played.dropped,
            "loss": float(np.mean(losses)) if losses else float("nan"),
        }
