"""What there is to know of a game, and what a player knows of it."""

import numpy as np

from critter_envs.core.counts import copy, seat_after, total
from critter_envs.core.fields import Block, Field
from critter_envs.core.jit import Record, rule

from .actions import CLAIM, DRAW, FACE_DOWN, JUMP, RETIRE, TORCH_UP, TURN_UP, UNKNOWN
from .cards import (
    BANKER,
    CLANS,
    GUILDHALL,
    LAST_DRAWS,
    LOCATIONS,
    MAX_CAVES,
    MAX_GOBLINS,
    MAX_PLAYERS,
    MAX_SCAVENGED,
    MINION_COPIES,
    MINIONS,
    ON_CAVES,
    TILE_COPIES,
    TILES,
    TREASURES,
)
from .mining import MINING, NOBODY, NOWHERE, caves_in_game
from .rounds import BANKING, DISCARDING

OTHERS = MAX_PLAYERS - 1
STAGES = DISCARDING + 1
MANY = np.iinfo(np.int16).max
MOST_COINS = 20_000  # more than any game brings, and so few that no cave's pay goes beyond the numbers of the state
ANY = 255  # more coins and rounds than an observation can tell
ALL_TILES, MOST_TILES = int(TILE_COPIES.sum()), int(TILE_COPIES.max())
ALL_CARDS, MOST_CARDS = int(MINION_COPIES.sum()), int(MINION_COPIES.max())

STATE = (
    Field("stage", (), DISCARDING, "what is chosen: 0 mining, 1 location, 2 cards, 3 Scavenger, 4 monsters, 5 Banker, 6 discard"),
    Field("turn", (), MAX_PLAYERS - 1, "the seat that chooses, except in mining"),
    Field("round_number", (), MANY, "the number of the round, from 1 on", low=1),
    Field("clan", (MAX_PLAYERS,), len(CLANS) - 1, "each seat's clan, which favours the treasure of the same number"),
    Field("coins", (MAX_PLAYERS,), MOST_COINS, "coins of each seat"),
    Field("goblins", (MAX_PLAYERS,), MAX_GOBLINS, "goblins of each seat that are at home"),
    Field("retired", (MAX_PLAYERS,), 1, "1 for a seat that has retired from mining"),
    Field("held", (MAX_PLAYERS,), len(TILES), "the tile in each seat's hand, its kind plus 1; 0 is none"),
    Field(
        "returned", (MAX_PLAYERS,), len(TILES), "a tile in the pool that the seat knows, for it was in its hand: its kind plus 1"
    ),
    Field("commit", (MAX_PLAYERS,), TURN_UP, "each seat's commit of the running tick, the action plus 1; 0 is none"),
    Field("turn_up", (MAX_PLAYERS,), UNKNOWN + 1, "what a torch of the seat is to turn up, the choice plus 1; 0 is nothing"),
    Field("last_one", (), 1, "1 once only one player has unplaced goblins"),
    Field("draws_left", (), LAST_DRAWS, "draws that are then left"),
    Field("pool", (len(TILES),), MOST_TILES, "tiles in the pool, by kind"),
    Field("down", (MAX_CAVES, MAX_PLAYERS, len(TILES)), MOST_TILES, "face-down tiles in each cave, by who placed them and kind"),
    Field("up", (MAX_CAVES, MAX_PLAYERS, len(TILES)), MOST_TILES, "face-up tiles in each cave, by who placed them and kind"),
    Field("tiles_down", (MAX_CAVES, MAX_PLAYERS), ALL_TILES, "how many face-down tiles that makes"),
    Field("tiles_up", (MAX_CAVES,), ALL_TILES, "how many face-up tiles that makes"),
    Field("claimer", (LOCATIONS,), MAX_PLAYERS - 1, "whose goblin claimed each cave and the guildhall, -1 is nobody's", NOBODY),
    Field("jumper", (MAX_CAVES,), MAX_PLAYERS - 1, "whose goblin jumped the claim, -1 is nobody's", NOBODY),
    Field("scored", (LOCATIONS,), 1, "1 once a location has been chosen to be scored"),
    Field("order", (MAX_PLAYERS,), MAX_PLAYERS - 1, "seats in the order of scoring; zeros in mining"),
    Field("place", (), MAX_PLAYERS, "how many seats of that order are done, in each of scoring, Bankers and discards"),
    Field("cave", (), MAX_CAVES - 1, "the cave that is being scored, -1 is none", NOWHERE),
    Field("played", (2, len(ON_CAVES)), MOST_CARDS, "cards that the claimer and the jumper of that cave have played on it"),
    Field("left_to_add", (), MAX_SCAVENGED, "tiles that the Scavenger at work may still add"),
    Field("eaten", (len(TREASURES),), MOST_TILES, "treasures that the monsters of that cave have eaten, by kind"),
    Field("asked", (), MOST_CARDS, "Bankers that the seat to choose has been asked about"),
    Field("deck", (len(MINIONS),), MOST_CARDS, "minion cards in the deck, by kind"),
    Field("discards", (len(MINIONS),), MOST_CARDS, "discarded minion cards, by kind"),
    Field("hand", (MAX_PLAYERS, len(MINIONS)), MOST_CARDS, "minion cards of each seat, by kind"),
    Field("bankers", (MAX_PLAYERS,), MOST_CARDS, "Bankers that all know to be in each hand"),
    Field("drawn", (MAX_PLAYERS,), MANY, "minion cards that each seat has drawn since it could last be asked about Bankers"),
    Field("revealed", (), 1, "1 if all lies open, for spectators"),
)

CAVE = (
    Field("there", (), 1, "1 if the cave is in the game"),
    Field("claimer", (MAX_PLAYERS,), 1, "1 for the seat whose goblin claimed it"),
    Field("jumper", (MAX_PLAYERS,), 1, "1 for the seat whose goblin jumped the claim"),
    Field("scored", (), 1, "1 once it has been chosen to be scored"),
    Field("current", (), 1, "1 while it is being scored"),
    Field("up", (len(TILES),), MOST_TILES, f"face-up tiles: {', '.join(TILES)}"),
    Field("down", (), ALL_TILES, "face-down tiles"),
    Field(
        "known",
        (len(TILES),),
        MOST_TILES,
        "face-down tiles that the observer has placed, by kind; with memory=False only at one's torch",
    ),
    Field("up_by", (MAX_PLAYERS, len(TILES)), MOST_TILES, "face-up tiles by who placed them; zeros with memory=False"),
    Field("down_by", (MAX_PLAYERS,), ALL_TILES, "face-down tiles by who placed them; zeros with memory=False"),
    Field("plan", (4,), 1, "the observer's commit, if it concerns the cave: claim, jump, tile face down, torch face up"),
)

OBSERVATION = (
    Field("present", (MAX_PLAYERS,), 1, "1 for each seat that is taken, the observer's first"),
    Field("stage", (STAGES,), 1, "1 for what is chosen: commits, location, cards, Scavenger, monsters, Banker, discard"),
    Field("turn", (MAX_PLAYERS,), 1, "1 for the seat that chooses; zeros in mining"),
    Field("rank", (MAX_PLAYERS,), MAX_PLAYERS, "each seat's place in the order of scoring, from 1 on; zeros in mining"),
    Field("round_number", (), ANY, "the number of the round (255 stands for more, too)"),
    Field("target", (), ANY, "the coins that end the game"),
    Field("guildmaster_coins", (), 2, "what a Guildmaster pays for each minion tile"),
    Field("clan", (MAX_PLAYERS, len(CLANS)), 1, f"1 for each seat's clan: {', '.join(CLANS)}"),
    Field("coins", (MAX_PLAYERS,), ANY, "coins of each seat (255 stands for more, too)"),
    Field("goblins", (MAX_PLAYERS,), MAX_GOBLINS, "goblins of each seat that are at home"),
    Field("retired", (MAX_PLAYERS,), 1, "1 for a seat that has retired from mining"),
    Field("holding", (MAX_PLAYERS,), 1, "1 for a seat with a tile in hand"),
    Field("held", (MAX_PLAYERS, len(TILES)), 1, "1 for the kind of that tile; of the others only spectators see it"),
    Field("own_hand", (len(MINIONS),), MOST_CARDS, f"the observer's minion cards: {', '.join(MINIONS)}"),
    Field("shown", (), MOST_CARDS, "how many Bankers all others know to be among them; 0 with memory=False"),
    Field("hand_size", (MAX_PLAYERS,), ALL_CARDS, "minion cards of each seat"),
    Field(
        "sure",
        (OTHERS, len(MINIONS)),
        MOST_CARDS,
        "at least so many cards of each kind are in each other hand: Bankers, and for spectators all; zeros with memory=False",
    ),
    Field(
        "drawn",
        (MAX_PLAYERS,),
        ANY,
        "minion cards drawn since the seat could last be asked about Bankers; zeros with memory=False",
    ),
    Field("asked", (), MOST_CARDS, "the how manieth Banker of the seat to choose this is about"),
    Field("discards", (len(MINIONS),), MOST_CARDS, "discarded minion cards, by kind"),
    Field("deck_size", (), ALL_CARDS, "minion cards in the deck"),
    Field("pool_size", (), ALL_TILES, "tiles in the pool"),
    Field("returned", (len(TILES),), 1, "1 for a tile in the pool that was in the observer's hand; zeros with memory=False"),
    Field("last_one", (), 1, "1 once only one player has unplaced goblins"),
    Field("draws_left", (), LAST_DRAWS, "draws that are then left"),
    Field("guildhall", (MAX_PLAYERS,), 1, "1 for the seat whose goblin claimed the guildhall"),
    Field("guildhall_scored", (), 1, "1 once it has been scored"),
    Field("plan", (3,), 1, "the observer's commit, if it concerns no cave: draw, retire, guildhall"),
    Field("turn_up", (UNKNOWN + 1,), 1, "1 for what the observer's torch is to turn up: the kinds of tile, one of others"),
    Field("played", (2, len(ON_CAVES)), MOST_CARDS, "cards that claimer and jumper have played on the cave being scored"),
    Field("left_to_add", (), MAX_SCAVENGED, "tiles that the Scavenger at work may still add"),
    Field("eaten", (len(TREASURES),), MOST_TILES, "treasures that the monsters of that cave have eaten, by kind"),
    Block("caves", MAX_CAVES, CAVE, "one cave after the other:"),
)


@rule
def observe(s: Record, seat: int, o: Record) -> None:
    """Write what the seat may know; seats count from the observer."""
    observe_table(s, o)
    for k in range(s.num_players):
        observe_player(s, seat_after(s, seat, k), k, o)
    observe_own(s, seat, o)
    for cave in range(caves_in_game(s)):
        observe_cave(s, seat, cave, o.caves[cave])
    if s.commit[seat]:
        observe_plan(s, seat, int(s.commit[seat]) - 1, o)
    if s.stage > MINING:
        observe_scoring(s, seat, o)


@rule
def relative(s: Record, seat: int, other: int) -> int:
    """How many places to the observer's left another seat is."""
    return other - seat if other >= seat else other - seat + s.num_players


@rule
def observe_table(s: Record, o: Record) -> None:
    """What is neither anybody's nor in a cave."""
    o.stage[s.stage] = 1
    o.round_number = min(s.round_number, ANY)
    o.target = s.target
    o.guildmaster_coins = s.guildmaster_coins
    o.deck_size = total(s.deck)
    o.pool_size = total(s.pool)
    o.last_one = s.last_one
    o.draws_left = s.draws_left
    o.guildhall_scored = s.scored[GUILDHALL]
    copy(s.discards, o.discards)


@rule
def observe_player(s: Record, other: int, k: int, o: Record) -> None:
    """What all see of a player."""
    o.present[k] = 1
    o.clan[k, s.clan[other]] = 1
    o.coins[k] = min(s.coins[other], ANY)
    o.goblins[k] = s.goblins[other]
    o.retired[k] = s.retired[other]
    o.holding[k] = s.held[other] > 0
    o.hand_size[k] = total(s.hand[other])
    o.guildhall[k] = s.claimer[GUILDHALL] == other
    if s.memory:
        o.drawn[k] = min(s.drawn[other], ANY)
    if k > 0:
        if s.memory:
            o.sure[k - 1, BANKER] = s.bankers[other]
        if s.revealed:
            copy(s.hand[other], o.sure[k - 1])
            if s.held[other]:
                o.held[k, s.held[other] - 1] = 1


@rule
def observe_own(s: Record, seat: int, o: Record) -> None:
    """What a player alone knows, besides the tiles placed in caves."""
    copy(s.hand[seat], o.own_hand)
    if s.held[seat]:
        o.held[0, s.held[seat] - 1] = 1
    if s.memory:
        o.shown = s.bankers[seat]
        if s.returned[seat]:
            o.returned[s.returned[seat] - 1] = 1


@rule
def observe_cave(s: Record, seat: int, cave: int, o: Record) -> None:
    """A cave, into its own part of the observation."""
    o.there = 1
    if s.claimer[cave] != NOBODY:
        observe_claim(s, seat, cave, o)
    if s.tiles_up[cave]:
        for k in range(s.num_players):
            observe_face_up(s, seat_after(s, seat, k), k, cave, o)
    for k in range(s.num_players):
        placer = seat_after(s, seat, k)
        if s.tiles_down[cave, placer]:
            observe_face_down(s, placer, k, cave, o)


@rule
def observe_claim(s: Record, seat: int, cave: int, o: Record) -> None:
    """Whose goblins are there, and whether they have been scored."""
    o.scored = s.scored[cave]
    o.current = s.cave == cave
    o.claimer[relative(s, seat, int(s.claimer[cave]))] = 1
    if s.jumper[cave] != NOBODY:
        o.jumper[relative(s, seat, int(s.jumper[cave]))] = 1


@rule
def observe_face_down(s: Record, placer: int, k: int, cave: int, o: Record) -> None:
    """How many face-down tiles one player has placed there, and which, if the observer knows."""
    o.down += s.tiles_down[cave, placer]
    if s.memory:
        o.down_by[k] = s.tiles_down[cave, placer]
    if s.revealed or (k == 0 and remembers(s, placer, cave)):
        for kind in range(len(TILES)):
            o.known[kind] += s.down[cave, placer, kind]


@rule
def observe_face_up(s: Record, placer: int, k: int, cave: int, o: Record) -> None:
    """The face-up tiles that one player has placed there."""
    for kind in range(len(TILES)):
        o.up[kind] += s.up[cave, placer, kind]
    if s.memory:
        copy(s.up[cave, placer], o.up_by[k])


@rule
def remembers(s: Record, seat: int, cave: int) -> bool:
    """Whether the observer knows its tiles there. Who places a torch is told the choices, so without memory these are known."""
    return s.memory == 1 or s.commit[seat] == TORCH_UP + cave + 1


@rule
def observe_plan(s: Record, seat: int, action: int, o: Record) -> None:
    """The observer's own commit, that nobody else sees."""
    if s.turn_up[seat]:
        o.turn_up[s.turn_up[seat] - 1] = 1
    if action == DRAW:
        o.plan[0] = 1
    elif action == RETIRE:
        o.plan[1] = 1
    elif action == CLAIM + GUILDHALL:
        o.plan[2] = 1
    elif action < JUMP:
        o.caves[action - CLAIM].plan[0] = 1
    elif action < FACE_DOWN:
        o.caves[action - JUMP].plan[1] = 1
    elif action < TORCH_UP:
        o.caves[action - FACE_DOWN].plan[2] = 1
    else:
        o.caves[action - TORCH_UP].plan[3] = 1


@rule
def observe_scoring(s: Record, seat: int, o: Record) -> None:
    """Whose turn it is, and what has happened at the cave at hand."""
    o.turn[relative(s, seat, int(s.turn))] = 1
    for place in range(s.num_players):
        o.rank[relative(s, seat, int(s.order[place]))] = place + 1
    if s.cave != NOWHERE:
        o.left_to_add = s.left_to_add
        copy(s.eaten, o.eaten)
        for side in range(2):
            copy(s.played[side], o.played[side])
    if s.stage == BANKING:
        o.asked = s.asked
