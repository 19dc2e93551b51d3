"""The table's server: who sees what, who may do what, and what is refused."""

from __future__ import annotations

from typing import Any

from tapete.web.client import Client


def test_a_link_makes_a_table_and_a_game_is_played_to_the_end(server: Any) -> None:
    with Client(f"{server.url}/play/briscas?seat=0&against=random&seed=7&speed=instant") as client:
        about = client.until("table")
        assert about["seat"] == 0 and about["game"] == "briscas"
        state = client.until("state")
        for _ in range(60):
            while not state["over"] and not state["moves"]:
                state = client.until("state")
            if state["over"]:
                break
            client.send({"type": "play", "decision": state["decision"], "actions": [state["moves"][0]["id"]]})
            state = client.until("state")
        assert state["over"] and sum(state["result"]["points"]) == 120
        assert state["moves"] == []
