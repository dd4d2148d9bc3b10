"""The checks that every game has to pass."""

import pytest

from critter_envs import testing
from critter_envs.envs.aec import AECGame

CHECKS = [
    (testing.check_clones, 0.01),
    (testing.check_observe, 0.1),
    (testing.check_no_leak, 0.02),
    (testing.check_masks, 0.02),
]


@pytest.mark.parametrize(("check", "share"), CHECKS)
@pytest.mark.parametrize(("num_players", "parameters"), [(4, {"payoffs": True}), (8, {"talk_rounds": 2})])
def test_it_passes(check, share, num_players, parameters):
    check(
        lambda: AECGame("good_critters", num_players=num_players, max_decisions=250, **parameters), seed=num_players, share=share
    )


@pytest.mark.parametrize(("num_players", "parameters"), [(5, {"payoffs": True, "boss_terms": 1}), (7, {})])
def test_it_conserves_cards(num_players, parameters):
    testing.check_conservation(lambda: AECGame("good_critters", num_players=num_players, **parameters), seed=num_players)
