"""The golden games are played as they stand in the files."""

import pytest
from games.greedy_greedy_goblins.golden import SIZES, actions_in, path, transcript


@pytest.mark.parametrize("num_players", SIZES)
def test_golden_game(num_players):
    told = path(num_players).read_text("utf-8")
    actions = iter(actions_in(told))
    assert transcript(num_players, lambda batch: next(actions)) == told
