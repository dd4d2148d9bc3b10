import dataclasses
import json
import os

import numpy as np
import pytest

import critter_envs
from critter_envs.core.errors import IllegalAction, ParameterError, RecordError
from critter_envs.core.records import GameRecord, read_record, record_of, write_whole

GAME = critter_envs.game("greedy_goose")


def play(seed=5, players=3, decisions=1000, **parameters):
    """A game played at random, and its record."""
    batch = critter_envs.Batch(GAME, 1, players, seed, autoreset=False, **parameters)
    chance, actions = np.random.default_rng(seed), []
    while batch.player[0] >= 0 and len(actions) < decisions:
        action = int(chance.choice(np.flatnonzero(batch.mask[0])))
        actions.append((int(batch.player[0]), action))
        batch.step([action])
    return batch, record_of(GAME, players, seed, [f"random {seat}" for seat in range(players)], actions, **parameters)


@pytest.fixture
def played():
    return play()


@pytest.mark.parametrize("players", [2, 6])
@pytest.mark.parametrize("decisions", [0, 5, 1000])
def test_a_record_replays_to_the_same_bytes(tmp_path, players, decisions):
    batch, record = play(players=players, decisions=decisions, memory=False, reward="rank")
    record.write(tmp_path / "game.json")
    again = read_record(tmp_path / "game.json")
    assert again == record
    replayed = again.replay()
    assert replayed.states.tobytes() == batch.states.tobytes()
    assert replayed.observation.tobytes() == batch.observation.tobytes()
    assert (again.result is None) == (decisions < 1000)


def test_what_a_record_says(played):
    batch, record = played
    scores, shares = batch.standings()
    assert record.game == "greedy_goose"
    assert record.parameters["num_players"] == 3
    assert record.agents == ("random 0", "random 1", "random 2")
    assert record.result.scores == tuple(scores[0, :3])
    assert record.result.shares == tuple(shares[0, :3])
    assert not record.result.truncated
    assert play(max_decisions=4)[1].result.truncated


def test_steps_show_each_position(played):
    batch, record = played
    positions = [step.states.tobytes() for step in record.steps()]
    assert len(positions) == len(record.actions) + 1
    assert positions[-1] == batch.states.tobytes()
    assert len(set(positions)) == len(positions)


def test_the_seed_of_a_game_in_a_batch_is_enough():
    many = critter_envs.Batch(GAME, 3, 4, seed=9, autoreset=False)
    record = record_of(GAME, 4, int(many.states[2].seed), ["?"] * 4, [(int(many.player[2]), int(many.mask[2].argmax()))])
    many.step(many.mask.argmax(axis=1))
    assert record.replay().states[0].tobytes() == many.states[2].tobytes()


def replaced(record, number, decision):
    actions = list(record.actions)
    actions[number] = decision
    return dataclasses.replace(record, actions=tuple(actions))


def test_each_action_that_was_changed_is_named(played):
    _, record = played
    changed = 0
    for number, batch in zip(range(len(record.actions)), record.steps(), strict=False):
        seat, action = record.actions[number]
        for other in np.flatnonzero(batch.mask[0]).tolist():
            if other != action:
                changed += 1
                with pytest.raises(RecordError, match=rf"action {number + 1} of {len(record.actions)}, {other} of seat {seat}, "):
                    replaced(record, number, (seat, other)).replay()
    assert changed > 20


def test_an_illegal_action_is_named(played):
    _, record = played
    seat, _ = record.actions[3]
    with pytest.raises(RecordError, match=r"action 4 of .* can't be taken: .*illegal"):
        replaced(record, 3, (seat, GAME.num_actions)).replay()


def test_a_seat_that_is_not_to_act_is_named(played):
    _, record = played
    seat, action = record.actions[3]
    for other in ((seat + 1) % 3, -1, 99):
        with pytest.raises(RecordError, match=r"action 4 of .* can't be taken"):
            replaced(record, 3, (other, action)).replay()


def test_actions_after_the_end(played):
    _, record = played
    longer = dataclasses.replace(record, actions=(*record.actions, (0, 0)), checks=(*record.checks, record.checks[-1]))
    count = len(record.actions)
    with pytest.raises(RecordError, match=f"action {count + 1} of {count + 1}, .*the game is over"):
        longer.replay()


def test_a_lost_action(played):
    _, record = played
    for number in range(len(record.actions)):
        actions = record.actions[:number] + record.actions[number + 1 :]
        with pytest.raises(RecordError, match="stops fitting at action"):
            dataclasses.replace(record, actions=actions, checks=record.checks[:-1]).replay()


@pytest.mark.parametrize("number", [0, 1, 7])
def test_a_changed_checksum(played, number):
    _, record = played
    checks = list(record.checks)
    checks[number] = "00000000"
    where = f"action {number} of" if number else "the deal"
    with pytest.raises(RecordError, match=f"stops fitting at {where}.* another position"):
        dataclasses.replace(record, checks=tuple(checks)).replay()


def test_another_seed_or_parameter_does_not_fit_from_the_deal_on(played):
    _, record = played
    for change in ({"seed": 6}, {"parameters": {**record.parameters, "memory": False}}):
        with pytest.raises(RecordError, match="at the deal"):
            dataclasses.replace(record, **change).replay()


def test_another_result(played):
    _, record = played
    scores = (record.result.scores[0] + 1, *record.result.scores[1:])
    for result in (None, dataclasses.replace(record.result, scores=scores), dataclasses.replace(record.result, truncated=True)):
        with pytest.raises(RecordError, match=f"action {len(record.actions)} of .* leads to the result"):
            dataclasses.replace(record, result=result).replay()


def test_the_version_of_the_rules_is_told_when_a_record_does_not_fit(played):
    _, record = played
    old = dataclasses.replace(record, version=0)
    old.replay()  # fits all the same
    with pytest.raises(RecordError, match="is of version 0 of the rules, these are version 1"):
        dataclasses.replace(old, seed=6).replay()


# --- files -----------------------------------------------------------------------------------------------------


def test_a_file_is_replaced_whole_or_not_at_all(tmp_path, played, monkeypatch):
    file = tmp_path / "game.json"
    file.write_text("before")

    def full(source, target):
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(os, "replace", full)
        with pytest.raises(RecordError, match="can't be written: No space left"):
            played[1].write(file)
    assert file.read_text() == "before"
    assert os.listdir(tmp_path) == ["game.json"]
    played[1].write(file)
    assert os.listdir(tmp_path) == ["game.json"]
    assert read_record(file) == played[1]


def test_a_folder_that_is_not_there(tmp_path, played):
    with pytest.raises(RecordError, match="can't be written"):
        played[1].write(tmp_path / "no" / "game.json")
    with pytest.raises(RecordError, match=r"can't be read: No such file"):
        read_record(tmp_path / "game.json")
    with pytest.raises(RecordError, match="can't be read"):
        read_record(tmp_path)


@pytest.mark.parametrize("content", [b"", b"{", b"\xff\xfe", b"[" * 100_000, b"[]", b"{}", b"3", b"null"])
def test_what_is_no_record(tmp_path, content):
    file = tmp_path / "game.json"
    file.write_bytes(content)
    with pytest.raises(RecordError, match=f"'{file}' holds no record of a game: "):
        read_record(file)


BAD = {
    "game": ["chess", 3, None, ["greedy_goose"]],
    "version": ["1", None, True, 1.0],
    "parameters": [None, {}, {"num_players": 9}, {"num_players": 3, "decks": 1}, {"num_players": 2}],
    "seed": [-1, "5", None, 2**63, 1.5],
    "agents": [None, [], ["a", "b"], ["a", "b", 3], "abc", ["a", "b", "\x1b[31m"], ["a", "b", "c\n"], ["a", "b", "\x9b1m"]],
    "actions": [None, 3, [1], [[1]], [[0, 1, 2]], [["0", 1]], [[0, True]], []],
    "checks": [None, [], [1], "abc"],
    "result": [3, {}, {"scores": [1, 2, 3]}],
}


@pytest.mark.parametrize(("key", "value"), [(key, value) for key, values in BAD.items() for value in values])
def test_each_field_is_checked(tmp_path, played, key, value):
    data = dataclasses.asdict(played[1])
    data[key] = value
    file = tmp_path / "game.json"
    file.write_text(json.dumps(data))
    with pytest.raises(RecordError, match="holds no record of a game: "):
        read_record(file)


@pytest.mark.parametrize(
    "change", [{"scores": [1, 2]}, {"scores": [1, 2, "3"]}, {"shares": [1, 0]}, {"truncated": 0}, {"winner": 1}, {"scores": 3}]
)
def test_the_result_is_checked(tmp_path, played, change):
    data = dataclasses.asdict(played[1])
    data["result"].update(change)
    file = tmp_path / "game.json"
    file.write_text(json.dumps(data))
    with pytest.raises(RecordError, match="holds no record of a game: "):
        read_record(file)


@pytest.mark.parametrize("key", [*GameRecord.__dataclass_fields__])
def test_a_missing_or_unknown_field(tmp_path, played, key):
    data = dataclasses.asdict(played[1])
    del data[key]
    file = tmp_path / "game.json"
    for broken in (data, {**dataclasses.asdict(played[1]), "more": 1}):
        file.write_text(json.dumps(broken))
        with pytest.raises(RecordError, match="a mapping with the keys"):
            read_record(file)


def test_names_of_files_that_are_no_text_can_be_written(tmp_path):
    file = tmp_path / "game.txt"
    write_whole(file, "ppo:\udcff.zip")
    assert file.read_text("utf-8") == "ppo:?.zip"


def test_only_what_can_be_played_is_recorded():
    with pytest.raises(IllegalAction):
        record_of(GAME, 3, 5, ["a"] * 3, [(play()[1].actions[0][0], GAME.num_actions)])
    with pytest.raises(RecordError, match="3 seats need 3 names"):
        record_of(GAME, 3, 5, ["a"] * 2, [])
    with pytest.raises(ParameterError):
        record_of(GAME, 9, 5, ["a"] * 9, [])
