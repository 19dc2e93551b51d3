"""Toy networks and games are those that the tests of networks use."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent / "nets"))
