"""The rule-based player: strong enough, and sensible where it is clear what is sensible."""

import numpy as np
import pytest
from games.boo_to_the_goose.table import PLAY_DOG, PLAY_FOX, PLAY_GOOSE, act, random_action, table, turn, view

import critter_envs
from critter_envs import Batch
from critter_envs.games.boo_to_the_goose.bot import expected_catch, look_ahead, send_out_fox, suspect_card, turns_left
from critter_envs.games.boo_to_the_goose.rules import STOP

RULES = critter_envs.agent("rules", "boo_to_the_goose")


def choice(batch):
    """What it does in the game of a batch of one."""
    return int(RULES.act(batch.observation, batch.mask)[0])


@pytest.mark.parametrize(("num_players", "share"), [(2, 0.79), (3, 0.73), (4, 0.69), (5, 0.67)])
def test_it_beats_random_players(num_players, share):
    opponents = ["random"] * (num_players - 1)
    result = critter_envs.play_match("boo_to_the_goose", ["rules", *opponents], num_players, 3000, seed=1)
    assert result["rules"].wins.low > share


@pytest.mark.parametrize("parameters", [{}, {"memory": False}, {"remove_four": True}])
def test_it_plays_legally_at_every_table_and_to_the_end(parameters):
    batch = Batch("boo_to_the_goose", 200, range(2, 6), **parameters)
    ended = 0
    for _ in range(250):
        _, terminated, truncated = batch.step(RULES.act(batch.observation, batch.mask))  # an illegal action raises
        ended += terminated.sum()
        assert not truncated.any()
    assert ended > 200


def test_it_lays_geese_and_dogs_as_if_drawn_blindly():
    """Nobody can read its row: with three geese and two dogs, two cards in five are dogs, whatever lies there already."""
    for rows in (["", ""], ["dog dog", "goose goose"]):
        batch = table(rows, ["3 goose, 2 dog"])
        chosen = [choice(batch) for _ in range(1500)]
        assert set(chosen) == {PLAY_GOOSE, PLAY_DOG}
        assert abs(chosen.count(PLAY_DOG) / 1500 - 0.4) < 0.05


def test_it_keeps_its_foxes_for_later():
    """The same rows of the others, which promise some three cards, with many turns to come, and with few."""
    batch = table(["", *["goose goose goose goose"] * 2], ["2 fox, 3 goose"], played=10)
    s = batch.states[0]
    for seat in (1, 2):
        s.won_dogs[seat], s.won_geese[seat, seat], s.pile[seat] = 3, 3, s.pile[seat] + [3, 0, -3]
    batch.set_position(0, batch.position(0))
    o = view(batch, 0)
    assert 2.5 < expected_catch(*look_ahead(o, 1)) < 3.5
    assert not send_out_fox(o)
    o.turns[0] = 22
    assert send_out_fox(o)


def test_it_sends_out_a_fox_where_there_is_nothing_else_to_play():
    assert choice(table(["", "dog dog"], ["5 fox"])) == PLAY_FOX


def test_it_sends_out_a_fox_for_geese_that_no_dog_guards():
    batch = table(["", "goose goose goose goose goose goose"], ["2 fox, 3 goose"], played=17)
    s = batch.states[0]
    s.won_dogs[1], s.won_geese[1, 1] = 4, s.won_geese[1, 1] - 2
    s.pile[1], s.hand[1] = [0, 0, 0], [5, 0, 0]
    batch.refresh(0)
    assert choice(batch) == PLAY_FOX


def no_dogs_left():
    """In a chase; all dogs of the other player are in the win pile."""
    batch = table(["", "goose goose goose"], ["1 fox, 1 goose", "2 goose"], played=22)
    assert batch.states[0].won_dogs[1] == 4
    act(batch, PLAY_FOX)
    return batch


def test_it_goes_on_where_no_dog_can_come():
    batch = no_dogs_left()
    for place in (3, 2, 1):
        assert choice(batch) == turn(place)
        act(batch, turn(place))


def test_it_stops_where_the_next_card_must_be_a_dog():
    batch = table(["", "goose dog dog dog dog"], ["1 fox, 1 goose", "2 goose"], played=22)
    act(batch, PLAY_FOX, turn(1))
    s = batch.states[0]
    unseen = 19 - int(s.won_geese[1, 1]) - 1
    assert unseen == 2 + 4 + int(s.pile[1].sum()) + 0
    s.won_geese[1, 1] += 2  # the other player's hand holds foxes
    s.hand[1], s.won_foxes[1, 1] = [0, 2, 0], s.won_foxes[1, 1] - 2
    batch.set_position(0, batch.position(0))
    assert choice(batch) == STOP


def test_it_turns_the_newest_card():
    batch = table(["", "goose goose goose", "dog goose"], ["5 fox"], played=3)
    act(batch, PLAY_FOX)
    assert choice(batch) == turn(3)
    act(batch, turn(3))
    assert choice(batch) in (turn(2), STOP)


def test_it_knows_how_likely_a_dog_is():
    """Without memory of when cards were laid each is as likely; of nineteen unseen geese and dogs two lie there."""
    batch = table(["", "goose goose"], ["5 fox"], memory=False)
    dogs, flips = look_ahead(view(batch, 0), 1)
    assert flips == 2
    unseen = 2 + 0.65 * 17
    np.testing.assert_allclose(dogs[:2], [4 / unseen, 4 / (unseen - 1)])


def test_it_takes_the_flips_of_several_players_in_turn():
    batch = table(["", "goose", "", "goose goose goose"], ["5 fox"], memory=False, played=3)
    dogs, flips = look_ahead(view(batch, 0), 1)
    assert flips == 4
    first, second = 1 + 0.65 * 16, 3 + 0.65 * 16
    np.testing.assert_allclose(dogs[0], 4 / (1 + 0.65 * (19 - 2 - 1)))
    np.testing.assert_allclose(dogs[1:4], [4 / second, 4 / (second - 1), 4 / (second - 2)])
    assert first < second


def test_it_suspects_old_cards_more_than_new_ones():
    o = view(table(["", "goose " * 15 + "dog dog dog dog"], ["5 fox"]), 0)
    suspicion = [suspect_card(o, 1, place) for place in range(19)]
    assert suspicion == sorted(suspicion, reverse=True)
    assert suspicion[0] > 1.2 * suspicion[-1]


def test_it_knows_that_last_turns_come_earlier_where_four_cards_are_removed():
    o = view(table(["", "goose goose"], ["5 fox"], played=2), 0)
    o.laid[1, :2] = 1, 24
    shorter = o.copy()
    shorter.remove_four, shorter.laid[1, 1] = 1, 20
    suspicion = [(suspect_card(record, 1, 0), suspect_card(record, 1, 1)) for record in (o, shorter)]
    np.testing.assert_allclose(suspicion[0], suspicion[1], rtol=0.01)


def test_it_reckons_with_stopping_in_time():
    assert expected_catch(np.zeros(24), 3) == 4
    np.testing.assert_allclose(expected_catch(np.array([0.5, 0.9]), 2), 0.5 * 2)  # one flip and stop
    np.testing.assert_allclose(expected_catch(np.array([0.5, 0.1]), 2), 0.5 * 0.9 * 3)
    assert expected_catch(np.zeros(24), 0) == 1  # the fox itself


def test_it_knows_how_many_turns_are_left():
    assert turns_left(view(table(["goose", "goose"]), 0)) == 23
    assert turns_left(view(table(["goose", "goose"], remove_four=True), 0)) == 19


def test_a_player_who_is_behind_takes_risks_that_a_leader_does_not():
    """The same chase near the end, with one goose turned and two dogs about."""
    chosen = {}
    for lead in (-12, 12):
        batch = table(["", "goose " * 5], ["1 fox, 4 goose", "3 goose, 2 dog"], played=19)
        act(batch, PLAY_FOX, turn(5))
        geese = batch.states[0].won_geese
        winner, loser = (0, 1) if lead > 0 else (1, 0)
        moved = min(abs(lead), int(geese[loser, loser]))
        geese[winner, loser] += moved
        geese[loser, loser] -= moved
        batch.set_position(0, batch.position(0))
        chosen[lead] = choice(batch)
    assert chosen == {-12: turn(4), 12: STOP}


def test_it_looks_at_nothing_but_the_observation():
    """Another deal of what it can't know, the same choice."""
    batch = Batch("boo_to_the_goose", 1, 4, seed=8)
    rng = np.random.default_rng(1)
    for decision in range(200):
        here, there = (critter_envs.agent("rules", "boo_to_the_goose", seed=decision) for _ in range(2))
        other = batch.clone()
        other.redeal(0, int(batch.player[0]))
        assert there.act(other.observation, other.mask) == here.act(batch.observation, batch.mask)
        batch.step([random_action(batch, rng)])
