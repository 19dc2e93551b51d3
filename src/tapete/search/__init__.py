"""Tree searches, one file per algorithm, written once over the contract of a game."""
