"""Games that are over, and the files of records: what can be looked at, by whom, and when."""

import asyncio
import json
from importlib import resources

import numpy as np
import pytest
from asgi import Socket, new_table, request, room_of, seated, serving
from test_games import finish
from test_room import own_turn, play
from test_server import is_one_sentence
from test_shows import AGENTS, first_scene, look, new_show, to_the_end

from critter_envs.core.records import record_in
from critter_envs.play import show as shows
from critter_envs.play.course import Course
from critter_envs.web.limits import LONGEST_RECORD

LOOK_BACK = {"type": "look_back"}


async def answered(socket, data):
    """What is answered to something; views and pongs before it are left aside."""
    while (message := await socket.ask(data))["type"] == "pong":
        pass
    return message


async def opened(app, content, kind="application/json"):
    """What comes of a file that is opened."""
    status, _, answer = await request(app, "POST", "/api/records", content, kind)
    return status, answer


def record(agents=("rules", "person"), decisions=7, seed=2**60 + 1, **parameters):
    """A game that is under way."""
    course = Course("greedy_goose", agents, seed, **parameters)
    for _ in range(decisions):
        course.act(course.turn, course.legal(course.turn)[0])
    return course.record()


def content_of(one):
    return json.dumps(vars(one) | {"result": one.result and vars(one.result)}).encode()


def test_a_game_that_is_over_is_looked_at_from_its_deal_on():
    async def scenario(app):
        tokens = await new_table(app, "greedy_goose", ["rules", "person", "random"], seed=3)
        async with seated(app, tokens[1]) as (socket, view):
            assert is_one_sentence(await answered(socket, LOOK_BACK))
            end = await finish(socket, view, np.random.default_rng(0))
            answer = await answered(socket, LOOK_BACK)
            assert answer["type"] == "show"
            assert await answered(socket, LOOK_BACK) == answer  # not another one
            decisions = list(room_of(app)._table.decisions)
            async with Socket(app) as watcher:
                scene = await first_scene(watcher, answer["show"])
                assert (scene["kind"], scene["number"], scene["seat"], scene["open"]) == ("replay", 0, 1, True)
                assert scene["played"] == len(decisions)
                last = await look(watcher, scene["played"], 1, open=False)
                assert last["view"]["standings"] == end["standings"]
                assert [one["text"] for one in last["view"]["log"]] == [one["text"] for one in end["log"]]

    play(scenario)


def test_what_all_have_seen_is_not_taken_back():
    async def scenario(app):
        tokens = await new_table(app, "greedy_goose", ["person", "random"], seed=3)
        async with seated(app, tokens[0]) as (socket, view):
            view = await finish(socket, view, np.random.default_rng(0))
            assert view["can_undo"]
            socket.send(LOOK_BACK)
            assert not (await socket.next("view"))["can_undo"]
            await socket.next("show")
            decisions = list(room_of(app)._table.decisions)
            assert is_one_sentence(await socket.ask({"type": "undo"}))
            assert room_of(app)._table.decisions == decisions
            socket.send({"type": "again"})
            assert (await socket.next("view"))["log"] == []
            assert is_one_sentence(await answered(socket, LOOK_BACK))

    play(scenario)


def test_what_all_have_seen_is_not_taken_back_after_a_restart_either(tmp_path):
    file = tmp_path / "games.db"

    async def look_back():
        async with serving(file=file) as app:
            tokens = await new_table(app, "greedy_goose", ["person", "random"], seed=3)
            async with seated(app, tokens[0]) as (socket, view):
                await finish(socket, view, np.random.default_rng(0))
                assert (await answered(socket, LOOK_BACK))["type"] == "show"
            return tokens[0]

    async def come_back(token):
        async with serving(file=file) as app, seated(app, token) as (socket, view):
            assert view["over"]
            assert not view["can_undo"]
            assert is_one_sentence(await socket.ask({"type": "undo"}))
            socket.send({"type": "again"})
            view = await own_turn(socket, await socket.next("view"))
            socket.act(view, view["legal"][0]["action"])
            while not (await socket.next("view"))["can_undo"]:
                pass

    async def come_back_again(token):
        async with serving(file=file) as app, seated(app, token) as (_, view):
            assert view["can_undo"]

    token = asyncio.run(look_back())
    asyncio.run(come_back(token))
    asyncio.run(come_back_again(token))


def test_a_new_game_is_not_in_the_show_of_the_last_one():
    async def scenario(app):
        tokens = await new_table(app, "greedy_goose", ["person", "person"], parameters={"max_decisions": 4})
        async with seated(app, tokens[0]) as (ann, _), seated(app, tokens[1]) as (ben, _):
            assert is_one_sentence(await answered(ben, LOOK_BACK))
            table = room_of(app)._table
            for _ in range(4):
                seat = table.turn
                await room_of(app).act(seat, room_of(app)._number(seat), table.legal(seat)[0])
            first, second = [(await answered(one, LOOK_BACK))["show"] for one in (ann, ben)]
            assert first != second
            ann.send({"type": "again"})
            async with Socket(app) as watcher:
                before = await first_scene(watcher, first)
                while room_of(app)._table is table:
                    await asyncio.sleep(0)
                new = room_of(app)._table
                await room_of(app).act(new.turn, room_of(app)._number(new.turn), new.legal(new.turn)[0])
                assert await look(watcher, 0) == before
                kept = record_in((await watcher.ask({"type": "record"}))["text"].encode(), "")
                assert kept.seed == table.seed != new.seed
            for one in (ann, ben):
                assert is_one_sentence(await answered(one, LOOK_BACK))

    play(scenario)


def test_a_record_that_is_kept_is_opened_again():
    """To the byte, though scripts know no whole numbers as long as its seed."""

    async def scenario(app):
        async with Socket(app) as socket:
            scene = await to_the_end(socket, await first_scene(socket, await new_show(app, seed=2**60 + 1)))
            kept = await socket.ask({"type": "record"})
            text = json.loads(json.dumps(kept))["text"]
            assert record_in(text.encode(), "").seed == 2**60 + 1
        status, answer = await opened(app, text.encode())
        assert status == 200
        async with Socket(app) as socket:
            again = await first_scene(socket, answer["show"])
            assert again["kind"] == "replay"
            assert (await look(socket, again["played"]))["view"] == scene["view"]
            assert await socket.ask({"type": "record"}) == kept
            assert [one["agent"] for one in again["view"]["players"]] == AGENTS

    play(scenario)


def test_a_record_may_name_any_file_but_none_is_opened(monkeypatch):
    asked = []

    def agent(spec, game):
        asked.append(spec)

    monkeypatch.setattr(shows, "agent", agent)

    async def scenario(app):
        status, answer = await opened(app, content_of(record(("ppo:/etc/passwd", "search:99999", "random", "ppo:own.zip"), 20)))
        assert status == 200
        async with Socket(app) as socket:
            scene = await first_scene(socket, answer["show"])
            for number in range(scene["played"] + 1):
                await look(socket, number)
        assert set(asked) == {"random", "ppo:own.zip"}

    play(scenario, agents=("ppo:own.zip",))


def test_a_record_that_is_sent_tells_of_no_folders():
    async def scenario(app):
        token = app.state.shows.add(shows.Show.of(record(("ppo:/elsewhere/secret/best.zip", "rules"))), shows.Viewer(), 1.0)
        async with Socket(app) as socket:
            await first_scene(socket, token)
            text = (await socket.ask({"type": "record"}))["text"]
        assert json.loads(text)["agents"] == ["ppo:best.zip", "rules"]

    play(scenario)


GOOD = json.loads(content_of(record()))


def test_the_page_knows_how_long_a_record_may_be():
    page = resources.files("critter_envs.web") / "page" / "lobby.js"
    assert f"const LONGEST_RECORD = {LONGEST_RECORD};" in page.read_text("utf-8")


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"x",
        b"[]",
        b"\xff\xfe",
        b"[" * 100_000,
        b" " * (LONGEST_RECORD + 1),
        json.dumps(GOOD | {"game": "chess"}).encode(),
        json.dumps(GOOD | {"seed": 5}).encode(),
        json.dumps(GOOD | {"version": 999, "seed": 5}).encode(),
        json.dumps(GOOD | {"actions": GOOD["actions"][:-1]}).encode(),
        json.dumps(GOOD | {"actions": [[9, 9]] * 7}).encode(),
        json.dumps(GOOD | {"parameters": {"num_players": 2, "self": 1}}).encode(),
        json.dumps(GOOD | {"parameters": {"num_players": 1e9}}).encode(),
    ],
)
def test_files_that_hold_no_record(content):
    async def scenario(app):
        status, answer = await opened(app, content)
        assert status == 400
        assert is_one_sentence(answer)
        assert not app.state.shows._stages

    play(scenario)


def test_another_page_can_open_no_file():
    async def scenario(app):
        assert (await opened(app, content_of(record())))[0] == 200
        assert (await opened(app, content_of(record()), "text/plain"))[0] == 400

    play(scenario)


def test_only_who_looks_on_is_sent_a_record():
    async def scenario(app):
        tokens = await new_table(app, "greedy_goose", ["person", "random"], seed=3)
        async with seated(app, tokens[0]) as (socket, _):
            assert is_one_sentence(await answered(socket, {"type": "record"}))
        async with Socket(app) as socket:
            await first_scene(socket, await new_show(app))
            assert is_one_sentence(await socket.ask(LOOK_BACK))

    play(scenario)
