"""Golden games: one for each table size and one with Payoffs, as text. A change of the rules shows as a change of these files.

``PYTHONPATH=tests python -m games.good_critters.golden`` plays them anew, with other choices, and writes the files over.
"""

import re
from pathlib import Path

import numpy as np
from games.good_critters.table import digits

from critter_envs import Batch
from critter_envs.core import generator
from critter_envs.games.good_critters.actions import PAYOFF
from critter_envs.games.good_critters.text import RESULTS

HERE = Path(__file__).parent

GAMES = {f"{size}_players": (size, {"fuzz": "top"}) for size in range(4, 9)}
GAMES["payoffs"] = (4, {"fuzz": "top", "payoffs": True, "boss_terms": 2, "talk_rounds": 2})


def path(name):
    return HERE / "golden" / f"{name}.txt"


def transcript(name, choice):
    """A game told decision by decision; ``choice(number of the decision, mask)`` is the action."""
    num_players, parameters = GAMES[name]
    seed = 1000 + len(name) + num_players
    batch = Batch("good_critters", 1, num_players, seed, autoreset=False, **parameters)
    lines = [f"Good Critters, version {batch.game.version}, {num_players} players, {parameters}, seed {seed}", *situation(batch)]
    while batch.player[0] >= 0:
        number, seat = int(batch.states[0].decisions), int(batch.player[0])
        action = choice(number, batch.mask[0])
        others = [f"seat {(seat + k) % num_players}" for k in range(1, num_players)]
        lines.append(f"{number}. seat {seat}, action {action}: {batch.game.label(action, others)}")
        before = [cards(batch), int(batch.states[0].played.sum())]
        batch.step([action])
        s = batch.states[0]
        if s.played.sum() > before[1]:
            lines += [f"   the vote has {RESULTS[s.last_result - 1]}", *situation(batch)]
        elif cards(batch) != before[0]:
            lines.append(f"   {cards(batch)}")
    scores, shares = batch.standings()
    for seat in range(num_players):
        lines.append(f"seat {seat} scores {scores[0, seat]}, share of the win {shares[0, seat]:.3f}")
    return "\n".join(lines) + "\n"


def cards(batch):
    """What moves during the deals: stashes, and Payoff cards in hand and in bundles."""
    s = batch.states[0]
    bundles = [f"{digits(bundle)}+{bundle[PAYOFF]}" for row in s.bundle for bundle in row if bundle.any()]
    stashes = ", ".join(digits(stash) or "-" for stash in s.stash[: s.num_players])
    return f"stashes {stashes}; Payoff cards {s.payoff_cards[: s.num_players].tolist()}; bundles {', '.join(bundles) or '-'}"


def situation(batch):
    """What lies where, and who knows what."""
    s = batch.states[0]
    whose = "over" if s.over else f"seat {s.boss} is Boss, round {s.term}"
    yield f"   {whose}; middle {digits(s.loot) or '-'}; pile {s.pile.tolist()}, THE FUZZ! under {s.fuzz_above}"
    yield f"   {cards(batch)}"
    for holder in range(s.num_players):
        sure = [digits(s.known[observer, holder]) or "-" for observer in range(s.num_players) if observer != holder]
        yield f"   of seat {holder} the others are sure of {', '.join(sure)}"


def actions_in(text):
    """The actions of a transcript."""
    return [int(action) for action in re.findall(r"^\d+\. seat \d, action (\d+)", text, re.MULTILINE)]


def write(name):
    """Play a game anew."""
    rng = generator.words(int(np.random.SeedSequence().generate_state(1)[0]))
    told = transcript(name, lambda number, mask: generator.choose(rng, mask))
    path(name).parent.mkdir(exist_ok=True)
    path(name).write_text(told, "utf-8")


if __name__ == "__main__":
    for game in GAMES:
        write(game)
