"""For people: the command ``critter``, and a game on a terminal."""
