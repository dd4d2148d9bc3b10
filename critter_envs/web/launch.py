"""The server as a command: binds its address, sets up a table if one is asked for, says where it is, and serves."""

import asyncio
import errno
import os
import socket
import sys
import webbrowser
from dataclasses import dataclass
from pathlib import Path

import uvicorn
from fastapi import FastAPI

from critter_envs.core.errors import CritterError
from critter_envs.core.paths import path_from
from critter_envs.play.show import Show, Viewer

from .limits import LONGEST_FRAME
from .protocol import NewTable
from .server import Settings, create_app

#: Where the server listens unless told otherwise.
HOST, PORT = "127.0.0.1", 8642

_LAST_PORT = 65535

#: Seconds for connections to end when the server is stopped.
_FAREWELL = 2


@dataclass(frozen=True)
class Address:
    """Where to listen; without a port, at the usual one, or at any that is free."""

    host: str = HOST
    port: int | None = None


def usual_file() -> Path:
    """Where games are kept unless told otherwise."""
    home = os.environ.get("XDG_DATA_HOME") or "~/.local/share"
    return path_from(home) / "critter_envs" / "games.db"


@dataclass(frozen=True)
class Exhibit:
    """A show to set up: whose eyes it is first seen with, and the seconds between decisions when it goes on by itself."""

    show: Show
    begin: Viewer
    delay: float


def launch(address: Address, settings: Settings, first: NewTable | Exhibit | None = None) -> None:
    """Serve until interrupted.

    Args:
        address: where.
        settings: how the server is set up.
        first: a table or a show to set up first; a browser opens there, at a table at the first person's seat.

    Raises:
        CritterError: it can't listen there, games can't be kept, or there can be no such table.
    """
    listener = _listen(address)
    with listener:
        app = create_app(settings)
        config = uvicorn.Config(
            app,
            log_level="warning",
            access_log=False,
            ws_max_size=LONGEST_FRAME,
            ws_per_message_deflate=False,  # it takes longer than what it saves on the way
            timeout_graceful_shutdown=_FAREWELL,
        )
        where = "Games are kept in memory only." if settings.file is None else f"Games are kept in {settings.file}."
        asyncio.run(_serve(uvicorn.Server(config), listener, app, first, where))


async def _serve(
    server: uvicorn.Server, listener: socket.socket, app: FastAPI, first: NewTable | Exhibit | None, where: str
) -> None:
    """Set up what is to be there first, tell the links, and serve."""
    place = _url(listener)
    links = await _links(app, first)
    print(f"The games are at {place}\n{where} Stop with Ctrl-C.")
    for heading, fragment in links:
        print(f"{heading}\n{place}#{fragment}")
    sys.stdout.flush()
    if links and sys.stdout.isatty():
        await asyncio.to_thread(webbrowser.open, f"{place}#{links[0][1]}")
    await server.serve(sockets=[listener])


async def _links(app: FastAPI, first: NewTable | Exhibit | None) -> list[tuple[str, str]]:
    """Set up a table or a show; for each link to it what it is for, and its fragment, the browser's own."""
    if first is None:
        return []
    if isinstance(first, Exhibit):
        return [("Watch here:", f"show.{app.state.shows.add(first.show, first.begin, first.delay)}")]
    opened = await app.state.rooms.create(first)
    headings = ["Your seat:", *["The seat of another person:"] * len(opened.tokens)]
    return [(heading, f"{opened.room.id}.{token}") for heading, token in zip(headings, opened.tokens.values(), strict=False)]


def _listen(address: Address) -> socket.socket:
    """A socket at an address.

    Raises:
        CritterError: it can't be had.
    """
    host, port = address.host, address.port
    if not host:
        raise CritterError("the server can't listen at an address without a name: 127.0.0.1 is this machine alone, 0.0.0.0 all")
    if port is not None and not 0 <= port <= _LAST_PORT:
        raise CritterError(f"there is no port {port}: they are numbered from 0 to {_LAST_PORT}, and 0 is any that is free")
    try:
        return _bound(host, PORT if port is None else port)
    except OSError as error:
        if port is None and error.errno == errno.EADDRINUSE:
            return _listen(Address(host, 0))
        known = error.errno is not None and error.errno > 0  # others are about names of machines
        raise _deaf(address, os.strerror(error.errno or 0) if known else "there is no such address") from error
    except (UnicodeError, TypeError) as error:  # it can't be the name of a machine
        raise _deaf(address, "there is no such address") from error


def _deaf(address: Address, reason: str) -> CritterError:
    return CritterError(f"the server can't listen at {address.host!r}, port {address.port or PORT}: {reason}")


def _bound(host: str, port: int) -> socket.socket:
    return socket.create_server((host, port), family=socket.AF_INET6 if ":" in host else socket.AF_INET)


def _url(listener: socket.socket) -> str:
    host, port = listener.getsockname()[:2]
    return f"http://{f'[{host}]' if ':' in host else host}:{port}/"
