"""The settings of a training, read from YAML and checked before anything is begun."""

import difflib
import math
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any, TypeVar, get_args

import yaml
from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, ValidationError, field_validator, model_validator

from critter_envs.agents import agent
from critter_envs.agents.spec import digests
from critter_envs.arena.match import MOST_GAMES
from critter_envs.core.errors import CritterError
from critter_envs.core.game import Game
from critter_envs.core.registry import find

from .opponents import CURRENT, PAST


def _no_flag(value: object) -> object:
    """A number, or what may be read as one: YAML takes 1e-3 for a text."""
    if isinstance(value, bool):
        raise ValueError("a number is needed, not yes or no")
    return value


Number = Annotated[float, BeforeValidator(_no_flag)]
Count = Annotated[int, Field(ge=1, strict=True)]  # neither yes nor a text with digits
Width = Annotated[int, Field(ge=1, le=16_384, strict=True)]
Games = Annotated[int, Field(ge=1, le=MOST_GAMES, strict=True)]
Share = Annotated[Number, Field(ge=0, allow_inf_nan=False)]
Fraction = Annotated[Number, Field(ge=0, le=1)]
Positive = Annotated[Number, Field(gt=0, allow_inf_nan=False)]
Seed = Annotated[int, Field(ge=0, lt=2**31, strict=True)]


class ConfigError(CritterError):
    """A configuration that can't be read, or that asks for what there isn't."""


class Settings(BaseModel):
    """A part of a configuration: every key is known, and nothing changes later."""

    model_config = ConfigDict(extra="forbid", frozen=True)


Kind = TypeVar("Kind", bound=Settings)


class Learning(Settings):
    """How MaskablePPO learns; the names are its own where not explained.

    Args:
        rollout: decisions of the learner in each slot between two updates (``n_steps``).
        minibatch: ``batch_size``.
        epochs: ``n_epochs``.
        learning_rate: at the start; it falls evenly to ``last_learning_rate``.
        entropy: ``ent_coef``.
        value: ``vf_coef``.
        clip: ``clip_range``.
    """

    rollout: Count = 64
    minibatch: Count = 4096
    epochs: Count = 4
    learning_rate: Positive = 1e-3
    last_learning_rate: Share = 0.0
    gamma: Fraction = 1.0
    gae_lambda: Fraction = 0.95
    entropy: Share = 0.01
    value: Share = 0.5
    clip: Positive = 0.2
    max_grad_norm: Positive = 0.5

    def to_answer(self) -> "Learning":
        """How somebody learns to beat one policy that stays as it is: whoever answers that need not be unpredictable."""
        return self.model_copy(update={"entropy": min(self.entropy, 0.01)})


class Imitation(Settings):
    """A start by imitation, before the learner plays by itself.

    Args:
        teacher: an agent by its spec, whose choices the learner is to make.
        decisions: how many of them it sees.
        careless: how many of the seats are played at random meanwhile, so that it also sees what the teacher does against
            weak players.
        minibatch: how many in one step of the optimiser (Adam).
        learning_rate: at the start; it falls evenly to nothing.
    """

    teacher: str = "rules"
    decisions: Count
    careless: Fraction = 0.0
    minibatch: Count = 2048
    learning_rate: Positive = 1e-3


class Exploiters(Settings):
    """Learners that begin as the policy stands, learn to beat it, and join its past.

    Args:
        every: after so many steps of the policy, another one begins.
        steps: so many decisions each has to learn from; they come on top of those of the policy.
    """

    every: Count
    steps: Count


class Evaluation(Settings):
    """How well the agent plays, alone at a table of others, at every table size.

    Args:
        every: after so many steps.
        games: of each match, during the training.
        final_games: of each match, at its end.
        against: the agents that fill the table.
    """

    every: Count
    games: Games = 1000
    final_games: Games = 20_000
    against: Annotated[tuple[str, ...], Field(min_length=1)] = ("rules", "random")


class Config(Settings):
    """A training.

    Args:
        game: its name.
        players: the table sizes, of which each game draws one; one that stands here twice is drawn twice as often.
        parameters: the game's other parameters.
        seed: decides everything.
        steps: the learner's decisions, in all; rounded up to whole rollouts.
        slots: games at once.
        hidden: the widths of the hidden layers, of the policy and of the value function each.
        shared: the width of layers that share their weights over the parts of the observation's block (see ``SharedPolicy``), for
            games that have one; without it, the network is a plain perceptron.
        threads: of torch.
        opponents: who plays the other seats of a game, and how often: ``current`` is the policy as it is now, ``past`` one of its
            snapshots or exploiters, the hardest most often, anything else an agent by its spec. Each game draws one kind for all
            other seats.
        snapshot_every: after so many steps the policy is kept as a past one.
        exploiters: who shows the policy its weaknesses, if anybody is to.
        imitation: a start by imitation, if there is to be one.
        average: the finished policy has the mean of the weights after each rollout of the last so many steps (Izmailov and
            others, 2018): who learns by playing itself may circle around what can't be exploited. 0 is the last weights alone.
        temperature: what the preferences of the finished policy are divided by: below 1, it explores less than in training.
    """

    game: str
    players: tuple[Count, ...]
    parameters: dict[str, Any] = {}
    seed: Seed = 0
    steps: Count
    slots: Count = 512
    hidden: tuple[Width, ...] = (256, 256)
    shared: Width | None = None
    threads: Annotated[int, Field(ge=1, le=1024, strict=True)] = 2
    opponents: dict[str, Share]
    snapshot_every: Count
    exploiters: Exploiters | None = None
    imitation: Imitation | None = None
    average: Annotated[int, Field(ge=0, strict=True)] = 0
    temperature: Positive = 1.0
    learning: Learning = Learning()
    evaluation: Evaluation

    @field_validator("opponents")
    @classmethod
    def _need_someone(cls, opponents: dict[str, float]) -> dict[str, float]:
        if not math.fsum(opponents.values()) > 0:
            raise ValueError("at least one share must be above 0")
        return opponents

    @model_validator(mode="after")
    def _check_with_game(self) -> "Config":
        """What only the game can tell: unknown games, agents and parameters are errors before the training begins."""
        game = find(self.game)
        if "num_players" in self.parameters:
            raise ValueError("num_players is no other parameter: name the table sizes under players")
        for players in self.players:
            game.configure(players, **self.parameters)
        for name in self._named():
            agent(name, game)
        taught = [self.imitation.teacher] if self.imitation else []
        if {CURRENT, PAST} & {*taught, *self.evaluation.against}:
            raise ValueError(f"a teacher or an opponent of the evaluation is {CURRENT} or {PAST}, which play in training only")
        if self.shared and not game.block:
            raise ValueError(f"shared needs an observation with a block, and {self.game} has none: leave it out")
        if self.shared and not self.hidden:
            raise ValueError("shared needs at least one hidden layer")
        if self.exploiters and not self.opponents.get(PAST):
            raise ValueError(f"exploiters need a share of {PAST} among the opponents: otherwise nobody ever meets them")
        if not self.players:
            raise ValueError("players must name at least one table size")
        minibatch, rollout = self.learning.minibatch, self.rollout_steps
        if self.average and not rollout <= self.average <= self.steps:
            raise ValueError(
                f"average can't be {self.average}: it must be 0, or from a rollout ({rollout}) to steps ({self.steps})"
            )
        if 1 in (min(minibatch, rollout), rollout % minibatch):  # its advantage, normalised, would be no number
            raise ValueError(
                f"learning.minibatch can't be {minibatch}: of {rollout} decisions, a single one would be left to itself"
            )
        return self

    def _named(self) -> list[str]:
        """The specs of all agents that aren't part of the training itself."""
        taught = [self.imitation.teacher] if self.imitation else []
        names = dict.fromkeys((*taught, *self.opponents, *self.evaluation.against))
        return [name for name in names if name not in (CURRENT, PAST)]

    def checkpoints(self) -> dict[str, str]:
        """Which file each checkpoint is that takes part: its SHA-256, by its spec."""
        return digests(self._named(), self.find_game())

    @property
    def sizes(self) -> list[int]:
        """The table sizes, each once."""
        return sorted(set(self.players))

    @property
    def rollout_steps(self) -> int:
        """The learner's decisions between two updates, in all slots."""
        return self.slots * self.learning.rollout

    @property
    def all_steps(self) -> int:
        """The learner's decisions in whole rollouts."""
        return math.ceil(self.steps / self.rollout_steps) * self.rollout_steps

    def find_game(self) -> Game:
        """The description of the game."""
        return find(self.game)


class Trained(Settings, extra="ignore"):
    """What a checkpoint's card tells of its training.

    Args:
        steps: the learner's decisions, if it says.
        config: the settings, as plain data, if it says.
    """

    steps: Count | None = None
    config: dict[str, Any] = {}


def load_settings(kind: type[Kind], path: Path) -> Kind:
    """The settings of this kind in a YAML file.

    Raises:
        ConfigError: the file can't be read, or something in it is unknown or impossible; one sentence says what.
    """
    try:
        content = yaml.safe_load(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise ConfigError(f"{path} can't be read: {error.strerror or error}") from error
    except (yaml.YAMLError, UnicodeDecodeError) as error:
        raise ConfigError(f"{path} is not YAML: {' '.join(str(error).split())}") from error
    if not isinstance(content, dict):
        raise ConfigError(f"{path} must hold keys and values, such as '{next(iter(kind.model_fields))}: …'")
    return check_settings(kind, content, str(path))


def check_settings(kind: type[Kind], content: dict[str, Any], source: str) -> Kind:
    """The settings of this kind that keys and values make.

    Raises:
        ConfigError: something in it is unknown or impossible; one sentence names the source and what is wrong.
    """
    try:
        return kind.model_validate(content)
    except ValidationError as error:
        raise ConfigError(f"{source}: {_explain(kind, error)}") from None


#: What pydantic names by Python's types.
_IN_YAML = {
    "tuple_type": "it must be a list, such as [2, 4]",
    "dict_type": "it must hold keys and values",
    "model_type": "it must hold keys and values",
    "string_type": "it must be text",
    "too_short": "it must have {min_length} or more",
}


def _explain(kind: type[Settings], error: ValidationError) -> str:
    """The first complaint in one sentence; an unknown key with the nearest known one."""
    first = error.errors(include_url=False)[0]
    place = ".".join(map(str, first["loc"]))
    if first["type"] == "extra_forbidden":
        known = list(_settings_at(kind, first["loc"][:-1]).model_fields)
        near = difflib.get_close_matches(str(first["loc"][-1]), known, 1)
        hint = f"did you mean {near[0]}?" if near else f"known are {', '.join(known)}"
        return f"there is no key {place}, {hint}"
    message = _IN_YAML.get(first["type"], "").format(**first.get("ctx", {})) or first["msg"].removeprefix("Value error, ")
    if first["type"] == "missing":
        return f"the key {place} is missing"
    return f"{place}: {message}, not {first['input']!r}" if place else message


def _settings_at(part: type[Settings], place: tuple[int | str, ...]) -> type[Settings]:
    """The part of such settings that a place lies in."""
    for name in place:
        kind: Any = part.model_fields[str(name)].annotation
        part = next(iter(get_args(kind)), kind)  # the part itself where it may be left out
    return part


def differences(one: dict[str, Any], other: dict[str, Any], place: str = "") -> Iterator[str]:
    """Where two configurations, as plain data, differ."""
    for key in one.keys() | other.keys():
        mine, theirs = one.get(key), other.get(key)
        if isinstance(mine, dict) and isinstance(theirs, dict):
            yield from differences(mine, theirs, f"{place}{key}.")
        elif mine != theirs:
            yield f"{place}{key} is {theirs!r} there and {mine!r} here"
