"""Set tables: positions of Boo to the Goose in words."""

import numpy as np

from critter_envs import Batch
from critter_envs.games.boo_to_the_goose.cards import CARD_SET, HAND, KINDS
from critter_envs.games.boo_to_the_goose.rules import DOG_DOWN, GOOSE_DOWN, PLAY, TURN

GAME = "boo_to_the_goose"

PLAY_GOOSE, PLAY_FOX, PLAY_DOG = range(PLAY, PLAY + 3)


def table(rows, hands=(), played=None, turn=0, **parameters):
    """A batch of one game in this position, in which seat 0 was the first to play.

    ``rows`` are words such as ``"goose dog goose"``, laid in the first turns; ``hands`` such as ``"2 fox, 3 goose"``, ``None``
    for any. Before this round everybody has played ``played`` cards. What is played and not in a row is in its owner's win
    pile, geese first; what is not yet played is in the draw pile.
    """
    batch = Batch(GAME, 1, len(rows), autoreset=False, **{"first_player": 0, **parameters})
    s = batch.states[0]
    rows = [row.split() for row in rows]
    if played is None:
        played = max(len(row) for row in rows)
    for field in ("turns", "pile", "removed", "hand", "row", "laid"):
        s[field][:] = 0
    for seat, row in enumerate(rows):
        s.turns[seat] = played + (seat < turn)
        s.row[seat, : len(row)] = [GOOSE_DOWN if kind == "goose" else DOG_DOWN for kind in row]
        s.laid[seat, : len(row)] = range(1, len(row) + 1)
        left = CARD_SET - [row.count(kind) for kind in KINDS]
        if s.remove_four:
            s.removed[seat] = [3, 1, 0]
            left = left - s.removed[seat]
        if seat < len(hands) and hands[seat] is not None:
            s.hand[seat] = counts(hands[seat])
        else:
            s.hand[seat] = take(left, min(HAND, left.sum() + len(row) - int(s.turns[seat])))
        left = left - s.hand[seat]
        won = take(left, int(s.turns[seat]) - len(row))
        s.won_geese[seat, seat], s.won_foxes[seat, seat], s.won_dogs[seat] = won
        s.pile[seat] = left - won
    s.turn, s.pending = turn, 1 << turn
    batch.set_position(0, batch.position(0))  # checked
    return batch


def take(left, number):
    """So many of the cards left, geese first."""
    taken = np.zeros_like(left)
    for kind in range(len(KINDS)):
        taken[kind] = min(left[kind], number - taken.sum())
    return taken


def counts(cards):
    """``"2 fox, 1 dog"`` as a list of counts."""
    numbers = dict.fromkeys(KINDS, 0)
    for part in filter(None, cards.split(", ")):
        number, kind = part.split(" ")
        numbers[kind] += int(number)
    return list(numbers.values())


def act(batch, *actions):
    """Decisions by the seats to act; the outcome of the last one."""
    for action in actions:
        outcome = batch.step([action])
    return outcome


def turn(place):
    """The action that turns the card at a place, the oldest being 1."""
    return TURN + place - 1


def row(batch, seat):
    """``"goose dog GOOSE"``: turned cards in capitals."""
    return " ".join(("", "goose", "dog", "GOOSE")[card] for card in batch.states[0].row[seat] if card)


def won(batch, seat):
    """What is in a win pile: geese and foxes by the seat whose they were, and dogs."""
    s = batch.states[0]
    players = int(s.num_players)
    return s.won_geese[seat, :players].tolist(), s.won_foxes[seat, :players].tolist(), int(s.won_dogs[seat])


def view(batch, seat):
    """The observation of a seat, by field."""
    return batch.observe([0], [seat])[0].view(batch.game.observation_dtype).reshape(-1).view(np.recarray)[0]


def legal(batch):
    """The legal actions of the seat to act."""
    return set(np.flatnonzero(batch.mask[0]).tolist())


def random_action(batch, rng):
    """A uniformly random legal one."""
    return int(rng.choice(np.flatnonzero(batch.mask[0])))
