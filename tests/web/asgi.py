"""A client of the real application, in the same event loop: no network, no threads of its own."""

import asyncio
import json
from contextlib import asynccontextmanager

from critter_envs.web.server import Settings, create_app
from critter_envs.web.views import LONGEST_LOG

#: A rate that no script reaches.
FAST = (1e9, 1e9)


@asynccontextmanager
async def serving(**settings):
    """The application with these settings, from its start to its end; unless told otherwise, one that is never in a hurry."""
    app = create_app(Settings(**{"messages": FAST, "requests": FAST, **settings}))
    async with app.router.lifespan_context(app):
        yield app


def scope_of(method, path, kind="application/json"):
    """What a request is about."""
    return {
        "type": "http",
        "asgi": {"version": "3.0"},
        "http_version": "1.1",
        "method": method,
        "scheme": "http",
        "path": path,
        "raw_path": path.encode(),
        "query_string": b"",
        "root_path": "",
        "headers": [(b"content-type", kind.encode())] if kind else [],
        "client": ("127.0.0.1", 1),
        "server": ("127.0.0.1", 80),
    }


async def request(app, method, path, body=b"", kind="application/json"):
    """One request; returns the status, the headers and the body, which is read as JSON if it is that."""
    scope, sent, asked = scope_of(method, path, kind), [], 0

    async def receive():
        nonlocal asked
        asked += 1
        if asked > 1:
            await asyncio.Event().wait()
        return {"type": "http.request", "body": body, "more_body": False}

    async def send(message):
        sent.append(message)

    await app(scope, receive, send)
    start = sent[0]
    headers = {name.decode(): value.decode() for name, value in start["headers"]}
    content = b"".join(message.get("body", b"") for message in sent[1:])
    return start["status"], headers, json.loads(content) if headers.get("content-type") == "application/json" else content


async def new_table(app, game, seats, **more):
    """Set up a table; returns the tokens by seat."""
    body = json.dumps({"game": game, "seats": seats, "delay": 0, **more}).encode()
    status, _, answer = await request(app, "POST", "/api/tables", body)
    assert status == 200, answer
    return {one["seat"]: one["token"] for one in answer["seats"] if one["token"]}


class Socket:
    """A WebSocket connection to the application."""

    def __init__(self, app):
        self._app = app
        self._to_app, self._from_app = asyncio.Queue(), asyncio.Queue()
        self.texts = []  # all that came, to the byte
        self.code = None  # with which it was closed
        self._view = None  # the last one, with its whole log

    async def __aenter__(self):
        scope = {
            "type": "websocket",
            "asgi": {"version": "3.0"},
            "scheme": "ws",
            "path": "/ws",
            "raw_path": b"/ws",
            "query_string": b"",
            "root_path": "",
            "headers": [],
            "client": ("127.0.0.1", 1),
            "server": ("127.0.0.1", 80),
            "subprotocols": [],
        }
        self._to_app.put_nowait({"type": "websocket.connect"})
        self._task = asyncio.create_task(self._app(scope, self._to_app.get, self._from_app.put))
        assert (await self._from_app.get())["type"] == "websocket.accept"
        return self

    async def __aexit__(self, *error):
        self._to_app.put_nowait({"type": "websocket.disconnect", "code": 1001})
        await self._task

    def send(self, data):
        """Send data as JSON, or a text or bytes as they are."""
        content = {"bytes": data} if isinstance(data, bytes) else {"text": data if isinstance(data, str) else json.dumps(data)}
        self._to_app.put_nowait({"type": "websocket.receive", **content})

    async def receive(self, timeout=120.0):
        """The next message, a view with its whole log; None when the connection was closed."""
        getting = asyncio.create_task(self._from_app.get())
        await asyncio.wait([getting, self._task], timeout=timeout, return_when=asyncio.FIRST_COMPLETED)
        if not getting.done():
            getting.cancel()
            assert self._task.done(), "no message came"
            raise ConnectionError("the connection ended without a word") from self._task.exception()
        message = getting.result()
        if message["type"] == "websocket.close":
            self.code = message["code"]
            return None
        self.texts.append(message["text"])
        data = json.loads(message["text"])
        if data.get("type") == "view":
            data = self._view = whole(data, self._view)
        return data

    async def next(self, kind):
        """The next message of this type; those before it are left aside."""
        while (message := await self.receive())["type"] != kind:
            pass
        return message

    async def ask(self, data):
        """Send something that is answered, or refused, and return that; views that come before it are left aside."""
        self.send(data)
        while (message := await self.receive()) is not None and message["type"] == "view":
            pass
        return message

    async def sit(self, token):
        """Take a seat; returns its first view."""
        self.send({"type": "sit", "token": token})
        return await self.receive()

    def act(self, view, action):
        """Take an action in a view."""
        self.send({"type": "act", "number": view["number"], "action": action})


@asynccontextmanager
async def seated(app, token):
    """A connection that has taken a seat, and its first view."""
    async with Socket(app) as socket:
        view = await socket.sit(token)
        assert view["type"] == "view", view
        yield socket, view


def whole(view, before):
    """A view with its whole log, as the page puts it together; ``before`` is the whole view that came before it, or None."""
    if before is None or view["after"] != before["number"]:
        return view
    log = (before["log"] + view["log"])[-LONGEST_LOG:]
    return {**view, "after": view["number"] - len(log), "log": log}


def room_of(app):
    """The only table that is open."""
    (task,) = app.state.rooms._rooms.values()
    return task.result()
