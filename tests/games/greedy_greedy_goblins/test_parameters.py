"""The parameters, and positions that no game could be in."""

import numpy as np
import pytest
from games.greedy_greedy_goblins.table import CLANS, GAME, do, table, view

import critter_envs
from critter_envs import Batch
from critter_envs.core.errors import ParameterError, PositionError
from critter_envs.games.greedy_greedy_goblins.position import reveal


def test_parameters_survive_the_next_game():
    batch = Batch(GAME, 4, 2, target=1, clans=CLANS, guildmaster_coins=1)
    assert batch.play_random(1500) > 4
    assert (batch.states.target == 1).all()
    assert (batch.states.clan[:, :2] == [2, 3]).all()
    assert (batch.states.guildmaster_coins == 1).all()


@pytest.mark.parametrize(
    "clans",
    [
        "Snazdoodle",
        ["Snazdoodle"],
        ["Snazdoodle"] * 2,
        ["Snazdoodle", "Nobody"],
        ["Snazdoodle", "Warraaage", "Fangferalz"],
        3,
        [None, None],
        [0, 1],
    ],
)
def test_what_are_no_clans_is_refused(clans):
    with pytest.raises(ParameterError, match=r"clans can't be .* None \(dealt\) or a list of 2 different clans of Fangferalz"):
        Batch(GAME, 1, 2, clans=clans)


@pytest.mark.parametrize("clans", [None, ["Glittergreed", "Fangferalz", "Warraaage"]])
def test_clans_are_the_same_in_a_position(clans):
    batch = Batch(GAME, 1, 3, clans=clans)
    assert batch.position(0)["parameters"]["clans"] == clans


@pytest.mark.parametrize(("name", "value"), [("target", 0), ("target", 256), ("guildmaster_coins", 0), ("guildmaster_coins", 3)])
def test_other_values_are_refused(name, value):
    with pytest.raises(ParameterError, match=name):
        Batch(GAME, 1, 2, **{name: value})


def test_there_is_no_first_player():
    with pytest.raises(ParameterError, match="no parameter 'first_player'"):
        Batch(GAME, 1, 2, first_player=0)


def mining():
    """Seat 0 has committed a draw; seat 1 holds a torch and has begun to place it; seat 2 holds a ruby."""
    caves = {
        1: {"down": {0: "1 gold", 1: "1 monster"}},
        2: {"up": {2: "1 diamond"}, "claimer": 2},
        3: {"claimer": 0, "jumper": 2},
    }
    batch = table(3, caves, held={1: "torch", 2: "ruby"}, hands={0: "1 Claim Jumper", 1: "1 Banker"}, coins=(3, 4, 5))
    do(batch, "draw a tile", "place the torch face up in cave 1")
    return batch


def scoring():
    """Seat 0 adds tiles to a cave that seat 1 has jumped."""
    caves = {1: {"down": {0: "1 gold", 1: "1 monster"}, "claimer": 0, "jumper": 1}, 2: {"claimer": 1}}
    batch = table(2, caves, stage="score", hands={0: "1 Scavenger, 1 Sapper", 1: "1 Banker"}, coins=(5, 4))
    do(batch, "score cave 1", "play Scavenger")
    return batch


@pytest.mark.parametrize(
    ("field", "place", "value", "message"),
    [
        ("pool", 0, 3, "emerald tiles in pool"),
        ("down", (0, 0, 3), 2, "gold tiles in pool"),
        ("held", 2, 1, "emerald tiles in pool"),
        ("held", 2, 0, "ruby tiles in pool"),
        ("tiles_down", (0, 0), 2, "tiles_down and tiles_up"),
        ("tiles_up", 1, 2, "tiles_down and tiles_up"),
        ("coins", 3, 1, "a seat from 3 on has"),
        ("claimer", 4, 3, "a seat from 3 on is named"),
        ("hand", (0, 5), 1, "Canary cards in deck"),
        ("bankers", 1, 0, "hands hold"),
        ("bankers", 0, 1, "hands hold"),
        ("goblins", 0, 3, "goblins at home"),
        ("claimer", 5, 0, "goblins at home"),
        ("jumper", 3, 1, "goblins at home"),
        ("retired", 2, 1, "nobody retires"),
        ("scored", 1, 1, "scored, order, turn"),
        ("scored", 4, 1, "only claimed locations"),
        ("order", 1, 1, "scored, order, turn"),
        ("cave", (), 1, "must be marked as scored"),
        ("eaten", 0, 1, "eaten is"),
        ("played", (0, 0), 1, "Emerald Cutter cards in deck"),
        ("left_to_add", (), 1, "only while a cave is being scored"),
        ("returned", 0, 99, "knows a"),
        ("last_one", (), 1, "last_one is 1"),
        ("draws_left", (), 4, "draws_left 4"),
        ("pending", (), 0b111, "seat 0 is to act"),
        ("pending", (), 0b100, "seat 1 can't have committed"),
        ("commit", 0, 0, "seat 0 is not to act"),
        ("commit", 0, 2, None),  # to retire
        ("commit", 0, 4, "seat 0 can't have committed the action 3"),  # a cave that is claimed
        ("commit", 0, 13, None),  # to jump the claim to cave 2
        ("commit", 0, 14, "seat 0 can't have committed the action 13"),  # that to its own cave
        ("commit", 0, 20, "seat 0 can't have committed the action 19"),  # a tile that it doesn't hold
        ("commit", 1, 29, "seat 1 can't place a torch there"),  # on a claimed cave
        ("commit", 1, 1, "seat 1 is to act"),
        ("turn_up", 1, 1, "seat 1 is to act"),
        ("turn_up", 0, 1, "seat 0 can't have committed"),
        ("clan", 0, 1, None),
    ],
)
def test_a_position_of_mining_that_no_game_could_be_in_is_refused(field, place, value, message):
    check(mining(), field, place, value, message)


@pytest.mark.parametrize(
    ("field", "place", "value", "message"),
    [
        ("claimer", 5, 1, "only caves 0 to 4"),
        ("order", 1, 0, "all seats must be there once"),
        ("place", (), 2, "all seats must be there once"),
        ("turn", (), 1, "the turn is seat 1's"),
        ("pending", (), 2, "the turn is seat 0's"),
        ("cave", (), -1, "only while a cave"),
        ("stage", (), 1, "the stage must fit"),
        ("stage", (), 2, "the stage must fit"),
        ("left_to_add", (), 0, "the stage must fit"),
        ("commit", 0, 1, "nobody holds a tile or has committed"),
        ("scored", 0, 0, "must be marked as scored"),
        ("scored", 1, 1, None),
        ("eaten", 3, 2, "eaten is"),
    ],
)
def test_a_position_of_scoring_that_no_game_could_be_in_is_refused(field, place, value, message):
    check(scoring(), field, place, value, message)


def check(batch, field, place, value, message):
    """Change one number; without a message the position is still sound."""
    s = batch.states[0]
    if field == "clan":
        s.clan[:3] = s.clan[[1, 2, 0]]
    elif field == "returned":  # a tile that isn't in the pool
        s.returned[0], s.pool[4] = 5, 0
        s.up[1, 2, 4], s.tiles_up[1] = 3, 3
    elif place == ():
        s[field] = value
    else:
        s[field][place] = value
    if message is None:
        batch.game.check(s)
    else:
        with pytest.raises(PositionError, match=message):
            batch.game.check(s)


def test_scored_caves_have_no_tiles_face_down():
    batch = scoring()
    s = batch.states[0]
    s.down[0, 0, 3], s.up[0, 0, 3], s.tiles_down[0, 0], s.tiles_up[0] = 1, 0, 1, 1
    with pytest.raises(PositionError, match="no tile lies face down"):
        batch.game.check(s)


def test_nobody_holds_a_tile_when_all_caves_are_claimed():
    batch = table(2, {number: {"claimer": number % 2} for number in range(1, 6)}, retired=[1])
    s = batch.states[0]
    s.held[0], s.pool[0] = 1, 4
    with pytest.raises(PositionError, match="when all caves are claimed"):
        batch.game.check(s)


def test_the_clans_must_be_those_of_the_parameters():
    batch = table(2, clans=CLANS)
    batch.states[0].clan[0] = 0
    with pytest.raises(PositionError, match="the parameters say"):
        batch.game.check(batch.states[0])
    batch = table(2)
    batch.states[0].clan[:2] = 1
    with pytest.raises(PositionError, match="no two seats can have the same"):
        batch.game.check(batch.states[0])


@pytest.mark.parametrize(("stage", "hands"), [("banker", {1: "1 Banker"}), ("discard", {0: "2 Canary, 1 Sapper"}), ("score", {})])
def test_the_seat_to_act_must_have_that_choice(stage, hands):
    with pytest.raises(PositionError, match="has no such choice"):
        table(2, {1: {"claimer": 1}}, stage=stage, hands=hands)


def test_reveal_lets_every_seat_see_everything():
    batch = mining()
    reveal(batch.states[0])
    for seat in range(3):
        o = view(batch, seat)
        assert o.caves[0].known.tolist() == [0, 0, 0, 1, 0, 0, 0, 1, 0, 0]
        assert np.flatnonzero(o.held.sum(axis=0)).tolist() == [1, 9]
        hands = [o.own_hand, *o.sure]
        for k in range(3):
            assert hands[k].tolist() == batch.states[0].hand[(seat + k) % 3].tolist()
    batch.game.check(batch.states[0])


def test_reveal_works_without_memory_too():
    batch = Batch(GAME, 1, 2, memory=False)
    do(batch, "draw a tile", "draw a tile")
    reveal(batch.states[0])
    assert view(batch, 1).held.sum() == 2


def test_the_description_is_found_by_name():
    assert critter_envs.game(GAME).title == "Greedy Greedy Goblins"
