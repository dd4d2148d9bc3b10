"""How fast a game is, beside something that everybody has: PettingZoo's ``connect_four_v3``, measured in the same run.

A search is compared with the games that the kernel plays at random: faster than these, it could not play its own.
"""

import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from functools import partial
from random import Random
from statistics import median
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np

import critter_envs
from critter_envs.agents import RandomAgent
from critter_envs.agents.search import SearchAgent
from critter_envs.arena.tables import format_table
from critter_envs.core.batch import Batch
from critter_envs.core.errors import ParameterError
from critter_envs.core.game import Game
from critter_envs.core.paint import Painter, plain
from critter_envs.core.registry import find

#: The number of games in a batch, as in most trainings.
GAMES = 1024

#: How many decisions a measurement takes: about a quarter of a second.
_IN_KERNEL, _IN_BATCH, _IN_LOOP = 2_000 * GAMES, 500 * GAMES, 8_000

#: How many simulations a search from the opening takes.
_SIMULATIONS = 4_000

REFERENCE = "AEC loop, connect_four_v3"
KERNEL = f"Batch of {GAMES:,}, random players in the kernel"
STEP = f"Batch of {GAMES:,}, step with random actions from NumPy"
LOOP = "AEC loop"
GAMES_PLAYED = "the same, whole games"
SEARCHES = {policy: f"search from the opening, play-outs by {policy} players" for policy in ("random", "rules")}
IMPORT = "import critter_envs"
COLD = "first use, nothing compiled yet"
WARM = "first use, compiled before"
MEMORY = f"state of {GAMES:,} games"

DECISIONS, PLAYED, SIMULATIONS, SECONDS, MEBIBYTES = "decisions/s", "games/s", "simulations/s", "s", "MiB"

#: What measurements in a unit are multiples of.
_REFERENCES = {DECISIONS: REFERENCE, SIMULATIONS: GAMES_PLAYED}

_IMPORT = "import time; start = time.perf_counter(); import critter_envs; print(time.perf_counter() - start)"
_FIRST_USE = """
import sys, time, critter_envs
start = time.perf_counter()
batch = critter_envs.Batch(sys.argv[1], 1, int(sys.argv[2]))
batch.step(batch.mask.argmax(axis=1))
print(time.perf_counter() - start)
"""


#: Takes a measurement, with a folder for what is compiled in other processes.
Measure = Callable[[str], float]


class Bench:
    """The measurements of one game.

    Args:
        game: its name or its description.
        repeats: how often each thing is measured; what is measured takes turns, so that a slow minute slows all of it.
        num_players: the table size; by default 4, or the next one that the game has.

    Raises:
        ParameterError: there is no such game, no such table size, or no whole number of repeats.
    """

    def __init__(self, game: str | Game, repeats: int = 5, num_players: int | None = None) -> None:
        self.game = find(game)
        if repeats < 1:
            raise ParameterError(f"repeats can't be {repeats}: it must be a whole number from 1")
        usual = min(max(4, self.game.min_players), self.game.max_players)
        self.num_players = usual if num_players is None else num_players
        self.game.check_players(self.num_players)
        self.repeats = repeats
        self._batch = Batch(self.game, GAMES, self.num_players)
        self._measures: list[tuple[Measure, str, str]] = [
            (self._kernel, KERNEL, DECISIONS),
            (self._games, GAMES_PLAYED, PLAYED),
            (self._step, STEP, DECISIONS),
            *self._loops(),
            (partial(_child, _IMPORT), IMPORT, SECONDS),
            (self._first_use, COLD, SECONDS),
            (self._first_use, WARM, SECONDS),  # this process finds what the one before it has compiled
            *self._searches(),
        ]
        self._found: dict[str, list[float]] = {name: [] for _, name, _ in self._measures}

    @property
    def steps(self) -> int:
        """How many measurements there are to take."""
        return self.repeats * len(self._measures)

    def run(self) -> Iterator[int]:
        """Take all measurements; yields how many have been taken."""
        self._warm()
        done = 0
        for _ in range(self.repeats):
            with TemporaryDirectory() as cache:
                for measure, name, _ in self._measures:
                    self._found[name].append(measure(cache))
                    done += 1
                    yield done

    def result(self) -> dict[str, Any]:
        """What was measured, JSON-able: medians, the lowest and the highest, and which multiple of what the median is."""
        rows: list[dict[str, Any]] = []
        for _, name, unit in self._measures:
            values = self._found[name]
            row = {"what": name, "unit": unit, "median": median(values), "low": min(values), "high": max(values)}
            rows.append({**row, **self._compared(row)})
        size = self._batch.states.nbytes / 2**20
        rows.append({"what": MEMORY, "unit": MEBIBYTES, "median": size, "low": size, "high": size, "ratio": None, "of": None})
        return {"game": self.game.name, "num_players": self.num_players, "repeats": self.repeats, "measures": rows}

    def _compared(self, row: dict[str, Any]) -> dict[str, Any]:
        """What a measurement is compared with, if that was measured."""
        of = _REFERENCES.get(row["unit"], "")
        reference = self._found.get(of)
        return {"ratio": row["median"] / median(reference), "of": of} if reference else {"ratio": None, "of": None}

    def _loops(self) -> list[tuple[Measure, str, str]]:
        """The game in a PettingZoo loop, and the reference, unless what it needs is missing."""
        own = getattr(critter_envs, f"{self.game.name}_v0").env(num_players=self.num_players)
        loops: list[tuple[Measure, str, str]] = [(partial(_loop, own), LOOP, DECISIONS)]
        try:
            from pettingzoo.classic import connect_four_v3
        except ModuleNotFoundError as error:
            print(f"Nothing to compare with: connect_four_v3 needs {error.name}, which isn't installed.", file=sys.stderr)
            return loops
        other: Any = connect_four_v3.env()
        return [*loops, (partial(_loop, other), REFERENCE, DECISIONS)]

    def _searches(self) -> Iterator[tuple[Measure, str, str]]:
        """A search for each policy of the play-outs."""
        for policy, what in SEARCHES.items():
            yield partial(self._search, SearchAgent(self.game, _SIMULATIONS, policy)), what, SIMULATIONS

    def _kernel(self, cache: str) -> float:
        return _rate(_IN_KERNEL, lambda: self._batch.play_random(_IN_KERNEL // GAMES))

    def _games(self, cache: str) -> float:
        start = time.perf_counter()
        ended = self._batch.play_random(_IN_KERNEL // GAMES)
        return ended / (time.perf_counter() - start)

    def _step(self, cache: str) -> float:
        batch, agent = self._batch, RandomAgent(self.game)

        def play() -> None:
            for _ in range(_IN_BATCH // GAMES):
                batch.step(agent.act(batch.observation, batch.mask))

        return _rate(_IN_BATCH, play)

    def _first_use(self, cache: str) -> float:
        return _child(_FIRST_USE, cache, self.game.name, str(self.num_players))

    def _search(self, agent: SearchAgent, cache: str) -> float:
        opening = self._opening()
        start = time.perf_counter()
        simulations = agent.visits(opening, np.zeros(1, np.int64)).sum()  # fewer than asked for, if the choice is clear before
        return float(simulations / (time.perf_counter() - start))

    def _opening(self) -> Batch:
        """A game at its first choice."""
        batch = Batch(self.game, 1, self.num_players, seed=0)
        while batch.mask.sum() == 1:
            batch.step(batch.mask.argmax(axis=1))
        return batch

    def _warm(self) -> None:
        """Have everything compiled that this process measures."""
        self._batch.play_random(1)
        for policy in SEARCHES:
            SearchAgent(self.game, 1, policy).visits(self._opening(), np.zeros(1, np.int64))


def bench_table(result: dict[str, Any], paint: Painter = plain) -> str:
    """The measurements of a game, a row for each."""
    rows = [
        [
            row["what"],
            _number(row["median"]),
            f"{_number(row['low'])} – {_number(row['high'])}",
            row["unit"],
            "" if row["ratio"] is None else f"{row['ratio']:.2g} × {row['of']}",
        ]
        for row in result["measures"]
    ]
    title = f"{result['game']}, {result['num_players']} players, median of {result['repeats']}"
    table = format_table(["what", ">median", ">range", "", "compared"], rows, paint)
    return f"{paint(title, 'strong')}\n{table}"


def _number(value: float) -> str:
    return f"{value:,.0f}" if value >= 1000 else f"{value:.3g}"


def _rate(decisions: int, play: Callable[[], Any]) -> float:
    """Decisions a second."""
    start = time.perf_counter()
    play()
    return decisions / (time.perf_counter() - start)


def _loop(env: Any, cache: str) -> float:
    """Decisions a second in the loop that PettingZoo shows, with a cheap choice that is the same for every environment."""
    chance = Random(0).random

    def play() -> None:
        taken = 0
        while taken < _IN_LOOP:
            env.reset()
            for _ in env.agent_iter():
                observation, _, terminated, truncated, _ = env.last()
                if terminated or truncated:
                    env.step(None)
                else:
                    legal = observation["action_mask"].nonzero()[0]
                    env.step(int(legal[int(chance() * len(legal))]))
                    taken += 1

    return _rate(_IN_LOOP, play)


def _child(code: str, cache: str, *arguments: str) -> float:
    """The seconds that a fresh process prints."""
    environment = os.environ | {"NUMBA_CACHE_DIR": cache}
    command = [sys.executable, "-c", code, *arguments]
    return float(subprocess.run(command, env=environment, capture_output=True, text=True, check=True).stdout)
