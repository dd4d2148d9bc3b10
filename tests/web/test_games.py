"""Whole games by scripted clients over the application."""

import asyncio
import json

import numpy as np
import pytest
from asgi import new_table, request, room_of, seated, serving

import critter_envs
from critter_envs.core.records import read_record

GAMES = critter_envs.games()


async def finish(socket, view, chance, last=None):
    """Play on at random until the game is over, or as many decisions as ``last`` says; returns the last view."""
    decided, answered = 0, None
    while not view["over"]:
        if view["legal"] and view["asked"] != answered:
            if decided == last:
                return view
            socket.act(view, int(chance.choice([one["action"] for one in view["legal"]])))
            decided, answered = decided + 1, view["asked"]
        view = await socket.receive()
        assert view["type"] == "view", view
    return view


@pytest.mark.parametrize("name", GAMES)
def test_a_whole_game_against_agents(name, tmp_path):
    async def play():
        async with serving() as app:
            game = critter_envs.game(name)
            seats = ["random", "person", "rules", *["random"] * (game.min_players - 3)]
            tokens = await new_table(app, name, seats)
            async with seated(app, tokens[1]) as (socket, view):
                view = await finish(socket, view, np.random.default_rng(1))
            assert [one["name"] for one in view["players"][:2]] == ["you", "+1"]
            assert [one["seat"] for one in view["players"]] == [(1 + k) % len(seats) for k in range(len(seats))]
            assert sum(one["share"] for one in view["standings"]) == pytest.approx(1)
            assert view["turn"]["seat"] is None
            assert view["legal"] == []
            (record,) = await app.state.store.records(room_of(app).id)
            file = tmp_path / "record.json"
            file.write_text(json.dumps(record))
            played = read_record(file)
            played.replay()
            assert sorted((one["seat"], one["score"]) for one in view["standings"]) == list(enumerate(played.result.scores))

    asyncio.run(play())


@pytest.mark.parametrize("name", GAMES)
def test_persons_alone(name):
    """All seats are persons', each chooses as soon as it may; nobody's decision makes another one's late."""

    async def play():
        async with serving() as app:
            count = critter_envs.game(name).min_players
            tokens = await new_table(app, name, ["person"] * count, parameters={"max_decisions": 60})
            finals = await asyncio.gather(*(one_person(app, tokens[seat], seat) for seat in range(count)))
            assert len({json.dumps(sorted((one["seat"], one["score"]) for one in view["standings"])) for view in finals}) == 1

    async def one_person(app, token, seat):
        async with seated(app, token) as (socket, view):
            return await finish(socket, view, np.random.default_rng(seat))

    asyncio.run(play())


def test_what_there_is_to_choose_from():
    async def look():
        async with serving() as app:
            status, headers, games = await request(app, "GET", "/api/games")
            assert status == 200
            assert [game["name"] for game in games] == list(GAMES)
            for game in games:
                assert {"person"}.isdisjoint(game["agents"])
                assert "ppo" in game["agents"]
                assert "reward" not in [one["name"] for one in game["parameters"]]
            assert "default-src 'none'" in headers["content-security-policy"]

    asyncio.run(look())
