"""The checkpoints that ship: they fit the games as they are built now, play every table size, and tell nothing of their maker."""

import base64
import json
import re
import zipfile
from pathlib import Path

import pytest

import critter_envs
from critter_envs.agents.checkpoint import read_card
from critter_envs.agents.spec import shipped

GAMES = [name for name in critter_envs.games() if shipped(critter_envs.game(name))]

#: All of them, those for comparison included.
FILES = sorted((Path(__file__).parents[2] / "checkpoints").glob("*/*.zip"))


def test_a_player_of_greedy_goose_ships():
    assert "greedy_goose" in GAMES


@pytest.mark.parametrize("name", GAMES)
def test_it_beats_random_players_at_every_table_size(name):
    game = critter_envs.game(name)
    for players in range(game.min_players, game.max_players + 1):
        result = critter_envs.play_match(name, ["ppo", *["random"] * (players - 1)], players, 600, seed=1)
        assert result.agents[0].wins.low > 1 / players, players


@pytest.mark.parametrize("name", GAMES)
def test_its_card_says_how_well_it_plays_at_every_table_size(name):
    game = critter_envs.game(name)
    results = read_card(shipped(game))["evaluation"]
    sizes = {result["num_players"] for result in results}
    assert sizes == set(range(game.min_players, game.max_players + 1))


@pytest.mark.parametrize("checkpoint", FILES, ids=lambda file: f"{file.parent.name}/{file.name}")
def test_no_path_of_the_machine_that_made_it_is_in_it(checkpoint):
    path = re.compile(rb"/(?:home|root|tmp|work|usr|Users|mnt|opt)/")
    with zipfile.ZipFile(checkpoint) as file:
        for member in file.namelist():
            assert not path.search(file.read(member)), member
        for key, value in json.loads(file.read("data")).items():
            if isinstance(value, dict) and ":serialized:" in value:
                assert not path.search(base64.b64decode(value[":serialized:"])), key
