"""A server that is killed in the midst of games, again and again: is each decision that a client was shown still there?"""

import asyncio
import json
import random
import sys
from contextlib import suppress
from dataclasses import dataclass, field
from http.client import HTTPException
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from process import post, server
from report import Demand, Figures
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

import critter_envs

#: A server is killed after this many more moves were accepted, and then within so many seconds after the next one was sent.
_MOVES, _SOON = 5, 0.02

#: Seconds between an answer and the next move: as often as the server lets anybody in the long run.
_PAUSE = 0.05

#: Seconds after which a server counts as one that doesn't answer.
_PATIENCE = 300.0

#: How a client learns that the server is gone.
_GONE = (OSError, HTTPException, WebSocketException)


@dataclass
class Table:
    """What a client knows of its table.

    Args:
        token: its seat.
        told: each decision that it was shown, by its number.
        sent: where a move that was sent and not answered was asked for.
        over: whether the game is.
    """

    token: str
    told: dict[int, Any] = field(default_factory=dict)
    sent: int | None = None
    over: bool = False

    def lost(self, view: dict[str, Any]) -> int:
        """How many of the decisions that were shown once a view doesn't show any more, or shows otherwise."""
        shown = {one["number"]: one for one in view["log"]}
        oldest = min(shown, default=0) if view["number"] > len(shown) else 0  # of long games the log is cut
        return sum(entry != shown.get(number) for number, entry in self.told.items() if number >= oldest)

    def note(self, view: dict[str, Any]) -> None:
        """Note what a view shows."""
        self.told |= {one["number"]: one for one in view["log"]}
        self.over = view["over"]


class Campaign:
    """Clients, one at a table of each game, a new table whenever a game is over; and the server that is killed.

    Args:
        seed: of the moves and of the moments.
    """

    def __init__(self, seed: int) -> None:
        self.chance = random.Random(seed)
        self.tables: list[Table] = []
        self.lost = 0
        self.accepted = self.in_flight = self.kept = 0
        self._since = 0  # moves that were accepted since the server was started
        self._sent, self._enough = asyncio.Event(), asyncio.Event()

    async def run(self, file: Path, kills: int) -> None:
        """Kill so often, and look at all tables at the end."""
        at: dict[str, Table | None] = dict.fromkeys(critter_envs.games())
        for number in range(1, kills + 1):
            self._since = 0
            self._enough.clear()
            with server(file) as (address, _):
                clients = [asyncio.create_task(self._play(address, game, at)) for game in at]
                await self._moment(clients)
            await asyncio.gather(*clients)
            print(f"killed {number} times, {self.accepted} moves, {self.lost} decisions lost", file=sys.stderr)
        with server(file) as (address, _):
            for table in self.tables:
                async with _line(address) as line:
                    self._check(table, await _sit(line, table))

    @property
    def told(self) -> int:
        """How many decisions clients were shown, those of bots included."""
        return sum(len(table.told) for table in self.tables)

    async def _moment(self, clients: list["asyncio.Task[None]"]) -> None:
        """Wait for the moment to kill the server: some moves were accepted, and another one is on its way.

        Raises:
            RuntimeError: the clients don't get on.
        """
        async with asyncio.timeout(_PATIENCE):
            enough = asyncio.create_task(self._enough.wait())
            await asyncio.wait([enough, *clients], return_when=asyncio.FIRST_COMPLETED)
            if not enough.done():
                await asyncio.gather(*(one for one in clients if one.done()))  # whatever went wrong there
                raise RuntimeError("a client lost its server before that was killed")
            self._sent.clear()
            await self._sent.wait()
        await asyncio.sleep(self.chance.uniform(0, _SOON))

    async def _play(self, address: str, game: str, at: dict[str, Table | None]) -> None:
        """Play until the server is gone."""
        with suppress(*_GONE):
            while True:
                table = at[game]
                if table is None or table.over:
                    table = at[game] = await self._new_table(address, game)
                await self._play_game(address, table)

    async def _new_table(self, address: str, game: str) -> Table:
        bots = ["ppo", "rules", "random"][: critter_envs.game(game).max_players - 1]
        made = await asyncio.to_thread(post, address, {"game": game, "seats": ["person", *bots], "delay": 0})
        self.tables.append(Table(made["seats"][0]["token"]))
        return self.tables[-1]

    async def _play_game(self, address: str, table: Table) -> None:
        """Play at random until the game is over."""
        async with _line(address) as line:
            view = await _sit(line, table)
            self._check(table, view)
            while not view["over"]:
                if view["legal"] and view["asked"] != table.sent:
                    await asyncio.sleep(_PAUSE)
                    action = self.chance.choice(view["legal"])["action"]
                    table.sent = view["asked"]
                    await line.send(json.dumps({"type": "act", "number": view["number"], "action": action}))
                    self._sent.set()
                view = await _view(line)
                self._note(table, view)

    def _check(self, table: Table, view: dict[str, Any]) -> None:
        """The first view after a server was killed: what was shown before is there."""
        lost = table.lost(view)
        if lost:
            self.lost += lost
            table.told.clear()  # each counts once
        if table.sent is not None:
            self.in_flight += 1
            self.kept += view["asked"] != table.sent
            self._answered(table, view)
            table.sent = None
        table.note(view)

    def _note(self, table: Table, view: dict[str, Any]) -> None:
        """A view while the server runs."""
        if self._answered(table, view):
            self._since += 1
            if self._since >= _MOVES:
                self._enough.set()
        table.note(view)

    def _answered(self, table: Table, view: dict[str, Any]) -> bool:
        """Whether a view shows that the move on its way was accepted."""
        if table.sent is None or view["asked"] == table.sent:
            return False
        table.sent = None
        self.accepted += 1
        return True


def _line(address: str) -> connect:
    """A connection to the server; how long the server may be silent is not for it to say."""
    return connect(f"ws://{address}/ws", open_timeout=_PATIENCE, ping_interval=None)


async def _sit(line: ClientConnection, table: Table) -> dict[str, Any]:
    await line.send(json.dumps({"type": "sit", "token": table.token}))
    return await _view(line)


async def _view(line: ClientConnection) -> dict[str, Any]:
    """The next view.

    Raises:
        RuntimeError: something else comes.
    """
    message: dict[str, Any] = json.loads(await line.recv())
    if message["type"] != "view":
        raise RuntimeError(f"the server says {message}")
    return message


def measure(kills: int, seed: int) -> Figures:
    """Kill a server so often."""

    async def run() -> Campaign:
        campaign = Campaign(seed)
        with TemporaryDirectory() as folder:
            await campaign.run(Path(folder) / "games.db", kills)
        return campaign

    done = asyncio.run(run())
    rows = [
        ["servers killed", str(kills)],
        ["tables, of all games by turns", f"{len(done.tables)}"],
        ["moves of clients that were accepted", f"{done.accepted:,}"],
        ["decisions that clients were shown, with those of bots", f"{done.told:,}"],
        ["moves on their way when a server was killed", f"{done.in_flight:,}"],
        ["of these, found to be accepted afterwards", f"{done.kept:,}"],
        ["decisions lost that a client had been shown", f"{done.lost:,}"],
    ]
    return Figures(
        "A server in a process of its own ends by SIGKILL while a client is at a table of each game, and starts again with the "
        "same database. Each decision that a client was shown must be shown again.",
        ["what", ">number"],
        rows,
        [Demand("no decision that was shown is lost", done.lost == 0)],
    )
