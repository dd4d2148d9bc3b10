"""A game between one person and agents, without any input or output."""

from collections.abc import Sequence
from dataclasses import dataclass
from secrets import randbits
from typing import Any

from critter_envs.core.game import Game
from critter_envs.core.paint import Painter, plain
from critter_envs.core.records import Decision, GameRecord

from .course import PERSON, PlayError
from .journal import carry_out, retell
from .table import Table

#: Seeds that are drawn are short enough to be typed.
_SEED_BITS = 31


@dataclass(frozen=True)
class Turn:
    """What another seat did, one decision or several in a row.

    Args:
        seat: who.
        labels: the decisions, as far as the person may know them.
        news: the lines of the person's view that are new after it.
    """

    seat: int
    labels: tuple[str, ...]
    news: tuple[str, ...]


def drawn_seed() -> int:
    """The seed of a game for which none is given."""
    return randbits(_SEED_BITS)


class Session:
    """One person and agents at a table.

    Args:
        game: its name or its description.
        players: for each seat the spec of its agent, or ``PERSON``, exactly once.
        seed: decides the game and what the agents leave to chance.
        parameters: the game's parameters.
        decisions: those that have been taken already.

    Raises:
        AgentError: there is no such agent.
        ParameterError: a parameter that the game can't take.
        PlayError: not exactly one seat is the person's.
    """

    def __init__(
        self, game: str | Game, players: Sequence[str], seed: int = 0, decisions: Sequence[Decision] = (), **parameters: Any
    ) -> None:
        players = tuple(players)
        if players.count(PERSON) != 1:
            raise PlayError(f"one seat must be the {PERSON}'s, and the others agents': not {', '.join(players)}")
        self.seat = players.index(PERSON)
        self._sit(Table(game, players, seed, decisions, **parameters))

    @classmethod
    def load(cls, record: GameRecord) -> "Session":
        """Go on with a recorded game.

        Raises:
            RecordError: the record doesn't fit.
            PlayError: it isn't that of one person's game.
        """
        record.replay()
        return cls(record.game, record.agents, record.seed, record.actions, **record.variant)

    def record(self) -> GameRecord:
        """The game so far."""
        return self.table.record()

    # --- what the person sees ----------------------------------------------------------------------------------

    @property
    def game(self) -> Game:
        """What is played."""
        return self.table.game

    @property
    def players(self) -> tuple[str, ...]:
        """For each seat the spec of its agent, or ``PERSON``."""
        return self.table.players

    @property
    def seed(self) -> int:
        """What decides the game."""
        return self.table.seed

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.table.over

    def view(self, paint: Painter = plain) -> str:
        """The position as the person may see it."""
        return self.game.describe(self.table.seen(self.seat), paint)

    def name(self, seat: int) -> str:
        """What a seat is called: "you", or its place to the left of the person."""
        return self.table.name(seat, self.seat)

    def legal(self) -> list[int]:
        """The person's legal actions.

        Raises:
            PlayError: the person isn't to act.
        """
        self._need_turn()
        return self.table.legal(self.seat)

    def label(self, action: int) -> str:
        """One of the person's actions in words."""
        return self.table.label(self.seat, action)

    def standings(self) -> list[tuple[int, int, float]]:
        """Seat, score and share of the win of each player, the best first."""
        return self.table.standings()

    # --- what happens ------------------------------------------------------------------------------------------

    def act(self, action: int) -> None:
        """Carry out the person's decision.

        Raises:
            IllegalAction: it isn't legal.
            PlayError: the person isn't to act.
        """
        self._need_turn()
        self.table.tried(self.seat, action)  # what is illegal has no words
        self._take(self.seat, action)

    def play_one(self) -> None:
        """Let an agent decide, whose turn it is."""
        seat = self.table.turn
        self._take(seat, self.table.think(seat, self.table.batch))

    def others(self) -> list[Turn]:
        """Let the agents play until the person is to act, or the game is over."""
        turns = []
        while not self.over and self.table.turn != self.seat:
            turns.append(self._turn())
        return turns

    def undo(self) -> None:
        """Take back the person's last decision, and all that came after it.

        Raises:
            PlayError: there is none.
        """
        self.table.go_back(self.table.last_of(self.seat))
        self.journal.look(self.table)

    def again(self, seed: int) -> None:
        """Begin a new game at the same table.

        Args:
            seed: of that game.
        """
        self._sit(Table(self.game, self.players, seed, **self.table.parameters))

    def _sit(self, table: Table) -> None:
        self.table = table
        (self.journal,) = retell(table, [self.seat])

    def _need_turn(self) -> None:
        """What others may do is no business of the person's."""
        if self.table.turn != self.seat:
            raise PlayError("the game is over" if self.over else f"it is the turn of {self.name(self.table.turn)}, not yours")

    def _take(self, seat: int, action: int) -> None:
        carry_out(self.table, [self.journal], seat, action)

    def _turn(self) -> Turn:
        """The decisions of one seat up to another one's."""
        seat, lines, told = self.table.turn, self.journal.lines, self.journal.number
        while self.table.turn == seat:
            self.play_one()
        labels = tuple(entry.text for entry in self.journal.entries[told:])
        return Turn(seat, labels, tuple(line for line in self.journal.lines if line not in lines))
