"""Server of the table: views, permissions, refusals, and restarts."""

from __future__ import annotations

import http.client
import json
import time
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
from serving import Running
from websockets.exceptions import ConnectionClosed, InvalidStatus

import tapete
from tapete.agents.analysis import adviser
from tapete.core.state import State
from tapete.play.record import checked
from tapete.play.session import Session
from tapete.web import analysis, room
from tapete.web.client import Client, TableError
from tapete.web.messages import Refused, plain_spec
from tapete.web.room import Room
from tapete.web.spectator import common, public


def answer(client: Client, state: dict[str, Any], place: int = 0) -> dict[str, Any]:
    """Play the n-th legal move and wait for the next state."""
    client.send({"type": "play", "decision": state["decision"], "actions": [state["moves"][place]["id"]]})
    return client.until("state")


def to_my_turn(client: Client, state: dict[str, Any] | None = None) -> dict[str, Any]:
    state = state or client.until("state")
    while not state["over"] and not state["moves"]:
        state = client.until("state")
    return state


def play_out(client: Client, most: int = 400) -> dict[str, Any]:
    state = to_my_turn(client)
    for _ in range(most):
        if state["over"]:
            break
        state = to_my_turn(client, answer(client, state))
    return state


def table_for(server: Running, **wish: Any) -> tuple[Client, dict[str, Any]]:
    """Create a table as the page does, and a client that has not joined."""
    client = Client(server.url, join=False)
    return client, client.post("/api/tables", wish)


def link(server: Running, made: dict[str, Any], seat: int | None) -> str:
    token = next((entry["token"] for entry in made["seats"] if entry["seat"] == seat), None)
    return f"{server.url}/table/{made['id']}" + (f"#{token}" if token else "")


def refused(client: Client, message: dict[str, Any], code: str) -> str:
    client.send(message)
    found = client.until("refused")
    assert found["code"] == code, found
    assert found["text"] and len(found["text"]) < 300
    return found["text"]


def test_a_link_makes_a_table_and_a_game_is_played_to_the_end(server: Running) -> None:
    with Client(f"{server.url}/play/briscas?seat=0&against=random&seed=7&speed=instant") as client:
        about = client.until("table")
        assert about["seat"] == 0 and about["game"] == "briscas"
        state = play_out(client)
        assert state["over"] and sum(state["result"]["points"]) == 120
        assert state["moves"] == [] and state["seed"] == "7"


def test_the_record_of_a_game_replays_in_the_engine_and_opens_again(server: Running) -> None:
    with Client(f"{server.url}/play/briscas?seat=1&against=random&speed=instant") as client:
        state = to_my_turn(client)
        connection = http.client.HTTPConnection("127.0.0.1", server.port)
        connection.request("GET", f"/api/tables/{client.table}/record")
        assert connection.getresponse().status == 403, "the record tells the deal, which is a secret until the end"
        refused(client, {"type": "whole"}, "secret")
        assert "seed" not in state
        while not state["over"]:
            state = to_my_turn(client, answer(client, state))
        connection = http.client.HTTPConnection("127.0.0.1", server.port)
        connection.request("GET", f"/api/tables/{client.table}/record")
        text = connection.getresponse().read().decode()
        record = checked(json.loads(text), "the record")
        assert list(record.states())[-1].returns() == state["result"]["returns"]
        made = client.post("/api/tables", {"record": text})
    with Client(f"{server.url}/table/{made['id']}#{made['owner']}") as reader:
        assert reader.until("table")["settings"]["reading"]
        shown = reader.until("state")
        assert shown["over"] and len(shown["log"]) == len(record.actions)
        reader.send({"type": "at", "frame": 0, "eyes": "all"})
        past = reader.until("past")
        assert past["describe"]["players"][0]["hand"] and past["describe"]["players"][1]["hand"]


def test_each_seat_is_sent_its_own_cards_and_a_spectator_none(server: Running) -> None:
    client, made = table_for(server, game="briscas", seats=["me", "friend"])
    client.close()
    with (
        Client(link(server, made, 0)) as one,
        Client(link(server, made, 1)) as two,
        Client(link(server, made, None)) as spectator,
    ):
        states = [c.until("state") for c in (one, two, spectator)]
        hands = [[player["hand"] for player in state["describe"]["players"]] for state in states]
        assert hands[0][0] and hands[0][1] is None
        assert hands[1][1] and hands[1][0] is None
        assert hands[2] == [None, None]
        first = states[0]["waiting"][0]
        mover, state = (one, states[0]) if first == 0 else (two, states[1])
        card = state["moves"][0]["move"]["card"]
        answer(mover, state)
        assert states[1 - first]["moves"] == []
        for c in (two if first == 0 else one, spectator):
            seen = c.until("state")
            assert seen["describe"]["trick"] == [{"seat": first, "card": card}]
        refused(spectator, {"type": "play", "decision": "0.0", "actions": [0]}, "spectator")


def test_the_public_view_holds_what_all_seats_agree_on() -> None:
    state = tapete.load("briscas", players=4).deal(3)
    seen = public(state)
    assert [player["hand"] for player in seen["players"]] == [None] * 4
    assert seen["observer"] is None and seen["trump"] == state.describe(0)["trump"] and "rng" not in seen
    assert common([{"a": [1, 2], "b": 1}, {"a": [1, 3], "b": 1}]) == {"a": [1, None], "b": 1}
    assert common([[1, 2, 3], [3, 1]]) == [1, 3]


@pytest.mark.parametrize(
    "spec", ["./a.py:Agent", "os:system", "net:file=/etc/passwd", "runs/hybrid", "x.npz", "ismcts:guide=a.npz"]
)
def test_specs_over_the_wire_name_no_files_modules_or_addresses(spec: str) -> None:
    with pytest.raises(Refused):
        plain_spec(spec, tapete.load("briscas"), {})


def test_specs_over_the_wire_are_bounded_and_the_owner_may_allow_more() -> None:
    game = tapete.load("briscas")
    with pytest.raises(Refused, match="at most"):
        plain_spec("ismcts:iterations=100000000", game, {})
    assert plain_spec("ismcts:iterations=300", game, {}) == "ismcts:iterations=300"
    assert plain_spec("mine", game, {"mine": "./a.py:Agent"}) == "./a.py:Agent"
    assert plain_spec("hard", game, {}) == game.levels["hard"]


def test_clairvoyant_agents_may_not_play(server: Running) -> None:
    client = Client(server.url, join=False)
    with pytest.raises(TableError, match="sees hidden cards"):
        client.post("/api/tables", {"game": "briscas", "seats": ["me", "clairvoyant"]})
    client.close()


def test_stale_foreign_and_impossible_answers_change_nothing(server: Running) -> None:
    with Client(f"{server.url}/play/briscas?seat=0&against=random&seed=3&speed=instant") as client:
        state = to_my_turn(client)
        illegal = next(a for a in range(40) if a not in [move["id"] for move in state["moves"]])
        refused(client, {"type": "play", "decision": state["decision"], "actions": [illegal]}, "illegal")
        refused(client, {"type": "play", "decision": "9.9", "actions": [state["moves"][0]["id"]]}, "stale")
        refused(client, {"type": "play", "decision": state["decision"], "actions": []}, "malformed")
        refused(client, {"type": "play", "decision": state["decision"], "actions": [1] * 100}, "malformed")
        refused(client, {"type": "play", "decision": 5, "actions": [1]}, "malformed")
        refused(client, {"type": "join", "table": client.table}, "join")
        refused(client, {"type": "dance"}, "unknown")
        refused(client, {"type": "at", "frame": 0, "eyes": 1}, "secret")
        refused(client, {"type": "review"}, "secret")
        refused(client, {"type": "again"}, "rules")
        old = state["decision"]
        after = answer(client, state)
        refused(client, {"type": "play", "decision": old, "actions": [state["moves"][0]["id"]]}, "stale")
        assert after["decision"] != old
        client.send({"type": "language", "language": "en"})  # messages skipped while waiting for the refusal
        assert not play_on(client, client.until("state"))["result"]["fault"]


def play_on(client: Client, state: dict[str, Any]) -> dict[str, Any]:
    state = to_my_turn(client, state)
    while not state["over"]:
        state = to_my_turn(client, answer(client, state))
    return state


def test_moves_are_taken_as_data_too(server: Running) -> None:
    with Client(f"{server.url}/play/briscas?seat=0&against=random&seed=3&speed=instant") as client:
        state = to_my_turn(client)
        move = state["moves"][0]["move"]
        client.send(
            {"type": "play", "decision": state["decision"], "actions": [{"kind": "play", "card": move["card"]}]}
        )
        assert client.until("state")["describe"]["players"][0]["played"] == [move["card"]]


def test_wrong_tokens_and_tables_are_refused(server: Running) -> None:
    client, made = table_for(server, game="briscas", seats=["me", "easy"], settings={"spectators": False})
    client.close()
    for url, code in (
        (f"{server.url}/table/{made['id']}#wrong", "token"),
        (f"{server.url}/table/{made['id']}", "closed"),
        (f"{server.url}/table/none#wrong", "gone"),
    ):
        with Client(url) as stranger:
            assert stranger.until("refused")["code"] == code
            refused(stranger, {"type": "play", "decision": "0.0", "actions": [0]}, "join")


def test_other_hosts_and_origins_are_refused(server: Running) -> None:
    for headers in ({"Host": "evil.example"}, {"Host": f"evil.example:{server.port}"}):
        connection = http.client.HTTPConnection("127.0.0.1", server.port)
        connection.request("GET", "/", headers=headers)
        assert connection.getresponse().status == 403
    connection = http.client.HTTPConnection("127.0.0.1", server.port)
    body = json.dumps({"game": "briscas"})
    connection.request(
        "POST", "/api/tables", body, {"Origin": "http://evil.example", "Content-Type": "application/json"}
    )
    assert connection.getresponse().status == 403
    connection = http.client.HTTPConnection("127.0.0.1", server.port)
    connection.request("POST", "/api/tables", body, {"Content-Type": "text/plain"})
    assert connection.getresponse().status == 400
    with pytest.raises(InvalidStatus):
        Client(f"{server.url}/table/x", origin="http://evil.example")
    Client(f"{server.url}/table/x", origin=server.url).close()


@pytest.mark.parametrize(
    "path",
    [
        "/page/../server.py",
        "/page/..%2fserver.py",
        "/page/%2e%2e/server.py",
        "/page//etc/passwd",
        "/page/games/../../server.py",
        "/page/page.css%00",
    ],
)
def test_nothing_outside_the_page_is_served(server: Running, path: str) -> None:
    connection = http.client.HTTPConnection("127.0.0.1", server.port)
    connection.request("GET", path)
    found = connection.getresponse()
    assert found.status in (400, 404)
    assert "script-src 'self'" in found.headers.get("content-security-policy", "script-src 'self'")


def test_every_page_has_a_strict_policy(server: Running) -> None:
    for path in ("/", "/table/x", "/page/app.js", "/api/games", "/nothing"):
        connection = http.client.HTTPConnection("127.0.0.1", server.port)
        connection.request("GET", path)
        policy = connection.getresponse().headers["content-security-policy"]
        assert "default-src 'none'" in policy and "unsafe" not in policy and "http" not in policy


def test_bad_links_give_a_clear_error(server: Running) -> None:
    for path, sentence in (
        ("/play/chess", "unknown game"),
        ("/play/briscas?colour=red", "has no option"),
        ("/play/briscas?seat=7", "must be from 0 to 1"),
        ("/play/briscas?against=nobody", "unknown agent"),
        ("/play/briscas?seed=x", "must be a whole number"),
        ("/play/briscas?speed=light", "must be one of"),
    ):
        connection = http.client.HTTPConnection("127.0.0.1", server.port)
        connection.request("GET", path)
        found = connection.getresponse()
        body = found.read().decode()
        assert found.status == 400 and sentence in body and "Traceback" not in body


def test_a_restarted_server_continues_its_games(tmp_path: Path) -> None:
    file = tmp_path / "tables.db"
    first = Running(file)
    client = Client(f"{first.url}/play/briscas?seat=0&against=random&speed=instant")
    state = to_my_turn(client)
    for _ in range(3):
        state = to_my_turn(client, answer(client, state))
    where = client.url
    time.sleep(0.6)  # changes are written in batches
    client.close()
    first.stop()
    assert file.stat().st_mode & 0o077 == 0, "the file holds the tokens of seats"
    second = Running(file)
    try:
        with Client(where.replace(first.url, second.url)) as back:
            again = back.until("state")
            assert again["describe"] == state["describe"]
            assert again["moves"] == state["moves"]
            assert play_on(back, again)["over"]
    finally:
        second.stop()


def test_hidden_choices_wait_can_be_withdrawn_and_outlive_a_restart(tmp_path: Path) -> None:
    server = Running(tmp_path / "tables.db")
    client, made = table_for(
        server, game="dinosaurs", seats=["me", "friend", "easy"], settings={"speed": "instant"}, options={"players": 3}
    )
    client.close()
    one, two = Client(link(server, made, 0)), Client(link(server, made, 1))
    mine, other = to_my_turn(one), to_my_turn(two)
    card = mine["moves"][0]["id"]
    after = answer(one, mine)
    while after["chosen"] != [card]:
        after = one.until("state")
    other = two.until("state")
    while 0 not in other["ready"]:
        other = two.until("state")
    assert 0 in other["ready"] and other["chosen"] == [] and other["frame"] == 0
    assert json.dumps(other["describe"]["players"][0]).count("face_down") == 1
    assert other["describe"]["players"][0]["face_down"] is None
    one.send({"type": "withdraw"})
    back = one.until("state")
    while back["chosen"]:
        back = one.until("state")
    assert [move["id"] for move in back["moves"]] == [move["id"] for move in mine["moves"]]
    answer(one, back)
    time.sleep(0.6)
    one.close()
    two.close()
    server.stop()
    server = Running(tmp_path / "tables.db")
    with Client(link(server, made, 0)) as again, Client(link(server, made, 1)) as friend:
        assert again.until("state")["chosen"] == [card]
        state = to_my_turn(friend)
        answer(friend, state)
        shown = again.until("state")
        while not shown.get("frames"):
            shown = again.until("state")
        assert shown["describe"]["players"][1]["table"] is not None
    server.stop()


def test_a_second_window_watches_until_it_takes_over(server: Running) -> None:
    url = Client.make_table(f"{server.url}/play/briscas?seat=0&against=random&seed=5&speed=instant")
    with Client(url, join=False) as one, Client(url, join=False) as two:
        for name, client in (("a", one), ("b", two)):
            client.send({"type": "join", "v": 1, "table": client.table, "token": client.token, "tab": name})
        assert one.until("table")["active"] and not two.until("table")["active"]
        state = to_my_turn(two)
        refused(two, {"type": "play", "decision": state["decision"], "actions": [state["moves"][0]["id"]]}, "passive")
        two.send({"type": "here"})
        assert two.until("table")["active"]
        answer(two, state)
    with Client(url, join=False) as three, Client(url, join=False) as same:
        three.send({"type": "join", "v": 1, "table": three.table, "token": three.token, "tab": "c"})
        assert three.until("table")["active"]
        same.send({"type": "join", "v": 1, "table": same.table, "token": same.token, "tab": "c"})
        assert same.until("table")["active"], "the same window comes back after a lost connection"
        with pytest.raises(ConnectionClosed):
            three.until("never", 5)


def test_a_take_back_needs_every_person(server: Running) -> None:
    client, made = table_for(server, game="briscas", seats=["me", "friend"], settings={"speed": "instant"})
    client.close()
    with Client(link(server, made, 0)) as one, Client(link(server, made, 1)) as two:
        clients = [one, two]
        states = [c.until("state") for c in clients]
        first = states[0]["waiting"][0]
        mover, friend = clients[first], clients[1 - first]
        refused(friend, {"type": "take_back"}, "turn")
        answer(mover, states[first])
        mover.send({"type": "take_back"})
        assert friend.until("asked")["by"] == first
        friend.send({"type": "agree", "yes": False})
        while mover.until("asked")["by"] is not None:
            pass
        mover.send({"type": "take_back"})
        while friend.until("asked")["by"] is None:
            pass
        friend.send({"type": "agree", "yes": True})
        again = mover.until("state")
        assert again["moves"] == states[first]["moves"] and again["frame"] == 0
        assert again["decision"] != states[first]["decision"]


def test_take_back_alone_against_bots_happens_at_once(server: Running) -> None:
    with Client(f"{server.url}/play/briscas?seat=0&against=random&seed=5&speed=instant") as client:
        state = to_my_turn(client)
        to_my_turn(client, answer(client, state))
        client.send({"type": "take_back"})
        assert to_my_turn(client)["moves"] == state["moves"]


def test_a_rematch_rotates_the_seats(server: Running) -> None:
    with Client(f"{server.url}/play/briscas?seat=0&against=random&seed=5&speed=instant") as client:
        play_out(client)
        client.send({"type": "again", "rotate": True})
        following = client.until("next")
    with Client(f"{server.url}/table/{following['id']}#{following['token']}") as again:
        about = again.until("table")
        assert about["seat"] == 1 and about["seats"][0]["kind"] == "agent"
        assert not again.until("state")["over"]


def test_the_clock_plays_for_a_person_who_does_not(server: Running) -> None:
    client, made = table_for(
        server, game="briscas", seats=["me", "random"], settings={"speed": "instant", "clock": 5}, seed=5
    )
    client.close()
    table = server.manager.tables[made["id"]]
    table.settings.clock = 0.3
    with Client(link(server, made, 0)) as player:
        state = to_my_turn(player)
        answer(player, state)
        before = to_my_turn(player)
        after = player.until("state", timeout=10)
        assert len(after["describe"]["players"][0]["played"]) > len(before["describe"]["players"][0]["played"])


def test_a_person_may_leave_the_seat_to_a_bot_and_goes_on_watching(server: Running) -> None:
    with Client(f"{server.url}/play/briscas?seat=0&against=random&seed=5&speed=instant") as client:
        to_my_turn(client)
        refused(client, {"type": "replace", "seat": 1, "agent": "random"}, "rules")
        client.send({"type": "replace", "seat": 0, "agent": "random"})
        assert client.until("table")["seat"] is None
        state = client.until("state")
        while not state["over"]:
            state = client.until("state")


def test_analysis_fills_in_and_is_that_of_the_command(server: Running) -> None:
    from tapete.agents.analysis import analyse

    with Client(f"{server.url}/play/briscas?seat=0&against=random&seed=7&speed=instant") as client:
        state = to_my_turn(client)
        wish = {"type": "analyse", "agent": "ismcts", "iterations": 3000, "seed": 5}
        client.send(wish)
        visits: list[int] = []
        found = client.until("analysis")
        while not found["final"]:
            visits.append(found["iterations"])
            found = client.until("analysis")
        assert visits == sorted(visits)
        position = server.manager.tables[client.table].session.position_of(0)
        alone = analyse(position, "ismcts:iterations=3000", seed=5)
        assert [(row["action"], row["visits"], row["value"]) for row in found["actions"]] == [
            (row["action"], row["visits"], row["value"]) for row in alone["actions"]
        ]
        assert {row["action"] for row in found["actions"]} == {move["id"] for move in state["moves"]}
        client.send({**wish, "iterations": None, "seconds": 600})
        client.until("analysis")
        started = time.monotonic()
        client.send({"type": "stop"})
        client.until("stopped")
        assert time.monotonic() - started < 1.0
        client.send({"type": "hint"})
        hint = client.until("hint")
        assert hint["moves"][0]["action"] in {move["id"] for move in state["moves"]}
        client.send({"type": "others"})
        assert client.until("others")["level"] == "easy"
        refused(client, {"type": "analyse", "agent": "./a.py:Agent"}, "agent")
        for spec in ("clairvoyant", "thesis-mcts"):
            assert "sees hidden cards" in refused(client, {"type": "analyse", "agent": spec}, "agent")


def test_a_game_is_reviewed_decision_by_decision(server: Running) -> None:
    with Client(f"{server.url}/play/briscas?seat=0&against=random&seed=7&speed=instant") as client:
        play_out(client)
        client.send({"type": "review"})
        points = []
        found = client.until("review", timeout=120)
        while not found["final"]:
            points.append(found)
            found = client.until("review", timeout=120)
        actions = server.manager.tables[client.table].session.actions
        *points, end = points
        assert end["end"] and end["step"] == len(actions) and sorted(end["chances"]) in ([0.0, 1.0], [0.5, 0.5])
        assert len(points) > 20
        assert all(actions[point["step"]] == point["action"] and point["loss"] >= 0 for point in points)
        client.send({"type": "whole", "frame": 4})
        position = client.until("whole")["position"]
        made = client.post("/api/tables", {"position": position, "seats": ["me", "random"]})
    with Client(link(server, made, 0)) as again:
        assert again.until("state")["describe"]["tricks"] == position["tricks"]


def test_the_language_is_switched_in_the_middle(server: Running) -> None:
    with Client(f"{server.url}/play/briscas?seat=0&against=random&seed=7&speed=instant") as client:
        state = to_my_turn(client)
        client.send({"type": "language", "language": "es"})
        spanish = client.until("state")
        assert spanish["describe"] == state["describe"] and spanish["decision"] == state["decision"]
        assert [m["id"] for m in spanish["moves"]] == [m["id"] for m in state["moves"]]
        assert spanish["moves"] == state["moves"], "a key and data, from which the reader's side makes the sentence"
        assert spanish["moves"][0]["said"]["say"] == "move.play" and "text" not in spanish["moves"][0]


def test_bots_alone_are_watched_with_open_hands_and_pause_without_spectators(server: Running) -> None:
    with Client(f"{server.url}/play/briscas?seat=none&against=random&speed=instant") as client:
        assert client.until("table")["viewer"] == "all"
        state = client.until("state")
        while not state["over"]:
            state = client.until("state")
        assert sum(state["result"]["points"]) == 120
    url = Client.make_table(f"{server.url}/play/briscas?seat=none&against=random&speed=instant")
    table = server.manager.tables[url.partition("#")[0].rpartition("/")[2]]
    time.sleep(0.3)
    assert table.session.actions == []


@contextmanager
def ahead_of_the_page(server: Running) -> Iterator[tuple[Client, Room, int]]:
    """Watch bots that have gone as far ahead of the page as they may; give the last frame, too."""
    with Client(f"{server.url}/play/briscas?seat=none&against=random&speed=fast") as client:
        client.send({"type": "shown", "frame": 0})
        client.until("state")
        frame = 0
        while frame < 2:
            frame = client.until("state")["frame"]
        table = server.manager.tables[client.url.partition("#")[0].rpartition("/")[2]]
        time.sleep(LONGER_THAN_A_PAUSE)  # some moves may have been made before the page reported anything
        yield client, table, len(table.spectator("all").log)


LONGER_THAN_A_PAUSE = 0.8  # seconds


def test_bots_wait_for_the_page_that_shows_their_game(server: Running) -> None:
    with ahead_of_the_page(server) as (client, table, frame):
        time.sleep(LONGER_THAN_A_PAUSE)
        assert len(table.session.actions) == len(table.spectator("all").log) == frame
        client.send({"type": "shown", "frame": frame})
        while client.until("state")["frame"] <= frame:
            pass


def test_bots_that_wait_for_a_page_make_no_move_in_a_pause(server: Running) -> None:
    with ahead_of_the_page(server) as (client, table, frame):
        client.send({"type": "pause", "paused": True})
        client.send({"type": "shown", "frame": frame})
        time.sleep(LONGER_THAN_A_PAUSE)
        assert len(table.session.actions) == frame
        client.send({"type": "pause", "paused": False})
        while client.until("state")["frame"] <= frame:
            pass


def test_an_answer_that_is_hurried_does_not_end_the_skipping_of_pauses(server: Running) -> None:
    with Client(f"{server.url}/play/briscas?seat=none&against=random&speed=relaxed") as client:
        client.until("state")
        table = server.manager.tables[client.url.partition("#")[0].rpartition("/")[2]]
        client.send({"type": "hurry", "skip": True})
        client.send({"type": "hurry", "skip": False})
        while not client.until("state")["over"]:
            pass
        assert table._skip.is_set()


def test_bots_do_not_wait_for_ever_for_a_page_that_reports_nothing(server: Running, monkeypatch) -> None:
    monkeypatch.setattr(room, "PAGE_SECONDS", 0.2)
    with ahead_of_the_page(server) as (client, _, frame):
        while client.until("state")["frame"] < frame + 4:
            pass


def test_an_agent_that_fails_loses_and_another_takes_its_place(server: Running) -> None:
    class Broken:
        name = "broken"
        broken = True

        def act(self, view: Any) -> int:
            raise RuntimeError("no idea")

    client, made = table_for(server, game="briscas", seats=["me", "random"], settings={"speed": "instant"}, seed=5)
    client.close()
    table = server.manager.tables[made["id"]]
    table.session.players[1] = tapete.agents.registry.seat_agent(Broken(), table.game)
    with Client(link(server, made, 0)) as player:
        state = player.until("state")
        while not state["over"]:
            state = to_my_turn(player, state)
            if not state["over"]:
                state = answer(player, state)
        assert state["result"]["fault"]["seat"] == 1
        player.send({"type": "replace", "seat": 1, "agent": "random"})
        state = player.until("state")
        assert not state["over"]
        assert play_on(player, state)["result"]["fault"] is None


def test_a_table_of_bots_whose_game_does_not_end_stops(server: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    with Client(server.url, join=False) as client:
        wish = {"game": "briscas", "seats": ["random", "random"], "settings": {"speed": "instant"}}
        made = client.post("/api/tables", wish)
    table = server.manager.tables[made["id"]]
    monkeypatch.setitem(vars(table.game), "max_decisions", 10)
    with Client(f"{server.url}/table/{made['id']}#{made['owner']}") as watcher:
        assert "10 decisions without an end" in watcher.until("failed")["text"]
    assert len(table.session.actions) == 10


def won_positions() -> Iterator[tuple[State, int]]:
    """Yield positions of Hearthstone in which the seat to move wins by one of several moves, with that move."""
    table = tapete.load("hearthstone")
    for seed in range(40):
        session = Session(table, ["random", "random"], seed)
        session.advance()
        state, last = session.at(len(session.actions) - 1), session.actions[-1]
        if state.move(last)["kind"] != "end" and session.returns()[state.seat] == 1.0 and len(state.legal()) > 2:
            yield state, last


def test_a_move_that_wins_at_once_comes_first_and_a_missed_one_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(analysis, "REVIEW_ITERATIONS", 50)
    monkeypatch.setattr(analysis, "HINT_ITERATIONS", 50)
    missed = 0
    for state, last in islice(won_positions(), 3):
        winning = analysis.wins_at_once(state)
        assert last in winning and len(winning) < len(state.legal())
        *_, found = analysis.analysis(state, adviser(state.game), 1, None, 50)
        assert found["actions"][0]["action"] in winning and not found["actions"][-1]["wins"]
        *_, hint = analysis.hint(state, 1)
        assert hint["wins"] and hint["moves"][0]["action"] in winning
        for action in [last, *(one for one in state.legal() if one not in winning)]:
            session = Session(state.game, [None, None], position=state)
            session.play(state.seat, action)
            point = next(analysis.review(session, [1]))
            won = session.returns()[state.seat] == 1.0
            still = session.state.turn == state.turn and bool(analysis.wins_at_once(session.state))
            assert point["missed_win"] == (not won and not still)
            assert not point["missed_win"] or point["best"] in winning
            missed += point["missed_win"]
    assert missed


@pytest.mark.slow
@pytest.mark.parametrize("game", ["dinosaurs", "catan", "hearthstone", "tribute"])
def test_every_game_can_be_reviewed_and_analysed(server: Running, game: str) -> None:
    """The first decisions of a game against bots, analysed by the game's own adviser."""
    table = tapete.load(game)
    state = table.deal(3)
    while len(state.legal()) == 1:
        state.play(state.legal()[0])
    spec = adviser(table)
    found = list(analysis.analysis(state, spec, 1, None, 200))[-1]
    assert found["final"] and {row["action"] for row in found["actions"]} == set(state.legal())
    assert any(row["value"] is not None for row in found["actions"]), f"{spec} tells no values"
    session = Session(table, ["random"] * table.seats, 3)
    for _ in range(25):
        question = session.question()
        assert question is not None
        session.answer(question, question.player.decide(question.world, question.view))
    points = []
    for point in analysis.review(session, list(range(1, len(session.actions) + 1))):
        points.append(point)
        if len(points) == 4:
            break
    assert [point["final"] for point in points] == [False] * 4
    assert all(point["best_said"] and point["loss"] >= 0 for point in points)
    assert all(point["chances"] is None or sum(point["chances"]) == pytest.approx(1) for point in points)
