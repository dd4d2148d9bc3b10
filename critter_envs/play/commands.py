"""What each subcommand of ``critter`` does; what it needs is imported when it runs, so that ``--help`` answers at once."""

import sys
from argparse import Namespace
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from critter_envs.core.game import Game

    from .session import Session

#: The exit code after Ctrl-C.
INTERRUPTED = 130


def show_games(options: Namespace) -> int:
    """``critter games``."""
    import critter_envs
    from critter_envs.agents.spec import specs
    from critter_envs.arena.tables import format_table, painter_for

    rows = []
    for game in map(critter_envs.game, critter_envs.games()):
        players = f"{game.min_players}–{game.max_players}"
        rows.append([game.name, game.title, players, str(game.num_actions), ", ".join(specs(game))])
    print(format_table(["name", "title", "players", ">actions", "agents"], rows, painter_for(sys.stdout)))
    return 0


def play(options: Namespace) -> int:
    """``critter play``."""
    if options.web:
        return _play_in_browser(options)
    from .files import named_file
    from .serving import KEEPING, LISTENING, refuse
    from .terminal import Terminal, game_file, has_screen

    refuse(options, (*LISTENING, *KEEPING), "needs --web")
    loaded = None if options.load is None else named_file(options.load)
    session = _new_session(options) if loaded is None else _loaded_session(options, loaded)
    file = loaded if options.save is None else game_file(options.save, loaded)
    if not has_screen():
        return Terminal(session, file).play()
    from .screen.playing import play_on_screen

    return play_on_screen(session, file)


def serve(options: Namespace) -> int:
    """``critter serve``."""
    from .serving import address, need_server, settings

    need_server()
    from critter_envs.web.launch import launch

    launch(address(options), settings(options))
    return 0


def bench(options: Namespace) -> int:
    """``critter bench``."""
    import critter_envs
    from critter_envs.arena.tables import as_json, painter_for

    from .bench import Bench, bench_table
    from .progress import follow

    names = [options.game] if options.game else critter_envs.games()
    benches = [Bench(name, options.repeats, options.players) for name in names]
    for one in benches:
        follow(one.run(), one.steps, one.game.name)
    if options.json:
        print(as_json([one.result() for one in benches]))
    else:
        print("\n\n".join(bench_table(one.result(), painter_for(sys.stdout)) for one in benches))
    return 0


def hold_tournament(options: Namespace) -> int:
    """``critter tournament``."""
    from critter_envs.arena import Tournament
    from critter_envs.arena.tables import as_json, painter_for, tournament_table
    from critter_envs.workers import crew

    from .progress import follow

    event = Tournament(options.game, options.agents, options.players, options.games, options.seed, options.swiss)
    picture = None if options.png is None else _picture_file(options.png)
    code = 0
    with crew(options.ray) as workers:
        try:
            follow(event.run(workers), event.num_games, "tournament")
        except KeyboardInterrupt:
            code = INTERRUPTED
            print("Interrupted: this is what came out so far.", file=sys.stderr)
    result = event.result()
    if options.json:
        print(as_json(result.as_dict()))
    elif result.pairings:
        print(tournament_table(result, painter_for(sys.stdout)))
    if picture is not None and result.pairings:
        from critter_envs.arena.chart import draw_tournament

        draw_tournament(result, picture)
    return code


def _picture_file(name: str) -> Path:
    """The file for a picture, before the work begins that would be lost if it could not be drawn.

    Raises:
        CritterError: matplotlib isn't installed, or there can be no such file.
    """
    from critter_envs.core.errors import CritterError
    from critter_envs.core.extras import need
    from critter_envs.core.paths import path_from

    need("a picture", "arena", "matplotlib")
    file = path_from(name)
    if file.suffix.lower() != ".png" or file.is_dir() or not file.parent.is_dir():
        raise CritterError(f"the picture can't be written to {name!r}: it must be a file FILE.png in a folder that is there")
    return file


def _play_in_browser(options: Namespace) -> int:
    """``critter play --web``."""
    from .serving import address, need_server, refuse, settings

    need_server()
    refuse(options, ("save", "load"), "can't go with --web: the server keeps its games by itself")
    from critter_envs.agents.spec import anywhere
    from critter_envs.core.batch import check_seed
    from critter_envs.web.launch import launch
    from critter_envs.web.protocol import NewTable

    game, seats, parameters = _seats(options)
    seats = [anywhere(spec) for spec in seats]
    seed = None if options.seed is None else check_seed(options.seed)
    table = NewTable(game=game.name, seats=seats, seed=seed, parameters=parameters)
    launch(address(options), settings(options, tuple(seats)), table)
    return 0


def _new_session(options: Namespace) -> "Session":
    """A new game, with the person in one seat and the agents in the others."""
    from .session import Session

    game, players, parameters = _seats(options)
    return Session(game, players, seed_of(options), **parameters)


def seed_of(options: Namespace) -> int:
    """The seed that is asked for, or a drawn one."""
    from .session import drawn_seed

    return drawn_seed() if options.seed is None else options.seed


def _seats(options: Namespace) -> "tuple[Game, list[str], dict[str, Any]]":
    """The game that is asked for, who sits where, and its parameters."""
    import critter_envs

    from .course import PERSON, PlayError
    from .given import parameters_from

    if options.game is None:
        raise PlayError("critter play needs a GAME, as in: critter play greedy_goose; critter games lists them")
    game = critter_envs.game(options.game)
    count = game.check_players(4 if options.players is None else options.players)
    seat = options.seat or 0
    if not 0 <= seat < count:
        raise PlayError(f"there is no seat {seat} at a table of {count}: --seat is from 0 to {count - 1}")
    others = options.against or ["rules"]
    if len(others) == 1:
        others = others * (count - 1)
    if len(others) != count - 1:
        raise PlayError(f"{count - 1} other seats need one --against for all, or {count - 1}, not {len(others)}")
    players = [PERSON, *others]
    seats = [players[(place - seat) % count] for place in range(count)]
    return game, seats, parameters_from(options.set or [], game, count)


def _loaded_session(options: Namespace, file: Path) -> "Session":
    """A game from a file, which says itself who plays what."""
    from critter_envs.core.records import read_record

    from .course import PlayError
    from .session import Session

    given = [name for name in ("players", "against", "seat", "seed", "set") if getattr(options, name) is not None]
    if given:
        raise PlayError(f"--{given[0]} can't go with --load: the file says how the game is played")
    record = read_record(file)
    if options.game not in (None, record.game):
        raise PlayError(f"{options.load!r} holds a game of {record.game}, not of {options.game}")
    return Session.load(record)
