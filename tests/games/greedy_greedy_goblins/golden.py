"""What the golden games of Greedy Greedy Goblins tell between the decisions."""

from games.greedy_greedy_goblins.table import words

from critter_envs.games.greedy_greedy_goblins.cards import CLANS, GUILDHALL, MINIONS, ON_CAVES, TILES
from critter_envs.games.greedy_greedy_goblins.text import STAGES

FIRST_SEED = 4000

#: A few rounds, so that a person can read them.
PARAMETERS = {"target": 15, "max_decisions": 120}


def situation(batch):
    """The table, the caves where there is anything, and the players."""
    s = batch.states[0]
    limit = f"; {s.draws_left} draws left" if s.last_one else ""
    yield f"   round {s.round_number}, {'over' if s.over else STAGES[s.stage]}; {s.pool.sum()} tiles in the pool{limit}"
    for number in range(GUILDHALL):
        if s.claimer[number] >= 0 or s.tiles_down[number].any() or s.tiles_up[number]:
            yield f"   cave {number + 1}: {', '.join(cave(s, number))}"
    if s.claimer[GUILDHALL] >= 0:
        yield f"   guildhall: claimed by {s.claimer[GUILDHALL]}{', scored' * bool(s.scored[GUILDHALL])}"
    for seat in range(s.num_players):
        yield f"   seat {seat}: {', '.join(player(s, seat))}"
    yield f"   deck {s.deck.sum()}, discards {words(s.discards, MINIONS) or '-'}"


def cave(s, number):
    """Whose a cave is, what lies there and who placed it, and what has been played on it."""
    for field in "claimer", "jumper":
        if s[field][number] >= 0:
            yield f"{field} {s[field][number]}"
    if s.scored[number]:
        yield "scored"
    for seat in range(s.num_players):
        for field in "down", "up":
            if s[field][number, seat].any():
                yield f"{field} by {seat}: {words(s[field][number, seat], TILES)}"
    for side in range(2):
        if s.cave == number and s.played[side].any():
            yield f"played by the {('claimer', 'jumper')[side]}: {words(s.played[side], ON_CAVES)}"


def player(s, seat):
    """What a player has."""
    yield CLANS[s.clan[seat]]
    yield f"{s.coins[seat]} coins"
    yield f"{s.goblins[seat]} goblins at home{' (retired)' * bool(s.retired[seat])}"
    if s.held[seat]:
        yield f"holds {TILES[s.held[seat] - 1]}"
    if s.hand[seat].any():
        yield words(s.hand[seat], MINIONS)
