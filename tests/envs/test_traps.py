"""Traps that users of other collections of games fell into, each a test of its own."""

import copy

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import data_equivalence
from pettingzoo.utils.conversions import turn_based_aec_to_parallel

from critter_envs import Batch, IllegalAction
from critter_envs.envs.aec import env
from critter_envs.envs.registration import gymnasium_id


def act(aec):
    """A random legal action, or None of an agent whose game is over."""
    over = aec.terminations[aec.agent_selection] or aec.truncations[aec.agent_selection]
    aec.step(None if over else aec.action_space(aec.agent_selection).sample())


def play_on(aec):
    while not (any(aec.terminations.values()) or any(aec.truncations.values())):
        act(aec)


def test_the_reward_of_a_player_who_is_not_acting_is_not_lost(game):
    paid_while_waiting = 0
    for seed in range(10):
        aec = env(game, num_players=4)
        aec.reset(seed=seed)
        last_to_act = None
        while not any(aec.terminations.values()):
            last_to_act = aec.agent_selection
            act(aec)
        returns = dict(zip(aec.possible_agents, aec.unwrapped.batch.returns()[0], strict=False))
        for agent in aec.agent_iter():
            assert aec.last()[1] == returns[agent]
            paid_while_waiting += agent != last_to_act and returns[agent] != 0
            aec.step(None)
    assert paid_while_waiting >= 10


def test_observing_another_agent_changes_nothing_and_shows_that_seat(game):
    aec, batch = env(game, num_players=4), Batch(game, 1, 4, 6, autoreset=False)
    aec.reset(seed=6)
    while not any(aec.terminations.values()):
        before, selected = aec.state_bytes(), aec.agent_selection
        for seat, agent in enumerate(aec.possible_agents):
            observation, mask = batch.observe(0, seat)
            expected = {"observation": observation[0], "action_mask": mask[0]}
            assert data_equivalence(aec.observe(agent), expected)
        assert aec.state_bytes() == before
        assert aec.agent_selection == selected
        action = aec.action_space(selected).sample()
        aec.step(action), batch.step([action])


def test_only_those_who_are_to_act_have_a_mask():
    aec = env("greedy_goose", num_players=4)
    aec.reset(seed=0)
    for _ in range(20):
        masked = [agent for agent in aec.agents if aec.observe(agent)["action_mask"].any()]
        assert masked == [aec.agent_selection]
        act(aec)


def test_an_illegal_move_leaves_no_trace_in_this_game_or_the_next(game):
    tried, untried = env(game, num_players=3), env(game, num_players=3)
    for one in tried, untried:
        one.reset(seed=8)
        for seat, agent in enumerate(one.possible_agents):
            one.action_space(agent).seed(seat)
    for _ in range(2):
        while tried.agents:
            if tried.last()[0]["action_mask"].any():
                with pytest.raises(IllegalAction):
                    tried.step(int(np.flatnonzero(tried.last()[0]["action_mask"] == 0)[0]) if game != "toy" else -1)
            assert data_equivalence(tried.last(), untried.last(), exact=True)
            assert tried.state_bytes() == untried.state_bytes()
            act(tried), act(untried)
        tried.reset(), untried.reset()


def test_an_illegal_action_is_not_quietly_replaced():
    aec = env("greedy_goose", num_players=3)
    aec.reset(seed=0)
    illegal = int(np.flatnonzero(aec.last()[0]["action_mask"] == 0)[0])
    before = aec.state_bytes()
    with pytest.raises(IllegalAction, match=rf"action {illegal} .*illegal for seat .*legal: 0 \(flip a card\)"):
        aec.step(illegal)
    assert aec.state_bytes() == before


def test_eight_environments_with_one_seed_deal_eight_games(game):
    envs = gymnasium.make_vec(gymnasium_id(game), num_envs=8, opponents="random", num_players=3)
    observations, _ = envs.reset(seed=3)
    assert len({state.tobytes() for state in envs.unwrapped.batch.states}) == 8
    assert len({row.tobytes() for row in observations}) > 4
    again, _ = envs.reset(seed=3)
    assert (observations == again).all()


def test_a_parameter_survives_reset_with_a_seed(game):
    aec = env(game, num_players=3, max_decisions=5, reward="score", memory=False)
    single = gymnasium.make(gymnasium_id(game), num_players=3, opponents="random", max_decisions=5, reward="score", memory=False)
    parameters = aec.unwrapped.game.parameters_of(aec.unwrapped.batch.states[0])
    assert (parameters["max_decisions"], parameters["reward"], parameters["memory"]) == (5, "score", False)
    for seed in 1, None, 2:
        for one in aec, single:
            one.reset(seed=seed)
            state = one.unwrapped.batch.states[0]
            assert one.unwrapped.game.parameters_of(state) == parameters


def test_the_seed_survives_auto_reset(game):
    streams = []
    for _ in range(2):
        envs = gymnasium.make_vec(gymnasium_id(game), num_envs=4, opponents="rules", num_players=3)
        stream = [envs.reset(seed=9)]
        envs.action_space.seed(0)
        ended = 0
        while ended < 12:
            stream.append(envs.step(envs.action_space.sample()))
            ended += int((stream[-1][2] | stream[-1][3]).sum())
        streams.append(stream)
    assert data_equivalence(*streams)


def test_a_deep_copy_keeps_the_game(game):
    aec = env(game, num_players=3)
    aec.reset(seed=1)
    act(aec), act(aec)
    twin, before = copy.deepcopy(aec), aec.state_bytes()
    assert twin.state_bytes() == before
    play_on(aec)
    assert twin.state_bytes() == before
    play_on(twin)
    assert data_equivalence(twin.infos.keys(), aec.infos.keys())


@pytest.mark.filterwarnings("ignore:The .* dictionary")
def test_turn_based_aec_to_parallel_works_to_the_end_of_a_game(game):
    parallel = turn_based_aec_to_parallel(env(game, num_players=3))
    for seed in range(3):
        parallel.reset(seed=seed)
        total = dict.fromkeys(parallel.agents, 0.0)
        while parallel.agents:
            actions = {agent: parallel.action_space(agent).sample() for agent in parallel.agents}
            observations, rewards, terminations, truncations, infos = parallel.step(actions)
            for agent, reward in rewards.items():
                total[agent] += reward
        assert set(observations) == set(rewards) == set(infos) == set(parallel.possible_agents)
        assert all(terminations.values())
        assert not any(truncations.values())
        returns = parallel.unwrapped.batch.returns()[0]
        assert list(total.values()) == returns[:3].tolist()


def test_an_agent_may_act_twice_in_a_row():
    aec = env("greedy_goose", num_players=2)
    aec.reset(seed=0)
    in_a_row = 0
    while not any(aec.terminations.values()):
        agent, decisions = aec.agent_selection, aec.unwrapped.batch.states.decisions[0]
        observation, reward, terminated, truncated, info = aec.last()
        assert (reward, terminated, truncated, info) == (0, False, False, {})
        assert observation["action_mask"].any()
        aec.step(0 if observation["action_mask"][0] else aec.action_space(agent).sample())
        assert aec.unwrapped.batch.states.decisions[0] == decisions + 1
        if aec.agent_selection == agent and not any(aec.terminations.values()):
            in_a_row += 1
            assert not data_equivalence(aec.last()[0], observation)
    assert in_a_row > 5


def test_the_number_of_players_asked_for_is_there(game):
    for num_players in 2, 3, 4:
        aec = env(game, num_players=num_players)
        aec.reset(seed=0)
        assert aec.num_agents == aec.max_num_agents == len(aec.agents) == num_players
        asked = set()
        while not any(aec.terminations.values()):
            asked.add(aec.agent_selection)
            act(aec)
        assert asked == {f"player_{seat}" for seat in range(num_players)}
        single = gymnasium.make(gymnasium_id(game), num_players=num_players, opponents="random")
        single.reset(seed=0)
        assert single.unwrapped.batch.states.num_players[0] == num_players


def test_checkers_that_know_of_no_masks_sample_legal_actions():
    """`check_env` and scripts from the documentation call `sample()` without a mask."""
    single = gymnasium.make("critter_envs/GreedyGoose-v0", opponents="random")
    for seed in range(3):
        _, info = single.reset(seed=seed)
        over = False
        while not over:
            assert len(np.flatnonzero(info["action_mask"])) < single.action_space.n
            _, _, terminated, truncated, info = single.step(single.action_space.sample())
            over = terminated or truncated


def test_terminated_and_truncated_are_never_both_set():
    for max_decisions in range(20, 60):  # many games last just as long as they may
        aec = env("greedy_goose", num_players=2, max_decisions=max_decisions)
        aec.reset(seed=max_decisions)
        play_on(aec)
        assert all(aec.terminations[agent] != aec.truncations[agent] for agent in aec.agents)
        assert set(aec.terminations.values()) == {aec.terminations["player_0"]}
