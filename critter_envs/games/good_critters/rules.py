"""The course of Good Critters: setup, the phases of a round, the end. Each step of a round has a file of its own beside this."""

from critter_envs.core.counts import total
from critter_envs.core.game import TERMINATED
from critter_envs.core.generator import below
from critter_envs.core.jit import Record, inlined, rule

from .actions import ANSWERING, CARD, CHOOSING, DEALING, HAND_OUT, HANDING_OUT, LOOT_KINDS, PAYOFF, TALKING
from .cards import ACTION_CARDS, COPIES, MAX_DEALS, MORE, PAYOFF_CARDS, VALUES
from .distribution import allow_hand_out, hand_out, show_loot
from .payoffs import allow_answer, allow_deal, answer, belongs_to, deal, open_deals
from .pile import FUZZ, place_fuzz, take_loot
from .resolution import FAILED, carry_out_vote, clear_table, count_votes, crown, remember_round, reveal_cards
from .stash import everybody, gain, wide
from .talk import allow_talk, rounds_of_talk, talk

# --- setup -----------------------------------------------------------------------------------------------------


@rule
def reset(s: Record) -> None:
    """Everybody starts with one loot card of each value. The loot of the first round is laid aside before THE FUZZ! goes in."""
    for kind in range(LOOT_KINDS):
        s.pile[kind] = COPIES[kind] - s.num_players
        for seat in range(wide(s.num_players)):
            gain(s, seat, kind, everybody(s))
    if s.payoffs:
        for seat in range(s.num_players):
            s.payoff_cards[seat] = PAYOFF_CARDS
    crown(s, s.first_player if s.first_player >= 0 else below(s.rng, s.num_players))
    for _ in range(s.num_players + MORE):
        s.loot[take_loot(s)] += 1
    place_fuzz(s, s.rng)
    ask_boss(s)


# --- a round ---------------------------------------------------------------------------------------------------


@rule
def open_round(s: Record, cards: int) -> None:
    """So many cards are added to the middle, and the Boss hands it all out. Wherever THE FUZZ! come up, the game is over."""
    ask_boss(s)
    if s.fuzz_above == FUZZ or not show_loot(s, cards):
        s.over = TERMINATED


@inlined
def ask_boss(s: Record) -> None:
    """The Boss is to hand out the loot."""
    s.phase = HANDING_OUT
    s.pending = 1 << s.boss


@inlined
def ask_all(s: Record, phase: int) -> None:
    """All are to choose at once."""
    s.phase = phase
    s.pending = everybody(s)


@rule
def legal(s: Record, seat: int, mask: Record) -> None:
    """What may be chosen in each phase."""
    if s.phase == HANDING_OUT:
        allow_hand_out(s, mask)
    elif s.phase == TALKING:
        allow_talk(s, mask)
    elif s.phase == DEALING:
        allow_deal(s, seat, mask)
    elif s.phase == ANSWERING:
        allow_answer(s, seat, mask)
    else:
        for card in range(len(ACTION_CARDS)):
            mask[CARD + card] = 1


@rule
def step(s: Record, seat: int, action: int) -> None:
    """Carry out a choice; the last one of a phase opens the next."""
    if s.phase == HANDING_OUT:
        hand_out(s, seat, action - HAND_OUT)
        if total(s.loot) == 0:
            ask_all(s, TALKING)
    elif s.phase == TALKING:
        talk(s, seat, action)
        s.pending -= 1 << seat
        if s.pending == 0:
            end_talk(s)
    elif s.phase == DEALING:
        if not deal(s, seat, action):
            ask_all(s, CHOOSING)
    elif s.phase == ANSWERING:
        if not answer(s, action):
            ask_all(s, CHOOSING)
    else:
        s.card[seat] = action - CARD + 1
        s.pending -= 1 << seat
        if s.pending == 0:
            resolve(s)


@rule
def end_talk(s: Record) -> None:
    """All have heard each other: there may be more talk, then deals."""
    s.talked += 1
    if s.talked < rounds_of_talk(s):
        ask_all(s, TALKING)
    elif s.payoffs:
        open_deals(s)
    else:
        ask_all(s, CHOOSING)


@rule
def resolve(s: Record) -> None:
    """Step 4, and the loot of the next round: after a failed vote, only two cards are new."""
    reveal_cards(s)
    result = count_votes(s)
    remember_round(s, result)
    carry_out_vote(s, result)
    clear_table(s)
    open_round(s, MORE if result == FAILED else s.num_players + MORE)


# --- the end ---------------------------------------------------------------------------------------------------


@rule
def standings(s: Record, scores: Record, keys: Record) -> None:
    """The most valuable stash wins, Payoff cards added; ties share the win. In mid-round, bundles count for their owners."""
    for seat in range(s.num_players):
        scores[seat] += worth(s.stash[seat]) + s.payoff_cards[seat]
        for place in range(MAX_DEALS):
            if s.bundle_kind[seat, place]:
                scores[belongs_to(s, seat, place)] += worth(s.bundle[seat, place]) + s.bundle[seat, place, PAYOFF]
    for seat in range(s.num_players):
        keys[seat] = scores[seat]


@rule
def worth(loot: Record) -> int:
    """In thousands of dollars."""
    value = 0
    for kind in range(LOOT_KINDS):
        value += loot[kind] * VALUES[kind]
    return value
