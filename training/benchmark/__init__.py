"""Algorithms compared over all games: ``python -m training.benchmark``."""
