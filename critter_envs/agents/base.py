"""What all players of seats have in common."""

from collections.abc import Sequence
from typing import Any, Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from critter_envs.core.batch import Batch
from critter_envs.core.errors import CritterError, IllegalAction
from critter_envs.core.game import Game

Bytes = NDArray[np.uint8]
Actions = NDArray[np.int64]


class AgentError(CritterError):
    """An agent that can't be had, or that was shown what isn't an observation of its game."""


class Agent(Protocol):
    """Whoever decides for seats: it sees observations and masks, of as many games at once as it is asked about.

    It may have more methods: ``act_in`` (see ``ask``), ``seeded`` (see ``Seeded``), and ``distribution`` (see ``Telling``). One
    that was read from a file tells which one (see ``FromFile``).
    """

    def act(self, observations: Bytes, masks: Bytes) -> Actions:
        """A legal action for each row.

        Args:
            observations: (N, D), flat, each of the seat that is to act.
            masks: (N, A), a 1 for each legal action.

        Returns:
            Actions (N,), int64.

        Raises:
            IllegalAction: a row of the masks is empty.
        """


@runtime_checkable
class Seeded(Agent, Protocol):
    """An agent that can be made anew wherever it is to play: it can be pickled, and a seed decides what it leaves to chance."""

    def seeded(self, seed: int) -> Agent:
        """The same agent, as it begins with this seed."""


@runtime_checkable
class Telling(Agent, Protocol):
    """An agent that can tell how it decides."""

    def distribution(self, observations: Bytes, masks: Bytes) -> NDArray[np.float64]:
        """The probability (N, A) with which each action is taken, for what ``act`` is asked with; illegal ones have none."""


@runtime_checkable
class FromFile(Agent, Protocol):
    """An agent that was read from a file."""

    #: The SHA-256 of what the file held, in hexadecimal digits.
    digest: str


def check_agent(one: Any) -> Agent:
    """The agent, if it is one.

    Raises:
        AgentError: it can't be asked for actions.
    """
    if not callable(getattr(one, "act", None)):
        raise AgentError(f"{one!r} is no agent: it must be the name of one, or an object with a method act")
    agent: Agent = one
    return agent


def check_masks(game: Game, masks: Bytes) -> None:
    """See to it that there is something to choose in each row.

    Raises:
        AgentError: the masks are not those of this game.
        IllegalAction: a row is empty.
    """
    if not isinstance(masks, np.ndarray) or masks.dtype.kind not in "buif":
        raise AgentError(f"the masks are {getattr(masks, 'dtype', type(masks).__name__)}: they must be an array of numbers")
    if masks.ndim != 2 or masks.shape[1] != game.num_actions:
        raise AgentError(f"the masks are of shape {masks.shape}: those of {game.name} are (N, {game.num_actions})")
    something = masks.any(axis=1)
    if not something.all():
        raise IllegalAction(f"row {something.argmin()} of the masks is empty: an agent is asked only where it has a legal action")


def check_observations(game: Game, observations: Bytes, masks: Bytes) -> None:
    """See to it that these can be observations of the game, one for each row of the masks.

    Raises:
        AgentError: they are of another type or shape, or a value is out of range.
    """
    shape = len(masks), len(game.observation_high)
    if not isinstance(observations, np.ndarray) or observations.dtype != np.uint8:
        found = getattr(observations, "dtype", type(observations).__name__)
        raise AgentError(f"the observations are {found}: they must be an array of uint8")
    if observations.shape != shape:
        raise AgentError(f"the observations are of shape {observations.shape}: to fit the masks they must be {shape}")
    beyond = observations > game.observation_high
    if beyond.any():
        row, place = np.argwhere(beyond)[0].tolist()
        raise AgentError(
            f"row {row} is no observation of {game.name}: place {place} holds {observations[row, place]}, "
            f"but at most {game.observation_high[place]} can be there"
        )


def ask(one: Agent, batch: Batch, games: NDArray[np.int64]) -> Actions:
    """The answer of an agent, which may be a stranger's, in these games (K,) of a batch, for the seats to act there.

    An agent with a method ``act_in(batch, games)`` is given the games themselves, as a search needs them; all others get
    copies of what the seats see.

    Raises:
        AgentError: it isn't a whole number for each game.
    """
    act_in = getattr(one, "act_in", None)
    actions = np.asarray(act_in(batch, games) if act_in else one.act(batch.observation[games], batch.mask[games]))
    if actions.shape != games.shape or actions.dtype.kind not in "iu":
        raise AgentError(
            f"{type(one).__name__} answered with {actions.dtype} of shape {actions.shape}: "
            f"it must be whole numbers of shape {games.shape}"
        )
    return actions


def ask_each(agents: Sequence[Agent], turns: NDArray[np.int64], batch: Batch, games: NDArray[np.int64]) -> Actions:
    """The answers in these games (K,), of the agents whose turn it is there (K,): each is asked once about all of its own.

    Raises:
        AgentError: an answer isn't a whole number for each game.
    """
    actions = np.empty(len(games), np.int64)
    for k, one in enumerate(agents):
        rows = np.flatnonzero(turns == k)
        if rows.size:
            actions[rows] = ask(one, batch, games[rows])
    return actions
