"""What must hold in a position from the end of mining on: while locations are scored, a round is closed, and the game is over."""

from collections.abc import Iterator

from critter_envs.core.game import RUNNING
from critter_envs.core.jit import Record

from .cards import (
    DOUBLE_DYNAMITE,
    DYNAMITE,
    EXPERT_MINER,
    MAX_CAVES,
    MAX_KEPT,
    MONSTER,
    SAPPER,
    SCAVENGER,
    TOO_MUCH_DYNAMITE,
    TREASURES,
    WRANGLER,
)
from .mining import NOWHERE
from .rounds import BANKING, DISCARDING
from .scoring import CLAIMING, FEEDING, JUMPING, PICK, PLAYING, SCAVENGING


def wrong_scoring(s: Record) -> Iterator[str]:
    """One seat is to act, in an order that holds all seats once, and its stage fits what there is."""
    yield from wrong_order(s)
    if s.place >= s.num_players:
        yield f"the place is {s.place}, but somebody is at it while the round isn't over"
    elif s.over == RUNNING and s.pending != 1 << s.turn:
        yield f"the turn is seat {s.turn}'s and pending is {s.pending}; it must be {1 << s.turn}"
    elif (s.cave != NOWHERE) != (PICK < s.stage <= FEEDING) or (s.left_to_add > 0) != (s.stage == SCAVENGING):
        yield "the stage must fit the cave being scored, and the tiles that a Scavenger may add"
    elif (s.asked > 0) != (s.stage == BANKING) or (s.eaten.any() and s.stage != FEEDING):
        yield f"asked is {s.asked} and eaten {s.eaten.tolist()}: they are set only for Bankers and for monsters"
    yield from wrong_after_mining(s)
    passed = [int(seat) for seat in s.order[: s.place]]
    late = range(int(s.num_players)) if s.stage > FEEDING else passed
    if any(to_score(s, seat).any() for seat in late):
        yield f"the place is {s.place} and the stage {s.stage}: whose turn to score is over, has no location left to score"
    if s.stage > FEEDING:
        yield from wrong_closing(s, passed)
    elif s.cave != NOWHERE:
        yield from wrong_cave(s)
    if not fits_stage(s):
        yield f"the stage is {s.stage}, but seat {s.turn} has no such choice"


def wrong_order(s: Record) -> Iterator[str]:
    """All seats are in the order of scoring."""
    players = int(s.num_players)
    if sorted(s.order[:players].tolist()) != list(range(players)) or s.order[players:].any():
        yield f"the order is {s.order.tolist()}: all seats must be there once"


def wrong_after_mining(s: Record) -> Iterator[str]:
    """Nobody goes on mining."""
    if s.held.any() or s.commit.any() or s.turn_up.any():
        yield "when mining is over, nobody holds a tile or has committed anything"
    if digging(s):
        yield f"when mining is over, nobody has unplaced goblins without having retired: not the seats {digging(s)}"


def wrong_cave(s: Record) -> Iterator[str]:
    """The cave being scored is one of the player's whose turn to score it is, and the claimer plays cards before the jumper."""
    if s.order[s.place] not in (s.claimer[s.cave], s.jumper[s.cave]):
        yield f"it is seat {s.order[s.place]}'s turn to score, but cave {s.cave} is no cave of that seat"
    if s.stage != FEEDING and s.turn == s.claimer[s.cave] and s.played[JUMPING].any():
        yield "whoever jumped the cave plays no card before its claimer is done"


def wrong_closing(s: Record, passed: list[int]) -> Iterator[str]:
    """Who has been asked about Bankers has no unknown ones, and cards are discarded only when the game goes on."""
    if s.drawn[passed if s.stage == BANKING else slice(None)].any():
        yield f"drawn is {s.drawn.tolist()}; it is 0 for who could be asked about Bankers since"
    if s.stage == DISCARDING and has_winner(s):
        yield f"the coins are {s.coins.tolist()} and the target is {s.target}: the game is over, and nobody discards"
    if s.stage == DISCARDING and (s.hand[passed].sum(axis=1) > MAX_KEPT).any():
        yield f"the hands hold {s.hand.sum(axis=1).tolist()} cards; who has discarded keeps {MAX_KEPT} cards"


def wrong_end(s: Record) -> Iterator[str]:
    """All is scored, and one player has won."""
    yield from wrong_order(s)
    yield from wrong_after_mining(s)
    if not has_winner(s):
        yield f"the coins are {s.coins.tolist()} and the target is {s.target}: nobody has won, so that the game can't have ended"
    if s.cave != NOWHERE or s.place != s.num_players or s.asked or s.drawn.any():
        yield "when the game is over, nothing is being scored, all seats of the order are done, and asked and drawn are 0"
    if any(to_score(s, seat).any() for seat in range(int(s.num_players))):
        yield "when the game is over, all locations have been scored"


def fits_stage(s: Record) -> bool:
    """Whether the seat to act has something to choose."""
    next_in_order = bool(s.order[s.place] == s.turn)
    if s.stage == PICK:
        return next_in_order and bool(to_score(s, int(s.turn)).any())
    if s.stage == BANKING:
        return next_in_order and bool(0 < s.asked <= s.bankers[s.turn])
    if s.stage == DISCARDING:
        return next_in_order and int(s.hand[s.turn].sum()) > MAX_KEPT
    if s.stage == FEEDING:
        return bool(s.turn == s.claimer[s.cave]) and monsters_are_hungry(s)
    side = CLAIMING if s.turn == s.claimer[s.cave] else JUMPING
    adds_tiles = bool(s.played[side, SCAVENGER] and s.pool.any())
    return s.turn in (s.claimer[s.cave], s.jumper[s.cave]) and (s.stage == PLAYING or adds_tiles)


def monsters_are_hungry(s: Record) -> bool:
    """Whether there is a monster that still eats, and something for it, in a cave that doesn't blow up."""
    tiles, cards = s.up[s.cave].sum(axis=0), s.played.sum(axis=0)
    dynamite = (tiles[DYNAMITE] + 2 * tiles[DOUBLE_DYNAMITE] + cards[SAPPER]) >> cards[EXPERT_MINER]
    hungry, treasures = tiles[MONSTER] - s.eaten.sum(), tiles[: len(TREASURES)].sum() - s.eaten.sum()
    return bool(hungry > 0 and treasures > 0 and not cards[WRANGLER] and dynamite < TOO_MUCH_DYNAMITE)


def to_score(s: Record, seat: int) -> Record:
    """For each location whether a goblin of the seat's stands there that hasn't been scored yet."""
    own = s.claimer == seat
    own[:MAX_CAVES] |= s.jumper == seat
    return own & (s.scored == 0)


def digging(s: Record) -> list[int]:
    """The seats that have unplaced goblins and haven't retired."""
    return [seat for seat in range(s.num_players) if s.goblins[seat] and not s.retired[seat]]


def has_winner(s: Record) -> bool:
    """Whether one seat alone has the most coins, and reaches the target."""
    most = s.coins.max()
    return bool(most >= s.target and (s.coins[: s.num_players] == most).sum() == 1)
