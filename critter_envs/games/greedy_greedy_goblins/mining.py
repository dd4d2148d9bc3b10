"""Mining, in ticks: all who are mining commit an action in secret, then chance decides in which order these are carried out."""

from critter_envs.core.counts import copy, fill, total
from critter_envs.core.generator import below, draw
from critter_envs.core.jit import Record, rule

from .actions import CLAIM, DRAW, FACE_DOWN, JUMP, RETIRE, TORCH_UP, TURN_UP, UNKNOWN
from .cards import (
    CAVES,
    CLAIM_JUMPER,
    GOBLINS,
    GUILDHALL,
    LAST_DRAWS,
    LOCATIONS,
    MAX_CAVES,
    TILE_COPIES,
    TILES,
    TORCH,
)

#: In place of a seat or of a location.
NOBODY = NOWHERE = -1

#: What ``s.stage`` holds while tiles are mined; those of scoring and of the end of a round follow.
MINING = 0


# --- a round ---------------------------------------------------------------------------------------------------


@rule
def open_mining(s: Record) -> None:
    """All goblins are at home, all tiles in the pool, no location is claimed, and everybody begins at once."""
    s.stage = MINING
    s.round_number += 1
    s.last_one = 0
    s.draws_left = LAST_DRAWS
    copy(TILE_COPIES, s.pool)
    for seat in range(s.num_players):
        s.goblins[seat] = GOBLINS[s.num_players]
        s.retired[seat] = 0
        s.returned[seat] = 0
    for location in range(LOCATIONS):
        s.claimer[location] = NOBODY
        s.scored[location] = 0
    for cave in range(MAX_CAVES):
        s.jumper[cave] = NOBODY
        clear_cave(s, cave)
    open_tick(s)


@rule
def clear_cave(s: Record, cave: int) -> None:
    """Take all tiles away."""
    for seat in range(s.num_players):
        if s.tiles_down[cave, seat]:
            s.tiles_down[cave, seat] = 0
            fill(s.down[cave, seat], 0)
        if s.tiles_up[cave]:
            fill(s.up[cave, seat], 0)
    s.tiles_up[cave] = 0


@rule
def caves_in_game(s: Record) -> int:
    """Five caves for two players, else eight."""
    return int(CAVES[s.num_players])


# --- who may do what -------------------------------------------------------------------------------------------


@rule
def is_digging(s: Record, seat: int) -> bool:
    """Whether the player has unplaced goblins and hasn't retired."""
    return s.goblins[seat] > 0 and s.retired[seat] == 0


@rule
def is_mining(s: Record, seat: int) -> bool:
    """Whether the player goes on in this round: with goblins at home, or with a tile to place."""
    return s.held[seat] > 0 or is_digging(s, seat)


@rule
def is_free(s: Record, location: int) -> bool:
    """Whether the location isn't claimed: a claimed one takes no more tiles and goblins."""
    return s.claimer[location] == NOBODY


@rule
def any_cave_is_free(s: Record) -> bool:
    """Whether a tile could be placed somewhere."""
    for cave in range(caves_in_game(s)):
        if is_free(s, cave):
            return True
    return False


@rule
def can_draw(s: Record) -> bool:
    """The pool must have tiles, a cave must be free, and the last player has only five draws."""
    return (s.last_one == 0 or s.draws_left > 0) and total(s.pool) > 0 and any_cave_is_free(s)


@rule
def can_jump(s: Record, seat: int, cave: int) -> bool:
    """A claim of another player can be jumped once. (What is claimed at the commit was claimed before the tick.)"""
    return s.claimer[cave] != NOBODY and s.claimer[cave] != seat and s.jumper[cave] == NOBODY


@rule
def can_turn_up(s: Record, seat: int, cave: int, choice: int) -> bool:
    """Whether a torch can turn up a kind of tile that its player knows there, an unknown one, or, with -1, need turn up none."""
    if choice < 0:
        return not has_face_down_tiles(s, cave)
    if choice == UNKNOWN:
        return unknown_tiles(s, seat, cave) > 0
    return s.down[cave, seat, choice] > 0


@rule
def has_face_down_tiles(s: Record, cave: int) -> bool:
    """Whether a torch in this cave must turn one up."""
    return total(s.tiles_down[cave]) > 0


@rule
def unknown_tiles(s: Record, seat: int, cave: int) -> int:
    """How many face-down tiles others have placed there: a player knows none but the own ones."""
    return total(s.tiles_down[cave]) - int(s.tiles_down[cave, seat])


@rule
def allow_mining(s: Record, seat: int, mask: Record) -> None:
    """What a player may commit. One who has begun to place a torch says what it turns up."""
    if s.commit[seat]:
        allow_turning_up(s, seat, int(s.commit[seat]) - 1 - TORCH_UP, mask)
        return
    if s.held[seat]:
        for cave in range(caves_in_game(s)):
            if is_free(s, cave):
                mask[FACE_DOWN + cave] = 1
                mask[TORCH_UP + cave] = s.held[seat] == TORCH + 1
    else:
        mask[DRAW] = can_draw(s)
        mask[RETIRE] = 1
    if s.goblins[seat] > 0:
        allow_goblins(s, seat, mask)


@rule
def allow_goblins(s: Record, seat: int, mask: Record) -> None:
    """Goblins go to free locations; with a Claim Jumper also to a cave that another player has claimed."""
    for cave in range(caves_in_game(s)):
        mask[CLAIM + cave] = is_free(s, cave)
        mask[JUMP + cave] = s.hand[seat, CLAIM_JUMPER] > 0 and can_jump(s, seat, cave)
    mask[CLAIM + GUILDHALL] = is_free(s, GUILDHALL)


@rule
def allow_turning_up(s: Record, seat: int, cave: int, mask: Record) -> None:
    """A kind of tile that the player knows to lie face down there, or an unknown one."""
    for choice in range(UNKNOWN + 1):
        mask[TURN_UP + choice] = can_turn_up(s, seat, cave, choice)


# --- a tick ----------------------------------------------------------------------------------------------------


@rule
def open_tick(s: Record) -> None:
    """Ask all who are mining; nobody is, once the round's mining is over."""
    s.pending = 0
    for seat in range(s.num_players):
        if is_mining(s, seat):
            s.pending |= 1 << seat


@rule
def commit(s: Record, seat: int, action: int) -> None:
    """Keep the action until all have committed theirs; a torch for a cave with face-down tiles takes a second choice."""
    if action >= TURN_UP:
        s.turn_up[seat] = action - TURN_UP + 1
    else:
        s.commit[seat] = action + 1
        if action >= TORCH_UP and has_face_down_tiles(s, action - TORCH_UP):
            return
    s.pending &= ~(1 << seat)
    if s.pending == 0:
        carry_out_tick(s)


@rule
def carry_out_tick(s: Record) -> None:
    """Carry out all commits, in an order where each is equally likely to be next, and go on to the next tick."""
    left = 0
    for seat in range(s.num_players):
        left += s.commit[seat] > 0
    while left > 0:
        carry_out(s, next_commit(s, left))
        left -= 1
    open_tick(s)


@rule
def next_commit(s: Record, left: int) -> int:
    """The seat of one of the commits that are left; the last one needs no chance."""
    place = below(s.rng, left) if left > 1 else 0
    for seat in range(s.num_players):
        if s.commit[seat]:
            if place == 0:
                return seat
            place -= 1
    return NOBODY


@rule
def carry_out(s: Record, seat: int) -> None:
    """Carry out a commit if it is still legal; otherwise it changes nothing."""
    action = int(s.commit[seat]) - 1
    choice = int(s.turn_up[seat]) - 1
    s.commit[seat] = 0
    s.turn_up[seat] = 0
    if action == DRAW:
        if can_draw(s):
            draw_tile(s, seat)
    elif action == RETIRE:
        s.retired[seat] = 1
        look_for_last_one(s)
    elif action < JUMP:
        if is_free(s, action - CLAIM):
            claim(s, seat, action - CLAIM)
    elif action < FACE_DOWN:
        if can_jump(s, seat, action - JUMP):
            jump(s, seat, action - JUMP)
    elif action < TORCH_UP:
        if is_free(s, action - FACE_DOWN):
            place_face_down(s, seat, action - FACE_DOWN)
    elif is_free(s, action - TORCH_UP) and can_turn_up(s, seat, action - TORCH_UP, choice):
        place_torch(s, seat, action - TORCH_UP, choice)


# --- goblins ---------------------------------------------------------------------------------------------------


@rule
def claim(s: Record, seat: int, location: int) -> None:
    """Place a goblin on a free location. When no cave is left, tiles in hands can't be placed any more."""
    s.claimer[location] = seat
    s.goblins[seat] -= 1
    look_for_last_one(s)
    if not any_cave_is_free(s):
        return_held_tiles(s)


@rule
def jump(s: Record, seat: int, cave: int) -> None:
    """Place a goblin beside another player's, and discard a Claim Jumper."""
    s.jumper[cave] = seat
    s.goblins[seat] -= 1
    s.hand[seat, CLAIM_JUMPER] -= 1
    s.discards[CLAIM_JUMPER] += 1
    look_for_last_one(s)


@rule
def look_for_last_one(s: Record) -> None:
    """As soon as only one player has unplaced goblins, only five more tiles can be drawn in this round."""
    diggers = 0
    for seat in range(s.num_players):
        diggers += is_digging(s, seat)
    if diggers == 1:
        s.last_one = 1


# --- tiles -----------------------------------------------------------------------------------------------------


@rule
def draw_tile(s: Record, seat: int) -> None:
    """Take a tile from the pool and look at it."""
    kind = draw(s.rng, s.pool)
    s.pool[kind] -= 1
    s.held[seat] = kind + 1
    s.draws_left -= s.last_one


@rule
def return_held_tiles(s: Record) -> None:
    """Tiles in hands go back to the pool; each player remembers which one it was."""
    for seat in range(s.num_players):
        if s.held[seat]:
            s.pool[s.held[seat] - 1] += 1
            s.returned[seat] = s.held[seat]
            s.held[seat] = 0


@rule
def place_face_down(s: Record, seat: int, cave: int) -> None:
    """Nobody but the player knows which tile it is."""
    s.down[cave, seat, s.held[seat] - 1] += 1
    s.tiles_down[cave, seat] += 1
    s.held[seat] = 0


@rule
def place_torch(s: Record, seat: int, cave: int, choice: int) -> None:
    """A torch lies face up, and turns up a face-down tile if there is one."""
    s.held[seat] = 0
    lay_open(s, cave, seat, TORCH)
    if choice == UNKNOWN:
        turn_up_unknown(s, seat, cave)
    elif choice >= 0:
        turn_up(s, cave, seat, choice)


@rule
def lay_open(s: Record, cave: int, seat: int, kind: int) -> None:
    """Add a tile that all can see."""
    s.up[cave, seat, kind] += 1
    s.tiles_up[cave] += 1


@rule
def turn_up(s: Record, cave: int, placer: int, kind: int) -> None:
    """Turn up a tile: all see what it is, and who had placed it."""
    s.down[cave, placer, kind] -= 1
    s.tiles_down[cave, placer] -= 1
    lay_open(s, cave, placer, kind)


@rule
def turn_up_unknown(s: Record, seat: int, cave: int) -> None:
    """Turn up one of the tiles that others have placed face down, each equally likely."""
    place = below(s.rng, unknown_tiles(s, seat, cave))
    for placer in range(s.num_players):
        if placer == seat:
            continue
        for kind in range(len(TILES)):
            place -= int(s.down[cave, placer, kind])
            if place < 0:
                turn_up(s, cave, placer, kind)
                return
