"""Each two minion cards that can meet on one cave, also twice the same. The table in the game's README is made of these."""

from itertools import combinations_with_replacement
from pathlib import Path
from typing import NamedTuple

import pytest
from games.greedy_greedy_goblins.table import discards, do, gains, legal, scored, table

from critter_envs.games import greedy_greedy_goblins

README = Path(greedy_greedy_goblins.__file__).parent / "README.md"

CARDS = ("Ruby Cutter", "Canary", "Expert Miner", "Guildmaster", "Sapper", "Scavenger", "Wrangler", "Claim Jumper")


class Pair(NamedTuple):
    """Two cards on a cave of a clan that favours sapphires, perhaps shared with one that favours gold."""

    one: str
    other: str
    tiles: str
    moves: list[str]
    jumper_moves: list[str] | None
    coins: list[int]
    why: str


PAIRS = [
    Pair("Ruby Cutter", "Ruby Cutter", "2 ruby", ["Ruby Cutter", "Ruby Cutter"], None, [6, 0], "Cutters add up"),
    Pair("Ruby Cutter", "Canary", "2 ruby, 3 dynamite", ["Ruby Cutter", "Canary"], None, [0, 0], "a saved cave isn't scored"),
    Pair(
        "Ruby Cutter",
        "Expert Miner",
        "2 ruby, 4 dynamite",
        ["Ruby Cutter", "Expert Miner"],
        None,
        [12, 0],
        "bonuses are multiplied by the dynamite that is left",
    ),
    Pair(
        "Ruby Cutter",
        "Guildmaster",
        "2 ruby, 1 minion, 1 dynamite",
        ["Ruby Cutter", "Guildmaster"],
        None,
        [10, 0],
        "dynamite multiplies the Cutter's bonus, not the Guildmaster's coins",
    ),
    Pair(
        "Ruby Cutter",
        "Sapper",
        "2 ruby",
        ["Ruby Cutter", "Sapper"],
        None,
        [8, 0],
        "the Sapper's dynamite multiplies bonuses like any other",
    ),
    Pair(
        "Ruby Cutter",
        "Scavenger",
        "1 ruby",
        ["Ruby Cutter", "Scavenger", "+ruby", "stop"],
        None,
        [4, 0],
        "the Cutter counts for rubies that come later, too",
    ),
    Pair(
        "Ruby Cutter",
        "Wrangler",
        "2 ruby, 1 monster",
        ["Ruby Cutter", "Wrangler"],
        None,
        [5, 0],
        "nothing is eaten, and the monster pays a coin of its own",
    ),
    Pair(
        "Ruby Cutter", "Claim Jumper", "4 ruby", ["Ruby Cutter"], [], [4, 2], "a Cutter is its player's alone; each pay is halved"
    ),
    Pair("Canary", "Canary", "3 dynamite", ["Canary", "Canary"], None, [0, 0], "one is enough; the second one is wasted"),
    Pair(
        "Canary",
        "Expert Miner",
        "1 ruby, 4 dynamite",
        ["Canary", "Expert Miner"],
        None,
        [3, 0],
        "the Canary is looked at when all cards are down: nothing blows up, so the cave is scored",
    ),
    Pair(
        "Canary",
        "Guildmaster",
        "2 minion, 3 dynamite",
        ["Canary", "Guildmaster"],
        None,
        [0, 0],
        "a saved cave isn't scored, and gives no cards",
    ),
    Pair(
        "Canary",
        "Sapper",
        "1 ruby",
        ["Canary", "Sapper"],
        None,
        [2, 0],
        "one dynamite blows up nothing: there is nothing to save",
    ),
    Pair(
        "Canary",
        "Scavenger",
        "1 ruby, 2 dynamite",
        ["Scavenger", "+dynamite", "stop", "Canary"],
        None,
        [0, 0],
        "it saves from what a Scavenger has done, too",
    ),
    Pair("Canary", "Wrangler", "2 monster, 3 dynamite", ["Canary", "Wrangler"], None, [0, 0], "a saved cave isn't scored"),
    Pair("Canary", "Claim Jumper", "3 dynamite", ["Canary"], [], [0, -5], "it saves its player's goblin only"),
    Pair(
        "Expert Miner",
        "Expert Miner",
        "1 ruby, 5 dynamite",
        ["Expert Miner", "Expert Miner"],
        None,
        [2, 0],
        "one after the other: five, two, one",
    ),
    Pair(
        "Expert Miner",
        "Guildmaster",
        "2 minion, 4 dynamite",
        ["Expert Miner", "Guildmaster"],
        None,
        [4, 0],
        "the cave doesn't blow up, so the Guildmaster pays",
    ),
    Pair(
        "Expert Miner",
        "Sapper",
        "1 ruby, 1 dynamite",
        ["Expert Miner", "Sapper"],
        None,
        [2, 0],
        "halved to none, so that a Sapper may be played; then one and one are halved to one",
    ),
    Pair(
        "Expert Miner",
        "Scavenger",
        "1 ruby, 3 dynamite",
        ["Expert Miner", "Scavenger", "+dynamite", "stop"],
        None,
        [3, 0],
        "it halves the new total: four to two",
    ),
    Pair(
        "Expert Miner",
        "Wrangler",
        "1 ruby, 2 monster, 4 dynamite",
        ["Expert Miner", "Wrangler"],
        None,
        [5, 0],
        "the cave doesn't blow up, so the Wrangler pays",
    ),
    Pair("Expert Miner", "Claim Jumper", "2 ruby, 5 dynamite", [], ["Expert Miner"], [3, 3], "it works for both"),
    Pair("Guildmaster", "Guildmaster", "2 minion", ["Guildmaster", "Guildmaster"], None, [8, 0], "Guildmasters add up"),
    Pair(
        "Guildmaster",
        "Sapper",
        "1 ruby, 2 minion",
        ["Guildmaster", "Sapper"],
        None,
        [6, 0],
        "the Sapper's dynamite doesn't multiply the Guildmaster's coins",
    ),
    Pair(
        "Guildmaster",
        "Scavenger",
        "1 minion",
        ["Guildmaster", "Scavenger", "+minion", "stop"],
        None,
        [4, 0],
        "it counts for minions that come later, too",
    ),
    Pair(
        "Guildmaster", "Wrangler", "1 minion, 1 monster", ["Guildmaster", "Wrangler"], None, [3, 0], "each pays for its own tiles"
    ),
    Pair(
        "Guildmaster",
        "Claim Jumper",
        "3 minion",
        ["Guildmaster"],
        [],
        [3, 0],
        "it pays its player only, and is halved with the rest; both draw for each minion",
    ),
    Pair(
        "Sapper",
        "Sapper",
        "1 ruby",
        ["Expert Miner", "Sapper", "Sapper"],
        None,
        [2, 0],
        "after one Sapper there is dynamite, so none may follow, unless an Expert Miner halves it to none",
    ),
    Pair(
        "Sapper",
        "Scavenger",
        "1 ruby",
        ["Sapper", "Scavenger", "+dynamite", "stop"],
        None,
        [3, 0],
        "its dynamite stays and is added to what comes",
    ),
    Pair(
        "Sapper",
        "Wrangler",
        "2 ruby, 1 monster",
        ["Sapper", "Wrangler"],
        None,
        [5, 0],
        "the Sapper's dynamite doesn't multiply the Wrangler's coins",
    ),
    Pair("Sapper", "Claim Jumper", "3 ruby", [], ["Sapper"], [3, 3], "it works for both"),
    Pair(
        "Scavenger",
        "Scavenger",
        "1 ruby",
        ["Scavenger", "+ruby", "+gold", "+torch", "Scavenger", "+emerald"],
        None,
        [4, 0],
        "each adds up to three tiles, until the pool, here of four, is empty",
    ),
    Pair(
        "Scavenger",
        "Wrangler",
        "2 ruby",
        ["Wrangler", "Scavenger", "+monster", "stop"],
        None,
        [3, 0],
        "the Wrangler holds monsters that come later, too",
    ),
    Pair("Scavenger", "Claim Jumper", "2 ruby", [], ["Scavenger", "+dynamite", "stop"], [2, 2], "the tiles are there for both"),
    Pair("Wrangler", "Wrangler", "2 ruby, 2 monster", ["Wrangler", "Wrangler"], None, [6, 0], "Wranglers add up"),
    Pair(
        "Wrangler",
        "Claim Jumper",
        "4 ruby, 4 monster",
        ["Wrangler"],
        [],
        [4, 2],
        "no monster eats from either, but only the Wrangler's player is paid for them",
    ),
]

TWICE_JUMPED = (
    "Claim Jumper",
    "Claim Jumper",
    "a claim is jumped once only: the second jump fails, and its card stays in the hand",
)


def play(pair):
    pool = {"pool": "1 ruby, 1 emerald, 1 gold, 1 torch"} if pair.one == pair.other == "Scavenger" else {}
    return scored(pair.tiles, pair.moves, pair.jumper_moves, **pool)


@pytest.mark.parametrize("pair", PAIRS, ids=lambda pair: f"{pair.one} with {pair.other}")
def test_pair(pair):
    batch = play(pair)
    assert gains(batch) == pair.coins
    for card in (pair.one, pair.other):
        assert card in discards(batch) or card == "Claim Jumper"


def test_pair_sapper_after_a_sapper_needs_an_expert_miner():
    batch = table(caves={1: {"down": {1: "1 ruby"}, "claimer": 0}}, stage="score", hands={0: "2 Sapper"})
    do(batch, "score cave 1", "play Sapper")
    assert legal(batch) == {"play no more cards"}


def test_each_two_cards_are_tested():
    """The jump of a jumped claim is among the tests of turns."""
    tested = [(pair.one, pair.other) for pair in PAIRS] + [TWICE_JUMPED[:2]]
    assert tested == list(combinations_with_replacement(CARDS, 2))


def test_the_table_in_the_readme_says_the_same():
    text = README.read_text("utf-8")
    assert as_table() in text, as_table()


def as_table():
    """The table in Markdown; whose coins are given when a cave is shared: the claimer's, then the jumper's."""
    rows = ["| cards | for example | coins | why |", "| --- | --- | --- | --- |"]
    for pair in PAIRS:
        played = ", ".join(shown(pair.moves)) or "nothing"
        if pair.jumper_moves is not None:
            played = f"claimer: {played}; jumper: {', '.join(shown(pair.jumper_moves)) or 'nothing'}"
        coins = str(pair.coins[0]) if pair.jumper_moves is None else f"{pair.coins[0]} and {pair.coins[1]}"
        rows.append(f"| {pair.one}, {pair.other} | {pair.tiles}: {played} | {coins.replace('-', '−')} | {pair.why} |")
    rows.append(f"| {TWICE_JUMPED[0]}, {TWICE_JUMPED[1]} | | | {TWICE_JUMPED[2]} |")
    return "\n".join(rows) + "\n"


def shown(moves):
    """The cards, and the tiles that were added."""
    return [move.replace("+", "+ ") for move in moves if move != "stop"]


if __name__ == "__main__":
    print(as_table())
