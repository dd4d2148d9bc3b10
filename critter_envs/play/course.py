"""A game as it goes on: who sits where, what was decided, and what each seat may be told. Without any input or output."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from critter_envs.core.batch import Batch
from critter_envs.core.errors import CritterError
from critter_envs.core.game import TRUNCATED, Game
from critter_envs.core.jit import Record, Records
from critter_envs.core.records import Decision, GameRecord, decide, record_of
from critter_envs.core.registry import find

#: What the players of a table, and records of games, call a person's seat.
PERSON = "person"

#: Seconds that agents may be told to take for a decision.
LONGEST_DELAY = 5.0

#: What is told of a choice that several seats make at once.
SECRET = "choose in secret"


class PlayError(CritterError):
    """A person asked for what isn't possible; the game is as it was."""


class Course:
    """A game, from its deal to where it stands.

    Whatever it tells a seat is made of that seat's observation, and of what all may know of a decision; only for those to whom
    all lies ``open`` nothing is left out: they see the game from the place of a seat, as if it had seen everything.

    Args:
        game: its name or its description.
        players: for each seat who plays it, in words: the spec of its agent, or ``PERSON``.
        seed: decides the game.
        decisions: those that have been taken already.
        parameters: the game's parameters.

    Raises:
        ParameterError: a parameter that the game can't take.
    """

    def __init__(
        self, game: str | Game, players: Sequence[str], seed: int = 0, decisions: Sequence[Decision] = (), **parameters: Any
    ) -> None:
        self.game = find(game)
        self.players = tuple(players)
        self.seed = seed
        self.decisions: list[Decision] = []
        self.parameters = parameters
        self.batch = Batch(self.game, 1, len(self.players), [seed], autoreset=False, **parameters)
        self._look()
        self._together = 0  # a bit for each seat that chooses with others
        self._earlier: list[tuple[Records, int]] = []  # before each decision: the state, and who chose with others
        for seat, action in decisions:
            self.act(seat, action)

    def record(self, *more: Decision) -> GameRecord:
        """The game so far, or as it would be after more decisions."""
        decisions = [*self.decisions, *more]
        return record_of(self.game, len(self.players), self.seed, self.players, decisions, **self.parameters)

    # --- what a seat may know ----------------------------------------------------------------------------------

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.turn < 0

    @property
    def truncated(self) -> bool:
        """Whether the game was cut off at its limit of decisions."""
        return bool(self.batch.states[0].over == TRUNCATED)

    @property
    def turn(self) -> int:
        """The lowest seat that is to act, or -1."""
        return int(self.batch.player[0])

    @property
    def pending(self) -> list[int]:
        """All seats that are to act."""
        return [seat for seat in range(len(self.players)) if self.is_pending(seat)]

    def is_pending(self, seat: int) -> bool:
        """Whether a seat is to act."""
        return bool(self._pending >> seat & 1)

    def seen(self, seat: int, open: bool = False) -> Record:
        """What a seat observes, or would if it had seen everything."""
        batch = self.batch
        if open:
            batch = batch.clone()
            self.game.reveal(batch.states[0])
        observation, _ = batch.observe(0, seat)
        return observation.view(self.game.observation_dtype).view(np.recarray)[0, 0]

    def legal(self, seat: int) -> list[int]:
        """The actions that a seat may take; none if it isn't to act."""
        _, mask = self.batch.observe(0, seat)
        return np.flatnonzero(mask[0]).tolist()

    def name(self, seat: int, viewer: int) -> str:
        """What a seat is called by another one: "you", or its place to the left."""
        return "you" if seat == viewer else f"+{(seat - viewer) % len(self.players)}"

    def label(self, seat: int, action: int) -> str:
        """An action of a seat in words, for that seat."""
        return self.told(seat, seat, action)

    def labels(self, seat: int) -> dict[int, str]:
        """The actions that a seat may take, in words, for that seat; it is observed once for all of them."""
        others, observation = self.others(seat, seat), self.seen(seat)
        return {action: self.game.label(action, others, o=observation) for action in self.legal(seat)}

    def told(self, viewer: int, seat: int, action: int, open: bool = False) -> str:
        """What a seat may know of the decision that it or another one is about to take."""
        known = open or seat == viewer
        if not known and self.chooses_with_others(seat):
            return SECRET
        return self.game.label(action, self.others(seat, viewer), looking_on=not known, o=self.seen(viewer))

    def others(self, seat: int, viewer: int) -> list[str]:
        """The names of the others from the left neighbour of a seat on, as the viewer calls them."""
        count = len(self.players)
        return [self.name((seat + k) % count, viewer) for k in range(1, count)]

    def chooses_with_others(self, seat: int) -> bool:
        """Whether several seats choose at once, this one among them, perhaps as the last: nobody sees yet what it chooses."""
        return bool(self._pending & ~(1 << seat) or self._together >> seat & 1)

    def standings(self) -> list[tuple[int, int, float]]:
        """Seat, score and share of the win of each player, the best first."""
        scores, shares = self.batch.standings()
        rows = [(seat, int(scores[0, seat]), float(shares[0, seat])) for seat in range(len(self.players))]
        return sorted(rows, key=lambda row: (-row[2], -row[1]))

    def tie_break(self) -> str:
        """What decided between equal scores, in words; nothing if it wasn't needed."""
        rows = self.standings()
        needed = any(score == rows[0][1] and not share for _, score, share in rows)
        return self.game.tie_break if needed else ""

    # --- what happens ------------------------------------------------------------------------------------------

    def position_of(self, seat: int) -> Batch:
        """A copy of the game with a seat that is to act as the next one, to think about."""
        copy = self.batch.clone()
        copy.turn_to(0, seat)
        return copy

    def tried(self, seat: int, action: int) -> Batch:
        """The game as it would be after a decision.

        Raises:
            IllegalAction: the seat may not take this action now.
            PositionError: it isn't to act.
            RecordError: the game is over.
        """
        copy = self.batch.clone()
        decide(copy, seat, action)
        return copy

    def act(self, seat: int, action: int) -> None:
        """Carry out a decision.

        Raises:
            IllegalAction, PositionError, RecordError: as for ``tried``; nothing has changed.
        """
        pending, together, earlier = self._pending, self.chooses_with_others(seat), (self.batch.states.copy(), self._together)
        decide(self.batch, seat, action)
        self.decisions.append((seat, action))
        self._earlier.append(earlier)
        self._look()
        if together:
            self._together |= pending
        if not self.is_pending(seat):
            self._together &= ~(1 << seat)

    def last_of(self, seat: int) -> int:
        """How many decisions there were before the last one of a seat.

        Raises:
            PlayError: it has taken none.
        """
        own = [number for number, (actor, _) in enumerate(self.decisions) if actor == seat]
        if not own:
            raise PlayError("there is no decision of yours to take back")
        return own[-1]

    def go_back(self, count: int) -> None:
        """Take back all but so many decisions."""
        if count < len(self.decisions):
            states, self._together = self._earlier[count]
            self.batch.set_state(0, states[0])
            self._look()
            del self.decisions[count:], self._earlier[count:]

    def _look(self) -> None:
        """See who is to act, a bit for each seat: it is asked for often."""
        self._pending = int(self.batch.states[0].pending)
