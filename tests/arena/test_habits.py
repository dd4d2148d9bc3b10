import json

import numpy as np
import pytest

import critter_envs
from critter_envs.arena import MatchResult, Overall, TournamentResult, play_match, tournament
from critter_envs.arena.habits import Habit, Watch, habits_from, sum_of
from critter_envs.arena.statistics import Estimate
from critter_envs.arena.tables import tournament_table


class Telling:
    """Stands for a game that tells of one habit: an action above 1; nothing can be told of action 0."""

    observation_dtype = np.dtype([("a", np.uint8)])

    @staticmethod
    def habits(o, actions):
        return {"high": np.where(actions == 0, np.nan, (actions > 1).astype(float))}


def test_decisions_are_counted_by_agent():
    watch = Watch(Telling(), 2)
    seen = np.zeros((3, 1), np.uint8)
    watch.note(0, seen, np.array([0, 1, 2]))
    watch.note(0, seen, np.array([2, 2, 0]))
    watch.note(1, seen, np.array([0, 0, 0]))
    assert watch.counts(0) == {"high": (3, 4)}
    assert habits_from(watch.counts(0)) == (Habit("high", 0.75, 4),)
    assert habits_from(watch.counts(1)) == ()  # nothing could be told


def test_counts_of_several_matches_are_added():
    assert habits_from(sum_of([{"a": (1, 2)}, {"a": (2, 2), "b": (0, 1)}])) == (Habit("a", 0.75, 4), Habit("b", 0.0, 1))


def test_a_game_that_names_no_habits_has_none():
    result = play_match("greedy_goose", ["rules", "random"], 2, 20)
    assert result["rules"].habits == ()


def test_a_match_tells_what_each_agent_did():
    result = play_match("good_critters", ["rules", "random", "random", "random"], 4, 40)
    shares = {agent.agent: {habit.name: habit.share for habit in agent.habits} for agent in result.agents}
    assert shares["rules"]["word kept"] > 0.7
    assert shares["random"]["word kept"] == pytest.approx(0.2, abs=0.03)  # one card of five
    assert shares["random"]["no, unfair"] == pytest.approx(0.2, abs=0.03)
    assert result.as_dict()["agents"][0]["habits"][0]["name"] == "word kept"
    assert MatchResult.from_dict(json.loads(json.dumps(result.as_dict()))) == result


def test_a_tournament_adds_up_all_matches_of_an_agent():
    result = tournament("good_critters", ["rules", "random"], 4, 20)
    alone = play_match("good_critters", ["rules", "random", "random", "random"], 4, 20)
    amid = play_match("good_critters", ["random", "rules", "rules", "rules"], 4, 20)
    overall = next(one for one in result.overall if one.agent == "rules")
    times = [{habit.name: habit.times for habit in match["rules"].habits}["word kept"] for match in (alone, amid)]
    assert {habit.name: habit.times for habit in overall.habits}["word kept"] == sum(times)


def outcome(*overall):
    return TournamentResult("g", 0, {}, None, 4, True, overall, (), (), ())


def test_the_table_of_a_tournament_shows_them():
    strength = Estimate(1.0, None, None)
    told = Overall("one", strength, strength, 1, (Habit("high", 0.75, 1234),))
    silent = Overall("other", strength, strength, 1)
    lines = tournament_table(outcome(told, silent)).split("\n")
    assert lines[-3:] == ["agent           high", "one    0.75 of 1,234", "other          never"]
    assert "high" not in tournament_table(outcome(silent))


def test_habits_of_good_critters():
    """Seat 1 hears seat 0 say yes, and judges a share of 4 of 16 among four as fair, one of 3 of 17 as not."""
    batch = critter_envs.Batch("good_critters", 2, 4, autoreset=False, first_player=0)
    for i, share in enumerate(([0, 0, 1, 0], [0, 1, 0, 0])):
        s = batch.states[i]
        s.loot[:], s.share[:] = 0, 0
        s.share[1] = share
        s.share[0] = [0, 0, 3, 0] if i == 0 else [0, 0, 1, 2]
        s.phase, s.talked = 4, 1
        s.word[0, :2] = [1, 2]
        s.pending = 0b1110 if i == 0 else 0b1111
    batch.refresh(0, 1)
    o, _ = batch.observe([0, 1, 1], [1, 1, 0])
    records = o.view(batch.game.observation_dtype).reshape(-1).view(np.recarray)
    found = batch.game.habits(records, np.array([57, 56, 56]))
    np.testing.assert_equal(
        {name: values.tolist() for name, values in found.items()},
        {
            "word kept": [1, 0, 1],
            "yes, share fair": [0, np.nan, np.nan],
            "no, share fair": [1, np.nan, np.nan],
            "yes, unfair": [np.nan, 1, np.nan],
            "no, unfair": [np.nan, 0, np.nan],
        },
    )
