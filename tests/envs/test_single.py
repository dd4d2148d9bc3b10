"""The Gymnasium environment for one learner."""

import copy
import pickle

import gymnasium
import numpy as np
import pytest
from gymnasium.error import ResetNeeded
from gymnasium.utils import env_checker
from gymnasium.utils.env_checker import check_env, data_equivalence

from critter_envs import Batch, CritterError, IllegalAction, ParameterError, agent
from critter_envs.core.generator import all_following
from critter_envs.envs.registration import gymnasium_id
from critter_envs.envs.single import LearnerEnv


def play_to_end(env):
    """Random legal actions to the end of the game; what the last step returned."""
    told = None
    while told is None or not (told[2] or told[3]):
        told = env.step(env.action_space.sample())
    return told


@pytest.mark.filterwarnings("error")
def test_gymnasium_checker():
    """Without action cards, the first decisions of all games allow the same: see below."""
    deck = {"blue": 8, "red": 8, "yellow": 12, "green": 8, "purple": 16}
    for num_players in 2, 4:
        check_env(gymnasium.make(gymnasium_id("greedy_goose"), num_players=num_players, deck=deck, opponents="random").unwrapped)


@pytest.mark.filterwarnings("error")
def test_gymnasium_checker_of_any_game(game, monkeypatch):
    """One of its checks draws an action before it resets: one that is legal in another position. Here it resets first."""

    def reset_first(env, seed=123):
        outcomes = []
        for _ in range(2):
            env.reset(seed=seed)
            env.action_space.seed(seed)
            outcomes.append(env.step(env.action_space.sample()))
        assert data_equivalence(*outcomes, exact=True)

    monkeypatch.setattr(env_checker, "check_step_determinism", reset_first)
    for num_players in 2, 4:
        check_env(gymnasium.make(gymnasium_id(game), num_players=num_players, opponents="random").unwrapped)


@pytest.mark.filterwarnings("error:::stable_baselines3")
def test_sb3_checker(game):
    from stable_baselines3.common.env_checker import check_env

    check_env(gymnasium.make(gymnasium_id(game), opponents="random").unwrapped, warn=True)


def test_maskable_ppo_finds_the_masks(game):
    from sb3_contrib.common.maskable.utils import get_action_masks, is_masking_supported

    env = gymnasium.make(gymnasium_id(game), opponents="random")
    _, info = env.reset(seed=0)
    assert is_masking_supported(env)
    assert get_action_masks(env).dtype == np.bool_
    assert (get_action_masks(env) == info["action_mask"]).all()


@pytest.mark.parametrize("opponents", ["random", "rules", ["rules", "random", "random"]])
def test_a_seed_repeats_games_and_opponents(game, opponents):
    env, other = (LearnerEnv(game, opponents=opponents) for _ in range(2))
    other.reset(seed=99)
    play_to_end(other)
    for seed in range(3):
        told = env.reset(seed=seed), other.reset(seed=seed)
        for one in env, other:
            one.action_space.seed(seed)
        assert data_equivalence(*told)
        for _ in range(2):
            assert data_equivalence(play_to_end(env), play_to_end(other))
            assert data_equivalence(env.reset(), other.reset())


def test_the_game_is_that_of_the_seed_and_others_follow(game):
    env = LearnerEnv(game, num_players=3, opponents="random", seat=1)
    env.reset(seed=5)
    assert env.batch.states.seed[0] == 5
    env.reset()
    assert env.batch.states.seed[0] == all_following(np.array([5]))[0]


def test_without_any_seed_games_differ(game):
    seeds = set()
    for _ in range(3):
        env = LearnerEnv(game, opponents="random")
        env.reset()
        seeds.add(int(env.batch.states.seed[0]))
    assert len(seeds) == 3


def test_it_is_the_learner_who_is_asked_and_paid(game):
    paid = set()
    for seed in range(20):
        env = LearnerEnv(game, num_players=3, opponents="random")
        observation, info = env.reset(seed=seed)
        over, total = False, 0.0
        while not over:
            assert env.batch.player[0] == env.seat
            assert (observation == env.batch.observation[0]).all()
            assert info.keys() == {"action_mask"}
            assert (info["action_mask"] == env.batch.mask[0]).all()
            observation, reward, terminated, truncated, info = env.step(env.action_space.sample())
            over, total = terminated or truncated, total + reward
        scores, shares = env.batch.standings()
        assert total == env.batch.returns()[0, env.seat]
        assert (info["score"], info["win_share"]) == (scores[0, env.seat], shares[0, env.seat])
        assert not info["action_mask"].any()
        assert (observation == env.batch.observe(0, env.seat)[0][0]).all()
        assert observation.any()
        paid.add(total)
    assert len(paid) > 1


def test_the_learners_seat_is_drawn_anew_for_each_game(game):
    env = LearnerEnv(game, num_players=4, opponents="random")
    env.reset(seed=0)
    seats = []
    for _ in range(200):
        env.reset()
        seats.append(env.seat)
    assert np.bincount(seats, minlength=4).min() > 30


def test_the_learners_seat_may_be_fixed(game):
    env = LearnerEnv(game, num_players=4, opponents="random", seat=2)
    for seed in range(10):
        env.reset(seed=seed)
        assert env.seat == 2


class Recorder:
    """An agent that notes where those whom it plays for sit."""

    def __init__(self, game):
        self.inner, self.asked = agent("random", game, 0), 0

    def act(self, observations, masks):
        self.asked += len(observations)
        return self.inner.act(observations, masks)


def test_opponents_may_be_one_for_each_seat_from_the_left_neighbour_on(toy):
    recorders = [Recorder(toy) for _ in range(3)]
    env = LearnerEnv(toy, num_players=4, opponents=[recorders[0], "random", recorders[2]], cards=5, ones=False)
    env.reset(seed=0)
    play_to_end(env)
    assert [recorder.asked for recorder in recorders] == [5, 0, 5]


def test_the_left_neighbour_is_the_first_opponent(toy):
    left, right = Recorder(toy), Recorder(toy)
    env = LearnerEnv(toy, num_players=3, opponents=[left, right], seat=1, ones=False)
    env.reset(seed=0)
    assert (left.asked, right.asked) == (0, 1)  # seat 0 has chosen, seat 2 comes after the learner
    env.step(env.action_space.sample())
    assert (left.asked, right.asked) == (1, 2)


def test_a_game_that_never_asks_the_learner_is_followed_by_another():
    deck = {"blue": 1, "red": 2, "yellow": 2, "purple": 2}  # six are dealt, so that one card is in the centre
    env = LearnerEnv("greedy_goose", num_players=2, opponents="random", seat=1, deck=deck, max_decisions=1)
    for seed in range(10):
        env.reset(seed=seed)
        assert env.batch.player[0] == 1
        assert env.action_masks().any()


def test_games_that_can_never_ask_the_learner_are_an_error():
    env = LearnerEnv("greedy_goose", num_players=2, opponents="random", seat=1, first_player=0, max_decisions=1)
    with pytest.raises(ParameterError, match="before the learner came to act"):
        env.reset(seed=0)


@pytest.mark.parametrize("action", [-1, 10**6, 1.5, None])
def test_an_illegal_action_is_refused_and_changes_nothing(game, action):
    env = LearnerEnv(game, opponents="random")
    env.reset(seed=0)
    before, twin = env.state_bytes(), copy.deepcopy(env)
    with pytest.raises(IllegalAction):
        env.step(action)
    assert env.state_bytes() == before
    legal = twin.action_space.sample()
    assert data_equivalence(env.step(legal), twin.step(legal))


def test_step_needs_a_running_game(game):
    env = LearnerEnv(game, opponents="random")
    with pytest.raises(ResetNeeded):
        env.step(0)
    env.reset(seed=0)
    play_to_end(env)
    with pytest.raises(ResetNeeded):
        env.step(0)


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        ({"opponents": "nobody"}, "nobody"),
        ({"opponents": ["random"]}, "1 opponents for 3 other seats"),
        ({"opponents": []}, "0 opponents"),
        ({"seat": 4}, "seat can't be 4"),
        ({"seat": -1}, "seat can't be -1"),
        ({"num_players": 1}, "num_players"),
        ({"render_mode": "x"}, "render_mode"),
        ({"colour": "red"}, "colour"),
    ],
)
def test_wrong_arguments_are_refused(game, arguments, complaint):
    with pytest.raises(CritterError, match=complaint):
        LearnerEnv(game, **arguments)


@pytest.mark.parametrize("clone", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))])
@pytest.mark.parametrize("opponents", ["random", "rules"])
def test_copies_keep_game_opponents_and_the_chance_of_the_space(game, opponents, clone):
    env = LearnerEnv(game, opponents=opponents)
    env.reset(seed=0)
    env.action_space.seed(0)
    env.step(env.action_space.sample())
    twin = clone(env)
    before = twin.state_bytes()
    ends = play_to_end(env), env.reset()
    assert twin.state_bytes() == before
    assert data_equivalence(ends, (play_to_end(twin), twin.reset()))


def test_a_seeded_game_is_the_first_of_a_batch(toy):
    """Where the learner is the first to act, nothing has happened yet."""
    env = LearnerEnv(toy, num_players=3, opponents="random", seat=0)
    env.reset(seed=4)
    assert env.batch.states.tobytes() == Batch(toy, 1, 3, 4).states.tobytes()


@pytest.mark.parametrize("opponents", [None, 3, object(), {"rules"}, ["rules", None, "random"]])
def test_opponents_that_are_no_agents_are_refused_at_once(opponents):
    with pytest.raises(CritterError, match="is no agent"):
        LearnerEnv("greedy_goose", opponents=opponents)


@pytest.mark.parametrize("wrong", [{"seat": 1.0}, {"seat": True}, {"spectator": "yes"}, {"spectator": None}])
def test_arguments_of_odd_types_are_refused(wrong):
    with pytest.raises(ParameterError, match=next(iter(wrong))):
        LearnerEnv("greedy_goose", **wrong)


def test_reset_has_no_options():
    env = LearnerEnv("greedy_goose")
    env.reset(seed=1, options={})
    before = env.state_bytes()
    with pytest.raises(ParameterError, match="no options"):
        env.reset(seed=2, options={"num_players": 3})
    assert env.state_bytes() == before


def test_masks_need_a_game():
    with pytest.raises(ResetNeeded, match="action_masks"):
        LearnerEnv("greedy_goose").action_masks()
