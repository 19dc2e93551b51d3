"""The networks that come with the games: from a finished training into a game's folder, and made anew from their headers.

`python -m tapete.learn.shipping` trains all of them again (or those that are named), each by the configuration in its header, and
puts the new one in the old one's place; `make nets` calls it. The same seed on one thread gives the same network.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from tapete.core.registry import game_names, load
from tapete.errors import BadNetwork, TapeteError
from tapete.learn import dataset
from tapete.learn.config import NetworkConfig
from tapete.learn.training import NetworkTraining, UpdateProgress
from tapete.nets import Network, files, save
from tapete.nets.files import shipped

MOST_BYTES, MOST_TOGETHER = 4_000_000, 12_000_000


def ship(folder: Path, target: Path, options: Mapping[str, Any] | None = None) -> Path:
    """Put a training's champion where a game keeps its networks, with the configuration of what it began from.

    `options` are those that it is for, where the training itself does not say.
    """
    network = files.load(folder / "champion.npz")
    size = (folder / "champion.npz").stat().st_size
    if size > MOST_BYTES:
        raise BadNetwork(f"{folder}: {size / 1e6:.1f} MB; a network that comes with a game has at most 4 MB")
    target.parent.mkdir(exist_ok=True)
    meant = network.options if options is None else dict(options)
    return save(target, replace(network, options=meant, made=history(network, folder)))


def history(network: Network, folder: Path) -> dict[str, Any]:
    """Return how a network was made, the data sets that it imitated, and before that the network that it began from."""
    made = dict(network.made)
    configuration = made["configuration"]
    if configuration["start"] and "begun_from" not in made:
        place = place_of(configuration["start"], folder, "the network that it began from")
        earlier = files.load(place / "champion.npz" if place.is_dir() else place)
        made["begun_from"] = history(earlier, place if place.is_dir() else place.parent)
    sets = [text for text in configuration["teachers"] if dataset.is_data_set(text)]
    if sets and "data_sets" not in made:
        found = [dataset.read(place_of(text, folder, "a data set that it imitated")) for text in sets]
        made["data_sets"] = [{**one.header, "games": one.played.games} for one in found]
    return made


def place_of(given: str, folder: Path, what: str) -> Path:
    """Return the path of a file or folder that a training in `folder` named."""
    place = next((one for one in (Path(given), folder.parent / given) if one.exists()), None)
    if place is None:
        raise BadNetwork(f"{folder}: {what} ({given}) is gone")
    return place


def remake(made: Mapping[str, Any], folder: Path) -> Path:
    """Train a network again, after the one that it began from."""
    if "configuration" not in made:
        raise BadNetwork(f"{folder.name}: its header does not say how it was made")
    config = NetworkConfig.from_dict(made["configuration"], folder.name)
    config.seed, config.runs = int(made["seed"]), 1
    if config.start:
        config.start = str(remake(made["begun_from"], folder.with_name(f"{folder.name}-before")))
    if "data_sets" in made:
        config.teachers = [
            str(record_again(header, folder.with_name(f"{folder.name}-set-{number}.npz")))
            for number, header in enumerate(made["data_sets"], start=1)
        ]
    NetworkTraining(config, folder).train(_print_progress)
    return folder


def record_again(header: Mapping[str, Any], path: Path) -> Path:
    """Record a data set as its header says, if it is not there."""
    if path.exists():
        return path
    game = load(header["game"], **header["options"])
    print(f"{path.name}: {header['games']:,} games of {', '.join(header['agents'])}", file=sys.stderr, flush=True)
    made = dataset.record_games(
        game, header["agents"], header["games"], header["seed"], encoder=header["encoder"], forced=header["forced"],
        learn_from=header.get("from", ()),
    )  # fmt: skip
    return dataset.write(path, made)


def _print_progress(news: UpdateProgress) -> None:
    if news.scores:
        scores = ", ".join(f"{score.rival} {100 * score.score:.1f}" for score in news.scores)
        print(f"update {news.update}: {scores}", file=sys.stderr, flush=True)


def all_shipped() -> dict[str, Path]:
    """Every network that comes with a game, as GAME/NAME."""
    return {f"{name}/{path.stem}": path for name in game_names() for path in shipped(load(name))}


def main(words: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        prog="python -m tapete.learn.shipping", description="Train the shipped networks anew."
    )
    parser.add_argument("names", nargs="*", metavar="GAME/NAME", help="which; all if none is named")
    parser.add_argument(
        "--runs", type=Path, default=Path("runs/nets"), help="where the trainings are kept (they resume)"
    )
    given = parser.parse_args(words)
    found = all_shipped()
    try:
        for name in given.names or found:
            if name not in found:
                raise BadNetwork(f"there is no network {name!r}; there is {', '.join(found) or 'none'}")
            folder = given.runs / name.replace("/", "-")
            print(f"{name}: {folder}", file=sys.stderr)
            folder.parent.mkdir(parents=True, exist_ok=True)
            present = files.load(found[name])
            ship(remake(present.made, folder), found[name], present.options)
    except TapeteError as error:
        print(f"tapete: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
