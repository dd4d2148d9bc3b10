"""``critter watch`` and ``critter replay``; what they need is imported when they run, so that ``--help`` answers at once."""

import sys
import time
from argparse import Namespace
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from .commands import seed_of

if TYPE_CHECKING:
    from .show import Show, Viewer

#: Seconds between decisions, where they are gone through one by one and nothing else is asked for.
_DELAY = 1.0


def watch(options: Namespace) -> int:
    """``critter watch``."""
    import critter_envs

    from .course import PERSON, PlayError
    from .files import new_file
    from .given import parameters_from
    from .serving import LISTENING, need_server, refuse
    from .show import Show, Viewer
    from .table import Table

    if options.web:
        need_server()
    else:
        refuse(options, LISTENING, "needs --web")
    if PERSON in options.agents:
        raise PlayError(f"agents alone can be watched; for a {PERSON} there is: critter play {options.game}")
    game = critter_envs.game(options.game)
    game.check_players(len(options.agents))
    parameters = parameters_from(options.set or [], game, len(options.agents))
    delay = check_delay(options.delay)
    file = None if options.save is None else new_file(options.save)
    show = Show(Table(game, options.agents, seed_of(options), **parameters))
    if file is None:
        return _present(options, show, Viewer(), delay)
    show.record().write(file)  # so that it shows now if it can't be kept
    try:
        return _present(options, show, Viewer(), delay)
    finally:
        show.record().write(file)
        print(f"The game is kept in {file}.")


def replay(options: Namespace) -> int:
    """``critter replay``."""
    from critter_envs.core.records import read_record

    from .course import PlayError
    from .files import named_file, picture_of_a_game
    from .serving import LISTENING, need_server, refuse
    from .show import Show, Viewer

    files = [name for name in ("text", "gif") if getattr(options, name) is not None]
    if options.web:
        need_server()
        refuse(options, files, "can't go with --web: a file is written at once, and nothing shown")
    else:
        refuse(options, LISTENING, "needs --web")
    if options.delay is not None and files == ["text"]:
        raise PlayError("--delay can't go with --text alone: nobody waits in a text")
    delay = check_delay(options.delay)
    show = Show.of(read_record(named_file(options.file)))
    viewer = Viewer() if options.seat is None else Viewer(options.seat, open=False)
    show.journal(viewer)  # there must be such a seat
    if not files:
        return _present(options, show, viewer, delay)
    text, gif = [None if name is None else picture_of_a_game(name) for name in (options.text, options.gif)]
    if text is not None and gif is not None and text.resolve() == gif.resolve():
        raise PlayError(f"--text and --gif can't both be {options.text!r}: one would replace the other")
    if text is not None:
        _write_text(show, viewer, text)
    if gif is not None:
        _write_gif(show, viewer, gif, delay)
    return 0


def check_delay(seconds: float | None) -> float | None:
    """The seconds between decisions, if they are such.

    Raises:
        PlayError: they are not.
    """
    from .course import LONGEST_DELAY, PlayError

    if seconds is not None and not 0 <= seconds <= LONGEST_DELAY:
        raise PlayError(f"--delay can't be {seconds:g}: it must be from 0 to {LONGEST_DELAY:g} seconds")
    return seconds


def _present(options: Namespace, show: "Show", viewer: "Viewer", delay: float | None) -> int:
    """Show a game in a browser, on the whole terminal, or line by line."""
    from critter_envs.arena.tables import painter_for

    from .terminal import has_screen
    from .transcript import transcript

    usual = _DELAY if delay is None else delay
    if options.web:
        from critter_envs.web.launch import Exhibit, launch
        from critter_envs.web.server import Settings

        from .serving import address

        launch(address(options), Settings(None), Exhibit(show, viewer, usual))
        return 0
    if has_screen():
        from .screen.watching import WatchApp

        return WatchApp(show, viewer, usual).fill()
    for block in transcript(show, viewer, painter_for(sys.stdout)):
        print(block, flush=True)
        time.sleep(delay or 0.0)
    return 0


def _write_text(show: "Show", viewer: "Viewer", file: Path) -> None:
    from critter_envs.core.records import write_whole

    from .transcript import transcript

    write_whole(file, "\n".join(transcript(show, viewer)) + "\n")


def _write_gif(show: "Show", viewer: "Viewer", file: Path, delay: float | None) -> None:
    from .movie import write_movie
    from .progress import follow

    def drawn() -> Iterator[int]:
        for number in write_movie(show, viewer, file, _DELAY if delay is None else delay):
            yield number + 1

    follow(drawn(), show.played + 1, "pictures")
