"""The games: each is one folder here, and one line below."""

from critter_envs.core.registry import REGISTRY

REGISTRY.update(
    greedy_goose="critter_envs.games.greedy_goose",
    boo_to_the_goose="critter_envs.games.boo_to_the_goose",
    goblins_breakfast="critter_envs.games.goblins_breakfast",
    greedy_greedy_goblins="critter_envs.games.greedy_greedy_goblins",
    good_critters="critter_envs.games.good_critters",
)
