"""Greedy Goose: flip snacks, stop in time, and never hold more of a colour than its limit."""

from critter_envs.core.game import Game, Rules
from critter_envs.core.parameters import Counts

from . import bot, cards, observation, picture, position, rules, text

GAME = Game(
    name="greedy_goose",
    title="Greedy Goose",
    version=1,
    module=__name__,
    min_players=2,
    max_players=cards.MAX_PLAYERS,
    state=observation.STATE,
    observation=observation.OBSERVATION,
    actions=text.ACTIONS,
    parameters=(Counts("deck", "the cards in play, by kind", cards.default_deck, cards.KINDS),),
    max_decisions=100,
    score_scale=15.0,
    rules=Rules(rules.reset, rules.legal, rules.step, observation.observe, rules.standings, observation.redeal),
    bots={"rules": bot.play},
    check=position.check,
    check_parameters=cards.check_deck,
    describe=text.describe,
    picture=picture.draw,
    reveal=position.reveal,
    tie_break="the hand with more different colours wins",
)
