"""Who sees what: each sentence about knowledge, and that an observation holds all of it and nothing more."""

import numpy as np
import pytest
from games.greedy_greedy_goblins.table import do, lucky, table, tick, view, words

from critter_envs import Batch
from critter_envs.games.greedy_greedy_goblins.cards import MINIONS, TILES


def known(batch, seat, number=1):
    """The face-down tiles of a cave that a seat knows."""
    return words(view(batch, seat).caves[number - 1].known, TILES)


def held(batch, seat, of=0):
    """The tile in the hand of the seat so many places to the left, as a seat knows it."""
    return words(view(batch, seat).held[of], TILES)


# --- tiles -----------------------------------------------------------------------------------------------------


def test_everybody_sees_who_holds_a_tile_but_only_the_holder_knows_which():
    batch = table(3, held={1: "gold"})
    assert [view(batch, seat).holding.tolist() for seat in range(3)] == [[0, 1, 0, 0], [1, 0, 0, 0], [0, 0, 1, 0]]
    assert held(batch, 1) == "1 gold"
    assert held(batch, 0, of=1) == held(batch, 2, of=2) == ""


def test_everybody_sees_who_places_how_many_tiles_where_and_only_the_placer_knows_which():
    batch = table(3, {1: {"down": {0: "2 ruby, 1 gold", 2: "1 monster"}}})
    assert [view(batch, seat).caves[0].down_by.tolist() for seat in range(3)] == [[3, 0, 1, 0], [0, 1, 3, 0], [1, 3, 0, 0]]
    assert [known(batch, seat) for seat in range(3)] == ["2 ruby, 1 gold", "", "1 monster"]


def test_a_tile_that_goes_back_to_the_pool_is_known_to_its_holder():
    caves = {number: {"claimer": number % 2} for number in range(1, 5)}
    batch = table(2, caves, held={0: "gold"}, retired=[1])
    do(batch, "claim cave 5")
    assert words(view(batch, 0).returned, TILES) == "1 gold"
    assert not view(batch, 1).returned.any()


@pytest.mark.parametrize(("added", "left"), [("gold", ""), ("ruby", "1 gold")])
def test_it_is_not_known_any_more_when_a_tile_of_its_kind_leaves_the_pool(added, left):
    caves = {number: {"claimer": 0} for number in range(1, 3)} | {number: {"claimer": 1} for number in range(3, 5)}
    batch = table(2, caves, held={0: "gold"}, retired=[1], hands={0: "1 Scavenger"}, coins=(5, 0))
    do(batch, "claim cave 5", "score cave 1", "play Scavenger")
    lucky(batch, "add a tile", lambda after: added in words(after.states[0].up[0].sum(axis=0), TILES))
    assert words(view(batch, 0).returned, TILES) == left


def test_it_is_forgotten_with_the_round():
    caves = {number: {"claimer": 1} for number in range(1, 4)} | {4: {"claimer": 0}}
    batch = table(2, caves, held={0: "gold"}, retired=[])
    do(batch, "claim cave 5", "retire")
    while batch.states[0].round_number == 1:
        batch.step([batch.mask[0].argmax()])
    assert not view(batch, 0).returned.any()


def test_a_scored_cave_lies_open_with_whose_each_tile_was():
    batch = table(2, {1: {"down": {0: "1 ruby", 1: "1 gold"}, "claimer": 0}}, stage="score")
    do(batch, "score cave 1")
    for seat in range(2):
        cave = view(batch, seat).caves[0]
        assert words(cave.up, TILES) == "1 ruby, 1 gold"
        assert words(cave.up_by[seat], TILES) == "1 ruby"
        assert (cave.scored, cave.current, cave.down) == (1, 1, 0)


# --- commits ---------------------------------------------------------------------------------------------------

COMMITS = [
    ("draw a tile", {}, "plan", 0),
    ("retire", {}, "plan", 1),
    ("claim the guildhall", {}, "plan", 2),
    ("claim cave 2", {}, "caves", 0),
    ("jump the claim to cave 2", {}, "caves", 1),
    ("place the tile face down in cave 2", {0: "torch"}, "caves", 2),
    ("place the torch face up in cave 2", {0: "torch"}, "caves", 3),
]


@pytest.mark.parametrize(("label", "tile", "field", "place"), COMMITS)
def test_no_one_sees_a_commit_before_all_are_in_but_its_player(label, tile, field, place):
    caves = {2: {"claimer": 1}} if "jump" in label else {}
    batch = table(2, caves, held=tile, hands={0: "1 Claim Jumper"})
    before = view(batch, 1).tobytes()
    do(batch, label)
    assert view(batch, 1).tobytes() == before
    o = view(batch, 0)
    plans = [*o.plan, *np.concatenate([cave.plan for cave in o.caves])]
    assert sum(plans) == 1
    assert (o.plan if field == "plan" else o.caves[1].plan)[place] == 1


def test_no_one_sees_what_a_torch_is_to_turn_up_but_its_player():
    batch = table(2, {1: {"down": {0: "1 gold", 1: "1 ruby"}}}, held={0: "torch"})
    before = view(batch, 1).tobytes()
    do(batch, "place the torch face up in cave 1")
    assert view(batch, 1).tobytes() == before
    do(batch, "turn up a tile of others with the torch")
    assert view(batch, 1).tobytes() == before
    assert view(batch, 0).turn_up.tolist() == [0] * 10 + [1]


def test_a_failed_commit_is_not_shown_to_others():
    batch = table(2, {1: {"claimer": 1}}, held={0: "gold"})
    before = view(batch, 1).tobytes()
    tick(batch, "place the tile face down in cave 2", "claim cave 2", wish=lambda batch: batch.states[0].held[0])
    after = view(batch, 1)
    expected = np.frombuffer(before, batch.game.observation_dtype).view(np.recarray).copy()
    expected.goblins[0, 0] -= 1
    expected.caves[0, 1].claimer[0] = 1
    assert after.tobytes() == expected.tobytes()


# --- cards -----------------------------------------------------------------------------------------------------


def test_drawn_cards_are_known_to_their_owner_and_discarded_ones_to_all():
    batch = table(3, hands={1: "1 Canary, 1 Sapper"}, discards="1 Wrangler")
    for seat in range(3):
        o = view(batch, seat)
        assert words(o.own_hand, MINIONS) == ("1 Canary, 1 Sapper" if seat == 1 else "")
        assert o.hand_size[(1 - seat) % 3] == 2
        assert not o.sure.any()
        assert words(o.discards, MINIONS) == "1 Wrangler"
        assert o.deck_size == 21


def test_played_cards_are_known_to_all():
    batch = table(2, {1: {"claimer": 0, "jumper": 1}}, stage="score", hands={0: "1 Canary", 1: "1 Sapper"})
    do(batch, "score cave 1", "play Canary", "play no more cards", "play Sapper")
    for seat in range(2):
        assert [words(row, MINIONS[:11]) for row in view(batch, seat).played] == ["1 Canary", "1 Sapper"]


def test_from_the_question_on_everybody_knows_of_a_banker():
    batch = table(3, guildhall=0, stage="score", deck="1 Banker")
    do(batch, "score the guildhall")
    assert [view(batch, seat).sure.sum() for seat in range(3)] == [0, 1, 1]
    assert words(view(batch, 1).sure[1], MINIONS) == "1 Banker"
    assert (view(batch, 0).shown, view(batch, 0).asked) == (1, 1)
    do(batch, "don't show the Banker")
    assert words(view(batch, 1).sure[1], MINIONS) == "1 Banker"


def test_a_discarded_banker_is_known_no_more():
    batch = table(2, stage="discard", hands={0: "1 Banker, 2 Canary, 1 Sapper"})
    do(batch, "discard Banker")
    assert not view(batch, 1).sure.any()


def test_everybody_sees_how_many_cards_were_drawn_since_the_last_question():
    batch = table(2, {1: {"down": {0: "2 minion"}, "claimer": 0}, 2: {"claimer": 1}}, stage="score")
    do(batch, "score cave 1", "play no more cards")
    assert view(batch, 1).drawn.tolist() == [0, 2, 0, 0]
    do(batch, "score cave 2", "play no more cards")
    while batch.states[0].round_number == 1:
        batch.step([batch.mask[0].argmax()])
    assert not view(batch, 1).drawn.any()


# --- the whole observation -------------------------------------------------------------------------------------


def test_seats_of_an_observation_count_from_the_observer():
    caves = {1: {"claimer": 2, "jumper": 0}, 3: {"up": {1: "1 torch"}}}
    batch = table(3, caves, guildhall=1, coins=[1, 2, 3], retired=[0], clans=["Fangferalz", "Warraaage", "Glittergreed"])
    o = view(batch, 1)
    assert o.present.tolist() == [1, 1, 1, 0]
    assert o.coins.tolist() == [2, 3, 1, 0]
    assert o.goblins.tolist() == [2, 2, 2, 0]
    assert o.retired.tolist() == [0, 0, 1, 0]
    assert o.clan.argmax(axis=1).tolist() == [1, 3, 0, 0]
    assert o.guildhall.tolist() == [1, 0, 0, 0]
    assert o.caves[0].claimer.tolist() == [0, 1, 0, 0]
    assert o.caves[0].jumper.tolist() == [0, 0, 1, 0]
    assert words(o.caves[2].up_by[0], TILES) == "1 torch"
    assert not o.turn.any()
    assert not o.rank.any()


def test_the_order_of_scoring_is_known_to_all():
    batch = table(3, {1: {"claimer": 2}}, stage="score", order=[2, 0, 1])
    assert view(batch, 0).rank.tolist() == [2, 3, 1, 0]
    assert view(batch, 0).turn.tolist() == [0, 0, 1, 0]
    assert view(batch, 2).rank.tolist() == [1, 2, 3, 0]


def test_large_numbers_of_coins_and_rounds_are_observed_as_255():
    batch = table(2, coins=[300, 300], target=255)
    batch.states[0].round_number = 256
    o = view(batch, 0)
    assert o.coins.tolist() == [255, 255, 0, 0]
    assert o.round_number == 255


def test_caves_are_arranged_cave_by_cave_in_the_flat_observation():
    """Each cave is one stretch of bytes, laid out like all others."""
    batch = table(3, {number: {"up": {1: "1 torch"}} for number in (2, 6)})
    flat = batch.observe([0], [0])[0][0]
    game = batch.game
    start = game.observation_dtype.fields["caves"][1]
    caves = flat[start:].reshape(8, -1)
    assert caves.shape[1] == sum(field.size for field in game.observation[-1].fields)
    assert (caves[1] == caves[5]).all()
    assert (caves[0] == caves[2]).all()
    assert (caves[0] != caves[1]).any()


# --- without memory --------------------------------------------------------------------------------------------


def test_without_memory_only_what_can_be_seen_now_is_observed():
    caves = {1: {"down": {0: "2 ruby", 1: "1 gold"}, "up": {1: "1 torch"}}}
    with_memory, without = (
        table(2, caves, held={0: "gold"}, hands={1: "1 Banker, 1 Canary", 0: "1 Sapper"}, memory=memory)
        for memory in (True, False)
    )
    remembered, seen = view(with_memory, 0), view(without, 0)
    for field in remembered.dtype.names:
        if field == "caves":
            continue
        if field == "sure":
            assert remembered.sure.any()
            assert not seen.sure.any()
        else:
            assert (remembered[field] == seen[field]).all(), field
    old, new = remembered.caves[0], seen.caves[0]
    for field in old.dtype.names:
        if field in ("known", "up_by", "down_by"):
            assert old[field].any()
            assert not new[field].any()
        else:
            assert (old[field] == new[field]).all(), field


def test_without_memory_bankers_and_returned_tiles_are_forgotten():
    caves = {number: {"claimer": number % 2} for number in range(1, 5)}
    batch = table(2, caves, held={0: "gold"}, retired=[1], hands={0: "1 Banker"}, memory=False)
    do(batch, "claim cave 5")
    assert not view(batch, 0).returned.any()
    assert view(batch, 0).shown == 0


def test_without_memory_the_own_tiles_are_shown_where_a_torch_is_to_turn_one_up():
    batch = table(2, {1: {"down": {0: "2 ruby", 1: "1 gold"}}, 2: {"down": {0: "1 gold"}}}, held={0: "torch"}, memory=False)
    do(batch, "place the torch face up in cave 1")
    assert known(batch, 0) == "2 ruby"
    assert known(batch, 0, 2) == ""


def test_a_new_game_shows_the_same_to_all():
    batch = Batch("greedy_greedy_goblins", 1, 4, clans=["Fangferalz", "Warraaage", "Glittergreed", "Snazdoodle"])
    without_clan = [view(batch, seat).copy() for seat in range(4)]
    for o in without_clan:
        o.clan[:] = 0
    assert len({o.tobytes() for o in without_clan}) == 1
