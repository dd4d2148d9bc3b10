"""The rules of Greedy Goose, one function each."""

from critter_envs.core.counts import copy, fill, seat_after, total
from critter_envs.core.game import TERMINATED
from critter_envs.core.generator import below, draw
from critter_envs.core.jit import Record, rule

from .cards import ACTION_CARDS, COLOURS, DEALT, LIMITS, MAX_PLAYERS, POINTS

SNACKS = len(COLOURS)
OTHERS = MAX_PLAYERS - 1

#: The actions. ``GIVE + colour * OTHERS + k`` and ``STEAL + k`` name the player k + 1 seats to the left.
FLIP, STOP, PASS, DECLINE, GIVE = range(5)
STEAL = GIVE + SNACKS * OTHERS

#: What ``s.action_card`` holds while an action card waits for its player's choice, else 0.
GIFT_CARD, STEAL_CARD, GIFT_OR_STEAL_CARD = range(1, len(ACTION_CARDS) + 1)


# --- setup -----------------------------------------------------------------------------------------------------


@rule
def reset(s: Record) -> None:
    """Deal, draw the first player, and open the first turn."""
    first = s.first_player if s.first_player >= 0 else below(s.rng, s.num_players)
    while not deal(s, first):
        pass
    open_turn(s, first)


@rule
def deal(s: Record, first: int) -> bool:
    """Three snacks for each, from the first player on; False if the deal got stuck and has to be done again."""
    copy(s.deck, s.centre)
    for turn in range(s.num_players):
        seat = seat_after(s, first, turn)
        fill(s.hand[seat], 0)
        for _ in range(DEALT):
            if not deal_card(s, seat):
                return False
    return True


@rule
def deal_card(s: Record, seat: int) -> bool:
    """Draw from the centre until a card may stay in hand: a refused one goes back at once. False if none may."""
    while any_card_fits(s, seat):
        kind = draw(s.rng, s.centre)
        if fits(s, seat, kind):
            s.centre[kind] -= 1
            s.hand[seat, kind] += 1
            return True
    return False


@rule
def fits(s: Record, seat: int, kind: int) -> bool:
    """During setup, action cards are refused, and snacks beyond the limit."""
    return kind < SNACKS and s.hand[seat, kind] < LIMITS[kind]


@rule
def any_card_fits(s: Record, seat: int) -> bool:
    """Whether the deal can go on."""
    for colour in range(SNACKS):
        if s.centre[colour] > 0 and fits(s, seat, colour):
            return True
    return False


# --- a turn ----------------------------------------------------------------------------------------------------


@rule
def legal(s: Record, seat: int, mask: Record) -> None:
    """With an action card lying apart: its choices; else flip, stop or pass."""
    if s.action_card:
        mask[DECLINE] = 1
        if s.action_card != STEAL_CARD:
            allow_gifts(s, seat, mask)
        if s.action_card != GIFT_CARD:
            allow_steals(s, seat, mask)
    else:
        mask[FLIP] = total(s.centre) > 0
        mask[STOP] = total(s.table) > 0
        mask[PASS] = 1


@rule
def allow_gifts(s: Record, seat: int, mask: Record) -> None:
    """Any card in hand, to any other player."""
    for colour in range(SNACKS):
        if s.hand[seat, colour] > 0:
            for k in range(s.num_players - 1):
                mask[GIVE + colour * OTHERS + k] = 1


@rule
def allow_steals(s: Record, seat: int, mask: Record) -> None:
    """From any other player who has a card."""
    for k in range(s.num_players - 1):
        victim = seat_after(s, seat, k + 1)
        mask[STEAL + k] = total(s.hand[victim]) > 0


@rule
def step(s: Record, seat: int, action: int) -> None:
    """Carry out a choice; where it ends the turn, go on to the next one that asks for a choice."""
    turn_over = False
    if action == FLIP:
        turn_over = flip(s, seat)
    elif action == STOP:
        take_face_up_cards(s, seat)
        turn_over = True
    elif action == PASS:
        turn_over = True
    else:
        perform_action_card(s, seat, action)
    if turn_over:
        end_turn(s)


@rule
def flip(s: Record, seat: int) -> bool:
    """Turn up a card of the centre, all alike from behind; whether that ends the turn.

    An action card is laid apart. A second snack of one colour makes the player take everything.
    """
    kind = draw(s.rng, s.centre)
    s.centre[kind] -= 1
    if kind >= SNACKS:
        s.action_card = kind - SNACKS + 1
        return False
    s.table[kind] += 1
    if s.table[kind] < 2:
        return False
    take_face_up_cards(s, seat)
    return True


@rule
def take_face_up_cards(s: Record, seat: int) -> None:
    """All face-up snacks go into the hand, before everybody's eyes; then the hand is checked for greed."""
    for colour in range(SNACKS):
        s.hand[seat, colour] += s.table[colour]
        for observer in range(s.num_players):
            if observer != seat:
                s.known[observer, seat, colour] += s.table[colour]
        s.table[colour] = 0
    check_greed(s, seat)


@rule
def check_greed(s: Record, seat: int) -> None:
    """Of a colour beyond its limit all cards are discarded, openly."""
    for colour in range(SNACKS):
        if s.hand[seat, colour] > LIMITS[colour]:
            s.out[colour] += s.hand[seat, colour]
            s.hand[seat, colour] = 0
            for observer in range(s.num_players):
                s.known[observer, seat, colour] = 0


@rule
def end_turn(s: Record) -> None:
    """The next player clockwise opens a turn, unless the centre is empty: then the game is over."""
    if total(s.centre) == 0:
        s.over = TERMINATED
    else:
        open_turn(s, seat_after(s, s.turn, 1))


@rule
def open_turn(s: Record, seat: int) -> None:
    """A turn opens with a flip, which may end it there and then: so it goes on until somebody has a choice."""
    s.turn = seat
    while flip(s, seat):
        if total(s.centre) == 0:
            s.over = TERMINATED
            return
        seat = seat_after(s, seat, 1)
        s.turn = seat
    s.pending = 1 << seat


# --- action cards ----------------------------------------------------------------------------------------------


@rule
def perform_action_card(s: Record, seat: int, action: int) -> None:
    """The card goes out of play, whether it is performed or not, and the turn goes on."""
    s.out[SNACKS + s.action_card - 1] += 1
    s.action_card = 0
    if action >= STEAL:
        steal(s, seat, seat_after(s, seat, action - STEAL + 1))
    elif action >= GIVE:
        colour, k = divmod(action - GIVE, OTHERS)
        move_card(s, seat, seat_after(s, seat, k + 1), colour)


@rule
def steal(s: Record, thief: int, victim: int) -> None:
    """A card drawn blindly from another hand."""
    move_card(s, victim, thief, draw(s.rng, s.hand[victim]))


@rule
def move_card(s: Record, source: int, target: int, colour: int) -> None:
    """A card goes from hand to hand. The two players see it; if it makes its receiver too greedy, everybody does."""
    s.hand[source, colour] -= 1
    s.hand[target, colour] += 1
    open_to_all = s.hand[target, colour] > LIMITS[colour]
    for observer in range(s.num_players):
        if open_to_all or observer == source or observer == target:
            s.known[observer, source, colour] = max(s.known[observer, source, colour] - 1, 0)
        else:
            lose_track(s, observer, source)
    s.known[source, target, colour] += 1
    check_greed(s, target)


@rule
def lose_track(s: Record, observer: int, seat: int) -> None:
    """A card left the seat's hand unseen by the observer: it may have been any of those known."""
    for colour in range(SNACKS):
        s.known[observer, seat, colour] = max(s.known[observer, seat, colour] - 1, 0)


# --- the end ---------------------------------------------------------------------------------------------------


@rule
def standings(s: Record, scores: Record, keys: Record) -> None:
    """One point a card, three for a blue one; ties go to the hand with more different colours."""
    for seat in range(s.num_players):
        colours = 0
        for colour in range(SNACKS):
            scores[seat] += s.hand[seat, colour] * POINTS[colour]
            colours += s.hand[seat, colour] > 0
        keys[seat] = scores[seat] * (SNACKS + 1) + colours
