"""What was measured of a checkpoint: files beside it, each of which is what a command has printed.

Each result tells which files its agents came from. One that belongs to other files than those that lie there now is refused.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pydantic import TypeAdapter, ValidationError

from critter_envs.agents.spec import same_agent
from critter_envs.arena import MatchResult, TournamentResult
from critter_envs.core.errors import CritterError
from critter_envs.core.game import Game

from .responses import NAME, Response

#: Whom a checkpoint is measured against, alone at a table of them.
RULES, RANDOM, SEARCH = "rules", "random", "search:400"


class FiguresError(CritterError):
    """Figures that can't be read, or that belong to other files."""


@dataclass(frozen=True)
class Measure:
    """A file of figures, and the command that makes it.

    Args:
        file: where the figures lie.
        program: what prints them, with the agents.
        players, games: what it is asked for usually.
    """

    file: Path
    program: str
    players: Sequence[int]
    games: int

    def line(self, players: Iterable[int] = (), games: int | None = None, seed: int = 0) -> str:
        """The command that writes the file: as usual, or as it was measured.

        Args:
            players: the table sizes.
            games: of each match. As many as the shortest match had make the others as long as they were: none has more than
                fill its seatings.
            seed: what decides them.
        """
        sizes = " ".join(map(str, dict.fromkeys(players) or self.players))
        seeded = f" --seed {seed}" if seed else ""
        return f"{self.program} --players {sizes} --games {games or self.games}{seeded} --json > {self.file.as_posix()}"


class Shelf:
    """The folder of one game: its checkpoints, and what was measured of them.

    Args:
        game: the game.
        folder: the folder, as commands name it.
    """

    def __init__(self, game: Game, folder: Path) -> None:
        self.game = game
        self.sizes = range(game.min_players, game.max_players + 1)
        self.curve = folder / "curve.png"
        self.ppo, self.small = folder / "ppo.zip", folder / "small.zip"
        #: The checkpoints by the specs that name them in tournaments.
        self.files = {"ppo": self.ppo, f"ppo:{self.small.as_posix()}": self.small}
        entrants = " ".join([*self.files, RULES, RANDOM])
        evaluate = f"python -m training.evaluate {game.name} ppo --against"
        self.bots = Measure(folder / "against.json", f"{evaluate} {RULES} {RANDOM}", self.sizes, 20_000)
        self.search = Measure(folder / "against_search.json", f"{evaluate} {SEARCH}", self.sizes, 2_000)
        self.arena = Measure(folder / "arena.json", f"critter tournament {game.name} {entrants}", self.sizes, 2_000)
        respond = f"python -m training.best_response {game.name} ppo"
        self.responses = Measure(folder / "best_response.json", respond, (self.sizes[0], self.sizes[-1]), 20_000)

    def alone(self, measure: Measure) -> list[MatchResult]:
        """How the checkpoint does alone at tables of others.

        Raises:
            FiguresError: the file holds something else, or belongs to another checkpoint.
        """
        matches: list[MatchResult] = _read(measure, list[MatchResult], [])
        for match in matches:
            self._check(measure, match.game, match.checkpoints, ["ppo"])
            names = [one.agent for one in match.agents]
            if names[0] != "ppo" or names[1:] not in [[other] for other in (RULES, RANDOM, SEARCH)]:
                raise self._other(measure, f"a match of {' and '.join(names)}")
        return matches

    def tournament(self) -> TournamentResult | None:
        """How the checkpoints, the rule-based player and the random one do against each other, if they have met.

        Raises:
            FiguresError: the file holds something else, or belongs to other checkpoints.
        """
        result: TournamentResult | None = _read(self.arena, TournamentResult, None)
        if result is not None:
            names = {one.agent for one in result.overall}
            if names != {*self.files, RULES, RANDOM} or result.rounds is not None or not result.complete:
                raise self._other(self.arena, "another tournament, or a part of one")
            self._check(self.arena, result.game, result.checkpoints, list(self.files))
        return result

    def best_responses(self) -> list[Response]:
        """What fresh agents have come to that learned against the checkpoint alone.

        Raises:
            FiguresError: the file holds something else, or belongs to another checkpoint.
        """
        responses: list[Response] = _read(self.responses, list[Response], [])
        for response in responses:
            names = [one.agent for one in response.match.agents]
            if names != [NAME, "ppo"]:
                raise self._other(self.responses, f"a match of {' and '.join(names)}")
            self._check(self.responses, response.match.game, response.match.checkpoints, ["ppo"])
        return responses

    def _check(self, measure: Measure, game: str, told: Mapping[str, str], names: Sequence[str]) -> None:
        """See to it that figures belong to this game, and to the checkpoints with these specs as they are now."""
        if game != self.game.name:
            raise FiguresError(f"{measure.file} was measured in {game}, not in {self.game.name}")
        for name in names:
            file = self.files[name]
            if name not in told or same_agent(f"ppo:{file}", self.game, told[name]) is None:
                raise FiguresError(
                    f"{measure.file} was measured with another file than {file}: "
                    f"remove it, or make it anew with '{measure.line()}'"
                )

    def _other(self, measure: Measure, what: str) -> FiguresError:
        return FiguresError(f"{measure.file} holds {what}: make it anew with '{measure.line()}'")


def _read(measure: Measure, kind: Any, nothing: Any) -> Any:
    """What lies in a file, as this kind of data; ``nothing`` if there is no such file."""
    try:
        content = measure.file.read_bytes()
    except FileNotFoundError:
        return nothing
    try:
        return TypeAdapter(kind).validate_json(content)
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        place = ".".join(map(str, first["loc"])) or "the whole"
        raise FiguresError(
            f"{measure.file} isn't what its command prints ({place}: {first['msg']}): make it anew with '{measure.line()}'"
        ) from None
