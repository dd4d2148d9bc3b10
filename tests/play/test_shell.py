import io
import json
import os
import pty
import re
import select
import signal
import subprocess
import sys
import time

import pytest
from PIL import Image

import critter_envs
from critter_envs import workers
from critter_envs.arena import chunk, match, tournament
from critter_envs.core.errors import RecordError
from critter_envs.core.records import GameRecord, read_record
from critter_envs.play import bench as bench_module
from critter_envs.play import commands, shell


@pytest.fixture
def critter(monkeypatch, capsys):
    """Runs a command line in this process; returns exit code, output and errors."""

    def run(*arguments, typed=""):
        monkeypatch.setattr(sys, "stdin", io.StringIO(typed))
        try:
            code = shell.main(arguments)
        except SystemExit as end:
            code = end.code
        output, errors = capsys.readouterr()
        return code, output, errors

    return run


#: A game in which the person begins, with an ordinary turn.
GOOSE = ("play", "greedy_goose", "--seed", "3", "--players", "3", "--against", "random", "--seat", "2")


# --- playing ---------------------------------------------------------------------------------------------------


def test_a_whole_game_by_numbers(critter, game):
    code, output, errors = critter("play", game, "--players", "3", "--seed", "7", "--against", "random", typed="1\n" * 200)
    assert (code, errors) == (0, "")
    assert output.startswith(
        f"{critter_envs.game(game).title}, 3 players, seed 7\nClockwise from you: +1 is random, +2 is random."
    )
    table = output[output.index("The game is over.") :].split("\n")
    assert table[1].split() == ["player", "agent", "score", "win", "share"]
    assert sorted(line.split()[0] for line in table[2:5]) == ["+1", "+2", "you"]
    assert "\x1b" not in output


def test_the_same_seed_deals_the_same_game(critter):
    typed = "1\n" * 200
    assert critter(*GOOSE, typed=typed) == critter(*GOOSE, typed=typed)
    assert critter(*GOOSE, typed=typed) != critter(*GOOSE, "--seed", "8", typed=typed)


def test_without_a_seed_one_is_drawn_and_named(critter):
    seeds = {re.search(r"seed (\d+)", critter("play", "greedy_goose", "--against", "random")[1]).group(1) for _ in range(3)}
    assert len(seeds) > 1


def test_what_is_typed_in_a_pipe_is_shown(critter):
    output = critter(*GOOSE, typed="1\nshow\n")[1]
    assert "\n> 1\n" in output
    assert "\n> show\n" in output


def test_the_moves_are_numbered(critter):
    output = critter(*GOOSE)[1]
    assert "\n  1  flip a card\n  2  stop and take the face-up cards\n  3  pass\n" in output


def test_help(critter):
    output = critter(*GOOSE, typed="?\nhelp\n? 3\n")[1]
    assert output.count("Take all face-up snacks into your hand and end your turn.") == 2
    assert output.count("Leave the face-up snacks to the next player and end your turn.") == 3
    for command in ("show", "undo", "save FILE", "quit"):
        assert command in output


@pytest.mark.parametrize(
    "line",
    [
        "0",
        "4",
        "-1",
        "1.5",
        "flip",
        "1 2",
        "² ",
        "99999999999999999999",
        pytest.param("1" * 5000, id="long"),
        "? 9",
        "? x",
        "Quit",
    ],
)
def test_bad_input_is_explained_and_changes_nothing(critter, line):
    code, output, errors = critter(*GOOSE, typed=f"{line}\nshow\n")
    assert (code, errors) == (0, "")
    assert "is no move and no command: type a number from 1 to 3" in output
    shown = output[output.index("> show") + len("> show") :]
    assert [row.removeprefix("• ").strip() for row in shown.split("\n") if "Your hand" in row] == [
        row.strip() for row in critter(*GOOSE)[1].split("\n") if "Your hand" in row
    ]


def test_an_empty_line_asks_again(critter):
    output = critter(*GOOSE, typed="\n\n1\n")[1]
    assert output.count("\n> ") == 3
    assert "no move" not in output


def test_new_lines_are_marked(critter):
    output = critter(*GOOSE, typed="1\nshow\n")[1]
    first, second = output.split("\n> 1\n")
    second, third = second.split("\n> show\n")
    assert "•" not in first
    assert "\n• Centre:" in second
    assert "\n  Deck at the start" in second
    assert "•" not in third


def test_undo(critter):
    code, output, _ = critter(*GOOSE, typed="2\nundo\nundo\n")
    assert code == 0
    hands = re.findall("Your hand: .*", output)
    assert len(hands) == 3
    assert hands[0] != hands[1]
    assert hands[0] == hands[2]
    assert "there is no decision of yours to take back." in output


def test_quit_and_the_end_of_input(critter):
    for typed in ("quit\n1\n", ""):
        code, output, errors = critter(*GOOSE, typed=typed)
        assert (code, errors) == (0, "")
        assert output.endswith("The game was not saved.\n")


def test_ctrl_c(critter, monkeypatch):
    def interrupted(self):
        raise KeyboardInterrupt

    monkeypatch.setattr("critter_envs.play.terminal.Terminal._ask", interrupted)
    code, output, errors = critter(*GOOSE)
    assert (code, errors) == (130, "")
    assert output.endswith("The game was not saved.\n")


def test_seats_and_agents(critter):
    output = critter("play", "greedy_goose", "--seat", "2", "--against", "random", "rules", "--against", "random")[1]
    assert "Clockwise from you: +1 is random, +2 is rules, +3 is random." in output
    assert "+1 is rules, +2 is rules, +3 is rules" in critter("play", "greedy_goose")[1]


# --- files -----------------------------------------------------------------------------------------------------


def test_a_game_is_kept_after_each_move_and_goes_on(critter, tmp_path):
    file = tmp_path / "game.json"
    code, output, _ = critter(*GOOSE, "--save", str(file), typed="1\nquit\n")
    assert code == 0
    assert output.endswith(f"Go on with: critter play --load {file}\n")
    record = read_record(file)
    assert record.agents == ("random", "random", "person")
    shown = output[output.rindex("Turn: you") : output.rindex("\n\n> quit")].replace("•", " ")
    code, output, _ = critter("play", "--load", str(file))
    assert output[output.rindex("Turn: you") : output.rindex("\n\nGo on")].replace("•", " ").strip() == shown.strip()
    code, output, _ = critter("play", "--load", str(file), typed="1\n" * 200)
    assert "The game is over." in output
    again = read_record(file)
    assert again.result is not None
    assert again.actions[: len(record.actions)] == record.actions
    again.replay()
    assert "The game is over." in critter("play", "--load", str(file))[1]


def test_the_end_of_a_game_is_kept_too(critter, tmp_path):
    """Whoever takes the last decision: its file is that of a game that is over."""
    last = set()
    for most in range(4, 9):
        file = tmp_path / f"{most}.json"
        assert critter(*GOOSE, "--save", str(file), "--set", f"max_decisions={most}", typed="1\n" * most)[0] == 0
        record = read_record(file)
        assert len(record.actions) == most
        assert record.result is not None
        last.add(record.actions[-1][0])
    assert len(last) > 1


def test_what_is_taken_back_leaves_the_file_at_once(critter, tmp_path, monkeypatch):
    kept = []
    monkeypatch.setattr(GameRecord, "write", lambda record, path: kept.append(len(record.actions)))
    assert critter(*GOOSE, "--save", str(tmp_path / "game.json"), typed="1\nundo\nquit\n")[0] == 0
    begun, moved, undone, left = kept
    assert begun == 0 < moved
    assert undone == left < moved


def test_saving_on_demand(critter, tmp_path):
    file = tmp_path / "game.json"
    code, output, errors = critter(*GOOSE, typed=f"save\nsave {file}\n1\nsave\nquit\n")
    assert (code, errors) == (0, "")
    assert "save needs the name of a file" in output
    assert output.count(f"The game is kept in {file}.") == 2
    assert len(read_record(file).actions) >= 1


def test_another_file_is_never_overwritten(critter, tmp_path):
    file, own = tmp_path / "other", tmp_path / "own"
    file.write_text("precious")
    assert critter(*GOOSE, "--save", str(file))[0] == 2
    output = critter(*GOOSE, "--save", str(own), typed=f"save {file}\n1\n")[1]
    assert f"'{file}' is there already" in output
    assert f"--load {own}\n" in output
    assert critter("play", "--load", str(own), "--save", str(file))[0] == 2
    assert file.read_text() == "precious"


def test_a_file_that_can_not_be_written_changes_nothing(critter, tmp_path):
    own = tmp_path / "own"
    code, output, _ = critter(*GOOSE, "--save", str(own), typed=f"save {tmp_path}/no/file\n1\n")
    assert code == 0
    assert "can't be written" in output
    assert output.endswith(f"--load {own}\n")
    assert critter(*GOOSE, "--save", f"{tmp_path}/no/file")[:2] == (2, "")  # told before the game begins


@pytest.mark.parametrize("name", ["x" * 300, "x/" * 3000, "\0"], ids=["long", "deep", "nothing"])
def test_what_can_be_no_file_ends_no_game(critter, name):
    code, output, errors = critter(*GOOSE, typed=f"save {name}\n1\nquit\n")
    assert (code, errors) == (0, "")
    assert f"a game can't be kept in {name!r}: " in output
    assert "+1: " in output  # it goes on
    assert "The game was not saved." in output
    if name != "\0":  # which no command line can hold
        code, output, errors = critter(*GOOSE, "--save", name)
        assert (code, output, errors.count("\n")) == (2, "", 1)


def test_a_tilde_that_the_shell_has_left_is_home(critter, tmp_path, monkeypatch):
    """As it does in ``--load=~/game.json``."""
    monkeypatch.setenv("HOME", str(tmp_path))
    assert critter(*GOOSE, "--save=~/game.json", typed="1\n")[0] == 0
    kept = read_record(tmp_path / "game.json")
    assert critter("play", "--load=~/game.json")[0] == 0
    assert read_record(tmp_path / "game.json") == kept


def test_a_loaded_game_may_be_kept_elsewhere(critter, tmp_path):
    first, second = tmp_path / "first", tmp_path / "second"
    critter(*GOOSE, "--save", str(first))
    before = first.read_bytes()
    critter("play", "--load", str(first), "--save", str(second), typed="1\n")
    assert first.read_bytes() == before
    assert len(read_record(second).actions) > len(read_record(first).actions)


def test_a_loaded_game_says_itself_how_it_is_played(critter, tmp_path):
    file = tmp_path / "game.json"
    critter(*GOOSE, "--save", str(file))
    for option in (["--seed", "3"], ["--seat", "0"], ["--players", "3"], ["--against", "random"]):
        code, output, errors = critter("play", "--load", str(file), *option)
        assert (code, output) == (2, "")
        assert f"{option[0]} can't go with --load" in errors


# --- what can't be done ----------------------------------------------------------------------------------------

BAD = [
    "",
    "dance",
    "play",
    "play chess",
    "play greedy_goose --players 9",
    "play greedy_goose --players x",
    "play greedy_goose --seat 4",
    "play greedy_goose --seat -1",
    "play greedy_goose --against bob",
    "play greedy_goose --against random rules",
    "play greedy_goose --against ppo:no/such.zip",
    "play greedy_goose --seed -1",
    "play greedy_goose --seed 9999999999999999999999",
    "play --load no/such.json",
    "play --load .",
    "play greedy_goose --load no/such.json",
    "play --load x --seed 3",
    "play --load x --seat 0",
    "play --dance",
    "tournament",
    "tournament greedy_goose",
    "tournament greedy_goose random",
    "tournament greedy_goose random random",
    "tournament greedy_goose random rulez",
    "tournament greedy_goose random rules --players 9",
    "tournament greedy_goose random rules --players 2 2",
    "tournament greedy_goose random rules --games 0",
    "tournament greedy_goose random rules --seed -1",
    "tournament greedy_goose random rules --swiss 0",
    "tournament greedy_goose random rules --swiss 3",
    "tournament greedy_goose random rules --png no/such/folder/picture.png",
    "tournament greedy_goose random rules --png picture.jpg",
    "tournament greedy_goose random rules --ray nowhere",
    "tournament greedy_goose random rules --ray 127.0.0.1:1",
    "tournament greedy_goose random rules --ray a..b:1",
    "tournament chess random rules",
    "bench chess",
    "bench greedy_goose --repeats 0",
]


@pytest.mark.parametrize("line", BAD)
def test_errors_are_one_line_and_exit_code_2(critter, line):
    code, output, errors = critter(*line.split())
    assert (code, output) == (2, "")
    assert re.fullmatch(r"critter.*: .+\n", errors)


def test_a_loaded_game_of_another_kind(critter, tmp_path, toy):
    file = tmp_path / "game.json"
    critter("play", toy, "--against", "random", "--save", str(file))
    code, _, errors = critter("play", "greedy_goose", "--load", str(file))
    assert code == 2
    assert "holds a game of toy, not of greedy_goose" in errors
    assert critter("play", toy, "--load", str(file))[0] == 0


@pytest.mark.parametrize("command", [[], ["games"], ["play"], ["bench"], ["tournament"]])
def test_help_shows_an_example(critter, command):
    code, output, _ = critter(*command, "--help")
    assert code == 0
    assert " ".join(["Example: critter", *command]) in output


# --- the other commands ----------------------------------------------------------------------------------------


def test_games(critter, toy):
    code, output, _ = critter("games")
    assert code == 0
    names = [line.split()[0] for line in output.split("\n")[1:-1]]
    assert names == critter_envs.games()
    assert re.search(r"greedy_goose +Greedy Goose +2–6 +34  random, rules", output)


def test_tournament(critter):
    arguments = ("tournament", "greedy_goose", "random", "rules", "--players", "2", "3", "--games", "60", "--seed", "3")
    code, output, errors = critter(*arguments, "--json")
    assert (code, errors) == (0, "")
    expected = tournament("greedy_goose", ["random", "rules"], [2, 3], 60, seed=3).as_dict()
    assert json.loads(output) == json.loads(json.dumps(expected))
    code, output, errors = critter(*arguments)
    assert (code, errors) == (0, "")
    parts = output.split("\n\n")
    assert [line.split()[0] for line in parts[0].split("\n")] == ["agent", "rules", "random"]
    assert parts[2].startswith("2 players, even is 0.500")
    assert parts[3].startswith("3 players, even is 0.333")
    assert len(parts[5].rstrip().split("\n")) == 5


def test_a_swiss_tournament_and_its_picture(critter, tmp_path):
    picture = tmp_path / "picture.png"
    agents = ("random", "rules", "search:1:random")
    arguments = ("tournament", "greedy_goose", *agents, "--players", "2", "--games", "40", "--swiss", "2", "--png", str(picture))
    code, output, errors = critter(*arguments, "--json")
    assert (code, errors) == (0, "")
    assert json.loads(output) == json.loads(json.dumps(tournament("greedy_goose", agents, 2, 40, swiss=2).as_dict()))
    width, height = Image.open(picture).size
    assert width > height > 200
    assert [file.name for file in tmp_path.iterdir()] == ["picture.png"]


def test_long_tournaments_are_played_by_other_processes(critter, monkeypatch):
    """Nothing but the time that it takes shows who played: so here all is left to them from the start."""
    arguments = ("tournament", "greedy_goose", "random", "rules", "--players", "3", "--games", "30", "--json")
    expected = critter(*arguments)
    started = []

    class Watched(workers.Processes):
        def _start(self):
            started.append(super()._start())
            return started[-1]

    monkeypatch.setattr(workers, "crew", lambda ray: Watched(2))
    assert critter(*arguments) == expected
    assert len(started) == 2


@pytest.mark.parametrize("played", [0, 2])
def test_an_interrupted_tournament_tells_what_came_out_so_far(critter, monkeypatch, played):
    parts = []

    def play(part, real=chunk.play_chunk):
        if len(parts) == 4 * played:
            raise KeyboardInterrupt
        parts.append(part)
        return real(part)

    monkeypatch.setattr(match, "GAMES_AT_ONCE", 12)
    monkeypatch.setattr(match, "play_chunk", play)
    arguments = ("tournament", "greedy_goose", "random", "rules", "--players", "3", "4", "--games", "1200")
    code, output, errors = critter(*arguments)
    assert code == 130
    assert errors == "Interrupted: this is what came out so far.\n"
    assert [line.split()[3] for line in output.split("\n\n")[5].split("\n")[1:5]] == ["24"] * 4 if played else output == ""
    parts.clear()
    assert json.loads(critter(*arguments, "--json")[1])["complete"] is False


@pytest.mark.filterwarnings("ignore:The old environment creation API:DeprecationWarning")
def test_bench(critter, monkeypatch):
    monkeypatch.setattr(bench_module, "_IN_KERNEL", 200 * bench_module.GAMES)  # some games end
    monkeypatch.setattr(bench_module, "_IN_BATCH", 2 * bench_module.GAMES)
    monkeypatch.setattr(bench_module, "_IN_LOOP", 50)
    monkeypatch.setattr(bench_module, "_SIMULATIONS", 50)
    monkeypatch.setattr(bench_module, "_child", lambda code, cache, *arguments: float(os.path.isdir(cache)))
    code, output, errors = critter("bench", "greedy_goose", "--repeats", "3", "--json")
    assert code == 0
    (result,) = json.loads(output)
    rows = {row["what"]: row for row in result["measures"]}
    assert (result["game"], result["num_players"], result["repeats"]) == ("greedy_goose", 4, 3)
    for what in (bench_module.KERNEL, bench_module.STEP, bench_module.LOOP, *bench_module.SEARCHES.values()):
        assert 0 < rows[what]["low"] <= rows[what]["median"] <= rows[what]["high"]
    for what in (bench_module.IMPORT, bench_module.COLD, bench_module.WARM):
        assert rows[what]["median"] == 1
    states = critter_envs.Batch("greedy_goose", 1024).states
    assert rows[bench_module.MEMORY]["median"] == states.nbytes / 2**20
    if bench_module.REFERENCE in rows:
        assert rows[bench_module.REFERENCE]["ratio"] == 1
        assert rows[bench_module.KERNEL]["ratio"] == pytest.approx(
            rows[bench_module.KERNEL]["median"] / rows[bench_module.REFERENCE]["median"]
        )
        assert errors == ""
    code, output, _ = critter("bench", "greedy_goose", "--repeats", "1", "--players", "2")
    assert output.startswith("greedy_goose, 2 players, median of 1\n")
    assert all(what in output for what in rows)


def test_bench_without_the_reference(critter, monkeypatch):
    monkeypatch.setitem(sys.modules, "pettingzoo.classic", None)
    one = bench_module.Bench("greedy_goose", 1)
    assert bench_module.REFERENCE not in one._found
    one._found = {name: [1.0] for name in one._found}
    ratios = {row["what"]: row["ratio"] for row in one.result()["measures"]}
    assert {what for what, ratio in ratios.items() if ratio is not None} == set(bench_module.SEARCHES.values())


def test_searches_are_compared_with_games_at_random(monkeypatch):
    monkeypatch.setattr(bench_module, "_IN_KERNEL", 200 * bench_module.GAMES)
    monkeypatch.setattr(bench_module, "_SIMULATIONS", 50)
    one = bench_module.Bench("greedy_goose", 1, 2)
    one._warm()
    ticks = iter(range(100))
    monkeypatch.setattr(bench_module.time, "perf_counter", lambda: next(ticks))
    one._found = {name: [2.0] for name in one._found}
    one._found[bench_module.GAMES_PLAYED] = [one._games("")]
    for measure, name, unit in one._measures:
        if unit == bench_module.SIMULATIONS:
            one._found[name] = [measure("")]
            assert 0 < one._found[name][0] <= 50
    games = one._found[bench_module.GAMES_PLAYED][0]
    assert games == int(games) > bench_module.GAMES  # in one second of this clock
    for row in one.result()["measures"]:
        if row["what"] in bench_module.SEARCHES.values():
            assert (row["ratio"], row["of"]) == (row["median"] / games, bench_module.GAMES_PLAYED)


def test_bench_of_a_table_that_there_is_not(critter):
    assert critter("bench", "good_critters", "--players", "2")[0] == 2


def test_the_loop_plays_whole_games_and_takes_only_legal_actions(monkeypatch, game):
    monkeypatch.setattr(bench_module, "_IN_LOOP", 300)
    for parameters in ({}, {"max_decisions": 5}):
        env = getattr(critter_envs, f"{game}_v0").env(num_players=3, **parameters)
        assert bench_module._loop(env, "") > 0
        assert not env.agents  # the last game was played to its end


def test_fresh_processes_compile_in_the_folder_they_are_given(tmp_path):
    code = "import os, sys; print(len(os.environ['NUMBA_CACHE_DIR']) + int(sys.argv[1]))"
    assert bench_module._child(code, str(tmp_path), "1") == len(str(tmp_path)) + 1


def test_what_fresh_processes_do(monkeypatch, tmp_path):
    monkeypatch.setenv("NUMBA_DISABLE_JIT", "1")  # compiling takes its time
    assert 0 < bench_module._child(bench_module._IMPORT, str(tmp_path)) < 60
    assert 0 < bench_module._child(bench_module._FIRST_USE, str(tmp_path), "greedy_goose", "4") < 60


# --- processes -------------------------------------------------------------------------------------------------

COMMAND = [sys.executable, "-c", "import sys; from critter_envs.play.shell import main; sys.exit(main())"]


def test_a_reader_that_has_had_enough():
    process = subprocess.Popen([*COMMAND, *GOOSE], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    process.stdout.close()
    _, errors = process.communicate(b"1\n" * 100)
    assert errors == b""
    assert process.returncode == 1


def heed_interrupts():
    """A terminal does; what a script has put into the background would hand down that it doesn't."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


class Screen:
    """A command on a terminal of its own."""

    def __init__(self, *arguments, kind="xterm"):
        self.ours, theirs = pty.openpty()
        environment = {**os.environ, "TERM": kind, "COLUMNS": "120", "LINES": "40"}
        environment.pop("NO_COLOR", None)
        self.process = subprocess.Popen(
            [*COMMAND, *arguments],
            stdin=theirs,
            stdout=theirs,
            stderr=theirs,
            env=environment,
            start_new_session=True,
            preexec_fn=heed_interrupts,
        )
        os.close(theirs)
        self.shown = ""

    def __enter__(self):
        return self

    def __exit__(self, *error):
        self.process.kill()
        self.process.wait()
        os.close(self.ours)

    def wait_for(self, text, seconds=60):
        """What was shown up to a text, and from then on only what comes after it."""
        end = time.monotonic() + seconds
        while text not in self.shown:
            assert time.monotonic() < end, f"no {text!r} in {self.shown!r}"
            if select.select([self.ours], [], [], 1)[0]:
                try:
                    self.shown += os.read(self.ours, 4096).decode(errors="replace").replace("\r\n", "\n")
                except OSError:
                    raise AssertionError(f"it ended without {text!r}: {self.shown!r}") from None
        before, _, self.shown = self.shown.partition(text)
        return before

    def type(self, text):
        os.write(self.ours, text.encode())

    def interrupt(self):
        """Ctrl-C, of which a terminal tells all processes. Python sleeps through one that comes between a prompt and its
        waiting for input, so: until it ends."""
        for _ in range(3):
            os.killpg(self.process.pid, signal.SIGINT)
            try:
                assert (
                    self.process.wait(20) == 130
                )  # on a busy machine the result takes its time; a second one would cut it short
                return
            except subprocess.TimeoutExpired:
                pass
        raise AssertionError("it doesn't end")


def test_the_whole_terminal():
    with Screen(*GOOSE) as screen:
        screen.wait_for("Choose by number")
        screen.type("1\r")
        screen.wait_for("flip a card")
        screen.type("q")
        screen.wait_for("The game was not saved.")
        assert screen.process.wait(20) == 0


def test_ctrl_c_on_the_whole_terminal(tmp_path):
    file = tmp_path / "game.json"
    with Screen(*GOOSE, "--save", str(file)) as screen:
        screen.wait_for("Choose by number")
        screen.type("\x03")
        screen.wait_for(f"Go on with: critter play --load {file}")
        assert screen.process.wait(20) == 130
    assert read_record(file).agents == ("random", "random", "person")


def test_lines_on_a_terminal_that_can_do_no_more():
    with Screen(*GOOSE, kind="dumb") as screen:
        shown = screen.wait_for("> ")
        assert "Greedy Goose, 3 players, seed 3\n" in shown
        assert "\x1b" not in shown
        screen.type("1\n")
        assert "Centre" in screen.wait_for("> ")
        screen.type("x\n")
        assert "no command" in screen.wait_for("> ")
        time.sleep(0.5)  # until it waits for input
        screen.interrupt()
        screen.wait_for("The game was not saved.")


@pytest.mark.parametrize("seconds", [0, 3])
def test_progress_is_shown_on_a_terminal_and_ctrl_c_tells_the_result(seconds):
    """At once, and when other processes have taken over, which must not say anything of it."""
    with Screen("tournament", "greedy_goose", "random", "rules", "--games", "2000000") as screen:
        assert "\x1b" not in screen.wait_for("tournament: 0%, ").strip("\r\x1b[K")
        screen.wait_for("left")
        time.sleep(seconds)
        screen.interrupt()
        screen.wait_for("\r\x1b[KInterrupted")  # the progress is gone
        assert "Traceback" not in screen.wait_for("strength")


def test_exit_code_of_the_module_itself():
    done = subprocess.run([*COMMAND, "play", "chess"], capture_output=True, text=True)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == f"critter: there is no game 'chess': there are {', '.join(critter_envs.games())}\n"


def test_help_needs_nothing_heavy():
    code = "import sys; from critter_envs.play import shell, commands; print([m for m in ('torch', 'rich') if m in sys.modules])"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "[]\n"
    assert commands.INTERRUPTED == 130


def test_without_the_extras_matches_are_played_and_tournaments_say_what_they_need():
    code = """
import sys
sys.modules |= dict.fromkeys(["openskill", "scipy", "matplotlib", "ray"])
from critter_envs import play_match
from critter_envs.play.shell import main
print(play_match("greedy_goose", ["rules", "random"], 2, 10).games)
sys.exit(main(["tournament", "greedy_goose", "rules", "random"]))
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert (done.returncode, done.stdout) == (2, "10\n")
    expected = "a tournament needs openskill, which isn't installed: pip install 'critter-envs[arena]'"
    assert done.stderr == f"critter: {expected}\n"


def test_a_file_that_can_no_longer_be_written_stops_no_game(critter, tmp_path, monkeypatch):
    """The others play on, and the person never acts in their place."""
    folder = tmp_path / "folder"
    folder.mkdir()
    write, written = GameRecord.write, []

    def write_once(record, path):
        if written:
            raise RecordError("the disk is full")
        written.append(path)
        write(record, path)

    monkeypatch.setattr(GameRecord, "write", write_once)
    code, output, errors = critter(*GOOSE, "--save", str(folder / "game.json"), typed="3\n3\nquit\n")
    assert output.count("the disk is full.") == 2
    assert output.count("+1: ") > output.count("Turn: you") == 3
    assert (code, errors) == (2, "critter: the disk is full\n")


@pytest.mark.parametrize("option", ["--save", "--load"])
def test_a_file_needs_a_name(critter, option):
    code, output, errors = critter(*GOOSE[:2], option, "")
    assert (code, output) == (2, "")
    assert errors.count("\n") == 1


@pytest.mark.parametrize("arguments", [["games"], ["play", "greedy_goose"]])
def test_a_full_disk_is_one_line(arguments):
    with open("/dev/full", "w") as full:
        done = subprocess.run([*COMMAND, *arguments], stdin=subprocess.DEVNULL, stdout=full, stderr=subprocess.PIPE)
    assert (done.returncode, done.stderr) == (2, b"critter: No space left on device\n")


def test_closed_streams_are_empty_ones():
    command = [*COMMAND, "play", "greedy_goose"]
    assert subprocess.run(["sh", "-c", 'exec "$@" <&- >&-', "sh", *command], stderr=subprocess.PIPE).stderr == b""


def test_a_terminal_that_knows_few_letters_shows_question_marks():
    done = subprocess.run(
        [*COMMAND, "games"],
        env=os.environ | {"PYTHONIOENCODING": "ascii"},
        capture_output=True,
    )
    assert (done.returncode, done.stderr) == (0, b"")
    assert b"2?6" in done.stdout
