"""The end of a round: Bankers are shown, the coins are counted, and hands are cut down to three cards."""

from critter_envs.core.counts import fill, total
from critter_envs.core.game import TERMINATED
from critter_envs.core.jit import Record, rule

from .actions import DISCARD, KEEP, SHOW
from .cards import BANKER, MAX_KEPT, MINIONS
from .mining import NOBODY, open_mining
from .scoring import FEEDING, ask

#: Values of ``s.stage`` after those of scoring.
BANKING, DISCARDING = range(FEEDING + 1, FEEDING + 3)


@rule
def allow_closing(s: Record, seat: int, mask: Record) -> None:
    """Whether a Banker is shown, or which card is discarded."""
    if s.stage == BANKING:
        mask[SHOW] = 1
        mask[KEEP] = 1
    else:
        for card in range(len(MINIONS)):
            mask[DISCARD + card] = s.hand[seat, card] > 0


@rule
def close_round(s: Record, seat: int, action: int) -> None:
    """Carry out a choice, and go on to the next one."""
    if action >= DISCARD:
        discard(s, seat, action - DISCARD)
        ask_for_discard(s)
    else:
        s.coins[seat] += action == SHOW
        ask_for_banker(s)


# --- Bankers ---------------------------------------------------------------------------------------------------


@rule
def open_banking(s: Record) -> None:
    """After all locations have been scored, Bankers may be shown, in the same order."""
    s.place = 0
    s.asked = 0
    ask_for_banker(s)


@rule
def ask_for_banker(s: Record) -> None:
    """The next Banker in order. Who is asked about one is known by all to hold it; who isn't, has no more."""
    while s.place < s.num_players:
        seat = int(s.order[s.place])
        if s.asked < s.hand[seat, BANKER]:
            s.asked += 1
            s.bankers[seat] = max(int(s.bankers[seat]), int(s.asked))
            ask(s, seat, BANKING)
            return
        s.drawn[seat] = 0
        s.asked = 0
        s.place += 1
    judge(s)


# --- the end of the game ---------------------------------------------------------------------------------------


@rule
def judge(s: Record) -> None:
    """The game ends if somebody has reached the target and stands alone at the top; otherwise there is another round."""
    most, leader = -1, NOBODY
    for seat in range(s.num_players):
        if s.coins[seat] > most:
            most, leader = int(s.coins[seat]), seat
        elif s.coins[seat] == most:
            leader = NOBODY
    if most >= s.target and leader != NOBODY:
        s.over = TERMINATED
    else:
        s.place = 0
        ask_for_discard(s)


# --- the next round --------------------------------------------------------------------------------------------


@rule
def ask_for_discard(s: Record) -> None:
    """The next player in order with more than three cards; when there is none, the next round begins."""
    while s.place < s.num_players:
        seat = int(s.order[s.place])
        if total(s.hand[seat]) > MAX_KEPT:
            ask(s, seat, DISCARDING)
            return
        s.place += 1
    s.turn = s.place = 0
    fill(s.order, 0)
    open_mining(s)


@rule
def discard(s: Record, seat: int, card: int) -> None:
    """Discard a card openly."""
    s.hand[seat, card] -= 1
    s.discards[card] += 1
    if card == BANKER:
        s.bankers[seat] -= 1
