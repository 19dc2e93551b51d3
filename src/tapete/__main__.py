"""Entry point of `python -m tapete`."""

from tapete.cli import main

main()
