"""Imitation: a policy and a value from what a teacher did (Bain and Sammut, A framework for behavioural cloning, 1995; visits of
a search as soft targets as in Anthony, Tian and Barber, Thinking fast and slow with deep learning and tree search, 2017).

Teachers are agents, which play fresh games for every update, or data sets, which an update goes through once. Of a search its
visits are learned, of others what they chose; the value learns how the game ended.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np

from tapete.agents.registry import make_agent
from tapete.errors import BadOption
from tapete.learn import dataset
from tapete.learn.config import settings_of
from tapete.learn.model import Model, Tensor, Trainer, functional, legal_logits, torch
from tapete.learn.rollouts import Played, RolloutRecorder, player, relative_returns
from tapete.learn.self_play import SelfPlay, starting_network

DEFAULTS: dict[str, float] = {
    "embedding": 0,  # numbers for each of the things that several parts of the inputs speak of; 0: none
    "decisions": 20_000,  # of an update, where agents teach
    "rate": 1e-3,
    "fall": 0.05,  # share of the rate at the end; 1: it stays
    "batch": 256,
    "soft": 1,  # learn a search's visits; 0: what it chose
    "smoothing": 0.0,  # of labels, over legal actions
    "dropout": 0.0,
    "decay": 0.0,  # of weights: this times their squares is added to the loss
    "value": 1.0,  # weight of the value's loss; 0: no value is learned
    "masked": 1,  # compare legal actions only; 0: all, as a plain classifier does
    "by_example": 0,  # split a data set by example instead of by game
    "symmetric": 0,  # see every example in one of its symmetric forms
    "patience": 0,  # updates without a better validation after which it is enough; 0: never
}


class Method:
    """One run."""

    def __init__(self, self_play: SelfPlay) -> None:
        self.self_play = self_play
        self.settings = settings_of(self_play.config, DEFAULTS)
        if not self_play.config.teachers:
            raise BadOption("--teacher: imitation needs an agent or a data set to learn from")
        given = self_play.config.teachers
        self.sets = [self._open(dataset.path_of(text)) for text in given if dataset.is_data_set(text)]
        self.agents = [text for text in given if not dataset.is_data_set(text)]
        if self.sets and self.agents:
            raise BadOption("--teacher: agents or data sets, not both at once")
        value = None if not self.settings["value"] else "mover" if self_play.game.seats == 2 else "seats"
        network = starting_network(self_play.config, self_play.game, self_play.seed, policy=True, value=value)
        self.trainer = Trainer(self_play.model(network, self.settings), self.settings["rate"])
        self.patience = int(self.settings["patience"])
        self.validation: float | None = None

    def _open(self, path: Path) -> dataset.DataSet:
        dataset.check_fits(path, dataset.read_header(path), self.self_play.game, self.self_play.config)
        return dataset.read(path, self.self_play.game)

    @property
    def model(self) -> Model:
        return self.trainer.model

    def update(self, number: int, progress: float) -> dict[str, float]:
        self.trainer.at(progress, self.settings["fall"])
        generator = self.self_play.generator(number)
        if self.agents:
            played = taught(self.self_play, self.agents, self.model.network.encoder, self.settings["decisions"], number)
            loss = self.learn(played, np.arange(len(played)), generator)
            return {"games": played.games, "decisions": len(played), "loss": loss}
        split = "example" if self.settings["by_example"] else "game"
        losses, seen, games = [], 0, 0
        for data in self.sets:
            rows = data.rows("train", split)
            losses.append(self.learn(data.played, rows, generator))
            seen, games = seen + len(rows), games + data.played.games
        found = [self.measured(data.played, data.rows("validation", split)) for data in self.sets]
        self.validation = float(np.mean([loss for loss, _ in found]))
        agreement = float(np.mean([agreement for _, agreement in found]))
        return {
            "games": games, "passes": 1, "decisions": seen, "loss": float(np.mean(losses)),
            "validation_loss": self.validation, "agreement": agreement,
        }  # fmt: skip

    def quality(self) -> float | None:
        """Return the criterion of the best network if there are no rivals: the validation loss."""
        return None if self.validation is None else -self.validation

    def learn(self, played: Played, rows: np.ndarray, generator: np.random.Generator) -> float:
        """One pass over some decisions."""
        rows = generator.permutation(rows[listed(played)[rows]])
        turns = self.self_play.symmetries(self.model.network.encoder) if self.settings["symmetric"] else []
        losses = []
        for batch in np.array_split(rows, max(1, round(len(rows) / self.settings["batch"]))):
            part, places = dataset.turned_at_random(played, batch, turns, generator)
            loss = self.loss(part, places, generator)
            self.trainer.step(loss)
            losses.append(float(loss.detach()))
        return float(np.mean(losses)) if losses else float("nan")

    def loss(self, played: Played, rows: np.ndarray, generator: np.random.Generator | None) -> Tensor:
        settings = self.settings
        hidden = self.model.hidden(played, rows, dropout=settings["dropout"] if generator else 0.0, generator=generator)
        logs, goal = self.compared(self.model.policy(hidden), played, rows)
        loss = -(goal * logs).sum(dim=1).mean()
        if self.model.network.value is not None:
            results = torch.from_numpy(relative_returns(played, self.model.network.outputs or 1)[rows])
            result = functional.binary_cross_entropy_with_logits(self.model.value(hidden), results)
            loss = loss + settings["value"] * result
        if settings["decay"]:
            layers = [self.model.weights[f"w{k}"] for k in range(len(self.model.network.layers))]
            loss = loss + settings["decay"] * sum(weights.square().sum() for weights in layers)
        return loss

    def compared(self, logits: Tensor, played: Played, rows: np.ndarray) -> tuple[Tensor, Tensor]:
        """Logarithms of the policy's chances and what they should be, over legal actions or over all."""
        settings = self.settings
        shown, real = legal_logits(logits, played, rows)
        goal = targets(played, rows, real.shape[1], soft=bool(settings["soft"]))
        if settings["masked"]:
            if settings["smoothing"]:
                even = real.float() / real.sum(dim=1, keepdim=True)
                goal = (1 - settings["smoothing"]) * goal + settings["smoothing"] * even
            return functional.log_softmax(shown, dim=1).masked_fill(~real, 0.0), goal
        label = torch.zeros_like(logits).scatter_(
            1, torch.from_numpy(played.action[rows].astype(np.int64))[:, None], 1.0
        )
        if settings["smoothing"]:
            label = (1 - settings["smoothing"]) * label + settings["smoothing"] / logits.shape[1]
        return functional.log_softmax(logits, dim=1), label

    def measured(self, played: Played, rows: np.ndarray) -> tuple[float, float]:
        """Loss and agreement with the teacher's choices on decisions that were not learned from."""
        rows = rows[listed(played)[rows]]
        if not len(rows):
            raise BadOption("--teacher: the data set is too small to keep some of it for validation")
        losses, hits = 0.0, 0
        with torch.no_grad():
            for batch in np.array_split(rows, max(1, len(rows) // 4096)):
                losses += float(self.loss(played, batch, None)) * len(batch)
                shown, _ = legal_logits(self.model.policy(self.model.hidden(played, batch)), played, batch)
                hits += int((shown.argmax(dim=1).numpy() == played.chosen[batch]).sum())
        return losses / len(rows), hits / len(rows)


def taught(self_play: SelfPlay, agents: Sequence[str], encoder: str, decisions: float, number: int) -> Played:
    """Fresh games of the teachers among themselves."""
    game = self_play.game
    players = [player(make_agent(spec, game), recorded=True) for spec in agents]
    turns = len(players)
    seatings = [[(seat + turn) % turns for seat in range(game.seats)] for turn in range(turns)]
    table = RolloutRecorder(
        game, players, seatings, encoder=encoder, variants=self_play.variants, opening=self_play.opening(), everybody=True,
        visits=True,
    )  # fmt: skip
    return table.play(int(decisions), self_play.update_seed(number))


def listed(played: Played) -> np.ndarray:
    """Return the decisions in which a listed action was chosen: a game may accept others, which cannot be imitated."""
    return played.chosen < played.legal_ends - played.legal_starts


def targets(played: Played, rows: np.ndarray, width: int, *, soft: bool) -> Tensor:
    """Return the target policy over the legal actions: shares of visits, or the action that was chosen."""
    goal = np.zeros((len(rows), width), dtype=np.float32)
    if not soft or played.visits is None:
        goal[np.arange(len(rows)), played.chosen[rows]] = 1.0
        return torch.from_numpy(goal)
    starts = played.legal_starts[rows]
    counts = played.legal_ends[rows] - starts
    mask = np.arange(width)[None, :] < counts[:, None]
    goal[mask] = played.visits[dataset.flat_places(starts, counts)]
    return torch.from_numpy(goal / np.maximum(goal.sum(axis=1, keepdims=True), 1e-9))
