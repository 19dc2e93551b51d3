"""Networks from and to other programs: `convert`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from tapete.cli.app import AsJson, OptionValues, app, console, parse_options, print_json
from tapete.errors import BadOption


@app.command()
def convert(
    game: Annotated[str, typer.Argument(metavar="GAME")],
    file: Annotated[
        Path, typer.Argument(metavar="FILE", help="a network: .keras, .h5, .pt or .pth; or one of ours, .npz")
    ],
    out: Annotated[Path, typer.Option("--out", metavar="FILE", help=".npz (import) or .pt (export)")],
    encoder: Annotated[
        str, typer.Option("--encoder", metavar="NAME", help="what it sees; the game's first if not given")
    ] = "",
    activation: Annotated[str, typer.Option("--activation", help="of its layers: relu, tanh or sigmoid")] = "relu",
    option: OptionValues = None,
    as_json: AsJson = False,
) -> None:
    """Take over a network from Keras or PyTorch, or hand one on: `tapete convert briscas net.keras --out net.npz`."""
    from tapete import nets
    from tapete.catalogue import load
    from tapete.learn.convert import from_file, to_torch

    played = load(game, **parse_options(option))
    if file.suffix == ".npz" and out.suffix in (".pt", ".pth"):
        network = nets.load(file, played)
        to_torch(network, out)
    elif out.suffix == ".npz" and file.suffix != ".npz":
        network = from_file(file, played, encoder or None, activation=activation)
        nets.save(out, network)
    else:
        raise BadOption(f"{file} to {out}: import .keras, .h5, .pt or .pth to .npz, or export .npz to .pt")
    told = {
        "file": str(out), "game": network.game, "encoder": network.encoder, "inputs": network.inputs,
        "layers": list(network.layers), "policy": network.actions or None, "value": network.value,
        "parameters": sum(array.size for array in network.arrays.values()),
    }  # fmt: skip
    if as_json:
        print_json(told)
    else:
        widths = " - ".join(str(width) for width in (network.inputs, *network.layers))
        console().print(f"{out}: {widths}, {told['parameters']:,} numbers, for {network.game} by {network.encoder}")
