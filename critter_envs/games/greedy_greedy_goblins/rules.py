"""The course of a game of Greedy Greedy Goblins: mining, scoring, the end of a round, and round after round."""

from critter_envs.core.counts import copy
from critter_envs.core.generator import shuffle
from critter_envs.core.jit import Record, rule

from .cards import CLANS, MINION_COPIES
from .mining import MINING, NOWHERE, allow_mining, commit, open_mining
from .rounds import allow_closing, close_round, open_banking
from .scoring import FEEDING, allow_scoring, open_scoring, score


@rule
def reset(s: Record) -> None:
    """Deal the clans, and begin the first round."""
    deal_clans(s)
    copy(MINION_COPIES, s.deck)
    s.cave = NOWHERE
    open_mining(s)


@rule
def deal_clans(s: Record) -> None:
    """A clan for each player, as the parameter has it or drawn."""
    for sheet in range(len(CLANS)):
        s.clan[sheet] = sheet
    if s.clans[0] < 0:
        shuffle(s.rng, s.clan, len(CLANS))
    for seat in range(len(CLANS)):
        if s.clans[0] >= 0:
            s.clan[seat] = s.clans[seat]
        if seat >= s.num_players:
            s.clan[seat] = 0


@rule
def legal(s: Record, seat: int, mask: Record) -> None:
    """What the seat may do at this stage of a round."""
    if s.stage == MINING:
        allow_mining(s, seat, mask)
    elif s.stage <= FEEDING:
        allow_scoring(s, seat, mask)
    else:
        allow_closing(s, seat, mask)


@rule
def step(s: Record, seat: int, action: int) -> None:
    """Carry out a choice; when nobody is left to ask, the round goes on to its next part."""
    if s.stage == MINING:
        commit(s, seat, action)
        if s.pending == 0:
            open_scoring(s)
    elif s.stage <= FEEDING:
        score(s, seat, action)
    else:
        close_round(s, seat, action)
    if s.pending == 0:
        open_banking(s)


@rule
def standings(s: Record, scores: Record, keys: Record) -> None:
    """Most coins win."""
    for seat in range(s.num_players):
        scores[seat] = s.coins[seat]
        keys[seat] = s.coins[seat]
