"""Whole positions: what must hold in each, and how a spectator sees one."""

from collections.abc import Iterator

import numpy as np

from critter_envs.core.errors import PositionError
from critter_envs.core.game import RUNNING, TERMINATED
from critter_envs.core.jit import Record

from .actions import CLAIM, DRAW, FACE_DOWN, JUMP, RETIRE, TORCH_UP, UNKNOWN
from .cards import (
    BANKER,
    CAVES,
    CLAIM_JUMPER,
    GOBLINS,
    LAST_DRAWS,
    MAX_CAVES,
    MAX_KEPT,
    MINION,
    MINION_COPIES,
    MINIONS,
    ON_CAVES,
    TILE_COPIES,
    TILES,
    TORCH,
)
from .mining import MINING, NOBODY, NOWHERE
from .scoring_position import digging, has_winner, wrong_end, wrong_scoring


def check(s: Record) -> None:
    """Every tile, card and goblin is exactly once somewhere, and the seats that are to act are those whose choice it is.

    Raises:
        PositionError: that is not so.
    """
    for problem in problems(s):
        raise PositionError(problem)


def problems(s: Record) -> Iterator[str]:
    """What is wrong, one sentence each; a later one is looked for only when nothing was wrong before."""
    yield from absent_things(s)
    yield from tiles_twice_or_missing(s)
    yield from cards_twice_or_missing(s)
    yield from wrong_goblins(s)
    yield from wrong_caves(s)
    yield from wrong_counters(s)
    if s.over == TERMINATED:
        yield from wrong_end(s)
    else:  # a game that was truncated stands as it would go on
        yield from wrong_mining(s) if s.stage == MINING else wrong_scoring(s)


def absent_things(s: Record) -> Iterator[str]:
    """Only the seats and caves of the game can be named, hold, place and know anything."""
    players, caves = int(s.num_players), int(CAVES[s.num_players])
    per_seat = (s.coins, s.goblins, s.retired, s.held, s.returned, s.commit, s.turn_up, s.hand, s.bankers, s.drawn, s.clan)
    by_seat = (s.down, s.up, s.tiles_down)
    if any(field[players:].any() for field in per_seat) or any(field[:, players:].any() for field in by_seat):
        yield f"a seat from {players} on has or has placed something; only seats 0 to {players - 1} are taken"
    if max(s.turn, s.claimer.max(), s.jumper.max(), s.order.max()) >= players:
        yield f"a seat from {players} on is named; only seats 0 to {players - 1} are taken"
    claimed = max(s.claimer[caves:MAX_CAVES].max(initial=NOBODY), s.jumper[caves:].max(initial=NOBODY)) != NOBODY
    if claimed or s.scored[caves:MAX_CAVES].any() or s.up[caves:].any() or s.down[caves:].any():
        yield f"there is something in a cave from {caves} on; only caves 0 to {caves - 1} are in the game"
    if s.clans[0] != -1 and (s.clan[:players] != s.clans[:players]).any():
        yield f"the clans are {s.clan[:players].tolist()}, the parameters say {s.clans[:players].tolist()}"
    if len(set(s.clan[:players].tolist())) < players:
        yield f"the clans are {s.clan[:players].tolist()}, but no two seats can have the same"


def tiles_twice_or_missing(s: Record) -> Iterator[str]:
    """Tiles are in the pool, in hands and in caves."""
    there = s.pool + s.down.sum(axis=(0, 1)) + s.up.sum(axis=(0, 1))
    there += np.bincount(s.held, minlength=len(TILES) + 1)[1:]
    for kind, found, owned in zip(TILES, there.tolist(), TILE_COPIES.tolist(), strict=True):
        if found != owned:
            yield f"there are {found} {kind} tiles in pool, hands and caves; the game has {owned}"
    if (s.tiles_down != s.down.sum(axis=2)).any() or (s.tiles_up != s.up.sum(axis=(1, 2))).any():
        yield "tiles_down and tiles_up must be the numbers of the tiles in down and up"
    for kind, known in zip(TILES, np.bincount(s.returned, minlength=len(TILES) + 1)[1:].tolist(), strict=True):
        if known > s.pool[TILES.index(kind)]:
            yield f"returned is {s.returned.tolist()}: that is more {kind} tiles than the {s.pool[TILES.index(kind)]} in the pool"
    if s.returned.any() and free_caves(s):
        yield "tiles in hands go back to the pool only when all caves are claimed"


def cards_twice_or_missing(s: Record) -> Iterator[str]:
    """Minion cards are in the deck, in hands, on the cave being scored, and discarded."""
    there = s.deck + s.discards + s.hand.sum(axis=0)
    there[: len(ON_CAVES)] += s.played.sum(axis=0)
    for card, found, owned in zip(MINIONS, there.tolist(), MINION_COPIES.tolist(), strict=True):
        if found != owned:
            yield f"there are {found} {card} cards in deck, hands, on the cave and discarded; the game has {owned}"
    held = s.hand[:, BANKER]
    if (s.bankers > held).any() or (held > s.bankers + s.drawn).any():
        yield f"the hands hold {held.tolist()} Bankers: at least those in bankers, and as many more as in drawn"


def wrong_goblins(s: Record) -> Iterator[str]:
    """Each goblin is at home, or on a location that it claimed or jumped."""
    for seat in range(s.num_players):
        placed = (s.claimer == seat).sum() + (s.jumper == seat).sum()
        if s.goblins[seat] + placed != GOBLINS[s.num_players]:
            yield f"seat {seat} has {s.goblins[seat]} goblins at home and {placed} placed; it owns {GOBLINS[s.num_players]}"
    claims = s.claimer[:MAX_CAVES]
    if ((s.jumper != NOBODY) & ((claims == NOBODY) | (claims == s.jumper))).any():
        yield "only another player's claim can be jumped"
    if (s.scored > (s.claimer != NOBODY)).any():
        yield "only claimed locations can have been scored"
    if ((s.retired > 0) & ((s.held > 0) | (s.goblins == 0))).any():
        yield "nobody retires with a tile in hand, or without a goblin at home"
    if s.last_one != (len(digging(s)) < 2) or (not s.last_one and s.draws_left < LAST_DRAWS):
        yield f"last_one is {s.last_one}, and draws_left {s.draws_left}; the seats {digging(s)} have unplaced goblins"


def wrong_caves(s: Record) -> Iterator[str]:
    """What lies on the cave being scored, and that scored caves have no face-down tiles."""
    if s.down[s.scored[:MAX_CAVES] > 0].any():
        yield "in a cave that is or was scored, no tile lies face down"
    eaten = s.eaten > (0 if s.cave == NOWHERE else s.up[s.cave].sum(axis=0)[: len(s.eaten)])
    if eaten.any():
        yield f"eaten is {s.eaten.tolist()}, which is more than lies in the cave being scored"
    if s.cave == NOWHERE and (s.played.any() or s.left_to_add):
        yield "cards can be played and tiles added only while a cave is being scored"
    if s.cave != NOWHERE and (not s.scored[s.cave] or (s.jumper[s.cave] == NOBODY and s.played[1].any())):
        yield "the cave being scored must be marked as scored, and only its own players can have played cards on it"


def wrong_counters(s: Record) -> Iterator[str]:
    """What only goes up is no higher than a game can bring it."""
    if (int(s.round_number) - 1) * int(s.num_players) > s.decisions:
        yield f"round {s.round_number} can't have come after {s.decisions} decisions: every seat takes at least one in a round"
    most = int(TILE_COPIES[MINION]) + 1
    if s.drawn.max() > most:
        yield f"drawn is {s.drawn.tolist()}; with all minion tiles and the guildhall a seat draws {most} cards in a round"


def wrong_mining(s: Record) -> Iterator[str]:
    """Whoever goes on mining is to act, or has made a commit that was legal."""
    if s.scored.any() or s.order.any() or s.turn or s.place or s.cave != NOWHERE or s.drawn.any() or s.asked:
        yield "while tiles are mined, nothing has been scored, and scored, order, turn, place, drawn and asked are 0, cave -1"
    if s.hand.sum(axis=1).max() > MAX_KEPT:
        yield f"the hands hold {s.hand.sum(axis=1).tolist()} cards; while tiles are mined, {MAX_KEPT} is the limit"
    if has_winner(s):
        yield f"the coins are {s.coins.tolist()} and the target is {s.target}: the game would have ended before this round"
    if s.held.any() and not free_caves(s):
        yield "when all caves are claimed, nobody holds a tile"
    for seat in range(s.num_players):
        commit, choice = int(s.commit[seat]) - 1, int(s.turn_up[seat]) - 1
        mining = seat in digging(s) or bool(s.held[seat])
        pending = bool(s.pending >> seat & 1) if s.over == RUNNING else mining and not is_whole(s, commit, choice)
        if pending > mining or (pending and (choice >= 0 or 0 <= commit < TORCH_UP)):
            yield f"seat {seat} is to act: it must be mining, and can have committed at most the place of a torch"
        elif pending and commit >= 0 and not can_place_torch(s, seat, commit - TORCH_UP, choice=None):
            yield f"seat {seat} can't place a torch there, or need not say what it turns up"
        elif not pending and mining != (commit >= 0):
            yield f"seat {seat} is not to act: if it is mining, it must have committed an action, else it can't have"
        elif not pending and mining and not could_commit(s, seat, commit, choice):
            yield f"seat {seat} can't have committed the action {commit} with the choice {choice}"


def is_whole(s: Record, action: int, choice: int) -> bool:
    """Whether nothing is left to choose: there is an action, and if that is a torch, what it turns up where it must."""
    return action >= 0 and (action < TORCH_UP or choice >= 0 or not s.tiles_down[action - TORCH_UP].any())


def free_caves(s: Record) -> list[int]:
    """The caves that nobody has claimed."""
    return [cave for cave in range(CAVES[s.num_players]) if s.claimer[cave] == NOBODY]


def could_commit(s: Record, seat: int, action: int, choice: int) -> bool:
    """Whether it was legal to commit this."""
    held = bool(s.held[seat])
    if action >= TORCH_UP:
        return can_place_torch(s, seat, action - TORCH_UP, choice)
    if choice >= 0:
        return False
    if action >= FACE_DOWN:
        return held and action - FACE_DOWN in free_caves(s)
    if action >= JUMP:
        claimer = s.claimer[action - JUMP]
        unjumped = claimer not in (NOBODY, seat) and s.jumper[action - JUMP] == NOBODY
        return bool(s.goblins[seat] and s.hand[seat, CLAIM_JUMPER] and unjumped)
    if action >= CLAIM:
        return bool(s.goblins[seat] and s.claimer[action - CLAIM] == NOBODY and action - CLAIM in (*free_caves(s), MAX_CAVES))
    if action == DRAW:
        return not held and bool(s.pool.any() and free_caves(s) and (not s.last_one or s.draws_left))
    return action == RETIRE and not held


def can_place_torch(s: Record, seat: int, cave: int, choice: int | None) -> bool:
    """Whether a torch can be placed and turn this up; with None, whether there is something for it to turn up."""
    if s.held[seat] != TORCH + 1 or cave not in free_caves(s):
        return False
    down = int(s.tiles_down[cave].sum())
    if choice is None:
        return down > 0
    if choice < 0:
        return down == 0
    return bool(down > s.tiles_down[cave, seat] if choice == UNKNOWN else s.down[cave, seat, choice])


def reveal(s: Record) -> None:
    """Let every seat see every tile and every hand."""
    s.memory = 1
    s.revealed = 1
