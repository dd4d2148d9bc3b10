"""Good Critters: split the loot, buy the votes, threaten the rich, and be gone before the police arrive."""

from critter_envs.core.game import Game, Rules
from critter_envs.core.parameters import Choice, Flag, Integer

from . import bot, cards, habits, observation, picture, position, redeal, rules, text

GAME = Game(
    name="good_critters",
    title="Good Critters",
    version=1,
    module=__name__,
    min_players=4,
    max_players=cards.MAX_PLAYERS,
    state=observation.STATE,
    observation=observation.OBSERVATION,
    actions=text.ACTIONS,
    parameters=(
        Flag("payoffs", "whether there are Payoffs: binding offers, bribes and trades", False),
        Integer("deals", "deals that a player may make in a turn, with payoffs", 2, 1, cards.MAX_DEALS),
        Integer("boss_terms", "rounds after which a Boss must go; 0 is no limit", 0, 0, cards.MAX_ROUNDS),
        Choice("fuzz", "the part of the pile into which THE FUZZ! is shuffled", "bottom", cards.FUZZ_PARTS),
        Integer(
            "fuzz_parts",
            f'the number of parts; 0 is the usual, {cards.USUAL_PARTS}, and the only one that goes with "anywhere"',
            0,
            0,
            cards.MAX_PARTS,
        ),
        Integer("talk_rounds", "rounds of talk in each round; with 0, markers are laid without words", 1, 0, cards.MAX_TALK),
    ),
    max_decisions=5000,
    longer={"payoffs": 20_000},
    score_scale=50.0,
    rules=Rules(rules.reset, rules.legal, rules.step, observation.observe, rules.standings, redeal.redeal),
    bots={"rules": bot.play, "selfish": bot.play_selfish, "fair": bot.play_fair},
    check=position.check,
    check_parameters=cards.check_parameters,
    describe=text.describe,
    picture=picture.draw,
    reveal=position.reveal,
    habits=habits.read,
)
