"""Games to look at: of agents, and records."""

import asyncio
import json
import random

import pytest
from asgi import Socket, request, serving
from test_server import fuzzed, is_one_sentence

from critter_envs.play.course import Course
from critter_envs.play.show import Show, Viewer
from critter_envs.web import shows
from critter_envs.web.server import REFUSED

AGENTS = ["random", "ppo", "rules"]


def play(scenario, **settings):
    async def run():
        async with serving(**settings) as app:
            await scenario(app)

    asyncio.run(run())


async def new_show(app, game="greedy_goose", agents=AGENTS, **more):
    body = json.dumps({"game": game, "agents": agents, **more}).encode()
    status, _, answer = await request(app, "POST", "/api/shows", body)
    assert status == 200, answer
    return answer["show"]


async def first_scene(socket, token):
    socket.send({"type": "watch", "token": token})
    return await socket.receive()


async def look(socket, number, seat=0, open=True):
    return await socket.ask({"type": "look", "number": number, "seat": seat, "open": open})


async def to_the_end(socket, scene):
    while scene["more"]:
        scene = await look(socket, scene["number"] + 1)
    return scene


def test_agents_play_while_somebody_looks_on():
    async def scenario(app):
        async with Socket(app) as socket:
            scene = await first_scene(socket, await new_show(app, seed=5))
            assert (scene["type"], scene["kind"]) == ("scene", "watch")
            assert (scene["number"], scene["played"], scene["more"]) == (0, 0, True)
            assert [one["agent"] for one in scene["view"]["players"]] == AGENTS
            assert {one["kind"] for one in scene["view"]["players"]} == {"agent"}
            assert scene["view"]["legal"] == []
            assert not scene["view"]["can_undo"]
            last = await to_the_end(socket, scene)
            assert last["view"]["over"]
            assert last["next"] is None
            assert last["number"] == last["played"] == last["view"]["number"]
            assert len(last["view"]["standings"]) == 3
            assert (await look(socket, 0))["view"] == scene["view"]
            assert is_one_sentence(await look(socket, last["played"] + 1))
            assert await look(socket, last["played"]) == last

    play(scenario)


def test_what_comes_next():
    """The probabilities are the agent's own, and what it did is told once it has done it."""

    async def scenario(app):
        async with Socket(app) as socket:
            scene = await to_the_end(socket, await first_scene(socket, await new_show(app, seed=5)))
            told, sums = set(), []
            for number in range(scene["played"]):
                scene = await look(socket, number)
                assert scene["view"]["legal"] == []
                following = scene["next"]
                who = AGENTS[following["seat"]]
                told.add((who, following["actions"] is not None))
                after = await look(socket, number + 1)
                assert after["view"]["log"][-1]["text"] == following["label"]
                assert after["view"]["log"][-1]["seat"] == following["seat"]
                if following["actions"] is not None:
                    sums.append(sum(one["share"] for one in following["actions"]))
                    assert following["action"] in [one["action"] for one in following["actions"]]
            assert told == {("random", True), ("ppo", True), ("rules", False)}
            assert sums == pytest.approx([1] * len(sums))

    play(scenario)


def test_a_seat_is_shown_what_it_saw():
    async def scenario(app):
        async with Socket(app) as socket:
            scene = await to_the_end(socket, await first_scene(socket, await new_show(app, seed=5)))
            half = scene["played"] // 2
            hidden = await look(socket, half, 1, open=False)
            shown = await look(socket, half, 1)
            assert [one["kind"] for one in hidden["view"]["players"]] == ["you", "agent", "agent"]
            assert hidden["view"]["players"][0]["seat"] == 1
            assert hidden["view"]["observation"] != shown["view"]["observation"]
            seats = set()
            for number in range(scene["played"]):
                following = (await look(socket, number, 1, open=False))["next"]
                seats |= {following["seat"]} if following else set()
            assert seats == {1}

    play(scenario)


def test_a_record_stays_as_it_is():
    course = Course("greedy_goose", ["person", "rules", "somebody"], 3)
    for _ in range(5):
        course.act(course.turn, course.legal(course.turn)[0])

    async def scenario(app):
        token = app.state.shows.add(Show.of(course.record()), Viewer(1, False), 0.5)
        async with Socket(app) as socket:
            scene = await first_scene(socket, token)
            assert (scene["kind"], scene["played"], scene["more"], scene["seat"], scene["open"]) == ("replay", 5, False, 1, False)
            assert scene["view"]["delay"] == 0.5
            assert "it stays as it is" in (await socket.ask({"type": "again"}))["message"]
            last = await look(socket, 5)
            assert last["next"] is None
            assert not last["view"]["over"]
            assert is_one_sentence(await look(socket, 6))
            assert is_one_sentence(await look(socket, 0, seat=3))

    play(scenario)


def test_a_new_game(monkeypatch):
    monkeypatch.setattr(shows.chance, "seed", lambda: 6)

    async def scenario(app):
        async with Socket(app) as socket:
            first = await first_scene(socket, await new_show(app, seed=5))
            await to_the_end(socket, first)
            again = await socket.ask({"type": "again"})
            assert (again["number"], again["played"], again["more"]) == (0, 0, True)
            assert again["view"]["observation"] != first["view"]["observation"]
            assert again["deal"] == first["deal"] + 1
            assert (await to_the_end(socket, again))["view"]["over"]

    play(scenario)


def test_strangers():
    async def scenario(app):
        for body in (
            {"game": "greedy_goose", "agents": ["person", "random"]},
            {"game": "greedy_goose", "agents": ["random"]},
            {"game": "greedy_goose", "agents": ["random", "ppo:/etc/passwd"]},
            {"game": "greedy_goose", "agents": ["random", "search:999999"]},
            {"game": "greedy_goose", "agents": ["random", "random"], "parameters": {"reward": "win"}},
            {"game": "greedy_goose", "agents": ["random", "random"], "delay": 1},
            {"game": "chess", "agents": ["random", "random"]},
            [],
        ):
            status, _, answer = await request(app, "POST", "/api/shows", json.dumps(body).encode())
            assert status == 400
            assert is_one_sentence(answer)
        async with Socket(app) as socket:
            socket.send({"type": "watch", "token": "nothing"})
            assert is_one_sentence(await socket.receive())
            assert await socket.receive() is None
            assert socket.code == REFUSED
        async with Socket(app) as socket:
            before = await first_scene(socket, await new_show(app))
            for message in (
                {"type": "act", "number": 0, "action": 0},
                {"type": "sit", "token": "x"},
                {"type": "look", "number": -1, "seat": 0, "open": True},
                {"type": "look", "number": 2, "seat": 0, "open": True},
                {"type": "look", "number": 0, "seat": 9, "open": True},
                {"type": "look", "number": 0, "seat": 0, "open": 1},
                {"type": "look", "number": 0, "seat": 0},
            ):
                assert is_one_sentence(await socket.ask(message)), message
            assert await socket.ask({"type": "ping"}) == {"type": "pong"}
            assert await look(socket, 0) == before

    play(scenario)


def test_fuzzed_messages_of_those_who_look_on():
    chance, course = random.Random(7), Course("greedy_goose", ["person", "rules", "somebody"], 3)
    good = {"type": "look", "number": 0, "seat": 1, "open": False}, {"type": "again"}

    async def scenario(app):
        async with Socket(app) as socket:
            before = await first_scene(socket, app.state.shows.add(Show.of(course.record()), Viewer(), 1.0))
            for _ in range(500):
                answer = await socket.ask(fuzzed(chance, *good))
                assert answer["type"] == "scene" or is_one_sentence(answer)
            assert await look(socket, 0) == before

    play(scenario)


def test_the_oldest_show_makes_room(monkeypatch):
    monkeypatch.setattr(shows, "MOST_SHOWS", 2)

    async def scenario(app):
        tokens = [await new_show(app, agents=["random", "random"]) for _ in range(3)]
        for token, kind in zip(tokens, ("error", "scene", "scene"), strict=True):
            async with Socket(app) as socket:
                assert (await first_scene(socket, token))["type"] == kind

    play(scenario)
