"""Golden games: one for each table size of each game, as text. A change of the rules shows as a change of these files.

``PYTHONPATH=tests python -m games.golden GAME`` plays them anew, with other choices, and writes the files over.
What a transcript tells between the decisions is ``situation(batch)`` in the game's own ``golden.py``.
"""

import importlib
import re
import sys
from pathlib import Path

import numpy as np

from critter_envs import Batch
from critter_envs.core import generator
from critter_envs.core.registry import find


def sizes(name):
    """The table sizes of a game."""
    return range(find(name).min_players, find(name).max_players + 1)


def path(name, num_players):
    return Path(__file__).parent / name / "golden" / f"{num_players}_players.txt"


def transcript(name, num_players, choice):
    """A game told decision by decision; ``choice(number of the decision, mask)`` is the action."""
    own = importlib.import_module(f"games.{name}.golden")
    seed = own.FIRST_SEED + num_players
    batch = Batch(name, 1, num_players, seed, autoreset=False, **own.PARAMETERS)
    game = batch.game
    lines = [f"{game.title}, version {game.version}, {num_players} players, seed {seed}", *own.situation(batch)]
    while batch.player[0] >= 0:
        number, seat = int(batch.states[0].decisions), int(batch.player[0])
        action = choice(number, batch.mask[0])
        others = [f"seat {(seat + k) % num_players}" for k in range(1, num_players)]
        o = batch.observation.view(game.observation_dtype).view(np.recarray)[0, 0]
        lines += ["", f"{number}. seat {seat}, action {action}: {game.label(action, others, o=o)}"]
        batch.step([action])
        lines += own.situation(batch)
    scores, shares = batch.standings()
    for seat in range(num_players):
        lines.append(f"seat {seat} scores {scores[0, seat]}, share of the win {shares[0, seat]:.3f}")
    return "\n".join(lines) + "\n"


def actions_in(text):
    """The actions of a transcript."""
    return [int(action) for action in re.findall(r"^\d+\. seat \d, action (\d+)", text, re.MULTILINE)]


def write(name, num_players):
    """Play a game anew."""
    rng = generator.words(int(np.random.SeedSequence().generate_state(1)[0]))
    told = transcript(name, num_players, lambda number, mask: generator.choose(rng, mask))
    path(name, num_players).parent.mkdir(exist_ok=True)
    path(name, num_players).write_text(told, "utf-8")


if __name__ == "__main__":
    for size in sizes(sys.argv[1]):
        write(sys.argv[1], size)
