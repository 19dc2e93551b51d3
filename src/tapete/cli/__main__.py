"""Entry point of `python -m tapete.cli`."""

from tapete.cli import main

main()
