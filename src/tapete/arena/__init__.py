"""Arena: matches, duels, tournaments and their statistics, independent of the web and the command line."""
