"""A start for the learner: it learns to choose as a teacher does, and what comes of it, before it plays by itself."""

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import numpy as np
import torch
from numpy.typing import NDArray
from sb3_contrib import MaskablePPO
from torch.nn import functional

from critter_envs import Batch
from critter_envs.agents import Agent, agent
from critter_envs.agents.base import ask
from critter_envs.core.generator import words

from .config import Config
from .selfplay import stakes

#: What keeps the lessons apart from other uses of a seed.
_LESSONS = 61

#: Decisions in each game of a lesson: a few games long, so that the outcome of most decisions is seen.
_LENGTH = 256

#: How often a random action is taken in the teacher's place, so that the teacher is also seen to deal with odd positions.
_ODD = 0.03


class Lesson(NamedTuple):
    """Decisions of the teacher, shuffled."""

    observations: NDArray[np.uint8]  #: (K, D)
    masks: NDArray[np.uint8]  #: (K, A)
    actions: NDArray[np.int64]  #: (K,) what the teacher chose
    returns: NDArray[np.float32]  #: (K,) what a learner would have been paid at the end in this seat
    ended: NDArray[np.bool_]  #: (K,) whether the teacher played on and the end was seen

    def at(self, rows: NDArray[np.int64]) -> "Lesson":
        """These of the decisions."""
        return Lesson(self.observations[rows], self.masks[rows], self.actions[rows], self.returns[rows], self.ended[rows])


def lessons(config: Config, decisions: int) -> Iterator[Lesson]:
    """At least so many decisions of the teacher, at tables of its like and of careless players."""
    assert config.imitation is not None
    game = config.find_game()
    names = (config.imitation.teacher, "random")
    teacher, careless = (agent(name, game, int(words(config.seed, _LESSONS, k)[0])) for k, name in enumerate(names))
    batch = Batch(game, config.slots, config.players, int(words(config.seed, _LESSONS, 2)[0]), **config.parameters)
    generator = np.random.default_rng(np.random.SeedSequence(config.seed, spawn_key=(_LESSONS,)))
    seating = Seating(config)
    for _ in range(0, decisions, _LENGTH * config.slots):
        yield _lesson(batch, teacher, careless, seating, generator)


class Seating:
    """Which seats of each game a careless player sits in; ``careless`` (N, max seats) is drawn anew for each game."""

    def __init__(self, config: Config) -> None:
        assert config.imitation is not None
        self._share = config.imitation.careless
        self._generator = np.random.default_rng(np.random.SeedSequence(config.seed, spawn_key=(_LESSONS, 3)))
        self.careless = np.zeros((config.slots, config.find_game().max_players), np.bool_)
        self.draw(np.ones(config.slots, np.bool_))

    def draw(self, games: NDArray[np.bool_]) -> None:
        """Seat the players of new games anew, where the mask (N,) is set."""
        self.careless[games] = self._generator.random((games.sum(), self.careless.shape[1])) < self._share


def _lesson(batch: Batch, teacher: Agent, careless: Agent, seating: Seating, generator: np.random.Generator) -> Lesson:
    """Ask the teacher in every game, and work out backwards what each of its decisions was paid.

    In the seat of a careless player its choice is a lesson, too, but isn't carried out.
    """
    every = np.arange(len(batch))
    shape = (_LENGTH, len(batch))
    observations = np.empty((*shape, batch.observation.shape[1]), np.uint8)
    masks = np.empty((*shape, batch.mask.shape[1]), np.uint8)
    actions, seats = np.empty(shape, np.int64), np.empty(shape, np.int64)
    rewards, stake = np.empty((*shape, batch.game.max_players)), np.empty(shape, np.int64)
    over, own = np.empty(shape, np.bool_), np.empty(shape, np.bool_)
    for t in range(_LENGTH):
        observations[t], masks[t], seats[t] = batch.observation, batch.mask, batch.player
        actions[t], stake[t] = ask(teacher, batch, every), stakes(batch, every)
        own[t] = ~seating.careless[every, batch.player]
        odd = ~own[t] | (generator.random(len(batch)) < _ODD)
        rewards[t], terminated, truncated = batch.step(np.where(odd, careless.act(batch.observation, batch.mask), actions[t]))
        over[t] = terminated | truncated
        seating.draw(over[t])
    returns, ended = np.zeros(shape, np.float32), np.zeros(shape, np.bool_)
    paid, seen = rewards[-1], np.zeros(len(batch), np.bool_)
    for t in reversed(range(_LENGTH)):
        paid = np.where(over[t][:, None], rewards[t], paid)
        seen = seen | over[t]
        returns[t], ended[t] = paid[every, seats[t]] * stake[t], seen & own[t]
    order = generator.permutation(over.size)
    return Lesson(
        observations.reshape(over.size, -1), masks.reshape(over.size, -1), actions.ravel(), returns.ravel(), ended.ravel()
    ).at(order)


def imitate(model: MaskablePPO, config: Config, watch: Callable[[int, int], None]) -> float:
    """Fit the policy to the teacher's choices, and the value function to the teacher's returns.

    Args:
        model: the learner; its own optimiser isn't touched.
        config: with settings for the imitation.
        watch: told how many decisions of how many have been seen.

    Returns:
        How often the policy prefers the teacher's action, over the last lesson before it was learned from.
    """
    assert config.imitation is not None
    settings, policy = config.imitation, model.policy
    optimiser = torch.optim.Adam(policy.parameters(), settings.learning_rate)
    schedule = torch.optim.lr_scheduler.LinearLR(optimiser, 1.0, 0.0, -(-settings.decisions // settings.minibatch))
    agreement, done = 0.0, 0
    for lesson in lessons(config, settings.decisions):
        agreed = 0
        for rows in np.array_split(np.arange(len(lesson.actions)), -(-len(lesson.actions) // settings.minibatch)):
            agreed += _learn(policy, optimiser, config.learning.value, lesson.at(rows))
            schedule.step()
        agreement = agreed / len(lesson.actions)
        done += len(lesson.actions)
        watch(done, settings.decisions)
    return agreement


def _learn(policy: Any, optimiser: torch.optim.Optimizer, value_weight: float, lesson: Lesson) -> int:
    """One step of the optimiser; how many of the teacher's actions the policy preferred before it."""
    observations, masks, actions, returns, ended = map(torch.from_numpy, lesson)
    acting, valuing = policy.mlp_extractor(policy.extract_features(observations.float()))
    logits = policy.action_net(acting).masked_fill(masks == 0, -torch.inf)
    values = policy.value_net(valuing).squeeze(1)
    missed = functional.mse_loss(values[ended], returns[ended]) if ended.any() else 0.0
    loss = functional.cross_entropy(logits, actions) + value_weight * missed
    optimiser.zero_grad()
    loss.backward()  # type: ignore[no-untyped-call]
    optimiser.step()
    return int((logits.argmax(dim=1) == actions).sum())
