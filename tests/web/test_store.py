"""Files of games that are damaged, or are none: each is told in a sentence, and nothing is done to them."""

import asyncio
import random
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from asgi import Socket, new_table, seated, serving
from test_room import GOOSE, own_turn
from test_server import is_one_sentence

from critter_envs.web.store import FORMAT, Store, StoreError


@pytest.fixture(scope="module")
def kept(tmp_path_factory):
    """The bytes of a file in which a game is kept, and the token of its seat."""
    file = tmp_path_factory.mktemp("kept") / "games.db"

    async def begin():
        async with serving(file=file) as app:
            tokens = await new_table(app, *GOOSE, seed=4)
            async with seated(app, tokens[0]) as (socket, view):
                for _ in range(2):
                    view = await own_turn(socket, view)
                    socket.act(view, view["legal"][-1]["action"])
                    view = await own_turn(socket, view, view["asked"])
            return tokens[0]

    token = asyncio.run(begin())
    return file.read_bytes(), token


@pytest.fixture
def sit_down(kept, tmp_path):
    """Opens a file of games, and takes the seat; returns the answer."""
    file = tmp_path / "games.db"

    async def come():
        async with serving(file=file) as app, Socket(app) as socket:
            return await socket.sit(kept[1])

    return file, lambda: asyncio.run(come())


@pytest.mark.parametrize(
    "change",
    [
        "UPDATE tables SET players = 'x'",
        "UPDATE tables SET players = '[1, 2, 3]'",
        """UPDATE tables SET players = '["person"]'""",
        """UPDATE tables SET players = '["random", "random", "random"]'""",
        """UPDATE tables SET players = '["person", "ppo:/dev/null", "random"]'""",
        "UPDATE tables SET parameters = '[]'",
        """UPDATE tables SET parameters = '{"self": 1}'""",
        "UPDATE tables SET game = 'chess'",
        "UPDATE tables SET seed = -1",
        "UPDATE tables SET seed = 1.5",
        "UPDATE tables SET base = 'x'",
        "UPDATE tables SET delay = 9e999",
        "UPDATE seats SET seat = 7",
        "UPDATE seats SET seat = 1",
        "UPDATE seats SET seat = 'x'",
        "DELETE FROM tables",
        "DELETE FROM decisions WHERE count = 0",
        "UPDATE decisions SET action = 999",
        "UPDATE decisions SET action = 'x'",
        "UPDATE decisions SET seat = 9",
    ],
)
def test_a_game_that_is_damaged(kept, sit_down, change):
    file, come = sit_down
    file.write_bytes(kept[0])
    assert come()["type"] == "view"
    with closing(sqlite3.connect(file)) as database, database:
        database.execute(change)
    assert is_one_sentence(come())


@pytest.mark.parametrize("seed", range(3))
def test_a_file_that_is_damaged(kept, sit_down, seed):
    """It is refused as a whole, or shows no more than it did."""
    file, come = sit_down
    chance = random.Random(seed)
    for _ in range(12):
        content = bytearray(kept[0])
        for _ in range(chance.choice((1, 30, 400))):
            content[chance.randrange(100, len(content))] = chance.randrange(256)
        file.write_bytes(content[: chance.choice((len(content), chance.randrange(len(content))))])
        try:
            answer = come()
        except StoreError:
            continue
        assert answer["type"] == "view" or is_one_sentence(answer)


def test_a_file_of_any_name_is_a_file(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Store(Path(":memory:")).close()
    assert [file.name for file in tmp_path.iterdir()] == [":memory:"]


@pytest.mark.parametrize("version", [0, FORMAT - 1, FORMAT, FORMAT + 1])
def test_the_database_of_another_program_is_left_alone(sit_down, version):
    file, come = sit_down
    with closing(sqlite3.connect(file)) as database, database:
        database.execute("CREATE TABLE tables (id TEXT)")
        database.execute(f"PRAGMA user_version = {version}")
    before = file.read_bytes()
    with pytest.raises(StoreError, match="another program" if version in (0, FORMAT) else f"of format {version}"):
        come()
    assert file.read_bytes() == before
    assert list(file.parent.iterdir()) == [file]
