"""On a Ray cluster of two nodes, both on this machine."""

import os
import pickle
import subprocess
import sys
import time
from collections import deque
from contextlib import nullcontext
from pathlib import Path

import pytest
import worker_tasks as tasks

from critter_envs.arena import tournament
from critter_envs.core.errors import CritterError, ParameterError
from critter_envs.workers import WorkerError
from critter_envs.workers import cluster as module
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


def test_an_error_is_no_loss_and_its_task_is_not_tried_again(cluster, tmp_path):
    for number, (kind, message) in enumerate([(RuntimeError, "Unsendable: this"), (CritterError, "Unreadable: this and that")]):
        with pytest.raises(kind, match=message):
            list(cluster.map(tasks.refuse_oddly, [(tmp_path, number)]))
        assert len(list(tmp_path.glob(f"{number}-*"))) == 1


def test_a_task_is_done_in_the_folder_of_this_process(cluster, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert list(cluster.map(tasks.folder, [0])) == [str(tmp_path)]


def test_a_node_that_lacks_a_module_is_told_of_in_a_sentence(cluster, tmp_path, monkeypatch):
    (tmp_path / "only_here.py").write_text("def task(_): pass")
    monkeypatch.syspath_prepend(tmp_path)
    import only_here

    with pytest.raises(WorkerError, match=r"No module named 'only_here'\): each needs the same version of this package"):
        list(cluster.map(only_here.task, [0]))


def test_a_node_without_this_package_can_say_so(tmp_path):
    """What Ray runs can be read there, and what it is to do is refused with the reason."""
    carried = ray.cloudpickle.dumps(module._carried())
    (tmp_path / "sent").write_bytes(pickle.dumps((carried, pickle.dumps(tasks.square))))
    code = """import pickle, sys
sys.modules |= dict.fromkeys(["critter_envs", "worker_tasks"])
carried, task = pickle.load(open(sys.argv[1], "rb"))
print(pickle.loads(carried)("", task)[0])"""
    done = subprocess.run([sys.executable, "-c", code, tmp_path / "sent"], capture_output=True, text=True)
    assert "worker_tasks" in done.stdout, done.stderr


def lives(process):
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    return True


@pytest.mark.parametrize("asked", [0, 1])
def test_who_stops_asking_stops_the_work(cluster, tmp_path, asked):
    outcomes = cluster.map(tasks.mark_and_wait, [(tmp_path, number, 600 * number) for number in range(2)])
    assert [next(outcomes) for _ in range(asked)] == [0] * asked
    end = time.monotonic() + 60
    while not (marks := list(tmp_path.glob("1-*"))):
        assert time.monotonic() < end
        time.sleep(0.05)
    worker = int(marks[0].name.partition("-")[2])
    assert lives(worker)
    del outcomes
    while lives(worker):
        assert time.monotonic() < end
        time.sleep(0.05)


def test_who_stops_asking_stops_other_work_but_none_that_begins_later(cluster, tmp_path):
    one, other = (cluster.map(tasks.mark_and_wait, [(tmp_path, number, 600)]) for number in range(2))
    del one
    later = cluster.map(tasks.wait_for, [tmp_path / "go"])
    with pytest.raises(WorkerError, match="the work was stopped, as other work on the cluster was"):
        next(other)
    (tmp_path / "go").touch()
    assert list(later) == [tmp_path / "go"]


def test_nothing_is_stopped_if_all_is_done(cluster):
    """An error tells of itself when its task is done: to cancel that one, too, would now and then end this process."""
    list(cluster.map(tasks.square, [3]))
    before = cluster._connected()
    for _ in range(20):
        with pytest.raises(ParameterError):
            list(cluster.map(tasks.refuse, [3]))
    assert cluster._connected() == before


@pytest.mark.parametrize(
    ("error", "message"),
    [
        (ray.exceptions.WorkerCrashedError(), "a task was lost 3 times"),
        (ray.exceptions.NodeDiedError("the node died\nlong ago"), "a task was lost 3 times.*: the node died long ago$"),
        (ray.exceptions.RuntimeEnvSetupError("no space"), "the cluster could not do a task: .*no space"),
    ],
)
def test_only_what_was_lost_is_called_lost(monkeypatch, error, message):
    workers = RayCluster.__new__(RayCluster)
    workers._ray = ray
    monkeypatch.setattr(ray, "get", lambda reference: (_ for _ in ()).throw(error))
    with pytest.raises(WorkerError, match=message):
        workers._take(deque([None]), ordered=True)


def test_what_is_waited_for_when_ctrl_c_is_pressed_is_stopped_with_the_others(monkeypatch):
    def interrupt(_):
        raise KeyboardInterrupt

    monkeypatch.setattr(ray, "get", interrupt)
    workers = RayCluster.__new__(RayCluster)
    workers._ray = ray
    given = deque(["the oldest", "another"])
    with pytest.raises(KeyboardInterrupt):
        workers._take(given, ordered=True)
    assert "the oldest" in given


@pytest.mark.parametrize("address", ["a..b:1", "127.0.0.1:70000", f"127.0.0.1:{'1' * 5000}"], ids=["name", "port", "long port"])
def test_what_can_be_no_address_is_told_in_a_sentence(address):
    with pytest.raises(WorkerError, match="no Ray cluster answers at"):
        RayCluster(address)


def test_why_no_cluster_answers_is_told_in_one_line(monkeypatch):
    def init(**_):
        raise RuntimeError("Version mismatch: the cluster was started with:\n    Ray: 1\n")

    monkeypatch.setattr(module, "_knock", lambda address: None)
    monkeypatch.setattr(ray, "init", init)
    with pytest.raises(WorkerError, match=r"at head:1: Version mismatch: the cluster was started with: Ray: 1$"):
        RayCluster("head:1")


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
