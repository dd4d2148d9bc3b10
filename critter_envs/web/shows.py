"""Games to look at, on the server: records, and games that agents play. They are kept only as long as the server runs."""

import asyncio
import json
from collections.abc import Callable
from concurrent.futures import Executor
from dataclasses import asdict
from functools import partial
from typing import Any

from critter_envs.core.records import record_in
from critter_envs.core.registry import find
from critter_envs.play.course import PlayError
from critter_envs.play.show import Show, Viewer
from critter_envs.play.table import Table

from . import chance, lobby
from .limits import MOST_SHOWS, USUAL_DELAY
from .protocol import Look, NewShow
from .views import scene_of, without_folder

#: The sentence for whatever is no token of a show.
NO_SHOW = "there is nothing to look at here under this token: open the link that you were given once more, or begin anew"


class Stage:
    """A show that several may look at, each wherever in it they like.

    Args:
        show: the game.
        begin: what a client is shown first.
        delay: seconds between decisions, when a page goes through them by itself.
        thinkers: threads for what takes longer.
    """

    def __init__(self, show: Show, begin: Viewer, delay: float, thinkers: Executor) -> None:
        self._show = show
        self._begin = begin
        self._delay = delay
        self._thinkers = thinkers
        self._lock = asyncio.Lock()
        self._deals = 1

    async def first(self) -> dict[str, Any]:
        """What a client is shown that has just come."""
        return await self._alone(lambda: self._scene(0, self._begin))

    async def look(self, message: Look) -> dict[str, Any]:
        """What a client asks to see; the next decision of the game is taken for that, if need be.

        Raises:
            CritterError: there is nothing like it to be seen.
        """
        return await self._alone(lambda: self._scene(message.number, Viewer(message.seat, message.open)))

    async def record(self) -> dict[str, Any]:
        """The game as far as it was played, for a file."""
        return await self._alone(self._record)

    async def again(self) -> dict[str, Any]:
        """A new game of the same agents, from its deal.

        Raises:
            PlayError: this is the record of a game.
        """
        return await self._alone(self._again)

    async def _alone(self, work: Callable[[], dict[str, Any]]) -> dict[str, Any]:
        """Do it in another thread, when nobody else is about to go elsewhere in the game."""
        async with self._lock:
            return await asyncio.get_running_loop().run_in_executor(self._thinkers, work)

    def _scene(self, number: int, viewer: Viewer) -> dict[str, Any]:
        self._show.go(number)
        return {**scene_of(self._show, viewer, self._delay), "deal": self._deals}

    def _record(self) -> dict[str, Any]:
        record = asdict(self._show.record())
        text = json.dumps({**record, "agents": [without_folder(spec) for spec in record["agents"]]})
        return {"type": "record", "text": text + "\n"}  # as a text, for scripts have no whole numbers as long as a seed

    def _again(self) -> dict[str, Any]:
        if not self._show.live:
            raise PlayError("this is the record of a game: it stays as it is")
        course = self._show.course
        self._show = Show(Table(course.game, course.players, chance.seed(), **course.parameters))
        self._deals += 1
        return self._scene(0, self._begin)


class Shows:
    """All shows of a server. With too many of them, the one goes that was set up first.

    Args:
        thinkers: threads for what takes longer.
        extra: specs of agents that may be asked for besides the usual ones.
    """

    def __init__(self, thinkers: Executor, extra: tuple[str, ...] = ()) -> None:
        self._thinkers = thinkers
        self._extra = extra
        self._stages: dict[str, Stage] = {}

    async def create(self, new: NewShow) -> str:
        """Set up a game of agents; returns its token.

        Raises:
            CritterError: there can be no such game.
        """
        game = find(new.game)
        lobby.check_agents(game, new.agents, self._extra)
        lobby.check_parameters(game, new.parameters)
        seed = chance.seed() if new.seed is None else new.seed

        def deal() -> Show:
            return Show(Table(game, new.agents, seed, **new.parameters))

        return self.add(await self._think(deal), Viewer(), USUAL_DELAY)

    async def open(self, content: bytes) -> str:
        """Set up what is in the file of a record; returns its token. Only agents that a stranger may ask for are asked how
        probable their decisions were: a record may name any file.

        Raises:
            CritterError: there is no record in it, or one that doesn't fit.
        """

        def replay() -> Show:
            record = record_in(content, "the file")
            return Show.of(record, partial(lobby.is_known, find(record.game), extra=self._extra))

        return self.add(await self._think(replay), Viewer(), USUAL_DELAY)

    def __contains__(self, token: str) -> bool:
        """Whether this token stands for a show."""
        return token in self._stages

    async def _think(self, work: Callable[[], Show]) -> Show:
        return await asyncio.get_running_loop().run_in_executor(self._thinkers, work)

    def add(self, show: Show, begin: Viewer, delay: float) -> str:
        """Set up a show; returns its token."""
        if len(self._stages) >= MOST_SHOWS:
            del self._stages[next(iter(self._stages))]
        token = chance.token()
        self._stages[token] = Stage(show, begin, delay, self._thinkers)
        return token

    def find(self, token: str) -> Stage:
        """The show that a token stands for.

        Raises:
            PlayError: there is none.
        """
        if token not in self._stages:
            raise PlayError(NO_SHOW)
        return self._stages[token]
