"""Saved games: exact, and checked on the way in."""

import numpy as np
import pytest
from gymnasium.error import ResetNeeded
from gymnasium.utils.env_checker import data_equivalence

from critter_envs import PositionError
from critter_envs.envs.aec import AECGame, env
from critter_envs.envs.parallel import ParallelGame
from critter_envs.envs.single import LearnerEnv


def act(aec):
    over = aec.terminations[aec.agent_selection] or aec.truncations[aec.agent_selection]
    aec.step(None if over else aec.action_space(aec.agent_selection).sample())


def everything(aec):
    told = [aec.agents, aec.agent_selection, aec.rewards, aec.terminations, aec.truncations, aec.infos]
    return told, [aec.observe(agent) for agent in aec.possible_agents], aec.unwrapped._cumulative_rewards, aec.state_bytes()


def test_every_moment_of_an_aec_game_is_restored_exactly(game):
    aec, other = env(game, num_players=3), env(game, num_players=3)
    aec.reset(seed=3), other.reset(seed=4)
    moments = 0
    while aec.agents:
        other.set_state_bytes(aec.state_bytes())
        assert data_equivalence(everything(other)[:3], everything(aec)[:3])
        assert other.state_bytes() == aec.state_bytes()
        if not any(aec.terminations.values()):
            act(other)  # away from it again
        act(aec)
        moments += 1
    other.set_state_bytes(aec.state_bytes())
    assert other.agents == []
    assert moments > 10


def test_a_truncated_game_is_restored_as_one(game):
    aec, other = (AECGame(game, num_players=3, max_decisions=2) for _ in range(2))
    aec.reset(seed=0), other.reset(seed=1)
    act(aec), act(aec)
    other.set_state_bytes(aec.state_bytes())
    assert all(other.truncations.values())
    assert data_equivalence(everything(other), everything(aec))


def test_parallel_games_are_restored_exactly(game):
    one, other = ParallelGame(game, num_players=3), ParallelGame(game, num_players=3)
    one.reset(seed=3), other.reset(seed=4)
    while one.agents:
        other.set_state_bytes(one.state_bytes())
        actions = {agent: one.action_space(agent).sample() for agent in one.agents}
        assert data_equivalence(one.step(actions), other.step(actions))
        assert other.state_bytes() == one.state_bytes()
        other.reset()


class Steady:
    """An opponent without chance."""

    def act(self, observations, masks):
        return masks.argmax(axis=1)


def test_the_learners_seat_is_saved_with_the_game(game):
    one, other = LearnerEnv(game, opponents=Steady()), LearnerEnv(game, opponents=Steady())
    seats = set()
    for seed in range(20):
        one.reset(seed=seed), other.reset(seed=seed + 100)
        one.step(one.action_space.sample())
        other.set_state_bytes(one.state_bytes())
        assert other.seat == one.seat
        seats.add(one.seat)
        while one.batch.player[0] >= 0:
            action = one.action_space.sample()
            assert data_equivalence(one.step(action), other.step(action))
    assert len(seats) > 1


def byte_at(data, place, value):
    return data[:place] + bytes([value]) + data[place + 1 :]


@pytest.mark.parametrize("kind", [AECGame, ParallelGame, LearnerEnv])
def test_damaged_or_foreign_bytes_are_refused_and_nothing_changes(game, toy, kind):
    one = kind(game, num_players=3)
    one.reset(seed=0)
    before = one.state_bytes()
    stranger = kind("greedy_goose" if game == toy else toy, num_players=3)
    other_table = kind(game, num_players=2)
    other_pay = kind(game, num_players=3, reward="rank")
    for other in stranger, other_table, other_pay:
        other.reset(seed=0)
    hand = 9 + one.game.state_dtype.fields["hand"][1]
    for data, complaint in (
        (b"", "0 bytes"),
        (before[:-1], "bytes"),
        (before + b"\0", "bytes"),
        ("text", "str"),
        (None, "NoneType"),
        (bytes(len(before)), "not a saved game"),
        (stranger.state_bytes(), "bytes|not a saved game"),
        (other_table.state_bytes(), "num_players"),
        (other_pay.state_bytes(), "reward"),
        (byte_at(before, hand, 77), "hand"),
        (byte_at(before, 8, 3), "damaged|another kind"),
        (byte_at(before, 8, 255), "damaged|another kind"),
        (before[:17] + bytes(32) + before[49:], "rng"),
    ):
        with pytest.raises(PositionError, match=complaint):
            one.set_state_bytes(data)
        assert one.state_bytes() == before


def test_a_game_that_waits_for_another_seat_is_not_the_learners():
    aec, single = AECGame("greedy_goose", first_player=1), LearnerEnv("greedy_goose", seat=0)
    aec.reset(seed=0)
    parallel = LearnerEnv("greedy_goose", seat=0, first_player=1)
    single.reset(seed=0), parallel.reset(seed=0)
    with pytest.raises(PositionError, match="another kind of environment"):
        parallel.set_state_bytes(aec.state_bytes())


@pytest.mark.parametrize("kind", [AECGame, ParallelGame, LearnerEnv])
def test_there_is_nothing_to_save_before_reset(game, kind):
    one = kind(game)
    for call in one.state_bytes, lambda: one.set_state_bytes(b""):
        with pytest.raises(ResetNeeded, match="reset"):
            call()


def test_the_note_beside_a_saved_game_is_one_byte():
    aec = AECGame("greedy_goose")
    aec.reset(seed=0)
    assert len(aec.state_bytes()) == 9 + aec.batch.states.nbytes
    assert np.frombuffer(aec.state_bytes()[9:], aec.game.state_dtype)["seed"] == 0
