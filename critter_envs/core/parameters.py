"""The parameters of a game: checked when it is made, kept in its state as small integers."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from .errors import ParameterError


@dataclass(frozen=True)
class Parameter:
    """What all parameters have: a name, a meaning, and a default, fixed or depending on the number of players."""

    name: str
    meaning: str
    default: Any

    shape = ()
    low = -1
    options = tuple[str, ...]()  # the words that a value is made of, if there are a few
    high = np.iinfo(np.int16).max

    def default_for(self, num_players: int) -> Any:
        """The value at a table where none is given."""
        return self.default(num_players) if callable(self.default) else self.default

    def possible(self, num_players: int) -> str:
        """The values that it can take, in words."""
        raise NotImplementedError

    def in_words(self, value: Any) -> str:
        """A value as the reference page shows it."""
        return f'`"{value}"`' if isinstance(value, str) else f"`{value}`"

    def encode(self, value: Any, num_players: int) -> Any:
        """The value as the state keeps it: a whole number, or nested lists of them.

        Raises:
            ParameterError: it can't take this value.
        """
        raise NotImplementedError

    def decode(self, stored: Any) -> Any:
        """The value, JSON-able, from what the state keeps."""
        raise NotImplementedError

    def refuse(self, value: Any, num_players: int) -> ParameterError:
        """The error for a value that it can't take."""
        return ParameterError(f"{self.name} can't be {value!r}: it must be {self.possible(num_players)}")


def is_integer(value: Any) -> bool:
    """Whether a value is a whole number; True and False are not."""
    return isinstance(value, (int, np.integer)) and not isinstance(value, (bool, np.bool_))


@dataclass(frozen=True)
class Integer(Parameter):
    """A whole number in a range."""

    at_least: int = 0
    at_most: int = np.iinfo(np.int16).max

    def possible(self, num_players: int) -> str:
        return f"a whole number from {self.at_least} to {self.at_most}"

    def encode(self, value: Any, num_players: int) -> int:
        if not is_integer(value) or not self.at_least <= value <= self.at_most:
            raise self.refuse(value, num_players)
        return int(value)

    def decode(self, stored: Any) -> int:
        return int(stored)


@dataclass(frozen=True)
class Choice(Parameter):
    """One of a few words."""

    options: tuple[str, ...] = ()

    def possible(self, num_players: int) -> str:
        return "one of " + ", ".join(f'"{option}"' for option in self.options)

    def encode(self, value: Any, num_players: int) -> int:
        if not isinstance(value, str) or value not in self.options:
            raise self.refuse(value, num_players)
        return self.options.index(value)

    def decode(self, stored: Any) -> str:
        return self.options[int(stored)]


@dataclass(frozen=True)
class Flag(Parameter):
    """Yes or no."""

    def possible(self, num_players: int) -> str:
        return "True or False"

    def encode(self, value: Any, num_players: int) -> int:
        if not isinstance(value, (bool, np.bool_)):
            raise self.refuse(value, num_players)
        return int(value)

    def decode(self, stored: Any) -> bool:
        return bool(stored)


@dataclass(frozen=True)
class Seat(Parameter):
    """A seat at the table, or None to leave it to chance."""

    def possible(self, num_players: int) -> str:
        return f"None (drawn) or a seat from 0 to {num_players - 1}"

    def encode(self, value: Any, num_players: int) -> int:
        if value is None:
            return -1
        if not is_integer(value) or not 0 <= value < num_players:
            raise self.refuse(value, num_players)
        return int(value)

    def decode(self, stored: Any) -> int | None:
        return None if stored < 0 else int(stored)


@dataclass(frozen=True)
class Counts(Parameter):
    """How many there are of each kind: a mapping from names to whole numbers; kinds left out have none."""

    kinds: tuple[str, ...] = ()
    at_most: int = 255

    @property
    def shape(self) -> tuple[int, ...]:  # type: ignore[override]
        return (len(self.kinds),)

    def possible(self, num_players: int) -> str:
        return f"a mapping from {', '.join(self.kinds)} to whole numbers from 0 to {self.at_most}"

    def in_words(self, value: Any) -> str:
        return ", ".join(f"{count} {kind}" for kind, count in value.items())

    def encode(self, value: Any, num_players: int) -> list[int]:
        if not isinstance(value, Mapping) or not set(value) <= set(self.kinds):
            raise self.refuse(value, num_players)
        counts = [value.get(kind, 0) for kind in self.kinds]
        if not all(is_integer(count) and 0 <= count <= self.at_most for count in counts):
            raise self.refuse(value, num_players)
        return [int(count) for count in counts]

    def decode(self, stored: Any) -> dict[str, int]:
        return {kind: int(count) for kind, count in zip(self.kinds, stored, strict=True)}
