"""Strangers and their messages: what isn't right is refused with one sentence, and changes nothing."""

import json
import random
import shutil
import sqlite3

import pytest
from asgi import Socket, new_table, request, room_of, scope_of, seated
from test_room import GOOSE, own_turn, play

from critter_envs.agents.spec import shipped
from critter_envs.core.registry import find
from critter_envs.web import limits
from critter_envs.web.server import BUSY, FLOODED, REFUSED, TOO_SLOW

#: None of these is a message.
WRONG = [
    "",
    "x",
    "null",
    "[]",
    "7",
    '"act"',
    "{}",
    '{"type":"ping"',
    '{"type":"fly"}',
    '{"type":["ping"]}',
    '{"type":"ping","more":1}',
    '{"type":"act"}',
    '{"type":"act","number":0}',
    '{"type":"act","number":"0","action":0}',
    '{"type":"act","number":0.5,"action":0}',
    '{"type":"act","number":true,"action":0}',
    '{"type":"act","number":0,"action":null}',
    '{"type":"act","number":-1,"action":0}',
    '{"type":"act","number":0,"action":-1}',
    '{"type":"act","number":1e999,"action":0}',
    '{"type":"act","number":123456789012345678901234567890,"action":0}',
    '{"type":"act","number":0,"action":99999999999999999999}',
    '{"type":"delay"}',
    '{"type":"delay","seconds":-0.1}',
    '{"type":"delay","seconds":5.1}',
    '{"type":"delay","seconds":NaN}',
    '{"type":"delay","seconds":Infinity}',
    '{"type":"delay","seconds":"1"}',
    '{"type":"sit"}',
    '{"type":"sit","token":5}',
    '{"type":"sit","token":"x"}',
    '{"type":"undo","number":0}',
    "[" * 2000,
    '{"type":"ping",' * 100,
    '{"type":"\ud800"}',
    "\x00",
    "{'type': 'ping'}",
    '{"type":"ping"}' + " " * limits.LONGEST_MESSAGE,
    json.dumps({"type": "ping", "pad": "x" * 60_000}),
    b"",
    b'{"type":"ping"}',
    b"\xff\xfe",
]


def is_one_sentence(message):
    text = message["message"]
    return message["type"] == "error" and text.endswith(".") and len(text) < 420 and "\n" not in text and "Traceback" not in text


async def state_of(app, token):
    """All that a fresh connection is shown, and what is in the database."""
    async with seated(app, token) as (_, view):
        return view, [await app.state.store._read(f"SELECT * FROM {name}") for name in ("tables", "seats", "decisions")]


async def left_alone(app, socket, token, messages):
    """Send what isn't right; each is answered by a sentence, and nothing changes."""
    before = await state_of(app, token)
    for message in messages:
        answer = await socket.ask(message)
        assert is_one_sentence(answer), (message, answer)
    assert await state_of(app, token) == before
    assert await socket.ask({"type": "ping"}) == {"type": "pong"}


def test_wrong_messages():
    async def scenario(app):
        tokens = await new_table(app, *GOOSE, seed=4)
        async with seated(app, tokens[0]) as (socket, view):
            await own_turn(socket, view)
            await left_alone(app, socket, tokens[0], WRONG)

    play(scenario)


def fuzzed(chance, *messages):
    """One of these messages, with some of its characters replaced."""
    text = list(json.dumps(chance.choice(messages)))
    for _ in range(chance.randint(1, 6)):
        text[chance.randrange(len(text))] = chance.choice(
            ['"', "{", "}", "[", ":", ",", "e", "9", "-", "\x7f", "é", "\ud83d", ""]
        )
    return "".join(text)


def test_fuzzed_messages():
    chance = random.Random(7)
    good = {"type": "act", "number": 3, "action": 1}, {"type": "ping"}, {"type": "hint"}

    async def scenario(app):
        tokens = await new_table(app, *GOOSE, seed=4, parameters={"first_player": 1}, delay=5)  # it is not the person's turn
        async with seated(app, tokens[0]) as (socket, _):
            decisions = list(room_of(app)._table.decisions)
            for _ in range(1000):
                answer = await socket.ask(fuzzed(chance, *good))
                assert answer == {"type": "pong"} or is_one_sentence(answer)
            assert room_of(app)._table.decisions == decisions

    play(scenario)


def test_illegal_actions():
    async def scenario(app):
        tokens = await new_table(app, *GOOSE, seed=4)
        async with seated(app, tokens[0]) as (socket, view):
            view = await own_turn(socket, view)
            legal = [one["action"] for one in view["legal"]]
            illegal = [action for action in range(40) if action not in legal] + [2**15]
            await left_alone(
                app, socket, tokens[0], [{"type": "act", "number": view["number"], "action": action} for action in illegal]
            )

    play(scenario)


def test_too_many_messages():
    """The first in excess is answered, the rest are left aside; whoever goes on and on loses the connection."""

    async def scenario(app):
        tokens = await new_table(app, *GOOSE, seed=4)
        async with seated(app, tokens[0]) as (socket, view):
            await own_turn(socket, view)
            for _ in range(20):
                socket.send({"type": "ping"})
            answers = [await socket.receive() for _ in range(6)]
            assert [answer["type"] for answer in answers] == ["pong"] * 5 + ["error"]
            assert is_one_sentence(answers[-1])
            for _ in range(limits.PATIENCE):
                socket.send({"type": "ping"})
            assert await socket.receive() is None
            assert socket.code == FLOODED
        async with seated(app, tokens[0]) as (_, view):
            assert view["legal"]

    play(scenario, messages=(5, 0.001))


# --- tokens ----------------------------------------------------------------------------------------------------


def test_tokens_can_not_be_guessed_and_wrong_ones_are_refused_alike():
    async def scenario(app):
        tokens = await new_table(app, "greedy_goose", ["person"] * 6)
        more = await new_table(app, "greedy_goose", ["person"] * 6)
        drawn = [*tokens.values(), *more.values()]
        assert len(set(drawn)) == 12
        assert min(map(len, drawn)) >= 22  # 16 bytes
        answers = set()
        for wrong in ("", "x", tokens[0][:-1], tokens[0] + "A", tokens[0].swapcase(), "' OR 1=1 --", "é" * 200):
            async with Socket(app) as socket:
                answers.add(json.dumps(await socket.sit(wrong)))
                assert await socket.receive() is None
                assert socket.code == REFUSED
        assert len(answers) == 1
        assert is_one_sentence(json.loads(answers.pop()))

    play(scenario)


def test_the_file_holds_no_token(tmp_path):
    async def scenario(app):
        tokens = await new_table(app, "greedy_goose", ["person"] * 2)
        content = b"".join(file.read_bytes() for file in tmp_path.iterdir())
        assert room_of(app).id.encode() in content
        assert not any(token.encode() in content for token in tokens.values())

    play(scenario, file=tmp_path / "games.db")


@pytest.mark.parametrize("first", ['{"type":"ping"}', "x", b"\x00", "x" * 5000, '{"type":"act","number":0,"action":0}'])
def test_a_connection_begins_with_its_seat(first):
    async def scenario(app):
        async with Socket(app) as socket:
            assert is_one_sentence(await socket.ask(first))
            assert await socket.receive() is None
            assert socket.code == REFUSED

    play(scenario)


def test_who_says_nothing_is_sent_away(monkeypatch):
    monkeypatch.setattr("critter_envs.web.server.TIME_TO_SIT", 0.05)

    async def scenario(app):
        async with Socket(app) as socket:
            assert is_one_sentence(await socket.receive())
            assert await socket.receive() is None
            assert socket.code == TOO_SLOW  # the page tries again

    play(scenario)


def test_who_reads_nothing_is_sent_away(monkeypatch):
    """What waits for one client doesn't pile up."""
    monkeypatch.setattr("critter_envs.web.server.MOST_WAITING", 3)

    async def scenario(app):
        tokens = await new_table(app, *GOOSE)
        async with seated(app, tokens[0]) as (socket, _):
            (client,) = room_of(app)._connections[0]
            for _ in range(9):
                client.send("{}")
            assert await socket.receive() is None  # nor does it get what comes after that which it has lost
            assert socket.code == TOO_SLOW

    play(scenario)


# --- tables ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("body", "said"),
    [
        (b"", "isn't JSON"),
        (b"[]", "can't be understood"),
        (b"{}", "game: field required"),
        (b'{"game":"chess","seats":["person","rules"]}', "there is no game"),
        (b'{"game":"greedy_goose","seats":[]}', "seats"),
        (b'{"game":"greedy_goose","seats":["person"]}', "can't be played by 1 players"),
        (b'{"game":"greedy_goose","seats":["rules","rules"]}', "must be a person's"),
        (b'{"game":"greedy_goose","seats":["person","nobody"]}', "nobody is called 'nobody' here"),
        (b'{"game":"greedy_goose","seats":["person","ppo:/etc/passwd"]}', "nobody is called"),
        (b'{"game":"greedy_goose","seats":["person","search:100000"]}', "at most 2000 simulations"),
        (b'{"game":"greedy_goose","seats":["person","search:0"]}', "how many simulations"),
        (b'{"game":"greedy_goose","seats":["person","search:9:x"]}', "play-outs"),
        (b'{"game":"greedy_goose","seats":["person","rules"],"seed":-1}', "seed"),
        (b'{"game":"greedy_goose","seats":["person","person"],"seed":1}', "whoever knows it"),
        (b'{"game":"greedy_goose","seats":["person","rules"],"delay":6}', "delay"),
        (b'{"game":"greedy_goose","seats":["person","rules"],"parameters":{"reward":"win"}}', "has no parameter 'reward'"),
        (b'{"game":"greedy_goose","seats":["person","rules"],"parameters":{"x":1}}', "has no parameter"),
        (b'{"game":"greedy_goose","seats":["person","rules"],"parameters":{"deck":5}}', "deck can't be 5"),
        (b'{"game":"greedy_goose","seats":["person","rules"],"parameters":{"num_players":5}}', "num_players"),
        (b'{"game":"greedy_goose","seats":["person","rules"],"parameters":{"self":5}}', "has no parameter"),
        (b'{"game":"greedy_goose","seats":["person","rules"],"more":1}', "more"),
        (b'{"game":"greedy_goose","seats":["person","rules"]}' + b" " * limits.LONGEST_BODY, "too long"),
        (b"\xff", "isn't JSON"),
    ],
)
def test_tables_that_can_not_be(body, said):
    async def scenario(app):
        status, _, answer = await request(app, "POST", "/api/tables", body)
        assert status == 400
        assert said.lower() in answer["message"].lower()
        assert is_one_sentence(answer)
        assert not app.state.rooms._rooms
        assert await app.state.store._read("SELECT * FROM tables") == []

    play(scenario)


def test_the_pages_of_other_servers_can_not_set_up_tables():
    """A browser sends JSON to another server only after it has asked, and this one doesn't answer that."""

    async def scenario(app):
        body = json.dumps({"game": "greedy_goose", "seats": ["person", "rules"]}).encode()
        for kind in ("text/plain", "application/x-www-form-urlencoded", ""):
            assert (await request(app, "POST", "/api/tables", body, kind))[0] == 400
        assert (await request(app, "OPTIONS", "/api/tables"))[0] == 405

    play(scenario)


def test_where_the_files_of_agents_lie_is_not_told(tmp_path):
    """Neither to strangers nor to the other persons at a table."""
    file = tmp_path / "secret" / "best.zip"
    file.parent.mkdir()
    shutil.copy(shipped(find("greedy_goose")), file)
    spec = f"ppo:{file}"

    async def scenario(app):
        for path, setup in (("tables", {"seats": ["person", "x"]}), ("shows", {"agents": ["x", "x"]})):
            _, _, answer = await request(app, "POST", f"/api/{path}", json.dumps({"game": "greedy_goose", **setup}).encode())
            assert "nobody is called 'x'" in answer["message"].lower()
            assert "secret" not in answer["message"]
        tokens = await new_table(app, "greedy_goose", ["person", "person", spec])
        app.state.rooms._rooms.clear()
        file.unlink()
        async with Socket(app) as socket:
            answer = await socket.sit(tokens[1])
            assert is_one_sentence(answer)
            assert "ppo:best.zip" in answer["message"]
            assert "secret" not in answer["message"]

    play(scenario, agents=(spec,))


def test_who_leaves_in_the_middle_of_a_request_leaves_no_error_behind():
    async def scenario(app):
        parts = iter([{"type": "http.request", "body": b"{", "more_body": True}])
        scope = scope_of("POST", "/api/tables")

        async def receive():
            return next(parts, {"type": "http.disconnect"})

        async def send(message):
            pass

        await app(scope, receive, send)
        assert not app.state.rooms._rooms

    play(scenario)


def test_too_many_requests():
    async def scenario(app):
        body = json.dumps({"game": "greedy_goose", "seats": ["person", "rules"]}).encode()
        codes = [(await request(app, "POST", "/api/tables", body))[0] for _ in range(4)]
        assert codes == [200, 200, 429, 429]

    play(scenario, requests=(2, 0.001))


def test_too_many_tables():
    """One at which nobody sits makes way, and is there again when somebody comes back."""

    async def scenario(app):
        tokens = [await new_table(app, "greedy_goose", ["person", "person"]) for _ in range(3)]
        assert len(app.state.rooms._rooms) == 2
        async with seated(app, tokens[0][0]), seated(app, tokens[1][0]):
            body = json.dumps({"game": "greedy_goose", "seats": ["person", "rules"]}).encode()
            status, _, answer = await request(app, "POST", "/api/tables", body)
            assert status == 400
            assert "taken" in answer["message"]
            async with Socket(app) as socket:
                assert is_one_sentence(await socket.sit(tokens[2][0]))
                assert await socket.receive() is None
                assert socket.code == BUSY  # the page tries again
        async with seated(app, tokens[2][0]):
            pass

    play(scenario, tables=2)


# --- the database ----------------------------------------------------------------------------------------------


def test_what_can_not_be_kept_does_not_happen(monkeypatch):
    async def scenario(app):
        tokens = await new_table(app, *GOOSE, seed=4)
        async with seated(app, tokens[0]) as (socket, view):
            view = await own_turn(socket, view)
            store, commit = app.state.store, app.state.store._commit

            def full(statements):
                raise sqlite3.OperationalError("database or disk is full")

            store._commit = full
            action = view["legal"][-1]["action"]
            for message in ({"type": "act", "number": view["number"], "action": action}, {"type": "again"}):
                answer = await socket.ask(message)
                assert is_one_sentence(answer)
                assert "disk is full" in answer["message"]
            body = json.dumps({"game": "greedy_goose", "seats": ["person", "rules"]}).encode()
            status, _, answer = await request(app, "POST", "/api/tables", body)
            assert status == 400
            assert "disk is full" in answer["message"]
            store._commit = commit
            assert room_of(app)._table.turn == 0
            socket.act(view, action)
            after = await own_turn(socket, view, view["asked"])
            assert sum(one["seat"] == 0 for one in after["log"]) == sum(one["seat"] == 0 for one in view["log"]) + 1

    play(scenario)


def test_the_page_is_served():
    async def scenario(app):
        status, headers, _ = await request(app, "GET", "/")
        assert status == 200
        assert headers["x-content-type-options"] == "nosniff"
        for path in ("/page/../server.py", "/page/%2e%2e/server.py", "/page/nothing.js", "/docs", "/openapi.json"):
            assert (await request(app, "GET", path))[0] == 404

    play(scenario)
