"""Who plays the seats of those that don't learn."""

from collections.abc import Mapping
from copy import deepcopy
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from stable_baselines3.common.policies import BasePolicy

from critter_envs.agents import Agent, agent
from critter_envs.agents.actor import Actor
from critter_envs.agents.base import ask, ask_each
from critter_envs.core.batch import Batch
from critter_envs.core.game import Game
from critter_envs.core.generator import words

from .snapshots import Snapshots

Bytes = NDArray[np.uint8]
Integers = NDArray[np.int64]
Floats = NDArray[np.float32]

#: The players that come from the training itself: the policy as it is now, and as it was.
CURRENT, PAST = "current", "past"

#: What keeps the chance of the opponents apart from other uses of a seed.
_OPPONENTS = 41


#: From so many rows on, the threads of torch make up for waking them.
MANY_ROWS = 64


def weights_of(policy: BasePolicy) -> dict[str, NDArray[Any]]:
    """The arrays of a policy by their names. They change with it."""
    return {name: tensor.detach().cpu().numpy() for name, tensor in policy.state_dict().items()}


class TrainingActor(Actor):
    """The acting half of a policy in training, as it is now. Large batches go through torch, whose threads are at hand then."""

    def __init__(self, policy: BasePolicy) -> None:
        super().__init__(weights_of(policy))
        extractor: Any = policy.mlp_extractor
        self._modules: Any = deepcopy((policy.features_extractor, extractor.policy_net, policy.action_net))

    def logits(self, observations: Bytes) -> Floats:
        """As for any actor; the last digits may depend on the size of the batch."""
        if len(observations) < MANY_ROWS:
            return super().logits(observations)
        with torch.inference_mode():
            values = torch.from_numpy(observations).float()
            for module in self._modules:
                values = module(values)
            return values.numpy()


class PolicyAgent:
    """A network as an agent; it may be exchanged for another one."""

    def __init__(self, actor: Actor | None, generator: np.random.Generator) -> None:
        self.actor = actor
        self.generator = generator

    def act(self, observations: Bytes, masks: Bytes) -> Integers:
        """As for any agent."""
        assert self.actor is not None
        return self.actor.act(observations, masks, self.generator)

    def seeded(self, seed: int) -> "PolicyAgent":
        """The same network, with chance from a seed."""
        return PolicyAgent(self.actor, np.random.default_rng(seed))


class Opponents:
    """A pool of players, each of which is asked once for all seats in which it is to act.

    The current policy and one past snapshot sit in the pool as networks. Which snapshot that is, is drawn anew for each
    rollout, so that its decisions stay in few large batches however many snapshots there are.

    Args:
        game: its description.
        shares: for ``"current"``, ``"past"`` or an agent's spec, how often it is drawn; they need not add up to 1.

    Raises:
        AgentError: there is no such agent.
    """

    def __init__(self, game: Game, shares: Mapping[str, float]) -> None:
        self.game = game
        self.snapshots = Snapshots()
        self._playing = -1  #: which of the snapshots plays, if any does
        self._names = [name for name, share in shares.items() if share > 0]
        self._current, self._past = (PolicyAgent(None, np.random.default_rng(0)) for _ in range(2))
        cumulated = np.cumsum([shares[name] for name in self._names])
        self._bounds = cumulated[:-1] / cumulated[-1]
        self.restart(0)

    def restart(self, seed: int) -> None:
        """Let all of them make the choices of this seed. Snapshots stay."""
        chance = np.random.SeedSequence(seed, spawn_key=(_OPPONENTS,)).spawn(3)
        self._generator, self._current.generator, self._past.generator = map(np.random.default_rng, chance)
        mine: dict[str, Agent] = {CURRENT: self._current, PAST: self._past}
        self._players = [
            mine.get(name) or agent(name, self.game, int(words(seed, _OPPONENTS, place)[0]))
            for place, name in enumerate(self._names)
        ]

    def follow(self, policy: BasePolicy) -> None:
        """Play as the policy does now, and draw the snapshot that plays until the next call; the first is the policy itself."""
        self._current.actor = self._past.actor = TrainingActor(policy)
        if PAST in self._names and self.snapshots.players:
            self._playing = self.snapshots.draw(self._generator)
            self._past.actor = self.snapshots.players[self._playing]

    def note(self, kinds: Integers, rewards: NDArray[np.float64]) -> None:
        """What the learner was paid for games (K,) against these kinds (K,) of players; above 0 is more than even.

        A game that began with another snapshot counts for the one that plays now.
        """
        if self._playing >= 0:
            self.snapshots.note(self._playing, rewards[kinds == self._names.index(PAST)] > 0)

    def kinds(self, chance: NDArray[np.float64]) -> Integers:
        """Which players to take, (K,), by uniform numbers (K,)."""
        return np.searchsorted(self._bounds, chance, side="right")

    def act(self, kinds: Integers, batch: Batch, games: Integers) -> Integers:
        """Actions of the players ``kinds`` (K,) in ``games`` (K,) of a batch."""
        if len(self._players) == 1:
            return ask(self._players[0], batch, games)
        return ask_each(self._players, kinds, batch, games)
