"""What the terminal answers to a move that it cannot take."""

import tapete
from tapete.cli.terminal import not_understood, understood


def test_a_text_that_fits_several_moves_is_answered_with_them():
    state = tapete.load("tribute").deal(1)
    legal = state.legal()
    assert understood(state, "draft", legal) is None
    assert "could be draft Ansei, draft Duke of Crows" in not_understood(state, "draft", legal)
    assert "or draft Saint Alessia; type more" in not_understood(state, "draft", legal)
