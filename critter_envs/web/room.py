"""A table on the server: who is connected, whose messages are accepted, and the agents' turns."""

import asyncio
import json
import time
from collections.abc import Callable, Collection
from concurrent.futures import Executor
from dataclasses import replace
from functools import partial
from typing import Any, Protocol, TypeVar

from critter_envs.core.errors import CritterError
from critter_envs.core.registry import find
from critter_envs.play.chances import chances
from critter_envs.play.course import PERSON, Course, PlayError
from critter_envs.play.hints import hint
from critter_envs.play.journal import Journal, carry_out, retell
from critter_envs.play.show import Show, Viewer
from critter_envs.play.table import Table

from . import chance
from . import store as keep
from .limits import MOST_TABS, USUAL_DELAY
from .shows import Shows
from .store import Saved, Store
from .views import log_of, view_of, without_folder

_T = TypeVar("_T")

#: An agent whose last decision took no more seconds than that is not asked in another thread: getting there takes longer.
QUICK = 0.002


class Busy(PlayError):
    """There is no place just now; later there may be."""


class Connection(Protocol):
    """A client that holds a seat."""

    def send(self, text: str) -> None:
        """Send a message, now or soon."""

    def show(self, view: dict[str, Any], log: Callable[[int], dict[str, Any]]) -> None:
        """Send a view with its log from the one on that was sent last, unless it is that one; ``log`` takes its number."""


class Room:
    """A table, its connections, and what goes on between them.

    Whatever changes the game is written to the store before it happens, and happens to one message after the other.

    Args:
        saved: the table, as it is kept.
        store: where it is kept.
        thinkers: threads for what takes longer.
    """

    def __init__(self, saved: Saved, store: Store, thinkers: Executor) -> None:
        self._saved = saved
        self._store = store
        self._thinkers = thinkers
        self._open(saved)
        self._connections: dict[int, list[Connection]] = {}
        self._lock = asyncio.Lock()
        self._stamp = 0  # rises with whatever changes the game
        self._hurried = asyncio.Event()
        self._driver: asyncio.Task[None] | None = None
        self._took: dict[str, float] = {}  # by spec: how long the agent took for its last decision
        self._shows: dict[int, str] = {}  # by seat: the token of the show of this game, once it is over
        self._estimates: dict[int, tuple[int, list[float]]] = {}  # by seat: of which stamp, and the chances

    def _open(self, saved: Saved) -> None:
        """Deal the game, and play what was kept of it."""
        table = Table(find(saved.game), saved.players, saved.seed, saved.decisions, **saved.parameters)
        persons = [seat for seat, who in enumerate(table.players) if who == PERSON]
        journals: dict[int, Journal] = dict(zip(persons, retell(table, persons), strict=True))
        self._saved, self._table, self._journals = saved, table, journals

    @property
    def id(self) -> str:
        """What the table is called."""
        return self._saved.id

    @property
    def players(self) -> tuple[str, ...]:
        """For each seat "person" or the spec of its agent."""
        return self._saved.players

    @property
    def persons(self) -> Collection[int]:
        """The seats of persons."""
        return self._journals.keys()

    @property
    def idle(self) -> bool:
        """Whether nobody is connected, no agent is at work, and nothing is being changed."""
        return not self._connections and (self._driver is None or self._driver.done()) and not self._lock.locked()

    # --- connections -------------------------------------------------------------------------------------------

    def join(self, seat: int, connection: Connection) -> None:
        """Show the game to one more client of a seat, and let the agents go on.

        Raises:
            Busy: the seat has too many of them.
        """
        tabs = self._connections.setdefault(seat, [])
        if len(tabs) >= MOST_TABS:
            raise Busy(f"this seat is open in {MOST_TABS} places already: close one of them")
        tabs.append(connection)
        self._show()
        self._wake()

    def leave(self, seat: int, connection: Connection) -> None:
        """Forget a client."""
        tabs = self._connections[seat]
        tabs.remove(connection)
        if not tabs:
            del self._connections[seat]
            self._show()

    def _show(self) -> None:
        """Send each seat its view."""
        connected = set(self._connections)
        for seat, tabs in self._connections.items():
            told = self._table, self._journals[seat], self._saved.base
            view = view_of(*told, self._saved.delay, connected)
            view["can_undo"] &= not self._saved.looked_back
            for connection in list(tabs):
                connection.show(view, partial(log_of, *told))

    def _tell_all(self, sentence: str) -> None:
        text = json.dumps({"type": "error", "message": sentence})
        for tabs in self._connections.values():
            for connection in list(tabs):
                connection.send(text)

    # --- what persons ask for ----------------------------------------------------------------------------------

    async def act(self, seat: int, number: int, action: int) -> None:
        """A person's decision.

        Args:
            seat: whose.
            number: that of the view in which it was chosen.
            action: what.

        Raises:
            CritterError: it can't be taken; nothing has changed.
        """
        await self._alone(lambda: self._act(seat, number, action))

    async def undo(self, seat: int) -> None:
        """Take back a person's last decision and all that came after it.

        Raises:
            CritterError: not in this game; nothing has changed.
        """
        await self._alone(lambda: self._undo(seat))

    async def again(self, seat: int) -> None:
        """Begin a new game.

        Raises:
            CritterError: others are still playing this one; nothing has changed.
        """
        await self._alone(self._again)

    async def delay(self, seconds: float) -> None:
        """Let agents take so long for a decision.

        Raises:
            CritterError: it can't be kept.
        """
        await self._alone(lambda: self._set_delay(seconds))

    async def hint(self, seat: int) -> dict[str, Any]:
        """What the trained agent would do in a person's place.

        Raises:
            CritterError: the person isn't to act, or there is no trained agent.
        """
        table, number = self._table, self._number(seat)
        if not table.is_pending(seat):
            raise PlayError("there is a hint only when you are to act")
        found = await self._think(hint, table.game, table.position_of(seat))
        return {"type": "hint", "number": number, "actions": [{"action": action, "share": share} for action, share in found]}

    async def chances(self, seat: int) -> dict[str, Any]:
        """Everybody's chance to win, as far as a person can tell.

        Raises:
            CritterError: the game is over.
        """
        table, number = self._table, self._number(seat)
        if table.over:
            raise PlayError("the game is over: there is nothing to estimate")
        stamp, shares = self._estimates.get(seat, (-1, []))
        if stamp != self._stamp:
            stamp = self._stamp
            shares = await self._think(chances, table.batch.clone(), seat)
            self._estimates[seat] = stamp, shares
        return {"type": "chances", "number": number, "seats": shares}

    async def look_back(self, seat: int, shows: Shows) -> dict[str, Any]:
        """A show of this game with all cards open; from then on nothing of it can be taken back.

        Raises:
            CritterError: it isn't over, or that it was looked at can't be kept.
        """
        async with self._lock:
            table = self._table
            if not table.over:
                raise PlayError("the game isn't over: until it is, nobody looks at all the cards")
            if not self._saved.looked_back:
                await self._store.write(keep.looked_back(self.id))
                self._saved = replace(self._saved, looked_back=True)
            if self._shows.get(seat, "") not in shows:
                played = partial(Course, table.game, table.players, table.seed, table.decisions, **table.parameters)
                self._shows[seat] = shows.add(Show(await self._think(played)), Viewer(seat), USUAL_DELAY)
        self._show()
        return {"type": "show", "show": self._shows[seat]}

    def _number(self, seat: int) -> int:
        return self._saved.base + self._journals[seat].number

    # --- what happens, one after the other ---------------------------------------------------------------------

    async def _alone(self, change: Callable[[], Any]) -> None:
        """Carry out a change when no other one is on its way; it goes on even if whoever asked for it has gone."""

        async def carry_out() -> None:
            async with self._lock:
                await change()

        await asyncio.shield(asyncio.create_task(carry_out()))
        self._wake()

    async def _act(self, seat: int, number: int, action: int) -> None:
        asked, now = self._journals[seat].asked, self._number(seat)
        if asked is None:
            raise PlayError("the game is over" if self._table.over else "it is not your turn")
        if not self._saved.base + asked <= number <= now:
            raise PlayError(f"this decision was chosen in view {number}, but the game is at view {now}: choose again")
        await self._decide(seat, action)

    async def _decide(self, seat: int, action: int) -> None:
        """A decision of whatever seat: it is kept, and with the last one the record of the game; then it happens."""
        table = self._table
        ends = table.tried(seat, action).player[0] < 0
        statements = [keep.decision(self.id, len(table.decisions), seat, action)]
        if ends:
            statements.append(keep.finished(self.id, self._saved.round, await self._think(table.record, (seat, action))))
        await self._store.write(*statements)
        carry_out(table, self._journals.values(), seat, action)
        self._changed()

    async def _undo(self, seat: int) -> None:
        table = self._table
        if table.players.count(PERSON) > 1:
            raise PlayError("nothing can be taken back where several persons play")
        if self._saved.looked_back:
            raise PlayError("you have seen all the cards of this game: begin a new one")
        count = table.last_of(seat)
        base = self._number(seat) + 1  # above all before it, which tells that the log is another one
        await self._store.write(*keep.taken_back(self.id, count, base, self._saved.round))
        table.go_back(count)
        for journal in self._journals.values():
            journal.look(table)
        self._saved = replace(self._saved, base=base)
        self._changed()

    async def _again(self) -> None:
        if not self._table.over and self._table.players.count(PERSON) > 1:
            raise PlayError("a new game can begin when this one is over: others play it, too")
        base, seed = self._saved.base + len(self._table.decisions) + 1, chance.seed()
        saved = replace(self._saved, round=self._saved.round + 1, seed=seed, base=base, looked_back=False, decisions=())
        await self._store.write(*keep.begun_again(self.id, saved.round, seed, base))
        await self._think(self._open, saved)
        self._changed()

    async def _set_delay(self, seconds: float) -> None:
        await self._store.write(keep.delayed(self.id, seconds))
        self._saved = replace(self._saved, delay=seconds)
        self._hurried.set()
        self._show()

    def _changed(self) -> None:
        self._stamp += 1
        self._shows = {}
        self._hurried.set()
        self._show()

    # --- agents ------------------------------------------------------------------------------------------------

    def _wake(self) -> None:
        """Let the agents play, if it is their turn, and they don't yet."""
        if self._agent_to_act() is not None and (self._driver is None or self._driver.done()):
            self._driver = asyncio.create_task(self._let_agents_play())

    def _agent_to_act(self) -> int | None:
        return next((seat for seat in self._table.pending if self._table.players[seat] != PERSON), None)

    async def _let_agents_play(self) -> None:
        """One agent after the other, until persons alone are to act. An agent whose turn fails is asked again when somebody
        does something."""
        while (seat := self._agent_to_act()) is not None:
            try:
                await self._play_turn(seat)
            except CritterError as error:
                self._tell_all(f"{without_folder(self._table.players[seat])} can't play on: {error}")
                return

    async def _play_turn(self, seat: int) -> None:
        """A decision of an agent; none if the game has changed while it was thinking."""
        stamp, table, begun = self._stamp, self._table, asyncio.get_running_loop().time()
        action = await self._ask(table, seat)
        if not table.chooses_with_others(seat):
            await self._wait(begun, stamp)
        async with self._lock:
            if self._stamp == stamp:
                await self._decide(seat, action)

    async def _ask(self, table: Table, seat: int) -> int:
        """What an agent decides; nobody else waits for it, unless it is quick."""
        spec, position = table.players[seat], table.position_of(seat)

        def decide() -> int:
            begun = time.perf_counter()
            action = table.think(seat, position)
            self._took[spec] = time.perf_counter() - begun
            return action

        return decide() if self._took.get(spec, QUICK) < QUICK else await self._think(decide)

    async def _wait(self, begun: float, stamp: int) -> None:
        """Wait until a decision has taken as long as it should, or the game has changed."""
        loop = asyncio.get_running_loop()
        while self._stamp == stamp and (left := begun + self._saved.delay - loop.time()) > 0:
            self._hurried.clear()
            try:
                await asyncio.wait_for(self._hurried.wait(), left)
            except TimeoutError:
                return

    async def _think(self, work: Callable[..., _T], *arguments: Any) -> _T:
        """Do what takes longer in another thread."""
        return await asyncio.get_running_loop().run_in_executor(self._thinkers, work, *arguments)
