import json
from hashlib import sha256

import numpy as np
import pytest

import critter_envs
from critter_envs.agents import AgentError
from critter_envs.agents.spec import shipped
from critter_envs.arena import Tournament, play_match, tournament
from critter_envs.arena import match as module
from critter_envs.arena.significance import holm, p_value
from critter_envs.arena.tables import as_json
from critter_envs.core import extras
from critter_envs.core.errors import ParameterError
from critter_envs.workers import Processes

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
    ratings = [one.rating.mean for one in result.overall]
    assert ratings == sorted(ratings, reverse=True)
    assert result.overall[-1].agent == "Pass"


def test_the_overall_figure_of_who_wins_always_has_an_interval():
    best = tournament("greedy_greedy_goblins", ["rules", "random"], [2, 3], 24).overall[0]
    assert (best.agent, best.strength.mean, best.strength.high) == ("rules", 2.5, 2.5)
    assert best.strength.low < best.strength.mean


def test_what_came_out_so_far(monkeypatch):
    monkeypatch.setattr(module, "GAMES_AT_ONCE", 30)
    event = Tournament(GAME, ["rules", "random"], 3, 90)
    assert event.result().pairings == event.result().overall == ()
    run = event.run()
    assert [next(run), next(run)] == [30, 60]
    result = event.result()
    assert not result.complete
    assert result.games == 60
    assert [p.games for p in result.pairings] == [30, 30]
    assert list(run) == [90, 120, 150, 180]
    assert event.num_games == 180
    assert event.result().complete


def test_a_part_of_each_match_is_played_in_turn(monkeypatch):
    monkeypatch.setattr(module, "GAMES_AT_ONCE", 30)
    event = Tournament(GAME, ["rules", "random"], [2, 4], 90)  # one match in three parts, two in four
    parts = [30, 28, 28] * 3 + [8, 8]
    assert list(event.run()) == np.cumsum(parts).tolist()
    assert event.num_games == sum(parts)


def test_one_seed_one_result():
    runs = [tournament(GAME, ["rules", "random"], 2, 100, seed=seed) for seed in (1, 1, 2)]
    assert runs[0] == runs[1] != runs[2]


def test_as_dict_is_json():
    data = json.loads(json.dumps(tournament(GAME, ["rules", "random"], 2, 4).as_dict()))
    assert data["pairings"][1]["against"] == "rules"


def test_it_tells_which_files_agents_came_from():
    assert tournament(GAME, ["random", "ppo"], 2, 4).checkpoints == {"ppo": sha256(shipped(GAME).read_bytes()).hexdigest()}


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


@pytest.mark.parametrize("rounds", [0, -1, 1.5])
def test_bad_rounds(rounds):
    with pytest.raises(ParameterError, match="swiss can't be"):
        Tournament(GAME, ["random", "rules"], 2, 10, swiss=rounds)


def test_a_swiss_tournament_needs_an_agent_for_each_seat():
    with pytest.raises(ParameterError, match="at tables of 3 needs 3 different agents or more, not 2"):
        Tournament(GAME, ["random", "rules"], [2, 3], 10, swiss=1)


def test_what_is_missing_is_told_before_anything_is_played(monkeypatch):
    monkeypatch.setattr(extras, "find_spec", lambda name: None if name == "scipy" else name)
    with pytest.raises(extras.MissingExtra, match=r"^a tournament needs scipy, .* pip install 'critter-envs\[arena\]'$"):
        Tournament(GAME, ["random", "rules"], 2, 10)
    play_match(GAME, ["random", "rules"], 2, 10)


def test_the_matrix_holds_the_pairings():
    result = tournament(GAME, ["rules", "random", Stop()], [2, 3], 60)
    names = [one.agent for one in result.overall]
    assert [(matrix.num_players, list(matrix.agents)) for matrix in result.matrices] == [(2, names), (3, names)]
    for pairing in result.pairings:
        wins = result.matrices[pairing.num_players - 2].wins
        assert wins[names.index(pairing.agent)][names.index(pairing.against)] == pytest.approx(pairing.wins.mean)
    assert all(matrix.wins[place][place] is None for matrix in result.matrices for place in range(3))


def test_two_agents_are_compared_in_the_same_deals():
    agents = {"rules": "rules", "random": "random", "Stop": Stop()}
    result = tournament(GAME, list(agents.values()), 3, 180, seed=2)
    assert len(result.comparisons) == 3
    raw = []
    for found in result.comparisons:
        differences = []
        for alone, many in ((found.agent, found.other), (found.other, found.agent)):
            match = module.Match(GAME, [agents[alone], agents[many], agents[many]], 3, 180, seed=2)
            list(module.play_all([match]))
            wins = match.wins()
            differences.append(wins[:, match.names.index(found.agent)] - wins[:, match.names.index(found.other)])
        expected = np.mean(differences, axis=0)
        assert found.deals == 60
        assert found.difference.mean == pytest.approx(expected.mean())
        half = 2.001 * expected.std(ddof=1) / np.sqrt(60)
        assert found.difference.high - found.difference.mean == pytest.approx(half, rel=1e-3)
        raw.append(p_value(expected))
    assert [found.p for found in result.comparisons] == pytest.approx(holm(raw), rel=1e-6, abs=0)
    assert min(raw) < 0.05


# --- Swiss -----------------------------------------------------------------------------------------------------

FIVE = ["rules", "random", Stop(), Pass(), "search:1:random"]


def test_all_play_in_each_round_of_a_swiss_tournament():
    event = Tournament(GAME, FIVE, [2, 4], 8, swiss=2)
    assert list(event.run())[-1] == event.num_games == 2 * (3 * 8 + 2 * 8)
    for number in range(2):
        for size in (2, 4):
            tables = [table for table in event._tables if table.round == number and len(table.seats) == size]
            assert {one for table in tables for one in table.seats} == set(range(5))
            assert all(len(set(table.seats)) == size for table in tables)
    assert event.result().complete
    assert event.result().rounds == 2


def test_all_tables_of_a_round_have_the_same_deals_and_no_others():
    event = Tournament(GAME, FIVE, 2, 40, seed=3, swiss=3)
    list(event.run())
    deals = [
        {
            tuple(deal for chunk in table.match.chunks() for deal in chunk.deals)
            for table in event._tables
            if table.round == number
        }
        for number in range(3)
    ]
    assert [len(some) for some in deals] == [1, 1, 1]
    assert len(set().union(*(some for (some,) in deals))) == 3 * 20


def test_those_of_near_rating_meet_in_a_swiss_tournament():
    weak = [True, False, False, True, True, False, False, True]
    event = Tournament(GAME, [Pass() if one else Stop() for one in weak], 2, 100, swiss=2)
    list(event.run())
    first, second = ([table.seats for table in event._tables if table.round == number] for number in range(2))
    assert all(weak[one] != weak[other] for one, other in first)  # as they were named
    assert all(weak[one] == weak[other] for one, other in second)  # by the order of naming, 0 would meet 2
    result = event.result()
    assert [one.agent.split()[0] for one in result.overall] == ["Stop"] * 4 + ["Pass"] * 4


def test_nobody_meets_again_before_all_have_met():
    event = Tournament(GAME, FIVE[:4], 2, 20, swiss=3)
    list(event.run())
    assert len({frozenset(table.seats) for table in event._tables}) == len(event._tables) == 6


def test_what_came_out_so_far_of_a_swiss_tournament(monkeypatch):
    monkeypatch.setattr(module, "GAMES_AT_ONCE", 20)
    event = Tournament(GAME, ["rules", "random"], 2, 40, swiss=2)
    run = event.run()
    assert [next(run) for _ in range(3)] == [20, 40, 60]
    result = event.result()
    assert (result.games, result.complete) == (60, False)
    assert [p.deals for p in result.pairings] == [30, 30]
    assert list(run) == [80]
    whole = tournament(GAME, ["rules", "random"], 2, 40, swiss=2)
    assert event.result() == whole


def test_a_tournament_by_workers_is_the_same_to_the_byte(monkeypatch):
    monkeypatch.setattr(module, "GAMES_AT_ONCE", 20)
    agents = ["rules", "random", "search:1:random"]
    with Processes(2) as workers:
        for swiss in (None, 2):
            assert as_json(tournament(GAME, agents, [2, 3], 60, swiss=swiss, workers=workers).as_dict()) == as_json(
                tournament(GAME, agents, [2, 3], 60, swiss=swiss).as_dict()
            )
