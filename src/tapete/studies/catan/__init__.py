"""Published figures of this game, one file per table."""
