"""All tables of the server: new ones, and those that come back from the store when somebody asks for them."""

import asyncio
from collections.abc import Callable
from concurrent.futures import Executor
from dataclasses import dataclass
from typing import Any

from critter_envs.agents.base import AgentError
from critter_envs.core.errors import CritterError
from critter_envs.core.game import Game
from critter_envs.core.registry import find
from critter_envs.play.course import PERSON, PlayError
from critter_envs.play.table import Table

from . import chance, lobby
from . import store as keep
from .protocol import NewTable
from .room import Busy, Room
from .store import Saved, Store
from .views import without_folder

#: The sentence for whatever is no token of a seat.
NO_SEAT = "no seat here has this token: open the link that you were given once more, or begin a new game"


@dataclass(frozen=True)
class Opened:
    """A table that was set up, and the token of each person's seat."""

    room: Room
    tokens: dict[int, str]


class Rooms:
    """The tables of a server.

    Args:
        store: where they are kept.
        thinkers: threads for what takes longer.
        most: so many may be open at the same time.
        extra: specs of agents that may be asked for besides the usual ones.
        prepare: what is done with the name of a game when one of its tables has been opened.
    """

    def __init__(
        self,
        store: Store,
        thinkers: Executor,
        most: int,
        extra: tuple[str, ...] = (),
        prepare: Callable[[str], None] | None = None,
    ) -> None:
        self._store = store
        self._most = most
        self._extra = extra
        self._rooms: dict[str, asyncio.Future[Room]] = {}
        self._thinkers = thinkers
        self._prepare = prepare

    async def create(self, new: NewTable) -> Opened:
        """Set up a table.

        Raises:
            CritterError: there can be no such table, or no more of them.
        """
        game = find(new.game)
        lobby.check_seats(game, new.seats, self._extra)
        lobby.check_parameters(game, new.parameters)
        if new.seed is not None and new.seats.count(PERSON) > 1:
            raise PlayError("the seed of a game for several persons is drawn, as whoever knows it knows all cards: leave it out")
        game.configure(len(new.seats), **new.parameters)
        self._make_room()
        seed = chance.seed() if new.seed is None else new.seed
        name = chance.name()
        tokens = {seat: chance.token() for seat, who in enumerate(new.seats) if who == PERSON}
        saved = Saved(name, game.name, game.version, tuple(new.seats), new.parameters, new.delay, 0, seed, 0)
        return Opened(await self._open(saved, tokens), tokens)

    async def find(self, token: str) -> tuple[Room, int]:
        """The table and the seat that a token stands for.

        Raises:
            CritterError: there is none, or its game can't go on.
        """
        found = await self._store.seat(token)
        if found is None:
            raise PlayError(NO_SEAT)
        name, seat = found
        if name not in self._rooms:
            self._make_room()
            self._rooms[name] = asyncio.ensure_future(self._load(name))
        try:
            room = await asyncio.shield(self._rooms[name])
        except CritterError:
            self._rooms.pop(name, None)
            raise
        if seat not in room.persons:
            raise keep.damaged()
        return room, seat

    async def _open(self, saved: Saved, tokens: dict[int, str]) -> Room:
        """Open a table and keep it; one that can't be kept isn't there."""
        task = asyncio.ensure_future(self._new_room(saved))
        self._rooms[saved.id] = task
        try:
            room = await asyncio.shield(task)
            await self._store.write(*keep.new_table(saved, tokens))
            return room
        except BaseException:
            self._rooms.pop(saved.id, None)
            raise

    async def _load(self, name: str) -> Room:
        saved = await self._store.table(name)
        if saved is None:
            raise PlayError(NO_SEAT)
        game, current = find(saved.game), find(saved.game).version
        if saved.version != current:
            raise PlayError(
                f"this game was begun with version {saved.version} of the rules, these are version {current}: it can't go on"
            )
        lobby.check_parameters(game, saved.parameters)
        try:
            return await self._new_room(saved)
        except AgentError as error:  # which says where the agent's file lies
            agents = ", ".join(without_folder(who) for who in saved.players if who != PERSON)
            raise PlayError(f"one of the agents of this game can't be had any more, so it can't go on: {agents}") from error

    async def _new_room(self, saved: Saved) -> Room:
        await self._think(warm, find(saved.game), len(saved.players))
        room: Room = await self._think(Room, saved, self._store, self._thinkers)
        if self._prepare is not None:
            self._prepare(saved.game)
        return room

    async def _think(self, work: Any, *arguments: Any) -> Any:
        return await asyncio.get_running_loop().run_in_executor(self._thinkers, work, *arguments)

    def _make_room(self) -> None:
        """Close a table at which nobody is, if there are too many; it is opened again when somebody comes back.

        Raises:
            Busy: somebody is at each of them.
        """
        if len(self._rooms) < self._most:
            return
        for name, task in self._rooms.items():
            if task.done() and (task.exception() is not None or task.result().idle):
                del self._rooms[name]
                return
        raise Busy(f"all {self._most} tables of this server are taken: come back later")


def warm(game: Game, players: int) -> None:
    """Have everything compiled that a game needs, so that no other table waits for it later."""
    table = Table(game, [PERSON] * players)
    seat = table.turn
    table.act(seat, table.legal(seat)[0])
    table.standings()
    table.go_back(0)
