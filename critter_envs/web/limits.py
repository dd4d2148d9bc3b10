"""How much a client may ask of the server."""

import time
from dataclasses import dataclass

#: Characters of a name, spec or token in a message.
LONGEST_TEXT = 200

#: Seats of a table; each game knows its own limits.
MOST_SEATS = 16

#: Seconds that the agents of a table take for a decision unless told otherwise.
USUAL_DELAY = 1.0

#: Bytes of a message, and of the body of a request.
LONGEST_MESSAGE = 2_048
LONGEST_BODY = 16_384

#: Bytes of a record that a client may open. Whole games have less than half of it; what comes of it is kept in memory.
LONGEST_RECORD = 262_144

#: A message of more bytes isn't even read: the connection ends.
LONGEST_FRAME = 65_536

#: Connections of one seat.
MOST_TABS = 8

#: Questions of a connection that are being answered at the same time.
MOST_QUESTIONS = 2

#: Games to look at; with more, the oldest is forgotten.
MOST_SHOWS = 200

#: Messages that wait for a client that reads too slowly; with more, its connection ends, and it may come back.
MOST_WAITING = 256

#: Seconds in which a new connection must name its token.
TIME_TO_SIT = 20.0

#: Messages in excess of the rate that are answered or left aside, before the connection ends.
PATIENCE = 200

#: Simulations a decision that a search on the server may take.
MOST_SIMULATIONS = 2_000

#: Longest error message.
LONGEST_ERROR = 400


@dataclass
class Rate:
    """A token bucket: so many at once, and so many a second in the long run."""

    at_once: float
    a_second: float

    def __post_init__(self) -> None:
        self._left = self.at_once
        self._looked = time.monotonic()

    def take(self) -> bool:
        """Whether another one is allowed now, which is counted then."""
        now = time.monotonic()
        self._left = min(self.at_once, self._left + (now - self._looked) * self.a_second)
        self._looked = now
        if self._left < 1.0:
            return False
        self._left -= 1.0
        return True
