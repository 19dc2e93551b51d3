"""The version of the package, at the bottom of everything, so that any room may name it."""

__version__ = "0.1.0"
