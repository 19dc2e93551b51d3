"""`python -m tapete.cli`: the command without its script."""

from tapete.cli import main

main()
