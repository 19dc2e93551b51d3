"""Studies of the Briscas thesis: published figures."""

from __future__ import annotations

from tapete import studies


def test_the_grid_compares_with_the_printed_heat_map() -> None:
    """Figure 3: 94 % at c = 1.0 with 100 iterations and at c = 1.4 with 500 and 1,000; 50 games a cell."""
    cells = [line for line in studies.find("briscas/mcts-grid").lines if line.label.startswith("thesis search, c=")]
    wins = {line.agents[0]: line.figures[0] for line in cells}
    assert len(wins) == 12
    assert {figure.games for figure in wins.values()} == {50}
    assert [spec.removeprefix("thesis-mcts:") for spec, figure in wins.items() if figure.value == 0.94] == [
        "c=1,iterations=100",
        "c=1.4,iterations=500",
        "c=1.4,iterations=1000",
    ]
    assert {figure.source for figure in wins.values()} == {"figure 3"}
    again = [line.figures[1] for line in cells]  # the second run is shown beside it, not pooled with it
    assert [figure.value for figure in again][:3] == [0.96, 0.92, 0.98]
    assert {(figure.source, figure.games) for figure in again} == {("second run in the repository", 50)}
    assert min(figure.value for figure in wins.values()) == wins["thesis-mcts:c=1.4,iterations=100"].value == 0.84
