"""The commands: what they print, leave behind and refuse."""

import json
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
import yaml
from filelock import FileLock

from critter_envs.agents.checkpoint import read_card
from critter_envs.arena import MatchResult
from critter_envs.core.errors import CritterError
from training import bench, best_response, evaluate, report, throughput, train
from training.command import alone, run

ROOT = Path(__file__).parents[2]


@pytest.fixture
def config_file(small, tmp_path):
    path = tmp_path / "tiny.yaml"
    path.write_text(yaml.safe_dump(small().model_dump(mode="json")))
    return path


def test_training_ends_with_a_table_and_how_to_play(config_file, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    assert train.main([str(config_file)]) == 0
    out = capsys.readouterr().out
    assert "512 steps: with 2 3 players, won 0." in out
    assert "players  agent  against  games  win share" in out
    assert "Learning curve: runs/tiny/curve.png" in out
    assert out.rstrip().endswith("Play against it: critter play greedy_goose --against ppo:runs/tiny/ppo.zip")
    checkpoint = Path("runs/tiny/ppo.zip")
    assert read_card(checkpoint)["evaluation"]
    written = checkpoint.stat().st_mtime_ns
    assert train.main([str(config_file)]) == 0  # it is finished: only the ending is shown again
    again = capsys.readouterr().out
    assert again.startswith("players")
    assert out.endswith(again)
    assert checkpoint.stat().st_mtime_ns == written
    assert train.main([str(config_file), "--fresh"]) == 0
    assert checkpoint.stat().st_mtime_ns > written


def test_a_killed_training_goes_on_and_ctrl_c_says_how(config_file, tmp_path, monkeypatch, capsys):
    long = yaml.safe_load(config_file.read_text()) | {"steps": 2_000_000}
    config_file.write_text(yaml.safe_dump(long))
    arguments = [str(config_file), "--out", str(tmp_path / "run")]
    command = [sys.executable, "-m", "training.train", *arguments]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, cwd=ROOT)
    snapshots = tmp_path / "run/snapshots"
    deadline = time.monotonic() + 120
    while not (snapshots.exists() and len(list(snapshots.glob("*.zip"))) > 1) and time.monotonic() < deadline:
        time.sleep(0.01)
    process.kill()
    assert process.wait() == -signal.SIGKILL

    steps = []

    def interrupt(self, done):
        steps.append(done)
        if len(steps) > 40:
            raise KeyboardInterrupt

    monkeypatch.setattr(report.Display, "at", interrupt)
    assert train.main(arguments) == 130
    assert steps[0] > 512
    assert "the same command goes on from the last update" in capsys.readouterr().err


def test_what_cannot_be_done_is_one_line_and_code_2(config_file, tmp_path, capsys):
    tiny = config_file.with_name("good.yaml")
    tiny.write_text(config_file.read_text())
    config_file.write_text(config_file.read_text() + "slotz: 3\n")
    for command, arguments in (
        (train.main, [str(config_file)]),
        (train.main, [str(tmp_path / "missing.yaml")]),
        (train.main, [str(tiny), "--ray", "nowhere"]),
        (best_response.main, ["greedy_goose", "rules", "--ray", "127.0.0.1:1", "--out", str(tmp_path / "best")]),
        (evaluate.main, ["chess", "ppo"]),
        (evaluate.main, ["greedy_goose", "ppo:missing.zip"]),
        (evaluate.main, ["greedy_goose", "random", "--players", "17"]),
        (evaluate.main, ["greedy_goose", "random", "--games", "0"]),
    ):
        assert command(arguments) == 2
        captured = capsys.readouterr()
        assert captured.out == ""
        assert len(captured.err.splitlines()) == 1
        assert captured.err.startswith("python -m training.")


def test_evaluation_prints_json(capsys):
    arguments = ["greedy_goose", "rules", "--against", "random", "--players", "2", "3", "--games", "60", "--seed", "4", "--json"]
    assert evaluate.main(arguments) == 0
    results = json.loads(capsys.readouterr().out)
    assert [(result["num_players"], result["games"]) for result in results] == [(2, 60), (3, 60)]
    assert [result["agents"][0]["agent"] for result in results] == ["rules", "rules"]
    assert [json.loads(json.dumps(MatchResult.from_dict(result).as_dict())) for result in results] == results
    assert results[0]["agents"][0]["wins"]["low"] > 0.5
    assert evaluate.main(arguments[:-1]) == 0
    assert "rules  random" in capsys.readouterr().out


def test_the_benchmark_measures_all_three_ways(monkeypatch, capsys, small):
    monkeypatch.setattr(throughput, "bench_config", lambda game, threads: small(players=[4], opponents={"current": 1}, threads=1))
    monkeypatch.setattr(throughput, "PLAIN_ENVS", 2)
    assert bench.main(["--repeats", "1", "--json"]) == 0
    medians = json.loads(capsys.readouterr().out)["medians"]
    assert medians["collecting, share of the bound"] > 0
    assert medians["training on 2 Gymnasium environments, opponents by MaskablePPO.predict, steps/s"] > 0
    assert medians["training on 2 Gymnasium environments, opponents by the compiled network, steps/s"] > 0
    assert 1 < medians["opponent decisions for one of the learner's"] < 6


@pytest.mark.parametrize("error", [PermissionError(13, "Permission denied", "runs/one"), OSError(28, "No space left on device")])
def test_what_the_disk_refuses_is_one_line(capsys, error):
    def write():
        raise error

    assert run("train", write) == 2
    where = "runs/one: " if error.filename else ""
    assert capsys.readouterr().err == f"train: {where}{error.strerror}\n"


def test_what_does_not_fit_into_memory_is_one_line(capsys):
    def ask():
        raise MemoryError("Unable to allocate 5 PiB")

    assert run("train", ask) == 2
    assert capsys.readouterr().err == "train: there isn't enough memory: Unable to allocate 5 PiB\n"


def test_whoever_has_read_enough_stops_the_output():
    """As in ``python -m training.evaluate … | head -1``: no traceback, and none while Python ends."""
    code = "import sys; from training.command import run; sys.exit(run('x', lambda: print('a line' * 20_000)))"
    process = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=ROOT)
    process.stdout.close()
    assert (process.wait(60), process.stderr.read()) == (1, b"")
    process.stderr.close()


@pytest.mark.parametrize("address", ["nowhere", "127.0.0.1:1"])
def test_nothing_is_lost_where_no_cluster_answers(config_file, tmp_path, capsys, address):
    (tmp_path / "run").mkdir()
    (tmp_path / "run/ppo.zip").write_text("the player of an earlier training")
    assert train.main([str(config_file), "--out", str(tmp_path / "run"), "--fresh", "--ray", address]) == 2
    assert (tmp_path / "run/ppo.zip").read_text() == "the player of an earlier training"


def test_two_commands_do_not_work_in_one_folder(config_file, tmp_path, capsys):
    out = tmp_path / "out"
    (out / "2_players").mkdir(parents=True)
    for folder, command, arguments in (
        (out, train.main, [str(config_file), "--fresh"]),
        (out / "2_players", best_response.main, ["greedy_goose", "random", "--players", "2", "--fresh"]),
    ):
        (folder / "ppo.zip").write_text("the player of an earlier training")
        with FileLock(folder / ".lock"):
            assert command([*arguments, "--out", str(out)]) == 2
        assert f"another command is at work in {folder}: wait for it" in capsys.readouterr().err
        assert (folder / "ppo.zip").read_text() == "the player of an earlier training"
    with alone(out), pytest.raises(CritterError, match="another command"), alone(out):
        pass
    with alone(out):
        pass


def test_a_file_in_the_place_of_the_folder_is_left_alone(config_file, tmp_path, capsys):
    (tmp_path / "out").write_text("mine")
    for out in tmp_path / "out", tmp_path / "out" / "deeper":
        assert train.main([str(config_file), "--fresh", "--out", str(out)]) == 2
        assert capsys.readouterr().err.endswith(
            f"{out} can't be a folder, since a file is in its place: give another one with --out\n"
        )
    assert (tmp_path / "out").read_text() == "mine"


def test_who_is_named_twice_is_met_once(capsys):
    arguments = ["greedy_goose", "random", "--against", "rules", "rules", "--players", "2", "3", "2", "--games", "20", "--json"]
    assert evaluate.main(arguments) == 0
    assert [match["num_players"] for match in json.loads(capsys.readouterr().out)] == [2, 3]


@pytest.mark.parametrize("name", ["train", "evaluate", "best_response", "checkpoints", "benchmark", "bench"])
def test_help_waits_for_nothing_heavy(name):
    code = f"""import runpy, sys
sys.argv = ["command", "--help"]
try:
    runpy.run_module("training.{name}", run_name="__main__")
finally:
    print([module for module in ("torch", "stable_baselines3", "tianshou", "ray", "matplotlib") if module in sys.modules])
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=ROOT)
    assert done.stdout.startswith("usage: python -m training.")
    assert done.stdout.endswith("[]\n"), done.stdout
