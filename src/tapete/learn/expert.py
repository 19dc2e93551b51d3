"""Expert iteration: Anthony, Tian and Barber, Thinking fast and slow with deep learning and tree search (arXiv:1705.08439).

A search that goes by the network plays itself, and the network learns from it. The search simulates each action in the same few
worlds, some decisions on by the network's policy and then by its value (on-line policy improvement, Tesauro and Galperin 1996),
and plays the best. The policy is carried towards what was found to be better, prior(a) * exp(trust * (q(a) - v)) (Grill and
others, Monte-Carlo tree search as regularized policy optimization, arXiv:2007.12509); the value learns how the games ended.

Why not the visits of a tree that the network guides, as in Silver and others (2017)? With few iterations an action that the
network does not think of and that meets a bad world first is not tried again: the network's opinions feed on themselves. It is
there (`tree=64`), for games with so many actions that not all can be simulated.
"""

from __future__ import annotations

import tempfile
from pathlib import Path

import numpy as np

from tapete.agents.registry import make_agent
from tapete.errors import BadOption
from tapete.learn.config import settings_of
from tapete.learn.imitate import targets
from tapete.learn.model import Model, Trainer, functional, legal_logits, torch
from tapete.learn.rollouts import Played, RolloutRecorder, player, relative_returns
from tapete.learn.self_play import SelfPlay, starting_network
from tapete.nets import Bound, save

DEFAULTS: dict[str, float] = {
    "embedding": 0,  # numbers for each of the things that several parts of the inputs speak of; 0: none
    "decisions": 10_000,  # of an update
    "rounds": 2,  # simulations of each action
    "depth": 2,  # decisions of a simulation before the network rates; best so many that the same seat decides again
    "trust": 25,  # how far the policy is carried by what simulations found
    "tree": 0,  # iterations of a guided tree search instead, whose visits are learned and whose moves are played
    "c": 1.0,  # exploration of that search
    "epsilon": 0.05,  # share of moves that are played at random, after the search
    "points": 0.6,  # share of points in what a game is worth
    "rate": 3e-3,
    "batch": 512,
    "epochs": 2,
    "value": 1.0,
    "norm": 1.0,
    "longest": 3000,
}
MOST_SIMULATIONS = 1_000_000  # of a decision, whatever its rounds


class Method:
    """One run."""

    def __init__(self, self_play: SelfPlay) -> None:
        self.self_play = self_play
        self.settings = settings_of(self_play.config, DEFAULTS)
        for name, least in (("rounds", 1), ("trust", 1e-9)):
            if not self.settings["tree"] and self.settings[name] < least:
                raise BadOption(f"--set {name}={self.settings[name]:g}: must be above 0, where no tree teaches")
        value = "mover" if self_play.game.seats == 2 else "seats"
        network = starting_network(self_play.config, self_play.game, self_play.seed, policy=True, value=value)
        self.trainer = Trainer(
            self_play.model(network, self.settings), self.settings["rate"], norm=self.settings["norm"]
        )

    @property
    def model(self) -> Model:
        return self.trainer.model

    def expert(self, network: Path) -> str:
        """The search that teaches."""
        settings = self.settings
        if settings["tree"]:
            return f"ismcts:iterations={int(settings['tree'])},c={settings['c']:g},reward=win,guide={network}"
        playing_on = f"rollout=net,rollout_depth={int(settings['depth'])}" if settings["depth"] else "rollout_depth=0"
        rounds = f"rounds={int(settings['rounds'])},iterations={MOST_SIMULATIONS},paired=1"
        return f"flat:{rounds},reward=win,eval=net,{playing_on},net={network}"

    def update(self, number: int, progress: float) -> dict[str, float]:
        """Let the search play some games, and learn from them."""
        settings, self_play = self.settings, self.self_play
        self.trainer.at(progress)
        network = self.model.as_network()
        with tempfile.TemporaryDirectory() as folder:
            expert = make_agent(self.expert(save(Path(folder) / "guide.npz", network)), self_play.game)
        players, seatings = self_play.players(player(expert, recorded=True), number, 0.0)
        table = RolloutRecorder(
            self_play.game, players, seatings, encoder=network.encoder, variants=self_play.variants, opening=self_play.opening(),
            visits=True, trust=0.0 if settings["tree"] else settings["trust"], epsilon=settings["epsilon"],
            longest=int(settings["longest"]), rater=Bound(network, self_play.game),
        )  # fmt: skip
        played = table.play(int(settings["decisions"]), self_play.update_seed(number))
        return {
            "games": played.games,
            "decisions": len(played),
            "dropped": played.dropped,
            **self.learn(played, self_play.generator(number)),
        }

    def learn(self, played: Played, generator: np.random.Generator) -> dict[str, float]:
        results = relative_returns(played, self.model.network.outputs or 1, self.settings["points"])
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
