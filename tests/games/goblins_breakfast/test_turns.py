"""Actions, hands, the Matron and the end: each sentence of the rules, from a set position."""

import numpy as np
import pytest
from games.goblins_breakfast.table import (
    act,
    actions,
    discard,
    discarded,
    eat,
    fight,
    hand,
    kind_of,
    legal,
    steal,
    stomach,
    supply,
    table,
    take,
    words,
)

from critter_envs.games.goblins_breakfast.cards import GOODS

EMPTY = ["", "", ""]


# --- the four actions ------------------------------------------------------------------------------------------


def test_what_can_be_done_on_a_turn():
    """All in the supply can be taken, food in hand eaten, and cards stolen from those with less weapons; no passing."""
    batch = table(["food 2, weapon 1", "big food 4", "2 weapon 1"], "food 1, weapon 3, Snatch, food 3")
    expected = actions(batch, take, "food 1", "weapon 3", "Snatch", "food 3")
    expected |= actions(batch, eat, "food 2") | actions(batch, steal, (1, "big food 4"))
    assert legal(batch) == expected


def test_a_taken_card_comes_into_the_hand_and_is_replaced_at_once():
    batch = table(EMPTY, "food 1, 2 food 2, weapon 1", "weapon 3, food 1")
    act(batch, take, "food 2")
    assert hand(batch, 0) == "food 2"
    assert supply(batch) == "food 1, food 2, weapon 1, weapon 3"
    assert batch.states[0].pile_size == 1
    assert batch.player[0] == 1


def test_the_turn_goes_clockwise_round_the_table():
    batch = table(EMPTY, "food 1, 2 food 2, weapon 1", "weapon 3, food 1", turn=2)
    act(batch, take, "food 2")
    assert batch.player[0] == 0


def test_eaten_food_goes_to_the_stomach_and_draws_no_card():
    batch = table(["food 2, food 3", "", ""], "food 1, 2 food 2, weapon 1", "weapon 3", stomachs=["food 1"])
    act(batch, eat, "food 3")
    assert (hand(batch, 0), stomach(batch, 0)) == ("food 2", "food 1, food 3")
    assert batch.states[0].pile_size == 1
    assert batch.player[0] == 1


def test_weapons_cannot_be_eaten():
    batch = table(["weapon 1", "", ""], "food 1, 2 food 2, weapon 1", "weapon 3")
    assert not legal(batch) & actions(batch, eat, "weapon 1")


def test_a_stolen_card_comes_into_the_hand_of_the_thief():
    batch = table(["weapon 2", "food 3, weapon 1", ""], "food 1, 2 food 2, weapon 1", "weapon 3")
    act(batch, steal, 1, "food 3")
    assert (hand(batch, 0), hand(batch, 1)) == ("food 3, weapon 2", "weapon 1")
    assert supply(batch) == "food 1, 2 food 2, weapon 1"
    assert batch.player[0] == 1


def test_weapons_can_be_stolen_too():
    batch = table(["weapon 2", "food 3, weapon 1", ""], "food 1, 2 food 2, weapon 1", "weapon 3")
    act(batch, steal, 1, "weapon 1")
    assert hand(batch, 0) == "weapon 1, weapon 2"


@pytest.mark.parametrize(
    ("own", "other", "possible"),
    [
        ("weapon 2", "weapon 1", True),
        ("weapon 2", "weapon 2", False),  # equal isn't better
        ("weapon 2", "weapon 3", False),
        ("weapon 1", "food 3", True),  # no weapon is worth zero
        ("food 1", "food 3", False),
        ("", "food 3", False),
        ("weapon 1, weapon 2", "weapon 2, food 1", True),  # two weapons are added up
        ("weapon 3", "weapon 1, weapon 2", False),
        ("big weapon 4", "weapon 3", True),
        ("big weapon 4", "weapon 3, weapon 1", False),
        ("weapon 3", "", False),  # nothing to steal
    ],
)
def test_stealing_needs_better_weapons_than_that_player(own, other, possible):
    batch = table([own, other, "weapon 3, weapon 2"], "food 1, 2 food 2, weapon 1")
    from_left = {
        action for action in legal(batch) if steal(1, "grab-berries 1", batch) <= action < steal(2, "grab-berries 1", batch)
    }
    assert bool(from_left) == possible
    assert not legal(batch) & actions(batch, steal, (2, "weapon 3"), (2, "weapon 2"))


# --- two hands -------------------------------------------------------------------------------------------------


def test_two_one_handed_cards_or_a_two_handed_one_can_be_held():
    batch = table(["food 2", "", ""], "food 1, 2 food 2, weapon 1", "2 weapon 3")
    act(batch, take, "weapon 1")
    assert batch.player[0] == 1
    batch = table(EMPTY, "food 1, big food 5, food 2, weapon 1", "2 weapon 3")
    act(batch, take, "big food 5")
    assert batch.player[0] == 1


def test_a_third_card_makes_a_discard_of_any_of_them_and_nothing_is_drawn_before():
    batch = table(["food 2, weapon 3", "", ""], "food 1, 2 food 2, weapon 1", "food 3")
    act(batch, take, "food 1")
    assert batch.player[0] == 0
    assert legal(batch) == actions(batch, discard, "food 2", "weapon 3", "food 1")
    assert batch.states[0].pile_size == 1
    before = discarded(batch, "food 1")
    act(batch, discard, "food 1")  # the new one
    assert (hand(batch, 0), discarded(batch, "food 1")) == ("food 2, weapon 3", before + 1)
    assert supply(batch) == "2 food 2, food 3, weapon 1"
    assert batch.player[0] == 1


def test_a_two_handed_card_on_a_full_hand_may_cost_one_discard_or_two():
    batch = table(["food 2, weapon 3", "", ""], "food 1, big food 5, food 2, weapon 1", "food 3")
    act(batch, take, "big food 5")
    for_one = batch.clone()
    act(for_one, discard, "big food 5")
    assert (hand(for_one, 0), for_one.player[0]) == ("food 2, weapon 3", 1)
    act(batch, discard, "food 2")
    assert batch.player[0] == 0
    assert legal(batch) == actions(batch, discard, "weapon 3", "big food 5")
    for_two = batch.clone()
    act(for_two, discard, "weapon 3")
    assert (hand(for_two, 0), for_two.player[0]) == ("big food 5", 1)
    act(batch, discard, "big food 5")
    assert (hand(batch, 0), batch.player[0]) == ("weapon 3", 1)


def test_a_one_handed_card_beside_a_two_handed_one_makes_a_discard():
    batch = table(["big weapon 5", "", ""], "food 1, 2 food 2, weapon 1", "food 3")
    act(batch, take, "food 1")
    assert legal(batch) == actions(batch, discard, "big weapon 5", "food 1")


def test_a_thief_with_full_hands_discards():
    batch = table(["2 weapon 2", "food 3", ""], "food 1, 2 food 2, weapon 1", "food 3")
    act(batch, steal, 1, "food 3")
    assert batch.player[0] == 0
    assert legal(batch) == actions(batch, discard, "weapon 2", "food 3")
    act(batch, discard, "weapon 2")
    assert (hand(batch, 0), hand(batch, 1)) == ("food 3, weapon 2", "")
    assert batch.player[0] == 1


def test_nobody_may_discard_without_need():
    batch = table(["food 2, weapon 3", "", ""], "food 1, 2 food 2, weapon 1", "food 3")
    assert not legal(batch) & actions(batch, discard, "food 2", "weapon 3")


# --- extra turns -----------------------------------------------------------------------------------------------


def test_grab_berries_from_the_supply_give_an_extra_turn():
    batch = table(EMPTY, "grab-berries 1, 2 food 2, weapon 1", "food 3, food 1")
    act(batch, take, "grab-berries 1")
    assert (hand(batch, 0), batch.player[0], batch.states[0].extra) == ("grab-berries 1", 0, 0)
    assert supply(batch) == "2 food 2, food 3, weapon 1"
    act(batch, take, "food 3")
    assert batch.player[0] == 1


def test_extra_turns_chain():
    batch = table(EMPTY, "2 grab-berries 1, Feeding Frenzy, weapon 1", "food 3, food 1, 2 food 2")
    for name in ("grab-berries 1", "Feeding Frenzy", "grab-berries 1"):
        act(batch, take, name)
        if name == "Feeding Frenzy":
            act(batch, eat, "grab-berries 1")
        assert batch.player[0] == 0
    act(batch, take, "weapon 1")
    assert batch.player[0] == 1
    assert (hand(batch, 0), stomach(batch, 0)) == ("grab-berries 1, weapon 1", "grab-berries 1")


def test_grab_berries_that_are_thrown_away_at_once_give_it_too():
    batch = table(["food 2, weapon 3", "", ""], "grab-berries 1, 2 food 2, weapon 1", "food 3")
    act(batch, take, "grab-berries 1")
    assert batch.states[0].extra == 1
    act(batch, discard, "grab-berries 1")
    assert (hand(batch, 0), batch.player[0], batch.states[0].extra) == ("food 2, weapon 3", 0, 0)
    assert legal(batch) & actions(batch, take, "food 2")


def test_stolen_grab_berries_give_none():
    batch = table(["weapon 3", "grab-berries 1", ""], "food 1, 2 food 2, weapon 1", "food 3")
    act(batch, steal, 1, "grab-berries 1")
    assert batch.player[0] == 1


def test_eaten_grab_berries_give_none():
    batch = table(["grab-berries 1", "", ""], "food 1, 2 food 2, weapon 1", "food 3")
    act(batch, eat, "grab-berries 1")
    assert batch.player[0] == 1


def test_snatched_grab_berries_give_none():
    batch = table(["", "grab-berries 1", ""], "food 1, 2 food 2, Snatch", "food 3")
    act(batch, take, "Snatch")
    act(batch, steal, 1, "grab-berries 1")
    assert (hand(batch, 0), batch.player[0]) == ("grab-berries 1", 1)


# --- special cards ---------------------------------------------------------------------------------------------


def test_feeding_frenzy_eats_one_food_card_and_gives_one_extra_turn():
    """Also where the food is grab-berries, which would give one when taken."""
    batch = table(["grab-berries 1, food 3", "", ""], "food 1, 2 food 2, Feeding Frenzy", "food 3, food 1")
    before = discarded(batch, "Feeding Frenzy")
    act(batch, take, "Feeding Frenzy")
    assert legal(batch) == actions(batch, eat, "grab-berries 1", "food 3")
    assert (batch.states[0].special, batch.states[0].pile_size) == (1, 2)
    act(batch, eat, "grab-berries 1")
    assert (hand(batch, 0), stomach(batch, 0)) == ("food 3", "grab-berries 1")
    assert discarded(batch, "Feeding Frenzy") == before + 1
    assert supply(batch) == "food 1, 2 food 2, food 3"
    assert (batch.player[0], batch.states[0].special) == (0, 0)
    act(batch, eat, "food 3")
    assert batch.player[0] == 1


def test_feeding_frenzy_without_food_gives_the_extra_turn_alone():
    batch = table(["weapon 2", "", ""], "food 1, 2 food 2, Feeding Frenzy", "food 3, food 1")
    act(batch, take, "Feeding Frenzy")
    assert batch.player[0] == 0
    assert supply(batch) == "food 1, 2 food 2, food 3"
    assert legal(batch) == actions(batch, take, "food 1", "food 2", "food 3")


def test_food_fight_discards_a_card_of_another_player():
    batch = table(["food 1", "food 3, weapon 3", "big food 6"], "food 1, 2 food 2, Food Fight", "food 3, food 1")
    before = discarded(batch, "Food Fight"), discarded(batch, "weapon 3")
    act(batch, take, "Food Fight")
    assert batch.player[0] == 0
    assert legal(batch) == actions(batch, fight, (1, "food 3"), (1, "weapon 3"), (2, "big food 6"))  # compulsory
    act(batch, fight, 1, "weapon 3")
    assert (hand(batch, 1), hand(batch, 0)) == ("food 3", "food 1")
    assert (discarded(batch, "Food Fight"), discarded(batch, "weapon 3")) == (before[0] + 1, before[1] + 1)
    assert batch.player[0] == 1


def test_food_fight_reaches_the_last_seat():
    batch = table([""] * 5 + ["food 2"], "food 1, 5 food 2, Food Fight", "food 3")
    act(batch, take, "Food Fight")
    act(batch, fight, 5, "food 2")
    assert hand(batch, 5) == ""


def test_snatch_takes_a_card_whatever_the_weapons():
    batch = table(["food 1", "food 3, weapon 3", "big food 6"], "food 1, 2 food 2, Snatch", "food 3, food 1")
    act(batch, take, "Snatch")
    assert legal(batch) == actions(batch, steal, (1, "food 3"), (1, "weapon 3"), (2, "big food 6"))
    act(batch, steal, 1, "food 3")
    assert (hand(batch, 0), hand(batch, 1)) == ("food 1, food 3", "weapon 3")
    assert batch.player[0] == 1
    assert discarded(batch, "Snatch") == 3


def test_a_snatch_into_full_hands_makes_a_discard_before_the_special_card_goes():
    batch = table(["food 1, weapon 1", "food 3", ""], "food 1, 2 food 2, Snatch", "food 3, food 1")
    act(batch, take, "Snatch")
    act(batch, steal, 1, "food 3")
    assert legal(batch) == actions(batch, discard, "food 1", "weapon 1", "food 3")
    assert (batch.states[0].special, discarded(batch, "Snatch"), batch.states[0].pile_size) == (3, 2, 2)
    act(batch, discard, "weapon 1")
    assert (batch.states[0].special, discarded(batch, "Snatch"), batch.states[0].pile_size) == (0, 3, 1)
    assert batch.player[0] == 1


@pytest.mark.parametrize("name", ["Food Fight", "Snatch"])
def test_with_nothing_to_act_on_a_special_card_is_discarded(name):
    """One's own cards are no target."""
    batch = table(["food 1", "", ""], f"food 1, 2 food 2, {name}", "food 3, food 1")
    act(batch, take, name)
    assert batch.player[0] == 1
    assert discarded(batch, name) == 3
    assert hand(batch, 0) == "food 1"


# --- the Matron ------------------------------------------------------------------------------------------------


def test_the_matron_takes_all_from_supply_and_hands_if_no_food_is_in_play():
    """The last food is eaten: all weapons and special cards go, and a new supply is dealt."""
    batch = table(
        ["food 1, weapon 2", "weapon 3", ""],
        "weapon 1, big weapon 4, Snatch, weapon 2",
        "food 1, food 2, weapon 1, weapon 2, food 3",
    )
    act(batch, eat, "food 1")
    assert [hand(batch, seat) for seat in range(3)] == EMPTY
    assert supply(batch) == "food 1, food 2, weapon 1, weapon 2"
    assert stomach(batch, 0) == "food 1"  # not hers
    assert (discarded(batch, "weapon 3"), discarded(batch, "Snatch")) == (3, 3)
    assert batch.player[0] == 1


@pytest.mark.parametrize(("hands", "first"), [(["food 1", "food 2", ""], "weapon 1"), (["food 1", "", ""], "food 3")])
def test_the_matron_stays_away_while_food_is_in_a_hand_or_in_the_supply(hands, first):
    batch = table(hands, f"{first}, big weapon 4, Snatch, weapon 2", "5 food 2")
    act(batch, eat, "food 1")
    assert batch.states[0].supply.sum() == 4
    assert batch.states[0].pile_size == 5
    assert discarded(batch, "Snatch") == 2


def test_the_matron_comes_again_if_the_new_supply_has_no_food():
    batch = table(
        ["food 1", "", ""], "weapon 1, big weapon 4, Snatch, weapon 2", "3 weapon 1, Food Fight, food 1, 3 weapon 2, food 3"
    )
    act(batch, eat, "food 1")
    assert supply(batch) == "food 1, 3 weapon 2"
    assert (discarded(batch, "weapon 1"), batch.states[0].pile_size) == (6, 1)


@pytest.mark.parametrize(("drawn", "kept", "left"), [("food 2", "2 weapon 3", 4), ("weapon 1", "", 0)])
def test_the_supply_is_refilled_before_the_matron_looks(drawn, kept, left):
    """The only food is thrown away as soon as it is taken: all hangs on the card that comes for it."""
    batch = table(["2 weapon 3", "", ""], "food 1, big weapon 4, Snatch, weapon 2", f"{drawn}, 4 food 3")
    act(batch, take, "food 1")
    act(batch, discard, "food 1")
    assert (hand(batch, 0), batch.states[0].pile_size) == (kept, left)


def test_an_extra_turn_survives_the_matron():
    batch = table(["food 1", "", ""], "weapon 1, big weapon 4, Feeding Frenzy, weapon 2", "weapon 3, 3 food 1, food 2, food 3")
    act(batch, take, "Feeding Frenzy")
    act(batch, eat, "food 1")
    assert supply(batch) == "3 food 1, food 2"
    assert batch.player[0] == 0


# --- the end ---------------------------------------------------------------------------------------------------


def test_taking_a_card_at_an_empty_deck_ends_the_game_and_all_food_in_hands_is_eaten():
    batch = table(["food 1", "food 3, weapon 1", "big food 5"], "food 1, 2 food 2, weapon 1", stomachs=["food 2", "", ""])
    _, terminated, _ = act(batch, take, "food 2")
    assert terminated[0]
    assert batch.player[0] == -1
    assert [hand(batch, seat) for seat in range(3)] == ["", "weapon 1", ""]
    assert [stomach(batch, seat) for seat in range(3)] == ["food 1, 2 food 2", "food 3", "big food 5"]
    assert supply(batch) == "food 1, food 2, weapon 1"  # nobody's
    scores, shares = batch.standings()
    assert scores[0, :3].tolist() == [5, 3, 5]
    assert shares[0, :3].tolist() == [0.5, 0, 0.5]  # all who are equal win


def test_the_last_card_of_the_deck_can_be_drawn():
    batch = table(EMPTY, "food 1, 2 food 2, weapon 1", "food 3")
    _, terminated, _ = act(batch, take, "food 2")
    assert not terminated[0]
    assert batch.states[0].pile_size == 0
    assert batch.player[0] == 1


def test_eating_and_stealing_at_an_empty_deck_go_on():
    batch = table(["weapon 1", "2 food 3", ""], "food 1, 2 food 2, weapon 1")
    for action in (steal, 1, "food 3"), (eat, "food 3"):
        _, terminated, _ = act(batch, *action)
        assert not terminated[0]
    assert batch.player[0] == 2


def test_hands_are_emptied_before_the_draw_that_ends_the_game():
    batch = table(["food 1, food 3", "", ""], "food 1, 2 food 2, weapon 1")
    _, terminated, _ = act(batch, take, "food 2")
    assert not terminated[0]
    _, terminated, _ = act(batch, discard, "food 1")
    assert terminated[0]
    assert stomach(batch, 0) == "food 2, food 3"


def test_a_special_card_at_an_empty_deck_has_its_effect_before_the_end():
    batch = table(["", "food 3", ""], "food 1, 2 food 2, Snatch")
    _, terminated, _ = act(batch, take, "Snatch")
    assert not terminated[0]
    _, terminated, _ = act(batch, steal, 1, "food 3")
    assert terminated[0]
    assert (stomach(batch, 0), stomach(batch, 1)) == ("food 3", "")


def test_no_extra_turn_survives_the_end():
    for name in ("grab-berries 1", "Feeding Frenzy"):
        batch = table(EMPTY, f"food 1, 2 food 2, {name}")
        _, terminated, _ = act(batch, take, name)
        assert terminated[0]
        assert (batch.states[0].extra, batch.states[0].special) == (0, 0)


def test_eating_the_last_food_at_an_empty_deck_ends_the_game_through_the_matron():
    batch = table(["food 1, weapon 2", "weapon 3", ""], "weapon 1, big weapon 4, Snatch, weapon 2")
    _, terminated, _ = act(batch, eat, "food 1")
    assert terminated[0]
    assert supply(batch) == ""
    assert [hand(batch, seat) for seat in range(3)] == EMPTY


def test_a_deck_that_runs_out_while_the_matron_deals_ends_the_game():
    """The half-dealt supply counts for nobody."""
    batch = table(["food 1, weapon 2", "", ""], "weapon 1, big weapon 4, Snatch, weapon 2", "3 food 3")
    _, terminated, _ = act(batch, eat, "food 1")
    assert terminated[0]
    assert supply(batch) == "3 food 3"
    assert batch.standings()[0][0, :3].tolist() == [1, 0, 0]


def test_a_deck_that_just_suffices_for_the_matron_does_not():
    batch = table(["food 1, weapon 2", "", ""], "weapon 1, big weapon 4, Snatch, weapon 2", "4 food 3")
    _, terminated, _ = act(batch, eat, "food 1")
    assert not terminated[0]
    assert (supply(batch), batch.player[0]) == ("4 food 3", 1)


def test_most_points_win():
    batch = table(
        ["", "weapon 1", "food 3"], "food 1, 2 food 2, weapon 1", stomachs=["big food 6, 2 food 2", "2 food 3", "big food 5"]
    )
    act(batch, take, "food 1")
    scores, shares = batch.standings()
    assert scores[0, :3].tolist() == [11, 6, 8]
    assert shares[0, :3].tolist() == [1, 0, 0]


def test_a_truncated_game_is_scored_as_if_it_ended_there():
    batch = table(
        ["food 2, weapon 2", "food 3", ""], "food 1, 2 food 2, weapon 1", "food 3", stomachs=["food 1"], max_decisions=1
    )
    rewards, terminated, truncated = act(batch, steal, 1, "food 3")
    assert truncated[0]
    assert not terminated[0]
    assert batch.standings()[0][0, :3].tolist() == [6, 0, 0]  # with hands too full as they are
    assert rewards[0, :3].tolist() == [1, -0.5, -0.5]


def test_scores_are_paid_over_twenty():
    batch = table(["", "", ""], "food 1, 2 food 2, weapon 1", stomachs=["big food 6", "food 3", ""], reward="score")
    rewards, _, _ = act(batch, take, "weapon 1")
    np.testing.assert_allclose(rewards[0, :3], [3 / 20, 0, -3 / 20])


def test_a_mask_names_the_kinds():
    """The actions of the table are those of the labels."""
    batch = table(["food 2, weapon 1", "big food 4", "2 weapon 1"], "food 1, weapon 3, Snatch, food 3")
    game = batch.game
    assert game.label(take("Snatch", batch)) == "take Snatch"
    assert game.label(eat("food 2", batch)) == "eat food 2"
    assert game.label(discard("weapon 1", batch)) == "discard weapon 1"
    assert game.label(steal(1, "big food 4", batch), ["Al", "Bo"]) == "take from Al: two-handed food 4"
    assert game.label(fight(2, "weapon 1", batch), ["Al", "Bo"]) == "throw at Bo: weapon 1 is gone"
    assert words(batch.states[0].hand[1], batch) == "big food 4"
    assert kind_of("Snatch", batch) == GOODS + 2
