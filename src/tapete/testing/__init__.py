"""Test battery for games and agents, those of other packages too.

`check_game(game)` runs all checks of a game, `check_agent(game, agent)` those of an agent; each check is also a function of its
own. A failed check raises `AssertionError` with a sentence.
"""

from tapete.testing.agents import check_agent, check_native_play, check_public_policy
from tapete.testing.battery import (
    check_actions_change_nothing_else,
    check_bounds,
    check_bytes_and_copies,
    check_determinize,
    check_evaluations,
    check_game,
    check_legal_until_over,
    check_same_game_in_another_process,
    check_vector_equals_single_games,
)
from tapete.testing.calls import allow_kernel_calls
from tapete.testing.leaks import check_collisions, check_samples_vary, check_twins, twin_of
from tapete.testing.playthroughs import check_playthrough, playthrough, rewrite_playthroughs
from tapete.testing.presentation import check_moves, check_presentation, check_what_a_seat_sees
from tapete.testing.safety import check_safety
from tapete.testing.walk import random_game

__all__ = [
    "allow_kernel_calls",
    "check_actions_change_nothing_else",
    "check_agent",
    "check_bounds",
    "check_bytes_and_copies",
    "check_collisions",
    "check_determinize",
    "check_evaluations",
    "check_game",
    "check_legal_until_over",
    "check_moves",
    "check_native_play",
    "check_playthrough",
    "check_presentation",
    "check_public_policy",
    "check_safety",
    "check_same_game_in_another_process",
    "check_samples_vary",
    "check_twins",
    "check_vector_equals_single_games",
    "check_what_a_seat_sees",
    "playthrough",
    "random_game",
    "rewrite_playthroughs",
    "twin_of",
]
