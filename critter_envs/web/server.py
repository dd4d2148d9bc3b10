"""The web server: the page, the lobby, and a WebSocket for each client."""

import asyncio
import json
from collections import deque
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from fastapi import FastAPI, Request, Response, WebSocket, WebSocketDisconnect
from fastapi.responses import FileResponse, JSONResponse
from fastapi.staticfiles import StaticFiles
from starlette.requests import ClientDisconnect

from critter_envs.core.errors import CritterError
from critter_envs.play.course import PlayError

from . import lobby
from .limits import (
    LONGEST_BODY,
    LONGEST_ERROR,
    LONGEST_MESSAGE,
    LONGEST_RECORD,
    MOST_QUESTIONS,
    MOST_WAITING,
    PATIENCE,
    TIME_TO_SIT,
    Rate,
)
from .prepare import Preparation
from .protocol import (
    Act,
    Again,
    AnyMessage,
    Chances,
    Delay,
    Hint,
    Look,
    LookBack,
    MessageError,
    NewShow,
    NewTable,
    Ping,
    Record,
    Sit,
    Undo,
    Watch,
    read_message,
    read_request,
)
from .room import Busy, Room
from .rooms import Opened, Rooms
from .shows import Shows, Stage
from .store import Store

#: The files of the page.
PAGE = Path(__file__).with_name("page")

#: Threads for what takes longer: agents, estimates, games that are opened.
_THREADS = 4

#: Why a connection ends: it named no seat that there is, there is no place now, it sent too much, or it sent or read too slowly.
#: After the first one alone, the page doesn't come back.
REFUSED, BUSY, FLOODED, TOO_SLOW = 4401, 4503, 4429, 4408

#: The page asks nobody else for anything, and nobody may frame it.
_HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; "
        "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "Cache-Control": "no-cache",
}


@dataclass(frozen=True)
class Settings:
    """How the server is set up.

    Args:
        file: the database, or None to keep games only as long as the server runs.
        tables: so many may be open at the same time.
        agents: specs that may be asked for besides the usual ones.
        messages: how many messages a connection may send at once, and a second.
        requests: how many tables and shows may be set up at once, and a second, by all together.
        prepare: whether other processes compile what will be needed later.
    """

    file: Path | None = None
    tables: int = 1000
    agents: tuple[str, ...] = ()
    messages: tuple[float, float] = (40.0, 20.0)
    requests: tuple[float, float] = (300.0, 10.0)
    prepare: bool = False


def create_app(settings: Settings | None = None) -> FastAPI:
    """The server.

    Raises:
        StoreError: the database can't be used.
    """
    settings = settings or Settings()
    store = Store(settings.file)
    thinkers = ThreadPoolExecutor(_THREADS, "thinker")
    preparation = Preparation()
    rooms = Rooms(store, thinkers, settings.tables, settings.agents, preparation.begin if settings.prepare else None)
    shows = Shows(thinkers, settings.agents)
    requests = Rate(*settings.requests)

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        yield
        preparation.stop()
        thinkers.shutdown(wait=False, cancel_futures=True)
        store.close()

    app = FastAPI(lifespan=lifespan, openapi_url=None)
    app.state.rooms, app.state.shows, app.state.store = rooms, shows, store

    @app.middleware("http")
    async def add_headers(request: Request, answer: Callable[[Request], Awaitable[Response]]) -> Response:
        response = await answer(request)
        response.headers.update(_HEADERS)
        return response

    @app.get("/")
    async def page() -> Response:
        return FileResponse(PAGE / "index.html")

    @app.get("/api/games")
    async def games() -> Response:
        return JSONResponse(await asyncio.to_thread(lobby.games))

    async def set_up(
        request: Request, create: Callable[[bytes], Awaitable[dict[str, Any]]], longest: int = LONGEST_BODY
    ) -> Response:
        try:
            if not requests.take():
                return _refusal("too many games were set up just now: try again in a minute", 429)
            return JSONResponse(await create(await _body(request, longest)))
        except CritterError as error:
            return _refusal(str(error), 400)

    @app.post("/api/tables")
    async def new_table(request: Request) -> Response:
        async def create(body: bytes) -> dict[str, Any]:
            return _opened(await rooms.create(read_request(body, NewTable)))

        return await set_up(request, create)

    @app.post("/api/shows")
    async def new_show(request: Request) -> Response:
        async def create(body: bytes) -> dict[str, Any]:
            return {"show": await shows.create(read_request(body, NewShow))}

        return await set_up(request, create)

    @app.post("/api/records")
    async def new_replay(request: Request) -> Response:
        async def create(body: bytes) -> dict[str, Any]:
            return {"show": await shows.open(body)}

        return await set_up(request, create, LONGEST_RECORD)

    @app.websocket("/ws")
    async def socket(websocket: WebSocket) -> None:
        await Client(websocket, rooms, shows, Rate(*settings.messages)).run()

    app.mount("/page", StaticFiles(directory=PAGE, check_dir=False))
    return app


def _opened(opened: Opened) -> dict[str, Any]:
    """What whoever set up a table is told."""
    room, tokens = opened.room, opened.tokens
    seats = [{"seat": seat, "player": who, "token": tokens.get(seat)} for seat, who in enumerate(room.players)]
    return {"table": room.id, "seats": seats}


async def _body(request: Request, longest: int) -> bytes:
    """The body of a request.

    Raises:
        MessageError: it is too long, or ends too soon, or isn't said to be JSON, which keeps the pages of other servers from
            sending it.
    """
    if request.headers.get("content-type", "").partition(";")[0].strip().lower() != "application/json":
        raise MessageError("the request must be of the type application/json")
    body = b""
    try:
        async for part in request.stream():
            body += part
            if len(body) > longest:
                raise MessageError(f"the request is too long: at most {longest} bytes")
    except ClientDisconnect as error:
        raise MessageError("the request ended before all of it was there") from error
    return body


def _refusal(sentence: str, status: int) -> Response:
    return JSONResponse(_error(sentence), status)


def _error(sentence: str) -> dict[str, str]:
    shown = sentence if len(sentence) <= LONGEST_ERROR else sentence[:LONGEST_ERROR] + "…"
    return {"type": "error", "message": shown[:1].upper() + shown[1:] + "."}


def _text(message: Mapping[str, Any]) -> str:
    """The text of a message.

    Raises:
        MessageError: it is too long, or no text.
    """
    text = message.get("text")
    if text is None:
        raise MessageError("messages are text, not bytes")
    if len(text.encode("utf-8", "surrogatepass")) > LONGEST_MESSAGE:
        raise MessageError(f"the message is too long: at most {LONGEST_MESSAGE} bytes")
    return str(text)


class Client:
    """One connection: reads what it sends, and sends it what it is to be shown.

    Args:
        websocket: the connection.
        rooms: all tables.
        shows: all games to look at.
        rate: how much it may send.
    """

    def __init__(self, websocket: WebSocket, rooms: Rooms, shows: Shows, rate: Rate) -> None:
        self._websocket = websocket
        self._rooms = rooms
        self._shows = shows
        self._rate = rate
        self._waiting: deque[str] = deque()
        self._ready = asyncio.Event()
        self._shown: dict[str, Any] = {"number": 0}
        self._excess = 0
        self._closing: int | None = None
        self._questions: set[asyncio.Task[None]] = set()

    # --- as the room sees it -----------------------------------------------------------------------------------

    def send(self, text: str) -> None:
        """Send a message soon. A client that reads too slowly loses its connection, and may come back."""
        if len(self._waiting) >= MOST_WAITING:
            self._waiting.clear()
            self._closing = TOO_SLOW
        elif self._closing is None:  # what came later wouldn't go on from what is lost
            self._waiting.append(text)
        self._ready.set()

    def show(self, view: dict[str, Any], log: Callable[[int], dict[str, Any]]) -> None:
        """Send a view with its log from the one on that was sent last, unless it is that one; ``log`` takes its number."""
        if view != self._shown:
            self._answer({**view, **log(self._shown["number"])})
            self._shown = view

    # --- reading and writing -----------------------------------------------------------------------------------

    async def run(self) -> None:
        """Serve the connection until it ends."""
        await self._websocket.accept()
        writer = asyncio.create_task(self._write())
        try:
            await self._serve()
        except WebSocketDisconnect:
            pass
        finally:
            self._ready.set()
            if self._closing is None:
                writer.cancel()
            await asyncio.gather(writer, return_exceptions=True)

    async def _write(self) -> None:
        """Send what waits, in order; at the end, close the connection."""
        while True:
            await self._ready.wait()
            self._ready.clear()
            while self._waiting:
                await self._websocket.send_text(self._waiting.popleft())
            if self._closing is not None:
                await self._websocket.close(self._closing)
                return

    async def _serve(self) -> None:
        try:
            match await self._first():
                case Sit(token=token):
                    room, seat = await self._rooms.find(token)
                    room.join(seat, self)
                    await self._serve_seat(room, seat)
                case Watch(token=token):
                    stage = self._shows.find(token)
                    self._answer(await stage.first())
                    await self._serve_all(partial(self._obey_watcher, stage))
                case _:
                    raise MessageError('the first message of a connection must be of the type "sit" or "watch"')
        except TimeoutError:  # the line may only be slow
            self._refuse("the first message of a connection says what it is about, and none came")
            self._closing = TOO_SLOW
        except CritterError as error:
            self._refuse(str(error))
            self._closing = BUSY if isinstance(error, Busy) else REFUSED

    async def _first(self) -> AnyMessage:
        async with asyncio.timeout(TIME_TO_SIT):
            message = await self._receive()
        return read_message(_text(message))

    async def _serve_seat(self, room: Room, seat: int) -> None:
        try:
            await self._serve_all(partial(self._obey, room, seat))
        finally:
            room.leave(seat, self)

    async def _serve_all(self, obey: Callable[[AnyMessage], Awaitable[None]]) -> None:
        while self._closing is None:
            await self._serve_one(obey)

    async def _serve_one(self, obey: Callable[[AnyMessage], Awaitable[None]]) -> None:
        """Answer a message. Those in excess are left aside, and only the first of them is told so."""
        message = await self._receive()
        if not self._rate.take():
            self._excess += 1
            if self._excess == 1:
                self._refuse("too many messages at once: this one and those that follow too fast are left aside")
            if self._excess > PATIENCE:
                self._closing = FLOODED
            return
        self._excess = 0
        try:
            await obey(read_message(_text(message)))
        except CritterError as error:
            self._refuse(str(error))

    async def _obey(self, room: Room, seat: int, message: AnyMessage) -> None:
        match message:
            case Act(number=number, action=action):
                await room.act(seat, number, action)
            case Undo():
                await room.undo(seat)
            case Again():
                await room.again(seat)
            case Delay(seconds=seconds):
                await room.delay(seconds)
            case Hint():
                self._ask(room.hint(seat))
            case Chances():
                self._ask(room.chances(seat))
            case LookBack():
                self._ask(room.look_back(seat, self._shows))
            case Ping():
                self._answer({"type": "pong"})
            case Sit() | Watch() | Look() | Record():
                raise MessageError("this connection has its seat already: open another one for anything else")

    async def _obey_watcher(self, stage: Stage, message: AnyMessage) -> None:
        """Those who look on are answered one after the other."""
        match message:
            case Look():
                self._answer(await stage.look(message))
            case Record():
                self._answer(await stage.record())
            case Again():
                self._answer(await stage.again())
            case Ping():
                self._answer({"type": "pong"})
            case _:
                raise MessageError("this connection only looks on: open another one for a seat")

    def _ask(self, question: Coroutine[Any, Any, dict[str, Any]]) -> None:
        """Answer a question when the answer is there; the game goes on meanwhile.

        Raises:
            PlayError: there are too many questions already.
        """
        if len(self._questions) >= MOST_QUESTIONS:
            question.close()
            raise PlayError("the last questions are not answered yet: wait for it")

        async def answer() -> None:
            try:
                self._answer(await question)
            except CritterError as error:
                self._refuse(str(error))

        task = asyncio.create_task(answer())
        self._questions.add(task)
        task.add_done_callback(self._questions.discard)

    async def _receive(self) -> Mapping[str, Any]:
        """The next message, as it came.

        Raises:
            WebSocketDisconnect: there is none.
        """
        message = await self._websocket.receive()
        if message["type"] == "websocket.disconnect":
            raise WebSocketDisconnect(message.get("code", 1005))
        return message

    def _refuse(self, sentence: str) -> None:
        self._answer(_error(sentence))

    def _answer(self, data: dict[str, Any]) -> None:
        self.send(json.dumps(data, separators=(",", ":")))
