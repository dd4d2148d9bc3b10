"""Games on the whole terminal: to play, and to look at."""
