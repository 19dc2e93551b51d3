"""Command `python -m tapete.testing FILE...`: rewrite golden playthroughs."""

import sys
from pathlib import Path

from tapete.testing.playthroughs import rewrite_playthroughs

rewrite_playthroughs([Path(argument) for argument in sys.argv[1:]])
