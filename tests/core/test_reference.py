"""Reference tables: each game's README holds those that its code makes."""

import subprocess
import sys
from dataclasses import replace

import pytest

import critter_envs
from critter_envs.core import reference
from critter_envs.core.errors import CritterError

MARKERS = "".join(f"<!-- {name}: made from the code -->\n<!-- end of {name} -->\n" for name in reference.TABLES)


@pytest.fixture
def readme(monkeypatch, tmp_path):
    """A README in another place, with empty tables."""
    path = tmp_path / "README.md"
    path.write_text(f"before\n{MARKERS}after\n", "utf-8")
    monkeypatch.setattr(reference, "readme_of", lambda game: path)
    return path


@pytest.mark.parametrize("name", critter_envs.games())
def test_the_readme_of_each_game_is_up_to_date(name):
    game = critter_envs.game(name)
    text = reference.readme_of(game).read_text("utf-8")
    assert reference.with_tables(text, game) == text, f"run: python -m critter_envs.core.reference {name}"


def test_observation_table(toy):
    game = critter_envs.game(toy)
    table = reference.observation_table(game)
    assert table.startswith(f"{game.observation_dtype.itemsize} bytes in all.")
    for field in game.observation:
        offset = game.observation_dtype.fields[field.name][1]
        assert f"| {offset} | `{field.name}` |" in table
        assert f"| {field.high} | {field.meaning} |" in table


def test_actions_table():
    table = reference.actions_table(critter_envs.game("greedy_goose"))
    assert table.startswith("34 actions.")
    assert "| 2 | pass | Leave the face-up" in table
    assert "| 4–28 | give a [blue, red, yellow, green, purple] card to [+1, +2, +3, +4, +5] | The player" in table


def test_parameters_table():
    table = reference.parameters_table(critter_envs.game("greedy_goose"))
    assert "| `deck` | 2–4 players: 8 blue, 8 red," in table
    assert "; 5–6 players: 12 blue, 12 red," in table
    assert '| `reward` | `"win"` | one of "win", "score", "rank" | what the last reward pays |' in table
    assert "| `first_player` | `None` | None (drawn) or a seat from 0 to 5 |" in table


def test_a_table_of_one_size_is_named_by_one_number():
    game = critter_envs.game("greedy_goose")
    first, *others = game.parameters
    varying = replace(first, default=lambda players: {"blue": players})
    table = reference.parameters_table(replace(game, parameters=(varying, *others)))
    assert "| 2 players: 2 blue; 3 players: 3 blue; 4 players: 4 blue; 5 players: 5 blue; 6 players: 6 blue |" in table


def test_a_limit_that_a_flag_raises_is_named_with_the_flag():
    table = reference.parameters_table(critter_envs.game("good_critters"))
    assert "| `max_decisions` | `5000`; with `payoffs`: `20000` |" in table


def test_bars_in_a_table_are_escaped():
    game = critter_envs.game("greedy_goose")
    field = replace(game.observation[0], meaning="this | that")
    assert "| this \\| that |" in reference.observation_table(replace(game, observation=(field,)))


def test_the_command_writes_between_the_markers_and_is_done_then(readme, capsys):
    assert reference.main(["greedy_goose"]) == 0
    text = readme.read_text("utf-8")
    assert text.startswith("before\n<!-- observation")
    assert text.endswith("<!-- end of parameters -->\nafter\n")
    assert "| `own_hand` |" in text
    assert "written anew" in capsys.readouterr().out
    assert reference.main(["greedy_goose"]) == 0
    assert readme.read_text("utf-8") == text
    assert capsys.readouterr().out == ""
    assert [file.name for file in readme.parent.iterdir()] == ["README.md"]


def test_a_check_changes_nothing_and_fails_if_a_table_is_out_of_date(readme, capsys):
    before = readme.read_text("utf-8")
    assert reference.main(["greedy_goose", "--check"]) == 1
    assert readme.read_text("utf-8") == before
    assert capsys.readouterr().out == "the tables of greedy_goose are out of date\n"
    reference.main(["greedy_goose"])
    assert reference.main(["greedy_goose", "--check"]) == 0


@pytest.mark.parametrize(
    "text", ["", MARKERS.replace("<!-- end of parameters -->", ""), MARKERS.replace("<!-- actions", "<!--actions")]
)
def test_a_readme_without_markers_is_refused(readme, text, capsys):
    readme.write_text(text, "utf-8")
    with pytest.raises(CritterError, match="the README of greedy_goose lacks the lines"):
        reference.with_tables(text, critter_envs.game("greedy_goose"))
    assert reference.main(["greedy_goose"]) == 2
    assert readme.read_text("utf-8") == text
    assert capsys.readouterr().err.count("\n") == 1


def test_a_missing_readme_and_an_unknown_game_are_refused(readme, capsys):
    readme.unlink()
    assert reference.main(["greedy_goose"]) == 2
    assert "has no README" in capsys.readouterr().err
    assert reference.main(["chess"]) == 2
    assert "there is no game 'chess'" in capsys.readouterr().err


def test_it_runs_as_a_module():
    command = [sys.executable, "-m", "critter_envs.core.reference", "--check"]
    assert subprocess.run(command, capture_output=True, check=False).returncode == 0
