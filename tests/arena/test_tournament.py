import json

import numpy as np
import pytest

import critter_envs
from critter_envs.agents import AgentError
from critter_envs.arena import Tournament, play_match, tournament
from critter_envs.arena import match as module
from critter_envs.core.errors import ParameterError

GAME = critter_envs.game("greedy_goose")


class Fixed:
    def act(self, observations, masks):
        wanted = self.action
        return np.where(masks[:, wanted] == 1, wanted, masks.argmax(axis=1))


class Stop(Fixed):
    action = 1


class Pass(Fixed):
    action = 2


def test_each_pairing_is_the_match_with_the_same_arguments():
    result = tournament(GAME, ["rules", "random"], [2, 4], 80, seed=3)
    assert result.complete
    assert [(p.num_players, p.agent, p.against) for p in result.pairings] == [
        (2, "rules", "random"),
        (2, "random", "rules"),
        (4, "rules", "random"),
        (4, "random", "rules"),
    ]
    alone = play_match(GAME, ["random", "rules", "rules", "rules"], 4, 80, seed=3)
    pairing = result.pairings[3]
    assert (pairing.wins, pairing.score, pairing.games) == (alone["random"].wins, alone["random"].score, alone.games)


def test_a_table_of_two_is_played_once_for_both():
    event = Tournament(GAME, ["rules", "random"], 2, 40)
    assert event.num_games == 40
    list(event.run())
    one, other = event.result().pairings
    assert one.wins.mean + other.wins.mean == pytest.approx(1)
    assert one.games == other.games == 40


def test_everybody_meets_everybody():
    result = tournament(GAME, [Stop(), Pass(), "random"], [2, 3], 30)
    assert len(result.pairings) == 12
    assert len({(p.num_players, p.agent, p.against) for p in result.pairings}) == 12
    assert [one.pairings for one in result.overall] == [4, 4, 4]


def test_the_overall_figure_is_the_mean_of_the_multiples_of_an_even_share():
    result = tournament(GAME, [Stop(), Pass(), "random"], [2, 3], 240, seed=1)
    for one in result.overall:
        own = [p.wins.mean * p.num_players for p in result.pairings if p.agent == one.agent]
        assert one.strength.mean == pytest.approx(np.mean(own))
        assert one.strength.low < one.strength.mean < one.strength.high
    strengths = [one.strength.mean for one in result.overall]
    assert strengths == sorted(strengths, reverse=True)
    assert result.overall[-1].agent == "Pass"


def test_few_deals_leave_the_overall_figure_without_an_interval():
    assert tournament(GAME, ["rules", "random"], 3, 60).overall[0].strength.low is None


def test_what_came_out_so_far(monkeypatch):
    monkeypatch.setattr(module, "GAMES_AT_ONCE", 30)
    event = Tournament(GAME, ["rules", "random"], 3, 90)
    assert event.result().pairings == event.result().overall == ()
    run = event.run()
    assert next(run) == 60
    result = event.result()
    assert not result.complete
    assert [p.games for p in result.pairings] == [30, 30]
    assert list(run) == [120, 180]
    assert event.num_games == 180
    assert event.result().complete


def test_progress_counts_matches_that_are_done_before_others(monkeypatch):
    monkeypatch.setattr(module, "GAMES_AT_ONCE", 30)
    event = Tournament(GAME, ["rules", "random"], [2, 4], 90)  # three rounds, and four
    assert list(event.run()) == [30 + 2 * 28, 60 + 2 * 56, 90 + 2 * 84, event.num_games]


def test_one_seed_one_result():
    runs = [tournament(GAME, ["rules", "random"], 2, 100, seed=seed) for seed in (1, 1, 2)]
    assert runs[0] == runs[1] != runs[2]


def test_as_dict_is_json():
    data = json.loads(json.dumps(tournament(GAME, ["rules", "random"], 2, 4).as_dict()))
    assert data["pairings"][1]["against"] == "rules"


@pytest.mark.parametrize("agents", [[], ["random"], ["random", "random"], ["random", "rules", "random"]])
def test_two_different_agents_are_needed(agents):
    with pytest.raises(ParameterError, match="two or more different agents"):
        tournament(GAME, agents, 2, 10)


@pytest.mark.parametrize("sizes", [[], [2, 2], 9, [2, 9]])
def test_bad_table_sizes(sizes):
    with pytest.raises(ParameterError, match="num_players"):
        tournament(GAME, ["random", "rules"], sizes, 10)


def test_a_bad_agent_is_told_before_anything_is_played():
    with pytest.raises(AgentError):
        Tournament(GAME, ["random", "rulez"], [2, 3], 10)
