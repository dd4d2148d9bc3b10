"""The rule-based player: strong enough, and sensible where it is clear what is sensible."""

from itertools import product

import numpy as np
import pytest
from games.greedy_greedy_goblins.hasty import Hasty
from games.greedy_greedy_goblins.table import CLANS, GAME, LABELS, do, random_action, table, view

import critter_envs
from critter_envs import Batch
from critter_envs.games.greedy_greedy_goblins import bot
from critter_envs.games.greedy_greedy_goblins.cards import TILE_COPIES, TILES

RULES = critter_envs.agent("rules", GAME)
NAMES = {action: label for label, action in LABELS.items()}


def choice(batch):
    """What it does in the game of a batch of one."""
    return NAMES[int(RULES.act(batch.observation, batch.mask)[0])]


# --- strength --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("num_players", [2, 3, 4])
def test_it_beats_random_players(num_players):
    result = critter_envs.play_match(GAME, ["rules", *["random"] * (num_players - 1)], num_players, 300, seed=1)
    assert result["rules"].wins.mean >= 0.98


@pytest.mark.parametrize("num_players", [2, 3, 4])
def test_alone_among_hasty_players_it_does_better_than_even(num_players):
    result = critter_envs.play_match(GAME, ["rules", *[Hasty()] * (num_players - 1)], num_players, 300, seed=2)
    assert result["rules"].wins.low > 1 / num_players


@pytest.mark.parametrize("num_players", [2, 3, 4])
def test_a_hasty_player_alone_among_its_like_does_worse_than_even(num_players):
    result = critter_envs.play_match(GAME, [Hasty(), *["rules"] * (num_players - 1)], num_players, 300, seed=3)
    assert result.agents[0].wins.high < 1 / num_players


@pytest.mark.parametrize("parameters", [{}, {"memory": False}, {"target": 255, "guildmaster_coins": 1}])
def test_it_plays_legally_at_every_table(parameters):
    batch = Batch(GAME, 60, [2, 3, 4], **parameters)
    for _ in range(1500):
        batch.step(RULES.act(batch.observation, batch.mask))  # an illegal action raises


def test_it_always_does_the_same_in_the_same_position():
    batch = Batch(GAME, 100, 4, seed=4)
    for _ in range(60):
        batch.step(RULES.act(batch.observation, batch.mask))
    first = RULES.act(batch.observation, batch.mask)
    assert (critter_envs.agent("rules", GAME, seed=9).act(batch.observation, batch.mask) == first).all()


def test_it_looks_at_nothing_but_the_observation():
    """Another deal of what it can't know, the same choice."""
    batch = Batch(GAME, 1, 4, seed=8)
    rng = np.random.default_rng(1)
    for decision in range(300):
        chosen = choice(batch)
        other = batch.clone()
        other.redeal(0, int(batch.player[0]))
        assert choice(other) == chosen
        batch.step([LABELS[chosen] if decision % 5 else random_action(batch, rng)])


# --- reckoning -------------------------------------------------------------------------------------------------


def test_it_counts_the_tiles_that_it_has_seen():
    batch = table(2, {1: {"down": {0: "2 dynamite", 1: "3 dynamite"}, "up": {1: "1 torch"}}}, held={0: "gold"})
    left = TILE_COPIES - np.array([0, 0, 0, 1, 0, 2, 0, 0, 0, 1])
    np.testing.assert_allclose(bot.count_tiles(view(batch, 0)).kinds, left / left.sum())


def odds_of(**shares):
    kinds = np.array([shares.get(kind.replace(" ", "_"), 0.0) for kind in TILES])
    return bot.Odds(kinds, kinds[5], kinds[6], 1.0 - kinds[5] - kinds[6])


@pytest.mark.parametrize("unknown", range(4))
@pytest.mark.parametrize("known", [(0, 0), (3, 0), (2, 1), (4, 2), (5, 3)])
def test_expected_pay_goes_through_all_that_unknown_tiles_may_be(known, unknown):
    """Treasures and dynamite that are known, and unknown rubies, dynamite and torches: each combination by itself."""
    odds = odds_of(ruby=0.3, dynamite=0.35, double_dynamite=0.1, torch=0.25)
    tiles, worth = np.zeros(10), np.array([1.0, 2.0, 1.0, 1.0, 2.0])
    tiles[0], tiles[5] = known
    expected = 0.0
    for drawn in product(("ruby", "dynamite", "double dynamite", "torch"), repeat=unknown):
        chance = np.prod([odds.kinds[TILES.index(kind)] for kind in drawn])
        dynamite = known[1] + drawn.count("dynamite") + 2 * drawn.count("double dynamite")
        expected += chance * ((known[0] + 2 * drawn.count("ruby")) * (1 + dynamite) if dynamite < 3 else -5)
    found = bot.expected_pay(tiles, unknown, odds, worth, bot.no_tools(), 0.0)
    assert found == pytest.approx(expected)


def test_cards_in_hand_make_dangerous_caves_worth_more():
    odds, worth = odds_of(torch=1.0), np.ones(5)
    tiles = np.zeros(10)
    tiles[0], tiles[5] = 4, 4
    plain, with_miner, with_canary = (
        bot.expected_pay(tiles, 0, odds, worth, bot.Tools(*tools), 0.0) for tools in ((0, 0, 0, 0), (1, 0, 0, 0), (0, 0, 1, 0))
    )
    assert plain == -5
    assert with_miner > 6
    assert -5 < with_canary < 0


# --- choices in mining -----------------------------------------------------------------------------------------


def test_it_claims_a_cave_that_pays_well():
    batch = table(2, {2: {"down": {0: "2 gold, 2 ruby, 2 dynamite"}}})
    assert choice(batch) == "claim cave 2"


def test_it_draws_as_long_as_there_is_nothing_worth_a_goblin():
    assert choice(table(2)) == "draw a tile"
    assert choice(table(2, {2: {"down": {0: "2 gold, 3 dynamite"}}})) == "draw a tile"


def test_it_stays_at_home_rather_than_be_blown_up():
    deadly = {number: {"up": {1: "3 dynamite"}} for number in range(1, 6)}
    assert choice(table(2, deadly, guildhall=1, retired=[1], draws_left=0)) == "retire"


def test_as_the_last_one_it_takes_its_five_draws_first():
    caves = {1: {"claimer": 1}, 2: {"claimer": 1}, 3: {"claimer": 1}, 4: {"down": {0: "2 gold, 2 ruby, 1 dynamite"}}}
    assert choice(table(2, caves, draws_left=3)) == "draw a tile"
    assert choice(table(2, caves, draws_left=0)) == "claim cave 4"


def test_it_builds_where_dynamite_multiplies():
    batch = table(2, {2: {"down": {0: "1 ruby, 2 dynamite"}}, 4: {"down": {0: "1 ruby"}}}, held={0: "sapphire"}, clans=CLANS)
    assert choice(batch) == "place the tile face down in cave 2"


def test_it_spoils_the_cave_that_another_player_builds():
    """Two dynamite and three treasures, all of the other player's: one dynamite more, and it blows up."""
    batch = table(2, {3: {"up": {1: "1 gold, 1 ruby, 1 diamond, 2 dynamite"}}}, held={0: "dynamite"}, guildhall=0)
    batch.states[0].claimer[[0, 1]] = 0, 0  # no goblin of its own is left for that cave
    batch.states[0].goblins[0] = 0
    batch.refresh(0)
    assert choice(batch) == "place the tile face down in cave 3"


def test_it_jumps_the_claim_to_a_rich_cave():
    batch = table(2, {1: {"up": {1: "4 gold, 3 ruby, 2 dynamite"}, "claimer": 1}}, hands={0: "1 Claim Jumper"})
    assert choice(batch) == "jump the claim to cave 1"


# --- choices in scoring ----------------------------------------------------------------------------------------


def scoring(tiles, cards, **more):
    batch = table(
        2, {1: {"down": {1: tiles}, "claimer": 0}}, stage="score", hands={0: cards}, clans=CLANS, **{"coins": (9, 9), **more}
    )
    do(batch, "score cave 1")
    return batch


@pytest.mark.parametrize(
    ("tiles", "cards", "expected"),
    [
        ("2 gold, 3 dynamite", "1 Canary, 1 Wrangler", "play Canary"),
        ("4 gold, 4 dynamite", "1 Canary, 1 Expert Miner", "play Expert Miner"),
        ("4 gold, 2 sapphire", "1 Sapper, 1 Canary", "play Sapper"),
        ("3 sapphire, 2 dynamite", "1 Sapphire Cutter, 1 Ruby Cutter", "play Sapphire Cutter"),
        ("3 monster, 3 diamond", "1 Wrangler", "play Wrangler"),
        ("4 minion", "1 Guildmaster", "play Guildmaster"),
        ("1 gold", "1 Canary, 1 Guildmaster, 1 Wrangler", "play no more cards"),
        ("5 gold, 7 dynamite, 2 double dynamite", "2 Expert Miner", "play Expert Miner"),
        ("4 gold, 4 ruby", "1 Scavenger", "play Scavenger"),
    ],
)
def test_it_plays_the_card_that_pays(tiles, cards, expected):
    assert choice(scoring(tiles, cards)) == expected


def test_it_stops_scavenging_when_dynamite_threatens():
    batch = scoring("4 gold, 2 ruby, 2 dynamite", "1 Scavenger")
    do(batch, "play Scavenger")
    assert choice(batch) == "add no more tiles"


def test_it_feeds_monsters_what_is_worth_the_least():
    batch = scoring("1 sapphire, 1 diamond, 1 ruby, 1 monster", "")
    do(batch, "play no more cards")
    assert choice(batch) == "let the monster eat ruby"


def test_it_scores_where_there_are_cards_to_draw_first():
    caves = {1: {"down": {0: "3 gold"}, "claimer": 0}, 2: {"down": {0: "2 minion"}, "claimer": 0}}
    assert choice(table(2, caves, stage="score")) == "score cave 2"
    assert choice(table(2, caves, guildhall=0, stage="score")) == "score the guildhall"


def test_it_shows_its_banker_and_discards_what_is_worth_the_least():
    assert choice(table(2, stage="banker", hands={0: "1 Banker"})) == "show the Banker"
    batch = table(2, stage="discard", hands={0: "1 Expert Miner, 1 Claim Jumper, 1 Ruby Cutter, 1 Canary"})
    assert choice(batch) == "discard Ruby Cutter"
