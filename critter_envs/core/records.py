"""Records of games: what is needed to play one again, byte for byte, as a JSON file."""

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any
from unicodedata import category
from zlib import crc32

from .batch import Batch, check_seed
from .errors import CritterError, RecordError
from .files import replacing
from .game import TRUNCATED, Game
from .parameters import is_integer
from .registry import find

#: Bytes of a file that may hold a record: a game of the most decisions that there can be takes less than a third of it.
LONGEST_FILE = 4 << 20

#: A decision: the seat that took it, and its action.
Decision = tuple[int, int]


@dataclass(frozen=True)
class Result:
    """How a game ended: each seat's score and share of the win, and whether it was cut off at its limit of decisions."""

    scores: tuple[int, ...]
    shares: tuple[float, ...]
    truncated: bool


@dataclass(frozen=True)
class GameRecord:
    """A game from its deal on; it need not be over.

    Args:
        game, version: its name, and the version of its rules.
        parameters: all of its parameters, ``num_players`` among them.
        seed: what the deal and all chance come from.
        agents: who sat in each seat, in words.
        actions: the decisions in the order in which they were taken.
        checks: a checksum of the state after the deal and after each decision.
        result: how it ended, or None if it isn't over.
    """

    game: str
    version: int
    parameters: dict[str, Any]
    seed: int
    agents: tuple[str, ...]
    actions: tuple[Decision, ...]
    checks: tuple[str, ...]
    result: Result | None

    @property
    def variant(self) -> dict[str, Any]:
        """The parameters besides ``num_players``, which ``agents`` tells as well."""
        return {name: value for name, value in self.parameters.items() if name != "num_players"}

    def batch(self) -> Batch:
        """A batch of this one game, as it was dealt."""
        return Batch(self.game, 1, seed=[self.seed], autoreset=False, **self.parameters)

    def steps(self) -> Iterator[Batch]:
        """Play the game again: the batch after the deal and after each decision, the same object each time.

        Raises:
            RecordError: the record stopped fitting; it says where.
        """
        batch = self.batch()
        self._compare(batch, 0)
        yield batch
        for number, (seat, action) in enumerate(self.actions, 1):
            try:
                decide(batch, seat, action)
            except CritterError as error:
                raise self._misfit(number, f"can't be taken: {error}") from error
            self._compare(batch, number)
            yield batch
        if _result(batch) != self.result:
            raise self._misfit(len(self.actions), f"leads to the result {_result(batch)}, not to {self.result}")

    def replay(self) -> Batch:
        """The game as it stands at the end of the record, the same bytes as when it was played.

        Raises:
            RecordError: the record stopped fitting; it says at which action.
        """
        batch = self.batch()
        for batch in self.steps():  # noqa: B007
            pass
        return batch

    def write(self, path: str | Path) -> None:
        """Write the record to a file, which is there whole or not at all.

        Raises:
            RecordError: the file can't be written.
        """
        write_whole(Path(path), json.dumps(asdict(self)) + "\n")

    def _compare(self, batch: Batch, number: int) -> None:
        if checksum(batch) != self.checks[number]:
            raise self._misfit(number, "leads to another position than the one that was recorded")

    def _misfit(self, number: int, problem: str) -> RecordError:
        """An error about the decision of this number, counted from 1; 0 is the deal."""
        current = find(self.game).version
        other = f"; the record is of version {self.version} of the rules, these are version {current}" * (current != self.version)
        if number == 0:
            return RecordError(f"the record stops fitting at the deal: it {problem}{other}")
        seat, action = self.actions[number - 1]
        what = f"action {number} of {len(self.actions)}, {action} of seat {seat},"
        return RecordError(f"the record stops fitting at {what} which {problem}{other}")


def record_of(
    game: str | Game,
    num_players: int,
    seed: int,
    agents: Sequence[str],
    actions: Iterable[Decision],
    **parameters: Any,
) -> GameRecord:
    """The record of a game in which these decisions were taken.

    Args:
        game, num_players, parameters: as for a ``Batch``.
        seed: of this one game, ``batch.states[i].seed``.
        agents: who sat in each seat, in words.
        actions: pairs of seat and action.

    Raises:
        IllegalAction: a decision can't be taken.
        RecordError: another number of agents than seats.
    """
    game = find(game)
    batch = Batch(game, 1, num_players, [check_seed(seed)], autoreset=False, **parameters)
    if len(agents) != num_players:
        raise RecordError(f"{num_players} seats need {num_players} names of agents, not {len(agents)}")
    taken = tuple((int(seat), int(action)) for seat, action in actions)
    checks = [checksum(batch)]
    for seat, action in taken:
        decide(batch, seat, action)
        checks.append(checksum(batch))
    played = game.parameters_of(batch.states[0])
    return GameRecord(game.name, game.version, played, int(seed), tuple(agents), taken, tuple(checks), _result(batch))


def read_record(path: str | Path) -> GameRecord:
    """The record in a file; whether it fits shows when it is replayed.

    Raises:
        RecordError: the file can't be read, or holds no record of a game.
    """
    try:
        with open(path, "rb") as file:
            content = file.read(LONGEST_FILE + 1)
    except OSError as error:
        raise RecordError(f"{str(path)!r} can't be read: {error.strerror or error}") from error
    return record_in(content, repr(str(path)))


def record_in(content: bytes, where: str) -> GameRecord:
    """The record in what a file holds; whether it fits shows when it is replayed.

    Args:
        content: all of it.
        where: the file, as errors name it.

    Raises:
        RecordError: it is no record of a game.
    """
    try:
        if len(content) > LONGEST_FILE:
            raise RecordError(f"it has more than {LONGEST_FILE} bytes")
        return _record_from(json.loads(content.decode()))
    except CritterError as error:
        raise RecordError(f"{where} holds no record of a game: {error}") from error
    except (ValueError, RecursionError) as error:
        raise RecordError(f"{where} holds no record of a game: it isn't JSON") from error


def decide(batch: Batch, seat: int, action: int) -> None:
    """One decision in a batch of one game.

    Raises:
        RecordError, PositionError, IllegalAction: the game is over, the seat isn't to act, or not like this.
    """
    if batch.player[0] < 0:
        raise RecordError("the game is over")
    if seat != batch.player[0]:
        batch.turn_to(0, seat)
    batch.step([action])


def checksum(batch: Batch) -> str:
    """Eight hexadecimal digits that stand for the state of the only game in a batch."""
    return f"{crc32(batch.states.tobytes()):08x}"


def write_whole(path: Path, text: str) -> None:
    """Write a text file in one piece: it is put in its place only when all of it is on the disk.

    Raises:
        RecordError: it can't be written; what was there before is as it was.
    """
    try:
        with replacing(path) as draft:
            draft.write_text(text, "utf-8", "replace")  # names of files may hold what is no letter
    except OSError as error:
        raise RecordError(f"{str(path)!r} can't be written: {error.strerror or error}") from error


def _result(batch: Batch) -> Result | None:
    state = batch.states[0]
    if batch.player[0] >= 0:
        return None
    players = int(state.num_players)
    scores, shares = batch.standings()
    return Result(tuple(scores[0, :players].tolist()), tuple(shares[0, :players].tolist()), bool(state.over == TRUNCATED))


# --- from JSON -------------------------------------------------------------------------------------------------


def _record_from(data: Any) -> GameRecord:
    """A record from JSON data, checked field by field."""
    _keys(data, [*GameRecord.__dataclass_fields__], "a record")
    if not isinstance(data["game"], str):
        raise RecordError(f"game is {data['game']!r}, but must be the name of one")
    game = find(data["game"])
    if not isinstance(data["parameters"], dict) or "num_players" not in data["parameters"]:
        raise RecordError(f"parameters is {data['parameters']!r}, but must be a mapping with num_players")
    players = int(game.configure(**data["parameters"])["num_players"])
    actions = _list(data, "actions", "pairs of seat and action", lambda pair: _whole(pair, 2))
    checks = _list(data, "checks", "checksums", lambda check: isinstance(check, str))
    if len(checks) != len(actions) + 1:
        raise RecordError(f"there are {len(checks)} checks for {len(actions)} actions; there must be one more than actions")
    agents = _list(data, "agents", "names without control characters", _is_name)
    if len(agents) != players:
        raise RecordError(f"there are {len(agents)} agents for {players} players")
    if not is_integer(data["version"]):
        raise RecordError(f"version is {data['version']!r}, but must be a whole number")
    return GameRecord(
        game.name,
        data["version"],
        data["parameters"],
        check_seed(data["seed"]),
        tuple(agents),
        tuple((seat, action) for seat, action in actions),
        tuple(checks),
        _result_from(data["result"], players),
    )


def _result_from(data: Any, players: int) -> Result | None:
    if data is None:
        return None
    _keys(data, [*Result.__dataclass_fields__], "a result")
    scores = _list(data, "scores", "whole numbers", is_integer)
    shares = _list(data, "shares", "numbers", lambda share: isinstance(share, float))
    if len(scores) != players or len(shares) != players or not isinstance(data["truncated"], bool):
        raise RecordError(f"result is {data}, but must hold a score and a share for each of {players} players, and truncated")
    return Result(tuple(scores), tuple(shares), data["truncated"])


def _keys(data: Any, keys: Sequence[str], what: str) -> None:
    if not isinstance(data, dict) or set(data) != set(keys):
        raise RecordError(f"{what} is a mapping with the keys {', '.join(keys)}")


def _list(data: dict[str, Any], key: str, what: str, fits: Any) -> list[Any]:
    if not isinstance(data[key], list) or not all(fits(item) for item in data[key]):
        raise RecordError(f"{key} must be a list of {what}")
    return list(data[key])


def _is_name(data: Any) -> bool:
    """Whether it can be shown anywhere: to a terminal, control characters are orders."""
    return isinstance(data, str) and not any(category(letter) == "Cc" for letter in data)


def _whole(data: Any, length: int) -> bool:
    """Whether it is a list of so many whole numbers."""
    return isinstance(data, list) and len(data) == length and all(map(is_integer, data))
