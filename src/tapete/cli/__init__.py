"""Command line `tapete`. Each command is a thin layer: arguments in, a table or one JSON object out.

`app` holds what all commands share; each group of commands has a module of its own, imported here so that it registers.
"""

from tapete.cli import catalogue, check, compare, convert, dataset, measure, play, questions, serve, start, study, train
from tapete.cli.app import main

__all__ = [
    "catalogue",
    "check",
    "compare",
    "convert",
    "dataset",
    "main",
    "measure",
    "play",
    "questions",
    "serve",
    "start",
    "study",
    "train",
]
