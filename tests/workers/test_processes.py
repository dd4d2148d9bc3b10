import os
import signal
import time

import pytest
import worker_tasks as tasks

from critter_envs.core.errors import CritterError, ParameterError
from critter_envs.workers import InProcess, Processes, WorkerError, crew


@pytest.fixture(scope="module")
def pair():
    with Processes(2) as workers:
        yield workers


def tries_of(folder, number):
    return len(list(folder.glob(f"{number}-*")))


def worker_of(folder, number):
    """The process that has begun a task, as soon as one has."""
    end = time.monotonic() + 30
    while not tries_of(folder, number):
        assert time.monotonic() < end
        time.sleep(0.01)
    (mark,) = folder.glob(f"{number}-*")
    return int(mark.name.partition("-")[2])


def test_two_processes_share_the_tasks(pair):
    outcomes = list(pair.map(tasks.square, range(12)))
    assert [square for square, _ in outcomes] == [number**2 for number in range(12)]
    workers = {worker for _, worker in outcomes}
    assert len(workers) == 2
    assert os.getpid() not in workers


def test_outcomes_come_in_the_order_of_the_tasks(pair):
    assert list(pair.map(tasks.slow_first, range(30))) == list(range(30))


def test_outcomes_come_as_soon_as_they_are_there_if_their_order_is_of_no_interest(pair, tmp_path):
    file = tmp_path / "go"
    outcomes = pair.map(tasks.wait_for, [file, None, None], ordered=False)
    assert [next(outcomes), next(outcomes)] == [None, None]
    file.touch()
    assert list(outcomes) == [file]


def test_tasks_are_taken_up_only_as_workers_get_free(pair):
    taken = []
    outcomes = pair.map(tasks.slow_first, (taken.append(number) or number for number in range(1000)))
    assert next(outcomes) == 0
    assert len(taken) < 20
    outcomes.close()


def test_no_tasks_no_outcomes(pair):
    assert list(pair.map(tasks.square, [])) == []


def test_libraries_start_no_threads_of_their_own(pair, monkeypatch):
    monkeypatch.setenv("OMP_NUM_THREADS", "7")
    monkeypatch.delenv("OPENBLAS_NUM_THREADS", raising=False)
    with Processes(2) as workers:
        assert list(workers.map(tasks.threads, range(2))) == [("1", "1")] * 2
    assert tasks.threads(0) == ("7", None)


def test_they_hear_nothing_of_ctrl_c(pair):
    assert list(pair.map(tasks.is_deaf, range(2))) == [True, True]
    assert not tasks.is_deaf(0)


def test_an_error_is_raised_where_the_outcome_was_awaited(pair):
    with pytest.raises(ParameterError, match="3 is no task") as told:
        list(pair.map(tasks.refuse, [3]))
    assert str(told.value) == "3 is no task"
    assert "worker_tasks.py" in told.value.__notes__[0]
    assert len(list(pair.map(tasks.square, range(4)))) == 4  # the work goes on


@pytest.mark.parametrize(
    ("function", "number", "kind", "message"),
    [
        (tasks.refuse_oddly, 0, RuntimeError, "Unsendable: this"),
        (tasks.refuse_oddly, 1, CritterError, "Unreadable: this and that"),
        (tasks.lock, 0, TypeError, "pickle"),
    ],
)
def test_what_cannot_be_sent_is_an_error_and_no_lost_worker(pair, tmp_path, function, number, kind, message):
    with pytest.raises(kind, match=message) as told:
        list(pair.map(function, [(tmp_path, number)]))
    assert "worker_tasks.py" in told.value.__notes__[0] or function is tasks.lock
    assert tries_of(tmp_path, number) == 1


def test_a_process_that_is_killed_costs_its_task(pair, tmp_path):
    todo = [(tmp_path, number, 1 if number in (0, 5) else 0) for number in range(10)]
    assert list(pair.map(tasks.die_at_first, todo)) == list(range(10))
    assert [tries_of(tmp_path, number) for number in range(10)] == [2, 1, 1, 1, 1, 2, 1, 1, 1, 1]


def test_a_process_that_is_killed_from_outside_costs_its_task(pair, tmp_path):
    outcomes = pair.map(tasks.mark_and_wait, [(tmp_path, number, 60 if number == 1 else 0) for number in range(4)])
    assert next(outcomes) == 0
    os.kill(worker_of(tmp_path, 1), signal.SIGKILL)
    assert list(outcomes) == [1, 2, 3]
    assert [tries_of(tmp_path, number) for number in range(4)] == [1, 2, 1, 1]


def test_a_task_that_kills_each_worker_is_given_up(pair, tmp_path):
    with pytest.raises(WorkerError, match=r"a task was lost 3 times.*exit code -9"):
        list(pair.map(tasks.die_at_first, [(tmp_path, 0, 99)]))
    assert tries_of(tmp_path, 0) == 3


def test_who_stops_asking_stops_the_work(pair, tmp_path):
    outcomes = pair.map(tasks.mark_and_wait, [(tmp_path, number, 60 * number) for number in range(2)])
    assert next(outcomes) == 0
    worker = worker_of(tmp_path, 1)
    outcomes.close()
    with pytest.raises(ProcessLookupError):
        os.kill(worker, 0)


def test_they_end_with_the_block():
    with Processes(2) as workers:
        found = {worker for _, worker in workers.map(tasks.square, range(8))}
    for worker in found:
        with pytest.raises(ProcessLookupError):
            os.kill(worker, 0)


def test_little_work_starts_no_process():
    with Processes(2, patience=60) as workers:
        assert list(workers.map(tasks.square, range(4))) == [(number**2, os.getpid()) for number in range(4)]
    with crew() as workers:
        assert next(workers.map(tasks.square, range(4))) == (0, os.getpid())


def test_patience_runs_out():
    with Processes(2, patience=0.2) as workers:
        places = [worker for _, worker in workers.map(tasks.slow_square, range(4))]
    assert places[0] == os.getpid() != places[1]


def test_a_single_one_is_this_process():
    with Processes(1) as workers:
        assert list(workers.map(tasks.square, range(2))) == list(InProcess().map(tasks.square, range(2)))
