"""Game at the terminal: input, output, and quitting."""

from __future__ import annotations

import tapete
from tapete.agents.registry import make_agent
from tapete.cli.play import _show_record, play, watch
from tapete.cli.terminal import (
    WORDS,
    Quit,
    advice,
    move_texts,
    not_understood,
    play_at_terminal,
    understood,
    watch_at_terminal,
    whole_move,
    why,
)
from tapete.play.record import read_records
from tapete.play.session import Session


def typing(*lines):
    """Return a reader that types these lines, then quits."""
    rest = iter(lines)

    def read(prompt: str) -> str:
        line = next(rest, None)
        if line is None:
            raise Quit
        return line

    return read


def at_the_table(*lines, game="briscas", seed=3, language="en", against="random"):
    loaded = tapete.load(game)
    players = [None] + [against] * (loaded.seats - 1)
    session, said = Session(loaded, players, seed), []
    adviser = make_agent("ismcts:iterations=100", loaded)
    try:
        play_at_terminal(session, 0, adviser, said.append, typing(*lines), language=language)
    except Quit:
        said.append("left")
    return session, "\n".join(said)


def test_a_text_that_fits_several_moves_is_answered_with_them():
    state = tapete.load("tribute").deal(1)
    legal = state.legal()
    texts = move_texts(state, legal)
    assert understood(state, "draft", legal, texts) is None
    answer = not_understood("draft", texts, WORDS["en"])
    assert "could be draft Ansei, draft Duke of Crows" in answer
    assert "or draft Saint Alessia; type more" in answer


def test_a_whole_game_by_numbers():
    session, said = at_the_table(*["1"] * 40)
    assert session.over
    assert said.splitlines()[-1].startswith(("You win!", "Seat 1 (random) won.", "A draw."))


def test_a_superscript_is_not_a_number_and_does_not_end_the_game():
    session, said = at_the_table("²", "1")
    assert "'²' is not a legal move" in said
    assert len(session.actions) >= 1


def test_a_hint_names_a_move_and_its_reason():
    _, said = at_the_table("hint")
    assert "ismcts:iterations=100 would play " in said
    assert "after 100 tries" in said and " % against " in said
    game = tapete.load("briscas")
    state = game.deal(3)
    assert advice(state, make_agent("heuristic", game), 1).startswith("heuristic would play ")


def test_a_hint_states_its_claims_in_both_languages():
    game = tapete.load("briscas")
    adviser = make_agent("ismcts:iterations=100", game)
    state = game.deal(3)
    found = {language: [] for language in ("en", "es")}
    while not state.over:
        for language, lines in found.items():
            lines += why(state, adviser, 1, language)
        state.play(state.legal()[0])
    assert any("takes the trick in " in line for line in found["en"])
    assert any("se lleva la baza en el " in line for line in found["es"])


def test_a_hint_names_a_card_and_its_target_and_never_what_chance_decides():
    game = tapete.load("dinosaurs")
    boost = {"action": 0, "line": [{"action": 0}, {"action": 0}]}
    for seed in range(20):
        state = game.deal(seed)
        while not state.over:
            kinds = {action: state.move(action) for action in state.legal()}
            boosts = [action for action, move in kinds.items() if move["kind"] == "instant" and move["card"] == "IB"]
            if boosts:
                after = state.clone()
                after.play(boosts[0])
                row = boost | {"action": boosts[0], "line": [{"action": boosts[0]}, {"action": after.legal()[0]}]}
                assert whole_move(state, row, 1, "en").startswith("play Boost, then Boost on ")
                return
            state.play(state.legal()[0])
    raise AssertionError("no Boost could be played in twenty games")


def test_a_hint_of_a_bot_that_rates_its_moves_shows_the_terms():
    game = tapete.load("catan")
    said = advice(game.deal(3), make_agent("settler", game), 1)
    assert said.startswith("settler would settle at ")


def test_a_forced_move_is_shown_without_the_whole_table():
    """Two lines instead of a table; the log still has the whole game."""
    session, said = at_the_table(*["1"] * 12, "log", game="dinosaurs", seed=2)
    lines = said.splitlines()
    forced = [place for place, line in enumerate(lines) if line.startswith("You have one move")]
    assert forced
    assert not any(line.startswith("Seat 3") for place in forced for line in lines[max(0, place - 3) : place])
    assert said.count("All cards up!") >= 2 * len([e for e in session.seen_by(0) if e["kind"] == "reveal"]) > 0


def test_a_move_can_be_taken_back():
    session, said = at_the_table("back", "1", "back", "2")
    assert "no choice that could be taken back" in said
    assert WORDS["en"]["back"] in said
    assert len(session.actions) < 6


def test_the_table_speaks_spanish():
    _, said = at_the_table("?", "pista", "jugadas", "salir", language="es")
    assert "Escribe una jugada" in said
    assert "haría" in said
    assert "your" not in said.lower()


def test_both_languages_have_the_same_words():
    assert set(WORDS["en"]) == set(WORDS["es"])


def test_agents_can_be_watched_step_by_step_and_back():
    game = tapete.load("briscas")
    session, said = Session(game, ["random", "random"], 1), []
    watch_at_terminal(session, said.append, typing("", "", "b", "f", "t", "x", "", "g"), pause=lambda seconds: None)
    assert session.over
    assert "won" in said[-1] or "draw" in said[-1]


def test_two_agents_fill_the_seats_of_a_larger_table_as_in_a_duel(tmp_path, capsys):
    kept = tmp_path / "game.jsonl"
    watch("briscas", ["random", "heuristic"], option=["players=4"], seconds=0.0, record=kept)
    assert next(iter(read_records(kept))).agents == ["random", "heuristic", "random", "heuristic"]
    assert capsys.readouterr().out


def test_watching_from_a_seat_shows_that_seats_cards_only():
    game = tapete.load("briscas")
    session, said = Session(game, ["random", "random"], 1), []
    watch_at_terminal(session, said.append, None, seat=1, seconds=0.0)
    assert session.over
    assert not any("Seat 0 holds" in text for text in said)


def test_a_replay_shows_events_and_the_table_once_per_turn(capsys):
    """Dice and gains are shown; forced steps inside a turn do not draw the board again."""
    session = Session(tapete.load("catan"), ["almost-random"] * 4, 3)
    session.advance()
    _show_record(session.record())
    shown = capsys.readouterr().out
    assert shown.count("Harbours 3:1") <= session.state.turn + 2 < len(session.actions)
    assert " rolls " in shown and "Seat 2 (almost-random) " in shown
    assert shown.rstrip().endswith(f"returns {session.state.returns()}")


def test_another_game_is_offered_and_all_games_are_recorded(monkeypatch, tmp_path, capsys):
    asked = []

    def read(prompt=""):
        if "Another game" in prompt:
            asked.append(prompt)
            return "yes" if len(asked) == 1 else ""
        return "1"

    monkeypatch.setattr("builtins.input", read)
    monkeypatch.setattr("sys.stdin", type("Keys", (), {"closed": False, "isatty": lambda self: True})())
    play("briscas", against="random", seed=4, record=tmp_path / "two.jsonl")
    records = list(read_records(tmp_path / "two.jsonl"))
    assert len(asked) == 2 and [record.seed for record in records] == [4, 5]
    assert capsys.readouterr().out.count("you sit at seat 0") == 2
