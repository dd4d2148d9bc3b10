"""The AEC environment by PettingZoo's own tests, and by what they don't look at."""

import warnings

import numpy as np
import pytest
from gymnasium.error import ResetNeeded
from gymnasium.utils.env_checker import data_equivalence
from pettingzoo.test import api_test, max_cycles_test, seed_test

from critter_envs import Batch, IllegalAction, ParameterError
from critter_envs.core.generator import all_following
from critter_envs.envs.aec import AECGame, env
from critter_envs.envs.parallel import ParallelGame


def play(env, seed=0, on_decision=lambda agent: None):
    """A random legal game from where the environment stands; each agent's rewards as ``last`` gave them."""
    rng = np.random.default_rng(seed)
    paid = dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter():
        observation, reward, terminated, truncated, _ = env.last()
        paid[agent] += reward
        if terminated or truncated:
            env.step(None)
        else:
            on_decision(agent)
            env.step(rng.choice(np.flatnonzero(observation["action_mask"])))
    return paid


@pytest.mark.parametrize("num_players", [2, 4])
def test_pettingzoo_api(game, num_players):
    with warnings.catch_warnings():
        warnings.filterwarnings("error", module="pettingzoo")
        # PettingZoo knows by name which environments observe dictionaries, and masks are empty at the end.
        warnings.filterwarnings(
            "ignore", "Observation (is not a NumPy array|space for each agent)|Action mask numpy array is all"
        )
        api_test(env(game, num_players=num_players), num_cycles=100)
        api_test(AECGame(game, num_players=num_players), num_cycles=100)


def test_pettingzoo_seed(game):
    seed_test(lambda: env(game, num_players=3), num_cycles=50)


def test_pettingzoo_max_cycles(toy):
    class Module:  # PettingZoo counts rounds in which everybody acts
        env = staticmethod(lambda max_cycles: env(toy, num_players=3, cards=6, ones=False, max_decisions=3 * max_cycles))
        parallel_env = staticmethod(
            lambda max_cycles: ParallelGame(toy, num_players=3, cards=6, ones=False, max_decisions=3 * max_cycles)
        )

    max_cycles_test(Module)


def test_a_game_is_truncated_after_max_decisions_and_pays_as_it_stands():
    game = env("greedy_goose", num_players=3, max_decisions=7)
    game.reset(seed=1)
    decisions = []
    play(game, on_decision=decisions.append)
    assert len(decisions) == 7
    game.reset(seed=1)
    for _ in range(7):
        game.step(game.action_space(game.agent_selection).sample())
    assert all(game.truncations.values())
    assert not any(game.terminations.values())
    assert sum(game.rewards.values()) == pytest.approx(0)
    assert any(game.rewards.values())


def test_last_rewards_add_up_to_the_returns(game):
    for num_players in 2, 3, 4:
        for seed in range(5):
            aec = AECGame(game, num_players=num_players)
            aec.reset(seed=seed)
            paid = play(aec)
            assert list(paid.values()) == aec.batch.returns()[0, :num_players].tolist()
            assert any(paid.values()) or aec.batch.standings()[1][0, :num_players].min() > 0  # a tie of all pays nothing


def test_infos_at_the_end_hold_scores_and_shares_of_the_win(game):
    aec = env(game, num_players=3)
    aec.reset(seed=4)
    assert aec.infos == {agent: {} for agent in aec.agents}
    while not any(aec.terminations.values()):
        aec.step(aec.action_space(aec.agent_selection).sample())
    scores, shares = aec.unwrapped.batch.standings()
    for seat, agent in enumerate(aec.agents):
        assert aec.infos[agent] == {"score": scores[0, seat], "win_share": shares[0, seat]}
    assert sum(info["win_share"] for info in aec.infos.values()) == pytest.approx(1)


def test_a_seed_gives_the_first_game_of_a_batch_with_that_seed(game):
    aec = env(game, num_players=3)
    for seed in 0, 7, 2**63 - 1:
        aec.reset(seed=seed)
        batch = Batch(game, 1, 3, seed)
        assert aec.unwrapped.batch.states.tobytes() == batch.states.tobytes()
        assert (aec.last()[0]["observation"] == batch.observation[0]).all()
        assert (aec.last()[0]["action_mask"] == batch.mask[0]).all()
        assert aec.agent_selection == f"player_{batch.player[0]}"


def test_without_a_seed_the_next_game_follows_the_last_one(game):
    aec = env(game, num_players=3)
    aec.reset(seed=5)
    play(aec)
    aec.reset()
    assert aec.unwrapped.batch.states.tobytes() == Batch(game, 1, 3, all_following(np.array([5]))).states.tobytes()


def test_without_any_seed_games_differ_between_environments(game):
    first, second = env(game, num_players=4), env(game, num_players=4)
    first.reset(), second.reset()
    assert first.state_bytes() != second.state_bytes()


def test_pending_agents_act_from_the_lowest_seat_on(toy):
    aec = env(toy, num_players=4, ones=False)
    aec.reset(seed=0)
    order = []
    play(aec, on_decision=order.append)
    assert order == aec.possible_agents * 3


def test_nobody_sees_a_choice_before_all_are_in(toy):
    aec = env(toy, num_players=3)
    aec.reset(seed=3)
    before = [aec.observe(agent) for agent in ("player_1", "player_2")]
    aec.step(aec.action_space("player_0").sample())
    assert data_equivalence(before, [aec.observe(agent) for agent in ("player_1", "player_2")])


def test_observations_are_the_callers_own(game):
    aec = env(game, num_players=3)
    aec.reset(seed=2)
    kept = [aec.observe(agent) for agent in aec.agents]
    copies = [{key: value.copy() for key, value in one.items()} for one in kept]
    while aec.agents:
        aec.step(None if aec.last()[2] else aec.action_space(aec.agent_selection).sample())
    assert data_equivalence(kept, copies)


def test_pettingzoos_errors_before_reset(game):
    aec = env(game)
    for call in (lambda: aec.step(0), aec.render, lambda: aec.observe("player_0"), aec.agent_iter):
        with pytest.raises(AssertionError, match=r"reset\(\) needs to be called before"):
            call()
    for name in "agents", "rewards", "agent_selection":
        with pytest.raises(AttributeError, match="before reset"):
            getattr(aec, name)
    with pytest.raises(AttributeError, match="before reset"):
        aec.last()


def test_a_dead_agent_can_only_take_none(game):
    aec = AECGame(game, num_players=2, max_decisions=1)
    aec.reset(seed=0)
    aec.step(aec.action_space(aec.agent_selection).sample())
    with pytest.raises(ValueError, match="only valid action is None"):
        aec.step(0)


@pytest.mark.parametrize(
    ("action", "complaint"),
    [
        *((action, "the action is .*: it must be a whole number") for action in (None, 1.0, "0", True, [0, 1], 10**30)),
        *((action, "illegal for seat") for action in (-1, 10**6)),
    ],
)
def test_what_is_no_action_is_refused(game, action, complaint):
    aec = env(game, num_players=2)
    aec.reset(seed=0)
    before = aec.state_bytes()
    with pytest.raises(IllegalAction, match=complaint):
        aec.step(action)
    assert aec.state_bytes() == before


@pytest.mark.parametrize(
    "kind", [int, np.int8, np.int64, np.uint8, lambda action: np.array(action), lambda action: np.array([action])]
)
def test_actions_may_be_any_whole_number(game, kind):
    aec = env(game, num_players=2)
    aec.reset(seed=0)
    before = aec.state_bytes()
    aec.step(kind(int(aec.action_space(aec.agent_selection).sample())))
    assert aec.state_bytes() != before


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        ({"num_players": 9}, "num_players"),
        ({"num_players": [2, 3]}, "num_players"),
        ({"render_mode": "ascii"}, "render_mode"),
        ({"max_decision": 3}, "max_decisions"),
    ],
)
def test_wrong_arguments_are_refused(game, arguments, complaint):
    with pytest.raises(ParameterError, match=complaint):
        env(game, **arguments)


def test_an_unknown_agent_is_refused(game):
    aec = env(game, num_players=2)
    aec.reset(seed=0)
    with pytest.raises(ParameterError, match="player_0, player_1"):
        aec.observe("player_2")


@pytest.mark.parametrize("agent", ["nobody", None, 0, ["player_0"]])
def test_agents_that_are_not_at_the_table_have_no_spaces_and_see_nothing(agent):
    env = AECGame("greedy_goose", num_players=3)
    env.reset(seed=0)
    for call in (env.action_space, env.observation_space, env.observe, env.observation_text, env.redeal):
        with pytest.raises(ParameterError, match="there is no agent"):
            call(agent)


def test_a_step_needs_a_game():
    with pytest.raises(ResetNeeded, match="step"):
        AECGame("greedy_goose").step(0)
