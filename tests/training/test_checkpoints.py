"""The page of the checkpoints: it tells what the files beside it hold, and refuses what belongs to others."""

import json
import re
import shlex
import shutil
from pathlib import Path

import pytest

from critter_envs.agents import spec
from critter_envs.play import shell
from critter_envs.workers import processes
from training import best_response, checkpoints, evaluate, loop
from training.config import Config
from training.page import page
from training.run import Run

ROOT = Path(__file__).parents[2]
GOOSE = Path("checkpoints/greedy_goose")
SMALL = f"ppo:{GOOSE}/small.zip"
COMMANDS = {
    "python -m training.evaluate": evaluate.main,
    "critter": shell.main,
    "python -m training.best_response": best_response.main,
}


class Silent:
    """A watcher that looks away."""

    def __getattr__(self, name):
        return lambda *_: None


def run(line):
    """Run a command line, and let it write where it says."""
    command, _, target = line.partition(" > ")
    program = next(program for program in COMMANDS if command.startswith(program))
    with pytest.MonkeyPatch.context() as patch, Path(target).open("w") as out:
        patch.setattr("sys.stdout", out)
        assert COMMANDS[program](shlex.split(command.removeprefix(program))) == 0


def commands(text):
    """The command lines on the page."""
    return re.findall(r"`((?:python|critter) [^`]* > [^`]*greedy_goose[^`]*)`", text)


@pytest.fixture(scope="module")
def measured(tmp_path_factory):
    """A checkout with two players of Greedy Goose, and all figures of them."""
    root = tmp_path_factory.mktemp("root")
    settings = {
        "game": "greedy_goose",
        "players": [2, 3],
        "steps": 512,
        "slots": 16,
        "hidden": [16],
        "threads": 1,
        "opponents": {"current": 3, "rules": 1},
        "snapshot_every": 10**6,
        "learning": {"rollout": 16, "minibatch": 64, "epochs": 2},
        "evaluation": {"every": 10**6, "final_games": 12, "against": ["random"]},
    }
    with pytest.MonkeyPatch.context() as patch:
        go_to(root, patch)
        GOOSE.mkdir(parents=True)
        for seed, name in ((1, "ppo"), (2, "small")):
            run = Run(Path("runs") / name)
            loop.train(Config.model_validate(settings | {"seed": seed}), run, Silent())
            shutil.copy(run.checkpoint, GOOSE / f"{name}.zip")
        shutil.copy(run.curve, GOOSE)
        Path("configs").mkdir()
        Path("configs/mine.yaml").write_text(json.dumps(settings | {"seed": 1}))
        measure(
            "python -m training.evaluate greedy_goose ppo --against rules random --players 2 3 --games 61 --seed 4", "against"
        )
        measure("python -m training.evaluate greedy_goose ppo --against search:400 --players 2 --games 2", "against_search")
        measure(f"critter tournament greedy_goose ppo {SMALL} rules random --players 2 3 --games 241", "arena")
        measure("python -m training.best_response greedy_goose ppo --players 2 --games 60 --steps 300 --seed 8", "best_response")
    return root


def measure(command, name):
    run(f"{command} --json > {GOOSE}/{name}.json")


@pytest.fixture
def checkout(measured, tmp_path, monkeypatch):
    """A copy of it, to work in."""
    for folder in ("checkpoints", "configs", "runs"):
        shutil.copytree(measured / folder, tmp_path / folder)
    go_to(tmp_path, monkeypatch)
    return tmp_path


def go_to(root, patch):
    """Work in a checkout, whose players are those that ship. Other processes would know others: all is played in this one."""
    patch.chdir(root)
    patch.setattr(spec, "PACKAGE", root / "package")
    patch.setattr(processes, "cores", lambda: 1)


def test_the_committed_page_is_what_the_command_makes(monkeypatch):
    monkeypatch.chdir(ROOT)
    assert Path("checkpoints/README.md").read_text(encoding="utf-8") == page(Path("checkpoints"), Path("configs"))


def test_the_page_tells_what_was_measured(checkout, capsys):
    assert checkpoints.main([]) == 0
    assert capsys.readouterr().out == "Written: checkpoints/README.md\n"
    text = Path("checkpoints/README.md").read_text(encoding="utf-8")
    goose = text[text.index("## Greedy Goose") : text.index("## Boo to the Goose")]
    assert "![Learning curve of greedy_goose](greedy_goose/curve.png)" in goose
    size = f"{(GOOSE / 'ppo.zip').stat().st_size / 1e6:.2f} MB"
    assert f"| `ppo.zip` | {size} | 512 | nobody | current 0.75, rules 0.25 | none | 1 | [`configs/mine.yaml`]" in goose
    assert re.search(r"\| `small.zip` \| .* \| 2 \| no file \|", goose)
    matches = {
        (one["agents"][1]["agent"], one["num_players"]): one["agents"][0]["wins"]
        for one in json.loads((GOOSE / "against.json").read_text()) + json.loads((GOOSE / "against_search.json").read_text())
    }
    for size in (2, 3, 4):
        cells = [matches.get((other, size)) for other in ("rules", "search:400", "random")]
        shown = (f"{x['mean']:.3f} ({x['low']:.3f} – {x['high']:.3f})" if x else "not measured" for x in cells)
        assert f"| {size} | {1 / size:.3f} | {' | '.join(shown)} |" in goose
    arena = json.loads((GOOSE / "arena.json").read_text())
    best, names = arena["overall"][0], {"ppo": "`ppo.zip`", SMALL: "`small.zip`"}
    title = names.get(best["agent"], f"`{best['agent']}`")
    assert f"| {title} | {best['rating']['mean']:.2f} ({best['rating']['low']:.2f} – " in goose
    for one in arena["pairings"]:
        if (one["agent"], one["against"]) == (SMALL, "rules"):
            assert f"{one['wins']['mean']:.3f} ({one['wins']['low']:.3f} – {one['wins']['high']:.3f})" in goose
    [response] = json.loads((GOOSE / "best_response.json").read_text())
    wins = response["match"]["agents"][0]["wins"]
    share = f"{wins['mean']:.3f} ({wins['low']:.3f} – {wins['high']:.3f})"
    assert f"| 2 | 0.500 | {response['steps']} | {share} | {2 * wins['mean']:.2f} |" in goose
    assert "| 3 | 0.333 | not measured | not measured | not measured |" in goose


def test_its_commands_make_the_figures_again(checkout):
    lines = commands(page(Path("checkpoints"), Path("configs")))
    assert len(lines) == 4
    before = {file.name: file.read_bytes() for file in GOOSE.glob("*.json")}
    for line in lines:
        Path(line.partition(" > ")[2]).unlink()
        run(line)
    assert {file.name: file.read_bytes() for file in GOOSE.glob("*.json")} == before


def test_what_there_is_not_is_said(checkout):
    for file in (*GOOSE.glob("*.json"), GOOSE / "small.zip", GOOSE / "curve.png"):
        file.unlink()
    text = page(Path("checkpoints"), Path("configs"))
    goose = text[text.index("## Greedy Goose") : text.index("## Boo to the Goose")]
    assert "Learning curve: not drawn." in goose
    assert "| `small.zip` | not trained |" in goose
    assert len(re.findall("Not measured: `", goose)) == 4
    assert len(re.findall("(?=[|] not measured [|])", goose)) == 5 * (3 + 3)
    assert len(commands(goose)) == 4


def refused(capsys, *words):
    """The command says why in one line, and leaves the page as it was."""
    page = Path("checkpoints/README.md")
    page.write_text("as it was")
    assert checkpoints.main([]) == 2
    [line] = capsys.readouterr().err.splitlines()
    assert all(word in line for word in words), line
    assert page.read_text() == "as it was"


@pytest.mark.parametrize("name", ["against", "against_search", "arena", "best_response"])
def test_figures_of_another_player_are_refused(checkout, capsys, name):
    for file in GOOSE.glob("*.json"):
        if file.stem != name:
            file.unlink()
    shutil.copy(GOOSE / "small.zip", GOOSE / "ppo.zip")
    refused(capsys, f"{name}.json was measured with another file than checkpoints/greedy_goose/ppo.zip", "make it anew with")


def test_a_tournament_with_another_small_player_is_refused(checkout, capsys):
    shutil.copy(GOOSE / "ppo.zip", GOOSE / "small.zip")
    refused(capsys, "arena.json was measured with another file than checkpoints/greedy_goose/small.zip")


def test_figures_that_do_not_tell_their_files_are_refused(checkout, capsys):
    matches = json.loads((GOOSE / "against.json").read_text())
    del matches[0]["checkpoints"]
    (GOOSE / "against.json").write_text(json.dumps(matches))
    refused(capsys, "against.json was measured with another file")


@pytest.mark.parametrize(
    ("name", "content", "words"),
    [
        ("against", "", "isn't what its command prints"),
        ("against", '{"game": "greedy_goose"}', "isn't what its command prints"),
        ("arena", "[]", "isn't what its command prints"),
        ("best_response", '[{"steps": 3}]', "isn't what its command prints (0.seed: Field required)"),
    ],
)
def test_what_is_no_figures_is_refused(checkout, capsys, name, content, words):
    (GOOSE / f"{name}.json").write_text(content)
    refused(capsys, f"{name}.json {words}")


@pytest.mark.parametrize(
    ("name", "old", "new", "words"),
    [
        ("against", '"agent": "random"', '"agent": "rules:timid"', "against.json holds a match of ppo and rules:timid"),
        ("against", '"game": "greedy_goose"', '"game": "chess"', "was measured in chess, not in greedy_goose"),
        ("arena", '"complete": true', '"complete": false', "another tournament, or a part of one"),
        ("best_response", '"agent": "best response"', '"agent": "rules"', "a match of rules and ppo"),
    ],
)
def test_other_figures_are_refused(checkout, capsys, name, old, new, words):
    file = GOOSE / f"{name}.json"
    file.write_text(file.read_text().replace(old, new))
    refused(capsys, words)


def test_without_checkpoints_it_says_where_to_run_it(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    assert checkpoints.main([]) == 2
    assert "there is no folder checkpoints" in capsys.readouterr().err
