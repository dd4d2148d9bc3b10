"""Many games at once: the same bytes alone or in company, and nothing changed by a call that is refused."""

import copy
import json
import pickle

import numpy as np
import pytest

from critter_envs import Batch
from critter_envs.core.errors import IllegalAction, ParameterError, PositionError
from critter_envs.core.generator import following

GAME = "greedy_goose"


def play(batch, steps, seed=0):
    """Random legal play; the choices of a game depend on its place and on nothing else."""
    rngs = [np.random.default_rng([seed, i]) for i in range(len(batch))]
    outcomes = []
    for _ in range(steps):
        actions = [rng.choice(np.flatnonzero(mask)) for rng, mask in zip(rngs, batch.mask, strict=True)]
        outcomes.append(batch.step(actions))
    return outcomes


def snapshot(batch):
    return tuple(a.tobytes() for a in (batch.states, batch.player, batch.mask, batch.observation))


def test_a_game_is_the_same_in_a_batch_of_any_size():
    large, small = Batch(GAME, 8, seed=5), Batch(GAME, 3, seed=5)
    play(large, 200), play(small, 200)
    assert large.states[:3].tobytes() == small.states.tobytes()


def test_a_game_of_a_batch_can_be_played_alone_from_its_seed():
    batch = Batch(GAME, 4, seed=5)
    alone = Batch(GAME, 1, seed=int(batch.states.seed[2]))
    assert alone.states[0].tobytes() == batch.states[2].tobytes()


def test_same_seed_same_bytes_other_seed_other_game():
    one, two, other = (Batch(GAME, 4, seed=seed) for seed in (9, 9, 10))
    assert snapshot(one) == snapshot(two)
    assert all(one.states[i].tobytes() != other.states[i].tobytes() for i in range(4))


def test_games_of_a_batch_differ():
    states = Batch(GAME, 64).states
    assert len({state.centre.tobytes() + state.hand.tobytes() for state in states}) > 60


def test_reset_starts_the_same_games_again():
    batch = Batch(GAME, 4, seed=3)
    before = snapshot(batch)
    play(batch, 30)
    batch.reset(3)
    assert snapshot(batch) == before


def test_a_seed_for_each_game():
    seeds = [7, 7, 8]
    batch = Batch(GAME, 3, seed=seeds)
    assert batch.states.seed.tolist() == seeds
    assert batch.states[0].tobytes() == batch.states[1].tobytes() != batch.states[2].tobytes()


def test_a_finished_game_is_followed_by_the_next_with_the_same_parameters():
    batch = Batch(GAME, 1, 3, seed=4, first_player=2, memory=False, reward="rank", max_decisions=20)
    seed = 4
    for _ in range(5):
        while not any(map(np.any, play(batch, 1)[0][1:])):
            pass
        seed = following(seed)
        assert batch.states.seed[0] == seed
        assert (
            batch.states[0].tobytes()
            == Batch(GAME, 1, 3, seed=seed, first_player=2, memory=False, reward="rank", max_decisions=20).states[0].tobytes()
        )


def test_table_sizes_are_drawn_anew_for_each_game():
    batch = Batch(GAME, 200, [2, 4, 6], seed=1)
    first = batch.states.num_players.copy()
    assert set(first) == {2, 4, 6}
    assert min(np.bincount(first)[[2, 4, 6]]) > 40
    play(batch, 120)
    assert (batch.states.num_players != first).any()


def test_rewards_are_paid_once_to_all_seats_and_sum_to_zero():
    batch = Batch(GAME, 16, 5, seed=2)
    ended = 0
    for rewards, terminated, truncated in play(batch, 150):
        assert not truncated.any()
        assert not rewards[~terminated].any()
        assert rewards[terminated, :5].sum(axis=1) == pytest.approx(0)
        assert (np.abs(rewards[terminated, :5]).sum(axis=1) > 0).all()
        assert not rewards[:, 5].any()
        ended += terminated.sum()
    assert ended > 16


def test_a_game_at_its_limit_is_truncated_and_paid():
    batch = Batch(GAME, 8, 4, max_decisions=7, reward="score")
    for k, (rewards, terminated, truncated) in enumerate(play(batch, 21), 1):
        assert not terminated.any()
        assert (truncated == (k % 7 == 0)).all()
        assert (np.abs(rewards).sum() > 0) == (k % 7 == 0)


def test_without_autoreset_a_finished_game_waits():
    batch = Batch(GAME, 2, seed=1, autoreset=False, max_decisions=3)
    for _ in range(3):
        rewards, _, truncated = batch.step(batch.mask.argmax(axis=1))
    assert truncated.all()
    assert (batch.player == -1).all()
    assert not batch.mask.any()
    assert not batch.observation.any()
    before = snapshot(batch)
    rewards, terminated, truncated = batch.step([0, 0])
    assert not rewards.any()
    assert not terminated.any()
    assert not truncated.any()
    assert snapshot(batch) == before


def test_step_some_leaves_the_other_games_alone():
    batch, whole = Batch(GAME, 6, seed=3), Batch(GAME, 6, seed=3)
    actions = batch.mask.argmax(axis=1)
    chosen = np.array([4, 1])
    batch.step_some(chosen, actions[chosen])
    whole.step(actions)
    fresh = Batch(GAME, 6, seed=3)
    for i in range(6):
        assert batch.states[i].tobytes() == (whole if i in chosen else fresh).states[i].tobytes()


@pytest.mark.parametrize("kind", ["masked out", "too high", "negative", "negative, legal counted from the end"])
def test_an_illegal_action_changes_nothing_in_any_game(kind):
    batch = Batch(GAME, 4, seed=1)
    actions = batch.mask.argmax(axis=1)
    wrong = {
        "masked out": int(np.flatnonzero(batch.mask[2] == 0)[0]),
        "too high": batch.game.num_actions,
        "negative": -1,
        "negative, legal counted from the end": int(actions[2]) - batch.game.num_actions,
    }[kind]
    actions[2] = wrong
    before = snapshot(batch)
    with pytest.raises(
        IllegalAction, match=rf"game 2: action {wrong}\b.*seat {batch.player[2]}; legal: {batch.mask[2].argmax()} "
    ):
        batch.step(actions)
    assert snapshot(batch) == before
    batch.step(batch.mask.argmax(axis=1))


@pytest.mark.parametrize("actions", [[0], [0.0, 0.0], [[0, 0]], ["a", "b"], [None, 0]])
def test_actions_of_the_wrong_form_are_refused(actions):
    batch = Batch(GAME, 2)
    with pytest.raises(IllegalAction, match="whole numbers of shape"):
        batch.step(actions)


def test_the_views_cannot_be_written_to():
    batch = Batch(GAME, 2)
    for array in (batch.player, batch.mask, batch.observation):
        with pytest.raises(ValueError, match="read-only"):
            array[0] = 0


def test_observing_another_seat_changes_nothing_and_has_no_mask():
    batch = Batch(GAME, 3, seed=2)
    before = snapshot(batch)
    observations, masks = batch.observe([0, 1, 2], (batch.player + 1) % 4)
    assert snapshot(batch) == before
    assert not masks.any()
    assert (observations != batch.observation).any()
    observations, masks = batch.observe([0, 1, 2], batch.player)
    assert (observations == batch.observation).all()
    assert (masks == batch.mask).all()


def test_the_last_game_that_ended_can_be_looked_at():
    batch = Batch(GAME, 1, max_decisions=5)
    waiting = Batch(GAME, 1, max_decisions=5, autoreset=False)
    play(batch, 5), play(waiting, 5)
    for seat in range(4):
        assert (batch.observe(0, seat, final=True)[0] == waiting.observe(0, seat)[0]).all()
        assert (batch.observe(0, seat)[0] != waiting.observe(0, seat)[0]).any()


@pytest.mark.parametrize("copier", [Batch.clone, copy.deepcopy, lambda b: pickle.loads(pickle.dumps(b))])
def test_copies_go_on_alike_and_share_nothing(copier):
    batch = Batch(GAME, 3, [3, 5], seed=8)
    play(batch, 20)
    twin = copier(batch)
    before = snapshot(batch)
    assert snapshot(twin) == before
    play(twin, 100, seed=1)
    twin.redeal(0, 0)
    assert snapshot(batch) == before
    play(batch, 100, seed=1)
    batch.redeal(0, 0)
    assert snapshot(twin) == snapshot(batch)


def test_a_position_is_json_and_comes_back_to_the_same_bytes():
    batch, other = Batch(GAME, 2, seed=3), Batch(GAME, 2, seed=4)
    play(batch, 25)
    position = json.loads(json.dumps(batch.position(1)))
    other.set_position(0, position)
    assert other.states[0].tobytes() == batch.states[1].tobytes()
    assert (other.mask[0] == batch.mask[1]).all()
    assert (other.observation[0] == batch.observation[1]).all()
    assert other.player[0] == batch.player[1]


def test_a_position_of_another_table_is_refused():
    batch = Batch(GAME, 1, 4)
    before = snapshot(batch)
    with pytest.raises(PositionError, match="'num_players': 3"):
        batch.set_position(0, Batch(GAME, 1, 3).position(0))
    assert snapshot(batch) == before


def test_redeal_keeps_what_the_seat_sees_and_changes_what_it_does_not():
    batch = Batch(GAME, 1, seed=6)
    play(batch, 20)
    seat = 1
    seen = batch.observe(0, seat)[0]
    hands, futures = set(), set()
    for _ in range(50):
        batch.redeal(0, seat)
        assert (batch.observe(0, seat)[0] == seen).all()
        hands.add(batch.states[0].hand.tobytes())
        futures.add(batch.states[0].rng.tobytes())
    assert len(hands) > 10
    assert len(futures) == 50


def test_play_random_gives_the_games_that_legal_play_can_give():
    batch = Batch(GAME, 50, [2, 6], seed=1)
    assert batch.play_random(200) > 50
    for state in batch.states:
        batch.game.check(state)
    again = Batch(GAME, 10, [2, 6], seed=1)
    again.play_random(200)
    assert again.states.tobytes() == batch.states[:10].tobytes()


def test_standings_share_the_win():
    batch = Batch(GAME, 30, 3, seed=1)
    scores, shares = batch.standings()
    assert shares[:, :3].sum(axis=1) == pytest.approx(1)
    assert not shares[:, 3:].any()
    assert (scores[:, :3].max(axis=1) == np.where(shares > 0, scores, 0).max(axis=1)).all()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"num_games": 0}, "num_games can't be 0: it must be a whole number from 1"),
        ({"num_games": 2.0}, "num_games can't be 2.0"),
        ({"num_players": 7}, "can't be played by 7 players: num_players must be a whole number from 2 to 6"),
        ({"num_players": True}, "can't be played by True players"),
        ({"num_players": []}, "num_players is empty"),
        ({"num_players": [4, 1]}, "can't be played by 1 players"),
        ({"seed": -1}, r"the seed can't be -1: it must be a whole number from 0 to 2\*\*63 - 1"),
        ({"seed": 2**63}, "the seed can't be"),
        ({"seed": 1.5}, "the seed can't be 1.5"),
        ({"seed": [1, 2]}, "there are 2 seeds for 1 games"),
        ({"seed": []}, "there are 0 seeds for 1 games"),
        ({"first_player": 4}, "first_player can't be 4: it must be None .* or a seat from 0 to 3"),
        ({"reward": "money"}, 'reward can\'t be \'money\': it must be one of "win", "score", "rank"'),
        ({"memory": 1}, "memory can't be 1: it must be True or False"),
        ({"max_decisions": 0}, "max_decisions can't be 0: it must be a whole number from 1"),
        ({"max_decision": 5}, "has no parameter 'max_decision', did you mean max_decisions"),
        ({"x": 5}, "has no parameter 'x'; it has deck, first_player, max_decisions, memory, reward"),
    ],
)
def test_bad_arguments_are_named(arguments, message):
    with pytest.raises(ParameterError, match=message):
        Batch(GAME, **arguments)


def test_an_unknown_game_is_named_with_those_that_exist():
    with pytest.raises(ParameterError, match="there is no game 'chess': there are greedy_goose"):
        Batch("chess")


@pytest.mark.parametrize("i", [-1, 2, 10**6, 0.5, None, "0"])
def test_a_game_that_isnt_there_is_refused(i):
    batch = Batch(GAME, 2, 3, autoreset=False)
    before = snapshot(batch)
    position = batch.position(0)
    calls = [
        lambda: batch.position(i),
        lambda: batch.set_position(i, position),
        lambda: batch.set_state(i, batch.states[0].copy()),
        lambda: batch.refresh(i),
        lambda: batch.restart(i),
        lambda: batch.redeal(i, 0),
        lambda: batch.turn_to(i, 0),
        lambda: batch.observe(i, 0),
        lambda: batch.observe([0, i], [0, 0]),
        lambda: batch.step_some([i], [2]),
    ]
    for call in calls:
        with pytest.raises(ParameterError, match=r"there is no game|number games"):
            call()
    assert snapshot(batch) == before


@pytest.mark.parametrize("seat", [-1, 3, 5, 6, 10**6, 0.5, None])
def test_a_seat_that_isnt_there_is_refused(seat):
    batch = Batch(GAME, 2, 3)
    before = snapshot(batch)
    for call in (lambda: batch.redeal(1, seat), lambda: batch.observe([0, 1], [0, seat])):
        with pytest.raises(ParameterError, match=r"there is no seat|number games"):
            call()
    with pytest.raises(PositionError, match="isn't to act"):
        batch.turn_to(1, seat)
    assert snapshot(batch) == before


def test_a_game_takes_one_step_at_a_time():
    batch = Batch(GAME, 2, 3)
    before = snapshot(batch)
    with pytest.raises(ParameterError, match="only once"):
        batch.step_some([1, 0, 1], [2, 2, 2])
    assert snapshot(batch) == before


def test_observing_needs_a_game_for_each_seat_and_may_ask_for_none():
    batch = Batch(GAME, 2, 3)
    with pytest.raises(ParameterError, match="2 games for 1 seats"):
        batch.observe([0, 1], [0])
    observations, masks = batch.observe([], [])
    assert observations.shape == (0, batch.observation.shape[1])
    assert masks.shape == (0, batch.mask.shape[1])


def test_a_final_view_needs_a_game_that_has_ended():
    batch = Batch(GAME, 2, 3)
    with pytest.raises(ParameterError, match="no game has ended yet"):
        batch.observe(1, 0, final=True)
    play(batch, 100)
    assert batch.observe(1, 0, final=True)[0].any()


@pytest.mark.parametrize("decisions", [-1, None, 0.5, "3", True])
def test_random_play_takes_a_number_of_decisions(decisions):
    with pytest.raises(ParameterError, match="decisions can't be"):
        Batch(GAME, 2).play_random(decisions)


def test_ragged_actions_are_refused():
    with pytest.raises(IllegalAction, match="whole numbers of shape"):
        Batch(GAME, 2).step([[0], [0, 1]])


@pytest.mark.parametrize(
    "wrong",
    [
        {"seed": np.array(3)},
        {"num_players": np.array(3)},
        {"autoreset": "no"},
        {"autoreset": None},
        {"reward": np.array(["win", "win"])},
        {"game": ["greedy_goose"]},
        {"game": {}},
    ],
)
def test_values_of_odd_types_are_refused(wrong):
    with pytest.raises(ParameterError):
        Batch(**{"game": GAME, **wrong})


def test_a_misspelt_number_of_players_is_recognised():
    with pytest.raises(ParameterError, match="did you mean num_players"):
        Batch(GAME, num_player=3)
