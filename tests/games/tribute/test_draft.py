"""Drafting: the options that every agent has, the drafts of the thesis's bots, and the counts of patrons."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import pytest

import tapete
from tapete.agents.registry import kinds_for, make_agent
from tapete.arena.duel import duel
from tapete.cli.app import app
from tapete.errors import BadOption
from tapete.games.tribute.bots.draft import COUNTED, FILE, share
from tapete.studies import tribute_patrons


def drafted(game: tapete.Game, specs: list[str], deals: int) -> Counter[tuple[str, ...]]:
    """Return the four patrons of some games, in game order."""
    agents = [make_agent(spec, game) for spec in specs]
    found: Counter[tuple[str, ...]] = Counter()
    for deal in range(deals):
        state = game.deal(deal)
        for agent in agents:
            agent.reset(deal + 1)
        while state.turn == 0:
            state.play(agents[state.seat].act(state.view(state.seat, deal)))
        order = [entry["patron"] for entry in state.describe(None)["patrons"]]
        found[tuple(patron for patron in order if patron != "treasury")] += 1
    return found


def test_a_list_is_drafted_in_order_of_preference() -> None:
    """Seat 0 picks first and last, seat 1 second and third (section 3.1 of docs/rules/tribute.md)."""
    game = tapete.load("tribute")
    specs = ["decision-tree:draft=pelin,ansei,rajhin", "evolved:draft=ansei,pelin,orgnum"]
    assert set(drafted(game, specs, 5)) == {("pelin", "ansei", "orgnum", "rajhin")}


def test_the_agent_drafts_itself_when_its_list_is_used_up() -> None:
    """best-mcts3 takes Crows, then Red Eagle."""
    game = tapete.load("tribute", pool="cog2023")
    found = drafted(game, ["best-mcts3:draft=pelin,iterations=10", "max-agents"], 20)
    assert all(
        order[0] == "pelin" and order[3] in ("duke_of_crows", "red_eagle", "ansei", "rajhin", "hlaalu")
        for order in found
    )
    taken = sum(n for order, n in found.items() if "duke_of_crows" in order)
    assert taken == 20  # by one of the two


@pytest.mark.parametrize("written", ["duke_of_crows,pelin", "duke_of_crows/pelin", "Crows,Pelin", "1,6"])
def test_patrons_are_named_as_in_the_options_of_the_game(written: str) -> None:
    game = tapete.load("tribute")
    assert make_agent(f"max-agents:draft={written}", game).options["draft"] == "duke_of_crows,pelin"


@pytest.mark.parametrize("wrong", ["pelin,pelin", "treasury", "nobody", "pelin,,ansei"])
def test_wrong_lists_are_refused(wrong: str) -> None:
    with pytest.raises(BadOption):
        make_agent(f"max-agents:draft={wrong}", tapete.load("tribute"))


def test_every_agent_but_random_has_the_option_draft() -> None:
    game = tapete.load("tribute")
    for name, kind in kinds_for(game).items():
        assert ("draft" in {option.name for option in kind.options}) == (name != "random"), name


def test_a_bot_drafts_the_patrons_it_won_with_most_often() -> None:
    game = tapete.load("tribute")
    for seat in range(2):
        ranked = sorted(
            tribute_patrons.PATRONS, key=lambda patron: -share({"evolved": COUNTED["bots"]["evolved"]}, patron, seat)
        )
        specs = ["random", "random"]
        specs[seat] = "evolved:draft=statistics"
        for order in drafted(game, specs, 10):
            own = [order[0], order[3]] if seat == 0 else [order[1], order[2]]
            taken = [order[1], order[2]] if seat == 0 else [order[0]]
            offered = [patron for patron in ranked if patron not in (taken if seat else [])]
            assert own[0] == offered[0]
            left = [patron for patron in ranked if patron not in (own[0], *taken)]
            assert own[1] == left[0]


def test_drafting_by_statistics_wins_more_games() -> None:
    """Against DecisionTree 23 % become 44 % in 400 games of another seed; here 300, five standard errors apart."""
    game = tapete.load("tribute")
    scores = [
        duel(game, [spec, "decision-tree:fixed=1"], games=300, seed=77).agents[0].score
        for spec in ("evolved", "evolved:draft=statistics")
    ]
    assert scores[1] > scores[0] + 0.08


def test_the_counts_file_records_how_it_was_made() -> None:
    found = json.loads(FILE.read_text(encoding="utf-8"))
    assert found == COUNTED
    assert found["made_by"] == f"python -m tapete.studies.tribute_patrons --games {tribute_patrons.GAMES}"
    assert found["agents"] == tribute_patrons.FIELD
    sets, bots = 126, len(tribute_patrons.FIELD)
    assert found["games"] == tribute_patrons.GAMES * sets * bots * (bots - 1) // 2
    for by_patron in found["bots"].values():
        for seats in by_patron.values():  # a patron is in 56 of the 126 sets; games are counted in halves
            assert [games for _, games in seats] == [56 * (bots - 1) * tribute_patrons.GAMES] * 2
    for patron in tribute_patrons.PATRONS:  # one bot's win is another's loss
        assert sum(
            share({bot: found["bots"][bot]}, patron, seat) for bot in found["bots"] for seat in range(2)
        ) == pytest.approx(bots)


def test_counting_is_reproducible() -> None:
    pairs = [("max-agents", "decision-tree")]
    once, again = (tribute_patrons.count(pairs, 4, sets=3) for _ in range(2))
    assert once == again
    assert sum(games for seats in once["max-agents"].values() for _, games in seats) == 2 * 3 * 4 * 4


def test_any_agent_can_be_counted_and_draft_by_its_counts(tmp_path: Path, monkeypatch, capsys) -> None:
    path = tmp_path / "mine.json"
    words = ["tapete", "measure", "tribute", "--agent", "evolved:champion=B-3", "--draft", str(path), "--games", "2"]
    monkeypatch.setattr("sys.argv", [*words, "-o", "pool=cog2025", "--json"])
    with pytest.raises(SystemExit) as ended:
        app()
    assert not ended.value.code
    output = json.loads(capsys.readouterr().out)
    counts = output["counts"]
    assert (
        output["games"] == 15 * 5 * 2 and len(counts) == 6
    )  # every set of four of six patrons, a deal with each of five bots
    assert all(
        seat[1] == 2 * 10 * 5 for seats in counts.values() for seat in seats
    )  # a patron is in ten sets; in halves
    game = tapete.load("tribute", pool="cog2025")
    ranked = sorted(counts, key=lambda patron: -counts[patron][0][0])
    ((order, _),) = drafted(game, [f"max-agents:draft={path}", "random"], 1).items()
    assert counts[order[0]][0][0] == counts[ranked[0]][0][0]
    with pytest.raises(BadOption, match="cannot be read"):
        make_agent(f"max-agents:draft={tmp_path}/none.json", game)
    for text in ("{}", '{"bots": {"x": {"pelin": [[3, 2], [0, 0]]}}}', '{"bots": {"x": {"sithis": [[1, 2], [0, 0]]}}}'):
        path.write_text(text)
        with pytest.raises(BadOption, match=r"sithis|not a file of patron counts"):
            make_agent(f"max-agents:draft={path}", game)


@pytest.mark.slow
def test_the_counts_file_is_reproduced_by_its_command(tmp_path) -> None:
    path = tmp_path / "patrons.json"
    tribute_patrons.main(["--out", str(path)])
    assert path.read_text(encoding="utf-8") == FILE.read_text(encoding="utf-8")


# Drafts of the published games


def test_champions_draft_the_same_four_patrons_in_all_published_games() -> None:
    game = tapete.load("tribute", preset="thesis")
    found = drafted(game, ["evolved:champion=B-1", "evolved:champion=B-3"], 40)
    assert set(found) == {("ansei", "red_eagle", "saint_alessia", "orgnum")}


def test_champions_draft_ansei_from_the_first_seat_and_two_others_from_the_second() -> None:
    game = tapete.load("tribute", preset="thesis")
    first, second = (drafted(game, specs, 60) for specs in (["evolved", "patron-favors"], ["patron-favors", "evolved"]))
    assert all("ansei" in order for order in first) and len(first) > 10
    assert all({"red_eagle", "saint_alessia"} <= set(order) for order in second) and len(second) > 10
