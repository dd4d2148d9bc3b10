"""Step 4: the cards are turned up, and the vote decides about the loot and the Boss."""

from critter_envs.core.counts import seat_after, total
from critter_envs.core.jit import Record, rule

from .cards import GUARD, MAX_ROUNDS, NO, ROB, SKIM, YES
from .distribution import return_shares, take_shares
from .payoffs import settle_bundles
from .pile import draw_loot, draw_secretly
from .stash import gain, lose, wide
from .talk import last_word, threatened

#: What ``s.last_result`` is, from the second round on.
PASSED, TIED, FAILED = range(1, 4)


# --- the cards -------------------------------------------------------------------------------------------------


@rule
def reveal_cards(s: Record) -> None:
    """Clockwise from the Boss, everybody turns up their card and carries it out. Only the first Skim counts."""
    skimmed = False
    for k in range(s.num_players):
        seat = seat_after(s, s.boss, k)
        if s.card[seat] == ROB + 1:
            rob(s, seat)
        elif s.card[seat] == SKIM + 1 and not skimmed:
            draw_secretly(s, seat)
            skimmed = True
    settle_bundles(s)


@rule
def rob(s: Record, robber: int) -> None:
    """Only the player before whom the robber's marker stands can be robbed. A Guard, turned up early, robs the robber."""
    victim = threatened(s, robber)
    if victim >= 0:
        if s.card[victim] == GUARD + 1:
            steal(s, victim, robber)
        else:
            steal(s, robber, victim)


@rule
def steal(s: Record, thief: int, victim: int) -> None:
    """A random card of the stash as it is now, seen by the two players only; there may be none."""
    if total(s.stash[victim]) > 0:
        kind = draw_loot(s.rng, s.stash[victim])
        eyes = (1 << thief) | (1 << victim)
        lose(s, victim, kind, eyes)
        gain(s, thief, kind, eyes)


# --- the vote --------------------------------------------------------------------------------------------------


@rule
def count_votes(s: Record) -> int:
    """More Yes than No passes, more No fails; as many of both, none included, are a tie."""
    lead = 0
    for seat in range(s.num_players):
        if s.card[seat] == YES + 1:
            lead += 1
        elif s.card[seat] == NO + 1:
            lead -= 1
    if lead > 0:
        return PASSED
    return TIED if lead == 0 else FAILED


@rule
def carry_out_vote(s: Record, result: int) -> None:
    """The loot goes to those it was assigned to, or back to the middle; then the Boss stays or goes."""
    if result == FAILED:
        return_shares(s)
    else:
        take_shares(s)
    choose_boss(s, result)


@rule
def choose_boss(s: Record, result: int) -> None:
    """After a tie the left neighbour, after a failed vote the first who voted No. Who stays may have reached the limit."""
    boss = wide(s.boss)
    successor = boss
    if result == TIED:
        successor = seat_after(s, boss, 1)
    elif result == FAILED:
        successor = first_no(s, boss)
    if successor != boss:
        crown(s, successor)
    elif s.boss_terms and s.term >= s.boss_terms:
        end_term(s, boss, result)
    elif s.term < MAX_ROUNDS:  # none follows the last round that there can be
        s.term += 1


@rule
def first_no(s: Record, boss: int) -> int:
    """The first player clockwise from the Boss who voted No, the Boss last."""
    for k in range(1, s.num_players):
        seat = seat_after(s, boss, k)
        if s.card[seat] == NO + 1:
            return seat
    return boss


@rule
def end_term(s: Record, boss: int, result: int) -> None:
    """The limit ends a term: the left neighbour takes over, and a Boss whom the vote would have kept gets a bonus card."""
    if result == PASSED:
        draw_secretly(s, boss)
    crown(s, seat_after(s, boss, 1))


@rule
def crown(s: Record, seat: int) -> None:
    """A new Boss is in the first round of the term."""
    s.boss = seat
    s.term = 1


# --- what is remembered ----------------------------------------------------------------------------------------


@rule
def remember_round(s: Record, result: int) -> None:
    """Keep what all have seen of this round."""
    s.last_result = result
    s.last_boss = s.boss
    for seat in range(s.num_players):
        card, word = s.card[seat], last_word(s, seat)
        s.last_card[seat] = card
        s.last_word[seat] = word
        s.last_marker[seat] = threatened(s, seat) + 1
        s.played[seat, card - 1] += 1
        s.spoke[seat] += word > 0
        s.kept[seat] += word == card


@rule
def clear_table(s: Record) -> None:
    """Everybody takes back the card and the marker; what was said has been said."""
    for seat in range(s.num_players):
        s.card[seat] = 0
        for talked in range(s.talked):
            s.marker[talked, seat] = 0
            s.word[talked, seat] = 0
    s.talked = 0
