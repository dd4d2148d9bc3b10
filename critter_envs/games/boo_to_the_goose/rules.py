"""The rules of Boo to the Goose, one function each."""

from critter_envs.core.counts import copy, seat_after, total
from critter_envs.core.game import TERMINATED
from critter_envs.core.generator import below, draw
from critter_envs.core.jit import Record, rule

from .cards import CARD_SET, FOX, GOOSE, HAND, KINDS, MAX_ROW, REMOVED

#: The actions: play a card of a kind; in a chase, stop it, or turn the card at a place of the target's row.
PLAY = 0
STOP = PLAY + len(KINDS)
TURN = STOP + 1

#: What lies at a place of a row, the same from the front as from behind plus ``FACE_UP``.
EMPTY, GOOSE_DOWN, DOG_DOWN, GOOSE_UP, DOG_UP = range(5)
FACE_UP = GOOSE_UP - GOOSE_DOWN

#: What ``s.target`` holds outside of a chase.
NOBODY = -1


# --- setup -----------------------------------------------------------------------------------------------------


@rule
def reset(s: Record) -> None:
    """Everybody shuffles a set, removes four cards of it if the variation is played, and draws a hand."""
    for seat in range(s.num_players):
        copy(CARD_SET, s.pile[seat])
        if s.remove_four:
            for _ in range(REMOVED):
                s.removed[seat, take_top_card(s, seat)] += 1
        refill(s, seat)
    s.target = NOBODY
    s.turn = s.first_player if s.first_player >= 0 else below(s.rng, s.num_players)
    s.pending = 1 << s.turn


@rule
def take_top_card(s: Record, seat: int) -> int:
    """The top card of a shuffled draw pile is any of its cards."""
    kind = draw(s.rng, s.pile[seat])
    s.pile[seat, kind] -= 1
    return kind


@rule
def refill(s: Record, seat: int) -> None:
    """Draw until the hand is full or the draw pile used up."""
    missing = min(HAND - total(s.hand[seat]), total(s.pile[seat]))
    for _ in range(missing):
        s.hand[seat, take_top_card(s, seat)] += 1


# --- a turn ----------------------------------------------------------------------------------------------------


@rule
def legal(s: Record, seat: int, mask: Record) -> None:
    """Any kind of card in hand; in a chase, any face-down card of the target, or to stop, but not before the first flip."""
    if s.target == NOBODY:
        for kind in range(len(KINDS)):
            mask[PLAY + kind] = s.hand[seat, kind] > 0
    else:
        mask[STOP] = s.flips > 0
        for place in range(MAX_ROW):
            mask[TURN + place] = is_face_down(s.row[s.target, place])


@rule
def is_face_down(card: int) -> bool:
    """Whether a card lies at a place, and can be turned."""
    return card == GOOSE_DOWN or card == DOG_DOWN


@rule
def step(s: Record, seat: int, action: int) -> None:
    """Carry out a choice."""
    if action >= TURN:
        turn_card(s, seat, action - TURN)
    elif action == STOP:
        stop_chase(s, seat)
    else:
        play_card(s, seat, action - PLAY)


@rule
def play_card(s: Record, seat: int, kind: int) -> None:
    """A card leaves the hand: a fox opens a chase, any other goes face down to the end of the row."""
    s.hand[seat, kind] -= 1
    s.turns[seat] += 1
    if kind == FOX:
        open_chase(s, seat)
    else:
        lay_card(s, seat, GOOSE_DOWN if kind == GOOSE else DOG_DOWN)
        end_turn(s, seat)


@rule
def lay_card(s: Record, seat: int, card: int) -> None:
    """The first free place of the row; everybody sees when it was laid there."""
    place = 0
    while s.row[seat, place] != EMPTY:
        place += 1
    s.row[seat, place] = card
    s.laid[seat, place] = s.turns[seat]


@rule
def end_turn(s: Record, seat: int) -> None:
    """The player draws, and the next one is to play. All play their last card in the same round, and that ends the game."""
    refill(s, seat)
    s.turn = seat_after(s, seat, 1)
    if total(s.hand[s.turn]) > 0:
        s.pending = 1 << s.turn
    else:
        take_own_rows(s)
        s.over = TERMINATED


@rule
def take_own_rows(s: Record) -> None:
    """At the end, what lies in front of a player goes to the player's win pile."""
    for seat in range(s.num_players):
        for place in range(MAX_ROW):
            if s.row[seat, place] == GOOSE_DOWN:
                s.won_geese[seat, seat] += 1
            elif s.row[seat, place] == DOG_DOWN:
                s.won_dogs[seat] += 1
            s.row[seat, place] = EMPTY
            s.laid[seat, place] = 0


# --- a chase ---------------------------------------------------------------------------------------------------


@rule
def open_chase(s: Record, chaser: int) -> None:
    """From the left neighbour on. If there is nobody to chase, the fox goes straight to its player's win pile."""
    aim_at_next(s, chaser, chaser)
    if s.target == NOBODY:
        s.won_foxes[chaser, chaser] += 1
        end_turn(s, chaser)


@rule
def aim_at_next(s: Record, chaser: int, seat: int) -> None:
    """The target is the next player clockwise who has a face-down card, be it the same one again, but not the chaser."""
    s.target = NOBODY
    for steps in range(1, s.num_players + 1):
        other = seat_after(s, seat, steps)
        if other != chaser and has_face_down_card(s, other):
            s.target = other
            return


@rule
def has_face_down_card(s: Record, seat: int) -> bool:
    """Whether a player can be chased."""
    for place in range(MAX_ROW):
        if s.row[seat, place] == EMPTY:
            return False
        if is_face_down(s.row[seat, place]):
            return True
    return False


@rule
def turn_card(s: Record, chaser: int, place: int) -> None:
    """After a goose the chase may go on with the next player, if there is one; a dog ends it."""
    owner = s.target
    s.row[owner, place] += FACE_UP
    s.flips += 1
    if s.row[owner, place] == DOG_UP:
        meet_dog(s, chaser, owner)
    else:
        aim_at_next(s, chaser, owner)
        if s.target == NOBODY:
            stop_chase(s, chaser)


@rule
def stop_chase(s: Record, chaser: int) -> None:
    """The chaser wins the turned geese and keeps the fox."""
    s.won_foxes[chaser, chaser] += 1
    for owner in range(s.num_players):
        s.won_geese[chaser, owner] += take_turned_geese(s, owner)
    close_chase(s, chaser)


@rule
def meet_dog(s: Record, chaser: int, owner: int) -> None:
    """The dog's owner wins the fox, and all win their own cards that have been turned."""
    s.won_foxes[owner, chaser] += 1
    s.won_dogs[owner] += 1
    for other in range(s.num_players):
        s.won_geese[other, other] += take_turned_geese(s, other)
    close_chase(s, chaser)


@rule
def take_turned_geese(s: Record, owner: int) -> int:
    """Take all turned cards out of a row, whose others close up; how many of them are geese."""
    geese, kept = 0, 0
    for place in range(MAX_ROW):
        card, laid = s.row[owner, place], s.laid[owner, place]
        if card == EMPTY:
            break
        if is_face_down(card):
            if kept < place:
                s.row[owner, kept], s.laid[owner, kept] = card, laid
            kept += 1
        elif card == GOOSE_UP:
            geese += 1
    place = kept
    while place < MAX_ROW and s.row[owner, place] != EMPTY:
        s.row[owner, place], s.laid[owner, place] = EMPTY, 0
        place += 1
    return geese


@rule
def close_chase(s: Record, chaser: int) -> None:
    """The turn of the chaser ends with the chase."""
    s.target = NOBODY
    s.flips = 0
    end_turn(s, chaser)


# --- the end ---------------------------------------------------------------------------------------------------


@rule
def standings(s: Record, scores: Record, keys: Record) -> None:
    """One point for each card of a win pile. Rows count for their owners, and a chase as if it stopped now."""
    for seat in range(s.num_players):
        scores[seat] += total(s.won_geese[seat]) + total(s.won_foxes[seat]) + s.won_dogs[seat]
        for place in range(MAX_ROW):
            if s.row[seat, place] == GOOSE_UP:
                scores[s.turn] += 1
            elif s.row[seat, place] != EMPTY:
                scores[seat] += 1
    if s.target != NOBODY:
        scores[s.turn] += 1
    for seat in range(s.num_players):
        keys[seat] = scores[seat]
