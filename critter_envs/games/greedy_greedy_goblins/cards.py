"""What is in the box: 60 mining tiles of ten kinds, four clans, 24 minion cards of thirteen kinds, eight caves, a guildhall."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from critter_envs.core.parameters import Parameter

MAX_PLAYERS = 4

TREASURES = ("emerald", "ruby", "sapphire", "gold", "diamond")
TILES = (*TREASURES, "dynamite", "double dynamite", "monster", "minion", "torch")
DIAMOND, DYNAMITE, DOUBLE_DYNAMITE, MONSTER, MINION, TORCH = range(4, 10)

#: So many mining tiles there are of each kind.
TILE_COPIES = np.array([5, 5, 5, 5, 3, 16, 4, 5, 6, 6], np.int16)

#: Clan k favours the treasure k; no clan favours diamonds.
CLANS = ("Fangferalz", "Warraaage", "Snazdoodle", "Glittergreed")

#: Card k, up to the diamond, makes the treasure k worth so much more.
CUTTERS = ("Emerald Cutter", "Ruby Cutter", "Sapphire Cutter", "Gold Smelter", "Diamond Cutter")
CUTTER_BONUS = np.array([1, 1, 1, 1, 2], np.int16)

#: The cards that are played on a cave while it is scored, then the two that aren't.
ON_CAVES = (*CUTTERS, "Canary", "Expert Miner", "Guildmaster", "Sapper", "Scavenger", "Wrangler")
MINIONS = (*ON_CAVES, "Banker", "Claim Jumper")
CANARY, EXPERT_MINER, GUILDMASTER, SAPPER, SCAVENGER, WRANGLER, BANKER, CLAIM_JUMPER = range(5, 13)

#: So many minion cards there are of each kind. No source prints these numbers, only that there are 24 cards; an owner of
#: the game counts those in the box and puts them in here.
MINION_COPIES = np.array([2, 2, 2, 2, 1, 2, 2, 2, 2, 2, 2, 1, 2], np.int16)

#: Locations: the caves, and the guildhall after them.
MAX_CAVES = 8
GUILDHALL = MAX_CAVES
LOCATIONS = MAX_CAVES + 1

MAX_GOBLINS = 3

#: Caves in the game, and goblins of each clan, by the number of players.
CAVES = np.array([0, 0, 5, 8, 8], np.int16)
GOBLINS = np.array([0, 0, 3, 3, 2], np.int16)

#: So many draws are left to the last player with unplaced goblins.
LAST_DRAWS = 5

#: Dynamite from which on a cave blows up, and what that costs.
TOO_MUCH_DYNAMITE, BLOWN_UP = 3, 5

#: What a Scavenger adds at most, and how many minion cards a hand keeps for the next round.
MAX_SCAVENGED, MAX_KEPT = 3, 3


def default_target(num_players: int) -> int:
    """The coins that end the game at a table of this size."""
    return 60 if num_players == MAX_PLAYERS else 100


@dataclass(frozen=True)
class Clans(Parameter):
    """The clan of each seat, no two alike, or None to deal them."""

    shape = (MAX_PLAYERS,)  # type: ignore[assignment]
    options = CLANS

    def possible(self, num_players: int) -> str:
        """The values that it can take, in words."""
        return f"None (dealt) or a list of {num_players} different clans of {', '.join(CLANS)}"

    def encode(self, value: Any, num_players: int) -> list[int]:
        """The number of each seat's clan, and -1 for the absent seats; only -1 if the clans are to be dealt."""
        if value is None:
            return [-1] * MAX_PLAYERS
        is_list = isinstance(value, Sequence) and not isinstance(value, str)
        if not is_list or len(value) != num_players or any(clan not in CLANS or value.count(clan) > 1 for clan in value):
            raise self.refuse(value, num_players)
        return [CLANS.index(clan) for clan in value] + [-1] * (MAX_PLAYERS - num_players)

    def decode(self, stored: Any) -> list[str] | None:
        """The clans by name, seat by seat."""
        return [CLANS[int(clan)] for clan in stored if clan >= 0] or None
