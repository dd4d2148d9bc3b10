"""The engine: it runs any game that describes itself, and knows none by name."""
