"""Search algorithms, one module each, written once for every game: MCTS, ISMCTS, PIMC, PUCT, minimax, greedy."""
