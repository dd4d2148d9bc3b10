"""The golden games are played as they stand in the files."""

import pytest
from games.good_critters.golden import GAMES, actions_in, path, transcript


@pytest.mark.parametrize("name", GAMES)
def test_golden_game(name):
    told = path(name).read_text("utf-8")
    actions = actions_in(told)
    assert transcript(name, lambda number, mask: actions[number]) == told
