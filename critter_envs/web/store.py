"""What must outlive the server, in SQLite. Tokens are kept as hashes only."""

import asyncio
import json
import sqlite3
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import asdict, dataclass
from functools import partial
from hashlib import sha256
from pathlib import Path
from typing import Annotated, Any, TypeVar

from pydantic import Field, TypeAdapter, ValidationError

from critter_envs.core.errors import CritterError
from critter_envs.core.records import Decision, GameRecord
from critter_envs.play.course import LONGEST_DELAY

_T = TypeVar("_T")

#: A statement of SQL with its values.
Statement = tuple[str, tuple[Any, ...]]

#: Rises when the tables change in a way that older versions can't cope with.
FORMAT = 2

_SCHEMA = """
CREATE TABLE IF NOT EXISTS tables (
    id TEXT PRIMARY KEY, game TEXT NOT NULL, version INTEGER NOT NULL, players TEXT NOT NULL, parameters TEXT NOT NULL,
    delay REAL NOT NULL, round INTEGER NOT NULL, seed INTEGER NOT NULL, base INTEGER NOT NULL, looked_back INTEGER NOT NULL
);
CREATE TABLE IF NOT EXISTS seats (token TEXT PRIMARY KEY, id TEXT NOT NULL, seat INTEGER NOT NULL);
CREATE TABLE IF NOT EXISTS decisions (
    id TEXT NOT NULL, count INTEGER NOT NULL, seat INTEGER NOT NULL, action INTEGER NOT NULL, PRIMARY KEY (id, count)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS records (id TEXT NOT NULL, round INTEGER NOT NULL, record TEXT NOT NULL, PRIMARY KEY (id, round));
"""


class StoreError(CritterError):
    """Something couldn't be kept, so it didn't happen."""


@dataclass(frozen=True)
class Saved:
    """A table as it is kept.

    Args:
        id: what it is called.
        game, version: what is played, and the version of its rules.
        players: for each seat "person" or the spec of its agent.
        parameters: the game's parameters, as they were given.
        delay: seconds that agents take for a decision.
        round: how many games were begun at this table before this one.
        seed: of this game.
        base: what the numbers of this game's views begin at.
        looked_back: whether somebody has seen all the cards of this game.
        decisions: those of this game.
    """

    id: str
    game: str
    version: int
    players: tuple[str, ...]
    parameters: dict[str, Any]
    delay: Annotated[float, Field(ge=0, le=LONGEST_DELAY)]
    round: int
    seed: int
    base: int
    looked_back: bool = False
    decisions: tuple[Decision, ...] = ()


_SAVED = TypeAdapter(Saved)

_COLUMNS = ", ".join(name for name in Saved.__dataclass_fields__ if name != "decisions")


def new_table(saved: Saved, tokens: dict[int, str]) -> list[Statement]:
    """Keep a table and the tokens of its seats."""
    row: tuple[Any, ...] = (saved.id, saved.game, saved.version, json.dumps(saved.players), json.dumps(saved.parameters))
    row += (saved.delay, saved.round, saved.seed, saved.base, saved.looked_back)
    rows: list[Statement] = [(f"INSERT INTO tables VALUES ({', '.join('?' * len(row))})", row)]
    return rows + [("INSERT INTO seats VALUES (?, ?, ?)", (fingerprint(token), saved.id, seat)) for seat, token in tokens.items()]


def decision(table: str, count: int, seat: int, action: int) -> Statement:
    """Keep the decision before which there were ``count``."""
    return "INSERT INTO decisions VALUES (?, ?, ?, ?)", (table, count, seat, action)


def taken_back(table: str, count: int, base: int, round: int) -> list[Statement]:
    """Keep all but so many decisions taken back; a game that was over isn't any more."""
    return [
        ("DELETE FROM decisions WHERE id = ? AND count >= ?", (table, count)),
        ("DELETE FROM records WHERE id = ? AND round = ?", (table, round)),
        ("UPDATE tables SET base = ? WHERE id = ?", (base, table)),
    ]


def begun_again(table: str, round: int, seed: int, base: int) -> list[Statement]:
    """Keep a new game in the place of the former one."""
    return [
        ("DELETE FROM decisions WHERE id = ?", (table,)),
        ("UPDATE tables SET round = ?, seed = ?, base = ?, looked_back = 0 WHERE id = ?", (round, seed, base, table)),
    ]


def looked_back(table: str) -> Statement:
    """Keep that somebody has seen all the cards."""
    return "UPDATE tables SET looked_back = 1 WHERE id = ?", (table,)


def delayed(table: str, seconds: float) -> Statement:
    """Keep how long agents take."""
    return "UPDATE tables SET delay = ? WHERE id = ?", (seconds, table)


def finished(table: str, round: int, record: GameRecord) -> Statement:
    """Keep the record of a game that is over."""
    return "INSERT OR REPLACE INTO records VALUES (?, ?, ?)", (table, round, json.dumps(asdict(record)))


def fingerprint(token: str) -> str:
    """What is kept of a token: whoever reads the file can't take a seat with it."""
    return sha256(token.encode("utf-8", "surrogatepass")).hexdigest()


class Store:
    """A database file, or a database in memory. All of it happens in a thread of its own; what is written at the same time
    goes to the disk together.

    Args:
        file: where it is kept, or None to forget all when the server ends.

    Raises:
        StoreError: the file can't be used.
    """

    def __init__(self, file: Path | None) -> None:
        self._thread = ThreadPoolExecutor(1, "store")
        self._waiting: list[tuple[Sequence[Statement], asyncio.Future[None]]] = []
        self._writer: asyncio.Task[None] | None = None
        try:
            self._database = self._thread.submit(_open, file).result()
        except (sqlite3.Error, OSError, UnicodeError) as error:  # of a damaged file even the error can be such
            self._thread.shutdown()
            used = ", another server uses it" if "locked" in str(error) else ""
            raise StoreError(
                f"games can't be kept in {str(file)!r}: {error}{used}; name another file with --db, or use --no-save"
            ) from error

    async def write(self, *statements: Statement) -> None:
        """Carry out all of the statements or none; when this returns, they are on the disk.

        Raises:
            StoreError: they can't be carried out.
        """
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.append((statements, done))
        if self._writer is None or self._writer.done():
            self._writer = asyncio.create_task(self._write_all())
        await done

    async def seat(self, token: str) -> tuple[str, int] | None:
        """The table and the seat that a token stands for."""
        rows = await self._read("SELECT id, seat FROM seats WHERE token = ?", fingerprint(token))
        return (rows[0][0], rows[0][1]) if rows else None

    async def table(self, name: str) -> Saved | None:
        """A table that was kept."""
        rows = await self._read(f"SELECT {_COLUMNS} FROM tables WHERE id = ?", name)
        if not rows:
            return None
        decisions = await self._read("SELECT count, seat, action FROM decisions WHERE id = ? ORDER BY count", name)
        try:
            if [count for count, _, _ in decisions] != list(range(len(decisions))):
                raise ValueError("decisions are missing")
            kept = dict(zip(_COLUMNS.split(", "), rows[0], strict=True))
            kept |= {"players": json.loads(kept["players"]), "parameters": json.loads(kept["parameters"])}
            return _SAVED.validate_python(kept | {"decisions": [(seat, action) for _, seat, action in decisions]})
        except (ValidationError, ValueError, TypeError, RecursionError) as error:
            raise damaged() from error

    async def records(self, table: str) -> list[dict[str, Any]]:
        """The records of the games that ended at a table, as JSON-able data, in order."""
        rows = await self._read("SELECT record FROM records WHERE id = ? ORDER BY round", table)
        return [json.loads(row[0]) for row in rows]

    def close(self) -> None:
        """Let go of the file."""
        self._thread.submit(self._database.close).result()
        self._thread.shutdown()

    async def _read(self, query: str, *values: Any) -> list[Any]:
        def read() -> list[Any]:
            with closing(self._database.execute(query, values)) as cursor:
                return cursor.fetchall()

        try:
            return await self._run(read)
        except (sqlite3.Error, UnicodeError) as error:
            raise StoreError(f"what was kept can't be read: {error}") from error

    async def _write_all(self) -> None:
        """Write what waits, and what comes to wait meanwhile."""
        while self._waiting:
            group, self._waiting = self._waiting, []
            try:
                await self._run(partial(self._commit, [one for statements, _ in group for one in statements]))
            except (sqlite3.Error, UnicodeError) as error:
                for _, done in group:
                    if not done.done():
                        done.set_exception(StoreError(f"the game can't be kept: {error}"))
            else:
                for _, done in group:
                    if not done.done():
                        done.set_result(None)

    def _commit(self, statements: Sequence[Statement]) -> None:
        with self._database:
            for statement, values in statements:
                self._database.execute(statement, values)

    async def _run(self, work: Callable[[], _T]) -> _T:
        return await asyncio.get_running_loop().run_in_executor(self._thread, work)


def damaged() -> StoreError:
    """The error for what nobody can have kept like this."""
    return StoreError("what was kept of this game is damaged: it can't go on")


def _open(file: Path | None) -> sqlite3.Connection:
    if file is not None:
        file.parent.mkdir(parents=True, exist_ok=True)
    where = ":memory:" if file is None else file.absolute()  # to SQLite, some names are no files
    database = sqlite3.connect(where, timeout=1.0)
    try:
        _begin(database)
    except BaseException:
        database.close()
        raise
    return database


def _begin(database: sqlite3.Connection) -> None:
    """See to it that the database is a new one or one of ours, before anything is changed in it, and make it ready."""
    found, tables = database.execute("PRAGMA user_version").fetchone()[0], _tables(database)
    if found not in (0, FORMAT):
        raise sqlite3.DatabaseError(f"it is of format {found}, this version of critter_envs reads format {FORMAT}")
    with closing(sqlite3.connect(":memory:")) as fresh:
        fresh.executescript(_SCHEMA)
        if tables != (_tables(fresh) if found else {}):
            raise sqlite3.DatabaseError("it is the database of another program")
    database.execute("PRAGMA locking_mode = EXCLUSIVE")  # another server would deal with the same tables
    database.execute("PRAGMA journal_mode = WAL")
    database.execute("PRAGMA synchronous = FULL")
    database.executescript(f"{_SCHEMA} PRAGMA user_version = {FORMAT};")


def _tables(database: sqlite3.Connection) -> dict[str, list[str]]:
    """The columns of each table."""
    names = [name for (name,) in database.execute("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name")]
    return {name: [row[1] for row in database.execute("SELECT * FROM pragma_table_info(?)", (name,))] for name in names}
