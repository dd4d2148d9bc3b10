"""The rules of Goblins Breakfast, one function each."""

from critter_envs.core.counts import seat_after, total
from critter_envs.core.game import TERMINATED
from critter_envs.core.generator import below, shuffle
from critter_envs.core.jit import Record, inlined, rule

from .cards import COPIES, FOOD, GOODS, GRAB, HANDS, KINDS, MAX_PLAYERS, WEAPON, WIDTH

OTHERS = MAX_PLAYERS - 1

#: The actions: ``TAKE + kind``, ``EAT + kind``, ``DISCARD + kind``, and ``STEAL + k * GOODS + kind`` and
#: ``FIGHT + k * GOODS + kind``, which name the player k + 1 seats to the left.
TAKE = 0
EAT = TAKE + KINDS
DISCARD = EAT + GOODS
STEAL = DISCARD + GOODS
FIGHT = STEAL + OTHERS * GOODS

#: What ``s.special`` holds while a special card is being played, else 0: its kind, counted from here.
NO_SPECIAL = GOODS - 1
FRENZY, FOOD_FIGHT, SNATCH = 1, 2, 3


# --- setup -----------------------------------------------------------------------------------------------------


@rule
def reset(s: Record) -> None:
    """Shuffle, deal the supply, let the Matron look, and draw the first player.

    As long as none has come up, all food is in the deck, and it is enough for a whole supply: the deck can't run out here.
    """
    s.turn = s.first_player if s.first_player >= 0 else below(s.rng, s.num_players)
    s.pending = 1 << s.turn
    for kind in range(KINDS):
        for _ in range(s.deck[COPIES + kind]):
            s.pile[s.pile_size] = kind + 1
            s.pile_size += 1
    shuffle(s.rng, s.pile, s.pile_size)
    refill(s)
    call_matron(s)


# --- the supply ------------------------------------------------------------------------------------------------


@rule
def refill(s: Record) -> bool:
    """Draw until the supply holds a card more than there are players. False if the deck is gone: that ends the game."""
    for _ in range(s.num_players + 1 - total(s.supply)):
        if s.pile_size == 0:
            return False
        s.pile_size -= 1
        s.supply[s.pile[s.pile_size] - 1] += 1
        s.pile[s.pile_size] = 0
    return True


@rule
def call_matron(s: Record) -> bool:
    """As long as no food is in play, the Matron takes everything, and the supply is dealt anew. False as for ``refill``."""
    while not food_in_play(s):
        for kind in range(KINDS):
            s.discard[kind] += s.supply[kind]
            s.supply[kind] = 0
        for seat in range(s.num_players):
            for kind in range(GOODS):
                s.discard[kind] += s.hand[seat, kind]
                s.hand[seat, kind] = 0
        if not refill(s):
            return False
    return True


@rule
def food_in_play(s: Record) -> bool:
    """Whether there is food in the supply or in a hand. Stomachs don't count."""
    for kind in range(GOODS):
        if s.deck[FOOD + kind] > 0:
            if s.supply[kind] > 0:
                return True
            for seat in range(s.num_players):
                if s.hand[seat, kind] > 0:
                    return True
    return False


# --- hands -----------------------------------------------------------------------------------------------------


@inlined
def sum_up(deck: Record, fact: int, hand: Record) -> int:
    """The sum of a fact over the cards in a hand."""
    found = 0
    for kind in range(GOODS):
        found += int(deck[fact + kind]) * int(hand[kind])
    return found


@rule
def hands_full(s: Record, seat: int) -> bool:
    """Whether a player holds more than two hands' worth of cards."""
    return sum_up(s.deck, WIDTH, s.hand[seat]) > HANDS


@rule
def anything_held_by_others(s: Record, seat: int) -> bool:
    """Whether another player has a card in hand."""
    for k in range(1, s.num_players):
        if total(s.hand[seat_after(s, seat, k)]) > 0:
            return True
    return False


# --- what is possible ------------------------------------------------------------------------------------------


@rule
def legal(s: Record, seat: int, mask: Record) -> None:
    """With hands too full: a discard; else the choice that a special card asks for, or one of the four actions."""
    if hands_full(s, seat):
        for kind in range(GOODS):
            mask[DISCARD + kind] = s.hand[seat, kind] > 0
    elif s.special == FOOD_FIGHT:
        allow_cards_of_others(s, seat, mask, FIGHT, -1)
    elif s.special == SNATCH:
        allow_cards_of_others(s, seat, mask, STEAL, -1)
    else:
        for kind in range(GOODS):
            mask[EAT + kind] = s.hand[seat, kind] > 0 and s.deck[FOOD + kind] > 0
        if not s.special:
            for kind in range(KINDS):
                mask[TAKE + kind] = s.supply[kind] > 0
            allow_cards_of_others(s, seat, mask, STEAL, sum_up(s.deck, WEAPON, s.hand[seat]))


@rule
def allow_cards_of_others(s: Record, seat: int, mask: Record, first: int, strength: int) -> None:
    """The cards of other players who are weaker than this; of all of them, if it is -1."""
    if strength == 0:
        return  # nobody is weaker than that
    for k in range(s.num_players - 1):
        other = seat_after(s, seat, k + 1)
        if strength < 0 or sum_up(s.deck, WEAPON, s.hand[other]) < strength:
            for kind in range(GOODS):
                mask[first + k * GOODS + kind] = s.hand[other, kind] > 0


# --- actions ---------------------------------------------------------------------------------------------------


@rule
def step(s: Record, seat: int, action: int) -> None:
    """Carry out a choice; if the action needs no other one, complete it."""
    waits = False
    if action < EAT:
        waits = take(s, seat, action - TAKE)
    elif action < DISCARD:
        eat(s, seat, action - EAT)
    elif action < STEAL:
        discard(s, seat, action - DISCARD)
    else:
        k, kind = divmod(action - STEAL, GOODS)
        if action < FIGHT:
            steal(s, seat, seat_after(s, seat, k + 1), kind)
        else:
            discard(s, seat_after(s, seat, k - OTHERS + 1), kind)
    if not waits and not hands_full(s, seat):
        complete(s, seat)


@rule
def take(s: Record, seat: int, kind: int) -> bool:
    """A card from the supply: into the hand, or played at once. Whether it asks for a choice."""
    s.supply[kind] -= 1
    if kind >= GOODS:
        s.special = kind - NO_SPECIAL
        return play_special(s, seat)
    s.hand[seat, kind] += 1
    s.extra = s.deck[GRAB + kind]
    return False


@rule
def play_special(s: Record, seat: int) -> bool:
    """Whether there is anything that the special card can be played on."""
    if s.special == FRENZY:
        s.extra = 1
        return sum_up(s.deck, FOOD, s.hand[seat]) > 0
    return anything_held_by_others(s, seat)


@rule
def eat(s: Record, seat: int, kind: int) -> None:
    """A food card goes from the hand to the stomach."""
    s.hand[seat, kind] -= 1
    s.stomach[seat, kind] += 1


@rule
def discard(s: Record, seat: int, kind: int) -> None:
    """A card goes from a hand to the discard pile."""
    s.hand[seat, kind] -= 1
    s.discard[kind] += 1


@rule
def steal(s: Record, thief: int, victim: int, kind: int) -> None:
    """A card goes from hand to hand."""
    s.hand[victim, kind] -= 1
    s.hand[thief, kind] += 1


# --- after an action -------------------------------------------------------------------------------------------


@rule
def complete(s: Record, seat: int) -> None:
    """A special card is discarded, the supply refilled, the Matron looks; then comes an extra turn, or the next player."""
    if s.special:
        s.discard[NO_SPECIAL + s.special] += 1
        s.special = 0
    extra = s.extra
    s.extra = 0
    if not refill(s) or not call_matron(s):
        end(s)
    else:
        s.turn = seat if extra else seat_after(s, seat, 1)
        s.pending = 1 << s.turn


@rule
def end(s: Record) -> None:
    """All food in hands is eaten."""
    s.over = TERMINATED
    for seat in range(s.num_players):
        for kind in range(GOODS):
            if s.deck[FOOD + kind] > 0:
                s.stomach[seat, kind] += s.hand[seat, kind]
                s.hand[seat, kind] = 0


@rule
def standings(s: Record, scores: Record, keys: Record) -> None:
    """The points of all food in the stomach, and of that in the hand, which is eaten if the game ends here."""
    for seat in range(s.num_players):
        scores[seat] = sum_up(s.deck, FOOD, s.stomach[seat]) + sum_up(s.deck, FOOD, s.hand[seat])
        keys[seat] = scores[seat]
