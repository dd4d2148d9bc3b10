"""Many tables at once, on a server that has one core: how long do its answers take?"""

import asyncio
import json
import os
import random
import time
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from urllib.error import HTTPError

from process import post, server
from report import Demand, Figures, milliseconds, told_times
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

import critter_envs

#: Milliseconds within which 95 of 100 answers must be there.
MOST = 250

#: Seconds that a person thinks before each move, drawn evenly, and when the time is up and games only have to be ended.
THINKS, HURRIES = (1.0, 2.0), (0.1, 0.2)

#: Agents at a table, where the game has so many seats.
AGENTS = 3

#: Seconds after which a table counts as lost.
_PATIENCE = 60.0

#: The server sets up so many tables at once and no more than ten a second after that: who is refused waits so long.
_TOO_MANY, _LATER = 429, 0.5


@dataclass
class Tally:
    """What has happened at all tables.

    Args:
        answers: seconds from a move until the first view after it, while time counts.
        turns: seconds from a move until there is something to decide again, while time counts.
        moves, decisions: of the persons, and of all, while time counts.
        games: so many were played to their end.
        sent, received: bytes of all messages, as the clients count.
        lost: what went wrong at tables that didn't get on.
    """

    answers: list[float] = field(default_factory=list)
    turns: list[float] = field(default_factory=list)
    moves: int = 0
    decisions: int = 0
    games: int = 0
    sent: int = 0
    received: int = 0
    lost: list[str] = field(default_factory=list)


class Person:
    """Whoever sits at one of the tables, and moves at random.

    Args:
        line: the connection.
        tally: where everything is noted.
        chance: decides all moves.
    """

    def __init__(self, line: ClientConnection, tally: Tally, chance: random.Random) -> None:
        self._line = line
        self._tally = tally
        self._chance = chance
        self.view: dict[str, Any] = {}

    async def send(self, message: dict[str, Any]) -> None:
        """Send a message."""
        text = json.dumps(message)
        self._tally.sent += len(text)
        await self._line.send(text)

    async def leave(self) -> None:
        """End the connection."""
        await self._line.close()

    async def look(self) -> None:
        """Wait for the next view.

        Raises:
            RuntimeError: something else comes.
        """
        async with asyncio.timeout(_PATIENCE):
            text = await self._line.recv()
        self._tally.received += len(text)
        message = json.loads(text)
        if message["type"] != "view":
            raise RuntimeError(f"the server says {message}")
        self.view = message

    async def plays(self, until: float) -> None:
        """Play game after game; when the time is up, play the last one to its end."""
        while True:
            await self._waits(None)
            if not self.view["over"]:
                await self._moves(until)
                continue
            self._tally.games += 1
            if time.monotonic() >= until:
                return
            await self.send({"type": "again"})
            while self.view["over"]:
                await self.look()

    async def _waits(self, answered: int | None) -> None:
        """Wait until there is something to decide that isn't answered yet, or the game is over."""
        while not self.view["over"] and (not self.view["legal"] or self.view["asked"] == answered):
            await self.look()

    async def _moves(self, until: float) -> None:
        """Think, move, and wait for the answer and the next turn."""
        await asyncio.sleep(self._chance.uniform(*(THINKS if time.monotonic() < until else HURRIES)))
        asked, number = self.view["asked"], self.view["number"]
        action = self._chance.choice(self.view["legal"])["action"]
        begun = time.monotonic()
        await self.send({"type": "act", "number": number, "action": action})
        while self.view["asked"] == asked:
            await self.look()
        answer = time.monotonic() - begun
        await self._waits(asked)
        if time.monotonic() < until:
            self._tally.answers.append(answer)
            self._tally.turns.append(time.monotonic() - begun)
            self._tally.moves += 1
            self._tally.decisions += self.view["number"] - number


async def _set_up(address: str, name: str, seed: int) -> str:
    """Set up a table; returns the token of its person."""
    players = min(AGENTS + 1, critter_envs.game(name).max_players)
    setup = {"game": name, "seats": ["person"] + ["ppo"] * (players - 1), "delay": 0, "seed": seed}
    while True:
        try:
            made = await asyncio.to_thread(post, address, setup)
            return str(made["seats"][0]["token"])
        except HTTPError as error:
            if error.code != _TOO_MANY:
                raise
        await asyncio.sleep(_LATER)


async def _sit(address: str, token: str, tally: Tally, chance: random.Random) -> Person:
    """Take a seat, and look at the game."""
    line = await connect(f"ws://{address}/ws", compression=None, open_timeout=_PATIENCE, ping_interval=None)
    person = Person(line, tally, chance)
    await person.send({"type": "sit", "token": token})
    await person.look()
    return person


async def _play(address: str, tables: int, seconds: float, seed: int, pid: int) -> tuple[Tally, float]:
    """Play at so many tables; returns what has happened, and the share of a core that the server took while time counted."""
    games, tally, chance = critter_envs.games(), Tally(), random.Random(seed)
    tokens = [await _set_up(address, games[number % len(games)], chance.randrange(2**31)) for number in range(tables)]
    persons = [await _sit(address, token, tally, random.Random(chance.random())) for token in tokens]
    until, used = time.monotonic() + seconds, _used(pid)

    async def one(person: Person) -> None:
        try:
            await person.plays(until)
        except (OSError, RuntimeError, WebSocketException) as error:
            tally.lost.append(f"{type(error).__name__}: {error}")

    playing = asyncio.gather(*(one(person) for person in persons))
    await asyncio.sleep(seconds)
    share = (_used(pid) - used) / seconds
    await playing
    await asyncio.gather(*(person.leave() for person in persons))
    return tally, share


def _used(pid: int) -> float:
    """Seconds of a core that a process has used."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def measure(tables: int, seconds: int, seed: int) -> Figures:
    """Play at so many tables for so long, with the server on one core and the clients on the others."""
    first, *others = sorted(os.sched_getaffinity(0))
    with TemporaryDirectory() as folder:
        os.sched_setaffinity(0, {first})  # the server inherits it
        with server(Path(folder) / "games.db") as (address, pid):
            os.sched_setaffinity(0, others or {first})
            tally, share = asyncio.run(_play(address, tables, seconds, seed, pid))
    p95 = milliseconds(tally.answers, 0.95)
    rows = [
        ["tables at once, lost ones", f"{tables:,}, {len(tally.lost):,}"],
        ["games played to their end", f"{tally.games:,}"],
        ["moves of persons, a second", f"{tally.moves:,}, {tally.moves / seconds:.1f}"],
        ["decisions, with those of bots, a second", f"{tally.decisions:,}, {tally.decisions / seconds:.1f}"],
        ["answer, ms: median, p95, longest", ", ".join(told_times(tally.answers))],
        ["the same until it is one's turn again", ", ".join(told_times(tally.turns))],
        ["of its core, the server used", f"{share:.0%}"],
        ["bytes sent, received by clients", f"{tally.sent:,}, {tally.received:,}"],
    ]
    where = "the clients have the others" if others else "there is no other one for the clients"
    thinks, hurries = (f"{low:g} to {high:g} s" for low, high in (THINKS, HURRIES))
    return Figures(
        f"All games by turns, one person and ppo bots that wait 0 s. A person thinks {thinks}. The server has one core, {where}. "
        f"What came in {seconds} s counts; then all games were played to their end, where persons think {hurries}.",
        ["what", ">found"],
        rows,
        [
            Demand("no table is lost", not tally.lost),
            Demand(f"p95 of the answer at most {MOST} ms", p95 <= MOST),
        ],
        tally.lost[:3],
    )
