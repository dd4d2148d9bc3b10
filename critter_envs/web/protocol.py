"""What a client may send. Whatever isn't exactly that is refused with one sentence."""

import json
from typing import Annotated, Any, Literal, TypeVar

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError

from critter_envs.core.errors import CritterError
from critter_envs.core.generator import MAX_SEED
from critter_envs.play.course import LONGEST_DELAY

from .limits import LONGEST_TEXT, MOST_SEATS, USUAL_DELAY

_Request = TypeVar("_Request", bound=BaseModel)

#: Longer values are cut where an error shows them.
_SHOWN = 60


class MessageError(CritterError):
    """A message that can't be understood; nothing has changed."""


class Message(BaseModel):
    """What all messages have in common: no field may be missing, of another type, or unknown."""

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)


class Sit(Message):
    """Take the seat that a token stands for: the first message of a connection."""

    type: Literal["sit"]
    token: str = Field(max_length=LONGEST_TEXT)


class Act(Message):
    """A decision; ``number`` is that of the view that the person has seen."""

    type: Literal["act"]
    number: int = Field(ge=0, le=2**53)
    action: int = Field(ge=0, le=2**15)


class Undo(Message):
    """Take back the last decision, in a game of one person."""

    type: Literal["undo"]


class Hint(Message):
    """What would the trained agent do?"""

    type: Literal["hint"]


class Chances(Message):
    """What is everybody's chance to win?"""

    type: Literal["chances"]


class Delay(Message):
    """How long the agents of this table take for a decision."""

    type: Literal["delay"]
    seconds: float = Field(ge=0, le=LONGEST_DELAY, allow_inf_nan=False)


class Again(Message):
    """A new game at the same table."""

    type: Literal["again"]


class LookBack(Message):
    """Look at a game that is over, from its deal on."""

    type: Literal["look_back"]


class Ping(Message):
    """Is anybody there?"""

    type: Literal["ping"]


class Watch(Message):
    """Look at the game that a token stands for: the first message of a connection that has no seat."""

    type: Literal["watch"]
    token: str = Field(max_length=LONGEST_TEXT)


class Look(Message):
    """How did the game stand after so many decisions, as a seat saw it, or with all cards open?"""

    type: Literal["look"]
    number: int = Field(ge=0, le=2**15)
    seat: int = Field(ge=0, lt=MOST_SEATS)
    open: bool


class Record(Message):
    """What is there to keep of the game that one looks at?"""

    type: Literal["record"]


AnyMessage = Sit | Act | Undo | Hint | Chances | Delay | Again | LookBack | Ping | Watch | Look | Record

_MESSAGES: TypeAdapter[AnyMessage] = TypeAdapter(Annotated[AnyMessage, Field(discriminator="type")])


class NewTable(Message):
    """A table to set up. ``seats`` holds "person" or the spec of an agent for each seat."""

    game: str = Field(max_length=LONGEST_TEXT)
    seats: list[Annotated[str, Field(max_length=LONGEST_TEXT)]] = Field(min_length=1, max_length=MOST_SEATS)
    seed: int | None = Field(default=None, ge=0, le=MAX_SEED)
    parameters: dict[str, Any] = Field(default_factory=dict)
    delay: float = Field(default=USUAL_DELAY, ge=0, le=LONGEST_DELAY, allow_inf_nan=False)


class NewShow(Message):
    """A game of agents to look at: the spec of one for each seat."""

    game: str = Field(max_length=LONGEST_TEXT)
    agents: list[Annotated[str, Field(max_length=LONGEST_TEXT)]] = Field(min_length=1, max_length=MOST_SEATS)
    seed: int | None = Field(default=None, ge=0, le=MAX_SEED)
    parameters: dict[str, Any] = Field(default_factory=dict)


def read_message(text: str) -> AnyMessage:
    """The message in a text.

    Raises:
        MessageError: there is none.
    """
    try:
        return _MESSAGES.validate_json(text)
    except ValidationError as error:
        raise _refusal("the message", error) from error


def read_request(body: bytes, kind: type[_Request]) -> _Request:
    """What the body of a request asks for.

    Raises:
        MessageError: it asks for nothing of this kind.
    """
    try:
        return kind.model_validate_json(body)
    except ValidationError as error:
        raise _refusal("the request", error) from error


def _refusal(what: str, error: ValidationError) -> MessageError:
    """The first of the errors in one sentence."""
    first = error.errors(include_url=False)[0]
    where = ".".join(str(part) for part in first["loc"])
    problem = first["msg"][:1].lower() + first["msg"][1:]
    if first["type"] == "json_invalid":
        return MessageError(f"{what} isn't JSON")
    value = json.dumps(first["input"], default=repr) if where else ""
    shown = f" ({value if len(value) <= _SHOWN else value[:_SHOWN] + '…'})" if value else ""
    return MessageError(f"{what} can't be understood: {where + ': ' if where else ''}{problem}{shown}")
