import importlib
from dataclasses import replace
from types import SimpleNamespace

import numpy as np
import pytest

import critter_envs
from critter_envs.agents import AgentError, agent
from critter_envs.agents import search as module
from critter_envs.agents.search import DEEPEST, SearchAgent
from critter_envs.arena import play_match
from critter_envs.core.errors import IllegalAction, ParameterError
from critter_envs.core.game import RUNNING, TERMINATED
from critter_envs.core.generator import words
from critter_envs.core.pay import REWARDS
from critter_envs.core.registry import REGISTRY, find
from critter_envs.envs.learner import LearnerGames

#: Each with the play-outs that are most often asked for; one game with the other ones, and one that has no others.
ALL = [*((name, "rules") for name in REGISTRY), ("greedy_goose", "random"), ("toy", "random")]
ONE = np.zeros(1, np.int64)


def parameters(name):
    """Those of short games."""
    return importlib.import_module(f"games.{name}.golden").PARAMETERS if name != "toy" else {}


def visits(batch, policy="random", simulations=60, seed=0):
    """What a new agent tries in the first game."""
    return SearchAgent(batch.game, simulations, policy, seed).visits(batch, ONE)[0]


@pytest.mark.parametrize(("name", "policy"), ALL)
def test_it_sees_what_its_seat_may_see_and_nothing_else(toy, name, policy):
    """In any two positions that a seat can't tell apart, it tries the same, to the last simulation."""
    batch = critter_envs.Batch(name, 1, find(name).min_players, seed=8, **parameters(name))
    differed = 0
    for _ in range(12):
        seat = int(batch.player[0])
        other = batch.clone()
        other.redeal(0, seat)
        differed += batch.states.tobytes() != other.states.tobytes()
        assert (visits(batch, policy) == visits(other, policy)).all()
        batch.play_random(3)
    assert differed > 6


@pytest.mark.parametrize(("name", "policy"), ALL)
def test_it_tries_what_is_legal_until_nothing_can_change_any_more(toy, name, policy):
    batch = critter_envs.Batch(name, 30, find(name).max_players, seed=2, **parameters(name))
    batch.play_random(40)
    before = batch.states.tobytes()
    found = SearchAgent(batch.game, 25, policy).visits(batch, np.arange(30))
    assert not found[batch.mask == 0].any()
    forced = batch.mask.sum(axis=1) == 1
    assert (found[forced].sum(axis=1) == 1).all()
    tries = found[~forced].sum(axis=1)
    second, most = np.sort(found[~forced], axis=1)[:, -2:].T
    assert (tries <= 25).all()
    assert ((most - second > 25 - tries) | (tries == 25)).all()  # a tie could still turn the choice
    # Nor did it stop too late: before the last try, the others could still have caught up.
    assert (most - 1 - second <= 25 - tries + 1).all()
    assert batch.states.tobytes() == before


def test_seeds_decide():
    batch = critter_envs.Batch("greedy_goose", 1, 4, seed=3)
    assert (visits(batch, seed=1) == visits(batch, seed=1)).all()
    assert (visits(batch, seed=1) != visits(batch, seed=2)).any()
    one = SearchAgent(batch.game, 60, "random", 1)
    assert (one.visits(batch, ONE)[0] == visits(batch, seed=1)).all()
    assert (one.visits(batch, ONE)[0] != visits(batch, seed=1)).any()  # its chance goes on


def test_it_sees_what_wins(toy):
    """The last card of everybody: who laid down a one says better that it counts as 5 than as 1."""
    batch = critter_envs.Batch(toy, 1, 2, seed=0, cards=1, ones=True)
    batch.states[0].hand[:] = [[1, 0, 0, 0], [0, 1, 0, 0], [0, 0, 0, 0], [0, 0, 0, 0]]
    batch.states[0].stock[:] = [5, 5, 6, 6]
    batch.refresh(0)
    batch.step([0])
    low, high = np.flatnonzero(batch.mask[0])
    found = visits(batch, simulations=200)
    assert found[high] > 90
    assert SearchAgent(batch.game, 200, "random").act_in(batch, ONE) == [high]
    assert found[low] < 20


def test_it_learns_what_others_would_answer():
    """Deep in the tree the others choose well for themselves, too: a search of 200 beats one of 3."""
    result = play_match("greedy_goose", ["search:200:random", "search:3:random"], 2, 200)
    assert result["search:200:random"].wins.low > 0.6


@pytest.mark.parametrize("name", REGISTRY)
def test_it_beats_random_players(name):
    players = find(name).min_players
    result = play_match(name, ["search:20", *["random"] * (players - 1)], players, 60, **parameters(name))
    assert result["search:20"].wins.low > 1 / players


def test_whoever_was_made_the_next_one_to_act_searches_first(toy):
    """Of those who choose at the same time, anyone may: what it tries is what it may do, and not what the lowest seat may."""
    batch = critter_envs.Batch(toy, 1, 3, seed=0, ones=True)
    batch.states[0].hand[:3] = [[0, 0, 2, 2], [2, 2, 0, 0], [0, 2, 2, 0]]
    for seat in (2, 1, 0):
        batch.turn_to(0, seat)
        assert ((visits(batch) > 0) == (batch.mask[0] > 0)).all()


def test_long_plays_leave_the_tree():
    """A search whose tree is as deep as it may be goes on by playing out."""
    batch = critter_envs.Batch("good_critters", 1, 4, seed=0)
    assert visits(batch, "rules", 3 * DEEPEST).sum() > DEEPEST


@pytest.mark.parametrize(("horizon", "played", "reward"), [(0, 0, "score"), (4, 4, "score"), (5, 5, "win"), (9, 5, "win")])
def test_a_play_out_stops_at_its_horizon_and_takes_the_scores(monkeypatch, horizon, played, reward):
    game = SimpleNamespace(over=RUNNING, reward=REWARDS.index("win"), decisions=0)

    def advance(s, seat, action):
        s.decisions += 1
        s.over = TERMINATED if s.decisions == 5 else RUNNING

    monkeypatch.setattr(module, "seat_to_act", lambda s: 0)
    monkeypatch.setattr(module, "look", lambda *_: None)
    monkeypatch.setattr(module, "choose_action", lambda *_: 0)
    monkeypatch.setattr(module, "advance", advance)
    monkeypatch.setattr(module, "settle", lambda s, paid: paid.append(s.reward))
    paid = []
    module.play_out(game, horizon, paid, None, (None, None, None))
    assert game.decisions == played
    assert paid == [REWARDS.index(reward)]


class Situation(np.recarray):
    """Games for the uncompiled search: how far each is, and what its first two decisions were."""

    @classmethod
    def new(cls):
        situation = np.zeros(1, [("over", "i8"), ("reward", "i8"), ("made", "i8"), ("first", "i8"), ("second", "i8")]).view(cls)
        situation.over, situation.reward = RUNNING, REWARDS.index("win")
        return situation


@pytest.fixture
def tried(monkeypatch):
    """Searches an abstract game of two seats, neither of which ever observes anything; returns the visits.

    Args:
        turns: who decides, decision after decision.
        options: how many options there are at each.
        pays: what a situation pays the seats.
    """

    def run(turns, options, pays, simulations, horizon=1000, count=lambda s: None):
        def view(s, seat, mask, observation, o):
            assert seat == turns[s.made]
            mask[:] = 0
            mask[: options[s.made]] = 1

        def advance(s, seat, action):
            count(s)
            s.first, s.second = (action, s.second) if s.made == 0 else (s.first, action if s.made == 1 else s.second)
            s.made += 1
            s.over = TERMINATED if s.made == len(turns) else RUNNING

        def settle(s, paid):
            paid[:] = pays(s)

        fakes = {"view": view, "look": view, "advance": advance, "settle": settle, "trust": 0.0, "most_seats": 2}
        fakes["seat_to_act"] = lambda s: turns[s.made] if s.over == RUNNING else -1
        fakes["choose_action"] = lambda o, mask, rng: rng.integers(mask.sum())
        fakes["determinise"] = lambda s, seat, rng: None
        for name, fake in fakes.items():
            monkeypatch.setattr(module, name, fake)
        visits, seen = np.zeros((1, max(options)), np.int64), np.zeros((1, max(options)), np.uint8)
        chance = np.random.default_rng(0)
        module.search(Situation.new(), np.zeros(1, np.int64), chance, simulations, horizon, seen, seen.copy(), seen, visits)
        return visits[0]

    return run


def test_nobody_in_the_tree_knows_what_was_chosen_at_the_same_time(tried):
    """Two choose heads or tails, and the second wins if they are alike; the first may also take a quarter of the win for sure.
    If the second were taken to know what the first has chosen, that would be the best."""

    def pays(s):
        first = 0.25 if s.first == 2 else s.first != s.second
        return first, 1 - first

    heads, tails, sure = tried([0, 1], [3, 2], pays, 300)
    assert sure < min(heads, tails)


def test_everybody_in_the_tree_aims_at_what_they_are_paid_themselves(tried):
    """If it is left to the other seat, it takes all; so it is better to keep a little."""

    def pays(s):
        return (0.3, 0.0) if s.first else (1 - s.second, s.second)

    leave, keep = tried([0, 1], [2, 2], pays, 200)
    assert keep > 3 * leave


@pytest.mark.parametrize("horizon", [1, 2, 7, 30])
def test_each_simulation_reaches_as_far_as_the_horizon_from_where_the_search_began(tried, horizon):
    made = []
    tried([0, 0, 1] * 10, [2] * 30, lambda s: (s.first, 0), 40, horizon, count=lambda s: made.append(int(s.made)))
    ends = [one for one, after in zip(made, [*made[1:], 0], strict=True) if after == 0]
    assert set(ends) == {horizon - 1}


def test_a_search_looks_as_far_ahead_as_its_game_says(monkeypatch):
    asked = []
    monkeypatch.setattr(module, "_kernel", lambda game, policy: lambda *arguments: asked.append(arguments[3:5]))
    visits(critter_envs.Batch("greedy_greedy_goblins", 1, 2, seed=1))
    assert asked == [(60, find("greedy_greedy_goblins").horizon)]


@pytest.mark.parametrize(
    ("tried_so_often", "won", "suggested", "chosen"),
    [
        ([1, 0, 0], [0.5, 0.0, 0.0], 2, 2),  # the prior: 0.5 + 1/6 / 2, 0.5 + 1/6, 0.5 + 4/6
        ([4, 0], [3.6, 0.0], 0, 1),  # what wasn't tried is worth what the node is: 0.9 + 0.75 * 2 / 5, 0.9 + 0.25 * 2
        ([9, 1], [3.6, 0.3], 0, 1),  # the bonus shrinks with the tries: 0.4 + 0.75 * √10 / 10, 0.3 + 0.25 * √10 / 2
        ([9, 9], [3.6, 4.5], 1, 1),
        ([1, 1], [0.0, 0.3], 0, 0),  # 0 + 0.75 * √2 / 2, 0.3 + 0.25 * √2 / 2
    ],
)
def test_an_action_is_selected_by_its_upper_bound(monkeypatch, tried_so_often, won, suggested, chosen):
    monkeypatch.setattr(module, "trust", 0.5)
    assert module.select(np.array(tried_so_often), np.array(won), np.ones(len(won), np.uint8), suggested) == chosen


def test_what_is_not_legal_is_never_selected(monkeypatch):
    monkeypatch.setattr(module, "trust", 0.5)
    assert module.select(np.array([0, 3, 3]), np.array([0.0, 3.0, 0.0]), np.array([1, 0, 1], np.uint8), 2) == 0


@pytest.mark.parametrize(("tried_so_often", "left", "settled"), [([5, 0, 2], 3, False), ([5, 0, 2], 2, True), ([3, 3], 0, False)])
def test_a_search_is_over_when_nobody_can_catch_up(tried_so_often, left, settled):
    assert module.decided(np.array(tried_so_often), left) == settled


def test_random_play_outs_need_no_rule_based_player(toy):
    batch = critter_envs.Batch(replace(find(toy), bots={}), 1, 2, seed=1)
    assert (visits(batch) == visits(critter_envs.Batch(toy, 1, 2, seed=1))).all()


def test_random_play_outs_take_each_legal_action_equally_often():
    mask, rng = np.array([0, 1, 0, 1, 1], np.uint8), words(0, 1)
    taken = np.bincount([module.choose_at_random(None, mask, rng) for _ in range(3000)], minlength=5)
    assert not taken[[0, 2]].any()
    assert (abs(taken[[1, 3, 4]] - 1000) < 4 * np.sqrt(3000 * 1 / 3 * 2 / 3)).all()


def test_it_plays_against_a_learner():
    games = LearnerGames("greedy_goose", 3, 3, "search:10:random", None, {})
    games.reset(5)
    games.step(games.batch.mask.argmax(axis=1))
    assert (games.batch.player == games.seats)[games.batch.player >= 0].all()


def test_it_must_be_given_the_games():
    batch = critter_envs.Batch("greedy_goose", 2, 3)
    searcher = agent("search:10", "greedy_goose")
    with pytest.raises(AgentError, match="act_in"):
        searcher.act(batch.observation, batch.mask)
    with pytest.raises(AgentError, match="plays greedy_goose"):
        searcher.act_in(critter_envs.Batch("boo_to_the_goose", 2, 3), ONE)


def test_nobody_is_to_act_in_a_game_that_is_over():
    batch = critter_envs.Batch("greedy_goose", 1, 2, autoreset=False)
    while batch.player[0] >= 0:
        batch.step(batch.mask.argmax(axis=1))
    with pytest.raises(IllegalAction, match="empty"):
        agent("search:10", "greedy_goose").act_in(batch, ONE)


@pytest.mark.parametrize(
    "spec",
    [
        "search",
        "search:",
        "search:0",
        "search:-1",
        "search:1.5",
        "search:x",
        "search:²",
        "search:100001",
        f"search:{'9' * 5000}",
        "search:9:",
        "search:9:bold",
    ],
)
def test_a_spec_that_says_nothing_sensible(spec):
    with pytest.raises(AgentError, match=r"search:400|play-outs .* random .* rules"):
        agent(spec, "greedy_goose")


def test_the_seed_must_be_one():
    with pytest.raises(ParameterError, match="seed"):
        agent("search:9", "greedy_goose", -1)
