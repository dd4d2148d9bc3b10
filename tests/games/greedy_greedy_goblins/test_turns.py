"""Mining: each sentence of the rules and of how real time becomes ticks, from set positions."""

import numpy as np
import pytest
from games.greedy_greedy_goblins.table import (
    do,
    down,
    hand,
    held,
    legal,
    legal_for,
    lucky,
    table,
    tick,
    up,
    view,
)

from critter_envs import Batch
from critter_envs.games.greedy_greedy_goblins.cards import CLANS, MINION_COPIES, TILE_COPIES

CAVES = [f"cave {number}" for number in range(1, 9)]


# --- setup -----------------------------------------------------------------------------------------------------


def test_the_box_holds_60_tiles_and_24_minion_cards():
    assert TILE_COPIES.sum() == 60
    assert MINION_COPIES.sum() == 24


@pytest.mark.parametrize(("num_players", "caves", "goblins"), [(2, 5, 3), (3, 8, 3), (4, 8, 2)])
def test_caves_and_goblins_by_the_number_of_players(num_players, caves, goblins):
    batch = Batch("greedy_greedy_goblins", 1, num_players)
    s = batch.states[0]
    assert s.goblins[:num_players].tolist() == [goblins] * num_players
    assert legal(batch) == {"draw a tile", "retire", "claim the guildhall", *(f"claim {cave}" for cave in CAVES[:caves])}
    assert s.pool.tolist() == TILE_COPIES.tolist()
    assert s.deck.tolist() == MINION_COPIES.tolist()
    assert not s.hand.any()
    assert not s.coins.any()


def test_all_players_start_at_the_same_time():
    assert Batch("greedy_greedy_goblins", 1, 3).states[0].pending == 0b111


def test_clans_are_dealt_from_the_seed_no_two_alike():
    clans = Batch("greedy_greedy_goblins", 400, 3).states.clan[:, :3]
    assert all(len(set(row)) == 3 for row in clans.tolist())
    for seat in range(3):
        assert np.bincount(clans[:, seat], minlength=4).min() > 70


def test_clans_are_given_by_the_parameter():
    batch = Batch("greedy_greedy_goblins", 1, 2, clans=["Glittergreed", "Warraaage"])
    assert [CLANS[clan] for clan in batch.states[0].clan[:2]] == ["Glittergreed", "Warraaage"]


# --- ticks -----------------------------------------------------------------------------------------------------


def test_commits_are_carried_out_when_the_last_one_is_in():
    batch = table(3)
    do(batch, "claim cave 1", "draw a tile")
    assert (batch.states[0].claimer == -1).all()
    assert held(batch, 1) is None
    do(batch, "retire")
    assert batch.states[0].claimer[0] == 0
    assert held(batch, 1)
    assert batch.states[0].retired[2]


def test_the_order_of_commits_is_drawn_uniformly():
    """Three goblins for one cave."""
    first = []
    for seed in range(300):
        batch = table(3, seed=seed)
        do(batch, "claim cave 1", "claim cave 1", "claim cave 1")
        first.append(int(batch.states[0].claimer[0]))
    assert np.bincount(first).min() > 70


def test_a_tick_with_one_commit_draws_nothing():
    batch = table(2, retired=[0])
    before = batch.states[0].rng.tolist()
    do(batch, "claim cave 1")
    assert batch.states[0].rng.tolist() == before


def test_a_commit_that_is_not_legal_any_more_fails_and_the_player_chooses_again():
    batch = table(2)
    tick(batch, "claim cave 1", "claim cave 1", wish=lambda batch: batch.states[0].claimer[0] == 1)
    s = batch.states[0]
    assert s.goblins[:2].tolist() == [3, 2]
    assert s.pending == 0b11
    assert not s.commit.any()


def test_a_tile_for_a_cave_that_has_just_been_claimed_stays_in_the_hand():
    batch = table(2, held={0: "gold"})
    tick(batch, "place the tile face down in cave 1", "claim cave 1", wish=lambda batch: held(batch, 0))
    assert held(batch, 0) == "gold"
    assert down(batch, 1, 0) == ""


def test_there_is_no_waiting():
    assert "retire" in legal(table(2))
    assert legal(table(2, retired=[1], guildhall=0)) >= {"draw a tile", "retire"}


# --- tiles -----------------------------------------------------------------------------------------------------


def test_a_tile_is_drawn_at_random_and_looked_at():
    drawn = [held(batch, 0) for batch in (table(2, retired=[1], seed=seed) for seed in range(200)) if do(batch, "draw a tile")]
    assert set(drawn) == {
        "emerald",
        "ruby",
        "sapphire",
        "gold",
        "diamond",
        "dynamite",
        "double dynamite",
        "monster",
        "minion",
        "torch",
    }
    assert 30 < drawn.count("dynamite") < 80


def test_a_tile_in_hand_is_placed_before_the_next_one_is_drawn_and_nobody_retires_with_it():
    batch = table(2, held={0: "dynamite"})
    places = {f"place the tile face down in {cave}" for cave in CAVES[:5]}
    assert legal(batch) == {*places, *(f"claim {cave}" for cave in CAVES[:5]), "claim the guildhall"}


def test_a_placed_tile_lies_face_down():
    batch = table(2, held={0: "ruby"}, retired=[1])
    do(batch, "place the tile face down in cave 3")
    assert (down(batch, 3, 0), up(batch, 3)) == ("1 ruby", "")
    assert held(batch, 0) is None


def test_there_is_no_limit_to_the_tiles_on_a_cave_and_none_goes_to_the_guildhall():
    batch = table(2, {1: {"down": {1: "5 ruby, 5 gold, 16 dynamite, 6 minion, 5 emerald, 5 monster"}}}, held={0: "sapphire"})
    assert "place the tile face down in cave 1" in legal(batch)
    assert not any("tile" in label and "guildhall" in label for label in legal(batch))


def test_no_tile_is_drawn_from_an_empty_pool():
    assert "draw a tile" not in legal(table(2, pool=""))


def test_the_second_draw_from_a_pool_of_one_fails():
    batch = table(2, pool="1 gold")
    do(batch, "draw a tile", "draw a tile")
    assert sorted([held(batch, 0) or "", held(batch, 1) or ""]) == ["", "gold"]
    assert batch.states[0].pending == 0b11


# --- goblins ---------------------------------------------------------------------------------------------------


def test_a_claimed_location_takes_no_more_goblins_and_no_more_tiles():
    batch = table(2, {2: {"claimer": 1}}, guildhall=1, held={0: "torch"})
    free = [cave for cave in CAVES[:5] if cave != "cave 2"]
    expected = {f"claim {cave}" for cave in free} | {f"place the tile face down in {cave}" for cave in free}
    assert legal(batch) == expected | {f"place the torch face up in {cave}" for cave in free}


def test_a_goblin_may_be_placed_while_holding_a_tile():
    batch = table(2, held={0: "gold"}, retired=[1])
    do(batch, "claim cave 1")
    assert held(batch, 0) == "gold"
    assert batch.player[0] == 0
    assert "place the tile face down in cave 1" not in legal(batch)


def test_who_has_placed_all_goblins_draws_no_more_but_places_a_tile_in_hand():
    batch = table(2, {1: {"claimer": 0}, 2: {"claimer": 0}, 3: {"claimer": 0}}, held={0: "gold"})
    assert legal(batch) == {"place the tile face down in cave 4", "place the tile face down in cave 5"}
    do(batch, "place the tile face down in cave 4", "draw a tile")
    assert batch.states[0].pending == 0b10


def test_a_cave_may_be_claimed_with_nothing_on_it():
    batch = table(2)
    do(batch, "claim cave 1", "retire")
    assert batch.states[0].claimer[0] == 0


def test_a_player_may_leave_goblins_at_home_for_the_round():
    batch = table(2)
    do(batch, "retire", "draw a tile")
    assert batch.states[0].pending == 0b10
    assert batch.states[0].goblins[0] == 3


def test_the_round_ends_when_everybody_has_placed_all_goblins_or_retired():
    batch = table(2, {1: {"claimer": 0}, 2: {"claimer": 0}}, retired=[1])
    do(batch, "claim cave 3")
    assert legal(batch) == {"score cave 1", "score cave 2", "score cave 3"}


# --- all caves claimed -----------------------------------------------------------------------------------------

FOUR = {number: {"claimer": number % 2} for number in range(1, 5)}


def test_when_every_cave_is_claimed_a_tile_in_hand_goes_back_to_the_pool():
    batch = table(2, FOUR, held={0: "gold"}, retired=[1])
    before = int(batch.states[0].pool[3])
    do(batch, "claim cave 5")
    assert held(batch, 0) is None
    assert batch.states[0].pool[3] == before + 1


def test_a_tile_goes_back_also_in_the_middle_of_a_tick():
    """Seat 1's goblin comes first: the tile of seat 0, who has no goblins left, goes back, and the commit falls away."""
    caves = {1: {"claimer": 0}, 2: {"claimer": 0}, 3: {"claimer": 0}, 4: {"claimer": 1}}
    batch = table(2, caves, held={0: "gold"})
    tick(batch, "place the tile face down in cave 5", "claim cave 5", wish=lambda batch: down(batch, 5, 0) == "")
    assert held(batch, 0) is None
    assert batch.states[0].pending == 0b10
    assert legal(batch) == {"retire", "claim the guildhall"}


def test_a_holder_with_goblins_left_goes_on_without_the_tile():
    batch = table(2, FOUR, held={0: "gold"})
    tick(batch, "place the tile face down in cave 5", "claim cave 5", wish=lambda batch: down(batch, 5, 0) == "")
    assert batch.states[0].pending == 0b01
    assert legal(batch) == {"retire", "claim the guildhall"}


# --- torches ---------------------------------------------------------------------------------------------------


def test_a_torch_may_be_placed_face_down_without_its_power():
    batch = table(2, {1: {"down": {1: "1 ruby"}}}, held={0: "torch"}, retired=[1])
    do(batch, "place the tile face down in cave 1")
    assert (down(batch, 1, 0), up(batch, 1)) == ("1 torch", "")


def test_a_torch_face_up_in_a_cave_without_face_down_tiles_turns_up_nothing():
    batch = table(2, {1: {"up": {1: "1 ruby"}}}, held={0: "torch"}, retired=[1])
    do(batch, "place the torch face up in cave 1")
    assert up(batch, 1) == "1 ruby, 1 torch"
    assert batch.states[0].pending == 0b01


def test_a_torch_face_up_must_turn_up_a_tile_if_there_is_one():
    """A kind that its player knows to lie there, or an unknown one; the second choice is part of the commit."""
    batch = table(2, {1: {"down": {0: "2 ruby, 1 gold", 1: "1 monster"}}}, held={0: "torch"})
    do(batch, "place the torch face up in cave 1")
    assert batch.player[0] == 0
    assert legal(batch) == {f"turn up {what} with the torch" for what in ("your ruby", "your gold", "a tile of others")}
    do(batch, "turn up your gold with the torch", "draw a tile")
    assert (up(batch, 1, 0), down(batch, 1, 0)) == ("1 gold, 1 torch", "2 ruby")


def test_only_the_own_tiles_are_known_and_only_others_tiles_are_unknown():
    torch = "place the torch face up in cave 1"
    batch = table(2, {1: {"down": {0: "2 ruby"}}}, held={0: "torch"})
    do(batch, torch)
    assert legal(batch) == {"turn up your ruby with the torch"}
    batch = table(2, {1: {"down": {1: "2 ruby"}}}, held={0: "torch"})
    do(batch, torch)
    assert legal(batch) == {"turn up a tile of others with the torch"}


def test_an_unknown_tile_is_turned_up_uniformly_over_those_of_all_others():
    found = []
    for seed in range(200):
        caves = {1: {"down": {0: "5 gold", 1: "2 ruby", 2: "1 monster, 1 diamond"}}}
        batch = table(3, caves, held={0: "torch"}, retired=[1, 2], seed=seed)
        do(batch, "place the torch face up in cave 1", "turn up a tile of others with the torch")
        found.append(up(batch, 1).replace(", 1 torch", ""))
    assert {kind: found.count(kind) > 30 for kind in found} == {"1 ruby": True, "1 monster": True, "1 diamond": True}
    assert found.count("1 ruby") > 70


def test_everybody_sees_which_tile_was_turned_up_and_whose_it_was():
    batch = table(3, {1: {"down": {1: "1 diamond"}}}, held={0: "torch"}, retired=[1, 2])
    do(batch, "place the torch face up in cave 1", "turn up a tile of others with the torch")
    for seat in range(3):
        cave = view(batch, seat).caves[0]
        assert cave.up.tolist() == [0, 0, 0, 0, 1, 0, 0, 0, 0, 1]
        assert cave.up_by[(1 - seat) % 3].tolist() == [0, 0, 0, 0, 1, 0, 0, 0, 0, 0]
        assert cave.up_by[(0 - seat) % 3].tolist() == [0] * 9 + [1]


def test_a_torch_fails_if_its_tile_has_just_been_turned_up():
    """Both want to turn up the only tile; whoever comes second keeps the torch."""
    batch = table(2, {1: {"down": {0: "1 gold"}}}, held={0: "torch", 1: "torch"})
    do(batch, "place the torch face up in cave 1", "turn up your gold with the torch", "place the torch face up in cave 1")
    lucky(batch, "turn up a tile of others with the torch", lambda batch: held(batch, 0))
    assert (held(batch, 0), held(batch, 1)) == ("torch", None)
    assert up(batch, 1) == "1 gold, 1 torch"


def test_a_torch_that_was_to_turn_up_nothing_fails_if_a_tile_has_just_come_there():
    batch = table(2, held={0: "torch", 1: "ruby"})
    tick(batch, "place the torch face up in cave 1", "place the tile face down in cave 1", wish=lambda batch: held(batch, 0))
    assert (up(batch, 1), down(batch, 1, 1)) == ("", "1 ruby")


def test_a_torch_is_not_placed_on_a_claimed_cave():
    batch = table(2, held={0: "torch"})
    tick(batch, "place the torch face up in cave 1", "claim cave 1", wish=lambda batch: held(batch, 0))
    assert up(batch, 1) == ""


# --- the last player -------------------------------------------------------------------------------------------


def draws(batch):
    """How often the only player who is mining can draw and place."""
    number = 0
    while "draw a tile" in legal(batch):
        do(batch, "draw a tile", "place the tile face down in cave 5")
        number += 1
    return number


@pytest.mark.parametrize("last_commit", ["claim cave 2", "retire"])
def test_the_last_player_with_unplaced_goblins_draws_only_five_more_tiles(last_commit):
    batch = table(2, {1: {"claimer": 1}, 3: {"claimer": 1}})
    tick(batch, "claim the guildhall", last_commit)
    assert draws(batch) == 5
    assert legal(batch) >= {"retire", "claim cave 5"}


def test_the_limit_begins_with_a_jump_too():
    caves = {1: {"claimer": 1}, 3: {"claimer": 1}, 4: {"claimer": 0}}
    batch = table(2, caves, held={0: "gold"}, hands={1: "1 Claim Jumper"})
    tick(batch, "place the tile face down in cave 5", "jump the claim to cave 4")
    assert draws(batch) == 5


@pytest.mark.parametrize("first", [0, 1])
def test_a_later_draw_of_the_same_tick_counts(first):
    """Seat 1 places the last goblin in the tick in which seat 0 draws: before the draw it counts, after it doesn't."""
    batch = table(2, {1: {"claimer": 1}, 3: {"claimer": 1}})
    left = 5 if first == 0 else 4
    tick(batch, "draw a tile", "claim cave 2", wish=lambda batch: batch.states[0].draws_left == left)
    do(batch, "place the tile face down in cave 5")
    assert draws(batch) == left


def test_a_tile_in_hand_is_over_and_above_the_five():
    batch = table(2, {1: {"claimer": 1}, 3: {"claimer": 1}}, held={0: "gold"})
    tick(batch, "claim the guildhall", "claim cave 2")
    do(batch, "place the tile face down in cave 5")
    assert draws(batch) == 5


def test_the_limit_holds_for_the_last_player_whoever_else_still_holds_a_tile():
    batch = table(2, {1: {"claimer": 1}, 3: {"claimer": 1}, 4: {"claimer": 1}}, held={1: "gold"}, draws_left=1)
    do(batch, "draw a tile", "place the tile face down in cave 5")
    assert batch.states[0].pending == 0b01
    assert batch.states[0].draws_left == 0
    assert "draw a tile" not in legal_for(batch, 0)


def test_there_is_no_limit_while_two_have_unplaced_goblins():
    batch = table(3, retired=[2])
    for _ in range(8):
        do(batch, "draw a tile", "draw a tile", "place the tile face down in cave 8", "place the tile face down in cave 8")
    assert batch.states[0].draws_left == 5
    assert "draw a tile" in legal(batch)


# --- Claim Jumper ----------------------------------------------------------------------------------------------


def test_claim_jumper_is_played_during_mining_on_a_cave_that_another_player_has_claimed():
    caves = {1: {"claimer": 0}, 2: {"claimer": 1}, 3: {"claimer": 2}, 4: {"claimer": 1, "jumper": 2}}
    batch = table(3, caves, guildhall=1, hands={0: "1 Claim Jumper"})
    assert {label for label in legal(batch) if label.startswith("jump")} == {
        "jump the claim to cave 2",
        "jump the claim to cave 3",
    }


def test_claim_jumper_places_a_goblin_and_is_discarded():
    batch = table(2, {1: {"claimer": 1}}, hands={0: "2 Claim Jumper"})
    do(batch, "jump the claim to cave 1", "draw a tile")
    s = batch.states[0]
    assert s.jumper[0] == 0
    assert s.goblins[0] == 2
    assert hand(batch, 0) == "1 Claim Jumper"
    assert s.discards[12] == 1


def test_claim_jumper_needs_a_goblin_at_home():
    caves = {1: {"claimer": 0}, 2: {"claimer": 0}, 3: {"claimer": 0}, 4: {"claimer": 1}}
    batch = table(2, caves, held={0: "gold"}, hands={0: "1 Claim Jumper"})
    assert legal(batch) == {"place the tile face down in cave 5"}


def test_claim_jumper_may_be_played_while_holding_a_tile():
    batch = table(2, {1: {"claimer": 1}}, held={0: "gold"}, hands={0: "1 Claim Jumper"})
    do(batch, "jump the claim to cave 1", "draw a tile")
    assert held(batch, 0) == "gold"
    assert batch.states[0].jumper[0] == 0


def test_claim_jumper_needs_a_claim_from_before_the_tick():
    batch = table(2, hands={1: "1 Claim Jumper"})
    do(batch, "claim cave 1")
    assert "jump the claim to cave 1" not in legal(batch)


def test_claim_jumper_cannot_be_played_on_the_guildhall():
    batch = table(2, guildhall=1, hands={0: "1 Claim Jumper"})
    assert not any(label.startswith("jump") for label in legal(batch))


def test_claim_jumper_with_claim_jumper_the_second_jump_fails_and_its_card_stays_in_the_hand():
    batch = table(3, {1: {"claimer": 2}}, hands={0: "1 Claim Jumper", 1: "1 Claim Jumper"})
    jump = "jump the claim to cave 1"
    tick(batch, jump, jump, "draw a tile", wish=lambda batch: batch.states[0].jumper[0] == 1)
    assert hand(batch, 0) == "1 Claim Jumper"
    assert batch.states[0].goblins[:3].tolist() == [3, 2, 2]
    assert jump not in legal(batch)
