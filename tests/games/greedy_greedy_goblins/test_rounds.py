"""The order of scoring, the guildhall, Bankers, the end of the game, discards and the next round; pay and truncation."""

import numpy as np
import pytest
from games.greedy_greedy_goblins.table import coins, discards, do, hand, legal, table, view

from critter_envs import Batch
from critter_envs.games.greedy_greedy_goblins.cards import MINION_COPIES, TILE_COPIES

ONE_EACH = {number: {"claimer": number - 1} for number in (1, 2, 3)}


def end_round(num_players, first=0, **position):
    """A batch after the last choice of a round, in which nobody earns anything, and its outcome."""
    order = sorted(range(num_players), key=lambda seat: seat != first)
    batch = table(num_players, {1: {"claimer": first}}, stage="score", order=order, **position)
    return batch, do(batch, "score cave 1", "play no more cards")


def order_of_scoring(given, seed=0):
    """The seats as they come to score when the round's mining ends with these coins."""
    players = len(given)
    batch = table(players, {number: {"claimer": number - 1} for number in range(1, players + 1)}, coins=given, seed=seed)
    do(batch, *["retire"] * players)
    return batch.states[0].order[:players].tolist()


def test_the_player_with_the_most_coins_scores_first():
    assert order_of_scoring([4, 9, 6]) == [1, 2, 0]


def test_ties_are_resolved_randomly():
    orders = [tuple(order_of_scoring([5, 7, 5, 5], seed)) for seed in range(240)]
    assert {order[0] for order in orders} == {1}
    assert len(set(orders)) == 6
    assert min(orders.count(order) for order in orders) > 15


def test_each_player_scores_all_goblins_in_turn_in_any_order_they_wish():
    caves = {1: {"claimer": 0}, 2: {"claimer": 1}, 3: {"claimer": 0}}
    batch = table(2, caves, guildhall=0, stage="score")
    assert legal(batch) == {"score cave 1", "score cave 3", "score the guildhall"}
    do(batch, "score cave 3", "play no more cards")
    assert legal(batch) == {"score cave 1", "score the guildhall"}
    do(batch, "score the guildhall")
    do(batch, "score cave 1", "play no more cards")
    assert batch.player[0] == 1
    assert legal(batch) == {"score cave 2"}


def test_scoring_the_order_stands_as_the_coins_stood_when_mining_ended():
    batch = table(
        3, {1: {"down": {0: "5 ruby, 2 dynamite"}, "claimer": 2}, 2: {"claimer": 1}, 3: {"claimer": 0}}, coins=[3, 2, 1]
    )
    do(batch, "retire", "retire", "retire")
    for seat in range(3):
        assert batch.player[0] == seat
        do(batch, f"score cave {3 - seat}", "play no more cards")


def test_the_guildhall_gives_one_card():
    batch = table(2, guildhall=0, stage="score")
    do(batch, "score the guildhall")
    assert batch.states[0].hand[0].sum() == 1
    assert batch.states[0].deck.sum() == 23


def test_if_the_deck_runs_out_the_discards_form_a_new_one():
    batch = table(2, guildhall=0, stage="score", deck="", discards="1 Sapper", hands={1: "1 Canary"})
    do(batch, "score the guildhall")
    assert batch.states[0].hand[0].sum() == 1
    assert discards(batch) == ""
    assert batch.states[0].deck.sum() == 22


def test_the_deck_is_made_anew_at_the_draw_that_finds_it_empty():
    batch = table(2, guildhall=0, stage="score", deck="1 Sapper")
    do(batch, "score the guildhall")
    assert hand(batch, 0) == "1 Sapper"
    assert batch.states[0].deck.sum() == 0


def test_with_no_discards_either_nothing_is_drawn():
    everything = ", ".join(f"{count} {kind}" for count, kind in zip(MINION_COPIES, KINDS, strict=True))
    batch = table(2, guildhall=0, stage="score", deck="", hands={1: everything}, bankers={1: 1})
    do(batch, "score the guildhall")
    assert hand(batch, 0) == ""


KINDS = (
    "Emerald Cutter", "Ruby Cutter", "Sapphire Cutter", "Gold Smelter", "Diamond Cutter", "Canary", "Expert Miner",
    "Guildmaster", "Sapper", "Scavenger", "Wrangler", "Banker", "Claim Jumper",
)  # fmt: skip


def test_cards_on_the_cave_are_not_among_the_discards_while_it_draws():
    """With one card in the deck and none discarded, two minion tiles give one card: the Sapper on the cave comes too late."""
    caves = {1: {"down": {1: "2 minion"}, "claimer": 0}}
    others = ", ".join(
        f"{count - (kind in ('Sapper', 'Canary'))} {kind}" for count, kind in zip(MINION_COPIES, KINDS, strict=True)
    )
    batch = table(2, caves, stage="score", hands={0: "1 Sapper", 1: others}, deck="1 Canary", bankers={1: 1})
    do(batch, "score cave 1", "play Sapper", "play no more cards")
    assert hand(batch, 0) == "1 Canary"
    assert discards(batch) == "1 Sapper"


def test_a_blown_up_goblin_costs_five_coins_but_never_more_than_there_are():
    caves = {1: {"down": {1: "3 dynamite"}, "claimer": 0}}
    for before, after in ((7, 2), (5, 0), (3, 0), (0, 0)):
        batch = table(2, caves, stage="score", coins=[before, 0])
        do(batch, "score cave 1", "play no more cards")
        assert coins(batch) == [after, 0]


def test_unplaced_goblins_score_nothing_and_are_safe():
    batch = table(2, {1: {"down": {1: "3 dynamite"}}}, coins=[7, 7])
    do(batch, "retire", "retire")
    assert coins(batch) == [7, 7]
    assert batch.states[0].round_number == 2


# --- Bankers ---------------------------------------------------------------------------------------------------


def test_only_holders_of_a_banker_are_asked():
    batch = table(3, {1: {"claimer": 0}}, stage="score", order=[0, 1, 2], hands={1: "1 Banker", 0: "1 Canary"})
    do(batch, "score cave 1", "play no more cards")
    assert batch.player[0] == 1
    do(batch, "show the Banker")
    assert batch.states[0].round_number == 2


# --- the end of the game ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(("num_players", "target"), [(2, 100), (3, 100), (4, 60)])
def test_the_game_ends_at_100_coins_or_60_for_four(num_players, target):
    for points, ends in ((target, True), (target + 7, True), (target - 1, False)):
        batch, (_, terminated, _) = end_round(num_players, coins=[points, *[3] * (num_players - 1)])
        assert terminated[0] == ends
    assert batch.states[0].round_number == 2


def test_target_replaces_it():
    _, (_, terminated, _) = end_round(2, coins=[20, 3], target=20)
    assert terminated[0]
    _, (_, terminated, _) = end_round(2, coins=[120, 3], target=200)
    assert not terminated[0]


def test_the_player_with_the_most_coins_wins():
    batch, (rewards, _, _) = end_round(3, coins=[104, 112, 7])
    assert batch.standings()[1][0, :3].tolist() == [0, 1, 0]
    assert rewards[0, :3].tolist() == [-0.5, 1, -0.5]


def test_a_tie_for_the_most_coins_is_broken_by_another_round():
    batch = table(3, coins=[104, 104, 7])
    _, terminated, _ = do(batch, "retire", "retire", "retire")
    assert not terminated[0]
    assert batch.states[0].round_number == 2
    batch.states[0].coins[0] += 1
    _, terminated, _ = do(batch, "retire", "retire", "retire")
    assert terminated[0]


def test_a_tie_behind_the_leader_is_none():
    _, (_, terminated, _) = end_round(3, coins=[110, 104, 104])
    assert terminated[0]


def test_the_end_is_judged_after_the_bankers():
    batch = table(2, stage="banker", hands={0: "1 Banker"}, coins=[99, 5])
    _, terminated, _ = do(batch, "show the Banker")
    assert terminated[0]
    batch = table(2, stage="banker", hands={0: "1 Banker"}, coins=[100, 101])
    _, terminated, _ = do(batch, "show the Banker")
    assert not terminated[0]  # a tie now


def test_nobody_discards_when_the_game_is_over():
    batch, (_, terminated, _) = end_round(2, hands={0: "2 Canary, 2 Sapper"}, coins=[100, 5])
    assert terminated[0]
    assert batch.states[0].hand[0].sum() == 4


# --- the next round --------------------------------------------------------------------------------------------


def test_hands_are_cut_down_to_three_one_card_at_a_time_in_the_order_of_scoring():
    hands = {0: "2 Canary, 2 Sapper", 1: "2 Wrangler, 2 Guildmaster, 1 Scavenger"}
    batch, _ = end_round(2, first=1, hands=hands, coins=[3, 9])
    assert batch.player[0] == 1
    assert legal(batch) == {"discard Wrangler", "discard Guildmaster", "discard Scavenger"}
    do(batch, "discard Wrangler")
    assert batch.player[0] == 1
    do(batch, "discard Scavenger")
    assert batch.player[0] == 0
    do(batch, "discard Canary")
    assert batch.states[0].round_number == 2
    assert (hand(batch, 0), hand(batch, 1)) == ("1 Canary, 2 Sapper", "2 Guildmaster, 1 Wrangler")
    assert discards(batch) == "1 Canary, 1 Scavenger, 1 Wrangler"


def test_three_cards_may_be_kept():
    batch = table(2, hands={0: "2 Canary, 1 Sapper"})
    do(batch, "retire", "retire")
    assert batch.states[0].round_number == 2


def test_goblins_come_home_and_tiles_go_back_to_the_pool():
    caves = {
        1: {"down": {0: "3 dynamite"}, "claimer": 0},
        2: {"up": {1: "2 torch"}, "claimer": 1, "jumper": 0},
        3: {"down": {1: "1 gold"}},
    }
    batch = table(2, caves, guildhall=1, stage="score")
    do(batch, "score cave 1", "play no more cards", "score cave 2", *["play no more cards"] * 2, "score the guildhall")
    s = batch.states[0]
    assert s.round_number == 2
    assert s.goblins[:2].tolist() == [3, 3]
    assert (s.claimer == -1).all()
    assert (s.jumper == -1).all()
    assert s.pool.tolist() == TILE_COPIES.tolist()
    assert s.pending == 0b11


def test_a_retired_player_is_back_in_the_next_round_and_the_last_player_has_no_limit_any_more():
    batch = table(2)
    do(batch, "retire", "retire")
    s = batch.states[0]
    assert not s.retired.any()
    assert (s.last_one, s.draws_left) == (0, 5)


# --- pay and truncation ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("reward", "pay"),
    [
        ("win", [1, -1 / 3, -1 / 3, -1 / 3]),
        ("score", [(70 - 32) / 40, (20 - 32) / 40, (20 - 32) / 40, (18 - 32) / 40]),
        ("rank", [1, 0, 0, -1]),
    ],
)
def test_the_last_reward(reward, pay):
    _, (rewards, terminated, _) = end_round(4, coins=[70, 20, 20, 18], reward=reward)
    assert terminated[0]
    np.testing.assert_allclose(rewards[0], pay)


def test_before_the_end_nobody_is_paid():
    rewards, _, _ = do(table(2, coins=[30, 3]), "retire", "retire")
    assert not rewards.any()


def test_a_truncated_game_is_paid_as_it_stands():
    batch = table(2, {1: {"down": {0: "5 ruby"}, "claimer": 0}}, coins=[3, 4], max_decisions=2)
    rewards, terminated, truncated = do(batch, "draw a tile", "draw a tile")
    assert (terminated[0], truncated[0]) == (False, True)
    assert rewards[0, :2].tolist() == [-1, 1]


def test_all_tied_players_win_a_truncated_game():
    rewards, _, truncated = do(table(3, coins=[4, 4, 1], max_decisions=1), "draw a tile")
    assert truncated[0]
    np.testing.assert_allclose(rewards[0, :3], [0.25, 0.25, -0.5])


def test_random_players_are_cut_off_at_3000_decisions():
    batch = Batch("greedy_greedy_goblins", 1, 2)
    assert batch.states[0].max_decisions == 3000


def test_the_round_is_observed():
    batch = table(2)
    do(batch, "retire", "retire")
    assert view(batch, 0).round_number == 2
