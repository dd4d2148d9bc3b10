"""``critter watch`` and ``critter replay``, and games with parameters."""

import json

import pytest
from PIL import Image

from critter_envs.core.errors import ParameterError
from critter_envs.core.records import read_record
from critter_envs.core.registry import find
from critter_envs.play import shell, viewing
from critter_envs.play.given import parameters_from

WATCH = ("watch", "greedy_goose", "random", "rules", "random", "--seed", "3")


@pytest.fixture
def critter(capsys):
    """Runs a command line in this process; returns exit code, output and errors."""

    def run(*arguments):
        try:
            code = shell.main(arguments)
        except SystemExit as end:
            code = end.code
        output, errors = capsys.readouterr()
        return code, output, errors

    return run


@pytest.fixture
def kept(critter, tmp_path):
    """The file of a game that was watched."""
    file = tmp_path / "game.json"
    assert critter(*WATCH, "--save", str(file))[0] == 0
    return file


def test_watching_in_a_pipe(critter):
    code, output, errors = critter(*WATCH)
    assert (code, errors) == (0, "")
    assert output.startswith("Greedy Goose, 3 players, seed 3\nClockwise: you are random, +1 is rules, +2 is random.\n")
    assert "The game is over." in output
    assert "\x1b" not in output
    assert critter(*WATCH)[1] == output
    assert critter(*WATCH, "--seed", "4")[1] != output


def test_what_was_watched_can_be_replayed(critter, tmp_path, kept):
    record = read_record(kept)
    assert record.agents == ("random", "rules", "random")
    assert record.result is not None
    assert critter("replay", str(kept))[1] == critter(*WATCH)[1]
    assert critter(*WATCH, "--save", str(kept))[0] == 2  # never overwritten
    assert read_record(kept) == record


def test_replay_as_one_seat(critter, kept):
    code, output, errors = critter("replay", str(kept), "--seat", "1")
    assert (code, errors) == (0, "")
    assert "Seen from seat 1.\n" in output
    assert "known to you nothing" in output


def test_files_from_a_replay(critter, tmp_path, kept):
    text, gif = tmp_path / "game.txt", tmp_path / "game.gif"
    arguments = ("replay", str(kept), "--seat", "1", "--text", str(text), "--gif", str(gif), "--delay", "0.2")
    assert critter(*arguments) == (0, "", "")
    assert text.read_text() == critter("replay", str(kept), "--seat", "1")[1]
    with Image.open(gif) as picture:
        assert picture.n_frames > 10
        assert picture.info["duration"] == 200


def test_decisions_take_their_time(critter, kept, monkeypatch):
    waited = []
    monkeypatch.setattr(viewing.time, "sleep", waited.append)
    critter(*WATCH, "--delay", "0.25")
    assert len(waited) > 10
    assert set(waited) == {0.25}
    waited.clear()
    critter(*WATCH)
    assert set(waited) == {0.0}


def test_an_interrupted_game_is_kept(critter, tmp_path, monkeypatch):
    file, calls = tmp_path / "game.json", []

    def interrupted(seconds):
        calls.append(seconds)
        if len(calls) == 6:
            raise KeyboardInterrupt

    monkeypatch.setattr(viewing.time, "sleep", interrupted)
    assert critter(*WATCH, "--save", str(file))[0] == 130
    record = read_record(file)
    assert record.result is None
    assert 1 <= len(record.actions) <= 6


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("watch", "greedy_goose", "random", "person"), "agents alone can be watched"),
        (("watch", "greedy_goose", "random"), "can't be played by 1 players"),
        (("watch", "chess", "random", "random"), "there is no game 'chess'"),
        (("watch", "greedy_goose", "random", "nobody"), "there is no agent 'nobody'"),
        ((*WATCH, "--port", "8000"), "--port needs --web"),
        ((*WATCH, "--delay", "5.1"), "--delay can't be 5.1"),
        ((*WATCH, "--delay", "nan"), "--delay can't be nan"),
        ((*WATCH, "--save", "/dev/null/x"), "can't be written"),
        ((*WATCH, "--set", "colour=red"), "has no parameter 'colour'"),
        (("replay", "{file}", "--seat", "3"), "there is no seat 3"),
        (("replay", "{file}", "--web", "--text", "x"), "--text can't go with --web"),
        (("replay", "{file}", "--host", "::1"), "--host needs --web"),
        (("replay", "{file}", "--text", "x", "--delay", "1"), "--delay can't go with --text alone"),
        (("replay", "{file}", "--text", "/dev/null/x"), "can't be written"),
        (("replay", "{file}", "--gif", "/dev/null/x"), "can't be written"),
        (("replay", "/dev/null/x"), "can't be read"),
        (("replay", "/dev/null"), "holds no record of a game"),
        (("replay", "/dev/zero"), "has more than 4194304 bytes"),
        (("replay", ""), "a file needs a name"),
        (("replay", "{file}", "--text", ""), "a file needs a name"),
        (("replay", "{file}", "--text", "{file}"), "holds a game that was kept"),
        (("replay", "{file}", "--gif", "{file}"), "holds a game that was kept"),
        (("replay", "{file}", "--text", "x", "--gif", "./x"), "one would replace the other"),
        ((*WATCH, "--save", "{file}"), "is there already: choose another name\n"),
        ((*WATCH, "--set", "self=1"), "has no parameter 'self'"),
    ],
)
def test_what_can_not_be(critter, kept, arguments, said):
    before = kept.read_bytes()
    code, output, errors = critter(*(one.replace("{file}", str(kept)) for one in arguments))
    assert kept.read_bytes() == before
    assert (code, output) == (2, "")
    assert said in errors
    assert errors.count("\n") == 1


def test_a_record_that_was_changed(critter, kept):
    data = json.loads(kept.read_text())
    data["actions"][3][1] = 0 if data["actions"][3][1] else 1
    kept.write_text(json.dumps(data))
    code, output, errors = critter("replay", str(kept))
    assert (code, output) == (2, "")
    assert "the record stops fitting at action" in errors


# --- parameters of games ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "texts", "given"),
    [
        ("good_critters", ["payoffs=true", "deals=1"], {"payoffs": True, "deals": 1}),
        ("good_critters", ["payoffs=False", "fuzz=anywhere"], {"payoffs": False, "fuzz": "anywhere"}),
        ("greedy_goose", ["first_player=none"], {"first_player": None}),
        ("greedy_goose", ["first_player=2"], {"first_player": 2}),
        ("greedy_goose", [], {}),
    ],
)
def test_parameters_as_they_are_typed(game, texts, given):
    found = parameters_from(texts, find(game), 4)
    assert found == given
    assert [type(value) for value in found.values()] == [type(value) for value in given.values()]


def test_counts_are_typed_as_json():
    deck = find("goblins_breakfast")
    kinds = next(one for one in deck.all_parameters if one.name == "deck").default_for(4)
    assert parameters_from([f"deck={json.dumps(kinds)}"], deck, 4) == {"deck": kinds}


@pytest.mark.parametrize(
    ("texts", "said"),
    [
        (["payoffs"], "'payoffs' sets no parameter of good_critters: write NAME=VALUE; its parameters are boss_terms, deals"),
        (["=1"], "'=1' sets no parameter"),
        (["num_players=4"], "sets no parameter"),
        (["payoffs=maybe"], "payoffs can't be 'maybe': it must be True or False"),
        (["deals=1.5"], "deals can't be 1.5"),
        (["deals=" + "[" * 100_000], "deals can't be"),
        (["deals=1", "deals=2"], "deals is set twice"),
        (["payofs=true"], "did you mean payoffs?"),
    ],
)
def test_parameters_that_can_not_be(texts, said):
    with pytest.raises(ParameterError) as error:
        parameters_from(texts, find("good_critters"), 4)
    assert said in str(error.value)


def test_a_game_with_parameters_is_played_and_kept(critter, tmp_path):
    file = tmp_path / "game.json"
    code, _, errors = critter(
        *("watch", "good_critters", *["rules"] * 4, "--set", "payoffs=true", "max_decisions=30", "--save", str(file))
    )
    assert (code, errors) == (0, "")
    assert read_record(file).parameters["payoffs"] is True
    assert read_record(file).parameters["max_decisions"] == 30
