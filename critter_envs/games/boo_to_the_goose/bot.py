"""The rule-based player: it guesses where the dogs are, thinks each chase through, and keeps its foxes for a great catch.

Of its own geese and dogs it lays any, as likely as if drawn blindly, so that nobody can read its row. The numbers
below were found by playing.
"""

from math import exp, sqrt

import numpy as np
from numpy.typing import NDArray

from critter_envs.core.counts import total
from critter_envs.core.generator import draw
from critter_envs.core.jit import Record, rule

from .cards import DOG, DOGS, FOX, GEESE, GOOSE, KINDS, MAX_PLAYERS, MAX_ROW, REMOVED, SET_SIZE
from .rules import PLAY, STOP, TURN

Numbers = NDArray[np.float64]

#: How many flips of a chase it thinks ahead.
HORIZON = 24

#: Most players lay dogs early: a card of their first turn is so much likelier to be one than a card of their last.
#: In the last turns they lay what has been left over, and each turn there are so many fewer dogs among it.
EARLY, LAST_TURNS, LEFT_OVER = 0.4, 4, 0.1

#: How likely a card that isn't laid yet is to be a dog, against an average one.
HELD_BACK = 0.65

#: The catch for which a fox is sent out, itself included: in the last turn, more for each turn to come, and at most.
LAST_CATCH, PATIENCE, GREAT_CATCH = 1.3, 0.5, 6.0

#: How far off the lead at the end may be from the lead now: the variance, at the end and more for each turn to come.
SPREAD, SPREAD_A_TURN = 7.0, 7.0


@rule
def play(o: Record, mask: Record, rng: Record) -> int:
    """In a chase, go on or stop; else send out a fox, or lay a card."""
    if total(o.target) > 0:
        return go_on_or_stop(o, mask)
    if mask[PLAY + FOX] and send_out_fox(o):
        return PLAY + FOX
    return lay_card(o, rng)


# --- a card from the hand --------------------------------------------------------------------------------------


@rule
def send_out_fox(o: Record) -> bool:
    """Whether a chase now promises enough, in view of the turns in which it could still be had; or there is no other card."""
    if o.hand[0, GOOSE] + o.hand[0, DOG] == 0:
        return True
    dogs, flips = look_ahead(o, 1)
    return expected_catch(dogs, flips) >= min(LAST_CATCH + PATIENCE * turns_left(o), GREAT_CATCH)


@rule
def turns_left(o: Record) -> int:
    """How many cards the player has yet to play."""
    return turns_in_all(o) - int(o.turns[0])


@rule
def turns_in_all(o: Record) -> int:
    """How many cards each player plays."""
    return SET_SIZE - REMOVED * int(o.remove_four)


@rule
def lay_card(o: Record, rng: Record) -> int:
    """A goose or a dog, drawn blindly from those in hand."""
    cards = np.zeros(len(KINDS), np.int64)
    cards[GOOSE] = o.hand[0, GOOSE]
    cards[DOG] = o.hand[0, DOG]
    return PLAY + draw(rng, cards)


# --- a chase ---------------------------------------------------------------------------------------------------


@rule
def go_on_or_stop(o: Record, mask: Record) -> int:
    """Turn the target's newest card, unless stopping makes a win likelier."""
    target = 0
    while not o.target[target]:
        target += 1
    if mask[STOP]:
        dogs, flips = look_ahead(o, target)
        if not worth_going_on(o, dogs, flips):
            return STOP
    return TURN + newest(o, target, MAX_ROW)


@rule
def newest(o: Record, k: int, before: int) -> int:
    """The last face-down card in a row before this place, or -1."""
    place = before - 1
    while place >= 0 and not o.face_down[k, place]:
        place -= 1
    return place


@rule
def look_ahead(o: Record, target: int) -> tuple[Numbers, int]:
    """(HORIZON,) how likely each flip from here on meets a dog if all before it have met geese, and how many there may be.

    Each time, the newest card is turned.
    """
    players = total(o.present)
    suspicion = np.zeros(MAX_PLAYERS)  # of all cards that may be dogs together
    place = np.full(MAX_PLAYERS, -1)  # the card to be turned next
    for k in range(1, players):
        suspicion[k] = suspect_all(o, k, players)
        place[k] = newest(o, k, MAX_ROW)
    dogs = np.zeros(HORIZON)
    flips, passed_over, k = 0, 0, target
    while flips < HORIZON and passed_over < players:
        if place[k] >= 0:
            suspect = suspect_card(o, k, place[k])
            dogs[flips] = min((DOGS - o.won_dogs[k]) * suspect / suspicion[k], 1.0)
            suspicion[k] -= suspect
            place[k] = newest(o, k, place[k])
            flips += 1
            passed_over = 0
        else:
            passed_over += 1
        k = k + 1 if k + 1 < players else 1
    return dogs, flips


@rule
def suspect_card(o: Record, k: int, place: int) -> float:
    """How likely a card in a row is to be a dog, against an average one. Without memory of when it was laid: as likely."""
    turn = int(o.laid[k, place])
    if turn == 0:
        return 1.0
    last = turns_in_all(o)
    early = 1.0 + EARLY * (last - turn) / last
    return early * (1.0 - LEFT_OVER * max(turn - last + LAST_TURNS, 0))


@rule
def suspect_all(o: Record, k: int, players: int) -> float:
    """The same of all geese and dogs of a set that are out of sight together, wherever they are."""
    suspicion = 0.0
    unseen = GEESE + DOGS - int(o.won_dogs[k])
    for winner in range(players):
        unseen -= int(o.won_geese[winner, k])
    for place in range(MAX_ROW):
        if o.face_down[k, place]:
            suspicion += suspect_card(o, k, place)
            unseen -= 1
        elif o.kind[k, place]:
            unseen -= 1
    return suspicion + HELD_BACK * unseen


@rule
def expected_catch(dogs: Numbers, flips: int) -> float:
    """How many cards a new chase brings on the average, the fox included, if it is stopped where going on brings less."""
    catch = flips + 1.0
    for flip in range(flips - 1, -1, -1):
        catch *= 1.0 - dogs[flip]
        if flip > 0:
            catch = max(catch, flip + 1.0)
    return catch


@rule
def worth_going_on(o: Record, dogs: Numbers, flips: int) -> bool:
    """Whether the next flip makes a win likelier than to stop, if the chase is stopped where it is best to."""
    lead, caught = lead_over_best(o), int(o.flips) + 1
    scale = sqrt(SPREAD + SPREAD_A_TURN * turns_left(o))
    players = total(o.present)
    gain = players / (players - 1)  # a card counts for its winner, and against each other player for a share
    lost = chance_to_win(lead / scale)
    best = chance_to_win((lead + gain * (caught + flips)) / scale)
    going_on = best
    for flip in range(flips - 1, -1, -1):
        going_on = (1.0 - dogs[flip]) * best + dogs[flip] * lost
        best = max(going_on, chance_to_win((lead + gain * (caught + flip)) / scale))
    return going_on >= best


@rule
def chance_to_win(lead: float) -> float:
    """From a lead in units of its spread."""
    return 1.0 / (1.0 + exp(-lead))


@rule
def lead_over_best(o: Record) -> int:
    """By how many cards the player is ahead of the best other one, rows counted as if safe."""
    lead, best = 0, 0
    for k in range(total(o.present)):
        cards = int(o.won_dogs[k]) + total(o.won_geese[k]) + total(o.won_foxes[k])
        for place in range(MAX_ROW):
            if o.face_down[k, place] or o.kind[k, place]:
                cards += 1
        if k == 0:
            lead = cards
        else:
            best = max(best, cards)
    return lead - best
