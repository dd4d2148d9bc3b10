"""Golden games: one for each table size, as text. A change of the rules shows as a change of these files.

``PYTHONPATH=tests python -m games.goblins_breakfast.golden`` plays them anew, with other choices, and writes the files over.
"""

import re
from pathlib import Path

import numpy as np
from games.goblins_breakfast.table import view, words

from critter_envs import Batch
from critter_envs.core import generator
from critter_envs.games.goblins_breakfast.cards import SPECIAL_NAMES

HERE = Path(__file__).parent

SIZES = range(2, 7)


def path(num_players):
    return HERE / "golden" / f"{num_players}_players.txt"


def transcript(num_players, choice):
    """A game told decision by decision; ``choice(number of the decision, mask)`` is the action."""
    seed = 2000 + num_players
    batch = Batch("goblins_breakfast", 1, num_players, seed, autoreset=False)
    lines = [f"Goblins Breakfast, version {batch.game.version}, {num_players} players, seed {seed}", *situation(batch)]
    while batch.player[0] >= 0:
        number, seat = int(batch.states[0].decisions), int(batch.player[0])
        action = choice(number, batch.mask[0])
        others = [f"seat {(seat + k) % num_players}" for k in range(1, num_players)]
        lines += ["", f"{number}. seat {seat}, action {action}: {batch.game.label(action, others, o=view(batch, seat))}"]
        batch.step([action])
        lines += situation(batch)
    scores, shares = batch.standings()
    for seat in range(num_players):
        lines.append(f"seat {seat} scores {scores[0, seat]}, share of the win {shares[0, seat]:.3f}")
    return "\n".join(lines) + "\n"


def situation(batch):
    """What lies where."""
    s = batch.states[0]
    whose = "over" if s.over else f"seat {s.turn}"
    played = SPECIAL_NAMES[s.special - 1] if s.special else "nothing"
    following = f"next {names_of(s.pile[: s.pile_size][::-1][:3] - 1, batch)}" if s.pile_size else "none"
    yield f"   turn: {whose}; extra turn: {'yes' if s.extra else 'no'}; being played: {played}"
    yield f"   supply: {words(s.supply, batch)}; deck: {s.pile_size}, {following}; discarded: {s.discard.sum()}"
    for seat in range(s.num_players):
        yield f"   seat {seat}: holds {words(s.hand[seat], batch) or '-'}; has eaten {words(s.stomach[seat], batch) or '-'}"


def names_of(kinds, batch):
    """A few cards in their order."""
    return ", ".join(words(np.bincount([kind], minlength=19), batch) for kind in kinds)


def actions_in(text):
    """The actions of a transcript."""
    return [int(action) for action in re.findall(r"^\d+\. seat \d, action (\d+)", text, re.MULTILINE)]


def write(num_players):
    """Play a game anew."""
    rng = generator.words(int(np.random.SeedSequence().generate_state(1)[0]))
    told = transcript(num_players, lambda number, mask: generator.choose(rng, mask))
    path(num_players).parent.mkdir(exist_ok=True)
    path(num_players).write_text(told, "utf-8")


if __name__ == "__main__":
    for size in SIZES:
        write(size)
