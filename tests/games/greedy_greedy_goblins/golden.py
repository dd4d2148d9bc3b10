"""Golden games: one for each table size, as text. A change of the rules shows as a change of these files.

``PYTHONPATH=tests python -m games.greedy_greedy_goblins.golden`` plays them anew, with other choices, and writes the files over.
"""

import re
from pathlib import Path

import numpy as np
from games.greedy_greedy_goblins.table import GAME, words

import critter_envs
from critter_envs import Batch
from critter_envs.core import generator
from critter_envs.games.greedy_greedy_goblins.cards import CLANS, MINIONS, TILES
from critter_envs.games.greedy_greedy_goblins.text import STAGES

HERE = Path(__file__).parent

SIZES = (2, 3, 4)

#: So many coins end a golden game, so that a person can read it.
TARGET = 20


def path(num_players):
    return HERE / "golden" / f"{num_players}_players.txt"


def transcript(num_players, choice):
    """A game told decision by decision; ``choice(batch)`` is the action."""
    seed = 1000 + num_players
    batch = Batch(GAME, 1, num_players, seed, autoreset=False, target=TARGET)
    s = batch.states[0]
    clans = ", ".join(f"seat {seat} {CLANS[clan]}" for seat, clan in enumerate(s.clan[:num_players]))
    lines = [f"Greedy Greedy Goblins, version {batch.game.version}, {num_players} players, seed {seed}, target {TARGET}; {clans}"]
    told = {}
    while batch.player[0] >= 0:
        action, seat = choice(batch), int(batch.player[0])
        lines.append(f"{s.decisions}. seat {seat}, action {action}: {batch.game.label(action)}")
        batch.step([action])
        now = dict(situation(s))
        lines += [f"   {what}: {how}" for what, how in now.items() if told.get(what) != how]
        told = now
    scores, shares = batch.standings()
    for seat in range(num_players):
        lines.append(f"seat {seat} has {scores[0, seat]} coins, share of the win {shares[0, seat]:.3f}")
    return "\n".join(lines) + "\n"


def situation(s):
    """What is where, thing by thing."""
    yield "round", f"{s.round_number}, {'over' if s.over else STAGES[s.stage]}"
    yield "pool", words(s.pool, TILES)
    yield "draws left", f"{s.draws_left}" if s.last_one else "any number"
    for number in range(5 if s.num_players == 2 else 8):
        yield f"cave {number + 1}", "; ".join(cave(s, number)) or "empty"
    yield "guildhall", f"claimed by {s.claimer[8]}" if s.claimer[8] >= 0 else "free"
    for seat in range(s.num_players):
        tile = f", holds {TILES[s.held[seat] - 1]}" if s.held[seat] else ""
        retired = ", retired" if s.retired[seat] else ""
        cards = words(s.hand[seat], MINIONS) or "no cards"
        yield f"seat {seat}", f"{s.coins[seat]} coins, {s.goblins[seat]} goblins at home{retired}{tile}, {cards}"
    yield "deck", words(s.deck, MINIONS)
    yield "discards", words(s.discards, MINIONS)


def cave(s, number):
    """What lies in a cave, and whose it is."""
    for seat in range(s.num_players):
        for field in "down", "up":
            if s[field][number, seat].any():
                yield f"{field} by {seat} {words(s[field][number, seat], TILES)}"
    for field in "claimer", "jumper":
        if s[field][number] >= 0:
            yield f"{field} {s[field][number]}"
    if s.scored[number]:
        yield "scored"


def actions_in(text):
    """The actions of a transcript."""
    return [int(action) for action in re.findall(r"^\d+\. seat \d, action (\d+)", text, re.MULTILINE)]


def write(num_players):
    """Play a game anew: mostly sensible choices, and some random ones."""
    rng = generator.words(int(np.random.SeedSequence().generate_state(1)[0]))
    rules = critter_envs.agent("rules", GAME)

    def choice(batch):
        if generator.below(rng, 8) == 0:
            return generator.choose(rng, batch.mask[0])
        return int(rules.act(batch.observation, batch.mask)[0])

    told = transcript(num_players, choice)
    path(num_players).parent.mkdir(exist_ok=True)
    path(num_players).write_text(told, "utf-8")


if __name__ == "__main__":
    for size in SIZES:
        write(size)
