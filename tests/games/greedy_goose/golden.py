"""What the golden games of Greedy Goose tell between the decisions."""

from games.greedy_goose.table import words

from critter_envs.games.greedy_goose.cards import ACTION_CARDS, COLOURS, KINDS

FIRST_SEED = 1000
PARAMETERS = {}


def situation(batch):
    """What lies where, and who knows what."""
    s = batch.states[0]
    action_card = ACTION_CARDS[s.action_card - 1] if s.action_card else "none"
    whose = "over" if s.over else f"seat {s.turn}"
    yield f"   turn: {whose}; face up: {words(s.table)}; action card: {action_card}; centre: {s.centre.sum()}"
    yield f"   out of play: {words(s.out, KINDS)}"
    for holder in range(s.num_players):
        sure = [short(s.known[observer, holder]) for observer in range(s.num_players) if observer != holder]
        yield f"   seat {holder}: {short(s.hand[holder])}; others are sure of {', '.join(sure)}"


def short(numbers):
    """``BRRYP``, or ``-``."""
    return "".join(name[0].upper() * number for name, number in zip(COLOURS, numbers.tolist(), strict=True)) or "-"
