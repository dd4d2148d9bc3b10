"""A game for tests: few rules, all choices at once, something hidden, something left to chance.

1. Each player is dealt cards with the values 1 to 4, secretly. 2. In each round a prize of 1 to 3 points is rolled, and all
lay down a card at once; who lays down a one says at once, secretly too, whether it counts as 1 or as 5. 3. The highest card
takes the prize, if nobody else's counts as much; the game ends when the hands are empty.
"""

import numpy as np

from critter_envs.core.actions import ActionRange
from critter_envs.core.counts import copy, fill, seat_after, total
from critter_envs.core.errors import PositionError
from critter_envs.core.fields import Field
from critter_envs.core.game import TERMINATED, Game, Rules
from critter_envs.core.generator import below, draw
from critter_envs.core.jit import rule
from critter_envs.core.paint import plain
from critter_envs.core.parameters import Flag, Integer

PLAYERS, VALUES, COPIES, MAX_CARDS, MAX_PRIZE = 4, 4, 6, 6, 3
LOW, HIGH = VALUES, VALUES + 1  # actions
HIGH_ONE = VALUES + 1  # a choice
NAMES = ("one", "two", "three", "four")

STATE = (
    Field("stock", (VALUES,), COPIES, "cards that nobody was dealt, by value"),
    Field("hand", (PLAYERS, VALUES), MAX_CARDS, "cards in each hand, by value"),
    Field("choice", (PLAYERS,), HIGH_ONE, "what a seat has laid down in this round, still in its hand; 0 is nothing"),
    Field("played", (VALUES,), COPIES, "cards of earlier rounds, by value"),
    Field("prize", (), MAX_PRIZE, "what this round is about"),
    Field("score", (PLAYERS,), MAX_CARDS * MAX_PRIZE, "points of each seat"),
    Field("revealed", (), 1, "1 if all hands lie open, for spectators"),
)

OBSERVATION = (
    Field("present", (PLAYERS,), 1, "1 for each seat that is taken"),
    Field("prize", (), MAX_PRIZE, "what this round is about"),
    Field("own_hand", (VALUES,), MAX_CARDS, "the observer's cards, by value"),
    Field("own_choice", (HIGH_ONE,), 1, "1 for what the observer has laid down"),
    Field("score", (PLAYERS,), MAX_CARDS * MAX_PRIZE, "points of each seat"),
    Field("played", (VALUES,), COPIES, "cards of earlier rounds, by value; zeros with memory=False"),
    Field("others", (PLAYERS - 1, VALUES), MAX_CARDS, "the other hands, for spectators"),
    Field("others_choice", (PLAYERS - 1,), HIGH_ONE, "what the others have laid down, for spectators"),
)


@rule
def reset(s):
    fill(s.stock, COPIES)
    for seat in range(s.num_players):
        deal(s, seat, s.cards, s.rng)
    open_round(s)


@rule
def deal(s, seat, count, rng):
    for _ in range(count):
        value = draw(rng, s.stock)
        s.stock[value] -= 1
        s.hand[seat, value] += 1


@rule
def open_round(s):
    s.prize = 1 + below(s.rng, MAX_PRIZE)
    fill(s.choice, 0)
    s.pending = (1 << s.num_players) - 1


@rule
def legal(s, seat, mask):
    if s.choice[seat]:
        mask[LOW] = 1
        mask[HIGH] = 1
    else:
        for value in range(VALUES):
            mask[value] = s.hand[seat, value] > 0


@rule
def step(s, seat, action):
    if action < VALUES:
        s.choice[seat] = action + 1
    elif action == HIGH:
        s.choice[seat] = HIGH_ONE
    if action > 0 or not s.ones:
        s.pending -= 1 << seat
    if s.pending == 0:
        close_round(s)


@rule
def laid_down(choice):
    """The place in a hand of what was laid down."""
    return 0 if choice == HIGH_ONE else choice - 1


@rule
def close_round(s):
    best, winner = 0, -1
    for seat in range(s.num_players):
        value = s.choice[seat]
        s.hand[seat, laid_down(value)] -= 1
        s.played[laid_down(value)] += 1
        if value > best:
            best, winner = value, seat
        elif value == best:
            winner = -1
    if winner >= 0:
        s.score[winner] += s.prize
    if total(s.hand[0]) == 0:
        fill(s.choice, 0)
        s.over = TERMINATED
    else:
        open_round(s)


@rule
def observe(s, seat, o):
    o.prize = s.prize
    copy(s.hand[seat], o.own_hand)
    if s.choice[seat]:
        o.own_choice[s.choice[seat] - 1] = 1
    if s.memory:
        copy(s.played, o.played)
    for k in range(s.num_players):
        other = seat_after(s, seat, k)
        o.present[k] = 1
        o.score[k] = s.score[other]
        if s.revealed and k:
            copy(s.hand[other], o.others[k - 1])
            o.others_choice[k - 1] = s.choice[other]


@rule
def standings(s, scores, keys):
    for seat in range(s.num_players):
        scores[seat] = s.score[seat]
        keys[seat] = s.score[seat]


@rule
def redeal(s, seat, rng):
    sizes = np.zeros(PLAYERS, np.int16)
    for other in range(s.num_players):
        if other != seat:
            sizes[other] = total(s.hand[other])
            take_up(s.hand[other], s.stock)
    gone = total(s.played)
    if not s.memory:
        take_up(s.played, s.stock)
        for _ in range(gone):
            value = draw(rng, s.stock)
            s.stock[value] -= 1
            s.played[value] += 1
    for other in range(s.num_players):
        deal(s, other, sizes[other], rng)
        if other != seat and not s.over:
            choose_anew(s, other, rng)


@rule
def choose_anew(s, seat, rng):
    """Something that the seat may have laid down; if it is to act, that is nothing, or a one that it has yet to speak about."""
    s.choice[seat] = 1 + draw(rng, s.hand[seat])
    if (s.pending >> seat) & 1:
        s.choice[seat] = s.ones and s.choice[seat] == 1
    elif s.ones and s.choice[seat] == 1 and below(rng, 2):
        s.choice[seat] = HIGH_ONE


@rule
def take_up(cards, stock):
    for value in range(VALUES):
        stock[value] += cards[value]
        cards[value] = 0


@rule
def bot(o, mask, rng):
    """The highest card for a high prize, the lowest for a low one; ones count as 5."""
    chosen = HIGH
    for value in range(VALUES):
        if mask[value] and (chosen == HIGH or o.prize > 1):
            chosen = value
    return chosen


def check(s):
    players = int(s.num_players)
    if (s.stock + s.played + s.hand.sum(axis=0) != COPIES).any():
        raise PositionError(f"there must be {COPIES} cards of each value")
    if s.hand[players:].any() or s.choice[players:].any() or s.score[players:].any():
        raise PositionError(f"only seats 0 to {players - 1} are taken")
    for seat in range(players):
        choice, pending = int(s.choice[seat]), bool(s.pending >> seat & 1)
        if choice and not s.hand[seat, 0 if choice == HIGH_ONE else choice - 1]:
            raise PositionError(f"seat {seat} has laid down a card that it doesn't hold")
        if (pending and choice > s.ones) or (not pending and not choice and not s.over):
            raise PositionError(f"seat {seat} is either to act or has laid down a card")


def describe(o, paint=plain):
    cards = ", ".join(f"{count} {name}" for count, name in zip(o.own_hand, NAMES, strict=True) if count)
    lines = [f"Prize: {paint(str(o.prize), 'strong')}", f"Your hand: {cards or 'nothing'}", f"Laid down: {o.own_choice.tolist()}"]
    lines.append(f"Points: {o.score[: o.present.sum()].tolist()}")
    lines.append(f"Played: {o.played.tolist()}")
    if o.others.any():
        lines.append(f"Others: {o.others.tolist()}, laid down {o.others_choice.tolist()}")
    return "\n".join(lines)


def picture(o):
    from PIL import Image

    flat = np.frombuffer(o.tobytes(), np.uint8)
    return Image.fromarray(np.repeat(np.repeat(flat[None], 20, axis=0), 5, axis=1))


def reveal(s):
    s.memory = 1
    s.revealed = 1


GAME = Game(
    name="toy",
    title="Toy",
    version=1,
    module=__name__,
    min_players=2,
    max_players=PLAYERS,
    state=STATE,
    observation=OBSERVATION,
    actions=(
        ActionRange(0, "lay down a {0}", "All cards are turned up together.", (NAMES,)),
        ActionRange(LOW, "count it as {0}", "What the one that you laid down is worth.", (("1", "5"),)),
    ),
    parameters=(
        Integer("cards", "cards dealt to each", 3, 1, MAX_CARDS),
        Flag("ones", "whether a one may count as 5", True),
    ),
    max_decisions=100,
    score_scale=3.0,
    rules=Rules(reset, legal, step, observe, standings, redeal),
    bots={"rules": bot},
    check=check,
    check_parameters=lambda s: None,
    describe=describe,
    picture=picture,
    reveal=reveal,
    first_player=False,
)
