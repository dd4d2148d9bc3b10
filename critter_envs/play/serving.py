"""What the commands share that serve games to browsers."""

from argparse import Namespace
from collections.abc import Sequence
from typing import TYPE_CHECKING

from critter_envs.core.errors import CritterError
from critter_envs.core.extras import need

from .course import PlayError
from .files import named_file

if TYPE_CHECKING:
    from critter_envs.web.launch import Address
    from critter_envs.web.server import Settings

#: The options that are about where the server listens, and about what it keeps.
LISTENING, KEEPING = ("host", "port"), ("db", "no_save")


def need_server() -> None:
    """See to it that the server's libraries are there.

    Raises:
        MissingExtra: one isn't.
    """
    need("the server", "play", "fastapi", "uvicorn", "websockets", "pydantic")


def address(options: Namespace) -> "Address":
    """Where the server is to listen."""
    from critter_envs.web.launch import HOST, Address

    return Address(HOST if options.host is None else options.host, options.port)


def settings(options: Namespace, agents: tuple[str, ...] = ()) -> "Settings":
    """How the server is set up."""
    from critter_envs.web.launch import usual_file
    from critter_envs.web.server import Settings

    if options.no_save and options.db is not None:
        raise CritterError("--db can't go with --no-save: either games are kept in a file, or they are not kept")
    file = usual_file() if options.db is None else named_file(options.db)
    return Settings(None if options.no_save else file, agents=agents, prepare=True)


def refuse(options: Namespace, names: Sequence[str], reason: str) -> None:
    """Options that make no difference are errors.

    Raises:
        PlayError: one of them is given.
    """
    for name in names:
        if getattr(options, name) not in (None, False):
            raise PlayError(f"--{name.replace('_', '-')} {reason}")
