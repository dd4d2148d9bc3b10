"""What a game says of itself. The engine, the environments and the agents know games by this description alone."""

import difflib
import importlib
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from .actions import ActionRange, range_of
from .errors import ParameterError
from .fields import Block, Field, highest, record_dtype, single
from .jit import Record, Records, zeros
from .parameters import Choice, Flag, Integer, Parameter, Seat, is_integer
from .pay import REWARDS

if TYPE_CHECKING:
    from PIL.Image import Image

#: Values of a state's ``over``.
RUNNING, TERMINATED, TRUNCATED = range(3)


@dataclass(frozen=True)
class Rules:
    """The compiled functions of a game. ``s`` is a state, ``o`` an observation, ``mask`` a row of zeros to fill.

    Args:
        reset: ``(s)``: set up a game in a state that holds its parameters, a started generator, and zeros.
        legal: ``(s, seat, mask)``: write a 1 for each legal action of a pending seat.
        step: ``(s, seat, action)``: carry out a legal action; set ``pending``, or ``over`` at the end.
        observe: ``(s, seat, o)``: write what the seat may know into a zeroed observation.
        standings: ``(s, scores, keys)``: each seat's score, and a key that orders the seats, ties broken.
        redeal: ``(s, seat, rng)``: draw all that the seat can't know anew; the draw may depend on nothing
            but what the seat observes.
    """

    reset: Callable[..., None]
    legal: Callable[..., None]
    step: Callable[..., None]
    observe: Callable[..., None]
    standings: Callable[..., None]
    redeal: Callable[..., None]


@dataclass(frozen=True, eq=False)
class Game:
    """The description of a game.

    Args:
        name: as in ``critter_envs.game(name)``.
        title: as printed on the box.
        version: rises when the rules as built change, so that old records and checkpoints are told apart.
        module: the game's ``__name__``; the sources beside it decide what is compiled anew.
        min_players, max_players: the table sizes.
        state: the fields of a state besides those of every game and the parameters.
        observation: the fields of an observation.
        actions: the ranges of the action space.
        parameters: the game's own parameters; those of every game come on top.
        max_decisions: where a game is truncated unless told otherwise.
        score_scale: the constant of ``reward="score"``.
        rules: the compiled functions.
        bots: the styles of the rule-based player, ``(o, mask, rng) -> action``; ``"rules"`` is the plain one.
        check: raises ``PositionError`` for a state in which something is there twice or missing.
        check_parameters: raises ``ParameterError`` for parameters that don't go together.
        describe: ``(o, paint) -> str``: an observation in words; its lines are shown alone, too, so each says what it is about.
        picture: an observation as an image.
        reveal: changes a copy of a state so that every seat has seen everything, for spectators.
        tie_break: what decides between equal scores, in words, if anything does.
        longer: by the name of a flag that makes games longer, what ``max_decisions`` is unless told otherwise where it is set.
        horizon: after so many decisions a search takes the scores for the outcome, in a game too long to be played out.
        habits: ``(o, actions) -> {name: followed}``: what K decisions tell of those who took them, from what they saw as records
            (K,): for each habit an array (K,) with 1 where it was followed, 0 where it was not, NaN where nothing can be told.
    """

    name: str
    title: str
    version: int
    module: str
    min_players: int
    max_players: int
    state: tuple[Field, ...]
    observation: tuple[Field | Block, ...]
    actions: tuple[ActionRange, ...]
    parameters: tuple[Parameter, ...]
    max_decisions: int
    score_scale: float
    rules: Rules
    bots: Mapping[str, Callable[..., int]]
    check: Callable[[Record], None]
    check_parameters: Callable[[Record], None]
    describe: Callable[[Record, Callable[[str, str], str]], str]
    picture: Callable[[Record], "Image"]
    reveal: Callable[[Record], None]
    first_player: bool = True
    tie_break: str = ""
    longer: Mapping[str, int] = field(default_factory=dict)
    horizon: int = np.iinfo(np.int16).max
    habits: Callable[[Records, NDArray[np.int64]], Mapping[str, NDArray[np.float64]]] | None = None

    def __post_init__(self) -> None:
        start = 0
        for actions in self.actions:
            if actions.start != start:
                raise ValueError(f"the actions {actions.label!r} start at {actions.start}, but must start at {start}")
            start += actions.size(self.max_players)
        if self.block is None and any(actions.per_part for actions in self.actions):
            raise ValueError("actions for each part of a block need one at the end of the observation")

    def __repr__(self) -> str:
        return f"<game {self.name}, {self.min_players} to {self.max_players} players, {self.num_actions} actions>"

    def __reduce__(self) -> tuple[Callable[[str], "Game"], tuple[str]]:
        return _load, (self.module,)

    @cached_property
    def all_parameters(self) -> tuple[Parameter, ...]:
        """The game's own parameters and those of every game."""
        drawn = Seat("first_player", "the seat that begins", None)
        common = (
            Choice("reward", "what the last reward pays", "win", REWARDS),
            Flag("memory", "whether a player goes on seeing all that it ever saw, or only what can be seen now", True),
            Integer("max_decisions", "decisions of all players after which a game is truncated", self.max_decisions, 1),
        )
        return self.parameters + ((drawn,) if self.first_player else ()) + common

    @cached_property
    def counters(self) -> tuple[Field, ...]:
        """The fields of a state that the position shows: those of every game, then the game's own."""
        common = (
            Field("pending", (), 2**self.max_players - 1, "a bit for each seat that must act"),
            Field("over", (), TRUNCATED, "0 while the game runs, 1 when it has ended, 2 when it was truncated"),
            Field("decisions", (), np.iinfo(np.int16).max, "actions taken so far"),
        )
        return common + self.state

    @cached_property
    def state_dtype(self) -> np.dtype[Any]:
        """The dtype of a state: the generator, the parameters, and the counters."""
        numbers: list[tuple[str, type[np.int16], tuple[int, ...]]] = [("num_players", np.int16, ())]
        numbers += [(parameter.name, np.int16, parameter.shape) for parameter in self.all_parameters]
        numbers += [(field.name, np.int16, field.shape) for field in self.counters]
        return np.dtype([("seed", np.int64, ()), ("rng", np.int64, (4,)), *numbers])  # packed: copies leave gaps undefined

    @cached_property
    def observation_dtype(self) -> np.dtype[Any]:
        """The dtype of an observation, all ``uint8``."""
        return record_dtype(self.observation, np.uint8)

    @cached_property
    def observation_high(self) -> NDArray[np.uint8]:
        """The highest value of each place of the flat observation, shape (D,)."""
        return highest(self.observation)

    @cached_property
    def num_actions(self) -> int:
        """The size of the action space."""
        return sum(actions.size(self.max_players) for actions in self.actions)

    @property
    def block(self) -> Block | None:
        """The block at the end of the observation, if there is one: what networks share their weights over."""
        last = self.observation[-1]
        return last if isinstance(last, Block) else None

    @cached_property
    def part_actions(self) -> NDArray[np.int64]:
        """The actions that concern one part of the block each, (parts, kinds of action); there are none without a block."""
        starts = np.array([actions.start for actions in self.actions if actions.per_part], np.int64)
        return starts + np.arange(self.block.count if self.block else 0)[:, None]

    @cached_property
    def layout(self) -> str:
        """A hash of all that a network must fit: fields and actions, with their names, order and sizes."""
        fields = [(field.name, field.shape, field.high) for field in single(self.observation)]
        actions = [(actions.start, actions.label, actions.axes) for actions in self.actions]
        return sha256(repr((fields, actions)).encode()).hexdigest()[:16]

    @cached_property
    def fingerprint(self) -> str:
        """A hash of the sources that the compiled functions are made of."""
        source = Path(sys.modules[self.module].__file__ or "")
        files = sorted(source.parent.glob("*.py")) if source.name == "__init__.py" else [source]
        files += sorted(Path(__file__).parent.glob("*.py"))
        return sha256(b"".join(file.read_bytes() for file in files)).hexdigest()[:16]

    def label(self, action: int, others: Sequence[str] | None = None, looking_on: bool = False, o: Record | None = None) -> str:
        """What an action does, in words.

        Args:
            action: from 0 to ``num_actions`` - 1.
            others: names of the other seats, from the actor's left neighbour on; by default "+1", "+2" …
            looking_on: leave out what only the actor knows.
            o: an observation of the game, of whatever seat; without one, things are called as they are by default.
        """
        names = [f"+{k}" for k in range(1, self.max_players)]
        names[: len(others or ())] = others or ()
        return range_of(self.actions, action).describe(action, names, looking_on, o)

    def check_players(self, num_players: Any) -> int:
        """The number of players, if the game can be played by so many.

        Raises:
            ParameterError: it can't.
        """
        if not is_integer(num_players) or not self.min_players <= num_players <= self.max_players:
            raise ParameterError(
                f"{self.name} can't be played by {num_players!r} players: "
                f"num_players must be a whole number from {self.min_players} to {self.max_players}"
            )
        return int(num_players)

    def configure(self, /, num_players: int, **given: Any) -> Record:
        """A state, not yet set up, that holds these parameters.

        Raises:
            ParameterError: an unknown parameter, or a value that it can't take.
        """
        players = self.check_players(num_players)
        known = [parameter.name for parameter in self.all_parameters]
        for name in given:
            if name not in known:
                near = difflib.get_close_matches(name, ["num_players", *known], 1)
                hint = f", did you mean {near[0]}?" if near else ";"
                raise ParameterError(f"{self.name} has no parameter {name!r}{hint} it has {', '.join(sorted(known))}")
        state = zeros(1, self.state_dtype).view(np.recarray)[0]
        state.num_players = players
        for parameter in self.all_parameters:
            value = given[parameter.name] if parameter.name in given else parameter.default_for(players)
            state[parameter.name] = parameter.encode(value, players)
        for flag, limit in self.longer.items():
            if state[flag] and "max_decisions" not in given:
                state.max_decisions = limit
        self.check_parameters(state)
        return state

    def parameters_of(self, state: Record) -> dict[str, Any]:
        """The parameters that a state holds, ``num_players`` among them, JSON-able."""
        values = {parameter.name: parameter.decode(state[parameter.name]) for parameter in self.all_parameters}
        return {"num_players": int(state["num_players"]), **values}


def _load(module: str) -> Game:
    """The description that a module holds: a pickle or a deep copy refers to it and copies no rules."""
    game: Game = importlib.import_module(module).GAME
    return game
