"""The golden games are played as they stand in the files."""

import pytest
from games.golden import actions_in, path, sizes, transcript

from critter_envs.core.registry import REGISTRY


@pytest.mark.parametrize(("name", "num_players"), [(name, size) for name in REGISTRY for size in sizes(name)])
def test_golden_game(name, num_players):
    told = path(name, num_players).read_text("utf-8")
    actions = actions_in(told)
    assert transcript(name, num_players, lambda number, mask: actions[number]) == told
