"""What is shown: of one seat, or to a spectator."""

import re

import gymnasium
import numpy as np
import pytest
from gymnasium.error import ResetNeeded
from pettingzoo.test import render_test

from critter_envs.core.paint import CODES, coloured, plain
from critter_envs.envs.aec import AECGame, env
from critter_envs.envs.parallel import ParallelGame
from critter_envs.envs.registration import gymnasium_id
from critter_envs.envs.single import LearnerEnv
from critter_envs.envs.vector import LearnerVectorEnv

ESCAPE = re.compile("\x1b\\[\\d+m")


def test_pettingzoo_render(game, capsys):
    render_test(lambda **arguments: env(game, num_players=3, **arguments))


@pytest.mark.parametrize("mode", ["ansi", "human", "rgb_array"])
def test_gymnasium_renders_in_every_mode(game, mode, capsys):
    single = gymnasium.make(gymnasium_id(game), render_mode=mode, opponents="random")
    single.reset(seed=0)
    over = False
    while not over:
        frame = single.render()
        assert isinstance(frame, {"ansi": str, "human": type(None), "rgb_array": np.ndarray}[mode])
        if mode == "rgb_array":
            assert frame.dtype == np.uint8
            assert frame.ndim == 3
            assert frame.shape[2] == 3
        _, _, terminated, truncated, _ = single.step(single.action_space.sample())
        over = terminated or truncated
    single.render()


def test_the_view_is_that_of_the_agent_who_is_to_act(game):
    aec = env(game, num_players=3, render_mode="ansi")
    aec.reset(seed=0)
    while not any(aec.terminations.values()):
        assert aec.render() == aec.observation_text(aec.agent_selection)
        aec.step(aec.action_space(aec.agent_selection).sample())
    assert aec.render() == aec.observation_text("player_0")


def test_the_view_of_a_parallel_game_is_that_of_the_first_who_is_to_act(game):
    parallel = ParallelGame(game, num_players=3, render_mode="ansi")
    parallel.reset(seed=0)
    shown = set()
    while parallel.agents:
        first = f"player_{parallel.batch.player[0]}"
        assert parallel.render() == parallel.observation_text(first)
        shown.add(first)
        parallel.step({agent: parallel.action_space(agent).sample() for agent in parallel.agents})
    assert parallel.render() == parallel.observation_text("player_0")
    assert len(shown) == (1 if game == "toy" else 3)


def test_the_view_of_a_learner_is_its_own(game):
    single = LearnerEnv(game, num_players=3, render_mode="ansi", opponents="random")
    for seed in range(5):
        single.reset(seed=seed)
        aec = AECGame(game, num_players=3)
        aec.reset(seed=0)
        aec.set_state_bytes(single.state_bytes()[:8] + b"\0" + single.state_bytes()[9:])
        assert single.render() == single.observation_text() == aec.observation_text(f"player_{single.seat}")


@pytest.mark.parametrize("mode", ["ansi", "rgb_array"])
def test_only_a_spectator_sees_what_is_hidden(game, mode):
    """Redeals are invisible to the agent and visible to the spectator."""
    seen, shown = set(), set()
    for spectator, frames in (False, seen), (True, shown):
        aec = env(game, num_players=3, render_mode=mode, spectator=spectator, memory=False)
        aec.reset(seed=0)
        for _ in range(0 if game == "toy" else 25):  # in Goblins Breakfast, only what was eaten is hidden
            aec.step(aec.action_space(aec.agent_selection).sample())
        for _ in range(20):
            aec.redeal(aec.agent_selection)
            frames.add(np.asarray(aec.render()).tobytes())
    assert len(seen) == 1
    assert len(shown) > 1


def test_a_spectator_changes_neither_the_game_nor_what_agents_observe(game):
    texts = []
    for spectator in False, True:
        aec = env(game, num_players=3, render_mode="ansi", spectator=spectator)
        aec.reset(seed=0)
        before = aec.state_bytes()
        aec.render()
        assert aec.state_bytes() == before
        texts.append([aec.observation_text(agent) for agent in aec.agents])
    assert texts[0] == texts[1]


def test_people_are_shown_the_game_without_asking(game, capsys):
    for kind in AECGame, ParallelGame, LearnerEnv:
        one = kind(game, num_players=2, render_mode="human")
        one.reset(seed=0)
        printed = capsys.readouterr().out
        assert ESCAPE.search(printed)
        agents = () if kind is LearnerEnv else ("player_0",)
        lines = ESCAPE.sub("", printed).strip().splitlines()
        assert len(lines) == len(one.observation_text(*agents).splitlines())
        assert one.render() is None
        assert capsys.readouterr().out == printed


def test_a_human_view_is_the_text_with_colours(game, capsys):
    aec = env(game, num_players=3, render_mode="human")
    aec.reset(seed=0)
    printed = ESCAPE.sub("", capsys.readouterr().out)
    assert printed == aec.observation_text(aec.agent_selection) + "\n\n"


@pytest.mark.parametrize("kind", [AECGame, ParallelGame, LearnerEnv, LearnerVectorEnv])
def test_rendering_without_a_mode_warns(game, kind):
    one = kind(game)
    one.reset(seed=0)
    with pytest.warns(UserWarning, match="mode"):
        assert one.render() is None


@pytest.mark.parametrize("kind", [AECGame, ParallelGame, LearnerEnv, LearnerVectorEnv])
def test_there_is_nothing_to_see_before_reset(game, kind):
    one = kind(game, render_mode="ansi")
    with pytest.raises(ResetNeeded, match="reset"):
        one.render()
    if kind is not LearnerVectorEnv:
        with pytest.raises(ResetNeeded, match="reset"):
            one.observation_text(*(() if kind is LearnerEnv else ("player_0",)))


def test_painters():
    assert plain("text", "red") == "text"
    assert coloured("text", "red") == "\x1b[91mtext\x1b[0m"
    assert coloured("text", "no such style") == "text"
    assert {"blue", "red", "yellow", "green", "purple", "strong"} <= CODES.keys()
