"""Boo to the Goose: lay geese and dogs face down, and send your foxes after the geese of the others."""

from critter_envs.core.game import Game, Rules
from critter_envs.core.parameters import Flag

from . import bot, cards, observation, picture, position, rules, text

GAME = Game(
    name="boo_to_the_goose",
    title="Boo to the Goose",
    version=1,
    module=__name__,
    min_players=2,
    max_players=cards.MAX_PLAYERS,
    state=observation.STATE,
    observation=observation.OBSERVATION,
    actions=text.ACTIONS,
    parameters=(Flag("remove_four", "whether four cards of each set are removed unseen at the start", False),),
    max_decisions=250,
    score_scale=24.0,
    rules=Rules(rules.reset, rules.legal, rules.step, observation.observe, rules.standings, observation.redeal),
    bots={"rules": bot.play},
    check=position.check,
    check_parameters=cards.check_parameters,
    describe=text.describe,
    picture=picture.draw,
    reveal=position.reveal,
)
