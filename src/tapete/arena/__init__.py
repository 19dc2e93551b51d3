"""The arena: matches, duels, statistics. It knows games and agents, and nothing of the web or the command line."""
