"""Settings: what is wrong is said in one sentence, before anything is begun."""

from pathlib import Path

import pytest

from critter_envs import games
from training.config import Config, ConfigError, load_settings

CONFIGS = Path(__file__).parents[2] / "configs"

GOOD = """
game: greedy_goose
players: [2, 4]
steps: 1000
opponents: {current: 1}
snapshot_every: 100
evaluation: {every: 100}
"""


@pytest.fixture
def load(tmp_path):
    """Loads settings from text."""

    def from_text(text):
        path = tmp_path / "settings.yaml"
        path.write_text(text)
        return load_settings(Config, path)

    return from_text


def test_defaults_fill_what_is_left_out(load):
    config = load(GOOD + "learning: {rollout: 3}\nslots: 100\n")
    assert config.players == (2, 4)
    assert config.learning.rollout == 3
    assert config.learning.gamma == 1.0
    assert config.sizes == [2, 4]
    assert load(GOOD.replace("[2, 4]", "[4, 2, 4]")).sizes == [2, 4]
    assert (config.rollout_steps, config.all_steps) == (300, 1200)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ("slotz: 3", "there is no key slotz, did you mean slots?"),
        ("learning: {learnin_rate: 0.1}", "there is no key learning.learnin_rate, did you mean learning_rate?"),
        ("evaluation: {every: 5, game: 3}", "there is no key evaluation.game, did you mean games?"),
        ("xyzzy: 1", "there is no key xyzzy, known are game, players"),
        ("steps: many", "steps: Input should be a valid integer"),
        ("steps: true", "steps: Input should be a valid integer, not True"),
        ("players: ['3']", "Input should be a valid integer, not '3'"),
        ("seed: false", "seed: Input should be a valid integer, not False"),
        ("steps: 0", "steps: Input should be greater than or equal to 1, not 0"),
        ("learning: {gamma: 1.5}", "learning.gamma: Input should be less than or equal to 1, not 1.5"),
        ("evaluation: {}", "the key evaluation.every is missing"),
        ("game: chess", "there is no game 'chess'"),
        ("players: [2, 9]", "greedy_goose can't be played by 9 players"),
        ("players: []", "players must name at least one table size"),
        ("parameters: {dek: 1}", "greedy_goose has no parameter 'dek', did you mean deck?"),
        ("opponents: {rulez: 1}", "there is no agent 'rulez', did you mean rules?"),
        ("opponents: {current: 0}", "at least one share must be above 0"),
        ("opponents: {current: yes}", "opponents.current: a number is needed, not yes or no"),
        ("learning: {entropy: no}", "learning.entropy: a number is needed, not yes or no"),
        ("opponents: {current: -1}", "opponents.current: Input should be greater than or equal to 0"),
        ("opponents: {'ppo:nowhere.zip': 1}", "'nowhere.zip' is no file"),
        ("opponents: {current: .inf}", "opponents.current: Input should be a finite number, not inf"),
        ("learning: {learning_rate: .inf}", "learning.learning_rate: Input should be a finite number, not inf"),
        ("learning: {minibatch: 1}", "a single one would be left to itself"),
        ("learning: {rollout: 4, minibatch: 2047}\nslots: 512", "minibatch can't be 2047: of 2048 decisions"),
        ("learning: {rollout: 1}\nslots: 1", "minibatch can't be 4096: of 1 decisions"),
        ("hidden: [1000000000000]", "hidden.0: Input should be less than or equal to 16384"),
        ("threads: 1000000000000", "threads: Input should be less than or equal to 1024"),
        ("parameters: {num_players: 3}", "name the table sizes under players"),
        ("evaluation: {every: 5, games: 1000000000}", "evaluation.games: Input should be less than or equal to 100000000"),
        ("evaluation: {every: 5, against: []}", "evaluation.against: it must have 1 or more, not []"),
        ("evaluation: {every: 5, against: [past]}", "which play in training only"),
        ("players: 2", "players: it must be a list, such as [2, 4], not 2"),
        ("learning: 3", "learning: it must hold keys and values, not 3"),
        ("opponents: rules", "opponents: it must hold keys and values, not 'rules'"),
        ("game: 3", "game: it must be text, not 3"),
        ("shared: 32", "shared needs an observation with a block, and greedy_goose has none: leave it out"),
        (
            "slots: 2\nlearning: {rollout: 4, minibatch: 8}\naverage: 7",
            "average can't be 7: it must be 0, or from a rollout (8) to",
        ),
        ("average: 1000000000000", "average can't be 1000000000000"),
        ("average: yes", "average: Input should be a valid integer, not True"),
        ("average: -1", "average: Input should be greater than or equal to 0"),
    ],
)
def test_what_is_wrong_is_said_in_one_line(load, change, message):
    name = change.partition(":")[0]
    kept = "\n".join(line for line in GOOD.splitlines() if not line.startswith(f"{name}:"))
    with pytest.raises(ConfigError) as caught:
        load(f"{kept}\n{change}\n")
    assert message in str(caught.value)
    assert "settings.yaml" in str(caught.value)
    assert "\n" not in str(caught.value)


def test_layers_are_shared_where_there_are_parts_to_share_them_over(load):
    goblins = GOOD.replace("greedy_goose", "greedy_greedy_goblins") + "shared: 8\n"
    assert load(goblins).shared == 8
    with pytest.raises(ConfigError, match="shared needs at least one hidden layer"):
        load(goblins + "hidden: []\n")


def test_a_file_that_cannot_be_read_is_refused(load, tmp_path):
    with pytest.raises(ConfigError, match="can't be read: No such file"):
        load_settings(Config, tmp_path / "missing.yaml")
    with pytest.raises(ConfigError, match="is not YAML"):
        load("a: [")
    with pytest.raises(ConfigError, match="must hold keys and values, such as 'game: …'"):
        load("just words")


def test_the_settings_that_come_along_are_fine():
    files = sorted(file for file in CONFIGS.rglob("*.yaml") if file.parent.name != "benchmark")  # no trainings, and tested there
    assert {file.stem for file in files} >= {"quickstart", "greedy_goose"}
    for file in files:
        load_settings(Config, file)


@pytest.mark.parametrize("path", sorted((CONFIGS / "small").glob("*.yaml")), ids=lambda path: path.stem)
def test_small_players_are_made_by_the_quickstart_with_another_game(path):
    config, quickstart = load_settings(Config, path), load_settings(Config, CONFIGS / "quickstart.yaml")
    game = config.find_game()
    assert path.stem == game.name != quickstart.game
    assert config.players == tuple(range(game.min_players, game.max_players + 1))
    assert config == quickstart.model_copy(update={"game": config.game, "players": config.players})


def test_each_game_has_settings_for_a_small_player():
    assert {
        load_settings(Config, path).game for path in [CONFIGS / "quickstart.yaml", *(CONFIGS / "small").glob("*.yaml")]
    } == set(games())
