import json
import pickle
from hashlib import sha256

import numpy as np
import pytest
from worker_tasks import Luck

import critter_envs
from critter_envs.agents import AgentError, RandomAgent
from critter_envs.agents.spec import shipped
from critter_envs.arena import MatchResult, play_match
from critter_envs.arena import match as module
from critter_envs.arena.chunk import play_chunk
from critter_envs.core.errors import IllegalAction, ParameterError
from critter_envs.workers import Processes

GAME = critter_envs.game("greedy_goose")


class First:
    """Takes the first legal action: no chance in it."""

    def __init__(self):
        self.calls = []

    def act(self, observations, masks):
        self.calls.append(len(masks))
        return masks.argmax(axis=1)


class Last:
    def act(self, observations, masks):
        return masks.shape[1] - 1 - masks[:, ::-1].argmax(axis=1)


def shares(result):
    return [agent.wins.mean for agent in result.agents]


def test_copies_of_one_player_get_exactly_equal_shares(game):
    # Each deal is the same in all seatings, so each copy plays each seat of it once.
    result = play_match(game, [First() for _ in range(4)], 4, 400)
    assert [agent.agent for agent in result.agents] == ["First", "First #2", "First #3", "First #4"]
    assert shares(result) == pytest.approx([0.25] * 4, abs=1e-12)
    assert len({agent.score.mean for agent in result.agents}) == 1
    assert result.agents[0].wins.low == pytest.approx(0.25)


def test_shares_add_up_to_one_win(game):
    result = play_match(game, ["rules", "random", "random"], 3, 300, seed=2)
    assert [agent.seats for agent in result.agents] == [1, 2]
    assert sum(agent.wins.mean * agent.seats for agent in result.agents) == pytest.approx(1)
    assert result["rules"].wins.low > 1 / 3


def test_a_game_whose_odds_are_known(toy):
    # One card each out of six of each value: a one counts as 5 for Last, as 1 for First, and equals leave both without points.
    # So Last wins with a one (1/4), and with a higher card than First's (6 of 12 pairs of 3/46 each); of the ties it has half.
    last = play_match(toy, [First(), Last()], 2, 4000, cards=1)["Last"]
    truth = 1 / 4 + 6 * 3 / 46 + 3 / 4 * 5 / 23 / 2
    half = (last.wins.high - last.wins.low) / 2
    assert half < 0.02
    assert last.wins.mean == pytest.approx(truth, abs=2 * half)  # four standard errors
    # Where a one is just a one there is nothing to choose: the deal decides, and each plays both sides of it.
    assert shares(play_match(toy, [First(), Last()], 2, 400, cards=1, ones=False)) == [0.5, 0.5]


def test_against_a_match_played_by_hand():
    first, last = First(), Last()
    result = play_match(GAME, [first, last, last], 3, 60, seed=7)
    wins, scores = [], []
    deals = critter_envs.Batch(GAME, 20, 3, seed=7).states.seed.tolist()
    for deal in deals:
        for lone in range(3):
            batch = critter_envs.Batch(GAME, 1, 3, seed=deal, autoreset=False)
            while batch.player[0] >= 0:
                player = first if batch.player[0] == lone else last
                batch.step(player.act(batch.observation, batch.mask))
            score, share = batch.standings()
            wins.append(share[0, lone])
            scores.append(score[0, lone])
    assert result.games == 60
    assert result.deals == 20
    assert result["First"].wins.mean == pytest.approx(np.mean(wins))
    assert result["First"].score.mean == pytest.approx(np.mean(scores))


def test_the_deal_is_the_unit_of_the_interval():
    result = play_match(GAME, [First(), Last()], 2, 400, seed=7)
    alone = [play_match(GAME, [First(), Last()], 2, 2, seed=deal).agents[0].score.mean for deal in _deals(7, 200)]
    half = 1.972 * np.std(alone, ddof=1) / np.sqrt(200)
    assert result.agents[0].score.high - result.agents[0].score.mean == pytest.approx(half, rel=1e-3)


def _deals(seed, count):
    return critter_envs.Batch(GAME, count, 2, seed=seed).states.seed.tolist()


def test_a_better_player_wins_more():
    # Who stops at the first chance keeps cards; who passes whenever it can never gets any.
    result = play_match(GAME, [Stop(), Pass(), Pass(), Pass()], 4, 400)
    assert result["Stop"].wins.low > 0.25
    assert result["Pass"].wins.high < 0.25
    assert result["Stop"].score.low > result["Pass"].score.high


class Prefers:
    def act(self, observations, masks):
        wanted = self.action
        return np.where(masks[:, wanted] == 1, wanted, masks.argmax(axis=1))


class Stop(Prefers):
    action = 1


class Pass(Prefers):
    action = 2


def test_one_seed_one_result():
    args = (GAME, ["rules", "random", "random"], 3, 300)
    assert play_match(*args, seed=4) == play_match(*args, seed=4)
    assert play_match(*args, seed=4) != play_match(*args, seed=5)


def test_the_seed_of_an_agent_depends_on_its_spec_the_match_and_the_part():
    found = {module._seed_of(spec, seed, part) for spec in ("random", "rules", "ppo:a.zip") for seed in (0, 1) for part in (0, 1)}
    assert len(found) == 12


def test_agents_are_made_anew_for_each_part(monkeypatch):
    monkeypatch.setattr(module, "GAMES_AT_ONCE", 40)
    match = module.Match(GAME, ["random", "rules"], 2, 80, seed=4)
    first, second = match.chunks()
    assert [one.spec for one in first.agents] == ["random", "rules"]
    assert len({one.seed for chunk in (first, second) for one in chunk.agents}) == 4
    outcomes = [play_chunk(second).wins.tolist() for _ in range(2)]
    assert outcomes[0] == outcomes[1]
    list(module.play_all([match]))
    assert match.wins()[20:].tolist() == outcomes[0]


def test_workers_play_the_same_match_to_the_byte(monkeypatch):
    monkeypatch.setattr(module, "GAMES_AT_ONCE", 40)
    arguments = (GAME, ["ppo", "random", "rules", "search:3"], 4, 160)
    expected = play_match(*arguments)
    with Processes(2) as workers:
        assert play_match(*arguments, workers=workers) == expected


class Elsewhere:
    """Workers that keep what they are given."""

    def __init__(self):
        self.chunks = []

    def map(self, function, tasks):
        for task in tasks:
            self.chunks.append(task)
            yield function(pickle.loads(pickle.dumps(task)))


def test_agents_that_were_handed_in_stay_in_this_process():
    workers = Elsewhere()
    matches = [module.Match(GAME, [First(), "random"], 2, 20), module.Match(GAME, ["rules", "random"], 2, 20)]
    assert list(module.play_all(matches, workers)) == [20, 40]
    assert [[one.spec for one in chunk.agents] for chunk in workers.chunks] == [["rules", "random"]]
    assert matches[0].games_done == 20


def test_a_checkpoint_is_found_from_another_folder(monkeypatch):
    source = shipped(GAME)
    monkeypatch.chdir(source.parent)
    match = module.Match(GAME, ["ppo:ppo.zip", "rules"], 2, 4)
    (chunk,) = match.chunks()
    monkeypatch.chdir("/")
    assert match.names == ["ppo:ppo.zip", "rules"]
    assert chunk.agents[0].spec == f"ppo:{source}"
    assert len(play_chunk(chunk).wins) == 2


@pytest.mark.parametrize("players", [3, 5])
def test_who_came_out_above_whom(monkeypatch, players):
    monkeypatch.setattr(module, "GAMES_AT_ONCE", 6)
    match = module.Match(GAME, [First(), *[Last()] * (players - 1)], players, 20 * players, seed=7)
    list(module.play_all([match]))
    above = match.above()
    assert above.shape == (20, players, players)
    for deal, seed in enumerate(critter_envs.Batch(GAME, 20, players, seed=7).states.seed.tolist()):
        batch = critter_envs.Batch(GAME, 1, players, seed=seed, autoreset=False, reward="rank")
        while batch.player[0] >= 0:
            batch.step((First() if batch.player[0] == 0 else Last()).act(batch.observation, batch.mask))
        assert above[deal, 0].tolist() == [round((1 - paid) * (players - 1)) for paid in batch.returns()[0, :players]]


@pytest.mark.parametrize("size", [1, 7, 64, 10_000])
def test_how_many_games_are_played_at_once_changes_nothing(monkeypatch, size):
    expected = play_match(GAME, [First(), Last(), Last()], 3, 150, seed=1)
    monkeypatch.setattr(module, "GAMES_AT_ONCE", size)
    assert play_match(GAME, [First(), Last(), Last()], 3, 150, seed=1) == expected


def test_a_shorter_match_is_the_beginning_of_a_longer_one():
    long, short = (module.Match(GAME, [First(), Last()], 2, count, seed=1) for count in (400, 200))
    list(module.play_all([long, short]))
    assert (long.wins()[:100] == short.wins()).all()


def test_an_agent_is_asked_about_many_games_at_once():
    first = First()
    play_match(GAME, [first] * 4, 4, 500)
    assert first.calls[0] == module.GAMES_AT_ONCE
    assert len(first.calls) <= 2 * GAME.max_decisions


def test_games_are_rounded_up_to_whole_deals():
    assert play_match(GAME, ["random", "rules", "rules"], 3, 100).games == 102
    assert play_match(GAME, ["random", "random", "random"], 3, 100).games == 100  # there is one seating only


def test_seatings():
    assert module._seatings([0, 1, 1]).tolist() == [[0, 1, 1], [1, 0, 1], [1, 1, 0]]
    assert module._seatings([0, 1, 0, 1]).tolist() == [[0, 1, 0, 1], [1, 0, 1, 0]]
    assert module._seatings([0, 0]).tolist() == [[0, 0]]


def test_truncated_games_are_counted():
    result = play_match(GAME, ["random"] * 2, 2, 50, max_decisions=3)
    assert 0 < result.truncated <= 50
    assert result.parameters == {"max_decisions": 3}
    assert play_match(GAME, ["random"] * 2, 2, 50).truncated == 0


def test_progress_and_what_came_out_so_far(monkeypatch):
    monkeypatch.setattr(module, "GAMES_AT_ONCE", 40)
    match = module.Match(GAME, ["random", "rules"], 2, 100)
    run = module.play_all([match])
    assert next(run) == 40
    assert match.result().games == 40
    assert list(run) == [80, 100]


@pytest.mark.parametrize("change", [lambda file: file.write_bytes(file.read_bytes() + b"!"), lambda file: file.unlink()])
def test_a_part_is_played_only_with_the_files_that_the_result_tells_of(tmp_path, monkeypatch, change):
    """On another machine there may be another one under the same path, and here it may be written anew between two parts."""
    monkeypatch.setattr(module, "GAMES_AT_ONCE", 2)
    file = tmp_path / "one.zip"
    file.write_bytes(shipped(GAME).read_bytes())
    parts = module.play_all([module.Match(GAME, [f"ppo:{file}", "random"], 2, 4)])
    assert next(parts) == 2
    change(file)
    with pytest.raises(AgentError, match=r"one.zip' is missing where a part of the match is played, or another one"):
        next(parts)


def test_agents_handed_in_have_names():
    class Named(RandomAgent):
        pass

    one = Named(GAME)
    result = play_match(GAME, [one, "random", one], 3, 30)
    assert [(agent.agent, agent.seats) for agent in result.agents] == [("Named", 2), ("random", 1)]
    with pytest.raises(KeyError, match="Named, random"):
        result["rules"]


def test_as_dict_is_json():
    result = play_match(GAME, ["random", "rules"], 2, 2)
    data = json.loads(json.dumps(result.as_dict()))
    assert data["agents"][0]["agent"] == "random"
    assert data["agents"][0]["score"]["low"] is None


def test_an_agent_that_can_be_made_anew_plays_the_same_anywhere(monkeypatch):
    monkeypatch.setattr(module, "GAMES_AT_ONCE", 30)
    here = play_match(GAME, [Luck(0), "rules"], 2, 200, seed=3)
    assert here.agents[0].agent == "Luck"
    assert play_match(GAME, [Luck(1), "rules"], 2, 200, seed=3) == here
    assert play_match(GAME, [Luck(0), "rules"], 2, 200, seed=4) != here
    with Processes(2) as workers:
        monkeypatch.setattr(module, "InProcess", Nobody)
        assert play_match(GAME, [Luck(0), "rules"], 2, 200, seed=3, workers=workers) == here


class Nobody:
    """Takes no tasks."""

    def map(self, function, tasks):
        assert not list(tasks)
        return iter(())


def test_it_tells_which_files_agents_came_from():
    result = play_match(GAME, ["ppo", "rules"], 2, 2)
    assert result.checkpoints == {"ppo": sha256(shipped(GAME).read_bytes()).hexdigest()}
    assert MatchResult.from_dict(json.loads(json.dumps(result.as_dict()))) == result


@pytest.mark.parametrize(
    ("agents", "players", "games", "message"),
    [
        (["random"] * 3, 4, 10, "4 seats need 4 agents"),
        ("random", 6, 10, "6 seats need 6 agents"),
        (["random"], 1, 10, "num_players must be"),
        (["random"] * 2, 2, 0, "num_games"),
        (["random"] * 2, 2, 1.5, "num_games"),
    ],
)
def test_bad_arguments(agents, players, games, message):
    with pytest.raises(ParameterError, match=message):
        play_match(GAME, agents, players, games)


def test_bad_parameters_seeds_and_specs_are_told_before_anything_is_played():
    with pytest.raises(ParameterError, match="decks"):
        module.Match(GAME, ["random"] * 2, 2, 10, decks={})
    with pytest.raises(ParameterError, match="seed"):
        module.Match(GAME, ["random"] * 2, 2, 10, seed=-1)
    with pytest.raises(AgentError, match="did you mean random"):
        module.Match(GAME, ["randon"] * 2, 2, 10)


def test_equal_specs_are_one_agent():
    same = "".join(["ran", "dom"])
    assert [agent.seats for agent in play_match(GAME, ["random", same], 2, 10).agents] == [2]


def test_an_agent_that_cheats_is_told():
    class Cheat:
        def act(self, observations, masks):
            return np.full(len(masks), GAME.num_actions)

    with pytest.raises(IllegalAction, match="is illegal"):
        play_match(GAME, [Cheat(), "random"], 2, 10)


@pytest.mark.parametrize("one", [None, 3, object()])
def test_what_is_no_agent_is_refused(one):
    with pytest.raises(AgentError, match="is no agent"):
        play_match("greedy_goose", ["random", one], 2, 2)


@pytest.mark.parametrize("answer", [lambda masks: masks.argmax(1) * 1.0, lambda masks: masks.argmax(1)[:1], lambda masks: None])
def test_an_answer_that_is_none_is_refused(answer):
    class Odd:
        def act(self, observations, masks):
            return answer(masks)

    with pytest.raises(AgentError, match="Odd answered with"):
        play_match("greedy_goose", ["random", Odd()], 2, 20)


def test_more_games_than_can_be_kept_are_refused():
    with pytest.raises(ParameterError, match="num_games can't be"):
        play_match("greedy_goose", ["random", "rules"], 2, 10**21)
