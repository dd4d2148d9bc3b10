"""What is in the box: loot in four values, five action cards for each player, THE FUZZ!, and what Payoffs are made with."""

from typing import Any

import numpy as np

from critter_envs.core.errors import ParameterError

MAX_PLAYERS = 8

#: What a loot card is worth, in thousands of dollars. Rules count loot by the place of its value in this row.
VALUES = np.array([2, 3, 4, 5], np.int16)
LOOT = ("$2000", "$3000", "$4000", "$5000")

#: Loot cards of each value. No source prints how the 140 cards are divided; an owner of the game counts them and puts the
#: numbers in here.
COPIES = np.array([35, 35, 35, 35], np.int16)

#: The loot of a new round is a card for each player and two more; after a failed vote two more cards are added.
MORE = 2

#: The action cards, and what may be said about them. Word w announces card w - 1; word 0 is silence.
ACTION_CARDS = ("vote yes", "vote no", "guard", "rob", "skim")
YES, NO, GUARD, ROB, SKIM = range(len(ACTION_CARDS))
WORDS = ("say nothing", "say: I vote yes", "say: I vote no", "say: I guard", "say: I rob", "say: I skim")

#: Where THE FUZZ! is shuffled in: a part of the pile, or the whole pile.
FUZZ_PARTS = ("bottom", "middle", "top", "anywhere")
BOTTOM, MIDDLE, TOP, ANYWHERE = range(len(FUZZ_PARTS))
USUAL_PARTS = 3
MAX_PARTS = 20

#: With the optional rule of Payoffs, for each player.
PAYOFF_CARDS = 5
TOKENS = 2
MAX_PRICE = 5

MAX_TALK = 3
MAX_DEALS = 3

#: Every round but the first begins with at least two cards from the pile, which is the largest at a table of four.
MAX_ROUNDS = 1 + (int(COPIES.sum()) - 4 * (len(VALUES) + 1) - MORE) // 2


def check_parameters(s: Any) -> None:
    """Refuse parts of a pile that isn't divided."""
    if s["fuzz"] == ANYWHERE and s["fuzz_parts"]:
        raise ParameterError(f"""fuzz_parts={s["fuzz_parts"]} can't go with fuzz="anywhere": then the pile has no parts""")
