"""Published tables and ours beside them: one file per source."""
