"""The server as a command."""

import asyncio
import re
import socket

import pytest
import uvicorn
from asgi import Socket, room_of, seated

from critter_envs.core.records import read_record
from critter_envs.play import shell
from critter_envs.web import launch


@pytest.fixture
def critter(monkeypatch, capsys, tmp_path):
    """Runs a command line; a server that it starts serves nobody, but lets ``visit`` look at its application."""
    visits = []

    async def serve(self, sockets):
        for visit in visits:
            await visit(self.config.app, sockets[0].getsockname())

    monkeypatch.setattr(uvicorn.Server, "serve", serve)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))

    def run(*arguments, visit=None):
        visits[:] = [visit] if visit else []
        code = shell.main(arguments)
        output, errors = capsys.readouterr()
        return code, output, errors

    return run


def free_port():
    with socket.create_server(("127.0.0.1", 0)) as listener:
        return listener.getsockname()[1]


def test_serve(critter, tmp_path):
    seen, port = [], free_port()

    async def visit(app, name):
        seen.append(name)

    code, output, errors = critter("serve", "--port", str(port), visit=visit)
    assert (code, errors) == (0, "")
    assert seen == [("127.0.0.1", port)]  # nobody else's machine
    assert f"http://127.0.0.1:{port}/" in output
    assert (tmp_path / "critter_envs" / "games.db").is_file()
    assert str(tmp_path / "critter_envs" / "games.db") in output


def test_nothing_is_kept_without_saving(critter, tmp_path):
    code, output, _ = critter("serve", "--port", "0", "--no-save")
    assert code == 0
    assert "memory only" in output
    assert list(tmp_path.iterdir()) == []


def test_play_in_a_browser(critter, capsys):
    """There is a link for each person, and it leads to a seat of the game that was asked for."""
    found = []

    async def sit(app, name):
        output = capsys.readouterr().out
        links = re.findall(r"^http://127\.0\.0\.1:(\d+)/#\S+?\.(\S+)$", output, re.MULTILINE)
        for (port, token), seat in zip(links, (1, 2), strict=True):
            assert int(port) == name[1]
            async with seated(app, token) as (_, view):
                found.append((view["game"], view["seat"], seat))
            assert room_of(app).players == ("random", "person", "person")

    arguments = ("--players", "3", "--against", "person", "random", "--seat", "1", "--no-save", "--port", "0")
    code, _, errors = critter("play", "greedy_goose", "--web", *arguments, visit=sit)
    assert (code, errors) == (0, "")
    assert found == [("greedy_goose", 1, 1), ("greedy_goose", 2, 2)]


def test_watch_and_replay_in_a_browser(critter, capsys, tmp_path):
    """There is a link, and it leads to the game that was asked for; nothing else is kept."""
    found, file = [], tmp_path / "game.json"

    async def look(app, name):
        (token,) = re.findall(rf"^http://127\.0\.0\.1:{name[1]}/#show\.(\S+)$", capsys.readouterr().out, re.MULTILINE)
        async with Socket(app) as socket:
            socket.send({"type": "watch", "token": token})
            scene = await socket.receive()
            assert await socket.ask({"type": "look", "number": 1, "seat": 0, "open": True}) is not None
            found.append((scene["kind"], scene["view"]["game"], scene["seat"], scene["open"], scene["view"]["delay"]))

    agents = ("random", "rules", "random")
    arguments = ("watch", "greedy_goose", *agents, "--web", "--port", "0", "--delay", "0.5", "--save", str(file))
    assert critter(*arguments, visit=look)[0] == 0
    assert len(read_record(file).actions) == 1
    assert critter("replay", str(file), "--web", "--port", "0", "--seat", "1", visit=look)[0] == 0
    assert found == [("watch", "greedy_goose", 0, True, 0.5), ("replay", "greedy_goose", 1, False, 1.0)]
    assert list(tmp_path.iterdir()) == [file]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("play", "greedy_goose", "--port", "1"), "--port needs --web"),
        (("play", "greedy_goose", "--no-save"), "--no-save needs --web"),
        (("play", "greedy_goose", "--web", "--save", "x.json"), "--save can't go with --web"),
        (("play", "--web"), "needs a GAME"),
        (("watch", "greedy_goose", "random", "nobody", "--web"), "there is no agent 'nobody'"),
        (("replay", "no/file", "--web"), "'no/file' can't be read"),
        (("play", "greedy_goose", "--web", "--no-save", "--port", "0", "--set", "reward=win"), "has no parameter 'reward'"),
        (("play", "greedy_goose", "--web", "--no-save", "--port", "0", "--against", "nobody"), "there is no agent 'nobody'"),
        (("play", "greedy_goose", "--web", "--no-save", "--port", "0", "--seed", "-1"), "the seed can't be -1"),
        (("serve", "--no-save", "--db", "x.db"), "--db can't go with --no-save"),
        (("serve", "--no-save", "--port", "70000"), "there is no port 70000"),
        (("serve", "--no-save", "--port", "-5"), "there is no port -5"),
        (("serve", "--no-save", "--host", "256.1.1.1", "--port", "0"), "port 8642: there is no such"),
        (("serve", "--no-save", "--host", "256.1.1.1"), "port 8642: there is no such address"),
        (("serve", "--no-save", "--host", "ä..b"), "there is no such address"),
        (("serve", "--no-save", "--host", ""), "127.0.0.1 is this machine alone"),
        (("serve", "--db", ""), "a file needs a name"),
        (("serve", "--port", "0", "--db", "/dev/null/x.db"), "can't be kept in '/dev/null/x.db'"),
    ],
)
def test_what_can_not_be(critter, arguments, said):
    code, output, errors = critter(*arguments)
    assert code == 2
    assert said in errors
    assert errors.count("\n") == 1
    assert "http" not in output


def test_a_port_that_is_taken(critter):
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port = listener.getsockname()[1]
        code, _, errors = critter("serve", "--no-save", "--port", str(port))
        assert code == 2
        assert f"port {port}: Address already in use" in errors
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(launch, "PORT", port)
            assert critter("serve", "--no-save")[0] == 0  # no particular port was asked for


def test_two_servers_do_not_share_a_file(critter, tmp_path):
    file = str(tmp_path / "games.db")

    async def again(app, name):
        second = await asyncio.to_thread(lambda: shell.main(["serve", "--port", "0", "--db", file]))
        assert second == 2

    code, _, errors = critter("serve", "--port", "0", "--db", file, visit=again)
    assert code == 0
    assert "another server uses it" in errors
