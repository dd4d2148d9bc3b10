"""The parameters, and positions that no game could be in."""

import numpy as np
import pytest
from games.greedy_greedy_goblins.table import CLANS, GAME, do, table, view

import critter_envs
from critter_envs import Batch
from critter_envs.core.errors import ParameterError, PositionError
from critter_envs.games.greedy_greedy_goblins.position import reveal
from critter_envs.games.greedy_greedy_goblins.scoring import FEEDING, SCAVENGING


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
        ("returned", 0, 99, "more diamond tiles than the 0 in the pool"),
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
        ("coins", 0, 100, "would have ended before this round"),
        ("retired", 0, 0, None),
        ("round_number", (), 2, "round 2 can't have come after 2 decisions"),
    ],
)
def test_a_position_of_mining_that_no_game_could_be_in_is_refused(field, place, value, message):
    check(mining(), field, place, value, message)


@pytest.mark.parametrize(
    ("field", "place", "value", "message"),
    [
        ("claimer", 5, 1, "only caves 0 to 4"),
        ("order", 1, 0, "all seats must be there once"),
        ("place", (), 2, "somebody is at it"),
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
        ("eaten", 3, 1, "set only for Bankers and for monsters"),
        ("asked", (), 1, "set only for Bankers and for monsters"),
        ("retired", 1, 0, "without having retired: not the seats"),
        ("last_one", (), 0, "last_one is 0"),
        ("drawn", 0, 8, "a seat draws 7 cards in a round"),
        ("drawn", 0, 7, None),
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
    batch = table(2, {number: {"claimer": number % 2} for number in range(1, 6)})
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
        table(2, {1: {"claimer": 1}}, stage=stage, hands=hands, scored=[1])


def scoring_cave(tiles, cards="", **more):
    """Seat 0 scores a cave with these tiles; the rest of its cards are played."""
    batch = table(2, {1: {"down": {1: tiles}, "claimer": 0}, 2: {"claimer": 1}}, stage="score", hands={0: cards}, **more)
    do(batch, "score cave 1", *(f"play {card.split(' ', 1)[1]}" for card in filter(None, cards.split(", "))))
    return batch


def refused(batch, message, **changes):
    """Change some fields; then the position is refused, with these words in the sentence."""
    s = batch.states[0]
    for field, value in changes.items():
        s[field] = value
    with pytest.raises(PositionError, match=message):
        batch.game.check(s)


@pytest.mark.parametrize(
    ("tiles", "cards"),
    [
        ("2 ruby", ""),
        ("1 monster", ""),
        ("1 monster, 1 ruby, 3 dynamite", ""),
        ("1 monster, 1 ruby, 1 dynamite, 1 double dynamite", ""),
        ("1 monster, 1 ruby", "1 Wrangler"),
    ],
)
def test_monsters_are_fed_only_where_they_eat(tiles, cards):
    refused(scoring_cave(tiles, cards), "has no such choice", stage=FEEDING)


def test_monsters_eat_once_each():
    batch = scoring_cave("1 monster, 2 ruby, 1 double dynamite, 1 dynamite", "1 Expert Miner")
    do(batch, "play no more cards")
    batch.game.check(batch.states[0])
    refused(batch, "has no such choice", eaten=[0, 1, 0, 0, 0])


def test_tiles_are_added_only_with_a_scavenger_that_was_played():
    refused(scoring_cave("2 ruby"), "has no such choice", stage=SCAVENGING, left_to_add=2)


def test_the_cave_being_scored_is_one_of_the_seat_at_the_place_in_order():
    batch = table(3, {1: {"claimer": 0}, 2: {"claimer": 1}}, stage="score")
    do(batch, "score cave 1")
    refused(batch, "is no cave of that seat", order=[2, 0, 1, 0])


def test_the_jumper_plays_no_card_before_the_claimer_is_done():
    batch = scoring()
    s = batch.states[0]
    s.played[1, 5], s.deck[5] = 1, s.deck[5] - 1
    refused(batch, "before its claimer is done")


@pytest.mark.parametrize(("stage", "hands"), [("banker", {0: "1 Banker"}), ("discard", {0: "2 Canary, 2 Sapper"})])
def test_a_round_is_closed_when_all_locations_have_been_scored(stage, hands):
    with pytest.raises(PositionError, match="has no location left"):
        table(2, {1: {"claimer": 0}}, stage=stage, hands=hands)
    refused(table(2, {1: {"claimer": 0}}, stage=stage, hands=hands, scored=[1]), "has no location left", scored=[0] * 9)


def test_who_comes_later_in_the_order_scores_later():
    batch = table(2, {1: {"claimer": 0}, 2: {"claimer": 1}}, stage="score")
    refused(batch, "has no location left", order=[1, 0, 0, 0], place=1)


def test_nobody_who_could_be_asked_has_an_unknown_banker():
    batch = table(2, stage="banker", hands={0: "1 Banker"})
    batch.game.check(batch.states[0])
    refused(batch, "drawn is", order=[1, 0, 0, 0], place=1, drawn=[0, 1, 0, 0])
    refused(table(2, stage="discard", hands={0: "2 Canary, 2 Sapper"}), "drawn is", drawn=[0, 1, 0, 0])


def test_nobody_discards_when_the_game_is_over_or_twice():
    over = {"stage": "discard", "hands": {0: "2 Canary, 2 Sapper"}, "coins": (100, 5)}
    with pytest.raises(PositionError, match="the game is over, and nobody discards"):
        table(2, **over)
    batch = table(2, stage="discard", hands={0: "2 Canary, 2 Sapper", 1: "2 Wrangler, 2 Guildmaster"})
    refused(batch, "who has discarded keeps 3", order=[1, 0, 0, 0], place=1)


def test_tiles_go_back_only_when_all_caves_are_claimed():
    refused(mining(), "only when all caves are claimed", returned=[1, 0, 0, 0])


def test_no_cave_brings_so_many_coins_that_they_are_counted_wrongly():
    """With as many coins as a position can have, all treasures in one cave are still paid."""
    cave = {1: {"down": {1: "5 emerald, 5 ruby, 5 sapphire, 5 gold, 3 diamond, 2 dynamite"}, "claimer": 0}}
    cutters = "2 Emerald Cutter, 2 Ruby Cutter, 2 Sapphire Cutter, 2 Gold Smelter, 1 Diamond Cutter"
    batch = table(2, cave, stage="score", hands={0: cutters}, coins=(20_000, 20_000))
    do(batch, "score cave 1", *[f"play {card[2:]}" for card in cutters.split(", ") for _ in range(int(card[0]))])
    do(batch, "play no more cards")
    assert batch.states[0].coins[0] == 20_000 + (20 + 5 + 40 + 3 * 4) * 3
    with pytest.raises(PositionError, match="coins is"):
        table(2, coins=(20_001, 20_001))


def test_hands_are_cut_down_before_mining():
    with pytest.raises(PositionError, match="3 is the limit"):
        table(2, hands={0: "2 Canary, 2 Sapper"})


def test_nobody_retires_without_a_goblin_at_home():
    batch = table(2, {number: {"claimer": 0} for number in (1, 2, 3)})
    refused(batch, "without a goblin at home", retired=[1, 0, 0, 0])


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"coins": [99, 3, 0, 0]}, "nobody has won"),
        ({"coins": [104, 104, 0, 0]}, "nobody has won"),
        ({"place": 1}, "when the game is over, nothing is being scored"),
        ({"asked": 1}, "when the game is over, nothing is being scored"),
        ({"drawn": [1, 0, 0, 0]}, "when the game is over, nothing is being scored"),
        ({"scored": [0] * 9}, "all locations have been scored"),
        ({"retired": [0, 1, 0, 0]}, "without having retired"),
        ({"order": [0, 0, 0, 0]}, "all seats must be there once"),
        ({"commit": [1, 0, 0, 0]}, "nobody holds a tile or has committed"),
        ({}, None),
    ],
)
def test_a_position_of_a_game_that_is_over(changes, message):
    batch = table(2, {1: {"claimer": 0}}, stage="score", coins=(104, 3))
    do(batch, "score cave 1", "play no more cards")
    assert batch.states[0].over == 1
    batch.game.check(batch.states[0])
    if message:
        refused(batch, message, **changes)


@pytest.mark.parametrize(
    ("changes", "message"),
    [({"commit": [5, 0, 0, 0]}, "can't have committed"), ({"last_one": 1}, "last_one is 1"), ({}, None)],
)
def test_a_truncated_game_stands_as_it_would_go_on(changes, message):
    batch = table(2, {1: {"down": {0: "1 gold"}}, 3: {"claimer": 1}}, held={1: "torch"}, max_decisions=2)
    do(batch, "draw a tile", "place the torch face up in cave 1")
    assert batch.states[0].over == 2
    batch.game.check(batch.states[0])
    if message:
        refused(batch, message, **changes)


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
