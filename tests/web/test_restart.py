"""The server may be killed at any moment: no accepted decision is lost."""

import asyncio
import json
import random
import time

import pytest
from asgi import new_table, seated, serving, whole
from process import post, server
from test_room import GOOSE, own_turn
from websockets.sync.client import connect


def play_for(address, token, seconds, chance):
    """Play at random for some time, a new game whenever one ends; returns the last view that came."""
    with connect(f"ws://{address}/ws") as socket:
        socket.send(json.dumps({"type": "sit", "token": token}))
        until, view, answered = time.monotonic() + seconds, None, None
        while view is None or time.monotonic() < until:
            message = json.loads(socket.recv())
            assert message["type"] == "view", message
            view = whole(message, view)
            if view["over"]:
                socket.send(json.dumps({"type": "again"}))
            elif view["legal"] and view["asked"] != answered:
                answered = view["asked"]
                time.sleep(0.01)  # as often as the server lets anybody
                action = chance.choice(view["legal"])["action"]
                socket.send(json.dumps({"type": "act", "number": view["number"], "action": action}))
        return view


def test_a_server_that_was_killed(tmp_path):
    chance = random.Random(3)
    file = tmp_path / "games.db"
    with server(file) as (address, _):
        made = post(address, {"game": "greedy_goose", "seats": ["person", "random", "random"], "delay": 0})
        token = made["seats"][0]["token"]
        last = play_for(address, token, 0.3, chance)
    for _ in range(2):
        with server(file) as (address, _), connect(f"ws://{address}/ws") as socket:
            socket.send(json.dumps({"type": "sit", "token": token}))
            view = json.loads(socket.recv())
            assert view["number"] >= last["number"]
            if view["number"] - len(view["log"]) == last["number"] - len(last["log"]):  # the same game
                assert view["log"][: len(last["log"])] == last["log"]
            else:
                assert last["over"]
            last = play_for(address, token, 0.2, chance)


@pytest.mark.parametrize("steps", [0, 1, 4])
def test_a_game_is_the_same_after_a_restart(tmp_path, steps):
    file, chance = tmp_path / "games.db", random.Random(1)

    async def before():
        async with serving(file=file) as app:
            tokens = await new_table(app, *GOOSE, seed=5, parameters={"memory": False})
            async with seated(app, tokens[0]) as (socket, view):
                view = await own_turn(socket, view)
                for _ in range(steps):
                    socket.act(view, chance.choice(view["legal"])["action"])
                    view = await own_turn(socket, view, view["asked"])
                if steps > 2:
                    socket.send({"type": "undo"})
                    view = await own_turn(socket, view, view["asked"])
                return tokens[0], view

    async def after(token, view):
        async with serving(file=file) as app, seated(app, token) as (_, again):
            assert again == view

    token, view = asyncio.run(before())
    asyncio.run(after(token, view))


def test_a_game_of_other_rules_does_not_go_on(tmp_path):
    async def run():
        async with serving(file=tmp_path / "games.db") as app:
            tokens = await new_table(app, *GOOSE)
            app.state.rooms._rooms.clear()
            await app.state.store.write(("UPDATE tables SET version = 0", ()))
            with pytest.raises(AssertionError, match="version 0 of the rules"):
                async with seated(app, tokens[0]):
                    pass

    asyncio.run(run())
