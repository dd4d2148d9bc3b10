"""Redealing: all that a seat can't know is drawn anew, and nothing else."""

from collections import Counter

import numpy as np
import pytest
from games.greedy_greedy_goblins.table import GAME, LABELS, do, down, hand, held, random_action, table
from games.redeals import same_after_redeal

import critter_envs
from critter_envs import Batch
from critter_envs.core.positions import state_from
from critter_envs.testing import check_redeals

NAMES = {action: label for label, action in LABELS.items()}


def moments(num_players, every=11, games=3, **parameters):
    """Games of players who are sensible most of the time, looked at every few decisions."""
    rules = critter_envs.agent("rules", GAME)
    rng = np.random.default_rng(num_players)
    for seed in range(games):
        batch = Batch(GAME, 1, num_players, seed, autoreset=False, max_decisions=400, **parameters)
        while batch.player[0] >= 0:
            if batch.states[0].decisions % every == 0:
                yield batch
            sensible = rng.random() < 0.8
            batch.step(rules.act(batch.observation, batch.mask) if sensible else [random_action(batch, rng)])


def seen(batch, seat):
    """All that a seat is shown."""
    observation, mask = batch.observe([0], [seat])
    return observation.tobytes(), mask.tobytes()


def redealt(batch, seat, times=300):
    """The game after redeals."""
    twin = batch.clone()
    for _ in range(times):
        twin.redeal(0, seat)
        yield twin


@pytest.mark.parametrize("memory", [True, False])
@pytest.mark.parametrize("num_players", [2, 3, 4])
def test_the_seat_observes_the_same_and_the_position_is_sound(num_players, memory):
    stages = set()
    for batch in moments(num_players, memory=memory):
        stages.add(int(batch.states[0].stage))
        for seat in range(num_players):
            for twin in redealt(batch, seat, 3):
                assert seen(twin, seat) == seen(batch, seat)
                assert twin.player[0] == batch.player[0]
                assert twin.states[0].pending == batch.states[0].pending
                state_from(batch.game, twin.position(0))  # conserved, and commits are legal ones
    assert {0, 1, 2} <= stages


@pytest.mark.parametrize("memory", [True, False])
@pytest.mark.parametrize("num_players", [2, 4])
def test_it_depends_on_nothing_but_what_the_seat_observes(num_players, memory):
    """Two states that look the same to a seat, redealt with the same chance, give the same state."""
    differed = 0
    for batch in moments(num_players, every=17, memory=memory):
        for seat in range(num_players):
            other = batch.clone()
            other.redeal(0, seat)
            other.redeal(0, seat)
            differed += other.states[0].down.tobytes() != batch.states[0].down.tobytes()
            assert same_after_redeal(batch, other, seat)
    assert differed > 20


@pytest.mark.parametrize("num_players", [2, 3, 4])
def test_whatever_can_be_otherwise_is_otherwise_in_some_redeal(num_players):
    check_redeals(GAME, num_players, settled=("returned",), depth=num_players + 2, num_games=1024)


# --- tiles -----------------------------------------------------------------------------------------------------


def test_face_down_tiles_of_others_held_ones_and_the_pool_are_dealt_anew():
    caves = {1: {"down": {0: "1 gold", 1: "1 ruby"}}, 2: {"down": {1: "1 torch"}, "claimer": 1}}
    batch = table(2, caves, held={1: "diamond"})
    placed, in_hand = Counter(), Counter()
    for twin in redealt(batch, 0):
        placed[down(twin, 1, 1), down(twin, 2, 1)] += 1
        in_hand[held(twin, 1)] += 1
        assert down(twin, 1, 0) == "1 gold"
    assert len(placed) > 40
    assert len(in_hand) == 10
    assert 40 < in_hand["dynamite"] < 125  # 16 of 59


def test_what_the_seat_knows_of_the_pool_stays_there():
    """All other tiles are in one cave, unknown: the pool is the gold that the seat held, and one of three tiles."""
    caves = {number: {"claimer": number % 2} for number in range(1, 5)}
    batch = table(2, caves, held={0: "gold"}, retired=[1])
    do(batch, "claim cave 5")
    assert all(twin.states[0].pool[3] >= 1 for twin in redealt(batch, 0, 50))
    assert all(twin.states[0].returned[0] == 4 for twin in redealt(batch, 0, 5))


def test_jumped_caves_keep_what_lies_open():
    caves = {1: {"down": {0: "1 gold", 1: "1 ruby"}, "claimer": 0, "jumper": 1}, 2: {"down": {0: "1 emerald"}, "claimer": 1}}
    batch = table(2, caves, stage="score", hands={0: "1 Canary, 1 Sapper", 1: "1 Wrangler"})
    do(batch, "score cave 1", "play Canary", "play no more cards")
    fields = ("up", "claimer", "jumper", "played", "scored", "order", "coins")
    for twin in redealt(batch, 0, 30):
        for field in fields:
            assert (twin.states[0][field] == batch.states[0][field]).all()
        assert down(twin, 2, 0) == "1 emerald"
    assert len({hand(twin, 1) for twin in redealt(batch, 0, 60)}) > 5
    assert len({down(twin, 2, 0) for twin in redealt(batch, 1, 60)}) > 5


# --- cards -----------------------------------------------------------------------------------------------------


def test_other_hands_keep_their_sizes_and_known_bankers():
    batch = table(3, hands={0: "1 Sapper", 1: "1 Banker, 1 Canary", 2: "2 Wrangler"})
    hands = Counter()
    for twin in redealt(batch, 0):
        assert hand(twin, 0) == "1 Sapper"
        assert "1 Banker" in hand(twin, 1)
        assert twin.states[0].hand.sum(axis=1).tolist() == [1, 2, 2, 0]
        hands[hand(twin, 2)] += 1
    assert len(hands) > 20


def test_who_was_not_asked_about_a_banker_holds_none():
    """In mining, everybody who holds one has been asked."""
    batch = table(2, hands={0: "1 Sapper", 1: "2 Canary"})
    assert all(twin.states[0].deck[11] == 1 for twin in redealt(batch, 0))


def test_who_has_drawn_since_may_hold_one():
    """Two cards, one of them new: the Banker is it, or in the deck of 21."""
    batch = table(2, {1: {"claimer": 0}}, hands={0: "1 Sapper", 1: "2 Canary"}, drawn={1: 1}, stage="score")
    held_by_1 = sum(int(twin.states[0].hand[1, 11]) for twin in redealt(batch, 0, 660))
    assert 12 < held_by_1 < 54  # one in 22


def test_the_seat_that_is_asked_about_a_banker_holds_it_with_and_without_memory():
    for memory in True, False:
        batch = table(3, stage="banker", hands={0: "1 Banker, 1 Canary"}, memory=memory)
        assert all("1 Banker" in hand(twin, 0) for twin in redealt(batch, 1, 50))


# --- commits ---------------------------------------------------------------------------------------------------


def commits(batch, seat, of, times=400):
    """What a seat may have committed, as another one sees it, and what its torch may be to turn up."""
    found = Counter()
    for twin in redealt(batch, seat, times):
        s = twin.states[0]
        found[
            NAMES.get(int(s.commit[of]) - 1),
            NAMES.get(int(s.turn_up[of]) - 1 + LABELS["turn up your emerald with the torch"]) if s.turn_up[of] else None,
        ] += 1
    return found


def test_a_hidden_commit_becomes_a_random_legal_one():
    batch = table(2)
    do(batch, "draw a tile")
    found = commits(batch, 1, of=0)
    caves = [f"claim cave {number}" for number in range(1, 6)]
    assert {label for label, _ in found} == {"draw a tile", "retire", "claim the guildhall", *caves}
    assert min(found.values()) > 20


def test_a_hidden_commit_of_a_torch_says_what_it_turns_up():
    """The unknown tile in seat 0's hand may be a torch in the redealt position, and may have been another tile in truth."""
    batch = table(2, {1: {"down": {0: "1 gold", 1: "1 ruby"}}}, held={0: "dynamite"})
    do(batch, "place the tile face down in cave 1")
    found = commits(batch, 1, of=0, times=1500)
    torches = {label: choice for label, choice in found if label and label.startswith("place the torch face up in cave 1")}
    assert torches
    choices = {choice for label, choice in found if label == "place the torch face up in cave 1"}
    assert "turn up a tile of others with the torch" in choices
    assert len(choices) > 2
    assert {choice for label, choice in found if label == "place the torch face up in cave 2"} <= {None}


def test_the_own_commit_stays():
    batch = table(2, {1: {"down": {0: "1 gold", 1: "1 ruby"}}}, held={0: "torch"})
    do(batch, "place the torch face up in cave 1")
    for twin in redealt(batch, 0, 20):
        assert NAMES[int(twin.states[0].commit[0]) - 1] == "place the torch face up in cave 1"
        assert seen(twin, 0) == seen(batch, 0)
    do(batch, "turn up your gold with the torch")
    for twin in redealt(batch, 0, 20):
        assert NAMES[int(twin.states[0].commit[0]) - 1] == "place the torch face up in cave 1"
        assert twin.states[0].turn_up[0] == batch.states[0].turn_up[0]


def test_half_a_commit_of_another_may_be_none_and_none_may_be_half_a_one():
    """Seat 1 looks while seat 0 says what its torch turns up: for all it knows, seat 0 hasn't begun."""
    batch = table(2, {1: {"down": {0: "1 gold", 1: "1 ruby"}}}, held={0: "torch"})
    do(batch, "place the torch face up in cave 1")
    found = commits(batch, 1, of=0)
    assert {label for label, _ in found} == {None, "place the torch face up in cave 1"}


# --- without memory --------------------------------------------------------------------------------------------


def test_without_memory_nobody_can_tell_who_placed_what():
    batch = table(2, {1: {"down": {0: "2 gold", 1: "1 ruby"}, "up": {1: "1 torch"}}}, memory=False)
    placers, kinds = set(), set()
    for twin in redealt(batch, 0, 100):
        s = twin.states[0]
        placers.add((tuple(s.tiles_down[0, :2]), int(s.up[0, 0, 9])))
        kinds.add(down(twin, 1, 0))
        assert s.tiles_down[0].sum() == 3
    assert len(placers) == 8
    assert len(kinds) > 20


def test_without_memory_the_own_tiles_at_the_torch_stay():
    batch = table(3, {1: {"down": {0: "2 gold", 1: "1 ruby"}}}, held={0: "torch"}, memory=False)
    do(batch, "place the torch face up in cave 1")
    owners = set()
    for twin in redealt(batch, 0, 50):
        assert down(twin, 1, 0) == "2 gold"
        owners.add(tuple(twin.states[0].tiles_down[0]))
    assert owners == {(2, 1, 0, 0), (2, 0, 1, 0)}


def test_the_chance_to_come_is_drawn_anew():
    batch = table(2)
    before = batch.states[0].rng.tolist()
    batch.redeal(0, 0)
    assert batch.states[0].rng.tolist() != before
