"""Set tables: positions of Greedy Goose in words, and chance told what to do."""

import numpy as np

from critter_envs import Batch
from critter_envs.core.generator import draw, start
from critter_envs.games.greedy_goose.cards import ACTION_CARDS, COLOURS, KINDS
from critter_envs.games.greedy_goose.rules import GIVE, OTHERS, STEAL

GAME = "greedy_goose"


def counts(cards, kinds=COLOURS):
    """``"2 red, 1 blue"`` as a list of counts."""
    numbers = dict.fromkeys(kinds, 0)
    for part in filter(None, cards.split(", ")):
        number, kind = part.split(" ", 1)
        numbers[kind] += int(number)
    return list(numbers.values())


def table(hands, centre="", face_up="", turn=0, action_card=None, known=(), **parameters):
    """A batch of one game in this position; the rest of the deck is out of play.

    ``known`` holds triples ``(observer, holder, cards)``.
    """
    batch = Batch(GAME, 1, len(hands), autoreset=False, **parameters)
    s = batch.states[0]
    s.hand[:] = s.known[:] = 0
    for seat, hand in enumerate(hands):
        s.hand[seat] = counts(hand)
    for observer, holder, cards in known:
        s.known[observer, holder] = counts(cards)
    s.centre[:] = counts(centre, KINDS)
    s.table[:] = counts(face_up)
    s.turn, s.pending = turn, 1 << turn
    s.action_card = 0 if action_card is None else ACTION_CARDS.index(action_card) + 1
    s.out[:] = s.deck - s.centre
    s.out[:5] -= s.hand.sum(axis=0) + s.table
    if action_card:
        s.out[4 + s.action_card] -= 1
    batch.set_position(0, batch.position(0))  # checked
    return batch


def act(batch, action, flips=(), stolen=None):
    """One decision by the seat to act, with what its flips turn up, or what its thief draws."""
    s = batch.states[0]
    if flips:
        steer(s, s.centre, flips)
    if stolen is not None:
        victim = (int(s.turn) + action - STEAL + 1) % int(s.num_players)
        steer(s, s.hand[victim], [stolen])
    return batch.step([action])


def steer(s, heap, kinds):
    """Start the generator of a game so that the next draws from a heap turn up these kinds."""
    wanted = [KINDS.index(kind) for kind in kinds]
    for seed in range(100_000):
        rng, left = np.zeros(4, np.int64), heap.copy()
        start(rng, seed, 0)
        for kind in wanted:
            if draw(rng, left) != kind:
                break
            left[kind] -= 1
        else:
            start(s.rng, seed, 0)
            return
    raise AssertionError(f"{kinds} can't be drawn from {heap}")


def give(colour, k):
    """The action that gives a card to the k-th player to the left."""
    return GIVE + COLOURS.index(colour) * OTHERS + k - 1


def steal(k):
    """The action that steals from the k-th player to the left."""
    return STEAL + k - 1


def hand(batch, seat):
    """``"2 red, 1 blue"``."""
    return words(batch.states[0].hand[seat])


def known(batch, observer, holder):
    """What the observer is sure of in the holder's hand."""
    return words(batch.states[0].known[observer, holder])


def words(numbers, kinds=COLOURS):
    """Counts in words, in the order of the kinds."""
    return ", ".join(f"{number} {kind}" for number, kind in zip(numbers.tolist(), kinds, strict=True) if number)


def view(batch, seat):
    """The observation of a seat, by field."""
    return batch.observe([0], [seat])[0].view(batch.game.observation_dtype).reshape(-1).view(np.recarray)[0]


def legal(batch):
    """The legal actions of the seat to act."""
    return set(np.flatnonzero(batch.mask[0]).tolist())


def random_action(batch, rng):
    """A uniformly random legal one."""
    return int(rng.choice(np.flatnonzero(batch.mask[0])))
