"""Greedy Greedy Goblins: fill caves in secret, claim them before the others do, and beware of dynamite."""

from critter_envs.core.game import Game, Rules
from critter_envs.core.parameters import Integer

from . import bot, cards, observation, picture, position, redeal, rules, text

GAME = Game(
    name="greedy_greedy_goblins",
    title="Greedy Greedy Goblins",
    version=1,
    module=__name__,
    min_players=2,
    max_players=cards.MAX_PLAYERS,
    state=observation.STATE,
    observation=observation.OBSERVATION,
    actions=text.ACTIONS,
    parameters=(
        cards.Clans("clans", "the clan of each seat", None),
        Integer(
            "target", "the coins that end the game, if one player alone has the most", cards.default_target, 1, observation.ANY
        ),
        Integer("guildmaster_coins", "what a Guildmaster pays for each minion tile", 2, 1, 2),
    ),
    max_decisions=3000,
    score_scale=40.0,
    rules=Rules(rules.reset, rules.legal, rules.step, observation.observe, rules.standings, redeal.redeal),
    bots={"rules": bot.play},
    check=position.check,
    check_parameters=lambda s: None,
    describe=text.describe,
    picture=picture.draw,
    reveal=position.reveal,
    first_player=False,
    horizon=100,  # about a round
)
