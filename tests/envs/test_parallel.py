"""The parallel environment by PettingZoo's own tests, and by what they don't look at."""

import copy
import pickle
from collections import deque

import numpy as np
import pytest
from gymnasium.error import ResetNeeded
from gymnasium.utils.env_checker import data_equivalence
from pettingzoo.test import parallel_api_test, parallel_seed_test

from critter_envs import Batch, IllegalAction, ParameterError, PositionError
from critter_envs.envs.aec import AECGame
from critter_envs.envs.parallel import ParallelGame


def choose(observations, rng):
    """A random legal action for each agent that is to act."""
    masks = {agent: observation["action_mask"] for agent, observation in observations.items()}
    return {agent: rng.choice(np.flatnonzero(mask)) for agent, mask in masks.items() if mask.any()}


@pytest.mark.parametrize("num_players", [2, 4])
@pytest.mark.filterwarnings("error")
def test_pettingzoo_parallel_api(game, num_players):
    parallel_api_test(ParallelGame(game, num_players=num_players), num_cycles=100)


def test_pettingzoo_parallel_seed(game):
    parallel_seed_test(lambda: ParallelGame(game, num_players=3), num_cycles=50)


def test_whole_games_are_the_same_from_the_same_seed(game):
    """PettingZoo's seed test stops after its first step."""
    first, second = ParallelGame(game, num_players=3), ParallelGame(game, num_players=3)
    for seed in range(4):
        told = first.reset(seed=seed), second.reset(seed=seed)
        for env in first, second:
            for k, agent in enumerate(env.agents):
                env.action_space(agent).seed(k)
        steps = 0
        while first.agents:
            assert data_equivalence(*told, exact=True)
            actions = [{agent: env.action_space(agent).sample() for agent in env.agents} for env in (first, second)]
            assert actions[0] == actions[1]
            told = first.step(actions[0]), second.step(actions[1])
            steps += 1
        assert data_equivalence(*told, exact=True)
        assert not second.agents
        assert steps > 2


def test_other_seeds_give_other_games(game):
    env = ParallelGame(game, num_players=3)
    deals = {env.reset(seed=seed)[0]["player_1"]["observation"].tobytes() for seed in range(20)}
    assert len(deals) > 10


def test_it_is_the_same_game_as_in_aec(game):
    for seed in range(5):
        aec, parallel = AECGame(game, num_players=3), ParallelGame(game, num_players=3)
        aec.reset(seed=seed)
        observations, _ = parallel.reset(seed=seed)
        rng = np.random.default_rng(seed)
        waiting = {agent: deque() for agent in aec.agents}
        compared = 0
        while parallel.agents:
            actions = choose(observations, rng)
            for agent, action in actions.items():
                waiting[agent].append(action)
            observations, rewards, terminations, truncations, infos = parallel.step(actions)
            while waiting[aec.agent_selection]:
                aec.step(waiting[aec.agent_selection].popleft())
            if not any(waiting.values()):
                compared += 1
                assert data_equivalence(observations, {agent: aec.observe(agent) for agent in aec.agents})
        assert compared > 2
        assert (rewards, terminations, truncations, infos) == (aec.rewards, aec.terminations, aec.truncations, aec.infos)
        assert parallel.state_bytes()[9:] == aec.state_bytes()[9:]


def test_all_who_choose_at_once_are_asked_at_once(toy):
    env = ParallelGame(toy, num_players=4, ones=False)
    observations, _ = env.reset(seed=0)
    rng = np.random.default_rng(0)
    for _ in range(3):
        assert all(observation["action_mask"].any() for observation in observations.values())
        observations, *_ = env.step(choose(observations, rng))
    assert env.agents == []


def test_who_has_more_to_choose_does_not_hold_up_the_others(toy):
    env = ParallelGame(toy, num_players=4, cards=5)
    asked_again = 0
    for seed in range(20):
        observations, _ = env.reset(seed=seed)
        lowest = {agent: int(one["action_mask"].argmax()) for agent, one in observations.items()}
        observations, *_ = env.step(lowest)
        assert env.batch.states.decisions[0] == 4
        ones = {agent for agent, action in lowest.items() if action == 0}
        if ones:
            assert {agent for agent, one in observations.items() if one["action_mask"].any()} == ones
        asked_again += len(ones) not in (0, 4)
    assert asked_again > 5


def test_who_is_not_to_act_has_an_empty_mask_and_is_ignored():
    env = ParallelGame("greedy_goose", num_players=4)
    observations, _ = env.reset(seed=0)
    rng = np.random.default_rng(0)
    actions = choose(observations, rng)
    assert len(actions) == 1
    twin = copy.deepcopy(env)
    ignored = dict.fromkeys(env.agents, -7) | dict(zip(env.agents[:1], [None], strict=True)) | actions
    assert data_equivalence(twin.step(actions), env.step(ignored))


def test_who_chooses_first_makes_no_difference(toy):
    batches = [Batch(toy, 1, 3, 5, autoreset=False, ones=False) for _ in range(2)]
    for batch, order in zip(batches, ([0, 1, 2], [2, 0, 1]), strict=True):
        for seat in order:
            batch.turn_to(0, seat)
            assert batch.player[0] == seat
            assert (batch.observation == batch.observe(0, seat)[0]).all()
            batch.step([batch.mask[0].argmax()])
    assert batches[0].states.tobytes() == batches[1].states.tobytes()


@pytest.mark.parametrize("seat", [1, 3, 5, -1])
def test_only_a_pending_seat_can_be_turned_to(toy, seat):
    batch = Batch(toy, 2, 3, 5, autoreset=False, ones=False)
    batch.turn_to(1, 1)
    batch.step(batch.mask.argmax(axis=1))
    before = batch.player.tolist()
    assert before == [1, 0]
    with pytest.raises(PositionError, match="isn't to act"):
        batch.turn_to(1, seat)
    assert batch.player.tolist() == before


@pytest.mark.parametrize(
    "spoil", [lambda a: a.pop("player_2"), lambda a: a.update(player_2=99), lambda a: a.update(player_2=None)]
)
def test_a_missing_or_illegal_action_is_an_error_and_nothing_is_carried_out(toy, spoil):
    env = ParallelGame(toy, num_players=3)
    observations, _ = env.reset(seed=0)
    actions = choose(observations, np.random.default_rng(0))
    spoilt = dict(actions)
    spoil(spoilt)
    before, twin = env.state_bytes(), copy.deepcopy(env)
    with pytest.raises(IllegalAction, match=r"player_2|seat 2|whole number"):
        env.step(spoilt)
    assert env.state_bytes() == before
    assert data_equivalence(env.step(actions), twin.step(actions))


def test_an_action_for_nobody_is_an_error(game):
    env = ParallelGame(game, num_players=2)
    observations, _ = env.reset(seed=0)
    before = env.state_bytes()
    with pytest.raises(ParameterError, match="player_5"):
        env.step(choose(observations, np.random.default_rng(0)) | {"player_5": 0})
    assert env.state_bytes() == before


def test_a_game_cut_off_in_the_middle_of_a_choice_pays_and_ends(toy):
    env = ParallelGame(toy, num_players=4, ones=False, max_decisions=6)
    observations, _ = env.reset(seed=0)
    rng = np.random.default_rng(0)
    observations, *_ = env.step(choose(observations, rng))
    _, rewards, terminations, truncations, infos = env.step(choose(observations, rng))
    assert all(truncations.values())
    assert not any(terminations.values())
    assert set(rewards) == set(infos) == set(env.possible_agents)
    assert env.agents == []
    assert env.step({}) == ({}, {}, {}, {}, {})


def test_a_seed_gives_the_first_game_of_a_batch_and_the_next_one_follows(game):
    env, batch = ParallelGame(game, num_players=3), Batch(game, 1, 3, 11)
    env.reset(seed=11)
    assert env.batch.states.tobytes() == batch.states.tobytes()
    env.reset()
    batch.restart(0)
    assert env.batch.states.tobytes() == batch.states.tobytes()


@pytest.mark.parametrize("clone", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))])
def test_copies_keep_the_game_and_the_chance_of_their_spaces(game, clone):
    env = ParallelGame(game, num_players=3)
    observations, _ = env.reset(seed=0)
    for k, agent in enumerate(env.agents):
        env.action_space(agent).seed(k)
    env.step(choose(observations, np.random.default_rng(0)))
    twin = clone(env)
    while env.agents:
        actions = [{agent: one.action_space(agent).sample() for agent in one.agents} for one in (env, twin)]
        assert actions[0] == actions[1]
        assert data_equivalence(env.step(actions[0]), twin.step(actions[1]))
    assert not twin.agents


def test_step_before_reset(game):
    with pytest.raises(ResetNeeded, match="reset"):
        ParallelGame(game).step({})


@pytest.mark.parametrize("actions", [None, 3, [0, 0, 0], "player_0"])
def test_actions_are_given_by_agent(actions):
    env = ParallelGame("greedy_goose", num_players=3)
    env.reset(seed=0)
    before = env.state_bytes()
    with pytest.raises(IllegalAction, match="a mapping from agents to actions"):
        env.step(actions)
    assert env.state_bytes() == before
