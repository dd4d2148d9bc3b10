"""Set tables: positions of Good Critters in few words. Loot is written as digits: ``"552"`` is two $5000 and one $2000."""

import numpy as np

from critter_envs import Batch
from critter_envs.games.good_critters import actions as a
from critter_envs.games.good_critters.cards import COPIES

GAME = "good_critters"
YES, NO, GUARD, ROB, SKIM = range(a.CARD, a.CARD + 5)
CARDS = {"yes": YES, "no": NO, "guard": GUARD, "rob": ROB, "skim": SKIM}
SILENCE, WORDS = 0, {"yes": 1, "no": 2, "guard": 3, "rob": 4, "skim": 5}


def counts(digits):
    """``"552"`` as a list of counts by value."""
    assert set(digits) <= set("2345")
    return [digits.count(value) for value in "2345"]


def digits(numbers):
    """Counts by value as digits, the highest first."""
    return "".join(value * int(numbers[kind]) for kind, value in enumerate("2345"))[::-1]


def table(stashes, shares=(), pile="22334455" * 3, above=None, boss=0, loot="", phase=None, known=(), **parameters):
    """A batch of one game in this position; the last seat has all loot that isn't mentioned, in its stash.

    Args:
        stashes: of all seats but the last.
        shares: what the Boss has assigned to the first seats; without it, seat 0 gets a $2000.
        pile: cards under the Boss's eyes only.
        above: how many of them lie above THE FUZZ!; all, if not told.
        loot: in the middle, still to be handed out; then it is the Boss's turn, else all talk.
        known: triples ``(observer, holder, digits)``.
    """
    players = len(stashes) + 1
    parameters = {"fuzz": "anywhere", "first_player": boss, **parameters}
    batch = Batch(GAME, 1, players, autoreset=False, **parameters)
    s = batch.states[0]
    for field in (s.pile, s.loot, s.share, s.stash, s.known):
        field[:] = 0
    s.pile[:] = counts(pile)
    s.loot[:] = counts(loot)
    for seat, share in enumerate(shares or ("" if loot else "2",)):
        s.share[seat] = counts(share)
    for seat, stash in enumerate(stashes):
        s.stash[seat] = counts(stash)
    s.stash[players - 1] = COPIES - s.pile - s.loot - s.share.sum(axis=0) - s.stash.sum(axis=0)
    for observer, holder, cards in known:
        s.known[observer, holder] = counts(cards)
    s.fuzz_above = len(pile) if above is None else above
    s.phase = a.HANDING_OUT if loot else a.TALKING
    s.pending = 1 << boss if loot else (1 << players) - 1
    put(batch)
    return batch


def put(batch):
    """Check a position that was changed by hand, and show it."""
    batch.set_position(0, batch.position(0))


def act(batch, *actions):
    """Decisions, one after the other; the outcome of the last."""
    for action in actions:
        outcome = batch.step([action])
    return outcome


def place(batch, seat, other):
    """How many seats to the left of one seat another sits."""
    return (other - seat) % int(batch.states[0].num_players)


def talk(batch, threats=None, words=None):
    """A round of talk: whom each seat threatens, and what it says."""
    for seat in range(int(batch.states[0].num_players)):
        k = place(batch, seat, (threats or {}).get(seat, seat))
        act(batch, a.TALK + 6 * k + WORDS.get((words or {}).get(seat), SILENCE))


def reveal(batch, *cards):
    """All choose an action card, by its name."""
    return act(batch, *(CARDS[card] for card in cards))


def play(batch, *cards, threats=None):
    """From the talk to the end of the round, without deals."""
    talk(batch, threats)
    while batch.states[0].phase == a.DEALING:
        act(batch, a.DONE)
    return reveal(batch, *cards)


def deal(batch, kind, partner, loot="", money=0):
    """Lay a bundle: ``kind`` is the first action of its range."""
    seat = int(batch.player[0])
    act(batch, kind + place(batch, seat, partner) - 1)
    for value in sorted(loot, reverse=True):
        act(batch, a.ADD + "2345".index(value))
    act(batch, *[a.ADD + a.PAYOFF] * money, a.CLOSE)


def propose(batch, partner, kind, value, price):
    """Propose a trade: ``kind`` is SELL or BUY."""
    seat = int(batch.player[0])
    act(batch, a.TRADE + place(batch, seat, partner) - 1, kind + "2345".index(value), a.PRICE + price - 1)


def stash(batch, seat):
    """A stash as digits."""
    return digits(batch.states[0].stash[seat])


def known(batch, observer, holder):
    """What the observer is sure of in another stash, as digits."""
    return digits(batch.states[0].known[observer, holder])


def view(batch, seat):
    """The observation of a seat, by field."""
    return batch.observe([0], [seat])[0].view(batch.game.observation_dtype).reshape(-1).view(np.recarray)[0]


def legal(batch):
    """The legal actions of the seat to act."""
    return set(np.flatnonzero(batch.mask[0]).tolist())


def random_action(batch, rng):
    """A uniformly random legal one."""
    return int(rng.choice(np.flatnonzero(batch.mask[0])))
