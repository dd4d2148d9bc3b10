"""Set tables: positions of Greedy Greedy Goblins in words, choices by their labels, and chance told what to do."""

import numpy as np

import critter_envs
from critter_envs import Batch
from critter_envs.core.generator import start
from critter_envs.games.greedy_greedy_goblins.cards import GOBLINS, GUILDHALL, MINION_COPIES, MINIONS, TILE_COPIES, TILES
from critter_envs.games.greedy_greedy_goblins.rounds import BANKING, DISCARDING
from critter_envs.games.greedy_greedy_goblins.scoring import PICK

GAME = "greedy_greedy_goblins"
LABELS = {critter_envs.game(GAME).label(action): action for action in range(critter_envs.game(GAME).num_actions)}
STAGES = {"score": PICK, "banker": BANKING, "discard": DISCARDING}


def counts(things, kinds):
    """``"2 ruby, 1 gold"`` as an array of counts."""
    numbers = dict.fromkeys(kinds, 0)
    for part in filter(None, things.split(", ")):
        number, kind = part.split(" ", 1)
        numbers[kind] += int(number)
    return np.array(list(numbers.values()))


def words(numbers, kinds):
    """The other way round, in the order of the kinds."""
    return ", ".join(f"{number} {kind}" for number, kind in zip(numbers.tolist(), kinds, strict=True) if number)


def table(
    num_players=2,
    caves=None,
    guildhall=None,
    held=None,
    hands=None,
    coins=(),
    retired=(),
    pool=None,
    discards="",
    deck=None,
    stage=None,
    order=None,
    scored=(),
    draws_left=None,
    bankers=None,
    drawn=None,
    **parameters,
):
    """A batch of one game in this position; all that isn't mentioned is in the pool, in the deck or at home.

    Args:
        caves: by their number from 1, mappings with ``"down"`` and ``"up"`` (a mapping from who placed them to tiles),
            ``"claimer"`` and ``"jumper"``.
        guildhall: who has claimed it.
        held, hands, bankers, drawn: by seat.
        pool, deck: if given, all other tiles lie face up in the last cave, and all other cards are discarded.
        stage: ``"score"``, ``"banker"`` or ``"discard"``; by default tiles are mined.
        order: the seats in the order of scoring; the first one is to act.
        draws_left: if given, only one player has unplaced goblins.
    """
    batch = Batch(GAME, 1, num_players, autoreset=False, **parameters)
    s = batch.states[0]
    for number, cave in (caves or {}).items():
        for field in "down", "up":
            for placer, tiles in cave.get(field, {}).items():
                s[field][number - 1, placer] = counts(tiles, TILES)
        s.claimer[number - 1], s.jumper[number - 1] = cave.get("claimer", -1), cave.get("jumper", -1)
        s.scored[number - 1] = number in scored
    s.claimer[GUILDHALL] = -1 if guildhall is None else guildhall
    s.scored[GUILDHALL] = "guildhall" in scored
    for seat, kind in (held or {}).items():
        s.held[seat] = 1 + TILES.index(kind)
    for seat, cards in (hands or {}).items():
        s.hand[seat] = counts(cards, MINIONS)
    s.coins[: len(coins)] = coins
    s.retired[list(retired)] = 1
    for seat in range(num_players):
        s.goblins[seat] = GOBLINS[num_players] - (s.claimer == seat).sum() - (s.jumper == seat).sum()
    if stage is not None:  # whoever still has goblins at home has retired
        s.retired[:] = s.goblins > 0
    digging = ((s.goblins > 0) & (s.retired == 0)).sum()
    s.last_one = draws_left is not None or digging < 2
    s.draws_left = 5 if draws_left is None else draws_left
    hide_rest(s, pool, deck, discards)
    for seat in range(num_players):
        s.bankers[seat] = s.hand[seat, MINIONS.index("Banker")] if bankers is None else bankers.get(seat, 0)
        s.drawn[seat] = 0 if drawn is None else drawn.get(seat, 0)
    if stage is None:
        mining = (s.held > 0) | ((s.goblins > 0) & (s.retired == 0))
        s.pending = sum(1 << int(seat) for seat in np.flatnonzero(mining))
    else:
        s.order[:num_players] = range(num_players) if order is None else order
        s.stage, s.turn, s.pending, s.asked = STAGES[stage], s.order[0], 1 << int(s.order[0]), stage == "banker"
    batch.set_position(0, batch.position(0))  # checked
    return batch


def hide_rest(s, pool, deck, discards):
    """Put what hasn't been mentioned where it is no matter."""
    used = s.down.sum(axis=(0, 1)) + s.up.sum(axis=(0, 1)) + np.bincount(s.held, minlength=11)[1:]
    s.pool[:] = TILE_COPIES - used if pool is None else counts(pool, TILES)
    last = 4 if s.num_players == 2 else 7
    s.up[last, 0] += (TILE_COPIES - used - s.pool).astype(np.int16)
    s.tiles_down[:], s.tiles_up[:] = s.down.sum(axis=2), s.up.sum(axis=(1, 2))
    s.discards[:] = counts(discards, MINIONS)
    rest = MINION_COPIES - s.hand.sum(axis=0) - s.discards
    s.deck[:] = rest if deck is None else counts(deck, MINIONS)
    s.discards += (rest - s.deck).astype(np.int16)


# --- choices ---------------------------------------------------------------------------------------------------


def do(batch, *labels):
    """Decisions of whoever is to act, by their labels; the outcome of the last one."""
    for label in labels:
        outcome = batch.step([LABELS[label]])
    return outcome


def lucky(batch, label, wish):
    """One decision, with chance so that afterwards the wish, a function of the batch, comes true."""
    for seed in range(20_000):
        attempt = batch.clone()
        start(attempt.states[0].rng, seed, 0)
        attempt.step([LABELS[label]])
        if wish(attempt):
            start(batch.states[0].rng, seed, 0)
            return batch.step([LABELS[label]])
    raise AssertionError("that never happens")


def tick(batch, *labels, wish=lambda batch: True):
    """The commits of a tick, of all who are to act from the lowest seat on, with chance so that the wish comes true."""
    do(batch, *labels[:-1])
    return lucky(batch, labels[-1], wish)


def legal(batch):
    """The labels of what the seat to act may do."""
    return {batch.game.label(action) for action in np.flatnonzero(batch.mask[0]).tolist()}


def legal_for(batch, seat):
    """… of what this seat may do."""
    mask = batch.observe([0], [seat])[1][0]
    return {batch.game.label(action) for action in np.flatnonzero(mask).tolist()}


def random_action(batch, rng):
    """A uniformly random legal one."""
    return int(rng.choice(np.flatnonzero(batch.mask[0])))


# --- looking ---------------------------------------------------------------------------------------------------


def hand(batch, seat):
    """``"1 Sapper, 2 Canary"``."""
    return words(batch.states[0].hand[seat], MINIONS)


def discards(batch):
    """The discarded cards."""
    return words(batch.states[0].discards, MINIONS)


def coins(batch):
    """The coins of all seats."""
    return batch.states[0].coins[: batch.states[0].num_players].tolist()


def up(batch, number, placer=None):
    """The face-up tiles of a cave, of one placer or of all."""
    tiles = batch.states[0].up[number - 1]
    return words(tiles.sum(axis=0) if placer is None else tiles[placer], TILES)


def down(batch, number, placer):
    """The face-down tiles that a seat has placed in a cave."""
    return words(batch.states[0].down[number - 1, placer], TILES)


def held(batch, seat):
    """The tile in a hand, or None."""
    kind = int(batch.states[0].held[seat])
    return TILES[kind - 1] if kind else None


def view(batch, seat):
    """The observation of a seat, by field."""
    return batch.observe([0], [seat])[0].view(batch.game.observation_dtype).reshape(-1).view(np.recarray)[0]


# --- a cave scored from beginning to end -----------------------------------------------------------------------

CLANS = ["Snazdoodle", "Glittergreed"]  # sapphires, gold


def scored(tiles, moves=(), jumper_moves=None, clans=None, start=(10, 10), **more):
    """A batch of two after the cave with these tiles was scored by seat 0, who claimed it, and perhaps seat 1, who jumped it.

    Moves are names of cards; ``"+ruby"`` adds a ruby with a Scavenger, and ``"stop"`` adds no more.
    """
    sides = [moves] if jumper_moves is None else [moves, jumper_moves]
    hands = {seat: hand_for(side) for seat, side in enumerate(sides)}
    cave = {"down": {1: tiles}, "claimer": 0, **({} if jumper_moves is None else {"jumper": 1})}
    batch = table(2, {1: cave}, stage="score", hands=hands, coins=start, clans=clans or CLANS, **more)
    do(batch, "score cave 1")
    for side in sides:
        for move in side:
            make(batch, move)
        do(batch, "play no more cards")
    return batch


def hand_for(moves):
    """The cards for these moves."""
    cards = [move for move in moves if move in MINIONS]
    return ", ".join(f"{cards.count(card)} {card}" for card in dict.fromkeys(cards))


def make(batch, move):
    """A card, or what a Scavenger does."""
    if move.startswith("+"):
        before = batch.states[0].up[0].sum(axis=0)
        lucky(batch, "add a tile", lambda after: words(after.states[0].up[0].sum(axis=0) - before, TILES) == f"1 {move[1:]}")
    elif move == "stop":
        do(batch, "add no more tiles")
    else:
        do(batch, f"play {move}")


def gains(batch, start=(10, 10)):
    """The coins that each seat has won or lost."""
    return [now - before for now, before in zip(coins(batch), start, strict=True)]
