"""What other processes compile while a game goes on."""

import subprocess
import sys
from typing import ClassVar

from asgi import new_table
from test_room import GOOSE, play

from critter_envs.play import chances
from critter_envs.web import prepare

SEATS = ["person", "random"]


class Process:
    """One that is never done, unless it is killed."""

    all: ClassVar[list["Process"]] = []

    def __init__(self, command, **streams):
        self.command, self.killed = command, False
        Process.all.append(self)

    def kill(self):
        self.killed = True

    def wait(self):
        assert self.killed


def test_each_game_is_prepared_once(monkeypatch):
    monkeypatch.setattr(Process, "all", [])
    monkeypatch.setattr(prepare.subprocess, "Popen", Process)

    async def scenario(app):
        for game in ("greedy_goose", "boo_to_the_goose", "greedy_goose"):
            await new_table(app, game, SEATS)
        assert [process.command[-1] for process in Process.all] == ["greedy_goose", "boo_to_the_goose"]
        assert not any(process.killed for process in Process.all)

    play(scenario, prepare=True)
    assert all(process.killed for process in Process.all)


def test_a_game_goes_on_without_preparation(monkeypatch):
    def fail(*arguments, **streams):
        raise OSError

    monkeypatch.setattr(prepare.subprocess, "Popen", fail)

    async def scenario(app):
        assert await new_table(app, *GOOSE)

    play(scenario, prepare=True)


def test_what_is_prepared_is_what_is_asked_for():
    """The same kernel with the same types of arguments, for an estimate compiles nothing any more then."""
    chances._kernel.cache_clear()
    prepare.compile_chances("greedy_goose")
    kernel = chances._kernel(chances.Batch("greedy_goose", 1, 2, [0]).game)
    before = list(getattr(kernel, "signatures", []))
    chances.chances(chances.Batch("greedy_goose", 1, 4, [5]), 2, games=2)
    assert list(getattr(kernel, "signatures", [])) == before


def test_the_other_process():
    command = [sys.executable, "-m", prepare.__name__, "greedy_goose"]
    assert subprocess.run(command, capture_output=True, check=True, timeout=300).stderr == b""
    assert subprocess.run([*command[:-1], "chess"], capture_output=True, check=False, timeout=300).returncode != 0
