"""Tables that describe records: blocks of equal fields, one after the other."""

import dataclasses

import numpy as np

import critter_envs
from critter_envs.agents.checkpoint import observation_layout
from critter_envs.core import reference
from critter_envs.core.fields import Block, Field, highest, record_dtype, single
from critter_envs.core.jit import rule, zeros

DOOR = (Field("open", (), 1, "whether it is open"), Field("steps", (2, 3), 7, "who went through"))
FIELDS = (Field("day", (), 9, "the day"), Block("doors", 4, DOOR, "one door after the other:"), Field("key", (2,), 3, "keys"))
DTYPE = record_dtype(FIELDS, np.uint8)


@rule
def walk(o, door):
    o.doors[door].open = 1
    o.doors[door].steps[1, 2] = 5
    o.key[1] = 3


def test_a_block_is_written_by_name():
    records = zeros(2, DTYPE)
    walk(records[1], 2)
    o = records.view(np.recarray)[1]
    assert o.doors[2].open == 1
    assert o.doors[2].steps.tolist() == [[0, 0, 0], [0, 0, 5]]
    assert o.key.tolist() == [0, 3]
    assert not records[0].tobytes().strip(b"\0")


def test_each_repetition_of_a_block_lies_in_one_piece():
    records = zeros(1, DTYPE)
    walk(records[0], 2)
    flat = records.view(np.ndarray).view(np.uint8)
    assert flat.shape == (1 + 4 * 7 + 2,)
    doors = flat[1:29].reshape(4, 7)
    assert doors[2].tolist() == [1, 0, 0, 0, 0, 0, 5]
    assert not doors[[0, 1, 3]].any()
    assert FIELDS[1].size == 28


def test_the_highest_values_of_a_block_are_those_of_its_fields():
    assert highest(FIELDS).tolist() == [9] + [1, *[7] * 6] * 4 + [3, 3]


def test_fields_of_blocks_are_named_with_their_block():
    assert [(field.name, field.shape, field.high) for field in single(FIELDS)] == [
        ("day", (), 9),
        ("doors.open", (4,), 1),
        ("doors.steps", (4, 2, 3), 7),
        ("key", (2,), 3),
    ]


def test_layouts_tell_blocks_apart():
    game = critter_envs.game("greedy_goose")
    wider = Block("doors", 4, (DOOR[0], dataclasses.replace(DOOR[1], high=8)), "")
    one, other, apart = (
        dataclasses.replace(game, observation=fields)
        for fields in (FIELDS, (FIELDS[0], wider, FIELDS[2]), (FIELDS[0], *DOOR, FIELDS[2]))
    )
    assert len({one.layout, other.layout, apart.layout}) == 3
    assert observation_layout(one)[2] == ["doors.steps", [4, 2, 3], 7]


def test_the_reference_page_says_where_the_fields_of_a_block_are():
    game = dataclasses.replace(critter_envs.game("greedy_goose"), observation=FIELDS)
    rows = reference.observation_table(game).splitlines()
    assert rows[0] == "31 bytes in all."
    assert rows[4:] == [
        "| 0 | `day` | 1 | 9 | the day |",
        "| 1 | `doors` | 4 × 7 |  | one door after the other: |",
        "| +0 | `doors[k].open` | 1 | 1 | whether it is open |",
        "| +1 | `doors[k].steps` | 2 × 3 | 7 | who went through |",
        "| 29 | `key` | 2 | 3 | keys |",
    ]
