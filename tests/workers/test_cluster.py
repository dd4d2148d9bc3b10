"""On a Ray cluster of two nodes, both on this machine."""

import os
import time
from contextlib import nullcontext
from pathlib import Path

import pytest
import worker_tasks as tasks

from critter_envs.arena import tournament
from critter_envs.core.errors import ParameterError
from critter_envs.workers import WorkerError
from critter_envs.workers.cluster import RayCluster
from training import best_response, loop, responses
from training.config import Config
from training.remote import Unwatched
from training.run import Run

ray = pytest.importorskip("ray")


@pytest.fixture(scope="module")
def nodes():
    from ray.cluster_utils import Cluster

    paths = [str(Path(__file__).parents[1]), *os.environ.get("PYTHONPATH", "").split(os.pathsep)]
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYTHONPATH", os.pathsep.join(filter(None, paths)))  # its workers, too, must find the tasks of the tests
        nodes = Cluster(initialize_head=True, head_node_args={"num_cpus": 1, "include_dashboard": False})
        nodes.add_node(num_cpus=1)
        nodes.wait_for_nodes()
        yield nodes
        nodes.shutdown()


@pytest.fixture(scope="module")
def cluster(nodes):
    with RayCluster(nodes.address) as workers:
        yield workers


def test_both_nodes_work_and_outcomes_come_in_order(cluster):
    outcomes = list(cluster.map(tasks.node, range(20)))
    assert [number for number, _ in outcomes] == list(range(20))
    assert len({node for _, node in outcomes}) == 2


def test_outcomes_come_as_soon_as_they_are_there_if_their_order_is_of_no_interest(cluster, tmp_path):
    file = tmp_path / "go"
    outcomes = cluster.map(tasks.wait_for, [file, None, None], ordered=False)
    assert [next(outcomes), next(outcomes)] == [None, None]
    file.touch()
    assert list(outcomes) == [file]


def test_libraries_start_no_threads_of_their_own(cluster):
    assert list(cluster.map(tasks.threads, range(2))) == [("1", "1")] * 2


def test_an_error_is_the_one_that_was_raised(cluster):
    with pytest.raises(ParameterError) as told:
        list(cluster.map(tasks.refuse, [3]))
    assert str(told.value) == "3 is no task"


def test_a_process_that_is_killed_costs_its_task(cluster, tmp_path):
    todo = [(tmp_path, number, 1 if number == 1 else 0) for number in range(4)]
    assert list(cluster.map(tasks.die_at_first, todo)) == list(range(4))
    assert [len(list(tmp_path.glob(f"{number}-*"))) for number in range(4)] == [1, 2, 1, 1]


def test_a_task_that_kills_each_worker_is_given_up(cluster, tmp_path):
    with pytest.raises(WorkerError, match="a task was lost 3 times"):
        list(cluster.map(tasks.die_at_first, [(tmp_path, 0, 99)]))
    assert len(list(tmp_path.glob("0-*"))) == 3


def test_a_tournament_is_the_same_to_the_byte(cluster):
    arguments = ("greedy_goose", ["rules", "random", "ppo"], [2, 4], 600)
    assert tournament(*arguments, workers=cluster) == tournament(*arguments)


def test_the_first_tasks_begin_before_anybody_asks_for_outcomes(cluster, tmp_path):
    outcomes = cluster.map(tasks.mark_and_wait, [(tmp_path, 0, 0)])
    end = time.monotonic() + 30
    while not list(tmp_path.glob("0-*")) and time.monotonic() < end:
        time.sleep(0.05)
    assert list(tmp_path.glob("0-*"))
    assert list(outcomes) == [0]


LEAGUE = {
    "game": "greedy_goose",
    "players": [2, 3],
    "steps": 1024,
    "slots": 16,
    "hidden": [16],
    "threads": 1,
    "opponents": {"current": 0.5, "past": 0.5},
    "snapshot_every": 512,
    "exploiters": {"every": 256, "steps": 300},
    "learning": {"rollout": 16, "minibatch": 64, "epochs": 2},
    "evaluation": {"every": 512, "games": 300, "final_games": 600, "against": ["rules"]},
}


def test_a_league_trains_the_same_player(cluster, tmp_path):
    for folder, workers in (("here", None), ("there", cluster)):
        loop.train(Config.model_validate(LEAGUE), Run(tmp_path / folder), Unwatched(), workers)
    here, there = ((tmp_path / folder / "ppo.zip").read_bytes() for folder in ("here", "there"))
    assert here == there


def test_best_responses_are_the_same(cluster, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    loop.train(Config.model_validate(LEAGUE | {"exploiters": None}), Run(Path("fixed")), Unwatched())
    command = ["greedy_goose", "ppo:fixed/ppo.zip", "--players", "2", "3", "--games", "60", "--json"]
    assert best_response.main([*command, "--out", "here"]) == 0
    here = capsys.readouterr().out
    monkeypatch.setattr(responses, "crew", lambda ray: nullcontext(cluster))
    with monkeypatch.context() as patch:
        patch.setattr("training.loop.train", None)  # nothing is done here
        assert best_response.main([*command, "--out", "there", "--ray", "HOST:PORT"]) == 0
    assert capsys.readouterr().out == here
    for size in (2, 3):
        one, other = (Path(f"{folder}/{size}_players/ppo.zip").read_bytes() for folder in ("here", "there"))
        assert one == other


def test_a_run_of_a_benchmark_is_the_same_to_the_byte(cluster):
    pytest.importorskip("tianshou")
    from training.benchmark.runs import Job, run_job

    job = Job("dqn", "greedy_goose", (2,), ("rules",), 100, 60, 0)
    assert list(cluster.map(run_job, [job])) == [run_job(job)]


def test_a_node_that_is_lost_costs_its_tasks(nodes, cluster, tmp_path):
    third = nodes.add_node(num_cpus=2)
    nodes.wait_for_nodes()
    outcomes = cluster.map(tasks.stay_on_node, [(tmp_path, number, third.node_id) for number in range(12)])
    begun = [next(outcomes)]
    end = time.monotonic() + 30
    while not (there := list(tmp_path.glob(f"*-{third.node_id}"))) and time.monotonic() < end:
        time.sleep(0.05)
    assert there
    nodes.remove_node(third, allow_graceful=False)
    assert [*begun, *outcomes] == list(range(12))
    lost = there[0].name.partition("-")[0]
    assert len(list(tmp_path.glob(f"{lost}-*"))) == 2
