"""Goblins Breakfast: grab food and weapons, steal from the weaker, and eat before it is taken from you."""

from critter_envs.core.game import Game, Rules

from . import bot, cards, observation, picture, position, rules, text

GAME = Game(
    name="goblins_breakfast",
    title="Goblins Breakfast",
    version=1,
    module=__name__,
    min_players=2,
    max_players=cards.MAX_PLAYERS,
    state=observation.STATE,
    observation=observation.OBSERVATION,
    actions=text.ACTIONS,
    parameters=(cards.Deck("deck", "the cards of the game", cards.default_deck),),
    max_decisions=1000,
    score_scale=20.0,
    rules=Rules(rules.reset, rules.legal, rules.step, observation.observe, rules.standings, observation.redeal),
    bots={"rules": bot.play},
    check=position.check,
    check_parameters=cards.check_deck,
    describe=text.describe,
    picture=picture.draw,
    reveal=position.reveal,
)
