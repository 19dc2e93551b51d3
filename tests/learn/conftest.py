"""Import path of the toy networks and games of the tests of networks."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent / "nets"))
