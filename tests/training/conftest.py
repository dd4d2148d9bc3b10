"""What the tests of training share: small settings for either game."""

import pytest
import torch

from training.config import Config


@pytest.fixture(autouse=True)
def one_thread():
    """Training sets the number of threads of torch for the whole process."""
    threads = torch.get_num_threads()
    torch.set_num_threads(1)
    yield
    torch.set_num_threads(threads)


@pytest.fixture
def small():
    """Makes settings: ``small(game="toy", steps=1000)``."""

    def make(**changes):
        settings = {
            "game": "greedy_goose",
            "players": [2, 3],
            "seed": 5,
            "steps": 1024,
            "slots": 16,
            "hidden": [16],
            "threads": 1,
            "opponents": {"current": 0.4, "past": 0.2, "rules": 0.2, "random": 0.2},
            "snapshot_every": 300,
            "learning": {"rollout": 16, "minibatch": 64, "epochs": 2},
            "evaluation": {"every": 500, "games": 12, "final_games": 12, "against": ["random"]},
        }
        return Config.model_validate(settings | changes)

    return make
