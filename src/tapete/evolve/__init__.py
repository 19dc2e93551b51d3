"""Evolution: ask-and-tell strategies, fitness by games, hall of fame, trainer."""
