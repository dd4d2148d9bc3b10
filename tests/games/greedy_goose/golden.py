"""Golden games: one for each table size, as text. A change of the rules shows as a change of these files.

``PYTHONPATH=tests python -m games.greedy_goose.golden`` plays them anew, with other choices, and writes the files over.
"""

import re
from pathlib import Path

import numpy as np
from games.greedy_goose.table import words

from critter_envs import Batch
from critter_envs.core import generator
from critter_envs.games.greedy_goose.cards import ACTION_CARDS, COLOURS, KINDS

HERE = Path(__file__).parent

SIZES = range(2, 7)


def path(num_players):
    return HERE / "golden" / f"{num_players}_players.txt"


def transcript(num_players, choice):
    """A game told decision by decision; ``choice(number of the decision, mask)`` is the action."""
    seed = 1000 + num_players
    batch = Batch("greedy_goose", 1, num_players, seed, autoreset=False)
    lines = [f"Greedy Goose, version {batch.game.version}, {num_players} players, seed {seed}", *situation(batch)]
    while batch.player[0] >= 0:
        number, seat = int(batch.states[0].decisions), int(batch.player[0])
        action = choice(number, batch.mask[0])
        others = [f"seat {(seat + k) % num_players}" for k in range(1, num_players)]
        lines += ["", f"{number}. seat {seat}, action {action}: {batch.game.label(action, others)}"]
        batch.step([action])
        lines += situation(batch)
    scores, shares = batch.standings()
    for seat in range(num_players):
        lines.append(f"seat {seat} scores {scores[0, seat]}, share of the win {shares[0, seat]:.3f}")
    return "\n".join(lines) + "\n"


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
