"""The benchmark: scores, intervals, and runs that are kept and never done twice."""

import json
import os
import re
import subprocess
import sys
from contextlib import nullcontext
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest
import yaml

import critter_envs
from critter_envs.arena import MatchResult
from critter_envs.arena.match import AgentResult
from critter_envs.arena.statistics import Estimate
from critter_envs.workers import InProcess, Processes
from critter_envs.workers.cluster import RayCluster
from training.benchmark import __main__ as command
from training.benchmark import report, runs, scores
from training.benchmark.runs import Folder, Job, Result
from training.benchmark.settings import Benchmark
from training.command import alone
from training.config import ConfigError, load_settings

pytest.importorskip("rliable")

README = Path(__file__).parents[2] / "README.md"

TINY = {
    "games": {"greedy_goose": [2, 3], "toy": [2]},
    "opponents": ["rules", "random"],
    "steps": 60,
    "seeds": [0, 1],
    "games_per_match": 120,
}


class Borrowed:
    """An algorithm that learns nothing: it takes the rule-based player, and counts its runs."""

    trained = []  # noqa: RUF012

    def train(self, task):
        self.trained.append((task.game.name, task.players, task.opponents, task.steps, task.seed))
        return critter_envs.agent("rules", task.game, task.seed)


class Broken(Borrowed):
    """Stops after three runs, as if by Ctrl-C."""

    def train(self, task):
        if len(self.trained) == 3:
            raise KeyboardInterrupt
        return super().train(task)


class Cheat(Borrowed):
    """Its agent always takes the first action, legal or not."""

    def train(self, task):
        return self

    def act(self, observations, masks):
        return np.zeros(len(observations), np.int64)

    def seeded(self, seed):
        return self


class Wrong(Borrowed):
    """Has a mistake in it."""

    def train(self, task):
        raise ZeroDivisionError("division by zero")


@pytest.fixture
def config(toy, tmp_path):
    path = tmp_path / "tiny.yaml"
    path.write_text(yaml.safe_dump(TINY))
    return path


@pytest.fixture(autouse=True)
def mine(monkeypatch):
    """Algorithms of a user's own, in a module of their own; and intervals that are quickly had."""
    monkeypatch.setattr(scores, "DRAWS", 200)
    for module in ("my_module", "another"):
        monkeypatch.setitem(sys.modules, module, SimpleNamespace(Borrowed=Borrowed, Broken=Broken, Cheat=Cheat, Wrong=Wrong))
    Borrowed.trained.clear()


@pytest.fixture(autouse=True)
def hired(monkeypatch):
    """The workers that the command asks for. It gets this process itself, which can count."""
    asked = []
    monkeypatch.setattr(
        "critter_envs.workers.crew", lambda *given, **more: asked.append((given, more)) or nullcontext(InProcess())
    )
    return asked


def benchmark(config, *arguments):
    return command.main([*arguments, "--config", str(config), "--out", str(config.parent / "out")])


# --- scores ----------------------------------------------------------------------------------------------------


def result(name, game, seed, wins):
    job = Job(name, game, (2,), ("rules",), 10, 100, seed)
    none = Estimate(0.0, None, None)
    matches = (
        MatchResult(game, 2, seed, {}, 100, 50, 0, (AgentResult(name, 1, Estimate(share, None, None), none),)) for share in wins
    )
    return Result(job, tuple(matches))


REFERENCES = [
    *(result("random", game, seed, (low, 0.5)) for game, low in (("a", 0.1), ("b", 0.3)) for seed in (0, 1)),
    *(result("rules", game, seed, (0.5, high)) for game, high in (("a", 0.9), ("b", 0.6)) for seed in (0, 1)),
]


def test_a_score_lies_between_the_random_and_the_rule_based_player_in_each_match():
    found = scores.scores(
        [*REFERENCES, result("x", "a", 0, (0.3, 0.6)), result("x", "a", 1, (0.9, 0.5)), result("x", "b", 0, (0.3, 0.7))]
    )
    assert found == {"x": {"a": pytest.approx([(0.5 + 0.25) / 2, 1.0]), "b": pytest.approx([1.0])}}
    references = scores.scores([*REFERENCES, *(result("y", "a", 0, wins) for wins in ((0.1, 0.5), (0.5, 0.9)))])
    assert references["y"]["a"] == pytest.approx([0, 1])


def test_a_match_that_tells_nothing_is_refused():
    flat = [result("random", "a", 0, (0.5,)), result("rules", "a", 0, (0.5,)), result("x", "a", 0, (0.5,))]
    with pytest.raises(scores.ScoreError, match="in a with 2 players, rules wins no more than random: play more games"):
        scores.summarise(flat)


def test_the_interquartile_mean_leaves_out_the_quarters_and_its_interval_is_that_of_the_runs(monkeypatch):
    """Against an independent bootstrap of the same kind, with another generator."""
    monkeypatch.setattr(scores, "DRAWS", 1000)
    generator = np.random.default_rng(3)
    shares = {"a": generator.uniform(0.1, 0.3, 6), "b": generator.uniform(0.5, 0.6, 6)}  # a game counts for itself
    those = [result("x", game, seed, (share, 0.55)) for game, values in shares.items() for seed, share in enumerate(values)]
    before = np.random.get_state()[1].tolist()  # noqa: NPY002
    summary = scores.summarise([*REFERENCES, *those])["x"]
    assert np.random.get_state()[1].tolist() == before  # noqa: NPY002
    table = np.array(list(summary.games.values())).T
    assert table.shape == (6, 2)
    middle = np.sort(table, axis=None)[3:9]
    assert summary.iqm.mean == pytest.approx(middle.mean())
    drawn = [np.sort(np.concatenate([generator.choice(column, 6) for column in table.T]))[3:9].mean() for _ in range(4000)]
    assert [summary.iqm.low, summary.iqm.high] == pytest.approx(np.quantile(drawn, [0.025, 0.975]), abs=0.03)
    assert summary.profile[0] == pytest.approx([(table > level).mean() for level in scores.LEVELS])
    assert (summary.profile[1] <= summary.profile[0]).all()
    np.random.random()  # noqa: NPY002
    assert scores.summarise([*REFERENCES, *those])["x"].iqm == summary.iqm


# --- the command -----------------------------------------------------------------------------------------------


def test_an_algorithm_of_ones_own_is_compared_and_no_run_is_done_twice(config, capsys):
    assert benchmark(config, "my_module:Borrowed") == 0
    out = capsys.readouterr().out
    lines = [line.split() for line in out.splitlines()]
    assert lines[0] == ["score", "Borrowed"]
    assert [line[0] for line in lines[1:4]] == ["greedy_goose", "toy", "interquartile"]
    assert abs(float(lines[1][1]) - 1) < 0.3  # it is the rule-based player
    assert "\033" not in out
    assert Borrowed.trained == [
        ("greedy_goose", (2, 3), ("rules", "random"), 60, 0),
        ("greedy_goose", (2, 3), ("rules", "random"), 60, 1),
        ("toy", (2,), ("rules", "random"), 60, 0),
        ("toy", (2,), ("rules", "random"), 60, 1),
    ]
    folder = config.parent / "out"
    assert (folder / "benchmark.png").read_bytes().startswith(b"\x89PNG")
    assert len(list(folder.glob("Borrowed-*.json"))) == 4
    for seed in 0, 1:  # whoever is measured, it is in the same deals, and in others than for other seeds
        told = [json.loads(file.read_text()) for file in folder.glob(f"*-{seed}.json")]
        assert {match["seed"] for one in told for match in one["matches"]} == {9_000_000 + seed}
    assert [file.name for file in folder.glob(".*")] == [".lock"]

    assert benchmark(config, "my_module:Borrowed", "--json") == 0
    data = json.loads(capsys.readouterr().out)
    assert len(Borrowed.trained) == 4
    assert json.loads((folder / "benchmark.json").read_text()) == data
    assert list(data["algorithms"]["Borrowed"]["games"]) == ["greedy_goose", "toy"]
    assert [len(seeds) for seeds in data["algorithms"]["Borrowed"]["games"].values()] == [2, 2]
    assert (
        data["algorithms"]["Borrowed"]["iqm"]["low"]
        <= data["algorithms"]["Borrowed"]["iqm"]["mean"]
        <= data["algorithms"]["Borrowed"]["iqm"]["high"]
    )

    assert benchmark(config, "my_module:Borrowed", "--json", "--fresh") == 0
    assert json.loads(capsys.readouterr().out) == data
    assert len(Borrowed.trained) == 8


def test_ctrl_c_keeps_what_is_done(config, capsys):
    assert benchmark(config, "my_module:Broken") == 130
    assert "the same command goes on from the runs that are done" in capsys.readouterr().err
    assert len(list((config.parent / "out").glob("Broken-*.json"))) == 3
    first = list(Borrowed.trained)
    Borrowed.trained.clear()
    Borrowed.trained.extend([None] * 4)  # it doesn't break again
    assert benchmark(config, "my_module:Broken") == 0
    assert Borrowed.trained[4:] == [("toy", (2,), ("rules", "random"), 60, 1)]
    assert first[-1] == ("toy", (2,), ("rules", "random"), 60, 0)


def test_whose_mistake_it_was_is_told(config, capsys):
    assert benchmark(config, "my_module:Cheat") == 2
    assert "my_module:Cheat in greedy_goose, from seed 0: " in capsys.readouterr().err
    with pytest.raises(ZeroDivisionError) as raised:
        benchmark(config, "my_module:Wrong")
    assert raised.value.__notes__ == ["This was my_module:Wrong in greedy_goose, from seed 0."]


def test_nothing_is_lost_where_the_runs_cannot_be_done_again(config, capsys, monkeypatch):
    assert benchmark(config, "my_module:Borrowed") == 0
    kept = {file: file.read_bytes() for file in (config.parent / "out").glob("*.json")}
    with alone(config.parent / "out"):
        assert benchmark(config, "my_module:Borrowed", "--fresh") == 2
    assert "another command is at work in" in capsys.readouterr().err
    monkeypatch.setattr("critter_envs.workers.crew", lambda *given, **more: RayCluster("nowhere"))
    assert benchmark(config, "my_module:Borrowed", "--fresh", "--ray", "nowhere") == 2
    assert {file: file.read_bytes() for file in (config.parent / "out").glob("*.json")} == kept


def test_results_of_other_settings_are_refused(config, capsys):
    assert benchmark(config, "my_module:Borrowed") == 0
    config.write_text(yaml.safe_dump(TINY | {"games_per_match": 60}))
    capsys.readouterr()
    assert benchmark(config, "my_module:Borrowed") == 2
    assert "other settings (games_per_match is 120 there and 60 here)" in capsys.readouterr().err
    config.write_text(yaml.safe_dump(TINY | {"steps": 50}))
    assert benchmark(config, "another:Borrowed") == 2
    assert "Borrowed-greedy_goose-0.json tells of a run with other settings" in capsys.readouterr().err
    assert len(Borrowed.trained) == 4
    assert benchmark(config, "another:Borrowed", "--fresh") == 0


@pytest.mark.parametrize("content", ["", "[]", "{", '{"job": {}}', '{"matches": [], "job": []}', '{"matches": [1], "job": {}}'])
def test_a_damaged_result_is_named(content, tmp_path):
    job = result("x", "a", 0, (0.5,)).job
    (tmp_path / job.file).write_text(content)
    with pytest.raises(ConfigError, match=r"x-a-0.json holds no result of a benchmark"):
        Folder(tmp_path).find(job)


def test_a_result_with_another_file_of_an_opponent_is_refused(tmp_path):
    one = result("x", "greedy_goose", 0, (0.5,))
    Folder(tmp_path).keep(Result(one.job, (replace(one.matches[0], checkpoints={"ppo": "the SHA-256 of another one"}),)))
    with pytest.raises(ConfigError, match=r"x-greedy_goose-0.json tells of a run with another file than ppo is now"):
        Folder(tmp_path).find(one.job)


def test_a_result_reads_as_it_was_written(tmp_path):
    one = result("x", "a", 0, (0.5, 0.25))
    Folder(tmp_path).keep(one)
    assert Folder(tmp_path).find(one.job) == one
    assert [path.name for path in tmp_path.iterdir()] == ["x-a-0.json"]


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"gamez": 1}, "there is no key gamez, did you mean games?"),
        ({"games": {"chess": [2]}}, "there is no game 'chess'"),
        ({"games": {"toy": [9]}}, "toy can't be played by 9 players"),
        ({"games": {"toy": []}}, "games.toy"),
        ({"games": {"toy": [2, 2]}}, "something stands twice in toy: 2, 2"),
        ({"games": {}}, "games: it must have 1 or more, not {}"),
        ({"opponents": ["rulez"]}, "there is no agent 'rulez', did you mean rules?"),
        ({"seeds": [1]}, "seeds: it must have 2 or more, not [1]"),
        ({"seeds": [1, 1]}, "something stands twice in seeds: 1, 1"),
        ({"opponents": ["rules", "rules"]}, "something stands twice in opponents: rules, rules"),
        ({"steps": 1}, "steps: Input should be greater than or equal to 2"),
        ({"games_per_match": 0}, "games_per_match: Input should be greater than or equal to 1"),
    ],
)
def test_bad_settings_are_one_line_and_code_2(change, message, config, capsys):
    config.write_text(yaml.safe_dump(TINY | change))
    assert benchmark(config, "my_module:Borrowed") == 2
    [line] = capsys.readouterr().err.splitlines()
    assert message in line
    assert not (config.parent / "out").exists()


def test_algorithms_that_cannot_be_told_apart_are_refused(config, capsys):
    assert benchmark(config, "my_module:Borrowed", "another:Borrowed") == 2
    assert "two algorithms have the same name" in capsys.readouterr().err
    assert benchmark(config, "dnq") == 2
    assert "there is no algorithm 'dnq', did you mean dqn?" in capsys.readouterr().err


def test_the_table_shows_at_a_glance_who_beats_the_rules():
    def summary(low, high):
        return scores.Summary(Estimate((low + high) / 2, low, high), {"a": [low, high]}, np.zeros((3, len(scores.LEVELS))))

    found = {"strong": summary(1.1, 1.3), "weak": summary(0.2, 0.4), "even": summary(0.8, 1.2)}
    painted = report.table(found, lambda text, style: f"<{style}>{text}" if style else text)
    assert [re.findall(r"<(\w+)>([\d.]+)", painted)] == [[("green", "1.20"), ("red", "0.30")]]
    assert report.picture(found).startswith(b"\x89PNG")


@pytest.mark.parametrize("file", sorted(README.parent.glob("configs/benchmark/*.yaml")), ids=lambda file: file.stem)
def test_the_settings_that_come_along_are_fine(file):
    found = load_settings(Benchmark, file)
    assert list(found.games) == critter_envs.games()
    jobs = runs.jobs(found, ["ppo"])
    assert len({job.file for job in jobs}) == len(jobs) == 3 * len(found.games) * len(found.seeds)


# --- workers ---------------------------------------------------------------------------------------------------


def test_the_command_hires_a_cluster_if_it_is_told_to_and_else_all_cores_at_once(config, hired):
    assert benchmark(config, "my_module:Borrowed", "--ray", "head:6379") == 0
    assert benchmark(config, "my_module:Borrowed") == 0
    assert hired == [(("head:6379",), {"patience": 0}), ((None,), {"patience": 0})]


def test_runs_on_other_cores_come_out_the_same_to_the_byte(tmp_path):
    """Whatever ran before them in the same process, too: in this one, all do."""
    jobs = [Job(name, "greedy_goose", (2,), ("rules",), 100, 60, seed) for name, seed in (("ppo", 0), ("ppo", 1), ("dqn", 0))]
    here, there = Folder(tmp_path / "here"), Folder(tmp_path / "there")
    told = []
    results = runs.run_all(here, jobs, InProcess(), lambda done, total: told.append((done, total)))
    assert told == [(0, 300), (100, 300), (200, 300), (300, 300)]
    assert [result.job for result in results] == jobs
    with Processes(2) as workers:
        assert runs.run_all(there, jobs[::-1], workers, lambda done, total: None) == results[::-1]
    files = sorted(path.name for path in here.path.iterdir())
    assert files == sorted(job.file for job in jobs)
    assert [(here.path / file).read_bytes() for file in files] == [(there.path / file).read_bytes() for file in files]


def test_each_run_is_kept_as_soon_as_it_is_done(tmp_path, monkeypatch):
    """Though an earlier one still goes on."""
    one, other = (result("x", "a", seed, (0.5,)) for seed in (0, 1))

    class LastFirst:
        def map(self, function, tasks, ordered=True):
            assert not ordered
            yield from (found for found in (other, one) if found.job in tasks)

    progress = iter(([], ["x-a-1.json"], ["x-a-0.json", "x-a-1.json"]))

    def look(done, total):
        assert sorted(path.name for path in tmp_path.iterdir()) == next(progress)

    assert runs.run_all(Folder(tmp_path), [one.job, other.job], LastFirst(), look) == [one, other]
    assert not list(progress)


def test_the_example_of_the_readme_runs(config, tmp_path):
    """As a person does it: a module in the working folder, named on the command line of a new process."""
    text = README.read_text(encoding="utf-8")
    [example] = re.findall(r"```python\n# my_module\.py\n(.*?)```", text, re.DOTALL)
    (tmp_path / "my_module.py").write_text(example)
    content = TINY | {"games": {"greedy_goose": [2]}, "steps": 10}
    config.write_text(yaml.safe_dump(content))
    arguments = ["my_module:Imitator", "--config", str(config), "--out", str(tmp_path / "out"), "--json"]
    done = subprocess.run(
        [sys.executable, "-m", "training.benchmark", *arguments],
        capture_output=True,
        text=True,
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(README.parent)},
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert list(json.loads(done.stdout)["algorithms"]) == ["Imitator"]
