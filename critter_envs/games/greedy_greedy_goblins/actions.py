"""The numbers of the actions. A range is its first number plus a location, a cave, a kind of tile or a kind of card."""

from .cards import LOCATIONS, MAX_CAVES, MINIONS, ON_CAVES, TILES, TREASURES

# Mining.
DRAW, RETIRE, CLAIM = range(3)
JUMP = CLAIM + LOCATIONS
FACE_DOWN = JUMP + MAX_CAVES
TORCH_UP = FACE_DOWN + MAX_CAVES
TURN_UP = TORCH_UP + MAX_CAVES  #: plus the kind of a tile that the player knows, or ``UNKNOWN``

#: The place in ``TURN_UP`` of a tile that the player doesn't know.
UNKNOWN = len(TILES)

# Scoring.
SCORE = TURN_UP + len(TILES) + 1
PLAY = SCORE + LOCATIONS
DONE = PLAY + len(ON_CAVES)
ADD, STOP, FEED = range(DONE + 1, DONE + 4)

# The end of a round.
SHOW = FEED + len(TREASURES)
KEEP, DISCARD = range(SHOW + 1, SHOW + 3)

NUM_ACTIONS = DISCARD + len(MINIONS)
