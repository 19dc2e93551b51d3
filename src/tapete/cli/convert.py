"""Command `convert`: networks from and to other programs."""

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
        str, typer.Option("--encoder", metavar="NAME", help="its features (default: the game's first encoder)")
    ] = "",
    activation: Annotated[
        str, typer.Option("--activation", help="of its layers: relu, tanh or sigmoid (default: relu)")
    ] = "",
    value_activation: Annotated[
        str, typer.Option("--value-activation", help="of its value: sigmoid, tanh or none (default: sigmoid)")
    ] = "",
    value_scale: Annotated[
        str, typer.Option("--value-scale", metavar="LOW,HIGH", help="values of a lost and a won game")
    ] = "",
    option: OptionValues = None,
    as_json: AsJson = False,
) -> None:
    """Import a network from Keras or PyTorch, or export one: `tapete convert briscas net.keras --out net.npz`."""
    from tapete import nets
    from tapete.core.registry import load
    from tapete.learn.convert import from_file, to_torch

    played = load(game, **parse_options(option))
    exported = file.suffix == ".npz" and out.suffix in (".pt", ".pth")
    if exported:
        for name, given in (
            ("--encoder", encoder), ("--activation", activation), ("--value-activation", value_activation),
            ("--value-scale", value_scale),
        ):  # fmt: skip
            if given:
                raise BadOption(f"{name} is for import; {file} records what it is: leave {name} out")
        network = nets.load(file, played)
        to_torch(network, out)
    elif out.suffix == ".npz" and file.suffix != ".npz":
        network = from_file(
            file, played, encoder or None, activation=activation or None, value_activation=value_activation or None,
            value_scale=scale(value_scale) if value_scale else None,
        )  # fmt: skip
        nets.save(out, network)
    else:
        raise BadOption(f"{file} to {out}: import .keras, .h5, .pt or .pth to .npz, or export .npz to .pt")
    valued = network.value is not None
    summary = {
        "file": str(out), "game": network.game, "encoder": network.encoder, "inputs": network.inputs,
        "layers": list(network.layers), "activation": network.activation, "policy": network.actions or None,
        "value": network.value, "value_activation": network.value_activation if valued else None,
        "value_scale": list(network.value_scale) if valued else None,
        "assumed": [] if exported else network.made.get("assumed", []),
        "parameters": sum(array.size for array in network.arrays.values()),
    }  # fmt: skip
    if as_json:
        print_json(summary)
        return
    widths = " - ".join(str(width) for width in (network.inputs, *network.layers))
    low, high = network.value_scale
    value = f", value of {network.value} by {network.value_activation} from {low:g} to {high:g}" if valued else ""
    console().print(
        f"{out}: {widths}, {summary['parameters']:,} numbers, for {network.game} by {network.encoder}; "
        f"{network.activation}{value}"
    )
    if summary["assumed"]:
        console().print(f"{file} does not record everything, so this was assumed: {'; '.join(summary['assumed'])}")
    if exported:
        again = f"--encoder {network.encoder} --activation {network.activation}"
        if valued:
            again += f" --value-activation {network.value_activation} --value-scale {low!r},{high!r}"
        console().print(f"The file records this; if another program rewrites it, import that with {again}")


def scale(given: str) -> tuple[float, float]:
    """Parse two numbers with a comma between them, the smaller one first."""
    try:
        low, high = map(float, given.split(","))
    except ValueError:
        raise BadOption(f"--value-scale {given}: two numbers with a comma, such as 0,1 or -1,1") from None
    if not -float("inf") < low < high < float("inf"):
        raise BadOption(f"--value-scale {given}: the smaller number comes first, such as 0,1 or -1,1")
    return low, high
