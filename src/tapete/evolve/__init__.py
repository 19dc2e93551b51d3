"""Evolution: strategies that ask for individuals and are told how good they are, fitness by games, hall of fame, trainer."""
