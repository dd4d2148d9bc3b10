"""Golden games: one for each table size, as text. A change of the rules shows as a change of these files.

``PYTHONPATH=tests python -m games.boo_to_the_goose.golden`` plays them anew, with other choices, and writes the files over.
"""

import re
from pathlib import Path

import numpy as np

from critter_envs import Batch
from critter_envs.core import generator

HERE = Path(__file__).parent

SIZES = range(2, 6)


def path(num_players):
    return HERE / "golden" / f"{num_players}_players.txt"


def transcript(num_players, choice):
    """A game told decision by decision; ``choice(number of the decision, mask)`` is the action."""
    seed = 2000 + num_players
    variation = num_players % 2 == 1
    batch = Batch("boo_to_the_goose", 1, num_players, seed, autoreset=False, remove_four=variation)
    title = f"Boo to the Goose, version {batch.game.version}, {num_players} players, seed {seed}"
    lines = [title + ", four cards removed" * variation, *situation(batch)]
    while batch.player[0] >= 0:
        number, seat = int(batch.states[0].decisions), int(batch.player[0])
        action = choice(number, batch.mask[0])
        lines += ["", f"{number}. seat {seat}, action {action}: {batch.game.label(action)}"]
        batch.step([action])
        lines += situation(batch)
    scores, shares = batch.standings()
    for seat in range(num_players):
        lines.append(f"seat {seat} scores {scores[0, seat]}, share of the win {shares[0, seat]:.3f}")
    return "\n".join(lines) + "\n"


def situation(batch):
    """What lies where; geese, foxes and dogs as G, F and D, small letters are face down."""
    s = batch.states[0]
    whose = "over" if s.over else f"seat {s.turn}"
    chase = "" if s.target < 0 else f", chase: seat {s.target} is next, {s.flips} turned"
    yield f"   turn: {whose}{chase}"
    for seat in range(s.num_players):
        row = " ".join(f"{'.gdG'[card]}{laid}" for card, laid in zip(s.row[seat], s.laid[seat], strict=True) if card)
        geese, foxes = (won[seat, : s.num_players].tolist() for won in (s.won_geese, s.won_foxes))
        yield (
            f"   seat {seat}: hand {short(s.hand[seat])}; pile {short(s.pile[seat])}; "
            f"row {row or '-'}; won geese {geese}, foxes {foxes}, dogs {s.won_dogs[seat]}"
        )


def short(numbers):
    """``GGFD``, or ``-``."""
    return "".join(name * number for name, number in zip("GFD", numbers.tolist(), strict=True)) or "-"


def actions_in(text):
    """The actions of a transcript."""
    return [int(action) for action in re.findall(r"^\d+\. seat \d, action (\d+)", text, re.MULTILINE)]


def write(num_players):
    """Play a game anew; a stop is as likely as all cards to be turned together."""
    rng = generator.words(int(np.random.SeedSequence().generate_state(1)[0]))

    def choice(number, mask):
        if mask[3] and generator.below(rng, 2):
            return 3
        return generator.choose(rng, mask)

    told = transcript(num_players, choice)
    path(num_players).parent.mkdir(exist_ok=True)
    path(num_players).write_text(told, "utf-8")


if __name__ == "__main__":
    for size in SIZES:
        write(size)
