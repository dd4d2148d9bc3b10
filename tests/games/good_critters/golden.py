"""What golden games of Good Critters tell between the decisions."""

from games.good_critters.table import digits

from critter_envs.games.good_critters.actions import DEALING, HANDING_OUT, PAYOFF
from critter_envs.games.good_critters.text import RESULTS

FIRST_SEED = 1000

#: Short games in which as much as possible is in use.
PARAMETERS = {"fuzz": "top", "fuzz_parts": 6, "payoffs": True, "boss_terms": 2, "talk_rounds": 2}


def situation(batch):
    """At the beginning of a round and at the end: what lies where, and who knows what; during the deals, what has moved."""
    s = batch.states[0]
    if s.phase == HANDING_OUT and not s.share.any():
        result = "" if s.last_result == 0 else f"the vote has {RESULTS[s.last_result - 1]}; "
        whose = "over" if s.over else f"seat {s.boss} is Boss, round {s.term}"
        yield f"   {result}{whose}; middle {digits(s.loot) or '-'}; pile {s.pile.tolist()}, THE FUZZ! under {s.fuzz_above}"
        yield cards(s)
        for holder in range(s.num_players):
            sure = [digits(s.known[observer, holder]) or "-" for observer in range(s.num_players) if observer != holder]
            yield f"   of seat {holder} the others are sure of {', '.join(sure)}"
    elif s.phase == DEALING and s.draft == 0:
        yield cards(s)


def cards(s):
    """Stashes, and Payoff cards in hand and in bundles."""
    bundles = [f"{digits(bundle)}+{bundle[PAYOFF]}" for row in s.bundle for bundle in row if bundle.any()]
    stashes = ", ".join(digits(stash) or "-" for stash in s.stash[: s.num_players])
    return f"   stashes {stashes}; Payoff cards {s.payoff_cards[: s.num_players].tolist()}; bundles {', '.join(bundles) or '-'}"
