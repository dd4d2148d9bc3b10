"""The runs of a benchmark: each is one algorithm in one game from one seed, and depends on nothing else."""

import json
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from pydantic import TypeAdapter

from critter_envs.agents import Agent
from critter_envs.agents.spec import same_agent
from critter_envs.arena import MatchResult
from critter_envs.core.errors import CritterError
from critter_envs.core.files import replacing
from critter_envs.core.registry import find
from critter_envs.workers import Workers

from ..algorithms import AlgorithmError, Task, algorithm
from ..config import ConfigError, differences
from ..evaluate import evaluate, renamed
from .settings import Benchmark

#: Agents that learn nothing, by which the scores of all others are normalised: 0 and 1.
REFERENCES = ("random", "rules")

#: What keeps the games of the measurement apart from those of the training.
_MEASURED = 9_000_000

_MATCHES = TypeAdapter(tuple[MatchResult, ...])


@dataclass(frozen=True)
class Job:
    """A run that is to be done.

    Args:
        algorithm: its spec, or one of the references.
        game: its name.
        players, opponents, steps, games_per_match, seed: as in the settings.
    """

    algorithm: str
    game: str
    players: tuple[int, ...]
    opponents: tuple[str, ...]
    steps: int
    games_per_match: int
    seed: int

    @property
    def name(self) -> str:
        """What the algorithm is called: its name, or that of its class."""
        return self.algorithm.rpartition(":")[2]

    @property
    def file(self) -> str:
        """What the file of its result is called."""
        return f"{self.name}-{self.game}-{self.seed}.json"


@dataclass(frozen=True)
class Result:
    """A run that is done: the matches of its agent, which is the first of each."""

    job: Job
    matches: tuple[MatchResult, ...]


def jobs(benchmark: Benchmark, algorithms: Sequence[str]) -> list[Job]:
    """All runs of these algorithms, those of the references first.

    Raises:
        AlgorithmError: there is no such algorithm.
        ConfigError: two algorithms have the same name.
    """
    for spec in algorithms:
        algorithm(spec)
    found = [
        Job(
            spec,
            game,
            players,
            benchmark.opponents,
            0 if spec in REFERENCES else benchmark.steps,
            benchmark.games_per_match,
            seed,
        )
        for spec in (*REFERENCES, *algorithms)
        for game, players in benchmark.games.items()
        for seed in benchmark.seeds
    ]
    if len({job.file for job in found}) < len(found):
        raise ConfigError(f"two algorithms have the same name: there are {', '.join(dict.fromkeys(job.name for job in found))}")
    return found


def run_job(job: Job) -> Result:
    """Train an agent, and let it sit alone at tables of each of the opponents.

    Raises:
        AlgorithmError: it broke a rule of the games or of this library.
        Exception: whatever else went wrong in an algorithm, with a note that names it.
    """
    game = find(job.game)
    one: str | Agent = job.algorithm
    try:
        if job.algorithm not in REFERENCES:
            one = algorithm(job.algorithm).train(Task(game, job.players, job.opponents, job.steps, job.seed))
        played = evaluate(game, one, job.opponents, job.players, job.games_per_match, job.seed + _MEASURED)
    except CritterError as error:
        raise AlgorithmError(f"{job.algorithm} in {job.game}, from seed {job.seed}: {error}") from error
    except Exception as error:
        error.add_note(f"This was {job.algorithm} in {job.game}, from seed {job.seed}.")
        raise
    return Result(job, tuple(renamed(match, job.name) for match in played))


class Folder:
    """Where results lie, a file each.

    Args:
        path: made when there is a first result.
    """

    def __init__(self, path: Path) -> None:
        self.path = path

    def find(self, job: Job) -> Result | None:
        """The result of a run, if it was done already.

        Raises:
            ConfigError: its file is damaged, or tells of a run with other settings or with other files of its opponents.
        """
        file = self.path / job.file
        try:
            told = json.loads(file.read_text(encoding="utf-8"))
            matches = _MATCHES.validate_python(told["matches"])
            changed = sorted(differences(_plain(job), told["job"]))
        except FileNotFoundError:
            return None
        except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
            raise ConfigError(f"{file} holds no result of a benchmark: remove it, and its run is done again") from error
        if changed:
            raise ConfigError(
                f"{file} tells of a run with other settings ({changed[0]}): "
                "give another folder with --out, or do all runs again with --fresh"
            )
        for spec, digest in (pair for match in matches for pair in match.checkpoints.items()):
            if same_agent(spec, find(job.game), digest) is None:
                raise ConfigError(
                    f"{file} tells of a run with another file than {spec} is now: "
                    "give another folder with --out, or do all runs again with --fresh"
                )
        return Result(job, matches)

    def keep(self, result: Result) -> None:
        """Write a result, all of it or nothing."""
        content = {"job": _plain(result.job), "matches": [match.as_dict() for match in result.matches]}
        self.write(result.job.file, json.dumps(content, indent=1).encode())

    def write(self, name: str, content: bytes) -> Path:
        """Write a file, all of it or nothing."""
        self.path.mkdir(parents=True, exist_ok=True)
        with replacing(self.path / name) as new:
            new.write_bytes(content)
        return self.path / name

    def clear(self, those: Sequence[Job]) -> None:
        """Remove the results of these runs."""
        for job in those:
            (self.path / job.file).unlink(missing_ok=True)


def _plain(job: Job) -> dict[str, Any]:
    """The same as JSON would tell it."""
    told: dict[str, Any] = json.loads(json.dumps(asdict(job)))
    return told


def run_all(folder: Folder, those: Sequence[Job], workers: Workers, progress: Callable[[int, int], None]) -> list[Result]:
    """The results of runs. Each that isn't done yet is done, and kept in the folder as soon as it is.

    Args:
        folder: where results lie.
        those: the runs.
        workers: who does them.
        progress: is called with the number of decisions done, and of all in the runs that weren't done yet.
    """
    found = {job: result for job in those if (result := folder.find(job))}
    left = [job for job in those if job not in found]
    done, total = 0, sum(job.steps for job in left)
    progress(done, total)
    for result in workers.map(run_job, left, ordered=False):
        folder.keep(result)
        found[result.job] = result
        done += result.job.steps
        progress(done, total)
    return [found[job] for job in those]
