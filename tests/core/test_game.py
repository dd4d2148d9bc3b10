"""Descriptions of games: tables that can't drift, and slips in them that show at once."""

import copy
import dataclasses
import pickle

import numpy as np
import pytest

import critter_envs
from critter_envs.core.actions import OTHERS, ActionRange
from critter_envs.core.errors import ParameterError
from critter_envs.core.fields import Block

GAME = critter_envs.game("greedy_goose")


def test_a_gap_between_actions_shows_at_once():
    with pytest.raises(ValueError, match="start at 3, but must start at 2"):
        dataclasses.replace(GAME, actions=(*GAME.actions[:2], ActionRange(3, "pass", "")))


def test_actions_for_each_part_need_a_block_at_the_end():
    block = Block("birds", 2, (GAME.observation[0],), "")
    actions = (dataclasses.replace(GAME.actions[0], per_part=True), *GAME.actions[1:])
    for observation in (GAME.observation, (block, *GAME.observation)):
        with pytest.raises(ValueError, match="need one at the end of the observation"):
            dataclasses.replace(GAME, observation=observation, actions=actions)
    assert GAME.block is None
    assert dataclasses.replace(GAME, observation=(*GAME.observation, block), actions=actions).block is block


def test_every_action_has_a_label_of_its_own():
    labels = [GAME.label(action) for action in range(GAME.num_actions)]
    assert len(set(labels)) == GAME.num_actions
    assert GAME.label(0, ["Anna"]) == labels[0]


def test_labels_name_the_other_seats():
    last = GAME.num_actions - 1
    assert "+5" in GAME.label(last)
    assert "Eve" in GAME.label(last, ["Al", "Bo", "Cy", "Di", "Eve"])


def test_the_flat_observation_has_the_bounds_of_its_fields():
    assert GAME.observation_high.shape == (GAME.observation_dtype.itemsize,)
    for field in GAME.observation:
        dtype, offset = GAME.observation_dtype.fields[field.name][:2]
        assert (GAME.observation_high[offset : offset + dtype.itemsize] == field.high).all()


def test_the_layout_changes_with_fields_and_actions():
    fields = (dataclasses.replace(GAME.observation[0], high=2), *GAME.observation[1:])
    actions = (dataclasses.replace(GAME.actions[0], label="turn a card"), *GAME.actions[1:])
    layouts = {
        GAME.layout,
        dataclasses.replace(GAME, observation=fields).layout,
        dataclasses.replace(GAME, actions=actions).layout,
    }
    assert len(layouts) == 3


def test_copies_of_a_description_are_the_description():
    assert copy.deepcopy(GAME) is GAME
    assert pickle.loads(pickle.dumps(GAME)) is GAME


@pytest.mark.parametrize("num_players", range(2, 7))
def test_parameters_survive_the_state(num_players):
    given = {
        "reward": "score",
        "memory": False,
        "first_player": 1,
        "max_decisions": 55,
        "deck": {"red": 20, "blue": 9, "steal": 2},
    }
    state = GAME.configure(num_players, **given)
    parameters = GAME.parameters_of(state)
    assert parameters.pop("deck") == {**dict.fromkeys(parameters and GAME.parameters[0].kinds, 0), **given.pop("deck")}
    assert parameters == {"num_players": num_players, **given}


def test_a_parameter_that_is_not_given_depends_on_the_table():
    small, large = GAME.parameters_of(GAME.configure(4)), GAME.parameters_of(GAME.configure(5))
    assert (sum(small["deck"].values()), sum(large["deck"].values())) == (61, 90)


@pytest.mark.parametrize(
    "deck", [3, [8] * 8, {"pink": 3}, {"red": -1}, {"red": 256}, {"red": 1.0}, {"red": True}, {}, {"blue": 200}, {"purple": 12}]
)
def test_decks_that_cannot_be_played_are_refused(deck):
    with pytest.raises(ParameterError, match=r"deck .*"):
        GAME.configure(4, deck=deck)


def test_numpy_integers_are_whole_numbers():
    assert GAME.configure(np.int64(3), first_player=np.int8(2)).first_player == 2


def test_a_label_calls_things_as_the_game_at_hand_does():
    """Where names depend on parameters, an observation says what they are; without one they are called as by default."""
    gift = ActionRange(0, "give a {0} card to {1}", "", (("blue", "red"), OTHERS), renamed=lambda o: ((o, "pink"), OTHERS))
    assert [gift.describe(action, ["Al", "Bo"]) for action in (0, 3)] == ["give a blue card to Al", "give a red card to Bo"]
    assert gift.describe(1, ["Al", "Bo"], o="teal") == "give a teal card to Bo"
    assert gift.describe(2, ["Al", "Bo"], o="teal") == "give a pink card to Al"
    assert gift.describe(2, ["Al", "Bo"], looking_on=True, o="teal") == "give a … card to Al"
    assert GAME.label(0, o=None) == GAME.label(0)
