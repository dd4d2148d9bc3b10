"""A part of a match: so many deals, each in all seatings. It is a task of its own, and can be done anywhere."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from critter_envs.agents import Agent, AgentError, agent
from critter_envs.agents.base import ask_each
from critter_envs.agents.spec import same_agent
from critter_envs.core.batch import Batch
from critter_envs.core.game import Game
from critter_envs.core.pay import REWARDS

from .habits import Counts, Watch

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Named:
    """An agent that is made where it is to play.

    Args:
        spec: names it.
        seed: decides what it leaves to chance.
        file: the SHA-256 of the file that it comes from, if it comes from one.
    """

    spec: str
    seed: int
    file: str | None = None

    def make(self, game: Game) -> Agent:
        """The agent.

        Raises:
            AgentError: its file isn't here, or isn't the one that the match was made with, and whose SHA-256 the result tells.
        """
        if self.file is None:
            return agent(self.spec, game, self.seed)
        one = same_agent(self.spec, game, self.file, self.seed)
        if one is None:
            raise AgentError(
                f"the file of {self.spec!r} is missing where a part of the match is played, or another one than where it began: "
                "leave it as it is meanwhile, and see to it that all machines have the same"
            )
        return one


@dataclass(frozen=True)
class Chunk:
    """What is to be played.

    Args:
        game: the description of the game.
        num_players: the table size.
        parameters: the game's parameters.
        agents: all different agents; of those that are no ``Named``, only ``Seeded`` ones can leave their process.
        seatings: (S, seats): the place among the agents of who sits in each seat.
        deals: (D,): the seeds of the deals.
    """

    game: Game
    num_players: int
    parameters: dict[str, Any]
    agents: tuple[Named | Agent, ...]
    seatings: NDArray[np.int64]
    deals: NDArray[np.int64]


@dataclass(frozen=True)
class Played:
    """What came out.

    Args:
        wins: (D, agents): the share of the win of a seat of each agent, a mean over the seatings.
        scores: (D, agents): likewise.
        above: (D, S, seats): how many others came out above each seat, a tied one counting half; in halves.
        truncated: how many games were cut off.
        counts: what each agent did, where the game can tell.
    """

    wins: Floats
    scores: Floats
    above: NDArray[np.uint8]
    truncated: int
    counts: tuple[Counts, ...]


def play_chunk(chunk: Chunk) -> Played:
    """Play it all at once. The outcome depends on the chunk alone if all agents are named or ``Seeded``.

    Raises:
        AgentError: the file of an agent is missing here, or another one than where the match was made.
    """
    agents = [one.make(chunk.game) if isinstance(one, Named) else one for one in chunk.agents]
    watch = Watch(chunk.game, len(agents))
    batch = Batch(
        chunk.game,
        len(chunk.deals) * len(chunk.seatings),
        chunk.num_players,
        np.repeat(chunk.deals, len(chunk.seatings)),  # type: ignore[arg-type]
        autoreset=False,
        **chunk.parameters,
    )
    cut = 0
    running = np.flatnonzero(batch.player >= 0)
    while running.size:
        _, _, truncated = batch.step_some(running, _actions(agents, chunk.seatings, batch, running, watch))
        cut += int(truncated.sum())
        running = running[batch.player[running] >= 0]
    scores, shares = batch.standings()
    return Played(
        _by_agent(shares, chunk),
        _by_agent(scores, chunk),
        _above(batch, chunk.num_players).reshape(-1, *chunk.seatings.shape),
        cut,
        tuple(watch.counts(k) for k in range(len(agents))),
    )


def _actions(
    agents: Sequence[Agent], seatings: NDArray[np.int64], batch: Batch, games: NDArray[np.int64], watch: Watch
) -> NDArray[np.int64]:
    """The actions in these games (K,), of which the watch is told where the game can tell anything of them."""
    turns = seatings[games % len(seatings), batch.player[games]]
    actions = ask_each(agents, turns, batch, games)
    if batch.game.habits is not None:
        for k in range(len(agents)):
            rows = np.flatnonzero(turns == k)
            if rows.size:
                watch.note(k, batch.observation[games[rows]], actions[rows])
    return actions


def _by_agent(values: NDArray[Any], chunk: Chunk) -> Floats:
    """From a value for each seat of each game to the mean over each agent's seats, for each deal: (deals, agents)."""
    tables = values[:, : chunk.num_players].reshape(-1, *chunk.seatings.shape)
    return np.stack([tables[:, chunk.seatings == k].mean(axis=1) for k in range(len(chunk.agents))], axis=1)


def _above(batch: Batch, num_players: int) -> NDArray[np.uint8]:
    """From what a game that rewards ranks would pay, 1 at the top and -1 at the bottom, to halves of ranks, (games, seats)."""
    batch.states["reward"] = REWARDS.index("rank")
    ranks: NDArray[np.uint8] = np.rint((1 - batch.returns()[:, :num_players]) * (num_players - 1)).astype(np.uint8)
    return ranks
